import { accessoryCategories } from '../api/gearFields.ts'

/** Descriptions of categories of accessories, as in `fields.ts`. */
export const categoryTexts: Readonly<Record<string, string>> = {
  category: `Category of the accessory: ${accessoryCategories.map((name) => `\`${name}\``).join(', ')}, or the name of one that the account has added (\`GET /categories\`).`,
  'listGear.category': 'Category of accessories: a built-in one, or the name of one that the account has added.',
  built_in: 'Names of the categories that every account has.',
  'Category.name': 'Name of the category in records, unique in the account. It never changes.',
  'Category.label': 'Name of the category for people.',
  'CategoryCreate.name':
    'Name of the category in records: 1 to 40 lower-case letters, digits and `_`. It never changes.',
  'CategoryCreate.label': 'Name of the category for people.',
  'CategoryUpdates.label': 'Name of the category for people.',
  'CountedCategory.name': 'Name of the category in records.',
  'CountedCategory.label': 'Name of the category for people.',
  'CountedCategory.items': 'Number of accessories that have the category.',
}
