import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const BROTLI_QUALITY = 10
const GZIP_LEVEL = 9

/** Endings of the compressed copies that stand beside a file of the console. */
export const COMPRESSED = ['.br', '.gz'] as const

/** Writes the compressed copies of a file beside it: `<path>.br` (RFC 7932) and `<path>.gz` (RFC 1952). */
export function compressFile(path: string): void {
  const content = readFileSync(path)
  const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  writeFileSync(`${path}.br`, brotli)
  writeFileSync(`${path}.gz`, gzipSync(content, { level: GZIP_LEVEL }))
}
