export const id = 9061;
export const ids = [9061];
export const modules = {

/***/ 69202:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X: () => (/* binding */ convertContent)
/* harmony export */ });
/* harmony import */ var _model_wire_media_types_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(83902);
/* harmony import */ var _text_clean_inbound_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(89721);
/* harmony import */ var _text_untrusted_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8020);
/* harmony import */ var _tools_shell_long_output_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(79989);




/** Larger data would fill the context window, or the API would reject the whole request. */
const MAX_DATA_CHARACTERS = 20 * 1024 * 1024;
/** The limit of all texts together, for a result with several texts. */
const MAX_TEXT_CHARACTERS = 4 * _tools_shell_long_output_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_OUTPUT_CHARACTERS */ .Gm;
/** Searches for a forbidden character: a match of the whole text would need memory for a long one. */
const isBase64 = (data) => data !== '' && !/[^A-Za-z0-9+/]/.test(data.replace(/={1,2}$/, ''));
const textPart = (value) => ({ kind: 'text', text: value });
const asString = (value) => (typeof value === 'string' ? value : '');
/** Converts the content blocks of a tool's result, in order. `tool` is the server's name for it. */
function convertContent(blocks, tool) {
    if (!Array.isArray(blocks))
        return {
            parts: [textPart('[Error: Could not parse tool response]')],
            display: ['```json', JSON.stringify(blocks ?? [], null, 2), '```'].join('\n'),
        };
    const budget = {
        isAlone: blocks.length === 1,
        textCharacters: MAX_TEXT_CHARACTERS,
        dataCharacters: MAX_DATA_CHARACTERS,
        omitted: 0,
    };
    const content = blocks.map((block) => blockContent(block, tool, budget));
    const omittedNote = budget.omitted === 0
        ? []
        : [textPart(`[${budget.omitted} more texts of this result were omitted: the result is too long]`)];
    return {
        parts: [...content.flatMap(({ parts }) => parts), ...omittedNote],
        display: (0,_tools_shell_long_output_js__WEBPACK_IMPORTED_MODULE_2__.truncateOutput)(content.map(({ display }) => display).join('\n'), undefined),
    };
}
function blockContent(block, tool, budget) {
    const { type, ...fields } = typeof block === 'object' && block !== null ? { ...block } : {};
    switch (type) {
        case 'text':
            return textContent(asString(fields.text), budget);
        case 'image':
            return dataContent(fields, IMAGE, tool, budget);
        case 'audio':
            return dataContent(fields, AUDIO, tool, budget);
        case 'resource':
            return resourceContent(fields.resource, tool, budget);
        case 'resource_link': {
            const name = asString(fields.title) || asString(fields.name);
            const { parts } = textContent(`Resource Link: ${name} at ${asString(fields.uri)}`, budget);
            return { parts, display: `[Link to ${name}: ${asString(fields.uri)}]` };
        }
        default:
            return { parts: [], display: `[Unknown content type: ${asString(type)}]` };
    }
}
function textContent(source, budget) {
    const value = (0,_text_clean_inbound_js__WEBPACK_IMPORTED_MODULE_1__/* .cleanData */ .Ec)(source);
    if (budget.isAlone)
        return { parts: [textPart((0,_text_untrusted_js__WEBPACK_IMPORTED_MODULE_3__/* .wrapUntrusted */ .f)(value))], display: value };
    const truncated = (0,_tools_shell_long_output_js__WEBPACK_IMPORTED_MODULE_2__.truncateOutput)(value, undefined);
    budget.textCharacters -= truncated.length + MARKER_CHARACTERS;
    if (budget.textCharacters >= 0)
        return { parts: [textPart((0,_text_untrusted_js__WEBPACK_IMPORTED_MODULE_3__/* .wrapUntrusted */ .f)(truncated))], display: truncated };
    budget.omitted += 1;
    return { parts: [], display: '' };
}
/** What the markers add to a text. It also limits the number of empty texts. */
const MARKER_CHARACTERS = 50;
function resourceContent(resource, tool, budget) {
    const { text: inText, blob, ...rest } = typeof resource === 'object' && resource !== null ? { ...resource } : {};
    if (typeof inText === 'string')
        return textContent(inText, budget);
    return dataContent({ ...rest, data: blob }, RESOURCE, tool, budget);
}
const IMAGE = { description: 'the following image data', label: 'Image', defaultType: 'image/png' };
const AUDIO = { description: 'the following audio data', label: 'Audio', defaultType: 'audio/wav' };
const RESOURCE = {
    description: 'the following embedded resource',
    label: 'Embedded Resource',
    defaultType: 'application/octet-stream',
};
function dataContent({ data, mimeType }, { description, label, defaultType }, tool, budget) {
    const declaredType = (asString(mimeType) || defaultType).toLowerCase();
    const mediaType = /^[\w.+-]+\/[\w.+-]+$/.test(declaredType) ? declaredType : defaultType;
    const bytes = asString(data).replace(/\s/g, '');
    const display = `[${label}: ${mediaType}]`;
    const omit = (reason) => ({
        parts: [
            textPart(`[Tool '${tool}' provided ${description} with mime-type: ${mediaType}; not shown, because ${reason}]`),
        ],
        display,
    });
    if ((0,_model_wire_media_types_js__WEBPACK_IMPORTED_MODULE_0__/* .apiMimeType */ .x)(mediaType) === undefined)
        return omit('the model cannot read that type');
    if (bytes.length > MAX_DATA_CHARACTERS)
        return omit('it is too large');
    if (!isBase64(bytes))
        return omit('it is not valid base64');
    if (bytes.length > budget.dataCharacters)
        return omit('together with the other data of this result it is too large');
    budget.dataCharacters -= bytes.length;
    return {
        parts: [
            textPart(`[Tool '${tool}' provided ${description} with mime-type: ${mediaType}]`),
            { kind: 'data', mimeType: mediaType, data: bytes },
        ],
        display,
    };
}


/***/ }),

/***/ 24939:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ah: () => (/* binding */ normalizeServerName),
/* harmony export */   Qy: () => (/* binding */ mcpToolName),
/* harmony export */   ni: () => (/* binding */ newerToolName)
/* harmony export */ });
/* harmony import */ var _tools_valid_name_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7536);

