import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { GroupedFile } from '../../../src/github/context/changed-files.ts'
import { writeDiff } from '../../../src/github/context/diff.ts'
import { summarizeLockFile } from '../../../src/github/context/lock-changes.ts'
import { openPromptData } from '../../../src/github/context/prompt-data.ts'
import { cutPatchStart, numberPatch } from '../../../src/github/patch-rows.ts'
import { readSources } from '../../sources.ts'

/** A patch of one hunk with these lines. */
function patchOf(lines: string): string {
  const all = lines.split('\n')
  const count = (sign: string) => all.filter((line) => line.startsWith(sign) || line.startsWith(' ')).length
  return `@@ -10,${count('-')} +10,${count('+')} @@\n${lines}`
}

const LOCKS: [name: string, lines: string, summary: string][] = [
  [
    'npm: a new version',
    '     "node_modules/pond": {\n-      "version": "1.2.0",\n-      "resolved": "https://registry.npmjs.org/pond/-/pond-1.2.0.tgz",\n-      "integrity": "sha512-old",\n+      "version": "1.3.0",\n+      "resolved": "https://registry.npmjs.org/pond/-/pond-1.3.0.tgz",\n+      "integrity": "sha512-new",\n     },',
    '"pond" 1.2.0 → 1.3.0',
  ],
  [
    'npm: another hash of the same version, and a new package from elsewhere',
    '     "node_modules/@octo/gate": {\n       "version": "2.0.0",\n       "resolved": "https://registry.npmjs.org/@octo/gate/-/gate-2.0.0.tgz",\n-      "integrity": "sha512-good",\n+      "integrity": "sha512-evil",\n     },\n+    "node_modules/fish": {\n+      "version": "0.1.0",\n+      "resolved": "https://evil.example/fish.tgz",\n+    },',
    '! "@octo/gate" 2.0.0: hash sha512-good → sha512-evil\n+ "fish" 0.1.0 from evil.example',
  ],
  [
    'npm: another source of the same version',
    '     "node_modules/pond": {\n       "version": "1.2.0",\n-      "resolved": "https://registry.npmjs.org/pond.tgz",\n+      "resolved": "git+ssh://git@evil.example/pond.git#abc",\n     },',
    '! "pond" 1.2.0: source https://registry.npmjs.org/pond.tgz → git+ssh://git@evil.example/pond.git#abc',
  ],
  [
    'yarn',
    '-"pond@^1.0.0":\n-  version "1.2.0"\n-  resolved "https://registry.yarnpkg.com/pond.tgz#1"\n+"pond@^1.0.0":\n+  version "1.2.1"\n+  resolved "https://registry.yarnpkg.com/pond.tgz#2"',
    '"pond" 1.2.0 → 1.2.1',
  ],
  [
    'pnpm',
    '-  pond@1.2.0:\n-    resolution: {integrity: sha512-old}\n+  pond@1.3.0:\n+    resolution: {integrity: sha512-new}',
    '"pond" 1.2.0 → 1.3.0',
  ],
  [
    'Cargo',
    ' [[package]]\n name = "serde"\n-version = "1.0.1"\n+version = "1.0.2"\n source = "registry+https://github.com/rust-lang/crates.io-index"\n-checksum = "aa"\n+checksum = "bb"',
    '"serde" 1.0.1 → 1.0.2',
  ],
  [
    'Cargo: another checksum of the same version',
    ' name = "serde"\n version = "1.0.1"\n-checksum = "aa"\n+checksum = "bb"',
    '! "serde" 1.0.1: hash aa → bb',
  ],
  [
    'go.sum',
    '-golang.org/x/net v0.1.0 h1:old=\n-golang.org/x/net v0.1.0/go.mod h1:oldmod=\n+golang.org/x/net v0.2.0 h1:new=\n+golang.org/x/net v0.2.0/go.mod h1:newmod=',
    '"golang.org/x/net" v0.1.0 → v0.2.0',
  ],
  [
    'go.sum: another hash of the same version',
    '-golang.org/x/net v0.1.0 h1:old=\n+golang.org/x/net v0.1.0 h1:evil=',
    '! "golang.org/x/net" v0.1.0: hash h1:old= → h1:evil=',
  ],
  ['Gemfile.lock', '-    rack (3.0.1)\n+    rack (3.0.2)\n+    puma (6.4.0)', '"rack" 3.0.1 → 3.0.2\n+ "puma" 6.4.0'],
  ['poetry', ' name = "flask"\n-version = "3.0.0"\n+version = "3.0.1"', '"flask" 3.0.0 → 3.0.1'],
  [
    'composer',
    '             "name": "octo/pond",\n-            "version": "1.0.0",\n+            "version": "1.1.0",',
    '"octo/pond" 1.0.0 → 1.1.0',
  ],
]
test.each(LOCKS)('a lock file as packages, %s', (_, lines, summary) => {
  expect(summarizeLockFile(patchOf(lines))).toBe(summary)
})

