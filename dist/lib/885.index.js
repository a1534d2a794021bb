export const id = 885;
export const ids = [885];
export const modules = {

/***/ 3885:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runCommand: () => (/* binding */ runCommand)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: ./build/github/git.js
var git = __webpack_require__(1515);
// EXTERNAL MODULE: ./build/github/runner.js
var github_runner = __webpack_require__(1977);
// EXTERNAL MODULE: ./build/host/environment.js
var environment = __webpack_require__(9707);
// EXTERNAL MODULE: ./build/host/errors.js
var errors = __webpack_require__(9727);
// EXTERNAL MODULE: ./build/inputs.js
var build_inputs = __webpack_require__(6578);
// EXTERNAL MODULE: ./build/machine.js
var build_machine = __webpack_require__(3746);
// EXTERNAL MODULE: ./build/main.js + 33 modules
var main = __webpack_require__(2439);
// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(7560);
;// CONCATENATED MODULE: ./build/model/replay.js

/**
 * Answers from a recording, in order, whatever is asked. Each reply's visible text goes to `onText` first.
 * Past the last one it rejects with a ModelError that says so.
 */
function replay(replies) {
    let next = 0;
    return async (request, signal) => {
        signal.throwIfAborted();
        const reply = replies[next];
        if (reply === undefined) {
            const text = `The recording has ${replies.length} answers, and this run asks for one more.`;
            throw new types/* ModelError */.m(text, { fault: 'request', retry: 'never' });
        }
        next += 1;
        for (const part of reply.parts)
            if (part.kind === 'text' && part.text !== '')
                request.onText?.(part.text);
        return structuredClone(reply);
    };
}

// EXTERNAL MODULE: ./build/record/transcript.js + 1 modules
var transcript = __webpack_require__(3773);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(9448);
// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./build/standin/gemini-shape.js
const fields = (named) => ({ fields: named });
const list = (of) => ({ list: of });
const one = (...of) => ({ one: of });
const blob = fields({ mimeType: 'string', data: 'bytes', displayName: 'string' });
const partWith = (id) => fields({
    text: 'string',
    inlineData: fields({ mimeType: 'string', data: 'bytes' }),
    fileData: fields({ mimeType: 'string', fileUri: 'string' }),
    functionCall: fields({ ...id, name: 'string', args: 'struct' }),
    functionResponse: fields({
        ...id,
        name: 'string',
        response: 'struct',
        parts: list(fields({ inlineData: blob })),
        willContinue: 'boolean',
        scheduling: one('SCHEDULING_UNSPECIFIED', 'SILENT', 'WHEN_IDLE', 'INTERRUPT'),
    }),
    executableCode: fields({ id: 'string', language: 'string', code: 'string' }),
    codeExecutionResult: fields({ id: 'string', outcome: 'string', output: 'string' }),
    toolCall: 'struct',
    toolResponse: 'struct',
    thought: 'boolean',
    thoughtSignature: 'bytes',
    partMetadata: 'struct',
    videoMetadata: fields({ startOffset: 'string', endOffset: 'string', fps: 'number' }),
    mediaResolution: fields({ level: 'string' }),
});
/** The members of a part of which exactly one says what the part is. */
const PART_DATA = [
    'text',
    'inlineData',
    'fileData',
    'functionCall',
    'functionResponse',
    'executableCode',
    'codeExecutionResult',
    'toolCall',
    'toolResponse',
];
const contentOf = (part) => fields({ role: 'string', parts: list(part) });
const content = contentOf(partWith({ id: 'string' }));
const TYPES = ['TYPE_UNSPECIFIED', 'STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL'];
/** Google's own schema object, in `parameters` and `responseSchema`; not JSON Schema. */
const schema = fields({
    type: one(...TYPES, ...TYPES.map((type) => type.toLowerCase())),
    format: 'string',
    title: 'string',
    description: 'string',
    nullable: 'boolean',
    enum: list('string'),
    maxItems: 'any', // int64 travels as text or number
    minItems: 'any',
    properties: { map: () => schema },
    required: list('string'),
    minProperties: 'any',
    maxProperties: 'any',
    minLength: 'any',
    maxLength: 'any',
    pattern: 'string',
    example: 'any',
    anyOf: list(() => schema),
    propertyOrdering: list('string'),
    default: 'any',
    items: () => schema,
    minimum: 'number',
    maximum: 'number',
});
const functionDeclaration = fields({
    name: 'string',
    description: 'string',
    behavior: one('UNSPECIFIED', 'BLOCKING', 'NON_BLOCKING'),
    parameters: schema,
    parametersJsonSchema: 'any',
    response: schema,
    responseJsonSchema: 'any',
});
const tool = fields({
    functionDeclarations: list(functionDeclaration),
    googleSearch: 'struct',
    googleSearchRetrieval: 'struct',
    codeExecution: 'struct',
    computerUse: 'struct',
    urlContext: 'struct',
    fileSearch: 'struct',
    googleMaps: 'struct',
    mcpServers: list('struct'),
});
const generationConfig = fields({
    stopSequences: list('string'),
    responseMimeType: 'string',
    responseSchema: schema,
    responseJsonSchema: 'any',
    responseModalities: list('string'),
    candidateCount: 'integer',
    maxOutputTokens: 'integer',
    temperature: 'number',
    topP: 'number',
    topK: 'number',
    seed: 'integer',
    presencePenalty: 'number',
    frequencyPenalty: 'number',
    responseLogprobs: 'boolean',
    logprobs: 'integer',
    enableEnhancedCivicAnswers: 'boolean',
    speechConfig: 'struct',
    thinkingConfig: fields({
        includeThoughts: 'boolean',
        thinkingBudget: 'integer',
        thinkingLevel: one('THINKING_LEVEL_UNSPECIFIED', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'minimal', 'low', 'medium', 'high'),
    }),
    imageConfig: 'struct',
    mediaResolution: 'string',
});
const generateRequest = {
    model: 'string',
    contents: list(content),
    systemInstruction: content,
    tools: list(tool),
    toolConfig: fields({
        functionCallingConfig: fields({
            mode: one('MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED'),
            allowedFunctionNames: list('string'),
        }),
        retrievalConfig: 'struct',
        includeServerSideToolInvocations: 'boolean',
    }),
    safetySettings: list(fields({ category: 'string', threshold: 'string' })),
    generationConfig,
    cachedContent: 'string',
    serviceTier: 'string',
};
const GENERATE_REQUEST = fields(generateRequest);
/** Vertex knows labels for billing too, but no ids of calls: its reference names them, its servers refuse them. */
const VERTEX_REQUEST = fields({
    ...generateRequest,
    contents: list(contentOf(partWith({}))),
    labels: { map: 'string' },
});
const COUNT_REQUEST = fields({ contents: list(content), generateContentRequest: GENERATE_REQUEST });
/** Every place where a body is not of the shape, in the API's own words. Paths are in the API's snake case. */
function misfits(body, shape, at = '') {
    if (typeof shape === 'function')
        return misfits(body, shape(), at);
    if (typeof shape === 'string')
        return fits(body, shape) ? [] : [invalid(body, at, shape)];
    if ('one' in shape)
        return typeof body === 'string' && shape.one.includes(body) ? [] : [invalid(body, at, 'enum')];
    if ('list' in shape) {
        if (!Array.isArray(body))
            return [invalid(body, at, 'list')];
        return body.flatMap((item, index) => misfits(item, shape.list, `${at}[${index}]`));
    }
    if (!isObject(body))
        return [invalid(body, at, 'message')];
    return Object.entries(body).flatMap(([name, value]) => {
        if ('map' in shape)
            return misfits(value, shape.map, `${at}.${name}`);
        const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
        if (field !== undefined)
            return misfits(value, field, at === '' ? snake(name) : `${at}.${snake(name)}`);
        const where = at === '' ? '' : ` at '${at}'`;
        return [
            { field: at, description: `Invalid JSON payload received. Unknown name "${name}"${where}: Cannot find field.` },
        ];
    });
}
function fits(value, type) {
    switch (type) {
        case 'any':
            return value !== undefined;
        case 'struct':
            return isObject(value);
        case 'bytes':
            return typeof value === 'string' && isBase64(value);
        case 'integer':
            return Number.isInteger(value);
        case 'string':
            return typeof value === 'string';
        case 'number':
            return typeof value === 'number';
        case 'boolean':
            return typeof value === 'boolean';
        default:
            return type;
    }
}
const isBase64 = (text) => {
    const bare = text.replace(/={1,2}$/, '');
    return /^[A-Za-z0-9+/_-]*$/.test(bare) && bare.length % 4 !== 1;
};
const invalid = (value, field, type) => ({
    field,
    description: `Invalid value at '${field}' (${type}), ${JSON.stringify(value)?.slice(0, 80)}`,
});
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

;// CONCATENATED MODULE: ./build/standin/gemini-schema.js

const gemini_schema_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];
/** Keyword → what its value must be. Keywords that are not here are allowed and ignored, as the API does. */
const KEYWORDS = {
    items: 'schema',
    not: 'schema',
    prefixItems: 'schemas',
    anyOf: 'schemas',
    oneOf: 'schemas',
    allOf: 'schemas',
    properties: 'named',
    patternProperties: 'named',
    $defs: 'named',
    definitions: 'named',
    required: 'strings',
    propertyOrdering: 'strings',
    title: 'text',
    description: 'text',
    format: 'text',
    pattern: 'text',
    enum: 'list',
    minItems: 'count',
    maxItems: 'count',
    minLength: 'count',
    maxLength: 'count',
    minProperties: 'count',
    maxProperties: 'count',
    minimum: 'number',
    maximum: 'number',
    exclusiveMinimum: 'number',
    exclusiveMaximum: 'number',
    multipleOf: 'number',
};
/** Mistakes in the JSON Schema of a declaration, each with its place. The root must describe an object. */
function schemaMistakes(schema, at) {
    if (!isObject(schema))
        return [`${at}: not a JSON Schema object`];
    const root = schema.type === 'object' ? [] : [`${at}.type: parameters must be of type object`];
    return [...root, ...mistakesIn(schema, at, schema)];
}
function mistakesIn(schema, at, root) {
    if (typeof schema === 'boolean')
        return [];
    if (!isObject(schema))
        return [`${at}: not a JSON Schema`];
    const found = Object.entries(schema).flatMap(([key, value]) => keywordMistakes(key, value, `${at}.${key}`, root));
    const { properties, required } = schema;
    if (Array.isArray(required) && isObject(properties))
        for (const name of required)
            if (typeof name === 'string' && !Object.hasOwn(properties, name))
                found.push(`${at}.required: property "${name}" is not defined`);
    return found;
}
function keywordMistakes(key, value, at, root) {
    const wrong = (what) => [`${at}: must be ${what}`];
    if (key === 'type') {
        const types = Array.isArray(value) ? value : [value];
        return types.length > 0 && types.every((type) => gemini_schema_TYPES.includes(type)) ? [] : wrong(`one of ${gemini_schema_TYPES.join(', ')}`);
    }
    if (key === '$ref')
        return typeof value === 'string' && refersTo(value, root) ? [] : wrong('a reference within the schema');
    if (key === 'additionalProperties')
        return mistakesIn(value, at, root);
    switch (Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined) {
        case 'schema':
            return mistakesIn(value, at, root);
        case 'schemas':
            if (!Array.isArray(value) || value.length === 0)
                return wrong('a list of schemas');
            return value.flatMap((one, index) => mistakesIn(one, `${at}[${index}]`, root));
        case 'named':
            if (!isObject(value))
                return wrong('an object of schemas');
            return Object.entries(value).flatMap(([name, one]) => mistakesIn(one, `${at}.${name}`, root));
        case 'strings':
            return Array.isArray(value) && value.every((one) => typeof one === 'string') ? [] : wrong('a list of strings');
        case 'text':
            return typeof value === 'string' ? [] : wrong('a string');
        case 'count':
            return Number.isInteger(value) && Number(value) >= 0 ? [] : wrong('a count');
        case 'number':
            return typeof value === 'number' ? [] : wrong('a number');
        case 'list':
            return Array.isArray(value) && value.length > 0 ? [] : wrong('a list that is not empty');
        default:
            return [];
    }
}
/** Whether `#/$defs/name` and the like lead somewhere. */
function refersTo(pointer, root) {
    if (!pointer.startsWith('#'))
        return false;
    let here = root;
    for (const step of pointer
        .slice(1)
        .split('/')
        .filter((step) => step !== '')) {
        const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
        if (!isObject(here) || !Object.hasOwn(here, name))
            return false;
        here = here[name];
    }
    return true;
}

