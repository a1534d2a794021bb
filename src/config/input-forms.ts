import * as z from 'zod'
import { branchNameProblem } from '../github/branch-name.ts'
import { parseAllowedHosts } from '../platform/sandbox/allowed-hosts.ts'
import { OUTCOMES } from '../record/events.ts'
import { plainLineEnds } from '../text/format-text.ts'
import { pathGlob, sortGlobs, splitGlobs } from '../text/glob-list.ts'
import { parseSettings } from './settings/parse-settings.ts'

// The formats of inputs. Each parses the runner's text or reports what the text must be.

export const trimmedText = z.string().transform((value) => plainLineEnds(value).trim())

export const booleanText = (fallback: boolean) =>
  z.string().transform((value, context) => {
    const word = value.trim().toLowerCase()
    if (word === '') return fallback
    if (word === 'true' || word === 'false') return word === 'true'
    context.addIssue({ code: 'custom', message: `must be true or false, not "${value}"` })
    return z.NEVER
  })

export const choice = <const Word extends string>(
  words: readonly Word[],
  spellings: Readonly<Record<string, Word>> = {},
) =>
  z.string().transform((value, context) => {
    const given = value.trim()
    const word = spellings[given] ?? words.find((candidate) => candidate === given)
    if (word !== undefined) return word
    context.addIssue({ code: 'custom', message: `must be one of ${words.join(', ')}, not "${value}"` })
    return z.NEVER
  })

export const positiveNumber = (options: { integer: boolean }) =>
  z.string().transform((value, context) => {
    if (value.trim() === '') return undefined
    const number = Number(value)
    if (Number.isFinite(number) && number > 0 && (!options.integer || Number.isSafeInteger(number))) return number
    context.addIssue({
      code: 'custom',
      message: `must be a ${options.integer ? 'whole ' : ''}number above 0, not "${value}"`,
    })
    return z.NEVER
  })

export const nameList = z.string().transform((value) =>
  value
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean),
)

/** Logins, also with the @ of a mention. */
export const exactNameList = nameList
  .transform((list) => list.map((name) => name.replace(/^@(?=.)/, '')))
  .superRefine((list, context) => {
    for (const name of list)
      if (name.includes('*'))
        context.addIssue({ code: 'custom', message: `takes exact names, but "${name}" contains a *` })
      else if (name.startsWith('!'))
        context.addIssue({ code: 'custom', message: `takes exact names, but "${name}" starts with a !. Leave it out` })
      else if (!/^[\w-]+(?:\[\w*\]?)?$/.test(name))
        context.addIssue({
          code: 'custom',
          message: `takes names of accounts, but "${name}" is none. Separate names by commas or lines, without quotes; a team has no place here`,
        })
  })

/** Globs separated by commas or lines; braces keep their commas. */
export const globs = z.string().transform((value) =>
  splitGlobs(value)
    .map((glob) => glob.trim())
    .filter(Boolean),
)

export const pathGlobs = globs.transform((list) => list.map(pathGlob))

/** Globs of what is allowed: only exclusions would allow everything else. */
export const allowedGlobs = globs.superRefine((list, context) => {
  if (list.length > 0 && sortGlobs(list).included.length === 0)
    context.addIssue({
      code: 'custom',
      message: `only excludes (${list.join(', ')}) and allows nothing. Add a glob without ! for what is allowed`,
    })
})

export const hostList = z.string().transform((value, context) => {
  const { problems, ...allowed } = parseAllowedHosts(value.split(/[\s,]+/).filter(Boolean))
  for (const message of problems) context.addIssue({ code: 'custom', message })
  return allowed
})

/** A person can have the name of a bot without its brackets, so only a name with them is a bot. */
export const botNameList = exactNameList.superRefine((list, context) => {
  for (const name of list)
    if (!/^!|\*/.test(name) && !/^[^\s[\]]+\[bot\]$/.test(name))
      context.addIssue({
        code: 'custom',
        message: `takes names of bots, which end in [bot]: write "${name.replace(/\[.*$/, '')}[bot]" instead of "${name}". People go to allowed_users`,
      })
})

/** Numbers with or without #, separated by commas, spaces or lines, also as a JSON array. Each one counts once. */
export const numberList = z.string().transform((value, context) => {
  const list = value
    .trim()
    .replace(/^\[([^[\]]*)\]$/, '$1')
    .split(/[\s,]+/)
    .map((item) => item.replace(/^#(?=.)/, ''))
    .filter(Boolean)
  for (const item of list)
    if (!/^[1-9]\d{0,14}$/.test(item))
      context.addIssue({ code: 'custom', message: `must be a number, or numbers separated by commas, not "${item}"` })
  return [...new Set(list.map(Number))]
})

export const branchPrefix = trimmedText.superRefine((prefix, context) => {
  const reason = branchNameProblem(`${prefix}x`)
  if (reason !== undefined)
    context.addIssue({ code: 'custom', message: `must be a valid start of a branch name, but "${prefix}" ${reason}` })
})

/** A JSON array of texts, or texts separated by line breaks or commas. */
export const textList = z.string().transform((value, context): string[] => {
  if (!value.trim().startsWith('[')) return nameList.parse(value)
  try {
    return z.array(z.string().trim().min(1)).parse(JSON.parse(value))
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON array of texts, for example ["tools/my-extension"]' })
    return z.NEVER
  }
})

export const settingsJson = z.string().transform((value, context): Record<string, unknown> => {
  const parsed = parseSettings(value)
  if (parsed.ok) return parsed.settings
  context.addIssue({ code: 'custom', message: parsed.reason })
  return z.NEVER
})

export const outcomeList = nameList.superRefine((list, context) => {
  for (const name of list)
    if (!OUTCOMES.some((word) => word === name))
      context.addIssue({
        code: 'custom',
        message: `contains an unknown outcome "${name}"; the outcomes are ${OUTCOMES.join(', ')}`,
      })
})
