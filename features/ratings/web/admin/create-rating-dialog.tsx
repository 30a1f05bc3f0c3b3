import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type DefaultValues, useFormState, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { UserPicker } from '#features/accounts/web/user-picker.tsx'
import { RestaurantPicker } from '#features/restaurants/web/restaurant-picker.tsx'
import { starCount } from '#kit/rules/stars.ts'
import { readPage } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { useDraftState } from '#kit/web/forms/drafts.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import type { Choice } from '#kit/web/ui/inputs/combobox.tsx'
import { AdminRatingForm, createRatingFor, listAllRatings } from '../../admin-ratings-contract.ts'
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
