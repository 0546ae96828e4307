import { Button } from '@mantine/core'
import { useTexts } from '../base/language.tsx'

interface ShowMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Reads the next page of a list. */
export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: ShowMoreProps) {
  const texts = useTexts()
  if (!hasNextPage) return null
  return (
    <div className="show-more">
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {texts.owner.more}
      </Button>
    </div>
  )
}
