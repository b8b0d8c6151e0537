import type { Who } from '#server/platform/services.ts'

/** A request for money to move, and who made it. */
export interface MoneyAct<Request = unknown> {
  vendor_id: number
  request: Request
  requester: Pick<Who, 'login_id' | 'name'>
}
