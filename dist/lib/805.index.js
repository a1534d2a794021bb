export const id = 805;
export const ids = [805];
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




function reportUsageError(io, command, error, help) {
    const mistake = (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .bD)(error).replace(/\. To specify a positional .*$/s, '');
    io.err(`sluice ${command}: ${mistake}\n\n${help}`);
    return 2;
}
const parseMode = (text) => _policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .F.find((mode) => mode === (text === 'auto_edit' ? 'autoEdit' : text));
function parseModeOption(text) {
    const mode = text === undefined ? undefined : parseMode(text);
    if (mode === undefined && text !== undefined)
        throw new Error(`--mode must be one of ${_policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_3__/* .MODES */ .F.join(', ')}, not ${JSON.stringify(text)}`);
    return mode;
}
async function resolveWorkspace({ cwd }, folderOption = '.') {
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(cwd, folderOption);
    if (!(await isFolder(folder)))
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .UserError */ .yo(`${folder} is not a folder.`);
    return folder;
}
const isFolder = (path) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(path).then((stats) => stats.isDirectory(), () => false);


/***/ }),

/***/ 43805:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  percent: () => (/* binding */ percent),
  reportCommand: () => (/* binding */ reportCommand),
  reportPage: () => (/* binding */ reportPage),
  reportTables: () => (/* binding */ reportTables),
  reportText: () => (/* binding */ reportText)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(57975);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
// EXTERNAL MODULE: ./build/text/write-markdown.js
var write_markdown = __webpack_require__(83647);
// EXTERNAL MODULE: ./build/commands/command-io.js
var command_io = __webpack_require__(29395);
// EXTERNAL MODULE: ./node_modules/fflate/esm/index.mjs + 1 modules
var esm = __webpack_require__(91776);
// EXTERNAL MODULE: ./build/config/run-identity.js
var run_identity = __webpack_require__(80341);
// EXTERNAL MODULE: ./build/github/api/github.js + 15 modules
var github = __webpack_require__(14024);
// EXTERNAL MODULE: ./build/github/comment-marker.js
var comment_marker = __webpack_require__(9462);
// EXTERNAL MODULE: ./build/record/transcript-line.js
var transcript_line = __webpack_require__(51139);
// EXTERNAL MODULE: ./build/review/read-findings.js
var read_findings = __webpack_require__(28668);
// EXTERNAL MODULE: ./build/github-tools/proposal.js
var proposal = __webpack_require__(67296);
// EXTERNAL MODULE: ./build/record/cost.js
var cost = __webpack_require__(13179);
;// CONCATENATED MODULE: ./build/commands/report-totals.js


