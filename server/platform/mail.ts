import { createTransport } from 'nodemailer'
import { sql, type Db, type Tx } from './db.ts'
import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'

export interface Letter {
  recipient: string
  subject: string
  body: string
}

/**
 * Letters are written with the transaction that causes them, then sent; without SMTP_URL they are kept and
 * shown at /dev/mail.
 * A body may hold a link that opens an account: it lies sealed, and is emptied once it is sent.
 */
export class Mail {
  readonly #db: Db
  readonly #log: Log
  readonly #transport: ReturnType<typeof createTransport> | undefined
  readonly #secrets: Secrets
  readonly #from: string
  constructor(
    db: Db,
    log: Log,
    secrets: Secrets,
    { smtpUrl, mailFrom }: { smtpUrl: string | undefined; mailFrom: string },
  ) {
    this.#db = db
    this.#log = log
    this.#secrets = secrets
    this.#from = mailFrom
    this.#transport = smtpUrl ? createTransport(smtpUrl) : undefined
  }

  async write(tx: Tx, ...letters: readonly Letter[]): Promise<void> {
    if (letters.length === 0) return
    await tx
      .insertInto('mail')
      .values(letters.map((letter) => ({ ...letter, body: this.#secrets.seal(letter.body) })))
      .execute()
  }

  /** The newest letters that were kept instead of sent. */
  async kept(): Promise<(Letter & { mail_id: number; tm: string })[]> {
    const letters = await this.#db
      .selectFrom('mail')
      .select(['mail_id', 'tm', 'recipient', 'subject', 'body'])
      .where('sent_tm', 'is', null)
      .orderBy('mail_id', 'desc')
      .limit(50)
      .execute()
    return letters.map((letter) => ({ ...letter, body: this.#secrets.open(letter.body) }))
  }

  /**
   * Sends what waits, at most 50; a letter that can't be sent keeps its error and is tried again for a day.
   */
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
          await transport.sendMail({
            from: this.#from,
            to: letter.recipient,
            subject: letter.subject,
            text: this.#secrets.open(letter.body),
          })
          await tx
            .updateTable('mail')
            .set({ sent_tm: sql`now()`, error: null, body: '' })
            .where('mail_id', '=', letter.mail_id)
            .execute()
        } catch (error) {
          this.#log.warn(
            { mail_id: letter.mail_id, err: (error as Error).message },
            'a mail could not be sent',
          )
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
