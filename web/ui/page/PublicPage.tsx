import { Button, Loader, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { HttpError } from '../../api.ts'
import { links } from '../../links.ts'
import { Mark } from './Mark.tsx'
import { LoadError } from './Page.tsx'
import { useRoomy } from './useRoomy.ts'

/** A page that needs no session: the brand, one question or answer, large enough for a thumb. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  useRoomy()
  return (
    <div className="public-page">
      <header>
        <a href={links.login()} className="brand">
          <Mark size={22} /> Feedstock
        </a>
      </header>
      <main>
        <Stack gap="lg">
          <Title order={1}>{title}</Title>
          {children}
        </Stack>
      </main>
    </div>
  )
}

/** What is wrong with a link, and what to do now. */
export const DeadEnd = ({ title, children }: { title: string; children: ReactNode }) => (
  <PublicPage title={title}>
    {children}
    <SignInButton />
  </PublicPage>
)

export const SignInButton = () => (
  <Button component="a" href={links.login()} size="md" fullWidth>
    Sign in
  </Button>
)
export const PublicText = ({ children }: { children: ReactNode }) => (
  <Text size="md" className="break-anywhere">
    {children}
  </Text>
)
/** While a link is checked, and when that fails for another reason than the link. */
export const LinkPending = ({ error, retry }: { error?: Error | null; retry?: () => void }) => (
  <PublicPage title="One moment…">
    {error ? (
      <LoadError error={error} {...(retry && { retry })} />
    ) : (
      <Loader role="status" aria-label="Loading" />
    )}
  </PublicPage>
)
/** A mangled link is refused before anybody looks it up. */
export const isBrokenLink = (error: Error | null): boolean =>
  error instanceof HttpError && (error.status === 400 || error.status === 404)
