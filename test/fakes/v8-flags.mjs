// Loaded before the action: writes to FLAGS_FILE what of Node was compiled when a flag of V8 changed. V8 keeps the compiled modules
// of Node for the flags that it started with.
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import v8 from 'node:v8'

const set = v8.setFlagsFromString
v8.setFlagsFromString = (flag) => {
  appendFileSync(process.env.FLAGS_FILE, `${JSON.stringify({ flag, loaded: process.moduleLoadList })}\n`)
  set(flag)
}
syncBuiltinESMExports()
