/** Fence languages that GitHub renders as diagrams or formulas. */
export const RENDERED_AS_DIAGRAM = /^(?:mermaid|geojson|topojson|stl|math)\b/i

/** Parts of a diagram or formula that link, load an image or encode an address. */
const EXTERNAL =
  /\/\/|#\w+;|&#|@\{|<\s*(?:img|image|a|iframe|style|script|svg|object|embed|link|use)\b|\bhref\b|url\s*\(|%%\{|themeCSS|\\(?:url|require|style|class|cssId|includegraphics|def|let|newcommand)|^\s*(?:click|links?)\b/im

/**
 * Whether a fence of this language could make the reader's browser load or link to an external address. Maps and 3D
 * models always can, through their tiles and properties.
 */
export function loadsExternalContent(language: string, text: string): boolean {
  if (!RENDERED_AS_DIAGRAM.test(language)) return false
  return !/^(?:mermaid|math)$/i.test(language) || EXTERNAL.test(text)
}

/** Macros of a formula that hide their argument: phantoms and white text. */
export const HIDING_MACRO = /\\[hv]?phantom\s*\{[^{}]*\}|\\(?:text)?color\s*\{\s*white\s*\}\s*(?:\{[^{}]*\})?/gi
