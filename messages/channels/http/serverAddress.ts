import { z } from 'zod'
import { say } from '../../../contract/sentences/say.ts'
import { toSettingMessage } from '../../../contract/sentences/schemaSentences.ts'
import { withoutSlashesAtEnd } from '../../../platform/withoutSlashesAtEnd.ts'

const MESSAGE = toSettingMessage(say('setting_server_address'))

/** Address of a server, without slashes at its end. The host is checked before each request. */
export const serverAddress = z
  .url({ protocol: /^https?$/, message: MESSAGE })
  .refine((text) => !/[?#@]/.test(text), { message: MESSAGE })
  .transform(withoutSlashesAtEnd)
