/**
 * Compares the reader of shell lines with bash: `node scripts/fuzz-shell.ts [LINES] [SEED] [SECONDS]`. Half of the lines are made up
 * from a grammar, half are everyday lines that were changed. Those that the profile maintain allows are run in a real bash. Prints
 * each allowed line that writes a file, starts a program or opens a connection, and ends with 1 if there is one. Needs Node 24,
 * bash 5 and git.
 */

import { readFileSync } from 'node:fs'
import { builtinRules, profileRules, verdict } from '../test/policy/rules.ts'
import { bashOracle } from '../test/policy/shell/bash-oracle.ts'
import { changedLine, dice, shellLine } from '../test/policy/shell/line-generator.ts'

const [count = 1_000_000, seed = 1, seconds = 900] = process.argv.slice(2).map(Number)
const ends = Date.now() + seconds * 1000
// Maintain allows everything that review allows.
const rules = [...(await builtinRules()), ...(await profileRules('maintain'))]
const folder = new URL('../test/policy/shell/lines/', import.meta.url)
const tables = ['allowed-by-review.txt', 'allowed-by-maintain.txt'].map((name) =>
  readFileSync(new URL(name, folder), 'utf8'),
)
const everyday = tables
  .flatMap((text) => text.replaceAll('⏎', '\n').split('\n'))
  .filter((line) => !/sleep|^yes/.test(line))
await using oracle = await bashOracle()
const roll = dice(seed)
let generated = 0
let allowed = 0
const bad = new Set<string>()
let batch: string[] = []
let running: Promise<void> = Promise.resolve()
const report = (text: string) => process.stdout.write(`${text}\n`)

while (generated < count && Date.now() < ends) {
  const made = roll(2) === 0 ? shellLine(roll) : changedLine(roll, everyday)
  const line = made.replaceAll('PORT', String(oracle.port))
  generated += 1
  if ((await verdict(rules, `$ ${line}`)) === 'allow') {
    allowed += 1
    batch.push(line)
  }
  if (batch.length >= 400 || generated === count) {
    const lines = batch
    batch = []
    // One batch runs while the next one is made up.
    await running
    running = oracle.offenders(lines).then((offenders) => {
      for (const offender of offenders) {
        bad.add(offender)
        report(JSON.stringify(offender))
      }
    })
  }
  if (generated % 50_000 === 0) report(`# ${generated} lines, ${allowed} allowed, ${bad.size} that should not be`)
}
await running
report(`# ${generated} lines, ${allowed} allowed, ${bad.size} that should not be`)
process.exitCode = bad.size > 0 ? 1 : 0
