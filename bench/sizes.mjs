// Lists the sizes of the files, and how often a question is asked of each.

export const sizes = {
  '50kB': { bytes: 50e3, rounds: 5 },
  '1MB': { bytes: 1e6, rounds: 5 },
  '10MB': { bytes: 10e6, rounds: 3 },
  '50MB': { bytes: 50e6, rounds: 3 },
  '160MB': { bytes: 160e6, rounds: 3 },
  '500MB': { bytes: 500e6, rounds: 3 },
  '1.5GB': { bytes: 1.5e9, rounds: 2 },
  '5GB': { bytes: 5e9, rounds: 2 },
};

export const quickBytes = 10e6;
export const quickRounds = 2;
/** Of what needs no file of a size. */
export const defaultRounds = 7;
export const defaultBytes = 160e6;
