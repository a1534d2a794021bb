/**
 * The JSON of each server-sent event of an answer. `data: ` lines of one event are joined; all other lines mean nothing.
 * Throws SyntaxError for an event that is not JSON, also for one that the end cut off.
 * Source: HTML standard, "Server-sent events", as far as Google's services use it.
 */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  let data: string[] = []
  for await (const line of linesOf(body)) {
    if (line.startsWith('data: ')) data.push(line.slice('data: '.length).trim())
    if (line !== '' || data.length === 0) continue
    yield JSON.parse(data.join('\n'))
    data = []
  }
  if (data.length > 0) yield JSON.parse(data.join('\n'))
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
