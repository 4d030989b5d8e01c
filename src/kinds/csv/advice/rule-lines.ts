// Recognises lines that rule a printed list, such as one of dashes below its names.
import type { Fault } from '../../shared/faulty-file.ts';

export function isRule({ kind, ahead }: Pick<Fault, 'kind' | 'ahead'>): boolean {
  const [line = ''] = ahead.split(/[\r\n]/, 1);
  return kind === 'too-few-fields' && /^[\s|+*]*[-=_]{3}[\s|+*=_-]*$/.test(line);
}
