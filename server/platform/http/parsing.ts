import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { messages } from '#contract/messages.ts'
import { refusalsOf, type Operation } from '#contract/operation.ts'
import { refusalStatus } from '#contract/refusals.ts'
import type { Config } from '../config.ts'
import { isConnectionLost, isLockWait } from '../database/db.ts'
import { isDiskFull } from '../disk.ts'
import { Refusal } from './errors.ts'

const uniqueViolation = '23505'
interface Failure extends Error {
  statusCode?: number
  code?: string
  /** The part of the request that the validation refused. */
  validationContext?: string
}
const isUpload = (req: FastifyRequest) => req.headers['content-type']?.startsWith('multipart/') === true

/** The first error of each field, by the field's path. */
export function fieldsOf({ issues }: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[issue.path.join('.') || '(request)'] ??= issue.message
  return fields
}

/** Some forms say something of their own where fields are wrong. */
const messageOf = ({ code, message }: Refusal, op: Operation | undefined) =>
  code === 'invalid' && message === messages.formErrorsListed ? (op?.faulty ?? message) : message

/** Parsing and error handling for the whole app (docs/domain/errors.md, Refusals). */
export function installParsing(app: FastifyInstance, { production }: Pick<Config, 'production'>): void {
  app.setValidatorCompiler(({ schema }) => (data: unknown) => {
    const result = z.safeParse(schema as z.core.$ZodType, data ?? {})
    if (result.success) return { value: result.data }
    return { error: new Refusal('invalid', messages.formErrorsListed, fieldsOf(result.error)) }
  })
  app.setErrorHandler((error: Failure, req, reply) => {
    const { operation: op } = req.routeOptions.config
    if (op?.malformed && error.validationContext === 'params') return reply.status(200).send(op.malformed)
    // outside production a refusal that its contract doesn't name is our own bug and is reported as one
    const isUndeclared = !production && op && error instanceof Refusal && !refusalsOf(op).includes(error.code)
    if (isUndeclared)
      req.log.error({ operation: req.operation, code: error.code }, 'refusal not declared in the contract')
    if (error instanceof Refusal && !isUndeclared)
      return reply.status(error.status).send({
        error: {
          code: error.code,
          message: messageOf(error, op),
          ...(error.fields && { fields: error.fields }),
          ...error.meanwhile,
        },
      })
    if (isUpload(req) && error.message.startsWith('Unexpected end of'))
      return reply
        .status(400)
        .send({ error: { code: 'invalid', message: 'The upload was interrupted. Send the file again' } })
    // two people wrote the same at the same moment, and the database let one through
    if (error.code === uniqueViolation)
      return reply.status(409).send({
        error: { code: 'conflict', message: 'Someone just saved the same record. Reload and try again' },
      })
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500)
      return reply.status(status).send({
        error: {
          code: error.code ?? 'refused',
          message: status === 413 ? 'The request is too large' : error.message,
        },
      })
    if (isDiskFull(error)) {
      req.log.error({ err: error, operation: req.operation }, 'disk full')
      return reply
        .status(refusalStatus.disk_full)
        .send({ error: { code: 'disk_full', message: messages.diskFull, id: req.id } })
    }
    if (isLockWait(error))
      return reply.status(409).send({ error: { code: 'conflict', message: messages.atWork } })
    req.log.error({ err: error, operation: req.operation }, 'request failed')
    if (isConnectionLost(error))
      return reply
        .status(502)
        .send({ error: { code: 'unavailable', message: messages.unavailable, id: req.id } })
    return reply
      .status(500)
      .send({ error: { code: 'internal', message: messages.somethingWrong, id: req.id } })
  })
}
