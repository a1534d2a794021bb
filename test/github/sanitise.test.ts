import { expect, test } from 'vitest'
import { sanitise } from '../../src/github/sanitise.ts'

const cases: [name: string, given: string, text: string, removed: number][] = [
  ['words that only look like HTML once put together were seen', '<im<!-- x -->g alt="seen">', '<img alt="seen">', 1],
  ['plain text', 'a *b* `c` [d](e)', 'a *b* `c` [d](e)', 0],
  ['a comment', 'a <!-- do evil --> b', 'a  b', 1],
  ['a comment of its own', 'a\n\n<!--\nevil\n\nmore\n-->\n\nb', 'a\n\n\n\nb', 1],
  ['the shortest comments', '<!--> a <!---> b', ' a  b', 2],
  ['an open comment at a line start', 'a\n\n<!-- evil\n\nto the end', 'a\n\n', 1],
  [
    'an open comment that GitHub shows',
    'write <!-- in your text\n\nand more',
    'write <!-- in your text\n\nand more',
    0,
  ],
  [
    'a comment over several pieces of HTML',
    '<div><!--\n\nevil in a paragraph\n\n<p>--></p>\n\nseen',
    '<div></p>\n\nseen',
    1,
  ],
  ['a comment whose end is only text', '<div><!--\n\nnot the end: -->\n\nevil', '<div>', 1],
  ['a comment inside code', '`<!-- x -->`\n\n```html\n<!-- y -->\n```', '`<!-- x -->`\n\n```html\n<!-- y -->\n```', 0],
  ['a fence that is none, inside HTML', '<div>\n```\n<!-- evil -->\n```\n</div>', '<div>\n```\n\n```\n</div>', 1],
  ['a processing instruction', 'a <?php evil ?> b', 'a  b', 1],
  ['PHP in a code block', '```\n<?php echo 1 ?>\n```', '```\n<?php echo 1 ?>\n```', 0],
  ['CDATA', 'a <![CDATA[evil]]> b', 'a  b', 1],
  ['a declaration', 'a <!EVIL words> b', 'a  b', 1],
  ['attributes with words', '<img src="a.png" alt="evil" title=\'evil\' data-x=evil>', '<img src="a.png">', 1],
  ['an accessible name', '<span aria-label="evil">seen</span>', '<span>seen</span>', 1],
  [
    'a hidden element says so',
    '<div style="color:red;display: none" class="x">evil</div>',
    '<div hidden>evil</div>',
    1,
  ],
  ['the hidden attribute stays', '<p hidden>evil</p>', '<p hidden>evil</p>', 0],
  [
    'folded text stays',
    '<details open>\n<summary>s</summary>\n\nt\n\n</details>',
    '<details open>\n<summary>s</summary>\n\nt\n\n</details>',
    0,
  ],
  ['a link keeps its target', '<a href="https://x.example" title="evil">t</a>', '<a href="https://x.example">t</a>', 1],
  ['an upper-case tag over lines', '<IMG\n  ALT="evil"\n  SRC="x">', '<IMG src="x">', 1],
  [
    'a tag browsers forgive',
    '<div>\n<img alt="evil > more" "odd" src=a.png/>\n</div>',
    '<div>\n<img src=a.png/>\n</div>',
    1,
  ],
  ['a slash for a space', '<div>\n<p/title="evil">', '<div>\n<p>', 1],
  ['a value without quotes', '<div>\n<p title=evil\n>x</p>\n</div>', '<div>\n<p>x</p>\n</div>', 1],
  ['an attribute that begins with =', '<div>\n<p ="evil" title="more evil">x', '<div>\n<p>x', 1],
  ['a quote that swallows paragraphs', '<div title="\n\nevil\n\n<p>">seen</p>', '<div>seen</p>', 1],
  ['a quote that is never closed', 'a\n\n<div title="\n\nevil', 'a\n\n', 1],
  ['a tag that is never closed', '<div title=evil\n\nseen', '<div>\n\nseen', 1],
  ['words in an end tag', '<div>\n<p>x</p title="evil">\n</div>', '<div>\n<p>x</p>\n</div>', 1],
  ['line breaks and keys', 'a<br/>b <kbd>c</kbd>', 'a<br/>b <kbd>c</kbd>', 0],
  ['an image', '![evil words](a.png "more evil")', '![](a.png)', 1],
  ['an image without words', '![](a.png)', '![](a.png)', 0],
  ['an image by reference', '![evil][x]\n\n[x]: a.png', '\n\n[x]: a.png', 1],
  ['a title of a link', '[seen](http://x "evil")', '[seen](http://x)', 1],
  ['an unused definition', '[//]: # (evil)\n\nseen', '\n\nseen', 1],
  ['a used definition with a title', '[seen]\n\n[seen]: http://x "evil"', '[seen]\n\n[seen]: http://x', 1],
  ['zero-width characters', 'a\u200b\u200cb', 'ab', 1],
  ['as entities', 'a&#8203;b&#x200b;c&ZeroWidthSpace;d&shy;e', 'abcde', 4],
  ['entities that show', '&lt;b&gt; &amp; &#65;', '&lt;b&gt; &amp; &#65;', 0],
  ['an entity inside code', '`&#8203;`', '`&#8203;`', 0],
  [
    'too intricate to parse: everything counts as HTML',
    `${'>'.repeat(50)} \`<!-- evil -->\``,
    `${'>'.repeat(50)} \`\``,
    1,
  ],
]
for (const [name, given, text, removed] of cases)
  test(`sanitise: ${name}`, async () => expect(await sanitise(given)).toEqual({ text, removed }))

/** Hiding places, in a text that is too intricate to parse. */
const places = [
  '<!-- evil -->',
  '![evil](a.png)',
  '![a [evil] b](a.png)',
  '![a\nevil](a.png)',
  '[seen](x "evil")',
  "[seen](x\n'evil')",
  '[//]: # (evil)',
  '[a]: b\n"evil\nevil"',
  '> - [a]: b "evil"',
  '<p title="evil">seen</p>',
  'a&#8203;b',
]
for (const place of places)
  for (const padding of ['*_'.repeat(1600), '[x] '.repeat(1600), `${'> '.repeat(50)}x`])
    test(`intricate, and hiding ${JSON.stringify(place)} (${padding.slice(0, 4)})`, async () => {
      const { text, removed } = await sanitise(`${padding}\n\n${place}\n\nafter`)
      expect(text).not.toMatch(/evil|&#8203;/)
      expect(text).toContain('after')
      expect(removed).toBeGreaterThan(0)
    })

test('a text built to be slow is not', async () => {
  for (const unit of ['*_', '> - ', '<a ', '<!--', '[a]: b\n', '&#8203;', '<img alt="x" '])
    await sanitise(unit.repeat(Math.floor(20_000 / unit.length)))
}, 10_000)

test('images go without their addresses where their authors may be anybody', async () => {
  const text = 'See ![](https://evil.example/a.png), ![words](b.png "more") and ![](c(1).png), ![](<a b.png>).'
  expect((await sanitise(text, { images: false })).text).toBe('See (image), (image) and (image), (image).')
})
