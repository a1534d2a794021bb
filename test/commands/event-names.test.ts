import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { EVENT_NAMES, OBJECT_NAMES } from '../../src/commands/github-rules.ts'

/** The lists are those of GitHub's language service, whose own files are 600 kB. */

const FOLDER = resolve(import.meta.dirname, '../../node_modules/@actions/languageservice/dist/context-providers/events')
const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, `${name}.min.json`), 'utf8'))

type Param = { name: string; childParamsGroups?: Param[] }
const Param: z.ZodType<Param> = z.lazy(() =>
  z.object({ name: z.string(), childParamsGroups: z.array(Param).optional() }),
)
const shared = z.array(Param).parse(read('objects'))
const webhooks = z
  .record(z.string(), z.record(z.string(), z.object({ bodyParameters: z.array(z.union([z.number(), Param])) })))
  .parse(read('webhooks'))

const events = new Map<string, Set<string>>()
const objects = new Map<string, Set<string>>()
function collect({ name, childParamsGroups = [] }: Param): void {
  if (childParamsGroups.length === 0) return
  const names = objects.get(name) ?? new Set()
  objects.set(name, names)
  for (const child of childParamsGroups) {
    names.add(child.name)
    collect(child)
  }
}
for (const [event, actions] of Object.entries(webhooks)) {
  const names = new Set<string>()
  events.set(event, names)
  for (const param of Object.values(actions).flatMap(({ bodyParameters }) => bodyParameters)) {
    const given = typeof param === 'number' ? shared[param] : param
    if (given === undefined) throw new Error(`there is no parameter ${param}`)
    names.add(given.name)
    collect(given)
  }
}

test.for([
  ['event', EVENT_NAMES, events],
  ['object', OBJECT_NAMES, objects],
] as const)('the names of each %s are those of the language service', ([, text, known]) => {
  const lines = text.trim().split(/\n(?! )/)
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) {
    const [name = '', names = ''] = line.split(':')
    expect(names.trim().split(/\s+/), name).toEqual([...(known.get(name) ?? [])].toSorted())
  }
})
