export const id = 369;
export const ids = [369];
export const modules = {

/***/ 12913:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  g: () => (/* binding */ openChangeAccounting)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/platform/lazy.js
var lazy = __webpack_require__(21510);
// EXTERNAL MODULE: ./build/platform/paths.js
var platform_paths = __webpack_require__(554);
// EXTERNAL MODULE: ./build/platform/snapshot/git-repository.js
var git_repository = __webpack_require__(7032);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: ./build/platform/snapshot/ignored-files.js
var ignored_files = __webpack_require__(135);
// EXTERNAL MODULE: ./build/platform/process/run-git.js
var run_git = __webpack_require__(66340);
;// CONCATENATED MODULE: ./build/platform/snapshot/unseen-changes.js






const CLOCK_MS = 50;
const MAX_FOLDERS = 20_000;
const MAX_REFS = 50;
const GIT_REASON = 'is part of .git, which is never delivered';
async function captureUnseen(repository, files) {
    const startedMs = Date.now() - CLOCK_MS;
    const names = new Set(['']);
    for (const file of files)
        for (let folder = parentOf(file); !names.has(folder); folder = parentOf(folder))
            names.add(folder);
    const folders = new Map();
    const [controlFiles, identity] = await Promise.all([
        readControlFiles(repository),
        (0,git_repository/* referenceIdentity */.w$)(repository.gitFolders),
        ...[...names].slice(0, MAX_FOLDERS).map(async (name) => {
            const identity = await folderIdentity(repository.top, name);
            if (identity !== undefined)
                folders.set(name, identity);
        }),
    ]);
    return { startedMs, folders, controlFiles, references: repository.references, referenceIdentity: identity };
}
const parentOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
async function folderIdentity(top, folder) {
    const stats = await (0,promises_.lstat)((0,platform_paths/* pathOnDisk */.ur)(top, folder), { bigint: true }).catch(() => undefined);
    return stats?.isDirectory() ? `${stats.ino} ${stats.mode} ${stats.mtimeNs}` : undefined;
}
async function readGitFolder(repository, begin) {
    await refusePipe(headFile(repository));
    const [controlFiles, identity] = await Promise.all([
        readControlFiles(repository),
        (0,git_repository/* referenceIdentity */.w$)(repository.gitFolders),
    ]);
    const isSame = identity !== undefined && identity === begin.referenceIdentity;
    const references = isSame ? begin.references : await (0,git_repository/* readReferences */.PK)(repository.top);
    return { controlFiles, references, head: await readHead(repository, references) };
}
const headFile = ({ gitFolders }) => external_node_path_.posix.join(gitFolders[0] ?? '', 'HEAD');
async function refusePipe(file) {
    const stats = await (0,promises_.lstat)(file).catch(() => undefined);
    if (stats !== undefined && !stats.isFile() && !stats.isSymbolicLink())
        throw new Error(`${file} is not a file`);
}
async function readHead(repository, references) {
    const text = await (0,promises_.readFile)(headFile(repository), 'utf8').catch(() => '');
    const [, branch = '', commit] = /^(?:ref: (.+)|([0-9a-f]{40,64}))\n?$/.exec(text) ?? [];
    const head = commit ?? references.get(branch);
    return head ?? (await (0,run_git/* runGit */.EO)({ top: repository.top }, ['rev-parse', '--verify', '--quiet', 'HEAD'])).stdout.trim();
}
async function unseenChanges(repository, begin, end, knownTrees) {
    return [...controlChanges(begin, end), ...(await refChanges(repository, begin, end, knownTrees))];
}
async function newSpecialFiles(top, begin, skipped) {
    const changes = [];
    const identities = await Promise.all([...begin.folders.keys()].map((folder) => folderIdentity(top, folder)));
    const open = [...begin.folders.entries()].flatMap(([folder, identity], index) => identities[index] === identity ? [] : [folder]);
    for (let count = 0; count < MAX_FOLDERS; count += 1) {
        const folder = open.pop();
        if (folder === undefined)
            break;
        const prefix = folder === '' ? '' : `${folder}/`;
        const entries = await (0,promises_.readdir)((0,platform_paths/* pathOnDisk */.ur)(top, folder), {
            withFileTypes: true,
            encoding: 'latin1',
        }).catch((error) => error);
        if (!Array.isArray(entries)) {
            if (entries.code === 'EACCES')
                changes.push({ path: folder, kind: 'changed', reason: 'cannot be read' });
            continue;
        }
        for (const entry of entries) {
            const path = prefix + entry.name;
            const isFolder = entry.isDirectory();
            const isGit = entry.name === '.git';
            if ((isGit && folder === '') || begin.folders.has(path))
                continue;
            if (skipped.has(path) || skipped.has(`${path}/`) || (isGit && skipped.has(folder)))
                continue;
            if (!isFolder && !isGit && (entry.isFile() || entry.isSymbolicLink()))
                continue;
            const stats = await (0,promises_.lstat)((0,platform_paths/* pathOnDisk */.ur)(top, path)).catch(() => undefined);
            if (stats === undefined || (stats.birthtimeMs || stats.ctimeMs) < begin.startedMs)
                continue;
            if (isGit)
                changes.push({ path, kind: 'created', reason: GIT_REASON });
            else if (isFolder)
                open.push(path);
            else
                changes.push({ path, kind: 'created', reason: 'is not a regular file' });
        }
    }
    return changes;
}
const CONTROL_FILES = ['config', 'config.worktree', 'commondir', 'gitdir', 'objects/info/alternates'];
const CONTROL_FOLDERS = ['hooks', 'info', 'refs/replace'];
const MAX_CONTROL_FILES = 500;
async function readControlFiles({ gitFolders }) {
    const files = await Promise.all([...new Set(gitFolders)].map(controlFiles));
    return new Map(files.flat());
}
async function controlFiles(folder) {
    const listings = CONTROL_FOLDERS.map(async (each) => {
        const entries = await (0,promises_.readdir)(external_node_path_.posix.join(folder, each)).catch(() => []);
        return entries.slice(0, MAX_CONTROL_FILES).map((name) => `${each}/${name}`);
    });
    const names = [...CONTROL_FILES, ...(await Promise.all(listings)).flat()].filter((each) => each !== 'info/refs');
    const hashes = names.map(async (name) => {
        const content = await (0,promises_.readFile)(external_node_path_.posix.join(folder, name)).catch(() => undefined);
        if (content === undefined)
            return [];
        return [[Buffer.from(`.git/${name}`).toString('latin1'), (0,external_node_crypto_.createHash)('sha256').update(content).digest('hex')]];
    });
    return (await Promise.all(hashes)).flat();
}
function controlChanges(begin, end) {
    return [...new Set([...begin.controlFiles.keys(), ...end.controlFiles.keys()])].flatMap((path) => {
        const [before, after] = [begin.controlFiles.get(path), end.controlFiles.get(path)];
        if (before === after)
            return [];
        const kind = before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';
        return [{ path, kind, reason: GIT_REASON, expected: true }];
    });
}
async function refChanges(repository, begin, end, knownTrees) {
    const { top, headCommit } = repository;
    const earlier = new Set([end.head, headCommit ?? '', ...begin.references.values()].filter(Boolean));
    const changed = [...end.references].filter(([, sha]) => !earlier.has(sha));
    const changes = [];
    for (const [name, sha] of changed.slice(0, MAX_REFS)) {
        const tree = await (0,run_git/* runGit */.EO)({ top }, ['rev-parse', '--verify', '--quiet', `${sha}^{tree}`]);
        if (knownTrees.has(tree.stdout.trim()))
            continue;
        const excluded = [...earlier].slice(0, 500);
        const isNew = await (0,run_git/* runGit */.EO)({ top }, ['rev-list', '--max-count=1', sha, '--not', ...excluded, '--remotes']);
        if (isNew.code === 0 && isNew.stdout.trim() === '')
            continue;
        const kind = begin.references.has(name) ? 'changed' : 'created';
        changes.push({ path: Buffer.from(name).toString('latin1'), kind, reason: REF_REASON });
    }
    return changes;
}
const REF_REASON = 'has commits from this run, but only files in the checkout are delivered';

;// CONCATENATED MODULE: ./build/platform/snapshot/worktree-snapshot.js








const MAX_SNAPSHOT_FILE_BYTES = 20_000_000;
const MAX_SNAPSHOT_FILES = 20_000;
const BEGIN_MS = 120_000;
async function takeSnapshot(checkout, folder) {
    const repository = await (0,git_repository/* openPrivateRepository */.kB)(checkout, folder, BEGIN_MS);
    const [entries, firstStatus] = await Promise.all([
        runChecked(repository, ['ls-files', '-z', '--stage', '-v']),
        readStatus(repository),
    ]);
    const listing = entries.stdout.toString('latin1');
    const { submodules, assumed, skipped } = specialEntries(listing);
    const clear = async (option, paths) => {
        const stdin = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
        if (paths.length > 0)
            await runChecked(repository, ['update-index', '-z', option, '--stdin'], stdin);
    };
    await clear('--no-assume-unchanged', assumed);
    const unskipped = repository.isSparse ? [] : skipped;
    await clear('--no-skip-worktree', unskipped);
    const isCleared = assumed.length > 0 || unskipped.length > 0;
    const status = isCleared ? await readStatus(repository) : firstStatus;
    const begin = await captureState(repository, submodules, { status });
    const ignored = await (0,ignored_files/* readIgnoredFiles */.M3)(checkout.top, begin.ignoredEntries);
    const unseen = await captureUnseen(repository, [...listedPaths(listing), ...begin.untracked]);
    const beginIndex = (0,external_node_path_.join)(folder, 'index.begin');
    await (0,promises_.copyFile)((0,external_node_path_.join)(folder, 'index'), beginIndex).catch(() => undefined);
    return { repository, begin, ignored, unseen, beginIndex };
}
const STATUS = ['status', '--porcelain=v2', '-z', '--no-renames', '--ignore-submodules=all', '--untracked-files=all'];
const readStatus = (repository) => runChecked(repository, [...STATUS, '--ignored=matching']);
async function captureState(repository, submodules, { indexTree, status } = {}) {
    const paths = statusPaths((status ?? (await readStatus(repository))).stdout);
    const { untracked, nested, removed } = paths;
    const unread = new Map();
    const readable = [];
    for (const path of new Set([...paths.changed, ...untracked])) {
        const state = await inspectFile(repository.top, path, readable.length);
        if (state === 'read')
            readable.push(path);
        else if (state === 'missing')
            removed.push(path);
        else
            unread.set(path, state);
    }
    for (const path of paths.changed) {
        const file = unread.get(path);
        if (file !== undefined)
            unread.set(path, { ...file, kind: 'changed' });
    }
    if (removed.length > 0) {
        const stdin = Buffer.from(removed.map((path) => `0 ${repository.zeroId}\t${path}\0`).join(''), 'latin1');
        await runChecked(repository, ['update-index', '-z', '--index-info'], stdin);
    }
    await addFiles(repository, readable, unread);
    const isIndexSame = readable.length === 0 && removed.length === 0;
    const headTree = isIndexSame && indexTree === undefined ? await unstagedTree(repository, submodules, paths) : undefined;
    const tree = (isIndexSame ? (indexTree ?? headTree) : undefined) ??
        (await runChecked(repository, ['write-tree', '--missing-ok'])).stdout.toString().trim();
    const repositories = new Map();
    for (const path of new Set([...submodules, ...nested.map((each) => each.slice(0, -1))]))
        repositories.set(path, await repositoryIdentity(repository.top, path));
    return { tree, unread, repositories, ignoredEntries: paths.ignored, untracked };
}
const identityOf = ({ mode, size, mtimeNs, ino }) => [mode, size, mtimeNs, ino].join(' ');
async function inspectFile(top, path, count) {
    const stats = await (0,promises_.lstat)((0,platform_paths/* pathOnDisk */.ur)(top, path), { bigint: true }).catch(() => undefined);
    if (stats === undefined)
        return 'missing';
    const identity = identityOf(stats);
    if (stats.isSymbolicLink())
        return 'read';
    if (!stats.isFile())
        return { identity, reason: 'is not a regular file' };
    if (stats.size > MAX_SNAPSHOT_FILE_BYTES)
        return { identity, reason: `has ${stats.size} bytes, more than ${MAX_SNAPSHOT_FILE_BYTES}` };
    if (count >= MAX_SNAPSHOT_FILES)
        return { identity, reason: `is one of more than ${MAX_SNAPSHOT_FILES} files` };
    const isReadable = await (0,promises_.access)((0,platform_paths/* pathOnDisk */.ur)(top, path), external_node_fs_.constants.R_OK).then(() => true, () => false);
    return isReadable ? 'read' : { identity, reason: 'cannot be read' };
}
const MAX_ADD_ATTEMPTS = 200;
async function addFiles(repository, paths, unread) {
    const groups = paths.length === 0 ? [] : [paths];
    const leaveOut = async (path, reason) => {
        const stats = await (0,promises_.lstat)((0,platform_paths/* pathOnDisk */.ur)(repository.top, path), { bigint: true }).catch(() => undefined);
        unread.set(path, { identity: stats === undefined ? '' : identityOf(stats), reason });
    };
    for (let attempt = 0; attempt < MAX_ADD_ATTEMPTS; attempt += 1) {
        const group = groups.pop();
        if (group === undefined)
            return;
        const stdin = Buffer.from(group.map((path) => `${path}\0`).join(''), 'latin1');
        const { code, stderr } = await repository.git(['update-index', '-z', '--add', '--replace', '--stdin'], { stdin });
        if (code === 0) {
            for (const path of group.filter((each) => stderr.includes(`Ignoring path ${each}\n`)))
                await leaveOut(path, 'has a name that git does not accept');
            continue;
        }
        const failedPath = group.length === 1 ? group[0] : failedPathIn(stderr, group);
        if (failedPath !== undefined) {
            await leaveOut(failedPath, UNREADABLE);
            if (group.length > 1)
                groups.push(group.filter((path) => path !== failedPath));
        }
        else
            groups.push(group.slice(0, group.length >> 1), group.slice(group.length >> 1));
    }
    for (const path of groups.flat())
        await leaveOut(path, UNREADABLE);
}
const UNREADABLE = 'cannot be read, or is not in the encoding that .gitattributes names';
async function unstagedTree({ top, headTree }, submodules, { hasStaged }) {
    if (hasStaged || submodules.length > 0)
        return undefined;
    const modules = await (0,promises_.lstat)((0,external_node_path_.join)(top, '.gitmodules')).catch(() => undefined);
    return modules === undefined ? headTree : undefined;
}
const failedPathIn = (stderr, paths) => {
    const path = /Unable to process path ([\s\S]*?)\n?$/.exec(stderr)?.[1];
    if (path !== undefined && paths.includes(path))
        return path;
    return paths.find((each) => stderr.includes(`'${each}'`));
};
function statusPaths(output) {
    const paths = { changed: [], removed: [], untracked: [], nested: [], ignored: [], hasStaged: false };
    for (const record of nulFields(output)) {
        const other = record.slice(2);
        if (record.startsWith('!'))
            paths.ignored.push(other);
        else if (record.startsWith('?'))
            paths[other.endsWith('/') ? 'nested' : 'untracked'].push(other);
        else {
            const [, status, path] = /^(?:1 .(.) (?:\S+ ){6}|u .. (?:\S+ ){8})([\s\S]*)$/.exec(record) ?? [];
            paths.hasStaged ||= !record.startsWith('1 .');
            if (path !== undefined && status !== '.')
                paths[status === 'D' ? 'removed' : 'changed'].push(path);
        }
    }
    return paths;
}
function* listedPaths(listing) {
    for (let start = 0; start < listing.length;) {
        const end = listing.indexOf('\0', start);
        yield listing.slice(listing.indexOf('\t', start) + 1, end);
        start = end + 1;
    }
}
function specialEntries(listing) {
    const submodules = [];
    const assumed = [];
    const skipped = [];
    for (const [, tag = '', mode, path = ''] of listing.matchAll(/(?<=^|\0)(?=[a-zS]|. 160000)(.) (\d+) \w+ \d\t([^\0]*)/g)) {
        if (mode === '160000')
            submodules.push(path);
        else {
            if (/[a-z]/.test(tag))
                assumed.push(path);
            if (/s/i.test(tag))
                skipped.push(path);
        }
    }
    return { submodules, assumed, skipped };
}
const MAX_NESTED_FILES = 2000;
async function repositoryIdentity(top, path) {
    const files = new Map();
    await (0,ignored_files/* addFolder */.Mp)(top, `${path}/`, files, MAX_NESTED_FILES);
    const hash = (0,external_node_crypto_.createHash)('sha256');
    for (const [name, identity] of files)
        if (!name.startsWith(`${path}/.git/`))
            hash.update(`${name}\0${identity}\0`);
    return `${await checkedOutCommit((0,external_node_path_.join)(top, (0,platform_paths/* toText */.fE)(path)))} ${hash.digest('hex')}`;
}
async function checkedOutCommit(folder) {
    const read = (path) => (0,promises_.readFile)(path, 'utf8').catch(() => '');
    const link = /^gitdir: (.*)/.exec(await read((0,external_node_path_.join)(folder, '.git')))?.[1];
    const gitDir = link === undefined ? (0,external_node_path_.join)(folder, '.git') : (0,external_node_path_.resolve)(folder, link);
    const head = (await read((0,external_node_path_.join)(gitDir, 'HEAD'))).trim();
    const ref = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1];
    if (ref === undefined || ref.includes('..'))
        return head;
    const sha = (await read((0,external_node_path_.join)(gitDir, ref))).trim();
    if (sha !== '')
        return sha;
    const packed = (await read((0,external_node_path_.join)(gitDir, 'packed-refs'))).split('\n').find((line) => line.endsWith(` ${ref}`));
    return packed?.slice(0, packed.indexOf(' ')) ?? '';
}
function rawRecords(output) {
    const all = nulFields(output);
    const records = [];
    for (let index = 0; index < all.length; index += 1) {
        const match = /^:(\d+) (\d+) (\w+) (\w+) ([A-Z])\d*$/.exec(all[index] ?? '');
        if (match === null)
            continue;
        const [, modeBefore = '', mode = '', shaBefore = '', sha = '', status = ''] = match;
        const from = status === 'R' || status === 'C' ? all[++index] : undefined;
        const path = all[++index] ?? '';
        records.push({ status, modeBefore, mode, shaBefore, sha, path, from });
    }
    return records;
}
function nulFields(output) {
    const all = output.toString('latin1').split('\0');
    all.pop();
    return all;
}
async function runChecked({ git }, args, stdin) {
    const output = await git(args, { stdin });
    if (output.code !== 0)
        throw new Error(output.stderr.trim() || `git ${args[0]} failed with code ${output.code}`);
    return output;
}

