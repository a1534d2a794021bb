export const id = 668;
export const ids = [668];
export const modules = {

/***/ 54124:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  importCommand: () => (/* binding */ importCommand)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(57975);
// EXTERNAL MODULE: ./node_modules/diff/libesm/patch/create.js + 1 modules
var create = __webpack_require__(85725);
// EXTERNAL MODULE: ./build/text/text-edit.js
var text_edit = __webpack_require__(44252);
// EXTERNAL MODULE: ./build/commands/command-io.js
var command_io = __webpack_require__(29395);
// EXTERNAL MODULE: ./build/commands/doctor/config-checks.js
var config_checks = __webpack_require__(91711);
// EXTERNAL MODULE: ./build/commands/doctor/doctor-problem.js
var doctor_problem = __webpack_require__(57258);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: ./build/config/inputs.js + 1 modules
var inputs = __webpack_require__(27527);
// EXTERNAL MODULE: ./build/config/settings/legacy.js
var legacy = __webpack_require__(70286);
// EXTERNAL MODULE: ./build/config/settings/parse-settings.js + 1 modules
var parse_settings = __webpack_require__(19087);
// EXTERNAL MODULE: ./build/config/workflow-file.js
var workflow_file = __webpack_require__(89009);
// EXTERNAL MODULE: ./build/commands/yaml-edits.js
var yaml_edits = __webpack_require__(35028);
;// CONCATENATED MODULE: ./build/commands/import/import-report.js

const joinConversions = (parts) => ({
    edits: parts.flatMap(({ edits = [] }) => edits),
    inputs: Object.assign({}, ...parts.map(({ inputs = {} }) => inputs)),
    messages: parts.flatMap(({ messages }) => messages),
});
const NOTHING = { messages: [] };
const importMessage = ({ workflows: [source] }, kind, path, text) => ({
    kind,
    line: source.lineOf(path),
    text,
});
const settingsOf = ({ step }) => (0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(step.with), 'settings') || (0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(step.with), 'settings_json');

;// CONCATENATED MODULE: ./build/commands/import/trigger.js


const COMMENT_EVENTS = ['issue_comment', 'pull_request_review_comment', 'pull_request_review'];
const DEFAULT_PHRASE = '@gemini-cli';
function withCallers(source, all) {
    const name = source.file.split(/[\\/]/).at(-1) ?? '';
    const callers = all.filter((each) => each !== source && each.jobs.some(({ job }) => (0,workflow_file/* mapText */.E0)(job, 'uses').split(/[/@]/).includes(name)));
    return [source, ...callers];
}
const conditionsIn = ({ jobs }) => jobs.flatMap(({ job, steps }) => [
    String(job.if ?? ''),
    ...steps.flatMap(({ step }) => [String(step.if ?? ''), (0,workflow_file/* mapText */.E0)(step, 'run'), (0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(step.with), 'script')]),
]);
function phrasesIn(conditions) {
    const texts = conditions.flatMap((condition) => [
        ...[
            ...condition.matchAll(/(?<!!\s*)\b(?:contains|startsWith)\(\s*[^,()]*(?:body|comment|review|request)[^,()]*,\s*'([^']+)'\s*\)/gi),
        ].map(([, phrase = '']) => phrase),
        ...[...condition.matchAll(/\.body\s*==\s*'([^']+)'/g)].map(([, phrase = '']) => phrase),
        ...[...condition.matchAll(/\.(?:startsWith|includes)\(\s*['"`]([^'"`]+)['"`]\s*\)/g)].map(([, phrase = '']) => phrase),
    ]);
    return [...new Set(texts.map((text) => text.trim().split(/\s+/)[0] ?? ''))].filter((word) => /^[@/!#]?[\w-]{2,}$/.test(word));
}
function convertTrigger(step, workflows) {
    const [source] = workflows;
    if (source === undefined || (0,workflow_file/* mapOf */.A7)(step.step.with).trigger_phrase !== undefined)
        return NOTHING;
    if (!workflows.some(({ events }) => COMMENT_EVENTS.some((name) => events.has(name))))
        return NOTHING;
    const phrases = phrasesIn(workflows.flatMap(conditionsIn));
    const line = source.lineOf(step.path);
    if (phrases.includes(DEFAULT_PHRASE)) {
        const others = phrases.filter((phrase) => phrase !== DEFAULT_PHRASE && /^[@/!]/.test(phrase));
        if (others.length === 0)
            return NOTHING;
        return {
            messages: [
                {
                    kind: 'note',
                    line,
                    text: `Comments start a run with ${DEFAULT_PHRASE}, not with ${others.join(', ')}: a step has one trigger phrase.`,
                },
            ],
        };
    }
    const [phrase, ...others] = phrases.toSorted((a, b) => Number(/^[@/!]/.test(b)) - Number(/^[@/!]/.test(a)));
    if (phrase === undefined)
        return {
            messages: [
                {
                    kind: 'note',
                    line,
                    text: `A comment starts a run only when it contains ${DEFAULT_PHRASE}; set trigger_phrase for another word.`,
                },
            ],
        };
    return {
        inputs: { trigger_phrase: phrase },
        messages: [
            { kind: 'changed', line, text: `Added trigger_phrase: ${phrase}, which the condition of the job looks for.` },
            ...(others.length > 0
                ? [
                    {
                        kind: 'note',
                        line,
                        text: `Comments with ${others.join(', ')} start no run: a step has one trigger phrase.`,
                    },
                ]
                : []),
        ],
    };
}
function convertBots(step, workflows) {
    const [source] = workflows;
    if (source === undefined || (0,workflow_file/* mapOf */.A7)(step.step.with).allowed_bots !== undefined)
        return NOTHING;
    const names = workflows
        .flatMap(conditionsIn)
        .flatMap((condition) => [...condition.matchAll(/(==|!=)?\s*(!\s*contains\([^)]*|)\s*'([\w-]+\[bot\])'/g)].flatMap(([, operator, negated, name = '']) => (operator === '==' && negated === '' ? [name] : [])));
    const bots = [...new Set(names)];
    if (bots.length === 0)
        return NOTHING;
    return {
        inputs: { allowed_bots: bots.join(', ') },
        messages: [
            {
                kind: 'changed',
                line: source.lineOf(step.path),
                text: `Added allowed_bots: ${bots.join(', ')}, which the condition lets through.`,
            },
        ],
    };
}
function authorNotes(step, workflows) {
    const [source] = workflows;
    const isOpen = workflows.some(({ events }) => COMMENT_EVENTS.some((name) => events.has(name)));
    const text = workflows.flatMap(conditionsIn).join('\n');
    if (source === undefined || !isOpen || !/CONTRIBUTOR|"?NONE"?/.test(text))
        return NOTHING;
    return {
        messages: [
            {
                kind: 'note',
                line: source.lineOf(step.path),
                text: 'The condition lets people without write permission through; Sluice refuses them, except names in allowed_users.',
            },
        ],
    };
}
function readsOutput(source, job, { step, index }, name) {
    const id = (0,workflow_file/* mapText */.E0)(step, 'id').toLowerCase();
    if (id === '')
        return false;
    const reads = (value) => (0,workflow_file/* textsIn */.Ej)(value).some((text) => (0,workflow_file/* referencesIn */.ii)((0,workflow_file/* normalized */.A9)(text), 'steps').includes(`${id}.outputs.${name}`));
    const exported = Object.entries((0,workflow_file/* mapOf */.A7)(job.job.outputs)).flatMap(([output, value]) => (reads(value) ? [output] : []));
    const others = source.jobs.filter((each) => each !== job).flatMap((each) => (0,workflow_file/* textsIn */.Ej)(each.job));
    return (job.steps.slice(index + 1).some((later) => reads(later.step)) ||
        exported.some((output) => others.some((text) => (0,workflow_file/* referencesIn */.ii)((0,workflow_file/* normalized */.A9)(text), 'needs').includes(`${job.id}.outputs.${output}`.toLowerCase()))));
}

;// CONCATENATED MODULE: ./build/commands/import/convert-step.js










function convertStep(context) {
    const { workflows, step } = context;
    const original = originalOf(context);
    if (original !== step)
        return original.step === step.step ? NOTHING : convertUses(context);
    const { edits, inputs, messages } = joinConversions([
        convertUses(context),
        convertInputs(context),
        convertToken(context),
        convertTools(context),
        convertAnswer(context),
        convertTrigger(step, workflows),
        convertBots(step, workflows),
        authorNotes(step, workflows),
        promptNotes(context),
        settingsNotes(context),
    ]);
    const additions = (0,yaml_edits/* addInputs */.j$)(workflows[0], step, inputs);
    if (additions !== undefined)
        return { edits: [...edits, ...additions], messages };
    const lines = Object.entries(inputs).map(([name, value]) => `${name}: ${value}`);
    const text = `Other steps share the inputs of this step. Add to with: ${lines.join('; ')}.`;
    return {
        edits,
        messages: [
            ...messages.filter((each) => !each.text.startsWith('Added ')),
            importMessage(context, 'question', step.path, text),
        ],
    };
}
const originalOf = ({ workflows: [source], step }) => source.jobs
    .flatMap(({ steps }) => steps)
    .find((each) => each.step === step.step || ((0,workflow_file/* mapOf */.A7)(each.step).with === step.step.with && step.step.with instanceof Object)) ?? step;
function convertUses(context) {
    const { workflows, step, uses } = context;
    const [source] = workflows;
    const path = [...step.path, 'uses'];
    const before = (0,workflow_file/* mapText */.E0)(step.step, 'uses');
    const replaced = (0,yaml_edits/* replaceInValue */.rR)(source, path, before, uses.split(' #')[0] ?? uses);
    const [edit] = replaced;
    const comment = edit === undefined ? null : /^['"]?[ \t]+#[ \t]*(v?\d[\w.-]*)[ \t]*(?=\r?\n|$)/.exec(source.text.slice(edit.end));
    const commentEdit = edit === undefined || comment === null
        ? []
        : [
            {
                start: edit.end + comment[0].indexOf('#'),
                end: edit.end + comment[0].trimEnd().length,
                text: `# was ${comment[1]} of ${before.split('@')[0]}`,
            },
        ];
    return {
        edits: [...replaced, ...commentEdit],
        messages: [importMessage(context, 'changed', path, `uses: ${before} → ${uses}`)],
    };
}
const INSTALL_INPUTS = ['gemini_cli_version', 'gemini_cli_package', 'use_pnpm', 'version'];
const RENAMED = { settings_json: 'settings' };
function convertInputs(context) {
    const [source] = context.workflows;
    return joinConversions(Object.keys((0,workflow_file/* mapOf */.A7)(context.step.step.with)).map((key) => {
        if (key === '<<')
            return NOTHING;
        const name = key.toLowerCase();
        const path = [...context.step.path, 'with', key];
        if (INSTALL_INPUTS.includes(name)) {
            const edits = (0,yaml_edits/* removeEntry */.b4)(source, path);
            return {
                edits,
                messages: [
                    importMessage(context, edits.length > 0 ? 'changed' : 'note', path, `${edits.length > 0 ? 'Removed ' : ''}${key}${edits.length > 0 ? '' : ' has no effect'}: nothing is installed.`),
                ],
            };
        }
        const renamed = RENAMED[name];
        if (renamed !== undefined && (0,workflow_file/* mapOf */.A7)(context.step.step.with)[renamed] === undefined) {
            const start = source.startOf(path).offset;
            return {
                edits: [{ start, end: start + key.length, text: renamed }],
                messages: [importMessage(context, 'changed', path, `${key} is ${renamed} here.`)],
            };
        }
        if (Object.hasOwn(inputs/* INPUTS */.mc, name))
            return invalidValue(context, name, path);
        return unknownInput(context, path);
    }));
}
function unknownInput(context, path) {
    const [source] = context.workflows;
    const key = String(path.at(-1));
    const comment = (0,yaml_edits/* commentOut */.s2)(source, path, 'Not an input of this action, nor of run-gemini-cli:');
    const edits = comment.length > 0 ? comment : (0,yaml_edits/* removeEntry */.b4)(source, path);
    const value = JSON.stringify((0,workflow_file/* mapOf */.A7)(context.step.step.with)[key]);
    const done = comment.length > 0 ? 'It is a comment now.' : edits.length > 0 ? `Removed ${key}: ${value}.` : 'Remove it.';
    return {
        edits,
        messages: [
            importMessage(context, edits.length > 0 ? 'changed' : 'question', path, `${key} is not an input, and never was one of run-gemini-cli. ${done}`),
        ],
    };
}
function invalidValue(context, name, path) {
    const value = String((0,workflow_file/* mapOf */.A7)(context.step.step.with)[path.at(-1) ?? ''] ?? '');
    const spec = Object.entries(inputs/* INPUTS */.mc).find(([input]) => input === name)?.[1];
    if (value === '' || value.includes('${{') || spec === undefined || name === 'extensions')
        return NOTHING;
    const result = spec.schema.safeParse(value);
    if (result.success)
        return NOTHING;
    return {
        messages: result.error.issues.map((issue) => importMessage(context, 'question', path, `${name} ${issue.message}. Correct it, or the run ends with the outcome config.`)),
    };
}
const JOB_TOKEN = /^\s*(?:\$\{\{\s*(?:github\.token|secrets\.GITHUB_TOKEN)\s*\}\})?\s*$/i;
function convertToken(context) {
    const { workflows, job, step } = context;
    const [source] = workflows;
    const environment = { ...(0,workflow_file/* mapOf */.A7)(source.workflow.env), ...(0,workflow_file/* mapOf */.A7)(job.job.env), ...(0,workflow_file/* mapOf */.A7)(step.step.env) };
    const token = ['GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_PERSONAL_ACCESS_TOKEN']
        .map((name) => String(environment[name] ?? ''))
        .find((value) => !JOB_TOKEN.test(value));
    if (token === undefined || (0,workflow_file/* mapOf */.A7)(step.step.with).github_token !== undefined)
        return NOTHING;
    return {
        inputs: { github_token: token },
        messages: [
            importMessage(context, 'changed', step.path, 'Added github_token with the token of env: Sluice posts with it. Neither the model nor a program gets it.'),
        ],
    };
}
function namedTools({ step }) {
    const parsed = (0,parse_settings/* parseSettings */.P$)(settingsOf(step).replace(/\$\{\{[^}]*\}\}/g, '0'));
    if (!parsed.ok)
        return undefined;
    const { core, allowed } = (0,workflow_file/* mapOf */.A7)((0,legacy/* migrateSettings */.T_)(parsed.settings).settings.tools);
    const names = [core, allowed].flatMap((list) => (Array.isArray(list) ? list.map(String) : []));
    return core === undefined && allowed === undefined ? undefined : names;
}
const COMMITS = /git (?:commit|push|add)|create-pull-request|auto-commit|push_files|create_or_update_file|create_branch|write_file|upload-artifact|gh pr create/;
const LABELS = /SELECTED_LABELS|TRIAGED_ISSUES|labels?\b.*(?:add|appl|choose|select)|add-label/i;
function convertTools(context) {
    const { workflows, job, step, builtInCommands } = context;
    const [source] = workflows;
    const inputs = (0,workflow_file/* mapOf */.A7)(step.step.with);
    const prompt = (0,workflow_file/* mapText */.E0)(inputs, 'prompt');
    const toolNames = namedTools(context);
    if (toolNames !== undefined)
        return networkNotes(context, toolNames);
    const command = /^\s*\/([\w:-]+)/.exec(prompt)?.[1];
    if (inputs.policies !== undefined || (command !== undefined && builtInCommands.includes(command)))
        return NOTHING;
    const text = [prompt, ...job.steps.slice(step.index + 1).flatMap((later) => (0,workflow_file/* textsIn */.Ej)(later.step))].join('\n');
    const permissions = (0,workflow_file/* mapOf */.A7)(job.job.permissions ?? source.workflow.permissions);
    const profile = permissions.contents === 'write' || COMMITS.test(text) ? 'maintain' : LABELS.test(text) ? 'triage' : 'review';
    return {
        inputs: { policies: `profile:${profile}` },
        messages: [
            importMessage(context, 'changed', step.path, `Added policies: profile:${profile}. The settings name no tools, so run-gemini-cli allowed every tool; this profile allows what the task seems to need. See ${(0,doctor_problem/* docsPage */.tu)('policy')}.`),
        ],
    };
}
const NETWORK = [
    [/\((?:npm|npx|pnpm|yarn|bun)\b/, 'npm'],
    [/\((?:pip|uv|poetry)\b/, 'pypi'],
    [/\((?:cargo)\b/, 'crates'],
    [/\((?:go (?:get|mod|install))\b/, 'go'],
    [/\((?:curl|wget)\b/, 'the hosts'],
];
function networkNotes(context, toolNames) {
    const hosts = [
        ...new Set(NETWORK.flatMap(([pattern, preset]) => (toolNames.some((name) => pattern.test(name)) ? [preset] : []))),
    ];
    if (hosts.length === 0 || (0,workflow_file/* mapOf */.A7)(context.step.step.with).allowed_hosts !== undefined)
        return NOTHING;
    return {
        messages: [
            importMessage(context, 'note', context.step.path, `Commands have no network. If they download, set allowed_hosts: ${hosts.join(', ')}.`),
        ],
    };
}
function convertAnswer(context) {
    const { workflows, job, step } = context;
    const inputs = (0,workflow_file/* mapOf */.A7)(step.step.with);
    if (inputs.comment !== undefined || !readsOutput(workflows[0], job, step, 'summary'))
        return NOTHING;
    return {
        inputs: { comment: 'off' },
        messages: [
            importMessage(context, 'changed', step.path, 'Added comment: off. A later step reads outputs.summary and delivers it.'),
        ],
    };
}
function promptNotes(context) {
    const { step, root, builtInCommands } = context;
    const inputs = (0,workflow_file/* mapOf */.A7)(step.step.with);
    const path = [...step.path, 'with', 'prompt'];
    const prompt = (0,workflow_file/* mapText */.E0)(inputs, 'prompt');
    if (prompt.trim() === '')
        return {
            messages: [
                importMessage(context, 'note', step.path, 'The step has no prompt, so the event sets the task. Add prompt for a fixed task.'),
            ],
        };
    const command = /^\s*\/([\w:-]+)/.exec(prompt)?.[1];
    if (command === undefined)
        return extensionNotes(context);
    const file = `${command.replaceAll(':', '/')}.toml`;
    const inRepository = (0,external_node_fs_.existsSync)((0,external_node_path_.join)(root, '.gemini/commands', file));
    const misplaced = (0,external_node_fs_.existsSync)((0,external_node_path_.join)(root, '.github/commands', file));
    if (inRepository || (builtInCommands.includes(command) && !misplaced))
        return extensionNotes(context);
    if (builtInCommands.includes(command))
        return joinConversions([
            {
                messages: [
                    importMessage(context, 'note', path, `/${command} is built in. .github/commands/${file} has no effect, as before; move it to .gemini/commands to use it.`),
                ],
            },
            extensionNotes(context),
        ]);
    const text = misplaced
        ? `/${command} is in .github/commands/${file}, which Sluice does not read. Move it to .gemini/commands/${file}.`
        : `There is no command /${command}. Create .gemini/commands/${file}.`;
    return { messages: [importMessage(context, 'question', path, text)] };
}
function extensionNotes(context) {
    const { step } = context;
    const text = (0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(step.step.with), 'extensions');
    const unpinned = [...text.matchAll(/https?:\/\/[^\s"',]+/g)]
        .map(([url]) => url)
        .filter((url) => !/@[0-9a-f]{40}$/.test(url) && !/gemini-cli-extensions\/code-review/.test(url));
    return {
        messages: unpinned.map((url) => importMessage(context, 'question', [...step.path, 'with', 'extensions'], `${url} is not pinned. Review the code, then write ${url}@ and the full commit SHA.`)),
    };
}
function settingsNotes(context) {
    const { step } = context;
    const path = [...step.path, 'with', 'settings'];
    const text = settingsOf(step);
    const parsed = (0,parse_settings/* parseSettings */.P$)(text.replace(/\$\{\{[^}]*\}\}/g, '0'));
    if (!parsed.ok)
        return NOTHING;
    const { settings, moved } = (0,legacy/* migrateSettings */.T_)(parsed.settings);
    const servers = Object.entries((0,workflow_file/* mapOf */.A7)(settings.mcpServers));
    const github = servers.some(([, server]) => (0,workflow_file/* textsIn */.Ej)(server).some((each) => each.includes('github-mcp-server')));
    const docker = servers.filter(([name, server]) => name !== 'github' && (0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(server), 'command') === 'docker');
    const texts = [
        ...(moved.length > 0 ? [`These settings keep their old names and still work: ${moved.join(', ')}.`] : []),
        ...(github
            ? [
                "Sluice does not start the server github. Its own tools answer to the names of that server's tools, for this repository.",
            ]
            : []),
        ...docker.map(([name]) => `The server ${name} needs docker on the runner, as before.`),
    ];
    return { messages: texts.map((each) => importMessage(context, 'note', path, each)) };
}

// EXTERNAL MODULE: ./build/commands/workflow-source.js
var workflow_source = __webpack_require__(49034);
;// CONCATENATED MODULE: ./build/commands/import.js











const HELP = `sluice import [FILE…] [--dry-run] [--uses OWNER/REPO@REF]

Converts workflows of google-github-actions/run-gemini-cli. Keeps comments and layout. Reports what it changed, what
behaves differently, and what it could not convert. Default FILEs: all of .github/workflows.

  --dry-run        show the diff and write nothing
  --yes            write without asking; the default
  --uses ACTION    what the workflows use; default: ${workflow_source/* OUR_ACTION */.ay}

Exit codes: 0 success, 1 questions are left for you, 2 wrong usage, 42 bad input.
`;
async function importCommand(argv, io) {
    let options;
    try {
        options = readOptions(argv);
    }
    catch (error) {
        return (0,command_io/* reportUsageError */.gD)(io, 'import', error, HELP);
    }
    if (options.help) {
        io.out(HELP);
        return 0;
    }
    const files = await (0,workflow_source/* readWorkflowFiles */.BV)(options.paths, io.cwd);
    const neighbors = await readNeighbors(files, io);
    let questions = 0;
    let converted = 0;
    for (const file of files) {
        const result = importFile(file, neighbors, { uses: options.uses, dist: io.dist });
        for (const { kind, line, text } of result.messages)
            io.out(`${file.file}:${line}: ${kind}: ${text}\n`);
        questions += result.messages.filter(({ kind }) => kind === 'question').length;
        if (result.text === file.text)
            continue;
        converted += 1;
        if (options['dry-run'])
            io.out(changeDiff(file, result.text));
        else
            await (0,workflow_source/* writeRepositoryFile */.Ms)(file, result.text);
    }
    io.out(`${converted} of ${files.length} ${files.length === 1 ? 'file' : 'files'} ${options['dry-run'] ? 'would be converted' : 'converted'}, ${questions} ${questions === 1 ? 'question' : 'questions'} left.\n`);
    return questions > 0 ? 1 : 0;
}
function readOptions(argv) {
    const flag = { type: 'boolean', default: false };
    const { values, positionals } = (0,external_node_util_.parseArgs)({
        args: argv,
        allowPositionals: true,
        options: {
            help: { ...flag, short: 'h' },
            yes: flag,
            'dry-run': flag,
            uses: { type: 'string', default: workflow_source/* OUR_ACTION */.ay },
        },
    });
    if (!/^[\w.-]+\/[\w./-]+@\S+$/.test(values.uses))
        throw new Error(`--uses must be OWNER/REPO@REF, not ${JSON.stringify(values.uses)}`);
    return { ...values, paths: positionals };
}
async function readNeighbors(files, { cwd }) {
    const folders = [...new Set(files.map(({ path }) => (0,external_node_path_.dirname)(path)))];
    const all = (await Promise.all(folders.map((folder) => (0,workflow_source/* readWorkflowFiles */.BV)([folder], cwd)))).flat();
    return [...new Map(all.map((file) => [file.path, file])).values()].flatMap(({ file, text }) => {
        const parsed = (0,workflow_source/* parseWorkflow */.hM)(file, text);
        return parsed.ok ? [parsed.source] : [];
    });
}
function importFile(file, neighbors, options) {
    const parsed = (0,workflow_source/* parseWorkflow */.hM)(file.file, file.text);
    if (!parsed.ok) {
        const isOurs = /run-gemini-cli|gemini-cli-action/.test(file.text);
        return {
            text: file.text,
            messages: isOurs
                ? [{ kind: 'question', line: parsed.line, text: `The file ${parsed.reason}. Fix it and import it again.` }]
                : [],
        };
    }
    const { source } = parsed;
    const builtInCommands = (0,config_checks/* builtInCommandNames */.p3)(options.dist);
    const others = neighbors.filter(({ text }) => text !== file.text);
    const [first, ...callers] = withCallers(source, others);
    if (first === undefined)
        return { text: file.text, messages: [] };
    const steps = source.jobs.flatMap((job) => job.steps.map((step) => ({ job, step, agent: (0,workflow_source/* agentOf */.jk)(step.step) })));
    const { edits, messages } = joinConversions(steps.flatMap(({ job, step, agent }) => {
        if (agent === 'claude' || agent === 'codex')
            return [
                {
                    edits: [],
                    messages: [
                        {
                            kind: 'note',
                            line: source.lineOf(step.path),
                            text: `Sluice converts only run-gemini-cli. ${(0,doctor_problem/* docsPage */.tu)('migration')} lists the inputs of ${agent === 'claude' ? 'claude-code-action' : 'codex-action'}.`,
                        },
                    ],
                },
            ];
        if (agent !== 'gemini')
            return [];
        return [
            convertStep({
                workflows: [first, ...callers],
                job,
                step,
                builtInCommands,
                uses: options.uses,
                root: repositoryOf(file.path),
            }),
        ];
    }));
    const text = (0,text_edit/* applyEdits */.ct)(file.text, edits);
    if (!(0,workflow_source/* parseWorkflow */.hM)(file.file, text).ok) {
        const line = messages[0]?.line ?? 1;
        const question = `Could not convert the steps of this file. Change them by hand; ${(0,doctor_problem/* docsPage */.tu)('migration')} lists the inputs.`;
        return { text: file.text, messages: [{ kind: 'question', line, text: question }] };
    }
    return { text, messages: messages.toSorted((a, b) => a.line - b.line) };
}
function repositoryOf(path) {
    const folder = (0,external_node_path_.dirname)(path);
    const suffix = `${external_node_path_.sep}.github${external_node_path_.sep}workflows`;
    return folder.endsWith(suffix) ? folder.slice(0, -suffix.length) : (0,external_node_path_.resolve)(folder);
}
function changeDiff({ file, text }, next) {
    return (0,create/* createTwoFilesPatch */.ss)(`a/${file}`, `b/${file}`, text, next).replace(/^=+\n/, '');
}


/***/ }),

/***/ 33295:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FD: () => (/* binding */ isForkRefused),
/* harmony export */   fi: () => (/* binding */ runCommit),
/* harmony export */   l6: () => (/* binding */ leftCheckouts),
/* harmony export */   px: () => (/* binding */ runRef),
/* harmony export */   y6: () => (/* binding */ leftCheckout),
/* harmony export */   yW: () => (/* binding */ guardsForks)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(88343);

const Payload = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    pull_request: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig() }).nullish(),
    ref: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    ref_type: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    release: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ tag_name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish(),
    deployment: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ ref: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish(),
    merge_group: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ head_ref: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish(),
    repository: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ default_branch: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }).nullish(),
});
const RUN_COMMITS = {
    pull_request: 'merge',
    pull_request_review: 'merge',
    pull_request_review_comment: 'merge',
    push: 'event',
    create: 'event',
    release: 'event',
    deployment: 'event',
    deployment_status: 'event',
    merge_group: 'event',
    registry_package: 'event',
    workflow_dispatch: 'event',
};
const runCommit = (event) => Object.hasOwn(RUN_COMMITS, event) ? (RUN_COMMITS[event] ?? 'default') : 'default';
function runRef(event, payload) {
    const { data } = Payload.safeParse(payload);
    const number = data?.pull_request?.number ?? data?.number;
    const main = `refs/heads/${data?.repository?.default_branch ?? 'main'}`;
    if (runCommit(event) === 'merge')
        return number === undefined ? main : `refs/pull/${number}/merge`;
    switch (event) {
        case 'push':
        case 'workflow_dispatch':
            return data?.ref ?? main;
        case 'create':
            return data?.ref == null ? main : `refs/${data.ref_type === 'tag' ? 'tags' : 'heads'}/${data.ref}`;
        case 'release':
            return data?.release == null ? main : `refs/tags/${data.release.tag_name}`;
        case 'deployment':
        case 'deployment_status':
            return data?.deployment == null ? main : `refs/heads/${data.deployment.ref}`;
        case 'merge_group':
            return data?.merge_group?.head_ref ?? main;
        default:
            return main;
    }
}
function leftCheckout(inputs, run) {
    const given = new Map(Object.entries(inputs).map(([name, value]) => [name.toLowerCase(), value.trim()]));
    const input = (name, otherwise) => given.get(name) || otherwise;
    const repository = input('repository', run.repository);
    const isOwn = repository.toLowerCase() === run.repository.toLowerCase();
    const depth = Math.floor(Number(input('fetch-depth', '1')));
    return {
        repository,
        ref: input('ref', isOwn ? run.ref : ''),
        folder: input('path', '.')
            .split(/[\\/]/)
            .filter((part) => part !== '.' && part !== '')
            .join('/'),
        depth: depth > 0 ? depth : 0,
        sparse: input('sparse-checkout', '')
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        keepsCredential: input('persist-credentials', 'true').toLowerCase() === 'true',
        allowsForks: input('allow-unsafe-pr-checkout', 'false').toLowerCase() === 'true',
    };
}
const Repository = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(), full_name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }).nullish();
const Heads = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    repository: Repository,
    pull_request: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ head: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), repo: Repository }), merge_commit_sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish() })
        .nullish(),
    workflow_run: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
        event: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        head_repository: Repository,
        head_sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
        head_commit: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish(),
    })
        .nullish(),
});
const GUARDED = { 4: [4, 0], 5: [1, 0], 6: [1, 0] };
function guardsForks(uses) {
    const version = uses.split('@')[1] ?? '';
    if (/^[0-9a-f]{40}$/i.test(version))
        return undefined;
    const [, major, minor, patch] = /^v(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(version) ?? [];
    if (major === undefined)
        return version === 'main';
    const first = GUARDED[Number(major)];
    if (first === undefined || minor === undefined)
        return Number(major) >= 4;
    return Number(minor) > first[0] || (Number(minor) === first[0] && Number(patch ?? first[1]) >= first[1]);
}
function isForkRefused({ repository, ref, allowsForks }, run) {
    const { data } = Heads.safeParse(run.payload);
    const { pull_request: pull, workflow_run: upstream } = data ?? {};
    const isTarget = run.event === 'pull_request_target';
    const isUpstream = run.event === 'workflow_run' && upstream?.event.startsWith('pull_request') === true;
    if (allowsForks || !(isTarget || isUpstream))
        return false;
    const head = isTarget ? pull?.head.repo : upstream?.head_repository;
    const own = data?.repository;
    const isFork = head?.id !== undefined && own?.id !== undefined ? head.id !== own.id : head?.full_name !== own?.full_name;
    if (head == null || !isFork)
        return false;
    const ofRun = [upstream?.head_commit?.id, upstream?.event === 'pull_request_target' ? undefined : upstream?.head_sha];
    const shas = isTarget ? [pull?.head.sha, pull?.merge_commit_sha] : ofRun;
    return (repository.toLowerCase() === head.full_name?.toLowerCase() ||
        /^refs\/pull\/\d+\/(?:head|merge)$/.test(ref) ||
        shas.some((sha) => sha?.toLowerCase() === ref.toLowerCase()));
}
const leftCheckouts = (steps) => steps.filter((_, index) => !steps
    .slice(index + 1)
    .some(({ folder }) => `${steps[index]?.folder}/`.startsWith(`${folder}/`) || folder === ''));


/***/ })

};
