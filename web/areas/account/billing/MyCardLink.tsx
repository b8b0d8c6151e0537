import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { api } from '../../../api.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'

const url = z.object({ card_link: z.string().max(200).optional().catch(undefined) })
const texts = {
  expired: 'This link has expired. You can still change your card below.',
  unknown: 'This link doesn’t belong to your account. You can change your card below.',
} as const

/** Says whether the link from an email still works, and leads to the card. */
export function MyCardLink({ change }: { change: () => void }) {
  const [{ card_link: token }] = useUrl(url)
  const { data } = useQuery({
    queryKey: ['card link', token],
    queryFn: () => api.openCardLink({ body: { token: token ?? '' } }),
    enabled: token !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  const isValid = data?.state === 'valid'
  useEffect(() => {
    if (isValid) change()
    // once the answer is there: whoever scrolls on isn't brought back
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isValid])
  if (!data || data.state === 'valid') return null
  return (
    <div className="callout tone-wait" role="status">
      {texts[data.state]}
    </div>
  )
}
