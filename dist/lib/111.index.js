export const id = 111;
export const ids = [111];
export const modules = {

/***/ 2111:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  hooksOver: () => (/* binding */ hooksOver)
});

// EXTERNAL MODULE: ./build/tools/tool.js
var tool = __webpack_require__(6813);
// EXTERNAL MODULE: ./build/host/errors.js
var errors = __webpack_require__(9727);
;// CONCATENATED MODULE: ./build/agent/hook-merge.js
/**
 * What several hooks of one event said, as one answer; undefined when none said anything. One that says no cannot be
 * overruled by another, and edits add up, later ones over earlier ones.
 */
function merge(outputs) {
    if (outputs.length === 0)
        return undefined;
    const stopped = outputs.some((output) => output.continue === false);
    const decision = strictest(outputs) ?? (stopped ? undefined : 'allow');
    return withoutGaps({
        continue: !stopped,
        suppressOutput: outputs.some((output) => output.suppressOutput === true),
        decision,
        stopReason: joined(outputs.map(({ stopReason }) => stopReason)),
        reason: joined(outputs.map(({ reason }) => reason)),
        systemMessage: joined(outputs.map(({ systemMessage }) => systemMessage)),
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
    return withoutGaps({
        ...added(all),
        tool_input: added(all.map(({ tool_input }) => tool_input)),
        llm_request: added(all.map(({ llm_request }) => llm_request)),
        additionalContext: joined(all.map(({ additionalContext }) => additionalContext)),
        clearContext: all.some(({ clearContext }) => clearContext === true) || undefined,
        toolConfig: mergeChoices(present(all.map(({ toolConfig }) => toolConfig))),
    });
}
/** Later ones over earlier ones; what is undefined in a later one does not count. */
function added(all) {
    const given = present(all);
    return given.length === 0 ? undefined : filled(given.flatMap((each) => Object.entries(each)));
}
/** NONE wins over ANY over AUTO; names are put together. Undefined when no hook chose. */
function mergeChoices(choices) {
    if (choices.length === 0)
        return undefined;
    if (choices.some(({ mode }) => mode === 'NONE'))
        return { mode: 'NONE', allowedFunctionNames: [] };
    const names = new Set(choices.flatMap(({ allowedFunctionNames }) => allowedFunctionNames ?? []));
    const mode = choices.some((choice) => choice.mode === 'ANY') ? 'ANY' : 'AUTO';
    return { mode, allowedFunctionNames: [...names].sort() };
}
const joined = (texts) => texts.filter((text) => text !== undefined && text !== '').join('\n') || undefined;
const present = (all) => all.filter((each) => each !== undefined);
const withoutGaps = (value) => filled(Object.entries(value));
/** fromEntries, because assigning a key called __proto__ would change what the object inherits. */
const filled = (entries) => Object.fromEntries(entries.filter(([, each]) => each !== undefined)); // entries of that very type
/** Why it stopped or blocked, in the hooks' own words. */
const reasonIn = (output) => output.stopReason ?? output.reason ?? 'No reason provided';

// EXTERNAL MODULE: ./build/policy/patterns.js
var patterns = __webpack_require__(7559);
;// CONCATENATED MODULE: ./build/agent/hook-plan.js

/**
 * The hooks to run, each once, and whether one after the other. Matchers of tools are regular expressions found anywhere
 * in a name; matchers of triggers are the word itself; other events have none.
 */
function plan(hooks, event, subject) {
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
    // Not knowing in time whether a hook is meant must not leave it out.
    return subject.tool.some((name) => (0,patterns/* search */.$P)(matcher, name, (0,patterns/* newBudget */.k$)()) !== 'no');
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/host/process.js + 2 modules
var process = __webpack_require__(4131);
// EXTERNAL MODULE: ./build/host/process-tree.js
var process_tree = __webpack_require__(6384);
// EXTERNAL MODULE: ../../work/main/node_modules/zod/v4/classic/schemas.js + 5 modules
var schemas = __webpack_require__(119);
;// CONCATENATED MODULE: ./build/agent/hook-output.js

/** Absent and null are the same to a program that prints JSON. */
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
 * Reads an answer: JSON on stdout (on stderr where stdout is blank), else plain text that the exit code explains. 0: a
 * message; 1: a warning; 2: no, whatever was printed; higher with text: no; 126 and 127: the program could not run.
 */
function interpret(ended) {
    const { code, signal } = ended;
    const ok = code === 0;
    const text = ended.stdout.trim() || ended.stderr.trim();
    if (code === 126 || code === 127)
        return { ok, failure: { why: text || `exit code ${code}`, crashed: false } };
    const spoken = answerIn(text);
    if (!spoken.ok)
        return { ok, failure: { why: spoken.why, crashed: false } };
    const output = spoken.output ?? fromText(text, code);
    if (signal !== null)
        return { ok, failure: { why: `It was ended by ${signal}.`, crashed: false }, ...(output && { output }) };
    if (code === 2)
        return { ok, output: denying(output ?? {}) };
    const crashed = !ok && spoken.output === undefined && output?.decision !== 'deny';
    return {
        ok,
        ...(output && { output }),
        ...(crashed && { failure: { why: text || `It ended with exit code ${code}.`, crashed } }),
    };
}
/** An empty output for text that is JSON but says nothing; no output for text that is none. */
function answerIn(text) {
    const value = jsonIn(text);
    if (Array.isArray(value))
        return { ok: true, output: {} };
    if (typeof value !== 'object' || value === null)
        return { ok: true };
    const parsed = Output.safeParse(value);
    if (parsed.success)
        return { ok: true, output: withPermission(parsed.data) };
    const [issue] = parsed.error.issues;
    return { ok: false, why: `Its answer makes no sense: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
}
/** Some programs encode their JSON twice. */
function jsonIn(text) {
    const value = parse(text);
    const inner = typeof value === 'string' ? parse(value) : undefined;
    return typeof inner === 'object' && inner !== null ? inner : value;
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function fromText(text, code) {
    if (text === '' || !isProse(text))
        return undefined;
    if (code === 0 || code === null)
        return { decision: 'allow', systemMessage: text };
    if (code === 1)
        return { decision: 'allow', systemMessage: `Warning: ${text}` };
    return { decision: 'deny', reason: text };
}
/** JSON that is a number, true, false or null is not meant for people. */
const isProse = (text) => {
    const value = parse(text);
    return value === undefined || typeof value === 'string';
};
const isBlocking = (decision) => decision === 'deny' || decision === 'block';
const denying = (output) => isBlocking(output.decision) ? output : { ...output, decision: 'deny' };
/** The older place of a decision about a call counts where it is the stricter one. */
function withPermission(output) {
    const { permissionDecision: older, permissionDecisionReason: why } = output.hookSpecificOutput ?? {};
    const counts = isBlocking(older) ? !isBlocking(output.decision) : older === 'ask' && !isStrict(output.decision);
    if (!counts || older === undefined)
        return output;
    return { ...output, decision: older, ...(why === undefined ? {} : { reason: why }) };
}
const isStrict = (decision) => decision === 'ask' || isBlocking(decision);

;// CONCATENATED MODULE: ./build/agent/hook-run.js




/** An answer is a few lines; a program that says more than this is not answering. */
const MOST_BYTES = 1024 * 1024;
/** Runs one hook with `input` as JSON on its stdin. Never rejects, and leaves nothing running behind. */
async function runHook(hook, input, place, signal) {
    const ran = await (0,process/* run */.e)({ shell: shielded(hook.command) }, {
        cwd: place.cwd,
        env: { ...place.env, ...variables(place), ...hook.env },
        stdin: `${JSON.stringify(input)}\n`,
        timeoutMs: hook.timeoutMs,
        maxBytes: MOST_BYTES,
        ...(signal && { signal }),
        ...(place.wrap && { wrap: place.wrap }),
    });
    if (ran.backgroundPids.length > 0)
        await (0,process_tree/* endProcesses */.Hk)(ran.backgroundPids);
    const unheard = (why) => ({ ok: false, failure: { why, crashed: false } });
    if (ran.failure !== undefined)
        return unheard(`It could not be started: ${ran.failure}.`);
    if (ran.aborted)
        return unheard('The run was stopped meanwhile.');
    if (ran.timedOut === 'total')
        return unheard(`Hook timed out after ${hook.timeoutMs}ms`);
    if (ran.truncatedBytes > 0 || ran.timedOut !== false)
        return unheard(`It printed more than ${MOST_BYTES} bytes.`);
    return interpret(ran);
}
const variables = ({ cwd, session, transcriptPath }) => ({
    GEMINI_PROJECT_DIR: cwd,
    GEMINI_CWD: cwd,
    CLAUDE_PROJECT_DIR: cwd,
    GEMINI_PLANS_DIR: (0,external_node_path_.join)((0,external_node_path_.dirname)(transcriptPath), 'plans'),
    GEMINI_SESSION_ID: session,
});
const QUOTED_OR_OURS = /'[^']*'|"(?:\\.|[^"\\])*"|\\.|\$(?:GEMINI_(?:PROJECT_DIR|CWD|PLANS_DIR|SESSION_ID)|CLAUDE_PROJECT_DIR)\b/gs;
/** `$GEMINI_PROJECT_DIR/x` outside of quotes stays one word, whatever the folder is called. */
const shielded = (command) => command.replace(QUOTED_OR_OURS, (found) => (found.startsWith('$') ? `"${found}"` : found));

;// CONCATENATED MODULE: ./build/agent/hook-fire.js




/**
 * Where a hook that gives no answer means no: something is about to happen that it could have forbidden. After the fact,
 * and where it could only have added something, it means a warning. A hook's own `onFailure` goes before.
 */
const GATES = ['BeforeAgent', 'BeforeModel', 'BeforeTool'];
/** Tells the hooks that are meant what happens, and gives their answers as one. Never rejects. */
async function fire(hooks, { event, subject, fields, signal }, kit) {
    const planned = plan(hooks, event, subject);
    if (planned.hooks.length === 0)
        return undefined;
    const input = kit.redact({
        session_id: kit.session,
        transcript_path: kit.transcriptPath,
        cwd: kit.cwd,
        hook_event_name: event,
        timestamp: new Date(kit.now()).toISOString(),
        ...fields,
    });
    const outputs = planned.sequential
        ? await oneAfterTheOther(planned.hooks, input, kit, signal)
        : await Promise.all(planned.hooks.map(async (hook) => answersOf(await tell(hook, input, kit, signal), hook)));
    return merge(outputs.flat());
}
async function oneAfterTheOther(hooks, first, kit, signal) {
    const outputs = [];
    let input = first;
    for (const hook of hooks) {
        const heard = await tell(hook, input, kit, signal);
        outputs.push(answersOf(heard, hook));
        if (heard.ok && heard.output !== undefined)
            input = amended(input, heard.output);
    }
    return outputs;
}
/** What the next hook in a row reads, after this one's edits. */
function amended(input, { hookSpecificOutput }) {
    const { additionalContext, llm_request, tool_input } = hookSpecificOutput ?? {};
    const over = (key, edits) => edits !== undefined && isObject(input[key]) ? { [key]: { ...input[key], ...edits } } : {};
    return {
        ...input,
        ...(additionalContext !== undefined && typeof input.prompt === 'string'
            ? { prompt: `${input.prompt}\n\n${additionalContext}` }
            : {}),
        ...over('llm_request', llm_request),
        ...over('tool_input', tool_input),
    };
}
async function tell(hook, input, kit, signal) {
    const started = kit.now();
    const refusal = kit.refused.get(hook);
    const heard = refusal === undefined
        ? kit.redact(await runHook(hook, input, kit, signal).catch(broken))
        : { ok: false, failure: { why: refusal, crashed: false } };
    report(hook, heard, kit, kit.now() - started);
    return heard;
}
/** A mistake of ours must not open a gate either. */
const broken = (error) => ({ ok: false, failure: { why: (0,errors/* messageOf */.b)(error), crashed: false } });
function answersOf({ output, failure }, hook) {
    const said = output === undefined ? [] : [output];
    if (failure === undefined)
        return said;
    const denies = (hook.onFailure ?? (GATES.includes(hook.event) && !failure.crashed ? 'deny' : 'allow')) === 'deny';
    return denies
        ? [...said, { decision: 'deny', reason: `The hook "${hook.name}" gave no answer. ${failure.why}` }]
        : said;
}
function report(hook, { ok, output, failure }, kit, ms) {
    const { event, name } = hook;
    kit.emit({
        type: 'hook_finished',
        event,
        hook: name,
        ok,
        ms,
        ...(output?.decision && { decision: output.decision }),
        ...(failure && { failure: failure.why }),
    });
    if (failure !== undefined)
        warnOnce(`The hook "${name}" (${event}) failed. ${failure.why}`, kit);
    else if (output?.systemMessage && !output.suppressOutput)
        kit.emit({ type: 'notice', level: 'info', text: `The hook "${name}" (${event}): ${output.systemMessage}` });
}
function warnOnce(text, { warned, emit }) {
    if (!warned.has(text))
        emit({ type: 'notice', level: 'warning', text });
    warned.add(text);
}
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(7560);
;// CONCATENATED MODULE: ./build/agent/hook-model.js

/** A question as hooks read it: the text of the messages that have any, and the sampling that was asked for. */
const llmRequest = ({ model, messages, sampling = {} }) => ({
    model,
    messages: messages.flatMap((message) => {
        const content = textOf(message);
        return content === undefined ? [] : [{ role: message.role, content }];
    }),
    config: sampling,
});
/** An answer as hooks read it. Calls and thoughts are not shown. */
function llmResponse({ parts, stop, reason, usage }) {
    const text = textIn(parts) ?? '';
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
 * The question with a hook's edits. Its messages replace the texts of ours in order and leave everything else in them:
 * calls, answers to calls, data, signatures. Messages beyond ours are added. Given sampling replaces all sampling.
 */
function editedRequest(request, edit) {
    if (edit === undefined)
        return request;
    return {
        ...request,
        ...(edit.model === undefined ? {} : { model: edit.model }),
        ...(edit.messages === undefined ? {} : { messages: editedMessages(request.messages, edit.messages) }),
        ...(edit.config === undefined ? {} : { sampling: samplingIn(edit.config) }),
    };
}
function editedMessages(messages, edits) {
    const left = [...edits];
    const edited = messages.map((message) => {
        const before = textOf(message);
        const edit = before === undefined ? undefined : left.shift();
        return edit === undefined || message.role === 'tool' ? message : editedMessage(message, before, edit);
    });
    return [...edited, ...left.map(({ role, content }) => ({ role: roleOf(role), parts: [plain(content)] }))];
}
function editedMessage(message, before, edit) {
    // Calls belong to the model, and their answers follow; such a message cannot change sides.
    const role = message.parts.some(({ kind }) => kind === 'call') ? message.role : roleOf(edit.role);
    if (edit.content === before)
        return role === message.role ? message : { ...message, role };
    return { role, parts: withText(message.parts, edit.content) };
}
const roleOf = (role) => (role === 'model' ? 'model' : 'user');
function samplingIn({ temperature, maxOutputTokens, topP, topK }) {
    const given = { temperature, maxOutputTokens, topP, topK };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
/**
 * The question with a hook's choice of tools: which must be called, that none may, or the only ones to tell the model
 * of. Names the model was not told of are left out: a hook may narrow the choice, not widen it.
 */
function narrowedRequest(request, choice) {
    const { mode = 'AUTO', allowedFunctionNames = [] } = choice ?? {};
    if (choice === undefined || (mode === 'AUTO' && allowedFunctionNames.length === 0))
        return request;
    if (mode === 'NONE')
        return { ...request, choice: { mode: 'none' } };
    const named = request.tools.filter(({ name }) => allowedFunctionNames.includes(name));
    if (mode === 'AUTO')
        return { ...request, tools: named };
    const names = named.map(({ name }) => name);
    // A choice of nothing that exists would be refused by the API, or taken for a choice of anything.
    if (allowedFunctionNames.length > 0 && names.length === 0)
        return { ...request, choice: { mode: 'none' } };
    return { ...request, choice: { mode: 'any', ...(names.length === 0 ? {} : { names }) } };
}
/** A whole answer by a hook, instead of the model's; undefined when it gives no text. */
function repliedBy(response, model) {
    const text = textGiven(response);
    if (text === undefined)
        return undefined;
    const reason = response?.candidates?.[0]?.finishReason;
    const stop = reason === undefined || reason === 'STOP' ? 'finished' : reason === 'MAX_TOKENS' ? 'length' : 'blocked';
    return {
        parts: [plain(text)],
        stop,
        ...(stop === 'blocked' && reason !== undefined ? { reason } : {}),
        usage: types/* NO_USAGE */.y,
        model,
    };
}
/** The model's answer with a hook's text in place of its own; calls stay. */
function editedReply(reply, response) {
    const text = textGiven(response);
    return text === undefined || text === textIn(reply.parts) ? reply : { ...reply, parts: withText(reply.parts, text) };
}
function textGiven(response) {
    const parts = response?.candidates?.[0]?.content?.parts ?? (response?.text === undefined ? [] : [response.text]);
    return parts.length === 0 ? undefined : parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}
/** One text where the first one stood. */
function withText(parts, text) {
    const first = parts.findIndex(({ kind }) => kind === 'text');
    const at = Math.max(first, 0);
    const rest = (some) => some.filter(({ kind }) => kind !== 'text');
    return [...rest(parts.slice(0, at)), plain(text), ...rest(parts.slice(at))];
}
const plain = (text) => ({ kind: 'text', text });
const textOf = (message) => (message.role === 'tool' ? undefined : textIn(message.parts));
/** Undefined when no part is text. */
function textIn(parts) {
    const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
    return texts.length === 0 ? undefined : texts.join('');
}

// EXTERNAL MODULE: ./build/agent/hook-tool.js
var hook_tool = __webpack_require__(5297);
// EXTERNAL MODULE: ./build/agent/stops.js
var stops = __webpack_require__(3588);
;// CONCATENATED MODULE: ./build/agent/hook-events.js






/** What each event tells its hooks, and what their answer does. */
async function hooksOver(hooks, settings, given) {
    const kit = {
        ...given,
        redact: given.redact ?? ((value) => value),
        refused: given.repositoryCode === false ? await refusedOf(hooks, given) : new Map(),
        warned: new Set(),
    };
    const servers = serversIn(settings);
    const tell = (happening) => fire(hooks, happening, kit);
    /** Ends and refusals of a whole turn stand nowhere else; those of a call are in its record. */
    const warn = (say, output) => kit.emit({
        type: 'notice',
        level: 'warning',
        text: `Agent execution ${say.say === 'stop' ? 'stopped' : 'blocked'}: ${output?.systemMessage ?? say.why}`,
    });
    return {
        async sessionStart(source, signal) {
            const output = await tell({ event: 'SessionStart', subject: { trigger: source }, fields: { source }, signal });
            return contextIn(output) ?? '';
        },
        async sessionEnd(reason, mostMs) {
            const signal = AbortSignal.timeout(mostMs);
            await tell({ event: 'SessionEnd', subject: { trigger: reason }, fields: { reason }, signal });
        },
        async beforeAgent(prompt, signal) {
            const text = prompt.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n');
            const output = await tell({ event: 'BeforeAgent', fields: { prompt: text }, signal });
            const say = sayOf(output);
            if (say.say !== 'go') {
                warn(say, output);
                return say;
            }
            const context = contextIn(output);
            return { say: 'go', prompt: context === undefined ? prompt : [...prompt, { kind: 'text', text: context }] };
        },
        async afterAgent({ prompt, answer, again }, signal) {
            const fields = {
                prompt: textIn(prompt) ?? '',
                prompt_response: answer || '[no response text]',
                stop_hook_active: again,
            };
            const output = await tell({ event: 'AfterAgent', fields, signal });
            const say = sayOf(output);
            if (say.say !== 'go')
                warn(say, output);
            return { ...say, clear: output?.hookSpecificOutput?.clearContext === true };
        },
        async beforeModel(wished, signal) {
            const output = await tell({ event: 'BeforeModel', fields: { llm_request: llmRequest(wished) }, signal });
            const say = sayOf(output);
            const { llm_request, llm_response } = output?.hookSpecificOutput ?? {};
            const reply = repliedBy(llm_response, wished.model);
            if (say.say === 'stop' || (say.say === 'block' && reply === undefined)) {
                warn(say, output);
                throw new stops/* Stopped */.C9('hook');
            }
            if (reply !== undefined)
                return { reply };
            const request = editedRequest(wished, llm_request);
            const fields = { llm_request: llmRequest(request) };
            const chosen = await tell({ event: 'BeforeToolSelection', fields, signal });
            return { ask: narrowedRequest(request, chosen?.hookSpecificOutput?.toolConfig) };
        },
        async afterModel(request, reply, signal) {
            const fields = { llm_request: llmRequest(request), llm_response: llmResponse(reply) };
            const output = await tell({ event: 'AfterModel', fields, signal });
            const say = sayOf(output);
            if (say.say !== 'go') {
                warn(say, output);
                throw new stops/* Stopped */.C9('hook');
            }
            return editedReply(reply, output?.hookSpecificOutput?.llm_response);
        },
        async beforeTool(call, signal) {
            const fields = (0,hook_tool/* toolFields */.M2)(call, servers);
            const output = await tell({ event: 'BeforeTool', subject: { tool: (0,hook_tool/* namesOf */.eZ)(call.tool) }, fields, signal });
            const say = sayOf(output);
            if (say.say === 'stop')
                warn(say, output);
            if (say.say !== 'go')
                return say;
            const edits = output?.hookSpecificOutput?.tool_input;
            return {
                ...(output?.decision === 'ask' ? { say: 'ask', why: askedBecause(output) } : { say: 'go', why: '' }),
                ...(edits && { args: { ...call.args, ...edits } }),
            };
        },
        async afterTool(call, result, signal) {
            const fields = { ...(0,hook_tool/* toolFields */.M2)(call, servers), tool_response: (0,hook_tool/* toolResponse */.mq)(result) };
            const output = await tell({ event: 'AfterTool', subject: { tool: (0,hook_tool/* namesOf */.eZ)(call.tool) }, fields, signal });
            const say = sayOf(output);
            if (say.say === 'stop')
                warn(say, output);
            if (say.say !== 'go')
                return { result: withheld(say) };
            const context = contextIn(output);
            const next = output?.hookSpecificOutput?.tailToolCallRequest;
            return {
                result: context === undefined ? result : (0,hook_tool/* withParagraph */.n$)(result, context),
                ...(next && { next: { name: next.name, args: next.args } }),
            };
        },
        async preCompress(trigger, signal) {
            await tell({ event: 'PreCompress', subject: { trigger }, fields: { trigger }, signal });
        },
        async notification(call, tool, signal) {
            const fields = { notification_type: 'ToolPermission', ...(0,hook_tool/* confirmation */.EL)(call, tool) };
            await tell({ event: 'Notification', fields, signal });
        },
    };
}
/** Stopping goes before blocking. */
function sayOf(output) {
    if (output?.continue === false)
        return { say: 'stop', why: reasonIn(output) };
    const blocks = output?.decision === 'deny' || output?.decision === 'block';
    return blocks ? { say: 'block', why: reasonIn(output) } : { say: 'go' };
}
const askedBecause = ({ systemMessage, reason }) => `A hook wants a person to confirm it.${(systemMessage ?? reason) ? ` ${systemMessage ?? reason}` : ''}`;
function contextIn(output) {
    const context = output?.hookSpecificOutput?.additionalContext;
    return context ? (0,hook_tool/* hookContext */.ZI)(context) : undefined;
}
const withheld = ({ say, why }) => say === 'stop'
    ? (0,tool/* failed */.gz)('stop_execution', `Agent execution stopped by hook: ${why}`)
    : (0,tool/* failed */.gz)('execution_failed', `Tool result blocked: ${why}`);
function serversIn(settings) {
    if (typeof settings !== 'object' || settings === null || !('mcpServers' in settings))
        return {};
    const { mcpServers } = settings;
    return typeof mcpServers === 'object' && mcpServers !== null ? { ...mcpServers } : {};
}
/** Hooks that would run code of a checkout nobody trusted, each with the reason. */
async function refusedOf(hooks, { cwd, emit }) {
    const { runsRepositoryCode } = await __webpack_require__.e(/* import() */ 417).then(__webpack_require__.bind(__webpack_require__, 1417));
    const refused = new Map();
    for (const hook of hooks) {
        const why = await runsRepositoryCode(hook, cwd);
        if (why === undefined)
            continue;
        const text = `It is not run on code from outside, because ${why}. Install the program and name it by its full path, or set run_pr_code.`;
        refused.set(hook, text);
        emit({ type: 'notice', level: 'warning', text: `The hook "${hook.name}" (${hook.event}) is refused. ${text}` });
    }
    return refused;
}


/***/ })

};
