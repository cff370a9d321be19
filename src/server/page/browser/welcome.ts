import { el } from './elements.ts';
import { show } from './frame.ts';
import { keepKey } from './session.ts';

/**
 * Asks for the API key.
 * @param start what goes on once there is one
 * @param problem what is wrong with the key that was given before
 */
export function welcome(start: () => void, problem?: string): void {
  const field = el('input', {
    type: 'password',
    name: 'key',
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
    'aria-describedby': 'why',
    'aria-invalid': problem === undefined ? undefined : 'true',
  });
  const submit = (event: Event) => {
    event.preventDefault();
    keepKey(field.value.trim());
    start();
  };
  show(
    el(
      'form',
      { class: 'card welcome', onsubmit: submit },
      el('h2', {}, 'Look into this sandbox'),
      el(
        'p',
        { id: 'why' },
        'Paste an API key of the account. It stays in this tab and goes nowhere but to this service. ',
        'Lost it? ',
        el('code', {}, 'tunnelctl serve --new-key'),
        ' makes another.',
      ),
      el('label', {}, 'API key', field),
      problem !== undefined && el('p', { class: 'error', role: 'alert' }, problem),
      el('div', {}, el('button', { class: 'main', type: 'submit' }, 'Open')),
    ),
  );
  field.focus();
}
