// A hook as people write them. Notes what it was told in the file of its first argument, one JSON line each, then says
// its second argument and ends with its third.
import { appendFileSync } from 'node:fs'

const [file, answer = '', code = '0'] = process.argv.slice(2)
let told = ''
process.stdin.setEncoding('utf8')
for await (const text of process.stdin) told += text
appendFileSync(file, `${JSON.stringify(JSON.parse(told))}\n`)
process.stdout.write(answer)
process.exitCode = Number(code)
