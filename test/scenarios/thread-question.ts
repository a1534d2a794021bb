import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { payloads } from '../github/payloads.ts'

/** The sample pull request, and a question in a thread of its review. `root`: the first comment of the thread. `lines`: what GitHub says about its place. */
export const inThread =
  (root?: number, lines: object = {}) =>
  (folder: string): void => {
    const path = join(folder, 'event.json')
    const { pull_request, repository, sender } = JSON.parse(readFileSync(path, 'utf8'))
    const { comment } = payloads.reviewComment('@gemini-cli is this right?')
    const asked = { ...comment, path: 'src/shorten.js', commit_id: pull_request.head.sha, user: sender, ...lines }
    const reply = root === undefined ? {} : { in_reply_to_id: root }
    const payload = { action: 'created', comment: { ...asked, ...reply }, pull_request, repository, sender }
    writeFileSync(path, JSON.stringify(payload))
  }
export const inReview = { eventName: 'pull_request_review_comment', actor: 'wendy' }
