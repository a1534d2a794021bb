import { expect, test } from 'vitest'
import { endsWell } from './checks.ts'
import { leaksIn } from './leaks.ts'
import { play, scenarios } from './scenario.ts'

for (const scenario of scenarios()) test(scenario.name, () => play(scenario, (played) => endsWell(scenario, played)))

test('a leak is found however it is spelt', () => {
  const secrets = { it: 'correct-horse-battery-staple' }
  const { it: secret } = secrets
  const spelt = [
    secret,
    `x${secret}y`,
    secret.slice(7),
    [...secret].reverse().join(''),
    Buffer.from(`ab${secret}cd`).toString('base64').replace(/.{20}/g, '$&\n'),
    Buffer.from(`abc${secret}`).toString('base64'),
    Buffer.from(`a${secret}`).toString('base64url'),
    Buffer.from(secret).toString('hex'),
    JSON.stringify({ text: Buffer.from(`a${secret}`).toString('base64').replace(/.{9}/g, '$&\n') }),
  ]
  expect(spelt.filter((text) => leaksIn(text, secrets).length === 0)).toEqual([])
  expect(leaksIn('a correct horse', secrets)).toEqual([])
})
