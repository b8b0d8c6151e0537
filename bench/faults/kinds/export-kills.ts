// The worker killed while it makes the file of an export.
import { createHash } from 'node:crypto'
import { Installation } from '../harness/installation.ts'
import type { Person } from '../harness/person.ts'
import type { Kind, Round } from '../harness/tally.ts'
import { until, wait } from '../harness/wait.ts'

const rows = 200_000

async function killExports({ folder, times, random, tally }: Round): Promise<void> {
  const at = await Installation.start(folder, { workers: 1 })
  const [worker] = at.workers
  const person = await at.signIn('admin')
  const { dropshipper_id } = await at.db.one<{ dropshipper_id: number }>(
    `insert into dropshipper (supplier_name, dropshipper_prefix) values ('Exported', 'X') returning dropshipper_id`,
  )
  await at.db.rows(
    `insert into activity (type, message, action_by_name, dropshipper_id, tm)
    select 'note', 'Change ' || i || ' of “Exported”, by hand', 'Pat', $1::int, now() - i * interval '1 second'
    from generate_series(1, $2::int) i`,
    [dropshipper_id, rows],
  )
  const usual: Record<string, { hash: string; ms: number }> = {}
  // a workbook also has the time at which it was made
  for (const format of ['csv']) {
    const began = performance.now()
    const id = await beginExport(person, format, dropshipper_id)
    const hash = await fileHash(person, id)
    usual[format] = { hash: hash ?? '', ms: performance.now() - began }
  }
  for (let n = 0; n < times; n++) {
    const format = 'csv'
    const { hash, ms: usualMs } = usual[format]!
    const id = await beginExport(person, format, dropshipper_id)
    const isAtWork = async () =>
      (await at.db.count(
        'from job j join list_export using (job_id) where list_export_id = $1 and job_status = 1',
        [id],
      )) > 0
    await until(async () => ((await isAtWork()) ? true : undefined), { withinMs: 30_000, everyMs: 5 })
    await wait(random.next() * usualMs * 0.6)
    const hit = await isAtWork()
    const progress = await person.get(`/api/exports/${id}`)
    await worker!.restart()
    const began = performance.now()
    const made = await fileHash(person, id)
    const repeated = made === undefined ? ['it never ended'] : []
    const wrong = made !== undefined && made !== hash ? ['the file has other bytes'] : []
    const fault = `worker killed at ${progress.body.progress_text ?? 'the start'} of a ${format.toUpperCase()} file`
    tally.add({ fault, hit, wrong, repeated, ms: performance.now() - began })
  }
  tally.leave(await at.left())
  await at.stop()
}

async function beginExport(person: Person, format: string, dropshipper_id: number): Promise<number> {
  const columns = ['tm', 'by', 'type', 'what']
  const { status, body } = await person.post('/api/exports', {
    list: 'activity',
    format,
    columns,
    // exports add rows of another type
    input: { dropshipper_id, type: 'note' },
  })
  if (status !== 200) throw new Error(`The export did not start: ${JSON.stringify(body)}`)
  return body.list_export_id as number
}

/** Waits for the file, and downloads it. */
async function fileHash(person: Person, id: number): Promise<string | undefined> {
  const isReady = async () => {
    const { body } = await person.get(`/api/exports/${id}`)
    return body.ready === true ? true : undefined
  }
  if (!(await until(isReady, { withinMs: 180_000, everyMs: 100 }))) return undefined
  return createHash('sha256')
    .update(await person.bytes(`/api/exports/${id}/file`))
    .digest('hex')
}

export const exportKills: Kind = {
  name: 'exports',
  subject: '`kill -9` of the worker in CSV exports of 200,000 rows: the same bytes in the end',
  times: 10,
  run: killExports,
}
