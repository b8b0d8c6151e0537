import type { MailKind } from '#contract/session/mail-kinds.ts'

/** A paragraph, a button, a list or a table. An address is whole, or a path of this app. */
export type Part =
  | string
  | { action: string; url: string }
  | { list: readonly string[] }
  | { table: { head: readonly string[]; rows: readonly (readonly string[])[] } }

/** What a letter says, whoever gets it (docs/domain.md, Mails). */
export interface Content {
  subject: string
  parts: readonly Part[]
  /** Of what one can do without: why one gets it (“you asked for …”), and what unsubscribing ends. */
  about?: { why: string; vendor_id: number; kind: MailKind }
}
export interface Letter extends Content {
  recipient: string
}

/** A letter as it is shown: its subject, its parts, and below them why one gets it and how it ends. */
export interface Laid {
  subject: string
  parts: readonly Part[]
  footer?: { why: string; unsubscribe: string }
}

/** Where this app is, before the paths in a letter; only the web is led to. */
export function addressOf(publicUrl: string, url: string): string {
  const { href, protocol } = new URL(url, `${publicUrl}/`)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`A letter leads nowhere by ${protocol}`)
  return href
}

/** A letter without any markup: the same parts in the same order. */
export function letterText({ parts, footer }: Laid, publicUrl: string): string {
  const address = (url: string) => addressOf(publicUrl, url)
  const paragraphs = parts.map((part) => {
    if (typeof part === 'string') return part
    if ('action' in part) return `${part.action}:\n${address(part.url)}`
    if ('list' in part) return part.list.map((entry) => `- ${entry}`).join('\n')
    const { head, rows } = part.table
    return rows.map((row) => `- ${row.flatMap((cell, i) => labelCell(head[i], cell)).join(', ')}`).join('\n')
  })
  const reasonLine = footer && [`You get this mail because ${footer.why}.`]
  const ends = footer && [`Unsubscribe:\n${address(footer.unsubscribe)}`]
  return [...paragraphs, '--', ...(reasonLine ?? []), ...(ends ?? []), `Feedstock, ${publicUrl}`].join('\n\n')
}

/** A blank cell has nothing to be read out. */
const labelCell = (head: string | undefined, cell: string) => {
  if (cell === '') return []
  return head ? `${head}: ${cell}` : cell
}
