// What other areas may call.
import { approvable } from './carry-out.ts'
import { approvalLimitAct } from './save-second-person-limit.ts'

export { approvable, carryOut, requestAct, type Doing, type GuardedAct, type Moved } from './carry-out.ts'
export {
  askSecondPerson,
  needsSecondPerson,
  recordMovedAlone,
  refuseDuplicate,
  type Move,
  type MoneyRequest,
} from './second-person.ts'
export { refuseNewRole } from './independent.ts'
export { refusedApprovals, waitingApprovals } from './waiting.ts'
export const approvalActs = [approvable(approvalLimitAct)]
