import pg from 'pg'
import {
  collectEvents,
  lookForProblems,
  planReminders,
  sendNoticeLetters,
  sendWebhooks,
} from '../../areas/notifications/public.ts'
import { databaseNow } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabase, sql } from '../../platform/database/db.ts'
import { createLog } from '../../platform/log.ts'
import { Mail } from '../../platform/mail/mail.ts'
import { Secrets } from '../../platform/secrets.ts'
import type { Services } from '../../platform/services.ts'

// A process that does a worker's turns of notifications until nothing is due, and may kill itself at a statement.

const turns = { collectEvents, lookForProblems, planReminders, sendNoticeLetters, sendWebhooks }
export type Turn = keyof typeof turns
export interface Kill {
  turn: Turn
  /** The number of the turn's statement, from 1. */
  statement: number
  /** Whether the database still gets the statement. */
  isSent: boolean
}

const config = readConfig(process.env)
const log = createLog('silent')
const database = openDatabase(config.databaseUrl ?? '', { max: 2 })
const secrets = new Secrets(config.secrets)
const services = {
  config,
  log,
  db: database.db,
  secrets,
  mail: new Mail(database.db, log, secrets, config),
  clock: { now: databaseNow },
} as unknown as Services

let kill: Kill | null = null
let current: Turn | null = null
let statements = 0
const die = () => process.kill(process.pid, 'SIGKILL')
// oxlint-disable-next-line typescript/unbound-method -- called with the client it is of
const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
pg.Client.prototype.query = function (this: unknown, ...parameters: unknown[]) {
  const isLast = kill !== null && kill.turn === current && ++statements === kill.statement
  if (isLast && !kill!.isSent) die()
  const answer = query.apply(this, parameters)
  if (isLast) die()
  return answer
} as typeof pg.Client.prototype.query

async function isDue() {
  current = null
  const { rows } =
    await sql`select from notice_delivery where state = 'waiting' and due_tm <= now() limit 1`.execute(
      services.db,
    )
  return rows.length > 0
}

process.once('message', (wanted: { kill: Kill | null }) => {
  void (async () => {
    kill = wanted.kill
    do
      for (const turn of Object.keys(turns) as Turn[]) {
        current = turn
        statements = 0
        await turns[turn](services)
      }
    while (await isDue())
    await database.close()
    process.disconnect?.()
  })()
})
process.send?.('ready')
