import { z } from 'zod'
import { say } from '../../../contract/sentences/say.ts'
import { toSettingMessage } from '../../../contract/sentences/schemaSentences.ts'
import { SheetRefused } from '../../types.ts'
import { defineSource } from '../source.ts'

/** A sheet that people drop on a page or send with a command: it has no place where the worker could fetch it. */
export const droppedSource = defineSource({
  settings: z.literal(true, { message: toSettingMessage(say('setting_dropped')) }),
  locationOf: () => 'a dropped sheet',
  fetch: () => Promise.reject(new SheetRefused('unreadable_file', say('sheet_not_dropped'))),
  isSent: true,
})
