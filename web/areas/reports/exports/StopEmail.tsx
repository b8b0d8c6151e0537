import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import {
  DeadEnd,
  isBrokenLink,
  LinkPending,
  PublicPage,
  PublicText,
  SignInButton,
} from '../../../ui/page/PublicPage.tsx'
import { usePathText } from '../../../ui/page/usePath.ts'

/** Stops one person’s copy of a report email. Opening the page stops nothing: mail programs open links first. */
export default function StopEmail() {
  const params = { key: usePathText('key') }
  const check = api.checkReportCopy.query({ params })
  const { data, error, refetch } = useQuery({ ...check, retry: false, refetchOnWindowFocus: false })
  const client = useQueryClient()
  const { act, busy } = useAct({
    run: () => api.stopReportCopy({ params }),
    after: (answer) => client.setQueryData(check.queryKey, answer),
  })
  if (isBrokenLink(error) || data?.valid === false)
    return (
      <DeadEnd title="This link doesn’t work">
        <PublicText>The link is incomplete, and nothing was stopped. Open the email again.</PublicText>
      </DeadEnd>
    )
  if (!data) return <LinkPending error={error} retry={() => void refetch()} />
  const { name, state } = data
  if (state === 'used')
    return (
      <DeadEnd title="This link was already used">
        <PublicText>You no longer get “{name}”. Nothing changed now.</PublicText>
      </DeadEnd>
    )
  if (state === 'stopped')
    return (
      <PublicPage title="Email stopped">
        <PublicText>
          You won’t get “{name}” anymore. Anyone else on its list still does. Its owner can add you again.
        </PublicText>
        <SignInButton />
      </PublicPage>
    )
  return (
    <PublicPage title={`Stop “${name}”?`}>
      <PublicText>You won’t get this email anymore. Anyone else on its list still does.</PublicText>
      <Button size="md" fullWidth loading={busy} onClick={() => act()}>
        Stop this email
      </Button>
    </PublicPage>
  )
}
