/** The text of every expression in a value: between `${{` and `}}`, and all of an `if`. */
export const expressionsIn = (text: string): string[] =>
  [...text.matchAll(/\$\{\{([\s\S]*?)\}\}/g)].map(([, inside = '']) => normalized(inside))

/** `x['y']` as `x.y`, and without other texts in quotes. */
export const normalized = (expression: string): string =>
  expression
    .replace(/\[\s*'([\w-]+)'\s*\]/g, '.$1')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s*\.\s*/g, '.')

/** What an expression reads, lower-case: `env.name`, `steps.id.outputs.name`. */
export const referencesIn = (expression: string, context: string): string[] =>
  [...expression.matchAll(new RegExp(`(?<![\\w.-])${context}((?:\\.[\\w-]+)+)`, 'gi'))].map(([, path = '']) =>
    path.slice(1).toLowerCase(),
  )

/** Secrets, the token, and whole contexts that contain them. */
export const readsSecret = (expression: string): boolean =>
  /(?<![\w.-])(?:secrets(?![\w-])|github\.token(?![\w-])|github\.\*|(?:github|env|steps|needs|job|inputs)(?![\w.-]))/i.test(
    expression,
  ) || /(?<![\w.-])(?:github|env|steps|needs|inputs)(?:\.[\w-]+)*(?:\.\*|\s*\[)/i.test(expression)
