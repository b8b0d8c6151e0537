import { z } from 'zod'
import { post } from '../operation.ts'
import { typedForm } from './stores.ts'

/** What is looked at, in this order; which of it, follows from how the store is reached. */
export const checkNames = {
  name: 'Host name',
  port: 'Port',
  tls: 'Encryption',
  credentials: 'Login',
  path: 'Folder',
  write: 'Write access',
  http: 'Store response',
} as const
export type CheckName = keyof typeof checkNames

export const checkStates = { ok: 'OK', failed: 'Failed', not_reached: 'Skipped' } as const
export type CheckState = keyof typeof checkStates

const check = z.object({
  name: z.enum(Object.keys(checkNames) as [CheckName]),
  state: z.enum(Object.keys(checkStates) as [CheckState]),
  sentence: z.string(),
  what_to_do: z.string().describe('empty if nothing needs fixing'),
})
export type Check = z.output<typeof check>

/** How long a test may take. */
export const testSeconds = 20
/** How many tests one person may make in an hour. */
export const testsAnHour = 60

export const connectionTestOperations = {
  testStore: post(
    '/api/vendor/{vid}/store/test',
    'Test a store’s connection with the form’s values; a blank password uses the stored one if the place is unchanged',
    {
      body: z.object(typedForm),
      answer: z.object({ target: z.string(), seconds: z.number(), checks: z.array(check) }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
}
