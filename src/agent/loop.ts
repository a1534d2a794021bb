import { UserError } from '../host/errors.ts'
import { estimate } from '../model/estimate.ts'
import { ModelError, type ModelReply, type Part } from '../model/types.ts'
import type { Ending, StopReason } from '../record/events.ts'
import type { Allowance, Last } from './budget.ts'
import type { AgentKit } from './kit.ts'
import { chantIn, repetitionIn } from './repetition.ts'
import { runCalls } from './scheduler.ts'
import { reasonOf, Stopped, stepKeys } from './stops.ts'
import { ahead, askNext, callsOf, isLarge, newTalk, type Talk, tell, wordsOf } from './talk.ts'

/** Calls remembered for the repetition check; a longer memory finds nothing more. */
const REMEMBERED_CALLS = 25

/** How often an answer that was cut is continued. */
const CONTINUED = 3

/**
 * One conversation: ask, run the calls, ask again, until the model answers or something stops it. Never throws for what
 * the model, a hook or a limit does; whatever text there is comes back with the ending.
 */
export async function converse(prompt: Part[], kit: AgentKit, signal: AbortSignal): Promise<Ending> {
  const talk = newTalk()
  // A sub-agent's task and answer are a tool's; hooks hear of them as those.
  const hooks = kit.agent === undefined ? kit.hooks : undefined
  let within = signal
  for (let asked = prompt, again = false; ; again = true) {
    const opened = (await hooks?.beforeAgent(asked, signal)) ?? { say: 'go', prompt: asked }
    if (opened.say !== 'go') {
      const why = reasonOf(signal) ?? (again ? 'hook' : undefined)
      return why === undefined ? refusedBy(opened.why) : { end: 'stopped', why, text: talk.text }
    }
    talk.messages.push({ role: 'user', parts: opened.prompt })
    beginAnswer(talk)
    const ending = await formed(await untilAnswered(talk, kit, within), talk, kit, within)
    const more = kit.goOn?.(ending)
    if (more !== undefined) {
      asked = more.prompt
      within = more.signal
      continue
    }
    if (ending.end !== 'answered' || hooks === undefined) return ending
    const heard = await hooks.afterAgent({ prompt, answer: ending.text, again }, signal)
    if (heard.say !== 'block') return ending
    if (heard.clear) {
      Object.assign(talk, { messages: [], measured: undefined })
      kit.memoryOf?.again?.()
    }
    asked = [{ kind: 'text', text: heard.why }]
  }
}

const refusedBy = (why: string): Ending => ({
  end: 'skipped',
  outcome: 'refused',
  text: `A hook refused the task: ${why}`,
})

async function formed(ending: Ending, talk: Talk, kit: AgentKit, signal: AbortSignal): Promise<Ending> {
  // What a sub-agent gives back is its caller's material.
  if (kit.form === undefined || kit.agent !== undefined) return ending
  try {
    return await (await import('./structured.ts')).inForm(ending, kit.form, talk, kit, signal)
  } catch (error) {
    return endingOf(error, talk.text, signal)
  }
}

async function untilAnswered(talk: Talk, kit: AgentKit, signal: AbortSignal): Promise<Ending> {
  // What goes on while there is time; the last question has the rest of it.
  const working = kit.soon === undefined ? signal : AbortSignal.any([signal, kit.soon])
  try {
    for (;;) {
      const why = firstReason(kit, talk.soFar.turns) ?? reasonOf(signal)
      if (why !== undefined) return { end: 'stopped', why, text: talk.text }
      const next = await oneTurn(talk, kit, working, signal)
      if (next !== undefined) return 'may' in next ? await close(talk, next, kit, signal) : next
    }
  } catch (error) {
    return endingOf(error, talk.text, signal)
  }
}

