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
/* harmony import */ var _platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(36575);
/* harmony import */ var _platform_process_child_environment_js__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(64046);
/* harmony import */ var _platform_redact_redact_js__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(63391);
/* harmony import */ var _platform_sandbox_sandbox_session_js__WEBPACK_IMPORTED_MODULE_18__ = __webpack_require__(51938);
/* harmony import */ var _platform_timeout_signal_js__WEBPACK_IMPORTED_MODULE_26__ = __webpack_require__(76394);
/* harmony import */ var _policy_rules_decide_js__WEBPACK_IMPORTED_MODULE_19__ = __webpack_require__(14345);
/* harmony import */ var _policy_rules_rule_js__WEBPACK_IMPORTED_MODULE_25__ = __webpack_require__(95401);
/* harmony import */ var _session_build_agent_js__WEBPACK_IMPORTED_MODULE_20__ = __webpack_require__(87107);
/* harmony import */ var _session_external_tools_js__WEBPACK_IMPORTED_MODULE_21__ = __webpack_require__(14992);
/* harmony import */ var _tools_builtins_js__WEBPACK_IMPORTED_MODULE_22__ = __webpack_require__(8226);
/* harmony import */ var _command_io_js__WEBPACK_IMPORTED_MODULE_23__ = __webpack_require__(29395);
/* harmony import */ var _local_config_js__WEBPACK_IMPORTED_MODULE_24__ = __webpack_require__(29639);
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
            ? await listExternalTools({ settings, rules, mode, env: io.env, extensions: local.extensions, steering }, { ...io, workspace, notice })
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
async function listExternalTools(config, { env, workspace, dist, notice }) {
    const scratch = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)(), `sluice-tools-${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)().slice(0, 8)}-`));
    try {
        const env_2 = { stack: [], error: void 0, hasError: false };
        try {
            const filter = (0,_platform_redact_redact_js__WEBPACK_IMPORTED_MODULE_17__/* .createSecretFilter */ .$6)((0,_platform_redact_redact_js__WEBPACK_IMPORTED_MODULE_17__/* .collectSecrets */ .qb)(env, []));
            const emit = (event) => (event.type === 'notice' ? notice(filter.text(event.text)) : undefined);
            const runtime = { env, childEnv: (0,_platform_process_child_environment_js__WEBPACK_IMPORTED_MODULE_16__/* .childEnvironment */ .Qc)(env, []), workspace, scratch, dist, now: Date.now };
            const inputs = (0,_config_inputs_js__WEBPACK_IMPORTED_MODULE_10__/* .readInputs */ .Ko)(env);
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


/***/ })

};
