import { clsx } from 'clsx'
import { ImageUp, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'
import { imageTypes } from '#features/images/contract.ts'
import { initials } from '#kit/rules/texts/person-names.ts'
import { Spinner } from '#kit/web/loading/spinner.tsx'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { FileButton } from '#kit/web/ui/inputs/file-button.tsx'
import { useProfileImage } from '../use-profile-image.ts'
import { useSignedIn } from '../viewer.ts'

/** Choose, drop or paste an image. */
export function ImageSection() {
  const viewer = useSignedIn()
  const image = useProfileImage()
  const [isOver, setOver] = useState(false)
  const [asksRemoval, setAsksRemoval] = useState(false)
  usePastedFile(image.set)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) image.set(file)
  }
  return (
    <Panel roomy title="Profile image">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button does the same */}
      <div
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'flex flex-col items-center gap-5 rounded-md border-2 border-dashed p-5 transition-colors sm:flex-row sm:gap-7 sm:p-6',
          isOver ? 'border-terracotta bg-terracotta-tint' : 'border-line',
        )}
      >
        <div className="relative">
          <Avatar
            src={image.preview ?? viewer.profileImageUrl}
            fallback={initials(viewer)}
            tint={viewer.id}
            size="large"
            className="!size-28"
          />
          {image.isUploading && (
            <div role="status" className="absolute inset-0 grid place-items-center rounded-full bg-raised/75">
              <Spinner className="size-9 text-terracotta" />
              <span className="sr-only">Uploading your profile image</span>
            </div>
          )}
        </div>
        <div className="min-w-0 flex-1 max-sm:text-center">
          <p className="max-sm:hidden">Drop an image here, paste one, or choose a file.</p>
          <p className="text-muted text-sm">JPEG, PNG or WebP, under 10 MB</p>
          <div className="mt-4 flex flex-wrap gap-3 max-sm:justify-center">
            <FileButton
              icon={<ImageUp />}
              busy={image.isUploading}
              accept={imageTypes.join(',')}
              fileLabel="Profile image file"
              onChoose={image.set}
            >
              {viewer.profileImageUrl ? 'Change image' : 'Choose image'}
            </FileButton>
            {viewer.profileImageUrl && (
              <Button
                variant="quiet"
                icon={<Trash2 />}
                disabled={image.isUploading}
                onClick={() => setAsksRemoval(true)}
              >
                Remove
              </Button>
            )}
          </div>
        </div>
      </div>
      {asksRemoval && (
        <ConfirmDialog
          onClose={() => setAsksRemoval(false)}
          title="Remove your profile image?"
          confirmLabel="Remove image"
          danger
          busy={image.isRemoving}
          onConfirm={() => image.remove(() => setAsksRemoval(false))}
        >
          Your initials are shown instead.
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function usePastedFile(onFile: (file: File) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const [file] = event.clipboardData?.files ?? []
    if (!file?.type.startsWith('image/')) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
