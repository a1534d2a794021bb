import { alignLines, isRemark, type LinePair, sameLines } from './similar-lines.ts'

export const indentOf = (line: string): string => /^[\t ]*/.exec(line)?.[0] ?? ''
export const hasText = (line: string): boolean => line.trim() !== ''

type IndentStyle = 'tabs' | 'blanks' | 'mixed'

/** What indents the lines; undefined when none is indented. */
function styleOf(lines: readonly string[]): IndentStyle | undefined {
  // The blank before the star of a comment on several lines indents nothing.
  const indents = lines.filter(hasText).map((line) => indentOf(line.replace(/ (?=\*)/, '')))
  const used = indents.filter((indent) => indent !== '')
  if (used.length === 0) return undefined
  if (used.every((indent) => /^\t+$/.test(indent))) return 'tabs'
  return used.every((indent) => /^ +$/.test(indent)) ? 'blanks' : 'mixed'
}

const NEEDS_TABS = /(?:^|\/)(?:GNUm|M|m)akefile$|\.(?:mk|go)$/

/** In these languages a colon at the end of a line opens a block. */
const COLON_OPENS = /\.(?:py|pyi|ya?ml|nim|gd)$/i

/** The lines that a suggestion replaces, between the others of the hunk. */
type Neighborhood = { before: readonly string[]; code: readonly string[]; after: readonly string[] }

/**
 * A suggestion with the indentation of the lines that it replaces: tabs and blanks as in the file, the block shifted as a whole.
 * Undefined when its indentation is not certain. Pure.
 */
