export const id = 5946;
export const ids = [5946];
export const modules = {

/***/ 42421:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  b_: () => (/* binding */ changedSteeringFiles),
  xm: () => (/* binding */ steeringReader)
});

// UNUSED EXPORTS: isSteering

// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/platform/omit-undefined.js
var omit_undefined = __webpack_require__(20824);
// EXTERNAL MODULE: ./build/platform/files/directory-entries.js
var directory_entries = __webpack_require__(40888);
;// CONCATENATED MODULE: ./build/github/git/blob-reader.js
const MAX_BATCH = 50;
/** Reads blobs through the API. What is asked for at the same time is one query; each blob is read once. */
function openBlobReader(github) {
    const texts = new Map();
    let waiting = [];
    const readAlone = async (sha) => withoutBom(Buffer.from(await github.blob(sha)).toString('utf8'));
    async function flush() {
        const all = waiting;
        waiting = [];
        for (let start = 0; start < all.length; start += MAX_BATCH) {
            const batch = all.slice(start, start + MAX_BATCH);
            // A single blob needs no query, and a token without access to GraphQL still reads one after the other.
            const found = batch.length === 1 ? undefined : await github.blobTexts(batch.map(({ sha }) => sha)).catch(() => undefined);
            for (const { sha, resolve, reject } of batch) {
                const text = found?.get(sha);
                if (text === undefined)
                    readAlone(sha).then(resolve, reject);
                else
                    resolve(withoutBom(text));
            }
        }
    }
    return (sha) => {
        const known = texts.get(sha);
        if (known !== undefined)
            return known;
        const text = new Promise((resolve, reject) => {
            if (waiting.push({ sha, resolve, reject }) === 1)
                setImmediate(() => void flush());
        });
        texts.set(sha, text);
        return text;
    };
}
const withoutBom = (text) => text.replace(/^\uFEFF/, '');

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
;// CONCATENATED MODULE: ./build/github/git/commit-links.js


/** Links in a row. */
const MAX_HOPS = 8;
const MAX_LINKS = 200;
/** Links are listed only where a file of that name steers runs. */
const LISTED = /\.(?:md|toml|json)$|ignore$/i;
/**
 * The source with links to regular files of the same commit followed: they have the content of their target, whatever the checkout
 * contains. Other links stay refused: to a folder, out of the repository, in a circle.
 */
function withLinks(source) {
    const { treeFiles } = source;
    const followed = new Map();
    async function resolveLink(path, hops) {
        const entry = await source.find(path);
        if (entry !== undefined)
            return entry;
        const link = treeFiles.links.get(path);
        if (link === undefined || hops === MAX_HOPS)
            return undefined;
        const target = await source.text(link);
        const to = external_node_path_.posix.join((0,directory_entries/* parentFolder */.he)(path), target);
        if (target === '' || target.includes('\0') || external_node_path_.posix.isAbsolute(target) || to.split('/').includes('..'))
            return undefined;
        return resolveLink(to, hops + 1);
    }
    const find = (path) => {
        const known = followed.get(path);
        if (known !== undefined)
            return known;
        const found = resolveLink(path, 0).then((entry) => {
            if (entry !== undefined)
                treeFiles.refused.delete(path);
            return entry && { ...entry, path, ...(entry.path === path ? {} : { target: entry.path }) };
        });
        followed.set(path, found);
        return found;
    };
    const linksTo = async (isWanted) => {
        const links = [...treeFiles.links.keys()].filter((path) => LISTED.test(path) && isWanted(path)).slice(0, MAX_LINKS);
        const targets = await Promise.all(links.map(find));
        return links.filter((_, index) => targets[index] !== undefined);
    };
    return {
        ...source,
        find,
        async entries(folder) {
            const { files, folders } = await source.entries(folder);
            const links = await linksTo((path) => (0,directory_entries/* parentFolder */.he)(path) === folder);
            return links.length === 0
                ? { files, folders }
                : { files: [...files, ...links.map((path) => external_node_path_.posix.basename(path))].sort(), folders };
        },
        async paths(folder) {
            const paths = await source.paths(folder);
            return [...paths, ...(await linksTo((path) => folder === '' || path.startsWith(`${folder}/`)))];
        },
    };
}

// EXTERNAL MODULE: ./build/github/git/git-tree.js
var git_tree = __webpack_require__(15018);
;// CONCATENATED MODULE: ./build/github/git/commit-source.js





/**
 * Opens a commit in the local objects and reads folders on demand, so the cost does not depend on the size of the commit. When the
 * local objects lack the commit, one API request lists all of it.
 */
async function openCommitSource(sha, { git, github }) {
    const blobs = github && openBlobReader(github);
    const root = await git?.treeOf(sha);
    if (git && root !== undefined && (await git.entries(root)) !== undefined)
        return withLinks(sourceFromTrees(root, {
            entries: async (tree) => (await git.entries(tree)) ?? remoteEntries(github, tree),
            text: (entry) => localText(git, blobs, entry),
        }));
    if (!github || !blobs)
        throw new errors/* UserError */.yo(`The commit ${sha} is not in the local repository. Check it out with fetch-depth: 0, or set github_token.`);
    const text = (entry) => blobs(entry.sha);
    const all = await github.tree(sha); // a commit stands for its tree
    if (!all.truncated) {
        const treeFiles = (0,git_tree/* selectTreeFiles */.U)(all.entries);
        // What the run will read is asked for together.
        const known = [...treeFiles.files.values(), ...treeFiles.links.values()];
        const preloaded = [...known.filter(isSteeringFile), ...known.filter(isLikelyImport).slice(0, MAX_LIKELY_IMPORTS)];
        for (const { sha } of preloaded.slice(0, MAX_PRELOADED))
            blobs(sha).catch(() => undefined);
        return withLinks(sourceFromListing(treeFiles, text));
    }
    // GitHub lists at most 100,000 entries at once.
    return withLinks(sourceFromTrees(sha, { entries: (sha) => remoteEntries(github, sha), text }));
}
function sourceFromListing(treeFiles, text) {
    const all = [...treeFiles.files.keys()];
    const entries = (0,directory_entries/* indexFolders */.Ev)(all);
    return {
        treeFiles,
        find: async (path) => treeFiles.files.get(path),
        entries: async (folder) => entries(folder),
        paths: async (folder) => (folder === '' ? [...all] : all.filter((path) => path.startsWith(`${folder}/`))),
        text,
    };
}
function sourceFromTrees(root, objects) {
    const treeFiles = { files: new Map(), links: new Map(), refused: new Map() };
    const opened = new Map();
    const open = (path) => {
        const folder = opened.get(path) ?? load(path);
        opened.set(path, folder);
        return folder;
    };
    const load = async (path) => {
        const sha = path === ''
            ? root
            : isNormalized(path)
                ? (await open((0,directory_entries/* parentFolder */.he)(path))).folders.get((0,directory_entries/* baseName */.Fl)(path))?.sha
                : undefined;
        if (sha === undefined)
            return EMPTY_FOLDER;
        const entries = await objects.entries(sha);
        // Folders are treated like files here, so that a folder with a colliding name is refused as well.
        const { files, links, refused } = (0,git_tree/* selectTreeFiles */.U)(entries.map((entry) => (isFolder(entry) ? { ...entry, mode: '100644' } : entry)));
        for (const [name, reason] of refused)
            treeFiles.refused.set(join(path, name), reason);
        for (const [name, entry] of links)
            treeFiles.links.set(join(path, name), { ...entry, path: join(path, name) });
        const accepted = entries.filter((entry) => files.has(entry.path));
        const byName = (some) => new Map(some.map((entry) => [entry.path, entry]));
        return { files: byName(accepted.filter((entry) => !isFolder(entry))), folders: byName(accepted.filter(isFolder)) };
    };
    const listBelow = async (path) => {
        const { files, folders } = await open(path);
        const nested = await Promise.all([...folders.keys()].map((name) => listBelow(join(path, name))));
        return [...[...files.keys()].map((name) => join(path, name)), ...nested.flat()];
    };
    return {
        treeFiles,
        async find(path) {
            const entry = isNormalized(path) ? (await open((0,directory_entries/* parentFolder */.he)(path))).files.get((0,directory_entries/* baseName */.Fl)(path)) : undefined;
            return entry && { ...entry, path };
        },
        async entries(path) {
            const { files, folders } = await open(path);
            return { files: [...files.keys()].sort(), folders: [...folders.keys()].sort() };
        },
        paths: listBelow,
        text: objects.text,
    };
}
const EMPTY_FOLDER = { files: new Map(), folders: new Map() };
/** False for a path with a leading slash. */
const isNormalized = (path) => path === join((0,directory_entries/* parentFolder */.he)(path), (0,directory_entries/* baseName */.Fl)(path));
const isFolder = ({ mode }) => mode === '040000';
const join = (folder, name) => (folder === '' ? name : `${folder}/${name}`);
async function remoteEntries(github, tree) {
    if (!github)
        throw new errors/* UserError */.yo(`A folder of the commit (tree ${tree}) is not in the local repository. Check it out with all its trees.`);
    return (await github.tree(tree, { recursive: false })).entries;
}
async function localText(git, blobs, entry) {
    const text = await git.blob(entry.sha);
    // A partial clone has trees without their blobs.
    if (text === undefined && blobs)
        return blobs(entry.sha);
    if (text === undefined)
        throw new errors/* UserError */.yo(`${entry.path} is part of the commit, but its content is not in the local repository.`);
    return withoutBom(text);
}
const MAX_PRELOADED = 80;
const isSteeringFile = ({ path }) => STEERING_FILE.test(path);
const STEERING_FILE = /^\.(?:gemini|agents)\/|(?:^|\/)(?:(?:GEMINI|AGENTS|CLAUDE)\.md|\.(?:geminiignore|gitignore))$/;
/** Pages that a memory file often imports. */
const isLikelyImport = ({ path }) => /^(?:docs\/)?(?!(?:GEMINI|AGENTS|CLAUDE)\.md$)[^/]+\.md$/i.test(path);
const MAX_LIKELY_IMPORTS = 20;

;// CONCATENATED MODULE: ./build/github/git/steering-reader.js



