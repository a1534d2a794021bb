/**
 * How fast `sluice policy check` decides: 10,000 calls, 2,000 of them shell lines, against 1,000 rules beside the shipped
 * ones, start-up taken off by a second run with one call. The target is one second.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'

const CALLS = 10_000
const RULES = 1000
const CLI = resolve(import.meta.dirname, '../../dist/cli.js')

/** Of ten rules: four about prefixes, one regular expression, two patterns on paths, two on servers, one on everything. */
function ruleText(at: number): string {
  const kinds = [
    `toolName = "write_file"\nargsPattern = '"file_path":"src/mod${at}/.*\\.ts"'`,
    `toolName = "write_file"\nargsPattern = '"file_path":"lib/mod${at}/.*\\.ts"'`,
    `mcpName = "server${at}"`,
    `toolName = "server${at}__*"`,
    `toolName = "*"\nargsPattern = 'secret${at}'`,
    `commandRegex = "^program${at} (a|b) .*x"`,
  ]
  const condition = kinds[at % 10] ?? `commandPrefix = ["tool${at} sub", "program${at}"]`
  return `[[rule]]\n${condition}\ndecision = "${at % 3 === 0 ? 'allow' : 'deny'}"\npriority = ${at % 900}\n`
}

function callAt(at: number): object {
  const nth = at % RULES
  const lines = [
    `git log --oneline -${at} | head -n "5"`,
    `tool${nth} sub x && program${nth} "a b"`,
    `npm test -- --grep=${at}`,
    `FOO=${at} bash -c 'program1 a x; ls $(pwd)'`,
  ]
  switch (at % 5) {
    case 0:
      return { tool: 'run_shell_command', args: { command: lines[(at / 5) % lines.length] } }
    case 1:
      return {
        tool: 'write_file',

        args: { file_path: `src/mod${nth}/x${at}.ts`, content: 'x'.repeat(500) },
      }
    case 2:
      return { tool: `server${nth}__t`, server: `server${nth}`, args: { query: at } }
    default:
      return { tool: at % 2 === 0 ? 'read_file' : 'replace', args: { file_path: `a/b${at}.ts` } }
  }
}

/** Milliseconds that 10,000 decisions take after start; the median of `repeats`. Throws when a call is left unanswered. */
export function policyCheckMs(repeats: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-policy-'))
  try {
    const rules = join(folder, 'rules.toml')
    writeFileSync(rules, Array.from({ length: RULES }, (_, at) => ruleText(at)).join(''))
    const calls = Array.from({ length: CALLS }, (_, at) => `${JSON.stringify(callAt(at))}\n`)
    const each = Array.from({ length: repeats }, () => checked(rules, calls) - checked(rules, calls.slice(0, 1)))
    return each.toSorted((a, b) => a - b)[Math.floor(repeats / 2)] ?? Number.NaN
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function checked(rules: string, calls: readonly string[]): number {
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
