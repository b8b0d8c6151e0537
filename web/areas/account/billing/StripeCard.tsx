import { Text, useComputedColorScheme } from '@mantine/core'
import type { StripeCardElement } from '@stripe/stripe-js'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { messages } from '#contract/messages.ts'
import { api } from '../../../api.ts'
import { stripeOf } from './stripe.ts'

/** Gives the card to Stripe; returns the id of the setup that holds it. */
export type HandOver = (holder: string) => Promise<string>

/** Stripe's own field: what is typed there never reaches us (docs/domain/cards.md, Saving a card). */
export default function StripeCard({
  publishableKey,
  refusal,
  handOver,
}: {
  publishableKey: string
  /** Why the card wasn't saved after Stripe took it. */
  refusal: ReactNode
  handOver: RefObject<HandOver | null>
}) {
  const place = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [fault, setFault] = useState<string>()
  const dark = useComputedColorScheme() === 'dark'
  useEffect(() => {
    let element: StripeCardElement | undefined
    let isUnmounted = false
    void stripeOf(publishableKey)
      .then((stripe) => {
        if (isUnmounted || !place.current) return
        const color = getComputedStyle(place.current).color
        element = stripe.elements().create('card', { style: { base: { color, fontSize: '16px' } } })
        element.mount(place.current)
        const card = element
        handOver.current = async (name) => {
          setFault(undefined)
          const { client_secret } = await api.beginCardSetup()
          const { setupIntent, error } = await stripe.confirmCardSetup(client_secret, {
            payment_method: { card, billing_details: { name } },
          })
          if (setupIntent) return setupIntent.id
          setFault(error?.message)
          throw new Error(messages.cardInvalid)
        }
      })
      .catch(() => setHasFailed(true))
    return () => {
      isUnmounted = true
      element?.destroy()
    }
  }, [publishableKey, dark, handOver])
  if (hasFailed)
    return (
      <Text size="sm" c="red" role="alert">
        The card form couldn’t load because our payment service isn’t responding. Reload the page to try
        again.
      </Text>
    )
  return (
    <div>
      <div
        ref={place}
        className="stripe-card"
        aria-label="Card"
        role="group"
        data-faulty={(fault ?? refusal) && true}
      />
      {(fault ?? refusal) && (
        <Text size="sm" c="red" role="alert" mt={4}>
          {fault ?? refusal}
        </Text>
      )}
    </div>
  )
}
