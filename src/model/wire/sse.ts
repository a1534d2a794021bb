/** The parsed JSON of each server-sent event. Throws SyntaxError for an event that is not JSON or is incomplete. */
export async function* readSseJson(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  for await (const data of readSseData(body)) yield JSON.parse(data)
}

/**
 * The data of each server-sent event, with its lines joined. Ignores comments, ids and other fields. The last event needs no
 * empty line after it. Bare JSON counts as data, because some services send late errors that way.
 * Source: HTML standard, "Server-sent events".
 */
export async function* readSseData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  let bare: string[] = []
  for await (const line of readLines(body)) {
    if (line === '') {
      yield* eventData(data, bare)
      data = []
      bare = []
    } else if (line.startsWith('data:')) data.push(line.slice('data:'.length).trim())
    else if (!FIELD.test(line)) bare.push(line)
  }
  yield* eventData(data, bare)
}

const FIELD = /^(?:event|id|retry)?:/

function* eventData(data: readonly string[], bare: readonly string[]): Generator<string> {
  if (data.some((line) => line !== '')) yield data.join('\n')
  const json = bare.join('\n').trim()
  if (/^[[{]/.test(json)) yield json
}

/** Splits bytes into lines that end with CR, LF or both, wherever chunks begin and end. */
async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    // A CR at the end of a chunk may be the first half of CRLF.
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield* (rest + decoder.decode()).split(/\r\n|\n|\r/)
}
