export const id = 179;
export const ids = [179];
export const modules = {

/***/ 37527:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ readYaml),
/* harmony export */   v: () => (/* binding */ splitFrontMatter)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(38815);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34779);


function splitFrontMatter(text) {
    const match = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text.replace(/^\uFEFF/, ''));
    return match === null ? undefined : { yaml: match[1] ?? '', body: (match[2] ?? '').trim() };
}
function readYaml(text) {
    try {
        return { ok: true, value: (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .parse */ .qg)(text, { logLevel: 'error' }) };
    }
    catch (error) {
        return { ok: false, reason: (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error).split('\n', 1)[0] ?? '' };
    }
}


/***/ }),

/***/ 94179:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Pq: () => (/* binding */ createSubdirectoryMemory),
  ab: () => (/* binding */ loadMemory),
  Ep: () => (/* binding */ memoryFileNames),
  wh: () => (/* binding */ memoryOptions),
  A9: () => (/* binding */ memoryWithFallback),
  Gb: () => (/* binding */ placeOptions)
});

// UNUSED EXPORTS: FALLBACK_NAME, loadSubdirectoryMemory

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/platform/files/workspace.js
var workspace = __webpack_require__(36575);
// EXTERNAL MODULE: ./build/platform/paths.js
var paths = __webpack_require__(554);
// EXTERNAL MODULE: ./build/text/parse-markdown.js + 61 modules
var parse_markdown = __webpack_require__(55839);
;// CONCATENATED MODULE: ./build/agent/memory-imports.js



