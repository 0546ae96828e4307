// `DatabaseOptions.check` of the server's database.
export { recountAll as check } from './recount.ts'
