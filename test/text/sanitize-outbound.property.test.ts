import { expect, test } from 'vitest'
import type { Host } from '../../src/text/references.ts'
import { sanitizeOutbound } from '../../src/text/sanitize-outbound.ts'
import { isFull } from '../sample.ts'
import { generateMarkdown, WORD } from './markdown-generator.ts'
import { renderPage } from './rendered-page.ts'

const CASES = isFull ? 1200 : 60
const host: Host = { server: 'https://github.com', repository: 'acme/shop' }

/** Text that has an effect on GitHub, in every spelling. */
const phrases = [
  '@octocat',
  '@acme/team',
  '&#64;octocat',
  '&commat;octocat',
  '\\@octocat',
  '@\u200boctocat',
  '@&#8203;octocat',
  '@&shy;octocat',
  '@<!-- x -->octocat',
  '@**octocat**',
  '@<b>octocat</b>',
  '@~~octocat~~',
  'a**@octocat**',
  'https://nodejs.org/`x @octocat y`',
  'evil/repo#7',
  'evil/repo&#35;7',
  'evil/repo@1234567',
  'https://github.com/evil/repo/issues/7',
  'fixes #16',
  'fixes: <b>#16</b>',
  'fixes [#13](https://github.com/acme/shop/issues/13)',
  'fixes [the bug](https://github.com/acme/shop/issues/13)',
  'fixes <https://github.com/acme/shop/issues/13>',
  'closes **#5**',
  'closes #**5**',
  'closes #~~5~~',
  '[fixes](a.md) #5',
  '[fixes #5](a.md)',
  'fixes\u200b #5',
  '**closes** _#5_',
  'clo<b>ses</b> #5',
  'Resolves: GH-7',
  'resolved\n#8',
  'closes&nbsp;#8',
  'fixes &#35;16',
  'fixes \\#16',
  'fixed acme/shop#3',
  'closes https://github.com/acme/shop/issues/4',
  'fix `x` #9',
  'Duplicate of #9',
]

const CLOSING =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|duplicate of)[\s:*~()[\]"']*(?:[\w.-]+\/[\w.-]+)?(?:#|GH-)\d+\b/i
const CLOSING_URL =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)[\s:*~]*https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d/i
const MENTION = /(?:^|[^\w`])@[a-z\d]/i
const REFERENCE =
  /(?:^|[^\w/-])(?!acme\/shop)[\w.-]+\/[\w.-]+(?:#\d+\b|@[\da-f]{7,40}\b)|https?:\/\/github\.com\/(?!acme\/shop)[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d/i

/** Text that GitHub would act on outside code: in each piece between two tags, and without the tags. */
function liveIn(markdown: string): string[] {
  const page = renderPage(markdown, { keepCode: false })
  const unlinked = [...page.unlinkedTexts, ...page.unlinkedBlocks]
  return [
    ...unlinked.filter((text) => MENTION.test(text) || REFERENCE.test(text)),
    ...[...page.texts, ...page.blocks].filter((text) => CLOSING.test(text) || CLOSING_URL.test(text)),
    ...page.comments.map((comment) => `<!--${comment}`),
    ...(page.images > 0 ? ['an image'] : []),
    ...page.addresses.filter((url) => url.startsWith('https://x.example')),
  ]
}

const wordsIn = (text: string) => new Set(text.match(WORD) ?? [])

test('nothing that GitHub would act on survives, and nothing is hidden', async () => {
  let changed = 0
  for (let seed = 1; seed <= CASES; seed += 1) {
    const { text, labels } = generateMarkdown(seed, { phrases })
    const safe = sanitizeOutbound(text, host)
    const page = renderPage(safe)
    const visible = wordsIn([...page.texts, ...page.addresses].join(' '))
    const languages = wordsIn(Array.from(safe.matchAll(/(?:`{3}|~{3})[ \t]*(\S+)/g), ([, word]) => word).join(' '))
    const hidden = [...wordsIn(safe)].filter((word) => !visible.has(word) && !labels.has(word) && !languages.has(word))
    expect({ seed, text, safe, live: liveIn(safe), hidden }).toMatchObject({ live: [], hidden: [] })
    if (safe !== text) changed += 1
  }
  expect(changed).toBeGreaterThan(CASES / 2)
})

test.each(phrases)('%j does nothing', async (phrase) => {
  for (const text of [
    phrase,
    `> ${phrase}`,
    `- **${phrase}**`,
    `| a |\n|---|\n| ${phrase.replace('\n', ' ')} |`,
    `<div>\n${phrase}\n</div>`,
  ]) {
    const safe = sanitizeOutbound(text, host)
    expect({ text, safe, live: liveIn(safe) }).toMatchObject({ live: [] })
    expect(sanitizeOutbound(safe, host)).toBe(safe)
  }
})
