import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFull } from '../../sample.ts'
import { builtinRules, profileRules, verdict } from '../rules.ts'
import { bashOracle } from './bash-oracle.ts'
import { dice, shellLine } from './line-generator.ts'

/** scripts/fuzz-shell.ts does the same with a million lines. */
const LINES = isFull ? 20_000 : 700
/** The oracle runs this many of the lines that are allowed; the longest ones, in which most can happen. */
const RUNS = isFull ? 250 : 10

test.runIf(process.platform === 'linux' && existsSync('/bin/bash') && existsSync('/usr/bin/git'))(
  'no line that is allowed writes a file, starts another program or opens a connection',
  { timeout: 240_000 },
  async () => {
    const rules = [...(await builtinRules()), ...(await profileRules('maintain'))]
    await using oracle = await bashOracle()
    // The oracle tells: otherwise it would find nothing whatever is allowed.
    const planted = ['echo a > planted', 'touch b', './x.sh', `: < /dev/tcp/127.0.0.1/${oracle.port}`, 'echo b >> f']
    expect((await oracle.offenders([...planted, 'cat f', 'git status'])).sort()).toEqual([...planted].sort())
    const roll = dice(20261122)
    const allowed = new Set<string>()
    for (let count = 0; count < LINES; count++) {
      const line = shellLine(roll).replaceAll('PORT', String(oracle.port))
      if ((await verdict(rules, `$ ${line}`)) === 'allow') allowed.add(line)
    }
    expect(allowed.size).toBeGreaterThan(LINES / 20)
    const longest = [...allowed].sort((a, b) => b.length - a.length).slice(0, RUNS)
    expect(await oracle.offenders(longest)).toEqual([])
  },
)
