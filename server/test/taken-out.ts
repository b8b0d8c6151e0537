import { expect } from 'vitest'
import type { Client } from './harness.ts'

export interface ExportRequest {
  list: string
  input: object
  columns: readonly string[]
  format?: 'csv' | 'xlsx'
}

/**
 * How tests export lists as files.
 * @param callerOf returns the client, called once everything is set up
 */
export const takenOut = (callerOf: () => Client) => {
  const begin = (request: ExportRequest, caller = callerOf()) =>
    caller.post('/api/exports', { format: 'csv', ...request })
  const fileOf = (id: number, caller = callerOf()) => caller.get(`/api/exports/${id}/file`)
  /** A list as CSV, without its byte order mark. */
  const asCsv = async (request: ExportRequest): Promise<string> => {
    const beginning = await begin(request)
    expect(beginning).toMatchObject({ status: 200, body: { job_id: null } })
    const { status, body } = await fileOf(beginning.body.list_export_id)
    expect(status).toBe(200)
    expect(body.startsWith('\ufeff')).toBe(true)
    return body.slice(1)
  }
  const linesOf = async (request: ExportRequest) => (await asCsv(request)).trimEnd().split('\r\n')
  return { begin, fileOf, asCsv, linesOf }
}

export const activity = (dropshipper_id: number, input: object = {}) => ({
  list: 'activity',
  input: { dropshipper_id, ...input },
})
