import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { SecondPerson } from '#contract/approvals/acts.ts'
import { HttpError } from '../../api.ts'

/** How often an act that can't be done now is checked again, as while a payment is pending. */
const askedAgainMs = 10_000
/** What was loaded so lately isn't loaded again when the act ends: its dialog is about to close. */
const freshMs = 20_000

/**
 * What an act would do, loaded after a short pause in typing; nothing while the input is invalid.
 * @param moving the act itself is running
 */
export function useEffects<Body, Answer>(
  name: string,
  body: Body | null,
  weigh: (body: Body) => Promise<Answer>,
  moving = false,
) {
  const bodyJson = JSON.stringify(body)
  // the same input in another object is no other input
  const [settledJson] = useDebouncedValue(bodyJson, 300)
  const settledBody = JSON.parse(settledJson) as Body | null
  const place = useId()
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    // not the area's key: after the act the same query would be about another day
    queryKey: ['weighed money', name, settledBody, place],
    queryFn: () => orRefused(weigh(settledBody!)),
    enabled: settledBody !== null && body !== null && !moving,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.refusal ? askedAgainMs : false),
  })
  const refusal = data?.refusal ?? null
  const busy = (isFetching && (!refusal || isPlaceholderData)) || bodyJson !== settledJson
  // the effects of an earlier amount don't apply to an invalid one or to one without an answer
  const currentEffects = body === null || (error && !busy) ? undefined : data?.answer
  return {
    data: currentEffects,
    error: error ?? refusal,
    refused: refusal !== null && body !== null && !busy,
    sound: body !== null,
    busy,
  }
}
/** The answer, or why there is none now; a refusal is shown and checked again. */
async function orRefused<Answer>(answer: Promise<Answer>): Promise<{ answer?: Answer; refusal?: HttpError }> {
  try {
    return { answer: await answer }
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) return { refusal: error }
    throw error
  }
}
/** What is known of an act with this answer to its preview. */
export type WeighedBy<Answer> = ReturnType<typeof useEffects<unknown, Answer>>
type WeighedAct = WeighedBy<{ faults: Record<string, string>; second_person: SecondPerson }>

/** Whether the effects are current and the act can be done. */
export const canBeDone = ({ data, busy }: Pick<WeighedAct, 'data' | 'busy'>): boolean =>
  !busy && data !== undefined && Object.keys(data.faults).length === 0

export const notNow = 'Not possible right now'
/** Why the act is disabled: what the preview refused, the act would refuse too. */
export const whyNotNow = (
  { refused: isRefused }: Pick<WeighedAct, 'refused'>,
  unsure: boolean,
): string | undefined => (isRefused && !unsure ? notNow : undefined)

/** The button's label: if a second person must agree, it only asks for approval. */
export const actText = ({ data, busy }: Pick<WeighedAct, 'data' | 'busy'>, act: string): string =>
  data?.second_person && !busy ? 'Request approval' : act
