import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { LiveText } from '#web/ui/visually-hidden.tsx'

interface ShownOnceProps {
  /** What it is, after 'the': 'address'. */
  noun: string
  secret: string
}

/** A secret that the server returned only once, with a button that copies it. */
export function ShownOnce({ noun, secret }: ShownOnceProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      // Without https, browsers may not offer a clipboard.
      await navigator.clipboard.writeText(secret)
      setCopied(true)
    } catch {
      toast({ title: `Couldn’t copy the ${noun}. Select it and copy it yourself.`, variant: 'warning' })
    }
  }
  return (
    <>
      <div className="flex items-center gap-2 rounded-md bg-sunken py-1 pr-1 pl-4">
        <span translate="no" className="mr-auto min-w-0 select-all break-all text-sm">
          {secret}
        </span>
        <IconButton label={`Copy the ${noun}`} onClick={() => void copy()}>
          {isCopied ? <Check /> : <Copy />}
        </IconButton>
      </div>
      <LiveText>{isCopied ? 'Copied' : ''}</LiveText>
    </>
  )
}
