import type { HttpError } from './api.ts'

type Ask = () => Promise<boolean>
let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** The shell shows the dialog; calls that are refused meanwhile wait for the same one. */
export function onIdentityNeeded(show: Ask): () => void {
  ask = show
  return () => {
    ask = undefined
  }
}

/** Whether the person has confirmed that it’s them, so that the refused call can be sent again. */
export async function identityConfirmed({ code }: HttpError): Promise<boolean> {
  if (code !== 'confirm_identity' || !ask) return false
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}
