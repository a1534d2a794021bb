import { assignmentDangers, examine, programName, shellDangers } from './shell-dangers.ts'
import { PROGRAMS } from './shell-knowledge.ts'
import type { Danger, ShellReading, SimpleCommand, Word } from './shell-types.ts'
import type { Found } from './shell-walk.ts'
import { knownWord } from './shell-words.ts'
import { FIND_RUNS, isShell, WRAPPERS, type Wrapper } from './shell-wrappers.ts'

type Described = Pick<ShellReading, 'commands' | 'unsure'>

/** Reads a script inside a line. `around`: what it does to everything in it. */
export type ReadScript = (script: string) => Described & { around: readonly Danger[] }

/** How many wrappers may stand around each other. */
const DEEPEST = 12

/**
 * What a simple command runs: itself, and every command a wrapper runs in turn. `around` is what the rest of the line does
 * to it, `depth` how many wrappers stand around it already.
 */
export function describe(found: Found, around: readonly Danger[], read: ReadScript, depth = 0): Described {
  const { words, writes } = found
  const dangers = [...around, ...assignmentDangers(found.assignments)]
  const { dangers: own, unsure, subcommand } = examine(words)
  const inner = depth < DEEPEST ? unwrap(found) : { ...NOTHING, unsure: ['too many wrappers stand around each other'] }
  // What a wrapper's output goes to and which variables it gets is so for the command it runs.
  const kept = [...dangers, ...assignmentDangers(inner.assigned)]
  const scripts = inner.runs.flatMap((run) => ('script' in run ? [read(run.script)] : []))
  const below = [
    ...scripts.map((script) => withDangers(script, kept)),
    ...inner.runs.flatMap((run) =>
      'script' in run
        ? []
        : [
            describe(
              {
                words: run.words,
                sources: run.words.map(quoted),
                assignments: [],
                writes: inner.passes ? writes : [],
              },
              kept,
              read,
              depth + 1,
            ),
          ],
    ),
  ]
  const command: SimpleCommand = {
    source: found.sources.join(' '),
    quoted: words.map(quoted).join(' '),
    words,
    ...formsOf(words, subcommand),
    writes,
    // Variables that a script sets can outlast it.
    dangers: [...dangers, ...own, ...inner.dangers, ...scripts.flatMap((script) => script.around)],
    unsure: [...unsure, ...inner.unsure],
    passes: inner.passes && inner.runs.length > 0,
  }
  return {
    commands: [command, ...below.flatMap(({ commands }) => commands)],
    unsure: below.flatMap((each) => each.unsure),
  }
}

function withDangers({ commands, unsure }: Described, dangers: readonly Danger[]): Described {
  return { commands: commands.map((command) => ({ ...command, dangers: [...command.dangers, ...dangers] })), unsure }
}

type Run = { words: Word[] } | { script: string }
type Unwrapped = { runs: Run[]; assigned: Found['assignments']; dangers: Danger[]; unsure: string[]; passes: boolean }

const NOTHING: Unwrapped = { runs: [], assigned: [], dangers: [], unsure: [], passes: false }

function unwrap({ words }: Found): Unwrapped {
  const nothing = NOTHING
  const [program] = words
  if (program?.kind !== 'known') return nothing
  const name = programName(program)
  if (name === 'find') return { ...nothing, runs: findRuns(words) }
  if (name === 'trap') return trapped(words, nothing)
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined
  if (wrapper === undefined) return nothing
  if (wrapper.joined) return joined(words.slice(1), nothing)
  return isShell(name) ? shell(words, nothing) : wrapped(wrapper, words, nothing)
}

