// The repository's own tools, as tools.discoveryCommand and tools.callCommand run them: `list [manner]`, or a tool's name.
const [what, manner] = process.argv.slice(2)

const declarations = [
  {
    name: 'weigh',
    description: 'Weighs a thing.',
    parametersJsonSchema: { type: 'object', properties: { thing: { type: 'string' } }, required: ['thing'] },
  },
  { name: 'spill', parametersJsonSchema: ['no schema'] },
]
const printed = {
  gemini: [
    {
      functionDeclarations: [
        {
          name: 'weigh',
          description: 'Weighs a thing.',
          parameters: { type: 'OBJECT', properties: { thing: { type: 'STRING' } }, required: ['thing'] },
        },
        { name: 'spill' },
      ],
    },
  ],
  bare: declarations,
  older: [{ function_declarations: declarations }],
  newer: [
    { functionDeclarations: [declarations[0]] },
    declarations[1],
    { description: 'nobody' },
    'nonsense',
    declarations[0],
  ],
  object: { tools: declarations },
}

async function told() {
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  return JSON.parse(text)
}

switch (what) {
  case 'list':
    if (manner === 'fail') {
      process.stderr.write('the pantry is locked\n')
      process.exitCode = 5
    } else if (manner === 'flood') process.stdout.write('x'.repeat(11 * 1024 * 1024))
    else if (manner === 'words') process.stdout.write('weigh, spill')
    else process.stdout.write(JSON.stringify(printed[manner]))
    break
  case 'weigh': {
    const { thing } = await told()
    process.stdout.write(`${thing} weighs 3 stone; ${process.env.GITHUB_TOKEN ?? 'no token'}`)
    break
  }
  case 'spill':
    process.stdout.write('some went ')
    process.stderr.write('Something went wrong')
    process.exitCode = 1
    break
  case 'odd name!':
    process.kill(process.pid, 'SIGTERM')
    break
  default:
    process.stderr.write('a warning only')
}
