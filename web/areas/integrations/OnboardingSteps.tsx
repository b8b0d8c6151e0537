import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { IntegrationDetails } from '#contract/integrations/integrations.ts'
import { onboardingStep, stepWords } from '#contract/integrations/standing.ts'
import { onboardingDays } from '#contract/vendors/health.ts'
import { Status } from '../../ui/values.tsx'
import { capitalize } from '#contract/words.ts'

const steps = [1, 2, 3, 4, 5] as const
type Flag = 'supplier_account_confirmed' | 'access_details_provided' | 'tools_configured'

/** The five steps to an active integration; a person confirms some with a click. */
export function OnboardingSteps({
  integration,
  overdue,
  livePath,
  toggle,
}: {
  integration: Pick<IntegrationDetails, Flag>
  overdue: boolean
  /** Where the last step is done. */
  livePath: string
  toggle: (flag: Flag) => void
}) {
  const current = onboardingStep(integration)
  return (
    <div>
      <ol className="steps" aria-label="Onboarding">
        {steps.map((n) => {
          const { name, next, done: flag } = stepWords[n]!
          const isDone = n === 1 || (flag !== undefined && integration[flag])
          const content = (
            <>
              <span className="dot" aria-hidden>
                {isDone ? <IconCheck size={13} stroke={2.5} /> : n}
              </span>
              <span>
                <b>{name}</b>
                <span className="faint">{isDone ? 'Done' : `${capitalize(next)}`}</span>
              </span>
            </>
          )
          return (
            <li key={n} data-done={isDone || undefined} aria-current={n === current ? 'step' : undefined}>
              {flag && (
                <button type="button" aria-pressed={integration[flag]} onClick={() => toggle(flag)}>
                  {content}
                </button>
              )}
              {!flag && n === steps.length && <Link to={livePath}>{content}</Link>}
              {!flag && n !== steps.length && <div>{content}</div>}
            </li>
          )
        })}
      </ol>
      {overdue && (
        <Status tone="bad" icon={IconAlertTriangle}>
          {`In onboarding for more than ${onboardingDays} days`}
        </Status>
      )}
    </div>
  )
}
