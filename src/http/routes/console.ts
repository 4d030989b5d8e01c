// Answers GET / and GET /assets/<name>: the console, a web page that uses the public interface and nothing else.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { assetHeaders, pageHeaders, sendPageFile } from '../send-page-file.ts';

export function consolePageRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { consoleFiles: files }: AppContext,
): Promise<FastifyReply> {
  return sendPageFile({ files, name: 'index.html', headers: pageHeaders, request, reply });
}

export function consoleAssetRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { consoleFiles: files }: AppContext,
): Promise<FastifyReply> {
  const { name } = request.params as { readonly name: string };
  return sendPageFile({ files, name: `assets/${name}`, headers: assetHeaders, request, reply });
}
