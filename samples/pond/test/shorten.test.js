import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shorten } from '../src/shorten.js'

test('a long text is cut', () => assert.equal(shorten('abcdef', 3), 'abc'))
test('a short text stays', () => assert.equal(shorten('ab', 3), 'ab'))
test('an empty text stays', () => assert.equal(shorten('', 3), ''))
