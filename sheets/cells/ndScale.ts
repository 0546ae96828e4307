/** Scale of an ND filter's number: stops, optical density (0.3 for each stop), or the factor (2 for each stop). */
export type NdScale = 'stops' | 'density' | 'factor'

const MAX_STOPS = 20
/** No maker sells a denser filter. */
const MAX_DENSITY = 4.8
const DENSITY_OF_STOP = 0.3

/** Makers round factors: 100 stands for 6⅔ stops, 1000 for 10. */
const ROUNDED_FACTORS: readonly (readonly [number, number])[] = [
  [100, 6.7],
  [200, 7.7],
  [400, 8.7],
  [500, 9],
  [1000, 10],
  [2000, 11],
  [4000, 12],
  [8000, 13],
  [16_000, 14],
  [32_000, 15],
  [64_000, 16],
  [100_000, 16.7],
  [1_000_000, 20],
]
const stopsByFactor: ReadonlyMap<number, number> = new Map([
  ...Array.from({ length: MAX_STOPS }, (_, index): [number, number] => [2 ** (index + 1), index + 1]),
  ...ROUNDED_FACTORS,
])

const isNear = (value: number, other: number): boolean => Math.abs(value - other) < 0.02
/** Filters are sold in whole, half and third stops. */
const isStops = (value: number): boolean =>
  value <= MAX_STOPS && [0, 0.3, 0.33, 0.5, 0.67, 0.7, 1].some((part) => isNear(value % 1, part))

/** Converts a number of a scale to stops. @returns undefined where the scale has no such number */
export function toStops(value: number, scale: NdScale): number | undefined {
  if (scale === 'stops') return isStops(value) ? value : undefined
  if (scale === 'factor') return stopsByFactor.get(value)
  const stops = Math.round(value / DENSITY_OF_STOP)
  return value <= MAX_DENSITY && isNear(value / DENSITY_OF_STOP, stops) ? stops : undefined
}
