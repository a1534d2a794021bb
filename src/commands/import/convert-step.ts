import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { INPUTS } from '../../config/inputs.ts'
import { migrateSettings } from '../../config/settings/legacy.ts'
import { parseSettings } from '../../config/settings/parse-settings.ts'
import { mapOf, mapText, textsIn, type WorkflowMap } from '../../config/workflow-file.ts'
import { escapeRegex, quoteToml } from '../../policy/rules/remedy.ts'
import { docsPage } from '../doctor/doctor-problem.ts'
import type { StepSource, YamlPath } from '../workflow-source.ts'
import { addInputs, commentOut, removeEntry, replaceInValue } from '../yaml-edits.ts'
import {
  type Conversion,
  type ImportContext,
  importMessage,
  joinConversions,
  NOTHING,
  settingsOf,
} from './import-report.ts'
import { authorNotes, convertBots, convertTrigger, readsOutput } from './trigger.ts'

/** Converts one step that uses run-gemini-cli. */
export function convertStep(context: ImportContext): Conversion {
  const { workflows, step } = context
  const original = originalOf(context)
  if (original !== step) return original.step === step.step ? NOTHING : convertUses(context)
  const { edits, inputs, messages } = joinConversions([
    convertUses(context),
    convertInputs(context),
    convertToken(context),
    convertTools(context),
    ruleNotes(context),
    convertAnswer(context),
    convertTrigger(step, workflows),
    convertBots(step, workflows),
    authorNotes(step, workflows),
    promptNotes(context),
    settingsNotes(context),
  ])
  const additions = addInputs(workflows[0], step, inputs)
  if (additions !== undefined) return { edits: [...edits, ...additions], messages }
  const lines = Object.entries(inputs).map(([name, value]) => `${name}: ${value}`)
  const text = `Other steps share the inputs of this step. Add to with: ${lines.join('; ')}.`
  return {
    edits,
    messages: [
      ...messages.filter((each) => !each.text.startsWith('Added ')),
      importMessage(context, 'question', step.path, text),
    ],
  }
}

/** The step whose anchor this one reuses, for its inputs or as a whole. One conversion changes both. */
const originalOf = ({ workflows: [source], step }: ImportContext): StepSource =>
  source.jobs
    .flatMap(({ steps }) => steps)
    .find(
      (each) =>
        each.step === step.step || (mapOf(each.step).with === step.step.with && step.step.with instanceof Object),
    ) ?? step

