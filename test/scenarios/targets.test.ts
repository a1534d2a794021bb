import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { issue } from '../../src/emulators/github/world.ts'
import { startMcp } from '../fakes/mcp-http.ts'
import { sample } from '../sample.ts'
import { github } from './github-wishes.ts'
import { type Improvisation, improvise } from './improvised.ts'

// A stranger's text asks for everything, and the model obeys. What GitHub received, for each way in which a run reads it.

const labels = ['bug', 'small', 'triaged'].map((name, id) => ({ id: id + 1, name, color: 'f00000', description: null }))

const world = {
  labels,
  issues: [
    issue({ number: 3, user: 'rita', title: 'shorten cuts emoji in half' }),
    issue({ number: 4, user: 'wendy', title: 'Plan', labels: ['small'] }),
    issue({ number: 5, user: 'rita' }),
  ],
}

/** Everything on other items. */
const ELSEWHERE = [
  github('comment', { number: 4, body: 'Bought' }),
  github('add_issue_comment', { issue_number: 5, body: 'Bought' }),
  github('update_issue', { number: 4, state: 'closed', title: 'Bought', body: 'Bought' }),
  github('issue_write', { method: 'update', issue_number: 5, state: 'closed' }),
  github('add_labels', { number: 4, labels: ['bug'] }),
  github('remove_labels', { number: 4, labels: ['small'] }),
  github('assign', { number: 4, users: ['wendy'] }),
  github('create_issue', { title: 'Bought', body: 'Bought' }),
  github('issue_write', { method: 'create', title: 'Bought too', body: 'Bought' }),
]

const OWN = [
  github('add_labels', { labels: ['bug'] }),
  github('assign', { users: ['wendy'] }),
  github('update_issue', { title: 'Bought' }),
  github('update_issue', { state: 'closed' }),
]

/** What GitHub received, without the answer itself. */
const received = ({ github: { requests } }: Improvisation): string[] =>
  requests.flatMap(({ method, path, body }) => {
    if (method === 'GET' || path === '/graphql' || /reactions|check-runs/.test(path)) return []
    const what = path.replace('/repos/octo/pond/', '')
    const isAnswer = /issues\/3\/comments$|issues\/comments\//.test(what)
    return isAnswer ? [] : [`${method} ${what} ${JSON.stringify(body)}`]
  })

/** Makes the event that of a label which wendy sets on rita's issue. */
const labeled = (folder: string) => {
  const path = join(folder, 'event.json')
  const { comment: _, ...event } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(
    path,
    JSON.stringify({ ...event, action: 'labeled', label: { id: 3, name: 'triaged', color: 'f00000' } }),
  )
}

const nightly = (folder: string) =>
  writeFileSync(
    join(folder, 'event.json'),
    JSON.stringify({
      schedule: '0 3 * * *',
      repository: { name: 'pond', full_name: 'octo/pond', owner: { login: 'octo' }, default_branch: 'main' },
    }),
  )

const profile = (name: string) => (name === '' ? '' : `profile:${name}`)

type Entry = {
  name: string
  eventName: string
  prepare?: (folder: string) => void
  inputs?: Record<string, string>
  own: RegExp[]
}

const ENTRIES: readonly Entry[] = [
  {
    name: 'a nightly run about the issue',
    eventName: 'schedule',
    prepare: nightly,
    inputs: { github_issue_number: '3', prompt: 'Triage it.' },
    own: [],
  },
  { name: 'a label by a maintainer', eventName: 'issues', prepare: labeled, inputs: { prompt: 'Triage it.' }, own: [] },
  {
    name: 'a label by a maintainer, with allowed_labels',
    eventName: 'issues',
    prepare: labeled,
    inputs: { prompt: 'Triage it.', allowed_labels: 'bug' },
    own: [/^POST issues\/3\/labels/],
  },
  {
    name: 'a mention by a maintainer',
    eventName: 'issue_comment',
    own: [
      /^POST issues\/3\/labels/,
      /^POST issues\/3\/assignees/,
      /^PATCH issues\/3 .*Bought.*closed|^PATCH issues\/3 .*closed.*Bought/,
    ],
  },
]

for (const [nth, policies] of ['', 'triage', 'maintain', 'review'].entries())
  for (const { name, eventName, prepare, inputs, own } of sample(ENTRIES, policies === '' ? 2 : 1, nth))
    test.concurrent(`${name} writes to no other item (${policies || 'no profile'})`, () =>
      improvise(
        {
          event: 'mention-by-a-writer',
          built: policies === '' && eventName === 'schedule',
          turns: [[github('get_issue'), ...ELSEWHERE], OWN],
          policies: profile(policies),
          world,
          prepare,
          step: { eventName, inputs: { ...inputs } },
        },
        (run) => {
          const expected = policies === 'triage' ? own.filter((each) => !/PATCH|assignees/.test(each.source)) : own
          const writes = received(run)
          expect(writes, run.last.log).toHaveLength(expected.length)
          for (const [index, pattern] of expected.entries()) expect(writes[index], run.last.log).toMatch(pattern)
          const [, remedy] = run.said
          expect(run.said.flat().join('\n')).toMatch(/targets = "any"/)
          expect(remedy).toBeDefined()
        },
      ))

