export const id = 609;
export const ids = [609];
export const modules = {

/***/ 94090:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   j: () => (/* binding */ resolveApprovalMode)
/* harmony export */ });
/* harmony import */ var _platform_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34779);

/**
 * The approval mode of a run: the input, else `general.defaultApprovalMode`. Only the input can select `yolo`.
 * Throws UserError when the input is `yolo` and the settings forbid it.
 */
function resolveApprovalMode(input, { general, security }) {
    if (input === 'yolo' && security?.disableYoloMode === true)
        throw new _platform_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo('The input approval_mode is yolo, but the setting security.disableYoloMode forbids it. Use auto_edit, or allow the calls you need with policy rules.');
    if (input !== 'default')
        return input;
    switch (general?.defaultApprovalMode) {
        case 'auto_edit':
        case 'autoEdit':
            return 'autoEdit';
        case 'plan':
            return 'plan';
        default:
            return 'default';
    }
}


/***/ }),

/***/ 48340:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ callFacts)
/* harmony export */ });
/* harmony import */ var _shell_shell_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(40077);
/* harmony import */ var _tool_names_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(81572);


/** Everything a decision depends on. Shell lines are parsed here and nowhere else, so only this needs the parser. */
async function callFacts(call, mode, interactive) {
    const isShell = call.server === undefined &&
        [call.tool, ...(call.aliases ?? [])].some((name) => (0,_tool_names_js__WEBPACK_IMPORTED_MODULE_1__/* .canonicalToolName */ .WI)(name) === _tool_names_js__WEBPACK_IMPORTED_MODULE_1__/* .SHELL_TOOL */ .cF);
    return { ...call, mode, interactive, shell: isShell ? await readCommandArgument(call.args.command) : undefined };
}
const readCommandArgument = async (line) => typeof line === 'string'
    ? (0,_shell_shell_js__WEBPACK_IMPORTED_MODULE_0__/* .analyzeShellLine */ .D)(line)
    : { line: '', commands: [], unsure: ['the call has no command text'] };


/***/ }),

/***/ 98331:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $f: () => (/* binding */ escapeRegex),
/* harmony export */   X0: () => (/* binding */ quoteToml),
/* harmony export */   wJ: () => (/* binding */ remedyFor)
/* harmony export */ });
/* harmony import */ var _shell_dangers_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(21670);
/* harmony import */ var _shell_programs_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(33933);
/* harmony import */ var _match_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(23383);
/* harmony import */ var _risky_allows_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7892);
/* harmony import */ var _tool_names_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(81572);





/**
 * How to allow a call that was denied or needs confirmation: the smallest TOML rule for the user tier, or a sentence that
 * says why no rule can or should allow it.
 */
function remedyFor(decision, facts) {
    const refusals = decision.refused ?? [{ rule: decision.rule }];
    const admin = refusals.map(({ rule }) => rule).find((rule) => rule?.tier === 'admin');
    if (admin !== undefined)
        return `An admin rule forbids this (${admin.file}:${admin.line}). Rules of the repository or the workflow cannot override it.`;
    const strongest = strongestOf(refusals);
    if (strongest !== undefined && strongest.tier === 'user' && strongest.priority >= 999)
        return `${strongest.file}:${strongest.line} has the highest possible priority. To allow this call, change that rule.`;
    const priority = strongest?.tier === 'user' ? strongest.priority + 1 : 100;
    if (facts.shell === undefined)
        return allowRuleToml(toolConditions(facts, decision.rule), priority);
    return shellRemedy(refusals, facts, priority);
}
const allowRuleToml = (conditions, priority) => ['[[rule]]', ...conditions, 'decision = "allow"', `priority = ${priority}`].join('\n');
function strongestOf(refusals) {
    const users = refusals.flatMap(({ rule }) => (rule?.tier === 'user' ? [rule] : []));
    return users.sort((a, b) => b.priority - a.priority)[0];
}
function toolConditions(facts, rule) {
    const { server, short } = (0,_tool_names_js__WEBPACK_IMPORTED_MODULE_4__/* .toolIdentity */ .Pt)(facts);
    if (server !== undefined)
        return [
            `mcpName = ${quoteToml(server)}`,
            `toolName = ${quoteToml(short ?? facts.tool)}`,
            ...subagentCondition(facts),
        ];
    const path = facts.resolved?.linked ? facts.resolved.args.file_path : facts.args.file_path;
    // When the rule that decided applies to some files only, allow this file alone, by the path that rules match.
    const fileCondition = rule?.match.args !== undefined && typeof path === 'string'
        ? [`argsPattern = ${quoteToml(`"file_path":${escapeRegex(JSON.stringify((0,_match_js__WEBPACK_IMPORTED_MODULE_2__/* .normalizePath */ .Fd)(path)))}`)}`]
        : [];
    return [`toolName = ${quoteToml(facts.tool)}`, ...fileCondition, ...subagentCondition(facts)];
}
/** A call of a sub-agent is allowed for that sub-agent only. */
const subagentCondition = ({ agent }) => agent === undefined ? [] : [`subagent = ${quoteToml(agent)}`];
function shellRemedy(refusals, facts, priority) {
    const commands = refusals.map(({ command }) => command);
    const writes = commands.some((command) => (command?.writes.length ?? 0) > 0);
    if (writes && facts.mode === 'plan')
        return 'Plan mode allows no writes, whatever the rules say.';
    const redirection = writes ? ['allowRedirection = true'] : [];
    const prefixes = commands.map((command) => (command === undefined ? undefined : prefixFor(command)));
    const spelledOut = prefixes.filter((prefix) => prefix !== undefined);
    if (spelledOut.length < prefixes.length) {
        const [obstacle] = commands.filter((_, index) => prefixes[index] === undefined);
        const { reason, advice } = obstacleOf(obstacle, facts);
        return [
            `# Only a rule for every command would allow this line: ${reason.replaceAll(/[\s\p{Cc}]+/gu, ' ')}.`,
            `# Better: ${advice}.`,
            allowRuleToml([`toolName = "${_tool_names_js__WEBPACK_IMPORTED_MODULE_4__/* .SHELL_TOOL */ .cF}"`, ...redirection, ...subagentCondition(facts)], priority),
        ].join('\n');
    }
    const each = [...new Set(spelledOut)].map(quoteToml);
    return allowRuleToml([
        `toolName = "${_tool_names_js__WEBPACK_IMPORTED_MODULE_4__/* .SHELL_TOOL */ .cF}"`,
        `commandPrefix = ${each.length === 1 ? each[0] : `[${each.join(', ')}]`}`,
        ...redirection,
        ...subagentCondition(facts),
    ], priority);
}
/** Why no rule can name the command, and how to write the line instead. */
function obstacleOf(command, facts) {
    const advice = 'write the command without variables, substitutions or code in its arguments';
    if (command === undefined)
        return { reason: facts.shell?.unsure.join('; ') ?? 'it is not understood', advice };
    const [unsure] = command.unsure;
    if (unsure !== undefined)
        return { reason: unsure, advice };
    const danger = command.dangers.find(({ word }) => word === undefined || word.kind !== 'known');
    if (danger === undefined)
        return { reason: 'the program is only known at run time', advice };
    const { word, reason } = danger;
    if (word !== undefined)
        return {
            reason: `${word.text} ${reason}`,
            advice: word.text.includes('$')
                ? `write the value instead of ${word.text.replaceAll(/[\s\p{Cc}]+/gu, ' ')}, set it in the line (NAME=value; …), or start the name of a file with ./`
                : `write the words that ${word.text.replaceAll(/[\s\p{Cc}]+/gu, ' ')} stands for`,
        };
    if (reason.includes('variable'))
        return { reason, advice: 'leave the variable out, or set it with env: in the workflow' };
    if (reason.includes('standard input'))
        return { reason, advice: 'save the script in a file, read it, and run that file' };
    return { reason, advice };
}
/** Programs with subcommands, beside those in PROGRAMS. */
const HAS_SUBCOMMANDS = /^(?:make|just|rake|npx|bunx|mvn|gradle|gradlew|dotnet|bundle|composer|poetry|uv|pip|pip3|rustup|docker|kubectl|terraform|apt|apt-get|brew|gem|helm|systemctl)$/;
/** Commands whose third word decides what they do. */
const HAS_ACTIONS = /^(?:gh [\w-]+|kubectl [\w-]+|aws [\w-]+|gcloud [\w-]+|docker (?:compose|image|container|volume)|(?:npm|pnpm|yarn|bun|docker) run|npm run-script|git (?:stash|remote|worktree|submodule|bisect|notes|reflog|bundle)|go (?:mod|work|tool)|uv (?:run|pip|tool)|poetry run|bundle exec|dotnet (?:tool|nuget))$/;
/** The words that a prefix must spell out: the program, its subcommand, and every option that a rule must allow explicitly. */
function prefixFor({ words, dangers, unsure }) {
    const [program] = words;
    if (program?.kind !== 'known' || program.text === '' || unsure.length > 0)
        return undefined;
    const last = dangers.map(({ word }) => (word === undefined ? -1 : words.indexOf(word)));
    if (last.includes(-1))
        return undefined;
    const name = (0,_shell_dangers_js__WEBPACK_IMPORTED_MODULE_0__/* .programName */ .kX)(program);
    const spec = Object.hasOwn(_shell_programs_js__WEBPACK_IMPORTED_MODULE_1__/* .PROGRAMS */ .i, name) ? _shell_programs_js__WEBPACK_IMPORTED_MODULE_1__/* .PROGRAMS */ .i[name] : undefined;
    const nested = spec?.of !== undefined || spec?.subcommands !== undefined || HAS_SUBCOMMANDS.test(name);
    const leading = leadingKnown(words);
    const text = leading.map((word) => word.text).join(' ');
    const isRisky = dangers.length === 0 && (0,_risky_allows_js__WEBPACK_IMPORTED_MODULE_3__/* .riskOf */ .b)(text) !== undefined;
    const length = isRisky
        ? Math.max(leading.length, 1)
        : Math.max(nested ? subcommandLength(leading) : dangers.length === 0 ? scriptLength(leading, spec) : 1, ...last.map((index) => index + 1));
    const spelled = words.slice(0, Math.min(length, words.length));
    return spelled.some(({ kind }) => kind !== 'known') ? undefined : spelled.map(quoteShellWord).join(' ');
}
function leadingKnown(words) {
    const end = words.findIndex(({ kind }) => kind !== 'known');
    return end < 0 ? words : words.slice(0, end);
}
const subcommandLength = (leading) => {
    const [program, subcommand, action] = leading.map(({ text }) => text);
    return HAS_ACTIONS.test(`${program} ${subcommand}`) && action !== undefined && !action.startsWith('-') ? 3 : 2;
};
/** Up to the script of an interpreter; only the program for others. */
function scriptLength(leading, spec) {
    if (!spec?.readsCode || leading.some(({ text }) => spec.noInputOptions?.includes(text)))
        return 1;
    const script = leading.findIndex(({ text }, index) => index > 0 && !text.startsWith('-'));
    return script < 0 ? 1 : script + 1;
}
const quoteShellWord = ({ text }) => /^[\w./:=@%+,~^-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;
const escapeRegex = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A TOML string, literal where that is easier to read. TOML also requires DEL to be escaped, JSON does not. */
const quoteToml = (text) => /^[^'\n\r\p{Cc}]*["\\][^'\n\r\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text).replaceAll('\x7f', '\\u007f');


/***/ }),

