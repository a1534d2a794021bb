import type { Filter } from '../host/secrets.ts'
import type { Ending, Outcome, RunEvent } from '../record/events.ts'
import { usedBy } from '../record/usage.ts'
import type { FilePatch } from './patch.ts'
import type { Host } from './references.ts'
import { ANSWER_CHARACTERS, type Report, SUMMARY_CHARACTERS } from './report.ts'
import { cleanMarkdown, type SafeMarkdown } from './safe-markdown.ts'

/** What a run leaves behind when it has ended. */
export type Finished = {
  outcome: Outcome
  ending: Ending
  events: readonly RunEvent[]
  patches: readonly FilePatch[]
  ms: number
  session: string
  runUrl?: string
}

/** Builds the report of a run, with secrets taken out and the model's words made safe for where they go. */
export async function gather(finished: Finished, host: Host, filter: Filter): Promise<Report> {
  const { outcome, ending, events, ms, session, runUrl } = finished
  const given = ending.text.trim()
  const whole = await cleanMarkdown(given, host, filter, SUMMARY_CHARACTERS / 2)
  const short = whole.length <= ANSWER_CHARACTERS ? whole : await shortened(given, host, filter)
  const replies = of(events, 'model_reply')
  return {
    outcome,
    ...(ending.end === 'stopped' ? { stop: ending.why } : {}),
    ...(ending.end === 'failed' && ending.github === true ? { github: true } : {}),
    answer: { short, whole, isCut: short !== whole },
    calls: of(events, 'call_finished').map(({ call }) => filter.deep(call)),
    patches: finished.patches,
    steering: {
      files: of(events, 'steering').flatMap(({ files }) => files),
      ignored: of(events, 'steering').flatMap(({ ignored }) => ignored),
    },
    delegated: of(events, 'agent_finished').map(({ type: _, ...rest }) => rest),
    notices: of(events, 'notice').map(({ level, text }) => ({ level, text: filter.text(text) })),
    models: [...new Set(replies.map(({ reply }) => reply.model))],
    ...usedBy(events),
    ms,
    session,
    ...(runUrl === undefined ? {} : { runUrl }),
  }
}

/** A cut may fall into the middle of something, so what is cut is made safe by itself; that can make it longer again. */
async function shortened(given: string, host: Host, filter: Filter): Promise<SafeMarkdown> {
  let room = ANSWER_CHARACTERS
  for (;;) {
    const short = await cleanMarkdown(given, host, filter, room)
    if (short.length <= ANSWER_CHARACTERS) return short
    room = Math.floor((room * ANSWER_CHARACTERS * 0.95) / short.length)
  }
}

const of = <Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type) =>
  events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type)
