import { randomBytes } from 'node:crypto'
import { startHookSession } from './agent/hooks/hooks.ts'
import { runConversation } from './agent/loop.ts'
import type { Inputs } from './config/inputs/inputs.ts'
import { builtInPolicyFolder, preloadPolicies } from './config/load-policies.ts'
import { loadRunConfig } from './config/load-run-config.ts'
import { type Runtime, toolOutputFolder, withDeadline } from './config/runtime.ts'
import type { ResultNames } from './config/workflow/step-names.ts'
import { summarizeProposals } from './delivery/report/proposal-summary.ts'
import { openProposalTools } from './github-tools/proposals.ts'
import { preloadModelLibraries } from './model/preload.ts'
import { githubServer } from './platform/environment.ts'
import { taskVariables } from './platform/process/child-environment.ts'
import { openSandboxSession } from './platform/sandbox/sandbox-session.ts'
import { loadShellReader } from './policy/rules/facts.ts'
import type { Ending } from './record/events.ts'
import { loadAnswerSchema } from './session/answer-schema.ts'
import { buildAgent } from './session/build-agent.ts'
import { capabilitiesFor } from './session/capabilities.ts'
import { endingOf } from './session/end/run-failure.ts'
import { startExternalTools } from './session/external-tools.ts'
import { openGhService } from './session/gh/gh-service.ts'
import { runGithubTools } from './session/github/run-github-tools.ts'
import { openModelClient, whileModelThinks } from './session/model-client.ts'
import { modelOptions } from './session/model-options.ts'
import { hasReader, openStepResults } from './session/results/step-results.ts'
import { visitorConfig } from './session/results/visitor.ts'
import { readWorkflowStep } from './session/results/workflow-step.ts'
import { endReview } from './session/review/end-review.ts'
import { checkedReviewOptions, reviewOptions } from './session/review/review-options.ts'
import { openChangeAccounting } from './session/run-changes.ts'
import { allowedHostsFor, proposalOptions } from './session/run-options.ts'
import { preloadAnnouncement, preloadFinish, type RunResult, type RunSession } from './session/run-session.ts'
import { runSnapshot, runStarted } from './session/run-snapshot.ts'
import { openSpending } from './session/spending/open-spending.ts'
import type { AdmittedRun } from './session/start/admit-run.ts'
import { expandTask } from './session/task-text.ts'
import { requestedTelemetry } from './session/telemetry/telemetry-settings.ts'
import { noShellNotice, visitorNotice } from './session/trust-notices.ts'
import type { Capabilities } from './tools/builtins.ts'

/** Loads and reads ahead what a run needs, while it waits for GitHub. Reports nothing: the run finds every problem again. */
export const preload = (inputs: Inputs, { env, dist }: Runtime): Promise<unknown> =>
  Promise.allSettled([
    preloadModelLibraries(modelOptions(inputs, ''), env),
    preloadPolicies(builtInPolicyFolder(dist)),
    preloadAnnouncement(),
  ])

