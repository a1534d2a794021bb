import { expect, test } from 'vitest'
import { hasOneAnswer, resultNames, stepVariableNames } from '../../src/config/step-names.ts'
import { findWorkflowSteps } from '../../src/config/workflow-file.ts'
import { hasReader } from '../../src/results/step-results.ts'

const CALLER = `on: issues
jobs:
  call:
    uses: ./.github/workflows/step.yml
    with: { open: '\${{ github.event.issue.title }}', closed: '\${{ secrets.DEPLOY }}', kind: bug }
    secrets: inherit
`
const workflow = ({ env = '', jobEnv = '', after = '', outputs = '' }) => `on: { workflow_call: {} }
env: { FROM_WORKFLOW: plain, STOLEN: '\${{ secrets.A }}' }
jobs:
  other:
    runs-on: ubuntu-latest
    outputs: { value: '\${{ secrets.B }}', title: '\${{ github.event.issue.title }}' }
    steps: [{ run: 'true' }]
  sluice:
    needs: other
    runs-on: ubuntu-latest
    env: { FROM_JOB: plain${jobEnv} }
    outputs: {${outputs}}
    steps:
      - id: data
        uses: actions/github-script@v7
      - id: mint
        uses: actions/create-github-app-token@v2
      - id: login
        run: gcloud auth print-access-token
      - id: gemini
        uses: octo/sluice@v1
        env:
          X: 'x'
${env}
${after}
`
const steps = (text: string) => {
  const files: Record<string, string> = { '.github/workflows/call.yml': CALLER, '.github/workflows/step.yml': text }
  const env = {
    GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/call.yml@refs/heads/main',
    GITHUB_REPOSITORY: 'octo/pond',
    GITHUB_JOB: 'sluice',
    GITHUB_ACTION: 'gemini',
  }
  return findWorkflowSteps({ read: async (path) => files[path] }, env, (text) => expect(text).toBe(''))
}

/** A value of the variable DATA, and whether commands and the prompt may see it. */
const VALUES: [value: string, isOpen: boolean][] = [
  ['plain text', true],
  ['${{ github.event.issue.title }}', true],
  ['${{ steps.data.outputs.pr_data }}', true],
  ['${{ steps.data.outputs.pr_data || inputs.open }}', true],
  ['${{ inputs.kind }}', true],
  ['${{ vars.MODEL }}', true],
  ['${{ env.FROM_JOB }} ${{ env.FROM_WORKFLOW }}', true],
  ['${{ needs.other.outputs.title }}', true],
  ['${{ toJSON(github.event.issue) }}', true],
  ['${{ secrets.DEPLOY }}', false],
  ['key=${{ secrets.DEPLOY }}; title=${{ github.event.issue.title }}', false],
  ["${{ secrets['DEPLOY'] }}", false],
  ["${{ secrets[format('{0}', 'DEPLOY')] }}", false],
  ['${{ SECRETS.deploy }}', false],
  ['${{ toJSON(secrets) }}', false],
  ['${{ secrets.* }}', false],
  ['${{ github.token }}', false],
  ["${{ github['token'] }}", false],
  ['${{ toJSON(github) }}', false],
  ["${{ github.event.issue.title == 'x' && secrets.DEPLOY || '' }}", false],
  ['${{ steps.mint.outputs.token }}', false],
  ['${{ steps.mint.outputs.installation-id }}', false],
  ['${{ steps.login.outputs.result }}', false],
  ['${{ steps.data.outputs.api_key }}', false],
  ['${{ toJSON(steps) }}', false],
  ['${{ steps.*.outputs.token }}', false],
  ['${{ env.STOLEN }}', false],
  ["${{ format('{0}', env.STOLEN) }}", false],
  ['${{ toJSON(env) }}', false],
  ['${{ needs.other.outputs.value }}', false],
  ['${{ toJSON(needs) }}', false],
  ['${{ inputs.closed }}', false],
  ['${{ toJSON(inputs) }}', false],
]
test.each(VALUES)('a variable of the step: %s', async (value, isOpen) => {
  const places = await steps(workflow({ env: `          DATA: ${JSON.stringify(value)}` }))
  const { open, closed } = stepVariableNames(places)
  expect([open.includes('DATA'), closed.includes('DATA')]).toEqual([isOpen, !isOpen])
  expect([closed.includes('STOLEN'), open.includes('FROM_JOB')]).toEqual([true, true])
})

test.each([
  'PATH',
  'LD_PRELOAD',
  'NODE_OPTIONS',
  'BASH_ENV',
  'GIT_SSH_COMMAND',
  'PYTHONSTARTUP',
  'GITHUB_ENV',
  'RUNNER_TEMP',
])('a variable that steers programs is no data of the task: %s', async (name) => {
  const { open } = stepVariableNames(await steps(workflow({ env: `          ${name}: x` })))
  expect(open).not.toContain(name)
})

const READERS: [reader: string, name: string][] = [
  ["outputs: a: '${{ env.LABELS }}'", 'labels'],
  ['after: - run: \'echo "$LABELS"\'', 'labels'],
  ["after: - run: 'echo ${LABELS}'", 'labels'],
  ["after: - if: env.LABELS != ''", 'labels'],
]
test.each(READERS)('a name that %s reads', async (reader, name) => {
  const [, kind = '', text = ''] = /^(\w+): (.*)$/.exec(reader) ?? []
  const more =
    kind === 'outputs'
      ? { outputs: ` ${text.replace('a:', 'a:')} ` }
      : { after: `      ${text}${text.includes('run') ? '' : "\n        run: 'true'"}` }
  expect(resultNames(await steps(workflow(more))).env).toContain(name)
})

