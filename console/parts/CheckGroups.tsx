import { Checkbox } from '@mantine/core'
import './entries.css'

export interface CheckGroup {
  title: string
  choices: readonly { value: string; label: string }[]
}

interface CheckGroupsProps {
  label: string
  description?: string
  groups: readonly CheckGroup[]
  value: string[]
  error: string | undefined
  onChange: (value: string[]) => void
}

/** Chooses several values in groups. */
export const CheckGroups = ({ label, description, groups, value, error, onChange }: CheckGroupsProps) => (
  <Checkbox.Group label={label} description={description} value={value} error={error} onChange={onChange} withAsterisk>
    <div className="check-groups">
      {groups.map(({ title, choices }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {choices.map((choice) => (
            <Checkbox key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </fieldset>
      ))}
    </div>
  </Checkbox.Group>
)
