import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseWorkflow } from '../workflows/workflow-source.ts'

export const TEMPLATES = ['review', 'mention', 'triage', 'fix-ci', 'maintain'] as const
export type TemplateName = (typeof TEMPLATES)[number]

/** The action as the examples name it: the npm package's scope is the owner on GitHub. */
export const OUR_ACTION = 'sluice-agent/sluice@v0'

/** The examples, in dist/ and in a checkout. */
const examplesFolder = (dist: string): string =>
  [join(dist, 'examples'), join(dist, '.github/examples')].find((folder) => existsSync(folder)) ?? dist

/** The workflow of a template. `uses`: what replaces our action; `ci`: the name of the workflow that fix-ci watches. */
export async function workflowText(
  name: TemplateName,
  { dist, uses, ci }: { dist: string; uses: string; ci: string },
): Promise<string> {
  const text = await readFile(join(examplesFolder(dist), `${name}.yml`), 'utf8')
  const withUses = uses === OUR_ACTION ? text : text.replace(/sluice-agent\/sluice@v0(?: #.*)?/, () => uses)
  return withUses.replace('workflows: [CI]', () => `workflows: [${/^[\w-]+$/.test(ci) ? ci : JSON.stringify(ci)}]`)
}

/** The name of the first workflow that runs on pushes or pull requests. */
export function findCiName(files: readonly { file: string; text: string }[]): string | undefined {
  for (const { file, text } of files) {
    const parsed = parseWorkflow(file, text)
    if (!parsed.ok || /sluice@/.test(text)) continue
    const { events, workflow } = parsed.source
    if (events.has('push') || events.has('pull_request'))
      return typeof workflow.name === 'string' ? workflow.name : file
  }
  return undefined
}
