import { expect, test } from 'vitest'
import { say } from '../../src/emulators/gemini/steps.ts'
import { comment } from '../../src/emulators/github/world.ts'
import { contentsOf, inThread } from './thread-runs.ts'

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('pixels')])
const shown = (id: string) => `![shot](https://github.com/user-attachments/assets/${id})`

test('the model gets the pictures of people with write permission, once in a conversation, and learns what is left out', () =>
  inThread(
    { policies: '' },
    async ({ say: ask, github }) => {
      const { run, requests } = await ask({
        body: `@gemini-cli what is wrong? ${shown('a')}`,
        replies: [say('It leaks.')],
      })
      expect(run.outputs.outcome, run.log).toBe('ok')
      const [sent = ''] = requests.map(contentsOf)
      expect(sent).toContain(JSON.stringify({ mimeType: 'image/png', data: PNG.toString('base64') }))
      expect(sent).toMatch(/Picture in comment \d+ by wendy:/)
      expect(sent).toContain('Pictures left out: 1 by people without write permission.')
      expect(run.log).toContain('Pictures left out: 1 by people without write permission.')
      expect(JSON.stringify([sent, run, github.world.comments])).not.toContain('jwt=')

      const second = await ask({ body: '@gemini-cli and now?', replies: [say('Still.')] })
      expect(second.run.outputs.outcome, second.run.log).toBe('ok')
      expect(second.requests.map(contentsOf).join('').split(PNG.toString('base64')).length - 1).toBeLessThanOrEqual(1)
      expect(github.problems).toEqual([])
    },
    {
      pictures: { a: { bytes: PNG, type: 'image/png' } },
      comments: [comment({ id: 21, number: 3, user: 'stan', body: `Look: ${shown('b')}` })],
    },
  ))
