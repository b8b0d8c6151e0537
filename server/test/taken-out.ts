import { expect } from 'vitest'
import type { Client } from './harness.ts'

export interface Asked {
  list: string
  input: object
  columns: readonly string[]
  format?: 'csv' | 'xlsx'
}

/** How tests take lists out as files. @param of who does, asked for once everything is set up */
export const takenOut = (of: () => Client) => {
  const begin = (asked: Asked, by = of()) => by.post('/api/exports', { format: 'csv', ...asked })
  const fileOf = (id: number, by = of()) => by.get(`/api/exports/${id}/file`)
  /** A list as CSV, its mark taken off. */
  const asCsv = async (asked: Asked): Promise<string> => {
    const begun = await begin(asked)
    expect(begun).toMatchObject({ status: 200, body: { job_id: null } })
    const { status, body } = await fileOf(begun.body.list_export_id)
    expect(status).toBe(200)
    expect(body.startsWith('\ufeff')).toBe(true)
    return body.slice(1)
  }
  const linesOf = async (asked: Asked) => (await asCsv(asked)).trimEnd().split('\r\n')
  return { begin, fileOf, asCsv, linesOf }
}

export const activity = (dropshipper_id: number, more: object = {}) => ({
  list: 'activity',
  input: { dropshipper_id, ...more },
})
