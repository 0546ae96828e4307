import { request } from 'undici'
import { expect, it } from 'vitest'
import { addKey } from '../../../support/account.ts'
import { openBrowser } from '../../../support/console.ts'
import { fakeClock, startInProcessServer } from '../../../support/server.ts'
import { useServer } from '../../../support/suite.ts'
import { sendRaw } from '../../../support/wire.ts'

const suite = useServer({ own: true })
const keys = () => ({ api_key: suite.aliceAccount.api_key, owner_key: suite.aliceAccount.owner_key })

it('slows down tries', async () => {
  await using server = await startInProcessServer(suite.folder.databaseFile, fakeClock(), { rateLimit: true })
  const attempts = Array.from({ length: 300 }, () => openBrowser(server.url).signIn({ code: 'A'.repeat(43) }))
  const codes = (await Promise.all(attempts)).map((reply) => reply.problem().code)
  expect(codes.filter((code) => code === 'code_not_valid').length).toBeLessThan(295)
  expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThan(5)
  expect((await openBrowser(server.url).signIn(keys())).status).toBe(201)
})

it('refuses bodies that are too large or not JSON, and unknown parameters', async () => {
  const browser = openBrowser(suite.server.url)
  expect(await browser.send('POST', '/console/api/session', `{"api_key":"${'x'.repeat(300_000)}"}`)).toBeProblem(
    413,
    'body_too_large',
  )
  expect(await browser.send('POST', '/console/api/session', '{"api_key":')).toBeProblem(400, 'malformed_json')
  expect(await browser.send('POST', '/console/api/session', '{"api_key":"a","api_key":"b"}')).toBeProblem(
    400,
    'malformed_json',
  )
  expect(await browser.send('POST', '/console/api/session', '["x"]')).toBeProblem(422, 'validation_failed')
  expect(await browser.send('POST', '/console/api/session?next=https://evil.example', keys())).toBeProblem(
    400,
    'invalid_query',
  )
  expect(await browser.signIn({ ...keys(), redirect: 'https://evil.example' })).toBeProblem(422, 'validation_failed')
  expect(await browser.signIn({ api_key: 'x'.repeat(201) })).toBeProblem(422, 'validation_failed')
})

it('answers other methods with those that exist', async () => {
  const browser = openBrowser(suite.server.url)
  expect((await browser.signIn(keys())).status).toBe(201)
  const put = await browser.send('PUT', '/console/api/session', {})
  expect(put).toBeProblem(405, 'method_not_allowed')
  expect(put.headers['allow']).toBe('DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  expect(await browser.send('GET', '/console/api/codes')).toBeProblem(405, 'method_not_allowed')
  const head = await openBrowser(suite.server.url).send('HEAD', '/console/api/session')
  expect(head).toMatchObject({ status: 401, text: '' })
})

it('never redirects, whatever the path or the query says', async () => {
  for (const path of [
    '/?next=https://evil.example',
    '//evil.example/',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/console?code=x',
    '/?code=abc&return_to=//evil.example',
  ]) {
    const [reply] = await sendRaw(
      suite.server.url,
      [`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`],
      1,
    )
    expect(reply?.status ?? 0, path).toBeOneOf([200, 404])
    expect(reply?.headers['location'], path).toBe(undefined)
  }
})

it('cannot be framed, and leaves no trace of its address elsewhere', async () => {
  const reply = await request(`${suite.server.url}/`, { headers: { accept: 'text/html' } })
  expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  await reply.body.dump()
  const session = await openBrowser(suite.server.url).send('GET', '/console/api/session')
  expect(session.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
})

it('shows a hostile label as it is, in JSON only', async () => {
  const key = await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, {})
  const label = '<img src=x onerror=alert(1)>\u202e"</script>'
  await suite.sql('update api_key set name = ? where last4 = ?', label, key.slice(-4))
  const reply = await openBrowser(suite.server.url).signIn({ api_key: key })
  expect(reply.headers).toMatchObject({ 'content-type': 'application/json', 'x-content-type-options': 'nosniff' })
  expect((reply.data() as { api_key: { label: string } }).api_key.label).toBe(label)
})
