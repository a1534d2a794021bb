export const id = 873;
export const ids = [873];
export const modules = {

/***/ 49944:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  IF: () => (/* binding */ extensionCommandFolders),
  h6: () => (/* binding */ loadExtensionContext),
  tF: () => (/* binding */ loadExtensions),
  oh: () => (/* binding */ loadedExtensionFiles),
  D: () => (/* binding */ withExtensions)
});

// UNUSED EXPORTS: extensionSourceProblem, isBuiltInExtension, locateExtension

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/agent/memory-files.js + 1 modules
var memory_files = __webpack_require__(94179);
// EXTERNAL MODULE: ./build/github/git.js
var github_git = __webpack_require__(15726);
// EXTERNAL MODULE: ./build/github/steering-reader.js
var steering_reader = __webpack_require__(19115);
// EXTERNAL MODULE: ./build/platform/environment.js
var environment = __webpack_require__(50663);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/platform/files/workspace.js
var workspace = __webpack_require__(36575);
// EXTERNAL MODULE: ./build/platform/paths.js
var platform_paths = __webpack_require__(554);
// EXTERNAL MODULE: ./build/platform/process/run-git.js
var run_git = __webpack_require__(66340);
// EXTERNAL MODULE: ./build/platform/process/run-program.js + 1 modules
var run_program = __webpack_require__(76940);
// EXTERNAL MODULE: ./build/platform/process/trusted-programs.js
var trusted_programs = __webpack_require__(94441);
// EXTERNAL MODULE: ./build/policy/rules/load.js
var load = __webpack_require__(65507);
// EXTERNAL MODULE: ./build/policy/rules/patterns.js
var patterns = __webpack_require__(89448);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./build/platform/process/child-environment.js
var child_environment = __webpack_require__(64046);
// EXTERNAL MODULE: ./build/text/interpolate.js
var interpolate = __webpack_require__(73945);
// EXTERNAL MODULE: ./build/config/settings/parse-settings.js + 1 modules
var parse_settings = __webpack_require__(19087);
// EXTERNAL MODULE: ./build/config/settings/settings-shape.js
var settings_shape = __webpack_require__(21068);
;// CONCATENATED MODULE: ./build/config/extension-manifest.js






