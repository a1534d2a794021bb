import { expect, test } from 'vitest'
import { fail, say } from '../../src/emulators/gemini/steps.ts'
import { node, ODD } from '../mcp/peer.ts'
import { improvise } from './improvised.ts'

test.concurrent('the built action uses a server that knows only MCP revision 2026-07-28', () =>
  improvise(
    {
      turns: [[{ tool: 'odd__tell', args: { secret: 'a tench' } }]],
      step: {
        inputs: {
          settings: JSON.stringify({ mcpServers: { odd: { ...node(ODD, 'modern'), trust: true } } }),
        },
      },
    },
    ({ last, said }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(last.log).not.toContain('cannot be used')
      expect(said[0]?.join()).toContain('heard a tench')
    },
  ))

test.concurrent('the built action goes on without a tool whose schema the API refuses', () => {
  const declared = (body: unknown): string[] => JSON.stringify(body).match(/"name":"\w+"(?=,"description")/g) ?? []
  return improvise(
    {
      turns: ({ body }) => {
        const index = declared(body).indexOf('"name":"odd__tell"')
        if (index < 0) return say('Without it.')
        const at = `tools[0].function_declarations[${index}].parameters.properties[0].value.type`
        return fail(400, 'INVALID_ARGUMENT', `Invalid value at '${at}' (Type), "".`)
      },
      step: { inputs: { settings: JSON.stringify({ mcpServers: { odd: { ...node(ODD, 'modern'), trust: true } } }) } },
    },
    ({ gemini, last }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(last.outputs.summary).toContain('Without it.')
      expect(last.log).toMatch(/function_declarations\[\d+\].* goes on without odd__tell \(MCP server odd\)\./)
      expect(gemini.requests.map(({ body }) => declared(body).includes('"name":"odd__tell"'))).toEqual([true, false])
    },
  )
})
