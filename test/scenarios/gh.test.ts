import { expect, test } from 'vitest'
import type { RunEvent } from '../../src/record/events.ts'
import { sample } from '../sample.ts'
import { world } from './github-wishes.ts'
import { ALLOW_ANYWHERE, improvise } from './improvised.ts'
import { answersTo, callsFor } from './many-commands.ts'

// Commands that call `gh`: the first over the built action, isolated. There is no gh of GitHub's on the machine.

const shell = (command: string) => ({ tool: 'run_shell_command', args: { command } })

/** Rules as workflows of run-gemini-cli write them, in settings. */
const settings = (...commands: string[]) =>
  JSON.stringify({ coreTools: commands.map((command) => `run_shell_command(${command})`) })

test.concurrent('a review reads with gh and posts with gh pr comment and gh pr review', () =>
  improvise(
    {
      built: true,
      turns: [
        [
          shell('gh pr view --json number,title,body,files,headRefName'),
          shell('gh pr diff 7'),
          shell('gh pr comment 7 --body "One thing is unclear."'),
          shell(`gh pr review 7 --comment --body-file - <<'EOF'\n## Review\n\nFine otherwise.\nEOF`),
        ],
      ],
      policies: '',
      world,
      step: {
        inputs: { settings: settings('gh pr view', 'gh pr diff', 'gh pr comment', 'gh pr review', 'echo') },
      },
    },
    ({ last, said: [said = []], github }) => {
      expect([last.outputs.outcome, last.exitCode], last.log).toEqual(['ok', 0])
      expect(said[0]).toContain('"title":"Shorten with an ellipsis"')
      expect(said[0]).toContain('"path":"src/shorten.js"')
      expect(said[1]).toContain('+++ b/src/shorten.js')
      expect(said[2]).toContain('Proposed: a comment on #7.')
      const bodies = github.world.comments.map(({ body }) => body).join('\n')
      expect(bodies).toContain('One thing is unclear.')
      expect(github.world.reviews.map(({ body }) => body).join('\n')).toContain('Fine otherwise.')
    },
  ))

test.concurrent('triage sets labels with gh issue edit', () =>
  improvise(
    {
      event: 'mention-by-a-writer',
      turns: [
        [
          shell('gh label list --json name --jq ".[].name"'),
          shell('gh issue list --label small --json number,title'),
          shell('gh issue edit 3 --add-label "bug" --remove-label small'),
        ],
      ],
      policies: '',
      world: { labels: world.labels, issues: world.issues },
      step: {
        eventName: 'issue_comment',
        inputs: { settings: settings('gh label list', 'gh issue list', 'gh issue edit') },
      },
    },
    ({ last, said: [said = []], github }) => {
      expect([last.outputs.outcome, last.exitCode], last.log).toEqual(['ok', 0])
      expect(said[0]).toContain('Output: bug\nsmall\n')
      expect(said[1]).toContain('[{"number":3,"title":"It leaks"}]')
      expect(github.world.issues.find(({ number }) => number === 3)?.labels).toEqual(['bug'])
    },
  ))

