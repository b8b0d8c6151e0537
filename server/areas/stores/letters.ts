import type { Content } from '#server/platform/mail/letter.ts'

/** A store's updates stopped: to the customer, who can often mend it alone: a token that ran out, a shop that is closed. */
export const storeStoppedLetter = (stop: { vendor_id: number; store: string; reason: string }): Content => ({
  subject: `${stop.store} is no longer updated`,
  parts: [
    `We stopped updating ${stop.store}. ${stop.reason}`,
    'Your listings stay unchanged. Changes are saved and will be sent when the problem is fixed.',
    'Our team is looking into it. If you changed your store’s password, token or address, please contact us.',
    { action: 'Contact us', url: '/account/contact-us' },
  ],
  about: {
    why: 'this address gets notification emails for your account',
    vendor_id: stop.vendor_id,
    kind: 'notifications',
  },
})

/** Each letter as it may read, by its name. */
export const samples = {
  storeStoppedLetter: storeStoppedLetter({
    vendor_id: 1001,
    store: 'Harbor Goods at Shopify',
    reason: 'The market refuses the access token.',
  }),
}
