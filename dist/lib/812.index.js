export const id = 812;
export const ids = [812];
export const modules = {

/***/ 6812:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   memoryCommand: () => (/* binding */ memoryCommand)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(57975);
/* harmony import */ var _config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(56873);
/* harmony import */ var _config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(93504);
/* harmony import */ var _platform_paths_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(554);
/* harmony import */ var _command_io_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(29395);
/* harmony import */ var _local_config_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(29639);
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});







const HELP = `sluice memory show [--json] [--workspace DIR] [--workflow FILE]

Shows the memory files that a run would load here, their imports, and the text that the model gets.
Reads the current files, so that you can try an edit before you commit it. Includes extensions and ~/.gemini; ~/.gemini
applies to \`sluice run\` and self-hosted runners, not to hosted ones. Set workflow inputs as INPUT_SETTINGS and
INPUT_EXTENSIONS.

  --json           print {"text", "files": [{"path", "bytes", "imports": [...]}]}
  --workspace DIR  a folder (default: the current folder); inside a git repository, its root applies too
  --workflow FILE  take the inputs of this workflow (default: of the only one that uses the action)
  --help           print this text

Exit codes: 0 success, 2 wrong usage, 42 the folder or its settings cannot be read.
`;
async function memoryCommand(argv, io) {
    let options;
    try {
        options = readOptions(argv);
    }
    catch (error) {
        return (0,_command_io_js__WEBPACK_IMPORTED_MODULE_5__/* .reportUsageError */ .gD)(io, 'memory', error, HELP);
    }
    if (options.help) {
        io.out(HELP);
        return 0;
    }
    const memory = await loadMemoryOf(await (0,_command_io_js__WEBPACK_IMPORTED_MODULE_5__/* .resolveWorkspace */ .cz)(io, options.workspace), io, options.workflow);
    for (const note of memory.notes)
        io.err(`note: ${note}\n`);
    io.out(options.json
        ? `${JSON.stringify({ text: memory.text, files: [...memory.extensionFiles, ...memory.files] })}\n`
        : formatMemory(memory));
    return 0;
}
function readOptions(argv) {
    const { values, positionals } = (0,node_util__WEBPACK_IMPORTED_MODULE_1__.parseArgs)({
        args: argv,
        allowPositionals: true,
        options: {
            help: { type: 'boolean', short: 'h' },
            json: { type: 'boolean' },
            workspace: { type: 'string' },
            workflow: { type: 'string' },
        },
    });
    if (!values.help && positionals.join(' ') !== 'show')
        throw new Error('the only subcommand is show');
    return values;
}
async function loadMemoryOf(workspace, io, workflow) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const config = __addDisposableResource(env_1, await (0,_local_config_js__WEBPACK_IMPORTED_MODULE_6__/* .loadLocalConfig */ .gm)(workspace, { ...io, workflow, notice: (text) => io.err(`${text}\n`) }), true);
        const { runtime, steering } = config;
        const from = (0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .toForwardSlashes */ .aR)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.relative)(runtime.workspace, workspace));
        const memory = await (0,_config_resolve_settings_js__WEBPACK_IMPORTED_MODULE_2__/* .loadRunMemory */ .hc)(steering, config, runtime, from);
        const notes = [...memory.notes, ...(from === '' ? [] : [await rootNote(workspace, runtime.workspace)]), config.note];
        return { ...memory, notes };
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
async function rootNote(workspace, root) {
    const hasSettings = (await (0,_config_worktree_reader_js__WEBPACK_IMPORTED_MODULE_3__/* .worktreeReader */ .J)(workspace).read('.gemini/settings.json')) !== undefined;
    const settings = hasSettings ? ', and it ignores the settings.json of this folder' : '';
    return `A run starts at ${root}: it also loads memory files from other folders below it${settings}.`;
}
function formatMemory({ text, files, extensionFiles, fallbacks = [] }) {
    if (files.length + extensionFiles.length === 0)
        return 'Memory is currently empty.\n';
    const memoryLines = (label, file) => [
        `L ${label}: ${file.path}${fallbacks.includes(file.path) ? ' (the folder has no GEMINI.md)' : ''}`,
        ...importLines(file.imports, '  '),
    ];
    const tree = [
        ...extensionFiles.flatMap((file) => memoryLines('extension', file)),
        ...files.flatMap((file) => memoryLines(file.path.startsWith('~/') ? 'global' : 'project', file)),
    ];
    return ['Memory Files', ...tree, '', text, ''].join('\n');
}
const importLines = (imports, indent) => imports.flatMap((file) => [`${indent}L ${file.path}`, ...importLines(file.imports, `${indent}  `)]);


/***/ })

};
