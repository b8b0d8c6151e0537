import './waterfall.css'
import { money } from '#contract/formats.ts'
import { Link } from '@tanstack/react-router'
import { waterfallOf, type WaterfallStep } from './waterfall.ts'

/**
 * From an opening to a closing figure, each change drawn from where the one before ended. Amounts are next to the
 * bars; signs and stripes show the direction, not only colors.
 */
export function Waterfall<Step extends WaterfallStep>({
  label,
  steps,
  value,
  linkTo,
}: {
  label: string
  steps: readonly Step[]
  value: (n: number) => string
  /** The rows of a step, where a list has exactly those. */
  linkTo?: ((step: Step) => string | undefined) | undefined
}) {
  const { start, bars } = waterfallOf(steps)
  return (
    <figure className="waterfall" aria-label={label}>
      <ol>
        {bars.map(({ step, from, to }) => {
          const address = linkTo?.(step)
          const amount = step.isTotal || step.value <= 0 ? value(step.value) : `+${value(step.value)}`
          return (
            <li key={step.name} data-kind={kindOf(step)}>
              <span>{step.name}</span>
              <span className="waterfall-track" aria-hidden>
                {(step.isTotal || step.value !== 0) && (
                  <i
                    style={{ insetInlineStart: `${from}%`, width: `max(2px, ${to - from}%)` }}
                    data-cut={(step.isTotal && start > 0) || undefined}
                  />
                )}
              </span>
              <span className="num">
                {address === undefined ? (
                  amount
                ) : (
                  <Link className="link" to={address}>
                    {amount}
                  </Link>
                )}
              </span>
            </li>
          )
        })}
      </ol>
      {start > 0 && <figcaption className="quiet">≈ The bars start at {money(start)}.</figcaption>}
    </figure>
  )
}

function kindOf({ isTotal, value }: WaterfallStep): 'total' | 'more' | 'less' {
  if (isTotal) return 'total'
  return value < 0 ? 'less' : 'more'
}
