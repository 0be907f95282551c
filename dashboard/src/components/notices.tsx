import { people } from '../lib/session.ts'
import { useRequest } from '../lib/use-request.ts'

/** What an admin should know about the set-up of the service. Whether it can be had at this moment is not worth a word. */
export function Notices() {
  const { data } = useRequest(() => people.listNotices(), [])
  return (
    <>
      {data?.notices.map(({ code, message, advice }) => (
        <div key={code} class="notice" role="status">
          <span>
            {message} <strong>{advice}</strong>
          </span>
        </div>
      ))}
    </>
  )
}
