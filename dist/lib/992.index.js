export const id = 992;
export const ids = [992];
export const modules = {

/***/ 70064:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AQ: () => (/* binding */ programCopies),
/* harmony export */   B4: () => (/* binding */ copyPrograms),
/* harmony export */   h2: () => (/* binding */ programsOf),
/* harmony export */   j0: () => (/* binding */ withLoadedFiles),
/* harmony export */   pF: () => (/* binding */ withCommittedProgram)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _platform_paths_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(554);
/* harmony import */ var _policy_shell_shell_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(21960);




const INTERPRETERS = /^(?:ba|da|k|z|fi)?sh$|^(?:node|deno|bun|tsx|ts-node|python[\d.]*|pypy3?|ruby|perl|php|lua|pwsh|source|\.|exec|env|uv|poetry|npx|sudo|timeout|nice)$/;
const CHECKOUT = /"?\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR|GITHUB_WORKSPACE|PWD)\}?"?\//g;
async function programsOf(command, files, hops = 0) {
    const { commands } = await (0,_policy_shell_shell_js__WEBPACK_IMPORTED_MODULE_3__/* .analyzeShellLine */ .D)(command.replace(CHECKOUT, './'));
    const manifest = hops > MAX_HOPS ? {} : await readManifest(files);
    const candidates = [];
    const scripts = [];
    for (const { words: [program, ...rest], } of commands) {
        const name = node_path__WEBPACK_IMPORTED_MODULE_1__.posix.basename(program?.text ?? '').replace(/\.(?:exe|cmd)$/i, '');
        const args = rest.map(({ text }) => text);
        candidates.push(program?.text ?? '');
        if (INTERPRETERS.test(name))
            candidates.push(...interpretedFiles(args));
        const isStarter = STARTS_SCRIPTS.test(name) || args.includes('--run') || (name === 'deno' && args[0] === 'task');
        for (const word of isStarter ? args : []) {
            const { [word]: script } = manifest.scripts ?? {};
            const { [word]: bin } = manifest.bin ?? {};
            if (script !== undefined)
                scripts.push(script);
            if (bin !== undefined)
                candidates.push(bin);
        }
    }
    const named = candidates.filter((text) => /[./]/.test(text)).map(_platform_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .normalizePath */ .Fd);
    const paths = [...new Set(named)].filter((path) => !/^(?:\.\.?$|\.\.\/|\/)/.test(path));
    const texts = await Promise.all(paths.map((path) => files.read(path)));
    const inside = await Promise.all(scripts.map((script) => programsOf(script, files, hops + 1)));
    return [...new Set([...paths.filter((_, index) => texts[index] !== undefined), ...inside.flat()])];
}
const MAX_HOPS = 3;
const STARTS_SCRIPTS = /^(?:npm|pnpm|yarn|bun|npx|pnpx|bunx)$/;
const interpretedFiles = (args) => args.flatMap((arg, index) => {
    const text = arg.replace(/^--?[\w-]+=/, '');
    const before = args[index - 1] ?? '';
    const module = /^-\w*m$/.test(before) ? arg : /^-m([\w.]+)$/.exec(arg)?.[1];
    if (module !== undefined) {
        const path = module.replaceAll('.', '/');
        const parents = path.split('/').map((_, nth, parts) => `${parts.slice(0, nth + 1).join('/')}/__init__.py`);
        return [`${path}.py`, `${path}/__main__.py`, ...parents, text];
    }
    return /^-\w*[ecp]$|^--(?:eval|print)$/.test(before)
        ? [text, ...namedFiles('inline.py', arg), ...namedFiles('inline.js', arg)]
        : [text];
});
async function readManifest(files) {
    const { name, scripts, bin } = readObject(await files.read('package.json'));
    const texts = (value) => Object.fromEntries(Object.entries(value instanceof Object ? value : {}).filter((entry) => typeof entry[1] === 'string'));
    const own = typeof bin === 'string' && typeof name === 'string' ? { [node_path__WEBPACK_IMPORTED_MODULE_1__.posix.basename(name)]: bin } : texts(bin);
    return { scripts: texts(scripts), bin: own };
}
function readObject(text) {
    try {
        const value = JSON.parse(text ?? '{}');
        return value instanceof Object ? { ...value } : {};
    }
    catch {
        return {};
    }
}
async function programCopies(files, { scratch, workspace }) {
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(scratch, 'programs');
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)(folder, { recursive: true, mode: 0o700 });
    return { files, folder, checkout: workspace };
}
async function copyPrograms(paths, { files, folder, checkout }) {
    const texts = await withLoadedFiles(paths, files);
    const folders = new Set([...texts.keys()].flatMap(foldersAbove));
    for (const each of folders) {
        const manifest = node_path__WEBPACK_IMPORTED_MODULE_1__.posix.join(each, 'package.json');
        const text = texts.has(manifest) ? undefined : await files.read(manifest);
        if (text !== undefined)
            texts.set(manifest, text);
    }
    for (const [path, text] of texts) {
        const target = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, path);
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(target), { recursive: true });
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(target, text, { mode: 0o755 });
    }
    for (const each of folders)
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.symlink)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(checkout, each, 'node_modules'), (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, each, 'node_modules'), 'junction').catch(() => undefined);
}
const foldersAbove = (path) => {
    const folder = node_path__WEBPACK_IMPORTED_MODULE_1__.posix.dirname(path);
    return folder === '.' ? ['.'] : [folder, ...foldersAbove(folder)];
};
async function withCommittedProgram(words, copies, cwd = '.') {
    const { files, folder, checkout } = copies;
    const copied = [];
    for (const [index, word] of words.entries()) {
        const isProgram = index === 0;
        if (isProgram && !INTERPRETERS.test(node_path__WEBPACK_IMPORTED_MODULE_1__.posix.basename((0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .toForwardSlashes */ .aR)(word))) && !/[\\/]/.test(word))
            break;
        const [, option = '', spelled = word] = /^(--?[\w-]+=)(.+)$/.exec(word) ?? [];
        const inside = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.isAbsolute)(spelled) ? (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(checkout, spelled) : (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(cwd, spelled);
        const path = (0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .normalizePath */ .Fd)((0,_platform_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .toForwardSlashes */ .aR)(inside));
        const isCode = /[./]/.test(spelled) &&
            !/^(?:\.\.?$|\.\.\/|\/|[a-z]:)/i.test(path) &&
            (isProgram || (CODE.test(path) && !path.endsWith('.json')));
        const text = isCode ? await files.read(path) : undefined;
        if (text === undefined || /[\0\ufffd]/.test(text))
            continue;
        await copyPrograms([path], copies);
        copied[index] = option + (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, path);
        if (!word.startsWith('-') && !words[index - 1]?.startsWith('-'))
            break;
        if (isProgram)
            break;
    }
    const [program, ...args] = words;
    return [copied[0] ?? program, ...args.map((arg, index) => copied[index + 1] ?? arg)];
}
const CODE = /\.(?:[cm]?[jt]sx?|json|sh|bash|zsh|py|rb|pl|pm|lua|php|jq|awk|sed)$/;
const MAX_FILES = 200;
async function withLoadedFiles(paths, files) {
    const texts = new Map();
    const open = [...paths];
    const seenPaths = new Set(open);
    for (let path = open.pop(); path !== undefined && texts.size < MAX_FILES; path = open.pop()) {
        const text = await files.read(path);
        if (text === undefined)
            continue;
        texts.set(path, text);
        for (const candidate of namedFiles(path, text).filter((each) => !seenPaths.has(each))) {
            seenPaths.add(candidate);
            if (seenPaths.size < 10 * MAX_FILES)
                open.push(candidate);
        }
    }
    return texts;
}
function namedFiles(path, text) {
    const folder = node_path__WEBPACK_IMPORTED_MODULE_1__.posix.dirname(path);
    const modules = path.endsWith('.py')
        ? Array.from(text.matchAll(/^\s*(?:from|import)\s+([\w.]+)/gm), ([, name = '']) => name.replaceAll('.', '/'))
        : [];
    const imports = Array.from(text.matchAll(/(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g), ([, name = '']) => name);
    const words = (text.match(/[\w.@+-]*(?:\/[\w.@+-]+)+|[\w@+-][\w.@+-]*\.\w+/g) ?? []).map((word) => word.replace(/^\/+/, ''));
    const candidates = [
        ...words.filter((word) => CODE.test(word)),
        ...modules.flatMap((name) => [`${name}.py`, `${name}/__init__.py`]),
        ...imports.flatMap((name) => ['', '.js', '.ts', '.mjs', '.cjs', '.json', '/index.js', '/index.ts'].map((end) => name + end)),
    ];
    return [...new Set(candidates.flatMap((name) => [node_path__WEBPACK_IMPORTED_MODULE_1__.posix.join(folder, name), node_path__WEBPACK_IMPORTED_MODULE_1__.posix.normalize(name)]))].filter((each) => !each.startsWith('../') && !each.startsWith('/') && CODE.test(each));
}


/***/ }),

