import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Language } from '../../messages/languages/language.ts'
import { createSilentLog } from '../../platform/log.ts'
import { DatabaseUnavailable } from '../../platform/sql/types.ts'
import type { IngressRoute } from '../../worker/ingress/route.ts'
import { openIngress, type Ingress } from '../../worker/ingress/server.ts'
import { expectReadablePage } from '../support/readablePage.ts'

// Whoever opens a link that cannot be used sees a page; programs get a problem document (ingress.test.ts).

const route = (path: string, handle: IngressRoute['handle']): IngressRoute => ({
  name: 'a test',
  methods: ['GET', 'HEAD', 'POST'],
  path,
  handle,
})

const routes = [
  route('/echo', async (request) => ({ status: 200, body: await request.readBody() })),
  route('/fault', async () => Promise.reject(new Error('a secret of the inside'))),
  route('/database', async () => Promise.reject(new DatabaseUnavailable('it is locked'))),
]

let ingress: Ingress
beforeAll(async () => {
  ingress = await openIngress({ host: '127.0.0.1', port: 0, routes, log: createSilentLog(), isHealthy: () => true })
})
afterAll(() => ingress.close())

it.each([
  ['/', 404, 'en', 'This link is not valid', undefined],
  ['/database', 503, 'de-CH,de;q=0.9,en;q=0.8', 'Das ist jetzt nicht möglich', '30'],
  ['/fault', 500, 'it, es;q=0.4, fr;q=0.5', 'L’opération a échoué', undefined],
  ['/echo', 405, 'es', 'No ha funcionado', undefined],
  ['/nothing', 404, 'it', 'This link is not valid', undefined],
] as const)(
  'a browser at %s gets a page with status %i in the language of %s',
  async (path, status, accepted, title, retryAfter) => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': accepted }
    const reply = await fetch(ingress.url + path, { method: path === '/echo' ? 'DELETE' : 'GET', headers })
    expect({ status: reply.status, 'retry-after': reply.headers.get('retry-after') ?? undefined }).toEqual({
      status,
      'retry-after': retryAfter,
    })
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("form-action 'self'"),
      'request-id': expect.any(String),
    })
    const html = await reply.text()
    expect(html).toContain(`<h1 dir="ltr">${title}</h1>`)
    const [, language = ''] = /<html lang="(..)">/.exec(html) ?? []
    expectReadablePage(html, language as Language)
    expect(html.includes('<form method="get"><button>')).toBe(status === 503)
    expect(html).not.toContain('secret of the inside')
  },
)
