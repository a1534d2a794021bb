import { expect, test } from 'vitest'
import {
  findRepeatedCalls,
  findRepeatedText,
  findRepetition,
  watchForRepeatedText,
} from '../../src/agent/repetition.ts'

const cycles: [name: string, calls: string, found: boolean][] = [
  ['nothing', '', false],
  ['four equal', 'aaaa', false],
  ['five equal', 'aaaaa', true],
  ['five equal after others', 'bcaaaaa', true],
  ['five equal, then another', 'aaaaab', false],
  ['a pair five times', 'ababababab', true],
  ['a pair four times', 'abababab', false],
  ['a cycle of three, fifteen calls', 'abc'.repeat(5), true],
  ['a cycle of three, one call short', 'abc'.repeat(5).slice(1), false],
  ['a cycle of five, twenty-five calls', 'abcde'.repeat(5), true],
  ['a cycle of six, five times', 'abcdef'.repeat(5), false],
]
for (const [name, calls, found] of cycles)
  test(`calls: ${name}`, () => expect(findRepeatedCalls([...calls]) !== undefined).toBe(found))

const SENTENCE = 'I will now look at the file again to be quite sure. '
/** Letters that do not repeat themselves: a linear congruential generator's. */
function filler(seed: number, length: number): string {
  let state = seed + 1
  let text = ''
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    text += String.fromCharCode(97 + (Math.floor(state / 65_536) % 26))
  }
  return text
}

const words: [name: string, text: string, found: boolean][] = [
  ['too short to say anything', 'again '.repeat(3), false],
  ['the same sentence ten times', SENTENCE.repeat(11), true],
  ['the same sentence nine times', SENTENCE.repeat(8), false],
  ['the same sentence on lines of their own', `${SENTENCE}\n`.repeat(12), true],
  ['the same paragraph, parted by empty lines', `${SENTENCE}\n\n`.repeat(12), true],
  ['the same sentence, far apart', Array.from({ length: 12 }, (_, i) => SENTENCE + filler(i, 400)).join(' '), false],
  [
    'the same sentence, near, with ever new things between',
    Array.from({ length: 12 }, (_, i) => SENTENCE + filler(i, 60)).join(' '),
    false,
  ],
  ['in a code block', `\`\`\`js\n${`${SENTENCE}\n`.repeat(12)}\`\`\``, false],
  ['in a code block that was never closed', `~~~\n${`${SENTENCE}\n`.repeat(12)}`, false],
  ['after a code block', `\`\`\`\nx\n\`\`\`\n${SENTENCE.repeat(12)}`, true],
  [
    'list items with a long shared beginning',
    Array.from({ length: 15 }, (_, i) => `- The following file has to be looked at by somebody: ${i}`).join('\n'),
    false,
  ],
  ['numbered items', Array.from({ length: 15 }, (_, i) => `${i}. ${SENTENCE}`).join('\n'), false],
  ['a table', Array.from({ length: 15 }, () => `| ${SENTENCE} | ${SENTENCE} |`).join('\n'), false],
  ['headings and quotations', Array.from({ length: 15 }, () => `## ${SENTENCE}\n> ${SENTENCE}`).join('\n'), false],
  ['a rule of dashes', '-'.repeat(400), false],
  ['a rule of box drawing', '─'.repeat(400), false],
  ['equal signs and stars on lines', `${'='.repeat(80)}\n${'*'.repeat(80)}\n`.repeat(10), false],
  [
    'a long answer that says something',
    Array.from({ length: 60 }, (_, i) => `${filler(i, 70)} stands in line ${i}.`).join(' '),
    false,
  ],
]
for (const [name, text, found] of words)
  test(`text: ${name}`, () => expect(findRepeatedText(text) !== undefined).toBe(found))

/** How much of a streamed text a listener gets before it stops. */
function heardOf(text: string, piece = 37): number {
  const hasEnough = watchForRepeatedText()
  for (let at = 0; at < text.length; at += piece) if (hasEnough(text.slice(at, at + piece))) return at + piece
  return text.length
}

for (const [name, text, found] of words)
  test(`streamed text: ${name}`, () => {
    const all = `${text}\n`.repeat(found ? 20 : 1)
    expect(heardOf(all) < all.length).toBe(found)
  })

const FINE = Array.from({ length: 400 }, (_, i) => `${filler(i, 70)} stands in line ${i}.`)
const long: [name: string, text: string, from: number][] = [
  ['something to say', FINE.join(' '), Number.POSITIVE_INFINITY],
  [
    'a long block of code',
    `\`\`\`\n${FINE.join('\n')}\n${`${SENTENCE}\n`.repeat(400)}\`\`\`\n`,
    Number.POSITIVE_INFINITY,
  ],
  [
    'a chant after a long block of code',
    `\`\`\`\n${FINE.join('\n')}\n\`\`\`\n${SENTENCE.repeat(400)}`,
    FINE.join('\n').length,
  ],
  ['a chant after a long line', `${FINE.join(' ')}${SENTENCE.repeat(400)}`, FINE.join(' ').length],
]
for (const [name, text, from] of long)
  for (const piece of [1, 200, 5000])
    test(`a long text in pieces of ${piece}: ${name}`, () => {
      const heard = heardOf(text, piece)
      if (from > text.length) expect(heard).toBe(text.length)
      else expect([heard > from, heard < from + 2000 + piece]).toEqual([true, true])
    })

test('both descriptions fit into a sentence', () => {
  expect(findRepetition(Array(5).fill('look:[["at","a"]]'), '')).toEqual({
    kind: 'consecutive_identical_tool_calls',
    detail: 'Repeated call: look:[["at","a"]].',
  })
  expect(findRepetition([...'ababababab'], '')?.detail).toBe('Repeated cycle of 2 calls: a, b.')
  expect(findRepetition([], SENTENCE.repeat(12))).toEqual({
    kind: 'chanting_identical_sentences',
    detail: expect.stringMatching(/^Repeated words: "/),
  })
  expect(findRepetition(Array(5).fill('x'.repeat(9000)), '')?.detail.length).toBeLessThan(400)
})

test('a hundred thousand characters are checked in time', () => {
  expect(findRepeatedText(Array.from({ length: 1000 }, (_, i) => filler(i, 100)).join(' '))).toBeUndefined()
})
