import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'

/** Writes JSON that only this user may read, whole or not at all. */
export function writeSecret(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Reads JSON of a known shape; `undefined` when it is absent or of another shape. */
export function readJson<T extends z.ZodType>(file: string, schema: T): z.output<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}
