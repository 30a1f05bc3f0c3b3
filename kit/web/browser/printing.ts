import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. If so, content outside of the viewport must be rendered, too. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // Rendered before the listener returns, since the browser prints the page as it is then.
    const onPrint = ({ type }: Event) => flushSync(() => setIsPrinting(type === 'beforeprint'))
    const listening = new AbortController()
    for (const event of ['beforeprint', 'afterprint']) addEventListener(event, onPrint, listening)
    return () => listening.abort()
  }, [])
  return isPrinting
}
