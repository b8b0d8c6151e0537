import { Button, Center, Loader, Paper, PasswordInput, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { api, HttpError } from '../../api.ts'
import { links } from '../../links.ts'
import { router } from '../../routes.tsx'
import { notify } from '../../ui/notify.tsx'
import { useAct } from '../../ui/useAct.ts'
import { usePathText } from '../../ui/usePath.ts'

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
  const refused = link.isError || (link.data && !link.data.valid)
  useEffect(() => {
    if (!refused) return
    if (link.data?.expired) notify('warning', messages.resetExpired)
    void router.navigate({ href: links.login(), replace: true })
  }, [refused, link.data])
  const { act, busy } = useAct({
    run: () => api.resetPassword({ params: { token }, body: { password } }),
    after: ({ success }) => {
      notify(
        success ? 'success' : 'warning',
        success ? 'Your password is changed. Please sign in.' : messages.resetExpired,
      )
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
    return (
      <Center mih="100vh">
        <Loader role="status" aria-label="Loading" />
      </Center>
    )
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" radius="lg" w={400} maw="100%">
        <form
          onSubmit={(e) => {
            e.preventDefault()
            if (password !== verify) setFault({ verify: messages.passwordsDiffer })
            else act()
          }}
        >
          <Stack>
            <Title order={1}>Set a new password</Title>
            <PasswordInput
              label="New password"
              description="At least 10 characters"
              autoComplete="new-password"
              required
              value={password}
              error={fault.password}
              onChange={(e) => setPassword(e.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
              autoFocus
            />
            <PasswordInput
              label="Verify password"
              autoComplete="new-password"
              required
              value={verify}
              error={fault.verify}
              onChange={(e) => setVerify(e.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            />
            <Button type="submit" loading={busy}>
              Change password
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}
