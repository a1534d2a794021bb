const OMISSION_PHRASES = new Set([
  'rest of',
  'rest of method',
  'rest of methods',
  'rest of code',
  'unchanged code',
  'unchanged method',
  'unchanged methods',
])

/**
 * Finds placeholder lines for omitted code, for example `// ... rest of code ...`, and normalizes them. Written into a
 * file, they would replace the omitted code.
 */
export function findOmissionPlaceholders(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const bare = line
      .trim()
      .replace(/^(\/\/\s*)+/, '')
      .replace(/^\((.*)\)$/, '$1')
      .trim()
    const dots = bare.indexOf('...')
    if (dots < 0) return []
    const before = bare.slice(0, dots).trim().toLowerCase().replace(/\s+/g, ' ')
    return OMISSION_PHRASES.has(before) && /^\.*$/.test(bare.slice(dots + 3).trim()) ? [`${before} ...`] : []
  })
}
