import { createServer } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Generate } from '../../src/model/types.ts'
import { whileModelThinks } from '../../src/session/model-client.ts'

/** A service that answers when it may. `generate` asks it. */
async function slowService(order: string[]) {
  const mayAnswer = Promise.withResolvers<void>()
  const server = createServer(async (_, response) => {
    order.push('asked')
    await mayAnswer.promise
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const generate = (async () => {
    await (await fetch(`http://127.0.0.1:${address.port}/`)).text()
    order.push('answered')
    return {}
  }) as unknown as Generate // the reply is not read
  return {
    ...{ generate, answer: mayAnswer.resolve },
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => void server.close(() => closed())),
  }
}

const request = {} as Parameters<Generate>[0] // not read
const { signal } = new AbortController()

test('the work begins once, after the first request was sent and before its answer', async () => {
  const order: string[] = []
  await using service = await slowService(order)
  const begun = Promise.withResolvers<void>()
  using thinking = whileModelThinks(service.generate, () => {
    order.push('work')
    begun.resolve()
  })
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  expect(order).toEqual([])
  const answers = [thinking.generate(request, signal), thinking.generate(request, signal)]
  expect(order).toEqual([])
  await begun.promise
  expect(order).not.toContain('answered')
  service.answer()
  await Promise.all(answers)
  await thinking.generate(request, signal)
  await nextTurn()
  expect(order.filter((each) => each === 'work')).toHaveLength(1)
})

test('work that has not begun when the run ends never begins', async () => {
  const order: string[] = []
  await using service = await slowService(order)
  let isDone = false
  {
    using thinking = whileModelThinks(service.generate, () => {
      isDone = true
    })
    void thinking.generate(request, signal)
  }
  service.answer()
  const begun = Promise.withResolvers<void>()
  using later = whileModelThinks(service.generate, begun.resolve)
  await later.generate(request, signal)
  await begun.promise
  expect(isDone).toBe(false)
})
