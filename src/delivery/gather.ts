import type { Filter } from '../host/secrets.ts'
import type { Ending, Outcome, RunEvent } from '../record/events.ts'
import type { FilePatch } from './patch.ts'
import type { Host } from './references.ts'
import { ANSWER_CHARACTERS, type Report, SUMMARY_CHARACTERS, type Usage } from './report.ts'
import { safeMarkdown } from './safe-markdown.ts'

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
  const given = filter.text(ending.text.trim())
  const whole = await safeMarkdown(given, host, SUMMARY_CHARACTERS / 2)
  // A cut may fall into the middle of something, so what is cut is made safe by itself; that can make it longer again.
  let short = whole
  for (
    let room = ANSWER_CHARACTERS;
    short.length > ANSWER_CHARACTERS && room > 1000;
    room -= short.length - ANSWER_CHARACTERS + 500
  )
    short = await safeMarkdown(given, host, room)
  const replies = of(events, 'model_reply')
  return {
    outcome,
    ...(ending.end === 'stopped' ? { stop: ending.why } : {}),
    answer: { short, whole, isCut: short !== whole },
    calls: of(events, 'call_finished').map(({ call }) => filter.deep(call)),
    patches: finished.patches,
    steering: {
      files: of(events, 'steering').flatMap(({ files }) => files),
      ignored: of(events, 'steering').flatMap(({ ignored }) => ignored),
    },
    notices: of(events, 'notice').map(({ level, text }) => ({ level, text: filter.text(text) })),
    models: [...new Set(replies.map(({ reply }) => reply.model))],
    usage: replies.map(({ reply }) => reply.usage).reduce(sum, NOTHING),
    turns: replies.filter(({ agent }) => agent === undefined).length,
    ms,
    session,
    ...(runUrl === undefined ? {} : { runUrl }),
  }
}

const of = <Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type) =>
  events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type)

const NOTHING: Usage = { input: 0, cached: 0, output: 0, thoughts: 0, tool: 0, total: 0 }

const sum = (left: Usage, right: Usage): Usage => ({
  input: left.input + right.input,
  cached: left.cached + right.cached,
  output: left.output + right.output,
  thoughts: left.thoughts + right.thoughts,
  tool: left.tool + right.tool,
  total: left.total + right.total,
})
