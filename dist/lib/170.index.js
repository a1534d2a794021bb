export const id = 170;
export const ids = [170];
export const modules = {

/***/ 67905:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cg: () => (/* binding */ toolNameProblems),
/* harmony export */   FU: () => (/* binding */ toolNameWarnings),
/* harmony export */   N3: () => (/* binding */ nearestTool)
/* harmony export */ });
/* harmony import */ var _text_edit_distance_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(30046);
/* harmony import */ var _tool_names_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(81572);


/** Tool names in a rule that look misspelled. Such a rule matches nothing, so a deny rule denies nothing. */
function toolNameProblems({ match }) {
    if (match.server !== undefined)
        return [];
    return (match.tools ?? []).flatMap((tool) => {
        if (Object.hasOwn(_tool_names_js__WEBPACK_IMPORTED_MODULE_1__/* .TOOL_ALIASES */ .YT, (0,_tool_names_js__WEBPACK_IMPORTED_MODULE_1__/* .canonicalToolName */ .WI)(tool)) || /[*]|__|^mcp_|^discovered_tool_/.test(tool))
            return [];
        const near = nearestTool(tool);
        return near === undefined ? [] : [`no tool is named ${JSON.stringify(tool)}; did you mean ${JSON.stringify(near)}?`];
    });
}
const MAX_DISTANCE = 2;
/** The tool name that differs from this name by one or two letters, if there is one. */
function nearestTool(name) {
    const isNear = (each) => Math.abs(each.length - name.length) <= MAX_DISTANCE &&
        (0,_text_edit_distance_js__WEBPACK_IMPORTED_MODULE_0__/* .editDistance */ .Y)(each.toLowerCase(), name.toLowerCase()) <= MAX_DISTANCE;
    // Two letters away from a short name are too many unrelated names.
    const others = Object.values(_tool_names_js__WEBPACK_IMPORTED_MODULE_1__/* .TOOL_ALIASES */ .YT).flat();
    return Object.keys(_tool_names_js__WEBPACK_IMPORTED_MODULE_1__/* .TOOL_ALIASES */ .YT).find(isNear) ?? others.find((each) => each.length > 7 && isNear(each));
}
/** The misspelled tool names of all rules, once each, with file and line. */
const toolNameWarnings = (rules) => [
    ...new Set(rules.flatMap((rule) => toolNameProblems(rule).map((text) => `${rule.file}:${rule.line}: ${text}`))),
];


/***/ }),

/***/ 33355:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  G: () => (/* binding */ modelReplies),
  l: () => (/* binding */ readTranscript)
});

// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./build/platform/lazy.js
var lazy = __webpack_require__(21510);
// EXTERNAL MODULE: ./build/record/events.js
var events = __webpack_require__(55647);
;// CONCATENATED MODULE: ./build/record/transcript-line.js