/***/ 14992:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  J: () => (/* binding */ startExternalTools)
});

// EXTERNAL MODULE: ./build/agent/committed-programs.js
var committed_programs = __webpack_require__(70064);
// EXTERNAL MODULE: ./build/config/settings/settings.js
var settings = __webpack_require__(47040);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/policy/rules/reachable.js
var reachable = __webpack_require__(30876);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./build/platform/process/run-program.js + 1 modules
var run_program = __webpack_require__(76940);
// EXTERNAL MODULE: ./build/platform/process/shell-words.js
var shell_words = __webpack_require__(84626);
// EXTERNAL MODULE: ./build/text/clean-inbound.js + 1 modules
var clean_inbound = __webpack_require__(89795);
// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
// EXTERNAL MODULE: ./build/tools/json-schema.js
var json_schema = __webpack_require__(58010);
// EXTERNAL MODULE: ./build/tools/long-output.js
var long_output = __webpack_require__(65652);
// EXTERNAL MODULE: ./build/tools/tool.js
var tool = __webpack_require__(10280);
;// CONCATENATED MODULE: ./build/tools/discovered.js









const MAX_OUTPUT_BYTES = 10 * 1024 * 1024;
const DISCOVERY_MS = 60_000;
const Element = schemas/* looseObject */._H3({
    name: schemas/* unknown */.L5J().optional(),
    description: schemas/* string */.YjP().optional(),
    parametersJsonSchema: schemas/* unknown */.L5J().optional(),
    parameters: schemas/* unknown */.L5J().optional(),
    function_declarations: schemas/* array */.YOg(schemas/* unknown */.L5J()).optional(),
    functionDeclarations: schemas/* array */.YOg(schemas/* unknown */.L5J()).optional(),
});
async function discoverTools(commands, environment, warn, signal) {
    const argv = parseCommand(commands.discovery, 'Tool discovery command');
    if (commands.call === undefined || commands.call.trim() === '')
        throw new Error('tools.callCommand is missing: it must run the tools that tools.discoveryCommand lists.');
    const { trusted = async (words) => words } = environment;
    const call = await trusted(parseCommand(commands.call, 'Tool call command'));
    const { ran } = await runCommand(await trusted(argv), { ...environment, timeoutMs: Math.min(environment.timeoutMs, DISCOVERY_MS) }, signal);
    const tools = new Map();
    const declarations = parseDeclarations(ran);
    const nameless = declarations.filter((declaration) => declaration === undefined).length;
    if (nameless > 0)
        warn(`Discovered ${nameless === 1 ? 'a tool' : `${nameless} tools`} with no name. Skipping.`);
    for (const declaration of declarations) {
        if (declaration === undefined)
            continue;
        const tool = discoveredTool(declaration, call, environment);
        if (typeof tool === 'string')
            warn(tool);
        else if (tools.has(tool.name))
            warn(`Discovered two tools named ${tool.name}. Using the first.`);
        else
            tools.set(tool.name, tool);
    }
    return [...tools.values()];
}
function parseCommand(line, label) {
    if (line.trim() === '')
        throw new Error(`${label} is empty or contains only whitespace.`);
    const words = (0,shell_words/* splitCommandLine */.aL)(line);
    if (words !== undefined)
        return words;
    if (/^[|&;<>()`]/.test(line.trim()))
        throw new Error(`${label} must start with a program name.`);
    throw new Error(`${label} needs a shell, but runs without one. Put ${JSON.stringify(line)} into a script.`);
}
async function runCommand(argv, environment, signal, stdin) {
    const isolation = await environment.isolate?.();
    const mark = isolation?.network?.mark() ?? 0;
    const ran = await (0,run_program/* runProgram */.mB)({ argv }, {
        cwd: isolation?.place?.(environment.cwd) ?? environment.cwd,
        env: environment.env,
        signal,
        timeoutMs: environment.timeoutMs,
        maxBytes: MAX_OUTPUT_BYTES,
        floodBytes: 2 * MAX_OUTPUT_BYTES,
        endProcessTree: true,
        stdin,
        wrap: isolation?.wrap,
    });
    return { ran, refusedHosts: isolation?.network?.refusalsSince(mark) ?? [] };
}
function parseDeclarations(ran) {
    const stderrNote = ran.stderr.trim() === '' ? '' : ` Its standard error: ${(0,format_text/* keepEnd */.zf)(ran.stderr.trim(), 500)}`;
    if (ran.failure !== undefined)
        throw new Error(`Tool discovery command could not be started: ${ran.failure}.`);
    if (ran.truncatedBytes > 0 || ran.timedOut === 'flood')
        throw new Error(`Tool discovery command output exceeded size limit of ${MAX_OUTPUT_BYTES} bytes.`);
    if (ran.timedOut !== false)
        throw new Error(`Tool discovery command took longer than ${DISCOVERY_MS / 1000} seconds.`);
    if (ran.code !== 0)
        throw new Error(`Tool discovery command failed with exit code ${ran.code ?? ran.signal}.${stderrNote}`);
    const printed = parseJson(ran.stdout);
    if (!Array.isArray(printed))
        throw new Error(`Tool discovery command did not return a JSON array of tools.${stderrNote}`);
    return printed.flatMap((entry) => {
        const element = Element.safeParse(entry);
        if (!element.success)
            return [undefined];
        const { function_declarations: older, functionDeclarations: newer } = element.data;
        return (older ?? newer ?? [entry]).map(parseDeclaration);
    });
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch (error) {
        throw new Error(`Tool discovery command did not return a JSON array of tools: ${(0,errors/* messageOf */.bD)(error)}`);
    }
}
function parseDeclaration(entry) {
    const { data } = Element.safeParse(entry);
    if (data === undefined || typeof data.name !== 'string' || data.name.trim() === '')
        return undefined;
    const { name, description = '', parametersJsonSchema, parameters } = data;
    const schema = isSchema(parametersJsonSchema)
        ? parametersJsonSchema
        : isSchema(parameters)
            ? lowerTypes(parameters)
            : {};
    return { name, description, parameters: (0,json_schema/* normalizeParameters */.uk)({ ...schema }) };
}
const isSchema = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
function lowerTypes(schema) {
    const convert = (value) => (isSchema(value) ? lowerTypes(value) : value);
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => {
        if (key === 'type' && typeof value === 'string')
            return [key, value.toLowerCase()];
        if (key === 'properties' && isSchema(value))
            return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each)]))];
        return [key, Array.isArray(value) && key !== 'enum' ? value.map(convert) : convert(value)];
    }));
}
function discoveredTool(declaration, call, environment) {
    const { name, description, parameters } = declaration;
    const full = (0,json_schema/* toValidName */.rv)(`discovered_tool_${name}`);
    if (typeof parameters === 'string')
        return `Skipped discovered tool ${name}: its parameter schema is invalid: ${parameters}.`;
    let calls = 0;
    return {
        name: full,
        shortName: name,
        aliases: [],
        annotations: {},
        declare: () => ({ name: full, description: describeTool(description, call), parameters: parameters.declared }),
        parse(args) {
            const { wait_for_previous: _, ...toolArgs } = args;
            const problem = parameters.check(toolArgs);
            return problem === undefined ? { ok: true, args: toolArgs } : { ok: false, text: problem };
        },
        async run(args, signal) {
            calls++;
            const spill = (0,long_output/* openOutputSpill */.GJ)(environment.outputDir, `${full}-${calls}.txt`, environment.maxOutputCharacters);
            const { ran, refusedHosts } = await runCommand([...call, name], environment, signal, JSON.stringify(args));
            spill.write(Buffer.from(ran.stdout));
            return resultOf(ran, refusedHosts, spill.file(), environment.maxOutputCharacters);
        },
    };
}
const describeTool = (description, call) => `${description.trim() || 'The repository gives this tool no description.'}

This tool comes from the repository's discovery command. A call runs "${call.join(' ')}" with the tool's name as its argument and the parameters as JSON on standard input. A successful call returns the standard output. Otherwise the result has the lines Stdout, Stderr, Error (why it did not start or complete), Exit Code and Signal, with (empty) or (none) for missing values.`.trim();
function resultOf(ran, refusedHosts, file, maxCharacters) {
    if (ran.aborted)
        return (0,tool/* failed */.gz)('cancelled', 'Tool call aborted');
    const { text, ...rest } = (0,long_output/* shortenOutput */.vc)(ran.stdout, file, maxCharacters);
    const output = (0,long_output/* withRefusals */._E)(text, refusedHosts);
    if (ran.code === 0 && ran.signal === null && ran.failure === undefined && ran.stderr === '')
        return { ...(0,tool/* done */.Vw)((0,clean_inbound/* wrapUntrusted */.fj)(output), output), ...rest };
    const timeoutReason = ran.timedOut === false ? undefined : `It was terminated: ${TIMEOUT_REASONS[ran.timedOut]}.`;
    const report = [
        `Stdout: ${output || '(empty)'}`,
        `Stderr: ${(0,long_output/* truncateOutput */.Kx)(ran.stderr, undefined) || '(empty)'}`,
        `Error: ${ran.failure ?? timeoutReason ?? '(none)'}`,
        `Exit Code: ${ran.code ?? '(none)'}`,
        `Signal: ${ran.signal ?? '(none)'}`,
    ].join('\n');
    return { ...(0,tool/* failed */.gz)('discovered_tool_execution_error', (0,clean_inbound/* wrapUntrusted */.fj)(report)), ...rest };
}
const TIMEOUT_REASONS = {
    total: 'it took too long',
    idle: 'it printed nothing for too long',
    flood: 'it printed too much',
};

;// CONCATENATED MODULE: ./build/session/external-tools.js





const NO_TOOLS = {
    tools: () => [],
    version: () => 0,
    instructions: '',
    prompt: async () => undefined,
};
function startExternalTools(options) {
    const opening = (0,settings/* hasServers */.L)(options.config.settings)
        ? Promise.all(/* import() */[__webpack_require__.e(650), __webpack_require__.e(471)]).then(__webpack_require__.bind(__webpack_require__, 99471)).then(({ startMcpServers }) => startMcpServers(options))
        : undefined;
    const ready = Promise.all([opening, discoverRepositoryTools(options)]).then(([opened, discovered]) => {
        const loaded = opened?.tools ?? NO_TOOLS;
        return discovered.length === 0 ? loaded : { ...loaded, tools: () => [...discovered, ...loaded.tools()] };
    });
    ready.catch(() => undefined);
    return {
        ready,
        startServers: async ({ name, servers = {} }, signal) => Object.keys(servers).length === 0
            ? undefined
            : (await Promise.all(/* import() */[__webpack_require__.e(650), __webpack_require__.e(471)]).then(__webpack_require__.bind(__webpack_require__, 99471))).startSubagentServers(name, servers, { ...options, signal }),
        async [Symbol.asyncDispose]() {
            const opened = await opening?.catch(() => undefined);
            await opened?.close();
        },
    };
}
const showing = (folder, isolation = {}) => ({
    ...isolation,
    wrap: isolation.wrap && ((argv) => isolation.wrap?.(argv, [folder]) ?? argv),
});
const NAME_PREFIX = 'discovered_tool_';
async function discoverRepositoryTools({ config, capabilities, runtime, session, signal, }) {
    const { discoveryCommand: discovery, callCommand: call } = config.settings.tools ?? {};
    if (discovery === undefined)
        return [];
    const warn = (text) => session.transcript.emit({ type: 'notice', level: 'warning', text });
    const none = (reason) => {
        warn(`tools.discoveryCommand provides no tools: ${reason}`);
        return [];
    };
    const { shell } = capabilities;
    if (shell === undefined)
        return none('this run may not execute programs of the checkout.');
    if (!(0,reachable/* mayAllowToolPrefix */.l4)(config.rules, NAME_PREFIX, config.mode))
        return none(`no rule allows them in mode ${config.mode}. Add a rule with toolName = "${NAME_PREFIX}*".`);
    try {
        const copies = await (0,committed_programs/* programCopies */.AQ)(config.steering, runtime);
        const trusted = (argv) => (0,committed_programs/* withCommittedProgram */.pF)(argv, copies);
        const isolate = shell.isolate && (async () => showing(copies.folder, await shell.isolate?.()));
        const environment = { ...shell, isolate, trusted, cwd: runtime.workspace };
        return await discoverTools({ discovery, call }, environment, warn, signal);
    }
    catch (error) {
        if (error instanceof errors/* IsolationError */.RV)
            throw error;
        return signal.aborted ? [] : none((0,errors/* messageOf */.bD)(error));
    }
}


/***/ }),

/***/ 58010:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ex: () => (/* binding */ hasTypes),
/* harmony export */   Sp: () => (/* binding */ MAX_NAME_CHARACTERS),
/* harmony export */   rv: () => (/* binding */ toValidName),
/* harmony export */   uk: () => (/* binding */ normalizeParameters)
/* harmony export */ });
/* harmony import */ var ajv__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(42463);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34779);
/* harmony import */ var _platform_lazy_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(21510);
/* harmony import */ var _text_json_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(25666);
/* harmony import */ var _schema_references_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(88056);





const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const AJV_OPTIONS = { strict: false, validateFormats: false, unicodeRegExp: false, logger: false };
const schemaValidator = (0,_platform_lazy_js__WEBPACK_IMPORTED_MODULE_2__/* .lazy */ .R)(() => new ajv__WEBPACK_IMPORTED_MODULE_3__.Ajv(AJV_OPTIONS));
function normalizeParameters(schema) {
    const { $schema: _, $id: __, ...plain } = schema;
    if (plain.type !== undefined && plain.type !== 'object')
        return 'parameters must be of type object';
    if ((0,_text_json_js__WEBPACK_IMPORTED_MODULE_4__/* .exceedsDepth */ .Rv)(plain, MAX_DEPTH))
        return `it is nested more than ${MAX_DEPTH} levels deep`;
    const complete = { type: 'object', properties: {}, ...plain };
    const resolved = (0,_schema_references_js__WEBPACK_IMPORTED_MODULE_1__/* .resolveReferences */ .d)(complete);
    if (typeof resolved === 'string')
        return resolved;
    const declared = normalizeSchema(resolved);
    if (!isObject(declared))
        return 'it is not an object';
    try {
        schemaValidator().validateSchema(declared, true);
        const { validate, errorsText } = compileCheck(normalizeSchema(complete), declared);
        return { declared, check: (args) => (validate(args) ? undefined : errorsText()) };
    }
    catch (error) {
        return (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error);
    }
}
function compileCheck(serverSchema, declared) {
    const ajv = new ajv__WEBPACK_IMPORTED_MODULE_3__.Ajv({ ...AJV_OPTIONS, meta: false, validateSchema: false });
    const validate = compiled(ajv, serverSchema) ?? ajv.compile(declared);
    return { validate, errorsText: () => ajv.errorsText(validate.errors, { dataVar: 'params' }) };
}
function compiled(ajv, schema) {
    try {
        return isObject(schema) ? ajv.compile(schema) : undefined;
    }
    catch {
        return undefined;
    }
}
const MAX_DEPTH = 200;
function hasTypes(schema) {
    if (!isObject(schema))
        return true;
    const { type, properties, items } = schema;
    if (type === undefined) {
        if (schema.$ref !== undefined || schema.const !== undefined || Array.isArray(schema.enum))
            return true;
        const joined = [schema.anyOf, schema.allOf, schema.oneOf].filter((each) => Array.isArray(each)).flat();
        return joined.length > 0 && joined.every(hasTypes);
    }
    const types = Array.isArray(type) ? type : [type];
    if (types.includes('object') && isObject(properties) && !Object.values(properties).every(hasTypes))
        return false;
    return !types.includes('array') || hasTypes(items);
}
function normalizeSchema(schema) {
    if (Array.isArray(schema))
        return schema.map(normalizeSchema);
    if (!isObject(schema))
        return schema;
    const entries = Object.entries(schema).flatMap(([key, value]) => {
        if (/^(enum|anyOf|oneOf|allOf|required)$/.test(key) && Array.isArray(value) && value.length === 0)
            return [];
        if (_schema_references_js__WEBPACK_IMPORTED_MODULE_1__/* .SCHEMA_DATA_KEYWORDS */ .G6.has(key))
            return [[key, value]];
        if (_schema_references_js__WEBPACK_IMPORTED_MODULE_1__/* .SCHEMA_MAP_KEYWORDS */ .YR.has(key) && isObject(value))
            return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, normalizeSchema(each)]))]];
        return [[key, normalizeSchema(value)]];
    });
    const normalized = Object.fromEntries(entries);
    const { type, properties, required } = normalized;
    if (isObject(properties) && Array.isArray(required)) {
        const declaredNames = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
        if (declaredNames.length === 0)
            delete normalized.required;
        else
            normalized.required = declaredNames;
    }
    if (!Array.isArray(type) || type.length !== 2 || !type.includes('null'))
        return normalized;
    return { ...normalized, type: type.find((each) => each !== 'null') ?? 'null', nullable: true };
}
const MAX_NAME_CHARACTERS = 63;
const [HEAD, TAIL] = [28, 32];
function toValidName(name) {
    const valid = name.replace(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
    return valid.length <= MAX_NAME_CHARACTERS ? valid : `${valid.slice(0, HEAD)}___${valid.slice(-TAIL)}`;
}


/***/ }),

/***/ 88056:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G6: () => (/* binding */ SCHEMA_DATA_KEYWORDS),
/* harmony export */   YR: () => (/* binding */ SCHEMA_MAP_KEYWORDS),
/* harmony export */   d: () => (/* binding */ resolveReferences)
/* harmony export */ });
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const SCHEMA_MAP_KEYWORDS = new Set([
    'properties',
    'patternProperties',
    '$defs',
    'definitions',
    'dependentSchemas',
]);
const SCHEMA_DATA_KEYWORDS = new Set(['const', 'default', 'examples', 'enum', 'required']);
const REFERENCE_KEYWORDS = ['$ref', '$dynamicRef', '$recursiveRef'];
const REFERENCE_PARTS = new Set([
    ...REFERENCE_KEYWORDS,
    ...['$anchor', '$dynamicAnchor', '$recursiveAnchor', '$id', '$defs', 'definitions'],
]);
const MAX_INLINE_NODES = 5000;
function resolveReferences(root) {
    const find = referenceFinder(root);
    try {
        return expand(root, find, MAX_INLINE_NODES) ?? expand(root, find, 0) ?? root;
    }
    catch (error) {
        if (error instanceof UnknownReference)
            return error.message;
        throw error;
    }
}
class UnknownReference extends Error {
}
function expand(root, find, maxInlined) {
    const names = new Map();
    const definitions = {};
    let nodes = 0;
    const nameOf = (target, reference) => {
        const known = names.get(target);
        if (known !== undefined)
            return known;
        const stem = reference.replace(/^.*[/#]/, '').replace(/[^\w.-]/g, '_') || 'root';
        const taken = new Set(names.values());
        let name = stem;
        for (let n = 2; taken.has(name); n++)
            name = `${stem}_${n}`;
        names.set(target, name);
        definitions[name] = {};
        definitions[name] = convert(target, [target]);
        return name;
    };
    function convert(schema, path) {
        nodes += 1;
        if (Array.isArray(schema))
            return schema.map((each) => convert(each, path));
        if (!isObject(schema))
            return schema;
        const reference = referenceIn(schema);
        if (reference === undefined)
            return convertKeywords(schema, path);
        const target = find(reference);
        if (target === undefined)
            throw new UnknownReference(`it refers to ${reference}, which it does not contain`);
        const mayInline = maxInlined > 0 && nodes <= maxInlined && !path.includes(target);
        if (!mayInline)
            return { $ref: `#/$defs/${nameOf(target, reference)}` };
        const inlined = convert(target, [...path, target]);
        const siblings = convertKeywords(schema, path);
        return isObject(inlined) ? besideReference(inlined, siblings) : inlined;
    }
    function convertKeywords(schema, path) {
        const entries = Object.entries(schema).flatMap(([key, value]) => {
            if (REFERENCE_PARTS.has(key))
                return [];
            if (SCHEMA_DATA_KEYWORDS.has(key))
                return [[key, value]];
            if (!SCHEMA_MAP_KEYWORDS.has(key) || !isObject(value))
                return [[key, convert(value, path)]];
            return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each, path)]))]];
        });
        return Object.fromEntries(entries);
    }
    const converted = convertKeywords(root, [root]);
    if (maxInlined > 0 && nodes > maxInlined)
        return undefined;
    const whole = Object.keys(definitions).length === 0 ? converted : { ...converted, $defs: definitions };
    return isObject(whole) ? withoutRequiredCycles(whole) : undefined;
}
const referenceIn = (schema) => REFERENCE_KEYWORDS.map((keyword) => schema[keyword]).find((value) => typeof value === 'string');
const besideReference = (inlined, siblings) => inlined.$ref === undefined ? { ...inlined, ...siblings } : inlined;
function referenceFinder(root) {
    const targets = new Map();
    const collect = (value) => {
        if (Array.isArray(value))
            for (const each of value)
                collect(each);
        if (!isObject(value))
            return;
        for (const keyword of ['$anchor', '$dynamicAnchor', '$id']) {
            const name = value[keyword];
            if (typeof name !== 'string')
                continue;
            const key = keyword === '$id' ? name.replace(/#$/, '') : `#${name}`;
            if (key !== '' && !targets.has(key))
                targets.set(key, value);
        }
        for (const [key, each] of Object.entries(value))
            if (!SCHEMA_DATA_KEYWORDS.has(key))
                collect(each);
    };
    collect(root);
    return (reference) => {
        const [, base = '', fragment] = /^([^#]*)(?:#(.*))?$/s.exec(reference) ?? [];
        const start = base === '' ? root : targets.get(base);
        if (fragment === undefined || fragment === '')
            return start;
        return fragment.startsWith('/') ? atPointer(start, fragment) : targets.get(`#${fragment}`);
    };
}
function atPointer(start, pointer) {
    let target = start;
    for (const step of pointer.slice(1).split('/')) {
        const key = decodeStep(step);
        if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key))
            return undefined;
        target = Reflect.get(target, key);
    }
    return target;
}
function decodeStep(step) {
    const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
    try {
        return decodeURIComponent(plain);
    }
    catch {
        return plain;
    }
}
function withoutRequiredCycles(schema) {
    const convert = (value) => {
        if (Array.isArray(value))
            return value.map(convert);
        if (!isObject(value))
            return value;
        const converted = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, SCHEMA_DATA_KEYWORDS.has(key) ? each : convert(each)]));
        const { properties, required } = converted;
        if (isObject(properties) && Array.isArray(required))
            converted.required = required.filter((name) => !hasReference(properties[String(name)]));
        return converted;
    };
    const converted = convert(schema);
    return isObject(converted) ? converted : undefined;
}
const hasReference = (value) => Array.isArray(value)
    ? value.some(hasReference)
    : isObject(value) && (value.$ref !== undefined || Object.values(value).some(hasReference));


/***/ })

};
