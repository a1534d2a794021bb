import type { Outcome } from '../record/events.ts'
import { graver } from '../record/outcome.ts'
import type { Intent, Receipt } from './intent.ts'
import { code } from './markdown.ts'

/**
 * What a run had to say and GitHub does not show. `forbidden`: the token may not write some of it, and `needs` are the
 * permissions that would mend that; unless it was not accepted at all (`token`), or GitHub does not find what is to be
 * written to (`missing`), which it also says of what a token may not see. `failed`: GitHub did not take some of it.
 * `withheld`: the edited files were not committed, or no pull request was opened. `dry`: nothing was meant to be written. `nothing`: nothing else was written
 * either; `unheard`: nothing that somebody asked for; `locked`: and only because the conversation is closed.
 */
export type Unwritten =
  | { is: 'forbidden'; nothing: boolean; needs: readonly string[]; because: 'permission' | 'token' | 'missing' }
  | { is: 'failed'; nothing: boolean; unheard: boolean; locked: boolean }
  | { is: 'withheld'; what: 'commit' | 'pull request' }
  | { is: 'dry' }

const ON_THIS_MACHINE: readonly Intent['kind'][] = ['patch', 'summary']
/** By the way, or no more than a line beside a commit. */
const BESIDE: readonly Intent['kind'][] = ['resolve_fixed', 'check_run']

/** What is missing after these writes, the gravest first; undefined when all is there. `isTold`: where it is told there is something. */
export function unwrittenIn(receipts: readonly Receipt[], isTold = false): Unwritten | undefined {
  const writes = receipts.filter(({ intent }) => !ON_THIS_MACHINE.includes(intent.kind))
  const failed = writes.filter(({ state }) => state === 'failed')
  const asked = writes.filter(({ intent }) => !BESIDE.includes(intent.kind))
  const isPosted = ({ state }: Receipt) => state === 'posted'
  const nothing = !isTold && !writes.some(isPosted)
  const forbidden = failed.filter((receipt) => receipt.forbidden === true)
  if (forbidden.length > 0) {
    const needs = [...new Set(forbidden.flatMap(({ needs = [] }) => needs))]
    return { is: 'forbidden', nothing, needs, because: reasonOf(forbidden) }
  }
  if (failed.length > 0) {
    const missing = asked.filter(({ state }) => state === 'failed')
    const locked = missing.length > 0 && missing.every((receipt) => receipt.locked === true)
    return { is: 'failed', nothing, unheard: missing.length > 0 && !isTold && !asked.some(isPosted), locked }
  }
  const withheld = writes.filter((receipt) => receipt.withheld === true)
  if (withheld.length === 0) return undefined
  return { is: 'withheld', what: withheld.some(({ intent }) => intent.kind === 'commit') ? 'commit' : 'pull request' }
}

function reasonOf(forbidden: readonly Receipt[]): 'permission' | 'token' | 'missing' {
  if (forbidden.some(({ status }) => status === 401)) return 'token'
  return forbidden.every(({ status }) => status === 404) ? 'missing' : 'permission'
}

/**
 * What a run is called that could not write everything. Where the token is the reason, the workflow has to be mended; where
 * nothing arrived at all, nobody may take it for done. A locked conversation is somebody's will. Whoever did not run had
 * nothing to write.
 */
export function outcomeAfter(outcome: Outcome, unwritten: Unwritten | undefined): Outcome {
  if (outcome === 'noop' || outcome === 'refused') return outcome
  if (unwritten?.is === 'forbidden') return graver(outcome, 'config')
  if (unwritten?.is === 'failed' && unwritten.unheard && !unwritten.locked) return graver(outcome, 'internal')
  return outcome
}

/** The same in plain words, and the remedy. */
export function unwrittenInWords(unwritten: Unwritten): { words: string; remedy: string } {
  switch (unwritten.is) {
    case 'dry':
      return { words: 'Dry run: nothing was written to GitHub.', remedy: '' }
    case 'withheld':
      return { words: `Done, but ${WITHHELD[unwritten.what]}.`, remedy: 'The reason stands below.' }
    case 'failed': {
      const why = unwritten.locked ? ': the conversation is locked' : ''
      return { words: `${howMuch(unwritten)} could be written to GitHub${why}.`, remedy: 'What failed stands below.' }
    }
    case 'forbidden': {
      const why = REASONS[unwritten.because]
      return { words: `${howMuch(unwritten)} could be written to GitHub: ${why}.`, remedy: remedyFor(unwritten) }
    }
  }
}

const WITHHELD = { commit: 'the change was not committed', 'pull request': 'no pull request was opened' }

const howMuch = ({ nothing }: { nothing: boolean }) => (nothing ? 'Nothing' : 'Not everything')

const REASONS = {
  permission: 'the token lacks a permission',
  token: 'GitHub does not accept the token',
  missing: 'the issue or pull request is not there, or the token may not see it',
}

function remedyFor({ needs, because }: Extract<Unwritten, { is: 'forbidden' }>): string {
  if (because === 'token') return 'Check the input `github_token`; the token of an App is good for an hour.'
  if (needs.length === 0) return 'How to mend that stands below.'
  const all = needs.map(code)
  const list = [all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' and ')
  if (because === 'missing') return `Check the number; if it is right, add ${list} to the \`permissions\` of the job.`
  return `Add ${list} to the \`permissions\` of the job in the workflow, then run it again.`
}

/** The first that failed of those that decide, for the error of a run. */
export function whyUnwritten(unwritten: Unwritten, receipts: readonly Receipt[]): string {
  const { words, remedy } = unwrittenInWords(unwritten)
  const first = receipts.find(
    ({ state, forbidden }) => state === 'failed' && (unwritten.is !== 'forbidden' || forbidden),
  )
  const isWhole = unwritten.is === 'forbidden' && (unwritten.because === 'token' || unwritten.needs.length > 0)
  const told = isWhole ? remedy : ''
  const said = first?.why?.replace(/\. The job needs the permission .*$/, '') ?? ''
  return [words, told, said === '' ? '' : `(${said})`].filter(Boolean).join(' ')
}
