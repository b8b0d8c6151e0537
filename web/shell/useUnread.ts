import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useAccount } from './session.ts'

/**
 * How many notifications are unread, read every 300000 ms for accounts with a vendor. A customer has none, but
 * a customer's open page learns by it that the session has ended or a new version is here.
 */
export function useUnread(): number {
  const { account } = useAccount()
  const { data } = useQuery({
    ...api.countUnreadMessages.query(),
    refetchInterval: 300_000,
    enabled: Boolean(account?.vendor_id),
  })
  return data?.unread_count ?? 0
}
