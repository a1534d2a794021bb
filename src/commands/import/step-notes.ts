import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrateSettings } from '../../config/settings/legacy.ts'
import { parseSettings } from '../../config/settings/parse-settings.ts'
import { mapOf, mapText, textsIn } from '../../config/workflow/workflow-file.ts'
import {
  type Conversion,
  type ImportContext,
  importMessage,
  joinConversions,
  NOTHING,
  settingsOf,
} from './import-report.ts'

// What works otherwise after an import, or needs a person: prompts, extensions and settings.

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
          'There is no prompt: the event sets the task. Add prompt for a fixed task.',
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
    ? `/${command} is in .github/commands/${file}, where no run looks. Move it to .gemini/commands/${file}.`
    : `There is no command /${command}: write .gemini/commands/${file}.`
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
        `${url} is not pinned. Review the code and write ${url}@ and its full commit.`,
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
    ...(moved.length > 0 ? [`Settings keep their old names and work: ${moved.join(', ')}.`] : []),
    ...(github
      ? ['The server github is not started: tools of Sluice answer under its names, for this repository.']
      : []),
    ...docker.map(([name]) => `The server ${name} needs docker on the runner, as before.`),
  ]
  return { messages: texts.map((each) => importMessage(context, 'note', path, each)) }
}
