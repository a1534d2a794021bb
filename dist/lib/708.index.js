export const id = 708;
export const ids = [708];
export const modules = {

/***/ 85708:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  f: () => (/* binding */ modelName),
  G: () => (/* binding */ openModel)
});

// EXTERNAL MODULE: ./build/platform/environment.js
var environment = __webpack_require__(50663);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./node_modules/@google/genai/dist/web/index.mjs
var web = __webpack_require__(43238);
// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
// EXTERNAL MODULE: ./build/model/estimate.js
var estimate = __webpack_require__(1598);
// EXTERNAL MODULE: ./build/text/json.js
var json = __webpack_require__(25666);
// EXTERNAL MODULE: ./build/model/models.js
var models = __webpack_require__(66934);
// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(13803);
;// CONCATENATED MODULE: ./build/model/gemini-wire.js



const PLACEHOLDER_SIGNATURE = 'skip_thought_signature_validator';
function toContents(messages, dialect) {
    const turns = [];
    for (const message of messages) {
        const role = message.role === 'model' ? 'model' : 'user';
        const parts = message.role === 'tool'
            ? replyParts(message.replies, dialect)
            : message.parts.flatMap((part) => toWirePart(part, dialect));
        if (parts.length === 0)
            continue;
        const last = turns.at(-1);
        if (last?.role === role)
            last.parts.push(...parts);
        else
            turns.push({ role, parts });
    }
    return turns.map((turn) => (turn.role === 'model' ? { ...turn, parts: withSignature(turn.parts) } : turn));
}
function toTools({ tools, builtIn = [] }) {
    return [
        ...(tools.length === 0 ? [] : [{ functionDeclarations: toDeclarations(tools) }]),
        ...builtIn.map((name) => BUILT_IN_TOOLS[name]),
    ];
}
const BUILT_IN_TOOLS = {
    google_search: { googleSearch: {} },
    url_context: { urlContext: {} },
};
function toDeclarations(tools) {
    return tools.map(({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters }));
}
function toToolConfig({ mode, names }) {
    return {
        functionCallingConfig: {
            mode: mode.toUpperCase(),
            allowedFunctionNames: names === undefined ? undefined : [...names],
        },
    };
}
const SENDABLE = ['text', 'inlineData', 'fileData', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'];
function toWirePart(part, { ids, thoughts }) {
    const thoughtSignature = part.signature;
    switch (part.kind) {
        case 'text':
            return part.text === '' && part.signature === undefined ? [] : [{ text: part.text, thoughtSignature }];
        case 'thought':
            return part.signature === undefined || thoughts === false
                ? []
                : [{ text: part.text, thought: true, thoughtSignature }];
        case 'call': {
            const { id, name, args } = part.call;
            return [{ functionCall: { id: ids ? id : undefined, args, name: wireName(name) }, thoughtSignature }];
        }
        case 'data': {
            const mimeType = (0,models/* apiMimeType */.xH)(part.mimeType);
            if (mimeType === undefined)
                return [{ text: `[Data of type ${part.mimeType} is omitted: the API does not accept this type.]` }];
            return [{ inlineData: { mimeType, data: part.data }, thoughtSignature }];
        }
        case 'opaque':
            if (part.value.thought === true && (part.signature === undefined || thoughts === false))
                return [];
            return SENDABLE.some((name) => name in part.value) ? [{ ...part.value, thoughtSignature }] : [];
        default:
            return part;
    }
}
function withSignature(parts) {
    const first = parts.findIndex((part) => part.functionCall !== undefined);
    return parts.map((part, index) => index === first && part.thoughtSignature === undefined
        ? { ...part, thoughtSignature: PLACEHOLDER_SIGNATURE }
        : part);
}
function replyParts(replies, dialect) {
    const results = [];
    const separate = [];
    for (const reply of replies) {
        const nested = [];
        for (const part of reply.parts ?? []) {
            if (part.kind === 'data' && canNest(dialect.model, part.mimeType))
                nested.push({ inlineData: { mimeType: part.mimeType, data: part.data } });
            else
                separate.push(...toWirePart(part, dialect));
        }
        const { id, name, response } = reply;
        results.push({
            functionResponse: {
                name: wireName(name),
                response,
                id: dialect.ids ? id : undefined,
                parts: nested.length > 0 ? nested : undefined,
            },
        });
    }
    return [...results, ...separate];
}
const canNest = (model, mimeType) => /^(?:models\/)?gemini-(?:[3-9]|\d\d)(?:[.-]|$)/.test(model) &&
    /^(?:image\/(?:png|jpeg|webp)|application\/pdf|text\/plain)$/.test(mimeType);
const MAX_NAME_CHARACTERS = 64;
function wireName(name) {
    const cleaned = name.replace(/[^A-Za-z0-9_.:-]/g, '_').slice(0, MAX_NAME_CHARACTERS);
    if (cleaned === '')
        return 'unnamed_tool';
    return /^[A-Za-z_]/.test(cleaned) ? cleaned : `_${cleaned.slice(0, MAX_NAME_CHARACTERS - 1)}`;
}
const newReplyDraft = () => ({ parts: [], usage: types/* NO_USAGE */.yJ });
function addChunk(draft, answer) {
    const chunk = objects([answer])[0] ?? {};
    const candidate = objects(chunk.candidates).find(({ index }) => Number(index ?? 0) === 0);
    let text = '';
    for (const wire of partsOf(candidate?.content)) {
        draft.malformedCall ??= malformedCall(wire.functionCall);
        for (const part of fromWirePart(wire)) {
            if (part.kind === 'text')
                text += part.text;
            append(draft.parts, part);
        }
    }
    draft.finish = finishReason(candidate?.finishReason) ?? draft.finish;
    draft.finishMessage = nonEmptyText(candidate?.finishMessage) ?? draft.finishMessage;
    const grounding = mergeGrounding(draft.grounding, candidate);
    if (grounding !== undefined)
        draft.grounding = grounding;
    draft.blockReason = nonEmptyText(chunk.promptFeedback?.blockReason, 'BLOCKED_REASON_UNSPECIFIED') ?? draft.blockReason;
    draft.model = nonEmptyText(chunk.modelVersion) ?? draft.model;
    draft.usage = readUsage(chunk, draft.usage);
    return text;
}
function partsOf(content) {
    const isPlain = typeof content !== 'object' || content === null || Array.isArray(content) || 'text' in content;
    const parts = isPlain ? content : Reflect.get(content, 'parts');
    return (Array.isArray(parts) ? parts : [parts]).flatMap((part) => {
        if (typeof part === 'string')
            return [{ text: part }];
        return typeof part === 'object' && part !== null ? [part] : [];
    });
}
const FOREIGN_REASONS = {
    TOOL_CALLS: 'STOP',
    FUNCTION_CALL: 'STOP',
    END_TURN: 'STOP',
    LENGTH: 'MAX_TOKENS',
    CONTENT_FILTER: 'SAFETY',
};
function finishReason(reason) {
    const upper = nonEmptyText(reason, 'FINISH_REASON_UNSPECIFIED')?.toUpperCase();
    return upper === undefined ? undefined : (FOREIGN_REASONS[upper] ?? upper);
}
const nonEmptyText = (text, unspecified = '') => typeof text === 'string' && text !== '' && text !== unspecified ? text.toWellFormed() : undefined;
const objects = (list) => Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : [];
function fromWirePart(wire) {
    const { thoughtSignature, thought, text, ...others } = wire;
    const signature = typeof thoughtSignature === 'string' ? thoughtSignature : undefined;
    const content = typeof text === 'string' ? text : '';
    const kind = thought === true ? 'thought' : 'text';
    const hasData = Object.keys(others).some((name) => content === '' || name === 'functionCall' || SENDABLE.includes(name));
    if (!hasData)
        return content === '' && signature === undefined ? [] : [{ kind, text: content, signature }];
    const dataPart = { ...fromWireData(others, thought === true), signature };
    return content === '' ? [dataPart] : [{ kind, text: content }, dataPart];
}
function fromWireData(wire, isThought) {
    if (wire.functionCall) {
        const { id, name } = wire.functionCall;
        const args = callArguments(argumentsIn(wire.functionCall)) ?? {};
        return { kind: 'call', call: { id: callId(id), name: nonEmptyText(name) ?? '', args } };
    }
    const { data, mimeType } = wire.inlineData ?? {};
    if (Object.keys(wire).length === 1 && !isThought && typeof data === 'string' && typeof mimeType === 'string')
        return { kind: 'data', mimeType, data };
    return { kind: 'opaque', value: isThought ? { ...wire, thought: true } : { ...wire } };
}
const callId = (id) => (typeof id === 'number' ? String(id) : (nonEmptyText(id) ?? ''));
const argumentsIn = ({ args, arguments: foreign }) => args ?? foreign;
function callArguments(args) {
    if (args === undefined || args === null || args === '')
        return {};
    let value = args;
    for (let times = 0; times < 2 && typeof value === 'string'; times++) {
        try {
            value = JSON.parse(value);
        }
        catch {
            return undefined;
        }
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value) || (0,json/* exceedsDepth */.Rv)(value, MAX_DEPTH))
        return undefined;
    return { ...value };
}
const MAX_DEPTH = 500;
function plainData(value) {
    if (typeof value === 'string')
        return value.toWellFormed();
    if (Array.isArray(value))
        return value.map(plainData);
    if (typeof value !== 'object' || value === null)
        return value;
    const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
    return Object.fromEntries(entries.map(([key, each]) => [key.toWellFormed(), plainData(each)]));
}
function malformedCall(call) {
    if (call === undefined || call === null)
        return undefined;
    if (typeof call !== 'object' || Array.isArray(call))
        return `a call that is ${kindOf(call)}`;
    const { name } = call;
    const args = argumentsIn(call);
    if (typeof name !== 'string' && name !== undefined && name !== null)
        return `a call whose name is ${kindOf(name)}`;
    if (callArguments(args) !== undefined)
        return undefined;
    const what = (0,json/* exceedsDepth */.Rv)(args, MAX_DEPTH) ? 'nested too deep' : kindOf(args);
    return `a call of ${nonEmptyText(name) ?? 'no tool'} whose arguments are ${typeof args === 'string' ? 'text that is not a JSON object' : what}`;
}
const kindOf = (value) => Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
function append(parts, part) {
    const last = parts.at(-1);
    const joins = last !== undefined && last.signature === undefined && part.signature === undefined;
    if (joins && last.kind === 'text' && part.kind === 'text')
        last.text += part.text;
    else if (joins && last.kind === 'thought' && part.kind === 'thought')
        last.text += part.text;
    else
        parts.push(part);
}
function readUsage(chunk, before) {
    const counts = chunk.usageMetadata;
    if (counts === undefined || counts === null)
        return before;
    const input = wholeCount(counts.promptTokenCount) ?? before.input;
    const output = wholeCount(counts.candidatesTokenCount) ?? before.output;
    const thoughts = wholeCount(counts.thoughtsTokenCount) ?? before.thoughts;
    const tool = wholeCount(counts.toolUsePromptTokenCount) ?? before.tool;
    const cached = wholeCount(counts.cachedContentTokenCount) ?? before.cached;
    const total = wholeCount(counts.totalTokenCount) ?? Math.max(before.total, input + output + thoughts + tool);
    return { input, cached, output, thoughts, tool, total };
}
function wholeCount(value) {
    const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? Math.round(count) : undefined;
}
function callIds(messages) {
    return messages.flatMap((message) => message.role === 'tool' ? [] : message.parts.flatMap((part) => (part.kind === 'call' ? [part.call.id] : [])));
}
function assignCallIds(parts, usedIds) {
    return parts.map((raw) => {
        const part = (0,json/* exceedsDepth */.Rv)(raw, MAX_DEPTH) ? raw : plainData(raw);
        if (part.kind !== 'call')
            return part;
        const id = unusedId(part.call, usedIds);
        usedIds.add(id);
        return { ...part, call: { ...part.call, id } };
    });
}
function unusedId({ id, name }, usedIds) {
    if (id !== '' && !usedIds.has(id))
        return id;
    const stem = id === '' ? wireName(name) : id;
    for (let n = id === '' ? 1 : 2;; n++)
        if (!usedIds.has(`${stem}-${n}`))
            return `${stem}-${n}`;
}
const NO_GROUNDING = { sources: [], supports: [], pages: [] };
function mergeGrounding(before, candidate) {
    const { groundingMetadata, urlContextMetadata } = candidate ?? {};
    if (groundingMetadata === undefined && urlContextMetadata === undefined)
        return before;
    const { sources, supports, pages } = before ?? NO_GROUNDING;
    return {
        sources: joinLists(sources, sourcesIn(groundingMetadata)),
        supports: joinLists(supports, supportsIn(groundingMetadata)),
        pages: joinLists(pages, pagesIn(urlContextMetadata)),
    };
}
function sourcesIn(metadata) {
    return objects(metadata?.groundingChunks).map(({ web, retrievedContext, maps }) => {
        const { title, uri } = web ?? retrievedContext ?? maps ?? {};
        return { title: nonEmptyText(title), uri: nonEmptyText(uri) };
    });
}
function supportsIn(metadata) {
    return objects(metadata?.groundingSupports).flatMap(({ segment, groundingChunkIndices }) => {
        const end = wholeCount(segment?.endIndex);
        const indices = Array.isArray(groundingChunkIndices) ? groundingChunkIndices : [];
        const sources = indices.map(wholeCount).filter((index) => index !== undefined);
        if (end === undefined || sources.length === 0)
            return [];
        return [{ end, text: nonEmptyText(segment?.text), sources }];
    });
}
function pagesIn(metadata) {
    return objects(metadata?.urlMetadata).flatMap(({ retrievedUrl, urlRetrievalStatus: status }) => {
        const url = nonEmptyText(retrievedUrl);
        return url === undefined ? [] : [{ url, read: status === 'URL_RETRIEVAL_STATUS_SUCCESS' }];
    });
}
function joinLists(before, next) {
    const repeats = before.every((item, index) => JSON.stringify(item) === JSON.stringify(next[index]));
    return repeats ? next : [...before, ...next];
}

