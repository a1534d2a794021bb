export const id = 456;
export const ids = [456];
export const modules = {

/***/ 35198:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   q: () => (/* binding */ findWorkflowMistakes)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var _actions_expressions__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1281);
/* harmony import */ var _actions_languageservice_context_workflow_context__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(74240);
/* harmony import */ var _actions_languageservice_context_providers_inputs__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(79591);
/* harmony import */ var _actions_languageservice_context_providers_job__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(61499);
/* harmony import */ var _actions_languageservice_context_providers_jobs__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(10894);
/* harmony import */ var _actions_languageservice_context_providers_needs__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(90285);
/* harmony import */ var _actions_languageservice_context_providers_steps__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(43067);
/* harmony import */ var _actions_languageservice_expression_validation_error_dictionary__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(35249);
/* harmony import */ var _actions_languageservice_expression_validation_evaluator__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(5663);
/* harmony import */ var _actions_languageservice_expression_validation_functions__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(40783);
/* harmony import */ var _actions_languageservice_utils_find_token__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(46470);
/* harmony import */ var _actions_languageservice_utils_validate_if__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(7183);
/* harmony import */ var _actions_languageservice_validate_format_string__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(91399);
/* harmony import */ var _actions_workflow_parser__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(22657);
/* harmony import */ var _actions_workflow_parser_model_convert__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(9335);
/* harmony import */ var _actions_workflow_parser_model_converter_if_condition__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(85553);
/* harmony import */ var _actions_workflow_parser_model_type_guards__WEBPACK_IMPORTED_MODULE_26__ = __webpack_require__(56118);
/* harmony import */ var _actions_workflow_parser_templates_allowed_context__WEBPACK_IMPORTED_MODULE_25__ = __webpack_require__(8619);
/* harmony import */ var _actions_workflow_parser_templates_schema_mapping_definition__WEBPACK_IMPORTED_MODULE_18__ = __webpack_require__(64129);
/* harmony import */ var _actions_workflow_parser_templates_schema_one_of_definition__WEBPACK_IMPORTED_MODULE_19__ = __webpack_require__(57621);
/* harmony import */ var _actions_workflow_parser_templates_schema_string_definition__WEBPACK_IMPORTED_MODULE_20__ = __webpack_require__(768);
/* harmony import */ var _actions_workflow_parser_templates_template_context__WEBPACK_IMPORTED_MODULE_24__ = __webpack_require__(15071);
/* harmony import */ var _actions_workflow_parser_templates_tokens_template_token__WEBPACK_IMPORTED_MODULE_21__ = __webpack_require__(2645);
/* harmony import */ var _actions_workflow_parser_workflows_workflow_schema__WEBPACK_IMPORTED_MODULE_22__ = __webpack_require__(53289);
/* harmony import */ var fastest_levenshtein__WEBPACK_IMPORTED_MODULE_23__ = __webpack_require__(21916);



























