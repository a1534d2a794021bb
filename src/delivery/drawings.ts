/** Languages of fences that GitHub draws instead of showing them. */
export const DRAWN = /^(?:mermaid|geojson|topojson|stl|math)\b/i

/** What in a diagram or a formula links, loads a picture, or spells an address in another way. */
const REACHING =
  /\/\/|#\w+;|&#|@\{|<\s*(?:img|image|a|iframe|style|script|svg|object|embed|link|use)\b|\bhref\b|url\s*\(|%%\{|themeCSS|\\(?:url|require|style|class|cssId|includegraphics|def|let|newcommand)|^\s*(?:click|links?)\b/im

/**
 * Whether a fence of this language could have whoever looks at it load or follow something. Maps and models always do:
 * tiles, and what their properties say.
 */
export function reachesOut(language: string, text: string): boolean {
  if (!DRAWN.test(language)) return false
  return !/^(?:mermaid|math)$/i.test(language) || REACHING.test(text)
}
