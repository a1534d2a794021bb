import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { profileRules, shippedRules, verdict } from './rules.ts'

/** The rules of the profile that promises most: nothing is written, and nothing of the repository runs. */
const rules = [...(await shippedRules()), ...(await profileRules('review'))]

const folder = mkdtempSync(join(tmpdir(), 'escapes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A checkout with programs of its own, named like others, in folders that are never in PATH. */
function checkout(): void {
  rmSync(folder, { recursive: true, force: true })
  for (const own of ['evil', '10', '0']) {
    mkdirSync(join(folder, own), { recursive: true })
    for (const name of ['cat', 'head', 'git']) {
      writeFileSync(join(folder, own, name), '#!/bin/sh\n/usr/bin/touch planted\n')
      chmodSync(join(folder, own, name), 0o755)
    }
  }
  writeFileSync(join(folder, 'f'), 'f\nx\n')
}

/** Whether a shell that runs a line here leaves anything behind. */
function plants(line: string): boolean {
  const before = readdirSync(folder).length
  spawnSync('/bin/bash', ['--norc', '-c', '--', line], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder },
    timeout: 5000,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const planted = readdirSync(folder).length !== before
  if (planted) checkout()
  return planted
}

/** Lines that plant a file wherever bash is version 5 and the programs are GNU's. */
const PLANTING = [
  // Variables that decide what runs, by other ways than an assignment.
  'read -r PATH <<< ./evil; cat f',
  'printf -v PATH ./evil; cat f',
  'builtin printf -vPATH ./evil; cat f',
  'command read -r PATH <<< ./evil; cat f',
  'for PATH in ./evil; do cat f; done',
  'true {PATH}<f; cat f',
  'BASH_CMDS=([cat]=./evil/cat); cat f',
  'echo() { printf "$@"; }; echo -v PATH ./evil; cat f',
  'echo f | xargs --process-slot-var=PATH cat',
  // Wrappers.
  `env --split='touch planted' cat`,
  'env -iu cat touch planted',
  'command time -o planted cat f',
  `printf -- '--output=planted' | xargs -I{} sort {} -- f`,
  // Scripts of sed and awk.
  `sed --exp='1e touch planted' -e p f`,
  `sed -ne'1e touch planted' -e p f`,
  `sed --line-length 5 '1e touch planted' f`,
  `awk 'BEGIN { print ";" > "planted" }'`,
  `awk 'BEGIN { print "}" \\\n > "planted" }'`,
  `awk 'BEGIN { print $1 ~ /"/ > "planted"; x = /"/ }'`,
  // Conditions.
  '[ f > planted ]',
  `x='-v a[$(touch\${IFS}planted)]'; [ $x ]`,
  `x='a[$(touch planted)]'; o=-v; [ "$o" "$x" ]`,
  `x='a[$(touch planted)]'; [[ (-v $x) ]]`,
  `x='-v a[$(touch\${IFS}planted)] -o 1'; test $x -gt 0`,
  // Where bash and the grammar disagree.
  'echo `echo \\`touch planted\\``',
  `echo "\${x:-'$(touch planted)'}"`,
  'cat <<E\n${x} `touch planted`)"',
  'true == ; echo >planted ]',
  'true == ?a f >planted ]',
  'echo "$"a =~ ;touch planted ]',
  'echo "$ $(touch planted)"',
]

test.each(PLANTING)('is not allowed: %s', async (line) => expect(await verdict(rules, `$ ${line}`)).not.toBe('allow'))

test.runIf(process.platform === 'linux' && existsSync('/bin/bash'))('a shell says that they plant something', () => {
  checkout()
  // Which awk and which env there is differs.
  const idle = PLANTING.filter((line) => !plants(line) && !/^(?:awk|command time)/.test(line))
  expect(idle).toEqual([])
})

/** Lines that no oracle on this machine tells: they would need a network, a repository or other programs. */
test.each([
  'awk --assign x=1 \'BEGIN { system("touch planted") }\'',
  'awk --sour=\'BEGIN { system("touch planted") }\' 1',
  'echo touch | xargs -I cat cat planted',
  `echo "\${x:-'}"; touch planted; echo "'}"`,
  'cat < $f',
  'f=/dev/tcp/192.0.2.1/80; cat < $f',
  'wc -l < "$(echo /dev/tcp/192.0.2.1/80)"',
  'for f in $(git ls-files --format=/dev/tcp/192.0.2.1/80); do wc -l < $f; done',
  'env -i git diff',
  'env -u GIT_CONFIG_COUNT git diff',
  'unset GIT_CONFIG_COUNT; git diff',
  'for GIT_CONFIG_COUNT in 0; do git diff; done',
  'set -e -k; git diff GIT_EXTERNAL_DIFF=x',
  'tree -R -L 1 -H .',
  'git branch -v planted',
  'git branch -v -D main',
  'git branch -a -m main other',
  'git remote -v rename origin other',
  'git remote -v set-branches origin other',
])('is not allowed either: %s', async (line) => expect(await verdict(rules, `$ ${line}`)).not.toBe('allow'))

test.each([
  `awk '{ print $1 " => " $2 }' f`,
  `awk '/a|b/ { if ($2 > 3) print ($1 + $2) / 2 }' f`,
  `awk '{ gsub(/[|>]/, "-"); print }' f`,
  `sed -nE -e 's/^(.*)$/\\1/p' f`,
  'git branch',
  'git branch -avv --sort=-committerdate',
  `git branch -r --list 'origin/*'`,
  'git branch --contains HEAD~3',
  '[ $(git ls-files | wc -l) -gt 5 ] && echo many',
  '[ $? -eq 0 ] || [ ! -f "$X" ] || [ "$A" = "$B" -o -d src ]',
  'for i in 1 2 3; do [ $i -eq 2 ] && echo two; done',
  'for f in src/*.ts; do wc -l < "$f"; done',
  'while read -r f; do head -3 "$f"; done < <(git ls-files)',
  `for f in $(git ls-files '*.ts'); do wc -l < "$f"; done`,
  "cat <<'E'\n`x`\nE",
  'env LC_ALL=C timeout -k 1 5 sort f',
  'git ls-files -z | xargs -0 -n 20 wc -l',
  'git ls-files | xargs -I{} head -1 {}',
  '[[ (-f f && $x == *.ts) ]] && echo "${x:-none}"',
])('goes on being allowed: %s', async (line) => expect(await verdict(rules, `$ ${line}`)).toBe('allow'))

const PIECES =
  'touch planted|>planted|echo|cat|f|"|\'|`|\\`|\\|\\\\|$(|)|(|${x:-|${|}|{|$|$$|#|;|&|&&|\n| |<|<<|<<E|\nE\n|<<\'E\'|>|2>&1|=|x=|$x|"$x"|/|[[|[|]|]]|((|))|==|=~|!|if true; then |; fi|for x in |; do |; done|case a in |a) |;;| esac|f() |{a,b}|*|$\'|$"|+|-|@|:|<(|>(|test |true |time |coproc |\\\n'.split(
    '|',
  )
const STARTS = ['echo ', 'cat f ', 'echo "', '[[ ', '[ ', 'x=', 'cat <<E\n', 'echo ${x', 'true ', '']
const ENDS = ['', ';touch planted', '`touch planted`', '$(touch planted)', ' >planted ]', ')"', "'", '\nE\n']

test.runIf(process.platform === 'linux' && existsSync('/bin/bash'))(
  'of lines thrown together, those that are allowed plant nothing',
  async () => {
    checkout()
    let state = 20261122
    const roll = (sides: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return Math.floor((state / 2 ** 32) * sides)
    }
    const any = (list: readonly string[]): string => list[roll(list.length)] ?? ''
    const planted: string[] = []
    for (let at = 0; at < 3000; at++) {
      const pieces = Array.from({ length: 2 + roll(8) }, () => any(PIECES) + (roll(4) ? '' : ' '))
      const line = any(STARTS) + pieces.join('') + any(ENDS)
      if ((await verdict(rules, `$ ${line}`)) === 'allow' && plants(line)) planted.push(line)
    }
    expect(planted).toEqual([])
  },
)
