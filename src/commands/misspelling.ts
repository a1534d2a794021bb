import { distance } from 'fastest-levenshtein'

export type NearWord = {
  word: string
  /** No other word is as near, and the two are too long to be near by chance. */
  isCertain: boolean
}

const SHORTEST = 4

const sortedLetters = (word: string) => [...word].toSorted().join('')
/** `pull-request` is `pull_request`, and `branch` is `branches`. */
const stem = (word: string) => word.replaceAll('-', '_').replace(/(?:(?<=ch|sh)e)?s$/, '')

/** The word that is meant: another form, the same letters in another order, or one typing mistake for each five letters. */
export function nearWord(word: string, words: readonly string[]): NearWord | undefined {
  const typed = word.toLowerCase()
  const candidates = [...new Set(words)].map((each) => ({ each, lower: each.toLowerCase() }))
  const distances = candidates.map(({ lower }) => distance(typed, lower))
  const least = Math.min(...distances)
  const choices = [
    candidates.filter(({ lower }) => lower.replaceAll('-', '_') === typed.replaceAll('-', '_')),
    candidates.filter(({ lower }) => stem(lower) === stem(typed)),
    candidates.filter(({ lower }) => sortedLetters(lower) === sortedLetters(typed)),
    candidates.filter((_, index) => distances[index] === least && least <= Math.max(1, word.length / 5)),
  ]
  const near = choices.find((choice) => choice.length > 0) ?? []
  const [first] = near
  return first === undefined ? undefined : { word: first.each, isCertain: near.length === 1 && word.length >= SHORTEST }
}

/** A question that names the word that is meant; empty when there is none. */
export function askForMeant(word: string, words: readonly string[]): string {
  const near = nearWord(word, words)
  return near === undefined ? '' : ` Did you mean ${near.word}?`
}
