import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockEndpoint } from './known-endpoint.ts'

/** Sends the newest notification as a test: the same queue, signature and retries as any message. */
export const testNoticeEndpoint = (ctx: Ctx, { params }: Parsed<'testNoticeEndpoint'>) =>
  write(ctx, async (tx, logActivity) => {
    const endpoint = await lockEndpoint(tx, params.notice_endpoint_id)
    if (endpoint.state === 'off') throw conflict('Turn the webhook on first')
    const { rows } = await sql<{ notice_delivery_id: number }>`
      insert into notice_delivery (system_message_id, phase, turn, notice_endpoint_id, due_tm)
      select m.id, 'test', (
          select count(*)
          from notice_delivery d
          where d.system_message_id = m.id and d.phase = 'test' and d.notice_endpoint_id = ${endpoint.notice_endpoint_id}),
        ${endpoint.notice_endpoint_id}, now()
      from system_message m
      order by m.insert_tm desc, m.id desc
      limit 1
      returning notice_delivery_id`.execute(tx)
    const [delivery] = rows
    if (!delivery) throw conflict('There is no notification to send yet')
    await logActivity({
      type: 'notification.endpoint',
      entity: 'notice_endpoint',
      entity_id: endpoint.notice_endpoint_id,
      message: `Test message sent to webhook ${endpoint.name}`,
    })
    return delivery
  })

/** The same message again, with the same id: a receiver that already has it can tell. */
export const resendNoticeDelivery = (ctx: Ctx, { params }: Parsed<'resendNoticeDelivery'>) =>
  write(ctx, async (tx, logActivity) => {
    const delivery = await tx
      .selectFrom('notice_delivery')
      .innerJoin(
        'notice_endpoint',
        'notice_endpoint.notice_endpoint_id',
        'notice_delivery.notice_endpoint_id',
      )
      .select([
        'notice_delivery_id',
        'notice_delivery.state',
        'notice_endpoint.name',
        'notice_endpoint.state as endpoint',
      ])
      .where('notice_delivery_id', '=', params.notice_delivery_id)
      .forUpdate('notice_delivery')
      .executeTakeFirst()
    if (!delivery) throw notFound('webhook message')
    if (delivery.state === 'waiting' || delivery.state === 'sending')
      throw conflict('It is already being sent')
    if (delivery.endpoint === 'off') throw conflict('Turn the webhook on first')
    await tx
      .updateTable('notice_delivery')
      .set({ state: 'waiting', dropped: null, sent_tm: null, tries: 0, due_tm: sql`now()` })
      .where('notice_delivery_id', '=', delivery.notice_delivery_id)
      .execute()
    await logActivity({
      type: 'notification.endpoint',
      entity: 'notice_delivery',
      entity_id: delivery.notice_delivery_id,
      message: `Message to webhook ${delivery.name} sent again`,
    })
  })