function wrapped(wrapper: Wrapper, words: readonly Word[], nothing: Unwrapped): Unwrapped {
  const passes = wrapper.passes ?? false
  const assigned: Found['assignments'] = []
  let placeholder: string | undefined
  let at = 1
  for (; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    // It could be an option, an assignment or the program.
    if (word.kind !== 'known')
      return { ...nothing, assigned, unsure: ['what it runs is not known before the line runs'] }
    if (word.text === '--') {
      at += 1
      break
    }
    // env takes every word with a `=` in it, whatever stands before.
    const [, variable, value] = /^([^=]*)=([\s\S]*)$/.exec(word.text) ?? []
    if (wrapper.assigns && variable !== undefined && !/^-/.test(word.text)) {
      assigned.push({ name: variable, value: knownWord(value ?? '') })
      continue
    }
    if (!/^-./.test(word.text)) break
    if (wrapper.talks?.some((talk) => word.text.startsWith(talk))) return nothing
    const option = readOption(word.text, wrapper)
    if (option === undefined)
      return { ...nothing, assigned, unsure: [`with ${word.text} it is not known what runs, or how`] }
    if (option.names.some((name) => wrapper.bare?.includes(name)))
      assigned.push({ name: 'GIT_CONFIG_COUNT', value: knownWord('') })
    const name = option.names.at(-1) ?? ''
    const given = option.takes ? words[++at] : option.value === undefined ? undefined : knownWord(option.value)
    if (given !== undefined && wrapper.drops?.includes(name)) assigned.push({ name: given.start, value: knownWord('') })
    if (wrapper.replaces?.includes(name)) placeholder = given?.text || '{}'
  }
  const rest = words.slice(at + (wrapper.skip ?? 0)).map((word) => filledIn(word, placeholder))
  if (rest.length === 0) {
    const harmless = passes || wrapper.alone
    return { ...nothing, assigned, unsure: harmless ? [] : ['it is not known what it runs'] }
  }
  const added: Word[] = wrapper.appends ? [{ text: '…', kind: 'many', start: '', option: true }] : []
  return { ...nothing, assigned, passes, runs: [{ words: [...rest, ...added] }] }
}

