import { expect, test } from 'vitest'
import { clause, sentence } from './sentence.ts'

test.each([
  ['Held', 'Held.'],
  ['Held.', 'Held.'],
  ['Run 7 waits: cents?', 'Run 7 waits: cents?'],
  ['Stop!', 'Stop!'],
  ['The server says “Slow down.”', 'The server says “Slow down.”'],
  ['“Stock”', '“Stock”.'],
  ['Held? 7 of 9 rows differ', 'Held? 7 of 9 rows differ.'],
])('%j becomes the sentence %j', (text, whole) => {
  expect(sentence(text)).toBe(whole)
})

test.each([
  ['It weighs 1.5 kg.', 'It weighs 1.5 kg'],
  ['No price', 'No price'],
  ['Cents?', 'Cents?'],
])('%j becomes %j inside another sentence', (text, part) => {
  expect(clause(text)).toBe(part)
})
