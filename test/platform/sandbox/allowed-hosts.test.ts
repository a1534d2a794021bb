import { expect, test } from 'vitest'
import { readInputs } from '../../../src/config/inputs.ts'
import { canonicalHost, HOST_PRESETS, parseAllowedHosts, ruleFor } from '../../../src/platform/sandbox/allowed-hosts.ts'

const allows = (entries: string[], host: string, port = 443) =>
  ruleFor(parseAllowedHosts(entries), canonicalHost(host), port) !== undefined

const ALLOWED: [entry: string, host: string, port: number][] = [
  ['registry.npmjs.org', 'registry.npmjs.org', 443],
  ['registry.npmjs.org', 'Registry.NPMJS.org.', 80],
  ['REGISTRY.npmjs.org', 'registry.npmjs.org', 443],
  ['*.example.com', 'a.example.com', 443],
  ['*.example.com', 'a.b.example.com', 443],
  ['*.example.com:8443', 'a.example.com', 8443],
  ['example.com:8443', 'example.com', 8443],
  ['localhost:5432', 'localhost', 5432],
  ['127.0.0.1:5432', '127.0.0.1', 5432],
  ['10.0.0.7:80', '10.0.0.7', 80],
  ['[::1]:6379', '::1', 6379],
  ['[FD00::1]:6379', 'fd00:0::1', 6379],
  ['postgres:5432', 'postgres', 5432],
  ['93.184.216.34:443', '93.184.216.34', 443],
  ...Object.entries(HOST_PRESETS).flatMap(([preset, hosts]) =>
    hosts.map((host): [string, string, number] => [preset, host, 443]),
  ),
]
for (const [entry, host, port] of ALLOWED)
  test(`allowed_hosts: ${entry} allows ${host}:${port}`, () => {
    expect(parseAllowedHosts([entry]).problems).toEqual([])
    expect(allows([entry], host, port)).toBe(true)
  })

const NOT_ALLOWED: [entry: string, host: string, port: number][] = [
  ['example.com', 'example.com', 22],
  ['example.com', 'example.com', 8443],
  ['example.com', 'www.example.com', 443],
  ['example.com', 'example.com.evil.test', 443],
  ['example.com', 'evilexample.com', 443],
  ['example.com', 'example.org', 443],
  ['*.example.com', 'example.com', 443],
  ['*.example.com', 'evilexample.com', 443],
  ['*.example.com', 'a.example.com', 22],
  ['example.com:8443', 'example.com', 443],
  ['localhost:5432', 'localhost', 5433],
  ['localhost:5432', '127.0.0.2', 5432],
  ['10.0.0.7:80', '10.0.0.8', 80],
  ['npm', 'npm', 443],
  ['npm', 'www.npmjs.com', 443],
  ['github', 'gist.github.com', 443],
]
for (const [entry, host, port] of NOT_ALLOWED)
  test(`allowed_hosts: ${entry} does not allow ${host}:${port}`, () => expect(allows([entry], host, port)).toBe(false))

const EXCLUDED: [entries: string, allowed: string[], refused: string[]][] = [
  ['*.example.com !private.example.com', ['a.example.com:443'], ['private.example.com:443', 'PRIVATE.example.com.:80']],
  ['!private.example.com *.example.com', ['a.example.com:443'], ['private.example.com:443']],
  ['*.example.com !*.in.example.com', ['in.example.com:443', 'a.example.com:443'], ['a.in.example.com:443']],
  ['github !gist.github.com !api.github.com', ['github.com:443'], ['api.github.com:443', 'gist.github.com:443']],
  ['*.npmjs.org !npm', ['www.npmjs.org:443'], ['registry.npmjs.org:443']],
  ['example.com:8443 example.com !example.com:8443', ['example.com:443'], ['example.com:8443']],
  ['*.example.com:8443 !a.example.com', ['b.example.com:8443'], ['a.example.com:8443']],
  ['* !evil.test', ['example.com:443', 'not-evil.test:80'], ['evil.test:443', 'evil.test:80', '10.0.0.7:80', 'db:80']],
  ['* !*.evil.test', ['evil.test:443'], ['a.evil.test:443']],
  ['10.0.0.7:80 10.0.0.8:80 !10.0.0.7', ['10.0.0.8:80'], ['10.0.0.7:80']],
  ['localhost:5432 localhost:80 !127.0.0.1:5432', ['localhost:80'], ['localhost:5432', '127.0.0.1:5432', '::1:5432']],
]
for (const [entries, open, refused] of EXCLUDED)
  test(`allowed_hosts: ${entries}: an entry with ! takes hosts away and adds none`, () => {
    const parsed = parseAllowedHosts(entries.split(' '))
    expect(parsed).toMatchObject({ problems: [], everything: false })
    const isOpen = (place: string) =>
      ruleFor(parsed, canonicalHost(place.replace(/:\d+$/, '')), Number(/\d+$/.exec(place)?.[0])) !== undefined
    expect(open.filter(isOpen)).toEqual(open)
    expect(refused.filter(isOpen)).toEqual([])
  })

