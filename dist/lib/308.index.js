export const id = 308;
export const ids = [308];
export const modules = {

/***/ 91795:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  FF: () => (/* binding */ createHooks),
  BI: () => (/* binding */ hasHooks),
  kJ: () => (/* binding */ startHookSession)
});

// EXTERNAL MODULE: ./build/model/models.js
var models = __webpack_require__(66934);
// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(13803);
// EXTERNAL MODULE: ./build/platform/timeout-signal.js
var timeout_signal = __webpack_require__(76394);
// EXTERNAL MODULE: ./build/tools/tool.js
var tool = __webpack_require__(10280);
// EXTERNAL MODULE: ./build/agent/stop-conditions.js
var stop_conditions = __webpack_require__(19091);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
;// CONCATENATED MODULE: ./build/agent/hooks/hook-output.js

/** An optional field that also accepts null. */
const maybe = (type) => schemas/* preprocess */.vkY((value) => value ?? undefined, type.optional());
const object = schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J());
const LlmRequest = schemas/* looseObject */._H3({
    model: maybe(schemas/* string */.YjP()),
    messages: maybe(schemas/* array */.YOg(schemas/* looseObject */._H3({ role: schemas/* enum */.k5n(['user', 'model', 'system']), content: schemas/* string */.YjP() }))),
    config: maybe(schemas/* looseObject */._H3({
        temperature: maybe(schemas/* number */.aig()),
        maxOutputTokens: maybe(schemas/* number */.aig()),
        topP: maybe(schemas/* number */.aig()),
        topK: maybe(schemas/* number */.aig()),
    })),
});
const LlmResponse = schemas/* looseObject */._H3({
    text: maybe(schemas/* string */.YjP()),
    candidates: maybe(schemas/* array */.YOg(schemas/* looseObject */._H3({
        content: maybe(schemas/* looseObject */._H3({ parts: maybe(schemas/* array */.YOg(schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* looseObject */._H3({ text: schemas/* string */.YjP() })]))) })),
        finishReason: maybe(schemas/* string */.YjP()),
    }))),
});
const Decision = schemas/* enum */.k5n(['ask', 'block', 'deny', 'approve', 'allow']);
const ToolChoice = schemas/* looseObject */._H3({
    mode: maybe(schemas/* enum */.k5n(['AUTO', 'ANY', 'NONE'])),
    allowedFunctionNames: maybe(schemas/* array */.YOg(schemas/* string */.YjP())),
});
const Output = schemas/* looseObject */._H3({
    continue: maybe(schemas/* boolean */.zMY()),
    stopReason: maybe(schemas/* string */.YjP()),
    decision: maybe(Decision),
    reason: maybe(schemas/* string */.YjP()),
    suppressOutput: maybe(schemas/* boolean */.zMY()),
    systemMessage: maybe(schemas/* string */.YjP()),
    hookSpecificOutput: maybe(schemas/* looseObject */._H3({
        additionalContext: maybe(schemas/* string */.YjP()),
        tool_input: maybe(object),
        llm_request: maybe(LlmRequest),
        llm_response: maybe(LlmResponse),
        toolConfig: maybe(ToolChoice),
        clearContext: maybe(schemas/* boolean */.zMY()),
        tailToolCallRequest: maybe(schemas/* looseObject */._H3({ name: schemas/* string */.YjP().min(1), args: object })),
        permissionDecision: maybe(Decision),
        permissionDecisionReason: maybe(schemas/* string */.YjP()),
    })),
});
/**
 * Interprets the output of a hook: JSON on stdout (on stderr when stdout is blank), else plain text. The exit code decides
 * what plain text means. 0: a message; 1: a warning; 2: always deny; higher with text: deny; 126 and 127: the program could
 * not run.
 */
