import { expect, test } from 'vitest';
import type { ChartData } from '../../../src/charts/chart-data.ts';
import type { ChartChoice } from '../../../src/charts/choose-chart.ts';
import { makeChart } from '../../../src/charts/make-chart.ts';
import { renderPng } from '../../../src/charts/node/render-png.ts';
import { renderSvg } from '../../../src/charts/node/render-svg.ts';
import { chartData, dayText, manyRows, samples } from '../chart-data.ts';

const svgOf = (data: ChartData, choice?: ChartChoice) => renderSvg(makeChart(data, choice));
const pngOf = (data: ChartData) => renderPng(makeChart(data));

test.each(Object.entries(samples))('%s as SVG', (_name, data) => {
  const svg = svgOf(data);
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(svg).toContain('font-family="DejaVu Sans, sans-serif"');
  expect(svg).not.toMatch(/NaN|Infinity|undefined|style|currentColor/);
});

test('titles, labels and legend are texts of the image', () => {
  const texts = textsOf(svgOf(samples['bars with series']));
  expect(texts).toEqual(expect.arrayContaining(['region', 'sales', 'quarter', 'region 0', 'Q4']));
});

test.each([
  'a.b',
  'a[0]',
  "it's",
  'back\\slash',
  '"quoted"',
  '<b> & more',
  'constructor',
  '__proto__',
  'x',
])('the name %s is only a title', (name) => {
  const columns = [
    { name, kind: 'text' as const },
    { name, kind: 'number' as const },
    { name: `${name}2`, kind: 'number' as const },
  ];
  const row = [name, '1', '2'];
  const svg = svgOf({ columns, rowCount: 1, textAt: (_row, column) => row[column] ?? null });
  const texts = textsOf(svg);
  expect(texts.filter((text) => text === name)).toHaveLength(3);
  expect(texts).toContain(`${name}2`);
});