/** A larger file would only fill the prompt. */
const MAX_FILE_BYTES = 1_000_000;
/**
 * Reads files of one commit, from the local objects or, in a shallow checkout, through the API. Rejects with UserError for a refused
 * file that can restrict the run (policies, settings, ignore files), because without it the run would be allowed more.
 */
function steeringReader(sha, from) {
    const loaded = [];
    const tooLarge = [];
    const read = new Map();
    let opening;
    let treeFiles;
    const open = async () => {
        opening ??= openCommitSource(sha, from);
        const source = await opening;
        treeFiles ??= source.treeFiles;
        return source;
    };
    async function readOnce(path) {
        const source = await open();
        const entry = await source.find(path);
        if (!entry) {
            requireReadable(path, source.treeFiles);
            return undefined;
        }
        const text = await source.text(entry);
        const bytes = Buffer.byteLength(text);
        if (bytes > MAX_FILE_BYTES) {
            const reason = `has ${bytes} bytes; steering files may have at most ${MAX_FILE_BYTES}`;
            if (canRestrict(path))
                throw new errors/* UserError */.yo(`${path} ${reason}.`);
            tooLarge.push({ path, reason });
            return undefined;
        }
        loaded.push({ path, sha: entry.sha, ref: sha, bytes, ...(0,omit_undefined/* omitUndefined */.O)('target', entry.target) });
        return text;
    }
    return {
        ref: sha,
        read(path) {
            const reading = read.get(path) ?? readOnce(path);
            read.set(path, reading);
            return reading;
        },
        async list(folder) {
            const source = await open();
            const path = folder.replace(/\/+$/, '');
            const paths = await source.paths(path);
            if (path !== '')
                requireReadable(`${path}/`, source.treeFiles);
            return paths.sort();
        },
        entries: async (folder) => (await open()).entries(folder),
        loaded: () => [...loaded],
        refused: () => [
            ...[...(treeFiles?.refused ?? [])]
                .filter(([path]) => isSteering(path))
                .map(([path, reason]) => ({ path, reason })),
            ...tooLarge,
        ],
    };
}
/** Whether a file steers runs, at any depth. Ignores case, because some file systems do. */
function isSteering(path, memoryNames = ['GEMINI.md']) {
    return STEERING.test(path) || memoryNames.some((memory) => endsWithName(path, memory));
}
const STEERING = /(?:^|\/)\.(?:(?:gemini|agents)(?:\/|$)|(?:geminiignore|gitignore|env)$)/i;
/** Called for every path of a commit, so it only copies the end of the path. */
function endsWithName(path, name) {
    const end = path.slice(-name.length - 1).toLowerCase();
    const lowerName = name.toLowerCase();
    return end === lowerName || end === `/${lowerName}`;
}
/** The paths of the steering files that the pull request changes. This run does not use the changes, and its comment says so. */
async function changedSteeringFiles(task, github, memoryNames) {
    if (task.kind !== 'pull_request' || task.number === undefined)
        return [];
    const paths = (await github.files(task.number)).flatMap(({ path, previousPath }) => [path, previousPath ?? path]);
    return [...new Set(paths)].filter((path) => isSteering(path, memoryNames)).sort();
}
/** Whether a file can restrict a run: without it the run would be allowed more. */
const canRestrict = (path) => /^\.gemini(?:$|\/$|\/policies(?:\/|$)|\/settings\.json$)|(?:^|\/)\.geminiignore$/.test(path);
/** Throws UserError when a path that can restrict the run was refused, or a folder above it, or (for `folder/`) a file in it. */
function requireReadable(path, { refused }) {
    if (!canRestrict(path))
        return;
    for (const [other, reason] of refused)
        if (other === path || path.startsWith(`${other}/`) || (path.endsWith('/') && other.startsWith(path)))
            throw new errors/* UserError */.yo(`${other} ${reason}, so it cannot be read as configuration. Make it a regular file with one spelling.`);
}


/***/ }),

/***/ 83902:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ apiMimeType)
/* harmony export */ });
/**
 * The media types that the model accepts. The API refuses a request with any other type anywhere in its history, and so
 * every later request of the same conversation. Source: Gemini API docs, "Image understanding", "Audio understanding", "Video
 * understanding", "Document understanding". Dated data: 2026-08.
 */
const SUPPORTED_TYPES = new Set([
    ...['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
    ...['audio/mpeg', 'audio/mp3', 'audio/wav', 'audio/aiff', 'audio/aac', 'audio/ogg', 'audio/flac'],
    ...['video/mp4', 'video/mpeg', 'video/mpg', 'video/mov', 'video/avi', 'video/x-flv', 'video/webm', 'video/wmv'],
    ...['video/3gpp', 'application/pdf'],
]);
/** Other names of the same types. */
const TYPE_ALIASES = {
    'image/jpg': 'image/jpeg',
    'audio/x-wav': 'audio/wav',
    'audio/wave': 'audio/wav',
    'audio/x-aiff': 'audio/aiff',
    'audio/x-flac': 'audio/flac',
    'video/quicktime': 'video/mov',
    'video/x-msvideo': 'video/avi',
    'video/x-ms-wmv': 'video/wmv',
};
/** The API's name of a media type, or undefined when the API does not accept it. */
function apiMimeType(mimeType) {
    const type = mimeType.toLowerCase();
    const name = Object.hasOwn(TYPE_ALIASES, type) ? (TYPE_ALIASES[type] ?? type) : type;
    return SUPPORTED_TYPES.has(name) || /^text\/[\w.+-]+$/.test(name) ? name : undefined;
}


/***/ }),

/***/ 67630:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  fD: () => (/* binding */ modelName),
  dU: () => (/* binding */ openModelClient),
  w8: () => (/* binding */ whileModelThinks)
});

// EXTERNAL MODULE: ./build/platform/non-blank.js
var non_blank = __webpack_require__(92086);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
;// CONCATENATED MODULE: ./build/model/auth/custom-headers.js

/**
 * Parses GEMINI_CLI_CUSTOM_HEADERS: `Name: value, Name2: value2`. A comma ends a value only when another name and colon
 * follow; entries without a name or colon are ignored. Throws UserError for an invalid header.
 */
function parseCustomHeaders(text) {
    const headers = {};
    for (const entry of (text ?? '').split(/,(?=\s*[^\s,:]+\s*:)/)) {
        const colon = entry.indexOf(':');
        const name = entry
            .slice(0, Math.max(0, colon))
            .replace(/^[\s,]+/, '')
            .trim();
        if (name === '')
            continue;
        const value = entry.slice(colon + 1).trim();
        if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value))
            throw new errors/* UserError */.yo('GEMINI_CLI_CUSTOM_HEADERS contains a name or value that is not valid in a header.');
        headers[name] = value;
    }
    return headers;
}
/** Values that look secret by the names of their headers. */
const secretHeaderValues = (headers) => Object.entries(headers).flatMap(([name, value]) => /auth|key|token|secret|cookie/i.test(name) && value.length >= 6 ? [value, value.replace(/^\S+\s+/, '')] : []);

;// CONCATENATED MODULE: ./build/model/catalog/aliases.js
const CHAT = { temperature: 1, topP: 0.95, topK: 64 };
/**
 * The reference's names, so that settings that extend or override them keep working. Models are short names of models.ts.
 * Utility requests for one small answer use a small model at temperature 0. Dated data: 2026-08.
 */
const ALIASES = {
    base: { generationConfig: { temperature: 0, topP: 1 } },
    'chat-base': {
        extends: 'base',
        generationConfig: { ...CHAT, thinkingConfig: { includeThoughts: true } },
    },
    // Models before 2.5 refuse a thinkingConfig.
    'chat-base-2.0': { extends: 'chat-base', generationConfig: { thinkingConfig: null } },
    'chat-base-2.5': { extends: 'chat-base', generationConfig: { thinkingConfig: { thinkingBudget: 8192 } } },
    'chat-base-3': { extends: 'chat-base', generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } } },
    'gemini-2.5-flash-base': { extends: 'base', model: 'gemini-2.5-flash' },
    'gemini-3-flash-base': { extends: 'base', model: 'flash' },
    'gemini-3.5-flash-base': { extends: 'base', model: 'gemini-3.5-flash' },
    classifier: { extends: 'base', model: 'flash-lite', generationConfig: { maxOutputTokens: 1024 } },
    'prompt-completion': {
        extends: 'base',
        model: 'flash-lite',
        generationConfig: { temperature: 0.3, maxOutputTokens: 16_000 },
    },
    'fast-ack-helper': {
        extends: 'base',
        model: 'flash-lite',
        generationConfig: { temperature: 0.2, maxOutputTokens: 120 },
    },
    'edit-corrector': { extends: 'base', model: 'flash-lite' },
    'summarizer-default': { extends: 'base', model: 'flash-lite', generationConfig: { maxOutputTokens: 2000 } },
    'summarizer-shell': { extends: 'base', model: 'flash-lite', generationConfig: { maxOutputTokens: 2000 } },
    'web-search': { extends: 'gemini-3-flash-base' },
    'web-fetch': { extends: 'gemini-3-flash-base' },
    'web-fetch-fallback': { extends: 'gemini-3-flash-base' },
    'loop-detection': { extends: 'gemini-3-flash-base' },
    'loop-detection-double-check': { extends: 'base', model: 'pro' },
    'llm-edit-fixer': { extends: 'gemini-3-flash-base' },
    'next-speaker-checker': { extends: 'gemini-3-flash-base' },
    'context-snapshotter': {
        extends: 'gemini-3-flash-base',
        generationConfig: { ...CHAT, thinkingConfig: { thinkingLevel: 'HIGH' } },
    },
    'agent-history-provider-summarizer': { model: 'flash' },
    'chat-compression-default': { model: 'pro' },
    'chat-compression-3-pro': { model: 'gemini-3-pro-preview' },
    'chat-compression-3-flash': { model: 'gemini-3-flash-preview' },
    'chat-compression-3.1-flash-lite': { model: 'gemini-3.1-flash-lite' },
    'chat-compression-2.5-pro': { model: 'gemini-2.5-pro' },
    'chat-compression-2.5-flash': { model: 'gemini-2.5-flash' },
    'chat-compression-2.5-flash-lite': { model: 'gemini-2.5-flash-lite' },
};
/** The built-in alias of that name. Every model id is an alias that extends the one of its family. */
function builtInAlias(name) {
    if (Object.hasOwn(ALIASES, name))
        return ALIASES[name];
    return isModelId(name) ? { extends: familyAlias(name), model: name } : undefined;
}
/** Whether a name is the id of a Google model. */
const isModelId = (name) => /^(?:models\/)?gem(?:ini|ma)-\d/.test(name);
/** The alias with the sampling for chats with a model. Source: Gemini API docs, "Thinking". */
function familyAlias(model) {
    const id = model.split('/').at(-1) ?? model;
    if (/^gemini-(?:1|2\.0)/.test(id))
        return 'chat-base-2.0';
    if (/^gemini-2\.5/.test(id))
        return 'chat-base-2.5';
    if (/^gemini-(?:[3-9]|\d\d)(?:[.-]|$)|^gemma-4/.test(id))
        return 'chat-base-3';
    return 'chat-base';
}

