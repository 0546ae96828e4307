import { toUnsubscribePath, type UnsubscribeLink } from '../../activities/notify/links/unsubscribeToken.ts'
import { findSubscriber } from '../../activities/notify/unsubscribe/findSubscriber.ts'
import type { Config } from '../../config/config.ts'
import type { WholeAnswer } from '../../platform/http/answer.ts'
import { listUnsubscriptions } from '../../state/reminders/unsubscriptions.ts'
import type { SettingsAccess } from '../context/context.ts'
import { readRecipientConfig } from '../problems/recipients.ts'
import type { ReminderLinks } from '../../activities/notify/links/reminderLinks.ts'
import { unsubscribe, type UnsubscribeContext } from '../reminders/unsubscribe.ts'
import { createLinkNotFound, IngressError } from './problem.ts'
import { readReaderTexts, type ReaderContext } from './readReaderTexts.ts'
import { toPageAnswer } from './reminderPage.ts'
import type { IngressRequest, IngressRoute } from './route.ts'

/** Form field of mail programs, which send no cookies, and of the page's button. */
const FORM = { 'List-Unsubscribe': 'One-Click' }
/** Matches the field in a form or in multipart, where further lines may be in between (RFC 8058 section 3.2). */
const ONE_CLICK = /\bList-Unsubscribe\b[^\w-](?:[^]{0,500}?[^\w-])?One-Click\b/

async function showPage(context: ReaderContext, { person, channel, recipient }: UnsubscribeLink): Promise<WholeAnswer> {
  const { language, unsubscribe: texts } = await readReaderTexts(context, { channel, recipient })
  const rows = await context.state.read(listUnsubscriptions)
  const isDone = rows.some((row) => row.person === person && row.channel === channel && row.recipient === recipient)
  const about = [texts.ends(recipient), texts.stays]
  if (isDone) return toPageAnswer({ language, title: texts.done, sentences: [...about, texts.again] })
  return toPageAnswer({
    language,
    title: texts.title,
    sentences: about,
    buttons: [{ text: texts.confirm, fields: FORM }],
  })
}

/** Reads the settings if the person of a link may still unsubscribe at its address. */
async function readLinkConfig(context: SettingsAccess, link: UnsubscribeLink): Promise<Config> {
  const config = await readRecipientConfig(context)
  if (findSubscriber(config, link)?.id !== link.person) throw createLinkNotFound()
  return config
}

/**
 * Serves the links of mails' headers (RFC 8058). GET changes nothing, because mail scanners follow links; POST
 * unsubscribes, and may be repeated.
 */
export function unsubscribeLinkRoute(context: UnsubscribeContext & SettingsAccess, links: ReminderLinks): IngressRoute {
  const handle = async (request: IngressRequest): Promise<WholeAnswer> => {
    const link = await links.readUnsubscribe(request.params['token'] ?? '')
    if (!link) throw createLinkNotFound()
    const config = await readLinkConfig(context, link)
    if (request.method === 'POST') {
      if (!ONE_CLICK.test((await request.readBody()).toString('latin1')))
        throw new IngressError('invalid_request', 'The body must be List-Unsubscribe=One-Click.')
      await unsubscribe(context, config, link)
    }
    return showPage(context, link)
  }
  return { name: 'unsubscribe link', methods: ['GET', 'HEAD', 'POST'], path: toUnsubscribePath('{token}'), handle }
}