;// CONCATENATED MODULE: ./build/platform/snapshot/tree-changes.js








const NO_DIFF = { records: [], lines: new Map() };
const MAX_CHANGES = 5000;
const MAX_CONTENT_BYTES = 200_000_000;
const LINK = '120000';
const SUBMODULE = '160000';
async function compareWithBegin(snapshot) {
    const { repository, begin } = snapshot;
    for (const folder of repository.gitFolders)
        if (!(await (0,promises_.lstat)(folder).catch(() => undefined)))
            throw new Error('the folder .git was removed or moved');
    await repository.restore();
    const skipped = new Set([...begin.ignoredEntries, ...begin.repositories.keys()]);
    const special = await newSpecialFiles(repository.top, snapshot.unseen, skipped);
    const trap = special.find(({ path }) => /(?:^|\/)\.git(?:ignore|attributes|modules)$/i.test(path));
    if (trap !== undefined)
        throw new Error(`${(0,platform_paths/* printablePath */.Vj)(trap.path)} ${trap.reason}, so git cannot read the checkout`);
    const [end, gitFolder] = await Promise.all([
        captureState(repository, [...begin.repositories.keys()], { indexTree: begin.tree }),
        readGitFolder(repository, snapshot.unseen),
    ]);
    const diff = begin.tree === end.tree ? NO_DIFF : await treeDiff(repository, begin.tree, end.tree);
    const ignored = await (0,ignored_files/* readIgnoredFiles */.M3)(repository.top, end.ignoredEntries, snapshot.ignored);
    const isNamed = isNamedIn(end);
    const knownTrees = new Set([begin.tree, end.tree, repository.headTree ?? '']);
    const unseen = await unseenChanges(repository, snapshot.unseen, gitFolder, knownTrees);
    const unread = [
        ...unreadChanges(begin, end, diff.records),
        ...repositoryChanges(begin, end),
        ...[...special.filter(({ path }) => !isNamed(path)), ...unseen].map((change) => ({
            ...change,
            path: (0,platform_paths/* printablePath */.Vj)(change.path),
        })),
        ...(await (0,ignored_files/* ignoredChanges */.i5)(repository.top, snapshot.ignored, ignored)).map((change) => {
            return { ...change, path: (0,platform_paths/* printablePath */.Vj)(change.path) };
        }),
    ];
    if (diff.records.length === 0)
        return { changes: [], unread };
    const earlier = await earlierChanges(repository, begin.tree);
    const deliverable = [];
    const reappeared = new Set();
    for (const record of diff.records) {
        const earlierIgnored = record.status === 'A' ? ignoredEntry(record.path, snapshot.ignored.entries) : undefined;
        if (earlierIgnored !== undefined) {
            reappeared.add(earlierIgnored);
            continue;
        }
        const reason = unreadReason(record, deliverable.length);
        if (reason === undefined)
            deliverable.push(record);
        else
            unread.push({ path: (0,platform_paths/* printablePath */.Vj)(record.path), kind: kindOf(record), reason });
    }
    for (const path of reappeared)
        unread.push({ path: (0,platform_paths/* printablePath */.Vj)(path), kind: 'created', reason: 'was ignored by git when the run began' });
    const filters = await filteredPaths(snapshot, deliverable);
    const collisions = await collidingPaths(repository, end.tree, deliverable);
    const contents = await readBlobs(repository, deliverable);
    const changes = [];
    for (const record of deliverable) {
        const before = record.modeBefore === '000000' ? null : contents.get(record.shaBefore);
        const after = record.mode === '000000' ? null : contents.get(record.sha);
        const kind = kindOf(record);
        if (before === undefined || after === undefined) {
            unread.push({
                path: (0,platform_paths/* toText */.fE)(record.path),
                kind,
                reason: 'is too large, or its earlier content is not in this clone',
            });
            continue;
        }
        const filter = filters.get(record.path) ?? filters.get(record.from ?? '');
        if (filter !== undefined) {
            if (before === null || after === null || !isSameLfsObject(before, after))
                unread.push({ path: (0,platform_paths/* toText */.fE)(record.path), kind, reason: `is handled by the git filter "${filter}"` });
            continue;
        }
        if (await isOnlyWrittenAgain(repository.top, record, before, after))
            continue;
        const lines = diff.lines.get(record.path);
        const obstacle = obstacleOf(record, { earlier, snapshot, collisions }) ??
            (record.mode === LINK && after !== null ? await linkProblem(repository.top, record.path, after) : undefined);
        changes.push({
            path: (0,platform_paths/* toText */.fE)(record.path),
            previousPath: record.from === undefined ? undefined : (0,platform_paths/* toText */.fE)(record.from),
            kind,
            before,
            after,
            mode: record.mode === '000000' ? record.modeBefore : record.mode,
            modeBefore: record.modeBefore === '000000' ? undefined : record.modeBefore,
            ...lines,
            obstacle,
        });
    }
    return { changes, unread };
}
function isNamedIn({ unread, ignoredEntries, repositories }) {
    const known = new Set([...unread.keys(), ...ignoredEntries, ...repositories.keys()]);
    return (path) => known.has(path) ||
        Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)).some((folder) => known.has(folder) || known.has(`${folder}/`));
}
async function treeDiff(repository, from, to) {
    const options = ['diff-tree', '-r', '-z', '--raw', '--numstat', '--no-abbrev', '--no-ext-diff', '--no-textconv'];
    const renames = await repository.git([...options, '-M', '-l1000', from, to]);
    const { stdout } = renames.code === 0 ? renames : await runChecked(repository, [...options, '--no-renames', from, to]);
    return { records: rawRecords(stdout), lines: lineCounts(stdout) };
}
function lineCounts(output) {
    const all = nulFields(output);
    const counts = new Map();
    for (let index = 0; index < all.length; index += 1) {
        const field = all[index] ?? '';
        if (field.startsWith(':')) {
            index += /[RC]\d*$/.test(field) ? 2 : 1;
            continue;
        }
        const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(field) ?? [];
        if (path === undefined)
            continue;
        if (path === '')
            index += 2;
        const name = path === '' ? (all[index] ?? '') : path;
        if (added !== '-')
            counts.set(name, { added: Number(added), removed: Number(removed) });
    }
    return counts;
}
async function earlierChanges(repository, beginTree) {
    const { headTree } = repository;
    const listing = headTree === undefined
        ? await runChecked(repository, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', beginTree])
        : await runChecked(repository, [
            'diff-tree',
            '-r',
            '-z',
            '--raw',
            '--no-abbrev',
            '--no-renames',
            headTree,
            beginTree,
        ]);
    if (headTree === undefined)
        return new Map(nulFields(listing.stdout).map((path) => [path, 'A']));
    return new Map(rawRecords(listing.stdout).map(({ path, status }) => [path, status]));
}
function unreadReason({ path, from, mode, modeBefore }, count) {
    if (mode === SUBMODULE || modeBefore === SUBMODULE)
        return 'is a submodule';
    if (!(0,platform_paths/* isTextPath */.v3)(path) || (from !== undefined && !(0,platform_paths/* isTextPath */.v3)(from)))
        return 'has a name that is not UTF-8, which GitHub does not support';
    return count < MAX_CHANGES ? undefined : `is beyond the limit of ${MAX_CHANGES} changed files`;
}
function kindOf({ status, mode, modeBefore, sha, shaBefore }) {
    if (status === 'R')
        return 'renamed';
    if (status === 'D')
        return 'deleted';
    if (mode === LINK)
        return 'link';
    if (status === 'A')
        return 'created';
    return mode !== modeBefore && sha === shaBefore ? 'mode' : 'changed';
}
const ignoredEntry = (path, ignored) => ignored.find((entry) => entry === path || (entry.endsWith('/') && path.startsWith(entry)));
function obstacleOf({ path, from }, { earlier, snapshot, collisions }) {
    const { begin } = snapshot;
    const before = earlier.get(path) ?? earlier.get(from ?? path) ?? (begin.unread.has(path) ? 'M' : undefined);
    if (before !== undefined)
        return before === 'A'
            ? 'existed before the run, but in no commit'
            : 'already differed from the commit before the run';
    const other = collisions.get(path);
    return other === undefined
        ? undefined
        : `has the same name as ${JSON.stringify((0,platform_paths/* toText */.fE)(other))}, except for letter case or Unicode form`;
}
async function collidingPaths(repository, tree, records) {
    const created = records.filter(({ status }) => status === 'A' || status === 'R').map(({ path }) => path);
    if (created.length === 0)
        return new Map();
    const listing = await runChecked(repository, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree]);
    return findCollisions(created, nulFields(listing.stdout));
}
async function linkProblem(top, path, target) {
    const text = target.toString().replaceAll('\\', '/');
    const resolved = external_node_path_.posix.normalize(external_node_path_.posix.join(external_node_path_.posix.dirname((0,platform_paths/* toText */.fE)(path)), text));
    const isOutside = text.startsWith('/') || /^[a-z]:/i.test(text) || resolved === '..' || resolved.startsWith('../');
    const link = (0,external_node_path_.join)(top, (0,platform_paths/* toText */.fE)(path));
    const real = await (0,promises_.realpath)((0,external_node_path_.join)((0,external_node_path_.dirname)(link), text)).catch(() => undefined);
    if (isOutside || (real !== undefined && !(0,platform_paths/* isInside */.FK)(await (0,promises_.realpath)(top), real)))
        return 'is a link that leads out of the repository';
    return resolved.split('/').some((segment) => segment.toLowerCase() === '.git') ? 'is a link into .git' : undefined;
}
async function filteredPaths({ repository, beginIndex }, records) {
    if (records.length === 0)
        return new Map();
    const paths = records.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
    const stdin = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
    const { code, stdout } = await repository.git(['check-attr', '-z', '--cached', '--stdin', 'filter'], {
        stdin,
        index: beginIndex,
    });
    if (code !== 0)
        return new Map();
    const all = nulFields(stdout);
    const filters = new Map();
    for (let index = 0; index + 2 < all.length; index += 3) {
        const value = all[index + 2] ?? '';
        if (!['unspecified', 'unset', 'set', ''].includes(value))
            filters.set(all[index] ?? '', value);
    }
    return filters;
}
function isSameLfsObject(pointer, content) {
    const oid = pointer.length < 1024 ? /^oid sha256:([0-9a-f]{64})$/m.exec(pointer.toString('latin1'))?.[1] : undefined;
    return oid !== undefined && (0,external_node_crypto_.createHash)('sha256').update(content).digest('hex') === oid;
}
async function readBlobs(repository, records) {
    const ids = [...new Set(records.flatMap(({ sha, shaBefore }) => [sha, shaBefore]))].filter((id) => /[^0]/.test(id));
    const input = (list) => Buffer.from(list.map((id) => `${id}\n`).join(''));
    const checked = await runChecked(repository, ['cat-file', '--batch-check', '--buffer'], input(ids));
    let bytes = 0;
    const readableIds = checked.stdout
        .toString()
        .split('\n')
        .flatMap((line) => {
        const [id = '', kind, size] = line.split(' ');
        if (kind !== 'blob' || bytes + Number(size) > MAX_CONTENT_BYTES)
            return [];
        bytes += Number(size);
        return [id];
    });
    const { stdout } = await runChecked(repository, ['cat-file', '--batch', '--buffer'], input(readableIds));
    const contents = new Map();
    for (let start = 0; start < stdout.length;) {
        const end = stdout.indexOf(10, start);
        const [id = '', kind, size] = stdout.toString('latin1', start, end).split(' ');
        const length = kind === 'blob' ? Number(size) : 0;
        if (kind === 'blob')
            contents.set(id, stdout.subarray(end + 1, end + 1 + length));
        start = kind === 'blob' ? end + 2 + length : end + 1;
    }
    return contents;
}
function unreadChanges(begin, end, records) {
    const inTrees = new Set(records.map(({ path }) => path));
    const vanished = [...begin.unread.keys()].filter((path) => !end.unread.has(path) && !inTrees.has(path));
    return [
        ...[...end.unread]
            .filter(([path, { identity }]) => begin.unread.get(path)?.identity !== identity)
            .map(([path, { reason, kind }]) => {
            return { path: (0,platform_paths/* printablePath */.Vj)(path), kind: begin.unread.has(path) ? 'changed' : (kind ?? 'created'), reason };
        }),
        ...vanished.map((path) => {
            return { path: (0,platform_paths/* printablePath */.Vj)(path), kind: 'deleted', reason: 'existed before the run, but in no commit' };
        }),
    ];
}
function repositoryChanges(begin, end) {
    const paths = new Set([...begin.repositories.keys(), ...end.repositories.keys()]);
    return [...paths]
        .filter((path) => begin.repositories.get(path) !== end.repositories.get(path))
        .map((path) => ({
        path: (0,platform_paths/* printablePath */.Vj)(path),
        kind: begin.repositories.has(path) ? 'changed' : 'created',
        reason: 'is a submodule or a nested repository',
    }));
}
async function isOnlyWrittenAgain(top, { status, path, mode, modeBefore }, before, after) {
    if (status !== 'M' || mode !== modeBefore || before === null || after === null)
        return false;
    if (before.equals(after) || !before.includes('\r'))
        return false;
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = external_node_fs_.constants;
    const file = await (0,promises_.open)((0,platform_paths/* pathOnDisk */.ur)(top, path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
    try {
        const stats = await file?.stat();
        return stats?.isFile() === true && stats.size === before.length && (await file?.readFile())?.equals(before) === true;
    }
    catch {
        return false;
    }
    finally {
        await file?.close();
    }
}
function findCollisions(created, existing) {
    const newNames = new Map();
    for (const path of created)
        for (const prefix of prefixesOf(path)) {
            const folded = foldPath(prefix);
            const same = newNames.get(folded);
            if (same === undefined)
                newNames.set(folded, [prefix]);
            else if (!same.includes(prefix))
                same.push(prefix);
        }
    const existingNames = new Map();
    const seenFolders = new Set();
    const isCreated = new Set(created);
    for (const path of existing) {
        if (isCreated.has(path))
            continue;
        for (const prefix of prefixesOf(path)) {
            if (prefix !== path) {
                if (seenFolders.has(prefix))
                    continue;
                seenFolders.add(prefix);
            }
            const folded = foldPath(prefix);
            if (newNames.has(folded) && !existingNames.has(folded))
                existingNames.set(folded, prefix);
        }
    }
    const collisions = new Map();
    const first = new Map();
    for (const path of created)
        for (const prefix of prefixesOf(path)) {
            const folded = foldPath(prefix);
            const other = existingNames.get(folded) ?? first.get(folded);
            const isNew = other !== undefined && other !== prefix && !seenFolders.has(prefix);
            if (isNew && !collisions.has(path))
                collisions.set(path, other);
            if (!first.has(folded))
                first.set(folded, prefix);
        }
    return collisions;
}
const prefixesOf = (path) => [
    ...Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)),
    path,
];
const foldPath = (path) => {
    const text = Buffer.from(path, 'latin1').toString('utf8');
    return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
};