/** Length limit of newer versions of the reference. */
const MAX_LENGTH = 63;
/** The model's name for a server's tool. Always qualified, so that a server cannot replace a built-in tool. */
const mcpToolName = (server, tool) => (0,_tools_valid_name_js__WEBPACK_IMPORTED_MODULE_0__/* .toValidName */ .r)(`${server}__${tool}`);
/** The name that newer versions of the reference use. */
function newerToolName(server, tool) {
    const joined = `${server}_${tool}`;
    const valid = (joined.startsWith('mcp_') ? joined : `mcp_${joined}`).replace(/[^\w.:-]/g, '_');
    return valid.length <= MAX_LENGTH ? valid : `${valid.slice(0, 30)}...${valid.slice(-30)}`;
}
/** The normalized form of a server name: two servers with the same form would have tools of the same name. */
const normalizeServerName = (name) => name
    .trim()
    .toLowerCase()
    .replace(/[^\w.-]/g, '_')
    .replace(/^mcp_+/, '');


/***/ }),

/***/ 29061:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  openMcpServers: () => (/* binding */ openMcpServers)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(58500);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/text/one-line.js
var one_line = __webpack_require__(33809);
// EXTERNAL MODULE: ./build/text/truncate.js
var truncate = __webpack_require__(63770);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:url"
var external_node_url_ = __webpack_require__(73136);
// EXTERNAL MODULE: ./node_modules/@modelcontextprotocol/client/dist/index.mjs + 15 modules
var dist = __webpack_require__(99650);
// EXTERNAL MODULE: ./build/platform/wait-at-most.js
var wait_at_most = __webpack_require__(11711);
;// CONCATENATED MODULE: ./build/mcp/response-limit.js
/** A larger message comes from a broken server. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
const messageTooLarge = (maxBytes) => new Error(`It sent more than ${maxBytes} bytes in one message.`);
/**
 * Returns the response with a body that fails when one message exceeds `maxBytes`. A message is the whole body, or one
 * event of an event stream. The SDK keeps a message in memory until it is complete.
 */
function limitMessageSize(response, maxBytes = MAX_MESSAGE_BYTES) {
    const { body, status, statusText, headers } = response;
    if (body === null)
        return response;
    const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
    let bytes = 0;
    const counted = body.pipeThrough(new TransformStream({
        transform(chunk, controller) {
            const end = isStream ? afterLastEvent(chunk) : 0;
            bytes = end > 0 ? chunk.length - end : bytes + chunk.length;
            if (bytes > maxBytes)
                controller.error(messageTooLarge(maxBytes));
            else
                controller.enqueue(chunk);
        },
    }));
    const limited = new Response(counted, { status, statusText, headers });
    // The SDK resolves redirects against this URL.
    return Object.defineProperty(limited, 'url', { value: response.url });
}
/** Offset of the bytes after the last blank line; 0 if there is no blank line. */
function afterLastEvent(chunk) {
    for (let lineFeed = chunk.lastIndexOf(LF); lineFeed > 0; lineFeed = chunk.lastIndexOf(LF, lineFeed - 1)) {
        const before = chunk[lineFeed - 1] === CR ? lineFeed - 2 : lineFeed - 1;
        if (before < 0 || chunk[before] === LF)
            return lineFeed + 1;
    }
    return 0;
}
const LF = 10;
const CR = 13;

// EXTERNAL MODULE: external "node:stream/promises"
var external_node_stream_promises_ = __webpack_require__(46466);
// EXTERNAL MODULE: ./build/platform/process/process-group.js
var process_group = __webpack_require__(59015);
// EXTERNAL MODULE: ./build/platform/process/run-program.js + 3 modules
var run_program = __webpack_require__(40548);
;// CONCATENATED MODULE: ./build/mcp/stdio.js






const MAX_STDERR_CHARACTERS = 2000;
/** How long a server may take to exit after its input closes. */
const GRACE_MS = 200;
/**
 * Communicates with a program over its standard streams. Not the SDK's transport, because that one passes on environment
 * variables of this process, has no isolation, and ends one process instead of the whole process tree.
 */
function stdioTransport(argv, options) {
    const readLines = lineReader(MAX_MESSAGE_BYTES);
    let errors = '';
    let ended = '';
    let started;
    const transport = {
        stderr: null,
        pid: null,
        exitMessage: () => [ended, errors.trim()].filter(Boolean).join(' '),
        async start() {
            started = await (0,run_program/* startPipedProgram */.Tg)({ argv }, options);
            if (!started.ok) {
                const reason = /\bENOENT$/.test(started.failure) ? `there is no program ${argv[0]}` : started.failure;
                ended = `It could not be started: ${reason}.`;
                throw new Error(ended);
            }
            const { stdin, stdout, stderr, exited } = started;
            for (const stream of [stdin, stdout, stderr])
                stream.on('error', () => undefined); // `exited` reports the end
            stderr.on('data', (chunk) => {
                errors = `${errors}${chunk.toString('utf8')}`.slice(-MAX_STDERR_CHARACTERS);
            });
            stdout.on('data', (chunk) => receive(chunk));
            void exited.then(async ({ code, signal }) => {
                ended ||= `It ended ${signal === null ? `with exit code ${code}` : `by signal ${signal}`}.`;
                // Its last output is already in the pipe, but a child process may keep the pipe open.
                await (0,wait_at_most/* waitAtMost */._)(GRACE_MS, Promise.all([(0,external_node_stream_promises_.finished)(stdout), (0,external_node_stream_promises_.finished)(stderr)]).catch(() => undefined));
                transport.onclose?.();
            });
        },
        async send(message) {
            if (started?.ok !== true || ended !== '')
                throw new Error(transport.exitMessage() || 'It is not running.');
            const { stdin, exited } = started;
            if (stdin.write((0,dist/* serializeMessage */.Ex)(message)))
                return;
            await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), exited]);
        },
        async close() {
            if (started?.ok !== true)
                return;
            const { stdin, exited, group } = started;
            stdin.end();
            await (0,wait_at_most/* waitAtMost */._)(GRACE_MS, exited);
            await (0,process_group/* terminateProcessGroup */.A5)(group);
        },
    };
    function receive(chunk) {
        const messages = readLines(chunk);
        if (messages === undefined) {
            if (ended === '')
                void transport.close();
            ended ||= `It sent more than ${MAX_MESSAGE_BYTES} bytes in one message and was terminated.`;
            return;
        }
        for (const line of messages)
            try {
                transport.onmessage?.((0,dist/* deserializeMessage */.uv)(line));
            }
            catch (error) {
                // A line that is not a message, for example a banner, must not close the connection.
                transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
            }
    }
    return transport;
}
/** Returns the lines that a chunk completes; undefined when a line is too long. Copies each byte once. */
function lineReader(maxBytes) {
    let partialLine = [];
    let bytes = 0;
    return (chunk) => {
        const lines = [];
        let from = 0;
        for (let lineFeed = chunk.indexOf(10); lineFeed >= 0; lineFeed = chunk.indexOf(10, from)) {
            lines.push(Buffer.concat([...partialLine, chunk.subarray(from, lineFeed)])
                .toString('utf8')
                .trim());
            partialLine = [];
            bytes = 0;
            from = lineFeed + 1;
        }
        partialLine.push(chunk.subarray(from));
        bytes += chunk.length - from;
        return bytes > maxBytes ? undefined : lines.filter((line) => line !== '');
    };
}

