// ms 3.0.0-canary.1 ships no types under nodenext, so Temporal's Duration would become `any` and `sleep('1 dya')` would
// compile.
declare module 'ms' {
  type Unit =
    | 'ms'
    | 's'
    | 'm'
    | 'h'
    | 'd'
    | 'w'
    | 'second'
    | 'seconds'
    | 'minute'
    | 'minutes'
    | 'hour'
    | 'hours'
    | 'day'
    | 'days'
  export type StringValue = `${number}` | `${number}${Unit}` | `${number} ${Unit}`
  export default function ms(value: StringValue): number
}
