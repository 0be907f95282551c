import { expect, it } from 'vitest'
import { renderPreview } from './page-preview.ts'

it('shows the front matter as code, whatever is in it, and the page below', () => {
  const { text } = renderPreview('---\ntitle: "A `b` ~~~~"\n~~~~\n<script>\n---\n\n# Start\n')
  expect(text).toContain('title: &quot;A `b` ~~~~&quot;\n~~~~\n&lt;script&gt;')
  expect(text).toContain('<h3>Start</h3>')
})

it('shows a page without front matter as it is, also one that begins with a rule', () => {
  expect(renderPreview('# Start\r\n').text).toBe('<h3>Start</h3>\n')
  expect(renderPreview('---\n\nText\n').text).toBe('<hr>\n<p>Text</p>\n')
})
