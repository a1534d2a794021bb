import { examineProgram, programName, shellDangers } from './dangers.ts'
import { PROGRAMS } from './programs.ts'
import type { CommandDanger, ParsedCommand, ShellAnalysis, SimpleCommand, Word } from './shell-types.ts'
import { environmentDangers } from './variables.ts'
import { knownWord, quoteWord } from './words.ts'
import { FIND_RUNS, isShell, WRAPPERS, type Wrapper } from './wrappers.ts'

type CommandAnalysis = Pick<ShellAnalysis, 'commands' | 'unsure'>

/** Analyzes a script inside a line. `scriptDangers` apply to every command of the script. */
export type AnalyzeScript = (script: string) => CommandAnalysis & { scriptDangers: readonly CommandDanger[] }

/** Nesting of wrappers. */
const MAX_WRAPPERS = 12

/**
 * What a simple command runs: itself, and the commands that wrappers run. `lineDangers` come from the rest of the line,
 * `depth` is the number of wrappers around the command.
 */
export function analyzeCommand(
  parsed: ParsedCommand,
  lineDangers: readonly CommandDanger[],
  analyzeScript: AnalyzeScript,
  depth = 0,
): CommandAnalysis {
  const { words, writes } = parsed
  const name = words[0]?.kind === 'known' ? programName(words[0]) : ''
  const dangers = [...lineDangers, ...environmentDangers(parsed.assignments, name)]
  const { dangers: ownDangers, unsure, subcommand } = examineProgram(words)
  const inner = depth < MAX_WRAPPERS ? unwrap(parsed) : { ...NOTHING, unsure: ['wrappers are nested too deeply'] }
  // Redirections and variables of a wrapper also apply to the command it runs.
  const inherited = [...dangers, ...environmentDangers(inner.assigned, '')]
  const scripts = inner.runs.flatMap((run) => ('script' in run ? [analyzeScript(run.script)] : []))
  const innerCommands = [
    ...scripts.map((script) => withDangers(script, inherited)),
    ...inner.runs.flatMap((run) =>
      'script' in run
        ? []
        : [
            analyzeCommand(
              {
                words: run.words,
                sources: run.words.map(quoteWord),
                assignments: [],
                writes: inner.isTransparent ? writes : [],
              },
              inherited,
              analyzeScript,
              depth + 1,
            ),
          ],
    ),
  ]
  const command: SimpleCommand = {
    source: parsed.sources.join(' '),
    quoted: words.map(quoteWord).join(' '),
    words,
    ...commandForms(words, subcommand),
    writes,
    // Variables that a script sets can remain set after it.
    dangers: [...dangers, ...ownDangers, ...inner.dangers, ...scripts.flatMap((script) => script.scriptDangers)],
    unsure: [...unsure, ...inner.unsure],
    isTransparent: inner.isTransparent && inner.runs.length > 0,
  }
  return {
    commands: [command, ...innerCommands.flatMap(({ commands }) => commands)],
    unsure: innerCommands.flatMap((each) => each.unsure),
  }
}

function withDangers({ commands, unsure }: CommandAnalysis, dangers: readonly CommandDanger[]): CommandAnalysis {
  return { commands: commands.map((command) => ({ ...command, dangers: [...command.dangers, ...dangers] })), unsure }
}

type Run = { words: Word[] } | { script: string }

type Unwrapped = {
  runs: Run[]
  assigned: ParsedCommand['assignments']
  dangers: CommandDanger[]
  unsure: string[]
  isTransparent: boolean
}

const NOTHING: Unwrapped = { runs: [], assigned: [], dangers: [], unsure: [], isTransparent: false }

function unwrap({ words }: ParsedCommand): Unwrapped {
  const nothing = NOTHING
  const [program] = words
  if (program?.kind !== 'known') return nothing
  const name = programName(program)
  if (name === 'find') return { ...nothing, runs: findRuns(words) }
  if (name === 'trap') return unwrapTrap(words, nothing)
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined
  if (wrapper === undefined) return nothing
  if (wrapper.joined) return unwrapEval(words.slice(1), nothing)
  return isShell(name) ? unwrapShell(words, nothing) : unwrapWrapper(wrapper, words, nothing)
}

