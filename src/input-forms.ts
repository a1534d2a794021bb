import { z } from 'zod'
import { whyNotBranch } from './delivery/branch-name.ts'
import { OUTCOMES } from './record/events.ts'
import { parseSettings } from './settings/text.ts'

// The forms an input can be written in. Each reads the runner's text, or says what it must be.

export const text = z.string().transform((value) => value.trim())
export const flag = (fallback: boolean) =>
  z.string().transform((value, context) => {
    const word = value.trim().toLowerCase()
    if (word === '') return fallback
    if (word === 'true' || word === 'false') return word === 'true'
    context.addIssue({ code: 'custom', message: `must be true or false, not "${value}"` })
    return z.NEVER
  })
export const oneOf = <const Word extends string>(
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
export const positive = (what: { whole: boolean }) =>
  z.string().transform((value, context) => {
    if (value.trim() === '') return undefined
    const number = Number(value)
    if (Number.isFinite(number) && number > 0 && (!what.whole || Number.isSafeInteger(number))) return number
    context.addIssue({
      code: 'custom',
      message: `must be a ${what.whole ? 'whole ' : ''}number above 0, not "${value}"`,
    })
    return z.NEVER
  })
export const names = z.string().transform((value) =>
  value
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean),
)
export const exactNames = names.superRefine((list, context) => {
  for (const name of list)
    if (name.includes('*')) context.addIssue({ code: 'custom', message: `takes exact names, and "${name}" has a *` })
})
export const numbers = z.string().transform((value, context) => {
  const list = value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
  for (const item of list)
    if (!/^[1-9]\d{0,14}$/.test(item))
      context.addIssue({ code: 'custom', message: `must be a number, or numbers separated by commas, not "${item}"` })
  return list.map(Number)
})
export const branchPrefix = text.superRefine((prefix, context) => {
  const why = whyNotBranch(`${prefix}x`)
  if (why !== undefined)
    context.addIssue({ code: 'custom', message: `must begin names of branches, and "${prefix}" ${why}` })
})
/** A JSON array of texts, or texts one a line or separated by commas. */
export const sources = z.string().transform((value, context): string[] => {
  if (!value.trim().startsWith('[')) return names.parse(value)
  try {
    return z.array(z.string().trim().min(1)).parse(JSON.parse(value))
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON array of texts, such as ["tools/my-extension"]' })
    return z.NEVER
  }
})
export const settings = z.string().transform((value, context): Record<string, unknown> => {
  const parsed = parseSettings(value)
  if (parsed.ok) return parsed.settings
  context.addIssue({ code: 'custom', message: parsed.why })
  return z.NEVER
})

export const outcomes = names.superRefine((list, context) => {
  for (const name of list)
    if (!OUTCOMES.some((word) => word === name))
      context.addIssue({ code: 'custom', message: `knows no outcome "${name}"; there are ${OUTCOMES.join(', ')}` })
})
