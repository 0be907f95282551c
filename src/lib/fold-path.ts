/** What some file systems leave out when they compare names: HFS+ has a list, and no list shows these characters. */
const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{M}]/gu

/** NTFS drops dots and spaces at the end of a name. */
const DROPPED_ENDS = /[. ]+(?=\/|$)/g

/** NTFS reads what follows a colon as the name of a stream of the file before it. */
const STREAM = /(?!^):[^/]*(?=\/|$)/g

/**
 * A path as the least careful file system sees it: `．VSCODE`, `.vſcode` and `.vscode.` are all `.vscode`. Rules about names are
 * tried on this, so that no other spelling of a name gets past them. It is never used to open a file.
 */
export function foldPath(path: string): string {
  const plain = path.normalize('NFKD').replace(IGNORED, '').toUpperCase().normalize('NFKD').replace(IGNORED, '').toLowerCase()
  const cut = plain.replaceAll('\\', '/').replace(STREAM, '').replace(DROPPED_ENDS, '')
  return cut.replace(/\/{2,}/g, '/')
}