/***/ 73755:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   s: () => (/* binding */ withoutResultWrites),
/* harmony export */   z: () => (/* binding */ declareResultFiles)
/* harmony export */ });
const paths = new Set();
/** Declares the files that a run gives its programs in the place of the runner's. Writing to them is no redirection. */
function declareResultFiles(files) {
    for (const file of files)
        paths.add(file);
}
/** Programs that only print, so that a line of them cannot give the variables other values. */
const PRINTS = /^(?:echo|printf|cat|true|:)$/;
const BY_VARIABLE = /^>>?\|? (?:"\$GITHUB_(?:ENV|OUTPUT)"|\$GITHUB_(?:ENV|OUTPUT)|"\$\{GITHUB_(?:ENV|OUTPUT)\}"|\$\{GITHUB_(?:ENV|OUTPUT)\})$/;
/** The line without redirections to the result files, when nothing in it can change where they lead. */
function withoutResultWrites(parsed, line) {
    const isSteady = parsed.unsure.length === 0 &&
        parsed.commands.every(onlyPrints) &&
        !/GITHUB_(?:ENV|OUTPUT)(?:\[[^\]]*\])?\+?=|[$][{]!|[(][)]/.test(line) &&
        parsed.assigned.every(({ name }) => /^[A-Za-z_]\w*$/.test(name) && !/^(?:GITHUB_|IFS$|BASH|PATH$|ENV$)/.test(name));
    if (!isSteady)
        return parsed;
    const commands = parsed.commands.map((command) => ({
        ...command,
        writes: command.writes.filter((write) => !BY_VARIABLE.test(write) && !isLiteral(write)),
    }));
    return { ...parsed, commands };
}
function onlyPrints({ words, assignments }) {
    const [program, next] = words;
    if (program === undefined)
        return true;
    if (program.kind !== 'known' || !PRINTS.test(program.text) || assignments.length > 0)
        return false;
    return program.text !== 'printf' || next === undefined || (next.kind === 'known' && !next.text.startsWith('-'));
}
function isLiteral(write) {
    const [, target = ''] = /^>>?\|? (.*)$/s.exec(write) ?? [];
    const path = target.replace(/^(["'])(.*)\1$/s, '$2');
    return paths.has(path);
}


/***/ }),

/***/ 40077:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  D: () => (/* binding */ analyzeShellLine)
});

// EXTERNAL MODULE: ./build/policy/time-limit.js
var time_limit = __webpack_require__(20276);
// EXTERNAL MODULE: ./build/policy/shell/words.js
var shell_words = __webpack_require__(38375);
;// CONCATENATED MODULE: ./build/policy/shell/assignments.js

/** Builtins that set, unset or export variables by name: `read NAME`, `unset NAME`, `export NAME=x`. */
const BY_NAME = /^(?:export|declare|typeset|readonly|local|unset|read|mapfile|readarray|getopts|wait|printf)$/;
/** Builtins of these whose name follows an option. */
const BEHIND_OPTION = { printf: '-v', wait: '-p' };
/** The words of a command from its builtin on: after these wrappers, a builtin still runs in the shell itself. */
function fromBuiltin(words) {
    const index = words.findIndex(({ kind, text }) => kind !== 'known' || !/^(?:command|builtin|time|-p|--)$/.test(text));
    return words.slice(Math.max(0, index));
}
/** The variables that a command changes by name. Every word that could be a name counts. */
function assignedByName({ words }) {
    const [program, ...rest] = fromBuiltin(words);
    const name = program?.kind === 'known' ? program.text : '';
    if (!BY_NAME.test(name))
        return [];
    return names(rest, BEHIND_OPTION[name]).flatMap((word) => {
        const [, variable, value] = /^(\w+)(?:\[.*\])?(?:\+?=(.*))?$/s.exec(word.start) ?? [];
        if (variable === undefined)
            return [];
        const isKnown = word.kind === 'known' && value !== undefined;
        return [{ name: variable, value: isKnown ? (0,shell_words/* knownWord */.MH)(value) : { ...word, kind: 'one' } }];
    });
}
/** The variables that a command exports, so that programs receive them. */
function exportedByName(command) {
    const [program, ...options] = fromBuiltin(command.words);
    const exports = program?.text === 'export' ||
        (/^(?:declare|typeset|local|readonly)$/.test(program?.text ?? '') &&
            options.some(({ kind, text }) => kind !== 'known' || /^-\w*x/.test(text)));
    return exports ? assignedByName(command) : [];
}
function names(rest, option) {
    if (option === undefined)
        return rest;
    const index = rest.findIndex(({ start }) => start.startsWith(option));
    const [match, next] = index < 0 ? [] : rest.slice(index);
    if (match === undefined)
        return [];
    if (match.text === option)
        return next === undefined ? [] : [next];
    const start = match.start.slice(option.length);
    return [{ ...match, text: match.text.slice(option.length), start }];
}

;// CONCATENATED MODULE: ./build/policy/shell/environment.js
const words = (text) => text.split(' ');
/** Values without blanks, paths or pattern characters. */
const PLAIN_VALUE = /^[\w.,:@%+=-]*$/;
/**
 * Variables that no program takes a command, a file to load or a way to another machine from, with the values that are
 * harmless. Every other variable before a command, or one that is exported, is not known to be harmless.
 */
const HARMLESS = {
    ...Object.fromEntries(words('LANG LANGUAGE LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_NUMERIC LC_TIME LC_MONETARY NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE ' +
        'COLORTERM TERM CI COLUMNS LINES DEBUG VERBOSE LOG_LEVEL RUST_LOG RUST_BACKTRACE CARGO_TERM_COLOR NODE_ENV APP_ENV RAILS_ENV ' +
        'RACK_ENV PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED PYTHONHASHSEED NODE_NO_WARNINGS SOURCE_DATE_EPOCH CGO_ENABLED GOOS GOARCH ' +
        'GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_LITERAL_PATHSPECS DOTNET_NOLOGO DOTNET_CLI_TELEMETRY_OPTOUT DO_NOT_TRACK ' +
        'HUSKY FOO BAR BAZ A B').map((name) => [name, PLAIN_VALUE])),
    TZ: /^[\w/:+-]*$/,
    DEBUG: /^[\w.,:*-]*$/,
    PAGER: ['cat', ''],
    GIT_PAGER: ['cat', ''],
    MANPAGER: ['cat', ''],
    GIT_EDITOR: ['true', ':'],
    EDITOR: ['true', ':'],
    GOFLAGS: [''],
};
/** Variables that change what programs run, load or trust. A trailing `*` matches any rest; letter case makes no difference with an underscore. */
const DANGEROUS = words('PATH BASH_CMDS BASH_ALIASES POSIXLY_CORRECT LD_* DYLD_* GCONV_PATH GLIBC_TUNABLES LOCPATH NLSPATH BASH_ENV ENV SHELLOPTS BASHOPTS ' +
    'BASH_FUNC_* BASH_LOADABLES_PATH BASH_COMPAT EXECIGNORE PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND SHELL ' +
    'HOME CDPATH XDG_* EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE LESS GIT_* SSH_* SUDO_* NODE_* NPM_* YARN_* PNPM_* ' +
    'BUN_* DENO_* PYTHON* VIRTUAL_ENV PIP_* PERL* RUBY* GEM_* BUNDLE_* JAVA_* _JAVA_OPTIONS JDK_* CLASSPATH MAVEN_* GRADLE_* PHP* LUA_* ' +
    'TCLLIBPATH R_* GO GO1* GOROOT GOPATH GOBIN GOFLAGS GOENV GOPROXY GOTOOL* GOEXPERIMENT CGO_* CARGO_* RUST* CC CXX CPP LD AR AS CFLAGS CXXFLAGS ' +
    'LDFLAGS MAKE* MFLAGS GNUMAKE* CMAKE_* PKG_CONFIG* AWKPATH AWKLIBPATH TAR_OPTIONS GREP_OPTIONS RIPGREP_CONFIG_PATH RSYNC_RSH CVS_RSH ' +
    'VIMINIT EXINIT VIM* EMACS* TERMINFO* TERMCAP HISTFILE PYTEST_* ESLINT_* TS_NODE_* DOCKER_* KUBECONFIG OPENSSL_* SSL_* CURL_* WGETRC ' +
    'HTTP_PROXY HTTPS_PROXY ALL_PROXY GCC_* COMPILER_PATH DISPLAY BASH_XTRACEFD GNUPGHOME GPG_* DOTNET_* MSBUILD* NUGET_* COMPlus_* SPEC_OPTS ' +
    'TOX_* RSPEC_* MOCHA_* JEST_* VITEST* BABEL_* ELECTRON_* COMPOSER_* MIX_* ERL_* GHC* STACK_* OPAM* CONDA_* UV_* POETRY_* TMPDIR MAILPATH ' +
    'INPUTRC HOSTALIASES RES_OPTIONS FCEDIT TIMEFORMAT FUNCNEST GLOBIGNORE HISTTIMEFORMAT');
