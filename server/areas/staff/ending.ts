import { jobStatus } from '#contract/jobs/types.ts'
import type { StaffEffects } from '#contract/staff/staff.ts'
import { lockLastsMs } from '#contract/vendors/lock.ts'
import { endViews } from '#server/areas/session/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import type { KnownStaff } from './known-staff.ts'

const openJobs = [jobStatus.scheduled, jobStatus.executing]
export const noEffects: StaffEffects = {
  sessions: 0,
  invitations: 0,
  reset_links: 0,
  exports: 0,
  approvals: 0,
  agreements: 0,
  locks: 0,
  vendors: 0,
}

/** What carries a person’s login, and would end or stay without them. The preview and the act both read it. */
export async function effectsOfLeaving(db: Db, { login_id, vendor_id }: KnownStaff): Promise<StaffEffects> {
  const { rows } = await sql<StaffEffects>`
    select
      (select count(*)::int from session where login_id = ${login_id} and expires_tm > now()) as sessions,
      (select count(*)::int from staff_invitation where invited_by = ${login_id}) as invitations,
      (
        select count(*)::int
        from password_reset
        where login_id = ${login_id} and used_tm is null and expires_tm > now()) as reset_links,
      (
        select count(*)::int
        from list_export e
        join job j using (job_id)
        where e.login_id = ${login_id} and j.job_status = any(${openJobs}::int[])) as exports,
      (
        select count(*)::int
        from money_approval
        where asked_by = ${login_id} and state = 'waiting') as approvals,
      (
        select count(*)::int
        from renewal_agreement a
        join renewal_stop s using (renewal_stop_id)
        where a.login_id = ${login_id} and s.state = 'stopped') as agreements,
      (
        select count(*)::int
        from vendor_lock
        where locked_by = ${login_id}
          and worked_tm > now() - make_interval(secs => ${lockLastsMs / 1000})) as locks,
      (
        select count(*)::int
        from vendor
        where account_manager_vendor_id = ${vendor_id} or crm_owner_vendor_id = ${vendor_id}) as vendors
  `.execute(db)
  return singleRow(rows)
}

/** Ends what a person’s login still opens or runs (docs/domain/staff.md, Disabling). */
export async function endWhatRuns(ctx: Ctx, tx: Tx, { login_id, name }: KnownStaff): Promise<void> {
  await tx.deleteFrom('session').where('login_id', '=', login_id).execute()
  await endViews(tx, ctx.clock, sql`w.login_id = ${login_id}`, ctx)
  await tx.deleteFrom('password_reset').where('login_id', '=', login_id).execute()
  await tx.deleteFrom('vendor_lock').where('locked_by', '=', login_id).execute()
  await tx.deleteFrom('vendor_lock_access').where('login_id', '=', login_id).execute()
  await tx.deleteFrom('vendor_viewer').where('login_id', '=', login_id).execute()
  await endInvitations(tx, login_id)
  await ctx.jobs.terminateOf(ctx, tx, {
    type: 'LIST_EXPORT_JOB',
    paramValues: await exportsOf(tx, login_id),
    states: openJobs,
    reason: `The login of ${name} was disabled`,
    by: ctx.who.name,
  })
}

/** An invitation counts only while the person who sent it may invite. */
export const endInvitations = (tx: Tx, loginId: number) =>
  tx.deleteFrom('staff_invitation').where('invited_by', '=', loginId).execute()

async function exportsOf(tx: Tx, loginId: number): Promise<number[]> {
  const { rows } = await sql<{ list_export_id: number }>`
    select e.list_export_id
    from list_export e
    join job j using (job_id)
    where e.login_id = ${loginId} and j.job_status = any(${openJobs}::int[])`.execute(tx)
  return rows.map(({ list_export_id }) => list_export_id)
}