/** Parses one line of a transcript. Throws UserError with the line number. */
function parseTranscriptLine(text, line) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch (error) {
        throw new errors/* UserError */.yo(`Transcript line ${line} is not JSON: ${(0,errors/* messageOf */.bD)(error)}`, { cause: error });
    }
    const parsed = schema().safeParse(value);
    if (parsed.success)
        return parsed.data;
    const [issue] = parsed.error.issues;
    // For an unknown event type, omit the list of the known ones.
    const reason = issue === undefined || issue.code === 'invalid_union' ? '' : `: ${(0,errors/* zodIssueMessage */.YB)(issue)}`;
    throw new errors/* UserError */.yo(`Transcript line ${line} is not a known event${reason}`);
}
// Most runs only write transcripts, so the schema is built on first use.
const schema = (0,lazy/* lazy */.R)(lineSchema);
const object = schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J());
const transcript_line_text = schemas/* string */.YjP();
const count = schemas/* number */.aig();
const agent = transcript_line_text.optional();
const transcript_line_event = (type, shape) => schemas/* object */.Ikc({ timeMs: count, seq: count, type: schemas/* literal */.euz(type), ...shape });
function lineSchema() {
    const { usage, message, failedUsage, reply } = modelSchemas();
    const { call, tool, states } = callSchemas();
    return schemas/* discriminatedUnion */.gMt('type', [
        transcript_line_event('run_started', { session: transcript_line_text, version: transcript_line_text, event: transcript_line_text, model: transcript_line_text, task: object }),
        transcript_line_event('steering', {
            files: schemas/* object */.Ikc({ path: transcript_line_text, sha: transcript_line_text, ref: transcript_line_text, bytes: count }).array(),
            ignored: transcript_line_text.array(),
        }),
        transcript_line_event('run_snapshot', {
            mode: transcript_line_text,
            model: transcript_line_text,
            inputs: object,
            costReason: schemas/* enum */.k5n(events/* STOP_REASONS */.Np).optional(),
            settings: object,
            policies: schemas/* object */.Ikc({ tier: transcript_line_text, file: transcript_line_text, text: transcript_line_text }).array(),
            memory: transcript_line_text,
            outputs: transcript_line_text.optional(),
            tools: tool.array(),
            authType: transcript_line_text.optional(),
            extensions: transcript_line_text.array().optional(),
            slashCommands: transcript_line_text.array().optional(),
        }),
        transcript_line_event('notice', {
            level: schemas/* enum */.k5n(['info', 'warning', 'error']),
            text: transcript_line_text,
            isolation: schemas/* object */.Ikc({ part: transcript_line_text, isHeld: schemas/* boolean */.zMY(), text: transcript_line_text }).array().optional(),
        }),
        transcript_line_event('model_request', {
            turn: count,
            model: transcript_line_text,
            base: count.optional(),
            keep: count.optional(),
            system: transcript_line_text.optional(),
            tools: schemas/* unknown */.L5J().array().optional(),
            messages: message.array(),
            options: object.optional(),
            agent,
        }),
        transcript_line_event('model_reply', { turn: count, reply, ms: count, agent }),
        transcript_line_event('model_failed', {
            turn: count,
            text: transcript_line_text,
            model: transcript_line_text.optional(),
            status: count.optional(),
            waitMs: count.optional(),
            next: transcript_line_text.optional(),
            attempt: count.optional(),
            maxAttempts: count.optional(),
            fault: transcript_line_text.optional(),
            failedUsage: failedUsage.optional(),
            agent,
        }),
        transcript_line_event('chat_compressed', {
            status: schemas/* enum */.k5n(['masked', 'compressed', 'truncated', 'inflated', 'empty']),
            tokensBefore: count,
            tokensAfter: count,
            maskedCount: count.optional(),
            prunableTokens: count.optional(),
            agent,
        }),
        transcript_line_event('loop_detected', { kind: schemas/* enum */.k5n(events/* LOOP_KINDS */.hD), count, agent }),
        transcript_line_event('output_truncated', {
            id: transcript_line_text,
            name: transcript_line_text,
            length: count,
            keptLength: count,
            threshold: count.optional(),
            file: transcript_line_text.optional(),
        }),
        transcript_line_event('call_state', { id: transcript_line_text, name: transcript_line_text, state: states }),
        transcript_line_event('tool_confirmation_request', { correlationId: transcript_line_text, id: transcript_line_text, name: transcript_line_text, args: object }),
        transcript_line_event('tool_confirmation_response', { correlationId: transcript_line_text, confirmed: schemas/* boolean */.zMY(), reason: transcript_line_text }),
        transcript_line_event('tool_policy_rejection', { correlationId: transcript_line_text, id: transcript_line_text, name: transcript_line_text, message: transcript_line_text }),
        transcript_line_event('hook_finished', {
            event: transcript_line_text,
            hook: transcript_line_text,
            ok: schemas/* boolean */.zMY(),
            ms: count,
            exit: count.optional(),
            decision: transcript_line_text.optional(),
            failure: transcript_line_text.optional(),
        }),
        transcript_line_event('program_answered', { point: schemas/* enum */.k5n(events/* INTERVENTION_POINTS */.WX), key: transcript_line_text, answer: object }),
        transcript_line_event('call_finished', { call, reply: object }),
        transcript_line_event('agent_started', {
            agent: transcript_line_text,
            definition: schemas/* object */.Ikc({
                tools: transcript_line_text.array().readonly().optional(),
                model: transcript_line_text,
                turns: schemas/* number */.aig().optional(),
                minutes: schemas/* number */.aig(),
                output: schemas/* object */.Ikc({ name: transcript_line_text, description: transcript_line_text, schema: object }).optional(),
                servers: schemas/* object */.Ikc({ tools: tool.array(), rules: object.array() }).optional(),
            }),
        }),
        transcript_line_event('agent_finished', {
            agent: transcript_line_text,
            reason: transcript_line_text,
            recovery: schemas/* boolean */.zMY(),
            turns: count,
            usage,
            ms: count,
            recoveryReason: transcript_line_text.optional(),
            recoveryMs: count.optional(),
        }),
        transcript_line_event('run_resumed', {
            kind: schemas/* enum */.k5n(events/* RESUME_KINDS */.Wz),
            from: schemas/* object */.Ikc({ run: count, attempt: count, artifact: count, sha256: transcript_line_text }),
            by: transcript_line_text,
            url: transcript_line_text.optional(),
            admitted: schemas/* object */.Ikc({ name: transcript_line_text, args: object }).optional(),
            underApproval: schemas/* boolean */.zMY().optional(),
        }),
        transcript_line_event('resume_point', { patchSha256: transcript_line_text, offers: schemas/* object */.Ikc({ code: transcript_line_text, id: transcript_line_text.optional() }).array() }),
        transcript_line_event('intent', { intent: object }),
        transcript_line_event('receipt', { receipt: object }),
        transcript_line_event('run_ended', {
            outcome: schemas/* enum */.k5n(events/* OUTCOMES */.im),
            ending: schemas/* enum */.k5n(['answered', 'skipped', 'stopped', 'failed']),
            reason: schemas/* enum */.k5n(events/* STOP_REASONS */.Np).optional(),
            text: transcript_line_text,
            usage,
            turns: count,
            ms: count,
        }),
    ]);
}
/** Schemas of the conversation with a model. */
function modelSchemas() {
    const usage = schemas/* object */.Ikc({
        input: count,
        cached: count,
        output: count,
        thoughts: count,
        tool: count,
        total: count,
    });
    const part = schemas/* discriminatedUnion */.gMt('kind', [
        schemas/* object */.Ikc({ kind: schemas/* enum */.k5n(['text', 'thought']), text: transcript_line_text, signature: transcript_line_text.optional() }),
        schemas/* object */.Ikc({
            kind: schemas/* literal */.euz('call'),
            call: schemas/* object */.Ikc({ id: transcript_line_text, name: transcript_line_text, args: object }),
            signature: transcript_line_text.optional(),
        }),
        schemas/* object */.Ikc({ kind: schemas/* literal */.euz('data'), mimeType: transcript_line_text, data: transcript_line_text, signature: transcript_line_text.optional() }),
        schemas/* object */.Ikc({ kind: schemas/* literal */.euz('opaque'), value: object, signature: transcript_line_text.optional() }),
    ]);
    const toolReply = schemas/* object */.Ikc({ id: transcript_line_text, name: transcript_line_text, response: object, parts: part.array().optional() });
    const message = schemas/* discriminatedUnion */.gMt('role', [
        schemas/* object */.Ikc({ role: schemas/* enum */.k5n(['user', 'model']), parts: part.array() }),
        schemas/* object */.Ikc({ role: schemas/* literal */.euz('tool'), replies: toolReply.array() }),
    ]);
    const failedUsage = schemas/* object */.Ikc({ model: transcript_line_text, usage }).array();
    const grounding = schemas/* object */.Ikc({
        sources: schemas/* object */.Ikc({ title: transcript_line_text.optional(), uri: transcript_line_text.optional() }).array(),
        supports: schemas/* object */.Ikc({ end: count, text: transcript_line_text.optional(), sources: count.array() }).array(),
        pages: schemas/* object */.Ikc({ url: transcript_line_text, read: schemas/* boolean */.zMY() }).array(),
    });
    const reply = schemas/* object */.Ikc({
        parts: part.array(),
        stop: schemas/* enum */.k5n(['finished', 'length', 'blocked', 'abandoned']),
        reason: transcript_line_text.optional(),
        usage,
        model: transcript_line_text,
        grounding: grounding.optional(),
        failedUsage: failedUsage.optional(),
    });
    return { usage, message, failedUsage, reply };
}
/** Schemas of calls and tools. */
function callSchemas() {
    const call = schemas/* object */.Ikc({
        id: transcript_line_text,
        name: transcript_line_text,
        args: object,
        state: schemas/* enum */.k5n(['success', 'error', 'cancelled']),
        verdict: schemas/* enum */.k5n(['allow', 'deny']).optional(),
        rule: schemas/* object */.Ikc({ file: transcript_line_text, line: count, tier: transcript_line_text, priority: count, verdict: transcript_line_text }).optional(),
        message: transcript_line_text.optional(),
        resolved: schemas/* object */.Ikc({ args: object, linked: schemas/* boolean */.zMY() }).optional(),
        remedy: transcript_line_text.optional(),
        askable: schemas/* literal */.euz(true).optional(),
        reason: transcript_line_text.optional(),
        ms: count,
        bytes: count,
        exit: schemas/* union */.KCZ([schemas/* number */.aig(), transcript_line_text]).optional(),
        display: transcript_line_text.optional(),
        diff: schemas/* object */.Ikc({ path: transcript_line_text, diff: transcript_line_text, added: count, removed: count }).optional(),
        editStrategy: schemas/* enum */.k5n(['exact', 'flexible', 'regex', 'fuzzy']).optional(),
        agent,
        parent: transcript_line_text.optional(),
    });
    const tool = schemas/* object */.Ikc({
        name: transcript_line_text,
        aliases: transcript_line_text.array(),
        undeclared: schemas/* boolean */.zMY().optional(),
        server: transcript_line_text.optional(),
        shortName: transcript_line_text.optional(),
        annotations: object,
        declaration: schemas/* object */.Ikc({ name: transcript_line_text, description: transcript_line_text, parameters: object }).optional(),
    });
    const states = ['validating', 'awaiting_approval', 'scheduled', 'executing', 'success', 'error', 'cancelled'];
    return { call, tool, states: schemas/* enum */.k5n(states) };
}

