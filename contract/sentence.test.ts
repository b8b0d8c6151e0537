import { expect, test } from 'vitest'
import { sentence } from './sentence.ts'

test('a sentence ends once', () => {
  expect(['Held', 'Held.', 'Run 7 waits: cents?', 'Stop!'].map(sentence)).toEqual([
    'Held.',
    'Held.',
    'Run 7 waits: cents?',
    'Stop!',
  ])
})
