import { createTransport } from 'nodemailer'
import type { Config } from '../platform/config.ts'
import { freeBytes, isNearlyFull } from '../platform/disk.ts'
import { isWeakSecret } from '../platform/unsafe-settings.ts'
import { either, found, safe, unsafe, unknown, type Finding } from './finding.ts'

/**
 * The settings by themselves: older secrets, and the faults for which production refuses them.
 */
export function lookAtSettings(config: Config, faults: readonly string[]): Finding[] {
  const older = config.secrets.slice(1).filter(isWeakSecret).length
  return [
    either(
      config.production,
      'This is a production installation',
      'This isn’t set up for production. Set NODE_ENV=production',
    ),
    ...faults.map(unsafe),
    ...(faults.length === 0 ? [safe('All settings that production requires are set')] : []),
    lookAtGateway(config),
    ...(older > 0 ? [unsafe('APP_SECRET_PREVIOUS has a secret that is easy to guess. Remove it soon')] : []),
  ]
}

/** Without live keys, bills count as paid although nothing was. */
const lookAtGateway = ({ stripe }: Config): Finding =>
  either(
    stripe !== undefined && !stripe.secretKey.includes('_test_'),
    'Cards are charged by Stripe',
    stripe === undefined
      ? 'Charges go to the sandbox: bills count as paid, and no money moves. Set the STRIPE_ keys'
      : 'Stripe’s keys are of its test mode: bills count as paid, and no money moves. Set the live keys',
  )

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

/** The disks of the machine that this runs on. */
export async function lookAtDisk(config: Config): Promise<Finding[]> {
  const free = await freeBytes(config)
  if (free === null) return [unknown('Disk space: not checked. Files aren’t stored on this machine')]
  return [
    either(
      !isNearlyFull(free, config),
      `${gigabytes(free)} of disk space is free`,
      `Only ${gigabytes(free)} of disk space is free. Uploads are refused below ${gigabytes(config.diskFloorBytes)}. Free some space`,
    ),
  ]
}

const waitMs = 10_000

/** Connects to the mail server and signs in, and sends nothing. */
export const lookAtMail = (config: Config): Promise<Finding[]> =>
  found('The SMTP server can’t be reached', async () => {
    if (config.smtpUrl === undefined) return []
    const transport = createTransport({
      url: config.smtpUrl,
      connectionTimeout: waitMs,
      greetingTimeout: waitMs,
      socketTimeout: waitMs,
    })
    try {
      await transport.verify()
      return [safe(`The SMTP server accepts connections; emails come from ${config.mailFrom}`)]
    } finally {
      transport.close()
    }
  })
