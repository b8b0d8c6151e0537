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

/** To the sign-in, which knows who comes; nothing of them in its address. */
export const toSignIn = (email: string): Promise<void> =>
  router.navigate({ href: links.login(), replace: true, state: { email } })

/** Signs in by the password that was just chosen; where that fails, by the sign-in screen. */
export async function enter(login: string, password: string, said: string): Promise<void> {
  try {
    const account = await api.signInJson({ body: { login, password } })
    setAlarm({ expired: false })
    queryClient.setQueryData(accountQuery.queryKey, account)
    await router.navigate({ href: landing(account.role), replace: true })
    notify('success', said)
  } catch {
    await toSignIn(login)
    notify('success', `${said} Please sign in.`)
  }
}