test('lines that name no package have no summary, and a long one is bounded', () => {
  expect(summarizeLockFile(patchOf('+x\n+y'))).toBeUndefined()
  const many = Array.from({ length: 900 }, (_, at) => `+    gem-${at} (1.0.${at})`).join('\n')
  const summary = summarizeLockFile(patchOf(many)) ?? ''
  expect(summary.length).toBeLessThan(6_100)
  expect(summary).toMatch(/\n… and \d+ more packages, in the diff of the file$/)
})

type Pinned = { version: string; hash: string; source: string }

/** The text of a lock file with a package `pond` between others. `hasSource`: it says from where. */
const FORMATS: [path: string, write: (pond: Pinned) => string, more?: { hasSource?: boolean; hasHash?: boolean }][] = [
  [
    'package-lock.json',
    ({ version, hash, source }) => `    "node_modules/oar": {
      "version": "1.0.0",
      "license": "MIT"
    },
    "node_modules/pond": {
      "version": "${version}",
      "resolved": "${source}",
      "integrity": "sha512-${hash}",
      "dependencies": {
        "oar": "^1.0.0"
      },
      "engines": {
        "node": ">=18"
      }
    },
`,
    { hasSource: true },
  ],
  [
    'v1/package-lock.json',
    ({ version, hash, source }) => `    "oar": {
      "version": "1.0.0",
      "requires": {
        "pond": "^1.0.0"
      },
      "dependencies": {
        "pond": {
          "version": "${version}",
          "resolved": "${source}",
          "integrity": "sha512-${hash}"
        }
      }
    },
`,
    { hasSource: true },
  ],
  [
    'yarn.lock',
    ({ version, hash, source }) => `oar@^1.0.0:
  version "1.0.0"

"pond@^1.0.0", pond@~1.2.0:
  version "${version}"
  resolved "${source}"
  integrity sha512-${hash}
  dependencies:
    oar "^1.0.0"
`,
    { hasSource: true },
  ],
  [
    'berry/yarn.lock',
    ({ version, hash }) => `"oar@npm:^1.0.0":
  version: 1.0.0
  resolution: "oar@npm:1.0.0"
  languageName: node
  linkType: hard

"pond@npm:^1.0.0":
  version: ${version}
  resolution: "pond@npm:${version}"
  dependencies:
    oar: ^1.0.0
    reed: ^1.0.0
    rush: ^1.0.0
  checksum: 10c0/${hash}
  languageName: node
`,
  ],
  [
    'pnpm-lock.yaml',
    ({ version, hash }) => `packages:

  oar@1.0.0:
    resolution: {integrity: sha512-oar}

  pond@${version}:
    resolution: {integrity: sha512-${hash}}
    engines: {node: '>=18'}
`,
  ],
  [
    'v5/pnpm-lock.yaml',
    ({ version, hash, source }) => `  /@octo/oar/1.0.0:
    resolution: {integrity: sha512-oar}

  /pond/${version}_react@18.0.0:
    resolution: {integrity: sha512-${hash}, tarball: ${source}}
    dev: true
`,
    { hasSource: true },
  ],
  [
    'bun.lock',
    ({ version, hash }) => `    "oar": ["oar@1.0.0", "", {}, "sha512-oar"],

    "pond": ["pond@${version}", "", { "dependencies": { "oar": "^1.0.0" } }, "sha512-${hash}"],
`,
  ],
  [
    'deno.lock',
    ({ version, hash }) => `    "oar@1.0.0": {
      "integrity": "sha512-oar"
    },
    "pond@${version}": {
      "integrity": "sha512-${hash}"
    }
`,
  ],
  [
    'Cargo.lock',
    ({ version, hash, source }) => `[[package]]
name = "oar"
version = "1.0.0"

[[package]]
name = "pond"
version = "${version}"
source = "registry+${source}"
checksum = "${hash}"
dependencies = [
 "oar",
]
`,
    { hasSource: true },
  ],
  [
    'poetry.lock',
    ({ version, hash }) => `[[package]]
name = "oar"
version = "1.0.0"

[[package]]
name = "pond"
version = "${version}"
description = "Still water"
optional = false
python-versions = ">=3.8"
groups = ["main"]
files = [
    {file = "pond-1.2.0-py3-none-any.whl", hash = "sha256:0000000000000000000000000000000000000000000000000000000000000000"},
    {file = "pond-${version}.tar.gz", hash = "sha256:${hash}"},
]
`,
  ],
  [
    'uv.lock',
    ({ version, hash, source }) => `[[package]]
name = "pond"
version = "${version}"
source = { registry = "${source}" }
dependencies = [
    { name = "oar" },
]
sdist = { url = "https://files.pythonhosted.org/packages/aa/bb/pond-${version}.tar.gz", hash = "sha256:${hash}", size = 12 }
`,
    { hasSource: true },
  ],
  [
    'Pipfile.lock',
    ({ version, hash }) => `        "oar": {
            "version": "==1.0.0"
        },
        "pond": {
            "hashes": [
                "sha256:${hash}"
            ],
            "index": "pypi",
            "version": "==${version}"
        },
`,
  ],
  [
    'composer.lock',
    ({ version, hash, source }) => `        {
            "name": "octo/pond",
            "version": "${version}",
            "source": {
                "type": "git",
                "url": "${source}",
                "reference": "${hash}"
            },
            "require": {
                "php": ">=8"
            },
            "authors": [
                {
                    "name": "Ada Lake",
                    "email": "ada@example.com"
                }
            ],
`,
    { hasSource: true },
  ],
  [
    'go.sum',
    ({ version, hash }) => `example.com/oar v1.0.0 h1:oar=
example.com/pond v${version} h1:${hash}
example.com/pond v${version}/go.mod h1:mod=
`,
  ],
  [
    'Gemfile.lock',
    ({ version, hash }) => `GEM
  remote: https://rubygems.org/
  specs:
    oar (1.0.0)
    pond (${version})
      oar (>= 1.0)

CHECKSUMS
  oar (1.0.0) sha256=oar
  pond (${version}) sha256=${hash}
`,
  ],
  [
    'gradle.lockfile',
    ({ version }) => `com.octo:oar:1.0.0=runtimeClasspath\ncom.octo:pond:${version}=runtimeClasspath\n`,
    { hasHash: false },
  ],
  [
    'packages.lock.json',
    ({ version, hash }) => `      "Oar": {
        "type": "Direct",
        "resolved": "1.0.0"
      },
      "Pond": {
        "type": "Transitive",
        "resolved": "${version}",
        "contentHash": "${hash}=="
      },
`,
  ],
  [
    'mix.lock',
    ({ version, hash }) => `  "oar": {:hex, :oar, "1.0.0", "aa", [:mix], [], "hexpm", "bb"},
  "pond": {:hex, :pond, "${version}", "${hash}", [:mix], [{:oar, "~> 1.0", [hex: :oar]}], "hexpm", "cc"},
`,
  ],
  [
    'pubspec.lock',
    ({ version, hash, source }) => `  pond:
    dependency: "direct main"
    description:
      name: pond
      sha256: "${hash}"
      url: "${source}"
    source: hosted
    version: "${version}"
`,
    { hasSource: true },
  ],
  [
    'Package.resolved',
    ({ version, hash, source }) => `    {
      "identity" : "pond",
      "kind" : "remoteSourceControl",
      "location" : "${source}",
      "state" : {
        "revision" : "${hash}",
        "version" : "${version}"
      }
    },
`,
    { hasSource: true },
  ],
  [
    '.terraform.lock.hcl',
    ({ version, hash }) => `provider "registry.terraform.io/octo/pond" {
  version     = "${version}"
  constraints = "~> 1.0"
  hashes = [
    "h1:first=",
    "zh:${hash}",
  ]
}
`,
  ],
  [
    'flake.lock',
    ({ hash, source }) => `    "pond": {
      "locked": {
        "lastModified": 1700000000,
        "narHash": "sha256-${hash}",
        "type": "tarball",
        "url": "${source}"
      },
`,
    { hasSource: true },
  ],
  [
    'Podfile.lock',
    ({ version, hash }) => `PODS:
  - Oar (1.0.0)
  - Pond (${version})

SPEC CHECKSUMS:
  Oar: 0123456789012345678901234567890123456789
  Pond: ${hash}
`,
  ],
]

