import { startGitHub } from '../../src/emulators/github/github.ts'
import { issue, pull } from '../../src/emulators/github/world.ts'
import type { Task } from '../../src/github/events/task.ts'
import { withMcpTools } from '../../src/github-tools/mcp-tools.ts'
import { readTools } from '../../src/github-tools/read-tools.ts'
import { openProposalTools } from '../../src/session/run-github-tools.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'
import { connect, TOKEN, task } from '../delivery/delivery-fixture.ts'
import { preparedRepository } from '../github/repository.ts'
import { authorityOf } from './test-authority.ts'

export const BRANCHES = {
  prefix: 'sluice/',
  mayEditCheckout: true,
  problem: () => undefined,
  judgeEdit: () => undefined,
}

const pull5 = { ...task, kind: 'pull_request', number: 5, repo: { owner: 'octo', name: 'pond' } } as const

const openRepository = preparedRepository(async (repository) => {
  const base = await repository.commit({ 'src/a.ts': 'one\ntwo\nthree\n' })
  const head = await repository.commit({ 'src/a.ts': 'one\nTWO\nthree\n' })
  await repository.git('branch', 'topic', head)
  return { base, head }
})

export type Call = (name: string, args: Record<string, unknown>) => Promise<{ ok: boolean; text: string }>

/** The tools of a run about pull request 5, whose diff has one changed file. `denied`: our tools that a rule forbids. */
export async function onPullRequest(
  run: (call: Call, proposals: ReturnType<typeof openProposalTools>) => Promise<void>,
  { isOutside = false, denied = [] as string[] } = {},
) {
  await using repository = await openRepository()
  const { base, head } = repository
  const side = (ref: string, sha: string) => ({ ref, sha, repo: 'octo/pond' })
  await using server = await startGitHub({
    gitDir: repository.dir,
    owner: 'octo',
    repo: 'pond',
    token: TOKEN,
    labels: ['bug', 'docs'].map((name, id) => ({ id, name, color: 'f00000', description: null })),
    issues: [issue({ number: 7, title: 'It leaks', labels: ['docs'] })],
    pulls: [pull({ number: 5, base: side('main', base), head: side('topic', head) })],
    permissions: { wendy: 'write' },
  })
  const github = connect(server)
  const about = { ...pull5, base: side('main', base), head: side('topic', head) } as Task
  const options = {
    allowedLabels: [],
    review: 'comment',
    changes: 'report',
    authority: authorityOf(about, github, isOutside),
  } as const
  const proposals = openProposalTools(about, github, options)
  const box = makeToolbox(
    withMcpTools([...readTools(about, github, 'nonce'), ...proposals.tools], {
      task: about,
      github,
      nonce: 'nonce',
      declaredNames: new Set<string>(),
      store: proposals.store,
      branches: BRANCHES,
      judge: ({ name }) => (denied.includes(name) ? `${name} is not allowed by rules.toml:1.` : undefined),
    }),
  )
  const call: Call = async (name, args) => {
    const tool = box.find(`mcp__github__${name}`)
    const parsed = tool?.parse(args)
    if (parsed?.ok !== true) return { ok: false, text: parsed?.text ?? `no tool ${name}` }
    const result = await tool?.run(parsed.args, new AbortController().signal)
    return result?.ok === true ? { ok: true, text: String(result.content) } : { ok: false, text: result?.text ?? '' }
  }
  await run(call, proposals)
}

/** All names of the server `github`: of our tools, of those of GitHub's MCP server, and of those that it answers with a reason. */
export async function allGithubNames(): Promise<string[]> {
  await using server = await startGitHub({ owner: 'octo', repo: 'pond', token: TOKEN })
  const github = connect(server)
  const options = { allowedLabels: [], review: 'comment', changes: 'report' } as const
  const names = [pull5, { ...pull5, kind: 'issue' }].flatMap((about) => {
    const own = about as Task
    const proposals = openProposalTools(own, github, { ...options, authority: authorityOf(own, github) })
    const { store } = proposals
    const tools = withMcpTools([...readTools(own, github, 'nonce'), ...proposals.tools], {
      ...{ task: own, github, nonce: 'nonce', store, branches: BRANCHES },
      judge: () => undefined,
      declaredNames: new Set<string>(),
    })
    return tools.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  })
  const short = names.flatMap((name) => /^(?:github__|mcp_github_)(.+)$/.exec(name)?.[1] ?? [])
  return [...new Set(short)].sort()
}
