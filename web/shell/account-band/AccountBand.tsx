import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { OwnStanding } from '#contract/incidents/incidents.ts'
import { links } from '../../links.ts'
import { bandOf } from './account-band.ts'

/** Over every page of an account that isn’t served: why, and what resolves it. */
export function AccountBand({ standing }: { standing: OwnStanding }) {
  const band = bandOf(standing)
  if (!band) return null
  return (
    <section className="account-band" role="alert" aria-label="Account status">
      <IconAlertTriangle size={20} stroke={1.8} aria-hidden />
      <p>
        <b>{band.title}</b> {band.text}
      </p>
      <Button
        component={Link}
        className="account-band-act"
        size="md"
        to={band.pays ? links.myBilling() : links.contactUs()}
      >
        {band.act}
      </Button>
    </section>
  )
}
