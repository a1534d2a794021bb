#!/usr/bin/env node
// An older Node may not even parse the bundle, so the import comes after the check.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `sluice needs Node 22.18 or newer, but this is ${process.version}. Install a newer Node: https://nodejs.org`,
  )
  process.exit(2)
}
const { commandLine } = await import('./lib/index.js')

await commandLine(import.meta.dirname)
