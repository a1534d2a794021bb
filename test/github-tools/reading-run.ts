import { readInputs } from '../../src/config/inputs.ts'
import type { Task } from '../../src/github/events/task.ts'
import { openProposalTools, runGithubTools } from '../../src/session/run-github-tools.ts'
import { proposalOptions } from '../../src/session/run-options.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'
import { type connect, TOKEN } from '../delivery/delivery-fixture.ts'

type ReadingRun = {
  /** Calls a tool about GitHub. Resolves to whether it succeeded. */
  read(tool: string, args: Record<string, unknown>): Promise<boolean>
  /** Why the run may open no issue; undefined: it may. */
  refusal(): Promise<string | undefined>
  /** Whose text its answer can repeat; undefined: nobody's without write permission. */
  outsider(): Promise<string | undefined>
}

/** A nightly run, or one with more facts, which reads and asks what it may write then. */
export function readingRun(
  github: ReturnType<typeof connect>,
  facts: Partial<Task>,
  inputs: Record<string, string> = {},
): ReadingRun {
  const task: Task = {
    ...{ repo: { owner: 'octo', name: 'pond' }, event: 'schedule', kind: 'schedule', defaultBranch: 'done' },
    ...{ actor: 'wendy', triggeringActor: 'wendy', sha: '', ...facts },
  }
  const read = readInputs({ INPUT_GITHUB_TOKEN: TOKEN, INPUT_PROMPT: 'Report.', ...inputs })
  const trust = { level: 'trusted' } as const
  const options = proposalOptions(read, { task, trust, conversation: undefined }, github)
  const proposals = openProposalTools(task, github, options)
  const config = { rules: [], steering: { read: async () => undefined }, mode: 'default', invocations: {} } as never
  const results = { append: () => undefined }
  const tools = makeToolbox(
    runGithubTools({ task, trust, inputs: read, github, nonce: 'n', config, settings: {}, proposals, results }),
  )
  return {
    async read(tool, args) {
      const reader = tools.find(`github__${tool}`)
      const parsed = reader?.parse(args)
      if (reader === undefined || parsed?.ok !== true) throw new Error(`${tool} takes no such arguments`)
      return (await reader.run(parsed.args, new AbortController().signal)).ok
    },
    refusal: async () => tools.find('github__create_issue')?.beyond?.({ title: 'New', body: 'x' }),
    outsider: proposals.outsider,
  }
}
