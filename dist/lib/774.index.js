export const id = 774;
export const ids = [774];
export const modules = {

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

/***/ 91711:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GZ: () => (/* binding */ inlineConfigProblems),
/* harmony export */   KK: () => (/* binding */ settingsProblems),
/* harmony export */   NP: () => (/* binding */ policyProblems),
/* harmony export */   p3: () => (/* binding */ builtInCommandNames)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var fastest_levenshtein__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(21916);
/* harmony import */ var _config_settings_ignored_keys_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(75952);
/* harmony import */ var _config_settings_legacy_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(70286);
/* harmony import */ var _config_settings_parse_settings_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(19087);
/* harmony import */ var _config_settings_settings_shape_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(21068);
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(89009);
/* harmony import */ var _github_api_pinned_files_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(46281);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(34779);
/* harmony import */ var _policy_rules_lint_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(57790);
/* harmony import */ var _policy_rules_load_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(65507);
/* harmony import */ var _workflow_source_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(49034);
/* harmony import */ var _doctor_problem_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(57258);














function settingsProblems(text, source, lineOf) {
    const parsed = (0,_config_settings_parse_settings_js__WEBPACK_IMPORTED_MODULE_5__/* .parseSettings */ .P$)(text);
    if (!parsed.ok)
        return [
            {
                check: 'invalid-settings',
                level: 'error',
                line: lineOf(1),
                problem: `The text ${parsed.reason}. The run ends with the outcome config.`,
                fix: 'Fix the JSON.',
            },
        ];
    const { settings } = (0,_config_settings_legacy_js__WEBPACK_IMPORTED_MODULE_4__/* .migrateSettings */ .T_)(parsed.settings);
    const lineOfKey = (path) => lineOf(keyLine(text, path));
    const unknown = (0,_config_settings_settings_shape_js__WEBPACK_IMPORTED_MODULE_6__/* .unknownKeys */ .vX)(settings).map(({ path, siblings }) => ({
        path,
        near: (0,fastest_levenshtein__WEBPACK_IMPORTED_MODULE_2__/* .closest */ .kp)(path, [...siblings, ...(0,_config_settings_settings_shape_js__WEBPACK_IMPORTED_MODULE_6__/* .supportedKeys */ .Tv)()]),
    }));
    const dead = unknown.filter(({ path }) => !/^hooks\.|^enableHooks$|^\$schema$/.test(path));
    const shape = _config_settings_settings_shape_js__WEBPACK_IMPORTED_MODULE_6__/* .SettingsShape */ .p8.safeParse(settings);
    return [
        ...(shape.success ? [] : shape.error.issues).map((issue) => ({
            check: 'invalid-settings',
            level: 'error',
            line: lineOfKey(issue.path.join('.')),
            problem: `${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_9__/* .zodIssueMessage */ .YB)(issue)}. The run ends with the outcome config.`,
            fix: `${(0,_doctor_problem_js__WEBPACK_IMPORTED_MODULE_13__/* .docsPage */ .tu)('configuration')} lists the settings and their values.`,
        })),
        ...dead
            .filter(({ path }) => !(0,_config_settings_ignored_keys_js__WEBPACK_IMPORTED_MODULE_3__/* .isIgnoredSetting */ .bO)(path) || source === 'input')
            .map(({ path, near }) => ({
            check: 'dead-setting',
            level: 'warning',
            line: lineOfKey(path),
            problem: `${path} has no effect: ${reasonFor(path) ?? 'no such setting exists'}.`,
            fix: !(0,_config_settings_ignored_keys_js__WEBPACK_IMPORTED_MODULE_3__/* .isIgnoredSetting */ .bO)(path) && (0,fastest_levenshtein__WEBPACK_IMPORTED_MODULE_2__/* .distance */ .Io)(path, near) <= 3 ? `Write ${near}.` : `Remove ${path}.`,
        })),
        ...(source === 'file' ? (0,_config_settings_ignored_keys_js__WEBPACK_IMPORTED_MODULE_3__/* .ignoredSafetyNotices */ .o9)(settings) : []).map((problem) => ({
            check: 'dead-setting',
            level: 'warning',
            line: lineOfKey(problem.split(' ')[0] ?? ''),
            problem,
            fix: `Remove ${problem.split(' ')[0]}. It does not protect anything here.`,
        })),
        ...broadSettings(settings, lineOfKey),
        ...(0,_doctor_problem_js__WEBPACK_IMPORTED_MODULE_13__/* .retiredModel */ .Bv)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__/* .mapOf */ .A7)(settings.model), 'name'), 'model.name', lineOfKey('model.name')),
        ...(0,_doctor_problem_js__WEBPACK_IMPORTED_MODULE_13__/* .retiredModel */ .Bv)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__/* .mapOf */ .A7)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__/* .mapOf */ .A7)(settings.sluice).review), 'secondLookModel'), 'sluice.review.secondLookModel', lineOfKey('sluice.review.secondLookModel')),
    ];
}
const reasonFor = (path) => Object.entries(_config_settings_ignored_keys_js__WEBPACK_IMPORTED_MODULE_3__/* .IGNORED_SETTINGS */ .F7).find(([key]) => path === key || path.startsWith(`${key}.`))?.[1];
function broadSettings(settings, lineOfKey) {
    const tools = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__/* .mapOf */ .A7)(settings.tools);
    const shellNames = ['run_shell_command', 'ShellTool', 'shell', '*'];
    const lists = ['allowed', 'core'].flatMap((key) => {
        const value = tools[key];
        const broad = Array.isArray(value) ? value.find((name) => shellNames.includes(String(name))) : undefined;
        return broad === undefined
            ? []
            : [{ path: `tools.${key}`, problem: `tools.${key} allows ${broad === '*' ? 'every tool' : 'every command'}.` }];
    });
    const mode = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__/* .mapOf */ .A7)(settings.general).defaultApprovalMode;
    return [
        ...lists,
        ...(mode === 'yolo'
            ? [{ path: 'general.defaultApprovalMode', problem: 'Mode yolo allows every call that no rule denies.' }]
            : []),
    ].map(({ path, problem }) => ({
        check: 'broad-policy',
        level: 'warning',
        line: lineOfKey(path),
        problem,
        fix: 'Name the commands: run_shell_command(npm test), or write rules with commandPrefix.',
    }));
}
function keyLine(text, path) {
    let offset = 0;
    for (const key of path.split('.')) {
        const index = text.indexOf(`"${key}"`, offset);
        if (index >= 0)
            offset = index;
    }
    return text.slice(0, offset).split('\n').length;
}
function policyProblems(text, file, lineOf) {
    const { rules, problems } = (0,_policy_rules_load_js__WEBPACK_IMPORTED_MODULE_11__/* .loadPolicies */ .hd)([{ tier: 'user', file, text }]);
    return [
        ...problems.map((problem) => ({
            check: 'invalid-policy',
            level: 'error',
            line: lineOf(problem.line),
            problem: `${problem.text}. The run ends with the outcome config.`,
            fix: `${(0,_doctor_problem_js__WEBPACK_IMPORTED_MODULE_13__/* .docsPage */ .tu)('policy')} describes every field.`,
        })),
        ...(problems.length > 0 ? [] : (0,_policy_rules_lint_js__WEBPACK_IMPORTED_MODULE_10__/* .lintRules */ .x)(rules)).map((problem) => {
            const isBroad = /^allows|allows any/.test(problem.text);
            return {
                check: isBroad ? 'broad-policy' : 'doubtful-rule',
                level: 'warning',
                line: lineOf(problem.line),
                problem: isBroad
                    ? `The rule ${problem.text}.`
                    : `${problem.text.charAt(0).toUpperCase()}${problem.text.slice(1)}`.replace(/[.?]?$/, (end) => end || '.'),
                fix: isBroad
                    ? 'Name the tools, and the commands with commandPrefix.'
                    : 'Change or remove the rule; `sluice policy explain` shows which rule decides.',
            };
        }),
    ];
}
const LIKE_TOML = /^\s*(?:\[|#|[\w."-]+\s*=)/;
function inlineConfigProblems(source, root, dist) {
    const builtInCommands = builtInCommandNames(dist);
    const folders = { root, profiles: profileNames(dist) };
    return (0,_doctor_problem_js__WEBPACK_IMPORTED_MODULE_13__/* .eachStep */ .cc)(source, ({ step, path }) => {
        const agent = (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_12__/* .agentOf */ .jk)(step);
        if (agent !== 'sluice')
            return [];
        const inputs = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__/* .mapOf */ .A7)(step.with);
        const insideOf = (name) => (inner) => source.lineInside([...path, 'with', name], inner);
        const settings = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__/* .mapText */ .E0)(inputs, 'settings');
        return [
            ...(settings === '' || settings.includes('${{') ? [] : settingsProblems(settings, 'input', insideOf('settings'))),
            ...['policies', 'admin_policies', 'admin_settings'].flatMap((name) => inlinePolicies((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__/* .mapText */ .E0)(inputs, name), name, insideOf(name), folders)),
            ...unknownCommand((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_7__/* .mapText */ .E0)(inputs, 'prompt'), root, builtInCommands).map((problem) => ({
                ...problem,
                line: source.lineOf([...path, 'with', 'prompt']),
            })),
        ];
    });
}
function inlinePolicies(text, name, lineOf, { root, profiles }) {
    if (text.includes('${{'))
        return [];
    const lines = text.split('\n');
    const start = lines.findIndex((line) => LIKE_TOML.test(line));
    const entries = (start < 0 ? lines : lines.slice(0, start)).map((entry, index) => ({ entry: entry.trim(), index }));
    return [
        ...entries
            .filter(({ entry }) => entry !== '' &&
            !(0,_github_api_pinned_files_js__WEBPACK_IMPORTED_MODULE_8__/* .looksPinned */ .Xp)(entry) &&
            !(entry.startsWith('profile:') ? profiles.includes(entry) : (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, entry))))
            .map(({ entry, index }) => ({
            check: 'invalid-policy',
            level: 'error',
            line: lineOf(index + 1),
            problem: `${name} names ${entry}, which does not exist. The run ends with the outcome config.`,
            fix: `Write a path from the root of the repository, or a profile: ${profiles.join(', ')}.`,
        })),
        ...entries.flatMap(({ entry, index }) => {
            const location = (0,_github_api_pinned_files_js__WEBPACK_IMPORTED_MODULE_8__/* .looksPinned */ .Xp)(entry) ? (0,_github_api_pinned_files_js__WEBPACK_IMPORTED_MODULE_8__/* .parsePinnedLocation */ .Zs)(entry) : undefined;
            if (location === undefined || !('problem' in location))
                return [];
            return {
                check: 'invalid-policy',
                level: 'error',
                line: lineOf(index + 1),
                problem: `${name} names ${entry}, ${location.problem.split('. ')[0]}. The run ends with the outcome config.`,
                fix: 'Write OWNER/REPO@ and the full commit SHA, a colon and a path.',
            };
        }),
        ...(start < 0 ? [] : policyProblems('\n'.repeat(start) + lines.slice(start).join('\n'), `${name} input`, lineOf)),
    ];
}
function unknownCommand(prompt, root, builtIn) {
    const name = /^\s*\/([\w:-]+)/.exec(prompt)?.[1];
    if (name === undefined || builtIn.includes(name))
        return [];
    const file = `${name.replaceAll(':', '/')}.toml`;
    if ((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, '.gemini/commands', file)))
        return [];
    const misplaced = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, '.github/commands', file));
    return [
        {
            check: 'unknown-command',
            level: 'error',
            problem: misplaced
                ? `/${name} is in .github/commands, which Sluice does not read.`
                : `There is no command /${name}: it is neither built in nor in .gemini/commands.`,
            fix: misplaced
                ? `Move it to .gemini/commands/${file}.`
                : `Create .gemini/commands/${file}, or use one of: ${builtIn.map((each) => `/${each}`).join(', ')}.`,
        },
    ];
}
const profileNames = (dist) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(dist, 'policies/profiles')).map((name) => `profile:${name.replace(/\.toml$/, '')}`);
const builtInCommandNames = (dist) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(dist, 'commands'))
    .filter((name) => name.endsWith('.toml'))
    .map((name) => name.slice(0, -'.toml'.length))
    .toSorted();


