import { expect, test } from 'vitest'
import { collectSecrets, createSecretFilter, tooShortSecrets } from '../../../src/platform/redact/redact.ts'
import { isFull } from '../../sample.ts'
import { seededRandom } from '../../text/markdown-generator.ts'

// Put together here: whole literals of these shapes would alarm the scanners that look for leaked ones.
const KEY = ['AIza', 'SyD3m0-Qw3rTy_uI0pAsDfGhJkLzXcVbNm1'].join('')
const OTHER_KEY = ['AIza', 'SyAAAAbbbbCCCCddddEEEEffffGGGGhhhhI'].join('')
const BEGIN = '-----BEGIN'
const TOKEN = ['ghs', '0123456789abcdefghijABCDEFGHIJ012345'].join('_')
const filter = createSecretFilter([KEY])
const b64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')

/** RFC 4648, section 6. */
const base32 = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replace(/.{1,5}/g, (bits) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(bits.padEnd(5, '0'), 2)] ?? '')

const leaks: [name: string, text: string][] = [
  ['as it is', KEY],
  ['without its first seven characters', KEY.slice(7)],
  ['sixteen characters of its middle', KEY.replace(/[-_]/g, '').slice(9, 25)],
  ['upper case', KEY.toUpperCase()],
  ['base64', b64(KEY)],
  ['base64, one byte later', b64(`=${KEY}\n`)],
  ['base64, two bytes later', b64(`a=${KEY}\n`)],
  ['base64 of a piece', b64(KEY.slice(7, 30))],
  ['base64, url-safe', Buffer.from(`?>?${KEY}`).toString('base64url')],
  ['base64 twice', b64(b64(KEY))],
  ['base64 of UTF-16', Buffer.from(KEY, 'utf16le').toString('base64')],
  ['hex', hex(KEY)],
  ['hex in capitals with colons', hex(KEY).toUpperCase().replace(/../g, '$&:')],
  ['hex as od -x prints it', Buffer.from(KEY.slice(0, 38)).swap16().toString('hex').replace(/..../g, '$& ')],
  ['percent-encoded throughout', hex(KEY).replace(/../g, '%$&')],
  ['javascript escapes', hex(KEY).replace(/../g, '\\x$&')],
  ['unicode escapes', hex(KEY).replace(/../g, '\\u00$&')],
  ['decimal codes', [...Buffer.from(KEY)].join(', ')],
  ['octal codes', [...Buffer.from(KEY)].map((code) => code.toString(8).padStart(3, '0')).join(' ')],
  ['html entities', [...Buffer.from(KEY)].map((code) => `&#${code};`).join('')],
  ['reversed', [...KEY].reverse().join('')],
  ['rot13', KEY.replace(/[a-z]/gi, (c) => String.fromCharCode(c.charCodeAt(0) + (c.toLowerCase() < 'n' ? 13 : -13)))],
  ['one character a line', [...KEY].join('\n')],
  ['spaced out', [...KEY].join('   ')],
  ['zero-width characters between', [...KEY].join('\u200b')],
  ['soft hyphens between', [...KEY].join('\u00ad')],
  ['base64, turned around', [...b64(KEY)].reverse().join('')],
  ['base64 of it turned around', b64([...KEY].reverse().join(''))],
  ['hex, turned around', [...hex(KEY)].reverse().join('')],
  ...[0, 1, 2, 3, 4].map((later): [string, string] => [
    `base32, ${later} bytes later`,
    base32('k'.repeat(later) + KEY),
  ]),
  [
    'octal words as od prints them',
    Buffer.from(KEY.slice(0, 38))
      .swap16()
      .toString('hex')
      .replace(/..../g, (word) => `${Number.parseInt(word, 16).toString(8).padStart(6, '0')} `),
  ],
  ['wide letters', [...KEY].map((c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0)).join('')],
  ['bold letters', KEY.replace(/[a-z]/g, (c) => String.fromCodePoint(0x1d41a + c.charCodeAt(0) - 97))],
  [
    'letters that look alike',
    KEY.replace(/[acopsxyADIKMXT]/g, (c) => 'асорѕхуАDІКМХТ'['acopsxyADIKMXT'.indexOf(c)] ?? c),
  ],
  ['dots between', [...KEY].join('·')],
  ['pictures between', [...KEY].join('😀')],
  ['accents on it', [...KEY].join('\u0301')],
  ['percent here and there', KEY.replace(/[aeiou0-9]/gi, (c) => `%${hex(c)}`)],
  ['percent of percent', KEY.replace(/[aeiou0-9]/gi, (c) => `%25${hex(c)}`)],
  ['escapes of JSON here and there', KEY.replace(/[a-z]/g, (c) => `\\u00${hex(c)}`)],
  ['escapes in braces', KEY.replace(/[A-Z]/g, (c) => `\\u{${hex(c)}}`)],
  ['octal escapes here and there', KEY.replace(/[a-f]/g, (c) => `\\${c.charCodeAt(0).toString(8)}`)],
  ['entities here and there', KEY.replace(/[a-z]/g, (c) => `&#${c.charCodeAt(0)};`)],
  ['hexadecimal entities here and there', KEY.replace(/[A-Z]/g, (c) => `&#x${hex(c)};`)],
  ['entities that nobody sees', KEY.replace(/....../g, '$&&zwnj;')],
  ['tags between', KEY.replace(/...../g, '$&<b></b>')],
  ['comments between', KEY.replace(/...../g, '$&<!-- and -->')],
  ['as concatenation in code', `"${KEY.slice(0, 13)}" +\n  "${KEY.slice(13)}"`],
]

