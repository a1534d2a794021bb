import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCronIntervalLessThan5Minutes } from '@actions/workflow-parser/model/converter/cron'
import {
  expressionsIn,
  mapOf,
  mapText,
  normalized,
  referencesIn,
  textsIn,
  type WorkflowMap,
} from '../config/workflow-file.ts'
import type { TextEdit } from '../text/text-edit.ts'
import { findWorkflowMistakes, type WorkflowMistake } from './github-parser.ts'
import { nearWord } from './misspelling.ts'
import { isCheckout, type JobSource, parseWorkflow, type WorkflowSource, type YamlPath } from './workflow-source.ts'

/** What GitHub refuses in a workflow of the repository in `root`, and what certainly never does what it says. */
export async function workflowMistakes(file: string, text: string, root: string): Promise<WorkflowMistake[]> {
  const mistakes = await findWorkflowMistakes(file, text, root)
  const parsed = parseWorkflow(file, text)
  if (parsed.ok) return [...mistakes, ...brokenRules(parsed.source, root)].toSorted((a, b) => a.line - b.line)
  if (mistakes.some(({ isRefused }) => isRefused)) return mistakes
  const { line, column, reason } = parsed
  return [
    { line, column, isRefused: true, problem: `GitHub refuses this file: it ${reason}.`, fix: 'Correct this line.' },
  ]
}

type BrokenRule = { path: YamlPath; isRefused?: false; problem: string; fix: string; edits?: readonly TextEdit[] }

/** Rules of GitHub that its published parser does not check. Source: GitHub docs, "Workflow syntax"; actions/runner. */
function brokenRules(source: WorkflowSource, root: string): WorkflowMistake[] {
  const isPlaced = source.file.startsWith('.github/workflows/')
  const jobs = source.jobs.flatMap((job) => [
    ...stepRules(job, isPlaced ? root : undefined),
    ...(isPlaced ? callRules(job, source.workflow, root) : []),
    ...matrixRules(job),
    ...queueRule(job.job, job.path),
    ...runnerRule(job, source),
  ])
  const defaults = [{ map: source.workflow, path: [] }, ...source.jobs.map(({ job, path }) => ({ map: job, path }))]
  const shells = defaults.flatMap(({ map, path }) =>
    shellRule(mapOf(mapOf(map.defaults).run).shell, [...path, 'defaults', 'run', 'shell']),
  )
  const ofWorkflow = [...filterRules(source), ...inputRules(source), ...queueRule(source.workflow, []), ...shells]
  const rules = [...ofWorkflow, ...jobs].map(
    ({ path, isRefused = true, problem, fix, edits }): WorkflowMistake => ({
      line: source.lineOf(path),
      column: source.startOf(path).column + 1,
      isRefused,
      isIdle: !isRefused,
      problem: isRefused ? `GitHub refuses this file: ${problem}` : problem,
      fix,
      edits,
    }),
  )
  return [...rules, ...expressionsAt(source).flatMap((each) => nameMistakes(each, source))]
}

type PlacedText = { path: YamlPath; text: string }

/** Every expression of the workflow with its place: what stands in `${{ }}`, and all of an `if`. */
function expressionsAt({ workflow }: WorkflowSource): PlacedText[] {
  const walk = (value: unknown, path: YamlPath): PlacedText[] => {
    if (typeof value === 'string') {
      const inside = expressionsIn(value)
      return (path.at(-1) === 'if' && inside.length === 0 ? [normalized(value)] : inside).map((text) => ({
        path,
        text,
      }))
    }
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, each]) =>
      walk(each, [...path, Array.isArray(value) ? Number(key) : key]),
    )
  }
  return walk(workflow, [])
}

