/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const substitutionCost = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(substitutionCost, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}

const MAX_LENGTH = 60
/** Shorter words resemble too many others. */
const MIN_LENGTH = 4

/** The most similar candidate with the same start and at most a quarter of different letters. Both sides must be folded. */
export function findNearest(text: string, candidates: Iterable<string>): string | undefined {
  if (!/\p{L}/u.test(text) || text.length < MIN_LENGTH || text.length > MAX_LENGTH) return undefined
  let best: string | undefined
  let bestDistance = Math.floor(text.length / 4) + 1
  for (const candidate of candidates) {
    if (candidate[0] !== text[0] || Math.abs(candidate.length - text.length) >= bestDistance) continue
    const candidateDistance = distance(text, candidate)
    if (candidateDistance >= bestDistance) continue
    best = candidate
    bestDistance = candidateDistance
  }
  return best
}
