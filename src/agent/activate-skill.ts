import { z } from 'zod'
import { defineTool, done, failed, type Tool } from '../tools/tool.ts'
import type { Skill } from './skills.ts'

export const ACTIVATE_SKILL = 'activate_skill'

/** Files of a skill that are listed. */
const MOST_LISTED = 200

/**
 * Gives out a skill's instructions, and its files one by one. Both are as the steering commit has them, whatever the
 * checkout says.
 */
export const activateSkill = (skills: readonly Skill[]): Tool => {
  const names = skills.map(({ name }) => name)
  return defineTool({
    name: ACTIVATE_SKILL,
    aliases: ['ActivateSkillTool'],
    description:
      'Gives you the instructions of a skill, to be followed for the task at hand, and the list of its files. With resource, the text of one of these files.',
    annotations: { readOnlyHint: true },
    input: z.object({
      name: z.string().meta({ enum: names }).describe('The skill.'),
      resource: z.string().optional().describe('One of the files that the skill lists. Absent: its instructions.'),
    }),
    async run({ name, resource }) {
      const skill = skills.find((one) => one.name === name)
      if (skill === undefined)
        return failed(
          'invalid_tool_params',
          `Error: Skill "${name}" not found. Available skills are: ${names.join(', ')}`,
        )
      if (resource === undefined) return done(activated(skill), `Skill ${name} activated (${skill.location})`)
      const wanted = resource.trim().replace(/^(?:\.\/)+/, '')
      const text = skill.resources.includes(wanted) ? await skill.read(wanted) : undefined
      if (text !== undefined) return done(text, `Read ${wanted} of skill ${name}`)
      const there = skill.resources.length === 0 ? 'It has none.' : `It has: ${listed(skill).join(', ')}`
      return failed('file_not_found', `The skill "${name}" has no file ${wanted}. ${there}`)
    },
  })
}

function activated(skill: Skill): string {
  const resources = listed(skill)
  const files = resources.length === 0 ? 'none' : resources.join('\n    ')
  return `<activated_skill name="${escaped(skill.name)}">
  <instructions>
    ${skill.body}
  </instructions>

  <available_resources>
    ${files}
  </available_resources>
</activated_skill>`
}

function listed({ resources }: Skill): string[] {
  const left = resources.length - MOST_LISTED
  return [...resources.slice(0, MOST_LISTED), ...(left > 0 ? [`(${left} more)`] : [])]
}

/** What the system text says of the skills there are. The same for the same commit. */
export const skillSection = (skills: readonly Skill[]): string => `# Skills

This repository brings instructions for some kinds of tasks. When one fits yours, activate it first with \`${ACTIVATE_SKILL}\` and follow it, \
as far as the ground rules allow. A skill's files are read with \`${ACTIVATE_SKILL}\` too.

<available_skills>
${skills.map(({ name, description, location }) => `  <skill>\n    <name>${escaped(name)}</name>\n    <description>${escaped(oneLine(description))}</description>\n    <location>${escaped(location)}</location>\n  </skill>`).join('\n')}
</available_skills>`

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
