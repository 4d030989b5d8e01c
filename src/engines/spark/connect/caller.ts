// Names who calls a Spark Connect server, as every request says it.
import { version } from '../../../version.ts';

export const caller = {
  userContext: { userId: 'pathql' },
  clientType: `pathql/${version}`,
} as const;