;// CONCATENATED MODULE: ./build/mcp/connect.js








/** Whether a server answered 401, by the error of the server or of the SDK. */
const isUnauthorized = (error) => typeof error === 'object' &&
    error !== null &&
    (Reflect.get(error, 'code') === 401 ||
        Reflect.get(error, 'name') === 'UnauthorizedError' ||
        /\b401\b/.test((0,errors/* messageOf */.bD)(error)));
const isTimeout = (error) => error instanceof dist/* SdkError */.Fp && error.code === dist/* SdkErrorCode */.OH.RequestTimeout;
/**
 * A program that is asked for its revision and stays silent is of an older one. The question must leave time for the handshake
 * of the older revisions; over HTTP silence is a failure.
 */
const probeTimeout = ({ transport, startMs }) => transport.kind === 'stdio' ? { timeoutMs: Math.min(Math.ceil(startMs / 2), MAX_PROBE_MS) } : {};
const MAX_PROBE_MS = 10_000;
/** Whether a server failed at the question for its revision: an older server may end or refuse it. */
function isProbeFailure(error) {
    const reason = error instanceof Error && error.cause instanceof dist/* SdkError */.Fp ? error.cause : error;
    return reason instanceof dist/* SdkError */.Fp && reason.code === dist/* SdkErrorCode */.OH.EraNegotiationFailed;
}
/**
 * Connects to a server, in revision 2026-07-28 or the newest older one that both know. Rejects with the cause; no process
 * keeps running then.
 */
async function connectServer(server, environment, signal) {
    const { transport } = server;
    if (transport.kind === 'stdio') {
        const startProgram = () => {
            const stdio = stdioTransport([transport.command, ...transport.args], {
                cwd: transport.cwd ?? environment.cwd,
                env: { ...environment.env, ...transport.env },
                ...wrapOption(environment, transport.command),
            });
            return { transport: stdio, exitMessage: stdio.exitMessage };
        };
        return negotiate(server, startProgram, environment, signal);
    }
    const auth = await environment.httpAuthFor(server);
    const overHttp = () => negotiate(server, () => httpTransport(transport, auth), environment, signal);
    const overSse = () => initialize(server, { ...sseTransport(transport, auth), revision: 'older' }, environment, signal);
    if (transport.kind !== 'auto')
        return transport.kind === 'http' ? overHttp() : overSse();
    try {
        return await overHttp();
    }
    catch (first) {
        // A server that timed out over HTTP would time out over SSE too.
        if (isUnauthorized(first) || isTimeout(first) || signal.aborted)
            throw first;
        // Older servers support only SSE. If both fail, the HTTP error explains more.
        return overSse().catch((second) => {
            throw isUnauthorized(second) ? second : first;
        });
    }
}
const wrapOption = (environment, command) => {
    const wrap = environment.wrapFor?.(command);
    return wrap === undefined ? {} : { wrap };
};
/** Asks for the newest revision; a server that fails at the question itself is started or called again without it. */
async function negotiate(server, open, environment, signal) {
    try {
        return await initialize(server, open(), environment, signal);
    }
    catch (error) {
        if (signal.aborted || !isProbeFailure(error))
            throw error;
        return initialize(server, { ...open(), revision: 'older' }, environment, signal);
    }
}
/** How long to wait for a server to end its session. */
const END_SESSION_MS = 500;
async function initialize(server, openTransport, { version, workspace }, signal) {
    const { transport, exitMessage } = openTransport;
    const { startMs } = server;
    const client = new dist/* Client */.Kj({ name: 'sluice', version }, {
        capabilities: { roots: { listChanged: true } },
        versionNegotiation: {
            mode: openTransport.revision === 'older' ? 'legacy' : 'auto',
            probe: probeTimeout(server),
        },
    });
    client.setRequestHandler('roots/list', () => ({
        roots: [{ uri: (0,external_node_url_.pathToFileURL)(workspace).href, name: (0,external_node_path_.basename)(workspace) }],
    }));
    let closedReason;
    client.onclose = () => {
        closedReason ??= exitMessage?.() || 'The connection was closed.';
    };
    // An error between calls, for example an invalid line, must not fail a call.
    client.onerror = () => undefined;
    const close = async () => {
        if (openTransport.endSession !== undefined)
            await (0,wait_at_most/* waitAtMost */._)(END_SESSION_MS, openTransport.endSession().catch(() => undefined));
        await Promise.allSettled([client.close(), transport.close()]);
    };
    try {
        await withTimeout(client.connect(transport, { timeout: startMs, signal }), startMs, signal);
        const sendsParameterHeaders = exitMessage === undefined && client.getProtocolEra() === 'modern';
        return { client, sendsParameterHeaders, closedReason: () => closedReason, close };
    }
    catch (error) {
        const message = exitMessage?.() ?? '';
        await close();
        throw message === '' || (0,errors/* messageOf */.bD)(error) === message
            ? error
            : new Error(`${(0,errors/* asSentence */.KG)((0,errors/* messageOf */.bD)(error))} ${message}`, { cause: error });
    }
}
/** The SDK's timeout fires first, because its message is better. */
const EXTRA_MS = 200;
const MAX_TIMER_MS = 2 ** 31 - 1;
/** The SDK's timeout starts with the first request. Over SSE a server can block that request forever. */
async function withTimeout(connecting, ms, signal) {
    connecting.catch(() => undefined); // the race below reports it
    const finished = new AbortController();
    const timer = (0,promises_.setTimeout)(Math.min(ms + EXTRA_MS, MAX_TIMER_MS), undefined, {
        signal: AbortSignal.any([finished.signal, signal]),
    });
    timer.catch(() => undefined);
    try {
        await Promise.race([
            connecting,
            timer.then(() => Promise.reject(new dist/* SdkError */.Fp(dist/* SdkErrorCode */.OH.RequestTimeout, 'Request timed out'))),
        ]);
    }
    finally {
        finished.abort();
    }
}
const httpOptions = (address, { headers }, auth) => ({
    fetch: fetchFor(address, headers, auth),
    ...(auth.provider === undefined ? {} : { authProvider: auth.provider }),
});
function httpTransport(config, auth) {
    const address = new URL(config.url);
    const transport = new dist/* StreamableHTTPClientTransport */.jS(address, httpOptions(address, config, auth));
    return { transport: transport, endSession: () => transport.terminateSession() }; // its type differs only in optional properties
}
function sseTransport(config, auth) {
    const address = new URL(config.url);
    return { transport: new dist/* SSEClientTransport */.Am(address, httpOptions(address, config, auth)) };
}
/** Sends the configured headers only to the server's origin, not to the targets of its redirects and links. */
const fetchFor = (server, configured, auth) => async (url, init) => {
    if (new URL(url).origin !== server.origin)
        return limitMessageSize(refuseTokenRedirect(await fetch(url, init), server, init));
    const headers = new Headers(configured);
    for (const [name, value] of Object.entries((await auth.headers?.()) ?? {}))
        headers.set(name, value);
    for (const [name, value] of new Headers(init?.headers))
        headers.set(name, value);
    return limitMessageSize(refuseTokenRedirect(await fetch(url, { ...init, headers }), server, init));
};
/** The SDK follows no redirect to another origin, but reads the one of a token endpoint as a broken answer. */
function refuseTokenRedirect(response, server, init) {
    const target = response.headers.get('location');
    const isToken = init?.method === 'POST' && response.url !== server.href && init.body instanceof URLSearchParams;
    if (isToken && target !== null && response.status >= 300 && response.status < 400)
        throw new Error(`Redirect to ${target} not followed: configure that token endpoint if it is the intended one`);
    return response;
}

