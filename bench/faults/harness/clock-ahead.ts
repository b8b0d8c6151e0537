// Loaded before the program: its machine's clock is 40 days ahead, as of someone who set a wrong date.
const aheadMs = 40 * 86_400_000
const RightDate = Date

globalThis.Date = class extends RightDate {
  constructor(...args: [] | ConstructorParameters<DateConstructor>) {
    if (args.length === 0) super(RightDate.now() + aheadMs)
    else super(...(args as [number]))
  }
  static override now(): number {
    return RightDate.now() + aheadMs
  }
} as DateConstructor
