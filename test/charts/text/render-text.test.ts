import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { makeChart } from '../../../src/charts/make-chart.ts';
import { renderText } from '../../../src/charts/text/render-text.ts';
import { chartData, manyRows, samples } from '../chart-data.ts';

const frame = { width: 40, height: 12, hasColour: false };

describe.each([1, 12, 40, 80, 200])('width %i', (width) => {
  test.each(Object.entries(samples))('%s', (_name, data) => {
    const plain = renderText(makeChart(data), { ...frame, width });
    const lines = plain.split('\n');
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    expect(lines.length).toBeLessThanOrEqual(frame.height);
    expect(plain).not.toContain('\u001b');

    const coloured = renderText(makeChart(data), { ...frame, width, hasColour: true });
    for (const line of coloured.split('\n')) {
      expect(stringWidth(stripVTControlCharacters(line))).toBeLessThanOrEqual(width);
    }
  });
});

test('bars in eighths, with the values as the answer has them', () => {
  const data = chartData({ name: 'text', n: 'number' }, [
    ['a', '8.00'],
    ['bb', '4.50'],
    ['c', '0.01'],
    ['d', 0],
  ]);
  expect(renderText(makeChart(data), { ...frame, width: 16 })).toBe(
    ['n by name', 'a  8.00 ████████', 'bb 4.50 ████▌', 'c  0.01 ▏', 'd     0'].join('\n'),
  );
});

test('bars below zero lie to its left', () => {
  const data = chartData({ name: 'text', n: 'number' }, [
    ['a', -4],
    ['b', -1],
    ['c', 4],
  ]);
  expect(renderText(makeChart(data), { ...frame, width: 14 })).toBe(
    ['n by name', 'a -4 ████│', 'b -1    █│', 'c  4     │████'].join('\n'),
  );
});

test('a series is named in each of its bars, a label once', () => {
  const data = chartData({ a: 'text', x: 'number', y: 'number' }, [['p', 2, 1]]);
  expect(renderText(makeChart(data), { ...frame, width: 14 })).toBe(
    ['a', 'p x 2 ████████', '  y 1 ████'].join('\n'),
  );
});

test('more bars than fit are counted', () => {
  const lines = renderText(makeChart(samples['many bars']), frame).split('\n');
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe('… 890 more bars');
});

test('values left out are counted', () => {
  const data = chartData({ a: 'text', n: 'number' }, [
    ['x', 1],
    ['y', null],
  ]);
  expect(renderText(makeChart(data), frame)).toMatch(/\n1 value not drawn: NULL or not finite$/);
});

test('a line from corner to corner', () => {
  const data = chartData(
    { x: 'number', y: 'number' },
    manyRows(20, (index) => [index, index]),
  );
  expect(renderText(makeChart(data), { ...frame, width: 13, height: 8 })).toBe(
    [
      'y by x',
      '  │        ⡠⠊',
      '  │      ⡠⠊',
      '10┤    ⡠⠊',
      '  │  ⡠⠊',
      ' 0┤⡠⠊',
      '  └──────────',
      '   0  9.5  19',
    ].join('\n'),
  );
});

test('without colour each series has its mark', () => {
  const text = renderText(makeChart(samples['lines of series']), { ...frame, width: 80 });
  expect(text).toContain('* city 0  + city 1  o city 2');
  expect(text).not.toMatch(/[\u2801-\u28ff]/);
});

test('with colour each series has its colour', () => {
  const text = renderText(makeChart(samples['lines of series']), {
    ...frame,
    width: 80,
    hasColour: true,
  });
  expect(text).toContain('\u001b[36m■ city 0');
  expect(text).toContain('\u001b[33m■ city 1');
});

test('neither names nor values steer the terminal', () => {
  const data = chartData({ 'n\u001b[2J': 'text', v: 'number' }, [['\u001b]0;x\u0007\n\u202eb', 1]]);
  const text = renderText(makeChart(data), frame);
  expect(text.split('\n')).toHaveLength(2);
  expect(text.replace('\n', '')).not.toMatch(/[\0-\x1f\x7f-\x9f\u202e]/);
});

test('more rows than an argument list may hold', () => {
  const data = chartData(
    { value: 'number' },
    manyRows(300_000, (index) => [index % 1000]),
  );
  const histogram = makeChart(data, { kind: 'histogram', x: 0, y: [], series: [] });
  expect(renderText(histogram, frame).split('\n').slice(0, 2)).toEqual([
    'count by value',
    '0 – 50    15000 ████████████████████████',
  ]);
});