function interpretHookExit(exit) {
    const { code, signal } = exit;
    const ok = code === 0;
    const text = exit.stdout.trim() || exit.stderr.trim();
    if (code === 126 || code === 127)
        return { ok, failure: { reason: text || `exit code ${code}`, crashed: false } };
    const parsed = parseOutput(text);
    if (!parsed.ok)
        return { ok, failure: { reason: parsed.reason, crashed: false } };
    const output = parsed.output ?? outputFromText(text, code);
    const signalName = signal ?? signalIn(code);
    if (signalName !== undefined)
        return { ok, failure: { reason: `It was terminated by ${signalName}.`, crashed: false }, output };
    if (code === 2)
        return { ok, output: withDenial(output ?? {}) };
    const crashed = !ok && parsed.output === undefined && output?.decision !== 'deny';
    return { ok, output, failure: crashed ? { reason: text || `It ended with exit code ${code}.`, crashed } : undefined };
}
/** Shells report a terminating signal as exit code 128 + signal. */
const signalIn = (code) => code !== null && code > 128 && code < 160 ? `signal ${code - 128}` : undefined;
/** The keys with which a hook decides. */
const DECISION_KEYS = ['decision', 'permissionDecision', 'continue', 'hookSpecificOutput'];
/** A decision that was meant, whatever the text around it: one of the keys with a colon, or the bare word. */
const DECISION_IN_TEXT = new RegExp(`\\b(?:${DECISION_KEYS.join('|')})[\\\\"'\`\\s]*:`, 'gi');
const BARE_DENIAL = /^["'`]*(?:deny|denied|block|blocked)["'`.!]*$/i;
/**
 * Parses JSON output: `{}` for an array, undefined for plain text. Objects between other text, such as log lines, count too, and
 * the strictest one wins. Text that looks like a decision but is no valid one is an error: a guard that quotes the command in its
 * reason must not become a mere message because the command has a quotation mark.
 */
function parseOutput(printed) {
    const text = unwrap(printed);
    const { objects, rest } = splitObjects(text);
    if (BARE_DENIAL.test(text) || rest.match(DECISION_IN_TEXT) !== null)
        return invalid('looks like a decision, but is not valid JSON.', printed);
    const isWhole = objects.length === 1 && rest.trim() === '';
    const answers = objects.filter(({ value }) => isWhole || Object.keys(value).some(isDecisionKey));
    const outputs = [];
    for (const answer of answers) {
        const parsed = Output.safeParse(answer.value);
        const problem = parsed.success ? keyProblem(answer) : `is invalid: ${describeIssue(parsed.error)}`;
        if (problem !== undefined)
            return invalid(problem, printed);
        if (parsed.success)
            outputs.push(withPermissionDecision(parsed.data));
    }
    if (outputs.length > 1)
        return { ok: true, output: mergeHookOutputs(outputs) };
    return { ok: true, output: outputs[0] ?? (Array.isArray(parse(text)) ? {} : undefined) };
}
const invalid = (problem, printed) => {
    const shown = printed.length > 300 ? `${printed.slice(0, 300)}…` : printed;
    return { ok: false, reason: `Its output ${problem} It printed: ${JSON.stringify(shown)}` };
};
const describeIssue = ({ issues: [issue] }) => `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`;
const isDecisionKey = (key) => DECISION_KEYS.some((each) => each.toLowerCase() === key.toLowerCase());
/** JSON.parse() takes the last of two equal keys, so text in a reason could replace the decision. */
function keyProblem({ value, source }) {
    const misspelt = Object.keys(value).find((key) => isDecisionKey(key) && !DECISION_KEYS.includes(key));
    if (misspelt !== undefined)
        return `has the unknown key "${misspelt}".`;
    return repeatsKey(source) ? 'has a key twice in one object.' : undefined;
}
function repeatsKey(source) {
    const open = [];
    for (const [token, key] of source.matchAll(/"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[{}]/gs)) {
        if (token === '{')
            open.push(new Set());
        else if (token === '}')
            open.pop();
        if (key === undefined)
            continue;
        const name = String(parse(`"${key}"`));
        if (open.at(-1)?.has(name))
            return true;
        open.at(-1)?.add(name);
    }
    return false;
}
/** The JSON objects in a text, and the text around them. */
function splitObjects(text) {
    const objects = [];
    let rest = '';
    let end = 0;
    let start = 0;
    let depth = 0;
    let quoted = false;
    for (let index = 0; index < text.length; index++) {
        const char = text[index];
        if (quoted && char === '\\')
            index++;
        else if (char === '"')
            quoted = depth > 0 && !quoted;
        else if (quoted)
            continue;
        else if (char === '{' && depth++ === 0)
            start = index;
        else if (char === '}' && depth > 0 && --depth === 0) {
            const source = text.slice(start, index + 1);
            const value = parse(source);
            if (typeof value !== 'object' || value === null)
                continue;
            objects.push({ value, source });
            rest += text.slice(end, start);
            end = index + 1;
        }
    }
    return { objects, rest: rest + text.slice(end) };
}
/** The text of JSON that is encoded twice. */
function unwrap(text) {
    const inner = parse(text);
    return typeof inner === 'string' && inner.trim().startsWith('{') ? inner.trim() : text;
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function outputFromText(text, code) {
    if (text === '' || !isProse(text))
        return undefined;
    if (code === 0 || code === null)
        return { decision: 'allow', systemMessage: text };
    if (code === 1)
        return { decision: 'allow', systemMessage: `Warning: ${text}` };
    return { decision: 'deny', reason: text };
}
/** Whether text is a message for people, not a JSON number, boolean or null. */
const isProse = (text) => {
    const value = parse(text);
    return value === undefined || typeof value === 'string';
};
const isBlocking = (decision) => decision === 'deny' || decision === 'block';
const withDenial = (output) => isBlocking(output.decision) ? output : { ...output, decision: 'deny' };
/** Applies the older field `permissionDecision` when it is stricter. */
function withPermissionDecision(output) {
    const { permissionDecision: older, permissionDecisionReason: reason } = output.hookSpecificOutput ?? {};
    const counts = isBlocking(older) ? !isBlocking(output.decision) : older === 'ask' && !isStrict(output.decision);
    if (!counts || older === undefined)
        return output;
    return { ...output, decision: older, reason: reason ?? output.reason };
}
const isStrict = (decision) => decision === 'ask' || isBlocking(decision);
/**
 * Merges the outputs of the hooks of one event; undefined without outputs. The strictest decision wins. Edits are combined;
 * later ones override earlier ones.
 */
function mergeHookOutputs(outputs) {
    if (outputs.length === 0)
        return undefined;
    const stopped = outputs.some((output) => output.continue === false);
    const decision = strictest(outputs) ?? (stopped ? undefined : 'allow');
    return withoutUndefined({
        continue: !stopped,
        suppressOutput: outputs.some((output) => output.suppressOutput === true),
        decision,
        stopReason: joinTexts(outputs.map(({ stopReason }) => stopReason)),
        reason: joinTexts(outputs.map(({ reason }) => reason)),
        systemMessage: joinTexts(outputs.map(({ systemMessage }) => systemMessage)),
        hookSpecificOutput: mergeSpecific(present(outputs.map(({ hookSpecificOutput }) => hookSpecificOutput))),
    });
}
function strictest(outputs) {
    const decisions = outputs.map(({ decision }) => decision);
    return (decisions.findLast((decision) => decision === 'deny' || decision === 'block') ??
        decisions.find((decision) => decision === 'ask'));
}
function mergeSpecific(all) {
    if (all.length === 0)
        return undefined;
    return withoutUndefined({
        ...mergeObjects(all),
        tool_input: mergeObjects(all.map(({ tool_input }) => tool_input)),
        llm_request: mergeObjects(all.map(({ llm_request }) => llm_request)),
        additionalContext: joinTexts(all.map(({ additionalContext }) => additionalContext)),
        clearContext: all.some(({ clearContext }) => clearContext === true) || undefined,
        toolConfig: mergeChoices(present(all.map(({ toolConfig }) => toolConfig))),
    });
}
/** Merges objects. Later fields override earlier ones; undefined fields are ignored. */
function mergeObjects(all) {
    const defined = present(all);
    return defined.length === 0 ? undefined : objectFrom(defined.flatMap((each) => Object.entries(each)));
}
/** NONE overrides ANY, ANY overrides AUTO. Names are combined. Undefined without a choice. */
function mergeChoices(choices) {
    if (choices.length === 0)
        return undefined;
    if (choices.some(({ mode }) => mode === 'NONE'))
        return { mode: 'NONE', allowedFunctionNames: [] };
    const names = new Set(choices.flatMap(({ allowedFunctionNames }) => allowedFunctionNames ?? []));
    const mode = choices.some((choice) => choice.mode === 'ANY') ? 'ANY' : 'AUTO';
    return { mode, allowedFunctionNames: [...names].sort() };
}
const joinTexts = (texts) => texts.filter((text) => text !== undefined && text !== '').join('\n') || undefined;
const present = (all) => all.filter((each) => each !== undefined);
const withoutUndefined = (value) => objectFrom(Object.entries(value));
/** Uses fromEntries, because assigning a key __proto__ would change the prototype. */
const objectFrom = (entries) => Object.fromEntries(entries.filter(([, each]) => each !== undefined)); // the entries of a Type
const hookReason = (output) => output.stopReason ?? output.reason ?? 'No reason provided';

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/platform/process/run-program.js + 1 modules
var run_program = __webpack_require__(76940);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: ./build/policy/rules/patterns.js
var patterns = __webpack_require__(89448);
;// CONCATENATED MODULE: ./build/agent/hooks/hook-settings.js





const HOOK_EVENTS = [
    'SessionStart',
    'SessionEnd',
    'BeforeAgent',
    'AfterAgent',
    'BeforeModel',
    'AfterModel',
    'BeforeToolSelection',
    'BeforeTool',
    'AfterTool',
    'PreCompress',
    'Notification',
];
/** Names a hook at the start of a message. Shortens commands that serve as names. */
function hookLabel({ name, event }) {
    const [line = ''] = name.trim().split('\n', 1);
    return `The hook "${line.length > 80 ? `${line.slice(0, 80)}…` : line}" (${event})`;
}
const TIMEOUT_MS = 60_000;
const Entry = schemas/* looseObject */._H3({
    matcher: schemas/* string */.YjP().optional(),
    sequential: schemas/* boolean */.zMY().optional(),
    hooks: schemas/* array */.YOg(schemas/* looseObject */._H3({
        type: schemas/* enum */.k5n(['command', 'plugin'], { error: 'must be "command"' }),
        command: schemas/* string */.YjP().refine((text) => text.trim() !== '', 'must not be empty'),
        name: schemas/* string */.YjP().optional(),
        timeout: schemas/* number */.aig().positive().optional(),
        env: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP()).optional(),
        onFailure: schemas/* enum */.k5n(['deny', 'allow']).optional(),
    })),
});
const names = schemas/* array */.YOg(schemas/* string */.YjP()).optional();
const Switches = schemas/* looseObject */._H3({ enabled: schemas/* boolean */.zMY().optional(), disabled: names });
const Shape = schemas/* looseObject */._H3({
    hooks: schemas/* looseObject */._H3({ enabled: schemas/* boolean */.zMY().optional(), disabled: names }).optional(),
    hooksConfig: Switches.optional(),
    tools: schemas/* looseObject */._H3({ enableHooks: schemas/* boolean */.zMY().optional() }).optional(),
    enableHooks: schemas/* boolean */.zMY().optional(),
});
/** Keys of older settings, besides the events. */
const OTHER_KEYS = ['enabled', 'disabled', 'notifications'];
/**
 * Reads the hooks from the settings, in order, with notices about ignored entries. Throws UserError with the field for an
 * invalid hook: a skipped hook might have denied a call.
 */
function parseHookSettings(settings) {
    const { hooks: table = {}, hooksConfig = {}, tools = {}, enableHooks } = parseWith(Shape, settings ?? {}, []);
    const enabled = hooksConfig.enabled ?? table.enabled ?? tools.enableHooks ?? enableHooks ?? true;
    if (!enabled)
        return { hooks: [], notices: [] };
    const disabled = new Set([...(hooksConfig.disabled ?? []), ...(table.disabled ?? [])]);
    const hooks = [];
    const notes = [];
    for (const [key, value] of Object.entries(table)) {
        if (OTHER_KEYS.includes(key))
            continue;
        const event = HOOK_EVENTS.find((candidate) => candidate === key);
        if (event === undefined)
            notes.push(`Settings: unknown hook event "${key}"; its hooks are ignored.`);
        else
            hooks.push(...hooksForEvent(event, value).filter(({ name, command }) => !disabled.has(name) && !disabled.has(command)));
    }
    return { hooks, notices: notes };
}
function hooksForEvent(event, value) {
    return parseWith(schemas/* array */.YOg(Entry), value, ['hooks', event]).flatMap(({ matcher, sequential = false, hooks }, index) => {
        const compiled = compileMatcher(matcher, `hooks.${event}.${index}.matcher`);
        return hooks.map(({ name, command, timeout, env, onFailure }) => ({
            event,
            name: name || command,
            command,
            sequential,
            timeoutMs: timeout ?? TIMEOUT_MS,
            env: env ?? {},
            matcher: compiled,
            onFailure,
        }));
    });
}
/** Compiles a matcher. Triggers are compared as words, but each of them is also a valid pattern. */
function compileMatcher(matcher, field) {
    if (matcher === undefined || ['', '*'].includes(matcher.trim()))
        return undefined;
    const compiled = (0,patterns/* compilePattern */.Eb)(matcher, false);
    if (compiled.ok)
        return compiled.pattern;
    throw new errors/* UserError */.yo(`The hook settings are invalid:\n- ${field}: ${JSON.stringify(matcher)} ${compiled.reason}`);
}
function parseWith(type, value, path) {
    const result = type.safeParse(value);
    if (result.success)
        return result.data;
    const lines = result.error.issues.map((issue) => `- ${(0,errors/* zodIssueMessage */.YB)({ path: [...path, ...issue.path], message: issue.message })}`);
    throw new errors/* UserError */.yo(`The hook settings are invalid:\n${lines.join('\n')}`);
}
/**
 * Selects the hooks to run, each once. A tool matcher is a regular expression that matches anywhere in a name; a trigger
 * matcher is the exact word; other events have no matchers.
 */
function planHooks(hooks, event, subject) {
    const seen = new Set();
    const chosen = hooks.filter((hook) => {
        const key = JSON.stringify([hook.name, hook.command]);
        if (hook.event !== event || seen.has(key) || !matches(hook, subject))
            return false;
        seen.add(key);
        return true;
    });
    return { hooks: chosen, sequential: chosen.some(({ sequential }) => sequential) };
}
function matches({ matcher }, subject) {
    if (matcher === undefined || subject === undefined)
        return true;
    if ('trigger' in subject)
        return matcher.source === subject.trigger;
    // When matching times out, run the hook.
    return subject.tool.some((name) => (0,patterns/* testPattern */.r$)(matcher, name, (0,patterns/* newPatternBudget */.ec)()) !== 'no');
}
/**
 * Copies hook programs below `.gemini/`, with the files beside them, from the steering commit to the folder, and redirects the
 * commands there. Changes to these programs in the checkout, by a pull request or the model, have no effect.
 */
async function withTrustedPrograms(hooks, { files, folder }) {
    if (!hooks.some(({ command }) => command.includes('.gemini/')))
        return [...hooks];
    const paths = new Set(await files.list('.gemini'));
    const folders = new Set();
    const redirected = hooks.map((hook) => {
        const command = hook.command.replace(PROGRAM, (match, before, path) => {
            if (!paths.has(path))
                return match;
            folders.add(programFolder(path));
            return before + escapeForShell((0,external_node_path_.join)(folder, path));
        });
        return { ...hook, command };
    });
    const copied = [...paths].filter((path) => folders.has(programFolder(path)));
    await Promise.all(copied.map((path) => copyFile(path, files, folder)));
    return redirected;
}
/**
 * Matches a path below `.gemini/` at the start of a word, with any spelling of the checkout before it. Quotes around only the
 * checkout are removed with it; quotes around the whole word stay.
 */
const PROGRAM = /(^|[\s"'=;|&(`])(?:"\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR)\}?"\/|\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR)\}?\/|\.\/)?(\.gemini\/[\w./-]+)/g;
/** The folder that is copied with a program: `.gemini/hooks/…` as a whole, a file directly in `.gemini/` alone. */
const programFolder = (path) => path.split('/').slice(0, 2).join('/');
/** Escapes a path outside quotes. Paths of temporary folders rarely need it; inside quotes it would be wrong. */
const escapeForShell = (path) => path.replaceAll('\\', '/').replace(/[^\w./:~+@%-]/g, '\\$&');
async function copyFile(path, files, folder) {
    const text = await files.read(path);
    if (text === undefined)
        return;
    const target = (0,external_node_path_.join)(folder, path);
    await (0,promises_.mkdir)((0,external_node_path_.dirname)(target), { recursive: true });
    await (0,promises_.writeFile)(target, text, { mode: 0o755 });
}

;// CONCATENATED MODULE: ./build/agent/hooks/hook-runner.js





/**
 * Events whose hooks deny when they fail, because they run before an action that they could forbid. A failure at other events
 * is a warning. `onFailure` of a hook overrides this.
 */
const DENY_ON_FAILURE = ['BeforeAgent', 'BeforeModel', 'BeforeTool'];
/** Runs the hooks that match a trigger and merges their outputs. Never rejects. */
async function fireHooks(hooks, { event, subject, fields, signal }, context) {
    const planned = planHooks(hooks, event, subject);
    if (planned.hooks.length === 0)
        return undefined;
    const input = context.redact({
        session_id: context.session,
        transcript_path: context.transcriptPath,
        cwd: context.cwd,
        hook_event_name: event,
        timestamp: new Date(context.now()).toISOString(),
        ...fields,
    });
    const outputs = planned.sequential
        ? await runSequentially(planned.hooks, input, context, signal)
        : await Promise.all(planned.hooks.map(async (hook) => outputsOf(await runAndReport(hook, input, context, signal), hook)));
    return mergeHookOutputs(outputs.flat());
}
async function runSequentially(hooks, first, context, signal) {
    const outputs = [];
    let input = first;
    for (const hook of hooks) {
        const result = await runAndReport(hook, input, context, signal);
        outputs.push(outputsOf(result, hook));
        if (result.ok && result.output !== undefined)
            input = nextInput(input, result.output);
    }
    return outputs;
}
/** The input of the next sequential hook, with the edits of this one. */
function nextInput(input, { hookSpecificOutput }) {
    const { additionalContext, llm_request, tool_input } = hookSpecificOutput ?? {};
    const next = { ...input };
    if (additionalContext !== undefined && typeof input.prompt === 'string')
        next.prompt = `${input.prompt}\n\n${additionalContext}`;
    for (const [key, edits] of Object.entries({ llm_request, tool_input }))
        if (edits !== undefined && isObject(input[key]))
            next[key] = { ...input[key], ...edits };
    return next;
}
async function runAndReport(hook, input, context, signal) {
    const started = context.now();
    const refusal = context.refusals.get(hook);
    const result = refusal === undefined
        ? context.redact(await runHookProgram(hook, input, context, signal).catch(failureOf))
        : { ok: false, failure: { reason: refusal, crashed: false } };
    report(hook, result, context, context.now() - started);
    if (refusal === undefined && !signal?.aborted)
        warn(hook, result, context);
    return result;
}
/** An internal error counts as a failure of the hook. */
const failureOf = (error) => ({ ok: false, failure: { reason: (0,errors/* messageOf */.bD)(error), crashed: false } });
function outputsOf({ output, failure }, hook) {
    const outputs = output === undefined ? [] : [output];
    if (failure === undefined)
        return outputs;
    const denies = (hook.onFailure ?? (DENY_ON_FAILURE.includes(hook.event) && !failure.crashed ? 'deny' : 'allow')) === 'deny';
    return denies
        ? [...outputs, { decision: 'deny', reason: `${hookLabel(hook)} gave no answer. ${failure.reason}` }]
        : outputs;
}
function report(hook, { ok, exit, output, failure }, context, ms) {
    const { event, name } = hook;
    context.emit({
        type: 'hook_finished',
        event,
        hook: name,
        ok,
        ms,
        exit,
        decision: output?.decision,
        failure: failure?.reason,
    });
}
/** Reports a failure or the hook's message to people. Rejected hooks were reported when the run started. */
function warn(hook, { output, failure }, context) {
    if (failure !== undefined)
        warnOnce(`${hookLabel(hook)} failed. ${failure.reason}`, context);
    else if (output?.systemMessage && !output.suppressOutput)
        context.emit({ type: 'notice', level: 'info', text: `${hookLabel(hook)}: ${output.systemMessage}` });
}
function warnOnce(text, { warned, emit }) {
    if (!warned.has(text))
        emit({ type: 'notice', level: 'warning', text });
    warned.add(text);
}
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** Runs one hook with `input` as JSON on stdin. Never rejects and leaves no process running. */
async function runHookProgram(hook, input, environment, signal) {
    const ran = await (0,run_program/* runProgram */.mB)({ shell: quoteHookVariables(hook.command) }, {
        cwd: environment.cwd,
        env: { ...environment.env, ...hookVariables(environment), ...hook.env },
        stdin: `${JSON.stringify(input)}\n`,
        timeoutMs: hook.timeoutMs,
        maxBytes: MAX_OUTPUT_BYTES,
        endProcessTree: true,
        signal,
        wrap: environment.wrap,
    });
    const withoutAnswer = (reason) => ({ ok: false, failure: { reason, crashed: false } });
    if (ran.failure !== undefined)
        return withoutAnswer(`It could not be started: ${ran.failure}.`);
    if (ran.aborted)
        return withoutAnswer('The run was stopped.');
    if (ran.timedOut === 'total')
        return withoutAnswer(`Hook timed out after ${hook.timeoutMs}ms`);
    if (ran.truncatedBytes > 0 || ran.timedOut !== false)
        return withoutAnswer(`It printed more than ${MAX_OUTPUT_BYTES} bytes.`);
    return { ...interpretHookExit(ran), exit: ran.code ?? undefined };
}
const hookVariables = ({ cwd, session, transcriptPath }) => ({
    GEMINI_PROJECT_DIR: cwd,
    GEMINI_CWD: cwd,
    CLAUDE_PROJECT_DIR: cwd,
    GEMINI_PLANS_DIR: (0,external_node_path_.join)((0,external_node_path_.dirname)(transcriptPath), 'plans'),
    GEMINI_SESSION_ID: session,
});
const QUOTED_OR_HOOK_VARIABLE = /'[^']*'|"(?:\\.|[^"\\])*"|\\.|\$(?:GEMINI_(?:PROJECT_DIR|CWD|PLANS_DIR|SESSION_ID)|CLAUDE_PROJECT_DIR)\b/gs;
/** Quotes unquoted hook variables, so that `$GEMINI_PROJECT_DIR/x` stays one word for every folder name. */
const quoteHookVariables = (command) => command.replace(QUOTED_OR_HOOK_VARIABLE, (match) => (match.startsWith('$') ? `"${match}"` : match));

// EXTERNAL MODULE: ./build/agent/hooks/repository-code.js
var repository_code = __webpack_require__(8759);
// EXTERNAL MODULE: ./build/agent/hooks/tool-hooks.js
var tool_hooks = __webpack_require__(4770);
;// CONCATENATED MODULE: ./build/agent/hooks/hook-events.js










/** Builds the hooks of a run: for each event, the input of its hooks and the effect of their output. */
async function buildHooks(hooks, settings, options) {
    const refused = options.repositoryCode === false ? await refuseRepositoryCode(hooks, options) : undefined;
    const runContext = {
        ...options,
        env: refused?.env ?? options.env,
        redact: options.redact ?? ((value) => value),
        refusals: refused?.refusals ?? new Map(),
        warned: new Set(),
    };
    const fire = (trigger) => fireHooks(hooks, trigger, runContext);
    /** Reports a stopped or blocked turn. Blocked calls are in the call record instead. */
    const warn = (decision, output, { aborted }) => {
        // A hook that was aborted with the run did not object.
        if (aborted)
            return;
        runContext.emit({
            type: 'notice',
            level: 'warning',
            text: `Agent execution ${decision.action === 'stop' ? 'stopped' : 'blocked'}: ${output?.systemMessage ?? decision.reason}`,
        });
    };
    return {
        ...sessionHooks(fire),
        ...agentHooks(fire, warn),
        ...modelHooks(fire, warn),
        ...toolHooks(fire, warn, serverSettings(settings)),
    };
}
function sessionHooks(fire) {
    return {
        async sessionStart(source, signal) {
            const output = await fire({ event: 'SessionStart', subject: { trigger: source }, fields: { source }, signal });
            return contextIn(output) ?? '';
        },
        async sessionEnd(reason, timeoutMs) {
            const signal = (0,timeout_signal/* timeoutSignal */._)(timeoutMs);
            await fire({ event: 'SessionEnd', subject: { trigger: reason }, fields: { reason }, signal });
        },
        async preCompress(trigger, signal) {
            await fire({ event: 'PreCompress', subject: { trigger }, fields: { trigger }, signal });
        },
    };
}
function agentHooks(fire, warn) {
    return {
        async beforeAgent(prompt, signal) {
            const output = await fire({ event: 'BeforeAgent', fields: { prompt: promptText(prompt) }, signal });
            const decision = decisionIn(output);
            if (decision.action !== 'continue') {
                warn(decision, output, signal);
                return decision;
            }
            const context = contextIn(output);
            return {
                action: 'continue',
                prompt: context === undefined ? prompt : [...prompt, { kind: 'text', text: context }],
            };
        },
        async afterAgent({ prompt, answer, isFollowUp }, signal) {
            const fields = {
                prompt: promptText(prompt),
                prompt_response: answer || '[no response text]',
                stop_hook_active: isFollowUp,
            };
            const output = await fire({ event: 'AfterAgent', fields, signal });
            const decision = decisionIn(output);
            if (decision.action !== 'continue')
                warn(decision, output, signal);
            return { ...decision, clearHistory: output?.hookSpecificOutput?.clearContext === true };
        },
    };
}
/** The parts of a prompt as the model reads them: as paragraphs. */
const promptText = (prompt) => prompt.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n');
function modelHooks(fire, warn) {
    return {
        async beforeModel(request, signal) {
            const output = await fire({ event: 'BeforeModel', fields: { llm_request: llmRequest(request) }, signal });
            const decision = decisionIn(output);
            const { llm_request, llm_response } = output?.hookSpecificOutput ?? {};
            const reply = replyFromHook(llm_response, request.model);
            if (decision.action === 'stop' || (decision.action === 'block' && reply === undefined)) {
                warn(decision, output, signal);
                throw new stop_conditions/* Stopped */.C9('hook');
            }
            if (reply !== undefined)
                return { reply };
            const edited = editedRequest(request, llm_request);
            const fields = { llm_request: llmRequest(edited) };
            const selection = await fire({ event: 'BeforeToolSelection', fields, signal });
            return { request: narrowedRequest(edited, selection?.hookSpecificOutput?.toolConfig) };
        },
        async afterModel(request, reply, signal) {
            const fields = { llm_request: llmRequest(request), llm_response: llmResponse(reply) };
            const output = await fire({ event: 'AfterModel', fields, signal });
            const decision = decisionIn(output);
            if (decision.action !== 'continue') {
                warn(decision, output, signal);
                throw new stop_conditions/* Stopped */.C9('hook');
            }
            return editedReply(reply, output?.hookSpecificOutput?.llm_response);
        },
    };
}
function toolHooks(fire, warn, servers) {
    return {
        async beforeTool(call, signal) {
            const fields = (0,tool_hooks/* toolFields */.M2)(call, servers);
            const output = await fire({ event: 'BeforeTool', subject: { tool: (0,tool_hooks/* matchableNames */.MI)(call.tool) }, fields, signal });
            const decision = decisionIn(output);
            if (decision.action === 'stop')
                warn(decision, output, signal);
            if (decision.action !== 'continue')
                return decision;
            const edits = output?.hookSpecificOutput?.tool_input;
            const args = edits ? { ...call.args, ...edits } : undefined;
            return output?.decision === 'ask'
                ? { action: 'ask', reason: confirmationReason(output), args }
                : { action: 'continue', reason: '', args };
        },
        async afterTool(call, result, signal) {
            const fields = { ...(0,tool_hooks/* toolFields */.M2)(call, servers), tool_response: (0,tool_hooks/* toolResponse */.mq)(result) };
            const output = await fire({ event: 'AfterTool', subject: { tool: (0,tool_hooks/* matchableNames */.MI)(call.tool) }, fields, signal });
            const decision = decisionIn(output);
            if (decision.action === 'stop')
                warn(decision, output, signal);
            if (decision.action !== 'continue')
                return { result: blockedResult(decision) };
            const context = contextIn(output);
            const next = output?.hookSpecificOutput?.tailToolCallRequest;
            return {
                result: context === undefined ? result : (0,tool_hooks/* appendParagraph */.d6)(result, context),
                next: next ? { name: next.name, args: next.args } : undefined,
            };
        },
        async notification(call, tool, signal) {
            const fields = { notification_type: 'ToolPermission', ...(0,tool_hooks/* confirmation */.EL)(call, tool) };
            await fire({ event: 'Notification', fields, signal });
        },
    };
}
/** The decision in a hook output. `stop` outranks `block`. */
function decisionIn(output) {
    if (output?.continue === false)
        return { action: 'stop', reason: hookReason(output) };
    const blocks = output?.decision === 'deny' || output?.decision === 'block';
    return blocks ? { action: 'block', reason: hookReason(output) } : { action: 'continue' };
}
const confirmationReason = ({ systemMessage, reason }) => `A hook requires confirmation by a person.${(systemMessage ?? reason) ? ` ${systemMessage ?? reason}` : ''}`;
function contextIn(output) {
    const context = output?.hookSpecificOutput?.additionalContext;
    return context ? (0,tool_hooks/* hookContextText */.qV)(context) : undefined;
}
const blockedResult = ({ action, reason }) => action === 'stop'
    ? (0,tool/* failed */.gz)('stop_execution', `Agent execution stopped by hook: ${reason}`)
    : (0,tool/* failed */.gz)('execution_failed', `Tool result blocked: ${reason}`);
function serverSettings(settings) {
    if (typeof settings !== 'object' || settings === null || !('mcpServers' in settings))
        return {};
    const { mcpServers } = settings;
    return typeof mcpServers === 'object' && mcpServers !== null ? { ...mcpServers } : {};
}
/** Finds the hooks that would run code of the untrusted checkout, and builds a safe environment for the others. */
async function refuseRepositoryCode(hooks, { cwd, env, emit }) {
    const refusals = new Map();
    for (const hook of hooks) {
        const reason = await (0,repository_code/* repositoryCodeReason */.MR)(hook, cwd);
        if (reason === undefined)
            continue;
        const text = `It does not run on untrusted code, because ${reason}. Install the program and use its full path, or set run_pr_code.`;
        refusals.set(hook, text);
        emit({ type: 'notice', level: 'warning', text: `${hookLabel(hook)} is rejected. ${text}` });
    }
    return { refusals, env: (0,repository_code/* withoutRepositoryPrograms */.oc)(env, cwd) };
}
/** A request in the hook format: messages with text, and the sampling. */
const llmRequest = ({ model, messages, sampling = {} }) => ({
    model: (0,models/* resolveModel */.AX)(model),
    messages: messages.flatMap((message) => {
        const content = textOf(message);
        return content === undefined ? [] : [{ role: message.role, content }];
    }),
    config: sampling,
});
/** A reply in the hook format, without calls and thoughts. */
function llmResponse({ parts, stop, reason, usage }) {
    const text = textOfParts(parts) ?? '';
    const finishReason = reason ?? (stop === 'length' ? 'MAX_TOKENS' : stop === 'blocked' ? 'OTHER' : 'STOP');
    return {
        text,
        candidates: [{ content: { role: 'model', parts: text === '' ? [] : [text] }, finishReason, index: 0 }],
        usageMetadata: {
            promptTokenCount: usage.input,
            candidatesTokenCount: usage.output,
            totalTokenCount: usage.total,
        },
    };
}
/**
 * Applies a hook's edits to a request. The edited messages replace the texts in order; calls, tool results, data and
 * signatures stay. Extra messages are appended. Edited sampling replaces all sampling.
 */
function editedRequest(request, edit) {
    if (edit === undefined)
        return request;
    return {
        ...request,
        // If a hook only repeats the model, keep its alias, and with it the sampling of the alias.
        model: edit.model === undefined || edit.model === (0,models/* resolveModel */.AX)(request.model) ? request.model : edit.model,
        messages: edit.messages === undefined ? request.messages : editedMessages(request.messages, edit.messages),
        sampling: edit.config === undefined ? request.sampling : samplingIn(edit.config),
    };
}
function editedMessages(messages, edits) {
    const remaining = [...edits];
    const edited = messages.map((message) => {
        const before = textOf(message);
        const edit = before === undefined ? undefined : remaining.shift();
        return edit === undefined || message.role === 'tool' ? message : editedMessage(message, before, edit);
    });
    return [...edited, ...remaining.map(({ role, content }) => ({ role: roleOf(role), parts: [textPart(content)] }))];
}
function editedMessage(message, before, edit) {
    // A message with calls must stay a model message, because tool results follow it.
    const role = message.parts.some(({ kind }) => kind === 'call') ? message.role : roleOf(edit.role);
    if (edit.content === before)
        return role === message.role ? message : { ...message, role };
    return { role, parts: withText(message.parts, edit.content) };
}
const roleOf = (role) => (role === 'model' ? 'model' : 'user');
function samplingIn({ temperature, maxOutputTokens, topP, topK }) {
    const sampling = { temperature, maxOutputTokens, topP, topK };
    return Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== undefined));
}
/**
 * Applies a hook's choice of tools: tools that must be called, no tools, or the only declared tools. Ignores undeclared names: a
 * hook can narrow the choice, not widen it.
 */