;// CONCATENATED MODULE: ./build/standin/gemini-rules.js


/** Signatures that stand for "this call was not made by the model". Source: Gemini API docs, "Thought signatures". */
const UNSIGNED = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];
/** Google's docs say up to 128 characters; the API itself still refuses more than 64. */
const FUNCTION_NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/;
/** What the API refuses in a body, or undefined. */
function refusalOf(body, method, vertex, issued) {
    const shape = method === 'countTokens' ? COUNT_REQUEST : vertex ? VERTEX_REQUEST : GENERATE_REQUEST;
    const unfit = misfits(body, shape);
    if (unfit.length > 0)
        return badRequest(unfit);
    const request = isObject(body) ? body : {};
    if (method === 'countTokens')
        return undefined;
    const mistakes = [...contentMistakes(request), ...declarationMistakes(request), ...configMistakes(request)];
    if (mistakes.length > 0)
        return invalidArgument(mistakes.map((one) => `* GenerateContentRequest.${one}\n`).join(''));
    const turn = turnMistake(turnsOf(request), issued);
    return turn === undefined ? undefined : invalidArgument(turn);
}
const invalidArgument = (message) => ({ code: 400, status: 'INVALID_ARGUMENT', message });
const badRequest = (fieldViolations) => ({
    ...invalidArgument(fieldViolations.map((one) => one.description).join('\n')),
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }],
});
/** The shape is checked before, so these readings only give names to what is there. */
function turnsOf(request) {
    return objects(request.contents).map((one) => ({ role: String(one.role ?? ''), parts: objects(one.parts) }));
}
const objects = (value) => (Array.isArray(value) ? value.filter(isObject) : []);
function contentMistakes(request) {
    const turns = turnsOf(request);
    if (turns.length === 0)
        return ['contents: contents is not specified'];
    const system = isObject(request.systemInstruction) ? objects(request.systemInstruction.parts) : undefined;
    return [
        ...turns.flatMap((turn, index) => partMistakes(turn.parts, `contents[${index}]`)),
        ...(system === undefined ? [] : partMistakes(system, 'system_instruction')),
    ];
}
function partMistakes(parts, at) {
    if (parts.length === 0)
        return [`${at}.parts: contents.parts must not be empty.`];
    return parts.flatMap((part, index) => {
        const here = `${at}.parts[${index}]`;
        const set = PART_DATA.filter((name) => part[name] !== undefined);
        const blank = set[0] === 'text' && part.text === '' && part.thoughtSignature === undefined;
        if (set.length === 0 || blank)
            return [`${here}.data: required oneof field 'data' must have one initialized field`];
        if (set.length > 1)
            return [`${here}.data: oneof field 'data' is already set. Cannot set '${set[1]}'`];
        const named = part.functionCall ?? part.functionResponse;
        if (isObject(named)) {
            const field = part.functionCall === undefined ? 'function_response' : 'function_call';
            const name = typeof named.name === 'string' ? named.name : '';
            if (name === '')
                return [`${here}.${field}.name: Name cannot be empty.`];
            if (!FUNCTION_NAME.test(name))
                return [`${here}.${field}.name: ${BAD_NAME}`];
            if (field === 'function_response' && !isObject(named.response))
                return [`${here}.function_response.response: required field is missing`];
        }
        return [];
    });
}
const BAD_NAME = 'Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.';
function declarationMistakes(request) {
    const seen = new Set();
    return objects(request.tools).flatMap((tool, t) => objects(tool.functionDeclarations).flatMap((one, index) => {
        const at = `tools[${t}].function_declarations[${index}]`;
        const name = typeof one.name === 'string' ? one.name : '';
        const found = [];
        if (!FUNCTION_NAME.test(name))
            found.push(`${at}.name: ${BAD_NAME}`);
        if (seen.has(name))
            found.push(`${at}.name: Duplicate function declaration found: ${name}`);
        seen.add(name);
        if (typeof one.description !== 'string')
            found.push(`${at}.description: required field is missing`);
        if (one.parameters !== undefined && one.parametersJsonSchema !== undefined)
            found.push(`${at}: parameters and parameters_json_schema are mutually exclusive`);
        if (one.parametersJsonSchema !== undefined)
            found.push(...schemaMistakes(one.parametersJsonSchema, `${at}.parameters_json_schema`));
        return found;
    }));
}
function configMistakes(request) {
    const config = isObject(request.generationConfig) ? request.generationConfig : {};
    const within = (name, value, low, high) => value === undefined || (Number(value) >= low && Number(value) <= high)
        ? []
        : [`generation_config.${name}: ${name} must be in the range [${low}, ${high}]`];
    const thinking = isObject(config.thinkingConfig) ? config.thinkingConfig : {};
    const both = thinking.thinkingBudget !== undefined && thinking.thinkingLevel !== undefined;
    return [
        ...within('temperature', config.temperature, 0, 2),
        ...within('top_p', config.topP, 0, 1),
        ...within('top_k', config.topK, 1, 1000),
        ...(both ? ['generation_config.thinking_config: You can only set one of thinking budget and thinking level.'] : []),
    ];
}
/** The first rule of conversation that the turns break. */
function turnMistake(turns, issued) {
    for (const turn of turns)
        if (turn.role !== 'user' && turn.role !== 'model')
            return 'Please use a valid role: user, model.';
    for (const [index, turn] of turns.entries()) {
        const expected = index % 2 === 0 ? 'user' : 'model';
        if (turn.role !== expected)
            return 'Please ensure that multiturn requests alternate between user and model.';
    }
    if (turns.at(-1)?.role !== 'user')
        return 'Please ensure that multiturn requests end with a user role or a function response.';
    return callMistake(turns) ?? signatureMistake(turns, issued);
}
function callMistake(turns) {
    for (const [index, turn] of turns.entries()) {
        const before = turns[index - 1];
        const calls = before === undefined || before.role === 'user' ? [] : named(before, 'functionCall');
        const answers = named(turn, 'functionResponse');
        if (turn.role === 'model') {
            if (answers.length > 0)
                return 'Please ensure that function response parts are in a user turn.';
            const ids = named(turn, 'functionCall').flatMap((call) => (call.id === undefined ? [] : [call.id]));
            if (new Set(ids).size < ids.length)
                return `Duplicate function call id in contents[${index}].`;
            continue;
        }
        if (named(turn, 'functionCall').length > 0)
            return 'Please ensure that function call parts are in a model turn.';
        if (answers.length > 0 && calls.length === 0)
            return 'Please ensure that function response turn comes immediately after a function call turn.';
        if (answers.length !== calls.length)
            return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
        for (const [nth, call] of calls.entries()) {
            const answer = call.id === undefined ? answers[nth] : answers.find((one) => one.id === call.id);
            if (answer === undefined)
                return `Function response for call id "${String(call.id)}" in contents[${index}] is missing.`;
            if (answer.name !== call.name)
                return `Function response name "${String(answer.name)}" does not match function call name "${String(call.name)}".`;
        }
    }
    return undefined;
}
const named = (turn, kind) => turn.parts.flatMap((part) => (isObject(part[kind]) ? [part[kind]] : []));
/** Tells apart the parts a signature may not be moved between. */
function partKey(part) {
    const kind = PART_DATA.find((name) => part[name] !== undefined) ?? 'empty';
    return isObject(part.functionCall) ? `${kind} ${String(part.functionCall.name)}` : kind;
}
/**
 * Every signature must be one the API gave out, on the part it came on, and the first call of each model turn since the last real user turn
 * must carry one. The API checks the latter from Gemini 3 on; here it holds for every model.
 */
