/** An empty place setting. */
export function EmptyPlate() {
  return (
    <svg viewBox="0 0 160 110" aria-hidden="true" className="h-28 w-40" fill="none" strokeLinecap="round">
      <path d="M12 99h136" className="stroke-line" strokeWidth="5" />
      <circle cx="80" cy="55" r="38" className="fill-raised stroke-art-crust" strokeWidth="3" />
      <circle cx="80" cy="55" r="25" className="fill-terracotta-tint" />
      <path d="M68 47q12 16 24 0" className="stroke-terracotta" strokeWidth="3.5" />
      <g className="stroke-art-crust" strokeWidth="3.5">
        <path d="M20 22v15q0 7 6 7t6-7V22M26 22v64" />
        <path d="M134 86V22q-9 8-8 27 0 7 8 8" className="fill-raised" strokeLinejoin="round" />
      </g>
      <path d="M106 16q3-6 0-10M116 20q3-6 0-10" className="stroke-art-saffron" strokeWidth="3" />
    </svg>
  )
}

/** A tipped cup: something went wrong, nothing is lost. */
export function SpilledCup() {
  return (
    <svg viewBox="0 0 160 110" aria-hidden="true" className="h-28 w-40" fill="none" strokeLinecap="round">
      <path d="M12 99h136" className="stroke-line" strokeWidth="5" />
      <path d="M28 97q-8-9 8-12 26-2 34-6l12 14q-6 6-26 5z" className="fill-art-crust" />
      <g transform="rotate(-68 96 68)">
        <path
          d="M72 44h48v26q0 22-24 22t-24-22z"
          className="fill-raised stroke-terracotta"
          strokeWidth="3.5"
          strokeLinejoin="round"
        />
        <path d="M120 52q15-1 15 10t-16 11" className="stroke-terracotta" strokeWidth="3.5" />
        <path d="M84 60v12M96 60v16M108 60v12" className="stroke-terracotta-tint" strokeWidth="5" />
      </g>
      <path d="M36 60q5-8 0-15M50 54q5-8 0-15" className="stroke-art-saffron" strokeWidth="3" />
    </svg>
  )
}