/** Names below `github.event`, of `env`, and of `vars` and `secrets`, that certainly nothing sets. */
function nameMistakes({ path, text }: PlacedText, source: WorkflowSource): WorkflowMistake[] {
  const place = { line: source.lineOf(path), column: source.startOf(path).column + 1, isRefused: false }
  const mistake = (problem: string, fix: string, edits?: readonly TextEdit[]): WorkflowMistake => ({
    ...place,
    problem,
    fix,
    edits,
  })
  const events = referencesIn(text, 'github.event').flatMap((reference) => {
    const wrong = unknownEventName(reference.split('.'), source)
    if (wrong === undefined) return []
    const { name, before, correct, isOther } = wrong
    // A group or a script may serve several workflows, but such a condition never holds.
    if (isOther && correct === undefined && (path.at(-1) !== 'if' || text.includes('||'))) return []
    return [
      mistake(
        isOther
          ? `No event of this workflow has github.event.${name}, so it is always empty.`
          : `Nothing sets ${name} in github.event.${reference}, so it is always empty.`,
        correct === undefined ? 'Name a field that the event of this workflow has, or remove it.' : `Write ${correct}.`,
        correct === undefined ? undefined : replacements(source, path, ['github', 'event', ...before], name, correct),
      ),
    ]
  })
  const names = definedVariables(source)
  const variables = referencesIn(text, 'env').flatMap((reference) => {
    const [name = ''] = reference.split('.')
    const near = names.some((each) => each.toLowerCase() === name) ? undefined : nearWord(name, names)
    return near?.isCertain
      ? [mistake(`Nothing sets env.${name}, so it is always empty.`, `Write env.${near.word}.`)]
      : []
  })
  // A workflow that others call gives its secrets names of its own.
  const own = ['GITHUB_TOKEN', ...Object.keys(mapOf(source.events.get('workflow_call')?.secrets))]
  const reserved = ['vars', 'secrets'].flatMap((context) =>
    referencesIn(text, context).flatMap((name) => {
      const correct = name.replaceAll('-', '_').toUpperCase()
      const isReserved = name.startsWith('github_')
      if (own.some((each) => each.toLowerCase() === name) || (!isReserved && !name.includes('-'))) return []
      return mistake(
        `GitHub does not allow ${context}.${name.toUpperCase()}: names there ${isReserved ? 'must not begin with GITHUB_' : 'have letters, digits and _'}.`,
        isReserved ? 'Give it another name.' : `Write ${context}.${correct}, and store it under that name.`,
        isReserved ? undefined : replacements(source, path, [context], name, correct),
      )
    }),
  )
  return [...events, ...variables, ...reserved]
}

/** Defaults that an input cannot have. Source: GitHub docs, "Workflow syntax", on.workflow_dispatch.inputs and on.workflow_call.inputs. */
function inputRules({ events, workflow }: WorkflowSource): BrokenRule[] {
  const key = 'on' in workflow ? 'on' : 'true'
  return ['workflow_dispatch', 'workflow_call'].flatMap((event) =>
    Object.entries(mapOf(events.get(event)?.inputs)).flatMap(([name, input]): BrokenRule[] => {
      const { type, default: value, options } = mapOf(input)
      const text = String(value ?? '')
      if (value === undefined || text.includes('${{')) return []
      const rule = (kind: string, fix: string): BrokenRule[] => [
        {
          path: [key, event, 'inputs', name, 'default'],
          isRefused: false,
          problem: `The default ${text} of ${name} is ${kind}.`,
          fix,
        },
      ]
      if (type === 'choice' && Array.isArray(options) && !options.map(String).includes(text))
        return rule('none of its options', `Write one of ${options.join(', ')}.`)
      return type === 'number' && (text === '' || Number.isNaN(Number(text)))
        ? rule('no number', 'Write a number, or type: string.')
        : []
    }),
  )
}

/** The first name of a path that is wrong. `correct`: the name that is certainly meant. `isOther`: no event of the workflow has it. */
function unknownEventName(
  [first = '', ...rest]: readonly string[],
  { events }: WorkflowSource,
): { name: string; before: readonly string[]; correct: string | undefined; isOther: boolean } | undefined {
  const lists = [...events.keys()].map((event) => EVENTS.get(event === 'pull_request_target' ? 'pull_request' : event))
  const known = lists.every((list) => list !== undefined) ? lists.flat() : undefined
  if (known !== undefined && !known.includes(first)) {
    const isElsewhere = [...EVENTS.values()].some((list) => list.includes(first))
    const near = isElsewhere ? undefined : nearWord(first, known)
    return { name: first, before: [], correct: near?.isCertain ? near.word : undefined, isOther: true }
  }
  for (const [index, name] of rest.entries()) {
    const names = OBJECTS.get(index === 0 ? first : (rest[index - 1] ?? ''))
    const near = names === undefined || names.includes(name) ? undefined : nearWord(name, names)
    if (near?.isCertain) return { name, before: [first, ...rest.slice(0, index)], correct: near.word, isOther: false }
  }
  return undefined
}