;// CONCATENATED MODULE: ./build/model/catalog/generation.js


const NO_CONFIGS = { aliases: {}, overrides: [] };
const isAlias = (name, { aliases }) => Object.hasOwn(aliases, name) || Object.hasOwn(ALIASES, name);
/**
 * Resolves model, sampling and thinking of a request: the alias with everything it extends, from the root down, then the
 * overrides of the settings. An id that is not an alias means a chat with that model. Throws UserError without a model.
 */
function generationFor(query, configs = NO_CONFIGS) {
    const chain = aliasChain(query.name, configs);
    const merged = [...chain.map(({ alias }) => alias), ...overridesFor(query, chain, configs)].reduce(merge, {});
    const isId = !isAlias(query.name, configs) || isModelId(query.name);
    const model = merged.model ?? (isId ? query.name : undefined);
    if (model === undefined)
        throw new errors/* UserError */.yo(`modelConfigs: the alias "${query.name}" has no model. Set one in it, in an alias it extends or in an override.`);
    const config = Object.fromEntries(Object.entries(merged.generationConfig ?? {}).filter(([, value]) => value !== null));
    return { model, config };
}
/** An alias and the aliases it extends, root first. Throws UserError for a cycle or a missing alias. */
function aliasChain(name, configs) {
    const chain = [];
    const visited = [];
    let next = isAlias(name, configs) ? name : undefined;
    if (next === undefined) {
        chain.push({ name, alias: {} });
        next = familyAlias(name);
    }
    while (next !== undefined) {
        if (visited.includes(next))
            throw new errors/* UserError */.yo(`modelConfigs: these aliases extend each other in a cycle: ${[...visited, next].join(' → ')}`);
        visited.push(next);
        const alias = Object.hasOwn(configs.aliases, next)
            ? configs.aliases[next]
            : builtInAlias(next);
        if (alias === undefined)
            throw new errors/* UserError */.yo(`modelConfigs: the alias "${next}" does not exist.`);
        chain.unshift({ name: next, alias });
        next = alias.extends;
    }
    return chain;
}
/** The matching overrides, general before specific: by position in the chain, then by the number of conditions. */
function overridesFor(query, chain, { overrides }) {
    const model = query.model ?? chain.findLast(({ alias }) => alias.model !== undefined)?.alias.model;
    return overrides
        .flatMap(({ match, alias }) => {
        const keys = Object.keys(match).length;
        if (keys === 0)
            return [];
        const chainPosition = chain.findIndex(({ name }) => name === match.model) + 1;
        const isModel = match.model === undefined || chainPosition > 0 || match.model === model;
        const scope = query.scope ?? 'core';
        const fits = isModel &&
            (match.overrideScope === undefined || match.overrideScope === scope) &&
            (match.isRetry === undefined || match.isRetry === (query.isRetry ?? false));
        return fits ? [{ chainPosition, keys, alias }] : [];
    })
        .sort((a, b) => a.chainPosition - b.chainPosition || a.keys - b.keys)
        .map(({ alias }) => alias);
}
/** Merges objects key by key and replaces everything else. */
function merge(base, override) {
    const model = override.model ?? base.model;
    return {
        ...(model === undefined ? {} : { model }),
        generationConfig: mergeObjects(base.generationConfig ?? {}, override.generationConfig ?? {}),
    };
}
function mergeObjects(base, override) {
    const merged = { ...base };
    for (const [key, value] of Object.entries(override)) {
        const current = merged[key];
        merged[key] = isObject(current) && isObject(value) ? mergeObjects(current, value) : value;
    }
    return merged;
}
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

// EXTERNAL MODULE: ./build/model/errors/api-error.js
var api_error = __webpack_require__(11243);
;// CONCATENATED MODULE: ./build/model/catalog/model-configs.js



/** A retry after an unusable answer uses a higher temperature, as in the reference. */
const RETRY_OVERRIDE = { match: { model: 'chat-base', isRetry: true }, alias: { generationConfig: { temperature: 1 } } };
/**
 * Reads `modelConfigs` of settings.json. Throws UserError with the path of a mistake. Fields that cannot be set here (tools,
 * instructions, addresses) are ignored with a notice.
 */
function readModelConfigs(value, notice) {
    const settings = value === undefined ? {} : object(value, 'modelConfigs');
    const aliases = Object.fromEntries(['aliases', 'customAliases'].flatMap((key) => Object.entries(object(settings[key] ?? {}, `modelConfigs.${key}`)).map(([name, alias]) => [name, readAlias(alias, `modelConfigs.${key}.${name}`, notice)])));
    const overrides = ['overrides', 'customOverrides'].flatMap((key) => list(settings[key] ?? [], `modelConfigs.${key}`).map((entry, index) => {
        const path = `modelConfigs.${key}[${index}]`;
        return { match: readMatch(object(entry, path).match, `${path}.match`), alias: readAlias(entry, path, notice) };
    }));
    const configs = { aliases, overrides: [RETRY_OVERRIDE, ...overrides] };
    for (const name of Object.keys(aliases))
        aliasChain(name, configs); // throws for a cycle and for a missing alias
    return configs;
}
function readAlias(value, path, notice) {
    const { extends: parent, modelConfig } = object(value, path);
    const { model, generateContentConfig } = object(modelConfig ?? {}, `${path}.modelConfig`);
    const generationConfig = readGenerationConfig(generateContentConfig, `${path}.modelConfig.generateContentConfig`, notice);
    return {
        ...(parent === undefined ? {} : { extends: model_configs_text(parent, `${path}.extends`) }),
        ...(model === undefined ? {} : { model: model_configs_text(model, `${path}.modelConfig.model`) }),
        ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }),
    };
}
function readMatch(value, path) {
    const { model, overrideScope, isRetry } = object(value ?? {}, path);
    if (isRetry !== undefined && typeof isRetry !== 'boolean')
        invalidSetting(`${path}.isRetry`, 'true or false');
    return {
        ...(model === undefined ? {} : { model: model_configs_text(model, `${path}.model`) }),
        ...(overrideScope === undefined ? {} : { overrideScope: model_configs_text(overrideScope, `${path}.overrideScope`) }),
        ...(typeof isRetry === 'boolean' ? { isRetry } : {}),
    };
}
/** The fields that settings may set. Everything else, for example an address, is not allowed in a settings file. */
const GENERATION_FIELDS = {
    temperature: 'number',
    topP: 'number',
    topK: 'number',
    maxOutputTokens: 'count',
    stopSequences: 'texts',
    presencePenalty: 'number',
    frequencyPenalty: 'number',
    seed: 'number',
    mediaResolution: 'text',
    safetySettings: 'objects',
    thinkingConfig: { of: { includeThoughts: 'flag', thinkingBudget: 'number', thinkingLevel: 'text' } },
};
function readGenerationConfig(value, path, notice) {
    if (value === undefined)
        return {};
    return readFields(object(value, path), GENERATION_FIELDS, path, notice);
}
function readFields(value, kinds, path, notice) {
    return Object.fromEntries(Object.entries(value).flatMap(([key, field]) => {
        const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
        const fieldPath = `${path}.${key}`;
        if (kind === undefined) {
            notice(`${fieldPath} is ignored: it cannot be set here.`);
            return [];
        }
        if (field === null)
            return [[key, field]];
        if (typeof kind === 'object')
            return [[key, readFields(object(field, fieldPath), kind.of, fieldPath, notice)]];
        if (!fits(field, kind))
            invalidSetting(fieldPath, KIND_TEXT[kind]);
        return [[key, field]];
    }));
}
const KIND_TEXT = {
    number: 'a number',
    count: 'a whole number above 0',
    text: 'a string',
    texts: 'a list of strings',
    flag: 'true or false',
    objects: 'a list of objects',
};
function fits(value, kind) {
    switch (kind) {
        case 'number':
            return typeof value === 'number' && Number.isFinite(value);
        case 'count':
            return Number.isSafeInteger(value) && Number(value) > 0;
        case 'text':
            return typeof value === 'string';
        case 'texts':
            return Array.isArray(value) && value.every((item) => typeof item === 'string');
        case 'flag':
            return typeof value === 'boolean';
        case 'objects':
            return Array.isArray(value) && value.every(model_configs_isObject);
        default:
            return kind;
    }
}
const model_configs_isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value, path) => model_configs_isObject(value) ? (0,api_error/* asRecord */.qY)(value) : invalidSetting(path, 'an object');
const list = (value, path) => Array.isArray(value) ? value : invalidSetting(path, 'a list');
const model_configs_text = (value, path) => typeof value === 'string' && value !== '' ? value : invalidSetting(path, 'a non-empty string');
function invalidSetting(path, expected) {
    throw new errors/* UserError */.yo(`Invalid settings: ${path} must be ${expected}.`);
}

// EXTERNAL MODULE: ./build/model/catalog/models.js
var models = __webpack_require__(5110);
// EXTERNAL MODULE: ./build/model/errors/model-errors.js
var model_errors = __webpack_require__(87269);
// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(13803);
;// CONCATENATED MODULE: ./build/model/retry/request-attempt.js




