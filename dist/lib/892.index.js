export const id = 892;
export const ids = [892];
export const modules = {

/***/ 7892:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ riskOf),
/* harmony export */   t: () => (/* binding */ riskyAllows)
/* harmony export */ });
/* harmony import */ var _shell_dangers_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(21670);
/* harmony import */ var _shell_words_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(38375);
/* harmony import */ var _shell_wrappers_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(964);
/* harmony import */ var _patterns_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(89448);
/* harmony import */ var _tool_names_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(81572);





/** Commands that people regret to have allowed, why, and a few that a pattern of the kind matches. */
const RISKS = [
    {
        pattern: /^(?:rm|rmdir|shred|unlink|truncate)\b|^find\b.* -delete\b|^git clean\b/,
        reason: 'deletes files',
        samples: ['rm -rf x', 'rm x', 'git clean -fdx', 'find . -delete'],
    },
    {
        pattern: /^(?:sudo|doas|su|pkexec|runuser|gosu)\b/,
        reason: 'runs commands as another user',
        samples: ['sudo ls', 'sudo -n ls x'],
    },
    {
        pattern: /^(?:ba|z|da|k|fi|c|tc)?sh\b|^pwsh\b|^powershell\b|^busybox\b/,
        reason: 'runs scripts, whose content is not checked',
        samples: ['bash x', 'bash -c x', 'sh x.sh', 'sh -c x'],
    },
    {
        pattern: /^(?:python[\d.]*|node|deno|bun|perl|ruby|php|lua|Rscript|tclsh|osascript)(?!\w|-)(?: -[ec]\b| *$|[^\w-]*\.\*)/,
        reason: 'runs any code',
        samples: ['python -c x', 'python3 -c x', 'node -e x', 'perl -e x', 'ruby -e x'],
    },
    {
        pattern: /^(?:npx|bunx|uvx|pipx)$|^(?:npm exec|npm x|yarn dlx|pnpm dlx|pipx run|bun x)\b/,
        reason: 'downloads and runs any package',
        samples: ['npx evil', 'uvx evil'],
    },
    {
        pattern: /^(?:curl|wget)\b/,
        reason: 'fetches from any host, and can send text there; piped to a shell it runs what it fetches',
        samples: ['curl https://x', 'curl -s https://x', 'wget -O- https://x'],
    },
    {
        pattern: /^find\b.* -(?:exec|execdir|ok|okdir)\b|^(?:xargs|parallel)\b/,
        reason: 'runs other commands with words that no rule sees',
        samples: ['find . -exec x {} +', 'xargs x'],
    },
    {
        pattern: /^(?:chmod|chown|chgrp|setfacl)\b/,
        reason: 'changes who may read, write or run a file',
        samples: ['chmod 777 x', 'chmod -R 777 x'],
    },
    {
        pattern: /^(?:dd|mkfs[\w.]*|fdisk|parted|wipefs)\b/,
        reason: 'can overwrite any file, or a whole disk',
        samples: ['dd if=x of=y', 'mkfs.ext4 x'],
    },
    {
        pattern: /^git push\b.* (?:-f|--force\b|--force-with-lease\b|--mirror\b|--delete\b)|^git reset --hard\b|^git filter-(?:branch|repo)\b/,
        reason: 'discards commits or work',
        samples: ['git push --force', 'git push -f', 'git reset --hard'],
    },
    {
        pattern: /^(?:mount|kill|pkill|killall|shutdown|reboot|systemctl|iptables|crontab|eval|exec|source|ssh|scp|sftp|rsync|telnet|nc|ncat|socat|docker|podman|kubectl)\b/,
        reason: 'reaches beyond the checkout',
        samples: ['ssh x', 'docker run x', 'eval x', 'nc x 1'],
    },
];
/** A pattern that matches samples of so many kinds matches any program. */
const ANY_PROGRAM = 5;
/** The built-in profiles allow programs such as xargs on purpose; lint warns about the user's own rules. */
const PROFILES = 'policies/profiles/';
/** What an allow is too broad for; one finding for each command. */
function riskyAllows(rule) {
    if (rule.verdict !== 'allow')
        return [];
    const broad = broadAllows(rule);
    const isNamed = (finding) => broad.some((each) => each.startsWith(finding.replace(/, which .*$/s, '')));
    const risky = rule.file.startsWith(PROFILES) ? [] : [...riskyPrefixes(rule), ...riskyPatterns(rule)];
    return [...broad, ...[...new Set(risky)].filter((finding) => !isNamed(finding))];
}
const finding = (text, reason) => `allows ${JSON.stringify(text)}, which ${reason}`;
function riskyPrefixes({ match }) {
    return (match.prefixes ?? []).flatMap(({ words }) => {
        const text = words.join(' ');
        const risk = riskOf(text);
        return risk === undefined ? [] : [finding(text, risk)];
    });
}
/** Why a command is risky: by its program without a folder, or by the command that a wrapper runs. */
function riskOf(text) {
    const [program = '', ...rest] = text.trim().split(/\s+/);
    const name = (0,_shell_dangers_js__WEBPACK_IMPORTED_MODULE_0__/* .programName */ .kX)((0,_shell_words_js__WEBPACK_IMPORTED_MODULE_1__/* .knownWord */ .MH)(program));
    const inner = Object.hasOwn(_shell_wrappers_js__WEBPACK_IMPORTED_MODULE_2__/* .WRAPPERS */ .V4, name) ? rest.findIndex((word) => !/^-|=|^\d/.test(word)) : -1;
    const own = RISKS.find(({ pattern }) => pattern.test([name, ...rest].join(' ')))?.reason;
    return (inner < 0 || (0,_shell_wrappers_js__WEBPACK_IMPORTED_MODULE_2__/* .isShell */ .H7)(name) ? undefined : riskOf(rest.slice(inner).join(' '))) ?? own;
}
function riskyPatterns({ match }) {
    const { regex, args } = match;
    const pattern = regex ?? (match.tools?.includes(_tool_names_js__WEBPACK_IMPORTED_MODULE_4__/* .SHELL_TOOL */ .cF) ? args : undefined);
    if (pattern === undefined)
        return [];
    const name = regex === undefined ? 'argsPattern' : 'commandRegex';
    const samples = RISKS.map((risk) => ({ ...risk, text: risk.samples.find((text) => matches(pattern, text, name)) }));
    if (samples.filter(({ text }) => text !== undefined).length >= ANY_PROGRAM)
        return [
            name === 'commandRegex'
                ? `commandRegex ${JSON.stringify(pattern.source)} allows any program: name the program first`
                : `argsPattern ${JSON.stringify(pattern.source)} allows any program: start it with "command":" and the program`,
        ];
    const heads = (pattern.heads ?? alternatives(pattern.source)).map((head) => head.replace(/^\^|[()\\]/g, '').replace(/^"command":"/, ''));
    const headRisks = heads.flatMap((head) => {
        const risk = riskOf(head);
        return risk === undefined ? [] : [{ text: finding(head, risk), risk }];
    });
    const matched = samples.flatMap(({ text, reason }) => text === undefined || !spellsOutDangers(pattern, text) || headRisks.some(({ risk }) => risk === reason)
        ? []
        : [finding(text, reason)]);
    return [...headRisks.map(({ text }) => text), ...matched];
}
/** Whether a pattern names each option for which a command needs that. */
const spellsOutDangers = ({ source }, command) => command.split(' ').every((word) => !/^-(?:exec|delete)$/.test(word) || source.includes(word)) &&
    (0,_shell_dangers_js__WEBPACK_IMPORTED_MODULE_0__/* .examineProgram */ .Qd)(command.split(' ').map(_shell_words_js__WEBPACK_IMPORTED_MODULE_1__/* .knownWord */ .MH)).dangers.every(({ word }) => word !== undefined && source.includes(word.text));
const matches = (pattern, command, name) => {
    const text = name === 'commandRegex' ? command : JSON.stringify({ command });
    return (0,_patterns_js__WEBPACK_IMPORTED_MODULE_3__/* .testPattern */ .r$)(pattern, text, (0,_patterns_js__WEBPACK_IMPORTED_MODULE_3__/* .newPatternBudget */ .ec)()) === 'yes';
};
/** The alternatives of a pattern outside groups, or in the one group at its start. */
const alternatives = (source) => {
    const [, group, rest] = /^\^?\((?:\?:)?([^()]*)\)(.*)$/s.exec(source) ?? [];
    if (group !== undefined)
        return group.split('|').map((each) => each + (rest ?? ''));
    return /[(]/.test(source) ? [source] : source.split('|');
};
/** A pattern such as `.*` is no condition. */
const matchesAnyArgs = (pattern) => ['{}', '{"a":1}', '{"command":"x"}'].every((text) => (0,_patterns_js__WEBPACK_IMPORTED_MODULE_3__/* .testPattern */ .r$)(pattern, text, (0,_patterns_js__WEBPACK_IMPORTED_MODULE_3__/* .newPatternBudget */ .ec)()) === 'yes');
function broadAllows(rule) {
    const { tools, prefixes, regex, args, modes, annotations, server } = rule.match;
    const isNarrowed = args !== undefined && !matchesAnyArgs(args);
    const isConditional = prefixes !== undefined || regex !== undefined || isNarrowed || annotations !== undefined;
    const findings = [];
    if (!isConditional && server === undefined && tools?.includes('*') && modes?.join() !== 'yolo')
        findings.push('allows every tool; name the tools, or use the yolo mode');
    if (!isConditional && server === '*' && (tools === undefined || tools.includes('*')))
        findings.push('allows every tool of every MCP server; name the servers');
    if (!isConditional && args === undefined && tools?.includes(_tool_names_js__WEBPACK_IMPORTED_MODULE_4__/* .SHELL_TOOL */ .cF))
        findings.push('allows every command, even one that cannot be parsed; add commandPrefix to narrow it');
    for (const prefix of prefixes ?? []) {
        const spelled = prefix.words.map(_shell_words_js__WEBPACK_IMPORTED_MODULE_1__/* .knownWord */ .MH);
        const [program = ''] = prefix.words;
        const isBare = prefix.words.length === 1;
        const { dangers } = (0,_shell_dangers_js__WEBPACK_IMPORTED_MODULE_0__/* .examineProgram */ .Qd)(spelled);
        // A bare program name also allows what the program does without arguments, for example reading code from its input.
        // `python -m pytest` names the module; `python -m` allows any module.
        const last = spelled.at(-1);
        const [danger] = dangers.filter(({ effect, word: each }) => effect === 'runs' && (each === last || (each === undefined && isBare)));
        if (danger !== undefined)
            findings.push(`allows ${JSON.stringify(prefix.text)}, which ${danger.word === undefined ? 'runs code from its input' : danger.reason}`);
        else if (isBare && ((0,_shell_wrappers_js__WEBPACK_IMPORTED_MODULE_2__/* .isShell */ .H7)(program) || program === 'sudo' || program === 'doas'))
            findings.push(`allows ${JSON.stringify(prefix.text)} to run scripts, whose content is not checked`);
        else if (isBare &&
            Object.hasOwn(_shell_wrappers_js__WEBPACK_IMPORTED_MODULE_2__/* .WRAPPERS */ .V4, program) &&
            !_shell_wrappers_js__WEBPACK_IMPORTED_MODULE_2__/* .WRAPPERS */ .V4[program]?.harmlessAlone &&
            _shell_wrappers_js__WEBPACK_IMPORTED_MODULE_2__/* .WRAPPERS */ .V4[program]?.isTransparent)
            findings.push(`commandPrefix ${JSON.stringify(prefix.text)} is not needed: the command it runs is decided separately`);
    }
    return findings;
}


/***/ }),

/***/ 16784:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ arithmeticProblems)
/* harmony export */ });
/* unused harmony export ARITHMETIC_NODES */
/* harmony import */ var _words_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(38375);

/** Nodes of arithmetic that only combine others. Everything that is not here or below can run commands. */
const ARITHMETIC_NODES = new Set('binary_expression unary_expression postfix_expression ternary_expression parenthesized_expression arithmetic_expansion'.split(' '));
const OPERATORS = new Set('+ - * / % ** ++ -- == != < > <= >= && || ! ~ & | ^ << >> = += -= *= /= %= &= |= ^= <<= >>= **= ? : , ( ) $(( )) (( ; " =='.split(' '));
/**
 * Why bash could run a command when it evaluates this as arithmetic: bash evaluates the content of each variable and each
 * text again, and runs the substitutions in their subscripts. Numbers, and variables that certainly hold one, are harmless.
 */
function arithmeticProblems(node, context) {
    const text = context.line.slice(node.start, node.end);
    const doubt = [`arithmetic evaluates the variable ${text}, which can run commands; set it to a number in the line`];
    const parts = () => node.children.flatMap((child) => arithmeticProblems(child, context));
    const holdsNumber = (name) => context.resolve(name, node.start)?.every(_words_js__WEBPACK_IMPORTED_MODULE_0__/* .isInteger */ .Fq) ?? false;
    switch (node.type) {
        case 'number':
            return /^(?:0[xX][\dA-Fa-f]+|\d+)$/.test(text) ? [] : doubt;
        case 'variable_name':
        case 'word':
            return /^(?:0[xX][\dA-Fa-f]+|\d+)$/.test(text) && node.type === 'word' ? [] : holdsNumber(text) ? [] : doubt;
        case 'test_operator':
            return [];
        case 'simple_expansion': {
            if (/^\$[#?$!]$/.test(text))
                return [];
            return holdsNumber(text.slice(1)) ? [] : doubt;
        }
        case 'expansion': {
            if (/^\$\{#\w+(?:\[[@*]\])?\}$/.test(text))
                return [];
            const [, name = ''] = /^\$\{([A-Za-z_]\w*)\}$/.exec(text) ?? [];
            return holdsNumber(name) ? [] : doubt;
        }
        case 'command_substitution':
            return (0,_words_js__WEBPACK_IMPORTED_MODULE_0__/* .isNumberOutput */ .BQ)(text, context.line) ? [] : doubt;
        case 'string':
            return node.children.every(({ type }) => type === '"' || /expansion$/.test(type)) && node.children.length === 3
                ? parts()
                : doubt;
        default:
            if (!node.isNamed)
                return OPERATORS.has(node.type) ? [] : doubt;
            return ARITHMETIC_NODES.has(node.type) ? parts() : doubt;
    }
}


/***/ }),

/***/ 3474:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KR: () => (/* binding */ conditionProblems),
/* harmony export */   av: () => (/* binding */ conditionDangers),
/* harmony export */   ri: () => (/* binding */ conditionWords)
/* harmony export */ });
/* harmony import */ var _arithmetic_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(16784);
/* harmony import */ var _words_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(38375);


