export const id = 713;
export const ids = [713];
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




/** Prints the mistake in a command line and the help text. Returns the exit code. */
function reportUsageError(io, command, error, help) {
    // node:util adds an explanation of positional arguments.
    const mistake = (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .bD)(error).replace(/\. To specify a positional .*$/s, '');
    io.err(`sluice ${command}: ${mistake}\n\n${help}`);
    return 2;
}
/** The mode with this name, in either spelling; undefined when there is none. */
const parseMode = (text) => _policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .F.find((mode) => mode === (text === 'auto_edit' ? 'autoEdit' : text));
/** The value of `--mode`, if set. Throws when it is not a mode. */
function parseModeOption(text) {
    const mode = text === undefined ? undefined : parseMode(text);
    if (mode === undefined && text !== undefined)
        throw new Error(`--mode must be one of ${_policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .F.join(', ')}, not ${JSON.stringify(text)}`);
    return mode;
}
/** The folder a command works on, relative to the current folder. Throws UserError when it is not a folder. */
async function resolveWorkspace({ cwd }, folderOption = '.') {
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(cwd, folderOption);
    if (!(await isFolder(folder)))
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .UserError */ .yo(`${folder} is not a folder.`);
    return folder;
}
const isFolder = (path) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(path).then((stats) => stats.isDirectory(), () => false);


/***/ }),

/***/ 90713:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   detectProject: () => (/* binding */ detectProject),
/* harmony export */   initCommand: () => (/* binding */ initCommand),
/* harmony export */   policyTestText: () => (/* binding */ policyTestText),
/* harmony export */   policyText: () => (/* binding */ policyText),
/* harmony export */   settingsText: () => (/* binding */ settingsText)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(57975);
/* harmony import */ var diff__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(85725);
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(89009);
/* harmony import */ var _platform_version_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(87538);
/* harmony import */ var _command_io_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(29395);
/* harmony import */ var _workflow_source_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(49034);