const folder = mkdtempSync(join(tmpdir(), 'locks-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The patch between two texts, as GitHub shows it, far from the start of the file. */
function patchBetween(old: string, now: string): string {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  const far = '#\n'.repeat(40)
  writeFileSync(one, `${far}${old}${far}`)
  writeFileSync(other, `${far}${now}${far}`)
  const { stdout } = spawnSync('git', ['diff', '--no-index', one, other], { encoding: 'utf8' })
  return stdout.slice(stdout.search(/^@@ /m)).trimEnd()
}

const PINNED: Pinned = { version: '1.2.0', hash: 'a'.repeat(40), source: 'https://registry.example.org/pond.tgz' }
const OTHER_HASH = 'e'.repeat(40)

test.each(FORMATS)(
  'what another version, hash and source is in %s',
  (path, write, { hasSource, hasHash = true } = {}) => {
    const summary = (pond: Partial<Pinned>) =>
      summarizeLockFile(patchBetween(write(PINNED), write({ ...PINNED, ...pond })), path) ?? ''
    if (path !== 'flake.lock') {
      const updated = summary({ version: '1.3.0', hash: OTHER_HASH })
      expect(updated).toMatch(/^"\S*pond\S*" v?1\.2\.0.* → v?1\.3\.0/im)
      expect(updated).not.toMatch(/^!/m)
    }
    if (hasHash) {
      const rehashed = summary({ hash: OTHER_HASH })
      expect(rehashed).toMatch(/^! .*hash \S*a{40}\S* → \S*e{40}/)
      expect(rehashed.split('\n')).toHaveLength(1)
    }
    if (hasSource)
      expect(summary({ source: 'https://evil.example/pond.tgz' })).toMatch(
        /^! .*source \S*registry\.example\.org\S* → \S*evil\.example/,
      )
  },
)

test('a changed hash hides neither behind a new version of a package of the same name nor behind many others', () => {
  const nested = `     "node_modules/pond": {
-      "version": "1.2.0",
+      "version": "1.3.0",
     },
     "node_modules/oar/node_modules/pond": {
       "version": "0.9.0",
       "resolved": "https://registry.npmjs.org/pond.tgz",
-      "integrity": "sha512-good"
+      "integrity": "sha512-evil"
     },`
  expect(summarizeLockFile(patchOf(nested))).toBe(
    '! "pond" 0.9.0: hash sha512-good → sha512-evil\n"pond" 1.2.0 → 1.3.0',
  )
  const many = Array.from(
    { length: 300 },
    (_, at) => `-example.com/a${at} v1.0.0 h1:old${at}=\n+example.com/a${at} v1.0.0 h1:new${at}=`,
  )
  const summary = summarizeLockFile(patchOf([...many, '+example.com/b v1.0.0 h1:b='].join('\n'))) ?? ''
  expect(summary.match(/^! /gm)).toHaveLength(300)
  expect(summary).toMatch(/\n… and 1 more packages, in the diff of the file$/)
})

test('a moved package is no change, and a hash without a name is shown with its line', () => {
  const block = (sign: string) =>
    ['"node_modules/pond": {', '  "version": "1.2.0",', '  "integrity": "sha512-same"', '},']
      .map((line) => `${sign}    ${line}`)
      .join('\n')
  expect(summarizeLockFile(patchOf(`${block('-')}\n     "node_modules/reed": {\n${block('+')}`))).toBeUndefined()
  expect(summarizeLockFile(patchOf('   "x": 1,\n-  "integrity": "sha512-good"\n+  "integrity": "sha512-evil"'))).toBe(
    '! (a package near line 11, whose name the diff does not show) (same version): hash sha512-good → sha512-evil',
  )
})

const file = (path: string, group: GroupedFile['group'], lines: readonly string[]): GroupedFile => ({
  path,
  group,
  previousPath: undefined,
  status: 'modified',
  additions: lines.length,
  deletions: 0,
  patch: `@@ -0,0 +1,${lines.length} @@\n${lines.join('\n')}`,
})
const rows = (count: number, text = 'x') => Array.from({ length: count }, (_, at) => `+${text} ${at + 1}`)

function written(files: readonly GroupedFile[]): string {
  const output = openPromptData('7f3a9c')
  writeDiff({ files, notes: [] }, { repo: { owner: 'octo', name: 'pond' } }, output)
  return output.text()
}

const source = file('src/pond.ts', 'source', rows(300))
const LONG: [path: string, group: GroupedFile['group'], lines: string[], reason: string | undefined][] = [
  ['package-lock.json', 'lock file', rows(100), 'long: lock file'],
  ['package-lock.json', 'lock file', rows(99), undefined],
  ['dist/index.js', 'generated', rows(201), 'long: generated'],
  ['dist/index.js', 'generated', rows(150), undefined],
  ['dist/index.js', 'generated', rows(100, 'y'.repeat(120)), 'long: generated'],
  ['vendor/a.c', 'vendored', rows(250), 'long: vendored'],
  ['data/fish.json', 'source', rows(250), 'long: data'],
  ['assets/site.js', 'source', ['+a', `+${'z'.repeat(12_000)}`], 'long: minified'],
  ['src/lake.ts', 'source', rows(400), undefined],
]
test.each(LONG)('a long diff of %s (%s) beside source', (path, group, lines, reason) => {
  const text = written([source, file(path, group, lines)])
  expect(text).toContain('300|+x 300')
  if (reason === undefined) expect(text).toContain(`path="${path}"`)
  else {
    expect(text).not.toContain(`<data-7f3a9c kind="diff" path="${path}"`)
    expect(text).toContain(`${JSON.stringify(path)} modified +${lines.length} -0 (${reason})`)
    expect(text).toContain('github__get_diff with a path reads one of them')
  }
  // When nothing else changed, it is shown.
  expect(written([file(path, group, lines)])).toContain(`<data-7f3a9c kind="diff" path="${path}"`)
})

test('the packages of a long lock file stand in the prompt', () => {
  const lock = file(
    'Gemfile.lock',
    'lock file',
    Array.from({ length: 120 }, (_, at) => `+    gem-${at} (1.0.${at})`),
  )
  const text = written([source, lock])
  expect(text).toMatch(/kind="lock-file" path="Gemfile\.lock"[^>]*>\n\+ "gem-0" 1\.0\.0\n/)
  expect(text).toContain('(long: its packages stand above)')
})

test.each<[name: string, lines: string[], files: GroupedFile[], reason: string]>([
  ['is all that changed and is cut', rows(3_000, 'gem (1.0)'), [], 'kind="diff" path="Cargo.lock"'],
  [
    'has no room',
    rows(90, 'g'.repeat(180)),
    Array.from({ length: 9 }, (_, at) => file(`src/${at}.ts`, 'source', rows(900, 'w'.repeat(14)))),
    '(no room; its packages stand above)',
  ],
])(
  'another hash of an unchanged version stands in the prompt where the diff of the lock file %s',
  (_, lines, files, shown) => {
    const hash = [' name = "serde"', ' version = "1.0.1"', '-checksum = "aa"', '+checksum = "bb"']
    const count = (sign: string) =>
      [...lines, ...hash].filter((line) => line.startsWith(sign) || line.startsWith(' ')).length
    const patch = `@@ -10,${count('-')} +10,${count('+')} @@\n${[...lines, ...hash].join('\n')}`
    const text = written([...files, { ...file('Cargo.lock', 'lock file', lines), patch }])
    expect(text).toContain('\n! "serde" 1.0.1: hash aa → bb\n')
    expect(text).toContain(shown)
  },
)

test('a long diff is cut between hunks, else between lines, and says what is missing', () => {
  const hunk = (start: number, count: number) =>
    `@@ -${start},0 +${start},${count} @@\n${Array.from({ length: count }, (_, at) => `+line ${start + at}`).join('\n')}`
  const two = { ...file('src/two.ts', 'source', []), patch: `${hunk(1, 900)}\n${hunk(5001, 900)}` }
  const text = written([two])
  expect(text).toMatch(
    /\n900\|\+line 900\n… \(truncated\) Lines 5001 to 5900 are missing\. Read them with github__get_diff and path "src\/two\.ts"\.\n/,
  )
  const one = { ...file('src/one.ts', 'source', []), patch: hunk(1, 5000) }
  const [, last = '', next = ''] =
    /\n(\d+)\|\+line \1\n… \(truncated\) Lines (\d+) to 5000 are missing/.exec(written([one])) ?? []
  expect(Number(next)).toBe(Number(last) + 1)
})

/** Pages, and what cannot be longer. */
const NEVER_CUT = /(?:_PAGE|_BYTES|CUT_NOTE|\.length(?: \* 2)?|room|max)$/

test('who writes text for the model says how to read what is cut', () => {
  const sources = readSources().filter(({ file }) => /^(?:github\/context|review|github-tools\/(?!mcp-))/.test(file))
  const bare = sources.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/\b(?:output|data)\.(?:prose|code)\(/g), ({ index, 0: start }) => {
      const args = argumentsOf(text.slice(index + start.length))
      return args.length < 3 && !NEVER_CUT.test(args.at(-1) ?? '') ? [`${file}: ${args.join(', ')}`] : []
    }).flat(),
  )
  expect(bare).toEqual([])
})

