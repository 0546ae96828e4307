// Words of lists in several languages, from which the lists of the test of advice are built.

/** Meaning of a column of a list. `null` stands for a column that is no field of Kitroom. */
export type Meaning = 'asset_tag' | 'gear_type' | 'brand' | 'model' | 'serial_number' | 'storage_location' | null

export interface ListLanguage {
  language: string
  /** Headers of tag, type, brand, model, serial number and location. */
  headers: readonly [string, string, string, string, string, string]
  /** Headers of the same columns that nobody else uses. */
  ownHeaders: readonly [string, string, string, string, string, string]
  /** Words for a camera, a lens and a tripod. */
  types: readonly [string, string, string]
  /** Headers of columns that are no field: a person, a project, a date, days. */
  others: readonly [string, string, string, string]
  /** A title that says nothing about the gear. */
  title: string
}

/** Kitroom knows the headers of these languages. */
export const knownLanguages: readonly ListLanguage[] = [
  {
    language: 'en',
    headers: ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial Number', 'Location'],
    ownHeaders: ['Sticker', 'What it is', 'Who built it', 'Thing', 'Engraving', 'Kept in'],
    types: ['Camera', 'Lens', 'Tripod'],
    others: ['responsible', 'project_id', 'last_calibrated', 'calibration_interval_days'],
    title: 'Our things',
  },
  {
    language: 'de',
    headers: ['Inventarnummer', 'Kategorie', 'Hersteller', 'Modell', 'Seriennummer', 'Lagerort'],
    ownHeaders: ['Aufkleber', 'Was es ist', 'Gebaut von', 'Ding', 'Gravur', 'Liegt in'],
    types: ['Kamera', 'Objektiv', 'Stativ'],
    others: ['Betreuer', 'Projektkennung', 'Zuletzt geprüft', 'Prüfabstand Tage'],
    title: 'Unser Fundus',
  },
  {
    language: 'fr',
    headers: ["N° d'inventaire", 'Catégorie', 'Marque', 'Modèle', 'Numéro de série', 'Emplacement'],
    ownHeaders: ['Gommette', "C'est quoi", 'Construit chez', 'Chose', 'Gravure', 'Rangé dans'],
    types: ['Appareil photo', 'Objectif', 'Trépied'],
    others: ['Responsable', 'Code projet', 'Dernier contrôle', 'Intervalle jours'],
    title: 'Nos affaires',
  },
  {
    language: 'es',
    headers: ['Número de inventario', 'Categoría', 'Marca', 'Modelo', 'Número de serie', 'Ubicación'],
    ownHeaders: ['Pegatina', 'Qué es', 'Hecho por', 'Cosa', 'Grabado', 'Se guarda en'],
    types: ['Cámara', 'Objetivo', 'Trípode'],
    others: ['Responsable', 'Clave del proyecto', 'Última revisión', 'Intervalo días'],
    title: 'Nuestras cosas',
  },
  {
    language: 'it',
    headers: ['Numero inventario', 'Categoria', 'Marca', 'Modello', 'Numero di serie', 'Ubicazione'],
    ownHeaders: ['Adesivo', 'Che cosa è', 'Fatto da', 'Cosa', 'Incisione', 'Sta in'],
    types: ['Fotocamera', 'Obiettivo', 'Treppiede'],
    others: ['Responsabile', 'Sigla progetto', 'Ultimo controllo', 'Intervallo giorni'],
    title: 'Le nostre cose',
  },
  {
    language: 'nl',
    headers: ['Inventarisnummer', 'Categorie', 'Merk', 'Model', 'Serienummer', 'Locatie'],
    ownHeaders: ['Sticker', 'Wat is het', 'Gebouwd door', 'Ding', 'Gravure', 'Ligt in'],
    types: ['Camera', 'Lens', 'Statief'],
    others: ['Beheerder', 'Projectcode', 'Laatste keuring', 'Interval dagen'],
    title: 'Onze spullen',
  },
  {
    language: 'sv',
    headers: ['Inventarienummer', 'Kategori', 'Märke', 'Modell', 'Serienummer', 'Plats'],
    ownHeaders: ['Klisterlapp', 'Vad är det', 'Byggd av', 'Sak', 'Gravyr', 'Ligger i'],
    types: ['Kamera', 'Objektiv', 'Stativ'],
    others: ['Ansvarig', 'Projektkod', 'Senaste kontroll', 'Intervall dagar'],
    title: 'Våra grejer',
  },
  {
    language: 'ja',
    headers: ['資産番号', '種類', 'メーカー', '型番', 'シリアル番号', '保管場所'],
    ownHeaders: ['貼紙', '何か', '作り手', '物', '刻印', '置き場'],
    types: ['カメラ', 'レンズ', '三脚'],
    others: ['担当者', '企画コード', '最終点検', '点検間隔日数'],
    title: '私たちの物',
  },
]

/** Kitroom knows the headers of none of these, and their lists have English words for types. */
export const unknownLanguages: readonly Pick<ListLanguage, 'language' | 'ownHeaders' | 'types' | 'others' | 'title'>[] =
  [
    {
      language: 'el',
      ownHeaders: ['Κωδικός', 'Τύπος', 'Κατασκευαστής', 'Μοντέλο', 'Αριθμός σειράς', 'Τοποθεσία'],
      types: ['camera', 'lens', 'tripod'],
      others: ['Υπεύθυνος', 'Έργο', 'Τελευταίος έλεγχος', 'Ημέρες'],
      title: 'Τα πράγματά μας',
    },
    {
      language: 'hu',
      ownHeaders: ['Leltári szám', 'Megnevezés fajtája', 'Gyártó', 'Modellje', 'Gyári szám', 'Tárolóhely'],
      types: ['camera', 'lens', 'tripod'],
      others: ['Felelős', 'Projekt kódja', 'Utolsó ellenőrzés', 'Napok'],
      title: 'A mi dolgaink',
    },
    {
      language: 'et',
      ownHeaders: ['Kleebis', 'Liik', 'Tootja', 'Mudeli nimi', 'Seerianumber', 'Asukoht'],
      types: ['camera', 'lens', 'tripod'],
      others: ['Vastutaja', 'Tööde kood', 'Viimane kontroll', 'Päevad'],
      title: 'Meie asjad',
    },
    {
      language: 'ru',
      ownHeaders: ['Наклейка', 'Вид', 'Изготовитель', 'Модель', 'Заводской номер', 'Где лежит'],
      types: ['camera', 'lens', 'tripod'],
      others: ['Ответственный', 'Проект', 'Последняя проверка', 'Дней'],
      title: 'Наши вещи',
    },
    {
      language: 'ro',
      ownHeaders: ['Abțibild', 'Felul', 'Producător', 'Denumirea', 'Număr de fabricație', 'Unde stă'],
      types: ['camera', 'lens', 'tripod'],
      others: ['Răspunzător', 'Lucrarea', 'Ultima verificare', 'Zile'],
      title: 'Lucrurile noastre',
    },
  ]

/** Real product names: type by its index in `types`, brand, model. */
export const products: readonly (readonly [type: 0 | 1 | 2, brand: string, model: string])[] = [
  [0, 'Canon', 'EOS R5'],
  [0, 'Sony', 'FX3'],
  [1, 'Sigma', '35mm F1.4 DG DN'],
  [1, 'Canon', 'RF 50mm F1.2L'],
  [2, 'Manfrotto', 'MT055XPRO3'],
  [0, 'Panasonic', 'Lumix S5 II'],
  [1, 'Tamron', '28-75mm F2.8 G2'],
  [2, 'Sachtler', 'Flowtech 75'],
]
