import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PricingView } from '#contract/pricing/price-rules.ts'
import { isFraction, isTiered, markupTypes, mostTiers } from '#contract/pricing/rules.ts'
import { RuleName } from './RuleName.tsx'
import { anyChoice, type RuleForm } from './rules-form.ts'

const endings = [99, 95, 90, 49, 0]

/** Everything of one rule. */
export function RuleEditor({
  vendorId,
  rule,
  name,
  view,
  sign,
  error,
  change,
}: {
  vendorId: number
  rule: RuleForm
  name: string
  view: PricingView
  sign: string
  error: (field: string) => ReactNode
  change: (change: Partial<RuleForm>) => void
}) {
  const type = Number(rule.type)
  const unit = isFraction(type) ? '%' : sign
  return (
    <Stack gap="sm" className="rule-editor" role="group" aria-label={`Rule ${name}`}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Price"
          data={Object.entries(markupTypes).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          value={rule.type}
          onChange={(v) => v !== null && change({ type: v })}
          error={error('type')}
        />
        {!isTiered(type) && (
          <TextInput
            label={isFraction(type) ? 'Percentage' : 'Amount'}
            required
            inputMode="decimal"
            rightSection={<span className="faint">{unit}</span>}
            value={rule.value}
            onChange={(e) => change({ value: e.currentTarget.value })}
            error={error('value')}
          />
        )}
      </SimpleGrid>
      {isTiered(type) && <Tiers rule={rule} unit={unit} sign={sign} error={error} change={change} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ScopeFields vendorId={vendorId} rule={rule} view={view} error={error} change={change} />
        <TextInput
          label="Minimum margin"
          placeholder="None"
          description="Minimum profit as a percentage of the price"
          inputMode="decimal"
          rightSection={<span className="faint">%</span>}
          value={rule.margin}
          onChange={(e) => change({ margin: e.currentTarget.value })}
          error={error('margin')}
        />
        <Select
          label="Rounding"
          data={[
            { value: anyChoice, label: 'Nearest cent' },
            ...[
              ...new Set([...endings, ...(rule.round_to === anyChoice ? [] : [Number(rule.round_to)])]),
            ].map((cents) => ({
              value: String(cents),
              label: `Up to the next .${String(cents).padStart(2, '0')}`,
            })),
          ]}
          allowDeselect={false}
          value={rule.round_to}
          onChange={(v) => v !== null && change({ round_to: v })}
          error={error('round_to')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {switches.map(([key, label]) => (
          <Checkbox
            key={key}
            label={label}
            checked={rule[key]}
            onChange={(e) => change({ [key]: e.currentTarget.checked })}
          />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

/** Which products the rule is for. */
function ScopeFields({
  vendorId,
  rule,
  view,
  error,
  change,
}: {
  vendorId: number
  rule: RuleForm
  view: PricingView
  error: (field: string) => ReactNode
  change: (change: Partial<RuleForm>) => void
}) {
  return (
    <>
      <Select
        label="Supplier"
        searchable
        data={[
          { value: anyChoice, label: 'Every supplier' },
          ...view.suppliers.map((s) => ({ value: String(s.dropshipper_id), label: s.dropshipper_name })),
        ]}
        allowDeselect={false}
        value={rule.supplier}
        onChange={(v) => v !== null && change({ supplier: v })}
        error={error('supplier')}
      />
      <Select
        label="Market"
        data={[
          { value: anyChoice, label: 'Every market' },
          ...view.markets.map((m) => ({ value: String(m.market_id), label: m.market_name })),
        ]}
        allowDeselect={false}
        value={rule.market}
        onChange={(v) => v !== null && change({ market: v })}
        error={error('market')}
      />
      <RuleName
        field="brand"
        label="Brand"
        placeholder="Every brand"
        maxLength={200}
        vendorId={vendorId}
        supplier={rule.supplier}
        value={rule.brand}
        change={(brand) => change({ brand })}
        error={error('brand')}
      />
      <RuleName
        field="category"
        label="Category"
        placeholder="Every category, or Garden > Tools"
        maxLength={1000}
        vendorId={vendorId}
        supplier={rule.supplier}
        value={rule.category}
        change={(category) => change({ category })}
        error={error('category')}
      />
    </>
  )
}

const switches = [
  ['add_shipping', 'Add shipping to cost'],
  ['add_dropship_fee', 'Add dropship fee to cost'],
  ['cap_at_msrp', 'Never above the MSRP'],
  ['ignore_map', 'Ignore MAP if the integration allows it'],
] as const

function Tiers({
  rule,
  unit,
  sign,
  error,
  change,
}: {
  rule: RuleForm
  unit: string
  sign: string
  error: (field: string) => ReactNode
  change: (change: Partial<RuleForm>) => void
}) {
  const set = (index: number, part: Partial<RuleForm['tiers'][number]>) =>
    change({ tiers: rule.tiers.map((tier, i) => (i === index ? { ...tier, ...part } : tier)) })
  return (
    <div className="tiers">
      {rule.tiers.map((tier, i) => (
        <Group key={i} gap="xs" align="flex-start" wrap="nowrap" w="100%" maw={400}>
          <TextInput
            flex={1}
            label={i === 0 ? `Cost from (${sign})` : undefined}
            aria-label={`Tier ${i + 1}: cost from`}
            required
            inputMode="decimal"
            value={tier.from}
            onChange={(e) => set(i, { from: e.currentTarget.value })}
            error={error(`tiers.${i}.from`)}
          />
          <TextInput
            flex={1}
            label={i === 0 ? `Markup (${unit})` : undefined}
            aria-label={`Tier ${i + 1}: markup`}
            required
            inputMode="decimal"
            value={tier.value}
            onChange={(e) => set(i, { value: e.currentTarget.value })}
            error={error(`tiers.${i}.value`)}
          />
          {rule.tiers.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={i === 0 ? 26 : 4}
              aria-label={`Delete tier ${i + 1}`}
              onClick={() => change({ tiers: rule.tiers.filter((_, index) => index !== i) })}
            >
              <IconX size={15} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {error('tiers') && (
        <Text size="sm" c="red" role="alert">
          {error('tiers')}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={rule.tiers.length >= mostTiers}
        onClick={() => change({ tiers: [...rule.tiers, { from: '', value: '' }] })}
      >
        Add tier
      </Button>
    </div>
  )
}
