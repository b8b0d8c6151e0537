import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlatformEffects } from '#contract/platforms/platforms.ts'
import { api } from '../../api.ts'
import { asDraft, toBody, validate, type FieldsOf } from './field-form.ts'

/**
 * What a save would do to vendors: told while the fields are edited, and asked where anybody would lose
 * something.
 */
export function useEffects({
  platform_id,
  values,
  opened,
  changed,
  save,
}: {
  platform_id: number
  values: FieldsOf
  opened: FieldsOf
  changed: boolean
  save: () => void
}) {
  const [asking, setAsking] = useState<PlatformEffects | null>(null)
  const [weighed] = useDebouncedValue(values, 400)
  const asked = (of: FieldsOf) => ({ params: { platform_id }, body: toBody(asDraft(of, opened)) })
  const { data } = useQuery({
    // no key of the area's: after a save the same question would name fields that were new then
    queryKey: ['weighed fields', asked(weighed)],
    queryFn: () => api.weighPlatformFields(asked(weighed)),
    enabled: changed,
    placeholderData: keepPreviousData,
  })
  const ask = async () => {
    if (Object.keys(validate(values)).length > 0) return save()
    // a save that is refused is told by the save itself
    const now = await api.weighPlatformFields(asked(values)).catch(() => undefined)
    return now && now.losing > 0 ? setAsking(now) : save()
  }
  return {
    effects: changed ? data : undefined,
    asking,
    ask: () => void ask(),
    close: () => setAsking(null),
  }
}