;// CONCATENATED MODULE: ./build/record/read-transcript.js


/**
 * Parses a transcript back into complete events. Throws UserError with the number of the invalid line. Skips an incomplete
 * last line, which a killed run leaves.
 */
function readTranscript(text) {
    const decode = requestDecoder();
    const lines = text.split('\n');
    lines.pop();
    return lines.flatMap((line, index) => {
        if (line.trim() === '')
            return [];
        const { timeMs, seq, ...stored } = parseTranscriptLine(line, index + 1);
        return [{ timeMs, seq, event: stored.type === 'model_request' ? decode(stored, seq, index + 1) : stored }];
    });
}
/** The model's replies, in order; a replay returns them. */
const modelReplies = (events) => events.flatMap((event) => (event.type === 'model_reply' ? [event.reply] : []));
function requestDecoder() {
    const requests = new Map();
    return ({ base, keep = 0, ...stored }, seq, line) => {
        const before = base === undefined ? undefined : requests.get(base);
        const system = stored.system ?? before?.system;
        const tools = stored.tools ?? before?.tools;
        if ((base !== undefined && before === undefined) || system === undefined || tools === undefined)
            throw new errors/* UserError */.yo(`Transcript line ${line}: the request it continues (seq ${base ?? 'none'}) is missing.`);
        const messages = [...(before?.messages.slice(0, keep) ?? []), ...stored.messages];
        const request = { ...stored, system, tools, messages };
        requests.set(seq, request);
        return request;
    };
}


