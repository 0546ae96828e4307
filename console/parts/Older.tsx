import { Button } from '@mantine/core'

interface OlderProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  label: string
}

/** Reads the next page of a list that has the newest first. */
export function Older({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, label }: OlderProps) {
  if (!hasNextPage) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      className="older"
      loading={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {label}
    </Button>
  )
}
