import type { StaffRole } from '#contract/staff/roles.ts'
import { personOfLogin, requireSession } from '#server/areas/session/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { conflict, forbidden, notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { newAdminLetter } from './letters.ts'

export interface KnownStaff {
  login_id: number
  vendor_id: number
  email: string
  role: StaffRole
  name: string
  disabled_tm: string | null
}

/** Who gave a login its role, now (docs/domain/moving-money.md, Second person). */
export const roleGiven = (by: number | null) => ({ role_by: by, role_tm: sql<string>`now()` })

/** A staff login by its id; customers’ logins aren’t found here. */
export async function knownStaff(db: Db, id: number): Promise<KnownStaff> {
  const { rows } = await sql<KnownStaff>`
    select l.login_id, l.vendor_id, l.email, l.role, l.disabled_tm, ${personOfLogin} as name
    from login l
    join vendor v using (vendor_id)
    left join contact c on c.contact_id = v.primary_contact_id
    where l.login_id = ${id} and l.role <> 'customer'`.execute(db)
  const [login] = rows
  if (!login) throw notFound('staff login')
  return login
}

/** Until the transaction ends, no other admin is made, demoted or disabled. */
export const holdAdmins = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('staff', 0))`.execute(tx)

/**
 * Holds all staff while one of them changes something of it. The caller is looked at again: another admin
 * may have disabled or demoted them while this call waited.
 */
export async function holdCaller(ctx: Ctx, tx: Tx): Promise<void> {
  await holdAdmins(tx)
  await requireSession(ctx, tx)
  const { role } = await knownStaff(tx, ctx.who.login_id)
  if (role !== 'admin') throw forbidden()
}

/** A staff login, held until it is changed. */
export async function lockStaff(ctx: Ctx, tx: Tx, id: number): Promise<KnownStaff> {
  await holdCaller(ctx, tx)
  return knownStaff(tx, id)
}

/** Every active admin except the new one learns of it. */
export async function tellAdmins(
  { mail }: Pick<Ctx, 'mail'>,
  tx: Tx,
  by: string,
  { name, email }: Pick<KnownStaff, 'name' | 'email'>,
): Promise<void> {
  const admins = await tx
    .selectFrom('login')
    .select('email as recipient')
    .where('role', '=', 'admin')
    .where('disabled_tm', 'is', null)
    .where('email', '<>', email)
    .limit(mostAdminsTold)
    .execute()
  await mail.write(tx, ...admins.map((admin) => ({ ...admin, ...newAdminLetter(by, name, email) })))
}
const mostAdminsTold = 200

/** Nobody disables or demotes themself, and one active admin always stays. */
export async function refuseLosingAdmin(
  { who }: Pick<Ctx, 'who'>,
  db: Db,
  { login_id, role, disabled_tm }: KnownStaff,
): Promise<void> {
  if (login_id === who.login_id) throw conflict('Only another admin can change your login')
  if (role !== 'admin' || disabled_tm !== null) return
  const other = await db
    .selectFrom('login')
    .select('login_id')
    .where('role', '=', 'admin')
    .where('disabled_tm', 'is', null)
    .where('login_id', '<>', login_id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw conflict('This is the last active admin. Make someone else an admin, then try again')
}
