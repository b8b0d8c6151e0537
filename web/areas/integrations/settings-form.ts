import {
  integrationDetails,
  isMaximumTooLow,
  maximumTooLow,
  type IntegrationDetails,
  type IntegrationView,
} from '#contract/integrations/integrations.ts'
import { integrationSettings } from '#contract/integrations/settings.ts'

export interface SettingsForm {
  integration: IntegrationDetails
}

/** The part of an integration that its form edits. */
export const toForm = ({ integration }: IntegrationView): SettingsForm => ({
  integration: Object.fromEntries(
    Object.keys(integrationDetails.shape).map((key) => {
      const value = integration[key as keyof IntegrationDetails]
      return [key, (integrationSettings as readonly string[]).includes(key) ? value === 1 : value]
    }),
  ) as IntegrationDetails,
})

/** What is wrong with the form, by the field's name. */
export function validate({ integration }: SettingsForm): Record<string, string> {
  const { error } = integrationDetails.safeParse(integration)
  return {
    ...(isMaximumTooLow(integration) && { 'integration.quantity_maximum': maximumTooLow }),
    ...Object.fromEntries((error?.issues ?? []).map((i) => [`integration.${i.path.join('.')}`, i.message])),
  }
}
