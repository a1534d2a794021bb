import type { ProofRecord, ProofSide, ProvenCommand } from '../record/events.ts'
import { formatDuration } from '../text/format-text.ts'
import { detailsBlock, ellipsize, escapedLine, inlineCode, pluralize, truncateAtLine } from '../text/write-markdown.ts'

/** How much of what worked a command shows to be broken: its tests, or the command itself, which also fails for other reasons. */
export const brokenCount = ({ after, before, tests }: ProvenCommand): number =>
  Math.max(tests?.broken.length ?? 0, after.state === 'failed' && before.state === 'passed' ? 1 : 0)

/** Whether it ran and ended in a way that can be compared. */
export const hasResult = ({ state }: ProofSide): boolean => state !== 'not run' && state !== 'no result'

/** Whether a change breaks something that worked. */
export const isBroken = ({ commands }: ProofRecord): boolean => commands.some((command) => brokenCount(command) > 0)

/** Whether something failed without the change and passes with it. */
export const isFixShown = ({ commands, alters, isTestsOnly }: ProofRecord): boolean =>
  alters.length === 0 &&
  isTestsOnly !== true &&
  commands.some(({ after, before, altered, tests }) =>
    tests === undefined
      ? after.state === 'passed' && before.state === 'failed' && altered?.state !== 'passed'
      : tests.fixed.length + tests.newFailing.length > 0,
  )

