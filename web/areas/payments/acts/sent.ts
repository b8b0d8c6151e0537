import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'

/** What was sent and has no answer yet, with the key it goes by. */
interface Sent<Said> {
  key: string
  said: Said
  at: number
}
/** As long as the server knows the key (docs/domain.md, A write that happens once), and an hour less. */
const keptMs = 23 * 3_600_000

/** A key counts for the person who sent it alone: a tab that another signs in to has nothing of it. */
function nameOf(client: QueryClient, about: string): string {
  const account = client.getQueryData<{ email: string }>(api.getAccount.query().queryKey)
  return `money without an answer: ${account?.email ?? ''} ${about}`
}

/** What this tab sent, and whose answer never came. */
export function sentBefore<Said>(client: QueryClient, about: string): Sent<Said> | undefined {
  const kept = sessionStorage.getItem(nameOf(client, about))
  if (kept === null) return undefined
  const sent = JSON.parse(kept) as Sent<Said>
  if (Date.now() - sent.at < keptMs) return sent
  dropSent(client, about)
  return undefined
}

export const keepSent = <Said>(client: QueryClient, about: string, sent: Sent<Said>): void =>
  sessionStorage.setItem(nameOf(client, about), JSON.stringify(sent))

export const dropSent = (client: QueryClient, about: string): void =>
  sessionStorage.removeItem(nameOf(client, about))
