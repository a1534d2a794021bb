import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

/** Workflows that GitHub refuses or that never do what they say, and unusual ones that are right. Source: GitHub docs, "Workflow syntax". */

const REVIEW = await readFile(resolve(import.meta.dirname, '../../.github/examples/review.yml'), 'utf8')
const WORKFLOW = '.github/workflows/w.yml'
const SHA = 'a'.repeat(40)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-workflows-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function repositoryWith(files: Record<string, string>): Promise<string> {
  const repository = await mkdtemp(join(folder, 'r-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, path)), { recursive: true })
    await writeFile(join(repository, path), text)
  }
  return repository
}

/** A workflow that others call. */
const CALLED = `on: { workflow_call: { inputs: { level: { type: string } } } }
permissions: {}
jobs: { a: { runs-on: ubuntu-latest, steps: [{ run: x }] } }
`

const steps = (text: string, job = '') => `on: push
permissions: {}
jobs:
  a:
    runs-on: ubuntu-latest
${job}    steps:
${text}`

/** The same with an agent. */
const CALLED_AGENT = REVIEW.replace(/ {2}pull_request:\n.*\n/, '  workflow_call:\n').replace(
  / {2}(?:actions|checks|statuses|issues): .*\n/g,
  '',
)

/** A workflow, and the line, the words and the fix that doctor gives for it. `mended`: what `--fix` writes for `line`. */
type Broken = { text: string; line: string; says: RegExp; fix: RegExp; mended?: string; files?: Record<string, string> }
const broken: Record<string, Broken> = {
  'an expression without an end': {
    text: steps('      - run: echo ${{ github.ref }\n'),
    line: 'github.ref }',
    says: /not closed/,
    fix: /\}\}/,
  },
  'an unknown context': {
    text: steps('      - run: echo "$K"\n        env: { K: "${{ secret.X }}" }\n'),
    line: 'secret.X',
    says: /'secret'/,
    fix: /Write secrets\./,
    mended: 'secrets.X',
  },
  'an unknown name of a context': {
    text: steps("      - if: github.event_nme == 'push'\n        run: x\n"),
    line: 'event_nme',
    says: /event_nme/,
    fix: /Correct the name/,
  },
  'an unknown function': {
    text: steps("      - if: startWith(github.ref, 'refs/x')\n        run: x\n"),
    line: 'startWith',
    says: /startWith/,
    fix: /./,
    mended: 'startsWith',
  },
  'a text in double quotes': {
    text: steps('      - if: github.ref == "x"\n        run: x\n'),
    line: 'github.ref',
    says: /Unexpected symbol/,
    fix: /single quotes/,
  },
  'text outside the expression of a condition': {
    text: steps("      - if: ${{ github.ref == 'x' }} && success()\n        run: x\n"),
    line: 'if:',
    says: /always true/,
    fix: /inside one/,
  },
  'an unknown event': {
    text: REVIEW.replace('  pull_request:', '  pull_requst:'),
    line: 'pull_requst',
    says: /pull_requst/,
    fix: /Write pull_request\./,
    mended: 'pull_request',
  },
  'an unknown type of an event': {
    text: REVIEW.replace('synchronize', 'synchronise'),
    line: 'synchronise',
    says: /synchronise/,
    fix: /Write synchronize\./,
    mended: 'synchronize',
  },
  'a misspelt key of a job': {
    text: REVIEW.replace('runs-on', 'run-on'),
    line: 'run-on',
    says: /run-on/,
    fix: /Write runs-on\./,
    mended: 'runs-on',
  },
  'a misspelt key of a step': {
    text: REVIEW.replaceAll('        with:', '        wiht:'),
    line: 'wiht',
    says: /wiht/,
    fix: /Write with\./,
    mended: 'with',
  },
  'a misspelt key of the workflow': {
    text: REVIEW.replace('concurrency:', 'concurency:'),
    line: 'concurency',
    says: /concurency/,
    fix: /Write concurrency\./,
    mended: 'concurrency',
  },
  'a misspelt permission': {
    text: REVIEW.replace('pull-requests: write', 'pull-request: write'),
    line: 'pull-request:',
    says: /pull-request/,
    fix: /Write pull-requests\./,
    mended: 'pull-requests:',
  },
  'a value that no permission has': {
    text: REVIEW.replace('pull-requests: write', 'pull-requests: wirte'),
    line: 'wirte',
    says: /wirte/,
    fix: /Write write\./,
    mended: 'write',
  },
  'a job that needs an unknown one': {
    text: `${steps('      - run: x\n')}  b:\n    needs: [c]\n    runs-on: ubuntu-latest\n    steps: [{ run: x }]\n`,
    line: 'needs: [c]',
    says: /unknown job 'c'/,
    fix: /./,
  },
  'jobs in a circle': {
    text: `${steps('      - run: x\n')}  b: { needs: c, runs-on: x, steps: [{ run: x }] }\n  c: { needs: b, runs-on: x, steps: [{ run: x }] }\n`,
    line: 'needs: c',
    says: /cycle/,
    fix: /./,
  },
  'an output of a step that does not exist': {
    text: steps('      - id: one\n        run: x\n      - run: echo ${{ steps.on.outputs.x }}\n'),
    line: 'steps.on',
    says: /Nothing sets on,/,
    fix: /Correct the name on/,
  },
  'an output that a needed job does not declare': {
    text: `${steps('      - run: x\n', '    outputs: { x: "1" }\n')}  b:\n    needs: a\n    runs-on: x\n    steps:\n      - run: echo ${'$'}{{ needs.a.outputs.y }}\n`,
    line: 'needs.a.outputs.y',
    says: /Nothing sets y,/,
    fix: /Correct the name y/,
  },
  'an input that nobody declares': {
    text: REVIEW.replace('prompt: /review', 'prompt: ${{ inputs.prompt }}'),
    line: 'inputs.prompt',
    says: /Nothing sets prompt,/,
    fix: /Correct the name prompt/,
  },
  'a name that the matrix lacks': {
    text: steps('      - run: echo ${{ matrix.version }}\n', '    strategy: { matrix: { node: [22, 24] } }\n'),
    line: 'matrix.version',
    says: /Nothing sets version,/,
    fix: /Correct the name version/,
  },
  'the same key twice': {
    text: REVIEW.replace('    runs-on', '    timeout-minutes: 5\n    runs-on'),
    line: 'timeout-minutes: 30',
    says: /already defined/,
    fix: /./,
  },
  'a time that is none': {
    text: `on: { schedule: [{ cron: '61 * * * *' }] }\npermissions: {}\njobs: { a: { runs-on: x, steps: [{ run: x }] } }\n`,
    line: 'cron',
    says: /cron/,
    fix: /./,
  },
  'a called workflow that does not exist': {
    text: 'on: push\npermissions: {}\njobs:\n  a:\n    uses: ./.github/workflows/none.yml\n',
    line: 'none.yml',
    says: /Unable to find reusable workflow/,
    fix: /./,
  },
  'a step with neither run nor uses': {
    text: steps('      - name: x\n'),
    line: '- name: x',
    says: /uses, run/,
    fix: /./,
  },
  'format with too few values': {
    text: steps("      - run: echo ${{ format('{0} {1}', github.ref) }}\n"),
    line: 'format',
    says: /\{1\}/,
    fix: /one value for each/,
  },
  'a key that is indented too little': {
    text: steps('      - run: x\n        env:\n          A: b\n        C: d\n'),
    line: 'C: d',
    says: /Unexpected value 'C'/,
    fix: /./,
  },
  'steps at the height of their job': {
    text: 'on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n  steps:\n    - run: x\n',
    line: '- run: x',
    says: /sequence was not expected/,
    fix: /no list/,
  },
  'a tab': {
    text: 'on: push\npermissions: {}\njobs:\n  a:\n\truns-on: ubuntu-latest\n    steps: [{ run: x }]\n',
    line: 'runs-on',
    says: /Tabs are not allowed/,
    fix: /Indent with spaces/,
  },
  'a job twice': {
    text: 'on: push\npermissions: {}\njobs:\n  a: { runs-on: x, steps: [{ run: x }] }\n  a: { runs-on: x, steps: [{ run: y }] }\n',
    line: '  a: { runs-on: x, steps: [{ run: y',
    says: /'a' is already defined/,
    fix: /Keep one/,
  },
  'an id of a step twice, in other letters': {
    text: steps('      - { id: s, run: x }\n      - { id: S, run: y }\n'),
    line: 'id: S',
    says: /two steps have the id s/,
    fix: /its own id/,
  },
  'a job that needs itself': {
    text: 'on: push\npermissions: {}\njobs:\n  a: { needs: a, runs-on: x, steps: [{ run: x }] }\n',
    line: '  a: {',
    says: /no dependencies/,
    fix: /needs name jobs of this file/,
  },
  'an id of a step twice': {
    text: steps('      - { id: s, run: x }\n      - { id: s, run: y }\n'),
    line: 'id: s, run: y',
    says: /may not be used more than once/,
    fix: /its own id/,
  },
  'a level of a permission that does not exist': {
    text: steps('      - run: x\n').replace('permissions: {}', 'permissions: { contents: admin }'),
    line: 'admin',
    says: /Unexpected value 'admin'/,
    fix: /Write one of .*read.*write|Write one of .*write.*read/,
  },
  'a shell that the runner does not know': {
    text: steps('      - run: x\n        shell: fish\n'),
    line: 'shell: fish',
    says: /no shell fish/,
    fix: /pwsh.*\{0\}/,
  },
  'a shell of all steps that the runner does not know': {
    text: steps('      - run: x\n').replace('jobs:', 'defaults: { run: { shell: node } }\njobs:'),
    line: 'shell: node',
    says: /no shell node/,
    fix: /pwsh/,
  },
  'several needs in one text': {
    text: `${steps('      - run: x\n')}  b: { needs: 'a, c', runs-on: x, steps: [{ run: x }] }\n`,
    line: 'needs:',
    says: /unknown job/,
    fix: /needs: \[a, b\]/,
  },
  'a misspelt key of a runner': {
    text: 'on: push\npermissions: {}\njobs:\n  a: { runs-on: { lables: [linux] }, steps: [{ run: x }] }\n',
    line: 'lables',
    says: /lables/,
    fix: /Write labels\./,
    mended: 'labels',
  },
  'a runner that GitHub has no more': {
    text: steps('      - run: x\n').replace('ubuntu-latest', 'ubuntu-20.04'),
    line: 'ubuntu-20.04',
    says: /no runner ubuntu-20\.04/,
    fix: /Write ubuntu-latest/,
  },
  'a misspelt runner': {
    text: steps('      - run: x\n').replace('ubuntu-latest', 'ubuntu-lastest'),
    line: 'ubuntu-lastest',
    says: /no runner ubuntu-lastest/,
    fix: /Write ubuntu-latest\./,
    mended: 'ubuntu-latest',
  },
  'a misspelt runner in a list': {
    text: steps('      - run: x\n').replace('ubuntu-latest', '["windows-lateset"] # ubuntu-latest'),
    line: 'windows-lateset',
    says: /no runner windows-lateset/,
    fix: /Write windows-latest\./,
    mended: 'windows-latest',
  },
  'a time with six fields': {
    text: `on: { schedule: [{ cron: '0 0 * * * *' }] }\npermissions: {}\njobs: { a: { runs-on: x, steps: [{ run: x }] } }\n`,
    line: 'cron',
    says: /cron/,
    fix: /five fields/,
  },
  'a call with steps': {
    text: 'on: push\npermissions: {}\njobs:\n  a:\n    uses: ./.github/workflows/called.yml\n    steps: [{ run: x }]\n',
    files: { '.github/workflows/called.yml': CALLED },
    line: 'steps:',
    says: /Unexpected value 'steps'/,
    fix: /Remove steps/,
  },
  'a call without a required input': {
    text: 'on: push\npermissions: {}\njobs:\n  a:\n    uses: ./.github/workflows/called.yml\n',
    files: { '.github/workflows/called.yml': CALLED.replace('type: string', 'type: string, required: true') },
    line: 'uses:',
    says: /Input level is required/,
    fix: /Add level under with/,
  },
  'a call with an input that is not declared': {
    text: 'on: push\npermissions: {}\njobs:\n  a:\n    uses: ./.github/workflows/called.yml\n    with: { height: 1 }\n',
    files: { '.github/workflows/called.yml': CALLED },
    line: 'height',
    says: /height is not defined/,
    fix: /Remove height/,
  },
  'a call of a workflow that cannot be called': {
    text: 'on: push\npermissions: {}\njobs:\n  a:\n    uses: ./.github/workflows/called.yml\n',
    files: { '.github/workflows/called.yml': steps('      - run: x\n') },
    line: 'uses:',
    says: /workflow_call key is not defined/,
    fix: /on: workflow_call/,
  },
  'a step with run and uses': {
    text: steps(`      - uses: a/b@${SHA} # v1\n        run: x\n`),
    line: 'run: x',
    says: /Unexpected value 'run'/,
    fix: /Remove run/,
  },
  'an action without a version': {
    text: steps('      - uses: actions/setup-node\n'),
    line: 'uses:',
    says: /is no action/,
    fix: /OWNER\/REPOSITORY@COMMIT/,
  },
  'an action of the repository that is not there': {
    text: steps(
      `      - uses: actions/checkout@${SHA} # v6\n        with: { persist-credentials: false }\n      - uses: ./.github/actions/none\n`,
    ),
    line: './.github/actions/none',
    says: /has no action\.yml/,
    fix: /Correct the path/,
  },
  'an action of the repository before its checkout': {
    text: steps('      - uses: ./.github/actions/own\n'),
    files: { '.github/actions/own/action.yml': 'name: own\ndescription: own\nruns: { using: composite, steps: [] }\n' },
    line: './.github/actions/own',
    says: /empty here/,
    fix: /actions\/checkout before it/,
  },
  'permissions as a list': {
    text: 'on: push\npermissions: [contents]\njobs: { a: { runs-on: x, steps: [{ run: x }] } }\n',
    line: 'permissions',
    says: /sequence was not expected/,
    fix: /KEY: VALUE/,
  },
  'permissions as a word that is none': {
    text: 'on: push\npermissions: write\njobs: { a: { runs-on: x, steps: [{ run: x }] } }\n',
    line: 'permissions',
    says: /Unexpected value 'write'/,
    fix: /./,
  },
  'an empty matrix': {
    text: steps('      - run: x\n', '    strategy: { matrix: { node: [] } }\n'),
    line: 'matrix',
    says: /node of the matrix has no values/,
    fix: /Add a value/,
  },
  'an exclusion that the matrix does not know': {
    text: steps('      - run: x\n', '    strategy: { matrix: { node: [22], exclude: [{ os: x }] } }\n'),
    line: 'exclude',
    says: /exclude names os/,
    fix: /node/,
  },
  'a key of the strategy with underscores': {
    text: steps('      - run: x\n', '    strategy: { matrix: { node: [22] }, fail_fast: false }\n'),
    line: 'fail_fast',
    says: /fail_fast/,
    fix: /Write fail-fast\./,
    mended: 'fail-fast',
  },
  'a function of steps in the condition of a job': {
    text: steps('      - run: x\n', "    if: hashFiles('x') != ''\n"),
    line: 'hashFiles',
    says: /hashFiles/,
    fix: /other places/,
  },
  'a secret in a condition': {
    text: steps("      - if: secrets.X != ''\n        run: x\n"),
    line: 'secrets.X',
    says: /'secrets'/,
    fix: /env\.NAME/,
  },
  'env where a job has none yet': {
    text: steps('      - run: x\n').replace('ubuntu-latest', '${{ env.OS }}'),
    line: 'env.OS',
    says: /'env'/,
    fix: /Remove env here/,
  },
  'a filter in the singular': {
    text: steps('      - run: x\n').replace('on: push', 'on: { push: { branch: [main] } }'),
    line: 'branch',
    says: /'branch'/,
    fix: /Write branches\./,
    mended: 'branches',
  },
  'a filter of another event': {
    text: steps('      - run: x\n').replace('on: push', 'on: { issues: { branches: [main] } }'),
    line: 'branches',
    says: /'branches'/,
    fix: /./,
  },
  'paths beside paths-ignore': {
    text: steps('      - run: x\n').replace('on: push', 'on: { push: { paths: [a], paths-ignore: [b] } }'),
    line: 'paths-ignore',
    says: /both paths and paths-ignore/,
    fix: /Keep paths/,
  },
  'only exclusions': {
    text: steps('      - run: x\n').replace('on: push', "on: { push: { tags: ['!v1'] } }"),
    line: 'tags',
    says: /starts no run/,
    fix: /tags-ignore/,
  },
  'workflow_run without workflows': {
    text: steps('      - run: x\n').replace('on: push', 'on: { workflow_run: { types: [completed] } }'),
    line: 'workflow_run',
    says: /names no workflows/,
    fix: /Add workflows/,
  },
  'an event with a hyphen': {
    text: steps('      - run: x\n').replace('on: push', 'on: pull-request'),
    line: 'pull-request',
    says: /pull-request/,
    fix: /Write pull_request\./,
    mended: 'pull_request',
  },
  'no steps': {
    text: 'on: push\npermissions: {}\njobs: { a: { runs-on: x, steps: [] } }\n',
    line: 'steps',
    says: /no steps/,
    fix: /Add a step/,
  },
  'an id with a space': {
    text: 'on: push\npermissions: {}\njobs:\n  my job: { runs-on: x, steps: [{ run: x }] }\n',
    line: 'my job',
    says: /identifier/,
    fix: /letters, digits/,
  },
  'an expression that is too deep': {
    text: steps(`      - if: ${'('.repeat(60)}true${')'.repeat(60)}\n        run: x\n`),
    line: 'if:',
    says: /depth/,
    fix: /Split/,
  },
  'an expression that is too long': {
    text: steps(`      - if: contains('${'x'.repeat(22_000)}', 'x')\n        run: x\n`),
    line: 'if:',
    says: /21,000 characters/,
    fix: /./,
  },
  'a group that waits and cancels': {
    text: steps('      - run: x\n', '    concurrency: { group: a, queue: max, cancel-in-progress: true }\n'),
    line: 'concurrency',
    says: /exclude each other/,
    fix: /Remove one/,
  },
  'a group without a name': {
    text: steps('      - run: x\n', '    concurrency: { cancel-in-progress: true }\n'),
    line: 'concurrency',
    says: /group/,
    fix: /Add group/,
  },
  'an alias without its anchor': {
    text: steps('      - *none\n'),
    line: '*none',
    says: /Unresolved alias/,
    fix: /./,
  },
  'a merged map': {
    text: 'on: push\npermissions: {}\njobs:\n  a: &a { runs-on: x, steps: [{ run: x }] }\n  b: { <<: *a, name: b }\n',
    line: '<<',
    says: /'<<'/,
    fix: /merges no maps/,
  },
  'a comparison with one sign': {
    text: steps("      - if: github.ref = 'x'\n        run: x\n"),
    line: 'if:',
    says: /'='/,
    fix: /==/,
  },
  'a text with a colon': {
    text: steps('      - run: echo a: b\n'),
    line: 'run:',
    says: /./,
    fix: /quotes/,
  },
  'a field of another event': {
    text: steps('      - if: github.event.pull_request.number == 3\n        run: x\n'),
    line: 'if:',
    says: /No event of this workflow has github\.event\.pull_request/,
    fix: /remove it/,
  },
  'a misspelt field of an event': {
    text: steps("      - if: github.event.coment.body != ''\n        run: x\n").replace(
      'on: push',
      'on: issue_comment',
    ),
    line: 'event.coment',
    says: /github\.event\.coment/,
    fix: /Write comment\./,
    mended: 'event.comment',
  },
  'a misspelt field deeper in an event': {
    text: steps("      - if: github.event.pull_request.user.logn == 'x'\n        run: x\n").replace(
      'on: push',
      'on: [pull_request_target]',
    ),
    line: 'user.logn',
    says: /Nothing sets logn/,
    fix: /Write login\./,
    mended: 'user.login',
  },
  'a misspelt variable': {
    text: steps('      - run: x\n        env: { MODEL_NAME: pro, X: "${{ env.MODLE_NAME }}" }\n'),
    line: 'X:',
    says: /Nothing sets env\.modle_name/,
    fix: /Write env\.MODEL_NAME\./,
  },
  'a secret with a name that GitHub keeps for itself': {
    text: steps('      - run: x\n        env: { X: "${{ secrets.GITHUB_KEY }}" }\n'),
    line: 'X:',
    says: /does not allow secrets\.GITHUB_KEY/,
    fix: /another name/,
  },
  'a schedule that is too short': {
    text: "on: { schedule: [{ cron: '*/2 * * * *' }] }\npermissions: {}\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: x }] } }\n",
    line: '*/2',
    says: /at most every 5 minutes/,
    fix: /longer interval/,
  },
  'a call of a workflow in a folder': {
    text: 'on: push\npermissions: {}\njobs:\n  a:\n    uses: ./.github/workflows/parts/called.yml\n',
    line: 'parts/called',
    says: /no folder in \.github\/workflows/,
    fix: /Move \.github\/workflows\/parts\/called\.yml/,
    files: { '.github/workflows/parts/called.yml': CALLED },
  },
  'a call with a text for a number': {
    text: 'on: push\npermissions: {}\njobs:\n  a:\n    uses: ./.github/workflows/called.yml\n    with: { level: high }\n',
    line: 'level: high',
    says: /takes a number/,
    fix: /Write a number/,
    files: { '.github/workflows/called.yml': CALLED.replace('string', 'number') },
  },
  'a call with a text for a switch': {
    text: "on: push\npermissions: {}\njobs:\n  a:\n    uses: ./.github/workflows/called.yml\n    with: { level: 'true' }\n",
    line: "level: 'true'",
    says: /takes a boolean/,
    fix: /without quotes/,
    files: { '.github/workflows/called.yml': CALLED.replace('string', 'boolean') },
  },
  'a call of a job that asks for more permissions': {
    text: 'on: push\npermissions: { contents: read }\njobs:\n  a:\n    uses: ./.github/workflows/called.yml\n',
    line: 'called.yml',
    says: /asks for contents: write, and this call gives contents: read/,
    fix: /Add contents: write/,
    files: { '.github/workflows/called.yml': CALLED.replace('permissions: {}', 'permissions: { contents: write }') },
  },
  'a call of a job with a permission that the caller leaves out': {
    text: 'on: push\njobs:\n  a:\n    permissions: { contents: read }\n    uses: ./.github/workflows/called.yml\n',
    line: 'called.yml',
    says: /asks for issues: read, and this call gives issues: none/,
    fix: /Add issues: read/,
    files: { '.github/workflows/called.yml': CALLED.replace('runs-on', 'permissions: { issues: read }, runs-on') },
  },
  'an input that actions/checkout does not have': {
    text: REVIEW.replace('fetch-depth', 'fetch_depth'),
    line: 'fetch_depth',
    says: /no input fetch_depth/,
    fix: /Write fetch-depth\./,
    mended: 'fetch-depth',
  },
  'a call that gives the agent no key': {
    text: 'on: pull_request\npermissions: { contents: read, pull-requests: write }\njobs: { a: { uses: ./.github/workflows/called.yml } }\n',
    files: { '.github/workflows/called.yml': CALLED_AGENT },
    line: 'uses',
    says: /no secret GEMINI_API_KEY/,
    fix: /secrets: inherit/,
  },
  'a call with another secret than that of the agent': {
    text: 'on: pull_request\npermissions: { contents: read, pull-requests: write }\njobs: { a: { uses: ./.github/workflows/called.yml, secrets: { OTHER: "${{ secrets.K }}" } } }\n',
    files: {
      '.github/workflows/called.yml': CALLED_AGENT.replace(
        'workflow_call:',
        'workflow_call: { secrets: { OTHER: {}, GEMINI_API_KEY: {} } }',
      ),
    },
    line: 'uses',
    says: /no secret GEMINI_API_KEY/,
    fix: /secrets: inherit/,
  },
  'calls in a circle': {
    text: 'on: { push: {}, workflow_call: {} }\npermissions: {}\njobs: { a: { uses: ./.github/workflows/called.yml } }\n',
    files: {
      '.github/workflows/called.yml':
        'on: workflow_call\npermissions: {}\njobs: { a: { uses: ./.github/workflows/w.yml } }\n',
    },
    line: 'uses',
    says: /comes back to it/,
    fix: /calls neither/,
  },
  'workflow_run after a workflow that is not there': {
    text: steps('      - run: x\n').replace('push', '{ workflow_run: { workflows: [Build] } }'),
    files: { '.github/workflows/ci.yml': `name: Builds\n${steps('      - run: x\n')}` },
    line: 'workflow_run',
    says: /has the name Build,/,
    fix: /^Write Builds\.$/,
  },
  'a day that no month has': {
    text: steps('      - run: x\n').replace('push', "{ schedule: [{ cron: '0 3 31 4,6 *' }] }"),
    line: '31 4,6',
    says: /starts no run/,
    fix: /Write a day/,
  },
  'a version that GitHub fails': {
    text: steps(`      - uses: actions/upload-artifact@${SHA} # v3.1.3\n        with: { path: x }\n`),
    line: 'upload-artifact',
    says: /fails every job/,
    fix: /newest version/,
  },
  'a workflow as a step': {
    text: steps('      - run: x\n      - uses: ./.github/workflows/called.yml\n'),
    files: { '.github/workflows/called.yml': CALLED },
    line: 'uses',
    says: /a workflow and no action/,
    fix: /from a job/,
  },
  'a comment in an expression': {
    text: steps("      - if: |\n          github.ref_name == 'x' # only x\n        run: x\n"),
    line: 'if: |',
    says: /symbol: '#'/,
    fix: /Remove the comment/,
  },
  'an input that an action of the repository does not have': {
    text: steps(`      - uses: actions/checkout@${SHA}\n      - uses: ./act\n        with: { nmae: x }\n`),
    files: { 'act/action.yml': 'name: a\ndescription: a\ninputs: { name: {} }\nruns: { using: node24, main: a.js }\n' },
    line: 'nmae',
    says: /no input nmae/,
    fix: /Write name\./,
  },
  'a key that is no text': {
    text: steps('      - run: x\n').replace('on:', 'true:'),
    line: 'true',
    says: /is no text/,
    fix: /./,
  },
  'two workflows in a file': {
    text: `${steps('      - run: x\n')}---\non: push\n`,
    line: '---',
    says: /multiple documents/,
    fix: /one workflow/,
  },
}

