import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../api.ts'
import { DeadEnd, isBrokenLink, LinkPending, PublicText } from '../../ui/page/PublicPage.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { RegisterForm } from './RegisterForm.tsx'

const url = z.object({ email: z.string().catch('').default(''), repId: z.string().catch('').default('') })
const tag = z.string().catch('').default('')
const tags = z.object({ utm_source: tag, utm_medium: tag, utm_campaign: tag, promo_code: tag })

export default function Register() {
  const [link] = useUrl(url)
  const [source] = useUrl(tags)
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
  return <RegisterForm link={link} source={source} company={data.company} recheck={recheck} />
}

const Incomplete = () => (
  <DeadEnd title="This link is incomplete">
    <PublicText>
      You need an invitation to create an account. Click the button in your invitation email again, or copy
      the full link below it.
    </PublicText>
  </DeadEnd>
)
const ExpiredInvitation = () => (
  <DeadEnd title="This invitation has expired">
    <PublicText>Invitations expire after 14 days. Ask the person who invited you for a new one.</PublicText>
  </DeadEnd>
)
const BadLink = () => (
  <DeadEnd title="This invitation no longer works">
    <PublicText>
      It was already used or replaced, or the link is incomplete. Already have an account? Sign in. Don’t know
      your password? Use “Forgot your password?” on the sign-in page.
    </PublicText>
    <PublicText>Otherwise, open the latest invitation email or request a new invitation.</PublicText>
  </DeadEnd>
)
