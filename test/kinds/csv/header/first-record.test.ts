import { expect, test } from 'vitest';
import { roleOfFirstRecord } from '../../../../src/kinds/csv/header/first-record.ts';

type Role = 'names' | 'data' | 'names, a guess' | 'data, a guess';

interface Given {
  readonly givenNames?: readonly string[];
  readonly nullTexts?: readonly string[];
}

function roleOf(text: string, { givenNames, nullTexts = [] }: Given = {}): Role {
  const [fields = [], ...rows] = text.split('\n').map((line) => line.split(','));
  const evidence = { fields, rows, givenNames: givenNames ?? null, fits: [], nullTexts };
  const { isNames, isGuess } = roleOfFirstRecord(evidence);
  return `${isNames ? 'names' : 'data'}${isGuess ? ', a guess' : ''}`;
}

test.each<[string, string, Role]>([
  ['names above values', 'id,name\n1,a', 'names'],
  ['names above texts', 'name,city\nBo,Rome', 'names'],
  ['names alone', 'id,name', 'names'],
  ['a name above numbers, some of them missing', 'x,age\na,NA\nb,7', 'names'],
  ['the same text twice', 'a,a\nb,c', 'names'],
  ['dates above numbers', 'country,2020-01-31,2020-02-29\nDE,1,2', 'names'],
  ['a decimal above texts', '1.10.2,2.5\nx,y', 'names'],
  ['whole numbers among names', 'id,1,2\n7,0.1,0.2', 'names'],
  ['names above empty fields', 'a,2020-01-31\nx,', 'names'],
  ['a field without a name', ',a\n0,x', 'names'],
  ['an address above other values', 'ann@x.de,bob@x.de\n1,2', 'names'],
  ['a date above dates', 'x,2024-01-01\ny,2024-01-02', 'data'],
  ['dates as people write them', 'x,31.12.2024\ny,01.01.2025', 'data'],
  ['a time above times', 'x,10:30\ny,11:45:10', 'data'],
  ['a boolean above booleans', 'x,true\ny,false', 'data'],
  ['ids and a date alone', '769854266639273,1026999921509573722112,2020-12-31', 'data'],
  ['a time stamp alone', '2024-01-15T14:30:00Z', 'data'],
  ['the same number twice among numbers', '0.5,1,1\n2,3,4', 'data'],
])('nothing is guessed of %s', (_, text, role) => {
  expect(roleOf(text)).toBe(role);
});

test.each<[string, string, Role]>([
  ['a name and decimals above numbers', 'id,0.1,0.9\n1,1.5,2.5', 'names, a guess'],
  ['a name above numbers and the same number twice', 'id,3,3\n1,a,2', 'names, a guess'],
  ['years above numbers', 'country,2019,2020\nDE,5,7', 'names, a guess'],
  ['years alone', 'country,2019,2020', 'names, a guess'],
  ['numbers that count up above those that do not', '1,2,3\n7,5,9', 'names, a guess'],
  [
    'a text above numbers beside a date above dates',
    'id,2024-01-01\n7,2024-01-02',
    'data, a guess',
  ],
  ['decimals beside a text above texts', 'model,0.1,0.9\nm1,1.5,2.5', 'data, a guess'],
  ['decimals above decimals', '0.1,0.2\n1.5,2.5', 'data, a guess'],
  ['a mark for no value above numbers', 'NA,0.2\n1.5,2.5', 'data, a guess'],
  ['years above years', '2019,2020\n2018,2021', 'data, a guess'],
  ['a number above numbers', '1500\n0', 'data, a guess'],
  ['whole numbers above numbers', '1,alice\n2,bob', 'data, a guess'],
  ['numbers that count up in all records', '1,2,3\n4,5,6', 'data, a guess'],
  ['the same number twice beside texts', '0,a,0\n1,b,2', 'data, a guess'],
  ['measured values alone', '0.5,17', 'data, a guess'],
  ['a text and a number alone', 'alice,30', 'data, a guess'],
  ['a text and a date alone', 'country,2020-01-31', 'data, a guess'],
  ['a mail address above others', 'ann@x.de,Berlin\nbob@x.de,Rom', 'data, a guess'],
  [
    'a web address above others',
    'https://a.example/x,home\nhttps://b.example/,shop',
    'data, a guess',
  ],
  ['lines of a log', 'INFO 2024-05-01 10:00:00 a\nWARN 2024-05-01 10:00:01 b', 'data, a guess'],
])('%s are guessed', (_, text, role) => {
  expect(roleOf(text)).toBe(role);
});

test('names that count up beside a text are no guess', () => {
  expect(roleOf('team,0,1,2\nHawks,0.5,0.6,0.4')).toBe('names');
  expect(roleOf(',0,1,2\n0,5,6,4')).toBe('names');
  expect(roleOf('country,1960,1961,1962\nDE,5,7,8')).toBe('names');
});

test.each<[string, string, readonly string[], Role]>([
  ['the names in the file', 'ID,name\n1,a', ['id', 'name'], 'names'],
  ['names above values', 'id,name\n1,a', ['x', 'y'], 'names'],
  ['numbers only', '1,2\n3,4', ['x', 'y'], 'data'],
  ['a decimal beside a text', 'm,0.5\nn,1.5', ['x', 'y'], 'data'],
  ['addresses', 'ann@x.de,Rom\nbob@x.de,Bonn', ['x', 'y'], 'data'],
  ['years above other numbers', 'k,2019\nDE,5', ['x', 'y'], 'names, a guess'],
  ['texts only', 'Bo,Rome\nAl,Oslo', ['x', 'y'], 'data, a guess'],
  ['one record', 'Bo,Rome', ['x', 'y'], 'data, a guess'],
  ['a date above dates', 'a,2024-01-01\nb,2024-01-02', ['x', 'y'], 'data'],
])('names given to %s', (_, text, givenNames, role) => {
  expect(roleOf(text, { givenNames })).toBe(role);
});

test('a text that the call says is none is no name', () => {
  expect(roleOf('none,5\n1,6')).toBe('names');
  expect(roleOf('none,5\n1,6', { nullTexts: ['none'] })).toBe('data, a guess');
});

test('a field that does not fit the type given is a name', () => {
  const fits = [(text: string) => /^\d+$/.test(text), () => true];
  const rows = [['1', 'a']];
  const evidence = { fields: ['id', 'name'], rows, givenNames: ['x', 'y'], fits };
  expect(roleOfFirstRecord(evidence)).toEqual({ isNames: true, isGuess: false });
});
