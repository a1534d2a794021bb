import { BUILTINS } from './bash-builtins.ts'
import type { ProgramSpec } from './program-spec.ts'
import { PROGRAMS } from './programs.ts'
import { codeDangers } from './scripts.ts'
import type { CommandDanger, Word } from './shell-types.ts'
import { knownWord } from './words.ts'

/** What a program may do with these words beyond its purpose, and the index of its subcommand. */
export type ExaminedProgram = { dangers: CommandDanger[]; unsure: string[]; subcommand?: number }

/** The name of a program without its folder and without a Windows extension, in lower case. */
export const programName = (word: Word): string =>
  word.text
    .replace(/^.*[\\/]/s, '')
    .replace(/\.(?:exe|cmd|bat|com)$/i, '')
    .toLowerCase()

/** The name without its version: python3.12, pip3, clang-17. */
const unversioned = (name: string): string => name.replace(/^([a-z+_-]*?)-?\d[\d.]*$/, '$1')

/** Words that start shell syntax instead of a command. */
const RESERVED = new Set('! { } ]] if then elif else fi for while until do done case esac function select'.split(' '))

/** More combinations of known alternatives count as unknown words. */
const MAX_COMBINATIONS = 32

/** A command with words that can be one of several texts is examined with each of them. */
export function examineProgram(words: readonly Word[]): ExaminedProgram {
  const combinations = alternatives(words)
  const [first = examineWords(words), ...others] = combinations.map(examineWords)
  return {
    ...first,
    dangers: [first, ...others].flatMap(({ dangers }) => dangers),
    unsure: [...new Set([first, ...others].flatMap(({ unsure }) => unsure))],
  }
}

function alternatives(words: readonly Word[]): (readonly Word[])[] {
  let combinations: (readonly Word[])[] = [[]]
  for (const word of words) {
    const texts = word.values ?? []
    const next = texts.length * combinations.length <= MAX_COMBINATIONS ? texts.map(knownWord) : []
    combinations = combinations.flatMap((each) => (next.length > 0 ? next : [word]).map((added) => [...each, added]))
  }
  return combinations
}

function examineWords(words: readonly Word[]): ExaminedProgram {
  const [first] = words
  if (first === undefined) return { dangers: [], unsure: [] }
  if (first.kind !== 'known') return { dangers: [], unsure: ['the program is only known at run time'] }
  if (RESERVED.has(first.text)) return { dangers: [], unsure: [`"${first.text}" is a reserved word of the shell`] }
  const name = programName(first)
  const dangersOfName = nameDangers(name, words)
  const program = ownValue(PROGRAMS, name) ?? ownValue(PROGRAMS, unversioned(name))
  if (program === undefined) return { dangers: dangersOfName, unsure: [] }
  const examined = examineWith(program, words, 0)
  return { ...examined, dangers: [...dangersOfName, ...examined.dangers] }
}

const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

function examineWith(program: ProgramSpec, words: readonly Word[], index: number): ExaminedProgram {
  const self = words[index]
  const dangers: CommandDanger[] = []
  if (program.always !== undefined && self !== undefined)
    dangers.push({ word: self, effect: program.always, reason: effectPhrase(program.always) })
  const started = startedProgram(program, words, index)
  const nested = program.of !== undefined || program.subcommands !== undefined
  const sub = nested ? subcommandAt(program, words, index + 1) : undefined
  const first = nested ? sub : subcommandAt(program, words, index + 1)
  const all = words.slice(index + 1)
  // An unknown word can be nothing or an option, so the words after it can be options, too.
  const operand = first === undefined ? undefined : words[first]
  const isOperand = operand?.kind === 'known' || (operand?.kind === 'one' && !operand.option)
  const options = program.leads && isOperand ? words.slice(index + 1, first) : all
  dangers.push(...optionDangers(program, options))
  if (program.only !== undefined)
    dangers.push(...unknownOptions(program, options).map((each) => ({ ...each, level: index })))
  dangers.push(...operandDangers(program, options, index + 1))
  dangers.push(...started.dangers)
  dangers.push(...outputDangers(program, words, index))
  if (program.scriptLanguage !== undefined) dangers.push(...codeDangers(program.scriptLanguage, words))
  if (
    program.readsCode &&
    !all.some(({ text }) => program.noInputOptions?.includes(text)) &&
    !all.some((word) => word.kind !== 'known' || !/^-./.test(word.text)) &&
    !onlyPrintsInfo(all)
  )
    dangers.push({ effect: 'runs', reason: 'code is read from standard input' })
  if (sub === undefined) return { dangers, unsure: started.unsure }

  const word = words[sub]
  if (word === undefined || word.kind !== 'known')
    return { dangers, unsure: ['the subcommand is only known at run time'] }
  const subprogram = ownValue(program.of ?? {}, word.text)
  if (subprogram === undefined) {
    if (program.subcommands !== undefined && !program.subcommands.includes(word.text))
      dangers.push({
        word,
        effect: 'runs',
        reason: 'is not a known subcommand; it may be an alias or an extension',
      })
    return { dangers, unsure: [], subcommand: sub }
  }
  const deeper = examineWith(subprogram, words, sub)
  return { dangers: [...dangers, ...deeper.dangers], unsure: deeper.unsure, subcommand: sub }
}

