export const id = 639;
export const ids = [639];
export const modules = {

/***/ 14385:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ev: () => (/* binding */ readCommandFile),
/* harmony export */   hk: () => (/* binding */ listCommandFiles)
/* harmony export */ });
/* unused harmony exports commandName, CommandFileShape */
/* harmony import */ var smol_toml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3292);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(88343);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34779);
/* harmony import */ var _text_format_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(37595);
/* harmony import */ var _text_invisible_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(34949);





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
function commandName(path) {
    const segments = path.replace(/\.toml$/, '').split('/');
    const name = segments.map((segment) => segment.replace(/[^\w.-]/g, '_')).join(':');
    return name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS - 3)}...` : name;
}
const CommandFileShape = zod__WEBPACK_IMPORTED_MODULE_4__/* .looseObject */ ._H3({
    prompt: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().refine((text) => text.trim() !== '', 'must not be empty'),
    description: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().optional(),
    profile: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().optional(),
});
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
    const line = (0,_text_invisible_js__WEBPACK_IMPORTED_MODULE_3__/* .dropControlStrings */ .$B)(text)
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim();
    return line.length > MAX_DESCRIPTION_CHARACTERS ? `${(0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_2__/* .keepStart */ .Og)(line, MAX_DESCRIPTION_CHARACTERS - 3)}...` : line;
}


/***/ }),

/***/ 29395:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Eq: () => (/* binding */ parseModeOption),
/* harmony export */   Zx: () => (/* binding */ parseMode),
/* harmony export */   cz: () => (/* binding */ resolveWorkspace),
/* harmony export */   gD: () => (/* binding */ reportUsageError),
/* harmony export */   lQ: () => (/* binding */ isFolder)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(34779);
/* harmony import */ var _policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(95401);




function reportUsageError(io, command, error, help) {
    const mistake = (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .bD)(error).replace(/\. To specify a positional .*$/s, '');
    io.err(`sluice ${command}: ${mistake}\n\n${help}`);
    return 2;
}
const parseMode = (text) => _policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .F.find((mode) => mode === (text === 'auto_edit' ? 'autoEdit' : text));
function parseModeOption(text) {
    const mode = text === undefined ? undefined : parseMode(text);
    if (mode === undefined && text !== undefined)
        throw new Error(`--mode must be one of ${_policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .F.join(', ')}, not ${JSON.stringify(text)}`);
    return mode;
}
async function resolveWorkspace({ cwd }, folderOption = '.') {
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(cwd, folderOption);
    if (!(await isFolder(folder)))
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .UserError */ .yo(`${folder} is not a folder.`);
    return folder;
}
const isFolder = (path) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(path).then((stats) => stats.isDirectory(), () => false);


/***/ }),

/***/ 29639:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g8: () => (/* binding */ localPinned),
/* harmony export */   gm: () => (/* binding */ loadLocalConfig),
/* harmony export */   wt: () => (/* binding */ localWorkflowInputs)
/* harmony export */ });
/* unused harmony export readWorkflowInputs */
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var _config_extensions_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(49944);
/* harmony import */ var _config_inputs_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(27527);
/* harmony import */ var _config_pinned_config_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(55764);
/* harmony import */ var _config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(56873);
/* harmony import */ var _config_run_identity_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(80341);
/* harmony import */ var _config_runtime_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(39155);
/* harmony import */ var _config_settings_settings_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(47040);
/* harmony import */ var _config_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(7334);
/* harmony import */ var _config_slash_invocations_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(85768);
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(89009);
/* harmony import */ var _config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(93504);
/* harmony import */ var _github_api_github_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(14024);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(34779);
/* harmony import */ var _platform_process_child_environment_js__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(64046);
/* harmony import */ var _command_io_js__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(29395);
/* harmony import */ var _workflow_source_js__WEBPACK_IMPORTED_MODULE_18__ = __webpack_require__(49034);



















const CONFIG_INPUTS = [
    'settings',
    'policies',
    'admin_policies',
    'admin_settings',
    'extensions',
    'approval_mode',
    'approve_policies',
    'output_schema',
    'prompt',
];
const NAME_FILES = new Set(['prompt', 'approve_policies', 'output_schema']);
const localWorkflowInputs = (root, choice) => readWorkflowInputs(root, CONFIG_INPUTS, choice);
async function loadLocalConfig(folder, { env, dist, notice, ...choice }) {
    const workspace = await (0,_config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_13__/* .findProjectRoot */ .p)(folder);
    await refuseLinks(workspace);
    const home = (0,_config_runtime_js__WEBPACK_IMPORTED_MODULE_8__/* .userHome */ .Bc)(env);
    const scratch = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'sluice-local-'));
    const removeScratch = () => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(scratch, { recursive: true, force: true });
    try {
        const variables = CONFIG_INPUTS.map((name) => `INPUT_${name.toUpperCase()}`).filter((name) => (env[name] ?? '') !== '');
        const ofWorkflow = await localWorkflowInputs(workspace, choice);
        const inputs = (0,_config_inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .readInputs */ .Ko)({
            ...Object.fromEntries(Object.entries(ofWorkflow.inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
            ...Object.fromEntries(variables.map((name) => [name, env[name]])),
        });
        const pinned = localPinned(inputs, env);
        const runtime = { env, home, workspace, scratch, dist, pinned, childEnv: (0,_platform_process_child_environment_js__WEBPACK_IMPORTED_MODULE_16__/* .childEnvironment */ .Qc)(env, []) };
        const steering = (0,_config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_13__/* .worktreeReader */ .J)(workspace);
        const resolved = await (0,_config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_6__/* .resolveSettings */ .Mo)(inputs, steering, runtime, notice);
        const { settings, extensions } = resolved;
        const mode = (0,_config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_6__/* .resolveApprovalMode */ .jC)(inputs.approval_mode, settings);
        const profile = await (0,_config_slash_invocations_js__WEBPACK_IMPORTED_MODULE_11__/* .commandProfile */ .Bl)(await (0,_config_slash_invocations_js__WEBPACK_IMPORTED_MODULE_11__/* .readInvocations */ .ER)(inputs.prompt, { request: '' }, {
            ...runtime,
            steering,
            notice: () => undefined,
            extensionFolders: (0,_config_extensions_js__WEBPACK_IMPORTED_MODULE_3__/* .extensionCommandFolders */ .IF)(extensions),
            hasServers: (0,_config_settings_settings_js__WEBPACK_IMPORTED_MODULE_9__/* .hasServers */ .L)(settings),
        }), inputs, steering, notice);
        const policyLocations = { ...(await (0,_config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_6__/* .policyLocationsFor */ .q6)(inputs, runtime, resolved)), ...profile };
        const note = await describeSources(await (0,_config_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_10__/* .trustedHome */ .lH)(home, workspace), variables, ofWorkflow.note);
        return {
            inputs,
            runtime,
            steering,
            settings,
            extensions,
            policyLocations,
            mode,
            note,
            [Symbol.asyncDispose]: removeScratch,
        };
    }
    catch (error) {
        await removeScratch();
        throw error;
    }
}
async function describeSources(home, variables, ofWorkflow) {
    const hasGeminiFolder = home !== undefined && (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(home, '.gemini')).catch(() => undefined))?.isDirectory();
    return [
        ...(hasGeminiFolder ? ['~/.gemini applies here and on self-hosted runners, not on hosted ones.'] : []),
        ...(variables.length === 0
            ? []
            : [
                `${variables.join(', ')} ${variables.length === 1 ? 'is used as a workflow input' : 'are used as workflow inputs'}.`,
            ]),
        ofWorkflow,
    ].join(' ');
}
async function refuseLinks(workspace) {
    const names = (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(workspace, '.gemini/policies')).catch(() => [])).filter((name) => /\.toml$/.test(name));
    const policies = names.map((name) => `.gemini/policies/${name}`);
    for (const path of ['.gemini', '.gemini/settings.json', '.gemini/policies', ...policies]) {
        const stats = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(workspace, path)).catch(() => undefined);
        if (stats?.isSymbolicLink())
            throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_15__/* .UserError */ .yo(`${path} is a symbolic link, which a run refuses. Make it a regular file.`);
        if (policies.includes(path) && stats?.isDirectory())
            throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_15__/* .UserError */ .yo(`Cannot read ${path}: it is a folder`);
    }
}
function localPinned(inputs, env) {
    const token = env.GITHUB_TOKEN || env.GH_TOKEN || '';
    return (0,_config_pinned_config_js__WEBPACK_IMPORTED_MODULE_5__/* .openPinnedConfig */ .LT)(inputs, token === '' ? undefined : { pinnedFiles: connected(env, token) });
}
const connected = (env, token) => async (locations) => {
    return (0,_github_api_github_js__WEBPACK_IMPORTED_MODULE_14__/* .connectGitHub */ .UY)({
        ...(0,_config_run_identity_js__WEBPACK_IMPORTED_MODULE_7__/* .githubEndpoints */ .QF)(env),
        repository: 'local/local',
        token,
        notice: () => undefined,
    }).pinnedFiles(locations);
};
async function readWorkflowInputs(root, names, { cwd, workflow }) {
    const hasFolder = await (0,_command_io_js__WEBPACK_IMPORTED_MODULE_17__/* .isFolder */ .lQ)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(root, _workflow_source_js__WEBPACK_IMPORTED_MODULE_18__/* .WORKFLOW_FOLDER */ .xi));
    const files = workflow !== undefined
        ? await (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_18__/* .readWorkflowFiles */ .BV)([workflow], cwd)
        : hasFolder
            ? await (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_18__/* .readWorkflowFiles */ .BV)([_workflow_source_js__WEBPACK_IMPORTED_MODULE_18__/* .WORKFLOW_FOLDER */ .xi], root)
            : [];
    const steps = files.flatMap(({ file, text }) => usedSteps(file, text));
    const [first] = steps;
    const unknown = `The workflow's inputs ${names.filter((name) => !NAME_FILES.has(name)).join(', ')} are unknown here; set them as INPUT_SETTINGS and so on.`;
    if (first === undefined) {
        if (workflow !== undefined)
            throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_15__/* .UserError */ .yo(`No step of ${workflow} uses the action.`);
        return { inputs: {}, note: unknown };
    }
    const places = steps.map(({ place }) => place).join(', ');
    const given = (step) => names.map((name) => step.inputs[name] ?? '');
    if (workflow === undefined && steps.some((step) => given(step).join('\0') !== given(first).join('\0')))
        return {
            inputs: {},
            note: `Several steps use the action with other inputs: ${places}. Choose one with --workflow FILE. ${unknown}`,
        };
    const set = names.filter((name) => (first.inputs[name] ?? '') !== '');
    const isKnown = (name) => first.inputs[name]?.includes('${{') === false;
    const left = set.filter((name) => !isKnown(name));
    return {
        inputs: Object.fromEntries(set.filter(isKnown).map((name) => [name, first.inputs[name] ?? ''])),
        note: [
            `The inputs are those of ${first.place}.`,
            ...(left.length === 0 ? [] : [`Unknown, because a run sets them: ${left.join(', ')}.`]),
        ].join(' '),
    };
}
function usedSteps(file, text) {
    const parsed = (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_18__/* .parseWorkflow */ .hM)(file, text);
    if (!parsed.ok)
        return [];
    return parsed.source.jobs.flatMap(({ id, steps }) => steps
        .filter(({ step }) => (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_18__/* .agentOf */ .jk)(step) === 'sluice')
        .map(({ step }) => ({
        place: `${file}, job ${id}`,
        inputs: Object.fromEntries(Object.entries((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_12__/* .mapOf */ .A7)(step.with)).map(([name, value]) => [name.toLowerCase(), String(value ?? '')])),
    })));
}


