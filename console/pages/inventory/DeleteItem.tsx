import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { deleteGear, Gear } from '../../../contract/api/gear.ts'
import { callApi, etagOf } from '../../api/request.ts'
import { useTexts } from '../../base/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'

export function DeleteItem({ item }: { item: Gear }) {
  const texts = useTexts()
  const navigate = useNavigate()
  const client = useQueryClient()
  // The page goes on with changes of others. Only what was seen when the question was asked is deleted.
  const [asked, setAsked] = useState<Gear>()
  const close = (): void => setAsked(undefined)
  const { mutate, error, isPending } = useMutation({
    mutationFn: (seen: Gear) =>
      callApi<typeof deleteGear>('DELETE /gear/{id}', { params: { id: seen.id } }, { ifMatch: etagOf(seen) }),
    onSuccess: async () => {
      await navigate({ to: '/inventory' })
      await client.invalidateQueries({ queryKey: ['gear'] })
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsked(item)}>
        {texts.item.remove}
      </Button>
      <Modal
        opened={asked !== undefined}
        onClose={close}
        title={texts.item.removeTitle}
        centered
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Text size="sm" className="wrap">
          <b dir="auto">
            {item.brand} {item.model}
          </b>
          . {texts.item.removeText}
        </Text>
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate(asked ?? item)}>
            {texts.item.remove}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
