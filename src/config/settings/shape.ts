import { z } from 'zod'

/**
 * Every settings.json key that a run supports. Other keys pass through; ignored-keys.ts lists those of the reference. A
 * boolean may be written "true" and a number "15", because interpolation only makes text.
 */
export type Settings = z.output<typeof SettingsShape>

const text = z.string()
const flag = z.preprocess((value) => FLAGS[String(value).trim().toLowerCase()] ?? value, z.boolean())
const asNumber = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? (maybeNumber(value) ?? value) : value
const number = z.preprocess(asNumber, z.number())
const positive = z.preprocess(asNumber, z.number().positive())
const scalar = z.union([text, z.number(), z.boolean()])
const texts = z.array(text)
const optionalObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject(shape).exactOptional()

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }
const maybeNumber = (value: string) => (Number.isFinite(Number(value)) ? Number(value) : undefined)

const ServerShape = z.looseObject({
  command: text.exactOptional(),
  args: z.array(scalar).exactOptional(),
  env: z.record(text, scalar).exactOptional(),
  cwd: text.exactOptional(),
  url: text.exactOptional(),
  httpUrl: text.exactOptional(),
  headers: z.record(text, scalar).exactOptional(),
  tcp: text.exactOptional(),
  type: z.enum(['stdio', 'sse', 'http']).exactOptional(),
  timeout: number.exactOptional(),
  trust: flag.exactOptional(),
  description: text.exactOptional(),
  includeTools: texts.exactOptional(),
  excludeTools: texts.exactOptional(),
  targetAudience: text.exactOptional(),
  targetServiceAccount: text.exactOptional(),
  authProviderType: z
    .enum(['dynamic_discovery', 'google_credentials', 'service_account_impersonation'])
    .exactOptional(),
  oauth: optionalObject({}),
})

export const SettingsShape = z.looseObject({
  general: optionalObject({
    defaultApprovalMode: z.enum(['default', 'auto_edit', 'autoEdit', 'plan', 'yolo']).exactOptional(),
    maxAttempts: number.exactOptional(),
  }),
  model: optionalObject({
    name: text.exactOptional(),
    maxSessionTurns: number.exactOptional(),
    compressionThreshold: number.exactOptional(),
    disableLoopDetection: flag.exactOptional(),
    /** Read by model/prices.ts. */
    prices: z.unknown().exactOptional(),
  }),
  modelConfigs: z.unknown().exactOptional(),
  context: optionalObject({
    fileName: z.union([text, texts]).exactOptional(),
    importFormat: z.enum(['tree', 'flat']).exactOptional(),
    discoveryMaxDirs: number.exactOptional(),
    fileFiltering: optionalObject({
      respectGitIgnore: flag.exactOptional(),
      respectGeminiIgnore: flag.exactOptional(),
      customIgnoreFilePaths: texts.exactOptional(),
    }),
  }),
  tools: optionalObject({
    core: texts.exactOptional(),
    allowed: texts.exactOptional(),
    exclude: texts.exactOptional(),
    truncateToolOutputThreshold: number.exactOptional(),
    confirmationRequired: texts.exactOptional(),
    discoveryCommand: text.exactOptional(),
    callCommand: text.exactOptional(),
    disableLLMCorrection: flag.exactOptional(),
    enableHooks: flag.exactOptional(),
    shell: optionalObject({ inactivityTimeout: number.exactOptional() }),
  }),
  useWriteTodos: flag.exactOptional(),
  policyPaths: texts.exactOptional(),
  mcp: optionalObject({
    allowed: texts.exactOptional(),
    excluded: texts.exactOptional(),
    serverCommand: text.exactOptional(),
  }),
  mcpServers: z.record(text, ServerShape).exactOptional(),
  security: optionalObject({
    disableYoloMode: flag.exactOptional(),
    blockGitExtensions: flag.exactOptional(),
    allowedExtensions: texts.exactOptional(),
    environmentVariableRedaction: optionalObject({ allowed: texts.exactOptional(), blocked: texts.exactOptional() }),
    auth: optionalObject({ selectedType: text.exactOptional(), enforcedType: text.exactOptional() }),
  }),
  advanced: optionalObject({ excludedEnvVars: texts.exactOptional(), ignoreLocalEnv: flag.exactOptional() }),
  hooksConfig: optionalObject({ enabled: flag.exactOptional(), disabled: texts.exactOptional() }),
  /** Read by agent/hooks/hook-settings.ts, which also reads older forms. */
  hooks: z.record(text, z.unknown()).exactOptional(),
  agents: optionalObject({
    overrides: z
      .record(
        text,
        z.looseObject({
          enabled: flag.exactOptional(),
          modelConfig: optionalObject({
            model: text.exactOptional(),
            generateContentConfig: optionalObject({
              temperature: number.exactOptional(),
              topP: number.exactOptional(),
              topK: number.exactOptional(),
              maxOutputTokens: number.exactOptional(),
              thinkingConfig: z.unknown().exactOptional(),
            }),
          }),
          runConfig: optionalObject({ maxTurns: positive.exactOptional(), maxTimeMinutes: positive.exactOptional() }),
        }),
      )
      .exactOptional(),
  }),
  skills: optionalObject({ enabled: flag.exactOptional(), disabled: texts.exactOptional() }),
  extensions: optionalObject({ disabled: texts.exactOptional() }),
  experimental: optionalObject({ enableAgents: flag.exactOptional() }),
  /** What only this action has. */
  sluice: optionalObject({
    maxBotRounds: z.preprocess(asNumber, z.int().nonnegative()).exactOptional(),
    progress: flag.exactOptional(),
    /** Like the input of this name, which wins. */
    verify: text.exactOptional(),
    /** Read by session/review/limit-findings.ts. */
    review: optionalObject({
      maxFindings: z.preprocess(asNumber, z.int().min(0).max(30)).exactOptional(),
      minSeverity: z.enum(['critical', 'high', 'medium', 'low', 'nit']).exactOptional(),
    }),
    /** Read by scale/plan/total-limits.ts. */
    scale: optionalObject({
      maxParallel: z.preprocess(asNumber, z.int().min(1).max(64)).exactOptional(),
      shards: z.preprocess(asNumber, z.int().min(1).max(256)).exactOptional(),
      jobMinutes: positive.exactOptional(),
      modelRequestsPerMinute: positive.exactOptional(),
      modelTokensPerMinute: positive.exactOptional(),
      pullRequests: z.enum(['one', 'folder']).exactOptional(),
    }),
    budget: optionalObject({ perThreadUsd: positive.exactOptional(), perDayUsd: positive.exactOptional() }),
  }),
  telemetry: optionalObject({
    enabled: flag.exactOptional(),
    target: z.enum(['local', 'gcp']).exactOptional(),
    otlpEndpoint: text.exactOptional(),
    otlpProtocol: z.enum(['grpc', 'http']).exactOptional(),
    logPrompts: flag.exactOptional(),
    outfile: text.exactOptional(),
    traces: flag.exactOptional(),
    useCollector: flag.exactOptional(),
    useCliAuth: flag.exactOptional(),
  }),
})

