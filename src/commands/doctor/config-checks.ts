import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { closest, distance } from 'fastest-levenshtein'
import type * as z from 'zod'
import { IGNORED_SETTINGS, ignoredSafetyNotices, isIgnoredSetting } from '../../config/settings/ignored-keys.ts'
import { migrateSettings } from '../../config/settings/legacy.ts'
import { mergeSettings, parseSettings } from '../../config/settings/parse-settings.ts'
import { SettingsShape, supportedKeys, unknownKeys } from '../../config/settings/settings-shape.ts'
import { mapOf, mapText, type WorkflowMap } from '../../config/workflow-file.ts'
import { looksPinned, parsePinnedLocation } from '../../github/api/pinned-files.ts'
import { zodIssueMessage } from '../../platform/errors.ts'
import { readSmallFile } from '../../platform/files/open-path.ts'
import { lintRules } from '../../policy/rules/lint.ts'
import { loadPolicies } from '../../policy/rules/load.ts'
import { verifyCommands } from '../../proof/prove.ts'
import { agentOf, type JobSource, type StepSource, type WorkflowSource } from '../workflow-source.ts'
import { type DoctorProblem, docsPage, eachStep, retiredModel } from './doctor-problem.ts'

/** Checks settings. `source`: only runs read a workflow's input; a person's Gemini CLI reads the file, too. */
export function settingsProblems(
  text: string,
  source: 'input' | 'file',
  lineOf: (inner: number) => number,
): DoctorProblem[] {
  const parsed = parseSettings(text)
  if (!parsed.ok)
    return [
      {
        check: 'invalid-settings',
        level: 'error',
        line: lineOf(1),
        problem: `The text ${parsed.reason}. The run ends with the outcome config.`,
        fix: 'Fix the JSON.',
      },
    ]
  const { settings } = migrateSettings(parsed.settings)
  const lineOfKey = (path: string) => lineOf(keyLine(text, path))
  const unknown = unknownKeys(settings).map(({ path, siblings }) => ({
    path,
    near: closest(path, [...siblings, ...supportedKeys()]),
  }))
  const dead = unknown.filter(({ path }) => !/^hooks\.|^enableHooks$|^\$schema$/.test(path))
  const shape = SettingsShape.safeParse(settings)
  return [
    ...(shape.success ? [] : shape.error.issues).map((issue) => ({
      check: 'invalid-settings',
      level: 'error' as const,
      line: lineOfKey(issue.path.join('.')),
      problem: `${zodIssueMessage(issue)}. The run ends with the outcome config.`,
      fix: `${docsPage('configuration')} lists the settings and their values.`,
    })),
    ...dead
      .filter(({ path }) => !isIgnoredSetting(path) || source === 'input')
      .map(({ path, near }) => ({
        check: 'dead-setting',
        level: 'warning' as const,
        line: lineOfKey(path),
        problem: `${path} has no effect: ${reasonFor(path) ?? 'no such setting exists'}.`,
        fix: !isIgnoredSetting(path) && distance(path, near) <= 3 ? `Write ${near}.` : `Remove ${path}.`,
      })),
    ...(source === 'file' ? ignoredSafetyNotices(settings) : []).map((problem) => ({
      check: 'dead-setting',
      level: 'warning' as const,
      line: lineOfKey(problem.split(' ')[0] ?? ''),
      problem,
      fix: `Remove ${problem.split(' ')[0]}. It does not protect anything here.`,
    })),
    ...broadSettings(settings, lineOfKey),
    ...retiredModel(mapText(mapOf(settings.model), 'name'), 'model.name', lineOfKey('model.name')),
    ...retiredModel(
      mapText(mapOf(mapOf(settings.sluice).review), 'secondLookModel'),
      'sluice.review.secondLookModel',
      lineOfKey('sluice.review.secondLookModel'),
    ),
  ]
}