/**
 * The words of `[ … ]` as the program receives them, closing bracket included. Undefined when a shell would see one of its
 * own operators, for example a redirection, where the grammar sees an operator of the condition.
 */
function conditionWords(test, context) {
    const words = [];
    for (const node of test.children.slice(1)) {
        if (/_expression$/.test(node.type)) {
            const inner = conditionWords({ ...node, children: [node, ...node.children] }, context);
            if (inner === undefined)
                return undefined;
            words.push(...inner);
        }
        else if (node.isNamed || PLAIN.has(node.type))
            words.push((0,_words_js__WEBPACK_IMPORTED_MODULE_1__/* .shellWord */ .r7)(node, context));
        else
            return undefined;
    }
    return words;
}
const PLAIN = new Set(['=', '==', '!=', '!', ']']);
const EVALUATING = /(?:^|[\s(!])-(?:eq|ne|lt|le|gt|ge|v|R)(?=\s)/g;
/**
 * Why a `[[` could run a command: it evaluates both sides of -eq and its like as arithmetic, and the subscript of a name
 * after -v. Sides that certainly are numbers are harmless.
 */
function conditionProblems(test, context) {
    const text = context.line.slice(test.start, test.end).replaceAll('\\\n', '');
    const problems = [];
    let understood = 0;
    const visit = (node) => {
        if (node.type === 'command_substitution' || node.type === 'process_substitution')
            return;
        const operator = node.children.find(({ type }) => type === 'test_operator');
        if (node.type === 'binary_expression' &&
            operator !== undefined &&
            /^-(?:eq|ne|lt|le|gt|ge)$/.test(context.line.slice(operator.start, operator.end))) {
            understood += 1;
            for (const side of node.children)
                if (side !== operator)
                    problems.push(...(0,_arithmetic_js__WEBPACK_IMPORTED_MODULE_0__/* .arithmeticProblems */ .f)(side, context));
        }
        else
            for (const child of node.children)
                visit(child);
    };
    visit(test);
    if ((text.match(EVALUATING)?.length ?? 0) > understood)
        problems.push('a condition evaluates text as arithmetic or as a name with a subscript, which can run commands');
    return problems;
}
/**
 * `-v NAME` evaluates the subscript of a name, so no unknown word of a condition may become `-v`. Each part between -a and
 * -o must be a value, an operator and a value, or two values around an operator, and each value must be one word.
 */
function conditionDangers(words) {
    const doubtful = parts(words.filter(({ text }, index) => text !== ']' || index < words.length - 1)).find((part) => !isPlainPart(part));
    const [word] = doubtful?.filter(({ kind }) => kind !== 'known') ?? [];
    if (doubtful === undefined)
        return [];
    const text = word?.text ?? doubtful.map(({ text }) => text).join(' ');
    return [{ effect: 'runs', reason: `${text} could be read as -v and a subscript; quote it to make it one value` }];
}
function parts(words) {
    const all = [[]];
    for (const word of words) {
        const part = all.at(-1) ?? [];
        if (word.kind === 'known' && /^-[ao]$/.test(word.text) && part.length > 0)
            all.push([]);
        else if (word.kind !== 'known' || word.text !== '!' || part.length > 0)
            part.push(word);
    }
    return all;
}
function isPlainPart(part) {
    if (part.some((word) => word.kind === 'many' && !NUMBER.test(word.text)))
        return false;
    if (part.some(({ values }) => values?.some((value) => /^(?:-[vRao]|[()!\]])$/.test(value))))
        return false;
    const [first, second, third] = part;
    if (first === undefined || second === undefined)
        return true;
    if (third === undefined)
        return first.kind === 'known' && (!/^-[vR]$/.test(first.text) || (second.kind === 'known' && isName(second.text)));
    if (part.length === 3)
        return second.kind === 'known';
    return part.every(({ kind, text }) => kind === 'known' && !/^-[vR]$/.test(text));
}
const isName = (text) => /^\w+$/.test(text);
/** Expansions that are always numbers. */
const NUMBER = /^\$[?#!$]$|^\$\{#\w+\}$/;


/***/ }),

/***/ 21670:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Qd: () => (/* binding */ examineProgram),
  kX: () => (/* binding */ programName),
  fk: () => (/* binding */ shellDangers)
});

// EXTERNAL MODULE: ./build/policy/shell/conditions.js
var conditions = __webpack_require__(3474);
;// CONCATENATED MODULE: ./build/policy/shell/builtins.js

