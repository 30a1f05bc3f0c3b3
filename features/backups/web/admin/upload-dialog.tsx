import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { sizeLabel } from '#kit/rules/texts/size-label.ts'
import { ApiError } from '#kit/web/api/call.ts'
import { withProgress } from '#kit/web/api/upload-with-progress.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { chosenFile } from '#kit/web/forms/chosen-file.ts'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { Progress } from '#kit/web/loading/progress.tsx'
import { FileDrop } from '#kit/web/ui/inputs/file-drop.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { uploadBackup } from '../../contract.ts'

const { maxBytes, tooLarge, missing } = uploadBackup.upload
const isBackup = ({ name }: File) => /\.(json|zip)$/i.test(name)
const wrong = 'Only .json and .zip files can be backups'

const Form = z.object({ file: chosenFile({ missing, maxBytes, tooLarge, isRight: isBackup, wrong }) })

/** Adds a backup from a file. */
export function UploadDialog({ onClose }: DialogProps) {
  const form = useForm({ draft: 'Upload Backup', schema: Form, values: { file: undefined } })
  const upload = useUpload()
  const isSending = upload.isPending && upload.sent < 1

  // Closing the dialog cancels an upload in progress. Once uploaded, the server checks and keeps the file anyway.
  const close = () => {
    if (isSending) upload.cancel()
    onClose()
  }
  return (
    <FormDialog
      onClose={close}
      title="Upload Backup"
      description="The whole file is checked. Nothing changes until you restore it."
      form={form}
      onSubmit={({ file }) => upload.mutateAsync({ file })}
      asks={false}
      cancelLabel={upload.isPending && !isSending ? 'Close' : 'Cancel'}
      submitLabel="Upload backup"
      busyText={isSending ? 'Uploading...' : 'Checking…'}
    >
      <FileDrop
        label="Backup file"
        accept=".json,.zip"
        hint={`A .json or .zip file of at most ${sizeLabel(maxBytes)}`}
        file={form.typed.file}
        onChange={file => {
          form.set({ file }, { checks: true })
          form.dismissFailure()
        }}
        error={form.field('file').error ?? form.failure?.message}
        disabled={upload.isPending}
      />
      {form.failure && <Problems error={form.failure} />}
      {upload.isPending && <Sending sent={upload.sent} />}
    </FormDialog>
  )
}

/** `sent` is the uploaded share of the file, from 0 to 1; `cancel` aborts the upload. */
function useUpload() {
  const [sent, setSent] = useState(0)
  const sending = useRef<AbortController>(undefined)
  const upload = useWrite(uploadBackup, {
    touches: ['backups', 'backup status'],
    callOptions: () => {
      setSent(0)
      sending.current = new AbortController()
      return { signal: sending.current.signal, send: withProgress(setSent) }
    },
    done: ({ filename }) => ({ title: 'Backup uploaded', description: filename }),
    // Other errors mean that the user cancelled: not a failure.
    failed: error => (error instanceof ApiError ? 'Failed to upload backup' : undefined),
  })
  return { ...upload, sent, cancel: () => sending.current?.abort() }
}

function Sending({ sent }: { sent: number }) {
  const percent = Math.floor(sent * 100)
  if (sent >= 1) return <Progress label="Checking…" />
  return (
    <>
      <LiveText>Uploading</LiveText>
      <Progress
        label="Uploading…"
        barLabel="Upload"
        of={{ done: percent, count: 100 }}
        figures={`${percent}%`}
      />
    </>
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
