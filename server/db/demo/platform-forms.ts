import type { FieldDescription } from '#contract/platforms/fields.ts'
import type { FieldValues } from '#contract/platforms/form.ts'
import { handleOf } from '#contract/platforms/handles.ts'

export type Field = Partial<FieldDescription> & { field_name: string }
const choices = (...labels: string[]) => ({
  choices: labels.map((label) => ({ value: handleOf(label), label })),
  text: '',
})
export const helpText = (text: string) => ({ choices: [], text })
const store = (connects_with: string) => ({ connects_with_type: 'store', connects_with }) as const
const onlyIf = (field_handle: string, value: string) => ({
  conditions: [{ field_handle, value, not_equal: false }],
})

export const ftp: readonly Field[] = [
  { field_name: 'Store address', field_data_type: 'url', required: true, ...store('store_url') },
  {
    field_name: 'File destination',
    field_data_type: 'radio',
    field_data_options: choices('Our folder', 'Their FTP server'),
    required: true,
  },
  {
    field_name: 'FTP server',
    required: true,
    ...store('store_ftp_server'),
    ...onlyIf('file_destination', 'their_ftp_server'),
  },
  {
    field_name: 'FTP login',
    required: true,
    ...store('store_ftp_login'),
    ...onlyIf('file_destination', 'their_ftp_server'),
  },
  {
    field_name: 'FTP password',
    field_data_type: 'password',
    required: true,
    ...store('store_ftp_password'),
    ...onlyIf('file_destination', 'their_ftp_server'),
  },
  {
    field_name: 'Send images',
    field_data_type: 'checkbox',
    connects_with_type: 'setting',
    connects_with: 'image_upload',
  },
]
export const amazon: readonly Field[] = [
  {
    field_name: 'Before you start',
    field_data_type: 'information',
    field_data_options: helpText('You need a professional seller account with API access for us.'),
  },
  {
    field_name: 'Seller ID',
    required: true,
    seeded_from_auth_field: 'selling_partner_id',
    field_data_options: helpText('Find it in Seller Central under Account Info'),
  },
  {
    field_name: 'Refresh token',
    field_data_type: 'password',
    required: true,
    seeded_from_auth_field: 'refresh_token',
  },
  {
    field_name: 'Fulfillment',
    field_data_type: 'select',
    field_data_options: choices('By seller', 'By Amazon'),
    required: true,
    connects_with_type: 'market',
    connects_with: 'fulfilment_channel',
  },
  {
    field_name: 'Handling days',
    field_data_type: 'number',
    ...onlyIf('fulfillment', 'by_seller'),
    connects_with_type: 'market',
    connects_with: 'handling_days',
  },
  { field_name: 'Alert email', field_data_type: 'email' },
  { field_name: 'Feed version', field_data_type: 'default', field_data_options: helpText('2026-11') },
]
export const shopify: readonly Field[] = [
  {
    field_name: 'Shop address',
    field_data_type: 'url',
    required: true,
    seeded_from_auth_field: 'shop',
    ...store('store_url'),
  },
  {
    field_name: 'Access token',
    field_data_type: 'password',
    required: true,
    ...store('store_admin_password'),
    seeded_from_auth_field: 'access_token',
  },
]

export const ftpValues = (n: number): FieldValues => ({
  store_address: `https://shop-${n}.example.com`,
  send_images: n % 2 ? 'true' : 'false',
  // few: no update reaches the servers of a demonstration
  ...(n % 17
    ? { file_destination: 'our_folder' }
    : {
        file_destination: 'their_ftp_server',
        ftp_server: `ftp.shop-${n}.example.com`,
        ftp_login: `shop${n}`,
        ftp_password: `demo-password-${n}`,
      }),
})
export const amazonValues = (n: number): FieldValues => ({
  seller_id: `A${(n * 7919) % 1_000_000}X`,
  refresh_token: `demo-token-${n}`,
  fulfillment: n % 4 ? 'by_seller' : 'by_amazon',
  handling_days: n % 4 ? String(1 + (n % 5)) : null,
  alert_email: n % 3 ? `orders${n}@example.com` : null,
})
export const shopifyValues = (n: number): FieldValues => ({
  shop_address: `https://shop-${n}.myshop.example.com`,
  access_token: `demo-token-${n}`,
})
