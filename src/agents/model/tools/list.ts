import { z } from 'zod'
import { defineTool, listLines } from './tool.ts'

const ENTRIES_MAX = 500

export const list = defineTool({
  description: 'Lists the files and folders of a folder. Folders end with "/".',
  input: z.object({
    folder: z.string().default('').describe('Such as docs/guides. Empty for the root of the repository.'),
    isRecursive: z.boolean().default(false).describe('Also lists all files in the folders below.'),
  }),
  paths: { places: ['folder'] },
  run: async ({ folder, isRecursive }, { files, task }) => {
    const root = folder.replace(/^\.?\/?$/u, '').replace(/\/$/u, '')
    const paths = await files.list(root, task.signal)
    const below = root === '' ? 0 : root.length + 1
    const entries = isRecursive
      ? paths
      : [...new Set(paths.map((path) => path.slice(0, below) + path.slice(below).replace(/\/.*$/su, '/')))]
    return entries.length === 0 ? 'The folder has no files.' : listLines(entries, ENTRIES_MAX, 'entries')
  },
})
