import { useQuery } from '@tanstack/react-query'
import { mayCall, type Role } from '#contract/roles.ts'
import { api } from '../../api.ts'

const billers: readonly Role[] = mayCall.money

/** Whether the signed-in person moves money; others ask finance to. null: not known yet. */
export function useMayMove(): boolean | null {
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  return account ? billers.includes(account.role) : null
}

/** Why the signed-in person can't move a vendor's money; undefined: they can; null: not known yet. */
export function useMoneyRefusal(vendor: { deletion: unknown }): string | null | undefined {
  const mayMove = useMayMove()
  if (vendor.deletion) return 'This account is deleted'
  if (mayMove === null) return null
  return mayMove ? undefined : 'Only finance, account managers and admins can change billing'
}

/** Why nobody can move or ask for a vendor's money; undefined: the signed-in person can at least ask. */
export function useAskRefusal(vendor: { deletion: unknown }): string | undefined {
  const mayMove = useMayMove()
  if (vendor.deletion) return 'This account is deleted'
  return mayMove === null ? 'Loading…' : undefined
}
