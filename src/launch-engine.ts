// Starts the engine process: loads engine-main.ts.
import { join } from 'node:path';
import { loadPart } from './load-part.ts';

loadPart(join(__dirname, 'engine-main.js'));
