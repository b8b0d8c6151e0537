import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'

/** A request that was sent and has no response yet, with its key. */
interface UnansweredRequest<Input> {
  key: string
  said: Input
  at: number
}
/** An hour less than the server keeps the key (docs/domain/writes.md, A write that happens once). */
const keptMs = 23 * 3_600_000

/** The key includes the account: another person who signs in to this tab must not see the request. */
function nameOf(client: QueryClient, subject: string): string {
  const account = client.getQueryData<{ email: string }>(api.getAccount.query().queryKey)
  return `money without an answer: ${account?.email ?? ''} ${subject}`
}

/** The request of this tab whose response never came. */
export function readUnanswered<Input>(
  client: QueryClient,
  subject: string,
): UnansweredRequest<Input> | undefined {
  const json = sessionStorage.getItem(nameOf(client, subject))
  if (json === null) return undefined
  const request = JSON.parse(json) as UnansweredRequest<Input>
  if (Date.now() - request.at < keptMs) return request
  dropUnanswered(client, subject)
  return undefined
}

export const storeUnanswered = <Input>(
  client: QueryClient,
  subject: string,
  request: UnansweredRequest<Input>,
): void => sessionStorage.setItem(nameOf(client, subject), JSON.stringify(request))

export const dropUnanswered = (client: QueryClient, subject: string): void =>
  sessionStorage.removeItem(nameOf(client, subject))