export function fitIndentation(
  lines: readonly string[],
  { before, code, after }: Neighborhood,
  path: string,
): string[] | undefined {
  // The blanks of an otherwise empty line may be meant to go, or be lost.
  const hasBlanks = code.some((line) => line !== '' && !hasText(line)) && lines.includes('')
  if (hasBlanks && !sameLines(lines.filter(hasText), code.filter(hasText))) return undefined
  const surrounding = [...before, ...code, ...after]
  const styled = inStyleOf(lines, code, surrounding, path)
  const first = styled?.findIndex(hasText) ?? -1
  const start = code.find(hasText)
  if (styled === undefined || first < 0 || start === undefined) return styled && [...styled]
  const { pairs } = alignLines(styled, code)
  const partner = pairs.find(({ one }) => one === first)
  const expected = indentOf((partner === undefined ? undefined : code[partner.other]) ?? start)
  const current = indentOf(styled[first] ?? '')
  if (hasTrimmedStars(styled)) return undefined
  if (current === '' && isFlat(styled) && !mayBeFlat(styled, { code, after, expected }, pairs)) return undefined
  const keeps = (candidate: readonly string[]) =>
    pairs.every((pair) => indentOf(candidate[pair.one] ?? '') === indentOf(code[pair.other] ?? ''))
  const stays = ({ one, other }: LinePair) => one !== first && sameLines([styled[one] ?? ''], [code[other] ?? ''])
  // One line further left than the replaced ones shows that the whole block lost its indentation, and so does one that stays as it is.
  const isBlock = (block: readonly string[]) =>
    styled.filter(hasText).length === 1 ||
    styled.some((line, index) => index !== first && hasText(line) && indentOf(line).length < expected.length) ||
    (keeps(block) && pairs.some((pair) => hasText(block[pair.one] ?? '') && stays(pair)))
  // Where tabs became blanks or blanks tabs, the indented lines that stay prove the width of a step.
  const isProven = styled === lines || pairs.some(({ other }) => indentOf(code[other] ?? '') !== '')
  const isRight = (candidate: readonly string[]) =>
    isProven &&
    isWellFormed(candidate, code, path) &&
    !hasStrayRemark(candidate, code) &&
    hasKnownDepths(candidate, code, surrounding) &&
    (styled === lines || keeps(candidate))
  // A statement over several lines became one line: it starts where that started.
  const isJoined = styled.length === 1 && code.length > 1 && current === indentOf(start) && isOutermostOf(code, current)
  if (isJoined) return [...styled]
  if (current === expected) return isRight(styled) ? [...styled] : undefined
  // Who gives another indentation may mean it; who gives none has lost it.
  if (current !== '' || isAligned(expected, surrounding) || expected !== indentOf(start)) return undefined
  if (styled.some((line) => DIRECTIVE.test(line))) return undefined
  // The width of a step was another than that of the file.
  if (styled !== lines && styled.filter(hasText).length > 1) return undefined
  const shifted = shiftBlock(styled, current, expected)
  const firstOnly = styled.map((line, index) => (index === first ? expected + line.trimStart() : line))
  const others = styled.filter((line, index) => index !== first && hasText(line) && !closes(line))
  // No step is that wide: these lines follow the text of the one above, as some of the replaced ones do.
  if (others.length > 0 && others.every((line) => indentOf(line).length > WIDEST_STEP)) {
    const known = new Set(code.filter(hasText).map(indentOf))
    const possible = [firstOnly, shifted ?? []].filter(
      (each) => each.length > 0 && each.filter(hasText).every((line) => known.has(indentOf(line))),
    )
    const [only] = possible
    return only !== undefined && possible.length === 1 && isRight(only) ? only : undefined
  }
  // The replaced lines and those beside them have depths of their own.
  const context = [...before.filter(hasText).slice(-1), ...code, ...after.filter(hasText).slice(0, 1)]
  if (!hasOpenedDepths(context, COLON_OPENS.test(path)) && styled.filter(hasText).length > 1) return undefined
  const isOutermost = others.every((line) => indentOf(line).length >= expected.length)
  const asBlock =
    shifted !== undefined && !closesOuter(styled) && !isBelowEnd(shifted) && isRight(shifted) ? shifted : undefined
  const asFirst = isRight(firstOnly) && (isOutermost || keeps(firstOnly)) ? firstOnly : undefined
  if (asBlock === undefined || asFirst === undefined || sameText(asBlock, asFirst))
    return asFirst ?? (asBlock && isBlock(asBlock) ? asBlock : undefined)
  // Both can be: the lines that stay decide.
  if (keeps(asBlock) === keeps(asFirst) || !pairs.some(stays)) return undefined
  return keeps(asBlock) ? asBlock : isOutermost ? asFirst : undefined
}

/** Whether the second line stands further in than a first one that ends a statement. */
function isBelowEnd(lines: readonly string[]): boolean {
  const [line = '', next = ''] = lines.filter(hasText)
  return /;\s*$/.test(line) && indentOf(next).length > indentOf(line).length
}

/** Whether a new comment stands further out than the line below it: it may have lost its indentation. */
const hasStrayRemark = (lines: readonly string[], code: readonly string[]): boolean =>
  lines.some(
    (line, index) =>
      isRemark(line) &&
      indentOf(line).length < indentOf(lines.slice(index + 1).find(hasText) ?? '').length &&
      !code.includes(line),
  )

const isOutermostOf = (lines: readonly string[], indent: string): boolean =>
  lines.filter(hasText).every((line) => line.startsWith(indent))

const sameText = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n')

/** Whether several lines all have the same indentation, as after a model that trims each line. */
function isFlat(lines: readonly string[]): boolean {
  const indents = lines.filter(hasText).map(indentOf)
  return indents.length > 1 && new Set(indents).size === 1
}

/** Whether the stars of a comment on several lines lost the blank before them. */
const hasTrimmedStars = (lines: readonly string[]): boolean =>
  lines.some(
    (line, index) =>
      /^[\t ]*\/\*(?!.*\*\/)/.test(line) &&
      /^[\t ]*\*/.test(lines[index + 1] ?? '') &&
      indentOf(lines[index + 1] ?? '') === indentOf(line),
  )