async function findWorkflowMistakes(file, text, root) {
    const context = new _actions_workflow_parser_templates_template_context__WEBPACK_IMPORTED_MODULE_24__/* .TemplateContext */ .m(new _actions_workflow_parser_templates_template_context__WEBPACK_IMPORTED_MODULE_24__/* .TemplateValidationErrors */ .R(), (0,_actions_workflow_parser_workflows_workflow_schema__WEBPACK_IMPORTED_MODULE_22__/* .getWorkflowSchema */ .L)(), new _actions_workflow_parser__WEBPACK_IMPORTED_MODULE_15__/* .NoOperationTraceWriter */ .P0());
    const featureFlags = new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .FeatureFlags */ .gH({ all: true });
    context.state.featureFlags = featureFlags;
    const { value } = (0,_actions_workflow_parser__WEBPACK_IMPORTED_MODULE_15__/* .parseWorkflow */ .hM)({ name: file, content: text }, context);
    const values = [];
    if (value !== undefined) {
        const template = await (0,_actions_workflow_parser__WEBPACK_IMPORTED_MODULE_15__/* .convertWorkflowTemplate */ .DE)(context, value, localWorkflows(root), {
            fetchReusableWorkflowDepth: 1,
            errorPolicy: _actions_workflow_parser_model_convert__WEBPACK_IMPORTED_MODULE_16__/* .ErrorPolicy */ .t.TryConversion,
            featureFlags,
        });
        for (const expression of expressionsOf(value)) {
            const { start } = expression.range;
            const { path } = (0,_actions_languageservice_utils_find_token__WEBPACK_IMPORTED_MODULE_12__/* .findToken */ .f)({ line: start.line - 1, character: start.column - 1 }, value);
            const place = (0,_actions_languageservice_context_workflow_context__WEBPACK_IMPORTED_MODULE_3__/* .getWorkflowContext */ .H)(file, template, path);
            values.push(...valueMistakes(expression, place).map((each) => ({ ...each, ...start })));
        }
    }
    const refusals = context.errors.getErrors().flatMap(({ rawMessage, prefix, range }) => {
        if (prefix !== undefined && !prefix.startsWith(file))
            return [];
        const start = range?.start ?? { line: 1, column: 1 };
        const { token, parent } = (0,_actions_languageservice_utils_find_token__WEBPACK_IMPORTED_MODULE_12__/* .findToken */ .f)({ line: start.line - 1, character: start.column - 1 }, value);
        return [{ ...start, isRefused: true, ...refusalText(rawMessage, keysOf(token?.definition ?? parent?.definition)) }];
    });
    return [...refusals, ...values].toSorted((a, b) => a.line - b.line || a.column - b.column);
}
const localWorkflows = (root) => ({
    async getFileContent(reference) {
        if ('repository' in reference)
            return { name: '', content: '' };
        return { name: reference.path, content: await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, reference.path), 'utf8') };
    },
});
const CONDITIONS = ['job-if', 'step-if', 'snapshot-if'];
function* expressionsOf(root) {
    for (const [parent, token, key] of _actions_workflow_parser_templates_tokens_template_token__WEBPACK_IMPORTED_MODULE_21__/* .TemplateToken */ .s.traverse(root)) {
        const { range } = token;
        if (range === undefined)
            continue;
        const allowed = (key ?? parent ?? token).definitionInfo?.allowedContext ?? [];
        if ((0,_actions_workflow_parser__WEBPACK_IMPORTED_MODULE_15__/* .isBasicExpression */ .hR)(token)) {
            const isCondition = CONDITIONS.includes(key?.definition?.key ?? token.definition?.key ?? '');
            for (const { expression, range: inner } of token.originalExpressions ?? [token])
                yield { text: expression, sourceText: expression, range: inner ?? range, allowed, isCondition };
            if (isCondition && token.originalExpressions !== undefined)
                yield { text: token.expression, sourceText: token.expression, range, allowed, isCondition };
        }
        else if ((0,_actions_workflow_parser__WEBPACK_IMPORTED_MODULE_15__/* .isString */ .Kg)(token) && CONDITIONS.includes(token.definition?.key ?? '') && token.value.trim() !== '')
            yield {
                text: (0,_actions_workflow_parser_model_converter_if_condition__WEBPACK_IMPORTED_MODULE_17__/* .ensureStatusFunction */ .ZA)(token.value.trim(), token.definitionInfo),
                sourceText: token.value.trim(),
                range,
                allowed,
                isCondition: true,
            };
    }
}
function valueMistakes({ text, sourceText, allowed, isCondition }, place) {
    const { namedContexts, functions } = (0,_actions_workflow_parser_templates_allowed_context__WEBPACK_IMPORTED_MODULE_25__/* .splitAllowedContext */ .i)([...allowed]);
    let parsed;
    try {
        parsed = new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .Parser */ .iX(new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .Lexer */ .JG(text).lex().tokens, namedContexts, functions).parse();
    }
    catch {
        return [];
    }
    const contexts = new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .DescriptionDictionary */ .JS();
    for (const name of namedContexts)
        contexts.add(name, contextOf(name, place));
    const evaluator = new _actions_languageservice_expression_validation_evaluator__WEBPACK_IMPORTED_MODULE_10__/* .ValidationEvaluator */ .V(parsed, (0,_actions_languageservice_expression_validation_error_dictionary__WEBPACK_IMPORTED_MODULE_9__/* .wrapDictionary */ .rf)(contexts), _actions_languageservice_expression_validation_functions__WEBPACK_IMPORTED_MODULE_11__/* .validatorFunctions */ .k);
    evaluator.validate();
    return [
        ...(isCondition && (0,_actions_languageservice_utils_validate_if__WEBPACK_IMPORTED_MODULE_13__/* .hasFormatWithLiteralText */ .e)(parsed) ? [ALWAYS_TRUE] : []),
        ...(0,_actions_languageservice_validate_format_string__WEBPACK_IMPORTED_MODULE_14__/* .validateFormatCalls */ .X)(parsed).map((mistake) => ({
            isRefused: true,
            problem: mistake.type === 'invalid-syntax'
                ? `The text of format() is wrong: ${mistake.message}.`
                : `The text of format() has the place {${mistake.expected - 1}}, but only ${mistake.provided} values follow.`,
            fix: 'Give format() one value for each place, and write {{ for a brace.',
        })),
        ...evaluator.errors.map(({ message }) => valueText(message, sourceText)),
    ];
}
const ALWAYS_TRUE = {
    isRefused: false,
    problem: 'This condition is always true: text stands outside ${{ }}.',
    fix: 'Put the whole condition inside one ${{ }}, or write it without.',
};
function contextOf(name, place) {
    switch (name) {
        case 'github':
            return githubContext();
        case 'inputs':
            return (0,_actions_languageservice_context_providers_inputs__WEBPACK_IMPORTED_MODULE_4__/* .getInputsContext */ .D)(place);
        case 'needs':
            return needsContext(place);
        case 'steps':
            return (0,_actions_languageservice_context_providers_steps__WEBPACK_IMPORTED_MODULE_8__/* .getStepsContext */ .r)(place);
        case 'jobs':
            return (0,_actions_languageservice_context_providers_jobs__WEBPACK_IMPORTED_MODULE_6__/* .getJobsContext */ .O)(place);
        case 'job':
            return (0,_actions_languageservice_context_providers_job__WEBPACK_IMPORTED_MODULE_5__/* .getJobContext */ .F)(place);
        case 'matrix':
            return matrixContext(place);
        case 'runner':
            return namesOnly(['arch', 'debug', 'environment', 'name', 'os', 'temp', 'tool_cache', 'workspace']);
        case 'strategy':
            return namesOnly(['fail-fast', 'job-index', 'job-total', 'max-parallel']);
        default:
            return unknown();
    }
}
const namesOnly = (names) => new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .DescriptionDictionary */ .JS(...names.map((key) => ({ key, value: new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .data.Null */ .p.Uv() })));
function unknown() {
    const map = new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .DescriptionDictionary */ .JS();
    map.complete = false;
    return map;
}
const GITHUB_NAMES = 'action action_path action_ref action_repository action_status actor actor_id api_url base_ref env event_name event_path graphql_url head_ref job path ref ref_name ref_protected ref_type repository repository_id repository_owner repository_owner_id repositoryUrl retention_days run_id run_number run_attempt secret_source server_url sha token triggering_actor workflow workflow_ref workflow_sha workspace';
function githubContext() {
    const map = namesOnly(GITHUB_NAMES.split(' '));
    map.add('event', unknown());
    return map;
}
function needsContext(place) {
    const foreign = (place.template?.jobs ?? []).filter((job) => (0,_actions_workflow_parser_model_type_guards__WEBPACK_IMPORTED_MODULE_26__/* .isReusableWorkflowJob */ .iK)(job) && job.outputs === undefined);
    const needs = new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .DescriptionDictionary */ .JS();
    for (const { key, value } of (0,_actions_languageservice_context_providers_needs__WEBPACK_IMPORTED_MODULE_7__/* .getNeedsContext */ .Z)(place).pairs())
        needs.add(key, foreign.some(({ id }) => id.value === key) ? unknown() : value);
    return needs;
}
function matrixContext({ job, reusableWorkflowJob }) {
    const strategy = job?.strategy ?? reusableWorkflowJob?.strategy;
    const matrix = strategy !== undefined && (0,_actions_workflow_parser__WEBPACK_IMPORTED_MODULE_15__/* .isMapping */ .pi)(strategy) ? strategy.find('matrix') : undefined;
    const names = [];
    if (matrix === undefined || !(0,_actions_workflow_parser__WEBPACK_IMPORTED_MODULE_15__/* .isMapping */ .pi)(matrix))
        return new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .data.Null */ .p.Uv();
    for (const { key, value } of matrix) {
        if (!(0,_actions_workflow_parser__WEBPACK_IMPORTED_MODULE_15__/* .isString */ .Kg)(key))
            return new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .data.Null */ .p.Uv();
        if (key.value !== 'include')
            names.push(key.value);
        else if (!(0,_actions_workflow_parser__WEBPACK_IMPORTED_MODULE_15__/* .isSequence */ .wZ)(value))
            return new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .data.Null */ .p.Uv();
        else
            for (const item of value) {
                if (!(0,_actions_workflow_parser__WEBPACK_IMPORTED_MODULE_15__/* .isMapping */ .pi)(item))
                    return new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .data.Null */ .p.Uv();
                for (const pair of item)
                    names.push(pair.key.toString());
            }
    }
    const map = unknown();
    map.complete = true;
    for (const name of names)
        if (map.get(name) === undefined)
            map.add(name, new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .data.Null */ .p.Uv());
    return map;
}
const WORKFLOW_SYNTAX = 'https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax';
const CONTEXTS = [
    'github',
    'env',
    'vars',
    'job',
    'jobs',
    'steps',
    'runner',
    'secrets',
    'strategy',
    'matrix',
    'needs',
    'inputs',
];
function refusalText(message, keys) {
    const [problem = ''] = message.split('\n');
    return { problem: `GitHub refuses this file: ${problem.replace(/[.:]?$/, '.')}`, fix: refusalFix(problem, keys) };
}
function refusalFix(message, keys) {
    const value = /^Unexpected value '(.*)'/.exec(message)?.[1];
    if (value !== undefined)
        return nearest(value, keys)?.fix ?? nearFix(value, schemaWords());
    const name = /^Unrecognized named-value: '(.*?)'/.exec(message)?.[1];
    if (name !== undefined)
        return nearFix(name, CONTEXTS);
    const missing = /^Required property is missing: (.*)$/.exec(message)?.[1];
    if (missing !== undefined)
        return `Add ${missing}.`;
    if (/^Unexpected symbol: '"/.test(message))
        return 'Write texts in single quotes.';
    return /is not closed/.test(message) ? 'End the expression with }}.' : `See ${WORKFLOW_SYNTAX}.`;
}
function nearFix(word, words) {
    if (words.includes(word))
        return `Remove ${word} here: GitHub knows it only in other places. See ${WORKFLOW_SYNTAX}.`;
    return nearest(word, words)?.fix ?? `See ${WORKFLOW_SYNTAX}.`;
}
function valueText(message, expression) {
    const name = /^Context access might be invalid: (.*)$/.exec(message)?.[1];
    if (name === undefined)
        return { isRefused: true, problem: `\${{ ${expression} }} fails: ${message}.`, fix: `See ${WORKFLOW_SYNTAX}.` };
    return {
        isRefused: false,
        problem: `Nothing sets ${name}, which \${{ ${expression} }} reads, so it is always empty.`,
        fix: `Correct the name ${name}, or set it before this place.`,
    };
}
const schemaWords = () => Object.values((0,_actions_workflow_parser_workflows_workflow_schema__WEBPACK_IMPORTED_MODULE_22__/* .getWorkflowSchema */ .L)().definitions).flatMap((definition) => definition instanceof _actions_workflow_parser_templates_schema_mapping_definition__WEBPACK_IMPORTED_MODULE_18__/* .MappingDefinition */ .c
    ? Object.keys(definition.properties)
    : definition instanceof _actions_workflow_parser_templates_schema_string_definition__WEBPACK_IMPORTED_MODULE_20__/* .StringDefinition */ .J && definition.constant
        ? [definition.constant]
        : []);
function keysOf(definition) {
    if (definition instanceof _actions_workflow_parser_templates_schema_mapping_definition__WEBPACK_IMPORTED_MODULE_18__/* .MappingDefinition */ .c)
        return Object.keys(definition.properties);
    const { definitions } = (0,_actions_workflow_parser_workflows_workflow_schema__WEBPACK_IMPORTED_MODULE_22__/* .getWorkflowSchema */ .L)();
    return definition instanceof _actions_workflow_parser_templates_schema_one_of_definition__WEBPACK_IMPORTED_MODULE_19__/* .OneOfDefinition */ .N ? definition.oneOf.flatMap((name) => keysOf(definitions[name])) : [];
}
const sortedLetters = (word) => [...word].toSorted().join('');
function nearest(word, words) {
    if (words.length === 0)
        return undefined;
    const sourceText = word.toLowerCase();
    const swapped = words.find((each) => sortedLetters(each) === sortedLetters(sourceText));
    const near = swapped ?? (0,fastest_levenshtein__WEBPACK_IMPORTED_MODULE_23__/* .closest */ .kp)(sourceText, [...words]);
    const isNear = swapped !== undefined || (0,fastest_levenshtein__WEBPACK_IMPORTED_MODULE_23__/* .distance */ .Io)(sourceText, near) <= Math.max(1, word.length / 5);
    return isNear ? { fix: `Write ${near}.` } : undefined;
}


/***/ }),

