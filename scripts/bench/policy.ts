/**
 * Measures `sluice policy check`: 10,000 calls, 2,000 of them shell commands, against 1,000 rules and the built-in ones. A
 * second run with one call measures the start-up, which is subtracted. The target is one second.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'

const CALLS = 10_000
const RULES = 1000
const CLI = resolve(import.meta.dirname, '../../dist/cli.js')

/** Ten rules have four prefixes, one regular expression, two path patterns, two servers and one wildcard. */
function ruleText(index: number): string {
  const kinds = [
    `toolName = "write_file"\nargsPattern = '"file_path":"src/mod${index}/.*\\.ts"'`,
    `toolName = "write_file"\nargsPattern = '"file_path":"lib/mod${index}/.*\\.ts"'`,
    `mcpName = "server${index}"`,
    `toolName = "server${index}__*"`,
    `toolName = "*"\nargsPattern = 'secret${index}'`,
    `commandRegex = "^program${index} (a|b) .*x"`,
  ]
  const condition = kinds[index % 10] ?? `commandPrefix = ["tool${index} sub", "program${index}"]`
  return `[[rule]]\n${condition}\ndecision = "${index % 3 === 0 ? 'allow' : 'deny'}"\npriority = ${index % 900}\n`
}

function callAt(index: number): object {
  const nth = index % RULES
  const lines = [
    `git log --oneline -${index} | head -n "5"`,
    `tool${nth} sub x && program${nth} "a b"`,
    `npm test -- --grep=${index}`,
    `FOO=${index} bash -c 'program1 a x; ls $(pwd)'`,
  ]
  switch (index % 5) {
    case 0:
      return { tool: 'run_shell_command', args: { command: lines[(index / 5) % lines.length] } }
    case 1:
      return {
        tool: 'write_file',

        args: { file_path: `src/mod${nth}/x${index}.ts`, content: 'x'.repeat(500) },
      }
    case 2:
      return { tool: `server${nth}__t`, server: `server${nth}`, args: { query: index } }
    default:
      return { tool: index % 2 === 0 ? 'read_file' : 'replace', args: { file_path: `a/b${index}.ts` } }
  }
}

/** Milliseconds for 10,000 decisions without the start-up: the median of `repeats`. Throws when an answer is missing. */
export function policyCheckMs(repeats: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-policy-'))
  try {
    const rules = join(folder, 'rules.toml')
    writeFileSync(rules, Array.from({ length: RULES }, (_, index) => ruleText(index)).join(''))
    const calls = Array.from({ length: CALLS }, (_, index) => `${JSON.stringify(callAt(index))}\n`)
    const each = Array.from(
      { length: repeats },
      () => measureCheck(rules, calls) - measureCheck(rules, calls.slice(0, 1)),
    )
    return each.toSorted((a, b) => a - b)[Math.floor(repeats / 2)] ?? Number.NaN
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function measureCheck(rules: string, calls: readonly string[]): number {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'policy', 'check', '--policies', rules], {
    input: calls.join(''),
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const answers = stdout.split('\n').filter(Boolean).length
  if (status !== 0 || answers !== calls.length) throw new Error(`${answers} answers, exit ${status}: ${stderr}`)
  return performance.now() - started
}
