import { z } from 'zod'
import { say, type Said } from '../../../contract/sentences/say.ts'
import { toSettingMessage } from '../../../contract/sentences/schemaSentences.ts'
import type { ChannelDeps } from '../channel.ts'

const MESSAGE = toSettingMessage(say('setting_channel_variable'))

/**
 * Name of an environment variable with a channel's secret. Other names are refused: a setting must not send another
 * secret, such as the API key, to a channel.
 */
export const channelVariable = z
  .string({ message: MESSAGE })
  .regex(/^KITROOM_CHANNEL_[A-Z0-9_]{1,80}$/, { message: MESSAGE })
  .refine((name) => name !== 'KITROOM_CHANNEL_ALLOW' && !name.endsWith('_FILE'), { message: MESSAGE })

/** A fault that prevents a channel from sending. */
export class ChannelUnusable extends Error {
  override name = 'ChannelUnusable'
  readonly said: Said
  constructor(said: Said) {
    super(said.message)
    this.said = said
  }
}

/** @throws ChannelUnusable that names the missing variable, without a value */
export function requireVariable(
  secrets: ChannelDeps['secrets'],
  { id }: { id: string },
  setting: string,
  name: string,
): string {
  const value = secrets[name]?.trim()
  if (value) return value
  throw new ChannelUnusable(say('channel_variable_missing', { variable: name, setting, channel: id }))
}
