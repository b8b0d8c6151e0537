import { duration } from '../../../ui/time.ts'

/**
 * A time of a category in minutes, as text beside its threshold: green as long as it isn't above it. Zero is
 * a value like any other.
 */
export const measureOf = (minutes: number, limit: number) =>
  ({
    tone: limit >= minutes ? 'good' : 'wait',
    text: minutes === 0 ? '0 min' : duration(minutes * 60),
    allowed: duration(limit * 60),
  }) as const
