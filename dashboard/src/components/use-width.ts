import { useEffect, useRef, useState } from 'preact/hooks'

/** How wide an element is, also after the window changed. */
export function useWidth<Kind extends HTMLElement>(): { place: { current: Kind | null }; width: number } {
  const place = useRef<Kind>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current!
    setWidth(element.clientWidth)
    const size = new ResizeObserver(() => setWidth(element.clientWidth))
    size.observe(element)
    return () => size.disconnect()
  }, [])
  return { place, width }
}
