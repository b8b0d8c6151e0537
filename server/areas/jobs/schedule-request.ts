import { jobTypes, schedulableTypes } from '#contract/jobs/types.ts'
import { invalid } from '#server/platform/http/errors.ts'

export type Schedulable = (typeof schedulableTypes)[number]
const largestInteger = 2_147_483_647

/** The type and record of a request, checked against the type's own parameter. */
export function readRequest(body: { job_type: string; param_name: string; param_value: string }): {
  type: Schedulable
  id: number
} {
  const type = schedulableTypes.find((schedulableType) => schedulableType === body.job_type)
  if (!type) throw invalid({ job_type: `Job type ${body.job_type} can’t be scheduled` })
  const { param } = jobTypes[type]
  if (body.param_name !== param) throw invalid({ param_name: `${type} requires ${param}` })
  const id = /^[1-9]\d{0,14}$/.test(body.param_value) ? Number(body.param_value) : Infinity
  if (id > (param === 'product_id' ? Number.MAX_SAFE_INTEGER : largestInteger))
    throw invalid({ param_value: 'Enter an ID' })
  return { type, id }
}
