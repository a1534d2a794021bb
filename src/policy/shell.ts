import type { ShellReading, Word } from './shell-types.ts'

/** A line of plain words: nothing in it is special to a shell, so no parser is needed to read it. */
const PLAIN = /^[\w./:=@%+,-]+(?:[ \t]+[\w./:=@%+,-]+)*$/
const RESERVED =
  /^(?:if|then|else|elif|fi|do|done|case|esac|while|until|for|in|function|time|coproc|select|[A-Za-z_]\w*\+?=.*)$/

export async function readCommand(line: string): Promise<ShellReading> {
  const text = line.trim()
  if (text === '') return { line, commands: [], unsure: [] }
  const words: Word[] = text.split(/[ \t]+/).map((word) => ({ text: word, kind: 'known', start: word }))
  if (!PLAIN.test(text) || RESERVED.test(words[0]?.text ?? ''))
    return { line, commands: [], unsure: ['it is more than plain words'] }
  const command = {
    source: text,
    quoted: text,
    words,
    forms: [words],
    sameForms: [words],
    writes: [],
    dangers: [],
    unsure: [],
    passes: false,
  }
  return { line, commands: [command], unsure: [] }
}
