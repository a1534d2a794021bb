export const id = 124;
export const ids = [124];
export const modules = {

/***/ 55124:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  startMcpServers: () => (/* binding */ startMcpServers),
  startSubagentServers: () => (/* binding */ startSubagentServers)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/agent/committed-programs.js
var committed_programs = __webpack_require__(70064);
// EXTERNAL MODULE: ./build/agent/guard-watch.js
var guard_watch = __webpack_require__(64625);
// EXTERNAL MODULE: ./build/agent/hooks/repository-code.js
var repository_code = __webpack_require__(8759);
// EXTERNAL MODULE: ./build/config/runtime.js
var config_runtime = __webpack_require__(39155);
// EXTERNAL MODULE: ./build/config/settings/parse-settings.js + 1 modules
var parse_settings = __webpack_require__(19087);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./build/platform/net/dial.js + 1 modules
var dial = __webpack_require__(19406);
// EXTERNAL MODULE: ./build/platform/net/web.js
var web = __webpack_require__(48972);
// EXTERNAL MODULE: ./build/platform/time.js
var time = __webpack_require__(91729);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/platform/net/addresses.js
var addresses = __webpack_require__(47226);
// EXTERNAL MODULE: ./build/platform/process/shell-words.js
var shell_words = __webpack_require__(84626);
// EXTERNAL MODULE: ./build/text/interpolate.js
var interpolate = __webpack_require__(73945);
// EXTERNAL MODULE: ./build/tools/json-schema.js
var json_schema = __webpack_require__(58010);
;// CONCATENATED MODULE: ./build/mcp/config.js






const strings = schemas/* array */.YOg(schemas/* string */.YjP());
const scalarText = schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* number */.aig(), schemas/* boolean */.zMY()]).transform(String);
const ServerSettingsShape = schemas/* looseObject */._H3({
    command: schemas/* string */.YjP().optional(),
    args: schemas/* array */.YOg(scalarText).optional(),
    env: schemas/* record */.g1P(schemas/* string */.YjP(), scalarText).optional(),
    cwd: schemas/* string */.YjP().optional(),
    url: schemas/* string */.YjP().optional(),
    httpUrl: schemas/* string */.YjP().optional(),
    headers: schemas/* record */.g1P(schemas/* string */.YjP(), scalarText).optional(),
    type: schemas/* enum */.k5n(['stdio', 'sse', 'http']).optional(),
    timeout: schemas/* number */.aig().positive().optional(),
    includeTools: strings.optional(),
    excludeTools: strings.optional(),
    oauth: schemas/* looseObject */._H3({
        enabled: schemas/* boolean */.zMY().optional(),
        clientId: schemas/* string */.YjP().optional(),
        clientSecret: schemas/* string */.YjP().optional(),
        refreshToken: schemas/* string */.YjP().optional(),
        issuer: schemas/* string */.YjP().optional(),
        tokenUrl: schemas/* string */.YjP().optional(),
        scopes: strings.optional(),
        audiences: strings.optional(),
    })
        .optional(),
    authProviderType: schemas/* enum */.k5n(['dynamic_discovery', 'google_credentials', 'service_account_impersonation']).optional(),
    targetAudience: schemas/* string */.YjP().optional(),
    targetServiceAccount: schemas/* string */.YjP().optional(),
});
const DEFAULT_CALL_MS = 10 * 60_000;
const DEFAULT_START_MS = 60_000;
const MAX_TIMER_MS = 2 ** 31 - 1;
function parseMcpServers(settings, env) {
    const servers = [];
    const notes = [];
    const infos = [];
    const namesInUse = new Map();
    const { allowed = [], excluded = [] } = settings.mcp ?? {};
    const blocked = [];
    for (const [name, value] of configuredServers(settings, notes)) {
        const isListed = (list) => list.some((each) => each.toLowerCase() === name.toLowerCase());
        if (isListed(excluded) || excluded.includes('*'))
            continue;
        if (allowed.length > 0 && !isListed(allowed) && !allowed.includes('*')) {
            blocked.push(name);
            continue;
        }
        if (isGitHubServer(name, value)) {
            infos.push(GITHUB_SERVER_NOTICE);
            continue;
        }
        const server = parseServer(name, value, env);
        const sameName = namesInUse.get(normalizeServerName(name));
        if (typeof server === 'string')
            notes.push(`mcpServers.${name}: ${server} The server was not started.`);
        else if (sameName !== undefined)
            notes.push(`mcpServers.${name}: its tools would have the same names as the tools of ${sameName}. The server was not started. Rename it.`);
        else {
            namesInUse.set(normalizeServerName(name), name);
            servers.push(server);
            notes.push(...unsetVariableNotes(value, env).map((text) => `mcpServers.${name}.${text}`));
        }
    }
    if (blocked.length > 0)
        infos.push(`mcp.allowed does not name these MCP servers, so they were not started: ${blocked.join(', ')}.`);
    return { servers, notes, infos };
}
const GITHUB_SERVER_NOTICE = 'mcpServers.github was not started: it is GitHub\'s MCP server. This action\'s own GitHub tools have the same names, and write only after the run. includeTools still selects the tools that may propose files; rules with mcpName = "github" apply to all of them.';
function isGitHubServer(name, value) {
    if (normalizeServerName(name) !== 'github')
        return false;
    const { command, args, url, httpUrl } = (typeof value === 'object' && value !== null ? value : {});
    const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
    const isProgram = words.some((word) => /(?:^|\/)github-mcp-server(?:[:@][\w.:-]+)?$|server-github(?:@[\w.-]+)?$/.test(word));
    return isProgram || /^https:\/\/api\.githubcopilot\.com(?:[:/]|$)/.test(String(httpUrl ?? url ?? ''));
}
function configuredServers({ mcpServers = {}, mcp }, notes) {
    const commandLine = mcp?.serverCommand;
    const servers = Object.entries(mcpServers);
    if (typeof commandLine !== 'string' || commandLine.trim() === '' || Object.hasOwn(mcpServers, 'mcp'))
        return servers;
    const words = (0,shell_words/* splitCommandLine */.aL)(commandLine);
    if (words === undefined) {
        notes.push(`mcp.serverCommand: failed to parse mcpServerCommand: ${commandLine}. The server was not started.`);
        return servers;
    }
    const [command, ...args] = words;
    return [...servers, ['mcp', { command, args }]];
}
function parseServer(name, value, env) {
    if (/\p{Cc}/u.test(name) || name.trim() === '' || name === '*')
        return 'This is not a valid server name.';
    if (normalizeServerName(name) === 'github')
        return 'The name "github" is reserved: policies use it to allow this action\'s GitHub tools. Choose another name, for example "my-github".';
    const parsed = ServerSettingsShape.safeParse(value);
    if (!parsed.success)
        return `${parsed.error.issues.map((issue) => (0,errors/* zodIssueMessage */.YB)(issue)).join('; ')}.`;
    const settings = parsed.data;
    const transport = parseTransport(settings, env);
    if (typeof transport === 'string')
        return transport;
    const timeout = settings.timeout === undefined ? undefined : Math.min(settings.timeout, MAX_TIMER_MS);
    return {
        name,
        transport,
        timeoutMs: timeout ?? DEFAULT_CALL_MS,
        startMs: timeout ?? DEFAULT_START_MS,
        includesTool: (tool) => isIncluded(tool, settings),
        namedTools: [
            ...(settings.includeTools ?? []).map((tool) => ({
                key: 'includeTools',
                tool: tool.replace(/\(.*/s, ''),
            })),
            ...(settings.excludeTools ?? []).map((tool) => ({ key: 'excludeTools', tool })),
        ],
    };
}
function parseTransport(settings, env) {
    const { command, httpUrl, type, headers = {}, authProviderType, cwd } = settings;
    const url = httpUrl ?? settings.url;
    const auth = parseAuth(settings);
    if (typeof auth === 'string')
        return auth;
    if (url !== undefined) {
        if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
            return 'Its URL is not an http or https URL.';
        const { username, password } = new URL(url);
        const credential = credentialIn(url, headers, auth) ?? variableIn(url, headers);
        if (credential !== undefined && !(0,addresses/* isConfidential */.FX)(url))
            return `Its URL is not encrypted, and ${credential} would be sent to it. Use https. Only an address of this machine may use http.`;
        if (username + password !== '')
            return 'Its URL contains a user or a password. Use headers.Authorization instead.';
        const invalid = Object.entries(headers).find((header) => !isHeader(header));
        if (invalid !== undefined)
            return `headers.${invalid[0]} is not a valid header: its name or value contains invalid characters.`;
        const kind = httpUrl !== undefined || type === 'http' ? 'http' : type === 'sse' ? 'sse' : 'auto';
        return { kind, url, headers, auth };
    }
    if (authProviderType === 'google_credentials')
        return 'URL must be provided in the config for Google Credentials provider.';
    if (command === undefined || command.trim() === '')
        return 'Invalid configuration: missing httpUrl (for Streamable HTTP), url (for SSE), and command (for stdio).';
    return { kind: 'stdio', command, args: settings.args ?? [], env: expandAll(settings.env ?? {}, env), cwd };
}
function credentialIn(url, headers, auth) {
    if (auth.kind !== 'oauth')
        return 'authProviderType';
    const header = Object.keys(headers).find((name) => CREDENTIAL_NAME.test(name));
    if (header !== undefined)
        return `headers.${header}`;
    const parameter = [...new URL(url).searchParams.keys()].find((name) => CREDENTIAL_NAME.test(name));
    if (parameter !== undefined)
        return `its parameter ${parameter}`;
    return secretOf(auth.oauth);
}
const CREDENTIAL_NAME = /auth|token|key|secret|cookie|password|credential/i;
const secretOf = ({ clientSecret, refreshToken }) => clientSecret !== undefined ? 'oauth.clientSecret' : refreshToken !== undefined ? 'oauth.refreshToken' : undefined;
const variableIn = (url, headers) => {
    const header = Object.keys(headers).find((name) => VARIABLE.test(headers[name] ?? ''));
    return header === undefined ? (VARIABLE.test(url) ? 'the variable in it' : undefined) : `headers.${header}`;
};
const VARIABLE = /\$(?:\{\w|\w)/;
function oauthProblem(oauth) {
    const secret = secretOf(oauth);
    if (secret === undefined)
        return undefined;
    if (oauth.issuer === undefined && oauth.tokenUrl === undefined)
        return `${secret} is set without oauth.issuer or oauth.tokenUrl, so the server itself would decide who gets it. Set oauth.issuer to the address of your authorization server.`;
    for (const name of ['issuer', 'tokenUrl']) {
        const url = oauth[name];
        if (url !== undefined && !(URL.canParse(url) && (0,addresses/* isConfidential */.FX)(url)))
            return `oauth.${name} is not an https URL, and ${secret} is sent there. Only an address of this machine may use http.`;
    }
    return undefined;
}
function isHeader(header) {
    try {
        new Headers([header]);
        return true;
    }
    catch {
        return false;
    }
}
function unsetVariableNotes(value, env) {
    const { env: variables = {} } = ServerSettingsShape.parse(value);
    return Object.entries(variables).flatMap(([key, value]) => unsetVariables(value, env).map((name) => `env.${key} ($${name}): this variable is empty or not set in this step.`));
}
const expandAll = (variables, env) => Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, expandVariables(value, env)]));
const GOOGLE_HOSTS = /^(?:(?:[^.]+\.)+googleapis\.com|(?:[^.]+\.)*luci\.app)$/i;
function parseAuth({ authProviderType, oauth = {}, targetAudience, targetServiceAccount, ...settings }) {
    const url = settings.httpUrl ?? settings.url;
    switch (authProviderType) {
        case 'google_credentials': {
            if (url === undefined)
                return 'URL must be provided in the config for Google Credentials provider.';
            const host = URL.canParse(url) ? new URL(url).hostname : url;
            if (!GOOGLE_HOSTS.test(host))
                return `Host "${host}" is not an allowed host for Google Credential provider.`;
            if (!oauth.scopes?.length)
                return 'Scopes must be provided in the oauth config for Google Credentials provider.';
            return { kind: 'google', scopes: oauth.scopes };
        }
        case 'service_account_impersonation': {
            const missing = (setting) => `${setting} must be provided for the Service Account Impersonation provider.`;
            if (url === undefined)
                return missing('A url or httpUrl');
            if (!targetAudience)
                return missing('targetAudience');
            if (!targetServiceAccount)
                return missing('targetServiceAccount');
            return { kind: 'service-account', audience: targetAudience, account: targetServiceAccount };
        }
        case 'dynamic_discovery':
        case undefined:
            return (url === undefined ? undefined : oauthProblem(oauth)) ?? { kind: 'oauth', oauth };
        default:
            return authProviderType;
    }
}
const isIncluded = (tool, { includeTools, excludeTools = [] }) => !excludeTools.includes(tool) &&
    (includeTools === undefined || includeTools.some((entry) => entry === tool || entry.startsWith(`${tool}(`)));
