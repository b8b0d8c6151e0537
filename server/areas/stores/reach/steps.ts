import { many } from '#contract/words.ts'
import type { Check, CheckName } from '#contract/stores/connection-test.ts'

/** What a step found wrong, and how to fix it. */
export class Fault extends Error {
  readonly mend: string
  constructor(sentence: string, mend: string) {
    super(sentence)
    this.mend = mend
  }
}

export interface StepResult {
  sentence: string
  mend?: string
}
export interface Step {
  name: CheckName
  run: () => Promise<StepResult>
  /** What is said of a failure that is no `Fault`: by its code, its message alone where none fits. */
  faults?: (error: Failure) => Fault | undefined
  /** What is said of an answer that doesn’t come in time; where the port was reached, no firewall is blamed. */
  late?: (sentence: string) => Fault | undefined
}
/** A place to reach: its steps in their order, each on what those before it opened. */
export interface Reach {
  target: string
  steps: readonly Step[]
  close: () => Promise<void> | void
}
export type Failure = Error & { code?: string | number }

interface Limits {
  milliseconds: number
  /** Texts that no sentence may contain. */
  secrets: readonly string[]
}

/** Takes each step until one fails; those after it aren't reached. */
export async function takeSteps({ steps, close }: Reach, limits: Limits): Promise<Check[]> {
  const checks: Check[] = []
  const late = Promise.withResolvers<never>()
  // where all ends in time nobody waits for it
  late.promise.catch(() => {})
  const seconds = Math.round(limits.milliseconds / 1000)
  const timer = setTimeout(
    () => late.reject(new Late(`The server didn’t respond within ${many(seconds, 'second')}.`, tooSlow)),
    limits.milliseconds,
  )
  try {
    for (const step of steps) {
      const hasFailed = checks.some((check) => check.state === 'failed')
      const isConnected = checks.some((check) => check.name === 'port' && check.state === 'ok')
      checks.push(hasFailed ? notReached(step.name) : await take(step, late.promise, limits, isConnected))
    }
  } finally {
    clearTimeout(timer)
    // steps that hang are abandoned
    void Promise.resolve(close()).catch(() => {})
  }
  return checks
}
class Late extends Fault {}
/** It is connected but has sent nothing yet. */
export const silent = (sentence: string) =>
  new Fault(sentence, 'The port is open but silent. Check the protocol and port.')
const stallFault = (sentence: string) =>
  new Fault(
    sentence,
    'The connection works but is slow. Try again. If it persists, contact the store’s host.',
  )
const tooSlow = 'Try again. If it persists, ask the store’s host whether a firewall is blocking us.'

const notReached = (name: CheckName): Check => ({
  name,
  state: 'not_reached',
  sentence: 'Skipped because an earlier check failed.',
  what_to_do: '',
})

async function take(
  step: Step,
  late: Promise<never>,
  { secrets }: Limits,
  isConnected: boolean,
): Promise<Check> {
  const { name } = step
  try {
    const running = step.run()
    // it may fail after it was abandoned
    running.catch(() => {})
    const { sentence, mend = '' } = await Promise.race([running, late])
    return { name, state: 'ok', sentence: hide(sentence, secrets), what_to_do: mend }
  } catch (error) {
    const fault = faultOf(step, error as Failure, isConnected)
    return { name, state: 'failed', sentence: hide(fault.message, secrets), what_to_do: fault.mend }
  }
}

function faultOf(step: Step, error: Failure, isConnected: boolean): Fault {
  if (error instanceof Late)
    return step.late?.(error.message) ?? (isConnected ? stallFault(error.message) : error)
  return error instanceof Fault ? error : (step.faults?.(error) ?? unknown(error))
}

/** A server's message may repeat a secret. */
export const withoutSecrets = (text: string, secrets: Iterable<string>): string =>
  [...secrets]
    .filter((secret) => secret !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((message, secret) => message.replaceAll(secret, '•••'), text)
const hide = (text: string, secrets: readonly string[]): string =>
  withoutSecrets(text.replaceAll(/\p{Cc}+/gu, ' '), secrets).slice(0, 500)

const unknown = (error: Failure): Fault => {
  const [sentence, mend] = network[String(error.code)] ?? [
    `Failed: ${error.message}`,
    'Contact the store’s host.',
  ]
  return new Fault(sentence, mend)
}

const askFirewall = 'Check the host and port. A firewall at the store’s host may be blocking us.'
const network: Readonly<Record<string, readonly [sentence: string, mend: string]>> = {
  ECONNREFUSED: ['The server refused the connection.', 'Check the port. Nothing is listening on this one.'],
  ECONNRESET: ['The server closed the connection.', askFirewall],
  EPIPE: ['The server closed the connection.', askFirewall],
  EHOSTUNREACH: ['The server can’t be reached.', askFirewall],
  ENETUNREACH: ['The server can’t be reached.', askFirewall],
  ETIMEDOUT: ['The server didn’t respond in time.', askFirewall],
}
