import { toLookupKey, toLookupKeys } from './lookupKey.ts'

/** Headers that may mean tags. They are used only above filled, unique values that do not number the rows. */
const keyHeaders: readonly string[] = [
  'id, item, ref, reference, no, nr, n, num, number, code, sku, key, unit id, kit id, gear id, gear no, equipment, inventory, qr, qr code, rfid, short code, internal id, internal no, own no, studio no',
  'nummer, kennung, kürzel, inv, inventur, referenz, gerät nr, geräte id, artikelnummer, artikelnr, artikel nr, interne nr, lfd nr, laufende nummer, pos, position',
  'réf, référence, numéro, code, identifiant, inventaire, n interne',
  'núm, número, código, cod, referencia, identificador, inventario, nº interno',
  'märkning, beteckning, id nummer, tunnus, tunniste, číslo, kód, označení, numara, demirbaş, envanter, stok kodu',
  'codice, riferimento, numero, nummer, kenmerk, kod, numer, oznaczenie, código, referência, identificação',
  '編號, 编号, 番号, 管理番号, 資產編號, 资产编号',
]

const words: ReadonlySet<string> = toLookupKeys(keyHeaders)
/** Matches signs for "number", which folding removes. */
const SIGN = /^[#№]\.?$/u

/** True if a header may mean a tag. */
export const canBeKeyHeader = (header: string): boolean => words.has(toLookupKey(header)) || SIGN.test(header.trim())
