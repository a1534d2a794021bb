export const id = 932;
export const ids = [932];
export const modules = {

/***/ 37527:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ readYaml),
/* harmony export */   v: () => (/* binding */ splitFrontMatter)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(38815);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34779);


/** Splits a Markdown file into its YAML front matter and its body; undefined without front matter. */
function splitFrontMatter(text) {
    const match = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text.replace(/^\uFEFF/, ''));
    return match === null ? undefined : { yaml: match[1] ?? '', body: (match[2] ?? '').trim() };
}
/** Parses YAML. Never rejects. The parser limits alias expansion. */
function readYaml(text) {
    try {
        return { ok: true, value: (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .parse */ .qg)(text, { logLevel: 'error' }) };
    }
    catch (error) {
        return { ok: false, reason: (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error).split('\n', 1)[0] ?? '' };
    }
}


/***/ }),

/***/ 74475:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  G: () => (/* binding */ SKILL_FOLDERS),
  l: () => (/* binding */ loadSkills)
});

// EXTERNAL MODULE: ./build/agent/front-matter.js
var front_matter = __webpack_require__(37527);
;// CONCATENATED MODULE: ./build/agent/skills/skill-files.js

const SKILL_FILE = 'SKILL.md';
/** Folders whose files are not listed. */
const IGNORED_FOLDERS = /(?:^|\/)(?:node_modules|\.git|dist|__pycache__)\//;
const LAYOUT_HINT = `each skill needs a folder that contains ${SKILL_FILE}.`;
/** Whether a file is in the folder of a skill. */
const belongsToSkill = (short, inside) => short.includes('/') && inside.has(`${short.slice(0, short.indexOf('/'))}/${SKILL_FILE}`);
/** Reads the skills of a folder: `SKILL.md` in it or in one of its subfolders. */
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
        // A SKILL.md at the top has no resources: the files beside it belong to other skills.
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
    const halves = (0,front_matter/* splitFrontMatter */.v)(text);
    if (halves === undefined)
        return 'it must start with front matter: name and description between lines of three dashes.';
    const { yaml, body } = halves;
    const read = (0,front_matter/* readYaml */.g)(yaml);
    const { name, description } = (read.ok ? fieldsFromYaml(read.value) : undefined) ?? fieldsFromLines(yaml);
    if (name === undefined)
        return 'the front matter has no name.';
    if (description === undefined)
        return 'the front matter has no description.';
    return { name: name.replace(/[:\\/<>*?"|]/g, '-'), description, body };
}
/** The fields of the YAML; undefined when it is not a mapping. */
function fieldsFromYaml(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        return undefined;
    const text = (key) => {
        const field = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
        return typeof field === 'string' || typeof field === 'number' ? { [key]: String(field) } : {};
    };
    return { ...text('name'), ...text('description') };
}
/** Reads fields from invalid YAML: colons in a description, no space after a colon. Indented lines continue a field. */
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

;// CONCATENATED MODULE: ./build/agent/skills/skills.js

/** The skill folders of a repository. Skills of the second replace those of the first. */
const SKILL_FOLDERS = ['.gemini/skills', '.agents/skills'];
/**
 * Loads the skills of all folders; a later skill replaces an earlier one of the same name. Skips invalid skills with a notice.
 */
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


/***/ }),

/***/ 48286:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ev: () => (/* binding */ readCommandFile),
/* harmony export */   hk: () => (/* binding */ listCommandFiles)
/* harmony export */ });
/* unused harmony exports commandName, CommandFileShape */
/* harmony import */ var smol_toml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3292);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(88343);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34779);
/* harmony import */ var _text_control_strings_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(11004);
/* harmony import */ var _text_truncate_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(63770);





/**
 * Lists all commands by name without reading them. A command of a later folder replaces an earlier one of the same name; a
 * conflicting extension command becomes `extension.name`, with a number when that name is in use too.
 */
