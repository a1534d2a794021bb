/**
 * Measures each function that a text from outside or an answer goes through, with texts that make a careless pattern quadratic: twice
 * the length may take at most 2.5 times as long. A part of `npm run bench`.
 */

import { readYaml, splitFrontMatter } from '../../src/agent/front-matter.ts'
import { interpretHookExit } from '../../src/agent/hooks/hook-output.ts'
import { processImports } from '../../src/agent/memory-imports.ts'
import { findRepeatedText } from '../../src/agent/repetition.ts'
import { insertArgs, parseTemplate } from '../../src/agent/slash-command-text.ts'
import { parseSettings } from '../../src/config/settings/parse-settings.ts'
import { claimedDraft } from '../../src/github/comment-marker.ts'
import { summarizeLockFile } from '../../src/github/context/lock-changes.ts'
import { findRequest, parseSlashCommand } from '../../src/github/events/trigger-rules.ts'
import { changedPlaces, cutPatch, numberLines, parsePatch } from '../../src/github/patch-rows.ts'
import { claimedMark } from '../../src/github/result-marker.ts'
import { escapeWorkflowCommands } from '../../src/github/runner.ts'
import { expandVariables, normalizeServerName } from '../../src/mcp/config.ts'
import { openIncomingMessages } from '../../src/mcp/incoming-messages.ts'
import { finishReply } from '../../src/model/gemini-streaming.ts'
import { newReplyDraft } from '../../src/model/gemini-wire.ts'
import { splitCommandLine } from '../../src/platform/process/shell-words.ts'
import { createSecretFilter } from '../../src/platform/redact/redact.ts'
import { findTokenShapes } from '../../src/platform/redact/secret-shapes.ts'
import { patternCost } from '../../src/policy/rules/patterns.ts'
import { isHarmlessAwk } from '../../src/policy/shell/scripts.ts'
import { analyzeShellLine } from '../../src/policy/shell/shell.ts'
import { parseEntries } from '../../src/results/step-results.ts'
import { deniesProblem } from '../../src/review/answer-findings.ts'
import { inEnglish } from '../../src/review/answer-languages.ts'
import { quotedLines } from '../../src/review/comment-lines.ts'
import { contradictedSeverity, normalizeCategory, statedSeverity } from '../../src/review/finding.ts'
import { isNotThere, placeIn } from '../../src/review/severity-words.ts'
import { isTelling, lineSimilarity, tellingWords, textLikeness } from '../../src/review/similar-lines.ts'
import { statedFindings } from '../../src/review/stated-findings.ts'
import { splitSuggestion, suggestionBlock, withoutButtons, withoutTexts } from '../../src/review/suggestion.ts'
import { safeSuggestion } from '../../src/review/suggestion-button.ts'
import { losesMore } from '../../src/review/suggestion-losses.ts'
import { cleanData, cleanInbound, escapeXml, roughlyHidden, wrapUntrusted } from '../../src/text/clean-inbound.ts'
import { declarationAround } from '../../src/text/declaration.ts'
import {
  collapseWhitespace,
  keepEnd,
  keepStart,
  quoteMultiline,
  textPage,
  toOneLine,
} from '../../src/text/format-text.ts'
import { globList, pathGlob, splitGlobs } from '../../src/text/glob-list.ts'
import { loadsExternalContent } from '../../src/text/hidden-markdown.ts'
import { interpolateKnown } from '../../src/text/interpolate.ts'
import { dropControlStrings, dropInvisible, dropInvisibleCharacters } from '../../src/text/invisible.ts'
import { argsText } from '../../src/text/json.ts'
import { isTooIntricate, parseMarkdown } from '../../src/text/parse-markdown.ts'
import { linkNamedLines, namedPaths, withoutPermalinks } from '../../src/text/permalinks.ts'
import { findDangers, toPlainLine } from '../../src/text/references.ts'
import { isPlainAnswer, sanitizeOutbound } from '../../src/text/sanitize-outbound.ts'
import {
  escapedLine,
  escapeHtml,
  fencedBlock,
  inlineCode,
  tableRow,
  truncateAtLine,
} from '../../src/text/write-markdown.ts'
import {
  findByLines,
  findByTokens,
  findClosest,
  findSimilar,
  findUnescaped,
  findUnicodeEquivalent,
} from '../../src/tools/files/match-text.ts'
import { fileDiff, findOmissionPlaceholders } from '../../src/tools/files/text-file.ts'
import { toValidName } from '../../src/tools/json-schema.ts'
import { truncateOutput } from '../../src/tools/long-output.ts'
import { toPcre } from '../../src/tools/search/search-pattern.ts'
import { parseUrls, rawFileUrl } from '../../src/tools/web-fetch.ts'
import { commitOf } from '../../test/fakes/commit.ts'

const HOST = { server: 'https://github.com', repository: 'octo/shop' }
const FILES = { commit: 'a'.repeat(40), lineCounts: new Map([['a.ts', 3]]) }

const FILTER = createSecretFilter(['a-secret-of-the-job', 'another secret\nof two lines', 'aaaaaaaaaaaaaaaa'])

