import { expect, test } from 'vitest'
import { connectModel } from '../../src/model/connect.ts'
import type { ModelOptions } from '../../src/model/provider-kind.ts'
import type { Environment } from '../../src/platform/environment.ts'
import { clock, never, REQUEST } from '../fakes/vertex.ts'

/** The first address a question is sent to; nothing leaves this process. */
async function addressOf(options: ModelOptions, env: Environment): Promise<string> {
  const asked: string[] = []
  const send: typeof fetch = async (url) => {
    asked.push(String(url))
    return Response.json({ error: { code: 400, message: 'no' } }, { status: 400 })
  }
  const { generate } = connectModel(options, env, { clock, report: () => {}, fetch: send })
  await generate(REQUEST, never).catch(() => {})
  return asked[0] ?? 'nowhere'
}

const token = { GOOGLE_CLOUD_ACCESS_TOKEN: 't' }
const vertex = { useVertex: true, project: 'p' }
const key = { useVertex: true, googleApiKey: 'g' }
const model = 'publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse'
const placed = (location: string) => `v1beta1/projects/p/locations/${location}/${model}`

const addresses: [name: string, options: ModelOptions, env: Environment, url: string][] = [
  [
    'the Gemini API',
    { apiKey: 'k' },
    {},
    'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
  ],
  [
    'another version of it',
    { apiKey: 'k' },
    { GOOGLE_GENAI_API_VERSION: 'v1' },
    'https://generativelanguage.googleapis.com/v1/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
  ],
  [
    'an empty version is none',
    { apiKey: 'k' },
    { GOOGLE_GENAI_API_VERSION: '' },
    'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
  ],
  ['Vertex with a key', key, {}, `https://aiplatform.googleapis.com/v1beta1/${model}`],
  ['Vertex, nowhere in particular', vertex, token, `https://aiplatform.googleapis.com/${placed('global')}`],
  [
    'Vertex in a region',
    { ...vertex, location: 'europe-west4' },
    token,
    `https://europe-west4-aiplatform.googleapis.com/${placed('europe-west4')}`,
  ],
  [
    'Vertex in the US',
    { ...vertex, location: 'us' },
    token,
    `https://aiplatform.us.rep.googleapis.com/${placed('us')}`,
  ],
  [
    'Vertex in the EU',
    { ...vertex, location: 'eu' },
    token,
    `https://aiplatform.eu.rep.googleapis.com/${placed('eu')}`,
  ],
  [
    'Vertex in a region of the environment',
    { useVertex: true },
    { ...token, GOOGLE_CLOUD_PROJECT_ID: 'p', GOOGLE_CLOUD_LOCATION: 'us-east1' },
    `https://us-east1-aiplatform.googleapis.com/${placed('us-east1')}`,
  ],
  [
    "Vertex at Vertex's own address, not the other one's",
    key,
    { GOOGLE_VERTEX_BASE_URL: 'http://vertex.test/', GOOGLE_GEMINI_BASE_URL: 'http://gemini.test' },
    `http://vertex.test/v1beta1/${model}`,
  ],
  [
    "the Gemini API at its own address, not Vertex's",
    { apiKey: 'k' },
    { GOOGLE_VERTEX_BASE_URL: 'http://vertex.test', GOOGLE_GEMINI_BASE_URL: 'http://localhost:4000' },
    'http://localhost:4000/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
  ],
  ['Code Assist', { useCodeAssist: true }, token, 'https://cloudcode-pa.googleapis.com/v1internal:loadCodeAssist'],
  [
    'Code Assist elsewhere, in another version',
    { useCodeAssist: true },
    { ...token, CODE_ASSIST_ENDPOINT: 'http://assist.test/', CODE_ASSIST_API_VERSION: 'v2' },
    'http://assist.test/v2:loadCodeAssist',
  ],
  [
    'Code Assist with empty variables',
    { useCodeAssist: true },
    { ...token, CODE_ASSIST_ENDPOINT: '', CODE_ASSIST_API_VERSION: '' },
    'https://cloudcode-pa.googleapis.com/v1internal:loadCodeAssist',
  ],
]

for (const [name, options, env, url] of addresses)
  test(`asks ${name}`, async () => expect(await addressOf(options, env)).toBe(url))
