import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { fullHealth } from '#contract/vendors/health.ts'
import { links } from '../../../links.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { count } from '../../../ui/values.tsx'
import type { Vendor } from './vendor.ts'

/** How the health score is computed: 100 points minus those of each trouble. */
export function Health({ vendor }: { vendor: Vendor }) {
  const { score, troubles, vendor_id } = vendor
  if (score === null)
    return (
      <Panel title="Health">
        <Text size="sm">A canceled account has no health score.</Text>
      </Panel>
    )
  const lostPoints = troubles.reduce((sum, t) => sum + t.points, 0)
  return (
    <Panel title={`Health: ${score} of ${fullHealth}`}>
      <table className="table" aria-label="Health score">
        <tbody>
          {troubles.length === 0 && (
            <tr>
              <td>No issues</td>
              <td className="num">{fullHealth}</td>
            </tr>
          )}
          {troubles.map((t) => (
            <tr key={t.code}>
              <td className="wrap">
                <Link to={links.vendor(vendor_id, t.tab)} className="link">
                  {t.text}
                </Link>
              </td>
              <td className="num">−{t.points}</td>
            </tr>
          ))}
        </tbody>
        {lostPoints > 0 && (
          <tfoot>
            <tr>
              <td>{lostPoints > fullHealth ? `Score (${count(lostPoints)} points lost)` : 'Score'}</td>
              <td className="num">{score}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </Panel>
  )
}
