import { z } from 'zod'
import { defineSource } from '../source.ts'
import { readFile } from './readFile.ts'

export const PATH_REQUIRED_MESSAGE = 'must be the path of an XLSX, CSV or TSV file'

/** A file on the worker's host. */
export const fileSource = defineSource({
  settings: z.string({ message: PATH_REQUIRED_MESSAGE }).min(1, { message: PATH_REQUIRED_MESSAGE }),
  locationOf: (path) => path,
  fetch: async (path, { configDir }) => ({ name: path, bytes: await readFile(configDir, path) }),
})
