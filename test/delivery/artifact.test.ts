import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ArtifactRun, uploadFiles } from '../../src/delivery/post/run-artifact.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import { artifactFiles } from '../../src/session/step-report.ts'
import { type ArtifactFault, RUNTIME_TOKEN, SIGNATURE, startArtifactService } from '../fakes/artifact-service.ts'

const SECRET = 'correct-horse-battery-staple'
const filter = createSecretFilter([SECRET, RUNTIME_TOKEN])
const PLACE: ArtifactRun = {
  server: 'https://github.com',
  job: 'build: "linux/arm"',
  session: '01234567-89ab',
  runUrl: 'https://github.com/octo/pond/actions/runs/17',
}

async function keep(
  fault?: (nth: number) => ArtifactFault | undefined,
  place: ArtifactRun = PLACE,
  token: string = RUNTIME_TOKEN,
) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-artifact-'))
  const waits: number[] = []
  try {
    await using store = await startArtifactService(fault)
    await writeFile(join(folder, 't.jsonl'), `{"text":"it is ${SECRET}"}\n`)
    const papers = artifactFiles('', { transcript: join(folder, 't.jsonl'), patch: '' }, 'Forty-two. 🦆')
    const sleep = async (ms: number) => void waits.push(ms)
    const kept = await uploadFiles(papers, place, { resultsUrl: store.url, token, userAgent: 'test', sleep }, filter)
    const names = [...store.artifacts.keys()]
    const files = [...store.artifacts.values()].map((zip) =>
      Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)])),
    )
    return { kept, names, files, waits, requests: store.requests, problems: store.problems }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const FILES = { 'transcript.jsonl': '{"text":"it is [redacted]"}\n', 'answer.md': 'Forty-two. 🦆' }

test('the files of a run become one artifact, without secrets and empty files', async () => {
  const { kept, names, files, problems, requests } = await keep()
  expect(kept).toEqual({
    ok: true,
    id: '4711',
    text: expect.stringMatching(
      /^Uploaded the artifact sluice-build-linux-arm--01234567 \(\d+ bytes\): .*\/runs\/17\/artifacts\/4711$/,
    ),
  })
  expect(names).toHaveLength(1)
  expect(files).toEqual([FILES])
  expect(problems).toEqual([])
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST'])
})

/** What a program may put in the place of a file, or of its folder, before the post step uploads it. */
const IN_PLACE_OF_A_FILE: Record<string, (path: string, other: string) => unknown> = {
  'a link to another folder': (path, other) => {
    mkdirSync(`${other}-run`)
    writeFileSync(join(`${other}-run`, basename(path)), 'OTHER')
    rmSync(dirname(path), { recursive: true })
    symlinkSync(`${other}-run`, dirname(path))
  },
  'a link': (path, other) => symlinkSync(other, path),
  'a second name of another file': (path, other) => linkSync(other, path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
}

for (const [name, put] of Object.entries(IN_PLACE_OF_A_FILE))
  test.skipIf(process.platform === 'win32')(`${name} in the place of a file of the run is not uploaded`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-artifact-'))
    try {
      await using store = await startArtifactService()
      await writeFile(join(folder, 'other'), 'OTHER')
      const path = join(folder, 'run/t.jsonl')
      mkdirSync(dirname(path))
      put(path, join(folder, 'other'))
      const service = { resultsUrl: store.url, token: RUNTIME_TOKEN, userAgent: 'test', sleep: async () => undefined }
      const upload = await uploadFiles([{ name: 'transcript.jsonl', path }], PLACE, service, filter)
      expect(upload).toEqual({
        ok: false,
        reason: expect.stringMatching(/is not the file that the run wrote|became a link|ENOTDIR|ELOOP/),
      })
      expect([...store.artifacts.keys()]).toEqual([])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

for (const nth of [1, 2, 3])
  for (const fault of ['lose', { status: 503 }, { status: 429 }] as const)
    test(`request ${nth} ${JSON.stringify(fault)}: there is one artifact in the end`, async () => {
      const { kept, files, waits, problems } = await keep((at) => (at === nth ? fault : undefined))
      expect(kept.ok).toBe(true)
      expect(files).toEqual([FILES])
      expect(waits).toEqual([1000])
      expect(problems).toEqual([])
    })

const at = (request: number, fault: ArtifactFault) => (nth: number) => (nth === request ? fault : undefined)
const failures: [name: string, fault: (nth: number) => ArtifactFault | undefined, reason: RegExp, requests: number][] =
  [
    [
      'refused',
      (nth) => (nth === 1 ? { status: 403 } : undefined),
      /CreateArtifact failed with HTTP 403: on purpose/,
      1,
    ],
    ['refused by the store', (nth) => (nth === 2 ? { status: 403 } : undefined), /the upload failed with HTTP 403/, 2],
    ['down', () => ({ status: 500 }), /CreateArtifact failed with HTTP 500/, 3],
    ['gone', () => 'lose', /CreateArtifact got no answer/, 3],
    ['using a store without TLS', at(1, { store: 'ftp://127.0.0.1:1' }), /returned a URL that is not https/, 1],
    ['using a store that is gone', at(1, { store: 'https://127.0.0.1:1' }), /the upload got no answer/, 1],
    ['gone when the store is asked', (nth) => (nth > 1 ? 'lose' : undefined), /the upload got no answer/, 4],
  ]
for (const [name, fault, reason, requests] of failures)
  test(`a service that is ${name} is reported without credentials`, async () => {
    const { kept, files, ...rest } = await keep(fault)
    expect(kept).toEqual({ ok: false, reason: expect.stringMatching(reason) })
    expect(files).toEqual([])
    expect(rest.requests).toHaveLength(requests)
    expect(JSON.stringify(kept)).not.toContain(SIGNATURE)
  })

const ghes = { ...PLACE, server: 'https://github.example.com' }
const without: [name: string, place: ArtifactRun, token: string, reason: RegExp][] = [
  ['no runner', PLACE, '', /no artifact service/],
  ['Enterprise Server', ghes, RUNTIME_TOKEN, /Enterprise Server/],
  ['a token of another kind', PLACE, 'opaque-token', /names no run/],
  [
    'a token without the scope',
    PLACE,
    `x.${Buffer.from('{"scp":"Actions.Other:1:2"}').toString('base64url')}.y`,
    /names no run/,
  ],
]
for (const [name, place, token, reason] of without)
  test(`${name}: no request is sent and the reason is reported`, async () => {
    const { kept, requests } = await keep(undefined, place, token)
    expect(kept).toEqual({ ok: false, reason: expect.stringMatching(reason) })
    expect(requests).toEqual([])
  })