// EXTERNAL MODULE: ./build/platform/time.js
var time = __webpack_require__(91729);
// EXTERNAL MODULE: ./build/model/model-errors.js
var model_errors = __webpack_require__(82391);
;// CONCATENATED MODULE: ./build/model/request-attempt.js




const STALL_LIMITS_MS = { before: 120_000, within: 300_000, after: 5000 };
const stallLimits = (ms) => ({ before: ms, within: ms, after: Math.min(ms, STALL_LIMITS_MS.after) });
function startAttempt(transport, model, outer) {
    const { credential } = transport;
    const { stallMs } = transport;
    const { before, within, after } = stallMs === undefined ? STALL_LIMITS_MS : stallLimits(stallMs);
    const watchdog = startWatchdog(before, outer, transport.startTimer);
    let waitMs;
    let hasResponse = false;
    const sendOnce = async (url, init) => {
        const headers = new Headers(init?.headers);
        headers.delete('x-goog-api-key');
        for (const [name, value] of Object.entries(transport.headers(model)))
            headers.set(name, value);
        for (const [name, value] of Object.entries(await credential.headers(watchdog.signal)))
            headers.set(name, value);
        const response = await (transport.fetch ?? fetch)(url, { ...init, headers, redirect: 'manual' });
        if (response.status >= 300 && response.status < 400)
            throw redirectError(response);
        watchdog.restartTimer(within);
        hasResponse = true;
        waitMs = (0,model_errors/* retryAfterMs */.Vs)(response.headers.get('retry-after'), transport.now());
        return response;
    };
    return {
        signal: watchdog.signal,
        dataArrived: (isComplete = false) => watchdog.restartTimer(isComplete ? after : within),
        end: watchdog.end,
        async fetch(url, init) {
            const response = await sendOnce(url, init);
            if (response.status !== 401 || credential.renew === undefined)
                return response;
            await response.body?.cancel();
            credential.renew();
            return sendOnce(url, init);
        },
        toError(error, usage) {
            outer.throwIfAborted();
            if (error instanceof errors/* UserError */.yo)
                return error;
            const silentMs = watchdog.stalledAfterMs();
            if (silentMs !== undefined) {
                const text = `The API sent nothing for ${Math.round(silentMs / 1000)} s.`;
                return new types/* ModelError */.me(text, { fault: 'unavailable', retry: 'later', failedUsage: failedUsageOf(model, usage) });
            }
            const secrets = credential.secrets();
            return (0,model_errors/* toModelError */.ZI)(error, {
                model,
                credentialSource: credential.source,
                retryAfterMs: waitMs,
                now: transport.now(),
                hasResponse,
                secrets,
                failedUsage: failedUsageOf(model, usage),
            });
        },
    };
}
function redirectError({ url, status, headers }) {
    const target = URL.parse(headers.get('location') ?? '', url)?.origin ?? 'an unknown address';
    return new errors/* UserError */.yo(`The model's API at ${new URL(url).origin} redirects (${status}) to ${target}. Sluice does not follow it, because the target would receive the credential. Set the final address instead.`);
}
const failedUsageOf = (model, usage) => usage === undefined || usage.total === 0 ? undefined : [{ model, usage }];
function startWatchdog(firstMs, outer, start = time/* startTimer */.Ip) {
    const inner = new AbortController();
    let stalledAfter;
    let cancelTimer;
    const stop = () => inner.abort();
    const restartTimer = (ms) => {
        cancelTimer?.();
        if (inner.signal.aborted)
            return;
        cancelTimer = start(ms, () => {
            stalledAfter = ms;
            inner.abort();
        });
    };
    if (outer.aborted)
        stop();
    outer.addEventListener('abort', stop, { once: true });
    restartTimer(firstMs);
    return {
        signal: inner.signal,
        restartTimer,
        stalledAfterMs: () => stalledAfter,
        end() {
            cancelTimer?.();
            outer.removeEventListener('abort', stop);
            inner.abort();
        },
    };
}