/** Every call of gh in the census of public workflows, and its like: the command, and what its answer contains. */
const CALLS: readonly (readonly [command: string, answer: string | RegExp])[] = [
  ['gh pr view', 'title:\tShorten with an ellipsis'],
  ['gh pr view 7 --comments', 'author:\t'],
  ['gh pr view https://github.com/octo/pond/pull/7 --json number', '{"number":7}'],
  ['gh pr view shorten-ellipsis --json number -q .number', /Output: 7\n/],
  ['gh pr view 7 --json additions,author,baseRefName,commits,files,reviews,state,url', '"state":"OPEN"'],
  ['gh pr view 7 --json nothing', 'Unknown JSON field: "nothing"'],
  ['gh pr view 7 --json', 'Specify one or more comma-separated fields'],
  ['gh pr view 99', 'pull-requests: read'],
  ['gh pr diff 7 --name-only', 'src/shorten.js\ntest/shorten.test.js'],
  ['gh pr diff --color never', '+++ b/src/shorten.js'],
  ['gh pr list --state all --limit 5 --json number,title,labels', '"number":7'],
  ['gh pr list --search "ellipsis" --json number', /Output: \[/],
  ['gh pr checks', /build\tfail\t3m5s\t/],
  ['gh issue view 3', 'title:\tIt leaks'],
  ['gh issue view 3 --json title,body,labels,comments', '"comments":[]'],
  ['gh issue list --state all --label small', '3\tOPEN\tIt leaks'],
  ['gh issue list --search "leaks" --json number,title', '"number":3'],
  ['gh label list', /bug\t\t#f00000/],
  ['gh label list --json name --limit 1', '[{"name":"bug"}]'],
  [
    "gh pr view --json body,number,files --jq '.number, .missing, (.files[] | .path), {a: .number}'",
    /Output: 7\n\nsrc\/shorten\.js\n.*\n\{"a":7\}\n/,
  ],
  ['gh pr view --json number --jq \'.number | error("stop")\'', /stop[\s\S]*Exit Code: 1/],
  ['gh pr view --json number --jq ".["', 'syntax error'],
  ['G=$(command -v gh); PATH=/nowhere "$G" label list --json name --jq ".[].name"', 'bug\nsmall'],
  ['gh repo view --json nameWithOwner -q .nameWithOwner', 'octo/pond'],
  ['gh run view --log-failed', 'boom'],
  ['gh run view --job 4001 --log', 'boom'],
  ['gh issue comment 3 --body "A line."', 'Proposed: a comment on #3.'],
  ['gh pr comment 7 -b "Another line."', 'Proposed: a comment on #7.'],
  ['gh pr comment 7 --body-file notes.md', 'Proposed: a comment on #7.'],
  [
    'gh issue comment 3 --body "Soon."; gh issue comment 3 --edit-last --body-file notes.md',
    'Proposed: the new text of that comment on #3.',
  ],
  ['gh pr edit 7 --add-label bug', 'Proposed for #7: "bug"'],
  ['gh issue edit 3 --add-label=bug --title "It leaks less"', 'an update of #3'],
  ['gh issue close 4 --reason "not planned" --comment "Not now."', 'an update of #4'],
  ['gh issue create --title "New one" --body "Because." --label bug', 'the issue "New one"'],
  ['gh pr create --title "A change" --body "Why." --base main', 'the pull request "A change"'],
  ['gh pr edit 7 --body x', '--body is not available here.'],
  ['gh pr view 7 --template x', 'Use --jq'],
  ['gh pr view 7 --web', 'There is no browser.'],
  ['gh api repos/octo/pond/pulls/7/files', 'gh pr view 7 --json files'],
  ['gh api graphql -f query=x', 'gh api is not available here'],
  ['gh auth status', 'needs none'],
  ['gh auth token', 'needs none'],
  ['gh secret list', 'Secrets cannot be read'],
  ['gh workflow run ci.yml', 'does not change what runs'],
  ['gh extension install x/y', 'does not run extensions'],
  ['gh alias set a b', 'Aliases are not available'],
  ['gh release list', 'Releases cannot be read'],
  ['gh search issues x', 'gh issue list --search'],
  ['gh nonsense', 'unknown command'],
  ['gh pr view --nonsense', 'unknown flag: --nonsense'],
  ['gh --version', 'gh version 2.'],
  ['gh pr --help', 'gh pr view'],
]

/** Each starts a node. */
const calls = sample(CALLS, 18)

test.concurrent('each call of gh works, or is answered with what does', () =>
  improvise(
    {
      turns: [
        [{ tool: 'write_file', args: { file_path: 'notes.md', content: 'From a file.' } }],
        callsFor(calls.map(([command]) => command)),
      ],
      policies: ALLOW_ANYWHERE,
      world: {
        ...world,
        issues: [...world.issues],
      },
      step: { inputs: { changes: 'pull_request' } },
    },
    ({ last, transcript, said: [, replies = []] }) => {
      const said = answersTo(replies)
      const wrong = calls.flatMap(([command, answer], index) => {
        const text = said[index] ?? ''
        const isRight = typeof answer === 'string' ? text.includes(answer) : answer.test(text)
        return isRight ? [] : [`${command}: ${text}`]
      })
      expect(wrong, last.log).toEqual([])
      // A stack or a bug of ours is no answer.
      expect(said.join('\n')).not.toMatch(/\n\s+at |it failed:|TypeError/)
      const called = transcript
        .split('\n')
        .filter(Boolean)
        .map((line): RunEvent => JSON.parse(line))
        .flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
      expect(called.filter(({ parent }) => parent !== undefined).every(({ name }) => name.startsWith('github__'))).toBe(
        true,
      )
    },
  ))
