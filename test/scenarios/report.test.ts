import { expect, test } from 'vitest'
import { say } from '../../src/emulators/gemini/steps.ts'
import { improvise } from './improvised.ts'

const nightly = {
  schedule: '0 3 * * *',
  repository: { name: 'pond', full_name: 'octo/pond', owner: { login: 'octo' }, default_branch: 'main' },
}

test('a scheduled workflow keeps one issue with its report', async () => {
  const asked: string[] = []
  const step = {
    eventName: 'schedule',
    runs: 3,
    inputs: {
      prompt: 'Look after the pond.',
      report_to: 'issue',
      settings: '{ "sluice": { "report": { "title": "Health of the pond", "labels": ["report"] } } }',
    },
  }
  const turns = ({ raw }: { raw: string }) => {
    asked.push(raw)
    return say(asked.length < 3 ? 'Two leaks.' : 'No leak.')
  }
  await improvise({ turns, payload: nightly, step }, ({ github, runs }) => {
    expect(runs.map(({ outputs }) => outputs.outcome)).toEqual(['ok', 'ok', 'ok'])
    expect(asked[0]).toContain('Your final answer becomes the text of the issue with the report')
    const reports = github.world.issues.filter(({ title }) => title === 'Health of the pond')
    expect(reports.map(({ state, labels }) => [state, ...labels])).toEqual([['open', 'report']])
    expect(reports[0]?.body).toMatch(/^<!-- sluice:v1 .*kind=report.*-->\nNo leak\.\n/)
    const states = runs.map(({ outputs }) =>
      JSON.parse(outputs.receipts ?? '[]').map(
        ({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`,
      ),
    )
    expect(states).toEqual([
      ['report posted', 'summary posted'],
      ['report skipped', 'summary posted'],
      ['report posted', 'summary posted'],
    ])
    expect(runs[1]?.summary).toContain('says the same already')
  })
})
