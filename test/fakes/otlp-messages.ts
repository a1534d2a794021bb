import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import protobuf from 'protobufjs'

/**
 * The message definitions of OTLP, from the .proto files of opentelemetry-proto 1.4.0, which a package carries unchanged.
 * Definitions 1.5.0 added `event_name` to the log record.
 */
const root = loadDefinitions()

function loadDefinitions(): protobuf.Root {
  const folder = dirname(createRequire(import.meta.url).resolve('@elastic/mockotlpserver/package.json'))
  const definitions = new protobuf.Root()
  definitions.resolvePath = (_origin, target) => join(folder, target)
  const signals = ['logs', 'metrics', 'trace']
  definitions.loadSync(signals.map((name) => `opentelemetry/proto/collector/${name}/v1/${name}_service.proto`))
  const record = definitions.lookupType('opentelemetry.proto.logs.v1.LogRecord')
  record.add(new protobuf.Field('eventName', 12, 'string'))
  definitions.resolveAll()
  return definitions
}

/** The type of the request body for a path of OTLP/HTTP; undefined for another path. */
export function requestType(path: string): protobuf.Type | undefined {
  const name = REQUESTS[path]
  return name === undefined ? undefined : root.lookupType(`opentelemetry.proto.collector.${name}`)
}

const REQUESTS: Record<string, string> = {
  '/v1/logs': 'logs.v1.ExportLogsServiceRequest',
  '/v1/metrics': 'metrics.v1.ExportMetricsServiceRequest',
  '/v1/traces': 'trace.v1.ExportTraceServiceRequest',
}

type Members = Record<string, unknown>

/** A request body: its members in the names of OTLP/JSON, 64-bit integers as text, ids in hex; and what is wrong with it. */
export type Decoded = { body: Members; problems: string[] }

/** Decodes the body of a content type. Never throws. */
export function decodeRequest(type: protobuf.Type, contentType: string, bytes: Uint8Array): Decoded {
  try {
    if (contentType === 'application/x-protobuf') return decodeBinary(type, bytes)
    if (contentType === 'application/json') return decodeJson(type, JSON.parse(Buffer.from(bytes).toString('utf8')))
    return { body: {}, problems: [`unknown content type: ${contentType}`] }
  } catch (error) {
    return { body: {}, problems: [`cannot be decoded: ${error instanceof Error ? error.message : error}`] }
  }
}

/** A decoder skips unknown fields; they are missing when the message is encoded again. */
function decodeBinary(type: protobuf.Type, bytes: Uint8Array): Decoded {
  const message = type.decode(bytes)
  const again = type.encode(message).finish()
  const unknown = again.length === bytes.length ? [] : [`${bytes.length - again.length} bytes are of unknown fields`]
  const body = plain(type, message)
  return { body, problems: [...unknown, ...problemsIn(type, body, type.name)] }
}

function decodeJson(type: protobuf.Type, json: unknown): Decoded {
  const problems = problemsIn(type, json, type.name)
  if (problems.length > 0) return { body: {}, problems }
  const message = type.fromObject(withBytes(type, json as Members)) // an object: no problems
  return { body: plain(type, type.decode(type.encode(message).finish())), problems }
}

const plain = (type: protobuf.Type, message: protobuf.Message): Members =>
  convert(type, type.toObject(message, { longs: String, enums: Number, bytes: Array }), (value) =>
    Buffer.from(value as number[]).toString('hex'),
  )

/** The same with ids as bytes: OTLP/JSON writes them in hex, not in base64. */
const withBytes = (type: protobuf.Type, json: Members): Members =>
  convert(type, json, (value, name) => Buffer.from(String(value), ID_DIGITS[name] === undefined ? 'base64' : 'hex'))

