import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runtime } from '../config/runtime.ts'
import { messageOf } from '../platform/errors.ts'
import { VERSION } from '../platform/version.ts'
import type { FindingsSummary } from './findings-summary.ts'
import { reviewSarif } from './sarif.ts'

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
    const text = reviewSarif([...review.findings, ...review.folded], {
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