const texts = schemas/* array */.YOg(schemas/* string */.YjP());
const ManifestShape = schemas/* looseObject */._H3({
    name: schemas/* string */.YjP()
        .regex(/^[A-Za-z0-9-]+$/, 'is not a valid extension name: only letters (a-z, A-Z), numbers (0-9), and dashes (-) are allowed'),
    version: schemas/* string */.YjP(),
    mcpServers: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* looseObject */._H3({})).optional(),
    contextFileName: schemas/* union */.KCZ([schemas/* string */.YjP(), texts]).optional(),
    excludeTools: texts.optional(),
    settings: schemas/* array */.YOg(schemas/* looseObject */._H3({
        name: schemas/* string */.YjP(),
        envVar: schemas/* string */.YjP().regex(/^[A-Za-z_]\w*$/, 'must be a variable name'),
        sensitive: schemas/* boolean */.zMY().optional(),
    }))
        .optional(),
});
function readManifest(text, file) {
    const result = ManifestShape.safeParse(withoutPrototypeKeys(parseObject(text, file)));
    if (result.success)
        return result.data;
    const lines = result.error.issues.map((issue) => `- ${file}: ${(0,errors/* zodIssueMessage */.YB)(issue)}`);
    throw new errors/* UserError */.yo(`The extension is invalid:\n${lines.join('\n')}`);
}
function readExtensionHooks(text, file) {
    if (text === undefined)
        return {};
    const { hooks } = parseObject(text, file);
    if (!(0,parse_settings/* isObject */.Gv)(hooks))
        throw new errors/* UserError */.yo(`${file}: it must be {"hooks": {"BeforeTool": […]}}.`);
    return { ...withoutPrototypeKeys(hooks) };
}
function parseObject(text, file) {
    const parsed = (0,parse_settings/* parseSettings */.P$)(text);
    if (parsed.ok)
        return parsed.settings;
    throw new errors/* UserError */.yo(`${file} ${parsed.reason}.`, { cause: parsed.cause });
}
const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype'];
function withoutPrototypeKeys(value) {
    const visit = (item) => {
        if (Array.isArray(item))
            return item.map(visit);
        if (!(0,parse_settings/* isObject */.Gv)(item))
            return item;
        const entries = Object.entries(item).filter(([key]) => !PROTOTYPE_KEYS.includes(key));
        return Object.fromEntries(entries.map(([key, item]) => [key, visit(item)]));
    };
    return visit(value);
}
const usesExtensionPath = (value) => JSON.stringify(value).includes('${extensionPath}');
const substituteVariables = (value, values) => (0,interpolate/* mapTexts */.zO)(value, (text) => (0,interpolate/* interpolateKnown */.f4)(text, values));
function addExtensions(settings, extensions, env, notice) {
    const servers = {};
    const owners = new Map();
    let hooks = {};
    for (const extension of extensions) {
        const { name, manifest } = extension;
        const { value, refused, missing } = (0,parse_settings/* interpolateSettings */.JE)({ mcpServers: manifest.mcpServers ?? {} }, env);
        for (const location of refused)
            notice(`The extension ${name}: ${location} is a credential. Extensions may not use one there.`);
        for (const place of missing)
            notice(`The extension ${name}: ${(0,parse_settings/* emptyVariableNotice */.SZ)(place)}`);
        const variables = settingVariables(extension, env, notice);
        for (const [server, { trust: _, ...fields }] of Object.entries(value.mcpServers)) {
            const owner = owners.get(server);
            if (owner !== undefined) {
                notice(`The server ${server} of the extension ${name} is ignored: the extension ${owner} has a server of the same name.`);
                continue;
            }
            owners.set(server, name);
            servers[server] = { ...fields, env: { ...variables, ...objectOf(fields.env) } };
        }
        hooks = (0,parse_settings/* mergeSettings */.ss)({ hooks }, { hooks: extension.hooks }).hooks;
    }
    const configured = settings.mcpServers ?? {};
    const refined = Object.entries(servers).map(([name, server]) => [name, refine(server, configured[name] ?? {})]);
    const excluded = extensions.flatMap(({ manifest }) => manifest.excludeTools ?? []);
    const added = (0,parse_settings/* mergeSettings */.ss)(settings, {
        tools: excluded.length === 0 ? undefined : { exclude: excluded },
        hooks: Object.keys(hooks).length === 0 ? undefined : hooks,
    });
    const result = settings_shape/* SettingsShape */.p8.safeParse({
        ...added,
        mcpServers: refined.length === 0 ? added.mcpServers : { ...configured, ...Object.fromEntries(refined) },
    });
    if (result.success)
        return result.data;
    const lines = result.error.issues.map((issue) => `- ${(0,errors/* zodIssueMessage */.YB)(issue)}`);
    throw new errors/* UserError */.yo(`The settings with their extensions are invalid:\n${lines.join('\n')}`);
}
function refine(server, override) {
    const [included, overrideIncluded] = [server.includeTools, override.includeTools].map(listOf);
    const excluded = [...(listOf(server.excludeTools) ?? []), ...(listOf(override.excludeTools) ?? [])];
    return {
        ...server,
        ...override,
        env: { ...objectOf(server.env), ...objectOf(override.env) },
        includeTools: included && overrideIncluded
            ? included.filter((tool) => overrideIncluded.includes(tool))
            : (override.includeTools ?? server.includeTools),
        excludeTools: excluded.length === 0 ? (override.excludeTools ?? server.excludeTools) : [...new Set(excluded)],
    };
}
const listOf = (value) => (Array.isArray(value) ? value : undefined);
const objectOf = (value) => ((0,parse_settings/* isObject */.Gv)(value) ? value : {});
function settingVariables({ name, manifest }, env, notice) {
    const names = (manifest.settings ?? []).map(({ envVar }) => envVar).filter((each) => (env[each] ?? '') !== '');
    const variables = [];
    for (const each of new Set(names)) {
        if (each in (0,child_environment/* childEnvironment */.Qc)({ [each]: 'x' }, [each]))
            variables.push([each, `$\{${each}}`]);
        else
            notice(`The extension ${name} requests ${each}, which programs do not get. To pass it on, set it in mcpServers.NAME.env.`);
    }
    return Object.fromEntries(variables);
}

// EXTERNAL MODULE: ./build/config/load-policies.js + 1 modules
var load_policies = __webpack_require__(74613);
// EXTERNAL MODULE: ./build/config/settings/settings-files.js
var settings_files = __webpack_require__(7334);
// EXTERNAL MODULE: ./build/config/worktree-reader.js
var worktree_reader = __webpack_require__(93504);
;// CONCATENATED MODULE: ./build/config/extensions.js


















