import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconChevronRight, IconCopy, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PricingView, RuleEffect } from '#contract/pricing/price-rules.ts'
import { priceRule } from '#contract/pricing/rules.ts'
import { markupText, scopeText } from '#contract/pricing/price-steps.ts'
import { many, Status } from '../../ui/values.tsx'
import { idleReason } from './effect-words.ts'
import { namesOf } from './names.ts'
import { RuleEditor } from './RuleEditor.tsx'
import { toSet, type RuleForm, type RulesForm } from './rules-form.ts'

/** A rule in words, with how many products it prices; its editor below when it is open. */
export function RuleRow({
  vendorId,
  rule,
  place,
  effect,
  form,
  view,
  sign,
  error,
  open,
  toggle,
  change,
  copy,
  remove,
}: {
  vendorId: number
  rule: RuleForm
  /** Its number in the list. */
  place: number
  /** undefined: not known yet. */
  effect: RuleEffect | undefined
  form: RulesForm
  view: PricingView
  sign: string
  error: (field: string) => ReactNode
  open: boolean
  toggle: () => void
  change: (change: Partial<RuleForm>) => void
  /** undefined: the maximum number of rules is reached. */
  copy: (() => void) | undefined
  remove: () => void
}) {
  const texts = ruleTexts(rule, form, view, sign)
  const idle = effect && idleReason(effect)
  return (
    <li>
      <div className="drag-row">
        <UnstyledButton className="rule-head" aria-expanded={open} onClick={toggle}>
          {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
          <span className="faint">{place}</span>
          <span className="what">{texts.markup}</span>
          <span className="scope">{texts.scope}</span>
        </UnstyledButton>
        {effect && <Prices idle={idle !== undefined} products={effect.priced} />}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Copy rule ${texts.scope}`}
          disabled={!copy}
          onClick={copy}
        >
          <IconCopy size={15} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={`Delete rule ${texts.scope}`} onClick={remove}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      {idle && <p className="rule-idle">No effect: {idle}.</p>}
      {open && (
        <RuleEditor
          vendorId={vendorId}
          rule={rule}
          name={texts.scope}
          view={view}
          sign={sign}
          error={error}
          change={change}
        />
      )}
    </li>
  )
}

const Prices = ({ products, idle }: { products: number; idle: boolean }) =>
  idle ? (
    <Status tone="wait" icon={IconAlertTriangle}>
      {many(products, 'product')}
    </Status>
  ) : (
    <span className="faint rule-prices">{many(products, 'product')}</span>
  )

function ruleTexts(rule: RuleForm, form: RulesForm, view: PricingView, sign: string) {
  const [priceRuleInput] = toSet({ ...form, rules: { only: rule } }).rules
  const read = priceRule.safeParse(priceRuleInput)
  const scope = priceRule.safeParse({
    ...priceRuleInput,
    markup_type_id: 1,
    markup_value: '0',
    tiers: [],
    minimum_margin: null,
  })
  return {
    markup: read.success ? markupText(read.data, sign) : 'Incomplete',
    scope: scope.success ? scopeText(scope.data, namesOf(view)) : 'incomplete scope',
  }
}
