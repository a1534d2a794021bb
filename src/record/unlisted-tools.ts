import type { CallRecord, RunEvent } from './events.ts'

/**
 * The entries of `tools.allowed` that would allow the denied edits and commands of a run whose workflow sets the task but names no
 * tools: workflows of run-gemini-cli rely on `--yolo`, which allows everything. Empty for every other run, and when all such tools
 * worked in the end.
 */
export function unlistedTools(events: readonly RunEvent[]): string[] {
  if (!namesNoTools(events)) return []
  const calls = events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
  return [...new Set(calls.filter(isDeniedByDefault).map(settingsEntry))]
}

/** Whether neither settings nor policies of the workflow and the repository say which tools are allowed. */
function namesNoTools(events: readonly RunEvent[]): boolean {
  const snapshot = events.find((event) => event.type === 'run_snapshot')
  if (snapshot === undefined || snapshot.mode !== 'default' || (snapshot.inputs.prompt ?? '') === '') return false
  const { core, allowed } = (snapshot.settings.tools ?? {}) as Record<string, unknown> // recorded from checked settings
  return (
    core === undefined &&
    allowed === undefined &&
    snapshot.policies.every(({ tier, file }) => tier === 'default' && !file.includes('profiles/'))
  )
}

const TOOLS: ReadonlySet<string> = new Set(['write_file', 'replace', 'run_shell_command'])

const isDeniedByDefault = ({ name, verdict, rule, state }: CallRecord): boolean =>
  TOOLS.has(name) && state !== 'success' && verdict === 'deny' && (rule === undefined || rule.tier === 'default')

/** Programs whose subcommand says what they do. */
const WITH_SUBCOMMAND = /^(?:git|gh|npm|pnpm|yarn|cargo|go|docker|kubectl|uv|pip|bundle|dotnet)$/

function settingsEntry({ name, args }: CallRecord): string {
  if (name !== 'run_shell_command') return name
  const [program = '', subcommand = ''] = String(args.command ?? '')
    .trim()
    .split(/\s+/)
  if (!/^[\w./-]+$/.test(program)) return name
  const words = WITH_SUBCOMMAND.test(program) && /^[a-z][\w-]*$/.test(subcommand) ? [program, subcommand] : [program]
  return `${name}(${words.join(' ')})`
}