/***/ }),

/***/ 57258:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bv: () => (/* binding */ retiredModel),
/* harmony export */   Fp: () => (/* binding */ permissionOf),
/* harmony export */   cc: () => (/* binding */ eachStep),
/* harmony export */   mG: () => (/* binding */ keepsCredential),
/* harmony export */   mr: () => (/* binding */ checksOrigin),
/* harmony export */   tu: () => (/* binding */ docsPage),
/* harmony export */   yb: () => (/* binding */ conditionsOf),
/* harmony export */   zY: () => (/* binding */ checksAuthor)
/* harmony export */ });
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(89009);
/* harmony import */ var _emulators_github_checkout_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(33295);
/* harmony import */ var _model_models_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(66934);
/* harmony import */ var _workflow_source_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(49034);




const conditionsOf = (job, step = {}) => [job.if, step.if].map((value) => String(value ?? '')).join('\n');
const checksOrigin = (condition) => /head(?:_repository|\.repo)\.(?:full_name|fork|id|owner)|head_repository\.fork/.test(condition);
const checksAuthor = (condition) => /author_association|github\.(?:actor|triggering_actor)\b|\.user\.login|sender\.login/.test(condition);
function keepsCredential(step) {
    const texts = Object.entries((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(step.step.with)).map(([name, value]) => [name, String(value ?? '')]);
    return (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_3__/* .isCheckout */ .VI)(step) && (0,_emulators_github_checkout_js__WEBPACK_IMPORTED_MODULE_1__/* .leftCheckout */ .y6)(Object.fromEntries(texts), { repository: '', ref: '' }).keepsCredential;
}
const eachStep = ({ jobs }, check) => jobs.flatMap((job) => job.steps.flatMap((step) => check(step, job)));
function permissionOf(workflow, job, scope) {
    const permissions = job.permissions ?? workflow.permissions;
    if (permissions === undefined)
        return undefined;
    if (typeof permissions === 'string')
        return permissions === 'write-all' ? 'write' : 'read';
    if (permissions === null || typeof permissions !== 'object')
        return 'none';
    const level = Object.entries(permissions).find(([name]) => name === scope)?.[1];
    return typeof level === 'string' ? level : 'none';
}
const docsPage = (name) => `https://github.com/sluice-agent/sluice/blob/v0/docs/${name}.md`;
function retiredModel(model, name, line) {
    const replacement = (0,_model_models_js__WEBPACK_IMPORTED_MODULE_2__/* .retiredReplacement */ .y1)(model);
    if (replacement === undefined)
        return [];
    return [
        {
            check: 'retired-model',
            level: 'error',
            line,
            problem: `${name} names ${model}, which Google has shut down. The run ends as model.`,
            fix: `Write ${replacement}, or a model of https://ai.google.dev/gemini-api/docs/models.`,
        },
    ];
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

/***/ 35028:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GO: () => (/* binding */ lineBefore),
/* harmony export */   b4: () => (/* binding */ removeEntry),
/* harmony export */   j$: () => (/* binding */ addInputs),
/* harmony export */   rR: () => (/* binding */ replaceInValue),
/* harmony export */   s2: () => (/* binding */ commentOut)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(38815);
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(89009);


const lineEnd = (text, offset) => {
    const end = text.indexOf('\n', offset);
    return end < 0 ? text.length : end;
};
const scalarText = (value) => (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .stringify */ .As)(value, { lineWidth: 0 }).trimEnd();
function addInputs(source, { step, path }, inputs) {
    const entries = Object.entries(inputs).map(([name, value]) => `${name}: ${scalarText(value)}`);
    const [first] = Object.keys((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_1__/* .mapOf */ .A7)(step.with)).filter((key) => key !== '<<');
    const values = source.nodeAt([...path, 'with']);
    if (entries.length === 0)
        return [];
    if ((0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isAlias */ .Vj)(values) || (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isAlias */ .Vj)(source.nodeAt(path)))
        return undefined;
    if (first === undefined)
        return addWith(source, path, entries);
    const { offset, column } = source.startOf([...path, 'with', first]);
    if ((0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isMap */ .jh)(values) && values.flow === true)
        return [{ start: offset, end: offset, text: `${entries.join(', ')}, ` }];
    const end = lineEnd(source.text, source.startOf([...path, 'with']).offset);
    return [{ start: end, end, text: entries.map((entry) => `\n${' '.repeat(column)}${entry}`).join('') }];
}
function addWith(source, path, entries) {
    const step = source.nodeAt(path);
    const uses = source.nodeAt([...path, 'uses'])?.range;
    if (uses == null || source.nodeAt([...path, 'with']) !== undefined)
        return undefined;
    if ((0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isMap */ .jh)(step) && step.flow === true)
        return [{ start: uses[1], end: uses[1], text: `, with: { ${entries.join(', ')} }` }];
    const indent = ' '.repeat(source.startOf([...path, 'uses']).column);
    const end = lineEnd(source.text, uses[1]);
    const lines = entries.map((entry) => `\n${indent}  ${entry}`).join('');
    return [{ start: end, end, text: `\n${indent}with:${lines}` }];
}
function lineBefore(source, path, line) {
    const { offset, column } = source.startOf(path);
    const indent = ' '.repeat(column);
    return { start: offset, end: offset, text: `${line.replaceAll('\n', `\n${indent}`)}\n${indent}` };
}
function entryLines(source, path) {
    const { offset, column } = source.startOf(path);
    const range = source.nodeAt(path)?.range;
    if (range == null || source.text.slice(offset - column, offset).trim() !== '')
        return undefined;
    const last = Math.max(range[1] - 1, offset);
    const end = source.text[last] === '\n' ? last : lineEnd(source.text, last);
    return { start: offset - column, end };
}
function removeFlowEntry(source, path) {
    const map = source.nodeAt(path.slice(0, -1));
    const range = source.nodeAt(path)?.range;
    if (!(0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isMap */ .jh)(map) || map.flow !== true || range == null)
        return [];
    const { offset } = source.startOf(path);
    const after = /^[ \t]*,[ \t]*/.exec(source.text.slice(range[1]));
    const before = after === null ? /,\s*$/.exec(source.text.slice(0, offset)) : null;
    return [{ start: offset - (before?.[0].length ?? 0), end: range[1] + (after?.[0].length ?? 0), text: '' }];
}
function removeEntry(source, path) {
    const flow = removeFlowEntry(source, path);
    if (flow.length > 0)
        return flow;
    const lines = entryLines(source, path);
    const range = source.nodeAt(path)?.range;
    if (lines === undefined || range == null || source.text.slice(range[1], lines.end).includes('#'))
        return [];
    return [{ start: lines.start, end: Math.min(lines.end + 1, source.text.length), text: '' }];
}
function commentOut(source, path, reason) {
    const lines = entryLines(source, path);
    if (lines === undefined)
        return [];
    const { column } = source.startOf(path);
    const indent = ' '.repeat(column);
    const text = source.text
        .slice(lines.start, lines.end)
        .split('\n')
        .map((line) => `${indent}# ${line.slice(Math.min(column, line.length - line.trimStart().length))}`.trimEnd())
        .join('\n');
    return [{ ...lines, text: `${indent}# ${reason}\n${text}` }];
}
function replaceInValue(source, path, from, to) {
    const range = source.nodeAt(path)?.range;
    if (range == null)
        return [];
    const index = source.text.slice(range[0], range[1]).indexOf(from);
    return index < 0 ? [] : [{ start: range[0] + index, end: range[0] + index + from.length, text: to }];
}


/***/ }),

