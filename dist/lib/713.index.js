export const id = 713;
export const ids = [713];
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

/***/ 27819:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ workflowConflicts)
/* harmony export */ });
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(89009);
/* harmony import */ var _github_events_trigger_rules_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(61936);
/* harmony import */ var _github_result_marker_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(60648);
/* harmony import */ var _text_glob_list_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(50471);
/* harmony import */ var _simulate_expressions_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(21685);
/* harmony import */ var _simulate_situations_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(61845);
/* harmony import */ var _workflow_source_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(49034);







async function workflowConflicts(sources) {
    const agents = sources.flatMap((source) => source.jobs.flatMap((job) => (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentSteps */ .XD)(job).map((step) => ({ source, job, step }))));
    const conflicts = agentWorkflows(sources).flatMap(groupsBeforeConditions);
    for (const [first, second] of pairsOf(agents)) {
        if (first.source === second.source && first.job === second.job)
            continue;
        conflicts.push(...(await twoAnswers(first, second)), ...sharedReport(first, second), ...sharedLabel(first, second), ...labelChain(first, second));
    }
    for (const agent of agents)
        conflicts.push(...labelLoop(agent));
    const started = sources.filter(({ events }) => [...events.keys()].some((event) => event !== 'workflow_call'));
    for (const [first, second] of pairsOf(started))
        conflicts.push(...sharedGroup(first, second));
    return conflicts;
}
const agentWorkflows = (sources) => sources.filter(({ jobs }) => jobs.some((job) => (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentSteps */ .XD)(job).length > 0));
const pairsOf = (values) => values.flatMap((first, index) => values.slice(index + 1).map((second) => [first, second]));
const nameOf = ({ file, workflow }) => typeof workflow.name === 'string' ? workflow.name : file;
const COMMENTS = ['issue_comment', 'pull_request_review_comment', 'pull_request_review', 'discussion_comment'];
const COMMANDS = ['/review', '/fix', '/plan', '/triage', '/approve XZ23456789', '/allow once XZ23456789'];
const phraseOf = ({ step }) => (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(step.step.with), 'trigger_phrase') || '@gemini-cli';
const conditionsOfAgent = ({ job, step }) => [job.job.if, step.step.if].map((each) => String(each ?? ''));
function requestsFor(agents) {
    const phrases = new Set(agents.map(phraseOf));
    const literals = agents.flatMap(conditionsOfAgent).flatMap((text) => text.match(/'(?:[^']|'')*'/g) ?? []);
    const words = literals
        .map((literal) => literal.slice(1, -1).replaceAll("''", "'"))
        .filter((word) => /[@/]/.test(word));
    return [...phrases].flatMap((phrase) => [
        `${phrase} why does this fail?`,
        ...[...new Set([...COMMANDS, ...words])].map((word) => (word.startsWith(phrase) ? word : `${phrase} ${word}`)),
    ]);
}
async function twoAnswers(first, second) {
    const shared = [...first.source.events.keys()].filter((event) => second.source.events.has(event));
    const events = new Map(shared.map((event) => [event, (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(first.source.events.get(event))]));
    const situations = (0,_simulate_situations_js__WEBPACK_IMPORTED_MODULE_4__/* .situationsOf */ .NC)(events, first.job, first.step).filter(({ event, type, actor }) => actor === 'writer' && hasType(second.source, event, type));
    const found = [first, second];
    for (const situation of situations) {
        const asked = COMMENTS.includes(situation.event)
            ? requestsFor(found).map((body) => withBody(situation, body))
            : situation.type === 'labeled'
                ? labelsOf(found).map((name) => withLabel(situation, name))
                : [];
        for (const { words, situation: each } of asked) {
            if ((await answers(first, each)) && (await answers(second, each)))
                return [twoAnswersProblem(second, first, each, words)];
        }
    }
    return [];
}
function withBody(situation, body) {
    const { payload } = situation;
    const key = situation.event === 'pull_request_review' ? 'review' : 'comment';
    return {
        words: `"${body}"`,
        situation: { ...situation, payload: { ...payload, [key]: { ...(0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(payload[key]), body } } },
    };
}
const withLabel = (situation, name) => ({
    words: `the label "${name}"`,
    situation: { ...situation, payload: { ...situation.payload, label: { name } } },
});
const labelsOf = (agents) => [...new Set(agents.flatMap(triggerLabels))];
const triggerLabels = (agent) => [
    ...listOf((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(agent.step.step.with), 'label_trigger')),
    ...conditionsOfAgent(agent).flatMap((text) => /label\.name\s*==\s*'([^']+)'/.exec(text)?.[1] ?? []),
];
const listOf = (text) => text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.includes('${{'));
function hasType({ events }, event, type) {
    const { types } = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(events.get(event));
    return (type === undefined || types === undefined || (Array.isArray(types) ? types : [types]).map(String).includes(type));
}
async function answers(agent, situation) {
    if (!conditionsOfAgent(agent).every((condition) => holds(condition, agent.source, situation)))
        return false;
    const { payload, type } = situation;
    if (type === 'labeled') {
        const starting = listOf((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(agent.step.step.with), 'label_trigger'));
        return starting.length === 0 || starting.some((name) => name === (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(payload.label).name);
    }
    if ((0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentOf */ .jk)(agent.step.step) !== 'sluice')
        return true;
    const { body } = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(payload.comment ?? payload.review);
    return (await (0,_github_events_trigger_rules_js__WEBPACK_IMPORTED_MODULE_1__/* .findRequest */ .Rh)(String(body), phraseOf(agent))) !== undefined;
}
function holds(condition, source, situation) {
    try {
        return (0,_simulate_expressions_js__WEBPACK_IMPORTED_MODULE_3__/* .falsePart */ .Z)(condition, { github: githubOf(source, situation) }) === undefined;
    }
    catch {
        return false;
    }
}
const githubOf = (source, { event, payload }) => ({
    event_name: event,
    event: payload,
    repository: _simulate_situations_js__WEBPACK_IMPORTED_MODULE_4__/* .REPOSITORY */ .Bw,
    workflow: nameOf(source),
    ref: 'refs/heads/main',
    ref_name: 'main',
    actor: (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(payload.sender).login,
    run_id: source.file,
});
function twoAnswersProblem(agent, other, { event }, words) {
    const { source, job } = agent;
    return {
        file: source.file,
        check: 'two-answers',
        level: 'warning',
        line: source.lineOf([...job.path, 'if']),
        problem: `The job "${job.id}" and the job "${other.job.id}" of ${other.source.file} both answer ${words} (${event}): two runs, two costs, two answers.`,
        fix: "Let the if: of one job leave out what the other answers, for example !contains(github.event.comment.body, '@gemini-cli /fix'). Or set another trigger_phrase.",
    };
}
const groupOf = (concurrency) => typeof concurrency === 'string' ? concurrency : (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(concurrency), 'group');
const groupsOf = (source) => [
    { source, group: groupOf(source.workflow.concurrency), path: ['concurrency'] },
    ...source.jobs.map(({ job, path }) => ({
        source,
        group: groupOf(job.concurrency),
        path: [...path, 'concurrency'],
    })),
].filter(({ group }) => group !== '');
function sharedGroup(first, second) {
    if (agentWorkflows([first, second]).length === 0)
        return [];
    const others = groupsOf(first).map((place) => ({ place, names: namesOf(place) }));
    return groupsOf(second).flatMap((place) => {
        const names = namesOf(place);
        const other = others.find((each) => [...each.names].some((name) => names.has(name)));
        if (other === undefined)
            return [];
        return [
            {
                file: second.file,
                check: 'shared-group',
                level: 'warning',
                line: second.lineOf(place.path),
                problem: `The concurrency group ${place.group} is also that of ${first.file}: a run of one workflow cancels a run of the other, or takes its place in the queue.`,
                fix: 'Begin the name of the group with the name of the workflow.',
            },
        ];
    });
}
function namesOf({ source, group }) {
    const [job] = source.jobs;
    const step = { step: {}, index: 0, path: [] };
    const situations = job === undefined || !group.includes('${{') ? [] : (0,_simulate_situations_js__WEBPACK_IMPORTED_MODULE_4__/* .situationsOf */ .NC)(source.events, job, step);
    try {
        const names = situations.map((each) => (0,_simulate_expressions_js__WEBPACK_IMPORTED_MODULE_3__/* .evaluateText */ .p)(group, { github: githubOf(source, each) }).toLowerCase());
        return new Set(names.length === 0 ? [group.toLowerCase()] : names);
    }
    catch {
        return new Set([group.replace(/\$\{\{\s*github\.workflow\s*\}\}/g, () => nameOf(source)).toLowerCase()]);
    }
}
function groupsBeforeConditions(source) {
    const { concurrency } = source.workflow;
    const job = source.jobs.find((each) => (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentSteps */ .XD)(each).length > 0 && each.job.if !== undefined);
    if (concurrency === undefined || job === undefined || !source.jobs.every((each) => each.job.if !== undefined))
        return [];
    return [
        {
            file: source.file,
            check: 'group-before-condition',
            level: 'warning',
            line: source.lineOf(['concurrency']),
            problem: `GitHub claims the group of a workflow before it looks at the if: of the job "${job.id}": even an event that the job skips cancels a run or takes the place of a waiting one.`,
            fix: 'Move concurrency into the job: a skipped job joins no group.',
        },
    ];
}
function sharedReport(first, second) {
    if (first.source === second.source)
        return [];
    if ([first, second].some(({ step }) => (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentOf */ .jk)(step.step) !== 'sluice'))
        return [];
    const keys = [first, second].map(({ source, job }) => (0,_github_result_marker_js__WEBPACK_IMPORTED_MODULE_2__/* .jobKey */ .tv)(nameOf(source), job.id));
    if (keys[0] !== keys[1])
        return [];
    const { source, job } = second;
    return [
        {
            file: source.file,
            check: 'shared-report',
            level: 'warning',
            line: source.lineOf(['name']),
            problem: `The workflow "${nameOf(source)}" and its job "${job.id}" have the names of those in ${first.source.file}: each treats the other's comments as its own and overwrites them.`,
            fix: 'Give one of the two workflows another name.',
        },
    ];
}
const LABELED_EVENTS = ['issues', 'pull_request', 'pull_request_target'];
function sharedLabel(first, second) {
    const labels = listOf((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(second.step.step.with), 'allowed_labels')).filter((name) => !/^!|[*?[{]/.test(name));
    const label = labels.find((name) => setsLabel(first, name) && setsLabel(second, name));
    const events = [...first.source.events].filter(([event]) => LABELED_EVENTS.includes(event) && second.source.events.has(event));
    const isStarted = (0,_simulate_situations_js__WEBPACK_IMPORTED_MODULE_4__/* .situationsOf */ .NC)(new Map(events), first.job, first.step)
        .filter(({ actor, event, type }) => actor === 'writer' && hasType(second.source, event, type))
        .flatMap((each) => each.type === 'labeled' ? labelsOf([first, second]).map((name) => withLabel(each, name).situation) : [each])
        .some((each) => [first, second].every((agent) => conditionsOfAgent(agent).every((condition) => holds(condition, agent.source, each))));
    if (label === undefined || !isStarted)
        return [];
    const { source, job, step } = second;
    return [
        {
            file: source.file,
            check: 'shared-label',
            level: 'warning',
            line: source.lineOf([...step.path, 'with', 'allowed_labels']),
            problem: `The job "${job.id}" and the job "${first.job.id}" of ${first.source.file} start on the same event, and both may set the label "${label}".`,
            fix: 'Give each label to one of them in allowed_labels.',
        },
    ];
}
function writesAsApp({ step }) {
    const token = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(step.step.with), 'github_token');
    return (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_5__/* .agentOf */ .jk)(step.step) === 'sluice' && token !== '' && !/github\.token|secrets\.GITHUB_TOKEN/i.test(token);
}
function setsLabel({ step }, name) {
    const allowed = listOf((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapText */ .E0)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(step.step.with), 'allowed_labels'));
    return allowed.length > 0 && (0,_text_glob_list_js__WEBPACK_IMPORTED_MODULE_6__/* .globList */ .Xq)(allowed, { dot: true })(name);
}
const startsOnLabel = ({ source }) => ['issues', 'pull_request', 'pull_request_target'].some((event) => source.events.has(event) &&
    (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(source.events.get(event)).types !== undefined &&
    hasType(source, event, 'labeled'));
function labelChain(first, second) {
    return [[first, second], [second, first]].flatMap(([setter, started]) => {
        const label = startsOnLabel(started) ? triggerLabels(started).find((name) => setsLabel(setter, name)) : undefined;
        if (label === undefined || !writesAsApp(setter))
            return [];
        return [labelProblem(setter, label, `starts the job "${started.job.id}" of ${started.source.file}`)];
    });
}
function labelLoop(agent) {
    const label = startsOnLabel(agent) ? triggerLabels(agent).find((name) => setsLabel(agent, name)) : undefined;
    return label === undefined || !writesAsApp(agent) ? [] : [labelProblem(agent, label, 'starts this job again')];
}
function labelProblem({ source, job, step }, label, effect) {
    return {
        file: source.file,
        check: 'label-chain',
        level: 'warning',
        line: source.lineOf([...step.path, 'with', 'allowed_labels']),
        problem: `The job "${job.id}" may set the label "${label}" with the token of an App, which ${effect}: each run can start another paid one.`,
        fix: `Leave "${label}" out of allowed_labels: write !${label} at its end. Or use the token of the job, whose labels start nothing.`,
    };
}


/***/ }),

/***/ 90713:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   detectProject: () => (/* binding */ detectProject),
/* harmony export */   initCommand: () => (/* binding */ initCommand),
/* harmony export */   policyTestText: () => (/* binding */ policyTestText),
/* harmony export */   policyText: () => (/* binding */ policyText),
/* harmony export */   settingsText: () => (/* binding */ settingsText)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(57975);
/* harmony import */ var diff__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(85725);
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(89009);
/* harmony import */ var _platform_version_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(87538);
/* harmony import */ var _command_io_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(29395);
/* harmony import */ var _doctor_conflict_checks_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(27819);
/* harmony import */ var _workflow_source_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(49034);










const USAGE = `sluice init [TEMPLATE …] [--yes] [--uses OWNER/REPO@REF] [--ci NAME] [--workspace DIR]

Writes workflows, settings, a starting policy and its tests. Default: review. Without --yes it only shows what it would
write. It never changes a file that exists.
`;
const OPTIONS_HELP = `
  --yes            write the files
  --uses ACTION    what the workflows use; default: ${_workflow_source_js__WEBPACK_IMPORTED_MODULE_7__/* .OUR_ACTION */ .ay}
  --ci NAME        the workflow that fix-ci watches; default: the first one on pushes or pull requests, else CI
  --workspace DIR  the repository (default: the current folder)

Exit codes: 0 success, 2 wrong usage, 42 bad input.
`;
async function initCommand(argv, io) {
    const templates = await (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_7__/* .templateNames */ .VQ)(io.dist);
    let options;
    try {
        options = readOptions(argv, templates);
    }
    catch (error) {
        return (0,_command_io_js__WEBPACK_IMPORTED_MODULE_5__/* .reportUsageError */ .gD)(io, 'init', error, await helpText(templates, io.dist));
    }
    if (options.help) {
        io.out(await helpText(templates, io.dist));
        return 0;
    }
    const workspace = await (0,_command_io_js__WEBPACK_IMPORTED_MODULE_5__/* .resolveWorkspace */ .cz)(io, options.workspace);
    const files = await planFiles(options, workspace, io.dist);
    const absent = files.filter(({ path }) => !(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(workspace, path)));
    const present = files.filter((file) => !absent.includes(file));
    if (options.yes)
        for (const { path, text } of absent)
            await writeNewFile((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(workspace, path), text);
    else
        io.out(newFilesDiff(absent));
    for (const { path } of present)
        io.out(`${path} exists: unchanged.\n`);
    io.out(await conflictsText(absent, workspace));
    io.out(options.yes
        ? writtenText(absent)
        : `Nothing is written yet. Add --yes to write ${absent.length} ${absent.length === 1 ? 'file' : 'files'}.\n`);
    return 0;
}
async function helpText(templates, dist) {
    const lines = templates.map(async (name) => `  ${name.padEnd(17)}${await (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_7__/* .templateSummary */ .Z6)(name, dist)}\n`);
    return `${USAGE}\nTemplates:\n${(await Promise.all(lines)).join('')}${OPTIONS_HELP}`;
}
async function conflictsText(files, workspace) {
    const existing = await (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_7__/* .readWorkflowFiles */ .BV)([], workspace).catch(() => []);
    const planned = files
        .filter(({ path }) => path.startsWith(_workflow_source_js__WEBPACK_IMPORTED_MODULE_7__/* .WORKFLOW_FOLDER */ .xi))
        .map(({ path, text }) => ({ file: path, text }));
    const known = planned.map(({ file }) => (0,node_path__WEBPACK_IMPORTED_MODULE_2__.basename)(file));
    const sources = [...existing.filter(({ file }) => !known.includes((0,node_path__WEBPACK_IMPORTED_MODULE_2__.basename)(file))), ...planned].flatMap(({ file, text }) => {
        const parsed = (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_7__/* .parseWorkflow */ .hM)(file, text);
        return parsed.ok ? [parsed.source] : [];
    });
    const conflicts = await (0,_doctor_conflict_checks_js__WEBPACK_IMPORTED_MODULE_6__/* .workflowConflicts */ .N)(sources);
    return conflicts.map(({ file, problem, fix }) => `${file}: ${problem}\n  Fix: ${fix}\n`).join('');
}
function readOptions(argv, allTemplates) {
    const flag = { type: 'boolean', default: false };
    const text = { type: 'string' };
    const { values, positionals } = (0,node_util__WEBPACK_IMPORTED_MODULE_3__.parseArgs)({
        args: argv,
        allowPositionals: true,
        options: { help: { ...flag, short: 'h' }, yes: flag, uses: text, ci: text, workspace: text },
    });
    const names = positionals.map((name) => {
        const template = name.replace(/\.ya?ml$/, '');
        if (!allTemplates.includes(template))
            throw new Error(`there is no template ${JSON.stringify(name)}; the templates are ${allTemplates.join(', ')}`);
        return template;
    });
    if (names.includes('fork-review'))
        names.push('review');
    const { uses = _workflow_source_js__WEBPACK_IMPORTED_MODULE_7__/* .OUR_ACTION */ .ay } = values;
    if (!/^[\w.-]+\/[\w./-]+@\S+(?: #.*)?$/.test(uses))
        throw new Error(`--uses must be OWNER/REPO@REF, not ${JSON.stringify(uses)}`);
    const templates = names.length === 0 ? ['review'] : [...new Set(names)];
    return { ...values, uses, templates };
}
async function planFiles(options, workspace, dist) {
    const existing = await (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_7__/* .readWorkflowFiles */ .BV)([], workspace).catch(() => []);
    const ci = options.ci ?? (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_7__/* .findCiName */ .jr)(existing) ?? 'CI';
    const project = await detectProject(workspace);
    const memory = ['GEMINI.md', 'AGENTS.md', 'CLAUDE.md'].filter((name) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(workspace, name)));
    const hasFix = options.templates.includes('fix') || existing.some(({ file }) => /[\\/]fix\.ya?ml$/.test(file));
    const workflows = options.templates.map(async (name) => ({
        path: `${_workflow_source_js__WEBPACK_IMPORTED_MODULE_7__/* .WORKFLOW_FOLDER */ .xi}/${name}.yml`,
        text: await (0,_workflow_source_js__WEBPACK_IMPORTED_MODULE_7__/* .workflowText */ .LS)(name, { dist, uses: options.uses, ci, hasFix }),
    }));
    return [
        ...(await Promise.all(workflows)),
        { path: '.gemini/settings.json', text: settingsText(memory) },
        { path: '.gemini/policies/project.toml', text: policyText(project) },
        { path: '.gemini/policy-tests.toml', text: policyTestText(project) },
    ];
}
function newFilesDiff(files) {
    return files
        .map(({ path, text }) => (0,diff__WEBPACK_IMPORTED_MODULE_8__/* .createTwoFilesPatch */ .ss)('/dev/null', `b/${path}`, '', text).replace(/^=+\n/, ''))
        .join('');
}
async function writeNewFile(path, text) {
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(path), { recursive: true });
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.writeFile)(path, text, { flag: 'wx' });
}
function writtenText(files) {
    const steps = [
        'Store a key from https://aistudio.google.com/apikey as the repository secret GEMINI_API_KEY.',
        'Check the files: sluice doctor, and sluice policy test .gemini/policy-tests.toml',
        'Commit the files and push them to the default branch.',
    ];
    return `${files.map(({ path }) => `Wrote ${path}\n`).join('')}\nNext:\n${steps.map((step, index) => `${index + 1}. ${step}\n`).join('')}`;
}
const SCRIPTS = ['test', 'lint', 'typecheck', 'check'];
const KINDS = [
    { file: 'Cargo.toml', name: 'Rust', commands: ['cargo test', 'cargo check', 'cargo clippy'] },
    { file: 'go.mod', name: 'Go', commands: ['go test', 'go vet'] },
    { file: 'pyproject.toml', name: 'Python', commands: ['pytest', 'ruff check'] },
    { file: 'requirements.txt', name: 'Python', commands: ['pytest', 'ruff check'] },
    { file: 'pom.xml', name: 'Maven', commands: ['mvn test'] },
    { file: 'Gemfile', name: 'Ruby', commands: ['bundle exec rspec'] },
    { file: 'Makefile', name: 'Make', commands: ['make test'] },
];
async function detectProject(folder) {
    const read = (name) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readFile)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, name), 'utf8').catch(() => undefined);
    const manifest = await read('package.json');
    if (manifest !== undefined)
        return nodeProject(manifest, await packageManager(read));
    for (const kind of KINDS)
        if ((await read(kind.file)) !== undefined)
            return kind;
    return { name: '', commands: [] };
}
async function packageManager(read) {
    if ((await read('pnpm-lock.yaml')) !== undefined)
        return 'pnpm';
    return (await read('yarn.lock')) === undefined ? 'npm' : 'yarn';
}
function nodeProject(manifest, manager) {
    let scripts = [];
    try {
        scripts = Object.keys((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(JSON.parse(manifest)).scripts));
    }
    catch {
    }
    const present = SCRIPTS.filter((name) => scripts.includes(name));
    const commands = (present.length === 0 ? ['test'] : present).map((name) => name === 'test' ? `${manager} test` : `${manager} run ${name}`);
    return { name: 'Node', commands };
}
const list = (values) => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
function policyText({ name, commands }) {
    const rule = commands.length === 0
        ? '[[rule]]\ndescription = "Show the history."\n'
        : `[[rule]]\ndescription = "Run the checks of this ${name} project."\n`;
    return `#:schema ${(0,_platform_version_js__WEBPACK_IMPORTED_MODULE_9__/* .schemaUrl */ .ZZ)('policy')}
# What the agent may do beyond reading and searching. Try a call:
#   sluice policy explain --tool run_shell_command --args '{"command": "${commands[0] ?? 'git log'}"}'

${rule}toolName = "run_shell_command"
commandPrefix = ${list(commands.length === 0 ? ['git log', 'git diff', 'git show'] : commands)}
decision = "allow"
priority = 100

[[rule]]
description = "Leave publishing to people."
toolName = "run_shell_command"
commandPrefix = ["git push", "npm publish"]
decision = "deny"
priority = 900
denyMessage = "The action publishes changes after the run; the agent does not."
`;
}
function policyTestText({ commands }) {
    const allowed = commands.length === 0 ? ['git log -5'] : commands;
    const cases = [
        ...allowed.map((command) => ({ call: `command = ${JSON.stringify(command)}`, expect: 'allow' })),
        { call: 'command = "git push"', expect: 'deny' },
        { call: 'command = "curl https://example.com"', expect: 'deny' },
        { call: 'tool = "read_file"\nargs = { file_path = "README.md" }', expect: 'allow' },
        { call: 'tool = "write_file"\nargs = { file_path = "README.md", content = "" }', expect: 'deny' },
    ];
    return `#:schema ${(0,_platform_version_js__WEBPACK_IMPORTED_MODULE_9__/* .schemaUrl */ .ZZ)('policy-test')}
# Run: sluice policy test .gemini/policy-tests.toml
policies = ["policies"]

${cases.map(({ call, expect }) => `[[case]]\n${call}\nexpect = "${expect}"\n`).join('\n')}`;
}
function settingsText(memoryFiles) {
    const settings = {
        $schema: (0,_platform_version_js__WEBPACK_IMPORTED_MODULE_9__/* .schemaUrl */ .ZZ)('settings'),
        context: memoryFiles.length === 0 ? undefined : { fileName: memoryFiles },
    };
    return `${JSON.stringify(settings, null, 2)}\n`;
}


