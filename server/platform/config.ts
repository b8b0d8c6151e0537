import { createPrivateKey, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isEmail } from '#contract/formats.ts'
import { meansProduction, unsafeSettings } from './unsafe-settings.ts'

const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (s) => URL.canParse(s) && protocols.includes(new URL(s).protocol),
      `needs an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )

const byComma = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** `10.0.0.1`, `10.0.0.0/8`, or the IPv6 equivalent. */
function isNetwork(text: string): boolean {
  const [address = '', bits, rest] = text.split('/')
  const longestPrefix = { 4: 32, 6: 128 }[isIP(address)]
  if (longestPrefix === undefined || rest !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longestPrefix)
}

const proxyCount = /^\s*\d{1,2}\s*$/
/**
 * Which proxies are trusted to report the caller's address: none, this many in front of us, or those at
 * these addresses.
 */
const proxies = z
  .string()
  .default('')
  .refine(
    (s) => proxyCount.test(s) || byComma(s).every(isNetwork),
    'needs a number of proxies, or their addresses or networks separated by commas',
  )
  .transform((s) => (proxyCount.test(s) ? Number(s) || false : byComma(s).length > 0 && byComma(s)))

/** A service's key, recognized by its prefix, so that none ends up where the browser would see it. */
const key = (...begins: string[]) =>
  z
    .string()
    .refine(
      (s) => begins.some((b) => s.startsWith(b)) && /^[\w-]+$/.test(s),
      `needs a key that starts with ${begins.join(' or ')}`,
    )

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

const secretLength = 'needs at least 32 characters'

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  DEMO: z.enum(['0', '1']).optional(),
  PORT: z.coerce.number<string>().int().min(0).max(65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_DIRECT_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_CONNECTIONS: z.coerce.number<string>().int().min(8).max(500).default(16),
  DOWNLOADS: z.coerce.number<string>().int().min(1).max(500).default(16),
  DOWNLOADS_PER_HOST: z.coerce.number<string>().int().min(1).max(100).default(4),
  PREPARED_STATEMENTS: z.enum(['on', 'off']).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  STORAGE_URL: url('s3:', 'file:').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'needs an address such as Feedstock <feeds@example.com>',
    )
    .optional(),
  MAIL_EVENTS_SECRET: z.string().min(32, secretLength).optional(),
  MAIL_DKIM_DOMAIN: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)+$/, 'needs a domain such as example.com')
    .optional(),
  MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/, 'needs a name such as feedstock')
    .optional(),
  MAIL_DKIM_KEY: z
    .string()
    .transform((text) => text.replaceAll(String.raw`\n`, '\n'))
    .refine(isRsaKey, 'needs an RSA private key as PEM, with \\n for its line breaks')
    .optional(),
  METRICS_TOKEN: z.string().min(32, secretLength).optional(),
  TICKET_URL: url('http:', 'https:').optional(),
  INVOICE_ISSUER: z
    .string()
    .default('Feedstock')
    .transform((text) => text.split('|').map((part) => part.trim()))
    .refine((all) => all.every((part) => part !== ''), 'needs a name and lines separated by |'),
  SUPPORT_EMAIL: z.string().refine(isEmail, 'needs an address such as support@example.com').optional(),
  APP_SECRET: z.string().min(32, secretLength).optional(),
  APP_SECRET_PREVIOUS: z
    .string()
    .default('')
    .transform(byComma)
    .refine((all) => all.every((s) => s.length >= 32), `${secretLength} in each`),
  PUBLIC_URL: url('http:', 'https:').optional(),
  DISK_FLOOR_MB: z.coerce.number<string>().int().min(0).max(1_000_000).default(1024),
  WEB_APP: z.enum(['built', 'none']).default('built'),
  FETCH_ALLOW_HOSTS: z.string().default(''),
  TRUST_PROXY: proxies,
  ORDER_AUTOMATION_URL: url('http:', 'https:').optional(),
  ORDER_AUTOMATION_SECRET: z.string().min(32, secretLength).optional(),
  AMAZON_CLIENT_ID: z.string().min(1).optional(),
  AMAZON_CLIENT_SECRET: z.string().min(1).optional(),
  AMAZON_LOGIN_URL: url('http:', 'https:').default('https://api.amazon.com/auth/o2/token'),
  WALMART_ITEM_VERSION: z
    .string()
    .regex(/^\d+\.\d+\.\d{8}-\d\d_\d\d_\d\d-api$/, 'needs a version such as 5.0.20260803-17_50_56-api')
    .optional(),
  DIRECT_APP_URL: url('http:', 'https:').optional(),
  DIRECT_APP_SECRET: z.string().min(32, secretLength).optional(),
  OIDC_ISSUER: url('https:', 'http:').optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().max(60, 'needs at most 60 characters').optional(),
  STRIPE_SECRET_KEY: key('sk_', 'rk_').optional(),
  STRIPE_PUBLISHABLE_KEY: key('pk_').optional(),
  STRIPE_WEBHOOK_SECRET: key('whsec_').optional(),
  STRIPE_API_URL: url('http:', 'https:').default('https://api.stripe.com'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  LOG_FORMAT: z.enum(['json', 'plain']).optional(),
})
const variables = new Set(Object.keys(environment.shape))
const near =
  /^(LOG_FORM|LOG_LEV|FETCH_ALLOW|STORAGE|SMTP|APP_SECRET|PUBLIC_URL|DATA_DIR|DATABASE_|TRUST_PROX|MAIL_|SUPPORT_EMAIL|METRICS_|DOWNLOADS|DISK_FLOOR|TICKET_|INVOICE_|ORDER_AUTO|AMAZON_|WALMART_|DIRECT_APP_|OIDC_|STRIPE_)/

export type Config = ReturnType<typeof readConfig>

/** Parses the environment once. Throws a sentence that names each malformed or misspelled variable. */
export function readConfig(env: Record<string, string | undefined>) {
  const unknown = Object.keys(env).filter((k) => near.test(k) && !variables.has(k))
  const result = environment.safeParse(
    Object.fromEntries([...variables].map((k) => [k, env[k] === '' ? undefined : env[k]])),
  )
  const faults = [
    ...unknown.map((k) => `${k} isn't a Feedstock setting`),
    ...(result.error?.issues ?? []).map((i) => `${i.path.join('.')} ${i.message}`),
  ]
  if (!result.success || faults.length) throw new Error(`The environment is wrong: ${faults.join('; ')}.`)
  const e = result.data
  // a database that isn't the embedded one holds what nobody wants to lose
  const mode = e.NODE_ENV ?? (e.DATABASE_URL ? 'production' : 'development')
  const production = mode === 'production'
  const dataDir = resolve(e.DATA_DIR)
  const unsafe = unsafeSettings(e)
  const refusal = `Production isn’t safe with these settings. ${unsafe.join(' ')}${meansProduction(e)}`
  if (production && !e.APP_SECRET) throw new Error(refusal)
  const stripe = stripeOf(e)
  const host = isIP(e.HOST) === 6 ? `[${e.HOST}]` : e.HOST
  const publicUrl = (e.PUBLIC_URL ?? `http://${host}:${e.PORT}`).replace(/\/$/, '')
  const isDemonstration = !production && (e.DEMO === undefined ? isForTrying(e, mode) : e.DEMO === '1')
  return {
    production,
    /** Why production refuses to start with these settings; undefined: it may. */
    refusal: production && unsafe.length > 0 ? refusal : undefined,
    /** Whether an empty database is filled with the demonstration. */
    demonstration: isDemonstration,
    port: e.PORT,
    host: e.HOST,
    ...databaseOf(e),
    dataDir,
    /** With less free space, uploads are refused and the health is degraded. */
    diskFloorBytes: e.DISK_FLOOR_MB * 1024 * 1024,
    storageUrl: e.STORAGE_URL,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM ?? `Feedstock <no-reply@${mailHost(new URL(publicUrl).hostname)}>`,
    /** How emails are signed; undefined: they aren’t, or the SMTP server does. */
    mailDkim: dkimOf(e),
    /** The secret by which the mail service authenticates; undefined: no bounces are reported. */
    mailEventsSecret: e.MAIL_EVENTS_SECRET,
    /** Opens the metrics and the API’s documents to machines; undefined: to signed-in staff only. */
    metricsToken: e.METRICS_TOKEN,
    /** The seller on invoices and credit notes: a name, then address lines. */
    invoiceIssuer: e.INVOICE_ISSUER as readonly string[],
    ticketUrl: e.TICKET_URL,
    supportEmail: e.SUPPORT_EMAIL ?? `support@${mailHost(new URL(publicUrl).hostname)}`,
    /** The first seals; the older ones still open what they sealed. */
    secrets: [e.APP_SECRET ?? keptSecret(dataDir), ...e.APP_SECRET_PREVIOUS] as const,
    publicUrl,
    orderAutomation: ordersOf(e),
    /** The IS Direct app; undefined: it isn't connected. */
    directApp: directAppOf(e, { isDemonstration, publicUrl }),
    signInProvider: signInProviderOf(e, production),
    // the demonstration's stand-in hosts are this program itself, at its own port only
    fetchAllowHosts: [
      ...byComma(e.FETCH_ALLOW_HOSTS.toLowerCase()),
      ...(mode === 'development' ? [new URL(publicUrl).host] : []),
    ],
    trustProxy: e.TRUST_PROXY,
    // `npm run dev` serves the sources itself
    webApp: e.WEB_APP === 'built',
    amazon: amazonOf(e),
    /** Walmart’s item specification; undefined: the newest that this program knows. */
    walmartItemVersion: e.WALMART_ITEM_VERSION,
    /** This service's identity at Stripe; undefined: charges go to the sandbox. */
    stripe,
    ...logOf(e, mode),
    serverName: `${hostname()}-${process.pid}`,
  }
}

