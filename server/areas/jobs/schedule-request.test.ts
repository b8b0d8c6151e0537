import { expect, test } from 'vitest'
import { readRequest } from './schedule-request.ts'

const request = (param_value: string, job_type = 'BASIC_IMAGE', param_name = 'dropshipper_id') => ({
  job_type,
  param_name,
  param_value,
})
const refusal = (body: Parameters<typeof readRequest>[0]): unknown => {
  try {
    return readRequest(body)
  } catch (error) {
    return (error as { fields: unknown }).fields
  }
}

test.each([
  [request('1'), { type: 'BASIC_IMAGE', id: 1 }],
  [request('2147483647'), { type: 'BASIC_IMAGE', id: 2_147_483_647 }],
  [request('7', 'VENDOR_STORE_UPDATER_JOB', 'vendor_store_id'), { type: 'VENDOR_STORE_UPDATER_JOB', id: 7 }],
  [
    request('999999999999999', 'DIAGNOSTIC_UPDATE_JOB', 'product_id'),
    { type: 'DIAGNOSTIC_UPDATE_JOB', id: 999_999_999_999_999 },
  ],
])('%j selects one record', (body, read) => expect(readRequest(body)).toEqual(read))

test.each(['', '0', '-1', '01', '1.5', '1e3', ' 1', '1 ', '1; drop', '2147483648', 'x'])(
  'the ID “%s” is refused',
  (id) => expect(refusal(request(id))).toEqual({ param_value: 'Enter an ID' }),
)
test('a product’s ID has at most 15 digits', () => {
  const product = (id: string) => request(id, 'DIAGNOSTIC_UPDATE_JOB', 'product_id')
  expect(refusal(product('2147483648'))).toMatchObject({ id: 2_147_483_648 })
  expect(refusal(product('1000000000000000'))).toEqual({ param_value: 'Enter an ID' })
})

test.each(['NO_SUCH_JOB', 'FEED_ROLLBACK_JOB', 'JOB_REPLAY_JOB', 'constructor', ''])(
  'staff can’t schedule the type “%s”',
  (type) => {
    expect(refusal(request('1', type))).toEqual({ job_type: `Job type ${type} can’t be scheduled` })
  },
)
test('a parameter for another type is refused, and the right one is named', () => {
  expect(refusal(request('1', 'RESTRICTED_MONITORING_JOB'))).toEqual({
    param_name: 'RESTRICTED_MONITORING_JOB requires vendor_custom_feed_id',
  })
})
