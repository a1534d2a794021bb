import { call, type GeminiStep, say, turn } from '../../src/emulators/gemini/steps.ts'
import { BOT, issue, pull, type WorldPull } from '../../src/emulators/github/world.ts'
import { dice } from '../policy/shell/line-generator.ts'
import { confirmAll, findingIds, isLook } from './finding-verifier.ts'
import {
  exampleTexts,
  type Happening,
  HOME,
  type PlayedJob,
  type WorkflowWorld,
  withWorkflowWorld,
} from './workflow-world.ts'
import {
  ciEnds,
  comments,
  dispatch,
  labels,
  merges,
  ours,
  pulls,
  schedule,
  subjectOf,
  threadComments,
} from './world-events.ts'

/**
 * Drawn weeks of a repository with all examples: events, people, overlaps, cancellations and kills at drawn points. What must hold is looked
 * at after every event. One week is its seed.
 */

export type Request = {
  comment: number
  number: number
  user: string
  words: string
  isGone?: boolean
  isInThread?: boolean
}

export type Week = WorkflowWorld & {
  roll: (sides: number) => number
  history: string[]
  /** Comments with the phrase by people who may ask. */
  requests: Request[]
  /** Comments that must stay without an answer and cost no model. */
  ignored: number[]
  /** Labels that people set, by issue. */
  byPeople: Map<number, Set<string>>
  /** Labels that the model chose last, by issue. */
  chosen: Map<number, readonly string[]>
  /** The area that scale-label.yml chose, by issue. */
  areas: Map<number, readonly string[]>
  /** What the purpose of each of our pull requests is. */
  purposes: Map<number, string>
  closedByPeople: Set<number>
  /** Our pull requests in which a person wrote or to which one pushed. */
  touched: Set<number>
  /** The tip of each of our branches when it was last looked at. */
  tips: Map<string, string>
  /** Jobs that a person canceled, or whose machine ended. */
  stopped: Set<PlayedJob>
  /** What each issue was when a scheduled triage last asked the model about it. */
  triaged: Map<number, Triaged>
  paidTwice: number[]
  looked: number
}

/** `others`: the comments of people who may not write; `countedAt`: when they last made a run ask. */
type Triaged = { text: string; others: string; countedAt: number; job: PlayedJob }

/** What somebody did to the workflows, or to what runs left behind. */
export type Fault = {
  workflows?: (texts: Record<string, string>) => Record<string, string>
  /** After each event. */
  after?: (week: Week) => void | Promise<void>
  skipsPost?: boolean
}

const EDITS: readonly Record<string, string>[] = [
  { 'src/a.js': 'one\ntwo\nfour\n' },
  { 'src/a.js': 'one\ntwo\nfive\n' },
  { 'src/a.js': 'one\ntwo\nfour\n', 'README.md': '# Lake\n' },
  { 'docs/page.md': 'New.\n' },
]
const LABELS = ['bug', 'question', 'enhancement', 'duplicate']
/** What scale-label.yml sets. */
const AREAS = ['area: api', 'area: docs', 'area: ui']
const MEMBERS = ['wendy', 'walt']
const DAY = 24 * 3_600_000

/** The problems of a week, the first first; none when everything held. */
export async function playWeek(seed: number, events: number | readonly string[], fault: Fault = {}): Promise<string[]> {
  const roll = dice(seed)
  const problems: string[] = []
  const pauses = new Map<Happening, { at: string; reached: () => void; go: Promise<void> }>()
  const counts = new Map<PlayedJob, number>()
  let week: Week | undefined
  const waitAt = async (job: PlayedJob, place: string) => {
    const pause = pauses.get(job.event)
    if (pause === undefined || pause.at !== place) return
    pause.reached()
    await pause.go
  }
  const names = [...LABELS, ...AREAS, 'needs-triage', 'later']
  await withWorkflowWorld(
    {
      workflows: (fault.workflows ?? ((texts) => texts))(exampleTexts()),
      files: { 'src/a.js': 'one\ntwo\nthree\n', 'README.md': '# Pond\n' },
      skipsPost: fault.skipsPost,
      world: {
        labels: names.map((name, index) => ({ id: index + 1, name, color: 'f00000', description: null })),
        issues: [3, 4, 5].map((number) => issue({ number, title: `Leak ${number}`, user: 'stan' })),
      },
      model: async (job, request, nth) => {
        await waitAt(job, `model ${nth}`)
        return week === undefined ? say('Nothing.') : answer(week, job, request.raw, nth)
      },
      hold: async (job) => {
        const nth = (counts.get(job) ?? 0) + 1
        counts.set(job, nth)
        await waitAt(job, `github ${nth}`)
      },
    },
    async (world) => {
      week = {
        ...world,
        roll,
        history: [],
        requests: [],
        ignored: [],
        byPeople: new Map(),
        chosen: new Map(),
        areas: new Map(),
        purposes: new Map(),
        closedByPeople: new Set(),
        touched: new Set(),
        tips: new Map(),
        stopped: new Set(),
        triaged: new Map(),
        paidTwice: [],
        looked: 0,
      }
      await openTopic(week)
      const names = Object.keys(EVENTS)
      const drawn = typeof events === 'number' ? Array.from({ length: events }, () => undefined) : events
      for (const given of drawn) {
        world.pass(roll(3) === 0 ? DAY : 3_600_000)
        const name = given?.replace(/ \+.*/, '') ?? names[roll(names.length)] ?? ''
        const overlap = given === undefined ? roll(4) === 0 : given.includes(' +')
        await happen(week, pauses, name, overlap, given?.split(' +')[1])
        await fault.after?.(week)
        const found = await broken(week)
        if (found.length > 0) problems.push(...found, ...week.history, ...lastRuns(week))
        if (problems.length > 0) break
      }
      for (const { reached } of pauses.values()) reached()
    },
  )
  return problems
}

