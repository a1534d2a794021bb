// An MCP server over stdio that answers each method with the text that its argument has for it, or with the next one of several, whatever that text is.
// `@ID@` in a text is the id of the request. A method without a text is not found.
import { createInterface } from 'node:readline'

const answers = JSON.parse(process.argv[2] ?? '{}')
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (id === undefined) continue
  const own = answers[method]
  const text =
    (Array.isArray(own) ? own.shift() : own) ??
    '{"jsonrpc":"2.0","id":@ID@,"error":{"code":-32601,"message":"Method not found"}}'
  if (text !== '') process.stdout.write(`${text.replaceAll('@ID@', JSON.stringify(id))}\n`)
}
