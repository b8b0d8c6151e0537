import type { TriedFile } from '#contract/feeds/file-back-test.ts'
import type { Parsed } from '#contract/index.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

export async function getFileBackTest({ db }: Ctx, { params }: Parsed<'getFileBackTest'>) {
  const row = await db
    .selectFrom('feed_back_test')
    .select(['feed_back_test_id', 'job_id', 'of_files', 'files', 'insert_tm', 'end_tm', 'reason'])
    .where('feed_back_test_id', '=', params.id)
    .executeTakeFirst()
  if (!row) throw notFound('back-test')
  return { ...row, files: row.files as TriedFile[] }
}