/** Edits that put a word in the place of another, wherever it stands after these names in the text of a value. */
function replacements(
  source: WorkflowSource,
  path: YamlPath,
  before: readonly string[],
  wrong: string,
  word: string,
): TextEdit[] {
  const [from, , to] = source.nodeAt(path)?.range ?? [0, 0, 0]
  const names = before.map(escaped).join('\\.')
  const start = before.length === 0 ? '' : `(?<=\\b${names}\\.)`
  const pattern = new RegExp(`${start}(?<![\\w-])${escaped(wrong)}(?![\\w-])`, 'gi')
  return [...source.text.slice(from, to).matchAll(pattern)].map(({ index }) => ({
    start: from + index,
    end: from + index + wrong.length,
    text: word,
  }))
}

const escaped = (name: string): string => name.replace(/[^\w-]/g, '\\$&')

/** Every variable that an `env` of the workflow or a script sets. */
const definedVariables = ({ workflow, jobs }: WorkflowSource): string[] => [
  ...[workflow, ...jobs.flatMap(({ job, steps }) => [job, ...steps.map(({ step }) => step)])].flatMap((map) =>
    Object.keys(mapOf(map.env)),
  ),
  ...textsIn(workflow).flatMap((text) =>
    text.includes('GITHUB_ENV') ? [...text.matchAll(/\b(\w+)=/g)].map(([, name = '']) => name) : [],
  ),
]

const textsOf = (value: unknown): string[] => [value ?? []].flat().map(String)

function filterRules({ events, workflow }: WorkflowSource): BrokenRule[] {
  const key = 'on' in workflow ? 'on' : 'true'
  return [...events].flatMap(([event, options]) => {
    const path = (name: string) => [key, event, name]
    const filters = ['branches', 'tags', 'paths'].flatMap((name): BrokenRule[] => {
      const ignored = `${name}-ignore`
      if (name in options && ignored in options)
        return [
          {
            path: path(ignored),
            problem: `${event} has both ${name} and ${ignored}.`,
            fix: `Keep ${name}, and exclude with entries that begin with !.`,
          },
        ]
      const patterns = textsOf(options[name])
      return patterns.length > 0 && patterns.every((each) => each.startsWith('!'))
        ? [
            {
              path: path(name),
              isRefused: false,
              problem: `All entries of ${name} exclude, so ${event} starts no run.`,
              fix: `Begin with an entry that includes, such as '**', or write ${ignored} without !.`,
            },
          ]
        : []
    })
    if (event === 'schedule') return scheduleRules(mapOf(workflow.on).schedule, [key, event])
    const needsWorkflows = event === 'workflow_run' && textsOf(options.workflows).length === 0
    return needsWorkflows
      ? [...filters, { path: [key, event], problem: 'workflow_run names no workflows.', fix: 'Add workflows: [NAME].' }]
      : filters
  })
}

function scheduleRules(schedule: unknown, path: YamlPath): BrokenRule[] {
  const lines = Array.isArray(schedule) ? schedule.map((each) => mapText(mapOf(each), 'cron')) : []
  return lines.flatMap((cron, index): BrokenRule[] =>
    hasCronIntervalLessThan5Minutes(cron)
      ? [
          {
            path: [...path, index, 'cron'],
            isRefused: false,
            problem: `GitHub starts a schedule at most every 5 minutes, so ${cron} leaves out runs.`,
            fix: "Write '*/5 * * * *' or a longer interval.",
          },
        ]
      : [],
  )
}

const rankOf = (level: unknown): number => ['none', 'read', 'write'].indexOf(String(level))

