import type { Handlers } from '#server/platform/http/http.ts'
import { addPromoCodePartner } from './add-promo-code-partner.ts'
import { changePromoCode } from './change-promo-code.ts'
import { checkPromoCode, listGivableCodes } from './givable.ts'
import { givePromoCode } from './give-promo-code.ts'
import { getPromoCode, listPromoCodePartners, listPromoCodes } from './read.ts'
import { removePromoCode } from './remove-promo-code.ts'
import { savePromoCode } from './save-promo-code.ts'

export const promoCodeRoutes: Handlers<'promo-codes'> = {
  listPromoCodes,
  listPromoCodePartners,
  addPromoCodePartner,
  savePromoCode,
  getPromoCode,
  checkPromoCode,
  listGivableCodes,
  givePromoCode,
  changePromoCode,
  removePromoCode,
}
