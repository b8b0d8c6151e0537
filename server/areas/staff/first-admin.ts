import { loginTaken } from '#contract/vendors/logins.ts'
import { email as emailInput } from '#contract/inputs.ts'
import { holdAddress } from '#server/areas/session/public.ts'
import type { Db } from '#server/platform/database/db.ts'
import { record, type Services } from '#server/platform/services.ts'
import { makeStaffInvitation } from './invitation.ts'
import { hasLogin } from './invite-staff.ts'
import { holdAdmins } from './known-staff.ts'

export const firstAdminHours = 24

export const hasAdmin = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('login')
    .select('login_id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * A link by which the first admin chooses name, email and password; undefined if there is an admin. Each
 * start makes a new one, and the earlier one stops working.
 */
export const firstAdminLink = ({ db, config }: Pick<Services, 'db' | 'config'>) =>
  db.transaction().execute(async (tx) => {
    await holdAdmins(tx)
    if (await hasAdmin(tx)) return undefined
    const invitation = { email: null, role: 'admin', by: null, hours: firstAdminHours } as const
    const { path } = await makeStaffInvitation(tx, invitation)
    return `${config.publicUrl}${path}`
  })

/** An admin’s invitation for whoever has the server: every admin is locked out. Throws a sentence. */
export const inviteAdminOnServer = ({ db, config }: Pick<Services, 'db' | 'config'>, address: string) =>
  db.transaction().execute(async (tx) => {
    const parsed = emailInput.safeParse(address)
    if (!parsed.success) throw new Error('Enter the new admin’s address: npm run admin -- pat@example.com')
    const email = parsed.data
    await holdAddress(tx, email)
    if (await hasLogin(tx, email)) throw new Error(`${loginTaken}. Use another address.`)
    const { path, expires_tm, staff_invitation_id } = await makeStaffInvitation(tx, {
      email,
      role: 'admin',
      by: null,
      hours: firstAdminHours,
    })
    await record(
      tx,
      {},
      {
        type: 'staff.invite',
        entity: 'staff_invitation',
        entity_id: staff_invitation_id,
        message: `${email} invited to join staff as Admin, by npm run admin`,
      },
    )
    return { link: `${config.publicUrl}${path}`, expires_tm }
  })
