import type { ComponentProps } from 'react'
import { ActModal } from './ActModal.tsx'
import { Does } from './Does.tsx'

type Asked = Omit<ComponentProps<typeof ActModal<string>>, 'missing' | 'done' | 'children'>

/** Asks for an act by what it does, and says what it answered; one that can’t be done says why. */
export const DoesModal = ({ effects, ...asked }: Asked & ComponentProps<typeof Does>) => (
  <ActModal {...asked} missing={'refused' in effects ? effects.refused : undefined} done={(said) => said}>
    <Does effects={effects} />
  </ActModal>
)
