import { expect, test } from 'vitest'
import { issuesTitle } from './issue-words.ts'

test.each([
  [['left_out', 'left_out'], 'Lines left out'],
  [['warning', 'rejected'], 'Rejected rows and warnings'],
  [['note', 'left_out', 'rejected'], 'Rejected rows, lines left out, and notes'],
] as const)('the list of %j is named by what it has', (severities, title) => {
  expect(issuesTitle(severities.map((severity) => ({ severity })))).toBe(title)
})
