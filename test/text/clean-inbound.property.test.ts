import { expect, test } from 'vitest'
import { cleanInbound } from '../../src/text/clean-inbound.ts'
import { isFull } from '../sample.ts'
import { generateMarkdown, WORD } from './markdown-generator.ts'
import { renderPage } from './rendered-page.ts'

const CASES = isFull ? 2500 : 120
const wordsIn = (text: string) => new Set(text.match(WORD) ?? [])

test('every word that reaches the prompt is visible, and every visible word reaches it or is counted', async () => {
  let visible = 0
  let leftOut = 0
  for (let seed = 1; seed <= CASES; seed += 1) {
    const { text, labels } = generateMarkdown(seed)
    const cleaned = await cleanInbound(text)
    const page = renderPage(text)
    const languages = wordsIn(Array.from(text.matchAll(/(?:`{3}|~{3})[ \t]*(\S+)/g), ([, word]) => word).join(' '))
    const shown = wordsIn(page.texts.join(' '))
    const reachable = wordsIn([...page.texts, ...page.addresses].join(' '))
    const prompt = wordsIn(cleaned.text)
    const hidden = [...prompt].filter((word) => !reachable.has(word) && !labels.has(word) && !languages.has(word))
    const missing = [...shown].filter((word) => !prompt.has(word))
    expect({ seed, text, cleaned: cleaned.text, hidden }).toMatchObject({ hidden: [] })
    if (cleaned.removed === 0) expect({ seed, text, cleaned: cleaned.text, missing }).toMatchObject({ missing: [] })
    visible += shown.size
    leftOut += missing.length
  }
  expect(visible).toBeGreaterThan(CASES * 3)
  expect(leftOut / visible).toBeLessThan(0.1)
})
