/** The output of a program, followed by the hosts that the network rules refused it. */
export const withRefusals = (output: string, refusals: readonly string[]): string =>
  [output, ...unmentioned(output, refusals)].filter(Boolean).join('\n')

/** curl and others print the answer of the gateway, which is the same sentence. */
const unmentioned = (output: string, refusals: readonly string[]) =>
  refusals.filter((refusal) => !output.includes(refusal))
