// Reads in which form an answer is wanted: its format by `format` or Accept, with types, while the query runs.
import { PathqlError } from '../errors.ts';
import {
  type AnswerFormat,
  type AnswerFormatName,
  answerFormatNames,
  answerFormats,
} from '../formats/answer-formats.ts';
import { quoted } from '../text/quoted.ts';
import { acceptedNames } from './accepted-names.ts';
import { readFlag } from './read-flag.ts';

export interface AnswerForm {
  readonly name: AnswerFormatName;
  readonly format: AnswerFormat;
  /** With the types of the columns after their names. */
  readonly hasTypes: boolean;
  /** Sent while the query runs. */
  readonly isStreamed: boolean;
  /** Ends a streamed answer, for clients that do not trust what is on the way. */
  readonly endMark: string | null;
}

/** The parameters of an address that choose the form. */
export const formParameters = {
  format: `one of ${answerFormatNames.join(', ')}`,
  types: 'true or false',
  stream: 'true or false',
  end: 'a mark of 8 to 64 letters, digits, "-" and "_", beside stream=true',
} as const;

export type FormParameters = Readonly<Partial<Record<keyof typeof formParameters, string>>>;

/** `format` wins over Accept. */
export function readAnswerForm(parameters: FormParameters, accept: string | undefined): AnswerForm {
  const name = readFormat(parameters.format) ?? formatAccepted(accept);
  const hasTypes = readFlag('types', parameters.types);
  if (hasTypes && name !== 'json') {
    throw invalid(`Expected no "types" with the format ${name}: only json has a place for them`);
  }
  const isStreamed = readFlag('stream', parameters.stream);
  if (isStreamed && !answerFormats[name].isStreamable) {
    const streamable = answerFormatNames.filter((one) => answerFormats[one].isStreamable);
    throw invalid(
      `Expected no "stream" with the format ${name}: ${streamable.join(', ')} can be streamed`,
    );
  }
  const endMark = readEndMark(parameters.end, isStreamed);
  return { name, format: answerFormats[name], hasTypes, isStreamed, endMark };
}

function readEndMark(given: string | undefined, isStreamed: boolean): string | null {
  if (given === undefined) return null;
  if (isStreamed && /^[\w-]{8,64}$/.test(given)) return given;
  throw invalid(`Expected "end" to be ${formParameters.end}; got ${quoted(given)}`);
}

function readFormat(given: string | undefined): AnswerFormatName | undefined {
  if (given === undefined) return undefined;
  const known = answerFormatNames.find((name) => name === given.toLowerCase());
  if (known !== undefined) return known;
  throw invalid(`Expected "format" to be ${formParameters.format}; got ${quoted(given)}`);
}

/** What is unknown, and any type at all, means JSON. */
function formatAccepted(accept: string | undefined): AnswerFormatName {
  for (const mediaType of acceptedNames(accept)) {
    if (mediaType === '*/*') break;
    const known = answerFormatNames.find((name) => answerFormats[name].mediaType === mediaType);
    if (known !== undefined) return known;
  }
  return 'json';
}

function invalid(message: string): PathqlError {
  return new PathqlError('request_invalid', message);
}