/**
 * What GitHub refuses of a call of a workflow in this repository: its folder, the types of its inputs, and jobs there that ask for more than
 * the caller has. Source: GitHub docs, "Reuse workflows" and "Reusing workflow configurations", permissions.
 */
function callRules({ job, path }: JobSource, workflow: WorkflowMap, root: string): BrokenRule[] {
  const file = /^\.\/(\.github\/workflows\/[^@]+)$/.exec(mapText(job, 'uses'))?.[1]
  if (file === undefined || !existsSync(join(root, file))) return []
  if (file.split('/').length > 3)
    return [{ path: [...path, 'uses'], problem: `it reads no folder in .github/workflows.`, fix: `Move ${file} up.` }]
  const parsed = parseWorkflow(file, readFileSync(join(root, file), 'utf8'))
  if (!parsed.ok) return []
  const { events, workflow: calledWorkflow, jobs } = parsed.source
  const declared = mapOf(events.get('workflow_call')?.inputs)
  const types = Object.entries(mapOf(job.with)).flatMap(([name, value]): BrokenRule[] => {
    const { type } = mapOf(declared[name])
    const fits = typeof value === type || (typeof value === 'string' && value.includes('${{'))
    return (type === 'number' || type === 'boolean') && !fits
      ? [
          {
            path: [...path, 'with', name],
            problem: `the input ${name} of ${file} takes a ${type}.`,
            fix: `Write a ${type}, without quotes.`,
          },
        ]
      : []
  })
  const levels = job.permissions ?? workflow.permissions
  const missing = jobs.flatMap((each) =>
    Object.entries(mapOf(each.job.permissions ?? calledWorkflow.permissions)).filter(
      ([scope, level]) => levels !== undefined && rankOf(level) > rankOf(levelIn(levels, scope)),
    ),
  )
  return [
    ...types,
    ...[...new Map(missing)].map(([scope, level]) => ({
      path: [...path, 'uses'],
      problem: `a job of ${file} asks for ${scope}: ${String(level)}, and this call gives ${scope}: ${levelIn(levels, scope)}.`,
      fix: `Add ${scope}: ${String(level)} to the permissions of this job.`,
    })),
  ]
}

/** The level that a `permissions` gives a scope: a word for all, or a map in which a scope that it leaves out has none. */
const levelIn = (permissions: unknown, scope: string): string =>
  typeof permissions === 'string' ? permissions.replace('-all', '') : mapText(mapOf(permissions), scope) || 'none'

function stepRules({ job, path, steps }: JobSource, root: string | undefined): BrokenRule[] {
  if ('steps' in job && Array.isArray(job.steps) && steps.length === 0)
    return [{ path: [...path, 'steps'], problem: 'the job has no steps.', fix: 'Add a step with run or uses.' }]
  const ids = steps.map(({ step }) => mapText(step, 'id'))
  const sameIds = ids.map((id) => id.toLowerCase())
  return steps.flatMap((step, index): BrokenRule[] => {
    const id = ids[index] ?? ''
    const uses = mapText(step.step, 'uses')
    const rules = shellRule(step.step.shell, [...step.path, 'shell'])
    // The parser finds an id twice in the same letters.
    if (id !== '' && sameIds.indexOf(id.toLowerCase()) < index && ids.indexOf(id) === index)
      rules.push({
        path: [...step.path, 'id'],
        problem: `two steps have the id ${id.toLowerCase()}.`,
        fix: 'Give each step its own id.',
      })
    if (uses !== '' && !/^(?:\.\/|\.$|docker:\/\/|[^/\s@]+\/[^\s@]+@\S)/.test(uses))
      rules.push({
        path: [...step.path, 'uses'],
        problem: `${uses} is no action.`,
        fix: 'Write OWNER/REPOSITORY@COMMIT, ./FOLDER or docker://IMAGE.',
      })
    const missing = missingAction(uses, steps.slice(0, index), root)
    if (missing !== undefined) rules.push({ path: [...step.path, 'uses'], isRefused: false, ...missing })
    return rules
  })
}

const SHELLS = ['bash', 'sh', 'pwsh', 'powershell', 'cmd', 'python']

