import { readFileSync } from 'node:fs'

/**
 * One line of promises.tsv. `test`: the file and the whole name of the case. `broken`: a line of product code whose replacement makes
 * the case fail.
 */
export type PromiseRow = {
  kind: string
  heading: string
  promise: string
  file: string
  title: string
  within: string
  test: { file: string; name: string }
  broken?: { source: string; line: string; replacement: string }
}

/** A field as the table writes it: `\n` is a line break, `\\n` the two characters. */
const unescapeField = (field: string) =>
  field.replaceAll(/\\\\n|\\n/g, (written) => (written.length === 2 ? '\n' : String.raw`\n`))

export const readPromises = (): PromiseRow[] =>
  readFileSync(new URL('promises.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1)
    .map((line) => {
      const [kind = '', heading = '', promise = '', file = '', title = '', within = '', ...evidence] = line.split('\t')
      const [written = title, source, broken = '', replacement = ''] = evidence
      const [, other, name = written] = /^(test\/\S+): (.*)$/s.exec(written) ?? []
      const change = { line: unescapeField(broken), replacement: unescapeField(replacement) }
      const test = { file: other ?? file, name }
      return { kind, heading, promise, file, title, within, test, broken: source ? { source, ...change } : undefined }
    })
