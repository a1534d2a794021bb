import { expect, test } from 'vitest'
import { triggerId } from '../../../src/github/comment-marker.ts'
import { readTask } from '../../../src/github/events/read-event.ts'
import type { TriggerOptions } from '../../../src/github/events/task-facts.ts'
import { parseSlashCommand, skipPathsReason } from '../../../src/github/events/trigger-rules.ts'
import { incoming, payloads, SHA, user } from '../payloads.ts'

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

const takes: [name: string, event: ReturnType<typeof incoming>, options: Partial<TriggerOptions>, task: object][] = [
  ['a trigger label', labelled('ai:look'), { triggerLabels: ['AI:look'] }, { number: 7, sender: 'wendy' }],
  ['a trigger assignee', assigned('sluice-bot'), { triggerAssignees: ['sluice-bot'] }, { number: 7 }],
  ['a label on a pull request', pull('labeled', {}, { label: label('ai') }), { triggerLabels: ['ai'] }, { number: 12 }],
  ['any label, when none is named', pull('labeled', {}, { label: label('bug') }), {}, { number: 12 }],
  ['other actions beside a label', pull('synchronize'), { triggerLabels: ['ai'] }, { number: 12 }],
  [
    'a label that overrides skip_drafts and skip_authors',
    pull('labeled', { draft: true }, { label: label('ai') }),
    { triggerLabels: ['ai'], skipDrafts: true, skipAuthors: ['wendy'] },
    { number: 12 },
  ],
  ['a request about the issue of a skipped author', asking, { skipAuthors: ['rita'] }, { request: 'why?' }],
  ['a draft, without skip_drafts', pull('opened', { draft: true }), {}, { number: 12 }],
  ['what is no draft', pull(), { skipDrafts: true }, { number: 12 }],
  [
    'an edit into asking, from the moment of the edit',
    edited('@gemini-cli why?', 'why?'),
    { answerEdits: true },
    { request: 'why?', requestedAt: '2026-02-04T08:00:00Z' },
  ],
  [
    'an edit into a reply with a code, to tell its author that it is none',
    edited('@gemini-cli /allow once BCDFGHJKLM', '@gemini-cli why?'),
    {},
    { request: '/allow once BCDFGHJKLM', action: 'edited' },
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
    expect(intake).toMatchObject({ shouldRun: true, task })
  })

