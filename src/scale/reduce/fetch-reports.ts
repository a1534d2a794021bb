import type { GitHub } from '../../github/api/github.ts'
import { parseResults } from '../item-result.ts'
import { fileText, readArtifactName, readScaleArtifact, SCALE_FILES } from '../scale-artifact.ts'
import type { ShardReport } from './reduction.ts'

type ReportServices = {
  github: Pick<GitHub, 'listArtifacts' | 'artifactZip'>
  key: string
  plan: string
  notice(text: string): void
}

/** The artifacts that the shards of a plan uploaded in a workflow run. Rejects with GitHubError when they cannot be listed. */
export async function fetchReports(run: number, { github, key, plan, notice }: ReportServices): Promise<ShardReport[]> {
  const reports: ShardReport[] = []
  for (const artifact of await github.listArtifacts(run)) {
    const label = readArtifactName(artifact.name, key)
    if (label?.kind !== 'shard' || label.plan !== plan || artifact.run !== run) continue
    const contents = await readScaleArtifact(artifact, github)
    if (!contents.ok) {
      notice(`Ignored the artifact ${artifact.name}: ${contents.reason}.`)
      continue
    }
    const { shard, attempt, part } = label
    const patches = [...contents.files].flatMap(([name, bytes]) =>
      name.startsWith('patches/')
        ? [[name.slice('patches/'.length), Buffer.from(bytes).toString('utf8')] as const]
        : [],
    )
    const results = parseResults(fileText(contents.files, SCALE_FILES.results))
    reports.push({ shard, attempt, part, results, patches: new Map(patches) })
  }
  return reports
}
