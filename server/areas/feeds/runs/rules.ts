/** The facts that the rules about a run depend on. */
export interface RunFacts {
  feed_run_id: number
  state: string
  current_run_id: number | null
  open_run_id: number | null
  /** The job that is rolling it back. */
  roll_back_job_id: number | null
  dry: boolean
  rejected_key: string | null
  /** A later run that read another of the supplier's files. */
  newer_read_run_id: number | null
  /** Its products' earlier states are past their retention. */
  changes_removed: boolean
  /** The run that a rollback would return to is past its retention. */
  previous_removed: boolean
}
type Obstacle = string | null

const openRun = (r: RunFacts): Obstacle =>
  r.open_run_id ? `Run ${r.open_run_id} of this feed is in progress` : null
const openRollBack = (r: RunFacts): Obstacle =>
  r.roll_back_job_id ? `Job ${r.roll_back_job_id} is already rolling this run back` : null

/** Null if it may be done, else why not: the same sentence on a disabled button and in a refusal. */
export const mayApply = (r: RunFacts): Obstacle =>
  r.state === 'held' ? openRun(r) : 'Only a held run can be approved'
export const mayDiscard = (r: RunFacts): Obstacle =>
  r.state === 'held' ? null : 'Only a held run can be discarded'
export function mayRollBack(r: RunFacts): Obstacle {
  if (r.state !== 'applied') return 'Only an applied run can be rolled back'
  if (r.current_run_id !== r.feed_run_id)
    return `Roll back run ${r.current_run_id ?? '?'} first. It was applied after this run`
  if (r.changes_removed || r.previous_removed) return 'The state before this run is no longer stored'
  const rollBack = openRollBack(r)
  return openRun(r) ?? rollBack
}
export function mayMend(r: RunFacts): Obstacle {
  if (r.rejected_key === null) return 'The rejected rows are no longer stored'
  if (r.dry || (r.state !== 'applied' && r.state !== 'unchanged'))
    return 'Corrected rows can only be uploaded for an applied run'
  if (r.newer_read_run_id)
    return `Run ${r.newer_read_run_id} read a newer file. Correct its rejected rows instead`
  return openRun(r) ?? openRollBack(r)
}
/** Whether what a run read may be requested again, by a new run. */
export const mayRunAgain = (r: RunFacts): Obstacle => openRun(r) ?? openRollBack(r)
export const mayTerminate = (r: RunFacts): Obstacle =>
  r.state === 'queued' || r.state === 'running' ? null : 'The run has already ended'