/***/ }),

/***/ 21685:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ falsePart),
/* harmony export */   p: () => (/* binding */ evaluateText)
/* harmony export */ });
/* harmony import */ var _actions_expressions__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1281);
/* harmony import */ var _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(12049);
/* harmony import */ var _actions_expressions_lexer__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(12083);
/* harmony import */ var _actions_expressions_result__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(96856);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(34779);





const NAMES = [
    'github',
    'env',
    'vars',
    'secrets',
    'inputs',
    'steps',
    'needs',
    'matrix',
    'strategy',
    'runner',
    'job',
    'jobs',
];
const STATUS = { success: true, always: true, failure: false, cancelled: false };
const functions = [
    ...Object.entries(STATUS).map(([name, value]) => ({
        name,
        minArgs: 0,
        maxArgs: 0,
        call: () => new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.BooleanData */ .p.bo(value),
    })),
    { name: 'hashfiles', minArgs: 1, maxArgs: 255, call: () => new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.StringData */ .p.uQ('') },
];
function evaluated(expression, contexts) {
    const explained = (action) => {
        try {
            return action();
        }
        catch (error) {
            throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .UserError */ .yo(`\${{ ${expression.trim()} }} fails: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .messageOf */ .bD)(error)}.`, { cause: error });
        }
    };
    const expr = explained(() => new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .Parser */ .iX(new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .Lexer */ .JG(expression).lex().tokens, NAMES, functions).parse());
    const known = new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.Dictionary */ .p.bT(...NAMES.map((key) => ({ key, value: toData(contexts[key] ?? {}) })));
    const definitions = new Map(functions.map((each) => [each.name, each]));
    return { expr, evaluate: (part) => explained(() => new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .Evaluator */ .oi(part, known, definitions).evaluate()) };
}
function toData(value) {
    if (typeof value === 'string')
        return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.StringData */ .p.uQ(value);
    if (typeof value === 'number')
        return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.NumberData */ .p.Q9(value);
    if (typeof value === 'boolean')
        return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.BooleanData */ .p.bo(value);
    if (Array.isArray(value))
        return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.Array */ .p.O3(...value.map(toData));
    if (typeof value !== 'object' || value === null)
        return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.Null */ .p.Uv();
    return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.Dictionary */ .p.bT(...Object.entries(value).map(([key, each]) => ({ key, value: toData(each) })));
}
const evaluateText = (text, contexts) => text.replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression) => {
    const { expr, evaluate } = evaluated(expression, contexts);
    return evaluate(expr).coerceString();
});
function falsePart(condition, contexts) {
    const text = String(condition ?? '').trim();
    if (text === '')
        return undefined;
    const inside = /^\$\{\{([\s\S]*)\}\}$/.exec(text)?.[1];
    const isWhole = inside !== undefined && !inside.includes('${{');
    if (!isWhole && text.includes('${{'))
        return evaluateText(text, contexts) === '' ? text : undefined;
    const { expr, evaluate } = evaluated(isWhole ? inside : text, contexts);
    if ((0,_actions_expressions_result__WEBPACK_IMPORTED_MODULE_3__/* .truthy */ .vN)(evaluate(expr)))
        return undefined;
    const part = decisivePart(expr, evaluate);
    const read = part instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Binary */ .yI ? part.left : part instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .FunctionCall */ .R6 ? part.args[0] : undefined;
    if (read === undefined || read instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Literal */ .uS)
        return textOf(part);
    const value = evaluate(read);
    const shown = value.primitive ? JSON.stringify(shortened(value.coerceString())) : undefined;
    return shown === undefined ? textOf(part) : `${textOf(part)}, where ${textOf(read)} is ${shown}`;
}
const shortened = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
function decisivePart(expr, evaluate) {
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Grouping */ .aU)
        return decisivePart(expr.group, evaluate);
    if (!(expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Logical */ .oD) || expr.operator.type !== _actions_expressions_lexer__WEBPACK_IMPORTED_MODULE_2__/* .TokenType */ .ks.AND)
        return expr;
    const part = expr.args.find((each) => !(0,_actions_expressions_result__WEBPACK_IMPORTED_MODULE_3__/* .truthy */ .vN)(evaluate(each)));
    return part === undefined ? expr : decisivePart(part, evaluate);
}
function textOf(expr) {
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Literal */ .uS)
        return expr.token.lexeme;
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .ContextAccess */ .QC)
        return expr.name.lexeme;
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Grouping */ .aU)
        return `(${textOf(expr.group)})`;
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Unary */ ._c)
        return `${expr.operator.lexeme}${textOf(expr.expr)}`;
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Binary */ .yI)
        return `${textOf(expr.left)} ${expr.operator.lexeme} ${textOf(expr.right)}`;
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Logical */ .oD)
        return expr.args.map(textOf).join(` ${expr.operator.lexeme} `);
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .FunctionCall */ .R6)
        return `${expr.functionName.lexeme}(${expr.args.map(textOf).join(', ')})`;
    if (!(expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .IndexAccess */ .p_))
        return '*';
    const isName = expr.index instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Literal */ .uS && expr.index.token.type === _actions_expressions_lexer__WEBPACK_IMPORTED_MODULE_2__/* .TokenType */ .ks.IDENTIFIER;
    const index = textOf(expr.index);
    return isName || index === '*' ? `${textOf(expr.expr)}.${index}` : `${textOf(expr.expr)}[${index}]`;
}


