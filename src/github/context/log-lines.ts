import { dropControlStrings } from '../../text/control-strings.ts'

const TIMESTAMP = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?/

/** The lines of a job log, without colors and timestamps. */
export const logLines = (log: string): string[] =>
  dropControlStrings(log)
    .split(/\r?\n/)
    .map((line) => line.replace(TIMESTAMP, ''))
