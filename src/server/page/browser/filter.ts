import { el } from './elements.ts';

/** Whether a text holds all of these words, in any letter case. */
export type Filter = (text: string) => boolean;

/** What somebody typed, as a filter; undefined where they typed nothing. */
export function filterOf(typed: string): Filter | undefined {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}

/** A field to type into. @param label names it for those who do not see it */
export function filterField(label: string, placeholder: string, changed: (filter?: Filter) => void) {
  const field = el('input', {
    type: 'search',
    placeholder,
    spellcheck: 'false',
    oninput: () => changed(filterOf(field.value)),
  });
  return el('label', { class: 'find' }, el('span', { class: 'unseen' }, label), field);
}
