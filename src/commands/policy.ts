import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UserError, whyUnread } from '../host/errors.ts'
import { consider, decide, MODES, type Mode, type Rule, ruleRef, wordOf } from '../policy/decide.ts'
import { type Call, factsOf } from '../policy/facts.ts'
import { lint } from '../policy/lint.ts'
import { describeProblem } from '../policy/load.ts'
import { nearestTool } from '../policy/misspelt.ts'
import { remedyFor } from '../policy/remedy.ts'
import { readTable, runCase } from '../policy/table.ts'
import { canonical, isKnownToolName, serverInName } from '../policy/tool-names.ts'
import { type CommandIo, isFolder, modeIn, readMode, wrongUsage } from './command-io.ts'
import { type Gathered, gatherPolicies, OWN_POLICIES, type PolicyOptions } from './policy-sources.ts'

export type PolicyIo = CommandIo & { stdin: AsyncIterable<Buffer | string> }

const WHICH = `  --policies PATH          user tier: a file, a folder with *.toml, or profile:NAME; repeatable
  --admin-policies PATH    the same for the admin tier
  --no-defaults            leave out the shipped policies
Without any of them: all rules of a run here, from the shipped policies, .gemini/policies, settings.json and extensions of
the repository, of ~/.gemini and of the machine. Inputs of a workflow count where they are set as INPUT_POLICIES and so on.
`

const HELP: Readonly<Record<string, string>> = {
  explain: `sluice policy explain --tool NAME [--args JSON] [--mode MODE] [--server NAME] [--agent NAME] [--interactive] [--json]

What would become of this call, and every rule, strongest first, with why it did or did not match.
  --mode MODE              ${MODES.join(', ')}; without it that of a run here
  --interactive            as if a person could be asked
${WHICH}`,
  check: `sluice policy check [--mode MODE] [--interactive] < CALLS

Reads one JSON object a line, {"tool","args","server"?,"mode"?,"annotations"?,"agent"?}, and answers each with a line
{"decision":"allow|deny|ask_user","rule":{"file","line","tier","priority","verdict"}|null}. ask_user is deny, except with
--interactive. With a broken policy nothing is answered, every mistake is on stderr, and the exit code is 1.
${WHICH}`,
  lint: `sluice policy lint [PATH…]

Mistakes in policies with file:line:column, and what is probably not meant: rules that never decide, patterns that can take
long, allows that are wider than they look. Exit code 1 when there is a mistake. Without PATH: .gemini/policies.
`,
  test: `sluice policy test FILE…

Runs tables of calls and what should become of them:

  policies = ["../policies"]        # user tier, relative to this file; also admin_policies, defaults, mode
  [[case]]
  command = "git push"              # or tool = "write_file" with args = { file_path = "x" }
  expect = "deny"                   # allow, deny, ask_user; also name, mode, server, agent, annotations, interactive

Exit code 1 when a case is not as expected.
${WHICH}`,
}

const OVERVIEW = `sluice policy explain    the decision on one call, and every rule with why it did or did not match
sluice policy check      decisions on calls from stdin, as JSON lines
sluice policy lint       mistakes and doubtful rules
sluice policy test       tables of calls and expected decisions

Each takes --help. Exit codes: 0 fine, 1 the check failed, 2 wrong usage, 42 bad input.
`

/** Runs one of the policy commands; resolves to the exit code. */
export async function policyCommand(argv: string[], io: PolicyIo): Promise<number> {
  const [command = '', ...rest] = argv
  if (command === '' || /^(?:help|--help|-h)$/.test(command)) {
    io.out(OVERVIEW)
    return command === '' ? 2 : 0
  }
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (run === undefined)
    return wrongUsage(io, 'policy', `there is no policy command ${JSON.stringify(command)}`, OVERVIEW)
  let options: Options
  try {
    options = readOptions(rest)
  } catch (error) {
    return wrongUsage(io, 'policy', error, HELP[command] ?? OVERVIEW)
  }
  if (options.help) {
    io.out(HELP[command] ?? OVERVIEW)
    return 0
  }
  return run(options, io)
}

type Options = PolicyOptions & {
  help: boolean
  interactive: boolean
  json: boolean
  mode: Mode | undefined
  tool: string | undefined
  args: string
  server: string | undefined
  agent: string | undefined
  paths: string[]
}

function readOptions(argv: string[]): Options {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const many = { type: 'string', multiple: true, default: [] as string[] } as const
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      ...{ help: { ...flag, short: 'h' }, interactive: flag, json: flag, 'no-defaults': flag },
      ...{ policies: many, 'admin-policies': many, tool: text, args: text, mode: text, server: text, agent: text },
    },
  })
  const mode = modeIn(values.mode)
  const { help, interactive, json, tool, server, agent, args = '{}' } = values
  const where = { policies: values.policies, adminPolicies: values['admin-policies'], defaults: !values['no-defaults'] }
  return { help, interactive, json, mode, tool, server, agent, args, paths: positionals, ...where }
}