;// CONCATENATED MODULE: ./build/delivery/run-changes.js








const VIEW_EDITS = "The edits are on the head of the pull request. This job's checkout has another commit and is unchanged: later steps find the edits in the patch (output `patch`).";
const CANCELLED_MS = 1500;
const FINISH_MS = 120_000;
function openChangeAccounting(task, runtime, runFiles = Promise.resolve({})) {
    const folder = (0,external_node_path_.join)(runtime.scratch, 'snapshot');
    const begin = (0,lazy/* lazy */.R)(() => recordBegin(task, runtime, runFiles, folder).catch((error) => ({
        root: runtime.workspace,
        location: { ok: false, reason: 'the workspace cannot be read', isEmpty: true },
        problem: (0,errors/* machineReason */.oW)(error),
    })));
    let mayHaveChanged = false;
    let survivors = [];
    return {
        recordSurvivors(programs) {
            survivors = programs;
        },
        recordBegin() {
            mayHaveChanged = true;
            return begin();
        },
        async finish(toolChanges, notice) {
            if (!mayHaveChanged)
                return { changes: [] };
            const changes = await finishAccounting(await begin(), toolChanges, survivors, runtime, notice);
            if (changes.changes.length > 0 && (await runFiles).view !== undefined)
                notice(VIEW_EDITS);
            await (0,promises_.rm)(folder, { recursive: true, force: true }).catch(() => undefined);
            return changes;
        },
    };
}
async function recordBegin(task, { workspace }, runFiles, folder) {
    const { view } = await runFiles;
    const root = await (0,promises_.realpath)(view?.workspace ?? workspace);
    const commits = [task.head?.sha, task.upstream?.sha, task.sha].filter((sha) => sha !== undefined);
    const location = await (0,git_repository/* findCheckout */.I8)({ workspace: root, repository: `${task.repo.owner}/${task.repo.name}`, commits });
    if (!location.ok)
        return { root, location };
    try {
        return { root, location, snapshot: await takeSnapshot(location, folder) };
    }
    catch (error) {
        return { root, location, problem: (0,errors/* machineReason */.oW)(error) };
    }
}
async function finishAccounting({ root, location, snapshot, problem }, toolChanges, survivors, { signal }, notice) {
    const fallback = (reason) => {
        notice(`Only changes by file tools are known, not changes by commands: ${reason}`);
        return toolChangesOnly(root, location, toolChanges);
    };
    if (snapshot === undefined)
        return fallback(problem ?? (location.ok ? 'unknown' : location.reason));
    try {
        if (survivors.length > 0)
            throw new Error(`programs of this run still run: ${survivors.slice(0, 3).join(', ')}`);
        const difference = await within(signal.aborted ? CANCELLED_MS : FINISH_MS, compareWithBegin(snapshot));
        return await withToolChanges(root, snapshot, difference, toolChanges);
    }
    catch (error) {
        const changes = fallback((0,errors/* machineReason */.oW)(error));
        const reason = 'cannot be compared with the start of the run, so what commands changed is unknown';
        return { ...changes, undelivered: [...(changes.undelivered ?? []), { path: '.', kind: 'changed', reason }] };
    }
}
async function within(ms, work) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`git needed more than ${ms / 1000} seconds`)), ms);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
function checkoutPath(root, top, path) {
    const absolute = (0,external_node_path_.join)(root, path);
    return (0,platform_paths/* isInside */.FK)(top, absolute) ? (0,platform_paths/* toForwardSlashes */.aR)((0,external_node_path_.relative)(top, absolute)) : undefined;
}
function toolChangesOnly(root, location, toolChanges) {
    const toEdited = ({ path, before, after, mode, overwritten }) => ({
        path,
        before,
        after,
        mode,
        byCommand: overwritten === true ? true : undefined,
    });
    if (!location.ok)
        return { changes: toolChanges.map(toEdited), commitProblem: location.isEmpty ? undefined : location.reason };
    const changes = [];
    const undelivered = [];
    for (const change of toolChanges) {
        const path = checkoutPath(root, location.top, change.path);
        if (path === undefined)
            undelivered.push(outsideCheckout(change));
        else
            changes.push({ ...toEdited(change), path, toolPath: change.path });
    }
    return { changes, undelivered };
}
const outsideCheckout = ({ path, before, after }) => ({
    path,
    kind: before === null ? 'created' : after === null ? 'deleted' : 'changed',
    reason: 'is outside the checkout of this repository',
});
async function withToolChanges(root, { repository }, { changes, unread }, toolChanges) {
    const isSha256 = repository.zeroId.length === 64;
    const byTools = new Map();
    const undelivered = [...unread];
    for (const change of toolChanges) {
        const path = checkoutPath(root, repository.top, change.path);
        if (path === undefined)
            undelivered.push(outsideCheckout(change));
        else
            byTools.set(path, change);
    }
    const known = new Set([...changes, ...unread].map(({ path }) => path));
    const hidden = [...byTools].filter(([path]) => !known.has(path));
    if (hidden.length > 0) {
        const stdin = Buffer.from(hidden.map(([path]) => `${path}\0`).join(''));
        const listing = await repository.git(['check-ignore', '-z', '--no-index', '--stdin'], { stdin });
        const ignored = new Set(listing.stdout.toString().split('\0'));
        for (const [path, change] of hidden) {
            const isIgnored = ignored.has(path);
            const reason = isIgnored ? 'git ignores it' : 'is unchanged for git, or is in a submodule or another repository';
            undelivered.push({ ...outsideCheckout(change), path, reason, expected: true });
        }
    }
    const files = changes.map((change) => {
        const tool = byTools.get(change.path);
        return tool === undefined || tool.overwritten === true
            ? { ...change, byCommand: true }
            : { ...change, toolPath: tool.path };
    });
    return isSha256
        ? {
            changes: files.map((file) => ({ ...file, objectFormat: 'sha256' })),
            undelivered,
            commitProblem: 'the checkout is a SHA-256 repository, which GitHub does not support',
        }
        : { changes: files, undelivered };
}