/** The arguments of a call whose parenthesis is open. */
function argumentsOf(text: string): string[] {
  const args = ['']
  let depth = 0
  for (const character of text) {
    if (/[([{]/.test(character)) depth += 1
    if (/[)\]}]/.test(character)) depth -= 1
    if (depth < 0) break
    if (character === ',' && depth === 0) args.push('')
    else args.push(`${args.pop() ?? ''}${character}`)
  }
  return args.map((arg) => arg.trim()).filter((arg) => arg !== '')
}

test('a long text is cut between lines, else in a line, and says what is missing and how to read it', async () => {
  const output = openPromptData('7f3a9c')
  const lines = Array.from({ length: 100 }, (_, at) => `- line ${at + 1}`)
  for (const cut of [await output.prose(lines.join('\n'), 600, 'so'), output.code(lines.join('\n'), 600, 'so')]) {
    const [, last = '', first = ''] =
      /line (\d+)\n… \(truncated\) Missing here: lines (\d+) to 100\. Read the rest so\.$/.exec(cut) ?? []
    expect(Number(first)).toBe(Number(last) + 1)
  }
  const long = 'z'.repeat(700)
  expect(await output.prose(long, 600, 'so')).toBe(
    `${'z'.repeat(600)}\n… (truncated) Missing here: the rest of line 1. Read the rest so.`,
  )
  expect(output.code(`a\n${long}\nb`, 600, 'so')).toMatch(
    /z\n… \(truncated\) Missing here: the rest of lines 2 to 3\. /,
  )
  expect(output.code(`${'a\n'.repeat(400)}b`, 600, 'so')).toMatch(/Missing here: lines 301 to 401\./)
  expect(await output.prose(long, 600), 'an answer in the words of another server').toBe(
    `${'z'.repeat(600)}\n… (truncated)`,
  )
})

