import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findProjectRoot } from '../config/worktree-reader.ts'
import { looksPinned } from '../github/api/pinned-files.ts'
import { readErrorReason, UserError } from '../platform/errors.ts'
import { callFacts, decide, decisionName, explainRules, type PolicyCall, ruleRef } from '../policy/rules/decide.ts'
import { lintRules } from '../policy/rules/lint.ts'
import { formatProblem } from '../policy/rules/load.ts'
import { readPolicyTests, runPolicyTest } from '../policy/rules/policy-test.ts'
import { remedyFor } from '../policy/rules/remedy.ts'
import { MODES, type Mode, type Rule } from '../policy/rules/rule.ts'
import {
  beyondAs,
  canonicalToolName,
  isKnownToolName,
  isUnknownGithubTool,
  nearestTool,
  serverInName,
} from '../policy/rules/tool-names.ts'
import { type CommandIo, isFolder, parseMode, parseModeOption, reportUsageError } from './command-io.ts'
import { localWorkflowInputs } from './local-config.ts'
import { askForMeant } from './misspelling.ts'
import { type LoadedPolicies, loadPolicyOptions, type PolicyOptions, REPOSITORY_POLICIES } from './policy-sources.ts'

export type PolicyIo = CommandIo & { stdin: AsyncIterable<Buffer | string> }

const POLICY_OPTIONS_HELP = `  --policies PATH          user tier: a file, a folder with *.toml, or profile:NAME; repeatable
  --admin-policies PATH    the same for the admin tier; also OWNER/REPO@SHA:path, read with GITHUB_TOKEN
  --no-defaults            omit the built-in policies
  --workflow FILE          take the inputs of this workflow; default: of the only one that uses the action
Without these options: all rules of a run here, from built-in policies, and from .gemini/policies, settings.json and
extensions of the repository, ~/.gemini and the system. Set workflow inputs as INPUT_POLICIES and so on.
`

const HELP: Readonly<Record<string, string>> = {
  explain: `sluice policy explain --tool NAME [--args JSON] [--mode MODE] [--server NAME] [--agent NAME] [--targets own|any]
                      [--interactive] [--all] [--json]

Explains the decision on a call: lists the rules that match, strongest first, and what would allow the call.
  --all                    list the rules that do not match, too, each with the reason
  --mode MODE              ${MODES.join(', ')}; default: the mode of a run here
  --targets any            the call writes to another issue than that of the run; see the field targets of a rule
  --interactive            decide as if a person could answer
${POLICY_OPTIONS_HELP}`,
  check: `sluice policy check [--mode MODE] [--interactive] < CALLS

Reads JSON objects, one per line, {"tool","args","server"?,"mode"?,"annotations"?,"agent"?,"targets"?}. Prints for each:
{"decision":"allow|deny|ask_user","rule":{"file","line","tier","priority","verdict"}|null}. ask_user becomes deny without
--interactive. With a broken policy, it prints every mistake to stderr and no decision, and exits with 1.
${POLICY_OPTIONS_HELP}`,
  lint: `sluice policy lint [PATH…] [--workflow FILE]

Prints mistakes in policies with file:line:column, and warnings: rules that never decide, slow patterns, allow rules that
are broader than they look. Exit code 1 for a mistake. Without PATH it checks the rules of this repository: .gemini/policies,
settings and extensions, and what the workflow or INPUT_POLICIES names.
  --workflow FILE          take the inputs of this workflow; default: of the only one that uses the action
`,
  test: `sluice policy test FILE…

Runs test files with calls and expected decisions:

  policies = ["../policies"]        # user tier, relative to this file; also admin_policies, defaults, mode
  [[case]]
  command = "git push"              # or tool = "write_file" with args = { file_path = "x" }
  expect = "deny"                  # allow, deny, ask_user; also name, mode, server, agent, annotations, interactive, targets

Exit code 1 when a case fails.
${POLICY_OPTIONS_HELP}`,
}

const OVERVIEW = `sluice policy explain    explain the decision on one call, rule by rule
sluice policy check      decide calls from stdin, as JSON lines
sluice policy lint       find mistakes and questionable rules
sluice policy test       run test files with calls and expected decisions

Each command takes --help. Exit codes: 0 success, 1 the check failed, 2 wrong usage, 42 bad input.
`

