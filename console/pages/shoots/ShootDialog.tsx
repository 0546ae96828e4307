import { Button, Group, Modal, Select, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shootTransitions, type createShoot, type NewShoot, type Shoot, type updateShoot } from '../../../contract/shoots.ts'
import { shootQuery } from '../../api/queries.ts'
import { callApi, etagOf } from '../../api/request.ts'
import { useRights } from '../../api/session.ts'
import { useTexts } from '../../app/language.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const orNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const toValues = (shoot: Shoot | undefined, day: string) => ({
  title: shoot?.title ?? '',
  client_name: shoot?.client_name ?? '',
  shoot_date: shoot?.shoot_date ?? day,
  shoot_time: shoot?.shoot_time ?? '',
  duration_minutes: shoot?.duration_minutes?.toString() ?? '',
  locations: shoot?.locations.join('\n') ?? '',
  notes: shoot?.notes ?? '',
  status: shoot?.status ?? 'planning',
})
type Values = ReturnType<typeof toValues>

function toBody(values: Values): NewShoot {
  const locations = values.locations.split('\n').flatMap((line) => orNull(line) ?? [])
  return {
    title: values.title,
    client_name: orNull(values.client_name),
    shoot_date: values.shoot_date,
    shoot_time: orNull(values.shoot_time),
    duration_minutes: orNumber(values.duration_minutes),
    ...(locations.length > 0 ? { locations } : { location: null }),
    notes: orNull(values.notes),
  }
}

function useSaveShoot(shoot: Shoot | undefined, onClose: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (values: Values) => {
      if (!shoot) return callApi<typeof createShoot>('POST /shoots', { body: toBody(values) })
      const updates = { ...toBody(values), status: values.status }
      return callApi<typeof updateShoot>('PATCH /shoots/{id}', { params: { id: shoot.id }, body: { updates } }, { ifMatch: etagOf(shoot) })
    },
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ['shoots'] })
    },
  })
}

function ShootForm({ shoot, day, onClose }: { shoot?: Shoot | undefined; day: string; onClose: () => void }) {
  const { shoots: texts, ...common } = useTexts()
  const { can } = useRights()
  const [values, setValues] = useState(() => toValues(shoot, day))
  const { mutate, error, isPending } = useSaveShoot(shoot, onClose)
  const input = (name: Exclude<keyof Values, 'status'>) => ({
    value: values[name],
    readOnly: !can('shoots:write'),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
    },
  })
  const statuses = shoot ? [shoot.status, ...shootTransitions[shoot.status]] : []
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        mutate(values)
      }}
    >
      <TextInput label={texts.name} required maxLength={200} data-autofocus dir="auto" {...input('title')} />
      <TextInput label={texts.client} maxLength={200} dir="auto" {...input('client_name')} />
      <div className="form-row">
        <TextInput label={texts.date} type="date" required {...input('shoot_date')} />
        <TextInput label={texts.time} type="time" {...input('shoot_time')} />
        <TextInput label={texts.duration} inputMode="numeric" {...input('duration_minutes')} />
      </div>
      <Textarea label={texts.locations} description={texts.locationsHint} autosize minRows={1} dir="auto" {...input('locations')} />
      <Textarea label={texts.notes} autosize minRows={2} dir="auto" {...input('notes')} />
      {shoot && (
        <Select
          label={texts.status}
          data={statuses.map((status) => ({ value: status, label: texts.statuses[status] }))}
          value={values.status}
          allowDeselect={false}
          readOnly={!can('shoots:write')}
          onChange={(status) => setValues((before) => ({ ...before, status: status ?? before.status }))}
        />
      )}
      {error && <ErrorNote error={error} />}
      {can('shoots:write') && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {common.save}
          </Button>
        </Group>
      )}
    </form>
  )
}

/** Shows a shoot, or creates one on a day. */
export function ShootDialog({ id, day, onClose }: { id: string | undefined; day: string; onClose: () => void }) {
  const texts = useTexts()
  const { data, error } = useQuery({ ...shootQuery(id ?? ''), enabled: id !== undefined })
  const title = id === undefined ? texts.shoots.newTitle : texts.shoots.editTitle
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': texts.close }}>
      {error && <ErrorNote error={error} />}
      {id !== undefined && !data && !error && <Skeleton height={200} />}
      {(id === undefined || data) && <ShootForm key={data?.updated_at} shoot={data} day={day} onClose={onClose} />}
    </Modal>
  )
}
