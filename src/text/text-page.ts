import { keepStart } from './truncate.ts'

/** One page of a long text, split between lines where possible, and the number of pages. */
export function textPage(text: string, size: number, page: number): { text: string; pages: number } {
  const pages: string[] = []
  let start = 0
  while (start < text.length) {
    const limit = start + size
    const line = limit < text.length ? text.lastIndexOf('\n', limit - 1) : -1
    const end = line > start ? line + 1 : start + keepStart(text.slice(start, limit + 1), size).length
    pages.push(text.slice(start, end))
    start = end
  }
  return { text: pages[page - 1] ?? '', pages: Math.max(1, pages.length) }
}
