import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isFull, sample } from '../../sample.ts'
import { builtinRules, profileRules, verdict } from '../rules.ts'

/** The rules of the profile that promises most: nothing is written, and nothing of the repository runs. */
const rules = [...(await builtinRules()), ...(await profileRules('review'))]

const folder = mkdtempSync(join(tmpdir(), 'escapes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A checkout with its own programs under common names, in folders that are never in PATH. */
function checkout(): void {
  rmSync(folder, { recursive: true, force: true })
  for (const own of ['evil', '10', '0', 'a -oplanted']) {
    mkdirSync(join(folder, own), { recursive: true })
    for (const name of ['cat', 'head', 'git']) {
      writeFileSync(join(folder, own, name), '#!/bin/sh\n/usr/bin/touch planted\n')
      chmodSync(join(folder, own, name), 0o755)
    }
  }
  for (const name of ['f', 'a', '-x']) writeFileSync(join(folder, name), 'f\nx\n')
}

/** Whether a shell that runs a line here leaves anything behind. */
function plants(line: string): boolean {
  const count = () => readdirSync(folder, { recursive: true }).length
  const before = count()
  spawnSync('/bin/bash', ['--norc', '-c', '--', line], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder },
    timeout: 60_000,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const planted = count() !== before
  if (planted) checkout()
  return planted
}

/** Lines that plant a file wherever bash is version 5 and the programs are GNU's. */
const PLANTING = [
  // Variables that decide what runs, set without an assignment.
  'read -r PATH <<< ./evil; cat f',
  'printf -v PATH ./evil; cat f',
  'builtin printf -vPATH ./evil; cat f',
  'command read -r PATH <<< ./evil; cat f',
  'for PATH in ./evil; do cat f; done',
  'true {PATH}<f; cat f',
  'BASH_CMDS=([cat]=./evil/cat); cat f',
  'echo() { printf "$@"; }; echo -v PATH ./evil; cat f',
  'echo f | xargs --process-slot-var=PATH cat',
  'time read -r PATH <<< ./evil; cat f',
  'time -p -- printf -v PATH ./evil; cat f',
  // Variables whose value differs from the assignment.
  'x=f; command printf -v x "f -oplanted"; sort $x',
  'x=f; builtin read -r x <<< "f -oplanted"; sort $x',
  'x=f; time read -r x <<< "f -oplanted"; sort $x',
  'REPLY=f; read -r <<< "f -oplanted"; sort $REPLY',
  'PWD=f; cd "a -oplanted"; sort $PWD',
  'DIRSTACK=f; cd "a -oplanted"; sort $DIRSTACK',
  'BASH_REMATCH=f; [[ "f -oplanted" =~ .* ]]; sort $BASH_REMATCH',
  'IFS=:; x=f:-oplanted; sort $x',
  'for IFS in X; do x=fX-oplanted; sort $x; done',
  'printf -v IFS X; x=fX-oplanted; sort $x',
  // Words that a shell splits.
  'sort $(echo f -oplanted; true | wc -l)',
  'sort $(echo f -oplanted || true | wc -l)',
  'sort "$(echo -oplanted; true | wc -l)" f',
  'cd "a -oplanted" && sort $(pwd)',
  'x=$(pwd)" f -oplanted"; sort $x',
  'x=$((10-10))" f -oplanted"; sort $x',
  // Arithmetic and subscripts.
  `x='b[$(touch planted)]'; read -r 'a[x]' <<< 1`,
  `x='b[$(touch planted)]'; printf -v 'a[x]' 1`,
  `x='b[$(touch planted)]'; printf -va[x] 1`,
  `set -e -- 'b[$(touch planted)]'; echo $(($1))`,
  `set -e 'b[$(touch planted)]'; [[ $1 -eq 0 ]]`,
  `true() { echo \${a[$1]}; }; true 'b[$(touch planted)]'`,
  `true() { echo $((\${1})); }; true 'b[$(touch planted)]'`,
  `REPLY=1; read -r <<< 'b[$(touch planted)]'; echo $((REPLY))`,
  `x=1; command read -r x <<< 'b[$(touch planted)]'; echo $((x))`,
  `RANDOM='b[$(touch planted)]'; true`,
  `HISTCMD='b[$(touch planted)]'; true`,
  `OPTIND='b[$(touch planted)]'; true`,
  `for SECONDS in 'b[$(touch planted)]'; do true; done`,
  `read -r RANDOM <<< 'b[$(touch planted)]'`,
  `printf -v OPTIND %s 'b[$(touch planted)]'; true`,
  // A `--` that ends no options.
  'sort --random-source -- -oplanted f',
  'find . -name -- -fprint planted',
  'find -- . -fprint planted',
  'uniq -- -x planted',
  // Wrappers.
  'xargs --max-lines touch cat planted < f',
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
  const idle = sample(PLANTING, 40).filter((line) => !plants(line) && !/^(?:awk|command time)/.test(line))
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
  'git branch --list --no-list planted',
  'git branch --list --no-l -D main',
  'git branch --points-at HEAD --no-points-at planted',
  'git branch --show-current --no-show-current planted',
  'git grep -e -- -Otouch',
  'git grep -nie -- -Otouch',
  'git diff --no-index -O -- --output=planted f evil',
  'git shortlog --author -- --output=planted',
  'git blame -S -- --output=planted f',
  'rg -e -- --pre=./evil/cat f',
  'tree -P -- -o planted',
  'find -files0-from f -exec sort {} +',
  'find "$d" -exec sort {} +',
  'f=x; cat < ${f#x}/dev/tcp/192.0.2.1/80',
  'f=x; cat < ${f:+/dev/tcp/192.0.2.1/80}',
  'sort $(echo f -oplanted \\| wc -l)',
  // Which sed and which awk sees the end of brackets where, differs.
  `sed 's/[/]/p;s/w ././g' f`,
  `sed 's/[^]/A]/p;s/w ././g' f`,
  `sed 's/[[.].]/]/p;s/w ././g' f`,
  `sed 's/[[:alpha:]/A]/p;s/w ././g' f`,
  `sed 's/[\\]/p;s/w ././g' f`,
  `sed 's/f\\c[*/]/w planted/g' f`,
  `awk '/x|[^]/ "]/ || 1 { print > "planted" } # "' f`,
  `awk '/[[:alpha:]/ "]/ { print > "planted" } # "' f`,
])('is not allowed either: %s', async (line) => expect(await verdict(rules, `$ ${line}`)).not.toBe('allow'))

test.each([
  `awk '{ print $1 " => " $2 }' f`,
  `awk '/a|b/ { if ($2 > 3) print ($1 + $2) / 2 }' f`,
  `awk '{ gsub(/[|>]/, "-"); print }' f`,
  `sed -nE -e 's/^(.*)$/\\1/p' f`,
  `sed 's/[^/]*$//; s|[^|]*|x|' f`,
  `sed -E 's/\\[([^]]*)\\]/\\1/g; s/[[:space:]]+/ /g' f`,
  'git log --oneline -- "$f"',
  'git diff --cached -- "$f"',
  'git diff HEAD~1 -- $f',
  'git grep -nw -- "$x" src',
  'rg -n -- "$x" src',
  'sort -ru -- "$f"',
  'uniq -c -- f',
  "git branch --list 'feature/*'",
  'find src -name x -exec git log --oneline {} \\;',
  `printf '[%s] $(x)\\n' "$f"`,
  'x=$(( (1 + 2) * 3 )); head -n $x f; sort $x',
  'x=$(git rev-parse HEAD); git show $x',
  'sort "$(pwd)/f" | head -$(cat f | grep x | wc -l)',
  'i=0; while [ $i -lt 3 ]; do echo $i; i=$((i + 1)); done',
  'OPTIND=1; SECONDS=0; while IFS=: read -r a b; do echo "$a"; done < f',
  'f=f; cat < "${f}"; wc -l < $f',
  'xargs --max-lines=1 cat < f',
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
    for (let at = 0; at < (isFull ? 3000 : 600); at++) {
      const pieces = Array.from({ length: 2 + roll(8) }, () => any(PIECES) + (roll(4) ? '' : ' '))
      const line = any(STARTS) + pieces.join('') + any(ENDS)
      if ((await verdict(rules, `$ ${line}`)) === 'allow' && plants(line)) planted.push(line)
    }
    expect(planted).toEqual([])
  },
)
