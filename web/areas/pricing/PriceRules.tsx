import {
  Anchor,
  Button,
  Group,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  ActionIcon,
} from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import type { PricingEffects, PricingView } from '#contract/pricing/price-rules.ts'
import { currencyCode, mostRules, sellingCurrencies, type CurrencyId } from '#contract/pricing/rules.ts'
import { currencySigns } from '#contract/pricing/price-steps.ts'
import { api } from '../../api.ts'
import { Empty, LoadError, Panel } from '../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../ui/form/RecordForm.tsx'
import { savedSentence } from './effect-words.ts'
import { PriceWhy } from './PriceWhy.tsx'
import { PricingPreview } from './PricingPreview.tsx'
import { RuleRow } from './RuleRow.tsx'
import {
  addedKey,
  newRule,
  savedKey,
  toErrors,
  toForm,
  toSet,
  typedFaults,
  validate,
  type RuleForm,
  type RulesForm,
} from './rules-form.ts'
import { useEffects } from './useEffects.ts'
import './pricing.css'

interface PricedVendor {
  vendor_id: number
  deletion: unknown
}

interface Path {
  /** An integration that counts in the preview although it isn't active yet. */
  integration: number
  /** What Save does, and what follows it. */
  act: string
  after: () => unknown
  /** Shown below the rules while nothing is changed. */
  next: ReactNode
}

/**
 * A vendor's price rules, what a change does to all its prices, and how one price is made.
 * @param path set while an integration is set up
 */
export default function PriceRules({ vendor, path }: { vendor: PricedVendor; path?: Path }) {
  const params = { vendor_id: vendor.vendor_id }
  const { data, error, refetch } = useQuery(api.listPriceRules.query({ params }))
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return <RulesOf vendor={vendor} latest={data} path={path} />
}

function RulesOf({
  vendor,
  latest,
  path,
}: {
  vendor: PricedVendor
  latest: PricingView
  path: Path | undefined
}) {
  const params = { vendor_id: vendor.vendor_id }
  const [open, setOpen] = useState<string | null>(null)
  const weighedAtSave = useRef<PricingEffects>(undefined)
  const { form, original, parts } = useRecordForm<PricingView, RulesForm>({
    latest,
    toValues: toForm,
    validate,
    save: async (values, { version }) => {
      weighedAtSave.current = effects.busy ? undefined : effects.effects
      const view = await api.savePriceRules({ params, body: { version, ...toSet(values) } })
      setOpen((key) => key && savedKey(values, key))
      path?.after()
      return view
    },
    reload: () => api.listPriceRules({ params }),
    doneText: () => savedSentence(weighedAtSave.current),
    toErrors,
  })
  const { values } = form
  const errors = useErrors(form)
  const effects = useEffects({ vendorId: vendor.vendor_id, alsoId: path?.integration }, values, original)
  const sign = currencySigns[Number(values.currency)] ?? '$'
  const isWrong = (key: string) => Object.keys(errors).some((path) => path.startsWith(`rules.${key}.`))
  const full = Object.keys(values.rules).length >= mostRules
  /** @param next the field that gets the focus */
  const add = (rule: RuleForm, next: string) => {
    const key = addedKey(Object.keys(values.rules).length)
    form.setFieldValue('rules', { [key]: rule, ...values.rules })
    setOpen(key)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`.rule-editor ${next}`)?.focus())
  }
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <RecordForm parts={parts} readOnly={vendor.deletion !== null} act={path?.act}>
        <Panel
          title="Price rules"
          actions={
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={full}
              data-first={path && Object.keys(values.rules).length === 0 ? true : undefined}
              onClick={() => add(newRule, '[required]')}
            >
              Add rule
            </Button>
          }
        >
          <Text size="sm" c="dimmed" mb="xs">
            The most specific rule applies: brand, then category, then supplier, then market.
          </Text>
          {Object.keys(values.rules).length === 0 && (
            <Empty>
              No price rules yet. Stores get quantities only, and prices there don’t change. Markets connected
              by API get no new listings.
            </Empty>
          )}
          <ol className="rules">
            {Object.entries(values.rules).map(([key, rule], i) => (
              <RuleRow
                key={key}
                vendorId={vendor.vendor_id}
                rule={rule}
                place={i + 1}
                effect={effects.ruleEffect(key)}
                form={values}
                view={original}
                sign={sign}
                error={(field) => errors[`rules.${key}.${field}`]}
                open={open === key || isWrong(key)}
                toggle={() => setOpen(open === key ? null : key)}
                change={(change) => {
                  const rules = { ...values.rules, [key]: { ...rule, ...change } }
                  form.setFieldValue('rules', rules)
                  const remainingFaults = validate({ ...values, rules })
                  for (const path of Object.keys(form.errors))
                    if (!remainingFaults[path]) form.clearFieldError(path)
                }}
                copy={full ? undefined : () => add(rule, '[name=brand]')}
                remove={() =>
                  form.setFieldValue(
                    'rules',
                    Object.fromEntries(Object.entries(values.rules).filter(([ruleKey]) => ruleKey !== key)),
                  )
                }
              />
            ))}
          </ol>
        </Panel>
        {parts.changes === 0 && path?.next}
        <Currencies form={form} errors={errors} sign={sign} effects={effects.effects} />
      </RecordForm>
      <Stack>
        <PricingPreview
          vendorId={vendor.vendor_id}
          form={values}
          view={original}
          isChanged={parts.changes > 0}
          preview={effects}
        />
        <PriceWhy vendorId={vendor.vendor_id} form={values} view={original} isChanged={parts.changes > 0} />
      </Stack>
    </SimpleGrid>
  )
}