/** An option of a wrapper, or a cluster of them; undefined when one is not known. `takes`: the value is the next word. */
function readOption(text: string, wrapper: Wrapper): { names: string[]; value?: string; takes: boolean } | undefined {
  const { takes = [], flags = [], attached = [] } = wrapper
  if (text.startsWith('--')) {
    const [, name = '', value] = /^([^=]*)(?:=([\s\S]*))?$/.exec(text) ?? []
    const valued = takes.includes(name)
    if (value !== undefined)
      return valued || attached.includes(name) ? { names: [name], value, takes: false } : undefined
    return valued || flags.includes(name) || attached.includes(name) ? { names: [name], takes: valued } : undefined
  }
  // Letters one behind the other, up to one that takes a value.
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

/** A word in which something is put that is not known. */
function filledIn(word: Word, placeholder: string | undefined): Word {
  if (placeholder === undefined || !word.text.includes(placeholder)) return word
  const start = word.text.slice(0, word.text.indexOf(placeholder))
  return { text: word.text, kind: 'one', start, option: start === '' || start.startsWith('-') }
}

/** `-c` in any cluster: the first word that is no option is the script. */
function shell(words: readonly Word[], nothing: Unwrapped): Unwrapped {
  let script = false
  let at = 1
  for (; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    if (word.kind !== 'known') return { ...nothing, unsure: ['what the shell runs is not known before the line runs'] }
    if (word.text === '--' || word.text === '-') {
      at += 1
      break
    }
    if (!/^[-+]./.test(word.text)) break
    if (/^--(?:rcfile|init-file)/.test(word.text))
      return { ...nothing, unsure: [`${word.text} names a file that the shell runs`] }
    if (/^-[A-Za-z]*c/.test(word.text)) script = true
    if (/^[-+][A-Za-z]*[oO]$/.test(word.text)) at += 1
    if (/^-[A-Za-z]*s/.test(word.text) && !script) return { ...nothing, dangers: shellDangers([]) }
  }
  const [first] = words.slice(at)
  if (!script) {
    const talks = words.length === 2 && /^--(?:version|help)$/.test(words[1]?.text ?? '')
    return talks ? nothing : { ...nothing, dangers: shellDangers(first === undefined ? [] : [first]) }
  }
  if (first === undefined) return { ...nothing, unsure: ['the shell is given no script'] }
  if (first.kind !== 'known')
    return { ...nothing, unsure: ['the script of the shell is not known before the line runs'] }
  return { ...nothing, runs: [{ script: first.text }] }
}

function joined(words: readonly Word[], nothing: Unwrapped): Unwrapped {
  if (words.some(({ kind }) => kind !== 'known'))
    return { ...nothing, unsure: ['what it evaluates is not known before the line runs'] }
  const script = words.map(({ text }) => text).join(' ')
  return script.trim() === '' ? nothing : { ...nothing, runs: [{ script }] }
}

/** `trap 'commands' SIGNAL` runs them later. */
function trapped(words: readonly Word[], nothing: Unwrapped): Unwrapped {
  const [action] = words.slice(1).filter(({ text }) => text !== '--')
  return action === undefined || /^(?:-[lp]?|\d+)$/.test(action.text) ? nothing : joined([action], nothing)
}

/** The commands behind -exec and its like, up to `;` or `+`; `{}` stands for names that are not known. */
function findRuns(words: readonly Word[]): Run[] {
  const runs: Run[] = []
  // Names begin with the folder they are found in, which is not known when it comes from a file.
  const listed = words.some(({ kind, text, option }) => (kind === 'known' ? text === '-files0-from' : option))
  for (let at = 1; at < words.length; at++) {
    if (!FIND_RUNS.includes(words[at]?.text ?? '') || words[at]?.kind !== 'known') continue
    const behind = words.slice(at + 1)
    const end = behind.findIndex(
      ({ text }, index) => text === ';' || (text === '+' && behind[index - 1]?.text === '{}'),
    )
    const run = (end < 0 ? behind : behind.slice(0, end)).map(
      (word): Word =>
        word.text.includes('{}')
          ? {
              text: word.text,
              kind: 'many',
              start: word.text.replace(/\{\}[\s\S]*$/, ''),
              option: word.text.startsWith('-') || (listed && word.text.startsWith('{}')),
            }
          : word,
    )
    runs.push({ words: run })
    at += 1 + run.length
  }
  return runs
}

/** Folders only root can write, on every runner. */
const TRUSTED_FOLDER = /^\/(?:usr\/)?bin\//

function formsOf(words: readonly Word[], subcommand: number | undefined): Pick<SimpleCommand, 'forms' | 'sameForms'> {
  const [program, ...rest] = words
  if (program?.kind !== 'known') return { forms: [words], sameForms: [words] }
  const name = programName(program)
  const bare = [name === program.text ? program : knownWord(name), ...rest]
  const trusted = TRUSTED_FOLDER.test(program.text)
    ? [knownWord(program.text.replace(TRUSTED_FOLDER, '')), ...rest]
    : words
  const plain = (Object.hasOwn(PROGRAMS, name) && PROGRAMS[name]?.plain) || []
  const from = (at: number | undefined) => (at === undefined ? bare : [...bare.slice(0, 1), ...bare.slice(at)])
  // Of most programs it is not known which options take a value, so what looks like the subcommand could be one.
  const valued = name !== 'git' && /^-[^=]+$/.test(words[(subcommand ?? 0) - 1]?.text ?? '')
  const skipped = from(subcommand)
  const further = valued ? from((subcommand ?? 0) + 1) : bare
  const same = trusted.filter((word, index) => index === 0 || index >= (subcommand ?? 0) || !plain.includes(word.text))
  return { forms: unlike(words, bare, skipped, further), sameForms: unlike(words, trusted, same) }
}

const unlike = (...forms: (readonly Word[])[]): (readonly Word[])[] =>
  forms.filter(
    (form, index) =>
      forms.findIndex((each) => each.length === form.length && each.every((word, at) => word === form[at])) === index,
  )

/** A word as a shell would read it back; what is not known stands as written. */
function quoted({ kind, text }: Word): string {
  if (kind !== 'known' || /^[\w./:=@%+,~^-]+$/.test(text)) return text
  return `'${text.replaceAll("'", "'\\''")}'`
}
