/** English texts of categories of accessories. */
export const categoriesEn = {
  title: 'Categories of accessories',
  note: 'Kinds of accessories that you add to those of Kitroom, such as tripod and light.',
  add: 'New category',
  create: 'Add category',
  created: (label: string) => `Accessories can have the category “${label}” now.`,
  label: 'Label',
  name: 'Name',
  nameHint: 'For files and programs. It never changes.',
  items: 'Accessories',
  editTitle: 'Edit the category',
  remove: 'Delete',
  removeTitle: 'Delete this category?',
  removeText: (items: number) => {
    if (items === 0) return 'No accessory has it.'
    return items === 1
      ? 'One accessory has it. Give it another one first.'
      : `${items.toLocaleString('en-GB')} accessories have it. Give them another one first.`
  },
}
