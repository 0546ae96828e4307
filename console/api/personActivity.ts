// Detects use by a person. Reads that the page starts, such as a list that another person changed, must not keep the
// session alive.
const ACTIVE_MS = 5_000
const EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'drop', 'pageshow'] as const

let lastInputMs = -Infinity
for (const name of EVENTS)
  addEventListener(name, () => (lastInputMs = performance.now()), { capture: true, passive: true })

/** True within seconds after an input. */
export const isPersonActive = (): boolean => performance.now() - lastInputMs < ACTIVE_MS