test('allowed_hosts: no entry with ! widens any list', () => {
  const entries = ['npm', '*', '*.example.com', 'example.com:8443', 'localhost:80', '10.0.0.7:80']
  const exclusions = [
    '!npm',
    '!*.example.com',
    '!a.example.com',
    '!example.com:8443',
    '!10.0.0.7',
    '!localhost',
    '!x.test',
  ]
  const hosts = [
    'registry.npmjs.org',
    'a.example.com',
    'example.com',
    'localhost',
    '127.0.0.1',
    '10.0.0.7',
    'x.test',
    'db',
  ]
  for (const entry of entries)
    for (const exclusion of exclusions) {
      const [before, after] = [parseAllowedHosts([entry]), parseAllowedHosts([entry, exclusion])]
      for (const host of hosts)
        for (const port of [22, 80, 443, 8443])
          if (ruleFor(after, host, port) !== undefined)
            expect(
              before.everything || ruleFor(before, host, port),
              `${entry} ${exclusion} ${host}:${port}`,
            ).toBeTruthy()
    }
})

for (const entries of ['!example.com', '!npm, !*.example.com'])
  test(`allowed_hosts: ${entries} allows nothing, which is an error`, () =>
    expect(() => readInputs({ INPUT_ALLOWED_HOSTS: entries })).toThrow(
      /allowed_hosts only excludes .* and allows nothing/,
    ))

const BAD: [entry: string, problem: RegExp][] = [
  ['!', /no host after the !/],
  ['!*', /excludes every host/],
  ['!https://example.com', /no host after the !/],
  ['!exa_$mple', /not a host name/],
  ['https://example.com', /page/],
  ['example.com/path', /page/],
  ['exa mple.com'.replace(' ', '_$'), /not a host name/],
  ['example.com:0', /invalid port/],
  ['example.com:65536', /invalid port/],
  ['example.com:port', /not a host name/],
  ['localhost', /needs a port/],
  ['postgres', /needs a port/],
  ['db.internal', /needs a port/],
  ['127.0.0.1', /without a port/],
  ['::1', /without a port/],
  ['[::1]', /without a port/],
  ['10.0.0.0/8', /page/],
  ['169.254.169.254:80', /never reach/],
  ['168.63.129.16:80', /never reach/],
  ['[fd00:ec2::254]:80', /never reach/],
  ['[::ffff:127.0.0.1]:80', /never reach/],
  ['0.0.0.0:80', /never reach/],
  ['127.1:80', /not a host name/],
  ['2130706433:80', /not a host name/],
  ['0x7f.0.0.1:80', /not a host name/],
  ['*.com', /too many/],
  ['*.localhost:80', /too many/],
  ['**', /not a host name/],
  ['a.*.com', /not a host name/],
  ['*example.com', /not a host name/],
  ['-a.example.com', /not a host name/],
  ['user@example.com', /not a host name/],
  ['[example.com]:80', /not a valid address/],
]
for (const [entry, problem] of BAD)
  test(`allowed_hosts: ${entry} is an error that names the entry and the forms`, () => {
    const error = (() => {
      try {
        readInputs({ INPUT_ALLOWED_HOSTS: `npm, ${entry}` })
      } catch (cause) {
        return String(cause)
      }
      return ''
    })()
    expect(error).toContain(`allowed_hosts contains "${entry}"`)
    expect(error).toMatch(problem)
    expect(error).toMatch(
      /name:port, localhost:PORT, address:port, a preset \(npm, pypi, crates, go, maven, debian, github\), or \*/,
    )
  })

test('allowed_hosts: entries stand on lines, or between commas or spaces', () => {
  const { allowed_hosts } = readInputs({ INPUT_ALLOWED_HOSTS: 'npm pypi,\n  example.com:8443\n' })
  expect(allowed_hosts.everything).toBe(false)
  expect(allowed_hosts.rules.map(({ host }) => host)).toEqual([
    ...(HOST_PRESETS.npm ?? []),
    ...(HOST_PRESETS.pypi ?? []),
    'example.com',
  ])
  expect(readInputs({ INPUT_ALLOWED_HOSTS: '*' }).allowed_hosts.everything).toBe(true)
  expect(readInputs({}).allowed_hosts).toEqual({ everything: false, rules: [], excluded: [] })
})
