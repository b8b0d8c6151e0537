/** What the rules about a run look at. */
export interface RunFacts {
  feed_run_id: number
  state: string
  current_run_id: number | null
  open_run_id: number | null
  /** The job that takes it back. */
  roll_back_job_id: number | null
  dry: boolean
  rejected_key: string | null
  /** A later run that read another file of the supplier's. */
  newer_read_run_id: number | null
}
type Obstacle = string | null

/** Null where it may be done, else why not: the same sentence on a disabled button and in a refusal. */
export const mayApply = (r: RunFacts): Obstacle =>
  r.state !== 'held'
    ? 'Only a held run can be applied'
    : r.open_run_id
      ? `Run ${r.open_run_id} of this feed is under way`
      : null
export const mayDiscard = (r: RunFacts): Obstacle =>
  r.state === 'held' ? null : 'Only a held run can be discarded'
export const mayRollBack = (r: RunFacts): Obstacle =>
  r.state !== 'applied'
    ? 'Only an applied run can be rolled back'
    : r.current_run_id !== r.feed_run_id
      ? `Roll back run ${r.current_run_id ?? '?'} first: it was applied after this one`
      : r.open_run_id
        ? `Run ${r.open_run_id} of this feed is under way`
        : r.roll_back_job_id
          ? `Job ${r.roll_back_job_id} is rolling this run back already`
          : null
export const mayMend = (r: RunFacts): Obstacle =>
  r.rejected_key === null
    ? 'Its rejected rows aren’t kept any more'
    : r.dry || (r.state !== 'applied' && r.state !== 'unchanged')
      ? 'Mended rows complete a run that was applied'
      : r.newer_read_run_id
        ? `Run ${r.newer_read_run_id} has read a newer file: mend its rejected rows`
        : r.open_run_id
          ? `Run ${r.open_run_id} of this feed is under way`
          : r.roll_back_job_id
            ? `Job ${r.roll_back_job_id} is rolling this run back`
            : null
/** What a run read is asked for once more, by a run of its own. */
export const mayRunAgain = (r: RunFacts): Obstacle =>
  r.open_run_id
    ? `Run ${r.open_run_id} of this feed is under way`
    : r.roll_back_job_id
      ? `Job ${r.roll_back_job_id} is rolling this run back`
      : null
export const mayTerminate = (r: RunFacts): Obstacle =>
  r.state === 'queued' || r.state === 'running' ? null : 'The run has ended'
