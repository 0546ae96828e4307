import type { z } from 'zod'
import { CliError } from '../base/errors.ts'

/** Lines of a stream with a head, items and an end. Their `kind` distinguishes head and end. */
interface HeadedStream<Head, Item, End> {
  /** Name of the stream, such as `forecast`. */
  what: string
  head: { kind: string; schema: z.ZodType<Head> }
  item: z.ZodType<Item>
  end: { kind: string; schema: z.ZodType<End> }
}

/** Reads a stream to its end. @throws CliError if its head or its end is missing */
export async function readHeadedStream<Head, Item, End>(
  lines: AsyncIterable<unknown>,
  { what, ...schemas }: HeadedStream<Head, Item, End>,
): Promise<{ head: Head; items: Item[]; end: End }> {
  let head: Head | undefined
  let end: End | undefined
  const items: Item[] = []
  for await (const line of lines) {
    const { kind } = line as { kind?: unknown }
    if (kind === schemas.head.kind) head = schemas.head.schema.parse(line)
    else if (kind === schemas.end.kind) end = schemas.end.schema.parse(line)
    else items.push(schemas.item.parse(line))
  }
  if (head !== undefined && end !== undefined) return { head, items, end }
  throw new CliError(`The worker sent an incomplete ${what}. Its log says why.`)
}
