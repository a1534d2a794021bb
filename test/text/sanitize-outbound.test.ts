import { markdownToHTML } from 'comrak'
import type { Nodes } from 'mdast'
import { expect, test } from 'vitest'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import { parseMarkdown } from '../../src/text/parse-markdown.ts'
import type { Host } from '../../src/text/references.ts'
import { isPlainAnswer, sanitizeAndRedact, sanitizeOutbound } from '../../src/text/sanitize-outbound.ts'
import { isFull } from '../sample.ts'

const host: Host = { server: 'https://github.com', repository: 'acme/shop' }
const safe = (text: string, max?: number) => sanitizeOutbound(text, host, max)

const SECRET = ['AIza', 'SyD3m0-Qw3rTy_uI0pAsDfGhJkLzXcVbNm1'].join('')
const between: [name: string, piece: string][] = [
  ['a comment', '<!-- word -->'],
  ['a comment with a sign', '<!-- a > b -->'],
  ['a long comment', `<!-- ${'word '.repeat(60)} -->`],
  ['a comment in a comment', '<!-- <!-- -->'],
  ['tags', '<b></b>'],
  ['an element that is shown as text', '<script></script>'],
  ['an entity', '&zwnj;'],
  ['bidi', '\u202e'],
]
for (const [name, piece] of between)
  test(`a secret does not form when text inside it is removed: ${name}`, async () => {
    const text = `Look: ${SECRET.replace(/...../g, `$&${piece}`)}.`
    expect(await sanitizeAndRedact(text, host, createSecretFilter([SECRET]))).toBe('Look: [redacted].')
  })

test('a secret that reaches over the end of a fence leaves none open', async () => {
  const text = `\`\`\`\n${SECRET.slice(0, 12)}\n\`\`\`\n${SECRET.slice(12)} @octocat`
  expect(await sanitizeAndRedact(text, host, createSecretFilter([SECRET]))).toBe('```\n[redacted] @octocat\n```')
})

test('text that the filter keeps changing is not posted, unless it settles in the last round', async () => {
  const changesFirst = (calls: number) => {
    let left = calls
    return { text: (source: string) => (left-- > 0 ? `${source}x` : source) }
  }
  expect(await sanitizeAndRedact('a', host, changesFirst(8))).toBe('axxxxxxxx')
  expect(await sanitizeAndRedact('a', host, changesFirst(9))).toBe('')
})

const stays: [name: string, text: string][] = [
  ['prose', 'Plain words, *stress*, **more**, ~~less~~ and `code`.'],
  ['headings, lists, quotes, rules', '# One\n\n- a\n  - b\n\n1. c\n\n> quoted\n\n---\n\nend'],
  ['tables', '| a | b |\n| --- | :-: |\n| `x\\|y` | **z** |'],
  ['tasks', '- [ ] open\n- [x] done'],
  ['fences', '```ts\nconst user = "@someone" // fixes #1 https://evil.example/x\n```\n\nafter'],
  ['fences in lists', '1. like\n\n   ```sh\n   /usr/bin/env @x\n   ```\n2. that'],
  ['inline code', 'See `@someone`, `evil/repo#1` and `<img src=x>`.'],
  ['own issues', 'Looks like #12 and GH-13 and acme/shop#14.'],
  [
    'own pages',
    'See [the line](https://github.com/acme/shop/blob/main/a.ts#L1) or https://github.com/acme/shop/issues/4.',
  ],
  [
    'known documentation',
    'See <https://nodejs.org/api/fs.html> and [MDN](https://developer.mozilla.org/en-US/docs/Web).',
  ],
  [
    'links within the page and the repository',
    '[up](#one), [file](src/a.ts), [other](./b.ts), [root](/acme/shop/wiki)',
  ],
  ['mail addresses and versions', 'Write to a.b@example.org about left-pad@1.3.0.'],
  [
    'formatting HTML',
    '<details open>\n<summary>More</summary>\n\ntext<br>more <kbd>Ctrl</kbd> H<sub>2</sub>O\n\n</details>',
  ],
  ['tables in HTML', '<table>\n<tr><td align="center">a<td colspan="2">b\n</table>'],
  ['character references', 'a &lt;b&gt; &amp; c &copy; \\<d\\> \\*e\\*'],
  ['paths and fractions', '/usr/bin/env is a path, 1/2 is not\n/etc/passwd too'],
  ['suggestions', '```suggestion\nbetter()\n```'],
  ['diagrams', '```mermaid\nflowchart LR\n  A[Fetch the url] --> B{Click?}\n```\n\nand\n\n```math\na^2\n```'],
  ['emoji and joined scripts', '👩‍💻 ❤️ می‌خواهم क्‍ष'],
  ['alerts', '> [!NOTE]\n> mind this'],
  ['comparison signs', 'if a < b and c > d, then e <= f'],
]
for (const [name, text] of stays) test(`stays as it is: ${name}`, async () => expect(await safe(text)).toBe(text))

