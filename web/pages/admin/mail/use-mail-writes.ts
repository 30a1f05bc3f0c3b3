import { listMails, removeMail, retryMail, retryMails } from '#contract/mails.ts'
import type { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast-store.ts'

const stale = [listMails]

const failed = (title: string) => (error: ApiError) =>
  toast({ title, description: error.message, variant: 'destructive' })

const underWay = ({ count }: { count: number }) =>
  toast({
    title: count === 1 ? '1 mail is tried again' : `${count.toLocaleString('en-US')} mails are tried again`,
    description: 'What can’t be sent comes back to this list with its reason.',
    variant: 'info',
  })

export function useRetryMail() {
  return useWrite(retryMail, { stale, onSuccess: underWay, onError: failed('Failed to try again') })
}

export function useRetryMails() {
  return useWrite(retryMails, { stale, onSuccess: underWay, onError: failed('Failed to try again') })
}

export function useRemoveMail(onDone: () => void) {
  return useWrite(removeMail, {
    stale,
    onSuccess: () => {
      toast({ title: 'Mail removed', variant: 'success' })
      onDone()
    },
    onError: failed('Failed to remove mail'),
  })
}
