import { z } from 'zod'
import { say } from '../../../contract/sentences/say.ts'
import { toSettingMessage } from '../../../contract/sentences/schemaSentences.ts'
import { defineSource } from '../source.ts'
import { readFile } from './readFile.ts'

export const PATH_REQUIRED = say('setting_file')
const PATH_REQUIRED_MESSAGE = toSettingMessage(PATH_REQUIRED)

/** A file on the worker's host. */
export const fileSource = defineSource({
  settings: z.string({ message: PATH_REQUIRED_MESSAGE }).min(1, { message: PATH_REQUIRED_MESSAGE }),
  locationOf: (path) => path,
  fetch: async (path, { configDir }) => ({ name: path, bytes: await readFile(configDir, path) }),
})
