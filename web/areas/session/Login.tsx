import { Alert, Anchor, Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { codeNeeded } from '#contract/session/code-needed.ts'
import type { Account } from '#contract/session/account.ts'
import { api, HttpError } from '../../api.ts'
import { landing, returnPath } from '../../links.ts'
import { router } from '../../routes.tsx'
import { withdrawAll } from '../../ui/act/notify.tsx'
import { signWithPasskey, supportsPasskeys } from '../../ui/act/passkey.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { ProviderButton, providerFault } from './ProviderButton.tsx'
import { Feeds } from './Feeds.tsx'
import { ownPath } from './next-path.ts'
import { Mark } from '../../ui/page/Mark.tsx'
import { useRoomy } from '../../ui/page/useRoomy.ts'
import { accountQuery, queryClient, setAlarm } from '../../shell/session.ts'

const ForgotPassword = lazy(() => import('./ForgotPassword.tsx'))

/** Where to go after signing in: only to a path of this app. */
function nextPath(role: string): string {
  const next = returnPath(new URLSearchParams(location.search).get('next') ?? '') ?? ''
  return ownPath(next, location.origin) ?? landing(role)
}

async function enterApp(account: Account): Promise<void> {
  setAlarm({ hasExpired: false })
  withdrawAll()
  queryClient.setQueryData(accountQuery.queryKey, account)
  await router.navigate({ href: nextPath(account.role) })
}

export default function Login() {
  useRoomy()
  const [knownEmail] = useState(() => router.latestLocation.state.email ?? '')
  const [login, setLogin] = useState(knownEmail)
  const [password, setPassword] = useState('')
  // undefined: no code is required
  const [code, setCode] = useState<string>()
  const [isResetting, setIsResetting] = useState(false)
  const [fault] = useState(providerFault)
  const signIn = useAct({
    run: () => api.signIn({ body: { login, password, ...(code && { code }) } }),
    after: enterApp,
    handlesError: (error) => {
      if (error instanceof HttpError && error.code === 'code_needed') setCode((current) => current ?? '')
      return true
    },
  })
  const withPasskey = useAct({
    run: async () => api.signInWithPasskey({ body: { response: await signWithPasskey() } }),
    after: enterApp,
    handlesError: () => true,
  })
  const error = withPasskey.error ?? signIn.error
  const asksOnly = code !== undefined && signIn.error?.message === codeNeeded
  return (
    <div className="sign-in">
      <main>
        <span className="brand">
          <Mark size={22} /> Feedstock
        </span>
        <form
          onSubmit={(e) => {
            e.preventDefault()
            withPasskey.reset()
            if (!signIn.busy) signIn.act()
          }}
        >
          <Stack>
            <Title order={1}>Sign in to Feedstock</Title>
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              size="md"
              value={login}
              onChange={(e) => setLogin(e.currentTarget.value)}
              autoFocus={knownEmail === ''}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              size="md"
              value={password}
              onChange={(e) => setPassword(e.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
              autoFocus={knownEmail !== ''}
            />
            {code !== undefined && (
              <TextInput
                label="Code"
                description="From your authenticator app, or a recovery code. Have neither? Contact support."
                autoComplete="one-time-code"
                size="md"
                maxLength={40}
                value={code}
                onChange={(e) => setCode(e.currentTarget.value)}
                autoFocus
              />
            )}
            {fault !== undefined && !error && (
              <Alert color="red" role="alert">
                {fault}
              </Alert>
            )}
            {error && !asksOnly && (
              <Alert color="red" role="alert">
                {error.message}
              </Alert>
            )}
            <Button type="submit" size="md" loading={signIn.busy}>
              Sign in
            </Button>
            {supportsPasskeys() && (
              <Button
                size="md"
                variant="default"
                loading={withPasskey.busy}
                onClick={() => withPasskey.act()}
              >
                Sign in with a passkey
              </Button>
            )}
            <ProviderButton />
            <Anchor
              component="button"
              type="button"
              size="sm"
              w="fit-content"
              mih="var(--ctl)"
              onClick={() => setIsResetting(true)}
            >
              Forgot your password?
            </Anchor>
          </Stack>
        </form>
      </main>
      <aside>
        <p className="verdict">Supplier feeds in. A catalog your stores can trust.</p>
        <Feeds />
      </aside>
      {isResetting && (
        <Suspense>
          <ForgotPassword
            initial={login}
            onSent={(email) => {
              setLogin(email)
              signIn.reset()
            }}
            close={() => setIsResetting(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