/** One run that its event and its person may start: from the request to the comment it posts. Read this first. */
export async function run(admitted: AdmittedRun, stepRuntime: Runtime, session: RunSession): Promise<RunResult> {
  const { github, filter, notice } = session
  const { emit } = session.transcript
  const { task, inputs, assessment, conversation, resumed } = admitted
  const { trust } = assessment
  let runtime = stepRuntime
  // Say "working" where the answer will be, and read the conversation.
  if (trust.level === 'limited' && !assessment.capabilities.shell) notice(noShellNotice(trust.reason, inputs))
  if (trust.level === 'visitor') notice(visitorNotice(trust.reason))
  emit(runStarted(inputs, runtime, task))
  const accounting = session.isInBatch ? undefined : openChangeAccounting(task, runtime)
  using deadline = withDeadline(inputs.timeout_minutes, runtime.signal)
  const { signal } = deadline
  const announcement = session.announce(task, conversation, resumed.claim)
  void preload(inputs, runtime)
  const nonce = randomBytes(12).toString('hex')
  const context = resumed.context(nonce, conversation)
  const proposals = openProposalTools(task, github, proposalOptions(inputs, trust))
  let capabilities: Capabilities | undefined
  let ending: Ending
  let reviewed = reviewOptions(inputs, {})
  const results = openStepResults(runtime)
  let resultNames: ResultNames = { env: [], outputs: [] }
  try {
    // Load settings, policies, memory and hooks from one commit that a trusted person wrote.
    const allowedHosts = allowedHostsFor(inputs, trust, notice)
    await using sandbox = openSandboxSession(
      inputs.sandbox,
      { ...runtime, allowedHosts, beforePrograms: accounting?.recordBegin },
      emit,
    )
    const step = await readWorkflowStep(assessment.steering.sha, runtime, session)
    resultNames = step.resultNames
    runtime = { ...runtime, ...step.environment }
    const loaded = await loadRunConfig({ ...assessment, task }, { inputs, runtime, programs: sandbox, ...session })
    const config = trust.level === 'visitor' ? visitorConfig(loaded) : loaded
    if (inputs.sandbox === 'required') sandbox.prepare()
    reviewed = await checkedReviewOptions(inputs, config.settings, { trust, runtime })
    session.setTelemetry(requestedTelemetry(config.settings.telemetry, config.env))
    const { outputSchema, schemaPrompt } = await loadAnswerSchema(inputs.output_schema, config.steering, notice)

    // Grant capabilities and tools. A limited run gets fewer, so no rule has to remove them.
    const spending = await openSpending({ ...admitted, task }, config.settings, runtime, session)
    const model = openModelClient(spending, config, runtime, session)
    const granted = { ...assessment.capabilities, ...(session.isInBatch ? WITHOUT_CHANGES : {}) }
    const serverUrl = githubServer(runtime.env)
    await using services = openGhService({ ...runtime, task, serverUrl, notice })
    capabilities = await capabilitiesFor(granted, {
      ...{ runtime, config, programs: sandbox, filter, services },
      ...{ commandAccess: [results.access], beforeWrites: accounting?.recordBegin },
    })
    await resumed.start(announcement, accounting?.recordBegin)
    const external = { config, inputs, runtime, session, programs: sandbox, capabilities, signal }
    await using servers = startExternalTools(external)
    const externalTools = await servers.ready
    const memory = [config.memory, externalTools.instructions].filter(Boolean).join('\n\n')
    const outputFolder = toolOutputFolder(runtime)
    const { shell } = capabilities
    using thinking = whileModelThinks(model.generate, () => {
      accounting?.recordAhead()
      void Promise.allSettled([preloadFinish(), shell && loadShellReader()])
      if (shell === undefined) return
      sandbox.prepare()
      services.prepare()
    })
    const { generate } = thinking
    const agent = buildAgent({
      ...{ inputs, ...config, ...model, generate, ...resumed.agent, memory, capabilities, externalTools },
      ...{ outputSchema, outputFolder, filter, emit },
      startServers: servers.startServers,
      githubTools: resumed.tools(
        runGithubTools({
          ...{ task, trust, inputs, github, nonce, config, proposals, results },
          settings: loaded.settings,
        }),
      ),
      proposalSummary: () => summarizeProposals(proposals.proposals(), inputs),
      wrapUpSignal: deadline.wrapUpSignal,
      now: runtime.now,
    })
    await resumed.judge(agent)
    const shown = { ...config, ...spending, memory }
    emit({ type: 'run_snapshot', ...runSnapshot(spending.inputs, shown, agent, outputFolder) })

    // Run the conversation: turns, tool calls, policy decisions. The "working" comment shows how far it is.
    await using _progress = await session.showProgress(announcement, config.settings, deadline.wrapUpSignal)
    await using hookSession = await startHookSession(config.hooks, signal)
    if (inputs.sandbox === 'required') await sandbox.isolate()
    const variables = {
      values: taskVariables(runtime.childEnv, runtime.taskNames),
      always: trust.level === 'visitor',
    }
    const source = { prompt: inputs.prompt, task, invocations: config.invocations, variables }
    const request = await expandTask(source, { context: agent, capabilities, externalTools, notice }, signal)
    const facts = { context: await context, now: runtime.now(), hookContext: hookSession.context }
    const prompt = resumed.firstMessage({ task: request.task, prompt: request.prompt, ...facts })
    ending = await runConversation(filter.deep([...prompt, ...request.attached, ...schemaPrompt]), agent, signal)
    sandbox.throwIfBroken()
  } catch (error) {
    ending = endingOf(error, signal) // the comment that says "working" is still replaced below
  }

  const resultCount = results.handOn({ names: resultNames, filter, set: session.setResult, notice })
  // Deliver. Tools only propose: announce(), finish() and the post step are all that writes to GitHub.
  const changes = capabilities?.files.changes() ?? []
  const work = (await accounting?.finish(changes, notice)) ?? { changes }
  return session.finish(ending, {
    ...{ task, ...work, announcement: await announcement },
    ...(await endReview(proposals, { task, inputs, ending, ...reviewed, trust, runtime, ...session })),
    isAnswerRead: hasReader(resultNames, resultCount, work.changes),
    mayOffer: trust.level === 'trusted',
  })
}

/** Runs of a batch share one checkout and would edit each other's files. */
const WITHOUT_CHANGES = { shell: false, edit: false }
