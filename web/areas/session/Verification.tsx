import { Button, PasswordInput, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { messages } from '#contract/messages.ts'
import { api, HttpError } from '../../api.ts'
import { notify } from '../../ui/act/notify.tsx'
import { DeadEnd, isBrokenLink, LinkPending, PublicPage, PublicText } from '../../ui/page/PublicPage.tsx'
import { focusFirstFault } from '../../ui/act/focus.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { enter, goToSignIn } from './enter.ts'

const url = z.object({ rep: z.string().catch('').default(''), key: z.string().catch('').default('') })
type Link = z.output<typeof url>

export default function Verification() {
  const [link] = useUrl(url)
  const isWhole = link.rep !== '' && link.key !== ''
  const { data, error, refetch } = useQuery({
    ...api.checkVerification.query({ query: link }),
    enabled: isWhole,
    retry: false,
    staleTime: Infinity,
  })
  if (!isWhole || isBrokenLink(error) || data?.email === '') return <BadLink />
  if (!data) return <LinkPending error={error} retry={() => void refetch()} />
  if (data.expired) return <ExpiredLink email={data.email} />
  if (!data.needs_verification) return <ConfirmedAddress email={data.email} />
  return <Confirm link={link} email={data.email} recheck={() => void refetch()} />
}

const BadLink = () => (
  <DeadEnd title="This link doesn’t work">
    <PublicText>
      The link is incomplete or was replaced by a newer one. Open our latest email and click its button.
    </PublicText>
    <PublicText>If you’ve signed in before, your address is already confirmed.</PublicText>
  </DeadEnd>
)

const ConfirmedAddress = ({ email }: { email: string }) => (
  <PublicPage title="Email address confirmed">
    <PublicText>
      <b>{email}</b> is already confirmed. Sign in with this address and your password.
    </PublicText>
    <Button size="md" fullWidth onClick={() => void goToSignIn(email)}>
      Sign in
    </Button>
  </PublicPage>
)

function ExpiredLink({ email }: { email: string }) {
  const { act, busy } = useAct({
    run: () => api.requestPasswordReset({ body: { email } }),
    after: () => notify('info', messages.resetSent),
  })
  return (
    <PublicPage title="This link has expired">
      <PublicText>
        Links expire after 7 days. We can send a new one to <b>{email}</b>. Use it to choose a password; that
        also confirms your address.
      </PublicText>
      <Button size="md" fullWidth loading={busy} onClick={() => act()}>
        Send new link
      </Button>
    </PublicPage>
  )
}

function Confirm({ link, email, recheck }: { link: Link; email: string; recheck: () => void }) {
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const { act, busy } = useAct({
    run: () => api.verifyLogin({ body: { ...link, password } }),
    // a link that was used or replaced meanwhile shows its state
    after: ({ login }) => (login === '' ? recheck() : enter(login, password, 'Email address confirmed.')),
    handlesError: (error) => {
      setFault(error instanceof HttpError ? (error.fields.password ?? error.message) : error.message)
      focusFirstFault()
      return true
    },
  })
  return (
    <PublicPage title="Confirm your email address">
      <PublicText>
        If <b>{email}</b> is your email, choose a password to sign in with.
      </PublicText>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          act()
        }}
      >
        <Stack gap="lg">
          {/* tells password managers whose password it is */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordInput
            size="md"
            label="Password"
            description="At least 10 characters"
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={password}
            error={fault}
            onChange={(e) => {
              setPassword(e.currentTarget.value)
              setFault(undefined)
            }}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            autoFocus
          />
          <Button type="submit" size="md" fullWidth loading={busy}>
            Confirm and sign in
          </Button>
        </Stack>
      </form>
    </PublicPage>
  )
}
