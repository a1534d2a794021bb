import { expect, test } from 'vitest'
import { dropInvisible } from '../../src/text/invisible.ts'

const tags = [...'evil'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

const dropped: [name: string, given: string, text: string, removed: number][] = [
  ['nothing', 'plain\ttext\r\n', 'plain\ttext\r\n', 0],
  ['zero-width space', 'a\u200bb', 'ab', 1],
  ['soft hyphen', 'a\u00adb', 'ab', 1],
  ['byte order mark inside', 'a\ufeffb', 'ab', 1],
  ['bidirectional override', 'a\u202eb\u202cc', 'abc', 2],
  ['isolates', '\u2066a\u2069', 'a', 2],
  ['left-to-right mark', 'a\u200eb', 'ab', 1],
  ['word joiner and invisible plus', 'a\u2060b\u2064c', 'abc', 2],
  ['tag characters', `a${tags}b`, 'ab', 1],
  ['a run of variation selectors', 'a\ufe00\ufe01\ufe02b', 'ab', 1],
  ['selectors of the supplement', 'a\u{e0100}\u{e0154}b', 'ab', 1],
  ['selectors after an emoji, more than one', '❤\ufe0f\ufe0f', '❤', 1],
  ['Hangul fillers', 'a\u3164b\uffa0c', 'abc', 2],
  ['combining grapheme joiner', 'a\u034fb', 'ab', 1],
  ['control characters', 'a\u0000b\u001b[31mc\u007f', 'abc', 3],
  ['a joiner between Latin letters', 'a\u200db', 'ab', 1],
  ['a joiner before Arabic', 'a\u200cن', 'aن', 1],
  ['a joiner behind Arabic', 'ن\u200ca', 'نa', 1],
  ['a joiner that joins, behind Arabic', 'ن\u200da', 'نa', 1],
  ['joiners in a row between Arabic letters', 'ن\u200c\u200d\u200cن', 'نن', 1],
  ['an emoji', '❤\ufe0f', '❤\ufe0f', 0],
  ['a keycap', '1\ufe0f\u20e3', '1\ufe0f\u20e3', 0],
  ['a family', '👩\u200d👩\u200d👧', '👩\u200d👩\u200d👧', 0],
  ['an emoji with colour and profession', '👩🏽\u200d💻', '👩🏽\u200d💻', 0],
  ['a flag with a rainbow', '🏳\ufe0f\u200d🌈', '🏳\ufe0f\u200d🌈', 0],
  ['Persian', 'می\u200cخواهم', 'می\u200cخواهم', 0],
  ['Hindi', 'क्\u200dष', 'क्\u200dष', 0],
]
for (const [name, given, text, removed] of dropped)
  test(`dropInvisible: ${name}`, () => expect(dropInvisible(given)).toEqual({ text, removed }))
