export const id = 943;
export const ids = [943];
export const modules = {

/***/ 2943:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   memoryCommand: () => (/* binding */ memoryCommand)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7975);
/* harmony import */ var _agent_memory_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4318);
/* harmony import */ var _host_errors_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(9727);
/* harmony import */ var _host_paths_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5422);
/* harmony import */ var _settings_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7178);
/* harmony import */ var _worktree_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9873);








const HELP = `Usage: sluice memory show [--json] [--workspace DIR]

Shows the memory files a run would load here, what they import, and the text the model gets of them.
Files are read as they stand, so an edit can be tried before it is committed.

  --json           {"text", "files": [{"path", "bytes", "imports": [...]}]}
  --workspace DIR  the folder to look at (default: where you are). Inside a git repository its root counts too
  --help           this text

Exit status: 0 fine, 2 wrong usage, 42 the folder or its settings cannot be read.
`;
/** `sluice memory …`, with the arguments after `memory`. Resolves to the exit status. */
async function memoryCommand(argv, io) {
    const usage = readUsage(argv);
    if ('wrong' in usage) {
        io.err(`${usage.wrong}\n\n${HELP}`);
        return 2;
    }
    if (usage.help) {
        io.out(HELP);
        return 0;
    }
    try {
        const memory = await memoryAt((0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(io.cwd, usage.workspace));
        for (const note of memory.notes)
            io.err(`note: ${note}\n`);
        io.out(usage.json ? `${JSON.stringify({ text: memory.text, files: memory.files })}\n` : forPeople(memory));
        return 0;
    }
    catch (error) {
        if (!(error instanceof _host_errors_js__WEBPACK_IMPORTED_MODULE_7__.UserError))
            throw error;
        io.err(`${error.message}\n`);
        return 42;
    }
}
function readUsage(argv) {
    try {
        const { values, positionals } = (0,node_util__WEBPACK_IMPORTED_MODULE_2__.parseArgs)({
            args: argv,
            allowPositionals: true,
            options: {
                help: { type: 'boolean', short: 'h', default: false },
                json: { type: 'boolean', default: false },
                workspace: { type: 'string', default: '.' },
            },
        });
        if (!values.help && positionals.join(' ') !== 'show')
            return {
                wrong: positionals.length === 0 ? 'What about the memory? Say: show' : `Unknown: ${positionals.join(' ')}`,
            };
        return values;
    }
    catch (error) {
        return { wrong: (0,_host_errors_js__WEBPACK_IMPORTED_MODULE_7__/* .messageOf */ .b)(error) };
    }
}
async function memoryAt(workspace) {
    const isFolder = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(workspace).then((found) => found.isDirectory(), () => false);
    if (!isFolder)
        throw new _host_errors_js__WEBPACK_IMPORTED_MODULE_7__.UserError(`${workspace} is not a folder.`);
    const root = await (0,_worktree_js__WEBPACK_IMPORTED_MODULE_6__/* .findProjectRoot */ .p)(workspace);
    const reader = (0,_worktree_js__WEBPACK_IMPORTED_MODULE_6__/* .worktreeReader */ .J)(root);
    // Settings of the folder itself come first; most have none and go by their repository's.
    const own = (0,_worktree_js__WEBPACK_IMPORTED_MODULE_6__/* .worktreeReader */ .J)(workspace);
    const nearest = (await own.read('.gemini/settings.json')) === undefined ? reader : own;
    const settings = await (0,_settings_js__WEBPACK_IMPORTED_MODULE_5__/* .loadSettings */ .M)({}, nearest, () => undefined);
    const from = (0,_host_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .slashed */ .df)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(root, workspace));
    return (0,_agent_memory_js__WEBPACK_IMPORTED_MODULE_3__/* .loadMemory */ .ab)(reader, { ...(0,_agent_memory_js__WEBPACK_IMPORTED_MODULE_3__/* .memoryOptions */ .wh)(settings.context), root, from });
}
function forPeople({ text, files }) {
    if (files.length === 0)
        return 'Memory is currently empty.\n';
    const tree = files.flatMap((file) => [`L project: ${file.path}`, ...branches(file.imports, '  ')]);
    return ['Memory Files', ...tree, '', text, ''].join('\n');
}
const branches = (imports, indent) => imports.flatMap((file) => [`${indent}L ${file.path}`, ...branches(file.imports, `${indent}  `)]);


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
