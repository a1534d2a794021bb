export const id = 258;
export const ids = [258];
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

/***/ 3258:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  localRunner: () => (/* binding */ localRunner),
  runCommand: () => (/* binding */ runCommand)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(57975);
// EXTERNAL MODULE: ./build/config/inputs.js + 1 modules
var config_inputs = __webpack_require__(27527);
// EXTERNAL MODULE: ./build/config/runtime.js
var config_runtime = __webpack_require__(39155);
// EXTERNAL MODULE: ./build/emulators/github/github.js + 13 modules
var github_github = __webpack_require__(43599);
// EXTERNAL MODULE: ./build/emulators/github/repository-git.js
var repository_git = __webpack_require__(84846);
// EXTERNAL MODULE: ./build/github/git.js
var git = __webpack_require__(15726);
// EXTERNAL MODULE: ./build/github/runner.js
var github_runner = __webpack_require__(96806);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/platform/process/child-environment.js
var child_environment = __webpack_require__(64046);
// EXTERNAL MODULE: ./build/record/output-format.js
var output_format = __webpack_require__(51983);
// EXTERNAL MODULE: ./build/record/transcript-line.js
var transcript_line = __webpack_require__(51139);
// EXTERNAL MODULE: ./build/commands/command-io.js
var command_io = __webpack_require__(29395);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/errors.js
var classic_errors = __webpack_require__(961);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(37067);
// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(58500);
;// CONCATENATED MODULE: ./build/emulators/gemini/shape.js
const fields = (members) => ({ fields: members });
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
const schema = fields({
    type: one(...TYPES, ...TYPES.map((type) => type.toLowerCase())),
    format: 'string',
    title: 'string',
    description: 'string',
    nullable: 'boolean',
    enum: list('string'),
    maxItems: 'any',
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
const toolWith = (search) => fields({ ...searchless, googleSearch: fields({ searchTypes: 'struct', ...search }) });
const searchless = {
    functionDeclarations: list(functionDeclaration),
    googleSearchRetrieval: 'struct',
    codeExecution: 'struct',
    computerUse: 'struct',
    urlContext: fields({}),
    fileSearch: 'struct',
    googleMaps: 'struct',
    mcpServers: list('struct'),
};
const tool = toolWith({ timeRangeFilter: fields({ startTime: 'string', endTime: 'string' }) });
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
const VERTEX_REQUEST = fields({
    ...generateRequest,
    contents: list(contentOf(partWith({}))),
    tools: list(toolWith({ excludeDomains: list('string'), blockingConfidence: 'string' })),
    labels: { map: 'string' },
});
const COUNT_REQUEST = fields({ contents: list(content), generateContentRequest: GENERATE_REQUEST });
function shapeViolations(body, shape, path = '') {
    if (typeof shape === 'function')
        return shapeViolations(body, shape(), path);
    if (typeof shape === 'string')
        return fits(body, shape) ? [] : [invalid(body, path, shape)];
    if ('one' in shape)
        return typeof body === 'string' && shape.one.includes(body) ? [] : [invalid(body, path, 'enum')];
    if ('list' in shape) {
        if (!Array.isArray(body))
            return [invalid(body, path, 'list')];
        return body.flatMap((item, index) => shapeViolations(item, shape.list, `${path}[${index}]`));
    }
    if (!isRecord(body))
        return [invalid(body, path, 'message')];
    return Object.entries(body).flatMap(([name, value]) => {
        if ('map' in shape)
            return shapeViolations(value, shape.map, `${path}.${name}`);
        const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
        if (field !== undefined)
            return shapeViolations(value, field, path === '' ? snake(name) : `${path}.${snake(name)}`);
        const where = path === '' ? '' : ` at '${path}'`;
        return [
            { field: path, description: `Invalid JSON payload received. Unknown name "${name}"${where}: Cannot find field.` },
        ];
    });
}
function fits(value, type) {
    switch (type) {
        case 'any':
            return value !== undefined;
        case 'struct':
            return isRecord(value);
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
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

;// CONCATENATED MODULE: ./build/emulators/gemini/rules.js

const UNSIGNED = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];
const FUNCTION_NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/;
function requestError(body, method, vertex, issued) {
    const shape = method === 'countTokens' ? COUNT_REQUEST : vertex ? VERTEX_REQUEST : GENERATE_REQUEST;
    const unfit = shapeViolations(body, shape);
    if (unfit.length > 0)
        return badRequest(unfit);
    const request = isRecord(body) ? body : {};
    if (method === 'countTokens')
        return undefined;
    const mistakes = [...contentMistakes(request), ...declarationMistakes(request), ...configMistakes(request)];
    if (mistakes.length > 0)
        return invalidArgument(mistakes.map((one) => `* GenerateContentRequest.${one}\n`).join(''));
    const wrong = toolMistake(request, vertex) ?? mediaMistake(turnsOf(request)) ?? turnMistake(turnsOf(request), issued);
    return wrong === undefined ? undefined : invalidArgument(wrong);
}
const builtInTools = (body) => objects(isRecord(body) ? body.tools : []).flatMap((tool) => Object.keys(tool).filter((name) => name !== 'functionDeclarations'));
function toolMistake(request, vertex) {
    const declared = objects(request.tools).some((tool) => objects(tool.functionDeclarations).length > 0);
    if (!declared || builtInTools(request).length === 0)
        return undefined;
    if (vertex)
        return 'Multiple tools are supported only when they are all search tools.';
    const isEnabled = isRecord(request.toolConfig) && request.toolConfig.includeServerSideToolInvocations === true;
    return isEnabled
        ? undefined
        : 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.';
}
const invalidArgument = (message) => ({ code: 400, status: 'INVALID_ARGUMENT', message });
const badRequest = (fieldViolations) => ({
    ...invalidArgument(fieldViolations.map((one) => one.description).join('\n')),
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }],
});
function turnsOf(request) {
    return objects(request.contents).map((one) => ({ role: String(one.role ?? ''), parts: objects(one.parts) }));
}
const objects = (value) => (Array.isArray(value) ? value.filter(isRecord) : []);
function contentMistakes(request) {
    const turns = turnsOf(request);
    if (turns.length === 0)
        return ['contents: contents is not specified'];
    const system = isRecord(request.systemInstruction) ? objects(request.systemInstruction.parts) : undefined;
    return [
        ...turns.flatMap((turn, index) => partMistakes(turn.parts, `contents[${index}]`)),
        ...(system === undefined ? [] : partMistakes(system, 'system_instruction')),
    ];
}
const MEDIA = /^(?:text\/.+|application\/pdf|image\/(?:png|jpeg|webp|heic|heif)|audio\/(?:wav|mp3|mpeg|aiff|aac|ogg|flac)|video\/(?:mp4|mpeg|mov|avi|x-flv|mpg|webm|wmv|3gpp))$/;
function mediaMistake(turns) {
    const data = turns
        .flatMap((turn) => turn.parts)
        .flatMap((part) => [part, ...objects(isRecord(part.functionResponse) ? part.functionResponse.parts : [])]);
    for (const { inlineData } of data)
        if (isRecord(inlineData) && !MEDIA.test(String(inlineData.mimeType)))
            return `Unsupported MIME type: ${String(inlineData.mimeType)}`;
    return undefined;
}
function partMistakes(parts, path) {
    if (parts.length === 0)
        return [`${path}.parts: contents.parts must not be empty.`];
    return parts.flatMap((part, index) => {
        const partPath = `${path}.parts[${index}]`;
        const set = PART_DATA.filter((name) => part[name] !== undefined);
        const blank = set[0] === 'text' && part.text === '' && part.thoughtSignature === undefined;
        if (set.length === 0 || blank)
            return [`${partPath}.data: required oneof field 'data' must have one initialized field`];
        if (set.length > 1)
            return [`${partPath}.data: oneof field 'data' is already set. Cannot set '${set[1]}'`];
        const functionPart = part.functionCall ?? part.functionResponse;
        if (isRecord(functionPart)) {
            const field = part.functionCall === undefined ? 'function_response' : 'function_call';
            const name = typeof functionPart.name === 'string' ? functionPart.name : '';
            if (name === '')
                return [`${partPath}.${field}.name: Name cannot be empty.`];
            if (!FUNCTION_NAME.test(name))
                return [`${partPath}.${field}.name: ${BAD_NAME}`];
            if (field === 'function_response' && !isRecord(functionPart.response))
                return [`${partPath}.function_response.response: required field is missing`];
        }
        return [];
    });
}
const BAD_NAME = 'Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.';
function declarationMistakes(request) {
    const names = new Set();
    const many = objects(request.tools).findIndex((tool) => objects(tool.functionDeclarations).length > 512);
    if (many >= 0)
        return [`tools[${many}].function_declarations: At most 512 function declarations can be specified.`];
    return objects(request.tools).flatMap((tool, t) => objects(tool.functionDeclarations).flatMap((one, index) => {
        const path = `tools[${t}].function_declarations[${index}]`;
        const name = typeof one.name === 'string' ? one.name : '';
        const mistakes = [];
        if (!FUNCTION_NAME.test(name))
            mistakes.push(`${path}.name: ${BAD_NAME}`);
        if (names.has(name))
            mistakes.push(`${path}.name: Duplicate function declaration found: ${name}`);
        names.add(name);
        if (typeof one.description !== 'string')
            mistakes.push(`${path}.description: required field is missing`);
        if (one.parameters !== undefined && one.parametersJsonSchema !== undefined)
            mistakes.push(`${path}: parameters and parameters_json_schema are mutually exclusive`);
        if (one.parametersJsonSchema !== undefined)
            mistakes.push(...schemaMistakes(one.parametersJsonSchema, `${path}.parameters_json_schema`));
        return mistakes;
    }));
}
function configMistakes(request) {
    const config = isRecord(request.generationConfig) ? request.generationConfig : {};
    const within = (name, value, low, high) => value === undefined || (Number(value) >= low && Number(value) <= high)
        ? []
        : [`generation_config.${name}: ${name} must be in the range [${low}, ${high}]`];
    const thinking = isRecord(config.thinkingConfig) ? config.thinkingConfig : {};
    const both = thinking.thinkingBudget !== undefined && thinking.thinkingLevel !== undefined;
    return [
        ...within('temperature', config.temperature, 0, 2),
        ...within('top_p', config.topP, 0, 1),
        ...within('top_k', config.topK, 1, 1000),
        ...(both ? ['generation_config.thinking_config: You can only set one of thinking budget and thinking level.'] : []),
    ];
}
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
        const calls = before === undefined || before.role === 'user' ? [] : functionParts(before, 'functionCall');
        const answers = functionParts(turn, 'functionResponse');
        if (turn.role === 'model') {
            if (answers.length > 0)
                return 'Please ensure that function response parts are in a user turn.';
            const ids = functionParts(turn, 'functionCall').flatMap((call) => (call.id === undefined ? [] : [call.id]));
            if (new Set(ids).size < ids.length)
                return `Duplicate function call id in contents[${index}].`;
            continue;
        }
        if (functionParts(turn, 'functionCall').length > 0)
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
const functionParts = (turn, kind) => turn.parts.flatMap((part) => (isRecord(part[kind]) ? [part[kind]] : []));
function partKey(part) {
    const kind = PART_DATA.find((name) => part[name] !== undefined) ?? 'empty';
    return isRecord(part.functionCall) ? `${kind} ${String(part.functionCall.name)}` : kind;
}
function signatureMistake(turns, issued) {
    for (const part of turns.flatMap((turn) => turn.parts)) {
        const signature = part.thoughtSignature;
        if (typeof signature === 'string' && !UNSIGNED.includes(signature) && issued.get(signature) !== partKey(part))
            return 'Corrupted thought signature.';
    }
    const start = turns.findLastIndex((turn) => turn.role === 'user' &&
        turn.parts.some((part) => part.text !== undefined) &&
        functionParts(turn, 'functionResponse').length === 0);
    for (const [index, turn] of turns.entries()) {
        const first = turn.parts.find((part) => part.functionCall !== undefined);
        if (index < start || first === undefined || first.thoughtSignature !== undefined)
            continue;
        const name = isRecord(first.functionCall) ? String(first.functionCall.name) : '';
        return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`${name}\` , position ${index + 1}.`;
    }
    return undefined;
}
const rules_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];
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
function schemaMistakes(schema, path) {
    if (!isRecord(schema))
        return [`${path}: not a JSON Schema object`];
    const root = schema.type === 'object' ? [] : [`${path}.type: parameters must be of type object`];
    return [...root, ...mistakesIn(schema, path, schema)];
}
function mistakesIn(schema, path, root) {
    if (typeof schema === 'boolean')
        return [];
    if (!isRecord(schema))
        return [`${path}: not a JSON Schema`];
    const beside = schema.$ref === undefined ? undefined : Object.keys(schema).find((key) => !key.startsWith('$'));
    if (beside !== undefined)
        return [`${path}.${beside}: no other property may be set beside $ref`];
    const mistakes = Object.entries(schema).flatMap(([key, value]) => keywordMistakes(key, value, `${path}.${key}`, root));
    const { properties, required } = schema;
    if (Array.isArray(required) && isRecord(properties))
        for (const name of required)
            if (typeof name === 'string' && !Object.hasOwn(properties, name))
                mistakes.push(`${path}.required: property "${name}" is not defined`);
            else if (isCyclic(properties[String(name)], root))
                mistakes.push(`${path}.properties.${String(name)}: a cyclic reference requires a property that is not required`);
    return mistakes;
}
function keywordMistakes(key, value, path, root) {
    const wrong = (expected) => [`${path}: must be ${expected}`];
    if (key === 'type') {
        const types = Array.isArray(value) ? value : [value];
        return types.length > 0 && types.every((type) => rules_TYPES.includes(type)) ? [] : wrong(`one of ${rules_TYPES.join(', ')}`);
    }
    if (key === '$ref')
        return typeof value === 'string' && definitionOf(value, root) !== undefined ? [] : wrong('a reference into $defs');
    if (key === 'additionalProperties')
        return mistakesIn(value, path, root);
    switch (Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined) {
        case 'schema':
            return mistakesIn(value, path, root);
        case 'schemas':
            if (!Array.isArray(value) || value.length === 0)
                return wrong('a list of schemas');
            return value.flatMap((one, index) => mistakesIn(one, `${path}[${index}]`, root));
        case 'named':
            if (!isRecord(value))
                return wrong('an object of schemas');
            return Object.entries(value).flatMap(([name, one]) => mistakesIn(one, `${path}.${name}`, root));
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
function definitionOf(reference, root) {
    const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1];
    const { $defs } = root;
    return name !== undefined && isRecord($defs) && Object.hasOwn($defs, name) ? $defs[name] : undefined;
}
function isCyclic(schema, root, path = []) {
    if (Array.isArray(schema))
        return schema.some((each) => isCyclic(each, root, path));
    if (!isRecord(schema))
        return false;
    const { $ref, ...keywords } = schema;
    if (typeof $ref !== 'string')
        return Object.values(keywords).some((each) => isCyclic(each, root, path));
    return path.includes($ref) || isCyclic(definitionOf($ref, root), root, [...path, $ref]);
}

;// CONCATENATED MODULE: ./build/emulators/gemini/gemini.js




async function startGemini(script, options = {}) {
    const requests = [];
    const problems = [];
    const issued = new Map(Object.entries(options.issued ?? {}));
    let used = 0;
    async function serve(incoming, response) {
        const path = incoming.url ?? '';
        const text = await readBody(incoming);
        const request = { path, headers: headersOf(incoming), raw: text, body: parseJson(text) };
        requests.push(request);
        const target = targetOf(incoming.method ?? '', path);
        const refusal = target === undefined
            ? { code: 404, status: 'NOT_FOUND', message: `No method at ${incoming.method} ${path}` }
            : (keyRefusal(request, options.key) ??
                (request.body === undefined
                    ? invalidArgument('Invalid JSON payload received. Unexpected token.')
                    : requestError(request.body, target.method, target.vertex, issued)));
        if (target === undefined || refusal !== undefined) {
            problems.push(`${incoming.method} ${path}: ${refusal?.message.trim()}`);
            return refuse(response, refusal ?? invalidArgument('unknown method'));
        }
        if (target.method === 'countTokens')
            return json(response, 200, tokenCount(text));
        const step = typeof script === 'function' ? await script(request) : script[used];
        used += 1;
        if (step === undefined) {
            const message = `The script has ${script.length} steps; this is request ${used}.`;
            problems.push(message);
            return refuse(response, { code: 500, status: 'INTERNAL', message });
        }
        const unrequested = unrequestedMetadata(step, builtInTools(request.body));
        if (unrequested !== undefined)
            problems.push(`Request ${used}: the script answers with ${unrequested}, but the request has no such tool.`);
        if ('chunks' in step && step.chunks !== undefined)
            for (const [signature, key] of signaturesIn(step.chunks))
                issued.set(signature, key);
        return sendStep(step, target, response);
    }
    const server = (0,external_node_http_.createServer)((incoming, response) => {
        serve(incoming, response).catch((error) => {
            problems.push(`The emulator failed: ${String(error)}`);
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
function unrequestedMetadata(step, requestedTools) {
    const answerText = JSON.stringify('chunks' in step ? step.chunks : []);
    if (answerText.includes('"groundingMetadata"') && requestedTools.length === 0)
        return 'groundingMetadata';
    return answerText.includes('"urlContextMetadata"') && !requestedTools.includes('urlContext')
        ? 'urlContextMetadata'
        : undefined;
}
const GEMINI_PATH = /^\/v1(?:alpha|beta)?\/(?:models|tunedModels)\/[A-Za-z0-9._-]+:(\w+)$/;
const VERTEX_PATH = /^\/v1(?:beta1)?\/(?:projects\/[a-z0-9:.-]+\/locations\/[a-z0-9-]+\/)?publishers\/[a-z]+\/models\/[A-Za-z0-9._@-]+:(\w+)$/;
function targetOf(verb, path) {
    const { pathname, searchParams } = new URL(path, 'http://emulator');
    const vertex = VERTEX_PATH.exec(pathname);
    const method = (vertex ?? GEMINI_PATH.exec(pathname))?.[1];
    if (verb !== 'POST')
        return undefined;
    if (method !== 'generateContent' && method !== 'streamGenerateContent' && method !== 'countTokens')
        return undefined;
    return { method, vertex: vertex !== null, sse: searchParams.get('alt') === 'sse' };
}
function keyRefusal({ path, headers }, key) {
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    const credential = headers['x-goog-api-key'] ?? new URL(path, 'http://emulator').searchParams.get('key') ?? bearer;
    if (credential === undefined || credential === '')
        return {
            code: 403,
            status: 'PERMISSION_DENIED',
            message: "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
        };
    if (key === undefined || credential === key)
        return undefined;
    const reason = {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
    };
    return { ...invalidArgument('API key not valid. Please pass a valid API key.'), details: [reason] };
}
async function sendStep(step, target, response) {
    if ('status' in step)
        return json(response, step.status, step.body, step.headers);
    if (!('fault' in step) && target.method === 'generateContent')
        return json(response, 200, joinChunks(step.chunks));
    if (!('fault' in step) && !target.sse)
        return json(response, 200, step.chunks);
    const chunks = step.chunks ?? [];
    const sentChunks = 'fault' in step ? chunks.slice(0, step.after ?? chunks.length) : chunks;
    if ('fault' in step && step.fault === 'reset' && sentChunks.length === 0)
        return void response.socket?.resetAndDestroy();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const [index, one] of sentChunks.entries()) {
        if ('pauseMs' in step && step.pauseMs !== undefined && index > 0)
            await (0,external_node_timers_promises_.setTimeout)(step.pauseMs);
        await writeText(response, sseRecord(one));
    }
    if (!('fault' in step))
        return void response.end();
    switch (step.fault) {
        case 'reset':
            setTimeout(() => response.socket?.resetAndDestroy(), 20);
            return;
        case 'cut':
            return void response.end(sseRecord(chunks[sentChunks.length] ?? { candidates: [] }).slice(0, 20));
        case 'malformed':
            return void response.end('data: {"candidates": [oops\r\n\r\n');
        case 'stall':
            return;
        default:
            step.fault;
    }
}
const sseRecord = (one) => `data: ${JSON.stringify(one)}\r\n\r\n`;
const writeText = (response, text) => new Promise((resolve) => response.write(text, () => resolve()));
function joinChunks(chunks) {
    const parts = chunks.flatMap(partsOf);
    const last = chunks.at(-1) ?? {};
    const candidates = 'candidates' in last && Array.isArray(last.candidates) ? last.candidates : [];
    const candidate = isRecord(candidates[0]) ? candidates[0] : {};
    return { ...last, candidates: [{ ...candidate, content: { role: 'model', parts } }] };
}
function partsOf(one) {
    const candidate = 'candidates' in one && Array.isArray(one.candidates) ? one.candidates[0] : undefined;
    const content = isRecord(candidate) ? candidate.content : undefined;
    return isRecord(content) && Array.isArray(content.parts) ? content.parts.filter(isRecord) : [];
}
function signaturesIn(chunks) {
    return chunks
        .flatMap(partsOf)
        .flatMap((part) => typeof part.thoughtSignature === 'string' ? [[part.thoughtSignature, partKey(part)]] : []);
}
const tokenCount = (text) => {
    const totalTokens = Math.ceil(text.length / 4);
    return { totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] };
};
function refuse(response, { code, status, message, details }) {
    json(response, code, { error: { code, message, status, details } });
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
async function readBody(incoming) {
    const pieces = [];
    for await (const piece of incoming)
        pieces.push(piece);
    return Buffer.concat(pieces).toString('utf8');
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/emulators/gemini/steps.js
const say = (text, tokens) => turn([{ text }], tokens);
function call(name, args = {}, options = {}) {
    const id = options.id === undefined ? `call-${name}-${shortHash(JSON.stringify(args))}` : options.id;
    const { signature } = options;
    return { functionCall: { id: id ?? undefined, name, args }, thoughtSignature: signature };
}
const thought = (text) => ({ text, thought: true });
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
    const pieces = signed.flatMap(splitText);
    const chunks = (pieces.length === 0 ? [[]] : pieces.map((one) => [one])).map((one, index, all) => index === all.length - 1 ? chunk(one, { finishReason, tokens }) : chunk(one));
    return { chunks };
}
function grounded(text, { queries = [], sources = [], supports = [], pages }) {
    const urlMetadata = Object.entries(pages ?? {}).map(([retrievedUrl, status]) => ({
        retrievedUrl,
        urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${status}`,
    }));
    const groundingSupports = supports.map((support) => {
        const startIndex = Buffer.byteLength(text.slice(0, text.indexOf(support.text)));
        const endIndex = startIndex + Buffer.byteLength(support.text);
        return { segment: { startIndex, endIndex, text: support.text }, groundingChunkIndices: support.sources };
    });
    const metadata = {
        webSearchQueries: queries,
        searchEntryPoint: { renderedContent: '<div class="chip"></div>' },
        groundingChunks: sources.map((web) => ({ web })),
        groundingSupports,
    };
    const answer = turn([{ text }], { prompt: 20, tool: 300 });
    const groundingFields = {
        groundingMetadata: sources.length > 0 ? metadata : undefined,
        urlContextMetadata: pages === undefined ? undefined : { urlMetadata },
    };
    const chunks = 'chunks' in answer && answer.chunks !== undefined ? answer.chunks : [];
    return {
        chunks: chunks.map((one, index) => (index === chunks.length - 1 ? withGrounding(one, groundingFields) : one)),
    };
}
const withGrounding = (one, rests) => {
    const { candidates } = one;
    return { ...one, candidates: candidates.map((candidate) => ({ ...candidate, ...rests })) };
};
function chunk(parts, last) {
    const { prompt = 100, cached = 0, candidates = 10, thoughts = 0, tool = 0 } = last?.tokens ?? {};
    return {
        candidates: [{ content: { role: 'model', parts }, index: 0, finishReason: last?.finishReason }],
        usageMetadata: last === undefined
            ? undefined
            : {
                promptTokenCount: prompt,
                candidatesTokenCount: candidates,
                totalTokenCount: prompt + candidates + thoughts + tool,
                cachedContentTokenCount: cached === 0 ? undefined : cached,
                thoughtsTokenCount: thoughts === 0 ? undefined : thoughts,
                toolUsePromptTokenCount: tool === 0 ? undefined : tool,
            },
        modelVersion: 'gemini-emulator',
        responseId: 'emulator',
    };
}
function fail(code, status, message, details) {
    return { status: code, body: { error: { code, message, status, details } } };
}
const MAX_PIECE = 200;
function splitText(part) {
    if (typeof part.text !== 'string' || part.text.length <= MAX_PIECE)
        return [part];
    const shreds = [];
    for (const piece of part.text.match(new RegExp(`[^]{1,${MAX_PIECE}}`, 'gu')) ?? [])
        shreds.push({ ...part, text: piece });
    return shreds;
}
function shortHash(text) {
    let hash = 5381;
    for (const letter of text)
        hash = (hash * 33 + (letter.codePointAt(0) ?? 0)) >>> 0;
    return hash.toString(36);
}

// EXTERNAL MODULE: ./build/emulators/github/world.js
var world = __webpack_require__(63991);
;// CONCATENATED MODULE: ./build/emulators/github/event.js


const Person = schemas/* object */.Ikc({ login: schemas/* string */.YjP() });
const Subject = schemas/* object */.Ikc({ number: schemas/* number */.aig(), title: schemas/* string */.YjP(), body: schemas/* string */.YjP().nullish(), user: Person.nullish() });
const Side = schemas/* object */.Ikc({ ref: schemas/* string */.YjP(), sha: schemas/* string */.YjP(), repo: schemas/* object */.Ikc({ full_name: schemas/* string */.YjP() }).nullish() });
const PullRequest = Subject.extend({ base: Side, head: Side, draft: schemas/* boolean */.zMY().nullish() });
const EventComment = schemas/* object */.Ikc({
    id: schemas/* number */.aig(),
    body: schemas/* string */.YjP().nullish(),
    user: Person.nullish(),
    path: schemas/* string */.YjP().optional(),
    line: schemas/* number */.aig().nullish(),
    commit_id: schemas/* string */.YjP().optional(),
});
const Payload = schemas/* object */.Ikc({
    sender: Person.nullish(),
    repository: schemas/* object */.Ikc({ default_branch: schemas/* string */.YjP().optional(), private: schemas/* boolean */.zMY().optional() }).nullish(),
    issue: Subject.extend({ pull_request: schemas/* unknown */.L5J().optional() }).nullish(),
    pull_request: PullRequest.nullish(),
    comment: EventComment.extend({ parent_id: schemas/* number */.aig().nullish() }).nullish(),
    discussion: Subject.nullish(),
});
function worldFromEvent(payload, facts) {
    const event = Payload.parse(payload);
    const [owner = '', repo = ''] = facts.repository.split('/');
    const { issue: subject, pull_request: request, comment: posted } = event;
    const onPull = subject?.pull_request !== undefined && subject.pull_request !== null;
    const pulls = [
        ...(request ? [pullOf(request)] : []),
        ...(subject && onPull && facts.sides ? [pullOnIssue(subject, facts.sides, facts.repository)] : []),
    ];
    return {
        owner,
        repo,
        token: facts.token,
        gitDir: facts.gitDir,
        visibility: event.repository?.private === true ? 'private' : 'public',
        defaultBranch: event.repository?.default_branch ?? facts.defaultBranch ?? 'main',
        permissions: { [owner]: 'admin', ...permissionsIn(event, facts.repository), ...facts.permissions },
        issues: subject && !onPull ? [(0,world/* issue */.sn)(factsOf(subject))] : [],
        pulls,
        comments: posted && subject ? [(0,world/* comment */.Im)({ id: posted.id, number: subject.number, ...authorAndBody(posted) })] : [],
        discussions: event.discussion ? [discussionOf(event.discussion, posted)] : [],
        reviewComments: posted && request ? [toReviewComment(posted, request)] : [],
    };
}
const factsOf = ({ number, title, body, user }) => ({
    number,
    title,
    body: body ?? null,
    user: user?.login ?? 'ghost',
});
const authorAndBody = (comment) => ({
    user: comment.user?.login ?? 'ghost',
    body: comment.body ?? '',
});
const PAST = '2026-01-05T09:00:00Z';
function discussionOf(subject, posted) {
    const { number, title, body, user } = factsOf(subject);
    const times = { createdAt: PAST, updatedAt: PAST };
    const parent = posted?.parent_id ?? undefined;
    const above = parent === undefined ? [] : [{ id: parent, user: 'ghost', body: 'The comment above.', ...times }];
    const own = posted ? [{ id: posted.id, ...authorAndBody(posted), ...times }] : [];
    const replies = parent === undefined ? own : own.map((each) => ({ ...each, replyTo: parent }));
    return { number, title, user, body: body ?? '', comments: [...above, ...replies] };
}
const pullOf = (request) => (0,world/* pull */.a$)({
    ...factsOf(request),
    draft: request.draft ?? false,
    base: { ref: request.base.ref, sha: request.base.sha, repo: request.base.repo?.full_name ?? null },
    head: { ref: request.head.ref, sha: request.head.sha, repo: request.head.repo?.full_name ?? null },
});
const pullOnIssue = (subject, { base, head }, repo) => (0,world/* pull */.a$)({ ...factsOf(subject), base: { ...base, repo }, head: { ...head, repo } });
const toReviewComment = (comment, request) => ({
    id: comment.id,
    number: request.number,
    review: 9_000_001,
    ...authorAndBody(comment),
    path: comment.path ?? '',
    commitId: comment.commit_id ?? request.head.sha,
    line: comment.line ?? null,
    startLine: null,
    side: 'RIGHT',
    inReplyTo: null,
    createdAt: '2026-01-05T09:00:00Z',
});
function permissionsIn(event, repository) {
    const fromFork = event.pull_request != null && event.pull_request.head.repo?.full_name !== repository;
    const author = event.pull_request?.user?.login;
    const people = [
        event.sender,
        event.discussion?.user,
        event.issue?.user,
        event.comment?.user,
        event.pull_request?.user,
    ];
    const names = people.flatMap((person) => (person ? [person.login] : [])).filter((name) => !name.endsWith('[bot]'));
    return Object.fromEntries(names.map((name) => [name, fromFork && name === author ? 'none' : 'write']));
}

// EXTERNAL MODULE: ./build/model/provider-kind.js
var provider_kind = __webpack_require__(67396);
// EXTERNAL MODULE: ./build/session/run-options.js
var run_options = __webpack_require__(54153);
;// CONCATENATED MODULE: ./build/commands/sample-run.js











const KEY = 'emulator-key';
async function sampleSession(file, env) {
    if (file === undefined)
        return (0,provider_kind/* hasCredential */.mB)((0,run_options/* modelOptions */.Og)((0,config_inputs/* readInputs */.Ko)(env), ''), env) ? undefined : startEmulator(SAMPLE_STEPS);
    const text = await (0,promises_.readFile)(file, 'utf8').catch((cause) => {
        throw new errors/* UserError */.yo(`The recorded session ${file} cannot be read: ${(0,errors/* readErrorReason */.Dx)(cause)}`, { cause });
    });
    return startEmulator(readSteps(text, file));
}
async function startEmulator(steps) {
    const server = await startGemini(steps, { key: KEY });
    return {
        env: {
            INPUT_GEMINI_API_KEY: KEY,
            GEMINI_API_KEY: '',
            GOOGLE_GEMINI_BASE_URL: server.url,
            INPUT_USE_VERTEX_AI: '',
            INPUT_USE_GEMINI_CODE_ASSIST: '',
            GOOGLE_GENAI_USE_VERTEXAI: '',
            GOOGLE_GENAI_USE_GCA: '',
        },
        problems: () => server.problems,
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
}
const SAMPLE_STEPS = [
    turn([call('list_directory', { dir_path: '.' }), call('run_shell_command', { command: 'git status --short' })]),
    say('This answer comes from a recorded session, because no `GEMINI_API_KEY` is set. The tools, the policy and the delivery are real: ' +
        'the folder was listed, and the policy decided on the shell command, as the tool log shows.'),
];
function readSteps(text, file) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0)
        throw new errors/* UserError */.yo(`${file} contains no model answer.`);
    if (!/^\s*\{"(timeMs|seq|type)"/.test(lines[0] ?? ''))
        return lines.map((line, index) => parseStep(line, file, index + 1));
    const replies = (0,transcript_line/* modelReplies */.GN)((0,transcript_line/* readTranscript */.lb)(text).map(({ event }) => event));
    if (replies.length === 0)
        throw new errors/* UserError */.yo(`${file} contains no model answer.`);
    return [...replies.map(replyStep), endOfRecording(replies.length)];
}
function parseStep(line, file, number) {
    try {
        return JSON.parse(line);
    }
    catch (cause) {
        throw new errors/* UserError */.yo(`${file}:${number} is not JSON: ${(0,errors/* messageOf */.bD)(cause)}`, { cause });
    }
}
const endOfRecording = (answers) => {
    const message = `The recording has ${answers} answers, but this run requests one more.`;
    return { status: 400, body: { error: { code: 400, status: 'FAILED_PRECONDITION', message } } };
};
function replyStep(reply) {
    const { parts, stop, reason, usage, model, grounding } = reply;
    const finishReason = reason ?? (stop === 'length' ? 'MAX_TOKENS' : stop === 'blocked' ? 'SAFETY' : 'STOP');
    const candidate = {
        content: { role: 'model', parts: parts.map(toWirePart) },
        index: 0,
        finishReason,
        ...groundingMetadata(grounding),
    };
    return {
        chunks: [
            { candidates: [candidate], usageMetadata: usageMetadata(usage), modelVersion: model, responseId: 'recorded' },
        ],
    };
}
function toWirePart(part) {
    const thoughtSignature = part.signature;
    switch (part.kind) {
        case 'text':
            return { text: part.text, thoughtSignature };
        case 'thought':
            return { text: part.text, thought: true, thoughtSignature };
        case 'call': {
            const { id, name, args } = part.call;
            return { functionCall: { id, name, args }, thoughtSignature };
        }
        case 'data':
            return { inlineData: { mimeType: part.mimeType, data: part.data }, thoughtSignature };
        case 'opaque':
            return { ...part.value, thoughtSignature };
    }
}
function usageMetadata({ input, cached, output, thoughts, tool, total }) {
    const all = {
        promptTokenCount: input,
        candidatesTokenCount: output,
        totalTokenCount: total,
        cachedContentTokenCount: cached,
        thoughtsTokenCount: thoughts,
        toolUsePromptTokenCount: tool,
    };
    const always = ['promptTokenCount', 'candidatesTokenCount', 'totalTokenCount'];
    return Object.fromEntries(Object.entries(all).filter(([name, count]) => count !== 0 || always.includes(name)));
}
function groundingMetadata(grounding) {
    if (grounding === undefined)
        return {};
    const { sources, supports, pages } = grounding;
    const groundingSupports = supports.map(({ end, text, sources: indices }) => ({
        segment: { endIndex: end, text },
        groundingChunkIndices: indices,
    }));
    const urlMetadata = pages.map(({ url, read }) => ({
        retrievedUrl: url,
        urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${read ? 'SUCCESS' : 'ERROR'}`,
    }));
    return {
        groundingMetadata: sources.length === 0 ? undefined : { groundingChunks: sources.map((web) => ({ web })), groundingSupports },
        urlContextMetadata: pages.length === 0 ? undefined : { urlMetadata },
    };
}
const sample_run_Person = schemas/* object */.Ikc({ login: schemas/* string */.YjP() }).nullish();
const AuthorOf = schemas/* object */.Ikc({ user: sample_run_Person }).nullish();
const People = schemas/* object */.Ikc({
    repository: schemas/* object */.Ikc({ full_name: schemas/* string */.YjP() }).nullish(),
    sender: sample_run_Person,
    issue: AuthorOf,
    pull_request: AuthorOf,
    comment: AuthorOf,
});
function sampleWorld(payload, { token, gitDir, head }) {
    const parsed = People.safeParse(payload);
    if (!parsed.success)
        throw invalidPayload(parsed.error);
    const { repository, sender, issue, pull_request: change, comment } = parsed.data;
    const name = repository?.full_name ?? 'you/your-repository';
    const actor = sender?.login ?? 'you';
    const people = [issue, change, comment].flatMap((subject) => (subject?.user ? [subject.user.login] : []));
    const permissions = Object.fromEntries([
        ...people.map((login) => [login, 'read']),
        [actor, 'write'],
    ]);
    const facts = {
        repository: name,
        token,
        gitDir,
        permissions,
        sides: { base: head, head: head },
        defaultBranch: head.ref,
    };
    try {
        return { world: (0,world/* createWorld */.by)(worldFromEvent(payload, facts)), repository: name, actor };
    }
    catch (error) {
        throw error instanceof classic_errors/* ZodError */.G ? invalidPayload(error) : error;
    }
}
const invalidPayload = ({ issues }) => new errors/* UserError */.yo(`The event is not a valid GitHub payload. ${issues.map((issue) => (0,errors/* zodIssueMessage */.YB)(issue)).join('; ')}`);

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

















const HELP = `sluice run [--event FILE --event-name NAME] [--prompt TEXT] [--workspace DIR] [--replay FILE] [--record FILE]
           [--output-format FORMAT] [--live-github]

Runs the action locally and prints what it would post.

  --event FILE        payload of a GitHub event as JSON; --event-name names the event (pull_request, issue_comment …)
  --prompt TEXT       the task; required without --event
  --workspace DIR     a git repository; default: the current folder
  --replay FILE       take the model's answers from a recorded session
  --record FILE       save the transcript, for --replay and for sluice replay
  --output-format FORMAT, -o
                      print the session in the format of Gemini CLI instead: text, json, stream-json
  --live-github       with --event: use the real GitHub with GITHUB_TOKEN instead of the built-in emulator

Set other inputs of the action as INPUT_* variables. With GEMINI_API_KEY set and without --replay, the real model answers.
Exit codes: 0 success, 1 an outcome that fails the step, 2 wrong usage, 42 bad input, 53 turn limit.
`;
const OPTIONS = {
    event: { type: 'string' },
    'event-name': { type: 'string' },
    prompt: { type: 'string' },
    workspace: { type: 'string' },
    replay: { type: 'string' },
    record: { type: 'string' },
    'output-format': { type: 'string', short: 'o' },
    'live-github': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
};
const parseOptions = (args) => (0,external_node_util_.parseArgs)({ args, options: OPTIONS }).values;
async function runCommand(argv, io) {
    let options;
    try {
        options = parseOptions(argv);
        (0,output_format/* parseOutputFormat */.uH)(options['output-format']);
        if ((options.event === undefined) !== (options['event-name'] === undefined))
            throw new Error('--event and --event-name go together');
        if (options['live-github'] && options.event === undefined)
            throw new Error('--live-github needs --event and --event-name, which name the repository and the actor');
    }
    catch (error) {
        return (0,command_io/* reportUsageError */.gD)(io, 'run', error, HELP);
    }
    if (options.help) {
        io.out(HELP);
        return 0;
    }
    if (options.event === undefined && !options.prompt)
        throw new errors/* UserError */.yo('No task given: use --prompt, or --event with --event-name.');
    if (options['live-github'] && !io.env.GITHUB_TOKEN)
        throw new errors/* UserError */.yo('--live-github needs a token in the variable GITHUB_TOKEN.');
    if (options.record !== undefined)
        await checkRecordPath((0,external_node_path_.resolve)(io.cwd, options.record));
    return runEvent(options, io);
}
async function runEvent(options, io) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const workspace = (0,external_node_path_.resolve)(io.cwd, options.workspace ?? '.');
        const folder = __addDisposableResource(env_1, await temporaryFolder(), true);
        const payload = options.event === undefined ? {} : await readJson((0,external_node_path_.resolve)(io.cwd, options.event));
        const sha = await (0,git/* openGit */.zY)(workspace, (0,child_environment/* childEnvironment */.Qc)(io.env, [])).revParse('HEAD');
        if (sha === undefined)
            throw new errors/* UserError */.yo(`${workspace} is not a git repository with a commit. A run reads policies and GEMINI.md from a commit: run git init, git add and git commit.`);
        const token = options['live-github'] ? (io.env.GITHUB_TOKEN ?? '') : `emulator-${(0,external_node_crypto_.randomUUID)()}`;
        const borrowed = options['live-github'] ? undefined : await (0,repository_git/* borrowRepository */.on)(workspace);
        const _borrowed = __addDisposableResource(env_1, { [Symbol.asyncDispose]: () => removeFolder(borrowed) }, true);
        const branch = await (0,repository_git/* currentBranch */.eR)(workspace);
        const head = { ref: branch ?? 'main', sha };
        const { world, repository, actor } = sampleWorld(payload, { token, gitDir: borrowed ?? workspace, head });
        const github = __addDisposableResource(env_1, options['live-github'] ? undefined : await (0,github_github/* startGitHub */.y)(world), true);
        const model = __addDisposableResource(env_1, await sampleSession(options.replay === undefined ? undefined : (0,external_node_path_.resolve)(io.cwd, options.replay), io.env), true);
        const env = {
            ...io.env,
            ...model?.env,
            GITHUB_API_URL: github?.url ?? io.env.GITHUB_API_URL,
            GITHUB_GRAPHQL_URL: github?.graphqlUrl ?? io.env.GITHUB_GRAPHQL_URL,
            INPUT_GITHUB_TOKEN: token,
            INPUT_PROMPT: options.prompt ?? io.env.INPUT_PROMPT,
            ...(await runnerVariables(options, payload, folder.path)),
            GITHUB_REPOSITORY: repository,
            GITHUB_SHA: sha,
            GITHUB_REF: branch === undefined ? io.env.GITHUB_REF : `refs/heads/${branch}`,
            GITHUB_ACTOR: actor,
            GITHUB_TRIGGERING_ACTOR: actor,
        };
        const inputs = (0,config_inputs/* readInputs */.Ko)(env);
        const home = (0,config_runtime/* userHome */.Bc)(io.env);
        const { runner, summary } = localRunner(io.err);
        const runtime = (0,config_runtime/* createRuntime */.xB)({
            env,
            dist: io.dist,
            workspace,
            session: (0,external_node_crypto_.randomUUID)(),
            event: {
                name: options['event-name'] ?? 'workflow_dispatch',
                payload,
                repository,
                sha,
                actor,
                triggeringActor: actor,
            },
            signal: (0,config_runtime/* stopSignal */.Zm)(),
            log: runner.log,
            home,
        });
        const finished = await io.startRun(inputs, runtime, runner);
        io.out(await formatResult(finished, options, github, summary()));
        if (options.record !== undefined)
            await saveTranscript(finished.outputs.transcript, (0,external_node_path_.resolve)(io.cwd, options.record));
        io.err(`outcome: ${finished.outcome}; transcript: ${options.record ?? 'not saved (use --record FILE)'}\n`);
        for (const problem of [...(github?.problems ?? []), ...(model?.problems() ?? [])])
            io.err(`emulator: ${problem}\n`);
        if (!inputs.fail_on.includes(finished.outcome))
            return 0;
        return finished.ending.end === 'stopped' && finished.ending.reason === 'turns' ? 53 : 1;
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
async function runnerVariables(options, payload, folder) {
    const event = (0,external_node_path_.join)(folder, 'event.json');
    await (0,promises_.writeFile)(event, JSON.stringify(payload));
    return {
        GITHUB_EVENT_NAME: options['event-name'] ?? 'workflow_dispatch',
        GITHUB_EVENT_PATH: event,
        RUNNER_TEMP: folder,
    };
}
async function formatResult(finished, options, github, summary) {
    const format = (0,output_format/* parseOutputFormat */.uH)(options['output-format']);
    if (format === undefined)
        return `${readPosted(github, summary)}\n`;
    const recorded = (0,transcript_line/* readTranscript */.lb)(await (0,promises_.readFile)(finished.outputs.transcript, 'utf8'));
    return (0,output_format/* formatRun */.TI)(format, recorded.map(({ event }) => event), recorded.map(({ timeMs }) => timeMs));
}
function readPosted(github, summary) {
    if (github === undefined)
        return summary.trimEnd();
    const { viewer, comments, reviewComments, pulls } = github.world;
    const isOwn = ({ user }) => user === viewer;
    const inline = reviewComments.filter(isOwn).map(({ path, startLine, line, body }) => {
        const lines = [startLine, line].filter((number) => number !== null).join('-');
        return `Inline comment on ${path}:${lines}\n${body}`;
    });
    const opened = pulls
        .filter(isOwn)
        .map(({ title, head, base, body }) => `Pull request "${title}" from ${head.ref} to ${base.ref}\n${body ?? ''}`);
    return [comments.filter(isOwn).at(-1)?.body ?? summary.trimEnd(), ...inline, ...opened].join('\n\n');
}
async function checkRecordPath(path) {
    const problem = (await (0,command_io/* isFolder */.lQ)(path))
        ? 'it is a folder'
        : (await (0,command_io/* isFolder */.lQ)((0,external_node_path_.dirname)(path)))
            ? undefined
            : `there is no folder ${(0,external_node_path_.dirname)(path)}`;
    if (problem !== undefined)
        throw new errors/* UserError */.yo(`Cannot save the transcript as ${path}: ${problem}`);
}
async function saveTranscript(transcript, path) {
    await (0,promises_.copyFile)(transcript, path).catch((cause) => {
        throw new errors/* UserError */.yo(`Cannot save the transcript as ${path}: ${(0,errors/* messageOf */.bD)(cause)}`, { cause });
    });
}
async function temporaryFolder() {
    const path = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'sluice-'));
    return { path, [Symbol.asyncDispose]: () => removeFolder(path) };
}
const removeFolder = async (folder) => folder === undefined ? undefined : (0,promises_.rm)(folder, { recursive: true, force: true });
async function readJson(path) {
    const text = await (0,promises_.readFile)(path, 'utf8').catch((cause) => {
        throw new errors/* UserError */.yo(`The event ${path} cannot be read: ${(0,errors/* readErrorReason */.Dx)(cause)}`, { cause });
    });
    try {
        return JSON.parse(text);
    }
    catch (cause) {
        throw new errors/* UserError */.yo(`The event ${path} is not JSON: ${(0,errors/* messageOf */.bD)(cause)}`, { cause });
    }
}
function localRunner(print) {
    let summary = '';
    const runner = {
        setOutput: () => undefined,
        setResult: () => undefined,
        async summary(markdown) {
            summary += `${markdown}\n`;
        },
        mask: () => undefined,
        annotate: (level, text) => print(`${level}: ${text}\n`),
        log: (text) => print(`${(0,github_runner/* escapeWorkflowCommands */.Fy)(text)}\n`),
        saveState: () => undefined,
        getState: () => '',
        isBroken: () => false,
        restore: () => undefined,
    };
    return { runner, summary: () => summary };
}


/***/ })

};