;// CONCATENATED MODULE: ./build/model/gemini-streaming.js





function createStreamingGenerate(transport, open) {
    const usedIds = new Set();
    return async (request, signal) => {
        signal.throwIfAborted();
        const draft = newReplyDraft();
        const attempt = startAttempt(transport, request.model, signal);
        const shouldStop = request.watch?.();
        let isCut = false;
        let isComplete = false;
        try {
            for await (const chunk of readChunks(open, request, attempt, () => draft.usage)) {
                const wasFinished = draft.finish !== undefined;
                const text = addChunk(draft, chunk);
                isCut = text !== '' && shouldStop?.(text) === true && draft.finish === undefined;
                if (isCut)
                    break;
                isComplete = draft.finish !== undefined && !(wasFinished && text !== '');
                if (isComplete)
                    attempt.dataArrived(true);
            }
        }
        catch (error) {
            if (!isComplete || !(error instanceof types/* ModelError */.me))
                throw error;
        }
        for (const id of callIds(request.messages))
            usedIds.add(id);
        return isCut ? abandonedReply(draft, request, usedIds) : finishReply(draft, request, usedIds);
    };
}
async function* readChunks(open, request, attempt, usage) {
    try {
        for await (const chunk of await open(request, attempt)) {
            attempt.dataArrived();
            yield chunk;
        }
    }
    catch (error) {
        throw attempt.toError(error, usage());
    }
    finally {
        attempt.end();
    }
}
const RETRYABLE_FINISH_REASONS = [
    'MALFORMED_FUNCTION_CALL',
    'MALFORMED_RESPONSE',
    'MISSING_THOUGHT_SIGNATURE',
    'TOO_MANY_TOOL_CALLS',
    'UNEXPECTED_TOOL_CALL',
];
const LENGTH_FINISH_REASONS = ['MAX_TOKENS', 'CONTINUATION'];
function finishReply(draft, request, usedIds) {
    const { usage, finish, blockReason } = draft;
    const model = draft.model ?? request.model;
    const detail = draft.finishMessage === undefined ? '' : ` (${shortMessage(draft.finishMessage)})`;
    if (blockReason !== undefined)
        return { parts: [], stop: 'blocked', reason: blockReason, usage, model };
    const unusable = (text, nudge) => new types/* ModelError */.me(text, { fault: 'unusable', retry: 'later', nudge, failedUsage: failedUsageOf(model, usage) });
    if (draft.malformedCall !== undefined)
        throw unusable(`The model gave a malformed answer: ${draft.malformedCall}.`);
    if (finish === undefined)
        throw unusable('The answer is incomplete: the stream ended without a finish reason.');
    if (RETRYABLE_FINISH_REASONS.includes(finish))
        throw unusable(`The model gave a malformed answer: ${finish}${detail}.`);
    const isEmpty = !hasContent(draft, request);
    if (finish === 'OTHER' && isEmpty)
        throw unusable(`The model stopped without a reason: ${finish}${detail}.`);
    if (finish === 'STOP' && isEmpty) {
        if (draft.parts.some((part) => part.kind === 'thought'))
            throw unusable('The model sent thoughts but no answer.', ONLY_THOUGHT_NUDGE);
        throw unusable('The model gave an empty answer.', EMPTY_NUDGE);
    }
    const finalUsage = usage.total > 0 ? usage : estimateUsage(draft, request);
    const reply = { parts: assignCallIds(draft.parts, usedIds), usage: finalUsage, model, grounding: draft.grounding };
    if (finish === 'STOP')
        return { ...reply, stop: 'finished', reason: finish };
    if (LENGTH_FINISH_REASONS.includes(finish))
        return { ...reply, stop: 'length', reason: finish };
    return { ...reply, stop: 'blocked', reason: `${finish}${detail}` };
}
const shortMessage = (message) => (0,format_text/* keepStart */.Og)((0,format_text/* collapseWhitespace */.DK)(message), 300);
function abandonedReply(draft, request, usedIds) {
    const { parts, usage, model = request.model } = draft;
    const finalUsage = usage.total > 0 ? usage : estimateUsage(draft, request);
    return { parts: assignCallIds(parts, usedIds), stop: 'abandoned', usage: finalUsage, model };
}
function estimateUsage({ parts }, request) {
    const input = (0,estimate/* estimateRequestTokens */.GL)(request);
    const output = (0,estimate/* estimateRequestTokens */.GL)({ messages: [{ role: 'model', parts }] });
    return { ...types/* NO_USAGE */.yJ, input, output, total: input + output };
}
function hasContent(draft, request) {
    if (draft.parts.some((part) => part.kind !== 'thought' && (part.kind !== 'text' || isVisible(part.text))))
        return true;
    const mayBeEmpty = request.messages.at(-1)?.role === 'tool' || request.builtIn !== undefined;
    return mayBeEmpty && !draft.parts.some((part) => part.kind === 'thought');
}
const isVisible = (text) => text
    .replace(/[\u200B-\u200F\uFEFF]/g, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .trim() !== '';
const ONLY_THOUGHT_NUDGE = '[Your last attempt ended after thinking, without an answer. Give your answer now, or call a tool.]';
const EMPTY_NUDGE = '[Your last attempt was empty. Give your answer now, or call a tool.]';
async function* readSseJson(body) {
    for await (const data of readSseData(body))
        yield JSON.parse(data);
}
async function* readSseData(body) {
    let data = [];
    let bare = [];
    for await (const line of readLines(body)) {
        if (line === '') {
            yield* eventData(data, bare);
            data = [];
            bare = [];
        }
        else if (line.startsWith('data:'))
            data.push(line.slice('data:'.length).trim());
        else if (!FIELD.test(line))
            bare.push(line);
    }
    yield* eventData(data, bare);
}
const FIELD = /^(?:event|id|retry)?:/;
function* eventData(data, bare) {
    if (data.some((line) => line !== ''))
        yield data.join('\n');
    const json = bare.join('\n').trim();
    if (/^[[{]/.test(json))
        yield json;
}
async function* readLines(body) {
    const decoder = new TextDecoder();
    const pieces = [];
    for await (const bytes of body) {
        const text = decoder.decode(bytes, { stream: true });
        const endsInCr = pieces.at(-1)?.endsWith('\r') === true;
        pieces.push(text);
        if (text === '' || (!endsInCr && !/[\r\n]/.test(text)))
            continue;
        const lines = pieces.join('').split(/\r\n|\n|\r(?!$)/);
        pieces.splice(0, pieces.length, lines.pop() ?? '');
        yield* lines;
    }
    yield* (pieces.join('') + decoder.decode()).split(/\r\n|\n|\r/);
}

;// CONCATENATED MODULE: ./build/model/gemini.js





function gemini(options) {
    const { models } = createClient(options);
    return {
        generate: createStreamingGenerate(options, async (request, attempt) => {
            const finishNote = {};
            const stream = await models.generateContentStream({
                model: modelPath(request.model, options),
                contents: buildContents(request, options),
                config: {
                    ...buildConfig(request, options.generation(request)),
                    httpOptions: { fetch: withFinishNote(attempt.fetch, finishNote) },
                    abortSignal: attempt.signal,
                    automaticContinuation: false,
                },
            });
            return addFinishMessage(stream, finishNote);
        }),
        async countTokens(request, signal) {
            const attempt = startAttempt(options, request.model, signal);
            try {
                const { totalTokens } = await models.countTokens({
                    model: modelPath(request.model, options),
                    contents: buildContents(request, options),
                    config: { httpOptions: { fetch: attempt.fetch }, abortSignal: attempt.signal },
                });
                return totalTokens ?? 0;
            }
            catch (error) {
                throw attempt.toError(error);
            }
            finally {
                attempt.end();
            }
        },
    };
}
function createClient(options) {
    const address = vertexAddress(options);
    return new web/* GoogleGenAI */.M4({
        vertexai: options.vertex !== undefined,
        apiKey: 'none',
        apiVersion: options.apiVersion,
        httpOptions: address === undefined ? undefined : { baseUrl: address },
    });
}
function vertexAddress({ baseUrl, vertex }) {
    if (baseUrl !== undefined || vertex?.project === undefined)
        return baseUrl;
    const location = vertex.location ?? 'global';
    if (location === 'global')
        return 'https://aiplatform.googleapis.com';
    if (location === 'us' || location === 'eu')
        return `https://aiplatform.${location}.rep.googleapis.com`;
    return `https://${location}-aiplatform.googleapis.com`;
}
function modelPath(model, { vertex }) {
    if (vertex?.project === undefined || model.includes('/'))
        return model;
    return `projects/${vertex.project}/locations/${vertex.location ?? 'global'}/publishers/google/models/${model}`;
}
const buildContents = ({ messages, model }, { vertex }) => toContents(messages, { model, ids: vertex === undefined });
function buildConfig(request, generation) {
    const { system, tools: declared, choice, schema } = request;
    const tools = toTools(request);
    const config = {
        ...limitTokens(request.maxTokens, applySampling(generation, request.sampling)),
        systemInstruction: system === '' ? undefined : system,
        tools: tools.length === 0 ? undefined : tools,
        toolConfig: declared.length === 0 || choice === undefined ? undefined : toToolConfig(choice),
    };
    if (schema === undefined || tools.length > 0)
        return config;
    return { ...config, responseMimeType: 'application/json', responseJsonSchema: schema };
}
function applySampling(generation, sampling) {
    if (sampling === undefined)
        return generation;
    const { temperature: _, topP: __, topK: ___, maxOutputTokens: ____, ...rest } = generation;
    return { ...rest, ...sampling };
}
const LOW_THINKING_TOKENS = 8192;
function limitTokens(maxTokens, generation) {
    if (maxTokens === undefined)
        return generation;
    const { thinkingConfig } = generation;
    const maxOutputTokens = Math.min(maxTokens, generation.maxOutputTokens ?? maxTokens);
    if (maxOutputTokens >= LOW_THINKING_TOKENS || thinkingConfig === undefined)
        return { ...generation, maxOutputTokens };
    const { thinkingLevel, thinkingBudget } = thinkingConfig;
    const limitedThinking = {
        thinkingLevel: thinkingLevel === undefined ? undefined : 'LOW',
        thinkingBudget: thinkingBudget === undefined
            ? undefined
            : Math.min(thinkingBudget, Math.max(128, Math.floor(maxOutputTokens / 4))),
    };
    return { ...generation, maxOutputTokens, thinkingConfig: { ...thinkingConfig, ...limitedThinking } };
}
const withFinishNote = (send, finishNote) => async (url, init) => {
    const response = await send(url, init);
    const { body, status, headers, ok } = response;
    if (!ok || body === null)
        return response;
    const decoder = new TextDecoder();
    let line = '';
    const watched = async function* () {
        for await (const bytes of body) {
            const lines = (line + decoder.decode(bytes, { stream: true })).split(/[\r\n]+/);
            line = lines.pop() ?? '';
            for (const each of lines)
                finishNote.message ??= readFinishMessage(each);
            yield bytes;
        }
    };
    return new Response(ReadableStream.from(watched()), { status, headers });
};
function readFinishMessage(line) {
    if (!line.includes('"finishMessage"'))
        return undefined;
    try {
        const { candidates } = (0,model_errors/* asRecord */.qY)(JSON.parse(line.replace(/^data:/, '')));
        const { finishMessage } = (0,model_errors/* asRecord */.qY)(Array.isArray(candidates) ? candidates[0] : undefined);
        return typeof finishMessage === 'string' ? finishMessage : undefined;
    }
    catch {
        return undefined;
    }
}
async function* addFinishMessage(stream, finishNote) {
    for await (const chunk of stream) {
        const [candidate] = chunk.candidates ?? [];
        if (candidate?.finishReason !== undefined && finishNote.message !== undefined)
            candidate.finishMessage ??= finishNote.message;
        yield chunk;
    }
}

;// CONCATENATED MODULE: ./build/model/code-assist.js







function codeAssist(options) {
    const project = lazyProject(options);
    return {
        generate: createStreamingGenerate(options, async (request, attempt) => {
            const envelope = buildEnvelope(request, await project(attempt), options);
            const response = await post('streamGenerateContent?alt=sse', envelope, attempt, options);
            return unwrapResponses(response);
        }),
        async countTokens({ model, messages }, signal) {
            const attempt = startAttempt(options, model, signal);
            try {
                const request = { model: `models/${codeAssistModel(model)}`, contents: code_assist_buildContents(messages, model) };
                const response = await post('countTokens', { request }, attempt, options);
                const { totalTokens } = (0,model_errors/* asRecord */.qY)(await response.json());
                return typeof totalTokens === 'number' ? totalTokens : 0;
            }
            catch (error) {
                throw attempt.toError(error);
            }
            finally {
                attempt.end();
            }
        },
    };
}
function lazyProject(options) {
    let project;
    return (attempt) => {
        const readJson = async (response) => {
            attempt.dataArrived();
            return (0,model_errors/* asRecord */.qY)(await response.json());
        };
        project ??= setUpCodeAssist({
            project: options.project,
            call: async (method, body) => readJson(await post(method, body, attempt, options)),
            operation: async (name) => readJson(await requireOk(await attempt.fetch(`${options.baseUrl}/${name}`, { signal: attempt.signal }))),
            sleep: (ms) => options.sleep(ms, attempt.signal),
        }).catch((error) => {
            project = undefined;
            throw error;
        });
        return project;
    };
}
function buildEnvelope(request, project, { session, generation }) {
    const { systemInstruction, tools, toolConfig, safetySettings, ...generationConfig } = buildConfig(request, generation(request));
    return {
        model: codeAssistModel(request.model),
        project,
        request: {
            systemInstruction: systemInstruction === undefined ? undefined : { role: 'user', parts: [{ text: systemInstruction }] },
            tools,
            safetySettings,
            generationConfig,
            session_id: session,
            contents: code_assist_buildContents(request.messages, request.model),
            toolConfig,
        },
        user_prompt_id: session,
    };
}
const code_assist_buildContents = (messages, model) => toContents(messages, { model, ids: true, thoughts: false });
const MODEL_NAMES = { 'gemini-3.5-flash': 'gemini-3-flash' };
const codeAssistModel = (model) => Object.hasOwn(MODEL_NAMES, model) ? (MODEL_NAMES[model] ?? model) : model;
async function post(method, body, attempt, { baseUrl }) {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: attempt.signal };
    return requireOk(await attempt.fetch(`${baseUrl}:${method}`, init));
}
async function requireOk(response) {
    if (response.ok)
        return response;
    throw Object.assign(new Error(await response.text()), { status: response.status });
}
async function* unwrapResponses(response) {
    if (response.body === null)
        return;
    for await (const event of readSseJson(response.body)) {
        const { response: inner, error } = (0,model_errors/* asRecord */.qY)(event);
        if (error !== undefined) {
            const status = Number((0,model_errors/* asRecord */.qY)(error).code) || 500;
            throw Object.assign(new Error(JSON.stringify({ error })), { status });
        }
        yield (0,model_errors/* asRecord */.qY)(inner);
    }
}
const POLL_MS = 5_000;
const POLLS = 60;
async function setUpCodeAssist(setup) {
    const { project } = setup;
    if (project !== undefined && /^\d+$/.test(project))
        throw new errors/* UserError */.yo(`gcp_project_id (or GOOGLE_CLOUD_PROJECT) is the number ${project}, but Code Assist needs the project id, for example my-project-123.`);
    const account = await loadAccount(setup);
    const projectOfAccount = account.currentTier === undefined ? await enrollAccount(account, setup) : account.cloudaicompanionProject;
    const projectId = typeof projectOfAccount === 'string' && projectOfAccount !== '' ? projectOfAccount : project;
    if (projectId !== undefined)
        return projectId;
    const reasons = ineligibleTiers(account).map((tier) => String(tier.reasonMessage ?? tier.reasonCode));
    throw new errors/* UserError */.yo(reasons.length > 0
        ? `Code Assist does not accept this account: ${reasons.join(', ')}`
        : 'This account needs a Google Cloud project for Code Assist: set gcp_project_id (or GOOGLE_CLOUD_PROJECT).');
}
async function loadAccount({ call, project }) {
    const body = { cloudaicompanionProject: project, metadata: metadata(project) };
    const account = await call('loadCodeAssist', body).catch((error) => {
        const apiError = (0,model_errors/* parseApiError */._R)(error);
        if (apiError !== undefined && (0,model_errors/* reasonsOf */.zM)(apiError).includes('SECURITY_POLICY_VIOLATED'))
            return { currentTier: {} };
        throw error;
    });
    if (account.currentTier !== undefined)
        return account;
    for (const { reasonCode, reasonMessage, validationUrl } of ineligibleTiers(account))
        if (reasonCode === 'VALIDATION_REQUIRED' && typeof validationUrl === 'string')
            throw new errors/* UserError */.yo(`Verify the account at ${validationUrl} first: ${String(reasonMessage ?? 'Code Assist requires it')}`);
    return account;
}
async function enrollAccount(account, { call, operation, project, sleep }) {
    const tiers = list(account.allowedTiers);
    const tierId = String(tiers.find((tier) => tier.isDefault === true)?.id ?? 'legacy-tier');
    const tierProject = tierId === 'free-tier' ? undefined : project;
    let state = await call('onboardUser', {
        tierId,
        cloudaicompanionProject: tierProject,
        metadata: metadata(tierProject),
    });
    for (let poll = 0; state.done !== true && typeof state.name === 'string'; poll++) {
        if (poll === POLLS) {
            const text = 'Code Assist did not finish the enrollment of this account within five minutes.';
            throw new types/* ModelError */.me(text, { fault: 'unavailable', retry: 'never' });
        }
        await sleep(POLL_MS);
        state = await operation(state.name);
    }
    if (state.error !== undefined)
        throw new errors/* UserError */.yo(`Code Assist could not enroll this account: ${String((0,model_errors/* asRecord */.qY)(state.error).message)}`);
    return (0,model_errors/* asRecord */.qY)((0,model_errors/* asRecord */.qY)(state.response).cloudaicompanionProject).id;
}
const metadata = (project) => ({
    ideType: 'IDE_UNSPECIFIED',
    platform: 'PLATFORM_UNSPECIFIED',
    pluginType: 'GEMINI',
    duetProject: project,
});
const ineligibleTiers = (account) => list(account.ineligibleTiers);
const list = (value) => (Array.isArray(value) ? value.map(model_errors/* asRecord */.qY) : []);

// EXTERNAL MODULE: ./build/model/retry.js
var retry = __webpack_require__(62324);
// EXTERNAL MODULE: ./build/model/select-provider.js + 2 modules
var select_provider = __webpack_require__(21071);
;// CONCATENATED MODULE: ./build/model/connect.js







function connectModel(options, env, dependencies) {
    const { clock, report } = dependencies;
    const notices = [];
    const configs = (0,models/* readModelConfigs */.Fi)(options.modelConfigs, (text) => void notices.push(text));
    const configured = (0,environment/* nonBlank */.G)(options.model) ?? (0,environment/* nonBlank */.G)(env.GEMINI_MODEL) ?? 'auto';
    const successor = (0,models/* successorNotice */.ZC)((0,models/* resolveModel */.AX)(configured));
    if (successor !== undefined)
        notices.push(successor);
    const direct = openProvider(options, env, dependencies, configs);
    const maxAttempts = Math.min(10, Math.max(1, options.maxAttempts ?? retry/* RETRY_LIMITS */.sO.maxAttempts));
    const { canAfford } = options;
    const retrying = (0,retry/* withRetry */.bD)(direct.generate, clock, report, { ...retry/* RETRY_LIMITS */.sO, maxAttempts, canAfford });
    const withFallbacks = (0,retry/* withFallback */.hv)(retrying, (model) => (0,models/* modelChain */.$O)(model, options.fallback), {
        clock,
        report,
        canAfford,
    });
    const reportNotices = () => {
        for (const text of notices.splice(0))
            report({ text });
    };
    return {
        generate(request, signal) {
            reportNotices();
            return withFallbacks(resolveRequestModel(request, configured, configs), signal);
        },
        countTokens(request, signal) {
            const { model } = resolveRequestModel({ ...request, system: '', tools: [] }, configured, configs);
            return direct.countTokens({ ...request, model: (0,models/* resolveModel */.AX)(model) }, signal);
        },
    };
}
function openProvider(options, env, { clock, fetch: send = fetch }, configs) {
    const provider = (0,select_provider/* selectProvider */.oL)(options, env, send);
    const custom = parseCustomHeaders(env.GEMINI_CLI_CUSTOM_HEADERS);
    const { credential } = provider;
    const shared = {
        credential: { ...credential, secrets: () => [...credential.secrets(), ...secretHeaderValues(custom)] },
        headers: (model) => ({ 'user-agent': userAgent(options.version, model, env), ...custom }),
        generation: ({ model, alias = model, scope, isRetry }) => (0,models/* generationFor */.el)({ name: alias, model, scope, isRetry }, configs).config,
        now: clock.now,
        startTimer: clock.startTimer,
        fetch: send,
        stallMs: options.stallMs,
    };
    if (provider.kind === 'code-assist') {
        const { baseUrl, project } = provider;
        const session = (0,environment/* nonBlank */.G)(options.session);
        return codeAssist({ ...shared, baseUrl, sleep: clock.sleep, project, session });
    }
    const { baseUrl } = provider;
    const apiVersion = (0,environment/* nonBlank */.G)(env.GOOGLE_GENAI_API_VERSION);
    return gemini({ ...shared, vertex: provider.kind === 'vertex' ? provider.vertex : undefined, baseUrl, apiVersion });
}
function resolveRequestModel(request, configured, configs) {
    const name = request.model || configured;
    if ((0,models/* isAlias */.Vj)(name, configs))
        return { ...request, alias: name, model: (0,models/* generationFor */.el)({ name, scope: request.scope }, configs).model };
    const id = (0,models/* resolveModel */.AX)(name);
    const { model } = (0,models/* generationFor */.el)({ name: id, scope: request.scope }, configs);
    return { ...request, model: model === id ? name : model };
}
function userAgent(version, model, env) {
    const surfaceName = (0,environment/* nonBlank */.G)(env.GEMINI_CLI_SURFACE) ?? (0,environment/* nonBlank */.G)(env.SURFACE);
    const surface = surfaceName ?? ((0,environment/* nonBlank */.G)(env.GITHUB_SHA) === undefined ? 'terminal' : 'GitHub');
    return `Sluice/${version ?? 'unknown'}/${model} (${process.platform}; ${process.arch}; ${surface.replace(/[^\w .-]/g, '')})`;
}
function parseCustomHeaders(text) {
    const headers = {};
    for (const entry of (text ?? '').split(/,(?=\s*[^\s,:]+\s*:)/)) {
        const colon = entry.indexOf(':');
        const name = entry
            .slice(0, Math.max(0, colon))
            .replace(/^[\s,]+/, '')
            .trim();
        if (name === '')
            continue;
        const value = entry.slice(colon + 1).trim();
        if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value))
            throw new errors/* UserError */.yo('GEMINI_CLI_CUSTOM_HEADERS contains a name or value that is not valid in a header.');
        headers[name] = value;
    }
    return headers;
}
const secretHeaderValues = (headers) => Object.entries(headers).flatMap(([name, value]) => /auth|key|token|secret|cookie/i.test(name) && value.length >= 6 ? [value, value.replace(/^\S+\s+/, '')] : []);

