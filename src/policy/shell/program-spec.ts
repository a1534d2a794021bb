/**
 * Known programs, as data: which of them run others, and which options, words and variables make a harmless looking command
 * run a program or write a file. A program that is not listed is assumed to do only what its name says.
 *
 * Options: `--long` also stands for its abbreviations and `--long=value`; `-x` also for `-ax`; `-word` and `word=` are
 * literal. Sources: the manual pages of the programs; GNU coreutils, findutils, git 2.5x, npm 11, POSIX.
 */
export type ProgramSpec = {
  /** Options that run a program or code of the caller's choosing. */
  runs?: readonly string[]
  /** Options that write a file of the caller's choosing. */
  writes?: readonly string[]
  /** Options whose value is the next word. */
  takes?: readonly string[]
  /** Options that always take the next word as their value, even one that starts with a dash. */
  consumes?: readonly string[]
  /** Options before the subcommand that do not change what it does. */
  plain?: readonly string[]
  /** Options whose value is not the next word: a `--` after them ends the options. */
  bare?: readonly string[]
  /** `end`: a `--` always ends the options. `none`: it never does. Absent: it does unless it is an option's value. */
  dashes?: 'end' | 'none'
  /** Options that only look like an abbreviation of an option above. */
  not?: readonly string[]
  /** Specs of subcommands; those in `subcommands` are harmless by themselves. */
  of?: Readonly<Record<string, ProgramSpec>>
  subcommands?: readonly string[]
  /** Its effect with any arguments. `project`: it runs code that the project or its packages declare. */
  always?: 'runs' | 'writes' | 'project'
  /** Its own options end at the first operand; the rest belongs to a subcommand or another program. */
  leads?: true
  /** The operand that names a file it writes, counted from 1. */
  output?: number
  /** It takes a script as its first operand; scripts.ts checks it. */
  scriptLanguage?: 'sed' | 'awk'
  /** It runs code from standard input when no file is named. */
  readsCode?: true
  /** Options with which it reads no code from standard input. */
  noInputOptions?: readonly string[]
  /** The only options that are known to be harmless, and those after a `--` that it passes on. Absent: all but those above. */
  only?: readonly string[]
  after?: readonly string[]
  /** Its first operand is a program, whose options are checked as that program's. */
  startsProgram?: true
  /** The same, for the value of this option. */
  startsModule?: string
  /** Words that start with a slash are options, too. */
  slashOptions?: true
  /** Operands that run something of the caller's choosing. */
  operandRuns?: RegExp
  /** Operands after the first that are harmless, for example targets that build or test. A rule must name any other. */
  harmlessOperands?: RegExp
  /** Script names that its first operand can be; any other name could be any program on the machine. */
  scriptNames?: RegExp
  /** A word `@file`, also as the value of an option, names a file with options. */
  readsArgumentFiles?: true
  /** Options are whole words: `-flp` is not a cluster of letters. */
  exactOptions?: true
  /** Values of options in `only` that are harmless; any other could name code to load. */
  values?: Readonly<Record<string, RegExp>>
}

export const wordList = (text: string): readonly string[] => text.split(' ')

/** Options that test runners and linters share, for arguments that a script passes on to one of them. */
export const SCRIPT_OPTIONS = wordList(
  '--run --ci --coverage --no-coverage --verbose --silent --quiet --bail -t --testNamePattern --grep -g -k --filter --fgrep ' +
    '--watch=false --no-watch --watchAll=false --runInBand -i --maxWorkers --passWithNoTests --color --no-color --max-warnings ' +
    '--noEmit --pretty --check --fix --list --list-different -v -x -q -s --forceExit --detectOpenHandles --changed --onlyChanged ' +
    '--findRelatedTests --runTestsByPath --shard --retry --retries --updateSnapshot=false --no-cache --headless --browsers=ChromeHeadless',
)

/** An option with each of the values that are harmless. */
export const withValues = (option: string, names: string): readonly string[] =>
  wordList(names).map((name) => `${option}=${name}`)
