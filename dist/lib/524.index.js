export const id = 524;
export const ids = [524];
export const modules = {

/***/ 15524:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   formatOffer: () => (/* binding */ formatOffer),
/* harmony export */   listExternalTools: () => (/* binding */ listExternalTools),
/* harmony export */   loadLocalOffer: () => (/* binding */ loadLocalOffer),
/* harmony export */   toolsCommand: () => (/* binding */ toolsCommand)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(48161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(76760);
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(57975);
/* harmony import */ var _agent_memory_files_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(94179);
/* harmony import */ var _agent_skills_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(96546);
/* harmony import */ var _agent_slash_command_files_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(14385);
/* harmony import */ var _agent_subagents_load_agents_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(49661);
/* harmony import */ var _config_extensions_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(49944);
/* harmony import */ var _config_inputs_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(27527);
/* harmony import */ var _config_load_policies_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(74613);
/* harmony import */ var _config_settings_settings_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(47040);
/* harmony import */ var _config_slash_invocations_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(85768);
/* harmony import */ var _config_steering_files_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(93970);
/* harmony import */ var _platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(82554);
/* harmony import */ var _platform_process_child_environment_js__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(64046);
/* harmony import */ var _platform_redact_redact_js__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(63391);
/* harmony import */ var _platform_sandbox_sandbox_session_js__WEBPACK_IMPORTED_MODULE_18__ = __webpack_require__(51938);
/* harmony import */ var _platform_timeout_signal_js__WEBPACK_IMPORTED_MODULE_26__ = __webpack_require__(76394);
/* harmony import */ var _policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_19__ = __webpack_require__(14345);
/* harmony import */ var _policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_25__ = __webpack_require__(95401);
/* harmony import */ var _session_build_agent_js__WEBPACK_IMPORTED_MODULE_20__ = __webpack_require__(87107);
/* harmony import */ var _session_external_tools_js__WEBPACK_IMPORTED_MODULE_21__ = __webpack_require__(14992);
/* harmony import */ var _tools_builtins_js__WEBPACK_IMPORTED_MODULE_22__ = __webpack_require__(90854);
/* harmony import */ var _command_io_js__WEBPACK_IMPORTED_MODULE_23__ = __webpack_require__(29395);
/* harmony import */ var _local_config_js__WEBPACK_IMPORTED_MODULE_24__ = __webpack_require__(74286);
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



























const HELP = `sluice tools list [--json] [--servers] [--mode MODE] [--workspace DIR] [--workflow FILE]

Lists the tools that a model would see here, and the policy's verdict on a call without arguments: allow, deny, or
"depends" when rules check the arguments. Then lists sub-agents, skills, commands and extensions.

  --json           print the tools as a JSON array
  --servers        start the MCP servers and the discovery command of the settings to list their tools too; use it only
                   with settings that you trust
  --mode MODE      ${_policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_25__/* .MODES */ .F.join(', ')}; default: the mode of a run here
  --workspace DIR  a folder of the repository (default: the current folder)
  --workflow FILE  take the inputs of this workflow (default: of the only one that uses the action)

Loads extensions, ~/.gemini and system settings as a run does. Set workflow inputs as INPUT_SETTINGS, INPUT_POLICIES and
so on.

Exit codes: 0 success, 2 wrong usage, 42 bad input.
`;
async function toolsCommand(argv, io) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        let options;
        try {
            options = readOptions(argv);
        }
        catch (error) {
            return (0,_command_io_js__WEBPACK_IMPORTED_MODULE_23__/* .reportUsageError */ .gD)(io, 'tools', error, HELP);
        }
        if (options.help) {
            io.out(HELP);
            return 0;
        }
        const notice = (text) => io.err(`${text}\n`);
        const config = __addDisposableResource(env_1, await (0,_local_config_js__WEBPACK_IMPORTED_MODULE_24__/* .loadLocalConfig */ .gm)(await (0,_command_io_js__WEBPACK_IMPORTED_MODULE_23__/* .resolveWorkspace */ .cz)(io, options.workspace), {
            ...io,
            workflow: options.workflow,
            notice,
        }), true);
        const { settings, steering, runtime } = config;
        const { workspace } = runtime;
        const mode = options.mode ?? config.mode;
        const local = await loadLocalOffer(config, notice);
        const { agents, skills } = local;
        const { rules } = await (0,_config_load_policies_js__WEBPACK_IMPORTED_MODULE_11__/* .loadRules */ .A7)(config.policyLocations, settings, steering);
        notice(`note: ${config.note}`);
        const files = await (0,_platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_15__/* .openWorkspace */ .OH)(workspace);
        const shell = { env: {}, outputDir: workspace, timeoutMs: 0, idleMs: 0 };
        const rejectCall = () => Promise.reject(new Error('`sluice tools list` runs no tool'));
        const capabilities = {
            files,
            shell,
            fetch: { leaks: () => false, web: rejectCall },
            search: { leaks: () => false, groundedGenerate: rejectCall },
            contextFiles: (0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_5__/* .memoryOptions */ .wh)(settings.context).fileNames,
            docs: io.dist,
        };
        const unavailable = () => {
            throw new Error('`sluice tools list` runs no tool');
        };
        const offered = (0,_session_build_agent_js__WEBPACK_IMPORTED_MODULE_20__/* .createAgentTools */ .bB)({ agents, skills, rules, mode }, unavailable);
        const hasExternalTools = (0,_config_settings_settings_js__WEBPACK_IMPORTED_MODULE_12__/* .hasServers */ .L)(settings) || settings.tools?.discoveryCommand !== undefined;
        if (hasExternalTools && !options.servers)
            notice('This list omits the tools of MCP servers and discovered tools. Use --servers to start the servers and include them.');
        const external = hasExternalTools && options.servers
            ? await listExternalTools({ settings, rules, mode, env: io.env, extensions: local.extensions }, { ...io, workspace, notice })
            : [];
        const tools = [...(0,_tools_builtins_js__WEBPACK_IMPORTED_MODULE_22__/* .builtins */ .T)(capabilities), ...offered.tools, ...external].map((tool) => {
            const hiddenBy = (0,_policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_19__/* .hidingRule */ .E7)(rules, tool, mode);
            const facts = { ...tool, tool: tool.name, args: {}, mode, interactive: false, beyond: undefined };
            const decision = (0,_policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_19__/* .decide */ .LD)(rules, facts, 'deny');
            const conditional = (0,_policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_19__/* .explainRules */ .re)(rules, facts).some(({ rule }) => checksArguments(rule) && namesTool(rule.match.tools, tool));
            const rule = hiddenBy ?? decision.rule;
            return {
                name: tool.name,
                declared: hiddenBy === undefined,
                verdict: hiddenBy === undefined && conditional ? 'depends' : decision.verdict === 'allow' ? 'allow' : 'deny',
                rule: rule === undefined ? null : (0,_policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_19__/* .ruleRef */ .wT)(rule),
            };
        });
        io.out(options.json ? `${JSON.stringify(tools, null, 2)}\n` : `${formatTable(tools)}\n${formatOffer(local)}`);
        return 0;
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
function readOptions(argv) {
    const { values, positionals } = (0,node_util__WEBPACK_IMPORTED_MODULE_4__.parseArgs)({
        args: argv,
        allowPositionals: true,
        options: {
            help: { type: 'boolean', short: 'h' },
            json: { type: 'boolean' },
            servers: { type: 'boolean' },
            mode: { type: 'string' },
            workspace: { type: 'string' },
            workflow: { type: 'string' },
        },
    });
    if (!values.help && positionals.join(' ') !== 'list')
        throw new Error('the only subcommand is list');
    return { ...values, mode: (0,_command_io_js__WEBPACK_IMPORTED_MODULE_23__/* .parseModeOption */ .Eq)(values.mode) };
}
const checksArguments = ({ match }) => match.args !== undefined || match.prefixes !== undefined || match.regex !== undefined;
const namesTool = (toolNames, tool) => toolNames?.some((name) => name === tool.name || tool.aliases.includes(name)) ?? tool.name === 'run_shell_command';
function formatTable(tools) {
    const width = Math.max(...tools.map(({ name }) => name.length));
    const line = ({ name, declared, verdict, rule }) => {
        const by = rule === null ? 'no rule' : `${rule.file}:${rule.line} (${describeRuleRef(rule)})`;
        return `${name.padEnd(width)}  ${verdict.padEnd(7)}  ${declared ? '' : 'not declared; '}${by}`;
    };
    return `${tools.map(line).join('\n')}\n`;
}
const describeRuleRef = (rule) => `${rule.tier} ${rule.priority}, ${rule.verdict}`;
/** Loads sub-agents, skills and commands as a run does. Starts no program. */
async function loadLocalOffer({ runtime, steering, settings, extensions }, notice) {
    const places = await (0,_config_steering_files_js__WEBPACK_IMPORTED_MODULE_14__/* .agentLocations */ .UO)(steering, extensions, runtime);
    const folders = await (0,_config_slash_invocations_js__WEBPACK_IMPORTED_MODULE_13__/* .listCommandFolders */ .nu)({
        ...runtime,
        steering,
        extensionFolders: (0,_config_extensions_js__WEBPACK_IMPORTED_MODULE_9__/* .extensionCommandFolders */ .IF)(extensions),
    });
    return {
        agents: await (0,_agent_subagents_load_agents_js__WEBPACK_IMPORTED_MODULE_8__/* .loadAgents */ .L2)(places.agents, settings, notice),
        skills: await (0,_agent_skills_js__WEBPACK_IMPORTED_MODULE_6__/* .loadSkills */ .l1)(places.skills, settings, notice),
        commands: [...(await (0,_agent_slash_command_files_js__WEBPACK_IMPORTED_MODULE_7__/* .listCommandFiles */ .hk)(folders)).keys()],
        extensions,
    };
}
/** One line for each kind that is not empty. */
function formatOffer({ agents, skills, commands, extensions }) {
    const kinds = [
        ['Sub-agents', agents.map(({ name }) => name)],
        ['Skills', skills.map(({ name }) => name)],
        ['Commands', commands.map((name) => `/${name}`)],
        ['Extensions', extensions.map(({ name }) => name)],
    ];
    return kinds
        .flatMap(([label, names]) => (names.length === 0 ? [] : `${label}: ${names.toSorted().join(', ')}\n`))
        .join('');
}
/** Starts the MCP servers and the discovery command of the settings as a run does, reads their tools and stops them. */
async function listExternalTools(config, { env, workspace, dist, notice }) {
    const scratch = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)(), `sluice-tools-${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)().slice(0, 8)}-`));
    try {
        const env_2 = { stack: [], error: void 0, hasError: false };
        try {
            const filter = (0,_platform_redact_redact_js__WEBPACK_IMPORTED_MODULE_17__/* .createSecretFilter */ .$6)((0,_platform_redact_redact_js__WEBPACK_IMPORTED_MODULE_17__/* .collectSecrets */ .qb)(env, []));
            const emit = (event) => (event.type === 'notice' ? notice(filter.text(event.text)) : undefined);
            const runtime = { env, childEnv: (0,_platform_process_child_environment_js__WEBPACK_IMPORTED_MODULE_16__/* .childEnvironment */ .Qc)(env, []), workspace, scratch, dist, now: Date.now };
            const inputs = (0,_config_inputs_js__WEBPACK_IMPORTED_MODULE_10__/* .readInputs */ .K)(env);
            const programs = __addDisposableResource(env_2, (0,_platform_sandbox_sandbox_session_js__WEBPACK_IMPORTED_MODULE_18__/* .openSandboxSession */ .W)('auto', { ...runtime, allowedHosts: inputs.allowed_hosts }, emit), true);
            const limits = { outputDir: scratch, timeoutMs: START_MS, idleMs: 0, isolate: programs.isolate };
            const external = __addDisposableResource(env_2, (0,_session_external_tools_js__WEBPACK_IMPORTED_MODULE_21__/* .startExternalTools */ .J)({
                config,
                inputs,
                capabilities: { shell: { env: runtime.childEnv, ...limits } },
                runtime,
                session: { filter, transcript: { emit } },
                programs,
                signal: (0,_platform_timeout_signal_js__WEBPACK_IMPORTED_MODULE_26__/* .timeoutSignal */ ._)(2 * START_MS),
            }), true);
            return (await external.ready).tools();
        }
        catch (e_2) {
            env_2.error = e_2;
            env_2.hasError = true;
        }
        finally {
            const result_2 = __disposeResources(env_2);
            if (result_2)
                await result_2;
        }
    }
    finally {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(scratch, { recursive: true, force: true });
    }
}
const START_MS = 60_000;


