import { dialer, type ResolveHost, resolveName } from '../../net/dial.ts'
import type { NamespaceEntry, NamespaceMethod } from '../isolation-script.ts'
import { type AllowedHosts, type HostRule, isLoopback } from './allowed-hosts.ts'
import { createGateway } from './gateway.ts'
import { createNetworkNamespace, type NamespaceListener } from './network-namespace.ts'
import { describeRefusal, isLocalRule, type RefusedConnection } from './open-target.ts'

/** `isHeld`: programs that enter reach only the allowed hosts. Otherwise they use the machine's network, for this reason. */
export type NetworkResult = { isHeld: true; network: RunNetwork } | { isHeld: false; reason: string }

/** The network of the programs that a run starts: one namespace, with a gateway in this process. */
export type RunNetwork = {
  entry: NamespaceEntry
  /** The refusals so far, one sentence each, in order. Each host and port occurs once after every call of `mark()`. */
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
    return { isHeld: false, reason: 'its loopback interface takes no connections' }
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
      onRefusal(reported.size > MAX_NOTICES ? 'Blocked by the network rules: more hosts, not listed here.' : text)
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
