const words = (text: string): readonly string[] => text.split(' ')

/**
 * Every kind of node of the grammar has an entry: here, or in walk.ts if it is visited in its own way. What has none makes a
 * line not understood. test/policy/shell/grammar-nodes.test.ts compares this with the grammar's own list.
 */

/** Nodes that only contain other nodes. Their parts decide what happens. */
export const HOLDERS: ReadonlySet<string> = new Set([
  // Statements: each command in them is decided by itself, whether and how often it runs or not.
  ...words('program list pipeline subshell negated_command variable_assignments'),
  ...words(
    'if_statement elif_clause else_clause while_statement do_group case_statement case_item function_definition',
  ),
  // Words and what they are made of.
  ...words('command_name concatenation string translated_string brace_expression'),
  // Commands in other places; what a shell does with their output is decided where they stand.
  ...words('command_substitution process_substitution'),
  // Input for a command.
  ...words('heredoc_body herestring_redirect'),
  // Conditions and arithmetic: checked as a whole where they begin.
  ...words('binary_expression unary_expression postfix_expression ternary_expression parenthesized_expression'),
])

/** Leaves without an effect of their own: a shell expands nothing in them, or only takes the value of a variable. */
export const LEAVES: ReadonlySet<string> = new Set(
  words(
    'word raw_string ansi_c_string number comment file_descriptor heredoc_start heredoc_end heredoc_content variable_name ' +
      'special_variable_name string_content test_operator regex extglob_pattern simple_expansion',
  ),
)

/** Kinds that are only names for several others in the grammar; no node has one of them. */
export const SUPERTYPES: ReadonlySet<string> = new Set(words('_expression _primary_expression _statement'))

/** Operators in `${…}` that return a value without evaluating the content of a variable. The others are not understood. */
export const PLAIN_EXPANSION_OPERATORS: ReadonlySet<string> = new Set(
  words('${ } :- - := = :? ? :+ + # ## % %% / // /# /% ^ ^^ , ,, " ( )'),
)

/** Words that are the shell's own only with a blank or an operator on both sides, by the nodes that may begin or end with them. */
export const RESERVED_WORDS: Readonly<Record<string, readonly string[] | 'any'>> = {
  '[[': ['test_command'],
  ']]': ['test_command'],
  '[': ['test_command'],
  ']': ['test_command'],
  '{': ['compound_statement'],
  '}': ['compound_statement'],
  '!': ['negated_command', 'unary_expression', 'test_command'],
  ...Object.fromEntries(
    words(
      'if then elif else fi for select in while until do done case esac function declare typeset export readonly local unset unsetenv',
    ).map((word) => [word, 'any'] as const),
  ),
}