/***/ }),

/***/ 41573:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bi: () => (/* binding */ addChunk),
/* harmony export */   DC: () => (/* binding */ toTools),
/* harmony export */   KL: () => (/* binding */ assignCallIds),
/* harmony export */   Mk: () => (/* binding */ toContents),
/* harmony export */   UN: () => (/* binding */ toToolConfig),
/* harmony export */   d2: () => (/* binding */ callIds),
/* harmony export */   xH: () => (/* binding */ apiMimeType),
/* harmony export */   yx: () => (/* binding */ newReplyDraft)
/* harmony export */ });
/* unused harmony exports PLACEHOLDER_SIGNATURE, mergeGrounding */
/* harmony import */ var _types_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(13803);

const PLACEHOLDER_SIGNATURE = 'skip_thought_signature_validator';
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
function toDeclarations(tools) {
    return tools.map(({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters }));
}
function toToolConfig({ mode, names }) {
    return {
        functionCallingConfig: {
            mode: mode.toUpperCase(),
            allowedFunctionNames: names === undefined ? undefined : [...names],
        },
    };
}
const SENDABLE = ['text', 'inlineData', 'fileData', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'];
function toWirePart(part, { ids, thoughts }) {
    const thoughtSignature = part.signature;
    switch (part.kind) {
        case 'text':
            return part.text === '' && part.signature === undefined ? [] : [{ text: part.text, thoughtSignature }];
        case 'thought':
            return part.signature === undefined || thoughts === false
                ? []
                : [{ text: part.text, thought: true, thoughtSignature }];
        case 'call': {
            const { id, name, args } = part.call;
            return [{ functionCall: { id: ids ? id : undefined, args, name: wireName(name) }, thoughtSignature }];
        }
        case 'data': {
            const mimeType = apiMimeType(part.mimeType);
            if (mimeType === undefined)
                return [{ text: `[Data of type ${part.mimeType} is omitted: the API does not accept this type.]` }];
            return [{ inlineData: { mimeType, data: part.data }, thoughtSignature }];
        }
        case 'opaque':
            if (part.value.thought === true && (part.signature === undefined || thoughts === false))
                return [];
            return SENDABLE.some((name) => name in part.value) ? [{ ...part.value, thoughtSignature }] : [];
        default:
            return part;
    }
}
function withSignature(parts) {
    const first = parts.findIndex((part) => part.functionCall !== undefined);
    return parts.map((part, index) => index === first && part.thoughtSignature === undefined
        ? { ...part, thoughtSignature: PLACEHOLDER_SIGNATURE }
        : part);
}
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
                id: dialect.ids ? id : undefined,
                parts: nested.length > 0 ? nested : undefined,
            },
        });
    }
    return [...results, ...separate];
}
const canNest = (model, mimeType) => /^(?:models\/)?gemini-(?:[3-9]|\d\d)(?:[.-]|$)/.test(model) &&
    /^(?:image\/(?:png|jpeg|webp)|application\/pdf|text\/plain)$/.test(mimeType);
