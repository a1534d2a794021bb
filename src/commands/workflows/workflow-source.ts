import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { mapOf, mapText, type WorkflowMap } from '../../config/workflow/workflow-file.ts'

/** Where something is in a workflow: keys and positions in lists. */
export type YamlPath = readonly (string | number)[]

export type StepSource = { step: WorkflowMap; index: number; path: YamlPath }
export type JobSource = { id: string; job: WorkflowMap; path: YamlPath; steps: readonly StepSource[] }

/** A workflow file with the positions of everything in it. */
export type WorkflowSource = {
  file: string
  text: string
  document: Document.Parsed
  workflow: WorkflowMap
  /** Each event of `on` with its options. */
  events: ReadonlyMap<string, WorkflowMap>
  jobs: readonly JobSource[]
  /** The line of a key or list item; of the deepest part of the path that exists. Counts from 1. */
  lineOf(path: YamlPath): number
  /** The line of a text inside a value: `inner` counts from 1. */
  lineInside(path: YamlPath, inner: number): number
  nodeAt(path: YamlPath): Node | undefined
  /** Where the pair or list item begins in the text, and the column of its first character (from 0). */
  startOf(path: YamlPath): { offset: number; column: number }
}

export type ParsedWorkflow =
  | { ok: true; source: WorkflowSource }
  | { ok: false; line: number; column: number; reason: string }

/** Parses a workflow file. Fails for text that is not YAML, or not a map with jobs. */
export function parseWorkflow(file: string, text: string): ParsedWorkflow {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, keepSourceTokens: true })
  const [error] = document.errors
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0])
    return {
      ok: false,
      line,
      column: col,
      reason: `is not YAML: ${error.message.split('\n')[0]?.replace(/ at line.*/, '')}`,
    }
  }
  const workflow = mapOf(document.toJS({ maxAliasCount: 100 }))
  if (Object.keys(mapOf(workflow.jobs)).length === 0)
    return { ok: false, line: 1, column: 1, reason: 'is not a workflow: it has no jobs' }
  const locate = (path: YamlPath) => locateNode(document, path)
  const source: WorkflowSource = {
    file,
    text,
    document,
    workflow,
    events: eventsOf(workflow),
    jobs: jobsOf(workflow),
    lineOf: (path) => lines.linePos(locate(path).start).line,
    lineInside(path, inner) {
      const { node, start } = locate(path)
      const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')
      return lines.linePos(isBlock ? (node.range?.[0] ?? start) : start).line + (isBlock ? inner : 0)
    },
    nodeAt: (path) => {
      const { node, isWhole } = locate(path)
      return isWhole ? node : undefined
    },
    startOf(path) {
      const { start } = locate(path)
      return { offset: start, column: lines.linePos(start).col - 1 }
    },
  }
  return { ok: true, source }
}

/** `on` may be a name, a list of names or a map. YAML 1.1 readers call the key `true`. */
function eventsOf(workflow: WorkflowMap): ReadonlyMap<string, WorkflowMap> {
  const events = workflow.on ?? workflow.true
  if (typeof events === 'string') return new Map([[events, {}]])
  if (Array.isArray(events)) return new Map(events.map((name) => [String(name), {}]))
  return new Map(Object.entries(mapOf(events)).map(([name, options]) => [name, mapOf(options)]))
}

const jobsOf = (workflow: WorkflowMap): JobSource[] =>
  Object.entries(mapOf(workflow.jobs)).map(([id, value]) => {
    const job = mapOf(value)
    const steps = (Array.isArray(job.steps) ? job.steps : []).map((step, index) => ({
      step: mapOf(step),
      index,
      path: ['jobs', id, 'steps', index],
    }))
    return { id, job, path: ['jobs', id], steps }
  })

function locateNode(
  document: Document.Parsed,
  path: YamlPath,
): { node: Node | undefined; start: number; isWhole: boolean } {
  let node: Node | undefined = document.contents ?? undefined
  let start = 0
  for (const key of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && String(each.key.value) === String(key))
      if (pair === undefined) return { node, start, isWhole: false }
      start = isScalar(pair.key) ? (pair.key.range?.[0] ?? start) : start
      node = pair.value as Node | undefined // the parser makes nodes only
    } else if (isSeq(node)) {
      const item = node.items[Number(key)] as Node | undefined // the parser makes nodes only
      if (item === undefined) return { node, start, isWhole: false }
      node = item
      start = item.range?.[0] ?? start
    } else return { node, start, isWhole: false }
  }
  return { node, start, isWhole: true }
}

const AGENTS = {
  'google-github-actions/run-gemini-cli': 'gemini',
  'google-gemini/gemini-cli-action': 'gemini',
  'anthropics/claude-code-action': 'claude',
  'anthropics/claude-code-base-action': 'claude',
  'openai/codex-action': 'codex',
} as const satisfies Record<string, string>

export type AgentAction = 'sluice' | (typeof AGENTS)[keyof typeof AGENTS]

/** Which agent a step starts, by the name in `uses`. */
export function agentOf(step: WorkflowMap): AgentAction | undefined {
  const name = mapText(step, 'uses').split('@')[0]?.toLowerCase() ?? ''
  if (/^[^/.][^/]*\/sluice(?:-action)?$/.test(name)) return 'sluice'
  // The action in its own repository.
  if (/^\.\/?$/.test(name) && 'gemini_api_key' in mapOf(step.with)) return 'sluice'
  return Object.entries(AGENTS).find(([action]) => action === name)?.[1]
}

/** The file name of a reusable workflow of Sluice that a job calls. */
export const reusableWorkflowOf = (uses: string): string | undefined =>
  /^[^/.][^/]*\/sluice\/\.github\/workflows\/([^/@]+)/.exec(uses)?.[1]

export const agentSteps = ({ steps }: JobSource): StepSource[] =>
  steps.filter(({ step }) => agentOf(step) !== undefined)