function signatureMistake(turns, issued) {
    for (const part of turns.flatMap((turn) => turn.parts)) {
        const signature = part.thoughtSignature;
        if (typeof signature === 'string' && !UNSIGNED.includes(signature) && issued.get(signature) !== partKey(part))
            return 'Corrupted thought signature.';
    }
    const start = turns.findLastIndex((turn) => turn.role === 'user' &&
        turn.parts.some((part) => part.text !== undefined) &&
        named(turn, 'functionResponse').length === 0);
    for (const [index, turn] of turns.entries()) {
        const first = turn.parts.find((part) => part.functionCall !== undefined);
        if (index < start || first === undefined || first.thoughtSignature !== undefined)
            continue;
        const name = isObject(first.functionCall) ? String(first.functionCall.name) : '';
        return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`${name}\` , position ${index + 1}.`;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/standin/gemini.js




/**
 * A Gemini API on loopback that answers from a script and refuses, in the API's own words, what the API refuses.
 * Speaks generateContent, streamGenerateContent and countTokens, below /v1beta for the Gemini API and /v1beta1 for
 * Vertex. countTokens and refused requests use up no step.
 */
async function startGemini(script, options = {}) {
    const requests = [];
    const problems = [];
    const issued = new Map(Object.entries(options.issued ?? {}));
    let used = 0;
    async function serve(incoming, response) {
        const path = incoming.url ?? '';
        const text = await textOf(incoming);
        const request = { path, headers: headersOf(incoming), body: parsed(text) };
        requests.push(request);
        const target = targetOf(incoming.method ?? '', path);
        const refusal = target === undefined
            ? { code: 404, status: 'NOT_FOUND', message: `No method at ${incoming.method} ${path}` }
            : (keyRefusal(request, options.key) ??
                (request.body === undefined
                    ? invalidArgument('Invalid JSON payload received. Unexpected token.')
                    : refusalOf(request.body, target.method, target.vertex, issued)));
        if (target === undefined || refusal !== undefined) {
            problems.push(`${incoming.method} ${path}: ${refusal?.message.trim()}`);
            return refuse(response, refusal ?? invalidArgument('unknown method'));
        }
        if (target.method === 'countTokens')
            return json(response, 200, countOf(text));
        const step = typeof script === 'function' ? await script(request) : script[used];
        used += 1;
        if (step === undefined) {
            const message = `The script has ${script.length} steps; this is request ${used}.`;
            problems.push(message);
            return refuse(response, { code: 500, status: 'INTERNAL', message });
        }
        if ('chunks' in step && step.chunks !== undefined)
            for (const [signature, key] of signaturesIn(step.chunks))
                issued.set(signature, key);
        return play(step, target, response);
    }
    const server = (0,external_node_http_.createServer)((incoming, response) => {
        serve(incoming, response).catch((error) => {
            problems.push(`The stand-in broke: ${String(error)}`);
            response.destroy();
        });
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return {
        url: `http://127.0.0.1:${port}`,
        requests,
        problems,
        async [Symbol.asyncDispose]() {
            const closed = new Promise((resolve) => server.close(resolve));
            server.closeAllConnections();
            await closed;
        },
    };
}
const GEMINI_PATH = /^\/v1(?:alpha|beta)?\/(?:models|tunedModels)\/[A-Za-z0-9._-]+:(\w+)$/;
const VERTEX_PATH = /^\/v1(?:beta1)?\/(?:projects\/[a-z0-9:.-]+\/locations\/[a-z0-9-]+\/)?publishers\/[a-z]+\/models\/[A-Za-z0-9._@-]+:(\w+)$/;
function targetOf(verb, path) {
    const { pathname, searchParams } = new URL(path, 'http://stand-in');
    const vertex = VERTEX_PATH.exec(pathname);
    const method = (vertex ?? GEMINI_PATH.exec(pathname))?.[1];
    if (verb !== 'POST')
        return undefined;
    if (method !== 'generateContent' && method !== 'streamGenerateContent' && method !== 'countTokens')
        return undefined;
    return { method, vertex: vertex !== null, sse: searchParams.get('alt') === 'sse' };
}
/** Source: Gemini API docs, "Troubleshooting", and google.rpc.ErrorInfo of the service. */
function keyRefusal({ path, headers }, key) {
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    const given = headers['x-goog-api-key'] ?? new URL(path, 'http://stand-in').searchParams.get('key') ?? bearer;
    if (given === undefined || given === '')
        return {
            code: 403,
            status: 'PERMISSION_DENIED',
            message: "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
        };
    if (key === undefined || given === key)
        return undefined;
    const reason = {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
    };
    return { ...invalidArgument('API key not valid. Please pass a valid API key.'), details: [reason] };
}
async function play(step, target, response) {
    if ('status' in step)
        return json(response, step.status, step.body, step.headers);
    if (!('fault' in step) && target.method === 'generateContent')
        return json(response, 200, joined(step.chunks));
    if (!('fault' in step) && !target.sse)
        return json(response, 200, step.chunks);
    const chunks = step.chunks ?? [];
    const whole = 'fault' in step ? chunks.slice(0, step.after ?? chunks.length) : chunks;
    if ('fault' in step && step.fault === 'reset' && whole.length === 0)
        return void response.socket?.resetAndDestroy();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const [index, one] of whole.entries()) {
        if ('pauseMs' in step && step.pauseMs !== undefined && index > 0)
            await (0,external_node_timers_promises_.setTimeout)(step.pauseMs);
        await written(response, record(one));
    }
    if (!('fault' in step))
        return void response.end();
    switch (step.fault) {
        case 'reset':
            // Let what was written reach the client first: a reset discards what is still on its way.
            setTimeout(() => response.socket?.resetAndDestroy(), 20);
            return;
        case 'cut':
            return void response.end(record(chunks[whole.length] ?? { candidates: [] }).slice(0, 20));
        case 'malformed':
            return void response.end('data: {"candidates": [oops\r\n\r\n');
        case 'stall':
            return;
        default:
            step.fault;
    }
}
const record = (one) => `data: ${JSON.stringify(one)}\r\n\r\n`;
const written = (response, text) => new Promise((resolve) => response.write(text, () => resolve()));
/** Chunks of a stream as the one answer generateContent gives. */
function joined(chunks) {
    const parts = chunks.flatMap(partsOf);
    const last = chunks.at(-1) ?? {};
    const candidates = 'candidates' in last && Array.isArray(last.candidates) ? last.candidates : [];
    const candidate = candidates[0];
    return { ...last, candidates: [{ ...(isObject(candidate) ? candidate : {}), content: { role: 'model', parts } }] };
}
function partsOf(one) {
    const candidate = 'candidates' in one && Array.isArray(one.candidates) ? one.candidates[0] : undefined;
    const content = isObject(candidate) ? candidate.content : undefined;
    return isObject(content) && Array.isArray(content.parts) ? content.parts.filter(isObject) : [];
}
function signaturesIn(chunks) {
    return chunks
        .flatMap(partsOf)
        .flatMap((part) => typeof part.thoughtSignature === 'string' ? [[part.thoughtSignature, partKey(part)]] : []);
}
const countOf = (text) => {
    const totalTokens = Math.ceil(text.length / 4);
    return { totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] };
};
function refuse(response, { code, status, message, details }) {
    json(response, code, { error: { code, message, status, ...(details === undefined ? {} : { details }) } });
}
function json(response, status, body, headers = {}) {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
    response.end(JSON.stringify(body));
}
function headersOf(incoming) {
    return Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]));
}
async function textOf(incoming) {
    const pieces = [];
    for await (const piece of incoming)
        pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/standin/gemini-steps.js
/** Pieces of answers in the API's own JSON, for scripts. */
/** A whole answer that is only text. */
const say = (text, tokens) => turn([{ text }], tokens);
/** A part that calls a function. `id: null` leaves the id out, `signature: null` the signature. */
function call(name, args = {}, options = {}) {
    const id = options.id === undefined ? `call-${name}-${shortHash(JSON.stringify(args))}` : options.id;
    const { signature } = options;
    return {
        functionCall: { ...(id === null ? {} : { id }), name, args },
        ...(signature === undefined ? {} : { thoughtSignature: signature }),
    };
}
const thought = (text) => ({ text, thought: true });
/**
 * A whole answer of several parts, as the API streams it: text in pieces, the first call of the turn signed (unless
 * the part says otherwise), finish reason and usage in the last chunk.
 */
function turn(parts, tokens = {}, finishReason = 'STOP') {
    const first = parts.find((part) => part.functionCall !== undefined);
    const signed = parts.map((part) => {
        const { thoughtSignature, ...rest } = part;
        if (thoughtSignature === null)
            return rest;
        if (part !== first || thoughtSignature !== undefined)
            return part;
        return { ...part, thoughtSignature: Buffer.from(`signature of ${JSON.stringify(rest)}`).toString('base64') };
    });
    const shreds = signed.flatMap(shred);
    const chunks = (shreds.length === 0 ? [[]] : shreds.map((one) => [one])).map((one, index, all) => index === all.length - 1 ? chunk(one, { finishReason, tokens }) : chunk(one));
    return { chunks };
}
/** One GenerateContentResponse. */
function chunk(parts, last) {
    const { prompt = 100, cached = 0, candidates = 10, thoughts = 0 } = last?.tokens ?? {};
    return {
        candidates: [
            {
                content: { role: 'model', parts },
                index: 0,
                ...(last?.finishReason === undefined ? {} : { finishReason: last.finishReason }),
            },
        ],
        ...(last === undefined
            ? {}
            : {
                usageMetadata: {
                    promptTokenCount: prompt,
                    candidatesTokenCount: candidates,
                    totalTokenCount: prompt + candidates + thoughts,
                    ...(cached === 0 ? {} : { cachedContentTokenCount: cached }),
                    ...(thoughts === 0 ? {} : { thoughtsTokenCount: thoughts }),
                },
            }),
        modelVersion: 'gemini-stand-in',
        responseId: 'stand-in',
    };
}
/** An error answer in Google's error model. `details` as in google.rpc, with `@type`. */
function fail(code, status, message, details) {
    return { status: code, body: { error: { code, message, status, ...(details === undefined ? {} : { details }) } } };
}
const SHRED_CHARS = 200;
function shred(part) {
    if (typeof part.text !== 'string' || part.text.length <= SHRED_CHARS)
        return [part];
    const shreds = [];
    for (const piece of part.text.match(new RegExp(`[^]{1,${SHRED_CHARS}}`, 'gu')) ?? [])
        shreds.push({ ...part, text: piece });
    return shreds;
}
function shortHash(text) {
    let hash = 5381;
    for (const letter of text)
        hash = (hash * 33 + (letter.codePointAt(0) ?? 0)) >>> 0;
    return hash.toString(36);
}

;// CONCATENATED MODULE: ./build/commands/sample-session.js






const KEY = 'stand-in-key';
/**
 * The recorded session in a file: a transcript of a run, or one Gemini answer a line. Without a file, a short session of
 * our own when there is no credential; undefined when the real model is to answer.
 */
async function sampleSession(file, env) {
    const hasKey = [env.GEMINI_API_KEY, env.INPUT_GEMINI_API_KEY, env.GOOGLE_API_KEY, env.INPUT_GOOGLE_API_KEY].some(Boolean);
    if (file === undefined && hasKey)
        return undefined;
    if (file === undefined)
        return overLoopback(SHORT);
    const text = await (0,promises_.readFile)(file, 'utf8').catch((cause) => {
        throw new errors.UserError(`The recorded session ${file} cannot be read: ${(0,errors/* messageOf */.b)(cause)}`, { cause });
    });
    if (!text.includes('"type"') || text.startsWith('{"chunks"'))
        return overLoopback(stepsIn(text, file));
    const replies = (0,transcript/* repliesIn */.gr)((0,transcript/* readTranscript */.lb)(text).map(({ event }) => event));
    if (replies.length === 0)
        throw new errors.UserError(`${file} holds no answer of a model.`);
    return {
        env: { INPUT_GEMINI_API_KEY: KEY },
        ask: replay(replies),
        problems: () => [],
        [Symbol.asyncDispose]: async () => undefined,
    };
}
async function overLoopback(steps) {
    const server = await startGemini(steps, { key: KEY });
    return {
        env: { INPUT_GEMINI_API_KEY: KEY, GEMINI_API_KEY: '', GOOGLE_GEMINI_BASE_URL: server.url, INPUT_USE_VERTEX_AI: '' },
        problems: () => server.problems,
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
}
function stepsIn(text, file) {
    return text.split('\n').flatMap((line, index) => {
        if (line.trim() === '')
            return [];
        try {
            return [JSON.parse(line)]; // the stand-in answers 500 for a step it does not understand
        }
        catch (cause) {
            throw new errors.UserError(`${file}:${index + 1} is not JSON: ${(0,errors/* messageOf */.b)(cause)}`, { cause });
        }
    });
}
/** What the embedded model says when there is neither a key nor a recording: enough to see every part of a comment. */
const SHORT = [
    turn([call('list_directory', { dir_path: '.' }), call('run_shell_command', { command: 'git status --short' })]),
    say('This answer comes from a recorded session, because no `GEMINI_API_KEY` is set. The tools, the policy and the delivery are real: ' +
        'the folder was listed, and the shell command was judged by the policy as the tool log shows.'),
];

// EXTERNAL MODULE: ../../work/main/node_modules/zod/v4/classic/schemas.js + 5 modules
var schemas = __webpack_require__(119);
// EXTERNAL MODULE: ../../work/main/node_modules/zod/v4/core/errors.js
var core_errors = __webpack_require__(9148);
// EXTERNAL MODULE: ./build/standin/github-world.js
var github_world = __webpack_require__(9033);
;// CONCATENATED MODULE: ./build/commands/sample-world.js



const Person = schemas/* object */.Ikc({ login: schemas/* string */.YjP() });
const Thing = schemas/* object */.Ikc({
    number: schemas/* int */.Whr(),
    title: schemas/* string */.YjP().default(''),
    body: schemas/* string */.YjP().nullish(),
    user: Person.optional(),
    pull_request: schemas/* unknown */.L5J().optional(),
});
const Side = schemas/* object */.Ikc({ ref: schemas/* string */.YjP(), sha: schemas/* string */.YjP(), repo: schemas/* object */.Ikc({ full_name: schemas/* string */.YjP() }).nullish() });
const Event = schemas/* object */.Ikc({
    repository: schemas/* object */.Ikc({ full_name: schemas/* string */.YjP(), default_branch: schemas/* string */.YjP().optional() }).optional(),
    sender: Person.optional(),
    issue: Thing.optional(),
    pull_request: Thing.extend({ base: Side, head: Side }).optional(),
    comment: schemas/* object */.Ikc({ id: schemas/* int */.Whr(), body: schemas/* string */.YjP().nullish(), user: Person.optional() }).optional(),
});
/**
 * A GitHub in which this event happened: its issue or pull request exists, its comment was written, and whoever sent
 * it may write. `token` is the only one it takes; `gitDir` answers about commits and files.
 */
function worldOf(payload, token, gitDir) {
    const parsed = Event.safeParse(payload);
    if (!parsed.success)
        throw new errors.UserError(`The event is not a GitHub payload: ${core_errors/* prettifyError */.S1(parsed.error)}`);
    const { repository, sender, issue: about, pull_request: change, comment: said } = parsed.data;
    const name = repository?.full_name ?? 'you/your-repository';
    const [owner = '', repo = ''] = name.split('/');
    const actor = sender?.login ?? 'you';
    const people = [actor, about?.user?.login, change?.user?.login, said?.user?.login].filter((login) => login !== undefined);
    const number = change?.number ?? about?.number;
    const world = (0,github_world/* createWorld */.by)({
        owner,
        repo,
        token,
        gitDir,
        permissions: Object.fromEntries(people.map((login) => [login, login === actor ? 'write' : 'read'])),
        defaultBranch: repository?.default_branch ?? 'main',
        issues: about === undefined || about.pull_request ? [] : [(0,github_world/* issue */.sn)(told(about))],
        pulls: change === undefined ? [] : [(0,github_world/* pull */.a$)({ ...told(change), base: side(change.base), head: side(change.head) })],
        comments: said === undefined || number === undefined
            ? []
            : [(0,github_world/* comment */.Im)({ id: said.id, number, body: said.body ?? '', user: said.user?.login ?? actor })],
    });
    return { world, repository: name, actor };
}
const told = ({ number, title, body, user }) => ({
    number,
    title,
    body: body ?? null,
    ...(user === undefined ? {} : { user: user.login }),
});
const side = ({ ref, sha, repo }) => ({ ref, sha, repo: repo?.full_name ?? null });

;// CONCATENATED MODULE: ./build/commands/run.js
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














const HELP = `sluice run [--event FILE --event-name NAME] [--prompt TEXT] [--workspace DIR] [--replay FILE] [--live-github]

The same run as the action's, on this machine; prints what would be posted.

  --event FILE        payload of a GitHub event, as JSON; --event-name says which event (pull_request, issue_comment …)
  --prompt TEXT       the task; without --event it is all there is
  --workspace DIR     a git repository; default: the current folder
  --replay FILE       take the model's answers from a recorded session
  --live-github       talk to the real GitHub with GITHUB_TOKEN; otherwise an embedded stand-in

Other inputs of the action are read from INPUT_* variables. With GEMINI_API_KEY set and no --replay the real model answers.
`;
const OPTIONS = {
    event: { type: 'string' },
    'event-name': { type: 'string' },
    prompt: { type: 'string' },
    workspace: { type: 'string' },
    replay: { type: 'string' },
    'live-github': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
};
const parse = (args) => (0,external_node_util_.parseArgs)({ args, options: OPTIONS }).values;
async function runCommand(argv, io) {
    let options;
    try {
        options = parse(argv);
        if ((options.event === undefined) !== (options['event-name'] === undefined))
            throw new Error('--event and --event-name go together');
    }
    catch (error) {
        io.err(`sluice run: ${(0,errors/* messageOf */.b)(error)}\n\n${HELP}`);
        return 2;
    }
    if (options.help) {
        io.out(HELP);
        return 0;
    }
    if (options.event === undefined && !options.prompt)
        throw new errors.UserError('There is nothing to do: give --prompt, or --event with --event-name.');
    return perform(options, io);
}
async function perform(options, io) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const workspace = (0,external_node_path_.resolve)(io.cwd, options.workspace ?? '.');
        const temp = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'sluice-'));
        const payload = options.event === undefined ? {} : await readJson((0,external_node_path_.resolve)(io.cwd, options.event));
        const sha = await (0,git/* openGit */.z)(workspace, (0,environment/* childEnvironment */.Q)(io.env, [])).revParse('HEAD');
        if (sha === undefined)
            throw new errors.UserError(`${workspace} is no git repository with a commit. A run reads policies and GEMINI.md from a commit: git init, git add, git commit.`);
        const token = options['live-github'] ? (io.env.GITHUB_TOKEN ?? '') : `standin-${(0,external_node_crypto_.randomUUID)()}`;
        const { world, repository, actor } = worldOf(payload, token, workspace);
        const { startGitHub } = await __webpack_require__.e(/* import() */ 411).then(__webpack_require__.bind(__webpack_require__, 6411));
        const github = __addDisposableResource(env_1, options['live-github'] ? undefined : await startGitHub(world), true);
        const model = __addDisposableResource(env_1, await sampleSession(options.replay === undefined ? undefined : (0,external_node_path_.resolve)(io.cwd, options.replay), io.env), true);
        const eventPath = (0,external_node_path_.join)(temp, 'event.json');
        await (0,promises_.writeFile)(eventPath, JSON.stringify(payload));
        const env = {
            ...io.env,
            ...model?.env,
            ...(github === undefined ? {} : { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: github.graphqlUrl }),
            INPUT_GITHUB_TOKEN: token,
            ...(options.prompt === undefined ? {} : { INPUT_PROMPT: options.prompt }),
            GITHUB_EVENT_NAME: options['event-name'] ?? 'workflow_dispatch',
            GITHUB_EVENT_PATH: eventPath,
            GITHUB_REPOSITORY: repository,
            GITHUB_SHA: sha,
            GITHUB_ACTOR: actor,
            GITHUB_TRIGGERING_ACTOR: actor,
            GITHUB_STEP_SUMMARY: (0,external_node_path_.join)(temp, 'summary.md'),
            GITHUB_OUTPUT: (0,external_node_path_.join)(temp, 'output'),
            GITHUB_STATE: (0,external_node_path_.join)(temp, 'state'),
            RUNNER_TEMP: temp,
        };
        const inputs = (0,build_inputs/* readInputs */.Ko)(env);
        // On a person's own machine there is no runner to hide masked values from: the commands would print them.
        const runner = { ...(0,github_runner/* openRunner */.N)(env, io.err), mask: () => undefined };
        const machine = (0,build_machine/* machineFor */.LF)({
            env,
            dist: io.dist,
            workspace,
            session: (0,external_node_crypto_.randomUUID)(),
            event: (0,build_machine/* incomingEvent */.xR)(env),
            signal: (0,build_machine/* stopSignal */.Zm)(),
            log: runner.log,
            ...(io.env.HOME === undefined ? {} : { home: io.env.HOME }),
        });
        const finished = await (0,main/* runOn */.l9)(inputs, machine, runner, model?.ask);
        const posted = github?.world.comments.filter(({ user }) => user === github.world.viewer).at(-1);
        io.out(`${posted?.body ?? finished.delivered.plan.flatMap((intent) => (intent.kind === 'summary' ? [intent.text] : [])).join('')}\n`);
        io.err(`outcome: ${finished.outcome}; transcript: ${finished.outputs.transcript}\n`);
        for (const problem of [...(github?.problems ?? []), ...(model?.problems() ?? [])])
            io.err(`stand-in: ${problem}\n`);
        if (!inputs.fail_on.includes(finished.outcome))
            return 0;
        return finished.ending.end === 'stopped' && finished.ending.why === 'turns' ? 53 : 1;
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
async function readJson(path) {
    try {
        return JSON.parse(await (0,promises_.readFile)(path, 'utf8'));
    }
    catch (cause) {
        throw new errors.UserError(`${path} cannot be read as JSON: ${(0,errors/* messageOf */.b)(cause)}`, { cause });
    }
}


