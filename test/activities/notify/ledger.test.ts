// @postgres
import { describe, expect, it } from 'vitest'
import { configOf, emailChannel, openLedger, reminderOf } from '../../support/mail/ledger.ts'
import { startMailServer } from '../../support/mail/mailServer.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LOG = '{ id: log, type: log }'

describe('the ledger', () => {
  it('queues a reminder once, and again for another date or step', async () => {
    await using ledger = await openLedger(configOf(LOG))
    expect(await ledger.queue(reminderOf('a'), reminderOf('a'))).toBe(1)
    expect(await ledger.queue(reminderOf('a'))).toBe(0)
    expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
    expect(await ledger.queue(reminderOf('a'), reminderOf('a', { dueOn: '2028-04-04' }), reminderOf('b'))).toBe(2)
    expect(await ledger.send()).toMatchObject({ sent: 2 })
    expect(await ledger.queue(reminderOf('a', { step: 1 }))).toBe(1)
    expect(await ledger.send()).toMatchObject({ sent: 1 })
    expect(await ledger.send()).toEqual({ sent: 0, failed: 0, skipped: 0, waiting: 0 })
  })

  it('has a row per recipient and channel', async () => {
    await using ledger = await openLedger(
      configOf(LOG, emailChannel(1, { to: 'ada@example.com, bob@example.com, ada@example.com' })),
    )
    expect(await ledger.queue(reminderOf('a'))).toBe(3)
    expect((await ledger.rows()).map(({ channel, recipient }) => `${channel} ${recipient}`)).toEqual([
      'log log',
      'mail ada@example.com',
      'mail bob@example.com',
    ])
  })

  it('skips a reminder that a later one of the same subject replaces', async () => {
    await using server = await startMailServer()
    await using ledger = await openLedger(configOf(emailChannel(server.port)))
    await ledger.queue(reminderOf('a'))
    ledger.clock.move(6 * DAY_MS)
    await ledger.queue(reminderOf('a', { step: 1, title: 'tomorrow' }))
    await ledger.send()
    expect(server.mails.map(({ email }) => email.subject)).toEqual(['tomorrow'])
    expect((await ledger.rows()).map(({ state }) => state)).toEqual(['skipped', 'sent'])
  })
})

