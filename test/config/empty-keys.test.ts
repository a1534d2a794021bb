import { expect, test } from 'vitest'
import { emptyKeySentences } from '../../src/config/step-names.ts'
import { findWorkflowSteps } from '../../src/config/workflow-file.ts'

const ENV = {
  GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/call.yml@refs/heads/main',
  GITHUB_REPOSITORY: 'octo/pond',
  GITHUB_JOB: 'sluice',
}

/** `caller`: lines of the calling job; without them the workflow is called by nobody. */
async function sentences({ step, job = '', caller }: { step: string; job?: string; caller?: string }) {
  const own = `on: issues\njobs:\n  sluice:\n    runs-on: ubuntu-latest\n    ${job}\n    steps:\n      - uses: octo/sluice@v1\n        ${step}\n`
  const call = `on: issues\njobs:\n  call:\n    uses: ./.github/workflows/step.yml\n    ${caller}\n`
  const files: Record<string, string> = {
    '.github/workflows/call.yml': caller === undefined ? own : call,
    '.github/workflows/step.yml': own,
  }
  const steps = await findWorkflowSteps({ read: async (path) => files[path] }, ENV, (text) => expect(text).toBe(''))
  return emptyKeySentences(steps)
}

const input = (value: string, name = 'gemini_api_key') => `with: { ${name}: '${value}' }`
const OR_ANOTHER = 'which is empty or has another name. Add'
const CASES: [name: string, workflow: Parameters<typeof sentences>[0], key: string, sentence: string | undefined][] = [
  [
    'a secret',
    { step: input('${{ secrets.GEMINI }}') },
    'gemini_api_key',
    `The input gemini_api_key comes from the secret \`GEMINI\`, ${OR_ANOTHER} \`GEMINI\` under`,
  ],
  [
    'the key for Vertex AI',
    { step: input('${{ secrets.G }}', 'google_api_key') },
    'google_api_key',
    `The input google_api_key comes from the secret \`G\`, ${OR_ANOTHER}`,
  ],
  [
    'a secret in brackets',
    { step: input("${{ secrets[''GEMINI''] }}") },
    'gemini_api_key',
    'the secret `GEMINI`, which',
  ],
  [
    'an output of a step',
    { step: input('${{ steps.vault.outputs.key }}') },
    'gemini_api_key',
    'comes from the output `steps.vault.outputs.key`, which is empty. Look at the step that sets `steps.vault.outputs.key`.',
  ],
  [
    'an output of a job, which GitHub empties when it is a secret',
    { step: input('${{ needs.vault.outputs.key || secrets.B }}') },
    'gemini_api_key',
    'GitHub passes no secret from job to job',
  ],
  [
    'a variable',
    { step: input('${{ vars.KEY }}') },
    'gemini_api_key',
    `comes from the variable \`KEY\`, ${OR_ANOTHER}`,
  ],
  [
    'the first of two',
    { step: input('${{ secrets.A || secrets.B }}') },
    'gemini_api_key',
    'comes from the secret `A` or the secret `B`, which are empty or have other names. Add `A` under',
  ],
  [
    'a variable of the job',
    { step: input('${{ env.KEY }}'), job: "env: { KEY: '${{ secrets.K }}' }" },
    'gemini_api_key',
    'comes from the secret `K`',
  ],
  [
    'the environment of the step',
    { step: "env: { GEMINI_API_KEY: '${{ secrets.K }}' }" },
    'GEMINI_API_KEY',
    'The variable GEMINI_API_KEY comes from the secret `K`',
  ],
  [
    'a secret that the caller inherits',
    { step: input('${{ secrets.K }}'), caller: 'secrets: inherit' },
    'gemini_api_key',
    'comes from the secret `K`, which is empty or has another name.',
  ],
  [
    'a secret that the caller passes under another name',
    { step: input('${{ secrets.K }}'), caller: "secrets: { K: '${{ secrets.ORG_KEY }}' }" },
    'gemini_api_key',
    'comes from the secret `ORG_KEY`, which is empty or has another name.',
  ],
  [
    'a secret that the caller does not pass',
    { step: input('${{ secrets.K }}'), caller: 'secrets: {}' },
    'gemini_api_key',
    'because the calling job does not pass it. Add `secrets: inherit` to that job.',
  ],
  [
    'an input of the caller',
    { step: input('${{ inputs.key }}'), caller: "with: { key: '${{ secrets.K }}' }\n    secrets: inherit" },
    'gemini_api_key',
    'comes from the secret `K`',
  ],
  ['a plain text', { step: input('abc') }, 'gemini_api_key', undefined],
  ['no key at all', { step: 'with: { prompt: x }' }, 'gemini_api_key', undefined],
]
test.each(CASES)('an empty key from %s', async (_, workflow, key, sentence) => {
  const found = (await sentences(workflow))[key]
  if (sentence === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(sentence)
})
