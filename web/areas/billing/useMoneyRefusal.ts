import { useQuery } from '@tanstack/react-query'
import { mayCall, type Role } from '#contract/roles.ts'
import { api } from '../../api.ts'

const billers: readonly Role[] = mayCall.money

/** Why the signed-in person can't move a vendor's money; undefined: they can; null: not known yet. */
export function useMoneyRefusal(vendor: { deletion: unknown }): string | null | undefined {
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  if (vendor.deletion) return 'This account is deleted'
  if (!account) return null
  return billers.includes(account.role)
    ? undefined
    : 'Only finance, account managers and admins can change billing'
}
