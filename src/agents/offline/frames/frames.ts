import { checks } from './checks.ts'
import { frontMatter } from './front-matter.ts'
import { headings } from './headings.ts'
import { navigation } from './navigation.ts'
import { pages } from './pages.ts'
import type { FrameReader } from './pattern.ts'
import { redirects } from './redirects.ts'
import { replace } from './replace.ts'
import { texts } from './texts.ts'
import { tidy } from './tidy.ts'
import { values } from './values.ts'

/** Everything that the agent understands, the more specific before the more general. */
export const READERS: readonly FrameReader[] = [
  texts,
  navigation,
  headings,
  frontMatter,
  tidy,
  checks,
  redirects,
  values,
  pages,
  replace,
]
