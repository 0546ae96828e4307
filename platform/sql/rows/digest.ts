import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

export interface Digest {
  bytes: number
  sha256: string
}

export function createDigester(): Transform & { digest(): Digest } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, next) {
      hash.update(chunk)
      bytes += chunk.length
      next(null, chunk)
    },
  })
  return Object.assign(stream, { digest: () => ({ bytes, sha256: hash.digest('hex') }) })
}
