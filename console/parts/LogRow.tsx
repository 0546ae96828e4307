import { useState, type ReactNode } from 'react'
import './entries.css'
import { Icon } from './icons.tsx'

interface LogRowProps {
  when: ReactNode
  what: ReactNode
  tag: ReactNode
  children: ReactNode
}

/** Shows a row of a log. An expanded row shows the rest, which is not rendered before. */
export function LogRow({ when, what, tag, children }: LogRowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="log-row" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="soft small log-when">
          <Icon name="next" size={14} /> {when}
        </span>
        <span className="log-what">{what}</span>
        {tag}
      </summary>
      {isOpen && <div className="log-body">{children}</div>}
    </details>
  )
}
