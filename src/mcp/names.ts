import { toValidName } from '../tools/valid-name.ts'

/** Length limit of newer versions of the reference. */
const MAX_LENGTH = 63

/** The model's name for a server's tool. Always qualified, so that a server cannot replace a built-in tool. */
export const mcpToolName = (server: string, tool: string): string => toValidName(`${server}__${tool}`)

/** The name that newer versions of the reference use. */
export function newerToolName(server: string, tool: string): string {
  const joined = `${server}_${tool}`
  const valid = (joined.startsWith('mcp_') ? joined : `mcp_${joined}`).replace(/[^\w.:-]/g, '_')
  return valid.length <= MAX_LENGTH ? valid : `${valid.slice(0, 30)}...${valid.slice(-30)}`
}

/** The normalized form of a server name: two servers with the same form would have tools of the same name. */
export const normalizeServerName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\w.-]/g, '_')
    .replace(/^mcp_+/, '')