const USAGE = `sluice init [TEMPLATE …] [--yes] [--uses OWNER/REPO@REF] [--ci NAME] [--workspace DIR]

Writes workflows, settings, a starting policy and its tests. Default: review. Without --yes it only shows what it would
write. It never changes a file that exists.
`;
const OPTIONS_HELP = `
  --yes            write the files
  --uses ACTION    what the workflows use; default: ${_workflow_source_js__WEBPACK_IMPORTED_MODULE_6__/* .OUR_ACTION */ .ay}
  --ci NAME        the workflow that fix-ci watches; default: the first one on pushes or pull requests, else CI
  --workspace DIR  the repository (default: the current folder)

Exit codes: 0 success, 2 wrong usage, 42 bad input.
`;
async function initCommand(argv, io) {
    const templates = await (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_6__/* .templateNames */ .VQ)(io.dist);
    let options;
    try {
        options = readOptions(argv, templates);
    }
    catch (error) {
        return (0,_command_io_js__WEBPACK_IMPORTED_MODULE_5__/* .reportUsageError */ .gD)(io, 'init', error, await helpText(templates, io.dist));
    }
    if (options.help) {
        io.out(await helpText(templates, io.dist));
        return 0;
    }
    const workspace = await (0,_command_io_js__WEBPACK_IMPORTED_MODULE_5__/* .resolveWorkspace */ .cz)(io, options.workspace);
    const files = await planFiles(options, workspace, io.dist);
    const absent = files.filter(({ path }) => !(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(workspace, path)));
    const present = files.filter((file) => !absent.includes(file));
    if (options.yes)
        for (const { path, text } of absent)
            await writeNewFile((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(workspace, path), text);
    else
        io.out(newFilesDiff(absent));
    for (const { path } of present)
        io.out(`${path} exists: unchanged.\n`);
    io.out(options.yes
        ? writtenText(absent)
        : `Nothing is written yet. Add --yes to write ${absent.length} ${absent.length === 1 ? 'file' : 'files'}.\n`);
    return 0;
}
async function helpText(templates, dist) {
    const lines = templates.map(async (name) => `  ${name.padEnd(17)}${await (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_6__/* .templateSummary */ .Z6)(name, dist)}\n`);
    return `${USAGE}\nTemplates:\n${(await Promise.all(lines)).join('')}${OPTIONS_HELP}`;
}
function readOptions(argv, allTemplates) {
    const flag = { type: 'boolean', default: false };
    const text = { type: 'string' };
    const { values, positionals } = (0,node_util__WEBPACK_IMPORTED_MODULE_3__.parseArgs)({
        args: argv,
        allowPositionals: true,
        options: { help: { ...flag, short: 'h' }, yes: flag, uses: text, ci: text, workspace: text },
    });
    const names = positionals.map((name) => {
        const template = name.replace(/\.ya?ml$/, '');
        if (!allTemplates.includes(template))
            throw new Error(`there is no template ${JSON.stringify(name)}; the templates are ${allTemplates.join(', ')}`);
        return template;
    });
    // It starts when a run of review.yml ends.
    if (names.includes('fork-review'))
        names.push('review');
    const { uses = _workflow_source_js__WEBPACK_IMPORTED_MODULE_6__/* .OUR_ACTION */ .ay } = values;
    if (!/^[\w.-]+\/[\w./-]+@\S+(?: #.*)?$/.test(uses))
        throw new Error(`--uses must be OWNER/REPO@REF, not ${JSON.stringify(uses)}`);
    const templates = names.length === 0 ? ['review'] : [...new Set(names)];
    return { ...values, uses, templates };
}
async function planFiles(options, workspace, dist) {
    const existing = await (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_6__/* .readWorkflowFiles */ .BV)([], workspace).catch(() => []);
    const ci = options.ci ?? (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_6__/* .findCiName */ .jr)(existing) ?? 'CI';
    const project = await detectProject(workspace);
    const memory = ['GEMINI.md', 'AGENTS.md', 'CLAUDE.md'].filter((name) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(workspace, name)));
    const workflows = options.templates.map(async (name) => ({
        path: `${_workflow_source_js__WEBPACK_IMPORTED_MODULE_6__/* .WORKFLOW_FOLDER */ .xi}/${name}.yml`,
        text: await (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_6__/* .workflowText */ .LS)(name, { dist, uses: options.uses, ci }),
    }));
    return [
        ...(await Promise.all(workflows)),
        { path: '.gemini/settings.json', text: settingsText(memory) },
        { path: '.gemini/policies/project.toml', text: policyText(project) },
        { path: '.gemini/policy-tests.toml', text: policyTestText(project) },
    ];
}
function newFilesDiff(files) {
    return files
        .map(({ path, text }) => (0,diff__WEBPACK_IMPORTED_MODULE_7__/* .createTwoFilesPatch */ .ss)('/dev/null', `b/${path}`, '', text).replace(/^=+\n/, ''))
        .join('');
}
async function writeNewFile(path, text) {
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(path), { recursive: true });
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.writeFile)(path, text, { flag: 'wx' });
}
function writtenText(files) {
    const steps = [
        'Store a key from https://aistudio.google.com/apikey as the repository secret GEMINI_API_KEY.',
        'Check the files: sluice doctor, and sluice policy test .gemini/policy-tests.toml',
        'Commit the files and push them to the default branch.',
    ];
    return `${files.map(({ path }) => `Wrote ${path}\n`).join('')}\nNext:\n${steps.map((step, index) => `${index + 1}. ${step}\n`).join('')}`;
}
const SCRIPTS = ['test', 'lint', 'typecheck', 'check'];
const KINDS = [
    { file: 'Cargo.toml', name: 'Rust', commands: ['cargo test', 'cargo check', 'cargo clippy'] },
    { file: 'go.mod', name: 'Go', commands: ['go test', 'go vet'] },
    { file: 'pyproject.toml', name: 'Python', commands: ['pytest', 'ruff check'] },
    { file: 'requirements.txt', name: 'Python', commands: ['pytest', 'ruff check'] },
    { file: 'pom.xml', name: 'Maven', commands: ['mvn test'] },
    { file: 'Gemfile', name: 'Ruby', commands: ['bundle exec rspec'] },
    { file: 'Makefile', name: 'Make', commands: ['make test'] },
];
async function detectProject(folder) {
    const read = (name) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readFile)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, name), 'utf8').catch(() => undefined);
    const manifest = await read('package.json');
    if (manifest !== undefined)
        return nodeProject(manifest, await packageManager(read));
    for (const kind of KINDS)
        if ((await read(kind.file)) !== undefined)
            return kind;
    return { name: '', commands: [] };
}
async function packageManager(read) {
    if ((await read('pnpm-lock.yaml')) !== undefined)
        return 'pnpm';
    return (await read('yarn.lock')) === undefined ? 'npm' : 'yarn';
}
function nodeProject(manifest, manager) {
    let scripts = [];
    try {
        scripts = Object.keys((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(JSON.parse(manifest)).scripts));
    }
    catch {
        // A broken manifest gets the usual command.
    }
    const present = SCRIPTS.filter((name) => scripts.includes(name));
    const commands = (present.length === 0 ? ['test'] : present).map((name) => name === 'test' ? `${manager} test` : `${manager} run ${name}`);
    return { name: 'Node', commands };
}
const list = (values) => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
function policyText({ name, commands }) {
    const rule = commands.length === 0
        ? '[[rule]]\ndescription = "Show the history."\n'
        : `[[rule]]\ndescription = "Run the checks of this ${name} project."\n`;
    return `#:schema ${(0,_platform_version_js__WEBPACK_IMPORTED_MODULE_8__/* .schemaUrl */ .ZZ)('policy')}
# What the agent may do beyond reading and searching. Try a call:
#   sluice policy explain --tool run_shell_command --args '{"command": "${commands[0] ?? 'git log'}"}'

${rule}toolName = "run_shell_command"
commandPrefix = ${list(commands.length === 0 ? ['git log', 'git diff', 'git show'] : commands)}
decision = "allow"
priority = 100

[[rule]]
description = "Leave publishing to people."
toolName = "run_shell_command"
commandPrefix = ["git push", "npm publish"]
decision = "deny"
priority = 900
denyMessage = "The action publishes changes after the run; the agent does not."
`;
}
function policyTestText({ commands }) {
    const allowed = commands.length === 0 ? ['git log -5'] : commands;
    const cases = [
        ...allowed.map((command) => ({ call: `command = ${JSON.stringify(command)}`, expect: 'allow' })),
        { call: 'command = "git push"', expect: 'deny' },
        { call: 'command = "curl https://example.com"', expect: 'deny' },
        { call: 'tool = "read_file"\nargs = { file_path = "README.md" }', expect: 'allow' },
        { call: 'tool = "write_file"\nargs = { file_path = "README.md", content = "" }', expect: 'deny' },
    ];
    return `#:schema ${(0,_platform_version_js__WEBPACK_IMPORTED_MODULE_8__/* .schemaUrl */ .ZZ)('policy-test')}
# Run: sluice policy test .gemini/policy-tests.toml
policies = ["policies"]

${cases.map(({ call, expect }) => `[[case]]\n${call}\nexpect = "${expect}"\n`).join('\n')}`;
}
/** Memory files that other agents use are read too, where they exist. */
function settingsText(memoryFiles) {
    const settings = {
        $schema: (0,_platform_version_js__WEBPACK_IMPORTED_MODULE_8__/* .schemaUrl */ .ZZ)('settings'),
        context: memoryFiles.length === 0 ? undefined : { fileName: memoryFiles },
    };
    return `${JSON.stringify(settings, null, 2)}\n`;
}


