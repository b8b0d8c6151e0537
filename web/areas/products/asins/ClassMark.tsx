import { IconCircleCheck, IconCircleDashed, IconCircleDotted, IconHelpCircle } from '@tabler/icons-react'
import type { MatchClass } from '#contract/products/asins/match.ts'
import { Status } from '../../../ui/values.tsx'
import { classNames } from './class-names.ts'

const marks = {
  green: { tone: 'good', icon: IconCircleCheck },
  amber: { tone: 'wait', icon: IconHelpCircle },
  grey: { tone: 'off', icon: IconCircleDashed },
  none: { tone: 'off', icon: IconCircleDotted },
} as const

/** How sure a match is. */
export const ClassMark = ({ of }: { of: MatchClass }) => (
  <Status tone={marks[of].tone} icon={marks[of].icon}>
    {classNames[of]}
  </Status>
)
