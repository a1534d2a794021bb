import { validName } from '../tools/valid-name.ts'

/** Longest name, as later versions of the reference count it. */
const LONGEST = 63

/** What the model calls a server's tool. Always qualified, so that no server can stand in for a built-in tool. */
export const toolName = (server: string, tool: string): string => validName(`${server}__${tool}`)

/** The form of later versions of the reference. */
export function laterName(server: string, tool: string): string {
  const joined = `${server}_${tool}`
  const valid = (joined.startsWith('mcp_') ? joined : `mcp_${joined}`).replace(/[^\w.:-]/g, '_')
  return valid.length <= LONGEST ? valid : `${valid.slice(0, 30)}...${valid.slice(-30)}`
}

/** Server names that mean the same to whoever reads a tool's name. */
export const foldedServer = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\w.-]/g, '_')
    .replace(/^mcp_+/, '')
