/**
 * Shell lines for comparing the reader with a real bash: commands that are used every day, with everything in them by which
 * a line could run another program (`touch planted`, `./x.sh`), write a file (`planted`) or open a connection (PORT).
 * The same seed makes the same lines.
 */

export type Dice = (sides: number) => number

export function dice(seed: number): Dice {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

const list = (text: string): string[] => text.split('¦')

const NAMES = list(
  'x¦y¦x¦y¦f¦a¦b¦n¦PATH¦IFS¦REPLY¦PS4¦RANDOM¦OPTIND¦GIT_EXTERNAL_DIFF¦LC_ALL¦Npm_config_x¦path¦PROMPT_COMMAND¦BASH_ENV¦GLOBIGNORE¦HOME¦' +
    'git_pager¦TZ¦LANG¦CDPATH¦BASH_CMDS¦OPTARG¦MAPFILE¦DIRSTACK¦SHELLOPTS¦TIMEFORMAT¦EPOCHSECONDS¦POSIXLY_CORRECT¦FUNCNEST¦a[0]¦a[x]¦a[A]',
)
const PLAIN = list('f¦a¦src/one.ts¦./f¦HEAD¦HEAD~1¦1¦2¦-n¦-1¦x¦y¦p¦main¦0¦10¦.¦src¦--¦-r¦-e¦-l¦--stat¦--oneline')
const DOUBTFUL = list(
  'keyword¦add¦planted¦-oplanted¦--output=planted¦-fprint¦-fprint0¦-exec¦./x.sh¦touch¦evil¦-v¦-k¦-o¦-i¦-w¦-s¦-f¦-C¦-O¦-z¦--pre=./x.sh¦' +
    '--compress-program=./x.sh¦--ext-diff¦GIT_EXTERNAL_DIFF=./x.sh¦PATH=.¦a[x]¦a[y]=1¦b[$(touch planted)]¦/dev/tcp/127.0.0.1/PORT¦' +
    '/inet/tcp/0/127.0.0.1/PORT¦1e touch planted¦w planted¦s/f/touch planted/e¦BEGIN{system("touch planted")}¦{print > "planted"}¦' +
    '%(planted)¦-d¦name¦-eq¦-R¦!¦(¦)¦]¦]]¦;¦{}¦+¦xtrace¦allexport¦posix¦-a¦-x¦-p¦rename¦prune¦-D¦--no-list¦-m¦--edit-description¦' +
    '--outp=planted¦--ext-d¦--textconv¦-Oplanted¦-uoplanted¦-Fplanted¦--files0-from=f¦--filters¦-delete¦-ok¦-fls¦-T.¦--paginate¦-l¦--pre¦' +
    '--format=%(signature)¦%G?¦--sort=signature¦--contents=f¦--no-index¦--open-files-in-pager=./x.sh¦-O./x.sh¦-nO./x.sh¦--expression=w planted¦' +
    '-n;w planted¦--file=x.sh¦--in-place¦-ni¦-E¦--rsh=./x.sh¦-C./x.sh¦-Itouch¦--replace=touch¦-a f¦@x.sh¦-S¦--split-string=touch planted¦' +
    '=planted¦x=planted¦SHELL=./x.sh¦X?=./x.sh¦--eval=x:;touch planted¦~/x.sh¦$(touch planted)¦`touch planted`¦<(touch planted)¦>planted¦;touch planted¦' +
    '&touch planted¦|touch planted¦\\¦a;b¦touch planted;¦(touch planted)¦{touch,planted}¦\ntouch planted¦#¦!touch¦-¦--¦-c¦--help¦--version¦/dev/stdin¦f f¦ -v¦',
)
const SED = list(
  'p¦d¦1p¦1,2p¦/f/p¦/f/d¦s/f/x/¦s/f/x/g¦s/f/x/w planted¦s/f/x/e¦s/f/touch planted/e¦s|f|x|¦s|f|touch planted|ge¦w planted¦1w planted¦/f/w planted¦1e touch planted¦e¦' +
    'y/a/b/¦s/[/]f/x/¦s/[]/]f/x/¦s/[^]]/touch planted/e¦s/\\//x/¦s/f\\/e/x/¦G;K¦1!G;h;$!d¦K;K¦{K;K}¦1{K}¦K}¦{K¦$!{K;K}¦a\\\nw planted¦i\\\nx¦c x¦a w planted¦r f¦R f¦W planted¦W¦w¦n;K¦N;K¦' +
    'b;K¦: x;K¦t x;K¦q¦q;K¦=¦l¦l 1¦#n\nK¦# x;w planted¦s/f/x\\\ne/;K¦\\xfxp¦\\xfxw planted¦\\%f%K¦1,/f/K¦0,/f/K¦0~2K¦+1K¦/f/,+1K¦/f/IK¦/f/I,1K¦s/x/y/;w planted¦s,f,touch planted,e¦s!f!x!e¦z;K¦F;K¦v;K',
)
const AWK = list(
  '{print}¦{print $1}¦{print $A}¦/f/¦/f/{print}¦NR==1¦BEGIN{J}¦{J}¦END{J}¦BEGIN{print 1 > 2}¦BEGIN{print (1 > 2)}¦{J;J}¦{J}J¦J{J}¦{if(J)J;else J}¦{for(i=0;i<2;i++)J}¦{while(0)J}¦{print > "planted"}¦' +
    '{print >> "planted"}¦{print | "touch planted"}¦{"touch planted" | getline}¦{system("touch planted")}¦print J¦printf "x" > "planted"¦print 1 / 2 > "planted" / 3¦x = 1¦x++ / 2¦x = /f/ ? 1 : 2¦length / 2¦' +
    'getline < "f"¦$1 ~ /f/¦$1 ~ "f|touch planted"¦print /=/ > "planted"¦a[1] / 1 > "planted"¦function f(x) { J }¦# J\n¦print "a" "b"¦print("a")(1 > 2)¦print(1)>"planted"¦print -1 " " -1¦printf("%s", 1) > "planted"¦' +
    'x = "touch planted"; x | getline¦close("x")¦print a, b > "planted"¦print a ? b : c > "planted"¦/[/]/{J}¦/[]>/]/{J}¦/a\\/{J}/¦print "\\"" > "planted"¦print "\\\\" > "planted"',
)
const EXPANSIONS = list(
  '$x¦"$x"¦${x}¦"${y}"¦$y¦$1¦"$@"¦$*¦${x:-W}¦${x:=W}¦${x:+W}¦${x#W}¦${x%W}¦${x/W/W}¦${x:A}¦${x:A:A}¦${!x}¦${x@P}¦${#x}¦${a[A]}¦${a[@]}¦' +
    '"${a[*]}"¦${x^}¦$((A))¦$[A]¦$(C)¦`C`¦"$(C)"¦<(C)¦>(C)¦{W,W}¦{1..3}¦~¦*¦src/*.ts¦?¦[a-f]¦$\'\\x66\'¦$\'b\\x5b\\x24(touch planted)]\'¦$"W"¦' +
    '$(git rev-parse HEAD)¦"$(git merge-base HEAD HEAD)"¦$(wc -l < f)¦$(cat f | wc -l)¦$?¦$#¦$$¦$_¦$-¦$RANDOM¦"$PWD"¦${x:?W}¦${x//W}¦"W$x"¦W"$x"¦$x$y¦${x@A}¦${x@E}¦${x@Q}¦${!x*}¦${!a[@]}¦"${a[@]@Q}"¦${x,,}¦${x: -1}¦${x:1:2}¦${x/#W/W}¦${x:+"W"}¦${*:A}¦"${@:A}"¦${a[@]:A:A}¦' +
    "$(< W)¦$(<W)¦${ C; }¦${|C;}¦$((a[A]++))¦$(( $x ))¦~+¦~-¦!(W)¦@(W|W)¦+(W)¦?(W)¦*(f|a)¦[[:alpha:]]¦{a..c}¦{1..$x}¦{W,W}W¦W{W,}¦$'\\u0066'¦$'\\cA'¦$'\\''¦" +
    '"\\$x"¦\'W\'"W"¦W\\ W¦"$(C | C)"¦$(C; C)¦$(C)$(C)¦"`C`"¦${#a[A]}¦${#x[@]}¦${x[0]}¦${1:-W}¦${@}¦${x-$(C)}¦"${x:-"W"}"¦"${x:-\'W\'}"¦${x:-`C`}¦${a[$(C)]}¦${a["W"]}¦' +
    '$(( A ))¦$((A))W¦"$((A))"¦$[ A ]¦$(for N in W; do C; done)¦$(case W in W) C;; esac)¦$(cat <<E\nW\nE\n)¦$(C #)\n)¦$(git ls-files)¦$(git rev-list -2 HEAD)¦$(seq 1 2)¦$(find . -type f)',
)
const ARITHMETIC = list(
  '1¦x¦y¦x + 1¦x++¦x = A¦x += 2¦a[A]¦a[x]¦$x¦${x}¦(A)¦A * A¦A ? A : A¦1 << 2¦!x¦-1¦0x1f¦$(wc -l < f)¦b[$(touch planted)]¦"$x"¦x,y¦010¦$#¦x=A,y=A¦x==A¦x<A¦--x¦-x¦~A¦x**2¦x?y:A¦"1"¦"b[$(touch planted)]"¦\'1\'¦$((A))¦${#x}¦`C`¦$(C)¦$\'1\'¦a[1]=A¦16#f¦x#1¦1 A¦A;A¦(A',
)
const TESTS = list(
  '-f W¦-n "$x"¦W = W¦W == W¦W != W¦W -eq W¦W -gt W¦-v W¦-v x¦-v a[x]¦-R W¦W =~ W¦W < W¦! W¦W -nt W¦-z W¦T && T¦T || T¦(T)¦W -a W¦W -o W¦W¦-o W¦-t W¦! T¦( T )¦W -ef W¦-a W¦"$x" -eq A¦$x -lt A¦A -eq A¦W =~ (W|W)¦W == @(W|W)¦W == *W*¦-n $(C)¦-z "$(C)"¦T -a T¦T -o T¦-h W -a T¦W > W¦-v a["W"]¦-v "W"¦W == [a-f]*¦W != "$x"¦-s <(C)',
)
const COMMANDS = list(
  'cat W¦cat W W¦head -n W W¦tail -n 2 W¦sort W¦sort W W¦sort -n W¦uniq W W¦wc -l W¦cut -d: -f1 W¦tr W W¦grep W W¦grep -rn W W¦ls W¦ls¦echo W W¦echo W¦' +
    'printf W W¦printf %s W¦printf -v W W¦sed -n W W¦sed W W¦sed -n 1,3p W¦awk W W¦awk {print} W¦awk -v W W W¦find W W W¦find . -name W W¦xargs W < f¦' +
    'xargs cat W < f¦xargs -I{} head {} W < f¦git log W¦git diff W W¦git show W¦git diff -- W¦git remote -v W W¦git branch --list W¦git branch -a W W¦' +
    'git tag -l W W¦git grep W W¦git status W¦git rev-parse W¦git ls-files W¦git stash list W¦git cat-file -p W¦git blame W¦git shortlog W W¦git reflog show W¦' +
    'diff W W¦cmp W W¦comm W W¦join W W¦paste W W¦nl W¦tac W¦rev W¦fold W¦od W¦base64 W¦date W¦test T¦[ T ]¦[ T ]¦[[ T ]]¦[[ T ]]¦true W¦false¦: W¦cd W¦pwd¦' +
    'seq W W¦basename W¦dirname W¦realpath W¦read -r W¦read -r x < W¦read -r x <<< W¦exit W¦set -e W W¦set -o W¦set -u¦set -x¦set -e -o W¦set -o pipefail¦' +
    'set -- W W¦shift W¦type W¦command -v W¦command C¦builtin C¦time C¦timeout 1 C¦nice C¦env C¦env N=W C¦N=W C¦N=W C¦exec C¦eval W¦eval C¦trap W EXIT¦' +
    'declare W¦declare -i N=W¦declare -n N=W¦export N=W¦local N=W¦readonly N=W¦unset W¦let W¦mapfile -t N < W¦mapfile -C W N < f¦getopts W N¦wait -p W -n¦wait W¦' +
    'alias W=W¦shopt -s W¦hash -p W W¦enable -f W W¦coproc C¦source W¦. W¦history W¦fc W¦compgen -W W¦bash -c W¦sh W¦pushd W¦jobs¦umask W¦kill -0 W¦return W¦break W¦' +
    'tsc --noEmit W W¦npm test W W¦npm run W W¦npx eslint W W¦npx vitest run W W¦pytest W W¦make test W W¦cargo test W W¦go test W W¦node --test W W¦mypy W W¦tox W W¦' +
    "sed K W¦sed -n K W¦sed -e K -e K W¦sed -E K f¦sed \"K\" f¦sed -n 'K' f¦sed 'K' f a¦sed -s W 'K' f¦awk 'J' f¦awk 'J' W¦awk \"J\" W¦awk -F: 'J' f¦awk -v x=W 'J' f¦" +
    'git W log¦git log W W W¦git show W W¦git branch W¦git tag W¦git tag --contains W W¦git stash show W W¦git remote get-url W¦git for-each-ref W W¦git worktree list W¦git diff-tree W W¦git grep W W W¦' +
    'git range-diff W W¦git rev-list W W¦git describe W¦git ls-tree W W¦git cat-file W W¦git check-attr W W¦git name-rev W¦git show-ref W¦git status W W¦' +
    'find W -exec C \\;¦find . -exec cat {} +¦find . W -exec W {} \\;¦find . -name f W¦find . -type f W W¦find . ( -name f ) W¦find -W¦ls | xargs C¦xargs -n 1 W < f¦xargs -I W C < f¦xargs -0 W W < f¦' +
    'sort W -k W¦sort -t W -k 1 W¦uniq -c W W¦uniq - W¦tree W W¦file W W¦jq W W¦rg W W W¦egrep W W¦grep -W W f¦tail W f¦head -W f¦cut W W f¦diff W <(C) <(C)¦date W W¦date +%s W¦column W¦' +
    'read -a W¦read -ra a <<< W¦read -d W x¦read -p W x <<< W¦read -u 3 x¦read -n W x < f¦read W x y < f¦mapfile -d W a < f¦mapfile -O W a < f¦mapfile W a < f¦readarray -t N < <(C)¦printf -v x W W¦printf %q W¦printf %b W¦' +
    'printf "%(W)T" W¦printf %*d W W¦printf W $x $y¦printf %n N¦printf a%n N; C¦printf W N; C¦printf "W%n" N¦echo -e W¦echo -n W¦test W W W¦[ W W ]¦[ W W W ]¦[ ! W ]¦[ W W W W W ]¦cd -- W¦cd -P W¦cd - ¦type -a W¦caller W¦enable W¦bind W W¦complete W W¦compopt W¦dirs W¦disown W¦' +
    'hash W¦help W¦jobs -x C¦times¦ulimit W¦set W¦set W W¦set -W¦shopt W W¦shopt -o W¦unalias W¦declare -f¦declare -W N=W¦declare -a a=(W W)¦declare -A a¦typeset N=W¦exec 3< W¦exec {x}< W¦exec < W¦wait -f W¦trap -- W W¦' +
    'command -V W¦command -p C¦env -S W¦env -u N C¦env -i C¦env W¦nohup C¦stdbuf -o0 C¦ionice C¦setsid C¦time -p C¦timeout W C¦nice -n W C¦nice -1 C¦let W W¦eval W W¦sleep 0¦expr W W W¦numfmt W¦seq W W W¦nproc¦local x¦shift W¦' +
    'return¦continue¦:¦: W W¦"cat" f¦c\\at f¦\'l\'s¦$\'ls\'¦command "W"¦$(C) W¦$x W¦`C`¦!W¦!! ¦bun run W¦yarn run W W¦pnpm test W¦npx tsc --noEmit W W¦npx prettier --check W W¦npx biome check W W¦npx jest W W¦ruff check W W¦' +
    'cargo fmt --check W W¦cargo clippy -- W W¦go build W W¦go vet W¦gofmt -l W W¦mvn test W W¦gradle test W W¦dotnet test W W¦rspec W W¦bundle exec rspec W¦composer test W¦swift test W¦python -m pytest W W¦python3 -m unittest W W',
)
const STATEMENTS = list(
  'C¦C¦C¦C¦C¦C¦N=W¦N=W¦x=W¦x=W¦y=W¦x=1¦x=f¦N+=W¦x=A¦a=(W W)¦a=([A]=W)¦a+=(W)¦a[A]=W¦x=W y=W¦((A))¦((A)) && S¦x=$((A))¦x=$(C)¦x="$(C)"¦' +
    'for N in W W; do S; done¦for x in W; do S; done¦for x in f a; do S; done¦for ((x=A;A;A)); do S; break; done¦while C; do S; break; done¦until C; do S; break; done¦' +
    'if C; then S; fi¦if S; then S; else S; fi¦case W in W) S;; esac¦case W in W|W) S;; *) S;; esac¦f() { S; }; f W¦function f { S; }; f¦select x in W; do S; break; done¦' +
    'S | C¦S | C¦S && S¦S && S¦S || S¦S & S¦( S )¦{ S; }¦! C¦S; S¦S; S¦S; S¦S; S; S¦S\nS¦C > W¦C >> W¦C 2>&1¦C 2>/dev/null¦C < W¦C <> W¦C >& W¦C &> W¦C 3< W¦C {x}< W¦' +
    "cat <<E\nW $x\nE¦cat <<'E'\nW\nE¦cat <<-E\n\tW\n\tE¦cat <<< W¦C # W¦while read -r x; do C; done < f¦git ls-files | while read -r x; do C; done¦[[ T ]] && S¦[ T ] || S¦" +
    '{ S; } > W¦( S ) < W¦f() ( S ); f W¦f() { S; } > W; f¦for N; do S; done¦for N do S; done¦coproc N { S; }¦time { S; }¦! S¦case W in (W) S;& W) S;;& esac¦if [[ T ]]; then S; fi¦if ((A)); then S; fi¦if C; then S; elif C; then S; else S; fi¦' +
    'while [[ T ]]; do S; break; done¦((A)) || S¦S |& C¦C >| W¦C >&2¦C <&3¦C 2>&1 >W¦C >> W 2>&1¦C &>> W¦C <<< W | C¦exec > W; S¦alias N=W\nN W¦shopt -s W; S¦shopt -s extglob\nC¦shopt -s expand_aliases\nalias ls=W\nls¦set -- W W; S¦' +
    'while read -r x y; do S; done <<< W¦mapfile -t a < <(C); S¦x=W N=W C¦declare -A a; a[W]=W¦a=(W [W]=W)¦a+=([W]=W)¦a=([W]+=W)¦C W\\\nW¦C # W\nS¦S &\nS¦S & wait¦x=$(C) y=$(C); S¦x=W; y=$x; S¦x=W; C $x¦x=W; C "$x" "$x"¦for x in W W; do C $x; done¦' +
    'for x in W; do C "$x"; done¦x=A; ((A)); S¦x=A; C $x¦i=0; ((i++)); S¦x=W; set -e -o $x¦x=W; [[ $x -eq A ]]¦x=W; [ $x W ]¦read -r x <<< W; C "$x"¦read -r x y < f; C $y¦x=W; eval W¦x=W && C "$x"¦{ x=W; C $x; }¦( x=W ); C $x¦x=W | C $x¦f() { C "$1"; }; f W¦f() { C $@; }; f W W¦' +
    'f() { x=W; }; f; C $x¦ls() { S; }; ls W¦cat() { C "$@"; }; cat W¦trap W EXIT; S¦trap W DEBUG; S¦PROMPT_COMMAND=W; S¦BASH_ENV=W C¦ENV=W C¦IFS=W; C $x¦IFS=W; x=W; C $x¦IFS=W read -r x y < f; C $x¦GLOBIGNORE=W; C *¦PS4=W; set -x; C¦CDPATH=W cd W¦OPTIND=W; getopts W x¦' +
    'cat <<E | C\nW\nE¦cat <<\\E\nW\nE¦cat <<E > W\nW\nE¦C <<E\n$(C)\nE¦C <<E\n`C`\nE¦C <<\'E\' W\nW\nE¦C <<E && S\nW\nE¦C - <<E\nW\nE¦C <<E1 <<E2\nW\nE1\nW\nE2¦C <<"E"\nW\nE',
)

const SPECIAL = [...' \t\n;&|()<>{}[]!#$"\'`\\*?~=+-/@:,%^'].concat([
  '$(',
  '${',
  '((',
  '))',
  '[[',
  ']]',
  '>planted',
  ';touch planted',
  '\\\n',
  "$'",
  '$"',
  '&&',
  '||',
  ';;',
  '<<',
])

/** One line. About a third of them have a few characters added, removed or doubled somewhere. */
export function shellLine(roll: Dice): string {
  let line = expand('S', roll, 0)
  if (roll(3) === 0) for (let count = 1 + roll(2); count > 0; count--) line = mutate(line, roll)
  return line.slice(0, 600)
}

/** Texts with which a line would reach out, if they were read in another way than they are. */
const PLANTED = [
  ...[
    '$(touch planted)',
    '`touch planted`',
    ';touch planted',
    '|touch planted',
    '&touch planted',
    '\ntouch planted',
    '>planted',
    '>>planted',
  ],
  ...[
    '<(touch planted)',
    '${x:=$(touch planted)}',
    '$((b[$(touch planted)]))',
    "'$(touch planted)'",
    '"`touch planted`"',
    '-oplanted',
    ' --output=planted',
  ],
  ...[
    ' touch planted ',
    ' ./x.sh ',
    '{touch,planted}',
    '<<E\n$(touch planted)\nE\n',
    '\\\n',
    ' # ',
    ' & ',
    '() { touch planted; }',
    '/dev/tcp/127.0.0.1/PORT',
  ],
]

/** An everyday line into which something is put: texts that reach out, syntax, or a part of another line. */
export function changedLine(roll: Dice, lines: readonly string[]): string {
  let line = pick(lines, roll)
  for (let count = 1 + roll(3); count > 0; count--) {
    const position = roll(line.length + 1)
    const kind = roll(6)
    const other = pick(lines, roll)
    const start = roll(other.length + 1)
    const added =
      kind < 2
        ? pick(PLANTED, roll)
        : kind < 4
          ? pick(SPECIAL, roll)
          : kind === 4
            ? other.slice(start, start + roll(20))
            : ''
    line = kind === 5 ? mutate(line, roll) : line.slice(0, position) + added + line.slice(position)
  }
  return line.slice(0, 600)
}

const pick = (texts: readonly string[], roll: Dice): string => texts[roll(texts.length)] ?? ''

function expand(template: string, roll: Dice, depth: number): string {
  return template.replace(/\b[SCWNATKJ]\b/g, (symbol) => {
    const next = depth + 1
    if (symbol === 'S')
      return depth > 5 ? pick(['ls', 'cat f', 'x=f', 'true'], roll) : expand(pick(STATEMENTS, roll), roll, next)
    if (symbol === 'C')
      return depth > 6 ? pick(['ls', 'cat f', 'echo a'], roll) : expand(pick(COMMANDS, roll), roll, next)
    if (symbol === 'N') return pick(NAMES, roll)
    if (symbol === 'A') return depth > 8 ? '1' : expand(pick(ARITHMETIC, roll), roll, next + 1)
    if (symbol === 'K') return depth > 8 ? 'p' : expand(pick(SED, roll), roll, next)
    if (symbol === 'J') return depth > 8 ? '1' : expand(pick(AWK, roll), roll, next)
    if (symbol === 'T') return depth > 8 ? '-f f' : expand(pick(TESTS, roll), roll, next + 1)
    return word(roll, depth)
  })
}

function word(roll: Dice, depth: number): string {
  const kind = roll(10)
  if (kind < 5 || depth > 8) return pick(PLAIN, roll)
  if (kind < 8) return expand(pick(EXPANSIONS, roll), roll, depth + 2)
  const text = pick(DOUBTFUL, roll)
  const quotes = roll(4)
  return quotes === 0 ? text : quotes === 1 ? `"${text}"` : `'${text}'`
}

function mutate(line: string, roll: Dice): string {
  const position = roll(line.length + 1)
  switch (roll(4)) {
    case 0:
      return line.slice(0, position) + line.slice(position + 1)
    case 1:
      return line.slice(0, position) + pick(SPECIAL, roll) + line.slice(position)
    case 2: {
      // A blank less, which is where a shell and a grammar disagree most.
      const blank = line.indexOf(' ', position)
      return blank < 0 ? line : line.slice(0, blank) + line.slice(blank + 1)
    }
    default: {
      const end = position + roll(6)
      return line.slice(0, end) + line.slice(position)
    }
  }
}
