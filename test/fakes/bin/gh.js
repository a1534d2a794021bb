#!/usr/bin/env node
// Stands for the `gh` of a runner, as far as scripts of published workflows use it. Source: GitHub CLI manual.
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { env } = process
const token = env.GH_TOKEN || env.GITHUB_TOKEN
const FIELDS = {
  number: 'number',
  title: 'title',
  body: 'body',
  additions: 'additions',
  deletions: 'deletions',
  changedFiles: 'changed_files',
  baseRefName: 'base.ref',
  headRefName: 'head.ref',
}
const texts = (...names) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]))

function stop(message, code = 1) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

async function ask(method, path, body, accept = 'application/vnd.github+json') {
  const headers = { authorization: `token ${token}`, accept, 'content-type': 'application/json' }
  const answer = await fetch(`${env.GITHUB_API_URL}/${path}`, { method, headers, body: body && JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) stop(`HTTP ${answer.status}: ${text}`)
  return accept.endsWith('json') ? JSON.parse(text) : text
}

const named = (item, names) =>
  Object.fromEntries(
    names.split(',').map((name) => {
      if (FIELDS[name] === undefined) stop(`Unknown JSON field: "${name}"`)
      return [name, FIELDS[name].split('.').reduce((value, key) => value?.[key], item) ?? '']
    }),
  )

async function main([thing, verb, ...rest]) {
  if (!token) stop('gh: To use GitHub CLI in a GitHub Actions workflow, set the GH_TOKEN environment variable.', 4)
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { ...texts('repo', 'json', 'limit', 'search', 'state', 'body'), 'name-only': { type: 'boolean' } },
  })
  const remote = () => execFileSync('git', ['remote', 'get-url', 'origin'], { encoding: 'utf8' }).trim()
  const repo = values.repo ?? env.GH_REPO ?? /([^/:]+\/[^/]+?)(?:\.git)?$/.exec(remote())?.[1]
  const [number] = positionals
  switch (`${thing} ${verb}`) {
    case 'issue list': {
      const query = `repo:${repo} is:issue state:${values.state ?? 'open'} ${values.search ?? ''}`
      const found = await ask('GET', `search/issues?per_page=${values.limit ?? 30}&q=${encodeURIComponent(query)}`)
      return JSON.stringify(found.items.map((item) => named(item, values.json)))
    }
    case 'issue comment':
      return (await ask('POST', `repos/${repo}/issues/${number}/comments`, { body: values.body })).html_url
    case 'pr view':
      return JSON.stringify(named(await ask('GET', `repos/${repo}/pulls/${number}`), values.json))
    case 'pr diff': {
      const diff = await ask('GET', `repos/${repo}/pulls/${number}`, undefined, 'application/vnd.github.diff')
      return values['name-only']
        ? [...diff.matchAll(/^diff --git a\/.* b\/(.*)$/gm)].map((line) => line[1]).join('\n')
        : diff
    }
    default:
      return stop(`unknown command "${thing} ${verb}"`)
  }
}

main(process.argv.slice(2)).then(console.log)
