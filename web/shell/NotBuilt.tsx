import { Anchor, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { links } from '../links.ts'
import { screenAt } from '../screens.ts'
import { Page } from '../ui/Page.tsx'

export default function NotBuilt() {
  const screen = screenAt(useLocation().pathname)
  return (
    <Page title={screen?.title ?? 'Not here yet'}>
      <Text>
        This screen is not built yet.{' '}
        <Anchor component={Link} to={links.vendorSearch()}>
          Go to Search Users
        </Anchor>
      </Text>
    </Page>
  )
}
