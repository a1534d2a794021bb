export const id = 364;
export const ids = [364];
export const modules = {

/***/ 87364:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  convert: () => (/* binding */ convert)
});

// UNUSED EXPORTS: compile, htmlToText

// EXTERNAL MODULE: ./node_modules/domhandler/lib/esm/index.js + 1 modules
var esm = __webpack_require__(20484);
// EXTERNAL MODULE: ./node_modules/domelementtype/lib/esm/index.js
var lib_esm = __webpack_require__(12539);
;// CONCATENATED MODULE: ./node_modules/leac/lib/leac.mjs
const linebreaksRe = /\n/g;
function createPositionQuery(str) {
    const offsets = [...str.matchAll(linebreaksRe)].map(m => m.index || 0);
    offsets.unshift(-1);
    let lineIndex = 1;
    return (offset) => {
        while (lineIndex > 1 && offset < offsets[lineIndex - 1]) {
            lineIndex--;
        }
        while (lineIndex < offsets.length && offset > offsets[lineIndex]) {
            lineIndex++;
        }
        return { line: lineIndex, column: offset - offsets[lineIndex - 1] };
    };
}

function toUnifiedRule(r, i) {
    return {
        name: r.name,
        discard: r.discard,
        push: r.push,
        pop: r.pop,
        regex: toRegExp(r, i),
        replacer: isReplacementRule(r)
            ? toReplacer(r.regex, r.replace)
            : undefined,
    };
}
function isStringRule(r) {
    return Object.prototype.hasOwnProperty.call(r, 'str');
}
function isRegexRule(r) {
    return Object.prototype.hasOwnProperty.call(r, 'regex');
}
function isReplacementRule(r) {
    return Object.prototype.hasOwnProperty.call(r, 'replace');
}
function toReplacer(re, replace) {
    const replaceSearch = toNonSticky(re);
    return (match) => match.replace(replaceSearch, replace);
}
function toRegExp(r, i) {
    if (r.name.length === 0) {
        throw new Error(`Rule #${i} has empty name, which is not allowed.`);
    }
    if (isRegexRule(r)) {
        return toSticky(r.regex);
    }
    if (isStringRule(r)) {
        if (r.str.length === 0) {
            throw new Error(`Rule #${i} ("${r.name}") has empty "str" property, which is not allowed.`);
        }
        return new RegExp(escapeRegExp(r.str), 'y');
    }
    return new RegExp(escapeRegExp(r.name), 'y');
}
function escapeRegExp(str) {
    return str.replace(/[-[\]{}()*+!<=:?./\\^$|#\s,]/g, '\\$&');
}
function toSticky(re) {
    if (re.global) {
        throw new Error(`Regular expression /${re.source}/${re.flags} contains the global flag, which is not allowed.`);
    }
    return (re.sticky)
        ? re
        : new RegExp(re.source, re.flags + 'y');
}
function toNonSticky(re) {
    return (re.sticky)
        ? new RegExp(re.source, re.flags.replace('y', ''))
        : re;
}

function createLexer(rules, state = '', options = {}) {
    const options1 = (typeof state !== 'string') ? state : options;
    const state1 = (typeof state === 'string') ? state : '';
    const unifiedRules = rules.map(toUnifiedRule);
    const isLineNumbers = !!options1.lineNumbers;
    return function (str, offset = 0) {
        const positionQuery = (isLineNumbers)
            ? createPositionQuery(str)
            : undefined;
        let position = { line: 0, column: 0 };
        let currentIndex = offset;
        const tokens = [];
        loopStr: while (currentIndex < str.length) {
            let anyMatch = false;
            for (const rule of unifiedRules) {
                rule.regex.lastIndex = currentIndex;
                const match = rule.regex.exec(str);
                if (match && match[0].length > 0) {
                    if (!rule.discard) {
                        if (positionQuery) {
                            position = positionQuery(currentIndex);
                        }
                        tokens.push({
                            state: state1,
                            name: rule.name,
                            text: (rule.replacer) ? rule.replacer(match[0]) : match[0],
                            offset: currentIndex,
                            len: match[0].length,
                            line: position.line,
                            column: position.column,
                        });
                    }
                    currentIndex = rule.regex.lastIndex;
                    anyMatch = true;
                    if (rule.push) {
                        const r = rule.push(str, currentIndex);
                        tokens.push(...r.tokens);
                        currentIndex = r.offset;
                    }
                    if (rule.pop) {
                        break loopStr;
                    }
                    break;
                }
            }
            if (!anyMatch) {
                break;
            }
        }
        return {
            tokens: tokens,
            offset: currentIndex,
            complete: str.length <= currentIndex,
        };
    };
}



;// CONCATENATED MODULE: ./node_modules/peberminta/lib/core.mjs


function mapInner(r, f) {
    return (r.matched)
        ? ({
            matched: true,
            position: r.position,
            value: f(r.value, r.position),
        })
        : r;
}

function mapOuter(r, f) {
    return (r.matched) ? f(r) : r;
}

function ab(pa, pb, join) {
    return (data, i) => mapOuter(pa(data, i), ma => mapInner(pb(data, ma.position), (vb, j) => join(ma.value, vb, data, i, j)));
}

function abc(pa, pb, pc, join) {
    return (data, i) => mapOuter(pa(data, i), ma => mapOuter(pb(data, ma.position), mb => mapInner(pc(data, mb.position), (vc, j) => join(ma.value, mb.value, vc, data, i, j))));
}

function action(
f) {
    return (data, i) => {
        f(data, i);
        return {
            matched: true,
            position: i,
            value: null,
        };
    };
}

function ahead(p) {
    return (data, i) => mapOuter(p(data, i), m1 => ({
        matched: true,
        position: i,
        value: m1.value,
    }));
}

function core_all(...ps) {
    return (data, i) => {
        const result = [];
        let position = i;
        for (const p of ps) {
            const r1 = p(data, position);
            if (r1.matched) {
                result.push(r1.value);
                position = r1.position;
            }
            else {
                return { matched: false };
            }
        }
        return {
            matched: true,
            position: position,
            value: result,
        };
    };
}

function any(data, i) {
    return (i < data.tokens.length)
        ? {
            matched: true,
            position: i + 1,
            value: data.tokens[i],
        }
        : { matched: false };
}

function chain(
p,
f) {
    return (data, i) => mapOuter(p(data, i), m1 => f(m1.value, data, i, m1.position)(data, m1.position));
}

function chainReduce(
acc,
f) {
    return (data, i) => {
        let loop = true;
        let acc1 = acc;
        let pos = i;
        do {
            const r = f(acc1, data, pos)(data, pos);
            if (r.matched) {
                acc1 = r.value;
                pos = r.position;
            }
            else {
                loop = false;
            }
        } while (loop);
        return {
            matched: true,
            position: pos,
            value: acc1,
        };
    };
}

function condition(cond, pTrue, pFalse) {
    return (data, i) => (cond(data, i))
        ? pTrue(data, i)
        : pFalse(data, i);
}

function decide(p) {
    return (data, i) => mapOuter(p(data, i), m1 => m1.value(data, m1.position));
}

function eitherOr(pa, pb) {
    return (data, i) => {
        const r1 = pa(data, i);
        return (r1.matched)
            ? r1
            : pb(data, i);
    };
}

function emit(value) {
    return (data, i) => ({
        matched: true,
        position: i,
        value: value,
    });
}

function end(data, i) {
    return (i < data.tokens.length)
        ? { matched: false }
        : {
            matched: true,
            position: i,
            value: true,
        };
}

function error(message) {
    return (data, i) => {
        throw new Error((message instanceof Function) ? message(data, i) : message);
    };
}

function fail(
data, i) {
    return { matched: false };
}

function first(...ps) {
    return (data, i) => {
        for (const p of ps) {
            const result = p(data, i);
            if (result.matched) {
                return result;
            }
        }
        return { matched: false };
    };
}

function map(p, mapper) {
    return (data, i) => mapInner(p(data, i), (v, j) => mapper(v, data, i, j));
}

function flatten1(p) {
    return map(p, vs => vs.flatMap(v => v));
}

function flatten(...ps) {
    return flatten1(core_all(...ps));
}

function last(...ps) {
    return (data, i) => {
        for (let j = ps.length - 1; j >= 0; j--) {
            const result = ps[j](data, i);
            if (result.matched) {
                return result;
            }
        }
        return { matched: false };
    };
}

function left(pa, pb) {
    return ab(pa, pb, va => va);
}

function reduceLeft(
acc,
p,
reducer) {
    return chainReduce(acc, acc => map(p, (v, data, i, j) => reducer(acc, v, data, i, j)));
}

function leftAssoc1(pLeft, pOper) {
    return chain(pLeft, v0 => reduceLeft(v0, pOper, (acc, f) => f(acc)));
}

function leftAssoc2(pLeft, pOper, pRight) {
    return chain(pLeft, v0 => reduceLeft(v0, ab(pOper, pRight, (f, y) => [f, y]), (acc, [f, y]) => f(acc, y)));
}

function longest(...ps) {
    return (data, i) => {
        let match = undefined;
        for (const p of ps) {
            const result = p(data, i);
            if (result.matched && (!match || match.position < result.position)) {
                match = result;
            }
        }
        return match || { matched: false };
    };
}

function make(
f) {
    return (data, i) => ({
        matched: true,
        position: i,
        value: f(data, i),
    });
}

function takeWhile(p, test) {
    return (data, i) => {
        const values = [];
        let success = true;
        do {
            const r = p(data, i);
            if (r.matched && test(r.value, values.length + 1, data, i, r.position)) {
                values.push(r.value);
                i = r.position;
            }
            else {
                success = false;
            }
        } while (success);
        return {
            matched: true,
            position: i,
            value: values,
        };
    };
}

function many(p) {
    return takeWhile(p, () => true);
}

function many1(p) {
    return ab(p, many(p), (head, tail) => [head, ...tail]);
}

function mapR(
p,
mapper) {
    return (data, i) => mapOuter(p(data, i), m => mapper(m, data, i));
}

function middle(pa, pb, pc) {
    return abc(pa, pb, pc, (ra, rb) => rb);
}

function not(p) {
    return (data, i) => {
        const r = p(data, i);
        return (r.matched)
            ? { matched: false }
            : {
                matched: true,
                position: i,
                value: true,
            };
    };
}

function core_option(p, def) {
    return (data, i) => {
        const r = p(data, i);
        return (r.matched)
            ? r
            : {
                matched: true,
                position: i,
                value: def,
            };
    };
}

function peek(p, f) {
    return (data, i) => {
        const r = p(data, i);
        f(r, data, i);
        return r;
    };
}

function recursive(f) {
    return function (data, i) {
        return f()(data, i);
    };
}

function reduceRight(
p,
acc,
reducer) {
    return map(many(p), (vs, data, i, j) => vs.reduceRight((acc, v) => reducer(v, acc, data, i, j), acc));
}

function right(pa, pb) {
    return ab(pa, pb, (va, vb) => vb);
}

function rightAssoc1(pOper, pRight) {
    return ab(reduceRight(pOper, (y) => y, (f, acc) => y => f(acc(y))), pRight, (f, v) => f(v));
}

function rightAssoc2(pLeft, pOper, pRight) {
    return ab(reduceRight(ab(pLeft, pOper, (x, f) => [x, f]), (y) => y, ([x, f], acc) => y => f(x, acc(y))), pRight, (f, v) => f(v));
}

function satisfy(test) {
    return (data, i) => (i < data.tokens.length && test(data.tokens[i], data, i))
        ? {
            matched: true,
            position: i + 1,
            value: data.tokens[i],
        }
        : { matched: false };
}

function sepBy1(pValue, pSep) {
    return ab(pValue, many(right(pSep, pValue)), (head, tail) => [head, ...tail]);
}

function sepBy(pValue, pSep) {
    return eitherOr(sepBy1(pValue, pSep), emit([]));
}

function skip(...ps) {
    return map(core_all(...ps), () => null);
}

function start(data, i) {
    return (i !== 0)
        ? { matched: false }
        : {
            matched: true,
            position: i,
            value: true,
        };
}

function takeMinMax(p, min, max) {
    return (data, i) => {
        const values = [];
        let j = i;
        for (let k = 0; k < (max ?? Infinity); k++) {
            const r = p(data, j);
            if (r.matched) {
                values.push(r.value);
                j = r.position;
            }
            else {
                break;
            }
        }
        if (min !== undefined && values.length < min) {
            return { matched: false };
        }
        return {
            matched: true,
            position: j,
            value: values,
        };
    };
}

function takeN(p, n) {
    return (data, i) => {
        const values = [];
        let j = i;
        for (let k = 0; k < n; k++) {
            const r = p(data, j);
            if (r.matched) {
                values.push(r.value);
                j = r.position;
            }
            else {
                return { matched: false };
            }
        }
        return {
            matched: true,
            position: j,
            value: values,
        };
    };
}

function takeUntil(
p,
test) {
    return takeWhile(p, (value, n, data, i, j) => !test(value, n, data, i, j));
}

function takeUntilP(pValue, pTest) {
    return takeWhile(pValue, (value, n, data, i) => !pTest(data, i).matched);
}

function takeWhileP(pValue, pTest) {
    return takeWhile(pValue, (value, n, data, i) => pTest(data, i).matched);
}

function token(
onToken,
onEnd) {
    return (data, i) => {
        let position = i;
        let value = undefined;
        if (i < data.tokens.length) {
            value = onToken(data.tokens[i], data, i);
            if (value !== undefined) {
                position++;
            }
        }
        else {
            onEnd?.(data, i);
        }
        return (value === undefined)
            ? { matched: false }
            : {
                matched: true,
                position: position,
                value: value,
            };
    };
}

function filter(p, test) {
    return (data, i) => mapOuter(p(data, i), m => test(m.value, data, i, m.position)
        ? m
        : { matched: false });
}

function remainingTokensNumber(data, i) {
    return data.tokens.length - i;
}

function parserPosition(data, i, formatToken, contextTokens = 3) {
    const len = data.tokens.length;
    const lowIndex = clamp(0, i - contextTokens, len - contextTokens);
    const highIndex = clamp(contextTokens, i + 1 + contextTokens, len);
    const tokensSlice = data.tokens.slice(lowIndex, highIndex);
    const lines = [];
    const indexWidth = String(highIndex - 1).length + 1;
    if (i < 0) {
        lines.push(`${String(i).padStart(indexWidth)} >>`);
    }
    if (0 < lowIndex) {
        lines.push('...'.padStart(indexWidth + 6));
    }
    for (let j = 0; j < tokensSlice.length; j++) {
        const index = lowIndex + j;
        lines.push(`${String(index).padStart(indexWidth)} ${(index === i ? '>' : ' ')} ${escapeWhitespace(formatToken(tokensSlice[j]))}`);
    }
    if (highIndex < len) {
        lines.push('...'.padStart(indexWidth + 6));
    }
    if (len <= i) {
        lines.push(`${String(i).padStart(indexWidth)} >>`);
    }
    return lines.join('\n');
}

function parse(parser, tokens, options, formatToken = JSON.stringify) {
    const data = { tokens: tokens, options: options };
    const result = parser(data, 0);
    if (!result.matched) {
        throw new Error('No match');
    }
    if (result.position < data.tokens.length) {
        throw new Error(`Partial match. Parsing stopped at:\n${parserPosition(data, result.position, formatToken)}`);
    }
    return result.value;
}

function tryParse(parser, tokens, options) {
    const result = parser({ tokens: tokens, options: options }, 0);
    return (result.matched)
        ? result.value
        : undefined;
}

function match(matcher, tokens, options) {
    const result = matcher({ tokens: tokens, options: options }, 0);
    return result.value;
}



;// CONCATENATED MODULE: ./node_modules/parseley/lib/parseley.mjs



const ws = '(?:[ \\t\\r\\n\\f]*)';
const nl = '(?:\\n|\\r\\n|\\r|\\f)';
const nonascii = '[^\\x00-\\x7F]';
const unicode = '(?:\\\\[0-9a-f]{1,6}(?:\\r\\n|[ \\n\\r\\t\\f])?)';
const parseley_escape = '(?:\\\\[^\\n\\r\\f0-9a-f])';
const nmstart = `(?:[_a-z]|${nonascii}|${unicode}|${parseley_escape})`;
const nmchar = `(?:[_a-z0-9-]|${nonascii}|${unicode}|${parseley_escape})`;
const parseley_name = `(?:${nmchar}+)`;
const ident = `(?:[-]?${nmstart}${nmchar}*)`;
const string1 = `'([^\\n\\r\\f\\\\']|\\\\${nl}|${nonascii}|${unicode}|${parseley_escape})*'`;
const string2 = `"([^\\n\\r\\f\\\\"]|\\\\${nl}|${nonascii}|${unicode}|${parseley_escape})*"`;
const lexSelector = createLexer([
    { name: 'ws', regex: new RegExp(ws) },
    { name: 'hash', regex: new RegExp(`#${parseley_name}`, 'i') },
    { name: 'ident', regex: new RegExp(ident, 'i') },
    { name: 'str1', regex: new RegExp(string1, 'i') },
    { name: 'str2', regex: new RegExp(string2, 'i') },
    { name: '*' },
    { name: '.' },
    { name: ',' },
    { name: '[' },
    { name: ']' },
    { name: '=' },
    { name: '>' },
    { name: '|' },
    { name: '+' },
    { name: '~' },
    { name: '^' },
    { name: '$' },
    { name: ':' },
    { name: '(' },
    { name: ')' },
]);
const lexEscapedString = createLexer([
    { name: 'unicode', regex: new RegExp(unicode, 'i') },
    { name: 'escape', regex: new RegExp(parseley_escape, 'i') },
    { name: 'any', regex: new RegExp('[\\s\\S]', 'i') },
]);
function sumSpec([a0, a1, a2], [b0, b1, b2]) {
    return [a0 + b0, a1 + b1, a2 + b2];
}
function sumAllSpec(ss) {
    return ss.reduce(sumSpec, [0, 0, 0]);
}
function maxSpec([a0, a1, a2], [b0, b1, b2]) {
    return (a0 > b0 || (a0 === b0 && (a1 > b1 || (a1 === b1 && a2 >= b2))))
        ? [a0, a1, a2]
        : [b0, b1, b2];
}
function maxAllSpec(ss) {
    return ss.reduce(maxSpec, [0, 0, 0]);
}
const unicodeEscapedSequence_ = token(t => t.name === 'unicode' ? String.fromCodePoint(parseInt(t.text.slice(1), 16)) : undefined);
const escapedSequence_ = token(t => t.name === 'escape' ? t.text.slice(1) : undefined);
const anyChar_ = token(t => t.name === 'any' ? t.text : undefined);
const escapedString_ = map(many(first(unicodeEscapedSequence_, escapedSequence_, anyChar_)), cs => cs.join(''));
function parseley_unescape(escapedString) {
    const lexerResult = lexEscapedString(escapedString);
    const result = escapedString_({ tokens: lexerResult.tokens, options: undefined }, 0);
    return result.value;
}
function literal(name) {
    return token(t => t.name === name ? true : undefined);
}
const whitespace_ = token(t => t.name === 'ws' ? null : undefined);
const optionalWhitespace_ = core_option(whitespace_, null);
function optionallySpaced(parser) {
    return middle(optionalWhitespace_, parser, optionalWhitespace_);
}
const identifier_ = token(t => t.name === 'ident' ? parseley_unescape(t.text) : undefined);
const hashId_ = token(t => t.name === 'hash' ? parseley_unescape(t.text.slice(1)) : undefined);
const string_ = token(t => t.name.startsWith('str') ? parseley_unescape(t.text.slice(1, -1)) : undefined);
const namespace_ = left(core_option(identifier_, ''), literal('|'));
const qualifiedName_ = eitherOr(ab(namespace_, identifier_, (ns, name) => ({ name: name, namespace: ns })), map(identifier_, name => ({ name: name, namespace: null })));
const uniSelector_ = eitherOr(ab(namespace_, literal('*'), ns => ({ type: 'universal', namespace: ns, specificity: [0, 0, 0] })), map(literal('*'), () => ({ type: 'universal', namespace: null, specificity: [0, 0, 0] })));
const tagSelector_ = map(qualifiedName_, ({ name, namespace }) => ({
    type: 'tag',
    name: name,
    namespace: namespace,
    specificity: [0, 0, 1],
}));
const classSelector_ = ab(literal('.'), identifier_, (_fullstop, name) => ({
    type: 'class',
    name: name,
    specificity: [0, 1, 0],
}));
const idSelector_ = map(hashId_, name => ({
    type: 'id',
    name: name,
    specificity: [1, 0, 0],
}));
const attrModifier_ = token((t) => {
    if (t.name === 'ident') {
        if (t.text === 'i' || t.text === 'I') {
            return 'i';
        }
        if (t.text === 's' || t.text === 'S') {
            return 's';
        }
    }
    return undefined;
});
const attrValue_ = eitherOr(ab(string_, core_option(right(optionalWhitespace_, attrModifier_), null), (v, mod) => ({ value: v, modifier: mod })), ab(identifier_, core_option(right(whitespace_, attrModifier_), null), (v, mod) => ({ value: v, modifier: mod })));
const attrMatcher_ = first(map(literal('='), () => '='), ab(literal('~'), literal('='), () => '~='), ab(literal('|'), literal('='), () => '|='), ab(literal('^'), literal('='), () => '^='), ab(literal('$'), literal('='), () => '$='), ab(literal('*'), literal('='), () => '*='));
const attrPresenceSelector_ = abc(literal('['), optionallySpaced(qualifiedName_), literal(']'), (_lbr, { name, namespace }) => ({
    type: 'attrPresence',
    name: name,
    namespace: namespace,
    specificity: [0, 1, 0],
}));
const attrValueSelector_ = middle(literal('['), abc(optionallySpaced(qualifiedName_), attrMatcher_, optionallySpaced(attrValue_), ({ name, namespace }, matcher, { value, modifier }) => ({
    type: 'attrValue',
    name: name,
    namespace: namespace,
    matcher: matcher,
    value: value,
    modifier: modifier,
    specificity: [0, 1, 0],
})), literal(']'));
const pseudoClassSelector_ = abc(literal(':'), identifier_, not(ahead(literal('('))), (_fullstop, name) => ({
    type: 'pc',
    name: name,
    specificity: [0, 1, 0],
}));
function pcLiteral(name) {
    return filter(identifier_, id => id.toLowerCase() === name.toLowerCase());
}
function fpcBase(name, contentParser, contentDesc) {
    return abc(middle(literal(':'), pcLiteral(name), eitherOr(literal('('), error(`Expected opening parenthesis in :${name}()`))), eitherOr(optionallySpaced(contentParser), error(`Expected ${contentDesc} in :${name}()`)), eitherOr(literal(')'), error(`Expected closing parenthesis in :${name}()`)), (name, content) => ({ name, content }));
}
const isSelector_ = map(fpcBase('is', recursive(() => listSelector_), 'selector list'), v => ({
    type: 'fpc:is',
    name: v.name,
    list: v.content.list,
    specificity: maxAllSpec(v.content.list.map(s => s.specificity)),
}));
const whereSelector_ = map(fpcBase('where', recursive(() => listSelector_), 'selector list'), v => ({
    type: 'fpc:where',
    name: v.name,
    list: v.content.list,
    specificity: [0, 0, 0],
}));
const notSelector_ = map(fpcBase('not', recursive(() => listSelector_), 'selector list'), v => ({
    type: 'fpc:not',
    name: v.name,
    list: v.content.list,
    specificity: maxAllSpec(v.content.list.map(s => s.specificity)),
}));
const functionalPseudoClassSelector_ = first(isSelector_, whereSelector_, notSelector_);
const attrSelector_ = eitherOr(attrPresenceSelector_, attrValueSelector_);
const typeSelector_ = eitherOr(uniSelector_, tagSelector_);
const subclassSelector_ = first(idSelector_, classSelector_, attrSelector_, functionalPseudoClassSelector_, pseudoClassSelector_);
const compoundSelector_ = map(eitherOr(flatten(typeSelector_, many(subclassSelector_)), many1(subclassSelector_)), (ss) => {
    return {
        type: 'compound',
        list: ss,
        specificity: sumAllSpec(ss.map(s => s.specificity)),
    };
});
const combinator_ = first(map(literal('>'), () => '>'), map(literal('+'), () => '+'), map(literal('~'), () => '~'), ab(literal('|'), literal('|'), () => '||'));
const combinatorSeparator_ = eitherOr(optionallySpaced(combinator_), map(whitespace_, () => ' '));
const complexSelector_ = leftAssoc2(compoundSelector_, map(combinatorSeparator_, c => (left, right) => ({
    type: 'compound',
    list: [...right.list, { type: 'combinator', combinator: c, left: left, specificity: left.specificity }],
    specificity: sumSpec(left.specificity, right.specificity),
})), compoundSelector_);
const listSelector_ = leftAssoc2(map(complexSelector_, s => ({ type: 'list', list: [s] })), map(optionallySpaced(literal(',')), () => (acc, next) => ({ type: 'list', list: [...acc.list, next] })), complexSelector_);
function parse_(parser, str) {
    if (!(typeof str === 'string' || str instanceof String)) {
        throw new Error('Expected a selector string. Actual input is not a string!');
    }
    const lexerResult = lexSelector(str);
    if (!lexerResult.complete) {
        throw new Error(`The input "${str}" was only partially tokenized, stopped at offset ${lexerResult.offset}!\n`
            + prettyPrintPosition(str, lexerResult.offset));
    }
    const result = optionallySpaced(parser)({ tokens: lexerResult.tokens, options: undefined }, 0);
    if (!result.matched) {
        throw new Error(`No match for "${str}" input!`);
    }
    if (result.position < lexerResult.tokens.length) {
        const token = lexerResult.tokens[result.position];
        throw new Error(`The input "${str}" was only partially parsed, stopped at offset ${token.offset}!\n`
            + prettyPrintPosition(str, token.offset, token.len));
    }
    return result.value;
}
function prettyPrintPosition(str, offset, len = 1) {
    return `${str.replace(/(\t)|(\r)|(\n)/g, (_m, t, r) => t ? '\u2409' : r ? '\u240d' : '\u240a')}\n${''.padEnd(offset)}${'^'.repeat(len)}`;
}
function parseley_parse(str) {
    return parse_(listSelector_, str);
}
function parse1(str) {
    return parse_(complexSelector_, str);
}

function serialize(selector) {
    if (!selector.type) {
        throw new Error('This is not an AST node.');
    }
    switch (selector.type) {
        case 'universal':
            return _serNs(selector.namespace) + '*';
        case 'tag':
            return _serNs(selector.namespace) + _serIdent(selector.name);
        case 'class':
            return '.' + _serIdent(selector.name);
        case 'id':
            return '#' + _serIdent(selector.name);
        case 'attrPresence':
            return `[${_serNs(selector.namespace)}${_serIdent(selector.name)}]`;
        case 'attrValue':
            return `[${_serNs(selector.namespace)}${_serIdent(selector.name)}${selector.matcher}"${_serStr(selector.value)}"${(selector.modifier ? selector.modifier : '')}]`;
        case 'pc':
            return ':' + _serIdent(selector.name);
        case 'fpc:is':
        case 'fpc:where':
        case 'fpc:not':
            return `:${_serIdent(selector.name)}(${selector.list.map(serialize).join(',')})`;
        case 'combinator':
            return serialize(selector.left) + selector.combinator;
        case 'compound':
            return selector.list.reduce((acc, node) => {
                return node.type === 'combinator'
                    ? serialize(node) + acc
                    : acc + serialize(node);
            }, '');
        case 'list':
            return selector.list.map(serialize).join(',');
    }
}
function _serNs(ns) {
    return (ns || ns === '')
        ? _serIdent(ns) + '|'
        : '';
}
function _codePoint(char) {
    return `\\${char.codePointAt(0).toString(16)} `;
}
function _serIdent(str) {
    return str.replace(
    /(^[0-9])|(^-[0-9])|(^-$)|([-0-9a-zA-Z_]|[^\x00-\x7F])|(\x00)|([\x01-\x1f]|\x7f)|([\s\S])/g, (_m, d1, d2, hy, safe, nl, ctrl, other) => d1 ? _codePoint(d1)
        : d2 ? '-' + _codePoint(d2.slice(1))
            : hy ? '\\-'
                : safe ? safe
                    : nl ? '\ufffd'
                        : ctrl ? _codePoint(ctrl)
                            : '\\' + other);
}
function _serStr(str) {
    return str.replace(
    /(")|(\\)|(\x00)|([\x01-\x1f]|\x7f)/g, (_m, dq, bs, nl, ctrl) => dq ? '\\"'
        : bs ? '\\\\'
            : nl ? '\ufffd'
                : _codePoint(ctrl));
}

function normalize(selector, options = { mode: 'html' }) {
    const mode = options.mode ?? 'html';
    const isHtmlMode = mode === 'html';
    const allowUnspecifiedCaseSensitivityForAttributes = options.allowUnspecifiedCaseSensitivityForAttributes ?? false;
    const attributesWithNormalizedValues = options.attributesWithNormalizedValues;
    const attributesWithNormalizedValuesSet = (attributesWithNormalizedValues?.length)
        ? new Set(attributesWithNormalizedValues.map(a => a.toLowerCase()))
        : null;
    function visit(node) {
        if (!node.type) {
            throw new Error('This is not an AST node.');
        }
        switch (node.type) {
            case 'universal': {
                if (isHtmlMode && node.namespace !== null) {
                    node.namespace = node.namespace.toLowerCase();
                }
                break;
            }
            case 'tag': {
                if (isHtmlMode) {
                    node.name = node.name.toLowerCase();
                }
                if (isHtmlMode && node.namespace !== null) {
                    node.namespace = node.namespace.toLowerCase();
                }
                break;
            }
            case 'attrPresence': {
                if (isHtmlMode) {
                    node.name = node.name.toLowerCase();
                }
                if (isHtmlMode && node.namespace !== null) {
                    node.namespace = node.namespace.toLowerCase();
                }
                break;
            }
            case 'attrValue': {
                if (isHtmlMode) {
                    node.name = node.name.toLowerCase();
                }
                if (isHtmlMode && node.namespace !== null) {
                    node.namespace = node.namespace.toLowerCase();
                }
                const isCaseInsensitiveValue = node.modifier === 'i'
                    || (node.modifier === null
                        && !!attributesWithNormalizedValuesSet
                        && attributesWithNormalizedValuesSet.has(node.name.toLowerCase()));
                if (isCaseInsensitiveValue) {
                    node.value = node.value.toLowerCase();
                }
                if (!allowUnspecifiedCaseSensitivityForAttributes && node.modifier === null) {
                    node.modifier = isCaseInsensitiveValue ? 'i' : 's';
                }
                break;
            }
            case 'pc': {
                node.name = node.name.toLowerCase();
                break;
            }
            case 'fpc:is':
            case 'fpc:where':
            case 'fpc:not': {
                node.name = node.name.toLowerCase();
                node.list.forEach(visit);
                node.list.sort((a, b) => (serialize(a) < serialize(b)) ? -1 : 1);
                break;
            }
            case 'compound': {
                node.list.forEach(visit);
                node.list.sort((a, b) => _compareSelectorPriority(_getSelectorPriority(a), _getSelectorPriority(b)));
                break;
            }
            case 'combinator': {
                visit(node.left);
                break;
            }
            case 'list': {
                node.list.forEach(visit);
                node.list.sort((a, b) => (serialize(a) < serialize(b)) ? -1 : 1);
                break;
            }
        }
    }
    visit(selector);
    return selector;
}
function _getSelectorPriority(selector) {
    switch (selector.type) {
        case 'universal':
            return [1];
        case 'tag':
            return [1];
        case 'id':
            return [2];
        case 'class':
            return [3, selector.name];
        case 'attrPresence':
            return [4, serialize(selector)];
        case 'attrValue':
            return [5, serialize(selector)];
        case 'pc':
            return [6, selector.name];
        case 'fpc:is':
        case 'fpc:where':
        case 'fpc:not':
            return [7, serialize(selector)];
        case 'combinator':
            return [15, serialize(selector)];
    }
}
function _compareSelectorPriority(a, b) {
    if (a[0] !== b[0]) {
        return a[0] < b[0] ? -1 : 1;
    }
    const aStr = a[1];
    const bStr = b[1];
    if (aStr === bStr) {
        return 0;
    }
    if (aStr === undefined) {
        return -1;
    }
    if (bStr === undefined) {
        return 1;
    }
    return (aStr < bStr) ? -1 : 1;
}

function compareSelectors(a, b) {
    return compareSpecificity(a.specificity, b.specificity);
}
function compareSpecificity(a, b) {
    if (a[0] !== b[0]) {
        return a[0] < b[0] ? -1 : 1;
    }
    if (a[1] !== b[1]) {
        return a[1] < b[1] ? -1 : 1;
    }
    return a[2] < b[2] ? -1 : (a[2] > b[2] ? 1 : 0);
}



;// CONCATENATED MODULE: ./node_modules/selderee/lib/selderee.mjs



var Ast$1 = /*#__PURE__*/Object.freeze({
    __proto__: null
});

var Types$1 = /*#__PURE__*/Object.freeze({
    __proto__: null
});

function treeify(nodes) {
    return '▽\n' + treeifyArray(nodes, thinLines);
}
const thinLines = [['├─', '│ '], ['└─', '  ']];
const heavyLines = [['┠─', '┃ '], ['┖─', '  ']];
const doubleLines = [['╟─', '║ '], ['╙─', '  ']];
function treeifyArray(nodes, tpl = heavyLines) {
    return prefixItems(tpl, nodes.map(n => treeifyNode(n)));
}
function treeifyNode(node) {
    switch (node.type) {
        case 'terminal': {
            const vctr = node.valueContainer;
            return `◁ #${vctr.index} ${JSON.stringify(vctr.specificity)} ${vctr.value}`;
        }
        case 'tagName':
            return `◻ Tag name\n${treeifyArray(node.variants, doubleLines)}`;
        case 'attrValue':
            return `▣ Attr value: ${node.name}\n${treeifyArray(node.matchers, doubleLines)}`;
        case 'attrPresence':
            return `◨ Attr presence: ${node.name}\n${treeifyArray(node.cont)}`;
        case 'pseudoClass':
            return `◪ Pseudo-class: ${node.name}\n${treeifyArray(node.cont)}`;
        case 'pushElement':
            return `◉ Push element: ${node.combinator}\n${treeifyArray(node.cont, thinLines)}`;
        case 'popElement':
            return `◌ Pop element\n${treeifyArray(node.cont, thinLines)}`;
        case 'variant':
            return `◇ = ${node.value}\n${treeifyArray(node.cont)}`;
        case 'matcher':
            return `◈ ${node.matcher} "${node.value}"${node.modifier || ''}\n${treeifyArray(node.cont)}`;
    }
}
function prefixItems(tpl, items) {
    return items
        .map((item, i, { length }) => prefixItem(tpl, item, i === length - 1))
        .join('\n');
}
function prefixItem(tpl, item, tail = true) {
    const tpl1 = tpl[tail ? 1 : 0];
    return tpl1[0] + item.split('\n').join('\n' + tpl1[1]);
}

var TreeifyBuilder = /*#__PURE__*/Object.freeze({
    __proto__: null,
    treeify: treeify
});

class DecisionTree {
    branches;
    constructor(input, options = {}) {
        this.branches = weave(toAstTerminalPairs(input, options));
    }
    build(builder) {
        return builder(this.branches);
    }
}
function toAstTerminalPairs(array, options) {
    const len = array.length;
    const results = new Array(len);
    for (let i = 0; i < len; i++) {
        const [selectorString, val] = array[i];
        const ast = parse1(selectorString);
        reduceSelectorVariants(ast);
        normalize(ast, {
            mode: 'html',
            attributesWithNormalizedValues: options.attributesWithNormalizedValues ?? [],
            allowUnspecifiedCaseSensitivityForAttributes: false,
        });
        results[i] = {
            ast: ast,
            terminal: {
                type: 'terminal',
                valueContainer: { index: i, value: val, specificity: ast.specificity },
            },
        };
    }
    return results;
}
function reduceSelectorVariants(ast) {
    const newList = [];
    ast.list.forEach((sel) => {
        switch (sel.type) {
            case 'class':
                newList.push({
                    matcher: '~=',
                    modifier: null,
                    name: 'class',
                    namespace: null,
                    specificity: sel.specificity,
                    type: 'attrValue',
                    value: sel.name,
                });
                break;
            case 'id':
                newList.push({
                    matcher: '=',
                    modifier: null,
                    name: 'id',
                    namespace: null,
                    specificity: [0, 1, 0],
                    type: 'attrValue',
                    value: sel.name,
                });
                break;
            case 'combinator':
                reduceSelectorVariants(sel.left);
                newList.push(sel);
                break;
            case 'universal':
                break;
            default:
                newList.push(sel);
                break;
        }
    });
    ast.list = newList;
}
function weave(items) {
    const branches = [];
    while (items.length) {
        const topKind = findTopKey(items, (_sel) => true, getSelectorKind);
        const { matches, nonMatches, empty } = breakByKind(items, topKind);
        items = nonMatches;
        if (matches.length) {
            branches.push(branchOfKind(topKind, matches));
        }
        if (empty.length) {
            branches.push(...terminate(empty));
        }
    }
    return branches;
}
function terminate(items) {
    const results = [];
    for (const item of items) {
        const terminal = item.terminal;
        if (terminal.type === 'terminal') {
            results.push(terminal);
        }
        else {
            const { matches, rest } = partition(terminal.cont, (node) => node.type === 'terminal');
            matches.forEach(node => results.push(node));
            if (rest.length) {
                terminal.cont = rest;
                results.push(terminal);
            }
        }
    }
    return results;
}
function breakByKind(items, selectedKind) {
    const matches = [];
    const nonMatches = [];
    const empty = [];
    for (const item of items) {
        const simpleSelectors = item.ast.list;
        if (simpleSelectors.length) {
            const isMatch = simpleSelectors.some(node => getSelectorKind(node) === selectedKind);
            (isMatch ? matches : nonMatches).push(item);
        }
        else {
            empty.push(item);
        }
    }
    return { matches, nonMatches, empty };
}
function getSelectorKind(sel) {
    switch (sel.type) {
        case 'attrPresence':
            return `attrPresence ${sel.name}`;
        case 'attrValue':
            return `attrValue ${sel.name}`;
        case 'pc':
            return `pc ${sel.name}`;
        case 'combinator':
            return `combinator ${sel.combinator}`;
        default:
            return sel.type;
    }
}
function branchOfKind(kind, items) {
    if (kind === 'tag') {
        return tagNameBranch(items);
    }
    if (kind.startsWith('attrValue ')) {
        return attrValueBranch(kind.substring(10), items);
    }
    if (kind.startsWith('attrPresence ')) {
        return attrPresenceBranch(kind.substring(13), items);
    }
    if (kind.startsWith('pc ')) {
        return pseudoClassBranch(kind.substring(3), items);
    }
    if (kind === 'combinator >') {
        return combinatorBranch('>', items);
    }
    if (kind === 'combinator +') {
        return combinatorBranch('+', items);
    }
    throw new Error(`Unsupported selector kind: ${kind}`);
}
function tagNameBranch(items) {
    const groups = spliceAndGroup(items, (x) => x.type === 'tag', x => x.name);
    const variants = Object.entries(groups).map(([name, group]) => ({
        type: 'variant',
        value: name,
        cont: weave(group.items),
    }));
    return {
        type: 'tagName',
        variants: variants,
    };
}
function attrPresenceBranch(name, items) {
    for (const item of items) {
        spliceSimpleSelector(item, (x) => (x.type === 'attrPresence') && (x.name === name));
    }
    return {
        type: 'attrPresence',
        name: name,
        cont: weave(items),
    };
}
function attrValueBranch(name, items) {
    const groups = spliceAndGroup(items, (x) => (x.type === 'attrValue') && (x.name === name), x => `${x.matcher} ${x.modifier || ''} ${x.value}`);
    const matchers = [];
    for (const group of Object.values(groups)) {
        const sel = group.oneSimpleSelector;
        matchers.push({
            type: 'matcher',
            matcher: sel.matcher,
            modifier: sel.modifier,
            value: sel.value,
            predicate: getAttrValuePredicate(sel),
            cont: weave(group.items),
        });
    }
    return {
        type: 'attrValue',
        name: name,
        matchers: matchers,
    };
}
function getAttrValuePredicate(sel) {
    if (sel.modifier === 'i') {
        const expected = sel.value.toLowerCase();
        switch (sel.matcher) {
            case '=':
                return actual => expected === actual.toLowerCase();
            case '~=':
                return actual => actual.toLowerCase().split(/[ \t]+/).includes(expected);
            case '^=':
                return actual => actual.toLowerCase().startsWith(expected);
            case '$=':
                return actual => actual.toLowerCase().endsWith(expected);
            case '*=':
                return actual => actual.toLowerCase().includes(expected);
            case '|=':
                return (actual) => {
                    const lower = actual.toLowerCase();
                    return (expected === lower) || (lower.startsWith(expected) && lower[expected.length] === '-');
                };
        }
    }
    else {
        const expected = sel.value;
        switch (sel.matcher) {
            case '=':
                return actual => expected === actual;
            case '~=':
                return actual => actual.split(/[ \t]+/).includes(expected);
            case '^=':
                return actual => actual.startsWith(expected);
            case '$=':
                return actual => actual.endsWith(expected);
            case '*=':
                return actual => actual.includes(expected);
            case '|=':
                return actual => (expected === actual) || (actual.startsWith(expected) && actual[expected.length] === '-');
        }
    }
}
function pseudoClassBranch(name, items) {
    if (name !== 'empty'
        && name !== 'only-child'
        && name !== 'first-child'
        && name !== 'last-child'
        && name !== 'any-link') {
        throw new Error(`Unsupported pseudo-class: :${name}`);
    }
    for (const item of items) {
        spliceSimpleSelector(item, (x) => (x.type === 'pc') && (x.name === name));
    }
    return {
        type: 'pseudoClass',
        name: name,
        cont: weave(items),
    };
}
function combinatorBranch(combinator, items) {
    const groups = spliceAndGroup(items, (x) => (x.type === 'combinator') && (x.combinator === combinator), x => serialize(x.left));
    const leftItems = [];
    for (const group of Object.values(groups)) {
        const rightCont = weave(group.items);
        const leftAst = group.oneSimpleSelector.left;
        leftItems.push({
            ast: leftAst,
            terminal: { type: 'popElement', cont: rightCont },
        });
    }
    return {
        type: 'pushElement',
        combinator: combinator,
        cont: weave(leftItems),
    };
}
function spliceAndGroup(items, predicate, keyCallback) {
    const groups = {};
    while (items.length) {
        const bestKey = findTopKey(items, predicate, keyCallback);
        const bestKeyPredicate = (sel) => predicate(sel) && keyCallback(sel) === bestKey;
        const hasBestKeyPredicate = (item) => item.ast.list.some(bestKeyPredicate);
        const { matches, rest } = partition(items, hasBestKeyPredicate);
        let oneSimpleSelector = null;
        for (const item of matches) {
            const splicedNode = spliceSimpleSelector(item, bestKeyPredicate);
            if (!oneSimpleSelector) {
                oneSimpleSelector = splicedNode;
            }
        }
        if (oneSimpleSelector == null) {
            throw new Error('No simple selector is found.');
        }
        groups[bestKey] = { oneSimpleSelector: oneSimpleSelector, items: matches };
        items = rest;
    }
    return groups;
}
function spliceSimpleSelector(item, predicate) {
    const simpleSelectors = item.ast.list;
    const matches = new Array(simpleSelectors.length);
    let firstIndex = -1;
    for (let i = simpleSelectors.length; i-- > 0;) {
        if (predicate(simpleSelectors[i])) {
            matches[i] = true;
            firstIndex = i;
        }
    }
    if (firstIndex == -1) {
        throw new Error(`Couldn't find the required simple selector.`);
    }
    const result = simpleSelectors[firstIndex];
    item.ast.list = simpleSelectors.filter((_, i) => !matches[i]);
    return result;
}
function findTopKey(items, predicate, keyCallback) {
    const candidates = {};
    for (const item of items) {
        const candidates1 = {};
        for (const node of item.ast.list.filter(predicate)) {
            candidates1[keyCallback(node)] = true;
        }
        for (const key of Object.keys(candidates1)) {
            if (candidates[key]) {
                candidates[key]++;
            }
            else {
                candidates[key] = 1;
            }
        }
    }
    let topKind = '';
    let topCounter = 0;
    for (const entry of Object.entries(candidates)) {
        if (entry[1] > topCounter) {
            topKind = entry[0];
            topCounter = entry[1];
        }
    }
    return topKind;
}
function partition(src, predicate) {
    const matches = [];
    const rest = [];
    for (const x of src) {
        if (predicate(x)) {
            matches.push(x);
        }
        else {
            rest.push(x);
        }
    }
    return { matches, rest };
}

class Picker {
    f;
    constructor(f) {
        this.f = f;
    }
    pickAll(el) {
        return this.f(el);
    }
    pick1(el, preferFirst = false) {
        const results = this.f(el);
        const len = results.length;
        if (len === 0) {
            return null;
        }
        if (len === 1) {
            return results[0].value;
        }
        const comparator = (preferFirst)
            ? comparatorPreferFirst
            : comparatorPreferLast;
        let result = results[0];
        for (let i = 1; i < len; i++) {
            const next = results[i];
            if (comparator(result, next)) {
                result = next;
            }
        }
        return result.value;
    }
}
function comparatorPreferFirst(acc, next) {
    const diff = compareSpecificity(next.specificity, acc.specificity);
    return diff > 0 || (diff === 0 && next.index < acc.index);
}
function comparatorPreferLast(acc, next) {
    const diff = compareSpecificity(next.specificity, acc.specificity);
    return diff > 0 || (diff === 0 && next.index > acc.index);
}



;// CONCATENATED MODULE: ./node_modules/@selderee/plugin-htmlparser2/lib/hp2-builder.mjs




function hp2Builder(nodes) {
    return new Picker(handleArray(nodes));
}
function handleArray(nodes) {
    const matchers = nodes.map(handleNode);
    return (el, ...tail) => matchers.flatMap(m => m(el, ...tail));
}
function handleNode(node) {
    switch (node.type) {
        case 'terminal': {
            const result = [node.valueContainer];
            return () => result;
        }
        case 'tagName':
            return handleTagName(node);
        case 'attrValue':
            return handleAttrValueName(node);
        case 'attrPresence':
            return handleAttrPresenceName(node);
        case 'pseudoClass':
            return handlePseudoClassNode(node);
        case 'pushElement':
            return handlePushElementNode(node);
        case 'popElement':
            return handlePopElementNode(node);
    }
}
function handleTagName(node) {
    const variants = {};
    for (const variant of node.variants) {
        variants[variant.value] = handleArray(variant.cont);
    }
    return (el, ...tail) => {
        const continuation = variants[el.name];
        return (continuation) ? continuation(el, ...tail) : [];
    };
}
function handleAttrPresenceName(node) {
    const attrName = node.name;
    const continuation = handleArray(node.cont);
    return (el, ...tail) => (Object.prototype.hasOwnProperty.call(el.attribs, attrName))
        ? continuation(el, ...tail)
        : [];
}
function handleAttrValueName(node) {
    const callbacks = [];
    for (const matcher of node.matchers) {
        const predicate = matcher.predicate;
        const continuation = handleArray(matcher.cont);
        callbacks.push((attr, el, ...tail) => (predicate(attr) ? continuation(el, ...tail) : []));
    }
    const attrName = node.name;
    return (el, ...tail) => {
        const attr = el.attribs[attrName];
        return (attr || attr === '')
            ? callbacks.flatMap(cb => cb(attr, el, ...tail))
            : [];
    };
}
function handlePseudoClassNode(node) {
    const continuation = handleArray(node.cont);
    const predicate = pseudoClassPredicates[node.name];
    if (!predicate) {
        throw new Error(`Unsupported pseudo-class: :${node.name}`);
    }
    return (el, ...tail) => predicate(el) ? continuation(el, ...tail) : [];
}
const pseudoClassPredicates = {
    'empty': isEmptyElement,
    'only-child': isOnlyChildElement,
    'first-child': isFirstChildElement,
    'last-child': isLastChildElement,
    'any-link': isAnyLinkElement,
};
function isEmptyElement(el) {
    for (const child of el.children) {
        if ((0,esm/* isTag */.dz)(child)) {
            return false;
        }
        if (child.type === lib_esm/* ElementType */.RJ.Text || child.type === lib_esm/* ElementType */.RJ.CDATA) {
            return false;
        }
    }
    return true;
}
function isOnlyChildElement(el) {
    return getPrecedingElement(el) === null && getFollowingElement(el) === null;
}
function isFirstChildElement(el) {
    return getPrecedingElement(el) === null;
}
function isLastChildElement(el) {
    return getFollowingElement(el) === null;
}
function isAnyLinkElement(el) {
    return (el.name === 'a' || el.name === 'area')
        && Object.prototype.hasOwnProperty.call(el.attribs, 'href');
}
function handlePushElementNode(node) {
    const continuation = handleArray(node.cont);
    const leftElementGetter = (node.combinator === '+')
        ? getPrecedingElement
        : getParentElement;
    return (el, ...tail) => {
        const next = leftElementGetter(el);
        if (next === null) {
            return [];
        }
        return continuation(next, el, ...tail);
    };
}
const getPrecedingElement = (el) => {
    const prev = el.prev;
    if (prev === null) {
        return null;
    }
    return ((0,esm/* isTag */.dz)(prev)) ? prev : getPrecedingElement(prev);
};
const getFollowingElement = (el) => {
    const next = el.next;
    if (next === null) {
        return null;
    }
    return ((0,esm/* isTag */.dz)(next)) ? next : getFollowingElement(next);
};
const getParentElement = (el) => {
    const parent = el.parent;
    return (parent && (0,esm/* isTag */.dz)(parent)) ? parent : null;
};
function handlePopElementNode(node) {
    const continuation = handleArray(node.cont);
    return (_el, next, ...tail) => continuation(next, ...tail);
}



// EXTERNAL MODULE: ./node_modules/htmlparser2/dist/esm/index.js + 15 modules
var dist_esm = __webpack_require__(93225);
// EXTERNAL MODULE: ./node_modules/dom-serializer/lib/esm/index.js + 9 modules
var dom_serializer_lib_esm = __webpack_require__(39206);
;// CONCATENATED MODULE: ./node_modules/deepmerge-ts/dist/index.mjs
/**
 * Special values that tell deepmerge to perform a certain action.
 */
const actions = {
    defaultMerge: Symbol("deepmerge-ts: default merge"),
    skip: Symbol("deepmerge-ts: skip"),
};
/**
 * Special values that tell deepmergeInto to perform a certain action.
 */
const actionsInto = {
    defaultMerge: actions.defaultMerge,
};

/**
 * Returns an empty container of the same outward type as `value`. Used when
 * `deepmergeInto` recurses through a property the target does not have, so
 * the recursion has a place to write its result without aliasing any source's
 * nested array/set/map.
 *
 * @param value - A representative value (the kind to copy structurally).
 * @returns A fresh `Array` / `Set` / `Map` / `Record` (or `value` itself if it
 * is not one of those types).
 */
function emptyLike(value) {
    if (Array.isArray(value)) {
        return [];
    }
    if (value instanceof Set) {
        return new Set();
    }
    if (value instanceof Map) {
        return new Map();
    }
    if (typeof value === "object" && value !== null) {
        return {};
    }
    return value;
}
/**
 * The default function to update meta data.
 *
 * It builds and updates the hierarchy tree.
 *
 * @param previousMeta - The previous meta data.
 * @param mergeInfo - Meta information about the current merge state.
 * @returns The updated meta data.
 */
function defaultMetaDataUpdater(previousMeta, mergeInfo) {
    const ancestor = {
        key: mergeInfo.key,
        parents: mergeInfo.parents,
        values: mergeInfo.values,
        result: mergeInfo.result,
    };
    const prevHierarchy = previousMeta?.hierarchy;
    return {
        ...ancestor,
        hierarchy: prevHierarchy === undefined ? [ancestor] : [...prevHierarchy, ancestor],
    };
}
/**
 * The default function to update meta data in fast mode.
 *
 * It doesn't track any meta data.
 *
 * @param previousMeta - The previous meta data.
 * @param mergeInfo - Meta information about the current merge state.
 * @returns The updated meta data (undefined).
 */
function defaultMetaDataUpdaterFast(previousMeta, mergeInfo) {
    return undefined;
}
/**
 * The default function to filter values.
 *
 * It filters out undefined values.
 *
 * @param values - The values to filter.
 * @param meta - The meta data.
 * @returns The filtered values.
 */
function defaultFilterValues(values, meta) {
    // Fast path: avoid allocating a new array when no undefined values exist.
    return values.includes(undefined) ? values.filter((value) => value !== undefined) : values;
}
/**
 * Check if the custom merge result should fall back to the default merge function.
 *
 * @param utils - The utils.
 * @param fallback - The name of the fallback merge function.
 * @param result - The result of the custom merge function.
 * @returns Whether to use the default merge function.
 */
function shouldFallbackToDefault(utils, fallback, result) {
    return (result === actions.defaultMerge ||
        (utils.useImplicitDefaultMerging &&
            result === undefined &&
            utils.mergeFunctions[fallback] !== utils.defaultMergeFunctions[fallback]));
}
/**
 * Resolve custom merge functions from user options.
 *
 * @param options - The options passed by the user.
 * @param defaultMergeFunctions - The default merge functions.
 * @returns The resolved merge functions.
 */
function resolveCustomMergeFunctions(options, defaultMergeFunctions) {
    return {
        ...defaultMergeFunctions,
        ...Object.fromEntries(Object.entries(options)
            .filter(([key]) => Object.hasOwn(defaultMergeFunctions, key))
            .map(([key, option]) => option === false
            ? [key, defaultMergeFunctions.mergeOthers]
            : typeof option === "function"
                ? [key, option]
                : [key, defaultMergeFunctions[key]])),
    };
}
/**
 * The default strategy to merge arrays.
 *
 * @param values - The arrays.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged array.
 */
function mergeArrays$1(values, utils, meta) {
    return values.flat();
}
/**
 * The default strategy to merge sets.
 *
 * @param values - The sets.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged set.
 */
function mergeSets$1(values, utils, meta) {
    const result = new Set();
    for (const set of values) {
        for (const element of set) {
            result.add(element);
        }
    }
    return result;
}
/**
 * The default strategy to merge other things.
 *
 * @param values - The other things.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged value.
 */
function mergeOthers$1(values, utils, meta) {
    return values.at(-1);
}
/**
 * The default strategy to merge arrays into a target array.
 *
 * @param mut_target - The target to merge into.
 * @param values - The arrays (including the target's value if there is one).
 */
function mergeArraysInto$1(mut_target, values) {
    // Build the merged array.
    const result = [];
    for (const value of values) {
        const arr = value;
        for (const element of arr) {
            result.push(element);
        }
    }
    // Mutate the target container in place. At the top level this preserves
    // the user's target reference; in the recursion `mut_target.value` is
    // either the user's target's nested array (so the same in-place semantic
    // applies) or a clone we made ourselves, so the source can never be
    // touched through this assignment.
    const target = mut_target.value;
    target.splice(0, target.length, ...result);
}
/**
 * The default strategy to merge sets into a target set.
 *
 * @param mut_target - The target to merge into.
 * @param values - The sets (including the target's value if there is one).
 */
function mergeSetsInto$1(mut_target, values) {
    // Build the merged set.
    const result = new Set();
    for (const value_ of values) {
        for (const value of value_) {
            result.add(value);
        }
    }
    // Mutate the target set in place. See `mergeArraysInto` for the rationale
    // about why this is safe at recursion (the recursion only runs against
    // the target's nested container or a clone we made, never a source).
    const target = mut_target.value;
    target.clear();
    for (const value of result) {
        target.add(value);
    }
}
/**
 * The default strategy to merge other things into a target.
 *
 * @param mut_target - The target to merge into.
 * @param values - The other things.
 */
function mergeOthersInto$1(mut_target, values) {
    // Idempotent for non-containers: assigning the leaf value mutates only
    // the wrapper's `.value` slot (a property on our own object), so this is
    // safe at recursion regardless of where the wrapper originated.
    mut_target.value = values.at(-1);
}

/**
 * The different types of objects deepmerge-ts support.
 */
var ObjectType;
(function (ObjectType) {
    ObjectType[ObjectType["NOT"] = 0] = "NOT";
    ObjectType[ObjectType["RECORD"] = 1] = "RECORD";
    ObjectType[ObjectType["ARRAY"] = 2] = "ARRAY";
    ObjectType[ObjectType["SET"] = 3] = "SET";
    ObjectType[ObjectType["MAP"] = 4] = "MAP";
    ObjectType[ObjectType["OTHER"] = 5] = "OTHER";
})(ObjectType || (ObjectType = {}));
/**
 * Get the type of the given object.
 *
 * @param object - The object to get the type of.
 * @returns The type of the given object.
 */
function getObjectType(object) {
    if (typeof object !== "object" || object === null) {
        return ObjectType.NOT;
    }
    if (Array.isArray(object)) {
        return ObjectType.ARRAY;
    }
    if (isRecord(object)) {
        return ObjectType.RECORD;
    }
    if (object instanceof Set) {
        return ObjectType.SET;
    }
    if (object instanceof Map) {
        return ObjectType.MAP;
    }
    return ObjectType.OTHER;
}
/**
 * Get the keys of the given object(s) including symbol keys.
 * If an array is given, the keys of all the objects within the array are returned.
 *
 * Note: Only keys to enumerable properties are returned.
 *
 * @deprecated Use `getKeysOfObjects` instead.
 * @param objects - An array of objects to get the keys of.
 * @returns A set containing all the keys of all the given objects.
 */
const getKeys = (/* unused pure expression or super */ null && (getKeysOfObjects));
/**
 * Get the keys of the given objects including symbol keys.
 *
 * Note: Only keys to enumerable properties are returned.
 *
 * @param objects - An array of objects to get the keys of.
 * @returns A set containing all the keys of all the given objects.
 */
function getKeysOfObjects(objects) {
    const keys = new Set();
    for (const currentObject of objects) {
        const stringKeys = Object.keys(currentObject);
        for (const stringKey of stringKeys) {
            keys.add(stringKey);
        }
        const symbols = Object.getOwnPropertySymbols(currentObject);
        // Fast path: skip symbol iteration when the object has no own symbols.
        if (symbols.length > 0) {
            for (const symbol of symbols) {
                if (Object.prototype.propertyIsEnumerable.call(currentObject, symbol)) {
                    keys.add(symbol);
                }
            }
        }
    }
    return keys;
}
/**
 * Get the keys of the given object.
 *
 * Note: Only keys to enumerable properties are returned.
 *
 * @param object - The object to get the keys of.
 * @returns The keys of the given object.
 */
function getKeysOfObject(object) {
    const symbols = Object.getOwnPropertySymbols(object).filter((symbol) => Object.prototype.propertyIsEnumerable.call(object, symbol));
    return [...Object.keys(object), ...symbols];
}
/**
 * Does the given object have the given property.
 *
 * @param object - The object to test.
 * @param property - The property to test.
 * @returns Whether the object has the property.
 */
function objectHasProperty(object, property) {
    return typeof object === "object" && Object.prototype.propertyIsEnumerable.call(object, property);
}
/**
 * Does the given object appear to be a record.
 *
 * @param value - The object to check.
 * @returns Whether the object is a record.
 */
function isRecord(value) {
    // Fast path: Objects created via `{}` (whose prototype is `Object.prototype`)
    // or `Object.create(null)` (whose prototype is `null`) are plain records.
    // Assumes that standard plain objects do not have modified prototypes.
    const prototype = Object.getPrototypeOf(value);
    if (prototype === null || prototype === Object.prototype) {
        return true;
    }
    // All records are objects.
    const objectToString = Object.prototype.toString.call(value);
    if (objectToString !== "[object Object]" && objectToString !== "[object Module]") {
        return false;
    }
    const { constructor } = value;
    // If has modified constructor.
    // eslint-disable-next-line ts/no-unnecessary-condition
    if (constructor === undefined) {
        return true;
    }
    const constructorPrototype = constructor.prototype;
    // If has modified prototype.
    if (constructorPrototype === null || typeof constructorPrototype !== "object") {
        return false;
    }
    const constructorToString = Object.prototype.toString.call(constructorPrototype);
    if (constructorToString !== "[object Object]" && constructorToString !== "[object Module]") {
        return false;
    }
    // If constructor does not have an Object-specific method.
    if (!Object.hasOwn(constructorPrototype, "isPrototypeOf")) {
        return false;
    }
    // Most likely a record.
    return true;
}
/**
 * If the given object is a cyclic reference in its ancestor tree, return how far down the ancestor tree the object is from its first occurrence. Otherwise, return 0.
 *
 * @param object - The object to check.
 * @param hierarchy - The hierarchy of the object.
 * @param index - The index of the object (or ancestor of) within the original values passed to the merge function.
 * @returns The cyclic reference depth of the object if it is a cyclic reference, or 0 if it is not.
 */
function getCyclicReferenceDepth(object, hierarchy, index) {
    // If there is no hierarchy, then there can be no cyclic reference.
    if (hierarchy === undefined || hierarchy.length === 0) {
        return 0;
    }
    let mut_depth = 1;
    // Check if the child is an ancestor of itself.
    for (let mut_index = hierarchy.length - 1; mut_index >= 0; mut_index--) {
        const { parents } = hierarchy[mut_index];
        if (parents[index] === object || parents.includes(object)) {
            return mut_depth;
        }
        mut_depth += 1;
    }
    return 0;
}
/**
 * Get the hierarchy array from the given meta data if present.
 *
 * @param meta - The meta data.
 * @returns The hierarchy array or undefined.
 */
function getMetaDataHierarchy(meta) {
    return meta?.hierarchy;
}

/**
 * The default strategy to merge records.
 *
 * @param values - The records.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged records.
 */
function mergeRecords$1(values, utils, meta) {
    if (values.length === 2) {
        const result = {};
        // Fast path for 2 records: avoid building a union key set and per-key value
        // arrays. Only the keys present in each record are iterated.
        const mergeProperty = (key, propValues) => {
            const updatedMeta = utils.metaDataUpdater(meta, {
                key,
                parents: values,
                values: propValues,
                result,
            });
            const propertyResult = mergeUnknowns(propValues, utils, updatedMeta);
            if (propertyResult === actions.skip) {
                return;
            }
            if (key === "__proto__") {
                Object.defineProperty(result, key, {
                    value: propertyResult,
                    configurable: true,
                    enumerable: true,
                    writable: true,
                });
            }
            else {
                result[key] = propertyResult;
            }
        };
        const firstValue = values[0];
        const secondValue = values[1];
        for (const key of getKeysOfObject(firstValue)) {
            mergeProperty(key, objectHasProperty(secondValue, key) ? [firstValue[key], secondValue[key]] : [firstValue[key]]);
        }
        for (const key of getKeysOfObject(secondValue)) {
            if (!objectHasProperty(firstValue, key)) {
                mergeProperty(key, [secondValue[key]]);
            }
        }
        return result;
    }
    return mergeRecordsGeneral(values, utils, meta);
}
/**
 * The default strategy to merge 3 or more records.
 *
 * @param values - The records.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged records.
 */
function mergeRecordsGeneral(values, utils, meta) {
    const result = {};
    for (const key of getKeysOfObjects(values)) {
        const propValues = [];
        for (const value of values) {
            if (objectHasProperty(value, key)) {
                propValues.push(value[key]);
            }
        }
        const updatedMeta = utils.metaDataUpdater(meta, {
            key,
            parents: values,
            values: propValues,
            result,
        });
        const propertyResult = mergeUnknowns(propValues, utils, updatedMeta);
        if (propertyResult === actions.skip) {
            continue;
        }
        if (key === "__proto__") {
            Object.defineProperty(result, key, {
                value: propertyResult,
                configurable: true,
                enumerable: true,
                writable: true,
            });
        }
        else {
            result[key] = propertyResult;
        }
    }
    return result;
}
/**
 * The default strategy to merge maps.
 *
 * @param values - The maps.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged map.
 */
function mergeMaps$1(values, utils, meta) {
    const result = new Map();
    const valuesByKey = new Map();
    for (const map of values) {
        for (const [key, value] of map) {
            const mut_keyValues = valuesByKey.get(key);
            if (mut_keyValues === undefined) {
                valuesByKey.set(key, [value]);
            }
            else {
                mut_keyValues.push(value);
            }
        }
    }
    for (const [key, keyValues] of valuesByKey) {
        const updatedMeta = utils.metaDataUpdater(meta, {
            key,
            parents: values,
            values: keyValues,
            result,
        });
        const keyResult = mergeUnknowns(keyValues, utils, updatedMeta);
        if (keyResult === actions.skip) {
            continue;
        }
        result.set(key, keyResult);
    }
    return result;
}
/**
 * Resolve any cyclic references within a non-cyclic object pointing to ancestors in meta.hierarchy.
 *
 * @param value - The value to resolve circular references for.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The resolved value.
 */
function resolveCyclicReferences(value, utils, meta) {
    if (typeof value !== "object" || value === null) {
        return value;
    }
    const hierarchy = getMetaDataHierarchy(meta);
    const depth = getCyclicReferenceDepth(value, hierarchy, 0);
    if (hierarchy !== undefined && depth > 0) {
        return hierarchy[hierarchy.length - depth]?.result;
    }
    const type = getObjectType(value);
    if (type === ObjectType.RECORD) {
        const record = value;
        let mut_changed = false;
        const result = {};
        for (const key of getKeysOfObject(record)) {
            const propVal = record[key];
            const updatedMeta = utils.metaDataUpdater(meta, {
                key,
                parents: [record],
                values: [propVal],
                result,
            });
            const resolvedProp = resolveCyclicReferences(propVal, utils, updatedMeta);
            if (resolvedProp !== propVal) {
                mut_changed = true;
            }
            if (key === "__proto__") {
                Object.defineProperty(result, key, {
                    value: resolvedProp,
                    configurable: true,
                    enumerable: true,
                    writable: true,
                });
            }
            else {
                result[key] = resolvedProp;
            }
        }
        return mut_changed ? result : value;
    }
    return value;
}
/**
 * The default strategy to merge circular references.
 *
 * @param values - The circular references.
 * @param cyclicDepths - The depth of each circular reference.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged circular references.
 */
function mergeCircularReferences$1(values, cyclicDepths, utils, meta) {
    const depth = cyclicDepths[0];
    const hierarchy = getMetaDataHierarchy(meta);
    for (let mut_index = 1; mut_index < values.length; mut_index++) {
        if (cyclicDepths[mut_index] !== depth) {
            const lastCyclicDepth = cyclicDepths.at(-1);
            return (lastCyclicDepth === 0
                ? resolveCyclicReferences(values.at(-1), utils, meta)
                : hierarchy?.[hierarchy.length - lastCyclicDepth]?.result);
        }
    }
    return hierarchy?.[hierarchy.length - depth]?.result;
}
/**
 * The merge functions.
 */
const mergeFunctions = {
    mergeRecords: mergeRecords$1,
    mergeArrays: mergeArrays$1,
    mergeSets: mergeSets$1,
    mergeMaps: mergeMaps$1,
    mergeCircularReferences: mergeCircularReferences$1,
    mergeOthers: mergeOthers$1,
};

const defaultDeepmerge = /* #__PURE__ */ (/* unused pure expression or super */ null && (deepmergeCustom()));
/**
 * Deeply merge objects.
 *
 * @param objects - The objects to merge.
 * @returns The merged result.
 */
function deepmerge(...objects) {
    return defaultDeepmerge(...objects);
}
function deepmergeCustom(options = {}, rootMetaData) {
    const utils = getUtils$1(options, customizedDeepmerge);
    /**
     * The customized deepmerge function.
     *
     * @param objects - The objects to merge.
     * @returns The merged result.
     */
    function customizedDeepmerge(...objects) {
        return mergeUnknowns(objects, utils, rootMetaData ?? undefined);
    }
    return customizedDeepmerge;
}
/**
 * Get the utils that are available to the merge functions.
 *
 * @param options - The options the user specified.
 * @param customizedDeepmerge - The customized deepmerge function.
 * @returns The merge utils.
 */
function getUtils$1(options, customizedDeepmerge) {
    const defaultMergeFns = mergeFunctions;
    const defaultMetaDataUpd = defaultMetaDataUpdater;
    return {
        defaultMergeFunctions: defaultMergeFns,
        mergeFunctions: resolveCustomMergeFunctions(options, defaultMergeFns),
        metaDataUpdater: typeof options.metaDataUpdater === "function" ? options.metaDataUpdater : defaultMetaDataUpd,
        deepmerge: customizedDeepmerge,
        useImplicitDefaultMerging: options.enableImplicitDefaultMerging ?? false,
        filterValues: options.filterValues === false
            ? undefined
            : typeof options.filterValues === "function"
                ? options.filterValues
                : defaultFilterValues,
        maxDepth: typeof options.maxDepth === "number" && !Number.isNaN(options.maxDepth) && options.maxDepth >= 0
            ? options.maxDepth
            : 1000,
        actions,
    };
}
/**
 * Merge unknown things.
 *
 * @param values - The values.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged result.
 */
function mergeUnknowns(values, utils, meta) {
    const filteredValues = utils.filterValues?.(values, meta) ?? values;
    if (filteredValues.length === 0) {
        return undefined;
    }
    const hierarchy = getMetaDataHierarchy(meta);
    const currentDepth = hierarchy?.length ?? (typeof meta === "number" ? meta : (meta?.depth ?? 0));
    if (utils.maxDepth !== undefined && currentDepth >= utils.maxDepth) {
        return mergeOthers(filteredValues, utils, meta);
    }
    if (filteredValues.length === 1) {
        if (hierarchy !== undefined) {
            const depth = getCyclicReferenceDepth(filteredValues[0], hierarchy, 0);
            if (depth > 0) {
                return (hierarchy[hierarchy.length - depth]?.result ??
                    hierarchy[hierarchy.length - depth]?.parents[0]);
            }
        }
        return mergeOthers(filteredValues, utils, meta);
    }
    const type = getObjectType(filteredValues[0]);
    if (type !== ObjectType.NOT && type !== ObjectType.OTHER) {
        if (filteredValues.length === 2) {
            // Fast path: avoid dynamic array allocations and loop overhead for 2 elements.
            if (getObjectType(filteredValues[1]) !== type) {
                return mergeOthers(filteredValues, utils, meta);
            }
            const d0 = getCyclicReferenceDepth(filteredValues[0], hierarchy, 0);
            const d1 = getCyclicReferenceDepth(filteredValues[1], hierarchy, 1);
            if (d0 !== 0 || d1 !== 0) {
                return mergeCircularReferences(filteredValues, [d0, d1], utils, meta);
            }
        }
        else {
            // Slow path: 3 or more elements require dynamic array allocations and full iteration.
            // eslint-disable-next-line unicorn/no-new-array -- We know the final length of the array.
            const cyclicDepths = new Array(filteredValues.length);
            cyclicDepths[0] = getCyclicReferenceDepth(filteredValues[0], hierarchy, 0);
            for (let mut_index = 1; mut_index < filteredValues.length; mut_index++) {
                // If the object types are different, then we can't merge them.
                if (getObjectType(filteredValues[mut_index]) !== type) {
                    return mergeOthers(filteredValues, utils, meta);
                }
                // Check if the object is a cyclic reference.
                cyclicDepths[mut_index] = getCyclicReferenceDepth(filteredValues[mut_index], hierarchy, mut_index);
            }
            if (cyclicDepths.some((depth) => depth !== 0)) {
                return mergeCircularReferences(filteredValues, cyclicDepths, utils, meta);
            }
        }
    }
    switch (type) {
        case ObjectType.RECORD: {
            return mergeRecords(filteredValues, utils, meta);
        }
        case ObjectType.ARRAY: {
            return mergeArrays(filteredValues, utils, meta);
        }
        case ObjectType.SET: {
            return mergeSets(filteredValues, utils, meta);
        }
        case ObjectType.MAP: {
            return mergeMaps(filteredValues, utils, meta);
        }
        default: {
            return mergeOthers(filteredValues, utils, meta);
        }
    }
}
/**
 * Merge records.
 *
 * @param values - The records.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged result.
 */
function mergeRecords(values, utils, meta) {
    const result = utils.mergeFunctions.mergeRecords(values, utils, meta);
    if (shouldFallbackToDefault(utils, "mergeRecords", result)) {
        return utils.defaultMergeFunctions.mergeRecords(values, utils, meta);
    }
    return result;
}
/**
 * Merge arrays.
 *
 * @param values - The arrays.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged result.
 */
function mergeArrays(values, utils, meta) {
    const result = utils.mergeFunctions.mergeArrays(values, utils, meta);
    if (shouldFallbackToDefault(utils, "mergeArrays", result)) {
        return utils.defaultMergeFunctions.mergeArrays(values);
    }
    return result;
}
/**
 * Merge sets.
 *
 * @param values - The sets.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged result.
 */
function mergeSets(values, utils, meta) {
    const result = utils.mergeFunctions.mergeSets(values, utils, meta);
    if (shouldFallbackToDefault(utils, "mergeSets", result)) {
        return utils.defaultMergeFunctions.mergeSets(values);
    }
    return result;
}
/**
 * Merge maps.
 *
 * @param values - The maps.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged result.
 */
function mergeMaps(values, utils, meta) {
    const result = utils.mergeFunctions.mergeMaps(values, utils, meta);
    if (shouldFallbackToDefault(utils, "mergeMaps", result)) {
        return utils.defaultMergeFunctions.mergeMaps(values, utils, meta);
    }
    return result;
}
/**
 * Merge circular references.
 *
 * @param values - The circular references.
 * @param cyclicDepths - The depth of each circular reference.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged result.
 */
function mergeCircularReferences(values, cyclicDepths, utils, meta) {
    const result = utils.mergeFunctions.mergeCircularReferences(values, cyclicDepths, utils, meta);
    if (shouldFallbackToDefault(utils, "mergeCircularReferences", result)) {
        return utils.defaultMergeFunctions.mergeCircularReferences(values, cyclicDepths, utils, meta);
    }
    return result;
}
/**
 * Merge other things.
 *
 * @param values - The other things.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The merged result.
 */
function mergeOthers(values, utils, meta) {
    const result = utils.mergeFunctions.mergeOthers(values, utils, meta);
    if (shouldFallbackToDefault(utils, "mergeOthers", result)) {
        return utils.defaultMergeFunctions.mergeOthers(values);
    }
    return result;
}

/**
 * The fast default strategy to merge records without circular reference checks or depth limits.
 *
 * Assumes input is trusted and non-circular.
 *
 * @param values - The records.
 * @param utils - The utils.
 * @returns The merged records.
 */
function mergeRecordsFast$1(values, utils) {
    if (values.length === 2) {
        const result = {};
        // Fast path for 2 records: avoid building a union key set and per-key value
        // arrays. Only the keys present in each record are iterated.
        const mergeProperty = (key, propValues) => {
            const propertyResult = mergeUnknownsFast(propValues, utils);
            if (propertyResult === actions.skip) {
                return;
            }
            result[key] = propertyResult;
        };
        const firstValue = values[0];
        const secondValue = values[1];
        for (const key of getKeysOfObject(firstValue)) {
            mergeProperty(key, objectHasProperty(secondValue, key) ? [firstValue[key], secondValue[key]] : [firstValue[key]]);
        }
        for (const key of getKeysOfObject(secondValue)) {
            if (!objectHasProperty(firstValue, key)) {
                mergeProperty(key, [secondValue[key]]);
            }
        }
        return result;
    }
    return mergeRecordsFastGeneral(values, utils);
}
/**
 * The fast default strategy to merge 3 or more records without circular reference checks or depth limits.
 *
 * Assumes input is trusted and non-circular.
 *
 * @param values - The records.
 * @param utils - The utils.
 * @returns The merged records.
 */
function mergeRecordsFastGeneral(values, utils) {
    const result = {};
    for (const key of getKeysOfObjects(values)) {
        const propValues = [];
        for (const value of values) {
            if (objectHasProperty(value, key)) {
                propValues.push(value[key]);
            }
        }
        const propertyResult = mergeUnknownsFast(propValues, utils);
        if (propertyResult === actions.skip) {
            continue;
        }
        result[key] = propertyResult;
    }
    return result;
}
/**
 * The fast default strategy to merge maps without circular reference checks or depth limits.
 *
 * Assumes input is trusted and non-circular.
 *
 * @param values - The maps.
 * @param utils - The utils.
 * @returns The merged map.
 */
function mergeMapsFast$1(values, utils) {
    const result = new Map();
    const valuesByKey = new Map();
    for (const map of values) {
        for (const [key, value] of map) {
            const mut_keyValues = valuesByKey.get(key);
            if (mut_keyValues === undefined) {
                valuesByKey.set(key, [value]);
            }
            else {
                mut_keyValues.push(value);
            }
        }
    }
    for (const [key, keyValues] of valuesByKey) {
        const keyResult = mergeUnknownsFast(keyValues, utils);
        if (keyResult === actions.skip) {
            continue;
        }
        result.set(key, keyResult);
    }
    return result;
}
/**
 * The fast merge functions without circular reference checks.
 */
const mergeFunctionsFast = {
    mergeRecords: mergeRecordsFast$1,
    mergeArrays: mergeArrays$1,
    mergeSets: mergeSets$1,
    mergeMaps: mergeMapsFast$1,
    mergeOthers: mergeOthers$1,
};

const defaultDeepmergeFastUnsafe = /* #__PURE__ */ (/* unused pure expression or super */ null && (deepmergeFastUnsafeCustom()));
/**
 * Deeply merge objects using a high-performance strategy.
 *
 * Differences from `deepmerge` (standard version):
 * - **No circular reference detection:** Does not track object hierarchies or detect cyclic references. Circular structures will result in a stack overflow.
 * - **No recursion depth limits:** Does not enforce a `maxDepth` limit (standard version defaults to 1000).
 * - **No metadata tracking:** Metadata updates and custom metadata tracking are bypassed, avoiding metadata object allocations.
 * - **No prototype pollution interception:** Assumes trusted data and directly assigns properties.
 *
 * @warning Only use this function with **trusted, non-circular data**.
 * Using this function with untrusted user data can result in serious security vulnerabilities:
 * - **Prototype pollution:** Prototype pollution safeguards are omitted for speed; malicious keys like `__proto__` can pollute object prototypes.
 * - **Denial of Service (DoS):** Circular reference detection and recursion depth limits are disabled; cyclic or deeply nested input will cause infinite recursion and crash via stack overflow.
 * @param objects - The objects to merge.
 * @returns The merged result.
 */
function deepmergeFastUnsafe(...objects) {
    return defaultDeepmergeFastUnsafe(...objects);
}
function deepmergeFastUnsafeCustom(options = {}) {
    const utils = getUtilsFast$1(options, customizedDeepmergeFast);
    function customizedDeepmergeFast(...objects) {
        return mergeUnknownsFast(objects, utils);
    }
    return customizedDeepmergeFast;
}
/**
 * Get the utils that are available to the merge functions in fast mode.
 *
 * @param options - The options the user specified.
 * @param customizedDeepmergeFast - The customized deepmergeFastUnsafe function.
 * @returns The fast merge utils.
 */
function getUtilsFast$1(options, customizedDeepmergeFast) {
    const defaultMergeFns = mergeFunctionsFast;
    const defaultMetaDataUpd = defaultMetaDataUpdaterFast;
    return {
        defaultMergeFunctions: defaultMergeFns,
        mergeFunctions: resolveCustomMergeFunctions(options, defaultMergeFns),
        metaDataUpdater: defaultMetaDataUpd,
        deepmerge: customizedDeepmergeFast,
        useImplicitDefaultMerging: options.enableImplicitDefaultMerging ?? false,
        filterValues: options.filterValues === false
            ? undefined
            : typeof options.filterValues === "function"
                ? options.filterValues
                : defaultFilterValues,
        maxDepth: undefined,
        actions,
    };
}
/**
 * Merge unknown things in fast mode without checking for circular references or depth limits.
 *
 * @param values - The values.
 * @param utils - The utils.
 * @returns The merged result.
 */
function mergeUnknownsFast(values, utils) {
    const filteredValues = utils.filterValues?.(values, undefined) ?? values;
    if (filteredValues.length === 0) {
        return undefined;
    }
    if (filteredValues.length === 1) {
        return mergeOthersFast(filteredValues, utils);
    }
    const type = getObjectType(filteredValues[0]);
    if (type !== ObjectType.NOT && type !== ObjectType.OTHER) {
        if (filteredValues.length === 2) {
            // Fast path: avoid loop overhead for 2 elements.
            if (getObjectType(filteredValues[1]) !== type) {
                return mergeOthersFast(filteredValues, utils);
            }
        }
        else {
            // Slow path: 3 or more elements require full iteration.
            for (let mut_index = 1; mut_index < filteredValues.length; mut_index++) {
                if (getObjectType(filteredValues[mut_index]) !== type) {
                    return mergeOthersFast(filteredValues, utils);
                }
            }
        }
    }
    switch (type) {
        case ObjectType.RECORD: {
            return mergeRecordsFast(filteredValues, utils);
        }
        case ObjectType.ARRAY: {
            return mergeArraysFast(filteredValues, utils);
        }
        case ObjectType.SET: {
            return mergeSetsFast(filteredValues, utils);
        }
        case ObjectType.MAP: {
            return mergeMapsFast(filteredValues, utils);
        }
        default: {
            return mergeOthersFast(filteredValues, utils);
        }
    }
}
/**
 * Merge records in fast mode.
 *
 * @param values - The records.
 * @param utils - The utils.
 * @returns The merged result.
 */
function mergeRecordsFast(values, utils) {
    const result = utils.mergeFunctions.mergeRecords(values, utils, undefined);
    if (shouldFallbackToDefault(utils, "mergeRecords", result)) {
        return utils.defaultMergeFunctions.mergeRecords(values, utils, undefined);
    }
    return result;
}
/**
 * Merge arrays in fast mode.
 *
 * @param values - The arrays.
 * @param utils - The utils.
 * @returns The merged result.
 */
function mergeArraysFast(values, utils) {
    const result = utils.mergeFunctions.mergeArrays(values, utils, undefined);
    if (shouldFallbackToDefault(utils, "mergeArrays", result)) {
        return utils.defaultMergeFunctions.mergeArrays(values);
    }
    return result;
}
/**
 * Merge sets in fast mode.
 *
 * @param values - The sets.
 * @param utils - The utils.
 * @returns The merged result.
 */
function mergeSetsFast(values, utils) {
    const result = utils.mergeFunctions.mergeSets(values, utils, undefined);
    if (shouldFallbackToDefault(utils, "mergeSets", result)) {
        return utils.defaultMergeFunctions.mergeSets(values);
    }
    return result;
}
/**
 * Merge maps in fast mode.
 *
 * @param values - The maps.
 * @param utils - The utils.
 * @returns The merged result.
 */
function mergeMapsFast(values, utils) {
    const result = utils.mergeFunctions.mergeMaps(values, utils, undefined);
    if (shouldFallbackToDefault(utils, "mergeMaps", result)) {
        return utils.defaultMergeFunctions.mergeMaps(values, utils, undefined);
    }
    return result;
}
/**
 * Merge other things in fast mode.
 *
 * @param values - The other things.
 * @param utils - The utils.
 * @returns The merged result.
 */
function mergeOthersFast(values, utils) {
    const result = utils.mergeFunctions.mergeOthers(values, utils, undefined);
    if (shouldFallbackToDefault(utils, "mergeOthers", result)) {
        return utils.defaultMergeFunctions.mergeOthers(values);
    }
    return result;
}

/**
 * The default strategy to merge records into a target record.
 *
 * @param mut_target - The target to merge into.
 * @param values - The records (including the target's value if there is one).
 * @param utils - The utils.
 * @param meta - The meta data.
 */
function mergeRecordsInto$1(mut_target, values, utils, meta) {
    if (values.length === 2) {
        // Fast path for 2 records: avoid building a union key set and per-key value
        // arrays. Only the keys present in each record are iterated.
        const mergeProperty = (key, propValues) => {
            const updatedMeta = utils.metaDataUpdater(meta, {
                key,
                parents: values,
                values: propValues,
                result: mut_target.value,
            });
            const propertyTarget = objectHasProperty(mut_target.value, key)
                ? { value: propValues[0] }
                : { value: emptyLike(propValues[0]) };
            mergeUnknownsInto(propertyTarget, propValues, utils, updatedMeta);
            if (key === "__proto__") {
                Object.defineProperty(mut_target.value, key, {
                    value: propertyTarget.value,
                    configurable: true,
                    enumerable: true,
                    writable: true,
                });
            }
            else {
                mut_target.value[key] = propertyTarget.value;
            }
        };
        const firstValue = values[0];
        const secondValue = values[1];
        for (const key of getKeysOfObject(firstValue)) {
            mergeProperty(key, objectHasProperty(secondValue, key) ? [firstValue[key], secondValue[key]] : [firstValue[key]]);
        }
        for (const key of getKeysOfObject(secondValue)) {
            if (!objectHasProperty(firstValue, key)) {
                mergeProperty(key, [secondValue[key]]);
            }
        }
        return;
    }
    mergeRecordsIntoGeneral(mut_target, values, utils, meta);
}
/**
 * The default strategy to merge 3 or more records into a target record.
 *
 * @param mut_target - The target to merge into.
 * @param values - The records (including the target's value if there is one).
 * @param utils - The utils.
 * @param meta - The meta data.
 */
function mergeRecordsIntoGeneral(mut_target, values, utils, meta) {
    for (const key of getKeysOfObjects(values)) {
        const propValues = [];
        for (const value of values) {
            if (objectHasProperty(value, key)) {
                propValues.push(value[key]);
            }
        }
        const updatedMeta = utils.metaDataUpdater(meta, {
            key,
            parents: values,
            values: propValues,
            result: mut_target.value,
        });
        const propertyTarget = objectHasProperty(mut_target.value, key)
            ? { value: propValues[0] }
            : { value: emptyLike(propValues[0]) };
        mergeUnknownsInto(propertyTarget, propValues, utils, updatedMeta);
        if (key === "__proto__") {
            Object.defineProperty(mut_target.value, key, {
                value: propertyTarget.value,
                configurable: true,
                enumerable: true,
                writable: true,
            });
        }
        else {
            mut_target.value[key] = propertyTarget.value;
        }
    }
}
/**
 * The default strategy to merge maps into a target map.
 *
 * @param mut_target - The target to merge into.
 * @param values - The maps (including the target's value if there is one).
 * @param utils - The utils.
 * @param meta - The meta data.
 */
function mergeMapsInto$1(mut_target, values, utils, meta) {
    // Merge into `mut_target.value` in place. The recursion branch never
    // aliases a source's container: `mergeUnknownsInto` below only operates on
    // the target's nested value (when target had the key) or on an empty
    // container we made (when target didn't have the key), so mutating this
    // map's contents cannot leak into a source.
    const valuesByKey = new Map();
    for (const value of values) {
        if (value === mut_target.value) {
            // `values` includes the target's own map when the recursion target
            // already had the key; its entries are merged via `target.get(key)`.
            continue;
        }
        for (const [key, entryValue] of value) {
            const mut_keyValues = valuesByKey.get(key);
            if (mut_keyValues === undefined) {
                valuesByKey.set(key, [entryValue]);
            }
            else {
                mut_keyValues.push(entryValue);
            }
        }
    }
    const target = mut_target.value;
    for (const [key, keyValues] of valuesByKey) {
        const targetValue = target.get(key);
        const allValues = targetValue === undefined ? keyValues : [targetValue, ...keyValues];
        // The `result` reported to metaDataUpdater must be `mut_target.value` so
        // that the hierarchy captures a stable reference to the target. Input
        // cycles that point back at the target then resolve correctly.
        const updatedMeta = utils.metaDataUpdater(meta, {
            key,
            parents: values,
            values: allValues,
            result: mut_target.value,
        });
        const propTarget = targetValue === undefined ? { value: emptyLike(allValues[0]) } : { value: targetValue };
        mergeUnknownsInto(propTarget, allValues, utils, updatedMeta);
        target.set(key, propTarget.value);
    }
}
/**
 * Resolve any cyclic references within a non-cyclic object pointing to ancestors in meta.hierarchy.
 *
 * @param value - The value to resolve circular references for.
 * @param utils - The utils.
 * @param meta - The meta data.
 * @returns The resolved value.
 */
function resolveCyclicReferencesInto(value, utils, meta) {
    if (typeof value !== "object" || value === null) {
        return value;
    }
    const hierarchy = getMetaDataHierarchy(meta);
    const depth = getCyclicReferenceDepth(value, hierarchy, 0);
    if (hierarchy !== undefined && depth > 0) {
        return hierarchy[hierarchy.length - depth]?.result ?? hierarchy[hierarchy.length - depth]?.parents[0];
    }
    const type = getObjectType(value);
    if (type === ObjectType.RECORD) {
        const record = value;
        let mut_changed = false;
        const result = {};
        for (const key of getKeysOfObject(record)) {
            const propVal = record[key];
            const updatedMeta = utils.metaDataUpdater(meta, {
                key,
                parents: [record],
                values: [propVal],
                result,
            });
            const resolvedProp = resolveCyclicReferencesInto(propVal, utils, updatedMeta);
            if (resolvedProp !== propVal) {
                mut_changed = true;
            }
            if (key === "__proto__") {
                Object.defineProperty(result, key, {
                    value: resolvedProp,
                    configurable: true,
                    enumerable: true,
                    writable: true,
                });
            }
            else {
                result[key] = resolvedProp;
            }
        }
        return mut_changed ? result : value;
    }
    return value;
}
/**
 * The default strategy to merge circular references into a target.
 *
 * @param mut_target - The target to merge into.
 * @param values - The circular references.
 * @param utils - The utils.
 * @param meta - The meta data.
 */
function mergeCircularReferencesInto$1(mut_target, values, utils, meta) {
    const hierarchy = getMetaDataHierarchy(meta);
    const cyclicDepths = values.map((v, i) => getCyclicReferenceDepth(v, hierarchy, i));
    const depth = cyclicDepths[0];
    for (let mut_index = 1; mut_index < values.length; mut_index++) {
        if (cyclicDepths[mut_index] !== depth) {
            const lastCyclicDepth = cyclicDepths.at(-1);
            mut_target.value =
                lastCyclicDepth === 0
                    ? resolveCyclicReferencesInto(values.at(-1), utils, meta)
                    : (hierarchy?.[hierarchy.length - lastCyclicDepth]?.result ??
                        hierarchy?.[hierarchy.length - lastCyclicDepth]?.parents[0]);
            return;
        }
    }
    mut_target.value = hierarchy?.[hierarchy.length - depth]?.result ?? hierarchy?.[hierarchy.length - depth]?.parents[0];
}
/**
 * The merge functions.
 */
const mergeIntoFunctions = {
    mergeRecords: mergeRecordsInto$1,
    mergeArrays: mergeArraysInto$1,
    mergeSets: mergeSetsInto$1,
    mergeMaps: mergeMapsInto$1,
    mergeCircularReferences: mergeCircularReferencesInto$1,
    mergeOthers: mergeOthersInto$1,
};

const defaultDeepmergeInto = /* #__PURE__ */ (/* unused pure expression or super */ null && (deepmergeIntoCustom()));
function deepmergeInto(target, ...objects) {
    return void defaultDeepmergeInto(target, ...objects);
}
function deepmergeIntoCustom(options = {}, rootMetaData) {
    const utils = getUtils(options, customizedDeepmergeInto);
    /**
     * The customized deepmergeInto function.
     *
     * @param target - The target object to merge into.
     * @param objects - The objects to merge into the target.
     */
    function customizedDeepmergeInto(target, ...objects) {
        mergeUnknownsInto({ value: target }, [target, ...objects], utils, rootMetaData);
    }
    return customizedDeepmergeInto;
}
/**
 * Get the utils that are available to the merge functions.
 *
 * @param options - The options the user specified.
 * @param customizedDeepmergeInto - The customized deepmergeInto function.
 * @returns The merge into utils.
 */
function getUtils(options, customizedDeepmergeInto) {
    const defaultMergeFns = mergeIntoFunctions;
    const defaultMetaDataUpd = defaultMetaDataUpdater;
    return {
        defaultMergeFunctions: defaultMergeFns,
        mergeFunctions: resolveCustomMergeFunctions(options, defaultMergeFns),
        metaDataUpdater: typeof options.metaDataUpdater === "function" ? options.metaDataUpdater : defaultMetaDataUpd,
        deepmergeInto: customizedDeepmergeInto,
        filterValues: options.filterValues === false
            ? undefined
            : typeof options.filterValues === "function"
                ? options.filterValues
                : defaultFilterValues,
        maxDepth: typeof options.maxDepth === "number" && !Number.isNaN(options.maxDepth) && options.maxDepth >= 0
            ? options.maxDepth
            : 1000,
        actions: actionsInto,
    };
}
/**
 * Merge unknown things into a target.
 *
 * @param mut_target - The target to merge into.
 * @param values - The values.
 * @param utils - The utils.
 * @param meta - The meta data.
 */
function mergeUnknownsInto(mut_target, values, utils, meta) {
    const filteredValues = utils.filterValues?.(values, meta) ?? values;
    if (filteredValues.length === 0) {
        return;
    }
    const hierarchy = getMetaDataHierarchy(meta);
    const currentDepth = hierarchy?.length ?? (typeof meta === "number" ? meta : (meta?.depth ?? 0));
    if (utils.maxDepth !== undefined && currentDepth >= utils.maxDepth) {
        return void mergeOthersInto(mut_target, filteredValues, utils, meta);
    }
    if (filteredValues.length === 1) {
        if (hierarchy !== undefined) {
            const depth = getCyclicReferenceDepth(filteredValues[0], hierarchy, 0);
            if (depth > 0) {
                mut_target.value =
                    hierarchy[hierarchy.length - depth]?.result ?? hierarchy[hierarchy.length - depth]?.parents[0];
                return;
            }
        }
        return void mergeOthersInto(mut_target, filteredValues, utils, meta);
    }
    const type = getObjectType(mut_target.value);
    if (type !== ObjectType.NOT && type !== ObjectType.OTHER) {
        if (filteredValues.length === 2) {
            // Fast path: avoid dynamic array allocations and loop overhead for 2 elements.
            if (getObjectType(filteredValues[1]) !== type) {
                return void mergeOthersInto(mut_target, filteredValues, utils, meta);
            }
            const d0 = getCyclicReferenceDepth(filteredValues[0], hierarchy, 0);
            const d1 = getCyclicReferenceDepth(filteredValues[1], hierarchy, 1);
            if (d0 !== 0 || d1 !== 0) {
                return void mergeCircularReferencesInto(mut_target, filteredValues, utils, meta);
            }
        }
        else {
            // Slow path: 3 or more elements require dynamic array allocations and full iteration.
            // eslint-disable-next-line unicorn/no-new-array -- We know the final length of the array.
            const cyclicDepths = new Array(filteredValues.length);
            cyclicDepths[0] = getCyclicReferenceDepth(filteredValues[0], hierarchy, 0);
            for (let mut_index = 1; mut_index < filteredValues.length; mut_index++) {
                if (getObjectType(filteredValues[mut_index]) !== type) {
                    return void mergeOthersInto(mut_target, filteredValues, utils, meta);
                }
                cyclicDepths[mut_index] = getCyclicReferenceDepth(filteredValues[mut_index], hierarchy, mut_index);
            }
            if (cyclicDepths.some((depth) => depth !== 0)) {
                return void mergeCircularReferencesInto(mut_target, filteredValues, utils, meta);
            }
        }
    }
    switch (type) {
        case ObjectType.RECORD: {
            return void mergeRecordsInto(mut_target, filteredValues, utils, meta);
        }
        case ObjectType.ARRAY: {
            return void mergeArraysInto(mut_target, filteredValues, utils, meta);
        }
        case ObjectType.SET: {
            return void mergeSetsInto(mut_target, filteredValues, utils, meta);
        }
        case ObjectType.MAP: {
            return void mergeMapsInto(mut_target, filteredValues, utils, meta);
        }
        default: {
            return void mergeOthersInto(mut_target, filteredValues, utils, meta);
        }
    }
}
/**
 * Merge records into a target record.
 *
 * @param mut_target - The target to merge into.
 * @param values - The records.
 * @param utils - The utils.
 * @param meta - The meta data.
 */
function mergeRecordsInto(mut_target, values, utils, meta) {
    const action = utils.mergeFunctions.mergeRecords(mut_target, values, utils, meta);
    if (action === actionsInto.defaultMerge) {
        utils.defaultMergeFunctions.mergeRecords(mut_target, values, utils, meta);
    }
}
/**
 * Merge arrays into a target array.
 *
 * @param mut_target - The target to merge into.
 * @param values - The arrays.
 * @param utils - The utils.
 * @param meta - The meta data.
 */
function mergeArraysInto(mut_target, values, utils, meta) {
    const action = utils.mergeFunctions.mergeArrays(mut_target, values, utils, meta);
    if (action === actionsInto.defaultMerge) {
        utils.defaultMergeFunctions.mergeArrays(mut_target, values);
    }
}
/**
 * Merge sets into a target set.
 *
 * @param mut_target - The target to merge into.
 * @param values - The sets.
 * @param utils - The utils.
 * @param meta - The meta data.
 */
function mergeSetsInto(mut_target, values, utils, meta) {
    const action = utils.mergeFunctions.mergeSets(mut_target, values, utils, meta);
    if (action === actionsInto.defaultMerge) {
        utils.defaultMergeFunctions.mergeSets(mut_target, values);
    }
}
/**
 * Merge maps into a target map.
 *
 * @param mut_target - The target to merge into.
 * @param values - The maps.
 * @param utils - The utils.
 * @param meta - The meta data.
 */
function mergeMapsInto(mut_target, values, utils, meta) {
    const action = utils.mergeFunctions.mergeMaps(mut_target, values, utils, meta);
    if (action === actionsInto.defaultMerge) {
        utils.defaultMergeFunctions.mergeMaps(mut_target, values, utils, meta);
    }
}
/**
 * Merge circular references into a target.
 *
 * @param mut_target - The target to merge into.
 * @param values - The circular references.
 * @param utils - The utils.
 * @param meta - The meta data.
 */
function mergeCircularReferencesInto(mut_target, values, utils, meta) {
    const action = utils.mergeFunctions.mergeCircularReferences(mut_target, values, utils, meta);
    if (action === actionsInto.defaultMerge || mut_target.value === actionsInto.defaultMerge) {
        utils.defaultMergeFunctions.mergeCircularReferences(mut_target, values, utils, meta);
    }
}
/**
 * Merge other things into a target.
 *
 * @param mut_target - The target to merge into.
 * @param values - The other things.
 * @param utils - The utils.
 * @param meta - The meta data.
 */
function mergeOthersInto(mut_target, values, utils, meta) {
    const action = utils.mergeFunctions.mergeOthers(mut_target, values, utils, meta);
    if (action === actionsInto.defaultMerge || mut_target.value === actionsInto.defaultMerge) {
        utils.defaultMergeFunctions.mergeOthers(mut_target, values);
    }
}

/**
 * The fast default strategy to merge records into a target record without circular reference checks or depth limits.
 *
 * Assumes input is trusted and non-circular.
 *
 * @param mut_target - The target to merge into.
 * @param values - The records (including the target's value if there is one).
 * @param utils - The utils.
 */
function mergeRecordsIntoFast$1(mut_target, values, utils) {
    if (values.length === 2) {
        // Fast path for 2 records: avoid building a union key set and per-key value
        // arrays. Only the keys present in each record are iterated.
        const mergeProperty = (key, propValues) => {
            const propertyTarget = objectHasProperty(mut_target.value, key)
                ? { value: propValues[0] }
                : { value: emptyLike(propValues[0]) };
            mergeUnknownsIntoFast(propertyTarget, propValues, utils);
            mut_target.value[key] = propertyTarget.value;
        };
        const firstValue = values[0];
        const secondValue = values[1];
        for (const key of getKeysOfObject(firstValue)) {
            mergeProperty(key, objectHasProperty(secondValue, key) ? [firstValue[key], secondValue[key]] : [firstValue[key]]);
        }
        for (const key of getKeysOfObject(secondValue)) {
            if (!objectHasProperty(firstValue, key)) {
                mergeProperty(key, [secondValue[key]]);
            }
        }
        return;
    }
    mergeRecordsIntoFastGeneral(mut_target, values, utils);
}
/**
 * The fast default strategy to merge 3 or more records into a target record without circular reference checks or depth limits.
 *
 * Assumes input is trusted and non-circular.
 *
 * @param mut_target - The target to merge into.
 * @param values - The records (including the target's value if there is one).
 * @param utils - The utils.
 */
function mergeRecordsIntoFastGeneral(mut_target, values, utils) {
    for (const key of getKeysOfObjects(values)) {
        const propValues = [];
        for (const value of values) {
            if (objectHasProperty(value, key)) {
                propValues.push(value[key]);
            }
        }
        const propertyTarget = objectHasProperty(mut_target.value, key)
            ? { value: propValues[0] }
            : { value: emptyLike(propValues[0]) };
        mergeUnknownsIntoFast(propertyTarget, propValues, utils);
        mut_target.value[key] = propertyTarget.value;
    }
}
/**
 * The fast default strategy to merge maps into a target map without circular reference checks or depth limits.
 *
 * Assumes input is trusted and non-circular.
 *
 * @param mut_target - The target to merge into.
 * @param values - The maps (including the target's value if there is one).
 * @param utils - The utils.
 */
function mergeMapsIntoFast$1(mut_target, values, utils) {
    // See `mergeMapsInto` in `defaults/into.ts` for the full rationale.
    // Merge into `mut_target.value` in place.
    const valuesByKey = new Map();
    for (const value of values) {
        if (value === mut_target.value) {
            // `values` includes the target's own map when the recursion target
            // already had the key; its entries are merged via `target.get(key)`.
            continue;
        }
        for (const [key, entryValue] of value) {
            const mut_keyValues = valuesByKey.get(key);
            if (mut_keyValues === undefined) {
                valuesByKey.set(key, [entryValue]);
            }
            else {
                mut_keyValues.push(entryValue);
            }
        }
    }
    const target = mut_target.value;
    for (const [key, keyValues] of valuesByKey) {
        const targetValue = target.get(key);
        const allValues = targetValue === undefined ? keyValues : [targetValue, ...keyValues];
        const propTarget = targetValue === undefined ? { value: emptyLike(allValues[0]) } : { value: targetValue };
        mergeUnknownsIntoFast(propTarget, allValues, utils);
        target.set(key, propTarget.value);
    }
}
/**
 * The fast merge functions without circular reference checks.
 */
const mergeIntoFunctionsFast = {
    mergeRecords: mergeRecordsIntoFast$1,
    mergeArrays: mergeArraysInto$1,
    mergeSets: mergeSetsInto$1,
    mergeMaps: mergeMapsIntoFast$1,
    mergeOthers: mergeOthersInto$1,
};

const defaultDeepmergeIntoFastUnsafe = /* #__PURE__ */ (/* unused pure expression or super */ null && (deepmergeIntoFastUnsafeCustom()));
function deepmergeIntoFastUnsafe(target, ...objects) {
    return void defaultDeepmergeIntoFastUnsafe(target, ...objects);
}
function deepmergeIntoFastUnsafeCustom(options = {}) {
    const utils = getUtilsFast(options, customizedDeepmergeIntoFast);
    function customizedDeepmergeIntoFast(target, ...objects) {
        mergeUnknownsIntoFast({ value: target }, [target, ...objects], utils);
    }
    return customizedDeepmergeIntoFast;
}
/**
 * Get the utils that are available to the merge functions in fast mode.
 *
 * @param options - The options the user specified.
 * @param customizedDeepmergeIntoFast - The customized deepmergeIntoFastUnsafe function.
 * @returns The fast merge into utils.
 */
function getUtilsFast(options, customizedDeepmergeIntoFast) {
    const defaultMergeFns = mergeIntoFunctionsFast;
    const defaultMetaDataUpd = defaultMetaDataUpdaterFast;
    return {
        defaultMergeFunctions: defaultMergeFns,
        mergeFunctions: resolveCustomMergeFunctions(options, defaultMergeFns),
        metaDataUpdater: defaultMetaDataUpd,
        deepmergeInto: customizedDeepmergeIntoFast,
        filterValues: options.filterValues === false
            ? undefined
            : typeof options.filterValues === "function"
                ? options.filterValues
                : defaultFilterValues,
        maxDepth: undefined,
        actions: actionsInto,
    };
}
/**
 * Merge unknown things into a target in fast mode without checking for circular references or depth limits.
 *
 * @param mut_target - The target to merge into.
 * @param values - The values.
 * @param utils - The utils.
 */
function mergeUnknownsIntoFast(mut_target, values, utils) {
    const filteredValues = utils.filterValues?.(values, undefined) ?? values;
    if (filteredValues.length === 0) {
        return;
    }
    if (filteredValues.length === 1) {
        return void mergeOthersIntoFast(mut_target, filteredValues, utils);
    }
    const type = getObjectType(mut_target.value);
    if (type !== ObjectType.NOT && type !== ObjectType.OTHER) {
        if (filteredValues.length === 2) {
            // Fast path: avoid loop overhead for 2 elements.
            if (getObjectType(filteredValues[1]) !== type) {
                return void mergeOthersIntoFast(mut_target, filteredValues, utils);
            }
        }
        else {
            // Slow path: 3 or more elements require full iteration.
            for (let mut_index = 1; mut_index < filteredValues.length; mut_index++) {
                if (getObjectType(filteredValues[mut_index]) !== type) {
                    return void mergeOthersIntoFast(mut_target, filteredValues, utils);
                }
            }
        }
    }
    switch (type) {
        case ObjectType.RECORD: {
            return void mergeRecordsIntoFast(mut_target, filteredValues, utils);
        }
        case ObjectType.ARRAY: {
            return void mergeArraysIntoFast(mut_target, filteredValues, utils);
        }
        case ObjectType.SET: {
            return void mergeSetsIntoFast(mut_target, filteredValues, utils);
        }
        case ObjectType.MAP: {
            return void mergeMapsIntoFast(mut_target, filteredValues, utils);
        }
        default: {
            return void mergeOthersIntoFast(mut_target, filteredValues, utils);
        }
    }
}
/**
 * Merge records into a target record in fast mode.
 *
 * @param mut_target - The target to merge into.
 * @param values - The records.
 * @param utils - The utils.
 */
function mergeRecordsIntoFast(mut_target, values, utils) {
    const action = utils.mergeFunctions.mergeRecords(mut_target, values, utils, undefined);
    if (action === actionsInto.defaultMerge) {
        utils.defaultMergeFunctions.mergeRecords(mut_target, values, utils, undefined);
    }
}
/**
 * Merge arrays into a target array in fast mode.
 *
 * @param mut_target - The target to merge into.
 * @param values - The arrays.
 * @param utils - The utils.
 */
function mergeArraysIntoFast(mut_target, values, utils) {
    const action = utils.mergeFunctions.mergeArrays(mut_target, values, utils, undefined);
    if (action === actionsInto.defaultMerge) {
        utils.defaultMergeFunctions.mergeArrays(mut_target, values);
    }
}
/**
 * Merge sets into a target set in fast mode.
 *
 * @param mut_target - The target to merge into.
 * @param values - The sets.
 * @param utils - The utils.
 */
function mergeSetsIntoFast(mut_target, values, utils) {
    const action = utils.mergeFunctions.mergeSets(mut_target, values, utils, undefined);
    if (action === actionsInto.defaultMerge) {
        utils.defaultMergeFunctions.mergeSets(mut_target, values);
    }
}
/**
 * Merge maps into a target map in fast mode.
 *
 * @param mut_target - The target to merge into.
 * @param values - The maps.
 * @param utils - The utils.
 */
function mergeMapsIntoFast(mut_target, values, utils) {
    const action = utils.mergeFunctions.mergeMaps(mut_target, values, utils, undefined);
    if (action === actionsInto.defaultMerge) {
        utils.defaultMergeFunctions.mergeMaps(mut_target, values, utils, undefined);
    }
}
/**
 * Merge other things into a target in fast mode.
 *
 * @param mut_target - The target to merge into.
 * @param values - The other things.
 * @param utils - The utils.
 */
function mergeOthersIntoFast(mut_target, values, utils) {
    const action = utils.mergeFunctions.mergeOthers(mut_target, values, utils, undefined);
    if (action === actionsInto.defaultMerge || mut_target.value === actionsInto.defaultMerge) {
        utils.defaultMergeFunctions.mergeOthers(mut_target, values);
    }
}



;// CONCATENATED MODULE: ./node_modules/html-to-text/lib/html-to-text.mjs






/**
 * Make a recursive function that will only run to a given depth
 * and switches to an alternative function at that depth. \
 * No limitation if `n` is `undefined` (Just wraps `f` in that case).
 *
 * @param   { number | undefined } n   Allowed depth of recursion. `undefined` for no limitation.
 * @param   { Function }           f   Function that accepts recursive callback as the first argument.
 * @param   { Function }           [g] Function to run instead, when maximum depth was reached. Do nothing by default.
 * @returns { Function }
 */
function limitedDepthRecursive (n, f, g = () => undefined) {
  if (n === undefined) {
    const f1 = function (...args) { return f(f1, ...args); };
    return f1;
  }
  if (n >= 0) {
    return function (...args) { return f(limitedDepthRecursive(n - 1, f, g), ...args); };
  }
  return g;
}

/**
 * Return the same string or a substring with
 * the given character occurrences removed from each side.
 *
 * @param   { string } str  A string to trim.
 * @param   { string } char A character to be trimmed.
 * @returns { string }
 */
function trimCharacter (str, char) {
  let start = 0;
  let end = str.length;
  while (start < end && str[start] === char) { ++start; }
  while (end > start && str[end - 1] === char) { --end; }
  return (start > 0 || end < str.length)
    ? str.substring(start, end)
    : str;
}

/**
 * Return the same string or a substring with
 * the given character occurrences removed from the end only.
 *
 * @param   { string } str  A string to trim.
 * @param   { string } char A character to be trimmed.
 * @returns { string }
 */
function trimCharacterEnd (str, char) {
  let end = str.length;
  while (end > 0 && str[end - 1] === char) { --end; }
  return (end < str.length)
    ? str.substring(0, end)
    : str;
}

/**
 * Return a new string will all characters replaced with unicode escape sequences.
 * This extreme kind of escaping can used to be safely compose regular expressions.
 *
 * @param { string } str A string to escape.
 * @returns { string } A string of unicode escape sequences.
 */
function unicodeEscape (str) {
  return str.replace(/[\s\S]/g, c => '\\u' + c.charCodeAt().toString(16).padStart(4, '0'));
}

/**
 * Get a nested property from an object.
 *
 * @param   { object }   obj  The object to query for the value.
 * @param   { string[] } path The path to the property.
 * @returns { any }
 */
function get (obj, path) {
  for (const key of path) {
    if (!obj) { return undefined; }
    obj = obj[key];
  }
  return obj;
}

/**
 * Convert a number into alphabetic sequence representation (Sequence without zeroes).
 *
 * For example: `a, ..., z, aa, ..., zz, aaa, ...`.
 *
 * @param   { number } num         Number to convert. Must be >= 1.
 * @param   { string } [baseChar]  Character for 1 in the sequence.
 * @param   { number } [base]      Number of characters in the sequence.
 * @returns { string }
 */
function numberToLetterSequence (num, baseChar = 'a', base = 26) {
  const digits = [];
  do {
    num -= 1;
    digits.push(num % base);
    num = (num / base) >> 0; // quick `floor`
  } while (num > 0);
  const baseCode = baseChar.charCodeAt(0);
  return digits
    .reverse()
    .map(n => String.fromCharCode(baseCode + n))
    .join('');
}

const I = ['I', 'X', 'C', 'M'];
const V = ['V', 'L', 'D'];

/**
 * Convert a number to it's Roman representation. No large numbers extension.
 *
 * @param   { number } num Number to convert. `0 < num <= 3999`.
 * @returns { string }
 */
function numberToRoman (num) {
  return [...(num) + '']
    .map(n => +n)
    .reverse()
    .map((v, i) => ((v % 5 < 4)
      ? (v < 5 ? '' : V[i]) + I[i].repeat(v % 5)
      : I[i] + (v < 5 ? V[i] : I[i + 1])))
    .reverse()
    .join('');
}

/**
 * Helps to build text from words.
 */
class InlineTextBuilder {
  /**
   * Creates an instance of InlineTextBuilder.
   *
   * If `maxLineLength` is not provided then it is either `options.wordwrap` or unlimited.
   *
   * @param { Options } options           HtmlToText options.
   * @param { number }  [ maxLineLength ] This builder will try to wrap text to fit this line length.
   */
  constructor (options, maxLineLength = undefined) {
    /** @type { string[][] } */
    this.lines = [];
    /** @type { string[] }   */
    this.nextLineWords = [];
    this.maxLineLength = maxLineLength || options.wordwrap || Number.MAX_VALUE;
    this.nextLineAvailableChars = this.maxLineLength;
    this.wrapCharacters = get(options, ['longWordSplit', 'wrapCharacters']) || [];
    this.forceWrapOnLimit = get(options, ['longWordSplit', 'forceWrapOnLimit']) || false;

    this.stashedSpace = false;
    this.wordBreakOpportunity = false;
  }

  /**
   * Add a new word.
   *
   * @param { string } word A word to add.
   * @param { boolean } [noWrap] Don't wrap text even if the line is too long.
   */
  pushWord (word, noWrap = false) {
    if (this.nextLineAvailableChars <= 0 && !noWrap) {
      this.startNewLine();
    }
    const isLineStart = this.nextLineWords.length === 0;
    const cost = word.length + (isLineStart ? 0 : 1);
    if ((cost <= this.nextLineAvailableChars) || noWrap) { // Fits into available budget

      this.nextLineWords.push(word);
      this.nextLineAvailableChars -= cost;

    } else { // Does not fit - try to split the word

      // The word is moved to a new line - prefer to wrap between words.
      const [first, ...rest] = this.splitLongWord(word);
      if (!isLineStart) { this.startNewLine(); }
      this.nextLineWords.push(first);
      this.nextLineAvailableChars -= first.length;
      for (const part of rest) {
        this.startNewLine();
        this.nextLineWords.push(part);
        this.nextLineAvailableChars -= part.length;
      }

    }
  }

  /**
   * Pop a word from the currently built line.
   * This doesn't affect completed lines.
   *
   * @returns { string }
   */
  popWord () {
    const lastWord = this.nextLineWords.pop();
    if (lastWord !== undefined) {
      const isLineStart = this.nextLineWords.length === 0;
      const cost = lastWord.length + (isLineStart ? 0 : 1);
      this.nextLineAvailableChars += cost;
    }
    return lastWord;
  }

  /**
   * Concat a word to the last word already in the builder.
   * Adds a new word in case there are no words yet in the last line.
   *
   * @param { string } word A word to be concatenated.
   * @param { boolean } [noWrap] Don't wrap text even if the line is too long.
   */
  concatWord (word, noWrap = false) {
    if (this.wordBreakOpportunity && word.length > this.nextLineAvailableChars) {
      this.pushWord(word, noWrap);
      this.wordBreakOpportunity = false;
    } else {
      const lastWord = this.popWord();
      this.pushWord((lastWord) ? lastWord.concat(word) : word, noWrap);
    }
  }

  /**
   * Add current line (and more empty lines if provided argument > 1) to the list of complete lines and start a new one.
   *
   * @param { number } n Number of line breaks that will be added to the resulting string.
   */
  startNewLine (n = 1) {
    this.lines.push(this.nextLineWords);
    if (n > 1) {
      this.lines.push(...Array.from({ length: n - 1 }, () => []));
    }
    this.nextLineWords = [];
    this.nextLineAvailableChars = this.maxLineLength;
  }

  /**
   * No words in this builder.
   *
   * @returns { boolean }
   */
  isEmpty () {
    return this.lines.length === 0
        && this.nextLineWords.length === 0;
  }

  clear () {
    this.lines.length = 0;
    this.nextLineWords.length = 0;
    this.nextLineAvailableChars = this.maxLineLength;
  }

  /**
   * Join all lines of words inside the InlineTextBuilder into a complete string.
   *
   * @returns { string }
   */
  toString () {
    return [...this.lines, this.nextLineWords]
      .map(words => words.join(' '))
      .join('\n');
  }

  /**
   * Split a long word up to fit within the word wrap limit.
   * Use either a character to split looking back from the word wrap limit,
   * or truncate to the word wrap limit.
   *
   * @param   { string }   word Input word.
   * @returns { string[] }      Parts of the word.
   */
  splitLongWord (word) {
    const parts = [];
    let idx = 0;
    while (word.length > this.maxLineLength) {

      const firstLine = word.substring(0, this.maxLineLength);
      const remainingChars = word.substring(this.maxLineLength);

      const splitIndex = firstLine.lastIndexOf(this.wrapCharacters[idx]);

      if (splitIndex > -1) { // Found a character to split on

        word = firstLine.substring(splitIndex + 1) + remainingChars;
        parts.push(firstLine.substring(0, splitIndex + 1));

      } else { // Not found a character to split on

        idx++;
        if (idx < this.wrapCharacters.length) { // There is next character to try

          word = firstLine + remainingChars;

        } else { // No more characters to try

          if (this.forceWrapOnLimit) {
            parts.push(firstLine);
            word = remainingChars;
            if (word.length > this.maxLineLength) {
              continue;
            }
          } else {
            word = firstLine + remainingChars;
          }
          break;

        }

      }

    }
    parts.push(word); // Add remaining part to array
    return parts;
  }
}

/* eslint-disable max-classes-per-file */



class StackItem {
  constructor (next = null) { this.next = next; }

  getRoot () { return (this.next) ? this.next : this; }
}

class BlockStackItem extends StackItem {
  constructor (options, next = null, leadingLineBreaks = 1, maxLineLength = undefined) {
    super(next);
    this.leadingLineBreaks = leadingLineBreaks;
    this.inlineTextBuilder = new InlineTextBuilder(options, maxLineLength);
    this.rawText = '';
    this.stashedLineBreaks = 0;
    this.isPre = next && next.isPre;
    this.isNoWrap = next && next.isNoWrap;
  }
}

class ListStackItem extends BlockStackItem {
  constructor (
    options,
    next = null,
    {
      interRowLineBreaks = 1,
      leadingLineBreaks = 2,
      maxLineLength = undefined,
      maxPrefixLength = 0,
      prefixAlign = 'left',
    } = {}
  ) {
    super(options, next, leadingLineBreaks, maxLineLength);
    this.maxPrefixLength = maxPrefixLength;
    this.prefixAlign = prefixAlign;
    this.interRowLineBreaks = interRowLineBreaks;
  }
}

class ListItemStackItem extends BlockStackItem {
  constructor (
    options,
    next = null,
    {
      leadingLineBreaks = 1,
      maxLineLength = undefined,
      prefix = '',
    } = {}
  ) {
    super(options, next, leadingLineBreaks, maxLineLength);
    this.prefix = prefix;
  }
}

class TableStackItem extends StackItem {
  constructor (next = null) {
    super(next);
    this.rows = [];
    this.isPre = next && next.isPre;
    this.isNoWrap = next && next.isNoWrap;
  }
}

class TableRowStackItem extends StackItem {
  constructor (next = null) {
    super(next);
    this.cells = [];
    this.isPre = next && next.isPre;
    this.isNoWrap = next && next.isNoWrap;
  }
}

class TableCellStackItem extends StackItem {
  constructor (options, next = null, maxColumnWidth = undefined) {
    super(next);
    this.inlineTextBuilder = new InlineTextBuilder(options, maxColumnWidth);
    this.rawText = '';
    this.stashedLineBreaks = 0;
    this.isPre = next && next.isPre;
    this.isNoWrap = next && next.isNoWrap;
  }
}

class TransformerStackItem extends StackItem {
  constructor (next = null, transform) {
    super(next);
    this.transform = transform;
  }
}

function charactersToCodes (str) {
  return [...str]
    .map(c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'))
    .join('');
}

/**
 * Helps to handle HTML whitespaces.
 *
 * @class WhitespaceProcessor
 */
class WhitespaceProcessor {

  /**
   * Creates an instance of WhitespaceProcessor.
   *
   * @param { Options } options    HtmlToText options.
   * @memberof WhitespaceProcessor
   */
  constructor (options) {
    this.whitespaceChars = (options.preserveNewlines)
      ? options.whitespaceCharacters.replace(/\n/g, '')
      : options.whitespaceCharacters;
    const whitespaceCodes = charactersToCodes(this.whitespaceChars);
    this.leadingWhitespaceRe = new RegExp(`^[${whitespaceCodes}]`);
    this.trailingWhitespaceRe = new RegExp(`[${whitespaceCodes}]$`);
    this.allWhitespaceOrEmptyRe = new RegExp(`^[${whitespaceCodes}]*$`);
    this.newlineOrNonWhitespaceRe = new RegExp(`(\\n|[^\\n${whitespaceCodes}])`, 'g');
    this.newlineOrNonNewlineStringRe = new RegExp(`(\\n|[^\\n]+)`, 'g');

    if (options.preserveNewlines) {

      const wordOrNewlineRe = new RegExp(`\\n|[^\\n${whitespaceCodes}]+`, 'gm');

      /**
       * Shrink whitespaces and wrap text, add to the builder.
       *
       * @param { string }                  text              Input text.
       * @param { InlineTextBuilder }       inlineTextBuilder A builder to receive processed text.
       * @param { (str: string) => string } [ transform ]     A transform to be applied to words.
       * @param { boolean }                 [noWrap] Don't wrap text even if the line is too long.
       */
      this.shrinkWrapAdd = function (text, inlineTextBuilder, transform = (str => str), noWrap = false) {
        if (!text) { return; }
        const previouslyStashedSpace = inlineTextBuilder.stashedSpace;
        let anyMatch = false;
        let m = wordOrNewlineRe.exec(text);
        if (m) {
          anyMatch = true;
          if (m[0] === '\n') {
            inlineTextBuilder.startNewLine();
          } else if (previouslyStashedSpace || this.testLeadingWhitespace(text)) {
            inlineTextBuilder.pushWord(transform(m[0]), noWrap);
          } else {
            inlineTextBuilder.concatWord(transform(m[0]), noWrap);
          }
          while ((m = wordOrNewlineRe.exec(text)) !== null) {
            if (m[0] === '\n') {
              inlineTextBuilder.startNewLine();
            } else {
              inlineTextBuilder.pushWord(transform(m[0]), noWrap);
            }
          }
        }
        inlineTextBuilder.stashedSpace = (previouslyStashedSpace && !anyMatch) || (this.testTrailingWhitespace(text));
        // No need to stash a space in case last added item was a new line,
        // but that won't affect anything later anyway.
      };

    } else {

      const wordRe = new RegExp(`[^${whitespaceCodes}]+`, 'g');

      this.shrinkWrapAdd = function (text, inlineTextBuilder, transform = (str => str), noWrap = false) {
        if (!text) { return; }
        const previouslyStashedSpace = inlineTextBuilder.stashedSpace;
        let anyMatch = false;
        let m = wordRe.exec(text);
        if (m) {
          anyMatch = true;
          if (previouslyStashedSpace || this.testLeadingWhitespace(text)) {
            inlineTextBuilder.pushWord(transform(m[0]), noWrap);
          } else {
            inlineTextBuilder.concatWord(transform(m[0]), noWrap);
          }
          while ((m = wordRe.exec(text)) !== null) {
            inlineTextBuilder.pushWord(transform(m[0]), noWrap);
          }
        }
        inlineTextBuilder.stashedSpace = (previouslyStashedSpace && !anyMatch) || this.testTrailingWhitespace(text);
      };

    }
  }

  /**
   * Add text with only minimal processing.
   * Everything between newlines considered a single word.
   * No whitespace is trimmed.
   * Not affected by preserveNewlines option - `\n` always starts a new line.
   *
   * `noWrap` argument is `true` by default - this won't start a new line
   * even if there is not enough space left in the current line.
   *
   * @param { string }            text              Input text.
   * @param { InlineTextBuilder } inlineTextBuilder A builder to receive processed text.
   * @param { boolean }           [noWrap] Don't wrap text even if the line is too long.
   */
  addLiteral (text, inlineTextBuilder, noWrap = true) {
    if (!text) { return; }
    const previouslyStashedSpace = inlineTextBuilder.stashedSpace;
    let anyMatch = false;
    let m = this.newlineOrNonNewlineStringRe.exec(text);
    if (m) {
      anyMatch = true;
      if (m[0] === '\n') {
        inlineTextBuilder.startNewLine();
      } else if (previouslyStashedSpace) {
        inlineTextBuilder.pushWord(m[0], noWrap);
      } else {
        inlineTextBuilder.concatWord(m[0], noWrap);
      }
      while ((m = this.newlineOrNonNewlineStringRe.exec(text)) !== null) {
        if (m[0] === '\n') {
          inlineTextBuilder.startNewLine();
        } else {
          inlineTextBuilder.pushWord(m[0], noWrap);
        }
      }
    }
    inlineTextBuilder.stashedSpace = (previouslyStashedSpace && !anyMatch);
  }

  /**
   * Test whether the given text starts with HTML whitespace character.
   *
   * @param   { string }  text  The string to test.
   * @returns { boolean }
   */
  testLeadingWhitespace (text) {
    return this.leadingWhitespaceRe.test(text);
  }

  /**
   * Test whether the given text ends with HTML whitespace character.
   *
   * @param   { string }  text  The string to test.
   * @returns { boolean }
   */
  testTrailingWhitespace (text) {
    return this.trailingWhitespaceRe.test(text);
  }

  /**
   * Test whether the given text contains any non-whitespace characters.
   *
   * @param   { string }  text  The string to test.
   * @returns { boolean }
   */
  testContainsWords (text) {
    return !this.allWhitespaceOrEmptyRe.test(text);
  }

  /**
   * Return the number of newlines if there are no words.
   *
   * If any word is found then return zero regardless of the actual number of newlines.
   *
   * @param   { string }  text  Input string.
   * @returns { number }
   */
  countNewlinesNoWords (text) {
    this.newlineOrNonWhitespaceRe.lastIndex = 0;
    let counter = 0;
    let match;
    while ((match = this.newlineOrNonWhitespaceRe.exec(text)) !== null) {
      if (match[0] === '\n') {
        counter++;
      } else {
        return 0;
      }
    }
    return counter;
  }

}

/**
 * Helps to build text from inline and block elements.
 *
 * @class BlockTextBuilder
 */
class BlockTextBuilder {

  /**
   * Creates an instance of BlockTextBuilder.
   *
   * @param { Options } options HtmlToText options.
   * @param { import('selderee').Picker<DomNode, TagDefinition> } picker Selectors decision tree picker.
   * @param { any} [metadata] Optional metadata for HTML document, for use in formatters.
   */
  constructor (options, picker, metadata = undefined) {
    this.options = options;
    this.picker = picker;
    this.metadata = metadata;
    this.whitespaceProcessor = new WhitespaceProcessor(options);
    /** @type { StackItem } */
    this._stackItem = new BlockStackItem(options);
    /** @type { TransformerStackItem } */
    this._wordTransformer = undefined;
  }

  /**
   * Put a word-by-word transform function onto the transformations stack.
   *
   * Mainly used for uppercasing. Can be bypassed to add unformatted text such as URLs.
   *
   * Word transformations applied before wrapping.
   *
   * @param { (str: string) => string } wordTransform Word transformation function.
   */
  pushWordTransform (wordTransform) {
    this._wordTransformer = new TransformerStackItem(this._wordTransformer, wordTransform);
  }

  /**
   * Remove a function from the word transformations stack.
   *
   * @returns { (str: string) => string } A function that was removed.
   */
  popWordTransform () {
    if (!this._wordTransformer) { return undefined; }
    const transform = this._wordTransformer.transform;
    this._wordTransformer = this._wordTransformer.next;
    return transform;
  }

  /**
   * Ignore wordwrap option in followup inline additions and disable automatic wrapping.
   */
  startNoWrap () {
    this._stackItem.isNoWrap = true;
  }

  /**
   * Return automatic wrapping to behavior defined by options.
   */
  stopNoWrap () {
    this._stackItem.isNoWrap = false;
  }

  /** @returns { (str: string) => string } */
  _getCombinedWordTransformer () {
    const wt = (this._wordTransformer)
      ? ((str) => applyTransformer(str, this._wordTransformer))
      : undefined;
    const ce = this.options.encodeCharacters;
    return (wt)
      ? ((ce) ? (str) => ce(wt(str)) : wt)
      : ce;
  }

  _popStackItem () {
    const item = this._stackItem;
    this._stackItem = item.next;
    return item;
  }

  /**
   * Add a line break into currently built block.
   */
  addLineBreak () {
    if (!(
      this._stackItem instanceof BlockStackItem
      || this._stackItem instanceof ListItemStackItem
      || this._stackItem instanceof TableCellStackItem
    )) { return; }
    if (this._stackItem.isPre) {
      this._stackItem.rawText += '\n';
    } else {
      this._stackItem.inlineTextBuilder.startNewLine();
    }
  }

  /**
   * Allow to break line in case directly following text will not fit.
   */
  addWordBreakOpportunity () {
    if (
      this._stackItem instanceof BlockStackItem
      || this._stackItem instanceof ListItemStackItem
      || this._stackItem instanceof TableCellStackItem
    ) {
      this._stackItem.inlineTextBuilder.wordBreakOpportunity = true;
    }
  }

  /**
   * Add a node inline into the currently built block.
   *
   * @param { string } str
   * Text content of a node to add.
   *
   * @param { object } [param1]
   * Object holding the parameters of the operation.
   *
   * @param { boolean } [param1.noWordTransform]
   * Ignore word transformers if there are any.
   * Don't encode characters as well.
   * (Use this for things like URL addresses).
   */
  addInline (str, { noWordTransform = false } = {}) {
    if (!(
      this._stackItem instanceof BlockStackItem
      || this._stackItem instanceof ListItemStackItem
      || this._stackItem instanceof TableCellStackItem
    )) { return; }

    if (this._stackItem.isPre) {
      this._stackItem.rawText += str;
      return;
    }

    if (
      str.length === 0 || // empty string
      (
        this._stackItem.stashedLineBreaks && // stashed linebreaks make whitespace irrelevant
        !this.whitespaceProcessor.testContainsWords(str) // no words to add
      )
    ) { return; }

    if (this.options.preserveNewlines) {
      const newlinesNumber = this.whitespaceProcessor.countNewlinesNoWords(str);
      if (newlinesNumber > 0) {
        this._stackItem.inlineTextBuilder.startNewLine(newlinesNumber);
        // keep stashedLineBreaks unchanged
        return;
      }
    }

    if (this._stackItem.stashedLineBreaks) {
      this._stackItem.inlineTextBuilder.startNewLine(this._stackItem.stashedLineBreaks);
    }
    this.whitespaceProcessor.shrinkWrapAdd(
      str,
      this._stackItem.inlineTextBuilder,
      (noWordTransform) ? undefined : this._getCombinedWordTransformer(),
      this._stackItem.isNoWrap
    );
    this._stackItem.stashedLineBreaks = 0; // inline text doesn't introduce line breaks
  }

  /**
   * Add a string inline into the currently built block.
   *
   * Use this for markup elements that don't have to adhere
   * to text layout rules.
   *
   * @param { string } str Text to add.
   */
  addLiteral (str) {
    if (!(
      this._stackItem instanceof BlockStackItem
      || this._stackItem instanceof ListItemStackItem
      || this._stackItem instanceof TableCellStackItem
    )) { return; }

    if (str.length === 0) { return; }

    if (this._stackItem.isPre) {
      this._stackItem.rawText += str;
      return;
    }

    if (this._stackItem.stashedLineBreaks) {
      this._stackItem.inlineTextBuilder.startNewLine(this._stackItem.stashedLineBreaks);
    }
    this.whitespaceProcessor.addLiteral(
      str,
      this._stackItem.inlineTextBuilder,
      this._stackItem.isNoWrap
    );
    this._stackItem.stashedLineBreaks = 0;
  }

  /**
   * Start building a new block.
   *
   * @param { object } [param0]
   * Object holding the parameters of the block.
   *
   * @param { number } [param0.leadingLineBreaks]
   * This block should have at least this number of line breaks to separate it from any preceding block.
   *
   * @param { number }  [param0.reservedLineLength]
   * Reserve this number of characters on each line for block markup.
   *
   * @param { boolean } [param0.isPre]
   * Should HTML whitespace be preserved inside this block.
   */
  openBlock ({ leadingLineBreaks = 1, reservedLineLength = 0, isPre = false } = {}) {
    const maxLineLength = Math.max(20, this._stackItem.inlineTextBuilder.maxLineLength - reservedLineLength);
    this._stackItem = new BlockStackItem(
      this.options,
      this._stackItem,
      leadingLineBreaks,
      maxLineLength
    );
    if (isPre) { this._stackItem.isPre = true; }
  }

  /**
   * Finalize currently built block, add it's content to the parent block.
   *
   * @param { object } [param0]
   * Object holding the parameters of the block.
   *
   * @param { number } [param0.trailingLineBreaks]
   * This block should have at least this number of line breaks to separate it from any following block.
   *
   * @param { (str: string) => string } [param0.blockTransform]
   * A function to transform the block text before adding to the parent block.
   * This happens after word wrap and should be used in combination with reserved line length
   * in order to keep line lengths correct.
   * Used for whole block markup.
   */
  closeBlock ({ trailingLineBreaks = 1, blockTransform = undefined } = {}) {
    const block = this._popStackItem();
    const blockText = (blockTransform) ? blockTransform(getText(block)) : getText(block);
    addText(this._stackItem, blockText, block.leadingLineBreaks, Math.max(block.stashedLineBreaks, trailingLineBreaks));
  }

  /**
   * Start building a new list.
   *
   * @param { object } [param0]
   * Object holding the parameters of the list.
   *
   * @param { number } [param0.maxPrefixLength]
   * Length of the longest list item prefix.
   * If not supplied or too small then list items won't be aligned properly.
   *
   * @param { 'left' | 'right' } [param0.prefixAlign]
   * Specify how prefixes of different lengths have to be aligned
   * within a column.
   *
   * @param { number } [param0.interRowLineBreaks]
   * Minimum number of line breaks between list items.
   *
   * @param { number } [param0.leadingLineBreaks]
   * This list should have at least this number of line breaks to separate it from any preceding block.
   */
  openList ({ maxPrefixLength = 0, prefixAlign = 'left', interRowLineBreaks = 1, leadingLineBreaks = 2 } = {}) {
    this._stackItem = new ListStackItem(this.options, this._stackItem, {
      interRowLineBreaks: interRowLineBreaks,
      leadingLineBreaks: leadingLineBreaks,
      maxLineLength: this._stackItem.inlineTextBuilder.maxLineLength,
      maxPrefixLength: maxPrefixLength,
      prefixAlign: prefixAlign
    });
  }

  /**
   * Start building a new list item.
   *
   * @param {object} param0
   * Object holding the parameters of the list item.
   *
   * @param { string } [param0.prefix]
   * Prefix for this list item (item number, bullet point, etc).
   */
  openListItem ({ prefix = '' } = {}) {
    if (!(this._stackItem instanceof ListStackItem)) {
      throw new Error('Can\'t add a list item to something that is not a list! Check the formatter.');
    }
    const list = this._stackItem;
    const prefixLength = Math.max(prefix.length, list.maxPrefixLength);
    const maxLineLength = Math.max(20, list.inlineTextBuilder.maxLineLength - prefixLength);
    this._stackItem = new ListItemStackItem(this.options, list, {
      prefix: prefix,
      maxLineLength: maxLineLength,
      leadingLineBreaks: list.interRowLineBreaks
    });
  }

  /**
   * Finalize currently built list item, add it's content to the parent list.
   */
  closeListItem () {
    const listItem = this._popStackItem();
    const list = listItem.next;

    const prefixLength = Math.max(listItem.prefix.length, list.maxPrefixLength);
    const spacing = '\n' + ' '.repeat(prefixLength);
    const prefix = (list.prefixAlign === 'right')
      ? listItem.prefix.padStart(prefixLength)
      : listItem.prefix.padEnd(prefixLength);
    const text = prefix + getText(listItem).replace(/\n/g, spacing);

    addText(
      list,
      text,
      listItem.leadingLineBreaks,
      Math.max(listItem.stashedLineBreaks, list.interRowLineBreaks)
    );
  }

  /**
   * Finalize currently built list, add it's content to the parent block.
   *
   * @param { object } param0
   * Object holding the parameters of the list.
   *
   * @param { number } [param0.trailingLineBreaks]
   * This list should have at least this number of line breaks to separate it from any following block.
   */
  closeList ({ trailingLineBreaks = 2 } = {}) {
    const list = this._popStackItem();
    const text = getText(list);
    if (text) {
      addText(this._stackItem, text, list.leadingLineBreaks, trailingLineBreaks);
    }
  }

  /**
   * Start building a table.
   */
  openTable () {
    this._stackItem = new TableStackItem(this._stackItem);
  }

  /**
   * Start building a table row.
   */
  openTableRow () {
    if (!(this._stackItem instanceof TableStackItem)) {
      throw new Error('Can\'t add a table row to something that is not a table! Check the formatter.');
    }
    this._stackItem = new TableRowStackItem(this._stackItem);
  }

  /**
   * Start building a table cell.
   *
   * @param { object } [param0]
   * Object holding the parameters of the cell.
   *
   * @param { number } [param0.maxColumnWidth]
   * Wrap cell content to this width. Fall back to global wordwrap value if undefined.
   */
  openTableCell ({ maxColumnWidth = undefined } = {}) {
    if (!(this._stackItem instanceof TableRowStackItem)) {
      throw new Error('Can\'t add a table cell to something that is not a table row! Check the formatter.');
    }
    this._stackItem = new TableCellStackItem(this.options, this._stackItem, maxColumnWidth);
  }

  /**
   * Finalize currently built table cell and add it to parent table row's cells.
   *
   * @param { object } [param0]
   * Object holding the parameters of the cell.
   *
   * @param { number } [param0.colspan] How many columns this cell should occupy.
   * @param { number } [param0.rowspan] How many rows this cell should occupy.
   */
  closeTableCell ({ colspan = 1, rowspan = 1 } = {}) {
    const cell = this._popStackItem();
    const text = trimCharacter(getText(cell), '\n');
    cell.next.cells.push({ colspan: colspan, rowspan: rowspan, text: text });
  }

  /**
   * Finalize currently built table row and add it to parent table's rows.
   */
  closeTableRow () {
    const row = this._popStackItem();
    row.next.rows.push(row.cells);
  }

  /**
   * Finalize currently built table and add the rendered text to the parent block.
   *
   * @param { object } param0
   * Object holding the parameters of the table.
   *
   * @param { TablePrinter } param0.tableToString
   * A function to convert a table of stringified cells into a complete table.
   *
   * @param { number } [param0.leadingLineBreaks]
   * This table should have at least this number of line breaks to separate if from any preceding block.
   *
   * @param { number } [param0.trailingLineBreaks]
   * This table should have at least this number of line breaks to separate it from any following block.
   */
  closeTable ({ tableToString, leadingLineBreaks = 2, trailingLineBreaks = 2 }) {
    const table = this._popStackItem();
    const output = tableToString(table.rows);
    if (output) {
      addText(this._stackItem, output, leadingLineBreaks, trailingLineBreaks);
    }
  }

  /**
   * Return the rendered text content of this builder.
   *
   * @returns { string }
   */
  toString () {
    return getText(this._stackItem.getRoot());
    // There should only be the root item if everything is closed properly.
  }

}

function getText (stackItem) {
  if (!(
    stackItem instanceof BlockStackItem
    || stackItem instanceof ListItemStackItem
    || stackItem instanceof TableCellStackItem
  )) {
    throw new Error('Only blocks, list items and table cells can be requested for text contents.');
  }
  return (stackItem.inlineTextBuilder.isEmpty())
    ? stackItem.rawText
    : stackItem.rawText + stackItem.inlineTextBuilder.toString();
}

function addText (stackItem, text, leadingLineBreaks, trailingLineBreaks) {
  if (!(
    stackItem instanceof BlockStackItem
    || stackItem instanceof ListItemStackItem
    || stackItem instanceof TableCellStackItem
  )) {
    throw new Error('Only blocks, list items and table cells can contain text.');
  }
  const parentText = getText(stackItem);
  const lineBreaks = Math.max(stackItem.stashedLineBreaks, leadingLineBreaks);
  stackItem.inlineTextBuilder.clear();
  if (parentText) {
    stackItem.rawText = parentText + '\n'.repeat(lineBreaks) + text;
  } else {
    stackItem.rawText = text;
    stackItem.leadingLineBreaks = lineBreaks;
  }
  stackItem.stashedLineBreaks = trailingLineBreaks;
}

/**
 * @param { string } str A string to transform.
 * @param { TransformerStackItem } transformer A transformer item (with possible continuation).
 * @returns { string }
 */
function applyTransformer (str, transformer) {
  return ((transformer) ? applyTransformer(transformer.transform(str), transformer.next) : str);
}

/**
 * Compile selectors into a decision tree,
 * return a function intended for batch processing.
 *
 * @param   { Options } [options]   HtmlToText options (defaults, formatters, user options merged, deduplicated).
 * @returns { (html: string, metadata?: any) => string } Pre-configured converter function.
 * @static
 */
function compile$1 (options = {}) {
  const selectorsWithoutFormat = options.selectors.filter(s => !s.format);
  if (selectorsWithoutFormat.length) {
    throw new Error(
      'Following selectors have no specified format: ' +
      selectorsWithoutFormat.map(s => `\`${s.selector}\``).join(', ')
    );
  }
  const picker = new DecisionTree(
    options.selectors.map(s => [s.selector, s])
  ).build(hp2Builder);

  if (typeof options.encodeCharacters !== 'function') {
    options.encodeCharacters = makeReplacerFromDict(options.encodeCharacters);
  }

  const baseSelectorsPicker = new DecisionTree(
    options.baseElements.selectors.map((s, i) => [s, i + 1])
  ).build(hp2Builder);
  function findBaseElements (dom) {
    return findBases(dom, options, baseSelectorsPicker);
  }

  const limitedWalk = limitedDepthRecursive(
    options.limits.maxDepth,
    recursiveWalk,
    function (dom, builder) {
      builder.addInline(options.limits.ellipsis || '');
    }
  );

  return function (html, metadata = undefined) {
    return process(html, metadata, options, picker, findBaseElements, limitedWalk);
  };
}


/**
 * Convert given HTML according to preprocessed options.
 *
 * @param { string } html HTML content to convert.
 * @param { any } metadata Optional metadata for HTML document, for use in formatters.
 * @param { Options } options HtmlToText options (preprocessed).
 * @param { import('selderee').Picker<DomNode, TagDefinition> } picker
 * Tag definition picker for DOM nodes processing.
 * @param { (dom: DomNode[]) => DomNode[] } findBaseElements
 * Function to extract elements from HTML DOM
 * that will only be present in the output text.
 * @param { RecursiveCallback } walk Recursive callback.
 * @returns { string }
 */
function process (html, metadata, options, picker, findBaseElements, walk) {
  const maxInputLength = options.limits.maxInputLength;
  if (maxInputLength && html && html.length > maxInputLength) {
    console.warn(
      `Input length ${html.length} is above allowed limit of ${maxInputLength}. Truncating without ellipsis.`
    );
    html = html.substring(0, maxInputLength);
  }

  const document = (0,dist_esm/* parseDocument */.Tp)(html, { decodeEntities: options.decodeEntities });
  const bases = findBaseElements(document.children);
  const builder = new BlockTextBuilder(options, picker, metadata);
  walk(bases, builder);
  return builder.toString();
}


function findBases (dom, options, baseSelectorsPicker) {
  const results = [];

  function recursiveWalk (walk, /** @type { DomNode[] } */ dom) {
    dom = dom.slice(0, options.limits.maxChildNodes);
    for (const elem of dom) {
      if (elem.type !== 'tag') {
        continue;
      }
      const pickedSelectorIndex = baseSelectorsPicker.pick1(elem);
      if (pickedSelectorIndex > 0) {
        results.push({ selectorIndex: pickedSelectorIndex, element: elem });
      } else if (elem.children) {
        walk(elem.children);
      }
      if (results.length >= options.limits.maxBaseElements) {
        return;
      }
    }
  }

  const limitedWalk = limitedDepthRecursive(
    options.limits.maxDepth,
    recursiveWalk
  );
  limitedWalk(dom);

  if (options.baseElements.orderBy !== 'occurrence') { // 'selectors'
    results.sort((a, b) => a.selectorIndex - b.selectorIndex);
  }
  return (options.baseElements.returnDomByDefault && results.length === 0)
    ? dom
    : results.map(x => x.element);
}

/**
 * Function to walk through DOM nodes and accumulate their string representations.
 *
 * @param   { RecursiveCallback } walk    Recursive callback.
 * @param   { DomNode[] }         [dom]   Nodes array to process.
 * @param   { BlockTextBuilder }  builder Passed around to accumulate output text.
 * @private
 */
function recursiveWalk (walk, dom, builder) {
  if (!dom) { return; }

  const options = builder.options;

  const tooManyChildNodes = dom.length > options.limits.maxChildNodes;
  if (tooManyChildNodes) {
    dom = dom.slice(0, options.limits.maxChildNodes);
    dom.push({
      data: options.limits.ellipsis,
      type: 'text'
    });
  }

  for (const elem of dom) {
    switch (elem.type) {
      case 'text': {
        builder.addInline(elem.data);
        break;
      }
      case 'tag': {
        const tagDefinition = builder.picker.pick1(elem);
        const format = options.formatters[tagDefinition.format];
        format(elem, walk, builder, tagDefinition.options || {});
        break;
      }
    }
  }

  return;
}

/**
 * @param { {[key: string]: string | false} } dict
 * A dictionary where keys are characters to replace
 * and values are replacement strings.
 *
 * First code point from dict keys is used.
 * Compound emojis with ZWJ are not supported (not until Node 16).
 *
 * @returns { ((str: string) => string) | undefined }
 */
function makeReplacerFromDict (dict) {
  if (!dict || Object.keys(dict).length === 0) {
    return undefined;
  }
  /** @type { [string, string][] } */
  const entries = Object.entries(dict).filter(([, v]) => v !== false);
  const regex = new RegExp(
    entries
      .map(([c]) => `(${unicodeEscape([...c][0])})`)
      .join('|'),
    'g'
  );
  const values = entries.map(([, v]) => v);
  const replacer = (m, ...cgs) => values[cgs.findIndex(cg => cg)];
  return (str) => str.replace(regex, replacer);
}

/**
 * Dummy formatter that discards the input and does nothing.
 *
 * @type { FormatCallback }
 */
function formatSkip (elem, walk, builder, formatOptions) {
  /* do nothing */
}

/**
 * Insert the given string literal inline instead of a tag.
 *
 * @type { FormatCallback }
 */
function formatInlineString (elem, walk, builder, formatOptions) {
  builder.addLiteral(formatOptions.string || '');
}

/**
 * Insert a block with the given string literal instead of a tag.
 *
 * @type { FormatCallback }
 */
function formatBlockString (elem, walk, builder, formatOptions) {
  builder.openBlock({ leadingLineBreaks: formatOptions.leadingLineBreaks || 2 });
  builder.addLiteral(formatOptions.string || '');
  builder.closeBlock({ trailingLineBreaks: formatOptions.trailingLineBreaks || 2 });
}

/**
 * Process an inline-level element.
 *
 * @type { FormatCallback }
 */
function formatInline (elem, walk, builder, formatOptions) {
  walk(elem.children, builder);
}

/**
 * Process a block-level container.
 *
 * @type { FormatCallback }
 */
function formatBlock$1 (elem, walk, builder, formatOptions) {
  builder.openBlock({ leadingLineBreaks: formatOptions.leadingLineBreaks || 2 });
  walk(elem.children, builder);
  builder.closeBlock({ trailingLineBreaks: formatOptions.trailingLineBreaks || 2 });
}

function renderOpenTag (elem) {
  const attrs = (elem.attribs && elem.attribs.length)
    ? ' ' + Object.entries(elem.attribs)
      .map(([k, v]) => ((v === '') ? k : `${k}=${v.replace(/"/g, '&quot;')}`))
      .join(' ')
    : '';
  return `<${elem.name}${attrs}>`;
}

function renderCloseTag (elem) {
  return `</${elem.name}>`;
}

/**
 * Render an element as inline HTML tag, walk through it's children.
 *
 * @type { FormatCallback }
 */
function formatInlineTag (elem, walk, builder, formatOptions) {
  builder.startNoWrap();
  builder.addLiteral(renderOpenTag(elem));
  builder.stopNoWrap();
  walk(elem.children, builder);
  builder.startNoWrap();
  builder.addLiteral(renderCloseTag(elem));
  builder.stopNoWrap();
}

/**
 * Render an element as HTML block bag, walk through it's children.
 *
 * @type { FormatCallback }
 */
function formatBlockTag (elem, walk, builder, formatOptions) {
  builder.openBlock({ leadingLineBreaks: formatOptions.leadingLineBreaks || 2 });
  builder.startNoWrap();
  builder.addLiteral(renderOpenTag(elem));
  builder.stopNoWrap();
  walk(elem.children, builder);
  builder.startNoWrap();
  builder.addLiteral(renderCloseTag(elem));
  builder.stopNoWrap();
  builder.closeBlock({ trailingLineBreaks: formatOptions.trailingLineBreaks || 2 });
}

/**
 * Render an element with all it's children as inline HTML.
 *
 * @type { FormatCallback }
 */
function formatInlineHtml (elem, walk, builder, formatOptions) {
  builder.startNoWrap();
  builder.addLiteral(
    (0,dom_serializer_lib_esm/* render */.X)(elem, { decodeEntities: builder.options.decodeEntities })
  );
  builder.stopNoWrap();
}

/**
 * Render an element with all it's children as HTML block.
 *
 * @type { FormatCallback }
 */
function formatBlockHtml (elem, walk, builder, formatOptions) {
  builder.openBlock({ leadingLineBreaks: formatOptions.leadingLineBreaks || 2 });
  builder.startNoWrap();
  builder.addLiteral(
    (0,dom_serializer_lib_esm/* render */.X)(elem, { decodeEntities: builder.options.decodeEntities })
  );
  builder.stopNoWrap();
  builder.closeBlock({ trailingLineBreaks: formatOptions.trailingLineBreaks || 2 });
}

/**
 * Render inline element wrapped with given strings.
 *
 * @type { FormatCallback }
 */
function formatInlineSurround (elem, walk, builder, formatOptions) {
  builder.addLiteral(formatOptions.prefix || '');
  walk(elem.children, builder);
  builder.addLiteral(formatOptions.suffix || '');
}

var genericFormatters = /*#__PURE__*/Object.freeze({
  __proto__: null,
  block: formatBlock$1,
  blockHtml: formatBlockHtml,
  blockString: formatBlockString,
  blockTag: formatBlockTag,
  inline: formatInline,
  inlineHtml: formatInlineHtml,
  inlineString: formatInlineString,
  inlineSurround: formatInlineSurround,
  inlineTag: formatInlineTag,
  skip: formatSkip
});

const mergeArraysOverwrite = (values) => {
  const lastValue = values[values.length - 1];
  return (Array.isArray(lastValue)) ? [...lastValue] : [];
};

const deepMergeWithOverwriteArrays = deepmergeCustom({
  filterValues: false,
  mergeArrays: mergeArraysOverwrite
});

const deepMergeWithOptionsComposeRules = deepmergeCustom({
  filterValues: false,
  mergeArrays: (values, utils, meta) => {
    const keyPath = (meta?.keyPath) ? meta.keyPath : [];
    const isRootSelectors = (keyPath.length === 1 && keyPath[0] === 'selectors');
    return isRootSelectors
      ? values.flatMap((value) => value)
      : mergeArraysOverwrite(values);
  },
  metaDataUpdater: (previousMeta, metaMeta) => {
    if (previousMeta === undefined) {
      return (metaMeta.key === undefined)
        ? { keyPath: [] }
        : { keyPath: [metaMeta.key] };
    }
    if (metaMeta.key === undefined) {
      return previousMeta;
    }
    return { keyPath: [...previousMeta.keyPath, metaMeta.key] };
  }
});

/**
 * Deduplicate an array by a given key callback.
 * Item properties are merged recursively and with the preference for last defined values.
 * Of items with the same key, merged item takes the place of the last item,
 * others are omitted.
 *
 * @param { any[] } items An array to deduplicate.
 * @param { (x: any) => string } getKey Callback to get a value that distinguishes unique items.
 * @returns { any[] }
 */
function mergeDuplicatesPreferLast (items, getKey) {
  const map = new Map();
  for (let i = items.length; i-- > 0;) {
    const item = items[i];
    const key = getKey(item);
    map.set(
      key,
      (map.has(key))
        ? deepMergeWithOverwriteArrays(item, map.get(key))
        : item
    );
  }
  return [...map.values()].reverse();
}

/**
 * Merge default and user options, merge formatters and deduplicate selectors.
 *
 * @param { object } params Options preprocessing parameters.
 * @param { Options } params.defaultOptions Package default options.
 * @param { Options } [params.userOptions] User-provided options.
 * @param { object } params.genericFormatters Generic formatters.
 * @param { object } params.packageFormatters Package-specific formatters.
 * @param { (options: Options) => void } [params.handleMergedOptions]
 * Hook to mutate merged options after formatter/selector preprocessing.
 * @returns { Options }
 */
function composeOptions ({
  defaultOptions,
  userOptions = {},
  genericFormatters,
  packageFormatters,
  handleMergedOptions
}) {
  const options = deepMergeWithOptionsComposeRules(defaultOptions, userOptions);
  options.formatters = Object.assign({}, genericFormatters, packageFormatters, options.formatters);
  options.selectors = mergeDuplicatesPreferLast(options.selectors, (s => s.selector));

  if (handleMergedOptions) {
    handleMergedOptions(options);
  }

  return options;
}

function getRow (matrix, j) {
  if (!matrix[j]) { matrix[j] = []; }
  return matrix[j];
}

function findFirstVacantIndex (row, x = 0) {
  while (row[x]) { x++; }
  return x;
}

function transposeInPlace (matrix, maxSize) {
  for (let i = 0; i < maxSize; i++) {
    const rowI = getRow(matrix, i);
    for (let j = 0; j < i; j++) {
      const rowJ = getRow(matrix, j);
      if (rowI[j] || rowJ[i]) {
        const temp = rowI[j];
        rowI[j] = rowJ[i];
        rowJ[i] = temp;
      }
    }
  }
}

function putCellIntoLayout (cell, layout, baseRow, baseCol) {
  for (let r = 0; r < cell.rowspan; r++) {
    const layoutRow = getRow(layout, baseRow + r);
    for (let c = 0; c < cell.colspan; c++) {
      layoutRow[baseCol + c] = cell;
    }
  }
}

function getOrInitOffset (offsets, index) {
  if (offsets[index] === undefined) {
    offsets[index] = (index === 0) ? 0 : 1 + getOrInitOffset(offsets, index - 1);
  }
  return offsets[index];
}

function updateOffset (offsets, base, span, value) {
  offsets[base + span] = Math.max(
    getOrInitOffset(offsets, base + span),
    getOrInitOffset(offsets, base) + value
  );
}

/**
 * Render a table into a string.
 * Cells can contain multiline text and span across multiple rows and columns.
 *
 * Modifies cells to add lines array.
 *
 * @param { TablePrinterCell[][] } tableRows Table to render.
 * @param { number } rowSpacing Number of spaces between columns.
 * @param { number } colSpacing Number of empty lines between rows.
 * @returns { string }
 */
function tableToString (tableRows, rowSpacing, colSpacing) {
  const layout = [];
  let colNumber = 0;
  const rowNumber = tableRows.length;
  const rowOffsets = [0];
  // Fill the layout table and row offsets row-by-row.
  for (let j = 0; j < rowNumber; j++) {
    const layoutRow = getRow(layout, j);
    const cells = tableRows[j];
    let x = 0;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i];
      x = findFirstVacantIndex(layoutRow, x);
      putCellIntoLayout(cell, layout, j, x);
      x += cell.colspan;
      cell.lines = cell.text.split('\n');
      const cellHeight = cell.lines.length;
      updateOffset(rowOffsets, j, cell.rowspan, cellHeight + rowSpacing);
    }
    colNumber = (layoutRow.length > colNumber) ? layoutRow.length : colNumber;
  }

  transposeInPlace(layout, (rowNumber > colNumber) ? rowNumber : colNumber);

  const outputLines = [];
  const colOffsets = [0];
  // Fill column offsets and output lines column-by-column.
  for (let x = 0; x < colNumber; x++) {
    let y = 0;
    let cell;
    const rowsInThisColumn = Math.min(rowNumber, layout[x].length);
    while (y < rowsInThisColumn) {
      cell = layout[x][y];
      if (cell) {
        if (!cell.rendered) {
          let cellWidth = 0;
          for (let j = 0; j < cell.lines.length; j++) {
            const line = cell.lines[j];
            const lineOffset = rowOffsets[y] + j;
            outputLines[lineOffset] = (outputLines[lineOffset] || '').padEnd(colOffsets[x]) + line;
            cellWidth = (line.length > cellWidth) ? line.length : cellWidth;
          }
          updateOffset(colOffsets, x, cell.colspan, cellWidth + colSpacing);
          cell.rendered = true;
        }
        y += cell.rowspan;
      } else {
        const lineOffset = rowOffsets[y];
        outputLines[lineOffset] = (outputLines[lineOffset] || '');
        y++;
      }
    }
  }

  return outputLines.join('\n');
}

/**
 * Process a line-break.
 *
 * @type { FormatCallback }
 */
function formatLineBreak (elem, walk, builder, formatOptions) {
  builder.addLineBreak();
}

/**
 * Process a `wbr` tag (word break opportunity).
 *
 * @type { FormatCallback }
 */
function formatWbr (elem, walk, builder, formatOptions) {
  builder.addWordBreakOpportunity();
}

/**
 * Process a horizontal line.
 *
 * @type { FormatCallback }
 */
function formatHorizontalLine (elem, walk, builder, formatOptions) {
  builder.openBlock({ leadingLineBreaks: formatOptions.leadingLineBreaks || 2 });
  builder.addInline('-'.repeat(formatOptions.length || builder.options.wordwrap || 40));
  builder.closeBlock({ trailingLineBreaks: formatOptions.trailingLineBreaks || 2 });
}

/**
 * Process a paragraph.
 *
 * @type { FormatCallback }
 */
function formatParagraph (elem, walk, builder, formatOptions) {
  builder.openBlock({ leadingLineBreaks: formatOptions.leadingLineBreaks || 2 });
  walk(elem.children, builder);
  builder.closeBlock({ trailingLineBreaks: formatOptions.trailingLineBreaks || 2 });
}

/**
 * Process a preformatted content.
 *
 * @type { FormatCallback }
 */
function formatPre (elem, walk, builder, formatOptions) {
  builder.openBlock({
    isPre: true,
    leadingLineBreaks: formatOptions.leadingLineBreaks || 2
  });
  walk(elem.children, builder);
  builder.closeBlock({ trailingLineBreaks: formatOptions.trailingLineBreaks || 2 });
}

/**
 * Process a heading.
 *
 * @type { FormatCallback }
 */
function formatHeading (elem, walk, builder, formatOptions) {
  builder.openBlock({ leadingLineBreaks: formatOptions.leadingLineBreaks || 2 });
  if (formatOptions.uppercase !== false) {
    builder.pushWordTransform(str => str.toUpperCase());
    walk(elem.children, builder);
    builder.popWordTransform();
  } else {
    walk(elem.children, builder);
  }
  builder.closeBlock({ trailingLineBreaks: formatOptions.trailingLineBreaks || 2 });
}

/**
 * Process a blockquote.
 *
 * @type { FormatCallback }
 */
function formatBlockquote (elem, walk, builder, formatOptions) {
  builder.openBlock({
    leadingLineBreaks: formatOptions.leadingLineBreaks || 2,
    reservedLineLength: 2
  });
  walk(elem.children, builder);
  builder.closeBlock({
    trailingLineBreaks: formatOptions.trailingLineBreaks || 2,
    blockTransform: str => ((formatOptions.trimEmptyLines !== false) ? trimCharacter(str, '\n') : str)
      .split('\n')
      .map(line => '> ' + line)
      .join('\n')
  });
}

function withBrackets (str, brackets) {
  if (!brackets) { return str; }

  const lbr = (typeof brackets[0] === 'string')
    ? brackets[0]
    : '[';
  const rbr = (typeof brackets[1] === 'string')
    ? brackets[1]
    : ']';
  return lbr + str + rbr;
}

function pathRewrite (path, rewriter, baseUrl, metadata, elem) {
  const modifiedPath = (typeof rewriter === 'function')
    ? rewriter(path, metadata, elem)
    : path;
  return (modifiedPath[0] === '/' && baseUrl)
    ? trimCharacterEnd(baseUrl, '/') + modifiedPath
    : modifiedPath;
}

/**
 * Process an image.
 *
 * @type { FormatCallback }
 */
function formatImage (elem, walk, builder, formatOptions) {
  const attribs = elem.attribs || {};
  const alt = (attribs.alt)
    ? attribs.alt
    : '';
  const src = (!attribs.src)
    ? ''
    : pathRewrite(attribs.src, formatOptions.pathRewrite, formatOptions.baseUrl, builder.metadata, elem);
  const text = (!src)
    ? alt
    : (!alt)
      ? withBrackets(src, formatOptions.linkBrackets)
      : alt + ' ' + withBrackets(src, formatOptions.linkBrackets);

  builder.addInline(text, { noWordTransform: true });
}

/**
 * Process an anchor.
 *
 * @type { FormatCallback }
 */
function formatAnchor (elem, walk, builder, formatOptions) {
  function getHref () {
    if (formatOptions.ignoreHref) { return ''; }
    if (!elem.attribs || !elem.attribs.href) { return ''; }
    let href = elem.attribs.href.replace(/^mailto:/, '');
    if (formatOptions.noAnchorUrl && href[0] === '#') { return ''; }
    href = pathRewrite(href, formatOptions.pathRewrite, formatOptions.baseUrl, builder.metadata, elem);
    return href;
  }
  const href = getHref();
  if (!href) {
    walk(elem.children, builder);
  } else {
    let text = '';
    builder.pushWordTransform(
      str => {
        if (str) { text += str; }
        return str;
      }
    );
    walk(elem.children, builder);
    builder.popWordTransform();

    const hideSameLink = formatOptions.hideLinkHrefIfSameAsText && href === text;
    if (!hideSameLink) {
      builder.addInline(
        (!text)
          ? href
          : ' ' + withBrackets(href, formatOptions.linkBrackets),
        { noWordTransform: true }
      );
    }
  }
}

/**
 * @param { DomNode }           elem               List items with their prefixes.
 * @param { RecursiveCallback } walk               Recursive callback to process child nodes.
 * @param { BlockTextBuilder }  builder            Passed around to accumulate output text.
 * @param { FormatOptions }     formatOptions      Options specific to a formatter.
 * @param { () => string }      nextPrefixCallback Function that returns increasing index each time it is called.
 */
function formatList (elem, walk, builder, formatOptions, nextPrefixCallback) {
  const isNestedList = get(elem, ['parent', 'name']) === 'li';

  // With Roman numbers, index length is not as straightforward as with Arabic numbers or letters,
  // so the dumb length comparison is the most robust way to get the correct value.
  let maxPrefixLength = 0;
  const listItems = (elem.children || [])
    // it might be more accurate to check only for html spaces here, but no significant benefit
    .filter(child => child.type !== 'text' || !/^\s*$/.test(child.data))
    .map(function (child) {
      if (child.name !== 'li') {
        return { node: child, prefix: '' };
      }
      const prefix = (isNestedList)
        ? nextPrefixCallback().trimStart()
        : nextPrefixCallback();
      if (prefix.length > maxPrefixLength) { maxPrefixLength = prefix.length; }
      return { node: child, prefix: prefix };
    });
  if (!listItems.length) { return; }

  builder.openList({
    interRowLineBreaks: 1,
    leadingLineBreaks: isNestedList ? 1 : (formatOptions.leadingLineBreaks || 2),
    maxPrefixLength: maxPrefixLength,
    prefixAlign: 'left'
  });

  for (const { node, prefix } of listItems) {
    builder.openListItem({ prefix: prefix });
    walk([node], builder);
    builder.closeListItem();
  }

  builder.closeList({ trailingLineBreaks: isNestedList ? 1 : (formatOptions.trailingLineBreaks || 2) });
}

/**
 * Process an unordered list.
 *
 * @type { FormatCallback }
 */
function formatUnorderedList (elem, walk, builder, formatOptions) {
  const prefix = formatOptions.itemPrefix || ' * ';
  return formatList(elem, walk, builder, formatOptions, () => prefix);
}

/**
 * Process an ordered list.
 *
 * @type { FormatCallback }
 */
function formatOrderedList (elem, walk, builder, formatOptions) {
  let nextIndex = Number(elem.attribs.start || '1');
  const indexFunction = getOrderedListIndexFunction(elem.attribs.type);
  const nextPrefixCallback = () => ' ' + indexFunction(nextIndex++) + '. ';
  return formatList(elem, walk, builder, formatOptions, nextPrefixCallback);
}

/**
 * Return a function that can be used to generate index markers of a specified format.
 *
 * @param   { string } [olType] Marker type.
 * @returns { (i: number) => string }
 */
function getOrderedListIndexFunction (olType = '1') {
  switch (olType) {
    case 'a': return (i) => numberToLetterSequence(i, 'a');
    case 'A': return (i) => numberToLetterSequence(i, 'A');
    case 'i': return (i) => numberToRoman(i).toLowerCase();
    case 'I': return (i) => numberToRoman(i);
    case '1':
    default: return (i) => (i).toString();
  }
}

/**
 * Given a list of class and ID selectors (prefixed with '.' and '#'),
 * return them as separate lists of names without prefixes.
 *
 * @param { string[] } selectors Class and ID selectors (`[".class", "#id"]` etc).
 * @returns { { classes: string[], ids: string[] } }
 */
function splitClassesAndIds (selectors) {
  const classes = [];
  const ids = [];
  for (const selector of selectors) {
    if (selector.startsWith('.')) {
      classes.push(selector.substring(1));
    } else if (selector.startsWith('#')) {
      ids.push(selector.substring(1));
    }
  }
  return { classes: classes, ids: ids };
}

function isDataTable (attr, tables) {
  if (tables === true) { return true; }
  if (!attr) { return false; }

  const { classes, ids } = splitClassesAndIds(tables);
  const attrClasses = (attr['class'] || '').split(' ');
  const attrIds = (attr['id'] || '').split(' ');

  return attrClasses.some(x => classes.includes(x)) || attrIds.some(x => ids.includes(x));
}

/**
 * Process a table (either as a container or as a data table, depending on options).
 *
 * @type { FormatCallback }
 */
function formatTable (elem, walk, builder, formatOptions) {
  return isDataTable(elem.attribs, builder.options.tables)
    ? formatDataTable(elem, walk, builder, formatOptions)
    : formatBlock(elem, walk, builder, formatOptions);
}

function formatBlock (elem, walk, builder, formatOptions) {
  builder.openBlock({ leadingLineBreaks: formatOptions.leadingLineBreaks });
  walk(elem.children, builder);
  builder.closeBlock({ trailingLineBreaks: formatOptions.trailingLineBreaks });
}

/**
 * Process a data table.
 *
 * @type { FormatCallback }
 */
function formatDataTable (elem, walk, builder, formatOptions) {
  builder.openTable();
  elem.children.forEach(walkTable);
  builder.closeTable({
    tableToString: (rows) => tableToString(rows, formatOptions.rowSpacing ?? 0, formatOptions.colSpacing ?? 3),
    leadingLineBreaks: formatOptions.leadingLineBreaks,
    trailingLineBreaks: formatOptions.trailingLineBreaks
  });

  function formatCell (cellNode) {
    const colspan = +get(cellNode, ['attribs', 'colspan']) || 1;
    const rowspan = +get(cellNode, ['attribs', 'rowspan']) || 1;
    builder.openTableCell({ maxColumnWidth: formatOptions.maxColumnWidth });
    walk(cellNode.children, builder);
    builder.closeTableCell({ colspan: colspan, rowspan: rowspan });
  }

  function walkTable (elem) {
    if (elem.type !== 'tag') { return; }

    const formatHeaderCell = (formatOptions.uppercaseHeaderCells !== false)
      ? (cellNode) => {
        builder.pushWordTransform(str => str.toUpperCase());
        formatCell(cellNode);
        builder.popWordTransform();
      }
      : formatCell;

    switch (elem.name) {
      case 'thead':
      case 'tbody':
      case 'tfoot':
      case 'center':
        elem.children.forEach(walkTable);
        return;

      case 'tr': {
        builder.openTableRow();
        for (const childOfTr of elem.children) {
          if (childOfTr.type !== 'tag') { continue; }
          switch (childOfTr.name) {
            case 'th': {
              formatHeaderCell(childOfTr);
              break;
            }
            case 'td': {
              formatCell(childOfTr);
              break;
            }
              // do nothing
          }
        }
        builder.closeTableRow();
        break;
      }
        // do nothing
    }
  }
}

var textFormatters = /*#__PURE__*/Object.freeze({
  __proto__: null,
  anchor: formatAnchor,
  blockquote: formatBlockquote,
  dataTable: formatDataTable,
  heading: formatHeading,
  horizontalLine: formatHorizontalLine,
  image: formatImage,
  lineBreak: formatLineBreak,
  orderedList: formatOrderedList,
  paragraph: formatParagraph,
  pre: formatPre,
  table: formatTable,
  unorderedList: formatUnorderedList,
  wbr: formatWbr
});

/**
 * Default options.
 *
 * @constant
 * @type { Options }
 * @default
 * @private
 */
const DEFAULT_OPTIONS = {
  baseElements: {
    selectors: [ 'body' ],
    orderBy: 'selectors', // 'selectors' | 'occurrence'
    returnDomByDefault: true
  },
  decodeEntities: true,
  encodeCharacters: {},
  formatters: {},
  limits: {
    ellipsis: '...',
    maxBaseElements: undefined,
    maxChildNodes: undefined,
    maxDepth: undefined,
    maxInputLength: (1 << 24) // 16_777_216
  },
  longWordSplit: {
    forceWrapOnLimit: false,
    wrapCharacters: []
  },
  preserveNewlines: false,
  selectors: [
    { selector: '*', format: 'inline' },
    {
      selector: 'a',
      format: 'anchor',
      options: {
        baseUrl: null,
        hideLinkHrefIfSameAsText: false,
        ignoreHref: false,
        linkBrackets: ['[', ']'],
        noAnchorUrl: true
      }
    },
    { selector: 'article', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'aside', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    {
      selector: 'blockquote',
      format: 'blockquote',
      options: { leadingLineBreaks: 2, trailingLineBreaks: 2, trimEmptyLines: true }
    },
    { selector: 'br', format: 'lineBreak' },
    { selector: 'div', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'footer', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'form', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'h1', format: 'heading', options: { leadingLineBreaks: 3, trailingLineBreaks: 2, uppercase: true } },
    { selector: 'h2', format: 'heading', options: { leadingLineBreaks: 3, trailingLineBreaks: 2, uppercase: true } },
    { selector: 'h3', format: 'heading', options: { leadingLineBreaks: 3, trailingLineBreaks: 2, uppercase: true } },
    { selector: 'h4', format: 'heading', options: { leadingLineBreaks: 2, trailingLineBreaks: 2, uppercase: true } },
    { selector: 'h5', format: 'heading', options: { leadingLineBreaks: 2, trailingLineBreaks: 2, uppercase: true } },
    { selector: 'h6', format: 'heading', options: { leadingLineBreaks: 2, trailingLineBreaks: 2, uppercase: true } },
    { selector: 'header', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    {
      selector: 'hr',
      format: 'horizontalLine',
      options: { leadingLineBreaks: 2, length: undefined, trailingLineBreaks: 2 }
    },
    {
      selector: 'img',
      format: 'image',
      options: { baseUrl: null, linkBrackets: ['[', ']'] }
    },
    { selector: 'main', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'nav', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    {
      selector: 'ol',
      format: 'orderedList',
      options: { leadingLineBreaks: 2, trailingLineBreaks: 2 }
    },
    { selector: 'p', format: 'paragraph', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'pre', format: 'pre', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'section', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    {
      selector: 'table',
      format: 'table',
      options: {
        colSpacing: 3,
        leadingLineBreaks: 2,
        maxColumnWidth: 60,
        rowSpacing: 0,
        trailingLineBreaks: 2,
        uppercaseHeaderCells: true
      }
    },
    {
      selector: 'ul',
      format: 'unorderedList',
      options: { itemPrefix: ' * ', leadingLineBreaks: 2, trailingLineBreaks: 2 }
    },
    { selector: 'wbr', format: 'wbr' },
  ],
  tables: [], // deprecated
  whitespaceCharacters: ' \t\r\n\f\u200b',
  wordwrap: 80
};

/**
 * Preprocess options, compile selectors into a decision tree,
 * return a function intended for batch processing.
 *
 * @param   { Options } [options]   HtmlToText options.
 * @returns { (html: string, metadata?: any) => string } Pre-configured converter function.
 * @static
 */
function compile (options = {}) {
  options = composeOptions({
    defaultOptions: DEFAULT_OPTIONS,
    genericFormatters: genericFormatters,
    handleMergedOptions: handleDeprecatedOptions,
    packageFormatters: textFormatters,
    userOptions: options
  });

  return compile$1(options);
}

/**
 * Convert given HTML content to plain text string.
 *
 * @param   { string }  html           HTML content to convert.
 * @param   { Options } [options]      HtmlToText options.
 * @param   { any }     [metadata]     Optional metadata for HTML document, for use in formatters.
 * @returns { string }                 Plain text string.
 * @static
 *
 * @example
 * const { convert } = require('html-to-text');
 * const text = convert('<h1>Hello World</h1>', {
 *   wordwrap: 130
 * });
 * console.log(text); // HELLO WORLD
 */
function convert (html, options = {}, metadata = undefined) {
  return compile(options)(html, metadata);
}

/**
 * Map previously existing and now deprecated options to the new options layout.
 * This is a subject for cleanup in major releases.
 *
 * @param { Options } options HtmlToText options.
 */
function handleDeprecatedOptions (options) {
  if (options.tags) {
    const tagDefinitions = Object.entries(options.tags).map(
      ([selector, definition]) => ({ ...definition, selector: selector || '*' })
    );
    options.selectors.push(...tagDefinitions);
    options.selectors = mergeDuplicatesPreferLast(options.selectors, (s => s.selector));
  }

  function set (obj, path, value) {
    const valueKey = path.pop();
    for (const key of path) {
      let nested = obj[key];
      if (!nested) {
        nested = {};
        obj[key] = nested;
      }
      obj = nested;
    }
    obj[valueKey] = value;
  }

  if (options['baseElement']) {
    const baseElement = options['baseElement'];
    set(
      options,
      ['baseElements', 'selectors'],
      (Array.isArray(baseElement) ? baseElement : [baseElement])
    );
  }
  if (options['returnDomByDefault'] !== undefined) {
    set(options, ['baseElements', 'returnDomByDefault'], options['returnDomByDefault']);
  }

  for (const definition of options.selectors) {
    if (definition.format === 'anchor' && get(definition, ['options', 'noLinkBrackets'])) {
      set(definition, ['options', 'linkBrackets'], false);
    }
  }
}




/***/ })

};