;// CONCATENATED MODULE: ./build/mcp/list-changes.js

/** How long to wait for the server to confirm the subscription. */
const CONFIRM_MS = 5000;
/** How often a broken subscription is renewed, and the pause before that. */
const MAX_RENEWALS = 5;
const RENEW_MS = 1000;
/**
 * Subscribes to changes of a server's lists. Since revision 2026-07-28 a client must ask for them; older servers send them
 * unasked. A server that refuses keeps its first lists.
 */
async function listenForListChanges({ client }, signal) {
    if (client.getProtocolEra() !== 'modern')
        return;
    const { tools, resources } = client.getServerCapabilities() ?? {};
    const filter = {
        ...(tools?.listChanged === true ? { toolsListChanged: true } : {}),
        ...(resources?.listChanged === true ? { resourcesListChanged: true } : {}),
    };
    if (Object.keys(filter).length === 0)
        return;
    const listen = () => client.listen(filter, { timeout: CONFIRM_MS, signal }).catch(() => undefined);
    const first = await listen();
    void (async () => {
        let subscription = first;
        for (let renewal = 0; renewal < MAX_RENEWALS && (await subscription?.closed) === 'remote'; renewal++) {
            await (0,promises_.setTimeout)(RENEW_MS, undefined, { signal });
            subscription = await listen();
        }
    })().catch(() => undefined);
}

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
;// CONCATENATED MODULE: ./build/mcp/lists.js


const ToolShape = schemas/* looseObject */._H3({
    name: schemas/* string */.YjP().optional(),
    description: schemas/* string */.YjP().optional(),
    inputSchema: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).optional(),
    annotations: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).optional(),
    execution: schemas/* looseObject */._H3({ taskSupport: schemas/* string */.YjP().optional() }).optional(),
});
const PromptShape = schemas/* looseObject */._H3({
    name: schemas/* string */.YjP(),
    description: schemas/* string */.YjP().optional(),
    arguments: schemas/* array */.YOg(schemas/* looseObject */._H3({ name: schemas/* string */.YjP(), required: schemas/* boolean */.zMY().optional(), description: schemas/* string */.YjP().optional() }))
        .optional(),
});
const ResourceShape = schemas/* looseObject */._H3({
    uri: schemas/* string */.YjP(),
    name: schemas/* string */.YjP().optional(),
    title: schemas/* string */.YjP().optional(),
    description: schemas/* string */.YjP().optional(),
    mimeType: schemas/* string */.YjP().optional(),
});
/** Protects against a server whose list never ends. */
const MAX_PAGES = 50;
const KINDS = {
    tools: { kind: 'tools', method: 'tools/list', shape: ToolShape },
    prompts: { kind: 'prompts', method: 'prompts/list', shape: PromptShape },
    resources: { kind: 'resources', method: 'resources/list', shape: ResourceShape },
};
/** Lists the features that a server declares. Rejects when one of the lists fails. */
async function listFeatures(connection, options) {
    const problems = [];
    const [prompts, tools, resources] = await Promise.all([
        listAll(connection, KINDS.prompts, options, problems),
        listAll(connection, KINDS.tools, options, problems),
        listAll(connection, KINDS.resources, options, problems),
    ]);
    return { prompts, tools, resources, problems };
}
/** Reads one list, page by page. Skips entries that cannot be read and adds them to `problems`. */
async function listAll({ client }, { kind, method, shape }, { timeout, signal }, problems) {
    if (client.getServerCapabilities()?.[kind] === undefined)
        return [];
    const Page = schemas/* looseObject */._H3({ [kind]: schemas/* array */.YOg(schemas/* unknown */.L5J()), nextCursor: schemas/* string */.YjP().optional() });
    const entries = [];
    let cursor;
    for (let page = 0; page < MAX_PAGES; page++) {
        const params = cursor === undefined ? {} : { cursor };
        const answer = await client.request({ method, params }, Page, { timeout, signal }).catch((error) => {
            if (error instanceof dist/* ProtocolError */.bd && error.code === dist/* ProtocolErrorCode */.qu.MethodNotFound)
                return { [kind]: [] };
            throw error;
        });
        const pageEntries = answer[kind];
        for (const entry of Array.isArray(pageEntries) ? pageEntries : []) {
            const parsed = shape.safeParse(entry);
            if (parsed.success)
                entries.push(parsed.data);
            else
                problems.push(`one of its ${kind} cannot be read (${parsed.error.issues[0]?.message ?? 'not an object'})`);
        }
        const next = answer.nextCursor;
        if (typeof next !== 'string' || next === '' || next === cursor)
            return entries;
        cursor = next;
    }
    return entries;
}
/** The current list of tools. */
const listTools = (connection, options, problems) => listAll(connection, KINDS.tools, options, problems);
/** The current list of resources. */
const listResources = (connection, options) => listAll(connection, KINDS.resources, options, []);

