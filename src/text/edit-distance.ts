/** The number of characters to insert, remove or replace between two texts, and the candidate nearest to a text. */
export { closest as closestText, distance as editDistance } from 'fastest-levenshtein'
