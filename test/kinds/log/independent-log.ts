// Reads logs character by character, from the back where the program goes ahead, to compare with it.
import { type RandomLog, w3cNames } from './random-log.ts';

export type LogRow = (string | number | null)[];

/** Null: a line is broken. */
export function independentRows({ content, format }: RandomLog): LogRow[] | null {
  const lines = content.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const rows: LogRow[] = [];
  for (const line of lines) {
    if (line === '' || (format === 'w3c' && line.startsWith('#'))) continue;
    const row = format === 'w3c' ? readW3c(line) : readAccess(line, format);
    if (row === null) return null;
    rows.push(row);
  }
  return rows;
}

const value = (text: string) => (text === '-' || text === '' ? null : text);
const isDigits = (text: string, most: number) =>
  text.length > 0 && text.length <= most && [...text].every((one) => one >= '0' && one <= '9');

const isBigint = (text: string) => /^(?:0|[1-9]\d{0,18})$/.test(text) && BigInt(text) < 2n ** 63n;

/** From the end to the front, unlike the program. */
function readAccess(line: string, format: 'common' | 'combined'): LogRow | null {
  const opened = line.split('] "');
  for (let count = 1; count < opened.length; count++) {
    const before = opened.slice(0, count).join('] "');
    const bracket = before.lastIndexOf(' [');
    const time = readTime(before.slice(bracket + 2));
    if (bracket === -1 || time === null) continue;
    const [host = '', ident = '', ...names] = before.slice(0, bracket).split(' ');
    const user = names.join(' ');
    const isUser = user !== '' && (names.length === 1 || ident === '-');
    const rest = readRest(opened.slice(count).join('] "'), format);
    if (host === '' || ident === '' || !isUser || rest === null) return null;
    return [value(host), value(ident), value(user), ...time, ...rest];
  }
  return null;
}

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';

function readTime(text: string): [string, string] | null {
  const shape = [...text].map((one) => (isDigits(one, 1) ? '0' : one)).join('');
  const month = months.indexOf(text.slice(3, 6)) / 3 + 1;
  const zone = text.slice(-5);
  if (!['+', '-'].includes(zone[0] ?? '') || !Number.isInteger(month) || month < 1) return null;
  if (shape !== `00/${text.slice(3, 6)}/0000:00:00:00 ${zone[0]}0000`) return null;
  const [day, year, clock] = [text.slice(0, 2), text.slice(7, 11), text.slice(12, 20)];
  const local = new Date(`${year}-${String(month).padStart(2, '0')}-${day}T${clock}Z`);
  if (Number.isNaN(local.getTime()) || local.getUTCDate() !== Number(day)) return null;
  if (Number(zone.slice(1, 3)) > 14 || Number(zone.slice(3)) > 59) return null;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3));
  const instant = new Date(local.getTime() - (zone[0] === '-' ? -1 : 1) * minutes * 60_000);
  return [instant.toISOString().replace('.000', ''), zone];
}

/** Behind the first quote. */
function readRest(text: string, format: 'common' | 'combined'): LogRow | null {
  const request = readQuoted(text);
  if (request === null) return null;
  const [gap, status = '', bytes = '', ...others] = request.rest.split(' ');
  const isNumber = gap === '' && (status === '-' || /^(?:[1-9]\d\d|000)$/.test(status));
  if (!isNumber || !(bytes === '-' || isBigint(bytes))) return null;
  const parts = request.text.split(' ');
  const split =
    parts.length === 3 && parts.every((part) => part !== '') ? parts : [null, null, null];
  const common = [value(request.text), ...split, numberOf(status), numberOf(bytes)];
  if (format === 'common') return others.length === 0 ? common : null;
  const more = others.join(' ');
  const referer = more.startsWith('"') ? readQuoted(more.slice(1)) : null;
  const agent = referer?.rest.startsWith(' "') ? readQuoted(referer.rest.slice(2)) : null;
  if (referer === null || agent === null || agent.rest !== '') return null;
  return [...common, value(referer.text), value(agent.text)];
}

const numberOf = (text: string) => (text === '-' ? null : Number(text));

function readQuoted(text: string): { text: string; rest: string } | null {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return { text: text.slice(0, at), rest: text.slice(at + 1) };
  }
  return null;
}

function readW3c(line: string): LogRow | null {
  const values: (string | null)[] = [];
  let rest = line.trim();
  while (rest !== '') {
    if (rest[0] === '"') {
      let end = 1;
      while (end < rest.length && (rest[end] !== '"' || rest[end + 1] === '"'))
        end += rest[end] === '"' ? 2 : 1;
      if (rest[end] !== '"' || ![undefined, ' '].includes(rest[end + 1])) return null;
      values.push(rest.slice(1, end).split('""').join('"') || null);
      rest = rest.slice(end + 1);
    } else {
      const [word = ''] = rest.split(' ', 1);
      values.push(value(word));
      rest = rest.slice(word.length);
    }
    while (rest[0] === ' ') rest = rest.slice(1);
  }
  const [date, time] = values;
  const isRight = values.length === w3cNames.length && isDate(date) && isTime(time);
  return isRight ? [date ?? null, time ? wholeTime(time) : null, ...values.slice(2)] : null;
}

function wholeTime(text: string): string {
  const [hour = '', minute = '', second = '00'] = text.split(':');
  return [hour.padStart(2, '0'), minute, second].join(':');
}

function isDate(text: string | null | undefined): boolean {
  if (text === null) return true;
  const shape = [...(text ?? '')].map((one) => (isDigits(one, 1) ? '0' : one)).join('');
  const date = new Date(`${text}T00:00:00Z`);
  return (
    shape === '0000-00-00' &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text ?? '')
  );
}

/** What the generator and its faults can make. */
function isTime(text: string | null | undefined): boolean {
  if (text === null) return true;
  const parts = (text ?? '').split(':');
  const [hour = '', minute = '', second = '00'] = parts;
  const isShort = isDigits(hour, 2) && minute.length === 2 && isDigits(minute, 2);
  const isWhole = second.length === 2 && isDigits(second, 2) && parts.length <= 3;
  return isShort && isWhole && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}
