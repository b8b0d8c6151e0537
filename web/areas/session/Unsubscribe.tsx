import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import {
  DeadEnd,
  isBrokenLink,
  LinkPending,
  PublicPage,
  Said,
  SignInButton,
} from '../../ui/page/PublicPage.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { usePathId, usePathText } from '../../ui/page/usePath.ts'

/** Opening the page ends nothing: readers look into links before people do (docs/domain.md, Mails). */
export default function Unsubscribe() {
  const [vid, key] = [usePathId('vid'), usePathText('key')]
  const params = { vid: vid ?? 0, key }
  const asked = api.checkUnsubscribe.query({ params })
  const { data, error, refetch } = useQuery({
    ...asked,
    enabled: vid !== null,
    retry: false,
  })
  const client = useQueryClient()
  const { act, busy } = useAct({
    run: () => api.unsubscribeAddress({ params }),
    after: (answer) => client.setQueryData(asked.queryKey, answer),
  })
  if (vid === null || isBrokenLink(error) || data?.valid === false) return <BadLink />
  if (!data) return <LinkPending error={error} retry={() => void refetch()} />
  const { email, mails, ended } = data
  if (ended)
    return (
      <PublicPage title="You are unsubscribed">
        <Said>
          We send no more {mails} to <b>{email}</b>. Those that are on their way already may still arrive.
        </Said>
        <Said>To get them again, sign in and choose them in your account.</Said>
        <SignInButton />
      </PublicPage>
    )
  return (
    <PublicPage title={`Stop ${mails}?`}>
      <Said>
        We will send no more {mails} to <b>{email}</b>. Mails about the account itself, such as bills and
        passwords, still come.
      </Said>
      <Button size="md" fullWidth loading={busy} onClick={() => act()}>
        Unsubscribe
      </Button>
    </PublicPage>
  )
}

const BadLink = () => (
  <DeadEnd title="This link is not good">
    <Said>
      It is incomplete, and nothing was ended by it. Open the mail again and press Unsubscribe there, or sign
      in and choose which mails you get.
    </Said>
  </DeadEnd>
)
