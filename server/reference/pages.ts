import { readFileSync } from 'node:fs'
import { hashTag } from '../../platform/http/conditional.ts'
import type { Answer, MediaType } from '../answer.ts'
import { toPlaneViews } from './model.ts'
import { errorsPage, guidePage, planePath, planePage } from './pageHtml.ts'

const EXAMPLE_ADDRESS = 'http://127.0.0.1:4000'

// Matches characters without meaning to HTML or a shell, because readers copy the address into a terminal.
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Returns the address that the client used. Only the browser knows if a proxy uses https, so search.js corrects the
 * scheme.
 * @param host Host header (RFC 9110 section 7.2); an unusual one is ignored
 */
const toServerAddress = (host: string | undefined): string =>
  host !== undefined && HOST.test(host) ? `http://${host}` : EXAMPLE_ADDRESS

/** This policy allows no content of other servers, only Kitroom's script and style sheet. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const asset = (name: string): string => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')

function answerWith(contentType: MediaType, text: string): Answer<Uint8Array> {
  const body = Buffer.from(text)
  return { status: 200, body, contentType, etag: hashTag(body), policy: POLICY }
}

type Page = (address: string) => Answer<Uint8Array>

function createGuideAnswer(text: string): Page {
  const parts = text.split(EXAMPLE_ADDRESS)
  return (address) => answerWith('text/html; charset=utf-8', parts.join(address))
}

function buildPages(): Map<string, Page> {
  const planes = toPlaneViews()
  const samePageForAnyAddress =
    (answer: Answer<Uint8Array>): Page =>
    () =>
      answer
  const html = (text: string): Answer<Uint8Array> => answerWith('text/html; charset=utf-8', text)
  return new Map([
    ['/docs', createGuideAnswer(guidePage(planes))],
    ...planes.map((view): [string, Page] => [planePath(view), samePageForAnyAddress(html(planePage(view, planes)))]),
    ['/docs/errors', samePageForAnyAddress(html(errorsPage(planes)))],
    ['/docs/style.css', samePageForAnyAddress(answerWith('text/css; charset=utf-8', asset('style.css')))],
    ['/docs/search.js', samePageForAnyAddress(answerWith('text/javascript; charset=utf-8', asset('search.js')))],
    ['/docs/icon.svg', samePageForAnyAddress(answerWith('image/svg+xml', asset('icon.svg')))],
  ])
}

/** Creates the HTML reference by path and Host header. It is built on first use. */
export function createReference(): (path: string, host: string | undefined) => (() => Answer<Uint8Array>) | undefined {
  let pages: Map<string, Page> | undefined
  return (path, host) => {
    if (path !== '/docs' && !path.startsWith('/docs/')) return undefined
    pages ??= buildPages()
    const page = pages.get(path === '/docs/' ? '/docs' : path)
    return page && (() => page(toServerAddress(host)))
  }
}
