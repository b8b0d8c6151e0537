import type { Input } from '#contract/index.ts'
import { platformDetails, type PlatformDetails, type PlatformView } from '#contract/platforms/platforms.ts'
import type { Choice } from '../../ui/form/choices.ts'

export interface BasicForm {
  details: PlatformDetails
  markets: Choice[]
}

export const toForm = (view: PlatformView): BasicForm => ({
  details: platformDetails.parse(view.platform),
  markets: view.market_implementations.map((market) => ({
    id: market.market_id,
    name: market.market_name,
    deleted: false,
  })),
})

const remainingMarkets = (form: BasicForm) => form.markets.filter((market) => !market.deleted)

export function validate(form: BasicForm): Record<string, string> {
  const details = platformDetails.safeParse(form.details)
  const main = form.details.market_id
  return {
    ...Object.fromEntries(
      (details.error?.issues ?? []).map((i) => [`details.${i.path.join('.')}`, i.message]),
    ),
    ...(main !== null &&
      !remainingMarkets(form).some((market) => market.id === main) && {
        'details.market_id': 'Choose one of this platform’s markets',
      }),
  }
}

export const toBody = ({ version }: PlatformView, form: BasicForm): Input<'savePlatform'>['body'] => ({
  version,
  platform: form.details,
  market_implementations: remainingMarkets(form).map(({ id, name }) => ({
    ...(id !== null && { market_id: id }),
    market_name: name,
  })),
})

/** Markets that the save would remove from the platform and that are in use. */
export const marketsTaken = (view: Pick<PlatformView, 'market_implementations'>, form: BasicForm) =>
  view.market_implementations.filter(
    (market) => market.vendors > 0 && !remainingMarkets(form).some(({ id }) => id === market.market_id),
  )

/** The API's field names as this form's. */
export const toFormErrors = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, message]) => [
      key.replace(/^platform\./, 'details.').replace(/^market_implementations.*$/, 'markets'),
      message,
    ]),
  )
