import type { GitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import type { GitHubConversation } from '../github/api/issue-conversation.ts'
import type { Issue } from '../github/api/response-schemas.ts'
import { isByReaderOfOthers, isRewritten } from '../github/comment-marker.ts'
import { readConversation } from '../github/context/context-comments.ts'
import { WRITE_PERMISSIONS } from '../github/events/account-check.ts'
import { itemTask } from '../github/events/listed-items.ts'
import { isTaskRepository, type Task, type Trust } from '../github/events/task.ts'
import { includesName, isBotName, SLUICE_MARKER } from '../github/events/trigger-rules.ts'
import {
  confirmTexts,
  hasReadTrustedOnly,
  isCheckOfOthers,
  NO_OWN_TEXTS,
  type OwnTextGitHub,
  type WrittenText,
} from '../github/own-text.ts'
import { lazyAsync } from '../platform/lazy.ts'
import type { Tool } from '../tools/tool.ts'

/** Whose texts the model has read. What no account is known for counts as a stranger's. */
export type ReadTexts = {
  /** Adds a text by this account; by anybody when it is undefined. */
  add(author: string | undefined, from?: string): void
  /** Adds the texts in an answer of GitHub. */
  addAnswer(answer: unknown): void
  /** Adds the code, the messages and the logs of a pull request. */
  addPull(number: number): void
  /** Adds the files and messages of a branch, a tag or a commit of the repository. */
  addRef(ref: string): void
  /** Adds the log of a job. The number of a check run that is no job adds nothing. */
  addLog(job: number): void
}

/**
 * What a run may write by itself. Each question resolves to the reason why only a rule with `targets = "any"` allows it; undefined when
 * the run may. `limit` is what no rule changes.
 */
export type WriteAuthority = {
  texts: ReadTexts
  /** Why a run on code from outside may not do this at all; `effect` completes "so it …". */
  limit(effect: string): string | undefined
  /** Whether this is an item of the run. */
  isOwn(number: number | undefined): boolean
  /** To write to this item. */
  item(number: number | undefined): string | undefined
  /** To write what the text of people without write permission could ask for; `effect` completes "so it …". */
  byText(effect: string): Promise<string | undefined>
  /** To replace the title or the text of this item. */
  rewrite(
    issue: Pick<Issue, 'number' | 'author'>,
    fields: { title?: string; body?: string },
  ): Promise<string | undefined>
  /** To resolve a thread on this path that others began. */
  othersThread(path: string): string | undefined
  /** To open an issue. */
  newIssue(): Promise<string | undefined>
  /**
   * Whose text without write permission the model has read, in any way: what the run writes can then be that person's text, and a later
   * run must not take it for ours.
   */
  outsider(): Promise<string | undefined>
}

export type AuthorityOptions = {
  task: Task
  trust: Trust
  /** The items that the workflow names for this run, beside the one of the event. */
  numbers: readonly number[]
  /** Bots that the workflow lets start runs. */
  allowedBots: readonly string[]
  conversation: Promise<GitHubConversation> | undefined
}

type AuthorityGitHub = OwnTextGitHub &
  Pick<
    GitHub,
    'permission' | 'issue' | 'conversation' | 'pull' | 'pullCommits' | 'commits' | 'runOfJob' | 'hasReadAgentLog'
  >

/** Decides what a run may write, by the item that it is about, who asked for it, and whose texts it has read. */
export function openWriteAuthority(options: AuthorityOptions, github: AuthorityGitHub): WriteAuthority {
  const { task, trust } = options
  const ownNumbers = new Set([task.number, ...options.numbers].filter((number) => number !== undefined))
  const read = openReadTexts()
  const mayWrite = permissionCheck(github)
  const isAsked = lazyAsync(async () => isRequestInComment(task) && (await mayWrite(task.author)))
  const itemTexts = lazyAsync(() => readItemTexts(options, github))
  const outsideCode = new Map<string, Promise<string | undefined>>()
  /** `forWrite`: before a write that needs it. Otherwise the comments of the own pull request say as much as its commits. */
  const outsider = async (forWrite: boolean): Promise<string | undefined> => {
    const log = outsideFailure(task) ?? (github.hasReadAgentLog() ? 'an earlier run, in its log' : undefined)
    if (log !== undefined) return withoutPermission(log)
    const both = [await itemTexts(), read]
    const stranger = both.map(({ unknown }) => unknown()).find((each) => each !== undefined)
    if (stranger !== undefined) return withoutPermission(stranger)
    const isByBot = both.some((each) =>
      each.accounts().some((name) => isBotName(name) && includesName(options.allowedBots, name)),
    )
    const questions: [name: string, ask: () => Promise<string | undefined>][] = both.flatMap((each) => [
      ...each.pulls().flatMap((number): typeof questions => {
        if (!forWrite && number === task.number && !isByBot) return []
        return [[`pull ${number}`, () => outsidePull(number, options, { ...github, mayWrite })]]
      }),
      ...each.refs().map((ref): (typeof questions)[number] => [`ref ${ref}`, () => outsideRef(ref, task, github)]),
      ...each.logs().map((job): (typeof questions)[number] => [`log ${job}`, () => outsideLog(job, github)]),
    ])
    for (const [name, ask] of questions) {
      const asked = outsideCode.get(name) ?? ask()
      outsideCode.set(name, asked)
      const reason = await asked
      if (reason !== undefined) return reason
    }
    const marked = both.flatMap((each) => each.marked())
    const ownTexts = await confirmTexts(marked, github).catch(() => NO_OWN_TEXTS)
    const others = marked.flatMap((text) => (ownTexts.of(text) === undefined ? (text.author ?? []) : []))
    const all = new Set([...both.flatMap((each) => each.accounts()), ...others])
    const names = [...all].filter((name) => !includesName(options.allowedBots, name))
    const bot = names.find(isBotName)
    if (bot !== undefined) return withoutPermission(bot)
    const own = marked.flatMap((text) => ownTexts.of(text) ?? [])
    if (!own.every(hasReadTrustedOnly)) return AN_EARLIER_RUN
    if (names.length > MAX_ACCOUNTS) return withoutPermission(`${names.length} accounts`)
    for (let start = 0; start < names.length; start += AT_ONCE) {
      const some = names.slice(start, start + AT_ONCE)
      const mayAll = await Promise.all(some.map(mayWrite))
      const stranger = some.find((_, index) => mayAll[index] !== true)
      if (stranger !== undefined) return withoutPermission(stranger)
    }
    return undefined
  }

  return {
    texts: read,
    limit: (effect) =>
      trust.level === 'trusted' ? undefined : `This run works on code from outside, so it ${effect}.`,
    isOwn: (number) => number !== undefined && ownNumbers.has(number),
    item(number) {
      if (number === undefined || ownNumbers.has(number) || trust.level !== 'trusted') return undefined
      return `#${number} is not the item of this run${ownNumbers.size === 0 ? '' : ` (${[...ownNumbers].map((each) => `#${each}`).join(', ')})`}. ${NEEDS_RULE}`
    },
    async byText(effect) {
      if (trust.level !== 'trusted' || (await isAsked())) return undefined
      const stranger = await outsider(true)
      return stranger && `This run read text of ${stranger}, so it ${effect}. ${NEEDS_RULE}`
    },
    async rewrite({ number, author }, { title, body }) {
      if ((title === undefined && body === undefined) || trust.level !== 'trusted') return undefined
      if (author !== undefined && author === (await github.viewer())) return undefined
      const isByAsker = author !== undefined && author === task.author && task.request !== undefined
      if (isByAsker && (await mayWrite(author))) return undefined
      if (body === undefined && (await isAsked())) return undefined
      return `${body === undefined ? 'The title' : 'The text'} of #${number} is by ${author ?? 'a deleted account'}. ${NEEDS_RULE}`
    },
    othersThread: (path) =>
      trust.level === 'trusted' ? `The thread on ${path} is not by this action. ${NEEDS_RULE}` : undefined,
    async newIssue() {
      if (trust.level !== 'trusted') return undefined
      if (!STARTS_BY_ITSELF.has(task.event)) return `A new issue is not the item of this run. ${NEEDS_RULE}`
      const stranger = await outsider(true)
      return stranger && `This run read text of ${stranger}, so it opens no issue. ${NEEDS_RULE}`
    },
    async outsider() {
      if (trust.level !== 'trusted') return 'people whose code or request the run is about'
      if (task.place !== undefined || !AUTHORS_ARE_KNOWN.test(task.event)) return `people in the ${task.event} event`
      return outsider(false)
    },
  }
}

const withoutPermission = (name: string): string => `${name}, without write permission`

const AN_EARLIER_RUN = 'an earlier run, which had read text of people without write permission'

const NEEDS_RULE =
  'Only an allow rule of the user or admin tier with the name of this tool and targets = "any" allows it.'

/** Events whose task the workflow alone sets. */
const STARTS_BY_ITSELF = new Set(['schedule', 'workflow_dispatch', 'repository_dispatch'])

/** Events whose texts are by who may start them, or by the people of the item. A push, a wiki page or a release can quote anybody. */
const AUTHORS_ARE_KNOWN =
  /^(?:schedule|workflow_dispatch|repository_dispatch|workflow_run|issues|issue_comment|pull_request\w*)$/

/** GitHub is asked about the permission of at most this many accounts. */
const MAX_ACCOUNTS = 50

/** The first without permission ends the questions. */
const AT_ONCE = 5

/** A request in a comment or review of an issue or pull request. */
const isRequestInComment = ({ comment, request, number }: Task): boolean =>
  comment !== undefined && request !== undefined && number !== undefined

/** Whether an account has write permission. No, when GitHub does not say. */
function permissionCheck(github: Pick<GitHub, 'permission'>): (name: string | undefined) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>()
  return async (name) => {
    if (name === undefined || name === '' || isBotName(name)) return false
    const answer =
      answers.get(name) ??
      github.permission(name).then(
        (permission) => WRITE_PERMISSIONS.has(permission),
        () => false,
      )
    answers.set(name, answer)
    return answer
  }
}