/***/ }),

/***/ 15008:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  A: () => (/* binding */ loadAnswerSchema)
});

// EXTERNAL MODULE: ./node_modules/ajv/dist/ajv.js
var ajv = __webpack_require__(42463);
// EXTERNAL MODULE: ./node_modules/ajv/dist/2019.js
var _2019 = __webpack_require__(60878);
// EXTERNAL MODULE: ./node_modules/ajv/dist/2020.js
var _2020 = __webpack_require__(52210);
// EXTERNAL MODULE: ./node_modules/ajv-formats/dist/index.js
var dist = __webpack_require__(82815);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/record/events.js
var events = __webpack_require__(55647);
;// CONCATENATED MODULE: ./build/agent/output-schema.js






/**
 * Parses a JSON Schema (draft 7, 2019-09 or 2020-12 by its `$schema`; default 2020-12). `origin` names its source in
 * errors. Checks formats (`date`); calls `notice` with unknown formats, which are not checked. Throws UserError for an
 * invalid schema.
 */
function parseOutputSchema(text, origin, notice) {
    const schema = parseSchema(text, origin);
    const check = compileCheck(schema, origin, notice);
    return {
        schema,
        parseAnswer(answer) {
            const parsed = parseJsonAnswer(answer);
            if ('problem' in parsed)
                return { ok: false, problem: parsed.problem };
            const problem = check(parsed.value) ?? lengthProblem(parsed.value);
            return problem === undefined ? { ok: true, value: parsed.value } : { ok: false, problem };
        },
    };
}
/** The prompt that describes the schema to the model. */
const outputSchemaPrompt = ({ schema }) => `# Answer format\n\nA program reads your final answer. This overrides other instructions about the answer: give one JSON value that matches this JSON Schema, without any text around it:\n\n${JSON.stringify(schema)}`;
function parseSchema(text, origin) {
    let parsed;
    try {
        parsed = JSON.parse(text);
    }
    catch (cause) {
        throw new errors/* UserError */.yo(`${origin} is not JSON: ${(0,errors/* messageOf */.bD)(cause)}`, { cause });
    }
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
        return { ...parsed };
    throw new errors/* UserError */.yo(`${origin} must be a JSON Schema, which is a JSON object.`);
}
/** Returns a function that describes what does not match; undefined when everything does. */
function compileCheck(schema, origin, notice) {
    const unknown = new Set();
    const ajv = validatorFor(schema.$schema, (text) => {
        const format = /^unknown format "([^"]+)" ignored/.exec(text)?.[1];
        if (format !== undefined)
            unknown.add(format);
    });
    try {
        const check = ajv.compile({ ...schema, $async: false });
        if (unknown.size > 0)
            notice(`${origin} uses unknown formats, which are not checked: ${[...unknown].join(', ')}.`);
        return (value) => check(value)
            ? undefined
            : ajv.errorsText((check.errors ?? []).slice(0, 10), { dataVar: 'answer', separator: '; ' });
    }
    catch (cause) {
        throw new errors/* UserError */.yo(`${origin} is not a valid JSON Schema: ${(0,errors/* messageOf */.bD)(cause)}`, { cause });
    }
}
function validatorFor(draft, warn) {
    const Validator = typeof draft !== 'string'
        ? _2020.Ajv2020
        : /draft-0[467]/.test(draft)
            ? ajv.Ajv
            : draft.includes('2019-09')
                ? _2019.Ajv2019
                : _2020.Ajv2020;
    const logger = { log() { }, warn, error() { } };
    // A CommonJS module that is its own default export: bundler and Node resolve the import differently.
    return dist["default"](new Validator({ strict: false, allErrors: true, logger }));
}
const lengthProblem = (value) => JSON.stringify(value).length <= events/* MAX_STRUCTURED_CHARACTERS */.U2
    ? undefined
    : `it is longer than the ${events/* MAX_STRUCTURED_CHARACTERS */.U2} characters an output can hold`;
