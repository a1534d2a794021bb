import { expect, test } from 'vitest'
import { tablePositions } from '../../../src/policy/rules/load.ts'
import { parseCommandPrefix } from '../../../src/policy/rules/rule-schema.ts'

const table: [name: string, text: string, places: string[]][] = [
  ['nothing', '', []],
  ['two rules', '[[rule]]\na = 1\n\n[[rule]]\nb = 2\n', ['rule 1:1 a 2:1=2:5', 'rule 4:1 b 5:1=5:5']],
  ['indented, with a comment', '  [[ rule ]] # x\n\ta   =   1\n', ['rule 1:3 a 2:2=2:10']],
  ['quoted', '[["rule"]]\n"a b" = 1\n\'c\' = 2\n', ['rule 1:1 a b 2:1=2:9 c 3:1=3:7']],
  ['CRLF', '[[rule]]\r\na = 1\r\n', ['rule 1:1 a 2:1=2:5']],
  [
    'headers in strings',
    '[[rule]]\na = """\n[[rule]]\nb = 1\n"""\nc = \'\'\'\n[[rule]]\n\'\'\'\n',
    ['rule 1:1 a 2:1=2:5 c 6:1=6:5'],
  ],
  ['headers in comments', '# [[rule]]\n[[rule]] # [[rule]]\na = 1 # b = 2\n', ['rule 2:1 a 3:1=3:5']],
  ['lists over several lines', '[[rule]]\na = [\n  "[[rule]]",\n  "b",\n]\nc = 1\n', ['rule 1:1 a 2:1=2:5 c 6:1=6:5']],
  ['brackets in strings', '[[rule]]\na = "[ { #"\nb = \'["\'\nc = 1\n', ['rule 1:1 a 2:1=2:5 b 3:1=3:5 c 4:1=4:5']],
  ['escapes in strings', '[[rule]]\na = "\\"["\nb = 1\n', ['rule 1:1 a 2:1=2:5 b 3:1=3:5']],
  [
    'a table inside',
    '[[rule]]\n[rule.x]\ny = 1\n[[rule]]\nz = 1\n',
    ['rule 1:1 x 2:1=2:1 x.y 3:1=3:5', 'rule 4:1 z 5:1=5:5'],
  ],
  ['dotted keys', '[[rule]]\na.b = 1\n', ['rule 1:1 a 2:1=2:7 a.b 2:1=2:7']],
  ['another table ends it', '[[rule]]\na = 1\n[other]\nb = 1\n', ['rule 1:1 a 2:1=2:5']],
]
for (const [name, text, places] of table)
  test(`places: ${name}`, () => {
    const found = [...tablePositions(text)].flatMap(([table, each]) =>
      each.map(({ line, column, keys }) =>
        [
          `${table} ${line}:${column}`,
          ...[...keys].map(([key, at]) => `${key} ${at.line}:${at.column}=${at.value.line}:${at.value.column}`),
        ].join(' '),
      ),
    )
    expect(found).toEqual(places)
  })

const prefixes: [text: string, words: string[] | undefined][] = [
  ['git', ['git']],
  ['git ', ['git']],
  ['  git   log\t-1\n', ['git', 'log', '-1']],
  ['npm run "a b"', ['npm', 'run', 'a b']],
  ["npm run 'a \"b'", ['npm', 'run', 'a "b']],
  ['a\\ b "c\\"d" "e\\f"', ['a b', 'c"d', 'e\\f']],
  ['a""b', ['ab']],
  ['a ""', ['a', '']],
  ['$X *', ['$X', '*']],
  ['', undefined],
  [' ', undefined],
  ['""', undefined],
  ['a "b', undefined],
]
for (const [text, words] of prefixes)
  test(`prefix ${JSON.stringify(text)}`, () =>
    expect(parseCommandPrefix(text)).toMatchObject(words === undefined ? { ok: false } : { ok: true, words }))
