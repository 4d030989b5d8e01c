// Defines the three headers that let web pages of other origins call the service. Every response carries them.

export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Content-Type',
} as const;
