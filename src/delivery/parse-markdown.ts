import type { Root } from 'mdast'
import type { Extension } from 'mdast-util-from-markdown'

/**
 * Loads the parser. It knows GitHub's tables, because a pipe ends inline code there that goes on anywhere else. The other
 * extensions of GitHub's dialect change nothing that delivery/safe-markdown.ts judges, footnotes excepted: see there.
 */
export async function markdownParser(): Promise<(source: string) => Root> {
  const [{ fromMarkdown }, { gfmTable }] = await Promise.all([
    import('mdast-util-from-markdown'),
    import('micromark-extension-gfm-table'),
  ])
  return (source) => fromMarkdown(source, { extensions: [gfmTable()], mdastExtensions: [tables] })
}

/** Table tokens to nodes; alignment does not matter here. */
const tables: Extension = {
  enter: {
    table(token) {
      this.enter({ type: 'table', children: [] }, token)
    },
    tableRow(token) {
      this.enter({ type: 'tableRow', children: [] }, token)
    },
    tableHeader(token) {
      this.enter({ type: 'tableCell', children: [] }, token)
    },
    tableData(token) {
      this.enter({ type: 'tableCell', children: [] }, token)
    },
  },
  exit: {
    table(token) {
      this.exit(token)
    },
    tableRow(token) {
      this.exit(token)
    },
    tableHeader(token) {
      this.exit(token)
    },
    tableData(token) {
      this.exit(token)
    },
  },
}