/***/ 57790:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ lintRules)
/* harmony export */ });
/* harmony import */ var _decide_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(14345);
/* harmony import */ var _match_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9866);
/* harmony import */ var _risky_allows_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7892);
/* harmony import */ var _tool_names_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(81572);




function lintRules(rules) {
    const strongestFirst = (0,_decide_js__WEBPACK_IMPORTED_MODULE_0__/* .rankRules */ .iZ)(rules);
    const problems = rules.flatMap((rule) => {
        const texts = [
            ...unreachableRule(rule, strongestFirst),
            ...shadowedDeny(rule, strongestFirst),
            ...impossiblePatterns(rule),
            ...ineffectiveFields(rule),
            ...slowPatterns(rule),
            ...(0,_risky_allows_js__WEBPACK_IMPORTED_MODULE_2__/* .riskyAllows */ .t)(rule),
            ...(0,_tool_names_js__WEBPACK_IMPORTED_MODULE_3__/* .toolNameProblems */ .Cg)(rule),
        ];
        return texts.map((text) => ({ file: rule.file, line: rule.line, text }));
    });
    return problems.filter(({ file, line, text }, index) => problems.findIndex((each) => each.file === file && each.line === line && each.text === text) === index);
}
function unreachableRule(rule, strongestFirst) {
    if (rule.match.paths !== undefined)
        return [];
    const before = strongestFirst.slice(0, strongestFirst.indexOf(rule)).find((each) => covers(each, rule));
    if (before === undefined)
        return [];
    const stronger = `${before.file}:${before.line}`;
    return before.verdict === rule.verdict
        ? [`never decides: ${stronger} comes first, matches all the same calls and makes the same decision`]
        : [`never decides: ${stronger} (${(0,_decide_js__WEBPACK_IMPORTED_MODULE_0__/* .decisionName */ .Mt)(before.verdict)}) comes first and matches all the same calls`];
}
function shadowedDeny(rule, strongestFirst) {
    if (rule.verdict === 'allow' || !narrowsCommands(rule.match))
        return [];
    const stronger = strongestFirst.slice(0, strongestFirst.indexOf(rule)).filter(({ verdict }) => verdict === 'allow');
    const shadow = stronger.find((each) => covers({ ...each, match: withoutCommands(each.match) }, { ...rule, match: withoutCommands(rule.match) }) &&
        allowsAll(each, rule));
    if (shadow === undefined || strongestFirst.slice(0, strongestFirst.indexOf(rule)).some((each) => covers(each, rule)))
        return [];
    return [
        `does not ${(0,_decide_js__WEBPACK_IMPORTED_MODULE_0__/* .decisionName */ .Mt)(rule.verdict) === 'deny' ? 'deny' : 'ask'}: ${shadow.file}:${shadow.line} (allow, priority ${shadow.priority}) allows the same commands and comes first; give this rule a higher priority`,
    ];
}
const withoutCommands = ({ prefixes: _, regex: __, args: ___, ...rest }) => rest;
function narrowsCommands({ prefixes, regex, args, tools }) {
    const pattern = regex ?? (tools?.includes(_tool_names_js__WEBPACK_IMPORTED_MODULE_3__/* .SHELL_TOOL */ .cF) ? args : undefined);
    return prefixes !== undefined || (pattern !== undefined && !/^\^?\(*\.[*+]\)*\$?$/.test(pattern.source));
}
function commandStarts({ prefixes, regex, args }) {
    if (prefixes !== undefined)
        return prefixes.map(({ words }) => words);
    const start = '"command":"';
    const heads = regex?.heads ?? args?.heads?.filter((head) => head.startsWith(start)).map((head) => head.slice(start.length));
    return heads === undefined || heads.length === 0 ? undefined : heads.map((head) => head.trim().split(/\s+/));
}
function allowsAll(allow, { match }) {
    const heads = commandStarts(match);
    if (heads === undefined)
        return (0,_match_js__WEBPACK_IMPORTED_MODULE_1__/* .isConditional */ .Jz)(allow);
    const { prefixes, regex, args } = allow.match;
    if (args !== undefined)
        return heads.some((words) => new RegExp(args.source, 's').test(JSON.stringify({ command: words.join(' ') })));
    if (regex !== undefined) {
        const { source } = regex;
        return heads.some((words) => new RegExp(`^(?:${source})`, 's').test(words.join(' ')));
    }
    if (prefixes === undefined)
        return true;
    return heads.some((words) => prefixes.some((each) => each.words.every((word, index) => words[index] === word)));
}
function impossiblePatterns({ match, verdict }) {
    const problems = [];
    const { regex, args } = match;
    if (regex !== undefined) {
        const source = JSON.stringify(regex.source);
        if (/\\"|"\)|\|"|"command"/.test(regex.source) && !regex.source.includes('"command"'))
            problems.push(`commandRegex ${source} is written for the JSON text of the arguments; end it with ( |$) instead of ( |")`);
        if (/^\^?\(?"?"command"|^\^?\{/.test(regex.source))
            problems.push(`commandRegex ${source} never matches: it is tried on the command alone; use argsPattern for the arguments`);
        if (/[^\\[(|]\^(?![^[]*\])/.test(regex.source) || /(?<!\\)\$[^)|]/.test(regex.source))
            problems.push(`commandRegex ${source} never matches: it has a ^ or $ in the middle; write \\^ or \\$ to match the character itself`);
        if (/^\^?\s/.test(regex.source))
            problems.push(`commandRegex ${source} never matches: a command does not start with a space`);
        if (verdict !== 'allow' && /^\^?(?:\(\?:)?(?:sudo|env|timeout|nohup) /.test(regex.source))
            problems.push(`commandRegex ${source} only matches with this wrapper; the command it runs is decided separately`);
    }
    if (args !== undefined && /^\^?"(?:command|file_path|dir_path)"\s+:|:\s+"/.test(args.source))
        problems.push(`argsPattern ${JSON.stringify(args.source)} never matches: the JSON text of the arguments has no space after a colon`);
    for (const { text, words } of match.prefixes ?? [])
        if (/[*?]$|\.\*|\(\*?\)$/.test(text) || words.some((word) => word === '*'))
            problems.push(`commandPrefix ${JSON.stringify(text)} is literal text, so ${JSON.stringify('*')} is no wildcard; leave it out, because a prefix already allows more words`);
    return problems;
}
function covers(wide, narrow) {
    const a = wide.match;
    const b = narrow.match;
    if (a.agent !== undefined && a.agent !== b.agent)
        return false;
    if (a.interactive !== undefined && a.interactive !== b.interactive)
        return false;
    if (a.modes !== undefined &&
        !(b.modes ?? ['default', 'autoEdit', 'yolo', 'plan']).every((mode) => a.modes?.includes(mode)))
        return false;
    if (Object.entries(a.annotations ?? {}).some(([key, value]) => b.annotations?.[key] !== value))
        return false;
    return coversTools(a, b) && coversTargets(wide, narrow) && coversArguments(wide, narrow);
}
const coversTargets = ({ verdict, match }, narrow) => verdict !== 'allow' ||
    match.targets === 'any' ||
    (narrow.match.targets !== 'any' &&
        (narrow.verdict === 'allow' ||
            narrow.match.tools?.every((name) => !(0,_tool_names_js__WEBPACK_IMPORTED_MODULE_3__/* .isTargetTool */ .yD)(name, narrow.match.server)) === true ||
            narrow.match.prefixes !== undefined));
function coversTools(a, b) {
    if (a.builtin && !b.builtin)
        return false;
    if (a.server !== undefined && a.server !== b.server && !(a.server === '*' && b.server !== undefined))
        return false;
    if (a.tools === undefined ||
        (a.tools.includes('*') && a.server === undefined) ||
        (a.tools.includes('*') && a.server !== undefined))
        return true;
    if (a.server === undefined && b.server !== undefined)
        return a.tools.includes(`${b.server}__*`);
    return b.tools?.every((tool) => a.tools?.includes(tool)) ?? false;
}
function coversArguments(wide, narrow) {
    const a = wide.match;
    const b = narrow.match;
    if (a.paths !== undefined)
        return false;
    if (a.args === undefined && a.regex === undefined && a.prefixes === undefined)
        return true;
    if (a.args?.source !== b.args?.source || a.regex?.source !== b.regex?.source)
        return false;
    if (a.prefixes === undefined)
        return true;
    if (wide.verdict === 'allow')
        return b.prefixes?.every(({ text }) => a.prefixes?.some((each) => each.text.trim() === text.trim())) ?? false;
    return (b.prefixes?.every(({ words }) => a.prefixes?.some((each) => each.words.every((word, index) => words[index] === word))) ?? false);
}
function ineffectiveFields(rule) {
    const { match, verdict } = rule;
    const problems = [];
    if (rule.allowRedirection && verdict !== 'allow')
        problems.push('allowRedirection has no effect: the rule does not allow');
    if (rule.allowRedirection &&
        match.tools !== undefined &&
        !match.tools.some((tool) => tool === '*' || tool === _tool_names_js__WEBPACK_IMPORTED_MODULE_3__/* .SHELL_TOOL */ .cF))
        problems.push(`allowRedirection has no effect: it only applies to ${_tool_names_js__WEBPACK_IMPORTED_MODULE_3__/* .SHELL_TOOL */ .cF}`);
    if (rule.message !== undefined && verdict === 'allow')
        problems.push('denyMessage has no effect: the rule does not deny');
    if (match.interactive === true)
        problems.push('applies only when a person can confirm calls, so never in a workflow run');
    for (const { text, words } of match.prefixes ?? [])
        if (verdict === 'allow' && words.some((each) => /^(?:&&?|\|\|?|;|[<>]+)$|[;&|]$/.test(each)))
            problems.push(`commandPrefix ${JSON.stringify(text)} never matches: each command of a line is decided separately, so write one rule for each`);
    return problems;
}
function slowPatterns({ match }) {
    const patterns = [['argsPattern', match.args], ['commandRegex', match.regex]];
    return patterns.flatMap(([name, pattern]) => {
        if (pattern === undefined)
            return [];
        if (pattern.cost.explodes)
            return [
                `${name} ${JSON.stringify(pattern.source)} repeats alternatives and can take exponential time; a call on which it times out is not allowed`,
            ];
        if (pattern.cost.steps > 3)
            return [
                `${name} ${JSON.stringify(pattern.source)} has ${pattern.cost.steps} repetitions in a row and can backtrack for a long time`,
            ];
        return [];
    });
}


/***/ })

};