function dkimOf({
  MAIL_DKIM_DOMAIN: domainName,
  MAIL_DKIM_SELECTOR: keySelector,
  MAIL_DKIM_KEY: privateKey,
}: z.output<typeof environment>) {
  if (domainName === undefined && keySelector === undefined && privateKey === undefined) return undefined
  if (domainName === undefined || keySelector === undefined || privateKey === undefined)
    throw new Error('Set MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY together, or none of them.')
  return { domainName, keySelector, privateKey }
}

/** A person who tries it out reads plain lines, and only what went wrong; machines read all of it as JSON. */
function logOf(e: z.output<typeof environment>, mode: string) {
  const logFormat = e.LOG_FORMAT ?? (mode === 'development' ? 'plain' : 'json')
  return { logFormat, logLevel: e.LOG_LEVEL ?? (logFormat === 'plain' ? 'warn' : 'info') }
}

/** On this machine alone: neither beside a database of somebody else nor at an address for others. */
const isForTrying = (e: z.output<typeof environment>, mode: string) =>
  mode === 'development' && !e.DATABASE_URL && !e.PUBLIC_URL?.startsWith('https:')

/** This program's identity at Amazon; its sellers authorize it. */
const amazonOf = (e: z.output<typeof environment>) => ({
  clientId: e.AMAZON_CLIENT_ID,
  clientSecret: e.AMAZON_CLIENT_SECRET,
  loginUrl: e.AMAZON_LOGIN_URL,
})