/** Why `require` delivers nothing; undefined when it delivers. `request`: that of a person with write permission. */
export function requireProblem(proof: ProofRecord, request: string): string | undefined {
  if (proof.mode !== 'require') return undefined
  if (isBroken(proof)) return brokenText(proof)
  const words = request.split(/[\s`'",;()[\]<>*]+/).map((word) => word.replace(/^\.\/|[.:!?]+$/g, ''))
  const isUnnamed = ({ path }: { path: string }) => !words.includes(path)
  const [altered] = proof.alters.filter((path) => isUnnamed({ path }))
  if (altered !== undefined) return `the change alters how it is tested: ${code(altered)}`
  const [weak] = proof.weakened.filter(isUnnamed)
  if (weak !== undefined) return `${placeOf(weak)} looks weakened`
  return proof.isFix && !isFixShown(proof)
    ? 'no test or command that failed without the change is seen to pass with it'
    : undefined
}

function brokenText({ commands }: ProofRecord): string {
  const count = commands.reduce((sum, { tests }) => sum + (tests?.broken.length ?? 0), 0)
  if (count > 0) return `${pluralize(count, 'test')} that passed before ${count === 1 ? 'fails' : 'fail'}`
  const broken = commands.find(({ after, before }) => after.state === 'failed' && before.state === 'passed')
  return broken === undefined ? '' : brokenSentence(broken)
}

function brokenSentence({ command, after, before: { seconds } }: ProvenCommand): string {
  const lackText = after.reason === undefined ? '' : `; ${reasonOf(after)}`
  // It was stopped, which is not the same as a failure of its own.
  return seconds === undefined
    ? `${code(command)} passes without the change and fails with it${lackText}`
    : `${code(command)} passes without the change in ${formatDuration(seconds * 1000)}, and not with it: ${reasonOf(after)}`
}

const code = (text: string) => inlineCode(ellipsize(text, 120))

const placeOf = ({ path, line }: { path: string; line: number }) => code(line === 0 ? path : `${path}:${line}`)

/**
 * What people read of a proof. `withheld`: why nothing is delivered. `moved`: how the commit came to another tree. `branchProof`: the same
 * for the branch that the model proposed beside a change of the checkout.
 */
export type ShownProof = { record: ProofRecord; withheld?: string; moved?: string; branchProof?: ShownProof }

/** The proof of what is delivered from the checkout, or of the branch that the model proposed. */
export function proofPart(seenProof: ShownProof | undefined, isBranch: boolean): ShownProof | undefined {
  if (seenProof === undefined) return undefined
  const { branchProof, ...own } = seenProof
  return (own.record.branch !== undefined) === isBranch ? own : isBranch ? branchProof : undefined
}

/** Whether a part of the change becomes a draft. */
export const breaksInDraftMode = (part: ShownProof | undefined): boolean =>
  part !== undefined && part.record.mode === 'draft' && isBroken(part.record)

/** The same proof with another text for each part. */
export const withProofParts = (
  { branchProof, ...first }: ShownProof,
  change: (part: ShownProof) => ShownProof,
): ShownProof => ({ ...change(first), branchProof: branchProof && change(branchProof) })

/** What the action saw of the change, in a sentence for each command. */
export function proofHeadline(seenProof: ShownProof | undefined): string {
  if (seenProof === undefined) return ''
  const { branchProof, ...own } = seenProof
  return branchProof === undefined
    ? `**${partHeadline(own)}**`
    : `**Checkout: ${partHeadline(own)} ${branchTitle(branchProof)}: ${partHeadline(branchProof)}**`
}

const branchTitle = ({ record }: ShownProof) => `Branch ${code(record.branch ?? '')}`

function partHeadline({ record: proof, withheld, moved }: ShownProof): string {
  if (withheld !== undefined) return `Not delivered: ${withheld}.`
  const [altered, ...others] = proof.alters
  const more = others.length === 0 ? '' : ` and ${pluralize(others.length, 'more file', 'more files')}`
  const lines = [
    ...(altered === undefined ? [] : [`The change alters how it is tested: ${code(altered)}${more}.`]),
    ...proof.commands.flatMap((command) =>
      altered === undefined
        ? [sentenceFor(command, proof)]
        : command.before.seconds !== undefined || command.after.state === 'no result'
          ? [`${code(command.command)} gave no result with the change: ${reasonOf(command.after)}.`]
          : command.after.state === 'failed'
            ? [`${code(command.command)} fails with the change.`]
            : [],
    ),
  ]
  if (proof.isTestsOnly === true && altered === undefined) lines.push('The change is of tests only.')
  if (moved !== undefined) lines.push(seenText(proof, moved))
  return lines.join(' ')
}

/** One sentence about one command. Says of each side only what ran there. */
function sentenceFor(proven: ProvenCommand, proof: ProofRecord): string {
  const { after, before, tests } = proven
  const command = code(proven.command)
  if (after.state === 'not run') return `${command} was not run: ${reasonOf(after)}.`
  if (after.state === 'no result')
    return `${command} gave no result with the change: ${reasonOf(after)}${withoutText(before)}.`
  const lost = proof.weakened.filter(({ line }) => line === 0).length
  if (tests !== undefined) return testsSentence(command, proven, tests, lost)
  if (after.state === 'unstable') return `${command} failed once and passed once with the change.`
  const word = after.state === 'passed' ? 'passes' : 'fails'
  // What its reports lack.
  const lackText = after.reason === undefined ? '' : `; ${reasonOf(after)}`
  const news = newsText(proven, proof)
  if (before.state === 'not run')
    return `${command} ${word} with the change${lackText}; not compared: ${reasonOf(before)}.${news}`
  if (before.state === 'no result') return `${command} ${word} with the change${lackText}${withoutText(before)}.${news}`
  if (before.state === 'unstable')
    return `${command} ${word} with the change${lackText}; without it, it failed once and passed once.`
  if (after.state === before.state) {
    if (after.state === 'failed')
      return `${command} fails with and without the change${lackText}; what fails was not compared.`
    return `${command} passes with and without the change.${news}`
  }
  return after.state === 'passed'
    ? `${command} fails without the change and passes with it.${news}`
    : `${brokenSentence(proven)}.`
}

/** What is seen without the change, where the two sides cannot be compared. */
const withoutText = (before: ProofSide): string =>
  before.state === 'not run'
    ? ''
    : `; without it, ${before.state === 'no result' ? `it gave none: ${reasonOf(before)}` : WITHOUT[before.state]}`

const WITHOUT = { passed: 'it passes', failed: 'it fails', unstable: 'it failed once and passed once' } as const

/** What its exit code says of the new and changed tests on the old code. They may fail there because they do not compile. */
function newsText({ after, before, altered }: ProvenCommand, { isFix }: ProofRecord): string {
  const start = ' With the new and changed tests on the old code, it'
  if (!isFix || after.state !== 'passed' || altered === undefined) return ''
  if (altered.state === 'passed') return `${start} passes too.`
  return altered.state === 'failed' && before.state !== 'failed' ? `${start} fails.` : ''
}

function testsSentence(
  command: string,
  { after, before }: ProvenCommand,
  tests: NonNullable<ProvenCommand['tests']>,
  lost: number,
): string {
  const { fixed, broken, failing, newFailing, newPassing, newUnknown, unstable, unchanged } = tests
  const are = (count: number, one: string, many: string) => (count === 1 ? one : many)
  const passesWithout = before.state === 'passed' ? ' and passes without it' : ''
  const evident = fixed.length + newFailing.length
  const parts = [
    evident === 0
      ? ''
      : `${pluralize(evident, 'test')} that failed without the change ${are(evident, 'passes', 'pass')} with it`,
    broken.length === 0
      ? evident === 0
        ? unchanged === 0
          ? ''
          : `${pluralize(unchanged, 'test')} ${are(unchanged, 'passes', 'pass')} with and without the change`
        : 'none that passed before fails'
      : `${pluralize(broken.length, 'test')} that passed before ${are(broken.length, 'fails', 'fail')}`,
    failing.length === 0
      ? ''
      : `${failing.length} ${are(failing.length, 'fails', 'fail')} with the change and did not pass before`,
    newPassing.length === 0
      ? ''
      : `${pluralize(newPassing.length, 'new test')} ${are(newPassing.length, 'passes', 'pass')} without it too`,
    newUnknown.length === 0 ? '' : `${newUnknown.length} could not run without it`,
    unstable.length === 0 ? '' : `${unstable.length} ${are(unstable.length, 'is', 'are')} unstable`,
    lost === 0 ? '' : `${lost} that passed before no longer ${are(lost, 'runs', 'run')}`,
    evident === 0 && after.state === 'passed' && before.state === 'failed'
      ? 'the command itself fails without the change and passes with it'
      : '',
    after.reason === undefined ? '' : `${reasonOf(after)}, so it fails with the change${passesWithout}`,
    // Something else than a test fails it, such as a linter or a threshold.
    after.state === 'failed' && after.reason === undefined && broken.length + failing.length === 0
      ? `the command itself fails with the change${passesWithout}`
      : '',
  ]
  return `${command}: ${parts.filter(Boolean).join('; ') || 'no test ran with and without the change'}.`
}

/** Why nothing is said of a command that passes: only with the changed files that decide how it is tested. */
export const ALTERED = 'the change alters how it is tested'

/** Reasons name paths of the checkout. */
const reasonOf = ({ reason = 'unknown' }: ProofSide) => escapedLine(reason, 300)

const MAX_SHOWN = 20

const TITLES = {
  fixed: 'Failed without the change, pass with it',
  broken: 'Passed before, fail with the change',
  failing: 'Fail with the change, and did not pass before',
  newFailing: 'New or changed, and fail on the old code',
  newPassing: 'New, and pass without the change too',
  newUnknown: 'New, and could not run without the change',
  unstable: 'Unstable: failed once and passed once',
} as const

/** The headline on a line of plain text. */
export const proofLine = (seenProof: ShownProof | undefined): string => proofHeadline(seenProof).slice(2, -2)

/** On which tree the commands ran, and how the commit came to another one. */
function seenText({ tree = '', base, isMixed, branch }: ProofRecord, moved: string | undefined): string {
  const seen = `Seen on tree \`${tree.slice(0, 12)}\``
  if (moved !== undefined) return `${seen}${escapedLine(moved, 300)}.`
  const mixed = isMixed === true ? ' and changes of earlier steps' : ''
  return `${seen}${base === undefined ? '' : `: commit \`${base.slice(0, 12)}\` with ${branch === undefined ? 'this change' : `the files of ${code(branch)}`}${mixed}`}.`
}

/** The section *Proof*: commands, both sides, tests by name, what alters the testing and what looks weaker. */
export function proofSection(seenProof: ShownProof | undefined, room = MAX_CHARACTERS): string {
  if (seenProof === undefined) return ''
  const { branchProof, ...own } = seenProof
  const body =
    branchProof === undefined
      ? partSection(own)
      : `Checkout:\n\n${partSection(own)}\n\n${branchTitle(branchProof)}:\n\n${partSection(branchProof)}`
  return detailsBlock('Proof', truncateAtLine(body, Math.min(MAX_CHARACTERS, room)))
}

function partSection(seenProof: ShownProof): string {
  const { commands, alters, oldFiles, weakened, tree, rounds } = seenProof.record
  const hasRun = commands.some(({ after, before }) => after.state !== 'not run' || before.state !== 'not run')
  const seenOn = tree === undefined || !hasRun ? '' : seenText(seenProof.record, seenProof.moved)
  const side = ({ state, reason }: ProofSide) =>
    reason === undefined ? state : `${reason === ALTERED ? 'not compared' : state} (${reasonOf({ state, reason })})`
  const sides = ({ after, before, altered }: ProvenCommand) =>
    after.state === 'not run' && before.state === 'not run'
      ? side(after)
      : `${side(after)} with the change, ${side(before)} without it${altered === undefined ? '' : `, ${side(altered)} with the new and changed tests on the old code`}`
  const lines = commands.flatMap((each) => [
    `- ${code(each.command)}: ${sides(each)}`,
    ...Object.entries(TITLES).flatMap(([name, title]) => {
      const names = each.tests?.[name as keyof typeof TITLES] ?? [] // a key of TITLES
      const more = names.length > MAX_SHOWN ? `, and ${names.length - MAX_SHOWN} more` : ''
      return names.length === 0 ? [] : [`  - ${title}: ${names.slice(0, MAX_SHOWN).map(code).join(', ')}${more}`]
    }),
  ])
  const files = (paths: readonly string[]) => paths.slice(0, MAX_SHOWN).map(code).join(', ')
  return [
    seenOn,
    rounds === undefined ? '' : roundsText(rounds),
    lines.join('\n'),
    oldFiles.length === 0 ? '' : `Tested with these files as they were before the change: ${files(oldFiles)}.`,
    alters.length === 0 ? '' : `The change alters how it is tested: ${files(alters)}.`,
    weakened
      .slice(0, MAX_SHOWN)
      .map((each) => `- ${placeOf(each)} looks weakened: it ${each.fault}.`)
      .join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function roundsText({ count, choice }: NonNullable<ProofRecord['rounds']>): string {
  const sent = `Sluice sent the change back to the model ${['', 'once', 'twice'][count] ?? `${count} times`}.`
  if (choice === count) return `${sent} This is the change after that.`
  return `${sent} What came back was no better, so this is the ${choice === 0 ? 'first change' : `change after round ${choice}`}.`
}

const MAX_CHARACTERS = 8000

/** The body of a pull request whose proof was written before its commit. */
export const withSeenTree = (body: string, before: ShownProof | undefined, after: ShownProof | undefined): string =>
  body
    .replace(proofHeadline(before), () => proofHeadline(after))
    .replace(proofSection(before), () => proofSection(after))

/** Text of the model may look like a section; ours comes after it. */
const sectionStart = (body: string): number => body.lastIndexOf(detailsBlock('Proof', '\n').split('\n\n', 1)[0] ?? '')

export const hasProof = (body: string): boolean => sectionStart(body) >= 0

/** The body of a pull request with headline and section of a newer one. What it lacks stays away. */
export function withNewProof(body: string, newer: string): string {
  const [old, recent] = [body, newer].map((text) => {
    const start = sectionStart(text)
    const end = text.indexOf(SECTION_END, start)
    return { headline: HEADLINE.exec(text)?.[1], section: start < 0 || end < 0 ? undefined : text.slice(start, end) }
  })
  if (old?.section === undefined || recent?.section === undefined) return body
  const start = sectionStart(body)
  const text = `${body.slice(0, start)}${recent.section}${body.slice(start + old.section.length)}`
  const { headline = '' } = recent
  return old.headline === undefined || headline === '' ? text : text.replace(old.headline, () => headline)
}

const SECTION_END = '\n</details>'

/** The first line after marks. */
const HEADLINE = /^(?:<!--.*-->\n)*(\*\*.+\*\*)(?:\n|$)/

/** The output `proof`. */
export function proofOutput(seenProof: ShownProof | undefined, max: number): string {
  if (seenProof === undefined) return ''
  const outputOf = (change: (record: ProofRecord) => ProofRecord) => {
    const { branchProof, ...own } = seenProof
    const other = branchProof && { headline: proofLine(branchProof), ...change(branchProof.record) }
    return JSON.stringify({ headline: proofLine(seenProof), ...change(own.record), branchProof: other })
  }
  const text = outputOf((record) => record)
  if (text.length <= max) return text
  const withoutTests = ({ tests: _, ...command }: ProvenCommand) => command
  return outputOf((record) => ({ ...record, commands: record.commands.map(withoutTests), weakened: [] }))
}
