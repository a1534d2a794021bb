export const id = 268;
export const ids = [268];
export const modules = {

/***/ 62324:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bD: () => (/* binding */ withRetry),
/* harmony export */   hv: () => (/* binding */ withFallback),
/* harmony export */   sO: () => (/* binding */ RETRY_LIMITS),
/* harmony export */   sj: () => (/* binding */ withoutRefusedTools)
/* harmony export */ });
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34779);
/* harmony import */ var _types_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(13803);


const RETRY_LIMITS = { maxAttempts: 10, maxBadAnswers: 4, maxWaitMs: 30_000 };
function withRetry(generate, clock, report, limits = RETRY_LIMITS) {
    return async (request, signal) => {
        let badAnswers = 0;
        let currentRequest = request;
        const failedUsage = [];
        for (let attempt = 1;; attempt++) {
            try {
                return addFailedUsage(await generate(currentRequest, signal), failedUsage);
            }
            catch (error) {
                signal.throwIfAborted();
                if (!(error instanceof _types_js__WEBPACK_IMPORTED_MODULE_1__/* .ModelError */ .me))
                    throw error;
                failedUsage.push(...error.failedUsage);
                if (error.fault === 'unusable')
                    badAnswers += 1;
                const isLastAttempt = attempt >= limits.maxAttempts || badAnswers >= limits.maxBadAnswers;
                const isOverBudget = limits.canAfford?.([...(request.earlierUsage ?? []), ...failedUsage]) === false;
                if (error.retry !== 'later' || isLastAttempt || isOverBudget)
                    throw withFailedUsage(error, failedUsage);
                const waitMs = Math.round(retryDelayMs(error, attempt, clock, limits.maxWaitMs));
                const text = `${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .asSentence */ .KG)(error.message)} Retrying in ${seconds(waitMs)}.`;
                const limit = { attempt, maxAttempts: limits.maxAttempts };
                report({ text, model: request.model, waitMs, ...limit, ...errorFields(error) });
                await clock.sleep(waitMs, signal);
                if (error.fault === 'unusable')
                    currentRequest = { ...appendNudge(request, error.nudge), isRetry: true };
            }
        }
    };
}
function appendNudge(request, nudge) {
    if (nudge === undefined)
        return request;
    return { ...request, messages: [...request.messages, { role: 'user', parts: [{ kind: 'text', text: nudge }] }] };
}
const addFailedUsage = (reply, failedUsage) => failedUsage.length === 0 ? reply : { ...reply, failedUsage: [...failedUsage, ...(reply.failedUsage ?? [])] };
function withFailedUsage(error, failedUsage) {
    if (failedUsage.length === error.failedUsage.length)
        return error;
    const { message, fault, retry, waitMs, status, cause } = error;
    return new _types_js__WEBPACK_IMPORTED_MODULE_1__/* .ModelError */ .me(message, { fault, retry, waitMs, status, cause, failedUsage: [...failedUsage] });
}
function retryDelayMs(error, attempt, clock, maxWaitMs) {
    if (error.waitMs !== undefined)
        return error.waitMs + clock.random() * Math.min(1000, error.waitMs * 0.1);
    const firstMs = error.status === undefined ? 1000 : 5000;
    const delayMs = Math.min(maxWaitMs, firstMs * 2 ** (attempt - 1));
    return delayMs * (0.7 + clock.random() * 0.6);
}
function withoutRefusedTools(generate, foreignTool, report) {
    const refused = new Set();
    return async function ask(request, signal) {
        const accepted = acceptedTools(request, refused);
        try {
            return await generate(accepted, signal);
        }
        catch (error) {
            if (!(error instanceof _types_js__WEBPACK_IMPORTED_MODULE_1__/* .ModelError */ .me) || error.fault !== 'request')
                throw error;
            const foreign = refusedTools(error.message, accepted.tools).flatMap((name) => {
                const owner = foreignTool(name);
                return owner === undefined ? [] : [{ name, owner }];
            });
            if (foreign.length === 0)
                throw error;
            for (const { name } of foreign)
                refused.add(name);
            const tools = foreign.map(({ name, owner }) => `${name} (${owner})`).join(', ');
            report({
                text: `${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .asSentence */ .KG)(error.message)} The run goes on without ${tools}. Correct the schema there, or leave the tool out with excludeTools.`,
            });
            return ask(request, signal);
        }
    };
}
function acceptedTools(request, refused) {
    const tools = request.tools.filter(({ name }) => !refused.has(name));
    if (tools.length === request.tools.length)
        return request;
    const names = request.choice?.names?.filter((name) => !refused.has(name));
    const isChoiceGone = tools.length === 0 || names?.length === 0;
    return {
        ...request,
        tools,
        choice: isChoiceGone || request.choice === undefined ? undefined : { ...request.choice, names },
    };
}
function refusedTools(message, tools) {
    const byIndex = [...message.matchAll(/\bfunction_?declarations\[(\d+)\]/gi)].map(([, index]) => tools[Number(index)]);
    const byName = [...message.matchAll(/[`'"]([\w.:-]+)[`'"] function ?declaration\b/gi)].map(([, name]) => tools.find((tool) => tool.name === name));
    return [...new Set([...byIndex, ...byName])].flatMap((tool) => (tool === undefined ? [] : [tool.name]));
}
const COOLDOWN_MS = 60_000;
function withFallback(generate, chain, { clock, report, canAfford }) {
    const cooldownUntil = new Map();
    return async (request, signal) => {
        const models = chain(request.model);
        const available = models.filter((model) => (cooldownUntil.get(bareModelId(model)) ?? 0) <= clock.now());
        const order = available.length > 0 ? available : models;
        const failedUsage = [];
        let firstError;
        for (const [index, model] of order.entries()) {
            try {
                const earlierUsage = failedUsage.length === 0 ? request.earlierUsage : [...failedUsage];
                return addFailedUsage(await generate({ ...request, earlierUsage, model }, signal), failedUsage);
            }
            catch (error) {
                signal.throwIfAborted();
                firstError ??= error;
                if (!(error instanceof _types_js__WEBPACK_IMPORTED_MODULE_1__/* .ModelError */ .me))
                    break;
                failedUsage.push(...error.failedUsage);
                const next = order[index + 1];
                if (error.retry === 'never' || next === undefined || canAfford?.(failedUsage) === false)
                    break;
                cooldownUntil.set(bareModelId(model), error.retry === 'other-model' ? Number.POSITIVE_INFINITY : clock.now() + COOLDOWN_MS);
                report({ text: `${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .asSentence */ .KG)(error.message)} Falling back to ${next}.`, model, next, ...errorFields(error) });
            }
        }
        throw firstError instanceof _types_js__WEBPACK_IMPORTED_MODULE_1__/* .ModelError */ .me ? withFailedUsage(firstError, failedUsage) : firstError;
    };
}
const bareModelId = (model) => model.replace(/^models\//, '');
const errorFields = ({ fault, status }) => ({ fault, status });
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;


/***/ }),

/***/ 71217:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  KF: () => (/* binding */ authTypeOf),
  WJ: () => (/* binding */ googleCredentialFor),
  oL: () => (/* binding */ selectProvider)
});