/***/ }),

/***/ 61845:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bw: () => (/* binding */ REPOSITORY),
/* harmony export */   NC: () => (/* binding */ situationsOf),
/* harmony export */   P3: () => (/* binding */ FORK),
/* harmony export */   Q9: () => (/* binding */ ISSUE_NUMBER),
/* harmony export */   UC: () => (/* binding */ RUN_ID),
/* harmony export */   bK: () => (/* binding */ LOGINS),
/* harmony export */   cg: () => (/* binding */ PULL_NUMBER),
/* harmony export */   hG: () => (/* binding */ SHA)
/* harmony export */ });
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(89009);
/* harmony import */ var _workflow_events_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(43358);


const REPOSITORY = 'octo/example';
const FORK = 'stranger/example';
const SHA = { base: 'b'.repeat(40), head: 'c'.repeat(40), merge: 'd'.repeat(40) };
const PULL_NUMBER = 7;
const ISSUE_NUMBER = 5;
const RUN_ID = 31;
const LOGINS = {
    writer: 'writer',
    stranger: 'stranger',
    bot: 'helper[bot]',
    dependabot: 'dependabot[bot]',
};
const person = (actor) => ({
    login: LOGINS[actor],
    type: LOGINS[actor].endsWith('[bot]') ? 'Bot' : 'User',
});
const association = (actor) => (actor === 'writer' ? 'COLLABORATOR' : 'NONE');
const repository = { full_name: REPOSITORY, default_branch: 'main' };
function pullRequest(author, code, labels) {
    const head = code === 'own' ? { full_name: REPOSITORY, fork: false } : { full_name: FORK, fork: true };
    return {
        number: PULL_NUMBER,
        title: 'A change',
        body: 'What it does.',
        draft: false,
        user: person(author),
        author_association: association(author),
        labels: labels.map((name) => ({ name })),
        base: { ref: 'main', sha: SHA.base, repo: { full_name: REPOSITORY, fork: false } },
        head: { ref: 'topic', sha: SHA.head, repo: head },
    };
}
const issueOf = (author, labels, body = 'It fails.') => ({
    number: ISSUE_NUMBER,
    title: 'A problem',
    body,
    user: person(author),
    author_association: association(author),
    labels: labels.map((name) => ({ name })),
});
function situationsOf(events, job, step) {
    const inputs = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(step.step.with);
    const conditions = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .textsIn */ .Ej)({ if: job.job.if, step: step.step.if }).join('\n');
    const phrase = String(inputs.trigger_phrase ?? '@gemini-cli');
    const facts = {
        opening: [...conditions.matchAll(/(?<!!)contains\(github\.event\.(?:comment|review)\.body, '([^']+)'\)/g)]
            .map(([, words = '']) => words)
            .find((words) => words.startsWith(phrase)) ?? phrase,
        label: firstName(inputs.label_trigger) ?? /label\.name\s*==\s*'([^']+)'/.exec(conditions)?.[1] ?? 'bug',
        assignee: firstName(inputs.assignee_trigger) ?? LOGINS.writer,
        cron: '0 0 * * *',
    };
    return [...events].flatMap(([event, { types }]) => (Array.isArray(types)
        ? types.map(String)
        : typeof types === 'string'
            ? [types]
            : ((0,_workflow_events_js__WEBPACK_IMPORTED_MODULE_1__/* .defaultTypes */ .J)(event) ?? [undefined])).flatMap((type) => situationsOfType(event, type, facts)));
}
const firstName = (list) => String(list ?? '')
    .split(/[,\n]/)
    .map((name) => name.trim())
    .find((name) => name !== '' && !name.includes('${{'));
