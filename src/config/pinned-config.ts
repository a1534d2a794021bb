import type { GitHub } from '../github/api/github.ts'
import { looksPinned, type PinnedFile, type PinnedLocation, parsePinnedLocation } from '../github/api/pinned-files.ts'
import { messageOf, UserError } from '../platform/errors.ts'
import type { LoadedFile } from '../platform/files/workspace.ts'
import type { Inputs } from './inputs.ts'

/** The inputs that can name files of another repository as `OWNER/REPO@SHA:path`. */
export type PinnedInputs = Pick<Inputs, 'policies' | 'admin_policies' | 'admin_settings'>

/** Files of other repositories at the commits that the workflow names. */
export type PinnedConfig = {
  /** The files that an entry of an input names. Rejects with UserError for an entry that cannot be read. */
  read(entry: string, input: string): Promise<PinnedFile[]>
  /** What was read so far, for the report. */
  loaded(): LoadedFile[]
}

/** The name of a pinned file in messages. */
export const pinnedLabel = ({ owner, name, sha }: PinnedLocation, path: string): string =>
  `${owner}/${name}@${sha.slice(0, 12)}:${path}`

/** Every location that the inputs name, for one query. Entries with a mistake are left out; `read` reports them. */
function pinnedLocations(inputs: PinnedInputs): PinnedLocation[] {
  const lines = [inputs.admin_policies, inputs.admin_settings, inputs.policies].flatMap((text) => text.split('\n'))
  const located = lines.filter(looksPinned).flatMap((line) => {
    const location = parsePinnedLocation(line)
    return 'problem' in location ? [] : [location]
  })
  return [...new Map(located.map((location) => [location.entry, location])).values()]
}

/** Asks for the pinned files while GitHub answers who may start the run. */
export async function prefetchPinned(inputs: PinnedInputs, github: Pick<GitHub, 'pinnedFiles'>): Promise<void> {
  const locations = pinnedLocations(inputs)
  if (locations.length > 0) await github.pinnedFiles(locations).catch(() => undefined)
}

/** Reads the pinned files that the inputs name, all of them in one query. Without `github` every read rejects. */
export function openPinnedConfig(inputs: PinnedInputs, github: Pick<GitHub, 'pinnedFiles'> | undefined): PinnedConfig {
  const loaded: LoadedFile[] = []
  return {
    async read(entry, input) {
      const refuse = (reason: string): never => {
        throw new UserError(`The ${input} names ${entry}, ${reason}.`)
      }
      const location = parsePinnedLocation(entry)
      if ('problem' in location) return refuse(location.problem)
      if (github === undefined) return refuse(NO_TOKEN)
      const locations = pinnedLocations(inputs)
      const index = locations.findIndex((each) => each.entry === location.entry)
      const asked = index < 0 ? [location] : locations
      const answers = await github.pinnedFiles(asked).catch((error: unknown) => {
        throw new UserError(
          `The ${input} names ${entry}, which GitHub did not return, so nothing ran. Try again. (${messageOf(error)})`,
          { cause: error },
        )
      })
      const answer = answers[Math.max(0, index)] ?? { problem: 'GitHub did not answer' }
      if ('problem' in answer) return refuse(`but ${answer.problem}`)
      const ref = location.sha
      for (const { path, sha, text } of answer.files)
        loaded.push({ path: pinnedLabel(location, path), sha, ref, bytes: Buffer.byteLength(text) })
      return answer.files.map((file) => ({ ...file, path: pinnedLabel(location, file.path) }))
    },
    loaded: () => [...loaded],
  }
}

/** For commands that read nothing from GitHub. */
export const NO_PINNED_FILES: PinnedConfig = openPinnedConfig(
  { policies: '', admin_policies: '', admin_settings: '' },
  undefined,
)

const NO_TOKEN =
  'which is in another repository. Set GITHUB_TOKEN to read it from GitHub, or name a local copy of the file'