function unsetVariables(text, env) {
    const unset = [];
    (0,interpolate/* interpolate */.GW)(text, ({ name, fallback }) => {
        if (fallback === undefined && ((0,interpolate/* isReservedVariable */.x4)(name) || !env[name]))
            unset.push(name);
        return undefined;
    }, { dotenv: true });
    return unset;
}
const expandVariables = (text, env) => (0,interpolate/* interpolate */.GW)(text, ({ name, fallback = '' }) => ((0,interpolate/* isReservedVariable */.x4)(name) ? fallback : env[name] || fallback), {
    dotenv: true,
});
const MAX_LENGTH = 63;
const mcpToolName = (server, tool) => (0,json_schema/* toValidName */.rv)(`${server}__${tool}`);
function newerToolName(server, tool) {
    const joined = `${server}_${tool}`;
    const valid = (joined.startsWith('mcp_') ? joined : `mcp_${joined}`).replace(/[^\w.:-]/g, '_');
    return valid.length <= MAX_LENGTH ? valid : `${valid.slice(0, 30)}...${valid.slice(-30)}`;
}
const normalizeServerName = (name) => name
    .trim()
    .toLowerCase()
    .replace(/[^\w.-]/g, '_')
    .replace(/^mcp_+/, '');
const PACKAGE_RUNNERS = {
    npx: { packageOptions: ['-p', '--package'], kind: 'npm' },
    npm: { subcommands: ['exec', 'x'], packageOptions: ['-p', '--package'], kind: 'npm' },
    bunx: { packageOptions: ['-p', '--package'], kind: 'npm' },
    pnpx: { packageOptions: ['--package'], kind: 'npm' },
    pnpm: { subcommands: ['dlx'], packageOptions: ['--package'], kind: 'npm' },
    yarn: { subcommands: ['dlx'], packageOptions: ['-p', '--package'], kind: 'npm' },
    uvx: { packageOptions: ['--from'], kind: 'python' },
    pipx: { subcommands: ['run'], packageOptions: ['--spec'], kind: 'python' },
};
const EXACT_VERSION = {
    npm: /^(?:@[^/@\s]+\/)?[^/@\s]+@v?\d+\.\d+\.\d+[\w.+-]*$/,
    python: /^[^@=\s]+(?:@|===?)v?\d+(?:\.\w+)+$/,
};
const PINNED_FORM = { npm: 'PACKAGE@1.2.3', python: 'PACKAGE==1.2.3' };
const IMMUTABLE_PLACE = /[#@][0-9a-f]{40}$|^(?:\.{0,2}\/|file:|[A-Za-z]:\\)/;
function unpinnedProblem(command, args) {
    const name = command
        .slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1)
        .replace(/\.(?:cmd|bat|exe|ps1)$/i, '')
        .toLowerCase();
    const runner = Object.hasOwn(PACKAGE_RUNNERS, name) ? PACKAGE_RUNNERS[name] : undefined;
    if (runner === undefined)
        return undefined;
    const [first = '', ...others] = args;
    if (runner.subcommands !== undefined && !runner.subcommands.includes(first))
        return undefined;
    const words = runner.subcommands === undefined ? args : others;
    if (words.some((word) => /^--no(?:-install)?$|^--offline$/.test(word)))
        return undefined;
    const packages = packagesIn(words, runner.packageOptions);
    const unpinned = packages.find((each) => !EXACT_VERSION[runner.kind].test(each) && !IMMUTABLE_PLACE.test(each));
    return unpinned === undefined
        ? undefined
        : `${name} would download the newest version of ${unpinned}. Pin it: ${PINNED_FORM[runner.kind]}.`;
}
function packagesIn(words, options) {
    const packages = [];
    let word;
    for (let index = 0; index < words.length; index++) {
        const each = words[index] ?? '';
        const [option = '', value] = each.split(/=(.*)/s);
        if (options.includes(option))
            packages.push(value ?? words[++index] ?? '');
        else if (each === '--')
            word ??= words[index + 1];
        else if (!each.startsWith('-'))
            word ??= each;
        if (word !== undefined)
            break;
    }
    return packages.length > 0 ? packages : word === undefined ? [] : [word];
}

;// CONCATENATED MODULE: ./build/mcp/auth.js





async function httpAuthFor(server, { headers, auth }, context) {
    context.addSecrets(secretsIn(headers));
    if (auth.kind === 'oauth') {
        if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
            return {};
        const provider = oauthProvider(server, auth.oauth, context);
        return provider === undefined ? {} : { provider, fetchElsewhere: discoveryFetch(auth.oauth, context.fetch) };
    }
    return { headers: googleHeaders(auth, headers, context) };
}
function discoveryFetch({ issuer, tokenUrl }, fetch) {
    const named = new Set([issuer, tokenUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).origin])));
    return async (url, init) => {
        if (!named.has(url.origin)) {
            if (url.protocol !== 'https:')
                throw new Error(`${url.origin} not asked: its address is not an https URL`);
            await (0,web/* resolvePublicAddresses */.UQ)(url, { resolve: dial/* resolveName */.qK });
        }
        return fetch(url, { ...init, redirect: 'manual' });
    };
}
const secretsIn = (headers) => Object.entries(headers)
    .filter(([name]) => CREDENTIAL_NAME.test(name))
    .flatMap(([, value]) => {
    const token = value.replace(/^(?:bearer|basic|token)\b|^\w+\s+/i, '').trim();
    return token === '' || UNSET_VARIABLE.test(token) ? [] : [value, token];
});
const UNSET_VARIABLE = /^\$(?:\w+|\{[^}]*\})$/;
function oauthProvider(server, oauth, context) {
    const { clientId, clientSecret, issuer, scopes, audiences } = oauth;
    let { refreshToken } = oauth;
    if (clientId === undefined || (clientSecret === undefined && refreshToken === undefined))
        return undefined;
    const redactSecrets = (...values) => context.addSecrets(values.filter((each) => each !== undefined));
    redactSecrets(clientSecret, refreshToken);
    const scope = scopes?.join(' ');
    let tokens;
    const discovery = discoveryState(oauth);
    if (discovery === undefined)
        return undefined;
    const failWithoutPerson = () => {
        throw new Error(consentMessage(server));
    };
    return {
        redirectUrl: undefined,
        clientMetadata: {
            client_name: 'Sluice',
            redirect_uris: [],
            grant_types: [refreshToken === undefined ? 'client_credentials' : 'refresh_token'],
            token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
            scope,
        },
        clientInformation: () => ({ client_id: clientId, client_secret: clientSecret, issuer }),
        tokens: () => tokens,
        saveTokens(newTokens) {
            tokens = newTokens;
            refreshToken = newTokens.refresh_token ?? refreshToken;
            redactSecrets(newTokens.access_token, newTokens.refresh_token);
        },
        prepareTokenRequest(requestedScope) {
            const grant = refreshToken === undefined
                ? { grant_type: 'client_credentials' }
                : { grant_type: 'refresh_token', refresh_token: refreshToken };
            const params = new URLSearchParams(grant);
            const tokenScope = scope ?? requestedScope;
            if (tokenScope)
                params.set('scope', tokenScope);
            for (const audience of audiences ?? [])
                params.append('audience', audience);
            return params;
        },
        discoveryState: () => discovery,
        redirectToAuthorization: failWithoutPerson,
        saveCodeVerifier: failWithoutPerson,
        codeVerifier: failWithoutPerson,
    };
}
const consentMessage = (server) => `The MCP server ${server} requires a person's consent, which is impossible in this run. Get a refresh token once with any OAuth client, store it as a secret, and set mcpServers.${server}.oauth to {"clientId": "…", "refreshToken": "$MY_SECRET", "issuer": "https://…"}. Alternatives: a client with a clientSecret, or a token in headers.Authorization.`;
function discoveryState({ issuer, tokenUrl }) {
    if (tokenUrl === undefined)
        return issuer === undefined ? undefined : { authorizationServerUrl: issuer };
    const issuerUrl = issuer ?? new URL(tokenUrl).origin;
    return {
        authorizationServerUrl: issuerUrl,
        authorizationServerMetadata: {
            issuer: issuerUrl,
            token_endpoint: tokenUrl,
            authorization_endpoint: new URL('/authorize', tokenUrl).href,
            response_types_supported: ['code'],
        },
    };
}
const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform';
const REFRESH_EARLY_MS = 5 * 60_000;
const TOKEN_MS = 30_000;
function googleHeaders(auth, configured, context) {
    if (auth.kind === 'service-account')
        return idTokenHeaders(auth, context);
    const credential = context.googleCredential(auth.scopes);
    const hasProject = Object.keys(configured).some((name) => name.toLowerCase() === 'x-goog-user-project');
    return async () => {
        const { 'x-goog-user-project': project, ...headers } = await credentialHeaders(credential, context);
        return project === undefined || hasProject ? headers : { ...headers, 'x-goog-user-project': project };
    };
}
async function credentialHeaders(credential, context) {
    const headers = await credential.headers((0,time/* timeoutSignal */._)(TOKEN_MS));
    context.addSecrets(credential.secrets());
    return headers;
}
const IdTokenResponse = schemas/* looseObject */._H3({ token: schemas/* string */.YjP().min(1) });
function idTokenHeaders({ audience, account }, context) {
    const credential = context.googleCredential([CLOUD_PLATFORM]);
    let token = '';
    let expiresMs = 0;
    return async () => {
        if (context.now() >= expiresMs - REFRESH_EARLY_MS) {
            const url = `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${encodeURIComponent(account)}:generateIdToken`;
            const response = await context.fetch(url, {
                method: 'POST',
                headers: { ...(await credentialHeaders(credential, context)), 'content-type': 'application/json' },
                body: JSON.stringify({ audience, includeEmail: true }),
                signal: (0,time/* timeoutSignal */._)(TOKEN_MS),
            });
            const answer = IdTokenResponse.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined);
            if (!answer.success)
                throw new Error(`Failed to obtain authentication token: HTTP ${response.status} for ${account}. The identity of this job needs roles/iam.serviceAccountOpenIdTokenCreator on it.`);
            token = answer.data.token;
            expiresMs = tokenExpiryMs(token) ?? context.now() + 2 * REFRESH_EARLY_MS;
            context.addSecrets([token]);
        }
        return { authorization: `Bearer ${token}` };
    };
}
function tokenExpiryMs(token) {
    try {
        const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
        const exp = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'exp') : undefined;
        return typeof exp === 'number' ? exp * 1000 : undefined;
    }
    catch {
        return undefined;
    }
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/text/clean-inbound.js + 1 modules
var clean_inbound = __webpack_require__(89795);
// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
// EXTERNAL MODULE: ./build/tools/tool.js
var tool = __webpack_require__(10280);
// EXTERNAL MODULE: ./build/model/models.js
var models = __webpack_require__(66934);
// EXTERNAL MODULE: ./build/tools/long-output.js
var long_output = __webpack_require__(65652);
;// CONCATENATED MODULE: ./build/mcp/content.js