/** Whether the lines of a suggestion without indentation can all belong at one depth. */
function mayBeFlat(
  lines: readonly string[],
  { code, after, expected }: Pick<Neighborhood, 'code' | 'after'> & { expected: string },
  pairs: readonly LinePair[],
): boolean {
  const depths = new Set(code.filter(hasText).map((line) => indentOf(line).length))
  if (depths.size > 1) return false
  const next = after.find(hasText)
  const partnered = pairs.filter(({ one }) => hasText(lines[one] ?? '')).length
  const endsAlike = sameLines([lines.findLast(hasText) ?? ''], [code.findLast(hasText) ?? ''])
  const isOutermost = expected === '' && (endsAlike || next === undefined || indentOf(next) === '')
  return lines.filter(hasText).length === partnered || isOutermost
}

/** Whether an indentation follows the text of the line above and not the depth of a block. */
function isAligned(indent: string, surrounding: readonly string[]): boolean {
  if (indent.includes('\t')) return false
  const { length } = indent
  const outer = surrounding
    .filter(hasText)
    .map((line) => indentOf(line).length)
    .filter((each) => each < length)
  return length % 2 === 1 || (outer.length > 0 && Math.max(...outer) < length - WIDEST_STEP)
}

const WIDEST_STEP = 8

/** These begin at the start of a line, whatever the depth of the code around them. */
const DIRECTIVE =
  /^#\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|import|pragma|error|warning|region|endregion)\b|^=(?:begin|end|pod|cut)\b|^<{7}|^>{7}/

/** Undefined when a line has less indentation than the shift takes away. */
function shiftBlock(lines: readonly string[], from: string, to: string): string[] | undefined {
  const shifted = lines.map((line) => {
    if (!hasText(line)) return line
    const indent = indentOf(line)
    if (indent.startsWith(from)) return to + line.slice(from.length)
    // A line that stands further left than the first one, for example a closing bracket.
    const less = from.length - indent.length
    return from.startsWith(indent) && less <= to.length ? to.slice(0, to.length - less) + line.trimStart() : undefined
  })
  return shifted.every((line) => line !== undefined) ? shifted : undefined
}

/** The suggestion with the file's kind of indentation. */
function inStyleOf(
  lines: readonly string[],
  code: readonly string[],
  surrounding: readonly string[],
  path: string,
): readonly string[] | undefined {
  const ownStyle = styleOf(lines)
  const style = styleOf(surrounding) ?? (NEEDS_TABS.test(path) ? 'tabs' : undefined)
  if (ownStyle === undefined || style === undefined || ownStyle === style) {
    const isKnown = style !== 'mixed' || ownStyle === undefined || usesIndentsOf(lines, surrounding)
    return isKnown ? lines : undefined
  }
  if (style === 'mixed' || ownStyle === 'mixed')
    return usesIndentsOf(lines, surrounding) || ownStyle === styleOf(code) ? lines : undefined
  const unit = ownStyle === 'blanks' ? indentUnit(lines) : indentUnit(surrounding)
  if (unit === undefined) return undefined
  const converted = lines.map((line) => {
    const { length } = indentOf(line)
    if (ownStyle === 'tabs') return ' '.repeat(length * unit) + line.slice(length)
    return length % unit === 0 ? '\t'.repeat(length / unit) + line.slice(length) : undefined
  })
  return converted.every((line) => line !== undefined) ? converted : undefined
}

function usesIndentsOf(lines: readonly string[], surrounding: readonly string[]): boolean {
  const known = new Set(surrounding.map(indentOf))
  return lines.filter(hasText).every((line) => known.has(indentOf(line)))
}

/** The blanks of one step: the smallest difference between two depths. */
function indentUnit(lines: readonly string[]): number | undefined {
  const widths = [...new Set(lines.filter(hasText).map((line) => indentOf(line).length))].toSorted((a, b) => a - b)
  const steps = widths.map((width, index) => width - (widths[index - 1] ?? 0)).filter((step) => step > 0)
  return steps.length === 0 ? undefined : Math.min(...steps)
}

