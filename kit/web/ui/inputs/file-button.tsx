import { type ComponentProps, useRef } from 'react'
import { Button } from '#kit/web/ui/button.tsx'

interface FileButtonProps extends ComponentProps<typeof Button> {
  accept: string
  /** Names the file, for screen readers and tests. */
  fileLabel: string
  onChoose: (file: File) => void
}

/** A button that lets the user choose a file. */
export function FileButton({ accept, fileLabel, onChoose, ...button }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        accept={accept}
        aria-label={fileLabel}
        hidden
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file) onChoose(file)
          // Choosing the same file again, perhaps corrected, must count as a change.
          event.target.value = ''
        }}
      />
    </>
  )
}