const MAX_NAME_CHARACTERS = 64;
function wireName(name) {
    const cleaned = name.replace(/[^A-Za-z0-9_.:-]/g, '_').slice(0, MAX_NAME_CHARACTERS);
    if (cleaned === '')
        return 'unnamed_tool';
    return /^[A-Za-z_]/.test(cleaned) ? cleaned : `_${cleaned.slice(0, MAX_NAME_CHARACTERS - 1)}`;
}
const newReplyDraft = () => ({ parts: [], usage: _types_js__WEBPACK_IMPORTED_MODULE_0__/* .NO_USAGE */ .yJ });
function addChunk(draft, answer) {
    const chunk = objects([answer])[0] ?? {};
    const candidate = objects(chunk.candidates).find(({ index }) => Number(index ?? 0) === 0);
    let text = '';
    for (const wire of objects(candidate?.content?.parts)) {
        draft.malformedCall ??= malformedCall(wire.functionCall);
        for (const part of fromWirePart(wire)) {
            if (part.kind === 'text')
                text += part.text;
            append(draft.parts, part);
        }
    }
    draft.finish = nonEmptyText(candidate?.finishReason, 'FINISH_REASON_UNSPECIFIED')?.toUpperCase() ?? draft.finish;
    draft.finishMessage = nonEmptyText(candidate?.finishMessage) ?? draft.finishMessage;
    const grounding = mergeGrounding(draft.grounding, candidate);
    if (grounding !== undefined)
        draft.grounding = grounding;
    draft.blockReason = nonEmptyText(chunk.promptFeedback?.blockReason, 'BLOCKED_REASON_UNSPECIFIED') ?? draft.blockReason;
    draft.model = nonEmptyText(chunk.modelVersion) ?? draft.model;
    draft.usage = readUsage(chunk, draft.usage);
    return text;
}
const nonEmptyText = (text, unspecified = '') => typeof text === 'string' && text !== '' && text !== unspecified ? text : undefined;
const objects = (list) => Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : [];
function fromWirePart(wire) {
    const { thoughtSignature, thought, text, ...others } = wire;
    const signature = typeof thoughtSignature === 'string' ? thoughtSignature : undefined;
    const content = typeof text === 'string' ? text : '';
    const kind = thought === true ? 'thought' : 'text';
    const hasData = Object.keys(others).some((name) => content === '' || name === 'functionCall' || SENDABLE.includes(name));
    if (!hasData)
        return content === '' && signature === undefined ? [] : [{ kind, text: content, signature }];
    const dataPart = { ...fromWireData(others, thought === true), signature };
    return content === '' ? [dataPart] : [{ kind, text: content }, dataPart];
}
function fromWireData(wire, isThought) {
    if (wire.functionCall) {
        const { id, name, args } = wire.functionCall;
        return { kind: 'call', call: { id: callId(id), name: nonEmptyText(name) ?? '', args: callArguments(args) ?? {} } };
    }
    const { data, mimeType } = wire.inlineData ?? {};
    if (Object.keys(wire).length === 1 && !isThought && typeof data === 'string' && typeof mimeType === 'string')
        return { kind: 'data', mimeType, data };
    return { kind: 'opaque', value: isThought ? { ...wire, thought: true } : { ...wire } };
}
const callId = (id) => (typeof id === 'number' ? String(id) : (nonEmptyText(id) ?? ''));
function callArguments(args) {
    if (args === undefined || args === null || args === '')
        return {};
    let value = args;
    if (typeof args === 'string') {
        try {
            value = JSON.parse(args);
        }
        catch {
            return undefined;
        }
    }
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
function malformedCall(call) {
    if (call === undefined || call === null)
        return undefined;
    if (typeof call !== 'object')
        return `a call that is ${kindOf(call)}`;
    const { name, args } = call;
    if (typeof name !== 'string' && name !== undefined && name !== null)
        return `a call whose name is ${kindOf(name)}`;
    if (callArguments(args) !== undefined)
        return undefined;
    return `a call of ${nonEmptyText(name) ?? 'no tool'} whose arguments are ${typeof args === 'string' ? 'text that is not a JSON object' : kindOf(args)}`;
}
const kindOf = (value) => Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
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
    const input = wholeCount(counts.promptTokenCount) ?? before.input;
    const output = wholeCount(counts.candidatesTokenCount) ?? before.output;
    const thoughts = wholeCount(counts.thoughtsTokenCount) ?? before.thoughts;
    const tool = wholeCount(counts.toolUsePromptTokenCount) ?? before.tool;
    const cached = wholeCount(counts.cachedContentTokenCount) ?? before.cached;
    const total = wholeCount(counts.totalTokenCount) ?? Math.max(before.total, input + output + thoughts + tool);
    return { input, cached, output, thoughts, tool, total };
}
function wholeCount(value) {
    const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : undefined;
}
function callIds(messages) {
    return messages.flatMap((message) => message.role === 'tool' ? [] : message.parts.flatMap((part) => (part.kind === 'call' ? [part.call.id] : [])));
}
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
const NO_GROUNDING = { sources: [], supports: [], pages: [] };
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
    return objects(metadata?.groundingChunks).map(({ web, retrievedContext, maps }) => {
        const { title, uri } = web ?? retrievedContext ?? maps ?? {};
        return { title: nonEmptyText(title), uri: nonEmptyText(uri) };
    });
}
function supportsIn(metadata) {
    return objects(metadata?.groundingSupports).flatMap(({ segment, groundingChunkIndices }) => {
        const end = wholeCount(segment?.endIndex);
        const indices = Array.isArray(groundingChunkIndices) ? groundingChunkIndices : [];
        const sources = indices.map(wholeCount).filter((index) => index !== undefined);
        if (end === undefined || sources.length === 0)
            return [];
        return [{ end, text: nonEmptyText(segment?.text), sources }];
    });
}
function pagesIn(metadata) {
    return objects(metadata?.urlMetadata).flatMap(({ retrievedUrl, urlRetrievalStatus: status }) => {
        const url = nonEmptyText(retrievedUrl);
        return url === undefined ? [] : [{ url, read: status === 'URL_RETRIEVAL_STATUS_SUCCESS' }];
    });
}
function joinLists(before, next) {
    const repeats = before.every((item, index) => JSON.stringify(item) === JSON.stringify(next[index]));
    return repeats ? next : [...before, ...next];
}
const SUPPORTED_TYPES = new Set([
    ...['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
    ...['audio/mpeg', 'audio/mp3', 'audio/wav', 'audio/aiff', 'audio/aac', 'audio/ogg', 'audio/flac'],
    ...['video/mp4', 'video/mpeg', 'video/mpg', 'video/mov', 'video/avi', 'video/x-flv', 'video/webm', 'video/wmv'],
    ...['video/3gpp', 'application/pdf'],
]);
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
function apiMimeType(mimeType) {
    const type = mimeType.toLowerCase();
    const name = Object.hasOwn(TYPE_ALIASES, type) ? (TYPE_ALIASES[type] ?? type) : type;
    return SUPPORTED_TYPES.has(name) || /^text\/[\w.+-]+$/.test(name) ? name : undefined;
}


/***/ }),

