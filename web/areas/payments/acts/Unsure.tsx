import { Alert, Anchor } from '@mantine/core'

/** Shown in a modal whose response was lost: it must be sent again unchanged. */
export const Unsure = ({ forget }: { forget: () => void }) => (
  <Alert color="yellow">
    We didn’t get a response, so this may already be done. It’s safe to send it again. To start over, check
    the charges first, then{' '}
    <Anchor component="button" type="button" size="sm" onClick={forget}>
      discard this request
    </Anchor>
    .
  </Alert>
)
