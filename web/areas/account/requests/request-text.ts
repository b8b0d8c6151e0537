import type { OwnRequest } from '#contract/account/requests.ts'
import { shortDay } from '../../../ui/time.ts'

/** What became of a request, in a sentence. @param noun what was requested: “the Pro plan” */
export function requestText(
  { insert_tm, answered_tm, accepted: isAccepted, answer }: Omit<OwnRequest, 'name'>,
  noun: string,
): string {
  if (answered_tm === null) return `You requested ${noun} on ${shortDay(insert_tm)}. We’ll email you.`
  const outcome = `Your request for ${noun} was ${isAccepted ? 'accepted' : 'declined'} on ${shortDay(answered_tm)}`
  const next = isAccepted ? ' We’ll make the change and email you.' : ''
  return answer === '' ? `${outcome}.${next}` : `${outcome}: ${answer}${next}`
}