const reasonFor = (path: string): string | undefined =>
  Object.entries(IGNORED_SETTINGS).find(([key]) => path === key || path.startsWith(`${key}.`))?.[1]

/** Settings that allow everything. */
function broadSettings(settings: Record<string, unknown>, lineOfKey: (path: string) => number): DoctorProblem[] {
  const tools = mapOf(settings.tools)
  const shellNames = ['run_shell_command', 'ShellTool', 'shell', '*']
  const lists = ['allowed', 'core'].flatMap((key) => {
    const value = tools[key]
    const broad = Array.isArray(value) ? value.find((name) => shellNames.includes(String(name))) : undefined
    return broad === undefined
      ? []
      : [{ path: `tools.${key}`, problem: `tools.${key} allows ${broad === '*' ? 'every tool' : 'every command'}.` }]
  })
  const mode = mapOf(settings.general).defaultApprovalMode
  return [
    ...lists,
    ...(mode === 'yolo'
      ? [{ path: 'general.defaultApprovalMode', problem: 'Mode yolo allows every call that no rule denies.' }]
      : []),
  ].map(({ path, problem }) => ({
    check: 'broad-policy',
    level: 'warning',
    line: lineOfKey(path),
    problem,
    fix: 'Name the commands: run_shell_command(npm test), or write rules with commandPrefix.',
  }))
}

/** The line of a key in a JSON text, from 1; it looks for each part of the path after the part before. */
function keyLine(text: string, path: string): number {
  let offset = 0
  for (const key of path.split('.')) {
    const index = text.indexOf(`"${key}"`, offset)
    if (index >= 0) offset = index
  }
  return text.slice(0, offset).split('\n').length
}

/** Finds mistakes and questionable rules in a policy. */
export function policyProblems(text: string, file: string, lineOf: (inner: number) => number): DoctorProblem[] {
  const { rules, problems } = loadPolicies([{ tier: 'user', file, text }])
  return [
    ...problems.map((problem) => ({
      check: 'invalid-policy',
      level: 'error' as const,
      line: lineOf(problem.line),
      problem: `${problem.text}. The run ends with the outcome config.`,
      fix: `${docsPage('policy')} describes every field.`,
    })),
    ...(problems.length > 0 ? [] : lintRules(rules)).map((problem) => {
      const isBroad = /^allows|allows any/.test(problem.text)
      return {
        check: isBroad ? 'broad-policy' : 'doubtful-rule',
        level: 'warning' as const,
        line: lineOf(problem.line),
        problem: isBroad
          ? `The rule ${problem.text}.`
          : `${problem.text.charAt(0).toUpperCase()}${problem.text.slice(1)}`.replace(/[.?]?$/, (end) => end || '.'),
        fix: isBroad
          ? 'Name the tools, and the commands with commandPrefix.'
          : 'Change or remove the rule; `sluice policy explain` shows which rule decides.',
      }
    }),
  ]
}

