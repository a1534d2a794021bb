import { expect, test } from 'vitest'
import { unpinnedProblem } from '../../src/mcp/config.ts'

const SHA = 'a'.repeat(40)
const lines: [line: string, loose: string | undefined][] = [
  ['npx -y pkg@latest', 'pkg@latest'],
  ['NPX.bat -y pkg@latest', 'pkg@latest'],
  ['npx -y @scope/pkg', '@scope/pkg'],
  ['npx @scope/pkg@^1.2.3 stdio', '@scope/pkg@^1.2.3'],
  ['npx -y @scope/pkg@1', '@scope/pkg@1'],
  ['npx -y @scope/pkg@1.2.3 --port 3', undefined],
  ['npx pkg@1.2.3-beta.1', undefined],
  ['npx --yes --package=pkg -- run it', 'pkg'],
  ['npx -p pkg@1.2.3 run', undefined],
  ['npx -p pkg@1.2.3 -p other run', 'other'],
  ['npx -- pkg', 'pkg'],
  [`npx github:o/r#${SHA}`, undefined],
  ['npx github:o/r', 'github:o/r'],
  ['npx ./tools/server', undefined],
  ['/usr/bin/npx pkg', 'pkg'],
  ['C:\\node\\npx.cmd pkg', 'pkg'],
  ['npm exec pkg', 'pkg'],
  ['npm run server', undefined],
  ['pnpm dlx pkg', 'pkg'],
  ['pnpm start', undefined],
  ['yarn dlx pkg@1.2.3', undefined],
  ['bunx pkg', 'pkg'],
  ['uvx mcp-server', 'mcp-server'],
  ['uvx mcp-server@1.2.3', undefined],
  ['uvx --from mcp==1.2 mcp-server', undefined],
  ['uvx --from git+https://github.com/o/r mcp', 'git+https://github.com/o/r'],
  [`uvx --from git+https://github.com/o/r@${SHA} mcp`, undefined],
  ['pipx run mcp', 'mcp'],
  ['node server.js', undefined],
  ['npx', undefined],
  ['npx --no-install pkg', undefined],
  ['npx --no pkg', undefined],
]
for (const [line, loose] of lines)
  test(`pinned: ${line}`, () => {
    const [command = '', ...args] = line.split(' ')
    const reason = unpinnedProblem(command, args)
    if (loose === undefined) expect(reason).toBeUndefined()
    else expect(reason).toContain(`would download the newest version of ${loose}. Pin it: `)
  })
