import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import nodeTypes from '../../../node_modules/tree-sitter-bash/src/node-types.json' with { type: 'json' }
import { BUILTINS } from '../../../src/policy/shell/bash-builtins.ts'
import { HOLDERS, LEAVES, SPECIALS } from '../../../src/policy/shell/parse.ts'

// A kind with subtypes only groups them; no node has it.
const kinds = nodeTypes.filter((entry) => entry.named && !('subtypes' in entry)).map(({ type }) => type)
const specials: readonly string[] = SPECIALS

test.each(kinds)('the node kind %s has exactly one entry', (kind) => {
  const entries = [HOLDERS.has(kind), LEAVES.has(kind), specials.includes(kind)]
  expect(entries.filter(Boolean)).toHaveLength(1)
})

test('there is no entry for a kind that the grammar does not have', () => {
  const entries = [...HOLDERS, ...LEAVES, ...specials]
  expect(entries.filter((entry) => !kinds.includes(entry))).toEqual([])
})

test.runIf(existsSync('/bin/bash'))('every builtin of bash has an entry', () => {
  const names = execFileSync('/bin/bash', ['-c', 'compgen -b'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !Object.hasOwn(BUILTINS, name))).toEqual([])
})