/** Variables whose values a shell evaluates as arithmetic, which can run commands. */
const NUMERIC = words('BASHPID HISTCMD LINENO OPTIND RANDOM SECONDS SRANDOM');
const isHarmless = ({ name, value }) => {
    const values = Object.hasOwn(HARMLESS, name) ? HARMLESS[name] : undefined;
    if (values === undefined || value.kind === 'many')
        return false;
    const texts = value.kind === 'known' ? [value.text] : (value.values ?? []);
    return (texts.length > 0 && texts.every((text) => (values instanceof RegExp ? values.test(text) : values.includes(text))));
};
/** Dangers of assignments that last for the rest of the line. No rule can spell these out. */
function assignmentDangers(assignments) {
    return assignments.flatMap((assignment) => {
        const { name, value } = assignment;
        if (isHarmless(assignment))
            return [];
        if (isDangerousName(name))
            return [{ effect: 'runs', reason: `the variable ${name} changes what programs run` }];
        if (!NUMERIC.includes(name) || value.isNumber || (value.kind === 'known' && /^\d*$/.test(value.text)))
            return [];
        return [{ effect: 'runs', reason: `the value of ${name} is evaluated as arithmetic, which can run commands` }];
    });
}
/** Dangers of variables that a program receives. `IFS` only matters to a shell. */
function environmentDangers(assignments, program) {
    return assignments.flatMap((assignment) => {
        const known = assignmentDangers([assignment]);
        if (known.length > 0 || isHarmless(assignment))
            return known;
        if (assignment.name === 'IFS' && /^(?:read|mapfile|readarray)$/.test(program))
            return [];
        return [{ effect: 'unknown', reason: `the variable ${assignment.name} is not known to be harmless for a program` }];
    });
}
const isDangerousName = (name) => {
    // Some programs ignore case in names with an underscore. `path` and `home` mean nothing to a program.
    const upper = name.includes('_') ? name.toUpperCase() : name;
    return DANGEROUS.some((each) => {
        const pattern = name.includes('_') ? each.toUpperCase() : each;
        return pattern.endsWith('*') ? upper.startsWith(pattern.slice(0, -1)) : upper === pattern;
    });
};

;// CONCATENATED MODULE: ./build/policy/shell/grammar-nodes.js
const grammar_nodes_words = (text) => text.split(' ');
/**
 * Every kind of node of the grammar has an entry: here, or in walk.ts if it is visited in its own way. What has none makes a
 * line not understood. test/policy/shell/grammar-nodes.test.ts compares this with the grammar's own list.
 */
/** Nodes that only contain other nodes. Their parts decide what happens. */
const HOLDERS = new Set([
    // Statements: each command in them is decided by itself, whether and how often it runs or not.
    ...grammar_nodes_words('program list pipeline subshell negated_command variable_assignments'),
    ...grammar_nodes_words('if_statement elif_clause else_clause while_statement do_group case_statement case_item function_definition'),
    // Words and what they are made of.
    ...grammar_nodes_words('command_name concatenation string translated_string brace_expression'),
    // Commands in other places; what a shell does with their output is decided where they stand.
    ...grammar_nodes_words('command_substitution process_substitution'),
    // Input for a command.
    ...grammar_nodes_words('heredoc_body herestring_redirect'),
    // Conditions and arithmetic: checked as a whole where they begin.
    ...grammar_nodes_words('binary_expression unary_expression postfix_expression ternary_expression parenthesized_expression'),
]);
/** Leaves without an effect of their own: a shell expands nothing in them, or only takes the value of a variable. */
const LEAVES = new Set(grammar_nodes_words('word raw_string ansi_c_string number comment file_descriptor heredoc_start heredoc_end heredoc_content variable_name ' +
    'special_variable_name string_content test_operator regex extglob_pattern simple_expansion'));
/** Kinds that are only names for several others in the grammar; no node has one of them. */
const SUPERTYPES = new Set(grammar_nodes_words('_expression _primary_expression _statement'));
/** Operators in `${…}` that return a value without evaluating the content of a variable. The others are not understood. */
const PLAIN_EXPANSION_OPERATORS = new Set(grammar_nodes_words('${ } :- - := = :? ? :+ + # ## % %% / // /# /% ^ ^^ , ,, " ( )'));
/** Words that are the shell's own only with a blank or an operator on both sides, by the nodes that may begin or end with them. */
const RESERVED_WORDS = {
    '[[': ['test_command'],
    ']]': ['test_command'],
    '[': ['test_command'],
    ']': ['test_command'],
    '{': ['compound_statement'],
    '}': ['compound_statement'],
    '!': ['negated_command', 'unary_expression', 'test_command'],
    ...Object.fromEntries(grammar_nodes_words('if then elif else fi for select in while until do done case esac function declare typeset export readonly local unset unsetenv').map((word) => [word, 'any'])),
};

;// CONCATENATED MODULE: ./build/policy/shell/parser-discrepancies.js

/** Nodes in which a `$` or a backtick is a plain character. */
const LITERAL = new Set([
    'raw_string',
    'ansi_c_string',
    'comment',
    'heredoc_start',
    'heredoc_end',
    'quoted_heredoc_body',
]);
/** Nodes whose plain text the grammar does not cover with child nodes. */
const HOLDS_TEXT = new Set(['string', 'heredoc_body', 'heredoc_redirect', 'expansion', 'translated_string']);
/**
 * The first text that the grammar reads, or may read, differently from a shell: text that no node covers, or that a node
 * treats as plain although a shell would expand it. The words also differ where two words meet without a space, or where
 * only the parser sees a space.
 */
