import type { Content } from '#server/platform/letter.ts'

/** To a vendor's account manager: a person has to mend something before a store is told anything more. */
export const stoppedLetter = (store: { company: string; message: string; link: string }): Content => ({
  subject: `${store.company}: a store’s updates are stopped`,
  parts: [
    store.message,
    'Nothing is lost: what waits is sent once it is mended.',
    { action: 'Open the store', url: store.link },
  ],
})

/** Each letter as it may read, by its name. */
export const samples = {
  stoppedLetter: stoppedLetter({
    company: 'Harbor Goods',
    message: 'Harbor Goods at Shopify: its updates are stopped. The market refuses the access token.',
    link: '/vendors/view/1001/stores/1',
  }),
}
