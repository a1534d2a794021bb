import { cpSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { evaluateText } from '../../src/commands/simulate/expressions.ts'
import type { Scope, World } from '../../src/emulators/github/world.ts'
import { requestProblems } from '../fakes/openapi.ts'
import { type Improvisation, type Improvised, improvise } from './improvised.ts'
import type { TreeEntry } from './repository.ts'
import { SECRETS } from './scenario.ts'

/** The workflows of .github/examples as they are written, played over the built action. */

const Workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      // A job that calls another workflow has none.
      steps: z
        .array(z.object({ uses: z.string().default(''), with: z.record(z.string(), z.unknown()).default({}) }))
        .default([]),
    }),
  ),
})

type Secrets = Record<string, string>

/** `secrets`: those for Actions. */
type Contexts = {
  event: object
  steps?: object
  inputs?: object
  secrets?: Secrets
  actor?: string
  dependabotSecrets?: Secrets
}

/** The example's inputs and permissions. */
function example(
  name: string,
  contexts: Contexts,
  text = readFileSync(resolve(import.meta.dirname, '../../.github/examples', `${name}.yml`), 'utf8'),
): { inputs: Record<string, string>; tokenPermissions: World['tokenPermissions'] } {
  const { permissions, jobs } = Workflow.parse(parse(text))
  const step = Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .find(({ uses }) => uses.startsWith('sluice-agent/sluice@'))
  const values = {
    github: { event: contexts.event },
    steps: contexts.steps ?? {},
    inputs: contexts.inputs ?? {},
    // As on GitHub: runs of Dependabot get its own secrets, and no others.
    secrets:
      contexts.actor === 'dependabot[bot]'
        ? (contexts.dependabotSecrets ?? {})
        : (contexts.secrets ?? { GEMINI_API_KEY: SECRETS['the API key'] }),
  }
  const inputs = Object.entries(step?.with ?? {}).map(([input, value]) => [input, evaluateText(String(value), values)])
  // A scope that is not named is none, as soon as one is named.
  const scopes: Scope[] = ['issues', 'pull_requests', 'contents', 'checks', 'actions', 'statuses']
  const levels = scopes.map((scope) => [scope, permissions[scope.replace('_', '-')] ?? 'none'])
  return { inputs: Object.fromEntries(inputs), tokenPermissions: Object.fromEntries(levels) }
}

/** The permissions that an example has only to read what the change is for. */
export function scopesToRead(name: string): Scope[] {
  const { tokenPermissions } = example(name, { event: {} })
  return (['checks', 'issues', 'statuses'] as const).filter((scope) => tokenPermissions[scope] === 'read')
}

/** For each permission, the first prompt has one line that says what is missing. */
export const tellsWhatIsMissing = ({ gemini, last }: Improvisation, without: readonly Scope[]): void => {
  const prompt = JSON.stringify(gemini.requests[0]?.body)
  expect(last.outputs.outcome, last.log).toBe('ok')
  const lines = prompt.match(/\([^()]*could not be read; the job may lack `\w+: read`\.\)/g) ?? []
  const scopes = lines.map((line) => /`(\w+): read`/.exec(line)?.[1])
  expect(scopes.toSorted(), prompt).toEqual(without.toSorted())
}

/** The payload of a scenario that is there anyway. */
export const payloadOf = (scenario: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, scenario, 'event.json'), 'utf8'))

const labels = ['bug', 'question'].map((name, at) => ({ id: at + 1, name, color: 'f00000', description: null }))

export type Given = {
  event: Record<string, unknown>
  eventName: string
  steps?: object
  inputs?: object
  secrets?: Secrets
  /** GitHub gives these to runs of Dependabot, and no others. */
  dependabotSecrets?: Secrets
  entries?: readonly TreeEntry[]
  world?: Partial<World>
  actor?: string
  checkout?: 'base' | 'head'
  env?: Record<string, string>
  /** Permissions that somebody took out of the workflow. */
  without?: readonly Scope[]
  /** Permissions that somebody gave to the workflow beside its own. */
  grants?: World['tokenPermissions']
  /** Further files of the head. */
  head?: Record<string, string>
  /** The text of a workflow that a page shows. */
  shown?: string
  /** Inputs that the workflow does not set. */
  moreInputs?: Record<string, string>
}

/** Adds the files of the sample to those of the scenario. */
function withSample(folder: string): void {
  for (const side of ['repo', 'head'])
    cpSync(join(import.meta.dirname, 'pull-request-review', side), join(folder, side), { recursive: true })
}

export async function playExample(
  name: string,
  given: Given,
  turns: Improvised['turns'],
  check: (run: Improvisation) => void,
): Promise<void> {
  const { inputs, tokenPermissions } = example(name, given, given.shown)
  const { eventName, actor, checkout, entries, env = {}, moreInputs = {}, without = [], grants, head } = given
  for (const scope of without) tokenPermissions[scope] = 'none'
  await improvise(
    {
      turns,
      payload: given.event,
      head,
      prepare: head && withSample,
      world: { labels, tokenPermissions: { ...tokenPermissions, ...grants }, ...given.world },
      step: {
        eventName,
        inputs: { ...inputs, ...moreInputs },
        env,
        key: false,
        actor,
        checkout: checkout === undefined ? undefined : { at: checkout, depth: 'one' },
        entries,
      },
    },
    async (run) => {
      expect(run.github.problems).toEqual([])
      expect(await requestProblems(run.github.requests)).toEqual([])
      expect(run.last.exitCode, run.last.log).toBe(0)
      check(run)
    },
  )
}

export const ours = ({ github: { world } }: Improvisation) => world.comments.filter(({ user }) => user === world.viewer)
export const opened = ({ github: { world } }: Improvisation) => world.pulls.filter(({ user }) => user === world.viewer)
export const toldWell = ({ last, said, gemini }: Improvisation) => {
  // An example as it is written has the permissions for all that its prompt could have.
  expect(JSON.stringify(gemini.requests[0]?.body)).not.toContain('the job may lack')
  expect(last.outputs.outcome, `${last.log}\n${JSON.stringify(said)}`).toBe('ok')
  expect(JSON.parse(last.outputs.receipts ?? '').filter(({ state }: { state: string }) => state === 'failed')).toEqual(
    [],
  )
}

export const upstream = (more: {
  conclusion: string
  head_repository: object
  actor: object
  head_sha?: string
  pull_requests?: object[]
  head_branch?: string
  event?: string
  path?: string
}) => {
  const { repository, sender } = payloadOf('pull-request-review')
  const run = {
    id: 71,
    name: 'CI',
    event: 'pull_request',
    head_branch: 'topic',
    head_sha: '{{HEAD_SHA}}',
    html_url: 'https://github.com/octo/pond/actions/runs/71',
    pull_requests: [],
    triggering_actor: more.actor,
    ...more,
  }
  return {
    action: 'completed',
    workflow_run: run,
    workflow: { id: 1, name: 'CI' },
    repository,
    sender: more.actor ?? sender,
  }
}
export const person = (login: string) => ({ login, id: 1, type: 'User' })
