import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { gearListQuery, shootListQuery } from '../api/queries.ts'
import { useRights } from '../api/session.ts'
import { Icon } from '../parts/icons.tsx'
import { useFormat } from '../base/format.ts'
import { useTexts } from '../base/language.tsx'
import type { Page } from './navigation.ts'

export const openPalette = (): void => spotlight.open()

const FOUND = 6
const DEBOUNCE_MS = 120

function useFoundRecords(text: string): SpotlightActionData[] {
  const { can } = useRights()
  const texts = useTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const isSearching = text.trim().length > 1
  const gear = useQuery({
    ...gearListQuery({ search: text.trim(), limit: FOUND }),
    enabled: isSearching && can('gear:read'),
    placeholderData: keepPreviousData,
  })
  const shoots = useQuery({
    ...shootListQuery({ q: text.trim(), limit: FOUND }),
    enabled: isSearching && can('shoots:read'),
    placeholderData: keepPreviousData,
  })
  if (!isSearching) return []
  return [
    ...(gear.data?.data ?? []).map((item) => ({
      id: item.id,
      label: `${item.brand} ${item.model}`,
      description: [texts.gearTypes[item.gear_type], item.asset_tag, item.serial_number].filter(Boolean).join(' · '),
      leftSection: <Icon name="inventory" />,
      onClick: () => void navigate({ to: '/inventory/$id', params: { id: item.id } }),
    })),
    ...(shoots.data?.data ?? []).map((shoot) => ({
      id: shoot.id,
      label: shoot.title,
      description: [format.day(shoot.shoot_date), shoot.client_name].filter(Boolean).join(' · '),
      leftSection: <Icon name="shoots" />,
      onClick: () => void navigate({ to: '/shoots', search: { shoot: shoot.id } }),
    })),
  ]
}

/** Opens with ⌘K or Ctrl+K and leads to any page, item and shoot. */
export function Palette({ pages }: { pages: readonly Page[] }) {
  const texts = useTexts()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text, DEBOUNCE_MS)
  const records = useFoundRecords(searched)
  const wanted = text.trim().toLowerCase()
  const pageActions = pages
    .filter(({ name }) => texts.nav[name].toLowerCase().includes(wanted))
    .map(({ to, name, icon }) => ({
      id: to,
      label: texts.nav[name],
      leftSection: <Icon name={icon} />,
      onClick: () => void navigate({ to }),
    }))
  return (
    <Spotlight
      actions={[...pageActions, ...records]}
      query={text}
      onQueryChange={setText}
      filter={(_text, actions) => actions}
      nothingFound={texts.palette.nothing}
      shortcut={['mod + K']}
      clearQueryOnClose
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': texts.palette.open } }}
      searchProps={{
        placeholder: texts.palette.placeholder,
        'aria-label': texts.palette.placeholder,
        leftSection: <Icon name="search" />,
      }}
    />
  )
}
