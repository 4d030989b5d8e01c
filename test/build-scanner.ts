// Compiles the CSV scanner before the tests, if its sources changed.
import { fileURLToPath } from 'node:url';
import { buildScanner } from '../scripts/build-scanner.mjs';

export default () => buildScanner(fileURLToPath(new URL('..', import.meta.url)));
