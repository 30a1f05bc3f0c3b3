import { clsx } from 'clsx'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { LiveText } from './live-text.tsx'
import { toast } from './toasts/toast-store.ts'

interface CopyBoxProps {
  /** What it is, after 'the': 'address'. */
  noun: string
  text: string
  className?: string
}

/** A text to keep, such as a secret that is shown only once, with a button that copies it. */
export function CopyBox({ noun, text, className = 'text-sm' }: CopyBoxProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      // Without https, browsers may not offer a clipboard.
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast({ title: `Couldn’t copy the ${noun}. Select it and copy it yourself.`, variant: 'warning' })
    }
  }
  return (
    <>
      <div className="flex items-center gap-2 rounded-md bg-sunken py-1 pr-1 pl-4">
        <span translate="no" className={clsx('mr-auto min-w-0 select-all wrap-anywhere', className)}>
          {text}
        </span>
        <IconButton label={`Copy the ${noun}`} onClick={() => void copy()}>
          {isCopied ? <Check /> : <Copy />}
        </IconButton>
      </div>
      <LiveText>{isCopied ? 'Copied' : ''}</LiveText>
    </>
  )
}
