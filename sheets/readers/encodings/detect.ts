import { say, type Said } from '../../../contract/sentences/say.ts'
import { analyse } from 'chardet'
import { candidates, type Candidate } from './candidates.ts'
import { scoreText } from './score.ts'

export interface DetectedEncoding {
  encoding: string
  evidence: Said
  others: string[]
  /** True if even the best candidate is implausible. */
  isDoubtful: boolean
}

const SAMPLE_BYTES = 8 * 1024
/** Score of an encoding that the detector reports with full confidence, in nats. */
const DETECTOR_WEIGHT = 8
/** A candidate is unlikely if its score is this much lower than the best. In nats. */
const MAX_SCORE_GAP = 6
/** Below this score per non-ASCII character, even the best candidate is implausible. In nats. */
const MIN_SCORE_PER_CHARACTER = -7.6

const CHUNK_BYTES = 64 * 1024

/** Index of the next non-ASCII byte, or -1. */
function findNonAscii(bytes: Buffer, from: number): number {
  for (let start = from; start < bytes.length; start += CHUNK_BYTES) {
    const offset = bytes
      .toString('latin1', start, Math.min(start + CHUNK_BYTES, bytes.length))
      .search(/[\u0080-\u00ff]/)
    if (offset >= 0) return start + offset
  }
  return -1
}

/** Takes lines with non-ASCII bytes, up to the limit. A line break is one byte in all candidate encodings. */
function takeSample(file: Uint8Array): Buffer {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const pieces: Buffer[] = []
  let size = 0
  let end = 0
  for (let at = findNonAscii(bytes, 0); at >= 0 && size < SAMPLE_BYTES; at = findNonAscii(bytes, end)) {
    const start = Math.max(end, bytes.lastIndexOf(0x0a, at) + 1)
    const lineEnd = bytes.indexOf(0x0a, at)
    end = Math.min(lineEnd < 0 ? bytes.length : lineEnd + 1, Math.max(at + 1, start + SAMPLE_BYTES))
    pieces.push(bytes.subarray(start, end))
    size += end - start
  }
  return Buffer.concat(pieces)
}

/** Score bonus for valid UTF-8, because text in other encodings rarely is valid UTF-8. In nats. */
const VALID_UTF8_BONUS = 8

interface ScoredCandidate {
  candidate: Candidate
  text: string
  total: number
  language: string
  confidence: number
}

function scoreCandidates(sample: Buffer, isValidUtf8: boolean): ScoredCandidate[] {
  const detected = analyse(sample)
  return candidates
    .map((candidate): ScoredCandidate => {
      const confidence = Math.max(
        0,
        ...detected.filter(({ name }) => candidate.detectedAs?.includes(name)).map((match) => match.confidence),
      )
      const text = new TextDecoder(candidate.encoding).decode(sample)
      const { total, language } = scoreText(text, candidate)
      const bonus = candidate.encoding === 'utf-8' && isValidUtf8 ? VALID_UTF8_BONUS : 0
      return { candidate, text, total: total + (confidence / 100) * DETECTOR_WEIGHT + bonus, language, confidence }
    })
    .toSorted((a, b) => b.total - a.total)
}

const sayLetters = ({ language, confidence }: Pick<ScoredCandidate, 'language' | 'confidence'>): Said =>
  confidence > 0 ? say('by_letters_and_detector', { language, percent: confidence }) : say('by_letters', { language })

/**
 * Ranks encodings by letters, words and the detector.
 * @param isValidUtf8 the bytes are valid UTF-8, possibly by chance
 */
export function detectEncoding(bytes: Uint8Array, isValidUtf8 = false): DetectedEncoding {
  const scored = scoreCandidates(takeSample(bytes), isValidUtf8)
  const [best] = scored
  if (!best) throw new Error('there are no encodings')
  const likely = scored.filter(({ total, text }) => best.total - total < MAX_SCORE_GAP && text !== best.text)
  const length = best.text.match(/[^\u0000-\u007f]/gu)?.length ?? 1
  const isDoubtful = best.total / length < MIN_SCORE_PER_CHARACTER
  return {
    encoding: best.candidate.encoding,
    evidence: isDoubtful ? say('by_no_language') : sayLetters(best),
    others: [...(isDoubtful ? scored.slice(1, 3) : likely)].map(({ candidate }) => candidate.encoding),
    isDoubtful,
  }
}

/** True if a cell's text in another encoding is about as likely as in the chosen one. */
export function isAlsoLikely(text: string, encoding: string, chosen: string, chosenEncoding: string): boolean {
  const [otherCandidate, chosenCandidate] = [encoding, chosenEncoding].map((name) =>
    candidates.find((candidate) => candidate.encoding === name),
  )
  return (
    !otherCandidate ||
    !chosenCandidate ||
    scoreText(text, otherCandidate).total > scoreText(chosen, chosenCandidate).total - MAX_SCORE_GAP
  )
}