/**
 * Limits on the time without data: before an answer starts; within an answer, where a long tool call arrives in one piece;
 * and after a complete answer until the stream ends.
 */
const STALL_LIMITS_MS = { before: 120_000, within: 300_000, after: 5000 };
const stallLimits = (ms) => ({ before: ms, within: ms, after: Math.min(ms, STALL_LIMITS_MS.after) });
/** Starts one attempt at one request. Always call end(). */
function startAttempt(transport, model, outer) {
    const { credential } = transport;
    const { stallMs } = transport;
    const { before, within, after } = stallMs === undefined ? STALL_LIMITS_MS : stallLimits(stallMs);
    const watchdog = startWatchdog(before, outer);
    let waitMs;
    const sendOnce = async (url, init) => {
        const headers = new Headers(init?.headers);
        headers.delete('x-goog-api-key'); // the SDK always sets one
        for (const [name, value] of Object.entries(transport.headers(model)))
            headers.set(name, value);
        for (const [name, value] of Object.entries(await credential.headers(watchdog.signal)))
            headers.set(name, value);
        // Do not follow redirects: fetch would send the key along, because it strips only `authorization`.
        const response = await (transport.fetch ?? fetch)(url, { ...init, headers, redirect: 'manual' });
        if (response.status >= 300 && response.status < 400)
            throw redirectError(response);
        watchdog.restartTimer(within);
        waitMs = (0,api_error/* retryAfterMs */.Vs)(response.headers.get('retry-after'), transport.now());
        return response;
    };
    return {
        signal: watchdog.signal,
        dataArrived: (isComplete = false) => watchdog.restartTimer(isComplete ? after : within),
        end: watchdog.end,
        async fetch(url, init) {
            const response = await sendOnce(url, init);
            // A token may be revoked early, so try once more with a new one.
            if (response.status !== 401 || credential.renew === undefined)
                return response;
            await response.body?.cancel();
            credential.renew();
            return sendOnce(url, init);
        },
        toError(error, usage) {
            outer.throwIfAborted();
            if (error instanceof errors/* UserError */.yo)
                return error;
            const silentMs = watchdog.stalledAfterMs();
            if (silentMs !== undefined) {
                const text = `The API sent nothing for ${Math.round(silentMs / 1000)} s.`;
                return new types/* ModelError */.m(text, { fault: 'unavailable', retry: 'later', ...failedUsageOf(model, usage) });
            }
            const secrets = credential.secrets();
            return (0,model_errors/* toModelError */.Z)(error, {
                model,
                credentialSource: credential.source,
                retryAfterMs: waitMs,
                secrets,
                ...failedUsageOf(model, usage),
            });
        },
    };
}
function redirectError({ url, status, headers }) {
    const target = URL.parse(headers.get('location') ?? '', url)?.origin ?? 'an unknown address';
    return new errors/* UserError */.yo(`The model's API at ${new URL(url).origin} redirects (${status}) to ${target}. The redirect is not followed, because it would receive the credential. Set the address that answers without a redirect.`);
}
/** The usage of a failed attempt as a field, if it is known. */
const failedUsageOf = (model, usage) => usage === undefined || usage.total === 0 ? {} : { failedUsage: [{ model, usage }] };
/** Aborts its signal when restartTimer() is not called in time, or when `outer` aborts. */
function startWatchdog(firstMs, outer) {
    const inner = new AbortController();
    let stalledAfter;
    let timer;
    const stop = () => inner.abort();
    const restartTimer = (ms) => {
        clearTimeout(timer);
        if (inner.signal.aborted)
            return;
        timer = setTimeout(() => {
            stalledAfter = ms;
            inner.abort();
        }, ms);
    };
    if (outer.aborted)
        stop();
    outer.addEventListener('abort', stop, { once: true });
    restartTimer(firstMs);
    return {
        signal: inner.signal,
        restartTimer,
        stalledAfterMs: () => stalledAfter,
        end() {
            clearTimeout(timer);
            outer.removeEventListener('abort', stop);
            // Closes the connection of an answer that was not read to its end.
            inner.abort();
        },
    };
}

;// CONCATENATED MODULE: ./build/model/wire/sse.js
/** The parsed JSON of each server-sent event. Throws SyntaxError for an event that is not JSON or is incomplete. */
async function* readSseJson(body) {
    for await (const data of readSseData(body))
        yield JSON.parse(data);
}
/**
 * The data of each server-sent event, with its lines joined. Ignores comments, ids and other fields. The last event needs no
 * empty line after it. Bare JSON counts as data, because some services send late errors that way.
 * Source: HTML standard, "Server-sent events".
 */
