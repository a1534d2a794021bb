import type { ProgramSpec } from './program-spec.ts'
import type { CommandDanger, Word } from './shell-types.ts'

const NO_VALUE = 'is a value of an option that is not known to be harmless'
const NOT_KNOWN = 'is an option that is not known to be harmless'

/** The indexes of unknown words that are certainly values of options, so that a program reads none of them as an option. */
export function consumedValues(
  { consumes = [], bare = [] }: ProgramSpec,
  options: readonly Word[],
): ReadonlySet<number> {
  const consumed = new Set<number>()
  for (let index = 0; ; index++) {
    const word = options[index]
    // What is unknown could be an option that takes the word behind it.
    if (word === undefined || (word.kind !== 'known' && (word.option || word.kind === 'many'))) break
    if (word.kind !== 'known' || !takesNext(word.text, consumes, bare)) continue
    index += 1
    if (options[index]?.kind === 'one') consumed.add(index)
    else if (options[index]?.kind === 'many') break
  }
  return consumed
}

/** Whether a text is one of these options, or a cluster of flags that ends with one, for example `-am`. */
const takesNext = (text: string, consumes: readonly string[], bare: readonly string[]): boolean =>
  consumes.includes(text) ||
  (/^-[a-z]{2,}$/i.test(text) &&
    consumes.includes(`-${text.at(-1)}`) &&
    [...text.slice(1, -1)].every((letter) => bare.includes(`-${letter}`)))

/** Options that are not in the list of harmless ones, or have a value that is not. */
export function unknownOptions(program: ProgramSpec, options: readonly Word[]): CommandDanger[] {
  const { only = [], takes = [], after, slashOptions, values = {} } = program
  const dangers: CommandDanger[] = []
  let listed = only
  for (let index = 0; ; index++) {
    const word = options[index]
    if (word === undefined) break
    if (word.kind === 'known' && word.text === '--') {
      if (after === undefined) break
      listed = after
      continue
    }
    const isOptionLike = word.kind === 'known' ? (slashOptions ? /^[-/]/ : /^-./).test(word.text) : word.option
    if (!isOptionLike) continue
    if (word.kind !== 'known' || !isListed(word.text, listed, program)) {
      dangers.push({ word, effect: 'unknown', reason: NOT_KNOWN })
      continue
    }
    const { name, value } = splitOption(word.text, program)
    const next = options[index + 1]
    const pattern = values[name]
    // Some programs read a word that starts with a dash as the next option, whatever is before it.
    if (takes.includes(word.text) && !/^-\D/.test(next?.text ?? '')) index += 1
    const text = value ?? (next === undefined || next.kind === 'known' ? (next?.text ?? '') : undefined)
    if (listed === only && pattern !== undefined && (text === undefined || !pattern.test(text)))
      dangers.push({ word: value === undefined ? (next ?? word) : word, effect: 'unknown', reason: NO_VALUE })
  }
  return dangers
}

/** `--name=value`, or `-nvalue` for an option whose value is checked. */
function splitOption(text: string, { values = {}, slashOptions }: ProgramSpec): { name: string; value?: string } {
  const [, name = text, value] = (slashOptions ? /^(--?[\w-]+)[=:](.*)$/s : /^(--?[\w-]+)=(.*)$/s).exec(text) ?? []
  if (value !== undefined) return { name, value }
  const short = text.slice(0, 2)
  return text.length > 2 && !text.startsWith('--') && Object.hasOwn(values, short)
    ? { name: short, value: text.slice(2) }
    : { name: text }
}

function isListed(
  text: string,
  listed: readonly string[],
  { takes = [], exactOptions, slashOptions }: ProgramSpec,
): boolean {
  const name = text.replace(slashOptions ? /(?<=^(?:-[cfrv]|--[\w-]+))[=:].*$/s : /=.*$/s, '')
  if (listed.includes(text) || listed.includes(name)) return true
  if (exactOptions || !/^-[A-Za-z0-9]/.test(text)) return false
  // A cluster of letters, up to one with a value; or a number, for example `-n4`.
  for (let index = 1; index < text.length; index++) {
    const letter = `-${text[index]}`
    if (!listed.includes(letter)) return index > 1 && /^\d+$/.test(text.slice(index))
    if (takes.includes(letter)) return true
  }
  return true
}

/** Operands that run something, for example a goal of a plugin, or a target that no rule names. */
export function operandDangers(program: ProgramSpec, options: readonly Word[], level: number): CommandDanger[] {
  const { operandRuns, harmlessOperands, readsArgumentFiles, scriptNames } = program
  const dangers: CommandDanger[] = []
  const operands = withoutOptions(program, options)
  if (operandRuns !== undefined)
    for (const word of operands)
      if (word.kind !== 'known' || operandRuns.test(word.text))
        dangers.push({ word, effect: 'runs', reason: 'can run any program' })
  const [first] = operands
  if (scriptNames !== undefined && first !== undefined && !(first.kind === 'known' && scriptNames.test(first.text)))
    dangers.push({ word: first, effect: 'runs', reason: 'could be any program of the machine' })
  if (harmlessOperands !== undefined)
    for (const word of operands.slice(1))
      if (word.kind !== 'known' || !harmlessOperands.test(word.text))
        dangers.push({ word, effect: 'unknown', reason: 'is another target, which the rule does not name', level })
  if (readsArgumentFiles)
    for (const word of options)
      if (word.start.startsWith('@'))
        dangers.push({ word, effect: 'runs', reason: 'names a file with options, which can run any program' })
  return dangers
}

/** The words that are neither options nor values of options. */
function withoutOptions({ takes = [] }: ProgramSpec, options: readonly Word[]): Word[] {
  const operands: Word[] = []
  for (let index = 0; ; index++) {
    const word = options[index]
    if (word === undefined) break
    if (word.kind === 'known' && takes.includes(word.text) && !/^-\D/.test(options[index + 1]?.text ?? '')) index += 1
    else if (word.kind !== 'known' || !/^-./.test(word.text)) operands.push(word)
  }
  return operands
}