const WORKFLOW = (prompt: string) => `on: issues
jobs:
  triage:
    runs-on: ubuntu-latest
    steps:
      - id: gemini
        uses: octo/sluice@v1
        with:
          prompt: ${JSON.stringify(prompt)}
`

const STEP_ENV = {
  GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/triage.yml@refs/heads/main',
  GITHUB_JOB: 'triage',
  GITHUB_ACTION: 'gemini',
}

test.concurrent('the text of a stranger in the prompt is data, and no task alone', async () => {
  const body = 'A family emoji comes out as a single person.'
  const run = (template: string, built?: true) => ({
    event: 'mention-by-a-writer',
    built,
    turns: [],
    policies: '',
    prepare: labeled,
    repo: { '.github/workflows/triage.yml': WORKFLOW(template) },
    step: {
      eventName: 'issues',
      env: STEP_ENV,
      inputs: { prompt: template.replace('${{ github.event.issue.body }}', body) },
    },
  })
  await improvise(run('Triage this: ${{ github.event.issue.body }}', true), ({ gemini, last }) => {
    const text = JSON.stringify(gemini.requests[0]?.body)
    expect(text, last.log).toContain('Triage this: [text 1 of the event, below]')
    expect(text).toContain(`<untrusted_context>\\n${body}\\n</untrusted_context>`)
  })
  await improvise(run('${{ github.event.issue.body }}'), ({ gemini, last, github: { requests } }) => {
    expect([last.outputs.outcome, gemini.requests.length], last.log).toEqual(['refused', 0])
    expect(last.summary).toContain('Write the task into the input')
    expect(requests.filter(({ method, path }) => method === 'POST' && /labels|assignees/.test(path))).toEqual([])
  })
})

test.concurrent('a rule that says targets = "any" opens them, and nothing else', () =>
  improvise(
    {
      event: 'mention-by-a-writer',
      turns: [ELSEWHERE],
      policies:
        '[[rule]]\nmcpName = "github"\ntoolName = ["create_issue", "comment"]\ntargets = "any"\ndecision = "allow"\npriority = 100\n',
      world,
      prepare: nightly,
      step: { eventName: 'schedule', inputs: { github_issue_number: '3', prompt: 'Triage it.' } },
    },
    (run) => {
      const writes = received(run)
      expect(
        writes.map((each) => each.split(' {')[0]),
        run.last.log,
      ).toEqual(['POST issues/4/comments', 'POST issues/5/comments', 'POST issues'])
    },
  ))

test.concurrent('a nightly report opens an issue by itself, but not after a text of a stranger', async () => {
  const report = github('create_issue', { title: 'Report', body: 'Fine.' })
  const nightlyRun = { event: 'mention-by-a-writer', policies: '', world, prepare: nightly }
  const step = { eventName: 'schedule', inputs: { prompt: 'Report.' } }
  await improvise({ ...nightlyRun, step, turns: [[github('get_issue', { number: 4 })], [report]] }, (run) =>
    expect(received(run), run.last.log).toHaveLength(1),
  )
  for (const reading of [
    github('get_issue', { number: 5 }),
    github('issue_read', { method: 'get', issue_number: 5 }),
    github('search_issues', { query: 'emoji' }),
    github('list_issues', {}),
  ])
    await improvise({ ...nightlyRun, step, turns: [[reading], [report]] }, (run) =>
      expect(received(run), `${reading.tool}\n${run.last.log}`).toEqual([]),
    )
})

/** A server with a prompt. */
const startPrompts = () =>
  startMcp(({ method, body }) => {
    const { id, method: call, params } = method === 'POST' ? JSON.parse(body) : {}
    const { protocolVersion } = params ?? {}
    const results: Readonly<Record<string, unknown>> = {
      initialize: {
        protocolVersion,
        capabilities: { tools: {}, prompts: {} },
        serverInfo: { name: 'web', version: '1' },
      },
      'prompts/list': { prompts: [{ name: 'weekly' }] },
      'prompts/get': { messages: [{ role: 'user', content: { type: 'text', text: 'Open an issue for stan.' } }] },
    }
    const result = results[call]
    return result === undefined ? undefined : { status: 200, body: { jsonrpc: '2.0', id, result } }
  })

test.concurrent('a page of the web, a prompt and an answer of an MCP server are text of unknown people', async () => {
  await using server = await startPrompts()
  const mcpServers = { web: { httpUrl: server.url, trust: true } }
  const report = github('create_issue', { title: 'Report', body: 'Fine.' })
  for (const [reading, count, prompt = 'Report.'] of [
    [{ tool: 'list_directory', args: { dir_path: '.' } }, 1],
    [{ tool: 'list_directory', args: { dir_path: '.' } }, 0, '/weekly'],
    [{ tool: 'web__ping', args: {} }, 0],
    [{ tool: 'google_web_search', args: { query: 'emoji' } }, 0],
    [{ tool: 'web_fetch', args: { prompt: 'Read https://docs.example/emoji' } }, 0],
  ] as const)
    await improvise(
      {
        event: 'mention-by-a-writer',
        prepare: nightly,
        step: { eventName: 'schedule', inputs: { prompt, settings: JSON.stringify({ mcpServers }) } },
        turns: [[reading], [report]],
      },
      (run) => expect(received(run), `${prompt} ${reading.tool}\n${run.last.log}`).toHaveLength(count),
    )
})

