import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { Octokit } from '@octokit/rest'
import { evaluateText, falsePart } from '../../src/commands/simulate/expressions.ts'
import { mapOf } from '../../src/config/workflow-file.ts'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import { TOKEN } from './scenario.ts'
import { jobOf } from './workflow-step.ts'

const run = promisify(execFile)
const GH = join(import.meta.dirname, '../fakes/bin/gh.js')

export type ScriptedJob = {
  file: string
  job: string
  /** The steps before that of the action, or those behind it; all of a job without one. */
  part: 'before' | 'after'
  /** `github`, `needs`, `steps`, `matrix`: what the expressions of the steps read. */
  contexts: Record<string, unknown>
  github: Pick<GitHubEmulator, 'url'>
  workspace: string
}

/**
 * Runs the scripts of a job as a runner does: `run` with bash, `gh` and `jq`, and actions/github-script. Resolves to the outputs by step, and
 * to what was printed. Rejects when one fails. Source: GitHub docs, "Workflow syntax", jobs.<job_id>.steps[*].shell.
 */
export async function runScripts({ file, job: name, part, contexts, github, workspace }: ScriptedJob) {
  const { job } = jobOf(file, name)
  const all = job.steps ?? []
  const own = all.findIndex(({ uses }) => uses?.startsWith('octo/sluice@'))
  const steps: Record<string, { outputs: Record<string, string> }> = { ...mapOf(contexts.steps) } as typeof steps // by step
  let printed = ''
  const temp = await mkdtemp(join(tmpdir(), 'sluice-scripts-'))
  try {
    await writeFile(join(temp, 'gh'), `#!/bin/sh\nexec "${process.execPath}" "${GH}" "$@"\n`, { mode: 0o755 })
    const given = { github: { repository: 'octo/pond', token: TOKEN }, secrets: { GITHUB_TOKEN: TOKEN } }
    for (const step of own < 0 ? all : part === 'before' ? all.slice(0, own) : all.slice(own + 1)) {
      const known = { ...given, ...contexts, github: { ...given.github, ...mapOf(contexts.github) }, steps }
      if (falsePart(step.if, known) !== undefined) continue
      const text = (value: unknown) => evaluateText(String(value), known)
      const variables = Object.fromEntries(Object.entries(step.env ?? {}).map(([key, value]) => [key, text(value)]))
      const outputs: Record<string, string> = {}
      if (step.uses?.startsWith('actions/github-script@')) {
        const core = {
          setOutput(key: string, value: unknown) {
            outputs[key] = String(value)
          },
        }
        const { rest } = new Octokit({ auth: TOKEN, baseUrl: github.url })
        const context = { repo: { owner: 'octo', repo: 'pond' }, issue: { owner: 'octo', repo: 'pond', number: 7 } }
        const globals = { github: { rest }, context, core, process: { env: variables } }
        await runInNewContext(`(async () => {${text(step.with?.script)}})()`, globals)
      } else if (step.run !== undefined) {
        const [script, output] = [join(temp, 'script.sh'), join(temp, 'output')]
        await writeFile(script, text(step.run))
        await writeFile(output, '')
        await mkdir(join(temp, 'home'), { recursive: true })
        const { stdout } = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
          cwd: existsSync(workspace) ? workspace : temp,
          env: {
            PATH: [temp, process.env.PATH].join(delimiter),
            HOME: join(temp, 'home'),
            GITHUB_API_URL: github.url,
            GITHUB_REPOSITORY: 'octo/pond',
            GITHUB_OUTPUT: output,
            ...variables,
          },
        })
        printed += stdout
        Object.assign(outputs, valuesIn(await readFile(output, 'utf8')))
      }
      if (step.id !== undefined) steps[step.id] = { outputs }
    }
    return { steps, printed }
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}

/** The values in a file of a runner: `NAME=VALUE`, or `NAME<<END`, the lines of the value, and END. */
export function valuesIn(file: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [, name = '', end, many = '', one = ''] of file.matchAll(
    /^([^=\n]+?)(?:<<(.*)\n([\s\S]*?)\n?\2|=(.*))$/gm,
  ))
    values[name] = end === undefined ? one : many
  return values
}