for (const [name, leak] of leaks)
  test(`a known secret is found: ${name}`, () => {
    // No character around it that an escape starts with.
    const out = filter.text(`*** ${leak} ***`)
    expect(out).toMatch(/^\*\*\* .{0,8}\[redacted\].{0,8} \*\*\*$/s)
  })

test('the text around a secret stays', () => {
  expect(filter.text(`GEMINI_API_KEY=${KEY}\nPATH=/usr/bin\n`)).toBe('GEMINI_API_KEY=[redacted]\nPATH=/usr/bin\n')
})

test('what is not a secret passes untouched', () => {
  const text =
    'Nothing here. ABCDEFGHIJKLMNOP, AIza, ghp_short, ==================================, 0000000000000000000000'
  expect(filter.text(text)).toBe(text)
  expect(createSecretFilter([]).text(text)).toBe(text)
})

const shaped: [name: string, text: string][] = [
  ['an installation token', `ghs_${'a1B2'.repeat(9)}`],
  ['a personal token', `ghp_${'a1B2'.repeat(9)}`],
  ['a fine-grained token', `github_pat_11ABCDEFG0${'x'.repeat(59)}`],
  ['a Google key', `AIzaSy${'Qx1'.repeat(11)}`],
  ['a Google access token', `ya29.${'a0Af_'.repeat(20)}`],
  ['a JSON web token', `eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${'s'.repeat(43)}`],
]
for (const [name, token] of shaped)
  test(`redacted inside a text by its shape: ${name}`, () => {
    expect(createSecretFilter([]).text(`please use ${token}, thanks`)).toBe('please use [redacted], thanks')
  })

test('the shortest token is redacted where it is the whole text', () => {
  expect(createSecretFilter([]).text('AKIAIOSFODNN7EXAMPLE')).toBe('[redacted]')
})

test('private key blocks lose their body, whole, cut short or as JSON', () => {
  const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n'.repeat(3)
  const none = createSecretFilter([])
  expect(none.text(`x\n-----BEGIN PRIVATE KEY-----\n${body}-----END PRIVATE KEY-----\ny`)).toBe(
    'x\n-----BEGIN PRIVATE KEY-----[redacted]-----END PRIVATE KEY-----\ny',
  )
  expect(none.text(`${BEGIN} PRIVATE KEY-----\n${'A'.repeat(17_000_000)}`)).toBe(
    '-----BEGIN PRIVATE KEY-----[redacted]',
  )
  expect(none.text(`${BEGIN} RSA PRIVATE KEY-----\n${body}`)).toBe('-----BEGIN RSA PRIVATE KEY-----[redacted]')
  expect(
    none.text(JSON.stringify({ private_key: `${BEGIN} PRIVATE KEY-----\n${body}-----END PRIVATE KEY-----\n` })),
  ).not.toContain('MIIE')
})

test('escapes around a secret stay, and so do those of a text without one', () => {
  const text = (secret: string) => `&lt;b&gt; \\u00e4 %20<i>${secret}</i>%20 \\x41 <T extends string>&amp;`
  expect(filter.text(text(KEY))).toBe(text('[redacted]'))
  expect(filter.text(text(KEY.replace('S', '&#83;')))).toBe(text('[redacted]'))
  expect(filter.text(text('nothing'))).toBe(text('nothing'))
})

test('a short secret is found whole, also encoded or spread over lines', () => {
  const short = createSecretFilter(['p@ss!w0'])
  for (const leak of [
    'p@ss!w0',
    b64('xp@ss!w0'),
    b64('p@ss!w0'),
    hex('p@ss!w0'),
    '0w!ss@p',
    'p@s\ns!w0',
    encodeURIComponent('p@ss!w0'),
    'p@s&#115;!w0',
    'p@<b>ss</b>!w0',
    'p＠ss！w0',
  ])
    expect(short.text(`(${leak})`)).toContain('[redacted]')
  expect(short.text('p@ss-w0, p@ss!w1')).toBe('p@ss-w0, p@ss!w1')
})

