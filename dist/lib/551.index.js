export const id = 551;
export const ids = [551];
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



























/** What GitHub's parser says about a workflow of the repository in `root`. */
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
/** Called workflows of this repository; those of others are unknown, so what a job gives them is not checked. */
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
            // `if: ${{ a }} && b` is a format of both, so it is never empty.
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
        // The parser of the file has said so.
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
/** What an expression can read at a place of the file. Names that only a run knows are in an incomplete map. */
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
/** The outputs of a workflow in another repository are unknown. */
function needsContext(place) {
    const foreign = (place.template?.jobs ?? []).filter((job) => (0,_actions_workflow_parser_model_type_guards__WEBPACK_IMPORTED_MODULE_26__/* .isReusableWorkflowJob */ .iK)(job) && job.outputs === undefined);
    const needs = new _actions_expressions__WEBPACK_IMPORTED_MODULE_2__/* .DescriptionDictionary */ .JS();
    for (const { key, value } of (0,_actions_languageservice_context_providers_needs__WEBPACK_IMPORTED_MODULE_7__/* .getNeedsContext */ .Z)(place).pairs())
        needs.add(key, foreign.some(({ id }) => id.value === key) ? unknown() : value);
    return needs;
}
/** Names of the matrix, if the file says them all. */
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
/** A message of GitHub's parser, with what to write instead. `keys`: those that the map at this place may have. */
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
/** Every key and constant of GitHub's schema. */
const schemaWords = () => Object.values((0,_actions_workflow_parser_workflows_workflow_schema__WEBPACK_IMPORTED_MODULE_22__/* .getWorkflowSchema */ .L)().definitions).flatMap((definition) => definition instanceof _actions_workflow_parser_templates_schema_mapping_definition__WEBPACK_IMPORTED_MODULE_18__/* .MappingDefinition */ .c
    ? Object.keys(definition.properties)
    : definition instanceof _actions_workflow_parser_templates_schema_string_definition__WEBPACK_IMPORTED_MODULE_20__/* .StringDefinition */ .J && definition.constant
        ? [definition.constant]
        : []);
/** The keys that a map may have, by its definition in the schema. */
function keysOf(definition) {
    if (definition instanceof _actions_workflow_parser_templates_schema_mapping_definition__WEBPACK_IMPORTED_MODULE_18__/* .MappingDefinition */ .c)
        return Object.keys(definition.properties);
    const { definitions } = (0,_actions_workflow_parser_workflows_workflow_schema__WEBPACK_IMPORTED_MODULE_22__/* .getWorkflowSchema */ .L)();
    return definition instanceof _actions_workflow_parser_templates_schema_one_of_definition__WEBPACK_IMPORTED_MODULE_19__/* .OneOfDefinition */ .N ? definition.oneOf.flatMap((name) => keysOf(definitions[name])) : [];
}
const sortedLetters = (word) => [...word].toSorted().join('');
/** The word that is meant: the same letters in another order, or one typing mistake for each five letters. */
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

/***/ 85551:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  formatSimulation: () => (/* binding */ formatSimulation),
  simulateCommand: () => (/* binding */ simulateCommand)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(57975);
