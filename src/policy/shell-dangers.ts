import { conditionDangers } from './shell-conditions.ts'
import { PROGRAMS, type Program } from './shell-knowledge.ts'
import { codeDangers } from './shell-scripts.ts'
import type { Danger, Word } from './shell-types.ts'
import { DANGEROUS_VARIABLES, HARMLESS_VALUES, NUMERIC_VARIABLES, TAKES_NAMES } from './shell-wrappers.ts'

/** What a program may do with these words beside what its name says, and where its subcommand stands. */
export type Examined = { dangers: Danger[]; unsure: string[]; subcommand?: number }

/** The name a program is known by: without its folder, in lower case, without what Windows puts behind it. */
export const programName = (word: Word): string =>
  word.text
    .replace(/^.*[\\/]/s, '')
    .replace(/\.(?:exe|cmd|bat|com)$/i, '')
    .toLowerCase()

/** Versions are part of many names: python3.12, pip3, clang-17. */
const unversioned = (name: string): string => name.replace(/^([a-z+_-]*?)-?\d[\d.]*$/, '$1')

/** Words with which a shell begins something else than a command. */
const RESERVED = new Set('! { } ]] if then elif else fi for while until do done case esac function select'.split(' '))

export function examine(words: readonly Word[]): Examined {
  const [first] = words
  if (first === undefined) return { dangers: [], unsure: [] }
  if (first.kind !== 'known') return { dangers: [], unsure: ['the program is not known before the line runs'] }
  if (RESERVED.has(first.text)) return { dangers: [], unsure: [`"${first.text}" is a word of the shell's own grammar`] }
  const name = programName(first)
  const named = nameDangers(name, words)
  const program = own(PROGRAMS, name) ?? own(PROGRAMS, unversioned(name))
  if (program === undefined) return { dangers: named, unsure: [] }
  const found = examineProgram(program, words, 0)
  return { ...found, dangers: [...named, ...found.dangers] }
}

const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

function examineProgram(program: Program, words: readonly Word[], at: number): Examined {
  const self = words[at]
  const dangers: Danger[] = []
  if (program.itself !== undefined && self !== undefined)
    dangers.push({ word: self, does: program.itself, why: phrase(program.itself) })
  const nested = program.of !== undefined || program.subcommands !== undefined
  const sub = nested ? subcommandAt(program, words, at + 1) : undefined
  const first = nested ? sub : subcommandAt(program, words, at + 1)
  const options = words.slice(at + 1, program.leads ? (first ?? words.length) : words.length)
  dangers.push(...optionDangers(program, options))
  dangers.push(...outputDangers(program, words, at))
  if (program.code !== undefined) dangers.push(...codeDangers(program.code, words))
  if (
    program.readsCode &&
    !options.some(({ text }) => program.asked?.includes(text)) &&
    !options.some((word) => word.kind !== 'known' || !/^-./.test(word.text)) &&
    !onlyTalks(options)
  )
    dangers.push({ does: 'runs', why: 'code is read from standard input' })
  if (sub === undefined) return { dangers, unsure: [] }

  const word = words[sub]
  if (word === undefined || word.kind !== 'known')
    return { dangers, unsure: ['which subcommand it is, is not known before the line runs'] }
  const below = own(program.of ?? {}, word.text)
  if (below === undefined) {
    if (program.subcommands !== undefined && !program.subcommands.includes(word.text))
      dangers.push({ word, does: 'runs', why: 'is no subcommand that is known; it may be an alias or an extension' })
    return { dangers, unsure: [], subcommand: sub }
  }
  const deeper = examineProgram(below, words, sub)
  return { dangers: [...dangers, ...deeper.dangers], unsure: deeper.unsure, subcommand: sub }
}

/** The first word that is no option and no option's value. */
function subcommandAt(program: Program, words: readonly Word[], from: number): number | undefined {
  for (let at = from; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) return undefined
    if (word.kind !== 'known' || !/^[-+]./.test(word.text)) return at
    if (program.takes?.includes(word.text)) at += 1
  }
  return undefined
}

function optionDangers(program: Program, options: readonly Word[]): Danger[] {
  const { runs = [], writes = [], not = [] } = program
  if (runs.length + writes.length === 0) return []
  const dangers: Danger[] = []
  for (const [at, word] of options.entries()) {
    if (word.kind === 'known' && word.text === '--' && endsOptions(program, options, at)) break
    const does = runs.some((option) => isOption(word, option, not))
      ? 'runs'
      : writes.some((option) => isOption(word, option, not))
        ? 'writes'
        : undefined
    if (does !== undefined)
      dangers.push({
        word,
        does,
        why: word.kind === 'known' ? phrase(does) : `is not known and could be an option that ${phrase(does)}`,
      })
  }
  return dangers
}

/** A `--` is the end of the options unless it could be the value of the one before it. */
function endsOptions({ dashes, bare = [] }: Program, options: readonly Word[], at: number): boolean {
  if (dashes !== undefined) return dashes === 'end'
  const before = options[at - 1]?.text ?? ''
  return !/^-./.test(before) || /^--[\w-]+=/.test(before) || bare.includes(before) || isCluster(before, bare)
}

