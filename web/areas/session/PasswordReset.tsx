import { Button, PasswordInput, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { api, HttpError } from '../../api.ts'
import { links } from '../../links.ts'
import { router } from '../../routes.tsx'
import { accountQuery, fetchAccount, mayBeSignedIn, queryClient } from '../../shell/session.ts'
import { isBrokenLink, LinkPending, PublicPage } from '../../ui/page/PublicPage.tsx'
import { focusFirstFault } from '../../ui/act/focus.ts'
import { notify } from '../../ui/act/notify.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { usePathText } from '../../ui/page/usePath.ts'
import { goToSignIn } from './enter.ts'

const brokenLinkText = 'This password reset link no longer works. '
/** Leads to the sign-in, or to the signed-in account, where the password is changed without a link. */
async function refuse(isExpired: boolean) {
  const account = await fetchAccount().catch(() => null)
  const remedy = account
    ? `You’re signed in as ${account.email}. Use “Change password…” to change that password.`
    : 'Click “Forgot your password?” to get a new one.'
  notify('warning', isExpired ? messages.resetExpired : brokenLinkText + remedy)
  void router.navigate({ href: account ? links.accountDetails() : links.login(), replace: true })
}
/** The new password signs in, even while somebody else is signed in. */
async function finish(email: string) {
  if (mayBeSignedIn()) await api.signOut().catch(() => {})
  queryClient.removeQueries({ queryKey: accountQuery.queryKey })
  notify('success', 'Password changed. Please sign in.')
  await goToSignIn(email)
}

export default function PasswordReset() {
  const token = usePathText('token')
  const link = useQuery({
    ...api.checkPasswordReset.query({ params: { token } }),
    retry: false,
    staleTime: Infinity,
  })
  const [password, setPassword] = useState('')
  const [verify, setVerify] = useState('')
  const first = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<{ password?: string; verify?: string }>({})
  const isRefused = isBrokenLink(link.error) || link.data?.valid === false
  useEffect(() => {
    if (isRefused) void refuse(link.data?.expired ?? false)
  }, [isRefused, link.data])
  const { act, busy } = useAct({
    run: () => api.resetPassword({ params: { token }, body: { password } }),
    after: ({ success }) => (success ? finish(link.data?.email ?? '') : refuse(false)),
    handlesError: (error) => {
      first.current?.focus()
      setFault({
        password: error instanceof HttpError ? (error.fields.password ?? error.message) : error.message,
      })
      return true
    },
  })
  if (!link.data?.valid)
    return <LinkPending error={isRefused ? null : link.error} retry={() => void link.refetch()} />
  return (
    <PublicPage title="Set a new password">
      <form
        onSubmit={(e) => {
          e.preventDefault()
          if (password === verify) return act()
          setFault({ verify: messages.passwordsDiffer })
          focusFirstFault()
        }}
      >
        <Stack gap="lg">
          {/* tells password managers whose password it is */}
          <input type="hidden" name="username" autoComplete="username" value={link.data.email} readOnly />
          <PasswordInput
            ref={first}
            size="md"
            label="New password"
            description="At least 10 characters"
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={password}
            error={fault.password}
            onChange={(e) => {
              setPassword(e.currentTarget.value)
              setFault({})
            }}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            autoFocus
          />
          <PasswordInput
            size="md"
            label="Verify password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={verify}
            error={fault.verify}
            onChange={(e) => {
              setVerify(e.currentTarget.value)
              setFault({})
            }}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          />
          <Button type="submit" size="md" fullWidth loading={busy}>
            Change password
          </Button>
        </Stack>
      </form>
    </PublicPage>
  )
}
