import type { DirectUserView } from '#contract/direct-app/direct-users.ts'
import { dayText, money } from '#contract/formats.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { Facts } from '../../ui/page/Page.tsx'
import { count } from '../../ui/values.tsx'

/** What a plan change means, before it is saved. */
export function PlanChange({
  view,
  plan: planId,
  nextCharge,
  confirm,
  close,
}: {
  view: DirectUserView
  plan: number | null
  nextCharge: string
  confirm: () => void
  close: () => void
}) {
  const { direct_user: user, plan_types } = view
  const planOf = (id: number | null) => plan_types.find((type) => type.direct_plan_type_id === id)
  const [before, after] = [planOf(user.direct_plan_type_id), planOf(planId)]
  const feeText = (type: typeof before) => money(type?.monthly_fee ?? '0')
  return (
    <ActModal
      title={`Change plan of ${user.email}`}
      act="Change plan"
      close={close}
      run={() => Promise.resolve()}
      after={confirm}
    >
      <Facts
        facts={[
          ['Plan', `${before?.name ?? 'No plan'} → ${after?.name ?? 'No plan'}`],
          ['Fee a month', `${feeText(before)} → ${feeText(after)}`],
          ['Monthly orders', `${count(before?.monthly_orders ?? 0)} → ${count(after?.monthly_orders ?? 0)}`],
          ['Next charge', nextCharge === '' ? 'None' : `${feeText(after)} on ${dayText(nextCharge)}`],
        ]}
      />
      <p className="quiet">
        Nothing is charged now. IS Direct charges the new fee from the next charge on. Orders left this month
        stay.
      </p>
    </ActModal>
  )
}
