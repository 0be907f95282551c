import type { PullRequestWithDiff } from '../../codehosts/builtin.ts'
import { parseDiff, renderDiff } from './diff-view.ts'
import { type Html, html } from './html.ts'

export function renderPullRequest({ pullRequest, diff }: PullRequestWithDiff): Html {
  const files = parseDiff(diff)
  const additions = files.reduce((sum, file) => sum + file.additions, 0)
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0)
  const updated = pullRequest.updatedAt > pullRequest.createdAt && html`<span>updated ${renderTime(pullRequest.updatedAt)}</span>`
  return html`<main>
<p class="faint">Pull request</p>
<h1>${pullRequest.title}</h1>
<p class="meta"><span class="badge ${pullRequest.state}">${pullRequest.state}</span><span><code>${pullRequest.head}</code> into <code>${pullRequest.base}</code></span><span>opened ${renderTime(pullRequest.createdAt)}</span>${updated}</p>
<div class="body">${pullRequest.body.trim()}</div>
<h2>${files.length} ${files.length === 1 ? 'file' : 'files'} changed <span class="plus">+${additions}</span> <span class="minus">−${deletions}</span></h2>
${renderDiff(files)}
</main>`
}

function renderTime(time: number): Html {
  const iso = new Date(time).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}
