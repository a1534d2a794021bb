export const id = 778;
export const ids = [778];
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
    if (!source.text.includes('@'))
        return [];
    const folder = external_node_path_.posix.join(job.root, external_node_path_.posix.dirname(source.path));
    await sayUnread(source, folder, job);
    const candidates = source.text.matchAll(/(?<![^ \t\r\n"'“‘«„([{<|>*_「『（【、。,;])@((?:~\/|[./A-Za-z])(?:(?![,;]@)[^ \t\r\n])*)/g);
    const mentions = [];
    for (const { index, 1: word = '' } of candidates) {
        if (word.length > MAX_PATH_CHARACTERS)
            continue;
        const { spelling, target } = await findTarget(word, folder, job);
        const before = source.text.charAt(index - 1);
        const isImport = target?.ok || (target !== undefined && /^\s?$/.test(before));
        if (isImport)
            mentions.push({ start: index, end: index + 1 + spelling.length, spelling, target, before });
    }
    if (mentions.length === 0)
        return [];
    const isNoImport = noImportsIn(source, job);
    return mentions.filter(({ start, spelling, before }) => {
        if (isNoImport(start))
            return false;
        const isHome = spelling.startsWith('~/');
        if (!isHome && !BRACKETS.includes(before))
            return true;
        const reason = isHome ? 'a home folder is outside the repository' : `"${before}" stands before it`;
        job.notes.add(`${source.path}: @${spelling}: Not imported, because ${reason}.`);
        return false;
    });
}
function noImportsIn({ path, text }, { ignored, notes }) {
    const isRead = !(0,parse_markdown/* isTooIntricate */.IX)(text);
    if (!isRead)
        notes.add(`${path}: No import is read, because a paragraph has thousands of marks.`);
    const isNoImport = ignored.get(path) ?? (isRead ? ignoredRegions(text) : () => true);
    ignored.set(path, isNoImport);
    return isNoImport;
}
const MAX_PATH_CHARACTERS = 4096;
const UNREAD = /(?<![^ \t\r\n])@(?=["'“‘«<([{`]([^"'”’»>)\]}`\r\n]{1,300})|([./A-Za-z][^\t\r\n]{1,300}))/g;
async function sayUnread(source, folder, job) {
    for (const { index, 1: marked, 2: line = '' } of source.text.matchAll(UNREAD)) {
        const said = await unreadPath(marked, line, folder, job);
        if (said !== undefined && !noImportsIn(source, job)(index))
            job.notes.add(`${source.path}: @${said}: Not imported, because ${marked === undefined ? 'a path ends at a space' : 'a quotation mark or bracket follows the @'}.`);
    }
}
async function unreadPath(marked, line, folder, job) {
    if (marked !== undefined)
        return (await targetOf(marked, folder, job)) === undefined ? undefined : marked;
    for (const { index, 0: ending } of [...line.matchAll(/\.\w+/g)].slice(0, 4)) {
        const spelling = line.slice(0, index + ending.length);
        if (!spelling.includes(' ') || spelling.includes('@'))
            continue;
        const target = await targetOf(spelling.replaceAll('\\ ', ' '), folder, job);
        if (target?.ok || (target !== undefined && !/[^\\] /.test(spelling)))
            return spelling;
    }
    return undefined;
}
const BRACKETS = ['(', '[', '{', '<', '>', '|'];
const CLOSING_MARKS = /[^.][.,;:!?"'”’»)\]}>*_~|…。、，；：！？」』）】]+$/;
const TEXT_BEHIND = /^[^\s<>"'’,;()—–\u200b]*?\.\w+(?=[^\w\s./#:@\\-])/;
async function findTarget(word, folder, job) {
    let spelling = word;
    let target = await targetOf(spelling, folder, job);
    for (let marks = 0; marks < 8 && !target?.ok && CLOSING_MARKS.test(spelling); marks += 1) {
        const shorter = await targetOf(spelling.slice(0, -1), folder, job);
        spelling = spelling.slice(0, -1);
        target = shorter;
    }
    const [file] = target?.ok ? [] : (TEXT_BEHIND.exec(word) ?? []);
    const named = file === undefined ? undefined : await targetOf(file, folder, job);
    if (file !== undefined && named?.ok)
        return { spelling: file, target: named };
    return target === undefined || target.ok || LOOKS_LIKE_A_PATH.test(portable(spelling))
        ? { spelling, target }
        : { spelling: word, target: await targetOf(word, folder, job) };
}
async function targetOf(spelling, folder, { reader, root }) {
    if (spelling.startsWith('~/'))
        return { ok: false, reason: OUTSIDE };
    if (!validateImportPath(spelling, folder, [root]))
        return { ok: false, reason: OUTSIDE };
    const portableSpelling = portable(spelling);
    const path = external_node_path_.posix.relative(root, external_node_path_.posix.resolve(folder, portableSpelling));
    const kind = await (0,workspace/* entryKind */.FY)(reader, path);
    if (kind === 'folder' && (portableSpelling.endsWith('/') || LOOKS_LIKE_A_PATH.test(portableSpelling)))
        return { ok: false, reason: FOLDER };
    if (!LOOKS_LIKE_A_PATH.test(portableSpelling))
        return kind === 'file' && !portableSpelling.endsWith('/') ? { ok: true, path } : undefined;
    return kind === 'file' && !portableSpelling.endsWith('/') ? { ok: true, path } : { ok: false, reason: MISSING };
}
const LOOKS_LIKE_A_PATH = /^\.{0,2}\/|^\.{1,2}$|\.(?:md|mdx|mdc|markdown|txt|text|rst|adoc|json|jsonc|ya?ml|toml|xml|html?|csv)(?:[#:,;?@].*)?$/i;
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
    const covered = coveredBy(text.length, [
        ...code,
        ...commentsIn(text, html),
        ...codeElements(text, html),
        ...codeInHtml(text, html),
    ]);
    return (offset) => covered[offset] === 1;
}
function coveredBy(length, ranges) {
    const covered = new Uint8Array(length);
    for (const { start, end } of ranges)
        covered.fill(1, start, end);
    return covered;
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
    const tags = Array.from(text.matchAll(/<(\/?)(pre|code)\b[^<>]*>/gi), ({ 0: tag, 1: slash, 2: name = '', index }) => ({
        name: name.toLowerCase(),
        isEnd: slash !== '',
        start: index,
        end: index + tag.length,
    }));
    const lastEnds = new Map(tags.filter(({ isEnd }) => isEnd).map(({ name, start }) => [name, start]));
    const elements = [];
    let open;
    for (const { name, isEnd, start, end } of tags) {
        if (open === undefined && !isEnd && start < (lastEnds.get(name) ?? 0))
            open = { name, start };
        if (!isEnd || open?.name !== name)
            continue;
        elements.push({ start: open.start, end });
        open = undefined;
    }
    const isHtml = coveredBy(text.length, html);
    return elements.filter(({ start }) => isHtml[start] === 1);
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
const FILE_TOOLS = new Set(['read_file', 'write_file', 'replace']);
const PATH_TOOLS = new Set(['list_directory', 'read_many_files', ...FILE_TOOLS]);
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
        const files = [...newlyShown(), ...namedIn(tool, result)];
        const named = PATH_TOOLS.has(tool) ? touchedPaths(args, root) : [];
        const paths = [...files, ...named];
        if (paths.length === 0)
            return undefined;
        const memory = await loadSubdirectoryMemory(reader, alreadyLoaded, paths, { ...options, root });
        const taken = placed.take(FILE_TOOLS.has(tool) ? paths : files);
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
    return texts.flatMap((text) => Array.from(text.matchAll(/^--- (?!End of content ---$)(.+) ---$/gm), ([, path = '']) => path));
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
/* harmony export */   b2: () => (/* binding */ placeGlobs),
/* harmony export */   hY: () => (/* binding */ openPlaceInstructions),
/* harmony export */   vv: () => (/* binding */ settingsInstructions)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(88343);
/* harmony import */ var _text_format_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(37595);
/* harmony import */ var _text_glob_list_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(50471);
/* harmony import */ var _front_matter_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(37527);





const placeGlobs = (globs) => (0,_text_glob_list_js__WEBPACK_IMPORTED_MODULE_3__/* .globList */ .Xq)(globs.map(_text_glob_list_js__WEBPACK_IMPORTED_MODULE_3__/* .pathGlob */ .Qh), { dot: true, basename: false });
function openPlaceInstructions(instructions) {
    const all = instructions.map((instruction) => ({
        instruction,
        applies: placeGlobs(instruction.paths),
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
const LearningFields = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({
    paths: zod__WEBPACK_IMPORTED_MODULE_4__/* .union */ .KCZ([zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_4__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP())]).transform((paths) => [paths].flat()),
    until: zod__WEBPACK_IMPORTED_MODULE_4__/* .unknown */ .L5J().optional(),
});
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
        if (until !== undefined && !isUntil(String(until), nowMs))
            notes.push(`${path} no longer applies: its date \`until\` is past, or is no date.`);
        else
            instructions.push({ paths, text: (0,_text_format_text_js__WEBPACK_IMPORTED_MODULE_1__/* .keepStart */ .Og)(parts.body, MAX_LEARNINGS.characters), source: path });
    }
    return { instructions, notes };
}
function isUntil(day, nowMs) {
    const startMs = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
    return nowMs < startMs + DAY_MS && new Date(startMs).toISOString().startsWith(day);
}
const DAY_MS = 86_400_000;


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
// EXTERNAL MODULE: ./build/platform/files/workspace.js
var workspace = __webpack_require__(36575);
// EXTERNAL MODULE: ./build/platform/paths.js
var platform_paths = __webpack_require__(554);
// EXTERNAL MODULE: ./build/platform/process/run-git.js
var run_git = __webpack_require__(66340);
// EXTERNAL MODULE: ./build/platform/process/run-program.js
var run_program = __webpack_require__(78292);
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


/***/ }),

/***/ 62324:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bD: () => (/* binding */ withRetry),
/* harmony export */   hv: () => (/* binding */ withFallback),
/* harmony export */   sO: () => (/* binding */ RETRY_LIMITS),
/* harmony export */   sj: () => (/* binding */ withoutRefusedTools)
/* harmony export */ });
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34779);
/* harmony import */ var _types_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(13803);


const RETRY_LIMITS = { maxAttempts: 10, maxBadAnswers: 4, maxWaitMs: 30_000 };
function withRetry(generate, clock, report, limits = RETRY_LIMITS) {
    return async (request, signal) => {
        let badAnswers = 0;
        let currentRequest = request;
        const failedUsage = [];
        for (let attempt = 1;; attempt++) {
            try {
                return addFailedUsage(await generate(currentRequest, signal), failedUsage);
            }
            catch (error) {
                signal.throwIfAborted();
                if (!(error instanceof _types_js__WEBPACK_IMPORTED_MODULE_1__/* .ModelError */ .me))
                    throw error;
                failedUsage.push(...error.failedUsage);
                if (error.fault === 'unusable')
                    badAnswers += 1;
                const isLastAttempt = attempt >= limits.maxAttempts || badAnswers >= limits.maxBadAnswers;
                const isOverBudget = limits.canAfford?.([...(request.earlierUsage ?? []), ...failedUsage]) === false;
                if (error.retry !== 'later' || isLastAttempt || isOverBudget)
                    throw withFailedUsage(error, failedUsage);
                const waitMs = Math.round(retryDelayMs(error, attempt, clock, limits.maxWaitMs));
                const text = `${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .asSentence */ .KG)(error.message)} Retrying in ${seconds(waitMs)}.`;
                const limit = { attempt, maxAttempts: limits.maxAttempts };
                report({ text, model: request.model, waitMs, ...limit, ...errorFields(error) });
                await clock.sleep(waitMs, signal);
                if (error.fault === 'unusable')
                    currentRequest = { ...appendNudge(request, error.nudge), isRetry: true };
            }
        }
    };
}
function appendNudge(request, nudge) {
    if (nudge === undefined)
        return request;
    return { ...request, messages: [...request.messages, { role: 'user', parts: [{ kind: 'text', text: nudge }] }] };
}
const addFailedUsage = (reply, failedUsage) => failedUsage.length === 0 ? reply : { ...reply, failedUsage: [...failedUsage, ...(reply.failedUsage ?? [])] };
function withFailedUsage(error, failedUsage) {
    if (failedUsage.length === error.failedUsage.length)
        return error;
    const { message, fault, retry, waitMs, status, cause } = error;
    return new _types_js__WEBPACK_IMPORTED_MODULE_1__/* .ModelError */ .me(message, { fault, retry, waitMs, status, cause, failedUsage: [...failedUsage] });
}
function retryDelayMs(error, attempt, clock, maxWaitMs) {
    if (error.waitMs !== undefined)
        return error.waitMs + clock.random() * Math.min(1000, error.waitMs * 0.1);
    const firstMs = error.status === undefined ? 1000 : 5000;
    const delayMs = Math.min(maxWaitMs, firstMs * 2 ** (attempt - 1));
    return delayMs * (0.7 + clock.random() * 0.6);
}
function withoutRefusedTools(generate, foreignTool, report) {
    const refused = new Set();
    return async function ask(request, signal) {
        const accepted = acceptedTools(request, refused);
        try {
            return await generate(accepted, signal);
        }
        catch (error) {
            if (!(error instanceof _types_js__WEBPACK_IMPORTED_MODULE_1__/* .ModelError */ .me) || error.fault !== 'request')
                throw error;
            const foreign = refusedTools(error.message, accepted.tools).flatMap((name) => {
                const owner = foreignTool(name);
                return owner === undefined ? [] : [{ name, owner }];
            });
            if (foreign.length === 0)
                throw error;
            for (const { name } of foreign)
                refused.add(name);
            const tools = foreign.map(({ name, owner }) => `${name} (${owner})`).join(', ');
            report({
                text: `${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .asSentence */ .KG)(error.message)} The run goes on without ${tools}. Correct the schema there, or leave the tool out with excludeTools.`,
            });
            return ask(request, signal);
        }
    };
}
function acceptedTools(request, refused) {
    const tools = request.tools.filter(({ name }) => !refused.has(name));
    if (tools.length === request.tools.length)
        return request;
    const names = request.choice?.names?.filter((name) => !refused.has(name));
    const isChoiceGone = tools.length === 0 || names?.length === 0;
    return {
        ...request,
        tools,
        choice: isChoiceGone || request.choice === undefined ? undefined : { ...request.choice, names },
    };
}
function refusedTools(message, tools) {
    const byIndex = [...message.matchAll(/\bfunction_?declarations\[(\d+)\]/gi)].map(([, index]) => tools[Number(index)]);
    const byName = [...message.matchAll(/[`'"]([\w.:-]+)[`'"] function ?declaration\b/gi)].map(([, name]) => tools.find((tool) => tool.name === name));
    return [...new Set([...byIndex, ...byName])].flatMap((tool) => (tool === undefined ? [] : [tool.name]));
}
const COOLDOWN_MS = 60_000;
function withFallback(generate, chain, { clock, report, canAfford }) {
    const cooldownUntil = new Map();
    return async (request, signal) => {
        const models = chain(request.model);
        const available = models.filter((model) => (cooldownUntil.get(bareModelId(model)) ?? 0) <= clock.now());
        const order = available.length > 0 ? available : models;
        const failedUsage = [];
        let firstError;
        for (const [index, model] of order.entries()) {
            try {
                const earlierUsage = failedUsage.length === 0 ? request.earlierUsage : [...failedUsage];
                return addFailedUsage(await generate({ ...request, earlierUsage, model }, signal), failedUsage);
            }
            catch (error) {
                signal.throwIfAborted();
                firstError ??= error;
                if (!(error instanceof _types_js__WEBPACK_IMPORTED_MODULE_1__/* .ModelError */ .me))
                    break;
                failedUsage.push(...error.failedUsage);
                const next = order[index + 1];
                if (error.retry === 'never' || next === undefined || canAfford?.(failedUsage) === false)
                    break;
                cooldownUntil.set(bareModelId(model), error.retry === 'other-model' ? Number.POSITIVE_INFINITY : clock.now() + COOLDOWN_MS);
                report({ text: `${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .asSentence */ .KG)(error.message)} Falling back to ${next}.`, model, next, ...errorFields(error) });
            }
        }
        throw firstError instanceof _types_js__WEBPACK_IMPORTED_MODULE_1__/* .ModelError */ .me ? withFailedUsage(firstError, failedUsage) : firstError;
    };
}
const bareModelId = (model) => model.replace(/^models\//, '');
const errorFields = ({ fault, status }) => ({ fault, status });
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;


/***/ }),

/***/ 21071:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  KF: () => (/* binding */ authTypeOf),
  WJ: () => (/* binding */ googleCredentialFor),
  oL: () => (/* binding */ selectProvider)
});

// EXTERNAL MODULE: ./build/platform/environment.js
var environment = __webpack_require__(50663);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/core.js + 15 modules
var core = __webpack_require__(14116);
// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(13803);
;// CONCATENATED MODULE: ./build/model/credential.js




function apiKeyCredential(key, source, bearer) {
    const headers = { 'x-goog-api-key': key };
    if (bearer)
        headers.authorization = `Bearer ${key}`;
    return { source, headers: () => headers, secrets: () => [key] };
}
const fixedTokenCredential = (token, source) => ({
    source,
    headers: () => ({ authorization: `Bearer ${token}` }),
    secrets: () => [token],
});
const PERMISSION = 'Give the job `permissions: id-token: write` (for a reusable workflow also in its caller).';
function readJobIdentity(env) {
    const url = env.ACTIONS_ID_TOKEN_REQUEST_URL;
    const token = env.ACTIONS_ID_TOKEN_REQUEST_TOKEN;
    if (url && token && URL.canParse(url))
        return { token };
    throw new errors/* UserError */.yo(`gcp_workload_identity_provider is set, but GitHub gives this job no identity token. ${PERMISSION} Pull requests from forks get none.`);
}
async function fetchIdentityToken(audience) {
    try {
        return await (0,core.getIDToken)(audience);
    }
    catch (error) {
        throw identityError((0,errors/* messageOf */.bD)(error));
    }
}
function identityError(message) {
    const status = Number(/Error Code : (\d{3})/.exec(message)?.[1]);
    const detail = (0,format_text/* keepStart */.Og)((0,format_text/* collapseWhitespace */.DK)(message.split('Error Message:').at(-1) ?? ''), MAX_DETAIL_CHARACTERS);
    if (status >= 400 && status < 500 && status !== 408 && status !== 429)
        return new errors/* UserError */.yo(`GitHub gives this job no identity token (HTTP ${status}). ${PERMISSION}`);
    const failure = { fault: 'unavailable', retry: 'later' };
    return Number.isNaN(status)
        ? new types/* ModelError */.me(`GitHub did not issue an identity token for this job: ${detail}`, failure)
        : new types/* ModelError */.me(`GitHub did not issue an identity token for this job (HTTP ${status}).`, { ...failure, status });
}
const MAX_DETAIL_CHARACTERS = 300;
function shareTransporter(client) {
    const exchange = Reflect.get(client, 'stsCredential');
    if (typeof exchange === 'object' && exchange !== null)
        Reflect.set(exchange, 'transporter', client.transporter);
    return client;
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: ./build/platform/time.js
var time = __webpack_require__(91729);
// EXTERNAL MODULE: ./build/model/model-errors.js
var model_errors = __webpack_require__(82391);
;// CONCATENATED MODULE: ./build/model/google-auth.js







const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform';
const TOKEN_MS = 30_000;
function googleCredential(identity, source, send) {
    const secrets = new Set();
    const sendWithTimeout = (input, init) => {
        const limit = (0,time/* timeoutSignal */._)(TOKEN_MS);
        return send(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
    };
    let pendingClient;
    return {
        source,
        async headers(signal) {
            signal.throwIfAborted();
            try {
                pendingClient ??= openClient(identity, sendWithTimeout, (secret) => void secrets.add(secret));
                const headers = await orAborted(pendingClient.then((client) => client.getRequestHeaders()), signal);
                const result = Object.fromEntries(headers);
                const token = /^Bearer (.+)$/.exec(result.authorization ?? '')?.[1];
                if (token === undefined || token === 'undefined')
                    throw new Error('the response has no access token');
                secrets.add(token);
                return result;
            }
            catch (error) {
                pendingClient = undefined;
                signal.throwIfAborted();
                throw toTokenError(error, identity, [...secrets]);
            }
        },
        renew: () => {
            pendingClient = undefined;
        },
        secrets: () => [...secrets],
    };
}
async function openClient(identity, send, addSecret) {
    const library = await __webpack_require__.e(/* import() */ 492).then(__webpack_require__.t.bind(__webpack_require__, 492, 19));
    const google = {
        library,
        transporterOptions: { fetchImplementation: send },
        scopes: [...identity.scopes],
    };
    switch (identity.kind) {
        case 'workload':
            return workloadClient(identity, google, addSecret);
        case 'file': {
            const text = await readIfExists(identity.path);
            if (text === undefined)
                throw new errors/* UserError */.yo(`GOOGLE_APPLICATION_CREDENTIALS names ${identity.path}, but this file does not exist.`);
            return createClientFromFile(text, identity.path, google, addSecret);
        }
        case 'machine': {
            const text = identity.path === undefined ? undefined : await readIfExists(identity.path);
            if (identity.path !== undefined && text !== undefined)
                return createClientFromFile(text, identity.path, google, addSecret);
            library.gaxios.instance.defaults.fetchImplementation = send;
            if (await library.gcpMetadata.isAvailable())
                return new library.Compute({ scopes: google.scopes });
            throw new errors/* UserError */.yo(`This machine has no credential for Google Cloud. ${GOOGLE_CREDENTIAL_HELP}`);
        }
        default:
            return identity;
    }
}
const GOOGLE_CREDENTIAL_HELP = 'Set gcp_workload_identity_provider (with `permissions: id-token: write`), or run google-github-actions/auth before ' +
    'this step (GOOGLE_APPLICATION_CREDENTIALS or, with token_format: access_token, GOOGLE_CLOUD_ACCESS_TOKEN).';
function workloadClient({ provider, serviceAccount, job }, { library, transporterOptions, scopes }, addSecret) {
    addSecret(job.token);
    const client = new library.IdentityPoolClient({
        type: 'external_account',
        audience: `//iam.googleapis.com/${provider}`,
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        token_url: 'https://sts.googleapis.com/v1/token',
        subject_token_supplier: {
            async getSubjectToken() {
                const token = await fetchIdentityToken(`https://iam.googleapis.com/${provider}`);
                addSecret(token);
                return token;
            },
        },
        scopes: serviceAccount === undefined ? federatedScopes(scopes) : scopes,
        service_account_impersonation_url: serviceAccount === undefined ? undefined : impersonationUrl(serviceAccount),
        transporterOptions,
    });
    return shareTransporter(client);
}
const federatedScopes = (scopes) => {
    const allowed = scopes.filter((scope) => !scope.includes('/auth/userinfo.'));
    return allowed.length > 0 ? allowed : [CLOUD_PLATFORM];
};
const impersonationUrl = (email) => `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${email}:generateAccessToken`;
function orAborted(work, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted)
            stop();
        signal.addEventListener('abort', stop, { once: true });
        work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
}
const google_auth_MAX_DETAIL_CHARACTERS = 300;
function toTokenError(error, identity, secrets) {
    if (error instanceof errors/* UserError */.yo || error instanceof types/* ModelError */.me)
        return error;
    const { response, status = (0,model_errors/* asRecord */.qY)(response).status, config } = (0,model_errors/* asRecord */.qY)(error);
    const detail = (0,format_text/* keepStart */.Og)((0,format_text/* collapseWhitespace */.DK)((0,model_errors/* maskSecrets */.QU)((0,errors/* messageOf */.bD)(error), secrets)), google_auth_MAX_DETAIL_CHARACTERS);
    if (typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429)
        return new errors/* UserError */.yo(`${refusalText(identity, String((0,model_errors/* asRecord */.qY)(config).url))} (${detail}, HTTP ${status})`);
    if (typeof status === 'number')
        return new types/* ModelError */.me(`Google issues no access token at the moment: ${detail} (HTTP ${status})`, {
            fault: 'unavailable',
            retry: 'later',
            status,
        });
    if (config === undefined)
        return new errors/* UserError */.yo(`${refusalText(identity, '')} (${detail})`);
    const { fault, retry, message } = (0,model_errors/* toModelError */.ZI)(error, { model: '', secrets });
    return new types/* ModelError */.me(`No access token from Google. ${message}`, { fault, retry });
}
function refusalText(identity, url) {
    switch (identity.kind) {
        case 'file':
            return `Google does not accept the credential in ${identity.path} (GOOGLE_APPLICATION_CREDENTIALS).`;
        case 'machine':
            return `Google does not accept this machine's credential. ${GOOGLE_CREDENTIAL_HELP}`;
        case 'workload':
            if (url.includes('iamcredentials.') && identity.serviceAccount !== undefined)
                return (`This job may not act as ${identity.serviceAccount}. Check gcp_service_account, and grant the pool's ` +
                    'principal roles/iam.workloadIdentityUser on it.');
            return ("Google does not accept this job's identity. Check gcp_workload_identity_provider, and the provider's " +
                'attribute mapping and condition.');
        default:
            return identity;
    }
}
async function readIfExists(path) {
    try {
        return await (0,promises_.readFile)(path, 'utf8');
    }
    catch (error) {
        if ((0,model_errors/* asRecord */.qY)(error).code === 'ENOENT')
            return undefined;
        throw new errors/* UserError */.yo(`The credential file ${path} cannot be read (${String((0,model_errors/* asRecord */.qY)(error).code)}).`);
    }
}
function createClientFromFile(text, path, google, addSecret) {
    return createClientFrom(parseCredential(text, path), path, google, addSecret);
}
function createClientFrom(json, path, google, addSecret) {
    const { library, transporterOptions, scopes } = google;
    checkAddresses(json, path);
    for (const name of ['private_key', 'client_secret', 'refresh_token'])
        if (typeof json[name] === 'string')
            addSecret(json[name]);
    const required = (name) => requireText(json, name, path);
    const quotaProjectId = typeof json.quota_project_id === 'string' ? json.quota_project_id : undefined;
    switch (json.type) {
        case 'service_account':
            return new library.JWT({
                email: required('client_email'),
                key: required('private_key'),
                scopes,
                quotaProjectId,
                transporterOptions,
            });
        case 'authorized_user':
            return new library.UserRefreshClient({
                clientId: required('client_id'),
                clientSecret: required('client_secret'),
                refreshToken: required('refresh_token'),
                quotaProjectId,
                transporterOptions,
            });
        case 'impersonated_service_account':
            return new library.Impersonated({
                sourceClient: createClientFrom((0,model_errors/* asRecord */.qY)(json.source_credentials), path, google, addSecret),
                targetPrincipal: /([^/]+):generateAccessToken$/.exec(required('service_account_impersonation_url'))?.[1] ??
                    missingField(path, 'service_account_impersonation_url'),
                delegates: Array.isArray(json.delegates) ? json.delegates.map(String) : [],
                targetScopes: scopes,
                transporterOptions,
            });
        case 'external_account': {
            required('audience');
            required('subject_token_type');
            const options = { ...json, scopes, transporterOptions };
            const source = (0,model_errors/* asRecord */.qY)(json.credential_source);
            if (String(source.environment_id ?? '').startsWith('aws'))
                return shareTransporter(new library.AwsClient(options));
            if (typeof source.url !== 'string' && typeof source.file !== 'string')
                throw new errors/* UserError */.yo(`The credential file ${path} gets its identity from a program or a certificate, but only a url or a file is supported.`);
            return shareTransporter(new library.IdentityPoolClient(options));
        }
        default:
            throw new errors/* UserError */.yo(`The credential file ${path} has an unsupported type: ${JSON.stringify(json.type) ?? 'none'}.`);
    }
}
function parseCredential(text, path) {
    try {
        return (0,model_errors/* asRecord */.qY)(JSON.parse(text));
    }
    catch {
        throw new errors/* UserError */.yo(`The credential file ${path} is not JSON.`);
    }
}
function requireText(json, name, path) {
    const value = json[name];
    return typeof value === 'string' && value !== '' ? value : missingField(path, name);
}
function missingField(path, name) {
    throw new errors/* UserError */.yo(`The credential file ${path} has no usable ${name}.`);
}
const ADDRESSES = [
    'auth_uri',
    'token_uri',
    'token_url',
    'token_info_url',
    'revoke_url',
    'service_account_impersonation_url',
    'cloud_resource_manager_url',
];
const AWS_ADDRESSES = ['url', 'region_url', 'imdsv2_session_token_url'];
function checkAddresses(json, path) {
    const { universe_domain: universe = 'googleapis.com', credential_source } = json;
    if (universe !== 'googleapis.com')
        throw new errors/* UserError */.yo(`The credential file ${path} is for ${String(universe)}, but only googleapis.com is supported.`);
    for (const name of ADDRESSES) {
        const value = json[name];
        if (value !== undefined && !isGoogleAddress(String(value)))
            throw new errors/* UserError */.yo(`The credential file ${path} was not used: its ${name} is not a Google address.`);
    }
    const source = (0,model_errors/* asRecord */.qY)(credential_source);
    if (!String(source.environment_id ?? '').startsWith('aws'))
        return;
    for (const name of AWS_ADDRESSES) {
        const value = source[name];
        if (value !== undefined && !/^http:\/\/(?:169\.254\.169\.254|\[fd00:ec2::254\])\//.test(String(value)))
            throw new errors/* UserError */.yo(`The credential file ${path} was not used: its ${name} is not this machine's metadata server.`);
    }
}
const isGoogleAddress = (address) => {
    if (!URL.canParse(address))
        return false;
    const { protocol, hostname } = new URL(address);
    return protocol === 'https:' && (hostname.endsWith('.googleapis.com') || hostname === 'accounts.google.com');
};

// EXTERNAL MODULE: ./build/model/provider-kind.js
var provider_kind = __webpack_require__(67396);
;// CONCATENATED MODULE: ./build/model/select-provider.js





function selectProvider(options, env, send) {
    const kind = (0,provider_kind/* selectProviderKind */.kS)(options, env);
    checkEnforced(kind, options);
    switch (kind) {
        case 'gemini':
            return { kind, ...address(env, 'GOOGLE_GEMINI_BASE_URL'), credential: geminiCredential(options, env) };
        case 'vertex':
            return { kind, ...address(env, 'GOOGLE_VERTEX_BASE_URL'), ...vertexSetup(options, env, send) };
        case 'code-assist': {
            const { project } = projectAndLocation(options, env);
            const version = (0,environment/* nonBlank */.G)(env.CODE_ASSIST_API_VERSION) ?? 'v1internal';
            const { baseUrl = 'https://cloudcode-pa.googleapis.com' } = address(env, 'CODE_ASSIST_ENDPOINT');
            const credential = googleCredentialFor(options, env, send, 'Code Assist');
            return { kind, credential, baseUrl: `${baseUrl}/${version}`, project };
        }
        default:
            return kind;
    }
}
function checkEnforced(kind, { enforcedAuthType }) {
    const enforced = (0,environment/* nonBlank */.G)(enforcedAuthType);
    if (enforced === undefined || provider_kind/* AUTH_TYPES */.tG[enforced] === kind)
        return;
    throw new errors/* UserError */.yo(`security.auth.enforcedType requires "${enforced}", but this run uses "${firstAuthType(kind)}".`);
}
const firstAuthType = (kind) => Object.keys(provider_kind/* AUTH_TYPES */.tG).find((name) => provider_kind/* AUTH_TYPES */.tG[name] === kind) ?? kind;
function authTypeOf(options, env) {
    const kind = (0,provider_kind/* selectProviderKind */.kS)(options, env);
    const chosen = (0,environment/* nonBlank */.G)(options.authType) ?? '';
    return provider_kind/* AUTH_TYPES */.tG[chosen] === kind ? chosen : firstAuthType(kind);
}
function geminiCredential(options, env) {
    const bearer = env.GEMINI_API_KEY_AUTH_MECHANISM === 'bearer';
    for (const [name, key] of [
        ['gemini_api_key', options.apiKey],
        ['GEMINI_API_KEY', env.GEMINI_API_KEY],
    ])
        if ((0,environment/* nonBlank */.G)(key) !== undefined)
            return apiKeyCredential(checkSecret(key, name), name, bearer);
    if (options.authType === 'gateway' && (0,environment/* nonBlank */.G)(env.GOOGLE_GEMINI_BASE_URL) !== undefined)
        return apiKeyCredential('', 'GEMINI_API_KEY', false);
    if ((0,environment/* nonBlank */.G)(options.googleApiKey) ?? (0,environment/* nonBlank */.G)(env.GOOGLE_API_KEY))
        throw new errors/* UserError */.yo('google_api_key is a key for Vertex AI. Set use_vertex_ai too, or pass the key as gemini_api_key.');
    const identity = (0,environment/* nonBlank */.G)(options.workloadIdentityProvider) ??
        (0,environment/* nonBlank */.G)(env.GOOGLE_APPLICATION_CREDENTIALS) ??
        (0,environment/* nonBlank */.G)(env.GOOGLE_CLOUD_ACCESS_TOKEN);
    throw new errors/* UserError */.yo(identity === undefined
        ? `There is no credential for the model. ${emptyKey(options, ['gemini_api_key', 'GEMINI_API_KEY']) ?? SET_A_KEY}`
        : 'A Google Cloud credential works with Vertex AI or Code Assist only. Set use_vertex_ai or use_gemini_code_assist too, or use gemini_api_key instead.');
}
const SET_A_KEY = 'Set the input gemini_api_key (a key from https://aistudio.google.com/apikey, stored as a secret), or use_vertex_ai with google_api_key or gcp_workload_identity_provider.';
const emptyKey = ({ emptyKeys = {} }, names) => names.flatMap((name) => emptyKeys[name] ?? [])[0];
function vertexSetup(options, env, send) {
    const bearer = env.GEMINI_API_KEY_AUTH_MECHANISM === 'bearer';
    for (const [name, key] of [
        ['google_api_key', options.googleApiKey],
        ['GOOGLE_API_KEY', env.GOOGLE_API_KEY],
    ])
        if ((0,environment/* nonBlank */.G)(key) !== undefined)
            return { credential: apiKeyCredential(checkSecret(key, name), name, bearer), vertex: {} };
    const { project, location } = projectAndLocation(options, env);
    if (project === undefined) {
        const reason = emptyKey(options, ['google_api_key', 'GOOGLE_API_KEY']);
        throw new errors/* UserError */.yo(reason === undefined ? VERTEX_CREDENTIAL_HELP : `${VERTEX_CREDENTIAL_HELP} ${reason}`);
    }
    return { credential: googleCredentialFor(options, env, send, 'Vertex AI'), vertex: { project, location } };
}
const VERTEX_CREDENTIAL_HELP = `Vertex AI needs google_api_key, or gcp_project_id with a Google Cloud credential. ${GOOGLE_CREDENTIAL_HELP}`;
function googleCredentialFor(options, env, send, product) {
    const token = (0,environment/* nonBlank */.G)(env.GOOGLE_CLOUD_ACCESS_TOKEN);
    const path = (0,environment/* nonBlank */.G)(env.GOOGLE_APPLICATION_CREDENTIALS);
    if ((0,environment/* nonBlank */.G)(options.workloadIdentityProvider) !== undefined)
        return googleCredential(workloadIdentity(options, env), 'gcp_workload_identity_provider', send);
    if (token !== undefined)
        return fixedTokenCredential(checkSecret(token, 'GOOGLE_CLOUD_ACCESS_TOKEN'), 'GOOGLE_CLOUD_ACCESS_TOKEN (it lasts an hour)');
    const scopes = scopesOf(options);
    if (path !== undefined)
        return googleCredential({ kind: 'file', path, scopes }, 'GOOGLE_APPLICATION_CREDENTIALS', send);
    if ((0,provider_kind/* hasMachineIdentity */.kc)(env)) {
        const gcloudPath = gcloudFile(env);
        const identity = { kind: 'machine', scopes, path: gcloudPath };
        return googleCredential(identity, "this machine's credential", send);
    }
    throw new errors/* UserError */.yo(`${product} needs a Google Cloud credential. ${GOOGLE_CREDENTIAL_HELP}`);
}
function gcloudFile(env) {
    const home = (0,environment/* nonBlank */.G)(env.CLOUDSDK_CONFIG) ?? joinPath(env.APPDATA, 'gcloud') ?? joinPath(env.HOME, '.config/gcloud');
    return joinPath(home, 'application_default_credentials.json');
}
const joinPath = (folder, name) => (0,environment/* nonBlank */.G)(folder) === undefined ? undefined : `${folder}/${name}`;
const PROVIDER = /^projects\/\d+\/locations\/global\/workloadIdentityPools\/[a-z0-9-]+\/providers\/[a-z0-9-]+$/;
function workloadIdentity(options, env) {
    const provider = ((0,environment/* nonBlank */.G)(options.workloadIdentityProvider) ?? '').replace(/^(?:https:)?\/\/iam\.googleapis\.com\//, '');
    if (!PROVIDER.test(provider))
        throw new errors/* UserError */.yo('gcp_workload_identity_provider must be the full resource name with the project number: ' +
            `projects/123456789/locations/global/workloadIdentityPools/POOL/providers/PROVIDER, not "${provider}".`);
    const format = (0,environment/* nonBlank */.G)(options.tokenFormat) ?? 'access_token';
    if (format !== 'access_token')
        throw new errors/* UserError */.yo(`gcp_token_format is "${format}", but the model needs an access token. Set it to access_token.`);
    const serviceAccount = (0,environment/* nonBlank */.G)(options.serviceAccount);
    if (serviceAccount !== undefined && !/^[^\s/:@]+@[^\s/:@]+$/.test(serviceAccount))
        throw new errors/* UserError */.yo(`gcp_service_account must be the email address of the service account, not "${serviceAccount}".`);
    return { kind: 'workload', provider, scopes: scopesOf(options), job: readJobIdentity(env), serviceAccount };
}
const SCOPES = ['https://www.googleapis.com/auth/cloud-platform'];
const scopesOf = ({ tokenScopes = [] }) => {
    const scopes = tokenScopes.map((scope) => scope.trim()).filter((scope) => scope !== '');
    return scopes.length > 0 ? scopes : SCOPES;
};
const projectAndLocation = (options, env) => ({
    project: (0,environment/* nonBlank */.G)(options.project) ?? (0,environment/* nonBlank */.G)(env.GOOGLE_CLOUD_PROJECT) ?? (0,environment/* nonBlank */.G)(env.GOOGLE_CLOUD_PROJECT_ID),
    location: (0,environment/* nonBlank */.G)(options.location) ?? (0,environment/* nonBlank */.G)(env.GOOGLE_CLOUD_LOCATION),
});
function address(env, name) {
    const url = (0,environment/* nonBlank */.G)(env[name]);
    if (url === undefined)
        return {};
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        throw new errors/* UserError */.yo(`${name} is not an http or https address.`);
    return { baseUrl: url.replace(/\/+$/, '') };
}
function checkSecret(secret, name) {
    const text = (0,environment/* nonBlank */.G)(secret) ?? '';
    if (/^[\x21-\x7e]+$/.test(text))
        return text;
    throw new errors/* UserError */.yo(`${name} contains invalid characters: spaces, line breaks or non-ASCII letters. Paste it again.`);
}


/***/ })

};
