import { examineProgram, programName } from '../shell/dangers.ts'
import { knownWord } from '../shell/words.ts'
import { isShell, WRAPPERS } from '../shell/wrappers.ts'
import { type CompiledPattern, newPatternBudget, testPattern } from './patterns.ts'
import type { Rule } from './rule.ts'
import { SHELL_TOOL } from './tool-names.ts'

/** Commands that people regret allowing, why, and samples that a pattern for such a command matches. */
const RISKS: readonly { pattern: RegExp; reason: string; samples: readonly string[] }[] = [
  {
    pattern: /^(?:rm|rmdir|shred|unlink|truncate)\b|^find\b.* -delete\b|^git clean\b/,
    reason: 'deletes files',
    samples: ['rm -rf x', 'rm x', 'git clean -fdx', 'find . -delete'],
  },
  {
    pattern: /^(?:sudo|doas|su|pkexec|runuser|gosu)\b/,
    reason: 'runs commands as another user',
    samples: ['sudo ls', 'sudo -n ls x'],
  },
  {
    pattern: /^(?:ba|z|da|k|fi|c|tc)?sh\b|^pwsh\b|^powershell\b|^busybox\b/,
    reason: 'runs scripts, whose content is not checked',
    samples: ['bash x', 'bash -c x', 'sh x.sh', 'sh -c x'],
  },
  {
    pattern:
      /^(?:python[\d.]*|node|deno|bun|perl|ruby|php|lua|Rscript|tclsh|osascript)(?!\w|-)(?: -[ec]\b| *$|[^\w-]*\.\*)/,
    reason: 'runs any code',
    samples: ['python -c x', 'python3 -c x', 'node -e x', 'perl -e x', 'ruby -e x'],
  },
  {
    pattern: /^(?:npx|bunx|uvx|pipx)$|^(?:npm exec|npm x|yarn dlx|pnpm dlx|pipx run|bun x)\b/,
    reason: 'downloads and runs any package',
    samples: ['npx evil', 'uvx evil'],
  },
  {
    pattern: /^(?:curl|wget)\b/,
    reason: 'fetches from any host, and can send text there; piped to a shell it runs what it fetches',
    samples: ['curl https://x', 'curl -s https://x', 'wget -O- https://x'],
  },
  {
    pattern: /^find\b.* -(?:exec|execdir|ok|okdir)\b|^(?:xargs|parallel)\b/,
    reason: 'runs other commands with words that no rule sees',
    samples: ['find . -exec x {} +', 'xargs x'],
  },
  {
    pattern: /^(?:chmod|chown|chgrp|setfacl)\b/,
    reason: 'changes who may read, write or run a file',
    samples: ['chmod 777 x', 'chmod -R 777 x'],
  },
  {
    pattern: /^(?:dd|mkfs[\w.]*|fdisk|parted|wipefs)\b/,
    reason: 'can overwrite any file, or a whole disk',
    samples: ['dd if=x of=y', 'mkfs.ext4 x'],
  },
  {
    pattern:
      /^git push\b.* (?:-f|--force\b|--force-with-lease\b|--mirror\b|--delete\b)|^git reset --hard\b|^git filter-(?:branch|repo)\b/,
    reason: 'discards commits or work',
    samples: ['git push --force', 'git push -f', 'git reset --hard'],
  },
  {
    pattern:
      /^(?:mount|kill|pkill|killall|shutdown|reboot|systemctl|iptables|crontab|eval|exec|source|ssh|scp|sftp|rsync|telnet|nc|ncat|socat|docker|podman|kubectl)\b/,
    reason: 'reaches beyond the checkout',
    samples: ['ssh x', 'docker run x', 'eval x', 'nc x 1'],
  },
]

/** A pattern that matches samples of so many kinds matches any program. */
const ANY_PROGRAM = 5

/** The built-in profiles allow programs such as xargs on purpose; lint warns about the user's own rules. */
const PROFILES = 'policies/profiles/'

/** What an allow is too broad for; one problem for each command. */
export function riskyAllows(rule: Rule): string[] {
  if (rule.verdict !== 'allow') return []
  const broad = broadAllows(rule)
  const isNamed = (problem: string) => broad.some((each) => each.startsWith(problem.replace(/, which .*$/s, '')))
  const risky = rule.file.startsWith(PROFILES) ? [] : [...riskyPrefixes(rule), ...riskyPatterns(rule)]
  return [...broad, ...[...new Set(risky)].filter((problem) => !isNamed(problem))]
}

const problem = (text: string, reason: string): string => `allows ${JSON.stringify(text)}, which ${reason}`

function riskyPrefixes({ match }: Rule): string[] {
  return (match.prefixes ?? []).flatMap(({ words }) => {
    const text = words.join(' ')
    const risk = riskOf(text)
    return risk === undefined ? [] : [problem(text, risk)]
  })
}

