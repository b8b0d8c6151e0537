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
      <PublicPage title="You are unsubscribed">
        <PublicText>
          We send no more {mails} to <b>{email}</b>. Those that are on their way already may still arrive.
        </PublicText>
        <PublicText>To get them again, sign in and choose them in your account.</PublicText>
        <SignInButton />
      </PublicPage>
    )
  return (
    <PublicPage title={`Stop ${mails}?`}>
      <PublicText>
        We will send no more {mails} to <b>{email}</b>. Mails about the account itself, such as bills and
        passwords, still come.
      </PublicText>
      <Button size="md" fullWidth loading={busy} onClick={() => act()}>
        Unsubscribe
      </Button>
    </PublicPage>
  )
}

const BadLink = () => (
  <DeadEnd title="This link is not good">
    <PublicText>
      It is incomplete, and nothing was ended by it. Open the mail again and press Unsubscribe there, or sign
      in and choose which mails you get.
    </PublicText>
  </DeadEnd>
)
