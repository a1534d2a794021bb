import { expect, test } from 'vitest'
import { childEnvFor } from '../../src/config/runtime.ts'
import { childEnvironment } from '../../src/platform/process/child-environment.ts'

const env = { PATH: '/bin', HOME: '/home/me', FOO: 'f', BOTH: 'b', GIT_TERMINAL_PROMPT: '1' }
const runtime = { env, childEnv: childEnvironment(env, []) }

const table: [name: string, redaction: Parameters<typeof childEnvFor>[1], here: string[], gone: string[]][] = [
  ['nothing said', undefined, ['PATH', 'HOME'], ['FOO', 'BOTH']],
  ['allowed by name', { allowed: ['foo'] }, ['PATH', 'FOO'], ['BOTH']],
  ['blocked by name', { blocked: ['PATH', 'foo'] }, ['HOME'], ['PATH', 'FOO']],
  ['what is both is blocked', { allowed: ['BOTH', 'FOO'], blocked: ['both'] }, ['FOO'], ['BOTH']],
  [
    'what protects cannot be blocked',
    { blocked: ['GIT_TERMINAL_PROMPT', 'GIT_CONFIG_COUNT'] },
    ['GIT_CONFIG_COUNT'],
    [],
  ],
]
for (const [name, redaction, here, gone] of table)
  test(`the environment of children, ${name}`, () => {
    const child = childEnvFor(runtime, redaction)
    expect(Object.keys(child)).toEqual(expect.arrayContaining(here))
    expect(Object.keys(child).filter((each) => gone.includes(each))).toEqual([])
    expect(child.GIT_TERMINAL_PROMPT).toBe('0')
  })
