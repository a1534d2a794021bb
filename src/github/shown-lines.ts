import type { GitHub } from './api/github.ts'

/** What a run showed of a path, by the numbers of the lines: as a diff with signs, and as the text of the file. */
type ShownPath = { diff: Map<number, string[]>; file: Map<number, string[]> }

/** All copies of the client of a run have the same object as `repo`. */
const shownPaths = new WeakMap<object, Map<string, ShownPath>>()

type RunClient = Pick<GitHub, 'repo'>

/** What else stands whole in the first prompt of a run, such as `comments #7`. */
const wholeTexts = new WeakMap<object, Set<string>>()

/** Remembers that a text stands whole in the first prompt. */
export function recordWhole(name: string, { repo }: RunClient): void {
  wholeTexts.set(repo, (wholeTexts.get(repo) ?? new Set()).add(name))
}

export const isWhole = (name: string, { repo }: RunClient): boolean => wholeTexts.get(repo)?.has(name) === true

/** Further away, numbers at the start of lines are those of a table and not of the lines. */
const NEAR = 20

const NUMBERED = /^[ \t]*(\d{1,7})\|(.*)$/s

/** Remembers the numbered lines of a diff or file that the model reads. */
export function recordLines(path: string, kind: keyof ShownPath, text: string, { repo }: RunClient): void {
  const paths = shownPaths.get(repo) ?? new Map<string, ShownPath>()
  const shownPath = paths.get(path) ?? { diff: new Map(), file: new Map() }
  shownPaths.set(repo, paths.set(path, shownPath))
  for (const line of text.split('\n')) {
    const [, number = '', rest = ''] = NUMBERED.exec(line) ?? []
    if (number !== '') shownPath[kind].set(Number(number), [...(shownPath[kind].get(Number(number)) ?? []), rest])
  }
}

/** Remembers a diff. What applies to the earlier name of a file applies to it, too: a new name must not hide it from the rules of its place. */
export function recordDiff(
  { path, previousPath }: { path: string; previousPath: string | undefined },
  text: string,
  client: RunClient,
): void {
  recordLines(path, 'diff', text, client)
  if (previousPath !== undefined) recordLines(previousPath, 'diff', '', client)
}

/** The files whose diff or text from GitHub the model got, in that order. */
export const filesShown = ({ repo }: RunClient): readonly string[] => [...(shownPaths.get(repo)?.keys() ?? [])]

/**
 * A text that the model copied, without the numbers of the lines: only when each line has a number that the run showed for this path,
 * and no line of the file there looks like one with a number. The signs of a diff go with them. `near`: about where the text belongs.
 */
export function withoutNumbers(path: string, text: string, { repo }: RunClient, near?: number): string {
  const shownPath = shownPathOf(path, repo)
  const [, first = ''] = NUMBERED.exec(text.split('\n', 1)[0] ?? '') ?? []
  if (shownPath === undefined || first === '' || Math.abs(Number(first) - (near ?? Number(first))) > NEAR) return text
  const lines = text.replace(/\n$/, '').split('\n')
  const numbered = lines.map((line) => {
    const [, number = '', rest = ''] = NUMBERED.exec(line) ?? []
    return { number: Number(number), rest: rest.replace(/\r$/, ''), isNumbered: number !== '' }
  })
  const isShown = ({ number, isNumbered }: (typeof numbered)[number]) => {
    const [diff = [], file = []] = [shownPath.diff.get(number), shownPath.file.get(number)]
    const contents = [...diff.map((each) => each.slice(1)), ...file]
    return isNumbered && contents.length > 0 && !contents.some((each) => NUMBERED.test(each))
  }
  if (!numbered.every(isShown)) return text
  const hasSigns =
    numbered.every(({ number, rest }) => shownPath.diff.has(number) && /^(?:[+ -]|$)/.test(rest)) &&
    numbered.some(({ number, rest }) => /^[+-]/.test(rest) || shownPath.diff.get(number)?.includes(rest)) &&
    !numbered.every(({ number, rest }) => shownPath.file.get(number)?.includes(rest))
  const plain = numbered.map(({ rest }) => (hasSigns ? rest.slice(1) : rest))
  return `${plain.join('\n')}${text.endsWith('\n') ? '\n' : ''}`
}

function shownPathOf(path: string, repo: object): ShownPath | undefined {
  return shownPaths.get(repo)?.get(path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, ''))
}
