import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSettings } from '../config/settings/parse-settings.ts'
import { mapOf } from '../config/workflow-file.ts'
import { listTree, readBlob } from '../emulators/github/repository-git.ts'
import { UserError } from '../platform/errors.ts'
import type { MainStep } from '../session/step-process.ts'
import { ATTACK_KINDS, type Attack, readAcceptedAttacks, readAttacks } from './attack/attack-file.ts'
import { type AttackGround, openGround } from './attack/attack-ground.ts'
import { ATTACK_FORMATS, type AttackCause, type AttackRow, formatAttacks, newFalls } from './attack/attack-report.ts'
import {
  type AttackPlayer,
  type CalledSituation,
  executedOutputs,
  playAttack,
  type ReplacedParts,
  situationName,
} from './attack/play-attack.ts'
import { type CommandIo, reportUsageError, repositoryRoot, resolveWorkspace } from './command-io.ts'
import { type SimulatedStep, simulateSituation } from './simulate/simulate-job.ts'
import { situationsOf } from './simulate/situations.ts'
import { calledWorkflows, stepsToSimulate } from './simulate.ts'
import { parseWorkflow, readWorkflowFiles, type WorkflowSource } from './workflow-source.ts'

const HELP = `sluice attack [WORKFLOW…] [--kind KIND] [--attack NAME] [--attacks DIR] [--accept FILE] [--format FORMAT] [--workspace DIR]

Plays attacks on the workflows of this repository, as they are in the last commit: each step that uses Sluice, each event that starts it,
each kind of person, with a model that obeys whatever it reads. Emulators stand for GitHub and the model: no request leaves this machine,
and no key is needed. Starts no server, hook or tool command of the repository.

  --kind KIND      only attacks of this kind; repeatable: ${ATTACK_KINDS.join(', ')}
  --attack NAME    only this attack; repeatable
  --attacks DIR    more attacks, one TOML file each (schemas/attack.schema.json). Their calls can run commands on this machine:
                   take only a folder that you trust
  --accept FILE    attacks that may succeed until a day; default: .gemini/accepted-attacks.toml
  --format FORMAT  ${ATTACK_FORMATS.join(', ')} (default: table)
  --workspace DIR  the repository (default: the current folder)

Exit codes: 0 all held, 1 an attack succeeded or nothing was tried, 2 wrong usage, 42 bad input.
`

/** `mainStep` plays the action; the command line passes the action's function. */
export type AttackIo = CommandIo & { mainStep: (step: MainStep) => Promise<number> }

export async function attackCommand(argv: string[], io: AttackIo): Promise<number> {
  let options: ReturnType<typeof readOptions>
  try {
    options = readOptions(argv)
  } catch (error) {
    return reportUsageError(io, 'attack', error, HELP)
  }
  if (options.help) {
    io.out(HELP)
    return 0
  }
  const workspace =
    options.workspace === undefined ? await repositoryRoot(io) : await resolveWorkspace(io, options.workspace)
  const attacks = await attacksFor(options, io)
  const accepted = await readAcceptedAttacks(
    resolve(io.cwd, options.accept ?? join(workspace, '.gemini/accepted-attacks.toml')),
    options.accept !== undefined,
  )
  const steps = await readSteps(options.paths, options.paths.length === 0 ? workspace : io.cwd, io)
  if (steps.length === 0) {
    io.err('Nothing was tried: no workflow here uses Sluice. Write one with sluice init.\n')
    return 1
  }
  const scratch = await mkdtemp(join(tmpdir(), 'sluice-attack-'))
  let ground: AttackGround | undefined
  try {
    ground = await openGround(workspace, scratch)
    await ground.reset(ground.base, ground.base)
    for (const text of ground.leftOut)
      io.err(`note: ${text} was left out: attacks start no program of the repository.\n`)
    const player = { ground, scratch, dist: io.dist, env: io.env, mainStep: io.mainStep }
    const rows: AttackRow[] = []
    for (const [index, step] of steps.entries()) {
      const where = `${step.source.file}, job ${step.job.id}`
      rows.push(
        ...(await attackStep(step, attacks, player, (done) =>
          io.err(`${where} (step ${index + 1} of ${steps.length}): ${done} of ${attacks.length} attacks\n`),
        )),
      )
    }
    const falls = newFalls(rows, accepted, new Date().toISOString().slice(0, 10))
    io.out(formatAttacks(options.format, rows, falls))
    const isTried = rows.some(({ result }) => result !== 'does not apply')
    return falls.length > 0 || !isTried ? 1 : 0
  } finally {
    await rm(scratch, { recursive: true, force: true })
    if (ground !== undefined) await rm(ground.origin, { recursive: true, force: true })
  }
}

