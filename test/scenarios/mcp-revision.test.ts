import { expect, test } from 'vitest'
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