/***/ }),

/***/ 49034:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BV: () => (/* binding */ readWorkflowFiles),
/* harmony export */   LS: () => (/* binding */ workflowText),
/* harmony export */   Ms: () => (/* binding */ writeRepositoryFile),
/* harmony export */   VQ: () => (/* binding */ templateNames),
/* harmony export */   XD: () => (/* binding */ agentSteps),
/* harmony export */   Z6: () => (/* binding */ templateSummary),
/* harmony export */   ay: () => (/* binding */ OUR_ACTION),
/* harmony export */   hM: () => (/* binding */ parseWorkflow),
/* harmony export */   jk: () => (/* binding */ agentOf),
/* harmony export */   jr: () => (/* binding */ findCiName),
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







/** Parses a workflow file. Fails for text that is not YAML, or not a map with jobs. */
function parseWorkflow(file, text) {
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
    const workflow = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(document.toJS({ maxAliasCount: 100 }));
    if (Object.keys((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(workflow.jobs)).length === 0)
        return { ok: false, line: 1, column: 1, reason: 'is not a workflow: it has no jobs' };
    const locate = (path) => locateNode(document, path);
    const source = {
        file,
        text,
        document,
        workflow,
        events: eventsOf(workflow),
        jobs: jobsOf(workflow),
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
/** `on` may be a name, a list of names or a map. YAML 1.1 readers call the key `true`. */
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
    const steps = (Array.isArray(job.steps) ? job.steps : []).map((step, index) => ({
        step: (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(step),
        index,
        path: ['jobs', id, 'steps', index],
    }));
    return { id, job, path: ['jobs', id], steps };
});
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
            node = pair.value; // the parser makes nodes only
        }
        else if ((0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isSeq */ .oP)(node)) {
            const item = node.items[Number(key)]; // the parser makes nodes only
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
/** Which agent a step starts, by the name in `uses`. */
function agentOf(step) {
    const name = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapText */ .E0)(step, 'uses').split('@')[0]?.toLowerCase() ?? '';
    if (/^[^/.][^/]*\/sluice(?:-action)?$/.test(name))
        return 'sluice';
    // The action in its own repository.
    if (/^\.\/?$/.test(name) && 'gemini_api_key' in (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(step.with))
        return 'sluice';
    return Object.entries(AGENTS).find(([action]) => action === name)?.[1];
}
/** The file name of a reusable workflow of Sluice that a job calls. */
const reusableWorkflowOf = (uses) => /^[^/.][^/]*\/sluice\/\.github\/workflows\/([^/@]+)/.exec(uses)?.[1];
const agentSteps = ({ steps }) => steps.filter(({ step }) => agentOf(step) !== undefined);
const WORKFLOW_FOLDER = '.github/workflows';
/** The named files, or all workflow files of the repository. A folder means the workflow files in it. Throws UserError for an unreadable file. */
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
    // A file with mixed line breaks keeps them.
    const isWindows = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
    return { file, path, text: isWindows ? text.replaceAll('\r\n', '\n') : text, lineBreak: isWindows ? '\r\n' : '\n' };
}
const writeRepositoryFile = ({ path, lineBreak }, text) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.writeFile)(path, text.replaceAll('\n', lineBreak));
/** The action as the examples name it: the npm package's scope is the owner on GitHub. */
const OUR_ACTION = 'sluice-agent/sluice@v0';
/** The examples, in dist/ and in a checkout. */
const examplesFolder = (dist) => [(0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(dist, 'examples'), (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(dist, '.github/examples')].find((folder) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(folder)) ?? dist;
/** The templates of `sluice init`: each example, by the name of its file. */
async function templateNames(dist) {
    const names = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readdir)(examplesFolder(dist));
    return names.flatMap((name) => /^(.+)\.yml$/.exec(name)?.[1] ?? []).toSorted();
}
const readTemplate = (name, dist) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readFile)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(examplesFolder(dist), `${name}.yml`), 'utf8');
/** What a template does: the first sentence of its comment. */
async function templateSummary(name, dist) {
    const [, comment = ''] = /^# (.+)/.exec(await readTemplate(name, dist)) ?? [];
    return comment.split(/(?<=\.) /)[0] ?? '';
}
/** The workflow of a template. `uses`: what replaces our action; `ci`: the name of the workflow that fix-ci watches. */
async function workflowText(name, { dist, uses, ci }) {
    const text = await readTemplate(name, dist);
    const [action = '', ref = ''] = uses.split('@');
    const [owner, repository] = action.split('/');
    const withUses = uses === OUR_ACTION
        ? text
        : text
            .replace(/sluice-agent\/sluice@v0(?: #.*)?/, () => uses)
            .replace(/sluice-agent\/sluice(\/\.github\/\S+)@v0(?: #.*)?/, (_, file) => `${owner}/${repository}${file}@${ref}`);
    return withUses.replace('workflows: [CI]', () => `workflows: [${/^[\w-]+$/.test(ci) ? ci : JSON.stringify(ci)}]`);
}
/** The name of the first workflow that runs on pushes or pull requests. */
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


/***/ })

};
