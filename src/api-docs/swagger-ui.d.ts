// Declares what is used of Swagger UI: its package has no types.
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    readonly dom_id: string;
    readonly url: string;
    readonly deepLinking: boolean;
    readonly displayRequestDuration: boolean;
    readonly tryItOutEnabled: boolean;
    readonly validatorUrl: null;
    readonly plugins: readonly Plugin[];
  }

  export interface Properties {
    readonly contentType?: string;
  }

  /** Of React. */
  export type Component = (properties: Properties) => unknown;

  export type Plugin = (system: {
    readonly React: { createElement(component: Component, properties: Properties): unknown };
  }) => {
    readonly wrapComponents: Readonly<Record<string, (original: Component) => Component>>;
  };

  export default function show(options: Options): void;
}

declare module '*.css';
