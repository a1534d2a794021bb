export const id = 295;
export const ids = [295];
export const modules = {

/***/ 5881:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  X: () => (/* binding */ workflowMistakes)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/config/workflow-file.js
var workflow_file = __webpack_require__(89009);
;// CONCATENATED MODULE: ./build/commands/event-names.js
const EVENT_NAMES = `
branch_protection_rule: action changes enterprise installation organization repository rule sender
check_run: action check_run enterprise installation organization repository requested_action sender
check_suite: action check_suite enterprise installation organization repository sender
create: description enterprise installation master_branch organization pusher_type ref ref_type repository sender
delete: enterprise installation organization pusher_type ref ref_type repository sender
deployment: action deployment enterprise installation organization repository sender workflow workflow_run
deployment_status: action check_run deployment deployment_status enterprise installation organization repository sender
  workflow workflow_run
discussion: action answer changes discussion enterprise installation label old_answer organization repository sender
discussion_comment: action changes comment discussion enterprise installation organization repository sender
fork: enterprise forkee installation organization repository sender
gollum: enterprise installation organization pages repository sender
issue_comment: action changes comment enterprise installation issue organization repository sender
issues: action assignee changes enterprise installation issue issue_field issue_field_value label milestone organization
  repository sender type
label: action changes enterprise installation label organization repository sender
milestone: action changes enterprise installation milestone organization repository sender
page_build: build enterprise id installation organization repository sender
public: enterprise installation organization repository sender
pull_request: action after assignee before changes enterprise installation label milestone number organization pull_request
  reason repository requested_reviewer requested_team sender stack
pull_request_review: action changes enterprise installation organization pull_request repository review sender
pull_request_review_comment: action changes comment enterprise installation organization pull_request repository sender
push: after base_ref before commits compare created deleted enterprise forced head_commit installation organization pusher ref
  repository sender
registry_package: action enterprise installation organization registry_package repository sender
release: action changes enterprise installation organization release repository sender
repository_dispatch: action branch client_payload enterprise installation organization repository sender
status: avatar_url branches commit context created_at description enterprise id installation name organization repository
  sender sha state target_url updated_at
watch: action enterprise installation organization repository sender
workflow_dispatch: enterprise inputs installation organization ref repository sender workflow
workflow_run: action enterprise installation organization repository sender workflow workflow_run
`;
const OBJECT_NAMES = `
comment: _links author_association body child_comment_count commit_id created_at diff_hunk discussion_id html_url id
  in_reply_to_id issue_url line minimized node_id original_commit_id original_line original_position original_start_line
  parent_id path performed_via_github_app pin position pull_request_review_id pull_request_url reactions repository_url side
  start_line start_side subject_type updated_at url user
discussion: active_lock_reason answer_chosen_at answer_chosen_by answer_html_url author_association body category comments
  created_at html_url id labels locked node_id number reactions repository_url state state_reason timeline_url title
  updated_at user
head_commit: added author committer distinct id message modified removed timestamp tree_id url
head_repository: archive_url assignees_url blobs_url branches_url collaborators_url comments_url commits_url compare_url
  contents_url contributors_url deployments_url description downloads_url events_url fork forks_url full_name git_commits_url
  git_refs_url git_tags_url hooks_url html_url id issue_comment_url issue_events_url issues_url keys_url labels_url
  languages_url merges_url milestones_url name node_id notifications_url owner private pulls_url releases_url stargazers_url
  statuses_url subscribers_url subscription_url tags_url teams_url trees_url url
issue: active_lock_reason assignee assignees author_association body closed_at comments comments_url created_at draft
  events_url href html_url id issue_dependencies_summary issue_field_values labels labels_url locked milestone node_id number
  performed_via_github_app pinned_comment pull_request reactions repository_url state state_reason sub_issues_summary
  timeline_url title type updated_at url user
label: color default description id name node_id url
milestone: closed_at closed_issues created_at creator description due_on html_url id labels_url node_id number open_issues
  state title updated_at url
pull_request: _links active_lock_reason additions allow_auto_merge allow_update_branch assignee assignees author_association
  auto_merge base body changed_files closed_at comments comments_url commits commits_url created_at delete_branch_on_merge
  deletions diff_url draft head href html_url id issue_url labels locked maintainer_can_modify merge_commit_message
  merge_commit_sha merge_commit_title mergeable mergeable_state merged merged_at merged_by milestone node_id number patch_url
  rebaseable requested_reviewers requested_teams review_comment_url review_comments review_comments_url
  squash_merge_commit_message squash_merge_commit_title stack state statuses_url title updated_at url
  use_squash_pr_title_as_default user
release: assets assets_url author body created_at discussion_url draft html_url id immutable name node_id prerelease
  published_at reactions tag_name tarball_url target_commitish updated_at upload_url url zipball_url
repository: allow_auto_merge allow_forking allow_merge_commit allow_rebase_merge allow_squash_merge allow_update_branch
  anonymous_access_enabled archive_url archived assignees_url blobs_url branches_url clone_url code_of_conduct
  collaborators_url comments_url commits_url compare_url contents_url contributors_url created_at custom_properties
  default_branch delete_branch_on_merge deployments_url description disabled downloads_url events_url fork forks forks_count
  forks_url full_name git_commits_url git_refs_url git_tags_url git_url has_discussions has_downloads has_issues has_pages
  has_projects has_pull_requests has_wiki homepage hooks_url html_url id is_template issue_comment_url issue_events_url
  issues_url keys_url labels_url language languages_url license master_branch merge_commit_message merge_commit_title
  merges_url milestones_url mirror_url name network_count node_id notifications_url open_issues open_issues_count organization
  owner permissions private public pull_request_creation_policy pulls_url pushed_at releases_url role_name
  security_and_analysis size squash_merge_commit_message squash_merge_commit_title ssh_url stargazers stargazers_count
  stargazers_url starred_at statuses_url subscribers_count subscribers_url subscription_url svn_url tags_url teams_url
  temp_clone_token template_repository topics trees_url updated_at url use_squash_pr_title_as_default visibility watchers
  watchers_count web_commit_signoff_required
review: _links author_association body commit_id html_url id node_id pull_request_url state submitted_at updated_at user
sender: avatar_url email events_url followers_url following_url gists_url gravatar_id html_url id login name node_id
  organizations_url received_events_url repos_url site_admin starred_at starred_url subscriptions_url type url user_view_type
user: avatar_url deleted email events_url followers_url following_url gists_url gravatar_id html_url id login name node_id
  organizations_url received_events_url repos_url site_admin starred_at starred_url subscriptions_url type url user_view_type
workflow_run: actor artifacts_url cancel_url check_suite_id check_suite_node_id check_suite_url conclusion created_at
  display_title event head_branch head_commit head_repository head_sha html_url id jobs_url logs_url name node_id path
  previous_attempt_url pull_requests referenced_workflows repository rerun_url run_attempt run_number run_started_at status
  triggering_actor updated_at url workflow_id workflow_url
`;

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: ./node_modules/@actions/expressions/dist/index.js + 15 modules
var dist = __webpack_require__(1281);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/context/workflow-context.js
var workflow_context = __webpack_require__(74240);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/context-providers/inputs.js
var inputs = __webpack_require__(79591);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/context-providers/job.js
var job = __webpack_require__(61499);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/context-providers/jobs.js
var jobs = __webpack_require__(10894);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/context-providers/needs.js
var context_providers_needs = __webpack_require__(90285);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/context-providers/steps.js
var steps = __webpack_require__(43067);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/expression-validation/error-dictionary.js
var error_dictionary = __webpack_require__(35249);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/expression-validation/evaluator.js
var expression_validation_evaluator = __webpack_require__(5663);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/expression-validation/functions.js
var expression_validation_functions = __webpack_require__(40783);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/utils/find-token.js
var find_token = __webpack_require__(46470);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/utils/validate-if.js
var validate_if = __webpack_require__(7183);
// EXTERNAL MODULE: ./node_modules/@actions/languageservice/dist/validate-format-string.js
var validate_format_string = __webpack_require__(91399);
// EXTERNAL MODULE: ./node_modules/@actions/workflow-parser/dist/index.js
var workflow_parser_dist = __webpack_require__(22657);
// EXTERNAL MODULE: ./node_modules/@actions/workflow-parser/dist/model/convert.js + 20 modules
var convert = __webpack_require__(9335);
// EXTERNAL MODULE: ./node_modules/@actions/workflow-parser/dist/model/converter/if-condition.js
var if_condition = __webpack_require__(85553);
// EXTERNAL MODULE: ./node_modules/@actions/workflow-parser/dist/model/type-guards.js
var type_guards = __webpack_require__(56118);
// EXTERNAL MODULE: ./node_modules/@actions/workflow-parser/dist/templates/allowed-context.js
var allowed_context = __webpack_require__(8619);
// EXTERNAL MODULE: ./node_modules/@actions/workflow-parser/dist/templates/schema/mapping-definition.js
var mapping_definition = __webpack_require__(64129);
// EXTERNAL MODULE: ./node_modules/@actions/workflow-parser/dist/templates/schema/one-of-definition.js
var one_of_definition = __webpack_require__(57621);
// EXTERNAL MODULE: ./node_modules/@actions/workflow-parser/dist/templates/schema/string-definition.js
var string_definition = __webpack_require__(768);
// EXTERNAL MODULE: ./node_modules/@actions/workflow-parser/dist/templates/template-context.js + 1 modules
var template_context = __webpack_require__(15071);
// EXTERNAL MODULE: ./node_modules/@actions/workflow-parser/dist/templates/tokens/template-token.js + 1 modules
var template_token = __webpack_require__(2645);
// EXTERNAL MODULE: ./node_modules/@actions/workflow-parser/dist/workflows/workflow-schema.js + 8 modules
var workflow_schema = __webpack_require__(53289);
// EXTERNAL MODULE: ./build/commands/misspelling.js
var misspelling = __webpack_require__(99630);
;// CONCATENATED MODULE: ./build/commands/github-parser.js



























async function findWorkflowMistakes(file, text, root) {
    const context = new template_context/* TemplateContext */.m(new template_context/* TemplateValidationErrors */.R(), (0,workflow_schema/* getWorkflowSchema */.L)(), new workflow_parser_dist/* NoOperationTraceWriter */.P0());
    const featureFlags = new dist/* FeatureFlags */.gH({ all: true });
    context.state.featureFlags = featureFlags;
    const { value } = (0,workflow_parser_dist/* parseWorkflow */.hM)({ name: file, content: text }, context);
    const values = [];
    if (value !== undefined) {
        const template = await (0,workflow_parser_dist/* convertWorkflowTemplate */.DE)(context, value, localWorkflows(root), {
            fetchReusableWorkflowDepth: 1,
            errorPolicy: convert/* ErrorPolicy */.t.TryConversion,
            featureFlags,
        });
        for (const expression of expressionsOf(value)) {
            const { start } = expression.range;
            const { path } = (0,find_token/* findToken */.f)({ line: start.line - 1, character: start.column - 1 }, value);
            const place = (0,workflow_context/* getWorkflowContext */.H)(file, template, path);
            values.push(...valueMistakes(expression, place).map((each) => ({ ...each, ...start })));
        }
    }
    const refusals = context.errors.getErrors().flatMap(({ rawMessage, prefix, range }) => {
        if (prefix !== undefined && !prefix.startsWith(file))
            return [];
        const start = range?.start ?? { line: 1, column: 1 };
        const place = (0,find_token/* findToken */.f)({ line: start.line - 1, character: start.column - 1 }, value);
        if (isFaultOfSchema(rawMessage, place))
            return [];
        const words = wordsAt(place);
        return [
            {
                ...start,
                isRefused: true,
                ...refusalText(rawMessage, words),
                edits: correction(text, start, rawMessage, words),
            },
        ];
    });
    return [...refusals.filter(isFirstOfItsLine), ...values].toSorted((a, b) => a.line - b.line || a.column - b.column);
}
const isFaultOfSchema = (message, { path: [root, key] }) => message === "Unexpected value 'repository_dispatch'" &&
    [root, key].some((token) => token !== undefined && (0,workflow_parser_dist/* isString */.Kg)(token) && token.value === 'on');
const localWorkflows = (root) => ({
    async getFileContent(reference) {
        if ('repository' in reference)
            return { name: '', content: '' };
        return { name: reference.path, content: await (0,promises_.readFile)((0,external_node_path_.join)(root, reference.path), 'utf8') };
    },
});
const CONDITIONS = ['job-if', 'step-if', 'snapshot-if'];
function* expressionsOf(root) {
    for (const [parent, token, key] of template_token/* TemplateToken */.s.traverse(root)) {
        const { range } = token;
        if (range === undefined)
            continue;
        const allowed = (key ?? parent ?? token).definitionInfo?.allowedContext ?? [];
        if ((0,workflow_parser_dist/* isBasicExpression */.hR)(token)) {
            const isCondition = CONDITIONS.includes(key?.definition?.key ?? token.definition?.key ?? '');
            for (const { expression, range: inner } of token.originalExpressions ?? [token])
                yield { text: expression, sourceText: expression, range: inner ?? range, allowed, isCondition };
            if (isCondition && token.originalExpressions !== undefined)
                yield { text: token.expression, sourceText: token.expression, range, allowed, isCondition };
        }
        else if ((0,workflow_parser_dist/* isString */.Kg)(token) && CONDITIONS.includes(token.definition?.key ?? '') && token.value.trim() !== '')
            yield {
                text: (0,if_condition/* ensureStatusFunction */.ZA)(token.value.trim(), token.definitionInfo),
                sourceText: token.value.trim(),
                range,
                allowed,
                isCondition: true,
            };
    }
}
function valueMistakes({ text, sourceText, allowed, isCondition }, place) {
    const { namedContexts, functions } = (0,allowed_context/* splitAllowedContext */.i)([...allowed]);
    let parsed;
    try {
        parsed = new dist/* Parser */.iX(new dist/* Lexer */.JG(text).lex().tokens, namedContexts, functions).parse();
    }
    catch {
        return [];
    }
    const contexts = new dist/* DescriptionDictionary */.JS();
    for (const name of namedContexts)
        contexts.add(name, contextOf(name, place));
    const evaluator = new expression_validation_evaluator/* ValidationEvaluator */.V(parsed, (0,error_dictionary/* wrapDictionary */.rf)(contexts), expression_validation_functions/* validatorFunctions */.k);
    evaluator.validate();
    return [
        ...(isCondition && (0,validate_if/* hasFormatWithLiteralText */.e)(parsed) ? [ALWAYS_TRUE] : []),
        ...(0,validate_format_string/* validateFormatCalls */.X)(parsed).map((mistake) => ({
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
            return (0,inputs/* getInputsContext */.D)(place);
        case 'needs':
            return needsContext(place);
        case 'steps':
            return (0,steps/* getStepsContext */.r)(place);
        case 'jobs':
            return (0,jobs/* getJobsContext */.O)(place);
        case 'job':
            return jobContext(place);
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
const namesOnly = (names) => new dist/* DescriptionDictionary */.JS(...names.map((key) => ({ key, value: new dist/* data.Null */.p.Uv() })));
function unknown() {
    const map = new dist/* DescriptionDictionary */.JS();
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
    const foreign = (place.template?.jobs ?? []).filter((job) => (0,type_guards/* isReusableWorkflowJob */.iK)(job) && job.outputs === undefined);
    const needs = new dist/* DescriptionDictionary */.JS();
    for (const { key, value } of (0,context_providers_needs/* getNeedsContext */.Z)(place).pairs())
        needs.add(key, foreign.some(({ id }) => id.value === key) ? unknown() : value);
    return needs;
}
function jobContext(place) {
    const map = new dist/* DescriptionDictionary */.JS();
    for (const { key, value } of (0,job/* getJobContext */.F)(place).pairs())
        map.add(key, key === 'services' ? unknown() : value);
    if (place.job?.container !== undefined && map.get('container') === undefined)
        map.add('container', unknown());
    return map;
}
function matrixContext({ job, reusableWorkflowJob }) {
    const strategy = job?.strategy ?? reusableWorkflowJob?.strategy;
    const matrix = strategy !== undefined && (0,workflow_parser_dist/* isMapping */.pi)(strategy) ? strategy.find('matrix') : undefined;
    const names = [];
    if (matrix === undefined || !(0,workflow_parser_dist/* isMapping */.pi)(matrix))
        return new dist/* data.Null */.p.Uv();
    for (const { key, value } of matrix) {
        if (!(0,workflow_parser_dist/* isString */.Kg)(key))
            return new dist/* data.Null */.p.Uv();
        if (key.value !== 'include')
            names.push(key.value);
        else if (!(0,workflow_parser_dist/* isSequence */.wZ)(value))
            return new dist/* data.Null */.p.Uv();
        else
            for (const item of value) {
                if (!(0,workflow_parser_dist/* isMapping */.pi)(item))
                    return new dist/* data.Null */.p.Uv();
                for (const pair of item)
                    names.push(pair.key.toString());
            }
    }
    const map = unknown();
    map.complete = true;
    for (const name of names)
        if (map.get(name) === undefined)
            map.add(name, new dist/* data.Null */.p.Uv());
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
function refusalText(message, words) {
    const [first = ''] = message.split('\n');
    const problem = first
        .replace('and and', 'and')
        .replace('ErrorExceededMaxLength', 'An expression is longer than 21,000 characters');
    return { problem: `GitHub refuses this file: ${problem.replace(/[.:]?$/, '.')}`, fix: refusalFix(first, words) };
}
const isFirstOfItsLine = ({ line, problem }, index, all) => !/Unexpected type '\w+Token'/.test(problem) || all.findIndex((each) => each.line === line) === index;
const FIXES = [
    [/^Unexpected symbol: '"/, 'Write texts in single quotes.'],
    [/^Unexpected symbol: '='/, 'Compare with ==.'],
    [/^Unexpected symbol: '(?:and|or|not)'/i, 'Write && for and, || for or, ! for not.'],
    [/is not closed/, 'End the expression with }}.'],
    [/^Tabs are not allowed/, 'Indent with spaces.'],
    [/is already defined$/, 'Keep one of the two.'],
    [/^A sequence was not expected/, 'Write one value, or lines with KEY: VALUE; this is no list.'],
    [/^A mapping was not expected/, 'Begin each entry with "- "; this is a list or one value.'],
    [/^A scalar value was not expected|^Unexpected type 'StringToken'/, 'Write a list or lines with KEY: VALUE here.'],
    [/^The identifier /, 'Use letters, digits, - and _, and begin with a letter or _.'],
    [/^Too (?:few|many) parameters/, 'Give the function as many values as it takes.'],
    [/^Exceeded max expression depth/, 'Split the expression: let a step or a job set a part of it as an output.'],
    [/^ErrorExceededMaxLength/, 'Move the text to a file or a script.'],
    [/^Invalid cron expression/, "Write five fields: '17 4 * * 1' is Monday at 4:17 UTC."],
    [/^Unable to find reusable workflow/, 'Correct the path: it begins with ./.github/workflows/.'],
    [/^workflow_call key is not defined/, 'Add on: workflow_call to that workflow.'],
    [
        /^(?:Nested mappings are not allowed|Implicit keys need)/,
        'Put a text with ": " in quotes, or correct the indentation.',
    ],
    [/^Missing closing/, 'End the text with the same quote.'],
    [/^Unresolved alias|^Aliased anchor not found/, 'Set the anchor (&NAME) before this line.'],
    [/depends on unknown job/, 'Name a job of this file. Several are a list: needs: [a, b].'],
    [/at least one job with no dependencies|cycle/, 'Remove one of the jobs under needs.'],
    [/^Missing 'options'/, 'Add options: [A, B].'],
    [/^Container image cannot be empty/, 'Add image.'],
    [/^There's not enough info/, 'Add runs-on and steps, or uses.'],
    [/^Invalid format for steps/, 'Begin each step with "- ".'],
    [/multiple documents/, 'Remove the line ---: a file is one workflow.'],
];
function refusalFix(message, words) {
    const value = /^Unexpected value '(.*)'/.exec(message)?.[1];
    if (value !== undefined) {
        if (value === '')
            return 'Write a value, or remove the line.';
        if (value === '<<')
            return 'Write the keys out: GitHub merges no maps.';
        const near = (0,misspelling/* nearWord */.v)(value, words)?.word;
        if (near !== undefined)
            return `Write ${near}.`;
        return elsewhereFix(value, schemaWords());
    }
    const name = /^Unrecognized named-value: '(.*?)'/.exec(message)?.[1];
    if (name !== undefined)
        return contextFix(name);
    const called = /^Unrecognized function: '(.*?)'/.exec(message)?.[1];
    if (called !== undefined)
        return elsewhereFix(called, FUNCTIONS);
    const missing = /^Required property is missing: (.*)$/.exec(message)?.[1];
    if (missing !== undefined)
        return `Add ${missing}.`;
    const [, kind = '', input] = /^(Input|Secret) (\S+) is required, but not provided/.exec(message) ?? [];
    if (input !== undefined)
        return `Add ${input} under ${kind === 'Input' ? 'with' : 'secrets'} of this job.`;
    const unknown = /^Invalid (?:input|secret), (\S+) is not defined/.exec(message)?.[1];
    if (unknown !== undefined)
        return `Remove ${unknown}, or declare it in the called workflow.`;
    return FIXES.find(([pattern]) => pattern.test(message))?.[1] ?? `See ${WORKFLOW_SYNTAX}.`;
}
const FUNCTIONS = 'contains startsWith endsWith format join toJSON fromJSON hashFiles case success always cancelled failure'.split(' ');
function contextFix(name) {
    if (name === 'secrets')
        return 'Put it into env: of the job or step, NAME: ${{ secrets.NAME }}, and let the condition of a step ask for env.NAME.';
    return elsewhereFix(name, CONTEXTS);
}
function elsewhereFix(word, words) {
    if (words.includes(word))
        return `Remove ${word} here: GitHub knows it only in other places. See ${WORKFLOW_SYNTAX}.`;
    const near = (0,misspelling/* nearWord */.v)(word, words);
    return near?.isCertain && word.length > 4 ? `Write ${near.word}.` : `See ${WORKFLOW_SYNTAX}.`;
}
function correction(text, { line, column }, message, words) {
    const value = /^Unexpected value '(.*)'/.exec(message)?.[1];
    const [, kind, name = ''] = /^Unrecognized (named-value|function): '(.*?)'/.exec(message) ?? [];
    const candidates = kind === undefined ? words : kind === 'function' ? FUNCTIONS : CONTEXTS;
    const misspelt = value ?? name;
    const near = (0,misspelling/* nearWord */.v)(misspelt, candidates);
    if (near === undefined || !near.isCertain)
        return [];
    const lines = text.split('\n');
    const row = lines[line - 1] ?? '';
    const index = value === undefined ? onlyIndex(row, misspelt) : quotedIndex(row, misspelt, column - 1);
    if (index === undefined)
        return [];
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + index;
    return [{ start, end: start + misspelt.length, text: near.word }];
}
function quotedIndex(line, value, column) {
    const start = /['"]/.test(line[column] ?? '') ? column + 1 : column;
    return line.startsWith(value, start) ? start : undefined;
}
function onlyIndex(line, name) {
    const places = [...line.matchAll(new RegExp(`(?<![\\w.-])${name.replace(/[^\w]/g, '\\$&')}(?![\\w-])`, 'g'))];
    return places.length === 1 ? places[0]?.index : undefined;
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
const schemaWords = () => Object.values((0,workflow_schema/* getWorkflowSchema */.L)().definitions).flatMap((definition) => definition instanceof mapping_definition/* MappingDefinition */.c
    ? Object.keys(definition.properties)
    : definition instanceof string_definition/* StringDefinition */.J && definition.constant
        ? [definition.constant]
        : []);
function wordsAt({ token, keyToken, parent }) {
    const { definition } = parent ?? {};
    const property = keyToken !== null && (0,workflow_parser_dist/* isString */.Kg)(keyToken) && token !== keyToken && definition instanceof mapping_definition/* MappingDefinition */.c
        ? definition.properties[keyToken.value]
        : undefined;
    if (property === undefined)
        return wordsOf(token?.definition ?? definition);
    return wordsOf((0,workflow_schema/* getWorkflowSchema */.L)().definitions[property.type]);
}
function wordsOf(definition) {
    if (definition instanceof mapping_definition/* MappingDefinition */.c)
        return Object.keys(definition.properties);
    if (definition instanceof string_definition/* StringDefinition */.J)
        return definition.constant ? [definition.constant] : [];
    const { definitions } = (0,workflow_schema/* getWorkflowSchema */.L)();
    return definition instanceof one_of_definition/* OneOfDefinition */.N ? definition.oneOf.flatMap((name) => wordsOf(definitions[name])) : [];
}

// EXTERNAL MODULE: ./build/commands/workflow-source.js
var workflow_source = __webpack_require__(49034);
;// CONCATENATED MODULE: ./build/commands/github-rules.js







async function workflowMistakes(file, text, root) {
    const mistakes = await findWorkflowMistakes(file, text, root);
    const parsed = (0,workflow_source/* parseWorkflow */.hM)(file, text);
    if (parsed.ok)
        return [...mistakes, ...brokenRules(parsed.source, root)].toSorted((a, b) => a.line - b.line);
    if (mistakes.some(({ isRefused }) => isRefused))
        return mistakes;
    const { line, column, reason } = parsed;
    return [
        { line, column, isRefused: true, problem: `GitHub refuses this file: it ${reason}.`, fix: 'Correct this line.' },
    ];
}
function brokenRules(source, root) {
    const jobs = source.jobs.flatMap((job) => [
        ...stepRules(job, source.file.startsWith('.github/workflows/') ? root : undefined),
        ...matrixRules(job),
        ...queueRule(job.job, job.path),
        ...runnerRule(job, source),
    ]);
    const rules = [...filterRules(source), ...queueRule(source.workflow, []), ...jobs].map(({ path, isRefused = true, problem, fix, edits }) => ({
        line: source.lineOf(path),
        column: source.startOf(path).column + 1,
        isRefused,
        isIdle: !isRefused,
        problem: isRefused ? `GitHub refuses this file: ${problem}` : problem,
        fix,
        edits,
    }));
    return [...rules, ...expressionsAt(source).flatMap((each) => nameMistakes(each, source))];
}
function expressionsAt({ workflow }) {
    const walk = (value, path) => {
        if (typeof value === 'string') {
            const inside = (0,workflow_file/* expressionsIn */.l$)(value);
            return (path.at(-1) === 'if' && inside.length === 0 ? [(0,workflow_file/* normalized */.A9)(value)] : inside).map((text) => ({
                path,
                text,
            }));
        }
        if (typeof value !== 'object' || value === null)
            return [];
        return Object.entries(value).flatMap(([key, each]) => walk(each, [...path, Array.isArray(value) ? Number(key) : key]));
    };
    return walk(workflow, []);
}
const listed = (text) => new Map(text
    .trim()
    .split(/\n(?! )/)
    .map((line) => [
    line.slice(0, line.indexOf(':')),
    line
        .slice(line.indexOf(':') + 1)
        .trim()
        .split(/\s+/),
]));
const EVENTS = listed(EVENT_NAMES);
const OBJECTS = listed(OBJECT_NAMES);
function nameMistakes({ path, text }, source) {
    const place = { line: source.lineOf(path), column: source.startOf(path).column + 1, isRefused: false };
    const mistake = (problem, fix, edits) => ({
        ...place,
        problem,
        fix,
        edits,
    });
    const events = (0,workflow_file/* referencesIn */.ii)(text, 'github.event').flatMap((reference) => {
        const wrong = unknownEventName(reference.split('.'), source);
        if (wrong === undefined)
            return [];
        const { name, before, correct, isOther } = wrong;
        if (isOther && correct === undefined && (path.at(-1) !== 'if' || text.includes('||')))
            return [];
        return [
            mistake(isOther
                ? `No event of this workflow has github.event.${name}, so it is always empty.`
                : `Nothing sets ${name} in github.event.${reference}, so it is always empty.`, correct === undefined ? 'Name a field that the event of this workflow has, or remove it.' : `Write ${correct}.`, correct === undefined ? undefined : replacements(source, path, ['github', 'event', ...before], name, correct)),
        ];
    });
    const names = definedVariables(source);
    const variables = (0,workflow_file/* referencesIn */.ii)(text, 'env').flatMap((reference) => {
        const [name = ''] = reference.split('.');
        const near = names.some((each) => each.toLowerCase() === name) ? undefined : (0,misspelling/* nearWord */.v)(name, names);
        return near?.isCertain
            ? [mistake(`Nothing sets env.${name}, so it is always empty.`, `Write env.${near.word}.`)]
            : [];
    });
    const reserved = ['vars', 'secrets'].flatMap((context) => (0,workflow_file/* referencesIn */.ii)(text, context)
        .filter((name) => name.startsWith('github_') && name !== 'github_token')
        .map((name) => mistake(`GitHub does not allow ${context}.${name.toUpperCase()}: names there must not begin with GITHUB_.`, 'Give it another name.')));
    return [...events, ...variables, ...reserved];
}
function unknownEventName([first = '', ...rest], { events }) {
    const lists = [...events.keys()].map((event) => EVENTS.get(event === 'pull_request_target' ? 'pull_request' : event));
    const known = lists.every((list) => list !== undefined) ? lists.flat() : undefined;
    if (known !== undefined && !known.includes(first)) {
        const isElsewhere = [...EVENTS.values()].some((list) => list.includes(first));
        const near = isElsewhere ? undefined : (0,misspelling/* nearWord */.v)(first, known);
        return { name: first, before: [], correct: near?.isCertain ? near.word : undefined, isOther: true };
    }
    for (const [index, name] of rest.entries()) {
        const names = OBJECTS.get(index === 0 ? first : (rest[index - 1] ?? ''));
        const near = names === undefined || names.includes(name) ? undefined : (0,misspelling/* nearWord */.v)(name, names);
        if (near?.isCertain)
            return { name, before: [first, ...rest.slice(0, index)], correct: near.word, isOther: false };
    }
    return undefined;
}
function replacements(source, path, before, wrong, word) {
    const [from, , to] = source.nodeAt(path)?.range ?? [0, 0, 0];
    const names = before.map(escaped).join('\\.');
    const start = before.length === 0 ? '' : `(?<=\\b${names}\\.)`;
    const pattern = new RegExp(`${start}(?<![\\w-])${escaped(wrong)}(?![\\w-])`, 'gi');
    return [...source.text.slice(from, to).matchAll(pattern)].map(({ index }) => ({
        start: from + index,
        end: from + index + wrong.length,
        text: word,
    }));
}
const escaped = (name) => name.replace(/[^\w-]/g, '\\$&');
const definedVariables = ({ workflow, jobs }) => [
    ...[workflow, ...jobs.flatMap(({ job, steps }) => [job, ...steps.map(({ step }) => step)])].flatMap((map) => Object.keys((0,workflow_file/* mapOf */.A7)(map.env))),
    ...(0,workflow_file/* textsIn */.Ej)(workflow).flatMap((text) => text.includes('GITHUB_ENV') ? [...text.matchAll(/\b(\w+)=/g)].map(([, name = '']) => name) : []),
];
const textsOf = (value) => [value ?? []].flat().map(String);
function filterRules({ events, workflow }) {
    const key = 'on' in workflow ? 'on' : 'true';
    return [...events].flatMap(([event, options]) => {
        const path = (name) => [key, event, name];
        const filters = ['branches', 'tags', 'paths'].flatMap((name) => {
            const ignored = `${name}-ignore`;
            if (name in options && ignored in options)
                return [
                    {
                        path: path(ignored),
                        problem: `${event} has both ${name} and ${ignored}.`,
                        fix: `Keep ${name}, and exclude with entries that begin with !.`,
                    },
                ];
            const patterns = textsOf(options[name]);
            return patterns.length > 0 && patterns.every((each) => each.startsWith('!'))
                ? [
                    {
                        path: path(name),
                        isRefused: false,
                        problem: `All entries of ${name} exclude, so ${event} starts no run.`,
                        fix: `Begin with an entry that includes, such as '**', or write ${ignored} without !.`,
                    },
                ]
                : [];
        });
        const needsWorkflows = event === 'workflow_run' && textsOf(options.workflows).length === 0;
        return needsWorkflows
            ? [...filters, { path: [key, event], problem: 'workflow_run names no workflows.', fix: 'Add workflows: [NAME].' }]
            : filters;
    });
}
function stepRules({ job, path, steps }, root) {
    if ('steps' in job && Array.isArray(job.steps) && steps.length === 0)
        return [{ path: [...path, 'steps'], problem: 'the job has no steps.', fix: 'Add a step with run or uses.' }];
    const ids = steps.map(({ step }) => (0,workflow_file/* mapText */.E0)(step, 'id').toLowerCase());
    return steps.flatMap((step, index) => {
        const id = ids[index] ?? '';
        const uses = (0,workflow_file/* mapText */.E0)(step.step, 'uses');
        const rules = [];
        if (id !== '' && ids.indexOf(id) < index)
            rules.push({
                path: [...step.path, 'id'],
                problem: `two steps have the id ${id}.`,
                fix: 'Give each step its own id.',
            });
        if (uses !== '' && !/^(?:\.\/|\.$|docker:\/\/|[^/\s@]+\/[^\s@]+@\S)/.test(uses))
            rules.push({
                path: [...step.path, 'uses'],
                problem: `${uses} is no action.`,
                fix: 'Write OWNER/REPOSITORY@COMMIT, ./FOLDER or docker://IMAGE.',
            });
        const missing = missingAction(uses, steps.slice(0, index), root);
        if (missing !== undefined)
            rules.push({ path: [...step.path, 'uses'], isRefused: false, ...missing });
        return rules;
    });
}
function missingAction(uses, before, root) {
    if (!/^\.\/\w|^\.\/\./.test(uses))
        return undefined;
    if (before.length === 0)
        return {
            problem: `${uses} is a folder of the workspace, which is empty here.`,
            fix: 'Add a step with actions/checkout before it.',
        };
    const isPlain = before.every((step) => (0,workflow_source/* isCheckout */.VI)(step) && !['repository', 'ref', 'path'].some((name) => name in (0,workflow_file/* mapOf */.A7)(step.step.with)));
    if (root === undefined ||
        !isPlain ||
        ['action.yml', 'action.yaml', 'Dockerfile'].some((name) => (0,external_node_fs_.existsSync)((0,external_node_path_.join)(root, uses, name))))
        return undefined;
    return { problem: `${uses} has no action.yml.`, fix: 'Correct the path: it begins at the root of the repository.' };
}
function matrixRules({ job, path }) {
    const matrix = (0,workflow_file/* mapOf */.A7)((0,workflow_file/* mapOf */.A7)(job.strategy).matrix);
    const place = [...path, 'strategy', 'matrix'];
    const names = Object.keys(matrix).filter((name) => name !== 'include' && name !== 'exclude');
    const empty = names
        .filter((name) => Array.isArray(matrix[name]) && textsOf(matrix[name]).length === 0)
        .map((name) => ({ path: [...place, name], problem: `${name} of the matrix has no values.`, fix: 'Add a value.' }));
    const excluded = Array.isArray(matrix.exclude) ? matrix.exclude.flatMap((each) => Object.keys((0,workflow_file/* mapOf */.A7)(each))) : [];
    const unknown = [...new Set(excluded)]
        .filter((name) => !names.includes(name))
        .map((name) => ({
        path: [...place, 'exclude'],
        problem: `exclude names ${name}, which the matrix does not have.`,
        fix: `Name one of ${names.join(', ')}.`,
    }));
    return [...empty, ...unknown];
}
function queueRule(map, path) {
    const { queue, 'cancel-in-progress': cancels } = (0,workflow_file/* mapOf */.A7)(map.concurrency);
    return queue === 'max' && cancels === true
        ? [
            {
                path: [...path, 'concurrency', 'queue'],
                problem: 'queue: max and cancel-in-progress: true exclude each other.',
                fix: 'Remove one of the two.',
            },
        ]
        : [];
}
const HOSTED = [
    ...[
        'ubuntu-latest',
        'ubuntu-26.04',
        'ubuntu-24.04',
        'ubuntu-22.04',
        'ubuntu-24.04-arm',
        'ubuntu-22.04-arm',
        'ubuntu-slim',
    ],
    ...['windows-latest', 'windows-2025', 'windows-2022', 'windows-11-arm'],
    ...['macos-latest', 'macos-26', 'macos-15', 'macos-14', 'macos-15-intel', 'macos-26-intel'],
];
const RETIRED = /^(?:ubuntu-(?:16|18|20)\.04|windows-(?:2016|2019)|macos-(?:10\.15|11|12|13))$/;
function runnerRule({ job, path }, source) {
    const labels = typeof job['runs-on'] === 'string' ? [job['runs-on']] : job['runs-on'];
    const [label, ...others] = Array.isArray(labels) ? labels.map(String) : [];
    if (label === undefined || others.length > 0 || label.includes('${{') || HOSTED.includes(label))
        return [];
    const near = (0,misspelling/* nearWord */.v)(label, HOSTED);
    const isMisspelt = near?.isCertain === true && /^[a-z]+-[a-z]+$/.test(label);
    if (!RETIRED.test(label) && !isMisspelt)
        return [];
    const place = [...path, 'runs-on'];
    return [
        {
            path: place,
            isRefused: false,
            problem: `GitHub has no runner ${label}, so the job stays queued until it times out.`,
            fix: isMisspelt ? `Write ${near.word}.` : `Write ${label.split('-')[0]}-latest, or a version that GitHub has.`,
            edits: isMisspelt ? replacements(source, place, [], label, near.word) : undefined,
        },
    ];
}


/***/ }),

/***/ 99630:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   v: () => (/* binding */ nearWord)
/* harmony export */ });
/* harmony import */ var fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(21916);

const SHORTEST = 4;
const sortedLetters = (word) => [...word].toSorted().join('');
const stem = (word) => word.replaceAll('-', '_').replace(/(?:(?<=ch)e)?s$/, '');
function nearWord(word, words) {
    const typed = word.toLowerCase();
    const candidates = [...new Set(words)].map((each) => ({ each, lower: each.toLowerCase() }));
    const distances = candidates.map(({ lower }) => (0,fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__/* .distance */ .Io)(typed, lower));
    const least = Math.min(...distances);
    const choices = [
        candidates.filter(({ lower }) => lower.replaceAll('-', '_') === typed.replaceAll('-', '_')),
        candidates.filter(({ lower }) => stem(lower) === stem(typed)),
        candidates.filter(({ lower }) => sortedLetters(lower) === sortedLetters(typed)),
        candidates.filter((_, index) => distances[index] === least && least <= Math.max(1, word.length / 5)),
    ];
    const near = choices.find((choice) => choice.length > 0) ?? [];
    const [first] = near;
    return first === undefined ? undefined : { word: first.each, isCertain: near.length === 1 && word.length >= SHORTEST };
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
const SHA = { base: 'b'.repeat(40), head: 'c'.repeat(40), merge: 'd'.repeat(40) };
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


/***/ }),

/***/ 33295:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FD: () => (/* binding */ isForkRefused),
/* harmony export */   fi: () => (/* binding */ runCommit),
/* harmony export */   l6: () => (/* binding */ leftCheckouts),
/* harmony export */   px: () => (/* binding */ runRef),
/* harmony export */   y6: () => (/* binding */ leftCheckout),
/* harmony export */   yW: () => (/* binding */ guardsForks)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(88343);

const Payload = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    pull_request: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig() }).nullish(),
    ref: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    ref_type: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    release: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ tag_name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish(),
    deployment: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ ref: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish(),
    merge_group: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ head_ref: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish(),
    repository: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ default_branch: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }).nullish(),
});
const RUN_COMMITS = {
    pull_request: 'merge',
    pull_request_review: 'merge',
    pull_request_review_comment: 'merge',
    push: 'event',
    create: 'event',
    release: 'event',
    deployment: 'event',
    deployment_status: 'event',
    merge_group: 'event',
    registry_package: 'event',
    workflow_dispatch: 'event',
};
const runCommit = (event) => Object.hasOwn(RUN_COMMITS, event) ? (RUN_COMMITS[event] ?? 'default') : 'default';
function runRef(event, payload) {
    const { data } = Payload.safeParse(payload);
    const number = data?.pull_request?.number ?? data?.number;
    const main = `refs/heads/${data?.repository?.default_branch ?? 'main'}`;
    if (runCommit(event) === 'merge')
        return number === undefined ? main : `refs/pull/${number}/merge`;
    switch (event) {
        case 'push':
        case 'workflow_dispatch':
            return data?.ref ?? main;
        case 'create':
            return data?.ref == null ? main : `refs/${data.ref_type === 'tag' ? 'tags' : 'heads'}/${data.ref}`;
        case 'release':
            return data?.release == null ? main : `refs/tags/${data.release.tag_name}`;
        case 'deployment':
        case 'deployment_status':
            return data?.deployment == null ? main : `refs/heads/${data.deployment.ref}`;
        case 'merge_group':
            return data?.merge_group?.head_ref ?? main;
        default:
            return main;
    }
}
function leftCheckout(inputs, run) {
    const given = new Map(Object.entries(inputs).map(([name, value]) => [name.toLowerCase(), value.trim()]));
    const input = (name, otherwise) => given.get(name) || otherwise;
    const repository = input('repository', run.repository);
    const isOwn = repository.toLowerCase() === run.repository.toLowerCase();
    const depth = Math.floor(Number(input('fetch-depth', '1')));
    return {
        repository,
        ref: input('ref', isOwn ? run.ref : ''),
        folder: input('path', '.')
            .split(/[\\/]/)
            .filter((part) => part !== '.' && part !== '')
            .join('/'),
        depth: depth > 0 ? depth : 0,
        sparse: input('sparse-checkout', '')
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        keepsCredential: input('persist-credentials', 'true').toLowerCase() === 'true',
        allowsForks: input('allow-unsafe-pr-checkout', 'false').toLowerCase() === 'true',
    };
}
const Repository = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(), full_name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }).nullish();
const Heads = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    repository: Repository,
    pull_request: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ head: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), repo: Repository }), merge_commit_sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish() })
        .nullish(),
    workflow_run: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
        event: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        head_repository: Repository,
        head_sha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
        head_commit: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish(),
    })
        .nullish(),
});
const GUARDED = { 4: [4, 0], 5: [1, 0], 6: [1, 0] };
function guardsForks(uses) {
    const version = uses.split('@')[1] ?? '';
    if (/^[0-9a-f]{40}$/i.test(version))
        return undefined;
    const [, major, minor, patch] = /^v(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(version) ?? [];
    if (major === undefined)
        return version === 'main';
    const first = GUARDED[Number(major)];
    if (first === undefined || minor === undefined)
        return Number(major) >= 4;
    return Number(minor) > first[0] || (Number(minor) === first[0] && Number(patch ?? first[1]) >= first[1]);
}
function isForkRefused({ repository, ref, allowsForks }, run) {
    const { data } = Heads.safeParse(run.payload);
    const { pull_request: pull, workflow_run: upstream } = data ?? {};
    const isTarget = run.event === 'pull_request_target';
    const isUpstream = run.event === 'workflow_run' && upstream?.event.startsWith('pull_request') === true;
    if (allowsForks || !(isTarget || isUpstream))
        return false;
    const head = isTarget ? pull?.head.repo : upstream?.head_repository;
    const own = data?.repository;
    const isFork = head?.id !== undefined && own?.id !== undefined ? head.id !== own.id : head?.full_name !== own?.full_name;
    if (head == null || !isFork)
        return false;
    const ofRun = [upstream?.head_commit?.id, upstream?.event === 'pull_request_target' ? undefined : upstream?.head_sha];
    const shas = isTarget ? [pull?.head.sha, pull?.merge_commit_sha] : ofRun;
    return (repository.toLowerCase() === head.full_name?.toLowerCase() ||
        /^refs\/pull\/\d+\/(?:head|merge)$/.test(ref) ||
        shas.some((sha) => sha?.toLowerCase() === ref.toLowerCase()));
}
const leftCheckouts = (steps) => steps.filter((_, index) => !steps
    .slice(index + 1)
    .some(({ folder }) => `${steps[index]?.folder}/`.startsWith(`${folder}/`) || folder === ''));


/***/ })

};
