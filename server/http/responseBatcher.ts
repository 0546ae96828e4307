import type { ServerResponse } from 'node:http'
import type { WholeBody } from '../answer.ts'

export interface ResponseBatcher {
  send(response: ServerResponse, body: WholeBody | undefined): void
}

function endWith(response: ServerResponse, body: WholeBody | undefined): void {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return void response.end(body)
  response.cork()
  for (const part of body) response.write(part)
  response.end()
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