/***/ 21685:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ falsePart),
/* harmony export */   p: () => (/* binding */ evaluateText)
/* harmony export */ });
/* harmony import */ var _actions_expressions__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1281);
/* harmony import */ var _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(12049);
/* harmony import */ var _actions_expressions_lexer__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(12083);
/* harmony import */ var _actions_expressions_result__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(96856);
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(34779);





const NAMES = [
    'github',
    'env',
    'vars',
    'secrets',
    'inputs',
    'steps',
    'needs',
    'matrix',
    'strategy',
    'runner',
    'job',
    'jobs',
];
const STATUS = { success: true, always: true, failure: false, cancelled: false };
const functions = [
    ...Object.entries(STATUS).map(([name, value]) => ({
        name,
        minArgs: 0,
        maxArgs: 0,
        call: () => new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.BooleanData */ .p.bo(value),
    })),
    { name: 'hashfiles', minArgs: 1, maxArgs: 255, call: () => new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.StringData */ .p.uQ('') },
];
function evaluated(expression, contexts) {
    const explained = (action) => {
        try {
            return action();
        }
        catch (error) {
            throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .UserError */ .yo(`\${{ ${expression.trim()} }} fails: ${(0,_platform_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .messageOf */ .bD)(error)}.`, { cause: error });
        }
    };
    const expr = explained(() => new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .Parser */ .iX(new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .Lexer */ .JG(expression).lex().tokens, NAMES, functions).parse());
    const known = new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.Dictionary */ .p.bT(...NAMES.map((key) => ({ key, value: toData(contexts[key] ?? {}) })));
    const definitions = new Map(functions.map((each) => [each.name, each]));
    return { expr, evaluate: (part) => explained(() => new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .Evaluator */ .oi(part, known, definitions).evaluate()) };
}
function toData(value) {
    if (typeof value === 'string')
        return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.StringData */ .p.uQ(value);
    if (typeof value === 'number')
        return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.NumberData */ .p.Q9(value);
    if (typeof value === 'boolean')
        return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.BooleanData */ .p.bo(value);
    if (Array.isArray(value))
        return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.Array */ .p.O3(...value.map(toData));
    if (typeof value !== 'object' || value === null)
        return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.Null */ .p.Uv();
    return new _actions_expressions__WEBPACK_IMPORTED_MODULE_0__/* .data.Dictionary */ .p.bT(...Object.entries(value).map(([key, each]) => ({ key, value: toData(each) })));
}
const evaluateText = (text, contexts) => text.replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression) => {
    const { expr, evaluate } = evaluated(expression, contexts);
    return evaluate(expr).coerceString();
});
function falsePart(condition, contexts) {
    const text = String(condition ?? '').trim();
    if (text === '')
        return undefined;
    const inside = /^\$\{\{([\s\S]*)\}\}$/.exec(text)?.[1];
    const isWhole = inside !== undefined && !inside.includes('${{');
    if (!isWhole && text.includes('${{'))
        return evaluateText(text, contexts) === '' ? text : undefined;
    const { expr, evaluate } = evaluated(isWhole ? inside : text, contexts);
    if ((0,_actions_expressions_result__WEBPACK_IMPORTED_MODULE_3__/* .truthy */ .vN)(evaluate(expr)))
        return undefined;
    const part = decisivePart(expr, evaluate);
    const read = part instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Binary */ .yI ? part.left : part instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .FunctionCall */ .R6 ? part.args[0] : undefined;
    if (read === undefined || read instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Literal */ .uS)
        return textOf(part);
    const value = evaluate(read);
    const shown = value.primitive ? JSON.stringify(shortened(value.coerceString())) : undefined;
    return shown === undefined ? textOf(part) : `${textOf(part)}, where ${textOf(read)} is ${shown}`;
}
const shortened = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
function decisivePart(expr, evaluate) {
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Grouping */ .aU)
        return decisivePart(expr.group, evaluate);
    if (!(expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Logical */ .oD) || expr.operator.type !== _actions_expressions_lexer__WEBPACK_IMPORTED_MODULE_2__/* .TokenType */ .ks.AND)
        return expr;
    const part = expr.args.find((each) => !(0,_actions_expressions_result__WEBPACK_IMPORTED_MODULE_3__/* .truthy */ .vN)(evaluate(each)));
    return part === undefined ? expr : decisivePart(part, evaluate);
}
function textOf(expr) {
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Literal */ .uS)
        return expr.token.lexeme;
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .ContextAccess */ .QC)
        return expr.name.lexeme;
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Grouping */ .aU)
        return `(${textOf(expr.group)})`;
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Unary */ ._c)
        return `${expr.operator.lexeme}${textOf(expr.expr)}`;
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Binary */ .yI)
        return `${textOf(expr.left)} ${expr.operator.lexeme} ${textOf(expr.right)}`;
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Logical */ .oD)
        return expr.args.map(textOf).join(` ${expr.operator.lexeme} `);
    if (expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .FunctionCall */ .R6)
        return `${expr.functionName.lexeme}(${expr.args.map(textOf).join(', ')})`;
    if (!(expr instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .IndexAccess */ .p_))
        return '*';
    const isName = expr.index instanceof _actions_expressions_ast__WEBPACK_IMPORTED_MODULE_1__/* .Literal */ .uS && expr.index.token.type === _actions_expressions_lexer__WEBPACK_IMPORTED_MODULE_2__/* .TokenType */ .ks.IDENTIFIER;
    const index = textOf(expr.index);
    return isName || index === '*' ? `${textOf(expr.expr)}.${index}` : `${textOf(expr.expr)}[${index}]`;
}