/** Runs a policy command. Resolves to the exit code. */
export async function policyCommand(argv: string[], io: PolicyIo): Promise<number> {
  const [command = '', ...rest] = argv
  if (command === '' || /^(?:help|--help|-h)$/.test(command)) {
    io.out(OVERVIEW)
    return command === '' ? 2 : 0
  }
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (run === undefined)
    return reportUsageError(
      io,
      'policy',
      `there is no policy command ${JSON.stringify(command)}.${askForMeant(command, Object.keys(COMMANDS))}`,
      OVERVIEW,
    )
  let options: Options
  try {
    options = readOptions(rest)
  } catch (error) {
    return reportUsageError(io, 'policy', error, HELP[command] ?? OVERVIEW)
  }
  if (options.help) {
    io.out(HELP[command] ?? OVERVIEW)
    return 0
  }
  return run(options, io)
}

type Targets = 'own' | 'any'

type Options = PolicyOptions & {
  help: boolean
  interactive: boolean
  json: boolean
  all: boolean
  mode: Mode | undefined
  tool: string | undefined
  args: string
  server: string | undefined
  agent: string | undefined
  targets: Targets | undefined
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
      help: { ...flag, short: 'h' },
      interactive: flag,
      json: flag,
      all: flag,
      'no-defaults': flag,
      policies: many,
      'admin-policies': many,
      tool: text,
      args: text,
      mode: text,
      server: text,
      agent: text,
      targets: text,
      workflow: text,
    },
  })
  const mode = parseModeOption(values.mode)
  const { help, interactive, json, all, tool, server, agent, args = '{}' } = values
  const sources = {
    policies: values.policies,
    adminPolicies: values['admin-policies'],
    defaults: !values['no-defaults'],
    workflow: values.workflow,
  }
  const targets = parseTargets(values.targets)
  if (values.targets !== undefined && targets === undefined) throw new UserError('--targets must be own or any')
  return { help, interactive, json, all, mode, tool, server, agent, targets, args, paths: positionals, ...sources }
}

const parseTargets = (value: unknown): Targets | undefined => (value === 'own' || value === 'any' ? value : undefined)

/** Whether the repository or the step has rules of its own. */
const isConfigured = async ({ cwd, env }: CommandIo, workflow?: string): Promise<boolean> =>
  (env.INPUT_POLICIES ?? env.INPUT_SETTINGS ?? '').trim() !== '' ||
  (await isFolder(resolve(cwd, REPOSITORY_POLICIES))) ||
  existsSync(join(cwd, '.gemini/settings.json')) ||
  Object.keys((await localWorkflowInputs(await findProjectRoot(cwd), { cwd, workflow })).inputs).length > 0

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const describeRule = (rule: Rule): string => `${rule.file}:${rule.line} (${rule.tier} tier, priority ${rule.priority})`

const COMMANDS: Readonly<Record<string, (options: Options, io: PolicyIo) => Promise<number>>> = {
  explain: explainCommand,
  check: checkCommand,
  lint: lintCommand,
  test: testCommand,
}

/** The rules, or the exit code after printing every mistake in them. */
async function loadRulesOrReport(options: PolicyOptions, io: PolicyIo): Promise<LoadedPolicies | number> {
  const loaded = await loadPolicyOptions(options, io)
  const { problems, note } = loaded
  if (note !== undefined) io.err(`note: ${note}\n`)
  if (problems.length === 0) return loaded
  io.err(`${problems.map(formatProblem).join('\n')}\n`)
  return 1
}

async function explainCommand(options: Options, io: PolicyIo): Promise<number> {
  if (options.tool === undefined) return reportUsageError(io, 'policy', '--tool is missing', HELP.explain ?? '')
  const args = parseObject(options.args)
  if (args === undefined) {
    io.err(
      `--args must be a JSON object, not ${options.args}. In a shell of Linux or macOS: '{"command":"git log"}'. In PowerShell or cmd: "{\\"command\\":\\"git log\\"}"\n`,
    )
    return 42
  }
  const loaded = await loadRulesOrReport(options, io)
  if (typeof loaded === 'number') return loaded
  const { rules } = loaded
  const { server, agent, targets, mode = loaded.mode } = options
  const call = toPolicyCall({ tool: options.tool, args, server, agent, targets, annotations: {} })
  const facts = await callFacts(call, mode, options.interactive)
  const decision = decide(rules, facts, options.interactive ? 'ask' : 'deny')
  const considered = explainRules(rules, facts)
  const answer = formatDecision(decision.verdict, decision.rule, options.interactive)
  const note = unknownToolNote(call)
  const remedy = decision.verdict === 'allow' ? undefined : (note?.remedy ?? remedyFor(decision, facts))
  if (options.json) {
    const each = considered.map(({ rule, matched, reason }) => ({ ...ruleRef(rule), matched, reason }))
    io.out(
      `${JSON.stringify({ ...answer, message: decision.message, remedy: remedy ?? null, rules: each }, null, 2)}\n`,
    )
    return 0
  }
  const by = decision.rule === undefined ? 'no rule matches' : describeRule(decision.rule)
  const asked = decision.verdict === 'ask' && !options.interactive ? ' (ask_user, but a run cannot ask a person)' : ''
  const lines = [
    `${call.tool} ${JSON.stringify(args)} in mode ${mode}`,
    `${answer.decision}${asked}: ${by}`,
    ...(note === undefined ? [] : [note.text]),
    ...(decision.message === '' ? [] : [`  ${decision.message}`]),
    ...(facts.shell?.commands ?? []).map(
      ({ quoted, isTransparent }) =>
        `  runs: ${quoted}${isTransparent ? ' (the policy checks only the inner command)' : ''}`,
    ),
    ...(facts.shell?.unsure ?? []).map((reason) => `  not parsed: ${reason}`),
    '',
    ...describeConsidered(considered, options.all),
    ...(remedy === undefined ? [] : ['', ...(remedy.includes('[[rule]]') ? ['To allow it:'] : []), remedy]),
  ]
  io.out(`${lines.join('\n')}\n`)
  return 0
}

