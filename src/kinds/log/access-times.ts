// Turns times of access logs, such as 31/Jan/2024, 10:30:00 and +0100, into what SQL reads.
import { isDay, isOffset } from '../shared/types/given/moment.ts';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const clockPattern = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$/;
const maxOffsetHours = 14;

/** Of lines of one log: most have the day and the zone of the line before. */
export class AccessTimes {
  #day = '';
  #date: string | null = null;
  #zone = '';
  #offset: string | null = null;

  /** Null: there is no such time. */
  read(day: string, clock: string, zone: string): string | null {
    if (day !== this.#day) [this.#day, this.#date] = [day, dateOf(day)];
    if (zone !== this.#zone) [this.#zone, this.#offset] = [zone, offsetOf(zone)];
    if (this.#date === null || this.#offset === null || !clockPattern.test(clock)) return null;
    return `${this.#date} ${clock}${this.#offset}`;
  }
}

function dateOf(text: string): string | null {
  const [day = '', name = '', year = ''] = text.split('/');
  const month = months.indexOf(name) + 1;
  const moment = { year: Number(year), month, day: Number(day) };
  const noTime = { hour: 0, minute: 0, second: 0, fraction: '' };
  return isDay({ ...moment, ...noTime })
    ? `${year}-${String(month).padStart(2, '0')}-${day}`
    : null;
}

function offsetOf(zone: string): string | null {
  return isOffset(zone, maxOffsetHours) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : null;
}
