import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { UserError } from '../../src/host/errors.ts'
import { useProxy } from '../../src/host/proxy.ts'
import { startGemini } from '../../src/standin/gemini.ts'
import { say } from '../../src/standin/gemini-steps.ts'
import { startProxy } from '../fakes/connect-proxy.ts'

const module = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)

/** Asks the model once in a process of its own, which alone is sent through the proxy. */
async function askedThrough(env: Record<string, string>): Promise<string> {
  const program = `
    const { useProxy } = await import(${module('host/proxy.ts')})
    const { connect } = await import(${module('model/connect.ts')})
    const clock = { now: Date.now, random: Math.random, sleep: async () => {} }
    await useProxy(process.env)
    const { ask } = connect({ apiKey: 'k', maxAttempts: 1 }, process.env, clock, () => {})
    const request = { model: 'gemini-2.5-pro', system: '', tools: [], messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }] }
    console.log(await ask(request, new AbortController().signal).then(({ parts }) => parts[0].text, (error) => error.retry + ': ' + error.message))
    process.exit()`
  const { PATH = '' } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH, ...env },
  })
  return stdout.trim()
}

const ways: [name: string, env: (proxy: string, origin: string) => Record<string, string>, asked: string[]][] = [
  ['HTTPS_PROXY', (url) => ({ HTTPS_PROXY: ` ${url} ` }), ['gemini.test:80 user:pa ss']],
  ['lower case', (url) => ({ https_proxy: url }), ['gemini.test:80 user:pa ss']],
  ['HTTP_PROXY alone', (url) => ({ HTTP_PROXY: url }), ['gemini.test:80 user:pa ss']],
  ['no scheme', (url) => ({ HTTPS_PROXY: url.replace('http://', '') }), ['gemini.test:80 user:pa ss']],
  ['NO_PROXY', (url, origin) => ({ HTTPS_PROXY: url, NO_PROXY: 'x.test', GOOGLE_GEMINI_BASE_URL: origin }), []],
]

for (const [name, env, asked] of ways)
  test(`through a proxy: ${name}`, async () => {
    await using gemini = await startGemini([say('from afar')])
    await using proxy = await startProxy(gemini.url)
    const base = { GOOGLE_GEMINI_BASE_URL: 'http://gemini.test' }
    expect(await askedThrough({ ...base, ...env(proxy.url, gemini.url) })).toBe('from afar')
    expect(proxy.asked).toEqual(asked)
  })

test('hosts in NO_PROXY are reached directly', async () => {
  await using proxy = await startProxy({ status: 502 })
  const env = { HTTPS_PROXY: proxy.url, NO_PROXY: '.invalid', GOOGLE_GEMINI_BASE_URL: 'http://model.invalid' }
  expect(await askedThrough(env)).toContain('host name cannot be resolved')
  expect(proxy.asked).toEqual([])
})

for (const [status, said] of [
  [407, /^never: The proxy \(HTTPS_PROXY\).*HTTP 407\. It wants a name and a password/],
  [403, /^never: The proxy \(HTTPS_PROXY\).*HTTP 403\.$/],
  [502, /^later: The proxy \(HTTPS_PROXY\).*HTTP 502\.$/],
] as const)
  test(`a proxy that answers ${status}`, async () => {
    await using proxy = await startProxy({ status })
    const answer = await askedThrough({ HTTPS_PROXY: proxy.url, GOOGLE_GEMINI_BASE_URL: 'https://gemini.test' })
    expect(answer).toMatch(said)
    expect(answer).not.toContain('pa%20ss')
  })

test.each(['http://u:secret@ho st:1', 'ftp://u:secret@host'])('refuses %s without quoting it', async (url) => {
  const failure = await useProxy({ HTTPS_PROXY: url }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UserError)
  expect(String(failure)).toContain('HTTPS_PROXY is not the address of a proxy')
  expect(String(failure)).not.toContain('secret')
})

test('no proxy: nothing happens', async () => {
  expect(await useProxy({ HTTPS_PROXY: ' ', NO_PROXY: '*' })).toBeUndefined()
})
