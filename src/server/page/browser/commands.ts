import { el } from './elements.ts';
import type { Kind } from './kinds.ts';

/** A record as a command line and as a request, each to be copied. The key comes from the environment of whoever runs it. */
export function commandElements(kind: Kind, id: string): HTMLElement[] {
  // Nothing that a shell could take for something else.
  if (!/^[\w-]+$/.test(id)) return [];
  const words = kind.name.replaceAll('.', ' ');
  const { origin } = location;
  return [
    copyable('Command line', `tunnelctl ${words} get ${id} --base-url ${origin}`),
    copyable(
      'curl',
      `curl -sS ${origin}${kind.path}/${id} -H "Authorization: Bearer $TUNNELCTL_API_KEY" -H 'Service-Version: 2'`,
    ),
  ];
}

function copyable(name: string, text: string): HTMLElement {
  const code = el('code', { tabindex: 0 }, text);
  const said = el('span', { class: 'dim', role: 'status' });
  const copy = async () => {
    said.replaceChildren((await copyText(text, code)) ? 'copied' : 'selected: copy it with the keyboard');
  };
  const button = el('button', { type: 'button', 'aria-label': `Copy: ${name}`, onclick: copy }, 'Copy');
  return el('div', { class: 'command' }, el('span', { class: 'dim' }, name), code, button, said);
}

/**
 * Puts a text on the clipboard. A browser that keeps it from a page without its permission, or from one without
 * TLS, still copies what is selected; where it does not even do that, the text stays selected.
 */
async function copyText(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return document.execCommand('copy');
  }
}
