/**
 * The members of a JSON object, each with its text as it is written, without reading what is in them: a request may be
 * megabytes long, and only the order of its parts is to change. The text must be an object as JSON.stringify writes it.
 */
export function membersOf(json: string): Map<string, string> {
  const members = new Map<string, string>()
  let at = 1
  while (json[at] === '"') {
    const colon = endOfString(json, at)
    const end = endOfValue(json, colon + 1)
    members.set(JSON.parse(json.slice(at, colon)) as string, json.slice(colon + 1, end)) // a string, as just seen
    at = end + 1
  }
  return members
}

/** Members as an object again, in this order; those that are not there are left out. */
export const objectOf = (members: ReadonlyMap<string, string>, order: readonly string[]): string =>
  `{${order.flatMap((name) => (members.has(name) ? [`${JSON.stringify(name)}:${members.get(name)}`] : [])).join(',')}}`

/** The place after the string that begins here. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let slashes = 0
    while (json[quote - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return quote + 1
  }
  return json.length
}

/** The place after the value that begins here. */
function endOfValue(json: string, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at++) {
    switch (json[at]) {
      case '"':
        at = endOfString(json, at) - 1
        break
      case '{':
      case '[':
        depth += 1
        break
      case '}':
      case ']':
        if (depth === 0) return at
        depth -= 1
        break
      case ',':
        if (depth === 0) return at
        break
      default:
    }
  }
  return json.length
}