const isCluster = (text: string, bare: readonly string[]): boolean =>
  /^-\w+$/.test(text) && [...text.slice(1)].every((letter) => bare.includes(`-${letter}`))

/** Programs that write the file named by, say, their second word. */
function outputDangers({ output, takes = [] }: Program, words: readonly Word[], at: number): Danger[] {
  if (output === undefined) return []
  const named: Word[] = []
  for (let index = at + 1; index < words.length; index++) {
    const word = words[index]
    if (word === undefined) break
    if (word.kind === 'known' && word.text === '--') {
      named.push(...words.slice(index + 1))
      break
    }
    if (word.kind === 'known' && takes.includes(word.text)) index += 1
    else if (word.kind !== 'known' || !/^[-+]./.test(word.text)) named.push(word)
  }
  const many = named.find(({ kind }) => kind === 'many')
  const word = named[output - 1] ?? many
  return word === undefined ? [] : [{ word, does: 'writes', why: phrase('writes') }]
}

const phrase = (does: Danger['does']): string => (does === 'runs' ? 'can run any program' : 'can write any file')

/** Whether a word is this option, an abbreviation of it or a cluster with it; for unknown words, whether it could be. */
function isOption(word: Word, option: string, not: readonly string[]): boolean {
  const settled = word.kind === 'known' ? word.text : /^--[\w-]+=/.exec(word.start)?.[0]
  if (settled === undefined) return word.option
  if (not.includes(settled.replace(/=.*$/s, ''))) return false
  if (option.startsWith('--')) {
    const name = settled.replace(/=.*$/s, '')
    return name === option || (name.length > 2 && name.startsWith('--') && option.startsWith(name))
  }
  if (/^-\w$/.test(option))
    return (
      /^-[A-Za-z0-9]+/.test(settled) &&
      (/^-[A-Za-z0-9]*/.exec(settled)?.[0].slice(1).includes(option.slice(1)) ?? false)
    )
  if (option.endsWith('=')) return settled.startsWith(option)
  return settled === option || settled.startsWith(`${option}=`)
}

const onlyTalks = (options: readonly Word[]): boolean =>
  options.length > 0 &&
  options.every(({ kind, text }) => kind === 'known' && /^(?:--version|--help|-V|-h|-v)$/.test(text))

/** Builtins that evaluate names, make's variables: what a word can do that is no option. */
function nameDangers(name: string, words: readonly Word[]): Danger[] {
  const rest = words.slice(1)
  if (name === 'test' || name === '[') return conditionDangers(rest)
  if (name === 'printf' && rest[0] !== undefined && rest[0].kind !== 'known' && rest[0].option)
    return [{ word: rest[0], does: 'runs', why: 'is not known and could be -v, which gives a variable any value' }]
  if (TAKES_NAMES.has(name)) {
    const [word] = rest.filter(({ kind, text }, at) => {
      if (name === '[[') return /\[.*[$`(]/s.test(text)
      if (name === 'printf' && !/^-v/.test(rest[at - 1]?.text ?? '')) return kind === 'known' && /^-v.*\[/s.test(text)
      return kind !== 'known' || SUBSCRIPT.test(text)
    })
    if (word !== undefined) return [{ does: 'runs', why: `${word.text} may be evaluated as a subscript` }]
  }
  if (/^g?make$/.test(name)) {
    const [word] = rest.filter(
      ({ kind, text, start }) =>
        /^[\w.]+[:+?]?=/.test(kind === 'known' ? text : start) || (kind !== 'known' && start === ''),
    )
    if (word !== undefined)
      return [{ word, does: 'runs', why: 'changes a variable of the makefile, such as its shell' }]
  }
  return []
}

/** A subscript that is more than a number: behind a name it is arithmetic. */
const SUBSCRIPT = /^\w+\[(?!\d+\]|[@*]\])/

/** Assignments that decide what programs do. No rule can spell them out. */
export function assignmentDangers(assignments: readonly { name: string; value: Word }[]): Danger[] {
  return assignments.flatMap(({ name, value }): Danger[] => {
    if (value.kind === 'known' && own(HARMLESS_VALUES, name)?.includes(value.text)) return []
    if (isDangerousVariable(name)) return [{ does: 'runs', why: `the variable ${name} decides what programs run` }]
    if (!NUMERIC_VARIABLES.includes(name) || (value.kind === 'known' && /^\d*$/.test(value.text))) return []
    return [{ does: 'runs', why: `what the variable ${name} is given is arithmetic, which can run commands` }]
  })
}

const isDangerousVariable = (name: string): boolean =>
  DANGEROUS_VARIABLES.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each))

/** A shell that reads a file or its input instead of a script in its arguments. */
export function shellDangers(rest: readonly Word[]): Danger[] {
  const [file] = rest
  return file === undefined
    ? [{ does: 'runs', why: 'a shell reads its script from standard input' }]
    : [{ word: file, does: 'runs', why: 'is a script whose content is not known' }]
}
