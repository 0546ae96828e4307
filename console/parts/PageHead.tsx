import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface PageHeadProps {
  title: string
  /** Line under the title. */
  note?: ReactNode
  /** Link back to the parent page. */
  above?: ReactNode
  children?: ReactNode
}

/** Shows the title of a page with its actions. */
export function PageHead({ title, note, above, children }: PageHeadProps) {
  useDocumentTitle(`${title} · Kitroom`)
  return (
    <header className="page-head">
      <div className="page-head-text">
        {above !== undefined && <div className="page-above">{above}</div>}
        <Title order={1} size="1.375rem" className="wrap" dir="auto">
          {title}
        </Title>
        {note !== undefined && <div className="page-note">{note}</div>}
      </div>
      {children !== undefined && <div className="page-actions">{children}</div>}
    </header>
  )
}
