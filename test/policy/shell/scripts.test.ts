import { expect, test } from 'vitest'
import { codeDangers } from '../../../src/policy/shell/scripts.ts'
import type { Word } from '../../../src/policy/shell/shell-types.ts'
import { knownWord } from '../../../src/policy/shell/words.ts'

/** Words of a line: a word with `$x` is unknown. */
const wordsOf = (line: string): Word[] =>
  line.split(' ').map((text): Word => {
    const [start = '', ...rest] = text.split('$x')
    return rest.length === 0 ? knownWord(text) : { text, kind: 'one', start, option: start === '' || start[0] === '-' }
  })
const found = (line: string) => codeDangers(line.startsWith('sed') ? 'sed' : 'awk', wordsOf(line))

const SED_FLAGS =
  '-n -E -r -s -u -z -b -nE -nrsuzb --quiet --silent --regexp-extended --separate --unbuffered --null-data --zero-terminated --binary --posix --sandbox --help --version'
const AWK_FLAGS =
  '-b -c -k -n -O -P -r -S -s -t -V --csv --posix --traditional --re-interval --sandbox --help --version'

test.each([
  ...SED_FLAGS.split(' ').map((flag) => `sed ${flag} p w`),
  ...AWK_FLAGS.split(' ').map((flag) => `awk ${flag} {print} {print>1}`),
  ...[
    'sed p',
    'sed',
    'sed -- p',
    'sed -- p w',
    'sed -e p w',
    'sed -ep w',
    'sed -ne p w',
    'sed -nep w',
    'sed --expression p w',
  ],
  ...['sed --expression=p w', 'sed -l 5 p w', 'sed -l5 p w', 'sed --line-length 5 p w', 'sed --line-length=5 p w'],
  ...['sed -e p -e d w', 'sed p f$x', 'sed -n p -s w', 'sed -e p -- w'],
  ...[
    'awk -F : {print} w',
    'awk -F: {print} w',
    'awk --field-separator : {print} w',
    'awk --field-separator=: {print}',
  ],
  ...['awk -v x=1 {print} w', 'awk -vx=1 {print} w', 'awk --assign x=1 {print} w', 'awk --assign=x=1 {print} w'],
  ...['awk -e {print} w', 'awk --source {print} w', 'awk --source={print} w', 'awk -ve {print}', 'awk -F e {print}'],
])('does no harm: %s', (line) => expect(found(line)).toEqual([]))

test.each([
  ...[
    'sed w',
    'sed -n w p',
    'sed -- w',
    'sed -e w p',
    'sed -ew p',
    'sed -new p',
    'sed -e p -e w',
    'sed p -e w',
    'sed --expression w p',
  ],
  ...[
    'sed --expression=w p',
    'sed -l 5 w p',
    'sed -l p w',
    'sed --line-length p w',
    'sed -n $x',
    'sed f$x',
    'sed -e f$x p',
  ],
  ...[
    'sed -f p',
    'sed -np f -i',
    'sed --expr=p p',
    'sed --quiet=1 p',
    'sed -$x p',
    'sed -nx p',
    'sed -e p --in-place',
    'sed -e p -$x',
  ],
  ...[
    'awk {print>1} w',
    'awk -F {print} {print>1}',
    'awk --field-separator {print} {print>1}',
    'awk -v {print} {print>1}',
  ],
  ...['awk --assign {print} {print>1}', 'awk -e {print>1}', 'awk --source {print>1}', 'awk --source={print>1} {print}'],
  ...[
    'awk -f {print}',
    'awk -E {print}',
    'awk -i {print}',
    'awk -d {print}',
    'awk -W {print}',
    'awk --sour={print}',
    'awk f$x',
  ],
])('may do harm: %s', (line) => {
  const dangers = found(line)
  expect(dangers.length).toBeGreaterThan(0)
  expect(new Set(dangers.map(({ effect }) => effect))).toEqual(new Set(['runs']))
})
