import { toast } from '#web/ui/toast-store.ts'

export function noCampusToPickFrom(): void {
  toast({ title: 'No campus selected', description: 'Please select a campus first', variant: 'warning' })
}
