import { describe, expect, it } from 'vitest'
import { IssuedWebhook } from '../../../../contract/settings/webhooks.ts'
import { testSecretBox } from '../../../support/secrets.ts'
import { useServer } from '../../../support/suite.ts'
import { makeEndpoint, ownerOf, readEndpoint, type Issued } from './support.ts'

const suite = useServer({ fakeClock: true })
const owner = () => ownerOf(suite)
const HOUR_MS = 3_600_000
const rotate = async (id: string, body: Record<string, unknown> = {}): Promise<Issued> => {
  const reply = await owner().post(`/webhooks/${id}/rotate-secret`, body)
  expect(reply.status).toBe(201)
  IssuedWebhook.parse(reply.item())
  return reply.item() as unknown as Issued
}

/** The stored secrets of an endpoint, unsealed: the present one and the previous one. */
async function storedSecrets(id: string): Promise<(string | null)[]> {
  const [row] = await suite.sql<{ secret: string; old_secret: string | null }>(
    'select secret, old_secret from webhook_endpoint where id = ?',
    id,
  )
  return [row?.secret ?? '', row?.old_secret ?? null].map((sealed) =>
    sealed === null ? null : testSecretBox.open(sealed, id),
  )
}

describe('POST /webhooks/{id}/rotate-secret', () => {
  it('adds a new secret beside the old one, by default for a day', async () => {
    const endpoint = await makeEndpoint(owner())
    expect(await storedSecrets(endpoint.id)).toEqual([endpoint.secret, null])
    suite.clock.move(1000)
    const rotation = await rotate(endpoint.id)
    expect(rotation.secret).not.toBe(endpoint.secret)
    expect(await storedSecrets(endpoint.id)).toEqual([rotation.secret, endpoint.secret])
    const validUntil = new Date(suite.clock.nowMs() + 24 * HOUR_MS).toISOString()
    const { secret: _, ...rest } = rotation
    expect({ old_secret_until: rest.old_secret_until, endpoint: await readEndpoint(owner(), endpoint.id) }).toEqual({
      old_secret_until: validUntil,
      endpoint: rest,
    })
    expect(rest.updated_at > endpoint.updated_at).toBe(true)
    suite.clock.move(24 * HOUR_MS - 1)
    expect((await readEndpoint(owner(), endpoint.id)).old_secret_until).toBe(validUntil)
    suite.clock.move(1)
    expect((await readEndpoint(owner(), endpoint.id)).old_secret_until).toBeNull()
  })

  it('drops the old secret at once without an overlap, and the oldest on a second rotation', async () => {
    const endpoint = await makeEndpoint(owner())
    const rotation = await rotate(endpoint.id, { overlap_seconds: 3600 })
    const secondRotation = await rotate(endpoint.id, { overlap_seconds: 60 })
    expect(await storedSecrets(endpoint.id)).toEqual([secondRotation.secret, rotation.secret])
    expect(secondRotation.old_secret_until).toBe(new Date(suite.clock.nowMs() + 60_000).toISOString())
    const lastRotation = await rotate(endpoint.id, { overlap_seconds: 0 })
    expect({
      storedSecrets: await storedSecrets(endpoint.id),
      old_secret_until: lastRotation.old_secret_until,
    }).toEqual({
      storedSecrets: [lastRotation.secret, null],
      old_secret_until: null,
    })
  })

  it('refuses overlaps outside 0 to 7 days and unknown fields', async () => {
    const { id, secret } = await makeEndpoint(owner())
    for (const overlap of [-1, 604_801, 1.5, '60', null])
      expect(
        (await owner().post(`/webhooks/${id}/rotate-secret`, { overlap_seconds: overlap })).problem().errors,
      ).toMatchObject([{ pointer: '#/overlap_seconds' }])
    expect((await owner().post(`/webhooks/${id}/rotate-secret`, { secret: 'mine' })).faults()).toEqual([
      '#/secret unknown_field',
    ])
    expect(await storedSecrets(id)).toEqual([secret, null])
  })

  it('rotates once for a repeated Idempotency-Key, and does not show the secret again', async () => {
    const endpoint = await makeEndpoint(owner())
    const headers = { 'idempotency-key': 'rotate-once' }
    const rotation = (await owner().post(`/webhooks/${endpoint.id}/rotate-secret`, {}, headers)).item()
    const secondReply = await owner().post(`/webhooks/${endpoint.id}/rotate-secret`, {}, headers)
    expect(secondReply).toHaveStatus(201)
    expect({ 'idempotent-replayed': secondReply.headers['idempotent-replayed'], item: secondReply.item() }).toEqual({
      'idempotent-replayed': 'true',
      item: { ...rotation, secret: null },
    })
    expect(await storedSecrets(endpoint.id)).toEqual([rotation['secret'], endpoint.secret])
  })

  it('is audited without the secret', async () => {
    const { id } = await makeEndpoint(owner())
    const { secret } = await rotate(id)
    const [row] = await suite.sql<{ entry: string }>(
      'select entry from audit where object_id = ? order by seq desc',
      id,
    )
    expect((JSON.parse(row?.entry ?? '{}') as { changed: string[] }).changed).toEqual(['secret', 'old_secret_until'])
    expect(row?.entry).not.toContain(secret.slice(6))
  })
})
