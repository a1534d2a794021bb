export const id = 561;
export const ids = [561];
export const modules = {

/***/ 96546:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GI: () => (/* binding */ SKILL_FOLDERS),
/* harmony export */   VK: () => (/* binding */ activateSkill),
/* harmony export */   l1: () => (/* binding */ loadSkills),
/* harmony export */   pA: () => (/* binding */ skillSection),
/* harmony export */   yl: () => (/* binding */ ACTIVATE_SKILL)
/* harmony export */ });
/* unused harmony export readSkills */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(88343);
/* harmony import */ var _text_format_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(37595);
/* harmony import */ var _tools_tool_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(10280);
/* harmony import */ var _front_matter_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(37527);




const SKILL_FOLDERS = ['.gemini/skills', '.agents/skills'];
async function loadSkills(folders, settings, notice) {
    const { enabled = true, disabled = [] } = settings.skills ?? {};
    if (!enabled)
        return [];
    const off = new Set(disabled.map((name) => name.toLowerCase()));
    const skills = new Map();
    for (const folder of folders) {
        const paths = await folder.files.list(folder.folder);
        if (paths.length === 0)
            continue;
        for (const skill of await readSkills(folder, paths, notice)) {
            const replaced = skills.get(skill.name);
            if (replaced !== undefined)
                notice(`The skill ${skill.name} from ${skill.location} replaces the one from ${replaced.location}.`);
            skills.set(skill.name, skill);
        }
    }
    return [...skills.values()].filter(({ name }) => !off.has(name.toLowerCase()));
}
const ACTIVATE_SKILL = 'activate_skill';
const MAX_LISTED_FILES = 200;
const activateSkill = (skills) => {
    const names = skills.map(({ name }) => name);
    return (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_1__/* .defineTool */ .uO)({
        name: ACTIVATE_SKILL,
        description: 'Returns the instructions of a skill, to follow for the current task, and the list of its files. With resource: the text of one of these files.',
        annotations: { readOnlyHint: true },
        input: zod__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
            name: zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP().meta({ enum: names }).describe('The skill.'),
            resource: zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP().optional().describe('A file from the list of the skill. Default: the instructions.'),
        }),
        async run({ name, resource }) {
            const skill = skills.find((one) => one.name === name);
            if (skill === undefined)
                return (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_1__/* .failed */ .gz)('invalid_tool_params', `Error: Skill "${name}" not found. Available skills are: ${names.join(', ')}`);
            if (resource === undefined)
                return (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_1__/* .done */ .Vw)(activationText(skill), `Skill ${name} activated (${skill.location})`);
            const path = resource.trim().replace(/^(?:\.\/)+/, '');
            const text = skill.resources.includes(path) ? await skill.read(path) : undefined;
            if (text !== undefined)
                return (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_1__/* .done */ .Vw)(text, `Read ${path} of skill ${name}`);
            const available = skill.resources.length === 0 ? 'It has none.' : `It has: ${listFiles(skill).join(', ')}`;
            return (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_1__/* .failed */ .gz)('file_not_found', `The skill "${name}" has no file ${path}. ${available}`);
        },
    });
};
function activationText(skill) {
    const resources = listFiles(skill);
    const files = resources.length === 0 ? 'none' : resources.join('\n    ');
    return `<activated_skill name="${escapeMarkup(skill.name)}">
  <instructions>
    ${skill.body}
  </instructions>

  <available_resources>
    ${files}
  </available_resources>
</activated_skill>`;
}
function listFiles({ resources }) {
    const remaining = resources.length - MAX_LISTED_FILES;
    return [...resources.slice(0, MAX_LISTED_FILES), ...(remaining > 0 ? [`(${remaining} more)`] : [])];
}
const skillSection = (skills) => `# Skills

This repository has instructions for some kinds of tasks. When one matches your task, first activate it with \`${ACTIVATE_SKILL}\`, then follow it \
within the ground rules. Read the files of a skill with \`${ACTIVATE_SKILL}\` too.

<available_skills>
${skills.map(({ name, description, location }) => `  <skill>\n    <name>${escapeMarkup(name)}</name>\n    <description>${escapeMarkup((0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_0__/* .collapseWhitespace */ .DK)(description))}</description>\n    <location>${escapeMarkup(location)}</location>\n  </skill>`).join('\n')}
</available_skills>`;
const escapeMarkup = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const SKILL_FILE = 'SKILL.md';
const IGNORED_FOLDERS = /(?:^|\/)(?:node_modules|\.git|dist|__pycache__)\//;
const LAYOUT_HINT = `each skill needs a folder that contains ${SKILL_FILE}.`;
const belongsToSkill = (short, inside) => short.includes('/') && inside.has(`${short.slice(0, short.indexOf('/'))}/${SKILL_FILE}`);
async function readSkills({ files, folder, label = '' }, paths, notice) {
    const skills = [];
    let hasNotice = false;
    const inside = new Map(paths.map((path) => [path.slice(folder.length + 1), path]));
    for (const [short, path] of inside) {
        if (short !== SKILL_FILE && !/^[^/]+\/SKILL\.md$/.test(short)) {
            if (!/^(?:[^/]+\/){0,2}skill\.md$/i.test(short) || belongsToSkill(short, inside))
                continue;
            notice(`${label}${path} is ignored: ${LAYOUT_HINT}`);
            hasNotice = true;
            continue;
        }
        const text = await files.read(path);
        if (text === undefined)
            continue;
        const parsed = parseSkill(text);
        if (typeof parsed === 'string') {
            notice(`${label}${path} is not a valid skill: ${parsed}`);
            continue;
        }
        const home = short.slice(0, -SKILL_FILE.length);
        const resources = home === ''
            ? []
            : [...inside.keys()].filter((one) => one.startsWith(home) && one !== short && !IGNORED_FOLDERS.test(one));
        skills.push({
            ...parsed,
            location: label + path,
            resources: resources.map((one) => one.slice(home.length)).sort(),
            read: async (resource) => {
                const path = inside.get(home + resource);
                return path === undefined ? undefined : files.read(path);
            },
        });
    }
    if (skills.length === 0 && !hasNotice)
        notice(`${label}${folder} has files but no skill: ${LAYOUT_HINT}`);
    return skills;
}
function parseSkill(text) {
    const halves = (0,_front_matter_js__WEBPACK_IMPORTED_MODULE_2__/* .splitFrontMatter */ .v)(text);
    if (halves === undefined)
        return 'it must start with front matter: name and description between lines of three dashes.';
    const { yaml, body } = halves;
    const read = (0,_front_matter_js__WEBPACK_IMPORTED_MODULE_2__/* .readYaml */ .g)(yaml);
    const { name, description } = (read.ok ? fieldsFromYaml(read.value) : undefined) ?? fieldsFromLines(yaml);
    if (name === undefined)
        return 'the front matter has no name.';
    if (description === undefined)
        return 'the front matter has no description.';
    return { name: name.replace(/[:\\/<>*?"|]/g, '-'), description, body };
}
function fieldsFromYaml(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        return undefined;
    const text = (key) => {
        const field = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
        return typeof field === 'string' || typeof field === 'number' ? { [key]: String(field) } : {};
    };
    return { ...text('name'), ...text('description') };
}
function fieldsFromLines(text) {
    const fields = {};
    let open;
    for (const line of text.split(/\r?\n/)) {
        const [, key, rest = ''] = /^\s*(name|description)\s*:(.*)$/.exec(line) ?? [];
        if (key !== undefined && !Object.hasOwn(fields, key)) {
            fields[key] = rest.trim();
            open = key;
        }
        else if (open !== undefined && /^\s+\S/.test(line))
            fields[open] = `${fields[open]} ${line.trim()}`.trim();
        else
            open = undefined;
    }
    return fields;
}


/***/ }),

/***/ 49661:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  L2: () => (/* binding */ loadAgents)
});

// UNUSED EXPORTS: AgentFrontMatter, AgentToml, parseAgentFile

// EXTERNAL MODULE: ./node_modules/smol-toml/dist/index.js + 8 modules
var dist = __webpack_require__(3292);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/policy/rules/tool-names.js
var tool_names = __webpack_require__(81572);
// EXTERNAL MODULE: ./build/agent/front-matter.js
var front_matter = __webpack_require__(37527);
// EXTERNAL MODULE: ./build/agent/subagents/built-in.js
var built_in = __webpack_require__(26325);
;// CONCATENATED MODULE: ./build/agent/subagents/subagent.js

const subagent_text = schemas/* string */.YjP();
const scalar = schemas/* union */.KCZ([subagent_text, schemas/* number */.aig(), schemas/* boolean */.zMY()]);
const texts = schemas/* array */.YOg(subagent_text);
const Auth = schemas/* discriminatedUnion */.gMt('type', [
    schemas/* strictObject */.rej({ type: schemas/* literal */.euz('google-credentials'), scopes: texts.optional() }),
    schemas/* strictObject */.rej({
        type: schemas/* literal */.euz('oauth'),
        client_id: subagent_text.optional(),
        client_secret: subagent_text.optional(),
        refresh_token: subagent_text.optional(),
        scopes: texts.optional(),
        authorization_url: subagent_text.optional(),
        token_url: subagent_text.optional(),
        issuer: subagent_text.optional(),
        audiences: texts.optional(),
        redirect_uri: subagent_text.optional(),
        token_param_name: subagent_text.optional(),
        registration_url: subagent_text.optional(),
    }),
]);
const Server = schemas/* strictObject */.rej({
    command: subagent_text.optional(),
    args: schemas/* array */.YOg(scalar).optional(),
    env: schemas/* record */.g1P(subagent_text, scalar).optional(),
    cwd: subagent_text.optional(),
    url: subagent_text.optional(),
    http_url: subagent_text.optional(),
    headers: schemas/* record */.g1P(subagent_text, scalar).optional(),
    tcp: subagent_text.optional(),
    type: schemas/* enum */.k5n(['stdio', 'sse', 'http']).optional(),
    timeout: schemas/* number */.aig().positive().optional(),
    trust: schemas/* boolean */.zMY().optional(),
    description: subagent_text.optional(),
    include_tools: texts.optional(),
    exclude_tools: texts.optional(),
    auth: Auth.optional(),
});
const camel = (key) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const renameKeys = (value, rename) => Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), item]));
const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const AgentServersShape = schemas/* record */.g1P(subagent_text, schemas/* preprocess */.vkY((value) => (isObject(value) ? renameKeys(value, snake) : value), Server))
    .transform((servers) => Object.fromEntries(Object.entries(servers).map(([name, one]) => [name, toServerSettings(one)])));
function toServerSettings({ auth, ...fields }) {
    const server = renameKeys(fields, camel);
    if (auth === undefined)
        return server;
    if (auth.type === 'google-credentials')
        return { ...server, authProviderType: 'google_credentials', oauth: { scopes: auth.scopes ?? [] } };
    const { type: _, ...oauth } = auth;
    return { ...server, oauth: { enabled: true, ...renameKeys(oauth, camel) } };
}

;// CONCATENATED MODULE: ./build/agent/subagents/load-agents.js







async function loadAgents(folders, { agents, experimental = {} }, notice) {
    if (experimental.enableAgents === false)
        return [];
    const overrides = agents?.overrides ?? {};
    const offered = new Map();
    for (const one of BUILT_IN)
        offered.set(one.name, one);
    for (const { file, ...one } of await fromFiles(folders, notice))
        if (!offered.has(one.name))
            offered.set(one.name, one);
        else
            notice(`Duplicate agent name '${one.name}' detected in ${file}. The later definition will be ignored. Rename one of the agents to avoid this conflict.`);
    const known = new Set([...offered.values()].flatMap(({ name, formerNames = [] }) => [name, ...formerNames]));
    const unknown = Object.keys(overrides).filter((name) => !known.has(name));
    if (unknown.length > 0)
        notice(`The setting agents.overrides names unknown sub-agents: ${unknown.join(', ')}.`);
    return [...offered.values()].flatMap((one) => {
        const override = [one.name, ...(one.formerNames ?? [])]
            .map((name) => overrideFor(overrides, name))
            .find((override) => override);
        if (override === undefined)
            return [one];
        if (override.enabled === false)
            return [];
        return [{ ...one, load: async () => withOverride(await one.load(), override) }];
    });
}
const overrideFor = (overrides, name) => Object.hasOwn(overrides, name) ? overrides[name] : undefined;
const BUILT_IN = [
    {
        name: 'codebase_investigator',
        description: 'Explores the repository for one objective and reports what matters: files, symbols, how parts depend on each other, the cause of a bug. For questions that take many searches; it only reads.',
        needsTask: true,
        load: async () => built_in.codebaseInvestigator,
    },
    {
        name: 'change_reviewer',
        description: 'Reviews one part of a change that is too large for one conversation and reports its findings. For the parts that the material of the task lists; it only reads.',
        needsTask: true,
        load: async () => built_in.changeReviewer,
    },
    {
        name: 'cli_help',
        formerNames: ['introspection_agent'],
        description: 'Answers a question about Sluice itself from its documentation: policies, settings, inputs, limits, why something was denied.',
        needsTask: true,
        load: async () => built_in.cliHelp,
    },
];
async function fromFiles(folders, notice) {
    const agents = [];
    for (const { files, folder, label = '', ignoreTrust = false } of folders) {
        const isDefinition = (path) => /^[^/_][^/]*\.(?:md|toml)$/.test(path.slice(folder.length + 1));
        for (const path of (await files.list(folder)).filter(isDefinition)) {
            const text = await files.read(path);
            if (text === undefined)
                continue;
            const read = parseAgentFile(path, text);
            for (const note of read.notes)
                notice(`${label}${path}: ${note}`);
            if (!read.ok) {
                notice(`Agent loading error: Failed to load agent from ${label}${path}: ${read.reason}`);
                continue;
            }
            const agent = ignoreTrust ? withoutTrust(read.agent) : read.agent;
            const { name, description, tools, servers } = agent;
            const ownTools = servers === undefined ? tools : undefined;
            agents.push({ name, description, needsTask: false, load: async () => agent, file: label + path, tools: ownTools });
        }
    }
    return agents;
}
const withoutTrust = ({ servers, ...agent }) => servers === undefined
    ? agent
    : {
        ...agent,
        servers: Object.fromEntries(Object.entries(servers).map(([name, { trust: _, ...one }]) => [name, one])),
    };
function withOverride(agent, { runConfig = {}, modelConfig = {} }) {
    const { model, generateContentConfig = {} } = modelConfig;
    const sampling = samplingIn(generateContentConfig, agent.sampling);
    return {
        ...agent,
        turns: runConfig.maxTurns ?? agent.turns,
        minutes: runConfig.maxTimeMinutes ?? agent.minutes,
        model: model === undefined || model === 'auto' ? agent.model : model,
        sampling: Object.values(sampling).some((value) => value !== undefined) ? sampling : undefined,
    };
}
const samplingIn = ({ temperature, topP, topK, maxOutputTokens }, base = {}) => ({
    temperature: temperature ?? base.temperature,
    topP: topP ?? base.topP,
    topK: topK ?? base.topK,
    maxOutputTokens: maxOutputTokens ?? base.maxOutputTokens,
});
const parseAgentFile = (path, text) => path.endsWith('.toml') ? fromToml(text) : fromMarkdown(text);
const DELEGATE = 'delegate_to_agent';
const DEFAULTS = { inputName: 'query', model: 'inherit' };
const TOP_P = 0.95;
const slug = schemas/* string */.YjP()
    .regex(/^[a-z0-9-_]+$/, 'Name must be a valid slug: lowercase letters, digits, hyphens and underscores');
const filled = schemas/* string */.YjP().min(1, 'must not be empty');
const limit = schemas/* int */.Whr('must be a whole number').positive('must be above 0');
const tool = (wildcards) => schemas/* string */.YjP().refine((name) => (0,tool_names/* isKnownToolName */.lg)(name) || (wildcards && isWildcard(name)), {
    error: ({ input }) => `Invalid tool name ${JSON.stringify(input)}. Name a built-in tool, server__tool, mcp_server_tool or discovered_tool_…${wildcards ? ', or *, mcp_*, mcp_server_*, server__*' : ''}`,
});
const isWildcard = (name) => /^(?:\*|mcp_\*|mcp_[\w.-]+_\*|[\w.-]+__\*)$/.test(name);
const AgentToml = schemas/* strictObject */.rej({
    kind: schemas/* literal */.euz('local').optional(),
    name: slug,
    description: filled,
    display_name: schemas/* string */.YjP().optional(),
    tools: schemas/* array */.YOg(tool(true)).optional(),
    mcp_servers: AgentServersShape.optional(),
    prompts: schemas/* strictObject */.rej({ system_prompt: filled, query: schemas/* string */.YjP().optional() }),
    model: schemas/* strictObject */.rej({ model: filled.optional(), temperature: schemas/* number */.aig().optional() }).optional(),
    run: schemas/* strictObject */.rej({ max_turns: limit.optional(), timeout_mins: limit.optional() }).optional(),
});
function fromToml(text) {
    let value;
    try {
        value = (0,dist/* parse */.qg)(text.replace(/^\uFEFF/, ''));
    }
    catch (error) {
        return invalidAgent(`TOML parsing failed: ${(0,errors/* messageOf */.bD)(error).split('\n', 1)[0]}`);
    }
    if (agentKind(value) === 'remote')
        return invalidAgent(REMOTE);
    const read = AgentToml.safeParse(value);
    if (!read.success)
        return invalidAgent(`Validation failed: ${validationProblems(read.error, value).join(', ')}`);
    const { name, description, tools, mcp_servers, prompts, model = {}, run = {} } = read.data;
    if (tools?.some((one) => (0,tool_names/* canonicalToolName */.WI)(one) === DELEGATE))
        return invalidAgent(`Validation failed: tools list cannot include '${DELEGATE}'. Sub-agents cannot delegate to other agents.`);
    const agent = {
        ...DEFAULTS,
        name,
        description,
        systemPrompt: prompts.system_prompt,
        query: prompts.query ?? DEFAULT_QUERY,
        minutes: run.timeout_mins ?? 5,
        turns: run.max_turns,
        tools,
        servers: mcp_servers,
        model: model.model ?? DEFAULTS.model,
        sampling: samplingFor(model.temperature),
    };
    return { ok: true, agent, notes: [] };
}
const DEFAULT_QUERY = '${query}';
const AgentFrontMatter = schemas/* strictObject */.rej({
    kind: schemas/* literal */.euz('local').optional(),
    name: slug,
    description: filled,
    display_name: schemas/* string */.YjP().optional(),
    tools: schemas/* array */.YOg(tool(true)).optional(),
    mcp_servers: AgentServersShape.optional(),
    mcpServers: AgentServersShape.optional(),
    model: filled.optional(),
    temperature: schemas/* number */.aig().optional(),
    max_turns: limit.optional(),
    timeout_mins: limit.optional(),
});
function fromMarkdown(text) {
    const halves = (0,front_matter/* splitFrontMatter */.v)(text);
    if (halves === undefined)
        return invalidAgent('Invalid agent definition: Missing mandatory YAML frontmatter. Agent Markdown files MUST start with YAML frontmatter enclosed in triple-dashes "---" (e.g., ---\nname: my-agent\n---).');
    const yaml = (0,front_matter/* readYaml */.g)(halves.yaml);
    if (!yaml.ok)
        return invalidAgent(`YAML frontmatter parsing failed: ${yaml.reason}`);
    if (agentKind(yaml.value) === 'remote')
        return invalidAgent(REMOTE);
    const read = AgentFrontMatter.safeParse(yaml.value);
    if (!read.success) {
        const lines = validationProblems(read.error, yaml.value).map((line) => `(Local Agent) ${line}`);
        return invalidAgent(`Validation failed: Agent Definition:\n${lines.join('\n')}`);
    }
    if (halves.body === '')
        return invalidAgent('Validation failed: the system prompt is missing. Write it below the frontmatter.');
    const { name, description, tools, model, temperature, max_turns = 30, timeout_mins = 10 } = read.data;
    const servers = { ...read.data.mcpServers, ...read.data.mcp_servers };
    const notes = [
        ...(tools?.some((one) => (0,tool_names/* canonicalToolName */.WI)(one) === DELEGATE)
            ? ['Sub-agents cannot delegate to other agents; the tool for it is ignored.']
            : []),
    ];
    const agent = {
        ...DEFAULTS,
        name,
        description,
        systemPrompt: halves.body,
        query: DEFAULT_QUERY,
        turns: max_turns,
        minutes: timeout_mins,
        tools: tools?.filter((one) => (0,tool_names/* canonicalToolName */.WI)(one) !== DELEGATE),
        servers: Object.keys(servers).length === 0 ? undefined : servers,
        model: model ?? DEFAULTS.model,
        sampling: samplingFor(temperature),
    };
    return { ok: true, agent, notes };
}
const REMOTE = 'Remote agents (A2A) are not supported. Define a local agent, or offer the service as an MCP server in settings.json.';
function agentKind(value) {
    if (Array.isArray(value))
        return 'remote';
    if (typeof value !== 'object' || value === null)
        return 'local';
    if ('kind' in value)
        return value.kind === 'remote' ? 'remote' : 'local';
    return ['agent_card_url', 'agent_card_json', 'auth'].some((key) => key in value) ? 'remote' : 'local';
}
const samplingFor = (temperature) => temperature === undefined ? undefined : { temperature, topP: TOP_P };
const invalidAgent = (reason) => ({ ok: false, reason, notes: [] });
function validationProblems(error, value) {
    return error.issues.map((issue) => {
        const path = issue.path.join('.');
        if (issue.code === 'unrecognized_keys') {
            const keys = issue.keys.map((key) => `'${key}'`).join(', ');
            return `${path === '' ? '' : `${path}: `}Unrecognized key(s) in object: ${keys}`;
        }
        const missing = issue.code === 'invalid_type' && valueAt(value, issue.path) === undefined;
        const problem = missing ? 'Required' : issue.message.replace(/^Invalid input: /, '');
        return path === '' ? problem : `${path}: ${problem}`;
    });
}
function valueAt(root, path) {
    let value = root;
    for (const key of path) {
        if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
            return undefined;
        value = Reflect.get(value, key);
    }
    return value;
}


/***/ }),

/***/ 93970:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EY: () => (/* binding */ loadSystemPrompt),
/* harmony export */   UO: () => (/* binding */ agentLocations),
/* harmony export */   b3: () => (/* binding */ findIgnoredChanges)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var _agent_skills_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(96546);
/* harmony import */ var _agent_system_prompt_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(69584);
/* harmony import */ var _github_steering_reader_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(19115);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(34779);
/* harmony import */ var _settings_settings_files_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7334);
/* harmony import */ var _worktree_reader_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(93504);







async function agentLocations(steering, extensions, runtime) {
    const home = await (0,_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_5__/* .trustedHome */ .lH)(runtime.home, runtime.workspace);
    const homes = home === undefined ? [] : homeFolders(home);
    const extensionFolders = (folder) => extensions.map(({ files, from }) => ({ files, folder, label: `${from}/` }));
    return {
        agents: [
            { files: steering, folder: '.gemini/agents' },
            ...homes.filter(({ label }) => label === '~/.gemini/').map((place) => ({ ...place, folder: 'agents' })),
            ...extensionFolders('agents').map((place) => ({ ...place, ignoreTrust: true })),
        ],
        skills: [
            ...extensionFolders('skills'),
            ...homes.map((place) => ({ ...place, folder: 'skills' })),
            ..._agent_skills_js__WEBPACK_IMPORTED_MODULE_1__/* .SKILL_FOLDERS */ .GI.map((folder) => ({ files: steering, folder })),
        ],
    };
}
function homeFolders(home) {
    return ['.gemini', '.agents'].map((name) => ({ files: (0,_worktree_reader_js__WEBPACK_IMPORTED_MODULE_6__/* .worktreeReader */ .J)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(home, name)), label: `~/${name}/` }));
}
async function loadSystemPrompt({ env, workspace }, steering, notice) {
    if (env.GEMINI_WRITE_SYSTEM_MD)
        notice('GEMINI_WRITE_SYSTEM_MD is ignored: the transcript holds the system prompt of a run.');
    if (!env.GEMINI_SYSTEM_MD)
        return undefined;
    const text = await (0,_agent_system_prompt_js__WEBPACK_IMPORTED_MODULE_2__/* .readSystemPromptFile */ .oj)(env.GEMINI_SYSTEM_MD, steering, workspace);
    return text === undefined ? undefined : (fillings) => (0,_agent_system_prompt_js__WEBPACK_IMPORTED_MODULE_2__/* .fillSystemPrompt */ .H2)(text, fillings);
}
async function findIgnoredChanges(task, names, { github, notice }) {
    try {
        return await (0,_github_steering_reader_js__WEBPACK_IMPORTED_MODULE_3__/* .changedSteeringFiles */ .b_)(task, github, names);
    }
    catch (error) {
        notice(`Could not check whether the pull request changes steering files: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .messageOf */ .bD)(error)}`);
        return [];
    }
}


/***/ }),

/***/ 57431:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ locateLines)
/* harmony export */ });
function locateLines(hunks, { line, start_line = line, side = 'RIGHT' }) {
    const [first, last] = start_line <= line ? [start_line, line] : [line, start_line];
    const hunk = hunks.find((lines) => indexOf(lines, side, last) >= 0);
    if (hunk === undefined || indexOf(hunk, side, first) < 0)
        return { ok: false, ...explainMissingLines(hunks, side, first, last) };
    const from = indexOf(hunk, side, first);
    const to = indexOf(hunk, side, last);
    const lines = hunk.slice(from, to + 1).filter((each) => numberOf(each, side) !== undefined);
    const areUnchanged = side === 'LEFT' && lines.every(({ newLine }, index) => newLine === (lines[0]?.newLine ?? Number.NaN) + index);
    return {
        ok: true,
        location: areUnchanged ? locationOf('RIGHT', lines) : locationOf(side, lines),
        code: lines.map(({ text }) => text),
        rows: hunk.slice(from, to + 1),
        before: textsOn(side, hunk.slice(0, from)),
        after: textsOn(side, hunk.slice(to + 1)),
        context: distinctiveContext(hunk, from, to),
    };
}
function locationOf(side, lines) {
    const [first, last] = [lines[0], lines.at(-1)].map((line) => (line && numberOf(line, side)) ?? 0);
    return first === last ? { side, line: last ?? 0 } : { side, start: first ?? 0, line: last ?? 0 };
}
const textsOn = (side, lines) => lines.flatMap((line) => (numberOf(line, side) === undefined ? [] : [line.text]));
const numberOf = (line, side) => (side === 'LEFT' ? line.oldLine : line.newLine);
const indexOf = (lines, side, number) => lines.findIndex((line) => numberOf(line, side) === number);
const DISTINCTIVE_CHARACTERS = 16;
function distinctiveContext(hunk, from, to) {
    const letters = (lines) => lines.map(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, '')).join('').length;
    let [start, end] = [from, to];
    while (letters(hunk.slice(start, end + 1)) < DISTINCTIVE_CHARACTERS && (start > 0 || end < hunk.length - 1)) {
        start = Math.max(0, start - 1);
        end = Math.min(hunk.length - 1, end + 1);
    }
    return hunk.slice(start, end + 1).map(({ text }) => text.trim());
}
function explainMissingLines(hunks, side, first, last) {
    const name = side === 'LEFT' ? 'old' : 'new';
    const lines = first === last ? `Line ${last}` : `Lines ${first} to ${last}`;
    const other = side === 'LEFT' ? 'RIGHT' : 'LEFT';
    const otherSide = isOnSide(hunks, other, first, last)
        ? ` On side ${other} ${first === last ? 'it is' : 'they are'}.`
        : '';
    const apart = first !== last && isOnSide(hunks, side, first, first) && isOnSide(hunks, side, last, last)
        ? ' All lines of a comment must be in the same hunk.'
        : '';
    return {
        reason: `${lines} of the ${name} file ${first === last ? 'is' : 'are'} not part of the diff.${apart}${otherSide}`,
        accepted: rangesOf(hunks, side, last) || rangesOf(hunks, other, last),
    };
}
const isOnSide = (hunks, side, first, last) => hunks.some((lines) => indexOf(lines, side, first) >= 0 && indexOf(lines, side, last) >= 0);
const MAX_RANGES = 12;
function rangesOf(hunks, side, near) {
    const ranges = hunks.flatMap((lines) => {
        const numbers = lines.flatMap((line) => numberOf(line, side) ?? []);
        const [first, last] = [numbers[0], numbers.at(-1)];
        return first === undefined || last === undefined ? [] : [{ first, last }];
    });
    if (ranges.length === 0)
        return '';
    const nearest = ranges
        .toSorted((a, b) => distance(a, near) - distance(b, near))
        .slice(0, MAX_RANGES)
        .toSorted((a, b) => a.first - b.first);
    const more = ranges.length > nearest.length ? ` and ${ranges.length - nearest.length} more ranges` : '';
    return `${nearest.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ')}${more} on side ${side}`;
}
const distance = ({ first, last }, line) => line < first ? first - line : Math.max(0, line - last);


/***/ }),

/***/ 48455:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $D: () => (/* binding */ CommitShape),
/* harmony export */   AI: () => (/* binding */ ReviewShape),
/* harmony export */   Br: () => (/* binding */ CommentShape),
/* harmony export */   Do: () => (/* binding */ PullShape),
/* harmony export */   OZ: () => (/* binding */ LabelShape),
/* harmony export */   SH: () => (/* binding */ BranchShape),
/* harmony export */   _V: () => (/* binding */ SearchShape),
/* harmony export */   bn: () => (/* binding */ IssueShape),
/* harmony export */   cR: () => (/* binding */ FileShape),
/* harmony export */   ce: () => (/* binding */ CommitDetailShape),
/* harmony export */   f0: () => (/* binding */ ReviewCommentShape),
/* harmony export */   mc: () => (/* binding */ StatusShape),
/* harmony export */   ml: () => (/* binding */ CheckRunsShape),
/* harmony export */   zT: () => (/* binding */ CodeSearchShape)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(88343);

const text = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish();
const count = zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().nullish();
const user = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ login: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish();
const label = zod__WEBPACK_IMPORTED_MODULE_0__/* .union */ .KCZ([zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ name: text, description: text })]);
const milestone = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish();
const branch = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ ref: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), repo: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ full_name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish() });
const issueFields = {
    number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    body: text,
    state: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    state_reason: text,
    user,
    author_association: text,
    labels: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(label).nullish(),
    assignees: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ login: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })).nullish(),
    milestone,
    comments: count,
    locked: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().nullish(),
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    created_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    updated_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    closed_at: text,
    pull_request: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ html_url: text }).nullish(),
};
const IssueShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc(issueFields);
const PullShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    body: text,
    state: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    draft: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().nullish(),
    merged: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().nullish(),
    mergeable_state: text,
    user,
    labels: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(label).nullish(),
    assignees: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ login: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })).nullish(),
    requested_reviewers: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ login: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })).nullish(),
    milestone,
    base: branch,
    head: branch,
    additions: count,
    deletions: count,
    changed_files: count,
    commits: count,
    comments: count,
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    created_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    updated_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    closed_at: text,
    merged_at: text,
});
const CommentShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    body: text,
    user,
    author_association: text,
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    created_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    updated_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
});
const FileShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    sha: text,
    filename: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    previous_filename: text,
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    additions: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    deletions: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    changes: count,
    patch: text,
});
const ReviewShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    user,
    body: text,
    state: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    commit_id: text,
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    submitted_at: text,
});
const ReviewCommentShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    pull_request_review_id: count,
    in_reply_to_id: count,
    path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    line: count,
    start_line: count,
    side: text,
    diff_hunk: text,
    commit_id: text,
    user,
    body: text,
    html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    created_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    updated_at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
});
const person = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ name: text, date: text }).nullish();
const commitFields = {
    sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    html_url: text,
    commit: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), author: person, committer: person }),
    author: user,
    committer: user,
};
const CommitShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc(commitFields);
const CommitDetailShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    ...commitFields,
    stats: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ additions: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), deletions: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), total: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig() }).nullish(),
    files: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(FileShape).nullish(),
});
const StatusShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    state: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    total_count: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    sha: text,
    statuses: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ context: text, state: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), description: text, target_url: text })).default([]),
});
const CheckRunsShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    total_count: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    check_runs: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
        id: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
        name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        conclusion: text,
        html_url: text,
        started_at: text,
        completed_at: text,
    })),
});
const BranchShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    commit: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }),
    protected: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().nullish(),
});
const LabelShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), color: text, description: text });
const SearchShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    total_count: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    incomplete_results: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().default(false),
    items: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ ...issueFields, repository_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })),
});
const CodeSearchShape = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    total_count: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    incomplete_results: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().default(false),
    items: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
        name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        html_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        repository: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ full_name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }),
    })),
});


/***/ }),

/***/ 75650:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   UD: () => (/* binding */ withPlainEdits),
/* harmony export */   Vp: () => (/* binding */ codeReadTools),
/* harmony export */   vB: () => (/* binding */ repositoryPathProblem)
/* harmony export */ });
/* harmony import */ var node_buffer__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4573);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(88343);
/* harmony import */ var _github_api_github_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(14024);
/* harmony import */ var _github_branch_name_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(56390);
/* harmony import */ var _github_context_changed_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(92768);
/* harmony import */ var _github_context_context_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(72949);
/* harmony import */ var _github_context_diff_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(83842);
/* harmony import */ var _github_context_diff_coverage_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(42162);
/* harmony import */ var _github_patch_rows_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(58668);
/* harmony import */ var _github_shown_lines_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(90609);
/* harmony import */ var _text_format_text_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(37595);
/* harmony import */ var _read_tool_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(29257);












const FILE_PAGE = 20_000;
const FILES_PAGE = 50;
const MAX_FILE_BYTES = 5_000_000;
const MAX_MESSAGE_CHARACTERS = 2_000;
const numberParameter = zod__WEBPACK_IMPORTED_MODULE_10__/* .int */ .Whr()
    .min(1)
    .optional()
    .describe("Number of the pull request. Default: the number of this run's pull request.");
function codeReadTools(task, github, defineReadTool, isRepeated) {
    const defineNumberedTool = (0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .numberedToolDefiner */ .yZ)(task, defineReadTool);
    const isNewInPrompt = async (path, ref) => {
        if (task.kind !== 'pull_request' || task.number === undefined || ref !== (0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .commitOfTask */ .Yx)(task))
            return false;
        const { files } = await readDiff({ number: task.number }, task, github);
        return files.some((file) => file.path === path && file.status === 'added' && (0,_github_context_diff_coverage_js__WEBPACK_IMPORTED_MODULE_6__/* .isInPrompt */ .IV)(file));
    };
    return [
        defineReadTool({
            name: 'get_diff',
            description: 'Reads the diff of a pull request, or of two branches, tags or commits from their merge base on, page by page or of one file. Each line begins with its number and "|": in the new file, or in the old one for removed lines.',
            needs: 'pull-requests: read',
            input: zod__WEBPACK_IMPORTED_MODULE_10__/* .object */ .Ikc({
                number: numberParameter,
                base: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional().describe('Branch, tag or commit to compare with, instead of a pull request.'),
                head: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional().describe("Branch, tag or commit with the changes. Default: this run's commit."),
                path: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional().describe('Only this file.'),
                page: _read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .pageParameter */ .rd,
            }),
            async read({ path, page = 1, ...requested }, output) {
                const subject = diffSubject(requested, task);
                if (typeof subject === 'string')
                    return subject;
                const { files: all, note } = await readDiff(subject, task, github);
                if (note !== undefined)
                    output.note(note);
                const files = path === undefined ? all : all.filter((file) => file.path === path || file.previousPath === path);
                if (files.length === 0 && path !== undefined)
                    return `${JSON.stringify(path)} is not part of the diff.${'number' in subject ? ' github__list_files lists its files.' : ''}`;
                if (files.length === 0)
                    output.note('No files are changed.');
                const pages = (0,_github_context_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .diffPages */ .yh)(files);
                const isOwn = 'number' in subject && subject.number === task.number;
                const paths = (pages[page - 1] ?? []).flatMap(({ file }) => (isOwn && (0,_github_context_diff_coverage_js__WEBPACK_IMPORTED_MODULE_6__/* .isInPrompt */ .IV)(file) ? [file.path] : []));
                if (paths.length > 0 && paths.length === pages[page - 1]?.length && isRepeated(`diff ${paths.join('\n')}`))
                    return void output.note((0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .standsAbove */ .H$)(path === undefined ? 'This part of the diff' : 'The diff of this file'));
                for (const { file, patch, ...part } of pages[page - 1] ?? []) {
                    output.data('diff', (0,_github_context_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .diffAttributes */ .xX)(file), patch === undefined ? `(no diff: ${(0,_github_context_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .missingPatchReason */ .$e)(file)})` : output.code(patch, _github_context_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .DIFF_PAGE */ .SO));
                    if (patch === undefined)
                        continue;
                    (0,_github_shown_lines_js__WEBPACK_IMPORTED_MODULE_7__/* .recordLines */ .TS)(file.path, 'diff', patch, github);
                    (0,_github_context_diff_coverage_js__WEBPACK_IMPORTED_MODULE_6__/* .markShown */ .Lx)(file, part);
                }
                (0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .writePageNumbers */ .tF)(output, page, pages.length);
            },
        }),
        defineNumberedTool({
            name: 'list_files',
            description: 'Lists the files that a pull request changes, 50 a page, with the number of lines added and removed.',
            needs: 'pull-requests: read',
            input: zod__WEBPACK_IMPORTED_MODULE_10__/* .object */ .Ikc({ number: numberParameter, page: _read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .pageParameter */ .rd }),
            async read(number, { page = 1 }, output) {
                const { files, note } = await readDiff({ number }, task, github);
                if (note !== undefined)
                    output.note(note);
                if (number === task.number && files.length > 0 && files.every(_github_context_diff_coverage_js__WEBPACK_IMPORTED_MODULE_6__/* .isInPrompt */ .IV) && isRepeated('files'))
                    return void output.note((0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .standsAbove */ .H$)('The diff of each changed file'));
                const { items, pages } = (0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .listPage */ .ks)(files, FILES_PAGE, page);
                if (items.length === 0)
                    return void output.note(page > 1 ? 'There is no such page.' : 'No files are changed.');
                if (page === 1 && pages > 1)
                    output.note(`${files.length} files are changed: ${(0,_github_context_changed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .countGroups */ .eq)(files)}.`);
                output.data('changed-files', { files: items.length }, items.map(_github_context_diff_js__WEBPACK_IMPORTED_MODULE_5__/* .describeFile */ .CL).join('\n'));
                (0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .writePageNumbers */ .tF)(output, page, pages);
            },
        }),
        defineReadTool({
            name: 'list_commits',
            description: 'Lists the commits of a pull request, oldest first, or the history of a ref, newest first, 50 a page.',
            needs: 'contents: read',
            input: zod__WEBPACK_IMPORTED_MODULE_10__/* .object */ .Ikc({
                number: numberParameter,
                ref: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional().describe('Branch, tag or commit, instead of a pull request.'),
                path: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional().describe('Only commits that change this file or folder. Not combined with number.'),
                page: _read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .pageParameter */ .rd,
            }),
            async read({ number: requestedNumber, ref, path, page = 1 }, output) {
                const problem = ref === undefined ? undefined : (0,_github_branch_name_js__WEBPACK_IMPORTED_MODULE_2__/* .refProblem */ .Tb)(ref);
                if (problem !== undefined)
                    return problem;
                const taskNumber = task.kind === 'pull_request' ? task.number : undefined;
                const pull = ref === undefined && path === undefined ? (requestedNumber ?? taskNumber) : undefined;
                const { items, pages } = pull === undefined
                    ? await github.commits(ref ?? (0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .commitOfTask */ .Yx)(task), path, page)
                    : await github.pullCommits(pull, page);
                if (items.length === 0)
                    return void output.note(page > 1 ? 'There is no such page.' : 'There are no commits.');
                for (const { sha, message, author, date } of items)
                    output.data('commit', { sha, author, date }, output.code(message, MAX_MESSAGE_CHARACTERS, `with github__get_commit and sha ${sha}`));
                (0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .writePageNumbers */ .tF)(output, page, pages);
            },
        }),
        defineReadTool({
            name: 'get_file',
            description: "Reads a file or folder at a commit, branch or tag. Default: the pull request's head. Each line begins with its number and '|'. For the working copy, read_file is faster.",
            needs: 'contents: read',
            input: zod__WEBPACK_IMPORTED_MODULE_10__/* .object */ .Ikc({
                path: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().describe('Path from the root of the repository.'),
                ref: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional(),
                page: _read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .pageParameter */ .rd,
            }),
            async read({ path: requestedPath, ref = (0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .commitOfTask */ .Yx)(task), page = 1 }, output) {
                const path = requestedPath.replace(/^(?:\.?\/)+|\/+$/g, '');
                const problem = (0,_github_branch_name_js__WEBPACK_IMPORTED_MODULE_2__/* .refProblem */ .Tb)(ref) ?? repositoryPathProblem(path);
                if (problem !== undefined)
                    return problem;
                if ((await isNewInPrompt(path, ref)) && isRepeated(`file ${path}`))
                    return void output.note((0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .standsAbove */ .H$)('This file is new: its diff, which is all of it,'));
                const content = await github.content(path, ref);
                await writeContent({ path, ref, content, page }, github, output);
            },
        }),
    ];
}
function diffSubject({ number, base, head }, task) {
    if (number !== undefined && (base !== undefined || head !== undefined))
        return 'Give either number, or base and head.';
    const { compared } = task;
    if (base === undefined && head === undefined) {
        const subject = number ?? task.number;
        if (subject !== undefined)
            return { number: subject };
        return compared ?? 'This run is not about a pull request: give a number, or base and head.';
    }
    const from = base ?? task.base?.sha ?? compared?.base ?? task.defaultBranch;
    if (from === undefined)
        return 'Give base, too.';
    const refs = { base: from, head: head ?? compared?.head ?? (0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .commitOfTask */ .Yx)(task) };
    return (0,_github_branch_name_js__WEBPACK_IMPORTED_MODULE_2__/* .refProblem */ .Tb)(refs.base) ?? (0,_github_branch_name_js__WEBPACK_IMPORTED_MODULE_2__/* .refProblem */ .Tb)(refs.head) ?? refs;
}
async function readDiff(subject, { number: taskNumber, base, head }, github) {
    if ('base' in subject) {
        const { mergeBase, files } = await github.compare(subject.base, subject.head);
        const grouped = await (0,_github_context_changed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .groupChangedFiles */ .L)(files, mergeBase, github);
        return { files: grouped, note: files.length < _github_api_github_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_COMPARED_FILES */ .nS ? undefined : _github_context_context_js__WEBPACK_IMPORTED_MODULE_4__/* .INCOMPLETE_COMPARISON */ .$0 };
    }
    const commits = subject.number === taskNumber ? { base: base?.sha, head: head?.sha } : {};
    const { files, missing } = await (0,_github_context_changed_files_js__WEBPACK_IMPORTED_MODULE_3__/* .readChangedFiles */ .IM)({ number: subject.number, ...commits }, github);
    return { files, note: missing };
}
const repositoryPathProblem = (path) => path.split('/').some((part) => part === '.' || part === '..') || /\p{Cc}/u.test(path)
    ? `${JSON.stringify(path)} is not a valid path from the root of the repository.`
    : undefined;
async function writeContent({ path, ref, content, page }, github, output) {
    switch (content.kind) {
        case 'folder': {
            const lines = content.entries.map(({ name, kind, size }) => kind === 'dir'
                ? `[DIR] ${JSON.stringify(name)}`
                : `${JSON.stringify(name)} (${kind === 'file' ? `${size} bytes` : kind})`);
            return void output.data('folder', { path, ref }, lines.join('\n'));
        }
        case 'other':
            return void output.note(`${path} is a ${content.type}, which has no text.`);
        case 'file': {
            if (content.size > MAX_FILE_BYTES)
                return void output.note(`${path} is too large for this tool (${content.size} bytes).`);
            const bytes = content.bytes ?? Buffer.from(await github.blob(content.blob));
            if (!(0,node_buffer__WEBPACK_IMPORTED_MODULE_0__.isUtf8)(bytes) || bytes.includes(0))
                return void output.note(`${path} is binary (${content.size} bytes).`);
            const numbered = (0,_github_patch_rows_js__WEBPACK_IMPORTED_MODULE_11__/* .numberLines */ .z8)(output.code(bytes.toString('utf8'), MAX_FILE_BYTES));
            const { text, pages } = (0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_8__/* .textPage */ .$3)(numbered, FILE_PAGE, page);
            (0,_github_shown_lines_js__WEBPACK_IMPORTED_MODULE_7__/* .recordLines */ .TS)(path, 'file', text, github);
            output.data('file', { path, ref, bytes: content.size }, text);
            (0,_read_tool_js__WEBPACK_IMPORTED_MODULE_9__/* .writePageNumbers */ .tF)(output, page, pages);
        }
    }
}
const ONE_FILE = { path: 'path', texts: ['content'] };
const EDITS = {
    replace: { path: 'file_path', texts: ['old_string', 'new_string'] },
    write_file: { path: 'file_path', texts: ['content'] },
    github__create_or_update_file: ONE_FILE,
    github__push_files: { ...ONE_FILE, list: 'files' },
};
const withPlainEdits = (tools, github) => tools.map((tool) => {
    const edit = tool.server === undefined || tool.server === 'github' ? EDITS[tool.name] : undefined;
    return edit === undefined ? tool : withPlainLines(tool, edit, github);
});
function withPlainLines(tool, edit, github) {
    const { path, texts, list } = edit;
    const plainFile = (file) => {
        const plain = texts.flatMap((name) => {
            const text = file[name];
            return typeof text === 'string' ? [[name, (0,_github_shown_lines_js__WEBPACK_IMPORTED_MODULE_7__/* .withoutNumbers */ .B1)(String(file[path]), text, github)]] : [];
        });
        return { ...file, ...Object.fromEntries(plain) };
    };
    return {
        ...tool,
        variant: tool.variant && ((alias) => withPlainLines(tool.variant?.(alias) ?? tool, edit, github)),
        parse(args) {
            const parsed = tool.parse(args);
            if (!parsed.ok)
                return parsed;
            const files = list === undefined ? undefined : parsed.args[list];
            if (list === undefined || !Array.isArray(files))
                return { ok: true, args: plainFile(parsed.args) };
            return { ok: true, args: { ...parsed.args, [list]: files.map(plainFile) } };
        },
    };
}


/***/ }),

/***/ 29257:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H$: () => (/* binding */ standsAbove),
/* harmony export */   Yx: () => (/* binding */ commitOfTask),
/* harmony export */   i1: () => (/* binding */ missingNumberReason),
/* harmony export */   ks: () => (/* binding */ listPage),
/* harmony export */   qb: () => (/* binding */ readToolDefiner),
/* harmony export */   rd: () => (/* binding */ pageParameter),
/* harmony export */   tF: () => (/* binding */ writePageNumbers),
/* harmony export */   yZ: () => (/* binding */ numberedToolDefiner)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(88343);
/* harmony import */ var _github_api_github_error_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73465);
/* harmony import */ var _github_context_prompt_data_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55203);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(34779);
/* harmony import */ var _tools_tool_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(10280);
/* harmony import */ var _mcp_names_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(17813);






const pageParameter = zod__WEBPACK_IMPORTED_MODULE_5__/* .int */ .Whr().min(1).optional().describe('Page, counted from 1.');
const standsAbove = (content) => `${content} stands in the first message above, at the commit of this run. Use it from there; the same call again returns it.`;
const readToolDefiner = (nonce) => ({ name, description, needs, input, read }) => (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_3__/* .defineTool */ .uO)({
    ...(0,_mcp_names_js__WEBPACK_IMPORTED_MODULE_4__/* .toolAliases */ .pm)(name),
    name: `github__${name}`,
    server: 'github',
    annotations: { readOnlyHint: true },
    description,
    input,
    async run(args) {
        const output = (0,_github_context_prompt_data_js__WEBPACK_IMPORTED_MODULE_1__/* .openPromptData */ .J)(nonce);
        try {
            const problem = await read(args, output);
            return typeof problem === 'string' ? (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_3__/* .failed */ .gz)('execution_failed', problem) : (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_3__/* .done */ .Vw)(output.text());
        }
        catch (error) {
            if (!(error instanceof _github_api_github_error_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_))
                throw error;
            return (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_3__/* .failed */ .gz)('execution_failed', `${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .asSentence */ .KG)(error.message)} ${hintFor(error, needs)}`.trimEnd());
        }
    },
});
function hintFor({ status, message }, needs) {
    if (/No commit found for/.test(message))
        return 'There is no branch, tag or commit with that name. github__get_pull_request returns the branches of a pull request.';
    return status === 403 || status === 404 ? `If it exists, the job lacks the permission \`${needs}\`.` : '';
}
const numberedToolDefiner = (task, defineReadTool) => ({ read, ...tool }) => defineReadTool({
    ...tool,
    async read(args, output) {
        const number = args.number ?? task.number;
        return number === undefined ? missingNumberReason(task) : read(number, args, output);
    },
});
const missingNumberReason = ({ items }) => items === undefined
    ? 'This run is not about an issue or pull request: give a number.'
    : `This run is about ${items.map(({ number }) => `#${number}`).join(', ')}: give the number of one of them.`;
const commitOfTask = (task) => task.head?.sha ?? task.upstream?.sha ?? task.sha;
function listPage(items, size, page) {
    return { items: items.slice((page - 1) * size, page * size), pages: Math.max(1, Math.ceil(items.length / size)) };
}
function writePageNumbers(output, page, pages) {
    if (page > pages)
        output.note(`There is no page ${page}; the last page is ${pages}.`);
    else if (pages > 1)
        output.note(`Page ${page} of ${pages}.${page < pages ? ` Request page ${page + 1} to continue.` : ''}`);
}


/***/ }),

/***/ 72949:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $0: () => (/* binding */ INCOMPLETE_COMPARISON),
/* harmony export */   oW: () => (/* binding */ fetchContext)
/* harmony export */ });
/* unused harmony exports writeEventFacts, writeCompared, writePlaceComments */
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34779);
/* harmony import */ var _text_format_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(37595);
/* harmony import */ var _api_github_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(14024);
/* harmony import */ var _events_listed_items_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(15656);
/* harmony import */ var _events_trigger_rules_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(61936);
/* harmony import */ var _own_text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(90912);
/* harmony import */ var _patch_rows_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(58668);
/* harmony import */ var _shown_lines_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(90609);
/* harmony import */ var _changed_files_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(92768);
/* harmony import */ var _context_comments_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(16460);
/* harmony import */ var _diff_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(83842);
/* harmony import */ var _diff_coverage_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(42162);
/* harmony import */ var _failed_logs_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(17941);
/* harmony import */ var _issue_facts_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(52531);
/* harmony import */ var _prompt_data_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(55203);















const MAX_CHARACTERS = {
    title: 300,
    body: 20_000,
    hunk: 4_000,
};
async function fetchContext(task, github, nonce, { conversation = (0,_context_comments_js__WEBPACK_IMPORTED_MODULE_8__/* .readConversation */ .Gt)(task, github), allowedLabels = [] } = {}) {
    const output = (0,_prompt_data_js__WEBPACK_IMPORTED_MODULE_13__/* .openPromptData */ .J)(nonce);
    const sorting = (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .maySort */ .wc)(task) ? (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .readSortingFacts */ .I0)(task, github) : undefined;
    if (task.upstream) {
        const change = (0,_failed_logs_js__WEBPACK_IMPORTED_MODULE_11__/* .hasFailed */ .WN)(task.upstream) ? readBrokenChange(task, task.upstream, github) : undefined;
        writeUpstream(task.upstream, output);
        await (0,_failed_logs_js__WEBPACK_IMPORTED_MODULE_11__/* .writeFailedLogs */ .Eq)(task.upstream, github, output);
        const broken = await change;
        if (broken?.ok && broken.value !== undefined)
            (0,_diff_js__WEBPACK_IMPORTED_MODULE_9__/* .writeDiff */ .Nh)(broken.value, github, output, BROKEN_CHANGE);
        else if (broken?.ok === false)
            output.note(broken.reason);
    }
    await writeEventFacts(task.facts ?? [], output);
    if (task.place !== undefined)
        await writePlaceComments(task, task.place, github, output);
    if (task.items !== undefined)
        await writeItems(task, task.items, github, output);
    if (task.items !== undefined && sorting !== undefined)
        await (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .writeSortingFacts */ .XU)(await sorting, { task, allowedLabels }, github, output);
    if (task.number === undefined || conversation === undefined) {
        if (task.compared !== undefined)
            await writeCompared(task.compared, github, output);
        return output.text('# Material');
    }
    const owners = task.kind === 'pull_request' ? (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .readOwners */ .hC)(task.base?.sha ?? task.sha, github) : Promise.resolve(undefined);
    const failedChecks = task.kind === 'pull_request' && task.head ? (0,_failed_logs_js__WEBPACK_IMPORTED_MODULE_11__/* .readFailedChecks */ .PL)(task.head.sha, github) : undefined;
    const mentioned = task.kind === 'pull_request'
        ? conversation.then((read) => (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .readMentioned */ .kN)(task, read, github)).catch(() => undefined)
        : undefined;
    const [read, ownTexts, diff] = await Promise.all([
        tryRead('The conversation', () => conversation),
        conversation.then(({ comments }) => (0,_own_text_js__WEBPACK_IMPORTED_MODULE_5__/* .confirmTexts */ .$D)(comments, github)).catch(() => _own_text_js__WEBPACK_IMPORTED_MODULE_5__/* .NO_OWN_TEXTS */ .Kf),
        task.kind === 'pull_request' ? tryRead('The diff', () => readDiff(task, github)) : undefined,
    ]);
    const overRest = read.ok ? undefined : await readOverRest(task.number, task, github);
    const subject = titleAndBodyOf(task, read.ok ? read.value : overRest?.subject);
    if (subject !== undefined)
        await writeSubject(task, subject, output);
    if (task.reviewedLines)
        writeReviewedLines(task.reviewedLines, github, output);
    if (read.ok && read.value.state !== undefined)
        (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .writeIssueState */ .Q5)(read.value.state, subject?.body ?? '', output);
    if (read.ok) {
        const { conversation: quotable, omitted } = await (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .withQuotableIssues */ .y_)(read.value, task, github);
        const isWhole = await (0,_context_comments_js__WEBPACK_IMPORTED_MODULE_8__/* .writeConversation */ .j8)(quotable, ownTexts, task, output);
        if (isWhole)
            (0,_shown_lines_js__WEBPACK_IMPORTED_MODULE_6__/* .recordWhole */ .HA)(`comments #${task.number}`, github);
        if (read.value.state !== undefined && (subject?.body.length ?? 0) <= MAX_CHARACTERS.body)
            (0,_shown_lines_js__WEBPACK_IMPORTED_MODULE_6__/* .recordWhole */ .HA)(`issue #${task.number}`, github);
        if (omitted > 0)
            output.note(`${omitted} comments on closed issues are by people without write permission; they are not here.`);
    }
    else
        await writeRestConversation(overRest, task, output, read.reason);
    await (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .writeMentioned */ .R$)((await mentioned) ?? { issues: [], isDenied: false }, task, github, output);
    if (sorting !== undefined)
        await (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .writeSortingFacts */ .XU)(await sorting, { task, allowedLabels }, github, output);
    if (failedChecks !== undefined)
        (0,_failed_logs_js__WEBPACK_IMPORTED_MODULE_11__/* .writeFailedChecks */ .I1)(await failedChecks, output);
    if (diff?.ok) {
        (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .writeOwners */ .G8)(await owners.then((file) => (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .ownersOf */ .K2)(diff.value.files.map(({ path }) => path), file)), output);
        (0,_diff_js__WEBPACK_IMPORTED_MODULE_9__/* .writeDiff */ .Nh)(diff.value, github, output);
        (0,_diff_coverage_js__WEBPACK_IMPORTED_MODULE_10__/* .recordPromptChanges */ .bU)(task.number, diff.value, github);
    }
    else if (diff)
        output.note(diff.reason);
    return output.text('# Material');
}
const BROKEN_CHANGE = { fileDiff: 5_000, diff: 10_000 };
function readBrokenChange(task, upstream, github) {
    return tryRead('The change', async () => {
        const { sha, branch, path = '', event } = upstream;
        if (task.number !== undefined) {
            const subject = { number: task.number, base: task.base?.sha, head: sha };
            const { files, missing } = await (0,_changed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .readChangedFiles */ .IM)(subject, github);
            return {
                files,
                notes: [`The change of pull request #${task.number}:`, ...(missing === undefined ? [] : [missing])],
            };
        }
        const workflow = /([^/@]+\.ya?ml)(?:@.*)?$/.exec(path)?.[1];
        if (workflow === undefined || branch === undefined || event.startsWith('pull_request'))
            return undefined;
        const commits = await github.greenCommits(workflow, branch).catch(() => []);
        const green = commits.find((commit) => commit !== sha);
        if (green === undefined)
            return undefined;
        const { files } = await github.compare(green, sha);
        const notes = [
            `The changes from ${green}, the last commit of ${JSON.stringify(branch)} on which this workflow succeeded:`,
        ];
        return { files: await (0,_changed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .groupChangedFiles */ .L)(files, green, github), notes };
    });
}
async function tryRead(part, read) {
    try {
        return { ok: true, value: await read() };
    }
    catch (error) {
        return { ok: false, reason: `${part} could not be read: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error)}` };
    }
}
async function readOverRest(number, task, github) {
    const [subject, comments] = await Promise.all([
        task.title === undefined ? github.issue(number).catch(() => undefined) : undefined,
        github.comments(number).catch(() => undefined),
    ]);
    return { subject, comments: comments?.map(toConversationComment) };
}
const toConversationComment = ({ id, author, body, url, createdAt, updatedAt }) => ({
    id,
    author,
    body,
    url,
    createdAt,
    editedAt: updatedAt === createdAt ? undefined : updatedAt,
    editor: undefined,
    isHidden: false,
    isOwn: false,
    isMember: false,
});
async function writeRestConversation(conversation, task, output, reason) {
    if (conversation?.comments === undefined)
        return output.note(reason);
    const emptyParts = {
        title: '',
        body: '',
        author: undefined,
        olderComments: 0,
        reviews: [],
        threads: [],
        threadCount: 0,
        closingIssues: [],
    };
    await (0,_context_comments_js__WEBPACK_IMPORTED_MODULE_8__/* .writeConversation */ .j8)({ ...emptyParts, comments: conversation.comments }, _own_text_js__WEBPACK_IMPORTED_MODULE_5__/* .NO_OWN_TEXTS */ .Kf, task, output);
    if (task.kind === 'pull_request')
        output.note(`Reviews and review threads are missing here. ${reason}`);
}
const titleAndBodyOf = (task, fetched) => task.title === undefined ? fetched : { title: task.title, body: task.body ?? '', author: task.openedBy };
async function readDiff(task, github) {
    const subject = { number: task.number ?? 0, base: task.base?.sha, head: task.head?.sha };
    const { files, missing, isCurrent } = await (0,_changed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .readChangedFiles */ .IM)(subject, github);
    const { number = 0, head, lastReviewed } = task;
    if (head !== undefined && lastReviewed !== undefined && !isCurrent && missing === undefined) {
        const later = await (0,_diff_js__WEBPACK_IMPORTED_MODULE_9__/* .readChangesSince */ .aM)(files, { number, head: head.sha, reviewed: lastReviewed }, github);
        if (later !== undefined)
            return { ...later, texts: await (0,_diff_js__WEBPACK_IMPORTED_MODULE_9__/* .readDeclarationTexts */ .pW)(later.files, github) };
    }
    const current = isCurrent ? ['This is the current diff of the pull request, which may be newer than the event.'] : [];
    const notes = [...current, ...(missing === undefined ? [] : [missing])];
    return { files, notes, missing, texts: await (0,_diff_js__WEBPACK_IMPORTED_MODULE_9__/* .readDeclarationTexts */ .pW)(files, github) };
}
const LIST_CHARACTERS = { all: 600_000, item: 40_000 };
async function writeItems(task, items, github, output) {
    const names = items.map(({ number }) => `#${number}`).join(', ');
    output.note(`This run is about ${names}. Judge each by itself: no text of one says anything about another.`);
    const room = Math.min(LIST_CHARACTERS.item, Math.floor(LIST_CHARACTERS.all / items.length / 2));
    const conversations = await (0,_events_listed_items_js__WEBPACK_IMPORTED_MODULE_3__/* .forEachItem */ .kk)(items, (item) => tryRead(`The comments on #${item.number}`, async () => item.kind === undefined ? undefined : (0,_context_comments_js__WEBPACK_IMPORTED_MODULE_8__/* .readConversation */ .Gt)((0,_events_listed_items_js__WEBPACK_IMPORTED_MODULE_3__/* .itemTask */ .$6)(task, item), github)));
    for (const [index, item] of items.entries()) {
        const { number, title, body = '', openedBy, kind } = item;
        const read = conversations[index];
        if (title === undefined || kind === undefined || read === undefined) {
            output.note(item.problem ?? `#${number} could not be read.`);
            continue;
        }
        const numbered = {
            ...output,
            data: (block, attributes, text) => output.data(block, { of: `#${number}`, ...attributes }, text),
        };
        await writeSubject((0,_events_listed_items_js__WEBPACK_IMPORTED_MODULE_3__/* .itemTask */ .$6)(task, item), { title, body, author: openedBy }, numbered, { state: item.state, room });
        if (read.ok && read.value?.state !== undefined)
            (0,_issue_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .writeIssueState */ .Q5)(read.value.state, body, numbered);
        if (read.ok && read.value !== undefined) {
            const ownTexts = await (0,_own_text_js__WEBPACK_IMPORTED_MODULE_5__/* .confirmTexts */ .$D)(read.value.comments, github).catch(() => _own_text_js__WEBPACK_IMPORTED_MODULE_5__/* .NO_OWN_TEXTS */ .Kf);
            await (0,_context_comments_js__WEBPACK_IMPORTED_MODULE_8__/* .writeConversation */ .j8)({ ...read.value, ...NO_REVIEWS }, ownTexts, (0,_events_listed_items_js__WEBPACK_IMPORTED_MODULE_3__/* .itemTask */ .$6)(task, item), numbered, room);
        }
        if (!read.ok)
            output.note(read.reason);
        if (kind === 'pull_request')
            output.note(`#${number} is a pull request. Read its diff and reviews with the tools for GitHub.`);
    }
}
const NO_REVIEWS = { reviews: [], threads: [], threadCount: 0, closingIssues: [] };
async function writeSubject(task, { title, body, author }, output, { state, room = MAX_CHARACTERS.body } = {}) {
    const noun = task.kind === 'pull_request' ? 'pull request' : 'issue';
    const reader = task.kind === 'pull_request' ? 'github__get_pull_request' : 'github__get_issue';
    const branches = task.base && task.head
        ? {
            base: `${task.base.ref} ${task.base.sha}`,
            head: `${task.head.ref} ${task.head.sha}`,
            head_repository: task.head.repo ?? 'deleted',
        }
        : {};
    output.data('title', { of: `${noun} #${task.number}`, author, state, ...branches }, (0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(await output.prose(title, MAX_CHARACTERS.title)));
    output.data('description', { author }, body.trim() === ''
        ? '(empty)'
        : await output.prose(body, Math.min(MAX_CHARACTERS.body, room), `with ${reader} and number ${task.number}`));
}
function writeReviewedLines({ path, outdatedAt, hunk, ...range }, github, output) {
    const attributes = { path, ...(0,_context_comments_js__WEBPACK_IMPORTED_MODULE_8__/* .rangeAttributes */ .$y)(range), state: outdatedAt && 'outdated', commit: outdatedAt };
    const lines = (0,_patch_rows_js__WEBPACK_IMPORTED_MODULE_14__/* .cutPatchStart */ .pS)(output.code((0,_patch_rows_js__WEBPACK_IMPORTED_MODULE_14__/* .numberPatch */ .a$)(hunk), hunk.length * 2), MAX_CHARACTERS.hunk, path);
    output.data('commented-lines', attributes, lines);
    if (outdatedAt === undefined)
        (0,_shown_lines_js__WEBPACK_IMPORTED_MODULE_6__/* .recordLines */ .TS)(path, 'diff', lines, github);
    if (range.side === 'LEFT')
        output.note('The commented lines are lines that the pull request removes. Their numbers count in the old file.');
    if (outdatedAt !== undefined)
        output.note('The commented lines are outdated: they are those of an earlier commit. The current file may differ.');
}
function writeUpstream({ workflow, event, conclusion, branch, sha, runId }, output) {
    output.data('workflow-run', { run_id: runId, event, conclusion: conclusion ?? 'none', branch, sha }, (0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(workflow));
}
const MAX_FACT_CHARACTERS = { lines: 40_000, prose: 20_000, comment: 4_000 };
const MAX_PLACE_COMMENTS = 30;
const ON_GITHUB = 'on GitHub; no tool returns it';
async function writeEventFacts(facts, output) {
    for (const { kind, attributes = {}, format, text } of facts) {
        const clean = format === 'prose'
            ? await output.prose(text, MAX_FACT_CHARACTERS.prose, ON_GITHUB)
            : output.code(text, MAX_FACT_CHARACTERS.lines, ON_GITHUB);
        output.data(kind, attributes, clean);
    }
}
async function writeCompared({ base, head }, github, output) {
    try {
        const { files } = await github.compare(base, head);
        output.note(`The difference between the merge base of ${base} and ${head}, and ${head}:`);
        const isIncomplete = files.length >= _api_github_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_COMPARED_FILES */ .nS;
        const grouped = await (0,_changed_files_js__WEBPACK_IMPORTED_MODULE_7__/* .groupChangedFiles */ .L)(files, base, github);
        (0,_diff_js__WEBPACK_IMPORTED_MODULE_9__/* .writeDiff */ .Nh)({ files: grouped, notes: isIncomplete ? [INCOMPLETE_COMPARISON] : [] }, github, output);
    }
    catch (error) {
        output.note(`The diff could not be read: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error)}`);
    }
}
const INCOMPLETE_COMPARISON = `GitHub lists at most ${_api_github_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_COMPARED_FILES */ .nS} files of a comparison; there may be more.`;
async function writePlaceComments({ requestedAt = '' }, place, github, output) {
    try {
        const comments = await (place.kind === 'commit'
            ? github.commitComments(place.sha)
            : github.discussionComments(place));
        const isEarlier = ({ updatedAt, body }) => !_events_trigger_rules_js__WEBPACK_IMPORTED_MODULE_4__/* .SLUICE_MARKER */ .R$.test(body) && !(Date.parse(updatedAt) >= Date.parse(requestedAt));
        const earlier = comments.filter(isEarlier);
        for (const { author, body, createdAt } of earlier.slice(-MAX_PLACE_COMMENTS))
            output.data('comment', { author: author ?? 'ghost', created: createdAt }, await output.prose(body, MAX_FACT_CHARACTERS.comment, ON_GITHUB));
        const older = earlier.length - MAX_PLACE_COMMENTS;
        if (older > 0)
            output.note(`${older} older comments were omitted to save space.`);
    }
    catch (error) {
        output.note(`The comments could not be read: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error)}`);
    }
}


/***/ }),

/***/ 83842:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  SO: () => (/* binding */ DIFF_PAGE),
  CL: () => (/* binding */ describeFile),
  xX: () => (/* binding */ diffAttributes),
  yh: () => (/* binding */ diffPages),
  $e: () => (/* binding */ missingPatchReason),
  aM: () => (/* binding */ readChangesSince),
  pW: () => (/* binding */ readDeclarationTexts),
  Nh: () => (/* binding */ writeDiff)
});

// UNUSED EXPORTS: describeReviewParts

// EXTERNAL MODULE: ./build/text/declaration.js
var declaration = __webpack_require__(11846);
// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
// EXTERNAL MODULE: ./build/github/api/github.js + 15 modules
var api_github = __webpack_require__(14024);
// EXTERNAL MODULE: ./build/github/api/pull-change.js
var pull_change = __webpack_require__(74127);
// EXTERNAL MODULE: ./build/github/patch-rows.js
var patch_rows = __webpack_require__(58668);
// EXTERNAL MODULE: ./build/github/shown-lines.js
var shown_lines = __webpack_require__(90609);
// EXTERNAL MODULE: ./build/github/context/changed-files.js
var changed_files = __webpack_require__(92768);
// EXTERNAL MODULE: ./build/github/context/diff-coverage.js
var diff_coverage = __webpack_require__(42162);
;// CONCATENATED MODULE: ./build/github/context/lock-changes.js


const MAX_SUMMARY = 6_000;
function summarizeLockFile(patch) {
    const oldSide = new Map();
    const newSide = new Map();
    for (const hunk of (0,patch_rows/* parsePatch */.iz)(patch)) {
        let [oldName, newName] = ['', ''];
        for (const { text, oldLine, newLine } of hunk) {
            const name = nameIn(text);
            if (name !== undefined && oldLine !== undefined)
                oldName = name;
            if (name !== undefined && newLine !== undefined)
                newName = name;
            if (oldLine !== undefined && newLine !== undefined)
                continue;
            const [side, current] = newLine === undefined ? [oldSide, oldName] : [newSide, newName];
            if (!readWhole(text, side) && current !== '')
                readField(text, packageOf(side, current));
            if (name !== undefined && current !== '')
                packageOf(side, current);
        }
    }
    const lines = [...new Set([...oldSide.keys(), ...newSide.keys()])].flatMap((name) => describePackage(name, oldSide.get(name), newSide.get(name)));
    if (lines.length === 0)
        return undefined;
    const ordered = lines.toSorted((one, other) => Number(other.startsWith('!')) - Number(one.startsWith('!')));
    let size = 0;
    const fitting = ordered.filter((line) => {
        size += line.length + 1;
        return size <= MAX_SUMMARY;
    });
    const more = ordered.length - fitting.length;
    return [...fitting, ...(more > 0 ? [`… and ${more} more packages`] : [])].join('\n');
}
function packageOf(side, name) {
    const entry = side.get(name) ?? { versions: new Set(), sources: new Set(), hashes: new Set() };
    side.set(name, entry);
    return entry;
}
function nameIn(text) {
    const nameMatch = /^\s*"(?:.*node_modules\/)?(@?[\w.-]+(?:\/[\w.-]+)?)": \{$/.exec(text) ??
        /^name = "([^"]+)"/.exec(text) ??
        /^\s*"name": "([^"]+)"/.exec(text) ??
        /^"?(@?[^@"\s]+)@[^"]*"?(?:, .*)?:$/.exec(text) ??
        /^ {2}'?\/?(@?[^@'\s(]+)@[\d][^:]*:$/.exec(text);
    return nameMatch?.[1];
}
function readWhole(text, side) {
    const [, module, moduleVersion, hash] = /^(\S+) (v[^\s/]+)(?:\/go\.mod)? (h1:\S+)$/.exec(text) ?? [];
    if (module !== undefined && moduleVersion !== undefined) {
        const entry = packageOf(side, module);
        entry.versions.add(moduleVersion);
        entry.hashes.add(hash ?? '');
        return true;
    }
    const [, key, keyVersion] = /^ {2}'?\/?(@?[^@'\s(]+)@(\d[^:'(]*)[^:]*:$/.exec(text) ?? /^ {4}(\S+) \((\d[^)]*)\)$/.exec(text) ?? [];
    if (key === undefined || keyVersion === undefined)
        return false;
    packageOf(side, key).versions.add(keyVersion);
    return true;
}
function readField(text, entry) {
    const version = /^\s*"?version"?(?::| =)? "?([^",]+)"?,?$/.exec(text)?.[1];
    const source = /^\s*"?(?:resolved|source|tarball|url|registry|repository|git)"?(?::| =)? "?([^",\s]+)/.exec(text)?.[1] ??
        /\btarball: ([^,}\s]+)/.exec(text)?.[1];
    const hash = /^\s*"?(?:integrity|checksum|hash|sha256|sha512|shasum)"?(?::| =)? "?([^",\s]+)/.exec(text)?.[1] ??
        /\b(?:integrity: |hash = ")([^,}"\s]+)/.exec(text)?.[1];
    if (version !== undefined)
        entry.versions.add(version);
    if (source !== undefined)
        entry.sources.add(source);
    if (hash !== undefined)
        entry.hashes.add(hash);
}
function describePackage(name, before, after) {
    const shownName = JSON.stringify((0,format_text/* toOneLine */.GX)(name));
    const [old, now] = [listOf(before?.versions), listOf(after?.versions)];
    const moved = differenceOf(before?.sources, after?.sources);
    const rehashed = differenceOf(before?.hashes, after?.hashes);
    if (old === now && (old !== '' || before !== undefined) && after !== undefined) {
        const changes = [moved && `source ${moved}`, rehashed && `hash ${rehashed}`].filter(Boolean);
        return changes.length === 0 ? [] : [`! ${shownName} ${old || '(same version)'}: ${changes.join('; ')}`];
    }
    const host = hostsOf(before) !== hostsOf(after) && hostsOf(after) !== '' ? ` from ${hostsOf(after)}` : '';
    if (before === undefined)
        return [`+ ${shownName} ${now}${host}`.trimEnd()];
    if (after === undefined)
        return [`- ${shownName} ${old}`.trimEnd()];
    return [`${shownName} ${old || '(none)'} → ${now || '(none)'}${host}`];
}
const listOf = (values) => [...(values ?? [])].map(format_text/* toOneLine */.GX).join(', ');
function differenceOf(before, after) {
    const [old, now] = [listOf(before), listOf(after)];
    return old === now ? '' : `${old.slice(0, 200) || '(none)'} → ${now.slice(0, 200) || '(none)'}`;
}
const hostsOf = (entry) => [...new Set([...(entry?.sources ?? [])].map((source) => (URL.canParse(source) ? new URL(source).host : '')))]
    .filter((host) => host !== '')
    .join(', ');

;// CONCATENATED MODULE: ./build/github/context/diff.js









const MAX_CHARACTERS = { fileDiff: 20_000, diff: 150_000 };
const CUT_NOTE = 400;
const BULK = { lockLines: 100, lines: 200, characters: 10_000, minified: 1_000 };
const DATA_FILE = /\.(?:csv|tsv|json|jsonl|ndjson|geojson|svg|po|pot|xlf|dat)$/i;
function bulkOf({ path, patch, group }) {
    if (patch === undefined)
        return undefined;
    const lines = patch.split('\n');
    if (group === 'lock file')
        return lines.length > BULK.lockLines ? group : undefined;
    if (lines.length <= BULK.lines && patch.length <= BULK.characters)
        return undefined;
    if (group !== 'source')
        return group;
    if (DATA_FILE.test(path))
        return 'data';
    return lines.some((line) => line.length > BULK.minified) ? 'minified' : undefined;
}
const MAX_PATHS = 500;
function writeDiff({ files, notes, all = files, texts = new Map() }, github, output, max = MAX_CHARACTERS) {
    for (const note of notes)
        output.note(note);
    if (files.length === 0)
        return output.note('No files are changed.');
    if (files.some(({ patch }) => patch !== undefined))
        output.note(patch_rows/* NUMBERS_NOTE */.Gx);
    const unshown = [];
    const wholeDiffs = [];
    let room = max.diff;
    const isAllBulky = files.every((file) => bulkOf(file) !== undefined);
    for (const file of files) {
        const bulk = isAllBulky ? undefined : bulkOf(file);
        if (bulk !== undefined) {
            const packages = bulk === 'lock file' ? summarizeLockFile(file.patch ?? '') : undefined;
            if (packages !== undefined)
                output.data('lock-file', diffAttributes(file), output.code(packages, max.fileDiff, `with github__get_diff and path ${JSON.stringify(file.path)}`));
            unshown.push({ file, reason: packages === undefined ? `long: ${bulk}` : 'long: its packages stand above' });
            continue;
        }
        const numbered = file.patch === undefined ? undefined : (0,patch_rows/* numberPatch */.a$)(file.patch);
        const patch = numbered === undefined
            ? undefined
            : output.code((0,patch_rows/* cutPatch */.XE)(numbered, max.fileDiff, file.path), max.fileDiff + CUT_NOTE);
        if (patch === undefined || patch.length > room) {
            unshown.push({ file, reason: patch === undefined ? missingPatchReason(file) : 'no room' });
            continue;
        }
        room -= patch.length;
        if ((numbered?.length ?? 0) <= max.fileDiff) {
            (0,diff_coverage/* markInPrompt */.BM)(file);
            wholeDiffs.push(file);
        }
        (0,shown_lines/* recordLines */.TS)(file.path, 'diff', patch, github);
        output.data('diff', diffAttributes(file), patch);
    }
    writeDeclarations(wholeDiffs, texts, github, output);
    if (unshown.length === 0)
        return;
    output.note(`${unshown.length} of ${files.length} changed files are listed without their diff; read them with the tools. They are: ${(0,changed_files/* countGroups */.eq)(unshown.map(({ file }) => file))}.`);
    const lines = unshown.slice(0, MAX_PATHS).map(({ file, reason }) => `${describeFile(file)} (${reason})`);
    const more = unshown.slice(MAX_PATHS).map(({ file }) => file);
    if (more.length > 0)
        lines.push(`… and ${more.length} more: ${(0,changed_files/* countGroups */.eq)(more)}`);
    output.data('changed-files', { files: unshown.length }, lines.join('\n'));
    if (unshown.some(({ reason }) => reason.startsWith('long: ')))
        output.note('github__get_diff with a path reads one of them.');
    const parts = describeReviewParts(all, files);
    if (parts !== undefined)
        output.note(parts);
}
const DECLARATIONS = { files: 20, lines: 40, first: 3, characters: 8_000 };
async function readDeclarationTexts(files, github) {
    const blobs = files
        .filter((file) => file.group === 'source' && file.status !== 'added' && bulkOf(file) === undefined)
        .flatMap(({ blob, patch }) => (blob !== undefined && patch !== undefined ? [blob] : []))
        .slice(0, DECLARATIONS.files);
    return blobs.length === 0 ? new Map() : github.blobTexts(blobs).catch(() => new Map());
}
function writeDeclarations(files, texts, github, output) {
    let room = DECLARATIONS.characters;
    const blocks = files.flatMap(({ path, patch = '', blob = '' }) => unseenDeclarations(patch, texts.get(blob) ?? '').map((text) => ({ path, text })));
    let isIntroduced = false;
    for (const { path, text } of blocks) {
        if (text.length > room)
            continue;
        const lines = output.code(text, room);
        room -= lines.length;
        if (!isIntroduced)
            output.note('Below are the lines of the declarations around the changes that the diffs do not show, as the head has them. "…" stands for lines that are in a diff, or that github__get_file reads.');
        isIntroduced = true;
        (0,shown_lines/* recordLines */.TS)(path, 'file', lines, github);
        output.data('declaration', { path }, lines);
    }
}
function unseenDeclarations(patch, text) {
    const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
    const { shownLines, places } = (0,patch_rows/* changedPlaces */.fE)(patch);
    const declarations = new Map();
    for (const { line, heading } of text === '' ? [] : places) {
        const { start, end } = (0,declaration/* declarationAround */.G)(lines, line, heading) ?? { start: 0, end: 0 };
        if (start > 0)
            declarations.set(start, end);
    }
    return [...declarations].flatMap(([start, end]) => {
        const unseen = Array.from({ length: end - start + 1 }, (_, index) => start + index).filter((each) => !shownLines.has(each));
        if (unseen.every((number) => (lines[number - 1] ?? '').trim() === ''))
            return [];
        const near = [...shownLines].filter((each) => each >= start - 1 && each <= end + 1);
        const distance = (number) => Math.min(...near.map((each) => Math.abs(each - number)));
        const isFirst = (number) => number < start + DECLARATIONS.first;
        const nearest = unseen
            .toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)) || distance(one) - distance(other))
            .slice(0, DECLARATIONS.lines);
        return [
            (0,patch_rows/* numberSome */.sj)(lines, nearest.toSorted((one, other) => one - other)),
        ];
    });
}
const diffAttributes = ({ path, previousPath, status, additions, deletions }) => ({
    path,
    previous_path: previousPath,
    status,
    added: additions,
    removed: deletions,
});
function describeFile({ path, previousPath, status, additions, deletions }) {
    const from = previousPath === undefined ? '' : ` from ${JSON.stringify((0,format_text/* toOneLine */.GX)(previousPath))}`;
    return `${JSON.stringify((0,format_text/* toOneLine */.GX)(path))} ${status}${from} +${additions} -${deletions}`;
}
const LINELESS = {
    rename: 'same content',
    empty: 'the file is empty',
    mode: 'only the mode of the file changed',
    link: 'a file became a link, a link became a file, or a link changed',
    submodule: 'a submodule',
    binary: 'binary',
    'too large': 'too large for GitHub',
};
const missingPatchReason = ({ without, status, additions, deletions }) => without !== undefined
    ? LINELESS[without]
    : status === 'renamed' && additions + deletions === 0
        ? 'same content'
        : 'binary, or too large for GitHub';
const PART_PAGES = 4;
const MAX_PARTS = 10;
function describeReviewParts(files, reviewed = files) {
    const unread = new Set(reviewed.filter((file) => file.group === 'source' && !(0,diff_coverage/* isSeen */.U4)(file)).map(({ path }) => path));
    const parts = planParts(files, unread);
    if (parts.length < 2)
        return undefined;
    const lines = parts
        .slice(0, MAX_PARTS)
        .map(({ first, last, files }, index) => `part ${index + 1} is ${pageRange(first, last)} (${(0,changed_files/* countGroups */.eq)(files)})`);
    const rest = parts.slice(MAX_PARTS);
    const more = rest.length === 0
        ? ''
        : ` ${(0,changed_files/* countGroups */.eq)([...new Set(rest.flatMap((part) => part.files))])} files are in none of them: say in the answer that they were not reviewed.`;
    return `There are too many source files among them to read in this conversation. Review them in ${lines.length} parts, the pages of github__get_diff: ${lines.join('; ')}.${more} Delegate each part to the sub-agent change_reviewer, one part a call, with the pages and what to look for; where you cannot delegate, read the most important pages yourself. Then check what the reports say, merge what they repeat, and make one list of findings, most serious first.`;
}
const pageRange = (first, last) => (first === last ? `page ${first}` : `pages ${first} to ${last}`);
function planParts(files, unread) {
    const parts = [];
    for (const [index, page] of diffPages(files).entries()) {
        const number = index + 1;
        const sources = page.flatMap(({ file, patch }) => (patch !== undefined && unread.has(file.path) ? [file] : []));
        if (sources.length === 0)
            continue;
        const last = parts.at(-1);
        if (last !== undefined && number - last.first < PART_PAGES) {
            last.last = number;
            last.files.push(...sources.filter((file) => !last.files.includes(file)));
        }
        else
            parts.push({ first: number, last: number, files: sources });
    }
    return parts;
}
const DIFF_PAGE = 40_000;
const ATTRIBUTES = 200;
function diffPages(files) {
    const pages = [];
    let room = 0;
    for (const file of files) {
        const patch = file.patch === undefined ? undefined : (0,patch_rows/* numberPatch */.a$)(file.patch);
        const parts = patch === undefined ? 1 : (0,format_text/* textPage */.$3)(patch, DIFF_PAGE, 1).pages;
        for (let part = 1; part <= parts; part += 1) {
            const partPatch = patch === undefined ? undefined : (0,format_text/* textPage */.$3)(patch, DIFF_PAGE, part).text;
            const size = (partPatch ?? '').length + ATTRIBUTES;
            if (size > room) {
                pages.push([]);
                room = DIFF_PAGE + ATTRIBUTES;
            }
            pages.at(-1)?.push({ file, patch: partPatch, part, parts });
            room -= size;
        }
    }
    return pages;
}
async function readChangesSince(files, { number, head, reviewed }, github) {
    try {
        const [before, direct] = await Promise.all([
            (0,pull_change/* readPullChange */.U)(number, reviewed, github),
            github.compare(reviewed, head),
        ]);
        const isLinear = direct.mergeBase === reviewed && direct.files.length < api_github/* MAX_COMPARED_FILES */.nS;
        if (before.isCurrent && !isLinear)
            return undefined;
        const earlier = new Map(before.isCurrent ? [] : before.files.map((file) => [file.path, file]));
        const since = new Map(direct.files.map((file) => [file.path, file]));
        const laterFiles = files.flatMap((file) => {
            const past = earlier.get(file.previousPath ?? file.path) ?? earlier.get(file.path);
            if (!isLinear)
                return isChanged(file, earlier) ? [file] : [];
            const { path, previousPath } = file;
            return changedSince(file, since.get(path) ?? since.get(previousPath ?? path), past);
        });
        const notes = [explain(files.length - laterFiles.length, reviewed, isLinear)];
        return { files: laterFiles, all: files, since: reviewed, notes };
    }
    catch {
        return undefined;
    }
}
function changedSince(file, since, before) {
    if (since === undefined)
        return [];
    if (file.patch === undefined || since.patch === undefined)
        return [file];
    const patch = (0,patch_rows/* patchSince */.Hh)(file.patch, since.patch, before?.patch);
    return patch === undefined ? [] : [(0,diff_coverage/* withPatch */.b5)(file, patch)];
}
function isChanged(file, earlier) {
    const before = earlier.get(file.path);
    if (before === undefined || before.previousPath !== file.previousPath || before.status !== file.status)
        return true;
    if (before.patch === undefined || file.patch === undefined)
        return file.status !== 'renamed' || file.additions > 0;
    return changedLines(before.patch) !== changedLines(file.patch);
}
const changedLines = (patch) => patch
    .split('\n')
    .filter((line) => /^[+-]/.test(line))
    .join('\n');
function explain(unchanged, reviewed, isLinear) {
    const what = isLinear
        ? 'The diffs below are the changes since that commit.'
        : 'The branch was rebased or force-pushed since: the diffs below are those of the files whose own changes differ now.';
    return `An earlier run reviewed this pull request at ${reviewed}. ${what} ${unchanged} files that have not changed since are omitted; read them with the tools only where the new changes depend on them.`;
}


/***/ }),

/***/ 17941:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Eq: () => (/* binding */ writeFailedLogs),
/* harmony export */   I1: () => (/* binding */ writeFailedChecks),
/* harmony export */   OG: () => (/* binding */ logLines),
/* harmony export */   PL: () => (/* binding */ readFailedChecks),
/* harmony export */   WN: () => (/* binding */ hasFailed)
/* harmony export */ });
/* unused harmony export openLogExcerpt */
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34779);
/* harmony import */ var _text_format_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(37595);
/* harmony import */ var _text_invisible_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(34949);



const LIMITS = { jobs: 3, logs: 21_000, log: 12_000, annotations: 3_000, message: 500, bytes: 64 * 2 ** 20 };
const FAILED_CONCLUSIONS = new Set(['failure', 'timed_out', 'startup_failure']);
const hasFailed = ({ conclusion }) => conclusion !== undefined && FAILED_CONCLUSIONS.has(conclusion);
async function writeFailedLogs(upstream, github, output) {
    if (!hasFailed(upstream))
        return;
    const jobs = await github.runJobs(upstream.runId).catch((error) => {
        output.note(`The jobs of the run could not be read: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .asSentence */ .KG)((0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error))} The job may lack \`actions: read\`.`);
        return [];
    });
    const failed = jobs.filter((job) => FAILED_CONCLUSIONS.has(job.conclusion ?? ''));
    const read = failed.slice(0, LIMITS.jobs);
    const room = Math.min(LIMITS.log, Math.floor(LIMITS.logs / Math.max(1, read.length)));
    const [annotations, logs] = await Promise.all([
        Promise.all(read.map((job) => readAnnotations(job, github))),
        Promise.all(read.map((job) => readLog(job, room, github))),
    ]);
    for (const [index, { job, log, reason }] of logs.entries()) {
        const attributes = { job: job.name, job_id: job.id, conclusion: job.conclusion };
        const found = annotations[index] ?? '';
        if (found !== '')
            output.data('annotations', attributes, output.code(found, Math.floor(LIMITS.annotations / read.length), ANNOTATIONS));
        if (log === undefined)
            output.note(`The log of the job ${job.id} could not be read: ${reason}`);
        else
            output.data('job-log', { ...attributes, failed_steps: job.failedSteps.join(', ') }, output.code(log, room, `with github__get_job_log and job_id ${job.id}`));
    }
    const more = failed.length - logs.length;
    if (more > 0)
        output.note(`${more} more failed jobs were omitted; read their logs with the tools.`);
}
async function readAnnotations(job, github) {
    return annotationLines(await github.annotations(job.id).catch(() => []));
}
const annotationLines = (all) => all
    .filter(({ message }) => !EXIT_CODE.test(message))
    .toSorted((one, other) => Number(one.level !== 'failure') - Number(other.level !== 'failure'))
    .map(({ path, line, level, title, message }) => {
    const text = [title, message].filter((part) => part !== '').join(': ');
    return `${path}:${line} ${level}: ${startOf(text, LIMITS.message)}`;
})
    .join('\n');
const startOf = (text, max) => text.length <= max ? text : `${(0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .keepStart */ .Og)(text, max)}… (${text.length - max} more characters ${ANNOTATIONS})`;
const ANNOTATIONS = 'with github__get_check_runs';
const EXIT_CODE = /^Process completed with exit code \d+/;
async function readFailedChecks(commit, github) {
    try {
        const { items } = await github.checkRuns(commit, 1);
        const failed = items.filter(({ conclusion = '' }) => FAILED_CONCLUSIONS.has(conclusion)).slice(0, CHECKS.count);
        const checks = await Promise.all(failed.map(async ({ id, name, conclusion = '', title, summary, annotations }) => {
            const found = annotations === 0 ? [] : await github.annotations(id).catch(() => []);
            const text = [title, startOf(summary, CHECKS.summary), annotationLines(found)];
            return { name, conclusion, text: text.filter((part) => part !== '').join('\n') };
        }));
        return { checks };
    }
    catch {
        return { checks: [], problem: 'The checks of the head could not be read; the job may lack `checks: read`.' };
    }
}
const CHECKS = { count: 5, summary: 500, check: 1_500 };
function writeFailedChecks({ checks, problem }, output) {
    if (problem !== undefined)
        output.note(problem);
    for (const { name, conclusion, text } of checks)
        output.data('failed-check', { name, conclusion }, output.code(text === '' ? '(no details)' : text, CHECKS.check, ANNOTATIONS));
}
async function readLog(job, room, github) {
    try {
        const log = openLogExcerpt(job.failedTimes);
        const { isWhole } = await github.readJobLog(job.id, log.add, LIMITS.bytes);
        const note = isWhole ? '' : '\n(The log is longer than this action reads.)';
        return { job, log: `${log.excerpt(room - note.length)}${note}`, reason: '' };
    }
    catch (error) {
        return { job, log: undefined, reason: (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error) };
    }
}
function openLogExcerpt(failed) {
    const allLines = openLines();
    const ofSteps = openLines();
    let rest = '';
    let number = 0;
    let isInStep = false;
    const addLine = (raw) => {
        number += 1;
        const time = TIMESTAMP.exec(raw);
        if (time !== null) {
            const at = Date.parse(`${time[1]}Z`);
            isInStep = failed.some(({ from, to }) => at >= from && at < to + 1000);
        }
        const line = { number, text: (0,_text_invisible_js__WEBPACK_IMPORTED_MODULE_2__/* .dropControlStrings */ .$B)(raw.replace(TIMESTAMP, '')) };
        allLines.add(line);
        if (isInStep)
            ofSteps.add(line);
    };
    return {
        add(text) {
            const lines = (rest + text).split(/\r?\n/);
            rest = lines.pop() ?? '';
            for (const line of lines)
                addLine(line);
        },
        excerpt(max) {
            if (rest !== '')
                addLine(rest);
            rest = '';
            return (ofSteps.hasCause() ? ofSteps : allLines).excerpt(max);
        },
    };
}
const AROUND = { before: 4, after: 12 };
const KEPT = { line: 400, windows: 400_000, end: LIMITS.log };
function openLines() {
    const windows = [];
    const counts = new Map();
    let recent = [];
    let end = [];
    let endSize = 0;
    let size = 0;
    let open;
    let remaining = 0;
    function keepInWindow(line, weight) {
        if (open === undefined || remaining === 0) {
            if (weight === 0)
                return;
            open = { lines: recent.filter(({ number }) => number > (open?.lines.at(-1)?.number ?? 0)), weight };
            size += open.lines.reduce((sum, { text }) => sum + text.length + 8, 0);
            windows.push(open);
        }
        open.lines.push(line);
        open.weight = Math.max(open.weight, weight);
        size += line.text.length + 8;
        remaining = weight > 0 ? AROUND.after : remaining - 1;
        if (open.lines.length >= 60)
            remaining = 0;
        while (size > KEPT.windows && windows.length > 2) {
            const [least] = windows.splice(leastOf(windows), 1);
            size -= least?.lines.reduce((sum, { text }) => sum + text.length + 8, 0) ?? 0;
        }
    }
    return {
        hasCause: () => windows.some(({ weight }) => weight >= WEIGHTS.sure),
        add({ number, text: fullText }) {
            const line = { number, text: fullText.length > KEPT.line ? `${fullText.slice(0, KEPT.line)}…` : fullText };
            const key = line.text.replace(/\d+/g, '0').trim();
            const times = (counts.get(key) ?? 0) + 1;
            if (key !== '' && counts.size < 200_000)
                counts.set(key, times);
            keepInWindow(line, times > MAX_REPEATS ? 0 : weightOf(line.text));
            recent = [...recent.slice(1 - AROUND.before), line];
            end.push(line);
            endSize += line.text.length + 1;
            if (end.length > 2_000 && endSize > 2 * KEPT.end) {
                end = end.slice(-1_000);
                endSize = end.reduce((sum, { text }) => sum + text.length + 1, 0);
            }
        },
        excerpt(max) {
            const last = windows.length === 0 ? max : Math.floor(max / 4);
            const tail = lastLines(end, last);
            const causes = chooseWindows(windows, max - tail.length - END_HEADING.length - 2);
            return [causes, causes === '' ? '' : END_HEADING, tail].filter((part) => part !== '').join('\n');
        },
    };
}
const END_HEADING = '… The end of the log:';
const MAX_REPEATS = 2;
const WEIGHTS = { sure: 4, likely: 2, frame: 1 };
const SURE = [
    /^##\[error\](?!Process completed with exit code)/,
    /\b(?:AssertionError|AssertionFailedError|ComparisonFailure)\b|\bassert(?:ion)?\b.*\bfail|^\s*(?:E {2,}|> {7})\S/i,
    /^\s*(?:panic:|fatal:|fatal error:|thread '.*' panicked at|Traceback \(most recent call last\)|Exception in thread|Caused by:|Unhandled|Uncaught)/i,
    /\berror(?: TS\d+|\[E\d+\])?:|\berror CS\d+|\bPHP (?:Fatal|Parse) error\b/,
    /^\s*(?:FAIL|FAILED|ERROR|--- FAIL:|not ok \d+|✕|✗|×|✘|❯ .*failed|●|\d+\) \S|\[ERROR\] {2}\S|\[ERROR\] (?:Failures|Errors):)/,
    /\b(?:Expected|Received|expected|got|actual)(?: string| value)?:\s|\bexpected\b.*\b(?:but|to|got|received)\b/i,
    /\* What went wrong:|\bFailure\/Error:| FAILED$|: error \b|^\s+\d+:\d+\s+error\s|\berror\s+.*\b[\w-]+\/[\w-]+$/,
    /\b(?:No such file or directory|command not found|Cannot find module|ModuleNotFoundError|undefined reference|permission denied|connection refused|out of memory|OOMKilled|Segmentation fault|SIGKILL|SIGSEGV|heap limit|ENOENT|ECONNREFUSED|EACCES|ERESOLVE|ETIMEDOUT)\b/i,
    /\b(?:npm|pnpm|yarn) (?:ERR!|error)|\bfailed to (?:start|build|solve|compile|resolve|pull|push)\b|\bis unhealthy\b|\bexited with code [1-9]|\btimed out\b|\bTimeout .*exceeded/i,
    /^\s*(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Failure)(?:\b|:)/,
    /^make(?:\[\d+\])?: \*\*\*/,
];
const LIKELY = /\b(?:errors?|fail(?:s|ed|ure|ures)?|exception|denied|refused|invalid|missing|cannot|can't|undefined|not found|killed|abort(?:ed)?)\b/i;
const FRAME = /^\s*(?:at .*\(?[\w./@\\-]+:\d+(?::\d+)?\)?|File ".+", line \d+|#\d+ .*\(\d+\)|.*\.(?:go|rb|rs|py|ex|kt|swift):\d+\b)/;
const FOREIGN = /node_modules|site-packages|dist-packages|\/rustc\/|internal\/|hostedtoolcache|\/usr\/(?:lib|local)\/|java\.base|<anonymous>/;
const NO_CAUSE = /^[\s-]*[\w@./\\ -]*\|\s*[\d.%-]+\s*\||^\s*(?:PASS|ok|✓|√|✔)\s|\b0 (?:errors?|failed|failures?)\b|Failures: 0, Errors: 0|^##\[(?:group|endgroup|debug|command)\]|^##\[error\]Process completed with exit code|\.\.\. ok$/;
function weightOf(text) {
    if (text.trim() === '' || NO_CAUSE.test(text))
        return 0;
    if (SURE.some((pattern) => pattern.test(text)))
        return WEIGHTS.sure;
    if (LIKELY.test(text))
        return WEIGHTS.likely;
    return FRAME.test(text) && !FOREIGN.test(text) ? WEIGHTS.frame : 0;
}
function leastOf(windows) {
    const lightest = Math.min(...windows.map(({ weight }) => weight));
    const indexes = windows.flatMap(({ weight }, index) => (weight === lightest ? [index] : []));
    return indexes[Math.floor(indexes.length / 2)] ?? 0;
}
function chooseWindows(windows, max) {
    const weights = [...new Set(windows.map(({ weight }) => weight))].toSorted((one, other) => other - one);
    const ranked = weights.flatMap((weight) => fromBothEnds(windows.filter((window) => window.weight === weight)));
    const excerpts = new Map();
    const shownKeys = new Set();
    let room = max;
    for (const window of ranked) {
        const lines = [];
        for (const { number, text } of window.lines) {
            const key = text.replace(/\d+/g, '0').trim();
            if (key === '' || (shownKeys.has(key) && weightOf(text) === 0))
                continue;
            shownKeys.add(key);
            lines.push(`${number}|${text}`);
        }
        const excerpt = cutLines(lines, room);
        if (excerpt === '')
            continue;
        excerpts.set(window, excerpt);
        room -= excerpt.length + 3;
        if (room < 200)
            break;
    }
    return windows.flatMap((window) => excerpts.get(window) ?? []).join('\n…\n');
}
const fromBothEnds = (values) => values.map((_, index) => values.at(index % 2 === 0 ? index / 2 : -(index + 1) / 2));
function cutLines(lines, max) {
    let size = 0;
    const fitting = lines.findIndex((line) => {
        size += line.length + 1;
        return size > max;
    });
    return (fitting < 0 ? lines : lines.slice(0, fitting)).join('\n');
}
function lastLines(lines, maxCharacters) {
    const last = [];
    let room = maxCharacters;
    for (const { text } of lines.toReversed()) {
        room -= text.length + 1;
        if (room < 0)
            break;
        last.unshift(text);
    }
    return last.join('\n').trim();
}
const TIMESTAMP = /^\uFEFF?(\d{4}-\d\d-\d\dT[\d:]+(?:\.\d{1,3})?)\d*Z ?/;
const logLines = (log) => (0,_text_invisible_js__WEBPACK_IMPORTED_MODULE_2__/* .dropControlStrings */ .$B)(log)
    .split(/\r?\n/)
    .map((line) => line.replace(TIMESTAMP, ''));


/***/ }),

/***/ 52531:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G8: () => (/* binding */ writeOwners),
/* harmony export */   I0: () => (/* binding */ readSortingFacts),
/* harmony export */   K2: () => (/* binding */ ownersOf),
/* harmony export */   LX: () => (/* binding */ labelMatcher),
/* harmony export */   Q5: () => (/* binding */ writeIssueState),
/* harmony export */   R$: () => (/* binding */ writeMentioned),
/* harmony export */   XU: () => (/* binding */ writeSortingFacts),
/* harmony export */   hC: () => (/* binding */ readOwners),
/* harmony export */   kN: () => (/* binding */ readMentioned),
/* harmony export */   wc: () => (/* binding */ maySort),
/* harmony export */   y_: () => (/* binding */ withQuotableIssues)
/* harmony export */ });
/* harmony import */ var ignore__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(70298);
/* harmony import */ var _text_format_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(37595);
/* harmony import */ var _text_glob_list_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(50471);
/* harmony import */ var _api_github_error_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(73465);
/* harmony import */ var _api_pinned_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(46281);
/* harmony import */ var _comment_marker_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9462);
/* harmony import */ var _events_account_check_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(57444);







const MAX = {
    labels: 150,
    similar: 5,
    mentioned: 5,
    mentionedText: 2_000,
    owners: 4_000,
    headings: 30,
    heading: 100,
    accounts: 10,
    ownedPaths: 10,
    title: 300,
};
const maySort = ({ kind, items, comment, request }) => {
    const isAboutIssues = kind === 'issue' || items?.some((item) => item.kind === 'issue') === true;
    return isAboutIssues && (comment === undefined || /\b(?:label|triage|sort|duplicate|assign)/i.test(request ?? ''));
};
async function readSortingFacts(task, github) {
    const [labels, similar, owners] = await Promise.all([
        github.labels().catch(() => undefined),
        task.items === undefined ? findSimilar(task, github).catch(() => undefined) : undefined,
        readOwners(task.base?.sha ?? task.sha, github),
    ]);
    return { labels, similar, owners };
}
async function findSimilar({ number, title = '' }, github) {
    const words = [...new Set(title.match(/[\p{L}\p{N}][\p{L}\p{N}_.-]{3,30}/gu) ?? [])]
        .map((word) => word.replace(/[_.-]+$/, ''))
        .filter((word) => !COMMON_WORD.test(word))
        .toSorted((one, other) => other.length - one.length)
        .slice(0, 2);
    if (words.length === 0)
        return [];
    const { items } = await github.search(`is:issue ${words.map((word) => `"${word}"`).join(' ')}`, 1);
    return items.filter((issue) => issue.number !== number).slice(0, MAX.similar);
}
const COMMON_WORD = /^(?:this|that|with|when|from|after|before|does|doesn|should|would|could|cannot|have|having|into|there|where|which|while|about|please|issue|problem|error|feature|request|support|using|works?|working|broken)$/i;
async function writeSortingFacts({ labels, similar = [], owners }, { task, allowedLabels }, github, output) {
    writeLabels(labels, allowedLabels, output);
    if (owners !== undefined)
        output.data('owners', { path: owners.path }, output.code(ownerLines(owners.text), MAX.owners, `with github__get_file and path ${owners.path}`));
    if (similar.length === 0)
        return;
    const readsStranger = await isByStranger(task, github);
    const lines = similar.map(({ number, title, state, stateReason, url }) => {
        const reason = stateReason === undefined ? '' : ` (${stateReason.replaceAll('_', ' ')})`;
        return `#${number} ${state}${reason}: ${readsStranger ? (0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(title) : url}`;
    });
    output.data('similar-issues', { issues: similar.length }, output.code(lines.join('\n'), 3_000, 'with github__search_issues'));
}
async function withQuotableIssues(conversation, task, github) {
    const { closingIssues = [] } = conversation;
    const names = new Set(closingIssues.flatMap(({ openedBy, comments }) => [openedBy, ...comments.map(({ by }) => by)]));
    names.delete(undefined);
    if (closingIssues.length === 0 || (await isByStranger(task, github)))
        return { conversation, omitted: 0 };
    const writers = new Set();
    const mayWrite = async (name = '') => {
        const permission = await github.permission(name).catch(() => undefined);
        if (permission !== undefined && _events_account_check_js__WEBPACK_IMPORTED_MODULE_5__/* .WRITE_PERMISSIONS */ .jo.has(permission))
            writers.add(name);
    };
    await Promise.all([...names].slice(0, MAX.accounts).map(mayWrite));
    let omitted = 0;
    const quotable = closingIssues.map((issue) => {
        const comments = issue.comments.filter(({ by }) => writers.has(by));
        omitted += issue.comments.length - comments.length;
        const isQuotable = writers.has(issue.openedBy) && !(0,_comment_marker_js__WEBPACK_IMPORTED_MODULE_4__/* .isRewritten */ .vC)(issue.text);
        return isQuotable ? { ...issue, comments } : { ...issue, comments, openedBy: undefined, title: '', text: issue.url };
    });
    return { conversation: { ...conversation, closingIssues: quotable }, omitted };
}
function mentionedNumbers({ repo }, text) {
    const prose = text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`|<!--[\s\S]*?(?:-->|$)/g, ' ');
    const name = `${repo.owner}/${repo.name}`.replaceAll('.', '\\.');
    const reference = new RegExp(`(?<![\\w/&.#-])(?:(?:${name})?#|GH-|https?://[^\\s/]+/${name}/(?:issues|pull)/)(\\d{1,9})\\b`, 'gi');
    return [...new Set(Array.from(prose.matchAll(reference), ([, digits]) => Number(digits)))];
}
async function readMentioned(task, { title, body, closingIssues = [] }, github) {
    const others = new Set([0, task.number, ...closingIssues.map(({ number }) => number)]);
    const numbers = mentionedNumbers(task, `${task.title ?? title}\n${task.body ?? body}`).filter((each) => !others.has(each));
    let isDenied = false;
    const read = async (number) => {
        try {
            const issue = await github.issue(number);
            const isHere = new URL(issue.url).pathname
                .toLowerCase()
                .startsWith(`/${task.repo.owner}/${task.repo.name}/`.toLowerCase());
            return isHere ? [issue] : [];
        }
        catch (error) {
            isDenied ||= error instanceof _api_github_error_js__WEBPACK_IMPORTED_MODULE_2__/* .GitHubError */ .y_ && error.status === 403;
            return [];
        }
    };
    const issues = await Promise.all(numbers.slice(0, MAX.mentioned).map(read));
    return { issues: issues.flat(), isDenied };
}
async function writeMentioned({ issues, isDenied }, task, github, output) {
    if (isDenied)
        output.note('Issues that the pull request mentions could not be read; the job may lack `issues: read`.');
    const readsStranger = issues.length > 0 && (await isByStranger(task, github));
    const mayQuote = async ({ author, body }) => {
        if (readsStranger)
            return true;
        if (author === undefined || (0,_comment_marker_js__WEBPACK_IMPORTED_MODULE_4__/* .isRewritten */ .vC)(body))
            return false;
        return _events_account_check_js__WEBPACK_IMPORTED_MODULE_5__/* .WRITE_PERMISSIONS */ .jo.has((await github.permission(author).catch(() => 'none')));
    };
    const quotable = await Promise.all(issues.map(mayQuote));
    for (const [index, { number, title, body, author, state, url, isPullRequest }] of issues.entries()) {
        const of = `${isPullRequest ? 'pull request' : 'issue'} #${number}`;
        const rest = `with github__get_issue and number ${number}`;
        const text = quotable[index]
            ? `${(0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(await output.prose(title, MAX.title))}\n\n${await output.prose((0,_comment_marker_js__WEBPACK_IMPORTED_MODULE_4__/* .withoutRewriteMark */ .mI)(body), MAX.mentionedText, rest)}`
            : url;
        output.data('mentioned-issue', { of, state, author: quotable[index] ? author : undefined }, text.trim());
    }
}
function writeOwners(owned, output) {
    if (owned.length === 0)
        return;
    const lines = owned.map(({ owners, paths }) => {
        const more = paths.length > MAX.ownedPaths ? ` and ${paths.length - MAX.ownedPaths} more` : '';
        const names = paths.slice(0, MAX.ownedPaths).map((path) => JSON.stringify((0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(path)));
        return `${(0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(owners)}: ${names.join(', ')}${more}`;
    });
    output.data('owners', { of: 'changed files' }, output.code(lines.join('\n'), MAX.owners, 'with github__get_file in CODEOWNERS'));
}
async function isByStranger({ openedBy }, github) {
    const permission = openedBy && (await github.permission(openedBy).catch(() => undefined));
    return openedBy === undefined || (permission !== undefined && !_events_account_check_js__WEBPACK_IMPORTED_MODULE_5__/* .WRITE_PERMISSIONS */ .jo.has(permission));
}
function writeLabels(labels, allowed, output) {
    if (labels === undefined) {
        output.note('The labels of the repository could not be read.');
        return;
    }
    const isAllowed = labelMatcher(allowed);
    const known = labels.filter(({ name }) => allowed.length === 0 || isAllowed(name));
    const isKnown = (name) => known.some((each) => each.name.toLowerCase() === name.toLowerCase());
    const named = (0,_text_glob_list_js__WEBPACK_IMPORTED_MODULE_6__/* .sortGlobs */ .It)(allowed)
        .included.filter((name) => !/[*?[\]{}()]/.test(name) && !isKnown(name))
        .map((name) => ({ name, description: '' }));
    const all = [...known, ...named];
    if (all.length === 0) {
        output.note('There are no labels that this run may set.');
        return;
    }
    const lines = all
        .slice(0, MAX.labels)
        .map(({ name, description }) => [JSON.stringify((0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(name)), (0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(description)].filter((part) => part !== '').join(': '));
    output.data('labels', { count: all.length }, output.code(lines.join('\n'), MAX.labels * 200, 'with github__list_label'));
    const more = all.length - lines.length;
    output.note(`These are the labels that this run may set${more > 0 ? `, without ${more} more; list them with the tools for GitHub` : ''}.`);
}
function labelMatcher(globs) {
    const { included, excluded } = (0,_text_glob_list_js__WEBPACK_IMPORTED_MODULE_6__/* .sortGlobs */ .It)(globs);
    const matching = (list) => {
        const matches = (0,_text_glob_list_js__WEBPACK_IMPORTED_MODULE_6__/* .globList */ .Xq)(list, { bash: true, dot: true, nocase: true });
        return (name) => list.some((glob) => glob.toLowerCase() === name.toLowerCase()) || matches(name);
    };
    const [isIncluded, isExcluded] = [matching(included), matching(excluded)];
    return (name) => isIncluded(name) && !isExcluded(name);
}
function writeIssueState({ state, stateReason, labels, authorRole }, body, output) {
    const headings = formHeadings(body);
    const form = headings.map(({ heading, isEmpty }) => (isEmpty ? `${heading} (no answer)` : heading)).join('; ');
    const lines = [
        `state: ${[state, stateReason].filter(Boolean).join(', ').toLowerCase().replaceAll('_', ' ')}`,
        `labels: ${labels.map((name) => JSON.stringify((0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(name))).join(', ') || 'none'}`,
        `role of the author: ${authorRole.toLowerCase().replaceAll('_', ' ')}`,
        ...(form === '' ? [] : [`form: ${form}`]),
    ];
    output.data('issue-state', {}, output.code(lines.join('\n'), 6_000, 'with github__get_issue'));
}
function formHeadings(body) {
    return [...body.matchAll(/^### ([^\n]+)\n+([^\n]*)/gm)]
        .slice(0, MAX.headings)
        .map(([, heading = '', answer = '']) => ({
        heading: (0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .toOneLine */ .GX)(heading).trim().slice(0, MAX.heading),
        isEmpty: answer.trim() === '_No response_',
    }));
}
const OWNERS_PATHS = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
async function readOwners(commit, github) {
    const locations = OWNERS_PATHS.map((path) => ({ entry: path, ...github.repo, sha: commit, path })).filter(_api_pinned_files_js__WEBPACK_IMPORTED_MODULE_3__/* .isPinnable */ .qX);
    if (locations.length === 0)
        return undefined;
    const answers = await github.pinnedFiles(locations).catch(() => []);
    const files = answers.map((answer) => ('problem' in answer || answer.folder ? undefined : answer.files[0]));
    return files.find((file) => file !== undefined);
}
const ownerLines = (text) => text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
    .join('\n');
function ownersOf(paths, file) {
    if (file === undefined)
        return [];
    const rules = ownerLines(file.text)
        .split('\n')
        .flatMap((line) => {
        const [pattern = '', ...owners] = line.split(/\s+/);
        return /^(?:!|\[|$)/.test(pattern)
            ? []
            : [{ owners: owners.join(' '), rule: ignore__WEBPACK_IMPORTED_MODULE_0__({ ignorecase: false, allowRelativePaths: true }).add(pattern) }];
    });
    const byOwners = new Map();
    for (const path of paths) {
        const owners = rules.findLast(({ rule }) => rule.ignores(path))?.owners ?? '';
        if (owners !== '')
            byOwners.set(owners, [...(byOwners.get(owners) ?? []), path]);
    }
    return [...byOwners].map(([owners, owned]) => ({ owners, paths: owned }));
}


/***/ }),

/***/ 58668:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gx: () => (/* binding */ NUMBERS_NOTE),
/* harmony export */   Hh: () => (/* binding */ patchSince),
/* harmony export */   XE: () => (/* binding */ cutPatch),
/* harmony export */   a$: () => (/* binding */ numberPatch),
/* harmony export */   fE: () => (/* binding */ changedPlaces),
/* harmony export */   iz: () => (/* binding */ parsePatch),
/* harmony export */   pS: () => (/* binding */ cutPatchStart),
/* harmony export */   sj: () => (/* binding */ numberSome),
/* harmony export */   z8: () => (/* binding */ numberLines)
/* harmony export */ });
const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
function patchRows(patch) {
    const rows = [];
    let oldLine = 0;
    let newLine = 0;
    let oldEnd = 0;
    let newEnd = 0;
    for (const raw of patch.split('\n')) {
        const header = oldLine >= oldEnd && newLine >= newEnd ? HUNK_HEADER.exec(raw) : null;
        if (header !== null) {
            const [, oldStart = '', oldCount = '1', newStart = '', newCount = '1'] = header;
            oldLine = Number(oldStart);
            newLine = Number(newStart);
            oldEnd = oldLine + Number(oldCount);
            newEnd = newLine + Number(newCount);
            rows.push({ kind: 'header', raw, oldLine, newLine });
            continue;
        }
        const sign = raw.charAt(0);
        const place = { raw, oldLine, newLine };
        if (sign === '+' && newLine < newEnd) {
            rows.push({ kind: 'added', ...place });
            newLine += 1;
        }
        else if (sign === '-' && oldLine < oldEnd) {
            rows.push({ kind: 'removed', ...place });
            oldLine += 1;
        }
        else if ((sign === ' ' || raw.trim() === '') && oldLine < oldEnd && newLine < newEnd) {
            rows.push({ kind: 'context', ...place });
            oldLine += 1;
            newLine += 1;
        }
        else
            rows.push({ kind: 'other', ...place });
    }
    return rows;
}
function parsePatch(patch) {
    const hunks = [];
    for (const { kind, raw, oldLine, newLine } of patchRows(patch)) {
        const text = raw.slice(1).replace(/\r$/, '');
        if (kind === 'header')
            hunks.push([]);
        else if (kind === 'added')
            hunks.at(-1)?.push({ text, newLine });
        else if (kind === 'removed')
            hunks.at(-1)?.push({ text, oldLine });
        else if (kind === 'context')
            hunks.at(-1)?.push({ text, oldLine, newLine });
    }
    return hunks.filter((lines) => lines.length > 0);
}
function changedPlaces(patch) {
    const shownLines = new Set();
    const places = [];
    let heading = '';
    for (const { kind, raw, newLine } of patchRows(patch)) {
        if (kind === 'header')
            heading = raw.replace(HUNK_HEADER, '').slice(1);
        if (kind === 'added' || kind === 'context')
            shownLines.add(newLine);
        if (kind === 'added')
            places.push({ line: newLine, heading });
        if (kind === 'removed' && newLine > 1)
            places.push({ line: newLine - 1, heading });
    }
    return { shownLines, places };
}
const GUTTER = '|';
const NUMBERS_NOTE = 'Each line of a diff or file begins with its number and "|": the number in the new file, or in the old file for a removed line. They are not part of the file.';
const numberPatch = (patch) => patchRows(patch)
    .map(({ kind, raw, oldLine, newLine }) => kind === 'header' || kind === 'other' ? raw : `${kind === 'removed' ? oldLine : newLine}${GUTTER}${raw}`)
    .join('\n');
function cutPatch(numbered, max, path) {
    if (numbered.length <= max)
        return numbered;
    const start = numbered.slice(0, max);
    const [hunk, line] = [start.lastIndexOf('\n@@ '), start.lastIndexOf('\n')];
    const end = hunk > max / 2 ? hunk : line > 0 ? line : max;
    return `${numbered.slice(0, end)}\n${describeCut(numbered.slice(end), path)}`;
}
function cutPatchStart(numbered, max, path) {
    if (numbered.length <= max)
        return numbered;
    const line = numbered.indexOf('\n', numbered.length - max);
    const start = line < 0 ? numbered.length - max : line + 1;
    return `${describeCut(numbered.slice(0, start), path)}\n${numbered.slice(start)}`;
}
function describeCut(missing, path) {
    const numbersOf = (rows) => Array.from(missing.matchAll(rows), ([, number]) => number);
    const [added, removed] = [numbersOf(/^(\d+)\|[ +]/gm), numbersOf(/^(\d+)\|-/gm)];
    const range = (numbers) => `${numbers[0]} to ${numbers.at(-1)}`;
    const lines = added.length > 0
        ? `Lines ${range(added)} are`
        : removed.length > 0
            ? `Lines ${range(removed)} of the old file are`
            : 'The rest is';
    return `… (truncated) ${lines} missing. Read them with github__get_diff and path ${JSON.stringify(path)}.`;
}
const numberSome = (lines, numbers) => numbers
    .map((number, index) => {
    const gap = index > 0 && numbers[index - 1] !== number - 1 ? '…\n' : '';
    return `${gap}${number}${GUTTER}${lines[number - 1] ?? ''}`;
})
    .join('\n');
function numberLines(text) {
    const lines = text.split('\n');
    const hasEnd = lines.length > 1 && lines.at(-1) === '';
    return lines
        .map((line, index) => (hasEnd && index === lines.length - 1 ? '' : `${index + 1}${GUTTER}${line}`))
        .join('\n');
}
const CONTEXT = 3;
function patchSince(change, since, before) {
    const rows = patchRows(change);
    const isNew = newRows(rows, patchRows(since), before === undefined ? [] : patchRows(before));
    return isNew.size === 0 ? undefined : writeHunks(rows, isNew);
}
function newRows(change, since, before) {
    const added = new Set(since.flatMap(({ kind, newLine }) => (kind === 'added' ? [newLine] : [])));
    const removed = new Set(since.flatMap(({ kind, raw }) => (kind === 'removed' ? [raw] : [])));
    const isNew = new Set(change.filter(({ kind, raw, newLine }) => kind === 'added' ? added.has(newLine) : kind === 'removed' && removed.has(raw)));
    const own = new Set(before.flatMap(({ kind, newLine }) => (kind === 'added' ? [newLine] : [])));
    const shown = new Set([...isNew].flatMap(({ kind, newLine }) => (kind === 'added' ? [newLine] : [])));
    for (const run of changedRuns(since)) {
        const takesBack = run.some(({ kind, oldLine }) => kind === 'removed' && own.has(oldLine));
        if (!takesBack || run.some(({ kind, newLine }) => kind === 'added' && shown.has(newLine)))
            continue;
        const place = run[0]?.newLine ?? 0;
        for (const hunk of hunksOf(change)) {
            const [first, last] = [hunk[0]?.newLine ?? 0, hunk.at(-1)?.newLine ?? 0];
            if (place >= first && place <= last + 1)
                for (const row of hunk)
                    if (row.kind === 'added' || row.kind === 'removed')
                        isNew.add(row);
        }
    }
    return isNew;
}
function changedRuns(rows) {
    const runs = [[]];
    for (const row of rows)
        if (row.kind === 'added' || row.kind === 'removed')
            runs.at(-1)?.push(row);
        else if (row.kind !== 'other')
            runs.push([]);
    return runs.filter((run) => run.length > 0);
}
function hunksOf(rows) {
    const hunks = [];
    for (const row of rows) {
        if (row.kind === 'header')
            hunks.push([]);
        hunks.at(-1)?.push(row);
    }
    return hunks;
}
function writeHunks(rows, isNew) {
    return hunksOf(rows)
        .flatMap(([header, ...lines]) => {
        const heading = header?.raw.replace(HUNK_HEADER, '') ?? '';
        const isWritten = (row) => row?.kind !== 'removed' || isNew.has(row);
        const hunkRows = lines.filter((row, index) => isWritten(row) && (row.kind !== 'other' || isWritten(lines[index - 1])));
        const near = hunkRows.filter((_, index) => hunkRows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((row) => isNew.has(row)));
        return consecutiveRows(near, hunkRows, isNew).map((run) => writeHunk(run, isNew, heading));
    })
        .join('\n');
}
function consecutiveRows(near, hunkRows, isNew) {
    const positions = new Map(hunkRows.map((row, index) => [row, index]));
    const runs = [];
    let oldLine = 0;
    let previous = Number.NaN;
    for (const row of near) {
        const position = positions.get(row) ?? 0;
        if (position !== previous + 1 || (row.kind === 'removed' && row.oldLine !== oldLine)) {
            runs.push([]);
            oldLine = row.oldLine;
        }
        runs.at(-1)?.push(row);
        if (row.kind === 'removed' || (row.kind !== 'other' && !isNew.has(row)))
            oldLine += 1;
        previous = position;
    }
    return runs;
}
function writeHunk(run, isNew, heading) {
    const [first] = run;
    const isContext = (row) => row.kind === 'context' || (row.kind === 'added' && !isNew.has(row));
    const count = (kind) => run.filter((row) => isContext(row) || (row.kind === kind && isNew.has(row))).length;
    const lines = run.map((row) => (isContext(row) && row.kind === 'added' ? ` ${row.raw.slice(1)}` : row.raw));
    return [
        `@@ -${first?.oldLine ?? 0},${count('removed')} +${first?.newLine ?? 0},${count('added')} @@${heading}`,
        ...lines,
    ].join('\n');
}


/***/ }),

/***/ 90609:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B1: () => (/* binding */ withoutNumbers),
/* harmony export */   HA: () => (/* binding */ recordWhole),
/* harmony export */   Rw: () => (/* binding */ filesShown),
/* harmony export */   TS: () => (/* binding */ recordLines),
/* harmony export */   wP: () => (/* binding */ isWhole)
/* harmony export */ });
const shownPaths = new WeakMap();
const wholeTexts = new WeakMap();
function recordWhole(name, { repo }) {
    wholeTexts.set(repo, (wholeTexts.get(repo) ?? new Set()).add(name));
}
const isWhole = (name, { repo }) => wholeTexts.get(repo)?.has(name) === true;
const NUMBERED = /^[ \t]*(\d{1,7})\|(.*)$/s;
function recordLines(path, kind, text, { repo }) {
    const paths = shownPaths.get(repo) ?? new Map();
    const shownPath = paths.get(path) ?? { diff: new Map(), file: new Map() };
    shownPaths.set(repo, paths.set(path, shownPath));
    for (const line of text.split('\n')) {
        const [, number = '', rest = ''] = NUMBERED.exec(line) ?? [];
        if (number !== '')
            shownPath[kind].set(Number(number), [...(shownPath[kind].get(Number(number)) ?? []), rest]);
    }
}
const filesShown = ({ repo }) => [...(shownPaths.get(repo)?.keys() ?? [])];
function withoutNumbers(path, text, { repo }) {
    const shownPath = shownPathOf(path, repo);
    if (shownPath === undefined || !NUMBERED.test(text.split('\n', 1)[0] ?? ''))
        return text;
    const lines = text.replace(/\n$/, '').split('\n');
    const numbered = lines.map((line) => {
        const [, number = '', rest = ''] = NUMBERED.exec(line) ?? [];
        return { number: Number(number), rest: rest.replace(/\r$/, ''), isNumbered: number !== '' };
    });
    const isShown = ({ number, isNumbered }) => {
        const [diff = [], file = []] = [shownPath.diff.get(number), shownPath.file.get(number)];
        const contents = [...diff.map((each) => each.slice(1)), ...file];
        return isNumbered && contents.length > 0 && !contents.some((each) => NUMBERED.test(each));
    };
    if (!numbered.every(isShown))
        return text;
    const hasSigns = numbered.every(({ number, rest }) => shownPath.diff.has(number) && /^(?:[+ -]|$)/.test(rest)) &&
        numbered.some(({ number, rest }) => /^[+-]/.test(rest) || shownPath.diff.get(number)?.includes(rest)) &&
        !numbered.every(({ number, rest }) => shownPath.file.get(number)?.includes(rest));
    const plain = numbered.map(({ rest }) => (hasSigns ? rest.slice(1) : rest));
    return `${plain.join('\n')}${text.endsWith('\n') ? '\n' : ''}`;
}
function shownPathOf(path, repo) {
    const paths = shownPaths.get(repo);
    const plain = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
    return paths?.get(plain) ?? [...(paths ?? [])].find(([each]) => plain.endsWith(`/${each}`))?.[1];
}


/***/ }),

/***/ 17176:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $7: () => (/* binding */ describeRows),
/* harmony export */   CP: () => (/* binding */ rowsWithoutMounts),
/* harmony export */   CU: () => (/* binding */ setupError),
/* harmony export */   Gk: () => (/* binding */ unheldRows),
/* harmony export */   RO: () => (/* binding */ rowsOf),
/* harmony export */   _f: () => (/* binding */ reportRows),
/* harmony export */   tL: () => (/* binding */ missingParts)
/* harmony export */ });
/* unused harmony export ISOLATION_PARTS */
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34779);

const setupError = (reason) => new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .IsolationError */ .RV(`Isolation could not be set up: ${reason}. Nothing ran. Check the free space and the permissions of the runner's temporary folder.`);
const ISOLATION_PARTS = ['files', 'network', 'credentials', 'processes'];
const CONSEQUENCES = {
    files: 'files that programs write persist',
    network: 'programs use the network of this machine',
    credentials: "programs can read everything that this job's user can read",
    processes: 'programs see all processes and can outlive their call',
};
const rowsOf = (files, network) => ({
    files,
    network,
    credentials: { isHeld: true, text: 'they cannot read credentials' },
    processes: { isHeld: true, text: 'they see only their own processes, which end with the call' },
});
const rowsWithoutMounts = (reason) => ({
    ...unheldRows(reason),
    processes: { isHeld: true, text: 'they end with their call' },
});
const unheldRows = (reason) => Object.fromEntries(ISOLATION_PARTS.map((part) => [part, { isHeld: false, reason }]));
const missingParts = (rows = {}) => ISOLATION_PARTS.flatMap((part) => {
    const row = rows[part];
    return row === undefined || row.isHeld ? [] : [`${part}: ${row.reason}`];
});
function reportRows(rows) {
    const isAnyHeld = ISOLATION_PARTS.some((part) => rows[part]?.isHeld);
    return ISOLATION_PARTS.flatMap((part) => {
        const row = rows[part];
        if (row === undefined)
            return [];
        if (row.isHeld)
            return [{ part, isHeld: true, text: row.text }];
        return [{ part, isHeld: false, text: `${CONSEQUENCES[part]}${isAnyHeld ? `: ${row.reason}` : ''}` }];
    });
}
function describeRows(rows, method) {
    const { files, network, credentials } = rows;
    const unheld = ISOLATION_PARTS.flatMap((part) => {
        const row = rows[part];
        return row === undefined || row.isHeld ? [] : [{ part, reason: row.reason }];
    });
    const missing = [...Map.groupBy(unheld, ({ reason }) => reason)].map(([reason, group]) => {
        const parts = group.map(({ part }) => part).join(', ');
        return `Programs that the model starts have no isolation of ${parts}: ${reason}.`;
    });
    if (credentials?.isHeld === false)
        return `${missing.join(' ')} Programs that the model starts end with their call and cannot gain privileges.`;
    const parts = [
        `Programs that the model starts are isolated ${method}: they see only their own processes, cannot gain privileges, cannot read credential files, and end with their call.`,
        ...(files === undefined || !files.isHeld ? [] : [`${capitalized(files.text)}.`]),
        network?.isHeld ? `${capitalized(network.text)}.` : 'Their network access is not restricted.',
    ];
    return [...missing, ...parts].join(' ');
}
const capitalized = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;


/***/ }),

/***/ 51938:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  W: () => (/* binding */ openSandboxSession)
});

// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/platform/lazy.js
var lazy = __webpack_require__(21510);
// EXTERNAL MODULE: ./build/platform/process/process-group.js
var process_group = __webpack_require__(59015);
// EXTERNAL MODULE: ./build/platform/process/trusted-programs.js
var trusted_programs = __webpack_require__(94441);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/platform/paths.js
var platform_paths = __webpack_require__(554);
// EXTERNAL MODULE: ./build/platform/process/run-program.js + 1 modules
var run_program = __webpack_require__(76940);
// EXTERNAL MODULE: ./build/platform/sandbox/allowed-hosts.js
var allowed_hosts = __webpack_require__(3548);
// EXTERNAL MODULE: ./build/platform/time.js
var time = __webpack_require__(91729);
// EXTERNAL MODULE: ./build/platform/sandbox/isolation-context.js
var isolation_context = __webpack_require__(17176);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/platform/process/shell-words.js
var shell_words = __webpack_require__(84626);
// EXTERNAL MODULE: ./build/platform/files/open-path.js
var open_path = __webpack_require__(4038);
;// CONCATENATED MODULE: ./build/platform/sandbox/hidden-paths.js




const CREDENTIAL_FILES = `
  .ssh .gnupg .aws .azure .kube .password-store .local/share/keyrings .oci .heroku .vault-token .netrc .git-credentials
  .docker/config.json .config/containers/auth.json .config/gh .config/hub .config/glab-cli .config/gcloud .config/doctl
  .config/git/credentials .config/rclone .config/op .config/sops .pypirc .gem/credentials .local/share/gem/credentials
  .cargo/credentials .cargo/credentials.toml .composer/auth.json .config/composer/auth.json .terraform.d/credentials.tfrc.json
  .m2/settings-security.xml .gemini/oauth_creds.json .gemini/google_accounts.json .gemini/mcp-oauth-tokens.json
`.match(/\S+/g);
const MIXED_CONFIG_FILES = `
  .npmrc .yarnrc .yarnrc.yml .config/pip/pip.conf .pip/pip.conf .m2/settings.xml .gradle/gradle.properties .bundle/config
  .nuget/NuGet/NuGet.Config .gitconfig .config/git/config .config/pypoetry/auth.toml .cargo/config.toml .wgetrc .curlrc
`.match(/\S+/g);
const LOOKS_SECRET = /auth|token|passw|secret|extraheader|:\/\/[^\s/]+@/i;
const CREDENTIAL_VARIABLES = `
  GITHUB_ENV GITHUB_PATH GITHUB_OUTPUT GITHUB_STATE GITHUB_STEP_SUMMARY GITHUB_EVENT_PATH
  GOOGLE_APPLICATION_CREDENTIALS GOOGLE_GHA_CREDS_PATH CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE CLOUDSDK_CONFIG
  AWS_SHARED_CREDENTIALS_FILE AWS_CONFIG_FILE AWS_WEB_IDENTITY_TOKEN_FILE AZURE_FEDERATED_TOKEN_FILE AZURE_CONFIG_DIR
  KUBECONFIG NPM_CONFIG_USERCONFIG NETRC GNUPGHOME SSH_AUTH_SOCK PIP_CONFIG_FILE
`.match(/\S+/g);
const DEBUGGER_SOCKET = /^(?:dotnet-diagnostic|clr-debug-pipe)-/;
function listHiddenPaths(context, root) {
    const { env, workspace, scratch } = context;
    const variablePaths = CREDENTIAL_VARIABLES.flatMap((name) => (env[name] ?? '').split(':')).filter((path) => path.startsWith('/'));
    const docker = env.DOCKER_CONFIG === undefined ? [] : [(0,external_node_path_.join)(env.DOCKER_CONFIG, 'config.json')];
    const listed = [
        ...(env.RUNNER_TEMP ? [env.RUNNER_TEMP] : []),
        scratch,
        ...variablePaths,
        ...docker,
        ...homeFolders(env.HOME, root).flatMap((home) => [
            ...CREDENTIAL_FILES.map((name) => (0,external_node_path_.join)(home, name)),
            ...MIXED_CONFIG_FILES.map((name) => (0,external_node_path_.join)(home, name)).filter((path) => LOOKS_SECRET.test(textOf(path))),
        ]),
        ...(context.replaced === undefined ? namesIn(workspace) : [])
            .filter((name) => /^gha-creds-.*\.json$/i.test(name))
            .map((name) => (0,external_node_path_.join)(workspace, name)),
        ...runnerSecrets(context),
        ...[env.TMPDIR ?? '/tmp', '/tmp'].flatMap((folder) => namesIn(folder)
            .filter((name) => DEBUGGER_SOCKET.test(name))
            .map((name) => (0,external_node_path_.join)(folder, name))),
        ...(root ? ['/proc/kcore'] : []),
    ];
    const isRestricted = context.allowedHosts !== undefined && !context.allowedHosts.everything;
    return [...listed, ...listSockets(workspace, isRestricted ? LOG_SOCKET : HARMLESS_SOCKET)].filter((path) => (0,external_node_path_.resolve)(path) !== '/');
}
function listRunCode(context) {
    const runner = runnerFolder(context);
    const actions = context.env.RUNNER_TEMP ? [(0,external_node_path_.join)((0,external_node_path_.dirname)(context.env.RUNNER_TEMP), '_actions')] : [];
    const files = runner === undefined ? [] : namesIn(runner).filter((name) => isFile((0,external_node_path_.join)(runner, name)));
    const parts = runner === undefined ? [] : ['bin', 'externals', ...files].map((name) => (0,external_node_path_.join)(runner, name));
    return [...context.program, ...actions, ...parts];
}
const homeFolders = (home, root) => [
    ...(home ? [home] : []),
    ...(root ? ['/root', ...namesIn('/home').map((name) => (0,external_node_path_.join)('/home', name))] : []),
];
function runnerFolder({ program }) {
    const folders = program.map((path) => /^(.+)\/externals\/node\d+[^/]*\/bin\/node$/.exec(path)?.[1]);
    return folders.find((folder) => folder !== undefined);
}
function runnerSecrets(context) {
    const runner = runnerFolder(context);
    return runner === undefined
        ? []
        : ['_diag', '.credentials', '.credentials_rsaparams', '.runner', '.credentials_migrated', '.runner_migrated'].map((name) => (0,external_node_path_.join)(runner, name));
}
function listSockets(workspace, harmless) {
    const paths = textOf('/proc/net/unix')
        .split('\n')
        .flatMap((line) => /\s(\/.*)$/.exec(line)?.[1] ?? []);
    return [...new Set(paths)].filter((path) => !harmless.test(path) && !(0,platform_paths/* isInside */.FK)(workspace, path) && canConnect(path));
}
const LOG_SOCKET = /^\/(?:var\/)?run\/systemd\/journal\/|^\/dev\/log$/;
const HARMLESS_SOCKET = /\/(?:\.s\.PGSQL\.\d+|mysqlx?\.sock|mysqld\.sock|redis[\w.-]*|memcached[\w.-]*|X\d+)$|^\/(?:var\/)?run\/(?:systemd\/(?:resolve|journal)\/|nscd\/|avahi-daemon\/)|^\/dev\//;
function canConnect(path) {
    try {
        (0,external_node_fs_.accessSync)(path, external_node_fs_.constants.W_OK);
        return true;
    }
    catch {
        return false;
    }
}
const isFile = (path) => (0,platform_paths/* statsAt */.Ze)(path)?.isFile() ?? false;
function namesIn(folder) {
    try {
        return (0,external_node_fs_.readdirSync)(folder);
    }
    catch {
        return [];
    }
}
function textOf(path) {
    try {
        return (0,external_node_fs_.existsSync)(path) ? (0,external_node_fs_.readFileSync)(path, 'utf8') : '';
    }
    catch {
        return '';
    }
}
const MAX_MODULE_DEPTH = 5;
function findConfigsWithCredentials(workspace) {
    const folders = gitFolders(workspace);
    const paths = folders.flatMap((folder) => [(0,external_node_path_.join)(folder, 'config'), (0,external_node_path_.join)(folder, 'config.worktree')]);
    const modules = folders.flatMap((folder) => configsUnder((0,external_node_path_.join)(folder, 'modules'), MAX_MODULE_DEPTH));
    return [...new Set([...paths, ...modules])].flatMap((path) => {
        const text = gitFileText(path);
        const clean = removeCredentials(text);
        return clean === text ? [] : [{ path, clean }];
    });
}
function gitExecutionPaths(workspace) {
    const folders = gitFolders(workspace).filter((folder) => (0,platform_paths/* isFolderAt */.w$)((0,external_node_path_.join)(folder, 'objects')));
    for (const folder of folders)
        makeHooks(folder);
    const modules = folders.flatMap((folder) => configsUnder((0,external_node_path_.join)(folder, 'modules'), MAX_MODULE_DEPTH)).map(external_node_path_.dirname);
    const all = [...folders, ...modules];
    const paths = all.flatMap((folder) => ['config', 'config.worktree', 'hooks'].map((name) => (0,external_node_path_.join)(folder, name)));
    const gitPath = (0,external_node_path_.join)(workspace, '.git');
    return { folders: all, paths: (0,platform_paths/* isFolderAt */.w$)(gitPath) ? paths : [gitPath, ...paths] };
}
function makeHooks(folder) {
    try {
        (0,external_node_fs_.mkdirSync)((0,external_node_path_.join)(folder, 'hooks'), { recursive: true });
    }
    catch {
    }
}
const removeCredentials = (text) => text
    .replace(/^[^\S\n]*(?:extraheader|helper|password|cookiefile|token|oauth\w*)[^\S\n]*=(?:[^\n]*\\\n)*[^\n]*(?:\n|$)/gim, '')
    .replace(/\b(https?:\/\/)[^\s/"@]+@/gi, '$1');
function gitFolders(workspace) {
    const gitPath = (0,external_node_path_.join)(workspace, '.git');
    const gitDir = /^gitdir:\s*(.+)$/m.exec(gitFileText(gitPath))?.[1]?.trim();
    if (gitDir === undefined)
        return [gitPath];
    const folder = (0,external_node_path_.resolve)(workspace, gitDir);
    const common = gitFileText((0,external_node_path_.join)(folder, 'commondir')).trim();
    return common === '' ? [folder] : [folder, (0,external_node_path_.resolve)(folder, common)];
}
function configsUnder(folder, maxDepth) {
    if (maxDepth === 0)
        return [];
    let names;
    try {
        names = (0,external_node_fs_.readdirSync)(folder);
    }
    catch {
        return [];
    }
    if (names.includes('HEAD'))
        return [(0,external_node_path_.join)(folder, 'config'), ...configsUnder((0,external_node_path_.join)(folder, 'modules'), maxDepth - 1)];
    return names.flatMap((name) => configsUnder((0,external_node_path_.join)(folder, name), maxDepth - 1));
}
const MAX_CONFIG_BYTES = 1024 * 1024;
function gitFileText(path) {
    try {
        const real = (0,external_node_fs_.realpathSync)(path);
        return (0,open_path/* readSmallFile */.EW)((0,external_node_path_.dirname)(real), (0,external_node_path_.basename)(real), MAX_CONFIG_BYTES) ?? '';
    }
    catch {
        return '';
    }
}
function mountPoints() {
    const points = (0,external_node_fs_.readFileSync)('/proc/self/mountinfo', 'utf8').split('\n').filter(Boolean);
    const paths = points.map((each) => (each.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))));
    return [...new Set(paths)].filter((path) => (0,platform_paths/* isFolderAt */.w$)(path));
}

;// CONCATENATED MODULE: ./build/platform/sandbox/mounts.js






function planMounts(context, root, { visible, writable: shownWritable }, view) {
    const { replaced } = context;
    const workspace = (0,external_node_fs_.realpathSync)(context.workspace);
    const folder = (0,external_node_path_.join)(context.scratch, 'isolation');
    (0,external_node_fs_.mkdirSync)(folder, { recursive: true, mode: 0o700 });
    const hidden = outermost(existingPaths(listHiddenPaths(context, root)));
    const isHidden = (path) => hidden.some((each) => (0,platform_paths/* isInside */.FK)(each, path));
    const mounts = root ? mountPoints() : [];
    const writableFolders = view === undefined ? existingPaths(writableRoots(context, workspace)) : [...view.copies, workspace];
    const writable = root ? outermost(writableFolders) : [];
    const runCode = existingPaths(listRunCode(context)).filter((path) => !isHidden(path) && !(0,platform_paths/* isInside */.FK)(path, workspace));
    const checkouts = replaced === undefined ? ownCheckouts(workspace, context.env).map(gitExecutionPaths) : [];
    const git = { folders: checkouts.flatMap(({ folders }) => folders), paths: checkouts.flatMap(({ paths }) => paths) };
    const configs = replaced === undefined ? findConfigsWithCredentials(workspace) : [];
    const pinned = movable([...runCode, ...hidden, workspace, ...existingPaths(git.folders)], root ? writable : undefined).filter((path) => !isHidden(path) && !mounts.includes(path) && !writable.includes(path));
    const changing = [
        ...(view === undefined && replaced !== undefined ? [bind(replaced.folder, replaced.original)] : []),
        ...(view === undefined ? writable.filter((path) => !mounts.includes(path)).map((path) => bind(path, path)) : []),
        ...pinned.map((path) => bind(path, path)),
        ...runCode.map((path) => bind(path, path, 'ro')),
        ...existingPaths(git.paths)
            .filter((path) => !configs.some((each) => each.path === path))
            .map((path) => bind(path, path, 'ro')),
        ...configs.map(({ path, clean }) => bind(storeText(folder, clean), path, 'ro')),
    ];
    const hiding = [
        ...hidden.map((path) => ((0,platform_paths/* isFolderAt */.w$)(path) ? emptyFolder(path, context) : bind('/dev/null', path, 'ro'))),
        tableLine('sluice', '/proc', 'proc', 'nosuid,nodev,noexec'),
        ...(root ? kernelLines() : []),
    ];
    const shownAgain = (paths, writable) => existingPaths(paths)
        .filter(isHidden)
        .map((path) => ({ path, folder: (0,platform_paths/* isFolderAt */.w$)(path), writable }));
    const restored = [
        ...(isHidden(workspace) ? [{ path: workspace, folder: true, writable: true }] : []),
        ...shownAgain(visible, false),
        ...shownAgain(shownWritable, true),
    ];
    return {
        tables: [changing, hiding].filter((lines) => lines.length > 0).map((lines) => storeText(folder, lines.join(''))),
        visible: restored,
        after: root ? restrictions(view === undefined ? mounts : mounts.filter((path) => path === '/dev'), writable) : [],
        replaced,
    };
}
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`);
const KERNEL_SWITCHES = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi'].map((name) => `/proc/${name}`);
const kernelLines = () => [
    ...existingPaths(DEVICES).map((path) => bind(path, path)),
    ...terminalLines('/dev/ptmx', '/dev/pts/ptmx'),
    ...existingPaths(KERNEL_SWITCHES).map((path) => bind(path, path, 'ro')),
];
const terminalLines = (path, inPts) => (0,external_node_fs_.existsSync)(inPts) && (0,external_node_fs_.realpathSync)(path) === path ? [bind(inPts, path)] : [];
const writableRoots = ({ env }, workspace) => [workspace, env.HOME, env.TMPDIR, '/tmp', '/var/tmp', env.RUNNER_TOOL_CACHE].filter((path) => path !== undefined && path !== '' && path !== '/');
function movable(paths, writable) {
    const folders = paths.flatMap((path) => [...((0,platform_paths/* isFolderAt */.w$)(path) ? [path] : []), ...parentFolders(path)]);
    return [...new Set(folders)]
        .filter((path) => writable === undefined ? canWrite((0,external_node_path_.dirname)(path)) : writable.some((root) => (0,platform_paths/* isInside */.FK)(root, path)))
        .sort((a, b) => a.length - b.length);
}
function parentFolders(path) {
    const folder = (0,external_node_path_.dirname)(path);
    return folder === path || (0,external_node_path_.dirname)(folder) === folder ? [] : [folder, ...parentFolders(folder)];
}
function canWrite(folder) {
    try {
        (0,external_node_fs_.accessSync)(folder, external_node_fs_.constants.W_OK);
        return true;
    }
    catch {
        return false;
    }
}
const REMOUNTED = /^\/(?!(?:proc|sys|dev|snap|var\/lib\/(?:docker|containers|containerd|kubelet))(?:\/|$))/;
const MAX_REMOUNTS = 64;
function restrictions(mounts, writable) {
    const others = mounts.filter((path) => REMOUNTED.test(path) && !writable.some((root) => (0,platform_paths/* isInside */.FK)(root, path)));
    return [
        ...others.slice(0, MAX_REMOUNTS).map((path) => ['-o', 'remount,bind,ro', path]),
        ['-o', 'bind,ro', '/sys', '/sys'],
        ...(mounts.includes('/dev') ? [['-o', 'remount,bind,nodev', '/dev']] : []),
    ];
}
function existingPaths(paths) {
    const realPaths = paths.filter((path) => (0,external_node_fs_.existsSync)(path)).map((path) => (0,external_node_fs_.realpathSync)(path));
    return [...new Set(realPaths)].filter((path) => !path.includes('\n'));
}
const outermost = (paths) => paths.filter((path) => !paths.some((other) => other !== path && (0,platform_paths/* isInside */.FK)(other, path)));
const bind = (from, to, options = 'rw') => tableLine(from, to, 'none', `rbind,${options}`);
const emptyFolder = (path, { env }) => tableLine('sluice', path, 'tmpfs', `nosuid,nodev,${path === env.RUNNER_TEMP ? 'mode=1777,size=256m' : 'mode=0555,size=1m'}`);
const tableLine = (from, to, type, options) => `${escaped(from)} ${escaped(to)} ${type} ${options} 0 0\n`;
const escaped = (path) => path.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
function storeText(folder, text) {
    const path = (0,external_node_path_.join)(folder, (0,external_node_crypto_.createHash)('sha256').update(text).digest('hex').slice(0, 16));
    if (!(0,external_node_fs_.existsSync)(path))
        (0,external_node_fs_.writeFileSync)(path, text, { mode: 0o600 });
    return path;
}
const MAX_MOUNTS = 64;
const unreplaced = (folder) => ({ original: folder, folder });
function planFileView(context) {
    const { env, platform: _, ...rest } = context;
    const { original: workspace, folder: source } = rest.replaced ?? unreplaced((0,external_node_fs_.realpathSync)(rest.workspace));
    const scratch = (0,external_node_fs_.realpathSync)(rest.scratch);
    const mayEdit = context.mayEdit !== false;
    const roots = [
        ...[env.HOME, env.RUNNER_TOOL_CACHE, env.AGENT_TOOLSDIRECTORY, env.RUNNER_WORKSPACE, env.TMPDIR],
        ...(env.RUNNER_TEMP ? [(0,external_node_path_.dirname)(env.RUNNER_TEMP)] : []),
        ...['/tmp', '/var/tmp', '/usr/local', '/opt'],
        ...(mayEdit ? [] : [workspace]),
    ];
    const wanted = roots.flatMap((path) => (path?.startsWith('/') && (0,platform_paths/* isFolderAt */.w$)(path) ? [(0,external_node_fs_.realpathSync)(path)] : []));
    const mounts = mountPoints().filter((path) => REMOUNTED.test(path));
    const within = (path) => wanted.some((root) => root !== '/' && (0,platform_paths/* isInside */.FK)(root, path));
    const staysReal = (path) => mayEdit && (0,platform_paths/* isInside */.FK)(workspace, path);
    const copies = [...new Set([...wanted, ...mounts.filter(within)])]
        .filter((path) => REMOUNTED.test(path) && path !== '/' && !staysReal(path))
        .sort((a, b) => a.length - b.length);
    const checkouts = mayEdit && source === workspace ? ownCheckouts(workspace, env) : [];
    return {
        workspace,
        source,
        scratch,
        mayEdit,
        copies: copies.slice(0, MAX_MOUNTS),
        git: checkouts.flatMap(mounts_gitFolders),
        nested: checkouts.length === 0
            ? []
            : nestedCheckouts([...new Set([workspace, ...checkouts])]).filter((path) => !checkouts.includes(path)),
        readOnly: mounts.filter((path) => !copies.includes(path) && !staysReal(path)).slice(0, MAX_MOUNTS),
    };
}
function mounts_gitFolders(workspace) {
    const { folders } = gitExecutionPaths(workspace);
    const outer = folders.filter((folder) => !folders.some((other) => other !== folder && (0,platform_paths/* isInside */.FK)(other, folder)));
    return outer
        .filter(platform_paths/* isFolderAt */.w$)
        .filter(makeGuarded)
        .map((folder) => ({ folder, real: ['objects', 'refs'].map((name) => (0,external_node_path_.join)(folder, name)).filter(platform_paths/* isFolderAt */.w$) }));
}
const GUARDED = ['objects/info', 'refs/replace'];
function makeGuarded(folder) {
    for (const name of GUARDED)
        try {
            if ((0,platform_paths/* isFolderAt */.w$)((0,external_node_path_.join)(folder, (0,external_node_path_.dirname)(name))))
                (0,external_node_fs_.mkdirSync)((0,external_node_path_.join)(folder, name), { recursive: true });
        }
        catch {
        }
    return true;
}
function nestedCheckouts(tops) {
    const folders = tops.flatMap(foldersIn);
    const nested = [...folders, ...folders.flatMap(foldersIn)].filter((path) => (0,external_node_fs_.existsSync)((0,external_node_path_.join)(path, '.git')));
    return [...new Set(nested)];
}
function ownCheckouts(workspace, { GITHUB_REPOSITORY: repository = '' }) {
    if ((0,external_node_fs_.existsSync)((0,external_node_path_.join)(workspace, '.git')) || repository === '')
        return [workspace];
    const own = nestedCheckouts([workspace]).filter((path) => hasRemote(gitFileText((0,external_node_path_.join)(path, '.git/config')), repository));
    return own.length === 0 ? [workspace] : own;
}
const hasRemote = (configuration, repository) => configuration
    .toLowerCase()
    .split('\n')
    .some((line) => /^\s*url\s*=/.test(line) && line.replace(/(?:\.git)?\/*\s*$/, '').endsWith(`/${repository.toLowerCase()}`));
const MAX_ENTRIES = 200;
function foldersIn(folder) {
    try {
        return (0,external_node_fs_.readdirSync)(folder, { withFileTypes: true })
            .filter((entry) => entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules')
            .slice(0, MAX_ENTRIES)
            .map(({ name }) => (0,external_node_path_.join)(folder, name));
    }
    catch {
        return [];
    }
}
const copiedFolders = ({ copies, nested, git }) => [
    ...copies,
    ...nested,
    ...git.map(({ folder }) => folder),
];
function createStore(store, view) {
    (0,external_node_fs_.mkdirSync)(store, { recursive: true, mode: 0o700 });
    for (const [index, path] of copiedFolders(view).entries()) {
        const { mode, uid, gid } = (0,external_node_fs_.statSync)(path);
        const upper = (0,external_node_path_.join)(store, String(index), 'up');
        (0,external_node_fs_.mkdirSync)(upper, { recursive: true });
        (0,external_node_fs_.mkdirSync)((0,external_node_path_.join)(store, String(index), 'work'));
        if (process.getuid?.() === 0)
            (0,external_node_fs_.chownSync)(upper, uid, gid);
        (0,external_node_fs_.chmodSync)(upper, mode & 0o7777);
    }
}
const OVERLAY_OPTIONS = {
    privileged: ['redirect_dir=on,index=off,volatile', 'userxattr,volatile', 'index=off', 'userxattr'],
    user: ['userxattr,volatile', 'userxattr', 'index=off'],
};
const WRITTEN_BACK = 'index packed-refs ORIG_HEAD HEAD';
const KEPT_REFS = `kept_refs() {
  local text before line skips=
  text=$(<"$1")
  [[ $text == *' refs/replace/'* ]] || { printf '%s\\n' "$text"; return; }
  before=$([[ -f $2 ]] && echo "$(<"$2")")
  while IFS= read -r line; do
    [[ $line == '^'* ]] || { skips=; [[ $line != *' refs/replace/'* || $'\\n'$before$'\\n' == *$'\\n'"$line"$'\\n'* ]] || skips=1; }
    [[ $skips ]] || printf '%s\\n' "$line"
  done <<< "$text"
}`;
function fileViewScript(view, store, tools, { uid, gid, method }) {
    const { mount, mkdir, setpriv } = tools;
    const coreutil = (name) => (0,external_node_path_.join)((0,external_node_path_.dirname)(mkdir), name);
    const options = OVERLAY_OPTIONS[method === 'user' ? 'user' : 'privileged'];
    const asUser = method === 'sudo' ? `${setpriv} --reuid=${uid} --regid=${gid} --clear-groups --` : '';
    const open = (name, path) => `exec {${name}}<${(0,shell_words/* shellQuote */.ZL)(path)} || fail ${(0,shell_words/* shellQuote */.ZL)(path)}`;
    const bindTo = (name, path, readOnly = false) => `${mount} --no-canonicalize --rbind${readOnly ? ' -o ro' : ''} "/proc/self/fd/$${name}" ${(0,shell_words/* shellQuote */.ZL)(path)} || fail ${(0,shell_words/* shellQuote */.ZL)(path)}`;
    const copy = (name, index, path) => `copy "$${name}" ${index} ${(0,shell_words/* shellQuote */.ZL)(path)}`;
    const { copies, nested, git, workspace, source, scratch, mayEdit, readOnly } = view;
    const sourceOf = (path) => (path === workspace ? source : path);
    const closed = [...copies.map((_, n) => `copy${n}`), 'workspace', 'scratch', ...nested.map((_, n) => `nested${n}`)];
    return [
        'exec 2>&1; shopt -s extglob; problem=',
        'fail() { echo "failed $1: ${problem%%$\'\\n\'*}"; exit 1; }',
        'cd /',
        `${mount} --bind ${(0,shell_words/* shellQuote */.ZL)(store)} ${(0,shell_words/* shellQuote */.ZL)(store)} || fail store`,
        open('store', store),
        ...copies.map((path, n) => open(`copy${n}`, sourceOf(path))),
        open('workspace', source),
        open('scratch', scratch),
        `copy() {
  for options in ${options.join(' ')}; do
    problem=$(${mount} --no-canonicalize -t overlay -o "lowerdir=/proc/self/fd/$1,upperdir=/proc/self/fd/$store/$2/up,workdir=/proc/self/fd/$store/$2/work,$options" sluice "$3" 2>&1) && return
  done
  case $problem in *'No space left'*|*'Input/output error'*) fail "$3";; esac
  problem=$(${mount} --no-canonicalize --rbind -o ro "/proc/self/fd/$1" "$3" 2>&1) || fail "$3"
  echo "read-only $3"
}`,
        ...copies.map((path, n) => copy(`copy${n}`, n, path)),
        bindTo('scratch', scratch),
        ...(mayEdit ? [bindTo('workspace', workspace)] : []),
        ...nested.flatMap((path, n) => [open(`nested${n}`, path), copy(`nested${n}`, copies.length + n, path)]),
        ...git.flatMap(({ folder, real }, n) => [
            open(`git${n}`, folder),
            ...real.map((path, part) => open(`git${n}_${part}`, path)),
            copy(`git${n}`, copies.length + nested.length + n, folder),
            ...real.map((path, part) => bindTo(`git${n}_${part}`, path)),
            ...real.map((_, part) => `exec {git${n}_${part}}<&-`),
            ...GUARDED.map((name) => (0,external_node_path_.join)(folder, name))
                .filter(platform_paths/* isFolderAt */.w$)
                .flatMap((path) => [open('guarded', path), bindTo('guarded', path, true), 'exec {guarded}<&-']),
        ]),
        ...readOnly.map((path) => `problem=$(${mount} -o remount,bind,ro ${(0,shell_words/* shellQuote */.ZL)(path)} 2>&1) || fail ${(0,shell_words/* shellQuote */.ZL)(path)}`),
        ...((0,platform_paths/* isFolderAt */.w$)('/dev/shm') ? [`${mount} -t tmpfs -o nosuid,nodev,mode=1777 sluice /dev/shm || fail /dev/shm`] : []),
        ...closed.map((name) => `exec {${name}}<&-`),
        KEPT_REFS,
        'echo "ready $$"',
        'exec 1>&- 2>&-',
        'while read -r _; do :; done',
        ...git.flatMap((_, n) => [
            `up=/proc/self/fd/$store/${copies.length + nested.length + n}/up`,
            `for name in "$up"/sharedindex.+([0-9a-f]) ${WRITTEN_BACK}; do`,
            '  name=${name##*/}; changed=$up/$name',
            '  [[ -f $changed && ! -L $changed ]] || continue',
            `  [[ $name != HEAD || $(<"$changed") =~ ^(ref:\\ refs/heads/[^[:space:]]+|[0-9a-f]{40,64})$ ]] || continue`,
            `  original=/proc/self/fd/$git${n}/$name`,
            `  if [[ $name == packed-refs ]]; then kept_refs "$changed" "$original" | ${asUser} ${coreutil('tee')} "$original.sluice" > /dev/null`,
            `  else ${asUser} ${coreutil('cp')} "$changed" "$original.sluice"; fi && ${asUser} ${coreutil('mv')} -f "$original.sluice" "$original"`,
            'done',
        ]),
        `${coreutil('rm')} -rf "/proc/self/fd/$store/"*`,
    ].join('\n');
}

;// CONCATENATED MODULE: ./build/platform/sandbox/holder.js








const START_MS = 10_000;
const CLOSE_MS = 30_000;
async function startHolder(tools, user, context) {
    const nsenter = (0,external_node_path_.join)((0,external_node_path_.dirname)(tools.unshare), 'nsenter');
    if (!(0,external_node_fs_.existsSync)(nsenter))
        return 'nsenter is not installed';
    let view;
    let store;
    try {
        store = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)(context.scratch, 'copies-'));
        view = planFileView(context);
        createStore(store, view);
    }
    catch (error) {
        throw (0,isolation_context/* setupError */.CU)((0,errors/* machineReason */.oW)(error));
    }
    const started = await (0,run_program/* startPipedProgram */.Tg)({ argv: holderArgv(tools, user, fileViewScript(view, store, tools, user)) }, { cwd: '/', env: {} });
    if (!started.ok)
        return started.failure;
    const { stdin, stdout, stderr, exited, group, keepAlive } = started;
    stdin.on('error', () => undefined);
    stderr.resume();
    const output = await readUntilReady(stdout);
    const pid = /^ready (\d+)$/m.exec(output)?.[1];
    const remove = () => (0,external_node_fs_.rmSync)(store, { recursive: true, force: true });
    if (pid === undefined) {
        stdin.end();
        await (0,process_group/* terminateProcessGroup */.A5)(group);
        try {
            remove();
        }
        catch {
        }
        const reason = /^failed (.*)$/m.exec(output)?.[1] ?? (output.trim().split('\n', 1)[0] || 'it did not start');
        if (/No space left|Input\/output error|Disk quota/i.test(output))
            throw (0,isolation_context/* setupError */.CU)(reason);
        return reason;
    }
    keepAlive(false);
    const userOptions = user.method === 'user' ? ['--user', '--preserve-credentials'] : [];
    return {
        view,
        readOnly: [...output.matchAll(/^read-only (.*)$/gm)].map(([, path = '']) => path),
        entry: (network) => ({
            argv: [
                ...(network ? (user.entry?.argv ?? []) : []),
                ...[nsenter, '--target', pid, ...userOptions, '--mount', '--'],
            ],
            env: network ? (user.entry?.env ?? {}) : {},
        }),
        async close() {
            stdin.end();
            keepAlive(true);
            await (0,time/* waitAtMost */._R)(CLOSE_MS, exited);
            await (0,process_group/* terminateProcessGroup */.A5)(group);
            try {
                remove();
            }
            catch {
            }
        },
    };
}
function holderArgv({ bash, unshare, sudo = 'sudo' }, user, script) {
    const [program, ...args] = [
        ...(user.method === 'sudo' ? [sudo, '-n', '--'] : []),
        ...(user.entry?.argv ?? []),
        unshare,
        ...(user.method === 'user' ? ['--user', '--map-current-user', '--keep-caps'] : []),
        ...['--mount', '--propagation', 'private', '--', bash, '--norc', '-p', '-c', script],
    ];
    return [program ?? unshare, ...args];
}
async function readUntilReady(stdout) {
    let output = '';
    const finished = new Promise((resolve) => {
        stdout.on('data', (chunk) => {
            output += chunk.toString('utf8');
            if (/^ready \d+$/m.test(output))
                resolve();
        });
        stdout.once('end', () => resolve());
    });
    await (0,time/* waitAtMost */._R)(START_MS, finished);
    return output;
}

;// CONCATENATED MODULE: ./build/platform/sandbox/isolation-script.js


const NO_MOUNTS = { tables: [], visible: [], after: [] };
const ROOT_CAPABILITIES = '+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+net_bind_service';
function isolatedArgv(tools, user, plan, argv) {
    const { bash, unshare, sudo = 'sudo' } = tools;
    const { method, entry } = user;
    const bashArgs = [bash, '--norc', '-p', '-c'];
    const program = [
        ...(method === 'sudo' ? [sudo, '-n', '--'] : []),
        ...(entry?.argv ?? []),
        unshare,
        ...(method === 'user' ? ['--user', '--map-current-user', '--keep-caps'] : []),
        ...(user.withoutMounts ? [] : ['--mount', '--propagation', 'private']),
        ...(plan.withoutNetwork ? ['--net'] : []),
        ...['--pid', '--ipc', '--', ...bashArgs],
    ];
    const place = plan.replaced && { from: plan.replaced.folder, to: plan.replaced.original };
    const enter = `${CLOSE_DESCRIPTORS}\ncd -P . && ${movedFolder(place)} && exec ${program.map(shell_words/* shellQuote */.ZL).join(' ')} "$1" sluice ${method === 'sudo' ? '$$ ' : ''}"$2" sluice "$folder" "\${@:3}"`;
    const outer = `${method === 'sudo' ? READ_SUDO_ENVIRONMENT : ''}${outsideScript(tools)}`;
    const visible = plan.visible.map(({ path }) => path);
    return [bash, ...bashArgs.slice(1), enter, 'sluice', outer, insideScript(tools, user, plan), ...visible, ...argv];
}
const movedFolder = (place) => place === undefined
    ? 'folder=$PWD'
    : `{ folder=$PWD; from=${(0,shell_words/* shellQuote */.ZL)(place.from)}; to=${(0,shell_words/* shellQuote */.ZL)(place.to)}; [[ $folder/ != "$from"/* ]] || folder=$to\${folder#"$from"}; }`;
const argvInFolder = (bash, { original, folder }, argv) => [
    ...[bash, '--norc', '-p', '-c'],
    `cd -P . && ${movedFolder({ from: original, to: folder })} && cd -- "$folder" && exec "$@"`,
    'sluice',
    ...argv,
];
const CLOSE_DESCRIPTORS = 'for fd in /proc/self/fd/*; do fd=${fd##*/}; [[ $fd = [012] || $fd = *[!0-9]* ]] || exec {fd}>&-; done';
const READ_SUDO_ENVIRONMENT = `[[ $1 != $$ ]] && exec 8<"/proc/$1/environ" || { echo 'sluice: cannot read the environment' >&2; exit 125; }
shift
`;
const outsideScript = ({ bash, unshare, timeout }) => `exec 9> >(exec 8<&-; read -r _)
exec ${timeout === undefined ? `${unshare} --fork --` : `${timeout} --foreground 0`} ${bash} --norc -p -c "$1" "\${@:2}"`;
function insideScript(tools, { uid, gid, method, entry }, plan) {
    const { bash, mount, mkdir, setpriv, env } = tools;
    const noCapabilities = '--no-new-privs --inh-caps=-all --ambient-caps=-all';
    const variables = Object.entries(entry?.env ?? {}).map(([name, value]) => `${name}=${value}`);
    const readEnvironment = `mapfile -d "" -t all <&8; exec 8<&-; exec ${env} -i "\${all[@]}" ${[...variables.map(shell_words/* shellQuote */.ZL), ''].join(' ')}"$@"`;
    const execPrefix = {
        root: `${setpriv} ${noCapabilities} --bounding-set=-all,${ROOT_CAPABILITIES} --`,
        user: `${setpriv} ${noCapabilities} --bounding-set=-all --`,
        sudo: `${setpriv} --reuid=${uid} --regid=${gid} --clear-groups ${noCapabilities} --bounding-set=-all -- ${bash} --norc -p -c ${(0,shell_words/* shellQuote */.ZL)(readEnvironment)} sluice`,
    }[method];
    const table = (path) => `mountTable ${(0,shell_words/* shellQuote */.ZL)(path)} || fail mounts`;
    const first = plan.tables.slice(0, -1);
    return [
        'exec 9>&-',
        `fail() { echo "${run_program/* NOT_RUN */.OG.line}its isolation failed ($1)" >&2; exit ${run_program/* NOT_RUN */.OG.code}; }`,
        mountTable(mount),
        IS_MOUNTED,
        'folder=$1; shift',
        'held=(); paths=()',
        ...first.map(table),
        ...plan.visible.map(() => 'exec {fd}<"$1" || fail "$1"; held+=($fd); paths+=("$1"); shift'),
        ...plan.tables.slice(-1).map(table),
        ...plan.visible.map(({ folder, writable }, n) => [
            `path=\${paths[${n}]}; fd=\${held[${n}]}`,
            folder ? `${mkdir} -p "$path"` : `${mkdir} -p "\${path%/*}" && : >"$path"`,
            `${mount} --no-canonicalize --rbind${writable ? '' : ' -o ro'} "/proc/self/fd/$fd" "$path" || fail "$path"`,
            'exec {fd}<&-',
        ].join('\n')),
        ...plan.after.map((args) => {
            const path = (0,shell_words/* shellQuote */.ZL)(args.at(-1) ?? '');
            const mayBeGone = args.includes('remount,bind,ro') ? `! isMounted ${path} || ` : '';
            return `${mount} ${args.map(shell_words/* shellQuote */.ZL).join(' ')} || ${mayBeGone}fail ${path}`;
        }),
        'cd -- "$folder" || fail cwd',
        ...(method === 'sudo' ? [] : variables.map((variable) => `export ${(0,shell_words/* shellQuote */.ZL)(variable)}`)),
        `exec ${execPrefix} "$@"`,
    ].join('\n');
}
const IS_MOUNTED = `isMounted() {
  while read -r _ _ _ _ point _; do
    printf -v point %b "$point"
    [[ $point = "$1" ]] && return
  done </proc/self/mountinfo
  return 1
}`;
const mountTable = (mount) => `mountEach() {
  while read -r source target type options _; do
    printf -v from %b. "$source"; printf -v to %b. "$target"
    from=\${from%.}; to=\${to%.}
    [ ! -e "$to" ] || ${mount} -t "$type" -o "$options" "$from" "$to" || [ ! -e "$to" ] || return 1
  done
}
mountTable() {
  table=$(<"$1")
  ${mount} -a -T "$1" 2>/dev/null || mountEach <<<"$table"
}`;
function privilegedArgv({ setpriv }, uid, argv) {
    const rootOptions = uid === 0 ? ['--inh-caps=-all', `--bounding-set=-all,${ROOT_CAPABILITIES}`] : [];
    return [setpriv, '--no-new-privs', ...rootOptions, '--', ...argv];
}

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(77030);
// EXTERNAL MODULE: ./build/platform/net/dial.js + 1 modules
var dial = __webpack_require__(19406);
// EXTERNAL MODULE: ./build/platform/process/start-process.js
var start_process = __webpack_require__(75444);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(37067);
// EXTERNAL MODULE: ./build/platform/net/addresses.js
var addresses = __webpack_require__(47226);
// EXTERNAL MODULE: ./build/platform/timeout-signal.js
var timeout_signal = __webpack_require__(76394);
;// CONCATENATED MODULE: ./build/platform/sandbox/gateway.js







const FIRST_DATA_MS = 20_000;
function createGateway(access, refused) {
    const sockets = new Set();
    const track = (stream) => {
        sockets.add(stream);
        stream.on('error', dial/* ignoreError */.FZ);
        stream.once('close', () => sockets.delete(stream));
        return stream;
    };
    const refuse = (refusal) => {
        refused(refusal);
        return `${describeRefusal(refusal)}\n`;
    };
    const proxy = (0,external_node_http_.createServer)({ insecureHTTPParser: false }, (incoming, response) => {
        passRequest(incoming, response).catch((error) => answer(response, 502, `${(0,errors/* messageOf */.bD)(error)}\n`));
    });
    proxy.on('connect', (incoming, client, head) => {
        openTunnel(incoming, track(client), head).catch((error) => endTunnel(client, 502, `${(0,errors/* messageOf */.bD)(error)}\n`));
    });
    proxy.on('clientError', (_error, client) => endTunnel(client, 400, 'The request is not valid HTTP.\n'));
    async function passRequest(incoming, response) {
        const { url: address = '', method = 'GET' } = incoming;
        if (!/^http:\/\//i.test(address) || !URL.canParse(address))
            return answer(response, 400, 'This proxy takes CONNECT, and requests with a complete http:// URL.\n');
        const url = new URL(address);
        const decision = await resolveTarget(access, url.hostname, Number(url.port) || 80);
        if (!decision.ok)
            return answer(response, 403, refuse(decision.refused));
        const upstream = track(await connectTarget(access, decision.target, false));
        const outgoing = (0,external_node_http_.request)({
            createConnection: () => upstream,
            method,
            path: url.pathname + url.search,
            headers: [...endToEndHeaders(incoming), 'host', url.host, 'connection', 'close', ...bodyHeaders(incoming)],
            setHost: false,
        });
        outgoing.on('error', () => answer(response, 502, `${url.host} ended the connection.\n`));
        outgoing.on('upgrade', (_answer, stream) => stream.destroy());
        outgoing.on('response', (received) => {
            received.on('error', () => response.destroy());
            response.on('error', dial/* ignoreError */.FZ);
            response.writeHead(received.statusCode ?? 502, received.statusMessage, endToEndHeaders(received, true));
            received.pipe(response);
        });
        response.once('close', () => upstream.destroy());
        incoming.on('error', () => upstream.destroy());
        incoming.pipe(outgoing);
    }
    async function openTunnel({ url = '' }, client, head) {
        const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:@/]*):(\d+)$/.exec(url) ?? [];
        const decision = await resolveTarget(access, host, Number(port));
        if (!decision.ok)
            return endTunnel(client, 403, refuse(decision.refused));
        const { target } = decision;
        const upstream = track(await connectTarget(access, target, true));
        joinClosing(client, upstream);
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        if (target.raw)
            upstream.pipe(client);
        const start = await readStart(client, head, target.raw ? 0 : FIRST_DATA_MS);
        const problem = tunnelProblem(start.kind, target);
        if (problem !== undefined) {
            const { host, port } = target;
            refuse({ host, port, reason: problem, remedy: undefined });
            client.destroy();
            return;
        }
        upstream.write(start.data);
        client.pipe(upstream);
        if (!target.raw)
            upstream.pipe(client);
    }
    return {
        accept(socket) {
            proxy.emit('connection', track(socket));
        },
        forward(socket, { addresses, port }) {
            track(socket).pause();
            const [address = '127.0.0.1', next] = addresses;
            const upstream = track((0,external_node_net_.connect)({ host: address, port }));
            upstream.once('error', () => {
                if (next === undefined || upstream.bytesRead > 0)
                    return socket.destroy();
                const second = track((0,external_node_net_.connect)({ host: next, port }));
                second.once('error', () => socket.destroy());
                second.once('connect', () => joinStreams(socket, second));
            });
            upstream.once('connect', () => joinStreams(socket, upstream));
        },
        close() {
            for (const socket of sockets)
                socket.destroy();
        },
    };
}
function tunnelProblem(start, { host, raw }) {
    switch (start.kind) {
        case 'tls':
            if (start.encryptedName)
                return 'the TLS handshake hides the name of its server';
            if (start.serverName === undefined)
                return raw && !isHostNamed(host) ? undefined : 'the TLS handshake does not name its server';
            return (0,allowed_hosts/* canonicalHost */.rQ)(start.serverName) === host ? undefined : 'the TLS handshake names another server';
        case 'other':
            return raw ? undefined : 'a tunnel to a host without a port in allowed_hosts carries only TLS';
        case 'incomplete':
            return raw ? undefined : 'no TLS handshake arrived';
        case 'broken':
            return 'the TLS handshake is invalid';
        default:
            return start;
    }
}
const isHostNamed = (host) => /[a-z]/.test(host) && !host.includes(':');
function readStart(client, head, limitMs) {
    return new Promise((resolve) => {
        let data = head;
        const finish = (kind) => {
            clearTimeout(timer);
            client.off('data', collect);
            client.off('end', ended);
            client.off('close', ended);
            client.pause();
            resolve({ kind, data });
        };
        const ended = () => finish(readClientStart(data));
        const judge = () => {
            const kind = readClientStart(data);
            if (kind.kind !== 'incomplete')
                finish(kind);
        };
        const collect = (chunk) => {
            data = Buffer.concat([data, chunk]);
            judge();
        };
        const timer = limitMs === 0 ? undefined : setTimeout(ended, limitMs);
        client.on('data', collect);
        client.once('end', ended);
        client.once('close', ended);
        client.resume();
        if (head.length > 0)
            judge();
    });
}
function joinStreams(client, upstream) {
    joinClosing(client, upstream);
    client.pipe(upstream);
    upstream.pipe(client);
}
function joinClosing(client, upstream) {
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.end(() => client.destroy()));
}
const HOP_BY_HOP = /^(?:connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade|host|expect|content-length|http2-settings)$/i;
function endToEndHeaders({ rawHeaders, headers }, isResponse = false) {
    const dropped = new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/));
    const pairs = [];
    for (let n = 0; n + 1 < rawHeaders.length; n += 2) {
        const [name = '', value = ''] = rawHeaders.slice(n, n + 2);
        const lower = name.toLowerCase();
        if (isResponse && lower === 'content-length')
            pairs.push(name, value);
        else if (!HOP_BY_HOP.test(name) && !dropped.has(lower))
            pairs.push(name, value);
    }
    return pairs;
}
function bodyHeaders({ headers }) {
    if (headers['transfer-encoding'] !== undefined)
        return ['transfer-encoding', 'chunked'];
    return headers['content-length'] === undefined ? [] : ['content-length', headers['content-length']];
}
function answer(response, status, text) {
    if (response.headersSent)
        return void response.destroy();
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(text);
}
function endTunnel(client, status, text) {
    if (client.destroyed)
        return;
    const reason = status === 403 ? 'Blocked by the network rules' : status === 400 ? 'Bad Request' : 'Bad Gateway';
    const length = Buffer.byteLength(text);
    client.end(`HTTP/1.1 ${status} ${reason}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${text}`);
}
const CONNECT_MS = 30_000;
async function resolveTarget({ allowed, resolve }, name, port) {
    const host = (0,allowed_hosts/* canonicalHost */.rQ)(name.replace(/^\[(.*)\]$/, '$1'));
    const refuse = (reason, remedy) => ({ ok: false, refused: { host: printable(host), port, reason, remedy } });
    if (!Number.isInteger(port) || port < 1 || port > 65_535 || ((0,external_node_net_.isIP)(host) === 0 && !(0,allowed_hosts/* isHostName */.uy)(host)))
        return refuse('the host or port is invalid');
    if ((0,allowed_hosts/* isNeverReached */.Zg)(host))
        return refuse('this address belongs to the machine or its cloud provider');
    if ((0,allowed_hosts/* isExcluded */.RF)(allowed, host, port))
        return refuse('an entry with ! in the input allowed_hosts excludes it');
    const rule = (0,allowed_hosts/* ruleFor */.sG)(allowed, host, port);
    if (rule === undefined)
        return refuse('the input allowed_hosts does not contain it', remedyFor(host, port));
    const local = isLocalRule(rule);
    const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : await resolve(host);
    if (addresses.length === 0)
        throw new Error(`${host} has no address`);
    for (const address of addresses) {
        if ((0,allowed_hosts/* isExcluded */.RF)(allowed, address, port))
            return refuse('an entry with ! in the input allowed_hosts excludes its address');
        if (!(await mayReach(address, rule)))
            return refuse('its name resolves to an address of this machine or its network, which allowed_hosts accepts only as address:port', (0,allowed_hosts/* isNeverReached */.Zg)(address) ? undefined : remedyFor(address, port));
    }
    return { ok: true, target: { host, port, addresses, local, raw: rule.port !== undefined } };
}
const isLocalRule = (rule) => rule.kind === 'address'
    ? (0,allowed_hosts/* isLoopback */.U9)(rule.host) || (0,allowed_hosts/* isPrivate */.Gw)(rule.host)
    : rule.kind === 'name' && rule.port !== undefined && (0,addresses/* isLocalName */.Hy)(rule.host);
async function mayReach(address, rule) {
    if ((0,external_node_net_.isIP)(address) === 0 || (0,allowed_hosts/* isNeverReached */.Zg)(address))
        return false;
    if (rule.kind === 'address')
        return true;
    if (rule.host === 'localhost')
        return (0,allowed_hosts/* isLoopback */.U9)(address);
    if (isLocalRule(rule) && (0,allowed_hosts/* isPrivate */.Gw)(address))
        return true;
    return (0,addresses/* isPublicAddress */.i0)(address);
}
const direct = (0,dial/* dialer */.wh)({});
async function connectTarget({ dial }, { host, port, addresses, local }, secure) {
    let failure;
    for (const address of addresses)
        try {
            const signal = (0,timeout_signal/* timeoutSignal */._)(CONNECT_MS);
            return await (local ? direct : dial)(address, port, { secure, host }, signal);
        }
        catch (error) {
            failure = error;
        }
    throw new Error(`cannot connect to ${host}:${port}: ${(0,errors/* messageOf */.bD)(failure)}`);
}
function remedyFor(host, port) {
    const isName = (0,external_node_net_.isIP)(host) === 0;
    if (isName && allowed_hosts/* WEB_PORTS */.qz.includes(port) && !(0,addresses/* isLocalName */.Hy)(host))
        return host;
    return `${(0,external_node_net_.isIP)(host) === 6 ? `[${host}]` : host}:${port}`;
}
const printable = (host) => ((0,external_node_net_.isIP)(host) !== 0 || (0,allowed_hosts/* isHostName */.uy)(host) ? host : 'an invalid host name');
function describeRefusal({ host, port, reason, remedy }) {
    const target = `${(0,external_node_net_.isIP)(host) === 6 ? `[${host}]` : host}:${port}`;
    return `Blocked by the network rules: ${target}. ${remedy === undefined ? `It cannot be allowed: ${reason}.` : `To allow it, add \`${remedy}\` to the input allowed_hosts.`}`;
}
const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const ENCRYPTED_NAMES = [0xfe0d, 0xffce];
const MAX_HELLO_BYTES = 128 * 1024;
function readClientStart(data) {
    if (data.length === 0)
        return { kind: 'incomplete' };
    if (data[0] !== HANDSHAKE_RECORD)
        return { kind: 'other' };
    if (data.length > MAX_HELLO_BYTES)
        return { kind: 'broken' };
    const parts = [];
    let length = 0;
    for (let position = 0;;) {
        const handshake = length >= 4 ? Buffer.concat(parts) : undefined;
        if (handshake !== undefined) {
            if (handshake[0] !== CLIENT_HELLO)
                return { kind: 'broken' };
            const size = handshake.readUIntBE(1, 3);
            if (size > MAX_HELLO_BYTES)
                return { kind: 'broken' };
            if (handshake.length >= 4 + size)
                return parseHello(handshake.subarray(4, 4 + size));
        }
        if (data.length < position + 5)
            return { kind: 'incomplete' };
        const size = data.readUInt16BE(position + 3);
        if (data[position] !== HANDSHAKE_RECORD || data[position + 1] !== 3 || size === 0)
            return { kind: 'broken' };
        if (data.length < position + 5 + size)
            return { kind: 'incomplete' };
        parts.push(data.subarray(position + 5, position + 5 + size));
        length += size;
        position += 5 + size;
    }
}
function parseHello(hello) {
    try {
        const reader = byteReader(hello);
        reader.take(2 + 32);
        reader.take(reader.number(1));
        reader.take(reader.number(2));
        reader.take(reader.number(1));
        if (reader.isEmpty())
            return { kind: 'tls', serverName: undefined, encryptedName: false };
        const extensions = byteReader(reader.take(reader.number(2)));
        const types = new Set();
        let serverName;
        while (!extensions.isEmpty()) {
            const type = extensions.number(2);
            const body = extensions.take(extensions.number(2));
            if (types.has(type))
                return { kind: 'broken' };
            types.add(type);
            if (type === SERVER_NAME)
                serverName = parseServerName(body);
        }
        if (!reader.isEmpty())
            return { kind: 'broken' };
        return { kind: 'tls', serverName, encryptedName: ENCRYPTED_NAMES.some((type) => types.has(type)) };
    }
    catch {
        return { kind: 'broken' };
    }
}
function parseServerName(body) {
    const reader = byteReader(body);
    const list = byteReader(reader.take(reader.number(2)));
    const type = list.number(1);
    const name = list.take(list.number(2)).toString('latin1');
    if (type !== 0 || !list.isEmpty() || !reader.isEmpty() || !/^[\w.-]+$/.test(name))
        throw new RangeError('invalid name');
    return name.toLowerCase();
}
function byteReader(data) {
    let position = 0;
    const take = (size) => {
        if (position + size > data.length)
            throw new RangeError('the message is too short');
        position += size;
        return data.subarray(position - size, position);
    };
    return { take, number: (size) => take(size).readUIntBE(0, size), isEmpty: () => position === data.length };
}

;// CONCATENATED MODULE: ./build/platform/sandbox/network.js








const MAX_NOTICES = 20;
const MAX_REFUSALS = 2000;
async function openNetwork(options) {
    const { allowed, user, env, folders } = options;
    const forwarded = allowed.rules.flatMap(forwardsOf);
    const listeners = [{ address: '127.0.0.1', port: 0 }, ...forwarded.map(({ listener }) => listener)];
    const namespace = await createNetworkNamespace({ ...user, listeners, folders });
    if (typeof namespace === 'string')
        return { isHeld: false, reason: namespace };
    const [proxy, ...forwards] = namespace.servers;
    const address = proxy?.address();
    if (proxy === undefined || typeof address !== 'object' || address === null) {
        namespace.close();
        return { isHeld: false, reason: 'its loopback interface accepts no connections' };
    }
    const refusals = createRefusals(options.onRefusal);
    const gateway = createGateway({ allowed, resolve: options.resolve ?? dial/* resolveName */.qK, dial: (0,dial/* dialer */.wh)(env) }, refusals.add);
    proxy.on('connection', gateway.accept);
    forwards.forEach((server, index) => {
        const forward = forwarded[index];
        if (forward !== undefined)
            server?.on('connection', (socket) => gateway.forward(socket, forward.target));
    });
    const local = forwarded.map(({ listener }) => listener.address);
    return {
        isHeld: true,
        network: {
            entry: { argv: namespace.entryArgv, env: proxyVariables(address.port, local) },
            refusalsSince: refusals.since,
            mark: refusals.mark,
            close() {
                namespace.close();
                gateway.close();
            },
        },
    };
}
function forwardsOf(rule) {
    const { host, port } = rule;
    if (port === undefined || !isLocalRule(rule))
        return [];
    if (host === 'localhost' || host === '127.0.0.1' || host === '::1') {
        const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
        return ['127.0.0.1', '::1'].map((address) => ({ listener: { address, port }, target: { addresses, port } }));
    }
    return rule.kind === 'address' ? [{ listener: { address: host, port }, target: { addresses: [host], port } }] : [];
}
function createRefusals(onRefusal) {
    const texts = [];
    const reported = new Set();
    return {
        mark: () => texts.length,
        since: (mark) => [...new Set(texts.slice(mark))],
        add(refusal) {
            const text = describeRefusal(refusal);
            if (texts.length < MAX_REFUSALS)
                texts.push(text);
            if (reported.has(text) || reported.size > MAX_NOTICES)
                return;
            reported.add(text);
            onRefusal(reported.size > MAX_NOTICES ? 'Blocked by the network rules: more hosts, which are not listed.' : text);
        },
    };
}
function proxyVariables(port, local) {
    const proxy = `http://127.0.0.1:${port}`;
    const direct = [...new Set(['localhost', '127.0.0.1', '::1', ...local])].join(',');
    const java = ['http', 'https'].map((kind) => `-D${kind}.proxyHost=127.0.0.1 -D${kind}.proxyPort=${port}`).join(' ');
    const javaDirect = ['localhost', '127.*', '[::1]', ...local.filter((address) => !(0,allowed_hosts/* isLoopback */.U9)(address))].join('|');
    const javaOptions = `${java} -Dhttp.nonProxyHosts=${javaDirect}`;
    const both = (name, value) => ({ [name.toLowerCase()]: value, [name.toUpperCase()]: value });
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
        NODE_USE_ENV_PROXY: '1',
        MAVEN_OPTS: javaOptions,
        GRADLE_OPTS: javaOptions,
    };
}
const network_START_MS = 10_000;
async function createNetworkNamespace(options) {
    const tools = findNetworkTools(options.folders, options.method);
    if (typeof tools === 'string')
        return tools;
    const started = await startStarter(tools, options);
    if (started.failure !== undefined)
        return started.failure;
    const { child } = started;
    const opened = options.listeners.map(() => undefined);
    const descriptors = [];
    const close = () => {
        for (const server of opened)
            server?.close();
        for (const descriptor of descriptors.splice(0))
            (0,external_node_fs_.closeSync)(descriptor);
    };
    try {
        const pid = await receiveServers(child, opened);
        const namespaces = options.method === 'user' ? ['user', 'net'] : ['net'];
        const files = namespaces.map((name) => {
            const descriptor = (0,external_node_fs_.openSync)(`/proc/${pid}/ns/${name}`, 'r');
            descriptors.push(descriptor);
            return `--${name}=/proc/${process.pid}/fd/${descriptor}`;
        });
        for (const server of opened)
            server?.unref();
        const credentials = options.method === 'user' ? ['--preserve-credentials'] : [];
        return { entryArgv: [tools.nsenter, ...files, ...credentials, '--'], servers: opened, close };
    }
    catch (error) {
        close();
        return (0,errors/* messageOf */.bD)(error);
    }
    finally {
        child.removeAllListeners();
        if (child.connected)
            child.disconnect();
        child.unref();
    }
}
const REQUIRED_TOOLS = ['bash', 'unshare', 'nsenter', 'env', 'setpriv'];
function findNetworkTools(folders, method) {
    const find = (name) => folders.map((folder) => (0,external_node_path_.join)(folder, name)).find((path) => (0,external_node_fs_.existsSync)(path));
    const [bash, unshare, nsenter, env, setpriv] = REQUIRED_TOOLS.map(find);
    const [ip, perl, sudo] = ['ip', 'perl', 'sudo'].map(find);
    if (!bash || !unshare || !nsenter || !env || !setpriv)
        return `${REQUIRED_TOOLS.filter((name) => find(name) === undefined).join(', ')} is not installed`;
    if (!ip && !perl)
        return 'neither ip nor perl is installed, and one of them must start the loopback interface';
    if (method === 'sudo' && !sudo)
        return 'sudo is not installed';
    return { bash, unshare, nsenter, env, setpriv, ip, perl, sudo };
}
const PERL_LOOPBACK = `socket(S,2,2,0) or die "$!\\n"; $r = pack("a16 s x22", "lo", 0x49); ioctl(S, 0x8914, $r) or die "$!\\n"`;
const STARTER = `
const { createServer } = require('node:net')
process.on('disconnect', () => process.exit())
// A parent that is killed during a message sends no event, so the wait has a limit.
setTimeout(() => process.exit(), ${2 * network_START_MS})
const listeners = JSON.parse(process.argv[1])
let open = listeners.length
const done = () => { if (--open <= 0) process.send({ pid: process.pid }) }
listeners.forEach(({ address, port }, index) => {
  const server = createServer()
  server.once('error', done)
  server.listen({ host: address, port }, () => process.send({ index }, server, {}, done))
})
`;
function startStarter(tools, { method, uid, gid, listeners }) {
    const { bash, unshare, env, setpriv, ip, perl, sudo = 'sudo' } = tools;
    const asUser = method === 'sudo' ? `${setpriv} --reuid=${uid} --regid=${gid} --clear-groups -- ` : '';
    const own = listeners.map(({ address }) => address).filter((address) => !/^127\.|^::1$/.test(address));
    const addresses = [...new Set(own)].map((address) => `${ip ?? ':'} address add ${address}/${address.includes(':') ? '128 nodad' : '32'} dev lo`);
    const setup = [
        ip === undefined ? `${perl} -e '${PERL_LOOPBACK}' || exit 1` : `${ip} link set lo up || exit 1`,
        ...addresses,
        'echo 0 2>/dev/null >/proc/sys/net/ipv4/ip_unprivileged_port_start',
        `exec ${asUser}${env} -i NODE_CHANNEL_FD=0 NODE_CHANNEL_SERIALIZATION_MODE=advanced "$@"`,
    ].join('\n');
    const userOptions = method === 'user' ? ['--user', '--map-current-user', '--keep-caps'] : [];
    const [file = unshare, ...args] = [
        ...(method === 'sudo' ? [sudo, '-n', '--'] : []),
        ...[unshare, ...userOptions, '--net', '--', bash, '--norc', '-p', '-c', setup, 'sluice'],
        ...[process.execPath, '-e', STARTER, JSON.stringify(listeners)],
    ];
    return (0,start_process/* startProcess */.k)(file, args, { cwd: '/', env: {}, stdin: 'ipc', output: 'pipe', verbatim: false });
}
function receiveServers(child, opened) {
    return new Promise((resolve, reject) => {
        let errors = '';
        const timer = setTimeout(() => {
            child.kill('SIGKILL');
            reject(new Error('the network namespace was not ready in time'));
        }, network_START_MS);
        child.stderr?.on('data', (chunk) => {
            errors = `${errors}${chunk}`.slice(0, 2000);
        });
        child.on('message', (message, handle) => {
            if (message.index !== undefined && handle instanceof external_node_net_.Server)
                opened[message.index] = handle;
            if (message.pid === undefined)
                return;
            clearTimeout(timer);
            resolve(message.pid);
        });
        child.on('error', (error) => {
            clearTimeout(timer);
            reject(error);
        });
        child.on('exit', (code, signal) => {
            clearTimeout(timer);
            const line = errors.trim().split('\n', 1)[0];
            reject(new Error(line || `the network namespace could not be created (${signal ?? `exit code ${code}`})`));
        });
    });
}

;// CONCATENATED MODULE: ./build/platform/sandbox/run-mark.js




const LIMIT = /^Max msgqueue size +(\d+) /m;
const MAX_LOWERED = 65_536;
function createRunMark(bash) {
    const limit = Number(LIMIT.exec(run_mark_textOf('/proc/self/limits'))?.[1]);
    if (!(limit > 2 * MAX_LOWERED))
        return undefined;
    const mark = limit - (0,external_node_crypto_.randomInt)(1, MAX_LOWERED);
    const startTicks = Math.max(readProcess('self')?.startTicks ?? 0, nowTicks());
    return {
        wrap: (argv) => [
            bash,
            '--norc',
            '-p',
            '-c',
            `${CLOSE_DESCRIPTORS}\nulimit -S -q ${mark}; exec "$@"`,
            'sluice',
            ...argv,
        ],
        listSurvivors(workspace) {
            const all = listProcesses().filter(({ state }) => state !== 'Z' && state !== 'X');
            const own = descendantsOf(process.pid, all);
            const hasMark = ({ pid }) => LIMIT.exec(run_mark_textOf(`/proc/${pid}/limits`))?.[1] === String(mark);
            const isInWorkspace = ({ pid }) => (0,platform_paths/* isInside */.FK)(workspace, folderOf(pid));
            return all
                .filter((each) => each.startTicks >= startTicks && !own.has(each.pid))
                .filter((each) => hasMark(each) || isInWorkspace(each))
                .sort((a, b) => a.startTicks - b.startTicks)
                .map(({ pid, name }) => `${name} (PID ${pid})`);
        },
    };
}
const nowTicks = () => Math.floor(Number(/^[\d.]+/.exec(run_mark_textOf('/proc/uptime'))?.[0] ?? 0) * 100);
const listProcesses = () => (0,external_node_fs_.readdirSync)('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? (readProcess(entry) ?? []) : []));
function readProcess(entry) {
    const [, pid, name = '', rest = ''] = /^(\d+) \(([\s\S]*)\) ([^)]*)$/.exec(run_mark_textOf(`/proc/${entry}/stat`)) ?? [];
    if (pid === undefined)
        return undefined;
    const fields = rest.split(' ');
    const [state = 'X', parent] = fields;
    return { pid: Number(pid), name, state, parent: Number(parent), startTicks: Number(fields[19]) };
}
function descendantsOf(root, all) {
    const pids = new Set([root]);
    for (let size = 0; size !== pids.size;) {
        size = pids.size;
        for (const { pid, parent } of all)
            if (pids.has(parent))
                pids.add(pid);
    }
    return pids;
}
const buffer = Buffer.alloc(8192);
function run_mark_textOf(path) {
    try {
        const file = (0,external_node_fs_.openSync)(path, 'r');
        try {
            return buffer.toString('latin1', 0, (0,external_node_fs_.readSync)(file, buffer));
        }
        finally {
            (0,external_node_fs_.closeSync)(file);
        }
    }
    catch {
        return '';
    }
}
function folderOf(pid) {
    try {
        return (0,external_node_fs_.readlinkSync)(`/proc/${pid}/cwd`);
    }
    catch {
        return '/';
    }
}

;// CONCATENATED MODULE: ./build/platform/sandbox/isolation.js












const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/wrappers/bin', '/run/current-system/sw/bin'];
async function openIsolation(mode, context) {
    if (mode === 'off') {
        const description = `${UNISOLATED} because the input sandbox is off. ${REMAINING_RISK}`;
        return marked({ level: 'environment', description }, context);
    }
    const { isolation, reason } = await findStrongestIsolation(context);
    const missing = (0,isolation_context/* missingParts */.tL)(isolation?.rows);
    if (isolation?.level === 'namespaces' && missing.length === 0)
        return isolation;
    if (mode === 'required') {
        await isolation?.close?.();
        const problem = isolation?.level === 'namespaces' ? missing.join('; ') : reason;
        throw new errors/* IsolationError */.RV(`The input sandbox is "required", but programs cannot be isolated on this machine: ${problem}. Nothing ran. Use a Linux runner where unshare works as root, through passwordless sudo or with user namespaces, or set the input sandbox to auto.`);
    }
    if (isolation?.level === 'namespaces')
        return isolation;
    const privileges = isolation === undefined ? '' : 'They cannot gain privileges, for example with sudo. ';
    const description = `${UNISOLATED}: ${reason}. ${privileges}${REMAINING_RISK}`;
    return marked({ level: 'environment', ...isolation, rows: (0,isolation_context/* unheldRows */.Gk)(reason), description }, context);
}
function marked(isolation, context) {
    const { platform, folders = SYSTEM_FOLDERS, workspace, replaced } = context;
    const bash = platform === 'win32' ? undefined : findProgram('bash', folders);
    const mark = bash === undefined || platform !== 'linux' ? undefined : createRunMark(bash);
    const place = replaced && placeIn(replaced);
    if (bash === undefined)
        return { ...isolation, place };
    if (mark === undefined && replaced === undefined)
        return isolation;
    const { wrap = (argv) => argv } = isolation;
    const inPlace = (argv) => wrap(inReplaced(bash, context, argv));
    return {
        ...isolation,
        place,
        wrap: (argv) => mark?.wrap(inPlace(argv)) ?? inPlace(argv),
        listSurvivors: mark && (() => mark.listSurvivors((0,external_node_fs_.realpathSync)(workspace))),
    };
}
const placeIn = ({ original, folder }) => (path) => {
    const real = (0,external_node_fs_.realpathSync)(path);
    return (0,platform_paths/* isInside */.FK)(original, real) ? (0,external_node_path_.join)(folder, (0,external_node_path_.relative)(original, real)) : path;
};
const inReplaced = (bash, { replaced }, argv) => replaced === undefined ? argv : argvInFolder(bash, replaced, argv);
const UNISOLATED = 'Programs that the model starts are not isolated from this job';
const REMAINING_RISK = "Their environment contains no credentials, but they can read everything that this job's user can read, and their network access is not restricted.";
async function findStrongestIsolation(context) {
    if (context.platform !== 'linux')
        return { reason: `isolation is not supported on ${context.platform}` };
    const { uid, gid } = context;
    if (uid === undefined || gid === undefined)
        return { reason: 'the user id of this job is unknown' };
    const tools = findTools(context.folders ?? SYSTEM_FOLDERS);
    if (typeof tools === 'string')
        return { reason: `${tools} is not installed` };
    const failures = [];
    for (const method of methodsFor(uid, tools, context.env)) {
        const opened = await tryMethod(tools, { uid, gid, method }, context);
        if (typeof opened !== 'string')
            return { isolation: { level: 'namespaces', ...opened }, reason: '' };
        failures.push(`${METHOD_TEXT[method]}: ${opened}`);
    }
    for (const method of methodsFor(uid, tools, context.env)) {
        const opened = await tryWithoutMounts(tools, { uid, gid, method, withoutMounts: true }, context, failures.join('; '));
        if (opened !== undefined)
            return { isolation: { level: 'namespaces', ...opened }, reason: '' };
    }
    const wrap = (argv) => privilegedArgv(tools, uid, argv);
    const privilegesProblem = await probeIsolation(wrap, probeExpectation(tools, context, { uid, isolated: 'privileges' }));
    const reason = [...failures, ...restrictionHint()].join('; ');
    return privilegesProblem === undefined
        ? { isolation: { level: 'privileges', description: '', wrap }, reason }
        : { reason };
}
function restrictionHint() {
    const isSet = (name, value) => {
        try {
            return (0,external_node_fs_.readFileSync)(`/proc/sys/${name}`, 'utf8').trim() === value;
        }
        catch {
            return false;
        }
    };
    if (isSet('kernel/apparmor_restrict_unprivileged_userns', '1'))
        return ['this system restricts user namespaces (kernel.apparmor_restrict_unprivileged_userns = 1)'];
    if (isSet('kernel/unprivileged_userns_clone', '0') || isSet('user/max_user_namespaces', '0'))
        return ['this system allows no user namespaces'];
    return [];
}
async function tryMethod(tools, user, context) {
    const plain = chooseWrap(tools, user, context);
    const problem = await plain.probe();
    if (problem !== undefined)
        return problem;
    const { networkRow, network } = await openRunNetwork(tools, user, context);
    const inNetwork = network === undefined ? user : { ...user, entry: network.entry };
    const opened = (filesRow, wraps) => {
        const rows = (0,isolation_context/* rowsOf */.RO)(filesRow, networkRow);
        const description = (0,isolation_context/* describeRows */.$7)(rows, METHOD_TEXT[user.method]);
        return { rows, description, ...wraps, network };
    };
    let holder;
    try {
        holder = await startHolder(tools, inNetwork, context);
    }
    catch (error) {
        network?.close();
        throw error;
    }
    if (typeof holder !== 'string') {
        const { probe, ...wraps } = chooseWrap(tools, inNetwork, context, holder);
        const { close } = holder;
        const holderProblem = await probe();
        const text = `what they write ${context.mayEdit === false ? '' : 'outside the checkout '}is dropped`;
        if (holderProblem === undefined)
            return {
                ...opened({ isHeld: true, text }, wraps),
                close: async () => {
                    await close();
                    network?.close();
                },
            };
        await close();
        holder = holderProblem;
    }
    const { probe, ...wraps } = chooseWrap(tools, inNetwork, context);
    await probe();
    return {
        ...opened({ isHeld: false, reason: holder }, wraps),
        close: async () => network?.close(),
    };
}
async function tryWithoutMounts(tools, user, context, reason) {
    const { wrap, wrapWithNetwork, probe } = chooseWrap(tools, user, context);
    if ((await probe()) !== undefined)
        return undefined;
    const rows = (0,isolation_context/* rowsWithoutMounts */.CP)(reason);
    const description = `${(0,isolation_context/* describeRows */.$7)(rows, METHOD_TEXT[user.method])} ${REMAINING_RISK}`;
    const place = context.replaced && placeIn(context.replaced);
    return { rows, description, place, wrap, wrapWithNetwork, close: async () => undefined };
}
async function openRunNetwork(tools, user, context) {
    const { allowedHosts, folders = SYSTEM_FOLDERS } = context;
    if (allowedHosts === undefined)
        return { networkRow: undefined };
    if (allowedHosts.everything)
        return { networkRow: { isHeld: true, text: 'the input allowed_hosts allows every host, so it is not restricted' } };
    const result = await openNetwork({
        allowed: allowedHosts,
        user,
        env: context.env,
        folders,
        onRefusal: (text) => context.onRefusedHost?.(text),
    });
    if (!result.isHeld)
        return { networkRow: result };
    const { network } = result;
    const problem = await chooseWrap(tools, { ...user, entry: network.entry }, context).probe();
    if (problem !== undefined) {
        network.close();
        return { networkRow: { isHeld: false, reason: problem } };
    }
    const text = allowedHosts.rules.length === 0
        ? 'they have no network access'
        : 'they reach only the hosts in the input allowed_hosts';
    return { network, networkRow: { isHeld: true, text } };
}
function chooseWrap(tools, user, context, holder) {
    let chosen = tools;
    const { entry: inNetwork, ...outside } = user;
    const plan = (shownPaths, isRestricted) => {
        if (user.withoutMounts)
            return NO_MOUNTS;
        const shown = isRestricted && inNetwork !== undefined ? context : { ...context, allowedHosts: allowed_hosts/* ALL_HOSTS */.a0 };
        return planMounts(shown, user.method === 'root', shownPaths, holder?.view);
    };
    const wrapIn = (isRestricted) => (argv, visible = [], writable = []) => {
        const entry = holder === undefined ? (isRestricted ? inNetwork : undefined) : holder.entry(isRestricted);
        return isolatedArgv(chosen, entry === undefined ? outside : { ...outside, entry }, plan({ visible, writable }, isRestricted), user.withoutMounts ? inReplaced(chosen.bash, context, argv) : argv);
    };
    const wrap = wrapIn(true);
    const workspace = (0,external_node_fs_.realpathSync)(context.workspace);
    const wrapReader = (argv) => {
        const shown = { visible: context.replaced === undefined ? [] : [context.replaced.folder], writable: [] };
        const { after, ...rest } = planMounts({ ...context, replaced: undefined }, user.method === 'root', shown, undefined);
        const reading = { ...rest, after: [...after, ['-o', 'rbind,ro', workspace, workspace]], withoutNetwork: true };
        return isolatedArgv(chosen, outside, reading, argv);
    };
    const isolated = user.withoutMounts ? 'processes' : 'all';
    const test = () => probeIsolation(wrap, probeExpectation(tools, context, { uid: user.uid, isolated }));
    return {
        wrap,
        wrapWithNetwork: wrapIn(false),
        wrapReader: user.withoutMounts ? undefined : wrapReader,
        async probe() {
            try {
                plan({ visible: [], writable: [] }, true);
            }
            catch (error) {
                throw (0,isolation_context/* setupError */.CU)((0,errors/* machineReason */.oW)(error));
            }
            const problem = await test();
            if (problem !== SIGNAL_LOST)
                return problem;
            const { timeout: _, ...others } = tools;
            chosen = others;
            const problemWithoutTimeout = await test();
            return problemWithoutTimeout === SIGNAL_LOST ? undefined : problemWithoutTimeout;
        },
    };
}
const probeExpectation = ({ bash }, { workspace }, expected) => ({
    ...expected,
    bash,
    cwd: workspace,
});
const METHOD_TEXT = {
    root: 'with separate namespaces',
    sudo: 'with separate namespaces (entered through sudo)',
    user: 'with user namespaces',
};
function methodsFor(uid, { sudo }, env) {
    if (uid === 0)
        return ['root'];
    if (sudo === undefined)
        return ['user'];
    return env.RUNNER_ENVIRONMENT === 'github-hosted' ? ['sudo', 'user'] : ['user', 'sudo'];
}
const isolation_REQUIRED_TOOLS = ['bash', 'unshare', 'setpriv', 'mount', 'env', 'mkdir'];
const findProgram = (name, folders) => folders.map((folder) => (0,external_node_path_.join)(folder, name)).find((path) => (0,external_node_fs_.existsSync)(path));
function findTools(folders) {
    const find = (name) => findProgram(name, folders);
    const [bash, unshare, setpriv, mount, env, mkdir] = isolation_REQUIRED_TOOLS.map(find);
    if (!bash || !unshare || !setpriv || !mount || !env || !mkdir)
        return isolation_REQUIRED_TOOLS.filter((name) => find(name) === undefined).join(', ');
    const [sudo, timeout] = [find('sudo'), find('timeout')];
    return { bash, unshare, setpriv, mount, env, mkdir, sudo, timeout };
}
const SIGNAL_LOST = 'a killed command is reported with an exit code instead of its signal';
const PROBE_MS = 10_000;
const CANARY = 'two words and a\nline';
const PROBE = `mapfile -t status </proc/self/status
printf 'shell:%s\\ncanary:%s:\\n' "$$" "$SLUICE_PROBE"
printf '%s\\n' "\${status[@]}"
kill -KILL $$`;
const FORBIDDEN_CAPABILITIES = (1n << 19n) | (1n << 21n);
const MAX_ISOLATED_PID = 50;
async function probeIsolation(wrap, expected) {
    const { bash, cwd, uid, isolated } = expected;
    const ran = await (0,run_program/* runProgram */.mB)({ argv: [bash, '--norc', '-p', '-c', PROBE] }, { cwd, env: { SLUICE_PROBE: CANARY }, timeoutMs: PROBE_MS, wrap });
    const { stdout, stderr } = ran;
    if (!stdout.includes('NoNewPrivs:'))
        return ran.failure ?? (firstLine(stderr) || `it ended with ${ran.code ?? ran.signal}`);
    const status = new Map(stdout.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.split(/[:\s]+/)[1] ?? '']));
    if (status.get('NoNewPrivs') !== '1')
        return 'programs can still gain privileges';
    if (status.get('Uid') !== String(uid))
        return 'programs run as another user';
    if ((BigInt(`0x${status.get('CapEff') || 'ffffffffffffffff'}`) & FORBIDDEN_CAPABILITIES) !== 0n)
        return 'programs keep forbidden capabilities';
    if (!stdout.includes(`canary:${CANARY}:`))
        return 'the environment is not passed on';
    if (isolated === 'privileges')
        return undefined;
    if (Number(status.get('shell')) > MAX_ISOLATED_PID)
        return 'programs are not in a process tree of their own';
    if (isolated === 'all' && status.get('Pid') !== status.get('shell'))
        return 'other processes are visible';
    return ran.signal === 'SIGKILL' ? undefined : SIGNAL_LOST;
}
const firstLine = (text) => text.trim().split('\n', 1)[0] ?? '';

;// CONCATENATED MODULE: ./build/platform/sandbox/sandbox-session.js






function openSandboxSession(mode, context, emit) {
    (0,trusted_programs/* recordTrustedPrograms */.s8)();
    const groups = [];
    let isReported = false;
    let mayEdit = false;
    let mayHaveStarted = false;
    let opening;
    let failure;
    const open = (0,lazy/* lazy */.R)(() => {
        const onRefusedHost = (text) => emit({ type: 'notice', level: 'warning', text });
        const openIn = (replaced) => openIsolation(mode, { ...toIsolationContext(context), mayEdit, replaced, onRefusedHost });
        opening = context.replaced === undefined ? openIn(undefined) : context.replaced().then(openIn);
        return opening.catch((error) => {
            failure = error instanceof errors/* IsolationError */.RV ? error : (0,isolation_context/* setupError */.CU)((0,errors/* machineReason */.oW)(error));
            throw failure;
        });
    });
    return {
        async isolate() {
            mayHaveStarted = true;
            const [isolation] = await Promise.all([open(), context.beforePrograms?.()]);
            if (!isReported) {
                isReported = true;
                emit(isolationNotice(mode, isolation));
            }
            return isolation;
        },
        async readerView() {
            if (!mayHaveStarted)
                return undefined;
            return (await open().catch(() => undefined))?.wrapReader;
        },
        async beforePrograms() {
            mayHaveStarted = true;
            await context.beforePrograms?.();
        },
        throwIfBroken() {
            if (failure !== undefined)
                throw failure;
        },
        allowEdits() {
            mayEdit = true;
        },
        trackBackground(group) {
            groups.push(group);
        },
        async [Symbol.asyncDispose]() {
            await Promise.all(groups.map(process_group/* terminateProcessGroup */.A5));
            const isolation = await opening?.catch(() => undefined);
            await isolation?.close?.();
            const remaining = (await Promise.all(groups.map(process_group/* listRemainingProcesses */.mA))).flat().map((pid) => `PID ${pid}`);
            const survivors = isolation?.listSurvivors?.() ?? remaining;
            if (survivors.length === 0)
                return;
            context.onSurvivors?.(survivors);
            emit({ type: 'notice', level: 'warning', text: survivorsText(survivors) });
        },
    };
}
const MAX_SURVIVORS = 10;
function survivorsText(survivors) {
    const more = survivors.length > MAX_SURVIVORS ? ` and ${survivors.length - MAX_SURVIVORS} more` : '';
    const listed = `${survivors.slice(0, MAX_SURVIVORS).join(', ')}${more}`;
    return `Programs that this run started are still running: ${listed}. End them in a later step, or set sandbox to auto on a Linux runner, which ends each program with its call.`;
}
function isolationNotice(mode, { rows, description }) {
    if (mode === 'off' || rows === undefined)
        return { type: 'notice', level: 'info', text: description };
    const isolation = (0,isolation_context/* reportRows */._f)(rows);
    const level = isolation.every(({ isHeld }) => isHeld) ? 'info' : 'warning';
    return { type: 'notice', level, text: description, isolation };
}
const toIsolationContext = ({ env, workspace, scratch, dist, allowedHosts }) => ({
    allowedHosts,
    platform: process.platform,
    uid: process.getuid?.(),
    gid: process.getgid?.(),
    env,
    workspace,
    scratch,
    program: [dist, process.execPath],
});


/***/ }),

/***/ 30876:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ mayAllowServer),
/* harmony export */   l4: () => (/* binding */ mayAllowToolPrefix),
/* harmony export */   oA: () => (/* binding */ mayEditCheckout)
/* harmony export */ });
/* unused harmony exports mayShareStart, activeAllowRules */
/* harmony import */ var _decide_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(14345);
/* harmony import */ var _tool_names_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(81572);


const mayAllowServer = (rules, server, mode) => activeAllowRules(rules, mode).some(({ match }) => !match.builtin &&
    (match.server === undefined
        ? (match.tools ?? ['*']).some((name) => mayNameServerTool(name, server))
        : match.server === '*' || match.server === server));
const mayNameServerTool = (name, server) => name === '*' || name.startsWith('mcp_') || name.startsWith('*__') || (name.includes('__') && name.startsWith(server));
const mayAllowToolPrefix = (rules, start, mode) => activeAllowRules(rules, mode).some(({ match }) => match.server === undefined && (match.tools ?? ['*']).some((name) => mayShareStart(name, start)));
function mayShareStart(name, start) {
    if (!name.endsWith('*'))
        return name.startsWith(start);
    const fixedPart = name.slice(0, -1);
    return fixedPart.startsWith(start) || start.startsWith(fixedPart);
}
const activeAllowRules = (rules, mode) => rules.filter(({ verdict, match }) => verdict === 'allow' && match.interactive !== true && (match.modes === undefined || match.modes.includes(mode)));
function mayEditCheckout(rules, mode) {
    if (mode === 'plan')
        return false;
    const hiding = _tool_names_js__WEBPACK_IMPORTED_MODULE_1__/* .EDIT_TOOLS */ .Dt.map((name) => (0,_decide_js__WEBPACK_IMPORTED_MODULE_0__/* .hidingRule */ .E7)(rules, { name, annotations: {} }, mode));
    if (hiding.some((rule) => rule === undefined))
        return true;
    if (hiding.every((rule) => rule?.verdict === 'deny'))
        return false;
    return mayAllowToolPrefix(rules, 'discovered_tool_', mode) || mayRunWritingCommand(rules, mode);
}
const SHELL_TOOL = 'run_shell_command';
const mayRunWritingCommand = (rules, mode) => {
    const hiding = (0,_decide_js__WEBPACK_IMPORTED_MODULE_0__/* .hidingRule */ .E7)(rules, { name: SHELL_TOOL, annotations: {} }, mode);
    if (hiding !== undefined)
        return false;
    return activeAllowRules(rules, mode).some(({ match, allowRedirection }) => {
        const { server, tools = ['*'], prefixes, regex } = match;
        if (server !== undefined || !tools.some((name) => name === SHELL_TOOL || mayShareStart(name, SHELL_TOOL)))
            return false;
        if (allowRedirection)
            return true;
        if (prefixes !== undefined)
            return prefixes.some(({ text }) => !READS_ONLY.test(`${text.trim()} `));
        const start = /^\^?([\w.-]+(?: [\w.-]+)*)/.exec(regex?.source ?? '')?.[1];
        return start === undefined || !READS_ONLY.test(`${start} `);
    });
};
const READS_ONLY = new RegExp(`^(?:${[
    'git (?:log|diff|show|blame|annotate|status|shortlog|describe|rev-parse|rev-list|merge-base|name-rev|range-diff|cherry',
    '|grep|ls-files|ls-tree|ls-remote|cat-file|diff-tree|diff-index|for-each-ref|show-ref|whatchanged|check-ignore|branch',
    '|reflog show|remote get-url|diff-files|count-objects|worktree list|check-attr|stash show|tag (?:--list|-l|--contains)|stash list|remote -v|version|--version)',
    '|cat|head|tail|ls|tree|stat|file|du|df|wc|nl|tac|rev|cut|paste|column|fold|fmt|expand|tr|sort|uniq|comm|join|diff|cmp',
    '|[ef]?grep|rg|find|sed|awk|jq|xargs|md5sum|sha\\d+sum|cksum|base64|od|hexdump|strings|cd|pwd|echo|printf|true|false',
    '|test|\\[\\[?|seq|basename|dirname|realpath|readlink|date|uname|whoami|id|which|type|command -v|read(?: -ra?)?|mapfile -t|readarray -t|:|break|continue|return|shift|local|shopt -s|nproc|expr|numfmt|exit|set',
    '|(?:node|npm) (?:--version|-v)|python3? --version|export \\w+=[\\w.-]+',
    '|sleep|gh (?:pr|issue|run|repo|release|label) (?:view|list|diff|checks|status|comment|review|edit|close|reopen)',
].join('')}) `);


/***/ }),

/***/ 55243:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DI: () => (/* binding */ visitorConfig),
/* harmony export */   fX: () => (/* binding */ visitorGithubTools),
/* harmony export */   iz: () => (/* binding */ visitorResultTool)
/* harmony export */ });
/* unused harmony export resultLine */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(88343);
/* harmony import */ var _tools_tool_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(10280);


const RESULT_RULE = {
    verdict: 'allow',
    tier: 'default',
    priority: 60,
    file: 'built-in: results of a visitor run',
    line: 1,
    match: { tools: ['run_shell_command'] },
};
const visitorConfig = (config) => {
    const { mcpServers: _servers, ...settings } = config.settings;
    const { discoveryCommand: _discovery, callCommand: _call, ...tools } = settings.tools ?? {};
    const { serverCommand: _command, ...mcp } = settings.mcp ?? {};
    return {
        ...config,
        settings: { ...settings, tools, mcp },
        rules: [...config.rules, RESULT_RULE],
        agents: [],
        skills: [],
    };
};
const visitorGithubTools = (tools, allowedLabels) => tools.filter(({ name, annotations }) => annotations.readOnlyHint === true || (name === 'github__add_labels' && allowedLabels.length > 0));
const RESULT_LINE = /^\s*echo\s+(?:"([A-Za-z_]\w*=[^"`$\\!\r\n]*)"|'([A-Za-z_]\w*=[^'\r\n]*)'|([A-Za-z_]\w*=(?:[\w./:,@%+=-]*|"[^"`$\\!\r\n]*"|'[^'\r\n]*')))\s*>>?\s*(?:"\$GITHUB_(ENV|OUTPUT)"|\$GITHUB_(ENV|OUTPUT)|"\$\{GITHUB_(ENV|OUTPUT)\}"|\$\{GITHUB_(ENV|OUTPUT)\})\s*;?\s*$/;
function resultLine(command) {
    const match = RESULT_LINE.exec(command);
    if (match === null)
        return undefined;
    const [, double, single, bare = '', ...channels] = match;
    const line = double ?? single ?? bare.replace(/=(["'])(.*)\1$/, '=$2');
    return { channel: channels.includes('OUTPUT') ? 'GITHUB_OUTPUT' : 'GITHUB_ENV', line };
}
const visitorResultTool = (results) => (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_0__/* .defineTool */ .uO)({
    name: 'run_shell_command',
    aliases: ['ShellTool', 'Shell', 'shell', 'run_command', 'bash'],
    description: 'Stores one result for later steps of the workflow. Takes exactly one form of command, echo NAME=value >> "$GITHUB_ENV", with the value in quotes if it has spaces. No program runs, and no variables are expanded.',
    annotations: { destructiveHint: false },
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        command: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().describe('echo NAME=value >> "$GITHUB_ENV"'),
        description: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional().describe('What the command does, for the log.'),
    }),
    run: async ({ command }) => {
        const result = resultLine(command);
        if (result === undefined)
            return (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_0__/* .failed */ .gz)('policy_violation', 'This run has no shell, because the account that caused the event has no write permission. It takes only echo NAME=value >> "$GITHUB_ENV". The variables of the step are in the prompt.');
        results.append(result.channel, result.line);
        return (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_0__/* .done */ .Vw)('Stored. The workflow receives it at the end of the run if its file reads this name.');
    },
});


/***/ }),

/***/ 57751:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  iq: () => (/* binding */ placeSuggestion),
  C8: () => (/* binding */ safeSuggestion)
});

// UNUSED EXPORTS: fitSuggestion

// EXTERNAL MODULE: ./build/github-tools/diff-lines.js
var diff_lines = __webpack_require__(57431);
// EXTERNAL MODULE: ./build/review/similar-lines.js
var similar_lines = __webpack_require__(86342);
;// CONCATENATED MODULE: ./build/review/suggestion-indentation.js

const indentOf = (line) => /^[\t ]*/.exec(line)?.[0] ?? '';
const hasText = (line) => line.trim() !== '';
function styleOf(lines) {
    const indents = lines.filter(hasText).map((line) => indentOf(line.replace(/ (?=\*)/, '')));
    const used = indents.filter((indent) => indent !== '');
    if (used.length === 0)
        return undefined;
    if (used.every((indent) => /^\t+$/.test(indent)))
        return 'tabs';
    return used.every((indent) => /^ +$/.test(indent)) ? 'blanks' : 'mixed';
}
const NEEDS_TABS = /(?:^|\/)(?:GNUm|M|m)akefile$|\.(?:mk|go)$/;
const COLON_OPENS = /\.(?:py|pyi|ya?ml|nim|gd)$/i;
function fitIndentation(lines, { before, code, after }, path) {
    const hasBlanks = code.some((line) => line !== '' && !hasText(line)) && lines.includes('');
    if (hasBlanks && !(0,similar_lines/* sameLines */.mH)(lines.filter(hasText), code.filter(hasText)))
        return undefined;
    const surrounding = [...before, ...code, ...after];
    const styled = inStyleOf(lines, code, surrounding, path);
    const first = styled?.findIndex(hasText) ?? -1;
    const start = code.find(hasText);
    if (styled === undefined || first < 0 || start === undefined)
        return styled && [...styled];
    const { pairs } = (0,similar_lines/* alignLines */.TJ)(styled, code);
    const partner = pairs.find(({ one }) => one === first);
    const expected = indentOf((partner === undefined ? undefined : code[partner.other]) ?? start);
    const current = indentOf(styled[first] ?? '');
    if (hasTrimmedStars(styled))
        return undefined;
    if (current === '' && isFlat(styled) && !mayBeFlat(styled, { code, after, expected }, pairs.length))
        return undefined;
    const keeps = (candidate) => pairs.every((pair) => indentOf(candidate[pair.one] ?? '') === indentOf(code[pair.other] ?? ''));
    const isBlock = (block) => styled.filter(hasText).length === 1 ||
        styled.some((line, index) => index !== first && hasText(line) && indentOf(line).length < expected.length) ||
        (keeps(block) && pairs.some(({ one }) => one !== first && hasText(block[one] ?? '')));
    const isProven = styled === lines || pairs.some(({ other }) => indentOf(code[other] ?? '') !== '');
    const isRight = (candidate) => isProven && isWellFormed(candidate, code, path) && (styled === lines || keeps(candidate));
    if (current === expected)
        return isRight(styled) ? [...styled] : undefined;
    if (current !== '' || isAligned(expected, surrounding) || expected !== indentOf(start))
        return undefined;
    if (styled.some((line) => DIRECTIVE.test(line)))
        return undefined;
    if (styled !== lines && styled.filter(hasText).length > 1)
        return undefined;
    const shifted = shiftBlock(styled, current, expected);
    const firstOnly = styled.map((line, index) => (index === first ? expected + line.trimStart() : line));
    const others = styled.filter((line, index) => index !== first && hasText(line) && !closes(line));
    if (others.length > 0 && others.every((line) => indentOf(line).length > WIDEST_STEP)) {
        const known = new Set(code.filter(hasText).map(indentOf));
        const possible = [firstOnly, shifted ?? []].filter((each) => each.length > 0 && each.filter(hasText).every((line) => known.has(indentOf(line))));
        const [only] = possible;
        return only !== undefined && possible.length === 1 && isRight(only) ? only : undefined;
    }
    const context = [...before.filter(hasText).slice(-1), ...code, ...after.filter(hasText).slice(0, 1)];
    if (!hasOpenedDepths(context, COLON_OPENS.test(path)) && styled.filter(hasText).length > 1)
        return undefined;
    const isOutermost = others.every((line) => indentOf(line).length >= expected.length);
    const asBlock = shifted !== undefined && isRight(shifted) ? shifted : undefined;
    const asFirst = isRight(firstOnly) && (isOutermost || keeps(firstOnly)) ? firstOnly : undefined;
    if (asBlock === undefined || asFirst === undefined || sameText(asBlock, asFirst))
        return asFirst ?? (asBlock && isBlock(asBlock) ? asBlock : undefined);
    const stays = ({ one, other }) => one !== first && (0,similar_lines/* sameLines */.mH)([styled[one] ?? ''], [code[other] ?? '']);
    if (keeps(asBlock) === keeps(asFirst) || !pairs.some(stays))
        return undefined;
    return keeps(asBlock) ? asBlock : isOutermost ? asFirst : undefined;
}
const sameText = (one, other) => one.join('\n') === other.join('\n');
function isFlat(lines) {
    const indents = lines.filter(hasText).map(indentOf);
    return indents.length > 1 && new Set(indents).size === 1;
}
const hasTrimmedStars = (lines) => lines.some((line, index) => /^[\t ]*\/\*(?!.*\*\/)/.test(line) &&
    /^[\t ]*\*/.test(lines[index + 1] ?? '') &&
    indentOf(lines[index + 1] ?? '') === indentOf(line));
function mayBeFlat(lines, { code, after, expected }, paired) {
    const depths = new Set(code.filter(hasText).map((line) => indentOf(line).length));
    if (depths.size > 1)
        return false;
    const next = after.find(hasText);
    return lines.filter(hasText).length === paired || (expected === '' && (next === undefined || indentOf(next) === ''));
}
function isAligned(indent, surrounding) {
    if (indent.includes('\t'))
        return false;
    const { length } = indent;
    const outer = surrounding
        .filter(hasText)
        .map((line) => indentOf(line).length)
        .filter((each) => each < length);
    return length % 2 === 1 || (outer.length > 0 && Math.max(...outer) < length - WIDEST_STEP);
}
const WIDEST_STEP = 8;
const DIRECTIVE = /^#\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|import|pragma|error|warning|region|endregion)\b|^=(?:begin|end|pod|cut)\b|^<{7}|^>{7}/;
function shiftBlock(lines, from, to) {
    const shifted = lines.map((line) => {
        if (!hasText(line))
            return line;
        const indent = indentOf(line);
        if (indent.startsWith(from))
            return to + line.slice(from.length);
        const less = from.length - indent.length;
        return from.startsWith(indent) && less <= to.length ? to.slice(0, to.length - less) + line.trimStart() : undefined;
    });
    return shifted.every((line) => line !== undefined) ? shifted : undefined;
}
function inStyleOf(lines, code, surrounding, path) {
    const ownStyle = styleOf(lines);
    const style = styleOf(surrounding) ?? (NEEDS_TABS.test(path) ? 'tabs' : undefined);
    if (ownStyle === undefined || style === undefined || ownStyle === style) {
        const isKnown = style !== 'mixed' || ownStyle === undefined || usesIndentsOf(lines, surrounding);
        return isKnown ? lines : undefined;
    }
    if (style === 'mixed' || ownStyle === 'mixed')
        return usesIndentsOf(lines, surrounding) || ownStyle === styleOf(code) ? lines : undefined;
    const unit = ownStyle === 'blanks' ? indentUnit(lines) : indentUnit(surrounding);
    if (unit === undefined)
        return undefined;
    const converted = lines.map((line) => {
        const { length } = indentOf(line);
        if (ownStyle === 'tabs')
            return ' '.repeat(length * unit) + line.slice(length);
        return length % unit === 0 ? '\t'.repeat(length / unit) + line.slice(length) : undefined;
    });
    return converted.every((line) => line !== undefined) ? converted : undefined;
}
function usesIndentsOf(lines, surrounding) {
    const known = new Set(surrounding.map(indentOf));
    return lines.filter(hasText).every((line) => known.has(indentOf(line)));
}
function indentUnit(lines) {
    const widths = [...new Set(lines.filter(hasText).map((line) => indentOf(line).length))].toSorted((a, b) => a - b);
    const steps = widths.map((width, index) => width - (widths[index - 1] ?? 0)).filter((step) => step > 0);
    return steps.length === 0 ? undefined : Math.min(...steps);
}
function isWellFormed(lines, code, path) {
    const opensWithColon = COLON_OPENS.test(path);
    return hasOpenedDepths(lines, opensWithColon) && keepsDepths(lines, code) && staysInside(lines, code);
}
function staysInside(lines, code) {
    const kept = new Set((0,similar_lines/* alignLines */.TJ)(lines, code).pairs.map(({ one }) => one));
    const { length } = indentOf(code.find(hasText) ?? '');
    return lines.every((line, nth) => kept.has(nth) || !hasText(line) || indentOf(line).length >= length || /^\s*[)}\]]/.test(line));
}
function losesBlock(lines, { code, after }, path) {
    const [head = '', next = ''] = [code.findLast(hasText), after.find(hasText)];
    const last = lines.findLast(hasText) ?? '';
    const isBare = isBareHead(head);
    const isHead = isBare || (COLON_OPENS.test(path) && /:\s*(?:#.*)?$/.test(head));
    if (!isHead || indentOf(next).length <= indentOf(head).length)
        return false;
    const stays = lines.some((line) => (0,similar_lines/* sameLines */.mH)([line], [head]));
    const isNewHead = indentOf(last) === indentOf(head) && (isBare ? isBareHead(last) : /:\s*(?:#.*)?$/.test(last));
    return !isNewHead && (isBare || !stays);
}
const isBareHead = (line) => /^\s*(?:\} )?(?:(?:if|for|while|else if)\b.*\)|else)\s*(?:\/\/.*)?$/.test(line);
const opens = (line, opensWithColon) => isBareHead(line) ||
    /[{([]\s*$|(?:=|=>|&&|\|\||\?\?|\+)\s*$/.test(line) ||
    (opensWithColon && /:\s*(?:#.*)?$/.test(line)) ||
    [...line].filter((each) => '{(['.includes(each)).length > [...line].filter((each) => '})]'.includes(each)).length;
const isComment = (line) => /^\s*(?:#|\/\/|--|\*|;|%)/.test(line);
const closes = (line) => /^\s*(?:[)}\]]|<\/|end\b|else\b|elif\b|except\b|finally\b|catch\b|- )/.test(line);
const goesOn = (line) => /^\s*(?:\.(?!\.)|[?:&|+] ?|&&|\|\|)/.test(line);
function hasOpenedDepths(lines, opensWithColon) {
    const texts = lines.filter(hasText);
    return texts.every((line, index) => {
        const next = texts[index + 1];
        if (next === undefined || closes(next) || next.trim() === '{')
            return true;
        const isContinued = /(?:&&|\|\||\?\?|\+)\s*$/.test(texts[index - 1] ?? '');
        const isDeeper = (opens(line, opensWithColon) && !isContinued) || (goesOn(next) && !goesOn(line) && !closes(line));
        return !isDeeper || indentOf(next).length > indentOf(line).length;
    });
}
function keepsDepths(lines, code) {
    const { pairs } = (0,similar_lines/* alignLines */.TJ)(lines, code);
    const partnered = new Set(pairs.map(({ one }) => one));
    const replaced = new Set(pairs.map(({ other }) => other));
    const depth = (line) => indentOf(line ?? '').length;
    const hasOpener = (texts, index, old) => texts
        .slice(0, index)
        .some((line, nth) => !old.has(nth) && !isComment(line) && opens(line, true) && depth(line) < depth(texts[index]));
    return pairs.every(({ one, other }) => {
        const change = depth(lines[one]) - depth(code[other]);
        if (change === 0 || !hasText(lines[one] ?? ''))
            return true;
        return change > 0 ? hasOpener(lines, one, partnered) : hasOpener(code, other, replaced);
    });
}

;// CONCATENATED MODULE: ./build/review/suggestion-button.js



const UNCLEAR_PLACE = 'it is not certain which lines it replaces';
const UNCLEAR_INDENTATION = 'its indentation is not certain';
const UNCLEAR_REPEAT = 'it repeats lines that stand beside it';
const SUBMODULE = 'it would change a submodule';
const NO_CHANGE = 'it changes nothing';
const KEEPS_BLOCK = 'the lines of the block that it changes would stay below it';
const ADDS_ONLY = 'it may be meant to stand beside the lines that it would replace';
const LEAVES_OUT = 'it stands for lines that it leaves out';
const NOT_LITERAL = 'its text may not be meant word by word';
const OVER_REMOVED_LINES = 'GitHub commits no suggestion over removed lines';
function placeSuggestion(suggestion, { hunks, path, requested, isSure, statedSize, isEndOpen, words = '' }) {
    const { before, code, after, rows } = requested;
    const isPartial = statedSize > code.length && suggestion.length > code.length;
    if (isEndOpen || isPartial || (suggestion.length === 0 && statedSize !== code.length))
        return { problem: UNCLEAR_PLACE };
    if (replacesForWords(suggestion, code, words))
        return { problem: ADDS_ONLY };
    const safe = safeSuggestion(suggestion, { path, before, code, after, isQuoted: isSure });
    const fitted = fitSuggestion(safe.ok ? safe.lines : suggestion, rows);
    if (fitted === undefined)
        return { problem: OVER_REMOVED_LINES };
    if (!safe.ok)
        return { problem: safe.problem };
    const { first, last, lines } = fitted;
    if (last - first + 1 === code.length)
        return { lines };
    const located = (0,diff_lines/* locateLines */.A)(hunks, { start_line: first, line: last });
    return { lines, located: located.ok ? located : requested };
}
function fitSuggestion(lines, rows) {
    const current = rows.filter(({ newLine }) => newLine !== undefined);
    const isWhole = current.length === rows.length;
    let start = 0;
    let end = 0;
    if (!isWhole) {
        const shorter = Math.min(current.length - 1, lines.length);
        while (start < shorter && lines[start] === current[start]?.text)
            start += 1;
        while (end < shorter - start && lines.at(-1 - end) === current.at(-1 - end)?.text)
            end += 1;
    }
    const kept = current.slice(start, current.length - end);
    const first = kept[0]?.newLine;
    const last = kept.at(-1)?.newLine;
    if (first === undefined || last === undefined)
        return undefined;
    const from = rows.findIndex(({ newLine }) => newLine === first);
    const to = rows.findIndex(({ newLine }) => newLine === last);
    if (to - from !== last - first)
        return undefined;
    return { lines: lines.slice(start, lines.length - end), first, last };
}
function safeSuggestion(lines, replaced) {
    const { path, before, code, after, isQuoted } = replaced;
    if (code.some((line) => /^Subproject commit [0-9a-f]{40}/.test(line)))
        return { ok: false, problem: SUBMODULE };
    const unclear = literalProblem(lines, code, path);
    if (unclear !== undefined)
        return { ok: false, problem: unclear };
    if (lines.length === 0)
        return isQuoted && keepsBrackets(lines, code, path)
            ? { ok: true, lines: [] }
            : { ok: false, problem: UNCLEAR_PLACE };
    const single = withoutRepeats(lines, replaced);
    if (single === undefined)
        return { ok: false, problem: UNCLEAR_REPEAT };
    if (losesBlock(single, { code, after }, path))
        return { ok: false, problem: KEEPS_BLOCK };
    if (!canReplace(single, code, path))
        return { ok: false, problem: NOT_LITERAL };
    if (!isMeantFor(single, { ...replaced, isQuoted: isQuoted && single.length === lines.length }))
        return { ok: false, problem: UNCLEAR_PLACE };
    const indented = fitIndentation(single, { before, code, after }, path);
    if (indented === undefined)
        return { ok: false, problem: UNCLEAR_INDENTATION };
    return suggestion_button_sameText(indented, code) ? { ok: false, problem: NO_CHANGE } : { ok: true, lines: indented };
}
const suggestion_button_sameText = (one, other) => one.join('\n') === other.join('\n');
const PLACEHOLDER = /^\s*(?:\/\/|#|--|;|%|\/\*|\{\/\*|<!--|\*)?\s*(?:\.{3}|…)|(?:\/\/|#|--|;|%|\/\*|<!--)[\s([<]*(?:the |keep |your )*(?:\.{3}|…|(?:rest|remaining|unchanged|omitted|elided|(?:existing|other|previous|same|original) (?:\w+ )?(?:code|logic|body|lines)|(?:code|logic|body) (?:here|as|un|goes|cont)|no changes|(?:same )?as (?:before|above|below|original|today|is))\b)|[,([{:=]\s*(?:\.{3}|…)\s*(?:[,)\]};]|$)/i;
const SPREAD = /^\s*\.{3}[\w([{]/;
const isPlaceholder = (line) => PLACEHOLDER.test(line) && !SPREAD.test(line);
const isRemark = (line) => /^\s*(?:\/\/|#|--|;|%|\/\*|<!--)/.test(line);
function hasRemarkForCode(lines, code) {
    const isNew = (line) => isRemark(line) && !code.some((each) => (0,similar_lines/* sameLines */.mH)([each], [line]));
    const statements = (texts) => texts.filter((line) => (0,similar_lines/* isTelling */.c0)(line) && !isRemark(line)).length;
    return lines.some(isNew) && statements(lines) < statements(code);
}
const MARKUP_FILE = /\.(?:html?|xml|svg|md|mdx|jsx|tsx|vue|svelte|astro|erb|ejs|hbs|php|plist|xaml|resx|[a-z]*proj)$/i;
function literalProblem(lines, code, path) {
    const isNew = (pattern) => lines.some((line) => pattern.test(line)) && !code.some((line) => pattern.test(line));
    if ((lines.some(isPlaceholder) && !code.some(isPlaceholder)) || hasRemarkForCode(lines, code))
        return LEAVES_OUT;
    const hasDiffSigns = lines.length > 0 && lines.every((line) => line === '' || /^[+\- ]/.test(line)) && isNew(/^\+/);
    const isChanged = isNew(/^\s*(?:`{3}|~{3})/) ||
        hasDiffSigns ||
        (!MARKUP_FILE.test(path) && isNew(/&(?:lt|gt|amp|quot|#39|apos);/)) ||
        (lines.length === 1 && isNew(/\\n\s*\S/)) ||
        isNew(/[\u2018\u2019\u201c\u201d\u00a0]/) ||
        (code[0]?.startsWith('\uFEFF') === true && lines[0]?.startsWith('\uFEFF') !== true);
    return isChanged ? NOT_LITERAL : undefined;
}
function canReplace(lines, code, path) {
    if (!keepsBrackets(lines, code, path))
        return false;
    if (TEXT_FILE.test(path))
        return true;
    if (lines.some(isProse) && !code.some(isProse))
        return false;
    return lines.length > 1 || code.length > 1 || !isPart(lines[0] ?? '', code[0] ?? '');
}
const keepsBrackets = (lines, code, path) => PARSED_FILE.test(path) ||
    openBrackets(lines) === openBrackets(code) ||
    (lines.length === code.length && (0,similar_lines/* textSimilarity */.XH)(lines, code).alike >= MIN_KEPT);
const PARSED_FILE = /\.(?:json|ya?ml|toml|[cm]?[jt]s)$/i;
const TEXT_FILE = /\.(?:md|mdx|markdown|txt|rst|adoc|html?|feature|po|tex)$/i;
const isProse = (line) => /^\s*(?:You|The|This|That|It|Use|Add|Remove|Change|Replace|Consider|Check|Make|Move|Rename|Call|Wrap|Instead|Please|Fix|Set|Ensure|Avoid|Handle)\s(?:\S+\s){1,}[^\s;{}]+$/.test(line);
function isPart(text, line) {
    const tokensOf = (each) => each.match(/[\w$]+|[^\s\w$]+/g) ?? [];
    const [part, whole] = [tokensOf(text), tokensOf(line)];
    if (part[0] === whole[0])
        return false;
    const rest = whole.slice(Math.max(0, whole.indexOf(part[0] ?? '')));
    const shared = part.filter((token) => rest.includes(token)).length;
    return ((rest.length < whole.length || part.length < whole.length) && shared >= 0.6 * Math.min(part.length, rest.length));
}
function withoutRepeats(lines, { before, code, after }) {
    const cut = withoutRepeatedEnd(lines, code, after);
    const turned = cut && withoutRepeatedEnd(cut.toReversed(), code.toReversed(), before.toReversed());
    return turned?.toReversed();
}
function withoutRepeatedEnd(lines, code, after) {
    let count = Math.min(lines.length, after.length);
    while (count > 0 && !(0,similar_lines/* sameLines */.mH)(lines.slice(-count), after.slice(0, count)))
        count -= 1;
    if (count === 0)
        return lines;
    const repeated = lines.slice(-count);
    const cut = lines.slice(0, -count);
    const isLiteral = repeated.every((line, index) => line.trim() === after[index]?.trim());
    if (cut.length === 0 || !isLiteral)
        return undefined;
    const [own, whole, rest] = [code, lines, cut].map(openBrackets);
    const [isWholeBalanced, isRestBalanced] = [whole === own, rest === own];
    if (endsAlike(lines, code, count)) {
        const isNext = repeated.some((_, index) => indentOf(code.at(index - count) ?? '') === indentOf(after[index] ?? ''));
        if (!isNext && repeated.every(hasText))
            return lines;
    }
    else if (repeated.some(similar_lines/* isTelling */.c0))
        return isRestBalanced ? cut : undefined;
    if (isWholeBalanced === isRestBalanced)
        return undefined;
    const isAfter = repeated.every((line, index) => indentOf(line) === indentOf(after[index] ?? ''));
    if (isWholeBalanced === isAfter)
        return undefined;
    return isWholeBalanced ? lines : cut;
}
function endsAlike(lines, code, count) {
    if (!(0,similar_lines/* sameLines */.mH)(lines.slice(-count), code.slice(-count)))
        return false;
    if ((0,similar_lines/* sameLines */.mH)(lines.slice(-2 * count, -count), lines.slice(-count)))
        return false;
    const depth = (texts) => indentOf(texts.at(-1) ?? '').length - indentOf(texts[0] ?? '').length;
    return depth(lines) === depth(code);
}
function openBrackets(lines) {
    const open = new Map();
    for (const character of lines.join('\n')) {
        const at = '(){}[]'.indexOf(character);
        if (at < 0)
            continue;
        const kind = '({['.charAt(Math.floor(at / 2));
        open.set(kind, (open.get(kind) ?? 0) + (at % 2 === 0 ? 1 : -1));
    }
    return ['(', '{', '['].map((kind) => open.get(kind) ?? 0).join(' ');
}
const REACH = 8;
const MAX_LINES = 80;
const MIN_KEPT = 0.85;
const MIN_KEPT_ALONE = 0.6;
const MIN_LENGTH = 20;
const MIN_ALIKE = 0.2;
const MIN_LIKE = 0.4;
const MIN_GAIN = 0.3;
const MARGIN = { sameSize: 0.1, otherSize: 0.02 };
const RIVAL = 0.6;
const RIVAL_FAR = 0.75;
function isMeantFor(lines, { before, code, after, isQuoted }) {
    if (lines.length > MAX_LINES || code.length > MAX_LINES)
        return isQuoted && !touchesMore(lines, before, code, after);
    const similarity = (0,similar_lines/* textSimilarity */.XH)(lines, code);
    const isInsertion = code.every((line) => lines.some((each) => (0,similar_lines/* sameLines */.mH)([each], [line])));
    const minKept = code.length === 1 && lines.length === 1 ? MIN_KEPT_ALONE : MIN_KEPT;
    const isAlike = (0,similar_lines/* plainLine */.h0)(code.join(' ')).length >= MIN_LENGTH && similarity.alike >= minKept;
    const isSmallChange = lines.length === code.length && !isInsertion && (isAlike || suggestion_button_goesOn(lines, code));
    if (!isQuoted &&
        (!isSmallChange || hasRivals(lines, [before, after], Math.min((0,similar_lines/* meanSimilarity */.T6)(lines, code), RIVAL_FAR))))
        return false;
    if (lines.length < code.length ? similarity.alike < MIN_ALIKE : !resembles(lines, code, similarity))
        return false;
    const near = [...before.slice(-2 * REACH), ...code, ...after.slice(0, 2 * REACH)];
    const start = Math.min(before.length, 2 * REACH);
    const end = start + code.length;
    for (let from = Math.max(0, start - REACH); from <= Math.min(near.length - 1, start + REACH); from += 1)
        for (let to = from + 1; to <= Math.min(near.length, end + REACH); to += 1) {
            const isOwn = from === start && to === end;
            const isLarger = from <= start && to >= end;
            const isInside = lines.length < code.length && from >= start && to <= end;
            if (isOwn || Math.abs(to - from - code.length) > REACH)
                continue;
            const isElsewhere = to <= start || from >= end;
            const isOther = isElsewhere && to - from === lines.length && similarity.alike < MIN_LIKE;
            if (isQuoted && !isLarger && !isInside && !isOther)
                continue;
            const other = (0,similar_lines/* textSimilarity */.XH)(lines, near.slice(from, to));
            if (isQuoted && isOther && other.alike < RIVAL_FAR)
                continue;
            if (isQuoted && isLarger && other.common - similarity.common < MIN_GAIN)
                continue;
            if (!isQuoted && isElsewhere && other.alike >= similarity.alike * RIVAL)
                return false;
            if (other.alike >
                similarity.alike - (isQuoted ? 0 : to - from === code.length ? MARGIN.sameSize : MARGIN.otherSize))
                return false;
        }
    return true;
}
const MIN_RESEMBLANCE = 0.4;
const MIN_RESEMBLANCE_LONGER = 0.65;
function resembles(lines, code, { keptShare }) {
    const telling = code.filter(similar_lines/* isTelling */.c0);
    if (telling.length === 0)
        return true;
    const isLonger = telling.length === 1 && lines.length > code.length;
    return keptShare >= (isLonger ? MIN_RESEMBLANCE_LONGER : MIN_RESEMBLANCE) || lostWords(lines, code) === 0;
}
const wordsOf = (lines) => lines.join('\n').match(/[\p{L}\p{N}_$]+/gu) ?? [];
function lostWords(lines, code) {
    const words = wordsOf(lines);
    return wordsOf(code).filter((word) => {
        const at = words.indexOf(word);
        if (at >= 0)
            words.splice(at, 1);
        return at < 0;
    }).length;
}
const ADDS = /\b(?:add(?:s|ed|ing)?|insert(?:s|ed|ing)?|append(?:s|ed|ing)?|prepend(?:s|ed|ing)?|register(?:s|ed|ing)?|extend(?:s|ed|ing)?|missing|misses|lacks?|lacking|also|besides|as well|in addition|additional(?:ly)?|needs? (?:a|an|another|one)|before (?:this|that|it|the)|after (?:this|that|it|the)|too(?=[.,;:!?]|$)|beforehand|forg[eo]t\w*|without (?:a|an|any))\b/im;
const replacesForWords = (lines, code, words) => lines.length > 0 && lines.length >= code.filter(hasText).length && ADDS.test(words) && lostWords(lines, code) > 0;
const hasRivals = (lines, others, limit) => others.some((all) => Array.from({ length: Math.max(0, all.length - lines.length + 1) }, (_, from) => from).some((from) => (0,similar_lines/* areAlike */.xn)(lines, all.slice(from, from + lines.length), limit)));
const suggestion_button_goesOn = (lines, code) => code.length === 1 && (0,similar_lines/* plainLine */.h0)(lines.join(' ')).startsWith((0,similar_lines/* plainLine */.h0)(code.join(' ')));
function touchesMore(lines, before, code, after) {
    const replaced = new Set(code.map(similar_lines/* plainLine */.h0));
    const beside = [...before.slice(-REACH), ...after.slice(0, REACH)].filter(similar_lines/* isTelling */.c0).map(similar_lines/* plainLine */.h0);
    const others = new Set(beside.filter((line) => !replaced.has(line)));
    return lines.some((line) => others.has((0,similar_lines/* plainLine */.h0)(line)));
}


/***/ }),

/***/ 87107:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   TV: () => (/* binding */ createCurrentTools),
/* harmony export */   bB: () => (/* binding */ createAgentTools),
/* harmony export */   mU: () => (/* binding */ buildAgent),
/* harmony export */   zO: () => (/* binding */ webCapabilities)
/* harmony export */ });
/* unused harmony export unusedSkillsNotice */
/* harmony import */ var _agent_hooks_hook_recording_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6820);
/* harmony import */ var _agent_memory_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(94179);
/* harmony import */ var _agent_offered_tools_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(64719);
/* harmony import */ var _agent_resolved_paths_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(95345);
/* harmony import */ var _agent_skills_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(96546);
/* harmony import */ var _agent_subagents_run_agent_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(58120);
/* harmony import */ var _agent_subagents_subagent_tools_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(53248);
/* harmony import */ var _agent_system_prompt_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(69584);
/* harmony import */ var _agent_utility_request_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(98134);
/* harmony import */ var _config_runtime_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(39155);
/* harmony import */ var _delivery_report_receipt_summary_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(37485);
/* harmony import */ var _github_shown_lines_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(90609);
/* harmony import */ var _github_tools_read_code_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(75650);
/* harmony import */ var _github_tools_write_authority_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(27723);
/* harmony import */ var _model_retry_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(62324);
/* harmony import */ var _platform_version_js__WEBPACK_IMPORTED_MODULE_24__ = __webpack_require__(87538);
/* harmony import */ var _policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(14345);
/* harmony import */ var _tools_builtins_js__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(8226);
/* harmony import */ var _tools_grounding_js__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(42713);
/* harmony import */ var _tools_interactive_tools_js__WEBPACK_IMPORTED_MODULE_18__ = __webpack_require__(49266);
/* harmony import */ var _tools_long_output_js__WEBPACK_IMPORTED_MODULE_19__ = __webpack_require__(65652);
/* harmony import */ var _tools_toolbox_js__WEBPACK_IMPORTED_MODULE_20__ = __webpack_require__(85275);
/* harmony import */ var _run_github_tools_js__WEBPACK_IMPORTED_MODULE_21__ = __webpack_require__(22978);
/* harmony import */ var _run_options_js__WEBPACK_IMPORTED_MODULE_22__ = __webpack_require__(54153);
/* harmony import */ var _run_snapshot_js__WEBPACK_IMPORTED_MODULE_23__ = __webpack_require__(96203);

























async function buildAgent(run, offered) {
    const { resumed, config, runtime, session, outputSchema, wrapUpSignal } = run;
    const { filter, transcript } = session;
    const { model, capabilities, servers, externalTools, work } = offered;
    const githubTools = (0,_run_github_tools_js__WEBPACK_IMPORTED_MODULE_21__/* .runGithubTools */ .OC)({ ...run, ...work, github: session.github, settings: run.declaredSettings });
    const memory = [config.memory, externalTools.instructions].filter(Boolean).join('\n\n');
    const outputFolder = (0,_config_runtime_js__WEBPACK_IMPORTED_MODULE_9__/* .toolOutputFolder */ .Y_)(runtime);
    const withReads = (tools) => (0,_github_tools_read_code_js__WEBPACK_IMPORTED_MODULE_12__/* .withPlainEdits */ .UD)((0,_github_tools_write_authority_js__WEBPACK_IMPORTED_MODULE_13__/* .recordOutsideTexts */ .Bs)(tools, work.proposals.texts), session.github);
    const agent = agentContext({
        ...config,
        ...model,
        ...resumed.agent,
        memory,
        capabilities,
        externalTools: { ...externalTools, tools: () => withReads(externalTools.tools()) },
        withReads,
        outputSchema,
        outputFolder,
        programLimits: (0,_run_options_js__WEBPACK_IMPORTED_MODULE_22__/* .programLimitsOf */ .AA)(run),
        filter,
        wrapUpSignal,
        emit: transcript.emit,
        now: runtime.now,
        startTimer: runtime.startTimer,
        async startServers(subagent, signal) {
            const started = await servers.startServers(subagent, signal);
            return started && { ...started, tools: withReads(started.tools) };
        },
        githubTools: resumed.tools(githubTools),
        shownFiles: () => (0,_github_shown_lines_js__WEBPACK_IMPORTED_MODULE_11__/* .filesShown */ .Rw)(session.github),
        proposalSummary: () => (0,_delivery_report_receipt_summary_js__WEBPACK_IMPORTED_MODULE_10__/* .summarizeProposals */ .D9)(work.proposals.proposals(), run.inputs),
    });
    agent.recover = answerFollowUp(run, agent, work);
    await resumed.judge(agent);
    const shown = { ...config, ...model, memory };
    transcript.emit({ type: 'run_snapshot', ...(0,_run_snapshot_js__WEBPACK_IMPORTED_MODULE_23__/* .runSnapshot */ .g)(model.inputs, shown, agent, outputFolder) });
    return agent;
}
const answerFollowUp = ({ signal, session }, agent, { proposals, resultNames }) => async (ending, turns) => {
    const isNearLimit = agent.stopConditions.some((stop) => stop({ turns: turns + 2 }) !== undefined);
    if (isNearLimit || agent.wrapUpSignal?.aborted === true || signal.aborted)
        return undefined;
    const text = resultNames.isAnswerRead === true ? undefined : await proposals.answers.question(ending);
    if (text === undefined)
        return undefined;
    session.transcript.emit({ type: 'follow_up', text });
    return { prompt: [{ kind: 'text', text }], signal };
};
function agentContext(parts) {
    const { inputs, rules, mode, filter, emit, model } = parts;
    const saveOutput = (name, text) => (0,_tools_long_output_js__WEBPACK_IMPORTED_MODULE_19__/* .saveText */ .L8)(parts.outputFolder, name, filter.text(text));
    const maxCharacters = (0,_run_options_js__WEBPACK_IMPORTED_MODULE_22__/* .maxOutputCharacters */ .Yx)(parts.settings);
    const agentTools = createAgentTools(parts, () => ({
        context,
        memory: parts.memory,
        subdirectoryMemory: memoryOf(parts.shownFiles().length),
        sections: (tools) => [...Object.values(agentTools.promptSections(tools)), parts.capabilities.fileNote ?? ''],
        version: _platform_version_js__WEBPACK_IMPORTED_MODULE_24__/* .VERSION */ .xv,
        startServers: parts.startServers,
    }));
    const fixedTools = [
        ...parts.withReads((0,_tools_builtins_js__WEBPACK_IMPORTED_MODULE_16__/* .builtins */ .T)(withModelRequests(parts))),
        ...agentTools.tools,
        ...parts.githubTools,
        ...(0,_tools_interactive_tools_js__WEBPACK_IMPORTED_MODULE_18__/* .interactiveTools */ .g)(),
    ];
    const currentTools = createCurrentTools(fixedTools, parts);
    const names = currentTools().declarations.map(({ name }) => name);
    const notice = (text) => emit({ type: 'notice', level: 'info', text });
    const unused = unusedSkillsNotice(parts.skills, names);
    if (unused !== undefined)
        notice(unused);
    for (const text of (0,_agent_offered_tools_js__WEBPACK_IMPORTED_MODULE_2__/* .missingToolNotices */ .av)(parts.agents, currentTools().toolbox))
        notice(text);
    const { shownFiles, steering, memoryFiles } = parts;
    const memory = {
        ...(0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_1__/* .placeOptions */ .Gb)(parts.settings, parts.learnings),
        root: parts.capabilities.files.shownRoot,
        shownFiles,
    };
    const memoryOf = (shownBefore = 0) => (0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_1__/* .createSubdirectoryMemory */ .Pq)(steering, memoryFiles, { ...memory, shownBefore }, notice);
    const context = {
        rules,
        mode,
        programLimits: parts.programLimits,
        get toolbox() {
            return currentTools().toolbox;
        },
        get hiddenTools() {
            return currentTools().hiddenTools;
        },
        get declarations() {
            return currentTools().declarations;
        },
        history: parts.history,
        admission: parts.admission,
        redact: filter.deep,
        emit,
        now: parts.now,
        startTimer: parts.startTimer,
        hooks: parts.hooks && (0,_agent_hooks_hook_recording_js__WEBPACK_IMPORTED_MODULE_0__/* .recordHooks */ .Oq)(parts.hooks, emit),
        runCheckers: parts.check && (0,_agent_hooks_hook_recording_js__WEBPACK_IMPORTED_MODULE_0__/* .recordCheck */ .Y$)(parts.check, emit),
        resolvePaths: (0,_agent_resolved_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .createPathResolver */ .u)(parts.capabilities.files),
        subdirectoryMemory: memoryOf(),
        generate: (0,_model_retry_js__WEBPACK_IMPORTED_MODULE_14__/* .withoutRefusedTools */ .sj)(parts.generate, (name) => toolOwner(name, parts.externalTools.tools()), ({ text }) => emit({ type: 'notice', level: 'warning', text })),
        model,
        system: filter.text(systemText(parts, names, agentTools.promptSections(names))),
        stopConditions: (0,_run_options_js__WEBPACK_IMPORTED_MODULE_22__/* .stopConditions */ .Te)(inputs, parts.settings),
        outputSchema: parts.outputSchema,
        budget: parts.budget,
        wrapUpSignal: parts.wrapUpSignal,
        outputLimit: { maxCharacters, saveOutput },
        contextWindow: (0,_run_options_js__WEBPACK_IMPORTED_MODULE_22__/* .contextWindowFor */ .TW)(parts.settings, model, {
            utilityGenerate: (0,_agent_utility_request_js__WEBPACK_IMPORTED_MODULE_8__/* .createUtilityRequests */ .J)(parts),
            saveOutput,
            countTokens: parts.countTokens,
        }),
        detectLoops: parts.settings.model?.disableLoopDetection !== true,
        fallbackAnswer: parts.proposalSummary,
    };
    return context;
}
function toolOwner(name, externalTools) {
    const tool = externalTools.find((each) => each.name === name);
    const server = tool?.server ?? /^(.+?)__./.exec(name)?.[1];
    if (server !== undefined)
        return `MCP server ${server}`;
    return tool && 'tools.discoveryCommand';
}
function systemText(parts, tools, sections) {
    return (0,_agent_system_prompt_js__WEBPACK_IMPORTED_MODULE_7__/* .systemPrompt */ .Ao)({
        mode: parts.mode,
        memory: parts.memory,
        fileNote: parts.capabilities.fileNote,
        tools,
        canPropose: parts.githubTools.some(({ name, annotations }) => tools.includes(name) && !annotations.readOnlyHint),
        override: parts.systemPrompt?.({ tools, ...sections }),
        sections: Object.values(sections),
    });
}
function withModelRequests(parts) {
    const { capabilities, settings, budget } = parts;
    const baseRequest = (0,_agent_utility_request_js__WEBPACK_IMPORTED_MODULE_8__/* .createUtilityRequests */ .J)(parts);
    const utilityRequest = (agent) => budget.withReserve(baseRequest(agent));
    const web = capabilities.fetch && webCapabilities(capabilities.fetch, utilityRequest);
    return {
        ...capabilities,
        ...web,
        generateCorrection: settings.tools?.disableLLMCorrection !== true ? utilityRequest('replace') : undefined,
    };
}
const webCapabilities = (fetch, utilityRequest) => ({
    fetch: {
        ...fetch,
        generate: utilityRequest('web_fetch'),
        generateFromUrls: (0,_tools_grounding_js__WEBPACK_IMPORTED_MODULE_17__/* .withGrounding */ .e)(utilityRequest('web_fetch')),
    },
    search: { groundedGenerate: (0,_tools_grounding_js__WEBPACK_IMPORTED_MODULE_17__/* .withGrounding */ .e)(utilityRequest('google_web_search')), leaks: fetch.leaks },
});
function createAgentTools({ agents, skills, rules, mode }, subagentContext) {
    const callable = agents.filter(({ name }) => (0,_policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_15__/* .hidingRule */ .E7)(rules, { name: _agent_subagents_subagent_tools_js__WEBPACK_IMPORTED_MODULE_6__/* .DELEGATE_TOOL */ .hU, aliases: [name], annotations: {} }, mode) === undefined);
    const delegate = (0,_agent_subagents_subagent_tools_js__WEBPACK_IMPORTED_MODULE_6__/* .delegateTool */ .Oo)(callable, async (agent, task, signal) => {
        return (0,_agent_subagents_run_agent_js__WEBPACK_IMPORTED_MODULE_5__/* .runAgent */ .JN)(agent, task, subagentContext(), signal);
    });
    return {
        tools: [...(callable.length === 0 ? [] : [delegate]), ...(skills.length === 0 ? [] : [(0,_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .activateSkill */ .VK)(skills)])],
        promptSections: (tools) => ({
            agents: tools.includes(_agent_subagents_subagent_tools_js__WEBPACK_IMPORTED_MODULE_6__/* .DELEGATE_TOOL */ .hU) ? (0,_agent_subagents_subagent_tools_js__WEBPACK_IMPORTED_MODULE_6__/* .delegationSection */ .MK)(callable) : '',
            skills: tools.includes(_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .ACTIVATE_SKILL */ .yl) ? (0,_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .skillSection */ .pA)(skills) : '',
        }),
    };
}
function unusedSkillsNotice(skills, declared) {
    if (skills.length === 0 || declared.includes(_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .ACTIVATE_SKILL */ .yl))
        return undefined;
    const names = skills.map(({ name }) => name).join(', ');
    return `Unused skills, because no rule allows ${_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .ACTIVATE_SKILL */ .yl}: ${names}. To allow it, add "${_agent_skills_js__WEBPACK_IMPORTED_MODULE_4__/* .ACTIVATE_SKILL */ .yl}" to tools.allowed in the settings or write a policy rule.`;
}
function createCurrentTools(fixedTools, { externalTools, rules, mode, emit }) {
    let isReported = false;
    const warn = (text) => {
        if (!isReported)
            emit({ type: 'notice', level: 'warning', text });
        isReported = true;
    };
    return cacheByVersion(externalTools, (tools) => {
        const all = [...fixedTools, ...tools];
        const hidden = (0,_policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_15__/* .hiddenTools */ .G8)(all, rules, mode);
        const toolbox = (0,_tools_toolbox_js__WEBPACK_IMPORTED_MODULE_20__/* .makeToolbox */ .A)(all);
        const visible = toolbox.declarations().filter(({ name }) => !hidden.has(name));
        return { toolbox, hiddenTools: hidden, declarations: (0,_tools_toolbox_js__WEBPACK_IMPORTED_MODULE_20__/* .limitDeclarations */ .t)(visible, warn) };
    });
}
function cacheByVersion(externalTools, compute) {
    let cached;
    return () => {
        const version = externalTools.version();
        if (cached?.version !== version)
            cached = { version, value: compute(externalTools.tools()) };
        return cached.value;
    };
}


/***/ }),

/***/ 22978:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  CF: () => (/* binding */ openProposalTools),
  OC: () => (/* binding */ runGithubTools)
});

// UNUSED EXPORTS: branchOptions, callJudge, editJudge

// EXTERNAL MODULE: ./build/agent/compression.js
var compression = __webpack_require__(9480);
// EXTERNAL MODULE: ./build/config/slash-invocations.js
var slash_invocations = __webpack_require__(85768);
// EXTERNAL MODULE: ./build/platform/lazy.js
var lazy = __webpack_require__(21510);
// EXTERNAL MODULE: ./build/github-tools/proposal.js
var github_tools_proposal = __webpack_require__(67296);
;// CONCATENATED MODULE: ./build/github-tools/code-owners.js


const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
const TRIAGE = 'policies/profiles/triage.toml';
function ownersIn(text) {
    const words = text.split(/\r?\n/).flatMap((line) => line
        .replace(/(?:^|\s)#.*$/, '')
        .trim()
        .split(/\s+/)
        .slice(1));
    return new Set(words.flatMap((word) => (/^@[a-z\d-]+$/i.test(word) ? [word.slice(1).toLowerCase()] : [])));
}
function withCodeOwners(tools, { rules, steering }) {
    if (!rules.some(({ file }) => file === TRIAGE))
        return [...tools];
    const owners = (0,lazy/* lazyAsync */.z)(async () => {
        for (const place of PLACES) {
            const text = await steering.read(place);
            if (text !== undefined)
                return { place, names: ownersIn(text) };
        }
        return undefined;
    });
    return tools.map((tool) => (tool.name === 'github__assign' ? amongOwners(tool, owners) : tool));
}
const amongOwners = (tool, owners) => ({
    ...tool,
    variant: tool.variant && ((alias) => amongOwners(tool.variant?.(alias) ?? tool, owners)),
    async run(args, signal) {
        const ownersFile = await owners();
        if (ownersFile === undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)('profile:triage assigns only accounts that CODEOWNERS names, and there is no such file.');
        const users = Array.isArray(args.users) ? args.users.map(String) : [];
        const isOwner = (user) => ownersFile.names.has(user.trim().replace(/^@/, '').toLowerCase());
        const others = users.filter((user) => !isOwner(user));
        const note = `Not accepted:\n${others.map((user) => `- ${user}: ${ownersFile.place} does not name this account, so profile:triage does not assign it`).join('\n')}`;
        if (others.length === users.length)
            return (0,github_tools_proposal/* refuseProposal */.dp)(note);
        const result = await tool.run({ ...args, users: users.filter(isOwner) }, signal);
        if (others.length === 0 || !result.ok || typeof result.content !== 'string')
            return result;
        return { ...result, content: `${result.content}\n${note}` };
    },
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./build/github/api/github-error.js
var github_error = __webpack_require__(73465);
// EXTERNAL MODULE: ./build/github/api/issues.js
var issues = __webpack_require__(70317);
// EXTERNAL MODULE: ./build/github/context/issue-facts.js
var issue_facts = __webpack_require__(52531);
// EXTERNAL MODULE: ./build/text/glob-list.js
var glob_list = __webpack_require__(50471);
// EXTERNAL MODULE: ./build/tools/tool.js
var tools_tool = __webpack_require__(10280);
// EXTERNAL MODULE: ./build/github-tools/read-tool.js
var read_tool = __webpack_require__(29257);
;// CONCATENATED MODULE: ./build/github-tools/issue-proposals.js









const WHEN = 'It is done after the run.';
const numberParameter = (0,lazy/* lazy */.R)(() => schemas/* int */.Whr()
    .min(1)
    .optional()
    .describe("Number of the issue or pull request. Default: the number of this run's issue or pull request."));
function issueProposalTools(task, github, options, store) {
    const issues = new Map();
    const issue = (number) => {
        const fetchIssue = issues.get(number) ?? (0,lazy/* lazyAsync */.z)(() => github.issue(number));
        issues.set(number, fetchIssue);
        return fetchIssue();
    };
    const target = targetResolver(task, issue, options);
    const labels = (0,lazy/* lazyAsync */.z)(async () => (await github.labels()).map(({ name }) => name));
    const context = { github, options, store, issue, labels, target, taskNumber: task.number };
    return [comment, addLabels, removeLabels, issue_proposals_assign, updateIssue, createIssue].map((tool) => tool(context));
}
const comment = ({ target, store, options: { authority } }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'comment',
    description: `Proposes a comment in addition to the answer, which is always posted. ${WHEN}`,
    input: schemas/* object */.Ikc({
        body: schemas/* string */.YjP().describe('GitHub Markdown.'),
        number: numberParameter(),
        edit_last: schemas/* boolean */.zMY().optional().describe('Replaces the text of the last comment that this run proposed there.'),
    }),
    beyond: async ({ number }) => authority.item(number),
    async run({ body, number: requestedNumber, edit_last: editsLast = false }) {
        const subject = await target(requestedNumber);
        if (!subject.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(subject.reason);
        const problem = (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(problem);
        const earlier = store.ofKind('extra_comment').filter((each) => each.number === subject.number);
        if (earlier.some((each) => each.body.trim() === body.trim()))
            return (0,github_tools_proposal/* alreadyInPlace */.XU)(`The same comment on #${subject.number} is already proposed.`);
        const last = editsLast ? earlier.at(-1) : undefined;
        if (last !== undefined) {
            store.withdraw((each) => each === last);
            store.add({ ...last, body }, 'extra_comment', 0);
            return (0,tools_tool/* done */.Vw)(`Proposed: the new text of that comment on #${subject.number}. ${WHEN}`);
        }
        if (store.remaining('extra_comment') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('extra_comment', 'comments');
        store.add({ kind: 'extra_comment', number: subject.number, body, nth: earlier.length + 1 }, 'extra_comment');
        return (0,tools_tool/* done */.Vw)(`Proposed: a comment on #${subject.number}. ${WHEN}`);
    },
});
const addLabels = ({ issue, labels, target, options, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'add_labels',
    description: `Proposes labels to add to an issue or pull request. ${WHEN}`,
    input: schemas/* object */.Ikc({ labels: schemas/* array */.YOg(schemas/* string */.YjP()).min(1), number: numberParameter() }),
    beyond: async ({ number }) => labelsBeyond(number, options),
    async run({ labels: requestedLabels, number: requestedNumber }) {
        const limit = labelLimit(options);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        const subject = await target(requestedNumber);
        if (!subject.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(subject.reason);
        const current = (await issue(subject.number)).labels;
        const rules = { existing: await labels(), allowed: options.allowedLabels, current };
        const chosen = await chooseLabels(requestedLabels, rules);
        const room = store.remaining('labels');
        const added = chosen.accepted.slice(0, room);
        if (added.length > 0)
            store.add({ kind: 'add_labels', number: subject.number, labels: added }, 'labels', added.length);
        return partialResult(`for #${subject.number}`, added, [
            ...chosen.refused,
            ...beyondQuota(chosen.accepted.slice(room)),
        ]);
    },
});
const removeLabels = ({ issue, target, options, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'remove_labels',
    description: `Proposes labels to remove from an issue or pull request. ${WHEN}`,
    input: schemas/* object */.Ikc({ labels: schemas/* array */.YOg(schemas/* string */.YjP()).min(1), number: numberParameter() }),
    beyond: async ({ number }) => labelsBeyond(number, options),
    async run({ labels: requestedLabels, number: requestedNumber }) {
        const limit = labelLimit(options);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        const subject = await target(requestedNumber);
        if (!subject.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(subject.reason);
        const current = (await issue(subject.number)).labels;
        const chosen = await chooseLabels(requestedLabels, {
            existing: current,
            allowed: options.allowedLabels,
            current: [],
        });
        const removable = chosen.accepted.filter((name) => current.includes(name));
        const missing = chosen.accepted
            .filter((name) => !current.includes(name))
            .map((name) => `${name}: #${subject.number} does not have it`);
        const room = store.remaining('labels');
        const removed = removable.slice(0, room);
        if (removed.length > 0)
            store.add({ kind: 'remove_labels', number: subject.number, labels: removed }, 'labels', removed.length);
        const refused = [...chosen.refused, ...missing, ...beyondQuota(removable.slice(room))];
        return partialResult(`for removal from #${subject.number}`, removed, refused);
    },
});
const ONLY_ALLOWED_LABELS = 'sets and removes only labels that the input allowed_labels names';
const labelLimit = ({ authority, allowedLabels }) => allowedLabels.length > 0 ? undefined : authority.limit(ONLY_ALLOWED_LABELS);
const labelsBeyond = async (number, { authority, allowedLabels }) => authority.item(number) ?? (allowedLabels.length > 0 ? undefined : authority.byText(ONLY_ALLOWED_LABELS));
const beyondQuota = (labels) => labels.map((name) => `${name}: exceeds the number of labels that one run may propose`);
const ASSIGNS_NOBODY = 'assigns nobody';
const issue_proposals_assign = ({ issue, target, github, store, options: { authority } }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'assign',
    description: `Proposes users to assign to an issue or pull request. ${WHEN}`,
    input: schemas/* object */.Ikc({ users: schemas/* array */.YOg(schemas/* string */.YjP()).min(1), number: numberParameter() }),
    beyond: async ({ number }) => authority.item(number) ?? authority.byText(ASSIGNS_NOBODY),
    async run({ users, number: requestedNumber }) {
        const limit = authority.limit(ASSIGNS_NOBODY);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        const subject = await target(requestedNumber);
        if (!subject.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(subject.reason);
        const current = (await issue(subject.number)).assignees;
        const accepted = [];
        const refused = [];
        for (const user of new Set(users.map((name) => name.trim().replace(/^@/, '')))) {
            const quota = store.remaining('users') - accepted.length;
            const problem = await assigneeProblem(user, { current, accepted, quota }, github);
            if (problem === undefined)
                accepted.push(user);
            else
                refused.push(`${user}: ${problem}`);
        }
        if (accepted.length > 0)
            store.add({ kind: 'assign', number: subject.number, users: accepted }, 'users', accepted.length);
        return partialResult(`for #${subject.number}`, accepted, refused);
    },
});
const CHANGES_NO_ITEM = 'closes and reopens nothing, and changes no title and no text';
const updateIssue = ({ issue, target, store, options: { authority }, taskNumber }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'update_issue',
    description: `Proposes a new title or text, or to close, reopen or mark an issue as a duplicate. ${WHEN}`,
    input: schemas/* object */.Ikc({
        number: numberParameter(),
        title: schemas/* string */.YjP().optional(),
        body: schemas/* string */.YjP().optional().describe('Replaces the text, in GitHub Markdown.'),
        state: schemas/* enum */.k5n(['open', 'closed']).optional(),
        state_reason: schemas/* enum */.k5n([...issues/* CLOSE_REASONS */.P, 'reopened']).optional(),
        duplicate_of: schemas/* int */.Whr().min(1).optional().describe('Number of the original issue. Closes this issue.'),
    }),
    async beyond({ number = taskNumber, title, body }) {
        const reason = authority.item(number) ?? (await authority.byText(CHANGES_NO_ITEM));
        if (reason !== undefined || number === undefined || (title ?? body) === undefined)
            return reason;
        return authority.rewrite(await issue(number), { title, body });
    },
    async run({ number: requestedNumber, ...args }) {
        const limit = authority.limit(CHANGES_NO_ITEM);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        const subject = await target(requestedNumber);
        if (!subject.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(subject.reason);
        const change = await resolveIssueUpdate(await issue(subject.number), args, issue);
        if (!change.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(change.reason);
        if (store.remaining('update_issue') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('update_issue', 'issue updates');
        store.add({ kind: 'update_issue', number: subject.number, ...change.update }, 'update_issue');
        return (0,tools_tool/* done */.Vw)(`Proposed: an update of #${subject.number}. ${WHEN}`);
    },
});
const OPENS_NO_ISSUE = 'opens no issue';
const createIssue = ({ labels, github, options, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'create_issue',
    description: `Proposes a new issue. Search for an existing one first. ${WHEN}`,
    input: schemas/* object */.Ikc({
        title: schemas/* string */.YjP(),
        body: schemas/* string */.YjP().describe('GitHub Markdown.'),
        labels: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    }),
    beyond: options.authority.newIssue,
    async run({ title: requestedTitle, body, labels: requestedLabels = [] }) {
        const limit = options.authority.limit(OPENS_NO_ISSUE);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        const title = (0,github_tools_proposal/* normalizeTitle */.sA)(requestedTitle);
        const problem = title === '' ? 'The title is empty.' : (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(problem);
        const isSameTitle = (other) => other.toLowerCase() === title.toLowerCase();
        if (store.ofKind('create_issue').some((each) => isSameTitle(each.title)))
            return (0,github_tools_proposal/* alreadyInPlace */.XU)('An issue with this title is already proposed.');
        const existing = (await github.issuesOpenedBy(await github.viewer())).find((each) => each.state === 'open' && isSameTitle(each.title));
        if (existing !== undefined)
            return (0,github_tools_proposal/* alreadyInPlace */.XU)(`#${existing.number} is open and has this title. Comment there instead.`);
        if (store.remaining('create_issue') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('create_issue', 'issues');
        const chosen = requestedLabels.length === 0
            ? { accepted: [], refused: [] }
            : await chooseLabels(requestedLabels, {
                existing: await labels(),
                allowed: options.allowedLabels,
                current: [],
            });
        store.add({ kind: 'create_issue', title, body, labels: chosen.accepted }, 'create_issue');
        const refused = chosen.refused.length === 0 ? '' : `\n${refusedList(chosen.refused)}`;
        return (0,tools_tool/* done */.Vw)(`Proposed: the issue "${title}". ${WHEN}${refused}`);
    },
});
function targetResolver(task, issue, { authority }) {
    return async (requestedNumber) => {
        const number = requestedNumber ?? task.number;
        if (number === undefined)
            return { ok: false, reason: (0,read_tool/* missingNumberReason */.i1)(task) };
        if (number === task.number)
            return { ok: true, number };
        const isListed = task.items?.some((item) => item.number === number) === true;
        const limit = isListed ? undefined : authority.limit(`may write to ${ownNames(task)}`);
        if (limit !== undefined)
            return { ok: false, reason: limit };
        try {
            await issue(number);
            return { ok: true, number };
        }
        catch (error) {
            if (error instanceof github_error/* GitHubError */.y_ && (error.status === 404 || error.status === 410))
                return { ok: false, reason: `There is no issue or pull request #${number} in this repository.` };
            throw error;
        }
    };
}
const ownNames = ({ number, items }) => {
    const numbers = items?.map((item) => item.number) ?? (number === undefined ? [] : [number]);
    return numbers.length === 0 ? 'no issue or pull request' : `${numbers.map((each) => `#${each}`).join(', ')} only`;
};
const MAX_ASSIGNEES = 10;
async function assigneeProblem(user, { current, accepted, quota }, github) {
    if (current.some((name) => name.toLowerCase() === user.toLowerCase()))
        return 'is already assigned';
    if (current.length + accepted.length >= MAX_ASSIGNEES)
        return `GitHub accepts at most ${MAX_ASSIGNEES} assignees`;
    if (quota <= 0)
        return 'exceeds the number of users that one run may propose';
    if (!/^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(user) || !(await github.assignable(user)))
        return 'cannot be assigned; only users with access to the repository can';
    return undefined;
}
const IN_PLACE = /: (?:is set already|is already assigned|#\d+ does not have it)$/;
function partialResult(target, proposed, refused) {
    const rest = refused.length === 0 ? '' : refusedList(refused);
    if (proposed.length === 0)
        return refused.every((line) => IN_PLACE.test(line)) ? (0,github_tools_proposal/* alreadyInPlace */.XU)(rest) : (0,github_tools_proposal/* refuseProposal */.dp)(rest);
    const names = proposed.map((name) => JSON.stringify(name)).join(', ');
    return (0,tools_tool/* done */.Vw)([`Proposed ${target}: ${names}. ${WHEN}`, rest].filter(Boolean).join('\n'));
}
const refusedList = (lines) => `Not accepted:\n${lines.map((line) => `- ${line}`).join('\n')}`;
async function resolveIssueUpdate(issue, { title, body, state, state_reason: reason, duplicate_of: original }, fetchIssue) {
    const refuse = (reason) => ({ ok: false, reason });
    const update = {};
    const shouldClose = state === 'closed' ||
        original !== undefined ||
        (state === undefined && reason !== undefined && reason !== 'reopened');
    if (title !== undefined) {
        if ((0,github_tools_proposal/* normalizeTitle */.sA)(title) === '')
            return refuse('The title is empty.');
        if ((0,github_tools_proposal/* normalizeTitle */.sA)(title) !== issue.title)
            update.title = (0,github_tools_proposal/* normalizeTitle */.sA)(title);
    }
    if (body !== undefined) {
        const problem = (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return refuse(problem);
        update.body = body;
    }
    if (state === 'open' && (original !== undefined || (reason !== undefined && reason !== 'reopened')))
        return refuse('state_reason and duplicate_of close an issue: omit them, or set state to "closed".');
    if (shouldClose && reason === 'reopened')
        return refuse('state_reason "reopened" requires state "open".');
    if (reason === 'duplicate' && original === undefined)
        return refuse('Name the original issue in duplicate_of.');
    if (original !== undefined) {
        if (issue.isPullRequest)
            return refuse('Only issues can be duplicates.');
        if (original === issue.number)
            return refuse('An issue cannot be a duplicate of itself.');
        const other = await fetchIssue(original).catch((error) => {
            if (error instanceof github_error/* GitHubError */.y_ && (error.status === 404 || error.status === 410))
                return undefined;
            throw error;
        });
        if (other === undefined || other.isPullRequest)
            return refuse(`There is no issue #${original} in this repository.`);
        update.duplicateOf = { number: original, id: other.id };
    }
    if (shouldClose && (issue.state !== 'closed' || original !== undefined)) {
        update.state = 'closed';
        if (!issue.isPullRequest)
            update.stateReason = original !== undefined ? 'duplicate' : reason === 'not_planned' ? 'not_planned' : 'completed';
    }
    if ((state === 'open' || reason === 'reopened') && issue.state !== 'open')
        update.state = 'open';
    if (Object.keys(update).length === 0)
        return refuse(`Nothing would change: #${issue.number} is ${issue.state} and has this title. Set another title, body, state or duplicate_of.`);
    return { ok: true, update };
}
const MAX_NAME_CHARACTERS = 50;
const MAX_LISTED = 40;
async function chooseLabels(requested, rules) {
    const { existing, allowed, current } = rules;
    const isAllowed = (0,issue_facts/* labelMatcher */.LX)(allowed);
    const accepted = [];
    const refused = [];
    let areLabelsTold = false;
    for (const label of new Set(requested.map((name) => name.trim()))) {
        const spelling = existing.find((name) => isSameName(name, label));
        const name = spelling ?? label;
        if (accepted.includes(name))
            continue;
        if (current.some((each) => isSameName(each, name)))
            refused.push(`${name}: is set already`);
        else if (allowed.length > 0 ? !isAllowed(name) : spelling === undefined) {
            refused.push(`${label}: ${areLabelsTold ? 'is not accepted' : describeAccepted(rules)}`);
            areLabelsTold = true;
        }
        else if (!isValidName(name))
            refused.push(`${label}: is not a valid label name`);
        else
            accepted.push(name);
    }
    return { accepted, refused };
}
const isSameName = (a, b) => a.toLowerCase() === b.toLowerCase();
const isValidName = (name) => name !== '' && [...name].length <= MAX_NAME_CHARACTERS && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);
function describeAccepted({ existing, allowed }) {
    const { included, excluded } = (0,glob_list/* sortGlobs */.It)(allowed);
    const names = allowed.length > 0 ? included : existing;
    if (names.length === 0)
        return 'there are no labels to choose from';
    const listed = (list) => {
        const more = list.length > MAX_LISTED ? ` and ${list.length - MAX_LISTED} more` : '';
        return `${list
            .slice(0, MAX_LISTED)
            .map((name) => JSON.stringify(name))
            .join(', ')}${more}`;
    };
    return `is not accepted; accepted are ${listed(names)}${excluded.length > 0 ? `, but not ${listed(excluded)}` : ''}`;
}

// EXTERNAL MODULE: ./build/github-tools/mcp-names.js
var mcp_names = __webpack_require__(17813);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/coerce.js
var coerce = __webpack_require__(49567);
// EXTERNAL MODULE: ./build/github/context/prompt-data.js
var prompt_data = __webpack_require__(55203);
;// CONCATENATED MODULE: ./build/github-tools/mcp-tool.js





const repositoryParameters = { owner: schemas/* string */.YjP().optional(), repo: schemas/* string */.YjP().optional() };
const optionalNumber = coerce/* number */.ai().int().min(1).optional();
const pageParameters = {
    page: coerce/* number */.ai().int().min(1).optional(),
    perPage: coerce/* number */.ai().int().min(1).max(100).optional(),
};
const pageOf = ({ page = 1, perPage = 30 }) => ({ page, per_page: perPage });
function otherRepositoryProblem({ owner, repo }, { repo: taskRepo }) {
    const full = typeof repo === 'string' && repo.includes('/') ? repo : `${owner ?? taskRepo.owner}/${repo ?? taskRepo.name}`;
    const isOwn = full.trim().toLowerCase() === `${taskRepo.owner}/${taskRepo.name}`.toLowerCase();
    return isOwn
        ? undefined
        : `This run can reach only the repository ${taskRepo.owner}/${taskRepo.name}, not ${JSON.stringify(full)}. Set owner and repo to it, or omit them.`;
}
class McpArgumentError extends Error {
}
const mcpReadDefiner = ({ task, nonce }) => ({ name, description, needs, input, read }) => (0,tools_tool/* defineTool */.uO)({
    ...(0,mcp_names/* mcpNames */.V_)(name),
    description,
    annotations: { readOnlyHint: true },
    input: schemas/* object */.Ikc({ ...repositoryParameters, ...input }),
    parameterAliases: ({ shape }) => ('issue_number' in shape ? mcp_names/* ISSUE_PARAMETER_NAMES */.p9 : mcp_names/* MCP_PARAMETER_NAMES */.CC),
    async run(args) {
        const problem = otherRepositoryProblem(args, task);
        if (problem !== undefined)
            return (0,tools_tool/* failed */.gz)('execution_failed', problem);
        const output = (0,prompt_data/* openPromptData */.J)(nonce);
        try {
            const { owner: _, repo: __, ...ownArgs } = args;
            const value = await read(ownArgs, output);
            return (0,tools_tool/* done */.Vw)(typeof value === 'string' ? value : JSON.stringify(await cleanJson(value, output)));
        }
        catch (error) {
            if (error instanceof McpArgumentError)
                return (0,tools_tool/* failed */.gz)('execution_failed', error.message);
            if (!(error instanceof github_error/* GitHubError */.y_))
                throw error;
            const hint = error.status === 403 || error.status === 404
                ? ` If it exists, the job lacks the permission \`${needs}\`.`
                : '';
            return (0,tools_tool/* failed */.gz)('execution_failed', `${error.message}.${hint}`);
        }
    },
});
const MAX_CHARACTERS = { prose: 20_000, code: 60_000 };
const PROSE = new Set(['body', 'title', 'description']);
async function cleanJson(value, output, key = '') {
    if (typeof value === 'string')
        return PROSE.has(key) ? output.prose(value, MAX_CHARACTERS.prose) : output.code(value, MAX_CHARACTERS.code);
    if (Array.isArray(value))
        return Promise.all(value.map((each) => cleanJson(each, output, key)));
    if (typeof value !== 'object' || value === null)
        return value;
    const entries = Object.entries(value).map(async ([name, each]) => [name, await cleanJson(each, output, name)]);
    return Object.fromEntries(await Promise.all(entries));
}

;// CONCATENATED MODULE: ./build/github-tools/mcp-writes.js






const mcpWriteDefiner = (context) => ({ name, description, input, judgesSteps, plan }) => (0,tools_tool/* defineTool */.uO)({
    ...(0,mcp_names/* mcpNames */.V_)(name),
    description,
    annotations: { readOnlyHint: false, destructiveHint: false },
    input: schemas/* object */.Ikc({ ...repositoryParameters, ...input }),
    parameterAliases: ({ shape }) => ('issue_number' in shape ? ISSUE_NUMBER_NAMES : WRITE_PARAMETER_NAMES),
    async beyond(args) {
        const planned = judgesSteps === undefined ? { steps: [] } : await plan(ownArgsOf(args));
        const steps = 'steps' in planned ? planned.steps : [];
        for (const { tool, args } of steps) {
            const step = context.ownTools.get(`github__${tool}`);
            const parsed = step?.parse(args);
            const reason = parsed?.ok ? await step?.beyond?.(parsed.args) : undefined;
            if (reason !== undefined)
                return reason;
        }
        return undefined;
    },
    async run(args, signal) {
        const problem = otherRepositoryProblem(args, context.task);
        if (problem !== undefined)
            return (0,tools_tool/* failed */.gz)('execution_failed', problem);
        try {
            const planned = await plan(ownArgsOf(args));
            if ('refusal' in planned)
                return (0,tools_tool/* failed */.gz)('execution_failed', planned.refusal);
            if ('withdraw' in planned)
                return (0,tools_tool/* done */.Vw)(planned.withdraw());
            return 'answer' in planned ? (0,tools_tool/* done */.Vw)(planned.answer) : await runSteps(planned, context, signal);
        }
        catch (error) {
            if (!(error instanceof github_error/* GitHubError */.y_))
                throw error;
            return (0,tools_tool/* failed */.gz)('execution_failed', `Not accepted, because the proposal could not be checked: ${error.message}`);
        }
    },
});
function ownArgsOf(args) {
    const { owner: _, repo: __, ...ownArgs } = args;
    return ownArgs;
}
const WRITE_PARAMETER_NAMES = { ...mcp_names/* MCP_PARAMETER_NAMES */.CC, commit_id: 'commitID', commitId: 'commitID' };
const ISSUE_NUMBER_NAMES = Object.fromEntries(['number', 'issueNumber', 'pullNumber', 'pull_number'].map((name) => [name, 'issue_number']));
async function runSteps({ steps, notes = [] }, context, signal) {
    const results = [];
    for (const step of steps)
        results.push(await runStep(step, context, signal));
    const texts = results.map((result) => (result.ok ? String(result.content) : result.text));
    const text = [...texts, ...notes].join('\n');
    const missing = results.find((result) => !result.ok && result.reason !== 'edit_no_change');
    if (missing?.ok === false)
        return (0,tools_tool/* failed */.gz)(missing.reason, text);
    const isInPlace = results.length > 0 && results.every(({ ok }) => !ok);
    return isInPlace ? (0,tools_tool/* failed */.gz)('edit_no_change', text) : (0,tools_tool/* done */.Vw)(text);
}
async function runStep({ tool: name, args }, context, signal) {
    const tool = context.ownTools.get(`github__${name}`);
    if (tool === undefined)
        return (0,tools_tool/* failed */.gz)('execution_failed', `The workflow turned github__${name} off. Put it in the answer instead.`);
    const refusal = context.judge(tool, args);
    if (refusal !== undefined)
        return (0,tools_tool/* failed */.gz)('policy_violation', refusal);
    const parsed = tool.parse(args);
    return parsed.ok ? tool.run(parsed.args, signal) : (0,tools_tool/* failed */.gz)('invalid_tool_params', parsed.text);
}
const setArgs = (args) => Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
const issueFields = {
    title: schemas/* string */.YjP().optional(),
    body: schemas/* string */.YjP().optional(),
    labels: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    assignees: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    state: schemas/* string */.YjP().optional().describe('open or closed.'),
    state_reason: schemas/* string */.YjP().optional().describe('completed, not_planned or duplicate.'),
    duplicate_of: optionalNumber,
    milestone: schemas/* unknown */.L5J().optional(),
    type: schemas/* unknown */.L5J().optional(),
};
function mcpIssueWriteTools(context) {
    const define = mcpWriteDefiner(context);
    return [
        define({
            name: 'issue_write',
            judgesSteps: true,
            description: 'Proposes a new issue (method create), or a change of an issue (method update). It is done after the run.',
            input: { method: schemas/* enum */.k5n(['create', 'update']), issue_number: optionalNumber, ...issueFields },
            plan: ({ method, issue_number, ...fields }) => method === 'create' ? planCreation(fields) : planUpdate(issue_number, fields),
        }),
        define({
            name: 'update_issue',
            judgesSteps: true,
            description: 'Proposes a change of an issue. It is done after the run.',
            input: { issue_number: optionalNumber, ...issueFields },
            plan: ({ issue_number, ...fields }) => planUpdate(issue_number, fields),
        }),
        define({
            name: 'update_pull_request',
            judgesSteps: true,
            description: 'Proposes a new title, text or state of a pull request. It is done after the run.',
            input: {
                pullNumber: optionalNumber,
                title: schemas/* string */.YjP().optional(),
                body: schemas/* string */.YjP().optional(),
                state: schemas/* string */.YjP().optional().describe('open or closed.'),
                base: schemas/* unknown */.L5J().optional(),
                draft: schemas/* unknown */.L5J().optional(),
                reviewers: schemas/* unknown */.L5J().optional(),
                maintainer_can_modify: schemas/* unknown */.L5J().optional(),
            },
            plan: ({ pullNumber, base, draft, reviewers, maintainer_can_modify: edits, ...fields }) => withIgnored(planUpdate(pullNumber, fields), { base, draft, reviewers, maintainer_can_modify: edits }),
        }),
        define({
            name: 'create_issue',
            judgesSteps: true,
            description: 'Proposes a new issue. It is done after the run.',
            input: issueFields,
            plan: planCreation,
        }),
    ];
}
function planCreation({ title = '', body = '', labels, assignees, milestone, type, ...rest }) {
    const { state: _, state_reason: __, duplicate_of: ___, ...unknown } = rest;
    return withIgnored({ steps: [{ tool: 'create_issue', args: setArgs({ title, body, labels }) }] }, { ...unknown, assignees: assignees?.length === 0 ? undefined : assignees, milestone, type });
}
function planUpdate(number, { labels, assignees, milestone, type, ...fields }) {
    const target = setArgs({ number });
    const update = setArgs({
        ...fields,
        state: fields.state?.toLowerCase(),
        state_reason: fields.state_reason?.toLowerCase(),
    });
    const steps = [
        ...(labels?.length ? [{ tool: 'add_labels', args: { labels, ...target } }] : []),
        ...(assignees?.length ? [{ tool: 'assign', args: { users: assignees, ...target } }] : []),
        ...(Object.keys(update).length > 0 ? [{ tool: 'update_issue', args: { ...update, ...target } }] : []),
    ];
    const ignored = { milestone, type };
    if (steps.length > 0) {
        const kept = labels?.length ? ['Existing labels stay; github__remove_labels proposes to remove labels.'] : [];
        return withIgnored({ steps, notes: kept }, ignored);
    }
    return { refusal: 'Nothing would change. Set title, body, state, labels or assignees.' };
}
function withIgnored(plan, ignored) {
    const names = Object.keys(setArgs(ignored));
    if (names.length === 0 || !('steps' in plan))
        return plan;
    const note = `Not done, because this action does not set it: ${names.join(', ')}. Say so in the answer.`;
    return { ...plan, notes: [...(plan.notes ?? []), note] };
}
const mcp_writes_WHEN = 'All inline comments and this text become one review with the event COMMENT. It is posted after the run.';
const METHODS = ['create', 'submit_pending', 'delete_pending', 'resolve_thread', 'unresolve_thread'];
const reviewFields = {
    pullNumber: optionalNumber,
    body: schemas/* string */.YjP().optional().describe('GitHub Markdown.'),
    event: schemas/* string */.YjP().optional().describe('Always posted as COMMENT.'),
    commitID: schemas/* string */.YjP().optional(),
};
const inlineComment = schemas/* looseObject */._H3({ path: schemas/* string */.YjP(), body: schemas/* string */.YjP() });
function mcpReviewWriteTools(context) {
    const define = mcpWriteDefiner(context);
    return [
        define({
            name: 'pull_request_review_write',
            judgesSteps: true,
            description: `Writes a review, by method: ${METHODS.join(', ')}. ${mcp_writes_WHEN}`,
            input: { method: schemas/* enum */.k5n(METHODS), ...reviewFields, threadId: schemas/* string */.YjP().optional() },
            plan({ method, threadId, ...fields }) {
                switch (method) {
                    case 'create':
                        return fields.event === undefined ? planStart(fields) : planReview(fields, context);
                    case 'submit_pending':
                        return planReview(fields, context);
                    case 'delete_pending':
                        return withdrawReview(fields, context);
                    case 'resolve_thread':
                        return { steps: [{ tool: 'resolve_thread', args: setArgs({ thread_id: threadId }) }] };
                    case 'unresolve_thread':
                        return { refusal: 'This action does not reopen threads. Use github__reply in the thread.' };
                }
            },
        }),
        define({
            name: 'create_pending_pull_request_review',
            description: `Starts a review. ${mcp_writes_WHEN}`,
            input: reviewFields,
            plan: planStart,
        }),
        define({
            name: 'submit_pending_pull_request_review',
            description: `Ends a review with its text. ${mcp_writes_WHEN}`,
            input: reviewFields,
            plan: (fields) => planReview(fields, context),
        }),
        define({
            name: 'delete_pending_pull_request_review',
            description: 'Takes back the review that this run has proposed so far.',
            input: { pullNumber: optionalNumber },
            plan: (fields) => withdrawReview(fields, context),
        }),
        ...['create_pull_request_review', 'create_and_submit_pull_request_review'].map((name) => define({
            name,
            description: `Proposes a review. ${mcp_writes_WHEN}`,
            input: { ...reviewFields, comments: schemas/* array */.YOg(inlineComment).optional() },
            plan: ({ comments = [], ...fields }) => planReview(fields, context, comments),
        })),
    ];
}
const planStart = ({ body = '', pullNumber }) => body.trim() === ''
    ? {
        answer: 'The review is open. Add inline comments with add_comment_to_pending_review, then submit it with its text. Nothing is posted before the run ends.',
    }
    : { steps: [overviewStep(body, pullNumber)] };
const overviewStep = (body, number) => ({
    tool: 'review_overview',
    args: setArgs({ body, number }),
});
function planReview({ body = '', event = 'COMMENT', pullNumber: number }, { store }, comments = []) {
    const notes = event.trim().toUpperCase() === 'COMMENT' ? [] : [NO_APPROVAL];
    const steps = [
        ...comments.map((comment) => ({ tool: 'review_comment', args: { ...comment, ...setArgs({ number }) } })),
        ...(body.trim() === '' ? [] : [overviewStep(body, number)]),
    ];
    if (steps.length > 0)
        return { steps, notes };
    const count = store.ofKind('review_comment').length + store.ofKind('review_overview').length;
    if (count === 0)
        return { refusal: 'The review is empty. Give its text in body.' };
    return { answer: [`The review is complete. ${mcp_writes_WHEN}`, ...notes].join('\n') };
}
const NO_APPROVAL = 'The event is COMMENT: this action neither approves a pull request nor requests changes. Say in the text what you recommend.';
function withdrawReview({ pullNumber }, { store, task }) {
    const number = pullNumber ?? task.number;
    return {
        withdraw() {
            const count = store.withdraw((each) => (each.kind === 'review_comment' || each.kind === 'review_overview') && each.number === number);
            return count === 0 ? 'No review was proposed.' : 'The review is taken back: nothing of it is posted.';
        },
    };
}
const withFileComments = (reviewComment, overview) => ({
    ...reviewComment,
    parse(args) {
        const { path, body, line, subjectType, subject_type: subject = subjectType } = args;
        const number = args.pullNumber ?? args.pull_number ?? args.number;
        const isAboutFile = (line === undefined || line === null) && /^file$/i.test(String(subject ?? ''));
        if (!isAboutFile || typeof path !== 'string' || typeof body !== 'string')
            return reviewComment.parse(args);
        return { ok: true, args: setArgs({ path, body, fileComment: true, number }) };
    },
    run(args, signal) {
        if (args.fileComment !== true)
            return reviewComment.run(args, signal);
        const { path, body, number } = args;
        const parsed = overview?.parse(setArgs({ body: `**\`${path}\`**: ${body}`, number }));
        if (parsed?.ok !== true)
            return Promise.resolve((0,github_tools_proposal/* refuseProposal */.dp)(parsed?.text ?? 'Reviews are off in this run.'));
        return overview?.run(parsed.args, signal) ?? Promise.resolve((0,github_tools_proposal/* refuseProposal */.dp)('Reviews are off in this run.'));
    },
});

;// CONCATENATED MODULE: ./build/github-tools/mcp-file-writes.js



const mcp_file_writes_WHEN = 'It is done after the run.';
const change = { branch: schemas/* string */.YjP(), message: schemas/* string */.YjP().optional() };
function mcpFileWriteTools(context) {
    const define = mcpWriteDefiner(context);
    const { staged, branches } = context;
    const files = async (tool, { branch: name, message = '' }, changed) => {
        const problem = branches.problem(tool);
        if (problem !== undefined)
            return { refusal: problem };
        const branch = await staged.resolve(name);
        if (typeof branch === 'string')
            return { refusal: branch };
        const refusal = await staged.stage(branch, changed);
        if (refusal !== undefined)
            return { refusal };
        if (message.trim() !== '')
            branch.message = message;
        const paths = changed.slice(0, 20).map(({ path }) => path);
        return { answer: `Proposed on the new branch ${branch.branch}: ${paths.join(', ')}. ${mcp_file_writes_WHEN}` };
    };
    return [
        define({
            name: 'create_branch',
            description: `Proposes a new branch for files. ${mcp_file_writes_WHEN}`,
            input: { branch: schemas/* string */.YjP(), from_branch: schemas/* string */.YjP().optional() },
            async plan({ branch: name, from_branch: from }) {
                const problem = branches.problem('create_branch');
                if (problem !== undefined)
                    return { refusal: problem };
                const branch = await staged.start(name, from);
                if (typeof branch === 'string')
                    return { refusal: branch };
                return { answer: `The branch will be called ${branch.branch} and starts at ${branch.base.branch}. ${mcp_file_writes_WHEN}` };
            },
        }),
        define({
            name: 'create_or_update_file',
            description: `Proposes the full content of one file on a new branch. ${mcp_file_writes_WHEN}`,
            input: { path: schemas/* string */.YjP(), content: schemas/* string */.YjP(), sha: schemas/* string */.YjP().optional(), ...change },
            plan: ({ path, content, ...rest }) => files('create_or_update_file', rest, [{ path, content }]),
        }),
        define({
            name: 'push_files',
            description: `Proposes the full content of files on a new branch. ${mcp_file_writes_WHEN}`,
            input: { files: schemas/* array */.YOg(schemas/* object */.Ikc({ path: schemas/* string */.YjP(), content: schemas/* string */.YjP() })).min(1), ...change },
            plan: ({ files: changed, ...rest }) => files('push_files', rest, changed),
        }),
        define({
            name: 'delete_file',
            description: `Proposes to delete a file on a new branch. ${mcp_file_writes_WHEN}`,
            input: { path: schemas/* string */.YjP(), ...change },
            plan: ({ path, ...rest }) => files('delete_file', rest, [{ path, content: null }]),
        }),
        define({
            name: 'create_pull_request',
            description: `Proposes a pull request from the branch that this run has proposed. ${mcp_file_writes_WHEN}`,
            input: {
                title: schemas/* string */.YjP(),
                body: schemas/* string */.YjP().optional(),
                head: schemas/* string */.YjP().optional(),
                base: schemas/* string */.YjP().optional(),
                draft: schemas/* boolean */.zMY().optional(),
                maintainer_can_modify: schemas/* unknown */.L5J().optional(),
            },
            plan: (args) => planPullRequest(args, context),
        }),
    ];
}
async function planPullRequest(args, context) {
    const { store, task, ownTools, staged, branches } = context;
    const { title, body = '', draft = false, head, base } = args;
    const owner = `${task.repo.owner}:`.toLowerCase();
    const headName = head?.toLowerCase().startsWith(owner) ? head.slice(owner.length) : head;
    const branch = headName === undefined ? store.ofKind('branch')[0] : staged.find(headName);
    const hasFiles = branch !== undefined && branch.files.length > 0;
    const isOwn = ownTools.has('github__create_pull_request');
    if (!hasFiles && isOwn && (headName === undefined || !(await staged.isOnGitHub(headName))))
        return { steps: [{ tool: 'create_pull_request', args: { title, body: body || title, draft } }] };
    const problem = branches.problem('create_pull_request');
    if (problem !== undefined)
        return { refusal: problem };
    const target = hasFiles ? branch.base.branch : (task.base?.ref ?? task.defaultBranch);
    if (!hasFiles && (!branches.mayEditCheckout || (headName !== undefined && (await isTaken(headName, context)))))
        return { refusal: 'This run has proposed no files on that branch. Call create_branch and push_files first.' };
    if (base !== undefined && target !== undefined && base.replace(/^refs\/heads\//, '') !== target)
        return { refusal: `The branch starts at ${target}: set base to it.` };
    const plainTitle = (0,github_tools_proposal/* normalizeTitle */.sA)(title);
    const text = body.trim() === '' ? plainTitle : body;
    const textRefusal = plainTitle === '' ? 'The title is empty.' : (0,github_tools_proposal/* textProblem */.Fy)(text);
    if (textRefusal !== undefined)
        return { refusal: textRefusal };
    if (store.remaining('create_pull_request') === 0)
        return { refusal: 'A run may propose one pull request, and this run has already proposed one.' };
    const proposal = { kind: 'create_pull_request', title: plainTitle, body: text, draft };
    store.add(hasFiles ? { ...proposal, branch: branch.branch } : proposal, 'create_pull_request');
    const origin = hasFiles ? branch.branch : 'the files that this run has edited in the checkout';
    return {
        answer: `Proposed: the pull request "${plainTitle}" from ${origin}${target === undefined ? '' : ` into ${target}`}. ${mcp_file_writes_WHEN}`,
    };
}
const isTaken = async (name, { staged }) => name.includes(':') || (staged.find(name) === undefined && (await staged.isOnGitHub(name)));

// EXTERNAL MODULE: ./build/github/branch-name.js
var branch_name = __webpack_require__(56390);
// EXTERNAL MODULE: ./build/github-tools/mcp-shapes.js
var mcp_shapes = __webpack_require__(48455);
;// CONCATENATED MODULE: ./build/github-tools/mcp-pull-requests.js




function pullReaders({ task, github }) {
    const pull = (pull_number) => github.read(({ pulls }, repository) => pulls.get({ ...repository, pull_number }), mcp_shapes/* PullShape */.Do);
    const commitsOf = async (number) => {
        if (number === task.number && task.base && task.head)
            return { base: task.base, head: task.head };
        return pull(number);
    };
    const files = async (number, page) => {
        if (number !== task.number || !task.base || !task.head)
            return github.read(({ pulls }, repository) => pulls.listFiles({ ...repository, pull_number: number, ...pageOf(page) }), mcp_shapes/* FileShape */.cR.array());
        const basehead = `${task.base.sha}...${task.head.sha}`;
        const schema = schemas/* object */.Ikc({ files: mcp_shapes/* FileShape */.cR.array().default([]) });
        const { files: all } = await github.read(({ repos }, repository) => repos.compareCommitsWithBasehead({ ...repository, basehead }), schema);
        const { page: nth, per_page } = pageOf(page);
        return all.slice((nth - 1) * per_page, nth * per_page);
    };
    const readers = {
        get: pull,
        get_files: files,
        async get_diff(number, _, output) {
            const all = await files(number, { perPage: 100 });
            return output.code(all.map(fileDiff).join(''), MAX_DIFF_CHARACTERS);
        },
        get_comments: (number, page) => github.read(({ issues }, repository) => issues.listComments({ ...repository, issue_number: number, ...pageOf(page) }), mcp_shapes/* CommentShape */.Br.array()),
        get_review_comments: (number, page) => github.read(({ pulls }, repository) => pulls.listReviewComments({ ...repository, pull_number: number, ...pageOf(page) }), mcp_shapes/* ReviewCommentShape */.f0.array()),
        get_reviews: (number) => github.read(({ pulls }, repository) => pulls.listReviews({ ...repository, pull_number: number }), mcp_shapes/* ReviewShape */.AI.array()),
        async get_status(number) {
            const { head } = await commitsOf(number);
            return github.read(({ repos }, repository) => repos.getCombinedStatusForRef({ ...repository, ref: head.sha }), mcp_shapes/* StatusShape */.mc);
        },
        async get_check_runs(number, page) {
            const { head } = await commitsOf(number);
            return github.read(({ checks }, repository) => checks.listForRef({ ...repository, ref: head.sha, ...pageOf(page) }), mcp_shapes/* CheckRunsShape */.ml);
        },
        get_commits: (number, page) => github.read(({ pulls }, repository) => pulls.listCommits({ ...repository, pull_number: number, ...pageOf(page) }), mcp_shapes/* CommitShape */.$D.array()),
    };
    return readers;
}
const MAX_DIFF_CHARACTERS = 400_000;
function fileDiff({ filename, previous_filename, status, patch }) {
    const before = status === 'added' ? '/dev/null' : `a/${previous_filename ?? filename}`;
    const after = status === 'removed' ? '/dev/null' : `b/${filename}`;
    const head = `diff --git a/${previous_filename ?? filename} b/${filename}\n`;
    return patch
        ? `${head}--- ${before}\n+++ ${after}\n${patch}\n`
        : `${head}(no diff: binary, renamed only, or too large)\n`;
}
const mcp_pull_requests_METHODS = [
    'get',
    'get_diff',
    'get_files',
    'get_comments',
    'get_review_comments',
    'get_reviews',
    'get_status',
    'get_check_runs',
    'get_commits',
];
function mcpPullRequestTools(context) {
    const { task, github } = context;
    const define = mcpReadDefiner(context);
    const readers = pullReaders(context);
    const needs = 'pull-requests: read';
    const input = { pullNumber: optionalNumber, ...pageParameters };
    const numberOf = (requested) => {
        const number = requested ?? task.number;
        if (number === undefined)
            throw new McpArgumentError('This run is not about a pull request: give pullNumber.');
        return number;
    };
    const reader = (name, method, description) => define({
        name,
        description,
        needs,
        input,
        read: ({ pullNumber, ...page }, output) => readers[method](numberOf(pullNumber), page, output),
    });
    return [
        define({
            name: 'pull_request_read',
            description: `Reads a pull request, by method: ${mcp_pull_requests_METHODS.join(', ')}.`,
            needs,
            input: { method: schemas/* enum */.k5n(mcp_pull_requests_METHODS), ...input },
            read: ({ method, pullNumber, ...page }, output) => readers[method](numberOf(pullNumber), page, output),
        }),
        reader('get_pull_request', 'get', 'Reads a pull request.'),
        reader('get_pull_request_diff', 'get_diff', "Reads a pull request's diff."),
        reader('get_pull_request_files', 'get_files', 'Lists the files that a pull request changes, with their patches.'),
        reader('get_pull_request_comments', 'get_comments', 'Lists the comments on a pull request.'),
        reader('get_pull_request_review_comments', 'get_review_comments', 'Lists the inline comments of a pull request.'),
        reader('get_pull_request_reviews', 'get_reviews', 'Lists the reviews of a pull request.'),
        reader('get_pull_request_status', 'get_status', "Reads the combined status of a pull request's head."),
        define({
            name: 'list_pull_requests',
            description: 'Lists pull requests of this repository, newest first.',
            needs,
            input: {
                state: schemas/* enum */.k5n(['open', 'closed', 'all']).optional(),
                head: schemas/* string */.YjP().optional(),
                base: schemas/* string */.YjP().optional(),
                sort: schemas/* enum */.k5n(['created', 'updated', 'popularity', 'long-running']).optional(),
                direction: schemas/* enum */.k5n(['asc', 'desc']).optional(),
                ...pageParameters,
            },
            async read({ page, perPage, ...filters }) {
                const problem = filters.base === undefined ? undefined : (0,branch_name/* refProblem */.Tb)(filters.base);
                if (problem !== undefined)
                    throw new McpArgumentError(problem);
                const parameters = { ...definedOnly(filters), ...pageOf({ page, perPage }) };
                return github.read(({ pulls }, repository) => pulls.list({ ...repository, ...parameters }), mcp_shapes/* PullShape */.Do.array());
            },
        }),
    ];
}
const definedOnly = (values) => Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
// EXTERNAL MODULE: ./build/github-tools/read-code.js
var read_code = __webpack_require__(75650);
// EXTERNAL MODULE: ./build/github/context/context-comments.js
var context_comments = __webpack_require__(16460);
// EXTERNAL MODULE: ./build/github/own-text.js
var own_text = __webpack_require__(90912);
// EXTERNAL MODULE: ./build/github/shown-lines.js
var shown_lines = __webpack_require__(90609);
// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
;// CONCATENATED MODULE: ./build/github-tools/read-issues.js






const read_issues_MAX_CHARACTERS = { title: 300, body: 20_000, comment: 4_000, threadComment: 20_000 };
const THREADS_A_PAGE = 20;
const read_issues_numberParameter = schemas/* int */.Whr()
    .min(1)
    .optional()
    .describe("Number. Default: the number of this run's issue or pull request.");
function issueReadTools(task, github, defineReadTool, isRepeated) {
    const defineNumberedTool = (0,read_tool/* numberedToolDefiner */.yZ)(task, defineReadTool);
    return [
        defineNumberedTool({
            name: 'get_issue',
            description: 'Reads an issue (or a pull request as an issue): title, body, state, labels, author and assignees.',
            needs: 'issues: read',
            input: schemas/* object */.Ikc({ number: read_issues_numberParameter, page: read_tool/* pageParameter */.rd }),
            async read(number, { page = 1 }, output) {
                if (number === task.number && (0,shown_lines/* isWhole */.wP)(`issue #${number}`, github) && isRepeated('issue'))
                    return void output.note((0,read_tool/* standsAbove */.H$)('The text of this issue, with its state and labels,'));
                const issue = await github.issue(number);
                await writeSubject(issue.isPullRequest ? 'pull request' : 'issue', issue, issueAttributes(issue), {
                    page,
                    output,
                });
            },
        }),
        defineNumberedTool({
            name: 'list_comments',
            description: 'Reads the comments on an issue or pull request, oldest first, 30 a page. Default: the last page. With `comment`, all of one.',
            needs: 'issues: read',
            input: schemas/* object */.Ikc({
                number: read_issues_numberParameter,
                comment: schemas/* int */.Whr().min(1).optional().describe('Id of the comment to read in full, page by page.'),
                page: read_tool/* pageParameter */.rd,
            }),
            async read(number, { page, comment: id }, output) {
                if (id !== undefined)
                    return writeWholeComment({ number, id, page }, task, github, output);
                if (number === task.number && (0,shown_lines/* isWhole */.wP)(`comments #${number}`, github) && isRepeated('comments'))
                    return void output.note((0,read_tool/* standsAbove */.H$)('Each comment from before the event'));
                const first = await github.commentsPage(number, page ?? 1);
                const result = page === undefined && first.pages > 1 ? await github.commentsPage(number, first.pages) : first;
                if (result.items.length === 0)
                    output.note(result.page > 1 ? 'There is no such page.' : 'There are no comments.');
                for (const comment of result.items)
                    await writeComment(comment, task, output);
                if (result.pages > 1)
                    output.note(`Page ${result.page} of ${result.pages}, oldest first.`);
            },
        }),
        defineNumberedTool({
            name: 'get_pull_request',
            description: 'Reads a pull request: title, body, state, branches and their commits.',
            needs: 'pull-requests: read',
            input: schemas/* object */.Ikc({ number: read_issues_numberParameter, page: read_tool/* pageParameter */.rd }),
            async read(number, { page = 1 }, output) {
                const pull = await github.pull(number);
                const { base, head, state, draft, createdAt, updatedAt } = pull;
                const isMoved = number === task.number && task.head !== undefined && task.head.sha !== head.sha;
                const attributes = {
                    state: draft ? `${state} (draft)` : state,
                    base: `${base.ref} ${base.sha}`,
                    head: `${head.ref} ${head.sha}`,
                    head_repository: head.repo ?? 'deleted',
                    head_at_start_of_run: isMoved ? task.head?.sha : undefined,
                    created: createdAt,
                    updated: updatedAt,
                };
                await writeSubject('pull request', pull, attributes, { page, output });
            },
        }),
        defineNumberedTool({
            name: 'list_review_threads',
            description: 'Reads the review threads of a pull request, with their ids for github__reply.',
            needs: 'pull-requests: read',
            input: schemas/* object */.Ikc({ number: read_issues_numberParameter, state: schemas/* enum */.k5n(['open', 'all']).optional(), page: read_tool/* pageParameter */.rd }),
            async read(number, { state = 'open', page = 1 }, output) {
                const all = await github.threads(number);
                const threads = state === 'all' ? all : all.filter(({ isResolved }) => !isResolved);
                if (threads.length === 0)
                    output.note(all.length === 0 ? 'There are no review threads.' : 'No review thread is open.');
                const { items, pages } = (0,read_tool/* listPage */.ks)(threads, THREADS_A_PAGE, page);
                const ownTexts = await (0,own_text/* confirmTexts */.$D)(items.flatMap(({ comments }) => comments.slice(0, 1)), github);
                for (const thread of items)
                    await writeThread(thread, ownTexts, output);
                (0,read_tool/* writePageNumbers */.tF)(output, page, pages);
            },
        }),
        defineReadTool({
            name: 'search_issues',
            description: "Searches this repository's issues or pull requests with GitHub's search syntax, best match first, 20 a page.",
            needs: 'issues: read',
            input: schemas/* object */.Ikc({
                query: schemas/* string */.YjP().describe('Words and qualifiers, for example state:open, label:bug, in:title.'),
                kind: schemas/* enum */.k5n(['issue', 'pull-request']).optional().describe('Default: issue.'),
                page: read_tool/* pageParameter */.rd,
            }),
            async read({ query, kind = 'issue', page = 1 }, output) {
                if (query.trim() === '')
                    return 'The query is empty. Give words or qualifiers, for example state:open or label:bug.';
                const terms = withoutScopeQualifiers(query);
                const { items, total } = await github.search(`${terms} is:${kind}`.trim(), page);
                if (items.length === 0)
                    output.note(page > 1 ? 'There is no such page.' : 'No results.');
                for (const issue of items)
                    output.data('search-result', { number: issue.number, ...issueAttributes(issue) }, (0,format_text/* toOneLine */.GX)(await output.prose(issue.title, read_issues_MAX_CHARACTERS.title)));
                if (total > page * 20)
                    output.note(`More results: page ${page + 1}.`);
            },
        }),
    ];
}
const withoutScopeQualifiers = (query) => query
    .replace(/(?<=^|[\s(])-?(?:repo|org|user|owner|is:issue|is:pr|is:pull-request|type:issue|type:pr)\b(?::(?:"[^"]*"|\S+))?/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
function issueAttributes(issue) {
    return {
        state: issue.stateReason === undefined ? issue.state : `${issue.state} (${issue.stateReason})`,
        labels: issue.labels.length === 0 ? undefined : issue.labels.join(', '),
        assignees: issue.assignees.length === 0 ? undefined : issue.assignees.join(', '),
        locked: issue.locked ? 'yes' : undefined,
        comments: issue.comments,
        created: issue.createdAt,
        updated: issue.updatedAt,
    };
}
async function writeSubject(noun, subject, attributes, { page, output }) {
    const { title, body, author } = subject;
    output.data('title', { of: `${noun} #${subject.number}`, author, ...attributes }, (0,format_text/* toOneLine */.GX)(await output.prose(title, read_issues_MAX_CHARACTERS.title)));
    const { text, pages } = (0,format_text/* textPage */.$3)(await output.prose(body, body.length), read_issues_MAX_CHARACTERS.body, page);
    output.data('description', { author }, text.trim() === '' ? '(empty)' : text);
    (0,read_tool/* writePageNumbers */.tF)(output, page, pages);
}
async function writeWholeComment({ number, id, page = 1 }, task, github, output) {
    for (let listPage = 1, pages = 1; listPage <= pages; listPage += 1) {
        const result = await github.commentsPage(number, listPage);
        pages = result.pages;
        const comment = result.items.find((each) => each.id === id);
        if (comment === undefined)
            continue;
        const { text, pages: parts } = (0,format_text/* textPage */.$3)(await output.prose(comment.body, comment.body.length), read_issues_MAX_CHARACTERS.body, page);
        await writeComment({ ...comment, body: text }, task, output, read_issues_MAX_CHARACTERS.body);
        return void (0,read_tool/* writePageNumbers */.tF)(output, page, parts);
    }
    return `#${number} has no comment ${id}.`;
}
async function writeComment({ id, author, body, createdAt, updatedAt }, task, output, max = read_issues_MAX_CHARACTERS.comment) {
    const isAfterEvent = task.requestedAt !== undefined && Date.parse(updatedAt) >= Date.parse(task.requestedAt) && id !== task.comment?.id;
    const attributes = {
        id,
        author: author ?? 'ghost',
        created: createdAt,
        edited: updatedAt === createdAt ? undefined : updatedAt,
        since_the_event: isAfterEvent ? 'yes' : undefined,
    };
    const rest = `with github__list_comments and comment ${id}`;
    output.data('comment', attributes, await output.prose(body, max, rest));
}
async function writeThread(thread, ownTexts, output) {
    const comments = [];
    for (const { author, createdAt, body, isHidden } of thread.comments) {
        const text = isHidden
            ? '(hidden by a maintainer)'
            : await output.prose(body, read_issues_MAX_CHARACTERS.threadComment, 'on GitHub');
        comments.push(`${(0,format_text/* toOneLine */.GX)(author ?? 'ghost')} at ${createdAt}:\n${text}`);
    }
    if (thread.commentCount > thread.comments.length)
        comments.push(`(${thread.commentCount - thread.comments.length} more comments)`);
    const [first] = thread.comments;
    const attributes = {
        id: thread.id,
        path: thread.path,
        ...(0,context_comments/* rangeAttributes */.$y)(thread),
        state: thread.isResolved ? 'resolved' : 'open',
        outdated: thread.isOutdated ? 'yes' : undefined,
        opened_by_this_action: first !== undefined && ownTexts.of(first) !== undefined ? 'yes' : undefined,
    };
    output.data('thread', attributes, comments.join('\n\n'));
}

;// CONCATENATED MODULE: ./build/github-tools/mcp-repository.js









const ISSUE_METHODS = ['get', 'get_comments', 'get_labels', 'get_sub_issues'];
const MAX_FILE_BYTES = 1_000_000;
function mcpRepositoryTools(context) {
    return [...issueTools(context), ...searchTools(context), ...codeTools(context)];
}
function issueTools(context) {
    const { task, github } = context;
    const define = mcpReadDefiner(context);
    const needs = 'issues: read';
    const numberOf = (requested) => {
        const number = requested ?? task.number;
        if (number === undefined)
            throw new McpArgumentError('This run is not about an issue: give issue_number.');
        return number;
    };
    const input = { issue_number: optionalNumber, ...pageParameters };
    const issue = (issue_number) => github.read(({ issues }, repository) => issues.get({ ...repository, issue_number }), mcp_shapes/* IssueShape */.bn);
    const comments = (issue_number, page) => github.read(({ issues }, repository) => issues.listComments({ ...repository, issue_number, ...pageOf(page) }), mcp_shapes/* CommentShape */.Br.array());
    return [
        define({
            name: 'issue_read',
            description: `Reads an issue, by method: ${ISSUE_METHODS.join(', ')}.`,
            needs,
            input: { method: schemas/* enum */.k5n(ISSUE_METHODS), ...input },
            async read({ method, issue_number, ...page }) {
                const number = numberOf(issue_number);
                switch (method) {
                    case 'get':
                        return issue(number);
                    case 'get_comments':
                        return comments(number, page);
                    case 'get_labels': {
                        const labels = await github.read(({ issues }, repository) => issues.listLabelsOnIssue({ ...repository, issue_number: number }), mcp_shapes/* LabelShape */.OZ.array());
                        return { labels, totalCount: labels.length };
                    }
                    case 'get_sub_issues':
                        throw new McpArgumentError('This action does not read sub-issues. The body of the issue may name them.');
                }
            },
        }),
        define({
            name: 'get_issue',
            description: 'Reads an issue.',
            needs,
            input,
            read: ({ issue_number }) => issue(numberOf(issue_number)),
        }),
        define({
            name: 'get_issue_comments',
            description: 'Lists the comments on an issue.',
            needs,
            input,
            read: ({ issue_number, ...page }) => comments(numberOf(issue_number), page),
        }),
        define({
            name: 'list_issues',
            description: 'Lists issues of this repository, without pull requests.',
            needs,
            input: {
                state: schemas/* string */.YjP().optional().describe('OPEN, CLOSED or all. Default: open.'),
                labels: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
                orderBy: schemas/* string */.YjP().optional().describe('CREATED_AT, UPDATED_AT or COMMENTS.'),
                direction: schemas/* string */.YjP().optional(),
                since: schemas/* string */.YjP().optional(),
                ...pageParameters,
            },
            async read({ state = 'open', labels = [], orderBy = 'created', direction = 'desc', since, page, perPage }) {
                const sort = orderBy.toLowerCase().replace(/_at$/, '');
                const all = await github.read(({ issues }, repository) => issues.listForRepo({
                    ...repository,
                    state: oneOf(['open', 'closed', 'all'], state),
                    labels: labels.length === 0 ? undefined : labels.join(','),
                    sort: oneOf(['created', 'updated', 'comments'], sort),
                    direction: oneOf(['desc', 'asc'], direction),
                    ...definedOnly({ since }),
                    ...pageOf({ page, perPage }),
                }), mcp_shapes/* IssueShape */.bn.array());
                const issues = all.filter((each) => each.pull_request == null);
                return {
                    issues,
                    pageInfo: { hasNextPage: all.length === pageOf({ perPage }).per_page },
                    totalCount: issues.length,
                };
            },
        }),
        define({
            name: 'list_label',
            description: "Lists this repository's labels.",
            needs,
            input: pageParameters,
            async read(page) {
                const labels = await github.read(({ issues }, repository) => issues.listLabelsForRepo({ ...repository, ...pageOf(page) }), mcp_shapes/* LabelShape */.OZ.array());
                return { labels, totalCount: labels.length };
            },
        }),
        define({
            name: 'get_label',
            description: 'Reads one label of this repository.',
            needs,
            input: { name: schemas/* string */.YjP() },
            read: ({ name }) => github.read(({ issues }, repository) => issues.getLabel({ ...repository, name }), mcp_shapes/* LabelShape */.OZ),
        }),
        define({
            name: 'get_me',
            description: 'The account that this action writes with.',
            needs: 'metadata: read',
            input: {},
            read: async () => ({ login: await github.viewer() }),
        }),
    ];
}
function searchTools(context) {
    const { task, github } = context;
    const define = mcpReadDefiner(context);
    const { owner, name } = task.repo;
    const input = {
        query: schemas/* string */.YjP(),
        sort: schemas/* string */.YjP().optional(),
        order: schemas/* string */.YjP().optional(),
        ...pageParameters,
    };
    const termsOf = (query) => {
        const terms = withoutScopeQualifiers(query);
        if (terms === '')
            throw new McpArgumentError('The query has no words or qualifiers for this repository.');
        return terms;
    };
    const search = (tool, kind) => define({
        name: tool,
        description: `Searches ${kind === 'issue' ? 'issues' : 'pull requests'} of this repository.`,
        needs: kind === 'issue' ? 'issues: read' : 'pull-requests: read',
        input,
        async read({ query, page, perPage }) {
            const q = `${withoutScopeQualifiers(query)} is:${kind} repo:${owner}/${name}`.trim();
            const result = await github.read((rest) => rest.search.issuesAndPullRequests({ q, ...pageOf({ page, perPage }) }), mcp_shapes/* SearchShape */._V);
            const items = result.items.filter(({ repository_url: url }) => url.toLowerCase().endsWith(`/repos/${owner}/${name}`.toLowerCase()));
            return { ...result, items };
        },
    });
    return [
        search('search_issues', 'issue'),
        search('search_pull_requests', 'pull-request'),
        define({
            name: 'search_code',
            description: 'Searches the code of the default branch. For the checked-out files, search_file_content is faster.',
            needs: 'contents: read',
            input,
            async read({ query, page, perPage }) {
                const q = `${termsOf(query)} repo:${owner}/${name}`;
                const result = await github.read((rest) => rest.search.code({ q, ...pageOf({ page, perPage }) }), mcp_shapes/* CodeSearchShape */.zT);
                const isOwn = ({ repository }) => repository.full_name.toLowerCase() === `${owner}/${name}`.toLowerCase();
                return { ...result, items: result.items.filter(isOwn) };
            },
        }),
    ];
}
function codeTools(context) {
    const { task, github } = context;
    const define = mcpReadDefiner(context);
    const needs = 'contents: read';
    const refOf = (requested) => {
        const staged = context.staged?.find(requested);
        if (staged !== undefined)
            return staged.base.sha;
        const ref = requested === undefined || requested === ''
            ? (0,read_tool/* commitOfTask */.Yx)(task)
            : requested.replace(/^refs\/(?:heads|tags)\//, '');
        const problem = (0,branch_name/* refProblem */.Tb)(ref);
        if (problem !== undefined)
            throw new McpArgumentError(problem);
        return ref;
    };
    return [
        define({
            name: 'get_commit',
            description: 'Reads a commit with its files.',
            needs,
            input: { sha: schemas/* string */.YjP(), include_diff: schemas/* boolean */.zMY().optional(), ...pageParameters },
            async read({ sha, include_diff: includeDiff = true }) {
                const commit = await github.read(({ repos }, repository) => repos.getCommit({ ...repository, ref: refOf(sha) }), mcp_shapes/* CommitDetailShape */.ce);
                return includeDiff ? commit : { ...commit, files: commit.files?.map(({ patch: _, ...file }) => file) };
            },
        }),
        define({
            name: 'list_commits',
            description: 'Lists the commits of a branch, tag or commit, newest first.',
            needs,
            input: {
                sha: schemas/* string */.YjP().optional(),
                path: schemas/* string */.YjP().optional(),
                author: schemas/* string */.YjP().optional(),
                since: schemas/* string */.YjP().optional(),
                until: schemas/* string */.YjP().optional(),
                ...pageParameters,
            },
            read: ({ sha, page, perPage, ...filters }) => github.read(({ repos }, repository) => repos.listCommits({
                ...repository,
                sha: refOf(sha),
                ...definedOnly(filters),
                ...pageOf({ page, perPage }),
            }), mcp_shapes/* CommitShape */.$D.array()),
        }),
        define({
            name: 'list_branches',
            description: 'Lists the branches of this repository.',
            needs,
            input: pageParameters,
            read: (page) => github.read(({ repos }, repository) => repos.listBranches({ ...repository, ...pageOf(page) }), mcp_shapes/* BranchShape */.SH.array()),
        }),
        define({
            name: 'get_file_contents',
            description: "Reads a file or folder at a branch, tag or commit. Default: the pull request's head.",
            needs,
            input: {
                path: schemas/* string */.YjP().optional(),
                ref: schemas/* string */.YjP().optional(),
                sha: schemas/* string */.YjP().optional(),
                branch: schemas/* string */.YjP().optional(),
            },
            async read({ path: requestedPath = '', ref, sha, branch }, output) {
                const path = requestedPath.replace(/^(?:\.?\/)+|\/+$/g, '');
                const problem = (0,read_code/* repositoryPathProblem */.vB)(path);
                if (problem !== undefined)
                    throw new McpArgumentError(problem);
                const file = context.staged?.find(sha ?? ref ?? branch)?.files.find((each) => each.path === path);
                if (file?.after === null)
                    throw new McpArgumentError(`${path} is deleted on this branch.`);
                if (file?.after)
                    return output.code(file.after.toString('utf8'), MAX_FILE_BYTES);
                const content = await github.content(path, refOf(sha ?? ref ?? branch));
                if (content.kind === 'folder')
                    return content.entries.map(({ name, kind, size }) => ({
                        type: kind,
                        name,
                        path: path === '' ? name : `${path}/${name}`,
                        size,
                    }));
                if (content.kind === 'other')
                    throw new McpArgumentError(`${path} is a ${content.type}, which has no text.`);
                if (content.size > MAX_FILE_BYTES)
                    throw new McpArgumentError(`${path} has ${content.size} bytes. Use github__get_file, which reads page by page.`);
                const bytes = content.bytes ?? Buffer.from(await github.blob(content.blob));
                if (!(0,external_node_buffer_.isUtf8)(bytes) || bytes.includes(0))
                    throw new McpArgumentError(`${path} is binary (${content.size} bytes).`);
                return output.code(bytes.toString('utf8'), MAX_FILE_BYTES);
            },
        }),
    ];
}
const oneOf = (values, text) => values.find((value) => value === text.toLowerCase()) ?? values[0];

// EXTERNAL MODULE: ./build/platform/paths.js
var paths = __webpack_require__(554);
;// CONCATENATED MODULE: ./build/github-tools/staged-branch.js




const MAX_FILES = 500;
const staged_branch_MAX_FILE_BYTES = 1_000_000;
function openStagedBranch(store, github, options) {
    const current = () => store.ofKind('branch')[0];
    const fullName = (name) => (name.startsWith(options.prefix) ? name : `${options.prefix}${name}`);
    const find = (name) => {
        const branch = current();
        return branch !== undefined && name !== undefined && fullName(plainName(name)) === branch.branch
            ? branch
            : undefined;
    };
    async function start(requestedName, from) {
        const name = plainName(requestedName);
        const problem = (0,branch_name/* branchNameProblem */.hq)(name) ?? (0,branch_name/* branchNameProblem */.hq)(fullName(name));
        if (problem !== undefined)
            return `The branch name ${JSON.stringify(name.slice(0, 200))} ${problem}. Choose another one.`;
        const known = find(name);
        if (known !== undefined)
            return known;
        const other = current();
        if (other !== undefined)
            return `This run has already proposed the branch ${other.branch}, and the limit is one branch.`;
        if ((await github.branchTip(name)) !== undefined)
            return `The branch ${name} exists, and nothing is written to existing branches. Call create_branch with another name first.`;
        const baseName = plainName(from ?? (await github.defaultBranch()));
        const baseProblem = (0,branch_name/* refProblem */.Tb)(baseName);
        const sha = baseProblem === undefined ? await github.branchTip(baseName) : undefined;
        if (sha === undefined)
            return `There is no branch ${JSON.stringify(baseName.slice(0, 200))} to start from.`;
        const branch = {
            kind: 'branch',
            branch: fullName(name),
            base: { branch: baseName, sha },
            message: '',
            files: [],
        };
        store.add(branch, 'branch');
        return branch;
    }
    return {
        start,
        resolve: (name) => start(name, undefined),
        find,
        isOnGitHub: async (name) => (await github.branchTip(plainName(name))) !== undefined,
        async stage(branch, files) {
            const staged = [];
            for (const file of files) {
                const result = await stageFile(file, branch, { github, options });
                if (typeof result === 'string')
                    return result;
                staged.push(result);
            }
            const paths = new Set(staged.map(({ path }) => path));
            const all = [...branch.files.filter(({ path }) => !paths.has(path)), ...staged];
            if (all.length > MAX_FILES)
                return `A branch may change at most ${MAX_FILES} files.`;
            branch.files.splice(0, branch.files.length, ...all);
            return undefined;
        },
    };
}
const plainName = (name) => name.trim().replace(/^refs\/heads\//, '');
function stagedPathProblem(path) {
    const isPlain = path !== '' && !/^[/~]|\\|\/\/|\/$/.test(path) && path.length <= 1000;
    const problem = isPlain
        ? (0,read_code/* repositoryPathProblem */.vB)(path)
        : `${JSON.stringify(path.slice(0, 200))} is not a valid file path.`;
    if (problem !== undefined)
        return problem;
    const invalid = (0,paths/* pathProblem */.z9)(path, 'linux');
    if (invalid !== undefined)
        return `${path}: ${invalid}`;
    const segment = (0,paths/* findProtectedSegment */.hs)(path);
    return segment === undefined ? undefined : `${path} may not be written: ${segment} is protected.`;
}
async function stageFile({ path, content }, branch, { github, options }) {
    const problem = stagedPathProblem(path) ?? options.judgeEdit(path, content ?? '');
    if (problem !== undefined)
        return problem;
    const after = content === null ? null : Buffer.from(content);
    if (after !== null && after.length > staged_branch_MAX_FILE_BYTES)
        return `${path} has ${after.length} bytes; at most ${staged_branch_MAX_FILE_BYTES} are accepted.`;
    const known = branch.files.find((each) => each.path === path);
    const before = known === undefined ? await contentBefore(path, branch.base.sha, github) : known.before;
    if (typeof before === 'string')
        return before;
    if (after === null && before === null)
        return `${path} does not exist.`;
    return { path, before, after, mode: '100644' };
}
async function contentBefore(path, sha, github) {
    try {
        const content = await github.content(path, sha);
        if (content.kind === 'folder')
            return `${path} is a folder.`;
        if (content.kind === 'other')
            return `${path} is a ${content.type}, which cannot be changed.`;
        return Buffer.from(content.bytes ?? (await github.blob(content.blob)));
    }
    catch (error) {
        if (error instanceof github_error/* GitHubError */.y_ && error.status === 404)
            return null;
        throw error;
    }
}

;// CONCATENATED MODULE: ./build/github-tools/mcp-tools.js










const JSON_FORMS = {
    github__get_issue: 'get_issue',
    github__get_pull_request: 'get_pull_request',
    github__list_commits: 'list_commits',
    github__search_issues: 'search_issues',
    github__list_comments: 'get_issue_comments',
    github__list_review_threads: 'get_pull_request_review_comments',
    github__get_diff: 'get_pull_request_diff',
    github__list_files: 'get_pull_request_files',
    github__get_check_runs: 'get_pull_request_status',
    github__get_file: 'get_file_contents',
    github__update_issue: 'update_issue',
    github__create_issue: 'create_issue',
    github__create_pull_request: 'create_pull_request',
};
const MCP_PARAMETERS = ['owner', 'repo', 'assignees', 'milestone'];
const mcpParametersOf = (name) => {
    if (name === 'github__get_diff')
        return MCP_PARAMETERS;
    return name === 'github__update_issue' ? [...MCP_PARAMETERS, 'labels'] : [...MCP_PARAMETERS, 'head', 'base'];
};
function withMcpTools(givenTools, { declaredNames, store, judge, branches, ...options }) {
    const ownByName = new Map(givenTools.map((tool) => [tool.name, tool]));
    const overview = ownByName.get(github_tools_proposal/* REVIEW_OVERVIEW */.tK);
    const githubTools = givenTools
        .filter((tool) => tool !== overview)
        .map((tool) => (tool.name === 'github__review_comment' ? withFileComments(tool, overview) : tool));
    const staged = openStagedBranch(store, options.github, branches);
    const context = { ...options, staged };
    const writing = { task: context.task, store, judge, ownTools: ownByName };
    const reads = [
        ...mcpPullRequestTools(context),
        ...mcpRepositoryTools(context),
        ...mcpReviewWriteTools(writing),
        ...mcpIssueWriteTools(writing),
        ...mcpFileWriteTools({ ...writing, staged, branches }),
    ];
    const nameOf = ({ name }) => name.replace(/^github__/, '');
    const byName = new Map(reads.map((tool) => [nameOf(tool), tool]));
    const usedNames = new Set(githubTools.flatMap(({ name, aliases }) => [name, ...aliases]));
    const ownTools = githubTools.map((tool) => ownTool(tool, byName.get(JSON_FORMS[tool.name] ?? ''), context));
    const others = [...reads, ...UNAVAILABLE.map(unavailableTool)].flatMap((tool) => {
        const isDeclared = declaredNames.has(nameOf(tool)) && !isUnavailable(tool);
        if (usedNames.has(tool.name) && (!isDeclared || githubTools.some(({ name }) => name === tool.name)))
            return [];
        return [isDeclared ? tool : withoutDeclaration(tool)];
    });
    return (0,read_code/* withPlainEdits */.UD)([...ownTools, ...others], options.github);
}
const withoutDeclaration = (tool) => ({ ...tool, undeclared: true });
const ownTool = (tool, jsonForm, context) => ({
    ...tool,
    variant: tool.variant && ((alias) => ownTool(tool.variant?.(alias) ?? tool, jsonForm, context)),
    parse(args) {
        const isPlain = typeof args !== 'object' || args === null || Array.isArray(args);
        if (isPlain || !mcpParametersOf(tool.name).some((name) => Reflect.get(args, name) !== undefined))
            return tool.parse(args);
        const { task } = context;
        const problem = otherRepositoryProblem(args, task);
        if (problem !== undefined)
            return { ok: false, text: problem };
        const { owner: _, repo: __, ...rest } = args;
        const parsed = jsonForm?.parse(rest);
        if (parsed?.ok !== true)
            return tool.parse(rest);
        return { ok: true, args: { ...parsed.args, owner: task.repo.owner, repo: task.repo.name } };
    },
    beyond: async (args) => (jsonForm !== undefined && Object.hasOwn(args, 'owner') ? jsonForm : tool).beyond?.(args),
    run: (args, signal) => jsonForm !== undefined && Object.hasOwn(args, 'owner') ? jsonForm.run(args, signal) : tool.run(args, signal),
});
const isUnavailable = ({ annotations }) => annotations.unavailable === true;
const unavailableTool = ({ name, advice }) => ({
    ...(0,mcp_names/* mcpNames */.V_)(name),
    annotations: { readOnlyHint: false, unavailable: true },
    declare: () => ({ name: `github__${name}`, description: advice, parameters: { type: 'object', properties: {} } }),
    parse: (args) => ({ ok: true, args }),
    run: async () => (0,tools_tool/* failed */.gz)('execution_failed', advice),
});
function mcpToolNames(settings, ...texts) {
    const server = settings.mcpServers?.github;
    const text = JSON.stringify([server, ...texts]);
    return new Set(text.match(/[a-z]+(?:_[a-z]+)+/g)?.map((word) => word.replace(/^mcp__?github__?/, '')) ?? []);
}
const NO_MERGE = 'This action never merges. Say in the answer that the pull request can be merged; a person does it.';
const OWN_FILES = 'To change files, edit them in the checkout (write_file, replace); the input `changes` delivers them.';
const UNAVAILABLE = [
    {
        name: 'fork_repository',
        advice: 'No fork is needed: this run proposes a branch and a pull request in this repository with create_pull_request.',
    },
    { name: 'create_repository', advice: 'This action works only on its own repository.' },
    { name: 'merge_pull_request', advice: NO_MERGE },
    {
        name: 'update_pull_request_branch',
        advice: 'This action does not merge the base into a branch. A person does it.',
    },
    { name: 'request_copilot_review', advice: 'This action does not request reviewers. Name them in the answer.' },
    { name: 'assign_copilot_to_issue', advice: 'Use github__assign with the login of a person.' },
    { name: 'sub_issue_write', advice: 'This action does not link sub-issues. Name them in the answer or in a comment.' },
    { name: 'run_workflow', advice: 'This action does not start workflows.' },
    { name: 'rerun_workflow_run', advice: 'This action does not start workflows.' },
    { name: 'search_repositories', advice: 'This action reads only its own repository.' },
    { name: 'dismiss_notification', advice: 'This action does not handle notifications.' },
    {
        name: 'label_write',
        advice: 'This action creates no labels. Use github__add_labels with a label of this repository.',
    },
    { name: 'create_or_update_label', advice: 'This action creates no labels. Use github__add_labels.' },
    { name: 'lock_issue', advice: 'This action does not lock conversations. A maintainer can.' },
    {
        name: 'search_users',
        advice: 'This action does not search users. github__assign checks the logins that you give it.',
    },
    { name: 'get_job_logs', advice: 'Use github__get_job_log with the job_id from github__get_check_runs.' },
    { name: 'create_gist', advice: `This action creates no gists. ${OWN_FILES}` },
];

// EXTERNAL MODULE: ./build/github/context/failed-logs.js
var failed_logs = __webpack_require__(17941);
;// CONCATENATED MODULE: ./build/github-tools/read-checks.js





const RUNS_A_PAGE = 50;
const MAX_ANNOTATED_RUNS = 5;
const MAX_ANNOTATIONS = 15;
const read_checks_MAX_CHARACTERS = { summary: 2_000, message: 600 };
const LOG_BYTES = 4_000_000;
const LOG_PAGE = 20_000;
const CONTEXT_LINES = 3;
function checkReadTools(task, github, defineReadTool) {
    return [
        defineReadTool({
            name: 'get_check_runs',
            description: 'Lists the check runs of a commit, failed ones first with their annotations, and the job ids for github__get_job_log.',
            needs: 'checks: read',
            input: schemas/* object */.Ikc({
                ref: schemas/* string */.YjP().optional().describe("Commit, branch or tag. Default: the pull request's head."),
                page: read_tool/* pageParameter */.rd,
            }),
            async read({ ref = (0,read_tool/* commitOfTask */.Yx)(task), page = 1 }, output) {
                const problem = (0,branch_name/* refProblem */.Tb)(ref);
                if (problem !== undefined)
                    return problem;
                const { items, total } = await github.checkRuns(ref, page);
                if (items.length === 0)
                    return void output.note(page > 1 ? 'There is no such page.' : `No checks ran on ${ref}.`);
                const sorted = items.toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)));
                const annotated = sorted.filter((run) => hasFailed(run) && run.annotations > 0).slice(0, MAX_ANNOTATED_RUNS);
                for (const run of sorted)
                    await writeRun(run, annotated.includes(run), github, output);
                if (total > page * RUNS_A_PAGE)
                    output.note(`More results: page ${page + 1}.`);
            },
        }),
        defineReadTool({
            name: 'get_job_log',
            description: 'Reads the log of a job from its end: page 1 is the last part. With `search`, only the lines that contain the text, with context lines.',
            needs: 'actions: read',
            input: schemas/* object */.Ikc({
                job_id: schemas/* int */.Whr().min(1).describe('Job id from github__get_check_runs.'),
                search: schemas/* string */.YjP().optional().describe('Text to search for; case is ignored.'),
                page: read_tool/* pageParameter */.rd,
            }),
            async read({ job_id, search, page = 1 }, output) {
                const { text, bytes } = await github.jobLog(job_id, LOG_BYTES);
                const isTruncated = bytes > LOG_BYTES;
                const lines = (0,failed_logs/* logLines */.OG)(isTruncated ? text.slice(text.indexOf('\n') + 1) : text);
                if (isTruncated)
                    output.note(`The log has ${bytes} bytes; only the last ${LOG_BYTES} can be read.`);
                if (search !== undefined && search !== '')
                    return void writeMatches(lines, search, page, output);
                const { pages } = (0,format_text/* textPage */.$3)(lines.join('\n'), LOG_PAGE, 1);
                const part = (0,format_text/* textPage */.$3)(lines.join('\n'), LOG_PAGE, pages - page + 1);
                if (page > pages)
                    return void output.note(`There is no page ${page}; page ${pages} is the start of the log.`);
                output.data('log', { job: job_id }, output.code(part.text, LOG_PAGE));
                if (pages > 1)
                    output.note(`Page ${page} of ${pages}, counted from the end.`);
            },
        }),
    ];
}
const FAILED_CONCLUSIONS = new Set(['failure', 'timed_out', 'cancelled', 'action_required', 'startup_failure']);
const hasFailed = ({ conclusion }) => conclusion !== undefined && FAILED_CONCLUSIONS.has(conclusion);
async function writeRun(run, isAnnotated, github, output) {
    const text = [run.title, run.summary].filter((part) => part.trim() !== '').join('\n');
    const lines = [text === '' ? '' : await output.prose(text, read_checks_MAX_CHARACTERS.summary, 'on GitHub')];
    if (isAnnotated) {
        const annotations = await github.annotations(run.id);
        for (const { path, line, level, title, message } of annotations.slice(0, MAX_ANNOTATIONS))
            lines.push(`${level} ${(0,format_text/* toOneLine */.GX)(path)}:${line} ${(0,format_text/* toOneLine */.GX)(output.code([title, message].filter(Boolean).join(': '), read_checks_MAX_CHARACTERS.message, 'on GitHub'))}`);
        if (run.annotations > MAX_ANNOTATIONS)
            lines.push(`(${run.annotations - MAX_ANNOTATIONS} more annotations)`);
    }
    const isJob = run.app === 'github-actions';
    const attributes = {
        name: run.name,
        id: run.id,
        job_id: isJob ? run.id : undefined,
        app: run.app,
        state: run.conclusion ?? run.status,
    };
    output.data('check-run', attributes, lines.filter((line) => line !== '').join('\n') || '(no output)');
}
function writeMatches(lines, search, page, output) {
    const lowerSearch = search.toLowerCase();
    const near = new Set();
    let count = 0;
    for (const [index, line] of lines.entries()) {
        if (!line.toLowerCase().includes(lowerSearch))
            continue;
        count += 1;
        for (let each = index - CONTEXT_LINES; each <= index + CONTEXT_LINES; each += 1)
            near.add(each);
    }
    const matches = lines.flatMap((line, index) => near.has(index) ? [`${near.has(index - 1) ? '' : '…\n'}${index + 1}: ${line}`] : []);
    const { text, pages } = (0,format_text/* textPage */.$3)(matches.join('\n'), LOG_PAGE, page);
    if (count === 0)
        output.note('No line contains that text.');
    else
        output.data('log', { lines_found: count }, output.code(text, LOG_PAGE));
    if (pages > 1)
        output.note(`Page ${page} of ${pages}.`);
}

;// CONCATENATED MODULE: ./build/github-tools/read-tools.js




function readTools(task, github, nonce, isStillAbove = () => false) {
    const defineReadTool = (0,read_tool/* readToolDefiner */.qb)(nonce);
    const build = (isRepeated) => [
        ...issueReadTools(task, github, defineReadTool, isRepeated),
        ...(0,read_code/* codeReadTools */.Vp)(task, github, defineReadTool, isRepeated),
        ...checkReadTools(task, github, defineReadTool),
    ];
    const asked = new Set();
    const plainTools = build(() => false);
    return build((name) => {
        if (asked.has(name) || !isStillAbove(`<data-${nonce} `))
            return false;
        asked.add(name);
        return true;
    }).map((tool, index) => ({ ...tool, variant: () => plainTools[index] ?? tool }));
}

// EXTERNAL MODULE: ./build/github-tools/write-authority.js
var write_authority = __webpack_require__(27723);
// EXTERNAL MODULE: ./build/policy/rules/decide.js + 1 modules
var decide = __webpack_require__(14345);
// EXTERNAL MODULE: ./build/policy/rules/reachable.js
var reachable = __webpack_require__(30876);
// EXTERNAL MODULE: ./build/policy/rules/tool-names.js
var tool_names = __webpack_require__(81572);
// EXTERNAL MODULE: ./build/results/visitor-run.js
var visitor_run = __webpack_require__(55243);
// EXTERNAL MODULE: ./build/review/answer-findings.js
var answer_findings = __webpack_require__(64890);
// EXTERNAL MODULE: ./build/github/api/pull-change.js
var pull_change = __webpack_require__(74127);
// EXTERNAL MODULE: ./build/github/comment-marker.js
var comment_marker = __webpack_require__(9462);
// EXTERNAL MODULE: ./build/github/patch-rows.js
var patch_rows = __webpack_require__(58668);
// EXTERNAL MODULE: ./build/text/write-markdown.js
var write_markdown = __webpack_require__(83647);
// EXTERNAL MODULE: ./build/github-tools/diff-lines.js
var diff_lines = __webpack_require__(57431);
// EXTERNAL MODULE: ./build/review/similar-lines.js
var similar_lines = __webpack_require__(86342);
;// CONCATENATED MODULE: ./build/review/comment-lines.js


const NEAR_LINES = 8;
const FLOOR = 0.72;
const MARGIN = 0.15;
const linesOn = (hunks, side) => hunks.map((hunk) => hunk.flatMap(({ text, oldLine, newLine }) => {
    const number = side === 'LEFT' ? oldLine : newLine;
    return number === undefined ? [] : [{ number, text }];
}));
function quotedLines(code) {
    const text = code.replace(/\r\n?/g, '\n').replace(/\n$/, '');
    return text.trim() === '' ? [] : text.split('\n');
}
function withoutEmptyEnds(lines) {
    const first = lines.findIndex((line) => line.trim() !== '');
    const last = lines.findLastIndex((line) => line.trim() !== '');
    return lines.slice(first, last + 1);
}
function readingsOf(code) {
    const isMarked = (mark) => code.every((line) => line === '' || mark.test(line));
    const without = (mark) => (isMarked(mark) ? [code.map((line) => line.replace(mark, ''))] : []);
    const readings = [code, ...without(/^[+\- ]/), ...without(/^\s*\d+(?:[:|]\s?|\t| (?=\s*\S))/)];
    return [...readings, ...readings.map(withoutEmptyEnds).filter((each) => each.length < code.length)];
}
function placeCode(hunks, code, requested) {
    const other = requested.side === 'RIGHT' ? 'LEFT' : 'RIGHT';
    const readings = readingsOf(code);
    for (const side of [requested.side, other])
        for (const reading of readings) {
            const places = exactPlaces(hunks, reading, side);
            const stated = places.find(({ first, last }) => first === requested.first && last === requested.last);
            const within = places.filter(({ first, last }) => first >= requested.first && last <= requested.last);
            const chosen = stated ??
                (places.length === 1 ? places[0] : within.length === 1 ? within[0] : clearlyNearest(places, requested));
            if (chosen !== undefined && (chosen.side === requested.side || places.length === 1))
                return { kind: 'placed', ...chosen, isSure: places.length === 1 };
            if (places.length > 0)
                return { kind: 'unclear', candidates: places };
        }
    return similarPlace(hunks, withoutEmptyEnds(code), requested);
}
const NEAREST = 3;
const NEXT_TIMES = 4;
function clearlyNearest(places, requested) {
    const away = (place) => Math.min(Math.abs(place.first - requested.first), Math.abs(place.last - requested.last));
    const [nearest, next] = places.toSorted((a, b) => away(a) - away(b));
    if (nearest === undefined || next === undefined || away(nearest) > NEAREST)
        return undefined;
    return away(next) > Math.max(NEAR_LINES, NEXT_TIMES * away(nearest)) ? nearest : undefined;
}
function windowsOn(hunks, size, side) {
    return linesOn(hunks, side).flatMap((lines) => lines.slice(0, Math.max(0, lines.length - size + 1)).map(({ number: first }, index) => {
        const window = lines.slice(index, index + size);
        return { side, first, last: window.at(-1)?.number ?? first, texts: window.map(({ text }) => text) };
    }));
}
function exactPlaces(hunks, code, side) {
    const start = (0,similar_lines/* plainLine */.h0)(code[0] ?? '');
    const matches = linesOn(hunks, side).flatMap((lines) => lines.flatMap(({ number: first, text }, index) => {
        if ((0,similar_lines/* plainLine */.h0)(text) !== start)
            return [];
        const window = lines.slice(index, index + code.length).map((each) => each.text);
        return (0,similar_lines/* sameLines */.mH)(window, code) ? [{ side, first, last: first + code.length - 1, texts: window }] : [];
    }));
    const literal = matches.filter(({ texts }) => texts.every((text, index) => text.trimEnd() === code[index]?.trimEnd()));
    return (literal.length > 0 ? literal : matches).map(({ first, last }) => ({ side, first, last }));
}
function similarPlace(hunks, code, requested) {
    const { side, first, last } = requested;
    const near = windowsOn(hunks, code.length, side).filter((each) => Math.min(Math.abs(each.first - first), Math.abs(each.last - last)) <= NEAR_LINES);
    const scored = near
        .map((each) => ({ place: { side, first: each.first, last: each.last }, score: (0,similar_lines/* meanSimilarity */.T6)(each.texts, code) }))
        .toSorted((a, b) => b.score - a.score);
    const [best, second] = scored;
    if (best !== undefined && best.score >= FLOOR && best.score - (second?.score ?? 0) >= MARGIN)
        return { kind: 'placed', ...best.place, isSure: false };
    return { kind: 'unclear', candidates: scored.slice(0, 3).flatMap(({ place, score }) => (score > 0.4 ? [place] : [])) };
}
const MAX_SHOWN_LINES = 12;
const MAX_SHOWN_CHARACTERS = 160;
function numberedLines(hunks, { side, first, last }, margin = 0) {
    const lines = linesOn(hunks, side)
        .flat()
        .filter(({ number }) => number >= first - margin && number <= last + margin);
    const shown = lines.slice(0, MAX_SHOWN_LINES).map(({ number, text }) => {
        const cut = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
        return `${number}: ${cut}`;
    });
    return [...shown, ...(lines.length > shown.length ? [`… up to ${lines.at(-1)?.number}`] : [])].join('\n');
}
const MAX_CANDIDATES = 4;
function explainUnclear(hunks, { candidates }, requested, path) {
    const places = candidates.slice(0, MAX_CANDIDATES);
    const isExact = places.length > 1;
    const shown = (places.length === 0 ? [requested] : places).map((each) => numberedLines(hunks, each, 3));
    const lines = shown.filter((text) => text !== '');
    const reason = isExact
        ? `\`code\` may stand on several lines of ${path}.`
        : `\`code\` does not stand on the given lines of ${path}, and no other lines of the diff are clearly meant.`;
    const near = lines.length === 0 ? '' : `\n\nLines of side ${requested.side}:\n${[...new Set(lines)].join('\n…\n')}`;
    return `${reason} Call again with \`line\` and the exact current lines as \`code\`; more lines tell equal places apart.${near}`;
}
const MIN_QUOTE = 10;
function contradictedPlace(body, hunks, place) {
    const lines = linesOn(hunks, place.side).flat();
    const isInside = ({ number }) => number >= place.first && number <= place.last;
    for (const quote of quotesIn(body)) {
        const holding = lines.filter(({ text }) => (0,similar_lines/* plainLine */.h0)(text).includes(quote));
        const [first] = holding;
        if (first !== undefined && !holding.some(isInside))
            return `The body quotes line ${first.number}`;
    }
    const named = [...body.matchAll(/\blines?\s+(\d{1,6})(?:\s*(?:-|–|to|and)\s*(\d{1,6}))?/gi)].map(([, first = '', last = first]) => ({ first: Number(first), last: Number(last) }));
    const [other] = named;
    if (other === undefined || named.some(({ first, last }) => first <= place.last && last >= place.first))
        return undefined;
    return `The body names line ${other.first}`;
}
function quotesIn(body) {
    const fenced = [...body.matchAll(/^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^\1/gm)].flatMap(([, , text = '']) => text.split('\n'));
    const inline = [...body.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, text = '']) => text);
    return [...fenced, ...inline].map(similar_lines/* plainLine */.h0).filter((text) => text.length >= MIN_QUOTE && (0,similar_lines/* isTelling */.c0)(text));
}
const sideRange = ({ side, start, line }) => ({
    side,
    first: start ?? line,
    last: line,
});
function findLines(hunks, request, quoted, path) {
    const statedLines = requestedLines(request);
    const { line, start_line = line, side = 'RIGHT' } = statedLines;
    const stated = { side, first: Math.min(line, start_line), last: Math.max(line, start_line) };
    const code = quotedLines(quoted);
    if (code.length === 0) {
        const located = (0,diff_lines/* locateLines */.A)(hunks, statedLines);
        if (!located.ok)
            return {
                ok: false,
                reason: `${located.reason} Lines of ${path} that accept comments: ${located.accepted || 'none'}.`,
            };
        if (quoted !== '' && located.code.some((text) => text.trim() !== ''))
            return { ok: false, reason: explainUnclear(hunks, NOWHERE, stated, path) };
        const statedSize = located.code.length;
        return {
            ok: true,
            requested: located,
            isQuoted: false,
            isSure: false,
            isMoved: false,
            statedSize,
            isEndOpen: false,
        };
    }
    const place = placeCode(hunks, code, stated);
    if (place.kind === 'unclear')
        return { ok: false, reason: explainUnclear(hunks, place, stated, path) };
    const statedSize = stated.last - stated.first + 1;
    const below = /\n\s*$/.test(quoted) ? lineBelow(hunks, place) : undefined;
    const hasOpenEnd = below !== undefined && below.trim() === '';
    const isLonger = hasOpenEnd && statedSize === place.last - place.first + 2;
    const last = isLonger ? place.last + 1 : place.last;
    const located = (0,diff_lines/* locateLines */.A)(hunks, { side: place.side, start_line: place.first, line: last });
    if (!located.ok)
        return { ok: false, reason: located.reason };
    const isMoved = place.first !== stated.first || last !== stated.last || place.side !== side;
    const { isSure } = place;
    return {
        ok: true,
        requested: located,
        isQuoted: true,
        isSure,
        isMoved,
        statedSize,
        isEndOpen: hasOpenEnd && !isLonger,
    };
}
const NOWHERE = { kind: 'unclear', candidates: [] };
const lineBelow = (hunks, { side, last }) => linesOn(hunks, side)
    .flat()
    .find(({ number }) => number === last + 1)?.text;
const askForPlace = (contradiction, hunks, { location }) => `${contradiction}, but the comment would stand on:\n${numberedLines(hunks, sideRange(location), 3)}\n\nCall again with the exact current lines as \`code\`. If the lines are right, repeat the same call.`;
const requestedLines = ({ line, end_line, start_line, side, }) => end_line === undefined ? { line, start_line, side } : { line: end_line, start_line: start_line ?? line, side };
function standsOnChange({ side, first, last }, hunks) {
    return hunks.some((hunk) => {
        const numbers = hunk.map(({ oldLine, newLine }) => (side === 'LEFT' ? oldLine : newLine));
        const isInside = (number) => number !== undefined && number >= first && number <= last;
        return hunk.some(({ oldLine, newLine }, index) => {
            const isChanged = oldLine === undefined || newLine === undefined;
            if (!isChanged)
                return false;
            if (isInside(numbers[index]))
                return true;
            const before = numbers.slice(0, index).findLast((each) => each !== undefined);
            const after = numbers.slice(index + 1).find((each) => each !== undefined);
            return numbers[index] === undefined && (isInside(before) || isInside(after));
        });
    });
}

// EXTERNAL MODULE: ./build/review/earlier-findings.js
var earlier_findings = __webpack_require__(86220);
// EXTERNAL MODULE: ./build/review/finding.js
var finding = __webpack_require__(19192);
// EXTERNAL MODULE: ./build/review/read-findings.js
var read_findings = __webpack_require__(28668);
// EXTERNAL MODULE: ./build/review/suggestion.js
var review_suggestion = __webpack_require__(98185);
// EXTERNAL MODULE: ./build/review/suggestion-button.js + 1 modules
var suggestion_button = __webpack_require__(57751);
;// CONCATENATED MODULE: ./build/review/pull-request-proposals.js

















const pull_request_proposals_WHEN = 'It is posted after the run.';
function pullRequestProposalTools(task, github, options, store) {
    const mayChangeFiles = options.changes === 'commit' || options.changes === 'pull_request';
    const createTools = mayChangeFiles ? [createPullRequest(store, options)] : [];
    const isAboutPull = task.kind === 'pull_request' || task.kind === 'workflow_run';
    const number = isAboutPull ? task.number : undefined;
    const taskSubject = openSubject(number ?? 0, task, github);
    const subject = subjectResolver(number, options, (each) => each === number ? taskSubject : openSubject(each, task, github));
    const context = { ...taskSubject, task, options, store, github, subject };
    const reviews = options.review === 'off' ? [] : [reviewComment(context), withdrawComment(context), reviewOverview(context)];
    const threads = [reply(context), resolveThread(context)];
    const tools = [...reviews, ...(number === undefined ? threads.map(withoutPullRequest) : threads), ...createTools];
    return {
        tools,
        earlierFindings: async () => (number === undefined ? [] : taskSubject.findings()),
        isUnsure: async () => number !== undefined && (await taskSubject.threads()).some((thread) => thread.isUnsure),
        allFindings: async (action) => (number === undefined ? [] : taskSubject.allFindings(action)),
        change: taskSubject.diff,
    };
}
const NO_PULL_REQUEST = 'This run is not about a pull request. Put your findings in the answer instead.';
const withoutPullRequest = (tool) => ({
    ...tool,
    run: async () => (0,github_tools_proposal/* refuseProposal */.dp)(NO_PULL_REQUEST),
});
function subjectResolver(taskNumber, { authority }, open) {
    const subjects = new Map();
    return (requestedNumber) => {
        const number = requestedNumber ?? taskNumber;
        if (number === undefined)
            return { ok: false, reason: NO_PULL_REQUEST };
        if (number !== taskNumber && !authority.isOwn(number)) {
            const limit = authority.limit(`may write to ${taskNumber === undefined ? 'no pull request' : `#${taskNumber} only`}`);
            return { ok: false, reason: limit ?? otherPullReason(number, taskNumber) };
        }
        const subject = subjects.get(number) ?? open(number);
        subjects.set(number, subject);
        return { ok: true, ...subject };
    };
}
const otherPullReason = (number, taskNumber) => `A run reviews its own pull request${taskNumber === undefined ? ', and this run has none' : ` (#${taskNumber})`}. To review #${number}, the workflow gives its number in the input github_pr_number. Until then put the review in the answer.`;
function openSubject(number, task, github) {
    const threads = async () => {
        const all = await github.threads(number);
        const ownTexts = await (0,own_text/* confirmTexts */.$D)(all.flatMap(({ comments }) => comments.slice(0, 1)), github);
        return all.map((thread) => {
            const [first] = thread.comments;
            const text = first && ownTexts.of(first);
            const isUnsure = first !== undefined && ownTexts.isUnsure(first);
            return { ...thread, isOwn: text !== undefined, isUnsure, linesHash: text && (0,comment_marker/* parseCommentMarker */.Zv)(text)?.at };
        });
    };
    const diff = (0,lazy/* lazyAsync */.z)(() => readDiff(task, number, github));
    const lazyThreads = (0,lazy/* lazyAsync */.z)(threads);
    const findings = async () => {
        const [{ commit, files }, all] = await Promise.all([diff(), lazyThreads()]);
        return (0,read_findings/* readFindings */.RJ)(all, { number, head: commit, files }, github);
    };
    const allFindings = async (action) => (0,read_findings/* readAllFindings */.ip)(await lazyThreads(), { number, diff, action }, github);
    return { number, diff, threads: lazyThreads, findings: (0,lazy/* lazyAsync */.z)(findings), allFindings };
}
async function readDiff(task, number, github) {
    const own = number === task.number ? task.head?.sha : undefined;
    const commit = own ?? (await github.pullAtStart(number)).head.sha;
    const { files } = await (0,pull_change/* readPullChange */.U)(number, commit, github);
    return { commit, files };
}
const pullNumber = schemas/* int */.Whr().min(1).optional().describe("Number of the pull request. Default: this run's.");
const reviewComment = ({ subject, store, github }) => {
    const questions = new Set();
    const doubts = new Map();
    return (0,github_tools_proposal/* defineProposalTool */.yL)({
        name: 'review_comment',
        description: `Proposes an inline comment on lines of the pull request's diff, with a suggestion when a small change fixes the problem. Give the lines as \`code\` too: the comment stands where they stand. All inline comments become one review. ${pull_request_proposals_WHEN}`,
        input: schemas/* object */.Ikc({
            path: schemas/* string */.YjP().describe('Path of the file in the head of the diff.'),
            line: schemas/* int */.Whr().min(1).describe('Line of the comment, the last one of several. Counted in the file.'),
            start_line: schemas/* int */.Whr().min(1).optional().describe('First of several lines, in the same hunk.'),
            end_line: schemas/* int */.Whr().min(1).optional().describe('Last of several lines, when `line` is the first.'),
            side: schemas/* enum */.k5n(['RIGHT', 'LEFT']).optional().describe('LEFT for removed lines, counted in the old file.'),
            code: schemas/* string */.YjP()
                .optional()
                .describe('The exact current text of these lines, all of them. It decides where the comment stands.'),
            body: schemas/* string */.YjP().describe('What is wrong and why, in GitHub Markdown.'),
            suggestion: schemas/* string */.YjP()
                .optional()
                .describe('Exact replacement of the full lines in `code`, with their indentation. Empty to delete them.'),
            title: schemas/* string */.YjP().max(200).optional().describe('The problem in one line.'),
            severity: schemas/* enum */.k5n(github_tools_proposal/* SEVERITIES */.oC).optional().describe('Default: the one that body starts with, else medium.'),
            category: schemas/* string */.YjP()
                .max(40)
                .optional()
                .describe('One word, for example correctness, security, performance, tests.'),
            confidence: schemas/* enum */.k5n(github_tools_proposal/* CONFIDENCES */.ix).optional().describe('How sure you are.'),
            same_as: schemas/* string */.YjP().optional().describe('Id of another finding that is the same problem, or "none".'),
            caused_by: schemas/* string */.YjP()
                .optional()
                .describe('If no line of the comment is changed: the changed line that causes the problem, as path:line.'),
            number: pullNumber,
        }),
        async run({ path, body: requestedBody, suggestion: requestedSuggestion, number: requestedNumber, ...rest }) {
            const target = subject(requestedNumber);
            if (!target.ok)
                return (0,github_tools_proposal/* refuseProposal */.dp)(target.reason);
            const { number, diff, threads, findings } = target;
            const split = (0,review_suggestion/* splitSuggestion */.Z1)(requestedBody, requestedSuggestion, rest.title);
            const { body: text, suggestion: copied } = split;
            const body = [(0,finding/* findingHeading */.Ir)(rest), text].filter((part) => part !== '').join('\n\n');
            const { commit, files } = await diff();
            const file = findFile(files, path);
            if (file === undefined)
                return (0,github_tools_proposal/* refuseProposal */.dp)(`${JSON.stringify(path)} is not part of the diff. ${describeChangedFiles(files, path)}`);
            if (file.patch === undefined)
                return (0,github_tools_proposal/* refuseProposal */.dp)(`GitHub shows no diff of ${file.path} (binary, renamed only, or too large). Put the comment in the answer.`);
            const hunks = (0,patch_rows/* parsePatch */.iz)(file.patch);
            const suggestion = copied && (0,shown_lines/* withoutNumbers */.B1)(file.path, copied, github);
            const placed = findLines(hunks, rest, (0,shown_lines/* withoutNumbers */.B1)(file.path, rest.code ?? '', github), file.path);
            if (!placed.ok)
                return (0,github_tools_proposal/* refuseProposal */.dp)(placed.reason);
            const { requested } = placed;
            const checked = checkText(text, suggestion, requested);
            if (!checked.ok)
                return (0,github_tools_proposal/* refuseProposal */.dp)(checked.reason);
            const contradiction = placed.isQuoted ? undefined : contradictedPlace(text, hunks, sideRange(requested.location));
            const question = `${file.path} ${text}`;
            if (contradiction !== undefined && !questions.has(question)) {
                questions.add(question);
                return (0,github_tools_proposal/* refuseProposal */.dp)(askForPlace(contradiction, hunks, requested));
            }
            const at = { hunks, path: file.path, words: body, ...placed };
            const change = checked.suggestion && (0,suggestion_button/* placeSuggestion */.iq)(checked.suggestion, at);
            const { located = requested, lines: suggested, problem } = change ?? {};
            const earlierFindings = await findings().catch(() => []);
            const mine = store.ofKind('review_comment').filter((each) => each.number === number);
            const linesHash = (0,comment_marker/* shortHash */.BC)(file.path, located.location.side, ...located.context);
            const correction = `${linesHash} ${text}`;
            const sameAs = rest.same_as?.trim() || undefined;
            const severity = rest.severity ?? (0,finding/* statedSeverity */.zp)(text);
            const isExisting = severity !== undefined &&
                !standsOnChange(sideRange(requested.location), hunks) &&
                !isChangedLine(rest.caused_by, files);
            const isCorrected = (each) => {
                const doubt = doubts.get(each.finding?.id ?? '');
                const isOnLines = each.linesHash === linesHash;
                if (each.foldedAs === 'existing' && rest.caused_by !== undefined && !isExisting && isOnLines)
                    return (0,similar_lines/* textLikeness */.eN)(each.body, body) !== 'different';
                return doubt?.correction === correction || (isOnLines && sameAs !== undefined && doubt?.comparedId === sameAs);
            };
            const replaced = mine.find(isCorrected)?.finding?.id;
            const others = mine.filter((each) => replaced === undefined || each.finding?.id !== replaced);
            const isTaken = (id) => others.some((each) => each.finding?.id === id) || earlierFindings.some(({ finding }) => finding.id === id);
            const comment = {
                path: file.path,
                location: located.location,
                body,
                suggestion: suggested,
                replaced: suggested && { code: located.code, isQuoted: placed.isSure || located !== requested },
                note: problem === undefined ? undefined : (0,review_suggestion/* suggestionNote */.VG)(checked.suggestion ?? [], problem),
                linesHash,
                foldedAs: isExisting ? 'existing' : undefined,
                hasSeverity: severity !== undefined,
                finding: (0,finding/* newFinding */.iD)(file.path, { ...rest, severity }, located, isTaken),
            };
            const isProposed = others.some((each) => each.linesHash === comment.linesHash && each.body.trim() === body.trim());
            if (isProposed)
                return (0,github_tools_proposal/* alreadyInPlace */.XU)('The same comment is already proposed.');
            const { location, finding: record } = comment;
            const { start = location.line, line } = location;
            const proposed = {
                record,
                path: comment.path,
                start,
                line,
                sameAs,
                text: `${rest.title ?? ''}\n${text}`,
            };
            const twin = (0,earlier_findings/* sameCommentAs */._W)(proposed, others);
            const takeBack = (ids) => store.withdraw((each) => each.kind === 'review_comment' && each.finding !== undefined && ids.includes(each.finding.id));
            const withdrawn = takeBack([replaced]);
            if (twin?.is === 'same')
                return (0,github_tools_proposal/* alreadyInPlace */.XU)(`Then ${sameAs} says it already${withdrawn > 0 ? ', and this comment is taken back' : ''}.`);
            const repeated = (0,earlier_findings/* answerRepetition */.qy)({ proposed, number, commit, body }, earlierFindings, store);
            if (repeated !== undefined)
                return repeated;
            const earlier = (await threads().catch(() => [])).find((thread) => thread.linesHash === comment.linesHash && !isFindingThread(thread, earlierFindings));
            if (earlier !== undefined)
                return (0,github_tools_proposal/* alreadyInPlace */.XU)(explainRepetition(earlier));
            if (store.remaining('review_comment') === 0)
                return (0,github_tools_proposal/* quotaReached */.pJ)('review_comment', 'inline comments');
            if (twin?.is === 'milder')
                takeBack([sameAs]);
            store.add({ kind: 'review_comment', number, commit, ...comment }, 'review_comment');
            const facts = { twin: twin?.comment, earlierFindings, body: text, severity };
            const doubt = replaced === undefined ? (0,earlier_findings/* doubtAbout */.ce)(proposed, facts) : undefined;
            doubts.delete(replaced ?? record.id);
            if (doubt !== undefined)
                doubts.set(record.id, { correction, comparedId: doubt.comparedId });
            const posted = `an inline comment on ${file.path}:${lineRange(location)}`;
            const ignored = split.isIgnored
                ? ', without the empty suggestion: neither title nor body says to delete lines'
                : '';
            const asText = problem === undefined ? ignored : `, with the change as text: ${problem}`;
            const moved = placed.isMoved ? ' The lines are those of `code`, not those that you gave.' : '';
            const folded = comment.foldedAs === undefined ? pull_request_proposals_WHEN : FOLDED;
            const shown = `Its id is ${record.id}. It stands on:\n${numberedLines(hunks, sideRange(location))}`;
            return (0,tools_tool/* done */.Vw)([`Proposed: ${posted}${asText}.${moved} ${folded} ${shown}`, doubt?.text ?? ''].filter(Boolean).join('\n'));
        },
    });
};
const FOLDED = 'None of its lines is changed, so the comment of the run lists it as existing code. If a changed line causes it, call again with caused_by.';
function isChangedLine(place, files) {
    const [, path = '', line = ''] = /^`?(.+?):L?(\d+)/.exec(place?.trim() ?? '') ?? [];
    const patch = path === '' ? undefined : findFile(files, path)?.patch;
    const number = Number(line);
    return patch !== undefined && standsOnChange({ side: 'RIGHT', first: number, last: number }, (0,patch_rows/* parsePatch */.iz)(patch));
}
const isFindingThread = ({ id }, earlier) => earlier.some(({ finding }) => finding.thread.id === id);
const withdrawComment = ({ subject, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'withdraw_comment',
    description: 'Takes back an inline comment that github__review_comment proposed in this run, for example a finding that you found to be wrong.',
    input: schemas/* object */.Ikc({ id: schemas/* string */.YjP().describe('The id in the reply of github__review_comment.'), number: pullNumber }),
    async run({ id, number: requestedNumber }) {
        const target = subject(requestedNumber);
        if (!target.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(target.reason);
        const { number, findings } = target;
        const isMeant = (each) => each.kind === 'review_comment' && each.number === number && each.finding?.id === id;
        if (store.withdraw(isMeant) > 0)
            return (0,tools_tool/* done */.Vw)(`Taken back: the inline comment ${id}. It is not posted.`);
        const earlier = (await findings().catch(() => [])).find(({ finding }) => finding.id === id);
        const reopened = (each) => each.kind === 'reply' && each.reopens === true && each.thread === earlier?.finding.thread.id;
        if (store.withdraw(reopened) > 0)
            return (0,tools_tool/* done */.Vw)(`Taken back: to reopen the thread of ${id}.`);
        const ids = store.ofKind('review_comment').flatMap(({ finding }) => finding?.id ?? []);
        const known = ids.length === 0 ? 'It has proposed none.' : `Its comments: ${ids.join(', ')}.`;
        return (0,github_tools_proposal/* refuseProposal */.dp)(`This run has proposed no comment with the id ${JSON.stringify(id)}. ${known}`);
    },
});
const reviewOverview = ({ subject, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'review_overview',
    description: `Proposes the text of the review, above its inline comments. ${pull_request_proposals_WHEN}`,
    input: schemas/* object */.Ikc({ body: schemas/* string */.YjP().describe('GitHub Markdown.'), number: pullNumber }),
    async run({ body, number: requestedNumber }) {
        const target = subject(requestedNumber);
        if (!target.ok)
            return (0,github_tools_proposal/* refuseProposal */.dp)(target.reason);
        const problem = (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(problem);
        const { number, diff } = target;
        const isProposed = store
            .ofKind('review_overview')
            .some((each) => each.number === number && each.body.trim() === body.trim());
        if (isProposed)
            return (0,github_tools_proposal/* alreadyInPlace */.XU)('The review has this text already.');
        if (store.remaining('review_overview') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('review_overview', 'texts of reviews');
        const { commit } = await diff();
        store.add({ kind: 'review_overview', number, commit, body }, 'review_overview');
        return (0,tools_tool/* done */.Vw)(`Proposed: the text of the review of #${number}. ${pull_request_proposals_WHEN}`);
    },
});
function findFile(files, path) {
    const plain = path.replace(/^(?:\.\/)+/, '');
    const fileAt = (candidate) => files.find((file) => file.path === candidate);
    return (fileAt(path) ??
        fileAt(plain) ??
        files.find((file) => file.previousPath === plain) ??
        fileAt(plain.replace(/^[ab]\//, '')));
}
function describeChangedFiles(files, path) {
    const name = path.split('/').at(-1) ?? '';
    const sameName = files.filter((file) => file.path.endsWith(name));
    const listed = (sameName.length > 0 ? sameName : files).slice(0, 15).map((file) => JSON.stringify(file.path));
    return listed.length === 0
        ? 'The diff is empty.'
        : `Changed files${sameName.length > 0 ? ' of that name' : ''}: ${listed.join(', ')}${files.length > listed.length ? ', …' : ''}.`;
}
function checkText(body, suggestion, located) {
    const problem = suggestion !== undefined && body.trim() === '' ? undefined : (0,github_tools_proposal/* textProblem */.Fy)(body);
    if (problem !== undefined)
        return { ok: false, reason: problem };
    if (/^\s*[`~]{3,}\s*suggestion\b/m.test(body))
        return { ok: false, reason: 'Put the replacement in `suggestion`, which checks it, and only the reason in `body`.' };
    if (suggestion === undefined)
        return { ok: true };
    const suggestionProblem = suggestion.trim() === '' ? undefined : (0,github_tools_proposal/* textProblem */.Fy)(suggestion);
    if (suggestionProblem !== undefined)
        return { ok: false, reason: suggestionProblem };
    const parsed = (0,review_suggestion/* parseSuggestion */.kL)(suggestion, located.code, located.location.side);
    return parsed.ok ? { ok: true, suggestion: parsed.lines } : parsed;
}
function explainRepetition({ id, isResolved, commentCount }) {
    if (isResolved)
        return 'An earlier run commented on these lines, and the thread is resolved. Do not comment on them again.';
    const replies = commentCount === 1 ? 'no replies' : (0,write_markdown/* pluralize */.td)(commentCount - 1, 'reply', 'replies');
    return `An earlier run commented on these lines, and the thread is open (thread ${id}, ${replies}). To add something new, use github__reply.`;
}
const lineRange = ({ start, line }) => start === undefined ? `${line}` : `${start}-${line}`;
const reply = ({ number, threads, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'reply',
    description: `Proposes a reply in a review thread. github__list_review_threads lists the ids. ${pull_request_proposals_WHEN}`,
    input: schemas/* object */.Ikc({ thread_id: schemas/* string */.YjP(), body: schemas/* string */.YjP().describe('GitHub Markdown.') }),
    async run({ thread_id, body }) {
        const thread = (await threads()).find(({ id }) => id === thread_id);
        const firstComment = thread?.comments[0];
        if (thread === undefined || firstComment === undefined)
            return unknownThread(thread_id, await threads());
        const problem = (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(problem);
        if (store.ofKind('reply').some((each) => each.thread === thread_id))
            return (0,github_tools_proposal/* alreadyInPlace */.XU)('A reply in this thread is already proposed.');
        if (store.remaining('reply') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('reply', 'replies');
        const nth = store.ofKind('reply').length + 1;
        store.add({ kind: 'reply', number, thread: thread_id, to: firstComment.id, body, nth }, 'reply');
        return (0,tools_tool/* done */.Vw)(`Proposed: a reply in the thread on ${thread.path}. ${pull_request_proposals_WHEN}`);
    },
});
const RESOLVES_OWN = 'may resolve only threads that this action opened';
const resolveThread = ({ number, threads, findings, diff, task, options, store }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'resolve_thread',
    description: 'Proposes to resolve a review thread whose point is settled. It is done after the run.',
    input: schemas/* object */.Ikc({ thread_id: schemas/* string */.YjP() }),
    async beyond({ thread_id }) {
        const thread = number === 0 ? undefined : (await threads()).find(({ id }) => id === thread_id);
        if (thread === undefined || thread.isOwn)
            return undefined;
        return options.authority.othersThread(thread.path);
    },
    async run({ thread_id }) {
        const thread = (await threads()).find(({ id }) => id === thread_id);
        if (thread === undefined)
            return unknownThread(thread_id, await threads());
        const placed = (await findings().catch(() => [])).find(({ finding }) => finding.thread.id === thread_id);
        if (thread.isResolved && placed?.state !== 'regressed')
            return (0,github_tools_proposal/* alreadyInPlace */.XU)('The thread is already resolved.');
        const limit = thread.isOwn ? undefined : options.authority.limit(RESOLVES_OWN);
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        if (store.ofKind('resolve_thread').some((each) => each.thread === thread_id))
            return (0,github_tools_proposal/* alreadyInPlace */.XU)('Resolving this thread is already proposed.');
        if (store.remaining('resolve_thread') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('resolve_thread', 'threads to resolve');
        const isReview = thread.isOwn && /^pull_request(?:_target)?$/.test(task.event);
        const fix = isReview ? (0,earlier_findings/* findingFix */.Tv)(thread_id, (await diff()).commit, await findings(), store.repeated) : {};
        if ('problem' in fix)
            return (0,github_tools_proposal/* refuseProposal */.dp)(fix.problem);
        store.add({ kind: 'resolve_thread', number, thread: thread_id, path: thread.path, ...fix }, 'resolve_thread');
        return (0,tools_tool/* done */.Vw)(`Proposed: to resolve the thread on ${thread.path}. It is done after the run.`);
    },
});
function unknownThread(id, threads) {
    const open = threads.filter(({ isResolved }) => !isResolved);
    const listed = open
        .slice(0, 10)
        .map((thread) => `${thread.id} (${thread.path}${thread.line === undefined ? '' : `:${thread.line}`})`);
    return (0,github_tools_proposal/* refuseProposal */.dp)(`There is no thread ${JSON.stringify(id)} on this pull request. ${listed.length === 0 ? 'It has no open threads.' : `Open threads: ${listed.join(', ')}${open.length > listed.length ? ', …' : ''}.`}`);
}
const createPullRequest = (store, { changes, authority }) => (0,github_tools_proposal/* defineProposalTool */.yL)({
    name: 'create_pull_request',
    description: 'Proposes a pull request with the files that this run edited, as they are at its end.',
    input: schemas/* object */.Ikc({
        title: schemas/* string */.YjP(),
        body: schemas/* string */.YjP().describe('GitHub Markdown.'),
        draft: schemas/* boolean */.zMY().optional(),
    }),
    async run({ title: requestedTitle, body, draft = false }) {
        const limit = changes === 'pull_request' ? undefined : authority.limit('opens no pull request');
        if (limit !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(limit);
        const title = (0,github_tools_proposal/* normalizeTitle */.sA)(requestedTitle);
        const problem = title === '' ? 'The title is empty.' : (0,github_tools_proposal/* textProblem */.Fy)(body);
        if (problem !== undefined)
            return (0,github_tools_proposal/* refuseProposal */.dp)(problem);
        if (store.remaining('create_pull_request') === 0)
            return (0,github_tools_proposal/* quotaReached */.pJ)('create_pull_request', 'pull request');
        store.add({ kind: 'create_pull_request', title, body, draft }, 'create_pull_request');
        return (0,tools_tool/* done */.Vw)(`Proposed: the pull request "${title}". It is opened after the run, if files were edited.`);
    },
});

;// CONCATENATED MODULE: ./build/session/run-github-tools.js














function runGithubTools(options) {
    const { task, trust, inputs, nonce, config, settings, proposals, results } = options;
    const github = (0,write_authority/* recordReadTexts */.SS)(options.github, proposals.texts);
    const visitorTools = trust.level === 'visitor' ? [(0,visitor_run/* visitorResultTool */.iz)(results)] : [];
    if (inputs.github_token === '')
        return visitorTools;
    const stillAbove = (0,slash_invocations/* callsBuiltIn */.JK)(config.invocations) ? compression/* isStillAbove */.cq : undefined;
    const allTools = withMcpTools([...readTools(task, github, nonce, stillAbove), ...withCodeOwners(proposals.tools, config)], {
        task,
        github,
        nonce,
        store: proposals.store,
        judge: callJudge(config),
        branches: branchOptions({ ...config, settings }, trust, inputs),
        declaredNames: mcpToolNames(settings, inputs.prompt, config.invocations),
    });
    const tools = (0,write_authority/* recordCode */.bh)(allTools, proposals.texts);
    return [...(trust.level === 'visitor' ? (0,visitor_run/* visitorGithubTools */.fX)(tools, inputs.allowed_labels) : tools), ...visitorTools];
}
const callJudge = ({ rules, mode }) => ({ name, aliases, server, annotations }, args) => {
    const facts = { tool: name, aliases, server, annotations, args, mode, interactive: false };
    const { verdict, rule, message } = (0,decide/* decide */.LD)(rules, facts, 'deny');
    if (verdict === 'allow')
        return undefined;
    return [`${name} is not allowed by ${rule === undefined ? 'any rule' : `${rule.file}:${rule.line}`}.`, message]
        .join(' ')
        .trim();
};
const editJudge = ({ rules, mode }) => (path, content) => {
    const judgedMode = mode === 'plan' ? 'plan' : 'yolo';
    const args = { file_path: path, content };
    const facts = { tool: 'write_file', annotations: {}, args, mode: judgedMode, interactive: false };
    const { verdict, rule, message } = (0,decide/* decide */.LD)(rules.filter(appliesToServers), facts, 'deny');
    if (verdict === 'allow')
        return undefined;
    const source = rule === undefined ? 'no rule allows it' : `${rule.file}:${rule.line} forbids it`;
    return [`${path} may not be written: ${source}.`, message].join(' ').trim();
};
const appliesToServers = ({ verdict, match }) => verdict !== 'deny' || match.builtin !== true;
const namesCommand = ({ verdict, tier, match }) => {
    const { tools = [], prefixes, regex, args } = match;
    if (verdict !== 'allow' || tier === 'default' || tier === 'extension' || regex !== undefined || args !== undefined)
        return false;
    if (!tools.includes(tool_names/* SHELL_TOOL */.cF))
        return false;
    return (prefixes ?? [{ words: [] }]).some(({ words }) => words.every((word, index) => OPENS_PULL_REQUEST[index] === word));
};
const OPENS_PULL_REQUEST = ['gh', 'pr', 'create'];
function branchOptions(config, { level }, inputs) {
    const { settings, invocations } = config;
    const server = (settings.mcpServers?.github ?? {});
    const isWhole = settings.mcpServers?.github !== undefined && server.includeTools === undefined;
    const toolNames = mcpToolNames({}, server.includeTools, settings.tools, invocations, isWhole ? inputs.prompt : '');
    const excluded = mcpToolNames({}, server.excludeTools);
    return {
        prefix: inputs.branch_prefix,
        judgeEdit: editJudge(config),
        mayEditCheckout: (0,reachable/* mayEditCheckout */.oA)(config.rules, config.mode),
        problem(tool) {
            if (level !== 'trusted')
                return 'This run may propose no branch: a person with write permission did not start it, or its code comes from outside. Put the change in the answer.';
            if (inputs.changes === 'off')
                return 'The workflow sets the input `changes` to "off", so this run may propose no files.';
            if (toolNames.has(tool) && !excluded.has(tool))
                return undefined;
            if (tool === 'create_pull_request' && !excluded.has(tool) && config.rules.some(namesCommand))
                return undefined;
            return `The workflow does not name ${tool}, so this run may not use it. Add it to mcpServers.github.includeTools in the settings, or edit files in the checkout and set the input \`changes\`.`;
        },
    };
}
function openProposalTools(task, github, options) {
    const store = (0,github_tools_proposal/* openProposalStore */.iM)();
    const pullRequest = pullRequestProposalTools(task, github, options, store);
    return {
        answers: (0,answer_findings/* openAnswerCheck */.vZ)(task, options, { ...pullRequest, store }),
        ...pullRequest,
        tools: [...issueProposalTools(task, github, options, store), ...pullRequest.tools],
        proposals: store.all,
        store,
        texts: options.authority.texts,
        outsider: options.authority.outsider,
    };
}


/***/ }),

/***/ 96203:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ runStarted),
/* harmony export */   g: () => (/* binding */ runSnapshot)
/* harmony export */ });
/* harmony import */ var _agent_offered_tools_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(64719);
/* harmony import */ var _model_select_provider_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(71217);
/* harmony import */ var _platform_version_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(87538);
/* harmony import */ var _run_options_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(54153);




const OMITTED_INPUTS = [
    'github_token',
    'gemini_api_key',
    'google_api_key',
    'settings',
    'policies',
    'admin_policies',
    'admin_settings',
    'notices',
];
function runSnapshot(inputs, { settings, policies, memory, extensions, env, invocations, costReason, }, context, outputs) {
    const recorded = { ...inputs };
    if (context.outputSchema !== undefined)
        recorded.output_schema = JSON.stringify(context.outputSchema.schema);
    for (const name of OMITTED_INPUTS)
        delete recorded[name];
    return {
        mode: context.mode,
        model: context.model,
        inputs: recorded,
        costReason,
        settings: withoutPrograms(settings),
        policies: policies.map(({ tier, file, text }) => ({ tier, file, text })),
        memory,
        outputs,
        tools: context.toolbox.all().map(_agent_offered_tools_js__WEBPACK_IMPORTED_MODULE_0__/* .toolRecord */ .ah),
        authType: (0,_model_select_provider_js__WEBPACK_IMPORTED_MODULE_1__/* .authTypeOf */ .KF)((0,_run_options_js__WEBPACK_IMPORTED_MODULE_2__/* .modelOptions */ .Og)(inputs, context.model, settings), env),
        extensions: extensions.map(({ name }) => name),
        slashCommands: Object.values(invocations).map(({ slash }) => slash.name),
    };
}
function withoutPrograms({ hooks: _, telemetry: __, mcpServers = {}, ...settings }) {
    const servers = Object.entries(mcpServers).map(([name, { trust }]) => [name, { trust }]);
    return { ...settings, mcpServers: servers.length === 0 ? undefined : Object.fromEntries(servers) };
}
const runStarted = (inputs, { env, session }, task) => ({
    type: 'run_started',
    session,
    version: _platform_version_js__WEBPACK_IMPORTED_MODULE_3__/* .VERSION */ .xv,
    event: task.event,
    model: inputs.gemini_model || env.GEMINI_MODEL || '',
    task: {
        ...task,
        body: undefined,
        facts: undefined,
        items: task.items?.map((item) => ({ ...item, body: undefined })),
    },
});


/***/ })

};