const COMMANDS: Readonly<Record<string, (options: Options, io: PolicyIo) => Promise<number>>> = {
  explain: explainCommand,
  check: checkCommand,
  lint: lintCommand,
  test: testCommand,
}

/** The rules, or the exit code after every mistake in them was said. */
async function rulesFor(options: PolicyOptions, io: PolicyIo): Promise<Gathered | number> {
  const gathered = await gatherPolicies(options, io)
  const { problems, note } = gathered
  if (note !== undefined) io.err(`note: ${note}\n`)
  if (problems.length === 0) return gathered
  io.err(`${problems.map(describeProblem).join('\n')}\n`)
  return 1
}

async function explainCommand(options: Options, io: PolicyIo): Promise<number> {
  if (options.tool === undefined) return wrongUsage(io, 'policy', '--tool is missing', HELP.explain ?? '')
  const args = objectIn(options.args)
  if (args === undefined) {
    io.err('--args must be a JSON object, such as \'{"command":"git log"}\'\n')
    return 42
  }
  const gathered = await rulesFor(options, io)
  if (typeof gathered === 'number') return gathered
  const { rules } = gathered
  const { server, agent, mode = gathered.mode } = options
  const call = callOf({ tool: options.tool, args, server, agent, annotations: {} })
  const facts = await factsOf(call, mode, options.interactive)
  const decision = decide(rules, facts, options.interactive ? 'ask' : 'deny')
  const considered = consider(rules, facts)
  const answer = answerOf(decision.verdict, decision.rule, options.interactive)
  const remedy = decision.verdict === 'allow' ? undefined : remedyFor(decision, facts)
  if (options.json) {
    const each = considered.map(({ rule, matched, why }) => ({ ...ruleRef(rule), matched, why }))
    io.out(
      `${JSON.stringify({ ...answer, message: decision.message, remedy: remedy ?? null, rules: each }, null, 2)}\n`,
    )
    return 0
  }
  const by = decision.rule === undefined ? 'no rule speaks of it' : describeRule(decision.rule)
  const asked = decision.verdict === 'ask' && !options.interactive ? ' (ask_user, and nobody can be asked)' : ''
  const lines = [
    `${call.tool} ${JSON.stringify(args)} in mode ${mode}`,
    `${answer.decision}${asked}: ${by}`,
    ...(server === undefined && !isKnownToolName(call.tool) ? [unknownTool(call.tool)] : []),
    ...(decision.message === '' ? [] : [`  ${decision.message}`]),
    ...(facts.commands?.commands ?? []).map(
      ({ quoted, passes }) => `  runs: ${quoted}${passes ? ' (only what it runs is judged)' : ''}`,
    ),
    ...(facts.commands?.unsure ?? []).map((why) => `  not understood: ${why}`),
    '',
    'Rules, strongest first:',
    ...considered.map(
      ({ rule, matched, why }) => `  ${matched ? '+' : '-'} ${describeRule(rule)}: ${wordOf(rule.verdict)}; ${why}`,
    ),
    ...(remedy === undefined ? [] : ['', 'What would allow it:', remedy]),
  ]
  io.out(`${lines.join('\n')}\n`)
  return 0
}

function unknownTool(name: string): string {
  const near = nearestTool(name)
  return `  No built-in tool is called ${name}${near === undefined ? '.' : `; did you mean ${near}?`}`
}

const describeRule = (rule: Rule): string => `${rule.file}:${rule.line} (${rule.tier} tier, priority ${rule.priority})`

function answerOf(verdict: Parameters<typeof wordOf>[0], rule: Rule | undefined, interactive: boolean) {
  const decision = wordOf(verdict === 'ask' && !interactive ? 'deny' : verdict)
  return { decision, rule: rule === undefined ? null : ruleRef(rule) }
}

async function checkCommand(options: Options, io: PolicyIo): Promise<number> {
  if (options.paths.length > 0)
    return wrongUsage(io, 'policy', `calls are read from stdin, not from ${options.paths.join(', ')}`, HELP.check ?? '')
  const gathered = await rulesFor(options, io)
  if (typeof gathered === 'number') return gathered
  const { rules } = gathered
  let bad = false
  let count = 0
  for await (const lines of lineBatches(io.stdin)) {
    let answers = ''
    for (const line of lines) {
      count += 1
      if (line.trim() === '') continue
      const read = readCall(line, options.mode ?? gathered.mode)
      if ('error' in read) {
        bad = true
        io.err(`line ${count}: ${read.error}\n`)
        answers += `${JSON.stringify({ decision: 'deny', rule: null, error: read.error })}\n`
        continue
      }
      const decision = decide(
        rules,
        await factsOf(read.call, read.mode, options.interactive),
        options.interactive ? 'ask' : 'deny',
      )
      answers += `${JSON.stringify(answerOf(decision.verdict, decision.rule, options.interactive))}\n`
    }
    if (answers !== '') io.out(answers)
  }
  return bad ? 42 : 0
}