/** One question, and the calls it leads to. An ending when that was all, or what is still allowed when something is about to end it. */
async function oneTurn(
  talk: Talk,
  kit: AgentKit,
  working: AbortSignal,
  signal: AbortSignal,
): Promise<Ending | Last | undefined> {
  const timeIsUp = () => working.aborted && !signal.aborted
  if (timeIsUp()) return shortOf('time')
  const { turns, calls } = talk.soFar
  let reply: ModelReply | undefined
  try {
    const circling = await circlingSeen(talk, kit, working)
    if (circling !== undefined) {
      const last = strike(circling, talk, kit)
      if (last !== undefined) return last
    }
    if (isLarge(talk, kit)) await (await import('./context.ts')).shrink(talk, kit, working)
    const allowance = kit.budget?.allows(ahead(talk, kit)) ?? { may: 'work' }
    if (allowance.may !== 'work') return allowance
    const isLast = kit.answer === undefined && turns > 0 && firstReason(kit, turns + 1) === 'turns'
    reply = isLast ? await onLastTurn(talk, allowance.most, kit, signal) : await ask(talk, allowance, kit, working)
  } catch (error) {
    if (timeIsUp()) return shortOf('time')
    throw error
  }
  if (reply === undefined) return undefined // the limit is reached now, and says so

  const wishes = callsOf(reply)
  if (wishes.length === 0) return chants(reply, talk, kit) ? warn(reply, talk, kit) : answered(reply, talk, kit)
  beginAnswer(talk)
  const replies = await runCalls(wishes, { ...kit, ...reachOf(talk, kit), messages: talk.messages }, working)
  const answers = { role: 'tool', replies } as const
  talk.messages.push(answers)
  talk.growth = estimate({ messages: [answers] })
  const given = kit.answer?.()
  if (given !== undefined) return { end: 'answered', text: given }
  const steps = stepKeys(wishes, replies, kit.toolbox, turns)
  talk.soFar = { ...talk.soFar, calls: [...calls, ...steps].slice(-REMEMBERED_CALLS) }
  return warn(reply, talk, kit)
}

/** What was said and pointed out until now belongs to another answer. */
function beginAnswer(talk: Talk) {
  talk.cut = { text: '', times: 0 }
  talk.nudged = false
}

/** What is left of the model's window limits an answer of a tool too. */
function reachOf(talk: Talk, { outputs, context }: AgentKit): Pick<AgentKit, 'outputs'> {
  if (outputs === undefined || context === undefined || outputs.longest <= 0) return {}
  const left = CHARACTERS_PER_TOKEN * (context.window - (talk.measured?.tokens ?? 0))
  return { outputs: { ...outputs, longest: Math.min(outputs.longest, Math.max(LEAST, left)) } }
}

/** Of an answer that would not fit at all, in characters: enough to say where the rest is. */
const LEAST = 1000

const CHARACTERS_PER_TOKEN = 4

const ask = (talk: Talk, { most }: Extract<Allowance, { may: 'work' }>, kit: AgentKit, working: AbortSignal) =>
  askNext(talk, kit, working, most === undefined ? {} : { most })

// Most runs end by themselves, and never load what is needed for an end before that.
const onLastTurn: typeof import('./closing.ts').lastTurn = async (...given) =>
  (await import('./closing.ts')).lastTurn(...given)

/** Where there is a budget for tokens and money, and something else is short. */
const shortOf = (why: StopReason): Last => ({ may: 'end', why, most: 8192 })

/** Asks for a last word. When that fails, what was said before has to do: the reason for the end stays the same. */
async function close(talk: Talk, last: Last, kit: AgentKit, signal: AbortSignal): Promise<Ending> {
  // What is left belongs to whoever handed out the task; an answer that has to be a call cannot be had without one.
  if (kit.answer !== undefined) return { end: 'stopped', why: last.why, text: talk.text }
  try {
    return await (await import('./closing.ts')).lastWord(talk, last, kit, signal)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    kit.emit({ type: 'notice', level: 'warning', text: `There is no final answer: ${error.message}` })
    return { end: 'stopped', why: last.why, text: talk.text }
  }
}

/** An answer is abandoned for that alone; a hook may have made another of it since. */
const chants = ({ stop }: ModelReply, { said }: Talk, { detectLoops }: AgentKit) =>
  detectLoops !== false && (stop === 'abandoned' || chantIn(said) !== undefined)

/** The model hears once that it goes round in circles; the second time is the end. */
function warn({ stop }: ModelReply, talk: Talk, kit: AgentKit): Last | undefined {
  const seen = kit.detectLoops === false ? undefined : repetitionIn(talk.soFar.calls, talk.said)
  const detail = seen ?? (stop === 'abandoned' ? 'Repeated words.' : undefined)
  return detail === undefined ? undefined : strike(detail, talk, kit)
}

