/**
 * Calls each reader of the checkout while another program swaps names in it, with and without isolation, and prints a table.
 * `node scripts/race.ts [COUNT] [READER …]`. The issue asks for 20,000 calls of each, which takes hours: those that start git or
 * ripgrep are slow. Exits with 1 at a leak.
 */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { RACING_READERS, type RaceReport, racingGround } from '../test/platform/files/racing-readers.ts'

const ROOT = resolve(import.meta.dirname, '..')
const [countText = '20000', ...named] = process.argv.slice(2)
const readers = named.length === 0 ? RACING_READERS : named

/** A reader that hangs fails the run. */
const MAX_MS = 6 * 3_600_000

async function raceOf(reader: string, isolated: boolean): Promise<RaceReport> {
  using ground = racingGround()
  const { work, outside } = ground
  const script = resolve(ROOT, 'test/platform/files/racing-readers.ts')
  const options = {
    work,
    outside,
    sources: resolve(ROOT, 'src'),
    seconds: MAX_MS / 1000,
    count: Number(countText),
    only: [reader],
    isolated,
    sharesView: true,
  }
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(options)], { timeout: MAX_MS })
  return JSON.parse(stdout)
}

console.log(`| ${'Reader'.padEnd(24)} | Isolated | Answered | Refused | Leaks | Seconds |`)
console.log(`|${'-'.repeat(26)}|----------|---------:|--------:|------:|--------:|`)
for (const reader of readers)
  for (const isolated of [false, true]) {
    const start = performance.now()
    const { counts, leaks } = await raceOf(reader, isolated)
    const { ok = 0, refused = 0 } = counts[reader] ?? {}
    const cells = [ok, refused, leaks.length, Math.round((performance.now() - start) / 1000)]
    console.log(
      `| ${[reader.padEnd(24), isolated ? 'yes     ' : 'no      ', ...cells.map((cell) => String(cell).padStart(8))].join(' | ')} |`,
    )
    for (const leak of leaks) console.log(`  ${leak}`)
    if (leaks.length > 0) process.exitCode = 1
  }
