import type { ModelReply, TokenUsage } from './types.ts'

export const addUsage = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
  thoughts: a.thoughts + b.thoughts,
  tool: a.tool + b.tool,
  total: a.total + b.total,
})

/** All tokens of a reply: its own, and those of the failed attempts before it. */
export const replyUsage = ({ usage, failedUsage = [] }: ModelReply): TokenUsage =>
  failedUsage.map((failed) => failed.usage).reduce(addUsage, usage)