async function listCommandFiles(folders) {
    const commands = new Map();
    const repositoryFiles = await commandFilesIn(folders.filter(({ extension }) => extension === undefined));
    for (const file of repositoryFiles)
        commands.set(file.name, file);
    for (const file of await commandFilesIn(folders.filter(({ extension }) => extension !== undefined))) {
        const name = uniqueName(file.name, file.folder.extension ?? '', commands);
        commands.set(name, { ...file, name });
    }
    return commands;
}
async function commandFilesIn(folders) {
    const lists = await Promise.all(folders.map(async (folder) => {
        const prefix = folder.folder === '' ? '' : `${folder.folder}/`;
        const paths = (await folder.files.list(folder.folder)).filter((path) => path.endsWith('.toml'));
        return paths.map((path) => {
            const relativePath = path.slice(prefix.length);
            return { name: commandName(relativePath), file: `${folder.label}/${relativePath}`, folder, path };
        });
    }));
    return lists.flat();
}
function uniqueName(name, extension, commands) {
    const names = [name, `${extension}.${name}`];
    for (let n = 1;; n++) {
        const free = names.find((candidate) => !commands.has(candidate));
        if (free !== undefined)
            return free;
        names.push(`${extension}.${name}${n}`);
    }
}
const MAX_NAME_CHARACTERS = 50;
/** `git/commit.toml` is `git:commit`. */
function commandName(path) {
    const segments = path.replace(/\.toml$/, '').split('/');
    const name = segments.map((segment) => segment.replace(/[^\w.-]/g, '_')).join(':');
    return name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS - 3)}...` : name;
}
const CommandFileShape = zod__WEBPACK_IMPORTED_MODULE_2__/* .looseObject */ ._H3({
    prompt: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().refine((text) => text.trim() !== '', 'must not be empty'),
    description: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().optional(),
    profile: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().optional(),
});
/** Reads a command file. Throws UserError with the file and the problem. */
async function readCommandFile({ name, file, folder, path }) {
    const text = (await folder.files.read(path)) ?? '';
    let table;
    try {
        table = (0,smol_toml__WEBPACK_IMPORTED_MODULE_0__/* .parse */ .qg)(text.replace(/^\uFEFF/, ''));
    }
    catch (cause) {
        const position = cause instanceof smol_toml__WEBPACK_IMPORTED_MODULE_0__/* .TomlError */ .zx ? `:${cause.line}:${cause.column}` : '';
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .UserError */ .yo(`${file}${position}: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(cause).split('\n')[0]}. /${name} cannot be used.`, {
            cause,
        });
    }
    const result = CommandFileShape.safeParse(table);
    if (!result.success) {
        const [issue] = result.error.issues;
        const problem = issue === undefined ? 'it' : (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .zodIssueMessage */ .YB)(issue, 'the file');
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .UserError */ .yo(`${file}: ${problem}. /${name} cannot be used: a command file needs prompt = "…".`);
    }
    const { prompt, profile, description = `Custom command from ${path.slice(path.lastIndexOf('/') + 1)}` } = result.data;
    const fullDescription = folder.extension === undefined ? description : `[${folder.extension}] ${description}`;
    return { name, file, prompt, description: oneLine(fullDescription), profile };
}
const MAX_DESCRIPTION_CHARACTERS = 100;
function oneLine(text) {
    const line = (0,_text_control_strings_js__WEBPACK_IMPORTED_MODULE_3__/* .dropControlStrings */ .$)(text)
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim();
    return line.length > MAX_DESCRIPTION_CHARACTERS ? `${(0,_text_truncate_js__WEBPACK_IMPORTED_MODULE_4__/* .keepStart */ .O)(line, MAX_DESCRIPTION_CHARACTERS - 3)}...` : line;
}


/***/ }),

/***/ 93599:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  L: () => (/* binding */ loadAgents)
});

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
;// CONCATENATED MODULE: ./build/agent/subagents/agent-servers.js

const agent_servers_text = schemas/* string */.YjP();
const scalar = schemas/* union */.KCZ([agent_servers_text, schemas/* number */.aig(), schemas/* boolean */.zMY()]);
const texts = schemas/* array */.YOg(agent_servers_text);
const Auth = schemas/* discriminatedUnion */.gMt('type', [
    schemas/* strictObject */.rej({ type: schemas/* literal */.euz('google-credentials'), scopes: texts.optional() }),
    schemas/* strictObject */.rej({
        type: schemas/* literal */.euz('oauth'),
        client_id: agent_servers_text.optional(),
        client_secret: agent_servers_text.optional(),
        refresh_token: agent_servers_text.optional(),
        scopes: texts.optional(),
        authorization_url: agent_servers_text.optional(),
        token_url: agent_servers_text.optional(),
        issuer: agent_servers_text.optional(),
        audiences: texts.optional(),
        redirect_uri: agent_servers_text.optional(),
        token_param_name: agent_servers_text.optional(),
        registration_url: agent_servers_text.optional(),
    }),
]);
const Server = schemas/* strictObject */.rej({
    command: agent_servers_text.optional(),
    args: schemas/* array */.YOg(scalar).optional(),
    env: schemas/* record */.g1P(agent_servers_text, scalar).optional(),
    cwd: agent_servers_text.optional(),
    url: agent_servers_text.optional(),
    http_url: agent_servers_text.optional(),
    headers: schemas/* record */.g1P(agent_servers_text, scalar).optional(),
    tcp: agent_servers_text.optional(),
    type: schemas/* enum */.k5n(['stdio', 'sse', 'http']).optional(),
    timeout: schemas/* number */.aig().positive().optional(),
    trust: schemas/* boolean */.zMY().optional(),
    description: agent_servers_text.optional(),
    include_tools: texts.optional(),
    exclude_tools: texts.optional(),
    auth: Auth.optional(),
});
/** Servers in agent files. Accepts keys in snake case and in the camel case of the settings. */
const AgentServersShape = schemas/* record */.g1P(agent_servers_text, schemas/* preprocess */.vkY((value) => (isObject(value) ? renameKeys(value, snake) : value), Server))
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
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const renameKeys = (value, rename) => Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), item]));
const camel = (key) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

;// CONCATENATED MODULE: ./build/agent/subagents/agent-file.js






/** Parses a definition: TOML by its extension, else Markdown with YAML front matter. */
const parseAgentFile = (path, text) => path.endsWith('.toml') ? fromToml(text) : fromMarkdown(text);
const DELEGATE = 'delegate_to_agent';
const DEFAULTS = { inputName: 'query', model: 'inherit' };
/** The reference sets this top-p with a configured temperature. */
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
/** The default first message: the task alone. */
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
/** Remote by its `kind`, or by keys that only remote agents have. */
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
/** Each problem as `field: problem`. */
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

// EXTERNAL MODULE: ./build/agent/subagents/built-in.js
var built_in = __webpack_require__(26325);
;// CONCATENATED MODULE: ./build/agent/subagents/load-agents.js


/**
 * Loads the sub-agents of a run: built-in ones first, then those of each folder; the first of a name counts. Skips invalid
 * files with a notice, because a missing sub-agent allows nothing.
 */
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
/** Names and descriptions: a definition comes with the first call. */
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
            // The tools of its servers are known only after they start, so its list cannot be checked.
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
        // `auto` means the model of the run, like no setting.
        model: model === undefined || model === 'auto' ? agent.model : model,
        sampling: Object.values(sampling).some((value) => value !== undefined) ? sampling : undefined,
    };
}
/** The sampling of a request. The rest of an override applies through the model configuration, by the agent's name. */
const samplingIn = ({ temperature, topP, topK, maxOutputTokens }, base = {}) => ({
    temperature: temperature ?? base.temperature,
    topP: topP ?? base.topP,
    topK: topK ?? base.topK,
    maxOutputTokens: maxOutputTokens ?? base.maxOutputTokens,
});


/***/ }),

/***/ 87007:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ agentLocations)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var _agent_skills_skills_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(74475);
/* harmony import */ var _settings_settings_files_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7334);
/* harmony import */ var _worktree_reader_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(93504);




/**
 * The folders to search for sub-agents and skills: in the repository, the runner's home and extensions. The first
 * sub-agent with a name wins, and the last skill, so that the repository always wins.
 */
async function agentLocations(steering, extensions, runtime) {
    const home = await (0,_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_2__/* .trustedHome */ .lH)(runtime.home, runtime.workspace);
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
            ..._agent_skills_skills_js__WEBPACK_IMPORTED_MODULE_1__/* .SKILL_FOLDERS */ .G.map((folder) => ({ files: steering, folder })),
        ],
    };
}
function homeFolders(home) {
    return ['.gemini', '.agents'].map((name) => ({ files: (0,_worktree_reader_js__WEBPACK_IMPORTED_MODULE_3__/* .worktreeReader */ .J)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(home, name)), label: `~/${name}/` }));
}


/***/ }),

/***/ 85768:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bl: () => (/* binding */ commandProfile),
/* harmony export */   ER: () => (/* binding */ readInvocations),
/* harmony export */   nu: () => (/* binding */ listCommandFolders)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var _agent_slash_commands_command_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(48286);
/* harmony import */ var _github_events_slash_command_line_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(90026);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(34779);
/* harmony import */ var _settings_settings_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7334);
/* harmony import */ var _worktree_reader_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(93504);






/** Other command names in workflows of run-gemini-cli, and the built-in command for each. */
const COMMAND_ALIASES = {
    'code-review': 'pr-code-review',
    'gemini-pr-review': 'gemini-review',
    'gemini-issue-automated-triage': 'gemini-triage',
    'gemini-issue-scheduled-triage': 'gemini-scheduled-triage',
};
/**
 * Reads the commands that the prompt and the request call. The repository's commands win over the user's, and those over the
 * built-in ones; a taken name gives an extension's command another name. Throws UserError when the workflow calls a command that does not exist or is broken; an unknown
 * command in a person's text is the task as text.
 */
async function readInvocations(prompt, { request = '', command }, sources) {
    const [byPrompt, byRequest] = [toSlashLine(prompt, (0,_github_events_slash_command_line_js__WEBPACK_IMPORTED_MODULE_5__/* .parseSlashCommand */ .M)(prompt)), toSlashLine(request, command)];
    if (byPrompt === undefined && byRequest === undefined)
        return {};
    const commands = await (0,_agent_slash_commands_command_files_js__WEBPACK_IMPORTED_MODULE_1__/* .listCommandFiles */ .hk)(await listCommandFolders(sources));
    const find = (name) => reviewExtensionFile(name, commands) ?? commands.get(name) ?? commands.get(COMMAND_ALIASES[name] ?? '');
    const read = async (slash, file) => {
        const { profile, ...command } = await (0,_agent_slash_commands_command_files_js__WEBPACK_IMPORTED_MODULE_1__/* .readCommandFile */ .Ev)(file);
        if (file.folder.label !== BUILT_IN)
            return { slash, command };
        return { slash, command: profile === undefined ? command : { ...command, profile }, isBuiltIn: true };
    };
    const invoked = {};
    if (byPrompt !== undefined) {
        const file = find(byPrompt.name);
        if (file === undefined || file.folder.label === BUILT_IN)
            await noticeUnreadFile(byPrompt.name, file, sources);
        if (file !== undefined)
            invoked.prompt = await read(byPrompt, file);
        else if (!sources.hasServers)
            throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .UserError */ .yo(unknownCommandMessage(byPrompt.name, commands));
        else
            invoked.serverPrompt = { slash: byPrompt, notFoundMessage: unknownCommandMessage(byPrompt.name, commands) };
    }
    if (byRequest !== undefined) {
        const file = find(byRequest.name);
        if (file === undefined)
            sources.notice(`There is no command /${byRequest.name}, so the text itself is the task.`);
        else
            invoked.request = await read(byRequest, file);
    }
    return invoked;
}
/** The code-review extension's own command, when the run loads the extension: it wins over the built-in one of its name. */
function reviewExtensionFile(name, commands) {
    if (name !== 'pr-code-review' || commands.get(name)?.folder.label !== BUILT_IN)
        return undefined;
    return [...commands.values()].find(({ folder, path }) => folder.extension !== undefined && path === `commands/${name}.toml`);
}
const UNREAD_FOLDER = '.github/commands';
/** Set-up tools of run-gemini-cli write command files to a folder that no version of it reads. */
async function noticeUnreadFile(name, builtIn, { steering, notice }) {
    const path = `${UNREAD_FOLDER}/${name.replaceAll(':', '/')}.toml`;
    if (!(await steering.list(UNREAD_FOLDER)).includes(path))
        return;
    const instead = builtIn === undefined ? '' : ` The built-in /${builtIn.name} runs.`;
    notice(`${path} is not read: commands are in .gemini/commands.${instead} To use the file, move it there.`);
}
const toSlashLine = (raw, command) => command && { ...command, raw: raw.trim() };
const BUILT_IN = 'commands';
/** The folders to search for commands; a later folder wins. */
async function listCommandFolders({ dist, home, workspace, steering, extensionFolders = [], }) {
    const userFolder = await (0,_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_3__/* .trustedHome */ .lH)(home, workspace);
    return [
        { files: (0,_worktree_reader_js__WEBPACK_IMPORTED_MODULE_4__/* .worktreeReader */ .J)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(dist, 'commands')), folder: '', label: BUILT_IN },
        ...(userFolder === undefined
            ? []
            : [
                {
                    files: (0,_worktree_reader_js__WEBPACK_IMPORTED_MODULE_4__/* .worktreeReader */ .J)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(userFolder, '.gemini')),
                    folder: 'commands',
                    label: '~/.gemini/commands',
                },
            ]),
        { files: steering, folder: '.gemini/commands', label: '.gemini/commands' },
        ...extensionFolders,
    ];
}
const unknownCommandMessage = (name, commands) => `The prompt calls /${name}, but no such command exists. The commands are ${[...commands.keys()]
    .sort()
    .map((each) => `/${each}`)
    .join(', ')}. A repository keeps its commands in .gemini/commands/*.toml at the steering commit. If the prompt is plain text, begin it with another word.`;
/**
 * The built-in profile of a built-in command, when the workflow calls it and neither workflow nor repository has policies.
 * A command in a comment never changes the policy.
 */
async function commandProfile({ prompt }, { policies }, steering, notice) {
    const profile = prompt?.command.profile;
    if (profile === undefined || policies !== '')
        return {};
    if ((await steering.list('.gemini/policies')).some((path) => path.endsWith('.toml')))
        return {};
    notice(`The input \`policies\` is empty, so the run uses the profile of /${prompt?.command.name}: profile:${profile}.`);
    return { user: `profile:${profile}` };
}


/***/ }),

/***/ 67891:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ shellQuote)
/* harmony export */ });
/** The text as one word for bash. */
const shellQuote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;


/***/ }),