/** A long conversation that says something new each time may still get nowhere; only a reader can tell. */
async function circlingSeen(talk: Talk, kit: AgentKit, signal: AbortSignal): Promise<string | undefined> {
  if (kit.detectLoops === false || kit.context === undefined || talk.soFar.turns + 1 < talk.checkAt) return undefined
  const check = await import('./loop-check.ts')
  return kit.budget?.affords(check.PRICE) === false ? undefined : check.stuck(talk, kit.context, signal)
}

function strike(detail: string, talk: Talk, kit: AgentKit): Last | undefined {
  talk.strikes += 1
  if (talk.strikes > 1) return shortOf('repeating')
  kit.emit({ type: 'notice', level: 'info', text: `The model went round in circles and was told so. ${detail}` })
  tell(
    talk,
    `[You seem to be going round in circles. ${detail} Step back: what is missing, and what else could find it? Do not repeat a call or a sentence that brought nothing new; if nothing is left to try, give your final answer.]`,
  )
  return undefined
}

function firstReason(kit: AgentKit, turns: number): StopReason | undefined {
  for (const stop of kit.stops) {
    const why = stop({ turns })
    if (why !== undefined) return why
  }
  return undefined
}

function endingOf(error: unknown, text: string, signal: AbortSignal): Ending {
  // A hook that was cut short gave no answer, which counts as no.
  const why = reasonOf(signal) ?? (error instanceof Stopped ? error.why : undefined)
  if (why !== undefined) return { end: 'stopped', why, text }
  if (error instanceof UserError) return { end: 'failed', outcome: 'config', text: after(text, error.message) }
  if (!(error instanceof ModelError)) throw error
  return {
    end: 'failed',
    outcome: outcomeFor(error),
    text: after(text, error.message),
    ...(error.status === undefined ? {} : { code: error.status }),
  }
}

/** What went wrong, and below it what was said until then. */
const after = (text: string, what: string) =>
  text === '' ? what : `${what}\n\nBefore that, the model had said:\n\n${text}`

/** How a reply without calls ends the conversation; `undefined` when it does not yet. */
function answered(reply: ModelReply, talk: Talk, kit: AgentKit): Ending | undefined {
  if (reply.stop === 'length') return cut(reply, talk)
  const whole = (talk.cut.text + wordsOf(reply)).trim()
  if (reply.stop === 'finished' && whole !== '') return { end: 'answered', text: whole }
  if (reply.stop === 'finished') return silent(reply, talk, kit)
  const what = `The model's answer was blocked${reasonIn(reply)}.`
  return { end: 'failed', outcome: 'model', text: whole === '' ? after(talk.text, what) : `${what}\n\n${whole}` }
}

/** An answer that met the output limit goes on where it stopped, a few times. */
function cut(reply: ModelReply, talk: Talk): Ending | undefined {
  const own = wordsOf(reply)
  talk.cut = { text: talk.cut.text + own, times: talk.cut.times + 1 }
  talk.text = talk.cut.text.trim() || talk.text
  if (talk.cut.times > CONTINUED) return { end: 'stopped', why: 'length', text: talk.text }
  tell(talk, own.trim() === '' ? TOO_LONG : GO_ON)
  return undefined
}

const GO_ON =
  '[Your answer was cut at the output limit. Go on exactly where it stopped, without repeating anything and without a word about this.]'
const TOO_LONG = '[You met the output limit before you said anything. Think less, and answer or call a tool now.]'

/** Nothing was said. After calls that said it all that is an answer; otherwise the model hears of it once. */
function silent(reply: ModelReply, talk: Talk, kit: AgentKit): Ending | undefined {
  const done = kit.wordless?.() ?? ''
  if (done !== '') return { end: 'answered', text: done }
  if (talk.nudged)
    return {
      end: 'failed',
      outcome: 'model',
      text: after(talk.text, `The model ended without an answer${reasonIn(reply)}.`),
    }
  talk.nudged = true
  tell(talk, '[You ended without a word. Give your final answer now, or call the tool that is still needed.]')
  return undefined
}

const reasonIn = ({ reason }: ModelReply) => (reason === undefined ? '' : ` (${reason})`)

/** A rejected credential and a model that does not exist are for whoever configured them to mend. */
function outcomeFor({ fault, status }: ModelError) {
  if (fault === 'quota') return 'quota'
  return fault === 'auth' || status === 404 ? 'config' : 'model'
}
