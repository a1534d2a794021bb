import * as z from 'zod'

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

/** Exact names. None of these lists knows exclusions, and an entry that is silently without effect hides a mistake. */
const names = z.array(
  text.refine(
    (name) => !name.trim().startsWith('!'),
    'takes no !. Leave the entry out, or use the setting that excludes',
  ),
)

const optionalObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject(shape).optional()

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }

const maybeNumber = (value: string) => (Number.isFinite(Number(value)) ? Number(value) : undefined)

const ServerShape = z.looseObject({
  command: text.optional(),
  args: z.array(scalar).optional(),
  env: z.record(text, scalar).optional(),
  cwd: text.optional(),
  url: text.optional(),
  httpUrl: text.optional(),
  headers: z.record(text, scalar).optional(),
  tcp: text.optional(),
  type: z.enum(['stdio', 'sse', 'http']).optional(),
  timeout: number.optional(),
  trust: flag.optional(),
  description: text.optional(),
  includeTools: names.optional(),
  excludeTools: names.optional(),
  targetAudience: text.optional(),
  targetServiceAccount: text.optional(),
  authProviderType: z.enum(['dynamic_discovery', 'google_credentials', 'service_account_impersonation']).optional(),
  oauth: optionalObject({}),
})

export const SettingsShape = z.looseObject({
  general: optionalObject({
    defaultApprovalMode: z.enum(['default', 'auto_edit', 'autoEdit', 'plan', 'yolo']).optional(),
    maxAttempts: number.optional(),
  }),
  model: optionalObject({
    name: text.optional(),
    maxSessionTurns: number.optional(),
    compressionThreshold: number.optional(),
    disableLoopDetection: flag.optional(),
    /** Read by model/prices.ts. */
    prices: z.unknown().optional(),
  }),
  modelConfigs: z.unknown().optional(),
  context: optionalObject({
    fileName: z.union([text, texts]).optional(),
    importFormat: z.enum(['tree', 'flat']).optional(),
    discoveryMaxDirs: number.optional(),
    fileFiltering: optionalObject({
      respectGitIgnore: flag.optional(),
      respectGeminiIgnore: flag.optional(),
      customIgnoreFilePaths: texts.optional(),
    }),
  }),
  tools: optionalObject({
    core: names.optional(),
    allowed: names.optional(),
    exclude: names.optional(),
    truncateToolOutputThreshold: number.optional(),
    confirmationRequired: names.optional(),
    discoveryCommand: text.optional(),
    callCommand: text.optional(),
    disableLLMCorrection: flag.optional(),
    enableHooks: flag.optional(),
    shell: optionalObject({ inactivityTimeout: number.optional() }),
  }),
  useWriteTodos: flag.optional(),
  policyPaths: texts.optional(),
  mcp: optionalObject({ allowed: names.optional(), excluded: names.optional(), serverCommand: text.optional() }),
  mcpServers: z.record(text, ServerShape).optional(),
  security: optionalObject({
    disableYoloMode: flag.optional(),
    blockGitExtensions: flag.optional(),
    allowedExtensions: names.optional(),
    environmentVariableRedaction: optionalObject({ allowed: names.optional(), blocked: names.optional() }),
    auth: optionalObject({ selectedType: text.optional(), enforcedType: text.optional() }),
  }),
  advanced: optionalObject({ excludedEnvVars: names.optional(), ignoreLocalEnv: flag.optional() }),
  hooksConfig: optionalObject({ enabled: flag.optional(), disabled: texts.optional() }),
  /** Read by agent/hooks/hook-settings.ts, which also reads older forms. */
  hooks: z.record(text, z.unknown()).optional(),
  agents: optionalObject({
    overrides: z
      .record(
        text,
        z.looseObject({
          enabled: flag.optional(),
          modelConfig: optionalObject({
            model: text.optional(),
            generateContentConfig: optionalObject({
              temperature: number.optional(),
              topP: number.optional(),
              topK: number.optional(),
              maxOutputTokens: number.optional(),
              thinkingConfig: z.unknown().optional(),
            }),
          }),
          runConfig: optionalObject({ maxTurns: positive.optional(), maxTimeMinutes: positive.optional() }),
        }),
      )
      .optional(),
  }),
  skills: optionalObject({ enabled: flag.optional(), disabled: names.optional() }),
  extensions: optionalObject({ disabled: names.optional() }),
  experimental: optionalObject({ enableAgents: flag.optional() }),
  /** What only this action has. */
  sluice: optionalObject({
    maxBotRounds: z.preprocess(asNumber, z.int().nonnegative()).optional(),
    /** How often a workflow tries to fix one branch before CI was green there. */
    attempts: z.preprocess(asNumber, z.int().nonnegative()).optional(),
    progress: flag.optional(),
    /** Read by session/configure-run.ts. */
    offerCodes: flag.optional(),
    /** Read by session/configure-run.ts. */
    supersede: flag.optional(),
    /** Like the input of this name, which wins; or several commands. */
    verify: z.union([text, texts]).optional(),
    /** Read by proof/prove.ts. */
    proof: optionalObject({
      mode: z.enum(['report', 'draft', 'require', 'off']).optional(),
      minutes: z.preprocess(asNumber, z.number().positive().max(60)).optional(),
      rounds: z.preprocess(asNumber, z.int().min(0).max(3)).optional(),
      report: z.union([text, texts]).optional(),
      tests: z.union([text, texts]).optional(),
    }),
    /** Read by review/review-options.ts. */
    review: optionalObject({
      maxFindings: z.preprocess(asNumber, z.int().min(0).max(30)).optional(),
      minSeverity: z.enum(['critical', 'high', 'medium', 'low', 'nit']).optional(),
      dismissOwn: flag.optional(),
      /** Read by agent/place-instructions.ts. */
      instructions: z.array(z.object({ paths: z.array(text), text })).optional(),
      /** Read by review/second-look.ts. */
      secondLook: z.enum(['serious', 'off']).optional(),
      secondLookModel: text.optional(),
    }),
    /** Read by scale/plan-shards.ts. */
    scale: optionalObject({
      maxParallel: z.preprocess(asNumber, z.int().min(1).max(64)).optional(),
      shards: z.preprocess(asNumber, z.int().min(1).max(256)).optional(),
      jobMinutes: positive.optional(),
      modelRequestsPerMinute: positive.optional(),
      modelTokensPerMinute: positive.optional(),
      pullRequests: z.enum(['one', 'folder']).optional(),
    }),
    /** Read by delivery/deliver.ts. */
    report: optionalObject({
      title: text.optional(),
      labels: z.union([text, texts]).optional(),
      category: text.optional(),
    }),
    budget: optionalObject({ perThreadUsd: positive.optional(), perDayUsd: positive.optional() }),
  }),
  telemetry: optionalObject({
    enabled: flag.optional(),
    target: z.enum(['local', 'gcp']).optional(),
    otlpEndpoint: text.optional(),
    otlpProtocol: z.enum(['grpc', 'http']).optional(),
    logPrompts: flag.optional(),
    outfile: text.optional(),
    traces: flag.optional(),
    useCollector: flag.optional(),
    useCliAuth: flag.optional(),
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

const unwrapped = (type: unknown): unknown => (type instanceof z.ZodOptional ? type.unwrap() : type)

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
