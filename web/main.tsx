import './styles.ts'
// the very first screen is in the first file
import './areas/session/Login.tsx'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchFirstScreen, router } from './routes.tsx'
import { Alarms } from './shell/Alarms.tsx'
import { installErrorReports } from './shell/errors.tsx'
import { queryClient } from './shell/session.ts'
import { cssVariables, theme } from './theme.ts'
import { watchFocus } from './ui/act/focus.ts'
import { watchUse } from './idle.ts'
import { shownMs } from './ui/act/notify.tsx'
import { viewing } from './viewing.ts'

installErrorReports()
fetchFirstScreen()
if (viewing !== undefined) document.documentElement.dataset.viewing = ''
watchFocus()
watchUse()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-center" autoClose={shownMs} limit={4} />
        <RouterProvider router={router} />
        <Alarms />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
