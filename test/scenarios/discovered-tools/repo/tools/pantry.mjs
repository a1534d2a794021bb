// The repository's own tools: `list` says which there are, anything else is one of them.
const [what] = process.argv.slice(2)
let told = ''
if (what !== 'list') for await (const text of process.stdin) told += text
switch (what) {
  case 'list':
    process.stdout.write(
      JSON.stringify([
        {
          function_declarations: [
            {
              name: 'weigh',
              description: 'Weighs a thing.',
              parametersJsonSchema: { type: 'object', properties: { thing: { type: 'string' } }, required: ['thing'] },
            },
            { name: 'lose', description: 'Loses a thing.' },
          ],
        },
      ]),
    )
    break
  case 'weigh':
    process.stdout.write(`${JSON.parse(told).thing} weighs 3 stone; ${Object.keys(process.env).filter((name) => /TOKEN|KEY$|^INPUT_/.test(name)).join() || 'no credentials'}`)
    break
  default:
    process.stderr.write('it rolled under the shelf')
    process.exitCode = 9
}
