export const id = 622;
export const ids = [622];
export const modules = {

/***/ 1622:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  policyCommand: () => (/* binding */ policyCommand)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: ./build/host/errors.js
var errors = __webpack_require__(9727);
// EXTERNAL MODULE: ./build/policy/decide.js + 2 modules
var decide = __webpack_require__(310);
// EXTERNAL MODULE: ./build/policy/facts.js
var policy_facts = __webpack_require__(1621);
// EXTERNAL MODULE: ./build/policy/rank.js
var rank = __webpack_require__(1434);
// EXTERNAL MODULE: ./build/policy/shell-dangers.js + 1 modules
var shell_dangers = __webpack_require__(5538);
// EXTERNAL MODULE: ./build/policy/shell-words.js
var shell_words = __webpack_require__(5904);
// EXTERNAL MODULE: ./build/policy/shell-wrappers.js
var shell_wrappers = __webpack_require__(4521);
// EXTERNAL MODULE: ./build/policy/tool-names.js
var tool_names = __webpack_require__(1887);
;// CONCATENATED MODULE: ./build/policy/lint.js





/** What is probably not meant: rules that never decide, patterns that can hang, allows that are wider than they look. */
function lint(rules) {
    const strongestFirst = (0,rank/* ranked */.ad)(rules);
    const found = rules.flatMap((rule) => {
        const texts = [
            ...neverDecides(rule, strongestFirst),
            ...idle(rule),
            ...slow(rule),
            ...wide(rule),
            ...misspelt(rule),
        ];
        return texts.map((text) => ({ file: rule.file, line: rule.line, text }));
    });
    return found.filter(({ file, line, text }, at) => found.findIndex((each) => each.file === file && each.line === line && each.text === text) === at);
}
function neverDecides(rule, strongestFirst) {
    const stronger = strongestFirst.slice(0, strongestFirst.indexOf(rule));
    const before = stronger.find((each) => covers(each, rule));
    if (before === undefined)
        return [];
    const where = `${before.file}:${before.line}`;
    return before.verdict === rule.verdict
        ? [`never decides: ${where} says the same of every call it matches, and comes first`]
        : [`never decides: ${where} (${word(before.verdict)}) matches every call it matches, and comes first`];
}
const word = (verdict) => (verdict === 'ask' ? 'ask_user' : verdict);
/** Whether one rule surely matches every call another one matches. */
function covers(wide, narrow) {
    const a = wide.match;
    const b = narrow.match;
    if (a.agent !== undefined && a.agent !== b.agent)
        return false;
    if (a.interactive !== undefined && a.interactive !== b.interactive)
        return false;
    if (a.modes !== undefined &&
        !(b.modes ?? ['default', 'autoEdit', 'yolo', 'plan']).every((mode) => a.modes?.includes(mode)))
        return false;
    if (Object.entries(a.annotations ?? {}).some(([key, value]) => b.annotations?.[key] !== value))
        return false;
    return coversTools(a, b) && coversArguments(wide, narrow);
}
function coversTools(a, b) {
    if (a.builtin && !b.builtin)
        return false;
    if (a.server !== undefined && a.server !== b.server && !(a.server === '*' && b.server !== undefined))
        return false;
    if (a.tools === undefined ||
        (a.tools.includes('*') && a.server === undefined) ||
        (a.tools.includes('*') && a.server !== undefined))
        return true;
    if (a.server === undefined && b.server !== undefined)
        return a.tools.includes(`${b.server}__*`);
    return b.tools?.every((tool) => a.tools?.includes(tool)) ?? false;
}
function coversArguments(wide, narrow) {
    const a = wide.match;
    const b = narrow.match;
    if (a.args === undefined && a.regex === undefined && a.prefixes === undefined)
        return true;
    if (a.args?.source !== b.args?.source || a.regex?.source !== b.regex?.source)
        return false;
    if (a.prefixes === undefined)
        return true;
    // An allow for a shorter prefix leaves the dangerous options to the longer one.
    if (wide.verdict === 'allow')
        return b.prefixes?.every(({ text }) => a.prefixes?.some((each) => each.text.trim() === text.trim())) ?? false;
    return (b.prefixes?.every(({ words }) => a.prefixes?.some((each) => each.words.every((word, at) => words[at] === word))) ??
        false);
}
function idle(rule) {
    const { match, verdict } = rule;
    const found = [];
    if (rule.allowRedirection && verdict !== 'allow')
        found.push('allowRedirection has no effect: the rule allows nothing');
    if (rule.allowRedirection && match.tools !== undefined && !match.tools.some((tool) => tool === '*' || tool === tool_names/* SHELL */.jN))
        found.push(`allowRedirection has no effect: it is about ${tool_names/* SHELL */.jN} only`);
    if (rule.message !== undefined && verdict === 'allow')
        found.push('denyMessage has no effect: the rule denies nothing');
    if (match.interactive === true)
        found.push('applies only where a person can be asked, so never in an unattended run');
    for (const { text, words } of match.prefixes ?? [])
        if (verdict === 'allow' && words.some((each) => /^(?:&&?|\|\|?|;|[<>]+)$|[;&|]$/.test(each)))
            found.push(`commandPrefix ${JSON.stringify(text)} never matches: each command of a line is judged by itself, so write a rule for each`);
    return found;
}
function slow({ match }) {
    const patterns = [['argsPattern', match.args], ['commandRegex', match.regex]];
    return patterns.flatMap(([name, pattern]) => {
        if (pattern === undefined)
            return [];
        if (pattern.cost.explodes)
            return [
                `${name} ${JSON.stringify(pattern.source)} repeats alternatives and can take exponential time; where it does, it counts against the call`,
            ];
        if (pattern.cost.steps > 3)
            return [
                `${name} ${JSON.stringify(pattern.source)} repeats ${pattern.cost.steps} times and can backtrack for long`,
            ];
        return [];
    });
}
function wide(rule) {
    if (rule.verdict !== 'allow')
        return [];
    const { tools, prefixes, regex, args, modes, annotations, server } = rule.match;
    const conditional = prefixes !== undefined || regex !== undefined || args !== undefined || annotations !== undefined;
    const found = [];
    if (!conditional && server === undefined && tools?.includes('*') && modes?.join() !== 'yolo')
        found.push('allows every tool; name the tools, or use the mode yolo');
    if (!conditional && tools?.includes(tool_names/* SHELL */.jN))
        found.push('allows every command, also what cannot be read; commandPrefix makes it narrower');
    for (const prefix of prefixes ?? []) {
        const spelled = prefix.words.map(shell_words/* knownWord */.M);
        const [program = ''] = prefix.words;
        const bare = prefix.words.length === 1;
        const { dangers } = (0,shell_dangers/* examine */.sb)(spelled);
        // What a bare program does without arguments (reading code from its input) is not excused by its name.
        // `python -m pytest` says which module; `python -m` leaves it open.
        const last = spelled.at(-1);
        const [danger] = dangers.filter(({ does, word: each }) => does === 'runs' && (each === last || (each === undefined && bare)));
        if (danger !== undefined)
            found.push(`allows ${JSON.stringify(prefix.text)}, which ${danger.word === undefined ? 'takes code to run' : danger.why}`);
        else if (bare && ((0,shell_wrappers/* isShell */.H7)(program) || program === 'sudo' || program === 'doas'))
            found.push(`allows ${JSON.stringify(prefix.text)} to run scripts, which are not looked into`);
        else if (bare && Object.hasOwn(shell_wrappers/* WRAPPERS */.V4, program) && !shell_wrappers/* WRAPPERS */.V4[program]?.alone && shell_wrappers/* WRAPPERS */.V4[program]?.passes)
            found.push(`commandPrefix ${JSON.stringify(prefix.text)} is not needed: what it runs is judged by itself`);
    }
    return found;
}
/** Names one or two letters away from a tool there is. */
function misspelt({ match }) {
    if (match.server !== undefined)
        return [];
    const known = Object.keys(tool_names/* OTHER_NAMES */.yb);
    return (match.tools ?? []).flatMap((tool) => {
        if (known.includes((0,tool_names/* canonical */.$N)(tool)) || /[*]|__|^mcp_|^discovered_tool_/.test(tool))
            return [];
        const near = known.find((each) => distance(each, tool) <= 2);
        return near === undefined
            ? []
            : [`no tool is called ${JSON.stringify(tool)}; did you mean ${JSON.stringify(near)}?`];
    });
}
/** Levenshtein's: the fewest single-character insertions, deletions and substitutions. */
function distance(from, to) {
    let row = Array.from({ length: to.length + 1 }, (_, column) => column);
    for (let i = 1; i <= from.length; i++) {
        const next = [i];
        for (let j = 1; j <= to.length; j++) {
            const substituted = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
            next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
        }
        row = next;
    }
    return row[to.length] ?? 0;
}

// EXTERNAL MODULE: ./build/policy/load.js + 1 modules
var load = __webpack_require__(425);
// EXTERNAL MODULE: ./build/policy/remedy.js
var policy_remedy = __webpack_require__(8324);
// EXTERNAL MODULE: ../../work/main/node_modules/smol-toml/dist/index.js + 8 modules
var dist = __webpack_require__(5332);
// EXTERNAL MODULE: ../../work/main/node_modules/zod/v4/classic/schemas.js + 5 modules
var schemas = __webpack_require__(119);
// EXTERNAL MODULE: ./build/policy/toml-places.js
var toml_places = __webpack_require__(3193);
;// CONCATENATED MODULE: ./build/policy/table.js








const mode = schemas/* string */.YjP()
    .transform((written) => (written === 'auto_edit' ? 'autoEdit' : written))
    .pipe(schemas/* enum */.k5n(decide/* MODES */.FN, `mode must be one of ${decide/* MODES */.FN.join(', ')}`));
const caseSchema = schemas/* strictObject */.rej({
    name: schemas/* string */.YjP().optional(),
    tool: schemas/* string */.YjP().min(1).optional(),
    command: schemas/* string */.YjP().optional(),
    args: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).default({}),
    server: schemas/* string */.YjP().optional(),
    agent: schemas/* string */.YjP().optional(),
    mode: mode.optional(),
    annotations: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).default({}),
    interactive: schemas/* boolean */.zMY().default(false),
    expect: schemas/* enum */.k5n(['allow', 'deny', 'ask_user'], 'expect must be allow, deny or ask_user'),
})
    .refine((each) => each.tool !== undefined || each.command !== undefined, 'tool (or command, for the shell) is missing');
