// Lists small files on which tools differ, a query of each, and the one right answer; `null`: only an error is right.
import { gzipSync } from 'node:zlib';

const manyOnes = '1\n'.repeat(50_000);

export const cases = [
  {
    title: 'an id of 20 digits keeps them',
    file: 'ids.csv',
    content: 'id,n\n12345678901234567891,1\n12345678901234567892,2\n',
    sql: 'SELECT id FROM FILE WHERE n = 2',
    right: '12345678901234567892',
  },
  {
    title: 'a code keeps its leading zeros',
    file: 'codes.csv',
    content: 'code,n\n0042,1\n0007,2\n',
    sql: 'SELECT code FROM FILE WHERE n = 2',
    right: '0007',
  },
  {
    title: 'a decimal below 50,000 whole numbers is not rounded',
    file: 'late.csv',
    content: `n\n${manyOnes}12.7\n`,
    sql: 'SELECT max(n) AS n FROM FILE',
    right: '12.7',
  },
  {
    title: '`01/02/2024` is not turned into some date',
    file: 'days.csv',
    content: 'day,n\n01/02/2024,1\n02/02/2024,2\n',
    sql: 'SELECT day FROM FILE WHERE n = 1',
    right: '01/02/2024',
  },
  {
    title: 'a record with a missing field is told',
    file: 'short.csv',
    content: 'a,b,c\n1,2,3\n4\n5,6,7\n',
    sql: 'SELECT count(*) AS n FROM FILE',
    right: null,
  },
  {
    title: 'a quote that is never closed is told',
    file: 'quote.csv',
    content: 'a,b\n1,x\n2,"y\n3,z\n',
    sql: 'SELECT count(*) AS n FROM FILE',
    right: null,
  },
  {
    title: 'letters in Latin-1 are told, or right',
    file: 'names.csv',
    content: Buffer.from('name,n\nJosé,1\n', 'latin1'),
    sql: 'SELECT name FROM FILE',
    right: 'José',
    orError: true,
  },
  {
    title: 'a line break in quotes is no record',
    file: 'breaks.csv',
    content: 'a,b\n1,"x\ny"\n2,z\n',
    sql: 'SELECT count(*) AS n FROM FILE',
    right: '2',
  },
  {
    title: 'semicolons are found',
    file: 'semicolons.csv',
    content: 'a;b\n1;2\n3;4\n',
    sql: 'SELECT sum(b) AS n FROM FILE',
    right: '6',
  },
  {
    title: 'a `.gz` is read',
    file: 'packed.csv.gz',
    content: gzipSync('a,b\n1,2\n3,4\n'),
    sql: 'SELECT sum(b) AS n FROM FILE',
    right: '6',
  },
];
