import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlatformEffects } from '#contract/platforms/platforms.ts'
import { api } from '../../api.ts'
import { asDraft, toBody, validate, type FieldsOf } from './field-form.ts'

/** What a save would do to vendors: shown while editing, and confirmed if anybody would lose something. */
export function useEffects({
  platform_id,
  values,
  openedForm,
  hasChanges,
  save,
}: {
  platform_id: number
  values: FieldsOf
  openedForm: FieldsOf
  hasChanges: boolean
  save: () => void
}) {
  const [asking, setAsking] = useState<PlatformEffects | null>(null)
  const [settledValues] = useDebouncedValue(values, 400)
  const weighInput = (form: FieldsOf) => ({
    params: { platform_id },
    body: toBody(asDraft(form, openedForm)),
  })
  const { data } = useQuery({
    // not the area's key: after a save the same query would name fields that were new before it
    queryKey: ['weighed fields', weighInput(settledValues)],
    queryFn: () => api.weighPlatformFields(weighInput(settledValues)),
    enabled: hasChanges,
    placeholderData: keepPreviousData,
  })
  const ask = async () => {
    if (Object.keys(validate(values)).length > 0) return save()
    // the save itself reports a refusal
    const now = await api.weighPlatformFields(weighInput(values)).catch(() => undefined)
    return now && now.losing > 0 ? setAsking(now) : save()
  }
  return {
    effects: hasChanges ? data : undefined,
    asking,
    ask: () => void ask(),
    close: () => setAsking(null),
  }
}
