import { invalidQuery } from '../../http/query.ts'

/**
 * Refuses a range of days that ends before it begins. Both days belong to the range; either may be left out.
 * @throws AppError invalid_query
 */
export function checkRange<Name extends string>(query: { readonly [K in Name]?: string | undefined }, fromName: Name, toName: Name): void {
  const [from, to] = [query[fromName], query[toName]]
  if (from === undefined || to === undefined || from <= to) return
  throw invalidQuery([{ parameter: toName, code: 'invalid_value', detail: `must not lie before ${fromName}` }])
}
