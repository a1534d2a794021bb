import { readBlob, resolveObject } from '../../src/emulators/github/repository-git.ts'

/** A link to lines of code in a posted text. `lines`: the text it leads to, without line ends; undefined when there is none. */
export type CodeLink = { repository: string; commit: string; lines: string | undefined }

/** The links to code in a posted text, followed as a browser would. `folder`: the one of the repository that the server shows. */
export async function codeLinksIn(text: string, folder: string): Promise<CodeLink[]> {
  const links = text.matchAll(
    /https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\/([0-9a-f]{40})\/([^>\s)#?]+)(?:\?plain=1)?#L(\d+)(?:-L(\d+))?/g,
  )
  return Promise.all(
    Array.from(links, async ([, repository = '', commit = '', path = '', first = '', last = first]) => {
      const shown = await textAt(`${commit}:${path.split('/').map(decodeURIComponent).join('/')}`, folder)
      const all = shown?.split('\n').map((line) => line.replace(/\r$/, ''))
      const isThere = all !== undefined && Number(last) <= all.length && Number(first) <= Number(last)
      return { repository, commit, lines: isThere ? all.slice(Number(first) - 1, Number(last)).join('\n') : undefined }
    }),
  )
}

async function textAt(object: string, folder: string): Promise<string | undefined> {
  const sha = await resolveObject(folder, object)
  return sha === undefined ? undefined : (await readBlob(folder, sha))?.toString('utf8')
}
