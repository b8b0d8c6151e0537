import { randomUUID } from 'node:crypto'
import { uploadLimitBytes, unsavedUploadsBytes } from '#contract/feeds/feeds.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { uploadKeys } from '../files/old-files.ts'

/** The file that an upload will be, counted against its person's limit before a byte is received. */
export interface Reservation {
  id: string
  key: string
}

/**
 * Refuses a person's uploads while those of the last day that no feed uses are too large together; they are kept for
 * a day. Uploads at the same time count each other.
 */
export const reserve = (ctx: Ctx, feedId: number): Promise<Reservation> =>
  ctx.db.transaction().execute(async (tx) => {
    const { login_id } = ctx.who
    const bytes = Math.min(Number(ctx.req.headers['content-length']) || uploadLimitBytes, uploadLimitBytes)
    await tx.selectFrom('login').select('login_id').where('login_id', '=', login_id).forUpdate().execute()
    const { rows } = await sql<{ unsaved: number }>`
      select coalesce(sum(u.bytes), 0)::float8 as unsaved
      from feed_upload u
      where u.login_id = ${login_id}
        and u.tm > now() - interval '1 day'
        and not exists (select from feed f where f.upload_key = u.key)
        and not exists (select from feed_file f where f.upload_key = u.key)`.execute(tx)
    if (singleRow(rows).unsaved + bytes > unsavedUploadsBytes)
      throw new Refusal(
        'too_large',
        'Your unsaved uploads are larger than 1 GB together. Save their feeds, or try again tomorrow.',
      )
    const id = randomUUID()
    const key = uploadKeys.key({ owner: feedId, uuid: id })
    await tx.insertInto('feed_upload').values({ key, login_id, bytes }).execute()
    return { id, key }
  })

/** Counts the file as it is, and not as it was announced. */
export const note = ({ db }: Ctx, { key }: Reservation, bytes: number) =>
  db.updateTable('feed_upload').set({ bytes }).where('key', '=', key).execute()

export const release = ({ db }: Ctx, { key }: Reservation) =>
  db.deleteFrom('feed_upload').where('key', '=', key).execute()