/** The rules that match; with `all` the others, too. */
function describeConsidered(considered: ReturnType<typeof explainRules>, all: boolean): string[] {
  const describe = ({ rule, matched, reason }: (typeof considered)[number]) =>
    `  ${matched ? '+' : '-'} ${describeRule(rule)}: ${decisionName(rule.verdict)}; ${reason}`
  const matching = considered.filter(({ matched }) => matched)
  const others = considered.filter(({ matched }) => !matched)
  return [
    matching.length === 0 ? 'No rule matches.' : 'Rules that match, strongest first:',
    ...matching.map(describe),
    ...(all && others.length > 0 ? ['', 'Rules that do not match, strongest first:', ...others.map(describe)] : []),
    ...(!all && others.length > 0 ? [`  ${others.length} rules do not match; --all lists them.`] : []),
  ]
}

/** Says that no tool has this name, and which one is near. Undefined for a tool that may exist. */
function unknownToolNote({ tool, server }: Pick<PolicyCall, 'tool' | 'server'>) {
  const name = server === 'github' && !/^(?:github__|mcp_github_)/.test(tool) ? `github__${tool}` : tool
  const isOfGithub = isUnknownGithubTool(name)
  if (!isOfGithub && (server !== undefined || isKnownToolName(tool))) return undefined
  const near = nearestTool(name)
  const kind = isOfGithub ? 'The server github has no tool' : 'No built-in tool is'
  const meant = near === undefined ? '' : ` Did you mean ${near}?`
  return {
    text: `  ${kind} called ${name}${near === undefined ? '.' : `; did you mean ${near}?`}`,
    remedy: isOfGithub ? `No tool is named ${name}, so no rule can allow it.${meant}` : undefined,
  }
}

function formatDecision(verdict: Parameters<typeof decisionName>[0], rule: Rule | undefined, interactive: boolean) {
  const decision = decisionName(verdict === 'ask' && !interactive ? 'deny' : verdict)
  return { decision, rule: rule === undefined ? null : ruleRef(rule) }
}

async function checkCommand(options: Options, io: PolicyIo): Promise<number> {
  if (options.paths.length > 0)
    return reportUsageError(
      io,
      'policy',
      `calls are read from stdin, not from ${options.paths.join(', ')}`,
      HELP.check ?? '',
    )
  const loaded = await loadRulesOrReport(options, io)
  if (typeof loaded === 'number') return loaded
  const { rules } = loaded
  let bad = false
  let count = 0
  for await (const lines of lineBatches(io.stdin)) {
    let answers = ''
    for (const line of lines) {
      count += 1
      if (line.trim() === '') continue
      const read = readCall(line, options.mode ?? loaded.mode)
      if ('error' in read) {
        bad = true
        io.err(`line ${count}: ${read.error}\n`)
        answers += `${JSON.stringify({ decision: 'deny', rule: null, error: read.error })}\n`
        continue
      }
      const decision = decide(
        rules,
        await callFacts(read.call, read.mode, options.interactive),
        options.interactive ? 'ask' : 'deny',
      )
      answers += `${JSON.stringify(formatDecision(decision.verdict, decision.rule, options.interactive))}\n`
    }
    if (answers !== '') io.out(answers)
  }
  return bad ? 42 : 0
}

/** The lines that each chunk completes, so that a client that sends one call at a time gets each answer at once. */
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

