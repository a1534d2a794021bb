import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shorten } from '../src/shorten.js'

test('a short text stays', () => assert.equal(shorten('ab', 3), 'ab'))
test('the ellipsis counts', () => assert.equal(shorten('abcdef', 3), 'ab…'))
