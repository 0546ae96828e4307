import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { ShownError } from '../api/problem.ts'
import { PageNotLoaded } from '../base/lazyPage.ts'
import { useTexts } from '../base/language.tsx'
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

export function RouteErrorNote({ error }: ErrorComponentProps) {
  const texts = useTexts()
  const thrown = error instanceof Error ? error : new Error(String(error))
  const shown = error instanceof PageNotLoaded ? new ShownError(texts.pageNotLoaded) : thrown
  return <ErrorNote error={shown} onRetry={() => location.reload()} />
}