/** Mistakes whose remedy depends on what may stand there: the text, its line, the mistake and the remedy. */
const dispatch = (input: string) =>
  steps('      - run: x\n').replace('push', `\n  workflow_dispatch:\n    inputs:\n      n: { ${input} }`)
const job = (text: string) => steps('      - run: x\n', `    ${text}\n`)
const remedied: [text: string, line: string, says: RegExp, fix: RegExp][] = [
  [
    steps("      - if: begins_with(github.ref, 'x')\n        run: x\n"),
    'begins_with',
    /begins_with/,
    /^Write startsWith\.$/,
  ],
  [steps('      - run: echo ${{ lower(github.ref) }}\n'), 'lower', /'lower'/, /has only contains, .* in a script\.$/],
  [job("env: { A: '${{ always() }}' }"), 'always', /'always'/, /^Remove always here/],
  [job('name: ${{ runner.os }}'), 'runner', /'runner'/, /^Remove runner here/],
  [job('timeout-minutes: ten'), 'ten', /'ten'/, /^Write a number/],
  [steps('      - run: x\n        timeout-minutes: 5m\n'), '5m', /'5m'/, /^Write a number/],
  [job('strategy: { max-parallel: two, matrix: { n: [1] } }'), 'two', /'two'/, /^Write a number/],
  [job('continue-on-error: sometimes'), 'sometimes', /'sometimes'/, /^Write true or false/],
  [job('concurrency: { group: x, cancel-in-progress: maybe }'), 'maybe', /'maybe'/, /^Write true or false/],
  [dispatch('type: integer'), 'integer', /'integer'/, /^Write one of string, boolean, number, environment, choice\.$/],
  [dispatch("type: boolean, default: 'maybe'"), 'maybe', /BooleanToken/, /^Write true or false, without quotes\.$/],
  [dispatch('type: choice, options: [a, b], default: c'), 'default: c', /none of its options/, /^Write one of a, b\.$/],
  [dispatch('type: number, default: many'), 'default: many', /is no number/, /^Write a number/],
  [dispatch('type: string, options: [a, b]'), 'type', /not 'choice'/, /^Write type: choice/],
  [
    steps('      - run: x\n').replace('permissions: {}', 'permissions: { id-token: read }'),
    'read',
    /'read'/,
    /^Write one of write, none\.$/,
  ],
  [steps('      - run: echo ${{ matrix.os }}\n'), 'matrix.os', /Nothing sets os/, /Correct the name os/],
  [
    `${steps('      - run: x\n')}  b:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo \${{ needs.a.outputs.x }}\n`,
    'needs.a',
    /does not need a/,
    /^Add a to needs/,
  ],
  [steps("      - run: echo ${{ fromJSON('{a}').b }}\n"), 'fromJSON', /cannot read '\{a\}'/, /^Write JSON/],
  [steps('      - run: echo ${{ github.${{ x }} }}\n'), 'github', /Unexpected symbol/, /^Remove the inner/],
  [steps('\t- run: x\n'), '\t-', /^GitHub refuses this file: Tabs/, /spaces/],
  [
    steps('      - run: x\n').replace('push', '\n  pull_request: { types: [merged] }'),
    'merged',
    /'merged'/,
    /^Write closed, and .*\.merged\.$/,
  ],
  [
    'on: push\npermissions: {}\njobs: { a: { uses: o/r/.github/workflows/x.yml } }\n',
    'uses',
    /Unable to find/,
    /@COMMIT\.$/,
  ],
]

