import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Document } from '../../../contract/api/documents.ts'
import { useRights } from '../../api/session.ts'

interface DocumentLinkProps {
  document: Document
  className?: string
  children: ReactNode
}

/** Links to the item of a document, if it has one that the session may read. */
export function DocumentLink({ document: { gear_id: gearId }, className, children }: DocumentLinkProps) {
  const { can } = useRights()
  if (gearId === null || !can('gear:read')) return <div className={className}>{children}</div>
  return (
    <Link to="/inventory/$id" params={{ id: gearId }} className={className}>
      {children}
    </Link>
  )
}