/***/ 34022:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $7: () => (/* binding */ describeRows),
/* harmony export */   CP: () => (/* binding */ rowsWithoutMounts),
/* harmony export */   Gk: () => (/* binding */ unheldRows),
/* harmony export */   RO: () => (/* binding */ rowsOf),
/* harmony export */   _f: () => (/* binding */ reportRows),
/* harmony export */   tL: () => (/* binding */ missingParts)
/* harmony export */ });
/* unused harmony export ISOLATION_PARTS */
/** The four parts of isolation, in the order they are reported. Each is held, or not for a reason. */
const ISOLATION_PARTS = ['files', 'network', 'credentials', 'processes'];
/** The consequence of each part that does not hold. */
const CONSEQUENCES = {
    files: 'what programs write stays',
    network: 'programs use the network of this machine',
    credentials: "programs can read everything that this job's user can read",
    processes: 'programs see all processes and can outlive their call',
};
/** The rows when programs get their own namespaces. */
const rowsOf = (files, network) => ({
    files,
    network,
    credentials: { isHeld: true, text: 'they can read no credential' },
    processes: { isHeld: true, text: 'they see only their own and end with their call' },
});
/** The rows where nothing can be mounted. The network does not hold either: sockets of the machine lead out of it. */
const rowsWithoutMounts = (reason) => ({
    ...unheldRows(reason),
    processes: { isHeld: true, text: 'they end with their call' },
});
/** The rows when isolation is unavailable. */
const unheldRows = (reason) => Object.fromEntries(ISOLATION_PARTS.map((part) => [part, { isHeld: false, reason }]));
/** One text for each part that does not hold: its name and the reason. */
const missingParts = (rows = {}) => ISOLATION_PARTS.flatMap((part) => {
    const row = rows[part];
    return row === undefined || row.isHeld ? [] : [`${part}: ${row.reason}`];
});
/** The rows for the report. If no part holds, the notice gives the reason once. */
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
/** What holds and what does not, in one line for the log. `method`: how the namespaces are entered. */
function describeRows(rows, method) {
    const { files, network, credentials } = rows;
    const unheld = ISOLATION_PARTS.flatMap((part) => {
        const row = rows[part];
        return row === undefined || row.isHeld ? [] : [{ part, reason: row.reason }];
    });
    const missing = [...Map.groupBy(unheld, ({ reason }) => reason)].map(([reason, group]) => {
        const parts = group.map(({ part }) => part).join(', ');
        return `Isolation of ${parts} does not hold for programs that the model starts: ${reason}.`;
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

/***/ 97479:
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
// EXTERNAL MODULE: ./build/platform/process/run-program.js + 3 modules
var run_program = __webpack_require__(40548);
// EXTERNAL MODULE: ./build/platform/wait-at-most.js
var wait_at_most = __webpack_require__(11711);
// EXTERNAL MODULE: ./build/platform/files/paths.js
var files_paths = __webpack_require__(77550);
// EXTERNAL MODULE: ./build/platform/process/shell-quote.js
var shell_quote = __webpack_require__(67891);
// EXTERNAL MODULE: ./build/platform/stats-at.js
var stats_at = __webpack_require__(85071);
;// CONCATENATED MODULE: ./build/platform/sandbox/git-credentials.js



/** Maximum depth of submodule folders under `.git/modules`. */
const MAX_MODULE_DEPTH = 5;
/**
 * Git configuration files of a checkout that contain credentials, for example from actions/checkout, with their text
 * without the credentials. Unreadable files are skipped.
 */
function findConfigsWithCredentials(workspace) {
    const folders = gitFolders(workspace);
    const paths = folders.flatMap((folder) => [(0,external_node_path_.join)(folder, 'config'), (0,external_node_path_.join)(folder, 'config.worktree')]);
    const modules = folders.flatMap((folder) => configsUnder((0,external_node_path_.join)(folder, 'modules'), MAX_MODULE_DEPTH));
    return [...new Set([...paths, ...modules])].flatMap((path) => {
        const text = textOf(path);
        const clean = removeCredentials(text);
        return clean === text ? [] : [{ path, clean }];
    });
}
/**
 * Files of a checkout that make git run programs in a later step: configurations and hooks. `folders` contain them and must
 * not be moved away and replaced. Creates a missing hooks folder, as `git init` does.
 */
function gitExecutionPaths(workspace) {
    const folders = gitFolders(workspace).filter((folder) => (0,stats_at/* isFolderAt */.w)((0,external_node_path_.join)(folder, 'objects')));
    for (const folder of folders)
        makeHooks(folder);
    const modules = folders.flatMap((folder) => configsUnder((0,external_node_path_.join)(folder, 'modules'), MAX_MODULE_DEPTH)).map(external_node_path_.dirname);
    const all = [...folders, ...modules];
    const paths = all.flatMap((folder) => ['config', 'config.worktree', 'hooks'].map((name) => (0,external_node_path_.join)(folder, name)));
    const gitPath = (0,external_node_path_.join)(workspace, '.git');
    return { folders: all, paths: (0,stats_at/* isFolderAt */.w)(gitPath) ? paths : [gitPath, ...paths] };
}
function makeHooks(folder) {
    try {
        (0,external_node_fs_.mkdirSync)((0,external_node_path_.join)(folder, 'hooks'), { recursive: true });
    }
    catch {
        // Another user owns the repository, so the model's programs cannot write there either.
    }
}
/** The text of a git configuration without headers, helpers and passwords. */
const removeCredentials = (text) => text
    .replace(/^[^\S\n]*(?:extraheader|helper|password|cookiefile|token|oauth\w*)[^\S\n]*=(?:[^\n]*\\\n)*[^\n]*(?:\n|$)/gim, '')
    .replace(/\b(https?:\/\/)[^\s/"@]+@/gi, '$1');
/** git's folders: `.git`, or for a worktree or submodule the folder that the file `.git` names and its common folder. */
function gitFolders(workspace) {
    const gitPath = (0,external_node_path_.join)(workspace, '.git');
    const gitDir = /^gitdir:\s*(.+)$/m.exec(textOf(gitPath))?.[1]?.trim();
    if (gitDir === undefined)
        return [gitPath];
    const folder = (0,external_node_path_.resolve)(workspace, gitDir);
    const common = textOf((0,external_node_path_.join)(folder, 'commondir')).trim();
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
    // A folder with a HEAD is a repository; its objects contain no configuration.
    if (names.includes('HEAD'))
        return [(0,external_node_path_.join)(folder, 'config'), ...configsUnder((0,external_node_path_.join)(folder, 'modules'), maxDepth - 1)];
    return names.flatMap((name) => configsUnder((0,external_node_path_.join)(folder, name), maxDepth - 1));
}
const MAX_CONFIG_BYTES = 1024 * 1024;
function textOf(path) {
    try {
        const stats = (0,external_node_fs_.statSync)(path);
        return stats.isFile() && stats.size <= MAX_CONFIG_BYTES ? (0,external_node_fs_.readFileSync)(path, 'utf8') : '';
    }
    catch {
        return '';
    }
}

;// CONCATENATED MODULE: ./build/platform/sandbox/mount-points.js


/** All folders with a mount, from the kernel's list, which writes white space in octal. */
function mountPoints() {
    const points = (0,external_node_fs_.readFileSync)('/proc/self/mountinfo', 'utf8').split('\n').filter(Boolean);
    const paths = points.map((each) => (each.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))));
    return [...new Set(paths)].filter((path) => (0,stats_at/* isFolderAt */.w)(path));
}

;// CONCATENATED MODULE: ./build/platform/sandbox/file-view.js







/** Mounts that may become read-only. A machine with many containers has hundreds of others, which do not matter. */
const REMOUNTED = /^\/(?!(?:proc|sys|dev|snap|var\/lib\/(?:docker|containers|containerd|kubelet))(?:\/|$))/;
const MAX_MOUNTS = 64;
function planFileView(context) {
    const { env, platform: _, ...rest } = context;
    const workspace = (0,external_node_fs_.realpathSync)(rest.workspace);
    const scratch = (0,external_node_fs_.realpathSync)(rest.scratch);
    const mayEdit = context.mayEdit !== false;
    const roots = [
        ...[env.HOME, env.RUNNER_TOOL_CACHE, env.AGENT_TOOLSDIRECTORY, env.RUNNER_WORKSPACE, env.TMPDIR],
        ...(env.RUNNER_TEMP ? [(0,external_node_path_.dirname)(env.RUNNER_TEMP)] : []),
        ...['/tmp', '/var/tmp', '/usr/local', '/opt'],
        ...(mayEdit ? [] : [workspace]),
    ];
    const wanted = roots.flatMap((path) => (path?.startsWith('/') && (0,stats_at/* isFolderAt */.w)(path) ? [(0,external_node_fs_.realpathSync)(path)] : []));
    const mounts = mountPoints().filter((path) => REMOUNTED.test(path));
    const within = (path) => wanted.some((root) => root !== '/' && (0,files_paths/* isInside */.FK)(root, path));
    const staysReal = (path) => mayEdit && (0,files_paths/* isInside */.FK)(workspace, path);
    const copies = [...new Set([...wanted, ...mounts.filter(within)])]
        .filter((path) => REMOUNTED.test(path) && path !== '/' && !staysReal(path))
        .sort((a, b) => a.length - b.length);
    return {
        workspace,
        scratch,
        mayEdit,
        copies: copies.slice(0, MAX_MOUNTS),
        git: mayEdit ? file_view_gitFolders(workspace) : [],
        nested: mayEdit ? nestedCheckouts(workspace) : [],
        readOnly: mounts.filter((path) => !copies.includes(path) && !staysReal(path)).slice(0, MAX_MOUNTS),
    };
}
function file_view_gitFolders(workspace) {
    const { folders } = gitExecutionPaths(workspace);
    const outer = folders.filter((folder) => !folders.some((other) => other !== folder && (0,files_paths/* isInside */.FK)(other, folder)));
    return outer
        .filter(stats_at/* isFolderAt */.w)
        .filter(makeGuarded)
        .map((folder) => ({ folder, real: ['objects', 'refs'].map((name) => (0,external_node_path_.join)(folder, name)).filter(stats_at/* isFolderAt */.w) }));
}
/** Folders in which git finds further object stores, and commits to read in place of others. */
const GUARDED = ['objects/info', 'refs/replace'];
/** These folders are read-only, so they must exist. */
function makeGuarded(folder) {
    for (const name of GUARDED)
        try {
            if ((0,stats_at/* isFolderAt */.w)((0,external_node_path_.join)(folder, (0,external_node_path_.dirname)(name))))
                (0,external_node_fs_.mkdirSync)((0,external_node_path_.join)(folder, name), { recursive: true });
        }
        catch {
            // Without the right to create it, a command cannot do so either.
        }
    return true;
}
/** Checkouts that other steps put into the checkout, at most two folders deep. */
function nestedCheckouts(workspace) {
    const folders = foldersIn(workspace);
    return [...folders, ...folders.flatMap(foldersIn)].filter((path) => (0,external_node_fs_.existsSync)((0,external_node_path_.join)(path, '.git')));
}
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
/** The folders that the copies of a view need, in the order of the script. */
const copiedFolders = ({ copies, nested, git }) => [
    ...copies,
    ...nested,
    ...git.map(({ folder }) => folder),
];
/** Creates the folders in `store` that hold what commands write, with owner and mode of the originals. Throws when it cannot. */
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
/** Options of an overlay, best first. Which of them the kernel takes depends on its version and on the user namespace. */
const OVERLAY_OPTIONS = {
    privileged: ['redirect_dir=on,index=off,volatile', 'userxattr,volatile', 'index=off', 'userxattr'],
    user: ['userxattr,volatile', 'userxattr', 'index=off'],
};
/** Files of a repository that are written back at the end of the run. All others that commands write there are dropped. */
const WRITTEN_BACK = 'index packed-refs ORIG_HEAD HEAD';
/** Prints packed refs without the replacements of commits that are not in the file before, each with the line of its tag. */
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
/**
 * The script of the process that holds a run's mount namespace. It prints `ready` and its pid, or `failed` and the reason,
 * waits for the end of its input, writes the state of the repository back and empties the store.
 * The originals are opened first: later their paths lead to the copies.
 */
function fileViewScript(view, store, tools, { uid, gid, method }) {
    const { mount, mkdir, setpriv } = tools;
    const coreutil = (name) => (0,external_node_path_.join)((0,external_node_path_.dirname)(mkdir), name);
    const options = OVERLAY_OPTIONS[method === 'user' ? 'user' : 'privileged'];
    const asUser = method === 'sudo' ? `${setpriv} --reuid=${uid} --regid=${gid} --clear-groups --` : '';
    const open = (name, path) => `exec {${name}}<${(0,shell_quote/* shellQuote */.Z)(path)} || fail ${(0,shell_quote/* shellQuote */.Z)(path)}`;
    const bindTo = (name, path, readOnly = false) => `${mount} --no-canonicalize --rbind${readOnly ? ' -o ro' : ''} "/proc/self/fd/$${name}" ${(0,shell_quote/* shellQuote */.Z)(path)} || fail ${(0,shell_quote/* shellQuote */.Z)(path)}`;
    const copy = (name, index, path) => `copy "$${name}" ${index} ${(0,shell_quote/* shellQuote */.Z)(path)}`;
    const { copies, nested, git, workspace, scratch, mayEdit, readOnly } = view;
    const closed = [...copies.map((_, n) => `copy${n}`), 'workspace', 'scratch', ...nested.map((_, n) => `nested${n}`)];
    return [
        'exec 2>&1; shopt -s extglob; problem=',
        'fail() { echo "failed $1: ${problem%%$\'\\n\'*}"; exit 1; }',
        'cd /',
        `${mount} --bind ${(0,shell_quote/* shellQuote */.Z)(store)} ${(0,shell_quote/* shellQuote */.Z)(store)} || fail store`,
        open('store', store),
        ...copies.map((path, n) => open(`copy${n}`, path)),
        open('workspace', workspace),
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
                .filter(stats_at/* isFolderAt */.w)
                .flatMap((path) => [open('guarded', path), bindTo('guarded', path, true), 'exec {guarded}<&-']),
        ]),
        ...readOnly.map((path) => `problem=$(${mount} -o remount,bind,ro ${(0,shell_quote/* shellQuote */.Z)(path)} 2>&1) || fail ${(0,shell_quote/* shellQuote */.Z)(path)}`),
        ...((0,stats_at/* isFolderAt */.w)('/dev/shm') ? [`${mount} -t tmpfs -o nosuid,nodev,mode=1777 sluice /dev/shm || fail /dev/shm`] : []),
        ...closed.map((name) => `exec {${name}}<&-`),
        KEPT_REFS,
        'echo "ready $$"',
        'exec 1>&- 2>&-',
        'while read -r _; do :; done',
        ...git.flatMap((_, n) => [
            `up=/proc/self/fd/$store/${copies.length + nested.length + n}/up`,
            // A split index names the file that it is the rest of, so that one comes first.
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

;// CONCATENATED MODULE: ./build/platform/sandbox/isolation-context.js

/** An isolation that should work here but cannot be set up. Ends the run in every mode. */
const setupError = (reason) => new errors/* IsolationError */.RV(`The isolation of programs cannot be set up: ${reason}. Nothing ran. Check the free space and the permissions of the runner's temporary folder.`);

;// CONCATENATED MODULE: ./build/platform/sandbox/holder.js








const START_MS = 10_000;
const CLOSE_MS = 30_000;
/**
 * Starts the process. Returns the reason when this machine does not allow it. Rejects with IsolationError when it should
 * work but cannot be set up, for example because the disk is full.
 */
async function startHolder(tools, user, context) {
    const nsenter = (0,external_node_path_.join)((0,external_node_path_.dirname)(tools.unshare), 'nsenter');
    if (!(0,external_node_fs_.existsSync)(nsenter))
        return 'nsenter is not installed';
    let view;
    let store;
    try {
        // A process can hold several runs with one private folder.
        store = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)(context.scratch, 'copies-'));
        view = planFileView(context);
        createStore(store, view);
    }
    catch (error) {
        throw setupError((0,errors/* machineReason */.oW)(error));
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
            // Root's parts of it stay in the runner's temporary folder.
        }
        const reason = /^failed (.*)$/m.exec(output)?.[1] ?? (output.trim().split('\n', 1)[0] || 'it did not start');
        if (/No space left|Input\/output error|Disk quota/i.test(output))
            throw setupError(reason);
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
            await (0,wait_at_most/* waitAtMost */._)(CLOSE_MS, exited);
            await (0,process_group/* terminateProcessGroup */.A5)(group);
            try {
                remove();
            }
            catch {
                // The rest is in the run's private folder, which the runner removes.
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
    await (0,wait_at_most/* waitAtMost */._)(START_MS, finished);
    return output;
}

// EXTERNAL MODULE: ./build/platform/sandbox/isolation-rows.js
var isolation_rows = __webpack_require__(34022);
;// CONCATENATED MODULE: ./build/platform/sandbox/isolation-script.js


/** Capabilities that root keeps: enough for builds, without access to other processes or the kernel. */
const ROOT_CAPABILITIES = '+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+net_bind_service';
/**
 * The argv that runs a command in a new PID, IPC and mount namespace without new privileges.
 *
 * Four steps, each execs the next: (1) a bash that knows the folder, sudo, if needed, the entry, and `unshare`; (2) a bash outside the new PID namespace, whose first
 * child is the namespace's init and waits for the end of a pipe that only the next step holds; (3) a program that starts
 * the second child and ends with the same code or signal, after which init sees the end of the pipe and ends the whole
 * namespace; (4) in that child the mounts, `setpriv` and the command.
 * The command is not the init itself, because then signals that it sends to itself would have no effect. bash reads no
 * startup file: `-p` skips BASH_ENV, `--norc` skips the file that bash reads when its input is a socket.
 */
function isolatedArgv(tools, user, plan, argv) {
    const { bash, unshare, sudo = 'sudo' } = tools;
    const { method, entry } = user;
    const bashArgs = [bash, '--norc', '-p', '-c'];
    const program = [
        ...(method === 'sudo' ? [sudo, '-n', '--'] : []),
        ...(entry?.argv ?? []),
        unshare,
        ...(method === 'user' ? ['--user', '--map-current-user', '--keep-caps'] : []),
        // Queues and shared memory would otherwise outlive the command, and those of other programs could be read.
        ...(user.withoutMounts ? [] : ['--mount', '--propagation', 'private']),
        ...['--pid', '--ipc', '--', ...bashArgs],
    ];
    // Entering a mount namespace changes the folder, so the command gets it by its path.
    const enter = `${CLOSE_DESCRIPTORS}\ncd -P . && exec ${program.map(shell_quote/* shellQuote */.Z).join(' ')} "$1" sluice ${method === 'sudo' ? '$$ ' : ''}"$2" sluice "$PWD" "\${@:3}"`;
    const outer = `${method === 'sudo' ? READ_SUDO_ENVIRONMENT : ''}${outsideScript(tools)}`;
    const visible = plan.visible.map(({ path }) => path);
    return [bash, ...bashArgs.slice(1), enter, 'sluice', outer, insideScript(tools, user, plan), ...visible, ...argv];
}
/** Closes files that the runner left open. An open folder outside would be a way around all mounts. */
const CLOSE_DESCRIPTORS = 'for fd in /proc/self/fd/*; do fd=${fd##*/}; [[ $fd = [012] || $fd = *[!0-9]* ]] || exec {fd}>&-; done';
/**
 * sudo clears the environment, and a command line would expose it. $1 is the pid of the process that became sudo, so it has
 * the environment for the command. Root opens that file here; it is read after root's privileges are dropped. If sudo did
 * not fork, $1 is this process, which has the cleared environment.
 */
const READ_SUDO_ENVIRONMENT = `[[ $1 != $$ ]] && exec 8<"/proc/$1/environ" || { echo 'sluice: cannot read the environment' >&2; exit 125; }
shift
`;
/**
 * GNU `timeout` with time 0 ends exactly like its child. So does a newer `unshare --fork`; up to util-linux 2.38 it turns a
 * killed child into exit code 1.
 */
const outsideScript = ({ bash, unshare, timeout }) => `exec 9> >(exec 8<&-; read -r _)
exec ${timeout === undefined ? `${unshare} --fork --` : `${timeout} --foreground 0`} ${bash} --norc -p -c "$1" "\${@:2}"`;
function insideScript(tools, { uid, gid, method, entry }, plan) {
    const { bash, mount, mkdir, setpriv, env } = tools;
    const noCapabilities = '--no-new-privs --inh-caps=-all --ambient-caps=-all';
    const variables = Object.entries(entry?.env ?? {}).map(([name, value]) => `${name}=${value}`);
    const readEnvironment = `mapfile -d "" -t all <&8; exec 8<&-; exec ${env} -i "\${all[@]}" ${[...variables.map(shell_quote/* shellQuote */.Z), ''].join(' ')}"$@"`;
    const execPrefix = {
        root: `${setpriv} ${noCapabilities} --bounding-set=-all,${ROOT_CAPABILITIES} --`,
        user: `${setpriv} ${noCapabilities} --bounding-set=-all --`,
        sudo: `${setpriv} --reuid=${uid} --regid=${gid} --clear-groups ${noCapabilities} --bounding-set=-all -- ${bash} --norc -p -c ${(0,shell_quote/* shellQuote */.Z)(readEnvironment)} sluice`,
    }[method];
    const table = (path) => `mountTable ${(0,shell_quote/* shellQuote */.Z)(path)} || fail mounts`;
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
            const path = (0,shell_quote/* shellQuote */.Z)(args.at(-1) ?? '');
            // Unmounted by now, it is a part of the mount above, which becomes read-only, too.
            const mayBeGone = args.includes('remount,bind,ro') ? `! isMounted ${path} || ` : '';
            return `${mount} ${args.map(shell_quote/* shellQuote */.Z).join(' ')} || ${mayBeGone}fail ${path}`;
        }),
        'cd -- "$folder" || fail cwd',
        ...(method === 'sudo' ? [] : variables.map((variable) => `export ${(0,shell_quote/* shellQuote */.Z)(variable)}`)),
        `exec ${execPrefix} "$@"`,
    ].join('\n');
}
/** Whether a path is a mount point, from the kernel's list, which writes white space in octal. */
const IS_MOUNTED = `isMounted() {
  while read -r _ _ _ _ point _; do
    printf -v point %b "$point"
    [[ $point = "$1" ]] && return
  done </proc/self/mountinfo
  return 1
}`;
/**
 * Mounts what a table lists. A socket of another program may be gone by now, and then each line is mounted by itself: what does not
 * exist needs no hiding. So no line of a table may need what another one hides. The table is read before, because a mount may hide it,
 * and `mount` reads tables from regular files only.
 */
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
/** The argv that runs a command without new privileges. As root it also drops access to other processes. */
function privilegedArgv({ setpriv }, uid, argv) {
    const rootOptions = uid === 0 ? ['--inh-caps=-all', `--bounding-set=-all,${ROOT_CAPABILITIES}`] : [];
    return [setpriv, '--no-new-privs', ...rootOptions, '--', ...argv];
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/platform/sandbox/hidden-paths.js




/** Files and folders of a home folder that contain only credentials. */
const CREDENTIAL_FILES = `
  .ssh .gnupg .aws .azure .kube .password-store .local/share/keyrings .oci .heroku .vault-token .netrc .git-credentials
  .docker/config.json .config/containers/auth.json .config/gh .config/hub .config/glab-cli .config/gcloud .config/doctl
  .config/git/credentials .config/rclone .config/op .config/sops .pypirc .gem/credentials .local/share/gem/credentials
  .cargo/credentials .cargo/credentials.toml .composer/auth.json .config/composer/auth.json .terraform.d/credentials.tfrc.json
  .m2/settings-security.xml .gemini/oauth_creds.json .gemini/google_accounts.json .gemini/mcp-oauth-tokens.json
`.match(/\S+/g); // the list is not empty
/** Configuration files that programs need but that may contain passwords. Hidden when their text looks secret. */
const MIXED_CONFIG_FILES = `
  .npmrc .yarnrc .yarnrc.yml .config/pip/pip.conf .pip/pip.conf .m2/settings.xml .gradle/gradle.properties .bundle/config
  .nuget/NuGet/NuGet.Config .gitconfig .config/git/config .config/pypoetry/auth.toml .cargo/config.toml .wgetrc .curlrc
`.match(/\S+/g); // the list is not empty
const LOOKS_SECRET = /auth|token|passw|secret|extraheader|:\/\/[^\s/]+@/i;
/** Variables that name credential files, or the files with which a step sends commands to the runner. */
const CREDENTIAL_VARIABLES = `
  GITHUB_ENV GITHUB_PATH GITHUB_OUTPUT GITHUB_STATE GITHUB_STEP_SUMMARY GITHUB_EVENT_PATH
  GOOGLE_APPLICATION_CREDENTIALS GOOGLE_GHA_CREDS_PATH CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE CLOUDSDK_CONFIG
  AWS_SHARED_CREDENTIALS_FILE AWS_CONFIG_FILE AWS_WEB_IDENTITY_TOKEN_FILE AZURE_FEDERATED_TOKEN_FILE AZURE_CONFIG_DIR
  KUBECONFIG NPM_CONFIG_USERCONFIG NETRC GNUPGHOME SSH_AUTH_SOCK PIP_CONFIG_FILE
`.match(/\S+/g); // the list is not empty
/** With these sockets any program of the same user can control a .NET program, and the runner is one. */
const DEBUGGER_SOCKET = /^(?:dotnet-diagnostic|clr-debug-pipe)-/;
/** Paths to hide from the model's programs, as written. Many may not exist. */
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
            ...MIXED_CONFIG_FILES.map((name) => (0,external_node_path_.join)(home, name)).filter((path) => LOOKS_SECRET.test(hidden_paths_textOf(path))),
        ]),
        ...namesIn(workspace)
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
/** Code of this run, of the runner and of the job's other actions. Changed code would later run with the job's credentials. */
function listRunCode(context) {
    const runner = runnerFolder(context);
    const actions = context.env.RUNNER_TEMP ? [(0,external_node_path_.join)((0,external_node_path_.dirname)(context.env.RUNNER_TEMP), '_actions')] : [];
    // Its scripts, and .env and .path, from which later jobs of a persistent runner get their environment.
    const files = runner === undefined ? [] : namesIn(runner).filter((name) => isFile((0,external_node_path_.join)(runner, name)));
    const parts = runner === undefined ? [] : ['bin', 'externals', ...files].map((name) => (0,external_node_path_.join)(runner, name));
    return [...context.program, ...actions, ...parts];
}
const homeFolders = (home, root) => [
    ...(home ? [home] : []),
    ...(root ? ['/root', ...namesIn('/home').map((name) => (0,external_node_path_.join)('/home', name))] : []),
];
/** The runner's folder, derived from the path of its Node.js: `<runner>/externals/node24/bin/node`. */
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
/**
 * Sockets of other programs, which a PID namespace does not hide: Docker, systemd, ssh agents. Excluded are sockets that
 * tests need (databases), sockets for name resolution and logs, and sockets in the workspace. Where the network is
 * restricted, databases and name resolution are not excluded: they lead out of the namespace.
 */