function narrowedRequest(request, choice) {
    const { mode = 'AUTO', allowedFunctionNames = [] } = choice ?? {};
    if (choice === undefined || (mode === 'AUTO' && allowedFunctionNames.length === 0))
        return request;
    if (mode === 'NONE')
        return { ...request, choice: { mode: 'none' } };
    const selected = request.tools.filter(({ name }) => allowedFunctionNames.includes(name));
    if (mode === 'AUTO')
        return { ...request, tools: selected };
    const names = selected.map(({ name }) => name);
    // The API would reject an empty list of names, or take it as all tools.
    if (allowedFunctionNames.length > 0 && names.length === 0)
        return { ...request, choice: { mode: 'none' } };
    return { ...request, choice: { mode: 'any', names: names.length === 0 ? undefined : names } };
}
/** A hook's reply in place of the model's; undefined without text. */
function replyFromHook(response, model) {
    const text = hookText(response);
    if (text === undefined)
        return undefined;
    const reason = response?.candidates?.[0]?.finishReason;
    const stop = reason === undefined || reason === 'STOP' ? 'finished' : reason === 'MAX_TOKENS' ? 'length' : 'blocked';
    return { parts: [textPart(text)], stop, reason: stop === 'blocked' ? reason : undefined, usage: types/* NO_USAGE */.yJ, model };
}
/** Replaces the text of a reply by a hook's text. Calls stay. */
function editedReply(reply, response) {
    const text = hookText(response);
    return text === undefined || text === textOfParts(reply.parts)
        ? reply
        : { ...reply, parts: withText(reply.parts, text) };
}
function hookText(response) {
    const parts = response?.candidates?.[0]?.content?.parts ?? (response?.text === undefined ? [] : [response.text]);
    return parts.length === 0 ? undefined : parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}
