import { expect, test } from 'vitest'
import { readSources, type SourceFile, sourceFile } from '../../sources.ts'

/**
 * All calls in `src/` that take a path of the file system by its name, with the handle that they use or the reason why no program
 * of the model can swap the name meanwhile. A new call belongs to `platform/files/`, or gets a reason here.
 */
const CALLS: { reason: string; files: Record<string, string> }[] = [
  {
    reason: 'Opens a path below the checkout folder by folder, and asks the handle from then on.',
    files: {
      'platform/files/open-path.ts':
        'closeSync 13, existsSync 1, fstatSync 4, lstatSync 9, mkdirSync 2, openSync 9, read 2, readSync 2, readlinkSync 3, resolveLinks 1, statSync 1',
      'platform/files/workspace-path.ts':
        'access 1, lstat 1, lstatSync 1, open 1, readdir 1, readdirSync 1, rename 1, rm 2',
      'platform/snapshot/restore-files.ts': 'chmod 1, rm 1, rmdir 2, stat 1, symlink 1',
    },
  },
  {
    reason:
      'Only decides where something is: the answer shows nothing, and what is used afterwards is opened by its handle.',
    files: {
      'platform/files/workspace.ts': 'realpath 1, resolveLinks 2',
      'platform/paths.ts': 'readlink 1, realpath 1, statSync 1',
      'platform/process/run-git.ts': 'lstatSync 1',
      'policy/checkers.ts': 'resolveLinks 2',
      'tools/search/list-files.ts': 'lstatSync 1',
    },
  },
  {
    reason: 'Reads before the first program of the run starts, or in a run without programs of the model.',
    files: {
      'config/load-policies.ts': 'lstat 1, readFile 1, readdir 4',
      'scale/find-items.ts': 'stat 1',
      'scale/shard-spec.ts': 'readFile 1',
    },
  },
  {
    reason:
      'Compares what a guard loads right before the guard takes the same names. Only a program that outlives its call could change them in between.',
    files: { 'agent/guard-watch.ts': 'lstat 3, open 1, readdir 2, readlink 1, realpath 1' },
  },
  {
    reason: 'Only looks whether a server would run code of the checkout, in a run without programs of the model.',
    files: { 'agent/hooks/repository-code.ts': 'existsSync 1' },
  },
  {
    reason:
      'Reads and writes while no program of the run runs: before the first one starts, or after all have ended. A run whose programs still run delivers only what its tools wrote.',
    files: {
      'delivery/last-checks.ts': 'writeFile 1',
      'delivery/run-changes.ts': 'realpath 1, rm 1',
      'github/git.ts': 'rm 1',
      'github/run-files.ts': 'realpath 2, rm 1',
      'platform/snapshot/commit-view.ts':
        'copyFile 1, copyFileSync 1, isFileAt 1, linkSync 1, lstat 7, lstatSync 1, mkdir 5, mkdirSync 1, readFile 2, readdir 4, readlink 2, readlinkSync 1, rm 3, symlink 1, symlinkSync 1, utimes 1, writeFile 4',
      'platform/snapshot/git-repository.ts':
        'copyFile 1, isFileAt 1, lstat 1, mkdir 1, readdir 2, rm 1, stat 1, utimes 1, writeFile 3',
      'platform/snapshot/ignored-files.ts': 'lstat 2, readdir 1',
      'platform/snapshot/kept-git.ts':
        'copyFile 3, link 1, lstat 4, mkdir 4, readFile 3, readdir 4, rename 1, rm 4, statsAt 2, writeFile 3',
      'platform/snapshot/tree-changes.ts': 'open 1, realpath 2, rm 1',
      'platform/snapshot/unseen-changes.ts': 'lstat 2, readdir 2, statsAt 2',
      'platform/snapshot/worktree-snapshot.ts': 'access 1, copyFile 1, lstat 3',
      'proof/trees.ts': 'lstatSync 1, mkdir 3, mkdtemp 1, rm 2, symlink 1, writeFile 2',
      'review/try-suggestions.ts':
        'cp 1, isFileAt 1, lstatSync 1, mkdtemp 1, readFile 1, realpath 3, rm 1, writeFile 1',
      'telemetry/exporters.ts': 'mkdir 1, open 1',
    },
  },
  {
    reason: 'The folder of the run, which its programs do not see. What they may write there is opened by a handle.',
    files: {
      'agent/committed-programs.ts': 'mkdir 2, symlink 1, writeFile 1',
      'agent/hooks/hook-settings.ts': 'mkdir 1, writeFile 1',
      'config/extensions.ts': 'mkdir 1, writeFile 1',
      'delivery/post/perform.ts': 'writeFile 1',
      'delivery/post/run-artifact.ts': 'realpath 1',
      'gh/gh-service.ts': 'copyFile 1, mkdir 1, open 1, readdir 1, realpath 2, writeFile 1',
      'platform/sandbox/holder.ts': 'existsSync 1, mkdtempSync 1, rmSync 1',
      'record/transcript.ts': 'closeSync 1, mkdirSync 1, openSync 1, writeSync 1',
      'results/step-results.ts': 'mkdirSync 1, mkdtempSync 1, realpathSync 1, rmSync 1, writeFileSync 1',
      'resume/continued-run.ts': 'writeFile 1',
      'resume/resume-record.ts': 'readFile 1',
      'review/sarif.ts': 'writeFile 1',
      'scale/batch.ts': 'mkdir 1, writeFile 1',
      'scale/run-reduce.ts': 'mkdir 1, writeFile 1',
      'scale/run-shard.ts': 'readFile 1',
      'session/mcp-servers.ts': 'mkdir 1',
      'tools/long-output.ts': 'appendFileSync 1, mkdir 1, mkdirSync 1, writeFile 1',
      'tools/run-shell-command.ts': 'mkdir 1',
    },
  },
  {
    reason:
      'Files of the runner and of the home folder, outside of the checkout, which isolated programs do not see. On the command line also those of the working tree.',
    files: {
      'config/worktree-reader.ts': 'lstat 1, open 1, readdir 1',
      'config/settings/dot-env.ts': 'readFile 1',
      'config/settings/settings-files.ts': 'readFile 1, realpath 1',
      'github/events/incoming-event.ts': 'readFileSync 1',
      'github/runner.ts': 'existsSync 1, lstatSync 1, readFileSync 1, rmSync 1, writeFileSync 2',
      'model/google-auth.ts': 'readFile 1',
    },
  },
  {
    reason:
      'Plans the mounts of the next program. In the checkout it looks at git’s own folders, which the programs before could not change. Configuration is read by a handle.',
    files: {
      'platform/sandbox/hidden-paths.ts':
        'accessSync 1, isFolderAt 3, mkdirSync 1, readFileSync 2, readdirSync 2, realpathSync 1, statsAt 1',
      'platform/sandbox/mounts.ts':
        'accessSync 1, chmodSync 1, chownSync 1, existsSync 6, isFolderAt 9, mkdirSync 5, readdirSync 2, realpathSync 6, statSync 1, writeFileSync 1',
    },
  },
  {
    reason:
      'Looks at processes, and lets a program go that waits for a pipe in the checkout: it opens folder by folder, follows no link and writes nothing.',
    files: {
      'platform/process/process-group.ts': 'closeSync 1, openSync 1, readFileSync 4, readdirSync 3, statSync 1',
    },
  },
  {
    reason: 'Programs, processes and devices of the machine. Their paths come from no program of the run.',
    files: {
      'platform/process/run-program.ts': 'existsSync 4, open 1',
      'platform/process/trusted-programs.ts': 'statsAt 1',
      'platform/sandbox/isolation.ts': 'existsSync 1, readFileSync 1, realpathSync 3',
      'platform/sandbox/network.ts': 'closeSync 1, existsSync 1, openSync 1',
      'platform/sandbox/run-mark.ts': 'closeSync 1, openSync 1, readSync 1, readdirSync 1, readlinkSync 1',
    },
  },
  {
    reason: 'Runs inside the sandbox, with the rights of the program that it answers.',
    files: {
      'gh/gh-client.ts':
        'closeSync 1, fstatSync 2, lstatSync 1, openSync 1, readFileSync 1, readSync 1, realpathSync 2',
    },
  },
  {
    reason: 'Files of the action itself.',
    files: {
      'commands/github-parser.ts': 'readFile 1',
      'tools/get-internal-docs.ts': 'readFile 1, readdir 1',
      'policy/shell/parser-folder.ts': 'readFile 1',
    },
  },
  {
    reason:
      'A command on the command line. It starts no program of a model, or `sluice run` does before or after its run.',
    files: {
      'commands/attack.ts': 'existsSync 1, mkdtemp 1, rm 2',
      'commands/attack/attack-file.ts': 'readFile 2, readdir 1',
      'commands/attack/attack-ground.ts': 'mkdir 1',
      'commands/attack/play-attack.ts': 'existsSync 1, mkdir 2, mkdtemp 1, readFile 1, rm 1, writeFile 3',
      'commands/command-io.ts': 'stat 1',
      'commands/doctor.ts': 'existsSync 4, readdir 2',
      'commands/doctor/config-checks.ts': 'existsSync 3, readdirSync 2',
      'commands/doctor/repository-checks.ts': 'readFile 5, readdir 1',
      'commands/doctor/runner-checks.ts': 'existsSync 2, mkdtemp 1, rm 1',
      'commands/github-rules.ts': 'existsSync 2, readFileSync 1',
      'commands/import/convert-step.ts': 'existsSync 2',
      'commands/init.ts': 'existsSync 2, mkdir 1, readFile 2, writeFile 1',
      'commands/local-config.ts': 'lstat 1, mkdtemp 1, readdir 1, rm 1, stat 1',
      'commands/policy-sources.ts': 'readFile 1, readdir 2',
      'commands/policy.ts': 'existsSync 1, readFile 1',
      'commands/replay/recording.ts': 'readFile 1',
      'commands/replay/replay-session.ts': 'mkdtemp 1, rm 1',
      'commands/report-runs.ts': 'readFile 1, readdir 1, stat 1',
      'commands/report.ts': 'writeFile 1',
      'commands/run.ts': 'copyFile 1, mkdtemp 1, readFile 2, rm 1, writeFile 1',
      'commands/sample-run.ts': 'readFile 1',
      'commands/simulate.ts': 'existsSync 1, mkdtemp 1, readFile 1, rm 1',
      'commands/tools.ts': 'mkdtemp 1, rm 1',
      'commands/workflow-source.ts': 'existsSync 1, readFile 2, readdir 3, writeFile 1',
    },
  },
  {
    reason: 'Emulators, which no run of the action starts.',
    files: {
      'emulators/github/git-objects.ts': 'existsSync 4, mkdirSync 1, readFileSync 2, writeFileSync 1',
      'emulators/github/repository-git.ts':
        'copyFile 1, existsSync 6, mkdir 1, mkdtemp 1, readFileSync 2, rename 1, statSync 1, writeFile 2',
    },
  },
]

