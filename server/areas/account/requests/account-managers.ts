import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

/** The account manager’s own addresses; support if nobody manages the account. */
export async function managersOf({ config }: Ctx, db: Db, vendorId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select l.email
    from vendor v
    join login l on l.vendor_id = v.account_manager_vendor_id
    where v.vendor_id = ${vendorId} and l.disabled_tm is null
    order by l.login_id
    limit 3`.execute(db)
  return rows.length > 0 ? rows.map(({ email }) => email) : [config.supportEmail]
}
