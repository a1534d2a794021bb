// A safety checker as people write them, well and badly: `config.does` says how it answers.
let told = ''
const hear = async () => {
  process.stdin.setEncoding('utf8')
  for await (const text of process.stdin) told += text
  return JSON.parse(told)
}
const say = (answer) => process.stdout.write(typeof answer === 'string' ? answer : JSON.stringify(answer))

const ways = {
  allow: () => say({ decision: 'allow' }),
  allowAndMore: () => say({ decision: 'allow', reason: 'fine', confidence: 1 }),
  deny: () => say({ decision: 'deny', reason: 'not here' }),
  ask: () => say({ decision: 'ask_user', reason: 'are you sure?' }),
  denyWithoutReason: () => say({ decision: 'deny' }),
  askWithEmptyReason: () => say({ decision: 'ask_user', reason: '' }),
  unknownDecision: () => say({ decision: 'maybe', reason: 'hm' }),
  noJson: () => say('it looks fine to me'),
  jsonAndMore: () => say('{"decision":"allow"}\nchecked 3 files\n'),
  twoAnswers: () => say('{"decision":"deny","reason":"first"}{"decision":"allow"}'),
  list: () => say('[{"decision":"allow"}]'),
  nothing: () => undefined,
  fail: () => {
    console.error('boom')
    say({ decision: 'allow' })
    process.exitCode = 1
  },
  die: () => process.kill(process.pid, 'SIGKILL'),
  hang: () => {
    say({ decision: 'allow' })
    setInterval(() => undefined, 1000)
  },
  hangForGood: () => {
    process.on('SIGTERM', () => undefined)
    setInterval(() => undefined, 1000)
  },
  flood: () => {
    const line = 'x'.repeat(64 * 1024)
    const write = () => {
      while (process.stdout.write(line));
      process.stdout.once('drain', write)
    }
    write()
  },
  // What it was told and what it runs in, as a reason.
  repeat: (question) =>
    say({ decision: 'deny', reason: JSON.stringify({ question, env: process.env, cwd: process.cwd() }) }),
  // Reads no further than it must.
  overSecret: ({ toolCall }) =>
    say(
      JSON.stringify(toolCall.args).includes('secret')
        ? { decision: 'deny', reason: 'it says secret' }
        : { decision: 'allow' },
    ),
}

if (process.env.CHECKER_DEAF === 'yes') say({ decision: 'allow' })
else {
  const question = await hear()
  ways[question.config.does](question)
}