/** Whose code, messages and logs those of a pull request are, when not of this repository alone. */
async function outsidePull(
  number: number,
  { task }: AuthorityOptions,
  { mayWrite, ...github }: AuthorityGitHub & { mayWrite: ReturnType<typeof permissionCheck> },
): Promise<string | undefined> {
  try {
    // The trust of the run is that of its own pull request.
    const isOwn = number === task.number || task.items?.some((item) => item.number === number) === true
    const pull = isOwn ? undefined : await github.pull(number)
    if (pull !== undefined && !isTaskRepository(task, pull.head.repo, pull.head.repoId))
      return withoutPermission(`the author of #${number}, whose code is in another repository`)
    if (pull !== undefined && !(await mayWrite(pull.author))) return withoutPermission(`the author of #${number}`)
    const first = await github.pullCommits(number, 1)
    const pages = Array.from({ length: first.pages - 1 }, (_, index) => github.pullCommits(number, index + 2))
    const commits = [first, ...(await Promise.all(pages))].flatMap(({ items }) => items)
    return commits.some(({ message }) => isByReaderOfOthers(message)) ? AN_EARLIER_RUN : undefined
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    // The number of an issue.
    return error.status === 404 ? undefined : withoutPermission(`people in #${number}, which could not be read`)
  }
}

