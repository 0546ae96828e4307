/** Colour of a state: good, busy, warn, bad or quiet. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'quiet'

export const Tag = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`tag tag-${tone}`}>{children}</span>
)
