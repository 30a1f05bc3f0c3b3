import { chatNames } from '#features/chat/contract.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { changedValues } from '#kit/web/forms/changed-values.ts'
import { pasteCoordinates } from '#kit/web/forms/coordinates.ts'
import { unlessConflict } from '#kit/web/forms/edit-conflict.ts'
import { NumberInput, Text } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useMergedSave } from '#kit/web/forms/use-merged-save.tsx'
import { useRowForm } from '#kit/web/forms/use-row-form.ts'
import { type DialogProps, idParams } from '#kit/web/list/row-actions.tsx'
import { type AdminCampus, createCampus, updateCampus } from '../../contract.ts'
import { type CampusValues, campusForm, campusValues, webhookChange } from './campus-form.ts'
import { WebhookFields } from './webhook-fields.tsx'

/** Includes restaurants: moving a campus changes their estimated distances, too. */
export const campusTopics = ['campuses', 'restaurants']

interface CampusDialogProps extends DialogProps {
  /** undefined: a new campus. */
  campus: AdminCampus | undefined
  campuses: readonly AdminCampus[]
}

/** Adds or edits a campus. */
export function CampusDialog({ campus, campuses, onClose }: CampusDialogProps) {
  const form = useRowForm(campus, base => ({
    draft: base ? 'Edit Campus' : 'Add Campus',
    schema: campusForm(
      campuses.filter(({ id }) => id !== base?.id),
      base,
    ),
    values: campusValues(base) as CampusValues,
  }))
  const { base } = form
  const create = useWrite(createCampus, {
    touches: campusTopics,
    form,
    done: ({ name }) => ({ title: 'Campus added', description: name }),
    failed: 'Failed to add campus',
  })
  const update = useWrite(updateCampus, {
    touches: campusTopics,
    form,
    done: ({ name }) => ({ title: 'Campus updated', description: name }),
    failed: unlessConflict('Failed to update campus'),
  })
  const merged = useMergedSave<AdminCampus, CampusValues>({
    noun: 'campus',
    labels: { name: 'Name', address: 'Address', latitude: 'Position', chat: 'Chat' },
    pairs: { latitude: 'longitude', chat: 'webhook' },
    valuesOf: campusValues,
    textOf: (field, { [field]: value, longitude, chat, webhook }) =>
      field === 'latitude'
        ? `${value}, ${longitude}`
        : field === 'chat'
          ? chat
            ? `${chatNames[chat]}: ${webhook}`
            : 'None'
          : String(value),
  })

  const send = async (filledIn: CampusValues, onto: AdminCampus | undefined): Promise<unknown> => {
    const { code, chat: _, webhook: __, ...values } = filledIn
    const webhook = webhookChange(filledIn, onto?.webhook ?? null)
    const posting = webhook !== undefined && { webhook }
    if (!onto) return create.mutateAsync({ body: { code, ...values, ...posting } })
    const body = { ...changedValues(values, onto), ...posting }
    if (Object.keys(body).length === 0) return undefined
    return update.mutateAsync({ ...idParams(onto), body: { ...body, expectedUpdatedAt: onto.updatedAt } })
  }
  const pasteBoth = pasteCoordinates(point => form.set(point, { checks: true }))

  return (
    <>
      <FormDialog
        onClose={onClose}
        title={base ? 'Edit Campus' : 'Add Campus'}
        description={base?.name}
        form={form}
        onSubmit={mine => (base ? merged.save(mine, base, send) : send(mine, undefined))}
        submitLabel={base ? 'Save Campus' : 'Add Campus'}
      >
        <Text {...form.field('name')} label="Name" required maxLength={100} />
        <Text
          {...form.field('code')}
          label="Code"
          hint={
            base
              ? 'It can’t be changed, since links and files contain it.'
              : 'Letters and digits, such as eastAsheville. It can’t be changed later, since links and files contain it.'
          }
          required={!base}
          readOnly={base !== undefined}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
        />
        <Text {...form.field('address')} label="Address" required maxLength={300} />
        <div className="grid gap-4 sm:grid-cols-2">
          {(['latitude', 'longitude'] as const).map(name => (
            <NumberInput
              key={name}
              {...form.field(name)}
              label={name === 'latitude' ? 'Latitude' : 'Longitude'}
              required
              inputMode="text"
              onPaste={pasteBoth}
            />
          ))}
        </div>
        <p className="text-muted text-sm">
          You can paste both together, as copied from a map: 35.5951, -82.5515.
          {base &&
            base.restaurantCount > 0 &&
            ' When they change, the estimated distances of the restaurants are recalculated.'}
        </p>
        <WebhookFields form={form} campus={base} />
      </FormDialog>
      {merged.question}
    </>
  )
}