describe('sending', () => {
  it('sends each row once with concurrent senders', async () => {
    await using server = await startMailServer()
    const to = Array.from({ length: 15 }, (_, index) => `person${index + 10}@example.com`)
    await using ledger = await openLedger(configOf(emailChannel(server.port, { to: to.join(', ') })))
    await ledger.queue(reminderOf('a'))
    const counts = await Promise.all([ledger.send(), ledger.send(), ledger.send(), ledger.send()])
    expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(15)
    expect(new Set(server.mails.flatMap((mail) => mail.to))).toEqual(new Set(to))
    expect(server.mails).toHaveLength(15)
    expect(new Set(server.mails.map(({ email }) => email.messageId)).size).toBe(15)
  })

  it.each([2, 300])('sends %i reminders that are due together as one mail per recipient', async (count) => {
    await using server = await startMailServer()
    await using ledger = await openLedger(
      configOf(emailChannel(server.port, { to: 'ada@example.com, bob@example.com' })),
    )
    await ledger.queue(...Array.from({ length: count }, (_, index) => reminderOf(`item ${index + 100}`)))
    expect(await ledger.send()).toMatchObject({ sent: 2 * count, waiting: 0 })
    expect(server.mails.map(({ to, email }) => [to, email.subject])).toEqual([
      [['ada@example.com'], `${count} reminders of your studio`],
      [['bob@example.com'], `${count} reminders of your studio`],
    ])
    for (const { email } of server.mails) expect(email.text?.match(/item \d\d\d ends/g)).toHaveLength(count)
    expect(new Set((await ledger.rows()).map((row) => row.mail_id)).size).toBe(2)
  })

  it('does not delay other channels when one fails, and retries that one with backoff', async () => {
    await using server = await startMailServer()
    const stoppedServer = await startMailServer()
    await stoppedServer.stop()
    await using ledger = await openLedger(
      configOf(emailChannel(stoppedServer.port, { id: 'gone' }), LOG, emailChannel(server.port)),
    )
    await ledger.queue(reminderOf('a'), reminderOf('b'))
    expect(await ledger.send()).toEqual({ sent: 4, failed: 0, skipped: 0, waiting: 2 })
    expect(server.mails).toHaveLength(1)
    const tries = [1, 4, 16, 64, 120, 120]
    for (const [index, minutes] of tries.entries()) {
      const pendingRows = (await ledger.rows()).filter(({ state }) => state === 'pending')
      expect(pendingRows.map(({ channel, attempts }) => [channel, attempts])).toEqual([
        ['gone', index + 1],
        ['gone', index + 1],
      ])
      expect(pendingRows[0]?.error).toContain('cannot be reached')
      ledger.clock.move(minutes * MINUTE_MS - 1)
      await ledger.send()
      expect((await ledger.rows()).filter(({ attempts }) => attempts > index + 1)).toEqual([])
      ledger.clock.move(1)
      await ledger.send()
    }
    await using restartedServer = await startMailServer({ port: stoppedServer.port })
    ledger.clock.move(120 * MINUTE_MS)
    expect(await ledger.send()).toMatchObject({ sent: 2, waiting: 0 })
    expect(restartedServer.mails).toHaveLength(1)
  })

  it('gives up after two weeks with an error; what is still due is queued again and sent once mail works', async () => {
    const stoppedServer = await startMailServer()
    await stoppedServer.stop()
    await using ledger = await openLedger(configOf(emailChannel(stoppedServer.port)))
    await ledger.queue(reminderOf('tried'))
    await ledger.send()
    ledger.config = configOf(emailChannel(stoppedServer.port), LOG)
    await ledger.queue(reminderOf('untried'))
    ledger.config = configOf(emailChannel(stoppedServer.port))
    ledger.clock.move(14 * DAY_MS + 1)
    expect(await ledger.send()).toMatchObject({ skipped: 3, waiting: 0 })
    expect(
      (await ledger.rows()).map(({ channel, subject, state, error }) => [channel, subject, state, error?.slice(0, 35)]),
    ).toEqual([
      ['mail', 'tried', 'skipped', 'It could not be sent for 14 days. T'],
      ['log', 'untried', 'skipped', 'It could not be sent for 14 days: n'],
      ['mail', 'untried', 'skipped', 'It could not be sent for 14 days: n'],
    ])
    // Both are still due in the daily run, which queues them again.
    expect(await ledger.queue(reminderOf('tried'), reminderOf('untried'))).toBe(2)
    await using server = await startMailServer()
    ledger.config = configOf(emailChannel(server.port))
    expect(await ledger.send()).toMatchObject({ sent: 2, waiting: 0 })
    expect(server.mails.map(({ email }) => email.subject)).toEqual(['2 reminders of your studio'])
  })

  it('does not retry a permanent refusal, and continues with the next recipient', async () => {
    await using server = await startMailServer({
      onRecipient: (address) => (address === 'gone@example.com' ? 550 : undefined),
    })
    await using ledger = await openLedger(
      configOf(emailChannel(server.port, { to: 'gone@example.com, ada@example.com' })),
    )
    await ledger.queue(reminderOf('a'))
    expect(await ledger.send()).toEqual({ sent: 1, failed: 1, skipped: 0, waiting: 0 })
    expect((await ledger.rows()).map(({ recipient, state, error }) => [recipient, state, error])).toEqual([
      ['ada@example.com', 'sent', null],
      ['gone@example.com', 'failed', expect.stringContaining('refuses the recipient gone@example.com: 550')],
    ])
  })

  it('keeps reminders pending for a recipient that kitroom.yaml no longer names', async () => {
    await using server = await startMailServer()
    await using ledger = await openLedger(configOf(emailChannel(server.port)))
    await ledger.queue(reminderOf('a'))
    const namedConfig = ledger.config
    ledger.config = configOf(LOG)
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 })
    ledger.config = namedConfig
    expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
  })
})

