import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onlyReads } from '#contract/operation.ts'
import { viewingText } from '#contract/session/viewing.ts'
import { accountRoutes } from './areas/account/routes.ts'
import { activityRoutes } from './areas/activity/routes.ts'
import { approvalRoutes } from './areas/approvals/routes.ts'
import { feedRoutes } from './areas/feeds/routes.ts'
import { customFeedRoutes } from './areas/custom-feeds/routes.ts'
import { directAppRoutes } from './areas/direct-app/routes.ts'
import { incidentRoutes } from './areas/incidents/routes.ts'
import { integrationRoutes } from './areas/integrations/routes.ts'
import { jobRoutes } from './areas/jobs/routes.ts'
import { listRoutes } from './areas/lists/routes.ts'
import { leadToLandingPages } from './areas/marketing/public.ts'
import { marketingRoutes } from './areas/marketing/routes.ts'
import { notificationRoutes } from './areas/notifications/routes.ts'
import { platformRoutes } from './areas/platforms/routes.ts'
import { billingRoutes } from './areas/billing/routes.ts'
import { receiveGatewayEvents } from './areas/payments/public.ts'
import { paymentRoutes } from './areas/payments/routes.ts'
import { pricingRoutes } from './areas/pricing/routes.ts'
import { promoCodeRoutes } from './areas/promo-codes/routes.ts'
import { productPageRoutes } from './areas/product-page/routes.ts'
import { productRoutes } from './areas/products/routes.ts'
import { reportRoutes } from './areas/reports/routes.ts'
import { retentionRoutes } from './areas/retention/routes.ts'
import { searchRoutes } from './areas/search/routes.ts'
import { leadToUnsubscribe, receiveMailEvents } from './areas/session/public.ts'
import { sessionRoutes } from './areas/session/routes.ts'
import { clearSession, giveXsrfToken, hasXsrfToken, identify, sessionTokenOf } from './areas/session/who.ts'
import { signInByProvider } from './areas/staff/public.ts'
import { staffRoutes } from './areas/staff/routes.ts'
import { storeRoutes } from './areas/stores/routes.ts'
import { subscriptionRoutes } from './areas/subscriptions/routes.ts'
import { supplierRoutes } from './areas/suppliers/routes.ts'
import { variantRoutes } from './areas/variants/routes.ts'
import { refuseLocked, refuseLockedSince } from './areas/vendor-record/public.ts'
import { vendorRoutes } from './areas/vendors/routes.ts'
import { contentPolicy } from './content-policy.ts'
import { forbidStoring, serveMachinePages } from './machine-pages.ts'
import { Afterwards } from './platform/http/afterwards.ts'
import { forbidden, invalid, notFound, Refusal } from './platform/http/errors.ts'
import { appVersionHeader, bind, permission } from './platform/http/http.ts'
import { installParsing } from './platform/http/parsing.ts'
import type { Config } from './platform/config.ts'
import type { Services, Who } from './platform/services.ts'
import { Streams } from './platform/http/streams.ts'

/** The route of the web app's files. */
const assets = '/assets/*'

/**
 * @param options.webDir the built web app; undefined: the API alone
 * @param options.addRoutes routes beside the contract's: the demonstration's stand-ins
 */
export async function buildApp(
  services: Services,
  options: { version: string; webDir?: string; addRoutes?: (app: FastifyInstance) => void },
): Promise<FastifyInstance> {
  const { config, log } = services
  const proxies = config.trustProxy
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    bodyLimit: 2 * 1024 * 1024,
    // what is too long is refused by the contract; node’s limit for headers is the only other one
    routerOptions: { maxParamLength: 16_000 },
    forceCloseConnections: true,
    frameworkErrors: (_error, _req, reply) => {
      void (reply as FastifyReply)
        .status(400)
        .send({ error: { code: 'bad_address', message: 'The URL is malformed' } })
    },
  })
  await app.register(cookie)
  await app.register(formbody)
  await app.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 10_000 } })
  await app.register(compress, { encodings: ['gzip'], threshold: 2048 })
  await app.register(helmet, {
    // set once below, since helmet would build it again for each answer
    contentSecurityPolicy: false,
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
  })
  installParsing(app, config)

  const refuseIfLocked = refuseLockedSince(services)
  const stillMay = async (req: FastifyRequest, who: Who) => {
    const { operation } = req.routeOptions.config
    const refusal = operation && permission(operation, who)
    if (refusal) throw refusal
    await refuseIfLocked(req, who)
  }
  app.decorate('streams', new Streams((req) => identify(services, req), stillMay))
  app.decorate('afterwards', new Afterwards())
  app.addHook('onClose', () => app.afterwards.ended())
  app.decorateRequest('who', null)
  app.decorateRequest('operation', '')
  app.decorateRequest('sessionToken', undefined)
  app.decorateRequest('viewing', undefined)
  forbidStoring(app)
  guardRequests(app, services, options.version)
  logRequests(app, services)

  leadToUnsubscribe(app)
  leadToLandingPages(app, services)
  app.addHook('preValidation', refuseLocked(services))
  bindAreas(app, services)
  receiveGatewayEvents(app, services)
  receiveMailEvents(app, services)
  signInByProvider(app, services)

  serveMachinePages(app, services, options.version)

  options.addRoutes?.(app)
  await serveWeb(app, config, options)
  return app
}