/***/ }),

/***/ 61845:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bw: () => (/* binding */ REPOSITORY),
/* harmony export */   NC: () => (/* binding */ situationsOf),
/* harmony export */   P3: () => (/* binding */ FORK),
/* harmony export */   Q9: () => (/* binding */ ISSUE_NUMBER),
/* harmony export */   UC: () => (/* binding */ RUN_ID),
/* harmony export */   bK: () => (/* binding */ LOGINS),
/* harmony export */   cg: () => (/* binding */ PULL_NUMBER),
/* harmony export */   hG: () => (/* binding */ SHA)
/* harmony export */ });
/* harmony import */ var _config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(89009);
/* harmony import */ var _workflow_events_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(43358);


const REPOSITORY = 'octo/example';
const FORK = 'stranger/example';
const SHA = { base: 'b'.repeat(40), head: 'c'.repeat(40) };
const PULL_NUMBER = 7;
const ISSUE_NUMBER = 5;
const RUN_ID = 31;
const LOGINS = {
    writer: 'writer',
    stranger: 'stranger',
    bot: 'helper[bot]',
    dependabot: 'dependabot[bot]',
};
const person = (actor) => ({
    login: LOGINS[actor],
    type: LOGINS[actor].endsWith('[bot]') ? 'Bot' : 'User',
});
const association = (actor) => (actor === 'writer' ? 'COLLABORATOR' : 'NONE');
const repository = { full_name: REPOSITORY, default_branch: 'main' };
function pullRequest(author, code, labels) {
    const head = code === 'own' ? { full_name: REPOSITORY, fork: false } : { full_name: FORK, fork: true };
    return {
        number: PULL_NUMBER,
        title: 'A change',
        body: 'What it does.',
        draft: false,
        user: person(author),
        author_association: association(author),
        labels: labels.map((name) => ({ name })),
        base: { ref: 'main', sha: SHA.base, repo: { full_name: REPOSITORY, fork: false } },
        head: { ref: 'topic', sha: SHA.head, repo: head },
    };
}
const issueOf = (author, labels, body = 'It fails.') => ({
    number: ISSUE_NUMBER,
    title: 'A problem',
    body,
    user: person(author),
    author_association: association(author),
    labels: labels.map((name) => ({ name })),
});
function situationsOf(events, job, step) {
    const inputs = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .mapOf */ .A7)(step.step.with);
    const conditions = (0,_config_workflow_file_js__WEBPACK_IMPORTED_MODULE_0__/* .textsIn */ .Ej)({ if: job.job.if, step: step.step.if }).join('\n');
    const phrase = String(inputs.trigger_phrase ?? '@gemini-cli');
    const facts = {
        opening: [...conditions.matchAll(/(?<!!)contains\(github\.event\.(?:comment|review)\.body, '([^']+)'\)/g)]
            .map(([, words = '']) => words)
            .find((words) => words.startsWith(phrase)) ?? phrase,
        label: firstName(inputs.label_trigger) ?? /label\.name\s*==\s*'([^']+)'/.exec(conditions)?.[1] ?? 'bug',
        assignee: firstName(inputs.assignee_trigger) ?? LOGINS.writer,
        cron: '0 0 * * *',
    };
    return [...events].flatMap(([event, { types }]) => (Array.isArray(types)
        ? types.map(String)
        : typeof types === 'string'
            ? [types]
            : ((0,_workflow_events_js__WEBPACK_IMPORTED_MODULE_1__/* .defaultTypes */ .J)(event) ?? [undefined])).flatMap((type) => situationsOfType(event, type, facts)));
}
const firstName = (list) => String(list ?? '')
    .split(/[,\n]/)
    .map((name) => name.trim())
    .find((name) => name !== '' && !name.includes('${{'));
