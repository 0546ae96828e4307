export interface Bar {
  label: string
  value: number
  /** What is shown beside the bar. */
  text: string
}

/** Horizontal bars as a list, readable without seeing them. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <dl className="bars">
      {bars.map(({ label, value, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="bars-track" aria-hidden="true">
              <span style={{ width: `${(value / highest) * 100}%` }} data-empty={value === 0} />
            </span>
            <span className="number bars-text">{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
