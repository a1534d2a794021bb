import { expect, test } from 'vitest'
import { askedBy } from '../../src/github/asked-by.ts'
import { readCommand } from '../../src/github/command-line.ts'
import { type IntakeOptions, readTask } from '../../src/github/event.ts'
import { whyUntouched } from '../../src/github/skip.ts'
import { incoming, payloads, SHA, user } from './payloads.ts'

const label = (name: string) => ({ id: 208045946, name, color: 'f29513', default: false, description: null })
const edited = (body: string, from: string, by = 'wendy') => {
  const { comment, ...payload } = payloads.issueComment(body)
  return incoming('issue_comment', {
    ...payload,
    action: 'edited',
    comment: { ...comment, updated_at: '2026-02-04T08:00:00Z' },
    changes: { body: { from } },
    sender: user(by),
  })
}
const labelled = (name: string) =>
  incoming('issues', { ...payloads.issues('labeled', {}, 'wendy'), label: label(name) })
const assigned = (login: string) =>
  incoming('issues', { ...payloads.issues('assigned', {}, 'wendy'), assignee: user(login) })
const pull = (action = 'opened', more: object = {}, beside: object = {}) =>
  incoming('pull_request', { ...payloads.pullRequest(action, more), ...beside })
const asking = incoming('issue_comment', payloads.issueComment('@gemini-cli why?'))

const takes: [name: string, event: ReturnType<typeof incoming>, options: Partial<IntakeOptions>, task: object][] = [
  ['a label that calls', labelled('ai:look'), { triggerLabels: ['AI:look'] }, { number: 7, sender: 'wendy' }],
  ['an assignment that calls', assigned('sluice-bot'), { triggerAssignees: ['sluice-bot'] }, { number: 7 }],
  ['a label on a pull request', pull('labeled', {}, { label: label('ai') }), { triggerLabels: ['ai'] }, { number: 12 }],
  ['any label, when none is named', pull('labeled', {}, { label: label('bug') }), {}, { number: 12 }],
  ['other actions beside a label', pull('synchronize'), { triggerLabels: ['ai'] }, { number: 12 }],
  [
    'a label on what its author would be passed over for',
    pull('labeled', { draft: true }, { label: label('ai') }),
    { triggerLabels: ['ai'], skipDrafts: true, skipAuthors: ['wendy'] },
    { number: 12 },
  ],
  ['whoever asks about a skipped author', asking, { skipAuthors: ['rita'] }, { request: 'why?' }],
  ['a draft, when nothing is said of drafts', pull('opened', { draft: true }), {}, { number: 12 }],
  ['what is no draft', pull(), { skipDrafts: true }, { number: 12 }],
  [
    'an edit into asking, from the moment of the edit',
    edited('@gemini-cli why?', 'why?'),
    { answerEdits: true },
    { request: 'why?', at: '2026-02-04T08:00:00Z' },
  ],
  [
    'an edit that asks something else',
    edited('@gemini-cli why?', '@gemini-cli how?'),
    { answerEdits: true },
    { request: 'why?' },
  ],
  [
    'a command with arguments',
    incoming('issue_comment', payloads.issueComment('@gemini-cli /git:review src only\nand `!{x}`')),
    {},
    { command: { name: 'git:review', args: 'src only\nand `!{x}`' } },
  ],
]
for (const [name, event, options, task] of takes)
  test(`readTask takes: ${name}`, async () => {
    const intake = await readTask(event, { prompt: '', triggerPhrase: '@gemini-cli', ...options })
    expect(intake).toMatchObject({ go: true, task })
  })

