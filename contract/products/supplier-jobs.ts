import { z } from 'zod'
import { moment } from '../values.ts'

/** A supplier's image check or index sync, with its job's state. */
export const supplierJob = z.object({
  job_id: z.number(),
  job_state: z.string(),
  job_status: z.number(),
  queued_tm: moment,
  job_start_time: moment.nullable(),
  job_end_time: moment.nullable(),
  progress: z.number().nullable(),
  progress_text: z.string().nullable(),
  reason: z.string().nullable(),
  requested_by: z.string(),
  counts: z.record(z.string(), z.number()),
})

export type SupplierJob = z.output<typeof supplierJob>