// EXTERNAL MODULE: ./build/platform/environment.js
var environment = __webpack_require__(50663);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/core.js + 15 modules
var core = __webpack_require__(14116);
// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
// EXTERNAL MODULE: ./build/model/types.js
var types = __webpack_require__(13803);
;// CONCATENATED MODULE: ./build/model/credential.js




function apiKeyCredential(key, source, bearer) {
    const headers = { 'x-goog-api-key': key };
    if (bearer)
        headers.authorization = `Bearer ${key}`;
    return { source, headers: () => headers, secrets: () => [key] };
}
const fixedTokenCredential = (token, source) => ({
    source,
    headers: () => ({ authorization: `Bearer ${token}` }),
    secrets: () => [token],
});
const PERMISSION = 'Give the job `permissions: id-token: write` (for a reusable workflow also in its caller).';
function readJobIdentity(env) {
    const url = env.ACTIONS_ID_TOKEN_REQUEST_URL;
    const token = env.ACTIONS_ID_TOKEN_REQUEST_TOKEN;
    if (url && token && URL.canParse(url))
        return { token };
    throw new errors/* UserError */.yo(`gcp_workload_identity_provider is set, but GitHub gives this job no identity token. ${PERMISSION} Pull requests from forks get none.`);
}
async function fetchIdentityToken(audience) {
    try {
        return await (0,core.getIDToken)(audience);
    }
    catch (error) {
        throw identityError((0,errors/* messageOf */.bD)(error));
    }
}
function identityError(message) {
    const status = Number(/Error Code : (\d{3})/.exec(message)?.[1]);
    const detail = (0,format_text/* keepStart */.Og)((0,format_text/* collapseWhitespace */.DK)(message.split('Error Message:').at(-1) ?? ''), MAX_DETAIL_CHARACTERS);
    if (status >= 400 && status < 500 && status !== 408 && status !== 429)
        return new errors/* UserError */.yo(`GitHub gives this job no identity token (HTTP ${status}). ${PERMISSION}`);
    const failure = { fault: 'unavailable', retry: 'later' };
    return Number.isNaN(status)
        ? new types/* ModelError */.me(`GitHub did not issue an identity token for this job: ${detail}`, failure)
        : new types/* ModelError */.me(`GitHub did not issue an identity token for this job (HTTP ${status}).`, { ...failure, status });
}
const MAX_DETAIL_CHARACTERS = 300;
function shareTransporter(client) {
    const exchange = Reflect.get(client, 'stsCredential');
    if (typeof exchange === 'object' && exchange !== null)
        Reflect.set(exchange, 'transporter', client.transporter);
    return client;
}

