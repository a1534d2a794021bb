import { expect, test } from 'vitest'
import { readInputs } from '../../src/config/inputs.ts'
import { connectModel } from '../../src/model/connect.ts'
import { modelName } from '../../src/session/model-client.ts'
import { modelOptions } from '../../src/session/run-options.ts'
import { startCodeAssist } from '../fakes/code-assist.ts'
import { hello } from '../fakes/code-assist-line.ts'
import { type Google, JOB_TOKEN, OIDC_URL, PROVIDER, startGoogle } from '../fakes/google.ts'
import { BOT, clock, IAM, never, OIDC, REQUEST, STS, vertex } from '../fakes/vertex.ts'

const JOB = { ACTIONS_ID_TOKEN_REQUEST_URL: OIDC_URL, ACTIONS_ID_TOKEN_REQUEST_TOKEN: JOB_TOKEN }
const EMAIL = 'https://www.googleapis.com/auth/userinfo.email'

/** Asks once, as a step with these inputs does. */
async function ask(given: Record<string, string>, env: Record<string, string>, google: Google) {
  const inputs = readInputs(
    Object.fromEntries(Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  )
  const model = modelName(inputs, env, {})
  const options = modelOptions(inputs, model, {}, 'session-1')
  const line = connectModel(
    options,
    { RUNNER_ENVIRONMENT: 'github-hosted', ...env },
    { clock, report: () => {}, fetch: google.fetch },
  )
  await line.generate({ ...REQUEST, model }, never)
}

const federated = { gcp_project_id: 'my-project', gcp_workload_identity_provider: PROVIDER }
const placed = (location: string) =>
  `/v1beta1/projects/my-project/locations/${location}/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse`

const ways: [name: string, inputs: Record<string, string>, asked: string[], path: string][] = [
  ['the job itself', { ...federated, gcp_location: 'europe-west4' }, [OIDC, STS], placed('europe-west4')],
  ['the job, nowhere in particular', federated, [OIDC, STS], placed('global')],
  [
    'a service account',
    { ...federated, gcp_service_account: BOT, gcp_token_format: 'access_token' },
    [OIDC, STS, IAM],
    placed('global'),
  ],
]
for (const [name, inputs, asked, path] of ways)
  test(`the inputs for Vertex as ${name} are all that is needed`, async () => {
    await using google = await startGoogle({ serviceAccount: BOT })
    await using api = await vertex(google)
    const env = { ...JOB, GOOGLE_VERTEX_BASE_URL: api.url }
    await ask({ use_vertex_ai: 'true', gemini_model: 'gemini-2.5-pro', ...inputs }, env, google)
    expect([...google.problems, ...api.problems]).toEqual([])
    expect(google.asked).toEqual(asked)
    expect(api.requests.map((request) => request.path)).toEqual([path])
  })

test('the input sets the scopes', async () => {
  await using google = await startGoogle({ serviceAccount: BOT })
  await using api = await vertex(google)
  const scopes = `https://www.googleapis.com/auth/cloud-platform,${EMAIL}`
  const inputs = { ...federated, gcp_service_account: BOT, gcp_access_token_scopes: scopes, use_vertex_ai: 'true' }
  await ask({ ...inputs, gemini_model: 'gemini-2.5-pro' }, { ...JOB, GOOGLE_VERTEX_BASE_URL: api.url }, google)
  expect(JSON.parse(google.bodies.at(-1) ?? '')).toMatchObject({ scope: scopes.split(',') })
})

test('the inputs for Code Assist, as the job itself', async () => {
  await using google = await startGoogle()
  await using server = await startCodeAssist({
    account: { currentTier: { id: 'standard-tier' } },
    steps: [hello],
    accepts: (token) => google.scopesOf(token) !== undefined,
  })
  const inputs = { ...federated, use_gemini_code_assist: 'true', gemini_model: 'gemini-2.5-pro' }
  await ask(inputs, { ...JOB, CODE_ASSIST_ENDPOINT: server.url }, google)
  expect([...google.problems, ...server.problems]).toEqual([])
  expect(google.asked).toEqual([OIDC, STS])
  expect(server.requests.map(({ body }) => body)).toMatchObject([
    { cloudaicompanionProject: 'my-project', metadata: { duetProject: 'my-project' } },
    { model: 'gemini-2.5-pro', project: 'my-project', user_prompt_id: 'session-1' },
  ])
})
