import { say } from '../../contract/sentences/say.ts'
import { GoogleRefused } from './refused.ts'

/**
 * Limits the body of a response after decompression, so that a huge sheet cannot fill the memory.
 * @returns a response whose body fails with GoogleRefused beyond `maxBytes`
 */
export function limitBody(response: Response, maxBytes: number): Response {
  if (!response.body) return response
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes <= maxBytes) return controller.enqueue(chunk)
      controller.error(new GoogleRefused(say('google_sends_too_much', { mebibytes: maxBytes / 2 ** 20 })))
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}
