import { escapeWorkflowCommands, type Runner } from '../github/runner.ts'

/** Stands for the runner where there is none: prints log and annotations, and keeps the summary. Outputs go nowhere. */
export function localRunner(print: (text: string) => void): { runner: Runner; summary(): string } {
  let summary = ''
  const runner: Runner = {
    setOutput: () => undefined,
    setResult: () => undefined,
    async summary(markdown) {
      summary += `${markdown}\n`
    },
    mask: () => undefined,
    annotate: (level, text) => print(`${level}: ${text}\n`),
    log: (text) => print(`${escapeWorkflowCommands(text)}\n`),
    saveState: () => undefined,
    getState: () => '',
    isBroken: () => false,
    restore: () => undefined,
  }
  return { runner, summary: () => summary }
}
