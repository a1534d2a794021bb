import { expect, test } from 'vitest'
import { startGitHub } from '../../../src/emulators/github/github.ts'
import { comment, issue, pull, type WorldComment, type WorldPicture } from '../../../src/emulators/github/world.ts'
import { describeLeftOut, readPictures } from '../../../src/github/context/pictures.ts'
import type { Task } from '../../../src/github/events/task.ts'
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
  /** In review threads of pull request 8: who, what, and the comment that it answers. */
  threads?: [user: string, body: string, inReplyTo?: number][]
  /** In a discussion. */
  discussed?: [user: string, body: string, more?: object][]
  about?: object
  froms?: string[]
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
  'pictures by reference, and one with brackets in its name': {
    body: `![one][x] ![two][] ![three]\n${shown('d').replace('shot', 'a [b] c')}\n\n${['x', 'two', 'three'].map((name, index) => `[${name}]: https://github.com/user-attachments/assets/${'abc'[index]}`).join('\n')}`,
    pictures: { a: png, b: png, c: png, d: png },
    types: ['image/png', 'image/png', 'image/png', 'image/png'],
  },
  'pictures of a stranger by reference, and in code': {
    body: `![x] \`${shown('b')}\`\n\n~~~\n${shown('c')}\n~~~\n\n[x]: https://github.com/user-attachments/assets/a`,
    user: 'stan',
    pictures: { a: png, b: png, c: png },
    leftOut: 'Pictures left out: 1 by people without write permission.',
  },
  'a picture of a stranger that a member quotes, with one below it': {
    body: `> ${shown('a')}\n> <img src="https://github.com/user-attachments/assets/b">\n\n${shown('c')}`,
    pictures: { a: png, b: png, c: png },
    types: ['image/png'],
    leftOut: 'Pictures left out: 2 in a quote.',
  },
  'the same picture 200 times, and another': {
    body: `${shown('a').repeat(200)}${shown('b')}`,
    pictures: { a: png, b: png },
    types: ['image/png', 'image/png'],
  },
  'one in a review thread, and one of a stranger there': {
    body: 'No picture.',
    pictures: { a: png, b: png },
    threads: [
      ['ada', shown('a')],
      ['stan', shown('b'), 31],
    ],
    types: ['image/png'],
    froms: ['review comment 31 by ada'],
    leftOut: 'Pictures left out: 1 by people without write permission.',
  },
  'the thread that asked comes first': {
    body: shown('a'),
    pictures: { a: png, b: png, c: png },
    threads: [
      ['ada', shown('b')],
      ['ada', shown('c')],
      ['ada', 'And here?', 32],
    ],
    about: { comment: { id: 33, kind: 'review', thread: 32 } },
    types: ['image/png', 'image/png', 'image/png'],
    froms: ['review comment 32 by ada', '#8', 'review comment 31 by ada'],
  },
  'a discussion and its comments': {
    body: shown('a'),
    pictures: { a: png, b: png, c: png, d: png },
    discussed: [
      ['ada', shown('b')],
      ['stan', shown('c')],
      ['ada', shown('d'), { editedBy: 'stan' }],
    ],
    types: ['image/png', 'image/png'],
    froms: ['discussion #9', 'comment 41 by ada'],
    leftOut: 'Pictures left out: 2 by people without write permission.',
  },
  'a comment of a discussion, and its replies': {
    body: 'No picture.',
    user: 'stan',
    pictures: { a: png, b: png, c: png },
    discussed: [
      ['ada', shown('a')],
      ['ada', shown('b')],
      ['ada', shown('c'), { replyTo: 42 }],
    ],
    about: { place: { kind: 'discussion', number: 9, comment: 42 } },
    types: ['image/png', 'image/png'],
    froms: ['comment 43 by ada', 'comment 42 by ada'],
  },
  'a comment of ours and a hidden one': {
    body: 'No picture.',
    pictures: { a: png, b: png },
    comments: [
      comment({ id: 21, number: 7, user: BOT, body: shown('a') }),
      comment({ id: 22, number: 7, user: 'ada', body: shown('b'), minimized: true }),
    ],
  },
}

const TIMES = { createdAt: '2026-01-05T09:00:00Z', updatedAt: '2026-01-05T09:00:00Z' }

