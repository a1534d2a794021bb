import { expect, test } from 'vitest'
import { hiddenHtml } from '../../src/text/hidden-html.ts'

/** What is left of a text that is one piece. */
function visiblePart(text: string): string {
  const { edits } = hiddenHtml(text, [{ start: 0, end: text.length }])
  return edits
    .toReversed()
    .reduce((kept, { start, end, text: put }) => kept.slice(0, start) + put + kept.slice(end), text)
}

test.each([
  ['<div hidden>secret</div>visible', 'visible'],
  ['<div hidden><p>secret</div>visible', 'visible'],
  ['<div hidden><ul><li>secret</ul>secret</div>visible', 'visible'],
  // Where the element ends is not certain, so the rest counts as hidden.
  ['<div hidden><ul>secret</div>secret', ''],
  ['<div hidden><ul><p>secret</div>secret', ''],
  ['<div hidden><section>secret</div>secret</section></div>visible', 'visible'],
])('a hidden element: %s', (text, visible) => expect(visiblePart(text)).toBe(visible))
