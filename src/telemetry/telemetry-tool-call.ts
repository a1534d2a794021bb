import type { CallRecord } from '../record/events.ts'
import type { TelemetryAttributes } from './telemetry-items.ts'

/** Names of file types by extension, as the reference reports them: media type and programming language. */
const FILE_TYPES: Readonly<Record<string, [mimeType: string, language?: string]>> = {
  bash: ['application/x-sh', 'Bash'],
  c: ['text/x-c', 'C'],
  cc: ['text/x-c', 'C++'],
  cpp: ['text/x-c', 'C++'],
  cs: ['text/plain', 'C#'],
  css: ['text/css', 'CSS'],
  csv: ['text/csv'],
  go: ['text/x-go', 'Go'],
  h: ['text/x-c', 'C/C++'],
  html: ['text/html', 'HTML'],
  java: ['text/x-java-source', 'Java'],
  js: ['text/javascript', 'JavaScript'],
  json: ['application/json', 'JSON'],
  jsx: ['text/jsx', 'JavaScript'],
  kt: ['text/plain', 'Kotlin'],
  md: ['text/markdown', 'Markdown'],
  mjs: ['text/javascript', 'JavaScript'],
  cjs: ['text/javascript', 'JavaScript'],
  mts: ['text/typescript', 'TypeScript'],
  cts: ['text/typescript', 'TypeScript'],
  pdf: ['application/pdf'],
  php: ['text/x-php', 'PHP'],
  png: ['image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  gif: ['image/gif'],
  svg: ['image/svg+xml', 'SVG'],
  py: ['text/x-python', 'Python'],
  rb: ['text/x-ruby', 'Ruby'],
  rs: ['text/x-rust', 'Rust'],
  scala: ['text/plain', 'Scala'],
  sh: ['application/x-sh', 'Shell'],
  sql: ['application/sql', 'SQL'],
  swift: ['text/x-swift', 'Swift'],
  toml: ['application/toml', 'TOML'],
  ts: ['text/typescript', 'TypeScript'],
  tsx: ['text/tsx', 'TypeScript'],
  txt: ['text/plain'],
  vue: ['text/plain', 'Vue'],
  xml: ['application/xml', 'XML'],
  yaml: ['application/yaml', 'YAML'],
  yml: ['application/yaml', 'YAML'],
}

/** What a successful call did to one file, in the reference's attributes; undefined for calls of other tools. `lines`: of the change. */
export function fileOperation({ name, args, diff }: CallRecord): TelemetryAttributes | undefined {
  if (!/^(?:read_file|write_file|replace)$/.test(name)) return undefined
  const path = [args.file_path, args.absolute_path].find((value) => typeof value === 'string') ?? ''
  const extension = /[^/\\.]\.([^/\\.]+)$/.exec(path)?.[1]?.toLowerCase()
  const [mimetype, language] = (extension !== undefined && FILE_TYPES[extension]) || []
  const isNew = diff?.diff.includes('--- /dev/null') === true
  return {
    operation: name === 'read_file' ? 'read' : isNew ? 'create' : 'update',
    lines: diff?.added,
    mimetype,
    extension: extension === undefined ? undefined : `.${extension}`,
    programming_language: language,
  }
}

/** The error's text can quote arguments and files, so it comes along only with the content. */
export const callError = (reason: string, text: unknown): Record<string, string | number> => {
  const message = typeof text === 'string' ? text : `The call failed: ${reason.replaceAll('_', ' ')}.`
  return { error: message, 'error.message': message, error_type: reason, 'error.type': reason }
}

/** With the names of both versions of the reference. No person edits a change here. */
export function diffStats({ diff, added, removed }: NonNullable<CallRecord['diff']>): Record<string, number> {
  const lines = diff.split('\n')
  const changes = lines.slice(lines.findIndex((line) => line.startsWith('@@')))
  const characters = (sign: '+' | '-') =>
    changes.filter((line) => line.startsWith(sign)).reduce((sum, line) => sum + line.length - 1, 0)
  return {
    ai_added_lines: added,
    ai_removed_lines: removed,
    user_added_lines: 0,
    user_removed_lines: 0,
    model_added_lines: added,
    model_removed_lines: removed,
    model_added_chars: characters('+'),
    model_removed_chars: characters('-'),
    user_added_chars: 0,
    user_removed_chars: 0,
  }
}
