import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keysQuery } from '../../api/ownerQueries.ts'
import { useRights } from '../../api/session.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { useSentences } from '../../base/sentences.ts'
import { TypedInput } from '../../parts/TypedInput.tsx'
import { fromFormTexts, toFormTexts, type AuditFilter, type AuditFilters } from './search.ts'

const PHONE_PX = 768
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
const STATUSES = ['2xx', '3xx', '4xx', '5xx'] as const

interface FilterInputProps {
  filters: AuditFilters
  error: Error | null
  set: (name: AuditFilter, value: string | null) => void
}

/** Shows a key by its name if the session may read names, else by its id. */
function KeyFilter({ filters, error, set }: FilterInputProps) {
  const { audit: texts } = useTexts()
  const { faultOf } = useSentences()
  const { ownerCan } = useRights()
  const { data: keys } = useQuery({ ...keysQuery, enabled: ownerCan('keys:read') })
  if (!keys)
    return (
      <TextInput
        label={texts.keyId}
        value={filters.key_id ?? ''}
        error={faultOf(error, 'key_id')}
        onChange={(event) => set('key_id', event.currentTarget.value)}
      />
    )
  const known = keys.map(({ id, name, hint }) => ({ value: id, label: `${name} (${hint})` }))
  const isKnown = filters.key_id === undefined || known.some(({ value }) => value === filters.key_id)
  return (
    <Select
      label={texts.key}
      placeholder={texts.any}
      data={isKnown ? known : [...known, { value: filters.key_id ?? '', label: filters.key_id ?? '' }]}
      value={filters.key_id ?? null}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.clearOne(texts.key) }}
      nothingFoundMessage={texts.noKey}
      error={faultOf(error, 'key_id')}
      onChange={(value) => set('key_id', value)}
    />
  )
}

function Choices({ filters, error, set }: FilterInputProps) {
  const { audit: texts } = useTexts()
  const { faultOf } = useSentences()
  const statuses: string[] = [...STATUSES]
  if (filters.status !== undefined && !statuses.includes(filters.status)) statuses.push(filters.status)
  return (
    <>
      <Select
        label={texts.method}
        placeholder={texts.any}
        data={METHODS.map((value) => ({ value, label: texts.methods[value] }))}
        value={filters.method ?? null}
        clearable
        clearButtonProps={{ 'aria-label': texts.clearOne(texts.method) }}
        error={faultOf(error, 'method')}
        onChange={(value) => set('method', value)}
      />
      <Select
        label={texts.status}
        placeholder={texts.any}
        data={statuses.map((value) => ({ value, label: texts.statuses[value] ?? value }))}
        value={filters.status ?? null}
        clearable
        clearButtonProps={{ 'aria-label': texts.clearOne(texts.status) }}
        error={faultOf(error, 'status')}
        onChange={(value) => set('status', value)}
      />
    </>
  )
}

interface AuditFilterFormProps {
  filters: AuditFilters
  error: Error | null
  onSearch: (filters: AuditFilters) => void
}

/** Folds the filters on a phone until they are used, so that the first screen shows rows. */
export function AuditFilterPanel(props: AuditFilterFormProps) {
  const { audit: texts } = useTexts()
  const isPhone = useMediaQuery('(width <= 48rem)', window.innerWidth <= PHONE_PX)
  if (!isPhone) return <AuditFilterForm {...props} />
  return (
    <details className="panel filter-fold" open={Object.keys(props.filters).length > 0}>
      <summary>{texts.filters}</summary>
      <AuditFilterForm {...props} />
    </details>
  )
}

/** Shows the filters that the API has for the audit. Faults are beside their fields. */
function AuditFilterForm({ filters: applied, error, onSearch }: AuditFilterFormProps) {
  const { audit: texts } = useTexts()
  const { faultOf } = useSentences()
  const format = useFormat()
  const [filters, setFilters] = useState(() => toFormTexts(applied, format))
  const set = (name: AuditFilter, value: string | null): void =>
    setFilters(({ [name]: _before, ...others }) =>
      value === null || value === '' ? others : { ...others, [name]: value },
    )
  const input = (name: AuditFilter) => ({
    value: filters[name] ?? '',
    error: faultOf(error, name),
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  })
  return (
    <form
      role="search"
      aria-label={texts.search}
      className="panel audit-filters"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(fromFormTexts(filters, format))
      }}
    >
      {(['from', 'to'] as const).map((name) => (
        <TypedInput
          key={name}
          kind="localTime"
          label={texts[name]}
          title={format.timeZone}
          {...input(name)}
          onChange={(text) => set(name, text)}
        />
      ))}
      <KeyFilter filters={filters} error={error} set={set} />
      <Choices filters={filters} error={error} set={set} />
      <TextInput label={texts.record} {...input('object_id')} />
      <TextInput label={texts.request} {...input('request_id')} />
      <Checkbox
        label={texts.consoleReads}
        checked={filters.reads === true}
        onChange={(event) => {
          const { checked } = event.currentTarget
          setFilters(({ reads: _before, ...others }) => ({ ...others, ...(checked && { reads: true as const }) }))
        }}
      />
      <Group>
        <Button type="submit">{texts.search}</Button>
        {Object.keys(applied).length > 0 && (
          <Button variant="subtle" color="gray" onClick={() => onSearch({})}>
            {texts.clear}
          </Button>
        )}
      </Group>
    </form>
  )
}
