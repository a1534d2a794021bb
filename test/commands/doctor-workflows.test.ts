import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWorkflowMistakes } from '../../src/commands/github-parser.ts'
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

const steps = (text: string, job = '') => `on: push
permissions: {}
jobs:
  a:
    runs-on: ubuntu-latest
${job}    steps:
${text}`

/** A workflow, and the line, the words and the fix that doctor gives for it. */
const broken: Record<string, { text: string; line: string; says: RegExp; fix: RegExp }> = {
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
  },
  'an unknown name of a context': {
    text: steps("      - if: github.event_nme == 'push'\n        run: x\n"),
    line: 'event_nme',
    says: /event_nme/,
    fix: /Correct the name/,
  },
  'an unknown function': {
    text: steps("      - if: startWith(github.ref, 'x')\n        run: x\n"),
    line: 'startWith',
    says: /startWith/,
    fix: /./,
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
  },
  'an unknown type of an event': {
    text: REVIEW.replace('synchronize', 'synchronise'),
    line: 'synchronise',
    says: /synchronise/,
    fix: /Write synchronize\./,
  },
  'a misspelt key of a job': {
    text: REVIEW.replace('runs-on', 'run-on'),
    line: 'run-on',
    says: /run-on/,
    fix: /Write runs-on\./,
  },
  'a misspelt key of a step': {
    text: REVIEW.replaceAll('        with:', '        wiht:'),
    line: 'wiht',
    says: /wiht/,
    fix: /Write with\./,
  },
  'a misspelt key of the workflow': {
    text: REVIEW.replace('concurrency:', 'concurency:'),
    line: 'concurency',
    says: /concurency/,
    fix: /Write concurrency\./,
  },
  'a misspelt permission': {
    text: REVIEW.replace('pull-requests: write', 'pull-request: write'),
    line: 'pull-request:',
    says: /pull-request/,
    fix: /Write pull-requests\./,
  },
  'a value that no permission has': {
    text: REVIEW.replace('pull-requests: write', 'pull-requests: wirte'),
    line: 'wirte',
    says: /wirte/,
    fix: /Write write\./,
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
}

test('there are twenty of each', () => {
  expect(Object.keys(broken).length).toBeGreaterThanOrEqual(20)
  expect(Object.keys(unusual).length).toBeGreaterThanOrEqual(20)
})

test.for(Object.entries(broken))('finds, and --fix does not hide: %s', async ([, { text, line, says, fix }]) => {
  const repository = await repositoryWith({ [WORKFLOW]: text })
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
  const known = (await findWorkflowMistakes('w.yml', text, repository)).map(({ problem }) => problem)
  for (const { problem } of await findWorkflowMistakes('w.yml', after, repository)) expect(known).toContain(problem)
  // Whatever the mistake does not concern is there as before.
  for (const each of text.split('\n')) expect(after).toContain(each)
})

const checkout = `      - uses: actions/checkout@${SHA} # v6\n        with: { persist-credentials: false }\n`

const unusual: Record<string, { text: string; files?: Record<string, string> }> = {
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
  'functions and filters': {
    text: steps(
      `      - if: always() && contains(fromJSON('["a","b"]'), github.ref_name) && !startsWith(github.ref, 'refs/tags/')\n        run: echo '\${{ hashFiles('**/*.lock') }}' '\${{ join(github.event.commits.*.id, ' ') }}' \${{ format('{{{0}}}', github.sha) }}\n`,
    ),
  },
  'defaults, shells and a limit from a variable': {
    text: steps(
      '      - shell: pwsh\n        working-directory: x\n        run: x\n        continue-on-error: true\n        timeout-minutes: 3\n',
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
