/** Descriptions of own fields and of their values, as in `fields.ts`. */
export const customFieldTexts: Readonly<Record<string, string>> = {
  fields: 'Own fields of the account, by name; only those that have a value. Absent without any.',
  'FieldChanges.fields': 'Own fields to change, by name; `null` clears.',
  'GearUpdates.fields': 'Own fields to change, by name; `null` clears. Others stay as they are.',
  'listGear.fields':
    'Values of filterable own fields, such as `field.supplier=Teltec`: whole values, case-insensitive.',
  schemas: 'JSON Schema (2020-12) of `fields` for each gear type.',
  values_skipped:
    'Number of values of own fields, and of the category, that are not defined any more; absent without any.',
  'deleteField.values': 'discard: delete the values that items have.',
  'Field.name': 'Name of the field in records, unique in the account. It never changes.',
  'FieldCreate.name': 'Name of the field in records: 1 to 40 lower-case letters, digits and `_`. It never changes.',
  label: 'Name of the field for people.',
  'Field.gear_type': 'Gear type that has the field; null for all types.',
  'FieldCreate.gear_type': 'Gear type that has the field; all types without it.',
  'CountedField.gear_type': 'Gear type that has the field; null for all types.',
  'Field.type': 'Kind of its values.',
  'CountedField.type': 'Kind of its values.',
  'FieldCreate.type': 'Kind of its values. It never changes.',
  'CountedField.name': 'Name of the field in records.',
  unit: 'Unit of a number, for people.',
  choices: 'Values of a `choice`, in the order for people.',
  unique: 'True: no two items have the same value, case-insensitive.',
  filterable: 'True: lists of gear can be filtered and sorted by the field.',
  help: 'What the field means, for people.',
  'Field.state':
    'active. filling: values are being collected for filters. ending: the field and its values are being deleted.',
  'CountedField.state':
    'active. filling: values are being collected for filters. ending: the field and its values are being deleted.',
  'CountedField.items': 'Number of items that have a value.',
  'deleteField.items': 'Number of items whose values go in the background.',
}
