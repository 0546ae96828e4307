import type { CustomFieldType, CustomFieldValue } from '../../../contract/api/customFieldValues.ts'
import { toTextKey } from '../../db/gearColumns.ts'

/** Writes a number so that texts sort as numbers do: the bits of its float, with those of a negative one inverted. */
function toNumberKey(value: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  const isNegative = (bytes.readUInt8(0) & 0x80) !== 0
  for (const [index, byte] of bytes.entries()) bytes[index] = isNegative ? ~byte : byte
  if (!isNegative) bytes.writeUInt8(bytes.readUInt8(0) | 0x80, 0)
  return bytes.toString('hex')
}

/** Computes the text by which values are compared and sorted: case-insensitive, numbers by size, false before true. */
export function toValueKey(type: CustomFieldType, value: CustomFieldValue): string {
  if (type === 'boolean') return value === true ? '1' : '0'
  return typeof value === 'number' ? toNumberKey(value) : toTextKey(String(value))
}
