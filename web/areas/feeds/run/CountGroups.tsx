import type { ReactNode } from 'react'

export type CountGroup = readonly [
  name: string,
  items: readonly (readonly [label: string, value: string, hint?: ReactNode])[],
]

/** Counts in groups; within a group the first is the sum of those that follow. */
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