// EXTERNAL MODULE: ./build/config/workflow-file.js
var workflow_file = __webpack_require__(89009);
// EXTERNAL MODULE: ./build/commands/command-io.js
var command_io = __webpack_require__(29395);
// EXTERNAL MODULE: ./build/commands/github-parser.js
var github_parser = __webpack_require__(35198);
// EXTERNAL MODULE: ./build/config/inputs.js + 1 modules
var config_inputs = __webpack_require__(27527);
// EXTERNAL MODULE: ./build/config/runtime.js
var config_runtime = __webpack_require__(39155);
// EXTERNAL MODULE: ./build/emulators/github/github.js + 13 modules
var github_github = __webpack_require__(43599);
// EXTERNAL MODULE: ./build/emulators/github/world.js
var world = __webpack_require__(63991);
// EXTERNAL MODULE: ./build/github/api/github.js + 14 modules
var api_github = __webpack_require__(45397);
// EXTERNAL MODULE: ./build/platform/errors.js
var errors = __webpack_require__(34779);
// EXTERNAL MODULE: ./node_modules/@actions/expressions/dist/index.js + 15 modules
var dist = __webpack_require__(1281);
// EXTERNAL MODULE: ./node_modules/@actions/expressions/dist/ast.js
var ast = __webpack_require__(12049);
// EXTERNAL MODULE: ./node_modules/@actions/expressions/dist/lexer.js
var lexer = __webpack_require__(12083);
// EXTERNAL MODULE: ./node_modules/@actions/expressions/dist/result.js
var result = __webpack_require__(96856);
;// CONCATENATED MODULE: ./build/commands/simulate/expressions.js





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
/** A simulated job never fails. */
const STATUS = { success: true, always: true, failure: false, cancelled: false };
const functions = [
    ...Object.entries(STATUS).map(([name, value]) => ({
        name,
        minArgs: 0,
        maxArgs: 0,
        call: () => new dist/* data.BooleanData */.p.bo(value),
    })),
    { name: 'hashfiles', minArgs: 1, maxArgs: 255, call: () => new dist/* data.StringData */.p.uQ('') },
];
/** Parses an expression. Both throw UserError for what fails in a run, too. */
function evaluated(expression, contexts) {
    const explained = (action) => {
        try {
            return action();
        }
        catch (error) {
            throw new errors/* UserError */.yo(`\${{ ${expression.trim()} }} fails: ${(0,errors/* messageOf */.bD)(error)}.`, { cause: error });
        }
    };
    const expr = explained(() => new dist/* Parser */.iX(new dist/* Lexer */.JG(expression).lex().tokens, NAMES, functions).parse());
    const known = new dist/* data.Dictionary */.p.bT(...NAMES.map((key) => ({ key, value: toData(contexts[key] ?? {}) })));
    const definitions = new Map(functions.map((each) => [each.name, each]));
    return { expr, evaluate: (part) => explained(() => new dist/* Evaluator */.oi(part, known, definitions).evaluate()) };
}
function toData(value) {
    if (typeof value === 'string')
        return new dist/* data.StringData */.p.uQ(value);
    if (typeof value === 'number')
        return new dist/* data.NumberData */.p.Q9(value);
    if (typeof value === 'boolean')
        return new dist/* data.BooleanData */.p.bo(value);
    if (Array.isArray(value))
        return new dist/* data.Array */.p.O3(...value.map(toData));
    if (typeof value !== 'object' || value === null)
        return new dist/* data.Null */.p.Uv();
    return new dist/* data.Dictionary */.p.bT(...Object.entries(value).map(([key, each]) => ({ key, value: toData(each) })));
}
/** A text with its expressions replaced by their values. */
const evaluateText = (text, contexts) => text.replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression) => {
    const { expr, evaluate } = evaluated(expression, contexts);
    return evaluate(expr).coerceString();
});
/** The part of an `if` that is false, with what it reads; undefined when the condition holds, or there is none. */
function falsePart(condition, contexts) {
    const text = String(condition ?? '').trim();
    if (text === '')
        return undefined;
    const inside = /^\$\{\{([\s\S]*)\}\}$/.exec(text)?.[1];
    const isWhole = inside !== undefined && !inside.includes('${{');
    // Text around expressions makes a condition a text, which is false only when it is empty.
    if (!isWhole && text.includes('${{'))
        return evaluateText(text, contexts) === '' ? text : undefined;
    const { expr, evaluate } = evaluated(isWhole ? inside : text, contexts);
    if ((0,result/* truthy */.vN)(evaluate(expr)))
        return undefined;
    const part = decisivePart(expr, evaluate);
    const read = part instanceof ast/* Binary */.yI ? part.left : part instanceof ast/* FunctionCall */.R6 ? part.args[0] : undefined;
    if (read === undefined || read instanceof ast/* Literal */.uS)
        return textOf(part);
    const value = evaluate(read);
    const shown = value.primitive ? JSON.stringify(shortened(value.coerceString())) : undefined;
    return shown === undefined ? textOf(part) : `${textOf(part)}, where ${textOf(read)} is ${shown}`;
}
const shortened = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
/** Of parts that must all hold, the first that does not. */
function decisivePart(expr, evaluate) {
    if (expr instanceof ast/* Grouping */.aU)
        return decisivePart(expr.group, evaluate);
    if (!(expr instanceof ast/* Logical */.oD) || expr.operator.type !== lexer/* TokenType */.ks.AND)
        return expr;
    const part = expr.args.find((each) => !(0,result/* truthy */.vN)(evaluate(each)));
    return part === undefined ? expr : decisivePart(part, evaluate);
}
function textOf(expr) {
    if (expr instanceof ast/* Literal */.uS)
        return expr.token.lexeme;
    if (expr instanceof ast/* ContextAccess */.QC)
        return expr.name.lexeme;
    if (expr instanceof ast/* Grouping */.aU)
        return `(${textOf(expr.group)})`;
    if (expr instanceof ast/* Unary */._c)
        return `${expr.operator.lexeme}${textOf(expr.expr)}`;
    if (expr instanceof ast/* Binary */.yI)
        return `${textOf(expr.left)} ${expr.operator.lexeme} ${textOf(expr.right)}`;
    if (expr instanceof ast/* Logical */.oD)
        return expr.args.map(textOf).join(` ${expr.operator.lexeme} `);
    if (expr instanceof ast/* FunctionCall */.R6)
        return `${expr.functionName.lexeme}(${expr.args.map(textOf).join(', ')})`;
    if (!(expr instanceof ast/* IndexAccess */.p_))
        return '*';
    const isName = expr.index instanceof ast/* Literal */.uS && expr.index.token.type === lexer/* TokenType */.ks.IDENTIFIER;
    const index = textOf(expr.index);
    return isName || index === '*' ? `${textOf(expr.expr)}.${index}` : `${textOf(expr.expr)}[${index}]`;
}

