export const id = 706;
export const ids = [706];
export const modules = {

/***/ 8706:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   HOOK_EVENTS: () => (/* binding */ HOOK_EVENTS),
/* harmony export */   readHooks: () => (/* binding */ readHooks)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(119);
/* harmony import */ var _host_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9727);
/* harmony import */ var _policy_patterns_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7559);



/** What a hook can be told about. The order is that of a run. */
const HOOK_EVENTS = [
    'SessionStart',
    'SessionEnd',
    'BeforeAgent',
    'AfterAgent',
    'BeforeModel',
    'AfterModel',
    'BeforeToolSelection',
    'BeforeTool',
    'AfterTool',
    'PreCompress',
    'Notification',
];
const TIMEOUT_MS = 60_000;
const Entry = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({
    matcher: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().exactOptional(),
    sequential: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().exactOptional(),
    hooks: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({
        type: zod__WEBPACK_IMPORTED_MODULE_1__/* ["enum"] */ .k5n(['command', 'plugin'], { error: 'must be "command"' }),
        command: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().refine((text) => text.trim() !== '', 'must not be empty'),
        name: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().exactOptional(),
        timeout: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().positive().exactOptional(),
        env: zod__WEBPACK_IMPORTED_MODULE_1__/* .record */ .g1P(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()).exactOptional(),
        onFailure: zod__WEBPACK_IMPORTED_MODULE_1__/* ["enum"] */ .k5n(['deny', 'allow']).exactOptional(),
    })),
});
const names = zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()).exactOptional();
const Switches = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ enabled: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().exactOptional(), disabled: names });
const Shape = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({
    hooks: zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ enabled: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().exactOptional(), disabled: names }).exactOptional(),
    hooksConfig: Switches.exactOptional(),
    tools: zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ enableHooks: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().exactOptional() }).exactOptional(),
    enableHooks: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().exactOptional(),
});
/** What stands among the events in older settings without being one. */
const NO_EVENTS = ['enabled', 'disabled', 'notifications'];
/**
 * The hooks that settings configure, in their order; `notes` is what there is to say of the rest. Throws UserError that
 * names the field: a hook that went missing could have said no.
 */
function readHooks(settings) {
    const { hooks: table = {}, hooksConfig = {}, tools = {}, enableHooks } = parsed(Shape, settings ?? {}, []);
    const enabled = hooksConfig.enabled ?? table.enabled ?? tools.enableHooks ?? enableHooks ?? true;
    if (!enabled)
        return { hooks: [], notes: [] };
    const disabled = new Set([...(hooksConfig.disabled ?? []), ...(table.disabled ?? [])]);
    const hooks = [];
    const notes = [];
    for (const [key, value] of Object.entries(table)) {
        if (NO_EVENTS.includes(key))
            continue;
        const event = HOOK_EVENTS.find((known) => known === key);
        if (event === undefined)
            notes.push(`Settings: there is no hook event "${key}"; its hooks are left out.`);
        else
            hooks.push(...hooksOf(event, value).filter(({ name, command }) => !disabled.has(name) && !disabled.has(command)));
    }
    return { hooks, notes };
}
function hooksOf(event, value) {
    return parsed(zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(Entry), value, ['hooks', event]).flatMap(({ matcher, sequential = false, hooks }, index) => {
        const compiled = compiledMatcher(matcher, `hooks.${event}.${index}.matcher`);
        return hooks.map(({ name, command, timeout, env, onFailure }) => ({
            event,
            name: name || command,
            command,
            sequential,
            timeoutMs: timeout ?? TIMEOUT_MS,
            env: env ?? {},
            ...(compiled === undefined ? {} : { matcher: compiled }),
            ...(onFailure === undefined ? {} : { onFailure }),
        }));
    });
}
/** Triggers are compared as words, but every one of them is a pattern that compiles, too. */
function compiledMatcher(matcher, field) {
    if (matcher === undefined || ['', '*'].includes(matcher.trim()))
        return undefined;
    const compiled = (0,_policy_patterns_js__WEBPACK_IMPORTED_MODULE_0__/* .compilePattern */ .Eb)(matcher, false);
    if (compiled.ok)
        return compiled.pattern;
    throw new _host_errors_js__WEBPACK_IMPORTED_MODULE_2__.UserError(`The settings of hooks need mending:\n- ${field}: ${JSON.stringify(matcher)} ${compiled.why}`);
}
function parsed(type, value, at) {
    const result = type.safeParse(value);
    if (result.success)
        return result.data;
    const lines = result.error.issues.map(({ path, message }) => `- ${[...at, ...path].join('.')}: ${message}`);
    throw new _host_errors_js__WEBPACK_IMPORTED_MODULE_2__.UserError(`The settings of hooks need mending:\n${lines.join('\n')}`);
}


/***/ })

};
