#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 24) {
  const { fileURLToPath } = await import('node:url')
  const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
  console.error(`sluice needs Node 24 or newer, and this is ${process.version}. After npm ci in its checkout, npx sluice brings one there; elsewhere ${own} is one.`)
  process.exit(2)
}
const { cli } = await import('./lib/index.js')

await cli(import.meta.dirname)