/** What every request passes before its route: version, session, and whether it may change anything. */
function guardRequests(app: FastifyInstance, services: Services, version: string): void {
  const { config, secrets } = services
  const contentSecurityPolicy = contentPolicy(config)
  app.addHook('onRequest', async (req, reply) => {
    reply.header(appVersionHeader, version)
    reply.header('x-request-id', req.id)
    reply.header('content-security-policy', contentSecurityPolicy)
    req.sessionToken = sessionTokenOf(config, req)
    if (req.routeOptions.url !== assets) giveXsrfToken({ config, secrets, req, reply })
    // the matched route says what is asked for, however its address is spelled
    const { operation } = req.routeOptions.config
    if (!operation) return
    const clientVersion = req.headers[appVersionHeader]
    if (typeof clientVersion === 'string' && clientVersion !== version)
      throw new Refusal('app_version', 'A new version of the application is available')
    req.who = await identify(services, req)
    if (!req.who && req.sessionToken) clearSession({ config, secrets, reply })
    if (!req.who && operation.access !== 'public') throw new Refusal('signed_out', 'Please sign in')
    if (req.who?.viewed_by && !onlyReads(operation)) throw new Refusal('viewing', viewingText)
    const writes = operation.method !== 'GET' || operation.reads === false
    if (!writes || operation.by_address) return
    if (!hasXsrfToken(secrets, req)) throw forbidden()
    if (!req.headers['app-id']) throw invalid({ 'app-id': 'Send an app-id header' }, 'Send an app-id header')
  })
}

function logRequests(app: FastifyInstance, { log, metrics }: Services): void {
  app.addHook('onResponse', (req, reply, next) => {
    if (req.operation) {
      metrics.requests.observe(
        { operation: req.operation, status: reply.statusCode },
        reply.elapsedTime / 1000,
      )
      log.info(
        {
          request_id: req.id,
          operation: req.operation,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          login_id: req.who?.login_id,
          viewed_by: req.who?.viewed_by?.login_id,
        },
        'request',
      )
    }
    next()
  })
}

function bindAreas(app: FastifyInstance, services: Services): void {
  bind(app, services, 'session', sessionRoutes)
  bind(app, services, 'account', accountRoutes)
  bind(app, services, 'search', searchRoutes)
  bind(app, services, 'vendors', vendorRoutes)
  bind(app, services, 'staff', staffRoutes)
  bind(app, services, 'stores', storeRoutes)
  bind(app, services, 'subscriptions', subscriptionRoutes)
  bind(app, services, 'incidents', incidentRoutes)
  bind(app, services, 'integrations', integrationRoutes)
  bind(app, services, 'custom-feeds', customFeedRoutes)
  bind(app, services, 'suppliers', supplierRoutes)
  bind(app, services, 'feeds', feedRoutes)
  bind(app, services, 'jobs', jobRoutes)
  bind(app, services, 'direct-app', directAppRoutes)
  bind(app, services, 'marketing', marketingRoutes)
  bind(app, services, 'pricing', pricingRoutes)
  bind(app, services, 'billing', billingRoutes)
  bind(app, services, 'approvals', approvalRoutes)
  bind(app, services, 'payments', paymentRoutes)
  bind(app, services, 'promo-codes', promoCodeRoutes)
  bind(app, services, 'product-page', productPageRoutes)
  bind(app, services, 'products', productRoutes)
  bind(app, services, 'variants', variantRoutes)
  bind(app, services, 'platforms', platformRoutes)
  bind(app, services, 'activity', activityRoutes)
  bind(app, services, 'lists', listRoutes)
  bind(app, services, 'notifications', notificationRoutes)
  bind(app, services, 'reports', reportRoutes)
  bind(app, services, 'retention', retentionRoutes)
}

/** A text between quotation marks of a page. */
const asAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

async function serveWeb(
  app: FastifyInstance,
  { signInProvider }: Config,
  { webDir, version }: { version: string; webDir?: string },
): Promise<void> {
  const page =
    webDir && existsSync(join(webDir, 'index.html'))
      ? readFileSync(join(webDir, 'index.html'), 'utf8')
          .replace('%APP_VERSION%', version)
          .replace('%SIGN_IN_PROVIDER%', () => asAttribute(signInProvider?.name ?? ''))
      : undefined
  const missing = (_req: FastifyRequest, reply: FastifyReply) => {
    const { code, message } = notFound('page')
    return reply.status(404).send({ error: { code, message } })
  }
  if (page && webDir)
    await app.register(
      async (files) => {
        await files.register(fastifyStatic, {
          root: join(webDir, 'assets'),
          immutable: true,
          maxAge: '1y',
          preCompressed: true,
        })
        files.setNotFoundHandler(missing)
      },
      { prefix: '/assets' },
    )
  app.all('/api/*', missing)
  app.all('/api-public/*', missing)
  app.setNotFoundHandler((req, reply) => {
    if (!page || req.method !== 'GET') return missing(req, reply)
    return reply.type('text/html').header('cache-control', 'no-cache').send(page)
  })
}