function findMisreadText(root, line) {
    let position = 0;
    // A shell joins lines before it reads: `$`, a backslash, a line break and `(` begin a substitution, in quotes too.
    let misreadText = /\$\\\n|[<>](?:\\\n)+\(/.exec(line)?.[0];
    let heredocEnd = 0;
    const gap = (from, to, parent) => {
        const text = line.slice(from, to);
        if (TIGHT.has(parent.type))
            misreadText ??= text;
        const blank = (ONE_LINE.has(parent.type) ? /^(?:[ \t]|\\\n)*$/ : /^(?:[ \t\n]|\\\n)*$/).test(text);
        if (blank && !joinsWords(line.slice(Math.max(0, from - 2), to + 1)))
            return;
        if (!blank && HOLDS_TEXT.has(parent.type) && !expands(text))
            return;
        misreadText ??= text;
    };
    const visit = (node, parent, surroundings) => {
        if (node.start > position)
            gap(position, node.start, parent);
        position = Math.max(position, node.start);
        if (isMisread(node, parent, surroundings, line))
            misreadText ??= line.slice(node.start, node.end);
        if (node.type === 'heredoc_redirect') {
            // The grammar mixes up the texts of here-documents that begin before the one before them ends.
            if (node.start < heredocEnd)
                misreadText ??= line.slice(node.start, node.start + 10);
            const end = node.children.findLast(({ type }) => type === 'heredoc_end')?.end;
            heredocEnd = Math.max(heredocEnd, end ?? line.length);
        }
        if (node.children.length === 0) {
            const plain = node.isNamed && !LITERAL.has(node.type) && !(node.type === 'heredoc_body' && isQuotedHeredoc(parent, line));
            if (plain && expands(line.slice(node.start, node.end)))
                misreadText ??= line.slice(node.start, node.end);
        }
        else if (SPACED.has(node.type) && wordsTouch(node))
            misreadText ??= line.slice(node.start, node.end);
        const inside = surroundingsWithin(node, surroundings);
        for (const child of node.children)
            visit(child, node, inside);
        // Text after the last child belongs to this node, for example the end of a here-document.
        if (node.children.length > 0 && node.end > position)
            gap(position, node.end, node);
        position = Math.max(position, node.end);
    };
    visit(root, root, { quotes: false, test: undefined });
    return misreadText;
}
const COMMANDS_AGAIN = new Set(['command_substitution', 'process_substitution']);
function surroundingsWithin(node, surroundings) {
    if (COMMANDS_AGAIN.has(node.type))
        return { quotes: false, test: undefined };
    if (node.type === 'test_command')
        return { ...surroundings, test: node.children[0]?.type === '[[' ? '[[' : '[' };
    if (node.type === 'case_item')
        return { ...surroundings, test: 'case' };
    if (node.type === 'command')
        return { ...surroundings, test: undefined };
    if (node.type === 'string' || node.type === 'translated_string' || node.type === 'heredoc_body')
        return { ...surroundings, quotes: true };
    return surroundings;
}
/** A line break after a backslash is removed: without a space next to it, two words become one. */
const joinsWords = (text) => /(?:^|[^ \t\n]|\\[ \t])\\\n(?![ \t])/.test(text);
/** Nodes whose parts have no text between them. */
const TIGHT = new Set(['concatenation', 'simple_expansion', 'brace_expression', 'ansi_c_string']);
/** Whether the grammar reads or ends this text differently from a shell. */
function isMisread(node, parent, surroundings, line) {
    const text = line.slice(node.start, node.end);
    if (!node.isNamed && isReserved(node, parent, surroundings))
        return !standsAlone(node, line);
    switch (node.type) {
        case 'file_descriptor':
            return !/^\d+$/.test(text);
        // An empty command substitution, which the grammar reads as text, spaces included.
        case '``':
            return true;
        // In backticks, a shell first removes a backslash before a backtick, a dollar or a backslash.
        case 'command_substitution':
            return text.startsWith('`') && text.includes('\\');
        case 'special_variable_name':
            return /\s/.test(text);
        case 'word':
            return /^#|[\s;&|<>()]/.test(unescaped(text));
        case 'ansi_c_string':
            return !/^\$'(?:[^'\\]|\\[\s\S])*'$/.test(text) || (surroundings.quotes && /["`$}\\]/.test(text.slice(1)));
        case 'raw_string':
            return surroundings.quotes && /["`$}\\]/.test(text);
        case 'regex':
        case 'extglob_pattern':
            return PATTERN_ENDS[surroundings.test ?? 'none'].test(unescaped(text));
        case 'heredoc_start':
            return !/^(?:\w[\w.-]*|'[^'\n]*'|"[\w .-]*"|\\\w+)$/.test(text);
        case 'heredoc_end':
            return !isDelimiter(node, parent, line);
        // `{NAME}<file` sets a variable to the number of the descriptor.
        case 'file_redirect':
        case 'heredoc_redirect':
        case 'herestring_redirect':
            return /(?:^|[^$])\{\w+(?:\[.*\])?\}$/s.test(line.slice(Math.max(0, node.start - 200), node.start));
        case 'comment':
            return node.start > 0 && !/(?:^|[^\\])[ \t\n;&|()]$/.test(line.slice(Math.max(0, node.start - 2), node.start));
        default:
            return false;
    }
}
function isReserved({ type }, parent, { test }) {
    if (!Object.hasOwn(RESERVED_WORDS, type))
        return false;
    const parents = RESERVED_WORDS[type];
    // In arithmetic, `!` needs no blank.
    if (type === '!' && parent.type === 'unary_expression')
        return test === '[' || test === '[[';
    return parents === 'any' || (parents?.includes(parent.type) ?? false);
}
/** Whether a shell sees this as a word by itself: with a blank, an operator, or an end of the line on both sides. */
function standsAlone({ type, start, end }, line) {
    const after = type === '[' || type === '[[' || type === '!' ? /^(?:[ \t\n]|$)/ : /^(?:[ \t\n;&|()<>]|$)/;
    const before = type === ']' ? /(?:^|[ \t\n])$/ : /(?:^|[ \t\n;&|()<>`])$/;
    return (after.test(line.slice(end, end + 1)) &&
        before.test(line.slice(Math.max(0, start - 1), start)) &&
        line[start - 2] !== '\\');
}
/** Characters that end a pattern in a shell, by the context of the pattern. */
const PATTERN_ENDS = {
    '[[': /[\s;&<>]/,
    case: /[\s;&<>]/,
    '[': /[\s;&|<>()]/,
    none: /[\s;&|<>()]/,
};
const unescaped = (text) => text.replace(/\\[\s\S]/g, '');
/** Whether a text that ends a here-document is its delimiter, and a line by itself. */
function isDelimiter(end, { children }, line) {
    const text = line.slice(end.start, end.end);
    if (!/(?:^|\n)\t*$/.test(line.slice(0, end.start)) || !/^(?:\n|$)/.test(line.slice(end.end, end.end + 1)))
        return false;
    const start = children.find(({ type }) => type === 'heredoc_start');
    const delimiter = start === undefined ? undefined : line.slice(start.start, start.end).replace(/^\\|['"]/g, '');
    const tabs = children[0]?.type === '<<-';
    return (tabs ? text.replace(/^\t+/, '') : text) === delimiter;
}
/** Whether a shell would expand or run something in a text outside single quotes. */
const expands = (text) => /`|\$[({[]|[<>]\(/.test(unescaped(text));
/** Nodes whose words are separated by spaces; where two of them meet, a shell sees one word. */
const SPACED = new Set('command file_redirect herestring_redirect heredoc_redirect redirected_statement declaration_command unset_command array for_statement'.split(' '));
const ONE_LINE = new Set([...SPACED].filter((type) => type !== 'array' && type !== 'for_statement'));
function wordsTouch({ children }) {
    return children.some((child, index) => {
        const before = children[index - 1];
        if (before === undefined || before.end !== child.start)
            return false;
        // `a>f` is a word and a redirection, but in `a]2>f` the 2 is no descriptor.
        if (child.type.endsWith('_redirect'))
            return child.children[0]?.type === 'file_descriptor';
        return (isWord(before) || before.type.endsWith('_redirect')) && isWord(child);
    });
}
const isWord = ({ type, isNamed }) => isNamed
    ? !/_redirect$|^(?:file_descriptor|heredoc_\w+|variable_assignment|do_group|comment)$/.test(type)
    : type === '$';
function isQuotedHeredoc(redirect, line) {
    const start = redirect.children.find(({ type }) => type === 'heredoc_start');
    return start !== undefined && /['"\\]/.test(line.slice(start.start, start.end));
}

;// CONCATENATED MODULE: ./build/policy/shell/parse.js

/** Deeper nesting would exhaust the stack. */
const MAX_DEPTH = 150;
const MAX_NODES = 20_000;
/**
 * Parses a line within a time limit. Fails for a tree with an error, or one that skips text in which a shell might see a
 * command.
 */
function parseShellLine(parser, line, isLate) {
    parser.reset();
    const tree = parser.parse(line, null, { progressCallback: ({ hasError }) => hasError || isLate() });
    if (tree === null)
        return { ok: false, reason: 'parsing it takes too long' };
    try {
        if (tree.rootNode.hasError)
            return { ok: false, reason: 'it is not a valid command line' };
        const copied = copyTree(tree.walk(), isLate);
        if (!copied.ok)
            return copied;
        restoreDash(copied.root, line);
        const skipped = findMisreadText(copied.root, line);
        return skipped === undefined
            ? copied
            : { ok: false, reason: `bash may read ${JSON.stringify(skipped)} in another way than the policy` };
    }
    finally {
        tree.delete();
    }
}
/**
 * The grammar skips the word `-` before a here-document: `cat - <<END`. For `gh` and `cat`, which read
 * text there and no script, it is put back; other commands stay not understood.
 */
function restoreDash(node, line) {
    const [command, redirect] = node.children;
    if (node.type === 'redirected_statement' && command?.type === 'command' && redirect?.type === 'heredoc_redirect') {
        const gap = line.slice(command.end, redirect.start);
        const start = command.end + gap.indexOf('-');
        if (/^[ \t]+-[ \t]+$/.test(gap) && /^(?:gh|cat)[ \t]/.test(`${line.slice(command.start, command.end)} `)) {
            command.children.push({ type: 'word', isNamed: true, start, end: start + 1, field: 'argument', children: [] });
            command.end = start + 1;
        }
    }
    for (const child of node.children)
        restoreDash(child, line);
}
function copyTree(cursor, isLate) {
    const root = nodeAt(cursor);
    const ancestors = [root];
    let count = 0;
    try {
        for (;;) {
            count += 1;
            if (ancestors.length > MAX_DEPTH || count > MAX_NODES)
                return { ok: false, reason: 'it is nested too deeply or too long' };
            if (count % 256 === 0 && isLate())
                return { ok: false, reason: 'parsing it takes too long' };
            if (cursor.gotoFirstChild()) {
                ancestors.push(appendNode(ancestors, cursor));
                continue;
            }
            ancestors.pop();
            while (!cursor.gotoNextSibling()) {
                if (!cursor.gotoParent())
                    return { ok: true, root };
                ancestors.pop();
            }
            ancestors.push(appendNode(ancestors, cursor));
        }
    }
    finally {
        cursor.delete();
    }
}
function nodeAt(cursor) {
    return {
        type: cursor.nodeType,
        isNamed: cursor.nodeIsNamed,
        start: cursor.startIndex,
        end: cursor.endIndex,
        field: cursor.currentFieldName ?? undefined,
        children: [],
    };
}
function appendNode(ancestors, cursor) {
    const node = nodeAt(cursor);
    ancestors.at(-1)?.children.push(node);
    return node;
}

// EXTERNAL MODULE: ./build/policy/shell/parser-folder.js
var parser_folder = __webpack_require__(56496);
// EXTERNAL MODULE: ./build/policy/shell/result-files.js
var result_files = __webpack_require__(73755);
// EXTERNAL MODULE: ./build/policy/shell/dangers.js + 4 modules
var shell_dangers = __webpack_require__(21670);
// EXTERNAL MODULE: ./build/policy/shell/programs.js + 5 modules
var programs = __webpack_require__(33933);
// EXTERNAL MODULE: ./build/policy/shell/quote-word.js
var quote_word = __webpack_require__(41027);
// EXTERNAL MODULE: ./build/policy/shell/wrappers.js
var wrappers = __webpack_require__(964);
;// CONCATENATED MODULE: ./build/policy/shell/simple-command.js






/** Nesting of wrappers. */
const MAX_WRAPPERS = 12;
/**
 * What a simple command runs: itself, and the commands that wrappers run. `lineDangers` come from the rest of the line,
 * `depth` is the number of wrappers around the command.
 */
function analyzeCommand(parsed, lineDangers, analyzeScript, depth = 0) {
    const { words, writes } = parsed;
    const name = words[0]?.kind === 'known' ? (0,shell_dangers/* programName */.kX)(words[0]) : '';
    const dangers = [...lineDangers, ...environmentDangers(parsed.assignments, name)];
    const { dangers: ownDangers, unsure, subcommand } = (0,shell_dangers/* examineProgram */.Qd)(words);
    const inner = depth < MAX_WRAPPERS ? unwrap(parsed) : { ...NOTHING, unsure: ['wrappers are nested too deeply'] };
    // Redirections and variables of a wrapper also apply to the command it runs.
    const inherited = [...dangers, ...environmentDangers(inner.assigned, '')];
    const scripts = inner.runs.flatMap((run) => ('script' in run ? [analyzeScript(run.script)] : []));
    const innerCommands = [
        ...scripts.map((script) => withDangers(script, inherited)),
        ...inner.runs.flatMap((run) => 'script' in run
            ? []
            : [
                analyzeCommand({
                    words: run.words,
                    sources: run.words.map(quote_word/* quoteWord */.X),
                    assignments: [],
                    writes: inner.isTransparent ? writes : [],
                }, inherited, analyzeScript, depth + 1),
            ]),
    ];
    const command = {
        source: parsed.sources.join(' '),
        quoted: words.map(quote_word/* quoteWord */.X).join(' '),
        words,
        ...commandForms(words, subcommand),
        writes,
        // Variables that a script sets can remain set after it.
        dangers: [...dangers, ...ownDangers, ...inner.dangers, ...scripts.flatMap((script) => script.scriptDangers)],
        unsure: [...unsure, ...inner.unsure],
        isTransparent: inner.isTransparent && inner.runs.length > 0,
    };
    return {
        commands: [command, ...innerCommands.flatMap(({ commands }) => commands)],
        unsure: innerCommands.flatMap((each) => each.unsure),
    };
}
function withDangers({ commands, unsure }, dangers) {
    return { commands: commands.map((command) => ({ ...command, dangers: [...command.dangers, ...dangers] })), unsure };
}
const NOTHING = { runs: [], assigned: [], dangers: [], unsure: [], isTransparent: false };
function unwrap({ words }) {
    const nothing = NOTHING;
    const [program] = words;
    if (program?.kind !== 'known')
        return nothing;
    const name = (0,shell_dangers/* programName */.kX)(program);
    if (name === 'find')
        return { ...nothing, runs: findRuns(words) };
    if (name === 'trap')
        return unwrapTrap(words, nothing);
    const wrapper = Object.hasOwn(wrappers/* WRAPPERS */.V4, name) ? wrappers/* WRAPPERS */.V4[name] : undefined;
    if (wrapper === undefined)
        return nothing;
    if (wrapper.joined)
        return unwrapEval(words.slice(1), nothing);
    return (0,wrappers/* isShell */.H7)(name) ? unwrapShell(words, nothing) : unwrapWrapper(wrapper, words, nothing);
}
function unwrapWrapper(wrapper, words, nothing) {
    const isTransparent = wrapper.isTransparent ?? false;
    const assigned = [];
    let placeholder;
    let index = 1;
    for (;; index++) {
        const word = words[index];
        if (word === undefined)
            break;
        // The word could be an option, an assignment or the program.
        if (word.kind !== 'known')
            return { ...nothing, assigned, unsure: ['the command it runs is only known at run time'] };
        if (word.text === '--') {
            index += 1;
            break;
        }
        // env treats every word with a `=` in it as an assignment.
        const [, variable, value] = /^([^=]*)=([\s\S]*)$/.exec(word.text) ?? [];
        if (wrapper.assigns && variable !== undefined && !/^-/.test(word.text)) {
            assigned.push({ name: variable, value: (0,shell_words/* knownWord */.MH)(value ?? '') });
            continue;
        }
        if (!/^-./.test(word.text))
            break;
        if (wrapper.infoOptions?.some((talk) => word.text.startsWith(talk)))
            return nothing;
        const option = readOption(word.text, wrapper);
        if (option === undefined)
            return { ...nothing, assigned, unsure: [`it is unknown what runs with ${word.text}`] };
        if (option.names.some((name) => wrapper.bare?.includes(name)))
            assigned.push({ name: 'GIT_CONFIG_COUNT', value: (0,shell_words/* knownWord */.MH)('') });
        const name = option.names.at(-1) ?? '';
        const optionValue = option.takes ? words[++index] : option.value === undefined ? undefined : (0,shell_words/* knownWord */.MH)(option.value);
        if (optionValue !== undefined && wrapper.drops?.includes(name))
            assigned.push({ name: optionValue.start, value: (0,shell_words/* knownWord */.MH)('') });
        if (wrapper.replaces?.includes(name))
            placeholder = optionValue?.text || '{}';
    }
    const rest = words.slice(index + (wrapper.skip ?? 0)).map((word) => fillPlaceholder(word, placeholder));
    if (rest.length === 0) {
        const harmless = isTransparent || wrapper.harmlessAlone;
        return { ...nothing, assigned, unsure: harmless ? [] : ['it is unknown what it runs'] };
    }
    const added = wrapper.appends ? [{ text: '…', kind: 'many', start: '', option: true }] : [];
    return { ...nothing, assigned, isTransparent, runs: [{ words: [...rest, ...added] }] };
}
/** An option of a wrapper, or a cluster of them; undefined when one is unknown. `takes`: the value is the next word. */
function readOption(text, wrapper) {
    const { takes = [], flags = [], attached = [] } = wrapper;
    if (text.startsWith('--')) {
        const [, name = '', value] = /^([^=]*)(?:=([\s\S]*))?$/.exec(text) ?? [];
        const valued = takes.includes(name);
        if (value !== undefined)
            return valued || attached.includes(name) ? { names: [name], value, takes: false } : undefined;
        return valued || flags.includes(name) || attached.includes(name) ? { names: [name], takes: valued } : undefined;
    }
    // A cluster of letters, up to one that takes a value.
    const names = [];
    for (let at = 1; at < text.length; at++) {
        const name = `-${text[at]}`;
        const value = text.slice(at + 1);
        names.push(name);
        if (takes.includes(name))
            return value === '' ? { names, takes: true } : { names, value, takes: false };
        if (attached.includes(name))
            return { names, value, takes: false };
        if (!flags.includes(name))
            return undefined;
    }
    return { names, takes: false };
}
/** A word in which a placeholder is replaced by unknown text. */
function fillPlaceholder(word, placeholder) {
    if (placeholder === undefined || !word.text.includes(placeholder))
        return word;
    const start = word.text.slice(0, word.text.indexOf(placeholder));
    return { text: word.text, kind: 'one', start, option: start === '' || start.startsWith('-') };
}
/** With `-c` in any cluster, the first operand is the script. */
function unwrapShell(words, nothing) {
    let script = false;
    let index = 1;
    for (;; index++) {
        const word = words[index];
        if (word === undefined)
            break;
        if (word.kind !== 'known')
            return { ...nothing, unsure: ['the arguments of the shell are only known at run time'] };
        if (word.text === '--' || word.text === '-') {
            index += 1;
            break;
        }
        if (!/^[-+]./.test(word.text))
            break;
        if (/^--(?:rcfile|init-file)/.test(word.text))
            return { ...nothing, unsure: [`${word.text} names a file that the shell runs`] };
        if (/^-[A-Za-z]*c/.test(word.text))
            script = true;
        if (/^[-+][A-Za-z]*[oO]$/.test(word.text))
            index += 1;
        if (/^-[A-Za-z]*s/.test(word.text) && !script)
            return { ...nothing, dangers: (0,shell_dangers/* shellDangers */.fk)([]) };
    }
    const [first] = words.slice(index);
    if (!script) {
        const talks = words.length === 2 && /^--(?:version|help)$/.test(words[1]?.text ?? '');
        return talks ? nothing : { ...nothing, dangers: (0,shell_dangers/* shellDangers */.fk)(first === undefined ? [] : [first]) };
    }
    if (first === undefined)
        return { ...nothing, unsure: ['the shell has no script'] };
    if (first.kind !== 'known')
        return { ...nothing, unsure: ['the script of the shell is only known at run time'] };
    return { ...nothing, runs: [{ script: first.text }] };
}
function unwrapEval(words, nothing) {
    if (words.some(({ kind }) => kind !== 'known'))
        return { ...nothing, unsure: ['the text it evaluates is only known at run time'] };
    const script = words.map(({ text }) => text).join(' ');
    return script.trim() === '' ? nothing : { ...nothing, runs: [{ script }] };
}
/** `trap 'commands' SIGNAL` runs the commands later. */
function unwrapTrap(words, nothing) {
    const [action] = words.slice(1).filter(({ text }) => text !== '--');
    return action === undefined || /^(?:-[lp]?|\d+)$/.test(action.text) ? nothing : unwrapEval([action], nothing);
}
/** The commands after -exec and similar options, up to `;` or `+`; `{}` is an unknown file name. */
function findRuns(words) {
    const runs = [];
    // File names start with the folder searched, which is unknown when it comes from a file.
    const listed = words.some(({ kind, text, option }) => (kind === 'known' ? text === '-files0-from' : option));
    const first = words.findIndex(({ text }, index) => index > 0 && /^[-(!]/.test(text));
    const isRelative = !listed && words.slice(1, first).every(({ kind, text }) => kind === 'known' && !text.startsWith('/'));
    for (let index = 1; index < words.length; index++) {
        if (!wrappers/* FIND_RUNS */.pw.includes(words[index]?.text ?? '') || words[index]?.kind !== 'known')
            continue;
        const following = words.slice(index + 1);
        const end = following.findIndex(({ text }, index) => text === ';' || (text === '+' && following[index - 1]?.text === '{}'));
        const run = (end < 0 ? following : following.slice(0, end)).map((word) => word.text.includes('{}')
            ? {
                text: word.text,
                kind: 'many',
                start: word.text.replace(/\{\}[\s\S]*$/, ''),
                option: word.text.startsWith('-') || (listed && word.text.startsWith('{}')),
                isRelative: isRelative && word.text.startsWith('{}'),
            }
            : word);
        runs.push({ words: run });
        index += 1 + run.length;
    }
    return runs;
}
/** Folders that only root can write, on every runner. */
const TRUSTED_FOLDER = /^\/(?:usr\/)?bin\//;
function commandForms(words, subcommand) {
    const [program, ...rest] = words;
    if (program?.kind !== 'known')
        return { forms: [words], sameForms: [words] };
    const name = (0,shell_dangers/* programName */.kX)(program);
    const bare = [name === program.text ? program : (0,shell_words/* knownWord */.MH)(name), ...rest];
    const trusted = TRUSTED_FOLDER.test(program.text)
        ? [(0,shell_words/* knownWord */.MH)(program.text.replace(TRUSTED_FOLDER, '')), ...rest]
        : words;
    const plain = (Object.hasOwn(programs/* PROGRAMS */.i, name) && programs/* PROGRAMS */.i[name]?.plain) || [];
    const from = (start) => (start === undefined ? bare : [...bare.slice(0, 1), ...bare.slice(start)]);
    // For most programs it is unknown which options take a value, so the apparent subcommand could be one.
    const valued = name !== 'git' && /^-[^=]+$/.test(words[(subcommand ?? 0) - 1]?.text ?? '');
    const skipped = from(subcommand);
    const withoutValue = valued ? from((subcommand ?? 0) + 1) : bare;
    const same = trusted.filter((word, index) => index === 0 || index >= (subcommand ?? 0) || !plain.includes(word.text));
    return { forms: uniqueForms(words, bare, skipped, withoutValue), sameForms: uniqueForms(words, trusted, same) };
}
const uniqueForms = (...forms) => forms.filter((form, index) => forms.findIndex((each) => each.length === form.length && each.every((word, position) => word === form[position])) === index);

// EXTERNAL MODULE: ./build/policy/shell/arithmetic.js
var arithmetic = __webpack_require__(16784);
// EXTERNAL MODULE: ./build/policy/shell/conditions.js
var conditions = __webpack_require__(3474);
;// CONCATENATED MODULE: ./build/policy/shell/variables.js


/**
 * What the variables of a line can hold. A variable is known where an assignment or a loop certainly came before, and only if
 * every value that any part of the line gives it is known. `commands` are the commands of the line, read without this.
 */
function lineContext(root, line, commands) {
    const variables = new Map();
    const variable = (name) => {
        const known = variables.get(name) ?? { values: [], regions: [] };
        variables.set(name, known);
        return known;
    };
    const text = (node) => (node === undefined ? '' : line.slice(node.start, node.end));
    const visit = (node, ancestors) => {
        const parent = ancestors.at(-1);
        if (node.type === 'variable_assignment') {
            const target = node.children.find(({ field }) => field === 'name');
            const { values, regions } = variable(text(target).replace(/\[.*$/s, ''));
            values.push(assignedValue(node, parent));
            if (target?.type === 'variable_name')
                regions.push(...certainRegion(node, ancestors));
        }
        else if (node.type === 'for_statement') {
            const body = node.children.find(({ field }) => field === 'body');
            const { values, regions } = variable(text(node.children.find(({ field }) => field === 'variable')));
            values.push(loopValues(node));
            if (body !== undefined)
                regions.push({ from: body.start, to: body.end });
        }
        else if (node.type === 'expansion' && node.children.some(({ type }) => /^:?=$/.test(type))) {
            for (const name of node.children)
                if (name.type === 'variable_name')
                    variable(text(name)).values.push(anything);
        }
        if (ARITHMETIC.has(node.type) && /\+\+|--|(?<![=!<>])=(?!=)|(?:<<|>>)=/.test(text(node)))
            for (const [name] of text(node).matchAll(/[A-Za-z_]\w*/g))
                variable(name).values.push(() => [shell_words/* NUMBER_WORD */.Bg]);
        for (const child of node.children)
            visit(child, [...ancestors, node]);
    };
    visit(root, []);
    const splitsAtBlanks = !variables.has('IFS') || onlyForRead(variables, commands);
    const pending = new Set();
    const cache = new Map();
    const valuesOf = (name) => {
        if (cache.has(name))
            return cache.get(name);
        // A value that is made of itself can be anything.
        if (pending.has(name))
            return undefined;
        pending.add(name);
        const values = isShellVariable(name) || isSetByCommand(name, commands) ? undefined : variables.get(name)?.values;
        const words = values?.flatMap((each) => each(context));
        pending.delete(name);
        const known = words?.every((word) => word.kind !== 'many' || word.isRelative || word.start !== '')
            ? words
            : undefined;
        cache.set(name, known);
        return known;
    };
    const resolve = (name, offset) => variables.get(name)?.regions.some(({ from, to }) => offset >= from && offset < to) ? valuesOf(name) : undefined;
    const context = {
        line,
        resolve,
        splitsAtBlanks: splitsAtBlanks && !isSetByCommand('IFS', commands),
    };
    return context;
}
/** Whether every IFS is one before `read`, which applies to that command only. */
const onlyForRead = (variables, commands) => variables.get('IFS')?.values.length ===
    commands.filter(({ words: [program], assignments }) => program?.text === 'read' && assignments.some(({ name }) => name === 'IFS')).length;
const anything = () => [shell_words/* UNKNOWN_WORDS */.$u];
const ARITHMETIC = new Set([
    'arithmetic_expansion',
    'compound_statement',
    'c_style_for_statement',
    'subscript',
    'expansion',
]);
function assignedValue(node, parent) {
    const value = node.children.find(({ field }) => field === 'value');
    if (parent?.type === 'c_style_for_statement')
        return () => [shell_words/* NUMBER_WORD */.Bg];
    if (node.children.some(({ type }) => type === '+=') || value?.type === 'array')
        return anything;
    if (node.children.some(({ type }) => type === 'subscript'))
        return anything;
    return (context) => {
        const word = value === undefined ? EMPTY : (0,shell_words/* shellWord */.r7)(value, { ...context, splitsAtBlanks: true });
        // An assignment neither splits words nor expands patterns, so the variable can hold what this would.
        if (word.kind === 'many')
            return [{ ...shell_words/* UNKNOWN_WORDS */.$u }];
        return [word];
    };
}
const EMPTY = { text: '', kind: 'known', start: '', option: false };
function loopValues(node) {
    const values = node.children.filter(({ field }) => field === 'value');
    // `select` can set it to nothing, and a loop without words takes those of the shell.
    if (values.length === 0 || node.children[0]?.type === 'select')
        return anything;
    return (context) => values.map((value) => {
        const word = (0,shell_words/* shellWord */.r7)(value, context);
        // Each turn of the loop gets one of the words.
        return word.kind === 'many' ? { ...word, kind: 'one' } : word;
    });
}
/** Nodes whose statements run one after the other; what follows in them runs after the assignment. */
const SEQUENCES = new Set('program subshell do_group command_substitution process_substitution case_item elif_clause else_clause while_statement c_style_for_statement'.split(' '));
/** Where a statement has certainly run before, in the same shell. */
function certainRegion(assignment, ancestors) {
    let node = assignment;
    let to = assignment.end;
    let conditional = false;
    for (const parent of [...ancestors].reverse()) {
        const index = parent.children.indexOf(node);
        // With a `&` behind it, it runs in another shell.
        if (parent.children[index + 1]?.type === '&')
            break;
        if (parent.type === 'list') {
            const isFirst = parent.children.findIndex(({ isNamed }) => isNamed) === index;
            const isAnd = parent.children.some(({ type }) => type === '&&');
            if (conditional && !(isFirst && isAnd))
                break;
            to = parent.end;
            if (!isFirst && !isAnd)
                break;
            conditional ||= !isFirst;
        }
        else if (conditional)
            break;
        else if (SEQUENCES.has(parent.type)) {
            to = parent.end;
            break;
        }
        else if (parent.type === 'if_statement') {
            const clause = parent.children.slice(index).find(({ type }) => /^el(?:if|se)_clause$/.test(type));
            to = clause?.start ?? parent.end;
            break;
        }
        else if (parent.type === 'compound_statement' && parent.children[0]?.type === '{')
            to = parent.end;
        else if (!/^(?:variable_assignments|negated_command)$/.test(parent.type))
            break;
        node = parent;
    }
    return [{ from: assignment.end, to }];
}
/** Variables that a shell sets itself, whatever the line assigns. */
const SHELL_VARIABLES = /^(?:_|REPLY|PWD|OLDPWD|DIRSTACK|BASH\w*|FUNCNAME|OPTARG|OPTIND|MAPFILE|COPROC\w*|PIPESTATUS|GROUPS|LINENO|S?RANDOM|SECONDS|EPOCH\w+|HISTCMD|COMP\w*|READLINE\w*|LINES|COLUMNS|E?UID|PPID|SHELLOPTS)$/;
const isShellVariable = (name) => SHELL_VARIABLES.test(name);
/** Builtins that can set or unset the variables they name. */
const variables_BY_NAME = /^(?:read|mapfile|readarray|getopts|declare|typeset|local|export|readonly|unset|wait|coproc|select)$/;
/** Builtins that can set any variable. */
const ANY_NAME = /^(?:eval|source|\.|let|trap|alias|unalias|shopt|enable)$/;
/** Whether a command of the line could set this variable to any content. A program that is not known could. */
const isSetByCommand = (name, commands) => commands.some(({ words }) => {
    const [program, ...rest] = fromBuiltin(words);
    if (program === undefined)
        return false;
    if (program.kind !== 'known' || ANY_NAME.test(program.text))
        return true;
    if (program.text === 'printf')
        return (/^$|^-/.test(rest[0]?.start ?? ' ') && rest.some(({ kind, text }) => kind !== 'known' || text.includes(name)));
    if (!variables_BY_NAME.test(program.text))
        return false;
    return rest.some(({ kind, text, start }) => kind === 'known' || /^\w+=/.test(start) ? (kind === 'known' ? text : start).includes(name) : true);
});
/**
 * Whether a file that is read by redirection could be one of bash's network addresses. A name with another start cannot,
 * nor can a variable whose values all have another start.
 */
function mayBeAddress({ start, text, values, isRelative }) {
    if (values !== undefined)
        return values.some((value) => value === '' || couldBeNetworkPath(value));
    if (isRelative)
        return false;
    if (start !== '')
        return couldBeNetworkPath(start);
    return !/^~\//.test(text);
}
const couldBeNetworkPath = (start) => ['/dev/tcp/', '/dev/udp/'].some((folder) => folder.startsWith(start) || start.startsWith(folder));

;// CONCATENATED MODULE: ./build/policy/shell/walk.js





/** Everything a parsed line runs, writes and assigns, and what cannot be known about it. */
function walkLine(root, line) {
    // What the variables hold depends on the commands that can set them, so these are read without it first.
    const { commands } = walkWith(root, { line, resolve: () => undefined, splitsAtBlanks: true });
    return walkWith(root, lineContext(root, line, commands));
}
function walkWith(root, context) {
    const walk = { context, commands: [], byNode: new Map(), assigned: [], unsure: new Set() };
    visit(root, walk);
    return { commands: walk.commands, assigned: walk.assigned, unsure: [...walk.unsure] };
}
const textOf = ({ start, end }, { context }) => context.line.slice(start, end);
const VISITS = {
    command: visitCommand,
    declaration_command: visitDeclaration,
    unset_command: visitDeclaration,
    test_command: visitTest,
    redirected_statement: visitRedirected,
    // A redirection that belongs to no command, for example of a function, still writes.
    file_redirect: (node, walk) => visitRedirects([node], [newCommand(walk)], walk),
    heredoc_redirect: (node, walk) => visitRedirects([node], [newCommand(walk)], walk),
    variable_assignment(node, walk) {
        walk.assigned.push(assignment(node, walk));
        visitParts(node, walk);
    },
    for_statement(node, walk) {
        const variable = node.children.find(({ field }) => field === 'variable');
        if (variable !== undefined)
            walk.assigned.push({ name: textOf(variable, walk), value: shell_words/* UNKNOWN_WORDS */.$u });
        visitParts(node, walk);
    },
    compound_statement(node, walk) {
        if (node.children[0]?.type === '((')
            for (const child of node.children)
                evaluate(child, walk);
        visitParts(node, walk);
    },
    c_style_for_statement(node, walk) {
        for (const child of node.children) {
            if (child.field === 'initializer' && child.type === 'variable_assignment') {
                walk.assigned.push({ name: textOf(child, walk).replace(/\W.*$/s, ''), value: shell_words/* UNKNOWN_WORDS */.$u });
                for (const each of child.children)
                    if (each.field === 'value')
                        evaluate(each, walk);
                if (!/^\w+\s*=/.test(textOf(child, walk)))
                    walk.unsure.add('a loop evaluates a subscript');
            }
            else if (['initializer', 'condition', 'update'].includes(child.field ?? ''))
                evaluate(child, walk);
            else if (!child.isNamed && !/^(?:for|\(\(|\)\)|;|\n|,)$/.test(child.type))
                walk.unsure.add('a loop is not understood');
            if (child.field !== 'initializer' || child.type !== 'variable_assignment')
                visit(child, walk);
            else
                visitParts(child, walk);
        }
    },
    arithmetic_expansion(node, walk) {
        evaluate(node, walk);
        visitParts(node, walk);
    },
    expansion(node, walk) {
        visitExpansion(node, walk);
        visitParts(node, walk);
    },
    subscript(node, walk) {
        for (const child of node.children)
            if (child.field === 'index' && !/^[@*]$/.test(textOf(child, walk)))
                evaluate(child, walk);
        visitParts(node, walk);
    },
    array(node, walk) {
        // `[subscript]=value` evaluates the subscript, and braces can make one.
        for (const child of node.children)
            if (child.isNamed && /^(?:\[|\{)/.test(textOf(child, walk)) && !/^\[\d+\]=/.test(textOf(child, walk)))
                walk.unsure.add(`the array element ${textOf(child, walk)} may have a subscript, which can run commands`);
        visitParts(node, walk);
    },
};
/** The kinds of nodes that are visited in their own way. */
const VISITED = Object.keys(VISITS);
function visit(node, walk) {
    const special = VISITS[node.type];
    if (special !== undefined)
        special(node, walk);
    else if (node.isNamed && !LEAVES.has(node.type)) {
        if (!HOLDERS.has(node.type))
            walk.unsure.add(`the effect of ${node.type} is unknown`);
        visitParts(node, walk);
    }
}
/** Records why arithmetic could run commands. */
function evaluate(node, walk) {
    for (const problem of (0,arithmetic/* arithmeticProblems */.f)(node, walk.context))
        walk.unsure.add(problem);
}
function visitParts(node, walk) {
    for (const child of node.children)
        visit(child, walk);
}
function newCommand(walk, node) {
    const command = { words: [], sources: [], assignments: [], writes: [] };
    walk.commands.push(command);
    if (node !== undefined)
        walk.byNode.set(node, command);
    return command;
}
function visitCommand(node, walk) {
    const command = newCommand(walk, node);
    for (const child of node.children) {
        if (child.type === 'variable_assignment')
            command.assignments.push(assignment(child, walk));
        else if (child.type === 'file_redirect' || child.type === 'herestring_redirect') {
            visitRedirects([child], [command], walk);
            continue;
        }
        else
            addWord(command, child, walk);
        visitWord(child, walk);
    }
}
/** Words can contain commands. An assignment before a program lasts only for that program. */
function visitWord(node, walk) {
    if (node.type === 'variable_assignment')
        visitParts(node, walk);
    else
        visit(node, walk);
}
function addWord(command, node, walk) {
    const word = (0,shell_words/* shellWord */.r7)(node, walk.context);
    command.words.push(word);
    command.sources.push(textOf(node, walk));
}
function visitDeclaration(node, walk) {
    const command = newCommand(walk, node);
    for (const child of node.children) {
        if (child.type === 'variable_assignment') {
            const { name, value } = assignment(child, walk);
            const text = textOf(child, walk);
            command.words.push(value.kind === 'known'
                ? (0,shell_words/* knownWord */.MH)(`${name}=${value.text}`)
                : { text, kind: value.kind, start: `${name}=`, option: false });
            command.sources.push(text);
        }
        else {
            addWord(command, child, walk);
        }
        visitWord(child, walk);
    }
}
function visitTest(node, walk) {
    const command = newCommand(walk, node);
    const text = textOf(node, walk);
    const open = text.startsWith('[[') ? '[[' : '[';
    const rest = text.slice(open.length).trim();
    const words = open === '[' ? (0,conditions/* conditionWords */.ri)(node, walk.context) : undefined;
    if (open === '[[')
        for (const problem of (0,conditions/* conditionProblems */.KR)(node, walk.context))
            walk.unsure.add(problem);
    if (words === undefined && open === '[')
        walk.unsure.add('the shell may read the words of [ differently');
    command.words.push((0,shell_words/* knownWord */.MH)(open), ...(words ?? [{ text: rest, kind: 'many', start: '', option: true }]));
    command.sources.push(open, rest);
    visitParts(node, walk);
}
function visitRedirected(node, walk) {
    const body = node.children.find(({ field }) => field === 'body');
    const redirects = node.children.filter((child) => child !== body);
    const before = walk.commands.length;
    if (body === undefined)
        newCommand(walk);
    else
        visit(body, walk);
    const inside = walk.commands.slice(before);
    const targets = body === undefined ? inside : redirectedBy(body, inside, walk);
    // A statement without a command, for example an assignment in braces, still writes.
    visitRedirects(redirects, targets.length === 0 ? [newCommand(walk)] : targets, walk);
}
/** The commands that a redirection after a statement applies to: the last of a list or pipeline, all of a compound. */
function redirectedBy(body, all, walk) {
    const direct = walk.byNode.get(body);
    if (direct !== undefined)
        return [direct];
    if (!['list', 'pipeline', 'negated_command'].includes(body.type))
        return all;
    const last = body.children.at(-1);
    return last === undefined ? all : redirectedBy(last, all, walk);
}
/** Files that keep nothing that is written to them. */
const NOWHERE = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);
function visitRedirects(redirects, targets, walk) {
    for (const redirect of redirects) {
        if (redirect.type === 'file_redirect')
            visitFileRedirect(redirect, targets, walk);
        else if (redirect.type === 'heredoc_redirect')
            visitHeredoc(redirect, targets, walk);
        else
            visit(redirect, walk);
    }
}
function visitFileRedirect(redirect, targets, walk) {
    const [target, ...more] = redirect.children.filter(({ field }) => field === 'destination');
    const operator = redirect.children.find(({ isNamed }) => !isNamed)?.type ?? '';
    const word = target === undefined ? undefined : (0,shell_words/* shellWord */.r7)(target, walk.context);
    const copies = /^[<>]&-?$/.test(operator) && (word === undefined || (word.kind === 'known' && /^(?:\d+-?|-)$/.test(word.text)));
    const isKept = word === undefined || word.kind !== 'known' || !NOWHERE.has(word.text);
    const network = word?.kind === 'known' && /^\/dev\/(?:tcp|udp)\//.test(word.text);
    const text = `${operator} ${target === undefined ? '' : textOf(target, walk)}`.trim();
    if ((/>/.test(operator) && !copies && isKept) || network)
        for (const command of targets)
            command.writes.push(text);
    else if (word !== undefined && word.kind !== 'known' && !copies && target?.type !== 'process_substitution')
        for (const command of targets)
            if (mayBeAddress(word))
                command.writes.push(text);
    // The grammar treats words after a redirection as more targets; for a shell they are words of the command.
    addTrailingWords(more, targets, walk);
    visitParts(redirect, walk);
}
function visitHeredoc(redirect, targets, walk) {
    addTrailingWords(redirect.children.filter(({ field }) => field === 'argument'), targets, walk);
    for (const child of redirect.children) {
        if (child.type === 'file_redirect')
            visitFileRedirect(child, targets, walk);
        else
            visit(child, walk);
    }
}
function addTrailingWords(words, targets, walk) {
    if (words.length === 0)
        return;
    const [only, another] = targets;
    if (only === undefined || another !== undefined || only.words.length === 0) {
        walk.unsure.add('words follow a redirection that belongs to no command');
        return;
    }
    for (const word of words)
        addWord(only, word, walk);
}
function assignment(node, walk) {
    const target = node.children.find(({ field }) => field === 'name');
    const value = node.children.find(({ field }) => field === 'value');
    const name = target === undefined ? '' : textOf(target, walk);
    const word = value === undefined ? (0,shell_words/* knownWord */.MH)('') : (0,shell_words/* shellWord */.r7)(value, walk.context);
    const isAppended = node.children.some(({ type }) => type === '+=');
    return { name: name.replace(/\[.*$/s, ''), value: isAppended ? shell_words/* UNKNOWN_WORDS */.$u : word };
}
/** Most expansions only return a value; some evaluate the content of a variable. */
function visitExpansion(node, walk) {
    const operators = node.children.filter(({ isNamed }) => !isNamed).map(({ type }) => type);
    const [special] = operators.filter((type) => !PLAIN_EXPANSION_OPERATORS.has(type));
    const from = node.children.findIndex(({ type }) => type === ':');
    const evaluates = special === ':' || (special === '-' && from > 0);
    if (evaluates)
        for (const child of node.children.slice(from + 1))
            if (child.type !== '}')
                evaluate(child, walk);
    if (special !== undefined && !evaluates)
        walk.unsure.add(`${textOf(node, walk)} can run the content of a variable`);
    const name = node.children.find(({ type }) => type === 'variable_name');
    if (name !== undefined && operators.some((type) => /^:?=$/.test(type)))
        walk.assigned.push({ name: textOf(name, walk), value: shell_words/* UNKNOWN_WORDS */.$u });
}

;// CONCATENATED MODULE: ./build/policy/shell/shell.js









/** Longer lines are not parsed. In UTF-16 units. */
const MAX_LINE_LENGTH = 16_000;
/** Time to analyze one line, in milliseconds. */
const MAX_PARSE_MS = 25;
/** The parser cannot be interrupted while it completes the tree of a long pipeline. */
const MAX_PIPES = 1000;
/** Nesting of scripts in scripts. */
const MAX_SCRIPT_DEPTH = 8;
const MAX_CACHED = 2000;
let loading;
const cache = new Map();
/**
 * Every simple command of a shell line, nested ones included, with the files it writes and what cannot be known about it.
 * Time is limited: a line that takes too long is reported as not understood. Lines of plain words need no parser, so it is
 * not loaded for them.
 */
async function analyzeShellLine(line) {
    const cached = cache.get(line);
    if (cached !== undefined)
        return cached;
    // A script inside plain words is plain too, so a plain line never needs the parser.
    if (!isPlain(line))
        loading ??= loadParser();
    const parser = isPlain(line) ? undefined : await loading;
    const { commands, unsure } = analyzeScript(line, parser, (0,time_limit/* timeLimit */.z)(MAX_PARSE_MS), 0);
    const analysis = { line, commands, unsure };
    if (cache.size >= MAX_CACHED)
        cache.clear();
    cache.set(line, analysis);
    return analysis;
}
async function loadParser() {
    const files = (0,parser_folder/* parserFiles */.ZM)();
    const { Parser, Language } = await (0,parser_folder/* importParser */.b0)(files);
    await Parser.init();
    const parser = new Parser();
    parser.setLanguage(await Language.load(files.grammar));
    return parser;
}
const notUnderstood = (reason) => ({ commands: [], unsure: [reason], scriptDangers: [] });
function analyzeScript(line, parser, isLate, depth) {
    if (line.trim() === '')
        return { commands: [], unsure: [], scriptDangers: [] };
    if (line.length > MAX_LINE_LENGTH)
        return notUnderstood('it is too long');
    if (line.split('|').length > MAX_PIPES)
        return notUnderstood('it has too many pipes');
    if (depth > MAX_SCRIPT_DEPTH)
        return notUnderstood('scripts are nested too deeply');
    if (CONTROL.test(line))
        return notUnderstood('it contains control characters');
    const walked = isPlain(line) ? plainCommand(line) : parseScript(line, parser, isLate);
    if (!('assigned' in walked))
        return walked;
    const parsed = depth === 0 ? (0,result_files/* withoutResultWrites */.s)(walked, line) : walked;
    // Assignments and exports anywhere in the line count for all of its commands.
    const lineDangers = [
        ...assignmentDangers([...parsed.assigned, ...parsed.commands.flatMap(assignedByName)]),
        ...environmentDangers(parsed.commands.flatMap(exportedByName), ''),
    ];
    const unsure = [...parsed.unsure];
    const commands = parsed.commands.flatMap((command) => {
        const analysis = analyzeCommand(command, lineDangers, (script) => analyzeScript(script, parser, isLate, depth + 1));
        unsure.push(...analysis.unsure);
        return analysis.commands;
    });
    if (isLate())
        return notUnderstood('parsing it takes too long');
    return { commands, unsure: [...new Set(unsure)], scriptDangers: lineDangers };
}
function parseScript(line, parser, isLate) {
    if (parser === undefined)
        return notUnderstood('it needs the parser');
    const tree = parseShellLine(parser, line, isLate);
    return tree.ok ? walkLine(tree.root, line) : notUnderstood(tree.reason);
}
/** Characters that separate words for some programs but not for a shell, or the reverse. */
const CONTROL = /[\p{Cc}--[\t\n\u{80}-\u{9f}]]/v;
/** Words without characters that are special to a shell. */
const PLAIN = /^[ \t]*[\w./:=@%+,-]+(?:[ \t]+[\w./:=@%+,-]+)*[ \t]*$/;
const SPECIAL_FIRST = /^(?:if|then|else|elif|fi|do|done|case|esac|while|until|for|in|function|time|coproc|select|[A-Za-z_]\w*\+?=.*)$/;
const plainWords = (line) => line.trim().split(/[ \t]+/);
const isPlain = (line) => line.trim() === '' || (PLAIN.test(line) && !SPECIAL_FIRST.test(plainWords(line)[0] ?? ''));
function plainCommand(line) {
    const sources = plainWords(line);
    return {
        commands: [{ words: sources.map(shell_words/* knownWord */.MH), sources, assignments: [], writes: [] }],
        assigned: [],
        unsure: [],
    };
}


/***/ })

};
