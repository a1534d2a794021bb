/** One placeholder of a text; `placeholder` is how it is written, `fallback` what follows `:-`. */
export type Placeholder = { name: string; fallback: string | undefined; placeholder: string }

export type InterpolationSyntax = {
  /** Reads `$NAME` as well as `${NAME}`. */
  bareNames?: boolean
  /** Follows dotenv: `\$` is a dollar sign, and `-` may stand for `:-`. */
  dotenv?: boolean
}

/**
 * Replaces `${NAME}` and `${NAME:-fallback}`, in one pass: what replaces a placeholder is not read again. A placeholder
 * for which `resolve` returns undefined stays as it is.
 */
export function interpolate(
  text: string,
  resolve: (placeholder: Placeholder) => string | undefined,
  { bareNames = false, dotenv = false }: InterpolationSyntax = {},
): string {
  const pattern = dotenv ? DOTENV : bareNames ? BRACED_OR_BARE : BRACED
  const replaced = (part: string) =>
    part.replace(
      pattern,
      (placeholder: string, braced: string | undefined, fallback: string | undefined, bare: unknown) => {
        // Without bare names the pattern has no third group, and this is the offset.
        const name = braced ?? (typeof bare === 'string' ? bare : undefined)
        if (name === undefined) return '$'
        return resolve({ name, fallback, placeholder }) ?? placeholder
      },
    )
  // Behind the last brace none ends: a pattern would look for the end of each to the end of the text.
  const end = text.lastIndexOf('}') + 1
  const open = text.slice(end).split(/(?=(?<!\\)\$\{|\\\$\{)/)
  return replaced(text.slice(0, end)) + open.map(replaced).join('')
}

/** Replaces `${name}` by a known value, or by its fallback if that value is empty. Unknown names stay: a shell may know them. */
export const interpolateKnown = (text: string, values: Readonly<Record<string, string>>): string =>
  interpolate(text, ({ name, fallback }) =>
    Object.hasOwn(values, name) ? values[name] || (fallback ?? '') : undefined,
  )

/** The value with `replace` applied to every text in it, at any depth. Keys stay; `path` joins the keys with dots. */
export function mapTexts<Value>(
  value: Value,
  replace: (text: string, path: string) => string,
  isVerbatim: (path: string) => boolean = () => false,
): Value {
  const visit = (item: unknown, path: string): unknown => {
    if (isVerbatim(path)) return item
    if (typeof item === 'string') return replace(item, path)
    if (Array.isArray(item)) return item.map((each, index) => visit(each, `${path}.${index}`))
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(
      Object.entries(item).map(([key, each]) => [key, visit(each, path === '' ? key : `${path}.${key}`)]),
    )
  }
  // Only texts change, and they stay texts.
  return visit(value, '') as Value
}

/**
 * Whether a variable is a credential or a command file of the runner, or an input of the action. No placeholder in a
 * repository file stands for one: a server or a program with the path of a command file could set up later steps.
 */
export const isReservedVariable = (name: string): boolean =>
  /^(?:ACTIONS|INPUT|STATE|RUNNER_OIDC)_|^GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)$/i.test(name)

const BRACED = /\$\{([\w/]+)(?::-([^}]*))?\}/g
const BRACED_OR_BARE = /\$(?:\{([^}]+?)(?::-([^}]*))?\}|(\w+))/g
const DOTENV = /\\\$|\$(?:\{([A-Za-z_]\w*)(?::?-([^}]*))?\}|([A-Za-z_]\w*))/g