/** Replaces all text parts by one, at the position of the first. */
function withText(parts, text) {
    const first = parts.findIndex(({ kind }) => kind === 'text');
    const position = Math.max(first, 0);
    const rest = (some) => some.filter(({ kind }) => kind !== 'text');
    return [...rest(parts.slice(0, position)), textPart(text), ...rest(parts.slice(position))];
}
const textPart = (text) => ({ kind: 'text', text });
const textOf = (message) => message.role === 'tool' ? undefined : textOfParts(message.parts);
/** Undefined when no part is text. */
function textOfParts(parts) {
    const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
    return texts.length === 0 ? undefined : texts.join('');
}

;// CONCATENATED MODULE: ./build/agent/hooks/hooks.js


/**
 * Creates the hooks from the settings; undefined without hooks. Rejects with UserError, which names the field, for invalid
 * hook settings.
 */
async function createHooks(settings, options) {
    if (!hasHooks(settings))
        return undefined;
    const { hooks, notices } = parseHookSettings(settings);
    for (const text of notices)
        options.emit({ type: 'notice', level: 'warning', text });
    if (hooks.length === 0)
        return undefined;
    return buildHooks(options.trustedFiles === undefined ? hooks : await withTrustedPrograms(hooks, options.trustedFiles), settings, options);
}
/** Runs the SessionStart hooks, and the SessionEnd hooks on disposal. `context` is text for the model before the task. */
async function startHookSession(hooks, signal) {
    return {
        context: (await hooks?.sessionStart('startup', signal)) ?? '',
        // A canceled job has a few seconds left, and the results still have to be posted.
        [Symbol.asyncDispose]: async () => hooks?.sessionEnd('exit', signal.aborted ? 2000 : 60_000),
    };
}
const hasHooks = (settings) => typeof settings === 'object' && settings !== null && 'hooks' in settings;


/***/ }),

/***/ 89009:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A7: () => (/* binding */ mapOf),
/* harmony export */   A9: () => (/* binding */ normalized),
/* harmony export */   E0: () => (/* binding */ mapText),
/* harmony export */   Ej: () => (/* binding */ textsIn),
/* harmony export */   Kd: () => (/* binding */ readsSecret),
/* harmony export */   ii: () => (/* binding */ referencesIn),
/* harmony export */   kW: () => (/* binding */ findWorkflowSteps),
/* harmony export */   l$: () => (/* binding */ expressionsIn)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(38815);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34779);


const MAX_FILES = 20;
/**
 * The steps of the trusted workflow file that can be this one. `GITHUB_WORKFLOW_REF` names the file; the job can also be in a
 * reusable workflow of this repository that the file calls. Several when the runner's variables fit several.
 */
async function findWorkflowSteps(steering, env, notice) {
    const [, repository = '', path = ''] = /^([^/]+\/[^/]+)\/(\.github\/workflows\/[^@]+)@/.exec(env.GITHUB_WORKFLOW_REF ?? '') ?? [];
    if (path === '' || repository.toLowerCase() !== (env.GITHUB_REPOSITORY ?? '').toLowerCase())
        return [];
    const steps = await stepsOfFile(path, undefined, { steering, notice, visited: new Set() });
    const ofJob = steps.filter(({ jobName }) => jobName === env.GITHUB_JOB);
    const candidates = ofJob.length > 0 ? ofJob : steps;
    const action = env.GITHUB_ACTION ?? '';
    const byId = candidates.filter(({ step }) => mapText(step, 'id') === action);
    const matching = byId.length > 0 ? byId : candidates.filter(({ step }) => isThisAction(step, env));
    return matching.map(({ place }) => place);
}
async function stepsOfFile(path, caller, context) {
    const { steering, notice, visited } = context;
    if (visited.size >= MAX_FILES)
        return [];
    const text = await steering.read(path);
    if (text === undefined)
        return [];
    visited.add(path);
    let workflow;
    try {
        workflow = mapOf((0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .parse */ .qg)(text, { maxAliasCount: 100 }));
    }
    catch (error) {
        notice(`${path} at the steering commit is not valid YAML, so no variables of the step are known. (${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error).split('\n')[0]})`);
        return [];
    }
    const all = [];
    for (const [jobName, value] of Object.entries(mapOf(workflow.jobs))) {
        const job = mapOf(value);
        const steps = (Array.isArray(job.steps) ? job.steps : []).map(mapOf);
        for (const [index, step] of steps.entries())
            if (typeof step.uses === 'string')
                all.push({ jobName, step, place: { workflow, job, steps, index, caller } });
        const called = typeof job.uses === 'string' ? /^\.\/(\.github\/workflows\/[^@]+\.ya?ml)$/.exec(job.uses)?.[1] : undefined;
        if (called !== undefined && called !== path)
            all.push(...(await stepsOfFile(called, { workflow, job }, context)));
    }
    return all;
}
/** Whether a step without a matching id uses this action, by the repository the runner names, by its name or by its inputs. */
function isThisAction({ id, uses, with: inputs }, { GITHUB_ACTION = '', GITHUB_ACTION_REPOSITORY = '' }) {
    // The runner knows a step with an id by this id.
    if (typeof id === 'string' && GITHUB_ACTION !== '' && !GITHUB_ACTION.startsWith('__'))
        return false;
    const name = String(uses).split('@')[0]?.toLowerCase() ?? '';
    if (GITHUB_ACTION_REPOSITORY !== '' && name === GITHUB_ACTION_REPOSITORY.toLowerCase())
        return true;
    return (/(?:^|\/)(?:sluice|run-gemini-cli)$/.test(name) ||
        'gemini_api_key' in mapOf(inputs) ||
        (/^\.\/?$/.test(name) && 'prompt' in mapOf(inputs)));
}
const mapOf = (value) => typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const mapText = (map, key) => {
    const value = map[key];
    return typeof value === 'string' ? value : '';
};
/** Every text inside a value. */
function textsIn(value) {
    if (typeof value === 'string')
        return [value];
    if (typeof value !== 'object' || value === null)
        return [];
    return Object.values(value).flatMap(textsIn);
}
/** The text of every expression in a value: between `${{` and `}}`, and all of an `if`. */
const expressionsIn = (text) => [...text.matchAll(/\$\{\{([\s\S]*?)\}\}/g)].map(([, inside = '']) => normalized(inside));
/** `x['y']` as `x.y`, and without other texts in quotes. */
const normalized = (expression) => expression
    .replace(/\[\s*'([\w-]+)'\s*\]/g, '.$1')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s*\.\s*/g, '.');
/** What an expression reads, lower-case: `env.name`, `steps.id.outputs.name`. */
const referencesIn = (expression, context) => [...expression.matchAll(new RegExp(`(?<![\\w.-])${context}((?:\\.[\\w-]+)+)`, 'gi'))].map(([, path = '']) => path.slice(1).toLowerCase());
/** Secrets, the token, and whole contexts that contain them. */
const readsSecret = (expression) => /(?<![\w.-])(?:secrets(?![\w-])|github\.token(?![\w-])|github\.\*|(?:github|env|steps|needs|job|inputs)(?![\w.-]))/i.test(expression) || /(?<![\w.-])(?:github|env|steps|needs|inputs)(?:\.[\w-]+)*(?:\.\*|\s*\[)/i.test(expression);


/***/ }),

/***/ 71119:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  qg: () => (/* binding */ hasReader),
  BP: () => (/* binding */ openStepResults),
  Qw: () => (/* binding */ readWorkflowStep)
});

// UNUSED EXPORTS: parseEntries

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/platform/process/child-environment.js
var child_environment = __webpack_require__(64046);
// EXTERNAL MODULE: ./build/config/output-descriptions.js
var output_descriptions = __webpack_require__(93144);
// EXTERNAL MODULE: ./build/config/workflow-file.js
var workflow_file = __webpack_require__(89009);
;// CONCATENATED MODULE: ./build/config/step-names.js



