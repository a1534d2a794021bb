import type { ToolRecord } from '../record/events.ts'
import type { Tool } from '../tools/tool.ts'

/** What a recording says of a tool. */
export const toolRecord = ({
  name,
  aliases,
  undeclared,
  server,
  short,
  annotations,
  declaration,
}: Tool): ToolRecord => ({
  name,
  aliases: [...aliases],
  ...(undeclared === undefined ? {} : { undeclared }),
  ...(server === undefined ? {} : { server }),
  ...(short === undefined ? {} : { short }),
  annotations,
  declaration,
})
