import { isIP } from 'node:net'
import { hostOf, isLocalName, isPublicAddress } from '../../platform/net/addresses.ts'
import { findProtectedSegment, normalizePath } from '../../platform/paths.ts'
import { type AllowedHosts, isExcluded, isNeverReached, ruleFor } from '../../platform/sandbox/allowed-hosts.ts'
import { isInteractiveTool } from '../../tools/interactive-tools.ts'
import { programName } from '../shell/dangers.ts'
import type { SimpleCommand } from '../shell/shell-types.ts'
import type { CallFacts } from './rule.ts'
import { EDIT_TOOLS, SHELL_TOOL } from './tool-names.ts'

/** What a run keeps from its programs, whatever rules say. */
export type ProgramLimits = {
  /** Whether programs are isolated: they cannot become another user, and reach only `hosts`. */
  isIsolated: boolean
  hosts: AllowedHosts
  /** Whether the input allowed_hosts can add hosts to this run. */
  canAddHosts: boolean
  /** Why a run does not have a command of gh, and what to do instead; undefined for the commands that it has. */
  ghAdvice?: (args: readonly string[]) => string | undefined
}

/**
 * Why a call cannot work even if a rule allows it, and what to do instead; undefined when it can. `limits` are those of a run.
 */
export function unworkable(facts: CallFacts, limits?: ProgramLimits): string | undefined {
  if (facts.server !== undefined) return undefined
  if (isInteractiveTool(facts.tool)) return 'No rule can allow this: a run has no person who could answer.'
  if (facts.tool === 'web_fetch') return unreachablePage(facts.args.prompt)
  if (facts.tool === SHELL_TOOL) return limits && unworkableCommand(facts.shell?.commands ?? [], limits)
  return unreachableFile(facts, limits !== undefined)
}

const FILE_TOOLS: ReadonlySet<string> = new Set([...EDIT_TOOLS, 'read_file', 'list_directory'])

/** Outside of a run, it is not known what is below an absolute path. */
function unreachableFile({ tool, args, resolved }: CallFacts, isRun: boolean): string | undefined {
  if (!FILE_TOOLS.has(tool)) return undefined
  const written = args.file_path ?? args.dir_path
  const path = resolved?.args.file_path ?? resolved?.args.dir_path ?? written
  if (typeof written !== 'string' || typeof path !== 'string') return undefined
  const name = findProtectedSegment(written) ?? findProtectedSegment(path)
  if (name !== undefined)
    return `No rule can allow this: no tool accesses ${name}, which may hold credentials or change how git behaves.`
  const plain = normalizePath(path)
  const isAbsolute = /^(?:\/|[a-z]:)/i.test(plain)
  const isOutside = plain === '..' || plain.startsWith('../') || (isAbsolute && isRun && EDIT_TOOLS.includes(tool))
  return isOutside ? 'No rule can allow this: the path leads outside of the checkout.' : undefined
}

