/** How many of the paths each folder has, the largest first. Of a deep tree only the first two levels are told apart. */
export function countByFolder(paths: readonly string[]): { folder: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = path.split('/').slice(0, -1).slice(0, 2).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .map(([folder, count]) => ({ folder, count }))
    .sort((a, b) => b.count - a.count || (a.folder < b.folder ? -1 : 1))
}
