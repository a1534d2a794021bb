import { expect, test } from 'vitest'
import { costSection } from '../../../src/delivery/report/compose-report.ts'
import {
  approvalLine,
  callText,
  changesSection,
  deniedSection,
  footer,
  isolationLines,
  isolationTable,
  logTable,
  notesSection,
  ruleLink,
  undeliveredLines,
  warningLines,
} from '../../../src/delivery/report/sections.ts'
import { call, called, denied } from '../delivery-fixture.ts'
import {
  failed,
  file,
  missing,
  note,
  offers,
  patch,
  priced,
  progress,
  run,
  shell,
  some,
  started,
  summaryOf,
  todo,
  todos,
  without,
} from './report-values.ts'

const notes = (count: number) => Array.from({ length: count }, (_, nth) => note('warning', `Note ${nth}.`))

const table: [write: () => unknown, expected: unknown][] = [
  // Warnings, notes, files.
  [
    () => warningLines(run({ notices: [note('info'), note('warning'), note('error')] })),
    ['> **Note:** Of the level warning.', '> **Error:** Of the level error.'],
  ],
  [() => warningLines(run({ notices: notes(6) })).length, 5],
  // The same note once, as serious as it is anywhere.
  [
    () => warningLines(run({ notices: [note('info', 'Same.'), note('warning', 'Same.'), note('warning', 'Same.')] })),
    ['> **Note:** Same.'],
  ],
  [() => notesSection(run({ notices: [note('info', 'Same.'), note('warning', 'Same.')] }), 5000), ''],
  [() => notesSection(run({ notices: [note('info'), note('info')] }), 5000).match(/Of the level/g)?.length, 1],
  [
    () => undeliveredLines(run({ undelivered: [missing('a'), missing('b')] })),
    ['> **Not delivered:** `a`, `b`: is too large'],
  ],
  [
    () => undeliveredLines(run({ undelivered: ['a', 'b', 'c', 'd', 'e'].map((path) => missing(path)) })),
    ['> **Not delivered:** `a`, `b`, `c`, `d`, `e`: is too large'],
  ],
  [
    () => undeliveredLines(run({ undelivered: ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => missing(path)) })),
    ['> **Not delivered:** `a`, `b`, `c`, `d`, `e` and 1 more: is too large'],
  ],
  [
    () =>
      undeliveredLines(run({ undelivered: [1, 2, 3, 4, 5, 6, 7, 8].map((each) => missing('a', `r${each}`)) })).length,
    8,
  ],
  [
    () =>
      undeliveredLines(run({ undelivered: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((each) => missing('a', `r${each}`)) })).at(
        -1,
      ),
    '> **Not delivered:** 1 more file; see the output `changes`',
  ],
  [() => changesSection(run(), 5000), ''],
  [
    () => changesSection(run({ patches: [patch] }), 5000),
    '<details>\n<summary>Changes: 1 file, +1 −2</summary>\n\n```diff\n-b\n-c\n+a\n```\n\n</details>',
  ],
  [
    () => changesSection(run({ patches: [patch] }), 304),
    '<details>\n<summary>Changes: 1 file, +1 −2</summary>\n\n```diff\n-b\n```\n\n_2 more lines in the patch file (output `patch`)._\n\n</details>',
  ],
  [
    () => changesSection(run({ patches: [patch] }), 300),
    '<details>\n<summary>Changes: 1 file, +1 −2</summary>\n\n_3 more lines in the patch file (output `patch`)._\n\n</details>',
  ],
  [
    () => logTable(run({ calls: [call(), without(call(), 'verdict', 'rule')] }), 5000),
    '| Call | Verdict | Rule | Time | Result |\n| --- | --- | --- | ---: | ---: |\n| `read_file` `src/a.ts` | allow | built-in `read-only.toml:3` | 12 ms | 3.4 kB |\n| `read_file` `src/a.ts` | – | – | 12 ms | 3.4 kB |',
  ],
  [
    () => logTable(run({ calls: [denied(), failed(), failed({ reason: undefined })] }), 5000),
    '| Call | Verdict | Rule | Time | Result |\n| --- | --- | --- | ---: | ---: |\n| `run_shell_command` `rm -rf build` | deny | built-in `write.toml:12` | 12 ms | not run |\n| `read_file` `src/a.ts` | allow | built-in `read-only.toml:3` | 12 ms | failed: timed out |\n| `read_file` `src/a.ts` | allow | built-in `read-only.toml:3` | 12 ms | failed: unknown |',
  ],
  [
    () =>
      logTable(
        run({ calls: [shell(0), shell(1), shell('SIGKILL'), shell(1, 'grep x f'), call({ state: 'cancelled' })] }),
        5000,
      ),
    '| Call | Verdict | Rule | Time | Result |\n| --- | --- | --- | ---: | ---: |\n| `run_shell_command` `make` | allow | built-in `read-only.toml:3` | 12 ms | 3.4 kB |\n| `run_shell_command` `make` | allow | built-in `read-only.toml:3` | 12 ms | **exit code 1** |\n| `run_shell_command` `make` | allow | built-in `read-only.toml:3` | 12 ms | **ended by SIGKILL** |\n| `run_shell_command` `grep x f` | allow | built-in `read-only.toml:3` | 12 ms | exit code 1 |\n| `read_file` `src/a.ts` | allow | built-in `read-only.toml:3` | 12 ms | cancelled |',
  ],
  [
    () =>
      logTable(
        run({
          calls: [call({ bytes: 999 }), call({ bytes: 1000 }), call({ bytes: 999_999 }), call({ bytes: 1_000_000 })],
        }),
        5000,
      ),
    '| Call | Verdict | Rule | Time | Result |\n| --- | --- | --- | ---: | ---: |\n| `read_file` `src/a.ts` | allow | built-in `read-only.toml:3` | 12 ms | 999 B |\n| `read_file` `src/a.ts` | allow | built-in `read-only.toml:3` | 12 ms | 1.0 kB |\n| `read_file` `src/a.ts` | allow | built-in `read-only.toml:3` | 12 ms | 1000.0 kB |\n| `read_file` `src/a.ts` | allow | built-in `read-only.toml:3` | 12 ms | 1.0 MB |',
  ],
  [
    () => logTable(run({ calls: [call(), call()] }), 190),
    '| Call | Verdict | Rule | Time | Result |\n| --- | --- | --- | ---: | ---: |\n| `read_file` `src/a.ts` | allow | built-in `read-only.toml:3` | 12 ms | 3.4 kB |\n\n_1 more call in the transcript (output `transcript`)._',
  ],
  [() => logTable(run({ calls: [call(), call()] }), 60), '_3 more calls in the transcript (output `transcript`)._'],
  [() => logTable(run({ calls: [call(), call()] }), 30), '_4 more calls in the transcript (output `transcript`)._'],
  [() => notesSection(run(), 5000), ''],
  [
    () => notesSection(run({ steering: { files: [file], ignored: [] } }), 5000),
    '<details>\n<summary>How it ran</summary>\n\n- Steering file `GEMINI.md` (999 B, blob `cccccccccc`) from `bbbbbbbbbb`\n\n</details>',
  ],
  [
    () => notesSection(run({ steering: { files: [], ignored: ['a'] } }), 5000),
    "<details>\n<summary>How it ran: 1 change to steering files ignored</summary>\n\n- Ignored this pull request's change to `a`\n\n</details>",
  ],
  [
    () => notesSection(run({ steering: { files: [], ignored: ['a', 'b'] } }), 5000),
    "<details>\n<summary>How it ran: 2 changes to steering files ignored</summary>\n\n- Ignored this pull request's change to `a`\n- Ignored this pull request's change to `b`\n\n</details>",
  ],
  [
    () => notesSection(run({ notices: [note('info')] }), 5000),
    '<details>\n<summary>How it ran</summary>\n\n- Of the level info.\n\n</details>',
  ],
  [() => notesSection(run({ notices: [note('warning')] }), 5000), ''],
  [
    () => notesSection(run({ notices: [note('info'), ...notes(6)] }), 5000),
    '<details>\n<summary>How it ran</summary>\n\n- Note 5.\n- Of the level info.\n\n</details>',
  ],
  [
    () => notesSection(run({ notices: [note('info'), note('info', 'Another note.')] }), 312),
    '<details>\n<summary>How it ran</summary>\n\n\n- 2 more in the transcript\n\n</details>',
  ],
  [
    () =>
      notesSection(
        run({
          subagents: [
            { agent: 'x', reason: 'GOAL', turns: 1, usage: some, ms: 10 } as never,
            { agent: 'y', reason: '?', turns: 2, usage: some, ms: 10 } as never,
          ],
        }),
        5000,
      ),
    '<details>\n<summary>How it ran</summary>\n\n- Sub-agent `x` finished its task after 1 turn, 2,360 tokens, 10 ms\n- Sub-agent `y` failed after 2 turns, 2,360 tokens, 10 ms\n\n</details>',
  ],
  [() => footer(run()), '<sub>1.0 s</sub>'],
  [() => footer(run({ usage: some, turns: 1 })), '<sub>2,000 tokens in, 350 out · 1 turn · 1.0 s</sub>'],
  [
    () =>
      footer(
        run({ usage: { ...some, cached: 1000 }, turns: 2, models: ['m1', '<m2>'], runUrl: 'https://github.com/r 1' }),
      ),
    '<sub>2,000 tokens in (1,000 cached), 350 out · 2 turns · 1.0 s · m1 · &lt;m2&gt; · [run](<https://github.com/r%201>)</sub>',
  ],
  [() => footer(run(priced(0.5, 1))), '<sub>$0.50 · 1.0 s</sub>'],
  [() => footer(run(priced(undefined, 1))), '<sub>1.0 s</sub>'],
  [() => footer(run(priced(0.5, 1, 0))), '<sub>1.0 s</sub>'],
  [() => callText(call({ args: { command: 'ls', description: 'List' } })), '`read_file` `ls`: List'],
  [() => callText(call({ args: { command: 'ls', description: ' ' } })), '`read_file` `ls`'],
  [() => callText(call({ args: { command: 'ls', description: 1 } })), '`read_file` `ls`'],
  [() => callText(call({ args: { file_path: 'a', description: 'List' } })), '`read_file` `a`'],
  [() => callText(call({ args: { number: 12, body: 'Fine.' } })), '`read_file` `number: 12, body: Fine.`'],
  [() => callText(call({ args: {} })), '`read_file`'],
  [() => callText(call({ args: { pattern: 'x', dir_path: 'y' }, agent: 'helper' })), '`read_file` `x` by `helper`'],
  [
    () => ruleLink({ file: 'policies/a.toml', line: 3, tier: 'default', priority: 1, verdict: 'allow' }, run()),
    'built-in `a.toml:3`',
  ],
  [
    () =>
      ruleLink(
        { file: 'GEMINI.md', line: 3, tier: 'user', priority: 1, verdict: 'allow' },
        run({ steering: { files: [file], ignored: [] }, blobUrl: 'https://x/blob' }),
      ),
    '[`GEMINI.md:3`](<https://x/blob/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/GEMINI.md#L3>)',
  ],
  [
    () =>
      ruleLink(
        { file: 'GEMINI.md', line: 3, tier: 'user', priority: 1, verdict: 'allow' },
        run({ steering: { files: [file], ignored: [] } }),
      ),
    '`GEMINI.md:3`',
  ],
  [
    () =>
      ruleLink(
        { file: 'other.toml', line: 3, tier: 'user', priority: 1, verdict: 'allow' },
        run({ steering: { files: [file], ignored: [] }, blobUrl: 'https://x/blob' }),
      ),
    '`other.toml:3`',
  ],
  [
    () => ruleLink({ file: 'settings: tools', line: 0, tier: 'user', priority: 1, verdict: 'allow' }, run()),
    '`settings: tools`',
  ],
  // The denied calls.
  [() => deniedSection(run(), 5000), ''],
  [() => deniedSection(run({ calls: [call()] }), 5000), ''],
  [
    () => deniedSection(run({ calls: [denied()] }), 5000),
    '<details>\n<summary>Denied: 1 call</summary>\n\n`run_shell_command` `rm -rf build`\nDenied by built-in `write.toml:12` (tier default, priority 10), which asks for confirmation, and a job cannot give it. To allow it, add this to the input `policies` or to a file in `.gemini/policies`:\n\n```toml\n[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm"\ndecision = "allow"\npriority = 100\n```\n\n</details>',
  ],
  [
    () => deniedSection(run({ calls: [denied(), denied({ id: 'c2' })], offers }), 5000),
    '<details>\n<summary>Denied: 2 calls</summary>\n\n`run_shell_command` `rm -rf build` (2 times)\nDenied by built-in `write.toml:12` (tier default, priority 10), which asks for confirmation, and a job cannot give it. To allow it, add this to the input `policies` or to a file in `.gemini/policies`:\n\n```toml\n[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm"\ndecision = "allow"\npriority = 100\n```\n\nThe whole call:\n\n```json\nrun_shell_command {\n  "command": "rm -rf build"\n}\n```\n\nTo allow this call once, reply `@sluice /allow once ABC`. To get a pull request with a rule that always allows it, reply `@sluice /allow always ABC`.\n\n</details>',
  ],
  [
    () => {
      const args = { file_path: 'a.txt', content: 'x'.repeat(100_000) }
      const calls = [denied({ name: 'write_file', args, askable: true })]
      return /This call gets no code: [^.]*\./.exec(
        deniedSection(run({ calls, offers: { codes: [], phrase: '@sluice' } }), 5000),
      )?.[0]
    },
    'This call gets no code: it is too long for a comment, or contains what looks like a secret.',
  ],
  [
    () => deniedSection(run({ calls: [denied({ id: 'c2' })], offers }), 5000),
    '<details>\n<summary>Denied: 1 call</summary>\n\n`run_shell_command` `rm -rf build`\nDenied by built-in `write.toml:12` (tier default, priority 10), which asks for confirmation, and a job cannot give it. To allow it, add this to the input `policies` or to a file in `.gemini/policies`:\n\n```toml\n[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm"\ndecision = "allow"\npriority = 100\n```\n\n</details>',
  ],
  [
    () => deniedSection(run({ calls: [without(denied(), 'rule')] }), 5000),
    '<details>\n<summary>Denied: 1 call</summary>\n\n`run_shell_command` `rm -rf build`\nNo rule allows it. To allow it, add this to the input `policies` or to a file in `.gemini/policies`:\n\n```toml\n[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm"\ndecision = "allow"\npriority = 100\n```\n\n</details>',
  ],
  [
    () => deniedSection(run({ calls: [without(denied({ remedy: '' }), 'rule')] }), 5000),
    '<details>\n<summary>Denied: 1 call</summary>\n\n`run_shell_command` `rm -rf build`\nNo rule allows it.\n\n</details>',
  ],
  [
    () => deniedSection(run({ calls: [without(denied({ remedy: 'Ask.' }), 'rule')] }), 5000),
    '<details>\n<summary>Denied: 1 call</summary>\n\n`run_shell_command` `rm -rf build`\n Ask.\n\n</details>',
  ],
  [
    () => deniedSection(run({ calls: [denied({ remedy: 'Ask.', message: 'Not here.' })] }), 5000),
    '<details>\n<summary>Denied: 1 call</summary>\n\n`run_shell_command` `rm -rf build`\nDenied by built-in `write.toml:12` (tier default, priority 10), which asks for confirmation, and a job cannot give it. Not here. Ask.\n\n</details>',
  ],
  [
    () =>
      deniedSection(
        run({
          calls: [
            denied({ remedy: '', rule: { file: 'a.toml', line: 1, tier: 'user', priority: 2, verdict: 'deny' } }),
          ],
        }),
        5000,
      ),
    '<details>\n<summary>Denied: 1 call</summary>\n\n`run_shell_command` `rm -rf build`\nDenied by `a.toml:1` (tier user, priority 2).\n\n</details>',
  ],
  [
    () => deniedSection(run({ calls: [denied(), denied({ args: { command: 'rm a' } })] }), 800),
    '<details>\n<summary>Denied: 2 calls</summary>\n\n`run_shell_command` `rm -rf build`\nDenied by built-in `write.toml:12` (tier default, priority 10), which asks for confirmation, and a job cannot give it. To allow it, add this to the input `policies` or to a file in `.gemini/policies`:\n\n```toml\n[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm"\ndecision = "allow"\npriority = 100\n```\n\n_1 more in the output `denied`._\n\n</details>',
  ],
  [
    () => deniedSection(run({ calls: [denied(), denied({ args: { command: 'rm a' } })] }), 400),
    '<details>\n<summary>Denied: 2 calls</summary>\n\n_2 more in the output `denied`._\n\n</details>',
  ],
  [() => approvalLine(run()), ''],
  [() => approvalLine(run({ offers })), ''],
  [
    () => approvalLine(run({ offers: { phrase: '@sluice', codes: [], isPlanElsewhere: true } })),
    'No reply here can approve this plan. To carry it out, copy it into an issue and ask there: `@sluice /fix`.',
  ],
  [
    () => approvalLine(run({ offers: { phrase: '@sluice', codes: [{ code: 'ABC' }] } as never })),
    'To carry out this plan, reply `@sluice /approve ABC`.',
  ],
  // The isolation.
  [() => isolationTable(run()), ''],
  [() => isolationTable(run({ isolation: [{ part: 'files', isHeld: true, text: 'a' }] as never })), ''],
  [
    () =>
      isolationTable(
        run({
          isolation: [
            { part: 'files', isHeld: true, text: 'a' },
            { part: 'network', isHeld: false, text: 'b' },
          ] as never,
        }),
      ),
    '| Isolation of programs |  |  |\n| --- | --- | --- |\n| files | held | a |\n| network | **not held** | b |',
  ],
  [() => isolationLines([]), []],
  [
    () => isolationLines([{ part: 'files', isHeld: true, text: 'a' }] as never),
    ['- Programs were isolated: files (a)'],
  ],
  [
    () =>
      isolationLines([
        { part: 'files', isHeld: true, text: 'a' },
        { part: 'network', isHeld: false, text: 'b' },
      ] as never),
    [],
  ],
  // The cost.
  [() => costSection(run(), 5000), ''],
  [
    () => costSection(run(priced(0.5, 1)), 5000),
    '<details>\n<summary>Cost: $0.50</summary>\n\n| Model | Requests | Tokens in | Cached | Tokens out | Cost |\n| --- | ---: | ---: | ---: | ---: | ---: |\n| `m0` | 2 | 2,010 | 0 | 350 | $0.50 |\n\n</details>',
  ],
  [
    () => costSection(run(priced(0.5, 2, 2)), 5000),
    '<details>\n<summary>Cost: $0.50</summary>\n\n| Model | Requests | Tokens in | Cached | Tokens out | Cost |\n| --- | ---: | ---: | ---: | ---: | ---: |\n| `m0` | 2 | 2,010 | 0 | 350 | $0.50 |\n| `m1` | 2 | 2,010 | 0 | 350 | $0.50 |\n| All | 4 | 2,010 | 0 | 350 | $0.50 |\n\n```mermaid\nxychart-beta\n  title "Cost by turn"\n  x-axis "turn" [0, 1]\n  y-axis "US dollars" 0 --> 0.5\n  bar [0.5, 0.5]\n```\n\n</details>',
  ],
  [
    () => costSection(run(priced(undefined, 2)), 5000),
    '<details>\n<summary>Cost: 2,360 tokens</summary>\n\n| Model | Requests | Tokens in | Cached | Tokens out | Cost |\n| --- | ---: | ---: | ---: | ---: | ---: |\n| `m0` | 2 | 2,010 | 0 | 350 | price unknown |\n\n```mermaid\nxychart-beta\n  title "Tokens by turn"\n  x-axis "turn" [0, 1]\n  y-axis "tokens" 0 --> 2360\n  bar [2360, 2360]\n```\n\n</details>',
  ],
  [
    () => costSection(run(priced(0.5, 2)), 200),
    '<details>\n<summary>Cost: $0.50</summary>\n\n| Model | Requests | Tokens in | Cached | Tokens out | Cost |\n| --- | ---: | ---: | ---: | ---: | ---: |\n| `m0` | 2 | 2,010 | 0 | 350 | $0.50 |\n\n</details>',
  ],
  [() => summaryOf(costSection(run(priced(0.5, 60)), 9000)), 'Cost: $0.50'],
  [() => costSection(run(priced(0.5, 60)), 9000).includes('mermaid'), true],
  [() => costSection(run(priced(0.5, 61)), 9000).includes('mermaid'), false],
  // The chart fits exactly.
  [() => costSection(run(priced(0.5, 2)), 265).includes('mermaid'), true],
  [() => costSection(run(priced(0.5, 2)), 264).includes('mermaid'), false],
  // The progress.
  [() => progress(), '<sub>Step 1 · 0 calls · 1.0 s</sub>'],
  [
    () =>
      progress(todos([todo('completed'), todo('cancelled'), todo('in_progress'), todo('pending'), todo('blocked')])),
    '- [x] Look\n- [x] ~~Look~~\n- [ ] **Look**\n- [ ] Look\n- [ ] Look (blocked)\n\n<sub>Step 1 · 1 call · 1.0 s</sub>',
  ],
  [
    () => progress(todos([todo('pending', 'Old')]), todos([todo('pending', 'New')])),
    '- [ ] New\n\n<sub>Step 1 · 2 calls · 1.0 s</sub>',
  ],
  [
    () => progress(todos([todo('pending', 'Main')]), todos([todo('pending', 'Agent')], { agent: 'x' })),
    '- [ ] Main\n\n<sub>Step 1 · 2 calls · 1.0 s</sub>',
  ],
  [
    () => progress(todos([todo('pending', 'Good')]), todos([todo('pending', 'Bad')], { state: 'error' })),
    '- [ ] Good\n\n<sub>Step 1 · 2 calls · 1.0 s</sub>',
  ],
  [
    () => progress(todos([todo('pending', 'Good')]), called(call({ args: { todos: [todo('pending', 'No list')] } }))),
    '- [ ] Good\n\n<sub>Step 1 · 2 calls · 1.0 s</sub>',
  ],
  [() => progress(todos('none')), '<sub>Step 1 · 1 call · 1.0 s</sub>'],
  [() => progress(todos(Array(40).fill(todo('pending')))).split('\n').length, 42],
  [
    () =>
      progress(todos(Array(41).fill(todo('pending'))))
        .split('\n')
        .at(40),
    '- … and 1 more',
  ],
  [() => progress(started('c1', 'read_file')), '<sub>Step 1: `read_file` · 0 calls · 1.0 s</sub>'],
  [() => progress(started('c1', 'read_file'), called(call())), '<sub>Step 1 · 1 call · 1.0 s</sub>'],
  [
    () => progress(started('c2', 'glob'), started('c1', 'read_file'), called(call())),
    '<sub>Step 1: `glob` · 1 call · 1.0 s</sub>',
  ],
  [
    () => progress({ type: 'call_state', id: 'c1', name: 'read_file', state: 'scheduled' } as never),
    '<sub>Step 1 · 0 calls · 1.0 s</sub>',
  ],
  [
    () =>
      progress({
        type: 'model_reply',
        turn: 1,
        ms: 9,
        reply: { parts: [], stop: 'finished', usage: some, model: 'm' },
      } as never),
    '<sub>Step 2 · 0 calls · 1.0 s · 2,360 tokens</sub>',
  ],
]

for (const [write, expected] of table)
  test(String(write).replace(/^\(\) => /, ''), async () => expect(await write()).toEqual(expected))
