import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiMimeType } from '../../src/model/models.ts'
import type { Workspace } from '../../src/platform/files/workspace.ts'
import { createFileVisibility } from '../../src/tools/files/file-visibility.ts'
import { listDirectory } from '../../src/tools/list-directory.ts'
import { createToolHarness, resultText } from './tool-harness.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}`).join('\n')
const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex')

const WHOLE: [name: string, path: string, content: string | Buffer, text: string][] = [
  ['text as it is', 'a.txt', 'a\nb\n', 'a\nb\n'],
  ['without a final line end', 'a.txt', 'a\nb', 'a\nb'],
  ['CRLF as it is', 'a.txt', 'a\r\nb\r\n', 'a\r\nb\r\n'],
  ['nothing', 'a.txt', '', ''],
  ['latin-1', 'a.txt', Buffer.from('café\n', 'latin1'), 'café\n'],
  ['UTF-16', 'a.txt', Buffer.from('\ufeffhé\n', 'utf16le'), 'hé\n'],
  ['a byte-order mark is not text', 'a.txt', '\ufeffa\n', 'a\n'],
  [
    'bytes that mean nothing are shown as such',
    'a.txt',
    Buffer.concat([Buffer.from('größe '), Buffer.of(0xe9)]),
    'größe \ufffd',
  ],
  ['a name that looks encoded is taken as it is', '100%25.txt', 'x', 'x'],
  ['.ts is TypeScript, not a video', 'a.ts', 'export {}', 'export {}'],
  ['.mts too', 'a.mts', 'export {}', 'export {}'],
  ['.cts too', 'a.cts', 'export {}', 'export {}'],
  ['.tsx too', 'a.tsx', 'export {}', 'export {}'],
  ['an image by name only, of a kind that cannot be shown', 'a.gif', 'not an image', 'not an image'],
  ['an image by name only', 'a.png', 'not an image', 'not an image'],
  ['a model of points, as text', 'a.obj', 'v 1 2 3\n', 'v 1 2 3\n'],
  ['data as text', 'a.dat', '1 2\n', '1 2\n'],
  ['a vector image', 'a.svg', '<svg/>', '<svg/>'],
  ['audio by name, XML inside', 'a.adp', '<xml/>', '<xml/>'],
  ['a film by name, text inside', 'a.mpg', 'a text', 'a text'],
]
for (const [name, path, content, text] of WHOLE)
  test(`read_file: ${name}`, async () => {
    using shop = await createToolHarness({ [path]: content })
    expect(await shop.call('read_file', { file_path: path })).toMatchObject({ ok: true, content: text })
  })

test('read_file: a window says what it shows and how to go on', async () => {
  using shop = await createToolHarness({ 'paginated.txt': numbered(20) })
  const result = await shop.call('read_file', { file_path: 'paginated.txt', start_line: 6, end_line: 8 })
  expect(result).toMatchObject({ display: 'Read lines 6-8 of 20 from paginated.txt' })
  expect(resultText(result)).toContain('IMPORTANT: The file content has been truncated')
  expect(resultText(result)).toContain('Status: Showing lines 6-8 of 20 total lines')
  expect(resultText(result)).toContain('start_line: 9')
  expect(resultText(result)).toMatch(/--- FILE CONTENT \(truncated\) ---\nline 6\nline 7\nline 8\n$/)
})

const WINDOWS: [args: Record<string, number>, shown: string | undefined][] = [
  [{ start_line: 11 }, '11-20 of 20'],
  [{ start_line: 11, end_line: 20 }, '11-20 of 20'],
  [{ end_line: 5 }, '1-5 of 20'],
  [{ start_line: 20, end_line: 20 }, '20-20 of 20'],
  [{ end_line: 500 }, undefined],
  [{ start_line: 1 }, undefined],
  [{ offset: 5, limit: 3 }, '6-8 of 20'],
  [{ offset: 0, limit: 20 }, undefined],
  [{ limit: 4 }, '1-4 of 20'],
]
for (const [args, shown] of WINDOWS)
  test(`read_file: ${JSON.stringify(args)} of 20 lines`, async () => {
    using shop = await createToolHarness({ 'a.txt': numbered(20) })
    const result = await shop.call('read_file', { file_path: 'a.txt', ...args })
    if (shown === undefined) expect(result).toEqual({ ok: true, content: numbered(20), display: '' })
    else expect(resultText(result)).toContain(`Showing lines ${shown} total lines`)
  })