/***/ 36241:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  f: () => (/* binding */ modelName),
  G: () => (/* binding */ openModel)
});

// EXTERNAL MODULE: ./build/platform/environment.js
var environment = __webpack_require__(50663);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./node_modules/@google/genai/dist/web/index.mjs
var web = __webpack_require__(43238);
// EXTERNAL MODULE: ./build/model/model-errors.js
var model_errors = __webpack_require__(82391);
// EXTERNAL MODULE: ./build/platform/time.js
var time = __webpack_require__(91729);
// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(13803);
;// CONCATENATED MODULE: ./build/model/request-attempt.js




const STALL_LIMITS_MS = { before: 120_000, within: 300_000, after: 5000 };
const stallLimits = (ms) => ({ before: ms, within: ms, after: Math.min(ms, STALL_LIMITS_MS.after) });
function startAttempt(transport, model, outer) {
    const { credential } = transport;
    const { stallMs } = transport;
    const { before, within, after } = stallMs === undefined ? STALL_LIMITS_MS : stallLimits(stallMs);
    const watchdog = startWatchdog(before, outer, transport.startTimer);
    let waitMs;
    let hasResponse = false;
    const sendOnce = async (url, init) => {
        const headers = new Headers(init?.headers);
        headers.delete('x-goog-api-key');
        for (const [name, value] of Object.entries(transport.headers(model)))
            headers.set(name, value);
        for (const [name, value] of Object.entries(await credential.headers(watchdog.signal)))
            headers.set(name, value);
        const response = await (transport.fetch ?? fetch)(url, { ...init, headers, redirect: 'manual' });
        if (response.status >= 300 && response.status < 400)
            throw redirectError(response);
        watchdog.restartTimer(within);
        hasResponse = true;
        waitMs = (0,model_errors/* retryAfterMs */.Vs)(response.headers.get('retry-after'), transport.now());
        return response;
    };
    return {
        signal: watchdog.signal,
        dataArrived: (isComplete = false) => watchdog.restartTimer(isComplete ? after : within),
        end: watchdog.end,
        async fetch(url, init) {
            const response = await sendOnce(url, init);
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
                return new types/* ModelError */.me(text, { fault: 'unavailable', retry: 'later', failedUsage: failedUsageOf(model, usage) });
            }
            const secrets = credential.secrets();
            return (0,model_errors/* toModelError */.ZI)(error, {
                model,
                credentialSource: credential.source,
                retryAfterMs: waitMs,
                now: transport.now(),
                hasResponse,
                secrets,
                failedUsage: failedUsageOf(model, usage),
            });
        },
    };
}
function redirectError({ url, status, headers }) {
    const target = URL.parse(headers.get('location') ?? '', url)?.origin ?? 'an unknown address';
    return new errors/* UserError */.yo(`The model's API at ${new URL(url).origin} redirects (${status}) to ${target}. Sluice does not follow it, because the target would receive the credential. Set the final address instead.`);
}
const failedUsageOf = (model, usage) => usage === undefined || usage.total === 0 ? undefined : [{ model, usage }];
function startWatchdog(firstMs, outer, start = time/* startTimer */.Ip) {
    const inner = new AbortController();
    let stalledAfter;
    let cancelTimer;
    const stop = () => inner.abort();
    const restartTimer = (ms) => {
        cancelTimer?.();
        if (inner.signal.aborted)
            return;
        cancelTimer = start(ms, () => {
            stalledAfter = ms;
            inner.abort();
        });
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
            cancelTimer?.();
            outer.removeEventListener('abort', stop);
            inner.abort();
        },
    };
}

// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
// EXTERNAL MODULE: ./build/model/estimate.js
var estimate = __webpack_require__(1598);
// EXTERNAL MODULE: ./build/model/wire.js
var wire = __webpack_require__(41573);
;// CONCATENATED MODULE: ./build/model/streaming.js





function createStreamingGenerate(transport, open) {
    const usedIds = new Set();
    return async (request, signal) => {
        signal.throwIfAborted();
        const draft = (0,wire/* newReplyDraft */.yx)();
        const attempt = startAttempt(transport, request.model, signal);
        const shouldStop = request.watch?.();
        let isCut = false;
        let isComplete = false;
        try {
            for await (const chunk of readChunks(open, request, attempt, () => draft.usage)) {
                const wasFinished = draft.finish !== undefined;
                const text = (0,wire/* addChunk */.Bi)(draft, chunk);
                isCut = text !== '' && shouldStop?.(text) === true && draft.finish === undefined;
                if (isCut)
                    break;
                isComplete = draft.finish !== undefined && !(wasFinished && text !== '');
                if (isComplete)
                    attempt.dataArrived(true);
            }
        }
        catch (error) {
            if (!isComplete || !(error instanceof types/* ModelError */.me))
                throw error;
        }
        for (const id of (0,wire/* callIds */.d2)(request.messages))
            usedIds.add(id);
        return isCut ? abandonedReply(draft, request, usedIds) : finishReply(draft, request, usedIds);
    };
}
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
const RETRYABLE_FINISH_REASONS = [
    'MALFORMED_FUNCTION_CALL',
    'MALFORMED_RESPONSE',
    'MISSING_THOUGHT_SIGNATURE',
    'TOO_MANY_TOOL_CALLS',
    'UNEXPECTED_TOOL_CALL',
];
const LENGTH_FINISH_REASONS = ['MAX_TOKENS', 'CONTINUATION'];
function finishReply(draft, request, usedIds) {
    const { usage, finish, blockReason } = draft;
    const model = draft.model ?? request.model;
    const detail = draft.finishMessage === undefined ? '' : ` (${shortMessage(draft.finishMessage)})`;
    if (blockReason !== undefined)
        return { parts: [], stop: 'blocked', reason: blockReason, usage, model };
    const unusable = (text, nudge) => new types/* ModelError */.me(text, { fault: 'unusable', retry: 'later', nudge, failedUsage: failedUsageOf(model, usage) });
    if (draft.malformedCall !== undefined)
        throw unusable(`The model gave a malformed answer: ${draft.malformedCall}.`);
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
    const finalUsage = usage.total > 0 ? usage : estimateUsage(draft, request);
    const reply = { parts: (0,wire/* assignCallIds */.KL)(draft.parts, usedIds), usage: finalUsage, model, grounding: draft.grounding };
    if (finish === 'STOP')
        return { ...reply, stop: 'finished', reason: finish };
    if (LENGTH_FINISH_REASONS.includes(finish))
        return { ...reply, stop: 'length', reason: finish };
    return { ...reply, stop: 'blocked', reason: `${finish}${detail}` };
}
const shortMessage = (message) => (0,format_text/* keepStart */.Og)((0,format_text/* collapseWhitespace */.DK)(message), 300);
function abandonedReply(draft, request, usedIds) {
    const { parts, usage, model = request.model } = draft;
    const finalUsage = usage.total > 0 ? usage : estimateUsage(draft, request);
    return { parts: (0,wire/* assignCallIds */.KL)(parts, usedIds), stop: 'abandoned', usage: finalUsage, model };
}
function estimateUsage({ parts }, request) {
    const input = (0,estimate/* estimateRequestTokens */.GL)(request);
    const output = (0,estimate/* estimateRequestTokens */.GL)({ messages: [{ role: 'model', parts }] });
    return { ...types/* NO_USAGE */.yJ, input, output, total: input + output };
}
function hasContent(draft, request) {
    if (draft.parts.some((part) => part.kind !== 'thought' && (part.kind !== 'text' || isVisible(part.text))))
        return true;
    const mayBeEmpty = request.messages.at(-1)?.role === 'tool' || request.builtIn !== undefined;
    return mayBeEmpty && !draft.parts.some((part) => part.kind === 'thought');
}
const isVisible = (text) => text
    .replace(/[\u200B-\u200F\uFEFF]/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .trim() !== '';
const ONLY_THOUGHT_NUDGE = '[Your last attempt ended after thinking, without an answer. Give your answer now, or call a tool.]';
const EMPTY_NUDGE = '[Your last attempt was empty. Give your answer now, or call a tool.]';
async function* readSseJson(body) {
    for await (const data of readSseData(body))
        yield JSON.parse(data);
}
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
async function* readLines(body) {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const bytes of body) {
        const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
        rest = lines.pop() ?? '';
        yield* lines;
    }
    yield* (rest + decoder.decode()).split(/\r\n|\n|\r/);
}

;// CONCATENATED MODULE: ./build/model/gemini.js