/** Steps that use what the run changed: they commit it, open a pull request with it, or keep it. */
const TAKES_FILES_IN_SCRIPT = /\bgit\s+(?:-\S+\s+(?:\S+\s+)?)*?(?:add|commit|push|diff|stash|apply)\b/;
const TAKES_FILES = /create-pull-request|git-auto-commit|add-and-commit|commit-action|upload-artifact|upload-pages/i;
const takesFiles = (step) => TAKES_FILES.test((0,workflow_file/* mapText */.E0)(step, 'uses')) || TAKES_FILES_IN_SCRIPT.test((0,workflow_file/* mapText */.E0)(step, 'run'));
/** The variables that the workflow file gives the step, for programs and the prompt. */
function stepVariableNames(steps) {
    const open = new Set();
    const closed = new Set();
    for (const place of steps)
        for (const [name, value] of Object.entries(environmentOf(place)))
            if (isSecretValue(String(value ?? ''), place, 0))
                closed.add(name.toUpperCase());
            else if (!(0,child_environment/* isSteeringVariable */.YS)(name))
                open.add(name.toUpperCase());
    return { open: [...open].filter((name) => !closed.has(name)), closed: [...closed] };
}
const environmentOf = ({ workflow, job, steps, index }) => ({
    ...(0,workflow_file/* mapOf */.A7)(workflow.env),
    ...(0,workflow_file/* mapOf */.A7)(job.env),
    ...(0,workflow_file/* mapOf */.A7)(steps[index]?.env),
});
const MAX_HOPS = 8;
const SECRET_NAME = /token|secret|passw|credential|private.?key|api.?key|(?:^|[_-])(?:jwt|pat|auth|key)(?:$|[_-])/i;
const MINTS = /app-token|tibdex|google-github-actions\/auth|configure-aws-credentials|azure\/login|vault|oidc|credential|secret|1password|infisical|doppler/i;
const MINTS_IN_SCRIPT = /access_tokens|print-(?:access|identity)-token|get-login-password|ACTIONS_ID_TOKEN|getIDToken|\$\{\{[^}]*\bsecrets\s*[.[](?!\s*'?GITHUB_TOKEN)/i;
function isSecretValue(value, place, hops) {
    return (0,workflow_file/* expressionsIn */.l$)(value).some((expression) => isSecretExpression(expression, place, hops));
}
function isSecretExpression(expression, place, hops) {
    if (hops > MAX_HOPS || (0,workflow_file/* readsSecret */.Kd)(expression))
        return true;
    const { workflow, job, steps, caller } = place;
    const follow = (value, origin = place) => isSecretValue(String(value ?? ''), origin, hops + 1);
    const variables = { ...(0,workflow_file/* mapOf */.A7)(workflow.env), ...(0,workflow_file/* mapOf */.A7)(job.env) };
    return ((0,workflow_file/* referencesIn */.ii)(expression, 'env').some((name) => SECRET_NAME.test(name) || follow(namedValue(variables, name))) ||
        (0,workflow_file/* referencesIn */.ii)(expression, 'steps').some((path) => readsMintedOutput(path, steps)) ||
        (0,workflow_file/* referencesIn */.ii)(expression, 'needs').some((path) => {
            const [name = '', , output = ''] = path.split('.');
            if (SECRET_NAME.test(output))
                return true;
            const needed = (0,workflow_file/* mapOf */.A7)(namedValue((0,workflow_file/* mapOf */.A7)(workflow.jobs), name));
            const neededSteps = (Array.isArray(needed.steps) ? needed.steps : []).map(workflow_file/* mapOf */.A7);
            const origin = { workflow, job: needed, steps: neededSteps, index: 0 };
            return output === '' ? true : follow(namedValue((0,workflow_file/* mapOf */.A7)(needed.outputs), output), origin);
        }) ||
        (0,workflow_file/* referencesIn */.ii)(expression, 'inputs').some((name) => {
            if (SECRET_NAME.test(name))
                return true;
            if (caller === undefined)
                return false;
            const callerSteps = (Array.isArray(caller.job.steps) ? caller.job.steps : []).map(workflow_file/* mapOf */.A7);
            return follow(namedValue((0,workflow_file/* mapOf */.A7)(caller.job.with), name), { ...caller, steps: callerSteps, index: 0 });
        }));
}
/** Names in expressions ignore case. */
const namedValue = (map, name) => Object.entries(map).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
function readsMintedOutput(path, steps) {
    const [id = '', , output = ''] = path.split('.');
    if (output === '' || SECRET_NAME.test(output))
        return true;
    const step = steps.find((each) => (0,workflow_file/* mapText */.E0)(each, 'id').toLowerCase() === id);
    if (step === undefined)
        return false;
    return (MINTS.test((0,workflow_file/* mapText */.E0)(step, 'uses')) ||
        MINTS_IN_SCRIPT.test((0,workflow_file/* mapText */.E0)(step, 'run') + (0,workflow_file/* mapText */.E0)((0,workflow_file/* mapOf */.A7)(step.with), 'script')));
}
/** The names that the job's outputs and later steps read, without ours and without names that steer programs. */
function resultNames(steps) {
    const env = new Set();
    const outputs = new Set();
    let areFilesTaken = false;
    for (const { job, steps: all, index } of steps) {
        const later = all.slice(index + 1);
        areFilesTaken ||= later.some(takesFiles);
        const id = (0,workflow_file/* mapText */.E0)(all[index] ?? {}, 'id').toLowerCase();
        const conditions = later.map((step) => (0,workflow_file/* mapText */.E0)(step, 'if')).filter((text) => !text.includes('${{'));
        const readers = [...(0,workflow_file/* textsIn */.Ej)(job.outputs), ...(0,workflow_file/* textsIn */.Ej)(job.environment), ...later.flatMap(workflow_file/* textsIn */.Ej)];
        for (const expression of [...readers.flatMap(workflow_file/* expressionsIn */.l$), ...conditions.map(workflow_file/* normalized */.A9)]) {
            for (const name of (0,workflow_file/* referencesIn */.ii)(expression, 'env'))
                env.add(name);
            for (const path of (0,workflow_file/* referencesIn */.ii)(expression, 'steps')) {
                const [step, kind, name = '', ...more] = path.split('.');
                if (id !== '' && step === id && kind === 'outputs' && more.length === 0)
                    outputs.add(name);
            }
        }
        for (const step of later)
            for (const [, braced, bare] of (0,workflow_file/* mapText */.E0)(step, 'run').matchAll(/\$(?:\{(?:env:)?(\w+)|(?:env:)?([A-Za-z_]\w*))/g))
                env.add((braced ?? bare ?? '').toLowerCase());
    }
    const own = new Set(Object.keys(output_descriptions/* OUTPUT_DESCRIPTIONS */.s).map((name) => name.toLowerCase()));
    return {
        env: [...env].filter((name) => name !== '' && !(0,child_environment/* isSteeringVariable */.YS)(name)),
        outputs: [...outputs].filter((name) => name !== '' && !own.has(name) && !(0,child_environment/* isSteeringVariable */.YS)(name)),
        isAnswerRead: outputs.has('summary') || outputs.has('structured_output'),
        areFilesTaken,
    };
}

// EXTERNAL MODULE: ./build/github/steering-reader.js
var steering_reader = __webpack_require__(19115);
// EXTERNAL MODULE: ./build/policy/shell/result-files.js
var result_files = __webpack_require__(73755);
;// CONCATENATED MODULE: ./build/results/step-results.js







const CHANNELS = ['GITHUB_ENV', 'GITHUB_OUTPUT'];
const MAX_BYTES = 1_000_000;
const MAX_VALUE = 200_000;
const MAX_NAMED = 10;
/** Creates the files in the run's private folder, of which commands see nothing else. */
function openStepResults({ scratch }) {
    (0,external_node_fs_.mkdirSync)(scratch, { recursive: true });
    const folder = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_fs_.realpathSync)(scratch), 'results-'));
    const fileOf = { GITHUB_ENV: (0,external_node_path_.join)(folder, 'env'), GITHUB_OUTPUT: (0,external_node_path_.join)(folder, 'output') };
    for (const channel of CHANNELS)
        (0,external_node_fs_.writeFileSync)(fileOf[channel], '', { mode: 0o600, flag: 'wx' });
    (0,result_files/* declareResultFiles */.z)(Object.values(fileOf));
    const lines = [];
    return {
        access: { env: fileOf, writable: Object.values(fileOf) },
        append: (channel, line) => void lines.push({ channel, line }),
        handOn({ names, filter, set, notice }) {
            const leftOut = [];
            const handedOn = [];
            for (const channel of CHANNELS) {
                const added = lines.flatMap((each) => (each.channel === channel ? [each.line] : []));
                const text = [readOwnFile(folder, fileOf[channel]), ...added].filter((each) => each !== '').join('\n');
                const namesRead = channel === 'GITHUB_ENV' ? names.env : names.outputs;
                const accepted = new Map();
                for (const entry of parseEntries(text)) {
                    const problem = entryProblem(entry, namesRead, filter);
                    if (problem === undefined)
                        accepted.set(entry.name.toLowerCase(), entry);
                    else
                        leftOut.push(`${shown(entry.name)} (${problem})`);
                }
                for (const { name, value } of accepted.values()) {
                    set(channel, name, value);
                    handedOn.push(`${name} in ${channel}`);
                }
            }
            (0,external_node_fs_.rmSync)(folder, { recursive: true, force: true });
            if (handedOn.length > 0)
                notice(`Set for later steps: ${handedOn.join(', ')}.`);
            if (leftOut.length > 0) {
                const names = [...new Set(leftOut)];
                const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
                notice(`Not set for later steps: ${names.slice(0, MAX_NAMED).join(', ')}${more}.`);
            }
            return handedOn.length;
        },
    };
}
function entryProblem({ name, value, problem }, namesRead, filter) {
    if (problem !== undefined)
        return problem;
    if ((0,child_environment/* isSteeringVariable */.YS)(name))
        return 'it changes how programs run';
    if (!namesRead.includes(name.toLowerCase()))
        return 'the workflow file does not read it';
    if (/[\p{Cc}\u2028\u2029]/u.test(value.replaceAll('\t', ' ')))
        return 'it is not one line';
    if (value.length > MAX_VALUE)
        return 'it is too long';
    return filter.text(value) === value ? undefined : 'it contains a secret';
}
/** A name for a message. A program can write any text in its place. */
const shown = (name) => (/^[\w.-]{1,60}$/.test(name) ? name : 'a line without a valid name');
/** Reads the file unless a program has replaced it, or its folder, by something else. */
function readOwnFile(folder, path) {
    let file;
    try {
        if ((0,external_node_fs_.realpathSync)(folder) !== folder)
            return '';
        const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = external_node_fs_.constants;
        file = (0,external_node_fs_.openSync)(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
        const stats = (0,external_node_fs_.fstatSync)(file);
        if (!stats.isFile() || stats.nlink !== 1 || stats.size > MAX_BYTES)
            return '';
        return (0,external_node_fs_.readFileSync)(file, 'utf8');
    }
    catch {
        return '';
    }
    finally {
        if (file !== undefined)
            (0,external_node_fs_.closeSync)(file);
    }
}
/** Whether a later step gets the result of the run, so that it is no failure if the comment cannot be posted. */
const hasReader = (names, resultCount, changes) => names.isAnswerRead === true || resultCount > 0 || (names.areFilesTaken === true && changes.length > 0);
const NAME = /^[A-Za-z_][\w-]*$/;
/**
 * The entries of a file in the runner's format: `NAME=value`, or `NAME<<DELIMITER`, lines and the delimiter. A bad line is an
 * entry with a problem and never spoils the others.
 */
function parseEntries(text) {
    const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    const entries = [];
    for (let index = 0; index < lines.length; index++) {
        const line = lines[index] ?? '';
        if (line.trim() === '')
            continue;
        const equals = line.indexOf('=');
        const heredoc = line.indexOf('<<');
        const isHeredoc = heredoc > 0 && (equals < 0 || heredoc < equals);
        if (!isHeredoc) {
            entries.push(entryOf(equals < 0 ? line : line.slice(0, equals), line.slice(equals + 1), equals > 0));
            continue;
        }
        const [name, delimiter] = [line.slice(0, heredoc), line.slice(heredoc + 2)];
        const end = delimiter === '' ? -1 : lines.indexOf(delimiter, index + 1);
        if (end < 0) {
            entries.push({ name, value: '', problem: 'its delimiter is missing' });
            continue;
        }
        const body = lines.slice(index + 1, end);
        if (body.length > 1)
            entries.push({ name, value: '', problem: 'it is not one line' });
        else
            entries.push(entryOf(name, body[0] ?? '', true));
        index = end;
    }
    return entries;
}
const entryOf = (name, value, hasName) => hasName && NAME.test(name) ? { name, value } : { name, value: '', problem: 'it is not NAME=value' };
/** Reads the workflow file, or the reusable workflow it calls, at the steering commit. */
async function readWorkflowStep(sha, { env }, { git, github, notice }) {
    const nothing = { environment: undefined, resultNames: { env: [], outputs: [] } };
    if (!env.GITHUB_WORKFLOW_REF)
        return nothing;
    const steps = await (0,workflow_file/* findWorkflowSteps */.kW)((0,steering_reader/* steeringReader */.xm)(sha, { git, github }), env, notice);
    if (steps.length === 0)
        return nothing;
    const taskNames = stepVariableNames(steps);
    return {
        environment: { taskNames, childEnv: (0,child_environment/* childEnvironment */.Qc)(env, [], taskNames) },
        resultNames: resultNames(steps),
    };
}


/***/ }),

