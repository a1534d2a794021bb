/** Outputs of action.yml, in its order. */
export const OUTPUT_DESCRIPTIONS = {
  summary: 'The final answer as text',
  error: 'JSON `{type,message,code}`; empty without an error',
  outcome: 'One of `ok noop refused denied budget quota model config security internal`',
  structured_output:
    'The answer as JSON, if the step has an `output_schema`; with `mode: plan`, `shard` or `reduce`, the totals',
  stats: 'JSON: models, tools, files',
  denied: 'JSON array of denied calls: tool, arguments, rule, file, line, and the TOML that would allow the call',
  transcript: 'Path of the JSONL transcript',
  patch: 'Path of the patch file, if the run edited files',
  plan: 'JSON array of planned writes',
  receipts: 'JSON array: the result of each write',
  comment_url: 'URL of the comment',
  review_url: 'URL of the review',
  check_run_url: 'URL of the check run',
  commit_sha: 'SHA of the commit',
  branch: 'Name of the pushed branch',
  pull_request_url: 'URL of the opened or updated pull request',
  session_id: 'ID of this run',
  changes:
    'JSON array of the files that the run changed: path, kind, added, removed, delivered, and the reason when not delivered',
  transcript_sha256: 'SHA-256 of the transcript file. The comment has the digest of the lines up to the delivery',
  sarif: 'Path of a SARIF 2.1.0 file with the findings of a review, for code scanning; empty without a review',
  cost_usd:
    'Cost of the run in US dollars; empty when the price of a model is unknown. The tokens of each model are in `stats`',
  findings:
    'JSON array of the findings of a review, posted or not: id, severity, category, confidence, title, path, start_line, line, side, state, posted, second_look (of new ones), producer, commit, url, thread_url, with the open ones of other reviews; without what the second look refutes; empty when the run reviewed nothing',
  verdict:
    'Verdict on a reviewed pull request: `pass` (no open finding), `warn` (all below `fail_on_findings`), `block`, `incomplete`; empty when the run reviewed nothing',
  open_findings: 'Number of open findings, those of earlier runs included; empty when the run reviewed nothing',
  proof:
    'JSON of what the commands of `verify` showed about the change: headline, tree, commands, tests by result, alters, weakened; empty when none ran for it',
  matrix: 'JSON of a plan: the `matrix` of the job with the shards; empty when no item needs work',
  batch:
    'JSON array for a list of items: number or item, outcome, comment_url, and the path of a file with all outputs of each',
} as const

/** The value of every output; an empty text where there is none. */
export type StepOutputs = Record<keyof typeof OUTPUT_DESCRIPTIONS, string>

export const emptyOutputs = (): StepOutputs =>
  Object.fromEntries(Object.keys(OUTPUT_DESCRIPTIONS).map((name) => [name, ''])) as StepOutputs // the same keys
