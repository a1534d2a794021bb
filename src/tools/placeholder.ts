const STANDS_FOR = new Set([
  'rest of',
  'rest of method',
  'rest of methods',
  'rest of code',
  'unchanged code',
  'unchanged method',
  'unchanged methods',
])

/**
 * Lines that say "the rest stays as it is" instead of being it, such as `// ... rest of code ...`, in normal form.
 * Written into a file they would destroy what they stand for.
 */
export function placeholdersIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const bare = line
      .trim()
      .replace(/^(\/\/\s*)+/, '')
      .replace(/^\((.*)\)$/, '$1')
      .trim()
    const dots = bare.indexOf('...')
    if (dots < 0) return []
    const before = bare.slice(0, dots).trim().toLowerCase().replace(/\s+/g, ' ')
    return STANDS_FOR.has(before) && /^\.*$/.test(bare.slice(dots + 3).trim()) ? [`${before} ...`] : []
  })
}
