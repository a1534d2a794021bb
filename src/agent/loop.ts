import { type Message, ModelError, type ModelReply, type Part } from '../model/types.ts'
import { addUsage, paidUsage } from '../model/usage.ts'
import type { Ending, StopReason } from '../record/events.ts'
import type { AgentKit } from './kit.ts'
import { runCalls } from './scheduler.ts'
import { callKey, type SoFar, START, Stopped } from './stops.ts'

/** Calls remembered for the repetition check; a longer memory finds nothing more. */
const REMEMBERED_CALLS = 25

/** What was said so far, and what it cost. */
type Talk = { messages: Message[]; soFar: SoFar; text: string }

/**
 * One conversation: ask, run the calls, ask again, until the model answers or something stops it. Never throws for what
 * the model, a hook or a limit does; whatever text there is comes back with the ending.
 */
export async function converse(prompt: Part[], kit: AgentKit, signal: AbortSignal): Promise<Ending> {
  const talk: Talk = { messages: [], soFar: START, text: '' }
  // A sub-agent's task and answer are a tool's; hooks hear of them as those.
  const hooks = kit.agent === undefined ? kit.hooks : undefined
  for (let asked = prompt, again = false; ; again = true) {
    const opened = (await hooks?.beforeAgent(asked, signal)) ?? { say: 'go', prompt: asked }
    if (opened.say !== 'go') return again ? { end: 'stopped', why: 'hook', text: talk.text } : refusedBy(opened.why)
    talk.messages.push({ role: 'user', parts: opened.prompt })
    const ending = await untilAnswered(talk, kit, signal)
    if (ending.end !== 'answered' || hooks === undefined) return ending
    const heard = await hooks.afterAgent({ prompt, answer: ending.text, again }, signal)
    if (heard.say !== 'block') return ending
    if (heard.clear) talk.messages = []
    asked = [{ kind: 'text', text: heard.why }]
  }
}

const refusedBy = (why: string): Ending => ({
  end: 'skipped',
  outcome: 'refused',
  text: `A hook refused the task: ${why}`,
})

async function untilAnswered(talk: Talk, kit: AgentKit, signal: AbortSignal): Promise<Ending> {
  const { messages } = talk
  try {
    for (;;) {
      const why = firstReason(kit, talk.soFar) ?? reasonOf(signal)
      if (why !== undefined) return { end: 'stopped', why, text: talk.text }

      const reply = await askOnce(messages, talk.soFar.turns + 1, kit, signal)
      talk.text = textOf(reply) || talk.text
      talk.soFar = { ...talk.soFar, turns: talk.soFar.turns + 1, usage: addUsage(talk.soFar.usage, paidUsage(reply)) }
      messages.push({ role: 'model', parts: reply.parts.filter(isKept) })

      const calls = reply.parts.flatMap((part) => (part.kind === 'call' ? [part.call] : []))
      if (calls.length === 0) return answered(reply, talk.text, kit)
      messages.push({ role: 'tool', replies: await runCalls(calls, { ...kit, messages }, signal) })
      talk.soFar = { ...talk.soFar, calls: [...talk.soFar.calls, ...calls.map(callKey)].slice(-REMEMBERED_CALLS) }
    }
  } catch (error) {
    return endingOf(error, talk.text, signal)
  }
}

/** Thoughts stay out of the history, except that a signature on one has to go back. */
const isKept = (part: Part) => part.kind !== 'thought' || part.signature !== undefined

async function askOnce(messages: Message[], turn: number, kit: AgentKit, signal: AbortSignal): Promise<ModelReply> {
  const wished = { model: kit.model, system: kit.system, messages, tools: kit.declarations }
  const heard = (await kit.hooks?.beforeModel(wished, signal)) ?? { ask: wished }
  if ('reply' in heard) return heard.reply
  const request = heard.ask
  kit.emit({ type: 'model_request', turn, ...request, tools: [...request.tools], messages: [...request.messages] })
  const started = kit.now()
  const reply = await kit.ask(request, signal)
  kit.emit({ type: 'model_reply', turn, reply, ms: kit.now() - started })
  return (await kit.hooks?.afterModel(request, reply, signal)) ?? reply
}

function firstReason(kit: AgentKit, soFar: SoFar): StopReason | undefined {
  for (const stop of kit.stops) {
    const why = stop(soFar)
    if (why !== undefined) return why
  }
  return undefined
}

const reasonOf = (signal: AbortSignal): StopReason | undefined =>
  !signal.aborted ? undefined : signal.reason instanceof Stopped ? signal.reason.why : 'cancelled'

function endingOf(error: unknown, text: string, signal: AbortSignal): Ending {
  const why = error instanceof Stopped ? error.why : reasonOf(signal)
  if (why !== undefined) return { end: 'stopped', why, text }
  if (!(error instanceof ModelError)) throw error
  const said = text === '' ? '' : `\n\nBefore that, the model had said:\n\n${text}`
  return {
    end: 'failed',
    outcome: outcomeFor(error),
    text: error.message + said,
    ...(error.status === undefined ? {} : { code: error.status }),
  }
}

function answered(reply: ModelReply, text: string, kit: AgentKit): Ending {
  const own = textOf(reply)
  if (reply.stop === 'finished' && own !== '') return { end: 'answered', text: own }
  const done = reply.stop === 'finished' ? (kit.wordless?.() ?? '') : ''
  if (done !== '') return { end: 'answered', text: done }
  const reason = reply.reason === undefined ? '' : ` (${reply.reason})`
  if (reply.stop === 'length') return { end: 'stopped', why: 'tokens', text: own || text }
  const what =
    reply.stop === 'blocked'
      ? `The model's answer was blocked${reason}.`
      : `The model ended without an answer${reason}.`
  return { end: 'failed', outcome: 'model', text: own === '' ? what : `${what}\n\n${own}` }
}

const textOf = (reply: ModelReply) =>
  reply.parts
    .flatMap((part) => (part.kind === 'text' ? [part.text] : []))
    .join('')
    .trim()

/** A rejected credential and a model that does not exist are for whoever configured them to mend. */
function outcomeFor({ fault, status }: ModelError) {
  if (fault === 'quota') return 'quota'
  return fault === 'auth' || status === 404 ? 'config' : 'model'
}
