import { expect, test } from 'vitest'
import { openProposalStore } from '../../src/github-tools/proposal.ts'
import {
  answerRepetition,
  findingFix,
  nextState,
  type ProposedFinding,
  placeFinding,
  regressedMark,
} from '../../src/review/earlier-findings.ts'
import type { FindingState } from '../../src/review/finding.ts'
import { sample } from '../sample.ts'
import { commentOf, deletedFinding, type History, type Named, openHistory, recorded } from './history-fixture.ts'

type Again = [path: string, start: string, count: number, category: string]

/** `model`: what the model proposes again and which fixes it verified. `states`: all others are open. `posts`: new findings. */
type Scripted = {
  name: string
  people?: (history: History) => unknown
  change?: (history: History) => void
  again?: Again[]
  sameAs?: Named | 'none'
  verified?: Named[]
  states?: Partial<Record<Named, FindingState>>
  fixes?: Named[]
  reopens?: Named[]
  posts?: number
}

const PATH = 'src/cart.ts'
const LOOP: Again = [PATH, 'for (let i = 0', 1, 'correctness']
const GOLD: Again = [PATH, 'if (user.level', 1, 'correctness']
const INSERT: Again = [PATH, `const query = 'INSERT`, 2, 'security']
const SELECT: Again = [PATH, `const query = 'SELECT`, 2, 'security']
const ALL_MOVED = { loop: 'moved', gold: 'moved', insert: 'moved', select: 'moved' } as const

const fixLoop = ({ edit }: History) => edit(PATH, 'i <= items.length', 'i < items.length')
const fixInsert = ({ edit }: History) =>
  edit(
    PATH,
    `const query = 'INSERT INTO carts VALUES (' + cart.id + ')'\n  await db.run(query)`,
    `await db.run('INSERT INTO carts VALUES (?)', [cart.id])`,
  )
const intro = ({ edit }: History) => edit(PATH, 'export function total', '/** The sum. */\nexport function total')
const person =
  (name: Named, body: string, author = 'wendy') =>
  (history: History) =>
    void history.findings.get(name)?.thread.comments.push(commentOf(author, body))
const resolve =
  (name: Named, by: string | undefined = 'wendy') =>
  (history: History) => {
    const finding = history.findings.get(name)
    if (finding !== undefined) Object.assign(finding.thread, { isResolved: true, resolvedBy: by })
  }
const deleted = (name: Named) => async (history: History) => {
  const finding = history.findings.get(name)
  if (finding !== undefined) history.findings.set(name, await deletedFinding(finding))
}
const wasFixed = (name: Named) => (history: History) => {
  history.findings.get(name)?.thread.comments.push(recorded('fixed'))
  resolve(name)(history)
}
const both =
  (...steps: ((history: History) => unknown)[]) =>
  async (history: History) => {
    for (const step of steps) await step(history)
  }
const commitAll = ({ commit }: History) => commit()
const moveBase = ({ git, write, commit }: History) => {
  git('checkout', '-q', 'main')
  write('src/other.ts', 'export const other = 1\n')
  commit('other')
  git('checkout', '-q', 'topic')
}
const rebase = (history: History) => {
  moveBase(history)
  history.git('rebase', '-q', 'main')
}
const amend = ({ git }: History) => git('commit', '-q', '--amend', '--allow-empty', '-m', 'again')
const squash = ({ git, commit }: History) => {
  git('reset', '-q', '--soft', 'main')
  commit('squashed')
}
const rename = ({ move }: History) => move(PATH, 'src/basket.ts')
const moveFunction = ({ edit, write }: History) => {
  const body = `export async function load(id) {\n  const query = 'SELECT * FROM carts WHERE id = ' + id\n  return db.get(query)\n}\n`
  edit(PATH, body, '')
  write('src/load.ts', body)
}