/** What a text goes through on its way in or out. */
const FUNCTIONS: Record<string, (text: string) => unknown> = {
  cleanInbound,
  cleanData,
  roughlyHidden,
  wrapUntrusted,
  escapeXml,
  dropInvisible,
  dropControlStrings,
  isTooIntricate,
  parseMarkdown: (text) => isTooIntricate(text) || parseMarkdown(text),
  sanitizeOutbound: (text) => sanitizeOutbound(text, HOST),
  isPlainAnswer,
  findDangers: (text) => findDangers(text, HOST),
  toPlainLine: (text) => toPlainLine(text, HOST, 200),
  statedFindings,
  namedPaths,
  linkNamedLines: (text) => linkNamedLines(sanitizeOutbound(`a.ts:1 ${text}`, HOST), FILES, HOST),
  withoutPermalinks,
  toOneLine,
  collapseWhitespace,
  quoteMultiline,
  keepStart: (text) => keepStart(text, 1000),
  keepEnd: (text) => keepEnd(text, 1000),
  textPage: (text) => textPage(text, 1000, 2),
  fencedBlock,
  inlineCode,
  escapedLine: (text) => escapedLine(text, 100),
  escapeHtml,
  tableRow: (text) => tableRow([text, text]),
  truncateAtLine: (text) => truncateAtLine(text, 30_000),
  expandVariables: (text) => expandVariables(text, { A: 'b' }),
  interpolateKnown: (text) => interpolateKnown(text, { A: 'b' }),
  splitGlobs,
  redact: (text) => FILTER.text(text),
  findRepeatedText,
  findByLines: (text) => findByLines(text, text.slice(0, text.length / 2), 'x'),
  hookOutput: (text) => interpretHookExit({ stdout: text, stderr: '', code: 0, signal: null }),
  argsText: (text) => argsText({ text }, true),
  loadsExternalContent: (text) => loadsExternalContent('mermaid', text),
  processImports: (text) => processImports(`@./x.md @a${text}`, 'GEMINI.md', commitOf({ 'GEMINI.md': '' })),
  finishReply: (text) =>
    finishReply(
      { ...newReplyDraft(), finish: 'STOP', parts: [{ kind: 'text', text: `.${text}` }] },
      NO_REQUEST,
      new Set(),
    ),
  dropInvisibleCharacters,
  splitFrontMatter: (text) => splitFrontMatter(`---\n${text}`),
  readYaml,
  parseTemplate: (text) => parseTemplate(text, OWNER),
  insertArgs: (text) => insertArgs(`echo {{args}} ${text}`, text, OWNER),
  claimedDraft,
  claimedMark,
  summarizeLockFile: (text) => summarizeLockFile(text, 'package-lock.json'),
  findRequest: (text) => findRequest(`${text} @gemini-cli ${text}`, '@gemini-cli'),
  parseSlashCommand: (text) => parseSlashCommand(`/${text}`),
  changedPlaces,
  cutPatch: (text) => cutPatch(text, 1000, 'a.ts'),
  numberLines: (text) => numberLines(`@@ -1 +1 @@\n${text}`),
  parsePatch: (text) => parsePatch(`@@ -1 +1 @@\n${text}`),
  escapeWorkflowCommands,
  parseSettings: (text) => parseSettings(`{${text}`),
  splitCommandLine,
  findTokenShapes: (text) => findTokenShapes(`ghp_ -----BEGIN ${text}`),
  patternCost,
  analyzeShellLine,
  isHarmlessAwk,
  parseEntries,
  inEnglish,
  deniesProblem: (text) => deniesProblem(text, { line: 1, path: 'a.ts', text: 'a' } as never, 1),
  quotedLines,
  contradictedSeverity: (text) => contradictedSeverity(text, 'critical'),
  normalizeCategory,
  statedSeverity,
  isNotThere: (text) => isNotThere(text, text),
  placeIn,
  isTelling,
  lineSimilarity: (text) => lineSimilarity(text, `${text}b`),
  tellingWords,
  textLikeness: (text) => textLikeness(text, `${text}b`),
  splitSuggestion: (text) => splitSuggestion(text, undefined),
  suggestionBlock: (text) => suggestionBlock([text]),
  withoutButtons,
  withoutTexts: (text) => withoutTexts([text]),
  safeSuggestion: (text) => safeSuggestion([text], replacedBy(`${text}b`)),
  losesMore: (text) => losesMore([text], replacedBy(`${text}b`), true),
  declarationAround: (text) => declarationAround(text.split('\n'), 3),
  findByTokens: (text) => findByTokens(text, text.slice(0, 500), 'x'),
  findClosest: (text) => findClosest(text, text.slice(0, 500)),
  findSimilar: (text) => findSimilar(text, text.slice(0, 500), 'x'),
  findUnescaped: (text) => findUnescaped(text, text.slice(0, 500), 'x'),
  findUnicodeEquivalent: (text) => findUnicodeEquivalent(text, text.slice(0, 500), 'x'),
  fileDiff: (text) => fileDiff('a.ts', text, `${text}b`),
  findOmissionPlaceholders,
  toValidName,
  toPcre,
  parseUrls,
  rawFileUrl: (text) => rawFileUrl(`https://github.com/${text}`),
  truncateOutput: (text) => truncateOutput(text, 'a.txt', 1000),
  normalizeServerName,
  pathGlob,
  // Longer globs are errors.
  globList: (text) => globList(splitGlobs(text.slice(0, 2000)), { dot: true })(text),
  mcpLines: (text) => {
    const messages = openIncomingMessages()
    messages.noteOutgoing({ jsonrpc: '2.0', id: 1, method: 'tools/call' })
    for (const line of text.split('\n')) messages.readLine(line)
    return messages.readRest(text)
  },
}

