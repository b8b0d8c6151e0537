import './switch-group.css'
import { Switch, Title, Tooltip, VisuallyHidden } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'

/** Switches under their name with how many are on; folded until somebody opens them or one has an error. */
export function SwitchGroup({
  title,
  onCount,
  count,
  changeCount = 0,
  isFaulty = false,
  children,
}: {
  title: string
  onCount: number
  count: number
  /** How many differ from what is saved. */
  changeCount?: number
  isFaulty?: boolean
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="panel switch-group"
      open={isOpen || isFaulty}
      onToggle={(e) => setIsOpen(e.currentTarget.open)}
    >
      <summary>
        <Title order={2}>{title}</Title>
        <span className="quiet">
          {onCount} of {count} on{changeCount > 0 && `, ${changeCount} changed`}
        </span>
      </summary>
      {children}
    </details>
  )
}

/** A switch that says what it does while it is focused or pointed at. */
export function HintedSwitch({
  label,
  hint,
  note,
  isOn,
  disabled = false,
  turn,
}: {
  label: string
  hint: string
  /** What counts right now, such as that it has no effect. */
  note?: string | undefined
  isOn: boolean
  disabled?: boolean | undefined
  turn: (on: boolean) => void
}) {
  const hintId = useId()
  return (
    <Tooltip
      label={hint}
      multiline
      maw={280}
      position="top-start"
      events={{ hover: true, focus: true, touch: true }}
    >
      <div>
        <Switch
          label={label}
          aria-label={label}
          aria-describedby={hintId}
          description={note}
          disabled={disabled}
          checked={isOn}
          onChange={(e) => turn(e.currentTarget.checked)}
        />
        <VisuallyHidden id={hintId}>{hint}</VisuallyHidden>
      </div>
    </Tooltip>
  )
}
