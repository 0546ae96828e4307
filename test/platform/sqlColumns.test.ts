import { expect, it } from 'vitest'
import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'

interface Item {
  id: string
  status: string
  weight: number
}

const defineStatement = createStatementBuilder<{ item: Item }>()

it.each(['sqlite', 'postgres'] as const)(
  'columns are named once for an insert, and once for what it overwrites: %s',
  (dialect) => {
    const upsert = defineStatement<Item>((db, arg) =>
      db
        .insertInto('item')
        .values(arg.columns('id', 'status', 'weight'))
        .onConflict((conflict) => conflict.column('id').doUpdateSet(takeExcluded('status', 'weight'))),
    )
    const { text, names } = upsert.compile(dialect)
    expect(text.replaceAll(/\$\d/g, '?')).toBe(
      'insert into "item" ("id", "status", "weight") values (?, ?, ?) on conflict ("id") do update set "status" = "excluded"."status", "weight" = "excluded"."weight"',
    )
    expect(names).toEqual(['id', 'status', 'weight'])
  },
)

// The compiler checks it: a line that it accepts is an unused directive, which `npm run verify` refuses.
it('a column that is missing, misspelt or of another type is a type error', () => {
  // @ts-expect-error weight is missing
  defineStatement<Item>((db, arg) => db.insertInto('item').values(arg.columns('id', 'status')))
  // @ts-expect-error no argument has this name
  defineStatement<Item>((db, arg) => db.updateTable('item').set(arg.columns('stauts')))
  // @ts-expect-error weight is a number
  defineStatement<Record<keyof Item, string>>((db, arg) => db.updateTable('item').set(arg.columns('status', 'weight')))
  const upsert = defineStatement<Item>((db, arg) =>
    db
      .insertInto('item')
      .values(arg.columns('id', 'status', 'weight'))
      // @ts-expect-error the table has no such column
      .onConflict((conflict) => conflict.column('id').doUpdateSet(takeExcluded('stauts'))),
  )
  expect(upsert).toBeDefined()
})
