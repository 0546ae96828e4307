import type { ServerResponse } from 'node:http'
import type { WholeBody } from '../answer.ts'

export interface ResponseBatcher {
  send(response: ServerResponse, body: WholeBody | undefined): void
}

function endWith(response: ServerResponse, body: WholeBody | undefined): void {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return void response.end(body)
  const { before, page, after } = body
  response.cork()
  response.write(before)
  response.write(page)
  // Left to the garbage collector, pages of many answers would push each other out of the processor's cache. After `finish` the system has the bytes.
  response.end(after, () => void page.buffer.transfer(0))
}

/**
 * Collects answers until all readable requests are served, then writes them together.
 * Under load this halves the cost of a small answer, because one write wakes the peer for many answers.
 */
export function createResponseBatcher(): ResponseBatcher {
  let waiting: [ServerResponse, WholeBody | undefined][] = []
  const flush = (): void => {
    const answers = waiting
    waiting = []
    for (const [response, body] of answers) endWith(response, body)
  }
  return {
    send(response, body) {
      if (waiting.push([response, body]) === 1) setImmediate(flush)
    },
  }
}
