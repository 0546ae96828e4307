export { checkCounters as check } from './recount.ts'
