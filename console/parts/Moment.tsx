import { useFormat } from '../app/format.ts'

/** How long ago, with the exact time on hover. */
export function Moment({ at }: { at: string }) {
  const format = useFormat()
  return (
    <time dateTime={at} title={format.moment(at)}>
      {format.relative(at)}
    </time>
  )
}
