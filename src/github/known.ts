/** `{ [key]: value }` unless the value is undefined, which exact optional properties do not take. */
export function known<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  // A computed key widens to string; this is the one place that says it is Key.
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value })
}