/** The index of the first word that is neither an option nor the value of an option. */
function subcommandAt(program: ProgramSpec, words: readonly Word[], from: number): number | undefined {
  for (let index = from; ; index++) {
    const word = words[index]
    if (word === undefined) return undefined
    if (word.kind !== 'known' || !/^[-+]./.test(word.text)) return index
    if (program.takes?.includes(word.text)) index += 1
  }
}

function optionDangers(program: ProgramSpec, options: readonly Word[]): CommandDanger[] {
  const { runs = [], writes = [], only = [] } = program
  // A word on the list of harmless ones is neither an abbreviation nor a cluster of other options.
  const not = [...(program.not ?? []), ...only.filter((each) => each.length > 2)]
  if (runs.length + writes.length === 0) return []
  const dangers: CommandDanger[] = []
  const consumed = consumedValues(program, options)
  for (const [index, word] of options.entries()) {
    if (consumed.has(index)) continue
    if (word.kind === 'known' && word.text === '--' && endsOptions(program, options, index)) break
    const effect = runs.some((option) => isOption(word, option, not))
      ? 'runs'
      : writes.some((option) => isOption(word, option, not))
        ? 'writes'
        : undefined
    if (effect !== undefined)
      dangers.push({
        word,
        effect,
        reason:
          word.kind === 'known'
            ? effectPhrase(effect)
            : `is not known and could be an option that ${effectPhrase(effect)}`,
      })
  }
  return dangers
}

const NOTHING: ExaminedProgram = { dangers: [], unsure: [] }

/** What the program in the arguments does: of `npx eslint`, or `python -m pytest`. */
function startedProgram(program: ProgramSpec, words: readonly Word[], index: number): ExaminedProgram {
  const module = words.findIndex(({ text }, each) => each > index && text === program.startsModule)
  const first = program.startsProgram
    ? subcommandAt(program, words, index + 1)
    : program.startsModule !== undefined && module > 0
      ? module + 1
      : undefined
  const word = first === undefined ? undefined : words[first]
  if (first === undefined || word === undefined) return NOTHING
  if (word.kind !== 'known') return { dangers: [], unsure: ['the program is only known at run time'] }
  const name = programName(word)
  const spec = ownValue(PROGRAMS, name)
  return spec === undefined || spec === program ? NOTHING : examineWith(spec, words, first)
}

/** Whether a `--` ends the options: not if it can be the value of the option before it. */
function endsOptions({ dashes, bare = [] }: ProgramSpec, options: readonly Word[], index: number): boolean {
  if (dashes !== undefined) return dashes === 'end'
  const before = options[index - 1]?.text ?? ''
  return !/^-./.test(before) || /^--[\w-]+=/.test(before) || bare.includes(before) || isCluster(before, bare)
}

const isCluster = (text: string, bare: readonly string[]): boolean =>
  /^-\w+$/.test(text) && [...text.slice(1)].every((letter) => bare.includes(`-${letter}`))