type Form = ReturnType<typeof useRecordForm<PricingView, RulesForm>>['form']
type Errors = Record<string, ReactNode>

/** What a save refused, and what is wrong with the typed values, shown once the person pauses. */
function useErrors({ values, errors }: Form): Errors {
  const [pausedValues] = useDebouncedValue(values, 300)
  const currentFaults = useMemo(() => typedFaults(values), [values])
  const earlierFaults = useMemo(() => typedFaults(pausedValues), [pausedValues])
  const lastingFaults = Object.entries(currentFaults).filter(([path]) => earlierFaults[path] !== undefined)
  return { ...Object.fromEntries(lastingFaults), ...errors }
}

/** Product currencies without a rate, except those added since the count. */
function withoutRate({ currency, rates }: RulesForm, effects: PricingEffects | undefined): string[] {
  const ownCurrency = sellingCurrencies[Number(currency) as CurrencyId]
  const ratedCodes = Object.values(rates).map(({ code }) => currencyCode(code))
  return (effects?.rates_missing ?? []).filter((code) => code !== ownCurrency && !ratedCodes.includes(code))
}

function Currencies({
  form,
  errors,
  sign,
  effects,
}: {
  form: Form
  errors: Errors
  sign: string
  /** undefined: not known yet. */
  effects: PricingEffects | undefined
}) {
  const { values } = form
  const add = (code: string) =>
    form.setFieldValue('rates', { ...values.rates, [`rate_new_${Date.now()}`]: { code, rate: '' } })
  const rates = Object.entries(values.rates)
  return (
    <Panel title="Currencies">
      <Select
        label="Selling currency"
        maw={220}
        data={Object.entries(sellingCurrencies).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps('currency')}
      />
      {rates.map(([key, rate]) => (
        <Group key={key} gap="xs" mt="xs" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label="Currency"
            placeholder="EUR"
            w={90}
            maxLength={3}
            value={rate.code}
            onChange={(e) => form.setFieldValue(`rates.${key}.code`, e.currentTarget.value)}
            error={errors[`rates.${key}.code`]}
          />
          <TextInput
            aria-label={`Exchange rate for ${rate.code || 'the new currency'}`}
            inputMode="decimal"
            w={140}
            leftSection={<span className="faint">{sign}</span>}
            value={rate.rate}
            onChange={(e) => form.setFieldValue(`rates.${key}.rate`, e.currentTarget.value)}
            error={errors[`rates.${key}.rate`]}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={`Delete rate for ${rate.code || 'the new currency'}`}
            onClick={() =>
              form.setFieldValue('rates', Object.fromEntries(rates.filter(([rateKey]) => rateKey !== key)))
            }
          >
            <IconX size={15} />
          </ActionIcon>
        </Group>
      ))}
      {withoutRate(values, effects).map((code) => (
        <p key={code} className="callout tone-wait">
          Products in {code} need an exchange rate.{' '}
          <Anchor component="button" type="button" onClick={() => add(code)}>
            Add rate for {code}
          </Anchor>
        </p>
      ))}
      <Anchor component="button" type="button" size="sm" mt="xs" onClick={() => add('')}>
        Add exchange rate
      </Anchor>
    </Panel>
  )
}
