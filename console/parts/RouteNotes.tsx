import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { useTexts } from '../app/language.tsx'
import { Empty } from './Empty.tsx'
import { ErrorNote } from './ErrorNote.tsx'

export function NotFoundNote() {
  const texts = useTexts()
  return (
    <Empty title={texts.notFoundTitle} text={texts.notFoundText}>
      <Link to="/">{texts.nav.today}</Link>
    </Empty>
  )
}

export const RouteErrorNote = ({ error }: ErrorComponentProps) => (
  <ErrorNote error={error instanceof Error ? error : new Error(String(error))} onRetry={() => location.reload()} />
)