/***/ }),

/***/ 49034:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BV: () => (/* binding */ readWorkflowFiles),
/* harmony export */   LS: () => (/* binding */ workflowText),
/* harmony export */   Ms: () => (/* binding */ writeRepositoryFile),
/* harmony export */   VI: () => (/* binding */ isCheckout),
/* harmony export */   VQ: () => (/* binding */ templateNames),
/* harmony export */   XD: () => (/* binding */ agentSteps),
/* harmony export */   Z6: () => (/* binding */ templateSummary),
/* harmony export */   ay: () => (/* binding */ OUR_ACTION),
/* harmony export */   hM: () => (/* binding */ parseWorkflow),
/* harmony export */   jk: () => (/* binding */ agentOf),
/* harmony export */   jr: () => (/* binding */ findCiName),
/* harmony export */   t6: () => (/* binding */ parseCompositeAction),
/* harmony export */   uy: () => (/* binding */ reusableWorkflowOf),
/* harmony export */   wh: () => (/* binding */ readNamedFile),
/* harmony export */   xi: () => (/* binding */ WORKFLOW_FOLDER)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(38815);
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(89009);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(34779);
/* harmony import */ var _command_io_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(29395);







const parseWorkflow = (file, text) => parseSource(file, text, partsOfWorkflow);
const parseCompositeAction = (file, text) => parseSource(file, text, partsOfAction);
function partsOfWorkflow(workflow) {
    const jobs = jobsOf(workflow);
    return jobs.length === 0 ? 'is not a workflow: it has no jobs' : { events: eventsOf(workflow), jobs };
}
function partsOfAction({ runs, inputs }) {
    const job = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(runs);
    return job.using === 'composite'
        ? {
            events: new Map([['workflow_call', { inputs }]]),
            jobs: [{ id: 'runs', job, path: ['runs'], steps: stepsOf(job, ['runs']) }],
        }
        : 'is no composite action';
}
function parseSource(file, text, partsOf) {
    const lines = new yaml__WEBPACK_IMPORTED_MODULE_3__/* .LineCounter */ .HN();
    const document = (0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .parseDocument */ .Tp)(text, { lineCounter: lines, keepSourceTokens: true });
    const [error] = document.errors;
    if (error !== undefined) {
        const { line, col } = lines.linePos(error.pos[0]);
        return {
            ok: false,
            line,
            column: col,
            reason: `is not YAML: ${error.message.split('\n')[0]?.replace(/ at line.*/, '')}`,
        };
    }
    let workflow;
    try {
        workflow = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(document.toJS({ maxAliasCount: 100 }));
    }
    catch (error) {
        const [first = ''] = (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .messageOf */ .bD)(error).split('\n');
        return { ok: false, ...aliasPlace(document, lines), reason: `is not YAML: ${first}` };
    }
    const parts = partsOf(workflow);
    if (typeof parts === 'string')
        return { ok: false, line: 1, column: 1, reason: parts };
    const locate = (path) => locateNode(document, path);
    const source = {
        file,
        text,
        document,
        workflow,
        ...parts,
        lineOf: (path) => lines.linePos(locate(path).start).line,
        lineInside(path, inner) {
            const { node, start } = locate(path);
            const isBlock = (0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isScalar */ .jn)(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
            return lines.linePos(isBlock ? (node.range?.[0] ?? start) : start).line + (isBlock ? inner : 0);
        },
        nodeAt: (path) => {
            const { node, isWhole } = locate(path);
            return isWhole ? node : undefined;
        },
        startOf(path) {
            const { start } = locate(path);
            return { offset: start, column: lines.linePos(start).col - 1 };
        },
    };
    return { ok: true, source };
}
function aliasPlace(document, lines) {
    let place = { line: 1, column: 1 };
    (0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .visit */ .YR)(document, {
        Alias(_, alias) {
            if (alias.resolve(document) !== undefined)
                return undefined;
            const { line, col } = lines.linePos(alias.range?.[0] ?? 0);
            place = { line, column: col };
            return yaml__WEBPACK_IMPORTED_MODULE_3__/* .visit */ .YR.BREAK;
        },
    });
    return place;
}
function eventsOf(workflow) {
    const events = workflow.on ?? workflow.true;
    if (typeof events === 'string')
        return new Map([[events, {}]]);
    if (Array.isArray(events))
        return new Map(events.map((name) => [String(name), {}]));
    return new Map(Object.entries((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(events)).map(([name, options]) => [name, (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(options)]));
}
const jobsOf = (workflow) => Object.entries((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(workflow.jobs)).map(([id, value]) => {
    const job = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(value);
    return { id, job, path: ['jobs', id], steps: stepsOf(job, ['jobs', id]) };
});
const stepsOf = ({ steps }, path) => (Array.isArray(steps) ? steps : []).map((step, index) => ({
    step: (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(step),
    index,
    path: [...path, 'steps', index],
}));
function locateNode(document, path) {
    let node = document.contents ?? undefined;
    let start = 0;
    for (const key of path) {
        if ((0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isAlias */ .Vj)(node))
            node = node.resolve(document);
        if ((0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isMap */ .jh)(node)) {
            const pair = node.items.find((each) => (0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isScalar */ .jn)(each.key) && String(each.key.value) === String(key));
            if (pair === undefined)
                return { node, start, isWhole: false };
            start = (0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isScalar */ .jn)(pair.key) ? (pair.key.range?.[0] ?? start) : start;
            node = pair.value;
        }
        else if ((0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isSeq */ .oP)(node)) {
            const item = node.items[Number(key)];
            if (item === undefined)
                return { node, start, isWhole: false };
            node = item;
            start = item.range?.[0] ?? start;
        }
        else
            return { node, start, isWhole: false };
    }
    return { node, start, isWhole: true };
}
const AGENTS = {
    'google-github-actions/run-gemini-cli': 'gemini',
    'google-gemini/gemini-cli-action': 'gemini',
    'anthropics/claude-code-action': 'claude',
    'anthropics/claude-code-base-action': 'claude',
    'openai/codex-action': 'codex',
};
function agentOf(step) {
    const name = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapText */ .E0)(step, 'uses').split('@')[0]?.toLowerCase() ?? '';
    if (/^[^/.][^/]*\/sluice(?:-action)?$/.test(name))
        return 'sluice';
    if (/^\.\/?$/.test(name) && 'gemini_api_key' in (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(step.with))
        return 'sluice';
    return Object.entries(AGENTS).find(([action]) => action === name)?.[1];
}
const reusableWorkflowOf = (uses) => /^[^/.][^/]*\/sluice\/\.github\/workflows\/([^/@]+)/.exec(uses)?.[1];
const agentSteps = ({ steps }) => steps.filter(({ step }) => agentOf(step) !== undefined);
const isCheckout = ({ step }) => /^actions\/checkout@/i.test((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapText */ .E0)(step, 'uses'));
const WORKFLOW_FOLDER = '.github/workflows';
async function readWorkflowFiles(paths, cwd) {
    const files = await Promise.all((paths.length === 0 ? [WORKFLOW_FOLDER] : paths).map(async (path) => {
        if (!(await (0,_command_io_js__WEBPACK_IMPORTED_MODULE_6__/* .isFolder */ .lQ)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(cwd, path))))
            return [path];
        const names = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readdir)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(cwd, path));
        return names
            .filter((name) => /\.ya?ml$/.test(name))
            .toSorted()
            .map((name) => (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(path, name));
    })).catch(() => []);
    return Promise.all([...new Set(files.flat())].map((file) => readNamedFile(file, cwd)));
}
async function readNamedFile(file, cwd) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(cwd, file);
    const text = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readFile)(path, 'utf8').catch((cause) => {
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .UserError */ .yo(`Cannot read ${file}: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .readErrorReason */ .Dx)(cause)}`, { cause });
    });
    const isWindows = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
    return { file, path, text: isWindows ? text.replaceAll('\r\n', '\n') : text, lineBreak: isWindows ? '\r\n' : '\n' };
}
const writeRepositoryFile = ({ path, lineBreak }, text) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.writeFile)(path, text.replaceAll('\n', lineBreak));
const OUR_ACTION = 'sluice-agent/sluice@v0';
const examplesFolder = (dist) => [(0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(dist, 'examples'), (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(dist, '.github/examples')].find((folder) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(folder)) ?? dist;
async function templateNames(dist) {
    const names = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readdir)(examplesFolder(dist));
    return names.flatMap((name) => /^(.+)\.yml$/.exec(name)?.[1] ?? []).toSorted();
}
const readTemplate = (name, dist) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readFile)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(examplesFolder(dist), `${name}.yml`), 'utf8');
async function templateSummary(name, dist) {
    const [, comment = ''] = /^# (.+)/.exec(await readTemplate(name, dist)) ?? [];
    return comment.split(/(?<=\.) /)[0] ?? '';
}
async function workflowText(name, { dist, uses, ci, hasFix }) {
    const template = await readTemplate(name, dist);
    const text = name === 'mention' && !hasFix ? answeringAll(template) : template;
    const [action = '', ref = ''] = uses.split('@');
    const [owner, repository] = action.split('/');
    const withUses = uses === OUR_ACTION
        ? text
        : text
            .replace(/sluice-agent\/sluice@v0(?: #.*)?/, () => uses)
            .replace(/sluice-agent\/sluice(\/\.github\/\S+)@v0(?: #.*)?/, (_, file) => `${owner}/${repository}${file}@${ref}`);
    return withUses.replace('workflows: [CI]', () => `workflows: [${/^[\w-]+$/.test(ci) ? ci : JSON.stringify(ci)}]`);
}
const answeringAll = (template) => template
    .replace(/ The commands \/fix,[\s\S]*?(?=\nname:)/, '')
    .replace(/if: >-\n +(contains\(.*\)) &&\n(?: +!contains\(.*\n)+/, (_, condition) => `if: ${condition}\n`)
    .replace(/ +settings: .*offerCodes.*\n/, '');
function findCiName(files) {
    for (const { file, text } of files) {
        const parsed = parseWorkflow(file, text);
        if (!parsed.ok || /sluice@/.test(text))
            continue;
        const { events, workflow } = parsed.source;
        if (events.has('push') || events.has('pull_request'))
            return typeof workflow.name === 'string' ? workflow.name : file;
    }
    return undefined;
}


/***/ }),

/***/ 85768:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bl: () => (/* binding */ commandProfile),
/* harmony export */   ER: () => (/* binding */ readInvocations),
/* harmony export */   JK: () => (/* binding */ callsBuiltIn),
/* harmony export */   nu: () => (/* binding */ listCommandFolders)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var _agent_slash_command_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(14385);
/* harmony import */ var _github_events_trigger_rules_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(61936);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(34779);
/* harmony import */ var _settings_settings_files_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7334);
/* harmony import */ var _worktree_reader_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(93504);






const callsBuiltIn = ({ prompt, request }) => prompt?.isBuiltIn === true || request?.isBuiltIn === true;
const COMMAND_ALIASES = {
    'code-review': 'pr-code-review',
    'gemini-pr-review': 'gemini-review',
    'gemini-issue-automated-triage': 'gemini-triage',
    'gemini-issue-scheduled-triage': 'gemini-scheduled-triage',
};
async function readInvocations(prompt, { request = '', command }, sources) {
    const [byPrompt, byRequest] = [toSlashLine(prompt, (0,_github_events_trigger_rules_js__WEBPACK_IMPORTED_MODULE_2__/* .parseSlashCommand */ .My)(prompt)), toSlashLine(request, command)];
    if (byPrompt === undefined && byRequest === undefined)
        return {};
    const commands = await (0,_agent_slash_command_files_js__WEBPACK_IMPORTED_MODULE_1__/* .listCommandFiles */ .hk)(await listCommandFolders(sources));
    const find = (name) => reviewExtensionFile(name, commands) ?? commands.get(name) ?? commands.get(COMMAND_ALIASES[name] ?? '');
    const read = async (slash, file) => {
        const { profile, ...command } = await (0,_agent_slash_command_files_js__WEBPACK_IMPORTED_MODULE_1__/* .readCommandFile */ .Ev)(file);
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
            throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .UserError */ .yo(unknownCommandMessage(byPrompt.name, commands));
        else
            invoked.serverPrompt = { slash: byPrompt, notFoundMessage: unknownCommandMessage(byPrompt.name, commands) };
    }
    if (byRequest !== undefined) {
        const file = find(byRequest.name);
        const isRouting = invoked.prompt?.isBuiltIn === true && (file === undefined || file.folder.label === BUILT_IN);
        if (file !== undefined && !isRouting)
            invoked.request = await read(byRequest, file);
        else if (!isRouting)
            sources.notice(`There is no command /${byRequest.name}, so the text itself is the task.`);
    }
    return invoked;
}
function reviewExtensionFile(name, commands) {
    if (name !== 'pr-code-review' || commands.get(name)?.folder.label !== BUILT_IN)
        return undefined;
    return [...commands.values()].find(({ folder, path }) => folder.extension !== undefined && path === `commands/${name}.toml`);
}
const UNREAD_FOLDER = '.github/commands';
async function noticeUnreadFile(name, builtIn, { steering, notice }) {
    const path = `${UNREAD_FOLDER}/${name.replaceAll(':', '/')}.toml`;
    if (!(await steering.list(UNREAD_FOLDER)).includes(path))
        return;
    const instead = builtIn === undefined ? '' : ` The built-in /${builtIn.name} runs.`;
    notice(`${path} is not read: commands are in .gemini/commands.${instead} To use the file, move it there.`);
}
const toSlashLine = (raw, command) => command && { ...command, raw: raw.trim() };
const BUILT_IN = 'commands';
async function listCommandFolders({ dist, home, workspace, steering, extensionFolders = [], }) {
    const userFolder = await (0,_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_4__/* .trustedHome */ .lH)(home, workspace);
    return [
        { files: (0,_worktree_reader_js__WEBPACK_IMPORTED_MODULE_5__/* .worktreeReader */ .J)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(dist, 'commands')), folder: '', label: BUILT_IN },
        ...(userFolder === undefined
            ? []
            : [
                {
                    files: (0,_worktree_reader_js__WEBPACK_IMPORTED_MODULE_5__/* .worktreeReader */ .J)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(userFolder, '.gemini')),
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
async function commandProfile({ prompt }, { policies }, steering, notice) {
    const profile = prompt?.command.profile;
    if (profile === undefined || policies !== '')
        return {};
    if ((await steering.list('.gemini/policies')).some((path) => path.endsWith('.toml')))
        return {};
    notice(`The input \`policies\` is empty, so the run uses the profile of /${prompt?.command.name}: profile:${profile}.`);
    return { user: `profile:${profile}` };
}


/***/ })

};