const HISTORIES: Scripted[] = [
  { name: 'nothing changed', change: commitAll },
  { name: 'nothing changed, all proposed again', change: commitAll, again: [LOOP, GOLD, INSERT, SELECT] },
  {
    name: 'fixed and verified',
    change: both(fixLoop, commitAll),
    verified: ['loop'],
    states: { loop: 'fixed' },
    fixes: ['loop'],
  },
  { name: 'fixed, not verified', change: both(fixLoop, commitAll) },
  {
    name: 'two fixed and verified',
    change: both(fixLoop, fixInsert, commitAll),
    verified: ['loop', 'insert'],
    states: { loop: 'fixed', insert: 'fixed', select: 'moved' },
    fixes: ['loop', 'insert'],
  },
  {
    name: 'fixed by a guard above',
    change: both(
      ({ edit }) => edit(PATH, "  const query = 'SELECT", "  check(id)\n  const query = 'SELECT"),
      commitAll,
    ),
    verified: ['select'],
    states: { select: 'fixed' },
    fixes: ['select'],
  },
  { name: 'verified without a change of the code', change: commitAll, verified: ['loop', 'gold'] },
  {
    name: 'half fixed, proposed again',
    change: both(({ edit }) => edit(PATH, `' + cart.id + ')'`, `' + String(cart.id) + ')'`), commitAll),
    again: [INSERT],
  },
  {
    name: 'half fixed, proposed again and verified at once',
    change: both(({ edit }) => edit(PATH, `' + cart.id + ')'`, `' + String(cart.id) + ')'`), commitAll),
    again: [INSERT],
    verified: ['insert'],
  },
  {
    name: 'half fixed, not mentioned',
    change: both(({ edit }) => edit(PATH, 'await db.run(query)', 'return db.run(query)'), commitAll),
  },
  { name: 'moved down', change: both(intro, commitAll), states: ALL_MOVED },
  { name: 'moved down, proposed again', change: both(intro, commitAll), again: [LOOP, SELECT], states: ALL_MOVED },
  {
    name: 'indented anew',
    change: both(({ read, write }) => write(PATH, read(PATH).replaceAll('\n  ', '\n    ')), commitAll),
    again: [LOOP, GOLD, INSERT, SELECT],
  },
  {
    name: 'moved to another file',
    change: both(moveFunction, commitAll),
    states: { select: 'moved' },
    again: [['src/load.ts', `const query = 'SELECT`, 2, 'security']],
  },
  {
    name: 'functions swapped',
    change: both(({ read, write }) => {
      const parts = read(PATH).split('\n\n')
      write(PATH, [parts[0], parts[2], parts[1], parts[3], parts[4]].join('\n\n'))
    }, commitAll),
    states: { loop: 'moved', gold: 'moved' },
    again: [LOOP, GOLD],
  },
  { name: 'file renamed', change: both(rename, commitAll), states: ALL_MOVED },
  {
    name: 'file renamed, proposed again',
    change: both(rename, commitAll),
    states: ALL_MOVED,
    again: [
      ['src/basket.ts', 'for (let i = 0', 1, 'correctness'],
      ['src/basket.ts', `const query = 'INSERT`, 2, 'security'],
    ],
  },
  {
    name: 'file renamed and one fixed',
    change: both(fixLoop, rename, commitAll),
    verified: ['loop'],
    states: { ...ALL_MOVED, loop: 'fixed' },
    fixes: ['loop'],
  },
  {
    name: 'file renamed and moved down',
    change: both(intro, rename, commitAll),
    states: ALL_MOVED,
    again: [['src/basket.ts', 'if (user.level', 1, 'correctness']],
  },
  { name: 'reworded with another category', again: [[PATH, 'for (let i = 0', 1, 'bug']] },
  { name: 'reworded on fewer lines', again: [[PATH, `const query = 'SELECT`, 1, 'security']] },
  { name: 'reworded on more lines', again: [[PATH, 'let sum = 0', 3, 'correctness']] },
  {
    name: 'reworded on the line below, same function',
    again: [[PATH, 'sum += items', 1, 'correctness']],
    sameAs: 'loop',
  },
  {
    name: 'another problem in the function, as judged',
    again: [[PATH, 'sum += items', 1, 'correctness']],
    sameAs: 'none',
    posts: 1,
  },
  { name: 'another problem in another function', again: [[PATH, 'return sum * 0.8', 1, 'style']], posts: 1 },
  {
    name: 'dismissed by a reply',
    people: person('gold', '/dismiss it is meant'),
    again: [GOLD],
    states: { gold: 'dismissed' },
  },
  {
    name: 'dismissed, then moved and reworded',
    people: person('gold', '/dismiss it is meant'),
    change: both(intro, commitAll),
    again: [[PATH, 'if (user.level', 1, 'style']],
    states: { ...ALL_MOVED, gold: 'dismissed' },
  },
  { name: 'dismissed by a stranger', people: person('gold', '/dismiss it is meant', 'mallory'), again: [GOLD] },
  { name: 'a reply that quotes the command', people: person('gold', 'Should I write /dismiss here?') },
  { name: 'resolved by a person', people: resolve('select'), again: [SELECT], states: { select: 'dismissed' } },
  {
    name: 'resolved by a person, then rebased',
    people: resolve('select'),
    change: rebase,
    again: [SELECT],
    states: { select: 'dismissed' },
  },
  { name: 'resolved by the author of a fork', people: resolve('select', 'mallory'), again: [SELECT] },
  { name: 'resolved by an App', people: resolve('select', ''), again: [SELECT] },
  { name: 'comment deleted', people: deleted('gold'), again: [GOLD], states: { gold: 'dismissed' } },
  {
    name: 'comment deleted, then moved, rebased and reworded',
    people: deleted('gold'),
    change: both(intro, commitAll, rebase),
    again: [[PATH, 'if (user.level', 1, 'style']],
    states: { ...ALL_MOVED, gold: 'dismissed' },
  },
  {
    name: 'comment deleted, then the file renamed',
    people: deleted('select'),
    change: both(rename, commitAll),
    again: [['src/basket.ts', `const query = 'SELECT`, 2, 'security']],
    states: { ...ALL_MOVED, select: 'dismissed' },
  },
  {
    name: 'comment deleted, code deleted',
    people: deleted('insert'),
    change: both(fixInsert, commitAll),
    states: { insert: 'dismissed', select: 'moved' },
  },
  {
    name: 'fixed before, still fixed',
    people: wasFixed('loop'),
    change: both(fixLoop, commitAll),
    states: { loop: 'fixed' },
  },
  {
    name: 'regressed',
    people: wasFixed('loop'),
    change: both(fixLoop, commitAll, ({ edit }) => edit(PATH, 'i < items', 'i <= items'), commitAll),
    again: [LOOP],
    states: { loop: 'regressed' },
    reopens: ['loop'],
  },
  {
    name: 'regressed, not proposed',
    people: wasFixed('loop'),
    change: both(fixLoop, commitAll, ({ edit }) => edit(PATH, 'i < items', 'i <= items'), commitAll),
    states: { loop: 'regressed' },
  },
  {
    name: 'regressed in other words, proposed',
    people: wasFixed('loop'),
    change: both(({ edit }) => edit(PATH, 'i <= items.length', 'i < items.length + 1'), commitAll),
    again: [LOOP],
    states: { loop: 'regressed' },
    reopens: ['loop'],
  },
  {
    name: 'regressed where the fix could not resolve its thread',
    people: both(({ findings }) => findings.get('loop')?.thread.comments.push(recorded('fixed'))),
    change: both(fixLoop, commitAll, ({ edit }) => edit(PATH, 'i < items', 'i <= items'), commitAll),
    again: [LOOP],
    states: { loop: 'regressed' },
    reopens: ['loop'],
  },
  {
    name: 'regressed, said, and GitHub keeps the thread resolved',
    people: both(wasFixed('loop'), ({ findings }) =>
      findings.get('loop')?.thread.comments.push(recorded('regressed', regressedMark(false))),
    ),
    states: { loop: 'regressed' },
  },
  {
    name: 'regressed and fixed again',
    people: both(
      wasFixed('loop'),
      ({ findings }) => findings.get('loop')?.thread.comments.push(recorded('regressed')),
      (history) => {
        const finding = history.findings.get('loop')
        if (finding !== undefined) finding.thread.isResolved = false
      },
    ),
    change: both(fixLoop, commitAll),
    verified: ['loop'],
    states: { loop: 'fixed' },
    fixes: ['loop'],
  },
  { name: 'force-pushed with the same content', change: amend, again: [LOOP, GOLD] },
  {
    name: 'force-pushed with a fix',
    change: both(fixInsert, commitAll, amend),
    verified: ['insert'],
    states: { insert: 'fixed', select: 'moved' },
    fixes: ['insert'],
  },
  { name: 'rebased', change: rebase, again: [LOOP, INSERT] },
  { name: 'rebased and moved down', change: both(intro, commitAll, rebase), again: [SELECT], states: ALL_MOVED },
  {
    name: 'squashed',
    change: both(({ write, commit }) => {
      write('src/x.ts', 'export const x = 1\n')
      commit()
    }, squash),
    again: [GOLD],
  },
  {
    name: 'squashed with a fix',
    change: both(fixLoop, commitAll, squash),
    verified: ['loop'],
    states: { loop: 'fixed' },
    fixes: ['loop'],
  },
  { name: 'base moved', change: moveBase, again: [LOOP, GOLD, INSERT, SELECT] },
  {
    name: 'base moved and merged, one fixed',
    change: both(moveBase, ({ git }) => git('merge', '-q', '--no-edit', 'main'), fixLoop, commitAll),
    verified: ['loop'],
    states: { loop: 'fixed' },
    fixes: ['loop'],
  },
  {
    name: 'line outside the diff now',
    change: both(({ git, read, write, commit }) => {
      const text = read(PATH)
      git('checkout', '-q', 'main')
      write(PATH, text)
      commit('taken over')
      git('checkout', '-q', 'topic')
      write('src/x.ts', 'export const x = 1\n')
      commit()
      git('rebase', '-q', 'main')
    }),
  },
  {
    name: 'file deleted',
    change: both(({ git }) => git('rm', '-q', PATH), commitAll),
    states: { loop: 'outdated', gold: 'outdated', insert: 'outdated', select: 'outdated' },
  },
  {
    name: 'function deleted, verified',
    change: both(
      ({ edit }) =>
        edit(
          PATH,
          `\nexport async function load(id) {\n  const query = 'SELECT * FROM carts WHERE id = ' + id\n  return db.get(query)\n}\n`,
          '',
        ),
      commitAll,
    ),
    verified: ['select'],
    states: { select: 'fixed' },
    fixes: ['select'],
  },
  {
    name: 'the same code twice now',
    change: both(
      ({ edit }) =>
        edit(
          PATH,
          'export function discount',
          `export function count(items) {\n  for (let i = 0; i <= items.length; i++) {\n    tick()\n  }\n}\n\nexport function discount`,
        ),
      commitAll,
    ),
    states: { gold: 'moved', insert: 'moved', select: 'moved' },
  },
  {
    name: 'one of each: fixed, dismissed, moved, open, after a rebase',
    people: person('gold', '/dismiss'),
    change: both(fixLoop, intro, commitAll, rebase),
    again: [GOLD, INSERT],
    verified: ['loop'],
    states: { loop: 'fixed', gold: 'dismissed', insert: 'moved', select: 'moved' },
    fixes: ['loop'],
  },
]

