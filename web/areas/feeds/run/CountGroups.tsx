import type { ReactNode } from 'react'

export type CountGroup = readonly [
  name: string,
  items: readonly (readonly [label: string, value: string, hint?: ReactNode])[],
]

/** Figures that add up, shown as they add up: within a group the first is the sum of those that follow it. */
export const CountGroups = ({ groups }: { groups: readonly CountGroup[] }) => (
  <section aria-label="Counts" className="count-groups">
    {groups.map(([name, items]) => (
      <section key={name} style={{ flexGrow: items.length }}>
        <h3>{name}</h3>
        <dl className="counts">
          {items.map(([label, value, hint]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {value}
                {hint && <small>{hint}</small>}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </section>
)
