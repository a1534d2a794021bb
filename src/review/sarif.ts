import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runtime } from '../config/runtime.ts'
import { SEVERITIES, type Severity } from '../github-tools/proposal.ts'
import { messageOf } from '../platform/errors.ts'
import { VERSION } from '../platform/version.ts'
import { truncateAtLine } from '../text/write-markdown.ts'
import { type FindingsSummary, isOpenFinding, type SummarizedFinding, standingFolded } from './summarize-review.ts'

/** What the file is about. `repositoryUrl`: its page, for example `https://github.com/octo/pond`. `job`: the workflow and job that review. */
export type SarifContext = { version: string; repositoryUrl: string; commit: string; job: string }

/** GitHub keeps at most this many results of one run. https://docs.github.com/en/code-security/reference/code-scanning/sarif-files */
export const MAX_SARIF_RESULTS = 5000

/** GitHub takes 10 MB, compressed. */
const MAX_TEXT = 1000

const LEVELS: Record<Severity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  nit: 'note',
}

/** Within the ranges that GitHub shows as critical, high, medium and low. */
const SECURITY_SCORES: Record<Severity, string> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
  nit: '1.0',
}

/**
 * The findings of a review as a SARIF 2.1.0 file for GitHub's code scanning, the worst first. What is fixed or dismissed is left out, so
 * GitHub closes its alert. Findings on removed lines are left out and counted: a SARIF file shows one commit. A finding keeps its
 * fingerprint when its code moves. Pure.
 */
export function reviewSarif(findings: readonly SummarizedFinding[], context: SarifContext): string {
  const open = findings.filter(isOpenFinding)
  const placed = open.filter(({ line, isRemoved }) => line !== undefined && isRemoved !== true)
  const included = placed
    .toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity))
    .slice(0, MAX_SARIF_RESULTS)
  const rules = [...new Map(included.map((finding) => [ruleId(finding), toRule(finding)])).values()]
  const ids = rules.map(({ id }) => id)
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Sluice',
            version: context.version,
            informationUri: 'https://github.com/sluice-agent/sluice',
            rules,
          },
        },
        automationDetails: { id: `sluice/${context.job}/` },
        versionControlProvenance: [{ repositoryUri: context.repositoryUrl, revisionId: context.commit }],
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: leftOut(open.length, included.length) }],
        columnKind: 'utf16CodeUnits',
        results: included.map((finding) => toResult(finding, ids)),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

/** GitHub reads the score of a security alert from its rule, so that each severity is a rule. */
const ruleId = ({ category, severity }: SummarizedFinding): string =>
  category === 'security' ? `security/${severity}` : category

function toRule(finding: SummarizedFinding) {
  const { category, severity } = finding
  const isSecurity = category === 'security'
  return {
    id: ruleId(finding),
    name: category,
    shortDescription: { text: isSecurity ? `Security, ${severity}` : `Review: ${category}` },
    fullDescription: { text: `A finding of category ${category} from a model's review of the changes.` },
    help: { text: 'A model found this. Read the code and the comment on the pull request before you change anything.' },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { tags: [category], 'security-severity': isSecurity ? SECURITY_SCORES[severity] : undefined },
  }
}

function toResult(finding: SummarizedFinding, ids: readonly string[]) {
  const { id, severity, confidence, path, start, line = 1, text, state } = finding
  return {
    ruleId: ruleId(finding),
    ruleIndex: ids.indexOf(ruleId(finding)),
    level: LEVELS[severity],
    message: { text: truncateAtLine(text, MAX_TEXT) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: {
            uri: path.toWellFormed().split('/').map(encodeURIComponent).join('/'),
            uriBaseId: '%SRCROOT%',
          },
          region: { startLine: start ?? line, endLine: line },
        },
      },
    ],
    // The only fingerprint that GitHub compares.
    partialFingerprints: { primaryLocationLineHash: `${id}:1` },
    properties: { severity, state, confidence, producer: finding.producer, second_look: finding.secondLook },
  }
}

const leftOut = (openCount: number, includedCount: number) =>
  openCount === includedCount
    ? []
    : [
        {
          level: 'note',
          message: {
            text: `This file leaves out ${openCount - includedCount} of ${openCount} open findings: those on removed lines, on code that is gone, or beyond ${MAX_SARIF_RESULTS} results.`,
          },
        },
      ]

/** Also the findings of other reviews: GitHub closes the alerts that a newer file leaves out. */
const allOpen = (review: FindingsSummary): SummarizedFinding[] =>
  [...review.findings, ...standingFolded(review), ...(review.others ?? [])].map((finding) => ({
    ...finding,
    producer: finding.producer ?? review.producer,
  }))

type SarifTarget = Pick<Runtime, 'scratch'> & {
  identity: { server: string; repository: string; workflow: string; job: string }
  notice: (text: string) => void
}

/** Writes the findings of a review as a SARIF file. Returns its path; empty without a review. Never rejects. */
export async function writeSarif(
  review: FindingsSummary | undefined,
  { scratch, identity, notice }: SarifTarget,
): Promise<string> {
  if (review === undefined) return ''
  const { server, repository, workflow, job } = identity
  const path = join(scratch, 'findings.sarif')
  try {
    const text = reviewSarif(allOpen(review), {
      version: VERSION,
      repositoryUrl: `${server}/${repository}`,
      commit: review.commit,
      job: `${workflow}/${job}`,
    })
    await writeFile(path, text)
    return path
  } catch (error) {
    notice(`The findings could not be written as SARIF: ${messageOf(error)}`)
    return ''
  }
}
