import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as core from '@actions/core'
import { readErrorReason } from '../platform/errors.ts'
import { keepStart } from '../text/format-text.ts'

/** The GitHub Actions runner that executes this step. */
export type Runner = {
  /** Sets an output. A value that does not fit is truncated, or replaced by `instead` where truncation would break it (JSON). */
  setOutput(name: string, value: string, instead?: string): void
  /** Sets a variable or an output that a later step of the workflow reads. */
  setResult(channel: 'GITHUB_ENV' | 'GITHUB_OUTPUT', name: string, value: string): void
  /** Appends Markdown to the step summary, truncated at GitHub's limit. */
  summary(markdown: string): Promise<void>
  /** Masks a value in the log from now on, line by line. */
  mask(secret: string): void
  annotate(level: 'notice' | 'warning' | 'error', text: string, properties?: AnnotationProperties): void
  /** Prints a line. The runner executes no command in it. */
  log(text: string): void
  /** Saves a value for the post step of the same action. */
  saveState(name: string, value: string): void
  getState(name: string): string
  /** Whether a file of the runner could not be written, so that something of the result is missing. */
  isBroken(): boolean
  /** Undoes what other processes wrote to the runner's files and prints a warning. */
  restore(): void
}

export type AnnotationProperties = { title?: string; file?: string; line?: number }

/** GitHub accepts 1 MB of outputs a job, counted as UTF-16. */
const OUTPUT_UNITS = 500_000

/** Long outputs leave this much free, so that the short outputs with the result of the run always fit. */
const RESERVED_UNITS = 40_000

const SHORT_UNITS = 4_000

/** GitHub accepts 1 MiB of summary a step and drops all of it above that. */
const SUMMARY_BYTES = 1_000_000

/** The part of @actions/core that talks to the runner. */
export type RunnerCommands = Pick<
  typeof core,
  'error' | 'exportVariable' | 'getState' | 'info' | 'notice' | 'saveState' | 'setOutput' | 'setSecret' | 'warning'
> & { summary: { addRaw(text: string): { write(): Promise<unknown> } } }

/**
 * The runner, through @actions/core, which reads the environment of this process; `env` is the same. A file that the runner does not
 * have gets nothing. Where many steps run in one process, `commands` stands for @actions/core.
 */
export function openRunner(env: NodeJS.ProcessEnv, commands: RunnerCommands = core): Runner {
  let isBroken = false
  const files = openRunnerFiles(env, (name, reason) => {
    isBroken = true
    commands.error(
      `${name} (${env[name]}) cannot be written: ${reason}. ${MISSING_THEN[name]} Check the disk and the permissions of the runner.`,
      {
        title: 'Sluice cannot write to the runner',
      },
    )
  })
  let outputLeft = OUTPUT_UNITS
  const setOutput = (name: string, value: string) => files.write('GITHUB_OUTPUT', () => commands.setOutput(name, value))

  return {
    setOutput(name, value, instead) {
      const reserved = value.length <= SHORT_UNITS ? 0 : RESERVED_UNITS
      const room = Math.max(0, outputLeft - reserved - name.length)
      const fitting = value.length <= room ? value : (instead ?? truncateOutput(value, room))
      if (fitting !== value)
        commands.warning(
          `The output ${name} has ${value.length} characters, more than GitHub accepts; it was ${instead === undefined ? 'truncated' : 'left out'}.`,
        )
      outputLeft -= name.length + fitting.length
      setOutput(name, fitting)
    },
    setResult(channel, name, value) {
      if (channel === 'GITHUB_OUTPUT') setOutput(name, value)
      else files.write('GITHUB_ENV', () => exportVariable(env, name, value, commands))
    },
    async summary(markdown) {
      const room = SUMMARY_BYTES - files.bytes('GITHUB_STEP_SUMMARY')
      if (room <= 0) return
      const text = fitSummary(`${markdown}\n`, room)
      await files.writeLater('GITHUB_STEP_SUMMARY', () => commands.summary.addRaw(text).write())
    },
    mask(secret) {
      // The runner masks line by line, so a key of several lines needs one mask a line.
      for (const line of new Set([secret, ...secret.split(/\r?\n/)])) if (line.trim() !== '') commands.setSecret(line)
    },
    annotate(level, text, { line, ...properties } = {}) {
      // @actions/core writes a space for properties of which none has a value.
      commands[level](text, line === undefined ? properties : { ...properties, startLine: line })
    },
    log: (text) => commands.info(escapeWorkflowCommands(text)),
    saveState: (name, value) => files.write('GITHUB_STATE', () => commands.saveState(name, value)),
    getState: commands.getState,
    isBroken: () => isBroken,
    restore() {
      const changed = files.restore()
      if (changed.length > 0)
        commands.warning(`A program of this run changed ${changed.join(', ')}. The change was undone.`)
    },
  }
}

/** What a job lacks when Sluice cannot write the file. */
const MISSING_THEN: Record<RunnerFile, string> = {
  GITHUB_ENV: 'Later steps do not get the variables of this run.',
  GITHUB_PATH: 'Nothing of this run is missing.',
  GITHUB_OUTPUT: 'Later steps do not get the outputs of this run.',
  GITHUB_STATE: 'The post step cannot finish a comment that still says "working".',
  GITHUB_STEP_SUMMARY: 'The page of the run does not show the result.',
}

