// Shows the body of a response as it was sent: Swagger UI reads and writes JSON anew, and large numbers lose digits.
import type { Component, Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

export const bodyAsSent: Plugin = ({ React }) => ({
  wrapComponents: {
    responseBody: (ResponseBody: Component) => (properties) => {
      const isJson = properties.contentType?.includes('json') === true;
      const shown = isJson ? { ...properties, contentType: 'text/plain' } : properties;
      return React.createElement(ResponseBody, shown);
    },
  },
});
