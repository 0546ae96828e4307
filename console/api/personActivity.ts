// Whether a person uses the page. What it reads on its own, such as a list that somebody else changed, must not keep the session alive.
const ACTIVE_MS = 5_000
const EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'drop', 'pageshow'] as const

let lastInputMs = -Infinity
for (const name of EVENTS)
  addEventListener(name, () => (lastInputMs = performance.now()), { capture: true, passive: true })

/** True within seconds of an input. */
export const isPersonActive = (): boolean => performance.now() - lastInputMs < ACTIVE_MS