/***/ 54283:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   LM: () => (/* binding */ exactCallKey),
/* harmony export */   jP: () => (/* binding */ withoutRepeats),
/* harmony export */   zk: () => (/* binding */ admitOnce)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var _tools_tool_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(10280);


/** Admits exactly this call, once: the same tool with the same arguments; of a command, the same line in the same folder. */
function admitOnce(admitted) {
    const key = exactCallKey(admitted.name, admitted.args);
    let isUsed = false;
    return {
        admits: (tool, args) => !isUsed && exactCallKey(tool, args) === key,
        use() {
            isUsed = true;
        },
    };
}
/** The purpose that the model gives with a command is no part of it. */
const IGNORED = { run_shell_command: ['description'] };
/** A hash of the tool and its arguments, whatever the order of their names. */
function exactCallKey(tool, args) {
    const ignored = IGNORED[tool] ?? [];
    const counted = Object.fromEntries(Object.entries(args).filter(([name]) => !ignored.includes(name)));
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256')
        .update(JSON.stringify([tool, sortedKeys(counted)]))
        .digest('hex');
}
function sortedKeys(value) {
    if (Array.isArray(value))
        return value.map(sortedKeys);
    if (typeof value !== 'object' || value === null)
        return value;
    const names = Object.keys(value).toSorted();
    return names.map((name) => [name, sortedKeys(Reflect.get(value, name))]);
}
/** The tools of a continued run. They repeat no proposal of an earlier run, because that was written or may have been. */
function withoutRepeats(tools, calls) {
    const successful = calls.filter(({ state }) => state === 'success');
    return tools.map((tool) => {
        if (tool.annotations.readOnlyHint === true)
            return tool;
        const delivered = new Set(successful
            .filter(({ name }) => name === tool.name)
            .map(({ args }) => {
            const parsed = tool.parse(args);
            return exactCallKey(tool.name, parsed.ok ? parsed.args : args);
        }));
        if (delivered.size === 0)
            return tool;
        return {
            ...tool,
            run: async (args, signal) => (delivered.has(exactCallKey(tool.name, args)) ? ALREADY : tool.run(args, signal)),
        };
    });
}
const ALREADY = (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_1__/* .done */ .Vw)('An earlier run already proposed exactly this, so it is not written again. Continue.');


/***/ }),

/***/ 19214:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Gi: () => (/* binding */ checkedReviewOptions),
  w4: () => (/* binding */ endReview),
  zB: () => (/* binding */ reviewOptions)
});

// UNUSED EXPORTS: limitFindings, readNamedFiles, reviewLimits

// EXTERNAL MODULE: ./build/config/run-identity.js
var run_identity = __webpack_require__(80341);
// EXTERNAL MODULE: ./build/config/runtime.js
var config_runtime = __webpack_require__(39155);
// EXTERNAL MODULE: ./build/github/api/github.js + 14 modules
var api_github = __webpack_require__(45397);
// EXTERNAL MODULE: ./build/github/context/diff.js
var diff = __webpack_require__(61583);
// EXTERNAL MODULE: ./build/github/result-marker.js
var result_marker = __webpack_require__(60648);
// EXTERNAL MODULE: ./build/github-tools/proposal.js
var proposal = __webpack_require__(67296);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/platform/process/shell-words.js
var shell_words = __webpack_require__(84626);
// EXTERNAL MODULE: ./build/text/permalinks.js
var permalinks = __webpack_require__(35534);
// EXTERNAL MODULE: ./build/review/finding.js
var review_finding = __webpack_require__(19192);
// EXTERNAL MODULE: ./build/review/findings-summary.js
var findings_summary = __webpack_require__(1922);
// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:module"
var external_node_module_ = __webpack_require__(98995);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./node_modules/smol-toml/dist/index.js + 8 modules
var dist = __webpack_require__(3292);
// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var yaml_dist = __webpack_require__(38815);
// EXTERNAL MODULE: ./build/config/load-policies.js + 1 modules
var load_policies = __webpack_require__(74613);
// EXTERNAL MODULE: ./build/platform/process/run-git.js
var run_git = __webpack_require__(66340);
// EXTERNAL MODULE: ./build/platform/process/run-program.js + 1 modules
var run_program = __webpack_require__(76940);
// EXTERNAL MODULE: ./build/platform/process/trusted-programs.js
var trusted_programs = __webpack_require__(94441);
// EXTERNAL MODULE: ./build/platform/sandbox/allowed-hosts.js
var allowed_hosts = __webpack_require__(3548);
// EXTERNAL MODULE: ./build/platform/sandbox/isolation-context.js
var isolation_context = __webpack_require__(17176);
// EXTERNAL MODULE: ./build/platform/sandbox/sandbox-session.js + 8 modules
var sandbox_session = __webpack_require__(51938);
// EXTERNAL MODULE: ./build/text/write-markdown.js
var write_markdown = __webpack_require__(83647);
// EXTERNAL MODULE: ./build/review/suggestion.js
var review_suggestion = __webpack_require__(98185);
;// CONCATENATED MODULE: ./build/review/try-suggestions.js
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});



















/**
 * Tries the suggestions of inline comments on the head: alone, together, and with the repository's own command, which runs once for
 * all and, when that fails, once for each. A suggestion that fails or stays untested becomes prose. Never rejects.
 */
async function trySuggestions(proposals, trial) {
    const verdicts = await judgeSuggestions(proposals.filter(review_suggestion/* isSuggestion */.X5), trial);
    return proposals.map((proposal) => {
        const verdict = (0,review_suggestion/* isSuggestion */.X5)(proposal) ? verdicts.get(proposal) : undefined;
        return verdict === undefined || !(0,review_suggestion/* isSuggestion */.X5)(proposal) ? proposal : withVerdict(proposal, verdict);
    });
}
async function judgeSuggestions(suggestions, trial) {
    const paths = new Map(suggestions.map(({ path, commit }) => [path, commit]));
    const texts = new Map(await Promise.all([...paths].map(async ([path, commit]) => [path, await trial.read(path, commit)])));
    const verdicts = new Map();
    const applying = [];
    for (const suggestion of suggestions) {
        // Without a command, GitHub's diff proves that the lines exist.
        if (trial.verify === undefined && texts.get(suggestion.path) === undefined)
            continue;
        const problem = applyProblem(suggestion, applying, texts.get(suggestion.path));
        verdicts.set(suggestion, problem === undefined ? { tried: 'applies' } : { problem });
        if (problem === undefined)
            applying.push(suggestion);
    }
    const { verify } = trial;
    const testable = applying.filter(({ path }) => verify?.protectedPaths?.has(path) !== true && !isTestFile(path));
    if (verify === undefined || testable.length === 0)
        return verdicts;
    for (const [suggestion, verdict] of await verifyAll(testable, texts, verify))
        verdicts.set(suggestion, verdict);
    return verdicts;
}
/** Why a suggestion cannot be applied to the head beside those before it, or undefined. */
function applyProblem(suggestion, earlier, text) {
    if (text === undefined)
        return 'the file could not be read to test it';
    const alone = (0,review_suggestion/* applySuggestions */.EB)(text, [suggestion]);
    if (alone === undefined)
        return 'it does not apply';
    if (earlier.some((each) => (0,review_suggestion/* overlap */.EF)(each, suggestion)))
        return 'it overlaps with another suggestion';
    const sameFile = earlier.filter(({ path }) => path === suggestion.path);
    const together = (0,review_suggestion/* applySuggestions */.EB)(text, [...sameFile, suggestion]) ?? alone;
    const syntax = parseProblem(suggestion.path, text, alone) ?? parseProblem(suggestion.path, text, together);
    return syntax === undefined ? undefined : 'the file would no longer parse';
}
async function verifyAll(suggestions, texts, { command, run }) {
    const verdictOf = (result) => {
        if (result.state === 'untested')
            return { problem: `it was not tested: ${result.reason}` };
        return result.state === 'passed'
            ? { tried: `applies and passes ${(0,write_markdown/* inlineCode */.ti)(command)}` }
            : { problem: `${(0,write_markdown/* inlineCode */.ti)(command)} fails with it` };
    };
    const whole = await run(suggestedFiles(suggestions, texts));
    const isDecided = whole.state !== 'failed' || suggestions.length === 1;
    if (isDecided)
        return new Map(suggestions.map((suggestion) => [suggestion, verdictOf(whole)]));
    const verdicts = new Map();
    for (const suggestion of suggestions)
        verdicts.set(suggestion, verdictOf(await run(suggestedFiles([suggestion], texts))));
    return verdicts;
}
function suggestedFiles(suggestions, texts) {
    const files = new Map();
    for (const { path } of suggestions) {
        const before = texts.get(path) ?? '';
        const own = suggestions.filter((each) => each.path === path);
        files.set(path, { before, after: (0,review_suggestion/* applySuggestions */.EB)(before, own) ?? before });
    }
    return files;
}
/** A command's result proves nothing about a suggestion that changes the tests it runs. */
const isTestFile = (path) => /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/|[._-](?:test|spec)s?\.[^/]+$|(?:^|\/)test_[^/]+$/i.test(path);
function withVerdict({ suggestion, ...comment }, verdict) {
    const add = (text) => [comment.body, text].filter((part) => part.trim() !== '').join('\n\n');
    if ('tried' in verdict)
        return { ...comment, suggestion, body: add(`_Tried: the suggestion ${verdict.tried}._`) };
    const change = suggestion.length === 0 ? 'Proposed change: delete these lines.' : (0,write_markdown/* fencedBlock */.zW)(suggestion.join('\n'));
    return { ...comment, body: add(`_Proposed change, not offered as a commit: ${verdict.problem}._\n\n${change}`) };
}
/** The proposals, in which only tested suggestions offer a commit. Never rejects. */
async function verifiedProposals(proposals, context) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { verify: declared, trust, runtime, github, notice } = context;
        if (!proposals.some(review_suggestion/* isSuggestion */.X5))
            return proposals;
        const command = trust.level === 'trusted' ? declared : '';
        if (declared !== command)
            notice('The command `verify` is ignored in this run, because its code comes from outside.');
        const read = (path, commit) => readText(path, commit, github);
        if (command === '')
            return trySuggestions(proposals, { read });
        const verify = __addDisposableResource(env_1, openVerifyCommand(command, runtime), true);
        const protectedPaths = await (0,load_policies/* builtInProtectedPaths */.gi)(runtime.dist);
        return await trySuggestions(proposals, { read, verify: { command, protectedPaths, run: verify.run } });
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
async function readText(path, commit, github) {
    try {
        const content = await github.content(path, commit);
        if (content.kind !== 'file')
            return undefined;
        const bytes = content.bytes ?? Buffer.from(await github.blob(content.blob));
        return (0,external_node_buffer_.isUtf8)(bytes) ? bytes.toString('utf8') : undefined;
    }
    catch {
        return undefined;
    }
}
/** The parser of a file's language, if there is one. */
function parserOf(path) {
    const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
    switch (extension) {
        case 'json':
            return JSON.parse;
        case 'yml':
        case 'yaml':
            return (text) => {
                const [error] = (0,yaml_dist/* parseAllDocuments */.hR)(text).flatMap((document) => ('errors' in document ? document.errors : []));
                if (error !== undefined)
                    throw error;
            };
        case 'toml':
            return dist/* parse */.qg;
        case 'js':
        case 'mjs':
        case 'cjs':
        case 'ts':
        case 'mts':
        case 'cts':
            return parseTypeScript;
        default:
            return undefined;
    }
}
/** Without the warning that this function of Node.js is experimental, which would stand in the job's log. */
function parseTypeScript(text) {
    const { emitWarning } = process;
    process.emitWarning = () => undefined;
    try {
        // The bundler keeps only the default export of a function.
        external_node_module_.stripTypeScriptTypes(text);
    }
    finally {
        process.emitWarning = emitWarning;
    }
}
/** Why a file no longer parses after a change, in one line; undefined when it does, or when no parser understands it as it was. */
function parseProblem(path, before, after) {
    const parse = parserOf(path);
    if (parse === undefined || errorOf(parse, before) !== undefined)
        return undefined;
    return errorOf(parse, after);
}
function errorOf(parse, text) {
    try {
        parse(text);
        return undefined;
    }
    catch (error) {
        return (0,errors/* messageOf */.bD)(error).split('\n', 1)[0] ?? '';
    }
}
/** For all runs of the command together. */
const TOTAL_MS = 10 * 60_000;
const LIMITS = { processes: 4096, fileBytes: 4 * 1024 * 1024 * 1024 };
/** Nothing reads the output. */
const OUTPUT_BYTES = 1024;
/** Copies the checkout when the command first runs. */
function openVerifyCommand(command, runtime) {
    const deadline = runtime.now() + TOTAL_MS;
    let copy;
    async function run(files) {
        const timeoutMs = deadline - runtime.now();
        if (runtime.signal.aborted || timeoutMs <= 0)
            return untested('time ran out');
        copy ??= makeCopy(runtime);
        const { folder, sandbox } = await copy;
        const { wrap, level, rows } = await sandbox.isolate();
        if (wrap === undefined || level !== 'namespaces' || (0,isolation_context/* missingParts */.tL)(rows).length > 0)
            return untested('programs cannot be isolated from the network on this machine');
        const problem = await writeSuggested(folder, files, runtime);
        if (problem !== undefined)
            return untested(problem);
        const ended = await (0,run_program/* runProgram */.mB)({ shell: command }, {
            cwd: folder,
            env: (0,config_runtime/* childEnvFor */.vU)(runtime),
            signal: runtime.signal,
            timeoutMs,
            limits: LIMITS,
            maxBytes: OUTPUT_BYTES,
            endProcessTree: true,
            wrap: (argv) => wrap(argv),
        });
        if (ended.failure !== undefined)
            return untested('the command could not be started');
        if (ended.aborted || ended.timedOut === 'total')
            return untested('time ran out');
        return { state: ended.code === 0 ? 'passed' : 'failed' };
    }
    return {
        run: (files) => run(files).catch((error) => untested((0,errors/* messageOf */.bD)(error))),
        async [Symbol.asyncDispose]() {
            const made = await copy?.catch(() => undefined);
            await made?.sandbox[Symbol.asyncDispose]();
            if (made !== undefined)
                await (0,promises_.rm)(made.folder, { recursive: true, force: true }).catch(() => undefined);
        },
    };
}
const untested = (reason) => ({ state: 'untested', reason });
/** The whole checkout, with what earlier steps installed in it. */
async function makeCopy(runtime) {
    const folder = await (0,promises_.realpath)(await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'sluice-verify-')));
    await (0,promises_.cp)(runtime.workspace, folder, {
        recursive: true,
        verbatimSymlinks: true,
        preserveTimestamps: true,
        mode: external_node_fs_.constants.COPYFILE_FICLONE,
    });
    const { env, scratch, dist } = runtime;
    const context = { env, dist, workspace: folder, scratch: (0,external_node_path_.join)(scratch, 'verify'), allowedHosts: allowed_hosts/* NO_HOSTS */.il };
    const sandbox = (0,sandbox_session/* openSandboxSession */.W)('auto', context, () => undefined);
    sandbox.allowEdits();
    return { folder, sandbox };
}
/** Resets the copy to its commit and writes the suggested files; returns why that cannot be done. */
async function writeSuggested(folder, files, runtime) {
    for (const args of [
        ['reset', '--quiet', '--hard', 'HEAD'],
        ['clean', '--quiet', '--force', '-d'],
    ])
        if (!(await runGit(folder, args, runtime)))
            return 'the checkout could not be copied';
    for (const [path, { before, after }] of files) {
        const file = (0,external_node_path_.join)(folder, path);
        const isReal = (await (0,promises_.realpath)(file).catch(() => undefined)) === file;
        if (!isReal || (await (0,promises_.readFile)(file, 'utf8')) !== before)
            return `the checkout has a different version of ${path}`;
        await (0,promises_.writeFile)(file, after);
    }
    return undefined;
}
async function runGit(folder, args, { childEnv, signal }) {
    const argv = [(0,trusted_programs/* trustedProgramPath */.Fv)('git'), ...run_git/* HARDENED_OPTIONS */.x1, ...args];
    const env = (0,run_git/* hardenedGitEnvironment */.Py)(childEnv);
    const { code } = await (0,run_program/* runProgram */.mB)({ argv }, { cwd: folder, env, signal, timeoutMs: 60_000, leavesNothingRunning: true });
    return code === 0;
}

