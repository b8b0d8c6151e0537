/** A part of a time on the whole of it. @param begins and @param ends are shares of the whole, from 0 to 1. */
export const SpanRule = ({ begins, ends }: { begins: number; ends: number }) => (
  <svg className="rule span" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden>
    <line className="axis" x1={0} x2={100} y1={7.5} y2={7.5} />
    <rect
      className="mark"
      x={Math.min(begins * 100, 99)}
      y={4}
      width={Math.max(1, (ends - begins) * 100)}
      height={7}
    />
  </svg>
)
