import { distance } from 'fastest-levenshtein'

const MAX_LENGTH = 60
/** Shorter words resemble too many others. */
const MIN_LENGTH = 4

/**
 * Finds the most similar candidate: same start, at most a quarter of the letters different. Both sides must be folded.
 */
export function findMostSimilar(text: string, candidates: Iterable<string>): string | undefined {
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
