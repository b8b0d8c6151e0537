import { z } from 'zod'
import { text, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import type { FieldDescription } from '../platforms/fields.ts'

const field = z.object({
  custom_feed_field_id: z.number(),
  name: z.string(),
  required: z.boolean(),
  secret: z.boolean(),
})
const config = z.object({
  version: z.number(),
  vendor_supplier_id: z.number(),
  dropshipper_name: z.string(),
  fields: z.array(field),
  values: z.record(z.string(), z.string()).describe('by field id, without secrets'),
  set: z.array(z.string()).describe('ids of stored secrets'),
})
export type VendorSupplierConfig = z.output<typeof config>
type ConfigField = z.output<typeof field>

/** Suppliers only name their fields, so a secret is recognized by its name. */
export const isSecretField = (name: string): boolean =>
  secretWords.test(
    name
      .replaceAll(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})|(\p{L})(?=\d)/gu, '$1$3$4 $2')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' '),
  )
// a name that ends with key is a secret, except an account key or a sort key
const secretWords = new RegExp(
  [
    'password|passwd|passwort|passphrase|passcode|apikey|kennwort|kodwort|schl[uü]ssel|losenord|lösenord',
    'contrase[nñ]a|mot de passe|wachtwoord|has[lł]o|парол|密码|密碼|パスワード|비밀번호',
    '\\b(pass|pwd|pw|secrets?|tokens?|pins?|otp|jwt|bearer|senha|clave|credentials?)\\b',
    '\\b(api|access|private|secret|auth|authentication|security|encryption|signing|pin) (key|code)s?\\b',
    'heslo|jelsz[oó]|parola|palavra.passe|passord|adgangskode|salasana|lozinka|[sş]ifre|chiave|cl[eé] api',
    '(?<!\\b(?:sort|primary|foreign|unique)) keys?$',
  ].join('|'),
  'iu',
)

/** The fields as the form that `web/ui/form/FieldsForm.tsx` shows and `checkForm` checks. */
export const asForm = (fields: readonly ConfigField[]): FieldDescription[] =>
  fields.map(({ custom_feed_field_id, name, required: isRequired, secret }) => ({
    field_name: name,
    field_handle: String(custom_feed_field_id),
    field_data_type: secret ? 'password' : 'text',
    field_data_options: { choices: [], text: '' },
    required: isRequired,
    show_hide_for_market: null,
    seeded_from_auth_field: '',
    connects_with_type: null,
    connects_with: '',
    conditions: [],
  }))

export const vendorSupplierConfigOperations = {
  getVendorSupplierConfig: get(
    '/api/vendor/vendor-supplier-config/{vendor_supplier_id}',
    'Get a vendor’s configuration for a supplier, without secrets',
    { answer: config, refuses: ['not_found'] },
  ),
  saveVendorSupplierConfig: post(
    '/api/vendor/vendor-supplier-config/{vendor_supplier_id}',
    'Save a vendor’s configuration for a supplier; for a secret, null removes it and empty text keeps it',
    {
      record: [{ read: 'getVendorSupplierConfig' }],
      body: z.object({ version, values: z.record(text(20), text(10_000).nullable()) }),
      answer: config,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
