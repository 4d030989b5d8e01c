// Writes the files of the benchmark, the same bytes on every machine; keeps what is there already.
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomSource } from './service/numbers.mjs';
import { sizes } from './sizes.mjs';

const cities = [
  'Berlin',
  'Lagos',
  'Lima',
  'Osaka',
  'Quito',
  'Reykjavik',
  'Saigon',
  'Tunis',
  'Wellington',
];
const countries = ['Chile', 'Ghana', 'Japan', 'Kenya', 'Latvia', 'Nepal', 'Peru', 'Togo'];
const words = ['paid', 'late', 'gift', 'bulk', 'rush', 'back order', 'by hand', 'by post'];
const dayMs = 86_400_000;
const filesOfGlob = 100;
const extraColumns = 100;
const bytesPerCustomer = 200;

/** Data of another generator never passes for this one's: raise it with every change below. */
const generation = 3;

/** Half of the notes stand in quotes in `quoted` and `line-breaks`, as they hold a comma. */
const noteShapes = {
  plain: (word, number) => `${word} no ${number}`,
  quoted: (word, number) => (number % 2 === 0 ? `"${word}, no ${number}"` : `${word} no ${number}`),
  'line-breaks': (word, number) =>
    number % 50 === 0 ? `"${word},\nno ${number}"` : noteShapes.quoted(word, number),
  wide: (word, number) => `${word} no ${number}`,
};

const amountShapes = {
  integers: (random) => Math.floor(random() * 100_000),
  decimals: (random) => (random() * 1000).toFixed(2),
};

/** How to make each file or folder a question may ask for. */
const makers = {
  orders: {
    fileName: 'orders.csv',
    make: (path, { bytes, ...spec }) => writeLines(path, { bytes, ...orderLines(bytes, spec) }),
  },
  customers: {
    fileName: 'customers.csv',
    make: (path, { bytes }) => writeLines(path, { lines: customersOf(bytes), ...customerLines() }),
  },
  parts: { fileName: 'parts', make: writeParts },
};

/** The path of `orders`, of `customers`, or of the folder `parts` with 100 files. */
export async function dataFile(folder, name, { size, texts, numbers }) {
  const { fileName, make } = makers[name];
  const path = join(folder, `v${generation}`, `${size}-${texts}-${numbers}`, fileName);
  if (existsSync(path)) return path;
  const unfinished = `${path}.unfinished`;
  mkdirSync(dirname(path), { recursive: true });
  await make(unfinished, { bytes: sizes[size].bytes, texts, numbers });
  renameSync(unfinished, path);
  return path;
}

async function writeParts(folder, { bytes, ...spec }) {
  mkdirSync(folder, { recursive: true });
  const lines = orderLines(bytes, spec);
  for (let part = 0; part < filesOfGlob; part++) {
    const path = join(folder, `part-${String(part).padStart(3, '0')}.csv`);
    await writeLines(path, { bytes: bytes / filesOfGlob, ...lines });
  }
}

function orderLines(bytes, { texts, numbers }) {
  const random = randomSource(1);
  const extra = texts === 'wide' ? extraColumns : 0;
  const extraHeads = Array.from({ length: extra }, (_, column) => `,c${column}`).join('');
  const header = `id,customer,city,age,amount,day,note${extraHeads}\n`;
  let id = 0;
  const lineOf = () => {
    const customer = 1 + Math.floor(random() * customersOf(bytes));
    const city = pick(cities, random);
    const age = 18 + Math.floor(random() * 73);
    const amount = amountShapes[numbers](random);
    const day = new Date(Date.UTC(2020, 0, 1) + Math.floor(random() * 1500) * dayMs);
    const note = noteShapes[texts](pick(words, random), Math.floor(random() * 1e9));
    const fields = [++id, customer, city, age, amount, day.toISOString().slice(0, 10), note];
    return `${fields.join(',')}${extraFields(extra, random)}\n`;
  };
  return { header, lineOf };
}

/** Integers, decimals, dates and words in turn. */
function extraFields(count, random) {
  const kinds = [
    () => Math.floor(random() * 1000),
    () => (random() * 100).toFixed(3),
    () => `2024-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`,
    () => pick(words, random),
  ];
  return Array.from({ length: count }, (_, column) => `,${kinds[column % 4]()}`).join('');
}

function customerLines() {
  const random = randomSource(2);
  const lineOf = (line) => `${line},Customer ${line},${pick(countries, random)}\n`;
  return { header: 'id,name,country\n', lineOf };
}

function customersOf(bytes) {
  return Math.ceil(bytes / bytesPerCustomer);
}

function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

/** As many lines as said, or until the file has as many bytes. */
async function writeLines(path, { header, lineOf, lines = Infinity, bytes = Infinity }) {
  const stream = createWriteStream(path);
  let text = header;
  let length = header.length;
  for (let line = 1; line <= lines && length < bytes; line++) {
    const written = lineOf(line);
    text += written;
    length += written.length;
    if (text.length < 2 ** 20) continue;
    if (!stream.write(text)) await once(stream, 'drain');
    text = '';
  }
  stream.end(text);
  await once(stream, 'finish');
}
