import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Answer, MediaType } from '../http/answer.ts'
import { viewPlanes } from './model.ts'
import { errorsPage, guidePage, pageOf, planePage } from './pageHtml.ts'

/** Nothing comes from elsewhere, and nothing but our own two files runs or paints. */
const POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const asset = (name: string): string => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')

function answerWith(contentType: MediaType, text: string): Answer<Uint8Array> {
  const body = Buffer.from(text)
  return { status: 200, body, contentType, etag: `"${hash('sha256', body, 'hex').slice(0, 32)}"`, policy: POLICY }
}

function build(): Map<string, Answer<Uint8Array>> {
  const planes = viewPlanes()
  const html = (text: string): Answer<Uint8Array> => answerWith('text/html; charset=utf-8', text)
  return new Map([
    ['/docs', html(guidePage(planes))],
    ...planes.map((view): [string, Answer<Uint8Array>] => [pageOf(view), html(planePage(view, planes))]),
    ['/docs/errors', html(errorsPage(planes))],
    ['/docs/style.css', answerWith('text/css; charset=utf-8', asset('style.css'))],
    ['/docs/search.js', answerWith('text/javascript; charset=utf-8', asset('search.js'))],
    ['/docs/icon.svg', answerWith('image/svg+xml', asset('icon.svg'))],
  ])
}

/** The HTML reference: pages by path, made from the contract when one is first asked for. */
export function createReference(): (path: string) => (() => Answer<Uint8Array>) | undefined {
  let pages: Map<string, Answer<Uint8Array>> | undefined
  return (path) => {
    if (path !== '/docs' && !path.startsWith('/docs/')) return undefined
    pages ??= build()
    const page = pages.get(path === '/docs/' ? '/docs' : path)
    return page && (() => page)
  }
}

/** Where a browser that was given only the server's address is led. */
export const toReference: Answer = { status: 302, body: '', contentType: 'text/html; charset=utf-8', location: '/docs' }
