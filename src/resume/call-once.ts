import { createHash } from 'node:crypto'
import type { Admission } from '../agent/agent-context.ts'
import type { AdmittedCall, CallRecord } from '../record/events.ts'
import { done, type Tool } from '../tools/tool.ts'

/** Admits exactly this call, once: the same tool with the same arguments; of a command, the same line in the same folder. */
export function admitOnce(admitted: AdmittedCall): Admission {
  const key = exactCallKey(admitted.name, admitted.args)
  let isUsed = false
  return {
    admits: (tool, args) => !isUsed && exactCallKey(tool, args) === key,
    use() {
      isUsed = true
    },
  }
}

/** The purpose that the model gives with a command is no part of it. */
const IGNORED: Readonly<Record<string, readonly string[]>> = { run_shell_command: ['description'] }

/** A hash of the tool and its arguments, whatever the order of their names. */
export function exactCallKey(tool: string, args: Record<string, unknown>): string {
  const ignored = IGNORED[tool] ?? []
  const counted = Object.fromEntries(Object.entries(args).filter(([name]) => !ignored.includes(name)))
  return createHash('sha256')
    .update(JSON.stringify([tool, sortedKeys(counted)]))
    .digest('hex')
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).toSorted()
  return names.map((name) => [name, sortedKeys(Reflect.get(value, name))])
}

/** The tools of a continued run. They repeat no proposal of an earlier run, because that was written or may have been. */
export function withoutRepeats(tools: readonly Tool[], calls: readonly CallRecord[]): readonly Tool[] {
  const successful = calls.filter(({ state }) => state === 'success')
  return tools.map((tool) => {
    if (tool.annotations.readOnlyHint === true) return tool
    const delivered = new Set(
      successful
        .filter(({ name }) => name === tool.name)
        .map(({ args }) => {
          const parsed = tool.parse(args)
          return exactCallKey(tool.name, parsed.ok ? parsed.args : args)
        }),
    )
    if (delivered.size === 0) return tool
    return {
      ...tool,
      run: async (args, signal) => (delivered.has(exactCallKey(tool.name, args)) ? ALREADY : tool.run(args, signal)),
    }
  })
}

const ALREADY = done('An earlier run already proposed exactly this, so it is not written again. Continue.')
