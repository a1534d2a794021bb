#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`sluice needs Node 24 or newer, and this is ${process.version}. In its checkout, after npm ci, npx sluice has one.`)
  process.exit(2)
}
const { cli } = await import('./lib/index.js')

await cli(import.meta.dirname)
