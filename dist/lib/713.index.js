export const id = 713;
export const ids = [713];
export const modules = {

/***/ 72713:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   startSubagentServers: () => (/* binding */ startSubagentServers)
/* harmony export */ });
/* harmony import */ var _config_settings_environment_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(21752);
/* harmony import */ var _mcp_names_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(24939);
/* harmony import */ var _policy_rules_settings_rules_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(21876);
/* harmony import */ var _mcp_servers_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76277);




/** Starts the MCP servers of one sub-agent, with the same rules, lists and sandbox as the servers of the settings. */
async function startSubagentServers(agent, servers, options) {
    const { settings, env, rules } = options.config;
    const notice = (text) => options.session.transcript.emit({ type: 'notice', level: 'warning', text });
    const usedNames = new Set(Object.keys(settings.mcpServers ?? {}).map(_mcp_names_js__WEBPACK_IMPORTED_MODULE_3__/* .normalizeServerName */ .Ah));
    const allowedServers = {};
    // A server with the name of a run's server would match the rules for that server.
    for (const [name, server] of Object.entries(servers))
        if (usedNames.has((0,_mcp_names_js__WEBPACK_IMPORTED_MODULE_3__/* .normalizeServerName */ .Ah)(name)))
            notice(`MCP server ${name} of the agent ${agent} was not started: the settings define a server with the same name.`);
        else
            allowedServers[name] = server;
    const { value, refused, missing } = (0,_config_settings_environment_js__WEBPACK_IMPORTED_MODULE_0__/* .interpolateSettings */ .J)({ mcpServers: allowedServers }, env);
    for (const place of refused)
        notice(`Agent ${agent}: ${place} was not replaced, because it is a credential.`);
    for (const place of missing)
        notice(`Agent ${agent}: ${(0,_config_settings_environment_js__WEBPACK_IMPORTED_MODULE_0__/* .emptyVariableNotice */ .S)(place)}`);
    const trustRules = (0,_policy_rules_settings_rules_js__WEBPACK_IMPORTED_MODULE_1__/* .settingsRules */ .T)({ mcpServers: value.mcpServers }).map((rule) => ({
        ...rule,
        file: `agent ${agent}: ${rule.file.replace('settings: mcpServers', 'mcp_servers')}`,
    }));
    const { allowed, excluded } = settings.mcp ?? {};
    const lists = { allowed, excluded };
    const { tools, close } = await (0,_mcp_servers_js__WEBPACK_IMPORTED_MODULE_2__.startMcpServers)({
        ...options,
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
