/** A sheet row by header. */
export type Row = Record<string, string | number>

/** CSV text of rows; the header is the union of their names. */
export function csv(rows: readonly Row[]): string {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))].map((cells) => cells.join(',')).join('\r\n') +
    '\r\n'
  )
}

/** `count` distinct cameras, tagged from K-0001 on. */
export const cameras = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    'Asset Tag': `K-${String(index + 1).padStart(4, '0')}`,
    Type: 'camera',
    Brand: 'Canon',
    Model: `EOS R${index + 1}`,
    'Storage Location': `Shelf ${index % 20}`,
    'Purchase Price': 100 + index,
  }))
