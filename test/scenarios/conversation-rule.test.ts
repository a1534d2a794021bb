import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import type { InjectedFault } from '../../src/emulators/github/github.ts'
import type { World } from '../../src/emulators/github/world.ts'
import { codeIn, inThread } from './thread-runs.ts'

// `/allow always` where the job may not write what it asks for: the comment has the rule.

const ASK = '[[rule]]\nmcpName = "github"\ntoolName = "add_labels"\ndecision = "ask_user"\npriority = 500\n'
const labels = () => call('github__add_labels', { labels: ['bug'] })
const LABEL = { id: 1, name: 'bug', color: 'ff0000', description: null }
const FORBIDDEN = {
  status: 403,
  body: { message: 'GitHub Actions is not permitted to create or approve pull requests.' },
}
const noPull = ({ method, path }: { method: string; path: string }): InjectedFault | undefined =>
  method === 'POST' && /\/pulls$/.test(path) ? FORBIDDEN : undefined

test.concurrent.each<
  [name: string, tokenPermissions: World['tokenPermissions'], fault: typeof noPull | undefined, told: RegExp]
>([
  ['without `contents: write`', { contents: 'read' }, undefined, /contents: write/],
  ['without `pull-requests: write`', { pull_requests: 'read' }, undefined, /pull-requests: write/],
  ['where jobs may not open pull requests', {}, noPull, /Allow GitHub Actions to create and approve pull requests/],
])('%s, the comment has the rule and says what is missing', async (_, tokenPermissions, onGitHub, told) => {
  await inThread(
    { policies: ASK },
    async (thread) => {
      const asked = await thread.say({ body: '@gemini-cli label it', replies: [turn([labels()]), say('Denied.')] })
      const code = codeIn(asked.answers[0]?.body, 'allow always')
      const body = `@gemini-cli /allow always ${code}`
      const { answers, requests, run } = await thread.say({ body, replies: [], onGitHub })
      expect(requests).toEqual([])
      expect(answers, run.log).toHaveLength(1)
      expect(answers[0]?.body).toMatch(/```toml\n\[\[rule\]\]\n[^`]*argsPattern = [^`]*\n```/)
      expect(answers[0]?.body).toMatch(told)
      expect(run.outputs.outcome, run.log).toBe('config')
      expect(thread.github.world.pulls).toEqual([])
      expect(thread.github.problems).toEqual([])
    },
    { labels: [LABEL], tokenPermissions },
  )
})
