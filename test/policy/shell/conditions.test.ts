import { expect, test } from 'vitest'
import { builtinRules, profileRules, verdict } from '../rules.ts'

const rules = [...(await builtinRules()), ...(await profileRules('review'))]

test.each([
  '[ a == b ]',
  '[ a != "$x" ]',
  '[ ! -f "$x" ]',
  '[ ! "$x" = b ]',
  '[ "$x" ]',
  '[ ! "$x" ]',
  '[ -n "$x" -a -d "$y" ]',
  '[ "$x" = a -o "$y" = b -o c ]',
  '[ -v name ]',
  '[ -v name -a -R name ]',
  '[ -f "$x" -a ! -d "$y" ]',
  '[ a -a b -o c = d ]',
  '[ a ] && [ ]',
  '[ $? -eq 0 -a $# -gt ${#x} ]',
  '[[ $x == a-eq* ]]',
  '[[ x -nt y && -f $x || $x -ef y ]]',
  '[[ $x != [a-z]* && ! -d y ]]',
  'test "$x" = -v',
  'test a = b -a c = d',
])('allowed: %s', async (line) => expect(await verdict(rules, `$ ${line}`)).toBe('allow'))

test.each([
  ...['eq', 'ne', 'lt', 'le', 'gt', 'ge'].flatMap((operator) => [
    `[[ $x -${operator} 0 ]]`,
    `[[ (x -${operator} 0) ]]`,
    `[[ 0 -${operator} x ]]`,
  ]),
  ...[
    '[[ -v x ]]',
    '[[ -R x ]]',
    '[[ (-v x) ]]',
    '[[ ! -v x ]]',
    '[[ x -e\\\nq y ]]',
    '[[ a && -v x ]]',
    '[[ -v\tx ]]',
  ],
  ...[
    '[ -v "$x" ]',
    '[ -R "$x" ]',
    '[ -v a[x] ]',
    `[ -v 'a[x]' ]`,
    `[ -R 'a[x]' ]`,
    '[ "$o" "$x" ]',
    '[ $x ]',
    '[ ! $x ]',
  ],
  ...['[ -n a -a -v "$x" ]', '[ a -o -v "$x" ]', '[ ! -v "$x" ]', '[ a "$o" "$x" ]', '[ "$o" a b c ]', '[ -v x y z ]'],
  ...[
    '[ a = b -a "$o" "$x" ]',
    '[ "$a" "$b" c d e ]',
    '[ a -R b c ]',
    '[ "$x" -a "$o" "$y" ]',
    '[ -f $x ]',
    '[ a = $x ]',
  ],
  ...['[ f > planted ]', '[ a < b ]', '[ a =~ b ]', 'test -v "$x"', 'test "$o" "$x"', 'test $x'],
])('not allowed: %s', async (line) => expect(await verdict(rules, `$ ${line}`)).not.toBe('allow'))
