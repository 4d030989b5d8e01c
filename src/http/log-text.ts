// Writes lines of the log, which are JSON, for a person at a terminal.
import { withoutControls } from '../text/visible-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One line, or more where it holds an error. */
export function logText(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Fields;
  const [name = ''] = String(msg).split(':', 1);
  const text =
    startLines.get(name)?.(fields, String(msg)) ?? eventLine(String(msg), { level, time, fields });
  return `${withoutControls(text)}${err === undefined ? '' : withoutControls(errorText(err))}\n`;
}

type WriteLine = (fields: Fields, msg: string) => string;

/** What somebody wants to know who has just started the service; by the message up to its colon. */
const startLines: ReadonlyMap<string, WriteLine> = new Map([
  ['listening', listeningLines],
  ['who can read what', (_fields: Fields, msg: string) => msg.replace(/^w/, 'W')],
]);

function listeningLines({ version, address, console }: Fields): string {
  const page = console === undefined ? '' : `\nConsole: ${console}`;
  return `Pathql ${version} listens on ${address}${page}`;
}

interface LoggedEvent {
  readonly level: unknown;
  readonly time: unknown;
  readonly fields: Fields;
}

function eventLine(msg: string, { level, time, fields }: LoggedEvent): string {
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const [what, others] = msg === 'request' ? requestLine(fields) : [msg, fields];
  const shown = Object.entries(others).map(([name, value]) => `${name}=${valueText(value)}`);
  return [clock, ...(level === 'info' ? [] : [level]), what, ...shown].join(' ');
}

/** The fields that a person needs at once, and the rest. A malformed request has no method. */
function requestLine(fields: Fields): readonly [string, Fields] {
  const { method, path, status, ms, request_id: _id, error_type: _type, ...others } = fields;
  const words = [method ?? 'request', path, status, ms === undefined ? undefined : `${ms} ms`];
  return [words.filter((word) => (word ?? null) !== null).join(' '), others];
}

function valueText(value: unknown): string {
  const isWord = typeof value === 'string' && /^[^\s"]+$/.test(value);
  return isWord ? value : JSON.stringify(value);
}

function errorText(error: unknown): string {
  const { stack, message } = error as { readonly stack?: string; readonly message?: string };
  const text = stack ?? message ?? JSON.stringify(error);
  return `\n${text}`.replaceAll('\n', '\n    ');
}
