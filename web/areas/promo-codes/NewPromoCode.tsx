import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import type { PromoCodeType } from '#contract/promo-codes/kinds.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { actText, doneOrSent, MovePreview, useMove } from '../approvals/public.tsx'
import { PromoCodeFields } from './PromoCodeFields.tsx'
import { blankForm, toBody, toErrors, validate, type PromoCodeForm } from './promo-code-form.ts'

/** Adds a code to the open tab, unless another owner is chosen. */
export function NewPromoCode({ type, close }: { type: PromoCodeType; close: () => void }) {
  const form = useForm<PromoCodeForm>({ initialValues: blankForm(type), validate })
  const navigate = useNavigate()
  const isRight = Object.keys(validate(form.values)).length === 0
  const move = useMove(
    isRight ? { act: 'promo_code', body: { promo_code_id: null, ...toBody(form.values) } } : null,
  )
  return (
    <ActModal
      title="Add promo code"
      act={actText(move, 'Add promo code')}
      size="lg"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() => api.savePromoCode({ body: { promo_code_id: null, ...toBody(form.values) } })}
      doneText={(answer) => doneOrSent(answer, messages.promoCodeCreated)}
      after={({ promo_code }) => promo_code && navigate({ href: links.promoCode(promo_code.promo_code_id) })}
      fields={(errors) => form.setErrors(toErrors(errors))}
    >
      <PromoCodeFields form={form} affiliate={null} />
      <MovePreview move={move} />
    </ActModal>
  )
}
