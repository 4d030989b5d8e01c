// Shows how a file is written, and the calls that read it, for a person to query with.
import { button, element } from '../element.ts';
import { countText } from '../figures.ts';
import { type ServerFile, type Sniffed, sniffFile } from '../query-server.ts';
import { showDialog } from '../show-dialog.ts';
import { dialectFacts } from './dialect-facts.ts';

/** `onCall` gets what stands behind FROM. */
export function openSniffDialog({ path }: ServerFile, onCall: (call: string) => void): void {
  const body = element('div', { class: 'sniffed', attributes: { role: 'status' } }, [
    element('p', { text: 'The service looks at the file…' }),
  ]);
  const dialog = showDialog(path, [
    element('h2', { text: path }),
    body,
    element('div', { class: 'buttons' }, [button('Close', () => dialog.close())]),
  ]);
  const choose = (call: string) => {
    dialog.close();
    onCall(call);
  };
  sniffFile(path).then(
    (sniffed) => {
      body.replaceChildren(...found(sniffed, choose));
      body.querySelector('button')?.focus();
    },
    (fault: unknown) => {
      const text = fault instanceof Error ? fault.message : String(fault);
      body.replaceChildren(element('p', { class: 'fault', text }));
    },
  );
}

function found(sniffed: Sniffed, choose: (call: string) => void): HTMLElement[] {
  const { problem, summary, records, call, otherCall, typedCall, typedProblem } = sniffed;
  const facts = [countText(records, 'record'), ...dialectFacts(sniffed)];
  const texts = [problem, summary, typedProblem].filter((text) => text !== null);
  const calls = [
    { written: call, use: 'Query with it' },
    { written: otherCall, use: 'Query with it: the first record is not what was guessed' },
    { written: typedCall, use: 'Query with it: dates and numbers have their types' },
  ];
  return [
    element('p', { class: 'note', text: facts.join(' · ') }),
    ...texts.map((text) => element('p', { text })),
    ...calls.flatMap(({ written, use }) => (written === null ? [] : [offer(written, use, choose)])),
  ];
}

function offer(call: string, use: string, choose: (call: string) => void): HTMLElement {
  const made = button('', () => choose(call), { class: 'item' });
  made.append(element('code', { text: call }), element('span', { class: 'meta', text: use }));
  return made;
}