const OWNER = { name: 'a', file: 'a.toml' }

const replacedBy = (code: string) => ({ path: 'a.ts', before: [''], code: [code], after: [''], isQuoted: true })

const NO_REQUEST = { model: '', system: '', messages: [], tools: [] }

/** Parts of which a text is repeated. */
const SHAPES = [
  'a',
  ' ',
  '\t',
  '\n',
  '\u{1f600}',
  '`',
  '*',
  '_',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '!',
  '#',
  '@',
  '/',
  '\\',
  '&',
  '|',
  '-',
  '=',
  '~',
  '$',
  '{',
  '}',
  ':',
  '.',
  ',',
  '1',
  'a.',
  'a/',
  'a:',
  'a:1',
  ':1',
  'a@',
  '@a',
  '#1',
  '[a](',
  '![',
  '[](',
  '](',
  '](a',
  '<a',
  '<a ',
  '<!--',
  '-->',
  '<pre>',
  '<pre',
  '{\n',
  '{"jsonrpc"',
  '</',
  '&#',
  '&#1;',
  '&amp;',
  '*a',
  '*a*',
  '**a',
  '_a_',
  '`a',
  '``a`',
  '> ',
  '- ',
  '1. ',
  '|a',
  '|-',
  '\n> ',
  '\n- ',
  '\n\n',
  '\r\n',
  '\n    ',
  '[^a]',
  '[^a]: ',
  '[a]: ',
  '\n[a]: b',
  'www.',
  'http://',
  'https://a',
  'http://a.b/',
  'a@b.c',
  'ftp://a',
  '${',
  '${A}',
  '${A:-',
  '{{',
  '$(',
  '\\[',
  '\\(',
  '$$',
  '\\phantom{',
  '\\color{white}',
  '"',
  "'",
  '\u200b',
  '\u0000',
  '\u001b[',
  '\u001b]',
  '\ud83d',
  '\u{e0041}',
  'fixes ',
  'fixes #1 ',
  '/a ',
  '\n/a',
  '<details>',
  '<b>',
  '<b',
  '<!',
  '<?',
  '~~~\n',
  '```\n',
  '```a\n',
  '```js\na\n```\n',
  'critical: a.ts:1 ',
  '### high\n',
  '|a|b|\n|-|-|\n',
  '\n|',
  'a\n=',
  '\n===',
  '*_',
  '[[',
  ']]',
  '!['.repeat(2),
  '<a href="',
  `${'x'.repeat(50)} `,
  'a b',
  'é',
  '\u0301',
  'a\u0301',
  '한',
  '%',
  '%a',
  '\u202e',
  'L1',
  '-1',
  ':L1-2',
  '"a":',
  '{"a":',
]

/** Texts with an end that makes a pattern fail after it went through all of them. */
const ENDS = ['', '\n', '!', '"', ')', '>', ':1 ']

async function milliseconds(run: (text: string) => unknown, text: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 2; round += 1) {
    const started = process.cpuUsage()
    await run(text)
    const { user, system } = process.cpuUsage(started)
    best = Math.min(best, (user + system) / 1000)
    if (best > 500) break
  }
  return best
}

const LENGTH = 8000

/**
 * Measures each function with each shape, and returns a line for each that is slower than linear. Times below 50 ms say
 * nothing. Four times the length shows more than twice, and may take 2.5 × 2.5 as long; so may four times that length.
 */
export async function findSuperlinear(only = Object.keys(FUNCTIONS)): Promise<string[]> {
  const slow: string[] = []
  for (const [name, run] of Object.entries(FUNCTIONS).filter(([name]) => only.includes(name)))
    for (const shape of SHAPES)
      for (const end of ENDS) {
        const text = (length: number) => shape.repeat(Math.ceil(length / shape.length)) + end
        const times = await milliseconds(run, text(LENGTH))
        const longer = await milliseconds(run, text(LENGTH * 4))
        if (longer < 50 || longer <= times * 6.25) continue
        // A collection of garbage shows once, a quadratic time shows again and more.
        const longest = await milliseconds(run, text(LENGTH * 16))
        if (longest > longer * 6.25)
          slow.push(
            `${name}: ${JSON.stringify(shape)}, then ${JSON.stringify(end)}: ${Math.round(times)} ms, at four times the length ${Math.round(longer)} ms, at sixteen times ${Math.round(longest)} ms`,
          )
      }
  return slow
}
