import { Skeleton, Stack } from '@mantine/core'
import { useTexts } from '../base/language.tsx'

const WIDTHS = ['100%', '92%', '96%', '88%', '94%']

export function PageSkeleton() {
  const texts = useTexts()
  return (
    <Stack gap="sm" aria-busy="true" aria-label={texts.loading} role="status" mt="md">
      {WIDTHS.map((width) => (
        <Skeleton key={width} height={30} width={width} />
      ))}
    </Stack>
  )
}