;// CONCATENATED MODULE: ./build/review/end-review.js












/** Whether the workflow asks for a review of a pull request: by default, or with a built-in command. Other prompts may ask for one, too. */
const isReviewPrompt = (prompt) => /^\s*(?:$|\/(?:review|gemini-review|pr-code-review)\b)/.test(prompt);
/**
 * The proposals of an ended run, within the limits and with tested suggestions, and the summary of its review. Posts notices about what
 * the model did not see. Never rejects.
 */
async function endReview(tools, { task, inputs, ending, limits, git, transcript, ...context }) {
    const { github, runtime } = context;
    const unseen = (0,diff/* describeUnseen */.yO)(task.number, github);
    if (unseen !== undefined)
        transcript.emit({ type: 'notice', ...unseen });
    const { admitted, folded } = limitFindings(tools.proposals(), limits);
    const proposals = await verifiedProposals(admitted, context);
    const texts = [ending.text, ...proposals.flatMap((proposal) => ('body' in proposal ? (proposal.body ?? '') : ''))];
    const namedFiles = await readNamedFiles(texts, task.head?.sha ?? task.upstream?.sha ?? task.sha, {
        git,
        github,
        base: task.base?.sha,
    });
    if (inputs.review === 'off')
        return { proposals, namedFiles };
    const { workflow, job } = (0,run_identity/* runIdentity */.yK)(inputs, runtime);
    const { earlierFindings } = tools;
    const source = { task, github, earlierFindings, key: (0,result_marker/* jobKey */.tv)(workflow, job), isReview: isReviewPrompt(inputs.prompt) };
    return { proposals, namedFiles, review: await (0,findings_summary/* summarizeReview */.yn)({ proposals, folded }, source) };
}
/** The maximum number of paths to look up, in the local objects and through the API. */
const MAX_PATHS = { local: 200, remote: 20 };
/** The files of a commit that texts name with a line, with their numbers of lines. Never rejects. */
async function readNamedFiles(texts, commit, source) {
    const paths = [...new Set(texts.flatMap(permalinks/* namedPaths */.SR))];
    const lineCounts = new Map();
    if (paths.length === 0)
        return { commit, lineCounts };
    const root = await source.git.treeOf(commit).catch(() => undefined);
    const blobOf = root === undefined ? await headBlobs(commit, source).catch(() => undefined) : undefined;
    const remoteOrLocalText = async (path) => {
        const blob = blobOf?.(path);
        const text = blob === undefined ? undefined : await source.git.blob(blob);
        return text ?? (await remoteText(path, commit, source.github));
    };
    const read = (path) => (root === undefined ? remoteOrLocalText(path) : localText(path, root, source.git)).catch(() => undefined);
    const asked = paths.slice(0, root === undefined ? MAX_PATHS.remote : MAX_PATHS.local);
    const found = await Promise.all(asked.map(async (path) => [path, await read(path)]));
    for (const [path, text] of found)
        if (text !== undefined && !text.includes('\0'))
            lineCounts.set(path, countLines(text));
    return { commit, lineCounts };
}
/** As GitHub counts them: the end of the last line starts no new one. */
const countLines = (text) => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length);
/** The text of a regular file; undefined for folders, links and paths that do not exist. */
async function localText(path, root, git) {
    let entry = { mode: '040000', sha: root };
    for (const name of path.split('/')) {
        if (entry.mode !== '040000')
            return undefined;
        const next = (await git.entries(entry.sha))?.find((each) => each.path === name);
        if (next === undefined)
            return undefined;
        entry = next;
    }
    return entry.mode.startsWith('100') ? git.blob(entry.sha) : undefined;
}
/**
 * The blobs of a head, from data that the run has already requested. The checkout of a pull request has its merge commit instead of its
 * head, but nearly all of the head's blobs.
 */
async function headBlobs(head, { github, base }) {
    const files = base === undefined ? undefined : await (0,api_github/* filesChangedBetween */.YJ)(base, head, github);
    if (base === undefined || files === undefined)
        return undefined;
    const { mergeBase } = await github.compare(base, head);
    const { entries } = mergeBase === base ? await github.tree(base) : { entries: [] };
    const blobs = new Map(entries.flatMap(({ path, mode, sha }) => (mode.startsWith('100') ? [[path, sha]] : [])));
    for (const { path, previousPath = path } of files) {
        blobs.delete(previousPath);
        blobs.delete(path);
    }
    for (const { path, blob } of files)
        if (blob !== undefined)
            blobs.set(path, blob);
    return (path) => blobs.get(path);
}
async function remoteText(path, commit, github) {
    const content = await github.content(path, commit);
    return content.kind === 'file' ? content.bytes?.toString('utf8') : undefined;
}
/** The input `verify` wins over the setting. */
const reviewOptions = (inputs, settings) => ({
    verify: inputs.verify || (settings.sluice?.verify?.trim() ?? ''),
    limits: reviewLimits(settings),
});
/**
 * The options of a run, before it asks the model anything. Throws UserError when the shell cannot parse the command `verify`; a run that
 * ignores the command does not check it.
 */
async function checkedReviewOptions(inputs, settings, { trust, runtime }) {
    const options = reviewOptions(inputs, settings);
    if (options.verify === '' || trust.level !== 'trusted')
        return options;
    const env = (0,config_runtime/* childEnvFor */.vU)(runtime);
    const limits = { signal: runtime.signal, timeoutMs: 30_000, maxBytes: 10_000 };
    const reason = await (0,shell_words/* shellSyntaxError */.aC)(options.verify, { cwd: runtime.workspace, env, ...limits });
    if (reason === undefined)
        return options;
    const [name, place] = inputs.verify === '' ? ['sluice.verify', 'the settings'] : ['verify', 'the input'];
    throw new errors/* UserError */.yo(`${name}: the shell cannot parse this command (${reason}). Correct it in ${place}.`);
}
const DEFAULT_LIMITS = { maxFindings: 10, minSeverity: 'nit' };
/** The limits of `sluice.review` in the settings. */
const reviewLimits = ({ sluice }) => ({
    ...DEFAULT_LIMITS,
    ...sluice?.review,
});
/**
 * Removes the inline comments that the limits do not admit: those below the severity, then the least severe and least certain ones above
 * the number. The rest keep their order. Pure.
 */
function limitFindings(proposals, { maxFindings, minSeverity }) {
    const ranked = proposals
        .filter((proposal) => proposal.kind === 'review_comment')
        .toSorted((one, other) => rankOf(one) - rankOf(other));
    const best = ranked
        .filter((comment) => proposal/* SEVERITIES */.oC.indexOf(severityOf(comment)) <= proposal/* SEVERITIES */.oC.indexOf(minSeverity))
        .slice(0, maxFindings);
    const posted = new Set(best);
    return {
        admitted: proposals.filter((proposal) => proposal.kind !== 'review_comment' || posted.has(proposal)),
        folded: ranked.filter((comment) => !posted.has(comment)),
    };
}
const severityOf = ({ finding }) => finding?.severity ?? review_finding/* DEFAULT_DETAILS */.Zr.severity;
/** Lower is more important: by severity, then by confidence. */
const rankOf = (comment) => proposal/* SEVERITIES */.oC.indexOf(severityOf(comment)) * proposal/* CONFIDENCES */.ix.length +
    proposal/* CONFIDENCES */.ix.indexOf(comment.finding?.confidence ?? 'medium');