function findingRows(fates) {
    const groups = Map.groupBy(fates, ({ severity, category }) => `${proposal/* SEVERITIES */.oC.indexOf(severity)} ${category}`);
    const rows = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return rows.flatMap(([, each]) => {
        const [first] = each;
        const count = (name) => each.filter(({ fate }) => fate === name).length;
        const counts = {
            fixed: count('fixed'),
            dismissed: count('dismissed'),
            ignored: count('ignored'),
            open: count('open'),
        };
        return first === undefined ? [] : [{ severity: first.severity, category: first.category, ...counts }];
    });
}
function reportTotals(unsorted, acceptance = new Map(), fates) {
    const runs = unsorted.toSorted((a, b) => a.startedMs - b.startedMs || (a.session < b.session ? -1 : 1));
    const results = runs.flatMap((run) => run.results);
    const pricedRuns = runs.filter((run) => run.usd !== null);
    const usd = sum(pricedRuns.map((run) => run.usd ?? 0));
    const tokens = {
        input: sum(runs.map((run) => run.tokens.input)),
        cached: sum(runs.map((run) => run.tokens.cached)),
        output: sum(runs.map((run) => run.tokens.output)),
        total: sum(runs.map((run) => run.tokens.total)),
    };
    const verdicts = results.flatMap((result) => acceptance.get(result) ?? []);
    const accepted = verdicts.filter(Boolean).length;
    const priced = pricedRuns.flatMap((run) => run.results);
    const usdPer = (count) => (count === 0 ? null : cents(usd / count));
    return {
        runs: runs.length,
        outcomes: countBy(runs.map(({ outcome }) => outcome)),
        cost: {
            usd: pricedRuns.length === 0 ? null : cents(usd),
            unpricedRuns: runs.length - pricedRuns.length,
            tokens,
            cacheShare: tokens.input === 0 ? 0 : Number((tokens.cached / tokens.input).toFixed(4)),
        },
        denials: denialsByRule(runs),
        results: {
            delivered: results.length,
            byKind: countBy(results.map(({ kind }) => kind)),
            withFate: verdicts.length,
            accepted,
            usdPerDelivered: usdPer(priced.length),
            usdPerAccepted: usdPer(priced.filter((result) => acceptance.get(result) === true).length),
        },
        findings: fates && findingRows(fates),
        tools: slowestTools(runs),
        list: runs.map(({ session, startedMs, event, outcome, ms, turns, calls, ...run }) => ({
            session,
            started: new Date(startedMs).toISOString(),
            event,
            outcome,
            usd: run.usd === null ? null : cents(run.usd),
            tokens: run.tokens.total,
            turns,
            ms,
            calls: calls.length,
            denied: calls.filter(({ verdict }) => verdict === 'deny').length,
            delivered: run.results.length,
        })),
    };
}
const sum = (values) => values.reduce((total, value) => total + value, 0);
const cents = (usd) => Number(usd.toFixed(6));
const countBy = (names) => Object.fromEntries([...Map.groupBy(names, (name) => name)]
    .map(([name, each]) => [name, each.length])
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1)));
function denialsByRule(runs) {
    const denied = runs.flatMap(({ calls }) => calls.filter(({ verdict }) => verdict === 'deny'));
    const byRule = Map.groupBy(denied, ({ rule }) => rule === undefined ? 'no rule allows it' : `${rule.file}:${rule.line}`);
    return [...byRule]
        .map(([rule, calls]) => ({
        rule,
        count: calls.length,
        tools: [...new Set(calls.map(({ name }) => name))].toSorted(),
    }))
        .toSorted((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1));
}
function slowestTools(runs) {
    const calls = runs.flatMap((run) => run.calls);
    return [...Map.groupBy(calls, ({ name }) => name)]
        .map(([name, each]) => {
        const totalMs = sum(each.map(({ ms }) => ms));
        return {
            name,
            calls: each.length,
            failed: each.filter(({ state }) => state !== 'success').length,
            totalMs,
            meanMs: Math.round(totalMs / each.length),
            maxMs: Math.max(...each.map(({ ms }) => ms)),
        };
    })
        .toSorted((a, b) => b.totalMs - a.totalMs || (a.name < b.name ? -1 : 1));
}
const NO_RESULT = new Set(['patch', 'summary', 'check_run', 'review_check', 'resolve_fixed']);
function runFigures(recorded) {
    const events = recorded.map(({ event }) => event);
    const started = eventOf(events, 'run_started');
    if (started === undefined)
        return undefined;
    const ended = eventOf(events, 'run_ended');
    const { usage, usd } = (0,cost/* computeCost */.L6)(events);
    const results = events.flatMap((event) => (event.type === 'receipt' ? (deliveredResult(event.receipt) ?? []) : []));
    const repository = results.flatMap(({ url = '' }) => repositoryIn(url) ?? [])[0];
    const [first, last] = [recorded[0]?.timeMs ?? 0, recorded.at(-1)?.timeMs ?? 0];
    return {
        session: started.session,
        startedMs: first,
        event: started.event,
        outcome: ended?.outcome ?? 'unfinished',
        usd: usd ?? null,
        tokens: {
            input: usage.input + usage.tool,
            cached: usage.cached,
            output: usage.output + usage.thoughts,
            total: usage.total,
        },
        turns: events.filter((event) => event.type === 'model_reply' && event.agent === undefined).length,
        ms: ended?.ms ?? last - first,
        calls: events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : [])),
        results,
        repository,
    };
}
const eventOf = (events, type) => events.find((event) => event.type === type);
function deliveredResult(receipt) {
    const { kind, state, number, url } = receipt;
    if (typeof kind !== 'string' || state !== 'posted' || NO_RESULT.has(kind))
        return undefined;
    const names = [receipt.labels, receipt.comments].flatMap((list) => (Array.isArray(list) ? list.map(nameOf) : []));
    return {
        kind,
        number: typeof number === 'number' ? number : undefined,
        url: typeof url === 'string' ? url : undefined,
        names,
    };
}
const nameOf = (item) => typeof item === 'object' && item !== null && 'path' in item ? String(item.path) : String(item);
const repositoryIn = (url) => /^https?:\/\/[^/]+\/([\w.-]+\/[\w.-]+)\/(?:issues|pull|discussions|commit)\//.exec(url)?.[1];