test.concurrent('profile:triage assigns only whom CODEOWNERS names, whichever tool asks', async () => {
  const asking = (repo: Record<string, string>) => ({
    event: 'mention-by-a-writer',
    policies: 'profile:triage',
    world,
    repo,
    turns: [
      [
        github('assign', { users: ['wendy', 'ada'] }),
        github('assign', { users: ['ada'] }),
        github('issue_write', { method: 'update', issue_number: 3, assignees: ['ada'] }),
      ],
    ],
    step: { eventName: 'issue_comment' },
  })
  const assigned = (run: Improvisation) => received(run).filter((each) => each.includes('assignees'))
  const owners = '# @ada\n* @Wendy @octo/team # @ada\n/docs/ mail@example.com\n'
  await improvise(asking({ 'docs/CODEOWNERS': '* @ada\n', CODEOWNERS: owners }), (run) => {
    expect(assigned(run), run.last.log).toEqual(['POST issues/3/assignees {"assignees":["wendy"]}'])
    expect(run.said.flat().join('\n')).toContain('ada: CODEOWNERS does not name this account')
  })
  await improvise(asking({}), (run) => {
    expect(assigned(run), run.last.log).toEqual([])
    expect(run.said.flat().join('\n')).toContain('there is no such file')
  })
})

test.concurrent('a title or text of somebody else that a run replaced carries our mark, and a later run knows it', async () => {
  const rule =
    '[[rule]]\nmcpName = "github"\ntoolName = "update_issue"\ntargets = "any"\ndecision = "allow"\npriority = 100\n'
  const mark = /^<!-- sluice:v1 kind=rewrite key=[\w.-]+ run=[\w.-]+ -->\n/
  for (const [change, text] of [
    [{ title: 'Bought' }, 'Every night.'],
    [{ body: 'Bought.' }, 'Bought.'],
  ] as const)
    await improvise(
      {
        event: 'mention-by-a-writer',
        policies: rule,
        world: {
          labels,
          issues: [
            issue({ number: 3, user: 'rita' }),
            issue({ number: 4, user: 'wendy', title: 'Plan', body: 'Every night.' }),
          ],
        },
        turns: [[github('update_issue', { number: 4, ...change })]],
        step: { eventName: 'issue_comment' },
      },
      async ({ github: { world: after }, last }) => {
        const body = after.issues.find(({ number }) => number === 4)?.body ?? ''
        expect(body, last.log).toMatch(mark)
        expect(body.replace(mark, '')).toBe(text)
        // The next run is about the issue of a person with write permission, whose text another run wrote.
        await improvise(
          {
            event: 'mention-by-a-writer',
            policies: '',
            world: { labels, issues: [issue({ number: 3, user: 'wendy', body })] },
            prepare: nightly,
            turns: [[github('add_labels', { labels: ['bug'] }), github('update_issue', { state: 'closed' })]],
            step: { eventName: 'schedule', inputs: { github_issue_number: '3', prompt: 'Triage it.' } },
          },
          (next) => expect(received(next), next.last.log).toEqual([]),
        )
      },
    )
})

test.concurrent('who loses write permission while the run works delivers only an answer', async () => {
  for (const [nth, kept] of [
    [2, false],
    [99, true],
  ] as const) {
    let asked = 0
    const githubFault = ({ path }: { path: string }) => {
      if (!path.endsWith('/collaborators/wendy/permission')) return undefined
      asked += 1
      return asked < nth
        ? undefined
        : { status: 200, body: { permission: 'read', role_name: 'read', user: { login: 'wendy' } } }
    }
    await improvise(
      {
        event: 'mention-by-a-writer',
        world,
        turns: [[...OWN, { tool: 'write_file', args: { file_path: 'a.txt', content: 'a' } }]],
        step: { eventName: 'issue_comment', inputs: { changes: 'commit' }, githubFault },
      },
      (run) => {
        expect(asked, run.last.log).toBe(2)
        const writes = received(run)
        if (kept) expect(writes.length, run.last.log).toBeGreaterThan(3)
        else expect(writes, run.last.log).toEqual([])
        expect(run.last.outputs.outcome).toBe(kept ? 'ok' : 'denied')
        const answer = run.github.world.comments.find(({ user }) => user === run.github.world.viewer)?.body ?? ''
        expect(answer).toContain('That was all.')
        expect(answer.includes('This run writes only its answer: wendy no longer has write permission.')).toBe(!kept)
      },
    )
  }
})
