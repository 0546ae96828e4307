import type { ReactNode } from 'react'
import './entries.css'

interface EntryProps {
  title: ReactNode
  tags?: ReactNode
  facts: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** Shows a term with its value in a list of facts; nothing without a value. */
export const Fact = ({ term, children }: { term: string; children: ReactNode }) =>
  children !== null &&
  children !== undefined &&
  children !== '' && (
    <div className="fact">
      <dt>{term}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )

/** Shows one record of a list with its facts and buttons, on a wide screen and on a phone. */
export const Entry = ({ title, tags, facts, actions, children }: EntryProps) => (
  <li className="entry">
    <div className="entry-main">
      <div className="row">
        <span className="entry-title wrap" dir="auto">
          {title}
        </span>
        {tags}
      </div>
      {children}
      <dl className="entry-facts">{facts}</dl>
    </div>
    {actions !== undefined && <div className="row entry-actions">{actions}</div>}
  </li>
)
