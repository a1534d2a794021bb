import { mapOf, mapText, normalized, referencesIn, textsIn } from '../../config/workflow-file.ts'
import type { JobSource, StepSource, WorkflowSource } from '../workflow-source.ts'
import { type Conversion, NOTHING } from './import-report.ts'

const COMMENT_EVENTS = ['issue_comment', 'pull_request_review_comment', 'pull_request_review']
const DEFAULT_PHRASE = '@gemini-cli'

/** A workflow and those of the repository that call it. */
export function withCallers(source: WorkflowSource, all: readonly WorkflowSource[]): WorkflowSource[] {
  const name = source.file.split(/[\\/]/).at(-1) ?? ''
  const callers = all.filter(
    (each) => each !== source && each.jobs.some(({ job }) => mapText(job, 'uses').split(/[/@]/).includes(name)),
  )
  return [source, ...callers]
}

/** Every condition of a workflow: `if` of jobs and steps, and scripts that decide by the event's text. */
const conditionsIn = ({ jobs }: WorkflowSource): string[] =>
  jobs.flatMap(({ job, steps }) => [
    String(job.if ?? ''),
    ...steps.flatMap(({ step }) => [String(step.if ?? ''), mapText(step, 'run'), mapText(mapOf(step.with), 'script')]),
  ])

/** The texts that conditions look for at the start of a comment or in it. */
function phrasesIn(conditions: readonly string[]): string[] {
  const texts = conditions.flatMap((condition) => [
    ...[
      ...condition.matchAll(
        /(?<!!\s*)\b(?:contains|startsWith)\(\s*[^,()]*(?:body|comment|review|request)[^,()]*,\s*'([^']+)'\s*\)/gi,
      ),
    ].map(([, phrase = '']) => phrase),
    ...[...condition.matchAll(/\.body\s*==\s*'([^']+)'/g)].map(([, phrase = '']) => phrase),
    ...[...condition.matchAll(/\.(?:startsWith|includes)\(\s*['"`]([^'"`]+)['"`]\s*\)/g)].map(
      ([, phrase = '']) => phrase,
    ),
  ])
  return [...new Set(texts.map((text) => text.trim().split(/\s+/)[0] ?? ''))].filter((word) =>
    /^[@/!#]?[\w-]{2,}$/.test(word),
  )
}

/** Comments start a run only with the trigger phrase, so the phrase of the workflow's own condition becomes it. */
export function convertTrigger(step: StepSource, workflows: readonly WorkflowSource[]): Conversion {
  const [source] = workflows
  if (source === undefined || mapOf(step.step.with).trigger_phrase !== undefined) return NOTHING
  if (!workflows.some(({ events }) => COMMENT_EVENTS.some((name) => events.has(name)))) return NOTHING
  const phrases = phrasesIn(workflows.flatMap(conditionsIn))
  const line = source.lineOf(step.path)
  if (phrases.includes(DEFAULT_PHRASE)) {
    const others = phrases.filter((phrase) => phrase !== DEFAULT_PHRASE && /^[@/!]/.test(phrase))
    if (others.length === 0) return NOTHING
    return {
      messages: [
        {
          kind: 'note',
          line,
          text: `Comments start a run with ${DEFAULT_PHRASE}, not with ${others.join(', ')}: a step has one trigger phrase.`,
        },
      ],
    }
  }
  const [phrase, ...others] = phrases.toSorted((a, b) => Number(/^[@/!]/.test(b)) - Number(/^[@/!]/.test(a)))
  if (phrase === undefined)
    return {
      messages: [
        {
          kind: 'note',
          line,
          text: `A comment starts a run only when it contains ${DEFAULT_PHRASE}; set trigger_phrase for another word.`,
        },
      ],
    }
  return {
    inputs: { trigger_phrase: phrase },
    messages: [
      { kind: 'changed', line, text: `Added trigger_phrase: ${phrase}, which the condition of the job looks for.` },
      ...(others.length > 0
        ? [
            {
              kind: 'note' as const,
              line,
              text: `Comments with ${others.join(', ')} start no run: a step has one trigger phrase.`,
            },
          ]
        : []),
    ],
  }
}

/** Bots that a condition lets through start runs only when allowed_bots names them. */
export function convertBots(step: StepSource, workflows: readonly WorkflowSource[]): Conversion {
  const [source] = workflows
  if (source === undefined || mapOf(step.step.with).allowed_bots !== undefined) return NOTHING
  const names = workflows
    .flatMap(conditionsIn)
    .flatMap((condition) =>
      [...condition.matchAll(/(==|!=)?\s*(!\s*contains\([^)]*|)\s*'([\w-]+\[bot\])'/g)].flatMap(
        ([, operator, negated, name = '']) => (operator === '==' && negated === '' ? [name] : []),
      ),
    )
  const bots = [...new Set(names)]
  if (bots.length === 0) return NOTHING
  return {
    inputs: { allowed_bots: bots.join(', ') },
    messages: [
      {
        kind: 'changed',
        line: source.lineOf(step.path),
        text: `Added allowed_bots: ${bots.join(', ')}, which the condition lets through.`,
      },
    ],
  }
}

/** A note about who may start a run now, when the condition lets more people through. */
export function authorNotes(step: StepSource, workflows: readonly WorkflowSource[]): Conversion {
  const [source] = workflows
  const isOpen = workflows.some(({ events }) => COMMENT_EVENTS.some((name) => events.has(name)))
  const text = workflows.flatMap(conditionsIn).join('\n')
  if (source === undefined || !isOpen || !/CONTRIBUTOR|"?NONE"?/.test(text)) return NOTHING
  return {
    messages: [
      {
        kind: 'note',
        line: source.lineOf(step.path),
        text: 'The condition lets people without write permission through; Sluice refuses them, except names in allowed_users.',
      },
    ],
  }
}

/** Whether a later step of the job, or another job by `needs`, reads an output of the step. */
export function readsOutput(
  source: WorkflowSource,
  job: JobSource,
  { step, index }: StepSource,
  name: string,
): boolean {
  const id = mapText(step, 'id').toLowerCase()
  if (id === '') return false
  const reads = (value: unknown) =>
    textsIn(value).some((text) => referencesIn(normalized(text), 'steps').includes(`${id}.outputs.${name}`))
  const exported = Object.entries(mapOf(job.job.outputs)).flatMap(([output, value]) => (reads(value) ? [output] : []))
  const others = source.jobs.filter((each) => each !== job).flatMap((each) => textsIn(each.job))
  return (
    job.steps.slice(index + 1).some((later) => reads(later.step)) ||
    exported.some((output) =>
      others.some((text) =>
        referencesIn(normalized(text), 'needs').includes(`${job.id}.outputs.${output}`.toLowerCase()),
      ),
    )
  )
}
