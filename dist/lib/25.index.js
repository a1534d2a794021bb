export const id = 25;
export const ids = [25];
export const modules = {

/***/ 8025:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   toolsCommand: () => (/* binding */ toolsCommand)
/* harmony export */ });
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7975);
/* harmony import */ var _host_errors_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(9727);
/* harmony import */ var _host_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7930);
/* harmony import */ var _policies_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6553);
/* harmony import */ var _policy_decide_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(310);
/* harmony import */ var _settings_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7178);
/* harmony import */ var _tools_builtins_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1330);
/* harmony import */ var _worktree_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9873);








const HELP = `sluice tools list [--json] [--mode MODE] [--workspace DIR]

The tools a model would see here and what policy says of a call without arguments: allow, deny, or
"depends" where rules look at the arguments. --mode is one of ${_policy_decide_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .FN.join(', ')}.
`;
async function toolsCommand(argv, io) {
    const options = readOptions(argv, io);
    if (typeof options === 'number')
        return options;
    const steering = (0,_worktree_js__WEBPACK_IMPORTED_MODULE_6__/* .worktreeReader */ .J)(options.workspace);
    const settings = await (0,_settings_js__WEBPACK_IMPORTED_MODULE_4__/* .loadSettings */ .M)({}, steering, (text) => io.err(`${text}\n`));
    const places = {
        shipped: `${io.dist}/policies`,
        home: io.env.HOME,
        system: '/etc/gemini-cli/policies',
        user: '',
        admin: '',
    };
    const rules = await (0,_policies_js__WEBPACK_IMPORTED_MODULE_2__/* .loadRules */ .A)(places, settings, steering);
    const files = await (0,_host_files_js__WEBPACK_IMPORTED_MODULE_1__/* .openWorkspace */ .O)(options.workspace);
    const shell = { env: {}, outputDir: options.workspace, timeoutMs: 0, idleMs: 0 };
    const tools = (0,_tools_builtins_js__WEBPACK_IMPORTED_MODULE_5__/* .builtins */ .T)({ files, shell }).map((tool) => {
        const shut = (0,_policy_decide_js__WEBPACK_IMPORTED_MODULE_3__/* .hidden */ .R)(rules, tool, options.mode);
        const facts = { ...tool, tool: tool.name, args: {}, mode: options.mode, interactive: false };
        const decision = (0,_policy_decide_js__WEBPACK_IMPORTED_MODULE_3__/* .decide */ .LD)(rules, facts, 'deny');
        const conditional = (0,_policy_decide_js__WEBPACK_IMPORTED_MODULE_3__/* .consider */ .ih)(rules, facts).some(({ rule }) => looksAtArguments(rule) && names(rule.match.tools, tool));
        const rule = shut ?? decision.rule;
        return {
            name: tool.name,
            declared: shut === undefined,
            verdict: shut === undefined && conditional ? 'depends' : decision.verdict === 'allow' ? 'allow' : 'deny',
            rule: rule === undefined ? null : (0,_policy_decide_js__WEBPACK_IMPORTED_MODULE_3__/* .ruleRef */ .wT)(rule),
        };
    });
    io.out(options.json ? `${JSON.stringify(tools, null, 2)}\n` : table(tools));
    return 0;
}
function readOptions(argv, io) {
    if (argv.includes('--help') || argv.includes('-h')) {
        io.out(HELP);
        return 0;
    }
    try {
        const { values, positionals } = (0,node_util__WEBPACK_IMPORTED_MODULE_0__.parseArgs)({
            args: argv,
            allowPositionals: true,
            options: {
                json: { type: 'boolean' },
                mode: { type: 'string', default: 'default' },
                workspace: { type: 'string' },
            },
        });
        const spelling = values.mode === 'auto_edit' ? 'autoEdit' : values.mode;
        const mode = _policy_decide_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .FN.find((known) => known === spelling);
        if (positionals.join(' ') !== 'list' || mode === undefined)
            throw new Error(mode === undefined ? `unknown mode "${values.mode}"` : 'the only subcommand is list');
        return { json: values.json === true, mode, workspace: values.workspace ?? io.cwd };
    }
    catch (error) {
        io.err(`sluice tools: ${(0,_host_errors_js__WEBPACK_IMPORTED_MODULE_7__/* .messageOf */ .b)(error)}\n\n${HELP}`);
        return 2;
    }
}
const looksAtArguments = ({ match }) => match.args !== undefined || match.prefixes !== undefined || match.regex !== undefined;
const names = (written, tool) => written?.some((name) => name === tool.name || tool.aliases.includes(name)) ?? tool.name === 'run_shell_command';
function table(tools) {
    const width = Math.max(...tools.map(({ name }) => name.length));
    const line = ({ name, declared, verdict, rule }) => {
        const by = rule === null ? 'no rule' : `${rule.file}:${rule.line} (${wordFor(rule)})`;
        return `${name.padEnd(width)}  ${verdict.padEnd(7)}  ${declared ? '' : 'not declared; '}${by}`;
    };
    return `${tools.map(line).join('\n')}\n`;
}
const wordFor = (rule) => `${rule.tier} ${rule.priority}, ${rule.verdict}`;


