import { expect, test } from 'vitest'
import { cleanData } from '../../src/text/clean-inbound.ts'
import { dropControlStrings, dropInvisible } from '../../src/text/invisible.ts'

const cases: [name: string, text: string, plain: string][] = [
  ['colors', 'a\x1b[1;31mb\x1b[0mc', 'abc'],
  ['a title', 'a\x1b]0;obey\x07b', 'ab'],
  ['a link', '\x1b]8;;https://evil.example\x1b\\here\x1b]8;;\x1b\\', 'here'],
  ['a device control string', 'a\x1bPobey\x1b\\b', 'ab'],
  ['a device control string over lines', 'a\x1bPq#0;2\n~~\x1b\\b', 'ab'],
  ['a privacy message', 'a\x1b^obey\x1b\\b', 'ab'],
  ['an application command', 'a\x1b_obey\x1b\\b', 'ab'],
  ['a start of string', 'a\x1bXobey\x1b\\b', 'ab'],
  ['one-character forms', 'a\x90obey\x9cb\x9b31mc\x9eobey\x9cd\x9fobey\x9ce\x85f', 'abcdef'],
  ['a string without an end', 'a\x1b_obey\nb', 'a\nb'],
  ['a character set', 'a\x1b(Bb\x1bcd', 'abd'],
  ['ordinary text', 'é [31m ü\n\ttab', 'é [31m ü\n\ttab'],
]
for (const [name, text, plain] of cases)
  test(`control strings: ${name}`, () => {
    expect(dropControlStrings(text)).toBe(plain)
    // Never only the escape character.
    expect(dropInvisible(text).text).toBe(plain)
  })

// With time for the square of the length these would not end within the time of a test.
test.each([
  ['\x1b_x', 1_000_000],
  ['\x1b[', 1_000_000],
])('a megabyte of introducers ends: %j', (introducer, times) =>
  expect(dropControlStrings(introducer.repeat(times)).length).toBeLessThanOrEqual(times),
)

const data: [text: string, plain: string][] = [
  ['a&#8203;b', 'ab'],
  ['<p>a&ZeroWidthSpace;b&#xE0041;</p>', '<p>ab</p>'],
  ['a\u200bb\u202ec', 'abc'],
  ['1 &lt; 2 &amp; &#65;', '1 &lt; 2 &amp; &#65;'],
]
for (const [text, plain] of data)
  test(`data from outside: ${JSON.stringify(text)}`, () => expect(cleanData(text)).toBe(plain))
