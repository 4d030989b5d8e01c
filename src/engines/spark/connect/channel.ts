// Opens the channel to a Spark Connect server and calls its methods: bytes out, bytes in.
import { readFileSync } from 'node:fs';
import {
  type ChannelCredentials,
  Client,
  type ClientReadableStream,
  credentials,
  Metadata,
} from '@grpc/grpc-js';
import type { SparkAddress } from '../../../settings/spark-address.ts';
import { decodeMessage, encodeMessage } from './messages.ts';
import type { ConnectMethod } from './methods.ts';

export interface ChannelOptions extends SparkAddress {
  /** A file that holds the token of the server; null: it asks for none. */
  readonly tokenFile: string | null;
  /** A file of the certificates that are trusted, PEM; null: those of Node. */
  readonly certificatesFile: string | null;
}

const service = '/spark.connect.SparkConnectService/';
/** One batch of an answer with wide cells. The server sends parts of some 4 MB otherwise. */
const maxMessageBytes = 256 * 2 ** 20;

export class SparkChannel {
  readonly #client: Client;
  readonly #tokenFile: string | null;

  constructor({ hostAndPort, usesTls, tokenFile, certificatesFile }: ChannelOptions) {
    this.#tokenFile = tokenFile;
    this.#client = new Client(hostAndPort, channelCredentials(usesTls, certificatesFile), {
      'grpc.max_receive_message_length': maxMessageBytes,
      'grpc.max_send_message_length': maxMessageBytes,
      'grpc.keepalive_time_ms': 20_000,
      'grpc.keepalive_timeout_ms': 10_000,
      'grpc.enable_retries': 0,
      // A server that was started anew is found again soon.
      'grpc.initial_reconnect_backoff_ms': 200,
      'grpc.max_reconnect_backoff_ms': 2_000,
    });
  }

  call<Answer>(method: ConnectMethod, request: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest<object, Answer>(
        service + method.name,
        (message) => encodeMessage(method.request, message),
        (bytes) => decodeMessage<Answer>(method.answer, bytes),
        request,
        this.#metadata(),
        { deadline: Date.now() + method.mostMs },
        (error, answer) => (error === null ? resolve(answer as Answer) : reject(error)),
      );
    });
  }

  stream<Answer>(
    method: Omit<ConnectMethod, 'mostMs'>,
    request: object,
  ): ClientReadableStream<Answer> {
    return this.#client.makeServerStreamRequest<object, Answer>(
      service + method.name,
      (message) => encodeMessage(method.request, message),
      (bytes) => decodeMessage<Answer>(method.answer, bytes),
      request,
      this.#metadata(),
    );
  }

  close(): void {
    this.#client.close();
  }

  /** Read each time, so that a token may be replaced. */
  #metadata(): Metadata {
    const metadata = new Metadata();
    if (this.#tokenFile !== null) {
      metadata.set('authorization', `Bearer ${readFileSync(this.#tokenFile, 'utf8').trim()}`);
    }
    return metadata;
  }
}

function channelCredentials(usesTls: boolean, certificatesFile: string | null): ChannelCredentials {
  if (!usesTls) return credentials.createInsecure();
  return credentials.createSsl(certificatesFile === null ? null : readFileSync(certificatesFile));
}
