export const id = 458;
export const ids = [458];
export const modules = {

/***/ 33458:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   sendTelemetry: () => (/* binding */ sendTelemetry)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_http__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(37067);
/* harmony import */ var node_https__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(44708);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(76760);
/* harmony import */ var _opentelemetry_api__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(63914);
/* harmony import */ var _opentelemetry_exporter_logs_otlp_http__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(42102);
/* harmony import */ var _opentelemetry_exporter_metrics_otlp_http__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(78816);
/* harmony import */ var _opentelemetry_exporter_trace_otlp_http__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(86004);
/* harmony import */ var _opentelemetry_resources__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(75647);
/* harmony import */ var _opentelemetry_sdk_logs__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(32450);
/* harmony import */ var _opentelemetry_sdk_metrics__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(89174);
/* harmony import */ var _opentelemetry_sdk_trace_base__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(19644);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(34779);














async function sendTelemetry(data, target, options) {
    try {
        const problems = [];
        const exports = Promise.all([
            sendLogs(data, target, options, problems),
            sendMetrics(data, target, options, problems),
            target.traces ? sendSpans(data, target, options, problems) : undefined,
        ]);
        const timeout = new Promise((resolve) => setTimeout(resolve, options.maxMs, TIMED_OUT).unref());
        const result = await Promise.race([exports, timeout]);
        if (typeof result === 'string')
            problems.push(result);
        return problems[0];
    }
    catch (error) {
        return (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .messageOf */ .bD)(error);
    }
}
const TIMED_OUT = 'the collector timed out';
const otlp = (endpoint, { maxMs }, signal) => ({
    url: `${endpoint}/v1/${signal}`,
    timeoutMillis: maxMs - 500,
    httpAgentOptions: (protocol) => (protocol === 'https:' ? node_https__WEBPACK_IMPORTED_MODULE_3__.globalAgent : node_http__WEBPACK_IMPORTED_MODULE_2__.globalAgent),
});
const resourceOf = ({ session, version }) => (0,_opentelemetry_resources__WEBPACK_IMPORTED_MODULE_6__.resourceFromAttributes)({ 'service.name': 'gemini-cli', 'service.version': version, 'session.id': session });
const SCOPE = 'gemini-cli';
async function sendLogs({ common, logs }, { to }, options, problems) {
    const exporter = 'file' in to ? fileExporter(to.file) : new _opentelemetry_exporter_logs_otlp_http__WEBPACK_IMPORTED_MODULE_7__/* .OTLPLogExporter */ .B(otlp(to.endpoint, options, 'logs'));
    const provider = new _opentelemetry_sdk_logs__WEBPACK_IMPORTED_MODULE_8__/* .LoggerProvider */ .IB({
        resource: resourceOf(options),
        processors: [new _opentelemetry_sdk_logs__WEBPACK_IMPORTED_MODULE_8__/* .BatchLogRecordProcessor */ .E6({ exporter: collectProblems(exporter, problems) })],
    });
    const logger = provider.getLogger(SCOPE, options.version);
    for (const { name, timeMs, body = name, attributes } of logs) {
        const event = { 'event.name': name, 'event.timestamp': new Date(timeMs).toISOString() };
        logger.emit({
            eventName: name,
            timestamp: timeMs,
            body,
            attributes: withoutUndefined({ ...common, ...event, ...attributes }),
        });
    }
    await provider.shutdown();
}
async function sendMetrics({ common, metrics }, { to }, options, problems) {
    const exporter = 'file' in to ? fileExporter(to.file) : new _opentelemetry_exporter_metrics_otlp_http__WEBPACK_IMPORTED_MODULE_9__/* .OTLPMetricExporter */ .r4(otlp(to.endpoint, options, 'metrics'));
    const reader = new _opentelemetry_sdk_metrics__WEBPACK_IMPORTED_MODULE_10__.PeriodicExportingMetricReader({
        exporter: collectProblems(exporter, problems),
        exportIntervalMillis: 3_600_000,
    });
    const provider = new _opentelemetry_sdk_metrics__WEBPACK_IMPORTED_MODULE_10__.MeterProvider({ resource: resourceOf(options), readers: [reader] });
    const meter = provider.getMeter(SCOPE, options.version);
    for (const { name, kind, unit, value, attributes } of metrics) {
        const all = withoutUndefined({ ...common, ...attributes });
        if (kind === 'counter')
            meter.createCounter(name, { unit }).add(value, all);
        else
            meter.createHistogram(name, { unit }).record(value, all);
    }
    await provider.shutdown();
}
const withoutUndefined = (attributes) => Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
async function sendSpans({ spans }, { to }, options, problems) {
    const exporter = 'file' in to ? fileExporter(to.file) : new _opentelemetry_exporter_trace_otlp_http__WEBPACK_IMPORTED_MODULE_11__/* .OTLPTraceExporter */ .Q(otlp(to.endpoint, options, 'traces'));
    const provider = new _opentelemetry_sdk_trace_base__WEBPACK_IMPORTED_MODULE_12__/* .BasicTracerProvider */ .l({
        resource: resourceOf(options),
        spanProcessors: [new _opentelemetry_sdk_trace_base__WEBPACK_IMPORTED_MODULE_12__/* .BatchSpanProcessor */ .J(collectProblems(exporter, problems))],
    });
    const tracer = provider.getTracer(SCOPE, options.version);
    const [root] = spans;
    const started = new Map();
    const start = (span) => {
        const parent = span.parent ?? (span === root ? undefined : root);
        const inParent = parent === undefined ? _opentelemetry_api__WEBPACK_IMPORTED_MODULE_13__.context.active() : _opentelemetry_api__WEBPACK_IMPORTED_MODULE_13__.trace.setSpan(_opentelemetry_api__WEBPACK_IMPORTED_MODULE_13__.context.active(), spanOf(parent));
        return tracer.startSpan(span.name, { startTime: span.startMs, attributes: span.attributes }, inParent);
    };
    const spanOf = (span) => {
        const known = started.get(span) ?? start(span);
        started.set(span, known);
        return known;
    };
    for (const span of spans) {
        if (span.failed)
            spanOf(span).setStatus({ code: _opentelemetry_api__WEBPACK_IMPORTED_MODULE_13__.SpanStatusCode.ERROR });
        spanOf(span).end(span.endMs);
    }
    await provider.shutdown();
}
function collectProblems(exporter, problems) {
    const send = exporter.export.bind(exporter);
    exporter.export = ((items, done) => send(items, (result) => {
        if (result.code !== 0)
            problems.push(result.error === undefined ? 'the collector rejected it' : (0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .messageOf */ .bD)(result.error));
        done(result);
    }));
    return exporter;
}
function fileExporter(path) {
    return {
        export(items, done) {
            const all = Array.isArray(items) ? items : [items];
            const text = all.map((item) => `${JSON.stringify(withGetters(item), jsonReplacer(), 2)}\n`).join('');
            appendToFile(path, text).then(() => done({ code: 0 }), (error) => done({ code: 1, error }));
        },
        forceFlush: async () => undefined,
        shutdown: async () => undefined,
    };
}
function withGetters(item) {
    if ('spanContext' in item && typeof item.spanContext === 'function')
        return { ...item, spanContext: item.spanContext() };
    return 'body' in item && 'eventName' in item ? { ...item, eventName: item.eventName, body: item.body } : item;
}
async function appendToFile(path, text) {
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_4__.dirname)(path), { recursive: true });
    const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_WRONLY } = node_fs__WEBPACK_IMPORTED_MODULE_0__.constants;
    const file = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.open)(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o644);
    try {
        const bytes = Buffer.from(text);
        for (let written = 0; written < bytes.length;)
            written += (await file.write(bytes, written)).bytesWritten;
    }
    finally {
        await file.close();
    }
}
function jsonReplacer() {
    const visited = new Set();
    return (key, value) => {
        if (typeof value === 'bigint')
            return value.toString();
        if (key.startsWith('_') || typeof value === 'function')
            return undefined;
        if (typeof value !== 'object' || value === null)
            return value;
        if (key === 'resource' && 'attributes' in value)
            return { attributes: value.attributes };
        if (visited.has(value))
            return undefined;
        visited.add(value);
        return value;
    };
}


/***/ })

};
