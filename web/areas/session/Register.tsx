import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../api.ts'
import { DeadEnd, isBrokenLink, LinkPending, PublicText } from '../../ui/page/PublicPage.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { RegisterForm } from './RegisterForm.tsx'

const url = z.object({ email: z.string().catch('').default(''), repId: z.string().catch('').default('') })

export default function Register() {
  const [link] = useUrl(url)
  const [isRefused, setIsRefused] = useState(false)
  const isWhole = link.email !== '' && link.repId !== ''
  const { data, error, refetch } = useQuery({
    ...api.checkRegistration.query({ query: link }),
    enabled: isWhole,
    retry: false,
    staleTime: Infinity,
  })
  // no link reveals that an address already has an account: the link still looks valid
  const recheck = () => void refetch().then(() => setIsRefused(true))
  if (!isWhole) return <Incomplete />
  if (data?.expired) return <ExpiredInvitation />
  if (isRefused || isBrokenLink(error) || data?.valid === false) return <BadLink />
  if (!data) return <LinkPending error={error} retry={() => void refetch()} />
  return <RegisterForm link={link} company={data.company} recheck={recheck} />
}

const Incomplete = () => (
  <DeadEnd title="This link is incomplete">
    <PublicText>
      You open an account by an invitation, whose link has your email address and a code. Open it again by the
      button in your mail, or copy the whole address below that button.
    </PublicText>
  </DeadEnd>
)
const ExpiredInvitation = () => (
  <DeadEnd title="This invitation has expired">
    <PublicText>
      An invitation works for 14 days. Ask whoever invited you for another one; it takes a minute.
    </PublicText>
  </DeadEnd>
)
const BadLink = () => (
  <DeadEnd title="This invitation is not good any more">
    <PublicText>
      It was used, a newer one has taken its place, or it was changed on its way. If you have opened an
      account already, sign in; if you don’t know the password, “Forgot your password?” there sends you a
      link.
    </PublicText>
    <PublicText>
      Otherwise open the newest mail, or ask whoever invited you for another invitation.
    </PublicText>
  </DeadEnd>
)
