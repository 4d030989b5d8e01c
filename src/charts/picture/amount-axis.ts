// The axis of the numbers drawn: light lines across the picture, zero a little darker.

export const amountAxis = {
  tickCount: 6,
  domain: false,
  ticks: false,
  labelFlush: false,
  gridColor: { condition: { test: 'datum.value === 0', value: '#999999' }, value: '#dddddd' },
};
