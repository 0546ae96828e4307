// What the server's database is checked for after its disk has failed: `DatabaseOptions.check`.
export { recountAll as check } from './recount.ts'
