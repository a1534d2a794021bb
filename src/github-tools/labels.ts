import picomatch from 'picomatch'
export type LabelRules = {
  /** The labels that may be set when `allowed` is empty. */
  existing: readonly string[]
  /** Globs of the labels that may be set. */
  allowed: readonly string[]
  /** The labels that are set already. */
  current: readonly string[]
}

/** GitHub's limit for the name of a label, in characters. */
const MAX_NAME_CHARACTERS = 50
const MAX_LISTED = 40

/** The requested labels that may be set, in the repository's spelling, and the others with the reason. */
export async function chooseLabels(
  requested: readonly string[],
  rules: LabelRules,
): Promise<{ accepted: string[]; refused: string[] }> {
  const { existing, allowed, current } = rules
  const isAllowed = matcher(allowed)
  const accepted: string[] = []
  const refused: string[] = []
  for (const label of new Set(requested.map((name) => name.trim()))) {
    const spelling = existing.find((name) => isSameName(name, label))
    const name = spelling ?? label
    if (accepted.includes(name)) continue
    if (current.some((each) => isSameName(each, name))) refused.push(`${name}: is set already`)
    else if (allowed.length > 0 ? !isAllowed(name) : spelling === undefined)
      refused.push(`${label}: ${describeAccepted(rules)}`)
    else if (!isValidName(name)) refused.push(`${label}: is not a valid label name`)
    else accepted.push(name)
  }
  return { accepted, refused }
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

const isValidName = (name: string) =>
  name !== '' && [...name].length <= MAX_NAME_CHARACTERS && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)

function describeAccepted({ existing, allowed }: LabelRules): string {
  const names = allowed.length > 0 ? allowed : existing
  if (names.length === 0) return 'there are no labels to choose from'
  const shown = names.slice(0, MAX_LISTED).map((name) => JSON.stringify(name))
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : ''
  return `is not accepted; accepted are ${shown.join(', ')}${more}`
}

/** Matches globs against whole names. A star matches slashes, too, because labels have no folders. */
function matcher(globs: readonly string[]): (name: string) => boolean {
  if (globs.length === 0) return () => false
  const matches = picomatch([...globs], { bash: true, dot: true, nocase: true })
  return (name) => globs.some((glob) => isSameName(glob, name)) || matches(name)
}
