import type { Content } from '#server/platform/mail/letter.ts'

/** To a vendor's account manager: a person must fix something before the store is updated again. */
export const stoppedLetter = (store: { company: string; message: string; link: string }): Content => ({
  subject: `${store.company}: a store’s updates are stopped`,
  parts: [
    store.message,
    'Nothing is lost: what waits is sent once it is mended.',
    { action: 'Open the store', url: store.link },
  ],
})

/** The same to the customer, who can often mend it alone: a token that ran out, a shop that is closed. */
export const storeStoppedLetter = (stop: { vendor_id: number; store: string; reason: string }): Content => ({
  subject: `${stop.store} is not updated any more`,
  parts: [
    `${stop.store} refuses what we send, so we have stopped: ${stop.reason}`,
    'What it shows stays as it is. Nothing is lost: what waits is sent once it is mended.',
    'We know of it, too. If you have changed a password, a token or an address of your store, tell us.',
    { action: 'Write to us', url: '/account/contact-us' },
  ],
  about: {
    why: 'your address gets updates of this account',
    vendor_id: stop.vendor_id,
    kind: 'notifications',
  },
})

/** Each letter as it may read, by its name. */
export const samples = {
  stoppedLetter: stoppedLetter({
    company: 'Harbor Goods',
    message: 'Harbor Goods at Shopify: its updates are stopped. The market refuses the access token.',
    link: '/vendors/view/1001/stores/1',
  }),
  storeStoppedLetter: storeStoppedLetter({
    vendor_id: 1001,
    store: 'Harbor Goods at Shopify',
    reason: 'The market refuses the access token.',
  }),
}