/** One event, alone or while another run is held at a drawn point, which then goes on, is canceled, or is killed. */
async function happen(
  week: Week,
  pauses: Map<Happening, { at: string; reached: () => void; go: Promise<void> }>,
  name: string,
  overlap: boolean,
  end?: string,
): Promise<void> {
  const { roll, history, jobs } = week
  const event = await EVENTS[name]?.(week)
  history.push(event === undefined ? `${name} (nothing to do)` : `${name} by ${event.actor}`)
  if (event === undefined) return
  if (!overlap) {
    week.start(event)
    await week.settle()
    return
  }
  const at = end?.includes('@') ? end.replace(/.*@/, '') : roll(2) === 0 ? 'model 1' : `github ${roll(12) + 1}`
  const reached = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  pauses.set(event, { at, reached: reached.resolve, go: go.promise })
  week.start(event)
  await Promise.race([reached.promise, week.settle()])
  const names = Object.keys(EVENTS)
  const [, ...meanwhile] = end?.replace(/@.*/, '').split('&') ?? ['', names[roll(names.length)] ?? '']
  const how = end === undefined ? ['goes on', 'is canceled', 'is killed'][roll(3)] : end.replace(/[&@].*/, '')
  history.push(`  held at ${at}; meanwhile ${meanwhile.join(', ')}; then it ${how}`)
  for (const second of meanwhile) {
    const other = await EVENTS[second]?.(week)
    if (other !== undefined) week.start(other)
  }
  // What was started meanwhile may wait for the held run, so give it a while and not its end.
  const held = jobs.filter((job) => job.event === event && job.state === 'running')
  if (how !== 'goes on') for (const job of held) week.stopped.add(job)
  if (how === 'is canceled') for (const job of held) job.cancel()
  if (how === 'is killed') for (const job of held) job.kill()
  go.resolve()
  pauses.delete(event)
  await week.settle()
}

/** How the newest runs ended, to find out why something does not hold. */
const lastRuns = ({ jobs }: Week): string[] =>
  jobs
    .slice(-4)
    .map(({ run, state, steps }) =>
      [run.workflow, state, ...steps.map(({ ran }) => `${ran.outputs.outcome}\n${ran.log.slice(-1000)}`)].join(' '),
    )

async function openTopic(week: Week): Promise<void> {
  const head = await week.push('topic', { 'src/p.js': 'fine\nbad 1\nfine\n' }, 'main')
  const base = await week.tip('main')
  week.world.pulls.push(
    pull({
      number: 20,
      user: 'wendy',
      base: { ref: 'main', sha: base, repo: HOME },
      head: { ref: 'topic', sha: head, repo: HOME },
    }),
  )
}

const topic = ({ world }: Week): WorldPull | undefined =>
  world.pulls.find(({ number, state }) => number === 20 && state === 'open')

const draw = <Item>({ roll }: Week, items: readonly Item[]): Item | undefined => items[roll(items.length)]

function ask(week: Week, words: string, user = draw(week, MEMBERS) ?? 'wendy'): Happening | undefined {
  const open = [...week.world.issues, ...week.world.pulls.filter(({ user }) => user !== BOT)]
  const subject = draw(
    week,
    open.filter(
      ({ number, state, locked }) => state === 'open' && !locked && week.world.goneIssues?.[number] === undefined,
    ),
  )
  if (subject === undefined) return undefined
  const { id, ...event } = comments(week, subject.number, user, `@gemini-cli ${words}`)
  if (MEMBERS.includes(user)) week.requests.push({ comment: id, number: subject.number, user, words })
  else week.ignored.push(id)
  return event
}

