import type { addressSentences } from '../../../../contract/sentences/addresses.ts'
import type { Translated } from '../../sentences.ts'

const SHARE =
  'Partagez le fichier par un lien que tout le monde peut ouvrir, ou définissez bearer_env, ou user_env et password_env.'

/** French sentences about sheets at an address of the web. */
export const addresses: Translated<typeof addressSentences> = {
  address_changed: ({ source }) =>
    `L’adresse de ${source} dans kitroom.yaml a changé depuis le début de cette exécution. Relancez-la.`,
  address_needs_sign_in: ({ address, status }) =>
    `${address} ne se lit pas sans connexion (${status}). ${SHARE} Un lien signé a pu expirer.`,
  credentials_refused: ({ address, names, status }) =>
    `${address} refuse les identifiants de ${names.replace(', ', ' et ')} (${status}). Mettez-en de valides, et redémarrez le worker.`,
  credentials_stay: () =>
    'L’adresse redirige vers un autre hôte, qui ne reçoit jamais les identifiants : utilisez l’adresse du fichier lui-même.',
  address_unavailable: ({ address, status }) => `${address} répond ${status} en ce moment.`,
  address_without_file: ({ address, status }) =>
    `${address} n’a pas de fichier (${status}). Vérifiez l’adresse ; le fichier a pu être déplacé, ou son lien a pu expirer.`,
  address_without_sheet: ({ address, status }) =>
    `${address} répond ${status} et pas de tableau. Vérifiez l’adresse dans un navigateur.`,
  address_sends_page: ({ address }) =>
    `${address} répond par une page web au lieu d’un tableau, sans doute une page de connexion.`,
  address_of_no_file: ({ address }) => `${address} n’est pas l’adresse d’un fichier.`,
  link_published: () =>
    'C’est le lien d’une page web publiée. Dans Google Sheets, choisissez de nouveau Fichier → Partager → Publier sur le Web, puis la feuille et CSV : ce lien se termine par output=csv.',
  link_for_editing: ({ link }) =>
    `C’est le lien pour modifier une feuille Google. Choisissez-y Fichier → Partager → Publier sur le Web, la feuille et CSV, et utilisez ce lien. Si toute personne qui a le lien peut voir la feuille, ${link} convient aussi.`,
  link_of_dropbox: () => 'Ce lien Dropbox ouvre une page. Utilisez le même lien avec dl=1 au lieu de dl=0.',
  link_of_nextcloud: () => 'Pour un lien de partage Nextcloud, ajoutez /download à l’adresse.',
  share_or_sign_in: () => SHARE,
  variable_missing: ({ name, setting }) =>
    `Le worker n’a pas la variable d’environnement ${name}, que ${setting}: nomme. Définissez-la, et redémarrez le worker.`,
  variable_unusable: ({ name }) =>
    `La variable d’environnement ${name} est vide ou a des caractères qu’un jeton ne peut pas avoir. Redéfinissez-la.`,
  variable_has_colon: ({ name }) =>
    `La variable d’environnement ${name} a un deux-points, qu’un nom d’utilisateur ne peut pas avoir.`,
  redirect_unusable: ({ address }) => `${address} redirige vers une adresse inutilisable.`,
  redirect_unencrypted: ({ address, host }) =>
    `${address} redirige de https vers une adresse non chiffrée chez ${host}. Indiquez une adresse qui reste en https.`,
  redirect_to: ({ address, host }) => `${address} redirige vers ${host}.`,
  too_many_redirects: ({ address, limit }) =>
    `${address} redirige plus de ${limit} fois. Indiquez l’adresse à laquelle elle mène.`,
  address_forbidden: ({ address }) => `${address} ne peut pas être téléchargée.`,
  address_too_slow: ({ address, seconds }) =>
    `${address} n’a pas envoyé tout le tableau en ${seconds} s. Mettez-le là où il se télécharge plus vite.`,
  address_too_large: ({ address }) =>
    `${address} dépasse 64 Mio. Divisez le tableau, ou retirez ce qui n’est pas de l’inventaire.`,
  address_damaged: ({ address }) =>
    `${address} envoie des données impossibles à décompresser. Enregistrez-y le tableau sans compression.`,
  address_unreachable: ({ address, code }) => `${address} est injoignable, ou la connexion a été coupée (${code}).`,
  certificate_untrusted: ({ address, code }) =>
    `Le certificat de ${address} n’est pas fiable (${code}). Pour votre propre autorité de certification, définissez NODE_EXTRA_CA_CERTS.`,
}