/**
 * All programs that `src/` starts. They take the checkout as their folder or in their arguments and read it by name, so each has the
 * sandbox's view, no program of the model beside it, or an answer of which no name and no byte is shown.
 */
const PROGRAMS: { reason: string; files: Record<string, string> }[] = [
  {
    reason: 'Starts with the view of the run’s programs, in which nothing outside the checkout can be read.',
    files: {
      'agent/hooks/hook-runner.ts': 'runProgram 1',
      'mcp/connect-server.ts': 'startPipedProgram 2',
      'policy/checkers.ts': 'runProgram 1',
      'tools/discovered.ts': 'runProgram 1',
      'tools/run-shell-command.ts': 'runProgram 1',
      'tools/search/search-backends.ts': 'runGit 1, runProgram 1',
    },
  },
  {
    reason:
      'git ls-files, outside the sandbox, which would double its time. It opens no file but git’s own and .gitignore. Of the names it prints, a tool shows those that it then finds by their handle; the ignore rules only compare them with names that they have.',
    files: { 'platform/files/ignore-rules.ts': 'runGit 3', 'tools/search/list-files.ts': 'runGit 2' },
  },
  {
    reason:
      'Reads objects of commits, whose names are hashes of their content, or references; no file of the checkout.',
    files: {
      'github/git.ts': 'runProgram 3, startPipedProgram 1',
      'github/run-files.ts': 'runGit 2',
      'platform/snapshot/unseen-changes.ts': 'runGit 3',
    },
  },
  {
    reason: 'Before the first program of the run, or after all have ended.',
    files: {
      'config/extensions.ts': 'runProgram 1',
      'platform/snapshot/commit-view.ts': 'runGit 5, runProgram 1',
      'platform/snapshot/git-repository.ts': 'execa 1, runGit 4',
      'platform/snapshot/kept-git.ts': 'runGit 3',
      'platform/snapshot/restore-files.ts': 'runGit 3',
      'proof/prove.ts': 'runGit 2',
      'proof/trees.ts': 'runGit 1, runProgram 2',
      'review/try-suggestions.ts': 'runProgram 2',
    },
  },
  {
    reason:
      'Starts what its callers in this list give it, or a program of the machine that gets no path of the checkout.',
    files: {
      'platform/process/process-group.ts': 'execa 1',
      'platform/process/run-git.ts': 'runProgram 1',
      'platform/process/run-program.ts': 'startProcess 1',
      'platform/process/shell-words.ts': 'runProgram 1',
      'platform/process/start-process.ts': 'execa 1',
      'platform/sandbox/holder.ts': 'startPipedProgram 1',
      'platform/sandbox/isolation.ts': 'runProgram 1',
      'platform/sandbox/network.ts': 'startProcess 1',
    },
  },
  {
    reason: 'Emulators, which no run of the action starts.',
    files: { 'emulators/github/git-server.ts': 'execa 1', 'emulators/github/repository-git.ts': 'execa 1' },
  },
]