// EXTERNAL MODULE: ./build/agent/skills.js
var skills = __webpack_require__(96546);
// EXTERNAL MODULE: ./build/agent/subagents/load-agents.js + 1 modules
var load_agents = __webpack_require__(49661);
// EXTERNAL MODULE: ./build/config/extensions.js + 1 modules
var config_extensions = __webpack_require__(49944);
// EXTERNAL MODULE: ./build/config/load-policies.js + 1 modules
var load_policies = __webpack_require__(74613);
// EXTERNAL MODULE: ./build/config/resolve-settings.js
var resolve_settings = __webpack_require__(56873);
// EXTERNAL MODULE: ./build/config/settings/settings.js
var settings_settings = __webpack_require__(47040);
// EXTERNAL MODULE: ./build/config/slash-invocations.js
var slash_invocations = __webpack_require__(85768);
// EXTERNAL MODULE: ./build/config/steering-files.js
var steering_files = __webpack_require__(93970);
// EXTERNAL MODULE: ./build/config/worktree-reader.js
var worktree_reader = __webpack_require__(93504);
// EXTERNAL MODULE: ./build/github/events/read-event.js + 2 modules
var read_event = __webpack_require__(49561);
// EXTERNAL MODULE: ./build/github/events/trigger-rules.js
var trigger_rules = __webpack_require__(61936);
// EXTERNAL MODULE: ./build/github/events/trust.js + 3 modules
var events_trust = __webpack_require__(47328);
// EXTERNAL MODULE: ./build/model/provider-kind.js
var provider_kind = __webpack_require__(67396);
// EXTERNAL MODULE: ./build/platform/redact/redact.js + 1 modules
var redact = __webpack_require__(63391);
// EXTERNAL MODULE: ./build/platform/sandbox/sandbox-session.js + 8 modules
var sandbox_session = __webpack_require__(51938);
// EXTERNAL MODULE: ./build/results/visitor-config.js
var visitor_config = __webpack_require__(62818);
// EXTERNAL MODULE: ./build/session/build-agent.js
var build_agent = __webpack_require__(87107);
// EXTERNAL MODULE: ./build/session/capabilities.js
var session_capabilities = __webpack_require__(49937);
// EXTERNAL MODULE: ./build/session/github-tools.js + 14 modules
var github_tools = __webpack_require__(54881);
// EXTERNAL MODULE: ./build/session/run-options.js + 1 modules
var run_options = __webpack_require__(73839);
// EXTERNAL MODULE: ./build/tools/builtins.js + 12 modules
var builtins = __webpack_require__(90854);
// EXTERNAL MODULE: ./build/tools/interactive-tools.js
var interactive_tools = __webpack_require__(49266);
// EXTERNAL MODULE: ./build/commands/local-config.js + 1 modules
var local_config = __webpack_require__(74286);
;// CONCATENATED MODULE: ./build/commands/simulate/simulate-run.js
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
























const ignore = () => undefined;
/** What the action would do with an event, by the functions of a run. Starts no program and asks no model. */
async function simulateRun(inputs, runtime, github) {
    try {
        const trigger = await (0,read_event/* readTask */.g)(runtime.event, (0,run_options/* triggerOptions */.R3)(inputs));
        if (!trigger.shouldRun)
            return { result: 'noop', reason: trigger.reason };
        const missingSecret = (0,run_options/* missingSecretReason */.Pe)(inputs, runtime, trigger.task);
        if (missingSecret !== undefined)
            return { result: 'noop', reason: missingSecret };
        const assessment = await (0,events_trust/* assessTrust */.T)(trigger.task, github, (0,run_options/* trustOptions */.z5)(inputs, runtime));
        const { trust, task } = assessment;
        if (trust.level === 'refused')
            return { result: 'refused', reason: trust.reason };
        const skippedPaths = await (0,trigger_rules/* skipPathsReason */.qb)(task, github, inputs.skip_paths);
        if (skippedPaths !== undefined)
            return { result: 'noop', reason: skippedPaths };
        if (!(0,provider_kind/* hasCredential */.mB)((0,run_options/* modelOptions */.Og)(inputs, ''), runtime.env))
            return { result: 'config', reason: 'There is no credential for the model.' };
        return await describeRun(assessment, { inputs, runtime, github, task });
    }
    catch (error) {
        if (!(error instanceof errors/* UserError */.yo))
            throw error;
        return { result: 'config', reason: (0,errors/* messageOf */.bD)(error) };
    }
}
async function describeRun(assessment, services) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { inputs, runtime, github, task } = services;
        const { trust } = assessment;
        const loaded = await loadConfig(services);
        const config = trust.level === 'visitor' ? (0,visitor_config/* visitorConfig */.DI)(loaded) : loaded;
        const { settings, mode, rules } = config;
        const programs = __addDisposableResource(env_1, (0,sandbox_session/* openSandboxSession */.W)(inputs.sandbox, { ...runtime, allowedHosts: (0,run_options/* allowedHostsFor */.Tf)(inputs, trust, ignore) }, ignore), true);
        const isBatch = inputs.github_issue_number.length > 1;
        const granted = isBatch ? { ...assessment.capabilities, shell: false, edit: false } : assessment.capabilities;
        const capabilities = await (0,session_capabilities/* capabilitiesFor */.Qw)(granted, { runtime, config, programs, filter: (0,redact/* createSecretFilter */.$6)([]) });
        const web = capabilities.fetch && (0,build_agent/* webCapabilities */.zO)(capabilities.fetch, () => rejectCall);
        const agentTools = (0,build_agent/* createAgentTools */.bB)(config, rejectSubagent);
        const tools = [
            ...(0,builtins/* builtins */.T)({ ...capabilities, ...web }),
            ...agentTools.tools,
            ...(0,github_tools/* runGithubTools */.OC)({
                task,
                trust,
                inputs,
                github,
                config,
                nonce: 'simulated',
                settings: loaded.settings,
                proposals: (0,github_tools/* openProposalTools */.CF)(task, github, (0,run_options/* proposalOptions */.Tg)(inputs, { task, trust, conversation: undefined }, github)),
                results: { append: ignore },
            }),
            ...(0,interactive_tools/* interactiveTools */.g)(),
        ];
        const externalTools = { tools: () => [], version: () => 1, instructions: '', prompt: async () => undefined };
        const { declarations } = (0,build_agent/* createCurrentTools */.TV)(tools, { externalTools, rules, mode, emit: ignore })();
        return {
            result: 'runs',
            trust: trust.level,
            reason: trust.level === 'trusted' ? '' : trust.reason,
            tools: declarations.map(({ name }) => name),
            servers: Object.keys(settings.mcpServers ?? {}).filter((name) => name !== 'github'),
            policies: [...new Set(config.policies.filter(({ tier }) => tier !== 'default').map(({ file }) => file))],
            limits: limitsText(inputs, config),
            steering: assessment.steering.reason,
        };
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
const rejectCall = () => Promise.reject(new Error('a simulation runs no tool'));
const rejectSubagent = () => {
    throw new Error('a simulation runs no sub-agent');
};
/** The configuration of a run, from the current files of the repository. */
async function loadConfig({ inputs, runtime, task }) {
    const steering = (0,worktree_reader/* worktreeReader */.J)(runtime.workspace);
    const pinned = (0,local_config/* localPinned */.g8)(inputs, runtime.env);
    const resolved = await (0,resolve_settings/* resolveSettings */.Mo)(inputs, steering, { ...runtime, pinned }, ignore);
    const { settings, extensions } = resolved;
    const mode = (0,resolve_settings/* resolveApprovalMode */.jC)(inputs.approval_mode, settings);
    const invocations = await (0,slash_invocations/* readInvocations */.ER)(inputs.prompt, task, {
        ...runtime,
        steering,
        notice: ignore,
        extensionFolders: (0,config_extensions/* extensionCommandFolders */.IF)(extensions),
        hasServers: (0,settings_settings/* hasServers */.L)(settings),
    });
    const profile = await (0,slash_invocations/* commandProfile */.Bl)(invocations, inputs, steering, ignore);
    const locations = { ...(await (0,resolve_settings/* policyLocationsFor */.q6)(inputs, runtime, resolved)), ...profile };
    const { rules, sources: policies } = await (0,load_policies/* loadRules */.A7)(locations, settings, steering);
    const places = await (0,steering_files/* agentLocations */.UO)(steering, extensions, runtime);
    return {
        settings,
        mode,
        extensions,
        invocations,
        rules,
        policies,
        steering,
        env: runtime.env,
        memory: '',
        memoryFiles: [],
        systemPrompt: undefined,
        agents: await (0,load_agents/* loadAgents */.L2)(places.agents, settings, ignore),
        skills: await (0,skills/* loadSkills */.l1)(places.skills, settings, ignore),
        hooks: undefined,
        check: undefined,
    };
}
function limitsText(inputs, { settings }) {
    const turns = (0,run_options/* stopConditions */.Te)(inputs, settings).length === 0 ? undefined : turnsOf(inputs, settings.model?.maxSessionTurns);
    return [
        ...(turns === undefined ? [] : [`${turns} turns`]),
        ...(inputs.timeout_minutes === undefined ? [] : [`${inputs.timeout_minutes} min`]),
        ...(inputs.max_tokens === undefined ? [] : [`${inputs.max_tokens} tokens`]),
        ...(inputs.max_cost_usd === undefined ? [] : [`$${inputs.max_cost_usd}`]),
    ].join(', ');
}
const turnsOf = ({ max_turns = Number.POSITIVE_INFINITY }, session = -1) => session >= 0 ? Math.min(session, max_turns) : max_turns;