test('punctuation around the letters of a secret goes with it', () => {
  const odd = '!!"$%&/()=0123456789abcdef*+#<>'
  expect(createSecretFilter([odd]).text(`<${odd}>`)).toBe('<[redacted]>')
  expect(createSecretFilter([odd]).text(JSON.stringify({ a: odd }))).toBe('{"a":"[redacted]"}')
})

test('each line of a multi-line secret', () => {
  const pem = `${BEGIN} PRIVATE KEY-----\n${['q8Zt', 'vB2n'].map((part) => part.repeat(16)).join('\n')}\n-----END PRIVATE KEY-----`
  const lines = createSecretFilter(collectSecrets({ SIGNING_KEY: pem }, []))
  expect(lines.text(`<${'vB2n'.repeat(16)}>`)).toBe('<[redacted]>')
  expect(lines.text('BEGIN PRIVATE KEY')).toBe('BEGIN PRIVATE KEY')
})

test('deep: every string and key, the shape kept, the input left alone', () => {
  const value = { list: [KEY, 1, null, { [KEY]: `x${KEY}` }], when: new Date(0), none: undefined }
  expect(filter.deep(value)).toEqual({
    list: ['[redacted]', 1, null, { '[redacted]': 'x[redacted]' }],
    when: new Date(0),
    none: undefined,
  })
  expect(value.list[0]).toBe(KEY)
})

test('hits counts places', () => {
  const counting = createSecretFilter([KEY])
  counting.deep([KEY, `${KEY} and ${KEY}`, 'nothing'])
  expect(counting.redactionCount()).toBe(3)
})

test('collectSecrets: which variables count', () => {
  const found = collectSecrets(
    {
      GITHUB_TOKEN: TOKEN,
      INPUT_GEMINI_API_KEY: KEY,
      MY_SERVICE: OTHER_KEY,
      DATABASE_URL: 'postgres://app:s3cr3t-pa55@db/app',
      githubToken: 'camelCased-123',
      GOOGLE_CREDENTIALS: JSON.stringify({
        type: 'service_account',
        private_key_id: '0123abcd4567',
        private_key: 'line-1-of-the-key',
        token_uri: 'https://oauth2.googleapis.com/token',
      }),
      INPUT_MAX_TOKENS: '200000',
      INPUT_GCP_TOKEN_FORMAT: 'access_token-v2',
      GCP_SCOPES_AUTH: 'https://www.googleapis.com/auth/cloud-platform',
      SSH_AUTH_SOCK: '/tmp/ssh-XXXX/agent.1234',
      GOOGLE_APPLICATION_CREDENTIALS: '/home/runner/work/gha-creds-12.json',
      GIT_AUTHOR_NAME: 'Somebody Special',
      DB_PASSWORD: 'postgres',
      KEYBOARD: 'us-intl-variant',
      PATH: '/usr/bin:/bin',
      SHORT_KEY: 'abc1',
      ISSUE_BODY: `Somebody pasted ${OTHER_KEY} into this long text`,
      INPUT_SETTINGS:
        '{"mcpServers":{"x":{"headers":{"Authorization":"Bearer zyxw-987654"},"url":"https://x.example"}}}',
    },
    ['given-1', 'abc', ''],
  )
  expect(found.sort()).toEqual(
    [
      TOKEN,
      KEY,
      OTHER_KEY,
      's3cr3t-pa55',
      'camelCased-123',
      'Bearer zyxw-987654',
      'given-1',
      'line-1-of-the-key',
    ].sort(),
  )
})

test('a secret of few different characters is found whole only', () => {
  const dull = createSecretFilter(['x'.repeat(40)])
  expect(dull.text(`(${'x'.repeat(40)}) ${'x'.repeat(20)}`)).toBe(`([redacted]) ${'x'.repeat(20)}`)
})

// Anything slower than linear exceeds the test's time limit.
const pieces = [
  'a',
  'AIza',
  'eyJ',
  'ghp_',
  '-----BEGIN PRIVATE KEY-----\n',
  'x',
  `${KEY} `,
  ' ',
  '\u200b',
  '1//0',
  'xox',
  '"\\n',
  'sk-proj-',
  '&#65;',
  '<b>',
  '%',
  '&',
  '\\u0041',
  'é·😀',
]
for (const piece of pieces)
  test(`a megabyte of ${JSON.stringify(piece)} is filtered in linear time`, () => {
    const many = Array.from({ length: 40 }, (_, n) => b64(`secret number ${n} of this run`))
    const busy = createSecretFilter([KEY, 'x'.repeat(40), ...many])
    const text = piece.repeat((1 << 20) / piece.length)
    expect(busy.text(`${text} ${many[7]}`)).not.toContain(many[7])
  })