const passes: [name: string, event: ReturnType<typeof incoming>, options: Partial<TriggerOptions>, reason: RegExp][] = [
  ['another label', labelled('bug'), { triggerLabels: ['ai'], prompt: 'Triage' }, /label "bug" starts no run/],
  ['a label that begins alike', labelled('ai-not'), { triggerLabels: ['ai'] }, /label_trigger names ai\./],
  ['somebody else’s assignment', assigned('rita'), { triggerAssignees: ['bot'] }, /The assignee rita starts no run/],
  ['a draft', pull('opened', { draft: true }), { skipDrafts: true }, /#12 is a draft, and skip_drafts is true/],
  ['an author', pull(), { skipAuthors: ['Wendy'] }, /#12 was opened by wendy, whom skip_authors names/],
  [
    'an author of issues',
    incoming('issues', payloads.issues()),
    { skipAuthors: ['rita'], prompt: 'x' },
    /opened by rita/,
  ],
  ['a skipped label', asking, { skipLabels: ['Bug'] }, /#7 has the label "bug", which skip_labels names/],
  [
    'a skipped label on a pull request, even with a trigger label',
    pull('labeled', { labels: [label('no-ai')] }, { label: label('ai') }),
    { triggerLabels: ['ai'], skipLabels: ['no-ai'] },
    /#12 has the label "no-ai"/,
  ],
  ['an edit', edited('@gemini-cli why?', 'why?'), {}, /was edited; only new ones are answered/],
  ['an edit that asks about a code', edited('@gemini-cli what is /allow once BCDFGHJKLM?', ''), {}, /was edited; only/],
  ['an edit by another', edited('@gemini-cli x', '', 'ada'), { answerEdits: true }, /someone other than its author/],
  [
    'a typo fixed elsewhere in the comment',
    edited('Helo.\n\n@gemini-cli why?', 'Hello.\n\n@gemini-cli why?'),
    { answerEdits: true },
    /did not change its request/,
  ],
]
for (const [name, event, options, reason] of passes)
  test(`readTask skips: ${name}`, async () => {
    const intake = await readTask(event, { prompt: '', triggerPhrase: '@gemini-cli', ...options })
    expect(intake).toEqual({ shouldRun: false, reason: expect.stringMatching(reason) })
  })

const triggers: [name: string, event: ReturnType<typeof incoming>, by: string | undefined][] = [
  ['a comment', asking, 'issue-comment-99'],
  ['an edit', edited('@gemini-cli why?', ''), 'issue-comment-99-1770192000000'],
  [
    'an inline comment',
    incoming('pull_request_review_comment', payloads.reviewComment('x')),
    'pull-request-review-comment-99',
  ],
  ['a review', incoming('pull_request_review', payloads.review('x')), 'pull-request-review-80'],
  ['a push', incoming('push', payloads.push()), undefined],
  ['a schedule', incoming('schedule', payloads.schedule()), undefined],
  ['no payload', incoming('x', null), undefined],
]
for (const [name, event, by] of triggers) test(`triggerId of ${name}: ${by}`, () => expect(triggerId(event)).toBe(by))

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
  test(`parseSlashCommand: ${JSON.stringify(request)}`, () => expect(parseSlashCommand(request)).toEqual(command))

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
  kind: 'pull_request' as const,
  number: 12,
  actor: 'wendy',
  triggeringActor: 'wendy',
  sha: SHA.workflow,
  base: side(SHA.base),
  head: side(SHA.head),
}
const globs = ['docs/**', '*.md']
const paths: [
  name: string,
  files: ReturnType<typeof file>[] | Error,
  task: object,
  skipped: boolean,
  globs?: string[],
][] = [
  ['only such files', [file('docs/a/b.png'), file('README.md')], {}, true],
  ['one other file', [file('docs/a.md'), file('src/a.ts')], {}, false],
  ['a file that came from elsewhere', [file('docs/a.ts', 'src/a.ts')], {}, false],
  ['hidden files', [file('docs/.hidden')], {}, true],
  ['unknown files', new Error('GitHub is down'), {}, false],
  ['no file', [], {}, false],
  ['a file that a ! does not concern', [file('src/x.js')], {}, false, ['docs/**', '!docs/api/**']],
  ['a file after a !', [file('docs/api/x.md')], {}, false, ['docs/**', '!docs/api/**']],
  [
    'a file that came from a place after a !',
    [file('docs/x.md', 'docs/api/x.md')],
    {},
    false,
    ['docs/**', '!docs/api/**'],
  ],
  ['files that no ! excludes', [file('docs/x.md')], {}, true, ['docs/**', '!docs/api/**']],
  ['all but these', [file('README.md'), file('docs/x.md')], {}, true, ['!src/**', '!lib/**']],
  ['one of these', [file('README.md'), file('lib/x.js')], {}, false, ['!src/**', '!lib/**']],
  ['a trigger label', [file('README.md')], { action: 'labeled' }, false],
  ['a request in a comment', [file('README.md')], { event: 'issue_comment' }, false],
  ['as many files as GitHub compares', Array.from({ length: 300 }, () => file('README.md')), {}, true],
  ['more files than GitHub lists', Array.from({ length: 3000 }, () => file('README.md')), {}, false],
]
for (const [name, files, task, skipped, list = globs] of paths)
  test(`skip_paths, ${name}: ${skipped ? 'skipped' : 'runs'}`, async () => {
    const github = {
      async files() {
        if (files instanceof Error) throw files
        return files
      },
      pullAtStart: async () => ({ changedFiles: 3001, head: { sha: SHA.head } }) as never, // the only fields that are read
      compare: () => Promise.reject(new Error('the head is still the one of the event')),
    }
    const reason = await skipPathsReason({ ...onPull, ...task }, github, list)
    expect(reason ?? '').toMatch(skipped ? /^#12 changes only files that skip_paths names/ : /^$/)
  })
