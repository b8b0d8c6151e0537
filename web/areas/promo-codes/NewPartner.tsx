import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'

/** A partner whose codes there can be, by its name. */
export function NewPartner({ close, added }: { close: () => void; added: (id: number) => void }) {
  const [name, setName] = useState('')
  return (
    <ActModal
      title="New partner"
      act="Add the partner"
      missing={name.trim() === '' ? 'Enter the partner’s name' : undefined}
      changed={name !== ''}
      run={() => api.addPromoCodePartner({ body: { partner_name: name } })}
      done={(partner) => `${partner.partner_name} is added`}
      after={(partner) => added(partner.promo_code_partner_id)}
      close={close}
    >
      <TextInput
        label="Name"
        required
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(e) => setName(e.currentTarget.value)}
      />
    </ActModal>
  )
}