const tableSchema = schemas/* strictObject */.rej({
    policies: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
    admin_policies: schemas/* array */.YOg(schemas/* string */.YjP()).default([]),
    defaults: schemas/* boolean */.zMY().default(true),
    mode: mode.default('default'),
    case: schemas/* array */.YOg(schemas/* unknown */.L5J()).min(1, 'there is no [[case]]'),
});
/** Reads a table of cases; every mistake is in one UserError. */
function readTable(text, file) {
    let tables;
    try {
        tables = (0,dist/* parse */.qg)(text);
    }
    catch (error) {
        const at = error instanceof dist/* TomlError */.zx ? `${error.line}:${error.column}` : '1:1';
        throw new errors.UserError(`${file}:${at}: ${(0,errors/* messageOf */.b)(error).split('\n')[0]}`);
    }
    const table = tableSchema.safeParse(tables);
    if (!table.success)
        throw new errors.UserError(table.error.issues.map((issue) => `${file}: ${said(issue)}`).join('\n'));
    const places = (0,toml_places/* tablePlaces */.x)(text).get('case');
    const problems = [];
    const cases = table.data.case.flatMap((each, index) => {
        const line = places?.[index]?.line ?? 1;
        const parsed = caseSchema.safeParse(each);
        if (parsed.success)
            return [{ ...parsed.data, mode: parsed.data.mode ?? table.data.mode, line }];
        problems.push(...parsed.error.issues.map((issue) => `${file}:${line}: ${said(issue)}`));
        return [];
    });
    if (problems.length > 0)
        throw new errors.UserError(problems.join('\n'));
    return {
        policies: table.data.policies,
        adminPolicies: table.data.admin_policies,
        defaults: table.data.defaults,
        cases,
    };
}
const said = ({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ');
/** Whether the rules say of a case what it expects. Where nobody can be asked, ask_user and deny are told apart all the same. */
async function runCase(rules, each) {
    const tool = each.tool ?? tool_names/* SHELL */.jN;
    const server = each.server ?? (0,tool_names/* serverInName */.Kz)(tool);
    const args = each.command === undefined ? each.args : { ...each.args, command: each.command };
    const call = {
        tool,
        args,
        annotations: each.annotations,
        ...(server && { server }),
        ...(each.agent && { agent: each.agent }),
    };
    const facts = await (0,policy_facts/* factsOf */.x)(call, each.mode ?? 'default', each.interactive);
    const decision = (0,decide/* decide */.LD)(rules, facts, each.interactive ? 'ask' : 'deny');
    if ((0,decide/* wordOf */.aG)(decision.verdict) === each.expect)
        return { ok: true };
    const rule = decision.rule && (0,decide/* ruleRef */.wT)(decision.rule);
    const by = rule === undefined
        ? 'no rule speaks of it'
        : `${rule.file}:${rule.line}, ${rule.tier} tier, priority ${rule.priority}`;
    const remedy = each.expect === 'allow' ? `\n${(0,policy_remedy/* remedyFor */.w)(decision, facts).replace(/^/gm, '    ')}` : '';
    const about = each.name ?? each.command ?? `${tool} ${JSON.stringify(args)}`;
    return {
        ok: false,
        text: `${about}: expected ${each.expect}, got ${(0,decide/* wordOf */.aG)(decision.verdict)} (${by}) ${decision.message}`.trim() + remedy,
    };
}

// EXTERNAL MODULE: ./build/policy/settings-rules.js
var settings_rules = __webpack_require__(6611);
// EXTERNAL MODULE: ./build/settings.js
var build_settings = __webpack_require__(7178);
// EXTERNAL MODULE: ./build/commands/worktree.js
var worktree = __webpack_require__(9873);
;// CONCATENATED MODULE: ./build/commands/policy-sources.js







/**
 * All rules of these policies. When none are named, those of the repository count: its `.gemini/policies` and what its
 * settings amount to. Throws UserError for a path that cannot be read.
 */
async function gatherPolicies(options, places) {
    const { policies, adminPolicies, defaults } = options;
    const repository = policies.length === 0 && adminPolicies.length === 0 && defaults;
    const sources = [
        ...(defaults ? await folder(places.policiesDir, 'policies', 'default') : []),
        ...(repository
            ? await folder((0,external_node_path_.join)(places.cwd, '.gemini/policies'), '.gemini/policies', 'user').catch(() => [])
            : []),
        ...(await named(policies, 'user', places)),
        ...(await named(adminPolicies, 'admin', places)),
    ];
    const loaded = (0,load/* loadPolicies */.hd)(sources);
    if (!repository)
        return loaded;
    const settings = await (0,build_settings/* loadSettings */.M)({}, (0,worktree/* worktreeReader */.J)(places.cwd), (text) => places.err(`${text}\n`));
    return { ...loaded, rules: [...loaded.rules, ...(0,settings_rules/* settingsRules */.T)(settings)] };
}
async function named(paths, tier, places) {
    const each = await Promise.all(paths.map((path) => namedOne(path, tier, places)));
    return each.flat();
}
async function namedOne(path, tier, { cwd, policiesDir }) {
    const profile = path.startsWith('profile:') ? path.slice('profile:'.length) : undefined;
    const place = profile === undefined ? (0,external_node_path_.resolve)(cwd, path) : (0,external_node_path_.join)(policiesDir, 'profiles', `${profile}.toml`);
    const shown = profile === undefined ? path : `policies/profiles/${profile}.toml`;
    try {
        if ((await (0,promises_.stat)(place)).isDirectory())
            return await folder(place, path.replace(/[\\/]+$/, ''), tier);
        return [{ tier, file: shown, text: await (0,promises_.readFile)(place, 'utf8') }];
    }
    catch (cause) {
        throw new errors.UserError(`Cannot read ${path}: ${(0,errors/* messageOf */.b)(cause)}`, { cause });
    }
}
async function folder(path, shown, tier) {
    const names = (await (0,promises_.readdir)(path)).filter((name) => name.endsWith('.toml')).sort();
    return Promise.all(names.map(async (name) => ({ tier, file: `${shown}/${name}`, text: await (0,promises_.readFile)((0,external_node_path_.join)(path, name), 'utf8') })));
}

;// CONCATENATED MODULE: ./build/commands/policy.js












const WHICH = `  --policies PATH          user tier: a file, a folder with *.toml, or profile:NAME; repeatable
  --admin-policies PATH    the same for the admin tier
  --no-defaults            leave out the shipped policies
Without any of them: the shipped policies, .gemini/policies and .gemini/settings.json of this folder.
`;
const HELP = {
    explain: `sluice policy explain --tool NAME [--args JSON] [--mode MODE] [--server NAME] [--agent NAME] [--interactive] [--json]

What would become of this call, and every rule, strongest first, with why it did or did not match.
  --mode MODE              ${decide/* MODES */.FN.join(', ')}
  --interactive            as if a person could be asked
${WHICH}`,
    check: `sluice policy check [--mode MODE] [--interactive] < CALLS

Reads one JSON object a line, {"tool","args","server"?,"mode"?,"annotations"?,"agent"?}, and answers each with a line
{"decision":"allow|deny|ask_user","rule":{"file","line","tier","priority","verdict"}|null}. ask_user is deny, except with
--interactive. With a broken policy nothing is answered, every mistake is on stderr, and the exit code is 1.
${WHICH}`,
    lint: `sluice policy lint [PATH…]

Mistakes in policies with file:line:column, and what is probably not meant: rules that never decide, patterns that can take
long, allows that are wider than they look. Exit code 1 when there is a mistake. Without PATH: .gemini/policies.
`,
    test: `sluice policy test FILE…

Runs tables of calls and what should become of them:

  policies = ["../policies"]        # user tier, relative to this file; also admin_policies, defaults, mode
  [[case]]
  command = "git push"              # or tool = "write_file" with args = { file_path = "x" }
  expect = "deny"                   # allow, deny, ask_user; also name, mode, server, agent, annotations, interactive

Exit code 1 when a case is not as expected.
${WHICH}`,
};
const OVERVIEW = `sluice policy explain    the decision on one call, and every rule with why it did or did not match
sluice policy check      decisions on calls from stdin, as JSON lines
sluice policy lint       mistakes and doubtful rules
sluice policy test       tables of calls and expected decisions

Each takes --help. Exit codes: 0 fine, 1 the check failed, 2 wrong usage, 42 bad input.
`;
/** Runs one of the policy commands; resolves to the exit code. */
async function policyCommand(argv, io) {
    const [command = '', ...rest] = argv;
    if (command === '' || /^(?:help|--help|-h)$/.test(command)) {
        io.out(OVERVIEW);
        return command === '' ? 2 : 0;
    }
    const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (run === undefined)
        return wrongUsage(io, `there is no policy command ${JSON.stringify(command)}`, OVERVIEW);
    let options;
    try {
        options = readOptions(rest);
    }
    catch (error) {
        return wrongUsage(io, (0,errors/* messageOf */.b)(error), HELP[command] ?? OVERVIEW);
    }
    if (options.help) {
        io.out(HELP[command] ?? OVERVIEW);
        return 0;
    }
    return run(options, io);
}
function wrongUsage(io, text, help) {
    io.err(`sluice policy: ${text}\n\n${help}`);
    return 2;
}
function readOptions(argv) {
    const flag = { type: 'boolean', default: false };
    const text = { type: 'string' };
    const many = { type: 'string', multiple: true, default: [] };
    const { values, positionals } = (0,external_node_util_.parseArgs)({
        args: argv,
        allowPositionals: true,
        options: {
            ...{ help: { ...flag, short: 'h' }, interactive: flag, json: flag, 'no-defaults': flag },
            ...{ policies: many, 'admin-policies': many, tool: text, args: text, mode: text, server: text, agent: text },
        },
    });
    const mode = readMode(values.mode ?? 'default');
    if (mode === undefined)
        throw new Error(`--mode must be one of ${decide/* MODES */.FN.join(', ')}, not ${JSON.stringify(values.mode)}`);
    const { help, interactive, json, tool, server, agent, args = '{}' } = values;
    const where = { policies: values.policies, adminPolicies: values['admin-policies'], defaults: !values['no-defaults'] };
    return { help, interactive, json, mode, tool, server, agent, args, paths: positionals, ...where };
}
const readMode = (text) => decide/* MODES */.FN.find((mode) => mode === (text === 'auto_edit' ? 'autoEdit' : text));
const COMMANDS = {
    explain: explainCommand,
    check: checkCommand,
    lint: lintCommand,
    test: testCommand,
};
/** The rules, or the exit code after every mistake in them was said. */
async function rulesFor(options, io) {
    const { rules, problems } = await gatherPolicies(options, io);
    if (problems.length === 0)
        return rules;
    io.err(`${problems.map(load/* describeProblem */.BJ).join('\n')}\n`);
    return 1;
}
async function explainCommand(options, io) {
    if (options.tool === undefined)
        return wrongUsage(io, '--tool is missing', HELP.explain ?? '');
    const args = objectIn(options.args);
    if (args === undefined) {
        io.err('--args must be a JSON object, such as \'{"command":"git log"}\'\n');
        return 42;
    }
    const rules = await rulesFor(options, io);
    if (typeof rules === 'number')
        return rules;
    const { server, agent } = options;
    const call = callOf({ tool: options.tool, args, server, agent, annotations: {} });
    const facts = await (0,policy_facts/* factsOf */.x)(call, options.mode, options.interactive);
    const decision = (0,decide/* decide */.LD)(rules, facts, options.interactive ? 'ask' : 'deny');
    const considered = (0,decide/* consider */.ih)(rules, facts);
    const answer = answerOf(decision.verdict, decision.rule, options.interactive);
    const remedy = decision.verdict === 'allow' ? undefined : (0,policy_remedy/* remedyFor */.w)(decision, facts);
    if (options.json) {
        const each = considered.map(({ rule, matched, why }) => ({ ...(0,decide/* ruleRef */.wT)(rule), matched, why }));
        io.out(`${JSON.stringify({ ...answer, message: decision.message, remedy: remedy ?? null, rules: each }, null, 2)}\n`);
        return 0;
    }
    const by = decision.rule === undefined ? 'no rule speaks of it' : describeRule(decision.rule);
    const asked = decision.verdict === 'ask' && !options.interactive ? ' (ask_user, and nobody can be asked)' : '';
    const lines = [
        `${call.tool} ${JSON.stringify(args)} in mode ${options.mode}`,
        `${answer.decision}${asked}: ${by}`,
        ...(decision.message === '' ? [] : [`  ${decision.message}`]),
        ...(facts.commands?.commands ?? []).map(({ quoted, passes }) => `  runs: ${quoted}${passes ? ' (only what it runs is judged)' : ''}`),
        ...(facts.commands?.unsure ?? []).map((why) => `  not understood: ${why}`),
        '',
        'Rules, strongest first:',
        ...considered.map(({ rule, matched, why }) => `  ${matched ? '+' : '-'} ${describeRule(rule)}: ${(0,decide/* wordOf */.aG)(rule.verdict)}; ${why}`),
        ...(remedy === undefined ? [] : ['', 'What would allow it:', remedy]),
    ];
    io.out(`${lines.join('\n')}\n`);
    return 0;
}
const describeRule = (rule) => `${rule.file}:${rule.line} (${rule.tier} tier, priority ${rule.priority})`;
function answerOf(verdict, rule, interactive) {
    const decision = (0,decide/* wordOf */.aG)(verdict === 'ask' && !interactive ? 'deny' : verdict);
    return { decision, rule: rule === undefined ? null : (0,decide/* ruleRef */.wT)(rule) };
}
async function checkCommand(options, io) {
    if (options.paths.length > 0)
        return wrongUsage(io, `calls are read from stdin, not from ${options.paths.join(', ')}`, HELP.check ?? '');
    const rules = await rulesFor(options, io);
    if (typeof rules === 'number')
        return rules;
    let bad = false;
    let count = 0;
    for await (const lines of lineBatches(io.stdin)) {
        let answers = '';
        for (const line of lines) {
            count += 1;
            if (line.trim() === '')
                continue;
            const read = readCall(line, options);
            if ('error' in read) {
                bad = true;
                io.err(`line ${count}: ${read.error}\n`);
                answers += `${JSON.stringify({ decision: 'deny', rule: null, error: read.error })}\n`;
                continue;
            }
            const decision = (0,decide/* decide */.LD)(rules, await (0,policy_facts/* factsOf */.x)(read.call, read.mode, options.interactive), options.interactive ? 'ask' : 'deny');
            answers += `${JSON.stringify(answerOf(decision.verdict, decision.rule, options.interactive))}\n`;
        }
        if (answers !== '')
            io.out(answers);
    }
    return bad ? 42 : 0;
}
/** The lines each chunk completes, so that whoever asks one question at a time is answered at once. */
async function* lineBatches(stdin) {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of stdin) {
        rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
        const lines = rest.split('\n');
        rest = lines.pop() ?? '';
        if (lines.length > 0)
            yield lines;
    }
    rest += decoder.decode();
    if (rest !== '')
        yield [rest];
}
function readCall(line, options) {
    const given = objectIn(line);
    if (given === undefined)
        return { error: 'is not a JSON object' };
    const { tool, args = {}, server, agent, mode = options.mode, annotations = {} } = given;
    if (typeof tool !== 'string' || tool === '')
        return { error: 'tool must be a name' };
    if (!isObject(args))
        return { error: 'args must be an object' };
    if (!isObject(annotations))
        return { error: 'annotations must be an object' };
    if (server !== undefined && (typeof server !== 'string' || server === ''))
        return { error: 'server must be a name' };
    if (agent !== undefined && typeof agent !== 'string')
        return { error: 'agent must be a name' };
    const known = typeof mode === 'string' ? readMode(mode) : undefined;
    if (known === undefined)
        return { error: `mode must be one of ${decide/* MODES */.FN.join(', ')}` };
    return { call: callOf({ tool, args, server, agent, annotations }), mode: known };
}
/** A call as the gate would see it: by its present name, and from the server its name speaks of unless it is said. */
function callOf(given) {
    const { tool, args, annotations, agent } = given;
    const said = annotations._serverName;
    const server = given.server ?? (typeof said === 'string' ? said : (0,tool_names/* serverInName */.Kz)(tool));
    return {
        tool: server === undefined ? (0,tool_names/* canonical */.$N)(tool) : tool,
        args,
        annotations,
        ...(server === undefined ? {} : { server }),
        ...(agent === undefined ? {} : { agent }),
    };
}
async function lintCommand(options, io) {
    const paths = [...options.paths, ...options.policies];
    const { rules, problems } = await gatherPolicies({
        policies: paths.length === 0 ? ['.gemini/policies'] : paths,
        adminPolicies: options.adminPolicies,
        defaults: false,
    }, io);
    for (const problem of problems)
        io.out(`${(0,load/* describeProblem */.BJ)(problem).replace(': ', ': error: ')}\n`);
    // A rule that is missing because of a mistake would make its neighbours look idle.
    const findings = problems.length > 0 ? [] : lint(rules);
    for (const { file, line, text } of findings)
        io.out(`${file}:${line}:1: warning: ${text}\n`);
    const count = (many, what) => `${many} ${what}${many === 1 ? '' : 's'}`;
    io.out(`${count(rules.length, 'rule')}, ${count(problems.length, 'error')}, ${count(findings.length, 'warning')}\n`);
    return problems.length > 0 ? 1 : 0;
}
async function testCommand(options, io) {
    if (options.paths.length === 0)
        return wrongUsage(io, 'which table? Name a file', HELP.test ?? '');
    let passed = 0;
    let failed = 0;
    for (const path of options.paths) {
        const file = (0,external_node_path_.resolve)(io.cwd, path);
        const table = readTable(await readText(file, path), path);
        const beside = (paths) => paths.map((each) => (each.startsWith('profile:') ? each : (0,external_node_path_.resolve)((0,external_node_path_.dirname)(file), each)));
        const own = {
            policies: [...options.policies, ...beside(table.policies)],
            adminPolicies: [...options.adminPolicies, ...beside(table.adminPolicies)],
            defaults: options.defaults && table.defaults,
        };
        const rules = await rulesFor(own, io);
        if (typeof rules === 'number')
            return rules;
        for (const each of table.cases) {
            const outcome = await runCase(rules, each);
            if (outcome.ok)
                passed += 1;
            else {
                failed += 1;
                io.out(`${path}:${each.line}: ${outcome.text}\n`);
            }
        }
    }
    io.out(`${passed} as expected, ${failed} not\n`);
    return failed > 0 ? 1 : 0;
}
async function readText(file, shown) {
    const { UserError } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 9727));
    return (0,promises_.readFile)(file, 'utf8').catch((cause) => {
        throw new UserError(`Cannot read ${shown}: ${(0,errors/* messageOf */.b)(cause)}`, { cause });
    });
}
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
function objectIn(text) {
    try {
        const value = JSON.parse(text);
        return isObject(value) ? value : undefined;
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 9873:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ worktreeReader),
/* harmony export */   p: () => (/* binding */ findProjectRoot)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var _github_tree_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6643);
/* harmony import */ var _host_ignore_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4026);
/* harmony import */ var _host_paths_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5422);







