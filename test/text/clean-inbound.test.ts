import { expect, test } from 'vitest'
import { cleanData, cleanInbound } from '../../src/text/clean-inbound.ts'

const cases: [name: string, given: string, text: string, removed: number][] = [
  ['words that only look like HTML once put together were seen', '<im<!-- x -->g alt="seen">', '<img alt="seen">', 1],
  ['CDATA with a sign in it', '<![CDATA[ evil > evil ]]> seen', ' seen', 1],
  ['a class with the words of a hiding style', 'a <b class="display:none">seen</b>', 'a <b>seen</b>', 1],
  ['a hidden table with open cells', '<table hidden><tr><td>evil</table> seen', ' seen', 1],
  ['a hidden list with open items', '<ul hidden><li>evil</ul> seen', ' seen', 1],
  ['a hidden element over an open one', '<div hidden><b>evil</div> seen</b>', ' seen</b>', 1],
  ['an end without its start', '</template>seen', '</template>seen', 0],
  ['a tag that does not end', '<b title="seen', '<b title="seen', 0],
  ['the last character of Unicode, and one after it', 'a&#1114111;&#1114112;b', 'a&#1114111;&#1114112;b', 0],
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
  ['an element with a hiding style', 'a <b style="color:red;display: none" class="x">evil</b> b', 'a  b', 1],
  ['a hidden element', 'a\n\n<p hidden>evil <b>evil</b></p>\n\nb', 'a\n\n\n\nb', 1],
  ['a hidden element over paragraphs', '<div hidden>\n\nevil\n\n- evil\n\n</div>\n\nseen', '\n\nseen', 1],
  ['a hidden element that a list cannot end', '<span hidden>\n\n- evil</span> evil\n\nevil', '', 1],
  ['a hidden element that is left open', 'a\n\n<div hidden>\n\nevil', 'a\n\n', 1],
  ['a hidden element with nothing in it', 'a <br hidden> b', 'a  b', 1],
  ['an element that is never shown', 'a <template>evil *evil*</template> b <script>evil</script> c', 'a  b  c', 2],
  [
    'a comment in a cell of a table',
    '| a | b |\n|---|---|\n| `x | <!-- evil --> ` |',
    '| a | b |\n|---|---|\n| `x |  ` |',
    1,
  ],
  ['cells beyond the columns', '| a |\n|---|\n| b | evil | evil |', '| a |\n|---|\n| b |', 1],
  ['a footnote without a reference', 'a\n\n[^1]: evil\n\n    evil', 'a\n\n', 1],
  ['a footnote that only itself refers to', 'a\n\n[^1]: evil [^1]', 'a\n\n', 1],
  ['a footnote', 'a[^1]\n\n[^1]: seen', 'a[^1]\n\n[^1]: seen', 0],
  ['a second footnote of that name', 'a[^1]\n\n[^1]: seen\n\n[^1]: evil', 'a[^1]\n\n[^1]: seen\n\n', 1],
  [
    'words as the name of a footnote',
    'a[^do-what-the-words-of-this-name-say]\n\n[^do-what-the-words-of-this-name-say]: seen',
    'a[^note-1]\n\n[^note-1]: seen',
    2,
  ],
  ['words as the label of a link', '[seen][evil words]\n\n[evil words]: b.md', '[seen](b.md)\n\n', 2],
  [
    'a short label of a link',
    '[seen][1] and [a b]\n\n[1]: b.md\n[a b]: c.md',
    '[seen][1] and [a b]\n\n[1]: b.md\n[a b]: c.md',
    0,
  ],
  ['a second definition', '[a]\n\n[a]: b.md\n[a]: evil.md', '[a]\n\n[a]: b.md\n', 1],
  ['a link without text', 'a [](evil.md) b', 'a  b', 1],
  ['a definition that a task list only seems to use', '- [x] seen\n\n[x]: evil.md', '- [x] seen\n\n', 1],
  ['the name of an unknown element', 'a <evil> <and-evil> b', 'a   b', 2],
  ['words for an address', '[seen](<evil words>)', '[seen]()', 1],
  ['words behind the language of a fence', '```js evil words\nseen\n```', '```js\nseen\n```', 1],
  [
    'a comment in a diagram',
    '```mermaid\nflowchart LR\n  %% evil\n  A --> B\n```',
    '```mermaid\nflowchart LR\n  \n  A --> B\n```',
    1,
  ],
  [
    'a comment behind a bare link with a backtick',
    'https://x.example/`a <!-- evil --> `',
    'https://x.example/`a  `',
    1,
  ],
  [
    'a comment that only some parsers take for code',
    '[ https://x.example/`a <!-- evil --> `',
    '[ https://x.example/`a  `',
    1,
  ],
  ['a comment that a browser sees in an instruction', 'a <? > <!-- ?> evil --> evil', 'a ', 1],
  ['comments that only browsers see', '<div>a<![evil] evil> b</ evil> c</> d</div>', '<div>a b c</> d</div>', 2],
  ['a comment that code does not end', '<div>\n<!--\n\nhttps://x.example/ `<!-- evil -->`\n\nevil', '<div>\n', 1],
  ['invisible entities in HTML', '<div>a&#8203;b&#8203c&#x000000200b;d&shye</div>', '<div>abcde</div>', 4],
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
  [
    'an element whose tag ends behind an open quote',
    '<title a="\n\nplain words\n\n<p ">hidden words\n\n</title>\n\nseen',
    '\n\nseen',
    1,
  ],
  [
    'an end tag that ends behind an open quote',
    '</title a="\n\nplain words\n\n<p ">shown words\n\nseen',
    '</title>shown words\n\nseen',
    1,
  ],
  [
    'a tag with slashes in code or escaped',
    'w `<img alt=w src=/a.png>` \\<img alt=w src=/a>',
    'w `<img alt=w src=/a.png>` \\<img alt=w src=/a>',
    0,
  ],
]
for (const [name, given, text, removed] of cases)
  test(`inbound: ${name}`, async () => expect(await cleanInbound(given)).toEqual({ text, removed }))

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
      const { text, removed } = await cleanInbound(`${padding}\n\n${place}\n\nafter`)
      expect(text).not.toMatch(/evil|&#8203;/)
      expect(text).toContain('after')
      expect(removed).toBeGreaterThan(0)
    })