const PEOPLE = ['writer', 'stranger', 'bot'];
const BY_WRITERS = ['labeled', 'unlabeled', 'assigned', 'unassigned', 'milestoned'];
function situationsOfType(event, type, facts) {
    const situation = (actor, code, payload) => ({
        event,
        type,
        actor,
        code,
        payload: { action: type, repository, sender: person(actor), ...payload },
    });
    const actors = type !== undefined && BY_WRITERS.includes(type) ? ['writer', 'bot'] : PEOPLE;
    const added = type === 'labeled'
        ? { label: { name: facts.label } }
        : type === 'assigned'
            ? { assignee: { login: facts.assignee } }
            : {};
    const labels = type === 'labeled' ? [facts.label] : [];
    const comment = (actor) => ({
        id: 11,
        body: `${facts.opening} please look at this`,
        user: person(actor),
        author_association: association(actor),
        path: event === 'pull_request_review_comment' ? 'README.md' : undefined,
        line: event === 'pull_request_review_comment' ? 1 : undefined,
        diff_hunk: event === 'pull_request_review_comment' ? '@@ -1 +1 @@\n-a\n+b' : undefined,
    });
    const before = type === 'edited' ? { changes: { body: { from: 'please look at this' } } } : {};
    switch (event) {
        case 'pull_request':
        case 'pull_request_target': {
            const opened = (actor, code) => {
                const author = BY_WRITERS.includes(type ?? '') && code === 'fork' ? 'stranger' : actor;
                return situation(actor, code, {
                    number: PULL_NUMBER,
                    pull_request: pullRequest(author, code, labels),
                    ...added,
                });
            };
            if (BY_WRITERS.includes(type ?? ''))
                return [opened('writer', 'own'), opened('writer', 'fork'), opened('bot', 'own')];
            return [
                opened('writer', 'own'),
                opened('writer', 'fork'),
                opened('stranger', 'fork'),
                opened('bot', 'own'),
                opened('dependabot', 'own'),
            ];
        }
        case 'issues':
            return actors.map((actor) => situation(actor, undefined, {
                issue: issueOf(BY_WRITERS.includes(type ?? '') ? 'stranger' : actor, labels),
                ...added,
                ...before,
            }));
        case 'issue_comment':
            return PEOPLE.flatMap((actor) => [
                situation(actor, undefined, { issue: issueOf('stranger', []), comment: comment(actor), ...before }),
                ...['own', 'fork'].map((code) => situation(actor, code, {
                    issue: { ...issueOf(code === 'own' ? 'writer' : 'stranger', []), number: PULL_NUMBER, pull_request: {} },
                    comment: comment(actor),
                    ...before,
                })),
            ]);
        case 'pull_request_review':
        case 'pull_request_review_comment':
            return PEOPLE.flatMap((actor) => ['own', 'fork'].map((code) => situation(actor, code, {
                pull_request: pullRequest(code === 'own' ? 'writer' : 'stranger', code, []),
                review: event === 'pull_request_review' ? { ...comment(actor), state: 'commented' } : undefined,
                comment: event === 'pull_request_review' ? undefined : comment(actor),
                ...before,
            })));
        case 'workflow_run':
            return ['failure', 'success'].flatMap((detail) => [
                { ...situation('writer', 'own', { workflow_run: upstreamRun('writer', 'own', detail) }), detail },
                { ...situation('stranger', 'fork', { workflow_run: upstreamRun('stranger', 'fork', detail) }), detail },
            ]);
        case 'push':
            return [
                situation('writer', undefined, { ref: 'refs/heads/main', deleted: false }),
                situation('bot', undefined, { ref: 'refs/heads/main', deleted: false }),
            ];
        case 'workflow_call':
            return [];
        case 'schedule':
            return [situation('writer', undefined, { schedule: facts.cron })];
        default:
            return [situation('writer', undefined, {})];
    }
}
const upstreamRun = (actor, code, conclusion) => ({
    id: 21,
    name: 'CI',
    event: 'pull_request',
    conclusion,
    path: '.github/workflows/first-phase.yml',
    head_branch: 'topic',
    head_sha: SHA.head,
    actor: person(actor),
    triggering_actor: person(actor),
    head_repository: code === 'own' ? { full_name: REPOSITORY, fork: false } : { full_name: FORK, fork: true },
    pull_requests: code === 'own' ? [{ number: PULL_NUMBER }] : [],
});


/***/ }),

/***/ 43358:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ defaultTypes),
/* harmony export */   K: () => (/* binding */ eventsWith)
/* harmony export */ });
const OPENED = ['opened', 'synchronize', 'reopened'];
const EVENTS = {
    pull_request_target: { privileged: true, pulls: true, people: true, types: OPENED },
    workflow_run: { privileged: true, types: ['completed'] },
    pull_request: { pulls: true, people: true, types: OPENED },
    issues: { open: true, people: true, types: ['opened', 'edited', 'labeled', 'assigned', 'closed'] },
    issue_comment: { privileged: true, open: true, people: true, types: ['created', 'edited'] },
    pull_request_review: { privileged: true, open: true, pulls: true, people: true, types: ['submitted'] },
    pull_request_review_comment: {
        privileged: true,
        open: true,
        pulls: true,
        people: true,
        types: ['created', 'edited'],
    },
    discussion: { open: true },
    discussion_comment: { open: true },
};
const eventsWith = (trait) => Object.keys(EVENTS).filter((name) => EVENTS[name]?.[trait]);
const defaultTypes = (event) => Object.hasOwn(EVENTS, event) ? EVENTS[event]?.types : undefined;


/***/ })

};
