/** The styles of the page: the paper, ink and terracotta of kit/web/ui/styles/tokens.css, in both schemes. */
export const docsStyles = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.972 0.014 82), oklch(0.193 0.012 55));
  --raised: light-dark(oklch(0.994 0.006 88), oklch(0.24 0.014 55));
  --sunken: light-dark(oklch(0.938 0.021 78), oklch(0.285 0.016 55));
  --ink: light-dark(oklch(0.262 0.03 45), oklch(0.94 0.014 82));
  --muted: light-dark(oklch(0.465 0.034 52), oklch(0.765 0.024 72));
  --line: light-dark(oklch(0.885 0.022 76), oklch(0.345 0.018 58));
  --focus: light-dark(oklch(0.46 0.13 250), oklch(0.82 0.1 235));
  --terracotta: light-dark(oklch(0.452 0.125 38), oklch(0.835 0.085 52));
  --tint: light-dark(oklch(0.93 0.036 52), oklch(0.315 0.05 42));
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 Figtree, system-ui, sans-serif; }
header { padding: 0.5rem max(1rem, calc(50vw - 30rem)); background: var(--raised); border-bottom: 1px solid var(--line); }
header a { display: inline-flex; align-items: center; gap: 0.75rem; min-height: 44px; color: inherit; font: 600 1.25rem Fraunces, Georgia, serif; text-decoration: none; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1rem 4rem; overflow-wrap: anywhere; }
h1, h2 { font-family: Fraunces, Georgia, serif; line-height: 1.2; }
h2 { margin: 3rem 0 0.5rem; }
h3 { display: inline; margin: 0; font-size: 1rem; }
h4 { margin: 1rem 0 0.25rem; font-size: 0.875rem; color: var(--muted); }
#schemas ~ h3 { display: block; margin-top: 2rem; }
a { color: var(--terracotta); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.75rem; background: var(--raised); }
code { font: 0.875em ui-monospace, Consolas, monospace; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 0; list-style: none; }
nav a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 0.875rem; border-radius: 0.875rem; background: var(--tint); text-decoration: none; }
details { margin: 0.5rem 0; border: 1px solid var(--line); border-radius: 0.875rem; background: var(--raised); }
summary { min-height: 44px; padding: 0.75rem 1rem; cursor: pointer; }
summary > span { display: block; margin-top: 0.25rem; color: var(--muted); }
details[open] > summary { border-bottom: 1px solid var(--line); }
details > :not(summary) { margin-inline: 1rem; }
details > :last-child { margin-bottom: 1rem; }
.method { display: inline-block; min-width: 4.5rem; padding: 0.125rem 0.5rem; border-radius: 0.5rem; background: var(--tint); color: var(--terracotta); text-align: center; font-size: 0.8125rem; }
.method.get { background: var(--sunken); color: var(--ink); }
dl { margin: 0; }
dt { margin-top: 0.5rem; }
dd { margin: 0 0 0 1.25rem; color: var(--muted); }
dd dl { padding-left: 0.5rem; border-left: 2px solid var(--line); }
`
