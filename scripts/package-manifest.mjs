/**
 * The manifest of the npm package: `npm pack` runs this before and after. The bundle holds every dependency, so the package
 * names none: an install fetches one archive. Plain JavaScript, because npm may run it with a Node that knows no types.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const manifest = join(root, 'package.json')
const original = join(root, 'build/package.json.original')

if (process.argv[2] === 'restore') {
  if (existsSync(original)) renameSync(original, manifest)
} else {
  if (!existsSync(join(root, 'dist/cli.js'))) throw new Error('dist/ is missing: run npm run build first.')
  mkdirSync(join(root, 'build'), { recursive: true })
  copyFileSync(manifest, original)
  const {
    dependencies: _,
    devDependencies: __,
    scripts: ___,
    allowScripts: ____,
    ...published
  } = JSON.parse(readFileSync(manifest, 'utf8'))
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`)
}