// EXTERNAL MODULE: ./build/text/clean-inbound.js + 2 modules
var clean_inbound = __webpack_require__(89721);
// EXTERNAL MODULE: ./build/tools/json-schema.js
var json_schema = __webpack_require__(58010);
// EXTERNAL MODULE: ./build/tools/shell/long-output.js
var long_output = __webpack_require__(79989);
// EXTERNAL MODULE: ./build/tools/tool.js
var tool = __webpack_require__(10280);
// EXTERNAL MODULE: ./build/mcp/content.js
var content = __webpack_require__(69202);
// EXTERNAL MODULE: ./build/mcp/names.js
var names = __webpack_require__(24939);
;// CONCATENATED MODULE: ./build/mcp/param-headers.js
/** RFC 9110, section 5.1. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES = ['string', 'integer', 'boolean'];
/** Keywords whose values are schemas by name. */
const SCHEMAS_BY_NAME = new Set(['$defs', 'definitions', 'patternProperties', 'dependentSchemas']);
/** Keywords whose values are data. */
const DATA = new Set(['const', 'default', 'enum', 'examples']);
/** Protects against a schema that is nested without end. */
const MAX_DEPTH = 100;
/**
 * Returns the parameters of a tool that are sent as headers too, or says why its schema breaks the rules for them.
 * Source: MCP 2026-07-28, Streamable HTTP, "Custom headers from tool parameters": a client must not use such a tool.
 */
