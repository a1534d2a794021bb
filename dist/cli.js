#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 11)) {
  console.error(`sluice needs Node 20.11 or newer, but this is ${process.version}. Install a newer Node: https://nodejs.org`)
  process.exit(2)
}
Object.groupBy ??= (items, keyOf) => {
  const groups = Object.create(null)
  let index = 0
  for (const item of items) (groups[keyOf(item, index++)] ??= []).push(item)
  return groups
}
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    if (!groups.has(key)) groups.set(key, [])
    groups.get(key).push(item)
  }
  return groups
}
Promise.withResolvers ??= function () {
  let resolve
  let reject
  const promise = new this((fulfill, refuse) => {
    resolve = fulfill
    reject = refuse
  })
  return { promise, resolve, reject }
}
const { commandLine } = await import('./lib/index.js')

await commandLine(import.meta.dirname)