const MAX_DATA_CHARACTERS = 20 * 1024 * 1024;
const MAX_TEXT_CHARACTERS = 4 * long_output/* MAX_OUTPUT_CHARACTERS */.Gm;
const isBase64 = (data) => data !== '' && !/[^A-Za-z0-9+/]/.test(data.replace(/={1,2}$/, ''));
const textPart = (value) => ({ kind: 'text', text: value });
const textOf = (value) => typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
const asString = (value) => (typeof value === 'string' ? value : '');
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
        display: (0,long_output/* truncateOutput */.Kx)(content.map(({ display }) => display).join('\n'), undefined),
    };
}
function blockContent(block, tool, budget) {
    if (typeof block === 'string')
        return textContent(block, budget);
    const { type, ...fields } = typeof block === 'object' && block !== null ? { ...block } : {};
    switch (type) {
        case 'text':
            return textContent(textOf(fields.text), budget);
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
        default: {
            const display = `[Unknown content type: ${asString(type)}]`;
            return typeof fields.text === 'string'
                ? textContent(fields.text, budget)
                : { parts: budget.isAlone ? [] : [textPart((0,clean_inbound/* cleanData */.Ec)(display))], display };
        }
    }
}
function textContent(source, budget) {
    const value = (0,clean_inbound/* cleanData */.Ec)(source);
    if (budget.isAlone)
        return { parts: [textPart((0,clean_inbound/* wrapUntrusted */.fj)(value))], display: value };
    const truncated = (0,long_output/* truncateOutput */.Kx)(value, undefined);
    budget.textCharacters -= truncated.length + MARKER_CHARACTERS;
    if (budget.textCharacters >= 0)
        return { parts: [textPart((0,clean_inbound/* wrapUntrusted */.fj)(truncated))], display: truncated };
    budget.omitted += 1;
    return { parts: [], display: '' };
}
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
    if ((0,models/* apiMimeType */.xH)(mediaType) === undefined)
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

// EXTERNAL MODULE: ./node_modules/@modelcontextprotocol/client/dist/index.mjs + 14 modules
var dist = __webpack_require__(65469);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/errors.js
var core_errors = __webpack_require__(37428);
// EXTERNAL MODULE: ./build/tools/schema-references.js
var schema_references = __webpack_require__(88056);
;// CONCATENATED MODULE: ./build/mcp/incoming-messages.js



