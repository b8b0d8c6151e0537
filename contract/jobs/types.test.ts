import { expect, test } from 'vitest'
import { endedStatuses, isOpen, jobStates, jobStatus } from './types.ts'

test.each([
  [jobStatus.unscheduled, 'Unscheduled', 'neither'],
  [jobStatus.executing, 'Executing', 'open'],
  [jobStatus.succeeded, 'Completed Successfully', 'ended'],
  [jobStatus.failed, 'Completed With Errors', 'ended'],
  [jobStatus.scheduled, 'Scheduled', 'open'],
])('a job with status %i reads %s and is %s', (status, text, what) => {
  expect([jobStates[status], isOpen(status), endedStatuses.includes(status)]).toEqual([
    text,
    what === 'open',
    what === 'ended',
  ])
})
