import { expect, test } from 'vitest'
import { repositoryCodeReason } from '../../../src/agent/hooks/repository-code.ts'

const FOLDER = '/home/runner/work/pond/pond'
const reason = (command: string, env: Record<string, string> = {}) => repositoryCodeReason({ command, env }, FOLDER)

test.each([
  'exit 0',
  'cat > /dev/null; echo no >&2; exit 2',
  'jq -e ".tool_input.command | test(\\"rm\\") | not"',
  'input=$(cat); case "$input" in *secret*) echo "not that" >&2; exit 2;; esac',
  'if grep -qE "rm -rf|dd if="; then echo "{\\"decision\\":\\"deny\\"}"; fi',
  'read -r line && printf %s "$line" | sed -n "s/a/b/p" | sort | uniq -c',
  'timeout 5 jq . | head -n 3',
  'curl -sS -d @- https://example.com/hook',
  '/usr/local/bin/company-gate --strict',
  '/opt/hooks/gate.sh',
  'bash /opt/hooks/gate.sh',
  '/usr/bin/node /opt/hooks/gate.js --config ./gate.json',
  'python3 /opt/hooks/gate.py',
  'env MODE=strict /opt/hooks/gate.sh',
  'test -f package.json && echo "{}"',
])('runs nothing of the repository: %s', async (command) => expect(await reason(command)).toBeUndefined())

test.each([
  'npm run lint',
  'npx prettier --check .',
  './x',
  'scripts/gate.sh',
  'node scripts/gate.js',
  'node ./gate.js',
  'sh gate.sh',
  'bash -c "npm test"',
  'bash -c "./gate.sh"',
  'cat | npm run -s gate',
  'echo "$(make gate)"',
  'true && ./gate.sh || exit 2',
  'find . -name gate.sh -exec {} \\;',
  'find . -exec ./gate.sh {} +',
  'ls | xargs -I{} ./gate.sh {}',
  'timeout 5 ./gate.sh',
  'env MODE=strict ./gate.sh',
  'sudo ./gate.sh',
  'source ./gate.sh',
  '. ./gate.sh',
  'eval "$(cat gate.sh)"',
  'cd scripts && ./gate.sh',
  'PATH=./bin:$PATH jq .',
  'LD_PRELOAD=./x.so jq .',
  '$GEMINI_PROJECT_DIR/.gemini/hooks/gate.sh',
  '"$GEMINI_PROJECT_DIR"/.gemini/hooks/gate.sh',
  'node "$GEMINI_PROJECT_DIR/.gemini/hooks/gate.js"',
  '$CLAUDE_PROJECT_DIR/gate',
  `${FOLDER}/.gemini/hooks/gate.sh`,
  `bash ${FOLDER}/gate.sh`,
  '/opt/../home/runner/work/pond/pond/gate.sh',
  '~/bin/gate',
  'python -c "import json"',
  'python3 -m gate',
  'node -e "require(\'./gate\')"',
  'node --require ./gate.js /opt/gate.js',
  'node',
  'perl -Ilib /opt/gate.pl',
  'awk -f gate.awk',
  'sed -f gate.sed',
  'make lint',
  '/usr/bin/make lint',
  '/usr/local/bin/npx gate',
  'cargo clippy',
  'eslint .',
  'bun /opt/hooks/gate.ts',
  'gate',
  'if then fi (',
  'sort --compress-program=./x',
  'gate() { ./x; }; gate',
  'trap ./gate.sh EXIT',
  'exec ./gate.sh',
  'git config core.pager ./x',
])('may run code of the repository: %s', async (command) => expect(await reason(command)).toMatch(/\S/))

test.each([
  'PATH',
  'LD_PRELOAD',
  'NODE_OPTIONS',
  'PYTHONPATH',
  'BASH_ENV',
  'ENV',
  'GIT_SSH_COMMAND',
  'npm_config_prefix',
])('a hook that sets %s may run code of the repository', async (name) =>
  expect(await reason('jq .', { [name]: './x' })).toContain(name),
)

const reasons: [command: string, expected: RegExp][] = [
  ['node -e 1', /^node -e runs code that may load files of the repository$/],
  ['node', /^node runs code from its input$/],
  ['node scripts/gate.js', /^scripts\/gate\.js is in the repository$/],
  ['./x', /^\.\/x is in the repository$/],
  ['npm test', /^npm may run code that the repository configures$/],
  ['awk -f gate.awk', /-f can run any program$/],
  ['$GATE', /^the program that `\$GATE` runs cannot be determined$/],
]
for (const [command, expected] of reasons)
  test(`the reason names what is wrong: ${command}`, async () => expect(await reason(command)).toMatch(expected))

test('a hook may set other variables', async () => expect(await reason('jq .', { MODE: 'strict' })).toBeUndefined())
