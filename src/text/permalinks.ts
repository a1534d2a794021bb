/** Lines of a file, counted from 1. */
export type CodeLines = { path: string; start: number; end: number }

/** Where links to code lead. `blobUrl`: the start of the addresses of files; a commit and a path follow. */
export type CodeSource = { blobUrl: string; commit: string }

/** Files that GitHub shows rendered. Only their plain form has lines to link to. */
const RENDERED =
  /\.(?:md|markdown|mdown|mkdn?|mdx|rst|adoc|asciidoc|asc|org|textile|rdoc|pod|mediawiki|wiki|creole|ipynb|csv|tsv|svg|geojson|stl)$/i

/** The address of lines of a file at a commit. It leads to the same text when the branch moves. */
export function permalink({ path, start, end }: CodeLines, { blobUrl, commit }: CodeSource): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const lines = start === end ? `L${end}` : `L${start}-L${end}`
  return `${blobUrl}/${commit}/${encoded}${RENDERED.test(path) ? '?plain=1' : ''}#${lines}`
}
