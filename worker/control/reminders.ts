import { stopsChannel, type Delivery } from '../../messages/channels/channel.ts'
import { openChannel, type ChannelSettings } from '../../messages/channels/kinds.ts'
import { listChannelRecipients } from '../../activities/notify/routes.ts'
import { createTextsOf } from '../../activities/notify/textsOf.ts'
import type { Config } from '../../config/config.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { listReminders, ReminderInfo, TestedRecipient, testReminders } from '../../contract/control/reminders.ts'
import type { Texts } from '../../messages/languages/texts.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { v7 as uuidv7 } from 'uuid'
import { endChannelPause } from '../../state/reminders/channelPauses.ts'
import { undeferChannel } from '../../state/reminders/reminderEnds.ts'
import { readStudioTimeZone } from '../../state/schedules/schedules.ts'
import type { SettingsAccess, StateAccess, StateAndClock, WorkerContext } from '../context/context.ts'
import { listReminderPage } from '../../state/reminders/reminderList.ts'
import type { ReminderRow } from '../../state/tables/reminderTable.ts'
import { parsePayload } from '../../activities/notify/payload.ts'
import { parseStoredText } from '../../contract/sentences/storedText.ts'
import { createWorkerError } from '../context/errors.ts'

const TEST_TIMEOUT_MS = 20_000

const isRetryable = ({ state, resent }: ReminderRow): boolean =>
  state === 'pending' || (state === 'unknown' && resent === 0)

/** Reads the cause of a reminder in English, and its sentences. */
function toErrorInfo({ error }: ReminderRow): Pick<ReminderInfo, 'error' | 'error_sentences'> {
  if (error === null) return { error }
  const { message, sentences } = parseStoredText(error)
  return sentences ? { error: message, error_sentences: [...sentences] } : { error: message }
}

function toReminderInfo(row: ReminderRow): ReminderInfo {
  const { title, titles = {}, documentType = null } = parsePayload(row.payload)
  return {
    kind: row.kind,
    document_type: documentType,
    subject: row.subject,
    title,
    titles,
    due_on: row.due_on,
    step: row.step,
    channel: row.channel,
    recipient: row.recipient,
    state: row.state,
    attempts: row.attempts,
    next_try_at: isRetryable(row) ? row.next_try_at : null,
    ...toErrorInfo(row),
    created_at: row.created_at,
    sent_at: row.sent_at,
    message_id: row.mail_id,
  }
}

export async function listReminderViews(
  context: StateAccess,
  { query }: Input<typeof listReminders>,
): Promise<Reply<typeof listReminders>> {
  const { limit, offset } = query
  const { rows, total } = await context.state.read((tx) => listReminderPage(tx, query))
  return { data: rows.map(toReminderInfo), pagination: { limit, offset, returned: rows.length, total } }
}

function chooseChannels(channels: readonly ChannelSettings[], id: string | undefined): readonly ChannelSettings[] {
  if (id === undefined) return channels
  const channel = channels.find((candidate) => candidate.id === id)
  if (channel) return [channel]
  throw createWorkerError('unknown_channel', { channel: id, known: channels.map((candidate) => candidate.id) })
}

function makeTestDelivery(nowMs: number, to: string, domain: string, texts: Texts): Delivery {
  const at = toIsoTime(nowMs)
  const facts = [{ name: texts.facts.sentAt, value: texts.format.time(at) }]
  return {
    id: `<kitroom.test.${uuidv7()}@${domain}>`,
    to,
    atMs: nowMs,
    language: texts.language,
    reminders: [{ kind: 'test', subject: '', dueOn: at.slice(0, 10), step: 0, title: texts.test, facts }],
  }
}

/** Ends the pause of a channel that has accepted a test message: its waiting reminders are due now. */
async function resumeChannel({ state, clock }: StateAndClock, channel: string): Promise<void> {
  await state.write(async (tx) => {
    if ((await endChannelPause(tx, channel)) > 0) await undeferChannel(tx, channel, toIsoTime(clock.nowMs()))
  })
}

type TestContext = StateAndClock & Pick<WorkerContext, 'log' | 'channelHost'>

async function testChannel(
  context: TestContext,
  config: Config,
  settings: ChannelSettings,
): Promise<TestedRecipient[]> {
  const channel = openChannel(settings, { ...context.channelHost, log: context.log, timeoutMs: TEST_TIMEOUT_MS })
  const textsOf = createTextsOf(config, await context.state.read(readStudioTimeZone))
  const results: TestedRecipient[] = []
  try {
    for (const { recipient, domain } of listChannelRecipients(config, settings.id)) {
      const outcome = await channel.send(
        makeTestDelivery(context.clock.nowMs(), recipient, domain, textsOf({ channel: settings.id, recipient })),
        () => Promise.resolve(),
      )
      results.push({
        channel: settings.id,
        recipient,
        outcome: outcome.kind,
        error: 'error' in outcome ? outcome.error : null,
      })
      if (outcome.kind === 'sent') await resumeChannel(context, settings.id)
      // The channel's other recipients would only repeat this failure.
      if (stopsChannel(outcome)) break
    }
  } finally {
    channel.close()
  }
  return results
}

/** Sends a test message through each channel, in the same way as a reminder. */
export async function sendTestReminders(
  context: TestContext & SettingsAccess,
  { body }: Input<typeof testReminders>,
): Promise<Reply<typeof testReminders>> {
  const config = await context.settings.read()
  const channels = chooseChannels(config.reminders.channels, body.channel)
  const results = await Promise.all(channels.map((settings) => testChannel(context, config, settings)))
  return { data: results.flat() }
}