/***/ }),

/***/ 99818:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  c: () => (/* binding */ configureRun),
  A: () => (/* binding */ loadAnswerSchema)
});

// EXTERNAL MODULE: ./build/agent/output-schema.js
var output_schema = __webpack_require__(22917);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/agent/hooks/hooks.js + 4 modules
var hooks_hooks = __webpack_require__(91795);
// EXTERNAL MODULE: ./build/agent/memory-files.js + 1 modules
var memory_files = __webpack_require__(94179);
// EXTERNAL MODULE: ./build/agent/skills.js
var agent_skills = __webpack_require__(96546);
// EXTERNAL MODULE: ./build/agent/subagents/load-agents.js + 1 modules
var load_agents = __webpack_require__(49661);
// EXTERNAL MODULE: ./build/github/steering-reader.js
var steering_reader = __webpack_require__(19115);
// EXTERNAL MODULE: ./build/policy/rules/reachable.js
var reachable = __webpack_require__(30876);
// EXTERNAL MODULE: ./build/policy/rules/tool-names.js
var tool_names = __webpack_require__(81572);
// EXTERNAL MODULE: ./build/config/extensions.js + 1 modules
var config_extensions = __webpack_require__(49944);
// EXTERNAL MODULE: ./build/config/load-policies.js + 1 modules
var load_policies = __webpack_require__(74613);
// EXTERNAL MODULE: ./build/config/pinned-config.js
var pinned_config = __webpack_require__(55764);
// EXTERNAL MODULE: ./build/config/resolve-settings.js
var resolve_settings = __webpack_require__(56873);
// EXTERNAL MODULE: ./build/config/runtime.js
var config_runtime = __webpack_require__(39155);
// EXTERNAL MODULE: ./build/config/settings/dot-env.js
var dot_env = __webpack_require__(7804);
// EXTERNAL MODULE: ./build/config/settings/settings.js
var settings_settings = __webpack_require__(47040);
// EXTERNAL MODULE: ./build/config/slash-invocations.js
var slash_invocations = __webpack_require__(85768);
// EXTERNAL MODULE: ./build/config/steering-files.js
var steering_files = __webpack_require__(93970);
;// CONCATENATED MODULE: ./build/config/load-run-config.js

















/**
 * Loads settings, policies, hooks and memory from the steering commit. Records which files were loaded and which were ignored.
 * Throws UserError for a broken file: a run without one of its rules could do more than its owners allow.
 */
async function loadRunConfig({ task, capabilities, steering: origin }, services) {
    const { git, inputs, runtime, programs, notice, filter, transcript } = services;
    const steering = (0,steering_reader/* steeringReader */.xm)(origin.sha, { git, github: services.github });
    const pinned = (0,pinned_config/* openPinnedConfig */.LT)(inputs, services.github);
    const resolved = await (0,resolve_settings/* resolveSettings */.Mo)(inputs, steering, { ...runtime, pinned }, notice);
    const { settings, extensions } = resolved;
    const runEnv = await (0,dot_env/* withRepositoryEnv */.q)(runtime.env, steering, settings, notice);
    const memoryFileNames = (0,memory_files/* memoryOptions */.wh)(settings.context).fileNames;
    const invocations = await (0,slash_invocations/* readInvocations */.ER)(inputs.prompt, task, {
        ...runtime,
        steering,
        notice,
        extensionFolders: (0,config_extensions/* extensionCommandFolders */.IF)(extensions),
        hasServers: (0,settings_settings/* hasServers */.L)(settings),
    });
    // A comment can only make a run stricter: /plan ends with a plan, which a person may approve.
    const isPlan = invocations.request?.isBuiltIn === true && invocations.request.slash.name === 'plan';
    const mode = isPlan ? 'plan' : (0,resolve_settings/* resolveApprovalMode */.jC)(inputs.approval_mode, settings);
    const ignored = (0,steering_files/* findIgnoredChanges */.b3)(task, memoryFileNames, services);
    const profile = await (0,slash_invocations/* commandProfile */.Bl)(invocations, inputs, steering, notice);
    const policyLocations = { ...(await (0,resolve_settings/* policyLocationsFor */.q6)(inputs, runtime, resolved)), ...profile };
    const { rules, checkers, sources: policies } = await (0,load_policies/* loadRules */.A7)(policyLocations, settings, steering);
    for (const text of (0,tool_names/* toolNameWarnings */.FU)(rules))
        notice(text);
    if ((0,reachable/* mayEditCheckout */.oA)(rules, mode))
        programs.allowEdits?.();
    const env = (0,config_runtime/* childEnvFor */.vU)(runtime, settings.security?.environmentVariableRedaction);
    const check = await (0,load_policies/* loadCheckers */.Ns)(checkers, {
        runtime,
        env,
        steering,
        programs,
        redact: filter.deep,
        repositoryCode: capabilities.shell,
    });
    const { wrap } = (0,hooks_hooks/* hasHooks */.BI)(settings) ? await programs.isolate() : {};
    const { path: transcriptPath } = transcript;
    const hookPrograms = (0,external_node_path_.join)(runtime.scratch, 'hooks');
    const hooks = await (0,hooks_hooks/* createHooks */.FF)(settings, {
        cwd: runtime.workspace,
        env,
        session: runtime.session,
        transcriptPath,
        wrap: wrap ? (argv) => wrap(argv, [transcriptPath, hookPrograms]) : undefined,
        now: runtime.now,
        emit: transcript.emit,
        redact: filter.deep,
        repositoryCode: capabilities.shell,
        trustedFiles: { files: steering, folder: hookPrograms },
    });
    const memory = await (0,resolve_settings/* loadRunMemory */.hc)(steering, { settings, extensions }, runtime);
    for (const note of memory.notes)
        notice(note);
    const locations = await (0,steering_files/* agentLocations */.UO)(steering, extensions, runtime);
    const agents = await (0,load_agents/* loadAgents */.L2)(locations.agents, settings, notice);
    const skills = await (0,agent_skills/* loadSkills */.l1)(locations.skills, settings, notice);
    const systemPrompt = await (0,steering_files/* loadSystemPrompt */.EY)(runtime, steering, notice);
    for (const { path, reason } of steering.refused())
        notice(`${path} ${reason}, so it was not read.`);
    transcript.emit({
        type: 'steering',
        files: [...steering.loaded(), ...(0,config_extensions/* loadedExtensionFiles */.oh)(extensions, steering), ...pinned.loaded()],
        ignored: await ignored,
    });
    return {
        settings,
        mode,
        extensions,
        invocations,
        env: runEnv,
        rules,
        policies,
        memory: memory.text,
        memoryFiles: memory.files.map(({ path }) => path),
        systemPrompt,
        agents,
        skills,
        hooks,
        check,
        checkDelivery: (0,load_policies/* deliveryCheck */.tR)(checkers, runtime.workspace),
        steering,
    };
}

// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/results/step-results.js + 1 modules
var step_results = __webpack_require__(71119);
// EXTERNAL MODULE: ./build/results/visitor-config.js
var visitor_config = __webpack_require__(62818);
// EXTERNAL MODULE: ./build/review/end-review.js + 1 modules
var end_review = __webpack_require__(19214);
;// CONCATENATED MODULE: ./build/telemetry/telemetry-settings.js

/** The telemetry that environment and settings request; the environment wins. Throws UserError with the reference's wording. */
function requestedTelemetry(settings, env) {
    const on = flag(env.GEMINI_TELEMETRY_ENABLED) ?? settings?.enabled ?? false;
    if (!on)
        return {};
    const target = env.GEMINI_TELEMETRY_TARGET || settings?.target || 'local';
    if (target !== 'local' && target !== 'gcp')
        throw invalid(`target: ${target}. Valid values are: local, gcp`);
    const protocol = env.GEMINI_TELEMETRY_OTLP_PROTOCOL || settings?.otlpProtocol;
    if (protocol !== undefined && protocol !== 'grpc' && protocol !== 'http')
        throw invalid(`OTLP protocol: ${protocol}. Valid values are: grpc, http`);
    const shared = {
        content: flag(env.GEMINI_TELEMETRY_LOG_PROMPTS) ?? settings?.logPrompts ?? false,
        traces: flag(env.GEMINI_TELEMETRY_TRACES_ENABLED) ?? settings?.traces ?? false,
    };
    const file = env.GEMINI_TELEMETRY_OUTFILE || settings?.outfile;
    const useCollector = flag(env.GEMINI_TELEMETRY_USE_COLLECTOR) ?? settings?.useCollector ?? false;
    if (target === 'gcp' && !useCollector)
        return {
            reason: 'No telemetry was sent: telemetry.target gcp needs a collector. Set telemetry.useCollector and telemetry.otlpEndpoint.',
        };
    if (file)
        return { telemetry: { ...shared, to: { file } } };
    if (protocol === 'grpc')
        return {
            reason: 'No telemetry was sent: telemetry.otlpProtocol grpc is not supported. Set it to http; collectors use port 4318 for http.',
        };
    const configured = env.GEMINI_TELEMETRY_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT || settings?.otlpEndpoint;
    const endpoint = configured || 'http://localhost:4318';
    if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
        throw invalid(`OTLP endpoint: ${endpoint}. It must be an http or https address`);
    return { telemetry: { ...shared, to: { endpoint: endpoint.replace(/\/+$/, '') } } };
}
const invalid = (problem) => new errors/* UserError */.yo(`Invalid telemetry configuration: Invalid telemetry ${problem}.`);
/** `true` and `1` are true, any other text is false; absent and empty are undefined. */
const flag = (text) => text === undefined || text === '' ? undefined : /^(true|1)$/i.test(text);

;// CONCATENATED MODULE: ./build/session/configure-run.js







/**
 * Loads settings, policies, memory and hooks from one commit that a trusted person wrote. Throws UserError for a mistake in
 * them.
 */
async function configureRun(run, sandbox, work) {
    const { task, inputs, assessment, trust, session } = run;
    const step = await (0,step_results/* readWorkflowStep */.Qw)(assessment.steering.sha, run.runtime, session);
    const runtime = { ...run.runtime, ...step.environment };
    work.resultNames = step.resultNames;
    work.runtime = runtime;
    const loaded = await loadRunConfig({ ...assessment, task }, { inputs, runtime, programs: sandbox, ...session });
    const config = trust.level === 'visitor' ? (0,visitor_config/* visitorConfig */.DI)(loaded) : loaded;
    work.deliveryRules = config;
    work.review = await (0,end_review/* checkedReviewOptions */.Gi)(inputs, config.settings, { trust, runtime });
    session.setTelemetry(requestedTelemetry(config.settings.telemetry, config.env));
    const answerSchema = await loadAnswerSchema(inputs.output_schema, config.steering, session.notice);
    return { ...run, ...answerSchema, runtime, config, declaredSettings: loaded.settings };
}
/**
 * Loads the schema that the input `output_schema` contains or names: a JSON Schema, or a path to one in the steering commit.
 * Throws UserError.
 */
async function loadAnswerSchema(input, steering, notice) {
    if (input === '')
        return { outputSchema: undefined, schemaPrompt: [] };
    const outputSchema = input.startsWith('{')
        ? (0,output_schema/* parseOutputSchema */.Of)(input, 'output_schema', notice)
        : (0,output_schema/* parseOutputSchema */.Of)(await readSchemaFile(input, steering), `output_schema: ${input}`, notice);
    return { outputSchema, schemaPrompt: [{ kind: 'text', text: (0,output_schema/* outputSchemaPrompt */.Vi)(outputSchema) }] };
}
async function readSchemaFile(path, steering) {
    const text = await steering.read(path.replace(/^(?:\.\/)+/, ''));
    if (text !== undefined)
        return text;
    throw new errors/* UserError */.yo(`output_schema: the steering commit has no file ${path}. Use a path relative to the repository root, or the schema itself.`);
}


/***/ })

};
