import { z } from 'zod'
import { jobStatuses } from '../statuses.ts'

export const jobCategories = ['image', 'updating', 'monitoring', 'ordering'] as const
export const jobCategory = z.enum(jobCategories)
export type JobCategory = z.output<typeof jobCategory>
/** Job states by job_status id (docs/domain/jobs.md, Job states). */
export const jobStates = jobStatuses

export const jobStatus = { unscheduled: 0, executing: 1, succeeded: 2, failed: 3, scheduled: 4 } as const
/** The statuses of a job that has ended. */
export const endedStatuses: readonly number[] = [jobStatus.succeeded, jobStatus.failed]
/** Whether a job is queued or running. */
export const isOpen = (job_status: number): boolean =>
  job_status === jobStatus.executing || job_status === jobStatus.scheduled
/** Green if the threshold is at least the value; minutes. */
export const jobThresholds = {
  average_queued: 120,
  longest_queued: 240,
  average_executing: 1440,
  longest_executing: 2880,
} as const

/** vCPUs the service may run at once. */
export const jobCapacity = { production: 360, development: 16 } as const

/** The specification's job types and ours; each has a queue with its own name. */
export const jobTypes = {
  DROPSHIPPER_MONITORING_JOB: {
    category: 'monitoring',
    vcpu: 2,
    param: 'dropshipper_id',
    label: 'Supplier feed run',
  },
  RESTRICTED_MONITORING_JOB: {
    category: 'monitoring',
    vcpu: 2,
    param: 'vendor_custom_feed_id',
    label: 'Custom feed run',
  },
  FEED_BACK_TEST_JOB: {
    category: 'monitoring',
    vcpu: 1,
    param: 'feed_back_test_id',
    label: 'Settings test',
  },
  FEED_ROLLBACK_JOB: { category: 'updating', vcpu: 2, param: 'feed_run_id', label: 'Feed run rollback' },
  BASIC_IMAGE: { category: 'image', vcpu: 1, param: 'dropshipper_id', label: 'Image check' },
  PARTIAL_SOLR_SYNC_JOB: {
    category: 'updating',
    vcpu: 1,
    param: 'dropshipper_id',
    label: 'Search index sync',
  },
  VENDOR_STORE_UPDATER_JOB: {
    category: 'updating',
    vcpu: 1,
    param: 'vendor_store_id',
    label: 'Store update',
  },
  DIAGNOSTIC_UPDATE_JOB: {
    category: 'updating',
    vcpu: 1,
    param: 'product_id',
    label: 'Product diagnosis',
  },
  VARIANT_MAPPING_JOB: {
    category: 'updating',
    vcpu: 1,
    param: 'dropshipper_id',
    label: 'Variant mapping',
  },
  LIST_EXPORT_JOB: {
    category: 'updating',
    vcpu: 1,
    param: 'list_export_id',
    label: 'List export',
  },
  REPORT_MAIL_JOB: {
    category: 'updating',
    vcpu: 1,
    param: 'report_mail_sending_id',
    label: 'Report email',
  },
  ASIN_UPLOAD_JOB: {
    category: 'updating',
    vcpu: 1,
    param: 'asin_upload_id',
    label: 'ASIN upload',
  },
  ASIN_BATCH_JOB: {
    category: 'updating',
    vcpu: 1,
    param: 'asin_batch_id',
    label: 'ASIN acceptance',
  },
  DIRECT_SYNC_JOB: {
    category: 'updating',
    vcpu: 1,
    param: 'direct_user_id',
    label: 'IS Direct sync',
  },
  JOB_REPLAY_JOB: {
    category: 'updating',
    vcpu: 1,
    param: 'cause',
    label: 'Failed job retry',
  },
} as const satisfies Record<string, { category: JobCategory; vcpu: number; param: string; label: string }>

export type JobType = keyof typeof jobTypes

/** The share of a worker's vCPUs for image checks, which are long and many: a feed run keeps its room. */
export const imageVcpus = (vcpus: number): number =>
  Math.max(1, vcpus - jobTypes.DROPSHIPPER_MONITORING_JOB.vcpu)
/** The types that staff schedule for one record; the others are started by an act on their own screen. */
export const schedulableTypes = [
  'DROPSHIPPER_MONITORING_JOB',
  'RESTRICTED_MONITORING_JOB',
  'BASIC_IMAGE',
  'PARTIAL_SOLR_SYNC_JOB',
  'VENDOR_STORE_UPDATER_JOB',
  'DIAGNOSTIC_UPDATE_JOB',
  'VARIANT_MAPPING_JOB',
] as const satisfies readonly JobType[]

/** Those of them whose record belongs to a vendor. */
export const vendorJobTypes = ['RESTRICTED_MONITORING_JOB', 'VENDOR_STORE_UPDATER_JOB'] as const

/** The name of a job type. */
export const typeLabel = (job: { job_spec_name: string }): string =>
  jobTypes[job.job_spec_name as JobType]?.label ?? job.job_spec_name

/** The name of the record type behind a job's parameter. */
const recordNouns: Record<string, string> = {
  dropshipper_id: 'Supplier',
  vendor_custom_feed_id: 'Custom feed',
  vendor_store_id: 'Store',
  product_id: 'Product',
  feed_run_id: 'Feed run',
  list_export_id: 'List',
  feed_back_test_id: 'Back-test',
  asin_upload_id: 'ASIN upload',
  asin_batch_id: 'ASIN acceptance',
  direct_user_id: 'IS Direct user',
  cause: 'Cause',
}
export const recordNoun = (param: string | null): string => (param !== null && recordNouns[param]) || 'Record'
