/** `{ [key]: value }`, or `{}` when the value is undefined, which exact optional properties do not accept. */
export function omitUndefined<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  // TypeScript widens a computed key to string.
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value })
}