function unreachablePage(prompt: unknown): string | undefined {
  const urls = typeof prompt === 'string' ? (prompt.match(/https?:\/\/[^\s"'<>]+/g) ?? []) : []
  const hosts = urls.flatMap((text) => (URL.canParse(text) ? [hostOf(new URL(text))] : []))
  const isPrivate = (host: string) => (isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host))
  return hosts.length > 0 && hosts.every(isPrivate)
    ? 'No rule can allow this: web_fetch reads only pages of the public internet.'
    : undefined
}

const unworkableCommand = (commands: readonly SimpleCommand[], limits: ProgramLimits): string | undefined =>
  commands.map((command) => commandObstacle(command, limits)).find((text) => text !== undefined)

/** Programs that do nothing without a network. */
const NETWORK_PROGRAMS =
  /^(?:curl|wget|aria2c|http|https|xh|ftp|sftp|ssh|scp|mosh|telnet|nc|ncat|netcat|ping6?|dig|nslookup|whois|traceroute|tracepath|mtr|twine|aws|gcloud|az|vercel|netlify|heroku|flyctl)$/

const NETWORK_GIT =
  /^(?:clone|fetch|pull|ls-remote|submodule (?:update|add)|lfs (?:pull|fetch|push|clone)|remote (?:update|show)) /

/** Commands of package managers that fetch what they install. */
const FETCHES =
  /^(?:(?:npm|pnpm) (?:install|i|ci|add|update|publish|audit|create|login|whoami|view|info|outdated)|npm init [\w@]\S*|npx (?:-\S+ )*\S+@\S+|(?:pnpm|yarn) dlx|yarn (?:install|add|up|upgrade|create)|bun (?:install|add|update|create)|pip3? (?:install|download)|uvx|uv (?:sync|add|publish|pip install|tool (?:run|install))|pipx (?:run|install)|poetry (?:install|add|update|publish)|(?:conda|mamba|choco|winget) (?:install|create|update)|dotnet (?:add|tool install)|cargo (?:fetch|install|update|add|publish|search|login)|go (?:get|mod download|(?:install|run) \S+@\S+)|(?:apt|apt-get|dnf|yum|apk|brew) (?:install|update|upgrade|add)|(?:docker|podman) (?:pull|push|login)|gem install|bundle (?:install|update)|composer (?:install|require|update)|helm (?:pull|repo)) |^yarn $/

const NO_PUSH =
  'No rule can allow this: commands have no credential to push with. Instead of `git push`, set the input `changes` to `commit` or `pull_request`.'

const AS_OTHER_USER = /^(?:sudo|doas|su|pkexec|runuser|gosu)$/

const OF_MACHINE =
  /^(?:mount|umount|systemctl|service|chroot|iptables|modprobe|insmod|sysctl|useradd|usermod|passwd|shutdown|reboot)$/

function commandObstacle({ words }: SimpleCommand, limits: ProgramLimits): string | undefined {
  const [program, ...rest] = words
  if (program?.kind !== 'known') return undefined
  const known = rest.flatMap((word) => (word.kind === 'known' ? [word.text] : []))
  const isModule = /^python[\d.]*$/.test(programName(program)) && known[0] === '-m' && known[1] !== undefined
  const [name = '', ...texts] = isModule ? known.slice(1) : [programName(program), ...known]
  const right = AS_OTHER_USER.test(name) ? 'become another user' : OF_MACHINE.test(name) ? 'change the machine' : ''
  if (right !== '' && limits.isIsolated)
    return `No rule can allow this: programs of this run cannot ${right}, so ${name} does not work. Run the command in a step before this one.`
  const advice = name === 'gh' ? limits.ghAdvice?.(texts) : undefined
  if (advice !== undefined) return `No rule can allow this: ${advice}`
  if (name === 'git') {
    const from = texts.findIndex((text, index) => !text.startsWith('-') && !GIT_VALUES.test(texts[index - 1] ?? ''))
    const subcommand = from < 0 ? '' : `${texts.slice(from).join(' ')} `
    if (texts.slice(from).some((text) => LOCAL.test(text))) return undefined
    if (subcommand.startsWith('push ')) return NO_PUSH
    return NETWORK_GIT.test(subcommand) ? noNetwork(targetIn(texts) ?? { host: 'github.com' }, limits) : undefined
  }
  const isOffline = texts.some((text) => /offline|^--no-index$/.test(text))
  if (FETCHES.test(`${[name, ...texts].join(' ')} `) && !texts.some((text) => LOCAL.test(text)) && !isOffline)
    return noNetwork(undefined, limits)
  if (!NETWORK_PROGRAMS.test(name) || texts.some((text) => /^(?:--version|--help|-V|-h)$/.test(text))) return undefined
  return noNetwork(targetIn(texts), limits)
}

const LOCAL = /^(?:\.{1,2}(?:\/|$)|\/|file:)/

/** Options of git before its subcommand that take the next word. */
const GIT_VALUES = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|exec-path))$/

type Target = { host: string; port?: number }

const ADDRESS = /^[a-z][a-z+.-]*:\/\/(?:[^@/\s]*@)?(\[[\da-f:]+\]|[\w.-]+)(?::(\d+))?/i

const BARE_ADDRESS = /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+|localhost)(?::(\d+))?(?=[:/?#]|$)/i

/** The host that the words of a command name: in an address with a scheme, else in one without. */
function targetIn(texts: readonly string[]): Target | undefined {
  const match = [ADDRESS, BARE_ADDRESS].flatMap((form) => texts.flatMap((text) => form.exec(text) ?? []).slice(0, 3))
  const [, host, port] = match
  return host === undefined
    ? undefined
    : { host: host.replace(/^\[|\]$/g, '').toLowerCase(), port: port === undefined ? undefined : Number(port) }
}

/** Programs that serve a run's own commands listen on the loopback of their namespace. */
const isOwnHost = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Why programs do not reach a host; undefined when they do, or when it is unknown which they need. */
function noNetwork(target: Target | undefined, { isIsolated, hosts, canAddHosts }: ProgramLimits): string | undefined {
  if (!isIsolated || hosts.everything || (target === undefined && hosts.rules.length > 0)) return undefined
  const reason =
    hosts.rules.length === 0 ? 'commands of this run have no network' : `commands do not reach ${target?.host}`
  const { host, port } = target ?? {}
  if (host !== undefined && isOwnHost(host)) return undefined
  const ports = port === undefined ? [443, 80, 22] : [port]
  if (host !== undefined && ports.some((each) => ruleFor(hosts, host, each) !== undefined)) return undefined
  if (!canAddHosts)
    return `No rule can allow this: ${reason}, and the input \`allowed_hosts\` has no effect on code from outside.`
  if (host !== undefined && ports.every((each) => isExcluded(hosts, host, each)))
    return `No rule can allow this: ${reason}, and an entry with \`!\` in the input \`allowed_hosts\` excludes it.`
  if (host !== undefined && isNeverReached(host))
    return `No rule can allow this: ${reason}, and no setting opens this address.`
  const entry = host === undefined ? 'the host' : `\`${host}${port === undefined ? '' : `:${port}`}\``
  return `No rule alone can allow this: ${reason}. First add ${entry} to the input \`allowed_hosts\`. The command then needs a rule, too.`
}