/** The operand that names an output file, for example the second one of `uniq`. */
function outputDangers(
  { output, takes = [] }: ProgramSpec,
  words: readonly Word[],
  programIndex: number,
): CommandDanger[] {
  if (output === undefined) return []
  const operands: Word[] = []
  for (let index = programIndex + 1; ; index++) {
    const word = words[index]
    if (word === undefined) break
    if (word.kind === 'known' && word.text === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (word.kind === 'known' && takes.includes(word.text)) index += 1
    else if (word.kind !== 'known' || !/^[-+]./.test(word.text)) operands.push(word)
  }
  const many = operands.find(({ kind }) => kind === 'many')
  const word = operands[output - 1] ?? many
  return word === undefined ? [] : [{ word, effect: 'writes', reason: effectPhrase('writes') }]
}

const effectPhrase = (effect: CommandDanger['effect']): string =>
  effect === 'runs'
    ? 'can run any program'
    : effect === 'project'
      ? 'runs code from the project or its packages'
      : 'can write any file'

/** Whether a word is this option, an abbreviation of it or a cluster with it. For unknown words, whether it could be. */
function isOption(word: Word, option: string, not: readonly string[]): boolean {
  const knownText = word.kind === 'known' ? word.text : /^--[\w-]+=/.exec(word.start)?.[0]
  if (knownText === undefined) return option.startsWith('-') ? word.option : couldBeWord(word, option)
  if (not.includes(knownText) || not.includes(knownText.replace(/=.*$/s, ''))) return false
  if (option.startsWith('--')) {
    const name = knownText.replace(/=.*$/s, '')
    return name === option || (name.length > 2 && name.startsWith('--') && option.startsWith(name))
  }
  if (/^-\w$/.test(option))
    return (
      /^-[A-Za-z0-9]+/.test(knownText) &&
      (/^-[A-Za-z0-9]*/.exec(knownText)?.[0].slice(1).includes(option.slice(1)) ?? false)
    )
  if (option.endsWith('=')) return knownText.startsWith(option)
  return knownText === option || knownText.startsWith(`${option}=`)
}

/** Whether an unknown word could be this word, which is not an option. */
const couldBeWord = ({ kind, start, isNumber }: Word, text: string): boolean =>
  kind === 'many' ? start === '' || text.startsWith(start) : !isNumber && text.startsWith(start)

const PRINTS_INFO = /^(?:--version|--help|-V|-h|-v)$/

const onlyPrintsInfo = (options: readonly Word[]): boolean =>
  options.length > 0 && options.every(({ kind, text }) => kind === 'known' && PRINTS_INFO.test(text))

/** Dangers of words that are not options: builtins that evaluate names, variables of make, formats that start programs. */
function nameDangers(name: string, words: readonly Word[]): CommandDanger[] {
  const rest = words.slice(1)
  const check = ownValue(BUILTINS, name)
  if (check !== undefined) return check(rest)
  if (/^g?make$/.test(name)) {
    const [word] = rest.filter(({ kind, text, start, isNumber }) =>
      kind === 'known' ? /^[^-].*=/s.test(text) : !isNumber && (start === '' || /^[^-].*=/s.test(text)),
    )
    if (word !== undefined)
      return [{ word, effect: 'runs', reason: 'changes a variable of the makefile, for example its shell' }]
  }
  if (/^(?:node|npm|npx|pnpm|yarn|bun)$/.test(name) && PRINTS_INFO.test(rest[0]?.text ?? ''))
    return rest.slice(1).map((word) => ({
      word,
      effect: 'unknown',
      reason: 'can cancel the option before it, so that the rest runs',
      level: 1,
    }))
  if (name === 'git') {
    const help = rest.find(({ kind, text }) => kind === 'known' && text === '--help')
    if (help !== undefined) return [{ word: help, effect: 'runs', reason: 'opens the manual with another program' }]
    const lists = rest.some(({ text }) => /^(?:for-each-ref|tag|branch|ls-remote)$/.test(text))
    return rest
      .filter(({ kind, text, start, isPlain }, index) => {
        const known = kind === 'known' ? text : start
        const isValue = lists && start === '' && /^--(?:format|sort)$/.test(rest[index - 1]?.text ?? '')
        if (kind !== 'known' && !isPlain && (isValue || /^--(?:format|pretty|sort)=/.test(start))) return true
        return /%G/.test(known) || (lists && CHECKS_SIGNATURES.test(known))
      })
      .map((word) => ({ word, effect: 'runs', reason: 'starts the program that checks signatures' }))
  }
  // Tar and cpio start rsh for an archive on another machine; curl can write any file from the text it prints.
  const pattern = /^(?:tar|cpio)$/.test(name)
    ? /^(?:-\w*f|--file=)?[^/:-][^/:]*:/
    : name === 'curl'
      ? /%output\{/
      : undefined
  if (pattern !== undefined)
    return rest
      .filter(({ start }) => pattern.test(start))
      .map((word) => ({ word, effect: 'runs', reason: 'starts another program or writes a file' }))
  if (name === 'date')
    return rest
      .filter(({ kind, text }, index) => kind === 'known' && /^\d/.test(text) && !isDateValue(rest[index - 1]))
      .map((word) => ({ word, effect: 'runs', reason: 'sets the clock of the machine' }))
  return []
}

/** Fields of a list of references for which git starts gpg; `%(contents:signature)` only prints text. */
const CHECKS_SIGNATURES = /%\(\*?signature|^(?:--sort=)?[-*]*signature(?::\w+)?$/

const isDateValue = (before: Word | undefined): boolean =>
  /^(?:-\w*[dfr]|--(?:date|file|reference))$/.test(before?.text ?? '')

/** Dangers of a shell that reads a file or its input instead of a script in its arguments. */
export function shellDangers(rest: readonly Word[]): CommandDanger[] {
  const [file] = rest
  return file === undefined
    ? [{ effect: 'runs', reason: 'a shell reads its script from standard input' }]
    : [{ word: file, effect: 'runs', reason: 'is a script whose content is unknown' }]
}

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
    // An unknown word could be an option that takes the next word.
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
    // Some programs read every word that starts with a dash as an option, even where a value is expected.
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
    dangers.push({ word: first, effect: 'runs', reason: 'could be any program on the machine' })
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
