import { createTransport } from 'nodemailer'
import { alone, sql, type Db, type Tx } from '../database/db.ts'
import { letterHtml } from './letter-html.ts'
import { letterText, type Content, type Laid, type Letter } from './letter.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { unsubscribePath } from './unsubscribe-key.ts'

/** A mail as staff see it. */
export interface ShownLetter {
  subject: string
  text: string
  html: string
}
/** The most per turn. */
const mostATurn = 50

/**
 * Mails are written in the transaction that causes them, then sent; without SMTP_URL they are stored and
 * shown at /dev/mail (docs/domain/emails.md, Emails). A mail may hold a link that opens an account, so it is
 * stored sealed and emptied after it is sent.
 */
export class Mail {
  readonly #db: Db
  readonly #log: Log
  readonly #transport: ReturnType<typeof createTransport> | undefined
  readonly #secrets: Secrets
  readonly #from: string
  readonly #publicUrl: string
  constructor(
    db: Db,
    log: Log,
    secrets: Secrets,
    config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'> & Partial<Pick<Config, 'mailDkim'>>,
  ) {
    this.#db = db
    this.#log = log
    this.#secrets = secrets
    this.#from = config.mailFrom
    this.#publicUrl = config.publicUrl
    this.#transport = config.smtpUrl
      ? createTransport(config.smtpUrl, config.mailDkim && { dkim: config.mailDkim })
      : undefined
  }

  /** Doesn't write what the recipient unsubscribed from or can't receive; returns how many were written. */
  async write(tx: Tx, ...letters: readonly Letter[]): Promise<number> {
    const wantedLetters = await withoutUnwanted(tx, letters)
    if (wantedLetters.length === 0) return 0
    await tx
      .insertInto('mail')
      .values(
        wantedLetters.map((letter) => ({
          recipient: letter.recipient,
          subject: letter.subject,
          vendor_id: letter.about?.vendor_id ?? null,
          kind: letter.about?.kind ?? null,
          files: [...(letter.files ?? [])],
          body: this.#secrets.seal(JSON.stringify(this.#laid(letter))),
        })),
      )
      .execute()
    return wantedLetters.length
  }

  /** Previews a mail. */
  preview(content: Content): ShownLetter {
    return this.#shown(this.#laid({ ...content, recipient: 'someone@example.com' }))
  }

  /** The newest mails that were stored instead of sent. */
  async kept(): Promise<(ShownLetter & { mail_id: number; tm: string; recipient: string })[]> {
    const letters = await this.#db
      .selectFrom('mail')
      .select(['mail_id', 'tm', 'recipient', 'subject', 'body'])
      .where('sent_tm', 'is', null)
      .orderBy('mail_id', 'desc')
      .limit(50)
      .execute()
    return letters.map(({ mail_id, tm, recipient, ...letter }) => ({
      mail_id,
      tm,
      recipient,
      ...this.#shown(this.#openedOrNotice(letter)),
    }))
  }

  /**
   * Sends queued mail unless another process is doing so; a mail that can't be sent keeps its error and is
   * retried for a day, unless it was refused for good.
   */
  async sendWaiting(): Promise<number> {
    const transport = this.#transport
    if (!transport) return 0
    let sentCount = 0
    await alone(this.#db, 'email sent', 'leave', async () => {
      for (let i = 0; i < mostATurn; i++) {
        const outcome = await this.#sendNext(transport)
        if (outcome === 'sent') sentCount += 1
        if (outcome === 'none' || outcome === 'unreachable') break
      }
    })
    return sentCount
  }

  #laid({ subject, parts, about, recipient }: Letter): Laid {
    if (!about) return { subject, parts }
    const { why, vendor_id, kind } = about
    const unsubscribe = unsubscribePath(this.#secrets, { vendor_id, address: recipient, kind })
    return { subject, parts, footer: { why, unsubscribe } }
  }

  #opened({ subject, body }: { subject: string; body: string }): Laid {
    const text = this.#secrets.open(body)
    // a mail queued before mails had parts is its text
    return text.startsWith('{') ? (JSON.parse(text) as Laid) : { subject, parts: [text] }
  }

  /** A mail sealed by a secret that was removed must not hide the others. */
  #openedOrNotice(letter: { subject: string; body: string }): Laid {
    try {
      return this.#opened(letter)
    } catch {
      return {
        subject: letter.subject,
        parts: ['This email was encrypted with another secret. Add it to APP_SECRET_PREVIOUS to read it.'],
      }
    }
  }

  readonly #shown = (laid: Laid): ShownLetter => ({
    subject: laid.subject,
    text: letterText(laid, this.#publicUrl),
    html: letterHtml(laid, this.#publicUrl),
  })

  /**
   * The try is counted first, so a process that dies here sends one mail twice at most. No transaction
   * stays open for the server, which may take ten minutes to confirm a mail: a lost transaction would send
   * it again and again.
   */
  async #sendNext(transport: ReturnType<typeof createTransport>) {
    const letter = await this.#db.transaction().execute(takeNext)
    if (letter === 'none' || letter === 'unwanted') return letter
    const row = this.#db.updateTable('mail').where('mail_id', '=', letter.mail_id)
    let isReadable = false
    try {
      const laid = this.#opened(letter)
      isReadable = true
      await transport.sendMail({
        from: this.#from,
        // one mailbox, however it is spelled: as plain text it would be read as a list of them
        to: { name: '', address: letter.recipient },
        ...this.#shown(laid),
        attachments: await this.#attachments(letter.files),
        headers: { 'Auto-Submitted': 'auto-generated', ...this.#listHeaders(laid) },
      })
    } catch (error) {
      const { message, responseCode } = error as SmtpError
      const isFinal = isPermanent(error as SmtpError)
      this.#log.warn({ mail_id: letter.mail_id, err: message, isFinal }, 'could not send an email')
      await row.set({ error: message, ...(isFinal && { next_try_tm: never }) }).execute()
      if (isFinal) return 'refused'
      return isReadable && responseCode === undefined ? 'unreachable' : 'refused'
    }
    await row.set({ sent_tm: sql`now()`, error: null, body: '' }).execute()
    return 'sent'
  }

  async #attachments(ids: readonly number[]) {
    if (ids.length === 0) return []
    const files = await this.#db
      .selectFrom('mail_file')
      .select(['name', 'type', 'content'])
      .where('mail_file_id', 'in', ids)
      .orderBy('mail_file_id')
      .execute()
    return files.map(({ name, type, content }) => ({ filename: name, contentType: type, content }))
  }

  /** Mail clients unsubscribe with one click: RFC 8058. */
  #listHeaders({ footer }: Laid): Record<string, string> {
    if (!footer) return {}
    const address = `${this.#publicUrl}/api-public/account${footer.unsubscribe}`
    return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  }
}

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
}
/** The next try of an email that its server refused for good. */
const never = 'infinity'
/**
 * Whether another try would be refused the same way: its recipient or contents were refused by a reply of 500 or
 * more, or it is larger than the server takes. A refused sign-in or sender is fixed by people.
 */
