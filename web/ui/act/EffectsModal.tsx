import type { ComponentProps } from 'react'
import { ActModal } from './ActModal.tsx'
import { EffectList } from './EffectList.tsx'

type EffectsModalProps = Omit<ComponentProps<typeof ActModal<string>>, 'missing' | 'done' | 'children'>

/** Confirms an act by its effects and shows its answer; if it is refused, says why. */
export const EffectsModal = ({
  effects,
  ...modal
}: EffectsModalProps & ComponentProps<typeof EffectList>) => (
  <ActModal
    {...modal}
    missing={'refused' in effects ? effects.refused : undefined}
    doneText={(answer) => answer}
  >
    <EffectList effects={effects} />
  </ActModal>
)
