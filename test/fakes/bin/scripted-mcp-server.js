// An MCP server over stdio that answers each method with the text that its argument has for it, or with the next one of several, whatever that text is.
// `@ID@` in a text is the id of the request, `@OPEN@` at its end leaves the line open, `@CLOSE@` closes the output. A method without a text is not found.
import { closeSync } from 'node:fs'
import { createInterface } from 'node:readline'

const answers = JSON.parse(process.argv[2] ?? '{}')
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (id === undefined) continue
  const own = answers[method]
  const text =
    (Array.isArray(own) ? own.shift() : own) ??
    '{"jsonrpc":"2.0","id":@ID@,"error":{"code":-32601,"message":"Method not found"}}'
  const said = text.replaceAll('@ID@', JSON.stringify(id))
  if (said === '@CLOSE@') {
    closeSync(1)
    setInterval(() => undefined, 1_000_000)
  } else if (said !== '') process.stdout.write(said.endsWith('@OPEN@') ? said.slice(0, -'@OPEN@'.length) : `${said}\n`)
}
