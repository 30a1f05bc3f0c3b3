import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { LiveText } from '#web/ui/visually-hidden.tsx'

/** A file name with a copy button. */
export function FileName({ filename }: { filename: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      // Without https, browsers may not offer a clipboard.
      await navigator.clipboard.writeText(filename)
      setCopied(true)
    } catch {
      toast({ title: 'The name could not be copied', variant: 'warning' })
    }
  }
  return (
    <div className="flex items-center gap-2 rounded-md bg-sunken py-1 pr-1 pl-4">
      <strong className="mr-auto select-all break-all max-sm:text-sm">{filename}</strong>
      <IconButton label="Copy the name" onClick={() => void copy()}>
        {isCopied ? <Check /> : <Copy />}
      </IconButton>
      <LiveText>{isCopied ? 'Copied' : ''}</LiveText>
    </div>
  )
}
