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
  undeclared,
  server,
  shortName,
  annotations,
  declaration: undeclared === true ? undefined : declare(),
})
