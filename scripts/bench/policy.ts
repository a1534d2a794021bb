/**
 * How fast the gate decides: 10,000 calls, 2,000 of them shell lines, against 1,000 rules beside the shipped ones. Not part
 * of the tests. The target is one second after start.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { decide } from '../../src/policy/decide.ts'
import { type Call, factsOf } from '../../src/policy/facts.ts'
import { loadPolicies, type PolicySource } from '../../src/policy/load.ts'

const CALLS = 10_000
const RULES = 1000

const shipped = join(import.meta.dirname, '../../policies')
const sources: PolicySource[] = readdirSync(shipped)
  .filter((name) => name.endsWith('.toml'))
  .map((name) => ({ tier: 'default', file: name, text: readFileSync(join(shipped, name), 'utf8') }))

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

function callAt(at: number): Call {
  const annotations = {}
  const nth = at % RULES
  const lines = [
    `git log --oneline -${at} | head -n "5"`,
    `tool${nth} sub x && program${nth} "a b"`,
    `npm test -- --grep=${at}`,
    `FOO=${at} bash -c 'program1 a x; ls $(pwd)'`,
  ]
  switch (at % 5) {
    case 0:
      return { tool: 'run_shell_command', annotations, args: { command: lines[(at / 5) % lines.length] } }
    case 1:
      return {
        tool: 'write_file',
        annotations,
        args: { file_path: `src/mod${nth}/x${at}.ts`, content: 'x'.repeat(500) },
      }
    case 2:
      return { tool: `server${nth}__t`, server: `server${nth}`, annotations, args: { query: at } }
    default:
      return { tool: at % 2 === 0 ? 'read_file' : 'replace', annotations, args: { file_path: `a/b${at}.ts` } }
  }
}

const text = Array.from({ length: RULES }, (_, at) => ruleText(at)).join('')
const { rules, problems } = loadPolicies([...sources, { tier: 'user', file: 'bench.toml', text }])
if (problems.length > 0) throw new Error(JSON.stringify(problems))

const started = performance.now()
const verdicts: Record<string, number> = {}
for (let at = 0; at < CALLS; at++) {
  const { verdict } = decide(rules, await factsOf(callAt(at), 'default', false), 'deny')
  verdicts[verdict] = (verdicts[verdict] ?? 0) + 1
}
console.log(`${CALLS} calls against ${rules.length} rules: ${Math.round(performance.now() - started)} ms`, verdicts)
