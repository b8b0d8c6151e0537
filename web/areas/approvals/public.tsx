// What other areas' screens may use.
export { MoveFacts, MovePreview, SecondPersonText, useMove } from './MovePreview.tsx'
export { actText, canBeDone, notNow, useEffects, whyNotNow, type WeighedBy } from './useEffects.ts'
export { WaitingChanges } from './WaitingChanges.tsx'

/** What a toast says of a save: that it was sent for approval, or that it is done. */
export const doneOrSent = ({ waiting }: { waiting?: boolean | undefined }, doneText: string): string =>
  waiting ? 'Sent for approval' : doneText