function readCall(line: string, defaultMode: Mode): { call: PolicyCall; mode: Mode } | { error: string } {
  const input = parseObject(line)
  if (input === undefined) return { error: 'is not a JSON object' }
  const { tool, args = {}, server, agent, mode = defaultMode, annotations = {} } = input
  const targets = parseTargets(input.targets)
  if (input.targets !== undefined && targets === undefined) return { error: 'targets must be own or any' }
  if (typeof tool !== 'string' || tool === '') return { error: 'tool must be a name' }
  if (!isObject(args)) return { error: 'args must be an object' }
  if (!isObject(annotations)) return { error: 'annotations must be an object' }
  if (server !== undefined && (typeof server !== 'string' || server === '')) return { error: 'server must be a name' }
  if (agent !== undefined && typeof agent !== 'string') return { error: 'agent must be a name' }
  const parsedMode = typeof mode === 'string' ? parseMode(mode) : undefined
  if (parsedMode === undefined) return { error: `mode must be one of ${MODES.join(', ')}` }
  return { call: toPolicyCall({ tool, args, server, agent, targets, annotations }), mode: parsedMode }
}

/** A call as the gate evaluates it: by its current tool name, and with the server in its name if no server is given. */
function toPolicyCall(
  input: Pick<PolicyCall, 'tool' | 'args' | 'annotations'> &
    Record<'server' | 'agent', string | undefined> & { targets: Targets | undefined },
): PolicyCall {
  const { tool, args, annotations, agent } = input
  const annotatedServer = annotations._serverName
  const server = input.server ?? (typeof annotatedServer === 'string' ? annotatedServer : serverInName(tool))
  const beyond = beyondAs(input.targets, tool)
  return { tool: server === undefined ? canonicalToolName(tool) : tool, args, annotations, server, agent, beyond }
}

async function testCommand(options: Options, io: PolicyIo): Promise<number> {
  if (options.paths.length === 0)
    return reportUsageError(io, 'policy', 'give a test file, such as .gemini/policy-tests.toml', HELP.test ?? '')
  let passed = 0
  let failed = 0
  for (const path of options.paths) {
    const file = resolve(io.cwd, path)
    const table = readPolicyTests(await readText(file, path), path)
    const besideTable = (paths: string[]) =>
      paths.map((each) => (/^profile:/.test(each) || looksPinned(each) ? each : resolve(dirname(file), each)))
    const testOptions = {
      policies: [...options.policies, ...besideTable(table.policies)],
      adminPolicies: [...options.adminPolicies, ...besideTable(table.adminPolicies)],
      defaults: options.defaults && table.defaults,
      workflow: options.workflow,
    }
    const loaded = await loadRulesOrReport(testOptions, io)
    if (typeof loaded === 'number') return loaded
    for (const each of table.cases) {
      const outcome = await runPolicyTest(loaded.rules, each, options.mode ?? loaded.mode)
      if (outcome.ok) passed += 1
      else {
        failed += 1
        io.out(`${path}:${each.line}: ${outcome.text}\n`)
      }
    }
  }
  io.out(`${passed} passed, ${failed} failed\n`)
  return failed > 0 ? 1 : 0
}

async function readText(file: string, label: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`Cannot read ${label}: ${readErrorReason(cause)}`, { cause })
  })
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

type LintOptions = Pick<PolicyOptions, 'policies' | 'adminPolicies' | 'workflow'> & { paths: readonly string[] }

/** Prints the mistakes and the warnings about the named policies, or about all rules of this repository. */
export async function lintCommand(options: LintOptions, io: CommandIo): Promise<number> {
  const { adminPolicies, workflow } = options
  const policies = [...options.paths, ...options.policies]
  const isRepository = policies.length + adminPolicies.length === 0
  if (isRepository && !(await isConfigured(io, workflow)))
    throw new UserError(`There is no folder ${REPOSITORY_POLICIES} here: give a file or a folder.`)
  const loaded = await loadPolicyOptions({ policies, adminPolicies, defaults: isRepository, workflow }, io)
  const { problems } = loaded
  const rules = loaded.rules.filter(({ tier }) => tier !== 'default')
  for (const problem of problems) io.out(`${formatProblem(problem).replace(': ', ': error: ')}\n`)
  // A rule that a mistake removes could make other rules look unused.
  const warnings = problems.length > 0 ? [] : lintRules(rules)
  for (const { file, line, text } of warnings) io.out(`${file}:${line}:1: warning: ${text}\n`)
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
  io.out(`${count(rules.length, 'rule')}, ${count(problems.length, 'error')}, ${count(warnings.length, 'warning')}\n`)
  return problems.length > 0 ? 1 : 0
}
