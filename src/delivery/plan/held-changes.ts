import type { GitPlace } from '../../platform/snapshot/restore-files.ts'
import type { SafetyCheck } from '../../policy/checkers.ts'
import { protectedPathsOf } from '../../policy/protected-paths.ts'
import { decide, ruleRef } from '../../policy/rules/decide.ts'
import type { CallFacts, Mode, Rule } from '../../policy/rules/rule.ts'
import { DELIVER_FILE } from '../../policy/rules/tool-names.ts'
import type { CallRecord } from '../../record/events.ts'
import { describeHeld, type EditedFile, gitBlobId, type HeldByRule, kindOfChange } from './patch.ts'

/** The rules of a run about what it delivers. `checkDelivery`: its checkers of paths. `hooks`: present if the run has programs that no call names. */
export type DeliveryRules = { rules: readonly Rule[]; mode: Mode; checkDelivery?: SafetyCheck; hooks?: object }

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
  const judgedChanges = await Promise.all(
    changes.map(async (change) => {
      const heldBy = rules === undefined ? NOT_LOADED : await holdChange(change, calls, rules)
      return heldBy === undefined ? change : { ...change, heldBy }
    }),
  )
  return withReplaced(judgedChanges)
}

/** A file or link in the place of a folder with a held file, or below the path of one, cannot be there together with that file. */
function withReplaced<Change extends EditedFile>(changes: readonly Change[]): Change[] {
  const heldPaths = changes.flatMap(({ path, previousPath = path, heldBy }): [string, HeldByRule][] =>
    heldBy === undefined ? [] : [path, previousPath].map((each) => [each, heldBy]),
  )
  const isBelow = (path: string, folder: string) => path.startsWith(`${folder}/`)
  return changes.map((change) => {
    if (change.heldBy !== undefined) return change
    const other = heldPaths.find(([path]) => isBelow(path, change.path) || isBelow(change.path, path))
    return other === undefined ? change : { ...change, heldBy: other[1] }
  })
}

/** `reason`: what holds its files back. */
type HeldPlace = GitPlace & { reason: string }

/**
 * The places in `.git` with files that the rules hold back, and no other files. What a place shares with a file of the working tree that
 * may be delivered was judged there.
 */
export async function heldPlaces(
  places: readonly GitPlace[],
  judgedChanges: readonly EditedFile[],
  calls: readonly CallRecord[],
  rules: DeliveryRules | undefined,
): Promise<HeldPlace[]> {
  const admitted = new Map<string, string>()
  const unsafe = new Map(judgedChanges.map(({ path, obstacle, isUnsafe }) => [path, { obstacle, isUnsafe }]))
  for (const { heldBy, path, previousPath = path, after } of judgedChanges) {
    if (heldBy !== undefined) continue
    admitted.set(previousPath, '')
    admitted.set(path, after === null ? '' : gitBlobId(after))
  }
  const judge = async ({ name, before, files }: GitPlace): Promise<HeldPlace[]> => {
    if (files === undefined) return [{ name, before, reason: 'what the run put there is not known' }]
    const others = files.filter(({ path, blob }) => admitted.get(path) !== blob)
    const changes = others.map(({ path, kind, mode }): EditedFile => {
      return { ...NO_CONTENT, path, kind, mode, ...unsafe.get(path) }
    })
    const held = (await withHeldChanges(changes, calls, rules)).filter(({ heldBy }) => heldBy !== undefined)
    const paths = new Set(held.map(({ path }) => path))
    if (paths.size === 0) return []
    return [{ name, before, files: files.filter(({ path }) => paths.has(path)), reason: describeHeld(held) }]
  }
  return (await Promise.all(places.map(judge))).flat()
}

const NO_CONTENT = { before: null, after: null, byCommand: true } as const

const NOT_LOADED: HeldByRule = { message: 'The run ended before its rules were loaded, so it delivers no file.' }

async function holdChange(
  change: EditedFile,
  calls: readonly CallRecord[],
  rules: DeliveryRules,
): Promise<HeldByRule | undefined> {
  const { path, previousPath = path, toolPath = path, byCommand, obstacle, isUnsafe } = change
  if (obstacle !== undefined && isUnsafe === true) return { message: `It ${obstacle}.`, isFinal: true }
  const edits = calls.filter(({ diff, state }) => diff?.path === toolPath && state === 'success')
  const isOfTool = byCommand !== true
  const writers: ChangeWriter[] = isOfTool ? ['tool'] : possibleWriters(calls, rules)
  const agents = isOfTool && edits.length > 0 ? new Set(edits.map(({ agent }) => agent)) : [undefined]
  // A person allowed this very edit: no rule forbids it, and the path is not protected.
  const isAdmitted =
    isOfTool && edits.length > 0 && edits.every(({ rule, verdict }) => verdict === 'allow' && rule === undefined)
  // CLAUDE.md can be a link to docs/for-agents.md. A path that is protected itself has rules of its own.
  const linked = protectedPathsOf(rules.rules).has(path) ? [] : (change.linkNames ?? [])
  for (const each of new Set([path, previousPath, ...linked]))
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
        if (heldBy !== undefined)
          return {
            ...heldBy,
            isQuiet: heldBy.isProtected === true && byCommand === true,
            linkName: linked.includes(each) ? each : undefined,
          }
      }
  return undefined
}

/** As the edit tools declare themselves. */
const ANNOTATIONS = { destructiveHint: true }

/** Who may have changed a file that no file tool wrote. Every writer that took part in the run counts. */
function possibleWriters(calls: readonly CallRecord[], { hooks }: DeliveryRules): ChangeWriter[] {
  const ran = calls.filter(({ verdict }) => verdict === 'allow')
  const isServer = ran.some(({ name }) => name.includes('__') && !name.startsWith('github__'))
  const isCommand =
    hooks !== undefined || ran.some(({ name }) => name === 'run_shell_command' || name.startsWith('discovered_tool_'))
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
    isFinal: true,
  }
}