/***/ }),

/***/ 14992:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  J: () => (/* binding */ startExternalTools)
});

// EXTERNAL MODULE: ./build/config/settings/settings.js
var settings = __webpack_require__(47040);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./build/policy/rules/reachable.js
var reachable = __webpack_require__(30876);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 2 modules
var schemas = __webpack_require__(88343);
// EXTERNAL MODULE: ./build/platform/process/run-program.js + 1 modules
var run_program = __webpack_require__(76940);
// EXTERNAL MODULE: ./build/platform/process/shell-words.js
var shell_words = __webpack_require__(84626);
// EXTERNAL MODULE: ./build/text/clean-inbound.js + 1 modules
var clean_inbound = __webpack_require__(89795);
// EXTERNAL MODULE: ./build/text/format-text.js
var format_text = __webpack_require__(37595);
// EXTERNAL MODULE: ./build/tools/json-schema.js
var json_schema = __webpack_require__(58010);
// EXTERNAL MODULE: ./build/tools/long-output.js
var long_output = __webpack_require__(65652);
// EXTERNAL MODULE: ./build/tools/tool.js
var tool = __webpack_require__(10280);
;// CONCATENATED MODULE: ./build/tools/discovered.js









const MAX_OUTPUT_BYTES = 10 * 1024 * 1024;
/** Time limit of the discovery command; calls may take longer. */
const DISCOVERY_MS = 60_000;
const Element = schemas/* looseObject */._H3({
    name: schemas/* unknown */.L5J().optional(),
    description: schemas/* string */.YjP().optional(),
    parametersJsonSchema: schemas/* unknown */.L5J().optional(),
    parameters: schemas/* unknown */.L5J().optional(),
    function_declarations: schemas/* array */.YOg(schemas/* unknown */.L5J()).optional(),
    functionDeclarations: schemas/* array */.YOg(schemas/* unknown */.L5J()).optional(),
});
/**
 * Returns the tools that `tools.discoveryCommand` prints. Rejects when the command fails or prints something else. Reports
 * skipped entries with `warn`.
 */
