import { type ComponentChildren } from 'preact'

// Field is what is to be written in, under its name: a placeholder would go with the first letter.
export function Field({ name, children }: { name: string; children: ComponentChildren }) {
  return <label class="field"><span>{name}</span>{children}</label>
}
