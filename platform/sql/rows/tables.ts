import {
  AlterTableNode,
  CreateTableNode,
  DataTypeNode,
  DropTableNode,
  IdentifierNode,
  PrimaryKeyConstraintNode,
  type ColumnDefinitionNode,
  type OperationNode,
  type TableNode,
} from 'kysely'
import { getQueryBuilder } from '../dialects.ts'
import type { Migration } from '../migrate.ts'

export interface Table {
  name: string
  columns: string[]
  key: string[]
  /** Columns with bytes. Files hold them as base64. */
  blobs: string[]
}

/** Column types whose values have the same JSON text on both databases; bytes as base64. */
const PORTABLE_TYPES = new Set(['text', 'integer', 'bigint', 'double precision', 'blob'])

const nameOf = (node: OperationNode): string => (IdentifierNode.is(node) ? node.name : '')
const tableName = (node: TableNode): string => nameOf(node.table.identifier)

const typeOf = ({ dataType }: ColumnDefinitionNode): string =>
  DataTypeNode.is(dataType) ? dataType.dataType : 'unknown'

function columnName(column: ColumnDefinitionNode): string {
  const name = nameOf(column.column.column)
  const type = typeOf(column)
  if (!PORTABLE_TYPES.has(type)) throw new Error(`a backup cannot hold column ${name} of type ${type}`)
  return name
}

function createTable(node: CreateTableNode): Table {
  const columnKey = node.columns.filter((column) => column.primaryKey).map((column) => nameOf(column.column.column))
  const tableKey = (node.constraints ?? []).flatMap((constraint) =>
    PrimaryKeyConstraintNode.is(constraint) ? constraint.columns.map((column) => nameOf(column.column)) : [],
  )
  const blobs = node.columns.filter((column) => typeOf(column) === 'blob').map((column) => nameOf(column.column.column))
  return { name: tableName(node.table), columns: node.columns.map(columnName), key: [...columnKey, ...tableKey], blobs }
}

function alterTable(table: Table, node: AlterTableNode): Table {
  if (node.renameTo ?? node.setSchema) throw new Error(`a backup does not follow how table ${table.name} is altered`)
  let { columns, blobs } = table
  for (const change of node.columnAlterations ?? []) {
    if (change.kind === 'AddColumnNode') {
      columns = [...columns, columnName(change.column)]
      if (typeOf(change.column) === 'blob') blobs = [...blobs, columnName(change.column)]
    } else if (change.kind === 'DropColumnNode')
      columns = columns.filter((name) => name !== nameOf(change.column.column))
    else throw new Error(`a backup does not follow ${change.kind} of table ${table.name}`)
  }
  return { ...table, columns, blobs: blobs.filter((name) => columns.includes(name)) }
}

function applyNode(tables: Map<string, Table>, node: OperationNode): void {
  if (CreateTableNode.is(node)) {
    const table = createTable(node)
    if (table.key.length === 0) throw new Error(`table ${table.name} has no primary key to read it by`)
    tables.set(table.name, table)
  } else if (DropTableNode.is(node)) tables.delete(tableName(node.table))
  else if (AlterTableNode.is(node)) {
    const table = tables.get(tableName(node.table))
    if (table) tables.set(table.name, alterTable(table, node))
  }
}

/** Derives the tables from the migrations, so that new tables are in every backup without being listed again. */
export function deriveTables(steps: readonly Migration[]): Table[] {
  const tables = new Map<string, Table>()
  for (const step of steps) for (const part of step.up(getQueryBuilder())) applyNode(tables, part.compile().query)
  return [...tables.values()]
}