const passes: [name: string, event: ReturnType<typeof incoming>, options: Partial<IntakeOptions>, why: RegExp][] = [
  ['another label', labelled('bug'), { triggerLabels: ['ai'], prompt: 'Triage' }, /label "bug" starts no run/],
  ['a label that begins alike', labelled('ai-not'), { triggerLabels: ['ai'] }, /label_trigger names ai\./],
  ['somebody else’s assignment', assigned('rita'), { triggerAssignees: ['bot'] }, /Assigning rita starts no run/],
  ['a draft', pull('opened', { draft: true }), { skipDrafts: true }, /#12 is a draft, and skip_drafts is true/],
  ['an author', pull(), { skipAuthors: ['Wendy'] }, /#12 is by wendy, whom skip_authors names/],
  ['an author of issues', incoming('issues', payloads.issues()), { skipAuthors: ['rita'], prompt: 'x' }, /by rita/],
  ['a label that keeps us away', asking, { skipLabels: ['Bug'] }, /#7 has the label "bug", and skip_labels/],
  [
    'that label on a pull request, even when another calls',
    pull('labeled', { labels: [label('no-ai')] }, { label: label('ai') }),
    { triggerLabels: ['ai'], skipLabels: ['no-ai'] },
    /#12 has the label "no-ai"/,
  ],
  ['an edit', edited('@gemini-cli why?', 'why?'), {}, /was edited; only new ones are answered/],
  ['an edit by another', edited('@gemini-cli x', '', 'ada'), { answerEdits: true }, /someone other than its author/],
  [
    'a typo mended elsewhere in the comment',
    edited('Helo.\n\n@gemini-cli why?', 'Hello.\n\n@gemini-cli why?'),
    { answerEdits: true },
    /asked the same before/,
  ],
]
for (const [name, event, options, why] of passes)
  test(`readTask passes over: ${name}`, async () => {
    const intake = await readTask(event, { prompt: '', triggerPhrase: '@gemini-cli', ...options })
    expect(intake).toEqual({ go: false, why: expect.stringMatching(why) })
  })

const asked: [name: string, event: ReturnType<typeof incoming>, by: string | undefined][] = [
  ['a comment', asking, 'issue-comment-99'],
  ['an edit', edited('@gemini-cli why?', ''), 'issue-comment-99-1770192000000'],
  ['a remark', incoming('pull_request_review_comment', payloads.reviewComment('x')), 'pull-request-review-comment-99'],
  ['a review', incoming('pull_request_review', payloads.review('x')), 'pull-request-review-80'],
  ['a push', incoming('push', payloads.push()), undefined],
  ['a schedule', incoming('schedule', payloads.schedule()), undefined],
  ['no payload', incoming('x', null), undefined],
]
for (const [name, event, by] of asked) test(`asked by ${name}: ${by}`, () => expect(askedBy(event)).toBe(by))

const commands: [request: string, command: object | undefined][] = [
  ['/review', { name: 'review', args: '' }],
  ['  /review  the parser ', { name: 'review', args: 'the parser' }],
  ['/fix\n\nthe first line', { name: 'fix', args: 'the first line' }],
  ['/a/b is a path', undefined],
  ['/ nothing', undefined],
  ['//comment', undefined],
  ['/../x', undefined],
  ['please /review', undefined],
]
for (const [request, command] of commands)
  test(`readCommand: ${JSON.stringify(request)}`, () => expect(readCommand(request)).toEqual(command))

const file = (path: string, previousPath?: string) => ({
  path,
  previousPath,
  status: 'modified',
  additions: 1,
  deletions: 1,
  patch: '',
})
const side = (sha: string) => ({ ref: 'x', sha, repo: 'octo/pond' })
const onPull = {
  event: 'pull_request',
  action: 'synchronize',
  repo: { owner: 'octo', name: 'pond' },
  about: 'pull_request' as const,
  number: 12,
  actor: 'wendy',
  triggeringActor: 'wendy',
  sha: SHA.workflow,
  base: side(SHA.base),
  head: side(SHA.head),
}
const globs = ['docs/**', '*.md']
const paths: [name: string, files: ReturnType<typeof file>[] | Error, task: object, skipped: boolean][] = [
  ['only such files', [file('docs/a/b.png'), file('README.md')], {}, true],
  ['one other file', [file('docs/a.md'), file('src/a.ts')], {}, false],
  ['a file that came from elsewhere', [file('docs/a.ts', 'src/a.ts')], {}, false],
  ['hidden files', [file('docs/.hidden')], {}, true],
  ['nothing known', new Error('GitHub is down'), {}, false],
  ['no file', [], {}, false],
  ['a label that calls', [file('README.md')], { action: 'labeled' }, false],
  ['a comment that asks', [file('README.md')], { event: 'issue_comment' }, false],
  ['too many to be told', Array.from({ length: 300 }, () => file('README.md')), {}, false],
]
for (const [name, files, task, skipped] of paths)
  test(`skip_paths, ${name}: ${skipped ? 'left alone' : 'looked at'}`, async () => {
    const compare = async () => {
      if (files instanceof Error) throw files
      return { mergeBase: SHA.base, files }
    }
    const why = await whyUntouched({ ...onPull, ...task }, { compare }, globs)
    expect(why ?? '').toMatch(skipped ? /^#12 changes only files that skip_paths names/ : /^$/)
  })
