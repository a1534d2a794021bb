/** The start of a client's data. `serverName` is undefined when the TLS client names no server. */
export type ClientStart =
  | { kind: 'incomplete' | 'other' | 'broken' }
  | { kind: 'tls'; serverName: string | undefined; encryptedName: boolean }

const HANDSHAKE_RECORD = 22
const CLIENT_HELLO = 1
const SERVER_NAME = 0
/** Encrypted Client Hello and its predecessor hide the name of the server that is really asked. */
const ENCRYPTED_NAMES: readonly number[] = [0xfe0d, 0xffce]
const MAX_HELLO_BYTES = 128 * 1024

/**
 * Reads the server name of a TLS ClientHello, which may be split over several records.
 * Source: RFC 8446, sections 4.1.2 and 5.1; RFC 6066, section 3.
 */
export function readClientStart(data: Buffer): ClientStart {
  if (data.length === 0) return { kind: 'incomplete' }
  if (data[0] !== HANDSHAKE_RECORD) return { kind: 'other' }
  if (data.length > MAX_HELLO_BYTES) return { kind: 'broken' }
  const parts: Buffer[] = []
  let length = 0
  for (let position = 0; ; ) {
    const handshake = length >= 4 ? Buffer.concat(parts) : undefined
    if (handshake !== undefined) {
      if (handshake[0] !== CLIENT_HELLO) return { kind: 'broken' }
      const size = handshake.readUIntBE(1, 3)
      if (size > MAX_HELLO_BYTES) return { kind: 'broken' }
      if (handshake.length >= 4 + size) return parseHello(handshake.subarray(4, 4 + size))
    }
    if (data.length < position + 5) return { kind: 'incomplete' }
    const size = data.readUInt16BE(position + 3)
    if (data[position] !== HANDSHAKE_RECORD || data[position + 1] !== 3 || size === 0) return { kind: 'broken' }
    if (data.length < position + 5 + size) return { kind: 'incomplete' }
    parts.push(data.subarray(position + 5, position + 5 + size))
    length += size
    position += 5 + size
  }
}

function parseHello(hello: Buffer): ClientStart {
  try {
    const reader = byteReader(hello)
    reader.take(2 + 32) // version and random
    reader.take(reader.number(1)) // session
    reader.take(reader.number(2)) // cipher suites
    reader.take(reader.number(1)) // compression
    if (reader.isEmpty()) return { kind: 'tls', serverName: undefined, encryptedName: false }
    const extensions = byteReader(reader.take(reader.number(2)))
    const types = new Set<number>()
    let serverName: string | undefined
    while (!extensions.isEmpty()) {
      const type = extensions.number(2)
      const body = extensions.take(extensions.number(2))
      if (types.has(type)) return { kind: 'broken' }
      types.add(type)
      if (type === SERVER_NAME) serverName = parseServerName(body)
    }
    if (!reader.isEmpty()) return { kind: 'broken' }
    return { kind: 'tls', serverName, encryptedName: ENCRYPTED_NAMES.some((type) => types.has(type)) }
  } catch {
    return { kind: 'broken' }
  }
}

/** Exactly one host name; servers disagree about which of several counts. */
function parseServerName(body: Buffer): string {
  const reader = byteReader(body)
  const list = byteReader(reader.take(reader.number(2)))
  const type = list.number(1)
  const name = list.take(list.number(2)).toString('latin1')
  if (type !== 0 || !list.isEmpty() || !reader.isEmpty() || !/^[\w.-]+$/.test(name))
    throw new RangeError('invalid name')
  return name.toLowerCase()
}

/** Reads numbers and parts in order. Throws RangeError at the end of the data. */
function byteReader(data: Buffer) {
  let position = 0
  const take = (size: number) => {
    if (position + size > data.length) throw new RangeError('the message is too short')
    position += size
    return data.subarray(position - size, position)
  }
  return { take, number: (size: number) => take(size).readUIntBE(0, size), isEmpty: () => position === data.length }
}