function unwrapWrapper(wrapper: Wrapper, words: readonly Word[], nothing: Unwrapped): Unwrapped {
  const isTransparent = wrapper.isTransparent ?? false
  const assigned: ParsedCommand['assignments'] = []
  let placeholder: string | undefined
  let index = 1
  for (; ; index++) {
    const word = words[index]
    if (word === undefined) break
    // The word could be an option, an assignment or the program.
    if (word.kind !== 'known')
      return { ...nothing, assigned, unsure: ['the command it runs is only known at run time'] }
    if (word.text === '--') {
      index += 1
      break
    }
    // env treats every word with a `=` in it as an assignment.
    const [, variable, value] = /^([^=]*)=([\s\S]*)$/.exec(word.text) ?? []
    if (wrapper.assigns && variable !== undefined && !/^-/.test(word.text)) {
      assigned.push({ name: variable, value: knownWord(value ?? '') })
      continue
    }
    if (!/^-./.test(word.text)) break
    if (wrapper.infoOptions?.some((talk) => word.text.startsWith(talk))) return nothing
    const option = readOption(word.text, wrapper)
    if (option === undefined) return { ...nothing, assigned, unsure: [`${word.text} may change what it runs`] }
    if (option.names.some((name) => wrapper.bare?.includes(name)))
      assigned.push({ name: 'GIT_CONFIG_COUNT', value: knownWord('') })
    const name = option.names.at(-1) ?? ''
    const optionValue = option.takes ? words[++index] : option.value === undefined ? undefined : knownWord(option.value)
    if (optionValue !== undefined && wrapper.drops?.includes(name))
      assigned.push({ name: optionValue.start, value: knownWord('') })
    if (wrapper.replaces?.includes(name)) placeholder = optionValue?.text || '{}'
  }
  const rest = words.slice(index + (wrapper.skip ?? 0)).map((word) => fillPlaceholder(word, placeholder))
  if (rest.length === 0) {
    const harmless = isTransparent || wrapper.harmlessAlone
    return { ...nothing, assigned, unsure: harmless ? [] : ['it has no command to run'] }
  }
  const added: Word[] = wrapper.appends ? [{ text: '…', kind: 'many', start: '', option: true }] : []
  return { ...nothing, assigned, isTransparent, runs: [{ words: [...rest, ...added] }] }
}

