import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGE_NAME, VERSION } from '../../src/platform/version.ts'
import { isFull } from '../sample.ts'
import { builtFile } from '../shared-folder.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CLI = builtFile('cli.js')

/** `sluice --version` by a Node that says it is another. */
function versionBy(node: string) {
  const as = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${as}`, CLI, '--version'],
    {
      encoding: 'utf8',
    },
  )
  return { status, stdout, stderr }
}

test('a Node that is too old gets a one-line error', () => {
  for (const old of ['18.20.0', '20.19.0', '22.17.1'])
    expect(versionBy(old)).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^sluice needs Node 22\.18 or newer, but this is v[\d.]+\. Install a newer Node: \S+\n$/,
      ),
    })
  for (const supported of ['22.18.0', '24.0.0']) expect(versionBy(supported)).toMatchObject({ status: 0, stderr: '' })
})

test('the tarball of npm pack installs without the network, names no dependency and runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-package-'))
  const run = (file: string, args: string[], cwd: string) =>
    spawnSync(file, args, { cwd, encoding: 'utf8', env: { ...process.env, npm_config_update_notifier: 'false' } })
  try {
    // A copy: npm changes the manifest while it packs, and other tests read it.
    const source = join(folder, 'source')
    for (const name of [
      'package.json',
      'dist',
      'schemas',
      'policies',
      'docs',
      'scripts',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
    ])
      await cp(join(ROOT, name), join(source, name), { recursive: true })
    const before = await readFile(join(source, 'package.json'), 'utf8')
    const packed = run('npm', ['pack', '--json', '--pack-destination', folder], source)
    expect(packed.status, packed.stderr).toBe(0)
    expect(await readFile(join(source, 'package.json'), 'utf8')).toBe(before)
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
    const user = join(folder, 'user')
    await mkdir(user)
    await writeFile(join(user, 'package.json'), '{"name": "user", "private": true}')
    const installed = run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], user)
    expect(installed.status, installed.stderr).toBe(0)
    const home = join(user, 'node_modules', PACKAGE_NAME)
    expect(JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies')
    expect(await readdir(home)).toEqual(
      expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'schemas']),
    )
    expect(run(join(user, 'node_modules/.bin/sluice'), ['--version'], user)).toMatchObject({
      status: 0,
      stdout: `${VERSION}\n`,
    })
    const commands = [
      ['init', '--yes'],
      ['doctor'],
      ...(isFull ? [['--help'], ['policy', 'test', '.gemini/policy-tests.toml'], ['simulate']] : []),
    ]
    for (const command of commands)
      expect(run(process.execPath, [join(home, 'dist/cli.js'), ...command], user), command.join(' ')).toMatchObject({
        status: 0,
      })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
