import { defineScreens } from '../../ui/screen.ts'

export const promoCodeScreens = defineScreens([
  { state: 'promo_codes.index', path: '/promo-codes/', title: 'Promo Codes', access: 'staff' },
])