const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
function openIncomingMessages() {
    const pending = new Map();
    let lastId = -1;
    let lines = [];
    let depth = 0;
    const onlyPending = () => {
        const waiting = [...pending.values()].filter(({ method }) => method !== 'subscriptions/listen');
        return waiting.length === 1 ? waiting[0] : undefined;
    };
    function fail(request, message) {
        pending.delete(String(request.id));
        return { jsonrpc: '2.0', id: request.id, error: { code: failureCode(request), message } };
    }
    const unreadable = (request, text) => fail(request, `The answer of the server cannot be read: ${excerpt(text)}`);
    function readMessage(value, ownId) {
        if (!isObject(value))
            return undefined;
        const message = { ...Object(withoutNulls(value)), jsonrpc: '2.0' };
        if (typeof message.method === 'string')
            return parsed(message);
        const { id = ownId ?? onlyPending()?.id, result, error } = message;
        const request = pending.get(String(id));
        const meant = request === undefined && !wasSent(id) && (result ?? error) !== undefined ? onlyPending() : undefined;
        if (meant !== undefined)
            return unreadable(meant, JSON.stringify(value));
        if (request === undefined)
            return parsed(message);
        if (result === undefined && error === undefined && value.jsonrpc === undefined)
            return undefined;
        const answer = error !== undefined
            ? { jsonrpc: '2.0', id: request.id, error: readableError(error) }
            : isObject(result)
                ? { jsonrpc: '2.0', id: request.id, result: readableResult(request, result) }
                : undefined;
        const complete = answer === undefined ? undefined : parsed(answer);
        if (complete === undefined)
            return unreadable(request, JSON.stringify(value));
        pending.delete(String(request.id));
        return complete;
    }
    function cutAnswerTo(text) {
        const start = text.slice(0, MAX_EXCERPT_CHARACTERS);
        if (!/^[[{]/.test(start) || (start.includes('"method"') && !/"(?:result|error)"/.test(start)))
            return undefined;
        return pending.get(String(idOfAnswer(text))) ?? (MESSAGE_START.test(start) ? onlyPending() : undefined);
    }
    const wasSent = (id) => /^\d+$/.test(String(id)) && Number(id) <= lastId;
    const readValue = (value, ownId) => (Array.isArray(value) ? value : [value]).flatMap((each) => readMessage(each, ownId) ?? []);
    function read(text, ownId) {
        const value = parseMessage(text);
        if (value !== undefined)
            return readValue(value, ownId);
        const request = pending.get(String(ownId ?? idOfAnswer(text)));
        return request === undefined ? [] : [unreadable(request, text)];
    }
    function readLines() {
        const text = lines.join('\n');
        lines = [];
        depth = 0;
        return text === '' ? [] : read(text);
    }
    function readLine(line) {
        const isInList = lines[0]?.startsWith('[') === true;
        const value = parseMessage(isInList ? line.replace(/,$/, '') : line);
        const isWhole = lines.length === 0 ? value !== undefined : isObject(value) && value.jsonrpc !== undefined;
        if (isWhole)
            return [...(isInList ? [] : readLines()), ...readValue(value, undefined)];
        if (lines.length > 0 && !isInList && line.startsWith('{"jsonrpc"'))
            return [...readLines(), ...readLine(line)];
        const text = lines.length > 0 ? line : messageStart(line);
        const opened = bracketDepth(text ?? '');
        if (text === undefined || (lines.length === 0 && opened <= 0))
            return read(line);
        lines.push(text);
        depth += opened;
        return depth > 0 && lines.length <= MAX_LINES ? [] : readLines();
    }
    return {
        noteOutgoing(message) {
            if (!isObject(message) || typeof message.method !== 'string')
                return;
            const { id, method } = message;
            const params = isObject(message.params) ? message.params : {};
            if (typeof id === 'number' || typeof id === 'string') {
                pending.set(String(id), { id, method, params });
                lastId = Math.max(lastId, Number(id) || 0);
            }
            else if (method === 'notifications/cancelled')
                pending.delete(String(params.requestId));
        },
        read,
        readLine,
        readRest(partial) {
            const text = [...lines, partial].join('\n').trim();
            const value = parseMessage(text);
            const request = cutAnswerTo(text);
            if (value === undefined && request === undefined)
                return undefined;
            lines = [];
            depth = 0;
            return value === undefined && request !== undefined ? [unreadable(request, text)] : readValue(value, undefined);
        },
        unanswered(id, reason) {
            const request = pending.get(String(id));
            return request === undefined ? [] : [fail(request, reason)];
        },
    };
}
const failureCode = ({ method }) => (method === 'server/discover' ? -32601 : -32603);
const MESSAGE_START = /^(?:\[\s*)?(?:\{\s*(?:["'}]|$)|$)/;
function messageStart(line) {
    if (MESSAGE_START.test(line))
        return line;
    const start = line.indexOf('{"jsonrpc"');
    return start < 0 ? undefined : line.slice(start);
}
const MAX_LINES = 1_000_000;
function bracketDepth(line) {
    let depth = 0;
    for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"|["[\]{}]/g)) {
        if (token === '"')
            return 0;
        if (token.length === 1)
            depth += '[{'.includes(token) ? 1 : -1;
    }
    return depth;
}
const MAX_EXCERPT_CHARACTERS = 600;
const excerpt = (text) => {
    const line = (0,format_text/* collapseWhitespace */.DK)(text);
    return line.length > MAX_EXCERPT_CHARACTERS ? `${(0,format_text/* keepStart */.Og)(line, MAX_EXCERPT_CHARACTERS)}…` : line || 'it is empty';
};
function parsed(message) {
    try {
        return (0,dist/* parseJSONRPCMessage */.or)(message);
    }
    catch {
        return undefined;
    }
}
function parseMessage(text) {
    for (const start of new Set([0, text.indexOf('{"jsonrpc"')]))
        if (start >= 0)
            try {
                const value = JSON.parse(text.slice(start));
                return typeof value === 'string' && value.startsWith('{') ? parseMessage(value) : value;
            }
            catch {
            }
    return undefined;
}
function idOfAnswer(text) {
    const start = text.slice(0, MAX_EXCERPT_CHARACTERS).replaceAll("'", '"');
    if (!start.includes('"jsonrpc"') || (/"method"\s*:/.test(start) && !/"(?:result|error)"\s*:/.test(start)))
        return undefined;
    return /"id"\s*:\s*"?([\w-]+)/.exec(start)?.[1];
}
const NULL_KEYWORDS = new Set(['const', 'default']);
const MAX_DEPTH = 200;
function withoutNulls(value, depth = 0) {
    if (depth > MAX_DEPTH)
        return value;
    if (Array.isArray(value))
        return value.map((each) => withoutNulls(each, depth + 1));
    return isObject(value) ? withoutNullFields(value, depth) : value;
}
function withoutNullFields(value, depth) {
    const entries = Object.entries(value).flatMap(([key, each]) => {
        if (each === null)
            return NULL_KEYWORDS.has(key) ? [[key, each]] : [];
        if (schema_references/* SCHEMA_DATA_KEYWORDS */.G6.has(key) || key === 'structuredContent')
            return [[key, each]];
        if (!schema_references/* SCHEMA_MAP_KEYWORDS */.YR.has(key) || !isObject(each))
            return [[key, withoutNulls(each, depth + 1)]];
        return [[key, Object.fromEntries(Object.entries(each).map(([name, one]) => [name, withoutNulls(one, depth + 2)]))]];
    });
    return Object.fromEntries(entries);
}
function readableError(error) {
    const { code, message, ...rest } = isObject(error) ? error : { message: error };
    const number = typeof code === 'string' || typeof code === 'number' ? Number(code) : Number.NaN;
    const text = typeof message === 'string' && message.trim() !== '' ? message : excerpt(JSON.stringify(error));
    return { ...rest, code: Number.isInteger(number) ? number : -32603, message: text };
}
const WHOLE_RESULT = 'sluice/result';
const REQUIRED_FIELDS = {
    'tools/list': { tools: [] },
    'prompts/list': { prompts: [] },
    'resources/list': { resources: [] },
    'tools/call': { content: [] },
    'prompts/get': { messages: [] },
    'resources/read': { contents: [] },
};
function readableResult({ method, params }, result) {
    if (result.resultType === 'input_required')
        return result;
    const kept = { resultType: asText(result.resultType, 'complete'), ttlMs: 0, cacheScope: 'private' };
    const { [method]: required } = REQUIRED_FIELDS;
    if (required !== undefined)
        return { ...kept, ...required, _meta: { [WHOLE_RESULT]: result } };
    if (method === 'initialize')
        return readableHandshake(result, params);
    return method === 'server/discover' ? { ...kept, ...readableDiscovery(result) } : result;
}
function readableHandshake({ protocolVersion, _meta, serverInfo, capabilities, instructions, ...rest }, params) {
    return {
        ...rest,
        protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : params.protocolVersion,
        _meta: isObject(_meta) ? _meta : undefined,
        capabilities: isObject(capabilities) ? readableCapabilities(capabilities) : { tools: {} },
        serverInfo: readableInfo(serverInfo),
        instructions: typeof instructions === 'string' ? instructions : undefined,
    };
}
function readableDiscovery({ _meta, capabilities, instructions, ...rest }) {
    const meta = isObject(_meta) ? _meta : {};
    return {
        ...rest,
        capabilities: isObject(capabilities) ? readableCapabilities(capabilities) : { tools: {} },
        instructions: typeof instructions === 'string' ? instructions : undefined,
        _meta: { ...meta, [dist/* SERVER_INFO_META_KEY */.$D]: readableInfo(meta[dist/* SERVER_INFO_META_KEY */.$D]) },
    };
}
const readableInfo = (info) => {
    const { name, version } = isObject(info) ? info : {};
    return { name: asText(name, 'unnamed'), version: asText(version, '0') };
};
const asText = (value, fallback) => typeof value === 'string' || typeof value === 'number' ? String(value) : fallback;
const OFFERS = ['tools', 'prompts', 'resources'];
function readableCapabilities(capabilities) {
    return Object.fromEntries(Object.entries(capabilities).flatMap(([kind, value]) => {
        if (value === false)
            return [];
        if (!isObject(value))
            return [[kind, {}]];
        const isOffer = OFFERS.includes(kind);
        const options = Object.entries(value).filter(([, each]) => typeof each === 'boolean' || (!isOffer && isObject(each)));
        return [[kind, Object.fromEntries(options)]];
    }));
}
function requestIdIn(body, incoming) {
    if (typeof body !== 'string' || !body.includes('"jsonrpc"'))
        return undefined;
    const message = JSON.parse(body);
    incoming.noteOutgoing(message);
    const id = typeof message === 'object' && message !== null ? Reflect.get(message, 'id') : undefined;
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
async function readableResponse(response, id, incoming, timer) {
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || response.status === 202 || response.body === null)
        return response;
    if (/^text\/event-stream\b/i.test(type))
        return withBody(response, response.body.pipeThrough(readableEvents(id, incoming, timer)));
    if (id === undefined || !/^(?:application\/json|text\/plain)\b/i.test(type))
        return response;
    const messages = incoming.read(await textUntilPause(response.body, timer), id);
    const own = messages.find((message) => 'id' in message && String(message.id) === String(id) && !('method' in message));
    const answered = own === undefined ? [...messages, ...incoming.unanswered(id, NO_ANSWER)] : messages;
    return withBody(response, JSON.stringify(answered.length === 1 ? answered[0] : answered), 'application/json');
}
const MAX_PAUSE_MS = 5_000;
function openPause(timer, due) {
    let stop = () => { };
    return {
        restart() {
            stop();
            stop = timer(MAX_PAUSE_MS, due);
        },
        stop: () => stop(),
    };
}
async function textUntilPause(body, timer) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const pieces = [];
    let hasStarted = false;
    const pause = openPause(timer, () => void reader.cancel().catch(() => undefined));
    try {
        for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
            const piece = decoder.decode(value, { stream: true });
            pieces.push(piece);
            hasStarted ||= piece.trim() !== '';
            if (hasStarted)
                pause.restart();
        }
    }
    finally {
        pause.stop();
    }
    return pieces.join('') + decoder.decode();
}
const NO_ANSWER = 'The server ended its response without an answer.';
function withBody(response, body, contentType) {
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    if (contentType !== undefined)
        headers.set('content-type', contentType);
    return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: response.url });
}
function readableEvents(id, incoming, timer) {
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let partial = [];
    let event = [];
    let canResume = false;
    function endCutEvent() {
        const data = [...event, partial.join('')].filter((line) => line.startsWith('data:'));
        const messages = incoming.readRest(data.map((line) => line.slice('data:'.length)).join('\n'));
        if (messages === undefined)
            return '';
        event = [];
        partial = [];
        return messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('');
    }
    function endEvent() {
        const lines = event;
        event = [];
        canResume ||= lines.some((line) => /^id: ?\S/.test(line));
        const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length));
        if (data.length === 0)
            return [...lines, '', ''].join('\n');
        const others = lines.filter((line) => !line.startsWith('data:'));
        if (others.some((line) => /^event:/.test(line) && !/^event: ?message$/.test(line)))
            return [...lines, '', ''].join('\n');
        const messages = incoming.read(data.join('\n').trim());
        if (messages.length === 0)
            return [...others, 'data:', '', ''].join('\n');
        return messages.map((message) => [...others, `data: ${JSON.stringify(message)}`, '', ''].join('\n')).join('');
    }
    function readText(text) {
        if (!/[\r\n]/.test(text)) {
            partial.push(text);
            return '';
        }
        const lines = [...partial, text].join('').split(/\r\n|\n|\r(?!$)/);
        partial = [lines.pop() ?? ''];
        let read = '';
        for (const line of lines)
            if (line === '')
                read += endEvent();
            else
                event.push(line);
        return read;
    }
    let write = () => undefined;
    const pause = openPause(timer, () => write(endCutEvent()));
    return new TransformStream({
        start(controller) {
            write = (text) => text !== '' && controller.enqueue(encoder.encode(text));
        },
        transform(chunk) {
            write(readText(decoder.decode(chunk, { stream: true })));
            if (event.length > 0 || partial.some((piece) => piece !== ''))
                pause.restart();
            else
                pause.stop();
        },
        flush() {
            pause.stop();
            const rest = readText(`${decoder.decode()}\n`) + (event.length > 0 ? endEvent() : '');
            const failures = id === undefined || canResume ? [] : incoming.unanswered(id, NO_ANSWER);
            write(rest + failures.map((message) => `data: ${JSON.stringify(message)}\n\n`).join(''));
        },
    });
}

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
async function askServer({ client }, request, shape, options) {
    const { _meta: meta, ...result } = await client.request(request, schemas/* looseObject */._H3({}), options);
    const whole = typeof meta === 'object' && meta !== null ? Reflect.get(meta, WHOLE_RESULT) : undefined;
    const { success, data, error } = shape.safeParse(whole ?? result);
    if (success)
        return data;
    throw new Error(`The result of ${request.method} cannot be read: ${core_errors/* prettifyError */.S1(error)}`);
}
const MAX_PAGES = 50;
const KINDS = {
    tools: { kind: 'tools', method: 'tools/list', shape: ToolShape },
    prompts: { kind: 'prompts', method: 'prompts/list', shape: PromptShape },
    resources: { kind: 'resources', method: 'resources/list', shape: ResourceShape },
};
async function listFeatures(connection, options) {
    const problems = [];
    const failures = [];
    const list = (feature) => listAll(connection, feature, options, problems).catch((error) => {
        failures.push(error);
        problems.push(`its list of ${feature.kind} failed: ${(0,errors/* messageOf */.bD)(error)}`);
        return [];
    });
    const [prompts, tools, resources] = await Promise.all([list(KINDS.prompts), list(KINDS.tools), list(KINDS.resources)]);
    const isEmpty = prompts.length + tools.length + resources.length === 0;
    const isOver = options.signal.aborted || connection.closedReason() !== undefined;
    if (failures.length > 0 && (isEmpty || isOver))
        throw failures[0];
    return { prompts, tools, resources, problems };
}
async function listAll(connection, { kind, method, shape }, { timeout, signal }, problems) {
    if (connection.client.getServerCapabilities()?.[kind] === undefined)
        return [];
    const Page = schemas/* looseObject */._H3({ [kind]: schemas/* unknown */.L5J().optional(), nextCursor: schemas/* unknown */.L5J().optional() });
    const entries = [];
    let cursor;
    for (let page = 0; page < MAX_PAGES; page++) {
        const answer = await askServer(connection, { method, params: { cursor } }, Page, { timeout, signal }).catch((error) => {
            if (error instanceof dist/* ProtocolError */.bd && error.code === dist/* ProtocolErrorCode */.qu.MethodNotFound)
                return { [kind]: [] };
            throw error;
        });
        const pageEntries = answer[kind];
        if (!Array.isArray(pageEntries))
            problems.push(`its list of ${kind} is not a list`);
        for (const entry of Array.isArray(pageEntries) ? pageEntries : []) {
            const parsed = shape.safeParse(entry);
            if (parsed.success)
                entries.push(parsed.data);
            else
                problems.push(unreadableEntry(kind, entry, parsed.error));
        }
        const next = answer.nextCursor;
        if (next === undefined || next === '' || next === cursor)
            return entries;
        if (typeof next !== 'string') {
            problems.push(`the rest of its ${kind} is missing, because nextCursor is not a text`);
            return entries;
        }
        cursor = next;
    }
    return entries;
}
function unreadableEntry(kind, entry, { issues: [issue] }) {
    const { name, uri } = typeof entry === 'object' && entry !== null ? { ...entry } : {};
    const label = [name, uri].find((each) => typeof each === 'string');
    const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    const which = label === undefined ? `one of its ${kind}` : `its ${kind.slice(0, -1)} ${label}`;
    return `${which} cannot be read (${place}${issue?.message ?? 'not an object'})`;
}
const listTools = (connection, options, problems) => listAll(connection, KINDS.tools, options, problems);
const listResources = (connection, options) => listAll(connection, KINDS.resources, options, []);

