/**
 * The JSON of each server-sent event of an answer. Throws SyntaxError for an event that is not JSON, also for one that
 * the end cut off.
 */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  for await (const data of dataOf(body)) yield JSON.parse(data)
}

/**
 * The data of each server-sent event, its lines joined; comments, ids and other fields mean nothing. The last event needs
 * no empty line behind it. JSON that stands there by itself counts as data: so do services tell an error that came late.
 * Source: HTML standard, "Server-sent events".
 */
export async function* dataOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  let bare: string[] = []
  for await (const line of linesOf(body)) {
    if (line === '') {
      yield* told(data, bare)
      data = []
      bare = []
    } else if (line.startsWith('data:')) data.push(line.slice('data:'.length).trim())
    else if (!FIELD.test(line)) bare.push(line)
  }
  yield* told(data, bare)
}

const FIELD = /^(?:event|id|retry)?:/

function* told(data: readonly string[], bare: readonly string[]): Generator<string> {
  if (data.some((line) => line !== '')) yield data.join('\n')
  const json = bare.join('\n').trim()
  if (/^[[{]/.test(json)) yield json
}

/** Lines end with CR, LF or both, wherever the bytes were cut on their way. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    // A CR at the very end may be the first half of a line's end.
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield* (rest + decoder.decode()).split(/\r\n|\n|\r/)
}
