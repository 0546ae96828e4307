import { expect, it } from 'vitest'
import { readPresence, readTitlePresence } from '../../sheets/vocabulary/readPresence.ts'

const split = (text: string): string[] => text.split('\n').flatMap((line) => line.split(' | '))

const ASKED_HEADERS = `Is Gone | Sold? | Sold (Y/N) | Date of Disposal | Disposed of | Disposal Reason | Out of Service Date | Still Own | In Possession | Discarded
Thrown away | Retire Date | RetiredOn | Not in use | Not working | Returned | Returned to vendor | Given to | Gifted to | Transferred To | Moved out
Lost/Stolen | Missing since | Present? | Found? | On site | Checked in | Loaned Out | Custodian | Issued To | Stock Out | deleted_at | disposed_at | soldDate
Write off date | Ausgebucht am | Abgegeben an | Verkauft? | Verschrottet am | Fehlt seit | Noch da? | Nicht auffindbar | Nicht mehr da | Inaktiv | Ausgeliehen?
Außer Betrieb seit | Stillgelegt | Zurückgegeben am | Weg? | Sorti le | Date sortie | Vendu ? | Manquant | Toujours en service | Prêté à | Retiré du service
Robado | Extraviado | Sigue en uso | Fuera de servicio | Fecha salida | Prestado a | Operativo | Smarrito | Ancora in uso | In dotazione | Data uscita
Kwijt | Afgeschreven op | Nog aanwezig | Buiten gebruik | Ingeleverd | Baixado em | Em uso | Zgubiony | Na stanie | Såld? | Finns kvar | Tapt | Poistettu`
const OTHER_HEADERS = `Warranty | Category | Insured | Last service | Checked | Calibrated | Battery | Quantity | Supplier | Lens cap | Kit | Rental price | Day rate
IP address | Purpose | Department | Priority | Missing parts | Insurance value | Book value | HDMI out | SDI Out | Output | Power out | Max output | Service
Return address | Lost value | Active cooling | Working distance | Current draw | Operating system | Exit pupil | Gift card | Available colours | Owner`
const ASKED_TITLES = `Disposed 2023 | Things we sold | No longer owned | Not in stock | Out on loan | Ex-inventory | Legacy gear | Junk | For disposal | For parts
Removed | Deleted items | Stolen in Berlin 2022 | Verkauft an Müller | Weggegeben | Verliehen | Defekte Geräte | Fehlende Geräte | Entsorgung | Schrott
Anciens matériels | Matériel sorti | Prêts | Manquants | Robados | Equipos de baja | Chatarra | Prestados | Materiale venduto | Rottamati | Prestati
Verkochte spullen | Weggegooid | Oud materiaal | Uitgeleend | Extraviados | Skradzione | Såld utrustning | Utlånat | Solgt utstyr`
const OTHER_TITLES = `Cameras | Lenses | Studio A | Main store | Grip | Berlin | Van kit | Rental stock | Exterior lights | Batteries & power | Inventory 2024
Inventar | Objektive | Obiettivi | Outdoor | Output devices | Softboxes | Solder station | Old Street studio | Active gear | Available | In stock | New gear`

it('headers about presence are read in many words', () => {
  expect(split(ASKED_HEADERS).filter((header) => readPresence(header) === undefined)).toEqual([])
})

it('other headers are not', () => {
  expect(split(OTHER_HEADERS).filter((header) => readPresence(header) !== undefined)).toEqual([])
})

it('titles about gone gear are read in many words', () => {
  expect(split(ASKED_TITLES).filter((title) => readTitlePresence(title, false) === undefined)).toEqual([])
})

it('other titles are not', () => {
  expect(split(OTHER_TITLES).filter((title) => readTitlePresence(title, false) !== undefined)).toEqual([])
})
