import { expect, test } from 'vitest'
import { grounded } from '../../src/emulators/gemini/steps.ts'
import { startProxy } from '../fakes/connect-proxy.ts'
import { internet, pages } from '../platform/internet.ts'
import { improvise } from './improvised.ts'

const PUBLIC = 'http://93.184.216.34'
const fetching = (...paths: string[]) => [
  { tool: 'web_fetch', args: { prompt: `What do ${paths.map((path) => PUBLIC + path).join(' and ')} say?` } },
]
const unread = (...paths: string[]) =>
  grounded('I could not open them.', { pages: Object.fromEntries(paths.map((path) => [PUBLIC + path, 'ERROR'])) })

test.concurrent("N01, N03, N09: pages come through the job's proxy, from public addresses only, without credentials", async () => {
  const site = pages({
    '/docs': { type: 'text/html', body: '<h1>Docs</h1><p>The answer is <b>42</b>.</p><script>evil()</script>' },
    '/moved': { to: '/docs', status: 301 },
    '/inside': { to: 'http://10.0.0.1/admin' },
    '/meta': { to: 'http://169.254.169.254/latest/meta-data/', status: 307 },
    '/mapped': { to: 'http://[::ffff:127.0.0.1]:80/' },
    '/file': { to: 'file:///etc/passwd' },
    '/login': { to: 'http://me:word@93.184.216.34/docs' },
  })
  await using net = await internet(site)
  await using proxy = await startProxy(`http://127.0.0.1:${net.port}`)
  const led = ['/inside', '/meta', '/mapped', '/file', '/login']
  await improvise(
    {
      turns: [fetching('/moved'), unread('/moved'), fetching(...led), unread(...led)],
      step: { env: { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1,localhost' } },
    },
    ({ gemini, last, transcript, said }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(gemini.requests.length).toBe(5)
      const [, read, , refused] = said.map((each) => each.join('\n'))
      expect(read).toContain('<source url="http://93.184.216.34/moved">\nDocs\n\nThe answer is 42.\n</source>')
      for (const host of ['10.0.0.1', '169.254.169.254', '[::ffff:7f00:1]'])
        expect(refused).toContain(`Access to blocked or private host ${host} is not allowed.`)
      expect(refused).toContain('All fallback fetch attempts failed: ')
      expect(refused).not.toMatch(/root:|The answer is/)
      // Every connection was to the one public address; the machines behind the redirects heard nothing.
      expect(new Set(proxy.asked)).toEqual(new Set(['93.184.216.34:80 user:pa ss']))
      expect(net.requests.map(({ url }) => url).toSorted()).toEqual(['/docs', '/moved', ...led].toSorted())
      for (const { headers } of net.requests)
        expect(Object.keys(headers).toSorted()).toEqual([
          'accept',
          'accept-encoding',
          'connection',
          'host',
          'user-agent',
        ])
      expect(`${last.log}${last.summary}${transcript}`).not.toMatch(/pa(?:%20| )ss/)
    },
  )
})
