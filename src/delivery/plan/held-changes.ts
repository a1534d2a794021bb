import type { SafetyCheck } from '../../policy/checkers.ts'
import { decide, ruleRef } from '../../policy/rules/decide.ts'
import type { CallFacts, Mode, Rule } from '../../policy/rules/rule.ts'
import { DELIVER_FILE } from '../../policy/rules/tool-names.ts'
import type { CallRecord } from '../../record/events.ts'
import { type EditedFile, type HeldByRule, kindOfChange } from './patch.ts'

/** The rules of a run about what it delivers. `checkDelivery`: its checkers of paths. */
export type DeliveryRules = { rules: readonly Rule[]; mode: Mode; checkDelivery?: SafetyCheck }

/** Who changed a file: a file tool, a command or another program, or an MCP server. */
type ChangeWriter = 'tool' | 'command' | 'server'

/**
 * The changes, each with the rule that holds it back. The rules judge every path that was added, changed, renamed, deleted, linked or
 * given another mode, whoever did it, as the tool `deliver_file`. Where a run ended before its rules were loaded, each change is held.
 */
export async function withHeldChanges<Change extends EditedFile>(
  changes: readonly Change[],
  calls: readonly CallRecord[],
  rules: DeliveryRules | undefined,
): Promise<Change[]> {
  return Promise.all(
    changes.map(async (change) => {
      const heldBy = rules === undefined ? NOT_LOADED : await holdChange(change, calls, rules)
      return heldBy === undefined ? change : { ...change, heldBy }
    }),
  )
}

const NOT_LOADED: HeldByRule = { message: 'The run ended before its rules were loaded, so it delivers no file.' }

async function holdChange(
  change: EditedFile,
  calls: readonly CallRecord[],
  rules: DeliveryRules,
): Promise<HeldByRule | undefined> {
  const { path, previousPath = path, toolPath = path, byCommand } = change
  const edits = calls.filter(({ diff, state }) => diff?.path === toolPath && state === 'success')
  const isOfTool = byCommand !== true
  const writers: ChangeWriter[] = isOfTool ? ['tool'] : possibleWriters(calls)
  const agents = isOfTool && edits.length > 0 ? new Set(edits.map(({ agent }) => agent)) : [undefined]
  // A person allowed this very edit: no rule forbids it, and the path is not protected.
  const isAdmitted =
    isOfTool && edits.length > 0 && edits.every(({ rule, verdict }) => verdict === 'allow' && rule === undefined)
  for (const each of new Set([path, previousPath]))
    for (const writer of writers)
      for (const agent of agents) {
        const args = { file_path: each, change: kindOfChange(change), writer }
        const facts = {
          tool: DELIVER_FILE,
          args,
          annotations: ANNOTATIONS,
          mode: rules.mode,
          interactive: false,
          agent,
        }
        const heldBy = heldByRules(facts, rules, isAdmitted) ?? (await heldByChecker(facts, rules))
        if (heldBy !== undefined) return { ...heldBy, isQuiet: heldBy.isProtected === true && byCommand === true }
      }
  return undefined
}

/** As the edit tools declare themselves. */
const ANNOTATIONS = { destructiveHint: true }

/** Who may have changed a file that no file tool wrote. Every writer that took part in the run counts. */
function possibleWriters(calls: readonly CallRecord[]): ChangeWriter[] {
  const ran = calls.filter(({ verdict }) => verdict === 'allow')
  const isServer = ran.some(({ name }) => name.includes('__') && !name.startsWith('github__'))
  const isCommand = ran.some(({ name }) => name === 'run_shell_command' || name.startsWith('discovered_tool_'))
  return isServer && isCommand ? ['command', 'server'] : isServer ? ['server'] : ['command']
}

function heldByRules(facts: CallFacts, { rules }: DeliveryRules, isAdmitted: boolean): HeldByRule | undefined {
  const { verdict, rule, message } = decide(rules, facts, 'allow')
  if (verdict === 'allow' || (verdict === 'ask' && isAdmitted && rule?.match.paths === undefined)) return undefined
  const isProtected = rule?.match.paths !== undefined ? true : undefined
  return { message, rule: rule && ruleRef(rule), isProtected }
}

/** `allowed-path` looks at the file itself, which a command can replace after an edit. */
async function heldByChecker(facts: CallFacts, { checkDelivery }: DeliveryRules): Promise<HeldByRule | undefined> {
  const call = { ...facts, aliases: ['write_file', 'replace'] }
  const objection = await checkDelivery?.(call, () => [], new AbortController().signal)
  if (objection === undefined) return undefined
  const { file, line, tier, priority, checker } = objection.rule
  return {
    message: `The safety checker ${checker.name} refuses it: ${objection.reason}`,
    rule: { file, line, tier, priority, verdict: 'deny' },
    isChecker: true,
  }
}
