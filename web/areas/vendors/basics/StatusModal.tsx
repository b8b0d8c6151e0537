import type { VendorBasics } from '#contract/vendors/basics.ts'
import { vendorStatuses } from '#contract/vendors/status.ts'
import { statusEffects } from '#contract/vendors/status-effects.ts'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { dayText } from '../../../ui/time.ts'
import { actText, MovePreview, type useMove } from '../../approvals/public.tsx'
import type { Vendor } from '../page/vendor.ts'

/** Confirms suspending or canceling a vendor: its effects, and a reason. */
export function StatusModal({
  vendor,
  before,
  form: { company, vendor_status_id, next_charge_date },
  move,
  save,
  close,
}: {
  vendor: Vendor
  before: number
  /** As it will be saved. */
  form: VendorBasics
  move: ReturnType<typeof useMove>
  save: (reason: string) => void
  close: () => void
}) {
  const effects = statusEffects(vendor_status_id, {
    ...vendor,
    vendor_status_id: before,
    next_charge: next_charge_date && dayText(next_charge_date),
    charge_taken: next_charge_date === null && vendor.next_charge_date !== null,
  })
  return (
    <ReasonModal
      title={`Change ${company} from ${vendorStatuses[before]} to ${vendorStatuses[vendor_status_id]}?`}
      act={actText(move, 'Change status')}
      danger
      close={close}
      run={(reason) => Promise.resolve(reason)}
      after={save}
    >
      <ul className="plain-list">
        {effects.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <MovePreview move={move} brief />
    </ReasonModal>
  )
}
