import type { Handlers } from '#server/platform/http/http.ts'
import { approveMoney, refuseMoney, weighApproval, weighMoneyAct } from './approve-money.ts'
import { saveSecondPersonLimit } from './save-second-person-limit.ts'

export const approvalRoutes: Handlers<'approvals'> = {
  weighMoneyAct,
  weighApproval,
  approveMoney,
  refuseMoney,
  saveSecondPersonLimit,
}