test('what passed before it was known to be secret does not pass again', () => {
  const filter = createSecretFilter(['something-else'])
  expect(filter.text('it is token-of-later-1')).toBe('it is token-of-later-1')
  filter.addSecrets(['token-of-later-1'])
  expect(filter.text('it is token-of-later-1')).toBe('it is [redacted]')
})

test('later secrets are hidden from then on, through encodings too', () => {
  const filter = createSecretFilter(['known-secret-value'])
  expect(filter.text('token-of-later-1')).toBe('token-of-later-1')
  filter.addSecrets(['token-of-later-1'])
  filter.addSecrets([])
  const encoded = Buffer.from('token-of-later-1').toString('hex')
  expect(filter.deep({ a: `x token-of-later-1, ${encoded}, known-secret-value` })).toEqual({
    a: 'x [redacted], [redacted], [redacted]',
  })
})

test('secrets that are too short to be redacted are named', () => {
  const env = {
    DEPLOY_TOKEN: 'a1b2',
    DB_PASSWORD: 'x9!',
    LONG_TOKEN: 'a1b2c3d4e5',
    TOKEN_COUNT: '5',
    CI: 'true',
    MY_KEY: '',
  }
  expect(tooShortSecrets(env, { gemini_api_key: 'k1', github_token: '' })).toEqual([
    'gemini_api_key',
    'DEPLOY_TOKEN',
    'DB_PASSWORD',
  ])
})

test('a value of many strings loses what each of them loses alone', () => {
  const secret = 'hunter2-is-my-pass'
  // Found only without its escapes.
  const half = 'hun%74er2-is-m&#121;-pass'
  const pool = [
    ...[
      '<a',
      '<a href="',
      'b>',
      '<!--',
      '-->',
      '&#60;a',
      '%3Ca',
      '&am',
      'p;',
      '%',
      '%2',
      '\\u00',
      '\\',
      '\n',
      'gh',
      's_',
    ],
    ...['plain words', 'eyJ', '', 'x', secret.slice(0, 9), secret.slice(9), KEY.slice(0, 12), KEY.slice(20)],
    `${BEGIN} PRIVATE KEY-----`,
  ]
  for (let seed = 1; seed <= (isFull ? 600 : 30); seed++) {
    const random = seededRandom(seed)
    const pick = () => pool[Math.floor(random() * pool.length)] ?? ''
    const leak = random() < 0.5 ? half : (leaks[seed % leaks.length]?.[1] ?? '')
    const piece = () => Array.from({ length: 1 + Math.floor(random() * 3) }, pick).join(random() < 0.5 ? '' : ' ')
    const strings = Array.from({ length: 2 + Math.floor(random() * 3) }, piece)
    if (random() < 0.7) strings.splice(1, 0, `${leak}${random() < 0.5 ? '>' : ''}`)
    const alone = createSecretFilter([KEY, secret])
    const expected = strings.map((each) => alone.text(each))
    expect(createSecretFilter([KEY, secret]).deep({ strings, nested: [{ strings }] }), `seed ${seed}`).toEqual({
      strings: expected,
      nested: [{ strings: expected }],
    })
  }
})

test('sixteen letters of a secret are found wherever they stand, in a text of ASCII and in others', () => {
  const letters = KEY.replace(/[-_]/g, '')
  for (const around of ['', '\u2026'])
    for (let from = 0; from + 16 <= letters.length; from += 3)
      for (let before = 0; before < 17; before += 1) {
        const fragment = letters.slice(from, from + 16)
        const text = `${'x '.repeat(before)}${fragment.slice(0, 5)}-${fragment.slice(5)} end${around}`
        expect(filter.text(text), text).toContain('[redacted]')
      }
})

test('a secret too long to be divided into blocks is found', () => {
  const random = seededRandom(7)
  const long = Array.from({ length: 9000 }, () => Math.floor(random() * 36 ** 6).toString(36)).join('')
  const longFilter = createSecretFilter([long])
  expect(longFilter.text(`a ${long.slice(100, 130)} b`)).toBe('a [redacted] b')
  expect(longFilter.text('nothing of it')).toBe('nothing of it')
})

test('one of many short secrets is found', () => {
  const many = Array.from({ length: 300 }, (_, index) => `pw-${index * 7919}-q`)
  const shortFilter = createSecretFilter(many)
  expect(shortFilter.text(`with ${many[299]} in it`)).toBe('with [redacted] in it')
})
