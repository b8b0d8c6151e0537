import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import {
  DeadEnd,
  isBrokenLink,
  LinkPending,
  PublicPage,
  PublicText,
  SignInButton,
} from '../../ui/page/PublicPage.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { usePathId, usePathText } from '../../ui/page/usePath.ts'

/** Opening the page unsubscribes nobody: mail readers open links before people do (docs/domain/emails.md, Unsubscribing). */
export default function Unsubscribe() {
  const [vid, key] = [usePathId('vid'), usePathText('key')]
  const params = { vid: vid ?? 0, key }
  const check = api.checkUnsubscribe.query({ params })
  const { data, error, refetch } = useQuery({
    ...check,
    enabled: vid !== null,
    retry: false,
  })
  const client = useQueryClient()
  const { act, busy } = useAct({
    run: () => api.unsubscribeAddress({ params }),
    after: (answer) => client.setQueryData(check.queryKey, answer),
  })
  if (vid === null || isBrokenLink(error) || data?.valid === false) return <BadLink />
  if (!data) return <LinkPending error={error} retry={() => void refetch()} />
  const { email, mails, ended: hasEnded } = data
  if (hasEnded)
    return (
      <PublicPage title="You’re unsubscribed">
        <PublicText>
          We won’t send {mails} to <b>{email}</b> anymore. Emails already on their way may still arrive.
        </PublicText>
        <PublicText>To get them again, sign in and turn them back on in your account.</PublicText>
        <SignInButton />
      </PublicPage>
    )
  return (
    <PublicPage title={`Stop ${mails}?`}>
      <PublicText>
        We’ll stop sending {mails} to <b>{email}</b>. You’ll still get emails about your account, such as
        bills and password changes.
      </PublicText>
      <Button size="md" fullWidth loading={busy} onClick={() => act()}>
        Unsubscribe
      </Button>
    </PublicPage>
  )
}

const BadLink = () => (
  <DeadEnd title="This link doesn’t work">
    <PublicText>
      The link is incomplete. You haven’t been unsubscribed. Open the email again and click Unsubscribe, or
      sign in to choose your emails.
    </PublicText>
  </DeadEnd>
)
