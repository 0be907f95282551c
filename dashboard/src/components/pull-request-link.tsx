/** A link of the built-in code host is a page of this service; all others lead elsewhere, and may lead nowhere but to the web. */
export function PullRequestLink({ link, class: name }: { link: string; class?: string }) {
  const url = URL.canParse(link) ? new URL(link) : null
  if (!url || !/^https?:$/.test(url.protocol)) return <span class="faint">{link}</span>
  const number = /\/(\d+)\/?$/.exec(url.pathname)?.[1]
  return (
    <a href={link} class={name} rel="noreferrer">
      {number === undefined ? (
        'Pull request'
      ) : (
        <>
          <span class="hidden">Pull request </span>#{number}
        </>
      )}
    </a>
  )
}
