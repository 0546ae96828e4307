export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middleIndex = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middleIndex] ?? NaN)
    : ((sorted[middleIndex - 1] ?? NaN) + (sorted[middleIndex] ?? NaN)) / 2
}

/** @param share 0 to 1 */
export const computeQuantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? NaN

export interface Spread {
  median: number
  min: number
  max: number
}

export const summarizeSpread = (values: readonly number[]): Spread => ({
  median: computeMedian(values),
  min: Math.min(...values),
  max: Math.max(...values),
})

export const formatSpread = ({ median: middle, min, max }: Spread, digits = 0): string =>
  `${middle.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`