// EXTERNAL MODULE: ./build/spending/spending.js
var spending = __webpack_require__(53617);
// EXTERNAL MODULE: ./build/session/run-options.js
var run_options = __webpack_require__(54153);
;// CONCATENATED MODULE: ./build/session/model-client.js




async function openModel(run) {
    const { config, runtime, session } = run;
    const { env, settings } = config;
    const { reportRetry } = session;
    const { inputs, costReason, meter } = await (0,spending/* openSpending */.Ji)(run, settings, runtime, session);
    const model = modelName(inputs, env, settings);
    const budget = (0,run_options/* openRunBudget */.DG)({ inputs, settings, costReason }, model, (text) => reportRetry({ text }));
    meter(budget);
    const { canAfford } = budget;
    const options = { ...(0,run_options/* modelOptions */.Og)(inputs, model, settings, runtime.session), canAfford, emptyKeys: run.emptyKeys };
    const { generate, countTokens } = connectModel(options, env, { clock: runtime, report: reportRetry });
    return { model, generate: budget.metered(paced(generate, runtime)), countTokens, budget, inputs, costReason };
}
const paced = (generate, { modelPace: pace }) => pace === undefined
    ? generate
    : async (request, signal) => {
        await pace.acquire();
        let tokens = 0;
        try {
            const reply = await generate(request, signal);
            tokens = (0,types/* replyUsage */.uv)(reply).total;
            return reply;
        }
        finally {
            pace.release(tokens);
        }
    };
const DEFAULT_MODEL = 'auto';
const modelName = (inputs, env, settings) => inputs.gemini_model || env.GEMINI_MODEL || settings.model?.name || DEFAULT_MODEL;


/***/ })

};
