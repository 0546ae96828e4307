/** Reproducible random numbers (mulberry32). */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number, 0 ≤ n < `below`. */
  int(limit: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
}

export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    int,
    pick: (list) => {
      const one = list[int(list.length)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
    chance: (probability) => next() < probability,
  }
}
