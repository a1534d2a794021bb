import { expect, test } from 'vitest'
import { isHarmlessAwk } from '../../../src/policy/shell/scripts.ts'

const HARMLESS = [
  '{ print $1 }',
  '{ print (a > b) }',
  '{ print (a)(b > c), d[e > f] }',
  '{ printf("%d\\n", a > b) }',
  '{ print a; x = b > c }',
  '{ print a } b > c',
  '{ print a\n x = b > c }',
  '{ print a # and b > c\n}',
  '{ print "a > b", "\\"> c" }',
  '{ if (a > b || c > d) print e }',
  '{ if (a > b) print /c > d/ }',
  '{ if (a > 1.5 && b > .5 && c > 1e3) print }',
  '{ if (a[1] / 2 > 1) print "/" }',
  '{ x = (1) / 2; if (x > 1) print "/" }',
  '{ x = f(1) / 2; if (x > 1) print "/" }',
  '{ x = 4 / 2; if (x > 1) print "/" }',
  '{ x = $1 / 2; if (x > 1) print "/" }',
  '{ if (!a || b * c % d ^ e - f + g < h && i ~ j && (k ? l : m) > 1) { n[o] = $p; print n, q } }',
  '/[[:space:]|>]+/ { print $1 }',
  '/\\/|>/ { print $1 }',
  '$1 > 2 \\\n && $2 { print }',
  `{ if (a > b) print c }${'#'.repeat(3978)}`,
]

test.each(HARMLESS)('harmless: %s', (program) => expect(isHarmlessAwk(program)).toBe(true))

/** After these a slash starts a regular expression. A parser that reads a division would misread its quotes. */
const BEFORE_REGEX = [
  ...['print', 'printf', 'return', 'in', 'else', 'do', 'case', 'exit', 'delete', 'while', 'if', 'for', 'BEGIN', 'END'],
  ...['if (1)', 'if ((1))', 'if (f(1))', 'while (1)', 'for (;;)', 'switch (1)', '(', ',', '!', '~', '{', ';', ''],
]

test.each([
  ...['system("x")', 'getline x', '@f()', 'print ENVIRON["x"]', 'close("x")', 'fflush("x")', 'load', 'include'],
  'extension("x")',
  'BEGIN { "x" | y }',
  '{ print | "sh" }',
  '{ print > "f" }',
  '{ print >> "f" }',
  '{ print a >= "f" }',
  '{ printf "x" > "f" }',
  '{ printf("x") > "f" }',
  '{ print (a)(b) > "f" }',
  '{ print a[1] > "f" }',
  '{ print a[(1)] > "f" }',
  '{ print a,\n b > "f" }',
  '{ print a &&\n b > "f" }',
  '{ print a ||\n b > "f" }',
  '{ print a ?\n b : c > "f" }',
  '{ print a ? b :\n c > "f" }',
  '{ print a \\\n > "f" }',
  '{ print a \\\r\n > "f" }',
  '{ print a; print b > "f" }',
  '{ print "\\" # " > "f" }',
  '{ print "x" # "\n; print 1 > "f" }',
  '{ print "x" # \\\n; print 1 > "f" }',
  '# a \\\\\n{ print 1 | "sh" }',
  '# a \\\r\n{ printf 1 > "f" }',
  '{ print _a > "f" }',
  '{ print \\ > "f" }',
  '{ print `a` > "f" }',
  // Not clear, so not harmless.
  '{ y = x++ / 2; print 1 > "f" / 3 }',
  '{ y = x-- / 2; print 1 > "f" / 3 }',
  'BEGIN { x = 1 }\n/"/ { print > "f" } # "',
  ...['begin', 'income', 'xif(1)', 'iff(1)', 'a[1]', '(1)', '"a"', '1.5', '.5'].map(
    (operand) => `{ y = ${operand} / 2; print 1 > "f" / 3 }`,
  ),
  '{ x = /a\n/; print 1 > "f" }',
  '{ x = /[/]"]/; print 1 > "f" } # "',
  '/x|[^]/ "]/ { print > "f" } # "',
  '/[]/ "]/ { print > "f" } # "',
  '/[a[]/ "]/ { print > "f" } # "',
  '{ x = /\\/"/; print 1 > "f" } # "',
  ...BEFORE_REGEX.map((before) => `${before} /"/; print 1 > "f" # "`),
  `{ if (a > b) print c }${'#'.repeat(3979)}`,
])('not harmless: %s', (program) => expect(isHarmlessAwk(program)).toBe(false))
