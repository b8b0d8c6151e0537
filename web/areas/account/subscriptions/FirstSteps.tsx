import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { links } from '../../../links.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import type { Step } from './first-steps.ts'

const ways = {
  suppliers: { to: links.browseSuppliers(), act: 'Browse suppliers' },
  store: { to: links.connectMyStore(), act: 'Send us your store’s URL' },
  card: { to: links.myBilling(), act: 'Add a card' },
} as const

/** What a new account still has to do; gone once all of it is done. */
export const FirstSteps = ({ steps }: { steps: readonly Step[] }) => (
  <Panel title="Get started">
    <ol className="first-steps" aria-label="Get started">
      {steps.map(({ key, text, isDone }, i) => (
        <li key={key} data-done={isDone || undefined}>
          <span className="first-step-mark" aria-hidden>
            {isDone ? <IconCheck size={15} stroke={2} /> : i + 1}
          </span>
          <span>
            {text}
            {isDone && <VisuallyHidden>, done</VisuallyHidden>}
          </span>
          {!isDone && (
            <Link className="link" to={ways[key].to}>
              {ways[key].act}
            </Link>
          )}
        </li>
      ))}
    </ol>
  </Panel>
)
