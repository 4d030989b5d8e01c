import { expect, test } from 'vitest';
import { renderPng } from '../../src/charts/picture/render-png.ts';
import { renderSvg } from '../../src/charts/picture/render-svg.ts';
import { chartData, manyRows, samples } from './chart-data.ts';

test.each(Object.entries(samples))('%s as SVG', async (_name, data) => {
  const svg = await renderSvg(data);
  expect(svg).toMatch(/^<svg /);
  expect(svg).toContain('font-family="DejaVu Sans, sans-serif"');
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});

test('titles, labels and legend are texts of the picture', async () => {
  const svg = await renderSvg(samples['bars with series'], { title: 'Sales <2024> & "more"' });
  const texts = textsOf(svg);
  expect(texts).toEqual(expect.arrayContaining(['region', 'sales', 'quarter', 'region 0', 'Q4']));
  expect(texts).toContain('Sales &lt;2024&gt; &amp; "more"');
});

test.each([
  'a.b',
  'a[0]',
  "it's",
  'back\\slash',
  '"quoted"',
  'constructor',
  '__proto__',
  'datum.x',
])('the name %s is only a title', async (name) => {
  const columns = [
    { name, kind: 'text' as const },
    { name, kind: 'number' as const },
    { name: `${name}2`, kind: 'number' as const },
  ];
  const svg = await renderSvg({ columns, rows: [[name, '1', '2']] }, { title: name });
  const texts = textsOf(svg);
  expect(texts.filter((text) => text === name)).toHaveLength(4);
  expect(texts).toContain(`${name}2`);
});

test('bars keep the order of the rows', async () => {
  const data = chartData({ a: 'text', n: 'number' }, [
    ['zeta', 1],
    ['alpha', 3],
    ['mid', 2],
  ]);
  const labels = ['zeta', 'alpha', 'mid'];
  const svg = await renderSvg(data);
  expect(textsOf(svg).filter((text) => labels.includes(text))).toEqual(labels);
  const places = labels.map((label) => Number(positionOf(svg, label)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('values left out are told', async () => {
  const data = chartData({ a: 'text', n: 'number' }, [
    ['x', 1],
    ['y', null],
    ['z', null],
  ]);
  expect(textsOf(await renderSvg(data))).toContain('2 values not drawn: NULL or not finite');
});

test('a PNG is the SVG at twice its size', async () => {
  const svg = await renderSvg(samples.line);
  const png = Buffer.from(await renderPng(samples.line));
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(png.readUInt32BE(16)).toBe(2 * Number(width));
  expect(png.readUInt32BE(20)).toBe(2 * Number(height));
});

test('a PNG shows text: other words, another picture', async () => {
  const [one, other, same] = await Promise.all(
    ['Alpha', 'Omega', 'Alpha'].map((title) => renderPng(samples.bars, { title })),
  );
  expect(Buffer.from(one ?? []).equals(other ?? Buffer.of())).toBe(false);
  expect(Buffer.from(one ?? []).equals(same ?? Buffer.of())).toBe(true);
});

test('characters no XML document may hold do not break a PNG', async () => {
  const data = chartData({ 'n\0\u001b': 'text', v: 'number' }, [['\ud800\uffff\u0001', 1]]);
  expect((await renderPng(data, { title: '\0 title' })).length).toBeGreaterThan(1000);
});

test.each([
  ['rows', { x: 'number', y: 'number' } as const, 50_001, 50_000],
  ['bars', { a: 'text', n: 'number' } as const, 5_001, 5_000],
])('too many %s are refused', async (what, columns, count, max) => {
  const data = chartData(
    columns,
    manyRows(count, (index) => [index, index]),
  );
  await expect(renderSvg(data)).rejects.toMatchObject({
    code: 'usage_invalid',
    message: `Cannot draw a chart of ${count} ${what}: expected at most ${max}. Aggregate with GROUP BY, or add LIMIT ${max} or less.`,
  });
});

test('as much as a picture may hold is drawn', async () => {
  const bars = chartData(
    { a: 'text', n: 'number' },
    manyRows(5_000, (index) => [`label ${index}`, index]),
  );
  const points = chartData(
    { x: 'number', y: 'number' },
    manyRows(50_000, (index) => [(index * 7919) % 50_021, Math.sin(index)]),
  );
  for (const data of [bars, points]) {
    expect((await renderPng(data)).length).toBeGreaterThan(10_000);
  }
});

test('few labels with many series do not make an endless picture', async () => {
  const data = chartData(
    { a: 'text', s: 'text', n: 'number' },
    manyRows(4_000, (index) => [`a rather long label ${index % 100}`, `s${index % 97}`, index]),
  );
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(await renderSvg(data)) ?? [];
  expect(Number(width)).toBeLessThan(1_200);
  expect(Number(height)).toBeLessThan(4_000);
});

function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
}

function positionOf(svg: string, text: string): string | undefined {
  return new RegExp(`transform="translate\\(([\\d.]+),[^>]*>${text}</text>`).exec(svg)?.[1];
}
