import { type Child, el } from './elements.ts';
import { Refused } from './session.ts';

// What all views share: the place where they stand, and how they say what went wrong.

/** A part of the document that is always there. */
export function partOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the document has no #${id}`);
  return element;
}

export function show(...elements: Element[]): void {
  partOf('content').replaceChildren(...elements);
}

/** The top of a card: a heading, what it is about, and what can be done. */
export function headElement(id: string, title: string, about: string, tools: Child): HTMLElement {
  const words = el('div', {}, el('h2', { id }, title), el('p', {}, about));
  return el('div', { class: 'head' }, words, el('div', { class: 'tools' }, tools));
}

/** Says whether the service answers. */
export function setStatus(state: 'on' | 'off'): void {
  const words = { on: 'live', off: 'not reachable' };
  partOf('status').replaceChildren(el('span', { class: `dot ${state}` }), words[state]);
}

/** Whether a request failed because the view that sent it is no longer shown. */
export function isOver(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

export function problemElement(error: unknown): HTMLElement {
  const problem =
    error instanceof Refused
      ? error.message
      : 'The service does not answer. Is tunnelctl serve still running?';
  return el('p', { class: 'note bad', role: 'alert' }, problem);
}