/** A shell that the runner does not know. Source: actions/runner, ScriptHandlerHelpers ("Invalid shell option"). */
function shellRule(shell: unknown, path: YamlPath): BrokenRule[] {
  if (typeof shell !== 'string' || /\{0\}|\$\{\{/.test(shell) || SHELLS.includes(shell.trim().toLowerCase())) return []
  return [
    {
      path,
      isRefused: false,
      problem: `The runner knows no shell ${shell}, so the step fails.`,
      fix: `Write one of ${SHELLS.join(', ')}, or a command with {0} for the script, such as perl {0}.`,
    },
  ]
}

/** An action of the repository that is not there when its step starts. Steps that are no checkout may bring files, too. `root`: if known. */
function missingAction(
  uses: string,
  before: JobSource['steps'],
  root: string | undefined,
): { problem: string; fix: string } | undefined {
  if (!/^\.\/\w|^\.\/\./.test(uses)) return undefined
  if (/^\.\/\.github\/workflows\/[^/]+\.ya?ml$/.test(uses))
    return { problem: `${uses} is a workflow and no action.`, fix: 'Call it from a job: uses beside its needs.' }
  if (before.length === 0)
    return {
      problem: `${uses} is a folder of the workspace, which is empty here.`,
      fix: 'Add a step with actions/checkout before it.',
    }
  const isPlain = before.every(
    (step) => isCheckout(step) && !['repository', 'ref', 'path'].some((name) => name in mapOf(step.step.with)),
  )
  if (
    root === undefined ||
    !isPlain ||
    ['action.yml', 'action.yaml', 'Dockerfile'].some((name) => existsSync(join(root, uses, name)))
  )
    return undefined
  return { problem: `${uses} has no action.yml.`, fix: 'Correct the path: it begins at the root of the repository.' }
}

function matrixRules({ job, path }: JobSource): BrokenRule[] {
  const matrix = mapOf(mapOf(job.strategy).matrix)
  const place = [...path, 'strategy', 'matrix']
  const names = Object.keys(matrix).filter((name) => name !== 'include' && name !== 'exclude')
  const empty = names
    .filter((name) => Array.isArray(matrix[name]) && textsOf(matrix[name]).length === 0)
    .map((name) => ({ path: [...place, name], problem: `${name} of the matrix has no values.`, fix: 'Add a value.' }))
  const excluded = Array.isArray(matrix.exclude) ? matrix.exclude.flatMap((each) => Object.keys(mapOf(each))) : []
  const unknown = [...new Set(excluded)]
    .filter((name) => !names.includes(name))
    .map((name) => ({
      path: [...place, 'exclude'],
      problem: `exclude names ${name}, which the matrix does not have.`,
      fix: `Name one of ${names.join(', ')}.`,
    }))
  return [...empty, ...unknown]
}

function queueRule(map: WorkflowMap, path: YamlPath): BrokenRule[] {
  const { queue, 'cancel-in-progress': cancels } = mapOf(map.concurrency)
  return queue === 'max' && cancels === true
    ? [
        {
          path: [...path, 'concurrency', 'queue'],
          problem: 'queue: max and cancel-in-progress: true exclude each other.',
          fix: 'Remove one of the two.',
        },
      ]
    : []
}

/** Labels of GitHub's runners. Source: GitHub docs, "GitHub-hosted runners reference"; actions/runner-images. */
const HOSTED = [
  ...[
    'ubuntu-latest',
    'ubuntu-26.04',
    'ubuntu-24.04',
    'ubuntu-22.04',
    'ubuntu-24.04-arm',
    'ubuntu-22.04-arm',
    'ubuntu-slim',
  ],
  ...['windows-latest', 'windows-2025', 'windows-2022', 'windows-11-arm'],
  ...['macos-latest', 'macos-26', 'macos-15', 'macos-14', 'macos-15-intel', 'macos-26-intel'],
]
const RETIRED = /^(?:ubuntu-(?:16|18|20)\.04|windows-(?:2016|2019)|macos-(?:10\.15|11|12|13))$/

/** A label that no runner of GitHub has. One's own runner may have any, so only a retired one and a misspelt "latest" are certain. */
function runnerRule({ job, path }: JobSource, source: WorkflowSource): BrokenRule[] {
  const labels = typeof job['runs-on'] === 'string' ? [job['runs-on']] : job['runs-on']
  const [label, ...others] = Array.isArray(labels) ? labels.map(String) : []
  if (label === undefined || others.length > 0 || label.includes('${{') || HOSTED.includes(label)) return []
  const near = nearWord(label, HOSTED)
  const isMisspelt = near?.isCertain === true && /^[a-z]+-[a-z]+$/.test(label)
  if (!RETIRED.test(label) && !isMisspelt) return []
  const place = [...path, 'runs-on']
  return [
    {
      path: place,
      isRefused: false,
      problem: `GitHub has no runner ${label}, so the job stays queued until it times out.`,
      fix: isMisspelt ? `Write ${near.word}.` : `Write ${label.split('-')[0]}-latest, or a version that GitHub has.`,
      edits: isMisspelt ? replacements(source, place, [], label, near.word) : undefined,
    },
  ]
}

/** What `github.event` has, by event, and what some of its objects have in any event, as GitHub's language service lists it. A test compares. */

/** Names of each event. `pull_request_target` has those of `pull_request`; an event that is not here may have any. */
export const EVENT_NAMES = `
branch_protection_rule: action changes enterprise installation organization repository rule sender
check_run: action check_run enterprise installation organization repository requested_action sender
check_suite: action check_suite enterprise installation organization repository sender
create: description enterprise installation master_branch organization pusher_type ref ref_type repository sender
delete: enterprise installation organization pusher_type ref ref_type repository sender
deployment: action deployment enterprise installation organization repository sender workflow workflow_run
deployment_status: action check_run deployment deployment_status enterprise installation organization repository sender
  workflow workflow_run
discussion: action answer changes discussion enterprise installation label old_answer organization repository sender
discussion_comment: action changes comment discussion enterprise installation organization repository sender
fork: enterprise forkee installation organization repository sender
gollum: enterprise installation organization pages repository sender
issue_comment: action changes comment enterprise installation issue organization repository sender
issues: action assignee changes enterprise installation issue issue_field issue_field_value label milestone organization
  repository sender type
label: action changes enterprise installation label organization repository sender
milestone: action changes enterprise installation milestone organization repository sender
page_build: build enterprise id installation organization repository sender
public: enterprise installation organization repository sender
pull_request: action after assignee before changes enterprise installation label milestone number organization pull_request
  reason repository requested_reviewer requested_team sender stack
pull_request_review: action changes enterprise installation organization pull_request repository review sender
pull_request_review_comment: action changes comment enterprise installation organization pull_request repository sender
push: after base_ref before commits compare created deleted enterprise forced head_commit installation organization pusher ref
  repository sender
registry_package: action enterprise installation organization registry_package repository sender
release: action changes enterprise installation organization release repository sender
repository_dispatch: action branch client_payload enterprise installation organization repository sender
status: avatar_url branches commit context created_at description enterprise id installation name organization repository
  sender sha state target_url updated_at
watch: action enterprise installation organization repository sender
workflow_dispatch: enterprise inputs installation organization ref repository sender workflow
workflow_run: action enterprise installation organization repository sender workflow workflow_run
`

/** Names of objects. */
export const OBJECT_NAMES = `
comment: _links author_association body child_comment_count commit_id created_at diff_hunk discussion_id html_url id
  in_reply_to_id issue_url line minimized node_id original_commit_id original_line original_position original_start_line
  parent_id path performed_via_github_app pin position pull_request_review_id pull_request_url reactions repository_url side
  start_line start_side subject_type updated_at url user
discussion: active_lock_reason answer_chosen_at answer_chosen_by answer_html_url author_association body category comments
  created_at html_url id labels locked node_id number reactions repository_url state state_reason timeline_url title
  updated_at user
head_commit: added author committer distinct id message modified removed timestamp tree_id url
head_repository: archive_url assignees_url blobs_url branches_url collaborators_url comments_url commits_url compare_url
  contents_url contributors_url deployments_url description downloads_url events_url fork forks_url full_name git_commits_url
  git_refs_url git_tags_url hooks_url html_url id issue_comment_url issue_events_url issues_url keys_url labels_url
  languages_url merges_url milestones_url name node_id notifications_url owner private pulls_url releases_url stargazers_url
  statuses_url subscribers_url subscription_url tags_url teams_url trees_url url
issue: active_lock_reason assignee assignees author_association body closed_at comments comments_url created_at draft
  events_url href html_url id issue_dependencies_summary issue_field_values labels labels_url locked milestone node_id number
  performed_via_github_app pinned_comment pull_request reactions repository_url state state_reason sub_issues_summary
  timeline_url title type updated_at url user
label: color default description id name node_id url
milestone: closed_at closed_issues created_at creator description due_on html_url id labels_url node_id number open_issues
  state title updated_at url
pull_request: _links active_lock_reason additions allow_auto_merge allow_update_branch assignee assignees author_association
  auto_merge base body changed_files closed_at comments comments_url commits commits_url created_at delete_branch_on_merge
  deletions diff_url draft head href html_url id issue_url labels locked maintainer_can_modify merge_commit_message
  merge_commit_sha merge_commit_title mergeable mergeable_state merged merged_at merged_by milestone node_id number patch_url
  rebaseable requested_reviewers requested_teams review_comment_url review_comments review_comments_url
  squash_merge_commit_message squash_merge_commit_title stack state statuses_url title updated_at url
  use_squash_pr_title_as_default user
release: assets assets_url author body created_at discussion_url draft html_url id immutable name node_id prerelease
  published_at reactions tag_name tarball_url target_commitish updated_at upload_url url zipball_url
repository: allow_auto_merge allow_forking allow_merge_commit allow_rebase_merge allow_squash_merge allow_update_branch
  anonymous_access_enabled archive_url archived assignees_url blobs_url branches_url clone_url code_of_conduct
  collaborators_url comments_url commits_url compare_url contents_url contributors_url created_at custom_properties
  default_branch delete_branch_on_merge deployments_url description disabled downloads_url events_url fork forks forks_count
  forks_url full_name git_commits_url git_refs_url git_tags_url git_url has_discussions has_downloads has_issues has_pages
  has_projects has_pull_requests has_wiki homepage hooks_url html_url id is_template issue_comment_url issue_events_url
  issues_url keys_url labels_url language languages_url license master_branch merge_commit_message merge_commit_title
  merges_url milestones_url mirror_url name network_count node_id notifications_url open_issues open_issues_count organization
  owner permissions private public pull_request_creation_policy pulls_url pushed_at releases_url role_name
  security_and_analysis size squash_merge_commit_message squash_merge_commit_title ssh_url stargazers stargazers_count
  stargazers_url starred_at statuses_url subscribers_count subscribers_url subscription_url svn_url tags_url teams_url
  temp_clone_token template_repository topics trees_url updated_at url use_squash_pr_title_as_default visibility watchers
  watchers_count web_commit_signoff_required
review: _links author_association body commit_id html_url id node_id pull_request_url state submitted_at updated_at user
sender: avatar_url email events_url followers_url following_url gists_url gravatar_id html_url id login name node_id
  organizations_url received_events_url repos_url site_admin starred_at starred_url subscriptions_url type url user_view_type
user: avatar_url deleted email events_url followers_url following_url gists_url gravatar_id html_url id login name node_id
  organizations_url received_events_url repos_url site_admin starred_at starred_url subscriptions_url type url user_view_type
workflow_run: actor artifacts_url cancel_url check_suite_id check_suite_node_id check_suite_url conclusion created_at
  display_title event head_branch head_commit head_repository head_sha html_url id jobs_url logs_url name node_id path
  previous_attempt_url pull_requests referenced_workflows repository rerun_url run_attempt run_number run_started_at status
  triggering_actor updated_at url workflow_id workflow_url
`

const listed = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    text
      .trim()
      .split(/\n(?! )/)
      .map((line) => {
        const [name = '', names = ''] = line.split(/: */)
        return [name, names.split(/\s+/)]
      }),
  )
const EVENTS = listed(EVENT_NAMES)
const OBJECTS = listed(OBJECT_NAMES)