/** An option of a wrapper, or a cluster of them; undefined when one is unknown. `takes`: the value is the next word. */
function readOption(text: string, wrapper: Wrapper): { names: string[]; value?: string; takes: boolean } | undefined {
  const { takes = [], flags = [], attached = [] } = wrapper
  if (text.startsWith('--')) {
    const [, name = '', value] = /^([^=]*)(?:=([\s\S]*))?$/.exec(text) ?? []
    const valued = takes.includes(name)
    if (value !== undefined)
      return valued || attached.includes(name) ? { names: [name], value, takes: false } : undefined
    return valued || flags.includes(name) || attached.includes(name) ? { names: [name], takes: valued } : undefined
  }
  // A cluster of letters, up to one that takes a value.
  const names: string[] = []
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at]}`
    const value = text.slice(at + 1)
    names.push(name)
    if (takes.includes(name)) return value === '' ? { names, takes: true } : { names, value, takes: false }
    if (attached.includes(name)) return { names, value, takes: false }
    if (!flags.includes(name)) return undefined
  }
  return { names, takes: false }
}

/** A word in which a placeholder is replaced by unknown text. */
function fillPlaceholder(word: Word, placeholder: string | undefined): Word {
  if (placeholder === undefined || !word.text.includes(placeholder)) return word
  const start = word.text.slice(0, word.text.indexOf(placeholder))
  return { text: word.text, kind: 'one', start, option: start === '' || start.startsWith('-') }
}

/** With `-c` in any cluster, the first operand is the script. */
function unwrapShell(words: readonly Word[], nothing: Unwrapped): Unwrapped {
  let script = false
  let index = 1
  for (; ; index++) {
    const word = words[index]
    if (word === undefined) break
    if (word.kind !== 'known') return { ...nothing, unsure: ['the arguments of the shell are only known at run time'] }
    if (word.text === '--' || word.text === '-') {
      index += 1
      break
    }
    if (!/^[-+]./.test(word.text)) break
    if (/^--(?:rcfile|init-file)/.test(word.text))
      return { ...nothing, unsure: [`${word.text} names a file that the shell runs`] }
    if (/^-[A-Za-z]*c/.test(word.text)) script = true
    if (/^[-+][A-Za-z]*[oO]$/.test(word.text)) index += 1
    if (/^-[A-Za-z]*s/.test(word.text) && !script) return { ...nothing, dangers: shellDangers([]) }
  }
  const [first] = words.slice(index)
  if (!script) {
    const talks = words.length === 2 && /^--(?:version|help)$/.test(words[1]?.text ?? '')
    return talks ? nothing : { ...nothing, dangers: shellDangers(first === undefined ? [] : [first]) }
  }
  if (first === undefined) return { ...nothing, unsure: ['the shell has no script'] }
  if (first.kind !== 'known') return { ...nothing, unsure: ['the script of the shell is only known at run time'] }
  return { ...nothing, runs: [{ script: first.text }] }
}

function unwrapEval(words: readonly Word[], nothing: Unwrapped): Unwrapped {
  if (words.some(({ kind }) => kind !== 'known'))
    return { ...nothing, unsure: ['the text it evaluates is only known at run time'] }
  const script = words.map(({ text }) => text).join(' ')
  return script.trim() === '' ? nothing : { ...nothing, runs: [{ script }] }
}

/** `trap 'commands' SIGNAL` runs the commands later. */
function unwrapTrap(words: readonly Word[], nothing: Unwrapped): Unwrapped {
  const [action] = words.slice(1).filter(({ text }) => text !== '--')
  return action === undefined || /^(?:-[lp]?|\d+)$/.test(action.text) ? nothing : unwrapEval([action], nothing)
}

/** The commands after -exec and similar options, up to `;` or `+`; `{}` is an unknown file name. */
function findRuns(words: readonly Word[]): Run[] {
  const runs: Run[] = []
  // File names start with the folder searched, which is unknown when it comes from a file.
  const listed = words.some(({ kind, text, option }) => (kind === 'known' ? text === '-files0-from' : option))
  const first = words.findIndex(({ text }, index) => index > 0 && /^[-(!]/.test(text))
  const isRelative =
    !listed && words.slice(1, first).every(({ kind, text }) => kind === 'known' && !text.startsWith('/'))
  for (let index = 1; index < words.length; index++) {
    if (!FIND_RUNS.includes(words[index]?.text ?? '') || words[index]?.kind !== 'known') continue
    const following = words.slice(index + 1)
    const end = following.findIndex(
      ({ text }, index) => text === ';' || (text === '+' && following[index - 1]?.text === '{}'),
    )
    const run = (end < 0 ? following : following.slice(0, end)).map(
      (word): Word =>
        word.text.includes('{}')
          ? {
              text: word.text,
              kind: 'many',
              start: word.text.replace(/\{\}[\s\S]*$/, ''),
              option: word.text.startsWith('-') || (listed && word.text.startsWith('{}')),
              isRelative: isRelative && word.text.startsWith('{}'),
            }
          : word,
    )
    runs.push({ words: run })
    index += 1 + run.length
  }
  return runs
}

/** Folders that only root can write, on every runner. */
const TRUSTED_FOLDER = /^\/(?:usr\/)?bin\//

function commandForms(
  words: readonly Word[],
  subcommand: number | undefined,
): Pick<SimpleCommand, 'forms' | 'sameForms'> {
  const [program, ...rest] = words
  if (program?.kind !== 'known') return { forms: [words], sameForms: [words] }
  const name = programName(program)
  const bare = [name === program.text ? program : knownWord(name), ...rest]
  const trusted = TRUSTED_FOLDER.test(program.text)
    ? [knownWord(program.text.replace(TRUSTED_FOLDER, '')), ...rest]
    : words
  const plain = (Object.hasOwn(PROGRAMS, name) && PROGRAMS[name]?.plain) || []
  const from = (start: number | undefined) => (start === undefined ? bare : [...bare.slice(0, 1), ...bare.slice(start)])
  // For most programs it is unknown which options take a value, so the apparent subcommand could be one.
  const valued = name !== 'git' && /^-[^=]+$/.test(words[(subcommand ?? 0) - 1]?.text ?? '')
  const skipped = from(subcommand)
  const withoutValue = valued ? from((subcommand ?? 0) + 1) : bare
  const same = trusted.filter((word, index) => index === 0 || index >= (subcommand ?? 0) || !plain.includes(word.text))
  return { forms: uniqueForms(words, bare, skipped, withoutValue), sameForms: uniqueForms(words, trusted, same) }
}

const uniqueForms = (...forms: (readonly Word[])[]): (readonly Word[])[] =>
  forms.filter(
    (form, index) =>
      forms.findIndex(
        (each) => each.length === form.length && each.every((word, position) => word === form[position]),
      ) === index,
  )
