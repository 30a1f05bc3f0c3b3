import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: then what isn't in sight is to be seen, too. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // Drawn before the listener returns, since the browser prints what there is then.
    const onPrint = ({ type }: Event) => flushSync(() => setIsPrinting(type === 'beforeprint'))
    const listening = new AbortController()
    for (const event of ['beforeprint', 'afterprint']) addEventListener(event, onPrint, listening)
    return () => listening.abort()
  }, [])
  return isPrinting
}
