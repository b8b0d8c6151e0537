import { messages } from '#contract/messages.ts'
import { money } from '#contract/formats.ts'
import { moneyActs, type MoneyActName, type MoneyApproval } from '#contract/approvals/acts.ts'
import type { PaymentOutcome } from '#contract/payments/payments.ts'
import { Text } from '@mantine/core'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { notify } from '../../../ui/act/notify.tsx'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { canBeDone, MoveFacts, notNow, useEffects } from '../../approvals/public.tsx'
import { Effects } from './Effects.tsx'
import { tellOpen } from './outcome.ts'

const actNames: Partial<Record<MoneyActName, string>> = {
  manual_charge: 'Charge of',
  refund: 'Refund of',
  close_invoice: 'Close invoice,',
}
export const askedText = ({ act, amount }: MoneyApproval): string => {
  const amountText = Number(amount) === 0 ? '' : ` ${money(amount)}`
  const actName = actNames[act] ?? moneyActs[act] + (amountText && ',')
  return actName + amountText
}

/** Why a request within the limit waits. */
export const MovedBefore = ({ approval: { moved, own, asked_by_name: name } }: { approval: MoneyApproval }) =>
  Number(moved) > 0 && (
    <Text size="sm" c="dimmed">
      Above the limit, including {money(moved)} that {own ? 'you' : name} moved for this vendor in the 24
      hours before.
    </Text>
  )

/**
 * Approves another person's request. It is done at once with the current figures, which are shown first.
 */
export function ApproveModal({
  approval,
  eligible,
  close,
}: {
  approval: MoneyApproval
  eligible: () => void
  close: () => void
}) {
  const params = { id: approval.money_approval_id }
  const effects = useEffects('approval', params, () => api.weighApproval({ params }))
  const { data } = effects
  const hasChanges = data && 'changes' in data && Object.keys(data.faults).length === 0
  const missing = effects.busy ? 'Calculating…' : notNow
  return (
    <ActModal
      title={[askedText(approval), approval.company].filter(Boolean).join(', ')}
      act="Approve"
      danger={approval.act === 'refund'}
      size="lg"
      missing={canBeDone(effects) ? undefined : missing}
      run={() => api.approveMoney({ params })}
      after={(outcome) => {
        tellApproved(approval, outcome)
        if (approval.act === 'refund' && outcome.state === 'succeeded' && outcome.cancel_eligible) eligible()
      }}
      doneText={({ state }) => (state === 'succeeded' ? `${askedText(approval)} approved` : undefined)}
      close={close}
    >
      <Text size="sm">
        Requested by {approval.asked_by_name}: {approval.text}
      </Text>
      <MovedBefore approval={approval} />
      <Text size="sm">Approving does this now:</Text>
      {hasChanges ? (
        <MoveFacts changes={data.changes} />
      ) : (
        <Effects
          effects={{ ...effects, data: data && 'lines' in data ? data : undefined }}
          paper={approval.act === 'refund' ? 'Credit note' : 'Invoice'}
        />
      )}
    </ActModal>
  )
}

/** Reports the outcome; a request can be approved only once. */
function tellApproved({ act }: MoneyApproval, outcome: PaymentOutcome): void {
  tellOpen(outcome)
  if (outcome.state === 'declined' || outcome.state === 'failed')
    notify('error', act === 'refund' ? messages.refundFailed : messages.chargeFailed(outcome.card_exception))
}

/** Refuses a request, or withdraws one's own. */
export function RefuseModal({ approval, close }: { approval: MoneyApproval; close: () => void }) {
  return (
    <ReasonModal
      title={`${approval.own ? 'Withdraw' : 'Reject'}: ${askedText(approval)}`}
      act={approval.own ? 'Withdraw request' : 'Reject request'}
      run={(reason) => api.refuseMoney({ params: { id: approval.money_approval_id }, body: { reason } })}
      doneText={approval.own ? 'Request withdrawn' : 'Request rejected'}
      close={close}
    >
      {approval.own
        ? nothingMoves(approval)
        : `${nothingMoves(approval)} Requested by ${approval.asked_by_name}: ${approval.text}`}
    </ReasonModal>
  )
}

const nothingMoves = ({ act }: MoneyApproval): string =>
  act in actNames ? 'No money moves.' : 'Nothing changes.'