function askInThread(week: Week, words: string, user = draw(week, MEMBERS) ?? 'wendy'): Happening | undefined {
  if (topic(week) === undefined) return undefined
  const { id, ...event } = threadComments(week, { number: 20, user, body: `@gemini-cli ${words}`, path: 'src/p.js' })
  if (MEMBERS.includes(user)) week.requests.push({ comment: id, number: 20, user, words, isInThread: true })
  else week.ignored.push(id)
  return event
}

const ourOpen = ({ world }: Week) => world.pulls.filter(({ user, state }) => user === BOT && state === 'open')

/** The code that an answer offers for a command. */
const codeIn = (body: string, command: string) => new RegExp(`@gemini-cli /${command} ([A-Z0-9]{10})\``).exec(body)?.[1]

/** What can happen. The event that GitHub sends for it, if any. */
const EVENTS: Record<string, (week: Week) => Happening | undefined | Promise<Happening | undefined>> = {
  question: (week) => ask(week, 'why?'),
  fix: (week) => ask(week, '/fix it'),
  'fix of an issue': (week) => {
    if (subjectOf(week, 3).locked) return undefined
    const { id, ...event } = comments(week, 3, draw(week, MEMBERS) ?? '', '@gemini-cli /fix it')
    week.requests.push({ comment: id, number: 3, user: event.actor, words: '/fix it' })
    return event
  },
  plan: (week) => ask(week, '/plan a cache'),
  approval: (week) => {
    const offers = ours(week).flatMap(({ number, body }) => {
      const code = codeIn(body, 'approve')
      return code === undefined ? [] : [{ number, code }]
    })
    const offer = draw(week, offers)
    if (offer === undefined || week.world.goneIssues?.[offer.number] !== undefined) return undefined
    if (subjectOf(week, offer.number).locked) return undefined
    const user = draw(week, MEMBERS) ?? ''
    const { id, ...event } = comments(week, offer.number, user, `@gemini-cli /approve ${offer.code}`)
    week.requests.push({ comment: id, number: offer.number, user, words: '/approve' })
    return event
  },
  'question of a stranger': (week) => ask(week, 'why?', 'stan'),
  'fix of a stranger': (week) => ask(week, '/fix it', 'stan'),
  'comment of a bot': (week) => ask(week, '/fix it', 'renovate[bot]'),
  'comment without the phrase': (week) => {
    const { id, ...event } = comments(week, 3, 'wendy', 'I see.')
    week.ignored.push(id)
    return event
  },
  'comment of a stranger': (week) => {
    const { id, ...event } = comments(week, 3 + week.roll(3), 'stan', 'Me too.')
    week.ignored.push(id)
    return event
  },
  'an issue is edited': (week) => {
    const subject = draw(week, week.world.issues)
    if (subject !== undefined) Object.assign(subject, { body: `It leaks ${week.roll(1_000_000)} a day.` })
    return undefined
  },
  'a person edits their request away': (week) => {
    const asked = week.requests.at(-1)
    const comment = week.world.comments.find(({ id }) => id === asked?.comment)
    if (asked === undefined || comment === undefined) return undefined
    asked.isGone = true
    comment.body = 'Never mind.'
    comment.updatedAt = new Date(week.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    return undefined
  },
  'question in a thread': (week) => askInThread(week, 'is this right?'),
  'fix in a thread': (week) => askInThread(week, '/fix it'),
  'fix in a thread of a stranger': (week) => askInThread(week, '/fix it', 'stan'),
  'unknown command': (week) => ask(week, '/fixture it'),
  'two phrases': (week) => ask(week, 'why?\n\n@gemini-cli /fix it'),
  'a person reviews ours': (week) => {
    const target = draw(week, ourOpen(week))
    if (target === undefined) return undefined
    week.touched.add(target.number)
    const { id, ...event } = comments(week, target.number, draw(week, MEMBERS) ?? '', 'I look at it tomorrow.')
    week.ignored.push(id)
    return event
  },
  'a person pushes to ours': async (week) => {
    const target = draw(week, ourOpen(week))
    if (target === undefined) return undefined
    week.touched.add(target.number)
    await week.push(target.head.ref, { 'src/own.js': `// ${week.roll(1_000_000)}\n` })
    return undefined
  },
  'the topic is merged': (week) =>
    topic(week) === undefined || week.roll(2) === 0 ? undefined : merges(week, 20).then(() => undefined),
  'the topic is closed': (week) => {
    const open = topic(week)
    if (open !== undefined && week.roll(2) === 0) open.state = 'closed'
    return undefined
  },
  'the branch of the topic is deleted': async (week) => {
    const open = topic(week)
    if (open === undefined || week.roll(2) === 0) return undefined
    await week.git('update-ref', '-d', 'refs/heads/topic')
    // GitHub also closes what goes to the branch.
    for (const each of week.world.pulls.filter(({ state }) => state === 'open'))
      if (each === open || each.base.ref === 'topic') {
        each.state = 'closed'
        week.closedByPeople.add(each.number)
      }
    return undefined
  },
  'the topic goes to another base': async (week) => {
    const open = topic(week)
    if (open === undefined) return undefined
    if (!(await isBranch(week, 'release'))) await week.git('branch', 'release', 'main')
    open.base = { ...open.base, ref: 'release', sha: await week.tip('release') }
    return undefined
  },
  'an issue is locked': (week) => {
    const subject = draw(week, week.world.issues)
    if (subject === undefined) return undefined
    subject.locked = true
    // GitHub lets no App write there, so a request in flight has no answer.
    for (const asked of week.requests) if (asked.number === subject.number) asked.isGone = true
    return undefined
  },
  'failed CI': (week) => ciEnds(week, 'main', 'failure'),
  'failed CI of the topic': (week) => (topic(week) ? ciEnds(week, 'topic', 'failure') : undefined),
  'green CI': (week) => ciEnds(week, 'main', 'success'),
  'failed CI of a fork': (week) => ciEnds(week, 'main', 'failure', 'stan/pond'),
  'needs triage': (week) => labelled(week, 'needs-triage'),
  'another label': (week) => labelled(week, 'later'),
  // Lines of the schedules in triage-scheduled.yml, scale-triage.yml and maintain.yml.
  night: () => schedule('23 3 * * *'),
  'night of all issues': () => schedule('17 1 * * *'),
  Monday: () => schedule('17 4 * * 1'),
  areas: (week) => dispatch('scale-label.yml', draw(week, MEMBERS) ?? ''),
  // GitHub opens a pull request once.
  'opened topic': (week) => {
    const isKnown = week.jobs.some(({ event }) => event.payload.number === 20)
    return topic(week) ? pulls(week, 20, isKnown ? 'reopened' : 'opened', 'wendy') : undefined
  },
  'push to the topic': async (week) => {
    if (topic(week) === undefined) return undefined
    const lines = Array.from({ length: 3 }, (_, index) => (week.roll(2) === 0 ? `bad ${index + 1}` : 'fine'))
    await week.push('topic', { 'src/p.js': `${lines.join('\n')}\n`, 'src/more.js': `// ${week.roll(1_000_000)}\n` })
    return pulls(week, 20, 'synchronize', 'wendy')
  },
  'pull request of a fork': async (week) => {
    const number = Math.max(...week.world.pulls.map((each) => each.number)) + 1
    const sha = await week.push(`fork-${number}`, { 'src/p.js': 'bad 1\n' }, 'main')
    await week.git('update-ref', `refs/pull/${number}/head`, sha)
    await week.git('checkout', '--quiet', '--detach', 'main')
    await week.git('branch', '-D', `fork-${number}`)
    const base = { ref: 'main', sha: await week.tip('main'), repo: HOME }
    week.world.pulls.push(pull({ number, user: 'stan', base, head: { ref: 'main', sha, repo: 'stan/pond' } }))
    return pulls(week, number, 'opened', 'stan')
  },
  'a person closes one': (week) => void close(week, false),
  'a person merges one': (week) => void close(week, true),
  'a person deletes their request': (week) => {
    const asked = week.requests.at(-1)
    if (asked === undefined) return undefined
    asked.isGone = true
    week.world.comments.splice(0, Infinity, ...week.world.comments.filter(({ id }) => id !== asked.comment))
    return undefined
  },
  'an issue is deleted': (week) => {
    if (week.world.issues.length < 2) return undefined
    const { number } = week.world.issues.at(-1) ?? { number: 0 }
    week.world.goneIssues = {
      ...week.world.goneIssues,
      [number]: week.roll(2) === 0 ? 'deleted' : `octo/lake#${number}`,
    }
    for (const asked of week.requests) if (asked.number === number) asked.isGone = true
    return undefined
  },
  'a run again': (week) => {
    const asked = draw(week, week.requests)
    // GitHub starts no run again that has not ended. The event is as it was, whatever became of the comment.
    const earlier = week.jobs.findLast(
      ({ event, run }) => run.conclusion !== null && commentOf(event) === asked?.comment,
    )
    return asked && earlier && { ...earlier.event, attemptOf: earlier.run }
  },
}

function labelled(week: Week, label: string): Happening | undefined {
  const open = week.world.issues.filter(
    ({ number, locked }) => !locked && week.world.goneIssues?.[number] === undefined,
  )
  const subject = draw(week, open)
  if (subject === undefined) return undefined
  if (label === 'later')
    week.byPeople.set(subject.number, new Set([...(week.byPeople.get(subject.number) ?? []), label]))
  return labels(week, subject.number, draw(week, MEMBERS) ?? '', label)
}

function close(week: Week, merged: boolean): void {
  const target = draw(week, ourOpen(week))
  if (target === undefined) return
  Object.assign(target, { state: 'closed', merged })
  week.closedByPeople.add(target.number)
}

const commentOf = ({ payload }: Happening): number | undefined => {
  const { comment } = payload as { comment?: { id: number } } // world-events.ts made it
  return comment?.id
}

/** The labels that the model chose in a job, by issue. */
const drawn = new WeakMap<PlayedJob, Map<number, readonly string[]>>()

/** What the model does, by the workflow that asks. */
async function answer(week: Week, job: PlayedJob, raw: string, nth: number): Promise<GeminiStep> {
  if (isLook(raw)) return confirmAll(findingIds(raw))
  if (nth > 1 && !/triage|label/.test(job.run.workflow)) return say('That was all.')
  const { workflow } = job.run
  if (/^(?:review|dependabot|fork-review)/.test(workflow)) {
    const { pull_request: of } = job.event.payload as { pull_request: { head: { sha: string } } } // world-events.ts made it
    const text = await week.git('show', `${of.head.sha}:src/p.js`)
    const bad = text.split('\n').flatMap((line, index) => (line.startsWith('bad') ? [{ line, at: index + 1 }] : []))
    if (bad.length === 0) return say('All is well.')
    const finding = ({ line, at }: { line: string; at: number }) =>
      call('github__review_comment', {
        path: 'src/p.js',
        line: at,
        severity: 'high',
        title: `Wrong: ${line}`,
        body: `The line "${line}" gives a wrong result.`,
      })
    return turn(bad.map(finding))
  }
  if (/triage|label/.test(workflow) && /"functionResponse"/.test(raw)) return say('Sorted.')
  if (workflow === 'scale-label.yml') {
    const number = Number(/[Ii]ssue #?(\d+)/.exec(raw)?.[1])
    // Its search leaves out the issues that have an area.
    if (AREAS.some((area) => subjectOf(week, number).labels.includes(area))) week.paidTwice.push(number)
    const chosen = [draw(week, AREAS) ?? '']
    drawn.set(job, new Map([...(drawn.get(job) ?? []), [number, chosen]]))
    return turn([call('github__add_labels', { labels: chosen })])
  }
  if (/triage/.test(workflow)) {
    const number = Number(/[Ii]ssue #?(\d+)/.exec(raw)?.[1])
    if (job.event.name === 'schedule') noteTriage(week, number, job)
    const chosen = number === 5 || week.roll(4) === 0 ? [] : [draw(week, LABELS) ?? '']
    drawn.set(job, new Map([...(drawn.get(job) ?? []), [number, chosen]]))
    return chosen.length === 0 ? say('No label fits.') : turn([call('github__add_labels', { labels: chosen })])
  }
  if (/^(?:fix|maintain)/.test(workflow)) {
    if (/\/plan/.test(String(bodyOf(job.event)))) return say('The plan: add a cache.')
    const edit = Object.entries(draw(week, EDITS) ?? {})
    return turn(edit.map(([file_path, content]) => call('write_file', { file_path, content })))
  }
  return say('An answer.')
}

const bodyOf = ({ payload }: Happening): string => {
  const { comment } = payload as { comment?: { body: string } } // world-events.ts made it
  return comment?.body ?? ''
}

/** A scheduled triage asks the model about an issue again only when something about it has changed. */
function noteTriage(week: Week, number: number, job: PlayedJob): void {
  const { title, body, labels: held } = subjectOf(week, number)
  const members = week.world.comments.filter((each) => each.number === number && MEMBERS.includes(each.user))
  const text = JSON.stringify([title, body, held, members.map((each) => [each.id, each.body])])
  const strangers = week.world.comments.filter((each) => each.number === number && each.user === 'stan')
  const others = strangers.map(({ id }) => id).join()
  const earlier = week.triaged.get(number)
  // A run that was stopped before it answered is as if it had not been.
  const isLeft =
    earlier !== undefined &&
    week.stopped.has(earlier.job) &&
    !ours(week).some(
      (each) =>
        each.number === number && each.body.includes(String(earlier.job.run.id)) && each.body.includes(' state=done'),
    )
  const isSame =
    !isLeft && earlier?.text === text && (earlier.others === others || week.now() < earlier.countedAt + 7 * DAY)
  if (isSame) week.paidTwice.push(number)
  week.triaged.set(number, { text, others, countedAt: week.now(), job })
}

/** What does not hold. */
export async function broken(week: Week): Promise<string[]> {
  const { world, jobs, github, gemini } = week
  const fresh = jobs.slice(week.looked)
  week.looked = jobs.length
  notePurposes(week, fresh)
  noteLabels(week, fresh)
  const found = [
    ...github.problems.map((each) => `GitHub: ${each}`),
    ...gemini.problems.map((each) => `Gemini: ${each}`),
    ...answers(week),
    ...labelsHeld(week),
    ...costs(week, fresh),
    ...(await proposals(week)),
    ...(await findings(week)),
    ...attempts(week),
    ...canceled(week, fresh),
    ...(await said(week)),
  ]
  for (const job of jobs) if (job.state === 'running') found.push(`${job.run.workflow} still runs`)
  for (const { number, body } of [...ours(week), ...world.reviewComments.filter(({ user }) => user === BOT)])
    if (/working on it/i.test(body) && world.goneIssues?.[number] === undefined)
      found.push(`working: a comment of #${number} says so and nothing runs`)
  for (const { run, steps } of fresh)
    for (const { ran } of steps)
      if (
        ['internal', 'config', 'security', 'model'].includes(ran.outputs.outcome ?? 'internal') &&
        ran.signal === null
      )
        found.push(`outcome: ${run.workflow} ended as ${ran.outputs.outcome}: ${ran.log.slice(-600)}`)
  return found
}

/** Our comments that a comment started. */
const answersTo = (week: Week, comment: number) => [
  ...ours(week).filter(({ body }) => body.includes(`run=issue-comment-${comment}.`)),
  ...week.world.reviewComments.filter(
    ({ body, user }) => user === BOT && body.includes(`run=pull-request-review-comment-${comment}.`),
  ),
]

function answers(week: Week): string[] {
  const asked = week.requests.flatMap(({ comment, words, isGone, number }) => {
    const count = answersTo(week, comment).length
    if (count > 1) return [`answers: ${words} (${comment}) on #${number} has ${count}`]
    // Of a job that ends before it knows who asks nothing is to be said.
    const isStarted = week.jobs.some(
      (job) =>
        commentOf(job.event) === comment &&
        (!week.stopped.has(job) || job.steps.some(({ ran }) => 'pending' in ran.state)),
    )
    return count === 0 && isStarted && isGone !== true ? [`answers: ${words} (${comment}) on #${number} has none`] : []
  })
  const ignored = week.ignored.flatMap((comment) =>
    answersTo(week, comment).length > 0 ? [`answers: ${comment} of somebody who may not ask has one`] : [],
  )
  return [...asked, ...ignored]
}

function labelsHeld(week: Week): string[] {
  return week.world.issues.flatMap(({ number, labels: held }) => {
    if (week.world.goneIssues?.[number] !== undefined) return []
    const maps = [week.chosen, week.areas, week.byPeople]
    const expected = maps.flatMap((each) => [...(each.get(number) ?? [])]).toSorted()
    return held.toSorted().join() === expected.join()
      ? []
      : [`labels: #${number} has ${held.join()}, the last triage said ${expected.join()}`]
  })
}

/** No model for what changes nothing: a person who may not ask, a comment that has its answer, an issue that is as it was. */
function costs(week: Week, fresh: readonly PlayedJob[]): string[] {
  const twice = week.paidTwice.splice(0).map((number) => `costs: #${number} is as it was`)
  const needless = fresh.flatMap((job) => {
    const { event, run, modelRequests, job: id } = job
    if (modelRequests.length === 0) return []
    const comment = commentOf(event)
    if (comment !== undefined && week.ignored.includes(comment)) return [`costs: ${run.workflow} for ${event.actor}`]
    const isAnswered = week.jobs.some(
      (each) =>
        each !== job &&
        each.run.id === run.id &&
        commentOf(each.event) === comment &&
        each.steps.some(({ ran }) => ran.outputs.outcome === 'ok'),
    )
    if (event.attemptOf !== undefined && week.requests.some((each) => each.comment === comment && each.isGone))
      return [`costs: ${run.workflow} answers ${comment}, which is gone`]
    if (comment !== undefined && event.attemptOf !== undefined && isAnswered)
      return [`costs: ${run.workflow} answers ${comment} a second time`]
    if (event.actor === 'stan') return [`costs: ${run.workflow} ${id} for a stranger`]
    return []
  })
  return [...twice, ...needless]
}

/** A job that did not end as it should may have set its labels or not; one that names no label leaves what is there. */
function noteLabels(week: Week, fresh: readonly PlayedJob[]): void {
  for (const job of fresh)
    for (const [number, chosen] of drawn.get(job) ?? []) {
      const people = week.byPeople.get(number)
      const held = week.world.issues.find((each) => each.number === number)?.labels ?? []
      const isArea = (name: string) => AREAS.includes(name)
      const isAreaJob = job.run.workflow === 'scale-label.yml'
      const isWhole = chosen.length > 0 && job.state === 'ended' && job.steps.every(({ ran }) => ran.signal === null)
      const ofRuns = held.filter((name) => people?.has(name) !== true && name !== 'needs-triage')
      const left = isWhole ? chosen : ofRuns.filter((name) => isArea(name) === isAreaJob)
      ;(isAreaJob ? week.areas : week.chosen).set(number, left)
    }
}

function notePurposes(week: Week, fresh: readonly PlayedJob[]): void {
  for (const { run, steps, event } of fresh) {
    const named = steps.map(({ ran }) => Number(/\/pull\/(\d+)$/.exec(ran.outputs.pull_request_url ?? '')?.[1]))
    // A run that is killed after it opened one sets no outputs.
    const marked = week.world.pulls.filter(
      ({ user, body }) => user === BOT && body?.includes(` by=${run.id}.`) === true,
    )
    for (const number of [...named, ...marked.map((pull) => pull.number)]) {
      if (Number.isNaN(number) || week.purposes.has(number)) continue
      const {
        issue: of,
        pull_request: reviewed,
        workflow_run: upstream,
      } = event.payload as {
        issue?: { number: number }
        pull_request?: { number: number }
        workflow_run?: { head_branch: string }
      } // world-events.ts made it
      const target = of?.number ?? reviewed?.number ?? upstream?.head_branch ?? event.name
      const words = bodyOf(event).replace(/\/approve .*/, '/approve')
      week.purposes.set(number, `${run.workflow} ${target} ${words}`)
    }
  }
}

async function proposals(week: Week): Promise<string[]> {
  const found: string[] = []
  const seen = new Map<string, number>()
  for (const { number, head, base } of ourOpen(week)) {
    const diff = await week.git('diff', '--raw', '--no-abbrev', `${base.sha}...${head.sha}`)
    const key = `${week.purposes.get(number)}\n${diff}`
    const other = seen.get(key)
    if (other !== undefined) found.push(`proposals: #${other} and #${number} are the same`)
    seen.set(key, number)
    if (!week.purposes.has(number)) found.push(`proposals: #${number} is of no run`)
    if (!(await isBranch(week, base.ref))) found.push(`proposals: #${number} goes to ${base.ref}, which is gone`)
    const before = week.tips.get(head.ref) ?? head.sha
    if ((await week.git('merge-base', before, head.sha)) !== before) found.push(`proposals: ${head.ref} was forced`)
    week.tips.set(head.ref, head.sha)
  }
  for (const { number, state, user } of week.world.pulls) {
    if (user !== BOT || state === 'open' || week.closedByPeople.has(number)) continue
    if (week.touched.has(number)) found.push(`proposals: #${number} closed, in which a person took part`)
    const told = week.world.comments.filter((each) => each.number === number)
    if (!told.some(({ body }) => /#\d+ contains this change/.test(body)))
      found.push(`proposals: #${number} closed without a word`)
  }
  const heads = new Set(week.world.pulls.map(({ head }) => head.ref))
  const branches = (await week.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).split('\n')
  for (const branch of branches) {
    if (!branch.startsWith('sluice/') || heads.has(branch)) continue
    // A run that ended between its push and its pull request leaves the branch: the next one with the same change opens it.
    const trailers = await week.git('log', '-1', '--format=%(trailers:key=Sluice-Run)', branch)
    const isStopped = [...week.stopped].some(
      ({ run, event }) => trailers.includes(`/${run.id}`) || trailers.includes(`-comment-${commentOf(event)}`),
    )
    if (!isStopped) found.push(`branches: ${branch} is of no pull request`)
  }
  return found
}

const isBranch = (week: Week, name: string): Promise<boolean> =>
  week.git('rev-parse', '--verify', '--quiet', `refs/heads/${name}`).then(
    () => true,
    () => false,
  )

/** Each problem of the head has one thread for each workflow that reviewed it, and both workflows know of all. */
async function findings(week: Week): Promise<string[]> {
  const found: string[] = []
  const threads = new Map<string, number>()
  for (const { body, number, inReplyTo, user } of week.world.reviewComments) {
    if (inReplyTo !== null || user !== BOT) continue
    const key = `${number} ${/ key=(\S+)/.exec(body)?.[1]} ${/Wrong: bad \d/.exec(body)?.[0]}`
    threads.set(key, (threads.get(key) ?? 0) + 1)
  }
  for (const [key, count] of threads) if (count > 1) found.push(`findings: ${key} stands ${count} times`)
  const head = topic(week)?.head.sha
  if (head === undefined) return found
  const text = await week.git('show', `${head}:src/p.js`)
  const bad = text.split('\n').filter((line) => line.startsWith('bad'))
  for (const workflow of ['review.yml', 'review-sarif.yml']) {
    const job = week.jobs.findLast(({ run, event }) => run.workflow === workflow && headOf(event) === head)
    if (job === undefined || job.state !== 'ended') continue
    const outputs = job.steps.at(-1)?.ran.outputs
    if (outputs?.outcome !== 'ok') continue
    const open: { title: string; state: string; producer: string }[] = JSON.parse(outputs.findings || '[]')
    const { sarif = '' } = job.steps.at(-1) ?? {}
    for (const { title, state } of open)
      if (isOpen(state) && sarif !== '' && !sarif.includes(title))
        found.push(`findings: the SARIF file of ${workflow} lacks ${title}`)
    for (const line of bad) {
      const same = open.filter(({ title, state }) => title === `Wrong: ${line}` && isOpen(state))
      if (same.length === 0) found.push(`findings: ${workflow} lost ${line}`)
      const producers = same.map(({ producer }) => producer)
      if (new Set(producers).size < producers.length) found.push(`findings: ${workflow} has ${line} twice`)
    }
    for (const { title, state } of open)
      if (isOpen(state) && !bad.some((line) => title === `Wrong: ${line}`))
        found.push(`findings: ${workflow} has ${title}, which is fixed`)
    const verdict = bad.length === 0 && !open.some(({ state }) => state === 'outdated') ? 'pass' : 'warn'
    if (outputs.verdict !== verdict) found.push(`findings: ${workflow} says ${outputs.verdict}, not ${verdict}`)
  }
  for (const number of new Set(week.world.pulls.map((each) => each.number))) {
    const reports = ours(week).filter((each) => each.number === number && / key=sluice-review/.test(each.body))
    const keys = reports.map(({ body }) => / key=(\S+)/.exec(body)?.[1])
    if (new Set(keys).size < keys.length) found.push(`findings: #${number} has two reports of one workflow`)
  }
  return found
}

/** A finding whose lines have moved is open, too. */
const isOpen = (state: string) => state === 'open' || state === 'moved'

const headOf = ({ payload }: Happening): string | undefined => {
  const { pull_request: of } = payload as { pull_request?: { head: { sha: string } } } // world-events.ts made it
  return of?.head.sha
}

/** At most three fixes of a branch ask a model until CI is green there. */
function attempts(week: Week): string[] {
  const counts = new Map<string, number>()
  const found: string[] = []
  for (const { event, run, modelRequests, state } of week.jobs) {
    const { workflow_run: upstream } = event.payload as { workflow_run?: { head_branch: string } } // world-events.ts made it
    if (run.workflow !== 'fix-ci.yml' || upstream === undefined) continue
    const green = week.world.workflowRuns.findLast(
      ({ workflow, conclusion, branch, id }) =>
        workflow === 'ci.yml' && conclusion === 'success' && branch === upstream.head_branch && id > 0,
    )
    if (green !== undefined) continue
    if (modelRequests.length > 0 && state === 'ended')
      counts.set(upstream.head_branch, (counts.get(upstream.head_branch) ?? 0) + 1)
  }
  for (const [branch, count] of counts) if (count > 3) found.push(`attempts: ${count} on ${branch}`)
  return found
}

/** Only a person cancels, or a newer run of the same workflow for the same target, which then runs itself. */
function canceled(week: Week, fresh: readonly PlayedJob[]): string[] {
  return fresh.flatMap((job, index) => {
    if (job.state !== 'canceled' || week.stopped.has(job)) return []
    const { run, group } = job
    const isReplaced = fresh.some(
      (each, at) => at > index && each.run.workflow === run.workflow && each.group === group && each.state === 'ended',
    )
    const isAsked = commentOf(job.event) !== undefined
    return isReplaced && !isAsked ? [] : [`canceled: a run of ${run.workflow} by an event that does not replace it`]
  })
}

/** What a comment says is what GitHub holds. */
async function said(week: Week): Promise<string[]> {
  const found: string[] = []
  const numbers = new Set(week.world.pulls.map(({ number }) => number))
  for (const { number, body } of ours(week)) {
    // Nobody copies an answer to another run here, so each record is that of its run.
    if (body.includes('artifact belongs to another run')) found.push(`said: an answer on #${number} has no record`)
    for (const [, named] of body.matchAll(/\/pull\/(\d+)>\)/g))
      if (!numbers.has(Number(named))) found.push(`said: a comment of #${number} names #${named}`)
    for (const [, sha = ''] of body.matchAll(/\/commit\/([0-9a-f]{40})>\)/g))
      if (!(await week.git('cat-file', '-t', sha).catch(() => '')).startsWith('commit'))
        found.push(`said: a comment of #${number} names a commit that is not there`)
  }
  for (const { number } of week.world.comments) subjectOf(week, number)
  for (const { comment, number, words } of week.requests) {
    for (const { body } of answersTo(week, comment)) {
      for (const [, named] of body.matchAll(/\/pull\/(\d+)>\)/g)) {
        const purpose = week.purposes.get(Number(named))
        if (purpose !== undefined && !purpose.includes(` ${number} `))
          found.push(`said: the answer to ${words} on #${number} names #${named}, which is for ${purpose}`)
      }
      const notes = body.split('\n').filter((line) => line.length > 30 && !/^[|<`]/.test(line))
      if (new Set(notes).size < notes.length) found.push(`said: the answer to ${words} on #${number} repeats a note`)
    }
  }
  for (const { name, status } of week.world.checkRuns)
    if (status !== 'completed') found.push(`working: the check run ${name} says so and nothing runs`)
  return found
}
