import { api } from '../../api.ts'

/** Whether this browser has passkeys at all. */
export const supportsPasskeys = () => typeof PublicKeyCredential === 'function'

const notUsed = 'No passkey was used. Try again, or continue another way'
const notMade = 'No passkey was made. Try again'
const library = () => import('@simplewebauthn/browser')
/** The browser says why in its own words, or that the person changed their mind. */
async function fromBrowser<T>(ask: Promise<T>, fault: string): Promise<string> {
  const answer = await ask.catch(() => {
    throw new Error(fault)
  })
  return JSON.stringify(answer)
}

/** Lets the browser use a passkey of this person; returns what proves it. */
export async function signWithPasskey(): Promise<string> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([library(), api.beginPasskeySignIn()])
  return fromBrowser(startAuthentication({ optionsJSON: optionsJSON as never }), notUsed)
}

/** Lets the browser make a passkey; returns what the server stores of it. */
export async function makePasskey(): Promise<string> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([library(), api.beginPasskey()])
  return fromBrowser(startRegistration({ optionsJSON: optionsJSON as never }), notMade)
}
