import { useRef, useState } from 'react'
import { sizeLabel } from '#kit/rules/texts/size-label.ts'
import { ApiError } from '#kit/web/api/call.ts'
import { withProgress } from '#kit/web/api/upload-with-progress.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { SubmitDialog } from '#kit/web/forms/old/submit-dialog.tsx'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { Progress, ProgressBar } from '#kit/web/loading/progress.tsx'
import { FileDrop } from '#kit/web/ui/inputs/file-drop.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { uploadBackup } from '../../contract.ts'

const { maxBytes, tooLarge, missing } = uploadBackup.upload

/** Adds a backup from a file. */
export function UploadDialog({ onClose }: DialogProps) {
  const [file, setFile] = useState<File>()
  const [isSubmitted, setSubmitted] = useState(false)
  const upload = useUpload(onClose)
  const problem = problemOf(file)
  const rejection = upload.error instanceof ApiError ? upload.error : null
  const isSending = upload.isPending && upload.sent < 1

  // Closing the dialog cancels an upload in progress. Once uploaded, the server checks and keeps the file anyway.
  const close = () => {
    if (isSending) upload.cancel()
    onClose()
  }
  const submit = () => {
    setSubmitted(true)
    if (file && !problem) upload.mutate({ file })
  }
  return (
    <SubmitDialog
      onClose={close}
      title="Upload Backup"
      description="The whole file is checked. Nothing changes until you restore it."
      onSubmit={submit}
      cancelLabel={upload.isPending && !isSending ? 'Close' : 'Cancel'}
      submitLabel="Upload backup"
      busy={upload.isPending}
      busyText={isSending ? 'Uploading...' : 'Checking…'}
    >
      <FileDrop
        label="Backup file"
        accept=".json,.zip"
        hint={`A .json or .zip file of at most ${sizeLabel(maxBytes)}`}
        file={file}
        onChange={chosen => {
          setFile(chosen)
          upload.reset()
        }}
        error={(file || isSubmitted ? problem : undefined) ?? rejection?.message}
        disabled={upload.isPending}
      />
      {rejection && <Problems error={rejection} />}
      {upload.isPending && <Sending sent={upload.sent} />}
    </SubmitDialog>
  )
}

/** `sent` is the uploaded share of the file, from 0 to 1; `cancel` aborts the upload. */
function useUpload(onDone: () => void) {
  const [sent, setSent] = useState(0)
  const sending = useRef<AbortController>(undefined)
  const upload = useWrite(uploadBackup, {
    touches: ['backups', 'backup status'],
    callOptions: () => {
      setSent(0)
      sending.current = new AbortController()
      return { signal: sending.current.signal, send: withProgress(setSent) }
    },
    onSuccess: onDone,
    done: ({ filename }) => ({ title: 'Backup uploaded', description: filename }),
    // Other errors mean that the user cancelled: not a failure.
    failed: error => (error instanceof ApiError ? 'Failed to upload backup' : undefined),
  })
  return { ...upload, sent, cancel: () => sending.current?.abort() }
}

function problemOf(file: File | undefined): string | undefined {
  if (!file) return missing
  if (!/\.(json|zip)$/i.test(file.name)) return 'Only .json and .zip files can be backups'
  return file.size > maxBytes ? tooLarge : undefined
}

function Sending({ sent }: { sent: number }) {
  const percent = Math.floor(sent * 100)
  if (sent >= 1) return <Progress label="Checking…" />
  return (
    <div className="flex flex-col gap-2">
      <LiveText>Uploading</LiveText>
      <p className="flex justify-between font-semibold">
        <span>Uploading…</span>
        <span className="tabular-nums">{percent}%</span>
      </p>
      <ProgressBar label="Upload" value={percent} max={100} />
    </div>
  )
}

/** Lists all problems of the file; a single one is already in the message above. */
function Problems({ error }: { error: ApiError }) {
  const problems = error.fieldErrors.slice(0, 20)
  if (problems.length < 2) return null
  return (
    <div className="rounded-md bg-brick-tint px-4 py-3">
      <h3 className="font-sans font-semibold !text-[0.9375rem]">Problems</h3>
      <ul role="list" className="wrap-anywhere mt-1.5 flex max-h-48 flex-col gap-1.5 overflow-y-auto text-sm">
        {problems.map(({ path, message }) => (
          <li key={path}>
            <code className="font-semibold">{path}</code>: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