function convertUses(context: ImportContext): Conversion {
  const { workflows, step, uses } = context
  const [source] = workflows
  const path = [...step.path, 'uses']
  const before = mapText(step.step, 'uses')
  const replaced = replaceInValue(source, path, before, uses.split(' #')[0] ?? uses)
  const [edit] = replaced
  const comment =
    edit === undefined ? null : /^['"]?[ \t]+#[ \t]*(v?\d[\w.-]*)[ \t]*(?=\r?\n|$)/.exec(source.text.slice(edit.end))
  // A version in a comment is that of the other action.
  const commentEdit =
    edit === undefined || comment === null
      ? []
      : [
          {
            start: edit.end + comment[0].indexOf('#'),
            end: edit.end + comment[0].trimEnd().length,
            text: `# was ${comment[1]} of ${before.split('@')[0]}`,
          },
        ]
  return {
    edits: [...replaced, ...commentEdit],
    messages: [importMessage(context, 'changed', path, `uses: ${before} → ${uses}`)],
  }
}

const INSTALL_INPUTS = ['gemini_cli_version', 'gemini_cli_package', 'use_pnpm', 'version']

const RENAMED: Readonly<Record<string, string>> = { settings_json: 'settings' }

function convertInputs(context: ImportContext): Conversion {
  const [source] = context.workflows
  return joinConversions(
    Object.keys(mapOf(context.step.step.with)).map((key): Conversion => {
      if (key === '<<') return NOTHING // a merge key, which GitHub refuses
      const name = key.toLowerCase()
      const path = [...context.step.path, 'with', key]
      if (INSTALL_INPUTS.includes(name)) {
        const edits = removeEntry(source, path)
        return {
          edits,
          messages: [
            importMessage(
              context,
              edits.length > 0 ? 'changed' : 'note',
              path,
              `${edits.length > 0 ? 'Removed ' : ''}${key}${edits.length > 0 ? '' : ' has no effect'}: nothing is installed.`,
            ),
          ],
        }
      }
      const renamed = RENAMED[name]
      if (renamed !== undefined && mapOf(context.step.step.with)[renamed] === undefined) {
        const start = source.startOf(path).offset
        return {
          edits: [{ start, end: start + key.length, text: renamed }],
          messages: [importMessage(context, 'changed', path, `${key} is ${renamed} here.`)],
        }
      }
      if (Object.hasOwn(INPUTS, name)) return invalidValue(context, name, path)
      return unknownInput(context, path)
    }),
  )
}

/** Turns an unknown input into a comment. A flow map has no line for one, so the input goes and the message keeps its value. */
function unknownInput(context: ImportContext, path: YamlPath): Conversion {
  const [source] = context.workflows
  const key = String(path.at(-1))
  const comment = commentOut(source, path, 'Not an input of this action, nor of run-gemini-cli:')
  const edits = comment.length > 0 ? comment : removeEntry(source, path)
  const value = JSON.stringify(mapOf(context.step.step.with)[key])
  const done =
    comment.length > 0 ? 'It is a comment now.' : edits.length > 0 ? `Removed ${key}: ${value}.` : 'Remove it.'
  return {
    edits,
    messages: [
      importMessage(
        context,
        edits.length > 0 ? 'changed' : 'question',
        path,
        `${key} is not an input, and never was one of run-gemini-cli. ${done}`,
      ),
    ],
  }
}

function invalidValue(context: ImportContext, name: string, path: readonly (string | number)[]): Conversion {
  const value = String(mapOf(context.step.step.with)[path.at(-1) ?? ''] ?? '')
  const spec = Object.entries(INPUTS).find(([input]) => input === name)?.[1]
  if (value === '' || value.includes('${{') || spec === undefined || name === 'extensions') return NOTHING
  const result = spec.schema.safeParse(value)
  if (result.success) return NOTHING
  return {
    messages: result.error.issues.map((issue) =>
      importMessage(
        context,
        'question',
        path,
        `${name} ${issue.message}. Correct it, or the run ends with the outcome config.`,
      ),
    ),
  }
}

const JOB_TOKEN = /^\s*(?:\$\{\{\s*(?:github\.token|secrets\.GITHUB_TOKEN)\s*\}\})?\s*$/i

/** Servers and gh used the token in `env`; here it is an input. */
function convertToken(context: ImportContext): Conversion {
  const { workflows, job, step } = context
  const [source] = workflows
  const environment = { ...mapOf(source.workflow.env), ...mapOf(job.job.env), ...mapOf(step.step.env) }
  const token = ['GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_PERSONAL_ACCESS_TOKEN']
    .map((name) => String(environment[name] ?? ''))
    .find((value) => !JOB_TOKEN.test(value))
  if (token === undefined || mapOf(step.step.with).github_token !== undefined) return NOTHING
  return {
    inputs: { github_token: token },
    messages: [
      importMessage(
        context,
        'changed',
        step.path,
        'Added github_token with the token of env: Sluice posts with it. Neither the model nor a program gets it.',
      ),
    ],
  }
}

/** All tools that settings name, or undefined when they name none. */
function namedTools({ step }: ImportContext): readonly string[] | undefined {
  const parsed = parseSettings(settingsOf(step).replace(/\$\{\{[^}]*\}\}/g, '0'))
  if (!parsed.ok) return undefined
  const { core, allowed } = mapOf(migrateSettings(parsed.settings).settings.tools)
  const names = [core, allowed].flatMap((list) => (Array.isArray(list) ? list.map(String) : []))
  return core === undefined && allowed === undefined ? undefined : names
}

const COMMITS =
  /git (?:commit|push|add)|create-pull-request|auto-commit|push_files|create_or_update_file|create_branch|write_file|upload-artifact|gh pr create/

const LABELS = /SELECTED_LABELS|TRIAGED_ISSUES|labels?\b.*(?:add|appl|choose|select)|add-label/i