test('read_file: two thousand lines at a time, unless an end is named', async () => {
  using shop = await createToolHarness({ 'a.txt': numbered(5000) })
  expect(resultText(await shop.call('read_file', { file_path: 'a.txt' }))).toContain('lines 1-2000 of 5000')
  expect(resultText(await shop.call('read_file', { file_path: 'a.txt', end_line: 4000 }))).toContain(
    'lines 1-4000 of 5000',
  )
})

test('read_file: no read floods the conversation', async () => {
  using shop = await createToolHarness({ 'a.txt': `${'y'.repeat(1500)}\n`.repeat(1900) })
  const text = resultText(await shop.call('read_file', { file_path: 'a.txt' }))
  expect(text.length).toBeLessThan(410_000)
  expect(text).toMatch(/Showing lines 1-266 of 1900 total lines[\s\S]*start_line: 267/)
})

test('read_file: a very long line is truncated and reported', async () => {
  using shop = await createToolHarness({ 'a.txt': `short\n${'x'.repeat(2500)}\nend` })
  const result = await shop.call('read_file', { file_path: 'a.txt' })
  expect(resultText(result)).toMatch(
    /^\nIMPORTANT: The file content has been truncated\.\n[\s\S]*\n--- FILE CONTENT \(truncated\) ---\nshort\n/,
  )
  expect(resultText(result)).toContain(`${'x'.repeat(2000)}... [truncated]\nend`)
  expect(result).toMatchObject({ display: 'Read all 3 lines from a.txt (some lines were truncated)' })
})

const WRONG: [name: string, args: Record<string, unknown>, reason: string, text: RegExp][] = [
  ['no path', {}, 'invalid_tool_params', /^params must have required property 'file_path'$/],
  ['an empty path', { file_path: '' }, 'invalid_tool_params', /^The 'file_path' parameter must be non-empty\.$/],
  ['a path that is no text', { file_path: 7 }, 'invalid_tool_params', /^params\/file_path must be string$/],
  ['line 0', { file_path: 'a.txt', start_line: 0 }, 'invalid_tool_params', /^params\/start_line must be >= 1$/],
  [
    'half a line',
    { file_path: 'a.txt', start_line: 1.5 },
    'invalid_tool_params',
    /^params\/start_line must be integer$/,
  ],
  [
    'a line in words',
    { file_path: 'a.txt', end_line: 'ten' },
    'invalid_tool_params',
    /^params\/end_line must be integer$/,
  ],
  [
    'the end before the start',
    { file_path: 'a.txt', start_line: 10, end_line: 5 },
    'invalid_tool_params',
    /^start_line cannot be greater than end_line$/,
  ],
  ['past the end', { file_path: 'a.txt', start_line: 9 }, 'invalid_tool_params', /which has 1 lines/],
  ['outside', { file_path: '/outside/root.txt' }, 'path_not_in_workspace', /Path not in workspace/],
  ['missing', { file_path: 'none.txt' }, 'file_not_found', /^File not found: none\.txt/],
  ['missing, with a neighbour', { file_path: 'src/util.js' }, 'file_not_found', /Did you mean src\/util\.ts\?$/],
  ['missing, only the case differs', { file_path: 'src/UTIL.ts' }, 'file_not_found', /Did you mean src\/util\.ts\?$/],
  ['in a missing folder', { file_path: 'lib/util.ts' }, 'file_not_found', /directory lib does not exist/],
  [
    'a folder',
    { file_path: 'src' },
    'target_is_directory',
    /Path is a directory, not a file: src\. List it with list_directory/,
  ],
  [
    'hidden by .geminiignore',
    { file_path: 'foo.bar' },
    'invalid_tool_params',
    /'foo\.bar' is ignored by configured ignore patterns/,
  ],
  ['a link to outside', { file_path: 'leak' }, 'path_not_in_workspace', /outside/],
]
for (const [name, args, reason, text] of WRONG)
  test(`read_file: ${name}`, async () => {
    using shop = await createToolHarness({ 'a.txt': 'a', 'src/util.ts': '', 'foo.bar': '' }, { ignoreText: 'foo.*\n' })
    symlinkSync('/etc/passwd', join(shop.root, 'leak'))
    const result = await shop.call('read_file', args)
    expect(result).toMatchObject({ ok: false, reason })
    expect(resultText(result)).toMatch(text)
  })

