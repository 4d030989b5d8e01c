// How pictures look: sober, one family of letters, light lines.
import type { Config } from 'vega-lite';

export const fontFamily = 'DejaVu Sans';

const ink = '#333333';
const faint = '#dddddd';

export const seriesColours = [
  '#3a6ea5',
  '#e0803a',
  '#4f9a63',
  '#c4524e',
  '#7f68ad',
  '#8b6b58',
  '#d184b4',
  '#7c7c7c',
  '#b0a134',
  '#46a6b3',
];

/** Of what is said about the picture, below its title or in its place. */
export const noteStyle = { color: '#777777', fontSize: 11 };

export const pictureTheme: Config = {
  // It would tell of our inner names x, y and s.
  aria: false,
  font: `${fontFamily}, sans-serif`,
  background: '#ffffff',
  padding: 16,
  view: { stroke: null },
  mark: { color: seriesColours[0] as string },
  range: { category: seriesColours },
  title: {
    anchor: 'start',
    color: ink,
    fontSize: 15,
    fontWeight: 'normal',
    offset: 14,
    subtitleColor: noteStyle.color,
    subtitleFontSize: noteStyle.fontSize,
    subtitlePadding: 6,
  },
  axis: {
    domainColor: '#999999',
    gridColor: faint,
    labelColor: ink,
    labelFontSize: 11,
    labelLimit: 300,
    labelPadding: 6,
    maxExtent: 400,
    tickColor: '#999999',
    tickSize: 4,
    titleColor: ink,
    titleFontSize: 12,
    titleFontWeight: 'normal',
    titleLimit: 600,
    titlePadding: 12,
  },
  legend: {
    labelColor: ink,
    labelFontSize: 11,
    labelLimit: 180,
    symbolLimit: 25,
    symbolType: 'circle',
    titleColor: ink,
    titleFontSize: 12,
    titleFontWeight: 'normal',
    titleLimit: 180,
  },
};
