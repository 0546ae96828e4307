import { pipeline } from 'node:stream/promises'
import type { Duplex, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The body is larger than the limit. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** The body cannot be decompressed. */
export class Damaged extends Error {
  override name = 'Damaged'
}

/**
 * Kitroom does not ask for compression. Some storage services still send a file compressed, because it was stored so.
 */
const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Matches codes of zlib and Brotli. It excludes Z_BUF_ERROR, with which the data ended early: the connection was cut.
 */
const DECODER_ERROR = /^(?:Z_(?!BUF_ERROR)|ERR__ERROR_|ERR_BROTLI)/

type Chunks = AsyncIterable<Uint8Array>

async function* limit(source: Chunks, maxBytes: number): Chunks {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new TooLarge()
    yield chunk
  }
}

export interface Body {
  stream: Readable
  /** Content-Encoding, in lower case. */
  encoding: string
  /** Content-Length; NaN without one. */
  declaredBytes: number
}

/**
 * Reads a body completely, and limits it before and after decompression.
 * @throws TooLarge, Damaged, and errors of the connection
 */
export async function readBody(
  { stream, encoding, declaredBytes }: Body,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  if (declaredBytes > maxBytes) throw new TooLarge()
  const isPlain = encoding === '' || encoding === 'identity'
  const createDecoder = isPlain ? undefined : decoders[encoding]
  if (!isPlain && !createDecoder) throw new Damaged()
  const chunks: Uint8Array[] = []
  const collect = async (source: Chunks): Promise<void> => {
    for await (const chunk of limit(source, maxBytes)) chunks.push(chunk)
  }
  const limited = (source: Chunks): Chunks => limit(source, maxBytes)
  try {
    if (createDecoder) await pipeline(stream, limited, createDecoder(), collect, { signal })
    else await pipeline(stream, collect, { signal })
  } catch (error) {
    if (DECODER_ERROR.test(String((error as NodeJS.ErrnoException).code))) throw new Damaged()
    throw error
  }
  return Buffer.concat(chunks)
}
