#!/usr/bin/env node
// Stands for ripgrep: knows the options its manual knows, and finds files as those tell it to.
const { appendFileSync, lstatSync, readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const FLAGS = ['--no-config', '--files-with-matches', '--null', '--no-messages', '--text', '--hidden', '--no-ignore']
const MORE = ['--no-follow', '--case-sensitive', '--ignore-case', '--fixed-strings', '--pcre2', '--no-pcre2-unicode']
const VALUED = /^--(?:color|glob|max-filesize)=/

const args = process.argv.slice(2)
const end = args.indexOf('--')
const options = args.slice(0, end)
const pattern = options[options.indexOf('-e') + 1]
const plain = options.filter((one, index) => one !== '-e' && options[index - 1] !== '-e')
const unknown = plain.filter((one) => ![...FLAGS, ...MORE, '--crlf'].includes(one) && !VALUED.test(one))
appendFileSync(`${process.env.TMPDIR}/rg-calls`, `${JSON.stringify(args)}\n`)
if (unknown.length > 0 || end < 0 || pattern === undefined || pattern.includes('refuse')) {
  process.stderr.write(`error: Found argument ${unknown[0]} which wasn't expected\n`)
  process.exit(2)
}
const without = options.flatMap((one) => /^--glob=!\*\*\/(.+)\/\*\*$/.exec(one)?.[1] ?? [])
const source = options.includes('--fixed-strings') ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : pattern
const regex = new RegExp(source, options.includes('--ignore-case') ? 'im' : 'm')

const found = []
function look(path) {
  const seen = lstatSync(path)
  if (seen.isFile() && regex.test(readFileSync(path, 'latin1'))) found.push(path)
  if (seen.isDirectory()) for (const name of readdirSync(path)) if (!without.includes(name)) look(join(path, name))
}
for (const path of args.slice(end + 1)) look(path)
process.stdout.write(found.map((path) => `${path}\0`).join(''))
process.exit(found.length > 0 ? 0 : 1)
