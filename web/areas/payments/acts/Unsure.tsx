import { Alert, Anchor } from '@mantine/core'

/** Shown in a modal whose response was lost: it must be sent again unchanged. */
export const Unsure = ({ forget }: { forget: () => void }) => (
  <Alert color="yellow">
    Nobody knows yet whether this was done. Send it again just so: it is done once. Or close this and look at
    the charges; where it isn’t wanted any more,{' '}
    <Anchor component="button" type="button" size="sm" onClick={forget}>
      forget it
    </Anchor>
    .
  </Alert>
)
