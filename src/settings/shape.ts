import { z } from 'zod'

/**
 * settings.json as the rooms read it: every key a run obeys, and nothing else. Keys beside these are kept; what becomes of
 * them says settings-ignored.ts. A boolean may be written "true", a number "15": interpolation only makes text.
 */
export type Settings = z.output<typeof SettingsShape>

const text = z.string()
const flag = z.preprocess((value) => FLAGS[String(value).trim().toLowerCase()] ?? value, z.boolean())
const asNumber = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? (maybeNumber(value) ?? value) : value
const number = z.preprocess(asNumber, z.number())
const above0 = z.preprocess(asNumber, z.number().positive())
const scalar = z.union([text, z.number(), z.boolean()])
const texts = z.array(text)
const some = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject(shape).exactOptional()

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }
const maybeNumber = (value: string) => (Number.isFinite(Number(value)) ? Number(value) : undefined)

const Server = z.looseObject({
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
  oauth: some({}),
})

export const SettingsShape = z.looseObject({
  general: some({
    defaultApprovalMode: z.enum(['default', 'auto_edit', 'autoEdit', 'plan', 'yolo']).exactOptional(),
    maxAttempts: number.exactOptional(),
  }),
  model: some({
    name: text.exactOptional(),
    maxSessionTurns: number.exactOptional(),
    compressionThreshold: number.exactOptional(),
    disableLoopDetection: flag.exactOptional(),
    /** Read by model/prices.ts. */
    prices: z.unknown().exactOptional(),
  }),
  modelConfigs: z.unknown().exactOptional(),
  context: some({
    fileName: z.union([text, texts]).exactOptional(),
    importFormat: z.enum(['tree', 'flat']).exactOptional(),
    discoveryMaxDirs: number.exactOptional(),
    fileFiltering: some({
      respectGitIgnore: flag.exactOptional(),
      respectGeminiIgnore: flag.exactOptional(),
      customIgnoreFilePaths: texts.exactOptional(),
    }),
  }),
  tools: some({
    core: texts.exactOptional(),
    allowed: texts.exactOptional(),
    exclude: texts.exactOptional(),
    truncateToolOutputThreshold: number.exactOptional(),
    confirmationRequired: texts.exactOptional(),
    discoveryCommand: text.exactOptional(),
    callCommand: text.exactOptional(),
    disableLLMCorrection: flag.exactOptional(),
    enableHooks: flag.exactOptional(),
    shell: some({ inactivityTimeout: number.exactOptional() }),
  }),
  useWriteTodos: flag.exactOptional(),
  policyPaths: texts.exactOptional(),
  mcp: some({
    allowed: texts.exactOptional(),
    excluded: texts.exactOptional(),
    serverCommand: text.exactOptional(),
  }),
  mcpServers: z.record(text, Server).exactOptional(),
  security: some({
    disableYoloMode: flag.exactOptional(),
    blockGitExtensions: flag.exactOptional(),
    allowedExtensions: texts.exactOptional(),
    environmentVariableRedaction: some({ allowed: texts.exactOptional(), blocked: texts.exactOptional() }),
    auth: some({ selectedType: text.exactOptional(), enforcedType: text.exactOptional() }),
  }),
  advanced: some({ excludedEnvVars: texts.exactOptional(), ignoreLocalEnv: flag.exactOptional() }),
  hooksConfig: some({ enabled: flag.exactOptional(), disabled: texts.exactOptional() }),
  /** Read by agent/hook-settings.ts, which also knows older forms. */
  hooks: z.record(text, z.unknown()).exactOptional(),
  agents: some({
    overrides: z
      .record(
        text,
        z.looseObject({
          enabled: flag.exactOptional(),
          modelConfig: some({
            model: text.exactOptional(),
            generateContentConfig: some({
              temperature: number.exactOptional(),
              topP: number.exactOptional(),
              topK: number.exactOptional(),
              maxOutputTokens: number.exactOptional(),
              thinkingConfig: z.unknown().exactOptional(),
            }),
          }),
          runConfig: some({ maxTurns: above0.exactOptional(), maxTimeMinutes: above0.exactOptional() }),
        }),
      )
      .exactOptional(),
  }),
  skills: some({ enabled: flag.exactOptional(), disabled: texts.exactOptional() }),
  extensions: some({ disabled: texts.exactOptional() }),
  experimental: some({ enableAgents: flag.exactOptional() }),
  telemetry: some({
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

/** Paths of all keys a run obeys, such as `tools.core`; those whose members have names of their own end in `.*`. */
export const obeyedKeys = (): string[] => pathsIn(SettingsShape, '')

function pathsIn(shape: z.ZodObject, at: string): string[] {
  return Object.entries(shape.shape).flatMap(([key, type]) => {
    const inner = bare(type)
    if (inner instanceof z.ZodObject) return pathsIn(inner, `${at}${key}.`)
    return inner instanceof z.ZodRecord ? [`${at}${key}.*`] : [`${at}${key}`]
  })
}

const bare = (type: unknown): unknown => (type instanceof z.ZodExactOptional ? type.unwrap() : type)

/** A key nobody knows, and those that are known in its place, as paths. */
type Strange = { path: string; known: string[] }

/** Keys of an object that its shape does not know. The members of a record have names of their own, and known keys. */
export function strangeKeys(value: unknown, type: unknown = SettingsShape, at = ''): Strange[] {
  const shape = bare(type)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  if (shape instanceof z.ZodRecord)
    return Object.entries(value).flatMap(([name, member]) =>
      keysOf(member, bare(shape.valueType), `${at}${name}.`, () => []),
    )
  return keysOf(value, shape, at, (inside, known, path) => strangeKeys(inside, known, path))
}

function keysOf(value: unknown, shape: unknown, at: string, deeper: typeof strangeKeys): Strange[] {
  if (!(shape instanceof z.ZodObject) || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const known = Object.keys(shape.shape)
  if (known.length === 0) return [] // whose keys are not looked at
  return Object.entries(value).flatMap(([key, inside]) =>
    Object.hasOwn(shape.shape, key)
      ? deeper(inside, shape.shape[key], `${at}${key}.`)
      : [{ path: at + key, known: known.map((each) => at + each) }],
  )
}
