import type { SsoFault } from '#contract/session/single-sign-on.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { ProviderAccount } from './provider.ts'

interface MatchedLogin {
  login_id: number
  vendor_id: number
  email: string
  /** When the person signed in before this. */
  signed_in_tm: string | null
}

/**
 * The staff login of an account at the provider: by its subject, or at its first sign-in by its verified
 * address. None is ever created. The login is held, so that disabling it waits.
 */
export async function matchLogin(tx: Tx, account: ProviderAccount): Promise<MatchedLogin | SsoFault> {
  const bound = await staffLogin(
    tx,
    sql`l.login_id in (
      select i.login_id
      from login_identity i
      where i.issuer = ${account.issuer} and i.subject = ${account.subject})`,
  )
  if (bound) return bound.disabled ? 'disabled' : markSignedIn(tx, bound)
  if (account.email === undefined || !account.email_verified) return 'unverified'
  const login = await staffLogin(tx, sql`lower(l.email) = lower(${account.email})`)
  if (!login) return 'unknown'
  if (login.disabled) return 'disabled'
  return (await bind(tx, account, login.login_id)) ? markSignedIn(tx, login) : 'other_account'
}

async function markSignedIn(tx: Tx, login: MatchedLogin): Promise<MatchedLogin> {
  await tx
    .updateTable('login')
    .set({ signed_in_tm: sql<string>`now()` })
    .where('login_id', '=', login.login_id)
    .execute()
  return login
}

async function staffLogin(tx: Tx, condition: ReturnType<typeof sql>) {
  const { rows } = await sql<MatchedLogin & { disabled: boolean }>`
    select l.login_id, l.vendor_id, l.email, l.signed_in_tm, l.disabled_tm is not null as disabled
    from login l
    join vendor v using (vendor_id)
    where ${condition} and l.role <> 'customer' and v.deleted_tm is null
    for no key update of l`.execute(tx)
  return rows[0]
}

/** A login belongs to one account at a provider: somebody else who gets its address there isn’t let in. */
async function bind(tx: Tx, { issuer, subject }: ProviderAccount, login_id: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('login_identity')
    .values({ issuer, subject, login_id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
