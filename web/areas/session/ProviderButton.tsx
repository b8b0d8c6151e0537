import { Button } from '@mantine/core'
import { ssoFaultKey, ssoFaults, ssoPath, type SsoFault } from '#contract/session/single-sign-on.ts'

/** The provider’s name, which the server puts into the page; a page that it didn’t serve has none. */
const provider = document.querySelector<HTMLMetaElement>('meta[name=sign-in-provider]')?.content ?? ''

/** Leads to the identity provider, if one is set up. */
export function ProviderButton() {
  if (!provider || provider.startsWith('%')) return null
  const next = new URLSearchParams(location.search).get('next')
  return (
    <Button
      component="a"
      href={`${ssoPath}${next ? `?${new URLSearchParams({ next })}` : ''}`}
      size="md"
      variant="default"
    >
      Sign in with {provider}
    </Button>
  )
}

/** Why the provider’s sign-in was refused, if the address says so. */
export function providerFault(): string | undefined {
  const fault = new URLSearchParams(location.search).get(ssoFaultKey)
  return fault !== null && Object.hasOwn(ssoFaults, fault) ? ssoFaults[fault as SsoFault] : undefined
}