/** Modules of Node and of packages that open no path and start no program. Whoever adds one looks first. */
const OPEN_NOTHING = new Set(
  `node:async_hooks node:buffer node:crypto node:dns/promises node:events node:os node:path node:stream node:stream/promises
  node:string_decoder node:timers/promises node:url node:util node:zlib @actions/expressions @actions/languageservice
  @actions/workflow-parser @google/genai/web @octokit/rest @opentelemetry/api @opentelemetry/resources @opentelemetry/sdk-logs
  @opentelemetry/sdk-metrics @opentelemetry/sdk-trace-base ajv ajv-formats chardet diff fastest-levenshtein fflate html-to-text htmlparser2 ignore
  ipaddr.js mdast-util-from-markdown micromark-extension-gfm-autolink-literal micromark-extension-gfm-footnote
  micromark-extension-gfm-strikethrough micromark-extension-gfm-table micromark-extension-gfm-task-list-item picomatch smol-toml
  strip-json-comments yaml zod`.split(/\s+/),
)

const PARSES = 'Parses the text that it gets.'
const NETWORK = 'Reaches hosts by their names.'
const SANDBOXED = 'Runs inside the sandbox, with the rights of the program that it answers.'
const RUNNER = 'Files that the runner names, outside of the checkout.'

/** Everything else that can reach a file or start a program, beside the calls above: modules, and words that load or open by name. */
const OTHER_WAYS: Record<string, Record<string, string>> = {
  'node:http': {
    'emulators/gemini/gemini.ts': NETWORK,
    'emulators/github/git-server.ts': NETWORK,
    'emulators/github/github.ts': NETWORK,
    'platform/net/dial.ts': NETWORK,
    'platform/net/proxy.ts': NETWORK,
    'platform/net/web.ts': NETWORK,
    'platform/sandbox/gateway.ts': NETWORK,
    'telemetry/exporters.ts': NETWORK,
  },
  'node:https': { 'telemetry/exporters.ts': NETWORK },
  'node:tls': { 'platform/net/dial.ts': NETWORK },
  'node:net': {
    'gh/gh-client.ts': SANDBOXED,
    'gh/gh-service.ts': 'Its socket is in the folder of the run.',
    'platform/net/addresses.ts': PARSES,
    'platform/net/dial.ts': NETWORK,
    'platform/process/run-program.ts': 'A socket between this process and the program.',
    'platform/sandbox/allowed-hosts.ts': PARSES,
    'platform/sandbox/gateway.ts': NETWORK,
    'platform/sandbox/network.ts': 'Listens inside the network of the run.',
    'policy/rules/unworkable.ts': PARSES,
  },
  'node:module': {
    'gh/gh-client.ts': SANDBOXED,
    'policy/shell/parser-folder.ts': 'Finds a package of the action.',
    'review/try-suggestions.ts': PARSES,
  },
  'node:vm': { 'platform/time.ts': 'Runs no text of others.', 'policy/rules/patterns.ts': 'Runs no text of others.' },
  '@actions/core': {
    'github/runner.ts': RUNNER,
    'model/credential.ts': NETWORK,
    'session/step-process.ts': 'Reads a variable.',
  },
  '@actions/github': { 'github/events/incoming-event.ts': RUNNER },
  '@modelcontextprotocol/client': {
    'mcp/connect-server.ts': 'Gets the streams of a program that runProgram started.',
    'mcp/incoming-messages.ts': PARSES,
    'mcp/lists.ts': PARSES,
  },
  '@opentelemetry/exporter-logs-otlp-http': { 'telemetry/exporters.ts': NETWORK },
  '@opentelemetry/exporter-metrics-otlp-http': { 'telemetry/exporters.ts': NETWORK },
  '@opentelemetry/exporter-trace-otlp-http': { 'telemetry/exporters.ts': NETWORK },
  dotenv: { 'config/settings/dot-env.ts': PARSES },
  'google-auth-library': { 'model/google-auth.ts': RUNNER },
  chdir: { 'gh/gh-client.ts': SANDBOXED },
  createRequire: { 'gh/gh-client.ts': SANDBOXED, 'policy/shell/parser-folder.ts': 'Loads a package of the action.' },
  'require(': {
    'commands/doctor/config-checks.ts': 'A pattern for composer.json.',
    'platform/sandbox/network.ts': 'The text of a program for node, which loads node:net.',
  },
}

