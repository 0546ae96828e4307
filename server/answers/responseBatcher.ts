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
  // The system has the bytes after `finish`. Freeing the page now keeps pages of many replies from evicting each other
  // from the processor's cache.
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