const LIKE_TOML = /^\s*(?:\[|#|[\w."-]+\s*=)/

/** Checks the inputs `settings`, `policies`, `admin_policies`, `admin_settings` and `prompt` of Sluice steps; `root`: the repository; `dist`: the built-in files. */
export function inlineConfigProblems(source: WorkflowSource, root: string, dist: string): DoctorProblem[] {
  const builtInCommands = builtInCommandNames(dist)
  const folders = { root, profiles: profileNames(dist) }
  return eachStep(source, (agentStep, job) => {
    const { step, path } = agentStep
    const agent = agentOf(step)
    if (agent !== 'sluice') return []
    const inputs = mapOf(step.with)
    const insideOf = (name: string) => (inner: number) => source.lineInside([...path, 'with', name], inner)
    const settings = mapText(inputs, 'settings')
    return [
      ...(settings === '' || settings.includes('${{') ? [] : settingsProblems(settings, 'input', insideOf('settings'))),
      ...['policies', 'admin_policies', 'admin_settings'].flatMap((name) =>
        inlinePolicies(mapText(inputs, name), name, insideOf(name), folders),
      ),
      ...unknownCommand(mapText(inputs, 'prompt'), root, builtInCommands).map((problem) => ({
        ...problem,
        line: source.lineOf([...path, 'with', 'prompt']),
      })),
      ...proofProblems(source, agentStep, job, root),
    ]
  })
}

/** What the settings of a step say, as far as this repository shows them. */
function settingsOf(inputs: WorkflowMap, root: string) {
  const files = mapText(inputs, 'admin_settings').split('\n')
  const texts = [
    readSmallFile(root, '.gemini/settings.json', 1_000_000),
    mapText(inputs, 'settings'),
    ...files.map((file) => readSmallFile(root, file.trim(), 1_000_000)),
  ]
  const layers = texts.flatMap((text) => {
    const parsed = parseSettings(text ?? '')
    const shape = SettingsShape.safeParse(parsed.ok ? migrateSettings(parsed.settings).settings : {})
    return shape.success ? [shape.data] : []
  })
  return layers.reduce<z.infer<typeof SettingsShape>>((merged, layer) => mergeSettings(merged, layer), {})
}

/** What a change cannot pass where `sluice.proof.mode` decides what the tests that the action runs let through. */
function proofProblems(source: WorkflowSource, agentStep: StepSource, { job, path, steps }: JobSource, root: string) {
  const inputs = mapOf(agentStep.step.with)
  const settings = settingsOf(inputs, root)
  const mode = settings.sluice?.proof?.mode
  if ((mode !== 'draft' && mode !== 'require') || !['commit', 'pull_request'].includes(mapText(inputs, 'changes')))
    return []
  const commands = verifyCommands({ verify: mapText(inputs, 'verify') }, settings)
  const problem = { check: 'proof', level: 'warning', line: source.lineOf([...agentStep.path, 'uses']) } as const
  if (commands.length === 0)
    return [
      {
        ...problem,
        problem: `sluice.proof.mode is ${mode}, but no verify names a command, so this step proves no change.`,
        fix: 'Set verify to the command that tests the repository, such as npm test.',
      },
    ]
  return [
    ...(steps.slice(0, agentStep.index).some(installs) || !needsDependencies(commands, root)
      ? []
      : [
          {
            ...problem,
            problem: `No earlier step of this job installs dependencies, and ${commands[0]} runs without network.`,
            fix: 'Add a step before this one that installs them, such as npm ci --ignore-scripts.',
          },
        ]),
    ...(Object.keys(mapOf(job.services)).length === 0
      ? []
      : [
          {
            ...problem,
            line: source.lineOf([...path, 'services']),
            problem: 'The commands of verify run without network, so they cannot reach services: of this job.',
            fix: 'Name a command in verify whose tests need no service.',
          },
        ]),
  ]
}

/** Steps that may install dependencies. A script of the repository may be one. */
const INSTALLS =
  /\b(?:ci|install|sync|restore|bootstrap|set-?up|deps|dependencies|vendor|fetch|download|resolve|go-offline|build|compile)\b|^\s*(?:yarn|pnpm i|npm i|bun i)\b/m

const installs = ({ step }: StepSource): boolean =>
  INSTALLS.test(mapText(step, 'run')) ||
  /^\.|install/i.test(mapText(step, 'uses')) ||
  ['bundler-cache', 'run_install'].some((name) => !/^(?:|false)$/.test(mapText(mapOf(step.with), name)))

/** Files that name dependencies, and how they do. */
const MANIFESTS: Readonly<Record<string, RegExp>> = {
  'package.json': /"(?:dev)?dependencies"\s*:\s*\{\s*"/i,
  'requirements.txt': /^\s*[a-z]/im,
  'pyproject.toml': /dependencies\s*=\s*\[\s*["']|dependencies\]\s*\w/,
  'go.mod': /^\s*require\b/m,
  'Cargo.toml': /dependencies\]\s*\w/,
  Gemfile: /^\s*gem\b/m,
  'composer.json': /"require(?:-dev)?"/,
  'pom.xml': /<dependency>|<plugin>/,
  'build.gradle': /./,
  'build.gradle.kts': /./,
}

const MANAGERS = /\b(?:np[mx]|pnpm|yarn|bunx?|pytest|tox|nox|uv|poetry|bundle|composer|mvnw?|gradlew?|dotnet|mix)\b/

/** Whether the tests need what a network gave: as the manifests tell, else as the commands do. */
function needsDependencies(commands: readonly string[], root: string): boolean {
  const texts = Object.entries(MANIFESTS).flatMap(([file, names]) => {
    const text = readSmallFile(root, file, 1_000_000)
    return text === undefined ? [] : [names.test(text)]
  })
  return texts.length > 0 ? texts.includes(true) : commands.some((command) => MANAGERS.test(command))
}

function inlinePolicies(
  text: string,
  name: string,
  lineOf: (inner: number) => number,
  { root, profiles }: { root: string; profiles: readonly string[] },
): DoctorProblem[] {
  if (text.includes('${{')) return []
  const lines = text.split('\n')
  const start = lines.findIndex((line) => LIKE_TOML.test(line))
  const entries = (start < 0 ? lines : lines.slice(0, start)).map((entry, index) => ({ entry: entry.trim(), index }))
  return [
    ...entries
      .filter(
        ({ entry }) =>
          entry !== '' &&
          !looksPinned(entry) &&
          !(entry.startsWith('profile:') ? profiles.includes(entry) : existsSync(join(root, entry))),
      )
      .map(({ entry, index }) => ({
        check: 'invalid-policy',
        level: 'error' as const,
        line: lineOf(index + 1),
        problem: `${name} names ${entry}, which does not exist. The run ends with the outcome config.`,
        fix: `Write a path from the root of the repository, or a profile: ${profiles.join(', ')}.`,
      })),
    ...entries.flatMap(({ entry, index }) => {
      const location = looksPinned(entry) ? parsePinnedLocation(entry) : undefined
      if (location === undefined || !('problem' in location)) return []
      return {
        check: 'invalid-policy',
        level: 'error' as const,
        line: lineOf(index + 1),
        problem: `${name} names ${entry}, ${location.problem.split('. ')[0]}. The run ends with the outcome config.`,
        fix: 'Write OWNER/REPO@ and the full commit SHA, a colon and a path.',
      }
    }),
    ...(start < 0 ? [] : policyProblems('\n'.repeat(start) + lines.slice(start).join('\n'), `${name} input`, lineOf)),
  ]
}

function unknownCommand(prompt: string, root: string, builtIn: readonly string[]): Omit<DoctorProblem, 'line'>[] {
  const name = /^\s*\/([\w:-]+)/.exec(prompt)?.[1]
  if (name === undefined || builtIn.includes(name)) return []
  const file = `${name.replaceAll(':', '/')}.toml`
  if (existsSync(join(root, '.gemini/commands', file))) return []
  const misplaced = existsSync(join(root, '.github/commands', file))
  return [
    {
      check: 'unknown-command',
      level: 'error',
      problem: misplaced
        ? `/${name} is in .github/commands, which Sluice does not read.`
        : `There is no command /${name}: it is neither built in nor in .gemini/commands.`,
      fix: misplaced
        ? `Move it to .gemini/commands/${file}.`
        : `Create .gemini/commands/${file}, or use one of: ${builtIn.map((each) => `/${each}`).join(', ')}.`,
    },
  ]
}

const profileNames = (dist: string): string[] =>
  readdirSync(join(dist, 'policies/profiles')).map((name) => `profile:${name.replace(/\.toml$/, '')}`)

export const builtInCommandNames = (dist: string): string[] =>
  readdirSync(join(dist, 'commands'))
    .filter((name) => name.endsWith('.toml'))
    .map((name) => name.slice(0, -'.toml'.length))
    .toSorted()