const words = (text) => text.split(' ');
/** It evaluates nothing again: numbers are read as numbers, names are only looked up. */
const harmless = () => [];
/** programs.ts says that it runs anything, or wrappers.ts says what it runs. */
const analyzedElsewhere = () => [];
const BUILTINS = {
    ...Object.fromEntries(words(': bg break caller cd compopt continue dirs disown echo exit false fg help kill logout popd pushd pwd return shift suspend ' +
        'times true type ulimit umask unalias').map((name) => [name, harmless])),
    ...Object.fromEntries(words('. source alias bind builtin command compgen complete enable eval exec fc hash let trap').map((name) => [name, analyzedElsewhere])),
    test: conditions/* conditionDangers */.av,
    '[': conditions/* conditionDangers */.av,
    '[[': evaluatedCondition,
    set: optionsOf('set', words('e u x f v n C E h B b m t +e +u +x +f +v +C +E'), words('errexit nounset xtrace pipefail noglob verbose noexec noclobber errtrace')),
    shopt: shoptDangers,
    printf: printfDangers,
    read: namesOf(words('-a -d -i -n -N -p -t -u')),
    mapfile: namesOf(words('-d -n -O -s -u -c')),
    readarray: namesOf(words('-d -n -O -s -u -c')),
    getopts: namesOf([]),
    unset: namesOf([]),
    wait: namesOf([]),
    declare: namesOf([]),
    typeset: namesOf([]),
    local: namesOf([]),
    export: namesOf([]),
    readonly: namesOf([]),
    jobs: (rest) => rest.filter(mayBeOption(/^-[a-z]*x/)).map(doubt('runs the words behind it as a command')),
    history: (rest) => rest.filter(mayBeOption(/^-[a-zA-Z]*[anrwspd]/)).map(doubt('can read or write a file of commands')),
};
const doubt = (reason) => (word) => ({ effect: 'runs', reason: `${word.text} ${reason}` });
const mayBeOption = (pattern) => ({ kind, text, option }) => kind === 'known' ? pattern.test(text) : option;
/** A plain name, or a name with a number as its subscript. */
const NAME = /^\w*(?:\[(?:\d+|[@*])\])?$/;
/** Builtins that take names of variables: with a subscript, bash evaluates the subscript. `valued` take a value that is no name. */
function namesOf(valued) {
    return (rest) => {
        const dangers = [];
        for (let index = 0;; index++) {
            const word = rest[index];
            if (word === undefined)
                break;
            if (word.kind === 'known' && valued.includes(word.text) && word.text !== '-a' && word.text !== '-c') {
                const value = rest[++index];
                if (value !== undefined && value.kind === 'many')
                    dangers.push(doubt('may be evaluated as a subscript')(value));
                continue;
            }
            if (word.kind === 'known' && /^-/.test(word.text))
                continue;
            const [, name = '', value] = /^([^=]*?)(?:\+?=([\s\S]*))?$/.exec(word.kind === 'known' ? word.text : word.start) ?? [];
            if (word.kind !== 'known' || !NAME.test(name))
                dangers.push(doubt('may be evaluated as a subscript')(word));
            else if (value !== undefined && /^\s*\(/.test(value))
                dangers.push(doubt('may be evaluated as an array, subscripts included')(word));
        }
        return dangers;
    };
}
/** Inside `[[`, a subscript that holds an expansion. walk.ts checks operators and arithmetic. */
function evaluatedCondition(rest) {
    return rest.filter(({ text }) => /\[.*[$`(]/s.test(text)).map(doubt('may be evaluated as a subscript'));
}
/** `printf -v NAME` sets a variable, and evaluates the subscript of its name. So does `%n`, for example for PATH. */
function printfDangers([first, second, ...rest]) {
    if (first === undefined)
        return [];
    const isFormat = first.kind !== 'known' || !/^-/.test(first.text);
    const format = isFormat ? first : first.text === '--' ? second : /^-v./.test(first.text) ? second : rest[0];
    const hasArguments = isFormat ? second !== undefined : rest.length > 0;
    if (format !== undefined && hasArguments && mayCount(format))
        return [{ word: format, effect: 'runs', reason: 'could contain %n, which sets any variable' }];
    if (first.kind !== 'known')
        return first.option
            ? [{ word: first, effect: 'runs', reason: 'is not known and could be -v, which sets a variable to any value' }]
            : [];
    if (!/^-v/.test(first.text))
        return [];
    const name = first.text === '-v' ? second : { ...first, text: first.text.slice(2) };
    return name !== undefined && (name.kind !== 'known' || !NAME.test(name.text))
        ? [doubt('may be evaluated as a subscript')(name)]
        : [];
}
/** Whether a format could contain `%n`. */
const mayCount = ({ kind, text, values, isPlain }) => (kind === 'known' ? [text] : (values ?? (isPlain ? [] : ['%n']))).some((each) => /%[^a-zA-Z%\\]*[hljtLzq]*n/.test(each.replaceAll('%%', '')));
/** Only these options; every other one, also one that is not known, can change what the rest of the line does. */
function optionsOf(builtin, letters, names) {
    return (rest) => {
        for (let index = 0;; index++) {
            const word = rest[index];
            if (word === undefined || (word.kind === 'known' && (word.text === '--' || word.text === '-')))
                return [];
            if (word.kind === 'known' && !/^[-+]/.test(word.text))
                return [];
            const refused = {
                word,
                effect: 'runs',
                reason: `is an option of ${builtin} that can change what the other commands do`,
            };
            if (word.kind !== 'known')
                return [refused];
            const isOff = word.text.startsWith('+');
            const unknown = [...word.text.slice(1)].some((each) => each !== 'o' && !letters.includes(isOff ? `+${each}` : each));
            if (unknown)
                return [refused];
            for (const each of word.text)
                if (each === 'o') {
                    index += 1;
                    const name = rest[index];
                    if (name !== undefined && (name.kind !== 'known' || !names.includes(name.text)))
                        return [{ ...refused, word: name }];
                }
        }
    };
}
const SHOPT_NAMES = words('globstar nullglob dotglob failglob nocaseglob nocasematch inherit_errexit');
function shoptDangers(rest) {
    const isQuery = rest.every(({ kind, text }) => kind === 'known' && /^(?:-[pq]+|\w+)$/.test(text));
    if (isQuery)
        return [];
    return rest
        .filter(({ kind, text }) => kind !== 'known' || !(/^-[suq]+$/.test(text) || SHOPT_NAMES.includes(text)))
        .map((word) => ({
        word,
        effect: 'runs',
        reason: 'is an option of shopt that can change what the other commands do',
    }));
}

;// CONCATENATED MODULE: ./build/policy/shell/program-options.js
const NO_VALUE = 'is a value of an option that is not known to be harmless';
const NOT_KNOWN = 'is an option that is not known to be harmless';
/** The indexes of unknown words that are certainly values of options, so that a program reads none of them as an option. */
function consumedValues({ consumes = [], bare = [] }, options) {
    const consumed = new Set();
    for (let index = 0;; index++) {
        const word = options[index];
        // What is unknown could be an option that takes the word behind it.
        if (word === undefined || (word.kind !== 'known' && (word.option || word.kind === 'many')))
            break;
        if (word.kind !== 'known' || !takesNext(word.text, consumes, bare))
            continue;
        index += 1;
        if (options[index]?.kind === 'one')
            consumed.add(index);
        else if (options[index]?.kind === 'many')
            break;
    }
    return consumed;
}
/** Whether a text is one of these options, or a cluster of flags that ends with one, for example `-am`. */
const takesNext = (text, consumes, bare) => consumes.includes(text) ||
    (/^-[a-z]{2,}$/i.test(text) &&
        consumes.includes(`-${text.at(-1)}`) &&
        [...text.slice(1, -1)].every((letter) => bare.includes(`-${letter}`)));
/** Options that are not in the list of harmless ones, or have a value that is not. */
function unknownOptions(program, options) {
    const { only = [], takes = [], after, slashOptions, values = {} } = program;
    const dangers = [];
    let listed = only;
    for (let index = 0;; index++) {
        const word = options[index];
        if (word === undefined)
            break;
        if (word.kind === 'known' && word.text === '--') {
            if (after === undefined)
                break;
            listed = after;
            continue;
        }
        const isOptionLike = word.kind === 'known' ? (slashOptions ? /^[-/]/ : /^-./).test(word.text) : word.option;
        if (!isOptionLike)
            continue;
        if (word.kind !== 'known' || !isListed(word.text, listed, program)) {
            dangers.push({ word, effect: 'unknown', reason: NOT_KNOWN });
            continue;
        }
        const { name, value } = splitOption(word.text, program);
        const next = options[index + 1];
        const pattern = values[name];
        // Some programs read a word that starts with a dash as the next option, whatever is before it.
        if (takes.includes(word.text) && !/^-\D/.test(next?.text ?? ''))
            index += 1;
        const text = value ?? (next === undefined || next.kind === 'known' ? (next?.text ?? '') : undefined);
        if (listed === only && pattern !== undefined && (text === undefined || !pattern.test(text)))
            dangers.push({ word: value === undefined ? (next ?? word) : word, effect: 'unknown', reason: NO_VALUE });
    }
    return dangers;
}
/** `--name=value`, or `-nvalue` for an option whose value is checked. */
function splitOption(text, { values = {}, slashOptions }) {
    const [, name = text, value] = (slashOptions ? /^(--?[\w-]+)[=:](.*)$/s : /^(--?[\w-]+)=(.*)$/s).exec(text) ?? [];
    if (value !== undefined)
        return { name, value };
    const short = text.slice(0, 2);
    return text.length > 2 && !text.startsWith('--') && Object.hasOwn(values, short)
        ? { name: short, value: text.slice(2) }
        : { name: text };
}
function isListed(text, listed, { takes = [], exactOptions, slashOptions }) {
    const name = text.replace(slashOptions ? /(?<=^(?:-[cfrv]|--[\w-]+))[=:].*$/s : /=.*$/s, '');
    if (listed.includes(text) || listed.includes(name))
        return true;
    if (exactOptions || !/^-[A-Za-z0-9]/.test(text))
        return false;
    // A cluster of letters, up to one with a value; or a number, for example `-n4`.
    for (let index = 1; index < text.length; index++) {
        const letter = `-${text[index]}`;
        if (!listed.includes(letter))
            return index > 1 && /^\d+$/.test(text.slice(index));
        if (takes.includes(letter))
            return true;
    }
    return true;
}
/** Operands that run something, for example a goal of a plugin, or a target that no rule names. */
function operandDangers(program, options, level) {
    const { operandRuns, harmlessOperands, readsArgumentFiles, scriptNames } = program;
    const dangers = [];
    const operands = withoutOptions(program, options);
    if (operandRuns !== undefined)
        for (const word of operands)
            if (word.kind !== 'known' || operandRuns.test(word.text))
                dangers.push({ word, effect: 'runs', reason: 'can run any program' });
    const [first] = operands;
    if (scriptNames !== undefined && first !== undefined && !(first.kind === 'known' && scriptNames.test(first.text)))
        dangers.push({ word: first, effect: 'runs', reason: 'could be any program of the machine' });
    if (harmlessOperands !== undefined)
        for (const word of operands.slice(1))
            if (word.kind !== 'known' || !harmlessOperands.test(word.text))
                dangers.push({ word, effect: 'unknown', reason: 'is another target, which the rule does not name', level });
    if (readsArgumentFiles)
        for (const word of options)
            if (word.start.startsWith('@'))
                dangers.push({ word, effect: 'runs', reason: 'names a file with options, which can run any program' });
    return dangers;
}
/** The words that are neither options nor values of options. */
function withoutOptions({ takes = [] }, options) {
    const operands = [];
    for (let index = 0;; index++) {
        const word = options[index];
        if (word === undefined)
            break;
        if (word.kind === 'known' && takes.includes(word.text) && !/^-\D/.test(options[index + 1]?.text ?? ''))
            index += 1;
        else if (word.kind !== 'known' || !/^-./.test(word.text))
            operands.push(word);
    }
    return operands;
}

// EXTERNAL MODULE: ./build/policy/shell/programs.js + 5 modules
var programs = __webpack_require__(33933);
;// CONCATENATED MODULE: ./build/policy/shell/awk.js
/** Functions and variables that run programs, read or write files, or hide a call. */
const REACHES_OUT = /system|getline|@|ENVIRON|close|fflush|\bload|include|extension|ARG[VC]|SYMTAB|FUNCTAB|PROCINFO|\/inet/;
/** Longer programs with a `>` or `|` are not analyzed. In UTF-16 units. */
const MAX_PROGRAM_LENGTH = 4000;
const TOKENS = [
    ['space', /[ \t\r]+|\\\r?\n|#[^\n]*/y],
    ['newline', /\n/y],
    ['operand', /"(?:[^"\\\n]|\\[\s\S])*"|[\d.]+/y],
    ['word', /[A-Za-z_]\w*/y],
    // An operator that starts with `>` is tokenized as `>`.
    ['operator', /&&|\|\||\+\+|--|[-+*/%^<>=!~?:,;(){}[\]$|&]/y],
];
/** Excludes line ends, and brackets whose end awk implementations disagree about. */
const REGEX = /\/(?:[^/[\\\n]|\\[^\n]|\[\^?(?![\]^])(?:\[:\w+:\]|[^/[\]\\\n])+\])*\//y;
/**
 * Whether an awk program runs no program, uses no pipe, writes no file and makes no indirect call. False when it is unclear
 * whether a slash is a division.
 */
function isHarmlessAwk(source) {
    // A line break after a backslash continues the line.
    const program = source.replaceAll('\\\n', '');
    if (REACHES_OUT.test(program))
        return false;
    if (!/[|>]/.test(program))
        return true;
    // But it does not continue a comment, so what is behind could be code.
    if (/#[^\n]*\\\r?\n/.test(source))
        return false;
    if (program.length > MAX_PROGRAM_LENGTH)
        return false;
    const tokens = tokensOf(program);
    if (tokens === undefined || writes(tokens))
        return false;
    return tokens.every(({ kind, text }) => kind !== 'operator' || text !== '|');
}
function tokensOf(program) {
    const tokens = [];
    let index = 0;
    while (index < program.length) {
        if (program[index] === '/') {
            const divides = afterOperand(tokens);
            if (divides === undefined)
                return undefined;
            if (!divides) {
                REGEX.lastIndex = index;
                const [text] = REGEX.exec(program) ?? [];
                if (text === undefined)
                    return undefined;
                tokens.push({ kind: 'operand', text });
                index += text.length;
                continue;
            }
        }
        const match = TOKENS.map(([kind, pattern]) => {
            pattern.lastIndex = index;
            return { kind, text: pattern.exec(program)?.[0] ?? '' };
        }).find(({ text }) => text !== '');
        if (match === undefined)
            return undefined;
        if (match.kind !== 'space')
            tokens.push({ kind: match.kind, text: match.text });
        index += match.text.length;
    }
    return tokens;
}
const KEYWORDS = /^(?:print|printf|return|in|else|do|case|exit|delete|while|if|for|BEGIN|END)$/;
/** Whether a slash after these tokens is a division; undefined when unclear. */
function afterOperand(tokens) {
    const token = tokens.at(-1);
    if (token === undefined || token.kind === 'newline')
        return false;
    if (token.kind === 'word')
        return !KEYWORDS.test(token.text);
    if (token.kind !== 'operator')
        return true;
    if (token.text === ')')
        return !/^(?:if|while|for|switch)$/.test(beforeParentheses(tokens)?.text ?? '');
    return /^(?:\+\+|--)$/.test(token.text) ? undefined : token.text === ']';
}
/** The token before the parentheses at the end of a list. */
function beforeParentheses(tokens) {
    let depth = 0;
    for (let index = tokens.length - 1; index >= 0; index--) {
        const { kind, text } = tokens[index] ?? { kind: 'newline', text: '' };
        if (kind !== 'operator')
            continue;
        if (text === ')')
            depth += 1;
        if (text === '(')
            depth -= 1;
        if (depth === 0)
            return tokens[index - 1];
    }
    return undefined;
}
/** Whether a print statement has a `>` outside parentheses, which writes a file. */
function writes(tokens) {
    let printing = false;
    let depth = 0;
    for (const [index, { kind, text }] of tokens.entries()) {
        if (kind === 'word' && /^printf?$/.test(text)) {
            printing = true;
            depth = 0;
        }
        else if (kind === 'newline')
            printing &&= continuesStatement(tokens[index - 1]);
        else if (kind !== 'operator')
            continue;
        else if (/^[([]$/.test(text))
            depth += 1;
        else if (/^[)\]]$/.test(text))
            depth -= 1;
        else if (/^[;}]$/.test(text))
            printing = false;
        else if (printing && depth <= 0 && text === '>')
            return true;
    }
    return false;
}
/** Whether a statement continues on the next line after this token. */
const continuesStatement = (token) => token !== undefined && /^(?:,|&&|\|\||\?|:)$/.test(token.text);

;// CONCATENATED MODULE: ./build/policy/shell/scripts.js

const scripts_words = (text) => text.split(' ');
const LANGUAGES = {
    sed: {
        script: scripts_words('-e --expression'),
        takes: scripts_words('-l --line-length'),
        flags: scripts_words('-n -E -r -s -u -z -b --quiet --silent --regexp-extended --separate --unbuffered --null-data --zero-terminated --binary --posix --sandbox --help --version'),
        endsAtOperand: false,
        harmless: isHarmlessSed,
    },
    awk: {
        script: scripts_words('-e --source'),
        takes: scripts_words('-F --field-separator -v --assign'),
        flags: scripts_words('-b -c -k -n -O -P -r -S -s -t --csv --posix --traditional --re-interval --sandbox --help --version -V'),
        endsAtOperand: true,
        harmless: isHarmlessAwk,
    },
};
/**
 * Scripts of sed and awk can run programs and write files. Everything that is not certainly harmless is a danger. So is an
 * unknown option, because it can change which word is the script.
 */
function codeDangers(language, words) {
    const { harmless } = LANGUAGES[language];
    const { scripts, unknown, files } = scriptsOf(words, LANGUAGES[language]);
    // gawk opens a connection for a file /inet/…, and takes an operand NAME=value as an assignment.
    const connecting = language === 'awk' ? files.filter(mayBeConnection) : [];
    return [
        ...connecting.map((word) => ({ word, effect: 'runs', reason: 'could be a network address of awk' })),
        ...unknown.map((word) => ({
            word,
            effect: 'runs',
            reason: `is an option with which ${language} may run another script`,
        })),
        ...scripts
            .filter((word) => word.kind !== 'known' || !harmless(word.text))
            .map((word) => ({
            word,
            effect: 'runs',
            reason: `is ${language === 'awk' ? 'an' : 'a'} ${language} script that could run programs or write files`,
        })),
    ];
}
function mayBeConnection({ kind, text, start, values, isRelative, isNumber }) {
    if (kind === 'known')
        return /^\/inet|^[A-Za-z_]\w*=/.test(text) && !/^(?:FS|OFS|RS|ORS|[a-z]\w*)=[^/]*$/.test(text);
    if (values !== undefined)
        return values.some((value) => /^\/inet|^[A-Za-z_]\w*=/.test(value));
    if (isNumber || isRelative)
        return false;
    return start === '' ? !/^~\//.test(text) : '/inet'.startsWith(start) || start.startsWith('/inet');
}
/** Every script passed by option before the first operand, and the operand where no option comes before it. */
function scriptsOf(words, { script, takes, flags, endsAtOperand }) {
    const fromOptions = [];
    const operands = [];
    const unknown = [];
    let isOperandScript = false;
    for (let index = 1;; index++) {
        const word = words[index];
        if (word === undefined)
            break;
        if (word.kind === 'known' && word.text === '--') {
            operands.push(...words.slice(index + 1));
            break;
        }
        if (word.kind !== 'known' ? !word.option : !/^-./.test(word.text)) {
            if (endsAtOperand) {
                operands.push(...words.slice(index));
                break;
            }
            isOperandScript ||= fromOptions.length === 0;
            operands.push(word);
            continue;
        }
        const option = word.kind === 'known' ? readOption(word.text, [...script, ...takes], flags) : undefined;
        if (option === undefined)
            unknown.push(word);
        else if (option !== 'flag') {
            const value = option.value === undefined ? words[++index] : { ...word, text: option.value };
            if (value !== undefined && script.includes(option.name))
                fromOptions.push(value);
        }
    }
    const first = isOperandScript || fromOptions.length === 0 ? operands.slice(0, 1) : [];
    return { scripts: [...first, ...fromOptions], unknown, files: operands.slice(first.length) };
}
/** An option with its value, if it has one; without `value`, the value is the next word. Abbreviations are unknown. */
function readOption(text, valued, flags) {
    if (text.startsWith('--')) {
        const [, name = '', value] = /^([^=]*)(?:=([\s\S]*))?$/.exec(text) ?? [];
        if (valued.includes(name))
            return { name, value };
        return value === undefined && flags.includes(name) ? 'flag' : undefined;
    }
    for (let index = 1; index < text.length; index++) {
        const name = `-${text[index]}`;
        if (valued.includes(name))
            return { name, value: index + 1 < text.length ? text.slice(index + 1) : undefined };
        if (!flags.includes(name))
            return undefined;
    }
    return 'flag';
}
// In brackets a delimiter is a plain character, and so is a `]` in first position. `\c` makes the next character a control character.
const LISTED = '(?:\\[:\\w+:\\]|\\[(?![.:=])|[^\\][\\\\\\n]|\\\\[^\\]\\n])';
const BRACKETS = `\\[(?:\\^|(?!\\^))(?:\\]${LISTED}*|(?!\\])${LISTED}+)\\]`;
const pattern = (delimiter) => `(?:[^${delimiter}[\\\\\\n]|\\\\[^c\\n]|${BRACKETS})*${delimiter}`;
const scripts_REGEX = `/${pattern('/')}[IM]?`;
const ADDRESS = `(?:\\d+(?:~\\d+)?|\\$|${scripts_REGEX})`;
const RANGE = `(?:${ADDRESS}(?:[ \\t]*,[ \\t]*(?:${ADDRESS}|[+~]\\d+))?[ \\t]*(?:![ \\t]*)?)?`;
const scripts_text = (delimiter) => `(?:[^${delimiter}\\\\\\n]|\\\\[^c\\n])*${delimiter}`;
const substitution = (delimiter) => `s${delimiter}${pattern(delimiter)}${scripts_text(delimiter)}[gpiIM0-9]*`;
const COMMAND = `(?:[pdDPqQ=lnNgGhHxz]\\d*|y/${scripts_text('/')}${scripts_text('/')}|${['/', '\\|', ',', '#', ':', '@', '!', '%'].map(substitution).join('|')})`;
/** One step through a script: text between commands, one command, or the address of a block. */
const SED_STEP = new RegExp(`[\\s;{}]+|${RANGE}${COMMAND}[ \\t]*(?=[;}\\n]|$)|${RANGE}(?=\\{)`, 'y');
/** Printing, deleting, moving to and from the hold space, and substitution without the flags e and w. */
function isHarmlessSed(script) {
    SED_STEP.lastIndex = 0;
    while (SED_STEP.lastIndex < script.length) {
        const [step] = SED_STEP.exec(script) ?? [''];
        if (step === '')
            return false;
    }
    return true;
}

// EXTERNAL MODULE: ./build/policy/shell/words.js
var shell_words = __webpack_require__(38375);
;// CONCATENATED MODULE: ./build/policy/shell/dangers.js





/** The name of a program without its folder and without a Windows extension, in lower case. */
const programName = (word) => word.text
    .replace(/^.*[\\/]/s, '')
    .replace(/\.(?:exe|cmd|bat|com)$/i, '')
    .toLowerCase();
/** The name without its version: python3.12, pip3, clang-17. */
const unversioned = (name) => name.replace(/^([a-z+_-]*?)-?\d[\d.]*$/, '$1');
/** Words that start shell syntax instead of a command. */
const RESERVED = new Set('! { } ]] if then elif else fi for while until do done case esac function select'.split(' '));
/** More combinations of known alternatives count as unknown words. */
const MAX_COMBINATIONS = 32;
/** A command with words that can be one of several texts is examined with each of them. */
function examineProgram(words) {
    const combinations = alternatives(words);
    const [first = examineWords(words), ...others] = combinations.map(examineWords);
    return {
        ...first,
        dangers: [first, ...others].flatMap(({ dangers }) => dangers),
        unsure: [...new Set([first, ...others].flatMap(({ unsure }) => unsure))],
    };
}
function alternatives(words) {
    let combinations = [[]];
    for (const word of words) {
        const texts = word.values ?? [];
        const next = texts.length * combinations.length <= MAX_COMBINATIONS ? texts.map(shell_words/* knownWord */.MH) : [];
        combinations = combinations.flatMap((each) => (next.length > 0 ? next : [word]).map((added) => [...each, added]));
    }
    return combinations;
}
function examineWords(words) {
    const [first] = words;
    if (first === undefined)
        return { dangers: [], unsure: [] };
    if (first.kind !== 'known')
        return { dangers: [], unsure: ['the program is only known at run time'] };
    if (RESERVED.has(first.text))
        return { dangers: [], unsure: [`"${first.text}" is a reserved word of the shell`] };
    const name = programName(first);
    const nameFindings = nameDangers(name, words);
    const program = ownValue(programs/* PROGRAMS */.i, name) ?? ownValue(programs/* PROGRAMS */.i, unversioned(name));
    if (program === undefined)
        return { dangers: nameFindings, unsure: [] };
    const examined = examineWith(program, words, 0);
    return { ...examined, dangers: [...nameFindings, ...examined.dangers] };
}
const ownValue = (table, key) => Object.hasOwn(table, key) ? table[key] : undefined;
function examineWith(program, words, index) {
    const self = words[index];
    const dangers = [];
    if (program.always !== undefined && self !== undefined)
        dangers.push({ word: self, effect: program.always, reason: effectPhrase(program.always) });
    const started = startedProgram(program, words, index);
    const nested = program.of !== undefined || program.subcommands !== undefined;
    const sub = nested ? subcommandAt(program, words, index + 1) : undefined;
    const first = nested ? sub : subcommandAt(program, words, index + 1);
    const all = words.slice(index + 1);
    // A word that is not known can be nothing or an option, so that the words behind it are options, too.
    const operand = first === undefined ? undefined : words[first];
    const isOperand = operand?.kind === 'known' || (operand?.kind === 'one' && !operand.option);
    const options = program.leads && isOperand ? words.slice(index + 1, first) : all;
    dangers.push(...optionDangers(program, options));
    if (program.only !== undefined)
        dangers.push(...unknownOptions(program, options).map((each) => ({ ...each, level: index })));
    dangers.push(...operandDangers(program, options, index + 1));
    dangers.push(...started.dangers);
    dangers.push(...outputDangers(program, words, index));
    if (program.scriptLanguage !== undefined)
        dangers.push(...codeDangers(program.scriptLanguage, words));
    if (program.readsCode &&
        !all.some(({ text }) => program.noInputOptions?.includes(text)) &&
        !all.some((word) => word.kind !== 'known' || !/^-./.test(word.text)) &&
        !onlyPrintsInfo(all))
        dangers.push({ effect: 'runs', reason: 'code is read from standard input' });
    if (sub === undefined)
        return { dangers, unsure: started.unsure };
    const word = words[sub];
    if (word === undefined || word.kind !== 'known')
        return { dangers, unsure: ['the subcommand is only known at run time'] };
    const subprogram = ownValue(program.of ?? {}, word.text);
    if (subprogram === undefined) {
        if (program.subcommands !== undefined && !program.subcommands.includes(word.text))
            dangers.push({
                word,
                effect: 'runs',
                reason: 'is not a known subcommand; it may be an alias or an extension',
            });
        return { dangers, unsure: [], subcommand: sub };
    }
    const deeper = examineWith(subprogram, words, sub);
    return { dangers: [...dangers, ...deeper.dangers], unsure: deeper.unsure, subcommand: sub };
}
/** The index of the first word that is neither an option nor the value of an option. */
function subcommandAt(program, words, from) {
    for (let index = from;; index++) {
        const word = words[index];
        if (word === undefined)
            return undefined;
        if (word.kind !== 'known' || !/^[-+]./.test(word.text))
            return index;
        if (program.takes?.includes(word.text))
            index += 1;
    }
}
function optionDangers(program, options) {
    const { runs = [], writes = [], only = [] } = program;
    // What is listed as harmless is no abbreviation and no cluster of something else.
    const not = [...(program.not ?? []), ...only.filter((each) => each.length > 2)];
    if (runs.length + writes.length === 0)
        return [];
    const dangers = [];
    const consumed = consumedValues(program, options);
    for (const [index, word] of options.entries()) {
        if (consumed.has(index))
            continue;
        if (word.kind === 'known' && word.text === '--' && endsOptions(program, options, index))
            break;
        const effect = runs.some((option) => isOption(word, option, not))
            ? 'runs'
            : writes.some((option) => isOption(word, option, not))
                ? 'writes'
                : undefined;
        if (effect !== undefined)
            dangers.push({
                word,
                effect,
                reason: word.kind === 'known'
                    ? effectPhrase(effect)
                    : `is not known and could be an option that ${effectPhrase(effect)}`,
            });
    }
    return dangers;
}
const NOTHING = { dangers: [], unsure: [] };
/** What the program in the arguments does: of `npx eslint`, or `python -m pytest`. */
function startedProgram(program, words, index) {
    const module = words.findIndex(({ text }, each) => each > index && text === program.startsModule);
    const first = program.startsProgram
        ? subcommandAt(program, words, index + 1)
        : program.startsModule !== undefined && module > 0
            ? module + 1
            : undefined;
    const word = first === undefined ? undefined : words[first];
    if (first === undefined || word === undefined)
        return NOTHING;
    if (word.kind !== 'known')
        return { dangers: [], unsure: ['the program is only known at run time'] };
    const name = programName(word);
    const spec = ownValue(programs/* PROGRAMS */.i, name);
    return spec === undefined || spec === program ? NOTHING : examineWith(spec, words, first);
}
/** Whether a `--` ends the options: not if it can be the value of the option before it. */
function endsOptions({ dashes, bare = [] }, options, index) {
    if (dashes !== undefined)
        return dashes === 'end';
    const before = options[index - 1]?.text ?? '';
    return !/^-./.test(before) || /^--[\w-]+=/.test(before) || bare.includes(before) || isCluster(before, bare);
}
const isCluster = (text, bare) => /^-\w+$/.test(text) && [...text.slice(1)].every((letter) => bare.includes(`-${letter}`));
/** The operand that names an output file, for example the second one of `uniq`. */
function outputDangers({ output, takes = [] }, words, programIndex) {
    if (output === undefined)
        return [];
    const operands = [];
    for (let index = programIndex + 1;; index++) {
        const word = words[index];
        if (word === undefined)
            break;
        if (word.kind === 'known' && word.text === '--') {
            operands.push(...words.slice(index + 1));
            break;
        }
        if (word.kind === 'known' && takes.includes(word.text))
            index += 1;
        else if (word.kind !== 'known' || !/^[-+]./.test(word.text))
            operands.push(word);
    }
    const many = operands.find(({ kind }) => kind === 'many');
    const word = operands[output - 1] ?? many;
    return word === undefined ? [] : [{ word, effect: 'writes', reason: effectPhrase('writes') }];
}
const effectPhrase = (effect) => effect === 'runs'
    ? 'can run any program'
    : effect === 'project'
        ? 'runs code of the project or its packages'
        : 'can write any file';
/** Whether a word is this option, an abbreviation of it or a cluster with it. For unknown words, whether it could be. */
function isOption(word, option, not) {
    const knownText = word.kind === 'known' ? word.text : /^--[\w-]+=/.exec(word.start)?.[0];
    if (knownText === undefined)
        return option.startsWith('-') ? word.option : couldBeWord(word, option);
    if (not.includes(knownText) || not.includes(knownText.replace(/=.*$/s, '')))
        return false;
    if (option.startsWith('--')) {
        const name = knownText.replace(/=.*$/s, '');
        return name === option || (name.length > 2 && name.startsWith('--') && option.startsWith(name));
    }
    if (/^-\w$/.test(option))
        return (/^-[A-Za-z0-9]+/.test(knownText) &&
            (/^-[A-Za-z0-9]*/.exec(knownText)?.[0].slice(1).includes(option.slice(1)) ?? false));
    if (option.endsWith('='))
        return knownText.startsWith(option);
    return knownText === option || knownText.startsWith(`${option}=`);
}
/** Whether an unknown word could be this word, which is no option. */
const couldBeWord = ({ kind, start, isNumber }, text) => kind === 'many' ? start === '' || text.startsWith(start) : !isNumber && text.startsWith(start);
const PRINTS_INFO = /^(?:--version|--help|-V|-h|-v)$/;
const onlyPrintsInfo = (options) => options.length > 0 && options.every(({ kind, text }) => kind === 'known' && PRINTS_INFO.test(text));
/** Dangers of words that are not options: builtins that evaluate names, variables of make, formats that start programs. */
function nameDangers(name, words) {
    const rest = words.slice(1);
    const check = ownValue(BUILTINS, name);
    if (check !== undefined)
        return check(rest);
    if (/^g?make$/.test(name)) {
        const [word] = rest.filter(({ kind, text, start, isNumber }) => kind === 'known' ? /^[^-].*=/s.test(text) : !isNumber && (start === '' || /^[^-].*=/s.test(text)));
        if (word !== undefined)
            return [{ word, effect: 'runs', reason: 'changes a variable of the makefile, for example its shell' }];
    }
    if (/^(?:node|npm|npx|pnpm|yarn|bun)$/.test(name) && PRINTS_INFO.test(rest[0]?.text ?? ''))
        return rest.slice(1).map((word) => ({
            word,
            effect: 'unknown',
            reason: 'can revoke the option before it, so that the rest runs',
            level: 1,
        }));
    if (name === 'git') {
        const help = rest.find(({ kind, text }) => kind === 'known' && text === '--help');
        if (help !== undefined)
            return [{ word: help, effect: 'runs', reason: 'opens the manual with another program' }];
        const lists = rest.some(({ text }) => /^(?:for-each-ref|tag|branch|ls-remote)$/.test(text));
        return rest
            .filter(({ kind, text, start, isPlain }, index) => {
            const known = kind === 'known' ? text : start;
            const isValue = lists && start === '' && /^--(?:format|sort)$/.test(rest[index - 1]?.text ?? '');
            if (kind !== 'known' && !isPlain && (isValue || /^--(?:format|pretty|sort)=/.test(start)))
                return true;
            return /%G/.test(known) || (lists && CHECKS_SIGNATURES.test(known));
        })
            .map((word) => ({ word, effect: 'runs', reason: 'starts the program that checks signatures' }));
    }
    // Tar and cpio start rsh for an archive on another machine; curl can write any file from the text it prints.
    const pattern = /^(?:tar|cpio)$/.test(name)
        ? /^(?:-\w*f|--file=)?[^/:-][^/:]*:/
        : name === 'curl'
            ? /%output\{/
            : undefined;
    if (pattern !== undefined)
        return rest
            .filter(({ start }) => pattern.test(start))
            .map((word) => ({ word, effect: 'runs', reason: 'starts another program or writes a file' }));
    if (name === 'date')
        return rest
            .filter(({ kind, text }, index) => kind === 'known' && /^\d/.test(text) && !isDateValue(rest[index - 1]))
            .map((word) => ({ word, effect: 'runs', reason: 'sets the clock of the machine' }));
    return [];
}
/** Fields of a list of references for which git starts gpg; `%(contents:signature)` only prints text. */
const CHECKS_SIGNATURES = /%\(\*?signature|^(?:--sort=)?[-*]*signature(?::\w+)?$/;
const isDateValue = (before) => /^(?:-\w*[dfr]|--(?:date|file|reference))$/.test(before?.text ?? '');
/** Dangers of a shell that reads a file or its input instead of a script in its arguments. */
function shellDangers(rest) {
    const [file] = rest;
    return file === undefined
        ? [{ effect: 'runs', reason: 'a shell reads its script from standard input' }]
        : [{ word: file, effect: 'runs', reason: 'is a script whose content is unknown' }];
}


/***/ }),

/***/ 33933:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  i: () => (/* binding */ PROGRAMS)
});

;// CONCATENATED MODULE: ./build/policy/shell/program-spec.js
const wordList = (text) => text.split(' ');
/** Options that test runners and linters share, for arguments that a script passes on to one of them. */
const SCRIPT_OPTIONS = wordList('--run --ci --coverage --no-coverage --verbose --silent --quiet --bail -t --testNamePattern --grep -g -k --filter --fgrep ' +
    '--watch=false --no-watch --watchAll=false --runInBand -i --maxWorkers --passWithNoTests --color --no-color --max-warnings ' +
    '--noEmit --pretty --check --fix --list --list-different -v -x -q -s --forceExit --detectOpenHandles --changed --onlyChanged ' +
    '--findRelatedTests --runTestsByPath --shard --retry --retries --updateSnapshot=false --no-cache --headless --browsers=ChromeHeadless');
/** An option with each of the values that are harmless. */
const withValues = (option, names) => wordList(names).map((name) => `${option}=${name}`);

;// CONCATENATED MODULE: ./build/policy/shell/programs-build.js

const RUNS = { always: 'runs' };
const PROJECT = { always: 'project' };
/** What follows belongs to a program of the project or its packages. */
const STARTS_PROGRAM = { startsProgram: true };
const CARGO_OPTIONS = wordList('-p --package --workspace --all --all-targets --all-features --features -F --no-default-features --release -r --profile --lib --bin ' +
    '--bins --test --tests --example --examples --bench --benches --doc --no-run --no-fail-fast -j --jobs --locked --offline --frozen -v -vv ' +
    '--verbose -q --quiet --message-format --color --target --exclude --keep-going --check --no-deps');
const CARGO_BUILD = {
    readsArgumentFiles: true,
    // A path names a file that describes a target, linker included.
    values: { '--target': /^[\w-]+$/ },
    only: CARGO_OPTIONS,
    takes: wordList('-p --package --features -F --profile --bin --test --example --bench -j --jobs --message-format --color --target --exclude'),
    after: wordList('--nocapture --no-capture --test-threads --ignored --include-ignored --exact --skip --show-output --list -q --quiet --color --format -D -W -A ' +
        '--check --edition'),
    writes: wordList('--target-dir --artifact-dir --out-dir --timings'),
};
const GO_OPTIONS = wordList('-v -x -n -a -race -short -run -count -timeout -cover -covermode -coverpkg -bench -benchmem -benchtime -failfast -json -list -parallel -p ' +
    '-skip -shuffle -tags -cpu -vet -trimpath -fullpath -asan -msan');
const GO_TAKES = wordList('-run -count -timeout -covermode -coverpkg -bench -benchtime -list -parallel -p -skip -shuffle -tags -cpu -vet');
/** Formatters that belong to the program; another name is loaded as code. */
const RSPEC_FORMAT = /^(?:p|progress|d|doc|documentation|h|html|j|json|f|failures)$/;
const RUBOCOP_FORMAT = /^(?:[acdefghijmopqstw]|progress|autogenconf|clang|disabled|emacs|files|fuubar|github|html|json|junit|markdown|offenses|pacman|quiet|simple|tap|worst)$/;
/** Builds, tests and linters of other languages. They run the project's own code; with `only`, every other option is refused. */
const BUILD_PROGRAMS = {
    bundle: { of: { exec: STARTS_PROGRAM } },
    make: MAKE(),
    gmake: MAKE(),
    just: { runs: wordList('-f --justfile -d --working-directory --shell --shell-arg -c --command --set') },
    cmake: { runs: wordList('-E -P -C -D --build') },
    go: {
        of: {
            run: PROJECT,
            generate: PROJECT,
            install: PROJECT,
            get: PROJECT,
            tool: RUNS,
            env: { writes: ['-w'] },
            test: {
                runs: wordList('-exec -toolexec -overlay -modfile -C -args --args'),
                exactOptions: true,
                writes: wordList('-o -outputdir -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -c'),
                only: GO_OPTIONS,
                takes: GO_TAKES,
            },
            build: {
                runs: wordList('-toolexec -overlay -modfile -ldflags -gcflags -asmflags -gccgoflags -compiler -C -pgo'),
                exactOptions: true,
                writes: wordList('-o -pkgdir -installsuffix'),
                only: GO_OPTIONS,
                takes: GO_TAKES,
            },
            vet: {
                exactOptions: true,
                runs: wordList('-vettool -toolexec -C -overlay -modfile'),
                only: [...GO_OPTIONS, '-json'],
                takes: GO_TAKES,
            },
        },
        subcommands: wordList('doc fmt list version help mod work'),
    },
    gofmt: { exactOptions: true, writes: wordList('-w -cpuprofile'), only: wordList('-l -d -e -s -r'), takes: ['-r'] },
    cargo: {
        runs: wordList('--config -C -Z --manifest-path'),
        of: {
            run: PROJECT,
            r: PROJECT,
            install: RUNS,
            init: PROJECT,
            new: PROJECT,
            publish: PROJECT,
            rustc: RUNS,
            rustdoc: RUNS,
            login: RUNS,
            add: PROJECT,
            fix: PROJECT,
            ...Object.fromEntries(wordList('build b check c test t bench doc d clippy fmt').map((name) => [name, CARGO_BUILD])),
        },
        subcommands: wordList('tree metadata version search update fetch'),
    },
    mvn: MAVEN(),
    mvnw: MAVEN(),
    gradle: GRADLE(),
    gradlew: GRADLE(),
    dotnet: {
        of: {
            test: DOTNET(),
            build: DOTNET(),
            run: PROJECT,
            restore: PROJECT,
            exec: RUNS,
            tool: RUNS,
            msbuild: RUNS,
            vstest: RUNS,
            fsi: RUNS,
            script: RUNS,
        },
        subcommands: wordList('--info --version --list-sdks --list-runtimes list format clean publish pack'),
    },
    rspec: {
        runs: wordList('-r --require -I -O --options --drb --default-path -X --drb-port'),
        writes: wordList('-o --out --failure-exit-code-file'),
        only: wordList('-e --example -t --tag -f --format --fail-fast --no-fail-fast --seed --order --color --no-color --force-color -b --backtrace ' +
            '--only-failures -n --next-failure --dry-run -p --profile --no-profile -w --warnings -P --pattern -v --version'),
        takes: wordList('-e --example -t --tag -f --format --seed --order -P --pattern'),
        values: { '-f': RSPEC_FORMAT, '--format': RSPEC_FORMAT },
    },
    rubocop: {
        runs: wordList('-r --require -c --config --plugin --server --lsp --start-server --restart-server'),
        writes: wordList('-a -A --autocorrect --autocorrect-all --auto-correct -x --fix-layout -o --out --auto-gen-config --cache-root --regenerate-todo --init'),
        only: wordList('-P --parallel -f --format --only --except --fail-level --display-cop-names -D --no-color --color -F --fail-fast -L --list-target-files ' +
            '-E --extra-details -S --display-style-guide --lint -l --force-exclusion --display-only-fail-level-offenses --version -V -v --cache --no-parallel'),
        takes: wordList('-f --format --only --except --fail-level --cache'),
        values: { '-f': RUBOCOP_FORMAT, '--format': RUBOCOP_FORMAT },
    },
    composer: {
        runs: wordList('-d --working-dir --plugins'),
        of: {
            test: {
                only: wordList('-q --quiet -v --verbose -n --no-interaction --ansi --no-ansi --no-dev --dev --timeout'),
                after: SCRIPT_OPTIONS,
            },
            exec: RUNS,
            global: RUNS,
            config: RUNS,
        },
    },
    swift: {
        of: {
            test: {
                only: wordList('--filter --skip --parallel --no-parallel -c --configuration -v --verbose --enable-code-coverage --num-workers -q --quiet --list-tests'),
            },
        },
    },
};
function MAKE() {
    return {
        runs: wordList('--eval -f --file --makefile -C --directory -I --include-dir -E -W -o --old-file --what-if'),
        only: wordList('-j --jobs -k --keep-going -s --silent --quiet -n --dry-run --just-print -B --always-make --no-print-directory -l --load-average -r -R ' +
            '--no-builtin-rules -w --print-directory --output-sync -O -q --question -i --ignore-errors -v --version --trace -S'),
        takes: wordList('-j -l'),
        harmlessOperands: /^(?:all|clean|test|tests|check|lint|build|format|fmt|typecheck|vet|unit|coverage|help)(?:[-_:](?:all|unit|integration|fast|check|test|lint|ci|py|js|go|rust))*$/,
    };
}
function MAVEN() {
    return {
        runs: wordList('-f --file -s --settings -gs --global-settings -D --define -P --activate-profiles -t --toolchains -gt -l --log-file -b --builder -rf'),
        not: wordList('-Dtest -DskipTests -DskipITs -DfailIfNoTests -Dmaven.test.skip -Dsurefire.failIfNoSpecifiedTests -ff -fae -fn -ntp -pl -am -amd -B -T -U'),
        only: wordList('-q --quiet -B --batch-mode -e --errors -o --offline -X --debug -T --threads -pl --projects -am --also-make -amd ' +
            '--also-make-dependents -ntp --no-transfer-progress -ff -fae -fn --fail-fast --fail-at-end --fail-never -U -V -v --version ' +
            '-Dtest -DskipTests -DskipITs -DfailIfNoTests -Dmaven.test.skip -Dsurefire.failIfNoSpecifiedTests'),
        takes: wordList('-T --threads -pl --projects'),
        exactOptions: true,
        readsArgumentFiles: true,
        operandRuns: /:/,
        harmlessOperands: /^(?:clean|validate|compile|test-compile|test|package|integration-test|verify)$/,
    };
}
function GRADLE() {
    return {
        runs: wordList('-I --init-script -b --build-file -c --settings-file -p --project-dir -g --gradle-user-home --include-build -D --system-prop -P --project-prop -F --write-locks -M'),
        writes: wordList('--profile --scan --project-cache-dir --write-verification-metadata'),
        not: wordList('--parallel --continue --configure-on-demand --console --configuration-cache --build-cache --info --priority --project-dir-none'),
        only: wordList('--tests --info -i --stacktrace -s --full-stacktrace -S --continue --no-daemon --daemon --parallel --no-parallel --offline --rerun-tasks ' +
            '--rerun -q --quiet -x --exclude-task --console --build-cache --no-build-cache --configuration-cache --no-configuration-cache --warn -w ' +
            '--warning-mode -m --dry-run --max-workers --debug -d --fail-fast -v --version'),
        takes: wordList('--tests -x --exclude-task --console --warning-mode --max-workers'),
        exactOptions: true,
        harmlessOperands: /^(?:[\w-]*:)*(?:clean|assemble|build|check|classes|jar|javadoc|help|tasks|dependencies|projects|\w*[tT]ests?|\w*[tT]estClasses|compile\w*|lint\w*|detekt\w*|ktlintCheck|spotlessCheck|checkstyle\w*|pmd\w*|jacoco\w*)$/,
    };
}
function DOTNET() {
    return {
        slashOptions: true,
        exactOptions: true,
        readsArgumentFiles: true,
        // Words behind a `--` are settings of the test run, for example the host program.
        operandRuns: /^\w+\.\w+=/,
        runs: wordList('--property --test-adapter-path --settings -s --collect -d --diag --environment -e'),
        writes: wordList('-o --output --results-directory --artifacts-path -bl'),
        only: wordList('--no-build --no-restore -c --configuration --filter --verbosity -v -f --framework --nologo -t --list-tests --blame --no-dependencies ' +
            '--force -q --no-incremental -r --runtime --arch -a --tl:off'),
        takes: wordList('-c --configuration --filter --verbosity -v -f --framework -r --runtime'),
        // These are part of the folder in which the build writes.
        values: Object.fromEntries(wordList('-c --configuration -f --framework -r --runtime').map((name) => [name, /^(?!\.)[\w.-]+$/])),
    };
}

;// CONCATENATED MODULE: ./build/policy/shell/programs-git.js
const words = (text) => text.split(' ');
const programs_git_RUNS = { always: 'runs' };
const WRITES = { always: 'writes' };
const OTHERS = {
    runs: words('--ext-diff --textconv --show-signature'),
    writes: ['--output'],
    not: words('--text --out --show'),
};
/** Subcommands that read revisions look for the `--` first. */
const REVISIONS = {
    ...OTHERS,
    dashes: 'end',
    consumes: words('-S -G -L -n --grep --author --committer --since --until --after --before --max-count --skip'),
};
/** git 2.5x, from its manual pages. */
const GIT = {
    leads: true,
    runs: words('-c --config-env --exec-path -p --paginate -C --git-dir --work-tree --bare --namespace --super-prefix'),
    takes: words('-c -C --git-dir --work-tree --namespace --config-env --exec-path --super-prefix --attr-source'),
    plain: words('--no-pager -P --no-optional-locks --literal-pathspecs --no-replace-objects --no-lazy-fetch --no-advice'),
    subcommands: words('add am annotate blame branch cat-file check-attr check-ignore check-mailmap check-ref-format cherry cherry-pick clean commit ' +
        'commit-graph commit-tree count-objects describe diff-pairs for-each-ref fsck gc get-tar-commit-id hash-object help index-pack init ' +
        'interpret-trailers ls-files ls-tree mailinfo merge merge-base merge-file merge-tree mktag mktree mv name-rev notes pack-objects ' +
        'pack-refs patch-id prune range-diff read-tree reflog refs repack replace replay reset restore rev-list rev-parse revert rm ' +
        'shortlog show-branch show-index show-ref sparse-checkout stash status stripspace switch symbolic-ref tag unpack-objects ' +
        'update-index update-ref var verify-commit verify-pack verify-tag version whatchanged worktree write-tree checkout'),
    of: {
        log: REVISIONS,
        // Outside a repository, or for files outside it, `--` is not searched first.
        diff: {
            ...OTHERS,
            consumes: words('-S -G'),
            bare: words('--cached --staged --stat --numstat --shortstat --name-only --name-status --summary --quiet --exit-code --check ' +
                '--no-color --word-diff --no-ext-diff --no-textconv --minimal --patch -p -u -w -b -R -M'),
        },
        show: REVISIONS,
        'diff-tree': REVISIONS,
        'diff-index': REVISIONS,
        'diff-files': REVISIONS,
        reflog: REVISIONS,
        whatchanged: REVISIONS,
        'rev-list': REVISIONS,
        stash: REVISIONS,
        grep: {
            runs: words('-O --open-files-in-pager --ext-grep --textconv'),
            not: ['--text'],
            consumes: words('-e -f -A -B -C -m --max-depth --max-count --threads'),
            bare: words('-n -i -l -w -v -c -F -E -P -G -o -q -h -H -I -p -W -L -r -a -z --cached --untracked --no-index'),
        },
        blame: { ...OTHERS, bare: words('-w -l -t -s -e -f -n -p -b -c -M -C --porcelain --line-porcelain --root') },
        annotate: OTHERS,
        shortlog: { ...OTHERS, bare: words('-s -n -e -c') },
        'range-diff': OTHERS,
        'cherry-pick': OTHERS,
        revert: OTHERS,
        'cat-file': { runs: words('--textconv --filters') },
        archive: { runs: words('--exec --remote'), writes: words('-o --output') },
        'format-patch': { writes: words('-o --output --output-directory'), runs: words('--ext-diff --textconv') },
        bundle: WRITES,
        fetch: { runs: words('--upload-pack --recurse-submodules') },
        pull: { runs: words('--upload-pack --recurse-submodules --exec') },
        push: { runs: words('--receive-pack --exec') },
        clone: { runs: words('-u --upload-pack -c --config --template --recurse-submodules'), always: 'writes' },
        'ls-remote': { runs: words('--upload-pack --exec') },
        'fetch-pack': { runs: words('--upload-pack --exec') },
        'send-pack': { runs: words('--receive-pack --exec') },
        remote: {
            runs: words('add set-url set-branches rename remove rm update prune show set-head'),
            of: { 'get-url': {} },
            subcommands: [],
        },
        init: { runs: ['--template'] },
        rebase: { runs: words('-x --exec -i --interactive -s --strategy') },
        merge: { runs: words('-s --strategy') },
        bisect: {
            runs: ['run'],
            of: { run: programs_git_RUNS },
            subcommands: words('start bad good new old terms skip next reset visualize view replay log help'),
        },
        submodule: {
            of: { foreach: programs_git_RUNS, add: programs_git_RUNS, update: programs_git_RUNS, init: programs_git_RUNS, sync: programs_git_RUNS, 'set-url': programs_git_RUNS },
            subcommands: words('status summary'),
        },
        config: { runs: words('-e --edit'), always: 'runs' },
        commit: {
            runs: words('-e --edit'),
            consumes: words('-m --message -F --file -C --reuse-message --author --date --trailer'),
            bare: words('-a -q -v -s -n'),
        },
        tag: { runs: words('-e --edit'), consumes: words('-m --message -F --file') },
        // Each cancels an option that lists, so that the command creates or changes a branch.
        branch: { runs: ['--edit-description'], writes: words('--no-list --no-points-at --no-show-current') },
        apply: { writes: ['--unsafe-paths'] },
        hook: programs_git_RUNS,
        'filter-branch': programs_git_RUNS,
        difftool: programs_git_RUNS,
        mergetool: programs_git_RUNS,
        'send-email': programs_git_RUNS,
        maintenance: programs_git_RUNS,
        shell: programs_git_RUNS,
        daemon: programs_git_RUNS,
        instaweb: programs_git_RUNS,
        gui: programs_git_RUNS,
        citool: programs_git_RUNS,
        credential: programs_git_RUNS,
        'for-each-repo': programs_git_RUNS,
        'upload-pack': programs_git_RUNS,
        'receive-pack': programs_git_RUNS,
        'fast-import': WRITES,
        'fast-export': { writes: words('--output --export-marks') },
        'update-server-info': {},
        bugreport: WRITES,
        diagnose: WRITES,
        'request-pull': {},
        svn: programs_git_RUNS,
        p4: programs_git_RUNS,
        cvsserver: programs_git_RUNS,
        lfs: programs_git_RUNS,
        'web--browse': programs_git_RUNS,
    },
};

;// CONCATENATED MODULE: ./build/policy/shell/programs-javascript.js

const programs_javascript_RUNS = { always: 'runs' };
const programs_javascript_PROJECT = { always: 'project' };
/** A script that the project declares, with its arguments. */
const SCRIPT = {
    only: [
        ...wordList('-s --silent -q --quiet -w --workspace --workspaces --ws --include-workspace-root --if-present --loglevel --offline ' +
            '--prefer-offline --no-audit --no-fund --foreground-scripts --recursive --parallel --stream --bail --no-bail --aggregate-output'),
        ...SCRIPT_OPTIONS,
    ],
    takes: wordList('-w --workspace --loglevel -t --testNamePattern --grep -g -k --filter --maxWorkers --max-warnings --shard --retry'),
    after: SCRIPT_OPTIONS,
};
const LISTING = {
    only: wordList('--all -a --json --long -l --parseable -p --depth --omit --include --prod --production --workspace -w --workspaces -g --global'),
};
/** Package managers: installing runs code of the packages; named scripts are the repository's own. */
const NPM = {
    runs: wordList('--script-shell --node-options --prefix --userconfig --globalconfig --shell --git --init-module --dir --cwd -C --import-map ' +
        '--config --require-hook --shell-emulator --use-node-version --store-dir --modules-dir --reporter-hook'),
    writes: wordList('--cache --logs-dir --tmp --diagnostics-dir --report-dir'),
    subcommands: wordList('start stop restart list ll la view info show audit ping help version -v whoami root bin fund explain why query search docs repo ' +
        'bugs doctor pack prefix completion check format lint build'),
    of: {
        test: SCRIPT,
        t: SCRIPT,
        run: SCRIPT,
        'run-script': SCRIPT,
        ls: LISTING,
        outdated: LISTING,
        exec: programs_javascript_RUNS,
        x: programs_javascript_RUNS,
        dlx: programs_javascript_RUNS,
        explore: programs_javascript_RUNS,
        config: programs_javascript_RUNS,
        set: programs_javascript_RUNS,
        pkg: programs_javascript_RUNS,
        edit: programs_javascript_RUNS,
        node: programs_javascript_RUNS,
        ...Object.fromEntries(wordList('install i add ci clean-install install-test it update up upgrade rebuild link publish init create install-ci-test cit dedupe ' +
            'prune uninstall remove rm import fetch deploy patch').map((name) => [name, programs_javascript_PROJECT])),
    },
};
const ESLINT_FORMAT = /^(?:json|json-with-metadata|stylish|compact|unix|html)$/;
/** Names of scripts; bun runs another name as a program of the machine. */
const SCRIPT_NAME = /^(?:test|tests|build|lint|check|format|fmt|typecheck|type-check|types|tsc|ci|coverage|unit|e2e|integration|verify|validate|dev|start|docs|generate)(?:[:.-][\w.:-]+)?$/;
/** Package managers, linters and test runners of JavaScript. With `only`, every other option is refused. */
const JAVASCRIPT_PROGRAMS = {
    npm: NPM,
    pnpm: NPM,
    yarn: NPM,
    bun: {
        ...NPM,
        runs: wordList('-e --eval -p --print -r --preload --cwd --config --import'),
        writes: wordList('--coverage-dir --reporter-outfile'),
        of: { ...NPM.of, run: { ...SCRIPT, scriptNames: SCRIPT_NAME } },
    },
    npx: {
        leads: true,
        startsProgram: true,
        runs: wordList('-c --call -p --package --node-options --script-shell'),
    },
    bunx: { leads: true, startsProgram: true },
    eslint: {
        runs: wordList('-c --config --rulesdir --plugin --parser --resolve-plugins-relative-to --init --mcp --inspect-config --flag'),
        writes: wordList('-o --output-file --fix --cache-location --cache-file --suppressions-location --suppress-all --suppress-rule'),
        not: wordList('--fix-dry-run --fix-type --cache --format'),
        bare: ['--quiet'],
        only: [
            ...wordList('--ext --max-warnings --quiet --cache --cache-strategy --no-color --color --no-error-on-unmatched-pattern --ignore-pattern --no-ignore ' +
                '--report-unused-disable-directives --fix-dry-run --fix-type --debug --env --global --rule --no-inline-config --no-warn-ignored ' +
                '--pass-on-no-patterns --stats -v --version --exit-on-fatal-error'),
            ...wordList('-f --format'),
        ],
        values: { '-f': ESLINT_FORMAT, '--format': ESLINT_FORMAT },
        takes: wordList('-f --format --ext --max-warnings --ignore-pattern --env --global --rule --fix-type --cache-strategy'),
    },
    tsc: {
        readsArgumentFiles: true,
        runs: wordList('--build -b --watch -w --plugins'),
        writes: wordList('--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile --out --mapRoot --init'),
        not: wordList('--noEmit --incremental --noEmitOnError --module --moduleResolution'),
        only: wordList('--noEmit -p --project --pretty --skipLibCheck --strict --listFiles --listFilesOnly --showConfig --traceResolution --diagnostics ' +
            '--extendedDiagnostics --noEmitOnError --target -t --module -m --moduleResolution --jsx --lib --esModuleInterop --allowJs --checkJs ' +
            '--noUnusedLocals --noUnusedParameters --resolveJsonModule --types --explainFiles --version -v --help'),
        values: { '--noEmit': /^(?!false$)/i },
    },
    prettier: {
        runs: wordList('--plugin --config'),
        writes: wordList('-w --write --cache-location'),
        not: wordList('--config-precedence'),
        bare: wordList('-c --check -l --list-different'),
        only: wordList('-c --check -l --list-different -u --ignore-unknown --log-level --no-color --no-config --no-editorconfig --no-error-on-unmatched-pattern ' +
            '--with-node-modules --parser --tab-width --print-width --single-quote --trailing-comma --version'),
    },
    biome: {
        writes: wordList('--write --fix --apply --unsafe --apply-unsafe --reporter-file --log-file'),
        runs: wordList('--config-path'),
        only: wordList('--max-diagnostics --diagnostic-level --colors --files-ignore-unknown --no-errors-on-unmatched --changed --since --staged --verbose ' +
            '--error-on-warnings --reporter --only --skip --files-max-size --log-level --json --version --stdin-file-path --linter-enabled ' +
            '--formatter-enabled --assist-enabled --organize-imports-enabled'),
    },
    vitest: {
        runs: wordList('-c --config --root -r --dir --globalSetup --environment --browser --diff --snapshotSerializers --execArgv --typecheck.checker --poolRunner'),
        writes: wordList('--outputFile -u --update --attachmentsDir'),
        only: [
            ...wordList('-t --testNamePattern --coverage --coverage.enabled --bail --silent --no-color --color --maxWorkers --minWorkers --no-file-parallelism ' +
                '--fileParallelism --passWithNoTests --project --changed --shard --retry --hideSkippedTests --run --watch=false --no-watch --typecheck ' +
                '--exclude --allowOnly --logHeapUsage --testTimeout --hookTimeout --no-isolate --globals --disable-console-intercept --inspect=false'),
            ...wordList('--reporter --pool'),
        ],
        takes: wordList('--reporter --pool -t --testNamePattern --project --shard'),
        values: {
            '--reporter': /^(?:default|basic|verbose|dot|json|tap|tap-flat|junit|hanging-process|github-actions)$/,
            '--pool': /^(?:threads|forks|vmThreads|vmForks)$/,
        },
    },
    jest: {
        runs: wordList('-c --config --rootDir --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --testRunner --transform --runner --projects ' +
            '--env --testEnvironment --reporters --resolver --filter --preset --watchPlugins --testSequencer --haste --moduleNameMapper --roots ' +
            '--testResultsProcessor --snapshotSerializers --prettierPath --dependencyExtractor --modulePaths --moduleDirectories --collectCoverageFrom=@'),
        writes: wordList('--outputFile --coverageDirectory --cacheDirectory -u --updateSnapshot'),
        not: wordList('--runInBand --reporter --collectCoverageFrom --runTestsByPath'),
        only: wordList('-t --testNamePattern -i --runInBand --ci --coverage --collectCoverageFrom --bail -b --verbose --silent --no-coverage --passWithNoTests ' +
            '--maxWorkers -w --findRelatedTests --onlyChanged -o --changedSince --testPathPattern --testPathPatterns --testPathIgnorePatterns ' +
            '--listTests --no-cache --forceExit --detectOpenHandles --colors --selectProjects --shard --json --watchAll=false --expand -e ' +
            '--errorOnDeprecated --logHeapUsage --runTestsByPath --testTimeout --randomize --seed --lastCommit --onlyFailures --version'),
    },
};

;// CONCATENATED MODULE: ./build/policy/shell/programs-python.js

const programs_python_RUNS = { always: 'runs' };
const programs_python_WRITES = { always: 'writes' };
const PYTHON = {
    leads: true,
    runs: wordList('-c -i -m'),
    readsCode: true,
    takes: wordList('-W -X'),
    startsModule: '-m',
};
const PYTEST = {
    readsArgumentFiles: true,
    runs: wordList('-p -c --config-file --rootdir -o --override-ini --confcutdir --pdb --pdbcls --pyargs --trace -W --pythonwarnings'),
    writes: wordList('--junitxml --junit-xml --basetemp --log-file --report-log --html --cov-config --debug'),
    bare: wordList('-q -v -x -s -l --quiet --verbose'),
    takes: wordList('-k -m --maxfail --tb --durations --deselect --ignore --ignore-glob -n --numprocesses --dist --timeout --color -r --capture'),
    only: [
        ...wordList('-q -v -vv -vvv -x -s -l -k -m -r -n --maxfail --tb --durations --lf --ff --nf --sw --last-failed --failed-first --stepwise ' +
            '--collect-only --co --no-header --no-summary --strict-markers --strict-config --color --disable-warnings --deselect --ignore ' +
            '--ignore-glob --verbose --quiet --showlocals --exitfirst --capture --numprocesses --dist --cov --no-cov --cov-branch ' +
            '--cov-fail-under --timeout --doctest-modules --asyncio-mode --reruns --setup-show --fixtures --markers --version --help --forked'),
        ...withValues('--cov-report', 'term term-missing term:skip-covered term-missing:skip-covered'),
    ],
};
/** Installing runs code of the packages, as everyone expects; these options go further. */
const PIP = {
    runs: wordList('--python --proxy --config-settings'),
    writes: wordList('--log --report -t --target --prefix --root --src -d --dest --cache-dir'),
    not: wordList('--pre --prefer-binary --require-hashes --require-virtualenv --requirement --progress-bar'),
};
const TOX_NAMES = /^(?!\.)[\w.,-]+$/;
const RUN_IN_ENVIRONMENT = {
    leads: true,
    startsProgram: true,
    only: wordList('-q --quiet -v --verbose --frozen --locked --offline --no-sync'),
};
/** Python, its linters and test runners. With `only`, every other option is refused. */
const PYTHON_PROGRAMS = {
    python: PYTHON,
    python2: PYTHON,
    python3: PYTHON,
    pypy: PYTHON,
    pypy3: PYTHON,
    pytest: PYTEST,
    'py.test': PYTEST,
    unittest: {
        only: wordList('-v -q -f -b -c -k -s -p -t --verbose --quiet --failfast --buffer --catch --locals --durations'),
        takes: wordList('-k -s -p -t --durations'),
    },
    mypy: {
        readsArgumentFiles: true,
        runs: wordList('--config-file --python-executable --install-types --custom-typeshed-dir --shadow-file -c --command --plugin'),
        writes: wordList('--cache-dir --junit-xml --any-exprs-report --cobertura-xml-report --html-report --linecount-report --lineprecision-report --txt-report --xml-report --xslt-html-report --xslt-txt-report --timing-stats --line-checking-stats'),
        only: wordList('--strict --ignore-missing-imports --no-error-summary --show-error-codes --hide-error-codes --pretty --no-incremental ' +
            '--python-version -p -m --package --module --exclude --follow-imports --no-color-output --show-error-context --check-untyped-defs ' +
            '--disallow-untyped-defs --warn-unused-ignores --warn-return-any --warn-unreachable --explicit-package-bases --namespace-packages -v --version'),
        takes: wordList('--python-version -p -m --package --module --exclude --follow-imports'),
    },
    pip: PIP,
    pip3: PIP,
    uv: { of: { run: RUN_IN_ENVIRONMENT } },
    poetry: { of: { run: RUN_IN_ENVIRONMENT } },
    tox: {
        of: { exec: programs_python_RUNS, e: programs_python_RUNS, devenv: programs_python_WRITES, d: programs_python_WRITES, quickstart: programs_python_WRITES, q: programs_python_WRITES, legacy: programs_python_RUNS, le: programs_python_RUNS },
        runs: wordList('-c --conf --root --workdir -x --override --installpkg --develop --devenv --pre'),
        writes: wordList('--result-json --log-file'),
        only: wordList('-e --env -q -qq -v -vv -p --parallel -l --listenvs --skip-missing-interpreters -r --recreate --notest -f --factor'),
        takes: wordList('-e --env -f --factor'),
        // The name of an environment is a folder in which tox writes.
        values: { '-e': TOX_NAMES, '--env': TOX_NAMES },
        after: SCRIPT_OPTIONS,
    },
    ruff: {
        readsArgumentFiles: true,
        runs: ['--config'],
        writes: wordList('--fix --unsafe-fixes -o --output-file --cache-dir --add-noqa'),
        not: wordList('--fixable'),
        only: wordList('--select --ignore --extend-select --extend-ignore --output-format --no-cache -n --quiet -q --statistics --show-fixes --diff ' +
            '--check --preview --no-preview --line-length --target-version --exit-zero -e --exclude --extend-exclude --no-fix --verbose -v --isolated ' +
            '--show-files --show-settings --no-respect-gitignore --force-exclude'),
        takes: wordList('--select --ignore --extend-select --extend-ignore --output-format --line-length --target-version --exclude --extend-exclude'),
    },
};

;// CONCATENATED MODULE: ./build/policy/shell/programs.js




const programs_words = (text) => text.split(' ');
const programs_RUNS = { always: 'runs' };
const programs_WRITES = { always: 'writes' };
const RUBY_LIKE = { runs: programs_words('-e -r -I -S -x'), writes: ['-i'], readsCode: true };
const PROGRAMS = {
    git: GIT,
    ...JAVASCRIPT_PROGRAMS,
    ...PYTHON_PROGRAMS,
    ...BUILD_PROGRAMS,
    // Interpreters.
    node: {
        leads: true,
        only: programs_words('--test --test-only --test-name-pattern --test-skip-pattern --test-concurrency --test-timeout --test-shard --test-force-exit ' +
            '--test-isolation --test-coverage-include --test-coverage-exclude --test-coverage-lines --test-coverage-branches ' +
            '--test-coverage-functions --experimental-test-coverage --experimental-test-isolation --experimental-test-module-mocks --watch ' +
            '--no-warnings --trace-warnings --trace-deprecation --no-deprecation --throw-deprecation --trace-uncaught --enable-source-maps ' +
            '--experimental-strip-types --experimental-transform-types --experimental-vm-modules --max-old-space-size --stack-trace-limit ' +
            '--unhandled-rejections --expose-gc --check -c --version -v --help -h --test-reporter=spec --test-reporter=tap --test-reporter=dot ' +
            '--test-reporter=junit --test-reporter=lcov --use-system-ca --disable-warning --preserve-symlinks --stack-size'),
        runs: programs_words('-e --eval -p --print -i --interactive -r --require --import --loader --experimental-loader --env-file --inspect-brk --inspect ' +
            '--env-file-if-exists --test-reporter --test-global-setup --experimental-config-file --experimental-default-config-file ' +
            '--openssl-config --icu-data-dir --snapshot-blob --experimental-sea-config --watch-path -C --conditions --run'),
        writes: programs_words('--test-reporter-destination --build-snapshot --diagnostic-dir --report-dir --report-directory --report-filename --redirect-warnings ' +
            '--cpu-prof --heap-prof --prof --trace-event-file-pattern --heapsnapshot-signal --heapsnapshot-near-heap-limit --tls-keylog ' +
            '--localstorage-file --disable-warning-file --report-on-signal --report-uncaught-exception --logfile --experimental-test-snapshots --test-update-snapshots'),
        not: [
            '--env',
            '--test',
            '--experimental-test-coverage',
            '--watch',
            ...programs_words('spec tap dot junit lcov').map((name) => `--test-reporter=${name}`),
        ],
        noInputOptions: ['--test', '--check', '-c', '--run', '--version', '-v'],
        bare: ['--test', '--check'],
        readsCode: true,
    },
    deno: {
        of: { eval: programs_RUNS, repl: programs_RUNS, x: programs_RUNS, run: { always: 'project' }, install: { always: 'project' }, compile: programs_RUNS },
        subcommands: programs_words('test check lint fmt info task doc'),
    },
    tsx: { runs: programs_words('-e --eval -p --print -r --require --import'), readsCode: true },
    'ts-node': { runs: programs_words('-e --eval -p --print -r --require'), readsCode: true },
    perl: { runs: programs_words('-e -E -M -m -d -x -s'), writes: ['-i'], readsCode: true },
    ruby: RUBY_LIKE,
    lua: { runs: programs_words('-e -l -i'), readsCode: true },
    luajit: { runs: programs_words('-e -l -i'), readsCode: true },
    php: { runs: programs_words('-r -B -R -E -F -d -a -c --run'), readsCode: true },
    rscript: { runs: ['-e'], readsCode: true },
    osascript: programs_RUNS,
    tclsh: { readsCode: true },
    expect: { runs: ['-c'], readsCode: true },
    pwsh: programs_RUNS,
    powershell: programs_RUNS,
    cmd: programs_RUNS,
    // Editors, pagers, databases and debuggers have commands that run any program.
    ...Object.fromEntries(programs_words('vi vim nvim view ex ed emacs nano pico less more most man info gdb lldb mysql psql sqlite3 ftp sftp telnet nc ncat netcat socat screen tmux').map((name) => [name, programs_RUNS])),
    // These run their arguments in ways that are not analyzed here.
    ...Object.fromEntries(('ssh scp rsh mosh su runuser chroot unshare nsenter setpriv capsh bwrap firejail docker podman kubectl nerdctl parallel watch script flock entr ' +
        'strace ltrace valgrind perf systemd-run at batch crontab dbus-run-session xvfb-run fakeroot proot taskset chrt numactl prlimit ' +
        'start-stop-daemon runcon coproc alias enable hash bind complete compgen fc let source . job parset sem rlwrap unbuffer faketime ' +
        'setarch linux32 linux64 i386 x86_64 choom cpulimit catchsegv eatmydata proxychains proxychains4 torsocks tsocks nocache hyperfine uftrace ' +
        'chpst envdir setuidgid dtach abduco run-parts m4 dc pipx uvx julia ghci runghc ocaml scala groovy jshell jrunscript ' +
        'pkexec gosu su-exec tini dumb-init direnv nix-shell nix op doppler vault aws gcloud az ansible osqueryi ld.so ld-linux-x86-64.so.2')
        .split(' ')
        .map((name) => [name, programs_RUNS])),
    // Text tools.
    sed: {
        scriptLanguage: 'sed',
        runs: programs_words('-f --file'),
        writes: programs_words('-i --in-place'),
        takes: programs_words('-e --expression -l --line-length'),
        not: programs_words('--in'),
    },
    gsed: {
        scriptLanguage: 'sed',
        runs: programs_words('-f --file'),
        writes: programs_words('-i --in-place'),
        takes: programs_words('-e --expression -l --line-length'),
    },
    awk: {
        scriptLanguage: 'awk',
        runs: programs_words('-f --file -i --include -l --load -E --exec -D --debug'),
        writes: programs_words('-d --dump-variables -o --pretty-print -p --profile'),
        takes: programs_words('-F -v'),
    },
    gawk: {
        scriptLanguage: 'awk',
        runs: programs_words('-f --file -i --include -l --load -E --exec -D --debug'),
        writes: programs_words('-d --dump-variables -o --pretty-print -p --profile'),
        takes: programs_words('-F -v'),
    },
    mawk: { scriptLanguage: 'awk', runs: ['-f', '-W'], takes: programs_words('-F -v') },
    nawk: { scriptLanguage: 'awk', runs: ['-f'], takes: programs_words('-F -v') },
    sort: {
        runs: ['--compress-program'],
        writes: programs_words('-o --output -T --temporary-directory'),
        consumes: programs_words('-k -t --key --field-separator'),
        bare: programs_words('-n -u -r -f -b -d -g -h -i -V -z -s -m -c'),
    },
    uniq: { output: 2, takes: programs_words('-f -s -w') },
    tee: programs_WRITES,
    sponge: programs_WRITES,
    split: { runs: ['--filter'], always: 'writes' },
    csplit: programs_WRITES,
    shuf: { writes: programs_words('-o --output') },
    base64: { writes: programs_words('-o --output') },
    xxd: { writes: ['-r'], output: 2, takes: programs_words('-c -g -l -o -s') },
    dd: { writes: ['of='] },
    // -l pages through pr.
    diff: { runs: programs_words('-l --paginate') },
    rg: {
        runs: programs_words('--pre --hostname-bin -z --search-zip'),
        not: ['--pre-glob'],
        consumes: programs_words('-e -g --regexp --glob -t --type -A -B -C -m'),
        bare: programs_words('-n -i -l -w -v -c -F -o -q -I -H -s -x -S -u -U -P -N -a --hidden --no-ignore --line-number --ignore-case'),
    },
    ag: { runs: ['--pager'] },
    ack: { runs: ['--pager'] },
    // With -R it runs itself in every folder and writes a file there.
    tree: { writes: ['-o'], runs: ['-R'], bare: programs_words('-a -d -f -i -s -h -u -g -p -D -F -C -n') },
    jq: {},
    yq: { writes: programs_words('-i --inplace -s --split-exp') },
    date: { writes: programs_words('-s --set') },
    // -z runs programs that unpack.
    file: {
        writes: programs_words('-C --compile'),
        runs: programs_words('-z -Z --uncompress --uncompress-noreport'),
        bare: programs_words('-b -i -L -h -k -n -p -r -s -v -0'),
    },
    column: {},
    pr: {},
    bat: { runs: programs_words('--pager --paging') },
    find: {
        writes: programs_words('-delete -fls -fprint -fprint0 -fprintf'),
        dashes: 'none',
        consumes: programs_words('-name -iname -path -ipath -wholename -regex -iregex -type -maxdepth -mindepth -newer -size -mtime -mmin -user -perm'),
    },
    fd: { runs: programs_words('-x --exec -X --exec-batch') },
    fdfind: { runs: programs_words('-x --exec -X --exec-batch') },
    locate: {},
    // Archives and transfer.
    tar: {
        runs: programs_words('--checkpoint-action --to-command -I --use-compress-program --rsh-command -F --info-script --new-volume-script --rmt-command'),
        not: ['--checkpoint'],
    },
    bsdtar: { runs: ['--use-compress-program'] },
    zip: { runs: programs_words('-T -TT --unzip-command') },
    cpio: { runs: programs_words('--rsh-command') },
    rsync: { runs: programs_words('-e --rsh --rsync-path'), bare: programs_words('-a -v -z -r -n -h -u --delete') },
    curl: {
        writes: programs_words('-o -O --output --remote-name --remote-name-all --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc --ssl-sessions'),
        runs: programs_words('-K --config --unix-socket --abstract-unix-socket --engine'),
        bare: programs_words('-s -S -f -L -i -k -v -g -# --silent --show-error --fail --location'),
    },
    wget: { always: 'writes', runs: programs_words('--use-askpass --config -e --execute') },
    openssl: programs_RUNS,
    gpg: { writes: programs_words('-o --output'), runs: programs_words('--photo-viewer --exec-path --options --homedir') },
    gh: {
        of: {
            api: programs_RUNS,
            alias: programs_RUNS,
            extension: programs_RUNS,
            gist: programs_RUNS,
            secret: programs_RUNS,
            auth: programs_RUNS,
            config: programs_RUNS,
            codespace: programs_RUNS,
            ssh: programs_RUNS,
        },
        subcommands: programs_words('issue pr run workflow repo release search label status browse cache variable'),
    },
    // Words of the shell itself.
    // -i evaluates arithmetic, -n makes a reference to another variable. builtins.ts checks the rest.
    declare: { runs: programs_words('-i -n') },
    typeset: { runs: programs_words('-i -n') },
    local: { runs: programs_words('-i -n') },
    mapfile: { runs: ['-C'] },
    readarray: { runs: ['-C'] },
    // -e reads from a terminal, with its key bindings.
    read: { runs: ['-e'], takes: programs_words('-a -d -i -n -N -p -t -u') },
};


/***/ }),

/***/ 38375:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $u: () => (/* binding */ UNKNOWN_WORDS),
/* harmony export */   BQ: () => (/* binding */ isNumberOutput),
/* harmony export */   Bg: () => (/* binding */ NUMBER_WORD),
/* harmony export */   Fq: () => (/* binding */ isInteger),
/* harmony export */   MH: () => (/* binding */ knownWord),
/* harmony export */   r7: () => (/* binding */ shellWord)
/* harmony export */ });
/* unused harmony export isPlainOutput */
/** A word with more alternatives counts as unknown. */
const MAX_ALTERNATIVES = 16;
const EXPANSIONS = new Set(['simple_expansion', 'expansion', 'command_substitution', 'arithmetic_expansion']);
const knownWord = (text) => ({ text, kind: 'known', start: text, option: text.startsWith('-') });
/** An integer that is only known at run time. A program can read a negative one as an option, but as none that is dangerous. */
const NUMBER_WORD = {
    text: '0',
    kind: 'one',
    start: '',
    option: false,
    isPlain: true,
    isNumber: true,
    isRelative: true,
};
/** An unknown number of unknown words. */
const UNKNOWN_WORDS = { text: '…', kind: 'many', start: '', option: true };
/** The word as the program receives it, as far as this is known before run time. */
function shellWord(node, context) {
    const source = context.line.slice(node.start, node.end);
    if (node.type === 'arithmetic_expansion' && context.splitsAtBlanks)
        return { ...NUMBER_WORD, text: source };
    const builder = {
        texts: [''],
        start: '',
        isKnown: true,
        many: false,
        dash: false,
        unquoted: '',
        fromVariable: false,
        isRelative: false,
    };
    if (node.type === 'command_substitution' && isPlainList(source, context))
        return {
            text: source,
            kind: 'many',
            start: '',
            option: false,
            isPlain: true,
            isRelative: true,
            isNumber: source.startsWith('$(seq'),
        };
    const whole = wholeVariable(node, context);
    const isOneWord = context.splitsAtBlanks || node.type === 'string';
    if (isOneWord && whole?.every(isInteger) && whole.some(({ isNumber }) => isNumber))
        return { ...NUMBER_WORD, text: source, fromVariable: true };
    addPart(node, context, builder, true);
    // Braces and brackets can span several parts of a word.
    if (/,|\.\./.test(between(builder.unquoted, '{', '}')))
        markUnknown(builder, true);
    if (/[*?]|[@+!]\(/.test(builder.unquoted) || between(builder.unquoted, '[', ']') !== '')
        markGlob(builder);
    const { start, many, texts, fromVariable } = builder;
    const [only = ''] = texts;
    if (builder.isKnown && texts.length === 1)
        return { ...knownWord(only), fromVariable };
    if (builder.isKnown) {
        const option = texts.some((text) => text.startsWith('-'));
        const isRelative = texts.every((text) => !text.startsWith('/') && text !== '');
        const common = commonStart(texts);
        return { text: source, kind: 'one', start: common, option, values: texts, isRelative };
    }
    const option = start === '' ? builder.dash : start.startsWith('-');
    const isRelative = builder.isRelative || /^[^/]/.test(start) || (many && LISTS_CHECKOUT_FILES.test(source));
    const isPlain = !many && isPlainOutput(source, context.line);
    return {
        text: source,
        kind: many ? 'many' : 'one',
        start,
        option,
        isRelative,
        isPlain,
        isNumber: isPlain && NUMBER_OUTPUT.test(source),
    };
}
/** Whether a word is certainly an integer. */
const isInteger = ({ kind, text, isNumber, values }) => kind === 'known'
    ? /^-?\d+$/.test(text)
    : isNumber === true || (values?.every((each) => /^-?\d+$/.test(each)) ?? false);
/** The values of a word that is nothing but one variable. */
function wholeVariable(node, context) {
    const [only] = node.children.filter(({ isNamed }) => isNamed);
    if (node.type === 'string' && node.end - node.start === (only?.end ?? 0) - (only?.start ?? 0) + 2)
        return only === undefined ? undefined : wholeVariable(only, context);
    return variableValues(node, context);
}
function variableValues(node, { line, resolve }) {
    const [, bare, braced] = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/.exec(line.slice(node.start, node.end)) ?? [];
    const name = bare ?? braced;
    return name === undefined || !/expansion$/.test(node.type) ? undefined : resolve(name, node.start);
}
const commonStart = (texts) => texts.reduce((start, text) => {
    let length = 0;
    while (length < start.length && start[length] === text[length])
        length += 1;
    return start.slice(0, length);
});
/** The text between the first `open` and the last `close`, `close` included. Linear time, unlike a regular expression. */
function between(text, open, close) {
    const from = text.indexOf(open);
    return from < 0 ? '' : text.slice(from + 1, text.lastIndexOf(close) + 1);
}
/** Substitutions whose output is a number. One pipeline, not a list. */
const NUMBER_OUTPUT = /^\$\( ?(?:nproc|date \+%s|(?:[^()`$|&;\\\n]|\|(?!\|))*\| ?wc -[lcwm]|git rev-list --count(?: [A-Za-z0-9_][\w./@~^-]*)+) ?\)$/;
/** Substitutions whose output is a commit or a name: no spaces, never an option. */
const PLAIN_OUTPUT = /^\$\( ?git (?:(?:merge-base|rev-parse(?: --short(?:=\d+)?| --verify| --abbrev-ref| -q| --quiet)*)(?: [A-Za-z0-9_][\w./@~^{}-]*){1,2}|branch --show-current|(?:log -1|log -n ?1|show -s|show --no-patch) --(?:pretty=)?format=%[hH](?: [A-Za-z0-9_][\w./@~^-]*)?|rev-list (?:-1|-n ?1|--max-parents=0)(?: [A-Za-z0-9_][\w./@~^-]*)) ?(?:2> ?\/dev\/null ?)?\)$/;
/** Substitutions that list commits or numbers: any number of plain words, none of them an option. */
const PLAIN_LIST = /^\$\( ?(?:git (?:rev-list(?: (?:-\d+|-n ?\d+|--max-count=\d+|--reverse|--no-merges|--merges|--first-parent|--all))*|log(?: (?:-\d+|-n ?\d+|--reverse|--no-merges|--first-parent))*(?: --(?:pretty=)?(?:format:|format=|tformat:)%[hH])(?: (?:-\d+|-n ?\d+|--reverse|--no-merges))*)(?: [A-Za-z0-9_][\w./@~^-]*)*|seq(?: \d+){1,3}) ?\)$/;
/** Substitutions that list files of the checkout; none of these names starts with a slash. */
const LISTS_CHECKOUT_FILES = /^\$\((?:git ls-files|find \.)(?: (?:--|-z|-type|-name|-not|-path|[\w./*?'"][\w./*?'"-]*))*\)$/;
/** A line that gives a command another meaning. */
const REDEFINES = /\(\s*\)|function|alias/;
/** Whether the output of a substitution is a plain word. Not if the line redefines its commands. */
const isPlainOutput = (text, line = '') => (PLAIN_OUTPUT.test(text) || NUMBER_OUTPUT.test(text)) && !REDEFINES.test(line);
const isPlainList = (text, { line, splitsAtBlanks }) => splitsAtBlanks && PLAIN_LIST.test(text) && !REDEFINES.test(line);
/** Whether the output of a substitution is a number. */
const isNumberOutput = (text, line) => NUMBER_OUTPUT.test(text) && isPlainOutput(text, line);
/** Whether the output can start with a dash. In quotes, $(pwd) is one word that starts with a slash. */
const beginsWithDash = (text, line) => !isPlainOutput(text === '$(pwd)' ? '$(nproc)' : text, line);
function addPart(node, context, builder, first) {
    const { line } = context;
    const text = line.slice(node.start, node.end);
    const values = variableValues(node, context);
    if (node.type === 'raw_string')
        add(builder, text.slice(1, -1));
    else if (node.type === 'ansi_c_string')
        addDecoded(text.slice(2, -1), builder);
    else if (node.type === 'string' || node.type === 'translated_string')
        addQuoted(node, context, builder);
    else if (node.type === 'process_substitution')
        builder.isKnown = false;
    else if (node.type === 'brace_expression')
        addPlain(text, builder, first);
    else if (node.children.length === 0)
        addPlain(text, builder, first);
    else if (isPlainOutput(text, line) && context.splitsAtBlanks)
        markUnknown(builder, false, false);
    else if (values?.every(isUnsplittable) && context.splitsAtBlanks)
        addValues(builder, values);
    else if (node.type === 'concatenation' || node.type === 'command_name')
        for (const [index, child] of node.children.entries()) {
            addPart(child, context, builder, first && index === 0);
            // `$"…"` is a translated string, which the grammar reads as a `$` and a string.
            if (builder.isKnown && line[child.end - 1] === '$' && index + 1 < node.children.length)
                markUnknown(builder, false);
        }
    else
        markUnknown(builder, true);
}
/** Whether a variable with this value is one word without quotes, too. */
const isUnsplittable = ({ kind, text, isPlain, values }) => kind === 'known'
    ? PLAIN_TEXT.test(text)
    : isPlain === true || (values?.every((each) => PLAIN_TEXT.test(each)) ?? false);
const PLAIN_TEXT = /^[\w./:=@%+,-]+$/;
/** Adds a variable, which is one word here. */
function addValues(builder, values) {
    const texts = values.flatMap((value) => value.kind === 'known' ? [value.text] : (value.values ?? [undefined]));
    const known = [...new Set(texts)].filter((text) => text !== undefined);
    builder.fromVariable = true;
    if (builder.isKnown && !texts.includes(undefined) && known.length * builder.texts.length <= MAX_ALTERNATIVES) {
        builder.texts = builder.texts.flatMap((text) => known.map((each) => text + each));
        builder.start = commonStart(builder.texts);
        return;
    }
    const start = values.every((value) => value.start !== '') ? commonStart(values.map((value) => value.start)) : '';
    const atStart = builder.isKnown && builder.start === '' && builder.texts.every((text) => text === '');
    markUnknown(builder, false, values.some(({ option, isNumber }) => option || isNumber));
    if (!atStart)
        return;
    builder.start = start;
    builder.isRelative = values.every(({ isRelative, start: first }) => isRelative || /^[^/]/.test(first));
    builder.dash = values.some(({ option, isNumber }) => option || isNumber);
}
function add(builder, text) {
    if (!builder.isKnown)
        return;
    builder.texts = builder.texts.map((each) => each + text);
    builder.start = commonStart(builder.texts);
}
/** Marks the rest of the word as unknown. `many`: a shell splits it into words. `dash`: it can start with a dash. */
function markUnknown(builder, many, dash = true) {
    if (builder.isKnown)
        builder.dash = builder.start === '' && (dash || builder.texts.some((text) => text.startsWith('-')));
    builder.isKnown = false;
    builder.many ||= many;
    // Splitting can produce words with any start.
    if (many) {
        builder.start = '';
        builder.dash = true;
        builder.isRelative = false;
    }
}
/** Marks a file name pattern: every match starts with the text before the first special character. */
function markGlob(builder) {
    if (!builder.isKnown)
        return;
    const plain = /^[^*?[@+!]*/.exec(builder.unquoted)?.[0] ?? '';
    builder.isRelative = /^[^/]/.test(builder.texts[0] ?? '');
    builder.start = !builder.fromVariable && builder.texts[0]?.startsWith(plain) ? plain : '';
    builder.dash = builder.start === '';
    builder.isKnown = false;
    builder.many = true;
}
function addPlain(text, builder, first) {
    // `~` is a home folder: an unknown path, but never an option.
    if (first && text.startsWith('~'))
        builder.isKnown = false;
    if (/[=:]~/.test(text) || text.includes('$$'))
        markUnknown(builder, false);
    for (let index = 0;; index++) {
        const char = text[index];
        if (char === undefined)
            break;
        if (char === '\\') {
            index += 1;
            if (text[index] !== '\n')
                add(builder, text[index] ?? '\\');
        }
        else {
            builder.unquoted += char;
            add(builder, char);
        }
    }
}
function addQuoted(node, context, builder) {
    const { line } = context;
    let index = line.indexOf('"', node.start) + 1;
    for (const child of node.children) {
        if (!EXPANSIONS.has(child.type))
            continue;
        add(builder, unescaped(line.slice(index, child.start)));
        const text = line.slice(child.start, child.end);
        const values = variableValues(child, context);
        if (values?.every(({ kind }) => kind !== 'many'))
            addValues(builder, values);
        // "$@" and "${list[@]}" expand to any number of words.
        else
            markUnknown(builder, /[@*]/.test(text) && child.type !== 'command_substitution', beginsWithDash(text, line));
        index = child.end;
    }
    add(builder, unescaped(line.slice(index, node.end - 1)));
}
const unescaped = (text) => text.replace(/\\([$`"\\\n])/g, (_, char) => (char === '\n' ? '' : char));
const ESCAPES = {
    a: '\x07',
    b: '\b',
    e: '\x1b',
    E: '\x1b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v',
};
function addDecoded(text, builder) {
    const decoded = decode(text);
    if (decoded === undefined)
        markUnknown(builder, false);
    else
        add(builder, decoded);
}
/** The text between `$'` and `'`; undefined when it depends on the shell and its locale. */
function decode(text) {
    let decoded = '';
    for (let index = 0; index < text.length; index++) {
        if (text[index] !== '\\') {
            decoded += text[index];
            continue;
        }
        const [sequence, digits, hex, char] = /^(?:([0-7]{1,3})|(x[\dA-Fa-f]{1,2}|u[\dA-Fa-f]{1,4}|U[\dA-Fa-f]{1,8})|([abeEfnrtv\\'"?]))/.exec(text.slice(index + 1, index + 11)) ?? [];
        if (sequence === undefined)
            return undefined;
        if (char !== undefined)
            decoded += ESCAPES[char] ?? char;
        else {
            const code = digits === undefined ? Number.parseInt((hex ?? '').slice(1), 16) : Number.parseInt(digits, 8) & 0xff;
            if (code === 0 || code > 0x10ffff || (code > 0x7f && !/^[uU]/.test(sequence)))
                return undefined;
            decoded += String.fromCodePoint(code);
        }
        index += sequence.length;
    }
    return decoded;
}


/***/ }),

/***/ 964:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H7: () => (/* binding */ isShell),
/* harmony export */   V4: () => (/* binding */ WRAPPERS),
/* harmony export */   pw: () => (/* binding */ FIND_RUNS)
/* harmony export */ });
const words = (text) => text.split(' ');
const SHELLS = words('sh bash zsh dash ksh ash fish mksh rbash csh tcsh');
const TIMEOUT = {
    takes: words('-s --signal -k --kill-after'),
    flags: words('-v --verbose -f --foreground -p --preserve-status'),
    skip: 1,
    isTransparent: true,
};
const WRAPPERS = {
    env: {
        takes: words('-u --unset -C --chdir'),
        flags: words('-i --ignore-environment -0 --null -v --debug'),
        bare: words('-i --ignore-environment'),
        drops: words('-u --unset'),
        assigns: true,
        isTransparent: true,
    },
    timeout: TIMEOUT,
    gtimeout: TIMEOUT,
    nice: { takes: words('-n --adjustment'), flags: words('-0 -1 -2 -3 -4 -5 -6 -7 -8 -9'), isTransparent: true },
    ionice: {
        takes: words('-c --class -n --classdata -p --pid -P -u'),
        flags: words('-t --ignore'),
        isTransparent: true,
    },
    nohup: { isTransparent: true },
    stdbuf: { takes: words('-i --input -o --output -e --error'), isTransparent: true },
    // As a shell keyword, assignments may follow it. As a program it can write a file with -o.
    time: { flags: ['-p'], assigns: true, isTransparent: true },
    command: { flags: ['-p'], isTransparent: true, infoOptions: words('-v -V') },
    builtin: { isTransparent: true },
    setsid: { flags: words('-c --ctty -f --fork -w --wait'), isTransparent: true },
    exec: { takes: ['-a'], flags: words('-c -l'), bare: ['-c'] },
    sudo: {
        takes: words('-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T --command-timeout -U --other-user -D --chdir -R --chroot'),
        flags: words('-A --askpass -b --background -B --bell -E -H --set-home -k --reset-timestamp -n --non-interactive -N -P --preserve-groups -S --stdin'),
        attached: ['--preserve-env'],
        assigns: true,
        harmlessAlone: true,
    },
    doas: { takes: words('-u -C -a'), flags: words('-n -L'), harmlessAlone: true },
    busybox: {},
    toybox: {},
    xargs: {
        takes: words('-a --arg-file -d --delimiter -E -I -L -n --max-args -P --max-procs -s --max-chars -S -R -J'),
        flags: words('-0 --null -o --open-tty -p --interactive -r --no-run-if-empty -t --verbose -x --exit --show-limits'),
        attached: words('-i --replace -l --max-lines -e --eof'),
        replaces: words('-I -i --replace -J'),
        appends: true,
        harmlessAlone: true,
    },
    eval: { joined: true, harmlessAlone: true },
    ...Object.fromEntries(SHELLS.map((name) => [name, {}])),
};
const isShell = (name) => SHELLS.includes(name);
/** Options of find that are followed by a command. */
const FIND_RUNS = words('-exec -execdir -ok -okdir');


/***/ })

};
