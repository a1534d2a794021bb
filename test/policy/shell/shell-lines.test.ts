import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtinRules, prefix, profileRules, rulesFrom, verdict } from '../rules.ts'

/**
 * Tables of shell lines, one a line; `⏎` stands for a line break. Denied: every way to run a program, write a file or open a
 * connection that the manual pages of the allowed programs name. Allowed: what a review or a small change needs every day.
 */
const read = async (name: string): Promise<string[]> =>
  (await readFile(join(import.meta.dirname, 'lines', `${name}.txt`), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll('⏎', '\n'))

const verdicts = async (profile: string, lines: readonly string[]) => {
  const rules = [...(await builtinRules()), ...(await profileRules(profile))]
  return Promise.all(lines.map(async (line) => ({ line, verdict: await verdict(rules, `$ ${line}`) })))
}

test.each([
  ['review', 500],
  ['maintain', 600],
])('%s denies each of %i lines that reach out', async (profile, count) => {
  const lines = await read(`denied-by-${profile}`)
  expect(lines.length).toBeGreaterThan(count)
  const allowed = (await verdicts(profile, lines)).filter((each) => each.verdict === 'allow')
  expect(allowed).toEqual([])
})

test.each([
  ['review', 350],
  ['maintain', 160],
])('%s allows each of %i everyday lines', async (profile, count) => {
  const lines = await read(`allowed-by-${profile}`)
  expect(lines.length).toBeGreaterThan(count)
  const refused = (await verdicts(profile, lines)).filter((each) => each.verdict !== 'allow')
  expect(refused).toEqual([])
})

test('maintain allows what review allows', async () => {
  const refused = (await verdicts('maintain', await read('allowed-by-review'))).filter(
    (each) => each.verdict !== 'allow',
  )
  expect(refused).toEqual([])
})

test('a rule for a program covers what everyone expects of it, and no option that goes further', async () => {
  const rows = (await read('by-prefix')).map((line) => line.split('\t'))
  expect(rows.length).toBeGreaterThan(70)
  const others = []
  for (const [expected, commandPrefix = '', line = ''] of rows) {
    const decision = await verdict(rulesFrom(prefix(commandPrefix)), `$ ${line}`)
    if (decision !== expected) others.push({ commandPrefix, line, decision })
  }
  expect(others).toEqual([])
})
