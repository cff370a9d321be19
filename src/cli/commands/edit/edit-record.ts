import { type CliError, hasCode, interruptedError } from '../../errors/cli-error.ts';
import { withHint } from '../../errors/failure.ts';
import { interruptible } from '../../input/signals.ts';
import { commandWords, resourceWords } from '../../words/command-words.ts';
import { type ComplainedText, withComplaint, withoutComplaint } from './complaint.ts';
import { createEditedFile, type EditedFile } from './edited-file.ts';
import { isEmptied } from './edited-members.ts';
import { type Editor, openEditor } from './editor.ts';
import { formatDocument, type ShownRecord } from './record-document.ts';
import { type Editing, type Outcome, readRecord, sendChanges } from './send-changes.ts';

/** How a record is edited. */
export interface Manner {
  readonly editor: Editor;
  /** Whether somebody is there to correct what is refused. */
  readonly isAttended: boolean;
  /** The words that were understood: `tunnelctl edit endpoints`. */
  readonly command: string;
}

/**
 * Has a record edited and sends what was changed, again and again until it is taken or given up; undefined where
 * nothing is to be changed. What somebody wrote and could not send is kept in a file, which the error names.
 */
export async function editRecord(editing: Editing, manner: Manner): Promise<Outcome> {
  const { streams } = editing.context;
  const shown = await interruptible(streams, () => readRecord(editing));
  const text = formatDocument(shown);
  const words = [...resourceWords(shown.entry.resource), ...Object.values(shown.target)];
  const file = createEditedFile(`${words.join('-')}.yml`);
  let outcome: Outcome;
  try {
    outcome = await untilSent(shown, text, file, editing, manner);
  } catch (error) {
    if (!isUntouched(file, text)) throw keeping(error, file, shown);
    file.remove();
    throw error;
  }
  file.remove();
  return outcome;
}

async function untilSent(
  start: ShownRecord,
  original: string,
  file: EditedFile,
  editing: Editing,
  { editor, isAttended, command }: Manner,
): Promise<Outcome> {
  const { streams } = editing.context;
  let shown = start;
  let text = original;
  let complained: ComplainedText | undefined;
  for (;;) {
    const opened = complained?.text ?? text;
    await file.write(opened);
    await openEditor(editor, file.path, streams);
    const saved = file.read();
    if (saved === opened && complained !== undefined) throw complained.error;
    text = withoutComplaint(saved);
    if (saved === opened || isEmptied(text)) return { kind: 'same' };
    let state = 'nothing was changed';
    const beforeSending = () => {
      state = 'nobody knows whether the change was made';
    };
    const outcome = await interruptible(
      streams,
      () => sendChanges(text, shown, editing, beforeSending),
      () => interruptedError(state),
    );
    if (outcome.kind !== 'refused') return outcome;
    const { complaint, restart } = outcome;
    if (!isAttended) throw await complaint.error(0);
    if (restart !== undefined) ({ shown, text } = restart);
    complained = await withComplaint(text, complaint, command);
  }
}

/** Whether a file holds nothing that anybody wrote. */
function isUntouched(file: EditedFile, original: string): boolean {
  try {
    const text = withoutComplaint(file.read());
    return text === original || isEmptied(text);
  } catch {
    return false;
  }
}

/** The error with where to find what was written. */
function keeping(error: unknown, { path }: EditedFile, { entry, target }: ShownRecord): unknown {
  const spoken = hasCode(error, 'INTERRUPTED') && (error as CliError).isSilent;
  const known = spoken ? interruptedError('nothing was changed') : error;
  const taker = `${commandWords(entry)} ${Object.values(target).join(' ')} --from-file`;
  const kept = `what you wrote is kept in ${path}`;
  return withHint(
    known,
    // The whole text would undo what they did.
    hasCode(error, 'RECORD_CHANGED')
      ? `run the command again to start from what is there now; ${kept}`
      : `${kept}; ${taker} takes it`,
  );
}
