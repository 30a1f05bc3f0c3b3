import type { Campus } from '#features/campuses/contract.ts'
import { dietOptions } from '#kit/rules/diets.ts'
import { Choice, NumberInput, OptionalChoice, OptionalText, Text } from '#kit/web/forms/fields.tsx'
import { CheckGroup } from '#kit/web/ui/inputs/check-group.tsx'
import { Switch } from '#kit/web/ui/inputs/checkbox.tsx'
import type { Restaurant } from '../../contract.ts'
import { priceLabels, prices } from '../../price.ts'
import { fieldLabels } from '../field-labels.ts'
import { AutoCalculate } from './auto-calculate.tsx'
import { HoursFields } from './hours-fields.tsx'
import { PositionField } from './position-field.tsx'
import type { RestaurantFormState, RestaurantValues } from './restaurant-form-values.ts'
import { RestaurantImageField } from './restaurant-image-field.tsx'

interface RestaurantFieldsProps {
  form: RestaurantFormState
  /** undefined: a new restaurant. */
  restaurant: Restaurant | undefined
  campuses: readonly Campus[]
}

export function RestaurantFields({ form, restaurant, campuses }: RestaurantFieldsProps) {
  // Details that are unknown about an existing restaurant may stay unknown.
  const isKnown = (field: 'price' | 'hours' | 'distance') => !restaurant || restaurant[field] !== null
  const field = <Name extends keyof typeof fieldLabels & keyof RestaurantValues>(name: Name) => ({
    ...form.field(name),
    label: fieldLabels[name],
  })
  const { image, diets, disabled } = form.typed
  return (
    <>
      <RestaurantImageField
        value={image}
        onChange={image => form.set({ image }, { checks: true })}
        imageUrl={restaurant?.cardImageUrl ?? null}
        error={form.field('image').error}
      />
      <Text {...field('name')} required />
      <Text {...field('address')} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <OptionalChoice
          {...field('price')}
          required={isKnown('price')}
          empty={!restaurant?.price && (restaurant ? 'Not known' : 'Select a price')}
          options={prices.map(price => [price, `${price} ${priceLabels[price]}`])}
        />
        <Choice
          {...field('campusCode')}
          required
          empty={!restaurant && 'Select a campus'}
          options={campuses.map(({ code, name }) => [code, name])}
        />
      </div>
      <HoursFields form={form} required={isKnown('hours')} />
      <OptionalText {...field('websiteUrl')} empty={null} type="url" inputMode="url" placeholder="https://" />
      <div className="grid gap-4 sm:grid-cols-2">
        <OptionalText {...field('cuisine')} empty={null} />
        <OptionalText {...field('phone')} empty={null} type="tel" />
        <NumberInput {...field('distance')} required={isKnown('distance')} step="0.1" min={0} />
        <NumberInput {...field('travelTime')} required inputMode="numeric" min={0} step={1} />
      </div>
      <AutoCalculate form={form} />
      <PositionField form={form} campuses={campuses} />
      <CheckGroup
        label={fieldLabels.diets}
        options={dietOptions}
        values={diets ?? []}
        onChange={diets => form.set({ diets })}
      />
      <Switch
        label="Active"
        hint={
          disabled
            ? 'Restaurant is currently inactive and will appear disabled'
            : 'Restaurant is active and available for rating'
        }
        checked={!disabled}
        onChange={event => form.set({ disabled: !event.target.checked })}
      />
    </>
  )
}
