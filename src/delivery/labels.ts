export type Shelf = {
  /** Labels to choose from when nothing else is said. */
  known: readonly string[]
  /** Globs of the labels that may be set; none: those that are known. */
  allowed: readonly string[]
  /** Labels that are there already. */
  has: readonly string[]
}

/** GitHub's limit for a label's name, in characters. */
const MOST_CHARACTERS = 50
const MOST_NAMED = 40

/** Of the labels that were asked for those that may be set, in the repository's own spelling; the others with the reason. */
export async function chooseLabels(
  wanted: readonly string[],
  shelf: Shelf,
): Promise<{ kept: string[]; refused: string[] }> {
  const { known, allowed, has } = shelf
  const may = await matcher(allowed)
  const kept: string[] = []
  const refused: string[] = []
  for (const given of new Set(wanted.map((name) => name.trim()))) {
    const spelt = known.find((name) => same(name, given))
    const name = spelt ?? given
    if (kept.includes(name)) continue
    if (has.some((each) => same(each, name))) refused.push(`${name}: is set already`)
    else if (allowed.length > 0 ? !may(name) : spelt === undefined) refused.push(`${given}: ${accepted(shelf)}`)
    else if (!isName(name)) refused.push(`${given}: is no name for a label`)
    else kept.push(name)
  }
  return { kept, refused }
}

const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

const isName = (name: string) =>
  name !== '' && [...name].length <= MOST_CHARACTERS && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)

function accepted({ known, allowed }: Shelf): string {
  const names = allowed.length > 0 ? allowed : known
  if (names.length === 0) return 'there are no labels to choose from'
  const shown = names.slice(0, MOST_NAMED).map((name) => JSON.stringify(name))
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : ''
  return `is not accepted; accepted are ${shown.join(', ')}${more}`
}

/** Globs over whole names; a star stands for anything, a slash included, as labels have no folders. */
async function matcher(globs: readonly string[]): Promise<(name: string) => boolean> {
  if (globs.length === 0) return () => false
  const { default: picomatch } = await import('picomatch')
  const fits = picomatch([...globs], { bash: true, dot: true, nocase: true })
  return (name) => globs.some((glob) => same(glob, name)) || fits(name)
}
