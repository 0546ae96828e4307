import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** Shown in an empty list, with advice on the next step. */
export const Empty = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className="empty">
    <Title order={2} size="1rem">
      {title}
    </Title>
    <Text size="sm" c="dimmed" maw="34rem">
      {text}
    </Text>
    {children !== undefined && <div className="empty-actions">{children}</div>}
  </div>
)
