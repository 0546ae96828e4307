import { describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'
import { makeShoot, shootOf, shootsOf } from './support.ts'

const suite = useServer()

const patched = async (id: string, updates: Record<string, unknown>) =>
  shootOf(await suite.alice.patch(`/shoots/${id}`, { updates }))

describe('PATCH /shoots/{id}', () => {
  it('changes the named fields and nothing else', async () => {
    const shoot = await makeShoot(suite.alice, {
      client_name: 'Søn',
      shoot_time: '09:00',
      duration_minutes: 60,
      location: 'Studio',
      notes: 'old',
    })
    const reply = await suite.alice.patch(`/shoots/${shoot.id}`, {
      updates: { shoot_time: '10:30', notes: ' new ', completion_progress: 25 },
    })
    expect(reply.status).toBe(200)
    const updatedShoot = shootOf(reply)
    expect(updatedShoot).toEqual({
      ...shoot,
      shoot_time: '10:30',
      notes: 'new',
      completion_progress: 25,
      updated_at: expect.any(String),
    })
    expect(updatedShoot.updated_at > shoot.updated_at).toBe(true)
    expect(reply.headers['etag']).toBe(`"${updatedShoot.updated_at}"`)
    expect(Object.keys(updatedShoot)).toEqual(Object.keys(shoot))
    expect(shootOf(await suite.alice.get(`/shoots/${shoot.id}`))).toEqual(updatedShoot)
    expect(shootsOf(await suite.alice.get('/shoots?q=s%C3%B8n'))).toEqual([updatedShoot])
  })

  it('clears optional fields with null and with blank text', async () => {
    const fullFields = { client_name: 'C', shoot_time: '09:00', duration_minutes: 5, location: 'L', notes: 'N' }
    const clearedFields = {
      client_name: null,
      shoot_time: null,
      duration_minutes: null,
      location: null,
      locations: [],
      notes: null,
    }
    const one = await makeShoot(suite.alice, fullFields)
    const { locations: _, ...nulls } = clearedFields
    expect(await patched(one.id, nulls)).toMatchObject(clearedFields)
    const secondShoot = await makeShoot(suite.alice, fullFields)
    expect(await patched(secondShoot.id, { client_name: ' ', location: '', notes: '\t' })).toMatchObject({
      client_name: null,
      location: null,
      locations: [],
      notes: null,
    })
  })

  it('sets the locations with location or with locations', async () => {
    const shoot = await makeShoot(suite.alice, { locations: ['A', 'B'] })
    expect(await patched(shoot.id, { location: 'C' })).toMatchObject({ location: 'C', locations: ['C'] })
    expect(await patched(shoot.id, { locations: ['D', 'E'] })).toMatchObject({ location: 'D', locations: ['D', 'E'] })
    // `location` replaces the whole list, even when it equals the first entry.
    expect(await patched(shoot.id, { location: 'D' })).toMatchObject({ location: 'D', locations: ['D'] })
    expect(await patched(shoot.id, { locations: null })).toMatchObject({ location: null, locations: [] })
  })

  it.each([
    { location: 'A', locations: ['A'] },
    { location: 'A', locations: null },
    { location: null, locations: ['A'] },
    { location: null, locations: null },
    { location: ' ', locations: ['A'] },
  ])('refuses location and locations together: %j', async (updates) => {
    const shoot = await makeShoot(suite.alice, { location: 'Here' })
    const reply = await suite.alice.patch(`/shoots/${shoot.id}`, { updates })
    expect(reply).toHaveFaults(422, ['#/updates/locations invalid_value'])
    expect(shootOf(await suite.alice.get(`/shoots/${shoot.id}`))).toEqual(shoot)
  })

  it('refuses null for required fields', async () => {
    const shoot = await makeShoot(suite.alice)
    const updates = { title: null, shoot_date: null, status: null, completion_progress: null, notes: null }
    const reply = await suite.alice.patch(`/shoots/${shoot.id}`, { updates })
    expect(reply).toHaveFaults(422, [
      '#/updates/completion_progress invalid_type',
      '#/updates/shoot_date invalid_type',
      '#/updates/status invalid_type',
      '#/updates/title invalid_type',
    ])
  })

  it('answers a change without effect with the unchanged record', async () => {
    const shoot = await makeShoot(suite.alice, { location: 'Studio', notes: 'same', shoot_time: '09:00' })
    const events = await suite.sql('select count(*) as n from event')
    const etag = (await suite.alice.get('/shoots')).headers['etag']
    const unchangedUpdates = [
      { notes: 'same' },
      { notes: ' same\n', title: shoot.title },
      { location: ' Studio' },
      { locations: ['Studio'] },
      { status: 'planning' },
      { completion_progress: -0 },
      { shoot_date: shoot.shoot_date, shoot_time: '09:00', duration_minutes: null, client_name: '' },
    ]
    for (const updates of unchangedUpdates) {
      const reply = await suite.alice.patch(`/shoots/${shoot.id}`, { updates })
      expect({ updates, status: reply.status, shoot: shootOf(reply), etag: reply.headers['etag'] }).toEqual({
        updates,
        status: 200,
        shoot,
        etag: `"${shoot.updated_at}"`,
      })
    }
    expect(await suite.sql('select count(*) as n from event')).toEqual(events)
    expect((await suite.alice.get('/shoots')).headers['etag']).toBe(etag)
    const audited = await suite.sql<{ n: number | string }>(
      'select count(*) as n from audit where object_id = ? and method = ?',
      shoot.id,
      'PATCH',
    )
    expect(Number(audited[0]?.n)).toBe(unchangedUpdates.length)
  })

  it('reports all faults of the body at once', async () => {
    const shoot = await makeShoot(suite.alice)
    const reply = await suite.alice.patch(`/shoots/${shoot.id}`, {
      note: 'x',
      updates: {
        id: 'x',
        updated_at: 'y',
        title: '',
        shoot_date: 'tomorrow',
        shoot_time: '9:00',
        duration_minutes: 10_081,
        location: 4,
        locations: [],
        status: 'done',
        completion_progress: 101,
        constructor: 1,
      },
    })
    expect(reply.faults()).toEqual([
      '#/note unknown_field',
      '#/updates/completion_progress invalid_value',
      '#/updates/constructor unknown_field',
      '#/updates/duration_minutes invalid_value',
      '#/updates/id unknown_field',
      '#/updates/location invalid_type',
      '#/updates/locations invalid_value',
      '#/updates/shoot_date invalid_value',
      '#/updates/shoot_time invalid_value',
      '#/updates/status invalid_value',
      '#/updates/title required',
      '#/updates/updated_at unknown_field',
    ])
    const status = reply.problem().errors?.find((fault) => fault.pointer === '#/updates/status')
    expect(status?.allowed).toEqual(['planning', 'confirmed', 'completed', 'cancelled'])
  })

  it.each([
    [{}, ['#/updates required']],
    [{ updates: {} }, ['#/updates empty_updates']],
    [{ updates: null }, ['#/updates invalid_type']],
    [{ updates: [] }, ['#/updates invalid_type']],
    [{ title: 'X' }, ['#/title unknown_field', '#/updates required']],
    [[], ['# invalid_type']],
    [{ updates: { completion_progress: 50.5 } }, ['#/updates/completion_progress invalid_type']],
    [{ updates: { completion_progress: '50' } }, ['#/updates/completion_progress invalid_type']],
    [{ updates: { completion_progress: -1 } }, ['#/updates/completion_progress invalid_value']],
  ])('refuses %j', async (body, faults) => {
    const shoot = await makeShoot(suite.alice)
    const reply = await suite.alice.patch(`/shoots/${shoot.id}`, body)
    expect(reply).toHaveFaults(422, faults)
  })

  it('checks the body, then the record, then the precondition, then the state', async () => {
    const shoot = await makeShoot(suite.alice)
    await patched(shoot.id, { status: 'cancelled' })
    const send = (id: string, updates: unknown) =>
      suite.alice.patch(`/shoots/${id}`, { updates }, { 'if-match': '"stale"' })
    expect((await send('none', { status: 'done' })).status).toBe(422)
    expect((await send('none', { status: 'completed' })).status).toBe(404)
    expect((await send(shoot.id, { status: 'completed' })).status).toBe(412)
    const state = await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { status: 'completed' } })
    expect(state).toBeProblem(409, 'invalid_transition')
  })

  it('gives each of many concurrent changes its own timestamp', async () => {
    const shoot = await makeShoot(suite.alice)
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        suite.alice.patch(`/shoots/${shoot.id}`, { updates: { duration_minutes: index + 1 } }),
      ),
    )
    expect(new Set(replies.map((reply) => shootOf(reply).updated_at)).size).toBe(200)
  })

  it('with If-Match lets exactly one of many concurrent changes succeed', async () => {
    const shoot = await makeShoot(suite.alice)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        suite.alice.patch(
          `/shoots/${shoot.id}`,
          { updates: { notes: `${index}` } },
          { 'if-match': `"${shoot.updated_at}"` },
        ),
      ),
    )
    const acceptedReplies = replies.filter((reply) => reply.status === 200)
    expect({
      acceptedReplyCount: acceptedReplies.length,
      replyCount: replies.filter((reply) => reply.status === 412).length,
    }).toEqual({
      acceptedReplyCount: 1,
      replyCount: 19,
    })
    expect(shootOf(await suite.alice.get(`/shoots/${shoot.id}`))).toEqual(
      acceptedReplies[0] && shootOf(acceptedReplies[0]),
    )
    const events = await suite.sql('select type from event where record_id = ? order by seq', shoot.id)
    expect(events).toEqual([{ type: 'shoot.created' }, { type: 'shoot.updated' }])
  })
})
