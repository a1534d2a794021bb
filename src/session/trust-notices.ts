import type { Inputs } from '../config/inputs/inputs.ts'

export const visitorNotice = (reason: string): string =>
  `${reason} This run answers the issue with reading tools only: no shell, no edits, no network, and no proposals except labels that allowed_labels names.`

export const noShellNotice = (reason: string, { config_source }: Inputs): string =>
  `${reason} The shell is off for this run; the input \`run_pr_code\` turns it on.${config_source === 'head' ? ' Settings and policies come from the base, although config_source is "head".' : ''}`