function headerParameters(inputSchema) {
    const annotated = [];
    const problem = collect(inputSchema, [], annotated);
    if (problem !== undefined)
        return problem;
    const names = annotated.map(({ name }) => name.toLowerCase());
    const twice = annotated.find((_, index) => names.indexOf(names[index] ?? '') !== index);
    return twice === undefined ? annotated : `two parameters have the x-mcp-header ${twice.name}`;
}
/** Adds the annotated parameters below a schema. `path` is undefined where no chain of `properties` leads. */
function collect(schema, path, annotated, depth = 0) {
    if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH)
        return undefined;
    const name = Reflect.get(schema, 'x-mcp-header');
    if (name !== undefined) {
        const problem = annotationProblem(name, schema, path);
        if (problem !== undefined)
            return problem;
        annotated.push({ path: path ?? [], name: String(name) });
    }
    for (const [keyword, value] of Object.entries(schema)) {
        if (DATA.has(keyword) || typeof value !== 'object' || value === null)
            continue;
        const below = keyword === 'properties' || SCHEMAS_BY_NAME.has(keyword) ? Object.entries(value) : [['', value]];
        for (const [key, child] of below) {
            const childPath = keyword === 'properties' && path !== undefined ? [...path, String(key)] : undefined;
            const problem = collect(child, childPath, annotated, depth + 1);
            if (problem !== undefined)
                return problem;
        }
    }
    return undefined;
}
function annotationProblem(name, schema, path) {
    if (path === undefined || path.length === 0)
        return 'an x-mcp-header stands outside of properties';
    const place = path.join('.');
    if (typeof name !== 'string' || !TOKEN.test(name))
        return `the x-mcp-header of ${place} is not a header name`;
    return TYPES.includes(Reflect.get(schema, 'type'))
        ? undefined
        : `the x-mcp-header of ${place} requires the type string, integer or boolean`;
}
/** The headers of a call. An argument that is absent or no scalar has none. */
function parameterHeaders(parameters, args) {
    return Object.fromEntries(parameters.flatMap(({ path, name }) => {
        const value = path.reduce((node, key) => typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined, args);
        const isSent = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
        return isSent ? [[`Mcp-Param-${name}`, encodeHeaderValue(String(value))]] : [];
    }));
}
/** Text that a header cannot carry as it is, or that looks encoded, is sent as base64. */
const encodeHeaderValue = (value) => /^[!-~](?:[ -~]*[!-~])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value)
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`;

;// CONCATENATED MODULE: ./build/mcp/tools.js










/** Results as servers send them: looser than the protocol, which does not allow `"true"`. */
const CallResult = schemas/* looseObject */._H3({
    content: schemas/* unknown */.L5J().optional(),
    isError: schemas/* union */.KCZ([schemas/* boolean */.zMY(), schemas/* string */.YjP()]).optional(),
    error: schemas/* unknown */.L5J().optional(),
});
const MAX_DESCRIPTION_CHARACTERS = 8000;
/** Converts a server's tool, or says why it is skipped. */
function createMcpTool(listed, context) {
    const { name = '', description = '', annotations = {} } = listed;
    const { name: server } = context.server;
    if (name.trim() === '')
        return 'a tool without a name was skipped';
    if (listed.execution?.taskSupport === 'required')
        return `skipping tool '${name}', because it can only run as a background task, which is not supported`;
    const schema = listed.inputSchema ?? { type: 'object', properties: {} };
    if (!(0,json_schema/* hasTypes */.E)(schema))
        return `skipping tool '${name}', because it has missing types in its parameter schema. Please file an issue with the owner of the MCP server`;
    const sentAsHeaders = context.connection.sendsParameterHeaders ? headerParameters(schema) : [];
    if (typeof sentAsHeaders === 'string')
        return `skipping tool '${name}', because ${sentAsHeaders}`;
    const full = (0,names/* mcpToolName */.Qy)(server, name);
    const parameters = (0,json_schema/* normalizeParameters */.u)(schema);
    if (typeof parameters === 'string')
        return `skipping tool '${name}', because its parameter schema is invalid: ${parameters}. Please file an issue with the owner of the MCP server`;
    return {
        name: full,
        aliases: [(0,names/* newerToolName */.ni)(server, name)].filter((other) => other !== full),
        annotations,
        server,
        shortName: name,
        declare: () => ({
            name: full,
            description: (0,truncate/* keepStart */.O)((0,clean_inbound/* cleanData */.Ec)(description), MAX_DESCRIPTION_CHARACTERS).toWellFormed() ||
                `The tool ${name} of the MCP server ${server}, which gives it no description.`,
            parameters: parameters.declared,
        }),
        parse: (args) => parseArgs(args, parameters),
        run: (args, signal) => callTool({ name, sentAsHeaders }, args, context, signal),
    };
}
function parseArgs(args, { declared, check }) {
    if (typeof args !== 'object' || args === null || Array.isArray(args))
        return { ok: false, text: 'Value of params must be an object' };
    const { properties } = declared;
    const declares = typeof properties === 'object' && properties !== null && Object.hasOwn(properties, WAIT_PARAMETER);
    // The scheduler reads this parameter; the server does not know it.
    const serverArgs = declares
        ? args
        : Object.fromEntries(Object.entries(args).filter(([key]) => key !== WAIT_PARAMETER));
    const problem = check(serverArgs);
    return problem === undefined ? { ok: true, args: serverArgs } : { ok: false, text: problem };
}
const WAIT_PARAMETER = 'wait_for_previous';
async function callTool({ name, sentAsHeaders }, args, { server, connection, redact, withdrawnReason }, signal) {
    const reason = withdrawnReason(name) ?? connection.closedReason();
    if (reason !== undefined)
        return (0,tool/* failed */.gz)('mcp_tool_error', `${name} of the MCP server ${server.name} can no longer be used: ${reason}`);
    if (signal.aborted)
        return (0,tool/* failed */.gz)('cancelled', 'Tool call aborted');
    let progress = '';
    const sentArgs = redact(args);
    try {
        const result = await connection.client.request({ method: 'tools/call', params: { name, arguments: sentArgs } }, CallResult, {
            timeout: server.timeoutMs,
            signal,
            headers: parameterHeaders(sentAsHeaders, sentArgs),
            // The timeout limits silence, not the duration of a call.
            resetTimeoutOnProgress: true,
            onprogress({ progress: step, total, message }) {
                progress = ` Its last progress report: ${[total === undefined ? step : `${step} of ${total}`, message].filter((part) => part !== undefined).join(', ')}.`;
            },
        });
        return resultOf(result, name);
    }
    catch (error) {
        if (signal.aborted)
            return (0,tool/* failed */.gz)('cancelled', 'Tool call aborted');
        const closedReason = connection.closedReason();
        const failure = closedReason === undefined ? (0,errors/* messageOf */.bD)(error) : `the connection is closed. ${closedReason}`;
        return (0,tool/* failed */.gz)('mcp_tool_error', `MCP tool '${name}' of server ${server.name} returned no result: ${progress === '' ? failure : (0,errors/* asSentence */.KG)(failure) + progress}`);
    }
}
const saysError = (value) => value === true || value === 'true';
function resultOf(result, name) {
    const inner = typeof result.error === 'object' && result.error !== null ? Reflect.get(result.error, 'isError') : undefined;
    const { parts, display } = (0,content/* convertContent */.X)(result.content, name);
    if (!saysError(result.isError) && !saysError(inner))
        return (0,tool/* done */.Vw)(parts, display);
    const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
    const legacy = inner === undefined ? '' : JSON.stringify(result.error);
    const message = [`MCP tool '${name}' reported an error:`, legacy, ...texts].filter(Boolean).join('\n');
    return (0,tool/* failed */.gz)('mcp_tool_error', (0,long_output.truncateOutput)(message, undefined));
}

;// CONCATENATED MODULE: ./build/mcp/servers.js









/** Starts all servers in parallel. Reports and skips a server that fails; never rejects. */
async function openMcpServers(servers, options, signal) {
    let version = 0;
    const ended = new AbortController();
    const lifetime = AbortSignal.any([signal, ended.signal]);
    const opened = await Promise.all(servers.map((server) => openServer(server, options, lifetime, () => void version++)));
    const available = opened.filter((each) => each !== undefined);
    return {
        servers: available,
        version: () => version,
        async [Symbol.asyncDispose]() {
            ended.abort();
            await Promise.all(available.map(({ connection }) => connection.close()));
        },
    };
}
async function openServer(server, options, signal, changed) {
    const notice = noticeOnce(server, options.notice);
    let opened;
    try {
        const connection = await connectServer(server, options, signal);
        opened = connection;
        const tools = trackTools(server, connection, { ...options, notice });
        // Watch before the first listing, or a change in between would be missed.
        watchToolList({ server, connection, notice, update: tools.update, changed }, signal);
        await listenForListChanges(connection, signal);
        const limits = { timeout: server.startMs, signal };
        const features = await listFeatures(connection, limits);
        if (features.tools.length + features.prompts.length + features.resources.length === 0)
            throw new Error('No prompts, tools, or resources found on the server.');
        for (const text of unknownToolNotes(server, features.tools))
            notice('warning', text);
        for (const text of features.problems)
            notice('warning', `MCP server ${server.name}: ${text}.`);
        tools.update(features.tools);
        connection.client.setNotificationHandler('notifications/resources/list_changed', async () => {
            features.resources = await listResources(connection, limits).catch(() => features.resources);
        });
        return { server, connection, features, tools: tools.list };
    }
    catch (error) {
        const closedReason = opened?.closedReason();
        await opened?.close();
        const reason = closedReason === undefined ? startFailure(error, server) : closedReason;
        if (!signal.aborted)
            notice('warning', `MCP server ${server.name} cannot be used in this run: ${reason}`);
        return undefined;
    }
}
/** Different notices about one server. */
const MAX_NOTICES = 20;
/** Reports each notice about a server once, up to a limit. */
function noticeOnce({ name }, notice) {
    const reported = new Set();
    return (level, text) => {
        if (reported.has(text) || reported.size > MAX_NOTICES)
            return;
        reported.add(text);
        if (reported.size <= MAX_NOTICES)
            notice(level, text);
        else
            notice(level, `MCP server ${name}: further notices are not shown.`);
    };
}
/** Warns about configured tool names that the server does not have: excluding a misspelled name excludes nothing. */
function unknownToolNotes({ name: server, namedTools }, tools) {
    const names = tools.flatMap(({ name }) => name ?? []);
    const available = names.length <= MAX_NAMES ? names.join(', ') : `${names.slice(0, MAX_NAMES).join(', ')} …`;
    return namedTools
        .filter(({ tool }) => !names.includes(tool))
        .map(({ key, tool }) => `mcpServers.${server}.${key} names ${tool}, which the server does not have. Its tools: ${available || 'none'}.`);
}
const MAX_NAMES = 20;
function startFailure(error, { transport, startMs }) {
    if (isUnauthorized(error))
        return `it requires authentication (401). Set headers.Authorization in mcpServers, or for OAuth oauth.clientId with oauth.clientSecret or oauth.refreshToken. ${onOnePlainLine((0,errors/* messageOf */.bD)(error))}`;
    const failure = onOnePlainLine(withCause(error));
    const message = /timed out/i.test(failure) ? (0,errors/* asSentence */.KG)(failure) : failure;
    const timeoutNote = /timed out/i.test(message)
        ? ` It did not answer within ${startMs / 1000} s. To wait longer, set timeout in mcpServers.`
        : '';
    const origin = transport.kind === 'stdio' ? '' : ` (${new URL(transport.url).origin})`;
    return `${message}${timeoutNote}${origin}`;
}
/** Adds the cause: `fetch failed` alone does not help. */
function withCause(error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : typeof code === 'string' ? code : '';
    const text = (0,errors/* messageOf */.bD)(error);
    return reason === '' || text.includes(reason) ? text : `${text}: ${reason}`;
}
/** Reduces an error message, possibly an HTML page, to one line. */
const onOnePlainLine = (text) => {
    const line = (0,one_line/* collapseWhitespace */.DK)(text.replace(/<[^>]*>/g, ' '));
    return line.length > MAX_MESSAGE_CHARACTERS ? `${(0,truncate/* keepStart */.O)(line, MAX_MESSAGE_CHARACTERS)}…` : line;
};
const MAX_MESSAGE_CHARACTERS = 600;
/**
 * Tracks the tools of a server. Rules and people judge a tool by its first description and schema, so a tool that changes
 * them later can no longer be used in this run.
 */
function trackTools(server, connection, options) {
    const tracked = new Map();
    const withdrawn = new Map();
    const callContext = {
        server,
        connection,
        redact: options.redact,
        withdrawnReason: (name) => withdrawn.get(name),
    };
    const warn = (text) => options.notice('warning', `MCP server ${server.name}: ${text}.`);
    function update(tools) {
        let added = false;
        const names = new Set(tools.map(({ name = '' }) => name));
        for (const name of tracked.keys())
            if (!names.has(name))
                withdrawn.set(name, 'the server no longer offers it.');
        for (const each of tools) {
            const { name = '' } = each;
            if (name !== '' && !server.includesTool(name))
                continue;
            if (tracked.size >= MAX_TOOLS && !tracked.has(name)) {
                warn(`it has more than ${MAX_TOOLS} tools, and the rest is skipped. Select tools with includeTools`);
                continue;
            }
            const digest = digestOf(each);
            const existing = tracked.get(name);
            if (existing === undefined) {
                const tool = createMcpTool(each, callContext);
                if (typeof tool === 'string')
                    warn(tool);
                else {
                    tracked.set(name, { tool, digest });
                    added = true;
                }
            }
            else if (existing.digest === digest)
                withdrawn.delete(name);
            else {
                warn(`its tool ${name} changed its description or parameters during the run and can no longer be used`);
                withdrawn.set(name, 'its description or its parameters changed during the run, after they were checked.');
            }
        }
        return added;
    }
    return { list: () => [...tracked.values()].map(({ tool }) => tool), update };
}
/** More tools than one request may declare. */
const MAX_TOOLS = 512;
const digestOf = ({ name, description, inputSchema, annotations }) => (0,external_node_crypto_.createHash)('sha256')
    .update(JSON.stringify([name, description, inputSchema, annotations]))
    .digest('hex');
/** How long to wait for further changes of a list. */
const SETTLE_MS = 50;
/** After this many listings, changes are read more slowly: a server may announce them without end. */
const MAX_FAST_LISTINGS = 10;
const SLOW_MS = 5000;
/** Lists the tools again when the server announces a change. Changes during a listing cause one more listing. */
function watchToolList({ server, connection, notice, update, changed }, signal) {
    let listing = false;
    let pending = false;
    let listings = 0;
    const listAgain = async () => {
        if (listing) {
            pending = true;
            return;
        }
        listing = true;
        try {
            do {
                pending = false;
                await (0,promises_.setTimeout)(listings++ < MAX_FAST_LISTINGS ? SETTLE_MS : SLOW_MS, undefined, { signal });
                if (update(await listTools(connection, { timeout: server.startMs, signal }, [])))
                    changed();
            } while (pending);
        }
        catch (error) {
            if (!signal.aborted && connection.closedReason() === undefined)
                notice('warning', `MCP server ${server.name}: its changed tools could not be listed; the previous tools stay. ${(0,errors/* messageOf */.bD)(error)}`);
        }
        finally {
            listing = false;
        }
    };
    const { client } = connection;
    client.setNotificationHandler('notifications/tools/list_changed', listAgain);
}


/***/ }),

/***/ 83902:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ apiMimeType)
/* harmony export */ });
/**
 * The media types that the model accepts. The API refuses a request with any other type anywhere in its history, and so
 * every later request of the same conversation. Source: Gemini API docs, "Image understanding", "Audio understanding", "Video
 * understanding", "Document understanding". Dated data: 2026-08.
 */
const SUPPORTED_TYPES = new Set([
    ...['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
    ...['audio/mpeg', 'audio/mp3', 'audio/wav', 'audio/aiff', 'audio/aac', 'audio/ogg', 'audio/flac'],
    ...['video/mp4', 'video/mpeg', 'video/mpg', 'video/mov', 'video/avi', 'video/x-flv', 'video/webm', 'video/wmv'],
    ...['video/3gpp', 'application/pdf'],
]);
/** Other names of the same types. */
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
/** The API's name of a media type, or undefined when the API does not accept it. */
function apiMimeType(mimeType) {
    const type = mimeType.toLowerCase();
    const name = Object.hasOwn(TYPE_ALIASES, type) ? (TYPE_ALIASES[type] ?? type) : type;
    return SUPPORTED_TYPES.has(name) || /^text\/[\w.+-]+$/.test(name) ? name : undefined;
}


/***/ }),

/***/ 11711:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ waitAtMost)
/* harmony export */ });
/**
 * Waits for a promise, but for at most `ms` milliseconds. Returns undefined when the time is up first. A rejection of the promise
 * rejects here. The timer keeps the process alive: without it a promise that nothing settles would end the process, and the run with it.
 */
async function waitAtMost(ms, promise) {
    const { promise: timeout, resolve } = Promise.withResolvers();
    const timer = setTimeout(resolve, ms, undefined);
    try {
        return await Promise.race([promise, timeout]);
    }
    finally {
        clearTimeout(timer);
    }
}


/***/ }),

/***/ 58010:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ hasTypes),
/* harmony export */   u: () => (/* binding */ normalizeParameters)
/* harmony export */ });
/* harmony import */ var ajv__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(42463);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34779);
/* harmony import */ var _platform_lazy_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(21510);
/* harmony import */ var _text_json_depth_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(19898);




const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const AJV_OPTIONS = { strict: false, validateFormats: false, unicodeRegExp: false, logger: false };
/** Validates schemas. Shared, because creating it takes fifty times as long as compiling a tool's schema. */
const schemaValidator = (0,_platform_lazy_js__WEBPACK_IMPORTED_MODULE_1__/* .lazy */ .R)(() => new ajv__WEBPACK_IMPORTED_MODULE_2__.Ajv(AJV_OPTIONS));
/**
 * Normalizes an external schema for the API, which rejects a whole request for one unsupported schema. Returns a text with
 * the reason if that is impossible.
 */
function normalizeParameters(schema) {
    const { $schema: _, $id: __, ...plain } = schema;
    if (plain.type !== undefined && plain.type !== 'object')
        return 'parameters must be of type object';
    if ((0,_text_json_depth_js__WEBPACK_IMPORTED_MODULE_3__/* .exceedsDepth */ .R)(plain, MAX_DEPTH))
        return `it is nested more than ${MAX_DEPTH} levels deep`;
    const declared = normalizeSchema({ type: 'object', properties: {}, ...plain });
    if (!isObject(declared))
        return 'it is not an object';
    try {
        schemaValidator().validateSchema(declared, true);
        // One validator per schema, so that ids in two schemas do not collide.
        const ajv = new ajv__WEBPACK_IMPORTED_MODULE_2__.Ajv({ ...AJV_OPTIONS, meta: false, validateSchema: false });
        const check = ajv.compile(declared);
        return {
            declared,
            check: (args) => (check(args) ? undefined : ajv.errorsText(check.errors, { dataVar: 'params' })),
        };
    }
    catch (error) {
        return (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error);
    }
}
/** More than the API accepts, and few enough for recursion. */
const MAX_DEPTH = 200;
/**
 * Whether each node of a schema has a type: directly, by a reference, by allowed values, or by alternatives that each have
 * one. Otherwise a model cannot know what to send.
 */
function hasTypes(schema) {
    if (!isObject(schema))
        return true;
    const { type, properties, items } = schema;
    if (type === undefined) {
        if (schema.$ref !== undefined || schema.const !== undefined || Array.isArray(schema.enum))
            return true;
        const joined = [schema.anyOf, schema.allOf, schema.oneOf].filter((each) => Array.isArray(each)).flat();
        return joined.length > 0 && joined.every(hasTypes);
    }
    const types = Array.isArray(type) ? type : [type];
    if (types.includes('object') && isObject(properties) && !Object.values(properties).every(hasTypes))
        return false;
    return !types.includes('array') || hasTypes(items);
}
/** Keywords whose value is an object of schemas: its keys are names, not keywords. */
const SCHEMA_MAP_KEYWORDS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Keywords whose value is data. */
const DATA_KEYWORDS = new Set(['const', 'default', 'examples', 'enum', 'required']);
/** Converts `["string", "null"]` to a nullable string. Removes what the API rejects: empty lists, undeclared required names. */
function normalizeSchema(schema) {
    if (Array.isArray(schema))
        return schema.map(normalizeSchema);
    if (!isObject(schema))
        return schema;
    const entries = Object.entries(schema).flatMap(([key, value]) => {
        if (/^(enum|anyOf|oneOf|allOf|required)$/.test(key) && Array.isArray(value) && value.length === 0)
            return [];
        if (DATA_KEYWORDS.has(key))
            return [[key, value]];
        if (SCHEMA_MAP_KEYWORDS.has(key) && isObject(value))
            return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, normalizeSchema(each)]))]];
        return [[key, normalizeSchema(value)]];
    });
    const normalized = Object.fromEntries(entries);
    const { type, properties, required } = normalized;
    if (isObject(properties) && Array.isArray(required)) {
        const declaredNames = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
        if (declaredNames.length === 0)
            delete normalized.required;
        else
            normalized.required = declaredNames;
    }
    if (!Array.isArray(type) || type.length !== 2 || !type.includes('null'))
        return normalized;
    return { ...normalized, type: type.find((each) => each !== 'null') ?? 'null', nullable: true };
}


/***/ }),

/***/ 7536:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   r: () => (/* binding */ toValidName)
/* harmony export */ });
/** The length limit for names in the API, as in the reference. */
const MAX_LENGTH = 63;
const [HEAD, TAIL] = [28, 32];
/** A valid tool name: replaces invalid characters by `_` and shortens a long name in the middle. */
function toValidName(name) {
    const valid = name.replace(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
    return valid.length <= MAX_LENGTH ? valid : `${valid.slice(0, HEAD)}___${valid.slice(-TAIL)}`;
}


/***/ })

};
