import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type DefaultValues, useFormState, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { AdminRatingForm, createRatingFor, listAllRatings } from '#contract/admin-ratings.ts'
import { starCount } from '#domain/ratings.ts'
import { readPage } from '#web/api/queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useDraftState } from '#web/lib/drafts.ts'
import { useForm } from '#web/lib/use-form.ts'
import type { DialogProps } from '#web/shared/admin/row-actions.tsx'
import { UserPicker } from '#web/shared/admin/user-picker.tsx'
import { RestaurantPicker } from '#web/shared/restaurant-picker.tsx'
import type { Choice } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RatingFields } from './rating-fields.tsx'

type Values = z.input<typeof AdminRatingForm>
type Checked = z.output<typeof AdminRatingForm>

const defaultValues: DefaultValues<Values> = { value: 5, comment: '' }
const touch = { shouldDirty: true, shouldValidate: true }

/** Rates a restaurant on behalf of a user. */
export function CreateRatingDialog({ onClose }: DialogProps) {
  const form = useForm<Values, unknown, Checked>({ resolver: zodResolver(AdminRatingForm), defaultValues })
  const { errors } = useFormState({ control: form.control })
  const [user, setUser] = useDraftState<Choice | undefined>('user', undefined)
  const [restaurant, setRestaurant] = useDraftState<Choice | undefined>('restaurant', undefined)
  const existing = useExisting(form.control)
  const create = useWrite(createRatingFor, {
    touches: ['restaurants'],
    form,
    done: ({ createdAt, updatedAt }) => (createdAt === updatedAt ? 'Rating created' : 'Rating updated'),
    failed: 'Error creating rating',
  })

  const choose = (field: 'userId' | 'restaurantId', choice: Choice | undefined) =>
    form.setValue(field, choice?.id as number, touch)

  return (
    <FormDialog
      onClose={onClose}
      title="Create Rating"
      form={form}
      onSubmit={({ comment, ...rating }) =>
        // An existing comment stays if none is typed.
        create.mutateAsync({ body: { ...rating, ...(comment && { comment }) } })
      }
      submitLabel="Create Rating"
    >
      <Field label="User" error={errors.userId?.message} required>
        <UserPicker
          placeholder="Search users"
          chosen={user?.label ?? ''}
          onChoose={choice => {
            setUser(choice)
            choose('userId', choice)
          }}
        />
      </Field>
      <Field label="Restaurant" error={errors.restaurantId?.message} required>
        <RestaurantPicker
          placeholder="Search restaurants"
          chosen={restaurant?.label ?? ''}
          chosenId={restaurant?.id}
          onChoose={choice => {
            setRestaurant(choice)
            choose('restaurantId', choice)
          }}
        />
      </Field>
      <RatingFields
        value={form.register('value', { valueAsNumber: true })}
        comment={form.register('comment')}
        errors={errors}
        hint={existing}
      />
    </FormDialog>
  )
}

type Control = ReturnType<typeof useForm<Values, unknown, Checked>>['control']

/** A hint if a rating already exists, which will be changed. */
function useExisting(control: Control): string | undefined {
  const [userId, restaurantId] = useWatch({ control, name: ['userId', 'restaurantId'] })
  const { data } = useQuery({
    ...readPage(listAllRatings, {
      query: { userId: String(userId), restaurantId: String(restaurantId), limit: '1' },
    }),
    enabled: Boolean(userId && restaurantId),
  })
  const existing = data?.rows[0]
  return existing && `There is already a rating with ${starCount(existing.value)}: it will be changed.`
}
