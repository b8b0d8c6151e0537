import { Anchor, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { landing } from '../links.ts'
import { screenAt } from '../screens.ts'
import { Page } from '../ui/page/Page.tsx'
import { useAccount } from './session.ts'

export default function NotBuilt() {
  const screen = screenAt(useLocation().pathname)
  const home = landing(useAccount().account?.role ?? 'customer')
  return (
    <Page title={screen?.title ?? 'Not available yet'}>
      <Text>
        This page isn’t available yet.{' '}
        <Anchor component={Link} to={home}>
          Go to {screenAt(home)?.title}
        </Anchor>
      </Text>
    </Page>
  )
}
