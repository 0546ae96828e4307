import { analyse } from 'chardet'
import { candidates, type Candidate } from './candidates.ts'
import { scoreText } from './score.ts'

export interface Guess {
  encoding: string
  evidence: string
  others: string[]
  /** True when even the best is implausible. */
  isDoubtful: boolean
}

const SAMPLE_BYTES = 8 * 1024
/** Weight of a confident detector, in nats. */
const DETECTOR_WEIGHT = 8
/** Candidates further behind are dropped. */
const MARGIN = 6
/** Plausibility limit per character. */
const SENSE = -7.6

const CHUNK_BYTES = 64 * 1024

/** Index of the next non-ASCII byte, or -1. */
function findNonAscii(bytes: Buffer, from: number): number {
  for (let start = from; start < bytes.length; start += CHUNK_BYTES) {
    const found = bytes.toString('latin1', start, Math.min(start + CHUNK_BYTES, bytes.length)).search(/[\u0080-\u00ff]/)
    if (found >= 0) return start + found
  }
  return -1
}

/** Lines with non-ASCII bytes, up to the limit. A line break is one byte in every encoding here. */
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

/** Other encodings are rarely valid UTF-8 by chance. */
const VALID_UTF8 = 8

interface Weighed {
  candidate: Candidate
  text: string
  total: number
  language: string
  confidence: number
}

function weigh(sample: Buffer, isValidUtf8: boolean): Weighed[] {
  const found = analyse(sample)
  return candidates
    .map((candidate): Weighed => {
      const confidence = Math.max(0, ...found.filter(({ name }) => candidate.detectedAs?.includes(name)).map((match) => match.confidence))
      const text = new TextDecoder(candidate.encoding).decode(sample)
      const { total, language } = scoreText(text, candidate)
      const bonus = candidate.encoding === 'utf-8' && isValidUtf8 ? VALID_UTF8 : 0
      return { candidate, text, total: total + (confidence / 100) * DETECTOR_WEIGHT + bonus, language, confidence }
    })
    .toSorted((a, b) => b.total - a.total)
}

/** Ranks encodings by letters, words and the detector. @param isValidUtf8 valid UTF-8, but possibly by chance */
export function detectEncoding(bytes: Uint8Array, isValidUtf8 = false): Guess {
  const weighed = weigh(takeSample(bytes), isValidUtf8)
  const [best] = weighed
  if (!best) throw new Error('there are no encodings')
  const likely = weighed.filter(({ total, text }) => best.total - total < MARGIN && text !== best.text)
  const length = best.text.match(/[^\u0000-\u007f]/gu)?.length ?? 1
  const isDoubtful = best.total / length < SENSE
  const detector = best.confidence > 0 ? `, detector ${best.confidence} %` : ''
  return {
    encoding: best.candidate.encoding,
    evidence: isDoubtful ? 'no known language has such letters' : `letters and words of ${best.language}${detector}`,
    others: [...(isDoubtful ? weighed.slice(1, 3) : likely)].map(({ candidate }) => candidate.encoding),
    isDoubtful,
  }
}

/** True when another reading of a cell is about as likely. */
export function isLikelyToo(text: string, encoding: string, chosen: string, chosenEncoding: string): boolean {
  const [other, own] = [encoding, chosenEncoding].map((name) => candidates.find((candidate) => candidate.encoding === name))
  return !other || !own || scoreText(text, other).total > scoreText(chosen, own).total - MARGIN
}
