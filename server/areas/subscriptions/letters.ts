import type { RequestKind } from '#contract/subscriptions/customer-requests.ts'
import type { Content } from '#server/platform/mail/letter.ts'

interface Answered {
  kind: RequestKind
  /** The supplier or the plan. */
  name: string
  accepted: boolean
  answer: string
}

const accepts: Readonly<Record<RequestKind, (name: string) => [subject: string, text: string]>> = {
  supplier: (name) => [`${name} was added`, `We added ${name} to your account, as you requested.`],
  plan: (name) => [
    `Your plan change to ${name}`,
    `We accepted your request to change to the ${name} plan. Your bill shows it once the change is made.`,
  ],
  close: () => ['Closing your account', 'We accepted your request to close your account.'],
}
const declines: Readonly<Record<RequestKind, (name: string) => [subject: string, text: string]>> = {
  supplier: (name) => [`Your request for ${name}`, `We can’t add ${name} to your account.`],
  plan: (name) => [`Your request for the ${name} plan`, `We can’t change your plan to ${name}.`],
  close: () => ['Your request to close your account', 'We haven’t closed your account.'],
}
const places = {
  supplier: { action: 'View your suppliers', url: '/account/suppliers' },
  plan: { action: 'View your plan', url: '/account/billing-information' },
  close: { action: 'Open account details', url: '/account/details' },
} as const

/** To the customer who asked. */
export function requestAnsweredLetter({ kind, name, accepted: isAccepted, answer }: Answered): Content {
  const [subject, text] = (isAccepted ? accepts : declines)[kind](name)
  return { subject, parts: [text, ...(answer ? [answer] : []), places[kind]] }
}

/** An example of each letter, by name. */
export const samples = {
  requestAnsweredLetter: requestAnsweredLetter({
    kind: 'supplier',
    name: 'Green Leaf Supply',
    accepted: false,
    answer: 'They only ship to Canada at the moment.',
  }),
}
