import { expect, test } from 'vitest'
import { startGitHub } from '../../../src/emulators/github/github.ts'
import { comment, issue, type WorldComment, type WorldPicture } from '../../../src/emulators/github/world.ts'
import { describeLeftOut, readPictures } from '../../../src/github/context/pictures.ts'
import { BOT, connect, TOKEN, task } from '../../delivery/delivery-fixture.ts'

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(20, 7)])
const JPEG = Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), Buffer.alloc(20, 7)])
const WEBP = Buffer.from('RIFF\x04\0\0\0WEBPVP8 ', 'latin1')
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const HUGE = Buffer.concat([PNG, Buffer.alloc(3_000_000)])

const png = { bytes: PNG, type: 'image/png' }
const shown = (id: string) => `![shot](https://github.com/user-attachments/assets/${id})`

type Row = {
  body: string
  user?: string
  pictures?: Record<string, WorldPicture>
  comments?: WorldComment[]
  types?: string[]
  leftOut?: string
}

const rows: Record<string, Row> = {
  'a picture of a member': { body: shown('a'), pictures: { a: png }, types: ['image/png'] },
  'one in HTML': {
    body: '<img width="300" alt="x" src="https://github.com/user-attachments/assets/a" />',
    pictures: { a: png },
    types: ['image/png'],
  },
  'a photo and a WebP, whatever the server calls them': {
    body: `${shown('a')}\n${shown('b')}`,
    pictures: { a: { bytes: JPEG, type: 'text/html' }, b: { bytes: WEBP, type: 'image/png' } },
    types: ['image/jpeg', 'image/webp'],
  },
  'pictures of a stranger': {
    body: `${shown('a')} <img src="https://evil.example/x.png">`,
    user: 'stan',
    pictures: { a: png },
    leftOut: 'Pictures left out: 2 by people without write permission.',
  },
  'a comment of a member that a stranger edited, and a member below a stranger': {
    body: shown('a'),
    user: 'stan',
    pictures: { a: png, b: png, c: png },
    comments: [
      comment({
        id: 21,
        number: 7,
        user: 'ada',
        body: shown('b'),
        updatedAt: '2026-01-05T10:00:00Z',
        editedBy: 'stan',
      }),
      comment({ id: 22, number: 7, user: 'ada', body: shown('c') }),
    ],
    types: ['image/png'],
    leftOut: 'Pictures left out: 2 by people without write permission.',
  },
  'an address that redirects': {
    body: shown('a'),
    pictures: { a: { ...png, location: 'http://127.0.0.1:9/inside.png' } },
    leftOut: 'Pictures left out: 1 at an address that leads elsewhere.',
  },
  'another host': {
    body: '![x](https://evil.example/x.png) ![y](http://169.254.169.254/latest)',
    leftOut: 'Pictures left out: 2 on another host.',
  },
  'a huge one': {
    body: shown('a'),
    pictures: { a: { bytes: HUGE, type: 'image/png' } },
    leftOut: 'Pictures left out: 1 larger than 3 MB.',
  },
  'an SVG with a script that calls itself PNG': {
    body: shown('a'),
    pictures: { a: { bytes: SVG, type: 'image/png' } },
    leftOut: 'Pictures left out: 1 of a type that the model does not read.',
  },
  'a page, an animation, and nothing at all': {
    body: `${shown('a')}${shown('b')}${shown('c')}`,
    pictures: {
      a: { bytes: Buffer.from('<!doctype html>'), type: 'image/png' },
      b: { bytes: Buffer.from('GIF89a'), type: 'image/gif' },
      c: { bytes: Buffer.alloc(0), type: 'image/png' },
    },
    leftOut: 'Pictures left out: 3 of a type that the model does not read.',
  },
  'one that is gone': { body: shown('a'), leftOut: 'Pictures left out: 1 that GitHub no longer has.' },
  'more than the limit': {
    body: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(shown).join('\n'),
    pictures: Object.fromEntries([...'abcdefg'].map((id) => [id, png])),
    types: Array.from({ length: 5 }, () => 'image/png'),
    leftOut: 'Pictures left out: 2 beyond the limit of 5.',
  },
  'a picture in code, which GitHub does not show': { body: `\`${shown('a')}\``, pictures: { a: png } },
  'a comment of ours and a hidden one': {
    body: 'No picture.',
    pictures: { a: png, b: png },
    comments: [
      comment({ id: 21, number: 7, user: BOT, body: shown('a') }),
      comment({ id: 22, number: 7, user: 'ada', body: shown('b'), minimized: true }),
    ],
  },
}

for (const [name, { body, user = 'ada', pictures, comments = [], types = [], leftOut = '' }] of Object.entries(rows))
  test.concurrent(`pictures: ${name}`, async () => {
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      permissions: { ada: 'write', stan: 'none' },
      issues: [issue({ number: 7, user, body })],
      comments,
      pictures,
    })
    const github = connect(server)
    const conversation = github.conversation(7, 'issue', 40_000)
    const read = await readPictures({ ...task, openedBy: user }, conversation, { github, apiUrl: server.url })
    expect(read.images.map(({ mimeType }) => mimeType)).toEqual(types)
    expect(describeLeftOut(read)).toBe(leftOut)
    expect(server.problems).toEqual([])
  })

test('on github.com, only the host of private pictures counts', async () => {
  const asked: object[] = []
  const at = (src: string) => `<img alt="x" src="${src}">`
  const github = {
    permission: async () => 'write' as const,
    renderedText: async (place: object) => {
      asked.push(place)
      return [
        at('https://private-user-images.githubusercontent.com.evil.example/a.png'),
        at('https://camo.githubusercontent.com/0a'),
        at('http://private-user-images.githubusercontent.com/a.png'),
        at('https://x@private-user-images.githubusercontent.com/a.png'),
        at('https://api.github.com/a.png'),
        at('//private-user-images.githubusercontent.com/a.png'),
        '<img class="emoji" src="https://github.githubassets.com/images/icons/emoji/octocat.png">',
      ].join('')
    },
  }
  const text = { title: '', author: 'ada', body: shown('a'), comments: [], olderComments: 0 }
  const conversation = Promise.resolve({ ...text, reviews: [], threads: [], threadCount: 0, closingIssues: [] })
  const read = await readPictures(task, conversation, { github, apiUrl: 'https://api.github.com' })
  expect(read).toEqual({ images: [], leftOut: ['6 on another host'] })
  expect(asked).toEqual([{ number: 7 }])
  // A conversation that goes on has the pictures of its earlier comments.
  expect(await readPictures(task, conversation, { github, apiUrl: 'https://api.github.com', only: 99 })).toEqual({
    images: [],
    leftOut: [],
  })
})
