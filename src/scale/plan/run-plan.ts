import { randomBytes } from 'node:crypto'
import { openPinnedConfig } from '../../config/pinned/pinned-config.ts'
import { resolveSettings } from '../../config/resolve-settings.ts'
import type { GitHub } from '../../github/api/github.ts'
import { steeringReader } from '../../github/git/steering-reader.ts'
import { resolveModel } from '../../model/catalog/models.ts'
import { mergePrices, usageCost } from '../../model/catalog/prices.ts'
import { NO_USAGE } from '../../model/types.ts'
import { modelName } from '../../session/model-client.ts'
import type { RunResult, RunStory } from '../../session/run-session.ts'
import { admitRun } from '../../session/start/admit-run.ts'
import type { BatchContext } from '../batch.ts'
import { scaleKey } from '../scale-artifact.ts'
import { estimateItem } from './estimate.ts'
import { findItems } from './find-items.ts'
import { earlierResults, leaveOutFinished } from './finished-items.ts'
import { labelFilter, parseItems } from './item-source.ts'
import { makePlan } from './make-plan.ts'
import { matchingFiles } from './matching-files.ts'
import { planPage } from './plan-page.ts'
import { totalLimits } from './total-limits.ts'

/** GitHub's limit for the token of a job, when GitHub does not say another. */
const REQUESTS_AN_HOUR = 1000

/** Finds the items, leaves out what is finished, and writes the matrix. Whoever may not start a run may not plan one. */
export const runPlan = ({ inputs, runtime, runner, startRun }: BatchContext): Promise<RunResult> =>
  startRun({ ...inputs, comment: 'off', check_run: false, changes: 'off' }, runtime, runner, {
    story: planStory(inputs),
  })

const planStory =
  (stepInputs: BatchContext['inputs']): RunStory =>
  async (inputs, runtime, session) => {
    const source = parseItems(inputs.items)
    const admitted = await admitRun({ ...inputs, prompt: inputs.prompt || inputs.items }, runtime, session)
    if ('ending' in admitted) return session.finish(admitted.ending, admitted.work)
    const { github, git, notice } = session
    const steering = steeringReader(admitted.assessment.steering.sha, { git, github })
    const pinned = openPinnedConfig(inputs, github)
    const { settings } = await resolveSettings(inputs, steering, { ...runtime, pinned }, notice)

    const search = await findItems(source, {
      github,
      matchingFiles: (patterns) => matchingFiles(patterns, runtime),
    })
    const key = scaleKey(inputs, runtime)
    const earlier = await earlierResults(key, { github, runtime, notice })
    const labels = labelFilter(source)
    const { open, finished } = await leaveOutFinished(search.items, { github, key, labels, earlier, runtime })

    const prices = mergePrices(settings.model?.prices, 'settings: model.prices')
    const model = resolveModel(modelName(inputs, runtime.env, settings))
    const isThread = source.kind !== 'text'
    const estimate = estimateItem({
      characters: open.reduce((sum, each) => sum + each.characters, 0) / Math.max(1, open.length),
      isThread,
      hasComment: isThread && stepInputs.comment !== 'off',
      cost: (input, output) => usageCost({ ...NO_USAGE, input, output }, model, prices),
      earlier: earlier.all,
    })
    const limits = totalLimits(inputs, settings, await hourlyRequests(github))
    const plan = makePlan({
      plan: randomBytes(4).toString('hex'),
      kind: source.kind,
      items: open.map(({ item }) => item),
      limits,
      estimate,
      labels,
      isSequential: !isThread && stepInputs.changes !== 'off',
    })
    const { matrix, forecast, later, laterReason } = plan
    const facts = { matches: search.items.length, isComplete: search.isComplete, finished, ...forecast, later }
    const figures = { ...facts, laterReason, shards: matrix?.include.length ?? 0 }
    const result = await session.finish({ end: 'answered', text: planPage(figures) })
    return {
      ...result,
      outputs: {
        ...result.outputs,
        matrix: matrix === undefined ? '' : JSON.stringify(matrix),
        structured_output: JSON.stringify(figures),
      },
    }
  }

/** The request itself does not count toward the limit. */
const hourlyRequests = (github: Pick<GitHub, 'requestLimit'>): Promise<number> =>
  github.requestLimit().then(
    ({ limit }) => limit,
    () => REQUESTS_AN_HOUR,
  )
