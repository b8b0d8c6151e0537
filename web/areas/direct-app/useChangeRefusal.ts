import { useQuery } from '@tanstack/react-query'
import { mayCall, type Role } from '#contract/roles.ts'
import { api } from '../../api.ts'

const billers: readonly Role[] = mayCall.money
/** Why the signed-in person can't change IS Direct users; undefined: they can. */
export function useChangeRefusal(): string | undefined {
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  return account && billers.includes(account.role)
    ? undefined
    : 'Only finance, account managers and admins can change IS Direct users'
}
