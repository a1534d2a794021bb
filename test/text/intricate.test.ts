import { expect, test } from 'vitest'
import { roughlyHidden } from '../../src/text/clean-inbound.ts'
import { isTooIntricate } from '../../src/text/parse-markdown.ts'
import { applyEdits } from '../../src/text/text-edit.ts'

/** As many marks as the parser gets in one paragraph, and one more. */
const MOST = '_'.repeat(3000)
const HALF = '_'.repeat(1500)
const TOO_MANY = `${MOST}_`

const intricate: [name: string, text: string, isIntricate: boolean][] = [
  ['the most marks', MOST, false],
  ['one more', TOO_MANY, true],
  ['one more over two lines', `${HALF}\n${HALF}_`, true],
  ['in two paragraphs', `${HALF}\n\n${HALF}_`, false],
  ['in two paragraphs with blanks between', `${HALF}\n \n${HALF}_`, false],
  ['in a fence', `\`\`\`\n${TOO_MANY}\n\`\`\``, false],
  ['in a fence of tildes', `~~~\n${TOO_MANY}\n~~~`, false],
  ['in a fence behind a line', `x\n\`\`\`\n${TOO_MANY}`, false],
  ['in a fence below HTML', `   <b>\n\`\`\`\n${TOO_MANY}\n\`\`\``, true],
  ['in a fence below code that looks like HTML', `    <b>\n\`\`\`\n${TOO_MANY}\n\`\`\``, false],
  ['behind a fence', `\`\`\`\nx\n\`\`\`\n${TOO_MANY}`, true],
  ['behind a longer end of a fence', `\`\`\`\nx\n\`\`\`\`\n${TOO_MANY}`, true],
  ['behind a shorter end of a fence', `\`\`\`\`\nx\n\`\`\`\n${TOO_MANY}`, false],
  ['behind an end of other characters', `\`\`\`\nx\n~~~\n${TOO_MANY}`, false],
  ['behind an end with words', `\`\`\`\nx\n\`\`\` y\n${TOO_MANY}`, false],
  ['behind what is no fence', `\`\`\` \`x\n${TOO_MANY}`, true],
]
for (const [name, text, isIntricate] of intricate)
  test(`too intricate to parse: ${name}`, () => expect(isTooIntricate(text)).toBe(isIntricate))

const rough: [text: string, rest: string][] = [
  ['![evil](a.png)', '![](a.png)'],
  ['![](a.png)', '![](a.png)'],
  ['[seen](a.png)', '[seen](a.png)'],
  ['![a [evil] b](a.png)', '![](a.png)'],
  ['a] ![evil](x)', 'a] ![](x)'],
  ['[![evil](x)](y)', '[![](x)](y)'],
  ['!x[seen]', '!x[seen]'],
  ['![seen', '![seen'],
  ['| a | b |\n| - | - |\n| 1 | 2 | evil |', '| a | b |\n| - | - |\n| 1 | 2 '],
  ['| a | b |\n| - | - |\n| 1 | 2 | evil', '| a | b |\n| - | - |\n| 1 | 2 '],
  ['| a | b |\n| - | - |\n| 1 | 2', '| a | b |\n| - | - |\n| 1 | 2'],
  ['a | b\n - | -\n1', 'a | b\n - | -\n1'],
  ['| a |\n| - |\n\n| 1 | seen |', '| a |\n| - |\n\n| 1 | seen |'],
  ['| a |\n| - |\n \n| 1 | seen |', '| a |\n| - |\n \n| 1 | seen |'],
  ['| 1 | seen |\n| - |', '| 1 | seen |\n| - |'],
  ['| a |\n| - |\n| 1 \\| seen | evil', '| a |\n| - |\n| 1 \\| seen '],
  ['> | a |\n> | - |\n> | 1 | evil |', '> | a |\n> | - |\n> | 1 '],
  ['| a | b | x\n| - | - | x\n| 1 | 2 | x', '| a | b | x\n| - | - | x\n| 1 | 2 | x'],
]
for (const [text, rest] of rough)
  test(`what a text that is too intricate could hide: ${JSON.stringify(text)}`, () => {
    expect(applyEdits(text, roughlyHidden(text))).toBe(rest)
    expect(roughlyHidden(text).filter(({ start, end }) => start >= end)).toEqual([])
  })
