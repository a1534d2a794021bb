/** What a command says of the layers it knows, apart from the rest of its standard error. */
export function splitNote(err: string): { note: string; rest: string } {
  const notes = err.match(/^note: .*INPUT_.*\n/gm) ?? []
  return { note: notes.join(''), rest: notes.reduce((rest, each) => rest.replace(each, ''), err) }
}
