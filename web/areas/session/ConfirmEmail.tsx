import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { accountQuery, mayBeSignedIn, queryClient } from '../../shell/session.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { DeadEnd, isBrokenLink, LinkPending, PublicPage, PublicText } from '../../ui/page/PublicPage.tsx'
import { usePathText } from '../../ui/page/usePath.ts'
import { goToSignIn } from './enter.ts'

/** Confirms a new sign-in address. Opening the page changes nothing: mail readers open links before people do. */
export default function ConfirmEmail() {
  const token = usePathText('token')
  // the link is read again after it was used, and has no address then
  const [outcome, setOutcome] = useState<{ changedTo: string } | 'refused' | null>(null)
  const { data, error, refetch } = useQuery({
    ...api.checkEmailChange.query({ params: { token } }),
    retry: false,
    staleTime: Infinity,
  })
  const { act, busy } = useAct({
    run: (_email: string) => api.confirmEmailChange({ params: { token } }),
    after: ({ success }, email) => {
      // the account is read again with its new address
      queryClient.removeQueries({ queryKey: accountQuery.queryKey })
      setOutcome(success ? { changedTo: email } : 'refused')
    },
  })
  if (outcome !== null && outcome !== 'refused') return <Changed email={outcome.changedTo} />
  if (outcome === 'refused' || isBrokenLink(error) || data?.valid === false)
    return <BadLink isExpired={data?.expired ?? false} />
  if (!data) return <LinkPending error={error} retry={() => void refetch()} />
  return (
    <PublicPage title="Confirm your new sign-in email">
      <PublicText>
        From now on, you’ll sign in to Feedstock with <b>{data.email}</b>. Your password stays the same.
      </PublicText>
      <Button size="md" fullWidth loading={busy} onClick={() => act(data.email)}>
        Confirm
      </Button>
    </PublicPage>
  )
}

const Changed = ({ email }: { email: string }) => (
  <PublicPage title="Sign-in email changed">
    <PublicText>
      You now sign in with <b>{email}</b>.
    </PublicText>
    {mayBeSignedIn() ? (
      <Button component="a" href={links.accountDetails()} size="md" fullWidth>
        Account details
      </Button>
    ) : (
      <Button size="md" fullWidth onClick={() => void goToSignIn(email)}>
        Sign in
      </Button>
    )}
  </PublicPage>
)

const BadLink = ({ isExpired }: { isExpired: boolean }) => (
  <DeadEnd title={isExpired ? 'This link has expired' : 'This link doesn’t work'}>
    <PublicText>
      {isExpired
        ? 'Links expire after 24 hours.'
        : 'The link was already used, was replaced by a newer one, or is incomplete.'}{' '}
      Your sign-in email hasn’t changed. To change it, go to Account Details.
    </PublicText>
  </DeadEnd>
)
