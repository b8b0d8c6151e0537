import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'

/** What was sent and has no answer yet, with the key it goes by. */
interface UnansweredRequest<Said> {
  key: string
  said: Said
  at: number
}
/** As long as the server knows the key (docs/domain.md, A write that happens once), and an hour less. */
const keptMs = 23 * 3_600_000

/** A key counts for the person who sent it alone: a tab that another signs in to has nothing of it. */
function nameOf(client: QueryClient, subject: string): string {
  const account = client.getQueryData<{ email: string }>(api.getAccount.query().queryKey)
  return `money without an answer: ${account?.email ?? ''} ${subject}`
}

/** What this tab sent, and whose answer never came. */
export function readUnanswered<Said>(
  client: QueryClient,
  subject: string,
): UnansweredRequest<Said> | undefined {
  const json = sessionStorage.getItem(nameOf(client, subject))
  if (json === null) return undefined
  const request = JSON.parse(json) as UnansweredRequest<Said>
  if (Date.now() - request.at < keptMs) return request
  dropUnanswered(client, subject)
  return undefined
}

export const storeUnanswered = <Said>(
  client: QueryClient,
  subject: string,
  request: UnansweredRequest<Said>,
): void => sessionStorage.setItem(nameOf(client, subject), JSON.stringify(request))

export const dropUnanswered = (client: QueryClient, subject: string): void =>
  sessionStorage.removeItem(nameOf(client, subject))
