import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Extension } from '../config/extension-manifest.ts'
import { extensionCommandFolders } from '../config/extensions.ts'
import { type Inputs, readInputs } from '../config/inputs.ts'
import type { PolicyLocations } from '../config/load-policies.ts'
import { openPinnedConfig, type PinnedConfig, type PinnedInputs } from '../config/pinned-config.ts'
import {
  policyLocationsFor,
  resolveApprovalMode,
  resolveSettings,
  type SettingsRuntime,
} from '../config/resolve-settings.ts'
import { githubEndpoints } from '../config/run-identity.ts'
import { userHome } from '../config/runtime.ts'
import { hasServers, type Settings } from '../config/settings/settings.ts'
import { trustedHome } from '../config/settings/settings-files.ts'
import { commandProfile, readInvocations } from '../config/slash-invocations.ts'
import { mapOf } from '../config/workflow-file.ts'
import { findProjectRoot, worktreeReader } from '../config/worktree-reader.ts'
import { connectGitHub, type GitHub } from '../github/api/github.ts'
import type { Environment } from '../platform/environment.ts'
import { UserError } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import { childEnvironment } from '../platform/process/child-environment.ts'
import type { Mode } from '../policy/rules/rule.ts'
import { isFolder } from './command-io.ts'
import { agentOf, parseWorkflow, readWorkflowFiles, WORKFLOW_FOLDER } from './workflow-source.ts'

/** The configuration of a run from the current files of a repository. Disposing it deletes the programs of extensions. */
export type LocalConfig = AsyncDisposable & {
  inputs: Inputs
  runtime: SettingsRuntime & { dist: string; pinned: PinnedConfig }
  steering: CommitReader
  settings: Settings
  extensions: readonly Extension[]
  /** Where the rules of a run come from, the profile of the prompt's command included. */
  policyLocations: PolicyLocations
  mode: Mode
  /** Names the sources besides the repository, and those that are unknown here. */
  note: string
}

/** The workflow inputs that configure a run; a command in the prompt has a profile. */
const CONFIG_INPUTS = [
  'settings',
  'policies',
  'admin_policies',
  'admin_settings',
  'extensions',
  'approval_mode',
  'approve_policies',
  'output_schema',
  'prompt',
] as const

/** Inputs that decide no rule by themselves: they name commands and files. */
const NAME_FILES: ReadonlySet<string> = new Set(['prompt', 'approve_policies', 'output_schema'])

/** `workflow`: the file whose step configures the run, relative to `cwd`. */
export type LocalConfigOptions = {
  env: Environment
  dist: string
  notice(text: string): void
  cwd: string
  workflow?: string
}

/** What the repository's workflow says of these inputs. */
export const localWorkflowInputs = (root: string, choice: Pick<LocalConfigOptions, 'cwd' | 'workflow'>) =>
  readWorkflowInputs(root, CONFIG_INPUTS, choice)

/**
 * Loads the configuration of a run for the repository that contains `folder`, with the functions of a run and the user's
 * home. Starts no program. Throws UserError for a mistake that would end a run.
 */
