import { expect, test } from 'vitest'
import { improvise, type Wish } from './improvised.ts'

const shell = (command: string): Wish => ({ tool: 'run_shell_command', args: { command } })
const write = (file_path: string): Wish => ({ tool: 'write_file', args: { file_path, content: 'x' } })

const DENIED: [wish: Wish, remedy: RegExp][] = [
  [shell('rm -rf build'), /commandPrefix = "rm -rf build"\n/],
  [shell('git log | sort > out'), /commandPrefix = "git log"\n[\s\S]*commandPrefix = "sort"\nallowRedirection/],
  [
    shell('curl -s https://example.com/a'),
    /^No rule alone can allow this: .*no network.*`example\.com`.*`allowed_hosts`/,
  ],
  [shell('git push origin main'), /^No rule can allow this: .*`changes`/],
  [shell('eval "$X"'), /^No rule allows just this line: /],
  [write('src/a.ts'), /toolName = "write_file"\n/],
  [write('package.json'), /argsPattern = '"file_path":"package\\.json"'/],
  [write('.git/config'), /^No rule can allow this: no tool accesses \.git/],
  [write('../../etc/passwd'), /^No rule can allow this: the path leads outside/],
  [{ tool: 'web_fetch', args: { prompt: 'Read https://example.com' } }, /toolName = "web_fetch"/],
]

test('a denied call has one remedy, with the same text in the comment, the log and the outputs', () =>
  improvise(
    { turns: [DENIED.map(([wish]) => wish)], policies: '', step: { inputs: { prompt: 'Do it.', sandbox: 'auto' } } },
    ({ last, github }) => {
      const denied: { toml: string; tool: string }[] = JSON.parse(last.outputs.denied ?? '')
      expect(denied.map(({ toml }, index) => [toml, DENIED[index]?.[1].test(toml)])).toEqual(
        denied.map(({ toml }) => [toml, true]),
      )
      expect(denied).toHaveLength(DENIED.length)
      const comment = github.world.comments.map(({ body }) => body).join('\n')
      for (const text of [comment, last.summary, last.log.replace(/^ {4}/gm, '')])
        for (const { toml } of denied) expect(plain(text)).toContain(plain(toml))
      const [first] = comment.split('\n\n')
      expect(first).toContain('Policy denied all 10 tool calls.')
      expect(comment).not.toMatch(/run_shell_command\(|"allowed"/)
      expect(last.log).toContain('Policy denied every tool call: run_shell_command, write_file, web_fetch.')
    },
  ))

test('a denied call beside one that no rule decided is not called all', () =>
  improvise({ turns: [[shell('rm -rf build'), { tool: 'nothing', args: {} }]], policies: '' }, ({ last, github }) => {
    const comment = github.world.comments.map(({ body }) => body).join('\n')
    expect(comment).toContain('Policy denied 1 of 2 tool calls.')
    expect(last.log).toContain('Policy denied calls: run_shell_command.')
    expect(comment + last.log).not.toMatch(/\b(?:all|every|only) (?:the )?(?:\d+ )?tool calls?\b/)
  }))

/** Without what Markdown escapes. */
const plain = (text: string) => text.replace(/[\\`]|&[a-z#0-9]+;|[*_~<>]/g, '')
