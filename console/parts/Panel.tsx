import { Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

/** A section of a page with a title. `isFlush`: its content reaches the edges. */
export function Panel({
  title,
  aside,
  isFlush = false,
  children,
}: {
  title: string
  aside?: ReactNode
  isFlush?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside !== undefined && <div className="small soft">{aside}</div>}
      </div>
      <div className={isFlush ? 'panel-flush' : 'panel-body'}>{children}</div>
    </section>
  )
}