test('read_file: older names of its parameter', async () => {
  using shop = await createToolHarness({ 'a.txt': 'a' })
  for (const name of ['file_path', 'absolute_path', 'path'])
    expect(resultText(await shop.call('read_file', { [name]: join(shop.root, 'a.txt') }))).toBe('a')
})

const MEDIA: [path: string, content: Buffer, mimeType: string, kind: string][] = [
  ['image.png', PNG, 'image/png', 'image'],
  ['photo.JPG', Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg', 'image'],
  ['picture.webp', Buffer.from('524946460000000057454250', 'hex'), 'image/webp', 'image'],
  ['document.pdf', Buffer.from('%PDF-1.7\n'), 'application/pdf', 'pdf'],
  ['sound.mp3', Buffer.from('4944330400', 'hex'), 'audio/mpeg', 'audio'],
  ['film.mp4', Buffer.from('0000001866747970', 'hex'), 'video/mp4', 'video'],
  ['film.mov', Buffer.from('0000001466747970', 'hex'), 'video/mov', 'video'],
  ['film.avi', Buffer.from('5249464600000000', 'hex'), 'video/avi', 'video'],
]
for (const [path, content, mimeType, kind] of MEDIA)
  test(`read_file: ${path} is data`, async () => {
    using shop = await createToolHarness({ [path]: content })
    expect(apiMimeType(mimeType)).toBe(mimeType)
    expect(await shop.call('read_file', { file_path: path })).toEqual({
      ok: true,
      content: [{ kind: 'data', mimeType, data: content.toString('base64') }],
      display: `Read ${kind} file: ${path}`,
    })
  })

const UNSUPPORTED: [path: string, kind: string, formats: RegExp][] = [
  ['pixel.gif', 'image', /PNG, JPEG, WEBP, HEIC, and HEIF\. \(pixel\.gif\)$/],
  ['game.BMP', 'image', /PNG/],
  ['song.m4a', 'audio', /MP3, WAV, AIFF, AAC, OGG, and FLAC/],
  ['film.mkv', 'video', /MP4/],
]
for (const [path, kind, formats] of UNSUPPORTED)
  test(`read_file: ${path} would spoil the conversation and is not shown`, async () => {
    using shop = await createToolHarness({ [path]: Buffer.from('47494638396101000100800000', 'hex') })
    const result = await shop.call('read_file', { file_path: path })
    expect(result).toMatchObject({ ok: false, reason: 'read_content_failure' })
    expect(resultText(result)).toMatch(new RegExp(`^Could not read ${kind} file because its format is not supported`))
    expect(resultText(result)).toMatch(formats)
    expect(resultText(await shop.call('read_many_files', { include: [path] }))).toContain('its format is not supported')
  })

test('read_file: an SVG says how it was read', async () => {
  using shop = await createToolHarness({ 'image.svg': '<svg/>' })
  expect(await shop.call('read_file', { file_path: 'image.svg' })).toMatchObject({
    content: '<svg/>',
    display: 'Read SVG as text: image.svg',
  })
})

test('read_file: binary files without a preview', async () => {
  using shop = await createToolHarness({
    'binary.bin': Buffer.of(0, 255, 0, 255),
    'text.zip': 'PK',
    'large.svg': 'x'.repeat(1024 * 1024 + 1),
    'huge.txt': Buffer.alloc(21 * 1024 * 1024, 'a'),
    'huge.png': Buffer.concat([PNG, Buffer.alloc(11 * 1024 * 1024)]),
    'data.csv': `version https://git-lfs.github.com/spec/v1\next-0-x sha256:${'1'.repeat(64)}\noid sha256:${'0a'.repeat(32)}\nsize 9000\n`,
    'about-lfs.md': 'version https://git-lfs.github.com/spec/v1\nis the first line of a pointer.\n',
  })
  const read = async (file_path: string) => shop.call('read_file', { file_path })
  expect(await read('binary.bin')).toEqual({
    ok: true,
    content: 'Cannot display content of binary file: binary.bin',
    display: 'Skipped binary file: binary.bin',
  })
  expect(resultText(await read('text.zip'))).toContain('binary file')
  expect(resultText(await read('data.csv'))).toBe(
    'data.csv is a pointer of Git LFS. This run does not have its content of 9000 bytes.',
  )
  expect(resultText(await read('about-lfs.md'))).toContain('is the first line')
  expect(resultText(await read('large.svg'))).toBe('Cannot display content of SVG file larger than 1MB: large.svg')
  expect(await read('huge.txt')).toMatchObject({
    reason: 'file_too_large',
    text: 'File size exceeds the 20MB limit: huge.txt (21.00MB)',
  })
  expect(await read('huge.png')).toMatchObject({ reason: 'file_too_large' })
})

test('read_file: git-ignored files are out of sight, installed packages and tracked files are not', async () => {
  using shop = await createToolHarness(
    {
      '.gitignore': 'node_modules\ndist\n',
      'node_modules/p/index.js': 'module',
      'dist/a.js': 'built',
      'dist/b.js': 'built',
    },
    { repository: true },
  )
  shop.git('add', '-f', 'dist/a.js')
  expect(resultText(await shop.call('read_file', { file_path: 'node_modules/p/index.js' }))).toBe('module')
  expect(resultText(await shop.call('read_file', { file_path: 'dist/a.js' }))).toBe('built')
  expect(await shop.call('read_file', { file_path: 'dist/b.js' })).toMatchObject({
    ok: false,
    reason: 'invalid_tool_params',
  })
})

test('a link does not lead to what is ignored', async () => {
  using shop = await createToolHarness(
    { '.gitignore': '*.log\n', 'secret.key': 'needle', 'a.log': 'needle' },
    { repository: true, ignoreText: '*.key' },
  )
  symlinkSync('secret.key', join(shop.root, 'plain.txt'))
  symlinkSync('a.log', join(shop.root, 'log.txt'))
  for (const file_path of ['plain.txt', 'log.txt'])
    expect(resultText(await shop.call('read_file', { file_path }))).toMatch(/is ignored by configured ignore patterns/)
  for (const include of [['*.txt'], ['plain.txt'], ['log.txt']])
    expect(resultText(await shop.call('read_many_files', { include }))).not.toContain('needle')
  expect(resultText(await shop.call('search_file_content', { pattern: 'needle' }))).toMatch(/^No matches/)
})

test('list_directory: folders first, then names, with sizes', async () => {
  using shop = await createToolHarness({ 'b-file.txt': '12345678', 'a-file.txt': '12345678' })
  for (const name of ['y-dir', 'x-dir']) mkdirSync(join(shop.root, name))
  expect(await shop.call('list_directory', { dir_path: '.' })).toEqual({
    ok: true,
    content: `Directory listing for ${shop.root}:\n[DIR] x-dir\n[DIR] y-dir\na-file.txt (8 bytes)\nb-file.txt (8 bytes)`,
    display: 'Found 4 item(s).',
  })
})

test('list_directory: ignored entries are skipped and counted', async () => {
  using shop = await createToolHarness(
    { '.gitignore': '*.log\nout/\n', 'a.log': '', 'b.txt': '', 'secret.key': '', 'out/x': '' },
    { repository: true, ignoreText: '*.key' },
  )
  const list = async (args: Record<string, unknown>) => shop.call('list_directory', { dir_path: '.', ...args })
  expect(await list({})).toMatchObject({ display: 'Found 2 item(s). (4 ignored)' })
  expect(resultText(await list({}))).toMatch(/\.gitignore.*\nb\.txt \(0 bytes\)\n\n\(4 ignored\)$/)
  expect(resultText(await list({ file_filtering_options: { respect_git_ignore: false } }))).toContain('a.log')
  expect(resultText(await list({ file_filtering_options: { respect_gemini_ignore: false } }))).toContain('secret.key')
  expect(resultText(await list({ respect_git_ignore: false }))).toContain('a.log')
  const picky = resultText(await list({ ignore: ['*.txt'] }))
  expect(picky).not.toContain('b.txt')
  expect(picky).toContain('.gitignore')
})

const LEFT_OUT: [name: string, options: object, args: Record<string, unknown>, display: string, names: string[]][] = [
  ['.gitignore', { repository: true }, {}, 'Found 2 item(s). (2 ignored)', ['.gitignore', 'file1.txt']],
  ['.geminiignore', { ignoreText: '*.log' }, {}, 'Found 2 item(s). (1 ignored)', ['.gitignore', 'file1.txt']],
  ['a pattern', {}, { ignore: ['*.log'] }, 'Found 2 item(s).', ['.gitignore', 'file1.txt']],
  ['a pattern and a !', {}, { ignore: ['*', '!file1.*'] }, 'Found 1 item(s).', ['file1.txt']],
  ['patterns of single characters', {}, { ignore: ['file?.*', '.git*'] }, 'Found 0 item(s).', []],
]
for (const [name, options, args, display, names] of LEFT_OUT)
  test(`list_directory leaves out by ${name}`, async () => {
    using shop = await createToolHarness({ '.gitignore': '*.log\n', 'file1.txt': 'x', 'file2.log': 'x' }, options)
    const result = await shop.call('list_directory', { dir_path: '.', ...args })
    expect(result).toMatchObject({ ok: true, display })
    expect([...resultText(result).matchAll(/^(\S+) \(\d+ bytes\)$/gm)].map(([, entry]) => entry)).toEqual(names)
  })

test('list_directory: for a very large folder, git lists ignored entries in parallel', async () => {
  const name = (at: number) => `a-name-that-makes-the-folder-itself-large-on-most-file-systems-${at}`
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`many/${name(at)}`, '']))
  using shop = await createToolHarness(
    { '.gitignore': '*7\n*.log\nbuilt/\n', 'many/x.log': '', 'many/built/x': '', ...many },
    { repository: true },
  )
  shop.git('add', '-f', `many/${name(17)}`)
  for (const [git, hidden] of [
    [true, /\(301 ignored\)/],
    [false, /^(?!.*ignored)/s],
  ] as const) {
    const listed = resultText(
      await shop.call('list_directory', { dir_path: 'many', file_filtering_options: { respect_git_ignore: git } }),
    )
    expect(listed).toMatch(hidden)
    expect(listed).toMatch(new RegExp(`${name(17)} `))
    expect(listed.includes('[DIR] built')).toBe(!git)
  }
})

