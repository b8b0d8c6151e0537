import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { DeadEnd, isBrokenLink, LinkPending, PublicText } from '../../ui/page/PublicPage.tsx'
import { usePathText } from '../../ui/page/usePath.ts'
import { JoinForm } from './JoinForm.tsx'

/** What an invitation to join staff leads to. */
export default function Join() {
  const token = usePathText('token')
  const [isRefused, setIsRefused] = useState(false)
  const { data, error, refetch } = useQuery({
    ...api.checkStaffInvitation.query({ params: { token } }),
    retry: false,
    staleTime: Infinity,
  })
  if (data?.expired) return <ExpiredLink />
  if (isRefused || isBrokenLink(error) || data?.valid === false) return <BadLink />
  if (!data?.role) return <LinkPending error={error} retry={() => void refetch()} />
  return <JoinForm token={token} email={data.email} role={data.role} refused={() => setIsRefused(true)} />
}

const ExpiredLink = () => (
  <DeadEnd title="This invitation has expired">
    <PublicText>Ask an admin to send it again.</PublicText>
  </DeadEnd>
)
const BadLink = () => (
  <DeadEnd title="This invitation no longer works">
    <PublicText>
      It was already used, withdrawn or replaced, or the link is incomplete. Open the latest invitation email,
      or ask an admin for a new one.
    </PublicText>
    <PublicText>Already have a login? Sign in.</PublicText>
  </DeadEnd>
)
