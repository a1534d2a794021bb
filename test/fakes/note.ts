/** The note about known layers in a command's standard error. */
export function splitNote(err: string): { note: string; rest: string } {
  const notes = err.match(/^note: .*INPUT_.*\n/gm) ?? []
  return { note: notes.join(''), rest: notes.reduce((rest, each) => rest.replace(each, ''), err) }
}