async function* readSseData(body) {
    let data = [];
    let bare = [];
    for await (const line of readLines(body)) {
        if (line === '') {
            yield* eventData(data, bare);
            data = [];
            bare = [];
        }
        else if (line.startsWith('data:'))
            data.push(line.slice('data:'.length).trim());
        else if (!FIELD.test(line))
            bare.push(line);
    }
    yield* eventData(data, bare);
}
const FIELD = /^(?:event|id|retry)?:/;
function* eventData(data, bare) {
    if (data.some((line) => line !== ''))
        yield data.join('\n');
    const json = bare.join('\n').trim();
    if (/^[[{]/.test(json))
        yield json;
}
/** Splits bytes into lines that end with CR, LF or both, wherever chunks begin and end. */
async function* readLines(body) {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const bytes of body) {
        // A CR at the end of a chunk may be the first half of CRLF.
        const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
        rest = lines.pop() ?? '';
        yield* lines;
    }
    yield* (rest + decoder.decode()).split(/\r\n|\n|\r/);
}

;// CONCATENATED MODULE: ./build/model/wire/grounding.js
const NO_GROUNDING = { sources: [], supports: [], pages: [] };
/**
 * Adds the sources of one more stream chunk; undefined while there are none.
 * A chunk contains only new sources, while indices count all of them. Some chunks repeat the whole list.
 * Source: Gemini API reference, GroundingMetadata and UrlContextMetadata.
 */
function mergeGrounding(before, candidate) {
    const { groundingMetadata, urlContextMetadata } = candidate ?? {};
    if (groundingMetadata === undefined && urlContextMetadata === undefined)
        return before;
    const { sources, supports, pages } = before ?? NO_GROUNDING;
    return {
        sources: joinLists(sources, sourcesIn(groundingMetadata)),
        supports: joinLists(supports, supportsIn(groundingMetadata)),
        pages: joinLists(pages, pagesIn(urlContextMetadata)),
    };
}
function sourcesIn(metadata) {
    return (metadata?.groundingChunks ?? []).map(({ web, retrievedContext, maps }) => {
        const { title, uri } = web ?? retrievedContext ?? maps ?? {};
        return { ...(title === undefined ? {} : { title }), ...(uri === undefined ? {} : { uri }) };
    });
}
function supportsIn(metadata) {
    return (metadata?.groundingSupports ?? []).flatMap(({ segment, groundingChunkIndices: sources = [] }) => {
        const { endIndex: end, text } = segment ?? {};
        if (end === undefined || sources.length === 0)
            return [];
        return [{ end, ...(text === undefined ? {} : { text }), sources }];
    });
}
function pagesIn(metadata) {
    return (metadata?.urlMetadata ?? []).flatMap(({ retrievedUrl: url, urlRetrievalStatus: status }) => url === undefined ? [] : [{ url, read: status === 'URL_RETRIEVAL_STATUS_SUCCESS' }]);
}
/** Concatenates two lists, unless the second one starts with all of the first. */
function joinLists(before, next) {
    const repeats = before.every((item, index) => JSON.stringify(item) === JSON.stringify(next[index]));
    return repeats ? next : [...before, ...next];
}

// EXTERNAL MODULE: ./build/model/wire/media-types.js
var media_types = __webpack_require__(83902);
;// CONCATENATED MODULE: ./build/model/wire/wire.js



/**
 * Replaces a thought signature that the API never sent (foreign history, an unsigned call).
 * Source: Gemini API docs, "Thought signatures", section on calls that the model did not make.
 */
const PLACEHOLDER_SIGNATURE = 'skip_thought_signature_validator';
/**
 * Converts messages to the API's format: user and model alternate, tool results are in a user turn, unsigned thoughts are
 * omitted, every other part is unchanged. A longer history gives a result that extends the shorter one, so that the API's
 * prefix cache hits.
 */
function toContents(messages, dialect) {
    const turns = [];
    for (const message of messages) {
        const role = message.role === 'model' ? 'model' : 'user';
        const parts = message.role === 'tool'
            ? replyParts(message.replies, dialect)
            : message.parts.flatMap((part) => toWirePart(part, dialect));
        if (parts.length === 0)
            continue;
        const last = turns.at(-1);
        if (last?.role === role)
            last.parts.push(...parts);
        else
            turns.push({ role, parts });
    }
    return turns.map((turn) => (turn.role === 'model' ? { ...turn, parts: withSignature(turn.parts) } : turn));
}
/** Converts tools to the API's format: all declared tools in one element, each built-in tool in another. */
function toTools({ tools, builtIn = [] }) {
    return [
        ...(tools.length === 0 ? [] : [{ functionDeclarations: toDeclarations(tools) }]),
        ...builtIn.map((name) => BUILT_IN_TOOLS[name]),
    ];
}
const BUILT_IN_TOOLS = {
    google_search: { googleSearch: {} },
    url_context: { urlContext: {} },
};
/** Sends plain JSON Schema, not Google's schema format. */
function toDeclarations(tools) {
    return tools.map(({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters }));
}
/** Converts the tool choice to the API's format. */
function toToolConfig({ mode, names }) {
    return {
        functionCallingConfig: {
            mode: mode.toUpperCase(), // the SDK's enum is the set of these strings
            ...(names === undefined ? {} : { allowedFunctionNames: [...names] }),
        },
    };
}
/** Fields that the SDK sends. It strips newer fields from the part, and the API refuses an empty part. */
const SENDABLE = ['text', 'inlineData', 'fileData', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'];
function toWirePart(part, { ids, thoughts }) {
    const signature = part.signature === undefined ? {} : { thoughtSignature: part.signature };
    switch (part.kind) {
        case 'text':
            // The API refuses empty text, except text with a signature that it sent itself.
            return part.text === '' && part.signature === undefined ? [] : [{ text: part.text, ...signature }];
        case 'thought':
            return part.signature === undefined || thoughts === false
                ? []
                : [{ text: part.text, thought: true, ...signature }];
        case 'call': {
            const { id, name, args } = part.call;
            return [{ functionCall: { ...(ids && { id }), args, name: wireName(name) }, ...signature }];
        }
        case 'data': {
            const mimeType = (0,media_types/* apiMimeType */.x)(part.mimeType);
            if (mimeType === undefined)
                return [{ text: `[Data of type ${part.mimeType} is omitted: the API does not accept this type.]` }];
            return [{ inlineData: { mimeType, data: part.data }, ...signature }];
        }
        case 'opaque':
            if (part.value.thought === true && (part.signature === undefined || thoughts === false))
                return [];
            return SENDABLE.some((name) => name in part.value) ? [{ ...part.value, ...signature }] : [];
        default:
            return part;
    }
}
/**
 * Fills in a missing signature of the first call of a turn; the API checks only that one. Applies to every turn, although
 * the API ignores older ones: a turn that changes later would break the shared prefix.
 */
function withSignature(parts) {
    const first = parts.findIndex((part) => part.functionCall !== undefined);
    return parts.map((part, index) => index === first && part.thoughtSignature === undefined
        ? { ...part, thoughtSignature: PLACEHOLDER_SIGNATURE }
        : part);
}
/** All results first, in the order of the calls, then the data that cannot be nested in its result. */
function replyParts(replies, dialect) {
    const results = [];
    const separate = [];
    for (const reply of replies) {
        const nested = [];
        for (const part of reply.parts ?? []) {
            if (part.kind === 'data' && canNest(dialect.model, part.mimeType))
                nested.push({ inlineData: { mimeType: part.mimeType, data: part.data } });
            else
                separate.push(...toWirePart(part, dialect));
        }
        const { id, name, response } = reply;
        results.push({
            functionResponse: {
                name: wireName(name),
                response,
                ...(dialect.ids && { id }),
                ...(nested.length > 0 ? { parts: nested } : {}),
            },
        });
    }
    return [...results, ...separate];
}
/**
 * Whether a function response may contain such data: Gemini 3 and later, for images, PDF and plain text.
 * Source: Gemini API docs, "Function calling", section on multimodal function responses.
 */
const canNest = (model, mimeType) => /^(?:models\/)?gemini-(?:[3-9]|\d\d)(?:[.-]|$)/.test(model) &&
    /^(?:image\/(?:png|jpeg|webp)|application\/pdf|text\/plain)$/.test(mimeType);
/** The API's actual limit; its documentation says 128. */
const MAX_NAME_CHARACTERS = 64;
/** The model may call a name that the API refuses in the history. Replaces invalid characters, in calls and in results. */
function wireName(name) {
    const cleaned = name.replace(/[^A-Za-z0-9_.:-]/g, '_').slice(0, MAX_NAME_CHARACTERS);
    if (cleaned === '')
        return 'unnamed_tool';
    return /^[A-Za-z_]/.test(cleaned) ? cleaned : `_${cleaned.slice(0, MAX_NAME_CHARACTERS - 1)}`;
}
const newReplyDraft = () => ({ parts: [], usage: types/* NO_USAGE */.y });
/** Adds one chunk of a stream to the draft. Returns the visible text it brought. */
function addChunk(draft, chunk) {
    const candidate = objects(chunk.candidates).find(({ index = 0 }) => index === 0);
    let text = '';
    for (const wire of objects(candidate?.content?.parts)) {
        for (const part of fromWirePart(wire)) {
            if (part.kind === 'text')
                text += part.text;
            append(draft.parts, part);
        }
    }
    draft.finish = nonEmptyText(candidate?.finishReason, 'FINISH_REASON_UNSPECIFIED') ?? draft.finish;
    draft.finishMessage = nonEmptyText(candidate?.finishMessage) ?? draft.finishMessage;
    const grounding = mergeGrounding(draft.grounding, candidate);
    if (grounding !== undefined)
        draft.grounding = grounding;
    draft.blockReason = nonEmptyText(chunk.promptFeedback?.blockReason, 'BLOCKED_REASON_UNSPECIFIED') ?? draft.blockReason;
    draft.model = nonEmptyText(chunk.modelVersion) ?? draft.model;
    draft.usage = readUsage(chunk, draft.usage);
    return text;
}
/** The text, or undefined when it is empty or equals `unspecified`, the API's value for none. */
const nonEmptyText = (text, unspecified = '') => typeof text === 'string' && text !== '' && text !== unspecified ? text : undefined;
/** The objects of a list; anything else is dropped, because a stray null must not end a run. */
const objects = (list) => Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : [];
/** One part, or two when it has text and data, which the API would not accept back. Empty text next to data is dropped. */
function fromWirePart(wire) {
    const { thoughtSignature, thought, text, ...others } = wire;
    const signature = typeof thoughtSignature === 'string' ? { signature: thoughtSignature } : {};
    const content = typeof text === 'string' ? text : '';
    const kind = thought === true ? 'thought' : 'text';
    const hasData = Object.keys(others).some((name) => content === '' || name === 'functionCall' || SENDABLE.includes(name));
    // Fields that only describe the text do not count.
    if (!hasData)
        return content === '' && signature.signature === undefined ? [] : [{ kind, text: content, ...signature }];
    const dataPart = { ...fromWireData(others, thought === true), ...signature };
    return content === '' ? [dataPart] : [{ kind, text: content }, dataPart];
}
function fromWireData(wire, isThought) {
    if (wire.functionCall) {
        const { id, name, args } = wire.functionCall;
        return { kind: 'call', call: { id: id ?? '', name: name ?? '', args: args ?? {} } };
    }
    const { data, mimeType } = wire.inlineData ?? {};
    if (Object.keys(wire).length === 1 && !isThought && data !== undefined && mimeType !== undefined)
        return { kind: 'data', mimeType, data };
    return { kind: 'opaque', value: isThought ? { ...wire, thought: true } : { ...wire } };
}
/** Joins streamed text fragments. A signature belongs to exactly one part, so signed parts are not joined. */
function append(parts, part) {
    const last = parts.at(-1);
    const joins = last !== undefined && last.signature === undefined && part.signature === undefined;
    if (joins && last.kind === 'text' && part.kind === 'text')
        last.text += part.text;
    else if (joins && last.kind === 'thought' && part.kind === 'thought')
        last.text += part.text;
    else
        parts.push(part);
}
function readUsage(chunk, before) {
    const counts = chunk.usageMetadata;
    if (counts === undefined || counts === null)
        return before;
    const input = counts.promptTokenCount ?? before.input;
    const output = counts.candidatesTokenCount ?? before.output;
    const thoughts = counts.thoughtsTokenCount ?? before.thoughts;
    const tool = counts.toolUsePromptTokenCount ?? before.tool;
    const cached = counts.cachedContentTokenCount ?? before.cached;
    const total = counts.totalTokenCount ?? Math.max(before.total, input + output + thoughts + tool);
    return { input, cached, output, thoughts, tool, total };
}
/** Ids of all calls in a history. */
function callIds(messages) {
    return messages.flatMap((message) => message.role === 'tool' ? [] : message.parts.flatMap((part) => (part.kind === 'call' ? [part.call.id] : [])));
}
/** Gives every call an unused id and adds it to `usedIds`. The API may omit or repeat ids, which makes results ambiguous. */
function assignCallIds(parts, usedIds) {
    return parts.map((part) => {
        if (part.kind !== 'call')
            return part;
        const id = unusedId(part.call, usedIds);
        usedIds.add(id);
        return { ...part, call: { ...part.call, id } };
    });
}
function unusedId({ id, name }, usedIds) {
    if (id !== '' && !usedIds.has(id))
        return id;
    const stem = id === '' ? wireName(name) : id;
    for (let n = id === '' ? 1 : 2;; n++)
        if (!usedIds.has(`${stem}-${n}`))
            return `${stem}-${n}`;
}

;// CONCATENATED MODULE: ./build/model/providers/code-assist-setup.js



const POLL_MS = 5_000;
/** Enrollment takes seconds; stop after five minutes. */
const POLLS = 60;
/**
 * Enrolls the account if needed and returns the project for its requests. Rejects with UserError when the owner of the
 * account must do something first.
 */
async function setUpCodeAssist(setup) {
    const { project } = setup;
    if (project !== undefined && /^\d+$/.test(project))
        throw new errors/* UserError */.yo(`gcp_project_id (or GOOGLE_CLOUD_PROJECT) is the number ${project}, but Code Assist needs the project id, for example my-project-123.`);
    const account = await loadAccount(setup);
    const projectOfAccount = account.currentTier === undefined ? await enrollAccount(account, setup) : account.cloudaicompanionProject;
    const projectId = typeof projectOfAccount === 'string' && projectOfAccount !== '' ? projectOfAccount : project;
    if (projectId !== undefined)
        return projectId;
    const reasons = ineligibleTiers(account).map((tier) => String(tier.reasonMessage ?? tier.reasonCode));
    throw new errors/* UserError */.yo(reasons.length > 0
        ? `Code Assist does not accept this account: ${reasons.join(', ')}`
        : 'This account needs a Google Cloud project for Code Assist: set gcp_project_id (or GOOGLE_CLOUD_PROJECT).');
}
async function loadAccount({ call, project }) {
    const body = { ...projectField(project), metadata: metadata(project) };
    const account = await call('loadCodeAssist', body).catch((error) => {
        const apiError = (0,api_error/* parseApiError */._R)(error);
        // Inside a security perimeter the account cannot be looked up, but it works.
        if (apiError !== undefined && (0,api_error/* reasonsOf */.zM)(apiError).includes('SECURITY_POLICY_VIOLATED'))
            return { currentTier: {} };
        throw error;
    });
    if (account.currentTier !== undefined)
        return account;
    for (const { reasonCode, reasonMessage, validationUrl } of ineligibleTiers(account))
        if (reasonCode === 'VALIDATION_REQUIRED' && typeof validationUrl === 'string')
            throw new errors/* UserError */.yo(`Verify the account at ${validationUrl} first: ${String(reasonMessage ?? 'Code Assist requires it')}`);
    return account;
}
async function enrollAccount(account, { call, operation, project, sleep }) {
    const tiers = code_assist_setup_list(account.allowedTiers);
    const tierId = String(tiers.find((tier) => tier.isDefault === true)?.id ?? 'legacy-tier');
    // The free tier uses its own project and refuses any other.
    const tierProject = tierId === 'free-tier' ? undefined : project;
    let state = await call('onboardUser', { tierId, ...projectField(tierProject), metadata: metadata(tierProject) });
    for (let poll = 0; state.done !== true && typeof state.name === 'string'; poll++) {
        if (poll === POLLS) {
            const text = 'Code Assist did not finish the enrollment of this account within five minutes.';
            throw new types/* ModelError */.m(text, { fault: 'unavailable', retry: 'never' });
        }
        await sleep(POLL_MS);
        state = await operation(state.name);
    }
    if (state.error !== undefined)
        throw new errors/* UserError */.yo(`Code Assist could not enroll this account: ${String((0,api_error/* asRecord */.qY)(state.error).message)}`);
    return (0,api_error/* asRecord */.qY)((0,api_error/* asRecord */.qY)(state.response).cloudaicompanionProject).id;
}
const projectField = (project) => project === undefined ? {} : { cloudaicompanionProject: project };
const metadata = (project) => ({
    ideType: 'IDE_UNSPECIFIED',
    platform: 'PLATFORM_UNSPECIFIED',
    pluginType: 'GEMINI',
    ...(project === undefined ? {} : { duetProject: project }),
});
const ineligibleTiers = (account) => code_assist_setup_list(account.ineligibleTiers);
const code_assist_setup_list = (value) => (Array.isArray(value) ? value.map(api_error/* asRecord */.qY) : []);

// EXTERNAL MODULE: ./build/platform/lazy.js
var lazy = __webpack_require__(21510);
// EXTERNAL MODULE: ./build/text/one-line.js
var one_line = __webpack_require__(33809);
// EXTERNAL MODULE: ./build/text/truncate.js
var truncate = __webpack_require__(63770);
// EXTERNAL MODULE: ./build/model/estimate.js
var estimate = __webpack_require__(1598);
;// CONCATENATED MODULE: ./build/model/providers/reply.js






/** Finish reasons after which a retry may succeed. */
const RETRYABLE_FINISH_REASONS = [
    'MALFORMED_FUNCTION_CALL',
    'MALFORMED_RESPONSE',
    'MISSING_THOUGHT_SIGNATURE',
    'TOO_MANY_TOOL_CALLS',
    'UNEXPECTED_TOOL_CALL',
];
/** Finish reasons of an answer that reached its length limit. CONTINUATION needs an option that is never set here. */
const LENGTH_FINISH_REASONS = ['MAX_TOKENS', 'CONTINUATION'];
/**
 * Builds the reply from a finished stream. Throws a retryable ModelError when the stream was incomplete, malformed or empty.
 * Adds the ids of the reply's calls to `usedIds`, but not those of a discarded reply.
 */
function finishReply(draft, request, usedIds) {
    const { usage, finish, blockReason } = draft;
    const model = draft.model ?? request.model;
    const detail = draft.finishMessage === undefined ? '' : ` (${shortMessage(draft.finishMessage)})`;
    if (blockReason !== undefined)
        return { parts: [], stop: 'blocked', reason: blockReason, usage, model };
    const unusable = (text, nudge) => new types/* ModelError */.m(text, { fault: 'unusable', retry: 'later', nudge, ...failedUsageOf(model, usage) });
    if (finish === undefined)
        throw unusable('The answer is incomplete: the stream ended without a finish reason.');
    if (RETRYABLE_FINISH_REASONS.includes(finish))
        throw unusable(`The model gave a malformed answer: ${finish}${detail}.`);
    const isEmpty = !hasContent(draft, request);
    if (finish === 'OTHER' && isEmpty)
        throw unusable(`The model stopped without a reason: ${finish}${detail}.`);
    if (finish === 'STOP' && isEmpty) {
        if (draft.parts.some((part) => part.kind === 'thought'))
            throw unusable('The model sent thoughts but no answer.', ONLY_THOUGHT_NUDGE);
        throw unusable('The model gave an empty answer.', EMPTY_NUDGE);
    }
    const groundingField = draft.grounding === undefined ? {} : { grounding: draft.grounding };
    const finalUsage = usage.total > 0 ? usage : estimateUsage(draft, request);
    const reply = { parts: assignCallIds(draft.parts, usedIds), usage: finalUsage, model, ...groundingField };
    if (finish === 'STOP')
        return { ...reply, stop: 'finished', reason: finish };
    if (LENGTH_FINISH_REASONS.includes(finish))
        return { ...reply, stop: 'length', reason: finish };
    return { ...reply, stop: 'blocked', reason: `${finish}${detail}` };
}
/** The API quotes a malformed call in full, which may contain a whole file. */
const shortMessage = (message) => (0,truncate/* keepStart */.O)((0,one_line/* collapseWhitespace */.DK)(message), 300);
/** The reply of an answer that was stopped early. Providers that count tokens at the end have not reported any usage. */
function abandonedReply(draft, request, usedIds) {
    const { parts, usage, model = request.model } = draft;
    const finalUsage = usage.total > 0 ? usage : estimateUsage(draft, request);
    return { parts: assignCallIds(parts, usedIds), stop: 'abandoned', usage: finalUsage, model };
}
/** Estimates the usage, so that limits also apply when the provider reports none. */
function estimateUsage({ parts }, request) {
    const input = (0,estimate/* estimateRequestTokens */.GL)(request);
    const output = (0,estimate/* estimateRequestTokens */.GL)({ messages: [{ role: 'model', parts }] });
    return { ...types/* NO_USAGE */.y, input, output, total: input + output };
}
/**
 * Whether there is an answer. An empty one is valid after tool results, when there is nothing to add, and for a built-in
 * tool that found nothing. Thoughts alone are never an answer.
 */
function hasContent(draft, request) {
    if (draft.parts.some((part) => part.kind !== 'thought' && (part.kind !== 'text' || isVisible(part.text))))
        return true;
    const mayBeEmpty = request.messages.at(-1)?.role === 'tool' || request.builtIn !== undefined;
    return mayBeEmpty && !draft.parts.some((part) => part.kind === 'thought');
}
/** Whether a text has visible content: zero-width characters and HTML comments do not count. */
const isVisible = (text) => text
    .replace(/[\u200B-\u200F\uFEFF]/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .trim() !== '';
const ONLY_THOUGHT_NUDGE = '[Your last attempt ended after thinking, without an answer. Give your answer now, or call a tool.]';
const EMPTY_NUDGE = '[Your last attempt was empty. Give your answer now, or call a tool.]';

;// CONCATENATED MODULE: ./build/model/providers/streaming.js




/**
 * Creates a Generate that sends one request over one stream. Does not retry: every failure is a ModelError, or a UserError
 * about the credential. Call ids are unique for the lifetime of the returned function.
 */
function createStreamingGenerate(transport, open) {
    const usedIds = new Set();
    return async (request, signal) => {
        signal.throwIfAborted();
        const draft = newReplyDraft();
        const attempt = startAttempt(transport, request.model, signal);
        const shouldStop = request.watch?.();
        let isCut = false;
        let isComplete = false;
        try {
            for await (const chunk of readChunks(open, request, attempt, () => draft.usage)) {
                const wasFinished = draft.finish !== undefined;
                const text = addChunk(draft, chunk);
                isCut = text !== '' && shouldStop?.(text) === true && draft.finish === undefined;
                if (isCut)
                    break;
                // Old models send a finish reason with every chunk; then only the end of the stream counts.
                isComplete = draft.finish !== undefined && !(wasFinished && text !== '');
                if (isComplete)
                    attempt.dataArrived(true);
            }
        }
        catch (error) {
            // An error after a complete answer does not matter.
            if (!isComplete || !(error instanceof types/* ModelError */.m))
                throw error;
        }
        for (const id of callIds(request.messages))
            usedIds.add(id);
        return isCut ? abandonedReply(draft, request, usedIds) : finishReply(draft, request, usedIds);
    };
}
/** Converts errors of the stream to ModelErrors; errors of the reader do not pass through here. */
async function* readChunks(open, request, attempt, usage) {
    try {
        for await (const chunk of await open(request, attempt)) {
            attempt.dataArrived();
            yield chunk;
        }
    }
    catch (error) {
        throw attempt.toError(error, usage());
    }
    finally {
        attempt.end();
    }
}

;// CONCATENATED MODULE: ./build/model/providers/gemini.js





/** The Gemini API, or Vertex AI. */
function gemini(options) {
    const client = (0,lazy/* lazy */.R)(() => createClient(options));
    return {
        generate: createStreamingGenerate(options, async (request, attempt) => {
            const finishNote = {};
            const stream = await (await client()).models.generateContentStream({
                model: modelPath(request.model, options),
                contents: buildContents(request, options),
                config: {
                    ...buildConfig(request, options.generation(request)),
                    httpOptions: { fetch: withFinishNote(attempt.fetch, finishNote) },
                    abortSignal: attempt.signal,
                    // Otherwise the SDK resumes a dropped stream itself, hidden from withRetry().
                    automaticContinuation: false,
                },
            });
            return addFinishMessage(stream, finishNote);
        }),
        async countTokens(request, signal) {
            const attempt = startAttempt(options, request.model, signal);
            try {
                const { totalTokens } = await (await client()).models.countTokens({
                    model: modelPath(request.model, options),
                    contents: buildContents(request, options),
                    config: { httpOptions: { fetch: attempt.fetch }, abortSignal: attempt.signal },
                });
                return totalTokens ?? 0;
            }
            catch (error) {
                throw attempt.toError(error);
            }
            finally {
                attempt.end();
            }
        },
    };
}
/** The SDK takes tens of milliseconds to load, so load it with the first request. */
async function createClient(options) {
    // The web build is the same client without file access and google-auth-library, which the Node.js build loads at once.
    // It also reads no environment variables.
    const { GoogleGenAI } = await __webpack_require__.e(/* import() */ 3238).then(__webpack_require__.bind(__webpack_require__, 43238));
    const address = vertexAddress(options);
    return new GoogleGenAI({
        vertexai: options.vertex !== undefined,
        apiKey: 'none', // the web build requires one; startAttempt() replaces it with the credential
        ...(options.apiVersion === undefined ? {} : { apiVersion: options.apiVersion }),
        ...(address === undefined ? {} : { httpOptions: { baseUrl: address } }),
    });
}
/** The address of a Vertex AI location; multi-regions have separate hosts. Source: Vertex AI docs, "Deployments and endpoints". */
function vertexAddress({ baseUrl, vertex }) {
    if (baseUrl !== undefined || vertex?.project === undefined)
        return baseUrl;
    const location = vertex.location ?? 'global';
    if (location === 'global')
        return 'https://aiplatform.googleapis.com';
    if (location === 'us' || location === 'eu')
        return `https://aiplatform.${location}.rep.googleapis.com`;
    return `https://${location}-aiplatform.googleapis.com`;
}
function modelPath(model, { vertex }) {
    if (vertex?.project === undefined || model.includes('/'))
        return model;
    return `projects/${vertex.project}/locations/${vertex.location ?? 'global'}/publishers/google/models/${model}`;
}
/** Vertex AI documents call ids but refuses them: "Unknown name \"id\" at contents[1].parts[0].function_call". */
const buildContents = ({ messages, model }, { vertex }) => toContents(messages, { model, ids: vertex === undefined });
/** Everything of a request except the conversation. */
function buildConfig(request, generation) {
    const { system, tools: declared, choice, schema } = request;
    const tools = toTools(request);
    return {
        ...limitTokens(request.maxTokens, applySampling(generation, request.sampling)),
        ...(schema === undefined || tools.length > 0
            ? {}
            : { responseMimeType: 'application/json', responseJsonSchema: schema }),
        ...(system === '' ? {} : { systemInstruction: system }),
        ...(tools.length === 0 ? {} : { tools }),
        ...(declared.length === 0 || choice === undefined ? {} : { toolConfig: toToolConfig(choice) }),
    };
}
/** The request's sampling replaces all configured sampling, but not thinking. */
function applySampling(generation, sampling) {
    if (sampling === undefined)
        return generation;
    const { temperature: _, topP: __, topK: ___, maxOutputTokens: ____, ...rest } = generation;
    return { ...rest, ...sampling };
}
/** Below this limit, thinking leaves too little room for the answer. */
const LOW_THINKING_TOKENS = 8192;
/** Thoughts count as output and end the answer when they use up the limit. Source: Gemini API docs, "Thinking". */
function limitTokens(maxTokens, generation) {
    if (maxTokens === undefined)
        return generation;
    const { thinkingConfig } = generation;
    const maxOutputTokens = Math.min(maxTokens, generation.maxOutputTokens ?? maxTokens);
    if (maxOutputTokens >= LOW_THINKING_TOKENS || thinkingConfig === undefined)
        return { ...generation, maxOutputTokens };
    const { thinkingLevel, thinkingBudget } = thinkingConfig;
    const limitedThinking = {
        ...(thinkingLevel === undefined ? {} : { thinkingLevel: 'LOW' }), // the SDK's enum has these strings
        ...(thinkingBudget === undefined
            ? {}
            : { thinkingBudget: Math.min(thinkingBudget, Math.max(128, Math.floor(maxOutputTokens / 4))) }),
    };
    return { ...generation, maxOutputTokens, thinkingConfig: { ...thinkingConfig, ...limitedThinking } };
}
/**
 * Reads the finish message of an answer on its way to the SDK, which drops the one of the Gemini API and keeps the one of Vertex AI.
 * Report with an answer, for the SDK in Python: https://github.com/googleapis/python-genai/issues/2049
 */
const withFinishNote = (send, finishNote) => async (url, init) => {
    const response = await send(url, init);
    const { body, status, headers, ok } = response;
    if (!ok || body === null)
        return response;
    const decoder = new TextDecoder();
    let line = '';
    const watched = async function* () {
        for await (const bytes of body) {
            const lines = (line + decoder.decode(bytes, { stream: true })).split(/[\r\n]+/);
            line = lines.pop() ?? '';
            for (const each of lines)
                finishNote.message ??= readFinishMessage(each);
            yield bytes;
        }
    };
    return new Response(ReadableStream.from(watched()), { status, headers });
};
function readFinishMessage(line) {
    if (!line.includes('"finishMessage"'))
        return undefined;
    try {
        const { candidates } = (0,api_error/* asRecord */.qY)(JSON.parse(line.replace(/^data:/, '')));
        const { finishMessage } = (0,api_error/* asRecord */.qY)(Array.isArray(candidates) ? candidates[0] : undefined);
        return typeof finishMessage === 'string' ? finishMessage : undefined;
    }
    catch {
        return undefined; // the SDK reports the error
    }
}
/** Adds the finish message to the chunk that ends the answer. */
async function* addFinishMessage(stream, finishNote) {
    for await (const chunk of stream) {
        const [candidate] = chunk.candidates ?? [];
        if (candidate?.finishReason !== undefined && finishNote.message !== undefined)
            candidate.finishMessage ??= finishNote.message;
        yield chunk;
    }
}

;// CONCATENATED MODULE: ./build/model/providers/code-assist.js







/** Gemini Code Assist: the Gemini API in an envelope, for enrolled accounts. */
function codeAssist(options) {
    const project = lazyProject(options);
    return {
        generate: createStreamingGenerate(options, async (request, attempt) => {
            const envelope = buildEnvelope(request, await project(attempt), options);
            const response = await post('streamGenerateContent?alt=sse', envelope, attempt, options);
            return unwrapResponses(response);
        }),
        async countTokens({ model, messages }, signal) {
            const attempt = startAttempt(options, model, signal);
            try {
                const request = { model: `models/${codeAssistModel(model)}`, contents: code_assist_buildContents(messages, model) };
                const response = await post('countTokens', { request }, attempt, options);
                const { totalTokens } = (0,api_error/* asRecord */.qY)(await response.json());
                return typeof totalTokens === 'number' ? totalTokens : 0;
            }
            catch (error) {
                throw attempt.toError(error);
            }
            finally {
                attempt.end();
            }
        },
    };
}
/** Sets up the account on the first call; a failure is not cached. */
function lazyProject(options) {
    let project;
    return (attempt) => {
        const readJson = async (response) => {
            attempt.dataArrived();
            return (0,api_error/* asRecord */.qY)(await response.json());
        };
        project ??= setUpCodeAssist({
            project: options.project,
            call: async (method, body) => readJson(await post(method, body, attempt, options)),
            operation: async (name) => readJson(await requireOk(await attempt.fetch(`${options.baseUrl}/${name}`, { signal: attempt.signal }))),
            sleep: (ms) => options.sleep(ms, attempt.signal),
        }).catch((error) => {
            project = undefined;
            throw error;
        });
        return project;
    };
}
function buildEnvelope(request, project, { session, generation }) {
    const { systemInstruction, tools, toolConfig, safetySettings, ...generationConfig } = buildConfig(request, generation(request));
    return {
        model: codeAssistModel(request.model),
        project,
        request: {
            ...(systemInstruction === undefined
                ? {}
                : { systemInstruction: { role: 'user', parts: [{ text: systemInstruction }] } }),
            tools,
            safetySettings,
            generationConfig,
            session_id: session,
            contents: code_assist_buildContents(request.messages, request.model),
            toolConfig,
        },
        user_prompt_id: session,
    };
}
/** Code Assist refuses thoughts, signed or not. */
const code_assist_buildContents = (messages, model) => toContents(messages, { model, ids: true, thoughts: false });
/** Model ids with another name in Code Assist. Dated data: 2026-08. */
const MODEL_NAMES = { 'gemini-3.5-flash': 'gemini-3-flash' };
const codeAssistModel = (model) => Object.hasOwn(MODEL_NAMES, model) ? (MODEL_NAMES[model] ?? model) : model;
async function post(method, body, attempt, { baseUrl }) {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: attempt.signal };
    return requireOk(await attempt.fetch(`${baseUrl}:${method}`, init));
}
/** Throws errors in the SDK's format, so that toModelError() handles both. */
async function requireOk(response) {
    if (response.ok)
        return response;
    throw Object.assign(new Error(await response.text()), { status: response.status });
}
async function* unwrapResponses(response) {
    if (response.body === null)
        return;
    for await (const event of readSseJson(response.body)) {
        const { response: inner, error } = (0,api_error/* asRecord */.qY)(event);
        if (error !== undefined) {
            const status = Number((0,api_error/* asRecord */.qY)(error).code) || 500;
            throw Object.assign(new Error(JSON.stringify({ error })), { status });
        }
        yield (0,api_error/* asRecord */.qY)(inner); // the same JSON; its getters are not used
    }
}

// EXTERNAL MODULE: ./build/model/providers/select-provider.js + 3 modules
var select_provider = __webpack_require__(84309);
;// CONCATENATED MODULE: ./build/model/retry/fallback.js


const RETRY_LIMITS = { maxAttempts: 10, maxBadAnswers: 4, maxWaitMs: 30_000 };
/**
 * Retries a request while its error allows it. Waits as long as the API requests (plus a little, so that parallel jobs
 * spread out); otherwise the wait doubles each time, ± 30 %. Rejects with the last error, or the signal's reason.
 */
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
                if (!(error instanceof types/* ModelError */.m))
                    throw error;
                failedUsage.push(...error.failedUsage);
                if (error.fault === 'unusable')
                    badAnswers += 1;
                const isLastAttempt = attempt >= limits.maxAttempts || badAnswers >= limits.maxBadAnswers;
                const isOverBudget = limits.canAfford?.([...(request.earlierUsage ?? []), ...failedUsage]) === false;
                if (error.retry !== 'later' || isLastAttempt || isOverBudget)
                    throw withFailedUsage(error, failedUsage);
                const waitMs = Math.round(retryDelayMs(error, attempt, clock, limits.maxWaitMs));
                const text = `${(0,errors/* asSentence */.KG)(error.message)} Retrying in ${seconds(waitMs)}.`;
                const limit = { attempt, maxAttempts: limits.maxAttempts };
                report({ text, model: request.model, waitMs, ...limit, ...errorFields(error) });
                await clock.sleep(waitMs, signal);
                if (error.fault === 'unusable')
                    currentRequest = { ...appendNudge(request, error.nudge), isRetry: true };
            }
        }
    };
}
/** Appends the nudge at the end, so that the failed request stays the prefix of this one and its cache is used. */
function appendNudge(request, nudge) {
    if (nudge === undefined)
        return request;
    return { ...request, messages: [...request.messages, { role: 'user', parts: [{ kind: 'text', text: nudge }] }] };
}
const addFailedUsage = (reply, failedUsage) => failedUsage.length === 0 ? reply : { ...reply, failedUsage: [...failedUsage, ...(reply.failedUsage ?? [])] };
/** The same error with the usage of all attempts. */
function withFailedUsage(error, failedUsage) {
    if (failedUsage.length === error.failedUsage.length)
        return error;
    const { message, fault, retry, waitMs, status, cause } = error;
    return new types/* ModelError */.m(message, { fault, retry, waitMs, status, cause, failedUsage: [...failedUsage] });
}
function retryDelayMs(error, attempt, clock, maxWaitMs) {
    if (error.waitMs !== undefined)
        return error.waitMs + clock.random() * Math.min(1000, error.waitMs * 0.1);
    // A server that returned an error needs longer than a broken connection or an unusable answer.
    const firstMs = error.status === undefined ? 1000 : 5000;
    const delayMs = Math.min(maxWaitMs, firstMs * 2 ** (attempt - 1));
    return delayMs * (0.7 + clock.random() * 0.6);
}
/** How long a failed model is skipped. An exhausted model is skipped for the rest of the run. */
const COOLDOWN_MS = 60_000;
/**
 * Falls back to the next model of the chain when one is exhausted or keeps failing. `chain` returns the models to try,
 * the requested one first. Models that failed recently are skipped, unless all did. When no model answers, it rejects with
 * the first error, which is about the requested model.
 */
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
                const earlier = failedUsage.length === 0 ? {} : { earlierUsage: [...failedUsage] };
                return addFailedUsage(await generate({ ...request, ...earlier, model }, signal), failedUsage);
            }
            catch (error) {
                signal.throwIfAborted();
                firstError ??= error;
                if (!(error instanceof types/* ModelError */.m))
                    break;
                failedUsage.push(...error.failedUsage);
                const next = order[index + 1];
                if (error.retry === 'never' || next === undefined || canAfford?.(failedUsage) === false)
                    break;
                cooldownUntil.set(bareModelId(model), error.retry === 'other-model' ? Number.POSITIVE_INFINITY : clock.now() + COOLDOWN_MS);
                report({ text: `${(0,errors/* asSentence */.KG)(error.message)} Falling back to ${next}.`, model, next, ...errorFields(error) });
            }
        }
        throw firstError instanceof types/* ModelError */.m ? withFailedUsage(firstError, failedUsage) : firstError;
    };
}
/** `models/x` and `x` are the same model. */
const bareModelId = (model) => model.replace(/^models\//, '');
const errorFields = ({ fault, status }) => ({ fault, ...(status === undefined ? {} : { status }) });
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

;// CONCATENATED MODULE: ./build/model/connect.js









/**
 * Connects to the model of this run: provider and credential from inputs and settings, else from the environment, with
 * retries and fallback. A request may name a model by its short name or alias, or '' for the configured one. Loads and
 * sends nothing before the first request. Throws UserError that names the inputs to set.
 */
function connectModel(options, env, dependencies) {
    const { clock, report } = dependencies;
    const notices = [];
    const configs = readModelConfigs(options.modelConfigs, (text) => void notices.push(text));
    const configured = (0,non_blank/* nonBlank */.G)(options.model) ?? (0,non_blank/* nonBlank */.G)(env.GEMINI_MODEL) ?? 'auto';
    const successor = (0,models/* successorNotice */.ZC)((0,models/* resolveModel */.AX)(configured));
    if (successor !== undefined)
        notices.push(successor);
    const direct = openProvider(options, env, dependencies, configs);
    const maxAttempts = Math.min(10, Math.max(1, options.maxAttempts ?? RETRY_LIMITS.maxAttempts));
    const { canAfford } = options;
    const affordable = canAfford === undefined ? {} : { canAfford };
    const retrying = withRetry(direct.generate, clock, report, { ...RETRY_LIMITS, maxAttempts, ...affordable });
    const withFallbacks = withFallback(retrying, (model) => (0,models/* modelChain */.$O)(model, options.fallback), {
        clock,
        report,
        ...affordable,
    });
    const reportNotices = () => {
        for (const text of notices.splice(0))
            report({ text });
    };
    return {
        generate(request, signal) {
            reportNotices();
            return withFallbacks(resolveRequestModel(request, configured, configs), signal);
        },
        countTokens(request, signal) {
            const { model } = resolveRequestModel({ ...request, system: '', tools: [] }, configured, configs);
            return direct.countTokens({ ...request, model: (0,models/* resolveModel */.AX)(model) }, signal);
        },
    };
}
function openProvider(options, env, { clock, fetch: send = fetch }, configs) {
    const provider = (0,select_provider/* selectProvider */.oL)(options, env, send);
    const custom = parseCustomHeaders(env.GEMINI_CLI_CUSTOM_HEADERS);
    const { credential } = provider;
    const shared = {
        credential: { ...credential, secrets: () => [...credential.secrets(), ...secretHeaderValues(custom)] },
        headers: (model) => ({ 'user-agent': userAgent(options.version, model, env), ...custom }),
        generation: ({ model, alias = model, scope, isRetry }) => generationFor({ name: alias, model, scope, isRetry }, configs).config,
        now: clock.now,
        fetch: send,
        ...(options.stallMs === undefined ? {} : { stallMs: options.stallMs }),
    };
    if (provider.kind === 'code-assist') {
        const { baseUrl, project } = provider;
        const session = (0,non_blank/* nonBlank */.G)(options.session);
        return codeAssist({
            ...shared,
            baseUrl,
            sleep: clock.sleep,
            ...(project === undefined ? {} : { project }),
            ...(session === undefined ? {} : { session }),
        });
    }
    const { baseUrl } = provider;
    const apiVersion = (0,non_blank/* nonBlank */.G)(env.GOOGLE_GENAI_API_VERSION);
    return gemini({
        ...shared,
        ...(provider.kind === 'vertex' ? { vertex: provider.vertex } : {}),
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(apiVersion === undefined ? {} : { apiVersion }),
    });
}
/** The request with its alias resolved to a model, which may still be a short name. */
function resolveRequestModel(request, configured, configs) {
    const name = request.model || configured;
    if (isAlias(name, configs))
        return { ...request, alias: name, model: generationFor({ name, scope: request.scope }, configs).model };
    const id = (0,models/* resolveModel */.AX)(name);
    const { model } = generationFor({ name: id, scope: request.scope }, configs);
    return { ...request, model: model === id ? name : model };
}
function userAgent(version, model, env) {
    const surfaceName = (0,non_blank/* nonBlank */.G)(env.GEMINI_CLI_SURFACE) ?? (0,non_blank/* nonBlank */.G)(env.SURFACE);
    const surface = surfaceName ?? ((0,non_blank/* nonBlank */.G)(env.GITHUB_SHA) === undefined ? 'terminal' : 'GitHub');
    return `Sluice/${version ?? 'unknown'}/${model} (${process.platform}; ${process.arch}; ${surface.replace(/[^\w .-]/g, '')})`;
}

// EXTERNAL MODULE: ./build/model/usage.js
var usage = __webpack_require__(34041);
// EXTERNAL MODULE: ./build/platform/net/fetch-events.js
var fetch_events = __webpack_require__(6678);
// EXTERNAL MODULE: ./build/session/model-options.js
var model_options = __webpack_require__(14041);
// EXTERNAL MODULE: ./build/session/run-limits.js + 1 modules
var run_limits = __webpack_require__(62252);
;// CONCATENATED MODULE: ./build/session/model-client.js





/** Opens the model that inputs, environment and settings select. Throws UserError for an invalid credential or price. */
function openModelClient({ inputs, costReason, meter }, { env, settings }, runtime, { reportRetry }) {
    const model = modelName(inputs, env, settings);
    const budget = (0,run_limits/* openRunBudget */.DG)({ inputs, settings, costReason }, model, (text) => reportRetry({ text }));
    meter(budget);
    const { canAfford } = budget;
    const options = { ...(0,model_options/* modelOptions */.O)(inputs, model, settings, runtime.session), canAfford };
    const { generate, countTokens } = connectModel(options, env, { clock: runtime, report: reportRetry });
    return { model, generate: budget.metered(paced(generate, runtime)), countTokens, budget };
}
/** Waits for the share of this job before each request. */
const paced = (generate, { modelPace: pace }) => pace === undefined
    ? generate
    : async (request, signal) => {
        await pace.acquire();
        let tokens = 0;
        try {
            const reply = await generate(request, signal);
            tokens = (0,usage/* replyUsage */.u)(reply).total;
            return reply;
        }
        finally {
            pace.release(tokens);
        }
    };
/** Does the work once, while the first answer of the model is awaited and a run has nothing else to do. Disposed of, it begins no more. */
function whileModelThinks(generate, work) {
    let isAsked = false;
    let isOver = false;
    return {
        generate(request, signal) {
            if (!isAsked)
                void (0,fetch_events/* nextRequestSent */.v)().then(() => isOver || work());
            isAsked = true;
            return generate(request, signal);
        },
        [Symbol.dispose]() {
            isOver = true;
        },
    };
}
const DEFAULT_MODEL = 'auto';
/** Selects the model: input, then environment, then settings, then default. */
const modelName = (inputs, env, settings) => inputs.gemini_model || env.GEMINI_MODEL || settings.model?.name || DEFAULT_MODEL;


/***/ })

};
