import { stripVTControlCharacters } from 'node:util'

const TIME = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?/

/** The lines of a job's log, without colours and the time before each. */
export const logLines = (log: string): string[] =>
  stripVTControlCharacters(log)
    .split(/\r?\n/)
    .map((line) => line.replace(TIME, ''))