/** Whether the depth of each line follows from the one before it and from the line that it replaces. */
function isWellFormed(lines: readonly string[], code: readonly string[], path: string): boolean {
  const opensWithColon = COLON_OPENS.test(path)
  return hasOpenedDepths(lines, opensWithColon) && keepsDepths(lines, code) && staysInside(lines, code)
}

/**
 * Whether each new line stands at a depth of the lines around it or one step deeper than the line before it, and not further out than that
 * one without a closing line: it may have lost its indentation.
 */
function hasKnownDepths(lines: readonly string[], code: readonly string[], surrounding: readonly string[]): boolean {
  const { pairs } = alignLines(lines, code)
  const staying = new Set(pairs.map(({ one }) => one))
  const replaced = new Set(pairs.map(({ other }) => other))
  const indents = new Set(surrounding.map(indentOf))
  const unit = indentUnit(surrounding)
  return lines.every((line, nth) => {
    const previous = lines.slice(0, nth).findLast(hasText)
    if (staying.has(nth) || !hasText(line) || previous === undefined) return true
    // Of as many lines, each stands in for the one at its place.
    const isInPlace = lines.length === code.length && !replaced.has(nth) && hasText(code[nth] ?? '')
    if (isInPlace && indentOf(line) !== indentOf(code[nth] ?? '')) return false
    const [own, last] = [indentOf(line), indentOf(previous)]
    if (own.length < last.length)
      return closes(line) || closes(previous) || goesOn(previous) || isLastOfSeveral(previous)
    return own === last || indents.has(own) || unit === undefined || own.length === last.length + unit
  })
}

/** Whether a line ends what began on lines before it. */
const isLastOfSeveral = (line: string): boolean =>
  [...line].filter((each) => '})]'.includes(each)).length > [...line].filter((each) => '{(['.includes(each)).length

/** Whether no new line stands further out than the first replaced one: it may have lost its indentation. */
function staysInside(lines: readonly string[], code: readonly string[]): boolean {
  const kept = new Set(alignLines(lines, code).pairs.map(({ one }) => one))
  const { length } = indentOf(code.find(hasText) ?? '')
  return lines.every((line, nth) => {
    if (kept.has(nth) || !hasText(line)) return true
    const isClosing = /^\s*[)}\]]/.test(line)
    const opener = isClosing ? openerOfLine(lines, nth) : undefined
    return indentOf(line).length >= (opener === undefined ? (isClosing ? 0 : length) : indentOf(opener).length)
  })
}

/** The line with the bracket that a closing line closes; undefined when it stands before the first line. */
function openerOfLine(lines: readonly string[], nth: number): string | undefined {
  let depth = 1
  return lines.slice(0, nth).findLast((line) => {
    for (const sign of [...line].toReversed()) {
      if ('})]'.includes(sign)) depth += 1
      else if ('{(['.includes(sign)) depth -= 1
      if (depth === 0) return true
    }
    return false
  })
}

/**
 * Whether the replaced lines end in the head of a block whose lines stay below it, and the new ones in another line: the lines below
 * would belong to that one.
 */
export function losesBlock(
  lines: readonly string[],
  { code, after }: Pick<Neighborhood, 'code' | 'after'>,
  path: string,
): boolean {
  const [head = '', next = ''] = [code.findLast(hasText), after.find(hasText)]
  const last = lines.findLast(hasText) ?? ''
  const isBare = isBareHead(head)
  const opener = isBare ? undefined : openerOf(head, path)
  const isHead = isBare || opener !== undefined
  if (!isHead || indentOf(next).length <= indentOf(head).length) return false
  const stays = lines.some((line) => sameLines([line], [head]))
  const isNewHead = indentOf(last) === indentOf(head) && (isBare ? isBareHead(last) : openerOf(last, path) === opener)
  return !isNewHead && (isBare || !stays)
}

