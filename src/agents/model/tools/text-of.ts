import { type TextFile, decodeText } from '../../../site/edit/text-file.ts'
import type { ConfinedFiles } from '../../files/confined-files.ts'
import { Refusal } from '../../files/refusal.ts'

/** The text of a file with what is needed to write it back byte for byte. */
export async function textOf(files: ConfinedFiles, path: string): Promise<TextFile> {
  const file = decodeText(await files.read(path))
  if (!file) throw new Refusal(`"${path}" is not a text in UTF-8.`)
  return file
}