/***/ }),

/***/ 9033:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CD: () => (/* binding */ isPull),
/* harmony export */   Hn: () => (/* binding */ nextId),
/* harmony export */   Im: () => (/* binding */ comment),
/* harmony export */   Pt: () => (/* binding */ nextNumber),
/* harmony export */   a$: () => (/* binding */ pull),
/* harmony export */   by: () => (/* binding */ createWorld),
/* harmony export */   qd: () => (/* binding */ issueOrPull),
/* harmony export */   sn: () => (/* binding */ issue)
/* harmony export */ });
/* unused harmony export BOT */
/** What the stand-in for GitHub knows: plain data, alive while the server runs. Times are ISO 8601 in UTC. */
const BOT = 'github-actions[bot]';
function createWorld(seed) {
    return {
        viewer: BOT,
        tokenMay: {},
        permissions: {},
        visibility: 'private',
        defaultBranch: 'main',
        labels: [],
        issues: [],
        pulls: [],
        comments: [],
        reactions: [],
        reviews: [],
        reviewComments: [],
        checkRuns: [],
        ...seed,
    };
}
const EPOCH = '2026-01-05T09:00:00Z';
/** An open issue, with what is not given made up. */
const issue = (given) => ({
    title: `Issue ${given.number}`,
    body: null,
    user: 'octocat',
    state: 'open',
    stateReason: null,
    labels: [],
    assignees: [],
    locked: false,
    createdAt: EPOCH,
    updatedAt: EPOCH,
    ...given,
});
/** An open pull request, with what is not given made up. */
const pull = (given) => ({
    ...issue({ number: given.number, title: `Pull request ${given.number}` }),
    draft: false,
    merged: false,
    ...given,
});
/** A comment, with what is not given made up. */
const comment = (given) => ({
    user: 'octocat',
    body: `Comment ${given.id}`,
    createdAt: EPOCH,
    updatedAt: EPOCH,
    ...given,
});
/** The issue or pull request with this number; GitHub keeps them in one sequence. */
const issueOrPull = (world, number) => world.pulls.find((pull) => pull.number === number) ?? world.issues.find((issue) => issue.number === number);
const isPull = (subject) => 'head' in subject;
/** One past the largest id in use, so that ids grow in the order things were made. */
const nextId = (list, from) => list.reduce((largest, { id }) => Math.max(largest, id), from) + 1;
const nextNumber = (world) => [...world.issues, ...world.pulls].reduce((largest, { number }) => Math.max(largest, number), 0) + 1;


/***/ })

};