/** For later steps only: @actions/core sets the variable in this process, too, where it could redirect git or a request. */
function exportVariable(env: NodeJS.ProcessEnv, name: string, value: string, commands: RunnerCommands): void {
  const before = env[name]
  commands.exportVariable(name, value)
  if (before === undefined) delete env[name]
  else env[name] = before
}

/**
 * Text in which the runner finds no workflow command. The runner reads `::` commands at the start of a line, after any white
 * space, and `##[` anywhere in a line; a lone carriage return also starts a line. A zero-width space breaks both. The runner
 * is a .NET program, for which U+0085 is white space, too.
 */
export function escapeWorkflowCommands(text: string): string {
  return text.replace(/(^|[\r\n])((?:[^\S\r\n]|\u0085)*):(?=:)/g, '$1$2:\u200B').replace(/##(?=\[)/g, '##\u200B')
}

const TRUNCATION_NOTE = '\n… (truncated)'

/** The first characters that fit, without half a surrogate pair. */
function truncateOutput(text: string, room: number): string {
  return keepStart(text, room - TRUNCATION_NOTE.length) + TRUNCATION_NOTE.slice(0, room)
}

/** Truncated between lines, with open code fences and `<details>` closed, so that the rest of the page stays readable. */
function fitSummary(markdown: string, roomBytes: number): string {
  if (Buffer.byteLength(markdown) <= roomBytes) return markdown
  const reserve = 2_000
  let bytes = 0
  let fence: string | undefined
  let folds = 0
  const lines: string[] = []
  for (const line of markdown.split('\n')) {
    bytes += Buffer.byteLength(line) + 1
    if (bytes > roomBytes - reserve) break
    lines.push(line)
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
  const fitted = [...lines, ...closing, '', 'The summary was truncated here: GitHub shows 1 MiB at most.', ''].join(
    '\n',
  )
  return Buffer.byteLength(fitted) <= roomBytes ? fitted : ''
}

/** Files that a step writes for the runner. Source: GitHub docs, "Workflow commands", environment files. */
const RUNNER_FILES = ['GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'] as const

export type RunnerFile = (typeof RUNNER_FILES)[number]

export type RunnerFiles = {
  /** Lets `append` write to the file. Does nothing when the environment does not name the file. */
  write(name: RunnerFile, append: () => void): void
  writeLater(name: RunnerFile, append: () => Promise<unknown>): Promise<void>
  bytes(name: RunnerFile): number
  /** Undoes what another process wrote to the files. Returns the files that were changed since the last call. */
  restore(): RunnerFile[]
}

/**
 * The runner's files with their expected content. A program that the model starts cannot reach them when it is isolated;
 * without isolation it could set variables and outputs for later steps.
 */
export function openRunnerFiles(
  env: Readonly<Record<string, string | undefined>>,
  onFailure: (name: RunnerFile, reason: string) => void,
): RunnerFiles {
  const expected = new Map<RunnerFile, { path: string; text: string }>()
  const failed = new Set<RunnerFile>()
  /** A file that cannot be used is given up, with one report; the run goes on without it. */
  const giveUp = (name: RunnerFile, error: unknown) => {
    expected.delete(name)
    if (failed.has(name)) return
    failed.add(name)
    onFailure(name, readErrorReason(error))
  }
  for (const name of RUNNER_FILES) {
    const path = env[name]
    if (!path) continue
    try {
      const text = regularFileText(path)
      if (text === undefined) giveUp(name, new Error('it is not a regular file'))
      else expected.set(name, { path, text })
    } catch (error) {
      giveUp(name, error)
    }
  }
  const restored = new Set<RunnerFile>()
  const restoreFile = (name: RunnerFile) => {
    const file = expected.get(name)
    if (file === undefined || regularFileText(file.path) === file.text) return
    rmSync(file.path, { recursive: true, force: true })
    writeFileSync(file.path, file.text, { flag: 'wx' })
    restored.add(name)
  }
  /** As it must be before something is appended, which the runner's library does only to a file that exists. */
  const prepare = (name: RunnerFile) => {
    restoreFile(name) // otherwise the text could go through a link, or nowhere
    const path = expected.get(name)?.path
    if (path !== undefined && !existsSync(path)) writeFileSync(path, '', { flag: 'wx' })
  }
  /** From now on, expects the file as it was before `append`, plus what `append` added. */
  const expectAppended = (name: RunnerFile) => {
    const file = expected.get(name)
    const text = file && regularFileText(file.path)
    if (file !== undefined && text?.startsWith(file.text)) file.text = text
  }
  return {
    write(name, append) {
      if (!expected.has(name)) return
      try {
        prepare(name)
        append()
        expectAppended(name)
      } catch (error) {
        giveUp(name, error)
      }
    },
    async writeLater(name, append) {
      if (!expected.has(name)) return
      try {
        prepare(name)
        await append()
        expectAppended(name)
      } catch (error) {
        giveUp(name, error)
      }
    },
    bytes: (name) => Buffer.byteLength(expected.get(name)?.text ?? ''),
    restore() {
      for (const name of RUNNER_FILES)
        try {
          restoreFile(name)
        } catch (error) {
          giveUp(name, error)
        }
      const changed = RUNNER_FILES.filter((name) => restored.has(name))
      restored.clear()
      return changed
    },
  }
}

/** Empty for a missing file, undefined for anything but a regular file with one link: a link redirects what is written. */
function regularFileText(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return ''
  return stats.isFile() && stats.nlink === 1 ? readFileSync(path, 'utf8') : undefined
}