/** Filters that match nothing, and what to write. */
const dead: [filter: string, event: string, fix: RegExp][] = [
  ['branches: [refs/heads/main]', 'push', /^Write 'main'\.$/],
  ["tags: ['!refs/tags/v1', 'v*']", 'push', /^Write '!v1'\.$/],
  ["paths: ['/src/**']", 'pull_request', /^Write 'src\/\*\*'\.$/],
  ['paths-ignore: [docs/]', 'push', /^Write 'docs\/\*\*'\.$/],
  ["branches-ignore: ['**']", 'push', /^Name what push/],
]
for (const [filter, event, fix] of dead)
  broken[`dead: ${filter}`] = {
    text: steps('      - run: x\n').replace('push', `{ ${event}: { ${filter} } }`),
    line: filter,
    says: /matches nothing|starts no run/,
    fix,
  }

/** Comparisons that are never true: the condition, the event, and what to write. */
const never: [condition: string, event: string, fix: RegExp][] = [
  ["github.ref == 'main'", 'push', /github\.ref_name, or write 'refs\/heads\/main'/],
  ["startsWith(github.ref, 'release/')", 'push', /'refs\/heads\/release\/'/],
  ["github.actor == 'dependabot'", 'pull_request', /'dependabot\[bot\]'/],
  ["github.event_name == 'pull_requests'", 'pull_request', /'pull_request'/],
  ["github.event_name == 'issue_comment'", 'pull_request', /Add issue_comment to on/],
  ["github.event.action == 'open'", 'issues', /Write/],
  ["github.event.action == 'labeled'", 'pull_request', /Add labeled to types/],
  ["github.event.comment.author_association == 'MAINTAINER'", 'issue_comment', /COLLABORATOR/],
  [`contains(fromJSON('["OWNER", "MEMBRE"]'), github.event.issue.author_association)`, 'issues', /'MEMBER'/],
  ["github.event.workflow_run.conclusion == 'failed'", '{ workflow_run: { workflows: [CodeQL] } }', /failure/],
  ["github.event.review.state == 'approve'", 'pull_request_review', /'approved'/],
  ["runner.os == 'ubuntu'", 'push', /Linux/],
]
for (const [condition, event, fix] of never)
  broken[`never: ${condition}`] = {
    text: steps(`      - if: ${condition}\n        run: x\n`).replace('push', event),
    line: 'if:',
    says: /is never|never begins/,
    fix,
  }