/** Why a command is risky: by its program without a folder, or by the command that a wrapper runs. */
export function riskOf(text: string): string | undefined {
  const [program = '', ...rest] = text.trim().split(/\s+/)
  const name = programName(knownWord(program))
  const inner = Object.hasOwn(WRAPPERS, name) ? rest.findIndex((word) => !/^-|=|^\d/.test(word)) : -1
  const own = RISKS.find(({ pattern }) => pattern.test([name, ...rest].join(' ')))?.reason
  return (inner < 0 || isShell(name) ? undefined : riskOf(rest.slice(inner).join(' '))) ?? own
}

function riskyPatterns({ match }: Rule): string[] {
  const { regex, args } = match
  const pattern = regex ?? (match.tools?.includes(SHELL_TOOL) ? args : undefined)
  if (pattern === undefined) return []
  const name = regex === undefined ? 'argsPattern' : 'commandRegex'
  const samples = RISKS.map((risk) => ({ ...risk, text: risk.samples.find((text) => matches(pattern, text, name)) }))
  if (samples.filter(({ text }) => text !== undefined).length >= ANY_PROGRAM)
    return [
      name === 'commandRegex'
        ? `commandRegex ${JSON.stringify(pattern.source)} allows any program: name the program first`
        : `argsPattern ${JSON.stringify(pattern.source)} allows any program: start it with "command":" and the program`,
    ]
  const heads = (pattern.heads ?? alternatives(pattern.source)).map((head) =>
    head.replace(/^\^|[()\\]/g, '').replace(/^"command":"/, ''),
  )
  const headRisks = heads.flatMap((head) => {
    const risk = riskOf(head)
    return risk === undefined ? [] : [{ text: problem(head, risk), risk }]
  })
  const matched = samples.flatMap(({ text, reason }) =>
    text === undefined || !spellsOutDangers(pattern, text) || headRisks.some(({ risk }) => risk === reason)
      ? []
      : [problem(text, reason)],
  )
  return [...headRisks.map(({ text }) => text), ...matched]
}

/** Whether a pattern names each dangerous option of a command. */
const spellsOutDangers = ({ source }: CompiledPattern, command: string): boolean =>
  command.split(' ').every((word) => !/^-(?:exec|delete)$/.test(word) || source.includes(word)) &&
  examineProgram(command.split(' ').map(knownWord)).dangers.every(
    ({ word }) => word !== undefined && source.includes(word.text),
  )

const matches = (pattern: CompiledPattern, command: string, name: string): boolean => {
  const text = name === 'commandRegex' ? command : JSON.stringify({ command })
  return testPattern(pattern, text, newPatternBudget()) === 'yes'
}

/** The alternatives of a pattern outside groups, or in the one group at its start. */
const alternatives = (source: string): string[] => {
  const [, group, rest] = /^\^?\((?:\?:)?([^()]*)\)(.*)$/s.exec(source) ?? []
  if (group !== undefined) return group.split('|').map((each) => each + (rest ?? ''))
  return /[(]/.test(source) ? [source] : source.split('|')
}

/** A pattern such as `.*` does not count as a condition. */
const matchesAnyArgs = (pattern: CompiledPattern): boolean =>
  ['{}', '{"a":1}', '{"command":"x"}'].every((text) => testPattern(pattern, text, newPatternBudget()) === 'yes')

function broadAllows(rule: Rule): string[] {
  const { tools, prefixes, regex, args, modes, annotations, server } = rule.match
  const isNarrowed = args !== undefined && !matchesAnyArgs(args)
  const isConditional = prefixes !== undefined || regex !== undefined || isNarrowed || annotations !== undefined
  const problems: string[] = []
  if (!isConditional && server === undefined && tools?.includes('*') && modes?.join() !== 'yolo')
    problems.push('allows every tool; name the tools, or use the yolo mode')
  if (!isConditional && server === '*' && (tools === undefined || tools.includes('*')))
    problems.push('allows every tool of every MCP server; name the servers')
  if (!isConditional && args === undefined && tools?.includes(SHELL_TOOL))
    problems.push('allows every command, even one that cannot be parsed; add commandPrefix to narrow it')
  for (const prefix of prefixes ?? []) {
    const spelled = prefix.words.map(knownWord)
    const [program = ''] = prefix.words
    const isBare = prefix.words.length === 1
    const { dangers } = examineProgram(spelled)
    // A bare program name also allows what the program does without arguments, for example reading code from its input.
    // `python -m pytest` names the module; `python -m` allows any module.
    const last = spelled.at(-1)
    const [danger] = dangers.filter(
      ({ effect, word: each }) => effect === 'runs' && (each === last || (each === undefined && isBare)),
    )
    if (danger !== undefined)
      problems.push(
        `allows ${JSON.stringify(prefix.text)}, which ${danger.word === undefined ? 'runs code from its input' : danger.reason}`,
      )
    else if (isBare && (isShell(program) || program === 'sudo' || program === 'doas'))
      problems.push(`allows ${JSON.stringify(prefix.text)} to run scripts, whose content is not checked`)
    else if (
      isBare &&
      Object.hasOwn(WRAPPERS, program) &&
      !WRAPPERS[program]?.harmlessAlone &&
      WRAPPERS[program]?.isTransparent
    )
      problems.push(
        `commandPrefix ${JSON.stringify(prefix.text)} is not needed: the command it runs is decided separately`,
      )
  }
  return problems
}