/***/ }),

/***/ 9873:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ worktreeReader),
/* harmony export */   p: () => (/* binding */ findProjectRoot)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var _github_tree_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6643);
/* harmony import */ var _host_ignore_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4026);
/* harmony import */ var _host_paths_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5422);







/**
 * The files of a folder as they stand now, for commands by which a person tries an edit before committing it; a run reads
 * steering from a commit instead. As there, links are not followed, a name must be spelled as it is stored, and names that
 * differ only in case or Unicode form are refused. `.git`, `node_modules` and nested repositories are left out.
 * `ref` is `worktree`. Rejects when the system refuses to read what is there.
 */
function worktreeReader(directory) {
    const root = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.resolve)(directory);
    const loaded = new Map();
    return {
        ref: 'worktree',
        async read(path) {
            if ((await kindOf(root, path)) !== 'file')
                return undefined;
            const bytes = await readPlain((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(root, path));
            const sha = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
            loaded.set(path, { path, sha, ref: 'worktree', bytes: bytes.length });
            return bytes.toString('utf8');
        },
        async list(folder) {
            const path = folder.replace(/\/$/, '');
            if (path !== '' && (await kindOf(root, path)) !== 'folder')
                return [];
            return (await filesUnder(root, path)).sort();
        },
        loaded: () => [...loaded.values()],
    };
}
/** The repository a folder belongs to: the nearest one upwards that holds `.git` (a folder, or a worktree's file), else itself. */
async function findProjectRoot(startDir) {
    const start = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.resolve)(startDir);
    return (await (0,_host_ignore_js__WEBPACK_IMPORTED_MODULE_5__/* .repositoryTop */ .K)(start)) ?? start;
}
const LARGEST = 16 * 1024 * 1024;
/** Every step is looked up in its folder's listing, which knows names as stored where the file system would bend them. */
async function kindOf(root, path) {
    let kind = 'folder';
    let at = root;
    for (const name of path.split('/')) {
        if (kind !== 'folder')
            return undefined;
        const entry = (await entriesOf(at)).find((each) => each.name === name);
        if (entry === undefined)
            return undefined;
        at = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(at, name);
        kind = entry.isFile() ? 'file' : 'folder';
        if (kind === 'folder' && (await holdsGit(at)))
            return undefined;
    }
    return kind;
}
async function filesUnder(root, folder) {
    const found = [];
    for (const entry of await entriesOf((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(root, folder))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile())
            found.push(path);
        else if (!(await holdsGit((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(root, path))))
            found.push(...(await filesUnder(root, path)));
    }
    return found;
}
/** Regular files and folders of a folder; nothing where there is none. */
async function entriesOf(folder) {
    const entries = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_2__.readdir)(folder, { withFileTypes: true }).catch((error) => {
        if ((0,_host_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .codeOf */ .$N)(error) === 'ENOENT' || (0,_host_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .codeOf */ .$N)(error) === 'ENOTDIR')
            return [];
        throw error;
    });
    // One folder at a time, sub-folders taken for files, the same names are refused as in a commit.
    const { files } = (0,_github_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .sortOut */ .$)(entries.map((entry) => ({ path: entry.name, mode: entry.isSymbolicLink() ? LINK : FILE, sha: '' })));
    return entries.filter((entry) => (entry.isFile() || entry.isDirectory()) && files.has(entry.name) && !LEFT_OUT.has(entry.name.toLowerCase()));
}
/** Modes as git has them. */
const [FILE, LINK] = ['100644', '120000'];
const LEFT_OUT = new Set(['.git', 'node_modules']);
async function readPlain(path) {
    // A link or a pipe may have taken the file's place since it was listed. (Windows knows neither flag.)
    const file = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_2__.open)(path, node_fs__WEBPACK_IMPORTED_MODULE_1__.constants.O_RDONLY | (node_fs__WEBPACK_IMPORTED_MODULE_1__.constants.O_NOFOLLOW ?? 0) | (node_fs__WEBPACK_IMPORTED_MODULE_1__.constants.O_NONBLOCK ?? 0));
    try {
        const { size } = await file.stat();
        if (size > LARGEST)
            throw new Error(`larger than ${LARGEST / 1024 / 1024} MiB`);
        return await file.readFile();
    }
    finally {
        await file.close();
    }
}
const holdsGit = (folder) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_2__.lstat)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(folder, '.git')).then(() => true, () => false);


/***/ })

};