/**
 * The files of a folder as they stand now, for commands by which a person tries an edit before committing it; a run reads
 * steering from a commit instead. As there, links are not followed, a name must be spelled as it is stored, and names that
 * differ only in case or Unicode form are refused. `.git`, `node_modules` and nested repositories are left out.
 * `ref` is `worktree`. Rejects when the system refuses to read what is there.
 */
function worktreeReader(directory) {
    const root = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.resolve)(directory);
    const loaded = new Map();
    return {
        ref: 'worktree',
        async read(path) {
            if ((await kindOf(root, path)) !== 'file')
                return undefined;
            const bytes = await readPlain((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(root, path));
            const sha = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
            loaded.set(path, { path, sha, ref: 'worktree', bytes: bytes.length });
            return bytes.toString('utf8');
        },
        async list(folder) {
            const path = folder.replace(/\/$/, '');
            if (path !== '' && (await kindOf(root, path)) !== 'folder')
                return [];
            return (await filesUnder(root, path)).sort();
        },
        loaded: () => [...loaded.values()],
    };
}
/** The repository a folder belongs to: the nearest one upwards that holds `.git` (a folder, or a worktree's file), else itself. */
async function findProjectRoot(startDir) {
    const start = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.resolve)(startDir);
    return (await (0,_host_ignore_js__WEBPACK_IMPORTED_MODULE_5__/* .repositoryTop */ .K)(start)) ?? start;
}
const LARGEST = 16 * 1024 * 1024;
/** Every step is looked up in its folder's listing, which knows names as stored where the file system would bend them. */
async function kindOf(root, path) {
    let kind = 'folder';
    let at = root;
    for (const name of path.split('/')) {
        if (kind !== 'folder')
            return undefined;
        const entry = (await entriesOf(at)).find((each) => each.name === name);
        if (entry === undefined)
            return undefined;
        at = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(at, name);
        kind = entry.isFile() ? 'file' : 'folder';
        if (kind === 'folder' && (await holdsGit(at)))
            return undefined;
    }
    return kind;
}
async function filesUnder(root, folder) {
    const found = [];
    for (const entry of await entriesOf((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(root, folder))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile())
            found.push(path);
        else if (!(await holdsGit((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(root, path))))
            found.push(...(await filesUnder(root, path)));
    }
    return found;
}
/** Regular files and folders of a folder; nothing where there is none. */
async function entriesOf(folder) {
    const entries = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_2__.readdir)(folder, { withFileTypes: true }).catch((error) => {
        if ((0,_host_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .codeOf */ .$N)(error) === 'ENOENT' || (0,_host_paths_js__WEBPACK_IMPORTED_MODULE_6__/* .codeOf */ .$N)(error) === 'ENOTDIR')
            return [];
        throw error;
    });
    // One folder at a time, sub-folders taken for files, the same names are refused as in a commit.
    const { files } = (0,_github_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .sortOut */ .$)(entries.map((entry) => ({ path: entry.name, mode: entry.isSymbolicLink() ? LINK : FILE, sha: '' })));
    return entries.filter((entry) => (entry.isFile() || entry.isDirectory()) && files.has(entry.name) && !LEFT_OUT.has(entry.name.toLowerCase()));
}
/** Modes as git has them. */
const [FILE, LINK] = ['100644', '120000'];
const LEFT_OUT = new Set(['.git', 'node_modules']);
async function readPlain(path) {
    // A link or a pipe may have taken the file's place since it was listed. (Windows knows neither flag.)
    const file = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_2__.open)(path, node_fs__WEBPACK_IMPORTED_MODULE_1__.constants.O_RDONLY | (node_fs__WEBPACK_IMPORTED_MODULE_1__.constants.O_NOFOLLOW ?? 0) | (node_fs__WEBPACK_IMPORTED_MODULE_1__.constants.O_NONBLOCK ?? 0));
    try {
        const { size } = await file.stat();
        if (size > LARGEST)
            throw new Error(`larger than ${LARGEST / 1024 / 1024} MiB`);
        return await file.readFile();
    }
    finally {
        await file.close();
    }
}
const holdsGit = (folder) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_2__.lstat)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(folder, '.git')).then(() => true, () => false);


/***/ })

};