const MEMORY_LIMITS = { depth: 5, fileBytes: 256 * 1024, totalBytes: 1024 * 1024 };
async function processImports(text, path, reader, options = {}) {
    const job = {
        reader,
        maxDepth: options.maxDepth ?? MEMORY_LIMITS.depth,
        root: portable(options.root ?? UNNAMED_ROOT),
        budget: options.budget ?? { remainingBytes: MEMORY_LIMITS.totalBytes },
        ignored: new Map(),
        notes: new Set(),
    };
    const source = { path, text: withoutByteOrderMark(text) };
    const { content, imports } = options.format === 'flat' ? await flatten(source, 0, new Set([path]), job) : await expand(source, [path], job);
    return { content, importTree: { path, bytes: storedBytes(reader, path, text), imports }, notes: [...job.notes] };
}
const OUTSIDE = 'Path traversal attempt';
const MISSING = 'File not found';
const FOLDER = 'Is a directory';
const UNREADABLE = 'File could not be read';
const TOO_LARGE = `Larger than ${MEMORY_LIMITS.fileBytes / 1024} KiB`;
const FULL = `Memory is limited to ${MEMORY_LIMITS.totalBytes / 1024} KiB`;
async function expand(source, chain, job) {
    const mentions = await mentionsIn(source, job);
    if (mentions.length > 0 && chain.length > job.maxDepth) {
        job.notes.add(`${source.path}: imports nested deeper than ${job.maxDepth} are not resolved.`);
        return { content: source.text, imports: [] };
    }
    const imports = [];
    let content = '';
    let position = 0;
    for (const mention of mentions) {
        const imported = await expandMention(mention, source, chain, job);
        if (imported === undefined)
            continue;
        content += source.text.slice(position, mention.start) + imported.content;
        imports.push(...imported.imports);
        position = mention.end;
    }
    return { content: content + source.text.slice(position), imports };
}
async function expandMention({ spelling, target }, source, chain, job) {
    const name = spelling.replaceAll('-->', '--&gt;');
    const comment = (text, note) => {
        job.notes.add(`${source.path}: @${spelling}: ${note}`);
        return spendBytes(Buffer.byteLength(text), job) ? { content: text, imports: [] } : undefined;
    };
    if (target.ok && chain.includes(target.path))
        return comment(`<!-- File already processed: ${name} -->`, 'File already processed');
    const file = target.ok ? await loadImport(target.path, job) : target;
    if (!file.ok)
        return comment(`<!-- Import failed: ${name} - ${file.reason} -->`, file.reason);
    const head = `<!-- Imported from: ${name} -->\n`;
    const tail = `\n<!-- End of import from: ${name} -->`;
    if (!spendBytes(Buffer.byteLength(head + file.text + tail), job))
        return comment(`<!-- Import failed: ${name} - ${FULL} -->`, FULL);
    const inner = await expand(file, [...chain, file.path], job);
    const node = { path: file.path, bytes: file.bytes, imports: inner.imports };
    return { content: head + inner.content + tail, imports: [node] };
}
async function flatten(source, depth, importedPaths, job) {
    const blocks = [`--- File: ${source.path} ---\n${source.text.trim()}\n--- End of File: ${source.path} ---`];
    const imports = [];
    const mentions = await mentionsIn(source, job);
    if (mentions.length > 0 && depth >= job.maxDepth)
        job.notes.add(`${source.path}: imports nested deeper than ${job.maxDepth} are skipped.`);
    for (const { spelling, target } of depth < job.maxDepth ? mentions : []) {
        if (target.ok && importedPaths.has(target.path))
            continue;
        const file = target.ok ? await loadImport(target.path, job) : target;
        const reason = !file.ok
            ? file.reason
            : spendBytes(file.bytes + 2 * file.path.length + FLAT_FRAME_BYTES, job)
                ? undefined
                : FULL;
        if (!file.ok || reason !== undefined) {
            job.notes.add(`${source.path}: @${spelling}: ${reason}`);
            continue;
        }
        importedPaths.add(file.path);
        const inner = await flatten(file, depth + 1, importedPaths, job);
        blocks.push(inner.content);
        imports.push({ path: file.path, bytes: file.bytes, imports: inner.imports });
    }
    return { content: blocks.join('\n\n'), imports };
}
const FLAT_FRAME_BYTES = 50;
async function mentionsIn(source, job) {
    const candidates = [...source.text.matchAll(/(?<![^ \t\r\n"'“‘*_])@([./A-Za-z][^ \t\r\n]*)/g)];
    if (candidates.length === 0)
        return [];
    const folder = external_node_path_.posix.join(job.root, external_node_path_.posix.dirname(source.path));
    const mentions = [];
    for (const { index, 1: word = '' } of candidates) {
        const { spelling, target } = await findTarget(word, folder, job);
        const isImport = target?.ok || (target !== undefined && /^\s?$/.test(source.text.charAt(index - 1)));
        if (isImport)
            mentions.push({ start: index, end: index + 1 + spelling.length, spelling, target });
    }
    if (mentions.length === 0)
        return [];
    const isNoImport = job.ignored.get(source.path) ?? ignoredRegions(source.text);
    job.ignored.set(source.path, isNoImport);
    return mentions.filter(({ start }) => !isNoImport(start));
}
const CLOSING_MARKS = /[^.][.,;:!?"'”’)\]}>*_~|]+$/;
async function findTarget(word, folder, job) {
    let spelling = word;
    let target = await targetOf(spelling, folder, job);
    for (let marks = 0; marks < 8 && !target?.ok && CLOSING_MARKS.test(spelling); marks += 1) {
        const shorter = await targetOf(spelling.slice(0, -1), folder, job);
        spelling = spelling.slice(0, -1);
        target = shorter;
    }
    return target === undefined || target.ok || LOOKS_LIKE_A_PATH.test(portable(spelling))
        ? { spelling, target }
        : { spelling: word, target: await targetOf(word, folder, job) };
}
async function targetOf(spelling, folder, { reader, root }) {
    if (!validateImportPath(spelling, folder, [root]))
        return { ok: false, reason: OUTSIDE };
    const portableSpelling = portable(spelling);
    const path = external_node_path_.posix.relative(root, external_node_path_.posix.resolve(folder, portableSpelling));
    const kind = await (0,workspace/* entryKind */.FY)(reader, path);
    if (!LOOKS_LIKE_A_PATH.test(portableSpelling))
        return kind === 'file' && !portableSpelling.endsWith('/') ? { ok: true, path } : undefined;
    if (kind === 'folder')
        return { ok: false, reason: FOLDER };
    return kind === 'file' && !portableSpelling.endsWith('/') ? { ok: true, path } : { ok: false, reason: MISSING };
}
const LOOKS_LIKE_A_PATH = /^\.{0,2}\/|^\.{1,2}$|\.(?:md|mdx|mdc|markdown|txt|text|rst|adoc|json|jsonc|ya?ml|toml|xml|html?|csv)$/i;
function validateImportPath(importPath, basePath, allowedDirectories) {
    if (/^[a-z][a-z\d+.-]*:\/\//i.test(importPath) || /\0|%00/.test(importPath))
        return false;
    const allowed = allowedDirectories.map((directory) => directory.trim()).filter((directory) => directory !== '');
    return [importPath, decoded(importPath)].every((path) => {
        const resolved = external_node_path_.posix.resolve(portable(basePath), portable(path));
        return allowed.some((directory) => {
            const relativePath = external_node_path_.posix.relative(portable(directory), resolved);
            return relativePath !== '..' && !relativePath.startsWith('../');
        });
    });
}
function decoded(path) {
    try {
        return decodeURIComponent(path);
    }
    catch {
        return path;
    }
}
const UNNAMED_ROOT = '/<repository>';
const portable = (path) => /^[a-z]:[\\/]/i.test(path) ? `/${path.charAt(0).toLowerCase()}${path.slice(1).replaceAll('\\', '/')}` : path;
async function loadImport(path, job) {
    const read = await job.reader.read(path).then((text) => ({ text }), () => undefined);
    if (read === undefined)
        return { ok: false, reason: UNREADABLE };
    if (read.text === undefined)
        return { ok: false, reason: UNREADABLE };
    const bytes = storedBytes(job.reader, path, read.text);
    if (bytes > MEMORY_LIMITS.fileBytes)
        return { ok: false, reason: TOO_LARGE };
    return { ok: true, path, text: withoutByteOrderMark(read.text), bytes };
}
function spendBytes(bytes, { budget }) {
    if (bytes > budget.remainingBytes)
        return false;
    budget.remainingBytes -= bytes;
    return true;
}
const withoutByteOrderMark = (text) => (text.startsWith('\ufeff') ? text.slice(1) : text);
const storedBytes = (reader, path, text) => reader.loaded().find((file) => file.path === path)?.bytes ?? Buffer.byteLength(text);
const MAY_BE_IGNORED = /[`~\t]| {4}|<(?:pre|code)\b|<!--/i;
function ignoredRegions(text) {
    if (!MAY_BE_IGNORED.test(text))
        return () => false;
    const { code, html } = regionsOf((0,parse_markdown/* parseMarkdown */.Dd)(text));
    const covered = new Uint8Array(text.length);
    for (const { start, end } of [
        ...code,
        ...commentsIn(text, html),
        ...codeElements(text, html),
        ...codeInHtml(text, html),
    ])
        covered.fill(1, start, end);
    return (offset) => covered[offset] === 1;
}
function regionsOf(root) {
    const code = [];
    const html = [];
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
        const region = (0,parse_markdown/* rangeOf */.be)(node);
        if (node.type === 'code' || node.type === 'inlineCode')
            code.push(region);
        else if (node.type === 'html')
            html.push(region);
        else if ('children' in node)
            for (const child of node.children)
                open.push(child);
    }
    return { code, html };
}
const commentsIn = (text, html) => html.flatMap(({ start, end }) => Array.from(text.slice(start, end).matchAll(/<!--[\s\S]*?(?:-->|$)/g), ({ index, 0: comment }) => ({
    start: start + index,
    end: start + index + comment.length,
})));
function codeElements(text, html) {
    if (html.length === 0)
        return [];
    return [...text.matchAll(/<(pre|code)\b[^>]*>[\s\S]*?<\/\1>/gi)]
        .map(({ index, 0: text }) => ({ start: index, end: index + text.length }))
        .filter(({ start }) => html.some((region) => region.start <= start && start < region.end));
}
function codeInHtml(text, html) {
    return html.flatMap(({ start, end }) => {
        const raw = text.slice(start, end);
        if (!/[`~]/.test(raw))
            return [];
        const painted = raw.replace(/<\/?[a-z][^>]*>|<!--|-->/gi, (tag) => tag.replace(/[^\r\n]/g, 'x'));
        return regionsOf((0,parse_markdown/* parseMarkdown */.Dd)(painted))
            .code.filter((region) => /[`~]/.test(painted.charAt(region.start)))
            .map((region) => ({ start: region.start + start, end: region.end + start }));
    });
}

// EXTERNAL MODULE: ./build/agent/memory-paths.js
var memory_paths = __webpack_require__(75766);
// EXTERNAL MODULE: ./build/agent/place-instructions.js
var place_instructions = __webpack_require__(46115);
;// CONCATENATED MODULE: ./build/agent/memory-files.js







const DEFAULT_NAMES = ['GEMINI.md'];
const FALLBACK_NAME = 'AGENTS.md';
async function loadMemory(reader, options) {
    const budget = { remainingBytes: MEMORY_LIMITS.totalBytes };
    const blocks = [];
    if (options.home !== undefined) {
        const home = withHomePrefix(options.home);
        for (const name of options.fileNames)
            blocks.push(await loadBlock(home, HOME + name, { importFormat: options.importFormat, budget }));
    }
    const loaded = new Set();
    for (const path of await (0,memory_paths/* findMemoryPaths */.$m)(reader, options))
        if (!(await isRepeated(reader, path, loaded)))
            blocks.push(await loadBlock(reader, path, { ...options, budget }));
    return withFallbacks(composeMemory(blocks), options);
}
function withFallbacks(memory, { fallbackName }) {
    const isFallback = ({ path }) => path.split('/').at(-1) === fallbackName;
    const fallbacks = memory.files.filter(isFallback).map(({ path }) => path);
    if (fallbacks.length === 0)
        return memory;
    const note = `${FALLBACK_NAME} counts as memory where a folder has no GEMINI.md: ${fallbacks.join(', ')}.`;
    return { ...memory, fallbacks, notes: [...memory.notes, note] };
}
async function isRepeated(reader, path, loaded) {
    await reader.read(path).catch(() => undefined);
    const file = reader.loaded().find((each) => each.path === path)?.target ?? path;
    const isKnown = loaded.has(file);
    loaded.add(file);
    return isKnown;
}
async function loadSubdirectoryMemory(reader, loaded, paths, options = { fileNames: DEFAULT_NAMES, fallbackName: FALLBACK_NAME }) {
    const inside = (typeof paths === 'string' ? [paths] : paths).flatMap((path) => (0,memory_paths/* normalizeInsideRoot */.e6)(path) ?? []);
    const missing = (0,memory_paths/* memoryCandidates */._m)(inside.flatMap(memory_paths/* folderAndParents */.lF), (0,memory_paths/* allNames */.QB)(options)).filter((path) => !loaded.has(path));
    for (const path of missing)
        loaded.add(path);
    try {
        const found = [];
        for (const path of missing)
            if ((await reader.read(path)) !== undefined)
                found.push(path);
        const present = await (0,memory_paths/* withoutShadowed */.Gj)(found, options, async (path) => (await (0,workspace/* entryKind */.FY)(reader, path)) === 'file');
        if (present.length === 0)
            return undefined;
        const isIgnored = options.isIgnored ?? (0,memory_paths/* ignoreRules */.ep)(reader, options.ignoreFiles);
        const budget = { remainingBytes: MEMORY_LIMITS.totalBytes };
        const blocks = [];
        for (const path of present)
            if (!(await (0,memory_paths/* isIgnoredWithFolders */.SD)(path, isIgnored)))
                blocks.push(await loadBlock(reader, path, { ...options, importFormat: 'tree', budget }));
        const memory = withFallbacks(composeMemory(blocks), options);
        if (memory.text === '')
            return undefined;
        return { ...memory, text: `--- Newly Discovered Project Context ---\n${memory.text}\n--- End Project Context ---` };
    }
    catch {
        return undefined;
    }
}
function memoryOptions(context) {
    const { fileName, importFormat, discoveryMaxDirs: maxFolders, fileFiltering } = context ?? {};
    const respects = (key) => !(isObject(fileFiltering) && fileFiltering[key] === false);
    return {
        fileNames: memoryFileNames(fileName),
        importFormat: importFormat === 'flat' ? 'flat' : 'tree',
        ignoreFiles: [
            ...(respects('respectGitIgnore') ? ['.gitignore'] : []),
            ...(respects('respectGeminiIgnore') ? ['.geminiignore'] : []),
        ],
        maxDirs: typeof maxFolders === 'number' && maxFolders >= 0 ? maxFolders : undefined,
    };
}
const memoryWithFallback = (context) => ({
    ...memoryOptions(context),
    fallbackName: hasNames(context?.fileName) ? undefined : FALLBACK_NAME,
});
const placeOptions = (settings, learnings = []) => ({
    ...memoryWithFallback(settings.context),
    instructions: [...(0,place_instructions/* settingsInstructions */.vv)(settings), ...learnings],
});
function memoryFileNames(setting) {
    const names = writtenNames(setting);
    return names.length === 0 ? [...DEFAULT_NAMES] : [...new Set(names)];
}
const hasNames = (setting) => writtenNames(setting).length > 0;
function writtenNames(setting) {
    const values = Array.isArray(setting) ? setting : [setting];
    return values
        .filter((name) => typeof name === 'string')
        .flatMap((name) => (name.trim() === '' ? [] : ((0,memory_paths/* normalizeInsideRoot */.e6)(name.trim()) ?? [])))
        .filter((name) => name !== '');
}
async function loadBlock(reader, path, { budget, importFormat = 'tree', root }) {
    const read = await reader.read(path).catch((error) => ({ failed: (0,errors/* messageOf */.bD)(error) }));
    if (read === undefined) {
        const isThere = (await (0,workspace/* entryKind */.FY)(reader, path)) === 'file';
        return { text: '', notes: isThere ? [`${path} was not read: too large, or not a regular file.`] : [] };
    }
    if (typeof read === 'object')
        return { text: '', notes: [`${path} could not be read: ${read.failed}`] };
    const bytes = storedBytes(reader, path, read);
    const text = bytes > MEMORY_LIMITS.fileBytes ? truncateToLimit(read) : read;
    const notes = text === read ? [] : [`${path} is larger than ${MEMORY_LIMITS.fileBytes / 1024} KiB; the rest is skipped.`];
    if (Buffer.byteLength(text) > budget.remainingBytes) {
        const reason = `Skipped: the memory is limited to ${MEMORY_LIMITS.totalBytes / 1024} KiB`;
        return { text: withFileFrame(path, `<!-- ${reason} -->`), notes: [`${path}: ${reason}`] };
    }
    budget.remainingBytes -= Buffer.byteLength(text);
    const processed = await processImports(text, path, reader, { format: importFormat, budget, root });
    return {
        text: processed.content.trim() === '' ? '' : withFileFrame(path, processed.content.trim()),
        file: { ...processed.importTree, bytes },
        notes: [...notes, ...processed.notes],
    };
}
const withFileFrame = (path, content) => `--- Context from: ${path} ---\n${content}\n--- End of Context from: ${path} ---`;
function truncateToLimit(text) {
    const kept = Buffer.from(text)
        .subarray(0, MEMORY_LIMITS.fileBytes)
        .toString()
        .replace(/\ufffd*$/, '');
    const lines = kept.slice(0, kept.lastIndexOf('\n') + 1) || kept;
    return `${lines}<!-- Truncated: the file is larger than ${MEMORY_LIMITS.fileBytes / 1024} KiB -->`;
}
const composeMemory = (blocks) => ({
    text: blocks
        .map(({ text }) => text)
        .filter((text) => text !== '')
        .join('\n\n'),
    files: blocks.flatMap(({ file }) => file ?? []),
    notes: blocks.flatMap(({ notes }) => notes),
});
const HOME = '~/.gemini/';
const withHomePrefix = (home) => ({
    ref: home.ref,
    read: async (path) => (path.startsWith(HOME) ? home.read(path.slice(HOME.length)) : undefined),
    entries: async (folder) => `${folder}/`.startsWith(HOME) ? home.entries(folder.slice(HOME.length)) : { files: [], folders: [] },
    list: async () => (await home.list('')).map((path) => HOME + path),
    loaded: () => home.loaded().map((file) => ({ ...file, path: HOME + file.path })),
});
const isObject = (value) => typeof value === 'object' && value !== null;
const PATH_TOOLS = new Set(['list_directory', 'read_file', 'read_many_files', 'write_file', 'replace']);
function createSubdirectoryMemory(reader, loaded, { root, instructions = [], shownFiles = () => [], shownBefore = 0, ...options }, notice) {
    const alreadyLoaded = new Set(loaded);
    const placed = (0,place_instructions/* openPlaceInstructions */.hY)(instructions);
    let shownCount = shownBefore;
    const newlyShown = () => {
        const paths = shownFiles();
        const added = paths.slice(shownCount);
        shownCount = paths.length;
        return added;
    };
    const subdirectoryMemory = async (tool, args, result) => {
        const paths = [...newlyShown(), ...(PATH_TOOLS.has(tool) ? touchedPaths(args, root) : []), ...namedIn(tool, result)];
        if (paths.length === 0)
            return undefined;
        const memory = await loadSubdirectoryMemory(reader, alreadyLoaded, paths, { ...options, root });
        const taken = tool === 'list_directory' ? [] : placed.take(paths);
        for (const note of memory?.notes ?? [])
            notice(note);
        if (memory !== undefined)
            notice(`Memory loaded: ${memory.files.map(({ path }) => path).join(', ')}`);
        for (const { paths: globs, source } of taken)
            notice(`Instructions for ${globs.join(', ')} apply (${source}).`);
        const texts = [memory?.text ?? '', (0,place_instructions/* placeInstructionsText */.ST)(taken)].filter((text) => text !== '');
        return texts.length === 0 ? undefined : texts.join('\n\n');
    };
    subdirectoryMemory.reset = () => {
        placed.reset();
        shownCount = shownBefore;
        alreadyLoaded.clear();
        for (const file of loaded)
            alreadyLoaded.add(file);
    };
    return subdirectoryMemory;
}
function namedIn(tool, result) {
    if (tool !== 'read_many_files')
        return [];
    const texts = (Array.isArray(result) ? result : [result]).map((part) => isObject(part) ? String(part.text ?? '') : String(part ?? ''));
    return texts.flatMap((text) => Array.from(text.matchAll(/^--- (.+) ---$/gm), ([, path = '']) => path));
}
function touchedPaths({ file_path, dir_path, include }, root) {
    const patterns = (Array.isArray(include) ? include : []).filter((path) => typeof path === 'string');
    return [file_path, dir_path, ...patterns, ...patterns.map(fixedPart)]
        .filter((path) => typeof path === 'string')
        .flatMap((path) => (path.startsWith('@') ? [path, path.slice(1)] : [path]))
        .map((path) => (0,paths/* toForwardSlashes */.aR)((0,external_node_path_.relative)(root, (0,external_node_path_.resolve)(root, path))))
        .filter((path) => !(0,external_node_path_.isAbsolute)(path));
}
const fixedPart = (path) => {
    const wildcardIndex = path.search(/[*?[\]{}]/);
    return wildcardIndex < 0 ? path : path.slice(0, path.lastIndexOf('/', wildcardIndex) + 1) || '.';
};


/***/ }),

/***/ 75766:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $m: () => (/* binding */ findMemoryPaths),
/* harmony export */   Gj: () => (/* binding */ withoutShadowed),
/* harmony export */   QB: () => (/* binding */ allNames),
/* harmony export */   SD: () => (/* binding */ isIgnoredWithFolders),
/* harmony export */   _m: () => (/* binding */ memoryCandidates),
/* harmony export */   e6: () => (/* binding */ normalizeInsideRoot),
/* harmony export */   ep: () => (/* binding */ ignoreRules),
/* harmony export */   lF: () => (/* binding */ folderAndParents)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var ignore__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(70298);
/* harmony import */ var _platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(36575);



const MAX_DIRS = 200;
const IGNORE_FILES = ['.gitignore', '.geminiignore'];
async function findMemoryPaths(reader, search) {
    const { maxDirs = MAX_DIRS } = search;
    const names = allNames(search);
    const from = normalizeInsideRoot(search.from ?? '') ?? '';
    const isFile = async (path) => (await (0,_platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__/* .entryKind */ .FY)(reader, path)) === 'file';
    const nearPaths = await withoutShadowed(memoryCandidates(folderAndParents(from), names), search, isFile);
    const inFolders = async (folders) => filterAsync(memoryCandidates(folders.filter((folder) => folder !== from), names), isFile);
    const everywhere = await foldersFrom(reader, from, maxDirs, () => false);
    if (everywhere.length < maxDirs && (await inFolders(everywhere)).length === 0)
        return nearPaths;
    const isIgnored = search.isIgnored ?? ignoreRules(reader, search.ignoreFiles);
    const farPaths = await inFolders(await foldersFrom(reader, from, maxDirs, isIgnored));
    const seen = await filterAsync(farPaths, async (path) => !(await isIgnored(path)));
    return [...nearPaths, ...(await withoutShadowed(seen, search, isFile))];
}
const allNames = ({ fileNames, fallbackName }) => fallbackName === undefined ? fileNames : [...fileNames, fallbackName];
const withoutShadowed = (paths, { fileNames, fallbackName }, isFile) => filterAsync(paths, async (path) => {
    if (node_path__WEBPACK_IMPORTED_MODULE_0__.posix.basename(path) !== fallbackName)
        return true;
    const others = await Promise.all(fileNames.map((name) => isFile(node_path__WEBPACK_IMPORTED_MODULE_0__.posix.join((0,_platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__/* .parentFolder */ .he)(path), name))));
    return !others.includes(true);
});
const memoryCandidates = (folders, names) => [
    ...new Set([...folders].sort(byDepthThenName).flatMap((folder) => names.map((name) => node_path__WEBPACK_IMPORTED_MODULE_0__.posix.join(folder, name)).sort())),
];
function ignoreRules(reader, names = IGNORE_FILES) {
    const read = new Map();
    const inFolder = (folder) => {
        const rules = read.get(folder) ?? rulesIn(reader, folder, names);
        read.set(folder, rules);
        return rules;
    };
    return async (path) => {
        let ignoredSoFar = false;
        for (const folder of folderAndParents((0,_platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__/* .parentFolder */ .he)(path.replace(/\/$/, '')))) {
            const name = folder === '' ? path : path.slice(folder.length + 1);
            const above = name.slice(0, name.lastIndexOf('/', name.length - 2) + 1);
            for (const rules of await inFolder(folder)) {
                if (above !== '' && rules.test(above).ignored)
                    continue;
                const { ignored, unignored } = rules.test(name);
                ignoredSoFar = ignored || (ignoredSoFar && !unignored);
            }
        }
        return ignoredSoFar;
    };
}
async function rulesIn(reader, folder, names) {
    const { files } = await reader.entries(folder);
    const present = files.filter((name) => names.includes(name));
    if (present.length === 0)
        return [];
    const texts = await Promise.all(present.map((name) => reader.read(node_path__WEBPACK_IMPORTED_MODULE_0__.posix.join(folder, name))));
    return texts.map((text) => ignore__WEBPACK_IMPORTED_MODULE_1__({ ignorecase: false }).add(text ?? ''));
}
async function isIgnoredWithFolders(path, isIgnored) {
    if (await isIgnored(path))
        return true;
    for (const folder of folderAndParents((0,_platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__/* .parentFolder */ .he)(path)))
        if (folder !== '' && (await isFolderIgnored(folder, isIgnored)))
            return true;
    return false;
}
const isFolderIgnored = async (folder, isIgnored) => node_path__WEBPACK_IMPORTED_MODULE_0__.posix.basename(folder) === 'node_modules' || (await isIgnored(`${folder}/`));
function folderAndParents(folder) {
    const segments = folder === '' ? [] : folder.split('/');
    return ['', ...segments.map((_, index) => segments.slice(0, index + 1).join('/'))];
}
function normalizeInsideRoot(path) {
    if (path.includes('\0') || node_path__WEBPACK_IMPORTED_MODULE_0__.posix.isAbsolute(path))
        return undefined;
    const normal = node_path__WEBPACK_IMPORTED_MODULE_0__.posix.relative('/', node_path__WEBPACK_IMPORTED_MODULE_0__.posix.join('/', path));
    return node_path__WEBPACK_IMPORTED_MODULE_0__.posix.normalize(path).split('/').includes('..') ? undefined : normal;
}
async function foldersFrom(reader, from, maxFolders, isIgnored) {
    const folders = [from];
    for (let level = [from]; level.length > 0 && folders.length < maxFolders;) {
        const inside = await Promise.all(level.map(async (folder) => (await reader.entries(folder)).folders.map((name) => node_path__WEBPACK_IMPORTED_MODULE_0__.posix.join(folder, name))));
        const next = [];
        for (const folder of inside.flat().sort(byDepthThenName)) {
            if (folders.length + next.length >= maxFolders)
                break;
            if (!(await isFolderIgnored(folder, isIgnored)))
                next.push(folder);
        }
        folders.push(...next);
        level = next;
    }
    return folders;
}
async function filterAsync(items, predicate) {
    const answers = await Promise.all(items.map(predicate));
    return items.filter((_, index) => answers[index]);
}
const depthOf = (path) => (path === '' ? 0 : path.split('/').length);
const byDepthThenName = (a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : a > b ? 1 : 0);


/***/ }),

/***/ 46115:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ST: () => (/* binding */ placeInstructionsText),
/* harmony export */   Ux: () => (/* binding */ readLearnings),
/* harmony export */   hY: () => (/* binding */ openPlaceInstructions),
/* harmony export */   vv: () => (/* binding */ settingsInstructions)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(88343);
/* harmony import */ var _text_format_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(37595);
/* harmony import */ var _text_glob_list_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(50471);
/* harmony import */ var _front_matter_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(37527);





function openPlaceInstructions(instructions) {
    const all = instructions.map((instruction) => ({
        instruction,
        applies: (0,_text_glob_list_js__WEBPACK_IMPORTED_MODULE_3__/* .globList */ .Xq)(instruction.paths, { dot: true, basename: false }),
    }));
    let open = all;
    return {
        take(paths) {
            const taken = open.filter(({ applies }) => paths.some((path) => applies(path)));
            open = open.filter((each) => !taken.includes(each));
            return taken.map(({ instruction }) => instruction);
        },
        reset() {
            open = all;
        },
    };
}
const placeInstructionsText = (instructions) => instructions
    .map(({ paths, text, source }) => `--- Instructions for ${paths.join(', ')} (${source}) ---\n${text.trim()}\n--- End of Instructions ---`)
    .join('\n\n');
const settingsInstructions = ({ sluice }) => (sluice?.review?.instructions ?? []).map(({ paths, text }) => ({
    paths,
    text,
    source: 'the setting sluice.review.instructions',
}));
const LEARNINGS = '.gemini/learnings';
const MAX_LEARNINGS = { files: 100, characters: 4_000 };
const LearningFields = zod__WEBPACK_IMPORTED_MODULE_4__/* .lazy */ .RZV(() => zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({
    paths: zod__WEBPACK_IMPORTED_MODULE_4__/* .union */ .KCZ([zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_4__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP())]).transform((paths) => [paths].flat()),
    until: zod__WEBPACK_IMPORTED_MODULE_4__/* .union */ .KCZ([zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_4__/* .date */ .p6U()]).optional(),
}));
async function readLearnings(reader, nowMs) {
    const { files } = await reader.entries(LEARNINGS);
    const names = files.filter((name) => name.endsWith('.md')).toSorted();
    const instructions = [];
    const notes = names.slice(MAX_LEARNINGS.files).map((name) => `${LEARNINGS}/${name} is not read: there are too many.`);
    for (const name of names.slice(0, MAX_LEARNINGS.files)) {
        const path = node_path__WEBPACK_IMPORTED_MODULE_0__.posix.join(LEARNINGS, name);
        const parts = (0,_front_matter_js__WEBPACK_IMPORTED_MODULE_2__/* .splitFrontMatter */ .v)((await reader.read(path).catch(() => undefined)) ?? '');
        const yaml = parts && (0,_front_matter_js__WEBPACK_IMPORTED_MODULE_2__/* .readYaml */ .g)(parts.yaml);
        const fields = yaml?.ok === true ? LearningFields.safeParse(yaml.value) : undefined;
        if (parts === undefined || fields?.success !== true) {
            notes.push(`${path} does not apply: it needs front matter with \`paths\`.`);
            continue;
        }
        const { paths, until } = fields.data;
        const end = until === undefined ? undefined : Date.parse(String(until instanceof Date ? until.toISOString() : until));
        if (end !== undefined && !(nowMs < end + DAY_MS))
            notes.push(`${path} no longer applies: its date \`until\` is past, or is no date.`);
        else
            instructions.push({ paths, text: (0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .keepStart */ .Og)(parts.body, MAX_LEARNINGS.characters), source: path });
    }
    return { instructions, notes };
}
const DAY_MS = 86_400_000;


/***/ })

};