/** Paths of all supported keys, for example `tools.core`; a record with free member names ends in `.*`. */
export const supportedKeys = (): string[] => pathsIn(SettingsShape, '')

function pathsIn(shape: z.ZodObject, prefix: string): string[] {
  return Object.entries(shape.shape).flatMap(([key, type]) => {
    const inner = unwrapped(type)
    if (inner instanceof z.ZodObject) return pathsIn(inner, `${prefix}${key}.`)
    return inner instanceof z.ZodRecord ? [`${prefix}${key}.*`] : [`${prefix}${key}`]
  })
}

const unwrapped = (type: unknown): unknown => (type instanceof z.ZodExactOptional ? type.unwrap() : type)

/** The path of an unknown key, and the paths of the supported keys beside it. */
type UnknownKey = { path: string; siblings: string[] }

/** Keys that the shape does not list. The member names of a record are free; the keys inside each member are checked. */
export function unknownKeys(value: unknown, type: unknown = SettingsShape, prefix = ''): UnknownKey[] {
  const shape = unwrapped(type)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  if (shape instanceof z.ZodRecord)
    return Object.entries(value).flatMap(([name, member]) =>
      unknownKeysOf(member, unwrapped(shape.valueType), `${prefix}${name}.`, () => []),
    )
  return unknownKeysOf(value, shape, prefix, (inside, shape, path) => unknownKeys(inside, shape, path))
}

function unknownKeysOf(value: unknown, shape: unknown, prefix: string, deeper: typeof unknownKeys): UnknownKey[] {
  if (!(shape instanceof z.ZodObject) || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const siblings = Object.keys(shape.shape)
  if (siblings.length === 0) return [] // an object with free keys
  return Object.entries(value).flatMap(([key, inside]) =>
    Object.hasOwn(shape.shape, key)
      ? deeper(inside, shape.shape[key], `${prefix}${key}.`)
      : [{ path: prefix + key, siblings: siblings.map((each) => prefix + each) }],
  )
}
