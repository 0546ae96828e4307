import { describe, expect, it } from 'vitest'
import { useServer } from '../../support/suite.ts'

const suite = useServer()

describe('OPTIONS and unsupported methods', () => {
  const paths = [
    ['/gear', 'GET, HEAD, OPTIONS, POST', ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']],
    ['/gear/0192f3a4-0000-7000-8000-000000000000', 'DELETE, GET, HEAD, OPTIONS, PATCH', ['PUT', 'POST', 'TRACE']],
    ['/profile', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['//api/v1/openapi.json', 'GET, HEAD, OPTIONS', ['POST', 'DELETE']],
    ['//healthz', 'GET, HEAD, OPTIONS', ['POST']],
  ] as const

  it.each(paths)('on %s: %s are allowed', async (path, allow, otherMethods) => {
    const options = await suite.alice.as(undefined).send('OPTIONS', path)
    expect({ status: options.status, allow: options.headers['allow'], text: options.text }).toEqual({
      status: 204,
      allow,
      text: '',
    })
    for (const method of otherMethods) {
      const reply = await suite.alice.send(method, path)
      expect({ method, status: reply.status, allow: reply.headers['allow'], code: reply.problem().code }).toEqual({
        method,
        status: 405,
        allow,
        code: 'method_not_allowed',
      })
    }
  })

  it('get 404 for unknown paths, whatever the method', async () => {
    for (const path of [
      '/',
      '/gear/',
      '/gears',
      '/gear/a/b',
      '//api',
      '//api/v1',
      '//api/v2/gear',
      '//GEAR',
      '//api/v1/Gear',
      '//api/v1//gear',
      '/gear/../profile',
    ])
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
        const reply = await suite.alice.send(method, path)
        expect({ path, method, status: reply.status }).toEqual({ path, method, status: 404 })
      }
  })
})
