import { z } from 'zod'
import { get, post, remove } from '../operation.ts'

/** More sessions aren't shown; all others end together. */
export const mostSessions = 100
const session = z.object({
  session_id: z.number(),
  /** The caller's own session. */
  here: z.boolean(),
  /** `Firefox on Windows`, from the browser's user agent. */
  device: z.string(),
  address: z.string(),
  insert_tm: z.string(),
  seen_tm: z.string(),
})
export type Session = z.output<typeof session>

export const sessionOperations = {
  listSessions: get('/api/account/sessions', 'List your sessions, current one first', {
    access: 'account',
    answer: z.array(session),
  }),
  endSession: remove('/api/account/sessions/{id}', 'Sign out a session', {
    access: 'account',
    refuses: ['not_found'],
  }),
  endOtherSessions: post('/api/account/sessions/end-others', 'Sign out all other sessions', {
    access: 'account',
    answer: z.object({ ended: z.number() }),
  }),
}
