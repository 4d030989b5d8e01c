// Where bars lie in a picture: upright while their labels fit side by side, else one below the other.
import type { ChartPoints } from '../chart-points.ts';
import { amountAxis } from './amount-axis.ts';
import { titleOf } from './picture-titles.ts';
import { textWidth } from './text-width.ts';

const plotWidth = 640;
const minPlotWidth = 240;
const plotHeight = 360;
const labelGap = 14;
const labelFontSize = 11;
/** Bars that would take more stand upright and close, and few of them are labelled. */
const maxLyingHeight = 3_200;
const maxDenseLabelWidth = 110;
const barThickness = 20;
const minBarThickness = 7;
const minUprightStep = 90;
const uprightBarWidth = 24;

export function barEncoding(chart: ChartPoints) {
  const isUpright = labelsFitSideBySide(chart) || isDense(chart);
  const place = { ...placeChannel(chart), axis: placeAxis(chart) };
  const amount = {
    field: 'y',
    type: 'quantitative' as const,
    stack: null,
    scale: chart.points.every(({ y }) => y === 0) ? { domain: [0, 1] } : {},
    axis: { ...amountAxis, title: titleOf('y', chart.yTitle) },
  };
  const offset = chart.series.length > 1 ? seriesOffset : undefined;
  return isUpright
    ? {
        size: uprightSize(chart),
        channels: { x: place, y: amount, ...(offset && { xOffset: offset }) },
      }
    : {
        size: lyingSize(chart),
        channels: { y: place, x: amount, ...(offset && { yOffset: offset }) },
      };
}

function labelsFitSideBySide({ labels }: ChartPoints): boolean {
  return widthOfLabels(labels) <= plotWidth;
}

function widthOfLabels(labels: readonly string[]): number {
  const widest = labels.reduce((most, text) => Math.max(most, textWidth(text, labelFontSize)), 0);
  return (widest + labelGap) * labels.length;
}

function isDense(chart: ChartPoints): boolean {
  return !labelsFitSideBySide(chart) && lyingSize(chart).height > maxLyingHeight;
}

function placeChannel(chart: ChartPoints) {
  return {
    field: 'x',
    type: 'ordinal' as const,
    sort: null,
    scale: isDense(chart)
      ? { paddingInner: 0.05, paddingOuter: 0 }
      : { paddingInner: chart.series.length > 1 ? 0.25 : 0.3, paddingOuter: 0.2 },
  };
}

function placeAxis(chart: ChartPoints) {
  return {
    title: titleOf('x', chart.xTitle),
    labelExpr: 'labels[datum.value]',
    labelAngle: 0,
    ticks: false,
    ...(isDense(chart) && {
      values: labelledPlaces(chart.labels),
      labelLimit: maxDenseLabelWidth,
    }),
  };
}

/** Every n-th place: as many as fit side by side. */
function labelledPlaces(labels: readonly string[]): number[] {
  const width = Math.min(widthOfLabels(labels), (maxDenseLabelWidth + labelGap) * labels.length);
  const step = Math.ceil(width / plotWidth);
  return [...labels.keys()].filter((place) => place % step === 0);
}

const seriesOffset = { field: 's', type: 'nominal' as const, sort: null };

function uprightSize({ labels, series }: ChartPoints) {
  const step = Math.max(minUprightStep, series.length * uprightBarWidth);
  const width = Math.min(plotWidth, Math.max(minPlotWidth, labels.length * step));
  return { width, height: plotHeight };
}

function lyingSize({ labels, series }: ChartPoints) {
  const thickness = Math.max(minBarThickness, barThickness - 3 * (series.length - 1));
  return {
    width: plotWidth,
    height: labels.length * Math.max(barThickness + 6, thickness * series.length * 1.35),
  };
}
