/**
 * One word of a command. `known`: the program sees exactly `text`. `one`: one word that starts with `start`; `many`: any
 * number of words, each starting with `start`. For the last two `text` is the source. `option`: it starts, or could start,
 * with a dash.
 */
export type Word = { text: string; kind: 'known' | 'one' | 'many'; start: string; option: boolean }

/**
 * Something in a command that runs another program or writes a file beside what the program is for. `word` is what a rule
 * has to spell out to allow it; absent when no rule can.
 */
export type Danger = { word?: Word; does: 'runs' | 'writes'; why: string }

export type SimpleCommand = {
  /** As written, from the program's name on. */
  source: string
  /** The words again, each quoted where it must be: `text` of unknown words stands as written. */
  quoted: string
  words: readonly Word[]
  /** Other ways to name the same command, for rules that deny: program without its folder, without global options. */
  forms: readonly (readonly Word[])[]
  /** The same for rules that allow: only what makes no difference is left out. */
  sameForms: readonly (readonly Word[])[]
  /** Redirections that write, as written. */
  writes: readonly string[]
  dangers: readonly Danger[]
  /** Why it is not known what this runs; empty when it is. */
  unsure: readonly string[]
  /** A wrapper such as `timeout 5` whose only work is to run another command, which is listed too. */
  passes: boolean
}

/** All simple commands of a line, wherever they hide. `unsure` is what could not be understood of the line as a whole. */
export type ShellReading = { line: string; commands: readonly SimpleCommand[]; unsure: readonly string[] }