const MANIFEST = 'gemini-extension.json';
const FOLDER = '.gemini/extensions';
async function loadExtensions(options) {
    const { entries, settings, steering, runtime, notice } = options;
    const files = await steering.list(FOLDER);
    const folders = extensionFolders(files, FOLDER);
    for (const folder of new Set(files.map((path) => path.split('/').slice(0, 3).join('/'))))
        if (!folders.includes(folder) && !files.includes(folder))
            notice(`${folder} is not an extension: it has no ${MANIFEST}.`);
    const home = await (0,settings_files/* trustedHome */.lH)(runtime.home, runtime.workspace);
    if (entries.length === 0 && folders.length === 0 && home === undefined)
        return [];
    const locations = [];
    for (const entry of entries) {
        if (isBuiltInExtension(entry)) {
            notice(`The extension ${entry} is not fetched: it is not pinned to a commit, and /pr-code-review is built in.`);
            continue;
        }
        const reason = await extensionSourceProblem(entry, settings.security ?? {});
        if (reason !== undefined)
            throw new errors/* UserError */.yo(`The input extensions names ${entry}, ${reason}`);
        locations.push(await locateExtension(entry, options));
    }
    locations.push(...folders.map((folder) => ({ from: folder, files: (0,workspace/* readerInFolder */.By)(steering, folder) })));
    if (home !== undefined)
        locations.push(...(await homeExtensions((0,external_node_path_.join)(home, FOLDER))));
    const disabled = new Set((settings.extensions?.disabled ?? []).map((name) => name.toLowerCase()));
    const extensions = new Map();
    for (const { from, files } of locations) {
        const extension = await readExtension(from, files, runtime);
        if (disabled.has(extension.name.toLowerCase()))
            continue;
        const existing = extensions.get(extension.name);
        if (existing === undefined) {
            extensions.set(extension.name, extension);
            for (const { file, line } of (0,load/* loadPolicies */.hd)(extension.policies).ignored)
                notice(`The rule at ${file}:${line} is ignored: an extension may deny calls, not allow them. Copy the rule into your policies.`);
        }
        else if (existing.from !== from)
            notice(`The extension ${extension.name} in ${from} is ignored: ${existing.from} has the same name.`);
    }
    return [...extensions.values()];
}
const extensionFolders = (paths, folder) => paths
    .filter((path) => path.endsWith(`/${MANIFEST}`) && path.slice(folder.length + 1).split('/').length === 2)
    .map((path) => (0,external_node_path_.dirname)(path));
async function homeExtensions(folder) {
    const files = (0,worktree_reader/* worktreeReader */.J)(folder);
    const names = (await files.list('')).filter((path) => path.endsWith(`/${MANIFEST}`) && path.split('/').length === 2);
    return names.map(external_node_path_.dirname).map((name) => ({ from: `~/${FOLDER}/${name}`, files: (0,workspace/* readerInFolder */.By)(files, name) }));
}
async function readExtension(from, files, runtime) {
    const text = await files.read(MANIFEST);
    if (text === undefined)
        throw new errors/* UserError */.yo(`${from} is not an extension: it has no ${MANIFEST}.`);
    const manifest = readManifest(text, `${from}/${MANIFEST}`);
    const hooks = readExtensionHooks(await files.read('hooks/hooks.json'), `${from}/hooks/hooks.json`);
    const folder = (0,external_node_path_.join)(runtime.scratch, 'hooks/extensions', manifest.name);
    const values = { extensionPath: folder, workspacePath: runtime.workspace, '/': external_node_path_.sep, pathSeparator: external_node_path_.sep };
    const needsFiles = usesExtensionPath(manifest) || usesExtensionPath(hooks);
    if (needsFiles)
        await copyFiles(files, folder);
    return {
        name: manifest.name,
        from,
        files,
        manifest: substituteVariables(manifest, values),
        hooks: substituteVariables(hooks, values),
        policies: await (0,load_policies/* readPolicyFiles */.Qe)(files, 'policies', 'extension', from),
        folder: needsFiles ? folder : undefined,
    };
}
const MAX_FILES = 2000;
async function copyFiles(files, folder) {
    const paths = await files.list('');
    if (paths.length > MAX_FILES)
        throw new errors/* UserError */.yo(`An extension with programs may have at most ${MAX_FILES} files; this one has ${paths.length}.`);
    for (const path of paths) {
        const text = await files.read(path);
        if (text === undefined)
            continue;
        const target = (0,external_node_path_.join)(folder, path);
        if (!(0,platform_paths/* isInside */.FK)(folder, target))
            throw new errors/* UserError */.yo(`An extension has a file ${path}, which is outside its folder.`);
        await (0,promises_.mkdir)((0,external_node_path_.dirname)(target), { recursive: true, mode: 0o700 });
        await (0,promises_.writeFile)(target, text, { mode: 0o700 });
    }
}
const extensionCommandFolders = (extensions) => extensions.map(({ name, from, files }) => ({ files, folder: 'commands', label: `${from}/commands`, extension: name }));
const loadedExtensionFiles = (extensions, steering) => extensions
    .filter(({ files }) => files.ref !== steering.ref)
    .flatMap(({ from, files }) => files.loaded().map((file) => ({ ...file, path: `${from}/${file.path}` })));