// EXTERNAL MODULE: ./build/commands/workflow-events.js
var workflow_events = __webpack_require__(43358);
;// CONCATENATED MODULE: ./build/commands/simulate/situations.js


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
/** Every event of the workflow, for each kind of person and each origin of the code. */
function situationsOf(events, job, step) {
    const inputs = (0,workflow_file/* mapOf */.A7)(step.step.with);
    const conditions = (0,workflow_file/* textsIn */.Ej)({ if: job.job.if, step: step.step.if }).join('\n');
    const facts = {
        phrase: String(inputs.trigger_phrase ?? '@gemini-cli'),
        label: firstName(inputs.label_trigger) ?? /label\.name\s*==\s*'([^']+)'/.exec(conditions)?.[1] ?? 'bug',
        assignee: firstName(inputs.assignee_trigger) ?? LOGINS.writer,
        cron: '0 0 * * *',
    };
    return [...events].flatMap(([event, { types }]) => (Array.isArray(types)
        ? types.map(String)
        : typeof types === 'string'
            ? [types]
            : ((0,workflow_events/* defaultTypes */.J)(event) ?? [undefined])).flatMap((type) => situationsOfType(event, type, facts)));
}
const firstName = (list) => String(list ?? '')
    .split(/[,\n]/)
    .map((name) => name.trim())
    .find((name) => name !== '' && !name.includes('${{'));
const PEOPLE = ['writer', 'stranger', 'bot'];
/** What only people with write permission can cause. */
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
        body: `${facts.phrase} please look at this`,
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

;// CONCATENATED MODULE: ./build/commands/simulate/simulate-job.js
var simulate_job_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var simulate_job_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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