;// CONCATENATED MODULE: ./build/mcp/server-tools.js









const MAX_INSTRUCTION_CHARACTERS = 8000;
function createServerTools(opened, notice) {
    const resources = resourceTools(opened.servers);
    const name = toolNamer(notice);
    return {
        version: opened.version,
        prompt: (call, signal) => getPromptText(opened.servers, call, signal),
        tools: () => name([...opened.servers.flatMap((server) => server.tools()), ...resources]),
        instructions: opened.servers
            .map(({ server, connection }) => formatInstructions(server.name, connection.client.getInstructions()))
            .filter(Boolean)
            .join('\n\n'),
    };
}
function toolNamer(notice) {
    const finalTools = new Map();
    const usedNames = new Map();
    return (tools) => {
        const added = tools.filter((tool) => !finalTools.has(tool));
        for (const tool of [...added.filter(hasOwnName), ...added.filter((tool) => !hasOwnName(tool))]) {
            const first = usedNames.get(tool.name);
            const finalTool = first === undefined ? withFreeAliases(tool, usedNames) : renamed(tool, nameWithDigest(tool));
            finalTools.set(tool, finalTool);
            for (const each of [finalTool.name, ...finalTool.aliases])
                usedNames.set(each, tool);
            if (first !== undefined)
                notice('warning', `Two tools of MCP servers have the name ${tool.name}: ${labelOf(first)} and ${labelOf(tool)}. In this run ${labelOf(tool)} is called ${finalTool.name}. A rule that allows ${tool.name} does not apply to it, a rule that denies it does.`);
        }
        return tools.map((tool) => finalTools.get(tool) ?? tool);
    };
}
const labelOf = ({ server, shortName, name }) => server === undefined ? name : `${shortName} of ${server}`;
const hasOwnName = ({ name, server, shortName }) => server === undefined || name === `${server}__${shortName}`;
const withFreeAliases = (tool, usedNames) => ({
    ...tool,
    aliases: tool.aliases.filter((alias) => !usedNames.has(alias)),
});
const renamed = (tool, name) => ({
    ...tool,
    name,
    aliases: [],
    declare: () => ({ ...tool.declare(), name }),
});
const DIGEST_CHARACTERS = 8;
function nameWithDigest({ name, server, shortName }) {
    const digest = (0,external_node_crypto_.createHash)('sha256').update(`${server}\0${shortName}`).digest('hex').slice(0, DIGEST_CHARACTERS);
    return `${name.slice(0, json_schema/* MAX_NAME_CHARACTERS */.Sp - DIGEST_CHARACTERS - 1)}_${digest}`;
}
function formatInstructions(name, text) {
    if (text === undefined || text.trim() === '')
        return '';
    const safeText = (0,format_text/* keepStart */.Og)(text.trim(), MAX_INSTRUCTION_CHARACTERS)
        .toWellFormed()
        .replace(/\[(?=\s*(?:start|end)\s+of\s+server\s+instructions)/gi, '(');
    return `The following are instructions provided by the tool server '${name}':
---[start of server instructions]---
${safeText}
---[end of server instructions]---`;
}
const PromptResult = schemas/* looseObject */._H3({
    messages: schemas/* array */.YOg(schemas/* looseObject */._H3({ content: schemas/* looseObject */._H3({ type: schemas/* string */.YjP(), text: schemas/* string */.YjP().optional() }) })),
});
async function getPromptText(servers, { name, args }, signal) {
    const match = promptsByName(servers).get(name);
    if (match === undefined)
        return undefined;
    const { server, connection } = match.server;
    const promptArguments = parsePromptArguments(args, match.prompt);
    try {
        const { messages } = await askServer(connection, { method: 'prompts/get', params: { name: match.prompt.name, arguments: promptArguments } }, PromptResult, { timeout: server.timeoutMs, signal });
        const text = messages.flatMap(({ content }) => (content.type === 'text' ? [content.text ?? ''] : [])).join('\n\n');
        if (text.trim() === '')
            throw new Error('Received an empty or invalid prompt response from the server.');
        return text.toWellFormed();
    }
    catch (error) {
        throw new errors/* UserError */.yo(`/${name} of the MCP server ${server.name} returned no prompt: ${connection.closedReason() ?? (0,errors/* messageOf */.bD)(error)}`, { cause: error });
    }
}
function promptsByName(servers) {
    const prompts = new Map();
    for (const server of servers)
        for (const prompt of server.features.prompts) {
            const name = prompt.name.trim().replace(/\s+/g, '-');
            const commandName = prompts.has(name) ? `${server.server.name}_${name}`.replace(/\s+/g, '-') : name;
            if (!prompts.has(commandName))
                prompts.set(commandName, { server, prompt });
        }
    return prompts;
}
const NAMED_ARGUMENT = /--([\w.-]+)=(?:"((?:\\.|[^"\\])*)"|(\S+))/g;
const WORD = /"((?:\\.|[^"\\])*)"|(\S+)/g;
function parsePromptArguments(text, prompt) {
    const declared = prompt.arguments ?? [];
    const values = new Map();
    const rest = text
        .replace(NAMED_ARGUMENT, (_, name, quoted, bare) => {
        values.set(name, unescapeQuotes(quoted ?? bare ?? ''));
        return '';
    })
        .trim();
    const unfilled = declared.filter(({ name }) => !values.has(name));
    const [only, ...others] = unfilled;
    if (rest !== '' && only !== undefined && others.length === 0)
        values.set(only.name, rest.replace(/^"(.*)"$/s, '$1'));
    else
        [...rest.matchAll(WORD)].forEach(([, quoted, bare], index) => {
            const name = unfilled[index]?.name;
            if (name !== undefined)
                values.set(name, unescapeQuotes(quoted ?? bare ?? ''));
        });
    const missing = declared.filter(({ name, required }) => required === true && !values.has(name));
    if (missing.length > 0)
        throw new errors/* UserError */.yo(`/${prompt.name}: Missing required argument(s): ${missing.map(({ name }) => `--${name}`).join(', ')}`);
    return Object.fromEntries(values);
}
const unescapeQuotes = (text) => text.replace(/\\(["\\])/g, '$1');
const Contents = schemas/* looseObject */._H3({ contents: schemas/* array */.YOg(schemas/* unknown */.L5J()) });
function resourceTools(servers) {
    const serversWithResources = servers.filter(({ features }) => features.resources.length > 0);
    return serversWithResources.length === 0
        ? []
        : [listResourcesTool(serversWithResources), readResourceTool(serversWithResources)];
}
const listResourcesTool = (servers) => (0,tool/* defineTool */.uO)({
    name: 'list_mcp_resources',
    description: 'Lists the resources of the MCP servers, one per line: SERVER:URI | name | description.',
    annotations: { readOnlyHint: true },
    parameterAliases: { server: 'serverName', server_name: 'serverName' },
    input: schemas/* object */.Ikc({ serverName: schemas/* string */.YjP().optional().describe('List only the resources of this server.') }),
    async run({ serverName }) {
        const selected = servers.filter(({ server }) => serverName === undefined || server.name === serverName);
        const lines = selected.flatMap(({ server, features }) => features.resources.map(({ uri, name, title, description }) => [`- ${server.name}:${uri}`, title ?? name, description].filter(Boolean).join(' | ').replace(/\s+/g, ' ')));
        if (lines.length === 0)
            return (0,tool/* done */.Vw)(`No resources found for server: ${serverName}`);
        return (0,tool/* done */.Vw)((0,clean_inbound/* wrapUntrusted */.fj)(`Available MCP Resources:\n${lines.join('\n')}`), `${lines.length} resources`);
    },
});
const readResourceTool = (servers) => (0,tool/* defineTool */.uO)({
    name: 'read_mcp_resource',
    description: 'Reads a resource of an MCP server. Takes SERVER:URI, as list_mcp_resources shows it, or only the URI.',
    annotations: { readOnlyHint: true },
    input: schemas/* object */.Ikc({
        uri: schemas/* string */.YjP()
            .refine((uri) => uri.trim() !== '', 'Error: No URI provided.')
            .describe('SERVER:URI, or a URI.'),
    }),
    async run({ uri }, signal) {
        const resource = findResource(servers, uri);
        if (resource === undefined)
            return (0,tool/* failed */.gz)('mcp_resource_not_found', `Error: Resource not found for URI: ${uri}. list_mcp_resources lists the available resources.`);
        const { server, connection } = resource.openServer;
        try {
            const { contents } = await askServer(connection, { method: 'resources/read', params: { uri: resource.uri } }, Contents, { timeout: server.timeoutMs, signal });
            const { parts, display } = convertContent(contents.map((content) => ({ type: 'resource', resource: content })), `${server.name}:${resource.uri}`);
            const content = parts.length > 0 ? parts : [{ kind: 'text', text: 'No content returned from resource.' }];
            return (0,tool/* done */.Vw)(content, display);
        }
        catch (error) {
            return (0,tool/* failed */.gz)('mcp_tool_error', `Error: ${resource.uri} could not be read: ${connection.closedReason() ?? (0,errors/* messageOf */.bD)(error)}`);
        }
    },
});
function findResource(servers, address) {
    const uri = address.replace(/^@/, '');
    for (const openServer of servers) {
        const { name } = openServer.server;
        if (uri.startsWith(`${name}:`) && !uri.startsWith(`${name}://`))
            return { openServer, uri: uri.slice(name.length + 1) };
    }
    const owner = servers.find(({ features }) => features.resources.some((resource) => resource.uri === uri));
    const [only] = servers;
    const openServer = owner ?? (servers.length === 1 && uri.includes(':') ? only : undefined);
    return openServer === undefined ? undefined : { openServer, uri };
}

// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(58500);
// EXTERNAL MODULE: external "node:stream/promises"
var external_node_stream_promises_ = __webpack_require__(46466);
// EXTERNAL MODULE: external "node:url"
var external_node_url_ = __webpack_require__(73136);
// EXTERNAL MODULE: ./build/platform/process/process-group.js
var process_group = __webpack_require__(59015);
// EXTERNAL MODULE: ./build/platform/process/run-program.js
var run_program = __webpack_require__(78292);
;// CONCATENATED MODULE: ./build/mcp/connect-server.js










const isUnauthorized = (error) => typeof error === 'object' &&
    error !== null &&
    (Reflect.get(error, 'code') === 401 ||
        Reflect.get(error, 'name') === 'UnauthorizedError' ||
        /\b401\b/.test((0,errors/* messageOf */.bD)(error)));
const isTimeout = (error) => error instanceof dist/* SdkError */.Fp && error.code === dist/* SdkErrorCode */.OH.RequestTimeout;
const probeTimeout = ({ transport, startMs }) => transport.kind === 'stdio' ? { timeoutMs: Math.min(Math.ceil(startMs / 2), MAX_PROBE_MS) } : {};
const MAX_PROBE_MS = 10_000;
function isProbeFailure(error) {
    const reason = error instanceof Error && error.cause instanceof dist/* SdkError */.Fp ? error.cause : error;
    return reason instanceof dist/* SdkError */.Fp && reason.code === dist/* SdkErrorCode */.OH.EraNegotiationFailed;
}
async function connectServer(server, environment, signal) {
    const { transport } = server;
    if (transport.kind === 'stdio') {
        const startProgram = () => {
            const stdio = stdioTransport([transport.command, ...transport.args], {
                cwd: transport.cwd ?? environment.cwd,
                env: { ...environment.env, ...transport.env },
                wrap: environment.wrapFor?.(transport.command),
                timer: environment.timer,
            });
            return { transport: stdio, exitMessage: stdio.exitMessage };
        };
        return negotiate(server, startProgram, environment, signal);
    }
    const auth = await environment.httpAuthFor(server);
    const overHttp = () => negotiate(server, () => httpTransport(transport, auth, environment.timer), environment, signal);
    const overSse = () => initialize(server, { ...sseTransport(transport, auth, environment.timer), revision: 'older' }, environment, signal);
    if (transport.kind !== 'auto')
        return transport.kind === 'http' ? overHttp() : overSse();
    try {
        return await overHttp();
    }
    catch (first) {
        if (isUnauthorized(first) || isTimeout(first) || signal.aborted)
            throw first;
        return overSse().catch((second) => {
            throw isUnauthorized(second) ? second : first;
        });
    }
}
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
    client.onerror = () => undefined;
    const close = async () => {
        if (openTransport.endSession !== undefined)
            await (0,time/* waitAtMost */._R)(END_SESSION_MS, openTransport.endSession().catch(() => undefined));
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
const EXTRA_MS = 200;
const connect_server_MAX_TIMER_MS = 2 ** 31 - 1;
async function withTimeout(connecting, ms, signal) {
    connecting.catch(() => undefined);
    const finished = new AbortController();
    const timer = (0,external_node_timers_promises_.setTimeout)(Math.min(ms + EXTRA_MS, connect_server_MAX_TIMER_MS), undefined, {
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
const httpOptions = (address, { headers }, auth, timer = time/* startTimer */.Ip) => ({
    fetch: readingFetch(fetchFor(address, headers, auth), openIncomingMessages(), timer),
    authProvider: auth.provider,
});
function httpTransport(config, auth, timer) {
    const address = new URL(config.url);
    const transport = new dist/* StreamableHTTPClientTransport */.jS(address, httpOptions(address, config, auth, timer));
    return { transport: transport, endSession: () => transport.terminateSession() };
}
function sseTransport(config, auth, timer) {
    const address = new URL(config.url);
    return { transport: new dist/* SSEClientTransport */.Am(address, httpOptions(address, config, auth, timer)) };
}
const fetchFor = (server, configured, auth) => async (url, init) => {
    const address = new URL(url);
    if (address.origin !== server.origin) {
        if (auth.fetchElsewhere === undefined)
            throw new Error(`${address.origin} not asked: it is another server`);
        return limitMessageSize(refuseTokenRedirect(await auth.fetchElsewhere(address, init), server, init));
    }
    const headers = new Headers(configured);
    for (const [name, value] of Object.entries((await auth.headers?.()) ?? {}))
        headers.set(name, value);
    for (const [name, value] of new Headers(init?.headers))
        headers.set(name, value);
    return limitMessageSize(refuseTokenRedirect(await fetch(url, { ...init, headers }), server, init));
};
const readingFetch = (send, incoming, timer) => async (url, init) => {
    const id = requestIdIn(init?.body, incoming);
    return readableResponse(await send(url, init), id, incoming, timer);
};
function refuseTokenRedirect(response, server, init) {
    const target = response.headers.get('location');
    const isToken = init?.method === 'POST' && response.url !== server.href && init.body instanceof URLSearchParams;
    if (isToken && target !== null && response.status >= 300 && response.status < 400)
        throw new Error(`Redirect to ${target} not followed: configure that token endpoint if it is the intended one`);
    return response;
}
const MAX_STDERR_CHARACTERS = 2000;
const GRACE_MS = 200;
const MAX_SILENT_MS = 5_000;
function stdioTransport(argv, { timer = time/* startTimer */.Ip, ...options }) {
    const output = lineReader(MAX_MESSAGE_BYTES);
    const incoming = openIncomingMessages();
    let errors = '';
    let ended = '';
    let started;
    const pause = openPause(timer, readRest);
    const transport = {
        stderr: null,
        pid: null,
        exitMessage: () => [ended, errors.trim()].filter(Boolean).join(' '),
        async start() {
            started = await (0,run_program/* startPipedProgram */.Tg)({ argv }, options);
            if (!started.ok) {
                const reason = /\bENOENT$/.test(started.failure) ? `the program ${argv[0]} does not exist` : started.failure;
                ended = `It could not be started: ${reason}.`;
                throw new Error(ended);
            }
            const { stdin, stdout, stderr, exited } = started;
            for (const stream of [stdin, stdout, stderr])
                stream.on('error', () => undefined);
            stderr.on('data', (chunk) => {
                errors = `${errors}${chunk.toString('utf8')}`.slice(-MAX_STDERR_CHARACTERS);
            });
            stdout.on('data', (chunk) => receive(chunk));
            stdout.once('end', () => {
                readRest();
                void exited.then(timer(MAX_SILENT_MS, () => end('It closed its output.')));
            });
            void exited.then(async ({ code, signal }) => {
                pause.stop();
                ended ||= `It ended ${signal === null ? `with exit code ${code}` : `by signal ${signal}`}.`;
                await (0,time/* waitAtMost */._R)(GRACE_MS, Promise.all([(0,external_node_stream_promises_.finished)(stdout), (0,external_node_stream_promises_.finished)(stderr)]).catch(() => undefined));
                transport.onclose?.();
            });
        },
        async send(message) {
            if (started?.ok !== true || ended !== '')
                throw new Error(transport.exitMessage() || 'It is not running.');
            const { stdin, exited } = started;
            incoming.noteOutgoing(message);
            if (stdin.write((0,dist/* serializeMessage */.Ex)(message)))
                return;
            await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), exited]);
        },
        async close() {
            if (started?.ok !== true)
                return;
            const { stdin, exited, group } = started;
            stdin.end();
            await (0,time/* waitAtMost */._R)(GRACE_MS, exited);
            await (0,process_group/* terminateProcessGroup */.A5)(group);
        },
    };
    function receive(chunk) {
        const lines = output.read(chunk);
        if (lines === undefined)
            return end(`It sent more than ${MAX_MESSAGE_BYTES} bytes in one message and was terminated.`);
        for (const line of lines)
            for (const message of incoming.readLine(line))
                transport.onmessage?.(message);
        pause.restart();
    }
    function readRest() {
        const messages = incoming.readRest(output.rest());
        if (messages !== undefined)
            output.dropRest();
        for (const message of messages ?? [])
            transport.onmessage?.(message);
    }
    function end(reason) {
        if (ended === '')
            void transport.close();
        ended ||= reason;
    }
    return transport;
}
function lineReader(maxBytes) {
    let partialLine = [];
    let bytes = 0;
    const dropRest = () => {
        partialLine = [];
        bytes = 0;
    };
    const read = (chunk) => {
        const lines = [];
        let from = 0;
        for (let lineFeed = chunk.indexOf(10); lineFeed >= 0; lineFeed = chunk.indexOf(10, from)) {
            lines.push(Buffer.concat([...partialLine, chunk.subarray(from, lineFeed)])
                .toString('utf8')
                .trim());
            dropRest();
            from = lineFeed + 1;
        }
        partialLine.push(chunk.subarray(from));
        bytes += chunk.length - from;
        return bytes > maxBytes ? undefined : lines.filter((line) => line !== '');
    };
    return { read, rest: () => Buffer.concat(partialLine).toString('utf8'), dropRest };
}
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
const messageTooLarge = (maxBytes) => new Error(`It sent more than ${maxBytes} bytes in one message.`);
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
    return Object.defineProperty(limited, 'url', { value: response.url });
}
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

;// CONCATENATED MODULE: ./build/mcp/convert-tool.js










const CallResult = schemas/* looseObject */._H3({
    content: schemas/* unknown */.L5J().optional(),
    structuredContent: schemas/* unknown */.L5J().optional(),
    isError: schemas/* unknown */.L5J().optional(),
    error: schemas/* unknown */.L5J().optional(),
});
const MAX_DESCRIPTION_CHARACTERS = 8000;
function createMcpTool(listed, context) {
    const { name = '', description = '', annotations = {} } = listed;
    const { name: server } = context.server;
    if (name.trim() === '')
        return 'a tool without a name was skipped';
    if (listed.execution?.taskSupport === 'required')
        return `skipping tool '${name}', because it can only run as a background task, which is not supported`;
    const schema = listed.inputSchema ?? { type: 'object', properties: {} };
    if (!(0,json_schema/* hasTypes */.Ex)(schema))
        return `skipping tool '${name}', because it has missing types in its parameter schema. Please file an issue with the owner of the MCP server`;
    const sentAsHeaders = context.connection.sendsParameterHeaders ? headerParameters(schema) : [];
    if (typeof sentAsHeaders === 'string')
        return `skipping tool '${name}', because ${sentAsHeaders}`;
    const full = mcpToolName(server, name);
    const parameters = (0,json_schema/* normalizeParameters */.uk)(schema);
    if (typeof parameters === 'string')
        return `skipping tool '${name}', because its parameter schema is invalid: ${parameters}. Please file an issue with the owner of the MCP server`;
    return {
        name: full,
        aliases: [newerToolName(server, name)].filter((other) => other !== full),
        annotations,
        server,
        shortName: name,
        declare: () => ({
            name: full,
            description: (0,format_text/* keepStart */.Og)((0,clean_inbound/* cleanData */.Ec)(description), MAX_DESCRIPTION_CHARACTERS).toWellFormed() ||
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
        const result = await askServer(connection, { method: 'tools/call', params: { name, arguments: sentArgs } }, CallResult, {
            timeout: server.timeoutMs,
            signal,
            headers: parameterHeaders(sentAsHeaders, sentArgs),
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
    const isError = saysError(result.isError) || saysError(inner);
    const blocks = blocksOf(result);
    const { parts, display } = convertContent(blocks, name);
    const texts = blocks.some(saysSomething) ? parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) : [];
    const isEmpty = parts.length === 0 || !blocks.some(saysSomething);
    if (!isError)
        return isEmpty ? (0,tool/* done */.Vw)(emptyNote(display), display) : (0,tool/* done */.Vw)(parts, display);
    const legacy = result.error === undefined ? '' : (0,clean_inbound/* wrapUntrusted */.fj)((0,clean_inbound/* cleanData */.Ec)(jsonOf(result.error)));
    const message = [`MCP tool '${name}' reported an error:`, legacy, ...texts].filter(Boolean);
    if (message.length === 1)
        message.push(display === '' ? 'The server gives no reason.' : (0,clean_inbound/* wrapUntrusted */.fj)(display));
    return (0,tool/* failed */.gz)('mcp_tool_error', (0,long_output/* truncateOutput */.Kx)(message.join('\n'), undefined));
}
const emptyNote = (display) => display.trim() === ''
    ? 'The tool returned an empty result.'
    : `The tool returned nothing that can be shown: ${(0,clean_inbound/* cleanData */.Ec)(display)}`;
function blocksOf({ content = [], structuredContent }) {
    const text = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const blocks = Array.isArray(text) ? text : [text];
    if (structuredContent === undefined || blocks.some(saysSomething))
        return blocks;
    return [{ type: 'text', text: jsonOf(structuredContent) }];
}
const saysSomething = (block) => (typeof block === 'string' && block.trim() !== '') ||
    (typeof block === 'object' &&
        block !== null &&
        (Reflect.get(block, 'type') !== 'text' || String(Reflect.get(block, 'text') ?? '').trim() !== ''));
const jsonOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES = ['string', 'integer', 'boolean'];
const SCHEMAS_BY_NAME = new Set(['$defs', 'definitions', 'patternProperties', 'dependentSchemas']);
const DATA = new Set(['const', 'default', 'enum', 'examples']);
const convert_tool_MAX_DEPTH = 100;
function headerParameters(inputSchema) {
    const annotated = [];
    const problem = collect(inputSchema, [], annotated);
    if (problem !== undefined)
        return problem;
    const names = annotated.map(({ name }) => name.toLowerCase());
    const twice = annotated.find((_, index) => names.indexOf(names[index] ?? '') !== index);
    return twice === undefined ? annotated : `two parameters have the x-mcp-header ${twice.name}`;
}
function collect(schema, path, annotated, depth = 0) {
    if (typeof schema !== 'object' || schema === null || depth > convert_tool_MAX_DEPTH)
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
        return 'an x-mcp-header is outside properties';
    const place = path.join('.');
    if (typeof name !== 'string' || !TOKEN.test(name))
        return `the x-mcp-header of ${place} is not a valid header name`;
    return TYPES.includes(Reflect.get(schema, 'type'))
        ? undefined
        : `the x-mcp-header of ${place} requires the type string, integer or boolean`;
}
function parameterHeaders(parameters, args) {
    return Object.fromEntries(parameters.flatMap(({ path, name }) => {
        const value = path.reduce((node, key) => typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined, args);
        const isSent = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
        return isSent ? [[`Mcp-Param-${name}`, encodeHeaderValue(String(value))]] : [];
    }));
}
const encodeHeaderValue = (value) => /^[!-~](?:[ -~]*[!-~])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value)
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`;

;// CONCATENATED MODULE: ./build/mcp/servers.js








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
    const stopTimer = (options.timer ?? time/* startTimer */.Ip)(SILENCE_MS, () => notice('info', silenceText(server)));
    try {
        const connection = await connectServer(server, options, signal).finally(stopTimer);
        opened = connection;
        const tools = trackTools(server, connection, { ...options, notice });
        watchToolList({ server, connection, notice, update: tools.update, changed }, signal);
        await listenForListChanges(connection, signal);
        const limits = { timeout: server.startMs, signal };
        const features = await listFeatures(connection, limits);
        for (const text of features.problems)
            notice('warning', `MCP server ${server.name}: ${text}.`);
        if (features.tools.length + features.prompts.length + features.resources.length === 0)
            throw new Error('No prompts, tools, or resources found on the server.');
        for (const text of unknownToolNotes(server, features.tools))
            notice('warning', text);
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
const SILENCE_MS = 5_000;
const silenceText = ({ name, startMs }) => `MCP server ${name} has not answered for ${SILENCE_MS / 1000} s. The run waits at most ${startMs / 1000} s for it, then goes on without it. To change that, set timeout (milliseconds) in mcpServers.${name}.`;
const MAX_NOTICES = 20;
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
        return `it requires authentication (401). Set headers.Authorization in mcpServers, or for OAuth oauth.clientId with oauth.clientSecret or oauth.refreshToken, and oauth.issuer. ${onOnePlainLine((0,errors/* messageOf */.bD)(error))}`;
    const failure = onOnePlainLine(withCause(error));
    const message = /timed out/i.test(failure) ? (0,errors/* asSentence */.KG)(failure) : failure;
    const timeoutNote = /timed out/i.test(message)
        ? ` It did not answer within ${startMs / 1000} s, and the run went on without it. To wait longer, set timeout in mcpServers.`
        : '';
    const origin = transport.kind === 'stdio' ? '' : ` (${new URL(transport.url).origin})`;
    return `${message}${timeoutNote}${origin}`;
}
function withCause(error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : typeof code === 'string' ? code : '';
    const text = (0,errors/* messageOf */.bD)(error);
    return reason === '' || text.includes(reason) ? text : `${text}: ${reason}`;
}
const onOnePlainLine = (text) => {
    const line = (0,format_text/* collapseWhitespace */.DK)(text.replace(/<[^>]*>/g, ' '));
    return line.length > MAX_MESSAGE_CHARACTERS ? `${(0,format_text/* keepStart */.Og)(line, MAX_MESSAGE_CHARACTERS)}…` : line;
};
const MAX_MESSAGE_CHARACTERS = 600;
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
                warn(`it has more than ${MAX_TOOLS} tools, so the rest are skipped. Select tools with includeTools`);
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
const MAX_TOOLS = 512;
const digestOf = ({ name, description, inputSchema, annotations }) => (0,external_node_crypto_.createHash)('sha256')
    .update(JSON.stringify([name, description, inputSchema, annotations]))
    .digest('hex');
const SETTLE_MS = 50;
const MAX_FAST_LISTINGS = 10;
const SLOW_MS = 5000;
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
                await (0,external_node_timers_promises_.setTimeout)(listings++ < MAX_FAST_LISTINGS ? SETTLE_MS : SLOW_MS, undefined, { signal });
                const problems = [];
                const tools = await listTools(connection, { timeout: server.startMs, signal }, problems);
                for (const text of problems)
                    notice('warning', `MCP server ${server.name}: ${text}.`);
                if (update(tools))
                    changed();
            } while (pending);
        }
        catch (error) {
            if (!signal.aborted && connection.closedReason() === undefined)
                notice('warning', `MCP server ${server.name}: its changed tools could not be listed, so the earlier list still applies. ${(0,errors/* messageOf */.bD)(error)}`);
        }
        finally {
            listing = false;
        }
    };
    const { client } = connection;
    client.setNotificationHandler('notifications/tools/list_changed', listAgain);
}
const CONFIRM_MS = 5000;
const MAX_RENEWALS = 5;
const RENEW_MS = 1000;
async function listenForListChanges({ client }, signal) {
    if (client.getProtocolEra() !== 'modern')
        return;
    const { tools, resources } = client.getServerCapabilities() ?? {};
    const filter = {};
    if (tools?.listChanged === true)
        filter.toolsListChanged = true;
    if (resources?.listChanged === true)
        filter.resourcesListChanged = true;
    if (Object.keys(filter).length === 0)
        return;
    const listen = () => client.listen(filter, { timeout: CONFIRM_MS, signal }).catch(() => undefined);
    const first = await listen();
    void (async () => {
        let subscription = first;
        for (let renewal = 0; renewal < MAX_RENEWALS && (await subscription?.closed) === 'remote'; renewal++) {
            await (0,external_node_timers_promises_.setTimeout)(RENEW_MS, undefined, { signal });
            subscription = await listen();
        }
    })().catch(() => undefined);
}

// EXTERNAL MODULE: ./build/model/select-provider.js + 2 modules
var select_provider = __webpack_require__(21071);
// EXTERNAL MODULE: ./build/platform/paths.js
var paths = __webpack_require__(554);
// EXTERNAL MODULE: ./build/platform/process/trusted-programs.js
var trusted_programs = __webpack_require__(94441);
// EXTERNAL MODULE: ./build/platform/redact/redact.js + 1 modules
var redact = __webpack_require__(63391);
// EXTERNAL MODULE: ./build/platform/version.js
var version = __webpack_require__(87538);
// EXTERNAL MODULE: ./build/policy/rules/reachable.js
var reachable = __webpack_require__(30876);
// EXTERNAL MODULE: ./build/policy/rules/settings-rules.js
var settings_rules = __webpack_require__(21876);
// EXTERNAL MODULE: ./build/session/run-options.js
var run_options = __webpack_require__(54153);
;// CONCATENATED MODULE: ./build/session/mcp-servers.js



















async function startMcpServers(options) {
    const { config, session, signal } = options;
    const notice = (level, text) => session.transcript.emit({ type: 'notice', level, text });
    const { servers, notes, infos } = parseMcpServers(config.settings, config.env);
    for (const text of infos)
        notice('info', text);
    for (const text of notes)
        notice('warning', text);
    const usable = [];
    for (const server of servers) {
        const reason = serverBlocker(server, options);
        if (reason === undefined)
            usable.push(server);
        else
            notice('warning', `MCP server ${server.name} was not started: ${reason}`);
    }
    for (const { transport } of usable)
        if (transport.kind === 'stdio')
            session.filter.addSecrets((0,redact/* collectSecrets */.qb)({ ...transport.env }, []));
    if (usable.length === 0)
        return { close: async () => undefined };
    const trusted = options.capabilities.shell === undefined ? usable : await Promise.all(usable.map(withTrustedProgram(options)));
    const opened = await openMcpServers(trusted.filter((server) => server !== undefined), { ...(await mcpEnvironment(usable, options)), redact: session.filter.deep, notice }, signal);
    return { tools: createServerTools(opened, notice), close: async () => opened[Symbol.asyncDispose]() };
}
const withTrustedProgram = ({ config, runtime, isLate, session, programs }) => async (server) => {
    const { transport } = server;
    if (transport.kind !== 'stdio')
        return server;
    const copies = await (0,committed_programs/* programCopies */.AQ)(config.steering, runtime);
    const cwd = (0,external_node_path_.relative)(runtime.workspace, (0,external_node_path_.resolve)(runtime.workspace, transport.cwd ?? '.'));
    const [command, ...args] = await (0,committed_programs/* withCommittedProgram */.pF)([transport.command, ...transport.args], copies, cwd);
    const started = { ...server, transport: { ...transport, command, args } };
    const watch = isLate &&
        (await (0,guard_watch/* watchProgram */.wb)([command, ...args], { ...transport, cwd }, copies, {
            ...(0,guard_watch/* guardPlace */.rZ)(await programs.isolate(), runtime.workspace, runtime.childEnv),
            committed: copies.files.read,
        }));
    const reason = watch && (await watch());
    if (!reason)
        return started;
    session.transcript.emit({
        type: 'notice',
        level: 'warning',
        text: `MCP server ${server.name} was not started: ${reason}`,
    });
    return undefined;
};
const howToAllow = (name, mode) => mode === 'plan'
    ? `To allow them, add a rule with mcpName = ${name} and modes = ["plan"].`
    : `Set trust in mcpServers, add it to mcp.allowed, or add a rule with mcpName = ${name}.`;
function serverBlocker(server, { config, inputs, capabilities, runtime }) {
    const { name, transport } = server;
    if (!(0,reachable/* mayAllowServer */.O)(config.rules, name, config.mode))
        return `no rule allows any of its tools in mode ${config.mode}. ${howToAllow(JSON.stringify(name), config.mode)}`;
    if (transport.kind !== 'stdio')
        return undefined;
    const unpinned = unpinnedProblem(transport.command, transport.args);
    if (unpinned !== undefined)
        return unpinned;
    if (inputs.sandbox === 'required' && isContainer(transport.command, runtime.workspace))
        return `${(0,external_node_path_.basename)(transport.command)} needs its socket, which the sandbox hides. Remove the server or change the input sandbox, which is "required".`;
    if (capabilities.shell !== undefined)
        return undefined;
    return (0,repository_code/* serverCodeReason */.Bz)(transport, runtime.workspace);
}
const CONTAINERS = new Set(['docker', 'podman', 'nerdctl']);
const isContainerProgram = (command) => CONTAINERS.has(command);
const isContainer = (command, workspace) => isContainerProgram(command) ||
    ((0,external_node_path_.isAbsolute)(command) && !(0,paths/* isInside */.FK)(workspace, command) && CONTAINERS.has((0,external_node_path_.basename)(command)));
async function mcpEnvironment(servers, options) {
    const { config, runtime, programs } = options;
    const mayRunRepositoryCode = options.capabilities.shell !== undefined;
    const env = (0,config_runtime/* childEnvFor */.vU)(runtime, config.settings.security?.environmentVariableRedaction);
    const outsideFolder = (0,external_node_path_.join)(runtime.scratch, 'mcp');
    const copies = await (0,committed_programs/* programCopies */.AQ)(config.steering, runtime);
    if (!mayRunRepositoryCode)
        await (0,promises_.mkdir)(outsideFolder, { recursive: true, mode: 0o700 });
    const extensionFolders = config.extensions.flatMap(({ folder }) => folder ?? []);
    await programs.beforePrograms?.();
    const needsSandbox = ({ transport }) => transport.kind === 'stdio' && !isContainer(transport.command, runtime.workspace);
    const isolation = servers.some(needsSandbox) ? await programs.isolate() : undefined;
    const wrap = isolation?.wrapWithNetwork ?? isolation?.wrap;
    const checkout = isolation?.place?.(runtime.workspace) ?? runtime.workspace;
    return {
        workspace: checkout,
        cwd: mayRunRepositoryCode ? checkout : outsideFolder,
        env: mayRunRepositoryCode ? env : (0,repository_code/* withoutRepositoryPrograms */.oc)(env, runtime.workspace),
        version: version/* VERSION */.xv,
        wrapFor: (command) => isContainerProgram(command)
            ? ([, ...args]) => [(0,trusted_programs/* trustedProgramPath */.Fv)(command), ...args]
            : wrap === undefined || isContainer(command, runtime.workspace)
                ? undefined
                : (argv) => wrap(argv, [...extensionFolders, mayRunRepositoryCode ? copies.folder : outsideFolder]),
        httpAuthFor: async ({ name, transport }) => {
            if (transport.kind === 'stdio')
                return {};
            return httpAuthFor(name, transport, {
                now: runtime.now,
                fetch,
                addSecrets: options.session.filter.addSecrets,
                googleCredential: (scopes) => (0,select_provider/* googleCredentialFor */.WJ)({ ...(0,run_options/* modelOptions */.Og)(options.inputs, ''), tokenScopes: scopes }, config.env, fetch, `The MCP server ${name}`),
            });
        },
    };
}
async function startSubagentServers(agent, servers, options) {
    const { settings, env, rules } = options.config;
    const notice = (text) => options.session.transcript.emit({ type: 'notice', level: 'warning', text });
    const usedNames = new Set(Object.keys(settings.mcpServers ?? {}).map(normalizeServerName));
    const allowedServers = {};
    for (const [name, server] of Object.entries(servers))
        if (usedNames.has(normalizeServerName(name)))
            notice(`MCP server ${name} of the agent ${agent} was not started: the settings define a server with the same name.`);
        else
            allowedServers[name] = server;
    const { value, refused, missing } = (0,parse_settings/* interpolateSettings */.JE)({ mcpServers: allowedServers }, env);
    for (const place of refused)
        notice(`Agent ${agent}: ${place} was not replaced, because it is a credential.`);
    for (const place of missing)
        notice(`Agent ${agent}: ${(0,parse_settings/* emptyVariableNotice */.SZ)(place)}`);
    const trustRules = (0,settings_rules/* settingsRules */.T)({ mcpServers: value.mcpServers }).map((rule) => ({
        ...rule,
        file: `agent ${agent}: ${rule.file.replace('settings: mcpServers', 'mcp_servers')}`,
    }));
    const { allowed, excluded } = settings.mcp ?? {};
    const lists = { allowed, excluded };
    const { tools, close } = await startMcpServers({
        ...options,
        isLate: true,
        config: {
            ...options.config,
            settings: { ...settings, mcpServers: value.mcpServers, mcp: lists },
            rules: [...rules, ...trustRules],
        },
    });
    return {
        tools: tools?.tools() ?? [],
        rules: trustRules,
        instructions: tools?.instructions ?? '',
        [Symbol.asyncDispose]: close,
    };
}


/***/ })

};