/** The lines each chunk completes, so that whoever asks one question at a time is answered at once. */
async function* lineBatches(stdin: PolicyIo['stdin']): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stdin) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  rest += decoder.decode()
  if (rest !== '') yield [rest]
}

function readCall(line: string, usual: Mode): { call: Call; mode: Mode } | { error: string } {
  const given = objectIn(line)
  if (given === undefined) return { error: 'is not a JSON object' }
  const { tool, args = {}, server, agent, mode = usual, annotations = {} } = given
  if (typeof tool !== 'string' || tool === '') return { error: 'tool must be a name' }
  if (!isObject(args)) return { error: 'args must be an object' }
  if (!isObject(annotations)) return { error: 'annotations must be an object' }
  if (server !== undefined && (typeof server !== 'string' || server === '')) return { error: 'server must be a name' }
  if (agent !== undefined && typeof agent !== 'string') return { error: 'agent must be a name' }
  const known = typeof mode === 'string' ? readMode(mode) : undefined
  if (known === undefined) return { error: `mode must be one of ${MODES.join(', ')}` }
  return { call: callOf({ tool, args, server, agent, annotations }), mode: known }
}

/** A call as the gate would see it: by its present name, and from the server its name speaks of unless it is said. */
function callOf(
  given: Pick<Call, 'tool' | 'args' | 'annotations'> & { server: string | undefined; agent: string | undefined },
): Call {
  const { tool, args, annotations, agent } = given
  const said = annotations._serverName
  const server = given.server ?? (typeof said === 'string' ? said : serverInName(tool))
  return {
    tool: server === undefined ? canonical(tool) : tool,
    args,
    annotations,
    ...(server === undefined ? {} : { server }),
    ...(agent === undefined ? {} : { agent }),
  }
}

async function lintCommand(options: Options, io: PolicyIo): Promise<number> {
  const { adminPolicies } = options
  const named = [...options.paths, ...options.policies]
  const policies = named.length + adminPolicies.length === 0 ? [OWN_POLICIES] : named
  if (named.length + adminPolicies.length === 0 && !(await isFolder(resolve(io.cwd, OWN_POLICIES))))
    throw new UserError(`There is no folder ${OWN_POLICIES} here: name a file or a folder.`)
  const { rules, problems } = await gatherPolicies({ policies, adminPolicies, defaults: false }, io)
  for (const problem of problems) io.out(`${describeProblem(problem).replace(': ', ': error: ')}\n`)
  // A rule that is missing because of a mistake would make its neighbours look idle.
  const findings = problems.length > 0 ? [] : lint(rules)
  for (const { file, line, text } of findings) io.out(`${file}:${line}:1: warning: ${text}\n`)
  const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`
  io.out(`${count(rules.length, 'rule')}, ${count(problems.length, 'error')}, ${count(findings.length, 'warning')}\n`)
  return problems.length > 0 ? 1 : 0
}

async function testCommand(options: Options, io: PolicyIo): Promise<number> {
  if (options.paths.length === 0) return wrongUsage(io, 'policy', 'name the file of a table', HELP.test ?? '')
  let passed = 0
  let failed = 0
  for (const path of options.paths) {
    const file = resolve(io.cwd, path)
    const table = readTable(await readText(file, path), path)
    const beside = (paths: string[]) =>
      paths.map((each) => (each.startsWith('profile:') ? each : resolve(dirname(file), each)))
    const own = {
      policies: [...options.policies, ...beside(table.policies)],
      adminPolicies: [...options.adminPolicies, ...beside(table.adminPolicies)],
      defaults: options.defaults && table.defaults,
    }
    const gathered = await rulesFor(own, io)
    if (typeof gathered === 'number') return gathered
    for (const each of table.cases) {
      const outcome = await runCase(gathered.rules, each, options.mode ?? gathered.mode)
      if (outcome.ok) passed += 1
      else {
        failed += 1
        io.out(`${path}:${each.line}: ${outcome.text}\n`)
      }
    }
  }
  io.out(`${passed} as expected, ${failed} not\n`)
  return failed > 0 ? 1 : 0
}

async function readText(file: string, shown: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`Cannot read ${shown}: ${whyUnread(cause)}`, { cause })
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
