import type { ToolRecord } from '../record/events.ts'
import type { Tool } from '../tools/tool.ts'

/** The record of a tool in the transcript. */
export const toolRecord = ({
  name,
  aliases,
  undeclared,
  server,
  shortName,
  annotations,
  declare,
}: Tool): ToolRecord => ({
  name,
  aliases: [...aliases],
  ...(undeclared === undefined ? {} : { undeclared }),
  ...(server === undefined ? {} : { server }),
  ...(shortName === undefined ? {} : { shortName }),
  annotations,
  ...(undeclared === true ? {} : { declaration: declare() }),
})
