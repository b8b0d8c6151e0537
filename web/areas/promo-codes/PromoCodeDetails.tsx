import { Text } from '@mantine/core'
import { messages } from '#contract/messages.ts'
import { type PromoCodeView } from '#contract/promo-codes/promo-codes.ts'
import { api } from '../../api.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../ui/form/RecordForm.tsx'
import { many } from '../../ui/values.tsx'
import { doneOrSent, MovePreview, useMove } from '../approvals/public.tsx'
import { PromoCodeFields } from './PromoCodeFields.tsx'
import { useChangeRefusal } from './useChangeRefusal.ts'
import { labels, toBody, toErrors, toForm, validate, words, type PromoCodeForm } from './promo-code-form.ts'

/** A code's fields; changes apply to future bills. */
export default function PromoCodeDetails({ view: latest }: { view: PromoCodeView }) {
  const { promo_code_id, affiliate_company, using } = latest.promo_code
  const whyNot = useChangeRefusal()
  const { form, parts, original } = useRecordForm<PromoCodeView & { waiting?: boolean }, PromoCodeForm>({
    latest,
    toValues: (view) => toForm(view.promo_code),
    validate,
    save: async (values, { version }) => {
      const saved = await api.savePromoCode({ body: { version, promo_code_id, ...toBody(values) } })
      return { ...saved, promo_code: saved.promo_code ?? latest.promo_code }
    },
    reload: () => api.getPromoCode({ params: { id: promo_code_id } }),
    doneText: (view) => doneOrSent(view, messages.promoCodeUpdated),
    toErrors,
    labels,
    words,
  })
  const isRight = Object.keys(validate(form.values)).length === 0
  const move = useMove(
    parts.changes > 0 && isRight
      ? { act: 'promo_code', body: { version: original.version, promo_code_id, ...toBody(form.values) } }
      : null,
  )
  return (
    <RecordForm parts={parts} readOnly={whyNot !== undefined}>
      <Panel title="Promo code">
        <Text size="sm" c="dimmed" mb="md">
          {whyNot ?? usersText(using)}
        </Text>
        <PromoCodeFields form={form} affiliate={affiliate_company} />
        <MovePreview move={move} />
      </Panel>
    </RecordForm>
  )
}

function usersText(using: number): string {
  if (using === 0) return 'No vendors use this code.'
  const have = using === 1 ? 'has' : 'have'
  return `${many(using, 'vendor')} ${have} this code. Changes apply to future bills only.`
}
