import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GitHubError } from '../../src/github/api/github-error.ts'
import { endingOf } from '../../src/session/failed-run.ts'
import { outputsOfFailedStart } from '../../src/session/step-report.ts'

const never = new AbortController().signal
const fault = (code: string, path?: string) => Object.assign(new Error(`${code}: x`), { code, path })

/** What a full disk really throws. */
const diskFull = (() => {
  try {
    writeFileSync('/dev/full', 'x')
    return fault('ENOSPC')
  } catch (error) {
    return error
  }
})()

test.each([
  ['a full disk', diskFull, /the disk is full/],
  ['a quota', fault('EDQUOT', '/tmp/a'), /the disk quota is used up \(\/tmp\/a\)/],
  ['a read-only file system', fault('EROFS'), /the file system is read-only/],
  ['no file handles', fault('EMFILE'), /too many files are open/],
])('what the machine lacks is not our bug, in a run or before it: %s', (_, error, text) => {
  expect(endingOf(error, never)).toMatchObject({ outcome: 'config', text: expect.stringMatching(text) })
  const outputs = outputsOfFailedStart(error, 's')
  expect(outputs.outcome).toBe('config')
  expect(outputs.error).toMatch(text)
  expect(outputs.error).not.toContain('    at ')
})

test('any other error stays a bug with its stack', () => {
  expect(endingOf(fault('EBADF'), never)).toMatchObject({ outcome: 'internal' })
  expect(outputsOfFailedStart(new TypeError('x'), 's').error).toContain('    at ')
})

test.each(['GitHub answered 403: Must have admin rights to Repository.', 'GitHub answered 404: Not Found'])(
  'what GitHub said ends with one full stop: %s',
  (message) => {
    const { text } = endingOf(new GitHubError(403, 'GET /repos/{owner}/{repo}', message), never)
    expect(text).toBe(`${message.replace(/\.$/, '')}. Check the job's permissions and github_token.`)
  },
)

test('an empty repository is told, not a bug', () => {
  const error = new GitHubError(
    409,
    'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
    'GitHub answered 409: Git Repository is empty.',
  )
  expect(endingOf(error, never)).toMatchObject({
    outcome: 'config',
    text: 'GitHub answered 409: Git Repository is empty. Push a first commit, then run it again.',
  })
})