/** The word or sign at the end of a line that opens a block without a bracket. */
function openerOf(line: string, path: string): string | undefined {
  const [, word] = /(?<![\w.])(do|then|begin|loop|repeat)(?:\s*\|[^|]*\|)?\s*(?:(?:#|--|\/\/).*)?$/.exec(line) ?? []
  return word ?? (COLON_OPENS.test(path) && /:\s*(?:#.*)?$/.test(line) ? ':' : undefined)
}

/** A condition or loop whose block has no bracket: its line ends with it. */
function isBareHead(line: string): boolean {
  const [, condition] = /^\s*(?:\} ?)?(?:else )?(?:if|for|foreach|while)\b[^(]*(\(.*?)\s*(?:\/\/.*)?$/.exec(line) ?? []
  if (condition === undefined) return /^\s*(?:\} ?)?else\s*(?:\/\/.*)?$/.test(line)
  let depth = 0
  const end = [...condition].findIndex((sign) => {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    return depth === 0
  })
  return end === [...condition].length - 1
}

const opens = (line: string, opensWithColon: boolean) =>
  isBareHead(line) ||
  /[{([]\s*$|(?:=|=>|&&|\|\||\?\?|\+)\s*$/.test(line) ||
  (opensWithColon && /:\s*(?:#.*)?$/.test(line)) ||
  [...line].filter((each) => '{(['.includes(each)).length > [...line].filter((each) => '})]'.includes(each)).length

const isComment = (line: string) => /^\s*(?:#|\/\/|--|\*|;|%)/.test(line)

const closes = (line: string) => /^\s*(?:[)}\]]|<\/|end\b|else\b|elif\b|except\b|finally\b|catch\b|- )/.test(line)

/** Whether lines end what began before them: such a line stands further out than the first one. */
function closesOuter(lines: readonly string[]): boolean {
  let depth = 0
  for (const sign of lines.join('\n')) {
    if ('{(['.includes(sign)) depth += 1
    else if ('})]'.includes(sign)) depth -= 1
    if (depth < 0) return true
  }
  return false
}

/** A line that goes on with the one before it. */
const goesOn = (line: string) => /^\s*(?:\.(?!\.)|[?:&|+] ?|&&|\|\|)/.test(line)

function hasOpenedDepths(lines: readonly string[], opensWithColon: boolean): boolean {
  const texts = lines.filter(hasText)
  return texts.every((line, index) => {
    const next = texts[index + 1]
    if (next === undefined || closes(next) || next.trim() === '{') return true
    const isContinued = /(?:&&|\|\||\?\?|\+)\s*$/.test(texts[index - 1] ?? '')
    const isDeeper = (opens(line, opensWithColon) && !isContinued) || (goesOn(next) && !goesOn(line) && !closes(line))
    return !isDeeper || indentOf(next).length > indentOf(line).length
  })
}

/**
 * Lines that stay keep their depth. They are deeper only below a new line that opens a block, and less deep only where such a line above
 * them goes.
 */
function keepsDepths(lines: readonly string[], code: readonly string[]): boolean {
  const { pairs } = alignLines(lines, code)
  const partnered = new Set(pairs.map(({ one }) => one))
  const replaced = new Set(pairs.map(({ other }) => other))
  const depth = (line: string | undefined) => indentOf(line ?? '').length
  const hasOpener = (texts: readonly string[], index: number, old: ReadonlySet<number>) =>
    texts
      .slice(0, index)
      .some((line, nth) => !old.has(nth) && !isComment(line) && opens(line, true) && depth(line) < depth(texts[index]))
  return pairs.every(({ one, other }) => {
    const change = depth(lines[one]) - depth(code[other])
    if (change === 0 || !hasText(lines[one] ?? '')) return true
    return change > 0 ? hasOpener(lines, one, partnered) : hasOpener(code, other, replaced)
  })
}
