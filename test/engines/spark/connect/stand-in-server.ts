// Stands in for a Spark Connect server: answers each call as a test says, over real gRPC.
import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { onTestFinished } from 'vitest';
import { decodeMessage, encodeMessage } from '../../../../src/engines/spark/connect/messages.ts';
import type {
  ConfigOperation,
  Setting,
} from '../../../../src/engines/spark/connect/session-settings.ts';

type Configure = (operation: ConfigOperation) => readonly Setting[];

export type Respond = (stream: ServerWritableStream<unknown, object>, request: Request) => void;

export interface Request {
  readonly sessionId?: string;
  readonly operationId?: string;
  readonly lastResponseId?: string;
  readonly clientObservedServerSideSessionId?: string;
  readonly operation?: ConfigOperation;
}

export interface StandIn {
  readonly hostAndPort: string;
  /** Methods that were called, in order. */
  readonly calls: string[];
  readonly authorizations: unknown[];
  /** What was asked about settings, in order. */
  readonly configurations: ConfigOperation[];
}

const answerNames: Readonly<Record<string, string>> = { Config: 'ConfigResponse' };
/** As gRPC numbers it. */
const unavailable = 14;
const unary = ['Config', 'Interrupt', 'ReleaseExecute', 'ReleaseSession'];

export async function startStandIn(answers: {
  readonly execute: Respond;
  readonly reattach?: Respond;
  readonly interrupt?: () => void;
  /** Whatever it throws, the server is said to be unavailable. */
  readonly configure?: Configure;
}): Promise<StandIn> {
  const server = new Server();
  const calls: string[] = [];
  const authorizations: unknown[] = [];
  const configurations: ConfigOperation[] = [];
  const path = (method: string) => `/spark.connect.SparkConnectService/${method}`;
  const definition = (method: string, isStream: boolean) => ({
    path: path(method),
    requestStream: false,
    responseStream: isStream,
    requestSerialize: (value: object) => encodeMessage(`${method}Request`, value),
    requestDeserialize: (bytes: Buffer) => decodeMessage<Request>(`${method}Request`, bytes),
    responseSerialize: (value: object) =>
      encodeMessage(answerNames[method] ?? (isStream ? 'ExecutePlanResponse' : 'Empty'), value),
    responseDeserialize: (bytes: Buffer) => decodeMessage<object>('Empty', bytes),
  });
  for (const method of unary) {
    server.addService(
      { [method]: definition(method, false) },
      {
        [method]: (call: ServerUnaryCall<Request, object>, done: sendUnaryData<object>) => {
          calls.push(method);
          authorizations.push(call.metadata.get('authorization')[0]);
          if (method === 'Interrupt') answers.interrupt?.();
          const { operation } = call.request;
          if (operation === undefined) return done(null, {});
          configurations.push(operation);
          try {
            const pairs = answers.configure?.(operation);
            done(null, { serverSideSessionId: 'server 1', pairs });
          } catch (error) {
            done({ code: unavailable, details: String(error) });
          }
        },
      },
    );
  }
  const streams = { ExecutePlan: answers.execute, ReattachExecute: answers.reattach };
  for (const [method, respond] of Object.entries(streams)) {
    server.addService(
      { [method]: definition(method, true) },
      {
        [method]: (stream: ServerWritableStream<Request, object>) => {
          calls.push(method);
          respond?.(stream, stream.request);
        },
      },
    );
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  onTestFinished(() => server.forceShutdown());
  return { hostAndPort: `127.0.0.1:${port}`, calls, authorizations, configurations };
}
