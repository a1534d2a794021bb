import { expect, test } from 'vitest'
import { readEventFacts } from '../../../src/github/events/task.ts'

const facts = (payload: unknown, event = 'custom') => readEventFacts(event, payload)
const long = 'x'.repeat(80)
const nested = (depth: number, value: unknown): unknown => (depth === 0 ? value : { in: nested(depth - 1, value) })
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ login: `p${index}` }))

const table: [write: () => unknown, expected: unknown][] = [
  [() => facts(null), []],
  [() => facts('text'), []],
  [() => facts([1]), []],
  [() => facts({}), []],
  [
    () => facts({ a: null, b: undefined, c: '', d: 0, e: false }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'd: 0\ne: false' }],
  ],
  [
    () => facts({ action: 'done', a: 1 }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'a: 1' }],
  ],
  [
    () => facts({ action: 'done', a: 1 }, 'repository_dispatch'),
    [{ kind: 'event', attributes: { name: 'repository_dispatch' }, format: 'lines', text: 'action: done\na: 1' }],
  ],
  [
    () => facts({ sender: { login: 'ada' }, a: 1 }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'sender: ada\na: 1' }],
  ],
  [
    () => facts({ sender: { login: 'ada' }, a: 1 }, 'issues'),
    [{ kind: 'event', attributes: { name: 'issues' }, format: 'lines', text: 'a: 1' }],
  ],
  [
    () => facts({ sender: { login: 'ada' }, a: 1 }, 'push'),
    [{ kind: 'event', attributes: { name: 'push' }, format: 'lines', text: 'sender: ada\na: 1' }],
  ],
  [
    () => facts({ repository: { full_name: 'octo/pond' }, other: { full_name: 'octo/lake', size: 3 } }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'other: octo/lake' }],
  ],
  [
    () => facts({ a: { other: { full_name: 'octo/lake', size: 3 } } }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'a.other: octo/lake' }],
  ],
  [
    () => facts({ a: { other: { full_name: 3, size: 3 } } }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'a.other.full_name: 3\na.other.size: 3' }],
  ],
  [
    () => facts({ who: { login: 'ada', id: 1 }, which: { login: 1, id: 2 } }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'who: ada\nwhich.login: 1\nwhich.id: 2' }],
  ],
  [
    () => facts({ body: 'Short.', text: long }),
    [
      { kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'body: Short.' },
      {
        kind: 'event-text',
        attributes: { name: 'text' },
        format: 'prose',
        text: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      },
    ],
  ],
  [
    () => facts({ body: long.slice(1), text: 'a\nb', other: 'a\nb', summary: '<b>', from: '[x](y)' }),
    [
      {
        kind: 'event',
        attributes: { name: 'custom' },
        format: 'lines',
        text: 'body: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\nother:\n  a\n  b',
      },
      { kind: 'event-text', attributes: { name: 'text' }, format: 'prose', text: 'a\nb' },
      { kind: 'event-text', attributes: { name: 'summary' }, format: 'prose', text: '<b>' },
      { kind: 'event-text', attributes: { name: 'from' }, format: 'prose', text: '[x](y)' },
    ],
  ],
  [
    () => facts({ other: long }),
    [
      {
        kind: 'event',
        attributes: { name: 'custom' },
        format: 'lines',
        text: 'other: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      },
    ],
  ],
  [
    () => facts(nested(6, { title: 'Deep', more: 1 })),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'in.in.in.in.in.in: Deep' }],
  ],
  [
    () => facts(nested(5, { title: 'Deep', more: 1 })),
    [
      {
        kind: 'event',
        attributes: { name: 'custom' },
        format: 'lines',
        text: 'in.in.in.in.in.title: Deep\nin.in.in.in.in.more: 1',
      },
    ],
  ],
  [
    () => facts(nested(6, { name: 'Deep' })),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'in.in.in.in.in.in: Deep' }],
  ],
  [
    () => facts(nested(6, { sha: 'abc' })),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'in.in.in.in.in.in: abc' }],
  ],
  [
    () => facts(nested(6, { id: 3 })),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'in.in.in.in.in.in: 3' }],
  ],
  [
    () => facts(nested(6, { id: true })),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'in.in.in.in.in.in: …' }],
  ],
  [() => facts({ list: [] }), []],
  [
    () => facts({ list: ['a', 1, true] }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'list: a, 1, true' }],
  ],
  [
    () => facts({ list: people(2) }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'list: p0, p1' }],
  ],
  [
    () => facts({ list: [{ a: 1 }, { b: 2 }] }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'list[0].a: 1\nlist[1].b: 2' }],
  ],
  [
    () => facts({ list: [{ login: 'ada' }, { a: 1 }] }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'list[0]: ada\nlist[1].a: 1' }],
  ],
  [
    () => facts({ list: [null, 'a'] }),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'list[1]: a' }],
  ],
  [() => facts({ list: people(50) }).map(({ text }) => text.slice(-12)), ['47, p48, p49']],
  [() => facts({ list: people(51) }).map(({ text }) => text.slice(-24)), ['7, p48, p49 … and 1 more']],
  [
    () => facts({ list: Array.from({ length: 51 }, () => ({ a: 1 })) }).map(({ text }) => text.split('\n').slice(-2)),
    [['list[49].a: 1', 'list: … and 1 more']],
  ],
  [
    () => facts({ list: Array.from({ length: 50 }, () => ({ a: 1 })) }).map(({ text }) => text.split('\n').slice(-1)),
    [['list[49].a: 1']],
  ],
  [
    () =>
      facts(Object.fromEntries(Array.from({ length: 1002 }, (_, index) => [`a${index}`, 1]))).map(
        ({ text }) => text.split('\n').length,
      ),
    [1001],
  ],
  [
    () => facts({ url: 'https://api', html_url: 'https://page', node_id: 'x', a: { git_url: 'y', target_url: 'z' } }),
    [
      {
        kind: 'event',
        attributes: { name: 'custom' },
        format: 'lines',
        text: 'html_url: https://page\na.target_url: z',
      },
    ],
  ],
  [() => facts({ url: 'https://api', inputs: { url: 'own' }, client_payload: { url: 'own' } }), []],
  [
    () => facts({ url: 'https://api', a: 1 }, 'workflow_dispatch'),
    [{ kind: 'event', attributes: { name: 'workflow_dispatch' }, format: 'lines', text: 'url: https://api\na: 1' }],
  ],
  [
    () => facts({ inputs: 'own' }, 'custom'),
    [{ kind: 'event', attributes: { name: 'custom' }, format: 'lines', text: 'inputs: own' }],
  ],
  [
    () => facts({ head_commit: 'x', pusher: 'y', ref: 'z' }, 'push'),
    [{ kind: 'event', attributes: { name: 'push' }, format: 'lines', text: 'ref: z' }],
  ],
  [
    () => facts({ pull_request: 'x', number: 1, ref: 'z' }, 'pull_request'),
    [{ kind: 'event', attributes: { name: 'pull_request' }, format: 'lines', text: 'ref: z' }],
  ],
]

for (const [write, expected] of table)
  test(`${String(write).slice(6)}`, async () => expect(await write()).toEqual(expected))
