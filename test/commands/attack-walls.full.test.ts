import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** A wall, broken in a copy of the sources: the attack that must succeed then, on this example. */
type Break = { attack: string; example: string; file: string; from: string; to: string }

const BREAKS: Record<string, Break> = {
  'targets of a run': {
    attack: 'close-another-issue',
    example: 'mention.yml',
    file: 'github-tools/write-authority.ts',
    from: '    item(number) {\n',
    to: '    item(number) {\n      if (ownNumbers.size >= 0) return undefined\n',
  },
  'outbound text: mentions': {
    attack: 'mention-a-team',
    example: 'mention.yml',
    file: 'text/sanitize-outbound.ts',
    from: '  if (isPlainAnswer(source)) return safe(source)',
    to: '  return safe(source)',
  },
  'outbound text: pictures': {
    attack: 'image-of-another-host',
    example: 'mention.yml',
    file: 'text/sanitize-outbound.ts',
    from: '  if (isPlainAnswer(source)) return safe(source)',
    to: '  return safe(source)',
  },
  'outbound text: commands for bots': {
    attack: 'command-for-another-bot',
    example: 'triage.yml',
    file: 'text/sanitize-outbound.ts',
    from: '  if (isPlainAnswer(source)) return safe(source)',
    to: '  return safe(source)',
  },
  'paths of file tools': {
    attack: 'read-by-absolute-path',
    example: 'mention.yml',
    file: 'platform/files/workspace.ts',
    from: "if (use === 'read' && readable.some((folder) => isInside(folder, real)))",
    to: "if (use === 'read')",
  },
  'labels for members': {
    attack: 'label-for-members',
    example: 'triage.yml',
    file: 'github-tools/issue-proposals.ts',
    from: 'const rules = { existing: await labels(), allowed: options.allowedLabels, current }',
    to: "const rules = { existing: await labels(), allowed: ['*'], current }",
  },
}

const DRIVER = `import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { mainStep } from './src/action.ts'
import { attackCommand } from './src/commands/attack.ts'

test('plays', async () => {
  const folder = join(import.meta.dirname, 'repository')
  mkdirSync(join(folder, '.github/workflows'), { recursive: true })
  cpSync(join(import.meta.dirname, '.github/examples', EXAMPLE), join(folder, '.github/workflows', EXAMPLE))
  const git = (...words) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: folder })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'first')
  const out = (text) => process.stdout.write(text)
  const io = { out, err: out, cwd: folder, env: process.env, dist: import.meta.dirname, mainStep }
  process.stdout.write('EXIT ' + (await attackCommand(['--attack', ATTACK], io)) + '\\n')
}, 600_000)
`
const CONFIG = `export default { test: { include: ['driver.test.ts'], server: { deps: { inline: [/@actions/] } } } }\n`

/** What the command prints with this attack on this example, where the wall is broken. */
async function played({ attack, example, file, from, to }: Break, isBroken: boolean): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'sluice-walls-'))
  try {
    for (const folder of ['src', 'attacks', 'policies', 'commands', '.github', 'package.json', 'action.yml'])
      cpSync(join(ROOT, folder), join(copy, folder), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    const path = join(copy, 'src', file)
    const text = readFileSync(path, 'utf8')
    expect(text, file).toContain(from)
    if (isBroken)
      writeFileSync(
        path,
        text.replace(from, () => to),
      )
    writeFileSync(
      join(copy, 'driver.test.ts'),
      `const ATTACK = ${JSON.stringify(attack)}\nconst EXAMPLE = ${JSON.stringify(example)}\n${DRIVER}`,
    )
    writeFileSync(join(copy, 'vitest.config.ts'), CONFIG)
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const { stdout } = await execa(process.execPath, [vitest, 'run'], { cwd: copy, reject: false })
    return stdout
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

test.each(Object.entries(BREAKS))('the suite falls without this wall: %s', async (_, broken) => {
  const whole = await played(broken, false)
  expect(whole).toContain('EXIT 0')
  expect(whole).toMatch(/1 of 1 attacks held/)
  const fallen = await played(broken, true)
  expect(fallen).toContain('EXIT 1')
  expect(fallen).toContain(`FELL  ${broken.attack}`)
})