function convert(type: protobuf.Type, members: Members, bytes: (value: unknown, name: string) => unknown): Members {
  const one = ({ resolvedType, type: kind, name }: protobuf.Field, value: unknown) => {
    if (resolvedType instanceof protobuf.Type) return convert(resolvedType, value as Members, bytes)
    return kind === 'bytes' ? bytes(value, name) : value
  }
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const field = type.fields[name] as protobuf.Field // checked before
      return [name, field.repeated ? (value as unknown[]).map((each) => one(field, each)) : one(field, value)]
    }),
  )
}

const ID_DIGITS: Record<string, number> = { traceId: 32, spanId: 16, parentSpanId: 16 }

function problemsIn(type: protobuf.Type, json: unknown, path: string): string[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [`${path} is no message`]
  const problems = Object.entries(json).flatMap(([name, value]) => {
    const field = type.fields[name]
    if (field === undefined) return [`${path}.${name} is unknown to ${type.name}`]
    if (!field.repeated) return problemsOf(field, value, `${path}.${name}`)
    if (!Array.isArray(value)) return [`${path}.${name} is no list`]
    return value.flatMap((each, index) => problemsOf(field, each, `${path}.${name}[${index}]`))
  })
  for (const { name, oneof } of type.oneofsArray) {
    const set = oneof.filter((member) => member in json)
    if (set.length !== 1) problems.push(`${path}.${name} is one of ${oneof.join(', ')}, not: ${set.join(', ')}`)
  }
  return [...problems, ...ruleProblems(type, json as Members, path)]
}

function problemsOf(field: protobuf.Field, value: unknown, path: string): string[] {
  const { resolvedType, type, name } = field
  if (resolvedType instanceof protobuf.Type) return problemsIn(resolvedType, value, path)
  const digits = ID_DIGITS[name]
  const isRight =
    resolvedType instanceof protobuf.Enum
      ? Object.values(resolvedType.values).includes(value as number)
      : digits !== undefined
        ? typeof value === 'string' && new RegExp(`^[0-9a-f]{${digits}}$`).test(value) && !/^0+$/.test(value)
        : SCALARS[type]?.(value)
  return isRight === true ? [] : [`${path} is no ${digits === undefined ? type : 'id'}: ${JSON.stringify(value)}`]
}

/** OTLP/JSON: a decoder accepts 64-bit integers as text and as numbers. */
const isInteger = (value: unknown) =>
  Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d{1,20}$/.test(value))
const isSmall = (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) <= 0xffffffff

const SCALARS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  double: (value) => typeof value === 'number' || /^(?:NaN|-?Infinity)$/.test(String(value)),
  bytes: (value) => typeof value === 'string',
  ...Object.fromEntries(['int64', 'sfixed64', 'uint64', 'fixed64'].map((type) => [type, isInteger])),
  ...Object.fromEntries(['int32', 'sint32', 'uint32', 'fixed32'].map((type) => [type, isSmall])),
}

/** Rules that the definitions say in words. */
function ruleProblems(type: protobuf.Type, members: Members, path: string): string[] {
  const problems: string[] = []
  for (const [name, value] of Object.entries(members))
    if (/UnixNano$/.test(name) && !/^\d{19}$/.test(String(value))) problems.push(`${path}.${name} is no time: ${value}`)
  const list = type.fields.attributes === undefined ? [] : ((members.attributes ?? []) as Members[])
  const keys = list.map(({ key }) => key)
  if (new Set(keys).size < keys.length) problems.push(`${path}.attributes has a key twice`)
  if (keys.some((key) => typeof key !== 'string' || key === '')) problems.push(`${path}.attributes has an empty key`)
  const [start, end] = [members.startTimeUnixNano, members.endTimeUnixNano]
  if (type.name === 'Span' && (start === undefined || end === undefined || BigInt(String(end)) < BigInt(String(start))))
    problems.push(`${path} ends before it starts`)
  if (type.name === 'Metric' && !Object.keys(members).some((name) => METRICS.includes(name)))
    problems.push(`${path} has no data`)
  return problems
}

const METRICS = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary']
