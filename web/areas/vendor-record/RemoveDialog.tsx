import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { links } from '../../links.ts'
import { EffectList } from '../../ui/act/EffectList.tsx'
import { ReasonModal } from '../../ui/act/ReasonModal.tsx'

interface Props extends ComponentProps<typeof EffectList> {
  vendorId: number
  /** The vendor's tab that lists such records, which is opened then. */
  list: string
  title: string
  act: string
  remove: (reason: string) => Promise<unknown>
  done: string
  close: () => void
}

/** Deletes one of a vendor's records: it asks why, for the log, or says why it can't be deleted now. */
export function RemoveDialog({ vendorId, list, title, act, effects, remove, done, close }: Props) {
  const navigate = useNavigate()
  return (
    <ReasonModal
      title={title}
      act={act}
      danger
      missing={'refused' in effects ? effects.refused : undefined}
      run={async (reason) => {
        await remove(reason)
        // before the screen is loaded again: there is nothing left to show here
        await navigate({ href: links.vendor(vendorId, list) })
      }}
      doneText={done}
      close={close}
    >
      <EffectList effects={effects} />
    </ReasonModal>
  )
}