async function discoverTools(commands, environment, warn, signal) {
    const argv = parseCommand(commands.discovery, 'Tool discovery command');
    if (commands.call === undefined || commands.call.trim() === '')
        throw new Error('tools.callCommand is missing: it must run the tools that tools.discoveryCommand lists.');
    const call = parseCommand(commands.call, 'Tool call command');
    const { ran } = await runCommand(argv, { ...environment, timeoutMs: Math.min(environment.timeoutMs, DISCOVERY_MS) }, signal);
    const tools = new Map();
    const declarations = parseDeclarations(ran);
    const nameless = declarations.filter((declaration) => declaration === undefined).length;
    if (nameless > 0)
        warn(`Discovered ${nameless === 1 ? 'a tool' : `${nameless} tools`} with no name. Skipping.`);
    for (const declaration of declarations) {
        if (declaration === undefined)
            continue;
        const tool = discoveredTool(declaration, call, environment);
        if (typeof tool === 'string')
            warn(tool);
        else if (tools.has(tool.name))
            warn(`Discovered two tools named ${tool.name}. Using the first.`);
        else
            tools.set(tool.name, tool);
    }
    return [...tools.values()];
}
function parseCommand(line, label) {
    if (line.trim() === '')
        throw new Error(`${label} is empty or contains only whitespace.`);
    const words = (0,shell_words/* splitCommandLine */.aL)(line);
    if (words !== undefined)
        return words;
    if (/^[|&;<>()`]/.test(line.trim()))
        throw new Error(`${label} must start with a program name.`);
    throw new Error(`${label} needs a shell, but runs without one. Put ${JSON.stringify(line)} into a script.`);
}
async function runCommand(argv, environment, signal, stdin) {
    const isolation = await environment.isolate?.();
    const mark = isolation?.network?.mark() ?? 0;
    const ran = await (0,run_program/* runProgram */.mB)({ argv }, {
        cwd: environment.cwd,
        env: environment.env,
        signal,
        timeoutMs: environment.timeoutMs,
        maxBytes: MAX_OUTPUT_BYTES,
        floodBytes: 2 * MAX_OUTPUT_BYTES,
        endProcessTree: true,
        stdin,
        wrap: isolation?.wrap,
    });
    return { ran, refusedHosts: isolation?.network?.refusalsSince(mark) ?? [] };
}
function parseDeclarations(ran) {
    const stderrNote = ran.stderr.trim() === '' ? '' : ` Its standard error: ${(0,format_text/* keepEnd */.zf)(ran.stderr.trim(), 500)}`;
    if (ran.failure !== undefined)
        throw new Error(`Tool discovery command could not be started: ${ran.failure}.`);
    if (ran.truncatedBytes > 0 || ran.timedOut === 'flood')
        throw new Error(`Tool discovery command output exceeded size limit of ${MAX_OUTPUT_BYTES} bytes.`);
    if (ran.timedOut !== false)
        throw new Error(`Tool discovery command took longer than ${DISCOVERY_MS / 1000} seconds.`);
    if (ran.code !== 0)
        throw new Error(`Tool discovery command failed with exit code ${ran.code ?? ran.signal}.${stderrNote}`);
    const printed = parseJson(ran.stdout);
    if (!Array.isArray(printed))
        throw new Error(`Tool discovery command did not return a JSON array of tools.${stderrNote}`);
    return printed.flatMap((entry) => {
        const element = Element.safeParse(entry);
        if (!element.success)
            return [undefined];
        const { function_declarations: older, functionDeclarations: newer } = element.data;
        return (older ?? newer ?? [entry]).map(parseDeclaration);
    });
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch (error) {
        throw new Error(`Tool discovery command did not return a JSON array of tools: ${(0,errors/* messageOf */.bD)(error)}`);
    }
}
function parseDeclaration(entry) {
    const { data } = Element.safeParse(entry);
    if (data === undefined || typeof data.name !== 'string' || data.name.trim() === '')
        return undefined;
    const { name, description = '', parametersJsonSchema, parameters } = data;
    // Gemini's own field has the types in capitals.
    const schema = isSchema(parametersJsonSchema)
        ? parametersJsonSchema
        : isSchema(parameters)
            ? lowerTypes(parameters)
            : {};
    return { name, description, parameters: (0,json_schema/* normalizeParameters */.uk)({ ...schema }) };
}
const isSchema = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** A schema of the Gemini API as JSON Schema: `STRING` is `string` there. */
function lowerTypes(schema) {
    const convert = (value) => (isSchema(value) ? lowerTypes(value) : value);
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => {
        if (key === 'type' && typeof value === 'string')
            return [key, value.toLowerCase()];
        if (key === 'properties' && isSchema(value))
            return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each)]))];
        return [key, Array.isArray(value) && key !== 'enum' ? value.map(convert) : convert(value)];
    }));
}
function discoveredTool(declaration, call, environment) {
    const { name, description, parameters } = declaration;
    const full = (0,json_schema/* toValidName */.rv)(`discovered_tool_${name}`);
    if (typeof parameters === 'string')
        return `Skipped discovered tool ${name}: its parameter schema is invalid: ${parameters}.`;
    let calls = 0;
    return {
        name: full,
        shortName: name,
        aliases: [],
        annotations: {},
        declare: () => ({ name: full, description: describeTool(description, call), parameters: parameters.declared }),
        parse(args) {
            const { wait_for_previous: _, ...toolArgs } = args;
            const problem = parameters.check(toolArgs);
            return problem === undefined ? { ok: true, args: toolArgs } : { ok: false, text: problem };
        },
        async run(args, signal) {
            calls++;
            const spill = (0,long_output/* openOutputSpill */.GJ)(environment.outputDir, `${full}-${calls}.txt`, environment.maxOutputCharacters);
            const { ran, refusedHosts } = await runCommand([...call, name], environment, signal, JSON.stringify(args));
            spill.write(Buffer.from(ran.stdout));
            return resultOf(ran, refusedHosts, spill.file(), environment.maxOutputCharacters);
        },
    };
}
const describeTool = (description, call) => `${description.trim() || 'The repository gives this tool no description.'}

This tool comes from the repository's discovery command. A call runs "${call.join(' ')}" with the tool's name as its argument and the parameters as JSON on standard input. A successful call returns the standard output. Otherwise the result has the lines Stdout, Stderr, Error (why it did not start or complete), Exit Code and Signal, with (empty) or (none) for missing values.`.trim();
/** Any standard error output means failure, as the reference has it. */
function resultOf(ran, refusedHosts, file, maxCharacters) {
    if (ran.aborted)
        return (0,tool/* failed */.gz)('cancelled', 'Tool call aborted');
    const { text, ...rest } = (0,long_output/* shortenOutput */.vc)(ran.stdout, file, maxCharacters);
    const output = (0,long_output/* withRefusals */._E)(text, refusedHosts);
    if (ran.code === 0 && ran.signal === null && ran.failure === undefined && ran.stderr === '')
        return { ...(0,tool/* done */.Vw)((0,clean_inbound/* wrapUntrusted */.fj)(output), output), ...rest };
    const timeoutReason = ran.timedOut === false ? undefined : `It was terminated: ${TIMEOUT_REASONS[ran.timedOut]}.`;
    const report = [
        `Stdout: ${output || '(empty)'}`,
        `Stderr: ${(0,long_output/* truncateOutput */.Kx)(ran.stderr, undefined) || '(empty)'}`,
        `Error: ${ran.failure ?? timeoutReason ?? '(none)'}`,
        `Exit Code: ${ran.code ?? '(none)'}`,
        `Signal: ${ran.signal ?? '(none)'}`,
    ].join('\n');
    return { ...(0,tool/* failed */.gz)('discovered_tool_execution_error', (0,clean_inbound/* wrapUntrusted */.fj)(report)), ...rest };
}
const TIMEOUT_REASONS = {
    total: 'it took too long',
    idle: 'it printed nothing for too long',
    flood: 'it printed too much',
};

;// CONCATENATED MODULE: ./build/session/external-tools.js




const NO_TOOLS = {
    tools: () => [],
    version: () => 0,
    instructions: '',
    prompt: async () => undefined,
};
/** Starts the tools that the settings name, in the background. The MCP client is large, so it loads only when they name a server. */
function startExternalTools(options) {
    const opening = (0,settings/* hasServers */.L)(options.config.settings)
        ? Promise.all(/* import() */[__webpack_require__.e(650), __webpack_require__.e(730)]).then(__webpack_require__.bind(__webpack_require__, 56730)).then(({ startMcpServers }) => startMcpServers(options))
        : undefined;
    const ready = Promise.all([opening, discoverRepositoryTools(options)]).then(([opened, discovered]) => {
        const loaded = opened?.tools ?? NO_TOOLS;
        return discovered.length === 0 ? loaded : { ...loaded, tools: () => [...discovered, ...loaded.tools()] };
    });
    ready.catch(() => undefined); // reported when `ready` is awaited
    return {
        ready,
        startServers: async ({ name, servers = {} }, signal) => Object.keys(servers).length === 0
            ? undefined
            : (await Promise.all(/* import() */[__webpack_require__.e(650), __webpack_require__.e(730)]).then(__webpack_require__.bind(__webpack_require__, 56730))).startSubagentServers(name, servers, { ...options, signal }),
        async [Symbol.asyncDispose]() {
            const opened = await opening?.catch(() => undefined);
            await opened?.close();
        },
    };
}
const NAME_PREFIX = 'discovered_tool_';
/** The tools of the discovery command. Returns none, with a notice, when the command may not or cannot run. */
async function discoverRepositoryTools({ config, capabilities, runtime, session, signal, }) {
    const { discoveryCommand: discovery, callCommand: call } = config.settings.tools ?? {};
    if (discovery === undefined)
        return [];
    const warn = (text) => session.transcript.emit({ type: 'notice', level: 'warning', text });
    const none = (reason) => {
        warn(`tools.discoveryCommand provides no tools: ${reason}`);
        return [];
    };
    const { shell } = capabilities;
    if (shell === undefined)
        return none('this run may not execute programs of the checkout.');
    if (!(0,reachable/* mayAllowToolPrefix */.l4)(config.rules, NAME_PREFIX, config.mode))
        return none(`no rule allows them in mode ${config.mode}. Add a rule with toolName = "${NAME_PREFIX}*".`);
    try {
        return await discoverTools({ discovery, call }, { ...shell, cwd: runtime.workspace }, warn, signal);
    }
    catch (error) {
        if (error instanceof errors/* IsolationError */.RV)
            throw error;
        return signal.aborted ? [] : none((0,errors/* messageOf */.bD)(error));
    }
}


/***/ }),

/***/ 58010:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ex: () => (/* binding */ hasTypes),
/* harmony export */   rv: () => (/* binding */ toValidName),
/* harmony export */   uk: () => (/* binding */ normalizeParameters)
/* harmony export */ });
/* harmony import */ var ajv__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(42463);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34779);
/* harmony import */ var _platform_lazy_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(21510);
/* harmony import */ var _text_json_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(25666);




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
    if ((0,_text_json_js__WEBPACK_IMPORTED_MODULE_3__/* .exceedsDepth */ .Rv)(plain, MAX_DEPTH))
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
