// Opens files with the options that may avoid an error, and tells the calls that do.
import { PathqlError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kinds.ts';
import { writeCall } from '../../kinds/csv/advice/read-call.ts';
import type { AvoidableError } from '../../kinds/shared/avoidable-error.ts';
import type { TableOpening } from '../engine-driver.ts';
import { withOther } from './with-other-options.ts';

/** The error, with the calls by which `open` opens the files. */
export async function withOtherOptions(
  error: AvoidableError,
  opening: TableOpening,
  open: (opening: TableOpening) => Promise<unknown>,
): Promise<PathqlError> {
  const { code, message, cause, wayOut } = error;
  const [reader = ''] = fileKinds[opening.kind].readers;
  const calls: string[] = [];
  for (const other of wayOut.options) {
    const options = withOther(opening.options, other);
    if (!(await succeeds(() => open({ ...opening, reader, options }), opening.signal))) continue;
    calls.push(writeCall(reader, opening.written, options));
  }
  const advice = calls.length === 0 ? '' : `. ${wayOut.words}: ${calls.join(', or ')}`;
  return new PathqlError(code, `${message}${advice}`, { cause });
}

async function succeeds(open: () => Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  try {
    await open();
    return true;
  } catch (error) {
    if (error instanceof PathqlError && !signal.aborted) return false;
    throw error;
  }
}
