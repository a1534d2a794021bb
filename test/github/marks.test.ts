import { expect, test } from 'vitest'
import { parseCommentMarker, storedBotRound } from '../../src/github/comment-marker.ts'
import { markerLine, parseMarker } from '../../src/github/result-marker.ts'
import { readSources } from '../sources.ts'
import { ours } from './own-text-fixture.ts'

const line = markerLine({ key: 'k', run: '41.1', state: 'done', usd: '2' })

test('nothing reads a mark of a text that GitHub did not confirm: it does not compile', () => {
  // @ts-expect-error: a string is no text of ours
  parseMarker(line)
  // @ts-expect-error: a string is no text of ours
  parseCommentMarker(line)
  // @ts-expect-error: a string is no text of ours
  storedBotRound(line)
  expect(parseMarker(ours(line))).toEqual({ key: 'k', run: '41.1', state: 'done', usd: '2' })
})

/** Who asks what any text claims, and why nothing follows from it but that. A new reader wants `confirmTexts`. */
const CLAIMS: Readonly<Record<string, string>> = {
  'commands/report-runs.ts': 'counts for a person who asks; nothing is written',
  'delivery/attempts.ts':
    'which open pull requests a sentence names; whether a text of a bot stops the run that it starts',
  'delivery/post/comment.ts': 'the comment to edit; what it records counts when it is confirmed',
  'delivery/post/living-report.ts': 'the report to edit or close, once the run that it names is confirmed',
  'delivery/post/pull-request.ts': 'which open pull requests a new one names; only a confirmed one is closed',
  'delivery/post/review.ts': 'the remarks and drafts to edit or delete; the rest is confirmed',
  'delivery/post/write-intent.ts': 'the comments to edit; the rest is confirmed',
  'github/comment-marker.ts': 'their home',
  'github/context/context-comments.ts': 'what the model does not see: marks, and comments that say "working"',
  'github/context/context.ts': 'answers in discussions, which the model does not see',
  'github/context/pictures.ts': 'our own texts, which are no material',
  'github/events/event-readers.ts': 'an issue with a mark starts no run',
  'github/events/trigger-rules.ts': 'a comment with a mark starts no run',
  'github/own-text.ts': 'the run to ask GitHub about',
  'github/result-marker.ts': 'their home',
  'github-tools/write-authority.ts': 'the texts to confirm; all others are texts of others',
  'resume/dismissal.ts': 'the pull requests to look at for similar findings; theirs are confirmed',
  'resume/thread-answers.ts':
    'the record to read, whose digest and editor are checked; a claim that a code was used refuses it',
  'resume/use-code.ts': 'the records to read, whose digest and editor are checked',
  'review/read-findings.ts': 'whether there is anything to confirm',
  'spending/spending.ts': 'the comments to confirm',
  'text/write-markdown.ts': 'takes marks out of texts of the model',
}

test('only these files look at a mark before GitHub confirms it', () => {
  const readers = readSources()
    .filter(({ file }) => !file.startsWith('emulators/'))
    .filter(({ text }) => /\b(?:claimedMark|claimsMarker|SLUICE_MARKER)\b|<!-- ?sluice|\bas OwnText\b/.test(text))
  expect(readers.map(({ file }) => file).sort()).toEqual(Object.keys(CLAIMS).sort())
})

test('one place makes a text of ours', () => {
  const makers = readSources().filter(({ text }) => /\bas (?:unknown as )?OwnText\b/.test(text))
  expect(makers.map(({ file }) => file)).toEqual(['github/own-text.ts'])
})