function gemini(options) {
    const { models } = createClient(options);
    return {
        generate: createStreamingGenerate(options, async (request, attempt) => {
            const finishNote = {};
            const stream = await models.generateContentStream({
                model: modelPath(request.model, options),
                contents: buildContents(request, options),
                config: {
                    ...buildConfig(request, options.generation(request)),
                    httpOptions: { fetch: withFinishNote(attempt.fetch, finishNote) },
                    abortSignal: attempt.signal,
                    automaticContinuation: false,
                },
            });
            return addFinishMessage(stream, finishNote);
        }),
        async countTokens(request, signal) {
            const attempt = startAttempt(options, request.model, signal);
            try {
                const { totalTokens } = await models.countTokens({
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
function createClient(options) {
    const address = vertexAddress(options);
    return new web/* GoogleGenAI */.M4({
        vertexai: options.vertex !== undefined,
        apiKey: 'none',
        apiVersion: options.apiVersion,
        httpOptions: address === undefined ? undefined : { baseUrl: address },
    });
}
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
const buildContents = ({ messages, model }, { vertex }) => (0,wire/* toContents */.Mk)(messages, { model, ids: vertex === undefined });
function buildConfig(request, generation) {
    const { system, tools: declared, choice, schema } = request;
    const tools = (0,wire/* toTools */.DC)(request);
    const config = {
        ...limitTokens(request.maxTokens, applySampling(generation, request.sampling)),
        systemInstruction: system === '' ? undefined : system,
        tools: tools.length === 0 ? undefined : tools,
        toolConfig: declared.length === 0 || choice === undefined ? undefined : (0,wire/* toToolConfig */.UN)(choice),
    };
    if (schema === undefined || tools.length > 0)
        return config;
    return { ...config, responseMimeType: 'application/json', responseJsonSchema: schema };
}
function applySampling(generation, sampling) {
    if (sampling === undefined)
        return generation;
    const { temperature: _, topP: __, topK: ___, maxOutputTokens: ____, ...rest } = generation;
    return { ...rest, ...sampling };
}
const LOW_THINKING_TOKENS = 8192;
function limitTokens(maxTokens, generation) {
    if (maxTokens === undefined)
        return generation;
    const { thinkingConfig } = generation;
    const maxOutputTokens = Math.min(maxTokens, generation.maxOutputTokens ?? maxTokens);
    if (maxOutputTokens >= LOW_THINKING_TOKENS || thinkingConfig === undefined)
        return { ...generation, maxOutputTokens };
    const { thinkingLevel, thinkingBudget } = thinkingConfig;
    const limitedThinking = {
        thinkingLevel: thinkingLevel === undefined ? undefined : 'LOW',
        thinkingBudget: thinkingBudget === undefined
            ? undefined
            : Math.min(thinkingBudget, Math.max(128, Math.floor(maxOutputTokens / 4))),
    };
    return { ...generation, maxOutputTokens, thinkingConfig: { ...thinkingConfig, ...limitedThinking } };
}
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
        const { candidates } = (0,model_errors/* asRecord */.qY)(JSON.parse(line.replace(/^data:/, '')));
        const { finishMessage } = (0,model_errors/* asRecord */.qY)(Array.isArray(candidates) ? candidates[0] : undefined);
        return typeof finishMessage === 'string' ? finishMessage : undefined;
    }
    catch {
        return undefined;
    }
}
async function* addFinishMessage(stream, finishNote) {
    for await (const chunk of stream) {
        const [candidate] = chunk.candidates ?? [];
        if (candidate?.finishReason !== undefined && finishNote.message !== undefined)
            candidate.finishMessage ??= finishNote.message;
        yield chunk;
    }
}

;// CONCATENATED MODULE: ./build/model/code-assist.js







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
                const { totalTokens } = (0,model_errors/* asRecord */.qY)(await response.json());
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
function lazyProject(options) {
    let project;
    return (attempt) => {
        const readJson = async (response) => {
            attempt.dataArrived();
            return (0,model_errors/* asRecord */.qY)(await response.json());
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
            systemInstruction: systemInstruction === undefined ? undefined : { role: 'user', parts: [{ text: systemInstruction }] },
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
const code_assist_buildContents = (messages, model) => (0,wire/* toContents */.Mk)(messages, { model, ids: true, thoughts: false });
const MODEL_NAMES = { 'gemini-3.5-flash': 'gemini-3-flash' };
const codeAssistModel = (model) => Object.hasOwn(MODEL_NAMES, model) ? (MODEL_NAMES[model] ?? model) : model;
async function post(method, body, attempt, { baseUrl }) {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: attempt.signal };
    return requireOk(await attempt.fetch(`${baseUrl}:${method}`, init));
}
async function requireOk(response) {
    if (response.ok)
        return response;
    throw Object.assign(new Error(await response.text()), { status: response.status });
}
async function* unwrapResponses(response) {
    if (response.body === null)
        return;
    for await (const event of readSseJson(response.body)) {
        const { response: inner, error } = (0,model_errors/* asRecord */.qY)(event);
        if (error !== undefined) {
            const status = Number((0,model_errors/* asRecord */.qY)(error).code) || 500;
            throw Object.assign(new Error(JSON.stringify({ error })), { status });
        }
        yield (0,model_errors/* asRecord */.qY)(inner);
    }
}
const POLL_MS = 5_000;
const POLLS = 60;
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
    const body = { cloudaicompanionProject: project, metadata: metadata(project) };
    const account = await call('loadCodeAssist', body).catch((error) => {
        const apiError = (0,model_errors/* parseApiError */._R)(error);
        if (apiError !== undefined && (0,model_errors/* reasonsOf */.zM)(apiError).includes('SECURITY_POLICY_VIOLATED'))
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
    const tiers = list(account.allowedTiers);
    const tierId = String(tiers.find((tier) => tier.isDefault === true)?.id ?? 'legacy-tier');
    const tierProject = tierId === 'free-tier' ? undefined : project;
    let state = await call('onboardUser', {
        tierId,
        cloudaicompanionProject: tierProject,
        metadata: metadata(tierProject),
    });
    for (let poll = 0; state.done !== true && typeof state.name === 'string'; poll++) {
        if (poll === POLLS) {
            const text = 'Code Assist did not finish the enrollment of this account within five minutes.';
            throw new types/* ModelError */.me(text, { fault: 'unavailable', retry: 'never' });
        }
        await sleep(POLL_MS);
        state = await operation(state.name);
    }
    if (state.error !== undefined)
        throw new errors/* UserError */.yo(`Code Assist could not enroll this account: ${String((0,model_errors/* asRecord */.qY)(state.error).message)}`);
    return (0,model_errors/* asRecord */.qY)((0,model_errors/* asRecord */.qY)(state.response).cloudaicompanionProject).id;
}
const metadata = (project) => ({
    ideType: 'IDE_UNSPECIFIED',
    platform: 'PLATFORM_UNSPECIFIED',
    pluginType: 'GEMINI',
    duetProject: project,
});
const ineligibleTiers = (account) => list(account.ineligibleTiers);
const list = (value) => (Array.isArray(value) ? value.map(model_errors/* asRecord */.qY) : []);

// EXTERNAL MODULE: ./build/model/models.js
var models = __webpack_require__(66934);
// EXTERNAL MODULE: ./build/model/retry.js
var retry = __webpack_require__(62324);
// EXTERNAL MODULE: ./build/model/select-provider.js + 3 modules
var select_provider = __webpack_require__(71217);
;// CONCATENATED MODULE: ./build/model/connect.js







function connectModel(options, env, dependencies) {
    const { clock, report } = dependencies;
    const notices = [];
    const configs = (0,models/* readModelConfigs */.Fi)(options.modelConfigs, (text) => void notices.push(text));
    const configured = (0,environment/* nonBlank */.G)(options.model) ?? (0,environment/* nonBlank */.G)(env.GEMINI_MODEL) ?? 'auto';
    const successor = (0,models/* successorNotice */.ZC)((0,models/* resolveModel */.AX)(configured));
    if (successor !== undefined)
        notices.push(successor);
    const direct = openProvider(options, env, dependencies, configs);
    const maxAttempts = Math.min(10, Math.max(1, options.maxAttempts ?? retry/* RETRY_LIMITS */.sO.maxAttempts));
    const { canAfford } = options;
    const retrying = (0,retry/* withRetry */.bD)(direct.generate, clock, report, { ...retry/* RETRY_LIMITS */.sO, maxAttempts, canAfford });
    const withFallbacks = (0,retry/* withFallback */.hv)(retrying, (model) => (0,models/* modelChain */.$O)(model, options.fallback), {
        clock,
        report,
        canAfford,
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
        generation: ({ model, alias = model, scope, isRetry }) => (0,models/* generationFor */.el)({ name: alias, model, scope, isRetry }, configs).config,
        now: clock.now,
        startTimer: clock.startTimer,
        fetch: send,
        stallMs: options.stallMs,
    };
    if (provider.kind === 'code-assist') {
        const { baseUrl, project } = provider;
        const session = (0,environment/* nonBlank */.G)(options.session);
        return codeAssist({ ...shared, baseUrl, sleep: clock.sleep, project, session });
    }
    const { baseUrl } = provider;
    const apiVersion = (0,environment/* nonBlank */.G)(env.GOOGLE_GENAI_API_VERSION);
    return gemini({ ...shared, vertex: provider.kind === 'vertex' ? provider.vertex : undefined, baseUrl, apiVersion });
}
function resolveRequestModel(request, configured, configs) {
    const name = request.model || configured;
    if ((0,models/* isAlias */.Vj)(name, configs))
        return { ...request, alias: name, model: (0,models/* generationFor */.el)({ name, scope: request.scope }, configs).model };
    const id = (0,models/* resolveModel */.AX)(name);
    const { model } = (0,models/* generationFor */.el)({ name: id, scope: request.scope }, configs);
    return { ...request, model: model === id ? name : model };
}
function userAgent(version, model, env) {
    const surfaceName = (0,environment/* nonBlank */.G)(env.GEMINI_CLI_SURFACE) ?? (0,environment/* nonBlank */.G)(env.SURFACE);
    const surface = surfaceName ?? ((0,environment/* nonBlank */.G)(env.GITHUB_SHA) === undefined ? 'terminal' : 'GitHub');
    return `Sluice/${version ?? 'unknown'}/${model} (${process.platform}; ${process.arch}; ${surface.replace(/[^\w .-]/g, '')})`;
}
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
const secretHeaderValues = (headers) => Object.entries(headers).flatMap(([name, value]) => /auth|key|token|secret|cookie/i.test(name) && value.length >= 6 ? [value, value.replace(/^\S+\s+/, '')] : []);

// EXTERNAL MODULE: ./build/spending/spending.js
var spending = __webpack_require__(53617);
// EXTERNAL MODULE: ./build/session/run-options.js + 1 modules
var run_options = __webpack_require__(73839);
;// CONCATENATED MODULE: ./build/session/model-client.js




async function openModel(run) {
    const { config, runtime, session } = run;
    const { env, settings } = config;
    const { reportRetry } = session;
    const { inputs, costReason, meter } = await (0,spending/* openSpending */.Ji)(run, settings, runtime, session);
    const model = modelName(inputs, env, settings);
    const budget = (0,run_options/* openRunBudget */.DG)({ inputs, settings, costReason }, model, (text) => reportRetry({ text }));
    meter(budget);
    const { canAfford } = budget;
    const options = { ...(0,run_options/* modelOptions */.Og)(inputs, model, settings, runtime.session), canAfford, emptyKeys: run.emptyKeys };
    const { generate, countTokens } = connectModel(options, env, { clock: runtime, report: reportRetry });
    return { model, generate: budget.metered(paced(generate, runtime)), countTokens, budget, inputs, costReason };
}
const paced = (generate, { modelPace: pace }) => pace === undefined
    ? generate
    : async (request, signal) => {
        await pace.acquire();
        let tokens = 0;
        try {
            const reply = await generate(request, signal);
            tokens = (0,types/* replyUsage */.uv)(reply).total;
            return reply;
        }
        finally {
            pace.release(tokens);
        }
    };
const DEFAULT_MODEL = 'auto';
const modelName = (inputs, env, settings) => inputs.gemini_model || env.GEMINI_MODEL || settings.model?.name || DEFAULT_MODEL;


/***/ })

};
