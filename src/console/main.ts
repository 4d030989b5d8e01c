// Starts the console in the browser: opens the page that index.html lays out.
import { ConsolePage } from './console-page.ts';

void new ConsolePage().open();
