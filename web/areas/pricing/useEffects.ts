import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PricingEffects, PricingView, RuleEffect } from '#contract/pricing/price-rules.ts'
import { api } from '../../api.ts'
import { isComplete, toSet, type RulesForm } from './rules-form.ts'

export interface Effects {
  complete: boolean
  effects: PricingEffects | undefined
  ruleEffect: (key: string) => RuleEffect | undefined
  error: Error | null
  retry: () => void
  /** The effects are those of the rules a moment ago. */
  busy: boolean
}

/**
 * What the rules as typed do to all prices; undefined while any of them is incomplete.
 * @param of.alsoId an integration that counts although it isn't active
 */
export function useEffects(
  { vendorId, alsoId }: { vendorId: number; alsoId: number | undefined },
  form: RulesForm,
  view: PricingView,
): Effects {
  const [debouncedForm] = useDebouncedValue(form, 500)
  const complete = isComplete(form)
  const isEnabled = isComplete(debouncedForm)
  const input = {
    params: { vendor_id: vendorId },
    body: { ...toSet(debouncedForm), ...(alsoId && { integration: alsoId }) },
  }
  const keys = Object.keys(debouncedForm.rules)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['weighed prices', view.version, input, keys],
    // keyed as in the form, since places change when a rule is added
    queryFn: async () => ({ effects: await api.weighPriceRules(input), keys }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  // while a rule is incomplete, the previous answer is about other rules
  const answer = complete && isEnabled ? data : undefined
  return {
    complete,
    effects: answer?.effects,
    ruleEffect: (key) => answer?.effects.rules[answer.keys.indexOf(key)],
    error,
    retry: () => void refetch(),
    busy: isFetching || debouncedForm !== form,
  }
}
