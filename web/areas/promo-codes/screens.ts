import { IconDiscount } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'
import { promoCodeTabs as tabs } from './tabs.ts'

const load = () => import('./PromoCodePage.tsx')

export const promoCodeScreens = defineScreens([
  {
    state: 'promo_codes.index',
    path: '/promo-codes/',
    title: 'Promo Codes',
    access: 'staff',
    load: () => import('./PromoCodeList.tsx'),
    nav: { group: 'Vendors', icon: IconDiscount, key: 'pc' },
    words: 'coupon discount affiliates partners',
  },
  {
    state: 'promo_codes.view',
    path: '/promo-codes/$promo_code_id',
    title: 'Promo code',
    access: 'staff',
    load,
    tabs,
  },
  {
    state: 'promo_codes.pages',
    path: '/promo-codes/$promo_code_id/$page',
    title: 'Promo code',
    access: 'staff',
    load,
    tabs,
  },
])