/** The JSON of an answer: the whole answer, or the last code block that parses. */
function parseJsonAnswer(answer) {
    const blocks = [...answer.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm)].map((block) => block[2] ?? '');
    let problem = 'no JSON found';
    for (const candidate of [answer, ...blocks.reverse()])
        try {
            return { value: JSON.parse(candidate) };
        }
        catch (error) {
            if (candidate === answer || problem === 'no JSON found')
                problem = (0,errors/* messageOf */.bD)(error);
        }
    return { problem: `the answer is not JSON: ${problem}` };
}

;// CONCATENATED MODULE: ./build/session/answer-schema.js


/**
 * Loads the schema that the input `output_schema` contains or names: a JSON Schema, or a path to one in the steering commit.
 * Throws UserError.
 */
async function loadAnswerSchema(input, steering, notice) {
    if (input === '')
        return { outputSchema: undefined, schemaPrompt: [] };
    const outputSchema = input.startsWith('{')
        ? parseOutputSchema(input, 'output_schema', notice)
        : parseOutputSchema(await readSchemaFile(input, steering), `output_schema: ${input}`, notice);
    return { outputSchema, schemaPrompt: [{ kind: 'text', text: outputSchemaPrompt(outputSchema) }] };
}
async function readSchemaFile(path, steering) {
    const text = await steering.read(path.replace(/^(?:\.\/)+/, ''));
    if (text !== undefined)
        return text;
    throw new errors/* UserError */.yo(`output_schema: the steering commit has no file ${path}. Use a path relative to the repository root, or the schema itself.`);
}


