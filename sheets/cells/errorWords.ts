/**
 * Errors of Excel and Google Sheets by language, without `#`, `!`, `?`, `¡`, `¿`. English first, which is also used in
 * Chinese, Japanese and Korean. Shared words are listed once.
 */
export const errorNames: readonly string[] = [
  'NULL, DIV/0, VALUE, REF, NAME, NUM, N/A, SPILL, CALC, FIELD, BLOCKED, CONNECT, BUSY, UNKNOWN, EXTERNAL, TIMEOUT, PYTHON, ERROR, GETTING_DATA',
  'N/A N/A, NA, FMT, MACRO, ADDIN, DELETED, LOCKED, TYPE, FUNC, GELÖSCHT, SUPPRIMÉ, エラー',
  'NV, WERT, BEZUG, ZAHL, ÜBERLAUF, KALK, FELD, BLOCKIERT, VERBINDEN, UNBEKANNT, DATEN_ABRUFEN, FEHLER',
  'NUL, VALEUR, NOM, NOMBRE, PROPAGATION, EPARS, ÉPARS, CHAMP, BLOQUE, BLOQUÉ, CONNEXION, INCONNU, OCCUPE, OCCUPÉ, ERREUR',
  'NULO, VALOR, N/D, DESBORDAMIENTO, CAMPO, BLOQUEADO, CONECTAR, DESCONOCIDO, OCUPADO, OBTENIENDO_DATOS',
  'NULLO, VALORE, RIF, NOME, ESPANSIONE, ERRORE, BLOCCATO, NÚM, DESPEJAR, DESCONHECIDO, OBTENDO_DADOS, ERRO',
  'LEEG, DEEL/0, WAARDE, VERW, NAAM, GETAL, N/B, OVERLOOP, VELD, GEBLOKKEERD, ONBEKEND, FOUT',
  'ZERO, DZIEL/0, ARG, ADR, NAZWA, LICZBA, ROZLANIE, PRZELANIE, POLE, OBL, ZABLOKOWANO, NIEZNANY, BŁĄD',
  'DĚLENÍ_NULOU, HODNOTA, ODKAZ, NÁZEV, ČÍSLO, NENÍ_K_DISPOZICI, PŘESAH, VÝPOČET, DELENIENULOU, NÁZOV, NEDOSTUPNÝ, PRESAH, CHYBA',
  'NULLA, ZÉRÓOSZTÓ, ÉRTÉK, HIV, NÉV, SZÁM, HIÁNYZIK, KIBONTÁS, HIBA',
  'ПУСТО, ДЕЛ/0, ЗНАЧ, ССЫЛКА, ИМЯ, ЧИСЛО, Н/Д, ПЕРЕНОС, ВЫЧИСЛ, ПОЛЕ, ОЖИДАНИЕ_ДАННЫХ, ОШИБКА',
  "ДІЛ/0, ПОСИЛАННЯ, ІМ'Я, ПОМИЛКА, ДЕЛ/0, СТОЙНОСТ, РЕФ, ИМЕ",
  'BOŞ, SAYI/0, SAYI, DEĞER, BAŞV, AD, YOK, TAŞMA, HATA',
  'SKÄRNING, DIVISION/0, VÄRDEFEL, VÄRDE, REFERENS, NAMN, OGILTIGT, SAKNAS, FEL, VERDI, NAVN, I/T, OVERFLYT, FEIL, VÆRDI, REFERENCE, OVERLØB, FEJL',
  'TYHJÄ, JAKO/0, ARVO, VIITTAUS, NIMI, LUKU, PUUTTUU, LEVITYS, VIRHE',
  'ΚΕΝΟ, ΔΙΑΙΡ/0, ΤΙΜΗ, ΑΝΑΦ, ΟΝΟΜΑ, ΑΡΙΘ, Δ/Υ, VALOARE, NUME, EROARE',
  'NAZIV, BROJ, VRIJEDNOST, VREDN, SKLIC, IME, ŠTEV, DEL/0, N/V, VREDNOST, VÄÄRTUS, VIIDE, ARV, PUUDUB, VĒRTĪBA, ATS, REIKŠMĖ, NUOR',
]

/** Texts that programs write for a value that they could not make: dates of JavaScript, objects. */
export const brokenValues: readonly string[] = [
  'invalid date, nan-nan-nan, nan/nan/nan, nan.nan.nan, [object object], #value',
]

/** LibreOffice's prefix of numbered errors such as `Err:502`, by language. */
export const numberedErrors: readonly string[] = [
  'Err, Fehler, Erreur, Error, Errore, Erro, Fout, Błąd, Chyba, Hiba, Ошибка, Ош, Помилка, Hata, Fel, Feil, Fejl, Virhe, Σφάλμα, Eroare, Greška, Napaka',
  'エラー, 错误, 錯誤, 오류',
]

/** Google Sheets' text while a formula runs, by language. */
export const loadingWords: readonly string[] = [
  'Loading, Wird geladen, Laden, Lädt, Chargement, Cargando, Caricamento, Caricamento in corso, Carregando, A carregar, Ładowanie, Wczytywanie',
  'Načítání, Načítá se, Načítava sa, Betöltés, Загрузка, Завантаження, Yükleniyor, Laddar, Läser in, Indlæser, Laster, Laster inn, Ladataan, Φόρτωση',
  'Se încarcă, Učitavanje, Nalaganje, Зареждане, 読み込んでいます, 読み込み中, 正在加载, 正在載入, 載入中, 加载中, 로드 중, 로딩 중',
]
