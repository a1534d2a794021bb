import { randomUUID } from 'node:crypto'
import { EOL } from 'node:os'
import { type ChannelFiles, openChannelFiles } from './channel-files.ts'

// The runner's protocol is spoken here, not through @actions/core: its package has one entry, and that one loads an HTTP
// client for 37 ms, a third of what a whole run may take. Source: GitHub docs, "Workflow commands for GitHub Actions".

/** What the runner around us can be told. Without a runner (`sluice run`) the file channels lead nowhere. */
export type Runner = {
  /** Sets an output. One that does not fit is cut, or replaced by `instead` where a cut would break it (JSON). */
  setOutput(name: string, value: string, instead?: string): void
  /** Appends markdown to the step summary, cut where GitHub would refuse it. */
  summary(markdown: string): void
  /** Hides a value in the log from now on: each of its lines. */
  mask(secret: string): void
  annotate(level: 'notice' | 'warning' | 'error', text: string, at?: Place): void
  /** A line for people. Nothing in it is a command to the runner. */
  log(text: string): void
  /** Kept for the post step of the same action. */
  saveState(name: string, value: string): void
  getState(name: string): string
  /** Undoes what anybody else wrote to the runner's files meanwhile, and says so. */
  restore(): void
}

export type Place = { title?: string; file?: string; line?: number }

/** GitHub takes 1 MB of outputs a job, counted as UTF-16. */
const OUTPUT_UNITS = 500_000
/** Kept free by long outputs, so that the short ones that say how a run ended always fit. */
const RESERVED_UNITS = 40_000
const SHORT_UNITS = 4_000
/** GitHub takes 1 MiB of summary a step and drops all of it above. */
const SUMMARY_BYTES = 1_000_000

/** `write` gets whole lines with their line ends, as for stdout. */
export function openRunner(env: Readonly<Record<string, string | undefined>>, write: (text: string) => void): Runner {
  const files = openChannelFiles(env)
  let outputLeft = OUTPUT_UNITS
  const command = (name: string, text: string, properties = '') =>
    write(`::${name}${properties}::${escapeData(text)}${EOL}`)

  return {
    setOutput(name, value, instead) {
      const reserved = value.length <= SHORT_UNITS ? 0 : RESERVED_UNITS
      const room = Math.max(0, outputLeft - reserved - name.length)
      const fitting = value.length <= room ? value : (instead ?? cut(value, room))
      if (fitting !== value)
        command(
          'warning',
          `The output ${name} has ${value.length} characters, more than GitHub takes; it was ${instead === undefined ? 'cut' : 'left out'}.`,
        )
      outputLeft -= name.length + fitting.length
      appendEntry(files, 'GITHUB_OUTPUT', name, fitting)
    },
    summary(markdown) {
      const room = SUMMARY_BYTES - files.bytes('GITHUB_STEP_SUMMARY')
      if (room > 0) files.append('GITHUB_STEP_SUMMARY', fitSummary(`${markdown}\n`, room))
    },
    mask(secret) {
      // The runner hides line by line; a key in several lines would stay readable as a whole.
      for (const line of new Set([secret, ...secret.split(/\r?\n/)])) if (line.trim() !== '') command('add-mask', line)
    },
    annotate(level, text, at = {}) {
      const properties = Object.entries(at).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
      command(level, text, properties.length > 0 ? ` ${properties.join(',')}` : '')
    },
    log: (text) => write(`${harmless(text)}${EOL}`),
    saveState: (name, value) => appendEntry(files, 'GITHUB_STATE', name, value),
    getState: (name) => env[`STATE_${name}`] ?? '',
    restore() {
      const changed = files.restore()
      if (changed.length > 0)
        command('warning', `Something that was started in this run wrote to ${changed.join(', ')}. It was undone.`)
    },
  }
}

/**
 * Text that the runner prints instead of obeying. It reads `::` commands at the start of a line, after any white space,
 * and `##[` anywhere in it; a lone carriage return also starts a line. A zero-width space breaks both. To .NET, which the
 * runner is written for, U+0085 is white space, too.
 */
export function harmless(text: string): string {
  return text.replace(/(^|[\r\n])((?:[^\S\r\n]|\u0085)*):(?=:)/g, '$1$2:\u200B').replace(/##(?=\[)/g, '##\u200B')
}

/** `NAME<<DELIMITER`, the value, the delimiter. A value cannot end itself early: it would have to guess a UUID. */
function appendEntry(files: ChannelFiles, channel: 'GITHUB_OUTPUT' | 'GITHUB_STATE', name: string, value: string) {
  const delimiter = `sluice_${randomUUID()}`
  files.append(channel, `${name}<<${delimiter}${EOL}${value}${EOL}${delimiter}${EOL}`)
}

const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (text: string) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const CUT_NOTE = '\n… (cut)'

/** The first characters, never half of one. */
function cut(text: string, room: number): string {
  const end = Math.max(0, room - CUT_NOTE.length)
  const splitsPair = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')
  return text.slice(0, splitsPair ? end - 1 : end) + CUT_NOTE.slice(0, room)
}

/** Cut between lines, with open fences and folds closed, so that the rest of the page stays readable. */
function fitSummary(markdown: string, roomBytes: number): string {
  if (Buffer.byteLength(markdown) <= roomBytes) return markdown
  const reserve = 2_000
  let bytes = 0
  let fence: string | undefined
  let folds = 0
  const kept: string[] = []
  for (const line of markdown.split('\n')) {
    bytes += Buffer.byteLength(line) + 1
    if (bytes > roomBytes - reserve) break
    kept.push(line)
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (mark && fence === undefined) fence = mark
    else if (mark && mark[0] === fence?.[0] && mark.length >= (fence?.length ?? 0) && line.trim() === mark)
      fence = undefined
    if (fence === undefined)
      folds += (line.match(/<details\b/gi)?.length ?? 0) - (line.match(/<\/details>/gi)?.length ?? 0)
  }
  const closing = [
    ...(fence === undefined ? [] : [fence]),
    ...Array.from({ length: Math.min(100, Math.max(0, folds)) }, () => '</details>'),
  ]
  const whole = [...kept, ...closing, '', 'The summary was cut here: GitHub shows 1 MiB at most.', ''].join('\n')
  return Buffer.byteLength(whole) <= roomBytes ? whole : ''
}
