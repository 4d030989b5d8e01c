// Writes the patterns of what a pattern means but Spark leaves out in silence: names that begin with `_`.
import { isGlob } from '../../../files/expand-glob.ts';

/**
 * For each name that may begin with `_`, in the notation of Hadoop. They may fit a little more than is meant. None for a
 * pattern with `**`: Hadoop has no word for any depth.
 */
export function hiddenNamePatterns(parts: readonly string[]): string[] {
  if (parts.includes('**')) return [];
  const wide = parts.map((part) => part.replace(/\[[^/]+?\]/g, '?'));
  return wide.flatMap((part, index) => {
    const rest = part.replace(/^\?/, '');
    return isGlob(part.charAt(0)) ? [wide.with(index, `_${rest}`).join('/')] : [];
  });
}