const PEOPLE = ['writer', 'stranger', 'bot'];
const BY_WRITERS = ['labeled', 'unlabeled', 'assigned', 'unassigned', 'milestoned'];
function situationsOfType(event, type, facts) {
    const situation = (actor, code, payload) => ({
        event,
        type,
        actor,
        code,
        payload: { action: type, repository, sender: person(actor), ...payload },
    });
    const actors = type !== undefined && BY_WRITERS.includes(type) ? ['writer', 'bot'] : PEOPLE;
    const added = type === 'labeled'
        ? { label: { name: facts.label } }
        : type === 'assigned'
            ? { assignee: { login: facts.assignee } }
            : {};
    const labels = type === 'labeled' ? [facts.label] : [];
    const comment = (actor) => ({
        id: 11,
        body: `${facts.opening} please look at this`,
        user: person(actor),
        author_association: association(actor),
        path: event === 'pull_request_review_comment' ? 'README.md' : undefined,
        line: event === 'pull_request_review_comment' ? 1 : undefined,
        diff_hunk: event === 'pull_request_review_comment' ? '@@ -1 +1 @@\n-a\n+b' : undefined,
    });
    const before = type === 'edited' ? { changes: { body: { from: 'please look at this' } } } : {};
    switch (event) {
        case 'pull_request':
        case 'pull_request_target': {
            const opened = (actor, code) => {
                const author = BY_WRITERS.includes(type ?? '') && code === 'fork' ? 'stranger' : actor;
                return situation(actor, code, {
                    number: PULL_NUMBER,
                    pull_request: pullRequest(author, code, labels),
                    ...added,
                });
            };
            if (BY_WRITERS.includes(type ?? ''))
                return [opened('writer', 'own'), opened('writer', 'fork'), opened('bot', 'own')];
            return [
                opened('writer', 'own'),
                opened('writer', 'fork'),
                opened('stranger', 'fork'),
                opened('bot', 'own'),
                opened('dependabot', 'own'),
            ];
        }
        case 'issues':
            return actors.map((actor) => situation(actor, undefined, {
                issue: issueOf(BY_WRITERS.includes(type ?? '') ? 'stranger' : actor, labels),
                ...added,
                ...before,
            }));
        case 'issue_comment':
            return PEOPLE.flatMap((actor) => [
                situation(actor, undefined, { issue: issueOf('stranger', []), comment: comment(actor), ...before }),
                ...['own', 'fork'].map((code) => situation(actor, code, {
                    issue: { ...issueOf(code === 'own' ? 'writer' : 'stranger', []), number: PULL_NUMBER, pull_request: {} },
                    comment: comment(actor),
                    ...before,
                })),
            ]);
        case 'pull_request_review':
        case 'pull_request_review_comment':
            return PEOPLE.flatMap((actor) => ['own', 'fork'].map((code) => situation(actor, code, {
                pull_request: pullRequest(code === 'own' ? 'writer' : 'stranger', code, []),
                review: event === 'pull_request_review' ? { ...comment(actor), state: 'commented' } : undefined,
                comment: event === 'pull_request_review' ? undefined : comment(actor),
                ...before,
            })));
        case 'workflow_run':
            return ['failure', 'success'].flatMap((detail) => [
                { ...situation('writer', 'own', { workflow_run: upstreamRun('writer', 'own', detail) }), detail },
                { ...situation('stranger', 'fork', { workflow_run: upstreamRun('stranger', 'fork', detail) }), detail },
            ]);
        case 'push':
            return [
                situation('writer', undefined, { ref: 'refs/heads/main', deleted: false }),
                situation('bot', undefined, { ref: 'refs/heads/main', deleted: false }),
            ];
        case 'workflow_call':
            return [];
        case 'schedule':
            return [situation('writer', undefined, { schedule: facts.cron })];
        default:
            return [situation('writer', undefined, {})];
    }
}
const upstreamRun = (actor, code, conclusion) => ({
    id: 21,
    name: 'CI',
    event: 'pull_request',
    conclusion,
    path: '.github/workflows/first-phase.yml',
    head_branch: 'topic',
    head_sha: SHA.head,
    actor: person(actor),
    triggering_actor: person(actor),
    head_repository: code === 'own' ? { full_name: REPOSITORY, fork: false } : { full_name: FORK, fork: true },
    pull_requests: code === 'own' ? [{ number: PULL_NUMBER }] : [],
});


