import { describeFault } from '../../../contract/faultReasons.ts'
import { createQueryError } from '../../http/query.ts'

/**
 * Checks a range of days. Both are inclusive and optional.
 * @throws AppError invalid_query if the range ends before it begins
 */
export function checkRange<Name extends string>(
  query: { readonly [K in Name]?: string | undefined },
  fromName: Name,
  toName: Name,
): void {
  const [from, to] = [query[fromName], query[toName]]
  if (from === undefined || to === undefined || from <= to) return
  throw createQueryError([{ parameter: toName, ...describeFault('before_start', { other_field: fromName }) }])
}
