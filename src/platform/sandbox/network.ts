import type { ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { Server } from 'node:net'
import { join } from 'node:path'
import { messageOf } from '../errors.ts'
import { dialer, type ResolveHost, resolveName } from '../net/dial.ts'
import { type StartedProcess, startProcess } from '../process/start-process.ts'
import { type AllowedHosts, type HostRule, isLoopback } from './allowed-hosts.ts'
import { createGateway, describeRefusal, isLocalRule, type RefusedConnection } from './gateway.ts'
import type { NamespaceEntry, NamespaceMethod } from './isolation-script.ts'

/** `isHeld`: programs that enter reach only the allowed hosts. Otherwise they use the machine's network, for this reason. */
export type NetworkResult = { isHeld: true; network: RunNetwork } | { isHeld: false; reason: string }

/** The network of the programs that a run starts: one namespace, with a gateway in this process. */
export type RunNetwork = {
  entry: NamespaceEntry
  /** The refusals so far, one sentence each, in order. After each call of `mark()`, a host and port can occur once more. */
  refusalsSince(mark: number): readonly string[]
  mark(): number
  close(): void
}

export type NetworkOptions = {
  allowed: AllowedHosts
  user: { uid: number; gid: number; method: NamespaceMethod }
  /** The runner's environment, for its own proxy. */
  env: Readonly<Record<string, string | undefined>>
  folders: readonly string[]
  /** Receives the first refusal of each host. */
  onRefusal(text: string): void
  resolve?: ResolveHost
}

/** Limits notices and memory: a program can ask for any number of hosts. */
const MAX_NOTICES = 20

const MAX_REFUSALS = 2000

/** Creates the network of a run. Never rejects. */
export async function openNetwork(options: NetworkOptions): Promise<NetworkResult> {
  const { allowed, user, env, folders } = options
  const forwarded = allowed.rules.flatMap(forwardsOf)
  const listeners = [{ address: '127.0.0.1', port: 0 }, ...forwarded.map(({ listener }) => listener)]
  const namespace = await createNetworkNamespace({ ...user, listeners, folders })
  if (typeof namespace === 'string') return { isHeld: false, reason: namespace }
  const [proxy, ...forwards] = namespace.servers
  const address = proxy?.address()
  if (proxy === undefined || typeof address !== 'object' || address === null) {
    namespace.close()
    return { isHeld: false, reason: 'its loopback interface accepts no connections' }
  }
  const refusals = createRefusals(options.onRefusal)
  const gateway = createGateway({ allowed, resolve: options.resolve ?? resolveName, dial: dialer(env) }, refusals.add)
  proxy.on('connection', gateway.accept)
  forwards.forEach((server, index) => {
    const forward = forwarded[index]
    if (forward !== undefined) server?.on('connection', (socket) => gateway.forward(socket, forward.target))
  })
  const local = forwarded.map(({ listener }) => listener.address)
  return {
    isHeld: true,
    network: {
      entry: { argv: namespace.entryArgv, env: proxyVariables(address.port, local) },
      refusalsSince: refusals.since,
      mark: refusals.mark,
      close() {
        namespace.close()
        gateway.close()
      },
    },
  }
}

/** Addresses of the machine and its network that programs reach as if they were there, such as service containers. */
export function forwardsOf(
  rule: HostRule,
): { listener: NamespaceListener; target: { addresses: readonly string[]; port: number } }[] {
  const { host, port } = rule
  if (port === undefined || !isLocalRule(rule)) return []
  if (host === 'localhost' || host === '127.0.0.1' || host === '::1') {
    const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
    return ['127.0.0.1', '::1'].map((address) => ({ listener: { address, port }, target: { addresses, port } }))
  }
  return rule.kind === 'address' ? [{ listener: { address: host, port }, target: { addresses: [host], port } }] : []
}

/** Reports the first refusal of each host, up to a limit that it names once. */
export function createRefusals(onRefusal: (text: string) => void) {
  const texts: string[] = []
  const reported = new Set<string>()
  return {
    mark: () => texts.length,
    since: (mark: number) => [...new Set(texts.slice(mark))],
    add(refusal: RefusedConnection) {
      const text = describeRefusal(refusal)
      if (texts.length < MAX_REFUSALS) texts.push(text)
      if (reported.has(text) || reported.size > MAX_NOTICES) return
      reported.add(text)
      onRefusal(reported.size > MAX_NOTICES ? 'Blocked by the network rules: more hosts, which are not listed.' : text)
    },
  }
}

/** The variables by which programs find the gateway, in the spellings of the tools that have their own. */
export function proxyVariables(port: number, local: readonly string[]): Record<string, string> {
  const proxy = `http://127.0.0.1:${port}`
  const direct = [...new Set(['localhost', '127.0.0.1', '::1', ...local])].join(',')
  const java = ['http', 'https'].map((kind) => `-D${kind}.proxyHost=127.0.0.1 -D${kind}.proxyPort=${port}`).join(' ')
  const javaDirect = ['localhost', '127.*', '[::1]', ...local.filter((address) => !isLoopback(address))].join('|')
  const javaOptions = `${java} -Dhttp.nonProxyHosts=${javaDirect}`
  const both = (name: string, value: string) => ({ [name.toLowerCase()]: value, [name.toUpperCase()]: value })
  return {
    ...both('HTTP_PROXY', proxy),
    ...both('HTTPS_PROXY', proxy),
    ...both('ALL_PROXY', proxy),
    ...both('NO_PROXY', direct),
    npm_config_proxy: proxy,
    npm_config_https_proxy: proxy,
    npm_config_noproxy: direct,
    YARN_HTTP_PROXY: proxy,
    YARN_HTTPS_PROXY: proxy,
    CARGO_HTTP_PROXY: proxy,
    // Node.js 22.21 and 24 use the variables above only with this one.
    NODE_USE_ENV_PROXY: '1',
    MAVEN_OPTS: javaOptions,
    GRADLE_OPTS: javaOptions,
  }
}

/** An address on which programs in the namespace can connect. Port 0: any free port. */
export type NamespaceListener = { address: string; port: number }

/** A network namespace with no way out. It exists until it is closed or this process ends. */
export type NetworkNamespace = {
  /** The start of an argv that enters the namespace. */
  entryArgv: readonly string[]
  /** Open servers inside the namespace, in the order of the request; undefined where none could be opened. */
  servers: readonly (Server | undefined)[]
  close(): void
}

export type NamespaceOptions = {
  method: NamespaceMethod
  uid: number
  gid: number
  listeners: readonly NamespaceListener[]
  /** Where to find system programs. */
  folders: readonly string[]
}

const START_MS = 10_000

/**
 * Creates the network namespace of a run. A short-lived program does it: it brings the loopback interface up, opens the
 * servers and hands them over. Then this process alone holds the namespace, so nothing is left behind, however it ends.
 * Returns the reason when it fails.
 */
export async function createNetworkNamespace(options: NamespaceOptions): Promise<NetworkNamespace | string> {
  const tools = findNetworkTools(options.folders, options.method)
  if (typeof tools === 'string') return tools
  const started = await startStarter(tools, options)
  if (started.failure !== undefined) return started.failure
  const { child } = started
  const opened: (Server | undefined)[] = options.listeners.map(() => undefined)
  const descriptors: number[] = []
  const close = () => {
    for (const server of opened) server?.close()
    for (const descriptor of descriptors.splice(0)) closeSync(descriptor)
  }
  try {
    const pid = await receiveServers(child, opened)
    const namespaces = options.method === 'user' ? ['user', 'net'] : ['net']
    // Through this process, because the pid of the starter could soon be that of another process.
    const files = namespaces.map((name) => {
      const descriptor = openSync(`/proc/${pid}/ns/${name}`, 'r')
      descriptors.push(descriptor)
      return `--${name}=/proc/${process.pid}/fd/${descriptor}`
    })
    for (const server of opened) server?.unref()
    const credentials = options.method === 'user' ? ['--preserve-credentials'] : []
    return { entryArgv: [tools.nsenter, ...files, ...credentials, '--'], servers: opened, close }
  } catch (error) {
    close()
    return messageOf(error)
  } finally {
    child.removeAllListeners()
    if (child.connected) child.disconnect()
    child.unref()
  }
}

type NetworkTools = Readonly<Record<'bash' | 'unshare' | 'nsenter' | 'env' | 'setpriv', string>> &
  Partial<Record<'ip' | 'perl' | 'sudo', string>>

const REQUIRED_TOOLS = ['bash', 'unshare', 'nsenter', 'env', 'setpriv']

function findNetworkTools(folders: readonly string[], method: NamespaceMethod): NetworkTools | string {
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  const [bash, unshare, nsenter, env, setpriv] = REQUIRED_TOOLS.map(find)
  const [ip, perl, sudo] = ['ip', 'perl', 'sudo'].map(find)
  if (!bash || !unshare || !nsenter || !env || !setpriv)
    return `${REQUIRED_TOOLS.filter((name) => find(name) === undefined).join(', ')} is not installed`
  if (!ip && !perl) return 'neither ip nor perl is installed, and one of them must start the loopback interface'
  if (method === 'sudo' && !sudo) return 'sudo is not installed'
  return { bash, unshare, nsenter, env, setpriv, ip, perl, sudo }
}

/** Sets IFF_UP, IFF_LOOPBACK and IFF_RUNNING with SIOCSIFFLAGS. */
const PERL_LOOPBACK = `socket(S,2,2,0) or die "$!\\n"; $r = pack("a16 s x22", "lo", 0x49); ioctl(S, 0x8914, $r) or die "$!\\n"`

/**
 * Opens the servers that its argument lists and sends them to its parent. It ends when its parent does. A server that
 * cannot be opened is missing: the address is not one of the namespace.
 */
const STARTER = `
const { createServer } = require('node:net')
process.on('disconnect', () => process.exit())
// A parent that is killed during a message sends no event, so the wait has a limit.
setTimeout(() => process.exit(), ${2 * START_MS})
const listeners = JSON.parse(process.argv[1])
let open = listeners.length
const done = () => { if (--open <= 0) process.send({ pid: process.pid }) }
listeners.forEach(({ address, port }, index) => {
  const server = createServer()
  server.once('error', done)
  server.listen({ host: address, port }, () => process.send({ index }, server, {}, done))
})
`

/**
 * The IPC channel is the starter's standard input, because sudo closes all other open files. After sudo the starter becomes
 * this user again: only the namespaces of own processes can be opened.
 */
function startStarter(tools: NetworkTools, { method, uid, gid, listeners }: NamespaceOptions): Promise<StartedProcess> {
  const { bash, unshare, env, setpriv, ip, perl, sudo = 'sudo' } = tools
  const asUser = method === 'sudo' ? `${setpriv} --reuid=${uid} --regid=${gid} --clear-groups -- ` : ''
  const own = listeners.map(({ address }) => address).filter((address) => !/^127\.|^::1$/.test(address))
  const addresses = [...new Set(own)].map(
    (address) => `${ip ?? ':'} address add ${address}/${address.includes(':') ? '128 nodad' : '32'} dev lo`,
  )
  const setup = [
    ip === undefined ? `${perl} -e '${PERL_LOOPBACK}' || exit 1` : `${ip} link set lo up || exit 1`,
    ...addresses,
    'echo 0 2>/dev/null >/proc/sys/net/ipv4/ip_unprivileged_port_start',
    `exec ${asUser}${env} -i NODE_CHANNEL_FD=0 NODE_CHANNEL_SERIALIZATION_MODE=advanced "$@"`,
  ].join('\n')
  const userOptions = method === 'user' ? ['--user', '--map-current-user', '--keep-caps'] : []
  const [file = unshare, ...args] = [
    ...(method === 'sudo' ? [sudo, '-n', '--'] : []),
    ...[unshare, ...userOptions, '--net', '--', bash, '--norc', '-p', '-c', setup, 'sluice'],
    ...[process.execPath, '-e', STARTER, JSON.stringify(listeners)],
  ]
  return startProcess(file, args, { cwd: '/', env: {}, stdin: 'ipc', output: 'pipe', verbatim: false })
}

/** Fills `opened` and returns the starter's pid. */
function receiveServers(child: ChildProcess, opened: (Server | undefined)[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let errors = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error('the network namespace was not ready in time'))
    }, START_MS)
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = `${errors}${chunk}`.slice(0, 2000)
    })
    child.on('message', (message: { index?: number; pid?: number }, handle) => {
      if (message.index !== undefined && handle instanceof Server) opened[message.index] = handle
      if (message.pid === undefined) return
      clearTimeout(timer)
      resolve(message.pid)
    })
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      const line = errors.trim().split('\n', 1)[0]
      reject(new Error(line || `the network namespace could not be created (${signal ?? `exit code ${code}`})`))
    })
  })
}