test('list_directory: an entry that vanishes is skipped and counted', async () => {
  using shop = await createToolHarness({ 'a.txt': 'a', 'b.txt': 'b' })
  const files: Workspace = {
    ...shop.files,
    async list(at) {
      const listed = await shop.files.list(at)
      rmSync(join(shop.root, 'a.txt'))
      return listed
    },
  }
  const tool = listDirectory(files, createFileVisibility(files, undefined))
  expect(await tool.run({ dir_path: '.' }, new AbortController().signal)).toMatchObject({
    ok: true,
    content: `Directory listing for ${shop.root}:\nb.txt (1 bytes)\n\n(1 could not be read)`,
  })
})

test('list_directory: links, unusual names and special files', async () => {
  using shop = await createToolHarness({ 'a.txt': 'a', 'two\nlines': '' })
  symlinkSync('a.txt', join(shop.root, 'link'))
  symlinkSync('/etc', join(shop.root, 'etc'))
  symlinkSync('none', join(shop.root, 'broken'))
  symlinkSync('loop', join(shop.root, 'loop'))
  const text = resultText(await shop.call('ls', { path: '.' }))
  expect(text.split('\n').slice(1)).toEqual([
    'a.txt (1 bytes)',
    'broken (broken link)',
    'etc (link out of the workspace)',
    'link (1 bytes)',
    'loop (link out of the workspace)',
    '"two\\nlines" (0 bytes)',
  ])
})

test('list_directory: a blank path is the root, and a pattern may name a folder as such', async () => {
  using shop = await createToolHarness({ 'a.txt': '', 'build/x': '' })
  expect(resultText(await shop.call('list_directory', { dir_path: '', ignore: ['build/'] }))).toBe(
    `Directory listing for ${shop.root}:\na.txt (0 bytes)`,
  )
})

test('list_directory: an empty folder, a file, nothing there', async () => {
  using shop = await createToolHarness({ 'a.txt': '' })
  mkdirSync(join(shop.root, 'empty'))
  const list = async (dir_path: string) => shop.call('list_directory', { dir_path })
  expect(await list('empty')).toMatchObject({
    content: `Directory ${join(shop.root, 'empty')} is empty.`,
    display: 'Directory is empty.',
  })
  expect(await list('a.txt')).toMatchObject({
    reason: 'path_is_not_a_directory',
    text: expect.stringContaining('Path is not a directory'),
  })
  expect(await list('none')).toMatchObject({
    reason: 'ls_execution_error',
    text: 'Error listing directory: File not found: none. Find existing files with list_directory and glob.',
  })
  expect(await list('..')).toMatchObject({ reason: 'path_not_in_workspace' })
})