/** Functions of our own that start programs, and those that take a name. */
const STARTERS = ['runGit', 'runProgram', 'startPipedProgram', 'startProcess']
const BY_NAME = ['resolveLinks', 'statsAt', 'isFolderAt', 'isFileAt']

const IMPORT = /import\s+(type\s+)?(?:\{([^}]*)\}|(\* as \w+|\w+))\s+from\s+'([^']+)'/g
const isOwn = (module: string) => module.startsWith('.')
const isFileSystem = (module: string) => /^(?:node:)?fs(?:\/|$)/.test(module)
const callsFile = (module: string, name: string) =>
  isOwn(module) ? BY_NAME.includes(name) : isFileSystem(module) && name !== 'constants'
const startsProgram = (module: string, name: string) =>
  isOwn(module) ? STARTERS.includes(name) : /^execa$|^(?:node:)?child_process$/.test(module)

/** Only what certainly is one: a glob in a string may look like the start of a comment. */
const withoutComments = (text: string): string => text.replace(/^\s*\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')

/** Every module outside of `src/` that a file names in any form of import that is not of types only. */
const modulesIn = (text: string): string[] =>
  Array.from(
    withoutComments(text)
      .replace(/\b(?:import|export)\s+type\s+(?:\{[^}]*\}|[\w*\s]+)\s+from\s+'[^']*'|\btypeof import\('[^']*'\)/g, '')
      .matchAll(/\b(?:from|import|require)\b\s*\(?\s*['"`]([@a-z][\w@./:-]*)['"`]/g),
    ([, module = '']) => module,
  )

/** Each watched function that a file uses, and how often. Types are no calls. */
function usesIn({ file, text }: SourceFile, isWatched: (module: string, name: string) => boolean): string {
  const body = withoutComments(text).replace(IMPORT, '')
  const counts: string[] = []
  const named: string[] = []
  for (const [, isType, names, , module = ''] of text.matchAll(IMPORT)) {
    if (isType !== undefined || names === undefined) continue
    named.push(module)
    for (const part of names.split(',').map((each) => each.trim())) {
      const [name = '', alias = name] = part.split(/\s+as\s+/)
      if (part === '' || part.startsWith('type ') || !isWatched(module, name)) continue
      counts.push(
        `${name} ${body.match(new RegExp(`(?<![.\\w])${alias.replaceAll('$', '\\$')}(?!\\w|:)`, 'g'))?.length ?? 0}`,
      )
    }
  }
  const other = modulesIn(text).filter((module) => isWatched(module, '') && !take(named, module))
  return other.length > 0 ? `${file} imports the whole of ${other[0]}` : counts.sort().join(', ')
}

/** Removes one from a list. */
function take(list: string[], value: string): boolean {
  const index = list.indexOf(value)
  if (index !== -1) list.splice(index, 1)
  return index !== -1
}

const WORDS =
  /(?<![-\w])(?:createRequire|getBuiltinModule|dlopen|chdir|loadEnvFile|execve)\b|process\.(?:binding|report)|\brequire\(|\bimport\((?!\s*(['"`])[\w@./:-]+\1\s*\))|\bnew Worker\b|\bnew Function\b|\beval\(|\bexport (?!type )[^=()\n]*\bfrom (?=')/g

/** The other ways to a file that a source has: modules and words. */
const waysIn = ({ text }: SourceFile): string[] => [
  ...modulesIn(text)
    .map(
      (module) =>
        /^@actions\/(?:expressions|languageservice|workflow-parser)\//.exec(module)?.[0].slice(0, -1) ?? module,
    )
    .map((module) => (module.startsWith('ajv/') ? 'ajv' : module))
    .filter((module) => !OPEN_NOTHING.has(module) && !callsFile(module, '') && !startsProgram(module, '')),
  ...(withoutComments(text).match(WORDS) ?? []),
]

const sources = readSources()

const known = (lists: readonly { files: Record<string, string> }[]) =>
  lists.flatMap(({ files }) => Object.entries(files))

test.each([
  { what: 'call that takes a name of the file system', isWatched: callsFile, lists: CALLS },
  { what: 'program that src/ starts', isWatched: startsProgram, lists: PROGRAMS },
])('every $what is known, with its reason', ({ isWatched, lists }) => {
  const uses = sources.map((source) => [source.file, usesIn(source, isWatched)]).filter(([, each]) => each !== '')
  expect(Object.fromEntries(uses)).toEqual(Object.fromEntries(known(lists)))
  expect(new Set(known(lists).map(([file]) => file)).size).toBe(known(lists).length)
})

test('every other way to a file or a program is known, with its reason', () => {
  const found: Record<string, string[]> = {}
  for (const source of sources)
    for (const way of new Set(waysIn(source))) found[way] = [...(found[way] ?? []), source.file].sort()
  expect(found).toEqual(
    Object.fromEntries(Object.entries(OTHER_WAYS).map(([way, files]) => [way, Object.keys(files).sort()])),
  )
})

test('the list notices a new call, however it is written', () => {
  const all = (text: string) => {
    const source = sourceFile('tools/x.ts', text)
    return [usesIn(source, callsFile), usesIn(source, startsProgram), ...waysIn(source)].filter(Boolean).join(', ')
  }
  expect(all(`import { readFile } from 'node:fs/promises'\nawait readFile(path)`)).toBe('readFile 1')
  expect(all(`import { readFile as load } from 'fs/promises'\nawait load(path)\nvoid load`)).toBe('readFile 2')
  expect(all(`import { constants, type Stats, lstatSync } from 'node:fs'\nlstatSync(path)`)).toBe('lstatSync 1')
  expect(all(`import { promises as other } from 'node:fs'\nother.open(path)`)).toBe('promises 1')
  expect(all(`import { realpathSync } from 'fs'\nrealpathSync.native(path)`)).toBe('realpathSync 1')
  expect(all(`import { statsAt } from '../platform/paths.ts'\nstatsAt(path)`)).toBe('statsAt 1')
  expect(all(`import { runGit } from '../run-git.ts'\nawait runGit({ top }, [])\nconst go = runGit`)).toBe('runGit 2')
  expect(all(`import { runProgram as go } from './run-program.ts'\nawait go({ argv }, { cwd })`)).toBe('runProgram 1')
  expect(all(`import { $, execaSync } from 'execa'\nawait $\`ls\``)).toBe('$ 1, execaSync 0')
  for (const text of [
    `import * as fs from 'node:fs'`,
    `import fs from 'node:fs'`,
    `import fs, { constants } from 'node:fs'`,
    `import fs from "node:fs"`,
    `const { opendir } = await import('node:fs')`,
    `const load = () => import(\n  \`node:fs\`\n)`,
  ])
    expect(all(text), text).toBe('tools/x.ts imports the whole of node:fs')
  expect(all(`import { spawn } from 'node:child_process'\nspawn(path)`)).toBe('spawn 1')
  expect(all(`import execa from 'execa'`)).toBe('tools/x.ts imports the whole of execa')
  for (const [text, way] of [
    [`import { glob } from 'tinyglobby'`, 'tinyglobby'],
    [`import read from 'graceful-fs'`, 'graceful-fs'],
    [`import { DatabaseSync } from 'node:sqlite'`, 'node:sqlite'],
    [`import { Worker } from 'node:worker_threads'\nnew Worker(path)`, 'node:worker_threads, new Worker'],
    [`import { readFileSync } from '@actions/core/fs'`, '@actions/core/fs'],
    [`await import(path)`, 'import('],
    ['await import(`node:${name}`)', 'import('],
    [`await import('node:' + name)`, 'node:, import('],
    [`const { getBuiltinModule } = process`, 'getBuiltinModule'],
    [`process.getBuiltinModule?.(name)`, 'getBuiltinModule'],
    [`process.chdir(folder)`, 'chdir'],
    [`process.getBuiltinModule(name).readFileSync(path)`, 'getBuiltinModule'],
    [`process.loadEnvFile(path)`, 'loadEnvFile'],
    [`process.report.writeReport(path)`, 'process.report'],
    [`process.binding('fs')`, 'process.binding'],
    [`export { runGit as other } from './run-git.ts'`, 'export { runGit as other } from '],
    [`export * from 'node:fs'`, 'tools/x.ts imports the whole of node:fs, export * from '],
  ])
    expect(all(text ?? ''), text).toBe(way)
  expect(all(`const fs = require('node:fs')`)).toBe('tools/x.ts imports the whole of node:fs, require(')
  for (const text of [
    `import type { Stats } from 'node:fs'`,
    `import { join } from 'node:path'`,
    `const later: typeof import('node:fs')`,
    `// import fs from 'node:fs'`,
  ])
    expect(all(text), text).toBe('')
})
