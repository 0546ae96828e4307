export { recountAll as check } from './recount.ts'
