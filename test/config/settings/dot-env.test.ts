import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withHomeEnv, withRepositoryEnv } from '../../../src/config/settings/dot-env.ts'
import { type CommitReader, indexFolders } from '../../../src/platform/files/workspace.ts'

const reader = (files: Record<string, string>): CommitReader => ({
  ref: 'base',
  read: async (path) => files[path],
  entries: async (folder) => indexFolders(Object.keys(files))(folder),
  list: async () => Object.keys(files),
  loaded: () => [],
})

type Case = {
  files: Record<string, string>
  env?: Record<string, string>
  advanced?: { excludedEnvVars?: string[]; ignoreLocalEnv?: boolean }
}
const cases: [what: string, given: Case, added: Record<string, string>][] = [
  ['no file', { files: {} }, {}],
  [
    'model, project and place',
    { files: { '.env': 'GEMINI_MODEL=m\nGOOGLE_CLOUD_PROJECT="p"\nexport GOOGLE_CLOUD_LOCATION=l' } },
    { GEMINI_MODEL: 'm', GOOGLE_CLOUD_PROJECT: 'p', GOOGLE_CLOUD_LOCATION: 'l' },
  ],
  [
    'the first file is the only one',
    { files: { '.gemini/.env': 'GEMINI_MODEL=a', '.env': 'GEMINI_MODEL=b\nGOOGLE_CLOUD_PROJECT=p' } },
    { GEMINI_MODEL: 'a' },
  ],
  ['what is set stays', { files: { '.env': 'GEMINI_MODEL=b' }, env: { GEMINI_MODEL: 'set' } }, {}],
  ['an empty value is set', { files: { '.env': 'GEMINI_MODEL=b' }, env: { GEMINI_MODEL: '' } }, {}],
  [
    'excluded names of .env',
    { files: { '.env': 'GEMINI_MODEL=b' }, advanced: { excludedEnvVars: ['GEMINI_MODEL'] } },
    {},
  ],
  [
    'excluded names do not concern .gemini/.env',
    { files: { '.gemini/.env': 'GEMINI_MODEL=b' }, advanced: { excludedEnvVars: ['GEMINI_MODEL'] } },
    { GEMINI_MODEL: 'b' },
  ],
  ['ignoreLocalEnv', { files: { '.env': 'GEMINI_MODEL=b' }, advanced: { ignoreLocalEnv: true } }, {}],
  [
    'no address',
    {
      files: {
        '.gemini/.env':
          'GOOGLE_GEMINI_BASE_URL=https://evil.example\nCODE_ASSIST_ENDPOINT=x\nHTTPS_PROXY=x\nGITHUB_API_URL=x\nGEMINI_TELEMETRY_OTLP_ENDPOINT=x',
      },
    },
    {},
  ],
  ['no way into programs', { files: { '.gemini/.env': 'PATH=.\nNODE_OPTIONS=-r x\nLD_PRELOAD=x\nTEST=1' } }, {}],
  ['no credential', { files: { '.gemini/.env': 'GEMINI_API_KEY=k-123\nGITHUB_TOKEN=t' } }, {}],
  [
    'no value that is more than a name',
    { files: { '.env': 'GOOGLE_CLOUD_PROJECT=a$(id)\nGEMINI_MODEL=m' } },
    { GEMINI_MODEL: 'm' },
  ],
  ['broken lines', { files: { '.env': '=\n???\nGEMINI_MODEL=m\n"' } }, { GEMINI_MODEL: 'm' }],
]
/** The notices about ignored lines of a file. */
const SAID: Record<string, string[]> = {
  'no address': [
    '.gemini/.env: a committed file cannot set these variables, so they are ignored: GOOGLE_GEMINI_BASE_URL, CODE_ASSIST_ENDPOINT, ',
  ],
  'no way into programs': [
    'cannot set these variables, so they are ignored: PATH, NODE_OPTIONS, LD_PRELOAD, TEST. Set them in the step.',
  ],
  'no credential': [
    'GEMINI_API_KEY is ignored: a committed file cannot hold',
    'GITHUB_TOKEN is ignored: a committed file cannot hold',
  ],
  'no value that is more than a name': ['is ignored: its value contains invalid characters'],
}

for (const [what, { files, env = {}, advanced = {} }, added] of cases)
  test(`.env of the repository: ${what}`, async () => {
    const notices: string[] = []
    expect(await withRepositoryEnv(env, reader(files), { advanced }, (text) => notices.push(text))).toEqual({
      ...env,
      ...added,
    })
    const says = SAID[what] ?? []
    expect(notices).toEqual(says.map((text) => expect.stringContaining(text)))
  })

test('.env of a home: the first file, under what is set', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sluice-home-'))
  try {
    expect(await withHomeEnv({ A: '1' }, home)).toEqual({ A: '1' })
    await writeFile(join(home, '.env'), 'GEMINI_API_KEY=far\nB=2')
    expect(await withHomeEnv({ A: '1' }, home)).toEqual({ A: '1', B: '2', GEMINI_API_KEY: 'far' })
    await mkdir(join(home, '.gemini'))
    await writeFile(join(home, '.gemini/.env'), 'GEMINI_API_KEY=near\nA=9')
    expect(await withHomeEnv({ A: '1' }, home)).toEqual({ A: '1', GEMINI_API_KEY: 'near' })
    expect(await withHomeEnv({ A: '1' }, undefined)).toEqual({ A: '1' })
  } finally {
    await rm(home, { recursive: true })
  }
})