async function attacksFor(
  { kinds, names, attacks: folderName }: ReturnType<typeof readOptions>,
  { cwd, dist }: CommandIo,
): Promise<Attack[]> {
  const shipped = [join(dist, 'attacks'), join(dist, '../attacks')].find((folder) => existsSync(folder))
  const all = [
    ...(shipped === undefined ? [] : await readAttacks(shipped)),
    ...(folderName === undefined ? [] : await readAttacks(resolve(cwd, folderName))),
  ]
  const missing = names.find((name) => !all.some(({ id }) => id === name))
  if (missing !== undefined) throw new UserError(`There is no attack ${missing}. Names are those of the files.`)
  return all.filter(
    ({ id, kind }) => (kinds.length === 0 || kinds.includes(kind)) && (names.length === 0 || names.includes(id)),
  )
}

async function readSteps(paths: readonly string[], cwd: string, { err, dist }: CommandIo): Promise<SimulatedStep[]> {
  const sources: WorkflowSource[] = []
  for (const { file, text } of await readWorkflowFiles(paths, cwd)) {
    const parsed = parseWorkflow(file, text)
    if (parsed.ok) sources.push(parsed.source)
    else err(`${file}:${parsed.line}:${parsed.column}: ${parsed.reason}. Nothing of it was tried.\n`)
  }
  return stepsToSimulate([...sources, ...(await calledWorkflows(sources, dist))])
}

/** All attacks on one step, each in the situations in which a run of it starts. */
async function attackStep(
  simulated: SimulatedStep,
  attacks: readonly Attack[],
  player: AttackPlayer,
  progress: (done: number) => void,
): Promise<AttackRow[]> {
  const situations = await startingSituations(simulated, player)
  const rows: AttackRow[] = []
  for (const [index, attack] of attacks.entries()) {
    rows.push(await attackRow(attack, simulated, situations, player))
    if ((index + 1) % 10 === 0) progress(index + 1)
  }
  return rows
}

/** One situation for each event, person and origin of the code: the first in which a run starts. A step with `mode` depends on other jobs and has none. */
async function startingSituations(simulated: SimulatedStep, player: AttackPlayer): Promise<CalledSituation[]> {
  const { source, job, step, callers } = simulated
  if (mapOf(step.step.with).mode !== undefined) return []
  const { ground, scratch, dist } = player
  const starting = new Map<string, CalledSituation>()
  for (const caller of [undefined, ...(source.events.has('workflow_call') ? callers : [])])
    for (const situation of situationsOf((caller?.source ?? source).events, job, step)) {
      const key = [caller?.source.file, situation.event, situation.actor, situation.code].join()
      if (starting.has(key)) continue
      const row = await simulateSituation(simulated, situation, { workspace: ground.checkout, scratch, dist }, caller)
      if (row.result === 'runs') starting.set(key, { ...situation, caller })
    }
  return [...starting.values()]
}

async function attackRow(
  attack: Attack,
  simulated: SimulatedStep,
  situations: readonly CalledSituation[],
  player: AttackPlayer,
): Promise<AttackRow> {
  const { file } = simulated.source
  const row = { attack, file, job: simulated.job.id }
  const withstood: CalledSituation[] = []
  let reason = 'no event of this step starts a run'
  for (const situation of situations) {
    const outcome = await playAttack(attack, simulated, situation, player)
    if (outcome.result === 'skipped') reason = outcome.reason
    else if (outcome.effects.length === 0) withstood.push(situation)
    else {
      const causes = await decidingSettings(attack, simulated, situation, player)
      return { ...row, result: 'fell', situation: situationName(situation), effects: outcome.effects, causes }
    }
  }
  const [first] = withstood
  if (first === undefined) return { ...row, result: 'does not apply', reason }
  if (Object.keys(attack.control).length === 0) return { ...row, result: 'held', isProven: false }
  const control = await playAttack(attack, simulated, first, player, { inputs: attack.control })
  if (control.result === 'played' && control.effects.length > 0) return { ...row, result: 'held', isProven: true }
  return { ...row, result: 'does not apply', reason: 'it does not succeed with the wall switched off, either' }
}

function readOptions(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      kind: { type: 'string', multiple: true },
      attack: { type: 'string', multiple: true },
      attacks: { type: 'string' },
      accept: { type: 'string' },
      format: { type: 'string' },
      workspace: { type: 'string' },
    },
  })
  const format = ATTACK_FORMATS.find((name) => name === (values.format ?? 'table'))
  if (format === undefined) throw new Error(`--format must be one of ${ATTACK_FORMATS.join(', ')}`)
  const unknown = values.kind?.find((kind) => !(ATTACK_KINDS as readonly string[]).includes(kind))
  if (unknown !== undefined) throw new Error(`there is no kind "${unknown}"`)
  return { ...values, format, kinds: values.kind ?? [], names: values.attack ?? [], paths: positionals }
}

