/** One simple command of a line, before its effects are analyzed. */
export type ParsedCommand = {
  words: Word[]
  /** Source text of each word. */
  sources: string[]
  /** Assignments before the program's name; `value` as a word. */
  assignments: { name: string; value: Word }[]
  /** Source text of redirections that write. */
  writes: string[]
}

export type ParsedLine = { commands: ParsedCommand[]; assigned: ParsedCommand['assignments']; unsure: string[] }
/**
 * One word of a command. `known`: the program receives exactly `text`. `one`: one word that starts with `start`. `many`: any
 * number of words, each starting with `start`. For `one` and `many`, `text` is the source text. `option`: the word starts,
 * or could start, with a dash.
 */
export type Word = {
  text: string
  kind: 'known' | 'one' | 'many'
  start: string
  option: boolean
  /** For `one`: the program receives one of these texts. */
  values?: readonly string[]
  /** A shell cannot split or expand it, because it has no spaces or pattern characters: a number, a commit, a name. */
  isPlain?: boolean
  /** It is an integer. */
  isNumber?: boolean
  /** It does not start with a slash. */
  isRelative?: boolean
  /** The text comes from a variable, so the source text of the word differs. */
  fromVariable?: boolean
}

/**
 * Something in a command that runs another program or writes a file beyond the program's purpose. A rule must spell out
 * `word` to allow it; without `word` no rule can allow it. `project`: it runs code that the project or its packages declare,
 * so a rule for the program covers it. `unknown`: it is not known to be harmless, so no allow rule covers it by accident, but
 * a deny rule for another program does not match it.
 */
export type CommandDanger = {
  word?: Word
  effect: 'runs' | 'writes' | 'project' | 'unknown'
  reason: string
  /** The number of words before the program or subcommand whose option this is; a rule that ends there covers it. */
  level?: number
}

export type SimpleCommand = {
  /** The source text from the program's name on. */
  source: string
  /** The words, quoted where necessary; unknown words keep their source text. */
  quoted: string
  words: readonly Word[]
  /** Equivalent forms of the command for rules that deny: the program without its folder, without global options. */
  forms: readonly (readonly Word[])[]
  /** Equivalent forms for rules that allow: only parts that do not change the effect are omitted. */
  sameForms: readonly (readonly Word[])[]
  /** Source text of redirections that write. */
  writes: readonly string[]
  dangers: readonly CommandDanger[]
  /** Reasons why it is unknown what this runs; empty when it is known. */
  unsure: readonly string[]
  /** A wrapper, for example `timeout 5`, that only runs another command, which is listed too. */
  isTransparent: boolean
}

/** All simple commands of a line, nested ones included. `unsure`: reasons why the line as a whole cannot be parsed. */
export type ShellAnalysis = { line: string; commands: readonly SimpleCommand[]; unsure: readonly string[] }
