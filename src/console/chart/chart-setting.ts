// Declares how a person, or a link, set a chart.
import type { ChartChoice } from '../../charts/choose-chart.ts';

/** Undefined: what suits. */
export interface ChartSetting {
  readonly choice?: ChartChoice | undefined;
  readonly title?: string | undefined;
}
