// Answers GET /api/v1/openapi.json: the description of all routes, for programs that make clients and pages of it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonContentType } from '../../formats/json-document.ts';
import type { AppContext } from '../app-context.ts';
import type { Operation } from '../openapi/operation.ts';
import { anyObject, jsonResponse } from '../openapi/schemas.ts';

export const openApiOperation: Operation = {
  operationId: 'openApiDocument',
  tags: ['Service'],
  summary: 'Describe this interface by OpenAPI',
  responses: {
    200: jsonResponse('This document.', anyObject),
  },
};

export function openApiRoute(
  _request: FastifyRequest,
  reply: FastifyReply,
  { describeInterface }: AppContext,
): FastifyReply {
  return reply.header('content-type', jsonContentType).send(describeInterface());
}