export async function loadLocalConfig(
  folder: string,
  { env, dist, notice, ...choice }: LocalConfigOptions,
): Promise<LocalConfig> {
  const workspace = await findProjectRoot(folder)
  await refuseLinks(workspace)
  const home = userHome(env)
  const scratch = await mkdtemp(join(tmpdir(), 'sluice-local-'))
  const removeScratch = () => rm(scratch, { recursive: true, force: true })
  try {
    const variables = CONFIG_INPUTS.map((name) => `INPUT_${name.toUpperCase()}`).filter(
      (name) => (env[name] ?? '') !== '',
    )
    const ofWorkflow = await localWorkflowInputs(workspace, choice)
    const inputs = readInputs({
      ...Object.fromEntries(
        Object.entries(ofWorkflow.inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
      ...Object.fromEntries(variables.map((name) => [name, env[name]])),
    })
    const pinned = localPinned(inputs, env)
    const runtime = { env, home, workspace, scratch, dist, pinned, childEnv: childEnvironment(env, []) }
    const steering = worktreeReader(workspace)
    const resolved = await resolveSettings(inputs, steering, runtime, notice)
    const { settings, extensions } = resolved
    const mode = resolveApprovalMode(inputs.approval_mode, settings)
    const profile = await commandProfile(
      await readInvocations(
        inputs.prompt,
        { request: '' },
        {
          ...runtime,
          steering,
          notice: () => undefined,
          extensionFolders: extensionCommandFolders(extensions),
          hasServers: hasServers(settings),
        },
      ),
      inputs,
      steering,
      notice,
    )
    const policyLocations = { ...(await policyLocationsFor(inputs, runtime, resolved)), ...profile }
    const note = await describeSources(await trustedHome(home, workspace), variables, ofWorkflow.note)
    return {
      inputs,
      runtime,
      steering,
      settings,
      extensions,
      policyLocations,
      mode,
      note,
      [Symbol.asyncDispose]: removeScratch,
    }
  } catch (error) {
    await removeScratch()
    throw error
  }
}

async function describeSources(
  home: string | undefined,
  variables: readonly string[],
  ofWorkflow: string,
): Promise<string> {
  const hasGeminiFolder =
    home !== undefined && (await stat(join(home, '.gemini')).catch(() => undefined))?.isDirectory()
  return [
    ...(hasGeminiFolder ? ['~/.gemini applies here and on self-hosted runners, not on hosted ones.'] : []),
    ...(variables.length === 0
      ? []
      : [
          `${variables.join(', ')} ${variables.length === 1 ? 'is used as a workflow input' : 'are used as workflow inputs'}.`,
        ]),
    ofWorkflow,
  ].join(' ')
}

/** Throws UserError for a settings or policy file that is a symbolic link, as a run does: a rule must not be skipped silently. */
async function refuseLinks(workspace: string): Promise<void> {
  const names = (await readdir(join(workspace, '.gemini/policies')).catch(() => [])).filter((name) =>
    /\.toml$/.test(name),
  )
  const policies = names.map((name) => `.gemini/policies/${name}`)
  for (const path of ['.gemini', '.gemini/settings.json', '.gemini/policies', ...policies]) {
    const stats = await lstat(join(workspace, path)).catch(() => undefined)
    if (stats?.isSymbolicLink())
      throw new UserError(`${path} is a symbolic link, which a run refuses. Make it a regular file.`)
    if (policies.includes(path) && stats?.isDirectory()) throw new UserError(`Cannot read ${path}: it is a folder`)
  }
}

/** Reads `OWNER/REPO@SHA:path` on this machine, with the token in GITHUB_TOKEN or GH_TOKEN; without one every read rejects with UserError. */
export function localPinned(inputs: PinnedInputs, env: Environment): PinnedConfig {
  const token = env.GITHUB_TOKEN || env.GH_TOKEN || ''
  return openPinnedConfig(inputs, token === '' ? undefined : { pinnedFiles: connected(env, token) })
}

const connected =
  (env: Environment, token: string): GitHub['pinnedFiles'] =>
  async (locations) => {
    return connectGitHub({
      ...githubEndpoints(env),
      repository: 'local/local',
      token,
      notice: () => undefined,
    }).pinnedFiles(locations)
  }

/** What the repository's workflow gives the action, as far as the file says it. `note` says which workflow, or why none. */
export type WorkflowInputs = { inputs: Readonly<Record<string, string>>; note: string }

type UsedStep = { place: string; inputs: Readonly<Record<string, string>> }

/**
 * The inputs of the step that uses the action: in `workflow`, else in the only workflow of the repository in `root` that uses it.
 * Inputs with an expression depend on a run, so they stay unknown. `names`: the inputs to look for.
 */
export async function readWorkflowInputs(
  root: string,
  names: readonly string[],
  { cwd, workflow }: { cwd: string; workflow?: string },
): Promise<WorkflowInputs> {
  const hasFolder = await isFolder(join(root, WORKFLOW_FOLDER))
  const files =
    workflow !== undefined
      ? await readWorkflowFiles([workflow], cwd)
      : hasFolder
        ? await readWorkflowFiles([WORKFLOW_FOLDER], root)
        : []
  const steps = files.flatMap(({ file, text }) => usedSteps(file, text))
  const [first] = steps
  const unknown = `The workflow's inputs ${names.filter((name) => !NAME_FILES.has(name)).join(', ')} are unknown here; set them as INPUT_SETTINGS and so on.`
  if (first === undefined) {
    if (workflow !== undefined) throw new UserError(`No step of ${workflow} uses the action.`)
    return { inputs: {}, note: `No workflow here uses the action. ${unknown}` }
  }
  const places = steps.map(({ place }) => place).join(', ')
  const given = (step: UsedStep) => names.map((name) => step.inputs[name] ?? '')
  if (workflow === undefined && steps.some((step) => given(step).join('\0') !== given(first).join('\0')))
    return {
      inputs: {},
      note: `Several steps use the action with other inputs: ${places}. Choose one with --workflow FILE. ${unknown}`,
    }
  const set = names.filter((name) => (first.inputs[name] ?? '') !== '')
  const isKnown = (name: string) => first.inputs[name]?.includes('${{') === false
  const left = set.filter((name) => !isKnown(name))
  return {
    inputs: Object.fromEntries(set.filter(isKnown).map((name) => [name, first.inputs[name] ?? ''])),
    note: [
      `The inputs are those of ${first.place}.`,
      ...(left.length === 0 ? [] : [`Unknown, because a run sets them: ${left.join(', ')}.`]),
    ].join(' '),
  }
}

function usedSteps(file: string, text: string): UsedStep[] {
  const parsed = parseWorkflow(file, text)
  if (!parsed.ok) return []
  return parsed.source.jobs.flatMap(({ id, steps }) =>
    steps
      .filter(({ step }) => agentOf(step) === 'sluice')
      .map(({ step }) => ({
        place: `${file}, job ${id}`,
        inputs: Object.fromEntries(
          Object.entries(mapOf(step.with)).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]),
        ),
      })),
  )
}
