import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { line } from '#contract/inputs.ts'
import { sql, type Db, type Tx } from '../database/db.ts'
import { conflict, invalid } from './errors.ts'
import type { Secrets } from '../secrets.ts'
import type { KeyedWrite, Who } from '../service-types.ts'

export type { KeyedWrite } from '../service-types.ts'

/** Another request with this key has already been carried out. */
export class DoneAlready extends Error {}

const keyOf = line(200, 'Enter an Idempotency-Key')

interface WriteOfCaller {
  who: Who | null
  operation: string
  input: unknown
  secrets: Pick<Secrets, 'digest'>
}
export function onceOf(
  req: FastifyRequest,
  { who, operation, input, secrets }: WriteOfCaller,
): KeyedWrite | undefined {
  const header = req.headers['idempotency-key']
  // someone who views a customer's account doesn't get the answers of their own writes
  if (req.method === 'GET' || header === undefined || !who || who.viewed_by) return undefined
  if (req.isMultipart()) throw invalid({ 'idempotency-key': 'Uploads don’t support Idempotency-Key' })
  const key = z.safeParse(keyOf, header)
  if (!key.success) throw invalid({ 'idempotency-key': key.error.issues[0]!.message })
  // a plain hash of a card number could be reversed
  const input_hash = secrets.digest(JSON.stringify(input))
  return { login_id: who.login_id, key: key.data, operation, input_hash, request_id: req.id }
}

/**
 * The first statement of the write's transaction. A request with the same key waits here until the first
 * has ended. False: an earlier write of this request has claimed it.
 */
export async function claim(
  tx: Tx,
  { login_id, key, operation, input_hash, request_id }: KeyedWrite,
): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    insert into idempotency_key as k (login_id, key, operation, input_hash, request_id)
    values (${login_id}, ${key}, ${operation}, ${input_hash}, ${request_id})
    on conflict (login_id, key) do update set tm = k.tm where k.request_id = excluded.request_id
    returning xmax = 0 as fresh`.execute(tx)
  if (!rows[0]) throw new DoneAlready()
  return rows[0].fresh
}

/** The write changed nothing, so a request that waits for the key, or repeats it, is carried out. */
export async function unclaim(tx: Tx, { login_id, key }: KeyedWrite): Promise<void> {
  await tx.deleteFrom('idempotency_key').where('login_id', '=', login_id).where('key', '=', key).execute()
}

const answerMs = 5000
const lookMs = 50
/** The answer to the first request with this key; waits for one in progress. Undefined: there was none. */
export async function earlierAnswer(
  db: Db,
  keyedWrite: KeyedWrite,
  patienceMs = answerMs,
): Promise<string | undefined> {
  for (let waitedMs = 0; ; waitedMs += lookMs) {
    const answer = await keptAnswer(db, keyedWrite)
    if (answer !== null) return answer
    if (waitedMs >= patienceMs) throw conflict('This was already done. Check before you do it again')
    await setTimeout(lookMs)
  }
}

/** Null: it was carried out, and its answer isn't stored yet. */
async function keptAnswer(db: Db, keyedWrite: KeyedWrite): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['operation', 'input_hash', 'answer'])
    .where('login_id', '=', keyedWrite.login_id)
    .where('key', '=', keyedWrite.key)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.operation !== keyedWrite.operation || !row.input_hash.equals(keyedWrite.input_hash))
    throw conflict('This Idempotency-Key was already used for a different request')
  return row.answer
}

export async function keepAnswer(
  db: Db,
  { login_id, key, request_id }: KeyedWrite,
  answer: string,
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ answer })
    .where('login_id', '=', login_id)
    .where('key', '=', key)
    .where('request_id', '=', request_id)
    .execute()
}
