import type { MailKind } from '#contract/session/mail-kinds.ts'

/** A paragraph, a button, a question with a link in its line, a list or a table. An address is complete, or a path in this app. */
export type Part =
  | string
  | { action: string; url: string }
  | { question: string; link: string; url: string }
  | { list: readonly string[] }
  | { table: { head: readonly string[]; rows: readonly (readonly string[])[] } }

/** The content of a mail, whoever gets it (docs/domain/emails.md, Emails). */
export interface Content {
  subject: string
  parts: readonly Part[]
  /** For optional mail: why the reader gets it (“you asked for …”), and what unsubscribing ends. */
  about?: { why: string; vendor_id: number; kind: MailKind }
}
export interface Letter extends Content {
  recipient: string
  /** Files to attach, by their ids (`mail_file`). */
  files?: readonly number[]
}

/**
 * A mail as it is rendered: its subject, its parts, and below them why the reader gets it and how to stop
 * it.
 */
export interface Laid {
  subject: string
  parts: readonly Part[]
  footer?: { why: string; unsubscribe: string }
}

/** Puts this app's address before the paths in a mail; only web addresses are linked. */
export function addressOf(publicUrl: string, url: string): string {
  const { href, protocol } = new URL(url, `${publicUrl}/`)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`An email can’t link to ${protocol} addresses`)
  return href
}

/** A mail as plain text: the same parts in the same order. */
export function letterText({ parts, footer }: Laid, publicUrl: string): string {
  const address = (url: string) => addressOf(publicUrl, url)
  const paragraphs = parts.map((part) => {
    if (typeof part === 'string') return part
    if ('action' in part) return `${part.action}:\n${address(part.url)}`
    if ('question' in part) return `${part.question} ${part.link}:\n${address(part.url)}`
    if ('list' in part) return part.list.map((entry) => `- ${entry}`).join('\n')
    const { head, rows } = part.table
    return rows.map((row) => `- ${row.flatMap((cell, i) => labelCell(head[i], cell)).join(', ')}`).join('\n')
  })
  const reasonLine = footer && [`You’re getting this email because ${footer.why}.`]
  const ends = footer && [`Unsubscribe:\n${address(footer.unsubscribe)}`]
  return [...paragraphs, '--', ...(reasonLine ?? []), ...(ends ?? []), `Feedstock, ${publicUrl}`].join('\n\n')
}

/** A blank cell has no text. */
const labelCell = (head: string | undefined, cell: string) => {
  if (cell === '') return []
  return head ? `${head}: ${cell}` : cell
}