async function loadExtensionContext(extensions, loadedPaths) {
    const context = { text: '', files: [], notes: [] };
    const texts = [];
    for (const { name, from, files, manifest } of [...extensions].sort((a, b) => (a.from < b.from ? -1 : 1))) {
        const names = [manifest.contextFileName ?? 'GEMINI.md'].flat().filter((each) => !loadedPaths.has(`${from}/${each}`));
        if (names.length === 0)
            continue;
        const prefix = `${name}/`;
        const labelled = {
            ...files,
            read: async (path) => (path.startsWith(prefix) ? files.read(path.slice(prefix.length)) : undefined),
            entries: async (folder) => `${folder}/`.startsWith(prefix) ? files.entries(folder.slice(prefix.length)) : { files: [], folders: [] },
            list: async () => (await files.list('')).map((path) => prefix + path),
            loaded: () => files.loaded().map((file) => ({ ...file, path: prefix + file.path })),
        };
        const memory = await (0,memory_files/* loadMemory */.ab)(labelled, {
            fileNames: (0,memory_files/* memoryFileNames */.Ep)(names).map((each) => prefix + each),
            maxDirs: 1,
            ignoreFiles: [],
        });
        const isRead = new Set(memory.files.map(({ path }) => path));
        for (const missing of [manifest.contextFileName ?? []]
            .flat()
            .filter((each) => !isRead.has(prefix + withoutDotSlash(each))))
            if (names.includes(missing))
                context.notes.push(`The extension ${name} names ${missing} in contextFileName, but has no such file.`);
        context.notes.push(...memory.notes);
        context.files.push(...memory.files);
        texts.push(memory.text);
    }
    return { ...context, text: texts.filter((text) => text !== '').join('\n\n') };
}
const withoutDotSlash = (path) => path.trim().replace(/^(?:\.\/)+/, '');
async function withExtensions(settings, extensions, env, notice) {
    if (extensions.length === 0)
        return settings;
    return addExtensions(settings, extensions, env, notice);
}
async function locateExtension(entry, { steering, runtime }) {
    const remote = parseRemote(entry, (0,environment/* githubServer */.D)(runtime.env));
    if (remote !== undefined)
        return { from: remote.label, files: await fetchExtension(remote, runtime) };
    const folder = entry.replace(/^\.\//, '').replace(/\/+$/, '');
    if ((await steering.read(`${folder}/gemini-extension.json`)) === undefined)
        throw new errors/* UserError */.yo(`The input extensions names ${entry}, but commit ${steering.ref.slice(0, 12)} has no ${folder}/gemini-extension.json. Paths start at the repository root. Write an extension on GitHub as https://github.com/OWNER/REPO@ and its full commit SHA.`);
    return { from: folder, files: (0,workspace/* readerInFolder */.By)(steering, folder) };
}
async function extensionSourceProblem(entry, { blockGitExtensions, allowedExtensions }) {
    if (blockGitExtensions && looksRemote(entry))
        return 'but the setting security.blockGitExtensions forbids extensions from GitHub.';
    if (allowedExtensions === undefined || allowedExtensions.length === 0)
        return undefined;
    for (const pattern of allowedExtensions) {
        const compiled = (0,patterns/* compilePattern */.Eb)(pattern, false);
        if (!compiled.ok)
            throw new errors/* UserError */.yo(`settings: security.allowedExtensions: ${JSON.stringify(pattern)} ${compiled.reason}`);
        if ((0,patterns/* testPattern */.r$)(compiled.pattern, entry, (0,patterns/* newPatternBudget */.ec)()) === 'yes')
            return undefined;
    }
    return 'but no pattern of the setting security.allowedExtensions matches it.';
}
function isBuiltInExtension(entry) {
    const [, ref = ''] = /^https:\/\/github\.com\/gemini-cli-extensions\/code-review(?:\.git)?\/?((?:[@#]|tree\/).*)?$/i.exec(entry.trim()) ?? ['', 'none'];
    return ref !== 'none' && !/[0-9a-f]{40}$/.test(ref);
}
const looksRemote = (entry) => /:\/\/|^[\w.-]+@|^[\w.-]+\/[\w.-]+@/.test(entry);
function parseRemote(entry, server) {
    if (!looksRemote(entry))
        return undefined;
    const refuse = (reason) => {
        throw new errors/* UserError */.yo(`The input extensions names ${entry}, ${reason} Write https://github.com/OWNER/REPO@ and the full commit SHA (40 digits) that you reviewed, so that the code cannot change unnoticed.`);
    };
    const [, address = '', sha = ''] = /^(.*?)(?:[@#]|\/(?:tree|commit)\/)([0-9a-f]{40})$/.exec(entry) ?? [];
    if (sha === '')
        return refuse('which is not pinned to a commit.');
    const full = address.includes('://') ? address : `${server}/${address}`;
    if (!URL.canParse(full))
        return refuse('which is not a valid URL.');
    const { origin, pathname, username, password, search } = new URL(full);
    if (![new URL(server).origin, 'https://github.com'].includes(origin) || username + password + search !== '')
        return refuse('which is not on GitHub.');
    const [, path] = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(pathname) ?? [];
    if (path === undefined)
        return refuse('which is not a repository.');
    return { url: `${origin}/${path}.git`, label: `${origin}/${path}@${sha.slice(0, 12)}`, sha };
}
const FSCK = ['-c', 'fetch.fsckObjects=true'];
const FETCH_MS = 2 * 60_000;
const PROXY_VARIABLES = /^(https?|no|all)_proxy$/i;
async function fetchExtension({ url, label, sha }, { env, childEnv, scratch }) {
    const folder = (0,external_node_path_.join)(scratch, 'extension-commits', sha);
    const proxies = Object.entries(env).flatMap(([name, value]) => PROXY_VARIABLES.test(name) && value ? [[name, value]] : []);
    const { protocol } = new URL(url);
    const options = {
        cwd: scratch,
        env: {
            ...(0,run_git/* hardenedGitEnvironment */.Py)(childEnv),
            ...Object.fromEntries(proxies),
            GIT_ALLOW_PROTOCOL: protocol.slice(0, -1),
        },
        timeoutMs: FETCH_MS,
        leavesNothingRunning: true,
    };
    const git = (...args) => (0,run_program/* runProgram */.mB)({ argv: [(0,trusted_programs/* trustedProgramPath */.Fv)('git'), ...run_git/* HARDENED_OPTIONS */.x1, ...args] }, options);
    const init = await git('init', '-q', folder);
    const result = init.code === 0 ? await git('-C', folder, ...FSCK, 'fetch', '-q', '--depth=1', '--no-tags', url, sha) : init;
    if (result.code !== 0) {
        const message = result.failure ?? result.stderr.trim().split('\n').at(-1) ?? '';
        throw new errors/* UserError */.yo(`Could not fetch the extension ${label}: ${message || 'git gave no reason'}`);
    }
    return (0,steering_reader/* steeringReader */.xm)(sha, { git: (0,github_git/* openGit */.zY)(folder, childEnv) });
}


/***/ }),

/***/ 56873:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Mo: () => (/* binding */ resolveSettings),
/* harmony export */   hc: () => (/* binding */ loadRunMemory),
/* harmony export */   jC: () => (/* binding */ resolveApprovalMode),
/* harmony export */   q6: () => (/* binding */ policyLocationsFor)
/* harmony export */ });
/* harmony import */ var _agent_memory_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(94179);
/* harmony import */ var _agent_memory_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(75766);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(34779);
/* harmony import */ var _admin_settings_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(14480);
/* harmony import */ var _extensions_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(49944);
/* harmony import */ var _load_policies_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(74613);
/* harmony import */ var _settings_settings_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(47040);
/* harmony import */ var _settings_settings_files_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7334);








async function resolveSettings(inputs, steering, runtime, notice) {
    const { env, pinned } = runtime;
    const admin = await (0,_admin_settings_js__WEBPACK_IMPORTED_MODULE_3__/* .readAdminSettings */ .lG)(inputs.admin_settings, steering, pinned);
    const context = { env, machineSettings: { ...(await (0,_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_7__/* .readMachineSettings */ .by)(runtime)), admin } };
    const loaded = await (0,_settings_settings_js__WEBPACK_IMPORTED_MODULE_6__/* .loadSettings */ .M)(inputs.settings, steering, notice, context);
    const extensions = await (0,_extensions_js__WEBPACK_IMPORTED_MODULE_4__/* .loadExtensions */ .tF)({ entries: inputs.extensions, settings: loaded, steering, runtime, notice });
    const settings = await (0,_extensions_js__WEBPACK_IMPORTED_MODULE_4__/* .withExtensions */ .D)(loaded, extensions, env, notice);
    const ofAdmin = await (0,_settings_settings_js__WEBPACK_IMPORTED_MODULE_6__/* .loadSettings */ .M)({}, NO_REPOSITORY, () => undefined, { env, machineSettings: { admin } });
    const adminPolicy = (0,_admin_settings_js__WEBPACK_IMPORTED_MODULE_3__/* .adminSettingsPolicy */ .hR)(ofAdmin, Object.keys(settings.mcpServers ?? {}));
    return { settings, extensions, pinned, adminPolicy };
}
const NO_REPOSITORY = { read: async () => undefined };
const policyLocationsFor = async ({ policies, admin_policies }, { dist, home, workspace }, { extensions, adminPolicy, pinned }) => ({
    extensions,
    pinned,
    adminPolicy,
    builtIn: (0,_load_policies_js__WEBPACK_IMPORTED_MODULE_5__/* .builtInPolicyFolder */ .qH)(dist),
    home: await (0,_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_7__/* .trustedHome */ .lH)(home, workspace),
    system: '/etc/gemini-cli/policies',
    user: policies,
    admin: admin_policies,
});
async function loadRunMemory(steering, { settings, extensions }, runtime, from = '') {
    const home = await (0,_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_7__/* .geminiHomeReader */ .uF)(runtime);
    const options = { ...(0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_0__/* .memoryWithFallback */ .A9)(settings.context), root: runtime.workspace, from, home };
    const repositoryMemory = await (0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_0__/* .loadMemory */ .ab)(steering, options);
    const context = await (0,_extensions_js__WEBPACK_IMPORTED_MODULE_4__/* .loadExtensionContext */ .h6)(extensions, new Set(repositoryMemory.files.map(({ path }) => path)));
    return {
        text: [context.text, repositoryMemory.text].filter(Boolean).join('\n\n'),
        files: repositoryMemory.files,
        fallbacks: repositoryMemory.fallbacks,
        extensionFiles: context.files,
        notes: [...unreadFileNotices(settings, repositoryMemory), ...repositoryMemory.notes, ...context.notes],
    };
}
function unreadFileNotices({ context }, { files }) {
    const written = [context?.fileName ?? []].flat();
    const usable = written.filter((name) => isRepositoryPath(name));
    const outside = written.filter((name) => !isRepositoryPath(name));
    const says = (names) => `The setting context.fileName names ${names.join(', ')}, `;
    const isRead = (name) => files.some(({ path }) => `/${path}`.endsWith(`/${(0,_agent_memory_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .normalizeInsideRoot */ .e6)(name.trim())}`));
    return [
        ...(outside.length === 0 ? [] : [`${says(outside)}which is outside the repository, so it is not read.`]),
        ...(usable.length === 0 || usable.some(isRead) ? [] : [`${says(usable)}but no such file exists.`]),
    ];
}
const isRepositoryPath = (name) => !['', undefined].includes((0,_agent_memory_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .normalizeInsideRoot */ .e6)(name.trim()));
function resolveApprovalMode(input, { general, security }) {
    if (input === 'yolo' && security?.disableYoloMode === true)
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .UserError */ .yo('The input approval_mode is yolo, but the setting security.disableYoloMode forbids it. Use auto_edit, or allow the calls you need with policy rules.');
    if (input !== 'default')
        return input;
    switch (general?.defaultApprovalMode) {
        case 'auto_edit':
        case 'autoEdit':
            return 'autoEdit';
        case 'plan':
            return 'plan';
        default:
            return 'default';
    }
}


/***/ })

};
