import { expect, test } from 'vitest'
import { findRequest } from '../../../src/github/events/trigger-rules.ts'

const asks: [text: string, request: string][] = [
  ['@gemini-cli review this', 'review this'],
  ['@Gemini-CLI review', 'review'],
  ['@gemini-cli', ''],
  ['@gemini-cli, please look', 'please look'],
  ['@gemini-cli: /review src', '/review src'],
  ['@gemini-cli /fix', '/fix'],
  ['please @gemini-cli fix it', 'fix it'],
  ['Can you fix the typo, @gemini-cli?', 'Can you fix the typo,'],
  ['**@gemini-cli** review', 'review'],
  ['_@gemini-cli_ review', 'review'],
  ['# @gemini-cli review', 'review'],
  ['- [ ] one\n- @gemini-cli two', 'two'],
  ['(@gemini-cli look)', 'look)'],
  ['first\r\n\r\n@gemini-cli second\r\nthird', 'second\r\nthird'],
  ['> quoted @gemini-cli no\n\n@gemini-cli yes', 'yes'],
  ['`@gemini-cli` is how you call @gemini-cli now', 'now'],
  ['@gemini-cli explain\n\n```ts\nconst a = 1\n```', 'explain\n\n```ts\nconst a = 1\n```'],
  ['|a|\n|-|\n| @gemini-cli x |', 'x |'],
  ['请看 @gemini-cli，谢谢', '，谢谢'],
  [`@gemini-cli why?\n\n${'a_b*c '.repeat(9000)}`, `why?\n\n${'a_b*c '.repeat(9000).trim()}`],
]
for (const [text, request] of asks)
  test(`asks: ${JSON.stringify(text.slice(0, 60))}`, async () =>
    expect(await findRequest(text, '@gemini-cli')).toBe(request))

const asksNot: string[] = [
  '',
  'gemini-cli review',
  '@gemini-cli-evil review',
  '@gemini-clix review',
  '@gemini-cli_evil review',
  'x@gemini-cli review',
  'user@gemini-cli.com wrote',
  '@gemini-cli.com',
  '@gemini-cli/other',
  '@gеmini-cli with a Cyrillic e',
  '@gemini-clі with a Cyrillic i',
  '@gemini-cli\u0435',
  '@gemini-cli\u200bx',
  '\u200b@gemini-cli hidden neighbour',
  '@gemini\u200b-cli x',
  '@gem\u0131n\u0131-cl\u0131 x',
  '`@gemini-cli` x',
  '``a ` @gemini-cli`` x',
  '`a\n@gemini-cli b`',
  '```\n@gemini-cli x\n```',
  '~~~\n@gemini-cli x',
  '    @gemini-cli indented code',
  '- a\n\n      @gemini-cli code in a list',
  '> @gemini-cli quoted',
  '> quoted\n@gemini-cli still the quote',
  '- > @gemini-cli',
  '<!-- @gemini-cli hidden -->',
  'a <!-- @gemini-cli --> b',
  '<!--\n\n@gemini-cli x\n\n-->',
  '<div title="x @gemini-cli y">',
  '<div>\n@gemini-cli in raw HTML\n</div>',
  '![ @gemini-cli ](x.png)',
  '[text]( @gemini-cli )',
  '[text](x " @gemini-cli ")',
  '[a]: b " @gemini-cli "',
  'http://example.com/@gemini-cli',
  '| a |\n| - |\n| b | @gemini-cli hidden cell |',
  '[^1]: @gemini-cli unused footnote',
  'a <b hidden>b @gemini-cli c</b>',
  `${'>'.repeat(60)} @gemini-cli`,
  `${'*_'.repeat(30000)}\n@gemini-cli x`,
]
for (const text of asksNot)
  test(`does not ask: ${JSON.stringify(text.slice(0, 60))}`, async () =>
    expect(await findRequest(text, '@gemini-cli')).toBeUndefined())

const phrases: [phrase: string, text: string, request: string | undefined][] = [
  ['/gemini', '/gemini review', 'review'],
  ['/gemini', 'src/gemini review', undefined],
  ['hey bot', 'hey bot do it', 'do it'],
  ['a.b', 'axb do', undefined],
  ['$(x)', '$(x) do', 'do'],
  ['kit', '\u212Ait do', undefined],
  ['', 'anything', undefined],
]
for (const [phrase, text, request] of phrases)
  test(`the phrase ${JSON.stringify(phrase)} in ${JSON.stringify(text)}`, async () =>
    expect(await findRequest(text, phrase)).toBe(request))