type Candidate = AttackCause & { parts?: ReplacedParts; change?: { path: string; text: string } }

/**
 * The settings without each of which the attack fails: inputs and variables of the step, rules of policies, keys of the settings. The attack is played
 * again without each.
 */
async function decidingSettings(
  attack: Attack,
  simulated: SimulatedStep,
  situation: CalledSituation,
  player: AttackPlayer,
): Promise<AttackCause[]> {
  const { source, step } = simulated
  const executed = attack.effect.outputs.length > 0 ? [...executedOutputs(simulated).values()] : []
  if (executed.length > 0)
    return executed.map((place) => ({ place, fix: 'hand the output to the program as a variable (env)' }))
  const causes: AttackCause[] = []
  for (const { place, fix, parts, change } of [...inputCandidates(simulated), ...(await fileCandidates(player))]) {
    const changed = change === undefined ? player : await withFile(player, change)
    const outcome = await playAttack(attack, simulated, situation, changed, parts)
    if (outcome.result === 'skipped' || outcome.effects.length === 0) causes.push({ place, fix })
  }
  const place = `${source.file}:${source.lineOf([...step.path])}`
  return causes.length > 0 ? causes : [{ place, fix: 'several settings of this step grant it; narrow each of them' }]
}

const CREDENTIALS = /^(?:gemini_api_key|google_api_key|github_token|gcp_\w+|use_vertex_ai|use_gemini_code_assist)$/

function inputCandidates({ source, step }: SimulatedStep): Candidate[] {
  const line = (...keys: string[]) => `${source.file}:${source.lineOf([...step.path, ...keys])}`
  const inputs = Object.keys(mapOf(step.step.with)).filter((name) => !CREDENTIALS.test(name))
  const ordered = [...inputs.filter((name) => name !== 'prompt'), ...inputs.filter((name) => name === 'prompt')]
  return [
    ...Object.keys(mapOf(step.step.env)).map((name) => ({
      place: line('env', name),
      fix: `remove the variable ${name}`,
      parts: { env: { [name]: '' } },
    })),
    ...ordered.map((name) => ({
      place: line('with', name),
      fix: name === 'prompt' ? 'take texts of the event out of prompt' : `remove or narrow ${name}`,
      parts: { inputs: { [name]: '' } },
    })),
  ]
}

const POLICY = /^\.gemini\/policies\/[^/]+\.toml$/

async function fileCandidates({ ground }: AttackPlayer): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  for (const { path, sha } of (await listTree(ground.origin, ground.base, true)) ?? []) {
    if (!POLICY.test(path) && path !== '.gemini/settings.json') continue
    const text = (await readBlob(ground.origin, sha))?.toString('utf8') ?? ''
    candidates.push(...(POLICY.test(path) ? ruleCandidates(path, text) : settingCandidates(path, text)))
  }
  return candidates
}

/** The file without one of its rules, for each. A rule ends where the next table of the list begins. */
function ruleCandidates(path: string, text: string): Candidate[] {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, index) => (/^\s*\[\[/.test(line) ? [index] : []))
  return starts.flatMap((start, index) => {
    if (!/^\s*\[\[\s*rule\s*\]\]/.test(lines[start] ?? '')) return []
    const rest = [...lines.slice(0, start), ...lines.slice(starts[index + 1] ?? lines.length)]
    return [
      { place: `${path}:${start + 1}`, fix: 'remove or narrow this rule', change: { path, text: rest.join('\n') } },
    ]
  })
}

function settingCandidates(path: string, text: string): Candidate[] {
  const parsed = parseSettings(text)
  if (!parsed.ok) return []
  return Object.keys(parsed.settings).map((key) => {
    const before = text.slice(0, Math.max(0, text.search(new RegExp(`"${key}"\\s*:`))))
    const rest = Object.fromEntries(Object.entries(parsed.settings).filter(([name]) => name !== key))
    return {
      place: `${path}:${before.split('\n').length}`,
      fix: `remove or narrow ${key}`,
      change: { path, text: JSON.stringify(rest) },
    }
  })
}

/** The same ground with another file at the base. */
async function withFile(player: AttackPlayer, { path, text }: { path: string; text: string }): Promise<AttackPlayer> {
  const { ground } = player
  const base = await ground.change({ [path]: text }, 'Without one setting')
  return { ...player, ground: { ...ground, base } }
}
