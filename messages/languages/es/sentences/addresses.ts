import type { addressSentences } from '../../../../contract/sentences/addresses.ts'
import type { Translated } from '../../sentences.ts'

const SHARE =
  'Comparta el archivo con un enlace que cualquiera pueda abrir, o defina bearer_env, o user_env y password_env.'

/** Spanish sentences about sheets at an address of the web. */
export const addresses: Translated<typeof addressSentences> = {
  address_changed: ({ source }) =>
    `La dirección de ${source} en kitroom.yaml ha cambiado desde que empezó esta ejecución. Iníciela de nuevo.`,
  address_needs_sign_in: ({ address, status }) =>
    `${address} no se puede leer sin iniciar sesión (${status}). ${SHARE} Un enlace firmado puede haber caducado.`,
  credentials_refused: ({ address, names, status }) =>
    `${address} rechaza las credenciales de ${names.replace(', ', ' y ')} (${status}). Ponga unas válidas, y reinicie el worker.`,
  credentials_stay: () =>
    'Redirige a otro host, que nunca recibe las credenciales: use la dirección del propio archivo.',
  address_unavailable: ({ address, status }) => `${address} responde ahora ${status}.`,
  address_without_file: ({ address, status }) =>
    `${address} no tiene ningún archivo (${status}). Compruebe la dirección; el archivo puede haberse movido, o su enlace puede haber caducado.`,
  address_without_sheet: ({ address, status }) =>
    `${address} responde ${status} y ninguna tabla. Compruebe la dirección en un navegador.`,
  address_sends_page: ({ address }) =>
    `${address} responde con una página web en lugar de una tabla, seguramente una página de inicio de sesión.`,
  address_of_no_file: ({ address }) => `${address} no es la dirección de un archivo.`,
  link_published: () =>
    'Es el enlace de una página web publicada. En Google Sheets, elija otra vez Archivo → Compartir → Publicar en la web, y ahí la hoja y CSV: ese enlace termina en output=csv.',
  link_for_editing: ({ link }) =>
    `Es el enlace para editar una hoja de Google. Elija ahí Archivo → Compartir → Publicar en la web, la hoja y CSV, y use ese enlace. Si cualquiera con el enlace puede ver la hoja, también sirve ${link}.`,
  link_of_dropbox: () => 'Este enlace de Dropbox abre una página. Use el mismo enlace con dl=1 en lugar de dl=0.',
  link_of_nextcloud: () => 'En un enlace compartido de Nextcloud, añada /download a la dirección.',
  share_or_sign_in: () => SHARE,
  variable_missing: ({ name, setting }) =>
    `El worker no tiene la variable de entorno ${name}, que nombra ${setting}:. Defínala, y reinicie el worker.`,
  variable_unusable: ({ name }) =>
    `La variable de entorno ${name} está vacía o tiene caracteres que un token no puede tener. Defínala de nuevo.`,
  variable_has_colon: ({ name }) =>
    `La variable de entorno ${name} tiene dos puntos, que un nombre de usuario no puede tener.`,
  redirect_unusable: ({ address }) => `${address} redirige a una dirección que no se puede usar.`,
  redirect_unencrypted: ({ address, host }) =>
    `${address} redirige de https a una dirección sin cifrar en ${host}. Indique una dirección que siga en https.`,
  redirect_to: ({ address, host }) => `${address} redirige a ${host}.`,
  too_many_redirects: ({ address, limit }) =>
    `${address} redirige más de ${limit} veces. Indique la dirección a la que lleva.`,
  address_forbidden: ({ address }) => `${address} no se puede descargar.`,
  address_too_slow: ({ address, seconds }) =>
    `${address} no envió toda la tabla en ${seconds} s. Póngala donde se descargue más rápido.`,
  address_too_large: ({ address }) => `${address} pasa de 64 MiB. Divida la tabla, o quite lo que no es inventario.`,
  address_damaged: ({ address }) =>
    `${address} envía datos que no se pueden descomprimir. Guarde ahí la tabla sin compresión.`,
  address_unreachable: ({ address, code }) => `No se puede acceder a ${address}, o la conexión se cortó (${code}).`,
  certificate_untrusted: ({ address, code }) =>
    `El certificado de ${address} no es de confianza (${code}). Para una autoridad de certificación propia, defina NODE_EXTRA_CA_CERTS.`,
}