// EXTERNAL MODULE: ./build/platform/timeout-signal.js
var timeout_signal = __webpack_require__(76394);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: ./build/model/model-errors.js
var model_errors = __webpack_require__(82391);
;// CONCATENATED MODULE: ./build/model/credential-file.js




async function readIfExists(path) {
    try {
        return await (0,promises_.readFile)(path, 'utf8');
    }
    catch (error) {
        if ((0,model_errors/* asRecord */.qY)(error).code === 'ENOENT')
            return undefined;
        throw new errors/* UserError */.yo(`The credential file ${path} cannot be read (${String((0,model_errors/* asRecord */.qY)(error).code)}).`);
    }
}
function createClientFromFile(text, path, google, addSecret) {
    return createClientFrom(parseCredential(text, path), path, google, addSecret);
}
function createClientFrom(json, path, google, addSecret) {
    const { library, transporterOptions, scopes } = google;
    checkAddresses(json, path);
    for (const name of ['private_key', 'client_secret', 'refresh_token'])
        if (typeof json[name] === 'string')
            addSecret(json[name]);
    const required = (name) => requireText(json, name, path);
    const quotaProjectId = typeof json.quota_project_id === 'string' ? json.quota_project_id : undefined;
    switch (json.type) {
        case 'service_account':
            return new library.JWT({
                email: required('client_email'),
                key: required('private_key'),
                scopes,
                quotaProjectId,
                transporterOptions,
            });
        case 'authorized_user':
            return new library.UserRefreshClient({
                clientId: required('client_id'),
                clientSecret: required('client_secret'),
                refreshToken: required('refresh_token'),
                quotaProjectId,
                transporterOptions,
            });
        case 'impersonated_service_account':
            return new library.Impersonated({
                sourceClient: createClientFrom((0,model_errors/* asRecord */.qY)(json.source_credentials), path, google, addSecret),
                targetPrincipal: /([^/]+):generateAccessToken$/.exec(required('service_account_impersonation_url'))?.[1] ??
                    missingField(path, 'service_account_impersonation_url'),
                delegates: Array.isArray(json.delegates) ? json.delegates.map(String) : [],
                targetScopes: scopes,
                transporterOptions,
            });
        case 'external_account': {
            required('audience');
            required('subject_token_type');
            const options = { ...json, scopes, transporterOptions };
            const source = (0,model_errors/* asRecord */.qY)(json.credential_source);
            if (String(source.environment_id ?? '').startsWith('aws'))
                return shareTransporter(new library.AwsClient(options));
            if (typeof source.url !== 'string' && typeof source.file !== 'string')
                throw new errors/* UserError */.yo(`The credential file ${path} gets its identity from a program or a certificate, but only a url or a file is supported.`);
            return shareTransporter(new library.IdentityPoolClient(options));
        }
        default:
            throw new errors/* UserError */.yo(`The credential file ${path} has an unsupported type: ${JSON.stringify(json.type) ?? 'none'}.`);
    }
}
function parseCredential(text, path) {
    try {
        return (0,model_errors/* asRecord */.qY)(JSON.parse(text));
    }
    catch {
        throw new errors/* UserError */.yo(`The credential file ${path} is not JSON.`);
    }
}
function requireText(json, name, path) {
    const value = json[name];
    return typeof value === 'string' && value !== '' ? value : missingField(path, name);
}
function missingField(path, name) {
    throw new errors/* UserError */.yo(`The credential file ${path} has no usable ${name}.`);
}
const ADDRESSES = [
    'auth_uri',
    'token_uri',
    'token_url',
    'token_info_url',
    'revoke_url',
    'service_account_impersonation_url',
    'cloud_resource_manager_url',
];
const AWS_ADDRESSES = ['url', 'region_url', 'imdsv2_session_token_url'];
function checkAddresses(json, path) {
    const { universe_domain: universe = 'googleapis.com', credential_source } = json;
    if (universe !== 'googleapis.com')
        throw new errors/* UserError */.yo(`The credential file ${path} is for ${String(universe)}, but only googleapis.com is supported.`);
    for (const name of ADDRESSES) {
        const value = json[name];
        if (value !== undefined && !isGoogleAddress(String(value)))
            throw new errors/* UserError */.yo(`The credential file ${path} was not used: its ${name} is not a Google address.`);
    }
    const source = (0,model_errors/* asRecord */.qY)(credential_source);
    if (!String(source.environment_id ?? '').startsWith('aws'))
        return;
    for (const name of AWS_ADDRESSES) {
        const value = source[name];
        if (value !== undefined && !/^http:\/\/(?:169\.254\.169\.254|\[fd00:ec2::254\])\//.test(String(value)))
            throw new errors/* UserError */.yo(`The credential file ${path} was not used: its ${name} is not this machine's metadata server.`);
    }
}
const isGoogleAddress = (address) => {
    if (!URL.canParse(address))
        return false;
    const { protocol, hostname } = new URL(address);
    return protocol === 'https:' && (hostname.endsWith('.googleapis.com') || hostname === 'accounts.google.com');
};

;// CONCATENATED MODULE: ./build/model/google-auth.js







const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform';
const TOKEN_MS = 30_000;
function googleCredential(identity, source, send) {
    const secrets = new Set();
    const sendWithTimeout = (input, init) => {
        const limit = (0,timeout_signal/* timeoutSignal */._)(TOKEN_MS);
        return send(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
    };
    let pendingClient;
    return {
        source,
        async headers(signal) {
            signal.throwIfAborted();
            try {
                pendingClient ??= openClient(identity, sendWithTimeout, (secret) => void secrets.add(secret));
                const headers = await orAborted(pendingClient.then((client) => client.getRequestHeaders()), signal);
                const result = Object.fromEntries(headers);
                const token = /^Bearer (.+)$/.exec(result.authorization ?? '')?.[1];
                if (token === undefined || token === 'undefined')
                    throw new Error('the response has no access token');
                secrets.add(token);
                return result;
            }
            catch (error) {
                pendingClient = undefined;
                signal.throwIfAborted();
                throw toTokenError(error, identity, [...secrets]);
            }
        },
        renew: () => {
            pendingClient = undefined;
        },
        secrets: () => [...secrets],
    };
}
async function openClient(identity, send, addSecret) {
    const library = await __webpack_require__.e(/* import() */ 492).then(__webpack_require__.t.bind(__webpack_require__, 492, 19));
    const google = {
        library,
        transporterOptions: { fetchImplementation: send },
        scopes: [...identity.scopes],
    };
    switch (identity.kind) {
        case 'workload':
            return workloadClient(identity, google, addSecret);
        case 'file': {
            const text = await readIfExists(identity.path);
            if (text === undefined)
                throw new errors/* UserError */.yo(`GOOGLE_APPLICATION_CREDENTIALS names ${identity.path}, but this file does not exist.`);
            return createClientFromFile(text, identity.path, google, addSecret);
        }
        case 'machine': {
            const text = identity.path === undefined ? undefined : await readIfExists(identity.path);
            if (identity.path !== undefined && text !== undefined)
                return createClientFromFile(text, identity.path, google, addSecret);
            library.gaxios.instance.defaults.fetchImplementation = send;
            if (await library.gcpMetadata.isAvailable())
                return new library.Compute({ scopes: google.scopes });
            throw new errors/* UserError */.yo(`This machine has no credential for Google Cloud. ${GOOGLE_CREDENTIAL_HELP}`);
        }
        default:
            return identity;
    }
}
const GOOGLE_CREDENTIAL_HELP = 'Set gcp_workload_identity_provider (with `permissions: id-token: write`), or run google-github-actions/auth before ' +
    'this step (GOOGLE_APPLICATION_CREDENTIALS or, with token_format: access_token, GOOGLE_CLOUD_ACCESS_TOKEN).';
function workloadClient({ provider, serviceAccount, job }, { library, transporterOptions, scopes }, addSecret) {
    addSecret(job.token);
    const client = new library.IdentityPoolClient({
        type: 'external_account',
        audience: `//iam.googleapis.com/${provider}`,
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        token_url: 'https://sts.googleapis.com/v1/token',
        subject_token_supplier: {
            async getSubjectToken() {
                const token = await fetchIdentityToken(`https://iam.googleapis.com/${provider}`);
                addSecret(token);
                return token;
            },
        },
        scopes: serviceAccount === undefined ? federatedScopes(scopes) : scopes,
        service_account_impersonation_url: serviceAccount === undefined ? undefined : impersonationUrl(serviceAccount),
        transporterOptions,
    });
    return shareTransporter(client);
}
const federatedScopes = (scopes) => {
    const allowed = scopes.filter((scope) => !scope.includes('/auth/userinfo.'));
    return allowed.length > 0 ? allowed : [CLOUD_PLATFORM];
};
const impersonationUrl = (email) => `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${email}:generateAccessToken`;
function orAborted(work, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted)
            stop();
        signal.addEventListener('abort', stop, { once: true });
        work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
}
const google_auth_MAX_DETAIL_CHARACTERS = 300;
function toTokenError(error, identity, secrets) {
    if (error instanceof errors/* UserError */.yo || error instanceof types/* ModelError */.me)
        return error;
    const { response, status = (0,model_errors/* asRecord */.qY)(response).status, config } = (0,model_errors/* asRecord */.qY)(error);
    const detail = (0,format_text/* keepStart */.Og)((0,format_text/* collapseWhitespace */.DK)((0,model_errors/* maskSecrets */.QU)((0,errors/* messageOf */.bD)(error), secrets)), google_auth_MAX_DETAIL_CHARACTERS);
    if (typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429)
        return new errors/* UserError */.yo(`${refusalText(identity, String((0,model_errors/* asRecord */.qY)(config).url))} (${detail}, HTTP ${status})`);
    if (typeof status === 'number')
        return new types/* ModelError */.me(`Google issues no access token at the moment: ${detail} (HTTP ${status})`, {
            fault: 'unavailable',
            retry: 'later',
            status,
        });
    if (config === undefined)
        return new errors/* UserError */.yo(`${refusalText(identity, '')} (${detail})`);
    const { fault, retry, message } = (0,model_errors/* toModelError */.ZI)(error, { model: '', secrets });
    return new types/* ModelError */.me(`No access token from Google. ${message}`, { fault, retry });
}
function refusalText(identity, url) {
    switch (identity.kind) {
        case 'file':
            return `Google does not accept the credential in ${identity.path} (GOOGLE_APPLICATION_CREDENTIALS).`;
        case 'machine':
            return `Google does not accept this machine's credential. ${GOOGLE_CREDENTIAL_HELP}`;
        case 'workload':
            if (url.includes('iamcredentials.') && identity.serviceAccount !== undefined)
                return (`This job may not act as ${identity.serviceAccount}. Check gcp_service_account, and grant the pool's ` +
                    'principal roles/iam.workloadIdentityUser on it.');
            return ("Google does not accept this job's identity. Check gcp_workload_identity_provider, and the provider's " +
                'attribute mapping and condition.');
        default:
            return identity;
    }
}

// EXTERNAL MODULE: ./build/model/provider-kind.js
var provider_kind = __webpack_require__(67396);
;// CONCATENATED MODULE: ./build/model/select-provider.js





function selectProvider(options, env, send) {
    const kind = (0,provider_kind/* selectProviderKind */.kS)(options, env);
    checkEnforced(kind, options);
    switch (kind) {
        case 'gemini':
            return { kind, ...address(env, 'GOOGLE_GEMINI_BASE_URL'), credential: geminiCredential(options, env) };
        case 'vertex':
            return { kind, ...address(env, 'GOOGLE_VERTEX_BASE_URL'), ...vertexSetup(options, env, send) };
        case 'code-assist': {
            const { project } = projectAndLocation(options, env);
            const version = (0,environment/* nonBlank */.G)(env.CODE_ASSIST_API_VERSION) ?? 'v1internal';
            const { baseUrl = 'https://cloudcode-pa.googleapis.com' } = address(env, 'CODE_ASSIST_ENDPOINT');
            const credential = googleCredentialFor(options, env, send, 'Code Assist');
            return { kind, credential, baseUrl: `${baseUrl}/${version}`, project };
        }
        default:
            return kind;
    }
}
function checkEnforced(kind, { enforcedAuthType }) {
    const enforced = (0,environment/* nonBlank */.G)(enforcedAuthType);
    if (enforced === undefined || provider_kind/* AUTH_TYPES */.tG[enforced] === kind)
        return;
    throw new errors/* UserError */.yo(`security.auth.enforcedType requires "${enforced}", but this run uses "${firstAuthType(kind)}".`);
}
const firstAuthType = (kind) => Object.keys(provider_kind/* AUTH_TYPES */.tG).find((name) => provider_kind/* AUTH_TYPES */.tG[name] === kind) ?? kind;
function authTypeOf(options, env) {
    const kind = (0,provider_kind/* selectProviderKind */.kS)(options, env);
    const chosen = (0,environment/* nonBlank */.G)(options.authType) ?? '';
    return provider_kind/* AUTH_TYPES */.tG[chosen] === kind ? chosen : firstAuthType(kind);
}
function geminiCredential(options, env) {
    const bearer = env.GEMINI_API_KEY_AUTH_MECHANISM === 'bearer';
    for (const [name, key] of [
        ['gemini_api_key', options.apiKey],
        ['GEMINI_API_KEY', env.GEMINI_API_KEY],
    ])
        if ((0,environment/* nonBlank */.G)(key) !== undefined)
            return apiKeyCredential(checkSecret(key, name), name, bearer);
    if (options.authType === 'gateway' && (0,environment/* nonBlank */.G)(env.GOOGLE_GEMINI_BASE_URL) !== undefined)
        return apiKeyCredential('', 'GEMINI_API_KEY', false);
    if ((0,environment/* nonBlank */.G)(options.googleApiKey) ?? (0,environment/* nonBlank */.G)(env.GOOGLE_API_KEY))
        throw new errors/* UserError */.yo('google_api_key is a key for Vertex AI. Set use_vertex_ai too, or pass the key as gemini_api_key.');
    const identity = (0,environment/* nonBlank */.G)(options.workloadIdentityProvider) ??
        (0,environment/* nonBlank */.G)(env.GOOGLE_APPLICATION_CREDENTIALS) ??
        (0,environment/* nonBlank */.G)(env.GOOGLE_CLOUD_ACCESS_TOKEN);
    throw new errors/* UserError */.yo(identity === undefined
        ? `There is no credential for the model. ${emptyKey(options, ['gemini_api_key', 'GEMINI_API_KEY']) ?? SET_A_KEY}`
        : 'A Google Cloud credential works with Vertex AI or Code Assist only. Set use_vertex_ai or use_gemini_code_assist too, or use gemini_api_key instead.');
}
const SET_A_KEY = 'Set the input gemini_api_key (a key from https://aistudio.google.com/apikey, stored as a secret), or use_vertex_ai with google_api_key or gcp_workload_identity_provider.';
const emptyKey = ({ emptyKeys = {} }, names) => names.flatMap((name) => emptyKeys[name] ?? [])[0];
function vertexSetup(options, env, send) {
    const bearer = env.GEMINI_API_KEY_AUTH_MECHANISM === 'bearer';
    for (const [name, key] of [
        ['google_api_key', options.googleApiKey],
        ['GOOGLE_API_KEY', env.GOOGLE_API_KEY],
    ])
        if ((0,environment/* nonBlank */.G)(key) !== undefined)
            return { credential: apiKeyCredential(checkSecret(key, name), name, bearer), vertex: {} };
    const { project, location } = projectAndLocation(options, env);
    if (project === undefined) {
        const reason = emptyKey(options, ['google_api_key', 'GOOGLE_API_KEY']);
        throw new errors/* UserError */.yo(reason === undefined ? VERTEX_CREDENTIAL_HELP : `${VERTEX_CREDENTIAL_HELP} ${reason}`);
    }
    return { credential: googleCredentialFor(options, env, send, 'Vertex AI'), vertex: { project, location } };
}
const VERTEX_CREDENTIAL_HELP = `Vertex AI needs google_api_key, or gcp_project_id with a Google Cloud credential. ${GOOGLE_CREDENTIAL_HELP}`;
function googleCredentialFor(options, env, send, product) {
    const token = (0,environment/* nonBlank */.G)(env.GOOGLE_CLOUD_ACCESS_TOKEN);
    const path = (0,environment/* nonBlank */.G)(env.GOOGLE_APPLICATION_CREDENTIALS);
    if ((0,environment/* nonBlank */.G)(options.workloadIdentityProvider) !== undefined)
        return googleCredential(workloadIdentity(options, env), 'gcp_workload_identity_provider', send);
    if (token !== undefined)
        return fixedTokenCredential(checkSecret(token, 'GOOGLE_CLOUD_ACCESS_TOKEN'), 'GOOGLE_CLOUD_ACCESS_TOKEN (it lasts an hour)');
    const scopes = scopesOf(options);
    if (path !== undefined)
        return googleCredential({ kind: 'file', path, scopes }, 'GOOGLE_APPLICATION_CREDENTIALS', send);
    if ((0,provider_kind/* hasMachineIdentity */.kc)(env)) {
        const gcloudPath = gcloudFile(env);
        const identity = { kind: 'machine', scopes, path: gcloudPath };
        return googleCredential(identity, "this machine's credential", send);
    }
    throw new errors/* UserError */.yo(`${product} needs a Google Cloud credential. ${GOOGLE_CREDENTIAL_HELP}`);
}
function gcloudFile(env) {
    const home = (0,environment/* nonBlank */.G)(env.CLOUDSDK_CONFIG) ?? joinPath(env.APPDATA, 'gcloud') ?? joinPath(env.HOME, '.config/gcloud');
    return joinPath(home, 'application_default_credentials.json');
}
const joinPath = (folder, name) => (0,environment/* nonBlank */.G)(folder) === undefined ? undefined : `${folder}/${name}`;
const PROVIDER = /^projects\/\d+\/locations\/global\/workloadIdentityPools\/[a-z0-9-]+\/providers\/[a-z0-9-]+$/;
function workloadIdentity(options, env) {
    const provider = ((0,environment/* nonBlank */.G)(options.workloadIdentityProvider) ?? '').replace(/^(?:https:)?\/\/iam\.googleapis\.com\//, '');
    if (!PROVIDER.test(provider))
        throw new errors/* UserError */.yo('gcp_workload_identity_provider must be the full resource name with the project number: ' +
            `projects/123456789/locations/global/workloadIdentityPools/POOL/providers/PROVIDER, not "${provider}".`);
    const format = (0,environment/* nonBlank */.G)(options.tokenFormat) ?? 'access_token';
    if (format !== 'access_token')
        throw new errors/* UserError */.yo(`gcp_token_format is "${format}", but the model needs an access token. Set it to access_token.`);
    const serviceAccount = (0,environment/* nonBlank */.G)(options.serviceAccount);
    if (serviceAccount !== undefined && !/^[^\s/:@]+@[^\s/:@]+$/.test(serviceAccount))
        throw new errors/* UserError */.yo(`gcp_service_account must be the email address of the service account, not "${serviceAccount}".`);
    return { kind: 'workload', provider, scopes: scopesOf(options), job: readJobIdentity(env), serviceAccount };
}
const SCOPES = ['https://www.googleapis.com/auth/cloud-platform'];
const scopesOf = ({ tokenScopes = [] }) => {
    const scopes = tokenScopes.map((scope) => scope.trim()).filter((scope) => scope !== '');
    return scopes.length > 0 ? scopes : SCOPES;
};
const projectAndLocation = (options, env) => ({
    project: (0,environment/* nonBlank */.G)(options.project) ?? (0,environment/* nonBlank */.G)(env.GOOGLE_CLOUD_PROJECT) ?? (0,environment/* nonBlank */.G)(env.GOOGLE_CLOUD_PROJECT_ID),
    location: (0,environment/* nonBlank */.G)(options.location) ?? (0,environment/* nonBlank */.G)(env.GOOGLE_CLOUD_LOCATION),
});
function address(env, name) {
    const url = (0,environment/* nonBlank */.G)(env[name]);
    if (url === undefined)
        return {};
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        throw new errors/* UserError */.yo(`${name} is not an http or https address.`);
    return { baseUrl: url.replace(/\/+$/, '') };
}
function checkSecret(secret, name) {
    const text = (0,environment/* nonBlank */.G)(secret) ?? '';
    if (/^[\x21-\x7e]+$/.test(text))
        return text;
    throw new errors/* UserError */.yo(`${name} contains invalid characters: spaces, line breaks or non-ASCII letters. Paste it again.`);
}


/***/ })

};