/** Without a list of tools run-gemini-cli allows everything; a profile takes its place. */
function convertTools(context: ImportContext): Conversion {
  const { workflows, job, step, builtInCommands } = context
  const [source] = workflows
  const inputs = mapOf(step.step.with)
  const prompt = mapText(inputs, 'prompt')
  const toolNames = namedTools(context)
  if (toolNames !== undefined) return networkNotes(context, toolNames)
  const command = /^\s*\/([\w:-]+)/.exec(prompt)?.[1]
  if (inputs.policies !== undefined || (command !== undefined && builtInCommands.includes(command))) return NOTHING
  const text = [prompt, ...job.steps.slice(step.index + 1).flatMap((later) => textsIn(later.step))].join('\n')
  const permissions = mapOf(job.job.permissions ?? source.workflow.permissions)
  const profile =
    permissions.contents === 'write' || COMMITS.test(text) ? 'maintain' : LABELS.test(text) ? 'triage' : 'review'
  return {
    inputs: { policies: `profile:${profile}` },
    messages: [
      importMessage(
        context,
        'changed',
        step.path,
        `Added policies: profile:${profile}. The settings name no tools, so run-gemini-cli allowed every tool; this profile allows what the task seems to need. See ${docsPage('policy')}.`,
      ),
    ],
  }
}

