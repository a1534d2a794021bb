import { createHash } from 'node:crypto'

/**
 * What an invisible first line says about something we wrote beside the result: enough to find it again. `key` names the
 * workflow and job, `run` the run without its attempt, `nth` which of its kind in that run; `at` and `id` are hashes.
 */
export type Note = {
  kind: 'comment' | 'review' | 'remark' | 'reply' | 'issue'
  key: string
  run?: string
  nth?: number
  at?: string
  id?: string
}

const FIELDS = ['key', 'run', 'nth', 'at', 'id'] as const

/** The mark of delivery/comment.ts stays another: a result is never taken for one of these, nor the other way round. */
export function noteLine(note: Note): string {
  const facts = FIELDS.flatMap((field) => (note[field] === undefined ? [] : [`${field}=${plain(String(note[field]))}`]))
  return `<!-- sluice:v1 kind=${note.kind} ${facts.join(' ')} -->`
}

/** The note on a text's first line; one anywhere else was quoted by somebody. */
export function noteOf(body: string): Record<string, string> | undefined {
  const facts = /^<!-- sluice:v1 (kind=\w+(?: \w+=[\w.-]+)*) -->(?:\r?\n|$)/.exec(body)?.[1]
  return facts === undefined ? undefined : Object.fromEntries(facts.split(' ').map((fact) => fact.split('=', 2)))
}

/** Whether a text is what this note was written on: the same in every field the note has. */
export function bears(body: string, note: Note): boolean {
  const found = noteOf(body)
  return (
    found?.kind === note.kind &&
    FIELDS.every((field) => note[field] === undefined || found[field] === plain(String(note[field])))
  )
}

/** A run keeps its number when it is started again; only the attempt behind the dot counts up. */
export const runNumber = (run: string) => run.replace(/\.\d+$/, '')

export const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)

const plain = (value: string) => value.replace(/[^\w.-]/g, '-')