/** All three keys of one mode, or none. */
function stripeOf(e: z.output<typeof environment>) {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = e
  if (!secretKey && !publishableKey && !webhookSecret) return undefined
  if (!secretKey || !publishableKey || !webhookSecret)
    throw new Error(
      'The environment is wrong: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set together.',
    )
  if (/_test_/.test(secretKey) !== /_test_/.test(publishableKey))
    throw new Error(
      'The environment is wrong: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are from different modes (test and live).',
    )
  return { secretKey, publishableKey, webhookSecret, apiUrl: e.STRIPE_API_URL }
}

/** The service where customers manage their orders, and the key that proves to it whom we send. */
function ordersOf({
  ORDER_AUTOMATION_URL: url,
  ORDER_AUTOMATION_SECRET: secret,
}: z.output<typeof environment>) {
  if (!url && !secret) return undefined
  if (!url || !secret)
    throw new Error(
      'The environment is wrong: ORDER_AUTOMATION_URL and ORDER_AUTOMATION_SECRET must be set together.',
    )
  return { url: url, secret }
}

/** The address of the IS Direct app, and the secret by which it knows us. */
export interface DirectAppSettings {
  url: string
  secret: string
}
/** The demonstration’s IS Direct is this program itself. */
export const demoDirectPath = '/dev/direct-app'
export const demoDirectSecret = 'demonstration-of-is-direct-0123456789'
function directAppOf(
  { DIRECT_APP_URL: url, DIRECT_APP_SECRET: secret }: z.output<typeof environment>,
  { isDemonstration, publicUrl }: { isDemonstration: boolean; publicUrl: string },
): DirectAppSettings | undefined {
  if (!url && !secret)
    return isDemonstration ? { url: `${publicUrl}${demoDirectPath}`, secret: demoDirectSecret } : undefined
  if (!url || !secret)
    throw new Error('The environment is wrong: DIRECT_APP_URL and DIRECT_APP_SECRET must be set together.')
  return { url: url.replace(/\/$/, ''), secret }
}

/** Where staff may sign in besides with a password; undefined: nowhere. */
export interface SignInProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** On the button. */
  name: string
}
function signInProviderOf(e: z.output<typeof environment>, production: boolean): SignInProvider | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  } = e
  if (!issuer && !clientId && !clientSecret && !name) return undefined
  if (!issuer || !clientId || !clientSecret)
    throw new Error(
      'The environment is wrong: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.',
    )
  if (production && !issuer.startsWith('https:'))
    throw new Error('The environment is wrong: OIDC_ISSUER needs an https address in production.')
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname }
}

/** An IP address is not a mail domain. */
const mailHost = (hostname: string) => (isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname)

/** Outside production a secret is generated once and stored beside the data. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(path, 'utf8').trim()
}

/** The database and its connections, and how many files are downloaded. */
function databaseOf(e: z.output<typeof environment>) {
  if (e.DATABASE_DIRECT_URL && !e.DATABASE_URL)
    throw new Error('The environment is wrong: DATABASE_DIRECT_URL requires DATABASE_URL.')
  return {
    databaseUrl: e.DATABASE_URL,
    /** The database itself, where DATABASE_URL is a pooler. */
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    // requests don't wait for jobs, nor jobs for requests
    connections: {
      requests: Math.ceil(e.DATABASE_CONNECTIONS / 2),
      jobs: Math.floor(e.DATABASE_CONNECTIONS / 2),
    },
    /** Files that a worker downloads at once, and runs of one host that download at once anywhere. */
    downloads: { atOnce: e.DOWNLOADS, perHost: e.DOWNLOADS_PER_HOST },
    prepare: (e.PREPARED_STATEMENTS ?? (e.DATABASE_DIRECT_URL ? 'off' : 'on')) === 'on',
  }
}