describe('a sender that died', () => {
  // Ends of claims, by any clock: on PostgreSQL the database's decides.
  const [PASSED, AHEAD] = ['2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z']
  const deadClaim = { state: 'sending', claimed_by: 'a dead worker', attempts: 1 } as const

  it('before the handover has its mail sent', async () => {
    await using server = await startMailServer()
    await using ledger = await openLedger(configOf(emailChannel(server.port)))
    await ledger.queue(reminderOf('a'))
    const [row] = await ledger.rows()
    await ledger.put({ ...deadClaim, claimed_until: AHEAD, mail_id: row?.message_id ?? '' })
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 })
    await ledger.put({ claimed_until: PASSED })
    expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
    expect(server.mails.map(({ email }) => email.messageId)).toEqual([row?.message_id])
    expect((await ledger.rows())[0]).toMatchObject({ state: 'sent', resent: 0 })
  })

  it('after the handover has its mail sent once more under the same id, and never again', async () => {
    await using server = await startMailServer()
    await using ledger = await openLedger(configOf(emailChannel(server.port)))
    await ledger.queue(reminderOf('a'))
    const [row] = await ledger.rows()
    const passedClaim = { ...deadClaim, claimed_until: PASSED, mail_id: row?.message_id ?? '', handed_over: 1 }
    await ledger.put(passedClaim)
    expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
    expect((await ledger.rows())[0]).toMatchObject({ state: 'sent', resent: 1 })
    await ledger.put(passedClaim)
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 0 })
    expect((await ledger.rows())[0]).toMatchObject({
      state: 'unknown',
      error: expect.stringContaining('it is unknown whether it arrived'),
    })
    expect(server.mails.map(({ email }) => email.messageId)).toEqual([row?.message_id])
  })

  it('or a connection that breaks after a mail stops the sending, and later the mail is sent once more', async () => {
    const server = { disconnect: (): undefined => undefined }
    await using mails = await startMailServer({ onMail: () => server.disconnect() })
    server.disconnect = () => {
      mails.disconnect()
      return undefined
    }
    await using ledger = await openLedger(
      configOf(emailChannel(mails.port, { to: 'ada@example.com, bob@example.com' })),
    )
    await ledger.queue(reminderOf('a'))
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 2 })
    expect((await ledger.rows()).map(({ state }) => state).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'pending',
      'unknown',
    ])
    expect(mails.mails).toHaveLength(1)
    server.disconnect = () => undefined
    ledger.clock.move(MINUTE_MS)
    expect(await ledger.send()).toMatchObject({ sent: 2, waiting: 0 })
    const ids = mails.mails.map(({ email }) => email.messageId)
    expect(ids[1]).toBe(ids[0])
    expect(new Set(ids).size).toBe(2)
  })

  it('with a mail of many reminders has the same ones sent under its id, and no others', async () => {
    await using server = await startMailServer()
    await using ledger = await openLedger(configOf(emailChannel(server.port)))
    await ledger.queue(...Array.from({ length: 25 }, (_, index) => reminderOf(`item ${index + 10}`)))
    await ledger.put({ ...deadClaim, claimed_until: PASSED, mail_id: '<all@example.com>', handed_over: 1 })
    await ledger.queue(reminderOf('later'))
    expect(await ledger.send()).toMatchObject({ sent: 26, waiting: 0 })
    expect(server.mails.map(({ email }) => [email.messageId, email.text?.match(/ends in/g)?.length])).toEqual([
      ['<all@example.com>', 25],
      [expect.stringMatching(/^<kitroom\.[0-9a-f]{32}@example\.com>$/), 1],
    ])
  })

  it('has its second sending retried until a server accepts it', async () => {
    const stoppedServer = await startMailServer()
    await stoppedServer.stop()
    await using ledger = await openLedger(configOf(emailChannel(stoppedServer.port)))
    await ledger.queue(reminderOf('a'))
    await ledger.put({ ...deadClaim, claimed_until: PASSED, mail_id: '<one@example.com>', handed_over: 1 })
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 })
    expect((await ledger.rows())[0]).toMatchObject({ state: 'unknown', resent: 0 })
    await using restartedServer = await startMailServer({ port: stoppedServer.port })
    ledger.clock.move(DAY_MS)
    expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
    expect(restartedServer.mails.map(({ email }) => email.messageId)).toEqual(['<one@example.com>'])
  })
})