/***/ }),

/***/ 43358:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ defaultTypes),
/* harmony export */   K: () => (/* binding */ eventsWith)
/* harmony export */ });
const OPENED = ['opened', 'synchronize', 'reopened'];
const EVENTS = {
    pull_request_target: { privileged: true, pulls: true, people: true, types: OPENED },
    workflow_run: { privileged: true, types: ['completed'] },
    pull_request: { pulls: true, people: true, types: OPENED },
    issues: { open: true, people: true, types: ['opened', 'edited', 'labeled', 'assigned', 'closed'] },
    issue_comment: { privileged: true, open: true, people: true, types: ['created', 'edited'] },
    pull_request_review: { privileged: true, open: true, pulls: true, people: true, types: ['submitted'] },
    pull_request_review_comment: {
        privileged: true,
        open: true,
        pulls: true,
        people: true,
        types: ['created', 'edited'],
    },
    discussion: { open: true },
    discussion_comment: { open: true },
};
const eventsWith = (trait) => Object.keys(EVENTS).filter((name) => EVENTS[name]?.[trait]);
const defaultTypes = (event) => Object.hasOwn(EVENTS, event) ? EVENTS[event]?.types : undefined;


/***/ }),

/***/ 49034:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BV: () => (/* binding */ readWorkflowFiles),
/* harmony export */   LS: () => (/* binding */ workflowText),
/* harmony export */   Ms: () => (/* binding */ writeRepositoryFile),
/* harmony export */   VI: () => (/* binding */ isCheckout),
/* harmony export */   VQ: () => (/* binding */ templateNames),
/* harmony export */   XD: () => (/* binding */ agentSteps),
/* harmony export */   Z6: () => (/* binding */ templateSummary),
/* harmony export */   ay: () => (/* binding */ OUR_ACTION),
/* harmony export */   hM: () => (/* binding */ parseWorkflow),
/* harmony export */   jk: () => (/* binding */ agentOf),
/* harmony export */   jr: () => (/* binding */ findCiName),
/* harmony export */   t6: () => (/* binding */ parseCompositeAction),
/* harmony export */   uy: () => (/* binding */ reusableWorkflowOf),
/* harmony export */   wh: () => (/* binding */ readNamedFile),
/* harmony export */   xi: () => (/* binding */ WORKFLOW_FOLDER)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76760);
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(38815);
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(89009);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(34779);
/* harmony import */ var _command_io_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(29395);







