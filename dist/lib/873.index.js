export const id = 873;
export const ids = [873];
export const modules = {

/***/ 94179:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Pq: () => (/* binding */ createSubdirectoryMemory),
  ab: () => (/* binding */ loadMemory),
  Ep: () => (/* binding */ memoryFileNames),
  wh: () => (/* binding */ memoryOptions)
});

// UNUSED EXPORTS: loadSubdirectoryMemory

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/platform/files/workspace.js + 1 modules
var workspace = __webpack_require__(82554);
// EXTERNAL MODULE: ./build/platform/paths.js
var paths = __webpack_require__(554);
// EXTERNAL MODULE: ./build/text/parse-markdown.js + 61 modules
var parse_markdown = __webpack_require__(55839);
;// CONCATENATED MODULE: ./build/agent/memory-imports.js



const MEMORY_LIMITS = { depth: 5, fileBytes: 256 * 1024, totalBytes: 1024 * 1024 };
/**
 * Resolves the `@path` imports of a memory file.
 *
 * An import is an `@` at the start or after white space, outside code and comments, and a path up to the next white space or the marks
 * before it, relative to the folder of its file. Only files inside the repository are read. A failed import becomes a comment with the reason; a word that
 * names no file and does not look like a path is unchanged. Rejects only when the reader cannot list a folder.
 * Source: gemini-cli docs, core/memport.md.
 */
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
/** `chain` holds the files from the first to this one; its length is the depth. */
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
/** The replacement of an import; undefined when not even a comment fits into the memory. */
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
/** The imports of a text, invalid ones included. Ignores prose and code. */
async function mentionsIn(source, job) {
    const candidates = [...source.text.matchAll(/(?<![^ \t\r\n"'“‘*_])@([./A-Za-z][^ \t\r\n]*)/g)];
    if (candidates.length === 0)
        return [];
    const folder = external_node_path_.posix.join(job.root, external_node_path_.posix.dirname(source.path));
    const mentions = [];
    for (const { index, 1: word = '' } of candidates) {
        const { spelling, target } = await findTarget(word, folder, job);
        // Behind a mark, as in "@a.md", only a file that exists is an import.
        const isImport = target?.ok || (target !== undefined && /^\s?$/.test(source.text.charAt(index - 1)));
        if (isImport)
            mentions.push({ start: index, end: index + 1 + spelling.length, spelling, target });
    }
    if (mentions.length === 0)
        return [];
    const isIgnored = job.ignored.get(source.path) ?? ignoredRegions(source.text);
    job.ignored.set(source.path, isIgnored);
    return mentions.filter(({ start }) => !isIgnored(start));
}
/** Marks that end a sentence or an emphasis after a path. */
const CLOSING_MARKS = /[.,;:!?"'”’)\]}>*_~|]$/;
/** The file that a word names, without the marks that follow its path: `a.md,` is `a.md` unless a file `a.md,` exists. */
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
/** The file that an import names, or the reason why it is invalid; undefined for prose. */
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
/**
 * Only these spellings count as a failed import. Other words that name no file are people, teams, packages and decorators:
 * `@app.route`, `@javax.inject.Inject`.
 */
const LOOKS_LIKE_A_PATH = /^\.{0,2}\/|^\.{1,2}$|\.(?:md|mdx|mdc|markdown|txt|text|rst|adoc|json|jsonc|ya?ml|toml|xml|html?|csv)$/i;
/**
 * Whether an import path stays inside the allowed directories, by its text alone; the reader checks links. URLs of any scheme
 * and paths that leave the directories after percent-decoding are outside. All parameters are absolute or relative paths with
 * forward slashes; blank directories are ignored.
 */
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
        return path; // a lone % is a literal character
    }
}
/** The repository root when its path is unknown. */
const UNNAMED_ROOT = '/<repository>';
/** Converts an absolute Windows path to POSIX. In other paths a backslash is part of a name, as in git. */
const portable = (path) => /^[a-z]:[\\/]/i.test(path) ? `/${path.charAt(0).toLowerCase()}${path.slice(1).replaceAll('\\', '/')}` : path;
async function loadImport(path, job) {
    // Do not use the system's message: it can contain paths of the machine, and the comment goes to the model.
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
/** The size of a file in its commit. The decoded text can be shorter or longer. */
const storedBytes = (reader, path, text) => reader.loaded().find((file) => file.path === path)?.bytes ?? Buffer.byteLength(text);
/** A text without any of these has no code and no comment. */
const MAY_BE_IGNORED = /[`~\t]| {4}|<(?:pre|code)\b|<!--/i;
/**
 * Finds the code and the comments in a Markdown text: fenced, indented and inline code at any depth, even in unclosed fences. In raw
 * HTML also `<pre>`, `<code>`, inline code and fences. The text must not start with a byte order mark, which the parser does not count.
 */
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
/** `<pre>` and `<code>` elements whose opening tag is HTML, not plain text. */
function codeElements(text, html) {
    if (html.length === 0)
        return [];
    return [...text.matchAll(/<(pre|code)\b[^>]*>[\s\S]*?<\/\1>/gi)]
        .map(({ index, 0: text }) => ({ start: index, end: index + text.length }))
        .filter(({ start }) => html.some((region) => region.start <= start && start < region.end));
}
/**
 * Inline code and fences in HTML blocks, which Markdown does not parse. Masks the tags and parses the text between them.
 * Ignores indented blocks, because indentation in HTML is layout.
 */
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
;// CONCATENATED MODULE: ./build/agent/memory-files.js






const DEFAULT_NAMES = ['GEMINI.md'];
/**
 * Loads the memory files of a commit: from the home folder, from the root to the working directory, and from the folders below
 * it, in this order. A file that cannot be read becomes a note. Rejects only when the reader cannot list a folder.
 */
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
    return composeMemory(blocks);
}
/** Whether the same file was loaded under another name: `CLAUDE.md` is often a link to `GEMINI.md`. */
async function isRepeated(reader, path, loaded) {
    await reader.read(path).catch(() => undefined);
    const file = reader.loaded().find((each) => each.path === path)?.target ?? path;
    const isKnown = loaded.has(file);
    loaded.add(file);
    return isKnown;
}
/**
 * Loads the memory files between the root and the paths of a tool call that are not in `loaded` yet, and adds all checked
 * paths to `loaded`. `paths` are relative to the root, with forward slashes, and need not exist. Append `text` to the tool
 * result after a blank line. Undefined without new memory and on any error.
 */
async function loadSubdirectoryMemory(reader, loaded, paths, options = { fileNames: DEFAULT_NAMES }) {
    const inside = (typeof paths === 'string' ? [paths] : paths).flatMap((path) => (0,memory_paths/* normalizeInsideRoot */.e6)(path) ?? []);
    const missing = (0,memory_paths/* memoryCandidates */._m)(inside.flatMap(memory_paths/* folderAndParents */.lF), options.fileNames).filter((path) => !loaded.has(path));
    for (const path of missing)
        loaded.add(path); // before the first await: parallel calls must not both load a file
    try {
        const present = [];
        for (const path of missing)
            if ((await reader.read(path)) !== undefined)
                present.push(path);
        if (present.length === 0)
            return undefined;
        const isIgnored = options.isIgnored ?? (0,memory_paths/* ignoreRules */.ep)(reader, options.ignoreFiles);
        const budget = { remainingBytes: MEMORY_LIMITS.totalBytes };
        const blocks = [];
        for (const path of present)
            if (!(await (0,memory_paths/* isIgnoredWithFolders */.SD)(path, isIgnored)))
                blocks.push(await loadBlock(reader, path, { ...options, importFormat: 'tree', budget }));
        const memory = composeMemory(blocks);
        if (memory.text === '')
            return undefined;
        return { ...memory, text: `--- Newly Discovered Project Context ---\n${memory.text}\n--- End Project Context ---` };
    }
    catch {
        return undefined;
    }
}
/** The memory options from the setting `context`. Invalid values are ignored. */
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
/** Names of memory files from the setting `context.fileName`; GEMINI.md without a valid name. */
function memoryFileNames(setting) {
    const values = Array.isArray(setting) ? setting : [setting];
    const names = values
        .filter((name) => typeof name === 'string')
        .flatMap((name) => (name.trim() === '' ? [] : ((0,memory_paths/* normalizeInsideRoot */.e6)(name.trim()) ?? [])))
        .filter((name) => name !== '');
    return names.length === 0 ? [...DEFAULT_NAMES] : [...new Set(names)];
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
/** Cuts a text at the limit, after its last whole line. */
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
/** The files of the home folder, with paths that cannot collide with paths of the repository. */
const withHomePrefix = (home) => ({
    ref: home.ref,
    read: async (path) => (path.startsWith(HOME) ? home.read(path.slice(HOME.length)) : undefined),
    entries: async (folder) => `${folder}/`.startsWith(HOME) ? home.entries(folder.slice(HOME.length)) : { files: [], folders: [] },
    list: async () => (await home.list('')).map((path) => HOME + path),
    loaded: () => home.loaded().map((file) => ({ ...file, path: HOME + file.path })),
});
const isObject = (value) => typeof value === 'object' && value !== null;
/** Tools that load the memory of their paths. Searches match too many folders. */
const PATH_TOOLS = new Set(['list_directory', 'read_file', 'read_many_files', 'write_file', 'replace']);
/**
 * Loads the memory of a folder when a tool first uses a path in it. `loaded` are the memory files that the model already has,
 * `root` is the checkout. Calls `notice` for each loaded file and each problem.
 */
function createSubdirectoryMemory(reader, loaded, { root, ...options }, notice) {
    const alreadyLoaded = new Set(loaded);
    const subdirectoryMemory = async (tool, args) => {
        if (!PATH_TOOLS.has(tool))
            return undefined;
        const memory = await loadSubdirectoryMemory(reader, alreadyLoaded, touchedPaths(args, root), { ...options, root });
        if (memory === undefined)
            return undefined;
        for (const note of memory.notes)
            notice(note);
        notice(`Memory loaded: ${memory.files.map(({ path }) => path).join(', ')}`);
        return memory.text;
    };
    subdirectoryMemory.reset = () => {
        alreadyLoaded.clear();
        for (const file of loaded)
            alreadyLoaded.add(file);
    };
    return subdirectoryMemory;
}
/**
 * The paths of a call, relative to the root. A pattern gives both its folder before the first wildcard and the pattern itself,
 * because brackets can be part of a name. Paths without a file are harmless.
 */
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
/* harmony export */   SD: () => (/* binding */ isIgnoredWithFolders),
/* harmony export */   _m: () => (/* binding */ memoryCandidates),
/* harmony export */   e6: () => (/* binding */ normalizeInsideRoot),
/* harmony export */   ep: () => (/* binding */ ignoreRules),
/* harmony export */   lF: () => (/* binding */ folderAndParents)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var ignore__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(70298);
/* harmony import */ var _platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(82554);



const MAX_DIRS = 200;
const IGNORE_FILES = ['.gitignore', '.geminiignore'];
/**
 * Finds the memory paths of a commit: from the root to the working directory, then downwards by depth and name. The first
 * group is returned whether the files exist or not, and ignore files do not apply to it. Searches at most `maxDirs` folders.
 */
async function findMemoryPaths(reader, search) {
    const { fileNames, maxDirs = MAX_DIRS } = search;
    const from = normalizeInsideRoot(search.from ?? '') ?? '';
    const nearPaths = memoryCandidates(folderAndParents(from), fileNames);
    const inFolders = async (folders) => filterAsync(memoryCandidates(folders, fileNames).filter((path) => !nearPaths.includes(path)), async (path) => (await (0,_platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__/* .entryKind */ .FY)(reader, path)) === 'file');
    // Most repositories have no memory below the working directory; then skip the ignore files.
    const everywhere = await foldersFrom(reader, from, maxDirs, () => false);
    if (everywhere.length < maxDirs && (await inFolders(everywhere)).length === 0)
        return nearPaths;
    const isIgnored = search.isIgnored ?? ignoreRules(reader, search.ignoreFiles);
    const farPaths = await inFolders(await foldersFrom(reader, from, maxDirs, isIgnored));
    return [...nearPaths, ...(await filterAsync(farPaths, async (path) => !(await isIgnored(path))))];
}
/** All possible memory paths in these folders, by depth of the folder, then by name. */
const memoryCandidates = (folders, names) => [
    ...new Set([...folders].sort(byDepthThenName).flatMap((folder) => names.map((name) => node_path__WEBPACK_IMPORTED_MODULE_0__.posix.join(folder, name)).sort())),
];
/**
 * Applies the ignore files of a commit to a path itself, not to the folders above it. As in git, deeper ignore files override
 * and case matters. Reads only the ignore files of the folders above a path.
 */
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
                // The library also applies a rule for a parent folder, which a deeper file may have re-included.
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
/** Whether a file or a folder above it is ignored. */
async function isIgnoredWithFolders(path, isIgnored) {
    if (await isIgnored(path))
        return true;
    for (const folder of folderAndParents((0,_platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__/* .parentFolder */ .he)(path)))
        if (folder !== '' && (await isFolderIgnored(folder, isIgnored)))
            return true;
    return false;
}
/** Whether a folder is ignored. Memory files of installed packages do not apply to this repository. */
const isFolderIgnored = async (folder, isIgnored) => node_path__WEBPACK_IMPORTED_MODULE_0__.posix.basename(folder) === 'node_modules' || (await isIgnored(`${folder}/`));
/** A folder and all above it, the root ('') first. */
function folderAndParents(folder) {
    const segments = folder === '' ? [] : folder.split('/');
    return ['', ...segments.map((_, index) => segments.slice(0, index + 1).join('/'))];
}
/** Normalizes a path, without a final slash ('' is the root); undefined when it is outside the root. */
function normalizeInsideRoot(path) {
    if (path.includes('\0') || node_path__WEBPACK_IMPORTED_MODULE_0__.posix.isAbsolute(path))
        return undefined;
    const normal = node_path__WEBPACK_IMPORTED_MODULE_0__.posix.relative('/', node_path__WEBPACK_IMPORTED_MODULE_0__.posix.join('/', path));
    return node_path__WEBPACK_IMPORTED_MODULE_0__.posix.normalize(path).split('/').includes('..') ? undefined : normal;
}
/** A folder and the folders below it that are not ignored, by depth and name, at most `maxFolders`. */
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
// EXTERNAL MODULE: ./build/platform/files/workspace.js + 1 modules
var workspace = __webpack_require__(82554);
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
/** Parses a manifest. Throws UserError that names file and field. */
function readManifest(text, file) {
    const result = ManifestShape.safeParse(withoutPrototypeKeys(parseObject(text, file)));
    if (result.success)
        return result.data;
    const lines = result.error.issues.map((issue) => `- ${file}: ${(0,errors/* zodIssueMessage */.YB)(issue)}`);
    throw new errors/* UserError */.yo(`The extension is invalid:\n${lines.join('\n')}`);
}
/** The hooks in an extension's `hooks/hooks.json`; empty when the file does not exist. */
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
/** Removes keys that could change the prototype of objects. */
function withoutPrototypeKeys(value) {
    const visit = (item) => {
        if (Array.isArray(item))
            return item.map(visit);
        if (!(0,parse_settings/* isObject */.Gv)(item))
            return item;
        const entries = Object.entries(item).filter(([key]) => !PROTOTYPE_KEYS.includes(key));
        return Object.fromEntries(entries.map(([key, item]) => [key, visit(item)]));
    };
    // Only keys are removed, so the type stays the same.
    return visit(value);
}
/** Whether a text in the value refers to the folder of the extension. */
const usesExtensionPath = (value) => JSON.stringify(value).includes('${extensionPath}');
/** Replaces `${name}` in all texts of the value; unknown names stay. */
const substituteVariables = (value, values) => (0,interpolate/* mapTexts */.zO)(value, (text) => (0,interpolate/* interpolateKnown */.f4)(text, values));
/**
 * Adds the servers, hooks and excluded tools of extensions to the settings. A server of the same name in the settings
 * overrides fields of the extension's server. `trust` in an extension is ignored.
 */
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
        hooks = (0,parse_settings/* mergeSettings */.ss)({ hooks }, { hooks: extension.hooks }).hooks; // both sides are objects
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
/** Fields of the settings win. Both must include a tool; either may exclude it. */
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
/**
 * The variables that an extension's settings request for its servers, as placeholders: the values are inserted when a
 * server starts. Credentials of the run are never passed on.
 */
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
/**
 * Loads the extensions of a run: those the input names, then `.gemini/extensions` of the repository and of the home. The
 * first of two with the same name wins. Throws UserError for a named extension that does not exist, for a broken manifest
 * (it may exclude a tool), and for a source that the settings forbid.
 */
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
    // Isolated programs can read the folder of hook programs.
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
/** Copies the committed files to a folder from which programs can start. */
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
/** The loaded files of extensions from other commits than the steering commit, for the report. */
const loadedExtensionFiles = (extensions, steering) => extensions
    .filter(({ files }) => files.ref !== steering.ref)
    .flatMap(({ from, files }) => files.loaded().map((file) => ({ ...file, path: `${from}/${file.path}` })));
/** The context files of extensions. Each path begins with the name of the extension. */
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
/** The settings with the servers, hooks and excluded tools of the extensions. */
async function withExtensions(settings, extensions, env, notice) {
    if (extensions.length === 0)
        return settings;
    return addExtensions(settings, extensions, env, notice);
}
/** Locates an entry of the `extensions` input. Throws UserError when it does not exist or is not pinned to a commit. */
async function locateExtension(entry, { steering, runtime }) {
    const remote = parseRemote(entry, (0,environment/* githubServer */.D)(runtime.env));
    if (remote !== undefined)
        return { from: remote.label, files: await fetchExtension(remote, runtime) };
    const folder = entry.replace(/^\.\//, '').replace(/\/+$/, '');
    if ((await steering.read(`${folder}/gemini-extension.json`)) === undefined)
        throw new errors/* UserError */.yo(`The input extensions names ${entry}, but commit ${steering.ref.slice(0, 12)} has no ${folder}/gemini-extension.json. Paths start at the repository root. Write an extension on GitHub as https://github.com/OWNER/REPO@ and its full commit SHA.`);
    return { from: folder, files: (0,workspace/* readerInFolder */.By)(steering, folder) };
}
/** Why the settings forbid a source, as the end of a sentence; undefined when they allow it. */
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
/** Whether an entry is the unpinned address of the code-review extension, whose command is built in. */
function isBuiltInExtension(entry) {
    const [, ref = ''] = /^https:\/\/github\.com\/gemini-cli-extensions\/code-review(?:\.git)?\/?((?:[@#]|tree\/).*)?$/i.exec(entry.trim()) ?? ['', 'none'];
    return ref !== 'none' && !/[0-9a-f]{40}$/.test(ref);
}
const looksRemote = (entry) => /:\/\/|^[\w.-]+@|^[\w.-]+\/[\w.-]+@/.test(entry);
/** A repository on GitHub with a full commit SHA: `URL@SHA`, `URL#SHA`, `URL/tree/SHA`, `URL/commit/SHA`. */
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
/** Makes git refuse malformed objects, for example a file named `..`. */
const FSCK = ['-c', 'fetch.fsckObjects=true'];
const FETCH_MS = 2 * 60_000;
const PROXY_VARIABLES = /^(https?|no|all)_proxy$/i;
/** Fetches the commit and returns a reader for its files. Nothing is checked out, and no code of it runs. */
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








/**
 * The settings of a run from all layers and extensions, and the extensions. The commands that preview a run use it too.
 * Throws UserError for a broken file.
 */
async function resolveSettings(inputs, steering, runtime, notice) {
    const { env, pinned } = runtime;
    const admin = await (0,_admin_settings_js__WEBPACK_IMPORTED_MODULE_3__/* .readAdminSettings */ .l)(inputs.admin_settings, steering, pinned);
    const context = { env, machineSettings: { ...(await (0,_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_7__/* .readMachineSettings */ .by)(runtime)), admin } };
    const loaded = await (0,_settings_settings_js__WEBPACK_IMPORTED_MODULE_6__/* .loadSettings */ .M)(inputs.settings, steering, notice, context);
    const extensions = await (0,_extensions_js__WEBPACK_IMPORTED_MODULE_4__/* .loadExtensions */ .tF)({ entries: inputs.extensions, settings: loaded, steering, runtime, notice });
    const settings = await (0,_extensions_js__WEBPACK_IMPORTED_MODULE_4__/* .withExtensions */ .D)(loaded, extensions, env, notice);
    const ofAdmin = await (0,_settings_settings_js__WEBPACK_IMPORTED_MODULE_6__/* .loadSettings */ .M)({}, NO_REPOSITORY, () => undefined, { env, machineSettings: { admin } });
    const adminPolicy = (0,_admin_settings_js__WEBPACK_IMPORTED_MODULE_3__/* .adminSettingsPolicy */ .h)(ofAdmin, Object.keys(settings.mcpServers ?? {}));
    return { settings, extensions, pinned, adminPolicy };
}
const NO_REPOSITORY = { read: async () => undefined };
/** The locations of a run's policies outside the repository. */
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
/**
 * The memory of a run: from extensions, the trusted home and the steering commit, in this order. `from` is the current
 * folder, relative to the root.
 */
async function loadRunMemory(steering, { settings, extensions }, runtime, from = '') {
    const home = await (0,_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_7__/* .geminiHomeReader */ .uF)(runtime);
    const options = { ...(0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_0__/* .memoryOptions */ .wh)(settings.context), root: runtime.workspace, from, home };
    const repositoryMemory = await (0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_0__/* .loadMemory */ .ab)(steering, options);
    const context = await (0,_extensions_js__WEBPACK_IMPORTED_MODULE_4__/* .loadExtensionContext */ .h6)(extensions, new Set(repositoryMemory.files.map(({ path }) => path)));
    return {
        text: [context.text, repositoryMemory.text].filter(Boolean).join('\n\n'),
        files: repositoryMemory.files,
        extensionFiles: context.files,
        notes: [...unreadFileNotices(settings, repositoryMemory), ...repositoryMemory.notes, ...context.notes],
    };
}
/** Notices about files that `context.fileName` names and that were not read. */
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
/**
 * The approval mode of a run: the input, else `general.defaultApprovalMode`. Only the input can select `yolo`.
 * Throws UserError when the input is `yolo` and the settings forbid it.
 */
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
