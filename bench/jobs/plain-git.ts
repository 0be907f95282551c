import { execFileSync } from 'node:child_process'

/**
 * The same work with nothing around it: what git and sed alone need on this machine at this moment. The pages are checked out and
 * the images are not, because nobody who edits pages needs them.
 */
const SCRIPT = `
set -e
git --git-dir="$MIRROR" fetch --quiet --no-tags "$REPOSITORY" +refs/heads/main:refs/remotes/origin/main
mkdir "$WORK"
export GIT_DIR="$MIRROR" GIT_WORK_TREE="$WORK" GIT_INDEX_FILE="$WORK.index"
git read-tree refs/remotes/origin/main
cd "$WORK"
git ls-files -z '*.md' | git checkout-index --quiet -z --stdin
grep -rlZ -- "$FROM" . | xargs -0 sed -i "s/$FROM/$TO/g"
git add --update -- '*.md'
commit=$(git commit-tree -p refs/remotes/origin/main -m "Replace $FROM with $TO" "$(git write-tree)")
git push --quiet "$REPOSITORY" "$commit:refs/heads/plain/$TO"
cd /
rm -rf "$WORK" "$WORK.index"
`

export interface PlainGit {
  /** Replaces a word and pushes the result to a branch of its own. Returns milliseconds. */
  replace(from: string, to: string): number
}

export function createPlainGit(folder: string, repository: string): PlainGit {
  const mirror = `${folder}/plain.git`
  execFileSync('git', ['init', '--quiet', '--bare', mirror])
  const identity = { NAME: 'Plain', EMAIL: 'plain@example.com' }
  return {
    replace: (from, to) => {
      const start = performance.now()
      execFileSync('sh', ['-c', SCRIPT], {
        env: {
          PATH: process.env['PATH'],
          MIRROR: mirror,
          REPOSITORY: repository,
          WORK: `${folder}/plain-work`,
          FROM: from,
          TO: to,
          ...Object.fromEntries(
            Object.entries(identity).flatMap(([name, value]) => [
              [`GIT_AUTHOR_${name}`, value],
              [`GIT_COMMITTER_${name}`, value],
            ]),
          ),
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      return performance.now() - start
    },
  }
}
