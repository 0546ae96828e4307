import type { CustomField } from '../../contract/api/customFields.ts'
import type { CustomFieldType } from '../../contract/api/customFieldValues.ts'

/** English texts of own fields. */
export const customFieldsEn = {
  title: 'Own fields',
  note: 'Fields that you define for your gear, beside those of Kitroom.',
  add: 'New field',
  create: 'Create field',
  created: (label: string) => `“${label}” can be filled in now.`,
  emptyTitle: 'No own fields yet',
  emptyText: 'Define a field for each thing that your lists have and Kitroom does not, such as a supplier.',
  label: 'Label',
  name: 'Name',
  nameHint: 'For files and programs. It never changes.',
  type: 'Kind of value',
  typeHint: 'It never changes.',
  types: {
    text: 'Text',
    integer: 'Whole number',
    number: 'Number',
    date: 'Day',
    boolean: 'Yes or no',
    choice: 'Choice',
  } as Record<CustomFieldType, string>,
  gearType: 'Gear',
  allGear: 'All gear',
  unit: 'Unit',
  unitHint: 'Is shown after the number, such as kg.',
  choices: 'Choices',
  choicesHint: 'One a line.',
  moreChoices: (n: number) => `and ${n.toLocaleString('en-GB')} more`,
  filterable: 'Filterable',
  filterableHint: 'The inventory can be filtered and sorted by it.',
  unique: 'Unique',
  uniqueHint: 'No two items have the same value.',
  help: 'Help',
  helpHint: 'Is shown where the value is typed.',
  items: 'Items with a value',
  states: { active: 'Active', filling: 'Being prepared', ending: 'Being deleted' } as Record<
    CustomField['state'],
    string
  >,
  stateTexts: {
    filling: 'The values are being collected. Filters and orders work after that.',
    ending: 'The values are being deleted. After that the field is gone.',
  },
  editTitle: 'Edit the field',
  remove: 'Delete',
  removeTitle: 'Delete this field?',
  removeText: (items: number) => {
    if (items === 0) return 'No item has a value.'
    return items === 1 ? 'One item loses its value.' : `${items.toLocaleString('en-GB')} items lose their value.`
  },
  removeHint: 'This cannot be undone.',
}