const parseWorkflow = (file, text) => parseSource(file, text, partsOfWorkflow);
const parseCompositeAction = (file, text) => parseSource(file, text, partsOfAction);
function partsOfWorkflow(workflow) {
    const jobs = jobsOf(workflow);
    return jobs.length === 0 ? 'is not a workflow: it has no jobs' : { events: eventsOf(workflow), jobs };
}
function partsOfAction({ runs, inputs }) {
    const job = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(runs);
    return job.using === 'composite'
        ? {
            events: new Map([['workflow_call', { inputs }]]),
            jobs: [{ id: 'runs', job, path: ['runs'], steps: stepsOf(job, ['runs']) }],
        }
        : 'is no composite action';
}
function parseSource(file, text, partsOf) {
    const lines = new yaml__WEBPACK_IMPORTED_MODULE_3__/* .LineCounter */ .HN();
    const document = (0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .parseDocument */ .Tp)(text, { lineCounter: lines, keepSourceTokens: true });
    const [error] = document.errors;
    if (error !== undefined) {
        const { line, col } = lines.linePos(error.pos[0]);
        return {
            ok: false,
            line,
            column: col,
            reason: `is not YAML: ${error.message.split('\n')[0]?.replace(/ at line.*/, '')}`,
        };
    }
    let workflow;
    try {
        workflow = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(document.toJS({ maxAliasCount: 100 }));
    }
    catch (error) {
        const [first = ''] = (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .messageOf */ .bD)(error).split('\n');
        return { ok: false, ...aliasPlace(document, lines), reason: `is not YAML: ${first}` };
    }
    const parts = partsOf(workflow);
    if (typeof parts === 'string')
        return { ok: false, line: 1, column: 1, reason: parts };
    const locate = (path) => locateNode(document, path);
    const source = {
        file,
        text,
        document,
        workflow,
        ...parts,
        lineOf: (path) => lines.linePos(locate(path).start).line,
        lineInside(path, inner) {
            const { node, start } = locate(path);
            const isBlock = (0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isScalar */ .jn)(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
            return lines.linePos(isBlock ? (node.range?.[0] ?? start) : start).line + (isBlock ? inner : 0);
        },
        nodeAt: (path) => {
            const { node, isWhole } = locate(path);
            return isWhole ? node : undefined;
        },
        startOf(path) {
            const { start } = locate(path);
            return { offset: start, column: lines.linePos(start).col - 1 };
        },
    };
    return { ok: true, source };
}
function aliasPlace(document, lines) {
    let place = { line: 1, column: 1 };
    (0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .visit */ .YR)(document, {
        Alias(_, alias) {
            if (alias.resolve(document) !== undefined)
                return undefined;
            const { line, col } = lines.linePos(alias.range?.[0] ?? 0);
            place = { line, column: col };
            return yaml__WEBPACK_IMPORTED_MODULE_3__/* .visit */ .YR.BREAK;
        },
    });
    return place;
}
function eventsOf(workflow) {
    const events = workflow.on ?? workflow.true;
    if (typeof events === 'string')
        return new Map([[events, {}]]);
    if (Array.isArray(events))
        return new Map(events.map((name) => [String(name), {}]));
    return new Map(Object.entries((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(events)).map(([name, options]) => [name, (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(options)]));
}
const jobsOf = (workflow) => Object.entries((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(workflow.jobs)).map(([id, value]) => {
    const job = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(value);
    return { id, job, path: ['jobs', id], steps: stepsOf(job, ['jobs', id]) };
});
const stepsOf = ({ steps }, path) => (Array.isArray(steps) ? steps : []).map((step, index) => ({
    step: (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(step),
    index,
    path: [...path, 'steps', index],
}));
function locateNode(document, path) {
    let node = document.contents ?? undefined;
    let start = 0;
    for (const key of path) {
        if ((0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isAlias */ .Vj)(node))
            node = node.resolve(document);
        if ((0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isMap */ .jh)(node)) {
            const pair = node.items.find((each) => (0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isScalar */ .jn)(each.key) && String(each.key.value) === String(key));
            if (pair === undefined)
                return { node, start, isWhole: false };
            start = (0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isScalar */ .jn)(pair.key) ? (pair.key.range?.[0] ?? start) : start;
            node = pair.value;
        }
        else if ((0,yaml__WEBPACK_IMPORTED_MODULE_3__/* .isSeq */ .oP)(node)) {
            const item = node.items[Number(key)];
            if (item === undefined)
                return { node, start, isWhole: false };
            node = item;
            start = item.range?.[0] ?? start;
        }
        else
            return { node, start, isWhole: false };
    }
    return { node, start, isWhole: true };
}
const AGENTS = {
    'google-github-actions/run-gemini-cli': 'gemini',
    'google-gemini/gemini-cli-action': 'gemini',
    'anthropics/claude-code-action': 'claude',
    'anthropics/claude-code-base-action': 'claude',
    'openai/codex-action': 'codex',
};
function agentOf(step) {
    const name = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapText */ .E0)(step, 'uses').split('@')[0]?.toLowerCase() ?? '';
    if (/^[^/.][^/]*\/sluice(?:-action)?$/.test(name))
        return 'sluice';
    if (/^\.\/?$/.test(name) && 'gemini_api_key' in (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapOf */ .A7)(step.with))
        return 'sluice';
    return Object.entries(AGENTS).find(([action]) => action === name)?.[1];
}
const reusableWorkflowOf = (uses) => /^[^/.][^/]*\/sluice\/\.github\/workflows\/([^/@]+)/.exec(uses)?.[1];
const agentSteps = ({ steps }) => steps.filter(({ step }) => agentOf(step) !== undefined);
const isCheckout = ({ step }) => /^actions\/checkout@/i.test((0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_4__/* .mapText */ .E0)(step, 'uses'));
const WORKFLOW_FOLDER = '.github/workflows';
async function readWorkflowFiles(paths, cwd) {
    const files = await Promise.all((paths.length === 0 ? [WORKFLOW_FOLDER] : paths).map(async (path) => {
        if (!(await (0,_command_io_js__WEBPACK_IMPORTED_MODULE_6__/* .isFolder */ .lQ)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(cwd, path))))
            return [path];
        const names = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readdir)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(cwd, path));
        return names
            .filter((name) => /\.ya?ml$/.test(name))
            .toSorted()
            .map((name) => (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(path, name));
    })).catch(() => []);
    return Promise.all([...new Set(files.flat())].map((file) => readNamedFile(file, cwd)));
}
async function readNamedFile(file, cwd) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(cwd, file);
    const text = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readFile)(path, 'utf8').catch((cause) => {
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .UserError */ .yo(`Cannot read ${file}: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .readErrorReason */ .Dx)(cause)}`, { cause });
    });
    const isWindows = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
    return { file, path, text: isWindows ? text.replaceAll('\r\n', '\n') : text, lineBreak: isWindows ? '\r\n' : '\n' };
}
const writeRepositoryFile = ({ path, lineBreak }, text) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.writeFile)(path, text.replaceAll('\n', lineBreak));
const OUR_ACTION = 'sluice-agent/sluice@v0';
const examplesFolder = (dist) => [(0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(dist, 'examples'), (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(dist, '.github/examples')].find((folder) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(folder)) ?? dist;
async function templateNames(dist) {
    const names = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readdir)(examplesFolder(dist));
    return names.flatMap((name) => /^(.+)\.yml$/.exec(name)?.[1] ?? []).toSorted();
}
const readTemplate = (name, dist) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.readFile)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(examplesFolder(dist), `${name}.yml`), 'utf8');
async function templateSummary(name, dist) {
    const [, comment = ''] = /^# (.+)/.exec(await readTemplate(name, dist)) ?? [];
    return comment.split(/(?<=\.) /)[0] ?? '';
}
async function workflowText(name, { dist, uses, ci, hasFix }) {
    const template = await readTemplate(name, dist);
    const text = name === 'mention' && !hasFix ? answeringAll(template) : template;
    const [action = '', ref = ''] = uses.split('@');
    const [owner, repository] = action.split('/');
    const withUses = uses === OUR_ACTION
        ? text
        : text
            .replace(/sluice-agent\/sluice@v0(?: #.*)?/, () => uses)
            .replace(/sluice-agent\/sluice(\/\.github\/\S+)@v0(?: #.*)?/, (_, file) => `${owner}/${repository}${file}@${ref}`);
    return withUses.replace('workflows: [CI]', () => `workflows: [${/^[\w-]+$/.test(ci) ? ci : JSON.stringify(ci)}]`);
}
const answeringAll = (template) => template
    .replace(/ The commands \/fix,[\s\S]*?(?=\nname:)/, '')
    .replace(/if: >-\n +(contains\(.*\)) &&\n(?: +!contains\(.*\n)+/, (_, condition) => `if: ${condition}\n`)
    .replace(/ +settings: .*offerCodes.*\n/, '');
function findCiName(files) {
    for (const { file, text } of files) {
        const parsed = parseWorkflow(file, text);
        if (!parsed.ok || /sluice@/.test(text))
            continue;
        const { events, workflow } = parsed.source;
        if (events.has('push') || events.has('pull_request'))
            return typeof workflow.name === 'string' ? workflow.name : file;
    }
    return undefined;
}


/***/ })

};
