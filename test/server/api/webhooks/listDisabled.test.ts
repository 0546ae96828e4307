import { describe, expect, it } from 'vitest'
import { listDisabledWebhooks } from '../../../../contract/api/webhooks.ts'
import { useServer } from '../../../support/suite.ts'
import { createSettings } from '../../../support/settings.ts'

const suite = useServer({ bob: true })
const owner = () => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const SECRET_PATH = '/services/T0001/hidden?token=hidden'

async function addEndpoint(host: string): Promise<string> {
  const reply = await owner().post('/webhooks', { url: `https://${host}${SECRET_PATH}`, events: ['*'] })
  expect(reply.status).toBe(201)
  return reply.item().id
}

/** Disables an endpoint as the dispatcher does. */
const disable = (id: string, reason: string, at: string): Promise<unknown> =>
  suite.sql(
    "update webhook_endpoint set status = 'disabled', disabled_reason = ?, disabled_at = ? where id = ?",
    reason,
    at,
    id,
  )

describe('GET /webhooks/disabled', () => {
  it('lists what the server disabled, with no more of an address than its host', async () => {
    const [gone, failing, byOwner] = [
      await addEndpoint('gone.example:8443'),
      await addEndpoint('failing.example'),
      await addEndpoint('owner.example'),
    ]
    await addEndpoint('works.example')
    expect((await suite.alice.get('/webhooks/disabled')).text).toBe('{"data":[]}')
    await disable(gone, 'gone', '2026-03-01T08:00:00.000Z')
    await disable(failing, 'failing', '2026-03-02T08:00:00.000Z')
    expect((await owner().patch(`/webhooks/${byOwner}`, { updates: { status: 'disabled' } })).status).toBe(200)
    const reply = await suite.alice.get('/webhooks/disabled')
    expect(listDisabledWebhooks.reply.body.parse(JSON.parse(reply.text)).data).toEqual([
      { id: gone, host: 'gone.example:8443', disabled_reason: 'gone', disabled_at: '2026-03-01T08:00:00.000Z' },
      { id: failing, host: 'failing.example', disabled_reason: 'failing', disabled_at: '2026-03-02T08:00:00.000Z' },
    ])
    expect(reply.text).not.toContain('hidden')
    expect((await suite.bob.get('/webhooks/disabled')).text).toBe('{"data":[]}')
    const headers = { 'if-none-match': reply.headers['etag'] ?? '' }
    expect((await suite.alice.get('/webhooks/disabled', headers)).status).toBe(304)
    expect((await owner().patch(`/webhooks/${gone}`, { updates: { status: 'enabled' } })).status).toBe(200)
    expect((await owner().delete(`/webhooks/${failing}`)).status).toBe(200)
    expect((await suite.alice.get('/webhooks/disabled', headers)).text).toBe('{"data":[]}')
  })
})
