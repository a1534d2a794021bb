/**
 * Splits a JSON object into its members with their JSON text, without parsing the values: a request may have megabytes, and
 * only the order of its members changes. The text must be an object as written by JSON.stringify.
 */
export function splitMembers(json: string): Map<string, string> {
  const members = new Map<string, string>()
  let position = 1
  while (json[position] === '"') {
    const colon = endOfString(json, position)
    const end = endOfValue(json, colon + 1)
    members.set(JSON.parse(json.slice(position, colon)) as string, json.slice(colon + 1, end)) // it starts with a quote
    position = end + 1
  }
  return members
}

/** Joins members to a JSON object in this order; missing members are omitted. */
export const joinMembers = (members: ReadonlyMap<string, string>, order: readonly string[]): string =>
  `{${order.flatMap((name) => (members.has(name) ? [`${JSON.stringify(name)}:${members.get(name)}`] : [])).join(',')}}`

/** The position after the string that starts at `start`. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let slashes = 0
    while (json[quote - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return quote + 1
  }
  return json.length
}

/** The position after the value that starts at `start`. */
function endOfValue(json: string, start: number): number {
  let depth = 0
  for (let position = start; position < json.length; position++) {
    switch (json[position]) {
      case '"':
        position = endOfString(json, position) - 1
        break
      case '{':
      case '[':
        depth += 1
        break
      case '}':
      case ']':
        if (depth === 0) return position
        depth -= 1
        break
      case ',':
        if (depth === 0) return position
        break
      default:
    }
  }
  return json.length
}
