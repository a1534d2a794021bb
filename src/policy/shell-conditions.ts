import type { Node } from './shell-tree.ts'
import type { Danger, Word } from './shell-types.ts'
import { wordOf } from './shell-words.ts'

/**
 * The words of `[ … ]` as the program sees them, the closing bracket included; undefined where a shell would see an
 * operator of its own, a redirection for example, that the grammar takes for one of the condition.
 */
export function conditionWords(test: Node, line: string): Word[] | undefined {
  const words: Word[] = []
  for (const node of test.children.slice(1)) {
    if (/_expression$/.test(node.type)) {
      const inner = conditionWords({ ...node, children: [node, ...node.children] }, line)
      if (inner === undefined) return undefined
      words.push(...inner)
    } else if (node.named || PLAIN.has(node.type)) words.push(wordOf(node, line))
    else return undefined
  }
  return words
}

const PLAIN = new Set(['=', '==', '!=', '!', ']'])

/** Whether a `[[` takes some operand for arithmetic, or for the name of a variable with its subscript. */
export const evaluatesOperands = (condition: string): boolean =>
  /(?:^|[\s(!])-(?:eq|ne|lt|le|gt|ge|v|R)\s/.test(condition.replaceAll('\\\n', ''))

/**
 * `-v NAME` evaluates the subscript in a name, so no word of a condition may turn out to be `-v`: each part between -a and
 * -o must be a value, an operator and a value, or two values around an operator, and each value one word.
 */
export function conditionDangers(words: readonly Word[]): Danger[] {
  const doubtful = parts(words.filter(({ text }, at) => text !== ']' || at < words.length - 1)).find(
    (part) => !isPlainPart(part),
  )
  const [word] = doubtful?.filter(({ kind }) => kind !== 'known') ?? []
  if (doubtful === undefined) return []
  const shown = word?.text ?? doubtful.map(({ text }) => text).join(' ')
  return [{ does: 'runs', why: `${shown} could be read as -v and a subscript; in quotes it is one value` }]
}

function parts(words: readonly Word[]): Word[][] {
  const all: Word[][] = [[]]
  for (const word of words) {
    const part = all.at(-1) ?? []
    if (word.kind === 'known' && /^-[ao]$/.test(word.text) && part.length > 0) all.push([])
    else if (word.kind !== 'known' || word.text !== '!' || part.length > 0) part.push(word)
  }
  return all
}

function isPlainPart(part: readonly Word[]): boolean {
  if (part.some((word) => word.kind === 'many' && !NUMBER.test(word.text))) return false
  const [first, second, third] = part
  if (first === undefined || second === undefined) return true
  if (third === undefined)
    return first.kind === 'known' && (!/^-[vR]$/.test(first.text) || (second.kind === 'known' && isName(second.text)))
  if (part.length === 3) return second.kind === 'known'
  return part.every(({ kind, text }) => kind === 'known' && !/^-[vR]$/.test(text))
}

const isName = (text: string): boolean => /^\w+$/.test(text)

/** What is a number, whatever happened before. */
const NUMBER = /^\$[?#!$]$|^\$\{#\w+\}$/