;// CONCATENATED MODULE: ./build/commands/report-runs.js










const MAX_TEXT_BYTES = 512 * 2 ** 20;
async function readRuns(paths) {
    const collected = collectRuns();
    for (const path of paths) {
        const files = await filesAt(path);
        for (const file of files)
            await collected.add(file, await (0,promises_.readFile)(file));
    }
    return collected.result();
}
function collectRuns() {
    const longest = new Map();
    const skipped = [];
    const addText = (name, text) => {
        try {
            const recorded = (0,transcript_line/* readTranscript */.lb)(text);
            const run = runFigures(recorded);
            if (run === undefined)
                skipped.push(`${name}: not the transcript of a run`);
            else if ((longest.get(run.session)?.events ?? 0) < recorded.length)
                longest.set(run.session, { run, events: recorded.length });
        }
        catch (error) {
            skipped.push(`${name}: ${(0,errors/* messageOf */.bD)(error)}`);
        }
    };
    return {
        async add(name, bytes) {
            if (!name.endsWith('.zip'))
                return addText(name, Buffer.from(bytes).toString('utf8'));
            try {
                const filter = ({ name: inside, originalSize }) => inside.endsWith('.jsonl') && originalSize <= MAX_TEXT_BYTES;
                for (const [inside, text] of Object.entries((0,esm/* unzipSync */.AO)(bytes, { filter })))
                    if (/(?:^|\/)transcript\.jsonl$/.test(inside))
                        addText(`${name}: ${inside}`, (0,esm/* strFromU8 */.he)(text));
            }
            catch (error) {
                skipped.push(`${name}: ${(0,errors/* messageOf */.bD)(error)}`);
            }
        },
        result: () => ({ runs: [...longest.values()].map(({ run }) => run), skipped }),
    };
}
async function filesAt(path) {
    const stats = await (0,promises_.stat)(path).catch((cause) => {
        throw new errors/* UserError */.yo(`Cannot read ${path}: ${(0,errors/* readErrorReason */.Dx)(cause)}`, { cause });
    });
    if (!stats.isDirectory())
        return [path];
    const entries = await (0,promises_.readdir)(path, { recursive: true, withFileTypes: true });
    return entries
        .filter((entry) => entry.isFile() && /\.(?:jsonl|zip)$/.test(entry.name))
        .map((entry) => (0,external_node_path_.join)(entry.parentPath, entry.name))
        .toSorted();
}
const MAX_ZIP_BYTES = 256 * 2 ** 20;
const githubFor = (repository, token, env) => (0,github/* connectGitHub */.UY)({ ...(0,run_identity/* githubEndpoints */.QF)(env), repository, token, notice: () => undefined });
async function fetchRuns(workflow, limit, github) {
    const collected = collectRuns();
    const skipped = [];
    for (const { id } of (await github.newestRuns(workflow)).slice(0, limit)) {
        const artifacts = (await github.listArtifacts(id)).filter(holdsTranscript);
        for (const { id: artifact, name, isExpired } of artifacts) {
            const zip = isExpired ? undefined : await github.artifactZip(artifact, MAX_ZIP_BYTES);
            if (zip === undefined)
                skipped.push(`run ${id}: the artifact ${name} ${isExpired ? 'has expired' : 'is too large'}`);
            else
                await collected.add(`run ${id}, ${name}.zip`, zip);
        }
        if (artifacts.length === 0)
            skipped.push(`run ${id}: no artifact with a transcript`);
    }
    const { runs, skipped: unread } = collected.result();
    return { runs, skipped: [...skipped, ...unread] };
}
const holdsTranscript = ({ name }) => /^sluice-/.test(name) && !/^sluice-money-/.test(name);
async function fetchAcceptance(runs, repositoryOf, connect) {
    const acceptance = new Map();
    const notes = [];
    const clients = new Map();
    for (const run of runs) {
        const repository = repositoryOf(run);
        if (repository === undefined)
            continue;
        const github = clients.get(repository) ?? connect(repository);
        clients.set(repository, github);
        for (const result of run.results) {
            try {
                const isAccepted = await JUDGES[result.kind]?.(result, github);
                if (isAccepted !== undefined)
                    acceptance.set(result, isAccepted);
            }
            catch (error) {
                notes.push(`${repository}, ${result.kind}${result.number === undefined ? '' : ` #${result.number}`}: ${(0,errors/* messageOf */.bD)(error)}`);
            }
        }
    }
    return { acceptance, notes };
}
async function fetchFates(runs, repositoryOf, connect) {
    const pulls = new Map();
    for (const run of runs) {
        const repository = repositoryOf(run);
        for (const { kind, number } of run.results)
            if (kind === 'review' && number !== undefined && repository !== undefined)
                pulls.set(`${repository}#${number}`, { repository, number });
    }
    const notes = [];
    const fates = [];
    for (const [name, { repository, number }] of pulls)
        fates.push(...(await (0,read_findings/* findingFates */.rp)(number, connect(repository)).catch((error) => {
            notes.push(`findings of ${name}: ${(0,errors/* messageOf */.bD)(error)}`);
            return [];
        })));
    return { fates, notes };
}
const JUDGES = {
    async create_pull_request({ url = '' }, github) {
        const number = /\/pull\/(\d+)(?:$|[#?/])/.exec(url)?.[1];
        return number === undefined ? undefined : (await github.pull(Number(number))).isMerged;
    },
    async review({ number, names }, github) {
        if (number === undefined || names.length === 0)
            return undefined;
        const threads = (await github.threads(number)).filter(({ path, comments: [first] }) => names.includes(path) && (0,comment_marker/* claimsMarker */.cS)(first?.body ?? '', { kind: 'remark' }));
        return threads.length === 0 ? undefined : threads.some(({ isResolved }) => isResolved);
    },
    async add_labels({ number, names }, github) {
        if (number === undefined || names.length === 0)
            return undefined;
        const { labels } = await github.issue(number);
        return names.every((name) => labels.includes(name));
    },
};

;// CONCATENATED MODULE: ./build/commands/report.js










const HELP = `sluice report PATH… [--accepted] [--format text|json|html] [--output FILE]
sluice report --workflow FILE --repository OWNER/REPO [--runs N] [--format text|json|html] [--output FILE]

Sums up recorded runs: outcomes, denials by rule, cost, cost per delivered and per accepted result, slowest tools.

  PATH               transcripts (*.jsonl), downloaded artifacts (*.zip), or folders with them
  --workflow FILE    instead: the newest runs of this workflow, by the name of its file, from their artifacts. Needs a token
                     in GITHUB_TOKEN, and upload_artifacts or resume in the workflow
  --repository NAME  the repository of --workflow, as OWNER/REPO; default: GITHUB_REPOSITORY
  --runs N           how many runs, 100 at most; default: 100
  --accepted         ask GitHub what became of the results: merged, resolved, label kept, and of the findings: fixed,
                     dismissed, ignored. Needs a token in GITHUB_TOKEN; included in --workflow
  --format FORMAT    text, json, or html: one page that needs no script and no network
  --output FILE      write to this file

Exit codes: 0 success, 1 no run found, 2 wrong usage, 42 a path or a workflow that cannot be read.
`;
const OPTIONS = {
    workflow: { type: 'string' },
    repository: { type: 'string' },
    runs: { type: 'string' },
    accepted: { type: 'boolean', default: false },
    format: { type: 'string', default: 'text' },
    output: { type: 'string', short: 'o' },
    help: { type: 'boolean', short: 'h', default: false },
};
const html = (text) => text
    .replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
const BAR = { height: 22, gap: 6, label: 150, width: 420, value: 90 };
const tableSection = ({ title, head, rows }, chart = '') => [
    '<section>',
    `<h2>${html(title)}</h2>`,
    chart,
    rows.length === 0
        ? '<p>None.</p>'
        : [
            '<table>',
            `<thead><tr>${head.map((cell) => `<th scope="col">${html(cell)}</th>`).join('')}</tr></thead>`,
            `<tbody>\n${rows.map((row) => `<tr>${row.map((cell) => `<td>${html(cell)}</td>`).join('')}</tr>`).join('\n')}\n</tbody>`,
            '</table>',
        ].join('\n'),
    '</section>',
]
    .filter(Boolean)
    .join('\n');
const countRows = (counts) => Object.entries(counts).map(([name, count]) => [name, (0,format_text/* groupThousands */.Zv)(count)]);
const percent = (share) => `${(share * 100).toFixed(1)} %`;
const money = (usd) => (usd === null ? 'unknown' : (0,format_text/* formatUsd */.UK)(usd));
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1f2328;background:#fff}
h1,h2{line-height:1.2}table{border-collapse:collapse;margin:0 0 2rem}th,td{border:1px solid #d1d9e0;padding:.3rem .6rem;text-align:left}
th{background:#f6f8fa}td{overflow-wrap:anywhere}svg{max-width:100%;height:auto}`;
const reportText = (totals) => `${reportTables(totals)
    .map(({ title, head, rows }) => [title, ...(rows.length === 0 ? ['  none'] : aligned([head, ...rows]))].join('\n'))
    .join('\n\n')}\n`;
const printable = (text) => text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
const FORMATS = {
    text: reportText,
    json: (totals) => `${JSON.stringify(totals, null, 2)}\n`,
    html: reportPage,
};
async function reportCommand(argv, io) {
    let options;
    try {
        options = parseOptions(argv);
    }
    catch (error) {
        return (0,command_io/* reportUsageError */.gD)(io, 'report', error, HELP);
    }
    if (options.help) {
        io.out(HELP);
        return 0;
    }
    const { runs, skipped } = await loadRuns(options, io);
    if (skipped.length > 0)
        io.err(skippedText(skipped, options.workflow === undefined ? 'file' : 'artifact'));
    if (runs.length === 0) {
        io.err('No recorded run found.\n');
        return 1;
    }
    const { acceptance, fates, notes } = await loadAcceptance(options, runs, io);
    for (const note of notes)
        io.err(`unknown: ${note}\n`);
    const text = options.print(reportTotals(runs, acceptance, fates));
    if (options.output === undefined)
        io.out(text);
    else
        await writeReport((0,external_node_path_.resolve)(io.cwd, options.output), text);
    return 0;
}
function parseOptions(argv) {
    const { values, positionals } = (0,external_node_util_.parseArgs)({ args: argv, options: OPTIONS, allowPositionals: true });
    const print = Object.hasOwn(FORMATS, values.format) ? FORMATS[values.format] : undefined;
    if (print === undefined)
        throw new Error(`--format must be text, json or html, not "${values.format}"`);
    if (!values.help && positionals.length === 0 && values.workflow === undefined)
        throw new Error('give a path with transcripts, or --workflow');
    if (positionals.length > 0 && values.workflow !== undefined)
        throw new Error('give either paths or --workflow');
    const limit = Number(values.runs ?? '100');
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
        throw new Error('--runs must be a number from 1 to 100');
    const { help, workflow, repository, accepted, output } = values;
    return { help, workflow, repository, accepted, output, limit, print, paths: positionals };
}
async function loadRuns({ paths, workflow, limit, repository }, io) {
    if (workflow === undefined)
        return readRuns(paths.map((path) => (0,external_node_path_.resolve)(io.cwd, path)));
    const name = repositoryName(repository, io);
    return fetchRuns(workflow, limit, githubFor(name, tokenOf(io), io.env)).catch((cause) => {
        throw new errors/* UserError */.yo(`The runs of ${workflow} in ${name} cannot be read: ${(0,errors/* messageOf */.bD)(cause)}`, { cause });
    });
}
function repositoryName(option, { env }) {
    const name = option ?? env.GITHUB_REPOSITORY ?? '';
    if (!/^[\w.-]+\/[\w.-]+$/.test(name))
        throw new errors/* UserError */.yo('--workflow needs --repository OWNER/REPO.');
    return name;
}
function tokenOf({ env }) {
    const token = env.GITHUB_TOKEN || env.GH_TOKEN || '';
    if (token === '')
        throw new errors/* UserError */.yo('To ask GitHub, set a token in the variable GITHUB_TOKEN.');
    return token;
}
async function loadAcceptance(options, runs, io) {
    const { accepted, workflow, repository } = options;
    if (!accepted && workflow === undefined)
        return { acceptance: new Map(), fates: undefined, notes: [] };
    const token = tokenOf(io);
    const named = workflow === undefined ? repository : repositoryName(repository, io);
    const repositoryOf = (run) => named ?? run.repository;
    const connect = (name) => githubFor(name, token, io.env);
    const results = await fetchAcceptance(runs, repositoryOf, connect);
    const { fates, notes } = await fetchFates(runs, repositoryOf, connect);
    return { ...results, fates, notes: [...results.notes, ...notes] };
}
const MAX_REASONS = 3;
function skippedText(skipped, noun) {
    const reasons = skipped.slice(0, MAX_REASONS).map((reason) => printable(reason.replaceAll('\n', ' ')));
    const more = skipped.length > MAX_REASONS ? `; and ${skipped.length - MAX_REASONS} more` : '';
    return `Skipped ${(0,write_markdown/* pluralize */.td)(skipped.length, noun)} without a recorded run: ${reasons.join('; ')}${more}\n`;
}
async function writeReport(path, text) {
    await (0,promises_.writeFile)(path, text).catch((cause) => {
        throw new errors/* UserError */.yo(`Cannot write ${path}: ${(0,errors/* readErrorReason */.Dx)(cause)}`, { cause });
    });
}
function reportTables({ runs, outcomes, cost, denials, results, findings, tools, list, }) {
    const { tokens } = cost;
    const perAccepted = results.withFate === 0
        ? 'unknown: no data on what became of the results'
        : `${money(results.usdPerAccepted)} (${results.accepted} of ${results.withFate} accepted)`;
    return [
        {
            title: 'All runs',
            head: ['Figure', 'Value'],
            rows: [
                ['Runs', (0,format_text/* groupThousands */.Zv)(runs)],
                ['Cost', money(cost.usd)],
                ['Runs without a known price', (0,format_text/* groupThousands */.Zv)(cost.unpricedRuns)],
                ['Tokens in', (0,format_text/* groupThousands */.Zv)(tokens.input)],
                ['Tokens out', (0,format_text/* groupThousands */.Zv)(tokens.output)],
                ['Cached share of input', percent(cost.cacheShare)],
                ['Delivered results', (0,format_text/* groupThousands */.Zv)(results.delivered)],
                ['Cost per delivered result', money(results.usdPerDelivered)],
                ['Cost per accepted result', perAccepted],
            ],
        },
        { title: 'Outcomes', head: ['Outcome', 'Runs'], rows: countRows(outcomes) },
        { title: 'Delivered', head: ['Kind', 'Results'], rows: countRows(results.byKind) },
        ...(findings === undefined ? [] : [findingsTable(findings)]),
        {
            title: 'Denials by rule',
            head: ['Rule', 'Calls', 'Tools'],
            rows: denials.map(({ rule, count, tools: names }) => [rule, (0,format_text/* groupThousands */.Zv)(count), names.join(', ')]),
        },
        {
            title: 'Slowest tools',
            head: ['Tool', 'Calls', 'Failed', 'Total time', 'Mean', 'Longest'],
            rows: tools.map(({ name, calls, failed, totalMs, meanMs, maxMs }) => [
                name,
                ...[calls, failed].map(format_text/* groupThousands */.Zv),
                ...[totalMs, meanMs, maxMs].map(format_text/* formatDuration */.a3),
            ]),
        },
        {
            title: 'Runs',
            head: ['Started', 'Event', 'Outcome', 'Cost', 'Tokens', 'Turns', 'Time', 'Calls', 'Denied', 'Delivered'],
            rows: list.map((run) => [
                `${run.started.slice(0, 16).replace('T', ' ')}`,
                ...[run.event, run.outcome, money(run.usd), (0,format_text/* groupThousands */.Zv)(run.tokens), String(run.turns)],
                ...[(0,format_text/* formatDuration */.a3)(run.ms), String(run.calls), String(run.denied), String(run.delivered)],
            ]),
        },
    ];
}
const findingsTable = (rows) => ({
    title: 'Findings',
    head: ['Severity', 'Category', 'Fixed', 'Dismissed', 'Ignored', 'Open'],
    rows: rows.map(({ severity, category, ...counts }) => [
        severity,
        category,
        ...[counts.fixed, counts.dismissed, counts.ignored, counts.open].map(format_text/* groupThousands */.Zv),
    ]),
});
function aligned(rows) {
    const cells = rows.map((row) => row.map(printable));
    const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
    return cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}
function reportPage(totals) {
    const policy = `default-src 'none'; style-src 'sha256-${(0,external_node_crypto_.createHash)('sha256').update(STYLE).digest('base64')}'`;
    const [overview, outcomes, ...others] = reportTables(totals);
    const sections = [
        overview && tableSection(overview),
        outcomes && tableSection(outcomes, barChart('Runs by outcome', Object.entries(totals.outcomes), String)),
        barSection(totals),
        ...others.map((table) => tableSection(table)),
    ];
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${html(policy)}">
<meta name="viewport" content="width=device-width">
<title>Runs of Sluice</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Runs of Sluice</h1>
${sections.filter(Boolean).join('\n')}
</body>
</html>
`;
}
function barSection({ list }) {
    const byDay = Map.groupBy(list, ({ started }) => started.slice(0, 10));
    const bars = [...byDay].map(([day, runs]) => [day, sumOfKnown(runs.map(({ usd }) => usd))]);
    if (bars.length === 0)
        return '';
    return `<section>\n<h2>Cost by day</h2>\n${barChart('Cost by day in US dollars', bars.slice(-60), money)}\n</section>`;
}
const sumOfKnown = (costs) => costs.every((usd) => usd === null) ? null : costs.reduce((sum, usd) => sum + (usd ?? 0), 0);
function barChart(title, bars, format) {
    if (bars.length === 0)
        return '';
    const highest = Math.max(...bars.map(([, value]) => value ?? 0), Number.MIN_VALUE);
    const rows = bars.map(([name, value], index) => {
        const top = index * (BAR.height + BAR.gap);
        const width = (((value ?? 0) / highest) * BAR.width).toFixed(1);
        const baseline = top + 16;
        return [
            `<text x="${BAR.label - 8}" y="${baseline}" text-anchor="end" font-size="14">${html(name)}</text>`,
            `<rect x="${BAR.label}" y="${top}" width="${width}" height="${BAR.height}" fill="#0969da"></rect>`,
            `<text x="${(BAR.label + Number(width) + 6).toFixed(1)}" y="${baseline}" font-size="14">${html(format(value))}</text>`,
        ].join('\n');
    });
    const height = bars.length * (BAR.height + BAR.gap);
    const width = BAR.label + BAR.width + BAR.value;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${html(title)}">\n${rows.join('\n')}\n</svg>`;
}


/***/ })

};