function isPermanent({ code, command, responseCode }: SmtpError): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  if (command === 'MAIL FROM') return responseCode === tooLargeReply
  return responseCode === undefined ? code === 'EMESSAGE' : responseCode >= firstPermanentReply
}
const firstPermanentReply = 500
/** Storage exceeded: some servers refuse a large email by its announced size. */
const tooLargeReply = 552

type Waiting = NonNullable<Awaited<ReturnType<typeof nextOf>>>
const nextOf = (tx: Tx) =>
  tx
    .selectFrom('mail')
    .select(['mail_id', 'recipient', 'subject', 'body', 'vendor_id', 'kind', 'files'])
    .where('sent_tm', 'is', null)
    .where('next_try_tm', '<=', sql<string>`now()`)
    .where('tm', '>', sql<string>`now() - interval '1 day'`)
    .orderBy('next_try_tm')
    .orderBy('mail_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** The next mail, with its next try already set; one that was unsubscribed from meanwhile is dropped. */
async function takeNext(tx: Tx) {
  const letter = await nextOf(tx)
  if (!letter) return 'none'
  if ((await withoutUnwanted(tx, [toLetter(letter)])).length === 0) {
    await tx.deleteFrom('mail').where('mail_id', '=', letter.mail_id).execute()
    return 'unwanted'
  }
  await tx
    .updateTable('mail')
    .set({
      tries: sql`tries + 1`,
      next_try_tm: sql`now() + least(interval '10 seconds' * 2 ^ least(tries, 10), interval '15 minutes')`,
    })
    .where('mail_id', '=', letter.mail_id)
    .execute()
  return letter
}

interface AddressedLetter {
  recipient: string
  about?: { vendor_id: number; kind: string }
}
const toLetter = ({ recipient, vendor_id, kind }: Waiting): AddressedLetter =>
  vendor_id === null || kind === null ? { recipient } : { recipient, about: { vendor_id, kind } }

/** Addresses that want the mail and can be reached; mail about the account itself goes to everybody. */
async function withoutUnwanted<L extends AddressedLetter>(
  tx: Tx,
  letters: readonly L[],
): Promise<readonly L[]> {
  const addresses = letters.flatMap(({ recipient, about }, n) =>
    about ? { n, address: recipient.toLowerCase(), vendor_id: about.vendor_id, kind: about.kind } : [],
  )
  if (addresses.length === 0) return letters
  const { rows } = await sql<{ n: number }>`
    select n
    from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb)
      as l (n integer, vendor_id integer, address text, kind text)
    where exists (
        select
        from mail_unsubscribe u
        where u.vendor_id = l.vendor_id and u.address = l.address and u.kind = l.kind)
      -- a contact's choice is the one truth of these
      or (l.kind = 'daily_updates' and not exists (
        select
        from contact c
        where c.vendor_id = l.vendor_id and lower(c.email) = l.address and c.daily_update_email))
      or exists (
        select
        from mail_trouble t
        where t.address = l.address and t.what <> 'soft_bounce')`.execute(tx)
  const unwantedPlaces = new Set(rows.map((row) => row.n))
  return letters.filter((_, n) => !unwantedPlaces.has(n))
}
