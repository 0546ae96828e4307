import { resolveSchema } from './checkSchema.ts'
import type { Schema } from './discovery/documents.ts'

/** Selected names, each with the selection below it. `undefined` selects everything. */
export type FieldMask = Map<string, FieldMask | undefined>

/** Masks are `a,b(c,d.e),f/g`: names, parentheses for several names of one object, `*` for all. */
class MaskParser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  parse(): FieldMask | undefined {
    const mask = this.#parseList()
    return mask !== undefined && this.#at === this.#text.length ? mask : undefined
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #parseList(): FieldMask | undefined {
    const mask: FieldMask = new Map()
    do {
      const entry = this.#parseEntry()
      if (!entry) return undefined
      mergeMask(mask, entry)
    } while (this.#takes(','))
    return mask
  }

  #parseEntry(): FieldMask | undefined {
    const [name] = /^(?:\w+|\*)/.exec(this.#text.slice(this.#at)) ?? []
    if (name === undefined) return undefined
    this.#at += name.length
    if (this.#takes('.') || this.#takes('/')) return this.#below(name, this.#parseEntry())
    if (!this.#takes('(')) return new Map([[name, undefined]])
    const list = this.#parseList()
    return this.#takes(')') ? this.#below(name, list) : undefined
  }

  #below(name: string, mask: FieldMask | undefined): FieldMask | undefined {
    return mask && new Map([[name, mask]])
  }
}

/** A name that is selected as a whole and in part is selected as a whole. */
function mergeMask(target: FieldMask, added: FieldMask): void {
  for (const [name, below] of added) {
    const present = target.get(name)
    if (present && below) mergeMask(present, below)
    else target.set(name, target.has(name) && !present ? undefined : below)
  }
}

/** @returns undefined for a text that is no mask */
export const parseFieldMask = (text: string): FieldMask | undefined =>
  new MaskParser(text.replaceAll(/\s/g, '')).parse()

/** @returns the first path of the mask that the schema does not have */
export function findUnknownField(
  mask: FieldMask,
  unresolved: Schema,
  schemas: Record<string, Schema>,
  path = '',
): string | undefined {
  let schema = resolveSchema(unresolved, schemas)
  while (schema.items) schema = resolveSchema(schema.items, schemas)
  if (!schema.properties) return undefined
  for (const [name, below] of mask) {
    if (name === '*') continue
    const property = schema.properties[name]
    if (!property) return path + name
    const unknown = below && findUnknownField(below, property, schemas, `${path}${name}.`)
    if (unknown !== undefined) return unknown
  }
  return undefined
}

/** Copies the selected fields. Objects of a list are filtered one by one. */
export function applyFieldMask(value: unknown, mask: FieldMask | undefined): unknown {
  if (!mask || mask.has('*') || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => applyFieldMask(item, mask))
  const selected = Object.entries(value).filter(([name]) => mask.has(name))
  return Object.fromEntries(selected.map(([name, item]) => [name, applyFieldMask(item, mask.get(name))]))
}
