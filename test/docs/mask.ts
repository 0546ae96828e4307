const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c1520d0f00a'

/** Values that differ between runs: durations, and how the audit log merges reads. */
const VOLATILE: readonly [RegExp, string][] = [
  [/"duration_us":\d+/g, '"duration_us":1840'],
  [/"seq":\d+/g, '"seq":57'],
  [/"rows":\d+/g, '"rows":57'],
  // The number of requests that merged rows stand for; 1 for a single row.
  [/"count":\d{2,}/g, '"count":57'],
  [/"links":\d+/g, '"links":31'],
  [/"next_cursor":"[^"]+"/g, '"next_cursor":"NTc"'],
  [/evt_[0-9a-f]{32}/g, `evt_${HASH.slice(0, 32)}`],
  [/\b[0-9a-f]{64}\b/g, HASH],
  [/\b[0-9a-f]{32}\b/g, HASH.slice(0, 32)],
  [/(sk|ok)_studio_[0-9A-Za-z]{49}/g, '$1_studio_…'],
  [/(sk|ok)_studio_…[0-9A-Za-z]{4}/g, '$1_studio_…x7Qp'],
  [/(\\?")[0-9a-f]{8}(\.\d+(?:\.\d+)*\\?")/g, '$15c0ffee1$2'],
  [/whsec_[A-Za-z0-9+/]{43}=/g, 'whsec_…'],
  [/Z\.[0-9a-f]{8}(?=\\?")/g, 'Z.5c0ffee1'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:4000'],
]

export interface Mask {
  assign(placeholder: string, realValue: string): void
  toReal(text: string): string
  withPlaceholders(text: string): string
}

/** Replaces values that differ between runs of the same requests. One value always has the same placeholder. */
export function createMask(): Mask {
  const placeholders = new Map<string, string>()
  const realValues = new Map<string, string>()
  let otherCount = 0
  const assign = (placeholder: string, realValue: string): void => {
    placeholders.set(realValue, placeholder)
    realValues.set(placeholder, realValue)
  }
  const placeholderOf = (realValue: string): string => {
    if (realValues.has(realValue)) return realValue
    if (!placeholders.has(realValue))
      assign(`019d33aa-0000-7000-8000-${String(++otherCount).padStart(12, '0')}`, realValue)
    return placeholders.get(realValue) ?? realValue
  }
  return {
    assign,
    toReal: (text) => text.replaceAll(UUID, (placeholder) => realValues.get(placeholder) ?? placeholder),
    withPlaceholders: (text) =>
      VOLATILE.reduce((masked, [pattern, placeholder]) => masked.replaceAll(pattern, placeholder), text).replaceAll(
        UUID,
        placeholderOf,
      ),
  }
}