/** Whether a run that had read others put a commit on this branch, and no person has merged it. */
async function outsideRef(
  ref: string,
  { sha, head, base, defaultBranch }: Task,
  github: Pick<GitHub, 'commits'>,
): Promise<string | undefined> {
  const name = ref.replace(/^refs\/heads\//, '')
  if ([sha, head?.sha, base?.sha, defaultBranch].includes(name)) return undefined
  try {
    const [own, merged] = await Promise.all(
      [name, defaultBranch ?? ''].map((each) => github.commits(each, undefined, 1)),
    )
    const known = new Set(merged?.items.map((commit) => commit.sha))
    const isOfOthers = own?.items.some((commit) => !known.has(commit.sha) && isByReaderOfOthers(commit.message))
    return isOfOthers ? AN_EARLIER_RUN : undefined
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    return error.status === 404 ? undefined : withoutPermission(`people who wrote ${ref}, which could not be read`)
  }
}

/** Events that only people with write permission cause, or that quote nobody. */
const EVENTS_OF_WRITERS =
  /^(?:push|schedule|workflow_dispatch|repository_dispatch|merge_group|deployment|deployment_status|page_build|create|delete)$/

const outsideEvent = (event: string, hasOwnCode: boolean): string | undefined =>
  EVENTS_OF_WRITERS.test(event) || (hasOwnCode && /^pull_request(?:_target)?$/.test(event))
    ? undefined
    : `people in the ${event} event whose log was read`

/** The same for the logs in the first message: those of the run that failed. */
const outsideFailure = (task: Task): string | undefined =>
  task.upstream === undefined || task.upstream.conclusion === 'success'
    ? undefined
    : outsideEvent(task.upstream.event, isTaskRepository(task, task.upstream.headRepo, task.upstream.headRepoId))

/** Whether people without write permission can have put text into the log of a job: their event started it, or it ran their code. */
async function outsideLog(job: number, github: Pick<GitHub, 'runOfJob'>): Promise<string | undefined> {
  try {
    const { event, repositoryId, headRepositoryId } = await github.runOfJob(job)
    const people = outsideEvent(event, headRepositoryId === repositoryId)
    return people && withoutPermission(people)
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    return error.status === 404 ? undefined : withoutPermission('people whose log was read, which no run is known for')
  }
}

/** The authors of the texts of the item, or of each item: its own, and all comments that the material can contain. */
async function readItemTexts({ task, conversation }: AuthorityOptions, github: AuthorityGitHub): Promise<Texts> {
  const texts = openReadTexts()
  const { number, author, openedBy, items = [], kind } = task
  if (author !== undefined) texts.add(author)
  for (const item of items.filter(({ kind }) => kind !== undefined)) {
    texts.add(item.openedBy, `the author of #${item.number}`)
    if (item.kind === 'pull_request') texts.addPull(item.number)
    try {
      texts.addAnswer(await readConversation(itemTask(task, item), github))
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      texts.add(undefined, `the people in #${item.number}, which could not be read`)
    }
  }
  if (number !== undefined) {
    if (kind === 'pull_request') texts.addPull(number)
    try {
      const read = await conversation
      texts.add(openedBy ?? (read ?? (await github.issue(number))).author, `the author of #${number}`)
      texts.addAnswer(read)
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      texts.add(undefined, `the people in #${number}, which could not be read`)
    }
  }
  return texts
}

/** Deeper or longer answers do not occur. */
const MAX_DEPTH = 6

/** `marked`: texts with our marker. Those that GitHub confirms are no text of others. */
type Texts = ReadTexts & {
  accounts(): string[]
  pulls(): number[]
  refs(): string[]
  logs(): number[]
  marked(): WrittenText[]
  unknown(): string | undefined
  addMarked(text: WrittenText): void
}

function openReadTexts(): Texts {
  const accounts = new Set<string>()
  const marked: WrittenText[] = []
  const pulls = new Set<number>()
  const refs = new Set<string>()
  const logs = new Set<number>()
  let unknown: string | undefined
  const texts: Texts = {
    accounts: () => [...accounts],
    marked: () => marked,
    pulls: () => [...pulls],
    refs: () => [...refs],
    logs: () => [...logs],
    addPull: (number) => void pulls.add(number),
    addRef: (ref) => void refs.add(ref),
    addLog: (job) => void logs.add(job),
    addMarked: (text) => void marked.push(text),
    unknown: () => unknown,
    add(author, from = 'an unknown account') {
      if (author === undefined) unknown ??= from
      else accounts.add(author)
    },
    addAnswer(answer) {
      addAuthors(answer, texts, 0)
    },
  }
  return texts
}

/** Adds the author of each object with a title or body. */
function addAuthors(value: unknown, texts: Texts, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
  const fields = Object.entries(value)
  const { body, title, ...others } = Object.fromEntries<unknown>(fields)
  if (isCheckOfOthers(others)) texts.add(undefined, 'an earlier run, in its check')
  const author = fields.find(([name]) => name === 'author' || name === 'user')
  if (author !== undefined && (typeof body === 'string' || typeof title === 'string')) {
    const login = loginOf(author[1])
    if (isRewritten(String(body))) texts.add(undefined, 'a run that rewrote it')
    else if (login !== undefined && SLUICE_MARKER.test(String(body)))
      texts.addMarked(writtenText(String(body), login, Object.fromEntries(fields)))
    else texts.add(login, 'a deleted account')
  }
  for (const [, inner] of fields) addAuthors(inner, texts, depth + 1)
}

/** Any activity in an issue or pull request changes its `updatedAt`. */
function writtenText(body: string, author: string, fields: Readonly<Record<string, unknown>>): WrittenText {
  const read = (...names: string[]) => names.map((name) => fields[name]).find((value) => typeof value === 'string')
  const edit = 'editedAt' in fields ? { editedAt: read('editedAt'), editor: read('editor') } : undefined
  const updatedAt = 'title' in fields ? undefined : read('updatedAt', 'updated_at')
  const createdAt = read('createdAt', 'created_at')
  const isOwn = typeof fields.isOwn === 'boolean' ? fields.isOwn : undefined
  return {
    body,
    isOwn,
    author,
    createdAt,
    updatedAt,
    url: read('url', 'html_url'),
    nodeId: read('nodeId', 'node_id'),
    ...edit,
  }
}

const loginOf = (author: unknown): string | undefined => {
  const login = typeof author === 'object' && author !== null ? Reflect.get(author, 'login') : author
  return typeof login === 'string' ? login : undefined
}

/** A client whose answers count as read by the model. */
export function recordReadTexts<Client extends object>(client: Client, texts: ReadTexts): Client {
  const calls = Object.entries(client).map(([name, call]) => {
    if (typeof call !== 'function') return [name, call]
    return [
      name,
      async (...args: unknown[]) => {
        const answer: unknown = await call(...args)
        texts.addAnswer(answer)
        if (name === 'jobLog' || name === 'annotations') texts.addLog(Number(args[0]))
        return answer
      },
    ]
  })
  return Object.fromEntries(calls) as Client // each call as before
}

/** Tools whose answers are code, messages of commits, and logs. Also under the names of GitHub's MCP server. */
const CODE_TOOLS = /diff|file|commit|check|status|job_log|pull_request/

const NUMBER = /"(?:number|pull_?number)":"?(\d+)/gi
const REFS = ['ref', 'sha', 'branch', 'base', 'head']
/** More branches of runs are not asked about one by one. */
const MAX_BRANCHES = 20

/**
 * The tools, so that code, messages and logs of a pull request count as its author's. Branches and tags are of people with write
 * permission. A commit alone is known from a text that counts already. A name that begins with `branchPrefix` is text of the run that made the
 * branch.
 */
export const recordCode = (tools: readonly Tool[], texts: ReadTexts, branchPrefix: string): Tool[] => {
  const addBranches = (content: string) => {
    const names = [...content.matchAll(/"name":\s*"([^"\\]+)"/g)].map(([, name = '']) => name)
    const made = names.filter((name) => name.startsWith(branchPrefix))
    for (const name of made.slice(0, MAX_BRANCHES)) texts.addRef(name)
    if (made.length > MAX_BRANCHES) texts.add(undefined, 'runs that named branches')
  }
  const recorded = (tool: Tool): Tool => {
    const { name, server, annotations, variant } = tool
    if (name === 'github__list_branches')
      return {
        ...tool,
        variant: variant && ((alias) => recorded(variant(alias))),
        async run(args, signal) {
          const result = await tool.run(args, signal)
          if (result.ok) addBranches(String(result.content))
          return result
        },
      }
    if (server !== 'github' || annotations.readOnlyHint !== true || !CODE_TOOLS.test(name)) return tool
    return {
      ...tool,
      variant: variant && ((alias) => recorded(variant(alias))),
      async run(args, signal) {
        // Under the other name of a tool the arguments can be inside another one.
        for (const [, number] of JSON.stringify(args).matchAll(NUMBER)) texts.addPull(Number(number))
        for (const ref of REFS.map((each) => args[each])) {
          const pull = /^(?:refs\/)?pull\/(\d+)\b/.exec(String(ref ?? ''))?.[1]
          if (pull !== undefined) texts.addPull(Number(pull))
          else if (typeof ref === 'string' && /^[^:]+$/.test(ref)) texts.addRef(ref)
          else if (String(ref ?? '').includes(':')) texts.add(undefined, `people who can write ${ref}`)
        }
        return tool.run(args, signal)
      },
    }
  }
  return tools.map(recorded)
}

/** Tools whose answers are pages of the web or resources of MCP servers. */
const OUTSIDE_TOOLS = new Set(['web_fetch', 'google_web_search', 'list_mcp_resources', 'read_mcp_resource'])

/** Programs whose output is a page of the web. */
const DOWNLOADS =
  /(?<![\w.-])(?:curl|wget|aria2c|lynx|w3m|Invoke-WebRequest|iwr|Invoke-RestMethod|irm)(?:\.exe)?(?![\w./-])/i

/**
 * The tools, so that answers of the web and of MCP servers count as text of unknown people, failures too: they quote the server.
 * `hasNetwork`: whether commands reach a host, so that what they download counts, too.
 */
export const recordOutsideTexts = (tools: readonly Tool[], texts: ReadTexts, hasNetwork: boolean): Tool[] =>
  tools.map((tool) => {
    const { name, server } = tool
    const isOutside = (server !== undefined && server !== 'github') || OUTSIDE_TOOLS.has(name)
    if (!isOutside && !(hasNetwork && name === SHELL)) return tool
    return {
      ...tool,
      async run(args, signal) {
        const result = await tool.run(args, signal)
        if (isOutside || DOWNLOADS.test(String(args.command)))
          texts.add(undefined, `unknown people, in an answer of ${name}`)
        return result
      },
    }
  })

const SHELL = 'run_shell_command'
