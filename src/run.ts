import { startHookSession } from './agent/hooks/hooks.ts'
import { runConversation } from './agent/loop.ts'
import type { Runtime } from './config/runtime.ts'
import { requireReviewCheck } from './delivery/post/announce.ts'
import { openGhService } from './gh/gh-service.ts'
import { unreadItems } from './github/events/listed-items.ts'
import type { Ending } from './record/events.ts'
import { keepListAnswer } from './resume/resume-record.ts'
import { takeSecondLook } from './review/second-look.ts'
import type { AdmittedRun } from './session/admit-run.ts'
import { type AnnouncedRun, announceRun, continueConversation } from './session/announce-run.ts'
import { buildAgent } from './session/build-agent.ts'
import { grantCapabilities, openSandbox } from './session/capabilities.ts'
import { configureRun } from './session/configure-run.ts'
import { startExternalTools } from './session/external-tools.ts'
import { endingOf } from './session/failed-run.ts'
import { openModel } from './session/model-client.ts'
import type { RunResult, RunSession } from './session/run-session.ts'
import { finishWork, openWork, type WorkInProgress } from './session/run-work.ts'
import { writePrompt } from './session/write-prompt.ts'

/** The story of one run, from the request to the comment it posts. Read this first. The event has been admitted. */
export async function run(admitted: AdmittedRun, runtime: Runtime, session: RunSession): Promise<RunResult> {
  // Does a comment continue an earlier conversation?
  const resumedRun = await continueConversation(admitted, runtime, session)
  if ('ending' in resumedRun) return session.finish(resumedRun.ending, resumedRun.work)
  // Say "working" where the answer will be, and read the issue or pull request.
  using announcedRun = announceRun(resumedRun, runtime, session)
  const work = openWork(announcedRun)
  // Work on the task. Replace the comment that says "working" even after an error.
  const ending = await answer(announcedRun, work).catch((error: unknown) => endingOf(error, announcedRun.signal))
  // Set the results for later steps, then deliver. Tools only propose: only announce(), finish() and the post step write to GitHub.
  const left = await finishWork(announcedRun, ending, work)
  return session.finish(left.ending, left)
}

/** From the configuration to the model's answer. */
async function answer(announcedRun: AnnouncedRun, work: WorkInProgress): Promise<Ending> {
  // Load settings, policies, memory and hooks from one commit that a trusted person wrote. Their programs run in the sandbox.
  await using sandbox = openSandbox(announcedRun, work)
  const run = await configureRun(announcedRun, sandbox, work)
  const { config, inputs, resumed, session, signal, wrapUpSignal } = run

  // Grant capabilities and tools, and open the model within the cost limits.
  const model = await openModel(run)
  await using gh = openGhService(run)
  const capabilities = await grantCapabilities(run, sandbox, gh, work)
  await requireReviewCheck(run)
  await resumed.start(run.announcement, work.accounting?.recordBegin, run.runtime.view)
  await using servers = startExternalTools({ ...run, capabilities, programs: sandbox })
  const externalTools = await servers.ready
  const agent = await buildAgent(run, { model, capabilities, servers, externalTools, work, programs: sandbox })

  // Run the conversation: turns, tool calls, policy decisions. The "working" comment shows how far it is.
  await using _progress = session.showProgress(run.announcement, config.settings, wrapUpSignal)
  await using hooks = await startHookSession(config.hooks, signal)
  if (inputs.sandbox === 'required') await sandbox.isolate()
  const prompt = await writePrompt(run, { agent, capabilities, externalTools, hookContext: hooks.context })
  const ending = work.proposals.answers.settle(await runConversation(prompt, agent, signal))
  // Look once more at serious findings, before anyone reads them.
  work.look = await takeSecondLook(ending, agent, { ...run, ...work.proposals, ...session })
  sandbox.throwIfBroken()
  if (ending.end === 'answered') ending.incomplete ??= run.runFiles.mismatch?.gap ?? unreadItems(run.task)
  // A list that did not change is not paid for again.
  await keepListAnswer(announcedRun, ending, work.proposals.proposals())
  return ending
}
