import type { GearType } from '../../contract/api/gearFields.ts'
import type { Language } from './language.ts'

interface Names {
  /** Fields that sentences about whole files name. Others keep the name that settings have. */
  fields: Readonly<Record<string, string>>
  gearTypes: Readonly<Record<GearType, string>>
  /** Marks a text as English, for causes that other programs report. */
  quoteEnglish: (text: string) => string
}

/** Names of fields and types in messages. */
export const names: Readonly<Record<Language, Names>> = {
  en: {
    fields: {},
    gearTypes: { camera: 'camera', lens: 'lens', accessory: 'accessory', filter: 'filter', drone: 'drone' },
    quoteEnglish: (text) => text,
  },
  de: {
    fields: {
      gear_type: 'Art',
      brand: 'Marke',
      model: 'Modell',
      asset_tag: 'Inventarnummer',
      serial_number: 'Seriennummer',
      quantity: 'Anzahl',
    },
    gearTypes: { camera: 'Kamera', lens: 'Objektiv', accessory: 'Zubehör', filter: 'Filter', drone: 'Drohne' },
    quoteEnglish: (text) => `auf Englisch: „${text}“`,
  },
  fr: {
    fields: {
      gear_type: 'Type',
      brand: 'Marque',
      model: 'Modèle',
      asset_tag: 'Numéro d’inventaire',
      serial_number: 'Numéro de série',
      quantity: 'Quantité',
    },
    gearTypes: { camera: 'appareil', lens: 'objectif', accessory: 'accessoire', filter: 'filtre', drone: 'drone' },
    quoteEnglish: (text) => `en anglais : « ${text} »`,
  },
  es: {
    fields: {
      gear_type: 'Tipo',
      brand: 'Marca',
      model: 'Modelo',
      asset_tag: 'Número de inventario',
      serial_number: 'Número de serie',
      quantity: 'Cantidad',
    },
    gearTypes: { camera: 'cámara', lens: 'objetivo', accessory: 'accesorio', filter: 'filtro', drone: 'dron' },
    quoteEnglish: (text) => `en inglés: «${text}»`,
  },
}
