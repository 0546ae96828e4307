import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'

/** Writes JSON atomically, readable by this user only. */
export function writeSecret(file: string, value: unknown): void {
  // Another process may write the same file at the same time.
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}

/** Reads a JSON file; `undefined` if it is absent or does not match the schema. */
export function readJson<T extends z.ZodType>(file: string, schema: T): z.output<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}
