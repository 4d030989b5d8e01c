// Takes the first warnings of an answer, as many as fit, and says how many are left out.
import { shownNumber } from '../limits.ts';
import { cutText } from '../text/cut-text.ts';

interface Room {
  /** Without what parts the warnings, and the sentence about the rest. */
  readonly bytes: number;
  /** As a text is sent. */
  readonly lengthOf: (text: string) => number;
}

/** The first one is there in any case; where it alone does not fit, its beginning. */
export function firstWarnings(
  warnings: readonly string[],
  { bytes, lengthOf }: Room,
): readonly string[] {
  const [first, ...others] = warnings;
  if (first === undefined) return [];
  const shown = cutText(first, bytes, lengthOf);
  let left = bytes - lengthOf(shown);
  const firstUnfit = others.findIndex((warning) => {
    left -= lengthOf(warning);
    return left < 0;
  });
  if (firstUnfit === -1) return [shown, ...others];
  const rest = shownNumber(others.length - firstUnfit);
  return [shown, ...others.slice(0, firstUnfit), `… and ${rest} more of these`];
}