/** Every situation of one step, on an emulated repository with one pull request. A step with `mode` depends on the jobs before it and has none. */
async function simulateStep(simulated, folders) {
    const { source, job, step, callers } = simulated;
    const rows = [];
    if ((0,workflow_file/* mapOf */.A7)(step.step.with).mode !== undefined)
        return rows;
    for (const situation of situationsOf(source.events, job, step))
        rows.push(await simulateSituation(simulated, situation, folders));
    for (const caller of source.events.has('workflow_call') ? callers : [])
        for (const situation of situationsOf(caller.source.events, job, step))
            rows.push(await simulateSituation(simulated, situation, folders, caller));
    return rows;
}
async function simulateSituation(simulated, situation, folders, caller) {
    const { source, job, step } = simulated;
    const row = { ...situation, file: source.file, job: job.id };
    try {
        const callerContexts = caller && contextsOf(caller.source, caller.job, situation);
        const callerReason = caller && callerContexts && conditionReason(caller.source, caller.job, undefined, callerContexts);
        const contexts = contextsOf(source, job, situation, callerContexts && valuesOf(caller.job.job.with, callerContexts));
        const inputs = valuesOf(step.step.with, contexts);
        const reason = callerReason ?? conditionReason(source, job, step.step.if, contexts);
        if (reason !== undefined)
            return { ...row, inputs, result: 'skipped', reason };
        return { ...row, inputs, ...(await simulateInputs(simulated, { situation, contexts, inputs }, folders)) };
    }
    catch (error) {
        if (!(error instanceof errors/* UserError */.yo))
            throw error;
        return { ...row, inputs: {}, result: 'config', reason: error.message };
    }
}
async function simulateInputs({ source, step }, { situation, contexts, inputs }, { workspace, scratch, dist }) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const api = simulate_job_addDisposableResource(env_1, await (0,github_github/* startGitHub */.y)({ ...worldOf(situation), approvals: approvalsOf(inputs.fork_environment) }), true);
        const connected = (0,api_github/* connectGitHub */.UY)({
            apiUrl: api.url,
            graphqlUrl: api.graphqlUrl,
            repository: REPOSITORY,
            token: SIMULATED_TOKEN,
            userAgent: 'sluice',
            notice: () => undefined,
        });
        // There is no git here: every file is at every commit, the workflow of a first phase included.
        const github = {
            ...connected,
            content: async () => ({ kind: 'file', size: 0, blob: SHA.base, bytes: undefined }),
        };
        const file = source.file.split(/[\\/]/).at(-1) ?? '';
        const env = {
            ...(0,workflow_file/* mapOf */.A7)(contexts.env),
            ...valuesOf(step.step.env, contexts),
            GITHUB_RUN_ID: String(RUN_ID),
            GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/${file}@refs/heads/main`,
        }; // texts only
        const runtime = (0,config_runtime/* createRuntime */.xB)({
            env: { ...env, RUNNER_TEMP: scratch },
            dist,
            workspace,
            event: incomingEventOf(situation),
            session: 'simulated',
            signal: new AbortController().signal,
            log: () => undefined,
        });
        const given = Object.entries({ github_token: SIMULATED_TOKEN, ...inputs });
        const read = (0,config_inputs/* readInputs */.K)(Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])));
        return await simulateRun(read, runtime, github);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = simulate_job_disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
/** A job in an environment runs when a person approves it; without required reviewers there is no approval, and the action refuses. */
const approvalsOf = (environment = '') => environment === '' ? [] : [{ run: RUN_ID, environment, state: 'approved', user: LOGINS.writer }];
const valuesOf = (map, contexts) => Object.fromEntries(Object.entries((0,workflow_file/* mapOf */.A7)(map)).map(([name, value]) => [name, evaluateText(String(value ?? ''), contexts)]));
const worldOf = ({ code, payload }) => {
    const author = (0,workflow_file/* mapOf */.A7)((0,workflow_file/* mapOf */.A7)(payload.pull_request ?? payload.issue).user).login;
    const [owner = '', repo = ''] = REPOSITORY.split('/');
    const head = { ref: 'topic', sha: SHA.head, repo: code === 'fork' ? FORK : REPOSITORY };
    const base = { ref: 'main', sha: SHA.base, repo: REPOSITORY };
    const opened = (0,world/* pull */.a$)({ number: PULL_NUMBER, base, head });
    return {
        owner,
        repo,
        token: SIMULATED_TOKEN,
        visibility: 'public',
        permissions: { writer: 'write', stranger: 'none' },
        pulls: code === undefined ? [] : [typeof author === 'string' ? { ...opened, user: author } : opened],
    };
};
const SIMULATED_TOKEN = 'simulated-token';
/** The event as the runner hands it to the action. */
const incomingEventOf = ({ event, actor, payload }) => ({
    name: event,
    payload,
    repository: REPOSITORY,
    sha: SHA.base,
    actor: LOGINS[actor],
    triggeringActor: LOGINS[actor],
});
/**
 * GitHub gives no secrets to runs for forks, except to workflows of the base. Runs of Dependabot get the Dependabot secrets, which can
 * have the same names.
 */
const hasSecrets = ({ event, code }) => !(['pull_request', 'pull_request_review', 'pull_request_review_comment'].includes(event) && code === 'fork');
/** The contexts of a job's expressions. Outputs of other steps and jobs are unknown, so they get likely values. */
function contextsOf(source, job, situation, inputs = {}) {
    const { event, actor, payload, code } = situation;
    const number = code === undefined ? ISSUE_NUMBER : PULL_NUMBER;
    const texts = (0,workflow_file/* textsIn */.Ej)(source.workflow).flatMap((text) => [...(0,workflow_file/* expressionsIn */.l$)(text), (0,workflow_file/* normalized */.A9)(text)]);
    const unknown = (context) => {
        const paths = [...new Set(texts.flatMap((text) => (0,workflow_file/* referencesIn */.ii)(text, context)))];
        const byId = Map.groupBy(paths, (path) => path.split('.')[0] ?? '');
        return Object.fromEntries([...byId].map(([id, all]) => [
            id,
            {
                result: 'success',
                outcome: 'success',
                conclusion: 'success',
                outputs: Object.fromEntries(all.map((path) => [path.split('.')[2] ?? '', likelyValue(path, number)])),
            },
        ]));
    };
    const secretNames = texts.flatMap((text) => (0,workflow_file/* referencesIn */.ii)(text, 'secrets'));
    const secrets = Object.fromEntries(secretNames.map((name) => [name, hasSecrets(situation) ? 'simulated-secret' : '']));
    const github = {
        event: payload,
        event_name: event,
        actor: LOGINS[actor],
        triggering_actor: LOGINS[actor],
        repository: REPOSITORY,
        repository_owner: REPOSITORY.split('/')[0],
        ref: code === undefined ? 'refs/heads/main' : `refs/pull/${PULL_NUMBER}/merge`,
        ref_name: code === undefined ? 'main' : `${PULL_NUMBER}/merge`,
        head_ref: code === undefined ? '' : 'topic',
        base_ref: code === undefined ? '' : 'main',
        sha: SHA.base,
        workflow: String(source.workflow.name ?? source.file),
        run_id: String(RUN_ID),
        token: SIMULATED_TOKEN,
        job: job.id,
        server_url: 'https://github.com',
        workspace: '/workspace',
    };
    const contexts = {
        github,
        secrets: { ...secrets, github_token: SIMULATED_TOKEN },
        steps: unknown('steps'),
        needs: unknown('needs'),
        vars: {},
        inputs: { ...defaultInputs(source), ...inputs },
    };
    const env = Object.entries({ ...(0,workflow_file/* mapOf */.A7)(source.workflow.env), ...(0,workflow_file/* mapOf */.A7)(job.job.env) }).map(([name, value]) => [
        name,
        evaluateText(String(value ?? ''), contexts),
    ]);
    return { ...contexts, env: Object.fromEntries(env) };
}
/** The defaults of inputs of a reusable workflow that a caller does not set. */
const defaultInputs = ({ events }) => Object.fromEntries(Object.entries((0,workflow_file/* mapOf */.A7)(events.get('workflow_call')?.inputs)).map(([name, input]) => [
    name,
    String((0,workflow_file/* mapOf */.A7)(input).default ?? ''),
]));
const likelyValue = (path, number) => /number|issue|pull|pr$|id$/.test(path) ? String(number) : 'true';
/** Why the job or the step is skipped by its condition; undefined when it runs. Jobs that it needs count, too. */
function conditionReason(source, job, stepIf, contexts) {
    const ofJob = falsePart(job.job.if, contexts);
    if (ofJob !== undefined)
        return `the condition of the job is false: ${ofJob}`;
    const needed = source.jobs.filter(({ id }) => [job.job.needs ?? []].flat().includes(id));
    for (const each of /always\(|needs\./.test(String(job.job.if ?? '')) ? [] : needed) {
        const part = falsePart(each.job.if, contexts);
        if (part !== undefined)
            return `the job ${each.id}, which it needs, is skipped: ${part}`;
    }
    const ofStep = falsePart(stepIf, contexts);
    return ofStep === undefined ? undefined : `the condition of the step is false: ${ofStep}`;
}

// EXTERNAL MODULE: ./build/commands/workflow-source.js
var workflow_source = __webpack_require__(49034);
;// CONCATENATED MODULE: ./build/commands/simulate.js










const HELP = `sluice simulate [FILE…] [--json] [--workspace DIR]

Shows for each event of a workflow, each kind of person and each origin of the code whether a run starts, or why not, and
with which trust, tools, rules and limits. Decides with the code of a real run and the current files of the repository.
Starts no program and asks no model. Assumes likely values for outputs of other steps and jobs. Default FILEs: all of
.github/workflows.

  --json           one JSON object a line, with the payload of the event and all tools
  --workspace DIR  the repository (default: the current folder)

Exit codes: 0 success, 1 no workflow uses Sluice, 2 wrong usage, 42 bad input.
`;
async function simulateCommand(argv, io) {
    let options;
    try {
        options = readOptions(argv);
    }
    catch (error) {
        return (0,command_io/* reportUsageError */.gD)(io, 'simulate', error, HELP);
    }
    if (options.help) {
        io.out(HELP);
        return 0;
    }
    const workspace = await (0,command_io/* resolveWorkspace */.cz)(io, options.workspace);
    const rows = [];
    const scratch = await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'sluice-simulate-'));
    try {
        const sources = [];
        for (const file of await (0,workflow_source/* readWorkflowFiles */.BV)(options.paths, io.cwd))
            sources.push(...(await readSource(file, io)));
        const reusable = await calledWorkflows(sources, io.dist);
        for (const simulated of stepsToSimulate([...sources, ...reusable]))
            rows.push(...(await simulateStep(simulated, { workspace, scratch, dist: io.dist })));
    }
    finally {
        await (0,promises_.rm)(scratch, { recursive: true, force: true });
    }
    io.out(options.json ? rows.map((row) => `${JSON.stringify(row)}\n`).join('') : formatSimulation(rows));
    return rows.length === 0 ? 1 : 0;
}
/** The workflow, or none after printing why GitHub starts no run of it. */
async function readSource({ file, text }, { cwd, err }) {
    const mistakes = (await (0,github_parser/* findWorkflowMistakes */.q)(file, text, cwd)).filter(({ isRefused }) => isRefused);
    for (const { line, column, problem, fix } of mistakes)
        err(`${file}:${line}:${column}: ${problem} Fix: ${fix}\n`);
    if (mistakes.length > 0)
        return [];
    const parsed = (0,workflow_source/* parseWorkflow */.hM)(file, text);
    if (!parsed.ok)
        err(`${file}:${parsed.line}:${parsed.column}: ${parsed.reason}\n`);
    return parsed.ok ? [parsed.source] : [];
}
/** The reusable workflows of Sluice that these call, as they are in this version. */
async function calledWorkflows(sources, dist) {
    const called = sources.flatMap(({ jobs }) => jobs.flatMap(({ job }) => (0,workflow_source/* reusableWorkflowOf */.uy)((0,workflow_file/* mapText */.E0)(job, 'uses')) ?? []));
    const known = sources.map(({ file }) => (0,external_node_path_.basename)(file));
    const names = [...new Set(called)].filter((name) => !known.includes(name));
    const texts = await Promise.all(names.map(async (name) => {
        const paths = [(0,external_node_path_.join)(dist, 'workflows', name), (0,external_node_path_.join)(dist, '.github/workflows', name)];
        const path = paths.find((each) => (0,external_node_fs_.existsSync)(each));
        return path === undefined ? [] : [{ name, text: await (0,promises_.readFile)(path, 'utf8') }];
    }));
    return texts.flat().flatMap(({ name, text }) => {
        const parsed = (0,workflow_source/* parseWorkflow */.hM)(name, text);
        return parsed.ok ? [parsed.source] : [];
    });
}
function stepsToSimulate(sources) {
    const jobs = sources.flatMap((source) => source.jobs.map((job) => ({ source, job })));
    return jobs.flatMap(({ source, job }) => {
        const name = source.file.split(/[\\/]/).at(-1) ?? '';
        const callers = jobs.filter((each) => (0,workflow_file/* mapText */.E0)(each.job.job, 'uses').split(/[/@]/).includes(name));
        return job.steps.filter(({ step }) => (0,workflow_source/* agentOf */.jk)(step) === 'sluice').map((step) => ({ source, job, step, callers }));
    });
}
function readOptions(argv) {
    const { values, positionals } = (0,external_node_util_.parseArgs)({
        args: argv,
        allowPositionals: true,
        options: { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' }, workspace: { type: 'string' } },
    });
    return { ...values, paths: positionals };
}
const HEADINGS = ['event', 'actor', 'code', 'result', 'trust', 'tools', 'rules', 'limits'];
/** A table for each job. Rows that differ only in the type of the event stand on one line. */
function formatSimulation(rows) {
    if (rows.length === 0)
        return 'No workflow here uses Sluice.\n';
    const jobs = Map.groupBy(rows, ({ file, job }) => `${file}, job ${job}`);
    return [...jobs].map(([title, each]) => `${title}\n\n${formatTable(mergedRows(each))}`).join('\n');
}
function mergedRows(rows) {
    const merged = new Map();
    for (const row of rows) {
        const { cells, reason } = cellsOf(row);
        const type = row.detail ?? row.type;
        const key = JSON.stringify([row.event, ...cells, reason]);
        const same = merged.get(key);
        if (same === undefined)
            merged.set(key, { event: row.event, types: type === undefined ? [] : [type], cells, reason });
        else if (type !== undefined && !same.types.includes(type))
            same.types.push(type);
    }
    return [...merged.values()];
}
function cellsOf(row) {
    const code = row.code ?? '-';
    const { reason } = row;
    if (row.result !== 'runs')
        return { cells: [row.actor, code, row.result, '', '', '', ''], reason };
    const tools = `${row.tools.length}: ${powersOf(row).join(', ')}`;
    return {
        cells: [row.actor, code, 'runs', row.trust, tools, row.policies.join(', ') || 'built-in', row.limits],
        reason,
    };
}
const POWERS = [
    ['read', /^read_file$/],
    ['edit', /^(?:write_file|replace)$/],
    ['shell', /^run_shell_command$/],
    ['web', /^web_fetch$/],
    ['search', /^google_web_search$/],
    ['comments', /^github__(?:comment|review_comment|reply)$/],
    ['labels', /^github__add_labels$/],
    ['issues', /^github__(?:create_issue|update_issue)$/],
    ['pull requests', /^github__create_pull_request$/],
];
const powersOf = ({ tools, servers, trust }) => [
    ...POWERS.flatMap(([name, pattern]) => (tools.some((tool) => pattern.test(tool)) ? [name] : [])).map((name) => 
    // A visitor's run has a tool of this name that starts no program.
    name === 'shell' && trust === 'visitor' ? 'results' : name),
    ...servers.map((name) => `server ${name}`),
];
function formatTable(rows) {
    const lines = rows.map(({ event, types, cells }) => [[event, types.join(' ')].filter(Boolean).join(': '), ...cells]);
    const widths = HEADINGS.map((heading, column) => Math.max(heading.length, ...lines.map((line) => line[column]?.length ?? 0)));
    const format = (cells) => cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd();
    const body = lines.map((line, index) => {
        const reason = rows[index]?.reason ?? '';
        return `${format(line)}\n${reason === '' ? '' : `    ${reason}\n`}`;
    });
    return `${format(HEADINGS)}\n${body.join('')}`;
}


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
/** The events with this trait, in the order in which reports name them. */
const eventsWith = (trait) => Object.keys(EVENTS).filter((name) => EVENTS[name]?.[trait]);
const defaultTypes = (event) => Object.hasOwn(EVENTS, event) ? EVENTS[event]?.types : undefined;


/***/ }),

/***/ 49937:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ep: () => (/* binding */ openSandbox),
/* harmony export */   Qw: () => (/* binding */ capabilitiesFor),
/* harmony export */   jc: () => (/* binding */ grantCapabilities)
/* harmony export */ });
/* unused harmony exports shellTimeouts, readIgnoreText */
/* harmony import */ var _agent_memory_files_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(94179);
/* harmony import */ var _config_runtime_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(39155);
/* harmony import */ var _platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(82554);
/* harmony import */ var _platform_net_web_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(48972);
/* harmony import */ var _platform_sandbox_sandbox_session_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(51938);
/* harmony import */ var _platform_version_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(87538);
/* harmony import */ var _run_options_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(73839);







/** The programs of a run, isolated from the job. Each waits until the checkout is recorded. */
function openSandbox(run, { accounting, runFiles }) {
    const { inputs, trust, runtime, session } = run;
    const allowedHosts = (0,_run_options_js__WEBPACK_IMPORTED_MODULE_5__/* .allowedHostsFor */ .Tf)(inputs, trust, session.notice);
    const replaced = async () => (await runFiles).view;
    const context = { ...runtime, allowedHosts, replaced, beforePrograms: accounting?.recordBegin };
    return (0,_platform_sandbox_sandbox_session_js__WEBPACK_IMPORTED_MODULE_4__/* .openSandboxSession */ .W)(inputs.sandbox, context, session.transcript.emit);
}
/** Files, shell and web, as far as this run may have them. A limited run gets fewer, so no rule has to remove them. */
async function grantCapabilities(run, programs, services, work) {
    const { assessment, session, runtime, config, mismatch } = run;
    const { results, accounting } = work;
    if (mismatch !== undefined)
        session.transcript.emit({ type: 'notice', level: 'warning', text: mismatch.problem });
    const granted = session.isInBatch ? { ...assessment.capabilities, ...WITHOUT_CHANGES } : assessment.capabilities;
    const capabilities = await capabilitiesFor(granted, {
        runtime,
        config,
        programs,
        services,
        filter: session.filter,
        mismatch,
        commandAccess: [results.access],
        beforeWrites: accounting?.recordBegin,
    });
    work.files = capabilities.files;
    return capabilities;
}
/** Runs of a batch share one checkout and would edit each other's files. */
const WITHOUT_CHANGES = { shell: false, edit: false };
/**
 * The capabilities of a run. A missing capability has no tool, so no rule has to deny it. Child processes get an environment
 * without credentials. The runner's files are never part of the workspace, even if they are inside it.
 */
async function capabilitiesFor(granted, { runtime, config, programs, filter, services, mismatch, beforeWrites, commandAccess = [] }) {
    const { settings, steering } = config;
    const { env } = runtime;
    const output = (0,_config_runtime_js__WEBPACK_IMPORTED_MODULE_1__/* .toolOutputFolder */ .Y_)(runtime);
    const outside = [env.RUNNER_TEMP, env.GITHUB_EVENT_PATH].filter((path) => path !== undefined && path !== '');
    const readable = [output];
    const options = { outside: outside, readable, beforeWrites, writeProblem: mismatch?.editProblem }; // filtered above
    const files = await (runtime.view === undefined
        ? (0,_platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__/* .openWorkspace */ .OH)(runtime.workspace, options)
        : (0,_platform_files_workspace_js__WEBPACK_IMPORTED_MODULE_2__/* .openWorkspace */ .OH)(runtime.view, { ...options, standsFor: runtime.workspace }));
    const ignoreText = await readIgnoreText(steering, settings.context?.fileFiltering);
    const leaks = (text) => filter.text(text) !== text;
    return {
        files,
        fileNote: mismatch?.note,
        readOnly: granted.edit === false ? true : undefined,
        docs: runtime.dist,
        contextFiles: (0,_agent_memory_files_js__WEBPACK_IMPORTED_MODULE_0__/* .memoryOptions */ .wh)(settings.context).fileNames,
        now: runtime.now,
        fetch: granted.web === false ? undefined : webFetchCapability(env, leaks),
        ignoreText,
        gitIgnore: settings.context?.fileFiltering?.respectGitIgnore ?? true,
        shell: granted.shell
            ? {
                env: (0,_config_runtime_js__WEBPACK_IMPORTED_MODULE_1__/* .childEnvFor */ .vU)(runtime, settings.security?.environmentVariableRedaction),
                commandAccess,
                outputDir: output,
                ...shellTimeouts(settings),
                maxOutputCharacters: (0,_run_options_js__WEBPACK_IMPORTED_MODULE_5__/* .maxOutputCharacters */ .Yx)(settings),
                isolate: programs.isolate,
                openServices: services?.openServices,
                onBackgroundProcess: programs.trackBackground,
            }
            : undefined,
    };
}
const webFetchCapability = (env, leaks) => ({
    leaks,
    web: async () => (0,_platform_net_web_js__WEBPACK_IMPORTED_MODULE_3__/* .openWebAccess */ .RT)({
        env,
        leaks,
        userAgent: `Mozilla/5.0 (compatible; Sluice/${_platform_version_js__WEBPACK_IMPORTED_MODULE_6__/* .VERSION */ .xv})`,
    }),
});
const SHELL_MS = 10 * 60_000;
const SHELL_IDLE_MS = 5 * 60_000;
/** The maximum duration of a job. Timers overflow after some weeks. */
const MAX_SHELL_MS = 6 * 3_600_000;
/**
 * Time limits of a shell command in milliseconds: total, and without output. A longer idle limit raises the total. An
 * inactivityTimeout of 0 or less turns the idle limit off.
 */
function shellTimeouts({ tools }) {
    const seconds = tools?.shell?.inactivityTimeout;
    const idleMs = seconds === undefined ? SHELL_IDLE_MS : seconds <= 0 ? SHELL_MS : Math.min(seconds * 1000, MAX_SHELL_MS);
    return { timeoutMs: Math.max(SHELL_MS, idleMs), idleMs };
}
/**
 * The text of `.geminiignore` and the files in `customIgnoreFilePaths`, from the steering commit. Custom files override
 * `.geminiignore`, and earlier custom files override later ones.
 */
async function readIgnoreText(steering, filtering) {
    const builtIn = filtering?.respectGeminiIgnore === false ? [] : ['.geminiignore'];
    const texts = await Promise.all([...builtIn, ...(filtering?.customIgnoreFilePaths ?? []).toReversed()].map((path) => steering.read(path)));
    const present = texts.filter((text) => text !== undefined);
    return present.length === 0 ? undefined : present.join('\n');
}


/***/ })

};