function listSockets(workspace, harmless) {
    const paths = hidden_paths_textOf('/proc/net/unix')
        .split('\n')
        .flatMap((line) => /\s(\/.*)$/.exec(line)?.[1] ?? []);
    return [...new Set(paths)].filter((path) => !harmless.test(path) && !(0,files_paths/* isInside */.FK)(workspace, path) && canConnect(path));
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
const isFile = (path) => (0,stats_at/* statsAt */.Z)(path)?.isFile() ?? false;
function namesIn(folder) {
    try {
        return (0,external_node_fs_.readdirSync)(folder);
    }
    catch {
        return [];
    }
}
function hidden_paths_textOf(path) {
    try {
        return (0,external_node_fs_.existsSync)(path) ? (0,external_node_fs_.readFileSync)(path, 'utf8') : '';
    }
    catch {
        return '';
    }
}

;// CONCATENATED MODULE: ./build/platform/sandbox/mounts.js








/** The plan where nothing can be mounted. */
const NO_MOUNTS = { tables: [], visible: [], after: [] };
/**
 * The plan for one command: hides credentials, the runner's files and other programs' sockets and makes this run's code
 * read-only. With a view, the command's files are already copies or read-only. Without one, git's configuration becomes
 * read-only, and for root, who could change the machine, all but the usual folders.
 * Computed for each command, because files change during the run.
 */
function planMounts(context, root, { visible, writable: shownWritable }, view) {
    const workspace = (0,external_node_fs_.realpathSync)(context.workspace);
    const folder = (0,external_node_path_.join)(context.scratch, 'isolation');
    (0,external_node_fs_.mkdirSync)(folder, { recursive: true, mode: 0o700 });
    const hidden = outermost(existingPaths(listHiddenPaths(context, root)));
    const isHidden = (path) => hidden.some((each) => (0,files_paths/* isInside */.FK)(each, path));
    const mounts = root ? mountPoints() : [];
    const writableFolders = view === undefined ? existingPaths(writableRoots(context, workspace)) : [...view.copies, workspace];
    const writable = root ? outermost(writableFolders) : [];
    const runCode = existingPaths(listRunCode(context)).filter((path) => !isHidden(path) && !(0,files_paths/* isInside */.FK)(path, workspace));
    const git = gitExecutionPaths(workspace);
    const configs = findConfigsWithCredentials(workspace);
    const pinned = movable([...runCode, ...hidden, workspace, ...existingPaths(git.folders)], root ? writable : undefined).filter((path) => !isHidden(path) && !mounts.includes(path) && !writable.includes(path));
    const changing = [
        ...(view === undefined ? writable.filter((path) => !mounts.includes(path)).map((path) => bind(path, path)) : []),
        ...pinned.map((path) => bind(path, path)),
        ...runCode.map((path) => bind(path, path, 'ro')),
        ...existingPaths(git.paths)
            .filter((path) => !configs.some((each) => each.path === path))
            .map((path) => bind(path, path, 'ro')),
        ...configs.map(({ path, clean }) => bind(storeText(folder, clean), path, 'ro')),
    ];
    const hiding = [
        ...hidden.map((path) => ((0,stats_at/* isFolderAt */.w)(path) ? emptyFolder(path, context) : bind('/dev/null', path, 'ro'))),
        tableLine('sluice', '/proc', 'proc', 'nosuid,nodev,noexec'),
        ...(root ? kernelLines() : []),
    ];
    const shownAgain = (paths, writable) => existingPaths(paths)
        .filter(isHidden)
        .map((path) => ({ path, folder: (0,stats_at/* isFolderAt */.w)(path), writable }));
    const restored = [
        ...(isHidden(workspace) ? [{ path: workspace, folder: true, writable: true }] : []),
        ...shownAgain(visible, false),
        ...shownAgain(shownWritable, true),
    ];
    return {
        tables: [changing, hiding].filter((lines) => lines.length > 0).map((lines) => storeText(folder, lines.join(''))),
        visible: restored,
        after: root ? restrictions(view === undefined ? mounts : mounts.filter((path) => path === '/dev'), writable) : [],
    };
}
/** Devices that programs need. For root all other devices, including disks, are disabled. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`);
/** Where root can change the kernel, or make it run programs outside, without any capability. */
const KERNEL_SWITCHES = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi'].map((name) => `/proc/${name}`);
const kernelLines = () => [
    ...existingPaths(DEVICES).map((path) => bind(path, path)),
    ...terminalLines('/dev/ptmx', '/dev/pts/ptmx'),
    ...existingPaths(KERNEL_SWITCHES).map((path) => bind(path, path, 'ro')),
];
/** The other end of a terminal is searched next to the opened file, so use the one in /dev/pts, unless it is used already. */
const terminalLines = (path, inPts) => (0,external_node_fs_.existsSync)(inPts) && (0,external_node_fs_.realpathSync)(path) === path ? [bind(inPts, path)] : [];
const writableRoots = ({ env }, workspace) => [workspace, env.HOME, env.TMPDIR, '/tmp', '/var/tmp', env.RUNNER_TOOL_CACHE].filter((path) => path !== undefined && path !== '' && path !== '/'); // just filtered
/**
 * Folders that a program could move away, with everything mounted in them, and replace: these paths and their parent
 * folders, where this user can write to the containing folder. A mount point cannot be moved. For root the writable
 * folders are those in `writable`.
 */
function movable(paths, writable) {
    const folders = paths.flatMap((path) => [...((0,stats_at/* isFolderAt */.w)(path) ? [path] : []), ...parentFolders(path)]);
    return [...new Set(folders)]
        .filter((path) => writable === undefined ? canWrite((0,external_node_path_.dirname)(path)) : writable.some((root) => (0,files_paths/* isInside */.FK)(root, path)))
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
/** Mounts to make read-only. A machine with many containers has hundreds of others, which do not matter. */
const mounts_REMOUNTED = /^\/(?!(?:proc|sys|dev|snap|var\/lib\/(?:docker|containers|containerd|kubelet))(?:\/|$))/;
const MAX_REMOUNTS = 64;
function restrictions(mounts, writable) {
    const others = mounts.filter((path) => mounts_REMOUNTED.test(path) && !writable.some((root) => (0,files_paths/* isInside */.FK)(root, path)));
    return [
        ...others.slice(0, MAX_REMOUNTS).map((path) => ['-o', 'remount,bind,ro', path]),
        // Without the mounts below it, for example control groups.
        ['-o', 'bind,ro', '/sys', '/sys'],
        // Devices that were bound individually stay usable.
        ...(mounts.includes('/dev') ? [['-o', 'remount,bind,nodev', '/dev']] : []),
    ];
}
/** The real paths of those that exist. Most do not, and existsSync() costs less than an exception. */
function existingPaths(paths) {
    const realPaths = paths.filter((path) => (0,external_node_fs_.existsSync)(path)).map((path) => (0,external_node_fs_.realpathSync)(path));
    return [...new Set(realPaths)].filter((path) => !path.includes('\n'));
}
/** The paths without those inside another one. */
const outermost = (paths) => paths.filter((path) => !paths.some((other) => other !== path && (0,files_paths/* isInside */.FK)(other, path)));
const bind = (from, to, options = 'rw') => tableLine(from, to, 'none', `rbind,${options}`);
/** Mounts an empty folder over another. The runner's temporary folder stays writable, because steps keep files there. */
const emptyFolder = (path, { env }) => tableLine('sluice', path, 'tmpfs', `nosuid,nodev,${path === env.RUNNER_TEMP ? 'mode=1777,size=256m' : 'mode=0555,size=1m'}`);
const tableLine = (from, to, type, options) => `${escaped(from)} ${escaped(to)} ${type} ${options} 0 0\n`;
const escaped = (path) => path.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
/** Stores a text in the private folder under the hash of its content. */
function storeText(folder, text) {
    const path = (0,external_node_path_.join)(folder, (0,external_node_crypto_.createHash)('sha256').update(text).digest('hex').slice(0, 16));
    if (!(0,external_node_fs_.existsSync)(path))
        (0,external_node_fs_.writeFileSync)(path, text, { mode: 0o600 });
    return path;
}

// EXTERNAL MODULE: ./build/platform/sandbox/network/allowed-hosts.js
var allowed_hosts = __webpack_require__(29537);
// EXTERNAL MODULE: ./build/platform/net/dial.js
var dial = __webpack_require__(7070);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(37067);
// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(77030);
;// CONCATENATED MODULE: ./build/platform/sandbox/network/client-hello.js
const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
/** Encrypted Client Hello and its predecessor hide the name of the server that is really asked. */
const ENCRYPTED_NAMES = [0xfe0d, 0xffce];
const MAX_HELLO_BYTES = 128 * 1024;
/**
 * Reads the server name of a TLS ClientHello, which may be split over several records.
 * Source: RFC 8446, sections 4.1.2 and 5.1; RFC 6066, section 3.
 */
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
        reader.take(2 + 32); // version and random
        reader.take(reader.number(1)); // session
        reader.take(reader.number(2)); // cipher suites
        reader.take(reader.number(1)); // compression
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
/** Exactly one host name; servers disagree about which of several counts. */
function parseServerName(body) {
    const reader = byteReader(body);
    const list = byteReader(reader.take(reader.number(2)));
    const type = list.number(1);
    const name = list.take(list.number(2)).toString('latin1');
    if (type !== 0 || !list.isEmpty() || !reader.isEmpty() || !/^[\w.-]+$/.test(name))
        throw new RangeError('invalid name');
    return name.toLowerCase();
}
/** Reads numbers and parts in order. Throws RangeError at the end of the data. */
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

// EXTERNAL MODULE: ./build/platform/net/addresses.js
var addresses = __webpack_require__(47226);
// EXTERNAL MODULE: ./build/platform/timeout-signal.js
var timeout_signal = __webpack_require__(76394);
;// CONCATENATED MODULE: ./build/platform/sandbox/network/open-target.js






const CONNECT_MS = 30_000;
/** Decides about a connection by its name and by all addresses of the name. The addresses are pinned: nothing resolves the name again. */
async function resolveTarget({ allowed, resolve }, name, port) {
    const host = (0,allowed_hosts/* canonicalHost */.rQ)(name.replace(/^\[(.*)\]$/, '$1'));
    const refuse = (reason, remedy) => ({ ok: false, refused: { host: printable(host), port, reason, remedy } });
    if (!Number.isInteger(port) || port < 1 || port > 65_535 || ((0,external_node_net_.isIP)(host) === 0 && !(0,allowed_hosts/* isHostName */.uy)(host)))
        return refuse('the host or port is invalid');
    if ((0,allowed_hosts/* isNeverReached */.Zg)(host))
        return refuse('programs never reach this address, which belongs to the machine or its cloud');
    const rule = (0,allowed_hosts/* ruleFor */.sG)(allowed, host, port);
    if (rule === undefined)
        return refuse('the input allowed_hosts does not contain it', remedyFor(host, port));
    const local = isLocalRule(rule);
    const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : await resolve(host);
    if (addresses.length === 0)
        throw new Error(`${host} has no address`);
    for (const address of addresses)
        if (!(await mayReach(address, rule)))
            return refuse('its name leads to an address of this machine or its network, which allowed_hosts takes only as address:port', (0,allowed_hosts/* isNeverReached */.Zg)(address) ? undefined : remedyFor(address, port));
    return { ok: true, target: { host, port, addresses, local, raw: rule.port !== undefined } };
}
/** Whether a rule names a host of this machine or its network. */
const isLocalRule = (rule) => rule.kind === 'address'
    ? (0,allowed_hosts/* isLoopback */.U9)(rule.host) || (0,allowed_hosts/* isPrivate */.Gw)(rule.host)
    : rule.kind === 'name' && rule.port !== undefined && (0,addresses/* isLocalName */.H)(rule.host);
async function mayReach(address, rule) {
    if ((0,external_node_net_.isIP)(address) === 0 || (0,allowed_hosts/* isNeverReached */.Zg)(address))
        return false;
    if (rule.kind === 'address')
        return true;
    if (rule.host === 'localhost')
        return (0,allowed_hosts/* isLoopback */.U9)(address);
    // A service container is a name of one word, which leads to a private address.
    if (isLocalRule(rule) && (0,allowed_hosts/* isPrivate */.Gw)(address))
        return true;
    return (0,addresses/* isPublicAddress */.i)(address);
}
const direct = (0,dial/* dialer */.wh)({});
/** Connects to the first pinned address that answers. Hosts of the machine's own network are never asked from a proxy. */
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
    if (isName && allowed_hosts/* WEB_PORTS */.qz.includes(port) && !(0,addresses/* isLocalName */.H)(host))
        return host;
    return `${(0,external_node_net_.isIP)(host) === 6 ? `[${host}]` : host}:${port}`;
}
/** Names come from the model's programs and appear in the report. */
const printable = (host) => ((0,external_node_net_.isIP)(host) !== 0 || (0,allowed_hosts/* isHostName */.uy)(host) ? host : 'an invalid host name');
/** One sentence for the model and for people. */
function describeRefusal({ host, port, reason, remedy }) {
    const target = `${(0,external_node_net_.isIP)(host) === 6 ? `[${host}]` : host}:${port}`;
    return `Blocked by the network rules: ${target}. ${remedy === undefined ? `It cannot be allowed: ${reason}.` : `To allow it, add \`${remedy}\` to the input allowed_hosts.`}`;
}

;// CONCATENATED MODULE: ./build/platform/sandbox/network/gateway.js







/** A client that starts TLS sends its first message at once. */
const FIRST_DATA_MS = 20_000;
/**
 * An HTTP proxy with rules. CONNECT opens a tunnel for TLS to the named server; other requests must be plain HTTP with an
 * absolute URL. Each request of a connection is parsed and decided by itself, and is written anew for the server.
 */
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
        // Servers of other protocols may speak first.
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
/** Why the data of a tunnel may not pass, or undefined. */
function tunnelProblem(start, { host, raw }) {
    switch (start.kind) {
        case 'tls':
            if (start.encryptedName)
                return 'the TLS handshake hides the name of its server';
            if (start.serverName === undefined)
                return raw && !isHostNamed(host) ? undefined : 'the TLS handshake does not name its server';
            return (0,allowed_hosts/* canonicalHost */.rQ)(start.serverName) === host ? undefined : 'the TLS handshake names another server';
        case 'other':
            return raw ? undefined : 'only TLS may pass a tunnel to a host without a port in allowed_hosts';
        case 'incomplete':
            return raw ? undefined : 'no TLS handshake arrived';
        case 'broken':
            return 'the TLS handshake is invalid';
        default:
            return start;
    }
}
/** TLS clients name no server when they connect to an address. */
const isHostNamed = (host) => /[a-z]/.test(host) && !host.includes(':');
/** Reads until the start of the data can be judged, the time is over or the client ends. 0: no time limit. */
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
/** Headers that belong to one connection. Source: RFC 9110, section 7.6.1. */
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
/** How long the body of a request is, as Node.js understood it. */
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

// EXTERNAL MODULE: ./build/platform/process/start-process.js
var start_process = __webpack_require__(75444);
;// CONCATENATED MODULE: ./build/platform/sandbox/network/network-namespace.js





const network_namespace_START_MS = 10_000;
/**
 * Creates the network namespace of a run. A short-lived program does it: it brings the loopback interface up, opens the
 * servers and hands them over. Then this process alone holds the namespace, so nothing is left when it ends in any way.
 * Returns the reason when it fails.
 */
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
        // Through this process, because the pid of the starter could soon be that of another process.
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
/** Sets IFF_UP, IFF_LOOPBACK and IFF_RUNNING with SIOCSIFFLAGS. */
const PERL_LOOPBACK = `socket(S,2,2,0) or die "$!\\n"; $r = pack("a16 s x22", "lo", 0x49); ioctl(S, 0x8914, $r) or die "$!\\n"`;
/**
 * Opens the servers that its argument lists and sends them to its parent. It ends when its parent does. A server that
 * cannot be opened is missing: the address is not one of the namespace.
 */
const STARTER = `
const { createServer } = require('node:net')
process.on('disconnect', () => process.exit())
// A parent that is killed during a message sends no event, so the wait has a limit.
setTimeout(() => process.exit(), ${2 * network_namespace_START_MS})
const listeners = JSON.parse(process.argv[1])
let open = listeners.length
const done = () => { if (--open <= 0) process.send({ pid: process.pid }) }
listeners.forEach(({ address, port }, index) => {
  const server = createServer()
  server.once('error', done)
  server.listen({ host: address, port }, () => process.send({ index }, server, {}, done))
})
`;
/**
 * The IPC channel is the starter's standard input, because sudo closes all other open files. After sudo the starter becomes
 * this user again: only the namespaces of own processes can be opened.
 */
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
/** Fills `opened` and returns the starter's pid. */
function receiveServers(child, opened) {
    return new Promise((resolve, reject) => {
        let errors = '';
        const timer = setTimeout(() => {
            child.kill('SIGKILL');
            reject(new Error('the network namespace was not ready in time'));
        }, network_namespace_START_MS);
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

;// CONCATENATED MODULE: ./build/platform/sandbox/network/network.js





/** Limits notices and memory: a program can ask for any number of hosts. */
const MAX_NOTICES = 20;
const MAX_REFUSALS = 2000;
/** Creates the network of a run. Never rejects. */
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
        return { isHeld: false, reason: 'its loopback interface takes no connections' };
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
/** Addresses of the machine and its network that programs reach as if they were there, such as service containers. */
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
/** Reports the first refusal of each host, up to a limit that it names once. */
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
            onRefusal(reported.size > MAX_NOTICES ? 'Blocked by the network rules: more hosts, not listed here.' : text);
        },
    };
}
/** The variables by which programs find the gateway, in the spellings of the tools that have their own. */
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
        // Node.js 22.21 and 24 use the variables above only with this one.
        NODE_USE_ENV_PROXY: '1',
        MAVEN_OPTS: javaOptions,
        GRADLE_OPTS: javaOptions,
    };
}

;// CONCATENATED MODULE: ./build/platform/sandbox/probe.js

/** The problem of an isolation that is correct except that it reports a killed command with an exit code. */
const SIGNAL_LOST = 'a killed command is reported with an exit code instead of its signal';
const PROBE_MS = 10_000;
const CANARY = 'two words and a\nline';
/** Prints bash's pid, the canary and the kernel's view of the process. Starts no program and ends with a signal. */
const PROBE = `mapfile -t status </proc/self/status
printf 'shell:%s\\ncanary:%s:\\n' "$$" "$SLUICE_PROBE"
printf '%s\\n' "\${status[@]}"
kill -KILL $$`;
/** The bits of CAP_SYS_PTRACE and CAP_SYS_ADMIN. */
const FORBIDDEN_CAPABILITIES = (1n << 19n) | (1n << 21n);
/** More processes than the setup of an isolated command starts, fewer than a machine runs. */
const MAX_ISOLATED_PID = 50;
/** Runs a harmless command in isolation and checks the result. Returns the problem, or undefined when all is well. */
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

;// CONCATENATED MODULE: ./build/platform/sandbox/run-mark.js




/** The limit in bytes for POSIX message queues. The mark lowers it by less than this. */
const LIMIT = /^Max msgqueue size +(\d+) /m;
const MAX_LOWERED = 65_536;
/** Undefined where limits cannot be read. `bash`: its path. */
function createRunMark(bash) {
    const limit = Number(LIMIT.exec(run_mark_textOf('/proc/self/limits'))?.[1]);
    if (!(limit > 2 * MAX_LOWERED))
        return undefined;
    const mark = limit - (0,external_node_crypto_.randomInt)(1, MAX_LOWERED);
    // A program that was started together with this one, as in `sluice run | tee log`, is older than the mark.
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
            // A process can set its limits again, but seldom leaves the folder too.
            const isInWorkspace = ({ pid }) => (0,files_paths/* isInside */.FK)(workspace, folderOf(pid));
            return all
                .filter((each) => each.startTicks >= startTicks && !own.has(each.pid))
                .filter((each) => hasMark(each) || isInWorkspace(each))
                .sort((a, b) => a.startTicks - b.startTicks)
                .map(({ pid, name }) => `${name} (PID ${pid})`);
        },
    };
}
/** Since the start of the machine, in the hundredths of a second of `startTicks`. 0 where that cannot be read. */
const nowTicks = () => Math.floor(Number(/^[\d.]+/.exec(run_mark_textOf('/proc/uptime'))?.[0] ?? 0) * 100);
const listProcesses = () => (0,external_node_fs_.readdirSync)('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? (readProcess(entry) ?? []) : []));
/** Undefined when it ended. `entry`: its folder in /proc. */
function readProcess(entry) {
    // The name is in parentheses and may itself contain some.
    const [, pid, name = '', rest = ''] = /^(\d+) \(([\s\S]*)\) ([^)]*)$/.exec(run_mark_textOf(`/proc/${entry}/stat`)) ?? [];
    if (pid === undefined)
        return undefined;
    const fields = rest.split(' ');
    const [state = 'X', parent] = fields;
    return { pid: Number(pid), name, state, parent: Number(parent), startTicks: Number(fields[19]) };
}
/** This process and its children, whose end is known. */
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
/** Longer than what is read here. A file of /proc has no size that could be asked for. */
const buffer = Buffer.alloc(8192);
/** A file of /proc, of which a machine has hundreds: read with as few calls as there can be. */
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
        return ''; // it ended, or belongs to another user
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
/**
 * Finds the strongest isolation that works on this machine by trying each method once. Rejects with IsolationError when
 * the mode is `required` and a part is not held, and in every mode when an isolation that should work cannot be set up.
 */
async function openIsolation(mode, context) {
    if (mode === 'off') {
        const description = `${UNISOLATED} because the input sandbox is off. ${REMAINING_RISK}`;
        return marked({ level: 'environment', description }, context);
    }
    const { isolation, reason } = await findStrongestIsolation(context);
    const missing = (0,isolation_rows/* missingParts */.tL)(isolation?.rows);
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
    return marked({ level: 'environment', ...isolation, rows: (0,isolation_rows/* unheldRows */.Gk)(reason), description }, context);
}
/** Without namespaces a program can outlive its call, so its processes are marked. */
function marked(isolation, { platform, folders = SYSTEM_FOLDERS, workspace }) {
    const bash = platform === 'linux' ? findProgram('bash', folders) : undefined;
    const mark = bash === undefined ? undefined : createRunMark(bash);
    if (mark === undefined)
        return isolation;
    const { wrap = (argv) => argv } = isolation;
    return {
        ...isolation,
        wrap: (argv, ...paths) => mark.wrap(wrap(argv, ...paths)),
        listSurvivors: () => mark.listSurvivors((0,external_node_fs_.realpathSync)(workspace)),
    };
}
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
/** Ubuntu 24.04 lets user namespaces be made, but without any right inside. */
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
/** Opens the network, then the files, then tries a command. A part that does not work does not prevent the others. */
async function tryMethod(tools, user, context) {
    const plain = chooseWrap(tools, user, context);
    const problem = await plain.probe();
    if (problem !== undefined)
        return problem;
    const { networkRow, network } = await openRunNetwork(tools, user, context);
    const inNetwork = network === undefined ? user : { ...user, entry: network.entry };
    const opened = (filesRow, wraps) => {
        const rows = (0,isolation_rows/* rowsOf */.RO)(filesRow, networkRow);
        const description = (0,isolation_rows/* describeRows */.$7)(rows, METHOD_TEXT[user.method]);
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
        const { wrap, wrapWithNetwork, probe } = chooseWrap(tools, inNetwork, context, holder);
        const { close } = holder;
        const holderProblem = await probe();
        const text = `what they write ${context.mayEdit === false ? '' : 'outside the checkout '}is dropped`;
        if (holderProblem === undefined)
            return {
                ...opened({ isHeld: true, text }, { wrap, wrapWithNetwork }),
                close: async () => {
                    await close();
                    network?.close();
                },
            };
        await close();
        holder = holderProblem;
    }
    const { wrap, wrapWithNetwork, probe } = chooseWrap(tools, inNetwork, context);
    await probe();
    return {
        ...opened({ isHeld: false, reason: holder }, { wrap, wrapWithNetwork }),
        close: async () => network?.close(),
    };
}
/** Where nothing can be mounted, for example in some containers, commands still end with their call. */
async function tryWithoutMounts(tools, user, context, reason) {
    const { wrap, wrapWithNetwork, probe } = chooseWrap(tools, user, context);
    if ((await probe()) !== undefined)
        return undefined;
    const rows = (0,isolation_rows/* rowsWithoutMounts */.CP)(reason);
    const description = `${(0,isolation_rows/* describeRows */.$7)(rows, METHOD_TEXT[user.method])} ${REMAINING_RISK}`;
    return { rows, description, wrap, wrapWithNetwork, close: async () => undefined };
}
/** The network that programs enter. Without one they have the machine's, for the reason in the row. */
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
/** The ways to start a command in these namespaces, and a test, which may find that `timeout` loses signals here. */
function chooseWrap(tools, user, context, holder) {
    let chosen = tools;
    const { entry: inNetwork, ...outside } = user;
    // Sockets of databases lead out of the network namespace; servers outside it may use them.
    const plan = (shownPaths, isRestricted) => {
        if (user.withoutMounts)
            return NO_MOUNTS;
        const shown = isRestricted && inNetwork !== undefined ? context : { ...context, allowedHosts: allowed_hosts/* ALL_HOSTS */.a0 };
        return planMounts(shown, user.method === 'root', shownPaths, holder?.view);
    };
    const wrapIn = (isRestricted) => (argv, visible = [], writable = []) => {
        const entry = holder === undefined ? (isRestricted ? inNetwork : undefined) : holder.entry(isRestricted);
        return isolatedArgv(chosen, entry === undefined ? outside : { ...outside, entry }, plan({ visible, writable }, isRestricted), argv);
    };
    const wrap = wrapIn(true);
    const isolated = user.withoutMounts ? 'processes' : 'all';
    const test = () => probeIsolation(wrap, probeExpectation(tools, context, { uid: user.uid, isolated }));
    return {
        wrap,
        wrapWithNetwork: wrapIn(false),
        async probe() {
            try {
                plan({ visible: [], writable: [] }, true);
            }
            catch (error) {
                throw setupError((0,errors/* machineReason */.oW)(error));
            }
            const problem = await test();
            if (problem !== SIGNAL_LOST)
                return problem;
            const { timeout: _, ...others } = tools;
            chosen = others;
            const problemWithoutTimeout = await test();
            // A signal that arrives as an exit code does not weaken the isolation.
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
/** The methods in the order to try. On self-hosted runners sudo comes last, because a refused sudo is logged. */
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

;// CONCATENATED MODULE: ./build/platform/sandbox/sandbox-session.js







function openSandboxSession(mode, context, emit) {
    (0,trusted_programs/* recordTrustedPrograms */.s8)();
    const groups = [];
    let isReported = false;
    let mayEdit = false;
    let opening;
    let failure;
    const open = (0,lazy/* lazy */.R)(() => {
        const onRefusedHost = (text) => emit({ type: 'notice', level: 'warning', text });
        opening = openIsolation(mode, { ...toIsolationContext(context), mayEdit, onRefusedHost });
        return opening.catch((error) => {
            failure = error instanceof errors/* IsolationError */.RV ? error : setupError((0,errors/* machineReason */.oW)(error));
            throw failure;
        });
    });
    return {
        async isolate() {
            const [isolation] = await Promise.all([open(), context.beforePrograms?.()]);
            if (!isReported) {
                isReported = true;
                emit(isolationNotice(mode, isolation));
            }
            return isolation;
        },
        beforePrograms: async () => context.beforePrograms?.(),
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
            const survivors = isolation?.listSurvivors?.() ?? [];
            if (survivors.length > 0)
                emit({ type: 'notice', level: 'warning', text: survivorsText(survivors) });
        },
    };
}
const MAX_SURVIVORS = 10;
function survivorsText(survivors) {
    const more = survivors.length > MAX_SURVIVORS ? ` and ${survivors.length - MAX_SURVIVORS} more` : '';
    const listed = `${survivors.slice(0, MAX_SURVIVORS).join(', ')}${more}`;
    return `Programs of this run still run: ${listed}. End them in a later step, or isolate programs: sandbox: auto on Linux ends each with its call.`;
}
/** One notice: a line for the log, and the parts for the report. */
function isolationNotice(mode, { rows, description }) {
    if (mode === 'off' || rows === undefined)
        return { type: 'notice', level: 'info', text: description };
    const isolation = (0,isolation_rows/* reportRows */._f)(rows);
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

/***/ 11711:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ waitAtMost)
/* harmony export */ });
/**
 * Waits for a promise, but for at most `ms` milliseconds. Returns undefined when the time is up first. A rejection of the promise
 * rejects here. The timer keeps the process alive: without it a promise that nothing settles would end the process, and the run with it.
 */
async function waitAtMost(ms, promise) {
    const { promise: timeout, resolve } = Promise.withResolvers();
    const timer = setTimeout(resolve, ms, undefined);
    try {
        return await Promise.race([promise, timeout]);
    }
    finally {
        clearTimeout(timer);
    }
}


/***/ }),

/***/ 30876:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ mayAllowServer),
/* harmony export */   bk: () => (/* binding */ activeAllowRules),
/* harmony export */   l4: () => (/* binding */ mayAllowToolPrefix),
/* harmony export */   vy: () => (/* binding */ mayShareStart)
/* harmony export */ });
/**
 * Whether a rule may allow a call to a tool of this server. When none can, all its tools are hidden and the server need not
 * start. Returns true when in doubt.
 */
const mayAllowServer = (rules, server, mode) => activeAllowRules(rules, mode).some(({ match }) => !match.builtin &&
    (match.server === undefined
        ? (match.tools ?? ['*']).some((name) => mayNameServerTool(name, server))
        : match.server === '*' || match.server === server));
/** A name without a server prefix names a built-in tool. */
const mayNameServerTool = (name, server) => name === '*' || name.startsWith('mcp_') || name.startsWith('*__') || (name.includes('__') && name.startsWith(server));
/** Whether a rule may allow a call to a tool whose name starts with `start`. Returns true when in doubt. */
const mayAllowToolPrefix = (rules, start, mode) => activeAllowRules(rules, mode).some(({ match }) => match.server === undefined && (match.tools ?? ['*']).some((name) => mayShareStart(name, start)));
function mayShareStart(name, start) {
    if (!name.endsWith('*'))
        return name.startsWith(start);
    const fixedPart = name.slice(0, -1);
    return fixedPart.startsWith(start) || start.startsWith(fixedPart);
}
const activeAllowRules = (rules, mode) => rules.filter(({ verdict, match }) => verdict === 'allow' && match.interactive !== true && (match.modes === undefined || match.modes.includes(mode)));


/***/ }),

/***/ 63660:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  b: () => (/* binding */ createAgentTools),
  f: () => (/* binding */ unusedSkillsNotice)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./build/text/one-line.js
var one_line = __webpack_require__(33809);
// EXTERNAL MODULE: ./build/tools/tool.js
var tool = __webpack_require__(10280);
;// CONCATENATED MODULE: ./build/agent/skills/activate-skill.js



const ACTIVATE_SKILL = 'activate_skill';
const MAX_LISTED_FILES = 200;
/**
 * The tool that returns the instructions of a skill and its files, both from the steering commit, not from the checkout.
 */
const activateSkill = (skills) => {
    const names = skills.map(({ name }) => name);
    return (0,tool/* defineTool */.uO)({
        name: ACTIVATE_SKILL,
        aliases: ['ActivateSkillTool'],
        description: 'Returns the instructions of a skill, to follow for the current task, and the list of its files. With resource: the text of one of these files.',
        annotations: { readOnlyHint: true },
        input: schemas/* object */.Ikc({
            name: schemas/* string */.YjP().meta({ enum: names }).describe('The skill.'),
            resource: schemas/* string */.YjP().optional().describe('A file from the list of the skill. Default: the instructions.'),
        }),
        async run({ name, resource }) {
            const skill = skills.find((one) => one.name === name);
            if (skill === undefined)
                return (0,tool/* failed */.gz)('invalid_tool_params', `Error: Skill "${name}" not found. Available skills are: ${names.join(', ')}`);
            if (resource === undefined)
                return (0,tool/* done */.Vw)(activationText(skill), `Skill ${name} activated (${skill.location})`);
            const path = resource.trim().replace(/^(?:\.\/)+/, '');
            const text = skill.resources.includes(path) ? await skill.read(path) : undefined;
            if (text !== undefined)
                return (0,tool/* done */.Vw)(text, `Read ${path} of skill ${name}`);
            const available = skill.resources.length === 0 ? 'It has none.' : `It has: ${listFiles(skill).join(', ')}`;
            return (0,tool/* failed */.gz)('file_not_found', `The skill "${name}" has no file ${path}. ${available}`);
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
/** The skills section of the system prompt. Identical for the same commit. */
const skillSection = (skills) => `# Skills

This repository has instructions for some kinds of tasks. When one matches your task, first activate it with \`${ACTIVATE_SKILL}\`, then follow it \
within the ground rules. Read the files of a skill with \`${ACTIVATE_SKILL}\` too.

<available_skills>
${skills.map(({ name, description, location }) => `  <skill>\n    <name>${escapeMarkup(name)}</name>\n    <description>${escapeMarkup((0,one_line/* collapseWhitespace */.DK)(description))}</description>\n    <location>${escapeMarkup(location)}</location>\n  </skill>`).join('\n')}
</available_skills>`;
const escapeMarkup = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

// EXTERNAL MODULE: ./build/agent/subagents/delegate.js
var subagents_delegate = __webpack_require__(68162);
// EXTERNAL MODULE: ./build/agent/subagents/run-agent.js + 4 modules
var run_agent = __webpack_require__(71842);
// EXTERNAL MODULE: ./build/policy/rules/decide.js
var decide = __webpack_require__(35783);
;// CONCATENATED MODULE: ./build/session/agent-tools.js




/** `subagentContext` is called when a sub-agent starts; its code is loaded only then. */
function createAgentTools({ agents, skills, rules, mode }, subagentContext) {
    // A rule can name one sub-agent. Sub-agents that no rule allows are not offered.
    const callable = agents.filter(({ name }) => (0,decide/* hidingRule */.E7)(rules, { name: subagents_delegate/* DELEGATE_TOOL */.hU, aliases: [name], annotations: {} }, mode) === undefined);
    const delegate = (0,subagents_delegate/* delegateTool */.Oo)(callable, async (agent, task, signal) => {
        return (0,run_agent/* runAgent */.J)(agent, task, subagentContext(), signal);
    });
    return {
        tools: [...(callable.length === 0 ? [] : [delegate]), ...(skills.length === 0 ? [] : [activateSkill(skills)])],
        promptSections: (tools) => ({
            agents: tools.includes(subagents_delegate/* DELEGATE_TOOL */.hU) ? (0,subagents_delegate/* delegationSection */.MK)(callable) : '',
            skills: tools.includes(ACTIVATE_SKILL) ? skillSection(skills) : '',
        }),
    };
}
/** A notice about skills that no rule lets the model use, or undefined. */
function unusedSkillsNotice(skills, declared) {
    if (skills.length === 0 || declared.includes(ACTIVATE_SKILL))
        return undefined;
    const names = skills.map(({ name }) => name).join(', ');
    return `Unused skills, because no rule allows ${ACTIVATE_SKILL}: ${names}. To allow it, add "${ACTIVATE_SKILL}" to tools.allowed in the settings or write a policy rule.`;
}


/***/ })

};