test('a text made to be slow is fast', async () => {
  for (const unit of ['*_', '> - ', '<a ', '<!--', '[a]: b\n', '&#8203;', '<img alt="x" '])
    await cleanInbound(unit.repeat(Math.floor(20_000 / unit.length)))
})

test('images go without their addresses where their authors may be anybody', async () => {
  const text = 'See ![](https://evil.example/a.png), ![words](b.png "more") and ![](c(1).png), ![](<a b.png>).'
  expect((await cleanInbound(text, { images: false })).text).toBe('See (image), (image) and (image), (image).')
  const html = 'A <img src="https://evil.example/ignore-all-rules.png" alt="x"> and `<img src=y>`, `![](z)`.'
  expect((await cleanInbound(html, { images: false })).text).toBe('A (image) and `<img src=y>`, `![](z)`.')
  const picture = '<picture><source srcset="https://evil.example/rules"><IMG\nsrc=a></picture>'
  expect((await cleanInbound(picture, { images: false })).text).toBe('<picture>(image)(image)</picture>')
})

test.each([
  ['a tag over two lines of a quote', '> <b\n> title="hidden words">w</b>', '> <b>w</b>'],
  ['the same in quotes in quotes', '> > w <i\n> > data-x="hidden words">w</i>', '> > w <i>w</i>'],
  ['an element hidden on the second line of a quote', '> w <b\n> hidden>hidden words</b> after', '> w  after'],
  ['the same in a list', '- a\n  <b\n  title="hidden words">w</b>', '- a\n  <b>w</b>'],
  ['a footnote whose call is a link', 'See [^1](/u "hidden")\n\n[^1]: hidden words', 'See [^1](/u)\n\n'],
  ['a footnote whose call is a reference', '[^1][b]\n\n[b]: /u\n\n[^1]: hidden words', '[^1][b]\n\n[b]: /u\n\n'],
  ['a footnote whose label has an entity', 'w[^a&amp;b]\n\n[^a&amp;b]: hidden words', 'w[^note-0]\n\n'],
  ['a cell beyond a table that a form feed makes', '|a|\n|\f-|\n|w|hidden words|', '|a|\n| -|\n|w|'],
  ['an image with slashes in a value without quotes', 'a <img alt="hidden words" src=//h/y> b', 'a <img src=//h/y> b'],
  [
    'a link with an address without quotes',
    '# w <a title=hidden href=https://h/y>w</a>',
    '# w <a href=https://h/y>w</a>',
  ],
  ['a hidden element with such a value', '- w <b data=/ hidden>hidden words</b>', '- w '],
  ['a phantom in a formula', 'w $\\phantom{hidden words}$, $5 and 10% of $6', 'w $$, $5 and 10% of $6'],
  ['white text in a formula', '$$\\color{white}{hidden words}x$$', '$$x$$'],
  ['a comment in a displayed formula', '$$\na % hidden words\n$$ and 10% of 20', '$$\na \n$$ and 10% of 20'],
  ['a phantom in a fence', '```math\n\\hphantom{hidden words} x\n```', '```math\n x\n```'],
])('hidden: %s', async (_, text, shown) => {
  const clean = await cleanInbound(text)
  expect(clean.text).toBe(shown)
  expect(clean.removed).toBeGreaterThan(0)
})

const data: [text: string, rest: string][] = [
  ['a&shy;b', 'ab'],
  ['a&shyb', 'ab'],
  ['a&lrm;b', 'ab'],
  ['a&lrmb', 'a&lrmb'],
  ['a&#8203b', 'ab'],
  ['a&#x200b;b', 'ab'],
  ['a&#65;b', 'a&#65;b'],
]
for (const [text, rest] of data)
  test(`data without invisible characters: ${text}`, () => expect(cleanData(text)).toBe(rest))
