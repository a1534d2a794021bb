import * as z from 'zod'
import { collapseWhitespace } from '../../text/one-line.ts'
import { defineTool, done, failed, type Tool } from '../../tools/tool.ts'
import type { Skill } from './skills.ts'

export const ACTIVATE_SKILL = 'activate_skill'

const MAX_LISTED_FILES = 200

/**
 * The tool that returns the instructions of a skill and its files, both from the steering commit, not from the checkout.
 */
export const activateSkill = (skills: readonly Skill[]): Tool => {
  const names = skills.map(({ name }) => name)
  return defineTool({
    name: ACTIVATE_SKILL,
    aliases: ['ActivateSkillTool'],
    description:
      'Returns the instructions of a skill, to follow for the current task, and the list of its files. With resource: the text of one of these files.',
    annotations: { readOnlyHint: true },
    input: z.object({
      name: z.string().meta({ enum: names }).describe('The skill.'),
      resource: z.string().optional().describe('A file from the list of the skill. Default: the instructions.'),
    }),
    async run({ name, resource }) {
      const skill = skills.find((one) => one.name === name)
      if (skill === undefined)
        return failed(
          'invalid_tool_params',
          `Error: Skill "${name}" not found. Available skills are: ${names.join(', ')}`,
        )
      if (resource === undefined) return done(activationText(skill), `Skill ${name} activated (${skill.location})`)
      const path = resource.trim().replace(/^(?:\.\/)+/, '')
      const text = skill.resources.includes(path) ? await skill.read(path) : undefined
      if (text !== undefined) return done(text, `Read ${path} of skill ${name}`)
      const available = skill.resources.length === 0 ? 'It has none.' : `It has: ${listFiles(skill).join(', ')}`
      return failed('file_not_found', `The skill "${name}" has no file ${path}. ${available}`)
    },
  })
}

function activationText(skill: Skill): string {
  const resources = listFiles(skill)
  const files = resources.length === 0 ? 'none' : resources.join('\n    ')
  return `<activated_skill name="${escapeMarkup(skill.name)}">
  <instructions>
    ${skill.body}
  </instructions>

  <available_resources>
    ${files}
  </available_resources>
</activated_skill>`
}

function listFiles({ resources }: Skill): string[] {
  const remaining = resources.length - MAX_LISTED_FILES
  return [...resources.slice(0, MAX_LISTED_FILES), ...(remaining > 0 ? [`(${remaining} more)`] : [])]
}

/** The skills section of the system prompt. Identical for the same commit. */
export const skillSection = (skills: readonly Skill[]): string => `# Skills

This repository has instructions for some kinds of tasks. When one matches your task, first activate it with \`${ACTIVATE_SKILL}\`, then follow it \
within the ground rules. Read the files of a skill with \`${ACTIVATE_SKILL}\` too.

<available_skills>
${skills.map(({ name, description, location }) => `  <skill>\n    <name>${escapeMarkup(name)}</name>\n    <description>${escapeMarkup(collapseWhitespace(description))}</description>\n    <location>${escapeMarkup(location)}</location>\n  </skill>`).join('\n')}
</available_skills>`

const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
