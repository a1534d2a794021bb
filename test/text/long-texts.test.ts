import { expect, test } from 'vitest'
import { interpretHookExit } from '../../src/agent/hooks/hook-output.ts'
import { cleanInbound } from '../../src/text/clean-inbound.ts'
import { linkNamedLines } from '../../src/text/permalinks.ts'
import { sanitizeOutbound } from '../../src/text/sanitize-outbound.ts'

const HOST = { server: 'https://github.com', repository: 'octo/shop' }
const FILES = { commit: 'a'.repeat(40), lineCounts: new Map([['a.ts', 3]]) }

// At this length, a pattern that looks at each character from each other one takes minutes. `npm run bench` measures more shapes.
const LENGTH = 200_000
const shapes = ['\u{1f600}', 'a', '-', '_', '=', ' ', '\n', '`', '](', 'www.', 'https://a', '\n==', '"', '{"a":']

for (const shape of shapes)
  test(`a long text of ${JSON.stringify(shape)} comes in and goes out`, async () => {
    const text = `${shape.repeat(LENGTH / shape.length)}\n\nseen in a.ts:1`
    expect((await cleanInbound(text)).text.includes('seen in')).toBe(true)
    const posted = sanitizeOutbound(text, HOST)
    expect((await linkNamedLines(posted, FILES, HOST)).includes('seen in')).toBe(true)
    expect(interpretHookExit({ stdout: text, stderr: '', code: 0, signal: null }).output?.decision).toBe('allow')
  })