const withKey = (text: string) => REVIEW.replace('${{ secrets.GEMINI_API_KEY }}', text)
/** What never becomes the secret that it names. */
const unread: [line: string, mended: string | undefined, says: RegExp, fix: RegExp][] = [
  ['secrets.GEMINI_API_KEY', '"${{ secrets.GEMINI_API_KEY }}"', /the text secrets\.GEMINI_API_KEY/, /\$\{\{ secrets/],
  ['vars.Key', '"${{ vars.Key }}"', /the text vars\.Key/, /\$\{\{ vars\.Key/],
  ['"{{ secrets.KEY }}"', '"${{ secrets.KEY }}"', /the text \{\{/, /\$\{\{ secrets\.KEY/],
  ['${{ secrets.GEMINI-API-KEY }}', '${{ secrets.GEMINI_API_KEY }}', /have letters, digits and _/, /GEMINI_API_KEY/],
]
for (const [line, mended, says, fix] of unread)
  broken[`unread: ${line}`] = { text: withKey(line), line, says, fix, mended }
broken['unread: an environment'] = {
  text: steps('      - run: x\n        env: { K: secrets.DEPLOY_KEY }\n'),
  line: 'secrets.DEPLOY_KEY',
  mended: '"${{ secrets.DEPLOY_KEY }}"',
  says: /the text secrets/,
  fix: /secrets\.DEPLOY_KEY/,
}
for (const [command, fix] of [
  ['set-env name=A::b', /GITHUB_ENV/],
  ['add-path::/opt/bin', /GITHUB_PATH/],
] as const)
  broken[`closed: ${command}`] = {
    text: steps(`      - run: |\n          make\n          echo "::${command}"\n`),
    line: `echo "::${command}"`,
    says: /GitHub fails every step/,
    fix,
  }

for (const [text, line, says, fix] of remedied) broken[`${line} → ${fix.source}`] = { text, line, says, fix }

test('there are forty of each', () => {
  expect(Object.keys(broken).length).toBeGreaterThanOrEqual(40)
  expect(Object.keys(unusual).length).toBeGreaterThanOrEqual(40)
})

test.for(Object.entries(broken))(
  'finds, and --fix does not hide: %s',
  async ([, { text, line, says, fix, mended, files = {} }]) => {
    const repository = await repositoryWith({ ...files, [WORKFLOW]: text })
    const number = text.slice(0, text.indexOf(line)).split('\n').length
    const { exit, out } = await commandLine(repository, ['doctor'])
    expect(exit).toBe(1)
    const entries = [...out.matchAll(/^\S+:(\d+): error: (.*)\n {2}Fix: (.*)$/gm)].filter(
      ([, at, problem = '']) => Number(at) === number && says.test(problem),
    )
    expect(entries.map(([, , , advice]) => advice).join('\n'), out).toMatch(fix)
    expect(text).toContain(line)
    await commandLine(repository, ['doctor', '--fix'])
    const after = await readFile(join(repository, WORKFLOW), 'utf8')
    // What is certainly meant is written, and nothing else changes.
    expect(after).toBe(mended === undefined ? text : text.replaceAll(line, mended))
    if (mended !== undefined) expect((await commandLine(repository, ['doctor'])).exit).toBe(0)
  },
)

const checkout = `      - uses: actions/checkout@${SHA} # v6\n        with: { persist-credentials: false }\n`

const unusual: Record<string, { text: string; files?: Record<string, string> }> = {
  'names of secrets with hyphens in a called workflow, a file secrets.yaml, and a comment on a closed command': {
    text: `on: { workflow_call: { secrets: { deploy-key: { required: true } } } }
permissions: {}
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: |
          # Before 2020: echo "::set-env name=A::b"
          ./deploy "$K" "$F"
        env: { K: "${'$'}{{ secrets.deploy-key }}", F: secrets.yaml }
`,
  },
  'inputs of each type, with a default of each': {
    text: `on:
  workflow_dispatch:
    inputs:
      e: { type: environment }
      n: { type: number, default: 3 }
      h: { type: number, default: -0.5 }
      b: { type: boolean, default: true }
      c: { type: choice, options: [a, 1, 'true'], default: a }
      s: { default: '' }
  workflow_call: { inputs: { n: { type: number, default: 3 }, f: { type: number, default: '\${{ github.run_number }}' } } }
permissions: {}
jobs: { a: { runs-on: ubuntu-slim, steps: [{ run: 'echo \${{ inputs.n }}' }] } }
`,
  },
  'JSON in an expression': {
    text: steps(
      "      - run: echo ${{ fromJSON('{\"a\":[1,null,\"it''s\"]}').a }} ${{ fromJSON(vars.X) }} ${{ fromJSON('true') }}\n",
    ),
  },
  'limits that an expression or a fraction sets': {
    text: steps(
      '      - run: x\n        timeout-minutes: 0.5\n',
      "    timeout-minutes: ${{ matrix.t }}\n    strategy: { fail-fast: '${{ github.ref_protected }}', max-parallel: '${{ fromJSON(vars.N) }}', matrix: { t: [1, 2] } }\n",
    ),
  },
  'a matrix that a called workflow reads by itself': {
    text: 'on: push\npermissions: {}\njobs:\n  a:\n    strategy: { matrix: { x: [a] } }\n    uses: o/r/.github/workflows/x.yml@v1 # zizmor: ignore\n    with: { x: "${{ matrix.x }}" }\n'.replace(
      '@v1 # zizmor: ignore',
      `@${SHA} # v1`,
    ),
  },
  'anchors for steps and variables': {
    text: `on: push
permissions: {}
jobs:
  a:
    runs-on: ubuntu-latest
    env: &env { A: b }
    steps: &steps
      - run: echo "$A"
  b:
    runs-on: ubuntu-latest
    env: *env
    steps: *steps
`,
  },
  'an anchor for the whole job': {
    text: 'on: push\npermissions: {}\njobs:\n  a: &job\n    runs-on: ubuntu-latest\n    steps: [{ run: x }]\n  b: *job\n',
  },
  'a matrix with additions': {
    text: steps(
      '      - run: echo ${{ matrix.node }} ${{ matrix.extra }} ${{ strategy.job-index }}\n',
      '    strategy: { fail-fast: false, matrix: { os: [ubuntu-24.04, windows-2025], node: [22, 24], include: [{ os: ubuntu-24.04, extra: true }] } }\n',
    ),
  },
  'a matrix from a variable': {
    text: steps('      - run: echo ${{ matrix.x }}\n', '    strategy: { matrix: "${{ fromJSON(vars.MATRIX) }}" }\n'),
  },
  'a matrix from another job': {
    text: `${steps('      - id: list\n        run: echo "x=[1]" >> "$GITHUB_OUTPUT"\n', '    outputs: { x: "${{ steps.list.outputs.x }}" }\n')}  b:
    needs: a
    strategy: { matrix: { x: '\${{ fromJSON(needs.a.outputs.x) }}' } }
    runs-on: ubuntu-latest
    steps: [{ run: 'echo \${{ matrix.x }}' }]
`,
  },
  'a reusable workflow': {
    text: `on:
  workflow_call:
    inputs: { level: { type: string, default: low }, count: { type: number, required: true } }
    secrets: { KEY: { required: true } }
    outputs: { answer: { value: '\${{ jobs.a.outputs.answer }}' } }
permissions: {}
jobs:
  a:
    runs-on: ubuntu-latest
    outputs: { answer: '\${{ steps.s.outputs.answer }}' }
    steps:
      - id: s
        env: { LEVEL: '\${{ inputs.level }}', COUNT: '\${{ inputs.count }}', KEY: '\${{ secrets.KEY }}' }
        run: echo "answer=$LEVEL" >> "$GITHUB_OUTPUT"
`,
  },
  'a call of a workflow of this repository, and its output': {
    text: `on: push
permissions: {}
jobs:
  a:
    uses: ./.github/workflows/called.yml
    with: { level: high }
  b:
    needs: a
    runs-on: ubuntu-latest
    steps: [{ run: 'echo \${{ needs.a.outputs.answer }}' }]
`,
    files: {
      '.github/workflows/called.yml': `on: { workflow_call: { inputs: { level: { type: string } }, outputs: { answer: { value: '\${{ jobs.c.outputs.x }}' } } } }
permissions: {}
jobs: { c: { runs-on: ubuntu-latest, outputs: { x: '\${{ inputs.level }}' }, steps: [{ run: x }] } }
`,
    },
  },
  'a call of a workflow of another repository, and its output': {
    text: `on: push
permissions: {}
jobs:
  a:
    uses: a/b/.github/workflows/c.yml@${SHA}
    with: { level: high }
    secrets: { KEY: '\${{ secrets.KEY }}' }
  b:
    needs: a
    if: \${{ !cancelled() && needs.a.outputs.answer == 'yes' }}
    runs-on: ubuntu-latest
    steps: [{ run: 'echo \${{ needs.a.outputs.answer }} \${{ needs.a.result }}' }]
`,
  },
  'a composite action of the repository': {
    text: steps(
      `${checkout}      - id: own\n        uses: ./.github/actions/own\n        with: { level: 1 }\n      - run: echo \${{ steps.own.outputs.x }}\n`,
    ),
    files: {
      '.github/actions/own/action.yml':
        'name: own\ndescription: own\ninputs: { level: { description: x } }\nruns: { using: composite, steps: [{ run: x, shell: bash }] }\n',
    },
  },
  'variables and secrets of the repository': {
    text: steps(
      `      - run: echo "\${{ vars.A || 'b' }}" "\${{ vars['C'] }}"\n        env: { K: "\${{ secrets['K'] }}", T: "\${{ secrets.GITHUB_TOKEN }}" }\n`,
    ),
  },
  'the newest runners': {
    text: `on: push
permissions: {}
jobs:
  a: { runs-on: ubuntu-24.04-arm, steps: [{ run: x }] }
  b: { runs-on: windows-11-arm, steps: [{ run: x }] }
  c: { runs-on: macos-26, steps: [{ run: x }] }
  d: { runs-on: ubuntu-slim, steps: [{ run: x }] }
  e: { runs-on: { group: large, labels: [linux, x64] }, steps: [{ run: x }] }
  f: { runs-on: [self-hosted, '\${{ vars.LABEL }}'], steps: [{ run: x }] }
  g: { runs-on: "\${{ github.event.repository.private && 'ubuntu-latest' || 'ubuntu-slim' }}", steps: [{ run: x }] }
`,
  },
  'a variable that an earlier step sets': {
    text: steps('      - run: echo "X=1" >> "$GITHUB_ENV"\n      - run: echo ${{ env.X }}\n'),
  },
  'every kind of input of a dispatch': {
    text: `on:
  workflow_dispatch:
    inputs:
      a: { type: choice, options: [x, y], default: x }
      b: { type: boolean }
      c: { type: environment }
      d: { type: number, required: true }
      e: { description: text }
run-name: by \${{ github.actor }} for \${{ inputs.a }}
permissions: {}
jobs:
  j:
    if: inputs.b && inputs.d > 3
    runs-on: ubuntu-latest
    environment: { name: '\${{ inputs.c }}', url: '\${{ steps.s.outputs.url }}' }
    steps:
      - id: s
        run: echo "$E"
        env: { E: '\${{ inputs.e }}' }
`,
  },
  'rare events and types': {
    text: `on:
  merge_group: { types: [checks_requested] }
  discussion_comment: { types: [created] }
  repository_dispatch: { types: [anything] }
  release: { types: [prereleased] }
  registry_package:
  watch: { types: [started] }
  check_suite:
  image_version:
  pull_request: { types: [enqueued, dequeued, milestoned, converted_to_draft], paths-ignore: ['**.md'] }
  workflow_run: { workflows: ['*'], types: [requested, in_progress, completed], branches: [main] }
permissions: {}
jobs: { a: { runs-on: ubuntu-latest, steps: [{ run: x }] } }
`,
  },
  'events as a list': {
    text: 'on: [push, pull_request]\npermissions: {}\njobs: { a: { runs-on: x, steps: [{ run: x }] } }\n',
  },
  'on in quotes': { text: '"on": push\npermissions: {}\njobs: { a: { runs-on: x, steps: [{ run: x }] } }\n' },
  'containers and services': {
    text: steps(
      `      - run: echo \${{ job.services.db.ports['5432'] }} \${{ job.container.id }}\n`,
      `    container: { image: 'node:24', credentials: { username: x, password: '\${{ secrets.P }}' } }\n    services: { db: { image: postgres, ports: ['5432:5432'], options: --health-cmd pg_isready } }\n`,
    ),
  },
  'filters that match': {
    text: steps('      - run: x\n').replace(
      'push',
      "{ push: { branches: [main, 'release/**', '!release/old'], paths: ['**.js', 'src/**', '!src/gen/**', '*'], tags: ['v[0-9]+'] } }",
    ),
  },
  'comparisons that can be true': {
    text: steps(
      [
        "startsWith(github.ref, 'refs/tags/v') && github.ref_name != 'x'",
        "github.actor != 'dependabot[bot]' && github.event.sender.type == 'user'",
        'contains(fromJSON(\'["push", "schedule"]\'), github.event_name) || github.event.action == \'opened\'',
        "runner.os == 'macos' && runner.arch == 'ARM64' && job.status == 'Success'",
      ]
        .map((condition) => `      - if: \${{ ${condition} }}\n        run: x\n`)
        .join(''),
    ).replace('push', '[push, issues]'),
  },
  'a workflow that waits for one without a name, and one that GitHub brings': {
    text: steps('      - run: x\n').replace(
      'push',
      '{ workflow_run: { workflows: [.github/workflows/ci.yml, CodeQL, pages-build-deployment] } }',
    ),
    files: { '.github/workflows/ci.yml': steps('      - run: x\n') },
  },
  'days that some months have': {
    text: steps('      - run: x\n').replace(
      'push',
      "{ schedule: [{ cron: '0 3 29 2 *' }, { cron: '0 3 31 4,5 *' }, { cron: '0 3 30 2 1' }] }",
    ),
  },
  'a composite action with all that GitHub knows, and one of Docker': {
    text: steps(
      `      - uses: actions/checkout@${SHA}\n        with: { Persist-Credentials: false, lfs: true, submodules: recursive }\n      - uses: ./one\n        with: { Name: x }\n      - uses: ./two\n        with: { any: x, args: y }\n`,
    ),
    files: {
      'one/action.yml': `name: a
description: a
inputs: { name: { description: a, required: true, deprecationMessage: old } }
outputs: { o: { description: a, value: "\${{ steps.s.outputs.o }}" } }
branding: { icon: activity, color: blue }
runs:
  using: composite
  steps:
    - id: s
      run: echo "o=$N" >> "$GITHUB_OUTPUT"
      shell: bash
      working-directory: \${{ github.action_path }}
      env: { N: "\${{ inputs.name }}" }
    - if: \${{ always() && runner.os == 'Linux' }}
      uses: actions/setup-node@${SHA}
`,
      'two/action.yaml': 'name: a\ndescription: a\nruns: { using: docker, image: Dockerfile }\n',
    },
  },
  'two ways to the same called workflow': {
    text: 'on: push\npermissions: {}\njobs: { a: { uses: ./.github/workflows/b.yml }, c: { uses: ./.github/workflows/called.yml } }\n',
    files: {
      '.github/workflows/b.yml':
        'on: workflow_call\npermissions: {}\njobs: { a: { uses: ./.github/workflows/called.yml } }\n',
      '.github/workflows/called.yml': CALLED,
    },
  },
  'functions and filters': {
    text: steps(
      `      - if: always() && contains(fromJSON('["a","b"]'), github.ref_name) && !startsWith(github.ref, 'refs/tags/')\n        run: echo '\${{ hashFiles('**/*.lock') }}' '\${{ join(github.event.commits.*.id, ' ') }}' \${{ format('{{{0}}}', github.sha) }}\n`,
    ),
  },
  'defaults, shells and a limit from a variable': {
    text: steps(
      '      - { run: x, shell: "perl {0}" }\n      - shell: pwsh\n        working-directory: x\n        run: x\n        continue-on-error: true\n        timeout-minutes: 3\n',
      "    defaults: { run: { shell: bash } }\n    timeout-minutes: ${{ fromJSON(vars.T || '5') }}\n    continue-on-error: ${{ vars.X == 'y' }}\n",
    ),
  },
  'the newest permissions': {
    text: `on: push
permissions: { contents: read, models: read, attestations: write, id-token: write, artifact-metadata: write }
jobs: { a: { runs-on: x, steps: [{ run: x }] } }
`,
  },
  'a step named by an expression, and the result of a step': {
    text: steps(
      "      - id: s\n        name: Test ${{ github.run_attempt }}\n        run: x\n      - if: failure() && steps.s.conclusion == 'failure' && steps.s.outcome != 'skipped'\n        run: x\n",
    ),
  },
  'a schedule in a time zone, and a concurrency from an expression': {
    text: `on: { schedule: [{ cron: '0 6 * * 1-5', timezone: Europe/Berlin }] }
permissions: {}
concurrency: { group: '\${{ github.workflow }}-\${{ github.ref }}', cancel-in-progress: "\${{ github.ref != 'refs/heads/main' }}" }
jobs: { a: { runs-on: x, steps: [{ run: x }] } }
`,
  },
  'anchors for filters and values': {
    text: `on:
  push: &filter { branches: [main], paths: ['src/**'] }
  pull_request: *filter
permissions: {}
env: { VERSION: &version '24' }
jobs: { a: { runs-on: ubuntu-latest, env: { NODE: *version }, steps: [{ run: x }] } }
`,
  },
  'a step that is an alias': { text: steps('      - &one\n        run: x\n      - *one\n') },
  'words of YAML 1.2': {
    text: steps('      - run: x\n', '    env: { A: yes, B: no, C: off, D: 010, E: 0o10, F: ~, G: null, H: 1.0 }\n'),
  },
  'texts in blocks': {
    text: steps(
      "      - run: |-\n          echo a\n          echo b: c\n      - run: >+\n          echo d\n\n      - run: |2\n            echo e\n      - if: |\n          github.ref == 'refs/heads/main' &&\n          success()\n        run: x\n      - if: >-\n          ${{\n            github.ref_name == 'x'\n          }}\n        run: x\n",
    ),
  },
  'a matrix of additions alone': {
    text: steps(
      '      - run: echo ${{ matrix.name }} ${{ matrix.extra }}\n',
      '    strategy: { matrix: { include: [{ name: a }, { name: b, extra: c }] } }\n',
    ),
  },
  'a matrix of maps, with exclusions': {
    text: steps(
      '      - run: echo ${{ matrix.os.name }} ${{ matrix.v }}\n',
      '    strategy: { max-parallel: 2, matrix: { os: [{ name: x, id: 1 }, { name: y, id: 2 }], v: [1, 2], exclude: [{ os: { name: x, id: 1 }, v: 2 }] } }\n',
    ),
  },
  'runners from the matrix': {
    text: steps('      - run: x\n', '    strategy: { matrix: { os: [ubuntu-24.04, [self-hosted, gpu]] } }\n').replace(
      'runs-on: ubuntu-latest',
      'runs-on: ${{ matrix.os }}',
    ),
  },
  'a call in a matrix, with inherited secrets': {
    text: `on: push
permissions: {}
jobs:
  a:
    name: Call for \${{ matrix.level }}
    strategy: { matrix: { level: [low, high] } }
    permissions: { contents: read }
    concurrency: { group: 'call-\${{ matrix.level }}' }
    uses: ./.github/workflows/called.yml
    with: { level: '\${{ matrix.level }}' }
    secrets: inherit
`,
    files: { '.github/workflows/called.yml': CALLED },
  },
  'calls that give what the called jobs ask for': {
    text: `on: push
permissions: { contents: write, issues: write }
jobs:
  a:
    uses: ./.github/workflows/called.yml
    with: { level: 3 }
  b:
    permissions: { contents: write, issues: read }
    uses: ./.github/workflows/called.yml
    with: { level: '\${{ fromJSON(vars.LEVEL) }}' }
`,
    files: {
      '.github/workflows/called.yml': CALLED.replace('string', 'number').replace(
        'permissions: {}',
        'permissions: { contents: write, issues: read, checks: none }',
      ),
    },
  },
  'every five minutes, and an hour of them': {
    text: steps('      - run: x\n').replace(
      'push',
      "{ schedule: [{ cron: '*/5 * * * *' }, { cron: '0,5,10 4 * * MON-FRI' }] }",
    ),
  },
  'the action of the repository itself': {
    text: steps(`${checkout}      - uses: ./\n`),
    files: { 'action.yml': 'name: own\ndescription: own\nruns: { using: node24, main: index.js }\n' },
  },
  'an action of a repository that an earlier step checks out': {
    text: steps(
      `      - uses: actions/checkout@${SHA} # v6\n        with: { repository: a/b, path: tools, persist-credentials: false }\n      - uses: ./tools/act\n`,
    ),
  },
  'an image as an action': {
    text: steps(
      `      - uses: docker://alpine:3.20@sha256:${'b'.repeat(64)}\n        with: { entrypoint: /bin/sh, args: -c ls }\n`,
    ),
  },
  'a step that asks for its own variables': {
    text: steps(
      "      - if: env.A == 'x' && env.B != env.C\n        env: { C: d }\n        run: x\n",
      "    env: { A: '${{ vars.A }}', B: b }\n",
    ),
  },
  environments: {
    text: `${steps('      - run: x\n', '    environment: production\n')}  b: { runs-on: ubuntu-latest, environment: { name: '\${{ github.ref_name }}', url: 'https://x' }, steps: [{ run: x }] }\n`,
  },
  'a service with a protocol in its port': {
    text: steps(
      '      - run: echo ${{ job.services.redis.ports[6379] }} ${{ job.services.redis.id }}\n',
      "    services: { redis: { image: 'redis:7', ports: ['6379/tcp'], options: --cpus 1 } }\n",
    ),
  },
  'a container that is only an image': {
    text: steps('      - run: echo ${{ job.container.network }}\n', '    container: node:24\n'),
  },
  'runners of one own and large ones': {
    text: `on: push
permissions: {}
jobs:
  a: { runs-on: macos-15-intel, steps: [{ run: x }] }
  b: { runs-on: ubuntu-26.04, steps: [{ run: x }] }
  c: { runs-on: macos-26-xlarge, steps: [{ run: x }] }
  d: { runs-on: [ubuntu-22.04-arm], steps: [{ run: x }] }
  e: { runs-on: my-runner-latest, steps: [{ run: x }] }
  f: { runs-on: ubuntu-latest-8-cores, steps: [{ run: x }] }
  g: { runs-on: [self-hosted, ubuntu-20.04], steps: [{ run: x }] }
`,
  },
  'groups that wait or cancel': {
    text: `${steps('      - run: x\n', "    concurrency: { group: 'a-${{ github.ref }}', queue: max }\n")}  b: { runs-on: ubuntu-latest, concurrency: { group: b, queue: single, cancel-in-progress: true }, steps: [{ run: x }] }\n`,
  },
  'a queue of merges': {
    text: steps('      - run: echo ${{ github.event.merge_group.head_sha }}\n').replace(
      'on: push',
      'on:\n  merge_group:',
    ),
  },
  'the name of a run': {
    text: `name: X
run-name: "\${{ github.event_name == 'push' && format('{0} by {1}', github.ref_name, github.actor) || inputs.a }}"
on: { push: , workflow_dispatch: { inputs: { a: { type: string } } } }
permissions: {}
jobs: { a: { runs-on: ubuntu-latest, steps: [{ run: x }] } }
`,
  },
  'marks of a document, and comments everywhere': {
    text: `---\n# first\n${steps('      # before\n      - run: x # after\n').replace('jobs:', 'jobs: # here\n  # in')}...\n`,
  },
  'line ends of Windows': {
    text: steps('      - run: |\n          echo a\n          echo b\n').replaceAll('\n', '\r\n'),
  },
  'a mark of byte order': { text: `\uFEFF${steps('      - run: x\n')}` },
  'no line end at the end': { text: steps('      - run: x') },
  JSON: {
    text: JSON.stringify(
      { on: 'push', permissions: {}, jobs: { a: { 'runs-on': 'x', steps: [{ run: 'x' }] } } },
      null,
      2,
    ),
  },
  'contexts and functions in other letters': {
    text: steps(
      "      - if: GitHub.Ref_Name == 'x' && SUCCESS()\n        run: echo ${{ GITHUB.EVENT_NAME }} ${{ toJson(Env) }}\n",
    ),
  },
  'fields of several events, and one that another value follows': {
    text: steps(
      "      - if: github.event.issue.pull_request || github.event.pull_request.user.login == 'x'\n        run: x\n      - if: github.event.comment.user.login == 'x' && github.event.client_payload.any.thing\n        run: x\n",
      "    concurrency: 'x-${{ github.event.discussion.number || github.ref }}'\n",
    ).replace('on: push', 'on: [issue_comment, pull_request_target, repository_dispatch]'),
  },
  'fields of events without a list': {
    text: steps('      - if: github.event.anything.at.all\n        run: x\n').replace(
      'on: push',
      'on: [push, merge_group]',
    ),
  },
  'a switch in quotes': {
    text: REVIEW.replace('persist-credentials: false', "persist-credentials: 'false'"),
  },
  'repository_dispatch as a text': {
    text: steps('      - run: x\n').replace('on: push', 'on: repository_dispatch'),
  },
  'an input that is no text, in a script': {
    text: steps('      - run: echo ${{ inputs.b }} ${{ inputs.n }} ${{ github.event.sender.login }}\n').replace(
      'on: push',
      'on: { workflow_dispatch: { inputs: { b: { type: boolean }, n: { type: number } } } }',
    ),
  },
}

test.for(Object.entries(unusual))('passes: %s', async ([, { text, files = {} }]) => {
  const repository = await repositoryWith({ [WORKFLOW]: text, ...files })
  expect(await commandLine(repository, ['doctor'])).toMatchObject({
    exit: 0,
    out: expect.stringContaining(' checked, no problems found.'),
  })
  expect(await commandLine(repository, ['doctor', '--fix'])).toMatchObject({ exit: 0 })
  expect(await readFile(join(repository, WORKFLOW), 'utf8')).toBe(text)
})

test('an empty repository has nothing to check, which is no success', async () => {
  const { exit, out, err } = await commandLine(await repositoryWith({ 'README.md': 'x' }), ['doctor'])
  expect({ exit, out }).toEqual({ exit: 1, out: '' })
  expect(err).toMatch(/^Nothing to check in .*: no workflow, settings or policies/)
})
