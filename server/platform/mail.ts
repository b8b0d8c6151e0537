import { createTransport } from 'nodemailer'
import { sql, type Db, type Tx } from './db.ts'
import type { Log } from './log.ts'

export interface Letter {
  recipient: string
  subject: string
  body: string
}

/** Letters are written with the transaction that causes them, then sent; without SMTP_URL they are kept and shown at /dev/mail. */
export class Mail {
  readonly #db: Db
  readonly #log: Log
  readonly #transport: ReturnType<typeof createTransport> | undefined
  constructor(db: Db, log: Log, smtpUrl: string | undefined) {
    this.#db = db
    this.#log = log
    this.#transport = smtpUrl ? createTransport(smtpUrl) : undefined
  }

  async write(tx: Tx, letter: Letter): Promise<void> {
    await tx.insertInto('mail').values(letter).execute()
  }

  /** Sends what waits, at most 50; a letter that can't be sent keeps its error and is tried again for a day. */
  async sendWaiting(): Promise<number> {
    const transport = this.#transport
    if (!transport) return 0
    return this.#db.transaction().execute(async (tx) => {
      const letters = await tx
        .selectFrom('mail')
        .selectAll()
        .where('sent_tm', 'is', null)
        .where('tm', '>', sql<string>`now() - interval '1 day'`)
        .orderBy('mail_id')
        .limit(50)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const letter of letters) {
        try {
          await transport.sendMail({ from: 'Feedstock <no-reply@feedstock.test>', to: letter.recipient, subject: letter.subject, text: letter.body })
          await tx
            .updateTable('mail')
            .set({ sent_tm: sql`now()`, error: null })
            .where('mail_id', '=', letter.mail_id)
            .execute()
        } catch (error) {
          this.#log.warn({ mail_id: letter.mail_id, err: (error as Error).message }, 'a mail could not be sent')
          await tx
            .updateTable('mail')
            .set({ error: (error as Error).message })
            .where('mail_id', '=', letter.mail_id)
            .execute()
        }
      }
      return letters.length
    })
  }
}
