// Answers GET /api/docs and GET /api/docs/<name>: a page that shows the OpenAPI document, and sends requests.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { assetHeaders, pageHeaders, sendPageFile } from '../send-page-file.ts';

export function apiDocsPageRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { apiDocsFiles: files }: AppContext,
): Promise<FastifyReply> {
  return sendPageFile({ files, name: 'index.html', headers: pageHeaders, request, reply });
}

export function apiDocsAssetRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { apiDocsFiles: files }: AppContext,
): FastifyReply | Promise<FastifyReply> {
  const { name } = request.params as { readonly name: string };
  // The parts of the page are named relative to its address without a slash.
  if (name === '') return reply.code(302).header('location', '../docs').send();
  return sendPageFile({ files, name, headers: assetHeaders, request, reply });
}
