import { GhError, type GhOptionValues } from './gh-types.ts'

/** `prose`: free text, which rules for commands do not see. `value`: a name, a number or a path. `flag`: no value. */
export type GhOptionKind = 'prose' | 'value' | 'flag'

/** An option by its long name. `advice`: the option is known but not available here, and this says what to do. */
export type GhOption = { kind: GhOptionKind; short?: string; advice?: string }

export type GhOptions = Readonly<Record<string, GhOption>>

export const value = (short?: string): GhOption => ({ kind: 'value', short })

export const prose = (short?: string): GhOption => ({ kind: 'prose', short })

export const flag = (short?: string): GhOption => ({ kind: 'flag', short })

export const unavailableOption = (kind: GhOptionKind, advice: string, short?: string): GhOption => ({
  kind,
  advice,
  short,
})

type ParsedWord = { word: string } | { name: string; value: string }

/** Parses words as gh does: `--name value`, `--name=value`, `-nvalue`, `-n value`, flags in one word, and `--`. */
export function parseGhOptions(argv: readonly string[], options: GhOptions): GhOptionValues & { line: string } {
  const parsed: ParsedWord[] = []
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? ''
    if (argument === '--') {
      parsed.push(...argv.slice(index + 1).map((word) => ({ word })))
      break
    }
    if (argument === '-' || !argument.startsWith('-')) {
      parsed.push({ word: argument })
      continue
    }
    const rest = argument.startsWith('--') ? readLong(argument, options) : readShort(argument, options)
    parsed.push(...rest.complete)
    if (rest.open === undefined) continue
    index += 1
    const following = argv[index]
    // Without a value, gh lists the fields.
    if (following === undefined && rest.open !== 'json') throw new GhError(`flag needs an argument: --${rest.open}`)
    parsed.push({ name: rest.open, value: following ?? '' })
  }
  const all = parsed.flatMap((each) => ('name' in each ? [each] : []))
  const words = parsed.flatMap((each) => ('word' in each ? [each.word] : []))
  for (const { name } of all) {
    const advice = options[name]?.advice
    if (advice !== undefined) throw new GhError(`--${name} is not available here. ${advice}`)
  }
  for (const each of parsed) {
    const text = 'word' in each ? each.word : each.value
    const isProse = 'name' in each && options[each.name]?.kind === 'prose'
    if (!isProse && /[\p{Cc}\u2028\u2029]/u.test(text))
      throw new GhError(`${JSON.stringify(text)} contains a line break or a control character.`)
  }
  return {
    words,
    has: (name) => all.some((each) => each.name === name && each.value !== 'false'),
    text: (name) => all.findLast((each) => each.name === name)?.value,
    list: (name) =>
      all
        .filter((each) => each.name === name)
        .flatMap((each) => splitList(each.value))
        .filter((item) => item !== ''),
    line: [...words, ...all.flatMap((each) => canonicalOption(each, options))].map(quoteWord).join(' '),
  }
}

type OpenOption = { complete: ParsedWord[]; open?: string }

function readLong(argument: string, options: GhOptions): OpenOption {
  const equals = argument.indexOf('=')
  const name = argument.slice(2, equals < 0 ? undefined : equals)
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (option === undefined) throw new GhError(`unknown flag: --${name}\n${listOptions(options)}`)
  if (equals >= 0) return { complete: [{ name, value: argument.slice(equals + 1) }] }
  return option.kind === 'flag' ? { complete: [{ name, value: 'true' }] } : { complete: [], open: name }
}

function readShort(argument: string, options: GhOptions): OpenOption {
  const complete: ParsedWord[] = []
  for (let position = 1; position < argument.length; position += 1) {
    const short = argument.charAt(position)
    const name = Object.keys(options).find((each) => options[each]?.short === short)
    if (name === undefined)
      throw new GhError(`unknown shorthand flag: '${short}' in ${argument}\n${listOptions(options)}`)
    if (options[name]?.kind === 'flag') {
      complete.push({ name, value: 'true' })
      continue
    }
    const rest = argument.slice(position + 1).replace(/^=/, '')
    return rest === '' ? { complete, open: name } : { complete: [...complete, { name, value: rest }] }
  }
  return { complete }
}

const listOptions = (options: GhOptions): string =>
  `Available here: ${Object.keys(options)
    .filter((name) => options[name]?.advice === undefined)
    .map((name) => `--${name}`)
    .join(', ')}.`

/** A list as gh reads it: comma-separated, and an item in double quotes can contain commas. */
function splitList(text: string): string[] {
  const items = text.match(/(?:"(?:[^"]|"")*"|[^,"])+/g) ?? []
  return items.map((item) =>
    item
      .trim()
      .replace(/^"([\s\S]*)"$/, '$1')
      .replaceAll('""', '"'),
  )
}

/** An option as rules for commands see it. */
const canonicalOption = ({ name, value: text }: { name: string; value: string }, options: GhOptions): string[] => {
  const kind = options[name]?.kind
  return kind === 'flag' ? [`--${name}`] : [`--${name}`, kind === 'prose' ? 'TEXT' : text]
}

const quoteWord = (word: string): string => (/^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
