import { Button, PasswordInput, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { api, HttpError } from '../../api.ts'
import { links } from '../../links.ts'
import { router } from '../../routes.tsx'
import { isBrokenLink, LinkPending, PublicPage } from '../../ui/PublicPage.tsx'
import { notify } from '../../ui/notify.tsx'
import { useAct } from '../../ui/useAct.ts'
import { usePathText } from '../../ui/usePath.ts'

const notGood =
  'This password reset link is not good any more. Press “Forgot your password?” to have another one sent.'

export default function PasswordReset() {
  const token = usePathText('token')
  const link = useQuery({
    ...api.checkPasswordReset.query({ params: { token } }),
    retry: false,
    staleTime: Infinity,
  })
  const [password, setPassword] = useState('')
  const [verify, setVerify] = useState('')
  const [fault, setFault] = useState<{ password?: string; verify?: string }>({})
  const refused = isBrokenLink(link.error) || link.data?.valid === false
  useEffect(() => {
    if (!refused) return
    notify('warning', link.data?.expired ? messages.resetExpired : notGood)
    void router.navigate({ href: links.login(), replace: true })
  }, [refused, link.data])
  const { act, busy } = useAct({
    run: () => api.resetPassword({ params: { token }, body: { password } }),
    after: ({ success }) => {
      notify(success ? 'success' : 'warning', success ? 'Your password is changed. Please sign in.' : notGood)
      void router.navigate({ href: links.login(), replace: true })
    },
    tells: (error) => {
      setFault({
        password: error instanceof HttpError ? (error.fields.password ?? error.message) : error.message,
      })
      return true
    },
  })
  if (!link.data?.valid)
    return <LinkPending error={refused ? null : link.error} retry={() => void link.refetch()} />
  return (
    <PublicPage title="Set a new password">
      <form
        onSubmit={(e) => {
          e.preventDefault()
          if (password !== verify) setFault({ verify: messages.passwordsDiffer })
          else act()
        }}
      >
        <Stack gap="lg">
          <PasswordInput
            size="md"
            label="New password"
            description="At least 10 characters"
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={password}
            error={fault.password}
            onChange={(e) => setPassword(e.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
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
            onChange={(e) => setVerify(e.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
          <Button type="submit" size="md" fullWidth loading={busy}>
            Change password
          </Button>
        </Stack>
      </form>
    </PublicPage>
  )
}