test('a cut among removed lines names the lines of the old file', () => {
  const patch = `@@ -1,9000 +1,0 @@\n${Array.from({ length: 9000 }, (_, at) => `-line ${at + 1}`).join('\n')}`
  const text = written([{ ...file('src/old.ts', 'source', []), patch }])
  const [, last = '', first = ''] =
    /\n(\d+)\|-line \1\n… \(truncated\) Lines (\d+) to 9000 of the old file are missing\./.exec(text) ?? []
  expect(Number(first)).toBe(Number(last) + 1)
})

test('a control string hides no code from the model: people read it, and it runs', () => {
  const lines = [
    '+a = "\u001b]0;"; open()',
    '+drain()',
    '+b = "\u0007"',
    '+c = "\u001bP"; seal()',
    '+\u009d',
    '+flood() \u001b\\',
  ]
  expect(written([file('src/gate.ts', 'source', lines)])).toContain(
    '\n1|+a = "]0;"; open()\n2|+drain()\n3|+b = ""\n4|+c = "P"; seal()\n5|+\n6|+flood() \\\n',
  )
})

test('of long lines of a comment the last ones stay, which it is about', () => {
  const rows = Array.from({ length: 400 }, (_, at) => `+line ${at + 1}`)
  const numbered = numberPatch(`@@ -0,0 +1,900 @@\n${rows.join('\n')}`)
  const [first = '', ...kept] = cutPatchStart(numbered, 1_000, 'a.ts').split('\n')
  const [, last = ''] =
    /^… \(truncated\) Lines 1 to (\d+) are missing\. Read them with github__get_diff and path "a\.ts"\.$/.exec(first) ??
    []
  expect(kept[0]).toBe(`${Number(last) + 1}|+line ${Number(last) + 1}`)
  expect(kept.at(-1)).toBe('400|+line 400')
  expect(cutPatchStart('1|+a', 1_000, 'a.ts')).toBe('1|+a')
})