for (const [name, row] of Object.entries(rows))
  test.concurrent(`pictures: ${name}`, async () => {
    const { body, user = 'ada', pictures, comments = [], types = [], leftOut = '', threads, discussed, about } = row
    const side = { ref: 'main', sha: 'a'.repeat(40), repo: 'octo/pond' }
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      permissions: { ada: 'write', stan: 'none' },
      issues: [issue({ number: 7, user, body })],
      pulls: [pull({ number: 8, user, body, base: side, head: { ...side, ref: 'topic' } })],
      discussions: [
        {
          ...{ number: 9, title: 'Ideas', body, user },
          comments: (discussed ?? []).map(([by, text, more], index) => ({
            ...{ id: 41 + index, user: by, body: text, ...TIMES },
            ...more,
          })),
        },
      ],
      reviewComments: (threads ?? []).map(([by, text, inReplyTo], index) => ({
        ...{ id: 31 + index, number: 8, review: 1, user: by, body: text, inReplyTo: inReplyTo ?? null },
        ...{ path: 'a.ts', commitId: 'a'.repeat(40), line: 1, startLine: null, side: 'RIGHT' as const, ...TIMES },
      })),
      comments,
      pictures,
    })
    const github = connect(server)
    const kind = threads === undefined ? 'issue' : 'pull_request'
    const number = threads === undefined ? 7 : 8
    const place = { kind: 'discussion', number: 9 } as const
    const asked: Task =
      discussed === undefined
        ? { ...task, openedBy: user, kind, number, ...about }
        : { ...task, kind: 'other', number: undefined, comment: undefined, place, ...about }
    const conversation = discussed === undefined ? github.conversation(number, kind, 40_000) : undefined
    const read = await readPictures(asked, conversation, { github, hosts: { server: server.url, apiUrl: server.url } })
    expect(read.images.map(({ mimeType }) => mimeType)).toEqual(types)
    if (row.froms !== undefined) expect(read.images.map(({ from }) => from)).toEqual(row.froms)
    expect(describeLeftOut(read)).toBe(leftOut)
    expect(server.problems).toEqual([])
  })

const DOTCOM = 'private-user-images.githubusercontent.com'
const places: [server: string, apiUrl: string, addresses: string[], isRead: boolean][] = [
  [
    'https://github.com',
    'https://api.github.com',
    [
      `https://${DOTCOM}.evil.example/a.png`,
      'https://camo.githubusercontent.com/0a',
      `http://${DOTCOM}/a.png`,
      `https://x@${DOTCOM}/a.png`,
      'https://api.github.com/a.png',
      `//${DOTCOM}/a.png`,
    ],
    false,
  ],
  // Nothing listens there, so a host that counts gives pictures that could not be fetched.
  [
    'http://git.localhost',
    'http://git.localhost/api/v3',
    ['http://git.localhost:9/storage/a.png', 'http://media.git.localhost:9/a.png'],
    true,
  ],
  ['http://octo.localhost', 'http://api.octo.localhost', ['http://private-user-images.octo.localhost:9/a.png'], true],
  [
    'http://git.localhost',
    'http://git.localhost/api/v3',
    [
      'http://git.localhost.evil.example/a.png',
      'http://evilgit.localhost/a.png',
      'https://git.localhost/a.png',
      'http://localhost/a.png',
    ],
    false,
  ],
]
test.each(places)('pictures of %s: %s', async (server, apiUrl, addresses, isRead) => {
  const hosts = { server, apiUrl }
  const asked: object[] = []
  const github = {
    permission: async () => 'write' as const,
    renderedDiscussion: async () => [],
    renderedText: async (place: object) => {
      asked.push(place)
      const emoji = '<img class="emoji" src="https://github.githubassets.com/images/icons/emoji/octocat.png">'
      return [...addresses.map((src) => `<img alt="x" src="${src}">`), emoji].join('')
    },
  }
  const text = { title: '', author: 'ada', body: shown('a'), comments: [], olderComments: 0 }
  const conversation = Promise.resolve({ ...text, reviews: [], threads: [], threadCount: 0, closingIssues: [] })
  const reason = isRead ? 'that could not be fetched' : 'on another host'
  expect(await readPictures(task, conversation, { github, hosts })).toEqual({
    images: [],
    leftOut: [`${addresses.length} ${reason}`],
  })
  expect(asked).toEqual([{ number: 7 }])
  // A conversation that goes on has the pictures of its earlier comments.
  expect(await readPictures(task, conversation, { github, hosts, only: 99 })).toEqual({ images: [], leftOut: [] })
})
