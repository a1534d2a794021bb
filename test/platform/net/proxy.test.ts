import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startGemini } from '../../../src/emulators/gemini/gemini.ts'
import { say } from '../../../src/emulators/gemini/steps.ts'
import { UserError } from '../../../src/platform/errors.ts'
import { configureProxy } from '../../../src/platform/net/proxy.ts'
import { startProxy } from '../../fakes/connect-proxy.ts'

const module = (path: string) => JSON.stringify(new URL(`../../../src/${path}`, import.meta.url).href)

/** Sends one model request from a separate process, which alone uses the proxy. */
async function askedThrough(env: Record<string, string>): Promise<string> {
  const program = `
    const { configureProxy } = await import(${module('platform/net/proxy.ts')})
    const { connectModel } = await import(${module('model/connect.ts')})
    const clock = { now: Date.now, random: Math.random, sleep: async () => {} }
    configureProxy(process.env)
    const { generate } = connectModel({ apiKey: 'k', maxAttempts: 1 }, process.env, { clock, report: () => {} })
    const request = { model: 'gemini-2.5-pro', system: '', tools: [], messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }] }
    console.log(await generate(request, new AbortController().signal).then(({ parts }) => parts[0].text, (error) => error.retry + ': ' + error.message))
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
  [407, /^never: The proxy \(HTTPS_PROXY\).*HTTP 407\. Add a user name and password to its address/],
  [403, /^never: The proxy \(HTTPS_PROXY\).*HTTP 403\.$/],
  [502, /^later: The proxy \(HTTPS_PROXY\).*HTTP 502\.$/],
] as const)
  test(`a proxy that answers ${status}`, async () => {
    await using proxy = await startProxy({ status })
    const answer = await askedThrough({ HTTPS_PROXY: proxy.url, GOOGLE_GEMINI_BASE_URL: 'https://gemini.test' })
    expect(answer).toMatch(said)
    expect(answer).not.toContain('pa%20ss')
  })

test.each(['http://u:secret@ho st:1', 'ftp://u:secret@host'])('refuses %s without quoting it', (url) => {
  const configure = () => configureProxy({ HTTPS_PROXY: url })
  expect(configure).toThrow(UserError)
  expect(configure).toThrow('HTTPS_PROXY is not the address of a proxy')
  expect(configure).not.toThrow('secret')
})

test('no proxy: nothing happens', () => {
  expect(configureProxy({ HTTPS_PROXY: ' ', NO_PROXY: '*' })).toBeUndefined()
})
