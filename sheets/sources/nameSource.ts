const MAX_LENGTH = 40

const toId = (name: string): string =>
  name
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '') ?? ''

/** Makes the id of a source from the name of its file, such as `geraete-2026` from "Geräte 2026.xlsx". */
export function nameSource(name: string, taken: readonly string[]): string {
  const id = toId(name) || 'list'
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? id : `${id}-${number}`
    if (!taken.includes(candidate)) return candidate
  }
}
