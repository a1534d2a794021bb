/** Inputs of other agents' actions, with what to write here. The tables of docs/migration.md explain each. */

const rename = (input: string) => `Write ${input}.`
const PERMISSIONS = 'Write permissions: of the job.'
const NOT_NEEDED = 'Remove it: Sluice does not need it.'
const NOT_AVAILABLE = 'Remove it: Sluice has nothing like it.'
const RULES = 'Write policies: rules name tools and commands, for example commandPrefix = "npm test".'
const MEMORY = 'Write the instructions into GEMINI.md.'
const SERVERS = 'Write settings with mcpServers.'

const CLAUDE: Readonly<Record<string, string>> = {
  direct_prompt: rename('prompt'),
  override_prompt: rename('prompt'),
  anthropic_api_key: rename('gemini_api_key'),
  claude_code_oauth_token: rename('gemini_api_key'),
  use_vertex: 'Write use_vertex_ai, with the inputs gcp_….',
  use_bedrock: NOT_AVAILABLE,
  use_foundry: NOT_AVAILABLE,
  allowed_non_write_users: rename('allowed_users'),
  base_branch: NOT_AVAILABLE,
  use_sticky_comment: 'Write comment: sticky, or comment: new.',
  track_progress: NOT_NEEDED,
  additional_permissions: PERMISSIONS,
  use_commit_signing: NOT_NEEDED,
  ssh_signing_key: NOT_NEEDED,
  claude_args: 'Write max_turns, gemini_model, policies and settings for its options.',
  model: rename('gemini_model'),
  fallback_model: 'Write gemini_model with a short name, such as pro: it has fallbacks.',
  allowed_tools: RULES,
  disallowed_tools: RULES,
  mcp_config: SERVERS,
  custom_instructions: MEMORY,
  plugins: rename('extensions'),
  plugin_marketplaces: rename('extensions'),
  experimental_allowed_domains: rename('allowed_hosts'),
  claude_env: 'Write the variables into env of an MCP server in settings.',
  show_full_output: NOT_NEEDED,
  display_report: NOT_NEEDED,
  path_to_claude_code_executable: NOT_NEEDED,
  path_to_bun_executable: NOT_NEEDED,
}

const CODEX: Readonly<Record<string, string>> = {
  'prompt-file': 'Write prompt: a command of .gemini/commands, or @path.',
  'openai-api-key': rename('gemini_api_key'),
  'responses-api-endpoint': 'Write GOOGLE_GEMINI_BASE_URL in env of the step.',
  effort: 'Write settings with modelConfigs.',
  'working-directory': NOT_AVAILABLE,
  'permission-profile': 'Write policies, for example profile:review.',
  'safety-strategy': NOT_NEEDED,
  'codex-user': NOT_NEEDED,
  'output-schema': rename('output_schema'),
  'output-schema-file': rename('output_schema'),
  'output-file': 'Read the output summary.',
  'allow-users': rename('allowed_users'),
  'allow-bots': rename('allowed_bots'),
  'allow-bot-users': rename('allowed_bots'),
  'codex-home': rename('settings'),
  'codex-args': NOT_NEEDED,
  'codex-version': NOT_NEEDED,
}

const GEMINI: Readonly<Record<string, string>> = { settings_json: rename('settings'), version: NOT_NEEDED }

const ACTIONS = { 'claude-code-action': CLAUDE, 'codex-action': CODEX, 'gemini-cli-action': GEMINI }

/** The action that has this input, and what to write instead. */
export function foreignInput(name: string): { action: string; fix: string } | undefined {
  for (const [action, inputs] of Object.entries(ACTIONS)) {
    const fix = Object.hasOwn(inputs, name) ? inputs[name] : undefined
    if (fix !== undefined) return { action, fix }
  }
  return undefined
}
