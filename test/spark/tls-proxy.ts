// Starts a proxy that speaks TLS, by a certificate of an authority of its own, before a server that does not.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);
const passphrase = 'of-a-test';

export interface TlsProxy {
  readonly port: number;
  /** Certificate of the authority, PEM. */
  readonly authorityFile: string;
}

export async function startTlsProxy(serverPort: number): Promise<TlsProxy> {
  const { storeFile, authorityFile } = await makeCertificates();
  const options = { pfx: await readFile(storeFile), passphrase, ALPNProtocols: ['h2'] };
  const sockets = new Set<TLSSocket>();
  const proxy = createServer(options, (socket) => {
    sockets.add(socket);
    const onward = connect(serverPort, '127.0.0.1');
    const end = () => {
      socket.destroy();
      onward.destroy();
    };
    for (const side of [socket, onward]) side.once('error', end).once('close', end);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return { port: (proxy.address() as AddressInfo).port, authorityFile };
}

/** By Java's own tool: where Spark runs, it is. */
async function makeCertificates() {
  const folder = await temporaryFolder();
  const [allFile, storeFile] = [join(folder, 'all.p12'), join(folder, 'server.p12')];
  const authorityFile = join(folder, 'authority.pem');
  const store = ['-keystore', allFile, '-storepass', passphrase];
  const key = [...store, '-genkeypair', '-keyalg', 'EC', '-validity', '2'];
  const authority = ['-alias', 'authority', '-dname', 'CN=authority', '-ext', 'bc:c'];
  const server = ['-alias', 'server', '-dname', 'CN=server', '-ext', 'san=dns:localhost'];
  await run('keytool', [...key, ...authority]);
  await run('keytool', [...key, ...server, '-signer', 'authority']);
  await run('keytool', [
    ...store,
    ...['-exportcert', '-rfc', '-alias', 'authority', '-file', authorityFile],
  ]);
  await run('keytool', [
    ...['-importkeystore', '-srckeystore', allFile, '-srcstorepass', passphrase],
    ...['-srcalias', 'server', '-destkeystore', storeFile, '-deststorepass', passphrase],
  ]);
  return { storeFile, authorityFile };
}
