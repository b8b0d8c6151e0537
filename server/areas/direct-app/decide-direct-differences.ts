import { directFields, directFieldLabels } from '#contract/direct-app/direct-users.ts'
import type { Parsed } from '#contract/index.ts'
import { conflict, invalid } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { differingFields } from './compare-sides.ts'
import { readDirectUser } from './read.ts'
import { editable } from './receive.ts'
import { lockDirectUser } from './save-direct-user.ts'
import { queueSync } from './sync-direct.job.ts'

/** What counts where the sides differ: ours is sent by a job, theirs is taken now. */
export const decideDirectDifferences = (ctx: Ctx, { body }: Parsed<'decideDirectDifferences'>) =>
  write(ctx, async (tx, logActivity) => {
    const { id, winners, remote_version } = body
    const before = await lockDirectUser(tx, id)
    const decided = directFields.filter((field) => winners[field] !== undefined)
    if (decided.length === 0) throw invalid({ winners: 'Choose which value to keep' })
    const open = differingFields(before)
    const closed = decided.filter((field) => !open.includes(field))
    if (before.remote_version !== remote_version || before.remote === null || closed.length > 0)
      throw conflict('The values changed since you compared them. Compare them again')
    const { remote } = before
    const fromThere = decided.filter((field) => winners[field] === 'there')
    const fromHere = decided.filter((field) => winners[field] === 'here')
    const after = { ...before, ...Object.fromEntries(fromThere.map((field) => [field, remote[field]])) }
    await tx
      .updateTable('direct_user')
      .set({ ...editable(after), unsent: [...new Set([...before.unsent, ...fromHere])] })
      .where('direct_user_id', '=', id)
      .execute()
    const named = (fields: typeof decided) => fields.map((field) => directFieldLabels[field]).join(', ')
    await logActivity({
      type: 'direct_user.decide',
      entity: 'direct_user',
      entity_id: id,
      message: [
        `${before.email}:`,
        ...(fromHere.length > 0 ? [`kept ours (${named(fromHere)})`] : []),
        ...(fromThere.length > 0 ? [`replaced with IS Direct’s (${named(fromThere)})`] : []),
      ].join(' '),
      changes: differences(editable(before), editable(after)),
    })
    if (fromHere.length > 0 && ctx.config.directApp)
      await queueSync(ctx, tx, { id, subject: after.email, requester: ctx.who.name })
    return readDirectUser(ctx, tx, id)
  })
