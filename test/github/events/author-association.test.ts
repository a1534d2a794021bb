import { expect, test } from 'vitest'
import { isProbablyMember } from '../../../src/github/events/task-facts.ts'

const by = (association: unknown) => ({ author_association: association })

const PAYLOADS: [what: string, payload: Record<string, unknown>, expected: boolean][] = [
  ['the owner’s pull request', { pull_request: by('OWNER') }, true],
  ['a member’s issue', { issue: by('MEMBER') }, true],
  ['a collaborator’s comment on a stranger’s issue', { issue: by('NONE'), comment: by('COLLABORATOR') }, true],
  ['a stranger’s comment on a member’s issue', { issue: by('MEMBER'), comment: by('NONE') }, false],
  ['a stranger’s review of a member’s pull request', { pull_request: by('MEMBER'), review: by('CONTRIBUTOR') }, false],
  ['a contributor’s pull request', { pull_request: by('CONTRIBUTOR') }, false],
  ['a pull request of a first-time contributor', { pull_request: by('FIRST_TIME_CONTRIBUTOR') }, false],
  ['a comment that does not say it', { comment: {} }, false],
  ['a comment with an unknown form', { comment: by(7) }, false],
  ['a stranger’s discussion', { discussion: by('NONE') }, false],
  ['a comment of null on a member’s issue', { issue: by('MEMBER'), comment: null }, true],
  ['a comment that is a text', { comment: 'odd' }, true],
  ['a dispatch', { inputs: {} }, true],
]

test.each(PAYLOADS)('%s', (_, payload, expected) => {
  expect(isProbablyMember({ payload })).toBe(expected)
})
