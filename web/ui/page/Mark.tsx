/** The mark: an F made of a rule's scale, its tick and its mark. */
export const Mark = ({ size = 20 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden>
    <path d="M4 1.5v17M4 4.2h13M4 11h5.2" stroke="currentColor" strokeWidth={2.2} strokeLinecap="round" />
    <path d="M14 7.9 17.1 11 14 14.1 10.9 11Z" fill="var(--accent-text)" />
  </svg>
)