const named = (threads: readonly string[]) => threads.map((id) => id.slice(2)).sort()

test.each(sample(HISTORIES, 5))(
  '$name',
  async ({ people, change, again = [], sameAs, verified = [], states, fixes = [], reopens = [], posts = 0 }) => {
    using history = openHistory()
    await people?.(history)
    await change?.(history)
    const head = history.head()
    const earlier = [...history.findings.values()].map((each) => placeFinding(each, head, new Set(['wendy'])))
    const judged =
      sameAs === undefined ? {} : { sameAs: sameAs === 'none' ? 'none' : (history.findings.get(sameAs)?.id ?? '') }
    const proposed: ProposedFinding[] = again.map((each) => ({ ...history.propose(...each), ...judged }))
    const store = openProposalStore()
    const answers = proposed.map((each) =>
      answerRepetition({ proposed: each, number: 7, commit: 'c0ffee', body: '' }, earlier, store),
    )
    const fixed = verified
      .map((name) => history.findings.get(name)?.thread.id ?? '')
      .filter((thread) => 'fixed' in findingFix(thread, 'c0ffee', earlier, store.repeated))
    const reopened = store.ofKind('reply').map(({ thread }) => thread)

    expect(
      answers.filter((each) => each === undefined),
      'no repeats',
    ).toHaveLength(posts)
    expect(named(fixed), 'resolutions').toEqual([...fixes].sort())
    expect(named(reopened), 'reopened').toEqual([...reopens].sort())
    const known = [...history.findings.keys()]
    const after = earlier.map((each, nth) => {
      const { id, thread } = each.finding
      return [known[nth], nextState(each, store.repeated.has(id), fixed.includes(thread.id))]
    })
    const open = { loop: 'open', gold: 'open', insert: 'open', select: 'open' }
    expect(Object.fromEntries(after)).toEqual({ ...open, ...states })
  },
)

test('forty histories at least', () => expect(HISTORIES.length).toBeGreaterThanOrEqual(40))
