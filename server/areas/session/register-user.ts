import { vendorStatus } from '#contract/vendors/status.ts'
import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { networkOf } from '#server/platform/network.ts'
import { record, withinLimit, type Ctx, type Who } from '#server/platform/services.ts'
import { holdAddress } from './invitation-link.ts'
import { openLogin } from './open-login.ts'
import { hashPassword, refuseWeak, tooMany } from './passwords/passwords.ts'
import { keepSource } from './registration/registration-source.ts'
import { raise } from '#server/platform/notices.ts'

type Body = Parsed<'registerUser'>['body']

/**
 * Opens an account by an invitation: the vendor, its contact and its login. It takes as long, and answers
 * the same, whether the link is bad or the address has an account already (docs/domain/public-links.md, Public links).
 */
export async function registerUser(ctx: Ctx, { body }: Parsed<'registerUser'>) {
  const { rep } = body
  if (!(await withinLimit(ctx.db, `register:${networkOf(ctx.req.ip)}`, 20, 3600))) throw tooMany()
  refuseWeak(rep.password, { email: rep.login, role: 'customer' }, 'rep.password')
  const passwordHash = await hashPassword(rep.password)
  const success = await ctx.db.transaction().execute(async (tx) => {
    await holdAddress(tx, rep.login)
    const invitation = await useUp(tx, rep)
    if (!invitation) return false
    const who = await openAccount(tx, { ...invitation, body, passwordHash })
    await keepSource(ctx, tx, { vendor_id: who.vendor_id, tags: body.source })
    await tellStaff(tx, ctx.requestId, who, { company: invitation.company, rep })
    return true
  })
  return { success }
}

/** If two use it at once, the invitation's row lets one through. */
async function useUp(tx: Tx, { login, repId }: Body['rep']) {
  const { rows } = await sql<{ email: string; company: string }>`
    update invitation i
    set used_tm = now()
    where token_hash = ${sha256(repId)}
      and lower(email) = lower(${login})
      and used_tm is null
      and expires_tm > now()
      and not exists (
        select
        from login l
        where lower(l.email) = lower(i.email))
    returning email, company`.execute(tx)
  return rows[0]
}

interface OpenedAccount {
  email: string
  company: string
  body: Body
  passwordHash: string
}
const openAccount = (tx: Tx, { email, company, body, passwordHash }: OpenedAccount): Promise<Who> =>
  openLogin(tx, {
    vendor: { company, vendor_status_id: vendorStatus.free, order_volume: body.rep.orderNumber },
    contact: { primary_phone: body.contact.primaryPhone },
    login: { email, password_hash: passwordHash, role: 'customer' },
    name: email,
  })

const registrationNote = 4
/** Their description of the business becomes a note of theirs; a notification links to it. */
async function tellStaff(
  tx: Tx,
  requestId: string,
  who: Who,
  { company, rep }: { company: string; rep: Body['rep'] },
): Promise<void> {
  const { vendor_id, login_id, name } = who
  const sells = `Sells online already: ${rep.currentlySellingOnline ? 'yes' : 'no'}`
  await tx
    .insertInto('vendor_note')
    .values({
      vendor_id,
      note: rep.orderNumber === 'Unknown' ? sells : `${sells}. Orders a month: ${rep.orderNumber}`,
      note_type: registrationNote,
      written_by: login_id,
      written_by_name: name,
    })
    .execute()
  const message = `${company} registered (${name})`
  await raise(tx, { kind: 'registration', message, link: `/vendors/view/${vendor_id}`, vendor_id })
  await record(tx, { who, requestId }, { type: 'session.register', vendor_id, message })
}
