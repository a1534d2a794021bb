import { parseSettings } from '../../config/settings/parse-settings.ts'
import { mapOf } from '../../config/workflow-file.ts'
import { listTree, readBlob } from '../../emulators/github/repository-git.ts'
import type { SimulatedStep } from '../simulate/simulate-job.ts'
import type { Attack } from './attack-file.ts'
import {
  type AttackPlayer,
  type CalledSituation,
  executedOutputs,
  playAttack,
  type ReplacedParts,
} from './play-attack.ts'

/** The place that lets an attack succeed, and the change that stops it. */
export type AttackCause = { place: string; fix: string }

type Candidate = AttackCause & { parts?: ReplacedParts; change?: { path: string; text: string } }

/**
 * The settings without each of which the attack fails: inputs and variables of the step, rules of policies, keys of the settings. The attack is played
 * again without each.
 */
export async function decidingSettings(
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
