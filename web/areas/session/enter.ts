import { api } from '../../api.ts'
import { landing, links } from '../../links.ts'
import { router } from '../../routes.tsx'
import { queryClient, accountQuery, setAlarm } from '../../shell/session.ts'
import { notify } from '../../ui/act/notify.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Who is about to sign in. */
    email?: string
  }
}

/** Leads to the sign-in with the email filled in; the address holds nothing of it. */
export const goToSignIn = (email: string): Promise<void> =>
  router.navigate({ href: links.login(), replace: true, state: { email } })

/** Signs in with the password that was just chosen, or leads to the sign-in if that fails. */
export async function enter(login: string, password: string, greeting: string): Promise<void> {
  try {
    const account = await api.signInJson({ body: { login, password } })
    setAlarm({ hasExpired: false })
    queryClient.setQueryData(accountQuery.queryKey, account)
    await router.navigate({ href: landing(account.role), replace: true })
    notify('success', greeting)
  } catch {
    await goToSignIn(login)
    notify('success', `${greeting} Please sign in.`)
  }
}
