/**
 * What the tools with a fixed input declare, as JSON Schema, by the name of the tool. Empty here, where each tool converts its input.
 * The build does that once for all runs and puts the result in this module's place: see scripts/bundle/recorded-parameters.ts.
 */
export const recordedParameters = (): Readonly<Record<string, Record<string, unknown> | undefined>> => ({})
