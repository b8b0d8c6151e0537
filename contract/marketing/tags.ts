import { z } from 'zod'
import { line } from '../inputs.ts'

/** How a registration was tagged: query parameters of the link, as they came. */
export const tagLength = 100
export const registrationTags = z.object({
  utm_source: line(tagLength).default(''),
  utm_medium: line(tagLength).default(''),
  utm_campaign: line(tagLength).default(''),
  promo_code: line(tagLength).default(''),
})
export type RegistrationTags = z.output<typeof registrationTags>
