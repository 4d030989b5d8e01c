// Writes random logs of all formats, some with a broken line.
import { type Random, randomOf } from '../../differential/random.ts';

export interface RandomLog {
  readonly content: string;
  readonly format: 'common' | 'combined' | 'w3c';
}

export function randomLog(seed: number): RandomLog {
  const random = randomOf(seed);
  const format = random.pick(['common', 'combined', 'w3c'] as const);
  const lines = Array.from({ length: random.below(40) + 1 }, () =>
    format === 'w3c' ? w3cLine(random) : accessLine(random, format),
  );
  const broken = random.below(3) === 0 ? random.below(lines.length) : -1;
  const all = lines.map((line, at) => (at === broken ? damaged(line, random) : line));
  const end = random.pick(['\n', '\r\n']);
  const head = format === 'w3c' ? [`#Fields: ${w3cNames.join(' ')}`] : [];
  const content = [...head, ...all].join(end) + random.pick(['', end]);
  // As it is in a file, where half of a surrogate pair is none.
  return { content: Buffer.from(content).toString(), format };
}

export const w3cNames = ['date', 'time', 'cs-uri', 'c-ip', 'sc-status', 'agent'] as const;

const pieces = [
  'a',
  'Z',
  '/',
  '?q=1',
  '%20',
  '-',
  '+',
  'é',
  '😀',
  "'",
  ',',
  ';',
  '[',
  ']',
  '\x1f',
  '\x1e',
  '{}',
  '#',
  '0',
];

function words(random: Random, more: readonly string[] = []): string {
  const all = [...pieces, ...more];
  return Array.from({ length: random.below(12) }, () => random.pick(all)).join('');
}

function word(random: Random): string {
  return words(random) || '-';
}

function digits(random: Random, count: number): string {
  return String(random.below(10 ** count)).padStart(count, '0');
}

function accessLine(random: Random, format: 'common' | 'combined'): string {
  const text = () => words(random, [' ', '\\"', '\\\\', '\\x16', '\t', 'HTTP/1.1', ' ']);
  const user = random.pick(['-', word(random), `${word(random)} ${word(random)}`]);
  const month = random.pick('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '));
  const day = String(random.below(28) + 1).padStart(2, '0');
  const clock = [24, 60, 60].map((most) => String(random.below(most)).padStart(2, '0')).join(':');
  const zone = `${random.pick(['+', '-'])}0${random.below(10)}${random.pick(['00', '30'])}`;
  const time = `[${day}/${month}/20${digits(random, 2)}:${clock} ${zone}]`;
  const request = random.pick([text(), `GET /${word(random)} HTTP/1.1`, '-', '']);
  const bytes = random.pick([
    '-',
    '0',
    `${1 + random.below(999_999)}`,
    digits(random, 2),
    '900000000000000000',
  ]);
  const status = random.pick(['000', '-', `${100 + random.below(900)}`]);
  const common = `${random.pick(['192.0.2.1', '2001:db8::1', 'example.org'])} - ${user} ${time} "${request}" ${status} ${bytes}`;
  return format === 'common' ? common : `${common} "${text()}" "${text()}"`;
}

function w3cLine(random: Random): string {
  const quoted = () => `"q${words(random, [' ', '""', '-'])}"`;
  const date = `2024-0${random.below(9) + 1}-${String(random.below(28) + 1).padStart(2, '0')}`;
  const time = [24, 60, 60].map((most) => String(random.below(most)).padStart(2, '0')).join(':');
  return [
    ...[random.pick([date, '-']), time, random.pick([quoted(), `/${word(random)}`, '-'])],
    ...[random.pick(['192.0.2.1', '-']), random.pick(['-', `1${digits(random, 2)}`]), quoted()],
  ].join(random.pick([' ', ' ', '  ']));
}

function damaged(line: string, random: Random): string {
  const at = random.below(line.length);
  const cut = line.slice(0, at) + line.slice(at + 1);
  const grown = `${line.slice(0, at)}${random.pick([' ', '"', 'x', '-', '\\'])}${line.slice(at)}`;
  return random.pick([line.slice(0, at), cut, grown]);
}
