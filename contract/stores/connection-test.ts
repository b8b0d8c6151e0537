import { z } from 'zod'
import { post } from '../operation.ts'
import { typedForm } from './stores.ts'

/** What is looked at, in this order; which of it, follows from how the store is reached. */
export const checkNames = {
  name: 'The name leads to an address',
  port: 'The port answers',
  tls: 'The connection is encrypted',
  credentials: 'The login is accepted',
  path: 'The folder is there',
  write: 'A file can be written',
  http: 'The shop answers',
} as const
export type CheckName = keyof typeof checkNames

export const checkStates = { ok: 'OK', failed: 'Failed', not_reached: 'Not reached' } as const
export type CheckState = keyof typeof checkStates

const check = z.object({
  name: z.enum(Object.keys(checkNames) as [CheckName]),
  state: z.enum(Object.keys(checkStates) as [CheckState]),
  sentence: z.string(),
  what_to_do: z.string().describe('empty where there is nothing to do'),
})
export type Check = z.output<typeof check>

/** How long a test may take. */
export const testSeconds = 20
/** How many tests one person may make in an hour. */
export const testsAnHour = 60

export const connectionTestOperations = {
  testStore: post(
    '/api/vendor/{vid}/store/test',
    'Try to reach a store as its form stands; a blank password is the kept one where it is of this place',
    {
      body: z.object(typedForm),
      answer: z.object({ target: z.string(), seconds: z.number(), checks: z.array(check) }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
}
