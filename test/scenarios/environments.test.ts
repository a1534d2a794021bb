import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isFull } from '../sample.ts'
import { type Improvisation, improvise } from './improvised.ts'

/** The built action on machines that lack something: one honest outcome each, never a bug report, never half a delivery. */

type Environment = {
  /** Lines of bash before the action starts; `$@` is its command line. */
  setup: string
  /** What starts the action after them; `exec "$@"` unless given. */
  start?: string
  /** The lines need their own mounts, or another user: root only. */
  needsRoot?: boolean
  inputs?: Record<string, string>
  outcome?: string
  exit?: number
  /** What an error annotation says; none unless given. */
  error?: RegExp
  /** What the shell tells the model; `hello 42` unless given. */
  shell?: RegExp
  /** What the runner cannot be told, because its file cannot be written. */
  unwritten?: readonly ('outputs' | 'summary')[]
}

const isRoot = process.getuid?.() === 0
const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0
const SOMEBODY = 41_235

/** Root reads every file until it gives this up. */
const NO_OVERRIDE = isRoot
  ? 'exec setpriv --inh-caps=-all --bounding-set=-dac_override,-dac_read_search -- "$@"'
  : 'exec "$@"'
const path = (entry: string) => `export PATH="${entry}:$PATH"`
const without = (
  program: string,
) => `mkdir -p ../_over && mount -t tmpfs -o size=4m tmpfs ../_over && mkdir ../_over/up ../_over/work
mount -t overlay -o "lowerdir=/usr/bin,upperdir=$(cd .. && pwd)/_over/up,workdir=$(cd .. && pwd)/_over/work" overlay /usr/bin && rm /usr/bin/${program}`
/** A runner file that cannot be written: in no folder, a folder itself, or read-only. */
const MISSING = (name: string) => `export ${name}="$PWD/../no such folder/file"`
const FOLDER = (name: string) => `mkdir -p ../_${name} && export ${name}="$PWD/../_${name}"`
const READ_ONLY = (name: string) =>
  `touch ../_${name}.txt && chmod 444 ../_${name}.txt && export ${name}="$PWD/../_${name}.txt"`
const RUNNER_FILES = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GITHUB_STATE'] as const
const UNWRITTEN = { GITHUB_OUTPUT: ['outputs'], GITHUB_STEP_SUMMARY: ['summary'], GITHUB_STATE: [] } as const

const runnerFile = (name: (typeof RUNNER_FILES)[number]): [string, Environment][] =>
  Object.entries({ MISSING, FOLDER, READ_ONLY }).map(([kind, spoil]) => [
    `${name}: ${kind.toLowerCase()}`,
    {
      setup: spoil(name),
      start: NO_OVERRIDE,
      exit: 1,
      error: new RegExp(`${name} \\(.*\\) cannot be written`),
      unwritten: UNWRITTEN[name],
    },
  ])

const ELSEWHERE = `top="$PWD/../Ünï cödé 日本 👩‍💻"; rm -rf "$top"; mkdir -p "$top/my dist" "$top/tëmp" "$top/hôme"
cp -a . "$top/wörk space"; cp -r "$(dirname "$2")/." "$top/my dist"; cp "$GITHUB_EVENT_PATH" "$top/the event.json"
cp "$GITHUB_OUTPUT" "$top/öut put"; cp "$GITHUB_STEP_SUMMARY" "$top/süm mary"; kept=("$GITHUB_OUTPUT" "$GITHUB_STEP_SUMMARY")
export GITHUB_OUTPUT="$top/öut put" GITHUB_STEP_SUMMARY="$top/süm mary" GITHUB_EVENT_PATH="$top/the event.json"
export GITHUB_WORKSPACE="$top/wörk space" RUNNER_TEMP="$top/tëmp" HOME="$top/hôme"; cd "$GITHUB_WORKSPACE"`

const BLOBLESS = `commit=$(git rev-parse HEAD); git -C ../origin config uploadpack.allowFilter true
git -C ../origin config uploadpack.allowAnySHA1InWant true; cp .git/config ../_config
rm -rf ../_blobless && mkdir ../_blobless && cd ../_blobless && git init -q && git remote add origin "file://$PWD/../origin"
git fetch -q --filter=blob:none origin "$commit" && git checkout -q FETCH_HEAD && cp ../_config .git/config
git config remote.origin.promisor true && git config remote.origin.partialclonefilter blob:none && export GITHUB_WORKSPACE="$PWD"`

