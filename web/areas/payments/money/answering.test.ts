import { expect, test } from 'vitest'
import { answering } from './answering.ts'

const now = Date.parse('2030-03-01T12:00:00Z')
test.each([
  ['2030-03-04T12:00:01Z', false, 'time'],
  ['2030-03-04T12:00:00Z', false, 'soon'],
  ['2030-03-01T12:00:01Z', false, 'soon'],
  ['2030-03-01T12:00:00Z', false, 'late'],
  [null, false, 'none'],
  ['2030-03-01T12:00:00Z', true, 'given'],
])('evidence due by %s, answered: %s, has the status %s', (due_by, answered, said) => {
  expect(answering({ due_by, answered }, now)).toBe(said)
})
