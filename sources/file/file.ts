import { z } from 'zod'
import { defineSource } from '../source.ts'
import { readFile } from './readFile.ts'

export const NEEDS_PATH = 'must be the path of an XLSX, CSV or TSV file'

/** A file on the worker's host. */
export const file = defineSource({
  settings: z.string({ message: NEEDS_PATH }).min(1, { message: NEEDS_PATH }),
  locationOf: (path) => path,
  fetch: async (path, { configDir }) => ({ name: path, bytes: await readFile(configDir, path) }),
})
