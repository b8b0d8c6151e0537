import type { Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'

/** An endpoint that nobody else changes until the transaction ends. */
export async function lockEndpoint(tx: Tx, id: number) {
  const endpoint = await tx
    .selectFrom('notice_endpoint')
    .select(['notice_endpoint_id', 'name', 'form', 'host', 'state', 'secret_sealed', 'version'])
    .where('notice_endpoint_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!endpoint) throw notFound('webhook')
  return endpoint
}