const TAKERS: [after: string, areFilesTaken: boolean][] = [
  ["- run: 'git add -A && git commit -m x && git push'", true],
  ["- run: 'git -C . commit -am x'", true],
  ['- uses: peter-evans/create-pull-request@v7', true],
  ['- uses: stefanzweifel/git-auto-commit-action@v6', true],
  ['- uses: actions/upload-artifact@v4', true],
  ["- run: 'npm test'", false],
  ['- uses: actions/cache@v4', false],
]
test.each(TAKERS)('a later step that takes files: %s', async (after, areFilesTaken) => {
  const names = resultNames(await steps(workflow({ after: `      ${after}` })))
  expect(names.areFilesTaken ?? false).toBe(areFilesTaken)
  expect(hasReader(names, 0, [])).toBe(false)
  expect(hasReader(names, 0, ['a change'])).toBe(areFilesTaken)
})

test('names that nobody may hand on, whoever reads them', async () => {
  const after = `      - run: echo "$PATH" "$LD_PRELOAD" "$NODE_OPTIONS" "$BASH_ENV" "$ENV" "$GITHUB_TOKEN" "$RUNNER_TEMP" "$GIT_DIR" "$PYTHONPATH" "$ACTIONS_ID_TOKEN_REQUEST_URL" "$FINE"
      - run: echo '\${{ steps.gemini.outputs.summary }}' '\${{ steps.gemini.outputs.OUTCOME }}' '\${{ steps.gemini.outputs.kind }}' '\${{ steps.data.outputs.other }}'`
  const names = resultNames(await steps(workflow({ after })))
  expect(names.env).toEqual(['fine'])
  expect(names.outputs).toEqual(['kind'])
  expect(names.isAnswerRead).toBe(true)
})

test('a step before this one, and another job, read nothing', async () => {
  const after = "  last:\n    runs-on: ubuntu-latest\n    steps: [{ run: 'echo $LATER' }]"
  expect(resultNames(await steps(workflow({ after }))).env).not.toContain('later')
})

const withNumbers = (value: string) => `        with: { github_issue_number: '${value}' }`
const NUMBERS = '${{ steps.data.outputs.numbers }}'
const SUMMARY = "      - run: echo '${{ steps.gemini.outputs.summary }}'"

/** What the workflow says, the numbers it gives, and whether they get one answer. */
const LISTS: [
  name: string,
  parts: Parameters<typeof workflow>[0],
  numbers: number[],
  isOne: boolean,
  prompt?: string,
][] = [
  ['a later step', { after: SUMMARY }, [3, 4], true],
  ['an output of the job', { outputs: " triaged: '${{ steps.gemini.outputs.structured_output }}' " }, [3, 4], true],
  [
    'the environment of a later script',
    {
      after:
        '      - uses: actions/github-script@v7\n        env: { TRIAGED: "${{ steps.gemini.outputs[\'summary\'] }}" }',
    },
    [3, 4],
    true,
  ],
  ['all outputs of the step', { after: "      - run: echo '${{ toJSON(steps.gemini.outputs) }}'" }, [3, 4], true],
  ['the whole step', { after: "      - run: echo '${{ toJSON(steps.gemini) }}'" }, [3, 4], true],
  [
    'a result that the prompt names',
    { after: '      - run: echo "$TRIAGED"' },
    [3, 4],
    true,
    'echo TRIAGED=[…] >> $GITHUB_ENV',
  ],
  ['a variable that the prompt does not name', { after: '      - run: echo "$TRIAGED"' }, [3, 4], false, 'Triage.'],
  [
    'a variable of the step',
    { env: "          TRIAGED: 'x'", after: '      - run: echo "$TRIAGED"' },
    [3, 4],
    false,
    'See TRIAGED.',
  ],
  ['another step of that name', { after: "      - run: echo '${{ steps.other.outputs.summary }}'" }, [3, 4], false],
  [
    'how it ended',
    { after: "      - if: steps.gemini.outcome == 'success'\n        run: echo '${{ steps.gemini.outputs.error }}'" },
    [3, 4],
    false,
  ],
  ['nobody', {}, [3, 4], false],
  ['nobody, with a command for lists', {}, [3, 4], true, '/gemini-scheduled-triage be strict'],
  ['nobody, with a command of the repository for lists', {}, [3], true, '/team:scheduled-labels'],
  ['nobody, with a text about schedules', {}, [3, 4], false, 'This is a scheduled run.'],
  [
    'a later step, one number of a list',
    { env: withNumbers(NUMBERS).replace(/^ {8}with/, '          Y: y\n        with'), after: SUMMARY },
    [3],
    true,
  ],
  [
    'a later step, one number',
    { env: withNumbers('${{ inputs.open }}').replace(/^ {8}with/, '          Y: y\n        with'), after: SUMMARY },
    [3],
    false,
  ],
]
test.each(LISTS)('a list whose answer is read by %s', async (_, parts, numbers, isOne, prompt = 'Triage.') =>
  expect(hasOneAnswer(prompt, numbers, await steps(workflow(parts)))).toBe(isOne),
)
