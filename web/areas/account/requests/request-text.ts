import type { OwnRequest } from '#contract/account/requests.ts'
import { sentence } from '#contract/sentence.ts'
import { shortDay } from '../../../ui/time.ts'

/** What became of a request, in a sentence. @param wish what was requested: “close your account” */
export function requestText(
  { insert_tm, answered_tm, accepted: isAccepted, answer }: Omit<OwnRequest, 'name'>,
  wish: string,
): string {
  if (answered_tm === null) return `You requested to ${wish} on ${shortDay(insert_tm)}. We’ll email you.`
  const outcome = `Your request to ${wish} was ${isAccepted ? 'accepted' : 'declined'} on ${shortDay(answered_tm)}`
  // accepting changes nothing by itself
  const next = isAccepted ? ' It takes effect once our team has made the change.' : ''
  return `${sentence(answer === '' ? outcome : `${outcome}: ${answer}`)}${next}`
}