const ENVIRONMENTS: Record<string, Environment> = {
  'a PATH entry that cannot be read': {
    setup: `mkdir -p ../closed/bin; chmod 000 ../closed; ${path('$PWD/../closed/bin')}`,
    start: NO_OVERRIDE,
  },
  'a loop of links in PATH': { setup: `ln -sfn loop ../loop; ${path('$PWD/../loop/bin')}` },
  'a name in PATH that is too long': { setup: path('/$(printf "x%.0s" {1..300})') },
  'a file in PATH': { setup: `touch ../file; ${path('$PWD/../file')}` },
  ...Object.fromEntries(RUNNER_FILES.flatMap(runnerFile)),
  'no runner file can be written': {
    setup: RUNNER_FILES.map(FOLDER).join('\n'),
    exit: 1,
    error: /GITHUB_OUTPUT \(.*\) cannot be written: it is not a regular file/,
    unwritten: ['outputs', 'summary'],
  },
  'no HOME': { setup: 'unset HOME' },
  'a HOME that does not exist': { setup: 'export HOME=/no/such/home' },
  'umask 077': { setup: 'umask 077' },
  '64 file handles': { setup: 'ulimit -n 64' },
  'spaces and Unicode in every path': {
    setup: ELSEWHERE,
    start: `"$1" "$top/my dist/$(basename "$2")"; code=$?; cat "$GITHUB_OUTPUT" > "\${kept[0]}"; cat "$GITHUB_STEP_SUMMARY" > "\${kept[1]}"; exit $code`,
  },
  'a sparse checkout': { setup: 'git sparse-checkout set --cone src' },
  'a blobless checkout': { setup: BLOBLESS },
  'no bash': { setup: without('bash'), needsRoot: true, shell: /this machine has no bash/ },
  'no git': { setup: without('git'), needsRoot: true },
  'a full RUNNER_TEMP': {
    setup: `mkdir -p ../_full && mount -t tmpfs -o size=64k tmpfs ../_full && export RUNNER_TEMP="$(cd ../_full && pwd)"
head -c 65536 /dev/zero > ../_full/fill || true`,
    needsRoot: true,
    outcome: 'security',
    exit: 1,
    error: /Isolation could not be set up: the disk is full\. Nothing ran/,
  },
  'an ordinary user': {
    setup: `chmod 755 ..; mkdir -p ../_home; export HOME="$(cd .. && pwd)/_home"; chown -R ${SOMEBODY}:${SOMEBODY} . ../_temp ../_home`,
    start: `exec setpriv --reuid=${SOMEBODY} --regid=${SOMEBODY} --clear-groups -- "$@"`,
    needsRoot: true,
  },
  'namespaces denied': {
    setup: '',
    start: 'exec setpriv --inh-caps=-all --bounding-set=-sys_admin -- "$@"',
    needsRoot: true,
  },
  'namespaces denied where isolation is required': {
    setup: '',
    start: 'exec setpriv --inh-caps=-all --bounding-set=-sys_admin -- "$@"',
    needsRoot: true,
    inputs: { sandbox: 'required' },
    outcome: 'security',
    exit: 1,
    error: /isolat/i,
  },
}

/** What one job can lack at the same time, with the end of the last. */
const AT_ONCE = [
  [
    ...['a PATH entry that cannot be read', 'a loop of links in PATH', 'a name in PATH that is too long'],
    ...['a file in PATH', 'no HOME', 'umask 077', '64 file handles', 'a sparse checkout'],
  ],
  ['a HOME that does not exist', 'a blobless checkout', ...(canMount ? ['no bash'] : [])],
]
/** Other tests start the built action there as well: isolation-users, isolation-parts and isolation. */
const ELSEWHERE_TOO = ['an ordinary user', 'namespaces denied', 'namespaces denied where isolation is required']

/** `npm test` has jobs that lack many things, and one in which no file of the runner can be written. For each: test/github/runner.test.ts. */
function chosen(): [name: string, environment: Environment][] {
  const files = RUNNER_FILES.flatMap(runnerFile)
  const skipped = new Set([...AT_ONCE.flat(), ...ELSEWHERE_TOO, ...files.map(([name]) => name)])
  const together = AT_ONCE.map((names): [string, Environment] => [
    names.join(', '),
    {
      ...ENVIRONMENTS[names.at(-1) ?? ''],
      setup: names.map((name) => ENVIRONMENTS[name]?.setup).join('\n'),
      start: NO_OVERRIDE,
    },
  ])
  const others = Object.entries(ENVIRONMENTS).filter(([name]) => !skipped.has(name))
  return [...together, ...others]
}

/** Reads a file, runs a command, answers. */
const TURNS = [
  [
    { tool: 'read_file', args: { file_path: 'src/shorten.js' } },
    { tool: 'run_shell_command', args: { command: 'echo "hello $((6 * 7))"' } },
  ],
]

for (const [name, environment] of isFull ? Object.entries(ENVIRONMENTS) : chosen())
  test.runIf(canMount || environment.needsRoot !== true).concurrent(name, () => {
    const { setup, start = 'exec "$@"', needsRoot, inputs = {} } = environment
    const mounts = needsRoot === true ? ['unshare', '--mount', '--propagation', 'private'] : []
    const through = [...mounts, '/bin/bash', '-c', `set -e\n${setup}\nset +e\n${start}`, 'setup']
    return improvise({ turns: TURNS, step: { inputs, through } }, (run) => expectHonestEnd(run, environment))
  })

function expectHonestEnd({ last, post, said, github, ...run }: Improvisation, environment: Environment): void {
  const { outcome = 'ok', exit = 0, error, shell = /hello 42/, unwritten = [] } = environment
  const errors = last.commands.flatMap(({ name, message }) => (name === 'error' ? [message] : []))
  if (error === undefined) expect(errors, last.log).toEqual([])
  else expect(errors.join('\n'), last.log).toMatch(error)
  expect(last.exitCode, last.log).toBe(exit)
  expect(post.exitCode, post.log).toBe(0)
  expect(`${last.log}\n${post.log}`).not.toMatch(/^\s+at .+:\d+|\binternal\b|Uncaught|UnhandledPromise/m)

  if (!unwritten.includes('outputs')) expect(last.outputs.outcome, last.log).toBe(outcome)
  if (!unwritten.includes('summary')) expect(last.summary).not.toBe('')
  const comments = github.world.comments.filter(({ user }) => user === github.world.viewer)
  const answer = outcome === 'ok' ? 'That was all.' : (error ?? '')
  expect(comments.map(({ body }) => body.replace(/\\(.)/g, '$1'))).toEqual([expect.stringMatching(answer)])
  for (const { body } of comments) expect(body).not.toMatch(/working/i)
  if (outcome !== 'ok') return
  const [file = '', command = ''] = said.flat()
  expect(file, last.log).toContain('text.slice(0, length)')
  expect(command, last.log).toMatch(shell)
  expect(run.gemini.requests).toHaveLength(2)
}
