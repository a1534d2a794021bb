import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ALL_HOSTS, parseAllowedHosts } from '../../../src/platform/sandbox/allowed-hosts.ts'
import { gitExecutionPaths, listHiddenPaths, listRunCode } from '../../../src/platform/sandbox/hidden-paths.ts'
import {
  describeRows,
  type IsolationContext,
  type IsolationRows,
  missingParts,
  reportRows,
  rowsOf,
  rowsWithoutMounts,
  unheldRows,
} from '../../../src/platform/sandbox/isolation-context.ts'
import { planFileView, planMounts, terminalLines } from '../../../src/platform/sandbox/mounts.ts'
import { asRoot, asUser, cleanUp, works } from '../isolation-machine.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'plans-')))
afterAll(() => rmSync(base, { recursive: true }))
afterAll(cleanUp)
const put = (path: string, text = ''): string => {
  const file = join(base, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}
const folder = (path: string): string => {
  mkdirSync(join(base, path), { recursive: true })
  return join(base, path)
}
const context = (more: Partial<IsolationContext> = {}): IsolationContext => ({
  platform: 'linux',
  uid: 1000,
  gid: 1000,
  env: {},
  program: [],
  workspace: folder('workspace'),
  scratch: folder('scratch'),
  ...more,
})

test('a view copies the folders that programs may write, never the root, and the checkout only where it is not edited', () => {
  const home = folder('home')
  const copies = (more: Partial<IsolationContext>) => planFileView(context(more)).copies
  expect(copies({ env: { HOME: home }, mayEdit: true })).toContain(home)
  expect(copies({ env: { HOME: '/' }, mayEdit: false })).not.toContain('/')
  expect(copies({ env: { HOME: '/proc' } })).not.toContain('/proc')
  expect(copies({ env: { HOME: 'home' } })).not.toContain('home')
  expect(copies({ env: { HOME: join(base, 'missing') } })).not.toContain(join(base, 'missing'))
  expect(copies({ mayEdit: false })).toContain(join(base, 'workspace'))
  expect(copies({})).not.toContain(join(base, 'workspace'))
  const inside = folder('workspace/inside')
  expect(copies({ env: { HOME: inside } })).not.toContain(inside)
  expect(copies({ env: { HOME: inside }, mayEdit: false })).toContain(inside)
  expect(copies({ env: { RUNNER_TEMP: folder('work/_temp') } })).toContain(join(base, 'work'))
  const lengths = copies({ env: { HOME: home } }).map((path) => path.length)
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
})

test('a view of an edited checkout keeps its repositories', () => {
  const workspace = folder('repository')
  for (const path of ['.git/objects', '.git/refs', 'a/.git', 'b/c/.git', 'd/e/f/.git', 'node_modules/g/.git'])
    folder(`repository/${path}`)
  const edited = planFileView(context({ workspace, mayEdit: true }))
  expect(edited.git).toEqual([
    { folder: join(workspace, '.git'), real: [join(workspace, '.git/objects'), join(workspace, '.git/refs')] },
  ])
  expect(edited.nested).toEqual([join(workspace, 'a'), join(workspace, 'b/c')])
  expect(planFileView(context({ workspace, mayEdit: false }))).toMatchObject({ git: [], nested: [] })
})

test('a checkout in a folder of the workspace is the real one, other checkouts are not', () => {
  const workspace = folder('with-path')
  for (const name of ['app', 'lib', 'app/inner', 'deep/second']) {
    for (const part of ['objects', 'refs']) folder(`with-path/${name}/.git/${part}`)
    const remote = name === 'lib' ? 'octo/Ponds' : name === 'deep/second' ? 'octo/pond/' : 'Octo/pond.git'
    writeFileSync(join(workspace, name, '.git/config'), `[remote "origin"]\n\turl = https://github.com/${remote}\n`)
  }
  const env = { GITHUB_REPOSITORY: 'octo/pond' }
  const view = planFileView(context({ workspace, env, mayEdit: true }))
  expect(view.git.map((each) => each.folder).toSorted()).toEqual([
    join(workspace, 'app/.git'),
    join(workspace, 'app/inner/.git'),
    join(workspace, 'deep/second/.git'),
  ])
  expect(view.nested).toEqual([join(workspace, 'lib')])
  expect(
    planFileView(context({ workspace, env: { GITHUB_REPOSITORY: 'octo/other' }, mayEdit: true })).nested.toSorted(),
  ).toEqual(['app', 'app/inner', 'deep/second', 'lib'].map((name) => join(workspace, name)))
})

/** The view of a program that sees a file system of its own mounted there. */
function viewWithMount(point: string, more: Partial<IsolationContext>): ReturnType<typeof planFileView> {
  const module = new URL('../../../src/platform/sandbox/mounts.ts', import.meta.url).href
  const script = `import { planFileView } from ${JSON.stringify(module)}
process.stdout.write(JSON.stringify(planFileView(${JSON.stringify(context(more))})))`
  const mounted = 'mount -t tmpfs none "$1" && shift && exec "$@"'
  const node = [process.execPath, '--no-warnings', '--input-type=module', '-e', script]
  const options = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  return JSON.parse(
    execFileSync('unshare', [...options, '--mount', 'bash', '-c', mounted, 'bash', point, ...node], {
      encoding: 'utf8',
    }),
  )
}

test.runIf(works(process.getuid?.() === 0 ? asRoot : asUser))(
  'a mount in a checkout that is edited stays writable; elsewhere it is a copy, or read-only',
  () => {
    const inside = folder('workspace/mounted')
    expect(viewWithMount(inside, {}).readOnly).not.toContain(inside)
    expect(viewWithMount(inside, {}).copies).not.toContain(inside)
    const dropped = viewWithMount(inside, { mayEdit: false })
    expect(dropped.copies).toContain(inside)
    expect(dropped.readOnly).not.toContain(inside)
    const data = ['/media', '/mnt', '/srv'].find((path) => existsSync(path)) ?? '/media'
    expect(viewWithMount(data, {}).readOnly).toContain(data)
    expect(viewWithMount(data, {}).copies).not.toContain(data)
  },
)

/** Each line of the plan's tables: the target, the type and the options. */
const lines = ({ tables }: { tables: readonly string[] }): string[] =>
  tables
    .flatMap((table) => readFileSync(table, 'utf8').split('\n').filter(Boolean))
    .map((line) => line.split(' ').slice(1, 4).join(' '))

test('mounts hide credentials, keep what runs unchanged, and show what is asked for', () => {
  const env = { HOME: folder('user'), RUNNER_TEMP: folder('runner/_temp') }
  const key = put('user/.netrc', 'machine x')
  const action = folder('runner/_actions')
  const config = put('workspace/.git/config', '[http]\n\textraheader = x\n')
  const hook = folder('workspace/.git/hooks')
  folder('workspace/.git/objects')
  const program = put('program/index.js')
  const none = { visible: [], writable: [] }
  const plan = planMounts(context({ env, program: [program] }), false, none, undefined)
  const table = lines(plan)
  expect(table).toEqual(
    expect.arrayContaining([`${key} none rbind,ro`, `${join(base, 'scratch')} tmpfs nosuid,nodev,mode=0555,size=1m`]),
  )
  expect(table).toContain(`${env.RUNNER_TEMP} tmpfs nosuid,nodev,mode=1777,size=256m`)
  expect(table).toContain(`${action} none rbind,ro`)
  expect(table).toContain(`${program} none rbind,ro`)
  expect(table).toContain(`${hook} none rbind,ro`)
  expect(table.filter((line) => line.startsWith(config))).toHaveLength(1)
  expect(table.filter((line) => line.startsWith(`${program} `))).toHaveLength(1)
  expect({ tables: plan.tables.length, visible: plan.visible, after: plan.after }).toEqual({
    tables: 2,
    visible: [],
    after: [],
  })
  const file = put('runner/_temp/a/file')
  const shown = planMounts(
    context({ env }),
    false,
    { visible: [file, join(base, 'missing'), program], writable: [dirname(file)] },
    undefined,
  )
  expect(shown.tables).toHaveLength(2)
  expect(shown.visible).toEqual([
    { path: file, folder: false, writable: false },
    { path: dirname(file), folder: true, writable: true },
  ])
  const hidden = planMounts(context({ workspace: folder('runner/_temp/checkout'), env }), false, none, undefined)
  expect(hidden.visible).toEqual([{ path: join(base, 'runner/_temp/checkout'), folder: true, writable: true }])
})

test('for root the kernel is read-only, and with a view nothing but /dev is mounted again', () => {
  const plan = planMounts(context(), true, { visible: [], writable: [] }, undefined)
  expect(plan.after).toContainEqual(['-o', 'bind,ro', '/sys', '/sys'])
  expect(plan.after).not.toContainEqual(['-o', 'remount,bind,ro', '/proc'])
  expect(plan.after.length).toBeLessThanOrEqual(66)
  expect(lines(plan)).toEqual(expect.arrayContaining(['/proc proc nosuid,nodev,noexec', '/dev/null none rbind,rw']))
  const hasTerminal = terminalLines('/dev/ptmx', '/dev/pts/ptmx').length > 0
  expect(lines(plan).includes('/dev/ptmx none rbind,rw')).toBe(hasTerminal)
  const view = planFileView(context())
  const viewed = planMounts(context(), true, { visible: [], writable: [] }, view)
  expect(viewed.after.filter(([, options]) => options === 'remount,bind,ro')).toEqual([])
})

test('a terminal comes from /dev/pts, unless its file is a link there already', () => {
  const [file, inPts] = [put('dev/ptmx'), put('dev/pts/ptmx')]
  const link = join(base, 'dev/linked')
  symlinkSync(inPts, link)
  expect(terminalLines(file, inPts)).toEqual([expect.stringContaining(`${file} none rbind`)])
  expect(terminalLines(link, inPts)).toEqual([])
  expect(terminalLines(file, join(base, 'missing'))).toEqual([])
})

test('hidden paths and the code of a run come from the environment and from the path of Node.js', () => {
  const runner = folder('actions-runner')
  const node = put('actions-runner/externals/node24/bin/node')
  const script = put('actions-runner/run.sh')
  const credentials = put('workspace/gha-creds-1.json')
  const env = {
    RUNNER_TEMP: join(base, 'w/_temp'),
    KUBECONFIG: '/a/one:/b/two:relative',
    DOCKER_CONFIG: '/d',
    HOME: '',
  }
  const hidden = listHiddenPaths(context({ env, program: [node] }), false)
  for (const path of [
    '/a/one',
    '/b/two',
    '/d/config.json',
    credentials,
    join(runner, '.credentials'),
    join(runner, '_diag'),
  ])
    expect(hidden).toContain(path)
  expect(hidden).not.toContain('relative')
  expect(hidden).not.toContain('/proc/kcore')
  expect(hidden.filter((path) => path.startsWith('/root/'))).toEqual([])
  expect(listHiddenPaths(context(), true)).toEqual(expect.arrayContaining(['/proc/kcore', '/root/.netrc']))
  expect(listHiddenPaths(context({ env: { NETRC: '/' } }), false)).not.toContain('/')
  expect(listRunCode(context({ env, program: [node] }))).toEqual([
    ...[node, join(base, 'w/_actions')],
    ...['bin', 'externals', 'run.sh'].map((name) => join(runner, name)),
  ])
  expect(script).toBe(join(runner, 'run.sh'))
  expect(listRunCode(context({ program: ['/usr/bin/node'] }))).toEqual(['/usr/bin/node'])
  const mixed = folder('mixed')
  put('mixed/.npmrc', '//x/:_authToken=1\n')
  put('mixed/.gitconfig', '[user]\n\tname = x\n')
  const ofHome = listHiddenPaths(context({ env: { HOME: mixed } }), false)
  expect(ofHome).toContain(join(mixed, '.npmrc'))
  expect(ofHome).not.toContain(join(mixed, '.gitconfig'))
})

test.skipIf(process.platform === 'win32')('a pipe in the place of a configuration stops no plan', () => {
  const home = folder('pipes')
  execFileSync('mkfifo', [join(home, '.npmrc')])
  expect(listHiddenPaths(context({ env: { HOME: home } }), false)).not.toContain(join(home, '.npmrc'))
})

test.skipIf(process.platform !== 'linux')(
  'sockets of other programs are hidden, if one can connect to them',
  async () => {
    const place = mkdtempSync('/tmp/so-')
    const workspace = join(place, 'w')
    mkdirSync(workspace)
    const paths = { other: 'other.sock', database: '.s.PGSQL.5432', own: 'w/own.sock', gone: 'gone.sock' }
    const servers = await Promise.all(
      Object.values(paths).map(async (name) => {
        const server = createServer().listen(join(place, name))
        await once(server, 'listening')
        return server
      }),
    )
    try {
      rmSync(join(place, paths.gone))
      const hidden = (more: Partial<IsolationContext> = {}) =>
        listHiddenPaths(context({ workspace, ...more }), false)
          .filter((path) => path.startsWith(place))
          .map((path) => path.slice(place.length + 1))
          .toSorted()
      expect(hidden()).toEqual([paths.other])
      expect(hidden({ allowedHosts: ALL_HOSTS })).toEqual([paths.other])
      // A database leads out of a restricted network.
      expect(hidden({ allowedHosts: parseAllowedHosts(['example.org']) })).toEqual(
        [paths.database, paths.other].toSorted(),
      )
    } finally {
      for (const server of servers) server.close()
      rmSync(place, { recursive: true })
    }
  },
)

test('what makes git run programs: of the repository, of its modules, and of a worktree', () => {
  const paths = (of: string) => gitExecutionPaths(join(base, of))
  for (const path of ['g1/.git/objects', 'g1/.git/modules/m']) folder(path)
  put('g1/.git/modules/m/HEAD')
  expect(paths('g1').folders).toEqual([join(base, 'g1/.git'), join(base, 'g1/.git/modules/m')])
  expect(paths('g1').paths).not.toContain(join(base, 'g1/.git'))
  folder('g2/real/objects')
  put('g2/tree/.git', `gitdir: ${join(base, 'g2/real')}\n`)
  expect(paths('g2/tree').paths[0]).toBe(join(base, 'g2/tree/.git'))
  expect(paths('g2/tree').folders).toEqual([join(base, 'g2/real')])
  put('g2/real/commondir', '../common\n')
  folder('g2/common/objects')
  expect(paths('g2/tree').folders).toEqual([join(base, 'g2/real'), join(base, 'g2/common')])
  folder('g3/.git')
  expect(paths('g3').folders).toEqual([])
})

const held = { isHeld: true, text: 'they write into copies' } as const
const open = { isHeld: false, reason: 'no overlay' } as const
const rows: [rows: IsolationRows, missing: string[], report: string[], text: string][] = [
  [
    rowsOf(held, { isHeld: true, text: 'they reach nothing' }),
    [],
    [
      'files true: they write into copies',
      'network true: they reach nothing',
      'credentials true: they cannot read credentials',
      'processes true: they see only their own processes, which end with the call',
    ],
    'Programs that the model starts are isolated as root: they see only their own processes, cannot gain privileges, cannot read credential files, and end with their call. They write into copies. They reach nothing.',
  ],
  [
    rowsOf(held, undefined),
    [],
    [
      'files true: they write into copies',
      'credentials true: they cannot read credentials',
      'processes true: they see only their own processes, which end with the call',
    ],
    'Programs that the model starts are isolated as root: they see only their own processes, cannot gain privileges, cannot read credential files, and end with their call. They write into copies. Their network access is not restricted.',
  ],
  [
    rowsOf(open, { isHeld: false, reason: 'no ip' }),
    ['files: no overlay', 'network: no ip'],
    [
      'files false: files that programs write persist: no overlay',
      'network false: programs use the network of this machine: no ip',
      'credentials true: they cannot read credentials',
      'processes true: they see only their own processes, which end with the call',
    ],
    'Programs that the model starts have no isolation of files: no overlay. Programs that the model starts have no isolation of network: no ip. Programs that the model starts are isolated as root: they see only their own processes, cannot gain privileges, cannot read credential files, and end with their call. Their network access is not restricted.',
  ],
  [
    rowsOf(open, open),
    ['files: no overlay', 'network: no overlay'],
    [
      'files false: files that programs write persist: no overlay',
      'network false: programs use the network of this machine: no overlay',
      'credentials true: they cannot read credentials',
      'processes true: they see only their own processes, which end with the call',
    ],
    'Programs that the model starts have no isolation of files, network: no overlay. Programs that the model starts are isolated as root: they see only their own processes, cannot gain privileges, cannot read credential files, and end with their call. Their network access is not restricted.',
  ],
  [
    rowsWithoutMounts('no mounts'),
    ['files: no mounts', 'network: no mounts', 'credentials: no mounts'],
    [
      'files false: files that programs write persist: no mounts',
      'network false: programs use the network of this machine: no mounts',
      "credentials false: programs can read everything that this job's user can read: no mounts",
      'processes true: they end with their call',
    ],
    'Programs that the model starts have no isolation of files, network, credentials: no mounts. Programs that the model starts end with their call and cannot gain privileges.',
  ],
  [
    unheldRows('no namespaces'),
    ['files: no namespaces', 'network: no namespaces', 'credentials: no namespaces', 'processes: no namespaces'],
    [
      'files false: files that programs write persist',
      'network false: programs use the network of this machine',
      "credentials false: programs can read everything that this job's user can read",
      'processes false: programs see all processes and can outlive their call',
    ],
    'Programs that the model starts have no isolation of files, network, credentials, processes: no namespaces. Programs that the model starts end with their call and cannot gain privileges.',
  ],
]
test.each(rows)('the rows of an isolation: %j', (each, missing, report, text) => {
  expect(missingParts(each)).toEqual(missing)
  expect(reportRows(each).map(({ part, isHeld, text }) => `${part} ${isHeld}: ${text}`)).toEqual(report)
  expect(describeRows(each, 'as root')).toBe(text)
})