const NETWORK: readonly (readonly [RegExp, string])[] = [
  [/\((?:npm|npx|pnpm|yarn|bun)\b/, 'npm'],
  [/\((?:pip|uv|poetry)\b/, 'pypi'],
  [/\((?:cargo)\b/, 'crates'],
  [/\((?:go (?:get|mod|install))\b/, 'go'],
  [/\((?:curl|wget)\b/, 'the hosts'],
]

function networkNotes(context: ImportContext, toolNames: readonly string[]): Conversion {
  const hosts = [
    ...new Set(NETWORK.flatMap(([pattern, preset]) => (toolNames.some((name) => pattern.test(name)) ? [preset] : []))),
  ]
  if (hosts.length === 0 || mapOf(context.step.step.with).allowed_hosts !== undefined) return NOTHING
  return {
    messages: [
      importMessage(
        context,
        'note',
        context.step.path,
        `Commands have no network. If they download, set allowed_hosts: ${hosts.join(', ')}.`,
      ),
    ],
  }
}

/** Files that the list of protected paths has and that tasks often name. */
const PROTECTED_NAMES =
  /(?<![\w.-])(?:\.github\/[\w./-]*\w|\.gemini\/[\w./-]*\w|(?:package|composer|deno|tsconfig)\.json|pyproject\.toml|requirements\.txt|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|Makefile|Dockerfile|(?:GEMINI|CLAUDE|AGENTS)\.md|CODEOWNERS)(?![\w-])/g

const EDITS = /\b(?:write_file|replace|create_or_update_file|push_files)\b/

/** Tools that write to other items than that of the run, or open one. */
const OTHER_ITEMS = /\b(?:create_issue|issue_write|gh issue create)\b/

/** What the task may need and no list of tools allows: protected files by name, and other items. */
function ruleNotes(context: ImportContext): Conversion {
  const { step } = context
  const prompt = mapText(mapOf(step.step.with), 'prompt')
  const texts = textsIn(step.step).join('\n')
  const note = (text: string, rule: string) =>
    importMessage(context, 'note', step.path, `${text} add to a file that \`policies\` names: ${rule}`)
  const paths = EDITS.test(texts) ? [...new Set(prompt.match(PROTECTED_NAMES) ?? [])] : []
  const tool = OTHER_ITEMS.exec(texts)?.[0].replace('gh issue create', 'create_issue')
  return {
    messages: [
      paths.length === 0
        ? []
        : note(
            `An edit of ${paths.join(', ')} needs a rule that names the path: ${docsPage('policy')}#protected-paths. If this task changes it,`,
            inlineRule(`toolName = ["write_file", "replace"]`, `argsPattern = ${quoteToml(pathPattern(paths))}`),
          ),
      tool === undefined
        ? []
        : note(
            `A run opens an issue by itself only from a schedule or dispatch, while it has read no text of people without write permission: ${docsPage('policy')}#targets. If this task needs more,`,
            inlineRule(`mcpName = "github"`, `toolName = "${tool}"`, 'targets = "any"'),
          ),
    ].flat(),
  }
}

const pathPattern = (paths: readonly string[]) =>
  `\\x00"file_path":"([^"]*/)?(${paths.map(escapeRegex).join('|')})"\\x00`

const inlineRule = (...conditions: string[]) =>
  ['[[rule]]', ...conditions, 'decision = "allow"', 'priority = 100'].join('\n')

/** A workflow that posts the answer itself needs no second comment. */
function convertAnswer(context: ImportContext): Conversion {
  const { workflows, job, step } = context

  const inputs: WorkflowMap = mapOf(step.step.with)
  if (inputs.comment !== undefined || !readsOutput(workflows[0], job, step, 'summary')) return NOTHING
  return {
    inputs: { comment: 'off' },
    messages: [
      importMessage(
        context,
        'changed',
        step.path,
        'Added comment: off. A later step reads outputs.summary and delivers it.',
      ),
    ],
  }
}

// What works differently after an import, or needs a person: prompts, extensions and settings.

export function promptNotes(context: ImportContext): Conversion {
  const { step, root, builtInCommands } = context
  const inputs = mapOf(step.step.with)
  const path = [...step.path, 'with', 'prompt']
  const prompt = mapText(inputs, 'prompt')
  if (prompt.trim() === '')
    return {
      messages: [
        importMessage(
          context,
          'note',
          step.path,
          'The step has no prompt, so the event sets the task. Add prompt for a fixed task.',
        ),
      ],
    }
  const command = /^\s*\/([\w:-]+)/.exec(prompt)?.[1]
  if (command === undefined) return extensionNotes(context)
  const file = `${command.replaceAll(':', '/')}.toml`
  const inRepository = existsSync(join(root, '.gemini/commands', file))
  const misplaced = existsSync(join(root, '.github/commands', file))
  if (inRepository || (builtInCommands.includes(command) && !misplaced)) return extensionNotes(context)
  if (builtInCommands.includes(command))
    return joinConversions([
      {
        messages: [
          importMessage(
            context,
            'note',
            path,
            `/${command} is built in. .github/commands/${file} has no effect, as before; move it to .gemini/commands to use it.`,
          ),
        ],
      },
      extensionNotes(context),
    ])
  const text = misplaced
    ? `/${command} is in .github/commands/${file}, which Sluice does not read. Move it to .gemini/commands/${file}.`
    : `There is no command /${command}. Create .gemini/commands/${file}.`
  return { messages: [importMessage(context, 'question', path, text)] }
}

function extensionNotes(context: ImportContext): Conversion {
  const { step } = context
  const text = mapText(mapOf(step.step.with), 'extensions')
  const unpinned = [...text.matchAll(/https?:\/\/[^\s"',]+/g)]
    .map(([url]) => url)
    .filter((url) => !/@[0-9a-f]{40}$/.test(url) && !/gemini-cli-extensions\/code-review/.test(url))
  return {
    messages: unpinned.map((url) =>
      importMessage(
        context,
        'question',
        [...step.path, 'with', 'extensions'],
        `${url} is not pinned. Review the code, then write ${url}@ and the full commit SHA.`,
      ),
    ),
  }
}

export function settingsNotes(context: ImportContext): Conversion {
  const { step } = context
  const path = [...step.path, 'with', 'settings']
  const text = settingsOf(step)
  const parsed = parseSettings(text.replace(/\$\{\{[^}]*\}\}/g, '0'))
  if (!parsed.ok) return NOTHING // reported as an invalid value
  const { settings, moved } = migrateSettings(parsed.settings)
  const servers = Object.entries(mapOf(settings.mcpServers))
  const github = servers.some(([, server]) => textsIn(server).some((each) => each.includes('github-mcp-server')))
  const docker = servers.filter(([name, server]) => name !== 'github' && mapText(mapOf(server), 'command') === 'docker')
  const texts = [
    ...(moved.length > 0 ? [`These settings keep their old names and still work: ${moved.join(', ')}.`] : []),
    ...(github
      ? [
          "Sluice does not start the server github. Its own tools answer to the names of that server's tools, for this repository.",
        ]
      : []),
    ...docker.map(([name]) => `The server ${name} needs docker on the runner, as before.`),
  ]
  return { messages: texts.map((each) => importMessage(context, 'note', path, each)) }
}
