import type { ModelReply, Usage } from './types.ts'

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
  thoughts: a.thoughts + b.thoughts,
  tool: a.tool + b.tool,
  total: a.total + b.total,
})

/** Everything a reply cost: its own tokens, and those of the attempts that failed before it. */
export const paidUsage = ({ usage, spent = [] }: ModelReply): Usage =>
  spent.map((one) => one.usage).reduce(addUsage, usage)
