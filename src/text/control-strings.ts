/**
 * What a terminal obeys instead of showing it (ECMA-48): control strings (DCS, SOS, OSC, PM, APC) with their content, control
 * sequences (CSI) and other escape sequences, each whole and also in its one-character form (C1). A string without an end
 * goes to the end of its line. No part matches another introducer, so the search is linear.
 */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
  /(?:\x1b[PX\]^_]|[\x90\x98\x9d-\x9f])(?:[^\x07\x1b\x90\x98\x9b-\x9f]*(?:\x07|\x1b\\|\x9c)|[^\n\x07\x1b\x90\x98\x9b-\x9f]*)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?|[\x80-\x9f]/g

/** The text without terminal control strings and escape sequences. */
export const dropControlStrings = (text: string): string => text.replace(CONTROL, '')
