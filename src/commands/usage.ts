import { messageOf } from '../host/errors.ts'

/** What is wrong with a command line, without the lesson on positional arguments that node:util adds. */
export const usageMistake = (error: unknown): string => messageOf(error).replace(/\. To specify a positional .*$/s, '')
