// Shows what the service can be asked, as its OpenAPI document says; every request can be tried.
import SwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { bodyAsSent } from './body-as-sent.ts';
import './page.css';

const address = new URL('v1/openapi.json', document.baseURI);

SwaggerUi({
  dom_id: '#interface',
  url: address.href,
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // Else a badge asks another machine whether the document is valid.
  validatorUrl: null,
  plugins: [bodyAsSent],
});