test('bars keep the order of the rows, and a label that comes again has its own', () => {
  const data = chartData({ a: 'text', n: 'number' }, [
    ['zeta', 1],
    ['alpha', 3],
    ['zeta', 2],
  ]);
  const svg = svgOf(data);
  const places = [...svg.matchAll(/translate\(([\d.]+),[\d.]+\)">(zeta|alpha)</g)];
  expect(places.map(([, , label]) => label)).toEqual(['zeta', 'alpha', 'zeta']);
  const lefts = places.map(([, left]) => Number(left));
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
});

test('long labels stand beside lying bars, few of very many below upright ones', () => {
  const long = chartData(
    { a: 'text', n: 'number' },
    manyRows(20, (index) => [`a label that takes its room ${index}`, index]),
  );
  expect(barsOf(svgOf(long)).every(({ width, height }) => width > height || width === 0)).toBe(
    true,
  );
  const dense = svgOf(samples['many bars']);
  expect(barsOf(dense)).toHaveLength(900);
  expect(textsOf(dense).filter((text) => text.startsWith('id')).length).toBeLessThan(20);
});

test('one high bar among thousands is seen', () => {
  const data = chartData(
    { a: 'text', n: 'number' },
    manyRows(5_000, (index) => [`label ${index}`, index === 1234 ? 1000 : 1]),
  );
  const high = barsOf(svgOf(data)).filter(({ height }) => height > 100);
  expect(high).toHaveLength(1);
  expect(high[0]?.width).toBeCloseTo(1);
});

test('bars of several series stand side by side; where each label has one bar they only differ in colour', () => {
  const side = barsOf(svgOf(samples['bars with series']));
  expect(new Set(side.map(({ x }) => x)).size).toBe(12);
  const alone = chartData({ name: 'text', city: 'text', age: 'number' }, [
    ['Ada', 'London', 36],
    ['Bo', 'Oslo', 27],
  ]);
  const [first, second] = barsOf(svgOf(alone));
  expect(first?.width).toBeCloseTo(second?.width ?? 0);
  expect(first?.fill).not.toBe(second?.fill);
  expect(first?.width).toBeGreaterThan(40);
});

test('each series has its own line, from its first point to its last', () => {
  const lines = [...svgOf(samples['lines of series']).matchAll(/<path [^>]*d="(M[^"]*)"/g)];
  expect(lines).toHaveLength(3);
  for (const [, path = ''] of lines) {
    const xs = [...path.matchAll(/[ML]([\d.]+),/g)].map(([, x]) => Number(x));
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
  }
});

test.each([
  ['days', manyRows(3, (index) => [dayText(index * 31), index]), ['2024-01-01', '2024-03-03']],
  [
    'months',
    [
      ['2024-01-01', 1],
      ['2024-02-01', 2],
    ],
    ['2024-01', '2024-02'],
  ],
  ['a day alone', [['2024-01-01', 1]], ['2024-01-01']],
  ['many days', manyRows(200, (index) => [dayText(index), index]), ['2024-02', '2024-07']],
  [
    'hours',
    manyRows(48, (index) => [new Date(Date.UTC(2024, 0, 1, index)).toISOString(), index]),
    ['12:00', '2024-01-02'],
  ],
] as const)('the ticks of %s', (_name, rows, ticks) => {
  const texts = textsOf(svgOf(chartData({ t: 'time', n: 'number' }, rows)));
  expect(texts).toEqual(expect.arrayContaining([...ticks]));
});

test('values left out are told', () => {
  const data = chartData({ a: 'text', n: 'number' }, [
    ['x', 1],
    ['y', null],
    ['z', null],
  ]);
  expect(textsOf(svgOf(data))).toContain('2 values not drawn: NULL or not finite');
});

test('a histogram is of columns that touch; those of a bin add up', () => {
  const data = chartData(
    { v: 'number', k: 'text' },
    manyRows(100, (index) => [index / 10, `k${index % 2}`]),
  );
  const choice = { kind: 'histogram', x: 0, y: [], series: [1] } as const;
  const bars = barsOf(svgOf(data, choice));
  expect(bars).toHaveLength(40);
  const height = (x: number | undefined) =>
    bars.filter((bar) => bar.x === x).reduce((sum, bar) => sum + bar.height, 0);
  expect(height(bars[0]?.x)).toBeCloseTo(height(bars.at(-1)?.x));
});

test('a PNG is the SVG at twice its size', async () => {
  const svg = svgOf(samples.line);
  const png = Buffer.from(await pngOf(samples.line));
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(png.readUInt32BE(16)).toBe(2 * Number(width));
  expect(png.readUInt32BE(20)).toBe(2 * Number(height));
});

test('a PNG shows text: other words, another image', async () => {
  const [one, other, same] = await Promise.all(
    ['Alpha', 'Omega', 'Alpha'].map((label) =>
      pngOf(chartData({ a: 'text', n: 'number' }, [[label, 1]])),
    ),
  );
  expect(Buffer.from(one ?? []).equals(other ?? Buffer.of())).toBe(false);
  expect(Buffer.from(one ?? []).equals(same ?? Buffer.of())).toBe(true);
});

test('characters no XML document may hold do not break a PNG', async () => {
  const data = chartData({ 'n\0\u001b': 'text', v: 'number' }, [['\ud800\uffff\u0001', 1]]);
  expect((await pngOf(data)).length).toBeGreaterThan(1000);
});

test('as much as a chart may hold is drawn', async () => {
  const bars = chartData(
    { a: 'text', n: 'number' },
    manyRows(5_000, (index) => [`label ${index}`, index]),
  );
  const points = chartData(
    { x: 'number', y: 'number' },
    manyRows(50_000, (index) => [(index * 7919) % 50_021, Math.sin(index)]),
  );
  for (const data of [bars, points]) {
    expect((await pngOf(data)).length).toBeGreaterThan(5_000);
  }
});

test('few labels with many series do not make an endless image', () => {
  const data = chartData(
    { a: 'text', s: 'text', n: 'number' },
    manyRows(4_000, (index) => [`a rather long label ${index % 100}`, `s${index % 97}`, index]),
  );
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svgOf(data)) ?? [];
  expect(Number(width)).toBeLessThan(1_200);
  expect(Number(height)).toBeLessThan(4_000);
});

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<(?:text|tspan)(?: [^>]*)?>([^<]+)</g)].map(([, text = '']) =>
    text.replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity),
  );
}

/** Rectangles but the paper and those of the legend. */
function barsOf(svg: string) {
  return [...svg.matchAll(/<rect ([^>]*)>/g)].flatMap(([, text = '']) => {
    const attributes = Object.fromEntries(
      [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const { x, width, height, fill, rx } = attributes;
    if (x === undefined || rx !== undefined) return [];
    return [{ x: Number(x), width: Number(width), height: Number(height), fill }];
  });
}
