import type { Runtime } from '../../config/runtime.ts'
import type { GitHub } from '../../github/api/github.ts'
import { asSentence, messageOf } from '../../platform/errors.ts'
import { fileVersion } from '../file-version.ts'
import { finishedOnGitHub, type LabelFilter } from '../finished-on-github.ts'
import { type ItemResult, isFinished, parseResults } from '../item-result.ts'
import { fileText, readArtifactName, readScaleArtifact, SCALE_FILES } from '../scale-artifact.ts'
import type { ScaleItem } from '../shard-spec.ts'
import type { FoundItem } from './find-items.ts'

/** Results of earlier runs. `finished`: those that count, by item. */
export type EarlierResults = { all: ItemResult[]; finished: ReadonlyMap<ScaleItem, ItemResult> }

/** Pages of 100 artifacts, newest first. */
const MAX_PAGES = 3
/** Artifacts of earlier runs that are read; the table of a run holds all of its items. */
const MAX_ARTIFACTS = 10

type EarlierServices = {
  github: Pick<GitHub, 'newestArtifacts' | 'artifactZip'>
  runtime: Pick<Runtime, 'env'>
  notice(text: string): void
}

/** Reads the tables of earlier runs of this workflow. Without `actions: read` there are none. Never rejects. */
export async function earlierResults(key: string, { github, notice }: EarlierServices): Promise<EarlierResults> {
  const all: ItemResult[] = []
  const finished = new Map<ScaleItem, ItemResult>()
  try {
    let read = 0
    for (let page = 1; page <= MAX_PAGES && read < MAX_ARTIFACTS; page += 1) {
      const artifacts = await github.newestArtifacts(page)
      for (const artifact of artifacts) {
        if (readArtifactName(artifact.name, key)?.kind !== 'results' || read === MAX_ARTIFACTS) continue
        read += 1
        const contents = await readScaleArtifact(artifact, github)
        if (!contents.ok) continue
        const results = parseResults(fileText(contents.files, SCALE_FILES.results))
        all.push(...results)
        for (const result of results)
          if (isFinished(result) && !finished.has(result.item)) finished.set(result.item, result)
      }
      if (artifacts.length < 100) break
    }
  } catch (error) {
    notice(`The results of earlier runs are not known: ${asSentence(messageOf(error))} They need \`actions: read\`.`)
  }
  return { all, finished }
}

type FinishedServices = {
  github: Pick<GitHub, 'threadStates'>
  key: string
  labels: LabelFilter
  earlier: EarlierResults
  runtime: Pick<Runtime, 'workspace'>
}

/** The items that are left, in their order, and how many are finished. Rejects with GitHubError when the comments cannot be read. */
export async function leaveOutFinished(
  items: readonly FoundItem[],
  { github, key, labels, earlier, runtime }: FinishedServices,
): Promise<{ open: FoundItem[]; finished: number }> {
  const numbers = items.flatMap(({ item }) => (typeof item === 'number' ? [item] : []))
  const states = numbers.length === 0 ? [] : await github.threadStates(numbers)
  const onGitHub = new Set(states.filter((state) => finishedOnGitHub(state, key, labels)).map(({ number }) => number))
  const open: FoundItem[] = []
  for (const each of items) {
    const { item } = each
    const result = earlier.finished.get(item)
    const isDone =
      typeof item === 'number'
        ? onGitHub.has(item) || result !== undefined
        : result !== undefined && result.version === (await fileVersion(runtime.workspace, item))
    if (!isDone) open.push(each)
  }
  return { open, finished: items.length - open.length }
}
