// Lists the formats in which files write dates and time stamps most often.

/** Of two that a text fits, the one with the day first. */
export const dateFormats = [
  '%d.%m.%Y',
  '%d/%m/%Y',
  '%m/%d/%Y',
  '%d-%m-%Y',
  '%m-%d-%Y',
  '%Y/%m/%d',
  '%Y.%m.%d',
  '%Y%m%d',
  '%d.%m.%y',
  '%d/%m/%y',
  '%m/%d/%y',
] as const;

const times = [' %H:%M', ' %H:%M:%S', ' %H:%M:%S.%f', ' %I:%M %p', ' %I:%M:%S %p'] as const;

export const timestampFormats: readonly string[] = dateFormats.flatMap((date) =>
  times.map((time) => date + time),
);

/** A date may be written with a time, too: midnight. */
export const momentFormats: readonly string[] = dateFormats.flatMap((date) =>
  [...times, ''].map((time) => date + time),
);