const changes: [name: string, text: string, expected: string][] = [
  ['an address as the text of a link', '[https://evil.example/x](a.md)', '[`https://evil.example/x`](a.md)'],
  [
    'the second definition of a name',
    '[a]\n\n[a]: b.md\n[a]: https://evil.example',
    '[a]\n\n[a]: b.md\n`a`: `https://evil.example`',
  ],
  ['the shortest comment', '<!-->', '&lt;!-->'],
  ['mention', 'Thanks @octocat!', 'Thanks `@octocat`!'],
  ['mention of a team', 'cc @acme/everyone.', 'cc `@acme/everyone`.'],
  ['mention in stress', '**@octocat** _@a_', '**`@octocat`** _`@a`_'],
  [
    'mention in a heading, a list, a quote, a table',
    '# @a\n\n- @b\n\n> @c\n\n| @d |\n| --- |',
    '# `@a`\n\n- `@b`\n\n> `@c`\n\n| `@d` |\n| --- |',
  ],
  ['mention behind a character reference', 'hey &#64;octocat and &commat;b', 'hey `@octocat` and `@b`'],
  ['mention behind an escape', 'hey \\@octocat *', 'hey `@octocat` \\*'],
  ['mention behind a zero-width character', 'hey @\u200boctocat', 'hey `@octocat`'],
  ['mention behind a comment', 'hey @<!-- x -->octocat', 'hey `@octocat`'],
  ['mention next to a backtick', 'odd ` @octocat', 'odd \\` `@octocat`'],
  [
    'mention in HTML',
    '<details>\n<summary>@a</summary>\n@b\n</details>',
    '<details>\n<summary><code>@a</code></summary>\n<code>@b</code>\n</details>',
  ],
  ['mention in code left open in HTML', '<p>\n<code>@a\n</p>', '<p>\n<code><code>@a</code>\n&lt;/p>\n\n</code></p>'],
  ['mention spelled in HTML', '<p>\n&#64;a\n</p>', '<p>\n&amp;#64;a\n</p>'],
  ['reference elsewhere', 'like evil/repo#7 or evil/repo@1234567', 'like `evil/repo#7` or `evil/repo@1234567`'],
  ['page elsewhere', 'see https://github.com/evil/repo/issues/7', 'see `https://github.com/evil/repo/issues/7`'],
  [
    'closing keyword',
    'Fixes #12, closes: GH-3, Resolved acme/shop#4',
    'Fixes `#12`, closes: `GH-3`, Resolved `acme/shop#4`',
  ],
  ['closing keyword in stress', '**Fixes** #12', '**Fixes** `#12`'],
  [
    'closing keyword before a page',
    'closes https://github.com/acme/shop/issues/4',
    'closes `https://github.com/acme/shop/issues/4`',
  ],
  ['duplicate', 'Duplicate of #9', 'Duplicate of `#9`'],
  ['remote image', 'x ![the *plan*](https://evil.example/p.png?k=1) y', 'x (image: the plan) y'],
  [
    'image by reference',
    '![a][b]\n\n[b]: https://evil.example/p.png',
    '(image: a)\n\n`b`: `https://evil.example/p.png`',
  ],
  ['image without description', '![](//evil.example/x)', '(image: no description)'],
  [
    'image in a link',
    '[![a](https://evil.example/i)](https://evil.example/l)',
    '(image: a) (`https://evil.example/l`)',
  ],
  ['image element', 'x <img src="https://evil.example/x"> y', 'x \\<img src="`https://evil.example/x`"\\> y'],
  ['link', 'See [our *docs*](https://evil.example/a?b=c "t").', 'See our *docs* (`https://evil.example/a?b=c`).'],
  [
    'link that pretends',
    '[https://github.com/acme](https://evil.example)',
    'https://github.com/acme (`https://evil.example`)',
  ],
  ['link by reference', 'See [docs][d].\n\n[d]: https://evil.example', 'See [docs][d].\n\n`d`: `https://evil.example`'],
  ['angle link', 'See <https://evil.example/x>.', 'See `https://evil.example/x`.'],
  [
    'bare link',
    'See https://evil.example/x?y=z. And www.evil.example/a!',
    'See `https://evil.example/x?y=z`. And `www.evil.example/a`!',
  ],
  ['script link', '[x](javascript:alert(1))', 'x (`javascript:alert(1)`)'],
  ['link with a tab in it', '[x](/&#9;/evil.example)', 'x (`/ /evil.example`)'],
  [
    'link with a backslash',
    '[x](<\\\\evil.example>) [y](<ht&#10;tps://evil.example>)',
    'x (`\\evil.example`) y (`ht tps://evil.example`)',
  ],
  ['link with a password', '[x](https://a:b@github.com/acme/shop)', 'x (`https://a:b@github.com/acme/shop`)'],
  ['anchor element', '<a href="https://evil.example">x</a>', '\\<a href="`https://evil.example`"\\>x\\</a\\>'],
  ['script, style, frame', '<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
  ['attributes', '<b onclick="x">y</b>', '&lt;b onclick="x">y&lt;/b>'],
  ['comment', 'a <!-- hidden --> b', 'a  b'],
  ['link around a link', '[a [b](src/b.ts) c](src/c.ts "hidden")', '[a [b](src/b.ts) c\\](src/c.ts "hidden")'],
  ['hidden cells', '| a |\n| - |\n| b | hidden |', '| a |\n| - |\n| b |'],
  ['words after a language', '```js hidden words\nx\n```', '```js\nx\n```'],
  ['unused definition', 'a\n\n[//]: # (hidden)', 'a'],
  ['title of a link', '[a](src/a.ts "hidden")', '[a](src/a.ts)'],
  ['invisible entity', 'a&#8203;b &shy;c', 'ab c'],
  ['link without text', 'a [](src/hidden.ts) b', 'a  b'],
  ['issue elsewhere by path', '[x](/evil/repo/issues/7)', 'x (`/evil/repo/issues/7`)'],
  ['issue elsewhere by dots', '[x](/acme/shop/../../evil/repo/issues/1)', 'x (`/acme/shop/../../evil/repo/issues/1`)'],
  ['issue elsewhere from here', '[x](../../../evil/repo/issues/1)', 'x (`../../../evil/repo/issues/1`)'],
  ['issue elsewhere, encoded', '[x](/evil/repo/%69ssues/1)', 'x (`/evil/repo/%69ssues/1`)'],
  [
    'commit of a user',
    'see evil@be6a8cc1c1ecfe9489fb51e4869af15a13fc2cd2',
    'see `evil@be6a8cc1c1ecfe9489fb51e4869af15a13fc2cd2`',
  ],
  [
    'closing keyword before a link',
    'fixes [#13](https://github.com/acme/shop/issues/13)',
    'fixes `#13` (`https://github.com/acme/shop/issues/13`)',
  ],
  ['closing keyword before HTML', 'fixes: <b>#16</b>', 'fixes: <b>`#16`</b>'],
  ['closing keyword in HTML', 'fi<b>x</b>es <kbd>#16</kbd>', 'fi<b>x</b>es <kbd>`#16`</kbd>'],
  ['closing keyword and parts of a number', 'fixes <span>#<b>1</b>6</span>', 'fixes <span>`#`<b>`1`</b>`6`</span>'],
  ['closing keyword in a block of HTML', '<p>fixes<br>#16</p>', '<p>fixes<br><code>#16</code></p>'],
  [
    'closing keyword with entities in a block of HTML',
    '<p>f&#105;xes &num;16</p>',
    '<p>f&amp;#105;xes &amp;num;16</p>',
  ],
  ['closing keyword with entities', 'fixes &#35;16, closes gh&#45;17', 'fixes `#16`, closes `gh-17`'],
  ['closing keyword, a comment, an entity', 'fixes <!-- x --> &#x23;16', 'fixes  `#16`'],
  [
    'closing keyword and an entity in an address',
    'fixes https&#58;//github.com/acme/shop/issues/16',
    'fixes `https://github.com/acme/shop/issues/16`',
  ],
  ['closing keyword before a link to a path', 'fixes [x](../issues/16)', 'fixes x (`../issues/16`)'],
  [
    'closing keyword before a link by name',
    'fixes [#16][a]\n\n[a]: https://github.com/acme/shop/issues/16',
    'fixes `#16` (`https://github.com/acme/shop/issues/16`)',
  ],
  ['closing keyword as a link', '[fixes](src) #16', '[fixes](src) `#16`'],
  ['duplicate in two lines', 'duplicate\nof #3', 'duplicate\nof `#3`'],
  ['duplicate behind a wide space', 'Duplicate\u00a0of <b>#4</b>', 'Duplicate\u00a0of <b>`#4`</b>'],
  ['mention in pieces', '@**octocat** @<b>ada</b>', '`@`**`octocat`** `@`<b>`ada`</b>'],
  [
    'mention behind a link that contains a backtick',
    'https://nodejs.org/`x @octocat y`',
    'https://nodejs.org/ `x @octocat y`',
  ],
  ['our own mark', '<!-- sluice:v1 key=a run=b state=done -->\nhello', 'hello'],
  ['comment left open', 'a\n\n<!-- hidden\n\nb', 'a\n\n&lt;!-- hidden\n\nb'],
  ['pre left open', '<pre>\n\nb', '&lt;pre>\n\nb'],
  ['processing instruction', '<?php x', '&lt;?php x'],
  ['footnote', 'a[^1]\n\n[^1]: see\n    @b', 'a[^1]\n\n\\[^1]: see\n    `@b`'],
  ['footnote that looks like a link', '> [^1]: a/@b', '> \\[^1]: a/`@b`'],
  ['code that a table cuts', '| a | b |\n| --- | --- |\n| `x | @c` |', '| a | b |\n| --- | --- |\n| `x | `@c`\\` |'],
  ['command to a bot', '/lgtm\nok\n/approve cancel', '`/lgtm`\nok\n`/approve` cancel'],
  ['command after spaces', 'ok\n\n   /merge', 'ok\n\n   `/merge`'],
  ['command in a fence', '```\n/lgtm\n /hold\n/usr/bin\n```', '```\n /lgtm\n /hold\n/usr/bin\n```'],
  ['bidi', 'a \u202egnp.exe\u202c b', 'a gnp.exe b'],
  ['fence left open', 'a\n```js\nb', 'a\n```js\nb\n```'],
  ['longer fence left open', '~~~~ x\nb\n~~~', '~~~~ x\nb\n~~~\n~~~~'],
  ['lonely fence', '```', '```\n```'],
  ['details left open', '<details>\n\ntext', '<details>\n\ntext\n\n</details>'],
  ['several left open', '<details><summary>a\n\n<b>text', '<details><summary>a\n\n<b>text\n\n</b></summary></details>'],
  ['an end nobody opened', 'a\n\n</details>\n\nb', 'a\n\n&lt;/details>\n\nb'],
  ['ends in the wrong order', '<b><i>x</b></i>', '<b><i>x&lt;/b></i>\n\n</b>'],
  ['Windows line ends', 'a\r\nb\rc', 'a\nb\nc'],
]
for (const [name, text, expected] of changes)
  test(`made safe: ${name}`, async () => {
    const once = await safe(text)
    expect(once).toBe(expected)
    expect(await safe(once)).toBe(once)
  })

test('text after an open block is unaffected', async () => {
  const { fromMarkdown } = await import('mdast-util-from-markdown')
  const openers = [
    '```',
    '~~~x',
    '<details>',
    '<!--',
    '<pre>',
    '<script>',
    '- ```',
    '> ```',
    '<![CDATA[',
    '<?x',
    '<!X',
    '1. - ```',
    '`',
    '[a](',
    '<b',
    '|',
    '***',
    '    x',
    '[x]:',
  ]
  for (const left of openers)
    for (const right of openers) {
      const text = `${await safe(`${left}\n${right} text`)}\n\n**Done.**`
      const last = fromMarkdown(text).children.at(-1)
      expect(last, `${left} ${right}`).toMatchObject({ type: 'paragraph', children: [{ type: 'strong' }] })
    }
})

test('random pieces: always safe, always the same the second time', async () => {
  const pieces = [
    '@a',
    '@a/b',
    '[x](',
    '![',
    ']',
    '(https://evil.example)',
    '<b>',
    '</b>',
    '<',
    '>',
    '`',
    '```',
    '\n',
    '\n\n',
    '- ',
    '> ',
    '    ',
    '\\',
    '&#64;',
    '&amp;',
    '*',
    '_',
    'e/r#1',
    'fixes #1',
    '<!--',
    '-->',
    '|',
    '~~~',
    '[x]: https://evil.example',
    '/lgtm',
    'www.evil.example',
    '<details>',
    '</details>',
    '\t',
    '1. ',
    '#',
    ' ',
    'word',
  ]
  // A small generator of our own: the same texts on every run.
  let state = 42
  const next = () => (state = (state * 1103515245 + 12345) % 2147483648)
  for (let round = 0; round < (isFull ? 1500 : 100); round += 1) {
    const text = Array.from({ length: 3 + (next() % 12) }, () => pieces[next() % pieces.length]).join('')
    const once = await safe(text)
    expect(await safe(once), JSON.stringify(text)).toBe(once)
    expect(await pingsIn(once), JSON.stringify([text, once])).toEqual([])
  }
})

/** The rendered text outside code, computed independently of the code under test. */
async function pingsIn(text: string): Promise<string[]> {
  const found: string[] = []
  const visit = (node: Nodes) => {
    if (node.type === 'image' || node.type === 'imageReference') found.push(node.type)
    if ((node.type === 'link' || node.type === 'definition') && /evil/.test(node.url)) found.push(node.url)
    const shown =
      node.type === 'text' ? node.value : node.type === 'html' ? node.value.replace(/<code>.*?<\/code>/gs, '') : ''
    if (/(^|[^\w])@a|(https?:\/\/|\bwww\.)evil\.example|e\/r#1|<a|<img/.test(shown)) found.push(shown)
    if (node.type === 'html' && /<!--/.test(shown)) found.push(shown)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(parseMarkdown(text))
  return found
}

test('what passes without the parser is what the parser would let pass', async () => {
  const pieces = [
    '`',
    '``',
    '```',
    '\n```\n',
    '\n~~~\n',
    '\n',
    '\n\n',
    '\n- ',
    '\n> ',
    '\n    ',
    '\n  ',
    '|',
    'word',
    ' ',
    '@a',
    '&#64;a',
    '/lgtm',
    'js',
    '*',
    '_',
    '#',
    '1. ',
    '~~~',
    '\\',
    '\n| - |\n',
  ]
  let state = 7
  const next = () => (state = (state * 1103515245 + 12345) % 2147483648)
  let plain = 0
  for (let round = 0; round < 6000; round += 1) {
    const text = Array.from({ length: 2 + (next() % 10) }, () => pieces[next() % pieces.length])
      .join('')
      .trim()
    if (!isPlainAnswer(text)) continue
    plain += 1
    expect(await pingsIn(text), JSON.stringify(text)).toEqual([])
    expect(parseMarkdown(`${text}\n\n**Done.**`).children.at(-1), JSON.stringify(text)).toMatchObject({
      type: 'paragraph',
      children: [{ type: 'strong' }],
    })
  }
  expect(plain).toBeGreaterThan(200)
})

const hostile: [name: string, text: string][] = [
  ['quotes in quotes', '>'.repeat(60_000)],
  ['stress without end', '*_'.repeat(30_000)],
  ['brackets', '['.repeat(60_000)],
  ['images', '![a]('.repeat(12_000)],
  ['references', '[a][b]'.repeat(10_000)],
  ['backticks', Array.from({ length: 300 }, (_, count) => '`'.repeat(count)).join(' ')],
  ['angle brackets', '<'.repeat(60_000)],
  ['tags', '<b>'.repeat(20_000)],
  ['mentions', '@a '.repeat(20_000)],
  ['paragraphs of stress', `${'*a_'.repeat(950)}\n\n`.repeat(20)],
]
for (const [name, text] of hostile)
  test(`60 kB made to be slow: ${name}`, async () => {
    const result = await safe(text)
    expect(await pingsIn(result.slice(0, 5000))).toEqual([])
  })

test('cut first, then made safe: nothing dangerous appears at the cut', async () => {
  const text = `word \`@octocat and more\` ${'x '.repeat(50)}`
  for (let max = 1; max < text.length; max += 1) expect(await pingsIn(await safe(text, max))).toEqual([])
})

test('GHES: its own pages stay, github.com becomes a page elsewhere', async () => {
  const ghes: Host = { server: 'https://git.acme.example', repository: 'a/b', hosts: ['wiki.acme.example'] }
  const text = 'https://git.acme.example/a/b/issues/1 https://wiki.acme.example/x https://git.acme.example/c/d/pull/2'
  expect(sanitizeOutbound(text, ghes)).toBe(
    'https://git.acme.example/a/b/issues/1 https://wiki.acme.example/x `https://git.acme.example/c/d/pull/2`',
  )
})

test.each([
  ['```mermaid\nflowchart LR\n  A --> B\n  click A "https://evil.example/x"\n```', '```text\nflowchart'],
  ['```Mermaid\nA@{ img: "//evil.example/x.png" }\n```', '```text\nA@{'],
  ['~~~mermaid\nA["<img src=x>"]\n~~~', '~~~text\nA['],
  ['- ```mermaid\n  A[https#58;#47;#47;evil.example]\n  ```', '- ```text\n'],
  ['```geojson\n{"type": "Point"}\n```', '```text\n{"type"'],
  ['```mermaid title\n%%{init: {"themeCSS": "x"}}%%\n```', '```text\n%%{init'],
])('a drawing that reaches out is shown as text: %j', async (text, expected) => {
  const shown = await safe(text)
  expect(shown.startsWith(expected), shown).toBe(true)
  expect(await safe(shown)).toBe(shown)
})

test.each([
  '<img src=//a.example/v?d=1>',
  '<img src=https://a.example/v?d=1>',
  'Look: <img\nalt=x src=/v> here',
  '\\\\<video src=//a.example/v></video>',
  '[<img src=//a.example/v>](https://github.com/acme/shop)',
  '<img _x_=1 src=//a.example/v>',
  '| a |\n| - |\n| <img src=//a.example/v> |',
  '- # <source srcset=//a.example/v/>',
])('a tag with a slash in a value without quotes is shown as text: %s', (text) => {
  const page = markdownToHTML(safe(text), { render: { unsafe: true }, extension: { table: true, autolink: true } })
  expect(page).not.toMatch(/<(?:img|video|source)/)
  expect(safe(safe(text))).toBe(safe(text))
})

test('a sign that opens no tag stays', () => {
  for (const text of ['a < b', 'Map<K, V> and List&lt;T>', '`<img src=//x>`']) expect(safe(text)).toBe(text)
})
