import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { UserPicker } from '#features/accounts/web/user-picker.tsx'
import { RestaurantPicker } from '#features/restaurants/web/restaurant-picker.tsx'
import { starCount } from '#kit/rules/stars.ts'
import { readPage } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import type { Choice } from '#kit/web/ui/inputs/combobox.tsx'
import { AdminRatingForm, createRatingFor, listAllRatings } from '../../admin-ratings-contract.ts'
import { RatingFields } from './rating-fields.tsx'

const { value, comment } = AdminRatingForm.shape
const chosen = (message: string) =>
  z.pipe(
    z.optional(z.custom<Choice>()).check(z.refine(choice => choice !== undefined, message)),
    z.transform(choice => (choice as Choice).id),
  )
const Form = z.object({
  user: chosen('Please select a user'),
  restaurant: chosen('Please select a restaurant'),
  value,
  comment,
})
const blank: z.input<typeof Form> = { user: undefined, restaurant: undefined, value: 5, comment: '' }

/** Rates a restaurant on behalf of a user. */
export function CreateRatingDialog({ onClose }: DialogProps) {
  const form = useForm({ draft: 'Create Rating', schema: Form, values: blank })
  const { user, restaurant } = form.typed
  const existing = useExisting(user?.id, restaurant?.id)
  const create = useWrite(createRatingFor, {
    touches: ['restaurants'],
    form,
    done: ({ createdAt, updatedAt }) => (createdAt === updatedAt ? 'Rating created' : 'Rating updated'),
    failed: 'Error creating rating',
  })
  const choose = (field: 'user' | 'restaurant') => (choice: Choice | undefined) =>
    form.set({ [field]: choice }, { checks: true })

  return (
    <FormDialog
      onClose={onClose}
      title="Create Rating"
      form={form}
      onSubmit={({ user: userId, restaurant: restaurantId, value, comment }) =>
        // An existing comment stays if none is typed.
        create.mutateAsync({ body: { userId, restaurantId, value, ...(comment && { comment }) } })
      }
      submitLabel="Create Rating"
    >
      <Field label="User" error={form.field('user').error} required>
        <UserPicker placeholder="Search users" chosen={user?.label ?? ''} onChoose={choose('user')} />
      </Field>
      <Field label="Restaurant" error={form.field('restaurant').error} required>
        <RestaurantPicker
          placeholder="Search restaurants"
          chosen={restaurant?.label ?? ''}
          chosenId={restaurant?.id}
          onChoose={choose('restaurant')}
        />
      </Field>
      <RatingFields value={form.field('value')} comment={form.field('comment')} hint={existing} />
    </FormDialog>
  )
}

/** A hint if a rating already exists, which will be changed. */
function useExisting(userId: number | undefined, restaurantId: number | undefined): string | undefined {
  const { data } = useQuery({
    ...readPage(listAllRatings, {
      query: { userId: String(userId), restaurantId: String(restaurantId), limit: '1' },
    }),
    enabled: Boolean(userId && restaurantId),
  })
  const existing = data?.rows[0]
  return existing && `There is already a rating with ${starCount(existing.value)}: it will be changed.`
}
