import type { FileDiff } from '../../../../client/index.ts'
import { Loaded } from '../../components/states.tsx'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'

interface PreviewProps {
  projectId: string
  jobId: string
  file: FileDiff
  /** A new one is another preview. */
  commit: string
}

/** A changed page as readers see it, before and after. */
export function Preview({ projectId, jobId, file, commit }: PreviewProps) {
  if (!/\.(?:md|mdx|markdown)$/i.test(file.path)) return <p class="faint note">Only Markdown pages have a preview.</p>
  return <PagePreview key={commit} {...{ projectId, jobId, file, commit }} />
}

function PagePreview({ projectId, jobId, file }: PreviewProps) {
  const preview = useRequest(() => projectClient(projectId).getPreview(jobId, file.path), [file.path])
  return (
    <div class="preview">
      <Loaded answer={preview} rows={4}>
        {({ before, after }) => (
          <div class="preview-sides">
            <Side title="Before" path={file.path} html={before} none="This page is new." />
            <Side title="After" path={file.path} html={after} none="This page is deleted." />
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** The service renders only what is safe: no tag, attribute or address of the page itself gets into it. */
function Side({ title, path, html, none }: { title: string; path: string; html: string | null; none: string }) {
  return (
    <section aria-label={`${title}: ${path}`}>
      <h3>{title}</h3>
      {html === null ? (
        <p class="faint">{none}</p>
      ) : (
        <div
          class="rendered"
          tabIndex={0}
          // Its links are those of the site, which isn't here.
          onClick={(event) => event.preventDefault()}
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
    </section>
  )
}
