import { expect, test } from 'vitest'
import { readClientStart } from '../../../src/platform/sandbox/gateway.ts'

const bytes = (size: number, value: number): Buffer => {
  const buffer = Buffer.alloc(size)
  buffer.writeUIntBE(value, 0, size)
  return buffer
}
const sized = (size: number, body: Buffer): Buffer => Buffer.concat([bytes(size, body.length), body])
const record = (body: Buffer, type = 22, version = 3): Buffer =>
  Buffer.concat([Buffer.from([type, version, 1]), sized(2, body)])
const extension = (type: number, body: Buffer): Buffer => Buffer.concat([bytes(2, type), sized(2, body)])
const serverName = (name: string, type = 0, inList = '', behind = ''): Buffer => {
  const list = Buffer.concat([bytes(1, type), sized(2, Buffer.from(name)), Buffer.from(inList)])
  return extension(0, Buffer.concat([sized(2, list), Buffer.from(behind)]))
}
/** A hello without the extensions, or with these. `behind`: what follows them. */
const hello = (extensions?: Buffer[], behind = '', type = 1): Buffer =>
  Buffer.concat([
    bytes(1, type),
    sized(
      3,
      Buffer.concat([
        Buffer.alloc(34),
        ...[sized(1, Buffer.alloc(4)), sized(2, Buffer.alloc(2)), sized(1, Buffer.alloc(1))],
        ...(extensions === undefined ? [] : [sized(2, Buffer.concat(extensions))]),
        Buffer.from(behind),
      ]),
    ),
  ])
const tls = (name: string | undefined, encryptedName = false) => ({ kind: 'tls', serverName: name, encryptedName })
const [broken, incomplete, other] = [{ kind: 'broken' }, { kind: 'incomplete' }, { kind: 'other' }]

const starts: [name: string, data: Buffer, start: object][] = [
  ['nothing', Buffer.alloc(0), incomplete],
  ['another protocol', Buffer.from('GET'), other],
  ['no extensions', record(hello()), tls(undefined)],
  ['no server name', record(hello([extension(5, Buffer.alloc(1))])), tls(undefined)],
  ['a server name', record(hello([serverName('A.test')])), tls('a.test')],
  [
    'a server name and more data',
    Buffer.concat([record(hello([serverName('a.test')])), Buffer.from('x')]),
    tls('a.test'),
  ],
  ['an encrypted name', record(hello([serverName('a.test'), extension(0xfe0d, Buffer.alloc(1))])), tls('a.test', true)],
  ['an extension twice', record(hello([serverName('a.test'), serverName('b.test')])), broken],
  ['data behind the extensions', record(hello([serverName('a.test')], 'x')), broken],
  ['another type of name', record(hello([serverName('a.test', 1)])), broken],
  ['two names in the list', record(hello([serverName('a.test', 0, 'x')])), broken],
  ['data behind the list', record(hello([serverName('a.test', 0, '', 'x')])), broken],
  ['a name with a blank', record(hello([serverName('a b')])), broken],
  ['an empty name', record(hello([serverName('')])), broken],
  ['extensions that are too short', record(Buffer.concat([hello([]).subarray(0, 4), Buffer.alloc(10)])), incomplete],
  ['a hello that is too short', record(Buffer.concat([Buffer.from([1]), sized(3, Buffer.alloc(10))])), broken],
  ['another handshake message', record(hello([], '', 2)), broken],
  [
    'another record behind the start',
    Buffer.concat([record(hello().subarray(0, 20)), record(Buffer.alloc(9), 23)]),
    broken,
  ],
  ['another version', record(hello(), 22, 2), broken],
  ['an empty record', record(Buffer.alloc(0)), broken],
  ['the start of a record', record(hello()).subarray(0, 4), incomplete],
  ['the head of a record', record(hello()).subarray(0, 5), incomplete],
  ['all but the last byte', record(hello()).subarray(0, -1), incomplete],
  ['three bytes of a message', record(hello().subarray(0, 3)), incomplete],
  ['the longest hello, as far as it is there', record(Buffer.concat([bytes(1, 1), bytes(3, 131_072)])), incomplete],
  ['a longer one', record(Buffer.concat([bytes(1, 1), bytes(3, 131_073)])), broken],
  [
    'as much data as is read',
    Buffer.concat([record(hello()), Buffer.alloc(131_072 - record(hello()).length)]),
    tls(undefined),
  ],
  ['more', Buffer.concat([record(hello()), Buffer.alloc(131_073 - record(hello()).length)]), broken],
]
for (const [name, data, start] of starts)
  test(`the start of a client: ${name}`, () => expect(readClientStart(data)).toEqual(start))
