import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** What `npm pack --json` says of a tarball, as far as it is looked at here. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly integrity: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** What npm finds around it: nothing of whoever runs the tests, and nothing outside this machine. */
export function npmEnvironment(registry = 'http://127.0.0.1:1') {
  return {
    PATH: process.env.PATH ?? '',
    npm_config_registry: registry,
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fetch_retries: '0',
  };
}

/** Runs npm as somebody who has never used it would. */
export async function npm(args: readonly string[], cwd: string, registry?: string): Promise<string> {
  const env = { ...npmEnvironment(registry), HOME: temporaryDirectory() };
  return (await execa('npm', args, { cwd, extendEnv: false, env })).stdout;
}

/** Packs packages as they stand on the disk, into a directory. */
export async function pack(directories: readonly string[], into: string): Promise<Packed[]> {
  const options = ['--json', '--ignore-scripts', '--pack-destination', into];
  return JSON.parse(await npm(['pack', ...directories, ...options], root));
}

/** What the lock file says of each package, by its place. */
function lockedPackages(): Record<string, { dev?: boolean; optional?: boolean }> {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/**
 * A registry on this machine that has what the package needs to run, packed from node_modules, and nothing else. It
 * ends with the test.
 * @returns its URL, and the names that it was asked for without having them
 */
export async function packageRegistry(): Promise<{ url: string; missing: string[] }> {
  const store = temporaryDirectory();
  const places = Object.entries(lockedPackages()).flatMap(([place, { dev }]) =>
    place !== '' && !dev && existsSync(join(root, place)) ? [join(root, place)] : [],
  );
  const packed = await pack(places, store);
  const manifests = new Map(
    places.map((place) => {
      const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
      return [manifest.name as string, manifest];
    }),
  );
  const missing: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const tarball = packed.find(({ filename }) => filename === basename(path) && path.startsWith('-/'));
    const found = packed.find(({ name }) => name === path);
    if (tarball) return void response.end(readFileSync(join(store, tarball.filename)));
    if (!found) {
      missing.push(path);
      return void response.writeHead(404).end('{}');
    }
    const { name, version, filename, integrity } = found;
    const dist = { tarball: `http://${request.headers.host}/-/${filename}`, integrity };
    const versions = { [version]: { ...manifests.get(name), dist } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, missing };
}