/***/ }),

/***/ 41570:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ taskPart),
/* harmony export */   l: () => (/* binding */ initialPrompt)
/* harmony export */ });
/** The first message to the model, most trusted parts first: the hooks' text, date and event, the task, then the data. */
function initialPrompt({ task, prompt, context, now, hookContext = '' }) {
    const setting = [
        `Today is ${new Date(now).toISOString().slice(0, 10)}. Repository: ${task.repo.owner}/${task.repo.name}.`,
        `Event: ${task.event}${/^[\w-]{1,40}$/.test(task.action ?? '') ? ` (${task.action})` : ''}${subjectText(task)}.`,
    ].join('\n');
    return [hookContext, setting, taskPart(task, prompt).text, context]
        .filter((text) => text !== '')
        .map((text) => ({ kind: 'text', text }));
}
const taskPart = (task, prompt) => ({ kind: 'text', text: `# Task\n\n${instructions(task, prompt)}` });
function subjectText({ number, kind, place }) {
    if (place !== undefined)
        return place.kind === 'commit' ? `, commit ${place.sha}` : `, discussion #${place.number}`;
    if (number === undefined)
        return '';
    return kind === 'issue' ? `, issue #${number}` : `, pull request #${number}`;
}
/** The workflow's prompt, then the request in a comment, which refines it. Only trusted users can make a request. */
function instructions(task, prompt) {
    const request = task.request?.trim() ?? '';
    const requestText = request === '' ? '' : `@${task.actor} asks:\n\n${request}`;
    if (prompt !== '')
        return [prompt, requestText].filter(Boolean).join('\n\n');
    return requestText === '' ? DEFAULT_TASKS[task.kind] : requestText;
}
const DEFAULT_TASKS = {
    pull_request: `Review this pull request. Read the changed code in its context, then report what would break, leak, mislead or be hard to
maintain, most serious first, each with file, line and a fix. Do not praise and do not repeat the diff. If it is fine, say so in one sentence.`,
    issue: `Investigate this issue. Find the relevant code, state whether the code confirms the issue, the likely cause (files and lines), and the
next step. If information is missing, state exactly what to ask for.`,
    workflow_run: 'A workflow run has ended. If it failed, find the cause in the logs and the code and explain how to fix it.',
    push: 'Review the pushed commits and report problems, most serious first, with file and line.',
    schedule: 'Find the most useful small maintenance task in this repository that you can finish now, and do it.',
    dispatch: 'Find the most useful small maintenance task in this repository that you can finish now, and do it.',
    other: 'Read this event and report what a maintainer should know.',
};


/***/ }),

/***/ 62230:
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
/** The tools of a continued run. What the runs before it proposed is not proposed again: it was written, or may have been. */
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
const ALREADY = (0,_tools_tool_js__WEBPACK_IMPORTED_MODULE_1__/* .done */ .Vw)('A run before this one proposed exactly this already, so it is not written again. Go on.');


/***/ })

};
