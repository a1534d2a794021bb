import type { Danger, Word } from './shell-types.ts'

/** The scripts of sed and awk can run programs and write files. Only what is surely harmless passes. */
export function codeDangers(language: 'sed' | 'awk', words: readonly Word[], takes: readonly string[]): Danger[] {
  const scripts = scriptsOf(words, takes)
  const harmless = language === 'sed' ? isHarmlessSed : isHarmlessAwk
  return scripts
    .filter((word) => word.kind !== 'known' || !harmless(word.text))
    .map((word) => ({ word, does: 'runs', why: `is a ${language} script that could run programs or write files` }))
}

/** Every script given by option, else the first word that is no option. */
function scriptsOf(words: readonly Word[], takes: readonly string[]): Word[] {
  const given: Word[] = []
  const others: Word[] = []
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    const next = words[at + 1]
    if (word.kind === 'known' && /^(?:-[a-zA-Z]*e|--expression|--source)$/.test(word.text)) {
      if (next !== undefined) given.push(next)
      at += 1
    } else if (word.kind === 'known' && /^(?:-e.|--(?:expression|source)=)/.test(word.text)) {
      const text = word.text.replace(/^(?:-e|--\w+=)/, '')
      given.push({ ...word, text })
    } else if (word.kind === 'known' && takes.includes(word.text)) at += 1
    else if (word.kind !== 'known' || !/^-./.test(word.text)) others.push(word)
  }
  return given.length > 0 ? given : others.slice(0, 1)
}

const REGEX = '/(?:[^/\\\\\\n]|\\\\.)*/[IM]?'
const ADDRESS = `(?:\\d+(?:~\\d+)?|\\$|${REGEX})`
const RANGE = `(?:${ADDRESS}(?:[ \\t]*,[ \\t]*(?:${ADDRESS}|[+~]\\d+))?[ \\t]*(?:![ \\t]*)?)?`
const text = (delimiter: string) => `(?:[^${delimiter}\\\\\\n]|\\\\.)*${delimiter}`
const substitution = (delimiter: string) => `s${delimiter}${text(delimiter)}${text(delimiter)}[gpiIM0-9]*`
const COMMAND = `(?:[pdDPqQ=lnNgGhHxz]\\d*|y/${text('/')}${text('/')}|${['/', '\\|', ',', '#', ':', '@', '!', '%'].map(substitution).join('|')})`
/** One step through a script: what stands between commands, one command, or what stands before a block. */
const SED_STEP = new RegExp(`[\\s;{}]+|${RANGE}${COMMAND}[ \\t]*(?=[;}\\n]|$)|${RANGE}(?=\\{)`, 'y')

/** Printing, deleting, moving to and from the hold space, and substitution without the flags e and w. */
function isHarmlessSed(script: string): boolean {
  SED_STEP.lastIndex = 0
  while (SED_STEP.lastIndex < script.length) {
    const [step] = SED_STEP.exec(script) ?? ['']
    if (step === '') return false
  }
  return true
}

/** No function that runs, no pipe, no file that is written, nothing called by a name that is worked out. */
function isHarmlessAwk(program: string): boolean {
  if (/system|getline|@|ENVIRON|close|fflush|printf?\s*\(?[^;{}\n]*>|\bload|include|extension/.test(program))
    return false
  return !program.replaceAll('||', '').includes('|')
}
