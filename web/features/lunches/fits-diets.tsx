export function FitsDiets() {
  return <span className="block font-semibold text-[0.8125rem] text-olive-ink">Fits everyone’s diets</span>
}
